// Folding: an op whose results are known becomes constants or values that exist already.
#include "ir/analysis/tree.h"
#include "ir/core/action.h"
#include "ir/core/op_impl.h"
#include "ir/edit/fold.h"
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

bool ir_fold_order(IrOp *op) {
  if (!(op->info->traits & IR_COMMUTATIVE)) return false;
  size_t n = op->num_operands;
  IrAttr few[8] = {0}, *constants = n <= 8 ? few : ir_calloc(n, sizeof *constants);
  find_constants(op, constants, n);
  bool changed = order_commutative(op, constants, n);
  if (constants != few) ir_free(constants);
  return changed;
}

static bool is_known(const IrFolded *folded) {
  return folded->value || folded->attr;
}

// The value that stands for result `i`, or NULL: it was folded to the op's own result, a value of
// another type, or a constant that no dialect can make an op of.
static IrValue *value_of(IrRewriter *rw, IrOp *op, const IrFolded *folded, size_t i) {
  IrType type = ir_value_type(ir_op_result(op, i));
  IrValue *value = folded->value;
  if (!value) value = ir_constants_make(rw, op, folded->attr, type);
  return value && ir_value_type(value) == type && ir_value_op(value) != op ? value : NULL;
}

// True when the op is replaced whole and may go.  A result that stays and that nobody uses gets no
// constant: making one would be a change each time.
static bool collect_values(IrRewriter *rw, IrOp *op, const IrFolded *results, IrValue **values,
                           size_t n, bool *any) {
  bool whole = op->num_regions == 0;
  for (size_t i = 0; i < n; i++) whole &= is_known(&results[i]);
  for (size_t i = 0; i < n; i++) {
    bool used = ir_value_has_uses(ir_op_result(op, i));
    values[i] = is_known(&results[i]) && (whole || used) ? value_of(rw, op, &results[i], i) : NULL;
    whole &= values[i] != NULL;
    *any |= values[i] && used;
  }
  return whole;
}

// Some results, or all of an op whose regions may have effects.
static bool replace_some(IrRewriter *rw, IrOp *op, IrValue *const *values, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (values[i]) ir_rewriter_replace_uses(rw, ir_op_result(op, i), values[i]);
  return ir_op_is_dead(op) ? ir_erase(rw, op) : ir_changed(rw, op);
}

static bool replace_by_folded(IrRewriter *rw, IrOp *op, const IrFolded *results) {
  size_t n = ir_op_num_results(op);
  bool any = false;
  IrValue *few[8], **values = n <= 8 ? few : ir_calloc(n, sizeof *values);
  bool whole = collect_values(rw, op, results, values, n, &any);
  if (whole)
    ir_replace_values(rw, op, values, n);
  else if (any)
    replace_some(rw, op, values, n);
  if (values != few) ir_free(values);
  return whole || any;
}

// Before results are replaced: the op may be gone after that.
static void debug_fold(const IrOp *op, IrFoldKind kind, const IrFolded *results) {
  IrContext *ctx = ir_op_context(op);
  if (kind == IR_FOLD_IN_PLACE)
    IR_DEBUG_OP(ctx, op, "fold", "is simplified in place");
  else if (kind != IR_FOLD_VALUES)
    IR_DEBUG_OP(ctx, op, "fold", "does not fold");
  for (size_t i = 0; kind == IR_FOLD_VALUES && i < ir_op_num_results(op); i++) {
    if (results[i].value)
      IR_DEBUG_OP(ctx, op, "fold", "folds to {}", results[i].value);
    else if (results[i].attr)
      IR_DEBUG_OP(ctx, op, "fold", "folds to {}", results[i].attr);
  }
}

static IrFoldKind fold_cast(IrOp *op, const IrAttr *constants, IrFolded *results) {
  (void)constants;
  return ir_cast_fold(op, results);
}

// ---- The folds of an op, in order ----

// Fold number `i`, or NULL behind the last.
static IrFoldFn fold_at(const IrOp *op, size_t i) {
  const IrOpInfo *info = op->info;
  if (i < info->num_folds) return info->folds[i];
  i -= info->num_folds;
  if (info->interfaces[IR_INTERFACE_CAST] && ir_op_is_cast(op) && i-- == 0) return fold_cast;
  return i == 0 && info->dialect ? info->dialect->fold : NULL;
}

static bool has_fold(const IrOpInfo *info) {
  return info->num_folds || info->dialect->fold || info->interfaces[IR_INTERFACE_CAST];
}

