// Tile loads and stores of shared buffers: what the instruction set can do with where the elements
// lie (thread_address.c), read off the bases: the widest vector, or ldmatrix and stmatrix.
#include "dialects/mem/mem.h"
#include "dialects/tc/tc.h"
#include "dialects/tile/target.h"
#include "dialects/tile/tile.h"
#include "passes/lower/thread_address.h"

enum { STMATRIX_ARCH = 90 };

// How many of the lowest register bits move along consecutive elements, up to one access.
static unsigned vector_bits(const SharedTile *tile) {
  unsigned bytes = mem_element_bytes(tile->element), bits = 0;
  if (!tile->is_linear) return 0;
  while (bits < tile->layout.bits[TILE_REGISTER] && tile->registers[bits] == 1u << bits &&
         ((int64_t)bytes << (bits + 1)) <= ACCESS_BYTES)
    bits++;
  // Everything else has to start at a multiple of the vector.
  int64_t threads = thread_map_mask(&tile->thread);
  while (bits && (threads & ((1 << bits) - 1) || !shared_tile_aligned(tile, bits, bits))) bits--;
  return bits;
}

// ---- ldmatrix, stmatrix

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

// The row address that each lane supplies: lane bits 0-2 the row, bits 3-4 the matrix.
static ThreadMap address_map(const SharedTile *tile, const LdMatrix *match) {
  ThreadMap map = {.bits = tile->thread.bits};
  for (unsigned i = 0; i < 3; i++) map.bases[i] = match->rows[i];
  for (unsigned i = 0; i < 2; i++)
    map.bases[3 + i] = i < match->matrix_bits ? tile->registers[1 + i] : 0;
  for (unsigned i = 5; i < map.bits; i++) map.bases[i] = tile->thread.bases[i];
  return map;
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
  for (unsigned i = 5; i < tile->thread.bits; i++)
    if (lane[i] & 7) return false;
  if (!rows_are_aligned(match->rows) || !shared_tile_aligned(tile, 3, 1)) return false;
  ThreadMap addresses = address_map(tile, match);
  return shared_tile_takes(tile, &addresses, 1 + match->matrix_bits);
}

static IrValue *load_matrices(ThreadState *state, const SharedTile *tile, const LdMatrix *match,
                              IrType vector) {
  IrBuilder *b = &state->b;
  ThreadMap map = address_map(tile, match);
  SharedBase base = shared_tile_base(state, tile, &map);
  int64_t step = (int64_t)2 << match->matrix_bits;
  IrType piece = thread_vector_of(tile->element, step);
  IrValue *all = thread_zero(state, vector);
  IrAttr transposed = match->transposed ? ir_attr_unit(b->ctx) : NULL;
  for (int64_t r = 0; r < ir_type_shape(vector).at[0]; r += step) {
    IrValue *at = shared_tile_offset(state, tile, base, r);
    IrValue *loaded = BUILD1(b, tc_ldmatrix, .buffer = tile->flat, .offset = at,
                             .trans = transposed, .result_type = piece);
    all = thread_insert(b, loaded, all, r);
  }
  return all;
}

// Whether a store may go the same way, every element from one register of one thread.
static bool match_stmatrix(ThreadState *state, const SharedTile *tile, LdMatrix *match) {
  return tile_target_of(state->simt)->arch >= STMATRIX_ARCH && !state->cluster_bits &&
         !tile_layout_free_bits(&tile->layout, TILE_REGISTER) &&
         !thread_is_first_copy(state, &tile->layout) && match_ldmatrix(tile, match);
}

static void store_matrices(ThreadState *state, const SharedTile *tile, const LdMatrix *match,
                           IrValue *vector) {
  IrBuilder *b = &state->b;
  ThreadMap map = address_map(tile, match);
  SharedBase base = shared_tile_base(state, tile, &map);
  int64_t step = (int64_t)2 << match->matrix_bits;
  IrAttr transposed = match->transposed ? ir_attr_unit(b->ctx) : NULL;
  for (int64_t r = 0; r < ir_type_shape(ir_value_type(vector)).at[0]; r += step)
    BUILD(b, tc_stmatrix, .value = thread_slice(b, vector, r, step), .buffer = tile->flat,
          .offset = shared_tile_offset(state, tile, base, r), .trans = transposed);
}

// ---- Vectors

static IrValue *load_vectors(ThreadState *state, const SharedTile *tile, IrType vector) {
  IrBuilder *b = &state->b;
  SharedBase base = shared_tile_base(state, tile, &tile->thread);
  int64_t width = (int64_t)1 << vector_bits(tile);
  IrType piece = thread_vector_of(tile->element, width);
  IrValue *all = thread_zero(state, vector);
  for (int64_t r = 0; r < ir_type_shape(vector).at[0]; r += width) {
    IrValue *at[1] = {shared_tile_offset(state, tile, base, r)};
    IrValue *loaded =
        BUILD1(b, mem_load, .base = tile->flat, .indices = {at, 1}, .value_type = piece);
    all = thread_insert(b, loaded, all, r);
  }
  return all;
}

static void store_vectors(ThreadState *state, const SharedTile *tile, IrValue *vector) {
  IrBuilder *b = &state->b;
  SharedBase base = shared_tile_base(state, tile, &tile->thread);
  int64_t width = (int64_t)1 << vector_bits(tile);
  int64_t copies = tile_layout_free_bits(&tile->layout, TILE_REGISTER);
  IrValue *first_copy = thread_is_first_copy(state, &tile->layout);
  for (int64_t r = 0; r < ir_type_shape(ir_value_type(vector)).at[0]; r += width) {
    if (r & copies) continue;
    IrValue *at[1] = {shared_tile_offset(state, tile, base, r)};
    BUILD(b, mem_store, .value = thread_slice(b, vector, r, width), .base = tile->flat,
          .indices = {at, 1}, .pred = first_copy);
  }
}

IrStatus thread_convert_shared_load(ThreadState *state, IrOp *op) {
  IrType tensor = ir_value_type(ir_op_result(op, 0));
  SharedTile tile;
  IR_TRY(shared_tile_describe(state, op, GET(op, tile_load, source), GET(op, tile_load, indices),
                              tensor, &tile));
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
  IR_TRY(shared_tile_describe(state, op, GET(op, tile_store, dest), GET(op, tile_store, indices),
                              ir_value_type(value), &tile));
  LdMatrix match;
  if (match_stmatrix(state, &tile, &match))
    store_matrices(state, &tile, &match, thread_value(state, value));
  else
    store_vectors(state, &tile, thread_value(state, value));
  return IR_OK;
}

IrStatus thread_shared_offsets(ThreadState *state, IrOp *op, const IrValue *buffer,
                               IrValues indices, IrType tensor, int64_t width, IrValue **flat,
                               IrValue **offsets) {
  SharedTile tile;
  IR_TRY(shared_tile_describe(state, op, buffer, indices, tensor, &tile));
  SharedBase base = shared_tile_base(state, &tile, &tile.thread);
  int64_t registers = thread_registers(&tile.layout);
  *flat = tile.flat;
  for (int64_t r = 0; r < registers; r += width)
    offsets[r / width] = shared_tile_offset(state, &tile, base, r);
  return IR_OK;
}
