// What a table must satisfy before it is registered.  A plugin's author meets these messages, so
// each names the op and says what to write instead.
#include "ir/core/op_impl.h"
#include "ir/core/table.h"

static bool is_word(const char *name) {
  if (!name || !*name || (*name >= '0' && *name <= '9')) return false;
  for (const char *c = name; *c; c++) {
    bool letter = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || *c == '_';
    if (!letter && !(*c >= '0' && *c <= '9')) return false;
  }
  return true;
}

static IrStatus check_name(IrContext *ctx, const IrDialect *dialect, const IrOpDef *def) {
  if (!def->name) {
    (void)ir_table_error(ctx, "an op of dialect '{}' has no name", dialect->name);
    ir_help(ctx, "write OP(id, \"{}.<name>\", ...)", dialect->name);
    return IR_FAILED;
  }
  size_t n = strlen(dialect->name);
  if (strncmp(def->name, dialect->name, n) || def->name[n] != '.' || !def->name[n + 1]) {
    (void)ir_table_error(ctx, "op '{}' is not named '{}.<name>', after its dialect", def->name,
                         dialect->name);
    ir_help(ctx, "an op's name in text begins with its dialect's");
    return IR_FAILED;
  }
  if (def->summary && *def->summary) return IR_OK;
  (void)ir_table_error(ctx, "op '{}' has no summary", def->name);
  ir_help(ctx, "say in its entry what it does: SUMMARY(\"...\"); --help-op prints it");
  return IR_FAILED;
}

// Traits that exclude each other, or mean nothing alone.
static const struct {
  uint64_t has, excludes, needs;
  const char *what, *help;
} trait_rules[] = {
    {IR_PURE, IR_READS | IR_WRITES | IR_ALLOCATES | IR_SYNC, 0,
     "is IR_PURE and has an effect on memory", "take IR_PURE out, or the effect"},
    {IR_NO_EFFECT, IR_READS | IR_WRITES | IR_ALLOCATES | IR_SYNC, 0,
     "is IR_NO_EFFECT and has an effect on memory", "take IR_NO_EFFECT out, or the effect"},
    {IR_RETURN_LIKE, 0, IR_TERMINATOR, "is IR_RETURN_LIKE and not IR_TERMINATOR",
     "write TRAITS(IR_TERMINATOR | IR_RETURN_LIKE | ...)"},
    {IR_CONSTANT_LIKE, IR_READS | IR_WRITES | IR_TERMINATOR, IR_PURE,
     "is IR_CONSTANT_LIKE, but not IR_PURE or no plain op",
     "a constant is written TRAITS(IR_PURE | IR_CONSTANT_LIKE)"},
    {IR_SYMBOL, IR_TERMINATOR, 0, "is IR_SYMBOL and IR_TERMINATOR",
     "a symbol stands in the body of a symbol table, which has no terminator"},
};

static IrStatus bad_op(IrContext *ctx, const IrOpDef *def, const char *what, const char *help) {
  (void)ir_table_error(ctx, "op '{}' {}", def->name, what);
  ir_help(ctx, "{}", help);
  return IR_FAILED;
}

static IrStatus check_trait_rules(IrContext *ctx, const IrOpDef *def) {
  for (size_t i = 0; i < sizeof trait_rules / sizeof trait_rules[0]; i++) {
    if (!(def->traits & trait_rules[i].has)) continue;
    bool bad = (def->traits & trait_rules[i].excludes) ||
               (def->traits & trait_rules[i].needs) != trait_rules[i].needs;
    if (bad) return bad_op(ctx, def, trait_rules[i].what, trait_rules[i].help);
  }
  return IR_OK;
}

static bool has_attr(const IrOpDef *def, const char *name) {
  for (size_t i = 0; def->attrs && def->attrs[i].name; i++)
    if (!strcmp(def->attrs[i].name, name)) return true;
  return false;
}

