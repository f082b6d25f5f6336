// The table reading of lower_passes.def.
#include "passes/lower/lower_passes.h"

#define IR_PASSDEF_DEFINE
#include "ir/pass/passdef_begin.inc"
#include "passes/lower/lower_passes.def"
#include "ir/pass/passdef_end.inc"

const IrPassDef *const lower_passes[] = {
#define IR_PASSDEF_LIST
#include "ir/pass/passdef_begin.inc"
#include "passes/lower/lower_passes.def"
#include "ir/pass/passdef_end.inc"
    NULL,
};
