// Op definitions as registered in a context, and access to an op's slots by definition.
#include "ir/core/op_impl.h"
#include "ir/core/storage_impl.h"
#include "ir/core/table.h"

const IrOpInfo *ir_op_lookup(IrContext *ctx, IrStr name) {
  return ir_strmap_get(&ctx->infos, name);
}

static const IrOpInfo *find_unregistered(const IrContext *ctx, IrIdent name, uint32_t hash) {
  IrProbe probe = ir_intern_probe(&ctx->unregistered, hash);
  const IrOpInfo *info;
  while ((info = ir_intern_next(&probe)))
    if (info->name == name) return info;
  return NULL;
}

const IrOpInfo *ir_op_info_unregistered(IrContext *ctx, IrStr text) {
  IrIdent name = ir_ident(ctx, text);
  uint32_t hash = (uint32_t)ir_hash_pointer(name);
  const IrOpInfo *known = find_unregistered(ctx, name, hash);
  if (known) return known;
  ir_lock(&ctx->unregistered.lock, ctx->shared);
  if (ctx->shared) known = find_unregistered(ctx, name, hash);
  if (!known) {
    IrOpInfo *info = IR_NEW(ir_context_arena(ctx), IrOpInfo);
    *info = (IrOpInfo){
        .ctx = ctx, .name = name, .effect_kinds = IR_EFFECT_UNKNOWN, .sym_name = UINT32_MAX};
    ir_intern_insert(&ctx->unregistered, info, hash, ctx->shared);
    known = info;
  }
  ir_unlock(&ctx->unregistered.lock, ctx->shared);
  return known;
}

const IrOpInfo *ir_op_info_of(IrContext *ctx, const IrOpDef *def) {
  const IrOpInfo *info = ir_ptrmap_get(&ctx->info_of_def, def);
  if (info) return info;
  IrStream message = {0};
  ir_print(
      &message,
      "op '{}' is used, but its dialect is not registered in this context: name the dialect in "
      "NEEDS of the pass, or in .depends of the dialect that uses it",
      def->name);
  IR_UNREACHABLE(ir_stream_cstr(&message));
}

const IrOpDef *ir_op_info_def(const IrOpInfo *info) {
  return info->def;
}

IrStr ir_op_info_name(const IrOpInfo *info) {
  return ir_ident_str(info->name);
}

const struct IrFormat *ir_op_info_format(const IrOpInfo *info) {
  return info->format;
}

// Registration.

static void count_slots(IrOpInfo *info) {
  const IrOpDef *def = info->def;
  while (def->operands && def->operands[info->num_operand_slots].name) info->num_operand_slots++;
  while (def->results && def->results[info->num_result_slots].name) info->num_result_slots++;
  while (def->attrs && def->attrs[info->num_attr_slots].name) info->num_attr_slots++;
  while (def->regions && def->regions[info->num_region_slots].name) info->num_region_slots++;
  while (def->successors && def->successors[info->num_successor_slots].name)
    info->num_successor_slots++;
}

// First slot that is not exactly one value; `n` when there is none.
static uint32_t first_loose(const IrSlotDef *slots, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (slots[i].arity != IR_ONE) return i;
  return n;
}

static void name_slots(IrContext *ctx, IrOpInfo *info) {
  IrIdent *names = IR_NEW_ARRAY(ir_context_arena(ctx), IrIdent, info->num_slots);
  for (uint32_t i = 0; i < info->num_attr_slots; i++) {
    names[i] = ir_ident(ctx, ir_str(info->def->attrs[i].name));
    if (ir_str_is(ir_ident_str(names[i]), "sym_name")) info->sym_name = i;
  }
  if (info->num_slots > info->num_attr_slots)
    names[info->num_attr_slots] = ir_ident(ctx, IR_STR("operandSegmentSizes"));
  info->slot_names = names;
}

