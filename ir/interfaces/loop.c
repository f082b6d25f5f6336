#include "ir/interfaces/loop.h"

#include "ir/core/op_impl.h"

const IrInterface ir_loop_interface = {
    .size = sizeof(IrInterface),
    .place = IR_INTERFACE_LOOP,
    .name = "loop",
    .summary = "body, bounds and counter of a loop, and where invariant ops go",
    .table_size = sizeof(IrLoopInterface),
};

static const IrLoopInterface *table_of(const IrOp *op) {
  const IrLoopInterface *table = op->info->interfaces[IR_INTERFACE_LOOP];
  return table && table->body ? table : NULL;
}

bool ir_op_is_loop(const IrOp *op) {
  return table_of(op) != NULL;
}

IrOp *ir_loop_around(const IrOp *op, const IrOp *root) {
  IrOp *around = ir_op_parent(op);
  while (around && around != root && !ir_op_is_loop(around)) around = ir_op_parent(around);
  return around == root ? NULL : around;
}

IrRegion *ir_loop_body(const IrOp *loop) {
  return table_of(loop)->body(loop);
}

IrRegion *ir_loop_region(const IrOp *loop, size_t i) {
  const IrLoopInterface *table = table_of(loop);
  if (table->region) return table->region(loop, i);
  return i == 0 ? table->body(loop) : NULL;
}

static bool is_loop_region(const IrOp *loop, const IrRegion *region) {
  const IrRegion *of_loop;
  for (size_t i = 0; (of_loop = ir_loop_region(loop, i)); i++)
    if (of_loop == region) return true;
  return false;
}

bool ir_loop_bounds(const IrOp *loop, IrLoopBounds *bounds) {
  const IrLoopInterface *table = table_of(loop);
  return table->bounds && table->bounds(loop, bounds);
}

IrValue *ir_loop_induction(const IrOp *loop) {
  const IrLoopInterface *table = table_of(loop);
  return table->induction ? table->induction(loop) : NULL;
}

bool ir_loop_is_outside(const IrOp *loop, const IrValue *value) {
  const IrBlock *block = ir_value_block(value);
  const IrOp *parent = block ? ir_block_parent(block) : NULL;
  while (parent && parent != loop) {
    block = parent->block;
    parent = block ? ir_block_parent(block) : NULL;
  }
  return !parent || !is_loop_region(loop, block->region);
}

void ir_loop_hoist(IrOp *loop, IrOp *op) {
  const IrLoopInterface *table = table_of(loop);
  IrOp *before = table->hoist_before ? table->hoist_before(loop) : loop;
  ir_op_detach(op);
  ir_op_insert_before(op, before);
}

// A constant op's attribute `value`, when it is a number.
static bool number_of(IrBound bound, int64_t *number) {
  *number = bound.number;
  if (!bound.value) return true;
  const IrOp *op = ir_value_op(bound.value);
  IrAttr value = op && (op->info->traits & IR_CONSTANT_LIKE) ? ir_op_attr(op, "value") : NULL;
  if (!value || ir_attr_kind(value) != IR_ATTR_INTEGER || !ir_attr_fits_int(value)) return false;
  *number = ir_attr_int(value);
  return true;
}

bool ir_loop_trip_count(const IrOp *loop, uint64_t *count) {
  IrLoopBounds bounds;
  int64_t lower, upper, step;
  if (!ir_loop_bounds(loop, &bounds) || !number_of(bounds.lower, &lower) ||
      !number_of(bounds.upper, &upper) || !number_of(bounds.step, &step) || step <= 0)
    return false;
  // As unsigned numbers the distance of any two signed ones fits.
  uint64_t distance = lower < upper ? (uint64_t)upper - (uint64_t)lower : 0;
  *count = distance / (uint64_t)step + (distance % (uint64_t)step != 0);
  return true;
}
