// Chains of arithmetic on long vectors of f32, as inline PTX.
//
// What follows a product works on the 64 or 128 elements that a thread holds, an op after the
// other.  LLVM would get an instruction for each op and element, a thousand for a GELU, and
// simplify nothing: that is done above.  So a chain of such ops is a text for every 16 elements,
// and LLVM sees what goes in and comes out.  Inside are the instructions that it would choose.
//
//   %1 = arith.mulf %x, %y           { .reg .f32 t<16>;
//   %2 = arith.addf %1, %z     =>      mul.rn.f32 t0, $16, $32; add.rn.f32 $0, t0, $48; ... }
//
// Shorter vectors are LLVM's: it is done with them soon, and a few registers may depend on what it
// sees.  A chain begins with conversions of pairs of f16, if it has some, and may end with one to
// pairs. Ops that may contract are LLVM's.
#include "dialects/arith/arith.h"
#include "dialects/tile/target.h"
#include "ir/edit/rewriter.h"
#include "targets/nvptx/emit_asm.h"

enum { LEAST = 64, PART = 16 }; // elements that make a vector long, and those of a text

// ---- Members. ----

typedef struct Spelling {
  const char *op, *exact, *afn; // afn: where it differs; exact: NULL where there is none
} Spelling;

static const Spelling spellings[] = {
    {"arith.addf", "add.rn.f32", NULL},
    {"arith.subf", "sub.rn.f32", NULL},
    {"arith.mulf", "mul.rn.f32", NULL},
    {"arith.negf", "neg.f32", NULL},
    {"arith.maximumf", "max.NaN.f32", NULL},
    {"arith.minimumf", "min.NaN.f32", NULL},
    {"arith.maxnumf", "max.f32", NULL},
    {"arith.minnumf", "min.f32", NULL},
    {"math.fma", "fma.rn.f32", NULL},
    {"math.absf", "abs.f32", NULL},
    {"math.exp2", "ex2.approx.f32", "ex2.approx.ftz.f32"},
    {"math.log2", NULL, "lg2.approx.ftz.f32"},
    {"math.rsqrt", "rsqrt.approx.f32", "rsqrt.approx.ftz.f32"},
    {"math.sqrt", "sqrt.rn.f32", "sqrt.approx.ftz.f32"},
    {"math.tanh", NULL, "tanh.approx.f32"},
};

// Elements of a long vector of `kind`, or 0.
static size_t long_vector(const IrValue *value, IrFloatKind kind) {
  IrType type = ir_value_type(value);
  if (ir_type_kind(type) != IR_TYPE_VECTOR || !ir_type_is_float(ir_type_element(type))) return 0;
  if (ir_type_float_kind(ir_type_element(type)) != kind) return 0;
  size_t n = nvptx_num_elements(type);
  return n >= LEAST && n % 2 == 0 ? n : 0;
}

static bool is_constant(const IrValue *value) {
  return ir_value_op(value) && ir_op_has_trait(ir_value_op(value), IR_CONSTANT_LIKE);
}

// LLVM has better for constants: reciprocals, products.
static const char *division_of(const IrOp *op) {
  unsigned flags = nvptx_fastmath(op);
  if (is_constant(ir_op_operand(op, 0)) || is_constant(ir_op_operand(op, 1))) return NULL;
  if (flags & ARITH_AFN) return "div.approx.ftz.f32";
  return flags & ARITH_ARCP ? "div.full.f32" : "div.rn.f32";
}

// The instruction of an op on f32, or NULL.
static const char *spelling_of(const IrOp *op) {
  if (ir_str_is(ir_op_name(op), "arith.divf")) return division_of(op);
  for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
    const Spelling *s = &spellings[i];
    if (!ir_str_is(ir_op_name(op), s->op)) continue;
    unsigned flags = nvptx_fastmath(op);
    if (flags & ARITH_CONTRACT) return NULL;
    return (flags & ARITH_AFN) && s->afn ? s->afn : s->exact;
  }
  return NULL;
}

static const char *narrowing_of(const IrOp *op) {
  bool nearest = arith_rounding(ir_op_attr(op, "roundingmode")) == ARITH_TO_NEAREST_EVEN;
  if (!ir_str_is(ir_op_name(op), "arith.truncf") || !nearest) return NULL;
  if (!long_vector(ir_op_operand(op, 0), IR_F32)) return NULL;
  if (long_vector(ir_op_result(op, 0), IR_F16)) return "cvt.rn.f16x2.f32";
  return long_vector(ir_op_result(op, 0), IR_BF16) ? "cvt.rn.bf16x2.f32" : NULL;
}