void ir_op_info_add_fold(IrContext *ctx, IrOpInfo *info, IrFoldFn fold) {
  IrFoldFn *grown = IR_NEW_ARRAY(ir_context_arena(ctx), IrFoldFn, info->num_folds + 1);
  if (info->num_folds) memcpy(grown, info->folds, info->num_folds * sizeof *grown);
  grown[info->num_folds++] = fold;
  info->folds = grown;
}

// Effects as the traits say them.
static uint32_t effect_kinds(uint64_t traits) {
  uint32_t kinds = 0;
  if (traits & IR_READS) kinds |= IR_EFFECT_READ;
  if (traits & IR_WRITES) kinds |= IR_EFFECT_WRITE;
  if (traits & IR_ALLOCATES) kinds |= IR_EFFECT_ALLOCATE;
  if (traits & IR_SYNC) kinds |= IR_EFFECT_UNKNOWN;
  bool says = traits & (IR_PURE | IR_NO_EFFECT | IR_REGION_EFFECTS);
  return kinds || says ? kinds : (uint32_t)IR_EFFECT_UNKNOWN;
}

static IrOpInfo *make_info(IrContext *ctx, const IrDialect *dialect, const IrOpDef *key) {
  const IrOpDef *def = ir_table_adopt(ctx, key, sizeof *def);
  IrOpInfo *info = IR_NEW(ir_context_arena(ctx), IrOpInfo);
  *info = (IrOpInfo){.ctx = ctx,
                     .key = key,
                     .def = def,
                     .name = ir_ident(ctx, ir_str(def->name)),
                     .traits = def->traits,
                     .effect_kinds = effect_kinds(def->traits),
                     .dialect = dialect,
                     .sym_name = UINT32_MAX};
  count_slots(info);
  info->loose_operand = first_loose(def->operands, info->num_operand_slots);
  info->loose_result = first_loose(def->results, info->num_result_slots);
  info->num_slots = info->num_attr_slots + ((def->traits & IR_SEGMENTS) != 0);
  return info;
}

IrStatus ir_op_register(IrContext *ctx, const IrDialect *dialect, const IrOpDef *def) {
  IR_TRY(ir_opdef_check_name(ctx, dialect, def));
  const IrOpInfo *known = ir_op_lookup(ctx, ir_str(def->name));
  if (known) return ir_duplicate_error(ctx, "op", def->name, known->dialect);
  IrOpInfo *info = make_info(ctx, dialect, def);
  name_slots(ctx, info);
  IR_TRY(ir_opdef_check(ctx, info));
  IR_TRY(ir_interfaces_check(ctx, info, info->def->interfaces));
  ir_interfaces_add(ctx, info, info->def->interfaces);
  if (info->def->fold) ir_op_info_add_fold(ctx, info, info->def->fold);
  if (info->def->format) IR_TRY(ir_format_compile(ctx, info->def, &info->format));
  ir_strmap_set(&ctx->infos, ir_ident_str(info->name), info);
  ir_ptrmap_set(&ctx->info_of_def, def, info);
  return IR_OK;
}

// Groups.

// With one loose group it takes what the fixed ones leave.
static IrRange range_of(uint32_t slot, uint32_t loose, uint32_t num_slots, uint32_t have) {
  if (slot < loose) return (IrRange){slot, slot < have};
  uint32_t fixed = num_slots - (loose < num_slots);
  uint32_t rest = have > fixed ? have - fixed : 0;
  if (slot == loose) return (IrRange){slot, rest};
  uint32_t first = slot - 1 + rest;
  return (IrRange){first, first < have};
}

static IrRange segment(const IrOp *op, size_t slot) {
  IrAttr sizes = ir_slots(op)[op->info->num_attr_slots];
  if (!sizes || ir_attr_kind(sizes) != IR_ATTR_DENSE_ARRAY || slot >= ir_attr_count(sizes))
    return (IrRange){0, 0};
  int64_t first = 0, have = op->num_operands;
  for (size_t i = 0; i < slot; i++) {
    int64_t size = ir_attr_array_int(sizes, i);
    if (size < 0 || size > have - first) return (IrRange){0, 0};
    first += size;
  }
  int64_t n = ir_attr_array_int(sizes, slot);
  if (n < 0 || n > have - first) return (IrRange){0, 0};
  return (IrRange){(uint32_t)first, (uint32_t)n};
}

