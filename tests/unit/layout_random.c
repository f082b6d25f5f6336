// Random layouts; see layout_random.h.
#include "tests/unit/layout_random.h"

unsigned random_below(Random *seed, unsigned n) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(*seed >> 33) % n;
}

unsigned random_power(Random *seed, unsigned most) {
  return 1u << random_below(seed, most + 1);
}

// Splits 2^log between the dimensions.
static void split(Random *seed, unsigned log, unsigned *counts, unsigned rank) {
  for (unsigned d = 0; d < rank; d++) counts[d] = 1;
  for (; log > 0; log--) counts[random_below(seed, rank)] *= 2;
}

TileBlocked random_blocked(Random *seed, unsigned rank, unsigned log_warps) {
  TileBlocked b = {.rank = rank};
  split(seed, random_below(seed, 5), b.per_thread, rank);
  split(seed, 5, b.lanes, rank);
  split(seed, log_warps, b.warps, rank);
  for (unsigned d = 0; d < rank; d++) b.order[d] = d;
  for (unsigned d = rank; d > 1; d--) {
    unsigned k = random_below(seed, d), t = b.order[k];
    b.order[k] = b.order[d - 1], b.order[d - 1] = t;
  }
  return b;
}

// Any layout that covers the tile: coordinate bits in any order, those before mixed in, and copies
// where there are more lanes and warps than elements.
static TileLayout random_linear(Random *seed, const int64_t *shape, unsigned log_warps) {
  TileLayout l = {.rank = 2, .inputs = 3};
  unsigned order[20], n = 0, at = 0;
  for (unsigned d = 0; d < 2; d++) l.log[d] = (uint8_t)__builtin_ctzll((uint64_t)shape[d]);
  unsigned total = tile_layout_total_bits(&l), threads = 5 + log_warps;
  l.bits[TILE_LANE] = 5, l.bits[TILE_WARP] = (uint8_t)log_warps;
  l.bits[TILE_REGISTER] = (uint8_t)(total > threads ? total - threads : 0);
  unsigned places = l.bits[TILE_REGISTER] + threads;
  for (; n < places; n++) order[n] = n;
  for (; n > 1; n--) {
    unsigned k = random_below(seed, n), t = order[k];
    order[k] = order[n - 1], order[n - 1] = t;
  }
  for (unsigned i = 0; i < 3; i++)
    for (unsigned k = 0; k < l.bits[i]; k++, at++) {
      l.basis[i][k] = order[at] < total ? 1u << order[at] : 0;
      for (unsigned m = 0; m < at && l.basis[i][k]; m++)
        if (order[m] < total && random_below(seed, 8) == 0) l.basis[i][k] ^= 1u << order[m];
    }
  return l;
}

TileLayout random_layout(Random *seed, const int64_t *shape, unsigned log_warps) {
  TileLayout l;
  IrShape s = {shape, 2};
  unsigned along_m = 1u << random_below(seed, log_warps + 1), along_n = (1u << log_warps) / along_m;
  unsigned operand = random_below(seed, 3);
  bool made = false;
  switch (random_below(seed, 5)) {
  case 0:
    made = tile_layout_mma((TileMmaOperand)operand, s, along_m, along_n, &l);
    break;
  case 1:
    made = log_warps >= 2 &&
           tile_layout_wgmma(operand ? TILE_MMA_C : TILE_MMA_A, 2, s, (1u << log_warps) / 4, 1, &l);
    break;
  case 2:
    made =
        tile_layout_default(s, 1u << log_warps, random_power(seed, 3), random_below(seed, 2), &l);
    break;
  case 3: {
    TileBlocked b = random_blocked(seed, 2, log_warps);
    made = tile_layout_blocked(s, &b, &l);
    break;
  }
  default:
    break;
  }
  return made ? l : random_linear(seed, shape, log_warps);
}

void random_shape(Random *seed, int64_t shape[2]) {
  shape[0] = random_power(seed, 6), shape[1] = random_power(seed, 6);
}

TileLayout random_storage(Random *seed, const int64_t *shape) {
  TileLayout l = random_linear(seed, shape, 0), out = {.rank = 2, .inputs = 1};
  memcpy(out.log, l.log, sizeof out.log);
  for (unsigned i = 0; i < 3; i++)
    for (unsigned k = 0; k < l.bits[i]; k++)
      if (l.basis[i][k]) out.basis[0][out.bits[0]++] = l.basis[i][k];
  return out;
}

unsigned count_ways(const TileLayout *offsets, unsigned bytes, unsigned vector) {
  unsigned access = bytes * vector, parts = access > 4 ? access / 4 : 1, worst = 1;
  for (unsigned p = 0; p < parts; p++) {
    uint32_t words[32][32];
    unsigned n[32] = {0};
    for (unsigned lane = p * 32 / parts; lane < (p + 1) * 32 / parts; lane++) {
      uint32_t first = tile_layout_apply1(offsets, TILE_LANE, lane) * bytes;
      for (uint32_t word = first / 4; word <= (first + access - 1) / 4; word++) {
        unsigned bank = word % 32, i = 0;
        while (i < n[bank] && words[bank][i] != word) i++;
        if (i == n[bank]) words[bank][n[bank]++] = word;
        if (n[bank] > worst) worst = n[bank];
      }
    }
  }
  return worst;
}

unsigned longest_vector(const TileLayout *offsets, unsigned bytes) {
  unsigned vector = tile_layout_vector(offsets, 0);
  return vector * bytes > 16 ? 16 / bytes : vector;
}
