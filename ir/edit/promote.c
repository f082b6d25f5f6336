// Promotion slot by slot; each looks at its own uses and at the blocks where it is alive, so many
// slots of a large function cost no more than what they are used for.
//
// Values for new block arguments wait as operands of an op of their own, one a slot, where they are
// kept up to date while loads of other slots are replaced; branches get them all at the end.
#include "ir/edit/promote.h"

#include <stdlib.h>

#include "ir/analysis/block_tree.h"
#include "ir/analysis/tree.h"
#include "ir/core/op_impl.h"
#include "ir/edit/builder.h"
#include "ir/interfaces/branch.h"
#include "ir/interfaces/memory_slot.h"

// A value that an edge into a block with a new argument hands over.
typedef struct Handed {
  IrEdge *edge;
  IrOp *holder;
  uint32_t operand;
} Handed;

// A region at work.
typedef struct Region {
  IrRegion *region;
  IrBlockTree tree;
  IrMergeFinder finder;
  uint32_t *place;       // block -> its place among the slot's blocks
  IR_VEC(Handed) handed; // by slot
  IR_VEC(IrOp *) holders;
} Region;

typedef struct Access {
  IrOp *op;
  uint32_t block; // UINT32_MAX: it cannot be reached
} Access;

typedef struct Slot {
  IrMemorySlot slot;
  IrOp *allocation;
  IR_VEC(Access) accesses; // in the order of blocks, then of ops
  IrNumbers defining, using;
  IrValue *undefined;   // once made
  IR_VEC(IrValue *) at; // values at the end of the slot's blocks, by place
} Slot;

typedef struct Promoter {
  IrOp *root;
  IrDominance *dom;
  Region *region; // or NULL
  IrPromotions done;
  IrSlotStaysFn stays;
  void *user;
} Promoter;

// ---- Whether ----

static const char *why_stays(const Slot *s) {
  const IrRegion *region = s->allocation->block->region;
  if (ir_region_is_graph(region)) return "the order of ops around it means nothing";
  for (const IrUse *u = s->slot.pointer->first_use; u; u = u->next) {
    if (!ir_slot_can_promote(u->op, &s->slot)) return "an op that uses it cannot do without";
    if (u->op->block->region != region) return "an op in another region uses it";
  }
  return NULL;
}

static bool merges_can_be_given(const Region *r) {
  for (size_t i = 0; i < r->finder.points.n; i++)
    for (const IrEdge *e = r->tree.blocks[r->finder.points.at[i]]->first_edge; e; e = e->next)
      if (!ir_branch_is_resizable(e->op)) return false;
  return true;
}

// ---- The accesses of a slot ----

static int compare_accesses(const void *a, const void *b) {
  const Access *x = a, *y = b;
  if (x->block != y->block) return x->block < y->block ? -1 : 1;
  if (x->op == y->op) return 0;
  if (x->op->block != y->op->block) return 0; // none of them can be reached
  return ir_op_is_before(x->op, y->op) ? -1 : 1;
}

// An op that uses the pointer twice counts once.
static void find_accesses(const Region *r, Slot *s) {
  for (const IrUse *u = s->slot.pointer->first_use; u; u = u->next)
    ir_vec_push(&s->accesses, ((Access){u->op, ir_block_tree_number(&r->tree, u->op->block)}));
  if (s->accesses.n > 1)
    qsort(s->accesses.at, s->accesses.n, sizeof *s->accesses.at, compare_accesses);
  size_t kept = 0;
  for (size_t i = 0; i < s->accesses.n; i++)
    if (kept == 0 || s->accesses.at[kept - 1].op != s->accesses.at[i].op)
      s->accesses.at[kept++] = s->accesses.at[i];
  s->accesses.n = kept;
}

