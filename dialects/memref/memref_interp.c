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
