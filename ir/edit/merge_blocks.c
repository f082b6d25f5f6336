// Blocks of one region that do the same become one; operands in which they differ become arguments.
//
//   cf.cond_br %c, ^bb1, ^bb2         cf.cond_br %c, ^bb1(%a : i32), ^bb1(%b : i32)
//   ^bb1: return %a : i32        =>   ^bb1(%x: i32): return %x : i32
//   ^bb2: return %b : i32
//
// Blocks are alike when they have the same arguments, ops and successors, and use what they define
// themselves in the same places; none is used elsewhere, and none has regions.  All of that but the
// identity of outer operands goes into a key, so like blocks meet in one bucket of a table and a
// block is compared with few that it is not like.  A merge changes the branches that lead to the
// blocks, so only those blocks are looked at again.
#include "ir/analysis/equivalence.h"
#include "ir/core/op_impl.h"
#include "ir/edit/regions_impl.h"
#include "ir/interfaces/branch.h"
#include "ir/support/map.h"
#include "ir/support/vec.h"

#include <stdlib.h>

static const uint32_t NONE = UINT32_MAX;

typedef struct Entry {
  IrBlock *block; // NULL once it went
  uint64_t body, key;
  uint32_t next; // in its bucket, in the order of blocks
  bool in_table, dirty;
} Entry;

typedef struct Merger {
  IR_VEC(Entry) entries; // all blocks but the first, in order
  IrPtrMap places;       // block -> its entry's number + 1; op -> its number in the block + 1
  uint32_t *buckets;
  size_t num_buckets;
  IR_VEC(uint32_t) dirty; // entries to look at
  size_t merged;
} Merger;

// A place in the ops of a block: an operand in which blocks of a cluster differ.
typedef struct Place {
  uint32_t op, operand;
} Place;

typedef struct Cluster {
  IR_VEC(uint32_t) entries; // the first one stays
  IR_VEC(Place) places;
} Cluster;

// ---- Keys ----

static bool is_used_elsewhere(const IrValue *value, const IrBlock *block) {
  for (const IrUse *u = value->first_use; u; u = u->next)
    if (u->op->block != block) return true;
  return false;
}

static bool may_merge(const IrBlock *block) {
  for (uint32_t i = 0; i < block->num_args; i++)
    if (is_used_elsewhere(&block->args[i]->value, block)) return false;
  for (const IrOp *op = block->first; op; op = op->next) {
    for (uint32_t i = 0; i < op->num_regions; i++)
      if (ir_regions(op)[i].first) return false;
    for (uint32_t i = 0; i < op->num_results; i++)
      if (is_used_elsewhere(ir_result(op, i), block)) return false;
  }
  return block->first != NULL;
}

static uintptr_t number_of(const Merger *m, const void *key) {
  return (uintptr_t)ir_ptrmap_get(&m->places, key);
}

// What a value of the block itself is called whichever block it is.
static uint64_t local_name(const Merger *m, const IrValue *value) {
  const IrOp *op = ir_value_op(value);
  return ((uint64_t)(op ? number_of(m, op) : 0) << 32) + ir_value_index(value);
}

static uint64_t hash_op(const Merger *m, uint64_t hash, const IrOp *op) {
  hash = ir_hash_mix(hash, ir_op_shape_hash(op));
  for (uint32_t i = 0; i < op->num_operands; i++) {
    const IrValue *value = ir_operands(op)[i];
    bool local = ir_value_block(value) == op->block;
    hash = ir_hash_mix(hash, local ? local_name(m, value) : ir_hash_pointer(value->type));
    hash = ir_hash_mix(hash, local);
  }
  return hash;
}

static uint64_t hash_body(Merger *m, const IrBlock *block) {
  uint64_t hash = 0;
  uintptr_t n = 0;
  for (const IrOp *op = block->first; op != block->last; op = op->next) {
    ir_ptrmap_set(&m->places, op, (void *)++n);
    hash = hash_op(m, hash, op);
  }
  return hash;
}

