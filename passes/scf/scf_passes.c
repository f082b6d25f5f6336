// The table reading of scf_passes.def.
#include "passes/scf/scf_passes.h"

#define IR_PASSDEF_DEFINE
#include "ir/pass/passdef_begin.inc"
#include "passes/scf/scf_passes.def"
#include "ir/pass/passdef_end.inc"

const IrPassDef *const scf_passes[] = {
#define IR_PASSDEF_LIST
#include "ir/pass/passdef_begin.inc"
#include "passes/scf/scf_passes.def"
#include "ir/pass/passdef_end.inc"
    NULL,
};
