// Interpreter rules of vector: elements are moved, lane by lane, whatever their type.
#include "dialects/vector/vector.h"

#include "dialects/mem/machine.h"
#include "ir/interp/move.h"

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/vector/vector_ops.def"
#include "ir/core/opdef_end.inc"

enum { MAX_RANK = IR_MOVE_MAX_RANK };

static int64_t lane_bytes(const IrCell *cell) {
  return cell->count * (int64_t)cell->element_bytes;
}

// Row-major steps of a vector; a scalar has none.
static void steps_of(IrType type, int64_t *steps) {
  IrShape shape = ir_type_shape(type);
  int64_t step = 1;
  for (size_t d = shape.rank; d-- > 0; step *= shape.at[d]) steps[d] = step;
}

static size_t rank_of(IrType type) {
  return ir_type_kind(type) == IR_TYPE_VECTOR ? ir_type_shape(type).rank : 0;
}

// The same move in every lane, from element `source` of its vector to element `target`.
static void move_lanes(const IrMove *move, IrCell *to, int64_t target, const IrCell *from,
                       int64_t source) {
  for (int64_t lane = 0; lane < to->lanes; lane++)
    ir_move_elements(
        move, (const char *)from->data + lane * lane_bytes(from) + source * from->element_bytes,
        (char *)to->data + lane * lane_bytes(to) + target * to->element_bytes, to->element_bytes);
}

static bool rank_fits(IrInterp *interp, IrOp *op, const IrCell *cell) {
  if (rank_of(cell->type) <= MAX_RANK) return true;
  IrStep step =
      ir_interp_fail(interp, op, "has a vector of more than {} dimensions", (int)MAX_RANK);
  return step != IR_STEP_FAIL;
}

// ---- One element or sub-vector. ----

// Where the position of `op` lies in a vector of `type`, in one lane: leading indices, static or
// taken from the operands from `first` on.  Fails for one outside.
static bool position(IrInterp *interp, IrOp *op, IrType type, size_t first, uint64_t lane,
                     int64_t *offset) {
  IrAttr fixed = ir_op_attr(op, "static_position");
  IrShape shape = ir_type_shape(type);
  int64_t steps[MAX_RANK];
  steps_of(type, steps);
  *offset = 0;
  for (size_t d = 0; d < ir_attr_count(fixed); d++) {
    int64_t index = ir_attr_array_int(fixed, d);
    if (index == IR_DYNAMIC)
      index = ir_cell_int(ir_interp_operand(interp, op, first++), (int64_t)lane);
    if (index < 0 || index >= shape.at[d]) {
      IrStep step =
          ir_interp_fail(interp, op, "takes position {} of an extent of {}", index, shape.at[d]);
      return step != IR_STEP_FAIL;
    }
    *offset += index * steps[d];
  }
  return true;
}

IrStep vector_extract_interp(IrInterp *interp, IrOp *op) {
  const IrCell *from = ir_interp_operand(interp, op, 0);
  IrCell *to = ir_interp_result_cell(interp, op, 0);
  size_t bytes = (size_t)lane_bytes(to);
  if (!rank_fits(interp, op, from)) return IR_STEP_FAIL;
  IR_FOR_LANES(lane, ir_interp_active(interp)) {
    int64_t offset;
    if (!position(interp, op, from->type, 1, lane, &offset)) return IR_STEP_FAIL;
    offset = offset * from->element_bytes + (int64_t)lane * lane_bytes(from);
    memcpy((char *)to->data + lane * bytes, (const char *)from->data + offset, bytes);
  }
  return IR_STEP_NEXT;
}