static IrFoldKind call_fold(IrRewriter *rw, IrOp *op, IrFoldFn fold, const IrAttr *constants,
                            IrFolded *results) {
  if (!rw->check) return fold(op, constants, results);
  CheckedStep step = ir_check_begin(rw, "fold", op->info->name->text, op);
  IrFoldKind kind = fold(op, constants, results);
  ir_journal_announce(&rw->check->journal, op);
  ir_check_end(rw, &step, kind == IR_FOLD_IN_PLACE);
  return kind;
}

static bool run_folder(IrRewriter *rw, IrOp *op, IrFoldFn fold, const IrAttr *constants) {
  size_t n = op->num_results;
  IrFolded few[8] = {0}, *results = n <= 8 ? few : ir_calloc(n, sizeof *results);
  IrFoldKind kind = call_fold(rw, op, fold, constants, results);
  if (rw->debug_fold) debug_fold(op, kind, results);
  bool changed = kind == IR_FOLD_IN_PLACE;
  if (changed) ir_changed(rw, op);
  if (kind == IR_FOLD_VALUES) changed = replace_by_folded(rw, op, results);
  if (results != few) ir_free(results);
  return changed;
}

static bool run_folders(IrRewriter *rw, IrOp *op, const IrAttr *constants) {
  IrFoldFn fold;
  for (size_t i = 0; (fold = fold_at(op, i)); i++)
    if (run_folder(rw, op, fold, constants)) return true;
  return false;
}

// Of an op with a fold or a commutative one.
static bool fold_op(IrRewriter *rw, IrOp *op, const IrOpDef *def) {
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
  if (!rw->watched) return fold_op(rw, op, def);
  IrAction step;
  if (!ir_action_begin(rw->ctx, IR_ACTION_FOLD, "fold", op, &step)) return false;
  bool changed = fold_op(rw, op, def);
  ir_action_end(rw->ctx, &step, changed);
  return changed;
}

// ---- Without a rewriter ----

IrFoldKind ir_op_fold(IrOp *op, const IrAttr *constants, IrFolded *results) {
  const IrOpDef *def = op->info->def;
  if (!def || (def->traits & IR_CONSTANT_LIKE)) return IR_FOLD_NONE;
  size_t n = op->num_operands;
  IrAttr few[8] = {0}, *found = n <= 8 ? few : ir_calloc(n, sizeof *found);
  if (!constants) find_constants(op, found, n);
  IrFoldKind kind = IR_FOLD_NONE;
  IrFoldFn fold;
  for (size_t i = 0; kind == IR_FOLD_NONE && (fold = fold_at(op, i)); i++) {
    if (op->num_results) memset(results, 0, op->num_results * sizeof *results);
    kind = fold(op, constants ? constants : found, results);
  }
  if (found != few) ir_free(found);
  return kind;
}

static bool make_values(IrBuilder *b, const IrOp *op, const IrFolded *folded, IrValue **values) {
  for (size_t i = 0; i < op->num_results; i++) {
    IrType type = ir_result(op, i)->type;
    values[i] = folded[i].value;
    if (!values[i] && folded[i].attr)
      values[i] = ir_builder_constant(b, op->info->dialect, folded[i].attr, type);
    if (!values[i] || values[i]->type != type || ir_value_op(values[i]) == op) return false;
  }
  return true;
}

bool ir_builder_fold(IrBuilder *b, IrOp *op, IrValue **values) {
  size_t n = op->num_results;
  IrFolded few[8] = {0}, *folded = n <= 8 ? few : ir_calloc(n, sizeof *folded);
  IrFoldKind kind;
  do { // a fold in place may make room for another
    kind = ir_op_fold(op, NULL, folded);
  } while (kind == IR_FOLD_IN_PLACE);
  bool done = kind == IR_FOLD_VALUES && op->num_regions == 0 && make_values(b, op, folded, values);
  for (size_t i = 0; i < n && !done; i++) values[i] = ir_result(op, i);
  if (done && b->before == op) b->before = op->next;
  if (done && b->rewriter)
    ir_erase(b->rewriter, op);
  else if (done)
    ir_op_destroy(op);
  if (folded != few) ir_free(folded);
  return done;
}

IrValue *ir_builder_fold1(IrBuilder *b, IrOp *op) {
  IR_ASSERT(op->num_results == 1, "an op with one result");
  IrValue *value;
  (void)ir_builder_fold(b, op, &value);
  return value;
}
