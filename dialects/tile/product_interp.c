// The product of tiles; see product.h.
//
// Operands are decoded once to packed arrays of float, double or int64_t, so that the product
// itself is a plain loop.  A result of type f32 accumulates where it lies.
#include "dialects/tile/product.h"

#include "dialects/mem/machine.h"
#include "dialects/mem/mem.h"
#include "dialects/tile/tile.h"
#include "ir/interp/fma.h"

typedef enum Arithmetic { IN_FLOAT, IN_DOUBLE, IN_INT } Arithmetic;

static size_t number_bytes(Arithmetic arithmetic) {
  return arithmetic == IN_FLOAT ? sizeof(float) : sizeof(int64_t);
}

static Arithmetic arithmetic_of(IrType operand, IrType result) {
  IrElementKind a = ir_element_kind(operand), c = ir_element_kind(result);
  if (c <= IR_ELEMENT_I64) return IN_INT;
  return a == IR_ELEMENT_F64 || c == IR_ELEMENT_F64 ? IN_DOUBLE : IN_FLOAT;
}

static void decode(Arithmetic arithmetic, IrType element, const void *from, int64_t n, void *to) {
  switch (arithmetic) {
  case IN_FLOAT:
    ir_elements_to_float(element, from, n, to);
    return;
  case IN_DOUBLE:
    ir_elements_to_double(element, from, n, to);
    return;
  case IN_INT:
    ir_elements_to_int(element, from, n, to);
    return;
  }
}

static void encode(Arithmetic arithmetic, IrType element, const void *from, int64_t n, void *to) {
  switch (arithmetic) {
  case IN_FLOAT:
    ir_elements_from_float(element, from, n, to);
    return;
  case IN_DOUBLE:
    ir_elements_from_double(element, from, n, to);
    return;
  case IN_INT:
    ir_elements_from_int(element, from, n, to);
    return;
  }
}

// All elements of a buffer operand, row-major, as stored; NULL after a failure.
static const void *buffer_elements(IrInterp *interp, IrOp *op, const MemView *view, int64_t count) {
  static const int64_t origin[MEM_MAX_RANK] = {0};
  void *machine;
  const MemMachine *table = mem_interp_machine(interp, op, &machine);
  if (!table) return NULL;
  void *raw = ir_interp_scratch(interp, (size_t)count * view->element_bytes);
  MemBox box = {origin, view->extents};
  return table->read(machine, interp, op, view, box, NULL, raw) == IR_STEP_FAIL ? NULL : raw;
}

// Packed numbers of elements.
static const void *decoded(IrInterp *interp, Arithmetic arithmetic, IrType element, const void *raw,
                           int64_t count) {
  if (arithmetic == IN_FLOAT && ir_element_kind(element) == IR_ELEMENT_F32) return raw;
  void *out = ir_interp_scratch(interp, (size_t)count * number_bytes(arithmetic));
  decode(arithmetic, element, raw, count, out);
  return out;
}

// Operand `i` as packed numbers; NULL after a failure.
static const void *numbers(IrInterp *interp, IrOp *op, size_t i, Arithmetic arithmetic) {
  const IrCell *cell = ir_interp_operand(interp, op, i);
  IrType type = ir_value_type(ir_op_operand(op, i)), element = tile_memory_element(type);
  IrShape shape = tile_memory_shape(type);
  int64_t count = 1;
  for (size_t d = 0; d < shape.rank; d++) count *= shape.at[d];
  const void *raw = cell->data;
  if (mem_is_buffer(type)) raw = buffer_elements(interp, op, cell->data, count);
  if (!raw) return NULL;
  return decoded(interp, arithmetic, element, raw, count);
}

static void multiply(Arithmetic arithmetic, int64_t m, int64_t n, int64_t k, const void *a,
                     const void *b, void *c) {
  switch (arithmetic) {
  case IN_FLOAT:
    ir_matmul_float(m, n, k, a, b, c);
    return;
  case IN_DOUBLE:
    ir_matmul_double(m, n, k, a, b, c);
    return;
  case IN_INT:
    ir_matmul_int(m, n, k, a, b, c);
    return;
  }
}

// The `k` columns from `from` on of `m` rows of `depth` numbers, packed.
static const void *columns(IrInterp *interp, Arithmetic arithmetic, const void *a, int64_t m,
                           int64_t depth, int64_t from, int64_t k) {
  size_t bytes = number_bytes(arithmetic), row = (size_t)k * bytes;
  if (k == depth) return a;
  char *out = ir_interp_scratch(interp, (size_t)m * row);
  for (int64_t i = 0; i < m; i++)
    memcpy(out + (size_t)i * row, (const char *)a + (size_t)(i * depth + from) * bytes, row);
  return out;
}

IrStep tile_interp_product(IrInterp *interp, IrOp *op, int64_t from) {
  IrShape shape = tile_memory_shape(ir_value_type(ir_op_operand(op, 0)));
  int64_t k = tile_memory_shape(ir_value_type(ir_op_operand(op, 1))).at[0];
  const IrCell *c = ir_interp_operand(interp, op, 2);
  IrCell *out = ir_interp_result_cell(interp, op, 0);
  IrShape result = ir_type_shape(out->type);
  if (out->lanes != 1 || shape.rank != 2 || result.rank != 2)
    return ir_interp_fail(interp, op, "is executed on whole tiles of rank 2 only");
  Arithmetic arithmetic =
      arithmetic_of(tile_memory_element(ir_value_type(ir_op_operand(op, 0))), out->element);
  const void *a = numbers(interp, op, 0, arithmetic);
  const void *b = a ? numbers(interp, op, 1, arithmetic) : NULL;
  if (!b) return IR_STEP_FAIL;
  a = columns(interp, arithmetic, a, shape.at[0], shape.at[1], from, k);
  bool in_place = arithmetic == IN_FLOAT && ir_element_kind(out->element) == IR_ELEMENT_F32;
  size_t bytes = (size_t)out->count * number_bytes(arithmetic);
  void *sum = in_place ? out->data : ir_interp_scratch(interp, bytes);
  decode(arithmetic, c->element, c->data, c->count, sum);
  multiply(arithmetic, result.at[0], result.at[1], k, a, b, sum);
  if (!in_place) encode(arithmetic, out->element, sum, out->count, out->data);
  return IR_STEP_NEXT;
}

void tile_product_add(IrInterp *interp, const TileProduct *p) {
  Arithmetic arithmetic = arithmetic_of(p->a_element, p->c_element);
  int64_t count = p->m * p->n;
  const void *a = decoded(interp, arithmetic, p->a_element, p->a, p->m * p->k);
  const void *b = decoded(interp, arithmetic, p->b_element, p->b, p->k * p->n);
  bool in_place = arithmetic == IN_FLOAT && ir_element_kind(p->c_element) == IR_ELEMENT_F32;
  void *sum = in_place ? p->c : ir_interp_scratch(interp, (size_t)count * number_bytes(arithmetic));
  if (!in_place) decode(arithmetic, p->c_element, p->c, count, sum);
  multiply(arithmetic, p->m, p->n, p->k, a, b, sum);
  if (!in_place) encode(arithmetic, p->c_element, sum, count, p->c);
}
