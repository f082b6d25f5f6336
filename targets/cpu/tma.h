// Where TMA puts a box in shared memory, and what of it lies outside the tensor.
//
// A box is rows along its contiguous dimension.  Without a swizzle they follow each other; with a
// swizzle of S bytes a row takes S bytes, and within 8 rows of 128 bytes the hardware permutes
// chunks of 16: bits of the *address* in shared memory are flipped by others,
//
//   S = 128   bits 4-6 by bits 7-9
//   S = 64    bits 4-5 by bits 7-8
//   S = 32    bit 4 by bit 7
//
// so the pattern is that of the address, whatever the box's start.  (PTX ISA, tensor copies:
// swizzling modes.)
#ifndef TARGETS_CPU_TMA_H
#define TARGETS_CPU_TMA_H

#include "dialects/mem/mem.h"

// A box's shape in TMA's order: contiguous dimension first.
typedef struct CpuTmaBox {
  uint32_t rank, element_bytes, span;
  uint32_t order[MEM_TENSOR_MAP_MAX_RANK];  // the tensor's dimension for each
  int64_t extents[MEM_TENSOR_MAP_MAX_RANK]; // elements
  int64_t pitch;                            // bytes from row to row
  int64_t rows, row_bytes;
} CpuTmaBox;

CpuTmaBox cpu_tma_box(IrType map);
// Address of a byte that is at `address` before swizzling.
uint64_t cpu_tma_swizzle(unsigned span, uint64_t address);

// Bytes of a box that stay together in shared memory.
enum { CPU_TMA_CHUNK = 16 };
typedef struct CpuTmaChunk {
  int64_t shared;         // address in shared memory
  int64_t before, inside; // bytes of it in front of the tensor's bounds, and within
  int64_t global;         // where those inside lie, in bytes from the tensor's first element
} CpuTmaChunk;

// Calls `each` for all chunks of the box at `coords` (in the order of the tensor's dimensions) that
// starts at address `start` of shared memory; `extents` and `strides` in elements.  Stops when it
// returns false, and then returns false.
bool cpu_tma_walk(const CpuTmaBox *box, const int64_t *coords, const int64_t *extents,
                  const int64_t *strides, int64_t start,
                  bool (*each)(void *user, const CpuTmaChunk *chunk), void *user);

#endif
