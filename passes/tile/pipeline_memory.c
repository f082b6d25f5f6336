// What the ops of a loop touch, and which of them must stay in order.
//
// Two ops stay in order when one writes what the other may touch.  Arguments of a kernel may
// overlap, so a store to any of them may be to what another one reads, unless the kernel assumes
// that the two are disjoint.  What a copy into a channel
// fills is apart: the channel's turns order those copies and the reads of it.
#include "dialects/mem/mem.h"
#include "dialects/tc/tc.h"
#include "dialects/tile/roles.h"
#include "dialects/tile/tile.h"
#include "ir/analysis/tree.h"
#include "ir/interfaces/effects.h"
#include "passes/mem/copy_pair.h"
#include "passes/mem/global_writes.h"
#include "passes/tile/pipeline.h"

static bool fills_channel(const IrOp *op) {
  return IS(op, tile_async_copy) && GET(op, tile_async_copy, channel);
}

// The copies of a role's channels are in another role.
static void find_owners(Pipeline *p) {
  size_t role;
  IrOp *roles = tile_role_around(p->loop, &role), *around = roles ? roles : p->loop;
  for (IrOp *op = ir_tree_first(around, 0); op; op = ir_tree_next(op, around)) {
    if (!fills_channel(op)) continue;
    const IrValue *root = mem_root(p->kernel, GET(op, tile_async_copy, dest));
    if (root) ir_ptrmap_set(&p->owners, root, GET(op, tile_async_copy, channel));
  }
}

// Not products under way, or turns.
static bool is_memory(const IrEffect *effect) {
  return !effect->resource || effect->resource == &ir_memory || effect->resource == &mem_shared ||
         effect->resource == &mem_fragment;
}

static void add_effect(const Pipeline *p, const IrOp *op, const IrEffect *effect,
                       PipelineAccesses *out) {
  if (effect->kind & IR_EFFECT_UNKNOWN) out->unknown = true;
  if (!(effect->kind & (IR_EFFECT_READ | IR_EFFECT_WRITE)) || !is_memory(effect)) return;
  if (!effect->value) {
    out->unknown = true;
    return;
  }
  PipelineAccess access = {.root = mem_root(p->kernel, effect->value),
                           .is_buffer = mem_is_buffer(ir_value_type(effect->value)),
                           .writes = effect->kind == IR_EFFECT_WRITE};
  bool owned = access.root && ir_ptrmap_has(&p->owners, access.root);
  access.in_channel = owned && (!access.writes || fills_channel(op));
  ir_vec_push(&out->list, access);
}

// Copies of their own, outside of channels, are done behind it: what they fill and read is all that
// it is ordered with.
static void add_copies(const Pipeline *p, PipelineAccesses *out) {
  for (IrOp *op = ir_tree_first(p->kernel, 0); op; op = ir_tree_next(op, p->kernel)) {
    if (!IS(op, tile_async_copy) || fills_channel(op)) continue;
    const IrValue *root = mem_root(p->kernel, GET(op, tile_async_copy, dest));
    PipelineAccess filled = {.root = root, .is_buffer = true, .writes = true, .in_channel = !root};
    PipelineAccess read = {.root = mem_root(p->kernel, GET(op, tile_async_copy, source))};
    ir_vec_push(&out->list, filled);
    ir_vec_push(&out->list, read);
  }
}

static void add_stored(const Pipeline *p, const IrOp *store, bool complete, PipelineAccesses *out) {
  const IrValue *root = mem_root(p->kernel, GET(store, tile_async_store, source));
  bool owned = root && ir_ptrmap_has(&p->owners, root);
  PipelineAccess buffer = {
      .root = root, .is_buffer = true, .writes = !owned, .in_channel = owned || !root};
  ir_vec_push(&out->list, buffer);
  if (!complete) return;
  PipelineAccess memory = {.root = mem_root(p->kernel, GET(store, tile_async_store, dest)),
                           .writes = true};
  ir_vec_push(&out->list, memory);
}

// Asynchronous stores read their buffers until it, and a slot is released behind it; behind a
// complete one memory has what they stored.  With other memory it is not ordered.
static void add_stores(const Pipeline *p, const IrOp *wait, PipelineAccesses *out) {
  bool complete = GET(wait, tile_async_store_wait, complete);
  for (IrOp *op = ir_tree_first(p->kernel, 0); op; op = ir_tree_next(op, p->kernel))
    if (IS(op, tile_async_store)) add_stored(p, op, complete, out);
}

static void add_op(const Pipeline *p, const IrOp *op, PipelineAccesses *out) {
  IrEffects effects = {0};
  out->products |= p->counts && (IS(op, tc_dot_async) || IS(op, tc_dot_wait));
  // The order of turns has edges of its own.
  if (mem_is_turn(op) || IS(op, tc_dot_wait) || ir_op_has_trait(op, IR_TERMINATOR)) return;
  if (IS(op, tile_async_wait)) {
    add_copies(p, out);
    return;
  }
  if (IS(op, tile_async_store_wait)) {
    add_stores(p, op, out);
    return;
  }
  out->unknown |= mem_orders_others(op);
  ir_op_effects(op, &effects);
  for (size_t i = 0; i < effects.n; i++) add_effect(p, op, &effects.at[i], out);
  ir_effects_free(&effects);
}

// Whether something waits for all but the last so many products.
static bool counts_products(const IrOp *loop) {
  for (IrOp *op = ir_tree_first(loop, 0); op; op = ir_tree_next(op, loop))
    if (IS(op, tc_dot_wait) && ir_attr_int(GET(op, tc_dot_wait, pending))) return true;
  return false;
}

void pipeline_find_accesses(Pipeline *p) {
  find_owners(p);
  p->counts = counts_products(p->loop);
  for (size_t i = 0; i < p->ops.n; i++) {
    PipelineAccesses all = {0};
    IrOp *root = p->ops.at[i].op;
    for (IrOp *op = root; op; op = ir_tree_next(op, root)) add_op(p, op, &all);
    ir_vec_push(&p->access, all);
  }
}

static bool meet(const IrOp *kernel, const PipelineAccess *a, const PipelineAccess *b) {
  if (!a->writes && !b->writes) return false;
  if (a->is_buffer != b->is_buffer || (a->in_channel && b->in_channel)) return false;
  if (a->is_buffer) return mem_roots_meet(a->root, b->root);
  return mem_roots_overlap(kernel, a->root, b->root);
}

static bool touches_nothing(const PipelineAccesses *a) {
  return !a->unknown && !a->list.n;
}

// Products that are counted by those who wait for them stay as they are.
bool pipeline_must_stay_ordered(const IrOp *kernel, const PipelineAccesses *a,
                                const PipelineAccesses *b) {
  if (a->products && b->products) return true;
  if (touches_nothing(a) || touches_nothing(b)) return false;
  if (a->unknown || b->unknown) return true;
  for (size_t i = 0; i < a->list.n; i++)
    for (size_t k = 0; k < b->list.n; k++)
      if (meet(kernel, &a->list.at[i], &b->list.at[k])) return true;
  return false;
}

bool pipeline_may_move(const Pipeline *p, size_t i) {
  for (size_t k = 0; k < p->ops.n; k++)
    if (k != i && pipeline_must_stay_ordered(p->kernel, &p->access.at[i], &p->access.at[k]))
      return false;
  return !p->access.at[i].unknown;
}
