// The ub dialect: undefined behaviour as values and as the end of a path, as in MLIR.
#ifndef DIALECTS_UB_UB_H
#define DIALECTS_UB_UB_H

#include "ir/edit/rewriter.h"

extern IR_API const IrAttrConstraint ub_poison_constraint; // #ub.poison
extern IR_API const IrAttrDef ub_poison_attr_def;

#define IR_OPDEF_DECLARE
#include "ir/core/opdef_begin.inc"
#include "dialects/ub/ub_ops.def"
#include "ir/core/opdef_end.inc"

extern IR_API const IrDialect ub_dialect;

// #ub.poison: the constant behind `ub.poison`, and what a fold gives for it.
IR_API IrAttr ub_poison_attr(IrContext *ctx);
IR_API bool ub_is_poison(IrAttr attr); // false for NULL

#endif
