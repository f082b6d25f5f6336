// Tile loads and stores of global memory: one access per vector of consecutive registers.
//
// The access of register r in this thread is at  offset + thread part + register part  in each
// dimension; it happens when that lies inside the memref.  `width` (mem-vectorize) says how many
// consecutive registers one access may move.  Where all of them are inside or all outside, the
// first one's coordinates decide: that offset and thread part have room for the register part below
// the extent, or, where there are few or the parts are no sum, by a comparison with it.  Else, with
// `edge`, the last access in a row may be cut (thread_edge.c), and the others are those whose first
// element lies below the extent rounded down to whole accesses.
#include "passes/lower/thread_global.h"

#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/memref/memref.h"
#include "dialects/scf/scf.h"
#include "dialects/tile/kernel.h"
#include "dialects/tile/tile.h"
#include "dialects/vector/vector.h"
#include "passes/arith/build.h"
#include "passes/tile/index_range.h"

static IrValue *to_index(IrBuilder *b, IrValue *i32) {
  return BUILD1(b, arith_index_cast, .in = i32, .out_type = ir_type_index(b->ctx));
}

static bool is_argument(const ThreadState *state, const IrValue *memref) {
  return !ir_value_op(memref) && ir_block_parent(ir_value_block(memref)) == state->kernel;
}

// Where what is known of a memref's extents goes: a part of an argument is made inside the kernel.
static IrBuilder *extents_builder(ThreadState *state, const IrValue *memref) {
  return is_argument(state, memref) ? &state->entry : &state->b;
}

// Of dimensions with one name the first is asked for: tests on them are then the same test.
IrValue *thread_extent_of(ThreadState *state, const IrValue *memref, size_t d) {
  IrBuilder *b = extents_builder(state, memref);
  IrStr name = {0};
  TileDim dim;
  if (is_argument(state, memref))
    name = tile_kernel_arg_dim(state->kernel, ir_value_index(memref), d);
  if (name.len && tile_kernel_find_dim(state->kernel, name, &dim)) {
    if (dim.extent != IR_DYNAMIC) return thread_index(state, dim.extent);
    memref = tile_kernel_arg(state->kernel, dim.arg);
    d = dim.index;
  }
  return BUILD1(b, memref_dim, .source = thread_value(state, memref),
                .index = thread_index(state, (int64_t)d));
}

static int64_t int_attr(const IrOp *op, const char *name, int64_t otherwise) {
  IrAttr attr = ir_op_attr(op, name);
  return attr ? ir_attr_int(attr) : otherwise;
}

// The extent along the unit stride rounded down to whole accesses: as accesses start at multiples
// of their length, those below it are inside, and only one that starts there is cut.
static void describe_edge(ThreadState *state, const IrValue *memref, GlobalTile *tile) {
  int contiguous = access_contiguous_dim(ir_value_type(memref));
  tile->unit = contiguous < 0 ? tile->rank : (size_t)contiguous;
  if (!thread_tile_is_cut(tile)) return;
  tile->extent_of_unit = tile->extent[tile->unit];
  tile->extent[tile->unit] =
      BUILD1(extents_builder(state, memref), arith_andi, .lhs = tile->extent_of_unit,
             .rhs = thread_index(state, -tile->width));
}

// Whether the accesses of a thread have at least four coordinates along `dim`.
static bool has_many(const GlobalTile *tile, unsigned dim) {
  enum { MANY = 4 };
  int64_t bits = 0, found = 1;
  for (int64_t r = 0; r < thread_registers(&tile->layout); r += tile->width) {
    int64_t coords[TILE_LAYOUT_RANK];
    thread_register_coords(&tile->layout, r, coords);
    bits |= coords[dim];
  }
  for (; bits; bits &= bits - 1) found *= 2;
  return found >= MANY;
}

