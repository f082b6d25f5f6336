// The worklist of the greedy driver: a stack with a hash table from op to place, by linear probing
// with backward-shift deletion, so there are no tombstones to collect.
#include "ir/edit/rewriter_impl.h"
#include "ir/support/map.h"

static size_t slot_of(const Worklist *list, const IrOp *op) {
  size_t mask = list->size - 1, i = ir_hash_pointer(op) & mask;
  while (list->keys[i] && list->keys[i] != op) i = (i + 1) & mask;
  return i;
}

static void grow(Worklist *list) {
  Worklist old = *list;
  list->size = old.size ? old.size * 2 : 1024;
  list->keys = ir_calloc(list->size, sizeof *list->keys);
  list->place = ir_calloc(list->size, sizeof *list->place);
  for (size_t i = 0; i < old.size; i++) {
    if (!old.keys[i]) continue;
    size_t to = slot_of(list, old.keys[i]);
    list->keys[to] = old.keys[i];
    list->place[to] = old.place[i];
  }
  ir_free(old.keys);
  ir_free(old.place);
}

void ir_worklist_push(Worklist *list, IrOp *op) {
  if ((list->live + 1) * 2 > list->size) grow(list);
  size_t i = slot_of(list, op);
  if (list->keys[i]) return;
  list->keys[i] = op;
  list->place[i] = (uint32_t)list->ops.n;
  list->live++;
  ir_vec_push(&list->ops, op);
}

// Closes the gap at `hole` by moving back the entries that probed over it.
static void delete_slot(Worklist *list, size_t hole) {
  size_t mask = list->size - 1;
  for (size_t i = (hole + 1) & mask; list->keys[i]; i = (i + 1) & mask) {
    size_t home = ir_hash_pointer(list->keys[i]) & mask;
    if (((i - home) & mask) < ((i - hole) & mask)) continue;
    list->keys[hole] = list->keys[i];
    list->place[hole] = list->place[i];
    hole = i;
  }
  list->keys[hole] = NULL;
  list->live--;
}

void ir_worklist_remove(Worklist *list, IrOp *op) {
  if (list->live == 0) return;
  size_t i = slot_of(list, op);
  if (!list->keys[i]) return;
  list->ops.at[list->place[i]] = NULL;
  delete_slot(list, i);
}

IrOp *ir_worklist_pop(Worklist *list) {
  while (list->ops.n > 0) {
    IrOp *op = ir_vec_pop(&list->ops);
    if (!op) continue;
    delete_slot(list, slot_of(list, op));
    return op;
  }
  return NULL;
}

void ir_worklist_reverse(Worklist *list) {
  size_t n = list->ops.n;
  for (size_t i = 0; i < n / 2; i++) {
    IrOp *op = list->ops.at[i];
    list->ops.at[i] = list->ops.at[n - 1 - i];
    list->ops.at[n - 1 - i] = op;
  }
  for (size_t i = 0; i < n; i++)
    if (list->ops.at[i]) list->place[slot_of(list, list->ops.at[i])] = (uint32_t)i;
}

void ir_worklist_free(Worklist *list) {
  ir_vec_free(&list->ops);
  ir_free(list->keys);
  ir_free(list->place);
  *list = (Worklist){0};
}
