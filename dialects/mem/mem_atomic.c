// mem.atomic_rmw and mem.atomic_cas: their words and rules.
//
//   1. as mem.load: indices fit the memory, and the value is one of its elements
//   2. what memory combines: i32 and i64; f16, bf16, f32 and f64 are added; 32 and 64 bits are
//      assigned and compared
//   3. a vector's f16, bf16 or f32 are added in global memory, each in a step of its own
#include "dialects/mem/mem_impl.h"
#include "ir/core/op_state.h"

static const char *const kind_words[] = {"addf", "addi", "andi", "assign", "maxs", "maxu",
                                         "mins", "minu", "ori",  "xori",   NULL};
static const char *const order_words[] = {"relaxed", "acquire", "release", "acq_rel", NULL};
static const char *const scope_words[] = {"cta", "cluster", "gpu", "sys", NULL};

// Its place in the list, or -1.
static int find(const char *const *words, IrAttr attr) {
  if (ir_attr_kind(attr) != IR_ATTR_STRING) return -1;
  for (int i = 0; words[i]; i++)
    if (ir_str_is(ir_attr_str(attr), words[i])) return i;
  return -1;
}

static bool is_kind(IrAttr attr) {
  return find(kind_words, attr) >= 0;
}
static bool is_order(IrAttr attr) {
  return find(order_words, attr) >= 0;
}
static bool is_scope(IrAttr attr) {
  return find(scope_words, attr) >= 0;
}

const IrAttrConstraint mem_atomic_kind_attr = {
    .name = "addf, addi, andi, assign, maxs, maxu, mins, minu, ori or xori",
    .test = is_kind,
    .keywords = kind_words};
const IrAttrConstraint mem_order_attr = {
    .name = "relaxed, acquire, release or acq_rel", .test = is_order, .keywords = order_words};
const IrAttrConstraint mem_scope_attr = {
    .name = "cta, cluster, gpu or sys", .test = is_scope, .keywords = scope_words};

MemAtomic mem_atomic_kind(IrAttr kind) {
  return (MemAtomic)find(kind_words, kind);
}
unsigned mem_atomic_order(IrAttr order) {
  return (unsigned)find(order_words, order);
}
unsigned mem_atomic_scope(IrAttr scope) {
  return (unsigned)find(scope_words, scope);
}

static bool is_word(IrType type) {
  unsigned width = ir_type_is_index(type) ? 0 : ir_type_width(type);
  return width == 32 || width == 64;
}

static bool is_added_float(IrType type) {
  if (!ir_type_is_float(type)) return false;
  IrFloatKind kind = ir_type_float_kind(type);
  return kind == IR_F16 || kind == IR_BF16 || kind == IR_F32 || kind == IR_F64;
}

static bool is_scalar(IrType type) {
  return ir_type_is_float(type) || ir_type_is_any_integer(type);
}

IrStatus mem_verify_combined(IrOp *op, IrAttr word, IrType type) {
  MemAtomic kind = mem_atomic_kind(word);
  bool takes = is_scalar(type);
  if (takes && kind == MEM_ADDF)
    takes = is_added_float(type);
  else if (takes)
    takes = is_word(type) && (kind == MEM_ASSIGN || ir_type_is_any_integer(type));
  if (takes) return IR_OK;
  (void)ir_op_error(op, "'{}' does not combine {}", ir_attr_str(word), type);
  ir_help(ir_op_context(op), kind == MEM_ADDF     ? "it adds f16, bf16, f32 and f64"
                             : kind == MEM_ASSIGN ? "it takes numbers of 32 and 64 bits"
                                                  : "it takes i32 and i64");
  return IR_FAILED;
}

IrStatus mem_verify_compared(IrOp *op, IrType type) {
  if (is_scalar(type) && is_word(type)) return IR_OK;
  return ir_op_error(op, "compares numbers of 32 or 64 bits, got {}", type);
}

// Rule 3.
static IrStatus verify_added_vector(IrOp *op, IrType type) {
  IrType element = ir_type_element(type), memory = ir_value_type(GET(op, mem_atomic_rmw, base));
  bool is_added = mem_atomic_kind(GET(op, mem_atomic_rmw, kind)) == MEM_ADDF &&
                  is_added_float(element) && ir_type_width(element) <= 32;
  if (is_added && !mem_is_buffer(memory) && ir_type_shape(type).at[0] > 1) return IR_OK;
  (void)ir_op_error(op, "'{}' does not combine {} in {}",
                    ir_attr_str(GET(op, mem_atomic_rmw, kind)), type, memory);
  ir_help(ir_op_context(op), "several f16, bf16 or f32 at a time are added in global memory");
  return IR_FAILED;
}

IrStatus mem_atomic_rmw_verify(IrOp *op) {
  IrType type = ir_value_type(GET(op, mem_atomic_rmw, value));
  IR_TRY(
      mem_verify_access(op, GET(op, mem_atomic_rmw, base), GET(op, mem_atomic_rmw, indices), type));
  if (GET(op, mem_atomic_rmw, result_type) != type)
    return ir_op_error(op, "combines {} and gives {}", type, GET(op, mem_atomic_rmw, result_type));
  if (ir_type_kind(type) == IR_TYPE_VECTOR) return verify_added_vector(op, type);
  return mem_verify_combined(op, GET(op, mem_atomic_rmw, kind), type);
}

bool mem_atomic_rmw_infer(IrOpState *state) {
  if (state->operands.n < 1) return false;
  ir_vec_push(&state->result_types, ir_value_type(state->operands.at[0]));
  return true;
}

IrStatus mem_atomic_cas_verify(IrOp *op) {
  IrType type = ir_value_type(GET(op, mem_atomic_cas, expected));
  IrType desired = ir_value_type(GET(op, mem_atomic_cas, desired));
  IR_TRY(
      mem_verify_access(op, GET(op, mem_atomic_cas, base), GET(op, mem_atomic_cas, indices), type));
  if (desired != type || GET(op, mem_atomic_cas, result_type) != type)
    return ir_op_error(op, "compares {}, stores {} and gives {}", type, desired,
                       GET(op, mem_atomic_cas, result_type));
  return mem_verify_compared(op, type);
}