IrStatus thread_describe_global(ThreadState *state, IrOp *op, const IrValue *memref,
                                IrValues indices, IrType tensor, GlobalTile *tile) {
  IR_TRY(thread_layout_of(op, tensor, &tile->layout));
  tile->memref = thread_value(state, memref);
  tile->rank = ir_type_shape(ir_value_type(memref)).rank;
  tile->lead = tile->rank - ir_type_shape(tensor).rank;
  tile->width = int_attr(op, "width", 1);
  tile->edge = int_attr(op, "edge", tile->width);
  for (size_t d = 0; d < tile->rank; d++) {
    tile->base[d] = tile->offset[d] = thread_value(state, indices.at[d]);
    tile->thread[d] = NULL;
    tile->mask[d] = 0;
    tile->extent[d] = thread_extent_of(state, memref, d);
    tile->positive[d] = index_range(indices.at[d]).smin >= 0;
    if (d < tile->lead) continue;
    tile->many[d] = has_many(tile, (unsigned)(d - tile->lead));
    ThreadMap map = thread_coordinate_map(&tile->layout, (unsigned)(d - tile->lead));
    IrValue *part = tile->thread[d] = thread_map_value(state, &map);
    tile->mask[d] = thread_map_mask(&map);
    if (part)
      tile->base[d] =
          BUILD1(&state->b, arith_addi, .lhs = tile->base[d], .rhs = to_index(&state->entry, part));
  }
  describe_edge(state, memref, tile);
  return IR_OK;
}

// Coordinate `d` of the register whose own part is `part`.
static IrValue *coordinate_at(ThreadState *state, const GlobalTile *tile, size_t d, int64_t part) {
  IrBuilder *b = &state->b;
  if (part & tile->mask[d]) { // the parts share bits: no sum
    IrValue *both = thread_xor_constant(state, tile->thread[d], tile->mask[d], part);
    return BUILD1(b, arith_addi, .lhs = tile->offset[d], .rhs = to_index(b, both));
  }
  if (part == 0) return tile->base[d];
  return BUILD1(b, arith_addi, .lhs = tile->base[d], .rhs = thread_index(state, part));
}

// The same; each is built once.
static GlobalPart *coordinate(ThreadState *state, GlobalTile *tile, size_t d, int64_t part) {
  for (size_t i = 0; i < tile->parts.n; i++)
    if (tile->parts.at[i].d == d && tile->parts.at[i].part == part) return &tile->parts.at[i];
  GlobalPart result = {.d = d, .part = part, .at = coordinate_at(state, tile, d, part)};
  ir_vec_push(&tile->parts, result);
  return &ir_vec_last(&tile->parts);
}

// How far the extent is from the thread's first coordinate, between 0 and more than any tile has.
static IrValue *room(ThreadState *state, GlobalTile *tile, size_t d) {
  IrBuilder *b = &state->b;
  if (tile->room[d]) return tile->room[d];
  IrValue *all = BUILD1(b, arith_subi, .lhs = tile->extent[d], .rhs = tile->base[d]);
  all = BUILD1(b, arith_maxsi, .lhs = all, .rhs = thread_index(state, 0));
  all = BUILD1(b, arith_minsi, .lhs = all, .rhs = thread_index(state, INT32_MAX));
  return tile->room[d] =
             BUILD1(b, arith_index_cast, .in = all, .out_type = ir_type_i32(state->ctx));
}

static IrValue *is_below(ThreadState *state, GlobalTile *tile, GlobalPart *part) {
  size_t d = part->d;
  if (part->below) return part->below;
  if (tile->many[d] && tile->positive[d] && !(part->part & tile->mask[d]))
    part->below =
        build_cmpi(&state->b, ARITH_SGT, room(state, tile, d), thread_i32(state, part->part));
  else
    part->below = build_cmpi(&state->b, ARITH_ULT, part->at, tile->extent[d]);
  return part->below;
}

