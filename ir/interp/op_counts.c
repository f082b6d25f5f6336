#include "ir/interp/op_counts.h"

#include <stdlib.h>
#include <string.h>

#include "ir/interp/interp_impl.h"

typedef void (*CountVisitor)(void *user, const IrOp *op, uint64_t executed);

static void each_of_program(const Program *program, CountVisitor each, void *user) {
  for (size_t i = 0; i < program->instrs.n; i++) {
    const Instr *instr = &program->instrs.at[i];
    if (instr->op && instr->executed) each(user, instr->op, instr->executed);
  }
}

void ir_op_counts_each(const IrInterp *interp, CountVisitor each, void *user) {
  const IrPtrMap *programs = &interp->programs->by_root;
  for (uint32_t i = 0; i < programs->n; i++)
    if (programs->entries[i].key) each_of_program(programs->entries[i].value, each, user);
}

static void add_count(void *user, const IrOp *op, uint64_t executed) {
  IrOpCounts *counts = user;
  const IrOpInfo *info = ir_op_info(op);
  uint64_t before = (uintptr_t)ir_ptrmap_get(&counts->by_op, info);
  ir_ptrmap_set(&counts->by_op, info, (void *)(uintptr_t)(before + executed));
}

void ir_op_counts_add(IrOpCounts *counts, const IrInterp *interp) {
  ir_op_counts_each(interp, add_count, counts);
}

static int by_name(const void *a, const void *b) {
  IrStr x = ir_op_info_name(((const IrOpCount *)a)->op);
  IrStr y = ir_op_info_name(((const IrOpCount *)b)->op);
  int order = memcmp(x.ptr, y.ptr, x.len < y.len ? x.len : y.len);
  return order ? order : (x.len > y.len) - (x.len < y.len);
}

IrOpCount *ir_op_counts_sorted(const IrOpCounts *counts, size_t *n) {
  IrOpCount *sorted = ir_calloc(counts->by_op.n + 1, sizeof *sorted);
  *n = 0;
  for (uint32_t i = 0; i < counts->by_op.n; i++) {
    const IrPtrEntry *entry = &counts->by_op.entries[i];
    if (entry->key) sorted[(*n)++] = (IrOpCount){entry->key, (uintptr_t)entry->value};
  }
  qsort(sorted, *n, sizeof *sorted, by_name);
  return sorted;
}

void ir_op_counts_print(const IrOpCounts *counts, IrStream *out) {
  size_t n;
  IrOpCount *sorted = ir_op_counts_sorted(counts, &n);
  for (size_t i = 0; i < n; i++)
    ir_print(out, "{} {}\n", ir_op_info_name(sorted[i].op), sorted[i].number);
  ir_free(sorted);
}

void ir_op_counts_free(IrOpCounts *counts) {
  ir_ptrmap_free(&counts->by_op);
}