// Arguments and the branch change when other blocks merge; the rest does not.
static uint64_t key_of(const Merger *m, const Entry *e) {
  uint64_t hash = hash_op(m, e->body, e->block->last);
  for (uint32_t i = 0; i < e->block->num_args; i++)
    hash = ir_hash_mix(hash, ir_hash_pointer(e->block->args[i]->value.type));
  for (uint32_t i = 0; i < e->block->last->num_successors; i++)
    hash = ir_hash_mix(hash, ir_hash_pointer(ir_edges(e->block->last)[i].block));
  return hash;
}

// ---- The table ----

static uint32_t *bucket_of(const Merger *m, uint64_t key) {
  return &m->buckets[key & (m->num_buckets - 1)];
}

static void remove_entry(Merger *m, uint32_t n) {
  Entry *e = &m->entries.at[n];
  if (!e->in_table) return;
  uint32_t *link = bucket_of(m, e->key);
  while (*link != n) link = &m->entries.at[*link].next;
  *link = e->next;
  e->in_table = false;
}

static void insert_entry(Merger *m, uint32_t n) {
  Entry *e = &m->entries.at[n];
  e->key = key_of(m, e);
  uint32_t *link = bucket_of(m, e->key);
  while (*link != NONE && *link < n) link = &m->entries.at[*link].next;
  e->next = *link;
  *link = n;
  e->in_table = true;
}

static void look_at(Merger *m, uint32_t n) {
  if (m->entries.at[n].dirty) return;
  m->entries.at[n].dirty = true;
  ir_vec_push(&m->dirty, n);
}

// ---- Clusters ----

// A value that the branch leading here gives is not there before that branch.
static bool is_made_by_branch_to(const IrValue *value, const IrBlock *block) {
  const IrOp *op = ir_value_op(value);
  for (uint32_t i = 0; op && i < op->num_successors; i++)
    if (ir_edges(op)[i].block == block) return true;
  return false;
}

static bool same_operand(const Merger *m, const IrOp *a, const IrOp *b, uint32_t i, bool *differ) {
  const IrValue *x = ir_operands(a)[i], *y = ir_operands(b)[i];
  *differ = false;
  if (x == y) return true;
  bool local = ir_value_block(x) == a->block;
  if (x->type != y->type || local != (ir_value_block(y) == b->block)) return false;
  if (local) return local_name(m, x) == local_name(m, y);
  *differ = true;
  return !is_made_by_branch_to(x, a->block) && !is_made_by_branch_to(y, b->block);
}

static bool same_head(const IrBlock *a, const IrBlock *b) {
  if (a->num_args != b->num_args) return false;
  for (uint32_t i = 0; i < a->num_args; i++)
    if (a->args[i]->value.type != b->args[i]->value.type) return false;
  for (uint32_t i = 0; i < a->last->num_successors; i++)
    if (ir_edges(a->last)[i].block != ir_edges(b->last)[i].block) return false;
  return true;
}

// Adds to `c` the places where `b` differs from the block that stays; false, and nothing added,
// when it is not like that.
static bool add_places(const Merger *m, Cluster *c, const IrBlock *b) {
  const IrBlock *a = m->entries.at[c->entries.at[0]].block;
  size_t before = c->places.n;
  const IrOp *x = a->first, *y = b->first;
  bool same = true;
  for (uint32_t n = 0; same && x && y; x = x->next, y = y->next, n++) {
    same = ir_op_same_shape(x, y);
    for (uint32_t i = 0; same && i < x->num_operands; i++) {
      bool differ;
      same = same_operand(m, x, y, i, &differ);
      if (same && differ) ir_vec_push(&c->places, ((Place){n, i}));
    }
  }
  same = same && !x && !y && same_head(a, b);
  if (!same) c->places.n = before;
  return same;
}

static int compare_places(const void *a, const void *b) {
  const Place *x = a, *y = b;
  if (x->op != y->op) return x->op < y->op ? -1 : 1;
  return x->operand < y->operand ? -1 : x->operand > y->operand;
}

