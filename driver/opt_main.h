// tile-opt as a library function, so that a project with its own dialects and passes has its own
// tile-opt in ten lines.
#ifndef DRIVER_OPT_MAIN_H
#define DRIVER_OPT_MAIN_H

#include "ir/core/context.h"

// Reads IR, runs passes, writes IR.  `register_fn` adds dialects and passes to the fresh context.
// Returns the exit code: 0, or 1 after diagnostics.
IR_API int tile_opt_main(int argc, char **argv, IrStatus (*register_fn)(IrContext *ctx));

#endif
