// Tile loads and stores of shared buffers.
//
// A layout says which coordinates a (register, thread) holds, the buffer's layout at which offset
// coordinates live; both are linear over GF(2), so the offset is  thread part xor register part xor
// tile offset.  What the instruction set can do with it is read off the bases: the widest vector,
// or ldmatrix.  A tile offset known only at run time is computed once, if it is a multiple of the
// tile's extents; where no bits meet, the xor is an addition.  A tile at any other offset gets its
// addresses by arithmetic, one by one.
#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/tc/tc.h"
#include "dialects/tile/tile.h"
#include "ir/edit/rewriter.h"
#include "passes/lower/thread.h"
#include "passes/mem/divisibility.h"

typedef struct SharedTile {
  IrType buffer_type;
  IrValue *buffer, *flat;
  IrValues indices; // tile-level
  TileLayout layout;
  IrType element;
  bool is_linear;
  int64_t offset;                      // of the tile, in elements, when linear: its constant part
  IrValue *dynamic;                    // and the part known at run time, i32; NULL: none
  int64_t dynamic_mask;                // bits that it can set
  ThreadMap thread;                    // offset of this thread's part
  int64_t registers[TILE_LAYOUT_BITS]; // offset of each register bit
} SharedTile;

static IrValue *flatten(ThreadState *state, IrValue *buffer) {
  return BUILD1(&state->b, mem_flatten, .buffer = buffer,
                .flat_type = mem_buffer_flat(ir_value_type(buffer)));
}

// Is the tile's offset a multiple of its extents, so that adding it to a coordinate is setting
// bits?
static bool is_aligned(ThreadState *state, const SharedTile *tile, IrType tensor) {
  IrShape extents = ir_type_shape(tensor);
  size_t lead = tile->indices.n - extents.rank;
  for (size_t d = lead; d < tile->indices.n; d++)
    if (divisor_of_value(state->kernel, tile->indices.at[d]) < extents.at[d - lead]) return false;
  return true;
}

static bool find_bases(SharedTile *tile) {
  TileLayout buffer, offsets;
  if (tile_layout_copies(&tile->layout) > 1 || tile->layout.split) return false;
  if (!tile_layout_buffer(tile->buffer_type, &buffer)) return false;
  if (!tile_layout_offsets(&tile->layout, &buffer, &offsets)) return false;
  int64_t origin[TILE_LAYOUT_RANK] = {0};
  for (size_t d = 0; d < tile->indices.n; d++) ir_match_int(tile->indices.at[d], &origin[d]);
  tile->offset = mem_buffer_offset(tile->buffer_type, origin);
  tile->thread = thread_map_of(&offsets);
  for (unsigned i = 0; i < offsets.bits[TILE_REGISTER]; i++)
    tile->registers[i] = offsets.basis[TILE_REGISTER][i];
  return true;
}

// XOR of the offsets of the set bits of register `r`.
static int64_t register_offset(const SharedTile *tile, int64_t r) {
  int64_t offset = tile->offset;
  for (unsigned i = 0; i < tile->layout.bits[TILE_REGISTER]; i++)
    if (r >> i & 1) offset ^= tile->registers[i];
  return offset;
}

// How many of the lowest register bits move along consecutive elements, up to one access.  All
// else, also lanes and registers that hold copies, has to start at a multiple of these.
static unsigned vector_bits(const SharedTile *tile) {
  unsigned bytes = mem_element_bytes(tile->element), bits = 0, n = tile->layout.bits[TILE_REGISTER];
  int64_t others = tile->offset | tile->dynamic_mask | thread_map_mask(&tile->thread);
  while (bits < n && tile->registers[bits] == (int64_t)1 << bits &&
         ((int64_t)bytes << (bits + 1)) <= ACCESS_BYTES)
    bits++;
  for (unsigned i = bits; i < n; i++) others |= tile->registers[i];
  while (bits > 0 && others & (((int64_t)1 << bits) - 1)) bits--;
  return bits;
}

// ---- Addresses by arithmetic, for offsets known at run time.

static IrValue *as_i32(IrBuilder *b, IrValue *index) {
  return BUILD1(b, arith_index_cast, .in = index, .out_type = ir_type_i32(b->ctx));
}

static IrValue *add_i32(IrBuilder *b, IrValue *a, IrValue *c) {
  return BUILD1(b, arith_addi, .lhs = a, .rhs = c);
}

