// Asking for analyses, and what becomes of them when a pass has run.
#include "ir/pass/analysis.h"

#include "ir/analysis/call_graph.h"
#include "ir/analysis/dominance.h"
#include "ir/core/symbol_table.h"
#include "ir/pass/run_impl.h"

// ---- Finding and computing ----

static AnalysisEntry *find_entry(const AnalysisNode *node, const IrAnalysisDef *def) {
  for (size_t i = 0; i < node->entries.n; i++)
    if (node->entries.at[i].def == def) return &node->entries.at[i];
  return NULL;
}

static void count(PassThread *thread, const IrAnalysisDef *def, bool computed) {
  AnalysisCount one = {def, computed, !computed};
  ir_analysis_counts_add(&thread->tally.analyses, &(AnalysisCounts){&one, 1, 1});
}

static void take_out(AnalysisNode *node, const IrAnalysisDef *def) {
  AnalysisEntry *entry = find_entry(node, def);
  AnalysisEntry *end = node->entries.at + --node->entries.n;
  memmove(entry, entry + 1, (size_t)((char *)end - (char *)entry));
}

// An entry that is being computed says so, for what asks for itself.  Its place may have moved when
// the result is there, for others have been computed on the way: those come before it.
static IrTimeSpan begin_timing(IrTimer *pass, const IrAnalysisDef *def) {
  if (!pass) return (IrTimeSpan){0};
  IrStream name = {0};
  ir_print(&name, "analysis '{}'", def->name);
  IrTimeSpan span = ir_time_begin(ir_timer_named(pass, ir_stream_cstr(&name)));
  ir_stream_free(&name);
  return span;
}

static void *compute(const IrPassRun *run, AnalysisNode *node, const IrAnalysisDef *def) {
  ir_vec_push(&node->entries, ((AnalysisEntry){def, NULL}));
  IrTimeSpan span = begin_timing(run->unit->timer, def);
  void *result = def->compute(run, node->op);
  ir_time_end(&span, IR_STR(""));
  take_out(node, def);
  if (result) ir_vec_push(&node->entries, ((AnalysisEntry){def, result}));
  count(run->unit->thread, def, true);
  return result;
}

static void *get(const IrPassRun *run, AnalysisNode *node, const IrAnalysisDef *def) {
  AnalysisEntry *entry = find_entry(node, def);
  if (!entry) return compute(run, node, def);
  if (!entry->result) {
    (void)ir_op_error(node->op, "analysis '{}' asks for itself", def->name);
    return NULL;
  }
  count(run->unit->thread, def, false);
  return entry->result;
}

// ---- Whose ----

static AnalysisNode *inner_node(AnalysisNode *node, IrOp *op) {
  AnalysisNode *inner = ir_analyses_take(node, op);
  ir_ptrmap_set(&node->inner, op, inner);
  return inner;
}

// The node of an op around the pass's.
static AnalysisNode *outer_node(const AnalysisNode *node, const IrOp *op) {
  AnalysisNode *outer = node->outer;
  while (outer && outer->op != op) outer = outer->outer;
  return outer;
}

static bool is_anchored(const IrAnalysisDef *def, IrOp *op) {
  if (!def->anchor || ir_str_is(ir_op_name(op), def->anchor)) return true;
  (void)ir_op_error(op, "has no analysis '{}', which is of '{}'", def->name, def->anchor);
  return false;
}

// The result that a node has, if it has one.
static void *kept(const AnalysisNode *node, const IrAnalysisDef *def) {
  const AnalysisEntry *entry = node ? find_entry(node, def) : NULL;
  return entry ? entry->result : NULL;
}

static void *kept_outer(const IrPassRun *run, const IrAnalysisDef *def, const IrOp *op) {
  IrPassManager *pm = run->unit->thread->pm;
  bool shared = ir_context_is_shared(run->ctx);
  ir_lock(&pm->analysis_lock, shared);
  void *result = kept(outer_node(run->unit->analyses, op), def);
  ir_unlock(&pm->analysis_lock, shared);
  return result;
}

static void *get_outer(const IrPassRun *run, const IrAnalysisDef *def, IrOp *op) {
  PassUnit *unit = run->unit;
  AnalysisNode *node = outer_node(unit->analyses, op);
  if (!node || !def->shallow) {
    (void)ir_op_error(unit->analyses->op, "pass '{}' asks for analysis '{}' of '{}'{}",
                      run->pass->name, def->name, op, node ? " around it" : " beside it");
    ir_help(run->ctx,
            "other passes may be changing that op now: only what is inside the pass's own "
            "op, and shallow analyses of ops around it, are to be had");
    return NULL;
  }
  IrPassManager *pm = unit->thread->pm;
  bool shared = ir_context_is_shared(run->ctx);
  ir_lock(&pm->analysis_lock, shared);
  void *result = get(run, node, def);
  ir_unlock(&pm->analysis_lock, shared);
  return result;
}

void *ir_analysis_get(const IrPassRun *run, const IrAnalysisDef *def, IrOp *op) {
  AnalysisNode *node = run->unit->analyses;
  if (!is_anchored(def, op)) return NULL;
  if (op == node->op) return get(run, node, def);
  if (ir_op_is_inside(op, node->op)) return get(run, inner_node(node, op), def);
  return get_outer(run, def, op);
}