// The allocation defines too: what is in the slot is new each time.
static void find_definitions(const Region *r, Slot *s) {
  uint32_t own = ir_block_tree_number(&r->tree, s->allocation->block);
  if (own != UINT32_MAX) ir_vec_push(&s->defining, own);
  for (size_t i = 0; i < s->accesses.n; i++) {
    const Access *a = &s->accesses.at[i];
    if (a->block == UINT32_MAX || a->block == own) continue;
    bool stores = ir_slot_stores(a->op, &s->slot);
    bool defined = s->defining.n && ir_vec_last(&s->defining) == a->block;
    // What an op that stores was given may matter to what it leaves.
    if (!defined && (ir_slot_loads(a->op, &s->slot) || stores)) {
      if (!stores || ir_slot_loads(a->op, &s->slot)) ir_vec_push(&s->using, a->block);
    }
    if (stores && !defined) ir_vec_push(&s->defining, a->block);
  }
}

// ---- Promotion ----

static IrValue *undefined_value(Slot *s) {
  if (s->undefined) return s->undefined;
  IrBlock *block = s->allocation->block;
  IrBuilder b = ir_builder_at_start(ir_op_context(s->allocation), block, s->allocation->loc);
  return s->undefined = ir_slot_undefined(&b, s->allocation, &s->slot);
}

static IrValue *value_or_undefined(Slot *s, IrValue *value) {
  return value ? value : undefined_value(s);
}

// The value at the start of block number `block`; NULL: undefined.
static IrValue *value_at_start(Promoter *p, Slot *s, uint32_t block) {
  Region *r = p->region;
  if (block == ir_block_tree_number(&r->tree, s->allocation->block)) return NULL;
  if (r->finder.merges[block] == r->finder.stamp) {
    IrValue *arg = ir_block_add_arg(r->tree.blocks[block], s->slot.type, s->allocation->loc);
    ir_value_take_name(arg, s->slot.pointer);
    p->done.args++;
    return arg;
  }
  if (r->finder.live[block] != r->finder.stamp) return NULL; // it is written before it is read
  // No value comes in between, so the dominator has it, be it handed on or its own.
  uint32_t parent = r->tree.parent[block];
  IR_ASSERT(r->place[parent] < s->at.n && r->finder.blocks.at[r->place[parent]] == parent,
            "a slot is alive in the dominator of a block where it is wanted");
  return s->at.at[r->place[parent]];
}

static IrValue *run_access(Slot *s, IrOp *op, IrValue *value) {
  IrBuilder b = ir_builder_after(op);
  bool stores = ir_slot_stores(op, &s->slot);
  IrValue *before = value;
  if (ir_slot_loads(op, &s->slot)) before = value_or_undefined(s, value);
  if (stores) value = ir_slot_stored(&b, op, &s->slot, before);
  ir_slot_promote(&b, op, &s->slot, before);
  return value;
}

// Block after block, dominators first.
static void run_blocks(Promoter *p, Slot *s) {
  Region *r = p->region;
  size_t next = 0;
  for (uint32_t i = 0; i < r->finder.blocks.n; i++) r->place[r->finder.blocks.at[i]] = i;
  for (uint32_t i = 0; i < r->finder.blocks.n; i++) {
    uint32_t block = r->finder.blocks.at[i];
    IrValue *value = value_at_start(p, s, block);
    for (; next < s->accesses.n && s->accesses.at[next].block <= block; next++)
      value = run_access(s, s->accesses.at[next].op, value);
    ir_vec_push(&s->at, value);
  }
  for (; next < s->accesses.n; next++) (void)run_access(s, s->accesses.at[next].op, NULL);
}

static IrOp *make_holder(IrContext *ctx, IrValue *const *values, size_t n) {
  const IrOpInfo *info = ir_op_info_unregistered(ctx, ir_str("builtin.values_handed_over"));
  return ir_op_create(ctx, &(IrOpCreate){.info = info, .operands = values, .num_operands = n});
}

