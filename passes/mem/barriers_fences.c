// Fences for the async proxy; see barriers_fences.h.
//
// The state is the set of buffers that threads have written since the last fence, ordinary stores
// where they are, copies of cp.async where they have been waited for.  What TMA copies needs no
// fence.  Loops are walked as in pending.h, but what is known at their beginning is not kept for
// the next walk: it may be less then, behind a fence that stands in front of the loop.  What a loop
// leaves is kept for each state that it has been entered with, so that walks of nested loops do not
// multiply.
#include "passes/mem/barriers_fences.h"

#include "dialects/mem/mem.h"
#include "dialects/simt/simt.h"
#include "dialects/tc/tc.h"
#include "dialects/tile/tile.h"
#include "ir/analysis/tree.h"
#include "ir/edit/builder.h"
#include "ir/interfaces/effects.h"
#include "ir/interfaces/loop.h"
#include "ir/support/map.h"
#include "ir/support/vec.h"
#include "passes/mem/copy_pair.h"

enum { MOST_BUFFERS = 63 }; // all beyond share the last bit

// What a loop leaves that is entered with `before`.
typedef struct Known {
  uint64_t before, after;
  size_t next; // of the same loop, plus one
} Known;

typedef struct Fences {
  IrOp *kernel;
  const IrValue *roots[MOST_BUFFERS + 1];
  size_t n;
  uint64_t read; // by products
  bool insert;
  IR_VEC(Known) known;
  IrPtrMap first_known; // loop -> its number in `known`, plus one
} Fences;

// Bits of the buffers that a value may lead to.
static uint64_t buffer_bits(Fences *f, const IrValue *buffer) {
  const IrValue *root = mem_root(f->kernel, buffer);
  size_t i = 0;
  if (!root) return UINT64_MAX;
  while (i < f->n && f->roots[i] != root) i++;
  if (i == f->n && i < MOST_BUFFERS) f->roots[f->n++] = root;
  return (uint64_t)1 << i;
}

static uint64_t read_by_product(Fences *f, const IrOp *op) {
  uint64_t bits = 0;
  for (size_t i = 0; i < 2; i++)
    if (mem_is_buffer(ir_value_type(ir_op_operand(op, i))))
      bits |= buffer_bits(f, ir_op_operand(op, i));
  return bits;
}

static IrStatus note_product(IrOp *op, void *user) {
  Fences *f = user;
  if (IS(op, tc_dot_async)) f->read |= read_by_product(f, op);
  return IR_OK;
}

// ---- What threads write.

static bool is_by_tma(const IrOp *copy) {
  return GET(copy, tile_async_copy, tma) && GET(copy, tile_async_copy, channel);
}

// What is there once `wait` has waited: for copies of a channel, or those of no channel.
typedef struct Waited {
  Fences *f;
  const IrOp *wait;
  uint64_t bits;
} Waited;

static IrStatus add_waited(IrOp *op, void *user) {
  Waited *w = user;
  if (!IS(op, tile_async_copy) || is_by_tma(op)) return IR_OK;
  const IrValue *channel = GET(op, tile_async_copy, channel);
  bool of_channel = IS(w->wait, mem_channel_wait);
  if (of_channel ? channel == GET(w->wait, mem_channel_wait, channel) : !channel)
    w->bits |= buffer_bits(w->f, GET(op, tile_async_copy, dest));
  return IR_OK;
}

static uint64_t written_by(Fences *f, const IrOp *op) {
  IrEffects effects = {0};
  uint64_t bits = 0;
  if (IS(op, tile_async_copy) || IS(op, tile_async_store)) return 0;
  ir_op_effects(op, &effects);
  for (size_t i = 0; i < effects.n; i++)
    if (effects.at[i].kind == IR_EFFECT_WRITE && effects.at[i].value &&
        mem_is_buffer(ir_value_type(effects.at[i].value)))
      bits |= buffer_bits(f, effects.at[i].value);
  ir_effects_free(&effects);
  return bits;
}

// ---- Walk.

static uint64_t walk_block(Fences *f, IrBlock *block, uint64_t unfenced);

static void fence_behind(const Fences *f, IrOp *op) {
  if (!f->insert) return;
  IrBuilder b = ir_builder_after(op);
  BUILD(&b, mem_fence_proxy_async, .shared = ir_attr_unit(b.ctx));
}

