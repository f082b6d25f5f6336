// Folding: an op whose results are known becomes constants or values that exist already.
#include "ir/analysis/tree.h"
#include "ir/core/action.h"
#include "ir/core/op_impl.h"
#include "ir/edit/rewriter_impl.h"
#include "ir/interfaces/cast.h"
#include "ir/interfaces/effects.h"

IrAttr ir_constant_value(const IrOp *op) {
  const IrOpDef *def = ir_op_def(op);
  if (!def || !(def->traits & IR_CONSTANT_LIKE) || !def->attrs) return NULL;
  for (size_t i = 0; def->attrs[i].name; i++)
    if (!strcmp(def->attrs[i].name, "value")) return ir_op_slot_attr(op, i);
  return NULL;
}

bool ir_match_constant(const IrValue *value, IrAttr *attr) {
  IrOp *op = value ? ir_value_op(value) : NULL;
  *attr = op ? ir_constant_value(op) : NULL;
  return *attr != NULL;
}

bool ir_match_int(const IrValue *value, int64_t *number) {
  IrAttr attr;
  if (!ir_match_constant(value, &attr)) return false;
  if (ir_attr_kind(attr) == IR_ATTR_DENSE && ir_attr_is_splat(attr))
    attr = ir_attr_dense_at(attr, 0);
  if (ir_attr_kind(attr) != IR_ATTR_INTEGER || !ir_attr_fits_int(attr)) return false;
  *number = ir_attr_int(attr);
  return true;
}

// Whether an op's own effects keep it alive.  Reading, and making memory that nobody uses, are not
// worth keeping.
static bool has_lasting_effect(const IrOp *op) {
  return ir_op_effect_kinds(op) & (IR_EFFECT_WRITE | IR_EFFECT_FREE | IR_EFFECT_UNKNOWN);
}

// Terminators that only hand values to their parent keep nothing.
static bool keeps_alive(const IrOp *op) {
  const uint64_t hands_over = IR_TERMINATOR | IR_RETURN_LIKE;
  if (!op->info->def) return true;
  if ((op->info->traits & hands_over) == hands_over) return false;
  return has_lasting_effect(op);
}

static bool has_inner_effect(const IrOp *root) {
  for (IrOp *op = ir_tree_first(root, 0); op; op = ir_tree_next(op, root)) {
    if (keeps_alive(op)) return true;
    if (ir_block_next(ir_op_block(op))) return true; // branches between blocks may never end
  }
  return false;
}

static bool is_needed(const IrOp *op) {
  return !op->info->def || (op->info->traits & (IR_TERMINATOR | IR_SYMBOL)) ||
         has_lasting_effect(op);
}

static bool needs_inside(const IrOp *op) {
  return (op->info->traits & IR_REGION_EFFECTS) && has_inner_effect(op);
}

bool ir_op_is_dead(const IrOp *op) {
  if (is_needed(op)) return false;
  for (size_t i = 0, n = ir_op_num_results(op); i < n; i++)
    if (ir_value_has_uses(ir_op_result(op, i))) return false;
  return !needs_inside(op);
}

bool ir_op_is_dead_unless_used(const IrOp *op) {
  return !is_needed(op) && !needs_inside(op);
}

// c + x -> x + c: constant operands go last, the others keep their order.
static bool order_commutative(IrOp *op, const IrAttr *constants, size_t n) {
  size_t first = 0;
  while (first < n && !constants[first]) first++;
  size_t last = n;
  while (last > first && constants[last - 1]) last--;
  if (first == last) return false;
  IR_VEC(IrValue *) order = {0};
  for (size_t i = 0; i < n; i++)
    if (!constants[i]) ir_vec_push(&order, ir_op_operand(op, i));
  for (size_t i = 0; i < n; i++)
    if (constants[i]) ir_vec_push(&order, ir_op_operand(op, i));
  for (size_t i = 0; i < n; i++) ir_op_set_operand(op, i, order.at[i]);
  ir_vec_free(&order);
  return true;
}

static void find_constants(const IrOp *op, IrAttr *constants, size_t n) {
  for (size_t i = 0; i < n; i++) (void)ir_match_constant(ir_op_operand(op, i), &constants[i]);
}