static void unite_places(Cluster *c) {
  if (c->places.n == 0) return;
  qsort(c->places.at, c->places.n, sizeof *c->places.at, compare_places);
  size_t kept = 1;
  for (size_t i = 1; i < c->places.n; i++)
    if (compare_places(&c->places.at[i], &c->places.at[kept - 1]) != 0)
      c->places.at[kept++] = c->places.at[i];
  c->places.n = kept;
}

static bool can_be_given_more(const Merger *m, const Cluster *c) {
  for (size_t i = 0; i < c->entries.n; i++) {
    const IrBlock *block = m->entries.at[c->entries.at[i]].block;
    for (const IrEdge *e = block->first_edge; e; e = e->next)
      if (!ir_branch_is_resizable(e->op)) return false;
  }
  return true;
}

// ---- Merging ----

// What stands at each place, one row a block.
static IrValue **read_places(const Merger *m, const Cluster *c) {
  IrValue **rows = ir_malloc(c->entries.n * c->places.n * sizeof *rows);
  for (size_t b = 0; b < c->entries.n; b++) {
    const IrOp *op = m->entries.at[c->entries.at[b]].block->first;
    uint32_t n = 0;
    for (size_t i = 0; i < c->places.n; i++) {
      for (; n < c->places.at[i].op; n++) op = op->next;
      rows[b * c->places.n + i] = ir_operands(op)[c->places.at[i].operand];
    }
  }
  return rows;
}

static bool same_column(IrValue **rows, size_t blocks, size_t n, size_t x, size_t y) {
  for (size_t b = 0; b < blocks; b++)
    if (rows[b * n + x] != rows[b * n + y]) return false;
  return true;
}

// Gives the block that stays an argument for each place, one for places that always agree.
// `kept[i]`: place i has an argument of its own.
static void add_args(IrBlock *block, const Cluster *c, IrValue **rows, bool *kept) {
  size_t n = c->places.n;
  IrPtrMap first = {0}; // value at a place -> the first such place + 1
  IrValue **args = ir_malloc(n * sizeof *args);
  IrOp *op = block->first;
  uint32_t at = 0;
  for (size_t i = 0; i < n; i++) {
    uintptr_t like = (uintptr_t)ir_ptrmap_get(&first, rows[i]);
    kept[i] = !like || !same_column(rows, c->entries.n, n, like - 1, i);
    if (!like) ir_ptrmap_set(&first, rows[i], (void *)(i + 1));
    args[i] =
        kept[i] ? ir_block_add_arg(block, rows[i]->type, ir_value_loc(rows[i])) : args[like - 1];
    for (; at < c->places.at[i].op; at++) op = op->next;
    ir_op_set_operand(op, c->places.at[i].operand, args[i]);
  }
  ir_free(args);
  ir_ptrmap_free(&first);
}

static void hand_over_more(IrBlock *block, IrValue *const *row, const bool *kept, size_t n) {
  IR_VEC(IrValue *) values = {0};
  for (IrEdge *e = block->first_edge; e; e = e->next) {
    IrValues old = ir_branch_operands(e->op, ir_edge_index(e));
    ir_vec_clear(&values);
    for (size_t i = 0; i < old.n; i++) ir_vec_push(&values, old.at[i]);
    for (size_t i = 0; i < n; i++)
      if (kept[i]) ir_vec_push(&values, row[i]);
    ir_branch_set_operands(e->op, ir_edge_index(e), values.at, values.n);
  }
  ir_vec_free(&values);
}

static void make_args(const Merger *m, const Cluster *c) {
  size_t n = c->places.n;
  IrValue **rows = read_places(m, c);
  bool *kept = ir_malloc(n);
  add_args(m->entries.at[c->entries.at[0]].block, c, rows, kept);
  for (size_t b = 0; b < c->entries.n; b++)
    hand_over_more(m->entries.at[c->entries.at[b]].block, rows + b * n, kept, n);
  ir_free(kept);
  ir_free(rows);
}

