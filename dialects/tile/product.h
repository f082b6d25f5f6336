// The product of tiles, which tile.dot and tc.dot have in common.
#ifndef DIALECTS_TILE_PRODUCT_H
#define DIALECTS_TILE_PRODUCT_H

#include "ir/interp/interp.h"

// Result 0 = operand 0 * operand 1 + operand 2, tensors or buffers.  Of a deeper operand 0 the
// columns from `from` on are taken.  Operands are taken exactly; an
// element of the result takes its products in increasing k, each by one fused multiply-add in f32
// (f64 and integers in their own arithmetic), and is rounded to the result's type at the end.
IrStep tile_interp_product(IrInterp *interp, IrOp *op, int64_t from);

// c += a * b on packed elements in row-major order, in the same arithmetic.
typedef struct TileProduct {
  int64_t m, n, k;
  IrType a_element, b_element, c_element;
  const void *a, *b;
  void *c;
} TileProduct;
void tile_product_add(IrInterp *interp, const TileProduct *product);

#endif
