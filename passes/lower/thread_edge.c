// Accesses of several elements in which a memref ends: they are done in parts.
//
// Accesses start at multiples of their length along the unit stride, so in a row of the memref at
// most one is cut, the one that starts at the extent rounded down; how many elements it has is the
// same in every row.  So its parts are the bits of that number, the highest first: of 7 elements
// 4, then 2, then 1, each aligned.  Few blocks have such an access; the parts are behind a branch
// that a whole block takes:
//
//   if offset <= rounded < offset + length of the tile  and  rounded != extent {
//     for each access, for each power of two below its length:
//       part of the access  if  access starts at `rounded`  and  the number of elements has the bit
//   }
//
// It comes behind the whole accesses.  The parts of a load go into the registers of the access that
// did not happen; a block that has none jumps over them and waits for nothing.
#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/scf/scf.h"
#include "dialects/vector/vector.h"
#include "passes/arith/build.h"
#include "passes/lower/thread_global.h"

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
  IrValue *near = build_cmpi(b, ARITH_ULT, ahead, thread_index(state, length));
  return thread_both(b, near, build_cmpi(b, ARITH_NE, rounded, tile->extent_of_unit));
}

// Elements that lie behind the longer parts of an access; uniform over the block.
typedef struct Part {
  int64_t length;
  IrValue *there; // i1: whether the access has the part
  IrValue *start; // index: how many elements the longer parts have, a multiple of 2 * length; NULL:
                  // none
  IrValue *base;  // the tile's along the unit stride, plus `start`
} Part;

typedef struct Parts {
  Part at[8]; // the longest first
  size_t n;
} Parts;

static Parts find_parts(ThreadState *state, const GlobalTile *tile) {
  IrBuilder *b = &state->b;
  Parts parts = {.n = 0};
  size_t unit = tile->unit;
  IrValue *count = BUILD1(b, arith_subi, .lhs = tile->extent_of_unit, .rhs = tile->extent[unit]);
  for (int64_t n = tile->width / 2; n >= tile->edge; n /= 2) {
    Part *part = &parts.at[parts.n++];
    part->length = n;
    IrValue *bit = BUILD1(b, arith_andi, .lhs = count, .rhs = thread_index(state, n));
    part->there = build_cmpi(b, ARITH_NE, bit, thread_index(state, 0));
    part->base = tile->base[unit];
    if (2 * n == tile->width) continue;
    part->start = BUILD1(b, arith_andi, .lhs = count, .rhs = thread_index(state, -2 * n));
    part->base = BUILD1(b, arith_addi, .lhs = tile->base[unit], .rhs = part->start);
  }
  return parts;
}

// Whether the part starts at element `start` of its access.
static IrValue *starts_at(ThreadState *state, const Part *part, int64_t start) {
  return build_cmpi(&state->b, ARITH_EQ, part->start, thread_index(state, start));
}

// Coordinate along the unit stride of the part of the access that starts at `whole`, of register
// `r`.
static IrValue *start_of(ThreadState *state, const GlobalTile *tile, int64_t r, IrValue *whole,
                         const Part *part) {
  int64_t coords[TILE_LAYOUT_RANK];
  if (!part->start) return whole;
  thread_register_coords(&tile->layout, r, coords);
  int64_t own = coords[tile->unit - tile->lead];
  if (own & tile->mask[tile->unit]) // not a sum
    return BUILD1(&state->b, arith_addi, .lhs = whole, .rhs = part->start);
  return own ? plus(state, part->base, own) : part->base;
}

typedef void (*PartFn)(ThreadState *state, const GlobalTile *tile, int64_t r, const Part *part,
                       IrValues at, IrValue *inside, void *user);

