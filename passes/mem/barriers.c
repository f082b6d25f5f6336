// mem-barriers: a simt.barrier between accesses that would let threads of a block
// see each other's elements too early or too late.
//
// requires: laid-out tiles, structured control flow   preserves: everything
// else
//
//   tile.store %a, %s[0, 0]              tile.store %a, %s[0, 0]
//   %x = tile.load %s[0, 0] : ...   ==>  simt.barrier
//                                        %x = tile.load %s[0, 0] : ...
//
// An access is a place (below) read or written; pending (pending.h) are the accesses since the last
// barrier.  Two conflict when one writes and their places may meet.  Where a barrier in front of a
// loop spares one in it, that is where it goes.  A loop that only copies parts of a tile to
// disjoint places of a buffer (mem-chunk makes such) is one access.
//
// A buffer is one place.  Places of a memref are told apart by offset and tile: two accesses of the
// same elements in the same layout meet only inside one thread and need no barrier, unless threads
// hold copies, or a loop changes the offset.  Tiles whose offsets are multiples of their extents
// lie on a grid: two of one layout are the same elements or none in common, whatever loops do, so
// a loop that goes over a matrix in place needs no barrier.  Different arguments are taken to be
// different memory; a buffer or memref that is chosen at run time may be any.  What gathers,
// scatters and atomic accesses touch is all of their memory; atomic accesses that combine in the
// same way and whose results nobody uses may do so in any order.
//
// A product beside the block (tc.dot_async) reads its buffers until it is waited for, and does so
// through the async proxy (barriers_fences.h). The slots of channels have rules of their own
// (barriers_channels.h).  Buffers of asynchronous stores may be handed over by groups of warps
// (barriers_groups.h): a barrier between accesses of those alone is one of each group.
//
// A release lets other blocks see what all threads of this one did before, an acquire lets all of
// them see what others did: in front of the one and behind the other all accesses conflict.
#include "dialects/mem/mem.h"
#include "dialects/memref/memref.h"
#include "dialects/scf/scf.h"
#include "dialects/simt/simt.h"
#include "dialects/tc/tc.h"
#include "dialects/tile/layout.h"
#include "dialects/tile/tile.h"
#include "ir/analysis/tree.h"
#include "ir/edit/builder.h"
#include "ir/interfaces/effects.h"
#include "ir/interfaces/loop.h"
#include "ir/support/map.h"
#include "ir/support/vec.h"
#include "passes/mem/barriers_channels.h"
#include "passes/mem/barriers_fences.h"
#include "passes/mem/barriers_groups.h"
#include "passes/mem/channels.h"
#include "passes/mem/copy_pair.h"
#include "passes/mem/divisibility.h"
#include "passes/mem/mem_passes.h"
#include "passes/mem/pending.h"

enum { MAX_PLACES = 64 };

// Of a barrier: groups of warps, each of which has one of its own.
static const char barrier_groups[] = "tile.groups";

// Where a tile lies.  For a buffer only the allocation counts.
typedef struct Place {
  bool is_buffer;
  const IrValue *memory; // mem_root
  IrValues indices;
  IrType tile;
  bool is_private; // each element belongs to one thread, in all of the kernel
  bool is_on_grid; // and so it does in all tiles of this layout whose places are on the grid
  IrAttr combined; // by atomic accesses of this kind, in any order
} Place;

// Of an op, Pending says which places it reads and writes, and whose slots it touches (`filled`).
typedef struct Barriers {
  IrOp *kernel;
  Place places[MAX_PLACES];
  size_t num_places;
  Pending copied;     // places that asynchronous copies read and write
  Pending stored;     // places that asynchronous stores do
  Pending handed;     // that copies into channels read
  Pending multiplied; // that products beside the block read
  ChannelSlots slots;
  StoreGroups groups;
  uint64_t touched; // channels whose slots the op at hand accesses
  size_t counted;
  uint64_t *inserted;
  PendingWalk walk;
} Barriers;

// ---- Places

