// Random layouts of small tiles, and bank conflicts by counting, for property tests.
#ifndef TESTS_UNIT_LAYOUT_RANDOM_H
#define TESTS_UNIT_LAYOUT_RANDOM_H

#include "dialects/tile/layout.h"

#define SHAPE(...) \
  ((IrShape){(const int64_t[]){__VA_ARGS__}, sizeof((const int64_t[]){__VA_ARGS__}) / 8})

typedef uint64_t Random; // the seed, and state

unsigned random_below(Random *seed, unsigned n);
unsigned random_power(Random *seed, unsigned most); // of two, at most 2^most
void random_shape(Random *seed, int64_t shape[2]);  // extents from 1 to 64
TileBlocked random_blocked(Random *seed, unsigned rank, unsigned log_warps);
// One of those that the compiler makes, or any that covers the tile, with copies where there are
// more threads than elements.
TileLayout random_layout(Random *seed, const int64_t *shape, unsigned log_warps);
// Any swizzle: a random one-to-one linear map from offsets to places.
TileLayout random_storage(Random *seed, const int64_t *shape);

// As tile_layout_bank_ways, by counting the fullest bank's words; lanes are served in as many parts
// as the access has words.
unsigned count_ways(const TileLayout *offsets, unsigned bytes, unsigned vector);
// Elements that consecutive registers hold, up to 16 bytes.
unsigned longest_vector(const TileLayout *offsets, unsigned bytes);

#endif