static bool is_widening(const IrOp *op) {
  return ir_str_is(ir_op_name(op), "arith.extf") && long_vector(ir_op_operand(op, 0), IR_F16) &&
         long_vector(ir_op_result(op, 0), IR_F32);
}

// How many elements an op works on that can be in a chain, or 0.
static size_t member_elements(const IrOp *op) {
  if (ir_op_num_results(op) != 1) return 0;
  size_t n = long_vector(ir_op_result(op, 0), IR_F32);
  if (is_widening(op)) return n;
  if (narrowing_of(op)) return long_vector(ir_op_operand(op, 0), IR_F32);
  return n && spelling_of(op) ? n : 0;
}

// ---- Finding a chain. ----

typedef struct Chain {
  IR_VEC(IrOp *) ops;
  IrPtrMap numbers; // a value made in the chain -> the number of its op, from 1
  size_t n;         // elements
} Chain;

// The number of the op that makes `value`, from 1; 0: none of the chain.
static size_t made_by(const Chain *chain, const IrValue *value) {
  return (size_t)(uintptr_t)ir_ptrmap_get(&chain->numbers, value);
}

static bool uses_chain(const Chain *chain, const IrOp *op) {
  for (size_t i = 0; i < ir_op_num_operands(op); i++)
    if (made_by(chain, ir_op_operand(op, i))) return true;
  return false;
}

static bool is_seen_outside(const Chain *chain, const IrValue *value) {
  for (IrUse *u = ir_value_first_use(value); u; u = ir_use_next(u)) {
    const IrOp *op = ir_use_op(u);
    if (!ir_op_num_results(op) || !made_by(chain, ir_op_result(op, 0))) return true;
  }
  return false;
}

static void add_member(Chain *chain, IrOp *op) {
  ir_vec_push(&chain->ops, op);
  ir_ptrmap_set(&chain->numbers, ir_op_result(op, 0), (void *)(uintptr_t)chain->ops.n);
}

// Ops between members that need nothing of them are emitted before the chain.
static void find_members(Chain *chain, IrOp *first) {
  chain->n = member_elements(first);
  for (IrOp *op = first; op; op = ir_op_next(op)) {
    size_t n = member_elements(op);
    bool joins = n == chain->n && !(is_widening(op) && uses_chain(chain, op));
    if (joins)
      add_member(chain, op);
    else if (n || !ir_op_has_trait(op, IR_PURE) || ir_op_num_regions(op) || uses_chain(chain, op))
      return;
  }
}

// Whether an op does the same for several elements, as it does on what was one number a row before:
// LLVM does it once.
static bool repeats(Emit *e, const Chain *chain, const IrOp *op) {
  if (uses_chain(chain, op)) return false; // no member repeats
  IrPtrMap seen = {0};
  size_t n = nvptx_units(e, ir_op_operand(op, 0)).n;
  bool found = false;
  for (size_t i = 0; i < n && !found; i++) {
    uintptr_t key = 1;
    for (size_t k = 0; k < ir_op_num_operands(op); k++)
      key = key * 0x9E3779B97F4A7C15u + (uintptr_t)nvptx_units(e, ir_op_operand(op, k)).at[i];
    found = ir_ptrmap_has(&seen, (void *)(key | 1));
    ir_ptrmap_set(&seen, (void *)(key | 1), e);
  }
  ir_ptrmap_free(&seen);
  return found;
}

// Counts operands that come from outside, each once.
static size_t count_inputs(Emit *e, const Chain *chain, const IrOp *op, IrPtrMap *inputs) {
  size_t count = 0;
  for (size_t k = 0; k < ir_op_num_operands(op); k++) {
    if (made_by(chain, ir_op_operand(op, k))) continue;
    EmitUnits units = nvptx_units(e, ir_op_operand(op, k));
    for (size_t u = 0; u < units.n; u++) {
      if (LLVMIsAConstant(units.at[u]) || ir_ptrmap_has(inputs, units.at[u])) continue;
      ir_ptrmap_set(inputs, units.at[u], e);
      count++;
    }
  }
  return count;
}

