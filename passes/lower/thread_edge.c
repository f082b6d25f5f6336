// Accesses of several elements in which a memref ends: they are done in parts.
//
// Accesses start at multiples of their length along the unit stride, so in a row of the memref at
// most one is cut, the one that starts at the extent rounded down.  Few blocks have such a one; for
// the others its parts are behind a branch that the whole block takes:
//
//   if offset <= rounded < offset + length of the tile  and  rounded != extent {
//     for each access, for each part of it but the last:
//       part of the access  if  access starts at `rounded`  and  part is inside
//   }
//
// A load does so first, and its whole accesses find the parts in the registers that keep their
// value where the access does not happen: nothing waits for a load that is under way.
#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/scf/scf.h"
#include "dialects/vector/vector.h"
#include "passes/lower/thread_global.h"

static IrValue *compare(IrBuilder *b, unsigned predicate, IrValue *x, IrValue *y) {
  return BUILD1(b, arith_cmpi, .predicate = arith_predicate(b->ctx, predicate), .lhs = x, .rhs = y);
}

static IrValue *plus(ThreadState *state, IrValue *index, int64_t constant) {
  return BUILD1(&state->b, arith_addi, .lhs = index, .rhs = thread_index(state, constant));
}

// Whether an access of this tile may be cut; the same in all threads.
static IrValue *meets_edge(ThreadState *state, const GlobalTile *tile) {
  IrBuilder *b = &state->b;
  size_t d = tile->unit;
  IrValue *rounded = tile->extent[d];
  int64_t length = tile_layout_extent(&tile->layout, (unsigned)(d - tile->lead));
  IrValue *ahead = BUILD1(b, arith_subi, .lhs = rounded, .rhs = tile->offset[d]);
  IrValue *near = compare(b, ARITH_ULT, ahead, thread_index(state, length));
  return thread_both(b, near, compare(b, ARITH_NE, rounded, tile->extent_of_unit));
}

// One access, and the part of it that begins at element `first`.
typedef struct Part {
  int64_t r, first;
  IrValue *at[4];  // the part's coordinates
  IrValue *inside; // whether it is to be done
} Part;

typedef void (*PartFn)(ThreadState *state, const GlobalTile *tile, const Part *part, void *user);

// Calls `fn` for each part of each access; register bits in `skip` are to be 0.  The coordinates of
// all accesses have been built in front of the branch.
static void for_each_part(ThreadState *state, GlobalTile *tile, int64_t skip, PartFn fn,
                          void *user) {
  IrBuilder *b = &state->b;
  size_t unit = tile->unit;
  int64_t registers = thread_registers(&tile->layout);
  for (int64_t r = 0; r < registers; r += tile->width) {
    if (r & skip) continue;
    Part part = {.r = r};
    IrValue *rows = thread_locate(state, tile, r, part.at, unit), *start = part.at[unit];
    IrValue *here = thread_both(b, compare(b, ARITH_EQ, start, tile->extent[unit]), rows);
    for (int64_t first = 0; first + tile->edge < tile->width; first += tile->edge) {
      part.first = first;
      part.at[unit] = first ? plus(state, start, first) : start;
      IrValue *end = plus(state, tile->extent[unit], first);
      part.inside = thread_both(b, here, compare(b, ARITH_ULT, end, tile->extent_of_unit));
      fn(state, tile, &part, user);
    }
  }
}

// Builds all coordinates where `state` builds now.
static void locate_all(ThreadState *state, GlobalTile *tile) {
  IrValue *at[4];
  int64_t registers = thread_registers(&tile->layout);
  for (int64_t r = 0; r < registers; r += tile->width)
    thread_locate(state, tile, r, at, tile->rank);
}

typedef struct Load {
  IrValue *all; // the registers so far
  IrValue *pad; // of one part
} Load;

static void load_part(ThreadState *state, const GlobalTile *tile, const Part *part, void *user) {
  Load *load = user;
  IrValue *loaded = BUILD1(&state->b, mem_load, .base = tile->memref,
                           .indices = {(IrValue **)part->at, tile->rank}, .pred = part->inside,
                           .pad = load->pad, .value_type = ir_value_type(load->pad));
  load->all = thread_insert(&state->b, loaded, load->all, part->r + part->first);
}

// Builds in region `i` of `branch` until `outer` is put back.
static void enter(ThreadState *state, IrOp *branch, size_t i) {
  state->b = ir_builder_at_end(state->ctx, scf_block(branch, i), state->b.loc);
}

static void yield(ThreadState *state, IrValue *value) {
  BUILD(&state->b, scf_yield, .results = {&value, value ? 1 : 0});
}

static IrValue *padded_vector(ThreadState *state, const GlobalTile *tile, IrType vector,
                              IrValue *pad) {
  IrValue *all = thread_zero(state, vector);
  int64_t registers = ir_type_shape(vector).at[0];
  for (int64_t r = 0; r < registers; r += tile->width) all = thread_insert(&state->b, pad, all, r);
  return all;
}

IrValue *thread_load_edges(ThreadState *state, GlobalTile *tile, IrType vector, IrValue *pad) {
  if (!thread_tile_is_cut(tile)) return NULL;
  locate_all(state, tile);
  IrValue *padded = padded_vector(state, tile, vector, pad);
  Load load = {.all = padded, .pad = thread_slice(&state->b, pad, 0, tile->edge)};
  IrOp *branch = scf_if_create(&state->b, meets_edge(state, tile), &vector, 1, true);
  IrBuilder outer = state->b;
  enter(state, branch, 0);
  for_each_part(state, tile, 0, load_part, &load);
  yield(state, load.all);
  enter(state, branch, 1);
  yield(state, padded);
  state->b = outer;
  return ir_op_result(branch, 0);
}

typedef struct Store {
  IrValue *vector, *first_copy;
} Store;

static void store_part(ThreadState *state, const GlobalTile *tile, const Part *part, void *user) {
  const Store *store = user;
  IrBuilder *b = &state->b;
  IrValue *piece = thread_slice(b, store->vector, part->r + part->first, tile->edge);
  BUILD(b, mem_store, .value = piece, .base = tile->memref,
        .indices = {(IrValue **)part->at, tile->rank},
        .pred = thread_both(b, part->inside, store->first_copy));
}

void thread_store_edges(ThreadState *state, GlobalTile *tile, IrValue *vector,
                        IrValue *first_copy) {
  if (!thread_tile_is_cut(tile)) return;
  Store store = {vector, first_copy};
  IrOp *branch = scf_if_create(&state->b, meets_edge(state, tile), NULL, 0, false);
  IrBuilder outer = state->b;
  enter(state, branch, 0);
  for_each_part(state, tile, tile_layout_free_bits(&tile->layout, TILE_REGISTER), store_part,
                &store);
  yield(state, NULL);
  state->b = outer;
}
