// Sectors and wavefronts; see access_cost.h.
#include "targets/cpu/access_cost.h"

#include <stdlib.h>

#define FOR_LANES(lane, lanes) \
  for (uint32_t lane##_left = (lanes), lane = 0; \
       lane##_left && (lane = (uint32_t)__builtin_ctz(lane##_left), true); \
       lane##_left &= lane##_left - 1)

static int by_value(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

// ---- Global memory. ----

// The addresses of the lanes in rising order.
static uint32_t sorted(CpuLaneAddresses access, int64_t *addresses) {
  uint32_t n = 0;
  bool rising = true;
  FOR_LANES(l, access.lanes) {
    addresses[n] = access.addresses[l];
    rising = rising && (n == 0 || addresses[n - 1] <= addresses[n]);
    n++;
  }
  if (!rising) qsort(addresses, n, sizeof *addresses, by_value);
  return n;
}

CpuAccessCost cpu_global_cost(CpuLaneAddresses access) {
  int64_t addresses[CPU_ACCESS_LANES], covered = INT64_MIN, counted = INT64_MIN, bytes = 0;
  uint32_t n = sorted(access, addresses);
  CpuAccessCost cost = {0};
  for (uint32_t i = 0; i < n; i++) {
    int64_t low = addresses[i], high = low + access.bytes;
    bytes += high - (low > covered ? low : covered < high ? covered : high);
    if (high > covered) covered = high;
    int64_t first = low / CPU_SECTOR_BYTES, last = (high - 1) / CPU_SECTOR_BYTES;
    if (first <= counted) first = counted + 1;
    if (last >= first) cost.units += (uint32_t)(last - first + 1);
    if (last > counted) counted = last;
  }
  cost.ideal = (uint32_t)((bytes + CPU_SECTOR_BYTES - 1) / CPU_SECTOR_BYTES);
  return cost;
}

// ---- Shared memory. ----

// The words that the lanes of a phase want, in no order.
typedef struct Words {
  int64_t at[CPU_ACCESS_LANES * 2]; // a lane of 1 or 2 bytes may be unaligned
  uint32_t n;
} Words;

static bool has(const Words *words, int64_t word) {
  for (uint32_t i = 0; i < words->n; i++)
    if (words->at[i] == word) return true;
  return false;
}

static Words words_of(CpuLaneAddresses access, uint32_t lanes) {
  Words words = {0};
  FOR_LANES(l, lanes) {
    int64_t low = access.addresses[l], last = (low + access.bytes - 1) / CPU_BANK_BYTES;
    for (int64_t word = low / CPU_BANK_BYTES; word <= last; word++)
      if (access.serial || !has(&words, word)) words.at[words.n++] = word;
  }
  return words;
}

// Whether the lanes, from the first to the last, want one word after another.
static bool are_consecutive(CpuLaneAddresses access, uint32_t lanes) {
  int64_t next = INT64_MIN;
  FOR_LANES(l, lanes) {
    if (next != INT64_MIN && access.addresses[l] != next) return false;
    next = access.addresses[l] + access.bytes;
  }
  return true;
}

static uint32_t phase_wavefronts(CpuLaneAddresses access, uint32_t lanes) {
  if (lanes == 0) return 0;
  if (access.bytes >= CPU_BANK_BYTES && are_consecutive(access, lanes)) return 1;
  Words words = words_of(access, lanes);
  uint32_t in_bank[CPU_BANKS] = {0}, most = 0;
  for (uint32_t i = 0; i < words.n; i++) {
    uint32_t n = ++in_bank[(uint64_t)words.at[i] % CPU_BANKS];
    if (n > most) most = n;
  }
  return most;
}

CpuAccessCost cpu_shared_cost(CpuLaneAddresses access) {
  uint32_t phases = access.bytes <= CPU_BANK_BYTES ? 1 : access.bytes / CPU_BANK_BYTES;
  uint32_t lanes = CPU_ACCESS_LANES / phases, mask = lanes == 32 ? UINT32_MAX : (1u << lanes) - 1;
  CpuAccessCost cost = {0};
  for (uint32_t p = 0; p < phases; p++) {
    uint32_t wavefronts = phase_wavefronts(access, access.lanes & mask << p * lanes);
    cost.units += wavefronts;
    cost.ideal += wavefronts != 0;
  }
  return cost;
}