// Whether the text saves LLVM more than its operands cost.
static bool is_worth_it(Emit *e, const Chain *chain) {
  if (chain->ops.n < 2) return false;
  IrPtrMap inputs = {0};
  size_t operands = 0;
  bool again = false;
  for (size_t i = 0; i < chain->ops.n && !again; i++) {
    const IrOp *op = chain->ops.at[i];
    const IrValue *result = ir_op_result(op, 0);
    again = repeats(e, chain, op);
    operands += count_inputs(e, chain, op, &inputs);
    if (is_seen_outside(chain, result)) operands += nvptx_num_units(ir_value_type(result));
  }
  ir_ptrmap_free(&inputs);
  return !again && chain->ops.n * chain->n >= operands;
}

// ---- The text of a part. ----

typedef struct Part {
  Emit *e;
  const Chain *chain;
  EmitAsm t;
  size_t begin, n;             // its elements
  IR_VEC(size_t) first_output; // of an op of the chain; SIZE_MAX: its registers are the text's own
} Part;

static void add_outputs(Part *p) {
  for (size_t i = 0; i < p->chain->ops.n; i++) {
    IrOp *op = p->chain->ops.at[i];
    bool seen = is_seen_outside(p->chain, ir_op_result(op, 0)), pairs = narrowing_of(op) != NULL;
    ir_vec_push(&p->first_output, seen ? p->t.outputs.n : SIZE_MAX);
    for (size_t k = 0; seen && k < (pairs ? p->n / 2 : p->n); k++)
      nvptx_asm_output(p->e, &p->t, pairs ? p->e->i32 : p->e->f32);
  }
}

// Register `i` of what op `number` makes.
static void write_result(Part *p, size_t number, size_t i) {
  size_t first = p->first_output.at[number];
  if (first == SIZE_MAX)
    ir_print(&p->t.text, "t{}", number * PART + i);
  else
    ir_print(&p->t.text, "${}", first + i);
}

static void write_number(Part *p, LLVMValueRef constant) {
  static const char digits[] = "0123456789ABCDEF";
  LLVMBool loses;
  float number = (float)LLVMConstRealGetDouble(constant, &loses);
  uint32_t bits;
  memcpy(&bits, &number, sizeof bits);
  ir_write_cstr(&p->t.text, "0f");
  for (int shift = 28; shift >= 0; shift -= 4)
    ir_write_char(&p->t.text, digits[bits >> shift & 15]);
}

// Element `i` of an operand; a number stays one, behind a register.
static void write_operand(Part *p, const IrOp *op, size_t operand, size_t i) {
  const IrValue *value = ir_op_operand(op, operand);
  size_t number = made_by(p->chain, value);
  if (operand) ir_write_cstr(&p->t.text, ", ");
  if (number) {
    write_result(p, number - 1, i);
    return;
  }
  LLVMValueRef unit = nvptx_units(p->e, value).at[p->begin + i];
  if (operand && LLVMIsAConstantFP(unit))
    write_number(p, unit);
  else
    ir_print(&p->t.text, "${}", nvptx_asm_input_once(p->e, &p->t, unit));
}

static void write_float_op(Part *p, size_t number, size_t i) {
  const IrOp *op = p->chain->ops.at[number];
  ir_print(&p->t.text, "\n\t{} ", spelling_of(op));
  write_result(p, number, i);
  ir_write_cstr(&p->t.text, ", ");
  for (size_t k = 0; k < ir_op_num_operands(op); k++) write_operand(p, op, k, i);
  ir_write_char(&p->t.text, ';');
}

// Elements i and i + 1 of a pair.
static void write_widening(Part *p, size_t number, size_t i) {
  const IrValue *value = ir_op_operand(p->chain->ops.at[number], 0);
  LLVMValueRef unit = nvptx_units(p->e, value).at[(p->begin + i) / 2];
  ir_print(&p->t.text, "\n\tmov.b32 {{l, h}, ${};", nvptx_asm_input_once(p->e, &p->t, unit));
  for (size_t k = 0; k < 2; k++) {
    ir_write_cstr(&p->t.text, "\n\tcvt.f32.f16 ");
    write_result(p, number, i + k);
    ir_write_cstr(&p->t.text, k ? ", h;" : ", l;");
  }
}

static void write_narrowing(Part *p, size_t number, size_t i) {
  const IrOp *op = p->chain->ops.at[number];
  ir_print(&p->t.text, "\n\t{} ", narrowing_of(op));
  write_result(p, number, i / 2);
  ir_write_cstr(&p->t.text, ", ");
  write_operand(p, op, 0, i + 1);
  ir_write_cstr(&p->t.text, ", ");
  write_operand(p, op, 0, i);
  ir_write_char(&p->t.text, ';');
}