// Coordinates of register `r` as i32 values.
static void dynamic_coords(ThreadState *state, const SharedTile *tile, int64_t r,
                           IrValue **coords) {
  IrBuilder *b = &state->b;
  int64_t parts[4];
  thread_register_coords(&tile->layout, r, parts);
  size_t lead = tile->indices.n - tile->layout.rank;
  for (size_t d = 0; d < tile->indices.n; d++) {
    coords[d] = as_i32(b, thread_value(state, tile->indices.at[d]));
    if (d < lead) continue;
    ThreadMap map = thread_coordinate_map(&tile->layout, (unsigned)(d - lead));
    IrValue *thread = thread_map_value(state, &map);
    int64_t part = parts[d - lead];
    if (!thread && !part) continue;
    coords[d] =
        add_i32(b, coords[d], thread_xor_constant(state, thread, thread_map_mask(&map), part));
  }
}

static IrValue *times(ThreadState *state, IrValue *value, int64_t factor) {
  return factor == 1
             ? value
             : BUILD1(&state->b, arith_muli, .lhs = value, .rhs = thread_i32(state, factor));
}

// The 16-byte chunk `c` of a row lies at chunk `c xor (row / divide mod chunks)`.
static IrValue *swizzled(ThreadState *state, IrValue *within, IrValue *row, unsigned span,
                         unsigned element) {
  int64_t chunk = 16 / element, chunks = span / 16, divide = 128 / span;
  IrBuilder *b = &state->b;
  IrValue *phase = row;
  if (divide > 1) phase = BUILD1(b, arith_divui, .lhs = row, .rhs = thread_i32(state, divide));
  phase = BUILD1(b, arith_andi, .lhs = phase, .rhs = thread_i32(state, chunks - 1));
  return BUILD1(b, arith_xori, .lhs = within, .rhs = times(state, phase, chunk));
}

// Offset of i32 coordinates: mem_buffer_offset as ops.
static IrValue *buffer_offset(ThreadState *state, IrType type, IrValue *const *coords) {
  IrBuilder *b = &state->b;
  IrShape shape = mem_buffer_shape(type);
  IrAttr layout = mem_buffer_layout(type);
  if (shape.rank == 1) return coords[0];
  bool column = mem_swizzle_column(layout);
  size_t fast = column ? shape.rank - 2 : shape.rank - 1;
  size_t slow = column ? shape.rank - 1 : shape.rank - 2;
  unsigned span = mem_swizzle_span(layout), element = mem_element_bytes(mem_buffer_element(type));
  int64_t width = span ? span / element : shape.at[fast];
  IrValue *within = coords[fast], *slab = NULL;
  if (width < shape.at[fast]) {
    slab = BUILD1(b, arith_divui, .lhs = within, .rhs = thread_i32(state, width));
    within = BUILD1(b, arith_remui, .lhs = within, .rhs = thread_i32(state, width));
  }
  if (span) within = swizzled(state, within, coords[slow], span, element);
  IrValue *offset = add_i32(b, times(state, coords[slow], width), within);
  if (slab) offset = add_i32(b, offset, times(state, slab, width * shape.at[slow]));
  int64_t plane = shape.at[fast] * shape.at[slow];
  for (size_t d = shape.rank - 2; d-- > 0; plane *= shape.at[d])
    offset = add_i32(b, offset, times(state, coords[d], plane));
  return offset;
}

static IrValue *dynamic_offset(ThreadState *state, const SharedTile *tile, int64_t r) {
  IrValue *coords[4];
  dynamic_coords(state, tile, r, coords);
  return buffer_offset(state, tile->buffer_type, coords);
}

// The part of an aligned tile's offset that is known only at run time, and the bits it can set.
static void find_dynamic(ThreadState *state, SharedTile *tile) {
  IrShape shape = mem_buffer_shape(tile->buffer_type);
  IrValue *coords[TILE_LAYOUT_RANK];
  bool any = false;
  for (size_t d = 0; d < tile->indices.n; d++) {
    int64_t constant, origin[TILE_LAYOUT_RANK] = {0};
    coords[d] = thread_i32(state, 0);
    if (ir_match_int(tile->indices.at[d], &constant)) continue;
    any = true;
    coords[d] = as_i32(&state->b, thread_value(state, tile->indices.at[d]));
    int64_t step = divisor_of_value(state->kernel, tile->indices.at[d]);
    for (origin[d] = step; origin[d] < shape.at[d]; origin[d] *= 2)
      tile->dynamic_mask |= mem_buffer_offset(tile->buffer_type, origin);
  }
  if (any) tile->dynamic = buffer_offset(state, tile->buffer_type, coords);
}