// Values for all results, or false: the fold gave an op's own result back, a value of another type,
// or a constant that no dialect can make an op of.
static bool results_to_values(IrRewriter *rw, IrOp *op, const IrFolded *results, IrValue **values,
                              size_t n) {
  for (size_t i = 0; i < n; i++) {
    IrType type = ir_value_type(ir_op_result(op, i));
    values[i] = results[i].value;
    if (!values[i] && results[i].attr) values[i] = ir_constants_get(rw, op, results[i].attr, type);
    if (!values[i] || ir_value_type(values[i]) != type || ir_value_op(values[i]) == op)
      return false;
  }
  return true;
}

static bool replace_by_folded(IrRewriter *rw, IrOp *op, const IrFolded *results) {
  size_t n = ir_op_num_results(op);
  IrValue *few[8], **values = n <= 8 ? few : ir_calloc(n, sizeof *values);
  bool done = results_to_values(rw, op, results, values, n);
  if (done) ir_replace_values(rw, op, values, n);
  if (values != few) ir_free(values);
  return done;
}

// Before results are replaced: the op may be gone after that.
static void debug_fold(const IrOp *op, IrFoldKind kind, const IrFolded *results) {
  IrContext *ctx = ir_op_context(op);
  if (kind == IR_FOLD_IN_PLACE)
    IR_DEBUG_OP(ctx, op, "fold", "is simplified in place");
  else if (kind != IR_FOLD_VALUES)
    IR_DEBUG_OP(ctx, op, "fold", "does not fold");
  else if (ir_op_num_results(op) && results[0].value)
    IR_DEBUG_OP(ctx, op, "fold", "folds to {}", results[0].value);
  else if (ir_op_num_results(op))
    IR_DEBUG_OP(ctx, op, "fold", "folds to {}", results[0].attr);
}

static bool run_folder(IrRewriter *rw, IrOp *op, IrFoldFn fold, const IrAttr *constants) {
  size_t n = ir_op_num_results(op);
  IrFolded few[8] = {0}, *results = n <= 8 ? few : ir_calloc(n, sizeof *results);
  IrFoldKind kind = fold(op, constants, results);
  if (rw->debug_fold) debug_fold(op, kind, results);
  bool changed = kind == IR_FOLD_IN_PLACE;
  if (changed) ir_changed(rw, op);
  if (kind == IR_FOLD_VALUES) changed = replace_by_folded(rw, op, results);
  if (results != few) ir_free(results);
  return changed;
}

static IrFoldKind fold_cast(IrOp *op, const IrAttr *constants, IrFolded *results) {
  (void)constants;
  return ir_cast_fold(op, results);
}

// The op's folds in order, then what its being a cast says, then its dialect's.
static bool run_folders(IrRewriter *rw, IrOp *op, const IrAttr *constants) {
  const IrOpInfo *info = op->info;
  bool cast = info->interfaces[IR_INTERFACE_CAST] && ir_op_is_cast(op);
  for (uint32_t i = 0; i < info->num_folds; i++)
    if (run_folder(rw, op, info->folds[i], constants)) return true;
  if (cast && run_folder(rw, op, fold_cast, constants)) return true;
  return info->dialect->fold && run_folder(rw, op, info->dialect->fold, constants);
}

static bool has_fold(const IrOpInfo *info) {
  return info->num_folds || info->dialect->fold || info->interfaces[IR_INTERFACE_CAST];
}

// Of an op with a fold or a commutative one.
static bool fold(IrRewriter *rw, IrOp *op, const IrOpDef *def) {
  bool commutative = def->traits & IR_COMMUTATIVE;
  size_t n = ir_op_num_operands(op);
  IrAttr few[8] = {0}, *constants = n <= 8 ? few : ir_calloc(n, sizeof *constants);
  find_constants(op, constants, n);
  bool changed = commutative && order_commutative(op, constants, n);
  if (changed)
    ir_changed(rw, op); // comes back with its operands in order
  else
    changed = run_folders(rw, op, constants);
  if (constants != few) ir_free(constants);
  return changed;
}

bool ir_fold(IrRewriter *rw, IrOp *op) {
  const IrOpDef *def = ir_op_def(op);
  if (!def || (def->traits & IR_CONSTANT_LIKE)) return false;
  if (!has_fold(op->info) && !(def->traits & IR_COMMUTATIVE)) return false;
  if (!rw->watched) return fold(rw, op, def);
  IrAction step;
  if (!ir_action_begin(rw->ctx, IR_ACTION_FOLD, "fold", op, &step)) return false;
  bool changed = fold(rw, op, def);
  ir_action_end(rw->ctx, &step, changed);
  return changed;
}