IrValue *thread_both(IrBuilder *b, IrValue *x, IrValue *y) {
  if (!x || !y) return x ? x : y;
  return BUILD1(b, arith_andi, .lhs = x, .rhs = y);
}

// Fills `at`; returns whether it is inside in all dimensions in `tested`, a set of bits.
static IrValue *locate(ThreadState *state, GlobalTile *tile, int64_t r, IrValue **at,
                       unsigned tested) {
  int64_t coords[TILE_LAYOUT_RANK];
  thread_register_coords(&tile->layout, r, coords);
  IrValue *inside = NULL;
  for (size_t d = 0; d < tile->rank; d++) {
    GlobalPart *part = coordinate(state, tile, d, d < tile->lead ? 0 : coords[d - tile->lead]);
    at[d] = part->at;
    if (tested >> d & 1) inside = thread_both(&state->b, inside, is_below(state, tile, part));
  }
  return inside;
}

IrValue *thread_locate(ThreadState *state, GlobalTile *tile, int64_t r, IrValue **at, size_t but) {
  return locate(state, tile, r, at, ~(1u << but));
}

static IrType piece_type(IrType vector, int64_t width) {
  return thread_vector_of(ir_type_element(vector), width);
}

// The padding value as a vector of one access.
static IrValue *padding(ThreadState *state, IrOp *op, IrType piece) {
  IrValue *pad = GET(op, tile_load, pad);
  if (!pad) return thread_zero(state, piece);
  return BUILD1(&state->b, vector_broadcast, .source = thread_value(state, pad),
                .vector_type = piece);
}

// Without `pad` the tile is known to be inside.
static IrValue *load_all(ThreadState *state, GlobalTile *tile, IrType vector, IrValue *pad) {
  IrValue *all = thread_zero(state, vector);
  int64_t registers = thread_registers(&tile->layout);
  for (int64_t r = 0; r < registers; r += tile->width) {
    IrValue *at[4];
    IrValue *inside = locate(state, tile, r, at, pad ? ~0u : 0);
    IrValue *loaded =
        BUILD1(&state->b, mem_load, .base = tile->memref, .indices = {at, tile->rank},
               .pred = inside, .pad = pad, .value_type = piece_type(vector, tile->width));
    all = thread_insert(&state->b, loaded, all, r);
  }
  return all;
}

// Whether all of the tile is inside, the same in all threads.
static IrValue *is_inside(ThreadState *state, const GlobalTile *tile) {
  IrBuilder *b = &state->b;
  IrValue *all = NULL;
  for (size_t d = 0; d < tile->rank; d++) {
    int64_t length = 1;
    if (d >= tile->lead) length = tile_layout_extent(&tile->layout, (unsigned)(d - tile->lead));
    IrValue *end =
        BUILD1(b, arith_addi, .lhs = tile->offset[d], .rhs = thread_index(state, length));
    all = thread_both(b, all, build_cmpi(b, ARITH_SLE, end, tile->extent[d]));
    if (tile->positive[d]) continue;
    all = thread_both(b, all, build_cmpi(b, ARITH_SGE, tile->offset[d], thread_index(state, 0)));
  }
  return all;
}

// Tests made since then stand in a branch.
static void forget_tests(GlobalTile *tile) {
  for (size_t i = 0; i < tile->parts.n; i++) tile->parts.at[i].below = NULL;
  memset(tile->room, 0, sizeof tile->room);
}

// A thread has seven predicate registers.  With more accesses, ptxas moves each load down to the
// store under the same predicate, and few loads are under way at a time.  So a tile that is inside
// as a whole, as most are, is moved without predicates.  Very many accesses stay as they are: two
// forms of them would be most of a kernel's code.
enum { MANY_ACCESSES = 6, VERY_MANY = 64 };

static int64_t num_accesses(const GlobalTile *tile) {
  return thread_registers(&tile->layout) / tile->width;
}

