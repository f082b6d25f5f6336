// What is counted while passes run.  Every thread counts for itself; the sums are made when a
// unit's output is delivered, so they are those of one thread whatever ran where.
#include "ir/pass/run_impl.h"

static void layout(Pipeline *list, size_t *words) {
  for (size_t i = 0; i < list->items.n; i++) {
    PipelineItem *item = &list->items.at[i];
    if (item->nested) {
      layout(item->nested, words);
      continue;
    }
    item->tally = *words;
    *words += TALLY_FIRST_STAT + ir_pass_stats_count(item->pass->stats);
  }
}

size_t ir_pass_tally_layout(Pipeline *root) {
  size_t words = 0;
  layout(root, &words);
  return words;
}

static void copy_decls(PassThread *thread, const Pipeline *list) {
  for (size_t i = 0; i < list->items.n; i++) {
    const PipelineItem *item = &list->items.at[i];
    if (item->nested)
      copy_decls(thread, item->nested);
    else
      thread->decls[item->tally] = ir_pass_copy_decl(
          item, &thread->tally.words[item->tally + TALLY_FIRST_STAT], &thread->arena);
  }
}

void ir_pass_thread_init(PassThread *thread, IrPassManager *pm, size_t words) {
  *thread = (PassThread){.pm = pm};
  thread->tally.words = IR_NEW_ARRAY(&thread->arena, uint64_t, words);
  thread->tally.n = words;
  thread->decls = IR_NEW_ARRAY(&thread->arena, void *, words);
  copy_decls(thread, pm->root);
}

void ir_pass_thread_destroy(PassThread *thread) {
  ir_vec_free(&thread->tally.analyses);
  ir_arena_destroy(&thread->scratch);
  ir_arena_destroy(&thread->arena);
}

static void add_items(Pipeline *list, const uint64_t *words) {
  for (size_t i = 0; i < list->items.n; i++) {
    PipelineItem *item = &list->items.at[i];
    if (item->nested) {
      add_items(item->nested, words);
      continue;
    }
    const uint64_t *of = &words[item->tally];
    item->runs += of[TALLY_RUNS];
    for (size_t k = 0, n = ir_pass_stats_count(item->pass->stats); k < n; k++)
      item->stats[k] += of[TALLY_FIRST_STAT + k];
  }
}

void ir_pass_tally_deliver(IrPassManager *pm, PassTally *tally) {
  add_items(pm->root, tally->words);
  ir_analysis_counts_add(&pm->analyses, &tally->analyses);
  ir_vec_clear(&tally->analyses);
  memset(tally->words, 0, tally->n * sizeof *tally->words);
}