// Traits against slots.
static IrStatus check_trait_slots(IrContext *ctx, const IrOpInfo *info) {
  const IrOpDef *def = info->def;
  const uint64_t of_regions = IR_NO_TERMINATOR | IR_SYMBOL_TABLE | IR_ISOLATED | IR_REGION_EFFECTS |
                              IR_DEFAULT_DIALECT | IR_ALLOCATION_SCOPE;
  if ((def->traits & of_regions) && info->num_region_slots == 0)
    return bad_op(ctx, def, "has a trait that speaks of its regions, and no region",
                  "add REGIONS(REGION(body, IR_REGION_ONE_BLOCK)), or take the trait out");
  if (info->num_successor_slots && !(def->traits & IR_TERMINATOR))
    return bad_op(ctx, def, "has successors and is not IR_TERMINATOR",
                  "only the last op of a block can branch: TRAITS(IR_TERMINATOR)");
  if ((def->traits & IR_COMMUTATIVE) && info->num_operand_slots < 2 &&
      info->loose_operand == info->num_operand_slots)
    return bad_op(ctx, def, "is IR_COMMUTATIVE with fewer than two operands",
                  "take the trait out, or declare the operands");
  bool constant = info->num_operand_slots == 0 && info->num_result_slots == 1;
  if ((def->traits & IR_CONSTANT_LIKE) && !(constant && has_attr(def, "value")))
    return bad_op(ctx, def, "is IR_CONSTANT_LIKE and not of a constant's shape",
                  "a constant has no operands, one result, and ATTR(value, ...)");
  if ((def->traits & IR_SYMBOL) && info->sym_name == UINT32_MAX)
    return bad_op(ctx, def, "is a symbol without attribute 'sym_name'",
                  "add ATTR(sym_name, IR_SYMBOL_NAME_ATTR)");
  return IR_OK;
}

static IrStatus check_slot(IrContext *ctx, const IrOpDef *def, const char *what, const char *name,
                           const void *constraint, unsigned arity, unsigned most) {
  if (!is_word(name)) {
    (void)ir_table_error(ctx, "op '{}' has {} named '{}', which is no identifier", def->name, what,
                         name);
    ir_help(ctx, "a slot's name is letters, digits and '_'");
    return IR_FAILED;
  }
  if (!constraint) {
    (void)ir_table_error(ctx, "{} '{}' of op '{}' has no constraint", what, name, def->name);
    ir_help(ctx, "IR_ANY_TYPE and IR_ANY_ATTR admit everything");
    return IR_FAILED;
  }
  if (arity <= most) return IR_OK;
  (void)ir_table_error(ctx, "{} '{}' of op '{}' has arity {}, which is none", what, name, def->name,
                       arity);
  ir_help(ctx,
          "operands and results are IR_ONE, IR_OPTIONAL or IR_VARIADIC, attributes the first two");
  return IR_FAILED;
}

static IrStatus check_slots(IrContext *ctx, const IrOpInfo *info) {
  const IrOpDef *def = info->def;
  for (uint32_t i = 0; i < info->num_operand_slots; i++) {
    const IrSlotDef *s = &def->operands[i];
    IR_TRY(check_slot(ctx, def, "operand", s->name, s->is, s->arity, IR_VARIADIC));
  }
  for (uint32_t i = 0; i < info->num_result_slots; i++) {
    const IrSlotDef *s = &def->results[i];
    IR_TRY(check_slot(ctx, def, "result", s->name, s->is, s->arity, IR_VARIADIC));
  }
  for (uint32_t i = 0; i < info->num_attr_slots; i++) {
    const IrAttrSlotDef *s = &def->attrs[i];
    IR_TRY(check_slot(ctx, def, "attribute", s->name, s->is, s->arity, IR_OPTIONAL));
    for (uint32_t k = 0; k < i; k++)
      if (!strcmp(def->attrs[k].name, s->name))
        return bad_op(ctx, def, "has two attributes of one name", "rename one of them");
  }
  return IR_OK;
}

// `loose`: how many groups are not exactly one value.
static uint32_t count_loose(const IrSlotDef *slots, uint32_t n) {
  uint32_t loose = 0;
  for (uint32_t i = 0; i < n; i++) loose += slots[i].arity != IR_ONE;
  return loose;
}

static IrStatus check_groups(IrContext *ctx, const IrOpInfo *info) {
  const IrOpDef *def = info->def;
  if (!(def->traits & IR_SEGMENTS) && count_loose(def->operands, info->num_operand_slots) > 1)
    return bad_op(ctx, def, "has several optional or variadic operand groups and not IR_SEGMENTS",
                  "add the trait: the sizes of the groups are kept in operandSegmentSizes");
  if (count_loose(def->results, info->num_result_slots) > 1)
    return bad_op(ctx, def, "has several optional or variadic result groups",
                  "one is the most: make the others single results");
  if (info->num_slots <= IR_MAX_ATTR_SLOTS) return IR_OK;
  return bad_op(ctx, def, "has more than 255 attributes", "put some into a dictionary");
}

IrStatus ir_opdef_check_name(IrContext *ctx, const IrDialect *dialect, const IrOpDef *def) {
  IR_TRY(ir_table_check(ctx, "an op", def, IR_OPDEF_BASE));
  return check_name(ctx, dialect, def);
}

IrStatus ir_opdef_check(IrContext *ctx, const IrOpInfo *info) {
  IR_TRY(check_slots(ctx, info));
  IR_TRY(check_groups(ctx, info));
  IR_TRY(check_trait_rules(ctx, info->def));
  return check_trait_slots(ctx, info);
}
