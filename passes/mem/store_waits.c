// Waits for asynchronous stores; see store_waits.h.
//
// Pending (pending.h) are stores that may still read their buffers, and those that memory may still
// lack.  What a loop without stores waits for is there before it: the wait goes in front, where it
// is executed once, and also for no iterations, and where tile-pipeline may move the loads of the
// loop without it.
//
// In order of memory: another access through the same argument waits until the store is complete,
// but for a store to other elements, as it is in another iteration of a loop that goes over tiles;
// a load through another argument does where the two may be one array, which a block may then touch
// at the same place of both (docs/levels.md), and not where the kernel assumes that they are
// disjoint.  An atomic access may tell other blocks that something is there.
#include "passes/mem/store_waits.h"

#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/memref/memref.h"
#include "dialects/tile/tile.h"
#include "ir/analysis/tree.h"
#include "ir/edit/builder.h"
#include "ir/edit/rewriter.h"
#include "ir/interfaces/effects.h"
#include "ir/interfaces/loop.h"
#include "passes/mem/copy_pair.h"
#include "passes/mem/global_writes.h"
#include "passes/mem/pending.h"

enum { MOST_STORES = 64 }; // told apart; further ones are as the last

typedef enum Needed { NOTHING, READ, COMPLETE } Needed;

// Pending are stores, one bit each: those that may still read their buffers, and those whose writes
// memory may still lack.
typedef struct Waits {
  IrOp *kernel;
  bool order_memory;
  IrOp *stores[MOST_STORES];
  size_t num_stores;
  unsigned inserted;
  PendingWalk walk;
} Waits;

static uint64_t bit_of(Waits *w, IrOp *store) {
  size_t i = 0;
  while (i < w->num_stores && w->stores[i] != store) i++;
  if (i == w->num_stores && i < MOST_STORES) w->stores[w->num_stores++] = store;
  return (uint64_t)1 << (i < MOST_STORES ? i : MOST_STORES - 1);
}

// ---- What meets a store

// `value` as something that is the same for both, and a number.
static const IrValue *base_of(const IrValue *value, int64_t *number) {
  const IrOp *op = ir_value_op(value);
  int64_t constant;
  *number = 0;
  if (ir_match_int(value, number)) return NULL;
  if (op && IS(op, arith_addi) && ir_match_int(GET(op, arith_addi, rhs), &constant)) {
    bool known = ir_match_int(GET(op, arith_addi, lhs), number);
    *number += constant;
    return known ? NULL : GET(op, arith_addi, lhs);
  }
  return value;
}

// Whether two stores of one block go to different elements of one memref, each time it runs.
static bool go_apart(const IrOp *a, const IrOp *b) {
  IrValues at = GET(a, tile_async_store, indices), with = GET(b, tile_async_store, indices);
  IrShape n = mem_buffer_shape(ir_value_type(GET(a, tile_async_store, source)));
  IrShape m = mem_buffer_shape(ir_value_type(GET(b, tile_async_store, source)));
  for (size_t d = 0; d < at.n; d++) {
    int64_t x, y;
    if (base_of(at.at[d], &x) != base_of(with.at[d], &y)) continue;
    int64_t length = d + n.rank < at.n ? 1 : n.at[d + n.rank - at.n];
    int64_t other = d + m.rank < at.n ? 1 : m.at[d + m.rank - at.n];
    if (x + length <= y || y + other <= x) return true;
  }
  return false;
}

// The same of the kernel's own block, which runs once.
static bool are_apart(const Waits *w, const IrOp *a, const IrOp *b) {
  IrBlock *body = ir_region_first(ir_op_region(w->kernel, 0));
  return ir_op_block(a) == body && ir_op_block(b) == body && go_apart(a, b);
}

// How far indices of two iterations are apart at least, where `index` is the loop's counter, times
// a number, plus what does not change; 0: that is not known.
static int64_t distance_of(const IrOp *loop, const IrValue *index) {
  IrLoopBounds bounds;
  int64_t factor = 1;
  if (!ir_loop_bounds(loop, &bounds)) return 0;
  int64_t step = bounds.step.number;
  if (bounds.step.value && !ir_match_int(bounds.step.value, &step)) return 0;
  const IrOp *op = ir_value_op(index);
  if (IS(op, arith_addi)) {
    const IrValue *lhs = GET(op, arith_addi, lhs), *rhs = GET(op, arith_addi, rhs);
    if (!ir_loop_is_outside(loop, lhs) && !ir_loop_is_outside(loop, rhs)) return 0;
    index = ir_loop_is_outside(loop, lhs) ? rhs : lhs;
    op = ir_value_op(index);
  }
  if (IS(op, arith_muli)) {
    if (!ir_match_int(GET(op, arith_muli, rhs), &factor)) return 0;
    index = GET(op, arith_muli, lhs);
  }
  bool small = factor > 0 && factor <= INT32_MAX && step > 0 && step <= INT32_MAX;
  return index == ir_loop_induction(loop) && small ? factor * step : 0;
}

