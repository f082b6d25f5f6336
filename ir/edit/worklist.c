// The worklist of the greedy driver: a stack of ops, and a hash table of places in it, by linear
// probing with backward-shift deletion, so there are no tombstones to collect.  The table holds no
// ops of its own: a place names one.
#include "ir/edit/rewriter_impl.h"
#include "ir/support/map.h"

static IrOp *op_in(const Worklist *list, size_t slot) {
  return list->ops.at[list->slots[slot] - 1];
}

// The slot of `op`, or the free one where it would go.
static size_t slot_of(const Worklist *list, const IrOp *op) {
  size_t mask = list->size - 1, i = ir_hash_pointer(op) & mask;
  while (list->slots[i] && op_in(list, i) != op) i = (i + 1) & mask;
  return i;
}

static void grow(Worklist *list) {
  ir_free(list->slots);
  list->size = list->size ? list->size * 2 : 1024;
  list->slots = ir_calloc(list->size, sizeof *list->slots);
  for (size_t i = 0; i < list->ops.n; i++) {
    IrOp *op = list->ops.at[i];
    if (op) list->slots[slot_of(list, op)] = (uint32_t)i + 1;
  }
}

void ir_worklist_push(Worklist *list, IrOp *op) {
  if ((list->live + 1) * 2 > list->size) grow(list);
  size_t slot = slot_of(list, op);
  if (list->slots[slot]) return;
  ir_vec_push(&list->ops, op);
  list->slots[slot] = (uint32_t)list->ops.n;
  list->live++;
}

// Closes the gap at `hole` by moving back the entries that probed over it.
static void delete_slot(Worklist *list, size_t hole) {
  size_t mask = list->size - 1;
  for (size_t i = (hole + 1) & mask; list->slots[i]; i = (i + 1) & mask) {
    size_t home = ir_hash_pointer(op_in(list, i)) & mask;
    if (((i - home) & mask) < ((i - hole) & mask)) continue;
    list->slots[hole] = list->slots[i];
    hole = i;
  }
  list->slots[hole] = 0;
  list->live--;
}

bool ir_worklist_has(const Worklist *list, const IrOp *op) {
  return list->live > 0 && list->slots[slot_of(list, op)];
}

void ir_worklist_remove(Worklist *list, IrOp *op) {
  if (list->live == 0) return;
  size_t slot = slot_of(list, op);
  if (!list->slots[slot]) return;
  size_t place = list->slots[slot] - 1;
  delete_slot(list, slot);
  list->ops.at[place] = NULL;
}

IrOp *ir_worklist_pop(Worklist *list) {
  while (list->ops.n > 0) {
    IrOp *op = ir_vec_last(&list->ops);
    if (op) delete_slot(list, slot_of(list, op));
    list->ops.n--;
    if (op) return op;
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
  for (size_t i = 0; i < list->size; i++)
    if (list->slots[i]) list->slots[i] = (uint32_t)n + 1 - list->slots[i];
}

void ir_worklist_free(Worklist *list) {
  ir_vec_free(&list->ops);
  ir_free(list->slots);
  *list = (Worklist){0};
}
