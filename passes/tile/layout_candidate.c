// Candidates: what else a node may choose.
//
// What a node wants, its neighbours may want as well: a candidate goes on along the edges, through
// what the ops between make of layouts, nearest nodes first.  Where nothing arrives a node gets
// defaults for each width of vectors, and these go on.
#include "dialects/mem/mem.h"
#include "dialects/tile/kernel.h"
#include "passes/tile/access.h"
#include "passes/tile/layout_problem.h"

// ---- Layouts for accesses.

// The part of an extent that lanes and warps can share.
static unsigned power_of(int64_t extent) {
  return (unsigned)(extent & -extent);
}

static unsigned smaller(unsigned a, unsigned b) {
  return a < b ? a : b;
}

// Three groups of warps split the slowest dimension they can; else each holds all of the tile.
static bool set_groups(TileLayout *l, const TileBlocked *b, unsigned groups) {
  for (unsigned i = b->rank; i-- > 0;)
    if (tile_layout_set_groups(l, groups, (int)b->order[i])) return true;
  return tile_layout_set_groups(l, groups, -1);
}

// Each thread holds a patch of `width` elements along `fast` and `rows` along `slow`; lanes go
// along `fast` first, warps along `slow` first.
static bool patch_layout(IrShape shape, unsigned warps, unsigned width, unsigned rows,
                         unsigned fast, unsigned slow, TileLayout *out) {
  TileBlocked b = {.rank = (unsigned)shape.rank};
  unsigned lanes = 32, n = 0, groups = warps % TILE_LAYOUT_GROUPS ? 1 : TILE_LAYOUT_GROUPS;
  warps /= groups;
  b.order[n++] = fast;
  b.order[n++] = slow;
  for (unsigned d = b.rank; d-- > 0;)
    if (d != fast && d != slow) b.order[n++] = d;
  for (unsigned i = 0; i < b.rank; i++) {
    unsigned d = b.order[i];
    b.per_thread[d] = smaller(i == 0 ? width : i == 1 ? rows : 1, power_of(shape.at[d]));
    b.lanes[d] = smaller(lanes, power_of(shape.at[d]) / b.per_thread[d]);
    lanes /= b.lanes[d];
    b.warps[d] = 1;
  }
  for (unsigned i = b.rank; i-- > 0;) {
    unsigned d = b.order[i];
    b.warps[d] = smaller(warps, power_of(shape.at[d]) / (b.per_thread[d] * b.lanes[d]));
    warps /= b.warps[d];
  }
  b.lanes[b.order[b.rank - 1]] *= lanes; // what is left holds copies
  b.warps[b.order[b.rank - 1]] *= warps;
  return tile_layout_blocked(shape, &b, out) && set_groups(out, &b, groups);
}

// A patch lets an exchange with a transposed access have vectors on both sides: squares as far as
// the tile has elements for each thread.
static void offer_patches(LayoutProblem *p, uint32_t node) {
  LayoutChoice first = p->nodes.at[node].choices[0];
  unsigned dim = p->nodes.at[node].access_dim, width = p->nodes.at[node].access_width;
  if (!width || p->nodes.at[node].pinned) return;
  IrShape shape = ir_type_shape(p->nodes.at[node].type);
  if (shape.rank < 2) return;
  unsigned last = (unsigned)shape.rank - 1;
  unsigned slow = dim == last ? last - 1 : last;
  int64_t all = ir_type_num_elements(p->nodes.at[node].type) / (32 * (int64_t)p->warps);
  for (unsigned n = width; n >= 2 && n * 2 >= width; n /= 2) {
    unsigned rows = 1;
    while (rows < n && (int64_t)rows * 2 * n <= all) rows *= 2;
    TileLayout layout;
    if (rows > 1 && patch_layout(shape, p->warps, n, rows, dim, slow, &layout))
      (void)layout_offer(p, node, &layout, first.why, first.asker);
  }
}

// Of a layout's bases among registers and lanes the one that is `place`, or NULL.
static uint32_t *basis_in_warp(TileLayout *l, uint32_t place) {
  for (unsigned input = TILE_REGISTER; input <= TILE_LANE; input++)
    for (unsigned k = 0; k < l->bits[input]; k++)
      if (l->basis[input][k] == place) return &l->basis[input][k];
  return NULL;
}

