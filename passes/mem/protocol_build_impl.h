// What the files that make a ProtocolKernel share.
#ifndef PASSES_MEM_PROTOCOL_BUILD_IMPL_H
#define PASSES_MEM_PROTOCOL_BUILD_IMPL_H

#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/scf/scf.h"
#include "dialects/tc/tc.h"
#include "dialects/tile/kernel.h"
#include "dialects/tile/roles.h"
#include "ir/support/map.h"
#include "passes/mem/protocol_build.h"

typedef struct ProtocolBuild {
  IrOp *kernel;
  ProtocolProgram *program;
  IrPtrMap registers;             // value -> its register + 1
  IrPtrMap live;                  // loops and branches that steps are made of
  IrPtrMap buffers;               // value of mem.alloc -> number + 1
  IrPtrMap channels;              // value of mem.channel -> number + 1
  IR_VEC(const IrValue *) wanted; // registers whose values are not looked at yet
  IR_VEC(const IrValue *) fixed;  // constants and unknown values, made before all steps
  IR_VEC(IrOp *) forks;
  IR_VEC(ProtocolStride) strides;
  int64_t most_slots;
  int32_t zero;
} ProtocolBuild;

// ---- Which ops. ----

static inline bool protocol_is_loop(const IrOp *op) {
  return IS(op, scf_for) || IS(op, tile_pipelined);
}

// Ops whose regions become steps.
static inline bool protocol_is_control(const IrOp *op) {
  return protocol_is_loop(op) || IS(op, scf_if) || IS(op, scf_while) ||
         IS(op, tile_warp_specialize);
}

static inline IrBlock *protocol_block_of(const IrOp *op, size_t region) {
  return ir_region_first(ir_op_region(op, region));
}

static inline size_t protocol_num_bounds(const IrOp *loop) {
  return IS(loop, scf_for) ? 3 : 2;
}

static inline bool protocol_is_shared(const IrValue *value) {
  return mem_is_shared_buffer(ir_value_type(value));
}

static inline bool protocol_is_view(const IrOp *op) {
  return mem_is_view(op) || IS(op, mem_flatten);
}

static inline bool protocol_is_wait(const IrOp *op) {
  return IS(op, tile_async_wait) || IS(op, tile_async_store_wait) || IS(op, tc_dot_wait);
}

bool protocol_takes_part(const IrOp *op);
// Values that are the same everywhere, as constants.
bool protocol_is_fixed(const ProtocolBuild *b, const IrValue *value);

// ---- Steps. ----

static inline ProtocolKernel *protocol_kernel_of(ProtocolBuild *b) {
  return &b->program->kernel;
}

static inline int32_t protocol_new_register(ProtocolBuild *b) {
  return protocol_kernel_of(b)->num_registers++;
}

static inline ProtocolStep protocol_blank(ProtocolStepKind kind, const IrOp *tag) {
  return (ProtocolStep){.kind = (uint8_t)kind, .channel = PROTOCOL_NO_CHANNEL, .tag = tag};
}

// Appends the step; its number.
static inline int32_t protocol_append(ProtocolBuild *b, ProtocolStep step) {
  ir_vec_push(&protocol_kernel_of(b)->steps, step);
  return (int32_t)protocol_kernel_of(b)->steps.n - 1;
}

// Of a value that matters, or -1.
static inline int32_t protocol_register_of(const ProtocolBuild *b, const IrValue *value) {
  return (int32_t)(intptr_t)ir_ptrmap_get(&b->registers, value) - 1;
}

// All steps: the roles, in order (protocol_steps.c).
void protocol_emit_roles(ProtocolBuild *b, IrBlock *body);

// ---- What touches buffers (protocol_parts.c). ----

// Numbers the kernel's buffers and channels.
void protocol_find_memory(ProtocolBuild *b);
// The steps of an op that takes part, and of those inside one that is no loop or branch.
void protocol_emit_part(ProtocolBuild *b, IrOp *op);
void protocol_emit_inside(ProtocolBuild *b, IrOp *op);

#endif
