// Private: the PTX of several modules as one text.
#ifndef TARGETS_NVPTX_JOIN_H
#define TARGETS_NVPTX_JOIN_H

#include "ir/support/stream.h"

// Appends `texts`, each what LLVM wrote for a module of one kernel, to `out` as one module: one
// header, one declaration of what they share, one numbering of files.
void nvptx_join(const IrStream *texts, size_t n, IrStream *out);

#endif
