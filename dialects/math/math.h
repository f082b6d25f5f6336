// The math dialect: functions beyond arithmetic, as in MLIR.
#ifndef DIALECTS_MATH_MATH_H
#define DIALECTS_MATH_MATH_H

#include "dialects/arith/arith.h"

#define IR_OPDEF_DECLARE
#include "ir/core/opdef_begin.inc"
#include "dialects/math/math_ops.def"
#include "ir/core/opdef_end.inc"

extern IR_API const IrDialect math_dialect;

#endif
