// What mem-barriers does for products that read shared memory through the async proxy.
#ifndef PASSES_MEM_BARRIERS_FENCES_H
#define PASSES_MEM_BARRIERS_FENCES_H

#include "ir/core/op.h"

// Puts mem.fence_proxy_async between what threads write to buffers and the products (tc.dot_async)
// that read them: behind the wait for copies, and else in front of the product, before a barrier
// that stands there.
void fences_insert(IrOp *kernel);

#endif
