// Walking with what is pending; see pending.h.
#include "passes/mem/pending.h"

Pending pending_join(Pending a, Pending b) {
  return (Pending){a.reads | b.reads, a.writes | b.writes, a.filled | b.filled,
                   a.released | b.released};
}

static bool are_same(Pending a, Pending b) {
  return a.reads == b.reads && a.writes == b.writes && a.filled == b.filled &&
         a.released == b.released;
}

static Pending walk_region(PendingWalk *walk, IrRegion *region, Pending pending) {
  if (ir_region_is_empty(region)) return pending;
  IR_FOR_OPS(op, ir_region_first(region)) pending = walk->op(walk->user, op, pending);
  return pending;
}

Pending pending_walk_branches(PendingWalk *walk, IrOp *op, Pending pending) {
  Pending after = pending;
  for (size_t i = 0; i < ir_op_num_regions(op); i++)
    after = pending_join(after, walk_region(walk, ir_op_region(op, i), pending));
  return after;
}

// `*exits` collects what the loop may end with.
static Pending walk_iteration(PendingWalk *walk, IrOp *loop, Pending pending, Pending *exits) {
  for (size_t i = 0; i < ir_op_num_regions(loop); i++) {
    pending = walk_region(walk, ir_op_region(loop, i), pending);
    *exits = pending_join(*exits, pending);
  }
  return pending;
}

static size_t entry_number(PendingWalk *walk, IrOp *loop) {
  uintptr_t known = (uintptr_t)ir_ptrmap_get(&walk->entry_numbers, loop);
  if (known) return known - 1;
  ir_vec_push(&walk->entries, ((Pending){0}));
  ir_ptrmap_set(&walk->entry_numbers, loop, (void *)(uintptr_t)walk->entries.n);
  return walk->entries.n - 1;
}

// Walks the loop until what its beginning has pending, `*entry`, no longer grows.
static Pending find_entry(PendingWalk *walk, IrOp *loop, Pending *entry) {
  PendingAim aim = walk->aim;
  Pending seen, exits;
  walk->aim = PENDING_FIND;
  do {
    seen = exits = *entry;
    *entry = pending_join(*entry, walk_iteration(walk, loop, *entry, &exits));
  } while (!are_same(*entry, seen));
  walk->aim = aim;
  return exits;
}

Pending pending_walk_loop(PendingWalk *walk, IrOp *loop, Pending pending) {
  size_t number = entry_number(walk, loop);
  Pending entry = pending_join(pending, walk->entries.at[number]), found, exits;
  do {
    exits = find_entry(walk, loop, &entry);
    walk->entries.at[number] = found = entry;
    if (walk->aim == PENDING_FIND) break;
    entry = pending_join(entry, walk_iteration(walk, loop, entry, &exits));
  } while (walk->aim == PENDING_INSERT && !are_same(entry, found));
  return exits;
}

void pending_forget(PendingWalk *walk) {
  for (size_t i = 0; i < walk->entries.n; i++) walk->entries.at[i] = (Pending){0};
}

Pending pending_walk_kernel(PendingWalk *walk, IrOp *kernel) {
  walk->aim = PENDING_INSERT;
  Pending last = walk_region(walk, ir_op_region(kernel, 0), (Pending){0});
  ir_vec_free(&walk->entries);
  ir_ptrmap_free(&walk->entry_numbers);
  return last;
}
