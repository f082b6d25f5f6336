// Versions of a kernel that passes behind tile-versions add.
#ifndef PASSES_TILE_VERSIONS_H
#define PASSES_TILE_VERSIONS_H

#include "dialects/tile/kernel.h"

// A copy in front of a version of a kernel, to be tried before it; the versions from this one on
// are numbered anew.  They stand in the order of their numbers.
IrOp *versions_add_before(IrOp *kernel);

#endif