// Whether a store goes to other elements in each iteration of the one loop around it.
static bool moves_on(const Waits *w, const IrOp *store) {
  const IrOp *loop = ir_loop_around(store, w->kernel);
  IrValues at = GET(store, tile_async_store, indices);
  IrShape n = mem_buffer_shape(ir_value_type(GET(store, tile_async_store, source)));
  if (!loop || ir_op_parent(loop) != w->kernel ||
      !mem_root(w->kernel, GET(store, tile_async_store, dest)))
    return false;
  for (size_t d = 0; d < at.n; d++) {
    int64_t length = d + n.rank < at.n ? 1 : n.at[d + n.rank - at.n];
    if (distance_of(loop, at.at[d]) >= length) return true;
  }
  return false;
}

static bool may_be_one_array(IrType a, IrType b) {
  return ir_type_element(a) == ir_type_element(b) && ir_type_shape(a).rank == ir_type_shape(b).rank;
}

static bool meets_memory(const Waits *w, const IrOp *op, const IrEffect *effect,
                         const IrOp *store) {
  const IrValue *stored = GET(store, tile_async_store, dest);
  const IrValue *root = mem_root(w->kernel, effect->value);
  const IrValue *stored_root = mem_root(w->kernel, stored);
  if (mem_roots_meet(root, stored_root))
    return !IS(op, tile_async_store) || w->num_stores == MOST_STORES ||
           !(op == store ? moves_on(w, op) : are_apart(w, op, store));
  return effect->kind == IR_EFFECT_READ && mem_roots_overlap(w->kernel, root, stored_root) &&
         may_be_one_array(ir_value_type(effect->value), ir_value_type(stored));
}

// By an effect that names no value.
static Needed needed_by_any(const Waits *w, const IrEffect *effect, Pending pending) {
  bool any = !effect->resource;
  if ((any || effect->resource == &ir_memory) && w->order_memory && pending.writes) return COMPLETE;
  bool writes = effect->kind == IR_EFFECT_WRITE && (any || effect->resource == &mem_shared);
  return writes && pending.reads ? READ : NOTHING;
}

static Needed needed_by(const Waits *w, const IrOp *op, const IrEffect *effect, Pending pending) {
  const IrValue *value = effect->value;
  if (!value) return needed_by_any(w, effect, pending);
  bool buffer = mem_is_buffer(ir_value_type(value));
  const IrValue *root = buffer ? mem_root(w->kernel, value) : NULL;
  for (size_t i = 0; i < w->num_stores; i++) {
    const IrOp *store = w->stores[i];
    if (buffer && effect->kind == IR_EFFECT_WRITE && (pending.reads >> i & 1) &&
        mem_roots_meet(root, mem_root(w->kernel, GET(store, tile_async_store, source))))
      return READ;
    if (!buffer && w->order_memory && (pending.writes >> i & 1) &&
        meets_memory(w, op, effect, store))
      return COMPLETE;
  }
  return NOTHING;
}

static bool is_atomic(const IrOp *op) {
  return IS(op, tile_atomic_rmw) || IS(op, tile_atomic_cas) || IS(op, mem_atomic_rmw) ||
         IS(op, mem_atomic_cas) || IS(op, memref_atomic_rmw);
}

static Needed larger(Needed a, Needed b) {
  return a > b ? a : b;
}

static Needed needed_before(const Waits *w, IrOp *op, Pending pending) {
  IrEffects effects = {0};
  Needed needed = NOTHING;
  if (ir_op_has_trait(op, IR_SYNC) || !(pending.reads | pending.writes)) return NOTHING;
  if (is_atomic(op) && w->order_memory && pending.writes) return COMPLETE;
  ir_op_effects(op, &effects);
  for (size_t i = 0; i < effects.n; i++)
    needed = larger(needed, needed_by(w, op, &effects.at[i], pending));
  ir_effects_free(&effects);
  return needed;
}

// ---- Walk

