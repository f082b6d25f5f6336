// Barriers that the plan of shared memory asks for.
//
// mem-barriers has placed those between accesses of one buffer of the kernel.  Here come two more
// kinds, after buffers have their bytes:
//
//   reuse     an access of a buffer, and one before of another buffer with some of the same bytes,
//             of which one writes
//   exchange  a load of a conversion's scratch and the stores before it, or stores and the loads
//             of its previous use (in the loop around, or in the last round)
//
// The state is, for each buffer, whether it was read or written since the last barrier.  A barrier
// goes in front of an access that meets such a read or write.  Where both accesses are of
// scratches that each warp has its own part of, the same parts, simt.warp_sync is enough: it orders
// the lanes of a warp, and other warps never touch these bytes.
//
// A scratch that asynchronous stores fill needs none: its loads stand behind an mbarrier's wait.
// Another one that the blocks of a cluster share needs the cluster's barrier between stores, which
// go to all blocks, and the loads of the own one.  In front of the first store all blocks have to
// run: they arrive at the kernel's beginning, which orders nothing and costs nobody, and wait in
// front of the op that holds the store.  At the end there is nothing to wait for: loads of what was
// stored, behind a barrier, are the last that anybody does with a scratch.
//
// Where threads of the block may go apart (code of single elements, copies that some threads make)
// no barrier can stand: all of them are in front.
//
// An asynchronous copy writes when it starts and once more when it is waited for, since a barrier
// in between comes too early for others; an asynchronous store reads so, and so does a product.
//
// What a loop's end leaves meets its beginning: the kernel is walked until what is known at the
// beginnings of loops does not grow, then once more to insert.  (A walk goes on after a place for a
// barrier as if it were there, so all walks take the same places for granted.)
#include "dialects/scf/scf.h"
#include "dialects/simt/simt.h"
#include "dialects/tc/tc.h"
#include "ir/analysis/tree.h"
#include "ir/interfaces/loop.h"
#include "passes/lower/shared_plan.h"

enum {
  READ_IN_BLOCK = 1, // since the last barrier of the block
  WRITTEN_IN_BLOCK = 2,
  READ_IN_WARP = 4, // since the last barrier of either kind
  WRITTEN_IN_WARP = 8,
  OF_WARP = READ_IN_WARP | WRITTEN_IN_WARP,
  COPIED = 16,          // asynchronously, and nobody has waited
  READ_IN_CLUSTER = 32, // since the last barrier of the cluster
  WRITTEN_IN_CLUSTER = 64,
  STORED = 128,  // asynchronously, and nobody has waited
  PRODUCT = 256, // read by a product that nobody has waited for
  READ = READ_IN_CLUSTER | READ_IN_BLOCK | READ_IN_WARP,
  WRITTEN = WRITTEN_IN_CLUSTER | WRITTEN_IN_BLOCK | WRITTEN_IN_WARP,
};

typedef uint16_t *State; // bits of each buffer

typedef struct Walk {
  const SharedPlan *plan;
  size_t n; // buffers
  bool insert, grew;
  IrPtrMap entries; // loop -> State known at its beginning
  IR_VEC(State) states;
} Walk;

static State new_state(Walk *walk) {
  State state = ir_calloc(walk->n + 1, sizeof *state);
  ir_vec_push(&walk->states, state);
  return state;
}

static State copy_of(Walk *walk, const uint16_t *state) {
  State copy = new_state(walk);
  memcpy(copy, state, walk->n * sizeof *state);
  return copy;
}

// Adds `more` to `state`; whether that changed it.
static bool join(const Walk *walk, State state, const uint16_t *more) {
  bool changed = false;
  for (size_t i = 0; i < walk->n; i++) {
    changed = changed || (more[i] & ~state[i]);
    state[i] |= more[i];
  }
  return changed;
}

// ---- Accesses

static bool share_bytes(const SharedBuffer *a, const SharedBuffer *b) {
  return a->offset < b->offset + b->bytes && b->offset < a->offset + a->bytes;
}

static bool have_same_parts(const SharedBuffer *a, const SharedBuffer *b) {
  return a->scratch == THREAD_SCRATCH_OF_WARPS && b->scratch == THREAD_SCRATCH_OF_WARPS &&
         a->offset == b->offset && a->bytes == b->bytes;
}

// What before the access has to be over: bits of the state of buffer `before`.
static uint16_t meeting(const SharedBuffer *before, const SharedBuffer *now, bool writes) {
  bool in_warps = have_same_parts(before, now);
  bool in_cluster =
      before->scratch == THREAD_SCRATCH_OF_CLUSTER || now->scratch == THREAD_SCRATCH_OF_CLUSTER;
  uint16_t read = in_cluster ? READ_IN_CLUSTER : in_warps ? READ_IN_WARP : READ_IN_BLOCK;
  uint16_t written = in_cluster ? WRITTEN_IN_CLUSTER
                     : in_warps ? WRITTEN_IN_WARP
                                : WRITTEN_IN_BLOCK;
  if (!share_bytes(before, now)) return 0;
  if (before != now) return writes ? read | written : written;
  if (!now->scratch) return 0; // mem-barriers saw to it
  if (now->scratch == THREAD_SCRATCH_SIGNALLED) return 0;
  return writes ? read : written; // the stores of an exchange do not meet
}

