// Shared memory that an op needs while it works, beside the kernel's buffers.
#ifndef PASSES_MEM_EXCHANGE_H
#define PASSES_MEM_EXCHANGE_H

#include "ir/core/op.h"

// Bytes through which a conversion between layouts, a reduction or a scan in `kernel` goes; 0:
// none.
int64_t mem_exchange_bytes(IrOp *kernel, const IrOp *op);

#endif
