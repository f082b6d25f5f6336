// print-op-stats: how often each op occurs, to standard error.
#include <stdlib.h>

#include "ir/analysis/tree.h"
#include "ir/support/map.h"
#include "ir/support/vec.h"
#include "passes/generic/generic.h"

typedef struct Count {
  IrStr name;
  uintptr_t n;
} Count;

typedef IR_VEC(Count) Counts;

static int compare_names(const void *a, const void *b) {
  const Count *x = a, *y = b;
  size_t n = x->name.len < y->name.len ? x->name.len : y->name.len;
  int order = memcmp(x->name.ptr, y->name.ptr, n);
  return order ? order : (x->name.len > y->name.len) - (x->name.len < y->name.len);
}

static void count_ops(IrOp *root, Counts *counts) {
  IrPtrMap by_info = {0};
  for (IrOp *op = root; op; op = ir_tree_next(op, root)) {
    const IrOpInfo *info = ir_op_info(op);
    ir_ptrmap_set(&by_info, info, (void *)((uintptr_t)ir_ptrmap_get(&by_info, info) + 1));
  }
  for (uint32_t i = 0; i < by_info.n; i++)
    ir_vec_push(counts, ((Count){ir_op_info_name(by_info.entries[i].key),
                                 (uintptr_t)by_info.entries[i].value}));
  ir_ptrmap_free(&by_info);
  qsort(counts->at, counts->n, sizeof *counts->at, compare_names);
}

// Letters before the dot; 0 when there is none.
static size_t dialect_length(IrStr name) {
  const char *dot = memchr(name.ptr, '.', name.len);
  return dot ? (size_t)(dot - name.ptr) : 0;
}

static void pad(IrStream *out, size_t n) {
  while (n-- > 0) ir_write_char(out, ' ');
}

// Dialects end in one column, and so do names.
static void print_table(const Counts *counts, IrStream *out) {
  size_t widest_dialect = 0, widest_name = 0;
  for (size_t i = 0; i < counts->n; i++) {
    size_t dialect = dialect_length(counts->at[i].name), name = counts->at[i].name.len - dialect;
    if (dialect > widest_dialect) widest_dialect = dialect;
    if (name > widest_name) widest_name = name;
  }
  ir_write_cstr(out, "Operations encountered:\n-----------------------\n");
  for (size_t i = 0; i < counts->n; i++) {
    IrStr name = counts->at[i].name;
    size_t dialect = dialect_length(name);
    pad(out, 2 + widest_dialect - dialect + (dialect == 0));
    ir_print(out, "{}", name);
    pad(out, widest_name - (name.len - dialect) - (dialect == 0 && widest_name > name.len));
    ir_print(out, " , {}\n", (uint64_t)counts->at[i].n);
  }
}

static void print_json(const Counts *counts, IrStream *out) {
  ir_write_cstr(out, "{\n");
  for (size_t i = 0; i < counts->n; i++) {
    ir_write_cstr(out, "  ");
    ir_write_quoted(out, counts->at[i].name);
    ir_print(out, " : {}{}\n", (uint64_t)counts->at[i].n, i + 1 < counts->n ? "," : "");
  }
  ir_write_cstr(out, "}\n");
}

IrStatus print_op_stats_run(IrPassRun *run, IrOp *root) {
  const struct pass_print_op_stats_decl *self = run->decl;
  Counts counts = {0};
  IrStream out = {0};
  count_ops(root, &counts);
  if (self->options.json)
    print_json(&counts, &out);
  else
    print_table(&counts, &out);
  ir_say(run->ctx, ir_stream_str(&out));
  ir_stream_free(&out);
  ir_vec_free(&counts);
  return IR_OK;
}
