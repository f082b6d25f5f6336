// Slots: memory that holds one value and whose every use is known, so that it can become that
// value.
//
// An op that makes such memory says which of its results may be slots, and what is in them before
// anything is written; ops that read or write them say so, and how they do without.  mem2reg asks
// (ir/edit/promote.h):
//
//   static const IrSlotAllocationInterface my_alloc = {sizeof my_alloc, my_slot, my_undefined};
//   static const IrSlotAccessInterface my_load = {sizeof my_load, .loads = my_loads, ...};
//   ... INTERFACES(IFACE(ir_slot_access_interface, my_load))
#ifndef IR_INTERFACES_MEMORY_SLOT_H
#define IR_INTERFACES_MEMORY_SLOT_H

#include "ir/core/opdef.h"

// A slot: what stands for the memory, and the type of the value in it.
typedef struct IrMemorySlot {
  IrValue *pointer;
  IrType type;
} IrMemorySlot;

typedef struct IrSlotAllocationInterface {
  uint32_t size; // sizeof(IrSlotAllocationInterface)
  // Type of the value in the memory that result `i` stands for; NULL when that is no slot.
  IrType (*type)(const IrOp *op, size_t i);
  // The value of a slot that nothing was written to, made at the builder's point.
  IrValue *(*undefined)(IrBuilder *builder, IrOp *op, const IrMemorySlot *slot);
  // After a slot went, of which nothing is used any more: what stays is up to the op.  Gives the
  // op, one that took its place, or NULL when it is gone.  Without the function the op is erased
  // once none of its results is used.
  IrOp *(*promoted)(IrOp *op, const IrMemorySlot *slot);
} IrSlotAllocationInterface;
extern IR_API const IrInterface ir_slot_allocation_interface;

// Functions that an op leaves out: it does not.  A value before it that is NULL is undefined, and
// of no interest to an op that does not load.
typedef struct IrSlotAccessInterface {
  uint32_t size; // sizeof(IrSlotAccessInterface)
  bool (*loads)(const IrOp *op, const IrMemorySlot *slot);
  bool (*stores)(const IrOp *op, const IrMemorySlot *slot);
  // Of an op that stores: the value in the slot after it, when `before` is the one before it.
  IrValue *(*stored)(IrBuilder *builder, IrOp *op, const IrMemorySlot *slot, IrValue *before);
  // Whether it can do without the slot, of which it uses the pointer in one operand or several.
  bool (*can_promote)(const IrOp *op, const IrMemorySlot *slot);
  // Does without it; `value` is the one in the slot before it.  True: the op is to be erased.
  bool (*promote)(IrBuilder *builder, IrOp *op, const IrMemorySlot *slot, IrValue *value);
} IrSlotAccessInterface;
extern IR_API const IrInterface ir_slot_access_interface;

IR_API bool ir_op_allocates_slots(const IrOp *op);
// False when result `i` is no slot.
IR_API bool ir_slot_of(const IrOp *op, size_t i, IrMemorySlot *slot);
IR_API IrValue *ir_slot_undefined(IrBuilder *builder, IrOp *allocation, const IrMemorySlot *slot);
IR_API IrOp *ir_slot_promoted(IrOp *allocation, const IrMemorySlot *slot);

IR_API bool ir_slot_loads(const IrOp *op, const IrMemorySlot *slot);
IR_API bool ir_slot_stores(const IrOp *op, const IrMemorySlot *slot);
IR_API IrValue *ir_slot_stored(IrBuilder *builder, IrOp *op, const IrMemorySlot *slot,
                               IrValue *before);
IR_API bool ir_slot_can_promote(const IrOp *op, const IrMemorySlot *slot);
// Erases the op if it says so.
IR_API void ir_slot_promote(IrBuilder *builder, IrOp *op, const IrMemorySlot *slot, IrValue *value);

#endif
