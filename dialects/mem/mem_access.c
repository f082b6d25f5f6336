// mem.load and mem.store: text and rules.
//
//   1. as many indices as the memory has dimensions; `index` into a memref
//   2. the value is one element, or a vector of rank 1 of them
//   3. a vector's length is a power of two and its size at most 16 bytes, along a unit stride
//   4. an else value needs a predicate and has the result's type
#include "dialects/mem/mem_impl.h"

static IrType element_of(IrType memory) {
  return mem_is_buffer(memory) ? mem_buffer_element(memory) : ir_type_element(memory);
}

static size_t rank_of(IrType memory) {
  return mem_is_buffer(memory) ? mem_buffer_shape(memory).rank : ir_type_shape(memory).rank;
}

// Whether some dimension's elements are consecutive.
static bool has_unit_stride(IrType memory) {
  if (mem_is_buffer(memory)) return true;
  int64_t strides[16], offset;
  size_t rank = rank_of(memory);
  if (rank == 0 || rank > 16) return false;
  ir_type_memref_strides(memory, strides, &offset);
  for (size_t i = 0; i < rank; i++)
    if (strides[i] == 1) return true;
  return false;
}

static IrStatus verify_vector(IrOp *op, IrType memory, IrType value) {
  IrShape shape = ir_type_shape(value);
  int64_t n = shape.rank == 1 ? shape.at[0] : 0;
  if (n < 1 || (n & (n - 1)))
    return ir_op_error(op, "moves a vector of rank 1 with a power of two of elements, got {}",
                       value);
  int64_t bytes = n * mem_element_bytes(ir_type_element(value));
  if (bytes > 16) {
    (void)ir_op_error(op, "moves at most 16 bytes, got {} of {}", bytes, value);
    ir_help(ir_op_context(op), "use vector<{}x{}>", 16 / mem_element_bytes(ir_type_element(value)),
            ir_type_element(value));
    return IR_FAILED;
  }
  if (n > 1 && !has_unit_stride(memory))
    return ir_op_error(op, "moves a vector, but {} has no stride of 1", memory);
  return IR_OK;
}

IrStatus mem_verify_access(IrOp *op, IrValue *base, IrValues indices, IrType value) {
  IrType memory = ir_value_type(base);
  if (indices.n != rank_of(memory))
    return ir_op_error(op, "needs {} {} for {}, got {}", rank_of(memory),
                       rank_of(memory) == 1 ? "index" : "indices", memory, indices.n);
  for (size_t i = 0; i < indices.n; i++) {
    IrType type = ir_value_type(indices.at[i]);
    if (!mem_is_buffer(memory) && !ir_type_is_index(type))
      return ir_op_error(op, "index {} into a memref must be index, got {}", i, type);
  }
  if (ir_type_element(value) != element_of(memory))
    return ir_op_error(op, "moves {}, but the elements of {} are {}", value, memory,
                       element_of(memory));
  if (ir_type_kind(value) == IR_TYPE_VECTOR) return verify_vector(op, memory, value);
  if (ir_type_is_shaped(value)) return ir_op_error(op, "moves scalars and vectors, got {}", value);
  return IR_OK;
}

IrStatus mem_load_verify(IrOp *op) {
  IrType value = GET(op, mem_load, value_type);
  IrValue *pad = GET(op, mem_load, pad), *pred = GET(op, mem_load, pred);
  IR_TRY(mem_verify_access(op, GET(op, mem_load, base), GET(op, mem_load, indices), value));
  if (!pred != !pad)
    return ir_op_error(op, "needs both a predicate and a value to yield where it is false");
  if (pad && ir_value_type(pad) != value)
    return ir_op_error(op, "yields {} where the predicate is false, but {} elsewhere",
                       ir_value_type(pad), value);
  return IR_OK;
}

IrStatus mem_store_verify(IrOp *op) {
  return mem_verify_access(op, GET(op, mem_store, base), GET(op, mem_store, indices),
                           ir_value_type(GET(op, mem_store, value)));
}

// `%A[%i, %j]`; operands are bound once the types are known.
static IrStatus parse_place(IrParser *p, IrUnresolved *base, IrUnresolved *indices, size_t max,
                            size_t *n) {
  IR_TRY(ir_parse_operand(p, base));
  IR_TRY(ir_parse_token(p, "["));
  *n = 0;
  if (ir_parse_optional_token(p, "]")) return IR_OK;
  do {
    if (*n == max) return ir_parser_error(p, ir_parser_loc(p), "more than {} indices", max);
    IR_TRY(ir_parse_operand(p, &indices[(*n)++]));
  } while (ir_parse_optional_token(p, ","));
  return ir_parse_token(p, "]");
}

