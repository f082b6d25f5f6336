// Which memref ops make memory that may become a value, and which read and write it: one element on
// the stack, loaded and stored.
#include "dialects/memref/memref_impl.h"
#include "dialects/ub/ub.h"

static IrType alloca_type(const IrOp *op, size_t i) {
  IrType type = ir_value_type(ir_op_result(op, i));
  return ir_type_num_elements(type) == 1 ? ir_type_element(type) : NULL;
}

static IrValue *alloca_undefined(IrBuilder *b, IrOp *op, const IrMemorySlot *slot) {
  (void)op;
  return BUILD1(b, ub_poison, .value = ub_poison_attr(b->ctx), .result_type = slot->type);
}

static bool is_loaded(const IrOp *op, const IrMemorySlot *slot) {
  return GET(op, memref_load, memref) == slot->pointer;
}

// Where it reads is no question: there is one element, and outside of it anything goes.
static bool load_can_go(const IrOp *op, const IrMemorySlot *slot) {
  return is_loaded(op, slot) && ir_value_type(ir_op_result(op, 0)) == slot->type;
}

static bool load_goes(IrBuilder *b, IrOp *op, const IrMemorySlot *slot, IrValue *value) {
  (void)b, (void)slot;
  ir_value_replace_uses(ir_op_result(op, 0), value);
  return true;
}

static bool is_stored_to(const IrOp *op, const IrMemorySlot *slot) {
  return GET(op, memref_store, memref) == slot->pointer;
}

// The address itself must not be what is stored.
static bool store_can_go(const IrOp *op, const IrMemorySlot *slot) {
  IrValue *value = GET(op, memref_store, value);
  return is_stored_to(op, slot) && value != slot->pointer && ir_value_type(value) == slot->type;
}

static IrValue *stored_value(IrBuilder *b, IrOp *op, const IrMemorySlot *slot, IrValue *before) {
  (void)b, (void)slot, (void)before;
  return GET(op, memref_store, value);
}

static bool store_goes(IrBuilder *b, IrOp *op, const IrMemorySlot *slot, IrValue *value) {
  (void)b, (void)op, (void)slot, (void)value;
  return true;
}

const IrSlotAllocationInterface memref_alloca_slot = {
    .size = sizeof(IrSlotAllocationInterface), .type = alloca_type, .undefined = alloca_undefined};
const IrSlotAccessInterface memref_load_slot = {.size = sizeof(IrSlotAccessInterface),
                                                .loads = is_loaded,
                                                .can_promote = load_can_go,
                                                .promote = load_goes};
const IrSlotAccessInterface memref_store_slot = {.size = sizeof(IrSlotAccessInterface),
                                                 .stores = is_stored_to,
                                                 .stored = stored_value,
                                                 .can_promote = store_can_go,
                                                 .promote = store_goes};
