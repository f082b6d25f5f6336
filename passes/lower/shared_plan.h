// The plan of a kernel's shared memory, shared by its files: which buffers there are, when they are
// in use, where they lie, and the barriers that follow from bytes being used again.
#ifndef PASSES_LOWER_SHARED_PLAN_H
#define PASSES_LOWER_SHARED_PLAN_H

#include "dialects/mem/mem.h"
#include "passes/lower/thread.h"

// A buffer of the block.  It is in use from the first op that touches it to the last one, both
// numbers in program order; a buffer that is never touched has last < first and needs no bytes.
typedef struct SharedBuffer {
  IrOp *alloc;
  ThreadScratch scratch;
  int64_t bytes, alignment, offset;
  int64_t first, last;
  IrLoc from, to;    // of these ops
  uint8_t under_way; // while lifetimes are found: what nobody has waited for (shared_lifetime.c)
  ThreadFilled filled;
  uint32_t roles; // in which it is used, one bit each
  bool escapes;   // something unknown has it: in use all the time, nothing shares its bytes
} SharedBuffer;

typedef struct SharedPlan {
  IrContext *ctx;
  IrOp *simt;
  IR_VEC(SharedBuffer) buffers;
  IrPtrMap numbers; // mem.alloc -> its number in `buffers` + 1
  const ThreadRoles *roles;
  const IrPtrMap *filled;    // mem.alloc -> ThreadFilled
  const IrPtrMap *divergent; // ops with regions into which threads of one block may go apart
  int64_t total;             // bytes of the block
} SharedPlan;

// The buffer that an op loads or stores (mem.load, mem.store, tc.ldmatrix, tc.stmatrix;
// mem.cp_async, mem.tma_load, mem.tma_store and products when they start), or NULL.
SharedBuffer *shared_access_of(const SharedPlan *plan, const IrOp *op, bool *writes);
// The buffer behind views of it, or NULL.
SharedBuffer *shared_buffer_of(const SharedPlan *plan, const IrValue *value);
bool shared_in_use_together(const SharedBuffer *a, const SharedBuffer *b);

// ---- shared_lifetime.c
// Finds the buffers of the kernel and when they are in use.
IR_CHECKED IrStatus shared_find_lifetimes(SharedPlan *plan, const IrPtrMap *scratch);
// ---- shared_barriers.c
// Barriers where bytes pass from one buffer to another, and within exchanges of conversions.
void shared_insert_barriers(SharedPlan *plan);

#endif
