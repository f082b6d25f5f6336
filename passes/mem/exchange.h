// Shared memory that an op needs while it works, beside the kernel's buffers.
#ifndef PASSES_MEM_EXCHANGE_H
#define PASSES_MEM_EXCHANGE_H

#include "ir/core/op.h"

// Bytes that an exchange may take at most.  Larger ones go in rounds, with barriers between them;
// where TMA fills slots all the time, those are worth more than the barriers cost, and a round that
// is small holds fewer registers twice.
int64_t mem_exchange_limit(IrOp *kernel);
// Bytes through which a conversion between layouts, a reduction or a scan in `kernel` goes; 0:
// none.
int64_t mem_exchange_bytes(IrOp *kernel, const IrOp *op);

#endif
