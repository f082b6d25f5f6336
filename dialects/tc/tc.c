// The tc dialect's table, and the rules of tc.dot and tc.mma.
//
//   dot       tensors of rank 2; M and N are multiples of the instruction's, K is its K, or a
//             multiple in `a`, of which `from` chooses a part; `warps` are two counts
//   mma       a lane's part of each fragment, of element types the instruction takes
#include "dialects/tc/tc_impl.h"

static const IrTypeConstraint mem_buffer_type = {.name = "a !mem.buffer", .test = mem_is_buffer};

// ---- tc.dot ----

static bool infer_like_c(IrOpState *state) {
  if (state->operands.n < 3) return false;
  ir_vec_push(&state->result_types, ir_value_type(state->operands.at[2]));
  return true;
}

static bool tc_dot_infer(IrOpState *state) {
  return infer_like_c(state);
}

int64_t tc_dot_from(const IrOp *dot) {
  IrAttr from = GET(dot, tc_dot, from);
  return from ? ir_attr_int(from) : 0;
}

// The part of a deeper `a`, of `depth` columns, that is multiplied.
static IrStatus check_part(IrOp *op, int64_t depth, int64_t step) {
  int64_t from = tc_dot_from(op);
  if (depth % step == 0 && from >= 0 && from % step == 0 && from + step <= depth) return IR_OK;
  IrStatus failed =
      ir_op_error(op, "multiplies the {} columns from {} on of {}", step, from, depth);
  ir_help(ir_op_context(op), "`from` is a multiple of {} below the columns of a", step);
  return failed;
}

static IrStatus check_warps(IrOp *op) {
  IrAttr warps = GET(op, tc_dot, warps);
  if (!warps || (ir_attr_count(warps) == 2 && ir_attr_array_int(warps, 0) > 0 &&
                 ir_attr_array_int(warps, 1) > 0))
    return IR_OK;
  return ir_op_error(op, "has two counts as `warps`, along M and N, each at least 1");
}

static IrStatus tc_dot_verify(IrOp *op) {
  IrType a = ir_value_type(GET(op, tc_dot, a)), b = ir_value_type(GET(op, tc_dot, b));
  IrType c = ir_value_type(GET(op, tc_dot, c));
  IrShape sa = ir_type_shape(a), sb = ir_type_shape(b), sc = ir_type_shape(c);
  const TcInstr *t = tc_instr_of(op, GET(op, tc_dot, instr), true);
  if (!t) return IR_FAILED;
  IR_TRY(tc_check_types(op, t, a, b, c));
  if (sa.rank != 2 || sb.rank != 2 || sc.rank != 2)
    return ir_op_error(op, "multiplies matrices, got {} and {} into {}", a, b, c);
  int64_t m = sc.at[0], n = sc.at[1];
  bool part = GET(op, tc_dot, from) != NULL;
  if (sa.at[0] != m || sb.at[1] != n || (!part && sa.at[1] != sb.at[0]))
    return ir_op_error(op, "multiplies {}x{} by {}x{} and adds {}x{}", sa.at[0], sa.at[1], sb.at[0],
                       sb.at[1], m, n);
  if (m % t->m || n % t->n || sb.at[0] != t->k)
    return ir_op_error(op, "'{}' makes {}x{} from a depth of {}, got {}x{} from {}", t->name, t->m,
                       t->n, t->k, m, n, sb.at[0]);
  IR_TRY(check_part(op, sa.at[1], t->k));
  IR_TRY(check_warps(op));
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
  const TcInstr *t = tc_instr_of(op, GET(op, tc_mma, instr), false);
  if (!t) return IR_FAILED;
  IR_TRY(tc_check_types(op, t, a, b, c));
  IR_TRY(check_fragment(op, "a", a, t->a_elements));
  IR_TRY(check_fragment(op, "b", b, t->b_elements));
  IR_TRY(check_fragment(op, "c", c, t->c_elements));
  if (!ir_type_is_any_integer(ir_type_element(a)) &&
      (GET(op, tc_mma, unsigned_a) || GET(op, tc_mma, unsigned_b) || GET(op, tc_mma, satfinite)))
    return ir_op_error(op, "multiplies {}, and only integers are unsigned or saturate",
                       ir_type_element(a));
  if (GET(op, tc_mma, result_type) != c)
    return ir_op_error(op, "adds to {} and gives {}", c, GET(op, tc_mma, result_type));
  return IR_OK;
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
    .doc = "tc.dot is a product of tiles with its instruction chosen; tc.mma, tc.ldmatrix and "
           "tc.stmatrix\n"
           "are what a warp executes, and wgmma is what four warps execute together, beside what "
           "they\n"
           "do meanwhile.",
    .ops =
        (const IrOpDef *const[]){
#define IR_OPDEF_LIST
#include "ir/core/opdef_begin.inc"
#include "dialects/tc/tc_ops.def"
#include "ir/core/opdef_end.inc"
            NULL},
    .types = (const IrTypeDef *const[]){&tc_inflight, &tc_descriptor, NULL},
    .depends = (const char *const[]){"mem", NULL},
};