IrStep vector_insert_interp(IrInterp *interp, IrOp *op) {
  const IrCell *from = ir_interp_operand(interp, op, 0), *into = ir_interp_operand(interp, op, 1);
  size_t bytes = (size_t)lane_bytes(from);
  if (!rank_fits(interp, op, into)) return IR_STEP_FAIL;
  IrCell *to = ir_interp_take(interp, op, 0, 1);
  IR_FOR_LANES(lane, ir_interp_active(interp)) {
    int64_t offset;
    if (!position(interp, op, into->type, 2, lane, &offset)) return IR_STEP_FAIL;
    offset = offset * to->element_bytes + (int64_t)lane * lane_bytes(to);
    memcpy((char *)to->data + offset, (const char *)from->data + lane * bytes, bytes);
  }
  return IR_STEP_NEXT;
}

// ---- Slices. ----

static int64_t array_int(IrAttr array, size_t i) {
  return ir_attr_int(ir_attr_at(array, i));
}

IrStep vector_extract_strided_slice_interp(IrInterp *interp, IrOp *op) {
  const IrCell *from = ir_interp_operand(interp, op, 0);
  IrCell *to = ir_interp_result_cell(interp, op, 0);
  IrAttr offsets = ir_op_attr(op, "offsets"), strides = ir_op_attr(op, "strides");
  int64_t source = 0;
  if (!rank_fits(interp, op, from)) return IR_STEP_FAIL;
  IrMove move = {.rank = rank_of(to->type)};
  steps_of(from->type, move.from);
  steps_of(to->type, move.to);
  for (size_t d = 0; d < move.rank; d++) move.shape[d] = ir_type_shape(to->type).at[d];
  for (size_t d = 0; d < ir_attr_count(offsets); d++) {
    source += array_int(offsets, d) * move.from[d];
    move.from[d] *= array_int(strides, d);
  }
  move_lanes(&move, to, 0, from, source);
  return IR_STEP_NEXT;
}

IrStep vector_insert_strided_slice_interp(IrInterp *interp, IrOp *op) {
  const IrCell *from = ir_interp_operand(interp, op, 0), *into = ir_interp_operand(interp, op, 1);
  IrAttr offsets = ir_op_attr(op, "offsets"), strides = ir_op_attr(op, "strides");
  if (!rank_fits(interp, op, into)) return IR_STEP_FAIL;
  IrCell *to = ir_interp_take(interp, op, 0, 1);
  IrMove move = {.rank = rank_of(from->type)};
  int64_t steps[MAX_RANK], target = 0;
  size_t leading = rank_of(into->type) - move.rank;
  steps_of(into->type, steps);
  steps_of(from->type, move.from);
  for (size_t d = 0; d < ir_attr_count(offsets); d++) target += array_int(offsets, d) * steps[d];
  for (size_t d = 0; d < move.rank; d++) {
    move.shape[d] = ir_type_shape(from->type).at[d];
    move.to[d] = steps[leading + d] * array_int(strides, d);
  }
  move_lanes(&move, to, target, from, 0);
  return IR_STEP_NEXT;
}

// ---- Many at once. ----

// Entry i of the mask counts the leading extents of both vectors one after the other; -1 leaves
// undefined what here is zero.
IrStep vector_shuffle_interp(IrInterp *interp, IrOp *op) {
  const IrCell *in[2] = {ir_interp_operand(interp, op, 0), ir_interp_operand(interp, op, 1)};
  IrCell *out = ir_interp_result_cell(interp, op, 0);
  IrAttr mask = ir_op_attr(op, "mask");
  size_t n = ir_attr_count(mask), row = n ? (size_t)lane_bytes(out) / n : 0;
  int64_t split = row ? lane_bytes(in[0]) / (int64_t)row : 0;
  for (size_t i = 0; i < n; i++) {
    int64_t entry = ir_attr_array_int(mask, i);
    const IrCell *from = in[entry >= split];
    int64_t at = entry >= split ? entry - split : entry;
    const char *source = (const char *)from->data + (entry < 0 ? 0 : at * (int64_t)row);
    char *to = (char *)out->data + i * row;
    for (int64_t lane = 0; lane < out->lanes; lane++)
      if (entry < 0)
        memset(to + lane * lane_bytes(out), 0, row);
      else
        memcpy(to + lane * lane_bytes(out), source + lane * lane_bytes(from), row);
  }
  return IR_STEP_NEXT;
}