// One op after the other on the part's elements.
static void write_ops(Part *p) {
  ir_print(&p->t.text, "{{ .reg .f32 t<{}>; .reg .b16 l, h;", p->chain->ops.n * PART);
  for (size_t number = 0; number < p->chain->ops.n; number++) {
    const IrOp *op = p->chain->ops.at[number];
    bool pairs = is_widening(op) || narrowing_of(op);
    for (size_t i = 0; i < p->n; i += pairs ? 2 : 1) {
      if (is_widening(op))
        write_widening(p, number, i);
      else if (pairs)
        write_narrowing(p, number, i);
      else
        write_float_op(p, number, i);
    }
  }
  ir_write_cstr(&p->t.text, "\n\t}");
}

// Takes the part's outputs into the units of the chain's values.
static void take_outputs(Part *p, const LLVMValueRef *out, EmitUnits *results) {
  for (size_t number = 0; number < p->chain->ops.n; number++) {
    size_t first = p->first_output.at[number];
    if (first == SIZE_MAX) continue;
    IrType type = ir_value_type(ir_op_result(p->chain->ops.at[number], 0));
    size_t per_unit = nvptx_is_packed(type) ? 2 : 1;
    LLVMTypeRef unit = nvptx_unit_type(p->e, type, 0);
    for (size_t i = 0; i < p->n / per_unit; i++)
      results[number].at[p->begin / per_unit + i] =
          per_unit == 1 ? out[first + i] : LLVMBuildBitCast(p->e->b, out[first + i], unit, "");
  }
}

static void emit_part(Emit *e, const Chain *chain, size_t begin, EmitUnits *results) {
  size_t n = chain->n - begin < PART ? chain->n - begin : PART;
  Part p = {.e = e, .chain = chain, .begin = begin, .n = n, .t = {.pure = true, .early = true}};
  add_outputs(&p);
  write_ops(&p);
  EmitUnits out = nvptx_new_units(e, p.t.outputs.n);
  nvptx_asm_call(e, &p.t, out.at);
  take_outputs(&p, out.at, results);
  ir_vec_free(&p.first_output);
}

static void emit_parts(Emit *e, const Chain *chain) {
  EmitUnits *results = IR_NEW_ARRAY(&e->arena, EmitUnits, chain->ops.n);
  for (size_t i = 0; i < chain->ops.n; i++)
    results[i] =
        nvptx_new_units(e, nvptx_num_units(ir_value_type(ir_op_result(chain->ops.at[i], 0))));
  for (size_t begin = 0; begin < chain->n; begin += PART) emit_part(e, chain, begin, results);
  for (size_t i = 0; i < chain->ops.n; i++) {
    IrValue *value = ir_op_result(chain->ops.at[i], 0);
    if (is_seen_outside(chain, value)) nvptx_define(e, value, results[i]);
  }
}

// Emits what lies between the members; their inputs are known then.
static IrStatus emit_between(Emit *e, const Chain *chain) {
  for (IrOp *op = chain->ops.at[0]; op != ir_vec_last(&chain->ops); op = ir_op_next(op))
    if (!ir_op_num_results(op) || !made_by(chain, ir_op_result(op, 0)))
      IR_TRY(nvptx_emit_op(e, op));
  return IR_OK;
}

static IrStatus emit_found(Emit *e, const Chain *chain) {
  IrOp *last = ir_vec_last(&chain->ops);
  IR_TRY(emit_between(e, chain));
  if (is_worth_it(e, chain)) {
    nvptx_debug_at(e, chain->ops.at[0]);
    emit_parts(e, chain);
  } else {
    for (size_t i = 0; i < chain->ops.n; i++) IR_TRY(nvptx_emit_op(e, chain->ops.at[i]));
  }
  e->emitted = last;
  return IR_OK;
}

IrStatus nvptx_emit_from(Emit *e, IrOp *op) {
  if (!member_elements(op) || !tile_target_find(ir_str(e->options->arch)))
    return nvptx_emit_op(e, op);
  Chain chain = {0};
  find_members(&chain, op);
  IrStatus status = emit_found(e, &chain);
  ir_vec_free(&chain.ops);
  ir_ptrmap_free(&chain.numbers);
  return status;
}
