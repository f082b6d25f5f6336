#include "ir/analysis/constants.h"

#include "ir/core/op_impl.h"
#include "ir/interfaces/cast.h"

static const IrConstantState VARIES = {NULL, &ir_builtin_dialect};

static bool is_none(const IrConstantState *state) {
  return !state->value && !state->dialect;
}

static bool join(const IrDataflow *flow, const IrValue *value, void *to, const void *from) {
  (void)flow, (void)value;
  IrConstantState *a = to;
  const IrConstantState *b = from;
  if (is_none(b) || (!a->value && a->dialect) || (a->value && a->value == b->value)) return false;
  *a = is_none(a) ? *b : VARIES;
  return true;
}

static void top(const IrDataflow *flow, const IrValue *value, void *state) {
  (void)flow, (void)value;
  *(IrConstantState *)state = VARIES;
}

static IrDataflowConstant constant(const IrValue *value, const void *state, IrAttr *attr) {
  (void)value;
  const IrConstantState *s = state;
  *attr = s->value;
  if (is_none(s)) return IR_DATAFLOW_NOT_YET;
  return s->value ? IR_DATAFLOW_CONSTANT : IR_DATAFLOW_VARIES;
}

// ---- Trying folds ----

static IrFoldKind run_folds(IrOp *op, const IrAttr *constants, IrFolded *results) {
  const IrOpInfo *info = op->info;
  IrFoldKind kind = IR_FOLD_NONE;
  for (uint32_t i = 0; !kind && i < info->num_folds; i++)
    kind = info->folds[i](op, constants, results);
  if (!kind && ir_op_is_cast(op)) kind = ir_cast_fold(op, results);
  if (!kind && info->dialect && info->dialect->fold)
    kind = info->dialect->fold(op, constants, results);
  return kind;
}

// What a fold in place may change.
typedef struct Saved {
  IrValue **operands;
  IrAttr *slots;
  IrAttr discardable;
  size_t num_operands;
} Saved;

static Saved save(IrArena *arena, const IrOp *op) {
  Saved s = {IR_NEW_ARRAY(arena, IrValue *, op->num_operands + 1),
             IR_NEW_ARRAY(arena, IrAttr, op->num_slots + 1), ir_discardable(op), op->num_operands};
  memcpy(s.operands, ir_operands(op), op->num_operands * sizeof *s.operands);
  memcpy(s.slots, ir_slots(op), op->num_slots * sizeof *s.slots);
  return s;
}

static void restore(IrOp *op, const Saved *s) {
  ir_op_set_operands(op, s->operands, s->num_operands);
  for (size_t i = 0; i < op->num_slots; i++) ir_op_set_slot_attr(op, i, s->slots[i]);
  ir_op_set_discardable(op, s->discardable);
}

// A constant, or what is known of an existing value.
static void take_folded(IrDataflow *flow, IrOp *op, size_t i, const IrFolded *folded,
                        IrConstantState *out) {
  const IrConstantState *known = NULL;
  if (folded->attr) {
    *out = (IrConstantState){folded->attr, op->info->dialect};
    return;
  }
  bool usable = folded->value && folded->value->type == ir_result(op, i)->type &&
                ir_value_op(folded->value) != op;
  if (usable) known = ir_dataflow_value(flow, &ir_constant_analysis, folded->value);
  *out = known ? *known : VARIES;
}

static bool fold(IrDataflow *flow, IrOp *op, const void *const *in, void *const *out) {
  IrArena *arena = ir_dataflow_scratch(flow);
  size_t n = op->num_results;
  IrAttr *constants = IR_NEW_ARRAY(arena, IrAttr, op->num_operands + 1);
  for (size_t i = 0; i < op->num_operands; i++)
    constants[i] = ((const IrConstantState *)in[i])->value;
  IrFolded *results = IR_NEW_ARRAY(arena, IrFolded, n);
  Saved before = save(arena, op);
  IrFoldKind kind = run_folds(op, constants, results);
  if (kind == IR_FOLD_IN_PLACE) restore(op, &before);
  if (kind != IR_FOLD_VALUES) return false;
  for (size_t i = 0; i < n; i++) take_folded(flow, op, i, &results[i], out[i]);
  return true;
}

static IrAttr value_slot(const IrOp *op) {
  const IrAttrSlotDef *slots = op->info->def->attrs;
  for (size_t i = 0; slots && slots[i].name; i++)
    if (!strcmp(slots[i].name, "value")) return ir_slots(op)[i];
  return NULL;
}

// An op with regions is not tried: what its fold does may reach into them.
static bool transfer(IrDataflow *flow, IrOp *op, const void *const *in, void *const *out) {
  const IrOpInfo *info = op->info;
  if (!info->def || op->num_regions) return false;
  if (info->traits & IR_CONSTANT_LIKE) {
    *(IrConstantState *)out[0] = (IrConstantState){value_slot(op), info->dialect};
    return true;
  }
  bool folds = info->num_folds || info->interfaces[IR_INTERFACE_CAST] ||
               (info->dialect && info->dialect->fold);
  return folds && fold(flow, op, in, out);
}

const IrDataflowDef ir_constant_analysis = {.size = sizeof(IrDataflowDef),
                                            .name = "constants",
                                            .kind = IR_DATAFLOW_SPARSE,
                                            .state_size = sizeof(IrConstantState),
                                            .join = join,
                                            .top = top,
                                            .transfer = transfer,
                                            .constant = constant};

const IrConstantState *ir_constant_of(IrDataflow *flow, const IrValue *value) {
  const IrConstantState *state = ir_dataflow_value(flow, &ir_constant_analysis, value);
  return state && state->value ? state : NULL;
}
