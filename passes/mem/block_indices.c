// Values are followed backwards, each once: what a loop carries depends on what it begins with and
// on what an iteration yields.
#include "passes/mem/block_indices.h"

#include "dialects/scf/scf.h"
#include "ir/interfaces/effects.h"
#include "ir/interfaces/loop.h"
#include "ir/support/map.h"
#include "ir/support/vec.h"

typedef struct Search {
  const IrOp *kernel;
  IrPtrMap seen; // values
  IR_VEC(const IrValue *) todo;
  BlockIndices found;
} Search;

static void follow(Search *s, const IrValue *value) {
  if (!value || ir_ptrmap_get(&s->seen, value)) return;
  ir_ptrmap_set(&s->seen, value, s);
  ir_vec_push(&s->todo, value);
}

static void follow_bound(Search *s, IrBound bound) {
  if (bound.value) follow(s, bound.value);
}

// What all iterations of a loop follow from: false, it does not count.
static bool follow_bounds(Search *s, const IrOp *loop) {
  IrLoopBounds bounds;
  if (!ir_op_is_loop(loop) || !ir_loop_bounds(loop, &bounds)) return false;
  follow_bound(s, bounds.lower);
  follow_bound(s, bounds.upper);
  follow_bound(s, bounds.step);
  return true;
}

static IrValues inits_of(const IrOp *loop) {
  return IS(loop, scf_for) ? GET(loop, scf_for, initArgs) : GET(loop, tile_pipelined, inits);
}

// Carried value `i` of a loop.
static void follow_carried(Search *s, const IrOp *loop, size_t i) {
  follow(s, inits_of(loop).at[i]);
  follow(s, ir_op_operand(ir_block_last(ir_region_first(ir_op_region(loop, 0))), i));
}

static void follow_argument(Search *s, const IrValue *value) {
  const IrOp *op = ir_block_parent(ir_value_block(value));
  size_t index = ir_value_index(value);
  if (op == s->kernel) {
    size_t args = tile_kernel_num_args(op);
    if (index >= args) s->found |= 1u << (index - args);
  } else if (!IS(op, scf_for) && !IS(op, tile_pipelined)) {
    s->found |= BLOCK_INDICES_UNKNOWN;
  } else if (index) {
    follow_carried(s, op, index - 1);
  } else if (!follow_bounds(s, op)) {
    s->found |= BLOCK_INDICES_UNKNOWN;
  }
}

static void follow_branches(Search *s, const IrOp *branch, size_t result) {
  follow(s, GET(branch, scf_if, condition));
  for (size_t i = 0; i < 2; i++)
    follow(s, ir_op_operand(ir_block_last(scf_block(branch, i)), result));
}

static void follow_result(Search *s, const IrValue *value) {
  const IrOp *op = ir_value_op(value);
  if (IS(op, scf_if)) {
    follow_branches(s, op, ir_value_index(value));
  } else if (IS(op, scf_for) || IS(op, tile_pipelined)) {
    follow_bounds(s, op);
    follow_carried(s, op, ir_value_index(value));
  } else if (ir_op_num_regions(op) || ir_op_effect_kinds(op)) {
    s->found |= BLOCK_INDICES_UNKNOWN;
  } else {
    for (size_t i = 0; i < ir_op_num_operands(op); i++) follow(s, ir_op_operand(op, i));
  }
}

static BlockIndices finish(Search *s) {
  for (size_t i = 0; i < s->todo.n; i++) {
    const IrValue *value = s->todo.at[i];
    if (ir_value_op(value))
      follow_result(s, value);
    else
      follow_argument(s, value);
  }
  ir_ptrmap_free(&s->seen);
  ir_vec_free(&s->todo);
  return s->found;
}

BlockIndices block_indices_of(const IrOp *kernel, const IrValue *value) {
  Search search = {.kernel = kernel};
  follow(&search, value);
  return finish(&search);
}

BlockIndices block_indices_around(const IrOp *kernel, const IrOp *op) {
  Search search = {.kernel = kernel};
  for (op = ir_op_parent(op); op != kernel; op = ir_op_parent(op)) {
    if (IS(op, scf_if))
      follow(&search, GET(op, scf_if, condition));
    else if (!follow_bounds(&search, op))
      search.found |= BLOCK_INDICES_UNKNOWN;
  }
  return finish(&search);
}
