// Nodes of kept analyses, and what is forgotten when.
#include "ir/pass/analysis_impl.h"

AnalysisNode *ir_analyses_new(IrOp *op, AnalysisNode *outer) {
  AnalysisNode *node = ir_calloc(1, sizeof *node);
  node->op = op;
  node->outer = outer;
  return node;
}

static void free_entry(AnalysisEntry *entry) {
  if (entry->result) entry->def->destroy(entry->result);
}

static void free_inner(AnalysisNode *node) {
  for (uint32_t i = 0; i < node->inner.n; i++)
    if (node->inner.entries[i].key) ir_analyses_free(node->inner.entries[i].value);
  ir_ptrmap_free(&node->inner);
}

// The last computed may be made of those before, so it goes first.
void ir_analyses_clear(AnalysisNode *node) {
  while (node->entries.n > 0) free_entry(&ir_vec_pop(&node->entries));
  ir_vec_free(&node->entries);
  free_inner(node);
}

void ir_analyses_free(AnalysisNode *node) {
  if (!node) return;
  ir_analyses_clear(node);
  ir_free(node);
}

AnalysisNode *ir_analyses_take(AnalysisNode *node, IrOp *op) {
  AnalysisNode *inner = ir_ptrmap_get(&node->inner, op);
  if (!inner) return ir_analyses_new(op, node);
  ir_ptrmap_remove(&node->inner, op);
  return inner;
}

void ir_analyses_put(AnalysisNode *node, AnalysisNode *inner) {
  if (inner->entries.n || inner->inner.live)
    ir_ptrmap_set(&node->inner, inner->op, inner);
  else
    ir_analyses_free(inner);
}

bool ir_is_listed(const IrPreserved *preserved, const IrAnalysisDef *def) {
  if (preserved->all) return true;
  for (size_t i = 0; i < preserved->defs.n; i++)
    if (preserved->defs.at[i] == def) return true;
  return false;
}

bool ir_is_preserved(const IrPreserved *preserved, const IrAnalysisDef *def) {
  if (preserved->all) return true;
  return def->is_preserved ? def->is_preserved(preserved) : ir_is_listed(preserved, def);
}

// Keeps the order, in which a later entry may be made of earlier ones.
static void keep_if(AnalysisNode *node, bool (*keep)(const void *user, const IrAnalysisDef *def),
                    const void *user) {
  AnalysisEntry *entries = node->entries.at;
  size_t n = node->entries.n, kept = 0;
  for (size_t i = n; i-- > 0;) {
    if (keep(user, entries[i].def)) continue;
    free_entry(&entries[i]);
    entries[i].def = NULL;
  }
  for (size_t i = 0; i < n; i++)
    if (entries[i].def) entries[kept++] = entries[i];
  node->entries.n = kept;
}

static bool survives(const void *user, const IrAnalysisDef *def) {
  return ir_is_preserved(user, def);
}

void ir_analyses_invalidate(AnalysisNode *node, const IrPreserved *preserved) {
  if (preserved->all) return;
  keep_if(node, survives, preserved);
  free_inner(node);
}

static bool is_shallow(const void *user, const IrAnalysisDef *def) {
  (void)user;
  return def->shallow;
}

void ir_analyses_changed_inside(AnalysisNode *node) {
  keep_if(node, is_shallow, NULL);
}

// ---- Counts ----

void ir_analysis_counts_add(AnalysisCounts *to, const AnalysisCounts *from) {
  for (size_t i = 0; i < from->n; i++) {
    const AnalysisCount *count = &from->at[i];
    size_t k = 0;
    while (k < to->n && to->at[k].def != count->def) k++;
    if (k == to->n) ir_vec_push(to, (AnalysisCount){.def = count->def});
    to->at[k].computed += count->computed;
    to->at[k].reused += count->reused;
  }
}

void ir_analysis_counts_print(const AnalysisCounts *counts, IrStream *out) {
  for (size_t i = 0; i < counts->n; i++) {
    const AnalysisCount *count = &counts->at[i];
    ir_print(out, "{}analysis '{}': computed {}, reused {}\n", i ? "" : "\n", count->def->name,
             count->computed, count->reused);
  }
}
