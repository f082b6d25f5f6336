// Random numbers of tile.philox: Philox4x32-10 (Salmon, Moraes, Dror, Shaw: "Parallel random
// numbers: as easy as 1, 2, 3", SC 2011), as in the library Random123.
//
// A counter of four words and a key of two give four words, with no state between.  A round
// multiplies words 0 and 2 by a constant each and mixes the halves of the products with the other
// words and the key; the key grows by two constants from round to round.
#ifndef DIALECTS_TILE_RANDOM_H
#define DIALECTS_TILE_RANDOM_H

#include <stdint.h>

#include "ir/core/type.h"

enum { TILE_PHILOX_ROUNDS = 10 };

#define TILE_PHILOX_M0 UINT32_C(0xD2511F53)
#define TILE_PHILOX_M1 UINT32_C(0xCD9E8D57)
#define TILE_PHILOX_W0 UINT32_C(0x9E3779B9) // the golden ratio
#define TILE_PHILOX_W1 UINT32_C(0xBB67AE85) // the square root of 3, less 1

// Counter and result are `words`.
void tile_philox_words(uint32_t words[4], uint32_t key0, uint32_t key1);

// How many of a word's bits, from the top, tile.uniform gives a float of that type: as many as it
// has digits.  0 for other types.
unsigned tile_uniform_digits(IrType element);

// Of tile.normal's angles.
#define TILE_TWO_PI 6.28318530717958647692f

#endif
