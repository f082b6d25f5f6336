// What mem ops read and write, and how large a buffer is.  A buffer in shared memory is another
// resource than what memrefs lead to.
#include "dialects/mem/mem_impl.h"

const IrResource mem_shared = {"shared memory"};
const IrResource mem_fragment = {"fragments"};

const IrResource *mem_resource(IrType type) {
  if (!mem_is_buffer(type)) return &ir_memory;
  return mem_buffer_space(type) == MEM_SHARED ? &mem_shared : &mem_fragment;
}

void mem_add_effect(IrEffects *out, unsigned kind, const IrValue *memory) {
  ir_effect_add(out, kind, memory, mem_resource(ir_value_type(memory)));
}

static void load_effects(const IrOp *op, IrEffects *out) {
  mem_add_effect(out, IR_EFFECT_READ, GET(op, mem_load, base));
}

static void store_effects(const IrOp *op, IrEffects *out) {
  mem_add_effect(out, IR_EFFECT_WRITE, GET(op, mem_store, base));
}

static void alloc_effects(const IrOp *op, IrEffects *out) {
  mem_add_effect(out, IR_EFFECT_ALLOCATE, ir_op_result(op, 0));
}

const IrEffectsInterface mem_load_effects = {sizeof(IrEffectsInterface), load_effects};
const IrEffectsInterface mem_store_effects = {sizeof(IrEffectsInterface), store_effects};
const IrEffectsInterface mem_alloc_effects = {sizeof(IrEffectsInterface), alloc_effects};

static bool buffer_layout(IrType type, const IrOp *scope, IrDataLayout *layout) {
  (void)scope;
  *layout =
      (IrDataLayout){(uint64_t)mem_buffer_bytes(type) * 8, (uint64_t)mem_buffer_alignment(type)};
  return true;
}

const IrDataLayoutInterface mem_buffer_data_layout = {sizeof(IrDataLayoutInterface), buffer_layout};
