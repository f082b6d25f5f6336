// What a choice of layouts costs: one place for all of it.
//
// Costs are estimates for a whole block, of one execution, in quarters of the cycle in which an SM
// issues four warps' instructions; an op's cost is multiplied by how often loops around it run
// (layout_trips).  The terms:
//
//   term       of                       is
//   work       an elementwise op, iota  one a register and warp; copies of elements are work, too
//   global     a load or store          each access of a warp: ACCESS, and SECTOR for each 32 bytes
//                                       that its lanes touch; narrow vectors mean more accesses
//   shared     a load or store          each pass of shared memory: WAVEFRONT; bank conflicts are
//                                       passes more (tile_layout_bank_ways); ldmatrix is known
//   conversion a difference of layouts  what its plan has (dialects/tile/layout_convert.h): MOVE a
//                                       register that is chosen, or in which parts move; WAVEFRONT
//                                       a shuffle or a pass of shared memory, ISSUE an access of
//                                       it; BARRIER, or WARP_BARRIER where no data leaves a warp
//   work,      a reduction              one a register and warp, WAVEFRONT and one a register of
//   shared                              result for each bit of the lane along the axis; across
//                                       warps that of the conversion that gathers their parts
//   work,      a scan                   two a register and warp, WAVEFRONT and two a register for
//   shared                              each bit of the lane along the axis, of what the steps
//                                       before left; warps as above, for each step of them
//   registers  a tile of a thread       SPILL a register above REGISTERS
//
// A conversion costs no more than making its source once more in the other layout, where that can
// be done (layout_cost_again).
#ifndef PASSES_TILE_LAYOUT_COST_H
#define PASSES_TILE_LAYOUT_COST_H

#include "dialects/tile/layout.h"
#include "ir/core/dialect.h"

enum {
  LAYOUT_COST_ACCESS = 4,
  LAYOUT_COST_SECTOR = 4,
  LAYOUT_COST_WAVEFRONT = 4,
  LAYOUT_COST_MOVE = 1,
  LAYOUT_COST_ISSUE = 2,
  LAYOUT_COST_BARRIER = 160,
  LAYOUT_COST_WARP_BARRIER = 8,
  LAYOUT_COST_SPILL = 16,
  LAYOUT_COST_REGISTERS = 224,
};
#define LAYOUT_COST_IMPOSSIBLE ((int64_t)1 << 50)

typedef struct LayoutCost {
  int64_t work, global, shared, registers;
} LayoutCost;

int64_t layout_cost_sum(const LayoutCost *cost);
// What is done `trips` times; what is impossible stays so.
int64_t layout_cost_times(int64_t cost, int64_t trips);

// How often a block runs for each time that the kernel does: extents of loops around it, LOOP_TRIPS
// where they are not known, at most MOST_TRIPS.
enum { LAYOUT_LOOP_TRIPS = 16, LAYOUT_MOST_TRIPS = 1 << 16 };
int64_t layout_trips(const IrOp *kernel, const IrBlock *block);

// What the kernel's block has, or its cluster of 2^cluster_bits blocks.
typedef struct LayoutMachine {
  unsigned warps, cluster_bits;
  bool ldmatrix, stmatrix;
} LayoutMachine;
LayoutMachine layout_machine_of(IrOp *kernel);

// From one layout of a tile to another one.
int64_t layout_cost_convert(const LayoutMachine *m, const TileLayout *from, const TileLayout *to,
                            IrType element);
// The least that it can be, which is quickly found; `*exact`: it is no more.
int64_t layout_cost_convert_least(const LayoutMachine *m, const TileLayout *from,
                                  const TileLayout *to, IrType element, bool *exact);

// A tile.load or tile.store of a memref, or an access of one with index tiles: what is the same for
// all layouts of its tile.
typedef struct LayoutAccess {
  bool is_store;
  int dim;               // of the tile, along which memory is contiguous; -1: none
  unsigned bytes, width; // of an element; elements that one access may move
} LayoutAccess;
LayoutAccess layout_access_of(IrOp *kernel, const IrOp *op);
bool layout_is_global(const IrOp *op); // whether it is such an access
int64_t layout_cost_global(const LayoutAccess *access, const TileLayout *layout);

// The same of an access in the code of single elements (passes/tile/element_access.h); false where
// `op` is none, or one of a buffer, or of one place for all elements.
bool layout_element_access(const IrOp *map, const IrOp *op, LayoutAccess *access);
// All of these in `map`, a tile.map or tile.parallel.
int64_t layout_cost_elements(const IrOp *map, const TileLayout *layout);

// A tile.load or tile.store of a shared buffer of that type.
int64_t layout_cost_shared(const TileLayout *tile, IrType buffer, bool is_store, unsigned warps);

// A tile.store of a memref that goes through shared memory and TMA (mem-async-store), or
// LAYOUT_COST_IMPOSSIBLE.
int64_t layout_cost_async_store(IrOp *kernel, const IrOp *store, const TileLayout *layout,
                                unsigned warps);

// An op that makes a tile in that layout: elementwise work, a tile too large for the registers.
LayoutCost layout_cost_make(const IrOp *op, IrType tile, const TileLayout *layout);

// An op that combines elements along an axis (layout_combines), its tiles in that layout.
LayoutCost layout_cost_combine(const LayoutMachine *m, const IrOp *op, const TileLayout *layout);

// The memory that an access reads or writes, and its tile; NULL where `op` is no access.
IrValue *layout_memory_of(const IrOp *op, IrValue **tile, IrValues *indices);

#endif
