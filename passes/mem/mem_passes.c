// The table reading of mem_passes.def.
#include "passes/mem/mem_passes.h"

#define IR_PASSDEF_DEFINE
#include "ir/pass/passdef_begin.inc"
#include "passes/mem/mem_passes.def"
#include "ir/pass/passdef_end.inc"

const IrPassDef *const mem_passes[] = {
#define IR_PASSDEF_LIST
#include "ir/pass/passdef_begin.inc"
#include "passes/mem/mem_passes.def"
#include "ir/pass/passdef_end.inc"
    NULL,
};
