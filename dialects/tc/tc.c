// The tc dialect's table, the instructions, and the rules of their operands.
//
//   dot       tensors of rank 2; M and N are multiples of the instruction's, K is its K
//   mma       a lane's part of each fragment, of element types the instruction takes
//   ldmatrix  from a row of 16-bit elements in shared memory; 2, 4 or 8 elements a lane
#include "dialects/tc/tc.h"

#include "dialects/mem/mem.h"
#include "ir/asm/parser.h"
#include "ir/asm/printer.h"

static const IrTypeConstraint mem_buffer_type = {.name = "a !mem.buffer", .test = mem_is_buffer};

// ---- Instructions. ----

static const TcInstr instrs[] = {
    {TC_MMA_M16N8K16, 16, 8, 16, 8, 4, 4},
};
enum { NUM_INSTRS = sizeof instrs / sizeof *instrs };

const TcInstr *tc_instr(IrStr name) {
  for (size_t i = 0; i < NUM_INSTRS; i++)
    if (ir_str_is(name, instrs[i].name)) return &instrs[i];
  return NULL;
}

static bool is_float_of(IrType type, IrFloatKind kind) {
  return ir_type_is_float(type) && ir_type_float_kind(type) == kind;
}

bool tc_instr_takes(const TcInstr *instr, IrType ab, IrType c) {
  (void)instr; // one so far
  return (is_float_of(ab, IR_F16) || is_float_of(ab, IR_BF16)) && is_float_of(c, IR_F32);
}

const TcInstr *tc_instr_for(IrType ab, IrType c, int64_t m, int64_t n, int64_t k) {
  for (size_t i = 0; i < NUM_INSTRS; i++) {
    const TcInstr *t = &instrs[i];
    if (tc_instr_takes(t, ab, c) && m % t->m == 0 && n % t->n == 0 && k % t->k == 0) return t;
  }
  return NULL;
}

static const char *next_instr(void *user) {
  size_t *i = user;
  return *i < NUM_INSTRS ? instrs[(*i)++].name : NULL;
}

// The instruction of an op, or NULL after a diagnostic.
static const TcInstr *instr_of(IrOp *op, IrAttr name) {
  const TcInstr *instr = tc_instr(ir_attr_str(name));
  if (instr) return instr;
  (void)ir_op_error(op, "has an unknown instruction '{}'", ir_attr_str(name));
  size_t i = 0;
  const char *near = ir_nearest(ir_attr_str(name), next_instr, &i);
  ir_help(ir_op_context(op), near ? "did you mean '{}'?" : "known is '{}'",
          near ? near : instrs[0].name);
  return NULL;
}

static IrStatus check_types(IrOp *op, const TcInstr *instr, IrType a, IrType b, IrType c) {
  IrType ea = ir_type_element(a), eb = ir_type_element(b), ec = ir_type_element(c);
  if (ea == eb && tc_instr_takes(instr, ea, ec)) return IR_OK;
  (void)ir_op_error(op, "'{}' cannot multiply {} by {} and add {}", instr->name, ea, eb, ec);
  ir_help(ir_op_context(op), "it takes f16 or bf16 for both and f32 for the sum");
  return IR_FAILED;
}

// ---- tc.dot ----

static bool infer_like_c(IrOpState *state) {
  if (state->operands.n < 3) return false;
  ir_vec_push(&state->result_types, ir_value_type(state->operands.at[2]));
  return true;
}

static bool tc_dot_infer(IrOpState *state) {
  return infer_like_c(state);
}

static IrStatus tc_dot_verify(IrOp *op) {
  IrType a = ir_value_type(GET(op, tc_dot, a)), b = ir_value_type(GET(op, tc_dot, b));
  IrType c = ir_value_type(GET(op, tc_dot, c));
  IrShape sa = ir_type_shape(a), sb = ir_type_shape(b), sc = ir_type_shape(c);
  const TcInstr *t = instr_of(op, GET(op, tc_dot, instr));
  if (!t) return IR_FAILED;
  IR_TRY(check_types(op, t, a, b, c));
  if (sa.rank != 2 || sb.rank != 2 || sc.rank != 2)
    return ir_op_error(op, "multiplies matrices, got {} and {} into {}", a, b, c);
  int64_t m = sc.at[0], n = sc.at[1];
  if (sa.at[0] != m || sb.at[1] != n || sa.at[1] != sb.at[0])
    return ir_op_error(op, "multiplies {}x{} by {}x{} and adds {}x{}", sa.at[0], sa.at[1], sb.at[0],
                       sb.at[1], m, n);
  if (m % t->m || n % t->n || sa.at[1] != t->k)
    return ir_op_error(op, "'{}' makes {}x{} from a depth of {}, got {}x{} from {}", t->name, t->m,
                       t->n, t->k, m, n, sa.at[1]);
  if (GET(op, tc_dot, result_type) != c)
    return ir_op_error(op, "adds to {} and gives {}", c, GET(op, tc_dot, result_type));
  return IR_OK;
}

