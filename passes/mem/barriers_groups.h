// Buffers of asynchronous stores that each group of four warps has a part of to itself.
#ifndef PASSES_MEM_BARRIERS_GROUPS_H
#define PASSES_MEM_BARRIERS_GROUPS_H

#include "ir/core/op.h"
#include "ir/support/vec.h"

typedef struct StoreGroups {
  int64_t n;                       // groups; 0: threads hand over the buffers together
  IR_VEC(const IrValue *) buffers; // of all asynchronous stores
} StoreGroups;

// Marks the asynchronous stores, and the waits for them, if groups may do it each on its own.
void store_groups_find(StoreGroups *groups, IrOp *kernel);
bool store_groups_have(const StoreGroups *groups, const IrValue *buffer);
void store_groups_free(StoreGroups *groups);

#endif
