// Matrix descriptors of wgmma: 64 bits that say where a tile lies in shared memory (PTX ISA,
// "Matrix Descriptor Format").
//
//   bits  0-13  address / 16      18 bits of the shared address
//   bits 16-29  leading / 16      leading dimension byte offset
//   bits 32-45  stride / 16       stride dimension byte offset
//   bits 49-51  base offset       0 where the pattern starts at a multiple of 8 * swizzle bytes
//   bits 62-63  swizzle           0 none, 1 128 bytes, 2 64 bytes, 3 32 bytes
//
// With W the bytes of the swizzle (16 for none), element (mn, k), mn being m of A or n of B, of an
// instruction's operand lies at
//
//   K-major, swizzled    (mn mod 8) * W + (mn div 8) * stride + kb                       kb = k *
//   bytes K-major, none        (mn mod 8) * 16 + (mn div 8) * stride + (kb div 16) * leading + kb
//   mod 16 MN-major, swizzled   mb mod W + (mb div W) * leading + (k mod 8) * W + (k div 8) *
//   stride   mb = mn * bytes MN-major, none       mb mod 16 + (mb div 16) * stride + (k mod 8) * 16
//   + (k div 8) * leading
//
// bytes from the start, and then the swizzle exchanges 16-byte chunks by bits of the address
// itself: 128: bits 4-6 ^= bits 7-9; 64: bits 4-5 ^= bits 7-8; 32: bit 4 ^= bit 7.
#ifndef DIALECTS_TC_WGMMA_DESCRIPTOR_H
#define DIALECTS_TC_WGMMA_DESCRIPTOR_H

#include "ir/support/base.h"

typedef struct TcDescriptor {
  uint32_t address;         // in shared memory, bytes
  uint32_t leading, stride; // bytes
  uint32_t base_offset;
  uint32_t swizzle; // 0, 32, 64 or 128 bytes
} TcDescriptor;

enum { TC_DESCRIPTOR_MAX_OFFSET = ((1 << 14) - 1) * 16 };

IR_API uint64_t tc_descriptor_encode(const TcDescriptor *d);
IR_API TcDescriptor tc_descriptor_decode(uint64_t bits);
// Address in shared memory of element (mn, k); `bytes` is the element's size.
IR_API uint32_t tc_descriptor_place(const TcDescriptor *d, bool mn_major, unsigned bytes,
                                    unsigned mn, unsigned k);

// A tile of `extent_mn` x `extent_k` elements as TMA lays it down and as #mem.swizzle says: slabs
// of W bytes along the contiguous dimension (K, or M and N for MN-major), each holding all of the
// other dimension.  Without a swizzle the slabs are 16 bytes wide.
typedef struct TcTile {
  bool mn_major;
  unsigned swizzle, bytes;
  unsigned extent_mn, extent_k;
} TcTile;

// Its descriptor at address 0.
IR_API TcDescriptor tc_tile_descriptor(const TcTile *tile);
// What to add to the address for the part that begins at (mn, k): k a multiple of the
// instruction's K, mn of 8 (K-major), or of 16 bytes (MN-major without a swizzle) or the slab.
IR_API uint32_t tc_tile_offset(const TcTile *tile, unsigned mn, unsigned k);

#endif
