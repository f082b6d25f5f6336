// The formulas of wgmma_descriptor.h.
#include "dialects/tc/wgmma_descriptor.h"

enum { FIELD = (1 << 14) - 1, CHUNK = 16 };

static const uint32_t spans[] = {0, 128, 64, 32}; // by the value of bits 62-63

uint64_t tc_descriptor_encode(const TcDescriptor *d) {
  uint64_t mode = 0;
  for (uint64_t i = 0; i < 4; i++)
    if (spans[i] == d->swizzle) mode = i;
  return (uint64_t)(d->address / CHUNK & FIELD) | (uint64_t)(d->leading / CHUNK & FIELD) << 16 |
         (uint64_t)(d->stride / CHUNK & FIELD) << 32 | (uint64_t)(d->base_offset & 7) << 49 |
         mode << 62;
}

TcDescriptor tc_descriptor_decode(uint64_t bits) {
  return (TcDescriptor){.address = (uint32_t)(bits & FIELD) * CHUNK,
                        .leading = (uint32_t)(bits >> 16 & FIELD) * CHUNK,
                        .stride = (uint32_t)(bits >> 32 & FIELD) * CHUNK,
                        .base_offset = (uint32_t)(bits >> 49 & 7),
                        .swizzle = spans[bits >> 62]};
}

// The exchange of chunks: the three bits from 7 on, as many as the span has chunks.
static uint32_t swizzled(const TcDescriptor *d, uint32_t address) {
  if (!d->swizzle) return address;
  uint32_t phase = (address >> 7) - d->base_offset, chunks = d->swizzle / CHUNK;
  return address ^ (phase & (chunks - 1)) << 4;
}

uint32_t tc_descriptor_place(const TcDescriptor *d, bool mn_major, unsigned bytes, unsigned mn,
                             unsigned k) {
  uint32_t width = d->swizzle ? d->swizzle : CHUNK, at = d->address;
  if (mn_major) {
    uint32_t mb = mn * bytes, slab = mb / width, eight = k / 8;
    at += mb % width + k % 8 * width;
    at +=
        d->swizzle ? slab * d->leading + eight * d->stride : slab * d->stride + eight * d->leading;
  } else {
    uint32_t kb = k * bytes;
    at += mn % 8 * width + mn / 8 * d->stride;
    at += d->swizzle ? kb : kb / CHUNK * d->leading + kb % CHUNK;
  }
  return swizzled(d, at);
}

// ---- Tiles. ----

TcDescriptor tc_tile_descriptor(const TcTile *tile) {
  uint32_t width = tile->swizzle ? tile->swizzle : CHUNK;
  uint32_t slab = width * (tile->mn_major ? tile->extent_k : tile->extent_mn);
  TcDescriptor d = {.swizzle = tile->swizzle};
  if (tile->swizzle) { // K-major: the leading offset is not used
    d.leading = tile->mn_major ? slab : CHUNK;
    d.stride = 8 * width;
  } else {
    d.leading = tile->mn_major ? 8 * CHUNK : slab;
    d.stride = tile->mn_major ? slab : 8 * CHUNK;
  }
  return d;
}

uint32_t tc_tile_offset(const TcTile *tile, unsigned mn, unsigned k) {
  uint32_t width = tile->swizzle ? tile->swizzle : CHUNK;
  uint32_t along = tile->bytes * (tile->mn_major ? mn : k), across = tile->mn_major ? k : mn;
  uint32_t rows = tile->mn_major ? tile->extent_k : tile->extent_mn;
  return along / width * width * rows + across * width + along % width;
}
