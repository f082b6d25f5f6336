// The cf dialect: branches between the blocks of a region, as in MLIR.
#ifndef DIALECTS_CF_CF_H
#define DIALECTS_CF_CF_H

#include "ir/edit/rewriter.h"

#define IR_OPDEF_DECLARE
#include "ir/core/opdef_begin.inc"
#include "dialects/cf/cf_ops.def"
#include "ir/core/opdef_end.inc"

extern IR_API const IrDialect cf_dialect;

#endif