static void merge(Merger *m, Cluster *c) {
  unite_places(c);
  if (c->places.n > 0) {
    if (!can_be_given_more(m, c)) return;
    make_args(m, c);
  }
  IrBlock *stays = m->entries.at[c->entries.at[0]].block;
  for (size_t i = 1; i < c->entries.n; i++) {
    Entry *e = &m->entries.at[c->entries.at[i]];
    remove_entry(m, c->entries.at[i]);
    ir_block_redirect(e->block, stays);
    ir_block_destroy(e->block);
    e->block = NULL;
    m->merged++;
  }
  look_at(m, c->entries.at[0]);
  for (const IrEdge *e = stays->first_edge; e; e = e->next) {
    uintptr_t n = number_of(m, e->op->block);
    if (n) look_at(m, (uint32_t)n - 1);
  }
}

// ---- Finding clusters ----

typedef IR_VEC(Cluster) Clusters;

static void add_to_clusters(const Merger *m, Clusters *clusters, uint32_t n) {
  for (size_t i = 0; i < clusters->n; i++)
    if (add_places(m, &clusters->at[i], m->entries.at[n].block)) {
      ir_vec_push(&clusters->at[i].entries, n);
      return;
    }
  Cluster fresh = {0};
  ir_vec_push(&fresh.entries, n);
  ir_vec_push(clusters, fresh);
}

// All that have the key of entry `n`.
static void merge_like(Merger *m, uint32_t n) {
  uint64_t key = m->entries.at[n].key;
  Clusters clusters = {0};
  for (uint32_t i = *bucket_of(m, key); i != NONE; i = m->entries.at[i].next)
    if (m->entries.at[i].key == key) add_to_clusters(m, &clusters, i);
  for (size_t i = 0; i < clusters.n; i++) {
    if (clusters.at[i].entries.n > 1) merge(m, &clusters.at[i]);
    ir_vec_free(&clusters.at[i].entries);
    ir_vec_free(&clusters.at[i].places);
  }
  ir_vec_free(&clusters);
}

static void add_entries(Merger *m, IrRegion *region) {
  for (IrBlock *block = region->first->next; block; block = block->next) {
    ir_vec_push(&m->entries, ((Entry){.block = block}));
    ir_ptrmap_set(&m->places, block, (void *)(uintptr_t)m->entries.n);
  }
  m->num_buckets = 16;
  while (m->num_buckets < m->entries.n * 2) m->num_buckets *= 2;
  m->buckets = ir_malloc(m->num_buckets * sizeof *m->buckets);
  for (size_t i = 0; i < m->num_buckets; i++) m->buckets[i] = NONE;
  for (uint32_t i = 0; i < m->entries.n; i++) {
    Entry *e = &m->entries.at[i];
    if (!may_merge(e->block)) continue;
    e->body = hash_body(m, e->block);
    look_at(m, i);
  }
}

// One round: what changed gets its new key before anything is compared.
static void look_at_dirty(Merger *m) {
  IR_VEC(uint32_t) now = {m->dirty.at, m->dirty.n, m->dirty.cap};
  m->dirty.at = NULL;
  m->dirty.n = m->dirty.cap = 0;
  for (size_t i = 0; i < now.n; i++) {
    Entry *e = &m->entries.at[now.at[i]];
    e->dirty = false;
    remove_entry(m, now.at[i]);
    if (e->block && may_merge(e->block)) insert_entry(m, now.at[i]);
  }
  for (size_t i = 0; i < now.n; i++) {
    const Entry *e = &m->entries.at[now.at[i]];
    if (e->in_table && !e->dirty) merge_like(m, now.at[i]);
  }
  ir_vec_free(&now);
}

size_t ir_region_merge_blocks(IrRegion *region) {
  Merger m = {0};
  add_entries(&m, region);
  while (m.dirty.n > 0) look_at_dirty(&m);
  ir_vec_free(&m.entries);
  ir_vec_free(&m.dirty);
  ir_ptrmap_free(&m.places);
  ir_free(m.buckets);
  return m.merged;
}