static void hand_over(Promoter *p, Slot *s) {
  Region *r = p->region;
  IR_VEC(IrValue *) values = {0};
  size_t first = r->handed.n;
  for (size_t i = 0; i < r->finder.points.n; i++) {
    IrBlock *block = r->tree.blocks[r->finder.points.at[i]];
    for (IrEdge *e = block->first_edge; e; e = e->next) {
      uint32_t from = ir_block_tree_number(&r->tree, e->op->block);
      IrValue *value = from == UINT32_MAX ? NULL : s->at.at[r->place[from]];
      ir_vec_push(&r->handed, ((Handed){e, NULL, (uint32_t)values.n}));
      ir_vec_push(&values, value_or_undefined(s, value));
    }
  }
  if (values.n) {
    IrOp *holder = make_holder(ir_op_context(p->root), values.at, values.n);
    ir_vec_push(&r->holders, holder);
    for (size_t i = first; i < r->handed.n; i++) r->handed.at[i].holder = holder;
  }
  ir_vec_free(&values);
}

// ---- Regions ----

// Edges get what waits for them, in the order of slots, which is that of the new arguments: sorted
// by counting.
static void deliver(Region *r) {
  IrPtrMap edges = {0}; // edge -> how many it gets, then its number + 1
  for (size_t i = 0; i < r->handed.n; i++) {
    uintptr_t n = (uintptr_t)ir_ptrmap_get(&edges, r->handed.at[i].edge);
    ir_ptrmap_set(&edges, r->handed.at[i].edge, (void *)(n + 1));
  }
  size_t *starts = ir_malloc((edges.n + 1) * sizeof *starts), total = 0;
  for (uint32_t k = 0; k < edges.n; k++) {
    starts[k] = total;
    total += (uintptr_t)edges.entries[k].value;
    edges.entries[k].value = (void *)(uintptr_t)(k + 1);
  }
  IrValue **values = ir_malloc((total + 1) * sizeof *values);
  for (size_t i = 0; i < r->handed.n; i++) {
    const Handed *h = &r->handed.at[i];
    size_t k = (uintptr_t)ir_ptrmap_get(&edges, h->edge) - 1;
    values[starts[k]++] = ir_operands(h->holder)[h->operand];
  }
  IR_VEC(IrValue *) list = {0};
  for (uint32_t k = 0; k < edges.n; k++) {
    IrEdge *e = (IrEdge *)edges.entries[k].key;
    IrValues old = ir_branch_operands(e->op, ir_edge_index(e));
    ir_vec_clear(&list);
    for (size_t i = 0; i < old.n; i++) ir_vec_push(&list, old.at[i]);
    for (size_t i = k ? starts[k - 1] : 0; i < starts[k]; i++) ir_vec_push(&list, values[i]);
    ir_branch_set_operands(e->op, ir_edge_index(e), list.at, list.n);
  }
  ir_vec_free(&list);
  ir_free(values);
  ir_free(starts);
  ir_ptrmap_free(&edges);
}

static void open_region(Promoter *p, Region *r, IrRegion *region) {
  *r = (Region){.region = region};
  ir_block_tree_init(&r->tree, p->dom, region);
  ir_merge_finder_init(&r->finder, &r->tree);
  r->place = IR_NEW_ARRAY(&r->tree.arena, uint32_t, r->tree.n);
  p->region = r;
}

static void close_region(Promoter *p) {
  Region *r = p->region;
  deliver(r);
  for (size_t i = 0; i < r->holders.n; i++) ir_op_destroy(r->holders.at[i]);
  ir_vec_free(&r->holders);
  ir_vec_free(&r->handed);
  ir_merge_finder_free(&r->finder);
  ir_block_tree_free(&r->tree);
  p->region = NULL;
}

static void free_slot(Slot *s) {
  ir_vec_free(&s->accesses);
  ir_vec_free(&s->defining);
  ir_vec_free(&s->using);
  ir_vec_free(&s->at);
}

