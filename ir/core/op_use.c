// Compares the slots a plugin was built with to those of the tool's table; see op_use.h.
#include "ir/core/op_use.h"

#include "ir/core/op_impl.h"

// One after another the slots of a definition as the plugin's line spells them; regions and lists
// of successors are no members of the args struct, and counted apart.
typedef struct Slots {
  const IrOpInfo *info;
  uint32_t cell, other;
} Slots;

static const char *const operand_words[] = {"operand", "operand?", "operands"};
static const char *const result_words[] = {"result", "result?", "results"};
static const char *const attr_words[] = {"attr", "attr?"};

typedef struct Slot {
  const char *word, *name; // NULL: there are no more
  bool optional;
} Slot;

static Slot value_slot(const IrSlotDef *def, const char *const *words) {
  return (Slot){words[def->arity], def->name, def->arity != IR_ONE};
}

// Member `i` of the args struct.
static Slot member_at(const IrOpInfo *info, uint32_t i) {
  const IrOpDef *def = info->def;
  if (i < info->num_operand_slots) return value_slot(&def->operands[i], operand_words);
  i -= info->num_operand_slots;
  if (i < info->num_result_slots) return value_slot(&def->results[i], result_words);
  i -= info->num_result_slots;
  if (i < info->num_attr_slots) {
    const IrAttrSlotDef *attr = &def->attrs[i];
    return (Slot){attr_words[attr->arity != IR_ONE], attr->name, attr->arity != IR_ONE};
  }
  i -= info->num_attr_slots;
  for (uint32_t k = 0; k < info->num_successor_slots; k++)
    if (def->successors[k].arity == IR_ONE && i-- == 0)
      return (Slot){"successor", def->successors[k].name, false};
  return (Slot){0};
}

static Slot other_at(const IrOpInfo *info, uint32_t i) {
  const IrOpDef *def = info->def;
  if (i < info->num_region_slots) return (Slot){"region", def->regions[i].name, false};
  i -= info->num_region_slots;
  for (uint32_t k = 0; k < info->num_successor_slots; k++)
    if (def->successors[k].arity != IR_ONE && i-- == 0)
      return (Slot){"successors", def->successors[k].name, true};
  return (Slot){0};
}

static bool is_other(IrStr text) {
  return (text.len > 6 && !memcmp(text.ptr, "region", 6)) ||
         (text.len > 10 && !memcmp(text.ptr, "successors", 10));
}

static bool slot_is(Slot slot, IrStr text) {
  if (!slot.name) return false;
  size_t n = strlen(slot.word), m = strlen(slot.name);
  return text.len == n + 1 + m && !memcmp(text.ptr, slot.word, n) && text.ptr[n] == ' ' &&
         !memcmp(text.ptr + n + 1, slot.name, m);
}

static IrStatus refuse(IrContext *ctx, IrLoc loc, const char *plugin, const IrOpInfo *info) {
  return ir_error(ctx, loc,
                  "cannot load plugin '{}': op '{}' has other slots than it was built with", plugin,
                  ir_ident_str(info->name));
}

static IrStatus changed(IrContext *ctx, IrLoc loc, const char *plugin, const IrOpInfo *info,
                        IrStr had, Slot has) {
  (void)refuse(ctx, loc, plugin, info);
  if (has.name)
    ir_note(ctx, loc, "the plugin has '{}' where this tool has '{} {}'", had, has.word, has.name);
  else
    ir_note(ctx, loc, "the plugin has '{}', which this tool lacks", had);
  return IR_FAILED;
}

// What was added to the table since may stay away only if it is optional.
static IrStatus check_rest(IrContext *ctx, IrLoc loc, const char *plugin, const Slots *at) {
  for (uint32_t i = at->cell;; i++) {
    Slot slot = member_at(at->info, i);
    if (!slot.name) return IR_OK;
    if (slot.optional) continue;
    (void)refuse(ctx, loc, plugin, at->info);
    ir_note(ctx, loc, "this tool's has '{} {}' in addition, which is not optional", slot.word,
            slot.name);
    return IR_FAILED;
  }
}

static IrStatus check_slots(IrContext *ctx, IrLoc loc, const char *plugin, Slots *at,
                            const char *line) {
  for (const char *p = line, *end; *p; p = end + 2) {
    end = strstr(p, ", ");
    if (!end) break;
    IrStr had = {p, (size_t)(end - p)};
    Slot has = is_other(had) ? other_at(at->info, at->other++) : member_at(at->info, at->cell++);
    if (!slot_is(has, had)) return changed(ctx, loc, plugin, at->info, had, has);
  }
  return check_rest(ctx, loc, plugin, at);
}

IrStatus ir_op_use_check(IrContext *ctx, IrLoc loc, const char *plugin, const char *line) {
  const char *colon = strstr(line, ": ");
  if (!colon) return IR_OK; // empty: padding between the plugin's files
  const IrOpInfo *info = ir_op_lookup(ctx, (IrStr){line, (size_t)(colon - line)});
  Slots at = {.info = info};
  return info ? check_slots(ctx, loc, plugin, &at, colon + 2) : IR_OK;
}
