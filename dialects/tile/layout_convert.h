// How a tile gets from one layout to another: the plan that lowering follows, and what it costs.
//
// The classes, from the cheapest on:
//   nothing    the layouts are equal
//   registers  every thread has what it needs: registers change places, or are chosen by the
//              thread's number where a thread held more than it will hold
//   shuffle    every warp has what it needs: simt.shuffle, when that is cheaper than
//   shared     through a scratch buffer; of each warp's own where no data leaves a warp
//
// In a kernel with clusters the highest bits of a warp's number are the block's.  Shared memory is
// a block's own: where data goes to other blocks it is stored into the scratch of each of them.
//
// Costs are in wavefronts: a shuffle of 32 bits takes the path of shared memory once, as a
// wavefront of a load or store does, and needs neither barrier nor scratch.  (passes/lower
// emits plans; tile-layout asks what they cost.)
#ifndef DIALECTS_TILE_LAYOUT_CONVERT_H
#define DIALECTS_TILE_LAYOUT_CONVERT_H

#include "dialects/tile/layout.h"

enum { TILE_THREAD_BITS = 16 };

typedef enum TileConvertKind {
  TILE_CONVERT_NOTHING,
  TILE_CONVERT_REGISTERS,
  TILE_CONVERT_SHUFFLE,
  TILE_CONVERT_SHARED,
} TileConvertKind;

// What one warp does, unless it says otherwise.
typedef struct TileConvertCost {
  unsigned shuffles;       // of 32-bit words
  unsigned selects;        // of 32-bit words, or of elements where words are taken apart
  unsigned accesses;       // loads and stores of shared memory
  unsigned wavefronts;     // that they take
  unsigned block_barriers; // at most; those around may do
  unsigned warp_barriers;
  unsigned shared_bytes; // of the block
  unsigned total;        // in wavefronts
} TileConvertCost;

// One step of choosing registers by the thread's number: where an odd number of the bits `when` of
// the thread's index are set, number i of a list is what was number i ^ flip.
typedef struct TileConvertStage {
  uint32_t when, flip;
} TileConvertStage;

// Registers and shuffles.  A list of 2^bits elements, of which the low `pack` bits are one 32-bit
// word, is taken from the source's registers; `num_halvings` stages halve it from the top (taking
// the upper half where `when` holds), others permute it; then word j is read from lane
//   lane map(thread) ^ lanes[bits of j]
// (xor of those of the set bits); stages permute again, and the result's registers take theirs.
// Stages whose flip has one of the low `pack` bits are executed on elements, others on words.
typedef struct TileConvertMoves {
  uint8_t bits, pack, num_halvings, num_before, num_after;
  bool moves_lanes;                   // else there is no shuffle at all
  bool is_xor;                        // the lane map is the lane itself
  uint32_t take[TILE_LAYOUT_BITS];    // source registers of bit i of the list
  uint32_t halving[TILE_LAYOUT_BITS]; // `when` of each, the last bit of the list first
  TileConvertStage before[TILE_LAYOUT_BITS];
  uint32_t lanes[TILE_LAYOUT_BITS];    // source lane of bit i of the list
  uint32_t lane_map[TILE_THREAD_BITS]; // of bit k of the thread's index
  TileConvertStage after[TILE_LAYOUT_BITS];
  uint32_t place[TILE_LAYOUT_BITS]; // number in the list of bit k of the result's registers
} TileConvertMoves;

typedef enum TileConvertAccess {
  TILE_ACCESS_VECTOR,       // mem.load, mem.store of 2^log_vector elements
  TILE_ACCESS_MATRIX,       // tc.ldmatrix, tc.stmatrix
  TILE_ACCESS_MATRIX_TRANS, // of transposed matrices
} TileConvertAccess;

// One side of an exchange through shared memory.  Its registers as a list of 2^bits elements, each
// once: from the low bits up those of one access, other accesses, and the round.
typedef struct TileConvertSide {
  TileConvertAccess access;
  uint8_t log_access;                // elements that a thread moves at once
  uint8_t bits;                      // of the list
  uint32_t take[TILE_LAYOUT_BITS];   // registers of bit i of the list; loads: see `place`
  uint32_t place[TILE_LAYOUT_BITS];  // loads: number in the list of bit k of the result's registers
  uint32_t offset[TILE_LAYOUT_BITS]; // in elements, of bit i of the list
  uint32_t thread[TILE_THREAD_BITS]; // of bit k of the thread's index: of its access, or of the row
                                     // that it provides
  uint32_t copies; // bits of the thread's index that are 0 in the threads that store; loads: 0
  unsigned accesses, wavefronts, ways; // of one warp in all rounds; ways as tile_layout_bank_ways
} TileConvertSide;

// Of one copy of the linear part.
typedef struct TileConvertShared {
  bool of_warp;       // no data leaves a warp: each has a part of the scratch
  bool of_cluster;    // data leaves blocks: what is stored goes to the scratch of all of them
  uint8_t log_rounds; // all threads store and load, 2^log_rounds times, through the same scratch
  int64_t elements;   // of the scratch that it takes
  TileConvertSide store, load;
} TileConvertShared;

// The linear part's plan, which all copies of it follow.  Groups of warps that share copies in the
// same way do so on their own, each with a scratch; else (`across`) the copies of the whole tile go
// through one scratch one by one, stored by the group that has them and loaded by all.
typedef struct TileConvertPlan {
  TileConvertKind kind;
  bool across;
  unsigned copies;      // that follow the plan one after another
  unsigned together;    // copies exchanged at once, each with a scratch
  unsigned parts;       // of the scratch: one for each group, or 1
  TileConvertCost cost; // of all copies
  union {
    TileConvertMoves moves;   // of registers and shuffle
    TileConvertShared shared; // of shared
  };
} TileConvertPlan;

// What may be used.
typedef struct TileConvertLimits {
  unsigned scratch_bytes; // more is exchanged in rounds, where layouts allow it; 0: any size
  bool ldmatrix, stmatrix;
  unsigned element_bits; // of 8, 16, 32: as many as bytes say, else no matrices and no packing
  bool of_block;         // data leaves warps, whatever the layouts say
  unsigned cluster_bits; // of a warp's number, the highest: which block of a cluster
} TileConvertLimits;

// The cheapest plan from `src` to `dst`.  False where they are of different tiles, of blocks of
// different sizes, or leave elements out.  Elements have 1, 2, 4 or 8 bytes.
IR_API bool tile_layout_plan_conversion(const TileLayout *src, const TileLayout *dst,
                                        unsigned element_bytes, const TileConvertLimits *limits,
                                        TileConvertPlan *out);
IR_API const char *tile_convert_kind_name(TileConvertKind kind);

#endif