static bool has_copies(IrType tile) {
  TileLayout layout;
  return !tile_layout_of(tile, &layout) || tile_layout_free_bits(&layout, TILE_LANE) ||
         tile_layout_free_bits(&layout, TILE_WARP) || layout.bits[TILE_LANE] < 5 ||
         (layout.more_groups && !layout.split);
}

// Is the value the same whenever the kernel uses it?
static bool is_fixed(const Barriers *state, const IrValue *value) {
  return ir_value_block(value) == ir_region_first(ir_op_region(state->kernel, 0));
}

// Are the offsets multiples of the tile's extents?  (Known factors are powers of two.)
static bool lies_on_grid(const Barriers *state, IrValues indices, IrType tile) {
  IrShape shape = ir_type_shape(tile);
  size_t lead = indices.n - shape.rank;
  for (size_t d = 0; d < shape.rank; d++) {
    bool is_power = !(shape.at[d] & (shape.at[d] - 1));
    if (!is_power || divisor_of_value(state->kernel, indices.at[lead + d]) < shape.at[d])
      return false;
  }
  return true;
}

static Place place_of(const Barriers *state, const IrValue *memory, IrValues indices, IrType tile) {
  Place place = {.is_buffer = mem_is_buffer(ir_value_type(memory)),
                 .memory = mem_root(state->kernel, memory)};
  if (place.is_buffer) return place;
  place.indices = indices;
  place.tile = tile;
  place.is_private = tile && place.memory && !has_copies(tile);
  place.is_on_grid =
      place.is_private && place.memory == memory && lies_on_grid(state, indices, tile);
  for (size_t i = 0; i < indices.n; i++)
    if (!is_fixed(state, indices.at[i])) place.is_private = false;
  return place;
}

static bool same_place(const Place *a, const Place *b) {
  if (a->is_buffer != b->is_buffer || a->memory != b->memory || a->tile != b->tile ||
      a->indices.n != b->indices.n || a->combined != b->combined)
    return false;
  for (size_t i = 0; i < a->indices.n; i++)
    if (a->indices.at[i] != b->indices.at[i]) return false;
  return true;
}

// Of one memref, in one layout, both on its grid: what they share each thread has to itself.
static bool share_grid(const Place *a, const Place *b) {
  return a->is_on_grid && b->is_on_grid && a->memory == b->memory && a->tile == b->tile;
}

// Bit of the place; places beyond the limit share the last bit, which only costs barriers.  Slots
// of a channel are no place.
static uint64_t place_bit(Barriers *state, Place place) {
  size_t i = 0;
  uint64_t slots = place.is_buffer ? channel_slots_of(&state->slots, place.memory) : 0;
  state->touched |= slots;
  if (slots) return 0;
  while (i < state->num_places && !same_place(&state->places[i], &place)) i++;
  if (i == state->num_places && i < MAX_PLACES) state->places[state->num_places++] = place;
  return (uint64_t)1 << (i < MAX_PLACES ? i : MAX_PLACES - 1);
}

// The places that meet those in `bits`, between threads.
static uint64_t meeting(const Barriers *state, uint64_t bits) {
  uint64_t result = 0;
  for (size_t i = 0; i < state->num_places; i++) {
    if (!(bits >> i & 1)) continue;
    if (i == MAX_PLACES - 1) return UINT64_MAX; // shared by places unknown
    for (size_t k = 0; k < state->num_places; k++) {
      const Place *a = &state->places[i], *b = &state->places[k];
      bool meets = a->is_buffer == b->is_buffer && mem_roots_meet(a->memory, b->memory) &&
                   !(i == k && a->is_private) && !share_grid(a, b) &&
                   !(a->combined && a->combined == b->combined);
      if (meets || k == MAX_PLACES - 1) result |= (uint64_t)1 << k;
    }
  }
  return result;
}

static bool is_elements(const IrOp *op) {
  return IS(op, tile_map) || IS(op, tile_parallel);
}

// A place that all threads read, or one of them writes.
static uint64_t scalar_bit(Barriers *state, const IrValue *memory, IrValues indices) {
  return place_bit(state, place_of(state, memory, indices, NULL));
}

