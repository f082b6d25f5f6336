// tc.dot_async and tc.dot_wait: text and rules.
//
//   dot_async   1. a product that wgmma has (wgmma.c), with an instruction that has as many columns
//               2. matrices that multiply: MxK by KxN into MxN; buffers are in shared memory
//               3. each warpgroup has whole instructions: M is a multiple of 64, N and K of those
//                  that `instr` names
//               4. c is the result's tensor, in flight or not; a predicate needs one
//   dot_wait    leaves 0 to 7 products pending
#include "dialects/tc/tc_impl.h"

enum { MOST_GROUPS = 8 }; // warpgroups of a block

static bool is_tile_operand(IrType type) {
  return mem_is_shared_buffer(type) || ir_type_kind(type) == IR_TYPE_TENSOR;
}
static bool is_inflight_tile(IrType type) {
  return tc_inflight_tile(type) != NULL;
}
static bool is_accumulator(IrType type) {
  return is_inflight_tile(type) || ir_type_kind(type) == IR_TYPE_TENSOR;
}

const IrTypeConstraint tc_tile_operand_type = {.name = "a buffer in shared memory or a tensor",
                                               .test = is_tile_operand};
const IrTypeConstraint tc_accumulator_type = {.name = "a tensor or a !tc.inflight of one",
                                              .test = is_accumulator};
const IrTypeConstraint tc_inflight_tile_type = {.name = "a !tc.inflight of a tensor",
                                                .test = is_inflight_tile};

// ---- The instruction's name.

static bool take(IrStr *text, const char *word) {
  size_t n = strlen(word);
  if (text->len < n || memcmp(text->ptr, word, n)) return false;
  *text = (IrStr){text->ptr + n, text->len - n};
  return true;
}

static bool take_number(IrStr *text, unsigned *number) {
  enum { MOST = 1000 };
  size_t digits = 0;
  for (*number = 0; digits < text->len && *number < MOST; digits++) {
    char c = text->ptr[digits];
    if (c < '0' || c > '9') break;
    *number = *number * 10 + (unsigned)(c - '0');
  }
  *text = (IrStr){text->ptr + digits, text->len - digits};
  return digits && *number < MOST;
}

bool tc_wgmma_shape(IrStr name, TcWgmmaShape *shape) {
  unsigned m;
  return take(&name, "wgmma.m") && take_number(&name, &m) && m == TC_WGMMA_ROWS &&
         take(&name, "n") && take_number(&name, &shape->n) && take(&name, "k") &&
         take_number(&name, &shape->k) && !name.len;
}

IrAttr tc_wgmma_name(IrContext *ctx, TcWgmmaShape shape) {
  IrStream text = {0};
  ir_print(&text, "wgmma.m{}n{}k{}", (int)TC_WGMMA_ROWS, shape.n, shape.k);
  IrAttr name = ir_attr_string(ctx, ir_stream_str(&text));
  ir_stream_free(&text);
  return name;
}

// ---- tc.dot_async ----

static IrShape shape_of(IrType type) {
  return mem_is_buffer(type) ? mem_buffer_shape(type) : ir_type_shape(type);
}

static IrType element_of(IrType type) {
  return mem_is_buffer(type) ? mem_buffer_element(type) : ir_type_element(type);
}

void tc_dot_async_warpgroups(const IrOp *op, int64_t warps, int64_t groups[2]) {
  IrAttr named = GET(op, tc_dot_async, warpgroups);
  groups[0] = named ? ir_attr_array_int(named, 0) : warps / 4;
  groups[1] = named ? ir_attr_array_int(named, 1) : 1;
}

// Rule 1.
static IrStatus check_instr(IrOp *op, IrType a, IrType b, IrType d, TcWgmmaShape *shape) {
  IrStr name = ir_attr_str(GET(op, tc_dot_async, instr));
  if (!tc_wgmma_multiplies(a, b, d)) {
    (void)ir_op_error(op, "cannot multiply {} by {} and add {}", a, b, d);
    ir_help(ir_op_context(op), "it multiplies f16 (and adds f16 or f32), bf16 and tf32 (f32), "
                               "f8E4M3FN and f8E5M2 (f16 or f32), i8 (i32)");
    return IR_FAILED;
  }
  unsigned k = TC_WGMMA_BYTES / mem_element_bytes(a);
  if (tc_wgmma_shape(name, shape) && shape->k == k && tc_wgmma_has_columns(a, shape->n))
    return IR_OK;
  (void)ir_op_error(op, "has an unknown instruction '{}' for {}", name, a);
  ir_help(ir_op_context(op), "it is 'wgmma.m64nNk{}', N a multiple of {} from 8 to 256", k,
          ir_type_is_any_integer(a) ? "16 (or 8 or 24)" : "8");
  return IR_FAILED;
}

