// math: the functions that are instructions.
//
// math-expand-for-gpu has made the others of these and arithmetic before.  With `afn` they are the
// shortest form, which also takes subnormal numbers for zero.
//
//   exp2        ex2.approx          2.3 ulp; subnormal results too; ex2.approx.ftz under afn
//   log2        lg2.approx.ftz      afn only: an absolute error of 2^-22 near 1
//   rsqrt       rsqrt.approx        2 ulp; rsqrt.approx.ftz under afn
//   sqrt        sqrt.rn             rounded correctly; sqrt.approx.ftz under afn
//   sin, cos    sin.approx          afn only: an absolute error of 2^-20 within [-pi, pi]
//   tanh        tanh.approx         afn only: a relative error of 2^-11
//
// Of f16 and bf16, exp2 under afn is there in pairs.
#include "targets/nvptx/emit_impl.h"

#include "dialects/arith/arith.h"

static LLVMValueRef call1(Emit *e, const char *name, LLVMValueRef x) {
  return nvptx_intrinsic(e, name, NULL, 0, &x, 1);
}

// An intrinsic overloaded on the type of its operands.
static LLVMValueRef call_typed(Emit *e, const char *name, const LLVMValueRef *args, size_t n) {
  LLVMTypeRef type = LLVMTypeOf(args[0]);
  return nvptx_intrinsic(e, name, &type, 1, args, n);
}

// ---- Instructions of one operand. ----

typedef struct Instruction {
  const char *exact, *afn; // intrinsics of f32; NULL: there is none
  bool is_typed;           // overloaded on the type
  bool in_pairs;           // of f16 and bf16, under afn
} Instruction;

enum { EXP2, LOG2, RSQRT, SIN, COS, TANH };
static const Instruction instructions[] = {
    [EXP2] = {"llvm.nvvm.ex2.approx", "llvm.nvvm.ex2.approx.ftz", true, true},
    [LOG2] = {NULL, "llvm.nvvm.lg2.approx.ftz.f", false, false},
    [RSQRT] = {"llvm.nvvm.rsqrt.approx.f", "llvm.nvvm.rsqrt.approx.ftz.f", false, false},
    [SIN] = {NULL, "llvm.nvvm.sin.approx.f", false, false},
    [COS] = {NULL, "llvm.nvvm.cos.approx.f", false, false},
    [TANH] = {NULL, "llvm.tanh", true, false},
};

static const char no_float8[] = "it has no functions of 8-bit floats; convert to f32 first";

static bool is_float8(IrType type) {
  IrType element = ir_type_is_shaped(type) ? ir_type_element(type) : type;
  return ir_type_is_float(element) && ir_type_width(element) == 8;
}

// f16 has ex2 with and without .ftz, bf16 with it.
static const char *pair_intrinsic(Emit *e, const Instruction *instruction, IrType type) {
  bool plain = instruction == &instructions[EXP2] && nvptx_element_type(e, type) == e->f16;
  return plain ? instruction->exact : instruction->afn;
}

static IrStatus no_instruction(Emit *e, IrOp *op, LLVMTypeRef element) {
  if (element == e->f64) return nvptx_unsupported(op, "the hardware has no such function of f64");
  (void)nvptx_unsupported(op, "the hardware has no such function");
  ir_help(e->ctx, "run the pass math-expand-for-gpu before");
  return IR_FAILED;
}

static IrStatus emit_instruction(Emit *e, IrOp *op, const EmitRule *rule) {
  const Instruction *instruction = &instructions[rule->code];
  IrValue *result = ir_op_result(op, 0);
  IrType type = ir_value_type(result);
  LLVMTypeRef element = nvptx_element_type(e, type);
  unsigned flags = nvptx_fastmath(op);
  bool afn = flags & ARITH_AFN, small = element == e->f16 || element == e->bf16;
  const char *name = afn ? instruction->afn : instruction->exact;
  if (small && afn && instruction->in_pairs)
    name = pair_intrinsic(e, instruction, type);
  else if (element != e->f32)
    name = NULL;
  if (!name) return no_instruction(e, op, element);
  EmitUnits x = nvptx_units(e, ir_op_operand(op, 0)), r = nvptx_new_units(e, x.n);
  for (size_t i = 0; i < r.n; i++) {
    r.at[i] = instruction->is_typed ? call_typed(e, name, &x.at[i], 1) : call1(e, name, x.at[i]);
    nvptx_set_fastmath(r.at[i], flags);
  }
  nvptx_define(e, result, r);
  return IR_OK;
}

static IrStatus emit_sqrt(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  IrValue *result = ir_op_result(op, 0);
  LLVMTypeRef element = nvptx_element_type(e, ir_value_type(result));
  if (element != e->f32 && element != e->f64) return no_instruction(e, op, element);
  bool fast = (nvptx_fastmath(op) & ARITH_AFN) && element == e->f32;
  EmitUnits x = nvptx_elements(e, ir_op_operand(op, 0)), r = nvptx_new_units(e, x.n);
  for (size_t i = 0; i < r.n; i++)
    r.at[i] = fast ? call1(e, "llvm.nvvm.sqrt.approx.ftz.f", x.at[i])
                   : call_typed(e, "llvm.sqrt", &x.at[i], 1);
  nvptx_define(e, result, r);
  return IR_OK;
}