// Of an atomic access: what it touches, all of it where indices are tiles.
static Pending access_of_atomic(Barriers *state, IrOp *op, const IrValue *memory, IrAttr kind) {
  Place place = place_of(state, memory, (IrValues){0}, NULL);
  bool any_order = kind && mem_atomic_kind(kind) != MEM_ASSIGN;
  if (any_order && !ir_value_has_uses(ir_op_result(op, 0))) place.combined = kind;
  uint64_t bit = place_bit(state, place);
  return (Pending){.reads = bit, .writes = bit};
}

// All memory.
static Pending everything(Barriers *state) {
  Pending all = {0};
  for (unsigned is_buffer = 0; is_buffer < 2; is_buffer++)
    all.writes |= place_bit(state, (Place){.is_buffer = is_buffer});
  return all;
}

// Read and written from when the copy starts until it is waited for: there its places count as read
// and written once more, since a barrier in between comes too early for others.
static Pending access_of_copy(Barriers *state, IrOp *op) {
  const IrValue *source = GET(op, tile_async_copy, source);
  const IrValue *dest = GET(op, tile_async_copy, dest);
  IrType tile = ir_attr_type_value(GET(op, tile_async_copy, tile));
  Pending access = {0};
  access.reads = place_bit(state, place_of(state, source, GET(op, tile_async_copy, indices), tile));
  access.writes = place_bit(state, place_of(state, dest, GET(op, tile_async_copy, dest_indices),
                                            tile_async_copy_stored(op)));
  state->copied = pending_join(state->copied, access);
  return access;
}

// A copy into a channel: what it fills is ordered by turns.  What it reads it has read when its
// position is waited for, by the threads that copy: a read there once more.  TMA reads for all.
static Pending access_of_channel_copy(Barriers *state, IrOp *op) {
  Pending access = {0};
  IrType tile = ir_attr_type_value(GET(op, tile_async_copy, tile));
  if (GET(op, tile_async_copy, tma)) return access;
  access.reads = place_bit(state, place_of(state, GET(op, tile_async_copy, source),
                                           GET(op, tile_async_copy, indices), tile));
  state->handed = pending_join(state->handed, access);
  return access;
}

// A product beside the block: the waits behind it count as reads once more.
static Pending access_of_product(Barriers *state, IrOp *op) {
  Pending access = {0};
  for (size_t i = 0; i < ir_op_num_operands(op); i++)
    if (mem_is_buffer(ir_value_type(ir_op_operand(op, i))))
      access.reads |= scalar_bit(state, ir_op_operand(op, i), (IrValues){0});
  state->multiplied = pending_join(state->multiplied, access);
  return access;
}

// The same of a store of a buffer.  Another unit reads and writes, none of the block's threads.
static Pending access_of_async_store(Barriers *state, IrOp *op) {
  Pending access = {0};
  access.reads = scalar_bit(state, GET(op, tile_async_store, source), (IrValues){0});
  access.writes = scalar_bit(state, GET(op, tile_async_store, dest), (IrValues){0});
  state->stored = pending_join(state->stored, access);
  return access;
}

// What the code of single elements reads and writes, at places that depend on the element.
static Pending access_of_elements(Barriers *state, IrOp *map) {
  Pending access = {0};
  for (IrOp *op = map; op; op = ir_tree_next(op, map)) {
    IrEffects effects = {0};
    ir_op_effects(op, &effects);
    for (size_t i = 0; op != map && i < effects.n; i++) {
      const IrValue *memory = effects.at[i].value;
      uint64_t bit = memory ? scalar_bit(state, memory, (IrValues){0}) : UINT64_MAX;
      if (effects.at[i].kind == IR_EFFECT_WRITE)
        access.writes |= bit;
      else
        access.reads |= bit;
    }
    ir_effects_free(&effects);
  }
  return access;
}

static IrAttr order_of(const IrOp *op) {
  if (IS(op, tile_atomic_rmw)) return GET(op, tile_atomic_rmw, order);
  if (IS(op, tile_atomic_cas)) return GET(op, tile_atomic_cas, order);
  if (IS(op, mem_atomic_rmw)) return GET(op, mem_atomic_rmw, order);
  return IS(op, mem_atomic_cas) ? GET(op, mem_atomic_cas, order) : NULL;
}