// Rule 2.
static IrStatus check_extents(IrOp *op, IrShape a, IrShape b, IrShape d) {
  if (a.rank != 2 || b.rank != 2)
    return ir_op_error(op, "multiplies matrices, got {} and {}",
                       ir_value_type(GET(op, tc_dot_async, a)),
                       ir_value_type(GET(op, tc_dot_async, b)));
  if (a.at[0] != d.at[0] || b.at[1] != d.at[1] || a.at[1] != b.at[0])
    return ir_op_error(op, "multiplies {}x{} by {}x{} and gives {}x{}", a.at[0], a.at[1], b.at[0],
                       b.at[1], d.at[0], d.at[1]);
  return mem_is_buffer(ir_value_type(GET(op, tc_dot_async, b))) &&
                 mem_buffer_space(ir_value_type(GET(op, tc_dot_async, b))) != MEM_SHARED
             ? ir_op_error(op, "takes b from shared memory, got {}",
                           ir_value_type(GET(op, tc_dot_async, b)))
             : IR_OK;
}

static bool is_count(int64_t groups) {
  return groups >= 1 && groups <= MOST_GROUPS;
}

// Rule 3.
static IrStatus check_groups(IrOp *op, TcWgmmaShape shape, IrShape d, int64_t k) {
  IrAttr named = GET(op, tc_dot_async, warpgroups);
  if (named && (ir_attr_count(named) != 2 || !is_count(ir_attr_array_int(named, 0)) ||
                !is_count(ir_attr_array_int(named, 1))))
    return ir_op_error(op, "has two counts as `warpgroups`, along M and N, each from 1 to {}",
                       (int)MOST_GROUPS);
  int64_t rows = TC_WGMMA_ROWS * (named ? ir_attr_array_int(named, 0) : 1);
  int64_t columns = shape.n * (named ? ir_attr_array_int(named, 1) : 1);
  if (d.at[0] % rows == 0 && d.at[1] % columns == 0 && k % shape.k == 0) return IR_OK;
  return ir_op_error(op, "makes multiples of {}x{} from multiples of {}, got {}x{} from {}", rows,
                     columns, shape.k, d.at[0], d.at[1], k);
}

IrStatus tc_dot_async_verify(IrOp *op) {
  IrType a = ir_value_type(GET(op, tc_dot_async, a)), b = ir_value_type(GET(op, tc_dot_async, b));
  IrType result = GET(op, tc_dot_async, result_type), d = tc_inflight_tile(result);
  IrValue *c = GET(op, tc_dot_async, c);
  TcWgmmaShape shape;
  IR_TRY(check_instr(op, element_of(a), element_of(b), ir_type_element(d), &shape));
  IR_TRY(check_extents(op, shape_of(a), shape_of(b), ir_type_shape(d)));
  IR_TRY(check_groups(op, shape, ir_type_shape(d), shape_of(a).at[1]));
  if (c && ir_value_type(c) != result && ir_value_type(c) != d)
    return ir_op_error(op, "adds to {} and gives {}", ir_value_type(c), result);
  if (!c && GET(op, tc_dot_async, scale))
    return ir_op_error(op, "has a predicate, but nothing to add to");
  return IR_OK;
}

// ---- Text.

static IrStatus parse_operands(IrParser *p, IrUnresolved at[4], bool has[2]) {
  IR_TRY(ir_parse_operand(p, &at[0]));
  IR_TRY(ir_parse_token(p, ","));
  IR_TRY(ir_parse_operand(p, &at[1]));
  has[0] = ir_parse_optional_token(p, ",");
  if (has[0]) IR_TRY(ir_parse_operand(p, &at[2]));
  has[1] = ir_parse_optional_keyword(p, "if");
  return has[1] ? ir_parse_operand(p, &at[3]) : IR_OK;
}

// `[2, 1]`
static IrStatus parse_counts(IrParser *p, IrOpState *state, IrAttr *counts) {
  enum { MOST = 2 };
  int64_t at[MOST];
  size_t n = 0;
  IR_TRY(ir_parse_token(p, "["));
  do {
    IrLoc loc = ir_parser_loc(p);
    if (n == MOST) return ir_parser_error(p, loc, "there are two counts, along M and N");
    IR_TRY(ir_parse_integer(p, &at[n++]));
  } while (ir_parse_optional_token(p, ","));
  *counts = ir_attr_i64_array(state->ctx, at, n);
  return ir_parse_token(p, "]");
}

