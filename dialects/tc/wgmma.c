// wgmma: text and rules.
//
//   descriptor  of a row of elements in shared memory; offsets are multiples of 16 below 2^18
//   wgmma       1. a product that the hardware has: 16-bit floats into f32 (f16 also f16), tf32
//   into
//                  f32, 8-bit floats into f32 or f16, i8 into i32
//               2. M is 64, K 32 bytes; N is 8 to 256 in steps of 8, for i8 beyond 32 in steps of
//               16
//               3. A comes by descriptor or in registers, B by descriptor
//               4. operands of 16 bits in shared memory may be MN-major, all others are K-major
//               5. only integers are unsigned or saturate
//   wait        leaves 0 to 7 groups pending
#include "dialects/tc/tc_impl.h"
#include "dialects/tc/wgmma_descriptor.h"

static bool is_descriptor(IrType type) {
  return tc_descriptor_element(type) != NULL;
}
static bool is_inflight(IrType type) {
  return tc_inflight_registers(type) != NULL;
}
static bool is_a_operand(IrType type) {
  return is_descriptor(type) || is_inflight(type);
}

const IrTypeConstraint tc_descriptor_type = {.name = "a !tc.descriptor", .test = is_descriptor};
const IrTypeConstraint tc_inflight_type = {.name = "a !tc.inflight", .test = is_inflight};
const IrTypeConstraint tc_a_operand_type = {.name = "a !tc.descriptor or a !tc.inflight",
                                            .test = is_a_operand};

// ---- tc.wgmma_descriptor ----

static IrStatus check_offset(IrOp *op, const char *name, IrAttr attr) {
  int64_t bytes = ir_attr_int(attr);
  if (bytes >= 0 && bytes <= TC_DESCRIPTOR_MAX_OFFSET && bytes % 16 == 0) return IR_OK;
  return ir_op_error(op, "has a {} offset that is a multiple of 16 up to {} bytes, got {}", name,
                     (int)TC_DESCRIPTOR_MAX_OFFSET, bytes);
}

IrStatus tc_wgmma_descriptor_verify(IrOp *op) {
  IrType buffer = ir_value_type(GET(op, tc_wgmma_descriptor, buffer));
  IrType element = tc_descriptor_element(GET(op, tc_wgmma_descriptor, result_type));
  int64_t swizzle = ir_attr_int(GET(op, tc_wgmma_descriptor, swizzle));
  if (mem_buffer_space(buffer) != MEM_SHARED || mem_buffer_shape(buffer).rank != 1) {
    (void)ir_op_error(op, "points to a row of elements in shared memory, got {}", buffer);
    ir_help(ir_op_context(op), "flatten the buffer with mem.flatten");
    return IR_FAILED;
  }
  if (mem_element_bytes(element) != mem_element_bytes(mem_buffer_element(buffer)))
    return ir_op_error(op, "takes elements of {} for {}, which has another size", buffer, element);
  IR_TRY(check_offset(op, "leading", GET(op, tc_wgmma_descriptor, leading)));
  IR_TRY(check_offset(op, "stride", GET(op, tc_wgmma_descriptor, stride)));
  if (swizzle == 0 || swizzle == 32 || swizzle == 64 || swizzle == 128) return IR_OK;
  return ir_op_error(op, "has a swizzle of 0, 32, 64 or 128 bytes, got {}", swizzle);
}

// ---- tc.wgmma ----

TcWgmma tc_wgmma_of(const IrOp *op) {
  IrType a = ir_value_type(GET(op, tc_wgmma, a)), d = GET(op, tc_wgmma, result_type);
  IrType registers = tc_inflight_registers(a), result = tc_inflight_registers(d);
  TcWgmma w = {.a = registers ? ir_type_element(registers) : tc_descriptor_element(a),
               .b = tc_descriptor_element(ir_value_type(GET(op, tc_wgmma, b))),
               .d = ir_type_element(result),
               .a_in_registers = registers != NULL,
               .n = (unsigned)ir_type_shape(result).at[0] * 2};
  w.k = 32 / mem_element_bytes(w.a);
  w.trans_a = GET(op, tc_wgmma, trans_a) != NULL;
  w.trans_b = GET(op, tc_wgmma, trans_b) != NULL;
  return w;
}

// Rule 1.
bool tc_wgmma_multiplies(IrType a, IrType b, IrType d) {
  bool f32 = tc_is_float_of(d, IR_F32), f16 = tc_is_float_of(d, IR_F16);
  if (tc_is_fp8(a) && tc_is_fp8(b)) return f32 || f16;
  if (a != b) return false;
  if (tc_is_float_of(a, IR_F16)) return f32 || f16;
  if (tc_is_float_of(a, IR_BF16) || tc_is_float_of(a, IR_TF32)) return f32;
  return ir_type_is_integer(a, 8) && ir_type_is_integer(d, 32);
}

