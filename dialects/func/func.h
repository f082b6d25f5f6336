// The func dialect: functions, as in MLIR.
#ifndef DIALECTS_FUNC_FUNC_H
#define DIALECTS_FUNC_FUNC_H

#include "ir/edit/builder.h"

#define IR_OPDEF_DECLARE
#include "ir/core/opdef_begin.inc"
#include "dialects/func/func_ops.def"
#include "ir/core/opdef_end.inc"

extern IR_API const IrDialect func_dialect;

// The function type of a func.func; NULL when it has none, which its verifier refuses.
IR_API IrType func_type(const IrOp *func);

#endif
