// The vector dialect: moving elements of vectors about, as in MLIR.
#ifndef DIALECTS_VECTOR_VECTOR_H
#define DIALECTS_VECTOR_VECTOR_H

#include "ir/edit/rewriter.h"

#define IR_OPDEF_DECLARE
#include "ir/core/opdef_begin.inc"
#include "dialects/vector/vector_ops.def"
#include "ir/core/opdef_end.inc"

extern IR_API const IrDialect vector_dialect;

#endif
