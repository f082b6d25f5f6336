#include "ir/analysis/block_tree.h"

#include <stdlib.h>

#include "ir/core/op_impl.h"

// ---- The tree ----

void ir_block_tree_init(IrBlockTree *t, IrDominance *dom, IrRegion *region) {
  *t = (IrBlockTree){0};
  size_t n;
  t->blocks = ir_dominance_order(dom, region, &t->arena, &n);
  t->n = (uint32_t)n;
  t->parent = IR_NEW_ARRAY(&t->arena, uint32_t, n);
  t->level = IR_NEW_ARRAY(&t->arena, uint32_t, n);
  t->end = IR_NEW_ARRAY(&t->arena, uint32_t, n);
  uint32_t top = 0; // innermost block around the walk
  for (uint32_t i = 0; i < t->n; i++) {
    ir_ptrmap_set(&t->numbers, t->blocks[i], (void *)(uintptr_t)(i + 1));
    for (; i > 0 && !ir_dominates_block(dom, t->blocks[top], t->blocks[i]); top = t->parent[top])
      t->end[top] = i;
    t->parent[i] = top;
    t->level[i] = i > 0 ? t->level[top] + 1 : 0;
    top = i;
  }
  for (;; top = t->parent[top]) {
    t->end[top] = t->n;
    if (top == 0) break;
  }
}

void ir_block_tree_free(IrBlockTree *t) {
  ir_ptrmap_free(&t->numbers);
  ir_arena_destroy(&t->arena);
}

uint32_t ir_block_tree_number(const IrBlockTree *t, const IrBlock *block) {
  return (uint32_t)(uintptr_t)ir_ptrmap_get(&t->numbers, block) - 1;
}

// ---- Merge points ----

void ir_merge_finder_init(IrMergeFinder *f, IrBlockTree *tree) {
  *f = (IrMergeFinder){.tree = tree};
  f->live = IR_NEW_ARRAY(&tree->arena, uint32_t, tree->n);
  f->defines = IR_NEW_ARRAY(&tree->arena, uint32_t, tree->n);
  f->merges = IR_NEW_ARRAY(&tree->arena, uint32_t, tree->n);
}

void ir_merge_finder_free(IrMergeFinder *f) {
  ir_vec_free(&f->blocks);
  ir_vec_free(&f->points);
}

static int compare_numbers(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

static void sort(IrNumbers *numbers) {
  if (numbers->n > 1) qsort(numbers->at, numbers->n, sizeof *numbers->at, compare_numbers);
}

static void mark_live(IrMergeFinder *f, uint32_t block, IrNumbers *next) {
  if (f->live[block] == f->stamp) return;
  f->live[block] = f->stamp;
  if (f->defines[block] != f->stamp) ir_vec_push(&f->blocks, block);
  ir_vec_push(next, block);
}

// Backwards from the uses to the definitions.
static void find_live(IrMergeFinder *f, const IrNumbers *using) {
  IrNumbers next = {0};
  for (size_t i = 0; i < using->n; i++) mark_live(f, using->at[i], &next);
  while (next.n) {
    const IrBlock *block = f->tree->blocks[ir_vec_pop(&next)];
    for (const IrEdge *e = block->first_edge; e; e = e->next) {
      uint32_t from = ir_block_tree_number(f->tree, e->op->block);
      if (from != UINT32_MAX && f->defines[from] != f->stamp) mark_live(f, from, &next);
    }
  }
  ir_vec_free(&next);
}

// Definitions whose frontier is still to be found, the deepest one on top: a binary heap.
typedef struct Heap {
  const uint32_t *level;
  IrNumbers at;
} Heap;

static bool is_deeper(const Heap *h, size_t i, size_t k) {
  return h->level[h->at.at[i]] > h->level[h->at.at[k]];
}

static void swap(Heap *h, size_t i, size_t k) {
  uint32_t t = h->at.at[i];
  h->at.at[i] = h->at.at[k];
  h->at.at[k] = t;
}

static void push(Heap *h, uint32_t block) {
  ir_vec_push(&h->at, block);
  for (size_t i = h->at.n - 1; i > 0 && is_deeper(h, i, (i - 1) / 2); i = (i - 1) / 2)
    swap(h, i, (i - 1) / 2);
}

static uint32_t pop(Heap *h) {
  uint32_t top = h->at.at[0];
  h->at.at[0] = ir_vec_pop(&h->at);
  for (size_t i = 0, k; (k = 2 * i + 1) < h->at.n; i = k) {
    if (k + 1 < h->at.n && is_deeper(h, k + 1, k)) k++;
    if (!is_deeper(h, k, i)) break;
    swap(h, k, i);
  }
  return top;
}

// The place in `blocks` of the first number that is not below `number`.
static size_t place_of(const IrNumbers *blocks, uint32_t number) {
  size_t low = 0, high = blocks->n;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (blocks->at[middle] < number)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

// Edges that leave what `root` dominates lead to its frontier.
static void look_at_edges(IrMergeFinder *f, uint32_t root, uint32_t from, Heap *heap) {
  const IrBlockTree *t = f->tree;
  const IrOp *last = t->blocks[from]->last;
  for (uint32_t s = 0; last && s < last->num_successors; s++) {
    uint32_t to = ir_block_tree_number(t, ir_edges(last)[s].block);
    if (t->parent[to] == from || t->level[to] > t->level[root]) continue;
    if (f->merges[to] == f->stamp || f->live[to] != f->stamp) continue;
    f->merges[to] = f->stamp;
    ir_vec_push(&f->points, to);
    if (f->defines[to] != f->stamp) push(heap, to);
  }
}

// `skip[i]`: the next place from i on that has not been visited.
static size_t next_place(uint32_t *skip, size_t i) {
  size_t end = i;
  while (skip[end] != end) end = skip[end];
  while (skip[i] != end) {
    size_t next = skip[i];
    skip[i] = (uint32_t)end;
    i = next;
  }
  return end;
}

void ir_merge_points_find(IrMergeFinder *f, const IrNumbers *defining, const IrNumbers *using) {
  f->stamp++;
  ir_vec_clear(&f->blocks);
  ir_vec_clear(&f->points);
  Heap heap = {.level = f->tree->level};
  for (size_t i = 0; i < defining->n; i++) {
    uint32_t block = defining->at[i];
    if (f->defines[block] == f->stamp) continue;
    f->defines[block] = f->stamp;
    ir_vec_push(&f->blocks, block);
    push(&heap, block);
  }
  find_live(f, using);
  sort(&f->blocks);
  uint32_t *skip = ir_malloc((f->blocks.n + 1) * sizeof *skip);
  for (size_t i = 0; i <= f->blocks.n; i++) skip[i] = (uint32_t)i;
  while (heap.at.n) {
    uint32_t root = pop(&heap);
    size_t i = next_place(skip, place_of(&f->blocks, root));
    for (; i < f->blocks.n && f->blocks.at[i] < f->tree->end[root]; i = next_place(skip, i)) {
      skip[i] = (uint32_t)i + 1;
      look_at_edges(f, root, f->blocks.at[i], &heap);
    }
  }
  sort(&f->points);
  ir_free(skip);
  ir_vec_free(&heap.at);
}
