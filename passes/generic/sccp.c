// sccp: sparse conditional constant propagation (Wegman and Zadeck 1991), through regions and
// calls.
//
//   %c = arith.constant true                      %c1 = arith.constant 1 : i32
//   %r = scf.if %c -> (i32) {                     return %c1 : i32
//     %0 = arith.constant 1 : i32
//     scf.yield %0 : i32                     =>
//   } else {
//     scf.yield %x : i32
//   }
//   return %r : i32
//
// requires: verified IR   preserves: meaning, blocks, symbols   breaks: nothing
#include "ir/analysis/constants.h"
#include "ir/edit/rewriter.h"
#include "ir/support/vec.h"
#include "passes/generic/constant_pool.h"
#include "passes/generic/generic.h"

typedef struct Sccp {
  IrDataflow *flow;
  ConstantPool pool;
  IR_VEC(IrBlock *) blocks; // yet to be rewritten
  uint64_t constants, erased;
} Sccp;

static bool replace(Sccp *s, IrBlock *home, IrValue *value) {
  const IrConstantState *known = ir_constant_of(s->flow, value);
  if (!known) return false;
  IrValue *constant = constant_get(&s->pool, home, known->dialect, known->value,
                                   ir_value_type(value), ir_value_loc(value));
  if (!constant) return false;
  if (ir_value_has_uses(value)) s->constants++;
  if (!ir_value_name(constant, s->pool.ctx).len) ir_value_take_name(constant, value);
  ir_value_replace_uses(value, constant);
  return true;
}

// Blocks of an op's regions come out of the list in their order.
static void add_regions(Sccp *s, IrOp *op) {
  for (size_t i = 0, n = ir_op_num_regions(op); i < n; i++)
    for (IrBlock *b = ir_region_last(ir_op_region(op, i)); b; b = ir_block_prev(b))
      ir_vec_push(&s->blocks, b);
}

static void rewrite_op(Sccp *s, IrBlock *home, IrOp *op) {
  size_t n = ir_op_num_results(op), replaced = 0;
  for (size_t i = 0; i < n; i++) replaced += replace(s, home, ir_op_result(op, i));
  if (n && replaced == n && ir_op_is_dead(op)) {
    ir_dataflow_forget(s->flow, op);
    ir_op_destroy(op);
    s->erased++;
    return;
  }
  if (ir_op_num_regions(op)) add_regions(s, op);
}

static void rewrite_block(Sccp *s, IrBlock *block) {
  IrBlock *home = constant_home(&s->pool, block);
  IR_FOR_OPS(op, block) rewrite_op(s, home, op);
  for (size_t i = 0, n = ir_block_num_args(block); i < n; i++)
    (void)replace(s, home, ir_block_arg(block, i));
}

IrStatus sccp_run(IrPassRun *run, IrOp *root) {
  const struct pass_sccp_decl *self = run->decl;
  Sccp s = {.flow = ir_dataflow_create(root), .pool = {.root = root, .ctx = run->ctx}};
  ir_dataflow_add(s.flow, &ir_constant_analysis);
  ir_dataflow_run(s.flow);
  add_regions(&s, root);
  while (s.blocks.n > 0) {
    IrBlock *block = ir_vec_pop(&s.blocks);
    rewrite_block(&s, block);
  }
  self->stats->constants += s.constants;
  self->stats->ops += s.erased;
  ir_vec_free(&s.blocks);
  constant_pool_free(&s.pool);
  ir_dataflow_destroy(s.flow);
  return IR_OK;
}
