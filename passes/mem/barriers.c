// mem-barriers: a simt.barrier between conflicting accesses to a shared buffer.
//
// requires: tile.load and tile.store on buffers, structured control flow   preserves: everything
// else
//
//   tile.store %a, %s[0, 0]              tile.store %a, %s[0, 0]
//   %x = tile.load %s[0, 0] : ...   ==>  simt.barrier
//                                        %x = tile.load %s[0, 0] : ...
//
// The state is the set of buffers read and written since the last barrier.  An access conflicts
// when one of the two writes.  A loop's body is walked twice without changes first, so that what
// its end leaves meets its beginning; only then barriers go in.  A loop that only copies parts of a
// tile to disjoint places of a buffer (mem-chunk makes such) is one access.
#include "dialects/mem/mem.h"
#include "dialects/scf/scf.h"
#include "dialects/simt/simt.h"
#include "dialects/tile/tile.h"
#include "ir/edit/builder.h"
#include "passes/mem/mem_passes.h"

enum { MAX_BUFFERS = 64 };

// One bit a buffer.
typedef struct Pending {
  uint64_t reads, writes;
} Pending;

typedef struct Barriers {
  const IrValue *buffers[MAX_BUFFERS];
  size_t num_buffers;
  bool insert; // false while a loop's effect is being found out
  uint64_t *inserted;
} Barriers;

static Pending join(Pending a, Pending b) {
  return (Pending){a.reads | b.reads, a.writes | b.writes};
}

// The allocation a view comes from.
static const IrValue *root_buffer(const IrValue *value) {
  for (IrOp *op = ir_value_op(value); IS(op, mem_index); op = ir_value_op(value))
    value = GET(op, mem_index, buffer);
  return value;
}

// Bit of the buffer; buffers beyond the limit share the last bit, which only costs barriers.
static uint64_t buffer_bit(Barriers *state, const IrValue *value) {
  const IrValue *root = root_buffer(value);
  size_t i = 0;
  while (i < state->num_buffers && state->buffers[i] != root) i++;
  if (i == state->num_buffers && i < MAX_BUFFERS) state->buffers[state->num_buffers++] = root;
  return (uint64_t)1 << (i < MAX_BUFFERS ? i : MAX_BUFFERS - 1);
}

static Pending access_of(Barriers *state, IrOp *op) {
  Pending access = {0, 0};
  if (IS(op, tile_load) && mem_is_buffer(ir_value_type(GET(op, tile_load, source))))
    access.reads = buffer_bit(state, GET(op, tile_load, source));
  if (IS(op, tile_store) && mem_is_buffer(ir_value_type(GET(op, tile_store, dest))))
    access.writes = buffer_bit(state, GET(op, tile_store, dest));
  return access;
}

static bool conflicts(Pending before, Pending now) {
  return (now.reads & before.writes) || (now.writes & (before.reads | before.writes));
}

static Pending walk_block(Barriers *state, IrBlock *block, Pending pending);

static Pending walk_regions(Barriers *state, IrOp *op, Pending pending, bool is_loop) {
  Pending after = pending;
  for (size_t i = 0; i < ir_op_num_regions(op); i++) {
    if (ir_region_is_empty(ir_op_region(op, i))) continue;
    IrBlock *body = ir_region_first(ir_op_region(op, i));
    Pending entry = pending;
    if (is_loop) {
      bool insert = state->insert;
      state->insert = false;
      entry = join(entry, walk_block(state, body, entry));
      entry = join(entry, walk_block(state, body, entry));
      state->insert = insert;
    }
    after = join(after, walk_block(state, body, entry));
  }
  return after;
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

// The store of a loop whose only access to buffers it is, and whose iterations do not meet; else
// NULL.
static IrOp *store_of_copy_loop(IrOp *loop) {
  if (!IS(loop, scf_for)) return NULL;
  IrOp *store = NULL;
  IR_FOR_OPS(op, scf_block(loop, 0)) {
    if (ir_op_num_regions(op) || IS(op, simt_barrier)) return NULL;
    if (IS(op, tile_load) && mem_is_buffer(ir_value_type(GET(op, tile_load, source)))) return NULL;
    if (!IS(op, tile_store)) continue;
    if (store || !mem_is_buffer(ir_value_type(GET(op, tile_store, dest)))) return NULL;
    store = op;
  }
  return store && stores_disjoint_parts(loop, store) ? store : NULL;
}

static bool is_loop(const IrOp *op) {
  IrStr name = ir_op_name(op);
  return IS(op, tile_pipelined) || ir_str_is(name, "scf.for") || ir_str_is(name, "scf.while");
}

static Pending walk_op(Barriers *state, IrOp *op, Pending pending) {
  IrOp *accessing = op;
  if (ir_op_num_regions(op)) {
    accessing = store_of_copy_loop(op);
    if (!accessing) return walk_regions(state, op, pending, is_loop(op));
  }
  if (IS(op, simt_barrier)) return (Pending){0, 0};
  Pending access = access_of(state, accessing);
  if (!conflicts(pending, access)) return join(pending, access);
  if (state->insert) {
    IrBuilder b = ir_builder_before(op);
    BUILD(&b, simt_barrier, NO_ARGS);
    (*state->inserted)++;
  }
  return access;
}

static Pending walk_block(Barriers *state, IrBlock *block, Pending pending) {
  IR_FOR_OPS(op, block) pending = walk_op(state, op, pending);
  return pending;
}

IrStatus mem_barriers_run(IrPassRun *run, IrOp *kernel) {
  const struct mem_barriers_decl *self = run->decl;
  Barriers state = {.insert = true, .inserted = &self->stats->barriers};
  walk_block(&state, ir_region_first(ir_op_region(kernel, 0)), (Pending){0, 0});
  return IR_OK;
}
