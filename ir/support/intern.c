// Insertion into sets of uniqued blocks, and their growth.
#include "ir/support/intern_impl.h"

#include "ir/support/arena.h"

enum { SMALLEST_TABLE = 32 };

void ir_intern_init(IrInternSet *set) {
  *set = (IrInternSet){0};
  ir_lock_init(&set->lock);
}

static void free_tables(IrInternTable *table) {
  while (table) {
    IrInternTable *older = table->older;
    ir_free(table);
    table = older;
  }
}

void ir_intern_destroy(IrInternSet *set) {
  free_tables(atomic_load_explicit(&set->table, memory_order_relaxed));
  ir_lock_destroy(&set->lock);
}

static void put(IrInternTable *table, const void *block, uint32_t hash) {
  size_t at = hash & table->mask;
  while (atomic_load_explicit(&table->slots[at].block, memory_order_relaxed))
    at = (at + 1) & table->mask;
  table->slots[at].hash = hash;
  atomic_store_explicit(&table->slots[at].block, block, memory_order_release);
}

// The old table stays as long as someone may be reading it.  Tables double, so those kept are
// smaller together than the one in use.
static IrInternTable *grow(IrInternSet *set, IrInternTable *old, bool shared) {
  size_t size = old ? (old->mask + 1) * 2 : SMALLEST_TABLE;
  IrInternTable *table = ir_calloc(1, sizeof *table + size * sizeof *table->slots);
  table->mask = size - 1;
  for (size_t i = 0; old && i <= old->mask; i++) {
    const void *block = atomic_load_explicit(&old->slots[i].block, memory_order_relaxed);
    if (block) put(table, block, old->slots[i].hash);
  }
  if (shared)
    table->older = old;
  else
    free_tables(old);
  atomic_store_explicit(&set->table, table, memory_order_release);
  return table;
}

void ir_intern_insert(IrInternSet *set, const void *block, uint32_t hash, bool shared) {
  IrInternTable *table = atomic_load_explicit(&set->table, memory_order_relaxed);
  if (!table || (set->used + 1) * 2 > table->mask + 1) table = grow(set, table, shared);
  put(table, block, hash);
  set->used++;
}
