// Interpreter rules of memref, on the views that dialects/mem/machine.h describes.
#include "dialects/memref/memref.h"

#include "dialects/mem/machine.h"

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/memref/memref_ops.def"
#include "ir/core/opdef_end.inc"

IrStep memref_dim_interp(IrInterp *interp, IrOp *op) {
  const MemView *view = ir_interp_operand(interp, op, 0)->data;
  IrCell *out = ir_interp_result_cell(interp, op, 0);
  int64_t d;
  if (!ir_interp_uniform(interp, op, ir_interp_operand(interp, op, 1), &d)) return IR_STEP_FAIL;
  if (d < 0 || d >= view->rank)
    return ir_interp_fail(interp, op, "asks for dimension {} of {}", d, view->rank);
  for (int64_t lane = 0; lane < out->lanes; lane++) ir_cell_set_int(out, lane, view->extents[d]);
  return IR_STEP_NEXT;
}

// One element per lane; `first` is the operand of the first index.
static IrStep access(IrInterp *interp, IrOp *op, const MemView *view, size_t first, bool write,
                     const IrCell *cell) {
  static const int64_t one[MEM_MAX_RANK] = {1, 1, 1, 1, 1, 1, 1, 1};
  void *machine;
  const MemMachine *table = mem_interp_machine(interp, op, &machine);
  if (!table) return IR_STEP_FAIL;
  for (int64_t lane = 0; lane < cell->lanes; lane++) {
    int64_t at[MEM_MAX_RANK];
    for (uint32_t d = 0; d < view->rank; d++)
      at[d] = ir_cell_int(ir_interp_operand(interp, op, first + d), lane);
    char *element = (char *)cell->data + lane * cell->element_bytes;
    MemBox box = {at, one};
    IrStep step = write ? table->write(machine, interp, op, view, box, false, element)
                        : table->read(machine, interp, op, view, box, NULL, element);
    if (step == IR_STEP_FAIL) return IR_STEP_FAIL;
  }
  return IR_STEP_NEXT;
}

IrStep memref_load_interp(IrInterp *interp, IrOp *op) {
  const MemView *view = ir_interp_operand(interp, op, 0)->data;
  return access(interp, op, view, 1, false, ir_interp_result_cell(interp, op, 0));
}

IrStep memref_store_interp(IrInterp *interp, IrOp *op) {
  const MemView *view = ir_interp_operand(interp, op, 1)->data;
  return access(interp, op, view, 2, true, ir_interp_operand(interp, op, 0));
}

// ---- Memory of its own. ----

static IrStep allocate(IrInterp *interp, IrOp *op) {
  void *machine;
  const MemMachine *table = mem_interp_machine(interp, op, &machine);
  if (!table) return IR_STEP_FAIL;
  IrType type = ir_value_type(ir_op_result(op, 0));
  IrShape shape = ir_type_shape(type);
  MemView view = {.rank = (uint32_t)shape.rank,
                  .element_bytes = ir_element_bytes(ir_type_element(type))};
  if (shape.rank > MEM_MAX_RANK || view.element_bytes == 0 || ir_type_layout(type))
    return ir_interp_fail(interp, op,
                          "is executed for row-major memory of up to {} dimensions only",
                          (int)MEM_MAX_RANK);
  size_t dynamic = 0;
  for (size_t d = 0; d < shape.rank; d++) {
    view.extents[d] = shape.at[d];
    if (shape.at[d] == IR_DYNAMIC &&
        !ir_interp_uniform(interp, op, ir_interp_operand(interp, op, dynamic++), &view.extents[d]))
      return IR_STEP_FAIL;
  }
  if (table->fresh(machine, interp, op, &view) == IR_STEP_FAIL) return IR_STEP_FAIL;
  memcpy(ir_interp_result_cell(interp, op, 0)->data, &view, sizeof view);
  return IR_STEP_NEXT;
}

IrStep memref_alloc_interp(IrInterp *interp, IrOp *op) {
  return allocate(interp, op);
}

IrStep memref_alloca_interp(IrInterp *interp, IrOp *op) {
  return allocate(interp, op);
}

IrStep memref_dealloc_interp(IrInterp *interp, IrOp *op) {
  void *machine;
  const MemMachine *table = mem_interp_machine(interp, op, &machine);
  if (!table) return IR_STEP_FAIL;
  return table->release(machine, interp, op, ir_interp_operand(interp, op, 0)->data);
}

// What the new type says must be so.
IrStep memref_cast_interp(IrInterp *interp, IrOp *op) {
  const MemView *view = ir_interp_operand(interp, op, 0)->data;
  IrType type = ir_value_type(ir_op_result(op, 0));
  IrShape shape = ir_type_shape(type);
  int64_t strides[MEM_MAX_RANK], offset;
  if (shape.rank != view->rank)
    return ir_interp_fail(interp, op, "casts {} dimensions to {}", view->rank, shape.rank);
  ir_type_memref_strides(type, strides, &offset);
  for (size_t d = 0; d < shape.rank; d++) {
    if (shape.at[d] != IR_DYNAMIC && shape.at[d] != view->extents[d])
      return ir_interp_fail(interp, op, "casts extent {} to {}", view->extents[d], shape.at[d]);
    if (strides[d] != IR_DYNAMIC && strides[d] != view->strides[d] && view->extents[d] > 1)
      return ir_interp_fail(interp, op, "casts stride {} to {}", view->strides[d], strides[d]);
  }
  ir_interp_copy(interp, ir_op_result(op, 0), ir_interp_operand(interp, op, 0));
  return IR_STEP_NEXT;
}
