// Between which bounds an index of a kernel lies, from what it is made of: block indices, extents,
// counters of loops, arithmetic.
#ifndef PASSES_TILE_INDEX_RANGE_H
#define PASSES_TILE_INDEX_RANGE_H

#include "ir/interfaces/int_range.h"

// Everything, of 64 bits, where nothing is known.
IrIntRange index_range(const IrValue *value);

#endif