typedef enum Needed { NOTHING, WARP_SYNC, BARRIER, CLUSTER_BARRIER } Needed;

static Needed needed_before(const Walk *walk, const uint16_t *state, const SharedBuffer *buffer,
                            bool writes) {
  Needed needed = NOTHING;
  for (size_t i = 0; i < walk->n; i++) {
    uint16_t meets = meeting(&walk->plan->buffers.at[i], buffer, writes) & state[i];
    Needed for_it = meets & (READ_IN_CLUSTER | WRITTEN_IN_CLUSTER) ? CLUSTER_BARRIER
                    : meets & (READ_IN_BLOCK | WRITTEN_IN_BLOCK)   ? BARRIER
                    : meets                                        ? WARP_SYNC
                                                                   : NOTHING;
    if (for_it > needed) needed = for_it;
  }
  return needed;
}

static void forget(const Walk *walk, State state, Needed barrier) {
  static const uint16_t kept[] = {
      [WARP_SYNC] = (uint16_t)~OF_WARP,
      [BARRIER] = COPIED | STORED | PRODUCT | READ_IN_CLUSTER | WRITTEN_IN_CLUSTER,
      [CLUSTER_BARRIER] = COPIED | STORED | PRODUCT,
  };
  for (size_t i = 0; i < walk->n; i++) state[i] &= kept[barrier];
}

static void insert_barrier(const Walk *walk, IrOp *place, Needed barrier) {
  IrBuilder b = ir_builder_before(place);
  if (barrier == WARP_SYNC) BUILD(&b, simt_warp_sync, NO_ARGS);
  if (barrier == BARRIER) thread_build_barrier(&b, thread_role_of(walk->plan->roles, place));
  if (barrier != CLUSTER_BARRIER) return;
  BUILD(&b, simt_cluster_arrive, NO_ARGS);
  BUILD(&b, simt_cluster_wait, NO_ARGS);
}

// A barrier goes in front of `place`: the op, or what is around it.
static void walk_access(Walk *walk, IrOp *op, IrOp *place, State state, const SharedBuffer *buffer,
                        bool writes) {
  Needed needed = needed_before(walk, state, buffer, writes);
  if (needed) forget(walk, state, needed);
  if (needed && walk->insert) insert_barrier(walk, place, needed);
  state[buffer - walk->plan->buffers.at] |= writes ? WRITTEN : READ;
  if (IS(op, mem_cp_async)) state[buffer - walk->plan->buffers.at] |= COPIED;
  if (IS(op, mem_tma_store)) state[buffer - walk->plan->buffers.at] |= STORED;
  if (IS(op, tc_wgmma_descriptor)) state[buffer - walk->plan->buffers.at] |= PRODUCT;
}

// What is over, for a wait of this kind, and what it did meanwhile; `left`: of how many groups not.
typedef struct Waited {
  uint16_t under_way, did;
  int64_t left;
} Waited;

static bool is_wait(const IrOp *op, Waited *waited) {
  if (IS(op, mem_async_wait))
    *waited = (Waited){COPIED, WRITTEN, ir_attr_int(GET(op, mem_async_wait, groups))};
  else if (IS(op, mem_bulk_wait))
    *waited = (Waited){STORED, READ, ir_attr_int(GET(op, mem_bulk_wait, groups))};
  else if (IS(op, tc_wgmma_wait))
    *waited = (Waited){PRODUCT, READ, ir_attr_int(GET(op, tc_wgmma_wait, pending))};
  else
    return false;
  return true;
}

static void walk_wait(const Walk *walk, Waited waited, State state) {
  for (size_t i = 0; i < walk->n; i++) {
    if (!(state[i] & waited.under_way)) continue;
    state[i] |= waited.did;
    if (waited.left == 0) state[i] &= (uint16_t)~waited.under_way;
  }
}

// ---- Control flow

static void walk_block(Walk *walk, IrBlock *block, State state);

static void walk_region(Walk *walk, IrOp *op, size_t region, State state) {
  if (!ir_region_is_empty(ir_op_region(op, region)))
    walk_block(walk, ir_region_first(ir_op_region(op, region)), state);
}

// One of the regions is executed, or none.
static void walk_branches(Walk *walk, IrOp *op, State state) {
  State before = copy_of(walk, state);
  for (size_t i = 0; i < ir_op_num_regions(op); i++) {
    State branch = copy_of(walk, before);
    walk_region(walk, op, i, branch);
    (void)join(walk, state, branch);
  }
}

