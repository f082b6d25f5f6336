// scf-for-loop-range-folding: a loop counts in what its counter is only used for.
//
//   scf.for %i = %lo to %hi step %s {         %a = arith.muli %lo, %k
//     %x = arith.muli %i, %k            =>    %b = arith.muli %hi, %k
//     use %x                                  %c = arith.muli %s, %k
//   }                                         scf.for %x = %a to %b step %c { use %x }
//
// A sum moves the bounds and leaves the step.  As in MLIR, bounds are taken not to wrap and factors
// to be positive; what is known to be otherwise stays.  With `exact` so does what is not known.
//
// requires: verified IR   preserves: meaning as said, blocks, symbols   breaks: loops
#include "dialects/arith/arith.h"
#include "dialects/scf/scf.h"
#include "ir/edit/fold.h"
#include "ir/support/vec.h"
#include "passes/scf/scf_passes.h"

// The only use of the counter if that is a sum or product with a value from outside, which is
// `*other`.
static IrOp *foldable_use(const IrOp *loop, IrValue **other) {
  const IrValue *counter = ir_block_arg(scf_block(loop, 0), 0);
  if (!ir_value_has_one_use(counter)) return NULL;
  IrUse *use = ir_value_first_use(counter);
  IrOp *op = ir_use_op(use);
  if (!IS(op, arith_addi) && !IS(op, arith_muli)) return NULL;
  *other = ir_op_operand(op, 1 - ir_use_index(use));
  return ir_loop_is_outside(loop, *other) ? op : NULL;
}

typedef struct Numbers {
  int64_t smallest, largest;
} Numbers;

// What the counter may be.  Of unsigned numbers it is the lower half, which reads the same signed.
static Numbers numbers_of(const IrOp *loop) {
  IrType type = ir_value_type(ir_op_operand(loop, 0));
  unsigned width = ir_type_is_index(type) ? 64 : ir_type_width(type);
  int64_t largest = width >= 64 ? INT64_MAX : (INT64_C(1) << (width - 1)) - 1;
  return (Numbers){ir_op_attr(loop, "unsignedCmp") ? 0 : -largest - 1, largest};
}

// Whether `a` and `b` are combined without leaving the numbers.
static bool combine(bool product, int64_t a, int64_t b, Numbers in, int64_t *result) {
  bool wraps =
      product ? __builtin_mul_overflow(a, b, result) : __builtin_add_overflow(a, b, result);
  return !wraps && *result >= in.smallest && *result <= in.largest;
}

// Whether the loop counts as often with other bounds, as far as that is known; if it is not,
// `otherwise`.  The step from the last number may lead as far as the upper bound and a step.
static bool counts_the_same(const IrOp *loop, bool product, const IrValue *other, bool otherwise) {
  Numbers numbers = numbers_of(loop);
  int64_t by, bounds[3] = {0}, beyond;
  if (!ir_match_int(other, &by)) return otherwise;
  if (product && by <= 0) return false;
  for (size_t i = 0; i < 3; i++) {
    bool changes = product || i < 2;
    if (!ir_match_int(ir_op_operand(loop, i), &bounds[i])) {
      if (!otherwise) return false;
    } else if (bounds[i] < numbers.smallest ||
               (changes && !combine(product, bounds[i], by, numbers, &bounds[i]))) {
      return false;
    }
  }
  return combine(false, bounds[1], bounds[2], numbers, &beyond);
}

static IrValue *folded(IrBuilder *b, IrOp *op, const IrValue *counter, IrValue *bound, bool fold) {
  IrPtrMap map = {0};
  ir_ptrmap_set(&map, counter, bound);
  IrOp *copy = ir_builder_insert(b, ir_op_clone(op, &map));
  ir_ptrmap_free(&map);
  ir_op_set_attr(copy, "overflowFlags", NULL); // the counter does not get to the upper bound
  return fold ? ir_builder_fold1(b, copy) : ir_op_result(copy, 0);
}

// Where bounds have to be known for the next op, they are made constants.
static void fold_into(IrOp *loop, IrOp *op, bool exact) {
  IrBuilder b = ir_builder_before(loop);
  IrValue *counter = ir_block_arg(scf_block(loop, 0), 0);
  for (size_t i = 0; i < (IS(op, arith_muli) ? 3 : 2); i++)
    ir_op_set_operand(loop, i, folded(&b, op, counter, ir_op_operand(loop, i), exact));
  ir_value_replace_uses(ir_op_result(op, 0), counter);
  ir_op_destroy(op);
}

static IrStatus fold_loop(IrOp *loop, void *user) {
  IrPassRun *run = user;
  const struct scf_for_loop_range_folding_decl *self = run->decl;
  if (!IS(loop, scf_for)) return IR_OK;
  IrValue *other;
  for (IrOp *op; (op = foldable_use(loop, &other));) {
    bool exact = self->options.exact || ir_op_attr(loop, "unsignedCmp");
    if (!counts_the_same(loop, IS(op, arith_muli), other, !exact)) break;
    fold_into(loop, op, exact);
    self->stats->folded++;
  }
  return IR_OK;
}

IrStatus scf_for_loop_range_folding_run(IrPassRun *run, IrOp *root) {
  return ir_walk_post(root, fold_loop, run);
}