static bool has_stores_or_waits(IrOp *loop) {
  for (IrOp *op = ir_tree_first(loop, 0); op; op = ir_tree_next(op, loop))
    if (IS(op, tile_async_store) || IS(op, tile_async_store_wait)) return true;
  return false;
}

// What a loop needs that starts no stores.
static Needed needed_in(const Waits *w, IrOp *loop, Pending pending) {
  Needed needed = NOTHING;
  if (has_stores_or_waits(loop)) return NOTHING;
  for (IrOp *op = ir_tree_first(loop, 0); op; op = ir_tree_next(op, loop))
    needed = larger(needed, needed_before(w, op, pending));
  return needed;
}

static Pending waited(Pending pending, bool complete) {
  return (Pending){.writes = complete ? 0 : pending.writes};
}

// What a wait that is there leaves: all, where it lets stores go on that are not in sight.
static Pending after_wait(Waits *w, const IrOp *wait, Pending pending) {
  IrAttr left = GET(wait, tile_async_store_wait, pending);
  Pending after = waited(pending, GET(wait, tile_async_store_wait, complete));
  int64_t n = left ? ir_attr_int(left) : 0;
  for (IrOp *op = ir_op_prev(wait); op && n; op = ir_op_prev(op)) {
    if (ir_op_num_regions(op)) break;
    if (!IS(op, tile_async_store)) continue;
    uint64_t bit = bit_of(w, op);
    after.reads |= pending.reads & bit;
    after.writes |= pending.writes & bit;
    n--;
  }
  return n ? pending : after;
}

static void insert_wait(Waits *w, IrBuilder b, bool complete) {
  BUILD(&b, tile_async_store_wait, .complete = complete ? ir_attr_unit(b.ctx) : NULL);
  w->inserted++;
}

// Code of single elements is one access.
static bool is_elements(const IrOp *op) {
  return IS(op, tile_map) || IS(op, tile_parallel);
}

static Pending walk_op(void *user, IrOp *op, Pending pending) {
  Waits *w = user;
  Needed needed = needed_before(w, op, pending);
  if (IS(op, tile_async_store_wait)) return after_wait(w, op, pending);
  if (ir_op_is_loop(op)) needed = larger(needed, needed_in(w, op, pending));
  for (IrOp *in = op; is_elements(op) && in; in = ir_tree_next(in, op))
    needed = larger(needed, needed_before(w, in, pending));
  if (needed) {
    if (w->walk.aim == PENDING_INSERT) insert_wait(w, ir_builder_before(op), needed == COMPLETE);
    pending = waited(pending, needed == COMPLETE);
  }
  if (ir_op_is_loop(op)) return pending_walk_loop(&w->walk, op, pending);
  if (ir_op_num_regions(op) && !is_elements(op))
    return pending_walk_branches(&w->walk, op, pending);
  if (!IS(op, tile_async_store)) return pending;
  uint64_t bit = bit_of(w, op);
  return pending_join(pending, (Pending){.reads = bit, .writes = bit});
}

unsigned mem_insert_store_waits(IrOp *kernel, bool order_memory) {
  Waits w = {.kernel = kernel, .order_memory = order_memory, .walk = {.op = walk_op, .user = &w}};
  IrBlock *body = ir_region_first(ir_op_region(kernel, 0));
  Pending last = pending_walk_kernel(&w.walk, kernel);
  if (last.reads)
    insert_wait(&w, ir_builder_at_end(ir_op_context(kernel), body, ir_op_loc(ir_block_last(body))),
                false);
  return w.inserted;
}

// ---- Stores that a person wrote

// Whether a store in front of `store` in its block may still write what this one writes.
static bool follows_store(const IrOp *kernel, const IrOp *store) {
  const IrValue *root = mem_root(kernel, GET(store, tile_async_store, dest));
  for (const IrOp *op = ir_op_prev(store); op; op = ir_op_prev(op)) {
    if (IS(op, tile_async_store_wait) && GET(op, tile_async_store_wait, complete)) return false;
    if (IS(op, tile_async_store) &&
        mem_roots_meet(mem_root(kernel, GET(op, tile_async_store, dest)), root) &&
        !go_apart(op, store))
      return true;
  }
  return false;
}

void mem_order_stores(IrOp *kernel) {
  for (IrOp *op = ir_tree_first(kernel, 0); op; op = ir_tree_next(op, kernel)) {
    if (!IS(op, tile_async_store) || !follows_store(kernel, op)) continue;
    IrBuilder b = ir_builder_before(op);
    BUILD(&b, tile_async_store_wait, .complete = ir_attr_unit(b.ctx));
  }
}
