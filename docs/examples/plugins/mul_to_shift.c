// A pass: multiplications by a power of two become shifts.
//
//   %c8 = arith.constant 8 : i32            %c3 = arith.constant 3 : i32
//   %r = arith.muli %x, %c8 : i32     =>    %r = arith.shli %x, %c3 : i32
//
// cc -shared -fPIC $(pkg-config --cflags tegula) mul_to_shift.c -o mul_to_shift.so
// tile-opt kernel.mlir --load-plugin=./mul_to_shift.so --mul-to-shift --pass-statistics
#include "dialects/arith/arith.h"
#include "ir/ir.h"

#define PASS_TABLE \
  PASS(mul_to_shift, "mul-to-shift", \
       SUMMARY("Turn multiplications by powers of two into shifts.") ANCHOR("func.func") \
           NEEDS("arith") STATS(STAT(shifts, "multiplications replaced")) RUN(mul_to_shift_run))

#define IR_PASSDEF_DECLARE
#include "ir/pass/passdef_begin.inc"
PASS_TABLE
#include "ir/pass/passdef_end.inc"

IR_PATTERN(mul_by_power_of_two, arith_muli, 1, "x * 2^n -> x << n") {
  IrValue *x = GET(op, arith_muli, lhs);
  int64_t factor;
  if (!ir_match_int(GET(op, arith_muli, rhs), &factor) || factor <= 1 || (factor & (factor - 1)))
    return ir_no_match(rw, op, "the right side is not a power of two above 1");
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *n = arith_int_constant(b, ir_value_type(x), __builtin_ctzll((uint64_t)factor));
  return ir_replace(rw, op, BUILD1(b, arith_shli, .lhs = x, .rhs = n));
}

static IrStatus mul_to_shift_run(IrPassRun *run, IrOp *func) {
  const struct mul_to_shift_decl *self = run->decl;
  const IrPattern *const patterns[] = {&mul_by_power_of_two};
  return ir_rewrite_greedily(func, patterns, 1,
                             &(IrGreedyOptions){.rewrites = &self->stats->shifts});
}

#define IR_PASSDEF_DEFINE
#include "ir/pass/passdef_begin.inc"
PASS_TABLE
#include "ir/pass/passdef_end.inc"

static IrStatus load(IrContext *ctx) {
  return ir_pass_register(ctx, &mul_to_shift);
}
IR_PLUGIN("mul-to-shift", "1.0", load)
