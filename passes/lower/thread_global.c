// Tile loads and stores of global memory: one access per vector of consecutive registers.
//
// The access of register r in this thread is at  offset + thread part + register part  in each
// dimension; it happens when that lies inside the memref.  `width` (mem-vectorize) says how many
// consecutive registers one access may move: then all of them are inside or all outside, and the
// first one's coordinates decide.
#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/memref/memref.h"
#include "dialects/tile/tile.h"
#include "dialects/vector/vector.h"
#include "passes/lower/thread.h"

// What the accesses of one tile op have in common.
typedef struct GlobalTile {
  IrValue *memref;
  TileLayout layout;
  size_t rank, lead;  // of the memref; leading dimensions the tile does not span
  IrValue *offset[4]; // index, of the tile in the memref
  IrValue *thread[4]; // i32: the thread part of the coordinate; NULL: none
  IrValue *base[4];   // index: offset + thread part
  int64_t mask[4];    // bits of the thread part
  IrValue *extent[4]; // index, NULL where every access is inside
  int64_t width;      // elements an access
} GlobalTile;

static IrValue *to_index(IrBuilder *b, IrValue *i32) {
  return BUILD1(b, arith_index_cast, .in = i32, .out_type = ir_type_index(b->ctx));
}

static IrValue *extent_of(ThreadState *state, IrValue *memref, size_t dim) {
  IrBuilder *b = &state->entry;
  return BUILD1(b, memref_dim, .source = memref, .index = thread_index(state, (int64_t)dim));
}

static int64_t access_width(const IrOp *op) {
  IrAttr width = ir_op_attr(op, "width");
  return width ? ir_attr_int(width) : 1;
}

static IrStatus describe(ThreadState *state, IrOp *op, const IrValue *memref, IrValues indices,
                         IrType tensor, GlobalTile *tile) {
  IR_TRY(thread_layout_of(op, tensor, &tile->layout));
  tile->memref = thread_value(state, memref);
  tile->rank = ir_type_shape(ir_value_type(memref)).rank;
  tile->lead = tile->rank - ir_type_shape(tensor).rank;
  tile->width = access_width(op);
  for (size_t d = 0; d < tile->rank; d++) {
    tile->base[d] = tile->offset[d] = thread_value(state, indices.at[d]);
    tile->thread[d] = NULL;
    tile->mask[d] = 0;
    tile->extent[d] = extent_of(state, tile->memref, d);
    if (d < tile->lead) continue;
    ThreadMap map = thread_coordinate_map(&tile->layout, (unsigned)(d - tile->lead));
    IrValue *part = tile->thread[d] = thread_map_value(state, &map);
    tile->mask[d] = thread_map_mask(&map);
    if (part)
      tile->base[d] =
          BUILD1(&state->b, arith_addi, .lhs = tile->base[d], .rhs = to_index(&state->entry, part));
  }
  return IR_OK;
}

// Coordinate `d` of the register whose own part is `part`.
static IrValue *coordinate(ThreadState *state, const GlobalTile *tile, size_t d, int64_t part) {
  IrBuilder *b = &state->b;
  if (part & tile->mask[d]) { // the parts share bits: no sum
    IrValue *both = thread_xor_constant(state, tile->thread[d], tile->mask[d], part);
    return BUILD1(b, arith_addi, .lhs = tile->offset[d], .rhs = to_index(b, both));
  }
  if (part == 0) return tile->base[d];
  return BUILD1(b, arith_addi, .lhs = tile->base[d], .rhs = thread_index(state, part));
}

// Coordinates of register `r`, and whether they are inside (NULL: always).
static IrValue *locate(ThreadState *state, const GlobalTile *tile, int64_t r, IrValue **at) {
  IrBuilder *b = &state->b;
  int64_t coords[4];
  thread_register_coords(&tile->layout, r, coords);
  IrValue *inside = NULL;
  for (size_t d = 0; d < tile->rank; d++) {
    int64_t part = d < tile->lead ? 0 : coords[d - tile->lead];
    at[d] = coordinate(state, tile, d, part);
    IrValue *below = BUILD1(b, arith_cmpi, .predicate = arith_predicate(b->ctx, ARITH_ULT),
                            .lhs = at[d], .rhs = tile->extent[d]);
    inside = inside ? BUILD1(b, arith_andi, .lhs = inside, .rhs = below) : below;
  }
  return inside;
}

static IrType piece_type(IrType vector, int64_t width) {
  return ir_type_vector(ir_type_context(vector), (IrShape){&width, 1}, ir_type_element(vector));
}

// The padding value as a vector of one access.
static IrValue *padding(ThreadState *state, IrOp *op, IrType piece) {
  IrValue *pad = GET(op, tile_load, pad);
  if (!pad) return thread_zero(state, piece);
  return BUILD1(&state->b, vector_broadcast, .source = thread_value(state, pad),
                .vector_type = piece);
}

IrStatus thread_convert_global_load(ThreadState *state, IrOp *op) {
  IrType tensor = ir_value_type(ir_op_result(op, 0));
  GlobalTile tile;
  IR_TRY(
      describe(state, op, GET(op, tile_load, source), GET(op, tile_load, indices), tensor, &tile));
  IrType vector = thread_type(tensor);
  IrType piece = piece_type(vector, tile.width);
  int64_t registers = ir_type_shape(vector).at[0];
  IrValue *pad = padding(state, op, piece);
  IrValue *all = thread_zero(state, vector);
  for (int64_t r = 0; r < registers; r += tile.width) {
    IrValue *at[4];
    IrValue *inside = locate(state, &tile, r, at);
    IrValue *loaded = BUILD1(&state->b, mem_load, .base = tile.memref, .indices = {at, tile.rank},
                             .pred = inside, .pad = pad, .value_type = piece);
    all = thread_insert(&state->b, loaded, all, r);
  }
  ir_ptrmap_set(&state->values, ir_op_result(op, 0), all);
  return IR_OK;
}

IrStatus thread_convert_global_store(ThreadState *state, IrOp *op) {
  IrValue *value = GET(op, tile_store, tile);
  GlobalTile tile;
  IR_TRY(describe(state, op, GET(op, tile_store, dest), GET(op, tile_store, indices),
                  ir_value_type(value), &tile));
  IrValue *vector = thread_value(state, value);
  IrValue *first_copy = thread_is_first_copy(state, &tile.layout);
  int64_t registers = ir_type_shape(ir_value_type(vector)).at[0];
  int64_t copies = tile_layout_free_bits(&tile.layout, TILE_REGISTER);
  for (int64_t r = 0; r < registers; r += tile.width) {
    if (r & copies) continue;
    IrValue *at[4];
    IrValue *inside = locate(state, &tile, r, at);
    if (first_copy) inside = BUILD1(&state->b, arith_andi, .lhs = inside, .rhs = first_copy);
    IrValue *piece = thread_slice(&state->b, vector, r, tile.width);
    BUILD(&state->b, mem_store, .value = piece, .base = tile.memref, .indices = {at, tile.rank},
          .pred = inside);
  }
  return IR_OK;
}
