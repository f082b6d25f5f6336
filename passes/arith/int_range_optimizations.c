// int-range-optimizations: values that can be one integer only become constants.
//
//   scf.for %i = %c0 to %c16 step %c1 {             scf.for %i = %c0 to %c16 step %c1 {
//     %in = arith.cmpi slt, %i, %c16 : index    =>    %true = arith.constant true
//     %r = arith.remui %i, %c16 : index               use %true, %i
//     use %in, %r                                   }
//   }
//
// requires: verified IR   preserves: meaning, symbols   breaks: nothing
#include "dialects/arith/arith.h"
#include "ir/analysis/int_range.h"
#include "ir/analysis/tree.h"
#include "ir/edit/regions.h"
#include "passes/arith/arith_passes.h"
#include "passes/generic/constant_pool.h"

typedef struct Ranges {
  IrDataflow *flow;
  ConstantPool pool;
  uint64_t constants, remainders;
} Ranges;

static void replace_value(Ranges *r, IrBlock *home, IrValue *value) {
  int64_t number;
  if (!ir_value_has_uses(value) || !ir_int_range_width(ir_value_type(value))) return;
  if (!ir_int_range_is_constant(ir_int_range_of(r->flow, value), &number)) return;
  IrAttr attr = ir_int_range_attr(ir_value_type(value), number);
  IrValue *constant = attr ? constant_get(&r->pool, home, &arith_dialect, attr,
                                          ir_value_type(value), ir_value_loc(value))
                           : NULL;
  if (!constant) return;
  ir_value_replace_uses(value, constant);
  r->constants++;
}

// x mod c -> x when 0 <= x < c
static void replace_remainder(Ranges *r, IrOp *op) {
  bool is_signed = IS(op, arith_remsi);
  int64_t modulus;
  if (!is_signed && !IS(op, arith_remui)) return;
  if (!ir_match_int(ir_op_operand(op, 1), &modulus) || modulus <= 0) return;
  IrValue *x = ir_op_operand(op, 0);
  IrIntRange range = ir_int_range_of(r->flow, x);
  if (range.width == 0) return;
  bool below = is_signed ? range.smin >= 0 && range.smax < modulus : range.umax < (uint64_t)modulus;
  if (!below) return;
  ir_value_replace_uses(ir_op_result(op, 0), x);
  r->remainders++;
}

static void rewrite_block(Ranges *r, IrBlock *block) {
  IrBlock *home = constant_home(&r->pool, block);
  for (size_t i = 0, n = ir_block_num_args(block); i < n; i++)
    replace_value(r, home, ir_block_arg(block, i));
  IR_FOR_OPS(op, block) {
    if (ir_op_has_trait(op, IR_CONSTANT_LIKE)) continue;
    for (size_t i = 0, n = ir_op_num_results(op); i < n; i++)
      replace_value(r, home, ir_op_result(op, i));
    replace_remainder(r, op);
  }
}

// What became unused goes when ops are folded, so nothing is erased while states are asked for.
static void rewrite(Ranges *r, IrOp *root) {
  for (IrOp *op = root; op; op = ir_tree_next(op, root)) {
    for (size_t i = 0; i < ir_op_num_regions(op); i++) {
      IR_FOR_BLOCKS(block, ir_op_region(op, i)) rewrite_block(r, block);
    }
  }
}

// A branch that is folded may leave blocks behind, whose uses kept other ops alive.
static IrStatus fold_and_simplify(IrOp *root) {
  IrRegionChanges changes = {0};
  do {
    IR_TRY(ir_rewrite_greedily(root, NULL, 0, NULL));
  } while (ir_simplify_regions(root, true, &changes));
  return IR_OK;
}

IrStatus arith_int_range_optimizations_run(IrPassRun *run, IrOp *root) {
  const struct arith_int_range_optimizations_decl *self = run->decl;
  Ranges r = {.flow = ir_analysis_get(run, &ir_int_ranges_kept, root),
              .pool = {.root = root, .ctx = run->ctx}};
  if (!r.flow) return IR_FAILED;
  rewrite(&r, root);
  self->stats->constants += r.constants;
  self->stats->remainders += r.remainders;
  constant_pool_free(&r.pool);
  return fold_and_simplify(root);
}