static bool is_release(const IrOp *op) {
  IrAttr order = order_of(op);
  return order && (mem_atomic_order(order) == MEM_ORDER_RELEASE ||
                   mem_atomic_order(order) == MEM_ORDER_ACQ_REL);
}

static bool is_acquire(const IrOp *op) {
  IrAttr order = order_of(op);
  return order && (mem_atomic_order(order) == MEM_ORDER_ACQUIRE ||
                   mem_atomic_order(order) == MEM_ORDER_ACQ_REL);
}

// Of gathers, scatters and atomic accesses.
static bool access_of_indexed(Barriers *state, IrOp *op, Pending *access) {
  const IrValue *memory = NULL;
  if (IS(op, tile_gather)) memory = GET(op, tile_gather, source);
  if (memory) access->reads = scalar_bit(state, memory, (IrValues){0});
  if (!memory && IS(op, tile_scatter)) {
    memory = GET(op, tile_scatter, dest);
    access->writes = scalar_bit(state, memory, (IrValues){0});
  }
  if (memory) return true;
  IrAttr kind = NULL;
  if (IS(op, tile_atomic_rmw)) {
    memory = GET(op, tile_atomic_rmw, memory);
    kind = GET(op, tile_atomic_rmw, kind);
  } else if (IS(op, tile_atomic_cas)) {
    memory = GET(op, tile_atomic_cas, memory);
  } else if (IS(op, mem_atomic_rmw)) {
    memory = GET(op, mem_atomic_rmw, base);
    kind = GET(op, mem_atomic_rmw, kind);
  } else if (IS(op, mem_atomic_cas)) {
    memory = GET(op, mem_atomic_cas, base);
  } else if (IS(op, memref_atomic_rmw)) {
    memory = GET(op, memref_atomic_rmw, memref);
  }
  if (memory) *access = access_of_atomic(state, op, memory, kind);
  return memory;
}

static Pending access_of(Barriers *state, IrOp *op) {
  Pending access = {0};
  if (is_elements(op)) return access_of_elements(state, op);
  if (access_of_indexed(state, op, &access)) return access;
  if (IS(op, tile_load))
    access.reads =
        place_bit(state, place_of(state, GET(op, tile_load, source), GET(op, tile_load, indices),
                                  GET(op, tile_load, tile_type)));
  else if (IS(op, tile_store))
    access.writes =
        place_bit(state, place_of(state, GET(op, tile_store, dest), GET(op, tile_store, indices),
                                  ir_value_type(GET(op, tile_store, tile))));
  else if (IS(op, tile_async_copy) && GET(op, tile_async_copy, channel))
    access = access_of_channel_copy(state, op);
  else if (IS(op, tile_async_copy))
    access = access_of_copy(state, op);
  else if (IS(op, tc_dot_async))
    access = access_of_product(state, op);
  else if (IS(op, tile_async_store))
    access = access_of_async_store(state, op);
  else if (IS(op, mem_load))
    access.reads = scalar_bit(state, GET(op, mem_load, base), GET(op, mem_load, indices));
  else if (IS(op, mem_store))
    access.writes = scalar_bit(state, GET(op, mem_store, base), GET(op, mem_store, indices));
  else if (IS(op, memref_load))
    access.reads = scalar_bit(state, GET(op, memref_load, memref), GET(op, memref_load, indices));
  else if (IS(op, memref_store))
    access.writes =
        scalar_bit(state, GET(op, memref_store, memref), GET(op, memref_store, indices));
  return access;
}

static bool conflicts(const Barriers *state, Pending before, Pending now) {
  return (meeting(state, now.reads) & before.writes) ||
         (meeting(state, now.writes) & (before.reads | before.writes)) ||
         (now.filled & before.filled) || (now.released & before.released);
}

// ---- Walk