// What a thread holds of an extent beyond `width` elements is spread over the lanes of its warp,
// and each warp keeps its elements; false where nothing changes.
static bool spread_over_lanes(TileLayout *l, unsigned dim, unsigned width) {
  unsigned bit = (unsigned)__builtin_ctz(width), inner = 0;
  bool changed = false;
  for (unsigned d = dim + 1; d < l->rank; d++) inner += l->log[d];
  for (unsigned k = 0; k < l->bits[TILE_LANE] && bit < l->log[dim]; k++, bit++) {
    uint32_t place = (uint32_t)1 << (inner + bit), lane = l->basis[TILE_LANE][k];
    uint32_t *from = basis_in_warp(l, place);
    if (!from || !lane) break;
    changed |= lane != place;
    *from = lane;
    l->basis[TILE_LANE][k] = place;
  }
  return changed;
}

// An access that is narrower than what neighbours wish for: an exchange among the lanes of a warp
// is cheap, one between the blocks of a cluster is not.
static void offer_within_warps(LayoutProblem *p, uint32_t node) {
  LayoutNode *n = &p->nodes.at[node];
  uint32_t wishes = n->num_choices;
  if (!n->access_width || n->pinned || tile_kernel_cluster(p->kernel) == 1) return;
  for (uint32_t i = 0; i < wishes; i++) {
    LayoutChoice wish = n->choices[i];
    TileLayout layout = p->layouts.at[wish.layout];
    if (spread_over_lanes(&layout, n->access_dim, n->access_width))
      (void)layout_offer(p, node, &layout, wish.why, wish.asker);
  }
}

void layout_offer_access(LayoutProblem *p, uint32_t node, unsigned dim, unsigned width,
                         const char *why, IrOp *asker) {
  LayoutNode *n = &p->nodes.at[node];
  IrShape shape = ir_type_shape(n->type);
  TileLayout layout;
  if (shape.rank && width > shape.at[dim]) width = power_of(shape.at[dim]);
  n->access_dim = (uint8_t)dim;
  n->access_width = (uint8_t)width;
  if (tile_layout_default(shape, p->warps, width, dim, &layout))
    (void)layout_offer(p, node, &layout, why, asker);
}

// ---- Neighbours' wishes.

typedef struct Wave {
  LayoutProblem *p;
  IR_VEC(uint32_t) queue; // nodes whose candidates from `seen` on have to go on
  uint32_t *seen;         // candidates that have gone on
  bool *queued;
} Wave;

static void enqueue(Wave *w, uint32_t node) {
  if (w->queued[node]) return;
  w->queued[node] = true;
  ir_vec_push(&w->queue, node);
}

// A candidate of one end of the edge as the other end's.
static bool across(const LayoutEdge *e, bool forward, const TileLayout *layout, TileLayout *out) {
  if (!e->relation) return false;
  return forward ? e->relation->result(e->op, e->operand, layout, out)
                 : e->relation->operand(e->op, e->operand, layout, out);
}

static bool has_room(const LayoutProblem *p, uint32_t node) {
  return !p->nodes.at[node].pinned && p->nodes.at[node].num_choices < LAYOUT_MOST_CHOICES;
}

static bool is_choice(const LayoutProblem *p, uint32_t node, const TileLayout *layout) {
  const LayoutNode *n = &p->nodes.at[node];
  for (uint32_t i = 0; i < n->num_choices; i++)
    if (tile_layout_equal(&p->layouts.at[n->choices[i].layout], layout)) return true;
  return false;
}

// Whether the op that makes a tile of that layout can have operands at all.
static bool is_possible(const LayoutProblem *p, uint32_t node, const TileLayout *layout) {
  for (size_t i = 0; i < p->nodes.at[node].edges.n; i++) {
    const LayoutEdge *e = &p->edges.at[p->nodes.at[node].edges.at[i]];
    TileLayout operand;
    if (e->to == node && e->relation && !e->after &&
        !e->relation->operand(e->op, e->operand, layout, &operand))
      return false;
  }
  return true;
}

