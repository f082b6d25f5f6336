// tile.iota: a coordinate is a linear function of the thread, combined with a number for each
// register.
//
// The thread's part is one integer, made once a kernel; the registers' parts are a constant vector.
// Bits that both have are XORed, the others added: with the groups of warps and the copies of a
// tile's linear part, which lie above them, there is nothing to carry.
#include "dialects/arith/arith.h"
#include "dialects/tile/tile.h"
#include "dialects/vector/vector.h"
#include "passes/lower/thread.h"

typedef struct Parts {
  IrType vector;
  IrAttr *elements;
  int64_t *registers; // parts of the coordinate
  size_t n;
} Parts;

// The parts' bits in `bits` as a vector; NULL where none has any.
static IrValue *parts_value(ThreadState *state, const Parts *parts, int64_t bits) {
  IrType element = ir_type_element(parts->vector);
  bool any = false;
  for (size_t r = 0; r < parts->n; r++) {
    int64_t part = parts->registers[r] & bits;
    parts->elements[r] = ir_attr_integer(element, part);
    any = any || part;
  }
  if (!any) return NULL;
  IrAttr value = ir_attr_dense_of(parts->vector, parts->elements, parts->n);
  return thread_constant(state, value, parts->vector);
}

// An i32 as an element of the tile.
static IrValue *to_element(ThreadState *state, IrValue *i32, IrType element) {
  IrBuilder *b = &state->entry;
  if (ir_type_is_index(element)) return BUILD1(b, arith_index_cast, .in = i32, .out_type = element);
  unsigned width = ir_type_width(element);
  if (width > 32) return BUILD1(b, arith_extui, .in = i32, .out_type = element);
  return width < 32 ? BUILD1(b, arith_trunci, .in = i32, .out_type = element) : i32;
}

// `thread` (may be NULL) sets only bits in `mask` below those of the groups.
static IrValue *coordinates(ThreadState *state, const Parts *parts, IrValue *thread, int64_t mask) {
  IrBuilder *b = &state->b;
  IrValue *meeting = thread ? parts_value(state, parts, mask) : NULL;
  IrValue *rest = parts_value(state, parts, thread ? ~mask : -1);
  if (!thread) return rest ? rest : thread_zero(state, parts->vector);
  IrValue *all = BUILD1(b, vector_broadcast,
                        .source = to_element(state, thread, ir_type_element(parts->vector)),
                        .vector_type = parts->vector);
  if (meeting) all = BUILD1(b, arith_xori, .lhs = all, .rhs = meeting);
  return rest ? BUILD1(b, arith_addi, .lhs = all, .rhs = rest) : all;
}

IrValue *thread_coordinates(ThreadState *state, const TileLayout *layout, unsigned axis,
                            IrType element) {
  ThreadMap map = thread_coordinate_map(layout, axis);
  Parts parts = {.n = (size_t)thread_registers(layout)};
  parts.vector = thread_vector_of(element, (int64_t)parts.n);
  parts.elements = ir_calloc(parts.n, sizeof *parts.elements);
  parts.registers = ir_calloc(parts.n, sizeof *parts.registers);
  for (size_t r = 0; r < parts.n; r++) {
    int64_t coords[TILE_LAYOUT_RANK];
    thread_register_coords(layout, (int64_t)r, coords);
    parts.registers[r] = coords[axis];
  }
  IrValue *thread = thread_map_value(state, &map);
  IrValue *all = coordinates(state, &parts, thread, thread_map_mask(&map));
  ir_free(parts.elements);
  ir_free(parts.registers);
  return all;
}

IrStatus thread_convert_iota(ThreadState *state, IrOp *op) {
  IrValue *result = ir_op_result(op, 0);
  IrType type = ir_value_type(result);
  TileLayout layout;
  IR_TRY(thread_layout_of(op, type, &layout));
  unsigned axis = (unsigned)ir_attr_int(GET(op, tile_iota, axis));
  ir_ptrmap_set(&state->values, result,
                thread_coordinates(state, &layout, axis, ir_type_element(type)));
  return IR_OK;
}
