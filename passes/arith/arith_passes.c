// The table reading of arith_passes.def.
#include "passes/arith/arith_passes.h"

#define IR_PASSDEF_DEFINE
#include "ir/pass/passdef_begin.inc"
#include "passes/arith/arith_passes.def"
#include "ir/pass/passdef_end.inc"

const IrPassDef *const arith_passes[] = {
#define IR_PASSDEF_LIST
#include "ir/pass/passdef_begin.inc"
#include "passes/arith/arith_passes.def"
#include "ir/pass/passdef_end.inc"
    NULL,
};