static void send(Wave *w, uint32_t node, const LayoutChoice *choice) {
  LayoutProblem *p = w->p;
  TileLayout layout = p->layouts.at[choice->layout];
  for (size_t i = 0; i < p->nodes.at[node].edges.n; i++) {
    const LayoutEdge *e = &p->edges.at[p->nodes.at[node].edges.at[i]];
    bool forward = e->from == node;
    uint32_t other = forward ? e->to : e->from;
    TileLayout wanted;
    if (!has_room(p, other) || !across(e, forward, &layout, &wanted)) continue;
    if (is_choice(p, other, &wanted) || !is_possible(p, other, &wanted)) continue;
    if (layout_offer(p, other, &wanted, choice->why, choice->asker)) enqueue(w, other);
  }
}

static void run_wave(Wave *w) {
  for (size_t i = 0; i < w->queue.n; i++) {
    uint32_t node = w->queue.at[i];
    w->queued[node] = false;
    while (w->seen[node] < w->p->nodes.at[node].num_choices) {
      LayoutChoice choice = w->p->nodes.at[node].choices[w->seen[node]++];
      send(w, node, &choice);
    }
  }
  ir_vec_clear(&w->queue);
}

// ---- Defaults.

static void offer_defaults(LayoutProblem *p, uint32_t node) {
  IrType type = p->nodes.at[node].type;
  IrShape shape = ir_type_shape(type);
  unsigned bytes = mem_element_bytes(ir_type_element(type));
  unsigned dim = shape.rank ? (unsigned)shape.rank - 1 : 0;
  unsigned widest = bytes < ACCESS_BYTES ? ACCESS_BYTES / bytes : 1;
  for (unsigned width = widest; width >= 1; width /= 4)
    layout_offer_access(p, node, dim, width, "a default", NULL);
}

// A tile that is combined along an axis, in none of whose layouts, all of them hints, it can be.
static bool is_stuck(const LayoutProblem *p, uint32_t node) {
  const LayoutNode *n = &p->nodes.at[node];
  TileLayout result;
  if (n->kind != LAYOUT_USE || !layout_combines(n->op)) return false;
  for (uint32_t i = 0; i < n->num_choices; i++)
    if (layout_relation_of(n->op)->result(n->op, 0, &p->layouts.at[n->choices[i].layout], &result))
      return false;
  return true;
}

static IrStatus fill(Wave *w) {
  LayoutProblem *p = w->p;
  for (unsigned pinned = 2; pinned-- > 0;)
    for (uint32_t i = 0; i < p->nodes.n; i++)
      if (p->nodes.at[i].num_choices && p->nodes.at[i].kind != LAYOUT_BUFFER &&
          p->nodes.at[i].pinned == pinned)
        enqueue(w, i);
  run_wave(w);
  // What is cheap everywhere is preferred to patches that are so, too.
  for (uint32_t i = 0; i < p->nodes.n; i++) {
    offer_patches(p, i);
    offer_within_warps(p, i);
    if (p->nodes.at[i].kind != LAYOUT_BUFFER) enqueue(w, i);
  }
  run_wave(w);
  // Results are further down: what they get their operands follow.
  for (uint32_t i = (uint32_t)p->nodes.n; i-- > 0;) {
    if (p->nodes.at[i].num_choices && !is_stuck(p, i)) continue;
    offer_defaults(p, i);
    if (!p->nodes.at[i].num_choices)
      return layout_does_not_fit(p, p->nodes.at[i].op, p->nodes.at[i].type);
    enqueue(w, i);
    run_wave(w);
  }
  return IR_OK;
}

IrStatus layout_find_candidates(LayoutProblem *p) {
  Wave w = {.p = p};
  w.seen = ir_calloc(p->nodes.n + 1, sizeof *w.seen);
  w.queued = ir_calloc(p->nodes.n + 1, sizeof *w.queued);
  IrStatus status = fill(&w);
  ir_vec_free(&w.queue);
  ir_free(w.seen);
  ir_free(w.queued);
  return status;
}

// ---- Nothing fits.

IrStatus layout_does_not_fit(const LayoutProblem *p, IrOp *op, IrType tile) {
  (void)ir_op_error(op, "has a tile that cannot be spread over the {} {} of the block: {}",
                    p->warps, p->warps == 1 ? "warp" : "warps", tile);
  ir_help(p->ctx, "use fewer warps for a small tile, or a larger tile");
  return IR_FAILED;
}
