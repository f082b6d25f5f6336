// Immediate post-dominators: Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm" (2001),
// on the reversed graph of a region with one end behind all blocks without successors.
//
// They are found for all blocks of a region the first time that lanes part in it.  Blocks from
// which no way leads to the end have none.
#include "ir/interp/interp_impl.h"

typedef struct Region {
  Program *program;
  uint32_t first, n;    // its blocks in program->blocks
  uint32_t *order;      // blocks in postorder of the reversed graph
  uint32_t num_ordered; //
  uint32_t *place;      // block -> place in `order` + 1, or 0
  uint32_t *join;       // block -> block, or `n` for the end, or JOIN_UNKNOWN
} Region;

static uint32_t index_of(const Region *r, const IrBlock *block) {
  return (uint32_t)(ir_program_block(r->program, block) - r->program->blocks.at) - r->first;
}

static IrBlock *block_at(const Region *r, uint32_t i) {
  return r->program->blocks.at[r->first + i].block;
}

static size_t num_successors(const Region *r, uint32_t i) {
  const IrOp *last = ir_block_last(block_at(r, i));
  return last ? ir_op_num_successors(last) : 0;
}

static uint32_t successor(const Region *r, uint32_t i, size_t k) {
  return index_of(r, ir_op_successor(ir_block_last(block_at(r, i)), k));
}

// ---- Order. ----

// Blocks before each block, one list after another.
typedef struct Before {
  uint32_t *start, *blocks;
} Before;

static Before before_create(const Region *r) {
  Before b = {ir_calloc(r->n + 2, sizeof *b.start), NULL};
  for (uint32_t i = 0; i < r->n; i++)
    for (size_t k = 0; k < num_successors(r, i); k++) b.start[successor(r, i, k) + 2]++;
  for (uint32_t i = 0; i < r->n; i++) b.start[i + 2] += b.start[i + 1];
  b.blocks = ir_calloc(b.start[r->n + 1] + 1, sizeof *b.blocks);
  for (uint32_t i = 0; i < r->n; i++)
    for (size_t k = 0; k < num_successors(r, i); k++)
      b.blocks[b.start[successor(r, i, k) + 1]++] = i;
  return b;
}

typedef struct Visit {
  uint32_t block, next;
} Visit;

// Depth first from `exit` against the edges.
static void visit_from(Region *r, const Before *before, uint32_t exit, Visit *stack, bool *seen) {
  size_t depth = 0;
  stack[depth++] = (Visit){exit, before->start[exit]};
  seen[exit] = true;
  while (depth) {
    Visit *at = &stack[depth - 1];
    if (at->next == before->start[at->block + 1]) {
      r->order[r->num_ordered++] = at->block;
      r->place[at->block] = r->num_ordered;
      depth--;
      continue;
    }
    uint32_t block = before->blocks[at->next++];
    if (seen[block]) continue;
    seen[block] = true;
    stack[depth++] = (Visit){block, before->start[block]};
  }
}

static void find_order(Region *r) {
  Before before = before_create(r);
  Visit *stack = ir_calloc(r->n + 1, sizeof *stack);
  bool *seen = ir_calloc(r->n + 1, sizeof *seen);
  for (uint32_t i = 0; i < r->n; i++)
    if (num_successors(r, i) == 0 && !seen[i]) visit_from(r, &before, i, stack, seen);
  ir_free(stack);
  ir_free(seen);
  ir_free(before.start);
  ir_free(before.blocks);
}

// ---- The tree. ----

static uint32_t place_of(const Region *r, uint32_t block) {
  return block == r->n ? UINT32_MAX : r->place[block];
}

// The nearest block behind both.
static uint32_t common(const Region *r, uint32_t a, uint32_t b) {
  while (a != b) {
    while (place_of(r, a) < place_of(r, b)) a = r->join[a];
    while (place_of(r, b) < place_of(r, a)) b = r->join[b];
  }
  return a;
}

static uint32_t join_of(const Region *r, uint32_t i) {
  uint32_t join = JOIN_UNKNOWN;
  if (num_successors(r, i) == 0) return r->n;
  for (size_t k = 0; k < num_successors(r, i); k++) {
    uint32_t to = successor(r, i, k);
    if (r->place[to] == 0 || r->join[to] == JOIN_UNKNOWN) continue;
    join = join == JOIN_UNKNOWN ? to : common(r, join, to);
  }
  return join;
}

static void find_joins(Region *r) {
  for (uint32_t i = 0; i < r->n; i++) r->join[i] = JOIN_UNKNOWN;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t k = r->num_ordered; k-- > 0;) {
      uint32_t i = r->order[k], join = join_of(r, i);
      changed |= join != r->join[i];
      r->join[i] = join;
    }
  }
}

static void find(Program *program, const IrRegion *region) {
  Region r = {.program = program};
  const BlockCode *first = ir_program_block(program, ir_region_first(region));
  r.first = (uint32_t)(first - program->blocks.at);
  IR_FOR_BLOCKS(block, region) r.n++;
  r.order = ir_calloc(r.n, sizeof *r.order);
  r.place = ir_calloc(r.n, sizeof *r.place);
  r.join = ir_calloc(r.n, sizeof *r.join);
  find_order(&r);
  find_joins(&r);
  for (uint32_t i = 0; i < r.n; i++)
    program->blocks.at[r.first + i].join = r.join[i] < r.n ? r.first + r.join[i] : JOIN_NONE;
  ir_free(r.order);
  ir_free(r.place);
  ir_free(r.join);
}

const BlockCode *ir_program_join(Program *program, const BlockCode *from) {
  if (from->join == JOIN_UNKNOWN) find(program, ir_block_region(from->block));
  return from->join == JOIN_NONE ? NULL : &program->blocks.at[from->join];
}