// Calls `fn` for each part of each access; register bits in `skip` are to be 0.  The coordinates of
// all accesses have been built in front of the branch.
static void for_each_part(ThreadState *state, GlobalTile *tile, int64_t skip, PartFn fn,
                          void *user) {
  IrBuilder *b = &state->b;
  size_t unit = tile->unit;
  int64_t registers = thread_registers(&tile->layout);
  Parts parts = find_parts(state, tile);
  for (int64_t r = 0; r < registers; r += tile->width) {
    if (r & skip) continue;
    IrValue *at[4];
    IrValue *rows = thread_locate(state, tile, r, at, unit), *whole = at[unit];
    IrValue *here = thread_both(b, build_cmpi(b, ARITH_EQ, whole, tile->extent[unit]), rows);
    for (size_t i = 0; i < parts.n; i++) {
      at[unit] = start_of(state, tile, r, whole, &parts.at[i]);
      fn(state, tile, r, &parts.at[i], (IrValues){at, tile->rank},
         thread_both(b, here, parts.at[i].there), user);
    }
  }
}

// Puts the part where it starts into the registers so far, to which `user` points.
static void load_part(ThreadState *state, const GlobalTile *tile, int64_t r, const Part *part,
                      IrValues at, IrValue *inside, void *user) {
  IrValue **all = user;
  IrBuilder *b = &state->b;
  IrValue *old = thread_slice(b, *all, r, part->length);
  IrValue *loaded = BUILD1(b, mem_load, .base = tile->memref, .indices = at, .pred = inside,
                           .pad = old, .value_type = ir_value_type(old));
  if (!part->start) {
    *all = thread_insert(b, loaded, *all, r);
    return;
  }
  for (int64_t start = 0; start < tile->width; start += 2 * part->length) {
    IrValue *here = thread_both(b, inside, starts_at(state, part, start));
    old = thread_slice(b, *all, r + start, part->length);
    IrValue *value =
        BUILD1(b, arith_select, .condition = here, .true_value = loaded, .false_value = old);
    *all = thread_insert(b, value, *all, r + start);
  }
}

static void yield(ThreadState *state, IrValue *value) {
  BUILD(&state->b, scf_yield, .results = {&value, value ? 1 : 0});
}

IrValue *thread_load_edges(ThreadState *state, GlobalTile *tile, IrValue *vector) {
  if (!thread_tile_is_cut(tile)) return vector;
  IrType type = ir_value_type(vector);
  IrOp *branch = scf_if_create(&state->b, meets_edge(state, tile), &type, 1, true);
  IrBuilder outer = state->b;
  IrValue *all = vector;
  thread_enter(state, branch, 0);
  for_each_part(state, tile, 0, load_part, &all);
  yield(state, all);
  thread_enter(state, branch, 1);
  yield(state, vector);
  state->b = outer;
  return ir_op_result(branch, 0);
}

typedef struct Store {
  IrValue *vector, *first_copy;
} Store;

static void store_part(ThreadState *state, const GlobalTile *tile, int64_t r, const Part *part,
                       IrValues at, IrValue *inside, void *user) {
  const Store *store = user;
  IrBuilder *b = &state->b;
  IrValue *piece = thread_slice(b, store->vector, r, part->length);
  for (int64_t start = 2 * part->length; start < tile->width; start += 2 * part->length)
    piece = BUILD1(b, arith_select, .condition = starts_at(state, part, start),
                   .true_value = thread_slice(b, store->vector, r + start, part->length),
                   .false_value = piece);
  BUILD(b, mem_store, .value = piece, .base = tile->memref, .indices = at,
        .pred = thread_both(b, inside, store->first_copy));
}

void thread_store_edges(ThreadState *state, GlobalTile *tile, IrValue *vector,
                        IrValue *first_copy) {
  if (!thread_tile_is_cut(tile)) return;
  Store store = {vector, first_copy};
  IrOp *branch = scf_if_create(&state->b, meets_edge(state, tile), NULL, 0, false);
  IrBuilder outer = state->b;
  thread_enter(state, branch, 0);
  for_each_part(state, tile, tile_layout_free_bits(&tile->layout, TILE_REGISTER), store_part,
                &store);
  yield(state, NULL);
  state->b = outer;
}