static void insert_barrier_of(Barriers *state, IrOp *op, int64_t groups) {
  if (state->walk.aim == PENDING_COUNT) state->counted++;
  if (state->walk.aim != PENDING_INSERT) return;
  IrBuilder b = ir_builder_before(op);
  IrOp *barrier = BUILD(&b, simt_barrier, NO_ARGS);
  if (groups) ir_op_set_attr(barrier, barrier_groups, ir_attr_integer(ir_type_i64(b.ctx), groups));
  (*state->inserted)++;
}

static void insert_barrier(Barriers *state, IrOp *op) {
  insert_barrier_of(state, op, 0);
}

// Of the loop, when it is entered with `pending`.
static size_t count_barriers(Barriers *state, IrOp *loop, Pending pending) {
  state->walk.aim = PENDING_COUNT;
  state->counted = 0;
  pending_forget(&state->walk);
  (void)pending_walk_loop(&state->walk, loop, pending);
  pending_forget(&state->walk);
  state->walk.aim = PENDING_INSERT;
  return state->counted;
}

// A barrier in front of a loop is executed once.
static Pending walk_loop(Barriers *state, IrOp *loop, Pending pending) {
  bool any = pending.reads || pending.writes || pending.filled || pending.released;
  if (state->walk.aim == PENDING_INSERT && any &&
      count_barriers(state, loop, (Pending){0}) < count_barriers(state, loop, pending)) {
    insert_barrier(state, loop);
    pending = (Pending){0};
  }
  return pending_walk_loop(&state->walk, loop, pending);
}

// Does each iteration of `loop` store to a place of its own: at the loop's counter, which moves on
// by at least the tile's extent?
static bool stores_disjoint_parts(IrOp *loop, IrOp *store) {
  IrShape tile = ir_type_shape(ir_value_type(GET(store, tile_store, tile)));
  IrValues at = GET(store, tile_store, indices);
  int64_t step;
  if (!ir_match_int(GET(loop, scf_for, step), &step)) return false;
  for (size_t d = 0; d < tile.rank; d++)
    if (at.at[at.n - tile.rank + d] == ir_block_arg(scf_block(loop, 0), 0) && step >= tile.at[d])
      return true;
  return false;
}

// Elements that another iteration may touch as well.  A load from an argument meets nothing, for
// a loop that copies stores to a buffer alone.
static bool touches_shared(const IrOp *op) {
  if (IS(op, tile_gather)) return mem_is_buffer(ir_value_type(GET(op, tile_gather, source)));
  if (IS(op, tile_scatter) || IS(op, memref_atomic_rmw) || order_of(op)) return true;
  if (IS(op, mem_load)) return mem_is_buffer(ir_value_type(GET(op, mem_load, base)));
  return IS(op, mem_store) || IS(op, memref_store);
}

// The store of a loop whose only access to buffers it is, and whose iterations do not meet; else
// NULL.
static IrOp *store_of_copy_loop(IrOp *loop) {
  if (!IS(loop, scf_for)) return NULL;
  IrOp *store = NULL;
  IR_FOR_OPS(op, scf_block(loop, 0)) {
    if (ir_op_num_regions(op) || IS(op, simt_barrier) || touches_shared(op)) return NULL;
    if (IS(op, tile_async_copy) || IS(op, tile_async_wait)) return NULL;
    if (IS(op, tile_async_store) || IS(op, tile_async_store_wait)) return NULL;
    if (IS(op, tc_dot_async) || IS(op, tc_dot_wait)) return NULL;
    if (IS(op, tile_load) && mem_is_buffer(ir_value_type(GET(op, tile_load, source)))) return NULL;
    if (!IS(op, tile_store)) continue;
    if (store || !mem_is_buffer(ir_value_type(GET(op, tile_store, dest)))) return NULL;
    store = op;
  }
  return store && stores_disjoint_parts(loop, store) ? store : NULL;
}

// What all iterations of a copy loop do.
static Pending access_of_loop(Barriers *state, IrOp *loop) {
  Pending access = {0};
  IR_FOR_OPS(op, scf_block(loop, 0)) access = pending_join(access, access_of(state, op));
  return access;
}

// One thread combines an element, and all get the result through shared memory: a barrier.
static bool is_followed_by_barrier(const IrOp *op) {
  bool is_one = IS(op, mem_atomic_rmw) || IS(op, mem_atomic_cas) || IS(op, memref_atomic_rmw);
  return is_one && ir_value_has_uses(ir_op_result(op, 0));
}

