// Layouts: linear maps over GF(2) from hardware index bits to coordinates of a tile.
//
// The element held by (register, lane, warp) has as its place the XOR of the bases of the set bits.
// A place is the row-major number of an element of the linear part; its extents are powers of two,
// so a number is the coordinates' bits side by side and XOR acts on each coordinate alone.  The
// same struct describes a shared buffer (one input: the offset), the offsets of a distributed tile
// in a buffer (one output), and inverses (outputs: register, lane, warp).  Plain values, no heap;
// one elimination does all the algebra (arXiv 2505.23819 has the theory).
//
// Two thin levels of a distributed tile stand outside of the algebra:
//
//   copies   An extent is odd * 2^k.  The map covers the 2^k, the linear part; a tile is as many
//            copies of it side by side as the odd factors' product.  They are the outermost
//            registers: register = copy * 2^bits + r, copies in row-major order.
//   groups   Twelve warps are three groups of four: warp = group * 4 + w.  A dimension whose odd
//            factor three divides may be split: each group has a third of its copies, in order;
//            otherwise every group holds the whole tile.
#ifndef DIALECTS_TILE_LAYOUT_H
#define DIALECTS_TILE_LAYOUT_H

#include "dialects/tile/tile.h"

enum { TILE_LAYOUT_INPUTS = 3, TILE_LAYOUT_BITS = 20 };
enum { TILE_REGISTER, TILE_LANE, TILE_WARP }; // inputs of a distributed layout
enum { TILE_LANE_BITS = 5 };                  // of its number in a warp
enum { TILE_OFFSET };                         // the input of a buffer's layout

enum { TILE_LAYOUT_GROUPS = 3, TILE_GROUP_WARPS = 4 }; // the most groups, and a group's warps
enum { TILE_LAYOUT_MOST_ODD = 255 };                   // the largest odd factor of an extent

// Unused parts are zero, so that equality is memcmp.
typedef struct TileLayout {
  uint8_t rank, log[TILE_LAYOUT_RANK]; // output dimensions and log2 of the linear part's extents
  uint8_t inputs, bits[TILE_LAYOUT_INPUTS];
  uint8_t more[TILE_LAYOUT_RANK]; // copies of the linear part along a dimension, beyond the first
  uint8_t more_groups;            // groups of four warps beyond the first: 0 or 2
  uint8_t split;                  // 1 + the dimension whose copies the groups share; 0: none
  uint8_t pad;
  uint32_t basis[TILE_LAYOUT_INPUTS][TILE_LAYOUT_BITS]; // of bit k of input i
} TileLayout;

// ---- Places and coordinates in the linear part. ----
IR_API uint32_t tile_layout_place(const TileLayout *l, const int64_t *coords);
IR_API void tile_layout_coords(const TileLayout *l, uint32_t place, int64_t *coords);
IR_API int64_t tile_layout_coord(const TileLayout *l, uint32_t place, unsigned dim);
IR_API unsigned tile_layout_total_bits(const TileLayout *l);           // of all outputs
IR_API uint32_t tile_layout_size(const TileLayout *l, unsigned input); // 1 << bits
// Place of the element at a value of one input, the others 0; of (register, lane, warp).
IR_API uint32_t tile_layout_apply1(const TileLayout *l, unsigned input, uint32_t index);
IR_API uint32_t tile_layout_apply(const TileLayout *l, uint32_t reg, uint32_t lane, uint32_t warp);

// ---- The whole tile. ----
IR_API int64_t tile_layout_extent(const TileLayout *l, unsigned dim); // odd << log
IR_API unsigned tile_layout_odd(const TileLayout *l, unsigned dim);
IR_API unsigned tile_layout_groups(const TileLayout *l);    // of four warps: 3, else 1
IR_API int tile_layout_split_dim(const TileLayout *l);      // that the groups share, or -1
IR_API uint32_t tile_layout_copies(const TileLayout *l);    // of the linear part in a thread
IR_API uint32_t tile_layout_registers(const TileLayout *l); // copies << bits
IR_API uint32_t tile_layout_warps(const TileLayout *l);     // groups << bits
// Where a thread's copy begins: what its coordinates in the linear part are added to.
IR_API void tile_layout_copy_coords(const TileLayout *l, uint32_t copy, uint32_t group,
                                    int64_t *coords);
