// What part of a kernel writes of global memory, and whether something that is read may be that.
//
// Arguments of a kernel may overlap; two are apart where the kernel assumes `disjoint(A, B)`, which
// the host has checked.  An atomic access that orders others, a call, and whatever writes through a
// view may write anything.
#ifndef PASSES_MEM_GLOBAL_WRITES_H
#define PASSES_MEM_GLOBAL_WRITES_H

#include "ir/core/op.h"
#include "ir/support/vec.h"

// Whether two memories, given by their roots (mem_root), may have a byte in common.
bool mem_roots_overlap(const IrOp *kernel, const IrValue *a, const IrValue *b);

// Whether `op` is an atomic access that other accesses are ordered with.
bool mem_orders_others(const IrOp *op);

typedef struct GlobalWrite {
  const IrOp *op;
  const IrValue *root; // NULL: any
} GlobalWrite;

typedef struct GlobalWrites {
  const IrOp *kernel;
  IR_VEC(GlobalWrite) list;
} GlobalWrites;

// Adds what `op` itself writes, without ops in its regions.
void global_writes_add(GlobalWrites *writes, const IrOp *op);
// What `root` and the ops in its regions write.
GlobalWrites global_writes_of(const IrOp *kernel, IrOp *root);
// The same of what may run before `at` does: ops in front of it, and those that share a loop with
// it.
GlobalWrites global_writes_before(const IrOp *kernel, IrOp *at);
void global_writes_free(GlobalWrites *writes);
// An op that may write what `memory`, a memref, stands for; NULL: none does.
const IrOp *global_writes_meet(const GlobalWrites *writes, const IrValue *memory);

#endif