bool tc_wgmma_has_columns(IrType a, unsigned n) {
  bool integer = ir_type_is_any_integer(a);
  return n >= 8 && n <= TC_WGMMA_MOST_COLUMNS && n % (integer && n > 32 ? 16 : 8) == 0;
}

// Rule 2.
static IrStatus check_extents(IrOp *op, const TcWgmma *w) {
  bool integer = ir_type_is_any_integer(w->a);
  if (!tc_wgmma_has_columns(w->a, w->n))
    return ir_op_error(op, "has {} columns, twice the elements of {}; {} takes {}", w->n,
                       GET(op, tc_wgmma, result_type), w->a,
                       integer ? "8, 16, 24, 32 and then multiples of 16 up to 256"
                               : "multiples of 8 up to 256");
  IrType a = ir_value_type(GET(op, tc_wgmma, a));
  if (!w->a_in_registers) return IR_OK;
  int64_t want = 64 * (int64_t)w->k / 128, got = ir_type_shape(tc_inflight_registers(a)).at[0];
  if (got != want) return ir_op_error(op, "a lane holds {} elements of a, got {}", want, a);
  return IR_OK;
}

// Rules 4 and 5.
static IrStatus check_words(IrOp *op, const TcWgmma *w) {
  bool integer = ir_type_is_any_integer(w->a);
  if (w->trans_a && w->a_in_registers)
    return ir_op_error(op, "has a in registers, where it cannot be MN-major");
  if ((w->trans_a || w->trans_b) && mem_element_bytes(w->a) != 2)
    return ir_op_error(op, "takes {} only K-major", w->a);
  if (!integer && (GET(op, tc_wgmma, unsigned_a) || GET(op, tc_wgmma, unsigned_b) ||
                   GET(op, tc_wgmma, satfinite)))
    return ir_op_error(op, "multiplies {}, and only integers are unsigned or saturate", w->a);
  return IR_OK;
}

IrStatus tc_wgmma_verify(IrOp *op) {
  IrValue *c = GET(op, tc_wgmma, c);
  IrType result = GET(op, tc_wgmma, result_type);
  TcWgmma w = tc_wgmma_of(op);
  if (!tc_wgmma_multiplies(w.a, w.b, w.d)) {
    (void)ir_op_error(op, "cannot multiply {} by {} and add {}", w.a, w.b, w.d);
    ir_help(ir_op_context(op), "it multiplies f16 (and adds f16 or f32), bf16 and tf32 (f32), "
                               "f8E4M3FN and f8E5M2 (f16 or f32), i8 (i32)");
    return IR_FAILED;
  }
  IR_TRY(check_extents(op, &w));
  IR_TRY(check_words(op, &w));
  if (c && ir_value_type(c) != result)
    return ir_op_error(op, "adds to {} and gives {}", ir_value_type(c), result);
  if (!c && GET(op, tc_wgmma, scale))
    return ir_op_error(op, "has a predicate, but nothing to add to");
  return IR_OK;
}

static const char *const words[] = {"trans_a",    "trans_b",   "unsigned_a",
                                    "unsigned_b", "satfinite", NULL};

static IrStatus parse_operands(IrParser *p, IrUnresolved at[4], bool has[2]) {
  IR_TRY(ir_parse_operand(p, &at[0]));
  IR_TRY(ir_parse_token(p, ","));
  IR_TRY(ir_parse_operand(p, &at[1]));
  has[0] = ir_parse_optional_token(p, ",");
  if (has[0]) IR_TRY(ir_parse_operand(p, &at[2]));
  has[1] = has[0] && ir_parse_optional_keyword(p, "if");
  return has[1] ? ir_parse_operand(p, &at[3]) : IR_OK;
}

