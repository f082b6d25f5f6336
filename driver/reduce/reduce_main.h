// tile-reduce as a library function, so that a project with its own dialects and passes has its own
// in ten lines.
#ifndef DRIVER_REDUCE_REDUCE_MAIN_H
#define DRIVER_REDUCE_REDUCE_MAIN_H

#include "ir/core/context.h"

// Reduces a file while a test finds it interesting.  `register_fn` adds dialects and passes to a
// fresh context; `opt_main` is the project's tile-opt as a function of its command line.  Returns
// the exit code: 0, 1 after diagnostics, or 130 when a signal ended the search early.
IR_API int tile_reduce_main(int argc, char **argv, IrStatus (*register_fn)(IrContext *ctx));

#endif