// Coordinates of the element that (register, lane, warp) holds, numbers of the whole tile.
IR_API void tile_layout_held(const TileLayout *l, uint32_t reg, uint32_t lane, uint32_t warp,
                             int64_t *coords);
// Whether both are of tiles with the same extents.
IR_API bool tile_layout_same_extents(const TileLayout *a, const TileLayout *b);
// Spreads a layout of four warps over `groups` (1 or 3) of them: dimension `dim` is split, -1: each
// holds the tile.  False where three does not divide the dimension or there are not four warps.
IR_API bool tile_layout_set_groups(TileLayout *l, unsigned groups, int dim);

// ---- Constructors; all false (no diagnostic) where an extent is too large, or its odd factor.
// ----
typedef struct TileBlocked {
  unsigned rank;
  unsigned per_thread[TILE_LAYOUT_RANK], lanes[TILE_LAYOUT_RANK], warps[TILE_LAYOUT_RANK];
  unsigned order[TILE_LAYOUT_RANK]; // dimensions, fastest first
} TileBlocked;

// Each thread holds `per_thread` elements, a warp has `lanes` threads, a block `warps` warps a
// dimension, in that nesting; a larger linear part repeats in higher registers, in a smaller one
// the lanes and warps beyond hold copies.  One of `warps` may have a factor of three (12 warps in
// all): the groups, which split the dimension where its extent has that factor too.
IR_API bool tile_layout_blocked(IrShape shape, const TileBlocked *blocked, TileLayout *out);
// A blocked layout for `warps` warps (a power of two, or 12) with `vector` elements a thread along
// dimension `fast`, lanes along it first.  Three groups split the slowest dimension they can.
IR_API bool tile_layout_default(IrShape shape, unsigned warps, unsigned vector, unsigned fast,
                                TileLayout *out);

typedef enum TileMmaOperand { TILE_MMA_A, TILE_MMA_B, TILE_MMA_C } TileMmaOperand;
// An instruction's extents and the bytes of an element of A and B: mma.sync has m of 8 or 16;
// with m = 64 four warps hold 16 rows each (wgmma).
typedef struct TileMma {
  unsigned m, n, k, bytes;
} TileMma;
// Fragments of an instruction for a tile (A: MxK, B: KxN, C: MxN) spread over along_m x along_n
// warps (m = 64: warpgroups), the low bits of their index along M.  Each has one contiguous part of
// the tile; A is replicated over those along N, B over those along M.  Registers: the
// instruction's first, then its repetitions, along the last dimension first.  One of the counts may
// have a factor of three (12 warps in all), which then divides the extent too.  False where the
// linear part is smaller than the instruction.  (PTX ISA, "Matrix Fragments";
// dialects/tc/fragment.h.)
IR_API bool tile_layout_mma_of(const TileMma *mma, TileMmaOperand operand, IrShape shape,
                               unsigned along_m, unsigned along_n, TileLayout *out);
// Of m16n8k16, which multiplies 16-bit floats.
IR_API bool tile_layout_mma(TileMmaOperand operand, IrShape shape, unsigned warps_m,
                            unsigned warps_n, TileLayout *out);
// wgmma's accumulator, or A in registers of 1, 2 or 4 bytes an element; false for B, which is in
// shared memory.  The columns of C follow each other in the registers, so that one layout serves
// every N of the instruction.
IR_API bool tile_layout_wgmma(TileMmaOperand operand, unsigned bytes, IrShape shape,
                              unsigned groups_m, unsigned groups_n, TileLayout *out);
// Storage of a buffer: offset -> coordinates.  False where an extent or the pitch of its rows is no
// power of two; a TileStorage describes any.
IR_API bool tile_layout_buffer(IrType buffer, TileLayout *out);