// %a, %b, %c if %p trans_a satfinite {...} : !tc.descriptor<f16>, !tc.descriptor<f16> ->
// !tc.inflight<..>
IrStatus tc_wgmma_parse(IrParser *p, IrOpState *state) {
  IrUnresolved at[4];
  bool has[2];
  IrType a, b, d;
  IR_TRY(parse_operands(p, at, has));
  for (size_t i = 0; words[i]; i++)
    if (ir_parse_optional_keyword(p, words[i]))
      ir_state_set_attr(state, words[i], ir_attr_unit(state->ctx));
  IR_TRY(ir_parse_attr_dict(p, state));
  IR_TRY(ir_parse_colon_type(p, &a));
  IR_TRY(ir_parse_token(p, ","));
  IR_TRY(ir_parse_type(p, &b));
  IR_TRY(ir_parse_token(p, "->"));
  IR_TRY(ir_parse_type(p, &d));
  IR_TRY(ir_resolve_operand(p, at[0], a, state));
  IR_TRY(ir_resolve_operand(p, at[1], b, state));
  if (has[0]) IR_TRY(ir_resolve_operand(p, at[2], d, state));
  if (has[1]) IR_TRY(ir_resolve_operand(p, at[3], ir_type_i1(state->ctx), state));
  ir_state_set_attr(state, "operandSegmentSizes",
                    ir_attr_i32_array(state->ctx, (const int64_t[]){1, 1, has[0], has[1]}, 4));
  ir_vec_push(&state->result_types, d);
  return IR_OK;
}

void tc_wgmma_print(IrOp *op, IrPrinter *p) {
  static const char *const shown[] = {
      "trans_a", "trans_b", "unsigned_a", "unsigned_b", "satfinite", "operandSegmentSizes", NULL};
  IrValue *a = GET(op, tc_wgmma, a), *b = GET(op, tc_wgmma, b), *c = GET(op, tc_wgmma, c);
  IrValue *scale = GET(op, tc_wgmma, scale);
  ir_printer_fmt(p, " {}, {}", a, b);
  if (c) ir_printer_fmt(p, ", {}", c);
  if (scale) ir_printer_fmt(p, " if {}", scale);
  for (size_t i = 0; words[i]; i++)
    if (ir_op_attr(op, words[i])) ir_printer_fmt(p, " {}", words[i]);
  ir_printer_attr_dict(p, op, shown, false);
  ir_printer_fmt(p, " : {}, {} -> {}", ir_value_type(a), ir_value_type(b),
                 GET(op, tc_wgmma, result_type));
}

// ---- tc.wgmma_fence, tc.wgmma_wait ----

bool tc_wgmma_fence_infer(IrOpState *state) {
  for (size_t i = 0; i < state->operands.n; i++) {
    IrType type = ir_value_type(state->operands.at[i]);
    if (!tc_is_registers(type)) return false;
    ir_vec_push(&state->result_types, tc_inflight_get(type));
  }
  return true;
}

IrStatus tc_wgmma_fence_verify(IrOp *op) {
  if (ir_op_num_operands(op) != ir_op_num_results(op))
    return ir_op_error(op, "hands over {} values and gives {}", ir_op_num_operands(op),
                       ir_op_num_results(op));
  for (size_t i = 0; i < ir_op_num_operands(op); i++) {
    IrType from = ir_value_type(ir_op_operand(op, i)), to = ir_value_type(ir_op_result(op, i));
    if (tc_inflight_registers(to) != from)
      return ir_op_error(op, "hands over {} and gives {}", from, to);
  }
  return IR_OK;
}

// ---- Waits, of registers and of tiles

IrStatus tc_check_pending(IrOp *op, IrAttr pending, const char *what) {
  int64_t n = ir_attr_int(pending);
  if (n >= 0 && n <= TC_MOST_PENDING) return IR_OK;
  return ir_op_error(op, "leaves 0 to {} {} pending, got {}", (int)TC_MOST_PENDING, what, n);
}

IrStatus tc_check_landed(IrOp *op, TcLanded *landed) {
  if (ir_op_num_operands(op) != ir_op_num_results(op))
    return ir_op_error(op, "waits for {} values and gives {}", ir_op_num_operands(op),
                       ir_op_num_results(op));
  for (size_t i = 0; i < ir_op_num_operands(op); i++) {
    IrType from = ir_value_type(ir_op_operand(op, i)), to = ir_value_type(ir_op_result(op, i));
    if (landed(from) != to) return ir_op_error(op, "waits for {} and gives {}", from, to);
  }
  return IR_OK;
}

bool tc_infer_landed(IrOpState *state, TcLanded *landed) {
  for (size_t i = 0; i < state->operands.n; i++) {
    IrType type = landed(ir_value_type(state->operands.at[i]));
    if (!type) return false;
    ir_vec_push(&state->result_types, type);
  }
  return true;
}

bool tc_wgmma_wait_infer(IrOpState *state) {
  return tc_infer_landed(state, tc_inflight_registers);
}

IrStatus tc_wgmma_wait_verify(IrOp *op) {
  IR_TRY(tc_check_pending(op, GET(op, tc_wgmma_wait, pending), "groups"));
  return tc_check_landed(op, tc_inflight_registers);
}
