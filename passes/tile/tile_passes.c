// The table reading of tile_passes.def.
#include "passes/tile/tile_passes.h"

#define IR_PASSDEF_DEFINE
#include "ir/pass/passdef_begin.inc"
#include "passes/tile/tile_passes.def"
#include "ir/pass/passdef_end.inc"

const IrPassDef *const tile_passes[] = {
#define IR_PASSDEF_LIST
#include "ir/pass/passdef_begin.inc"
#include "passes/tile/tile_passes.def"
#include "ir/pass/passdef_end.inc"
    NULL,
};
