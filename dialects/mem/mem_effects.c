// What mem ops read and write, and how large a buffer is.  A buffer in shared memory is another
// resource than what memrefs lead to.
#include "dialects/mem/mem_impl.h"

const IrResource mem_shared = {"shared memory"};
const IrResource mem_fragment = {"fragments"};
static const IrResource mem_turns = {"turns at a channel"};
static const IrResource mem_descriptors = {"cache of tensor maps"};

const IrResource *mem_resource(IrType type) {
  if (!mem_is_buffer(type)) return &ir_memory;
  return mem_buffer_space(type) == MEM_FRAGMENT ? &mem_fragment : &mem_shared;
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

static void atomic_rmw_effects(const IrOp *op, IrEffects *out) {
  mem_add_effect(out, IR_EFFECT_READ, GET(op, mem_atomic_rmw, base));
  mem_add_effect(out, IR_EFFECT_WRITE, GET(op, mem_atomic_rmw, base));
}

static void atomic_cas_effects(const IrOp *op, IrEffects *out) {
  mem_add_effect(out, IR_EFFECT_READ, GET(op, mem_atomic_cas, base));
  mem_add_effect(out, IR_EFFECT_WRITE, GET(op, mem_atomic_cas, base));
}

static void alloc_effects(const IrOp *op, IrEffects *out) {
  mem_add_effect(out, IR_EFFECT_ALLOCATE, ir_op_result(op, 0));
}

static void channel_effects(const IrOp *op, IrEffects *out) {
  ir_effect_add(out, IR_EFFECT_ALLOCATE, ir_op_result(op, 0), &mem_turns);
}

// ---- Asynchronous ops: what they move counts as read and written where they start.  Nothing
// crosses the ops that wait for them, which say that they synchronise. ----

static void cp_async_effects(const IrOp *op, IrEffects *out) {
  mem_add_effect(out, IR_EFFECT_READ, GET(op, mem_cp_async, source));
  mem_add_effect(out, IR_EFFECT_WRITE, GET(op, mem_cp_async, dest));
}

static void store_async_effects(const IrOp *op, IrEffects *out) {
  mem_add_effect(out, IR_EFFECT_WRITE, GET(op, mem_store_async, dest));
  mem_add_effect(out, IR_EFFECT_WRITE, GET(op, mem_store_async, barrier));
}

static void mbarrier_init_effects(const IrOp *op, IrEffects *out) {
  mem_add_effect(out, IR_EFFECT_WRITE, GET(op, mem_mbarrier_init, barrier));
}

// A hint, kept where it is by an effect on memory.
static void prefetch_effects(const IrOp *op, IrEffects *out) {
  (void)op;
  ir_effect_add(out, IR_EFFECT_READ, NULL, &ir_memory);
  ir_effect_add(out, IR_EFFECT_WRITE, NULL, &mem_descriptors);
}

// The tensor behind a map; NULL, which stands for any, when the map comes from elsewhere.
static const IrValue *tensor_of(const IrValue *map) {
  const IrOp *made = DEF(map, mem_tensor_map);
  return made ? GET(made, mem_tensor_map, tensor) : NULL;
}

static void tma_load_effects(const IrOp *op, IrEffects *out) {
  ir_effect_add(out, IR_EFFECT_READ, tensor_of(GET(op, mem_tma_load, map)), &ir_memory);
  mem_add_effect(out, IR_EFFECT_WRITE, GET(op, mem_tma_load, dest));
  mem_add_effect(out, IR_EFFECT_WRITE, GET(op, mem_tma_load, barrier));
}

static void tma_store_effects(const IrOp *op, IrEffects *out) {
  mem_add_effect(out, IR_EFFECT_READ, GET(op, mem_tma_store, source));
  ir_effect_add(out, IR_EFFECT_WRITE, tensor_of(GET(op, mem_tma_store, map)), &ir_memory);
}

static void tma_reduce_effects(const IrOp *op, IrEffects *out) {
  const IrValue *tensor = tensor_of(GET(op, mem_tma_reduce, map));
  mem_add_effect(out, IR_EFFECT_READ, GET(op, mem_tma_reduce, source));
  ir_effect_add(out, IR_EFFECT_READ, tensor, &ir_memory);
  ir_effect_add(out, IR_EFFECT_WRITE, tensor, &ir_memory);
}

const IrEffectsInterface mem_cp_async_effects = {sizeof(IrEffectsInterface), cp_async_effects};
const IrEffectsInterface mem_store_async_effects = {sizeof(IrEffectsInterface),
                                                    store_async_effects};
const IrEffectsInterface mem_mbarrier_init_effects = {sizeof(IrEffectsInterface),
                                                      mbarrier_init_effects};
const IrEffectsInterface mem_prefetch_effects = {sizeof(IrEffectsInterface), prefetch_effects};
const IrEffectsInterface mem_tma_load_effects = {sizeof(IrEffectsInterface), tma_load_effects};
const IrEffectsInterface mem_tma_store_effects = {sizeof(IrEffectsInterface), tma_store_effects};
const IrEffectsInterface mem_tma_reduce_effects = {sizeof(IrEffectsInterface), tma_reduce_effects};

const IrEffectsInterface mem_load_effects = {sizeof(IrEffectsInterface), load_effects};
const IrEffectsInterface mem_store_effects = {sizeof(IrEffectsInterface), store_effects};
const IrEffectsInterface mem_atomic_rmw_effects = {sizeof(IrEffectsInterface), atomic_rmw_effects};
const IrEffectsInterface mem_atomic_cas_effects = {sizeof(IrEffectsInterface), atomic_cas_effects};
const IrEffectsInterface mem_alloc_effects = {sizeof(IrEffectsInterface), alloc_effects};
const IrEffectsInterface mem_channel_effects = {sizeof(IrEffectsInterface), channel_effects};

const IrInterface mem_padding_interface = {
    .size = sizeof(IrInterface),
    .place = IR_INTERFACE_OTHER,
    .name = "mem_padding",
    .summary = "accesses outside a memref are none in the op's regions",
    .table_size = sizeof(MemPaddingInterface),
};

bool mem_has_padding(const IrOp *op) {
  for (const IrOp *around = ir_op_parent(op); around && !ir_op_has_trait(around, IR_ISOLATED);
       around = ir_op_parent(around))
    if (ir_op_interface(around, &mem_padding_interface)) return true;
  return false;
}

static bool buffer_layout(IrType type, const IrOp *scope, IrDataLayout *layout) {
  (void)scope;
  *layout =
      (IrDataLayout){(uint64_t)mem_buffer_bytes(type) * 8, (uint64_t)mem_buffer_alignment(type)};
  return true;
}

static bool mbarrier_layout(IrType type, const IrOp *scope, IrDataLayout *layout) {
  (void)type;
  (void)scope;
  *layout = (IrDataLayout){MEM_MBARRIER_BYTES * 8, MEM_MBARRIER_BYTES};
  return true;
}

const IrDataLayoutInterface mem_mbarrier_data_layout = {sizeof(IrDataLayoutInterface),
                                                        mbarrier_layout};
const IrDataLayoutInterface mem_buffer_data_layout = {sizeof(IrDataLayoutInterface), buffer_layout};
