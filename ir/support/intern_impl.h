// A set of uniqued blocks, of which none is ever removed: looked through without a lock, by any
// number of threads, while one that holds the lock inserts.
//
//   IrProbe probe = ir_intern_probe(set, hash);
//   while ((block = ir_intern_next(&probe)))
//     if (is_what_we_want(block)) return block;
//
// Open addressing with linear probing, at most half full.  A slot is filled before its block is
// published, and a table that has grown is published whole, so a reader sees a block complete or
// not at all; not finding it, it has to look again under the lock.
#ifndef IR_SUPPORT_INTERN_IMPL_H
#define IR_SUPPORT_INTERN_IMPL_H

#include <stdatomic.h>

#include "ir/support/lock_impl.h"

typedef struct IrInternSlot {
  _Atomic(const void *) block;
  uint32_t hash; // written before `block` and never again
} IrInternSlot;

typedef struct IrInternTable {
  struct IrInternTable *older; // outgrown while other threads may have been reading it
  size_t mask;
  IrInternSlot slots[];
} IrInternTable;

typedef struct IrInternSet {
  _Atomic(IrInternTable *) table; // NULL while empty
  size_t used;
  IrLock lock; // of insertion
} IrInternSet;

typedef struct IrProbe {
  const IrInternTable *table;
  size_t at;
  uint32_t hash;
} IrProbe;

static inline IrProbe ir_intern_probe(const IrInternSet *set, uint32_t hash) {
  const IrInternTable *table = atomic_load_explicit(&set->table, memory_order_acquire);
  return (IrProbe){table, table ? hash & table->mask : 0, hash};
}

// The next block with that hash, or NULL.
static inline const void *ir_intern_next(IrProbe *probe) {
  if (!probe->table) return NULL;
  for (;;) {
    const IrInternSlot *slot = &probe->table->slots[probe->at];
    const void *block = atomic_load_explicit(&slot->block, memory_order_acquire);
    if (!block) return NULL;
    probe->at = (probe->at + 1) & probe->table->mask;
    if (slot->hash == probe->hash) return block;
  }
}

void ir_intern_init(IrInternSet *set);
void ir_intern_destroy(IrInternSet *set); // the blocks are their owner's
// Inserts a complete block; the lock is held when the context is `shared`.
void ir_intern_insert(IrInternSet *set, const void *block, uint32_t hash, bool shared);

#endif