// ---- tc.mma ----

static bool tc_mma_infer(IrOpState *state) {
  return infer_like_c(state);
}

static IrStatus check_fragment(IrOp *op, const char *name, IrType type, unsigned elements) {
  IrShape shape = ir_type_shape(type);
  if (shape.rank == 1 && shape.at[0] == elements) return IR_OK;
  return ir_op_error(op, "a lane holds {} elements of {}, got {}", elements, name, type);
}

static IrStatus tc_mma_verify(IrOp *op) {
  IrType a = ir_value_type(GET(op, tc_mma, a)), b = ir_value_type(GET(op, tc_mma, b));
  IrType c = ir_value_type(GET(op, tc_mma, c));
  const TcInstr *t = instr_of(op, GET(op, tc_mma, instr));
  if (!t) return IR_FAILED;
  IR_TRY(check_types(op, t, a, b, c));
  IR_TRY(check_fragment(op, "a", a, t->a_elements));
  IR_TRY(check_fragment(op, "b", b, t->b_elements));
  IR_TRY(check_fragment(op, "c", c, t->c_elements));
  if (GET(op, tc_mma, result_type) != c)
    return ir_op_error(op, "adds to {} and gives {}", c, GET(op, tc_mma, result_type));
  return IR_OK;
}

// ---- tc.ldmatrix ----

static IrStatus tc_ldmatrix_verify(IrOp *op) {
  IrType buffer = ir_value_type(GET(op, tc_ldmatrix, buffer));
  IrType result = GET(op, tc_ldmatrix, result_type), element = ir_type_element(result);
  IrShape shape = ir_type_shape(result);
  if (mem_buffer_space(buffer) != MEM_SHARED || mem_buffer_shape(buffer).rank != 1) {
    (void)ir_op_error(op, "reads a row of elements in shared memory, got {}", buffer);
    ir_help(ir_op_context(op), "flatten the buffer with mem.flatten");
    return IR_FAILED;
  }
  if (element != mem_buffer_element(buffer))
    return ir_op_error(op, "reads {} from {}", result, buffer);
  if (mem_element_bytes(element) != 2)
    return ir_op_error(op, "moves elements of 16 bits, got {}", element);
  if (shape.rank != 1 || (shape.at[0] != 2 && shape.at[0] != 4 && shape.at[0] != 8))
    return ir_op_error(op, "gives a lane 2, 4 or 8 elements, got {}", result);
  return IR_OK;
}

static IrStatus tc_ldmatrix_parse(IrParser *p, IrOpState *state) {
  IrUnresolved buffer, offset;
  IrType type, result;
  IR_TRY(ir_parse_operand(p, &buffer));
  IR_TRY(ir_parse_token(p, "["));
  IR_TRY(ir_parse_operand(p, &offset));
  IR_TRY(ir_parse_token(p, "]"));
  if (ir_parse_optional_keyword(p, "trans"))
    ir_state_set_attr(state, "trans", ir_attr_unit(state->ctx));
  IR_TRY(ir_parse_attr_dict(p, state));
  IR_TRY(ir_parse_colon_type(p, &type));
  IR_TRY(ir_parse_token(p, ","));
  IR_TRY(ir_parse_type(p, &result));
  IR_TRY(ir_resolve_operand(p, buffer, type, state));
  IR_TRY(ir_resolve_operand(p, offset, ir_type_i32(state->ctx), state));
  ir_vec_push(&state->result_types, result);
  return IR_OK;
}

static void tc_ldmatrix_print(IrOp *op, IrPrinter *p) {
  static const char *const shown[] = {"trans", NULL};
  IrValue *buffer = GET(op, tc_ldmatrix, buffer);
  ir_printer_text(p, " ");
  ir_printer_value(p, buffer);
  ir_printer_text(p, "[");
  ir_printer_value(p, GET(op, tc_ldmatrix, offset));
  ir_printer_text(p, GET(op, tc_ldmatrix, trans) ? "] trans" : "]");
  ir_printer_attr_dict(p, op, shown, false);
  ir_printer_fmt(p, " : {}, {}", ir_value_type(buffer), GET(op, tc_ldmatrix, result_type));
}

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/tc/tc_ops.def"
#include "ir/core/opdef_end.inc"

#define IR_OPDEF_DEFINE
#include "ir/core/opdef_begin.inc"
#include "dialects/tc/tc_ops.def"
#include "ir/core/opdef_end.inc"

const IrDialect tc_dialect = {
    .size = sizeof(IrDialect),
    .name = "tc",
    .summary = "Matrix products on tensor cores.",
    .doc = "tc.dot is a product of tiles with its instruction chosen; tc.mma and tc.ldmatrix are "
           "what a\n"
           "warp executes.",
    .ops =
        (const IrOpDef *const[]){
#define IR_OPDEF_LIST
#include "ir/core/opdef_begin.inc"
#include "dialects/tc/tc_ops.def"
#include "ir/core/opdef_end.inc"
            NULL},
    .depends = (const char *const[]){"mem", NULL},
};