void *ir_analysis_cached(const IrPassRun *run, const IrAnalysisDef *def, IrOp *op) {
  AnalysisNode *node = run->unit->analyses;
  if (op == node->op) return kept(node, def);
  AnalysisNode *inner = ir_ptrmap_get(&node->inner, op);
  if (inner || !def->shallow) return kept(inner, def);
  return kept_outer(run, def, op);
}

void ir_analysis_drop(const IrPassRun *run) {
  ir_analyses_invalidate(run->unit->analyses, &(IrPreserved){0});
}

// ---- After a pass ----

void ir_pass_preserve(const IrPassRun *run, const IrAnalysisDef *def) {
  ir_vec_push(&run->unit->preserved.defs, def);
}

void ir_pass_preserve_all(const IrPassRun *run) {
  run->unit->preserved.all = true;
}

static IrStatus check_entry(const IrPassRun *run, IrOp *op, const AnalysisEntry *entry) {
  void *now = entry->def->compute(run, op);
  if (!now) return IR_FAILED;
  bool equal = entry->def->equal(entry->result, now);
  entry->def->destroy(now);
  if (equal) return IR_OK;
  (void)ir_op_error(op, "is not what analysis '{}' says any more: pass '{}' does not preserve it",
                    entry->def->name, run->pass->name);
  ir_help(run->ctx, "take it out of the pass's PRESERVES, or call ir_pass_preserve only when it "
                    "holds");
  return IR_FAILED;
}

static IrStatus check_kept(const PassUnit *unit, const IrPassRun *run, IrOp *op) {
  const IrPassOptions *options = unit->thread->pm->options;
  if (!options->check_analyses || !options->verify_each) return IR_OK; // it may not be valid
  for (size_t i = 0; i < unit->analyses->entries.n; i++) {
    AnalysisEntry entry = unit->analyses->entries.at[i];
    if (entry.def->equal) IR_TRY(check_entry(run, op, &entry));
  }
  return IR_OK;
}

IrStatus ir_analyses_after_pass(PassUnit *unit, const IrPassRun *run, IrOp *op) {
  const IrPassDef *pass = run->pass;
  IrPreserved *preserved = &unit->preserved;
  preserved->all |= pass->preserves_all;
  for (size_t i = 0; pass->preserves && pass->preserves[i]; i++)
    ir_vec_push(&preserved->defs, pass->preserves[i]);
  unit->changed |= !preserved->all;
  ir_analyses_invalidate(unit->analyses, preserved);
  preserved->all = false;
  ir_vec_clear(&preserved->defs);
  return check_kept(unit, run, op);
}

// ---- Analyses that come with the library ----

static void *compute_dominance(const IrPassRun *run, IrOp *op) {
  (void)run;
  return ir_dominance_create(op);
}

static void destroy_dominance(void *dom) {
  ir_dominance_destroy(dom);
}

static bool equal_dominance(void *kept, void *computed) {
  return ir_dominance_equal(kept, computed);
}

const IrAnalysisDef ir_dominance_analysis = {.size = sizeof(IrAnalysisDef),
                                             .name = "dominance",
                                             .compute = compute_dominance,
                                             .destroy = destroy_dominance,
                                             .equal = equal_dominance};

void ir_analyses_offer_dominance(PassUnit *unit, IrDominance *dom) {
  if (!dom) return;
  if (find_entry(unit->analyses, &ir_dominance_analysis))
    ir_dominance_destroy(dom);
  else
    ir_vec_push(&unit->analyses->entries, ((AnalysisEntry){&ir_dominance_analysis, dom}));
}

static void *compute_symbols(const IrPassRun *run, IrOp *op) {
  (void)run;
  return ir_symbol_table_create(op);
}

static void destroy_symbols(void *table) {
  ir_symbol_table_destroy(table);
}

static bool equal_symbols(void *kept, void *computed) {
  return ir_symbol_table_equal(kept, computed);
}

const IrAnalysisDef ir_symbol_table_analysis = {.size = sizeof(IrAnalysisDef),
                                                .name = "symbol-table",
                                                .compute = compute_symbols,
                                                .destroy = destroy_symbols,
                                                .shallow = true,
                                                .equal = equal_symbols};

// For lookups by ir_symbol_lookup, which knows of no pass; not counted.
const struct IrSymbolTable *ir_analyses_symbols(IrPassManager *pm, AnalysisNode *node) {
  bool shared = ir_context_is_shared(pm->ctx);
  ir_lock(&pm->analysis_lock, shared);
  const AnalysisEntry *entry = find_entry(node, &ir_symbol_table_analysis);
  IrSymbolTable *table = entry ? entry->result : ir_symbol_table_create(node->op);
  if (!entry) ir_vec_push(&node->entries, ((AnalysisEntry){&ir_symbol_table_analysis, table}));
  ir_unlock(&pm->analysis_lock, shared);
  return table;
}

static void *compute_calls(const IrPassRun *run, IrOp *op) {
  (void)run;
  return ir_call_graph_create(op);
}

static void destroy_calls(void *graph) {
  ir_call_graph_destroy(graph);
}

const IrAnalysisDef ir_call_graph_analysis = {.size = sizeof(IrAnalysisDef),
                                              .name = "call-graph",
                                              .compute = compute_calls,
                                              .destroy = destroy_calls};