IrRange ir_operand_range(const IrOp *op, size_t slot) {
  const IrOpInfo *info = op->info;
  if (info->traits & IR_SEGMENTS) return segment(op, slot);
  return range_of((uint32_t)slot, info->loose_operand, info->num_operand_slots, op->num_operands);
}

IrRange ir_result_range(const IrOp *op, size_t slot) {
  const IrOpInfo *info = op->info;
  return range_of((uint32_t)slot, info->loose_result, info->num_result_slots, op->num_results);
}

IrValues ir_op_operand_group(const IrOp *op, size_t slot) {
  IrRange range = ir_operand_range(op, slot);
  return (IrValues){ir_operands(op) + range.first, range.n};
}

IrRun ir_op_operand_run(const IrOp *op, size_t slot) {
  IrRange range = ir_operand_range(op, slot);
  return (IrRun){range.first, range.n};
}

void ir_op_result_group(const IrOp *op, size_t slot, size_t *first, size_t *n) {
  IrRange range = ir_result_range(op, slot);
  *first = range.first;
  *n = range.n;
}

// Members of args structs.

IrOp *ir_value_def_as(const IrValue *value, const IrOpDef *def) {
  if (!value || ir_is_arg(value)) return NULL;
  IrOp *op = ir_result_op(value);
  return op->info->key == def ? op : NULL;
}

IrValue *ir_get_operand(const IrOp *op, size_t slot) {
  IrRange range = ir_operand_range(op, slot);
  return range.n ? ir_operands(op)[range.first] : NULL;
}

IrValues ir_get_operands(const IrOp *op, size_t slot) {
  return ir_op_operand_group(op, slot);
}

static size_t result_slot(const IrOp *op, size_t slot) {
  return slot - op->info->num_operand_slots;
}

static size_t attr_slot(const IrOp *op, size_t slot) {
  size_t attr = result_slot(op, slot) - op->info->num_result_slots;
  IR_ASSERT(attr < op->info->num_attr_slots, "no such attribute slot");
  return attr;
}

IrAttr ir_get_attr(const IrOp *op, size_t slot) {
  return ir_slots(op)[attr_slot(op, slot)];
}

void ir_set_attr(IrOp *op, size_t slot, IrAttr value) {
  ir_slots(op)[attr_slot(op, slot)] = value;
  ir_note_edit(op, IR_EDIT_ATTRIBUTES);
}

IrType ir_get_type(const IrOp *op, size_t slot) {
  IrRange range = ir_result_range(op, result_slot(op, slot));
  return range.n ? ir_result(op, range.first)->type : NULL;
}

// Types of several results do not lie side by side; the uniqued tuple of them has them so.
IrTypes ir_get_types(const IrOp *op, size_t slot) {
  IrRange range = ir_result_range(op, result_slot(op, slot));
  if (range.n == 0) return (IrTypes){NULL, 0};
  if (range.n == 1) return (IrTypes){&ir_result(op, range.first)->type, 1};
  IrType *types = ir_malloc(range.n * sizeof *types);
  for (uint32_t i = 0; i < range.n; i++) types[i] = ir_result(op, range.first + i)->type;
  IrType tuple = ir_type_tuple(op->info->ctx, types, range.n);
  ir_free(types);
  return (IrTypes){ir_type_list(tuple), range.n};
}

IrBlock *ir_get_successor(const IrOp *op, size_t slot) {
  const IrOpInfo *info = op->info;
  size_t successor = result_slot(op, slot) - info->num_result_slots - info->num_attr_slots;
  return successor < op->num_successors ? ir_edges(op)[successor].block : NULL;
}
