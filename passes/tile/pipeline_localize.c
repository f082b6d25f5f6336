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
#include "dialects/scf/scf.h"
#include "dialects/tile/tile.h"
#include "ir/analysis/tree.h"
#include "ir/edit/builder.h"
#include "ir/interfaces/effects.h"
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

static IrOp *loop_like(IrOp *loop, IrValue *const *inits, size_t n) {
  IrBuilder b = ir_builder_before(loop);
  IrOp *more;
  IR_VEC(IrType) types = {0};
  for (size_t i = 0; i < n; i++) ir_vec_push(&types, ir_value_type(inits[i]));
  if (IS(loop, tile_pipelined))
    more = BUILD(&b, tile_pipelined, .lower = GET(loop, tile_pipelined, lower),
                 .upper = GET(loop, tile_pipelined, upper), .inits = {inits, n},
                 .stages = GET(loop, tile_pipelined, stages), .results_types = {types.at, n});
  else
    more = BUILD(&b, scf_for, .lowerBound = GET(loop, scf_for, lowerBound),
                 .upperBound = GET(loop, scf_for, upperBound), .step = GET(loop, scf_for, step),
                 .initArgs = {inits, n}, .results_types = {types.at, n});
  if (ir_op_discardable(loop)) ir_op_set_discardable(more, ir_op_discardable(loop));
  ir_vec_free(&types);
  return more;
}

void pipeline_carry(Pipeline *p, IrValue *const *inits, IrValue *const *nexts, size_t n) {
  IrOp *end = ir_block_terminator(p->body);
  IR_VEC(IrValue *) all_inits = {0};
  IR_VEC(IrValue *) all_nexts = {0};
  size_t results = ir_op_num_results(p->loop), first = ir_op_num_operands(p->loop) - results;
  if (!n) return;
  for (size_t i = 0; i < results + n; i++) {
    ir_vec_push(&all_inits, i < results ? ir_op_operand(p->loop, first + i) : inits[i - results]);
    ir_vec_push(&all_nexts, i < results ? ir_op_operand(end, i) : nexts[i - results]);
  }
  IrOp *more = loop_like(p->loop, all_inits.at, all_inits.n);
  ir_region_take_body(ir_op_region(more, 0), ir_op_region(p->loop, 0));
  for (size_t i = 0; i < results; i++) {
    ir_value_take_name(ir_op_result(more, i), ir_op_result(p->loop, i));
    ir_value_replace_uses(ir_op_result(p->loop, i), ir_op_result(more, i));
  }
  ir_op_destroy(p->loop);
  p->loop = more;
  ir_op_set_operands(end, all_nexts.at, all_nexts.n);
  ir_vec_free(&all_inits);
  ir_vec_free(&all_nexts);
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
