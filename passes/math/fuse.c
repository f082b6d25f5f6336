// math-sincos-fusion and math-uplift-to-fma: two ops that targets have as one.
//
//   %s = math.sin %x : f32    =>    %s, %c = math.sincos %x : f32
//   %c = math.cos %x : f32
//
//   %m = arith.mulf %a, %b fastmath<fast> : f32
//   %r = arith.addf %m, %c fastmath<contract> : f32    =>
//   %r = math.fma %a, %b, %c fastmath<contract> : f32
//
// requires: verified IR   preserves: meaning, symbols   breaks: nothing
#include "dialects/math/math.h"
#include "passes/math/math_passes.h"

// ---- Sine and cosine ----

// The first cosine in the sine's block of the same number, with the same flags.
static IrOp *cosine_beside(IrOp *sin) {
  unsigned flags = arith_fastmath_flags(GET(sin, math_sin, fastmath));
  IrOp *found = NULL;
  for (IrUse *use = ir_value_first_use(GET(sin, math_sin, operand)); use; use = ir_use_next(use)) {
    IrOp *cos = ir_use_op(use);
    if (!IS(cos, math_cos) || ir_op_block(cos) != ir_op_block(sin)) continue;
    if (arith_fastmath_flags(GET(cos, math_cos, fastmath)) != flags) continue;
    if (!found || ir_op_is_before(cos, found)) found = cos;
  }
  return found;
}

IR_PATTERN(fuse_sincos, math_sin, 1, "sin x, cos x -> sincos x") {
  IrOp *cos = cosine_beside(op);
  if (!cos) return ir_no_match(rw, op, "there is no cosine of its number in the block");
  IrOp *first = ir_op_is_before(op, cos) ? op : cos;
  IrBuilder b = *ir_rewriter_builder(rw);
  b.block = ir_op_block(first), b.before = first, b.loc = ir_op_loc(first);
  IrOp *both = BUILD(&b, math_sincos, .operand = GET(op, math_sin, operand),
                     .fastmath = GET(op, math_sin, fastmath));
  (void)ir_replace(rw, cos, ir_op_result(both, 1));
  return ir_replace(rw, op, ir_op_result(both, 0));
}

IrStatus math_sincos_fusion_run(IrPassRun *run, IrOp *root) {
  const struct math_sincos_fusion_decl *self = run->decl;
  const IrPattern *const patterns[] = {&fuse_sincos};
  return math_rewrite_greedily(root, patterns, 1, &self->stats->rewrites);
}

// ---- Product and sum ----

static bool may_contract(unsigned flags) {
  return flags & ARITH_CONTRACT;
}

// The product that a sum adds to operand 1 - *side.
static IrOp *product_of(IrOp *sum, size_t *side) {
  for (*side = 0; *side < 2; ++*side) {
    IrOp *product = DEF(ir_op_operand(sum, *side), arith_mulf);
    if (product) return product;
  }
  return NULL;
}

// Both ops must allow that the product is not rounded; the result is held to what both promise.
IR_PATTERN(uplift_fma, arith_addf, 1, "a * b + c -> fma a, b, c") {
  size_t side;
  unsigned flags = arith_fastmath_flags(GET(op, arith_addf, fastmath));
  if (!may_contract(flags)) return ir_no_match(rw, op, "the sum is not fastmath<contract>");
  IrOp *product = product_of(op, &side);
  if (!product) return ir_no_match(rw, op, "neither operand is a product");
  flags &= arith_fastmath_flags(GET(product, arith_mulf, fastmath));
  if (!may_contract(flags)) return ir_no_match(rw, op, "the product is not fastmath<contract>");
  IrBuilder *b = ir_rewriter_builder(rw);
  return ir_replace(rw, op,
                    BUILD1(b, math_fma, .a = GET(product, arith_mulf, lhs),
                           .b = GET(product, arith_mulf, rhs), .c = ir_op_operand(op, 1 - side),
                           .fastmath = arith_fastmath_attr(b->ctx, flags)));
}

IrStatus math_uplift_to_fma_run(IrPassRun *run, IrOp *root) {
  const struct math_uplift_to_fma_decl *self = run->decl;
  const IrPattern *const patterns[] = {&uplift_fma};
  return math_rewrite_greedily(root, patterns, 1, &self->stats->rewrites);
}