// ---- Derived layouts. ----
// Without dimension `dim`: what a tile that will be broadcast along it must have.  Registers that
// held only copies are dropped.
IR_API TileLayout tile_layout_slice(const TileLayout *l, unsigned dim);
// Dimension `dim` becomes an extent of 1; registers as above.
IR_API TileLayout tile_layout_shrink(const TileLayout *l, unsigned dim);
// Inserts an extent of 1 in front of dimension `dim`.
IR_API TileLayout tile_layout_expand(const TileLayout *l, unsigned dim);
// Swaps two dimensions.
IR_API TileLayout tile_layout_transpose(const TileLayout *l, unsigned a, unsigned b);
// Dimension d of the result is dimension dims[d] of `l` (tile.trans); and the way back.
IR_API TileLayout tile_layout_permute(const TileLayout *l, const unsigned *dims);
IR_API TileLayout tile_layout_unpermute(const TileLayout *l, const unsigned *dims);
// The same elements in row-major order under other extents (tile.reshape): a place is a number, so
// every element stays in its register.  False where `shape` has more or fewer elements, or odd
// factors elsewhere; see tile_reshape_misfit.
IR_API bool tile_layout_reshape(const TileLayout *l, IrShape shape, TileLayout *out);
// 0 where copies of the linear part are the same before and after; otherwise the extent whose odd
// factor would get, or had, a power of two in front of it.
IR_API int64_t tile_reshape_misfit(IrShape from, IrShape to);
// A last extent of 2 more, whose bit is the lowest of the registers: two tiles of layout `l` side
// by side in every thread (tile.join; tile.split's input for its result).  False where there is no
// room for it.
IR_API bool tile_layout_join(const TileLayout *l, TileLayout *out);
// Either half of a tile along its last extent of 2 (tile.split's result for its input).  False
// where lanes or warps tell the halves apart.
IR_API bool tile_layout_split(const TileLayout *l, TileLayout *out);
// The layout of the part of a tile with `shape` at an origin that is a multiple of `shape`: extents
// are cut, registers beyond are dropped; false where lanes, warps or groups would leave the part,
// or where it begins or ends within a copy and has more than one.
IR_API bool tile_layout_part(const TileLayout *l, IrShape shape, TileLayout *out);

// ---- Algebra, of the linear parts. ----
IR_API bool tile_layout_equal(const TileLayout *a, const TileLayout *b);
// outer(inner(x)): inner's outputs are outer's inputs (its coordinates, one an input, or its places
// when outer has one input).  False where sizes do not fit.
IR_API bool tile_layout_compose(const TileLayout *outer, const TileLayout *inner, TileLayout *out);
// `inner` repeated as `outer` says: of each input the bits of `inner` first, then those of `outer`,
// whose coordinates count whole inner tiles.  Copies and groups are outer's, inner has none.  False
// where ranks, inputs or those differ, or the result is too large.
IR_API bool tile_layout_product(const TileLayout *inner, const TileLayout *outer, TileLayout *out);
// The layout with which `tile` repeated is `l`: l = product(tile, rest).  False where there is
// none: this is how a tile is matched with an instruction's.
IR_API bool tile_layout_divide(const TileLayout *l, const TileLayout *tile, TileLayout *rest);
// Place -> inputs as coordinates (register, lane, warp); of several copies the one with the lowest
// numbers.  False when the layout does not cover the tile.
IR_API bool tile_layout_invert(const TileLayout *l, TileLayout *out);
IR_API unsigned tile_layout_rank_of(const TileLayout *l); // dimension of the image
IR_API bool tile_layout_covers(const TileLayout *l);      // every element is held somewhere
// Bits of `input` that only select copies: those whose basis depends on the bits below it and on
// earlier inputs.  A store is done where all of them are 0.
IR_API uint32_t tile_layout_free_bits(const TileLayout *l, unsigned input);
// Whether an element is held in several registers or threads, or a thread of a warp holds none of
// its own.
IR_API bool tile_layout_has_copies(const TileLayout *l);
// Source (register, lane, warp) for each destination one: src of the same tile as dst.  A
// conversion of the tile is this one for each copy: the numbers of copies and groups stay.  False
// where the groups split the tiles differently.
IR_API bool tile_layout_conversion(const TileLayout *src, const TileLayout *dst, TileLayout *out);

