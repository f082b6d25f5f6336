#include "ir/interfaces/memory_slot.h"

#include "ir/core/op_impl.h"

const IrInterface ir_slot_allocation_interface = {
    .size = sizeof(IrInterface),
    .place = IR_INTERFACE_SLOT_ALLOCATION,
    .name = "slot-allocation",
    .summary = "memory that may become the value in it",
    .table_size = sizeof(IrSlotAllocationInterface),
};
const IrInterface ir_slot_access_interface = {
    .size = sizeof(IrInterface),
    .place = IR_INTERFACE_SLOT_ACCESS,
    .name = "slot-access",
    .summary = "what an op reads or writes of a slot, and how it does without",
    .table_size = sizeof(IrSlotAccessInterface),
};

static const IrSlotAllocationInterface *allocation_of(const IrOp *op) {
  const IrSlotAllocationInterface *table = op->info->interfaces[IR_INTERFACE_SLOT_ALLOCATION];
  return table && table->type && table->undefined ? table : NULL;
}

static const IrSlotAccessInterface *access_of(const IrOp *op) {
  return op->info->interfaces[IR_INTERFACE_SLOT_ACCESS];
}

bool ir_op_allocates_slots(const IrOp *op) {
  return allocation_of(op) != NULL;
}

bool ir_slot_of(const IrOp *op, size_t i, IrMemorySlot *slot) {
  *slot = (IrMemorySlot){ir_op_result(op, i), allocation_of(op)->type(op, i)};
  return slot->type != NULL;
}

IrValue *ir_slot_undefined(IrBuilder *builder, IrOp *allocation, const IrMemorySlot *slot) {
  return allocation_of(allocation)->undefined(builder, allocation, slot);
}

IrOp *ir_slot_promoted(IrOp *allocation, const IrMemorySlot *slot) {
  const IrSlotAllocationInterface *table = allocation_of(allocation);
  if (table->promoted) return table->promoted(allocation, slot);
  for (uint32_t i = 0; i < allocation->num_results; i++)
    if (ir_result(allocation, i)->first_use) return allocation;
  ir_op_destroy(allocation);
  return NULL;
}

bool ir_slot_loads(const IrOp *op, const IrMemorySlot *slot) {
  const IrSlotAccessInterface *table = access_of(op);
  return table && table->loads && table->loads(op, slot);
}

bool ir_slot_stores(const IrOp *op, const IrMemorySlot *slot) {
  const IrSlotAccessInterface *table = access_of(op);
  return table && table->stores && table->stored && table->stores(op, slot);
}

IrValue *ir_slot_stored(IrBuilder *builder, IrOp *op, const IrMemorySlot *slot, IrValue *before) {
  return access_of(op)->stored(builder, op, slot, before);
}

bool ir_slot_can_promote(const IrOp *op, const IrMemorySlot *slot) {
  const IrSlotAccessInterface *table = access_of(op);
  return table && table->can_promote && table->promote && table->can_promote(op, slot);
}

void ir_slot_promote(IrBuilder *builder, IrOp *op, const IrMemorySlot *slot, IrValue *value) {
  if (access_of(op)->promote(builder, op, slot, value)) ir_op_destroy(op);
}