static void fence_in_front(const Fences *f, IrOp *op) {
  if (!f->insert) return;
  IrOp *before = ir_op_prev(op);
  IrBuilder b = ir_builder_before(IS(before, simt_barrier) ? before : op);
  BUILD(&b, mem_fence_proxy_async, .shared = ir_attr_unit(b.ctx));
}

static uint64_t walk_regions(Fences *f, IrOp *op, uint64_t unfenced) {
  uint64_t after = unfenced;
  for (size_t i = 0; i < ir_op_num_regions(op); i++)
    if (!ir_region_is_empty(ir_op_region(op, i)))
      after |= walk_block(f, ir_region_first(ir_op_region(op, i)), unfenced);
  return after;
}

static uint64_t read_inside(Fences *f, IrOp *loop) {
  uint64_t bits = 0;
  for (IrOp *op = loop; op; op = ir_tree_next(op, loop))
    if (IS(op, tc_dot_async)) bits |= read_by_product(f, op);
  return bits;
}

static const Known *find_known(const Fences *f, const IrOp *loop, uint64_t before) {
  size_t i = (uintptr_t)ir_ptrmap_get(&f->first_known, loop);
  while (i && f->known.at[i - 1].before != before) i = f->known.at[i - 1].next;
  return i ? &f->known.at[i - 1] : NULL;
}

static void remember(Fences *f, const IrOp *loop, uint64_t before, uint64_t after) {
  size_t next = (uintptr_t)ir_ptrmap_get(&f->first_known, loop);
  ir_vec_push(&f->known, ((Known){before, after, next}));
  ir_ptrmap_set(&f->first_known, loop, (void *)(uintptr_t)f->known.n);
}

// Walks the loop until what its beginning has no longer grows; that is also what it may leave.
static uint64_t find_unfenced(Fences *f, IrOp *loop, uint64_t before) {
  const Known *known = find_known(f, loop, before);
  bool insert = f->insert;
  uint64_t unfenced = before, seen;
  if (known) return known->after;
  f->insert = false;
  do {
    seen = unfenced;
    unfenced |= walk_regions(f, loop, unfenced);
  } while (unfenced != seen);
  f->insert = insert;
  remember(f, loop, before, unfenced);
  return unfenced;
}

// What was written before the loop is fenced there, once.
static uint64_t walk_loop(Fences *f, IrOp *loop, uint64_t unfenced) {
  if (unfenced & read_inside(f, loop)) {
    fence_in_front(f, loop);
    unfenced = 0;
  }
  unfenced = find_unfenced(f, loop, unfenced);
  return f->insert ? unfenced | walk_regions(f, loop, unfenced) : unfenced;
}

static uint64_t walk_op(Fences *f, IrOp *op, uint64_t unfenced) {
  if (ir_op_is_loop(op)) return walk_loop(f, op, unfenced);
  if (ir_op_num_regions(op)) return walk_regions(f, op, unfenced) | written_by(f, op);
  if (IS(op, mem_fence_proxy_async)) return 0;
  if (IS(op, tile_async_wait) || IS(op, mem_channel_wait)) {
    Waited w = {f, op, 0};
    if (ir_walk_pre(f->kernel, add_waited, &w) != IR_OK || !(w.bits & f->read)) return unfenced;
    fence_behind(f, op);
    return 0;
  }
  if (IS(op, tc_dot_async) && (read_by_product(f, op) & unfenced)) {
    fence_in_front(f, op);
    return 0;
  }
  return unfenced | written_by(f, op);
}

static uint64_t walk_block(Fences *f, IrBlock *block, uint64_t unfenced) {
  IR_FOR_OPS(op, block) unfenced = walk_op(f, op, unfenced);
  return unfenced;
}

void fences_insert(IrOp *kernel) {
  Fences f = {.kernel = kernel, .insert = true};
  IrStatus walked = ir_walk_pre(kernel, note_product, &f);
  IR_ASSERT(walked == IR_OK, "nothing that is looked at fails");
  if (f.read) (void)walk_block(&f, ir_region_first(ir_op_region(kernel, 0)), 0);
  ir_vec_free(&f.known);
  ir_ptrmap_free(&f.first_known);
}
