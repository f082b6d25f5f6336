// Where a lane's elements of a matrix fragment lie in the matrix: the register layouts of mma.sync,
// wgmma, ldmatrix and stmatrix (PTX ISA, sections "Matrix Fragments" of each).
//
// All follow one scheme.  A 32-bit register holds e = 4 / bytes elements that follow each other
// along K (f64: one).  Lanes count g = lane / 4 along the outer dimension and t = lane mod 4 along
// the inner one; registers add blocks of 8 rows first, then blocks of 4 * e along K:
//
//   A (M x K)  element i of register j: row g + 8 * (j mod (M / 8)), column e * t + 4 * e * (j div
//   (M / 8)) + i B (K x N)                           row e * t + 4 * e * j + i,   column g C (M x
//   N)  element i:               row g + 8 * ((i div 2) mod (M / 8)), column 2 * t + (i mod 2)
//                                       and 8 columns more for each further 2 * (M / 8) elements
//
// For wgmma (M = 64) the four warps of a warpgroup hold 16 rows each, as m16 with N up to 256.
#ifndef DIALECTS_TC_FRAGMENT_H
#define DIALECTS_TC_FRAGMENT_H

#include "ir/support/base.h"

enum { TC_LANES = 32, TC_WARPGROUP = 4, TC_WARP_ROWS = 16 };

typedef struct TcPlace {
  unsigned row, column;
} TcPlace;

// Of element `i` of the lane's part.  `m` is 8 or 16, `bytes` the size of an element of A and B.
IR_API TcPlace tc_place_a(unsigned m, unsigned bytes, unsigned lane, unsigned i);
IR_API TcPlace tc_place_b(unsigned bytes, unsigned lane, unsigned i);
IR_API TcPlace tc_place_c(unsigned m, unsigned lane, unsigned i);

// ldmatrix and stmatrix move 8x8 matrices of 16-bit elements, or 8 rows of 16 bytes of others.
// Element `i` of a lane's part: the lane that gives the address of the row it is in, and its place
// in that row.  `trans` is for 16-bit elements.
typedef struct TcMatrixPlace {
  unsigned provider, column;
} TcMatrixPlace;
IR_API TcMatrixPlace tc_place_matrix(bool trans, unsigned bytes, unsigned lane, unsigned i);

#endif
