// What the files of conversion plans share.
#ifndef DIALECTS_TILE_LAYOUT_CONVERT_IMPL_H
#define DIALECTS_TILE_LAYOUT_CONVERT_IMPL_H

#include "dialects/tile/layout_convert.h"
#include "dialects/tile/layout_impl.h"

typedef struct TileConversion {
  const TileLayout *src, *dst;
  unsigned bytes; // of an element
  const TileConvertLimits *limits;
} TileConversion;

// Basis of bit k of the thread's index: lanes, then warps; 0 for lanes that the layout lacks.
static inline uint32_t tile_thread_basis(const TileLayout *l, unsigned k) {
  unsigned input = k < TILE_LANE_BITS ? TILE_LANE : TILE_WARP;
  unsigned bit = k < TILE_LANE_BITS ? k : k - TILE_LANE_BITS;
  return bit < l->bits[input] ? l->basis[input][bit] : 0;
}

static inline unsigned tile_thread_bits(const TileLayout *l) {
  return TILE_LANE_BITS + l->bits[TILE_WARP];
}

// XOR of the values of the set bits.
static inline uint32_t tile_xor_of(const uint32_t *values, uint64_t bits) {
  uint32_t sum = 0;
  for (; bits; bits &= bits - 1) sum ^= values[__builtin_ctzll(bits)];
  return sum;
}

static inline bool tile_is_whole_bytes(const TileConversion *c) {
  return c->limits->element_bits == 8 * c->bytes;
}

// What both need of a warp's elements: false where one needs what only other warps have.
bool tile_convert_plan_moves(const TileConversion *c, TileConvertMoves *out, TileConvertCost *cost);
bool tile_convert_plan_shared(const TileConversion *c, TileConvertShared *out,
                              TileConvertCost *cost);

// As tile_layout_best_swizzle, with a vector of 16 bytes that both sides hold whose elements lie in
// the order of `run`.  False where a side does not hold it.
bool tile_layout_swizzle_of_run(const TileLayout *src, const TileLayout *dst,
                                unsigned element_bytes, const uint32_t *run, unsigned n,
                                TileSwizzle *out);

#endif