// A branch on whether the tile is inside, behind the coordinates that both sides need.
static IrOp *branch_if_inside(ThreadState *state, GlobalTile *tile, IrType result) {
  for (int64_t r = 0; r < thread_registers(&tile->layout); r += tile->width)
    locate(state, tile, r, (IrValue *[4]){0}, 0);
  return scf_if_create(&state->b, is_inside(state, tile), &result, result ? 1 : 0, true);
}

static IrValue *load_inside_or_not(ThreadState *state, GlobalTile *tile, IrType vector,
                                   IrValue *pad) {
  int64_t n = num_accesses(tile);
  if (n <= MANY_ACCESSES || n > VERY_MANY) return load_all(state, tile, vector, pad);
  IrOp *branch = branch_if_inside(state, tile, vector);
  IrBuilder outer = state->b;
  for (size_t i = 0; i < 2; i++) {
    thread_enter(state, branch, i);
    IrValue *all = load_all(state, tile, vector, i == 0 ? NULL : pad);
    BUILD(&state->b, scf_yield, .results = {&all, 1});
  }
  forget_tests(tile);
  state->b = outer;
  return ir_op_result(branch, 0);
}

IrStatus thread_convert_global_load(ThreadState *state, IrOp *op) {
  IrType tensor = ir_value_type(ir_op_result(op, 0));
  GlobalTile tile = {0};
  IR_TRY(thread_describe_global(state, op, GET(op, tile_load, source), GET(op, tile_load, indices),
                                tensor, &tile));
  IrType vector = thread_type(tensor);
  IrValue *pad = padding(state, op, piece_type(vector, tile.width));
  IrValue *all = load_inside_or_not(state, &tile, vector, pad);
  all = thread_load_edges(state, &tile, all);
  ir_vec_free(&tile.parts);
  ir_ptrmap_set(&state->values, ir_op_result(op, 0), all);
  return IR_OK;
}

static void store_all(ThreadState *state, GlobalTile *tile, IrValue *vector, IrValue *first_copy,
                      bool is_inside) {
  int64_t copies = tile_layout_free_bits(&tile->layout, TILE_REGISTER);
  for (int64_t r = 0; r < thread_registers(&tile->layout); r += tile->width) {
    if (r & copies) continue;
    IrValue *at[4];
    IrValue *inside = locate(state, tile, r, at, is_inside ? 0 : ~0u);
    BUILD(&state->b, mem_store, .value = thread_slice(&state->b, vector, r, tile->width),
          .base = tile->memref, .indices = {at, tile->rank},
          .pred = thread_both(&state->b, inside, first_copy));
  }
}

static void store_inside_or_not(ThreadState *state, GlobalTile *tile, IrValue *vector,
                                IrValue *first_copy) {
  int64_t n = num_accesses(tile);
  if (n <= MANY_ACCESSES || n > VERY_MANY) {
    store_all(state, tile, vector, first_copy, false);
    return;
  }
  IrOp *branch = branch_if_inside(state, tile, NULL);
  IrBuilder outer = state->b;
  for (size_t i = 0; i < 2; i++) {
    thread_enter(state, branch, i);
    store_all(state, tile, vector, first_copy, i == 0);
    BUILD(&state->b, scf_yield, NO_ARGS);
  }
  forget_tests(tile);
  state->b = outer;
}

IrStatus thread_convert_global_store(ThreadState *state, IrOp *op) {
  IrValue *value = GET(op, tile_store, tile);
  GlobalTile tile = {0};
  IR_TRY(thread_describe_global(state, op, GET(op, tile_store, dest), GET(op, tile_store, indices),
                                ir_value_type(value), &tile));
  IrValue *vector = thread_value(state, value);
  IrValue *first_copy = thread_is_first_copy(state, &tile.layout);
  store_inside_or_not(state, &tile, vector, first_copy);
  thread_store_edges(state, &tile, vector, first_copy);
  ir_vec_free(&tile.parts);
  return IR_OK;
}