// The register of a copy that holds the place in the thread whose lane and warp are 0; false when
// none does.  All other threads hold there this place XOR their own first one.
IR_API bool tile_layout_register_of(const TileLayout *l, uint32_t place, uint32_t *reg);

// ---- Reductions along a dimension. ----
// Bits of each input that run along `dim` alone and hold no copies.  True when they are all there
// is along it: then the elements of a row are in the threads and registers that differ in these
// bits (and in the groups that split `dim`).
IR_API bool tile_layout_along(const TileLayout *l, unsigned dim, uint32_t bits[TILE_LAYOUT_INPUTS]);
// When registers and lanes are combined, an element a warp is left: `parts` is the layout of that
// tile, which has as many elements along `dim` as warps share a row, and `gathered` that in which
// each thread holds those of all warps that differ in the bits `warps` of their number (and of all
// groups).  The slice of `parts` along `dim` is that of `l`.  False where the above is.
IR_API bool tile_layout_partials(const TileLayout *l, unsigned dim, uint32_t warps,
                                 TileLayout *parts, TileLayout *gathered);
// Bits of the warp that are gathered one after the other: those of a block, then the highest
// `cluster_bits`, which tell the blocks of a cluster apart.  Returns how many of the two there are.
IR_API unsigned tile_layout_gather_stages(const TileLayout *l, unsigned cluster_bits,
                                          uint32_t warps[2]);

// ---- Scans along a dimension. ----
// A scan goes through the bits of a coordinate from the lowest up, as many at once as belong to one
// input, then through copies, then through the groups that split the dimension.  What a step has
// combined is one element of the tile that the next one sees.
typedef enum TileScanKind {
  TILE_SCAN_REGISTERS,
  TILE_SCAN_LANES,
  TILE_SCAN_WARPS,
  TILE_SCAN_COPIES,
  TILE_SCAN_GROUPS,
} TileScanKind;
typedef struct TileScanStep {
  TileScanKind kind;
  unsigned length;                 // elements that become one
  unsigned bits;                   // of the coordinate; 0 for copies and groups
  uint8_t input[TILE_LAYOUT_BITS]; // which bit of the input each is
} TileScanStep;
// Whether the layout has a step for each part of the dimension: every bit of the coordinate is one
// bit of an input that does nothing else.  Copies have bases that are 0 along it.
IR_API bool tile_layout_has_order(const TileLayout *l, unsigned dim);
// The first step; false where the extent is 1.  Of the bits of a warp's number the highest
// `cluster_bits` tell blocks apart: no step has these and others.  Needs the above, as do the next
// two.
IR_API bool tile_layout_scan_step(const TileLayout *l, unsigned dim, unsigned cluster_bits,
                                  TileScanStep *step);
// The layout of the tile of what the step has combined, of which all its threads hold copies.  Its
// registers are numbered as those of `l` that differ otherwise.
IR_API TileLayout tile_layout_scan_rest(const TileLayout *l, unsigned dim,
                                        const TileScanStep *step);
// Of a step of warps or groups: the layout in which each thread holds what all of them have.  False
// where there are too many.
IR_API bool tile_layout_scan_gathered(const TileLayout *l, unsigned dim, const TileScanStep *step,
                                      TileLayout *out);

