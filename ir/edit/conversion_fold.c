// Folding before patterns: ops that are not legal, with their operands as they were before the
// conversion.
//
// All are folded first and replaced after, so that no fold sees what another one made: the order in
// which they are taken does not matter.  A fold may lead to a value that was folded itself, and so
// on: what stands for a result is the value at the end of that chain.
#include "ir/core/action.h"
#include "ir/core/op_impl.h"
#include "ir/edit/conversion_impl.h"
#include "ir/edit/fold.h"

enum { MAX_FOLDS = 64 }; // of one op in place

typedef struct Folds {
  Conversion *c;
  IR_VEC(IrOp *) ops; // folded whole, in order
  IrPtrMap values;    // their results, to what stands for them
} Folds;

static bool is_legal(Conversion *c, IrOp *op) {
  bool inside;
  return ir_conversion_legality(c, op, &inside) == IR_LEGAL;
}

// Folds in place as long as that helps; IR_FOLD_VALUES when the results are known.
static IrFoldKind fold_op(Conversion *c, IrOp *op, IrFolded *results) {
  for (unsigned i = 0; i < MAX_FOLDS; i++) {
    IrFoldKind kind = IR_FOLD_IN_PLACE;
    if (!ir_fold_order(op)) kind = ir_op_fold(op, NULL, results);
    if (kind != IR_FOLD_IN_PLACE) return kind;
    ir_changed(&c->rw, op);
  }
  return IR_FOLD_NONE;
}

static IrValue *value_of(Conversion *c, IrOp *op, const IrFolded *folded, uint32_t i) {
  IrType type = ir_result(op, i)->type;
  IrValue *value = folded->value;
  if (!value && folded->attr) {
    IrBuilder *b = &c->rw.builder;
    b->block = op->block;
    b->before = op;
    b->loc = op->loc;
    value = ir_builder_constant(b, op->info->dialect, folded->attr, type);
  }
  return value && value->type == type && ir_value_op(value) != op ? value : NULL;
}

// Every result has to be known, else the op is left to the patterns.
static bool note_values(Folds *f, IrOp *op, const IrFolded *results) {
  for (uint32_t i = 0; i < op->num_results; i++)
    if (!results[i].value && !results[i].attr) return false;
  for (uint32_t i = 0; i < op->num_results; i++) {
    IrValue *value = value_of(f->c, op, &results[i], i);
    if (!value) return false;
    ir_ptrmap_set(&f->values, ir_result(op, i), value);
  }
  ir_vec_push(&f->ops, op);
  return true;
}

static void fold_one(Folds *f, IrOp *op) {
  IrRewriter *rw = &f->c->rw;
  IrAction step;
  if (!op->info->def || (op->info->traits & IR_CONSTANT_LIKE) || op->num_regions) return;
  if (is_legal(f->c, op)) return;
  if (rw->watched && !ir_action_begin(rw->ctx, IR_ACTION_FOLD, "fold", op, &step)) return;
  uint64_t changes = rw->changes;
  size_t n = op->num_results;
  IrFolded few[8] = {0}, *results = n <= 8 ? few : ir_calloc(n, sizeof *results);
  bool known = fold_op(f->c, op, results) == IR_FOLD_VALUES && n && note_values(f, op, results);
  if (known && rw->debug) IR_DEBUG_OP(rw->ctx, op, rw->channel, "folds");
  if (rw->watched) ir_action_end(rw->ctx, &step, known || rw->changes != changes);
  if (results != few) ir_free(results);
}

// NULL: values lead to each other in a circle, as they may in a graph region.
static IrValue *end_of(const Folds *f, IrValue *value) {
  for (size_t step = 0; step <= f->values.n; step++) {
    IrValue *next = ir_ptrmap_get(&f->values, value);
    if (!next) return value;
    value = next;
  }
  return NULL;
}

// Ends are kept, so that a chain is not followed once for each of its ops.
static void replace(Folds *f, IrOp *op) {
  IR_VEC(IrValue *) values = {0};
  for (uint32_t i = 0; i < op->num_results; i++) {
    IrValue *value = end_of(f, ir_result(op, i));
    if (!value) continue;
    if (value != ir_result(op, i)) ir_ptrmap_set(&f->values, ir_result(op, i), value);
    ir_vec_push(&values, value);
  }
  if (values.n == op->num_results) ir_replace_values(&f->c->rw, op, values.at, values.n);
  ir_vec_free(&values);
}

// Ops that were folded in place keep their turn; new constants come first.
static void forget_changed(Conversion *c) {
  for (size_t i = 0; i < c->made.n; i++)
    if (c->made.at[i] && ir_worklist_has(&c->rw.worklist, c->made.at[i])) c->made.at[i] = NULL;
}

void ir_conversion_fold_all(Conversion *c) {
  Folds f = {.c = c};
  IR_VEC(IrOp *) ops = {0};
  for (size_t i = c->rw.worklist.ops.n; i-- > 0;)
    if (c->rw.worklist.ops.at[i]) ir_vec_push(&ops, c->rw.worklist.ops.at[i]);
  for (size_t i = 0; i < ops.n; i++) fold_one(&f, ops.at[i]);
  for (size_t i = 0; i < f.ops.n; i++) replace(&f, f.ops.at[i]);
  forget_changed(c);
  ir_vec_free(&ops);
  ir_vec_free(&f.ops);
  ir_ptrmap_free(&f.values);
}
