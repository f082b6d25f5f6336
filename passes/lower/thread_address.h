// Where the elements of a tile lie in a shared buffer.
#ifndef PASSES_LOWER_THREAD_ADDRESS_H
#define PASSES_LOWER_THREAD_ADDRESS_H

#include "passes/lower/thread.h"

// A tile at a place of a buffer. Numbers are those of TileStorage: XOR acts on them; offsets are
// elements.
typedef struct SharedTile {
  IrType buffer_type;
  IrValue *buffer, *flat;
  IrValues indices; // tile-level
  TileLayout layout;
  TileStorage storage;
  IrType element;
  bool is_linear;                       // the rest is set; otherwise addresses by arithmetic
  int64_t origin[TILE_LAYOUT_RANK];     // of the buffer's dimensions; 0 where known at run time
  IrValue *dynamic;                     // offset of the part known at run time, i32; NULL: none
  uint32_t dynamic_mask;                // number bits that it can set
  ThreadMap thread;                     // number of this thread's part
  int64_t group;                        // what a group of warps adds to the offset
  uint32_t registers[TILE_LAYOUT_BITS]; // number of each register bit
  int64_t strides[TILE_LAYOUT_RANK];    // that a copy adds to the offset, where it is not in its
                                        // number: on top of a part known at run time
} SharedTile;

// What all registers of a thread share: an offset (NULL: 0) and the number bits that it can set.
typedef struct SharedBase {
  IrValue *offset;
  uint32_t mask;
} SharedBase;

// Offset of i32 coordinates in a buffer of type `type`: mem_buffer_offset as ops.
IrValue *thread_buffer_offset(ThreadState *state, IrType type, IrValue *const *coords);
// The storage of a thread-level buffer as one row.
IrValue *thread_flatten(ThreadState *state, IrValue *buffer);
// A place of a buffer, `*rank` integers, as the one of its flat storage, an i32.
void thread_flatten_place(ThreadState *state, IrValue **buffer, IrValue **at, size_t *rank);

// Describes a tile of type `tensor` at `indices` of a tile-level buffer.
IR_CHECKED IrStatus shared_tile_describe(ThreadState *state, IrOp *op, const IrValue *buffer,
                                         IrValues indices, IrType tensor, SharedTile *tile);
// Whether a base with the numbers of `map` may serve: those of the register bits from `skip` on
// meet them in bits alone that numbers and offsets share.
bool shared_tile_takes(const SharedTile *tile, const ThreadMap *map, unsigned skip);
// With the numbers of `map` for the threads, of which tile->thread is one.
SharedBase shared_tile_base(ThreadState *state, const SharedTile *tile, const ThreadMap *map);
// The offset of register `r`, i32.
IrValue *shared_tile_offset(ThreadState *state, const SharedTile *tile, SharedBase base, int64_t r);
// Whether all offsets are multiples of 1 << bits, apart from what the threads and the lowest `skip`
// register bits add.
bool shared_tile_aligned(const SharedTile *tile, unsigned bits, unsigned skip);

#endif
