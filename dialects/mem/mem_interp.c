// Interpreter rules of mem: buffers are the machine's, their views are arithmetic on descriptors.
#include "dialects/mem/mem.h"

#include "dialects/mem/machine.h"

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/mem/mem_ops.def"
#include "ir/core/opdef_end.inc"

const MemMachine *mem_interp_machine(IrInterp *interp, IrOp *op, void **machine) {
  const MemMachine *table = ir_interp_machine(interp, MEM_MACHINE, machine);
  if (table) return table;
  IrStep step = ir_interp_fail(interp, op, "needs memory, and nothing here provides any");
  IR_ASSERT(step == IR_STEP_FAIL, "a failure fails");
  return NULL;
}

IrStep mem_alloc_interp(IrInterp *interp, IrOp *op) {
  void *machine;
  const MemMachine *table = mem_interp_machine(interp, op, &machine);
  if (!table) return IR_STEP_FAIL;
  IrType type = ir_value_type(ir_op_result(op, 0));
  IrShape shape = mem_buffer_shape(type);
  MemView view = {.rank = (uint32_t)shape.rank,
                  .element_bytes = ir_element_bytes(mem_buffer_element(type))};
  memcpy(view.extents, shape.at, shape.rank * sizeof *shape.at);
  if (table->alloc(machine, interp, op, &view) == IR_STEP_FAIL) return IR_STEP_FAIL;
  memcpy(ir_interp_result_cell(interp, op, 0)->data, &view, sizeof view);
  return IR_STEP_NEXT;
}

IrStep mem_index_interp(IrInterp *interp, IrOp *op) {
  const MemView *from = ir_interp_operand(interp, op, 0)->data;
  int64_t slot;
  if (!ir_interp_uniform(interp, op, ir_interp_operand(interp, op, 1), &slot)) return IR_STEP_FAIL;
  if (slot < 0 || slot >= from->extents[0])
    return ir_interp_fail(interp, op, "takes slot {} of a buffer of {}", slot, from->extents[0]);
  MemView view = *from;
  view.base = (char *)from->base + slot * from->strides[0] * from->element_bytes;
  view.rank--;
  memmove(view.extents, from->extents + 1, view.rank * sizeof *view.extents);
  memmove(view.strides, from->strides + 1, view.rank * sizeof *view.strides);
  memcpy(ir_interp_result_cell(interp, op, 0)->data, &view, sizeof view);
  return IR_STEP_NEXT;
}

// ---- Accesses of one thread: each lane its own. ----

// Elements along the dimension of stride 1 (the last, where none has it) from the lane's indices
// on.
static void lane_box(IrInterp *interp, const IrValues indices, const MemView *view, int64_t lane,
                     int64_t n, int64_t *at, int64_t *shape) {
  uint32_t unit = view->rank - 1;
  for (uint32_t d = 0; d < view->rank; d++) {
    at[d] = ir_cell_int(ir_interp_get(interp, indices.at[d]), lane);
    shape[d] = 1;
    if (view->strides[d] == 1) unit = d;
  }
  if (view->rank > 0) shape[unit] = n;
}

static bool lane_takes_part(IrInterp *interp, const IrValue *predicate, int64_t lane) {
  return !predicate || ir_cell_int(ir_interp_get(interp, predicate), lane) != 0;
}

IrStep mem_load_interp(IrInterp *interp, IrOp *op) {
  void *machine;
  const MemMachine *table = mem_interp_machine(interp, op, &machine);
  if (!table) return IR_STEP_FAIL;
  const MemView *view = ir_interp_operand(interp, op, 0)->data;
  const IrValue *predicate = GET(op, mem_load, pred), *otherwise = GET(op, mem_load, pad);
  IrCell *out = ir_interp_result_cell(interp, op, 0);
  size_t bytes = (size_t)out->count * out->element_bytes;
  for (int64_t lane = 0; lane < out->lanes; lane++) {
    int64_t at[MEM_MAX_RANK], shape[MEM_MAX_RANK];
    char *to = (char *)out->data + (size_t)lane * bytes;
    lane_box(interp, GET(op, mem_load, indices), view, lane, out->count, at, shape);
    if (lane_takes_part(interp, predicate, lane)) {
      if (table->read(machine, interp, op, view, (MemBox){at, shape}, NULL, to) == IR_STEP_FAIL)
        return IR_STEP_FAIL;
    } else {
      memcpy(to, (const char *)ir_interp_get(interp, otherwise)->data + (size_t)lane * bytes,
             bytes);
    }
  }
  return IR_STEP_NEXT;
}

IrStep mem_store_interp(IrInterp *interp, IrOp *op) {
  void *machine;
  const MemMachine *table = mem_interp_machine(interp, op, &machine);
  if (!table) return IR_STEP_FAIL;
  const IrCell *in = ir_interp_operand(interp, op, 0);
  const MemView *view = ir_interp_operand(interp, op, 1)->data;
  const IrValue *predicate = GET(op, mem_store, pred);
  size_t bytes = (size_t)in->count * in->element_bytes;
  for (int64_t lane = 0; lane < in->lanes; lane++) {
    int64_t at[MEM_MAX_RANK], shape[MEM_MAX_RANK];
    if (!lane_takes_part(interp, predicate, lane)) continue;
    lane_box(interp, GET(op, mem_store, indices), view, lane, in->count, at, shape);
    const char *from = (const char *)in->data + (size_t)lane * bytes;
    if (table->write(machine, interp, op, view, (MemBox){at, shape}, false, from) == IR_STEP_FAIL)
      return IR_STEP_FAIL;
  }
  return IR_STEP_NEXT;
}