IrStep vector_broadcast_interp(IrInterp *interp, IrOp *op) {
  const IrCell *from = ir_interp_operand(interp, op, 0);
  IrCell *to = ir_interp_result_cell(interp, op, 0);
  if (!rank_fits(interp, op, to)) return IR_STEP_FAIL;
  IrMove move = {.rank = rank_of(to->type)};
  size_t rank = rank_of(from->type);
  int64_t steps[MAX_RANK];
  steps_of(to->type, move.to);
  if (rank) steps_of(from->type, steps);
  for (size_t d = 0; d < move.rank; d++) move.shape[d] = ir_type_shape(to->type).at[d];
  for (size_t d = 0; d < rank; d++)
    if (ir_type_shape(from->type).at[d] != 1) move.from[move.rank - rank + d] = steps[d];
  move_lanes(&move, to, 0, from, 0);
  return IR_STEP_NEXT;
}

IrStep vector_from_elements_interp(IrInterp *interp, IrOp *op) {
  IrCell *out = ir_interp_result_cell(interp, op, 0);
  size_t bytes = out->element_bytes;
  for (size_t i = 0; i < ir_op_num_operands(op); i++) {
    const IrCell *from = ir_interp_operand(interp, op, i);
    for (int64_t lane = 0; lane < out->lanes; lane++)
      memcpy((char *)out->data + lane * lane_bytes(out) + i * bytes,
             (const char *)from->data + (size_t)lane * bytes, bytes);
  }
  return IR_STEP_NEXT;
}

IrStep vector_bitcast_interp(IrInterp *interp, IrOp *op) {
  const IrCell *from = ir_interp_operand(interp, op, 0);
  IrCell *to = ir_interp_result_cell(interp, op, 0);
  if (lane_bytes(from) != lane_bytes(to))
    return ir_interp_fail(interp, op, "is executed between types stored in whole bytes only");
  memcpy(to->data, from->data, (size_t)(lane_bytes(to) * to->lanes));
  return IR_STEP_NEXT;
}

// ---- Memory: a box along the last dimensions, each lane its own. ----

// `first` is the operand of the first index.
static IrStep access(IrInterp *interp, IrOp *op, const MemView *view, size_t first, bool write,
                     const IrCell *cell) {
  IrShape shape = ir_type_shape(cell->type);
  IR_FOR_LANES(lane, ir_interp_active(interp)) {
    int64_t at[MEM_MAX_RANK], extents[MEM_MAX_RANK];
    size_t leading = view->rank - shape.rank;
    for (size_t d = 0; d < view->rank; d++) {
      at[d] = ir_cell_int(ir_interp_operand(interp, op, first + d), (int64_t)lane);
      extents[d] = d < leading ? 1 : shape.at[d - leading];
    }
    char *elements = (char *)cell->data + (int64_t)lane * lane_bytes(cell);
    MemBox box = {at, extents};
    IrStep step = write ? mem_interp_write(interp, op, view, box, lane, elements)
                        : mem_interp_read(interp, op, view, box, lane, elements);
    if (step == IR_STEP_FAIL) return IR_STEP_FAIL;
  }
  return IR_STEP_NEXT;
}

IrStep vector_load_interp(IrInterp *interp, IrOp *op) {
  const MemView *view = ir_interp_operand(interp, op, 0)->data;
  return access(interp, op, view, 1, false, ir_interp_result_cell(interp, op, 0));
}

IrStep vector_store_interp(IrInterp *interp, IrOp *op) {
  const MemView *view = ir_interp_operand(interp, op, 1)->data;
  return access(interp, op, view, 2, true, ir_interp_operand(interp, op, 0));
}