// Why the slot stays; NULL when it was promoted.
static const char *promote_slot(Promoter *p, Slot *s) {
  const char *why = why_stays(s);
  if (why) return why;
  find_accesses(p->region, s);
  find_definitions(p->region, s);
  ir_merge_points_find(&p->region->finder, &s->defining, &s->using);
  if (!merges_can_be_given(p->region)) return "a branch cannot hand on what is in it";
  run_blocks(p, s);
  hand_over(p, s);
  s->allocation = ir_slot_promoted(s->allocation, &s->slot);
  p->done.slots++;
  return NULL;
}

// Tries the slots of `*allocation` until one is promoted, after which the op may be another one, or
// NULL.
static bool promote_one(Promoter *p, IrOp **allocation, bool report) {
  bool promoted = false;
  for (uint32_t i = 0, n = (*allocation)->num_results; i < n && !promoted; i++) {
    Slot s = {.allocation = *allocation};
    if (!ir_slot_of(*allocation, i, &s.slot) || !s.slot.pointer->first_use) continue;
    const char *why = promote_slot(p, &s);
    free_slot(&s);
    promoted = !why;
    if (promoted)
      *allocation = s.allocation;
    else if (report)
      p->stays(p->user, *allocation, i, why);
  }
  return promoted;
}

// ---- All ----

typedef IR_VEC(IrOp *) Ops;

// Region by region, in each in program order.
static void find_allocations(IrOp *root, Ops *found) {
  IrPtrMap regions = {0}; // region -> number + 1
  Ops all = {0};
  IR_VEC(size_t) starts = {0};
  for (IrOp *op = ir_tree_first(root, 0); op; op = ir_tree_next(op, root)) {
    if (!ir_op_allocates_slots(op)) continue;
    const IrRegion *region = op->block->region;
    uintptr_t number = (uintptr_t)ir_ptrmap_get(&regions, region);
    if (!number) {
      number = starts.n + 1;
      ir_vec_push(&starts, 0);
      ir_ptrmap_set(&regions, region, (void *)number);
    }
    starts.at[number - 1]++;
    ir_vec_push(&all, op);
  }
  size_t at = 0;
  for (size_t i = 0; i < starts.n; i++) {
    size_t n = starts.at[i];
    starts.at[i] = at;
    at += n;
  }
  ir_vec_reserve(found, all.n);
  found->n = all.n;
  for (size_t i = 0; i < all.n; i++) {
    uintptr_t number = (uintptr_t)ir_ptrmap_get(&regions, all.at[i]->block->region);
    found->at[starts.at[number - 1]++] = all.at[i];
  }
  ir_ptrmap_free(&regions);
  ir_vec_free(&all);
  ir_vec_free(&starts);
}

static void enter_region(Promoter *p, Region *region, IrRegion *wanted) {
  if (p->region && p->region->region != wanted) close_region(p);
  if (!p->region) open_region(p, region, wanted);
}

// All slots of each op; keeps the ops that are still there.  True when one was promoted, which may
// be what another one waited for.
static bool promote_round(Promoter *p, Ops *allocations, bool report) {
  Region region;
  size_t kept = 0, before = p->done.slots;
  for (size_t i = 0; i < allocations->n; i++) {
    IrOp *op = allocations->at[i];
    enter_region(p, &region, op->block->region);
    while (op && promote_one(p, &op, report)) {
    }
    if (op) allocations->at[kept++] = op;
  }
  if (p->region) close_region(p);
  allocations->n = kept;
  return p->done.slots != before;
}

IrPromotions ir_promote_slots(IrOp *root, IrDominance *dom, IrSlotStaysFn stays, void *user) {
  Promoter p = {.root = root, .dom = dom, .stays = stays, .user = user};
  Ops allocations = {0};
  find_allocations(root, &allocations);
  while (promote_round(&p, &allocations, false)) {
  }
  if (stays) (void)promote_round(&p, &allocations, true);
  ir_vec_free(&allocations);
  return p.done;
}