// Ends with what may be known after any of the regions, or none.
static void walk_loop(Walk *walk, IrOp *loop, State state) {
  State entry = ir_ptrmap_get(&walk->entries, loop);
  if (!entry) ir_ptrmap_set(&walk->entries, loop, entry = new_state(walk));
  (void)join(walk, state, entry);
  State iteration = copy_of(walk, state);
  for (size_t i = 0; i < ir_op_num_regions(loop); i++) {
    walk_region(walk, loop, i, iteration);
    (void)join(walk, state, iteration);
  }
  if (join(walk, entry, iteration)) walk->grew = true;
}

// Different buffers that are accessed inside have different bytes (shared_lifetime.c), so none is
// missed.
static void walk_apart(Walk *walk, IrOp *divergent, State state) {
  Waited waited;
  bool writes;
  for (IrOp *op = divergent; op; op = ir_tree_next(op, divergent)) {
    const SharedBuffer *buffer = shared_access_of(walk->plan, op, &writes);
    if (buffer) walk_access(walk, op, divergent, state, buffer, writes);
    if (is_wait(op, &waited)) walk_wait(walk, waited, state);
  }
}

static void walk_block(Walk *walk, IrBlock *block, State state) {
  IR_FOR_OPS(op, block) {
    bool writes;
    Waited waited;
    const SharedBuffer *buffer = shared_access_of(walk->plan, op, &writes);
    if (buffer)
      walk_access(walk, op, op, state, buffer, writes);
    else if (ir_ptrmap_get(walk->plan->divergent, op))
      walk_apart(walk, op, state);
    else if (ir_op_is_loop(op))
      walk_loop(walk, op, state);
    else if (ir_op_num_regions(op))
      walk_branches(walk, op, state);
    else if (is_wait(op, &waited))
      walk_wait(walk, waited, state);
    else if (thread_is_barrier(walk->plan->roles, op))
      forget(walk, state, BARRIER);
    else if (IS(op, simt_cluster_wait))
      forget(walk, state, CLUSTER_BARRIER);
    else if (IS(op, simt_warp_sync) && !GET(op, simt_warp_sync, mask))
      forget(walk, state, WARP_SYNC);
  }
}

static void walk_kernel(Walk *walk) {
  walk->grew = false;
  walk_block(walk, ir_region_first(ir_op_region(walk->plan->simt, 0)), new_state(walk));
}

// ---- The beginning of a cluster

static IrStatus stop_at_cluster(IrOp *op, void *user) {
  bool writes;
  const SharedBuffer *buffer = shared_access_of(user, op, &writes);
  bool found = buffer && (buffer->scratch == THREAD_SCRATCH_OF_CLUSTER ||
                          buffer->scratch == THREAD_SCRATCH_SIGNALLED);
  return found || IS(op, simt_cluster_arrive) ? IR_FAILED : IR_OK;
}

static IrStatus stop_at_fence(IrOp *op, void *user) {
  (void)user;
  return IS(op, mem_fence_mbarrier_init) ? IR_FAILED : IR_OK;
}

// The beginning, or behind the branch in which a thread initialises mbarriers.
static IrBuilder where_blocks_run(IrBlock *block) {
  IR_FOR_OPS(op, block)
  if (ir_walk_pre(op, stop_at_fence, NULL) != IR_OK) return ir_builder_after(op);
  return ir_builder_before(ir_block_first(block));
}

// A barrier of the cluster that stands in front of all this serves as well.
static void wait_for_blocks(SharedPlan *plan) {
  IrBlock *block = ir_region_first(ir_op_region(plan->simt, 0));
  IrOp *first = ir_block_first(block);
  while (first && ir_walk_pre(first, stop_at_cluster, plan) == IR_OK) first = ir_op_next(first);
  if (!first || IS(first, simt_cluster_arrive)) return;
  IrBuilder b = ir_builder_before(first), start = where_blocks_run(block);
  start.loc = b.loc;
  BUILD(&start, simt_cluster_arrive, .relaxed = ir_attr_unit(plan->ctx));
  BUILD(&b, simt_cluster_wait, NO_ARGS);
}

// Without scratches and with all buffers apart there is nothing to do.
static bool is_needed(const SharedPlan *plan) {
  for (size_t i = 0; i < plan->buffers.n; i++) {
    if (plan->buffers.at[i].scratch) return true;
    for (size_t k = 0; k < i; k++)
      if (share_bytes(&plan->buffers.at[i], &plan->buffers.at[k])) return true;
  }
  return false;
}

void shared_insert_barriers(SharedPlan *plan) {
  Walk walk = {.plan = plan, .n = plan->buffers.n};
  if (!is_needed(plan)) return;
  do walk_kernel(&walk);
  while (walk.grew);
  walk.insert = true;
  walk_kernel(&walk);
  wait_for_blocks(plan);
  for (size_t i = 0; i < walk.states.n; i++) ir_free(walk.states.at[i]);
  ir_vec_free(&walk.states);
  ir_ptrmap_free(&walk.entries);
}
