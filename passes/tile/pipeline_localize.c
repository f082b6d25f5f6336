// Cheap ops once more in each stage that uses what they compute.
//
//   %at = muli %k, %n          {stage = 0}        %at = muli %k, %n           {stage = 0}
//   ... copies at %at          {stage = 0}  ==>   %at' = muli %k, %n          {stage = 3}
//   ... a mask that %at makes  {stage = 3}        ... a mask that %at' makes  {stage = 3}
//
// What a stage computes and a later one uses waits in registers, one for each stage between.
// Computing it once more takes none: ops without effects whose operands go back to the loop's
// counter, to values from outside, and to carried values that are made of the same; those are
// carried once more, too.
#include "ir/analysis/tree.h"
#include "ir/edit/builder.h"
#include "ir/interfaces/effects.h"
#include "passes/tile/loop_carry.h"
#include "passes/tile/pipeline.h"

// A carried value that is carried once more.
typedef struct Twin {
  IrValue *arg, *twin;
  int64_t stage;
} Twin;

typedef struct Localize {
  Pipeline *p;
  IrPtrMap remade[PIPELINE_MAX_STAGE + 1]; // value -> what it is in that stage
  IrPtrMap cheap;                          // value -> whether it may be made again: YES or NO
  IrPtrMap originals;                      // twin -> the value that it is once more
  IR_VEC(Twin) twins;
} Localize;

static char yes, no;

static bool is_inside(const Localize *l, const IrValue *value) {
  return ir_value_block(value) == l->p->body;
}

static bool is_counter(const Localize *l, const IrValue *value) {
  return value == ir_block_arg(l->p->body, 0);
}

static int64_t stage_of(const IrOp *op) {
  return ir_attr_int(ir_op_attr(op, PIPELINE_STAGE));
}

// ---- What may be made again

static bool is_cheap(Localize *l, IrValue *value);

static bool has_cheap_operands(Localize *l, IrOp *op) {
  if (ir_op_num_regions(op) || !ir_op_is_speculatable(op)) return false;
  for (size_t i = 0; i < ir_op_num_operands(op); i++)
    if (!is_cheap(l, ir_op_operand(op, i))) return false;
  return true;
}

// A carried value is taken to be cheap while it is found out whether it is.
static bool is_cheap(Localize *l, IrValue *value) {
  if (!is_inside(l, value) || is_counter(l, value)) return true;
  void *known = ir_ptrmap_get(&l->cheap, value);
  if (known) return known == &yes;
  ir_ptrmap_set(&l->cheap, value, &yes);
  IrValue *next = pipeline_yielded(l->p, value);
  bool cheap =
      next ? ir_value_op(next) && is_cheap(l, next) : has_cheap_operands(l, ir_value_op(value));
  ir_ptrmap_set(&l->cheap, value, cheap ? &yes : &no);
  return cheap;
}

// ---- Making it again

static IrValue *in_stage(Localize *l, IrValue *value, int64_t stage);

static IrValue *twin_of(Localize *l, IrValue *arg, int64_t stage) {
  IrValue *next = pipeline_yielded(l->p, arg);
  if (!ir_value_op(next) || stage_of(ir_value_op(next)) >= stage) return arg;
  IrValue *twin = ir_block_add_arg(l->p->body, ir_value_type(arg), ir_value_loc(arg));
  ir_value_take_name(twin, arg);
  ir_ptrmap_set(&l->remade[stage], arg, twin);
  ir_ptrmap_set(&l->originals, twin, arg);
  ir_ptrmap_set(&l->cheap, twin, &yes);
  ir_vec_push(&l->twins, ((Twin){arg, twin, stage}));
  return twin;
}

static IrValue *remade_op(Localize *l, IrValue *value, int64_t stage) {
  IrOp *op = ir_value_op(value);
  if (stage_of(op) >= stage) return value;
  IrPtrMap map = {0};
  for (size_t i = 0; i < ir_op_num_operands(op); i++) {
    IrValue *operand = ir_op_operand(op, i);
    ir_ptrmap_set(&map, operand, in_stage(l, operand, stage));
  }
  IrOp *clone = ir_op_clone(op, &map);
  ir_ptrmap_free(&map);
  ir_op_set_attr(clone, PIPELINE_STAGE, ir_attr_integer(ir_type_i64(ir_op_context(op)), stage));
  ir_op_insert_after(clone, op);
  for (size_t i = 0; i < ir_op_num_results(op); i++)
    ir_ptrmap_set(&l->remade[stage], ir_op_result(op, i), ir_op_result(clone, i));
  return ir_op_result(clone, ir_value_index(value));
}

// What stands for the value in that stage: itself where it is made there, or has to be kept.
static IrValue *in_stage(Localize *l, IrValue *value, int64_t stage) {
  if (!is_inside(l, value) || is_counter(l, value) || !is_cheap(l, value)) return value;
  // An op that was looked at already uses twins; those of a later stage are of the same value.
  IrValue *original = ir_ptrmap_get(&l->originals, value);
  if (original) value = original;
  IrValue *known = ir_ptrmap_get(&l->remade[stage], value);
  if (known) return known;
  return ir_value_op(value) ? remade_op(l, value, stage) : twin_of(l, value, stage);
}

static void localize_operands(Localize *l, IrOp *root) {
  int64_t stage = stage_of(root);
  for (IrOp *op = root; op; op = ir_tree_next(op, root))
    for (size_t i = 0; i < ir_op_num_operands(op); i++)
      ir_op_set_operand(op, i, in_stage(l, ir_op_operand(op, i), stage));
}

// ---- The loop that carries more

void pipeline_carry(Pipeline *p, IrValue *const *inits, IrValue *const *nexts, size_t n) {
  if (!n) return;
  p->loop = loop_carry_more(p->loop, inits, n);
  loop_yield_more(p->loop, nexts, n);
}

static void carry_twins(Localize *l) {
  Pipeline *p = l->p;
  IR_VEC(IrValue *) inits = {0};
  IR_VEC(IrValue *) nexts = {0};
  for (size_t i = 0; i < l->twins.n; i++) { // making the next value may need more twins
    Twin twin = l->twins.at[i];
    ir_vec_push(&inits, pipeline_init_of(p, twin.arg));
    ir_vec_push(&nexts, in_stage(l, pipeline_yielded(p, twin.arg), twin.stage));
  }
  pipeline_carry(p, inits.at, nexts.at, inits.n);
  ir_vec_free(&inits);
  ir_vec_free(&nexts);
}

void pipeline_localize(Pipeline *p) {
  Localize l = {.p = p};
  for (size_t i = 0; i < p->ops.n; i++) localize_operands(&l, p->ops.at[i].op);
  carry_twins(&l);
  for (size_t s = 0; s <= PIPELINE_MAX_STAGE; s++) ir_ptrmap_free(&l.remade[s]);
  ir_ptrmap_free(&l.cheap);
  ir_ptrmap_free(&l.originals);
  ir_vec_free(&l.twins);
}