static IrStatus parse_words(IrParser *p, IrOpState *state) {
  IrStr instr;
  IrAttr groups = NULL;
  IR_TRY(ir_parse_keyword(p, "instr"));
  IR_TRY(ir_parse_string(p, &instr));
  ir_state_set_attr(state, "instr", ir_attr_string(state->ctx, instr));
  if (ir_parse_optional_keyword(p, "warpgroups")) {
    IR_TRY(parse_counts(p, state, &groups));
    ir_state_set_attr(state, "warpgroups", groups);
  }
  return ir_parse_attr_dict(p, state);
}

// %a, %b, %c if %p instr "..." warpgroups [2, 1] {...} : A, B, C -> D
IrStatus tc_dot_async_parse(IrParser *p, IrOpState *state) {
  IrUnresolved at[4];
  bool has[2];
  IrType types[4] = {[3] = ir_type_i1(state->ctx)}, result;
  IR_TRY(parse_operands(p, at, has));
  IR_TRY(parse_words(p, state));
  IR_TRY(ir_parse_colon_type(p, &types[0]));
  for (unsigned i = 1; i < 2u + has[0]; i++) {
    IR_TRY(ir_parse_token(p, ","));
    IR_TRY(ir_parse_type(p, &types[i]));
  }
  IR_TRY(ir_parse_token(p, "->"));
  IR_TRY(ir_parse_type(p, &result));
  for (unsigned i = 0; i < 4; i++)
    if (i < 2 || has[i - 2]) IR_TRY(ir_resolve_operand(p, at[i], types[i], state));
  ir_state_set_attr(state, "operandSegmentSizes",
                    ir_attr_i32_array(state->ctx, (const int64_t[]){1, 1, has[0], has[1]}, 4));
  ir_vec_push(&state->result_types, result);
  return IR_OK;
}

void tc_dot_async_print(IrOp *op, IrPrinter *p) {
  static const char *const shown[] = {"instr", "warpgroups", "operandSegmentSizes", NULL};
  IrValue *a = GET(op, tc_dot_async, a), *b = GET(op, tc_dot_async, b);
  IrValue *c = GET(op, tc_dot_async, c), *scale = GET(op, tc_dot_async, scale);
  IrAttr groups = GET(op, tc_dot_async, warpgroups);
  ir_printer_fmt(p, " {}, {}", a, b);
  if (c) ir_printer_fmt(p, ", {}", c);
  if (scale) ir_printer_fmt(p, " if {}", scale);
  ir_printer_text(p, " instr ");
  ir_printer_attr(p, GET(op, tc_dot_async, instr));
  for (size_t i = 0; groups && i < ir_attr_count(groups); i++)
    ir_printer_fmt(p, "{}{}", i ? ", " : " warpgroups [", ir_attr_array_int(groups, i));
  if (groups) ir_printer_text(p, "]");
  ir_printer_attr_dict(p, op, shown, false);
  ir_printer_fmt(p, " : {}, {}", ir_value_type(a), ir_value_type(b));
  if (c) ir_printer_fmt(p, ", {}", ir_value_type(c));
  ir_printer_fmt(p, " -> {}", GET(op, tc_dot_async, result_type));
}

// ---- Effects.

// Products are made in the order in which they are issued, and none twice.
static const IrResource products = {"products in flight"};

static void dot_async_effects(const IrOp *op, IrEffects *out) {
  for (size_t i = 0; i < 2; i++) {
    const IrValue *operand = ir_op_operand(op, i);
    if (mem_is_buffer(ir_value_type(operand))) mem_add_effect(out, IR_EFFECT_READ, operand);
  }
  ir_effect_add(out, IR_EFFECT_WRITE, NULL, &products);
}

const IrEffectsInterface tc_dot_async_effects = {sizeof(IrEffectsInterface), dot_async_effects};

static void accumulator_effects(const IrOp *op, IrEffects *out) {
  (void)op;
  ir_effect_add(out, IR_EFFECT_WRITE, NULL, &products);
}

const IrEffectsInterface tc_dot_accumulator_effects = {sizeof(IrEffectsInterface),
                                                       accumulator_effects};

// ---- tc.dot_accumulator ----

IrStatus tc_dot_accumulator_verify(IrOp *op) {
  IrValue *c = GET(op, tc_dot_accumulator, c);
  IrType result = GET(op, tc_dot_accumulator, result_type);
  if (!c || tc_inflight_tile(result) == ir_value_type(c)) return IR_OK;
  return ir_op_error(op, "hands over {} and gives {}", ir_value_type(c), result);
}

// ---- tc.dot_wait ----

bool tc_dot_wait_infer(IrOpState *state) {
  return tc_infer_landed(state, tc_inflight_tile);
}

IrStatus tc_dot_wait_verify(IrOp *op) {
  IR_TRY(tc_check_pending(op, GET(op, tc_dot_wait, pending), "products"));
  return tc_check_landed(op, tc_inflight_tile);
}