static IrStatus push_defined(IrParser *p, IrUnresolved operand, IrOpState *state) {
  IrValue *value;
  IR_TRY(ir_resolve_defined(p, operand, &value));
  ir_vec_push(&state->operands, value);
  return IR_OK;
}

static void set_segments(IrOpState *state, const int64_t *sizes, size_t n) {
  ir_state_set_attr(state, "operandSegmentSizes", ir_attr_i32_array(state->ctx, sizes, n));
}

enum { MAX_INDICES = 16 };

IrStatus mem_load_parse(IrParser *p, IrOpState *state) {
  IrUnresolved base, indices[MAX_INDICES], pred, pad;
  IrType memory, value;
  size_t n = 0;
  IR_TRY(parse_place(p, &base, indices, MAX_INDICES, &n));
  bool guarded = ir_parse_optional_keyword(p, "if");
  if (guarded) {
    IR_TRY(ir_parse_operand(p, &pred));
    IR_TRY(ir_parse_keyword(p, "else"));
    IR_TRY(ir_parse_operand(p, &pad));
  }
  IR_TRY(ir_parse_attr_dict(p, state));
  IR_TRY(ir_parse_colon_type(p, &memory));
  IR_TRY(ir_parse_token(p, ","));
  IR_TRY(ir_parse_type(p, &value));
  IR_TRY(ir_resolve_operand(p, base, memory, state));
  for (size_t i = 0; i < n; i++) IR_TRY(push_defined(p, indices[i], state));
  if (guarded) {
    IR_TRY(ir_resolve_operand(p, pred, ir_type_i1(state->ctx), state));
    IR_TRY(ir_resolve_operand(p, pad, value, state));
  }
  set_segments(state, (const int64_t[]){1, (int64_t)n, guarded, guarded}, 4);
  ir_vec_push(&state->result_types, value);
  return IR_OK;
}

static const char *const hidden[] = {"operandSegmentSizes", NULL};

static void print_place(IrPrinter *p, IrValue *base, IrValues indices) {
  ir_printer_value(p, base);
  ir_printer_text(p, "[");
  ir_printer_values(p, indices);
  ir_printer_text(p, "]");
}

void mem_load_print(IrOp *op, IrPrinter *p) {
  IrValue *base = GET(op, mem_load, base), *pred = GET(op, mem_load, pred);
  ir_printer_text(p, " ");
  print_place(p, base, GET(op, mem_load, indices));
  if (pred) {
    ir_printer_text(p, " if ");
    ir_printer_value(p, pred);
  }
  if (GET(op, mem_load, pad)) {
    ir_printer_text(p, " else ");
    ir_printer_value(p, GET(op, mem_load, pad));
  }
  ir_printer_attr_dict(p, op, hidden, false);
  ir_printer_fmt(p, " : {}, {}", ir_value_type(base), GET(op, mem_load, value_type));
}

IrStatus mem_store_parse(IrParser *p, IrOpState *state) {
  IrUnresolved stored, base, indices[MAX_INDICES], pred;
  IrType memory, value;
  size_t n = 0;
  IR_TRY(ir_parse_operand(p, &stored));
  IR_TRY(ir_parse_token(p, ","));
  IR_TRY(parse_place(p, &base, indices, MAX_INDICES, &n));
  bool guarded = ir_parse_optional_keyword(p, "if");
  if (guarded) IR_TRY(ir_parse_operand(p, &pred));
  IR_TRY(ir_parse_attr_dict(p, state));
  IR_TRY(ir_parse_colon_type(p, &memory));
  IR_TRY(ir_parse_token(p, ","));
  IR_TRY(ir_parse_type(p, &value));
  IR_TRY(ir_resolve_operand(p, stored, value, state));
  IR_TRY(ir_resolve_operand(p, base, memory, state));
  for (size_t i = 0; i < n; i++) IR_TRY(push_defined(p, indices[i], state));
  if (guarded) IR_TRY(ir_resolve_operand(p, pred, ir_type_i1(state->ctx), state));
  set_segments(state, (const int64_t[]){1, 1, (int64_t)n, guarded}, 4);
  return IR_OK;
}

void mem_store_print(IrOp *op, IrPrinter *p) {
  IrValue *value = GET(op, mem_store, value), *base = GET(op, mem_store, base);
  ir_printer_text(p, " ");
  ir_printer_value(p, value);
  ir_printer_text(p, ", ");
  print_place(p, base, GET(op, mem_store, indices));
  if (GET(op, mem_store, pred)) {
    ir_printer_text(p, " if ");
    ir_printer_value(p, GET(op, mem_store, pred));
  }
  ir_printer_attr_dict(p, op, hidden, false);
  ir_printer_fmt(p, " : {}, {}", ir_value_type(base), ir_value_type(value));
}