// ---- Accesses. ----
// The largest power of two of elements that consecutive registers hold consecutively along `dim`,
// starting at a multiple of it.
IR_API unsigned tile_layout_vector(const TileLayout *l, unsigned dim);
// Offsets in a buffer of a tile that lies at an aligned place of it: (register, lane, warp) ->
// offset, of rank 1.  The tile's rank may be lower than the buffer's.
IR_API bool tile_layout_offsets(const TileLayout *tile, const TileLayout *buffer, TileLayout *out);
// The storage of a buffer of any extents.  A coordinate has the bits that its extent needs; XOR of
// `basis` of the set ones is an element's number, which falls into fields; the element's offset is
// the sum of the fields, each times its stride (elements).
enum { TILE_STORAGE_FIELDS = TILE_LAYOUT_RANK + 1 };
typedef struct TileField {
  uint8_t first, bits; // of the number
  int64_t stride;
} TileField;
typedef struct TileStorage {
  uint8_t rank, bits[TILE_LAYOUT_RANK];
  int64_t extent[TILE_LAYOUT_RANK];
  uint32_t basis[TILE_LAYOUT_RANK][TILE_LAYOUT_BITS]; // number of coordinate 2^bit
  TileField field[TILE_STORAGE_FIELDS];               // from the lowest bits up
  unsigned num_fields, total;                         // bits of a number
  unsigned exact; // low bits in which numbers and offsets agree; `total` where all do
} TileStorage;
IR_API bool tile_storage_of(IrType buffer, TileStorage *out);
// False where the coordinates are outside of the buffer.
IR_API bool tile_storage_number(const TileStorage *s, const int64_t *coords, uint32_t *number);
IR_API int64_t tile_storage_offset(const TileStorage *s, uint32_t number);
// Elements from a coordinate to that 2^bit further along `dim`, wherever the others are and however
// far it goes; 0 where there is no such stride, as within a swizzled row.
IR_API int64_t tile_storage_stride(const TileStorage *s, unsigned dim, unsigned bit);
// Numbers of a tile's linear part that lies at the buffer's origin: (register, lane, warp) ->
// number, of rank 1.  The tile's rank may be lower than the buffer's.
IR_API bool tile_storage_numbers(const TileLayout *tile, const TileStorage *s, TileLayout *out);
// As tile_layout_bank_ways, for numbers of that storage.
IR_API unsigned tile_storage_bank_ways(const TileStorage *s, const TileLayout *numbers,
                                       unsigned element_bytes, unsigned vector);
// Passes that shared memory needs for one access of `vector` elements a lane by a warp, a pass
// being what it could serve at once: 1 is free of bank conflicts.
IR_API unsigned tile_layout_bank_ways(const TileLayout *offsets, unsigned element_bytes,
                                      unsigned vector);

// One side of an exchange through shared memory, for a warp: accesses of `vector` elements a lane,
// each served in `wavefronts` / `accesses` passes.
typedef struct TileSwizzleSide {
  unsigned vector, ways; // ways as tile_layout_bank_ways
  unsigned accesses, wavefronts;
} TileSwizzleSide;
typedef struct TileSwizzle {
  TileLayout storage;      // offset -> coordinates, as of tile_layout_buffer
  TileSwizzleSide side[2]; // of src and dst
} TileSwizzle;
// The storage through which a tile goes from `src` to `dst` with the fewest wavefronts, then with
// the fewest accesses, of all lengths of vectors.  Elements have 1, 2, 4 or 8 bytes.  The elements
// of a vector, an aligned run of offsets, are in one thread, and in the same registers of all
// threads, though not always in registers that follow each other.  Without conflicts where both
// sides have vectors of one length. False where the layouts are of different tiles or leave
// elements out.
IR_API bool tile_layout_best_swizzle(const TileLayout *src, const TileLayout *dst,
                                     unsigned element_bytes, TileSwizzle *out);

// ---- Attributes. ----
IR_API IrAttr tile_layout_attr_get(IrContext *ctx, const TileLayout *l);
// The layout a tensor type carries; false when it has none, or one that does not fit its shape.
IR_API bool tile_layout_of(IrType tensor, TileLayout *out);
IR_API IrType tile_layout_apply_to(IrType tensor, const TileLayout *l); // sets the encoding
// Fails with a diagnostic at `op` when the tensor's encoding is no layout of that shape.
IR_API IR_CHECKED IrStatus tile_layout_verify(IrOp *op, IrType tensor);

#endif
