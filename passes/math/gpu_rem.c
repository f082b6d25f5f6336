// arith.remf: x - n y with the integer n cut off towards zero, exactly.
//
//   while any a >= b:   a -= b 2^k    for the largest k with b 2^k <= a
//
// Each difference is exact, because a < 2 b 2^k (Sterbenz).  There are as many steps as n has bits
// set.
#include <math.h>

#include "dialects/scf/scf.h"
#include "passes/math/gpu.h"

enum { MANTISSA = 52 };

static IrValue *compare(IrBuilder *b, ArithCmpF predicate, IrValue *x, double y) {
  return build_cmpf(b, predicate, x, build_float(b, ir_value_type(x), y));
}

static IrValue *bits_of(IrBuilder *b, IrValue *x) {
  return build_cast(b, &arith_bitcast, x, build_int_like(ir_value_type(x), 64));
}

// The largest b 2^k up to a, from the distance of the exponents.
static IrValue *largest_multiple(IrBuilder *b, IrValue *a, IrValue *y) {
  IrValue *a_bits = bits_of(b, a), *y_bits = bits_of(b, y);
  IrType type = ir_value_type(a), integer = ir_value_type(a_bits);
  IrValue *mask = build_int(b, integer, (int64_t)0x7ff << MANTISSA);
  IrValue *distance = build_binary(b, &arith_subi, build_binary(b, &arith_andi, a_bits, mask),
                                   build_binary(b, &arith_andi, y_bits, mask));
  IrValue *shifted = build_binary(b, &arith_addi, y_bits, distance);
  IrValue *multiple = build_cast(b, &arith_bitcast, shifted, type);
  IrValue *half = build_binary(b, &arith_mulf, multiple, build_float(b, type, 0.5));
  return build_select(b, build_cmpf(b, ARITH_F_OGT, multiple, a), half, multiple);
}

static IrOp *while_create(IrBuilder *b, IrValue *init) {
  IrType type = ir_value_type(init);
  IrOp *loop = BUILD(b, scf_while, .inits = {&init, 1}, .results_types = {&type, 1});
  for (size_t i = 0; i < 2; i++) {
    IrBlock *block = ir_block_create(b->ctx);
    ir_region_append(ir_op_region(loop, i), block);
    ir_block_add_arg(block, type, b->loc);
  }
  return loop;
}

static IrBuilder inside(const IrBuilder *b, const IrOp *loop, size_t region) {
  IrBuilder in = *b;
  in.block = scf_block(loop, region), in.before = NULL;
  return in;
}

// a mod y for finite a >= 0 and y > 0.
static IrValue *reduce(IrBuilder *b, IrValue *a, IrValue *y) {
  IrOp *loop = while_create(b, a);
  IrBuilder before = inside(b, loop, 0), after = inside(b, loop, 1);
  IrValue *here = ir_block_arg(before.block, 0);
  IrValue *any = gpu_any(&before, build_cmpf(&before, ARITH_F_OGE, here, y));
  BUILD(&before, scf_condition, .condition = any, .args = {&here, 1});
  IrValue *left = ir_block_arg(after.block, 0);
  IrValue *goes_on = build_cmpf(&after, ARITH_F_OGE, left, y);
  IrValue *less = build_binary(&after, &arith_subf, left, largest_multiple(&after, left, y));
  IrValue *next = build_select(&after, goes_on, less, left);
  BUILD(&after, scf_yield, .results = {&next, 1});
  return ir_op_result(loop, 0);
}

IrValue *gpu_remainder(IrBuilder *b, IrValue *x, IrValue *y) {
  IrType type = ir_value_type(x);
  IrValue *size = build_unary(b, &math_absf, x), *unit = build_unary(b, &math_absf, y);
  IrValue *is_number = compare(b, ARITH_F_OLT, size, INFINITY);
  is_number = build_binary(b, &arith_andi, is_number, compare(b, ARITH_F_OGT, unit, 0));
  // Where there is no result, something that ends the loop; an infinite divisor ends it, too.
  IrValue *a = build_select(b, is_number, size, build_float(b, type, 0));
  IrValue *divisor = build_select(b, is_number, unit, build_float(b, type, 1));
  IrValue *rest = build_binary(b, &math_copysign, reduce(b, a, divisor), x);
  return build_select(b, is_number, rest, build_float(b, type, NAN));
}