static IrStatus describe(ThreadState *state, IrOp *op, const IrValue *buffer, IrValues indices,
                         IrType tensor, SharedTile *tile) {
  *tile = (SharedTile){.buffer_type = ir_value_type(buffer), .indices = indices};
  IR_TRY(thread_layout_of(op, tensor, &tile->layout));
  tile->buffer = thread_value(state, buffer);
  tile->flat = flatten(state, tile->buffer);
  tile->element = ir_type_element(tensor);
  tile->is_linear = is_aligned(state, tile, tensor) && find_bases(tile);
  if (tile->is_linear) find_dynamic(state, tile);
  return IR_OK;
}

// The offset that all registers of a thread share, and the bits that it can set.
static IrValue *thread_base(ThreadState *state, const SharedTile *tile, const ThreadMap *map,
                            int64_t *mask) {
  IrValue *thread = thread_map_value(state, map);
  int64_t thread_mask = thread_map_mask(map);
  *mask = thread_mask | tile->dynamic_mask;
  if (!thread || !tile->dynamic) return thread ? thread : tile->dynamic;
  if (!(thread_mask & tile->dynamic_mask)) return add_i32(&state->b, thread, tile->dynamic);
  return BUILD1(&state->b, arith_xori, .lhs = thread, .rhs = tile->dynamic);
}

// ---- ldmatrix

// An 8x8 matrix of 16-bit elements: which bits select its rows and, beyond it, the matrix; in terms
// of the offsets of register and thread bits.
typedef struct LdMatrix {
  bool transposed;
  unsigned matrix_bits; // 0, 1 or 2: x1, x2, x4
  int64_t rows[3];      // offset of each bit of the row number
} LdMatrix;

static bool lanes_are_contiguous(const ThreadMap *map, unsigned first, unsigned n, int64_t start) {
  for (unsigned i = 0; i < n; i++)
    if (map->bases[first + i] != start << i) return false;
  return true;
}

static bool rows_are_aligned(const int64_t *rows) {
  for (unsigned i = 0; i < 3; i++)
    if (rows[i] & 7) return false;
  return true;
}

// Register bit 0 is the second element of a pair.  Straight: the pair and lanes 0-1 run along a row
// of eight elements, lanes 2-4 select the row.  Transposed: lanes 2-4 run along the row, the pair
// and lanes 0-1 select it.
static bool match_ldmatrix(const SharedTile *tile, LdMatrix *match) {
  if (!tile->is_linear || ir_type_width(tile->element) != 16) return false;
  unsigned register_bits = tile->layout.bits[TILE_REGISTER];
  if (register_bits < 1 || tile->layout.bits[TILE_LANE] != 5) return false;
  const int64_t *lane = tile->thread.bases;
  if (tile->registers[0] == 1 && lanes_are_contiguous(&tile->thread, 0, 2, 2)) {
    *match = (LdMatrix){false, 0, {lane[2], lane[3], lane[4]}};
  } else if (lanes_are_contiguous(&tile->thread, 2, 3, 1)) {
    *match = (LdMatrix){true, 0, {tile->registers[0], lane[0], lane[1]}};
  } else {
    return false;
  }
  match->matrix_bits = register_bits - 1 < 2 ? register_bits - 1 : 2;
  for (unsigned i = 1; i < register_bits; i++)
    if (tile->registers[i] & 7) return false;
  for (unsigned i = 5; i < tile->thread.bits; i++)
    if (lane[i] & 7) return false;
  return rows_are_aligned(match->rows) && ((tile->offset | tile->dynamic_mask) & 7) == 0;
}

// The row address that each lane supplies: lane bits 0-2 the row, bits 3-4 the matrix.
static ThreadMap address_map(const SharedTile *tile, const LdMatrix *match) {
  ThreadMap map = {.bits = tile->thread.bits};
  for (unsigned i = 0; i < 3; i++) map.bases[i] = match->rows[i];
  for (unsigned i = 0; i < 2; i++)
    map.bases[3 + i] = i < match->matrix_bits ? tile->registers[1 + i] : 0;
  for (unsigned i = 5; i < map.bits; i++) map.bases[i] = tile->thread.bases[i];
  return map;
}

