// The memref dialect: memory described by a type of extents and strides, as in MLIR.
#ifndef DIALECTS_MEMREF_MEMREF_H
#define DIALECTS_MEMREF_MEMREF_H

#include "ir/edit/rewriter.h"

#define IR_OPDEF_DECLARE
#include "ir/core/opdef_begin.inc"
#include "dialects/memref/memref_ops.def"
#include "ir/core/opdef_end.inc"

extern IR_API const IrDialect memref_dialect;

#endif
