// --dump-levels: what a kernel looks like after every step, one numbered file each.
//
// Texts are kept in memory and written together at the end, so that a compilation that fails leaves
// no half of a dump; numbered files of an earlier dump in the directory are replaced.
#ifndef DRIVER_COMPILE_LEVELS_H
#define DRIVER_COMPILE_LEVELS_H

#include "ir/core/op.h"
#include "ir/support/vec.h"

typedef struct DriverLevelText {
  const char *name, *suffix; // "tile-layout", "mlir"
  IrStream text;
} DriverLevelText;

typedef struct DriverLevels {
  IR_VEC(DriverLevelText) at;
} DriverLevels;

// Adds the module as it is now.
void driver_levels_add_module(DriverLevels *levels, const char *name, IrOp *module);
void driver_levels_add_text(DriverLevels *levels, const char *name, const char *suffix, IrStr text);
// Writes DIR/01_name.suffix, ...; makes the directory if it is not there.
IR_CHECKED IrStatus driver_levels_write(DriverLevels *levels, IrContext *ctx, const char *dir);
void driver_levels_free(DriverLevels *levels);

#endif
