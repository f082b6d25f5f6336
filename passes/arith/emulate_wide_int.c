// arith-emulate-wide-int: integers of 2N bits on a target whose widest has N bits.
//
//   func.func @f(%a: i64, %b: i64) -> i64 {        func.func @f(%a: vector<2xi32>, ...
//     %r = arith.andi %a, %b : i64                   %0 = vector.extract %a[0]
//     return %r : i64                          =>    %1 = vector.extract %a[1]
//   }                                                ...
//                                                    %4 = arith.andi %0, %2 : i32
//                                                    %5 = arith.andi %1, %3 : i32
//                                                    %r = %4 and %5 inserted into zeros
//
// A conversion (ir/edit/conversion.h) of arith, vector.print, functions and control flow.  Patterns
// stand in wide_int_*.c.
//
// requires: nothing   preserves: symbols, blocks   breaks: types of functions
#include "dialects/cf/cf.h"
#include "dialects/func/func.h"
#include "dialects/scf/scf.h"
#include "passes/arith/arith_passes.h"
#include "passes/arith/wide_int.h"

enum { MOST_BITS = (IR_MAX_INTEGER_WIDTH + 1) / 4 }; // of a half, a power of 2

static IrConverted convert(void *user, IrType type, IrTypeList *out) {
  const unsigned *bits = user;
  bool can;
  IrType vector = wide_int_vector(type, *bits, &can);
  if (!can) return IR_CONVERT_CANNOT;
  if (!vector) return IR_CONVERT_SAME;
  ir_type_list_add(out, vector);
  return IR_CONVERT_DONE;
}

// ---- Functions and control flow ----

static bool changes(IrRewriter *rw, const IrValue *value) {
  IrType type = ir_value_type(value);
  return ir_converted_type(rw, type) != type;
}

static bool argument_changes(IrRewriter *rw, const IrOp *op) {
  for (size_t r = 0; r < ir_op_num_regions(op); r++) {
    IR_FOR_BLOCKS(block, ir_op_region(op, r)) {
      for (size_t i = 0; i < ir_block_num_args(block); i++)
        if (changes(rw, ir_block_arg(block, i))) return true;
    }
  }
  return false;
}

static bool value_changes(IrRewriter *rw, const IrOp *op) {
  for (size_t i = 0; i < ir_op_num_operands(op); i++)
    if (changes(rw, ir_op_operand(op, i))) return true;
  for (size_t i = 0; i < ir_op_num_results(op); i++)
    if (changes(rw, ir_op_result(op, i))) return true;
  return argument_changes(rw, op);
}

// Ops that count with their first operand want a number of it.
static bool counts_with_it(IrRewriter *rw, const IrOp *op) {
  return (IS(op, scf_for) || IS(op, cf_switch)) && changes(rw, ir_op_operand(op, 0));
}

static bool pass_on(IrRewriter *rw, IrOp *op) {
  if (!IS(op, func_func) && !value_changes(rw, op))
    return ir_no_match(rw, op, "none of its types change");
  if (counts_with_it(rw, op)) return ir_no_match(rw, op, "it counts with its first operand");
  for (size_t i = 0; i < IR_NUM_STRUCTURAL_PATTERNS; i++)
    if (ir_structural_patterns[i]->rewrite(rw, op)) return true;
  return false;
}

#define STRUCTURE(X) \
  X(func_func) \
  X(func_call) \
  X(func_return) \
  X(cf_br) \
  X(cf_cond_br) \
  X(cf_switch) \
  X(scf_for) \
  X(scf_if) \
  X(scf_while) \
  X(scf_condition) \
  X(scf_yield) \
  X(scf_execute_region) \
  X(scf_index_switch)
#define X(root) \
  IR_PATTERN_WITH(wide_int_##root, root, 1, "passes vectors on", NULL, IR_PATTERN_CONVERTS) { \
    return pass_on(rw, op); \
  }
STRUCTURE(X)
#undef X

// ---- The target ----

#define WITHOUT_WIDE(name_) \
  { .name = name_, .legality = IR_LEGAL_WHEN, .when = ir_types_are_legal }
#define ANY(name_) \
  { .name = name_, .legality = IR_LEGAL }
static const IrLegalRule target[] = {
    WITHOUT_WIDE("arith.*"),
    WITHOUT_WIDE("func.func"),
    WITHOUT_WIDE("func.call"),
    WITHOUT_WIDE("func.return"),
    WITHOUT_WIDE("vector.print"),
    ANY("vector.*"),
    ANY("func.call_indirect"), // the function it calls keeps its type
    {0},
};

static const IrPattern *const patterns[] = {
#define X(name) &wide_int_##name,
    WIDE_INT_PATTERNS(X) STRUCTURE(X)
#undef X
};

IrStatus arith_emulate_wide_int_run(IrPassRun *run, IrOp *root) {
  const struct arith_emulate_wide_int_decl *self = run->decl;
  int64_t widest = self->options.widest_int_supported;
  if (widest < 2 || widest > MOST_BITS || (widest & (widest - 1))) {
    (void)ir_error(run->ctx, ir_op_loc(root),
                   "widest-int-supported is {}, which is no power of 2 from 2 to {}", widest,
                   (int64_t)MOST_BITS);
    ir_help(run->ctx, "it is the width in bits of the widest integers that stay: 8, 16, 32, 64");
    return IR_FAILED;
  }
  unsigned bits = (unsigned)widest;
  const IrTypeConverter types = {
      .size = sizeof types, .name = "halves of integers", .user = &bits, .convert = convert};
  return ir_convert(
      root, target, patterns, sizeof patterns / sizeof *patterns,
      &(IrConversionOptions){
          .types = &types, .pass = run->pass->name, .rewrites = &self->stats->ops, .fold = true});
}
