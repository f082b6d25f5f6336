// Matrix products at tile level: their instruction, their warps, and where their operands are.
#ifndef PASSES_TILE_PRODUCT_H
#define PASSES_TILE_PRODUCT_H

#include "dialects/tc/tc.h"
#include "ir/support/map.h"
#include "passes/tile/warp_grid.h"

typedef struct Product {
  IrOp *dot;
  IrValue *a, *b, *c;
  int64_t m, n, k;
  IrType element, accumulator; // element types
} Product;

Product product_of(IrOp *dot);
// A constant of zeros, which a product need not add to.
bool product_is_zero(const IrValue *tile);
// The tensor-core instruction that the kernel's warps can share it by; NULL: none.
const TcInstr *product_instruction(const Product *p, int64_t warps);

// Products of a kernel whose rows had better not be shared by several warps, because what they give
// is combined along its rows, or is the left operand of another product, as often as they are
// computed.  With all warps along M neither leaves the warp.
typedef struct ProductRows {
  int64_t warps;
  IrPtrMap whole; // tile.dot -> itself
} ProductRows;

ProductRows product_rows_of(IrOp *kernel);
void product_rows_free(ProductRows *rows);
// How the warps share it.
WarpGrid product_grid(const ProductRows *rows, const Product *p);
// Is its left operand made of a product that has its rows in the same warps?  Then it stays in
// registers.
bool product_keeps_a(const ProductRows *rows, const Product *p);

#endif