// One thread waits: for others its stores count as accesses once more.
static Pending waited_stores(const Barriers *state, IrOp *wait) {
  Pending stored = state->stored;
  if (!GET(wait, tile_async_store_wait, complete)) stored.writes = 0;
  return stored;
}

// Less what a barrier of each group orders.
static Pending beside_groups(const Barriers *state, Pending pending) {
  for (size_t i = 0; i < state->num_places && i < MAX_PLACES - 1; i++) {
    const Place *place = &state->places[i];
    bool theirs =
        place->is_buffer && place->memory && store_groups_have(&state->groups, place->memory);
    if (!theirs) continue;
    pending.reads &= ~((uint64_t)1 << i);
    pending.writes &= ~((uint64_t)1 << i);
  }
  return pending;
}

// What is left behind an op that waits; false for other ops.
static bool is_wait(const Barriers *state, IrOp *op, Pending *left) {
  *left = (Pending){0};
  if (IS(op, tile_async_wait))
    *left = state->copied;
  else if (IS(op, mem_channel_wait))
    *left = state->handed;
  else if (IS(op, tile_async_store_wait))
    *left = waited_stores(state, op);
  else if (IS(op, tc_dot_wait))
    *left = state->multiplied;
  else
    return false;
  return true;
}

// A turn at a channel, or a branch in which one is acquired.
static Pending walk_turns(Barriers *state, IrOp *op, Pending pending) {
  ChannelTurns turns = channel_turns_of(&state->slots, op);
  if (pending.released & turns.acquired) {
    insert_barrier(state, op);
    pending = (Pending){0};
  }
  pending.filled |= turns.filled;
  pending.released |= turns.released;
  return pending;
}

static Pending walk_access(Barriers *state, IrOp *op, Pending pending, bool copies) {
  state->touched = 0;
  Pending access = copies ? access_of_loop(state, op) : access_of(state, op);
  Pending now = is_release(op) ? pending_join(access, everything(state)) : access;
  Pending left = is_acquire(op) ? pending_join(access, everything(state)) : access;
  now.filled = state->touched;
  // In order with other stores of these groups are what tile.async_store_wait says.
  if (state->groups.n && IS(op, tile_async_store)) left.writes = 0;
  if (!conflicts(state, pending, now)) {
    left = pending_join(pending, left);
  } else if (state->groups.n && !conflicts(state, beside_groups(state, pending), now)) {
    left = pending_join(beside_groups(state, pending), left);
    insert_barrier_of(state, op, state->groups.n);
  } else {
    insert_barrier(state, op);
  }
  return is_followed_by_barrier(op) ? (Pending){0} : left;
}

static Pending walk_op(void *user, IrOp *op, Pending pending) {
  Barriers *state = user;
  Pending left;
  bool copies = store_of_copy_loop(op) != NULL;
  pending = walk_turns(state, op, pending);
  if (ir_op_is_loop(op) && !copies) return walk_loop(state, op, pending);
  if (ir_op_num_regions(op) && !copies && !is_elements(op))
    return pending_walk_branches(&state->walk, op, pending);
  if (IS(op, simt_barrier))
    return ir_op_attr(op, barrier_groups) ? beside_groups(state, pending) : (Pending){0};
  if (is_wait(state, op, &left)) return pending_join(pending, left);
  return walk_access(state, op, pending, copies);
}

IrStatus mem_barriers_run(IrPassRun *run, IrOp *kernel) {
  const struct mem_barriers_decl *self = run->decl;
  Barriers state = {.kernel = kernel,
                    .inserted = &self->stats->barriers,
                    .walk = {.op = walk_op, .user = &state}};
  channels_count_groups(kernel);
  channel_slots_find(&state.slots, kernel);
  store_groups_find(&state.groups, kernel);
  (void)pending_walk_kernel(&state.walk, kernel);
  channel_slots_free(&state.slots);
  store_groups_free(&state.groups);
  fences_insert(kernel);
  return IR_OK;
}
