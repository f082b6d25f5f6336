// The simt dialect: the code of one thread, and what threads of a block have in common. Ops are in
// simt_ops.def. Named dimensions, grid and assumptions of a simt.kernel are read with
// dialects/tile/kernel.h, launch metadata with launch.h.
#ifndef DIALECTS_SIMT_SIMT_H
#define DIALECTS_SIMT_SIMT_H

#include "ir/core/dialect.h"

extern IR_API const IrDialect simt_dialect;

#define IR_OPDEF_DECLARE
#include "ir/core/opdef_begin.inc"
#include "dialects/simt/simt_ops.def"
#include "ir/core/opdef_end.inc"

#endif