// max(min(x, high), low), NaN when one is.
static IrStatus emit_clamp(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  IrValue *result = ir_op_result(op, 0);
  if (is_float8(ir_value_type(result))) return nvptx_unsupported(op, no_float8);
  EmitUnits x = nvptx_units(e, ir_op_operand(op, 0)), low = nvptx_units(e, ir_op_operand(op, 1));
  EmitUnits high = nvptx_units(e, ir_op_operand(op, 2)), r = nvptx_new_units(e, x.n);
  for (size_t i = 0; i < r.n; i++) {
    LLVMValueRef below = call_typed(e, "llvm.minimum", (LLVMValueRef[]){x.at[i], high.at[i]}, 2);
    r.at[i] = call_typed(e, "llvm.maximum", (LLVMValueRef[]){below, low.at[i]}, 2);
  }
  nvptx_define(e, result, r);
  return IR_OK;
}

// What the hardware has for every type, pairs included.
static IrStatus emit_intrinsic(Emit *e, IrOp *op, const EmitRule *rule) {
  IrValue *result = ir_op_result(op, 0);
  if (is_float8(ir_value_type(result))) return nvptx_unsupported(op, no_float8);
  EmitUnits operands[3] = {0};
  size_t n = ir_op_num_operands(op);
  for (size_t a = 0; a < n && a < 3; a++) operands[a] = nvptx_units(e, ir_op_operand(op, a));
  EmitUnits r = nvptx_new_units(e, operands[0].n);
  for (size_t i = 0; i < r.n; i++) {
    LLVMValueRef args[3] = {0};
    for (size_t a = 0; a < n; a++) args[a] = operands[a].at[i];
    r.at[i] = call_typed(e, rule->intrinsic, args, n);
    nvptx_set_fastmath(r.at[i], nvptx_fastmath(op));
  }
  nvptx_define(e, result, r);
  return IR_OK;
}

// Roundings to an integer, element by element.
static IrStatus emit_rounding(Emit *e, IrOp *op, const EmitRule *rule) {
  IrValue *result = ir_op_result(op, 0);
  EmitUnits x = nvptx_elements(e, ir_op_operand(op, 0)), r = nvptx_new_units(e, x.n);
  for (size_t i = 0; i < r.n; i++) r.at[i] = call_typed(e, rule->intrinsic, &x.at[i], 1);
  nvptx_define(e, result, nvptx_pack(e, ir_value_type(result), r));
  return IR_OK;
}

// abs, ctlz, cttz: a second operand says whether the lowest number, or zero, gives poison.  Not
// here.
static IrStatus emit_never_poison(Emit *e, IrOp *op, const EmitRule *rule) {
  EmitUnits x = nvptx_units(e, ir_op_operand(op, 0)), r = nvptx_new_units(e, x.n);
  LLVMValueRef never = LLVMConstInt(e->i1, 0, false);
  for (size_t i = 0; i < r.n; i++)
    r.at[i] = call_typed(e, rule->intrinsic, (LLVMValueRef[]){x.at[i], never}, 2);
  nvptx_define(e, ir_op_result(op, 0), r);
  return IR_OK;
}

const EmitRule nvptx_math_rules[] = {
    {.op = "math.exp2", .emit = emit_instruction, .code = EXP2},
    {.op = "math.log2", .emit = emit_instruction, .code = LOG2},
    {.op = "math.rsqrt", .emit = emit_instruction, .code = RSQRT},
    {.op = "math.sin", .emit = emit_instruction, .code = SIN},
    {.op = "math.cos", .emit = emit_instruction, .code = COS},
    {.op = "math.tanh", .emit = emit_instruction, .code = TANH},
    {.op = "math.sqrt", .emit = emit_sqrt},
    {.op = "math.clampf", .emit = emit_clamp},
    {.op = "math.fma", .emit = emit_intrinsic, .intrinsic = "llvm.fma"},
    {.op = "math.absf", .emit = emit_intrinsic, .intrinsic = "llvm.fabs"},
    {.op = "math.copysign", .emit = emit_intrinsic, .intrinsic = "llvm.copysign"},
    {.op = "math.ctpop", .emit = emit_intrinsic, .intrinsic = "llvm.ctpop"},
    {.op = "math.absi", .emit = emit_never_poison, .intrinsic = "llvm.abs"},
    {.op = "math.ctlz", .emit = emit_never_poison, .intrinsic = "llvm.ctlz"},
    {.op = "math.cttz", .emit = emit_never_poison, .intrinsic = "llvm.cttz"},
    {.op = "math.floor", .emit = emit_rounding, .intrinsic = "llvm.floor"},
    {.op = "math.ceil", .emit = emit_rounding, .intrinsic = "llvm.ceil"},
    {.op = "math.trunc", .emit = emit_rounding, .intrinsic = "llvm.trunc"},
    {.op = "math.round", .emit = emit_rounding, .intrinsic = "llvm.round"},
    {.op = "math.roundeven", .emit = emit_rounding, .intrinsic = "llvm.rint"},
    {0}};
