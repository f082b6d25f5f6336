// The code of single elements (tile.map, tile.parallel): how its values depend on the element, and
// which memory it accesses where.
#ifndef PASSES_TILE_ELEMENT_ACCESS_H
#define PASSES_TILE_ELEMENT_ACCESS_H

#include "dialects/tile/tile.h"

// How an index depends on the element: it is a coordinate (its number) and something that is the
// same for all elements; or only that; or anything else.
enum { ELEMENT_UNIFORM = -1, ELEMENT_OTHER = -2 };

bool element_is_code(const IrOp *op); // tile.map or tile.parallel
// The extents of a tile.map or tile.parallel.
IrShape element_shape(const IrOp *map, int64_t extents[TILE_LAYOUT_RANK]);
int element_dependence(const IrOp *map, const IrValue *index);

// An access of one element.
typedef struct ElementAccess {
  bool is_store;   // also an atomic one
  IrValue *memory; // a memref or buffer
  IrValues indices;
} ElementAccess;
// Whether `op` is one.
bool element_access_of(const IrOp *op, ElementAccess *access);

#endif
