// What tile ops read and write.
#include "dialects/mem/mem.h"
#include "dialects/tile/tile_impl.h"

static void load_effects(const IrOp *op, IrEffects *out) {
  mem_add_effect(out, IR_EFFECT_READ, GET(op, tile_load, source));
}

static void store_effects(const IrOp *op, IrEffects *out) {
  mem_add_effect(out, IR_EFFECT_WRITE, GET(op, tile_store, dest));
}

static void copy_effects(const IrOp *op, IrEffects *out) {
  mem_add_effect(out, IR_EFFECT_READ, GET(op, tile_copy, source));
  mem_add_effect(out, IR_EFFECT_WRITE, GET(op, tile_copy, dest));
}

static void async_copy_effects(const IrOp *op, IrEffects *out) {
  mem_add_effect(out, IR_EFFECT_READ, GET(op, tile_async_copy, source));
  mem_add_effect(out, IR_EFFECT_WRITE, GET(op, tile_async_copy, dest));
}

static void async_store_effects(const IrOp *op, IrEffects *out) {
  mem_add_effect(out, IR_EFFECT_READ, GET(op, tile_async_store, source));
  mem_add_effect(out, IR_EFFECT_WRITE, GET(op, tile_async_store, dest));
}

// A product of tensors reads nothing; of buffers, those.
static void dot_effects(const IrOp *op, IrEffects *out) {
  for (size_t i = 0, n = ir_op_num_operands(op); i < n; i++)
    if (mem_is_buffer(ir_value_type(ir_op_operand(op, i))))
      mem_add_effect(out, IR_EFFECT_READ, ir_op_operand(op, i));
}

static void gather_effects(const IrOp *op, IrEffects *out) {
  mem_add_effect(out, IR_EFFECT_READ, GET(op, tile_gather, source));
}

static void scatter_effects(const IrOp *op, IrEffects *out) {
  mem_add_effect(out, IR_EFFECT_WRITE, GET(op, tile_scatter, dest));
}

static void atomic_effects(IrEffects *out, const IrValue *memory) {
  mem_add_effect(out, IR_EFFECT_READ, memory);
  mem_add_effect(out, IR_EFFECT_WRITE, memory);
}

static void atomic_rmw_effects(const IrOp *op, IrEffects *out) {
  atomic_effects(out, GET(op, tile_atomic_rmw, memory));
}

static void atomic_cas_effects(const IrOp *op, IrEffects *out) {
  atomic_effects(out, GET(op, tile_atomic_cas, memory));
}

const IrEffectsInterface tile_gather_effects = {sizeof(IrEffectsInterface), gather_effects};
const IrEffectsInterface tile_scatter_effects = {sizeof(IrEffectsInterface), scatter_effects};
const IrEffectsInterface tile_atomic_rmw_effects = {sizeof(IrEffectsInterface), atomic_rmw_effects};
const IrEffectsInterface tile_atomic_cas_effects = {sizeof(IrEffectsInterface), atomic_cas_effects};
const IrEffectsInterface tile_load_effects = {sizeof(IrEffectsInterface), load_effects};
const IrEffectsInterface tile_store_effects = {sizeof(IrEffectsInterface), store_effects};
const IrEffectsInterface tile_copy_effects = {sizeof(IrEffectsInterface), copy_effects};
const IrEffectsInterface tile_async_copy_effects = {sizeof(IrEffectsInterface), async_copy_effects};
const IrEffectsInterface tile_async_store_effects = {sizeof(IrEffectsInterface),
                                                     async_store_effects};
const IrEffectsInterface tile_dot_effects = {sizeof(IrEffectsInterface), dot_effects};