static IrValue *load_matrices(ThreadState *state, const SharedTile *tile, const LdMatrix *match,
                              IrType vector) {
  IrBuilder *b = &state->b;
  ThreadMap map = address_map(tile, match);
  int64_t mask;
  IrValue *base = thread_base(state, tile, &map, &mask);
  int64_t step = (int64_t)2 << match->matrix_bits;
  IrType piece = ir_type_vector(b->ctx, (IrShape){&step, 1}, tile->element);
  IrValue *all = thread_zero(state, vector);
  IrAttr transposed = match->transposed ? ir_attr_unit(b->ctx) : NULL;
  for (int64_t r = 0; r < ir_type_shape(vector).at[0]; r += step) {
    IrValue *at = thread_xor_constant(state, base, mask, register_offset(tile, r));
    IrValue *loaded = BUILD1(b, tc_ldmatrix, .buffer = tile->flat, .offset = at,
                             .trans = transposed, .result_type = piece);
    all = thread_insert(b, loaded, all, r);
  }
  return all;
}

// ---- Vectors

static IrValue *access_offset(ThreadState *state, const SharedTile *tile, IrValue *base,
                              int64_t mask, int64_t r) {
  if (!tile->is_linear) return dynamic_offset(state, tile, r);
  return thread_xor_constant(state, base, mask, register_offset(tile, r));
}

static IrValue *load_vectors(ThreadState *state, const SharedTile *tile, IrType vector) {
  IrBuilder *b = &state->b;
  int64_t mask = 0;
  IrValue *base = tile->is_linear ? thread_base(state, tile, &tile->thread, &mask) : NULL;
  int64_t width = tile->is_linear ? (int64_t)1 << vector_bits(tile) : 1;
  IrType piece = ir_type_vector(b->ctx, (IrShape){&width, 1}, tile->element);
  IrValue *all = thread_zero(state, vector);
  for (int64_t r = 0; r < ir_type_shape(vector).at[0]; r += width) {
    IrValue *at[1] = {access_offset(state, tile, base, mask, r)};
    IrValue *loaded =
        BUILD1(b, mem_load, .base = tile->flat, .indices = {at, 1}, .value_type = piece);
    all = thread_insert(b, loaded, all, r);
  }
  return all;
}

static void store_vectors(ThreadState *state, const SharedTile *tile, IrValue *vector) {
  IrBuilder *b = &state->b;
  int64_t mask = 0;
  IrValue *base = tile->is_linear ? thread_base(state, tile, &tile->thread, &mask) : NULL;
  int64_t width = tile->is_linear ? (int64_t)1 << vector_bits(tile) : 1;
  int64_t copies = tile_layout_free_bits(&tile->layout, TILE_REGISTER);
  IrValue *first_copy = thread_is_first_copy(state, &tile->layout);
  for (int64_t r = 0; r < ir_type_shape(ir_value_type(vector)).at[0]; r += width) {
    if (r & copies) continue;
    IrValue *at[1] = {access_offset(state, tile, base, mask, r)};
    BUILD(b, mem_store, .value = thread_slice(b, vector, r, width), .base = tile->flat,
          .indices = {at, 1}, .pred = first_copy);
  }
}

IrStatus thread_convert_shared_load(ThreadState *state, IrOp *op) {
  IrType tensor = ir_value_type(ir_op_result(op, 0));
  SharedTile tile;
  IR_TRY(
      describe(state, op, GET(op, tile_load, source), GET(op, tile_load, indices), tensor, &tile));
  IrType vector = thread_type(tensor);
  LdMatrix match;
  IrValue *loaded = match_ldmatrix(&tile, &match) ? load_matrices(state, &tile, &match, vector)
                                                  : load_vectors(state, &tile, vector);
  ir_ptrmap_set(&state->values, ir_op_result(op, 0), loaded);
  return IR_OK;
}

IrStatus thread_convert_shared_store(ThreadState *state, IrOp *op) {
  IrValue *value = GET(op, tile_store, tile);
  SharedTile tile;
  IR_TRY(describe(state, op, GET(op, tile_store, dest), GET(op, tile_store, indices),
                  ir_value_type(value), &tile));
  store_vectors(state, &tile, thread_value(state, value));
  return IR_OK;
}

IrStatus thread_shared_offsets(ThreadState *state, IrOp *op, const IrValue *buffer,
                               IrValues indices, IrType tensor, int64_t width, IrValue **flat,
                               IrValue **offsets) {
  SharedTile tile;
  IR_TRY(describe(state, op, buffer, indices, tensor, &tile));
  int64_t mask = 0, registers = thread_registers(&tile.layout);
  IrValue *base = tile.is_linear ? thread_base(state, &tile, &tile.thread, &mask) : NULL;
  *flat = tile.flat;
  for (int64_t r = 0; r < registers; r += width)
    offsets[r / width] = access_offset(state, &tile, base, mask, r);
  return IR_OK;
}
