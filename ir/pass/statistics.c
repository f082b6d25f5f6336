// Reports of passes' counters, along the pipeline or by the name of the pass.
#include "ir/pass/pass_impl.h"

#include <stdio.h>
#include <stdlib.h>

static bool has_counters(const PipelineItem *item) {
  return item->pass && item->pass->stats && item->pass->stats[0].name;
}

// ---- Counters by name: passes that stand in several places are added up. ----

typedef struct PassSum {
  const IrPassDef *pass;
  uint64_t *stats;
} PassSum;

typedef struct PassSums {
  IrArena arena;
  IR_VEC(PassSum) list;
} PassSums;

static uint64_t *stats_of(PassSums *sums, const IrPassDef *pass) {
  for (size_t i = 0; i < sums->list.n; i++)
    if (sums->list.at[i].pass == pass) return sums->list.at[i].stats;
  size_t n = ir_pass_stats_count(pass->stats);
  ir_vec_push(&sums->list, ((PassSum){pass, IR_NEW_ARRAY(&sums->arena, uint64_t, n)}));
  return ir_vec_last(&sums->list).stats;
}

static void add_list(PassSums *sums, const Pipeline *list) {
  for (size_t i = 0; i < list->items.n; i++) {
    const PipelineItem *item = &list->items.at[i];
    if (item->nested) add_list(sums, item->nested);
    if (!has_counters(item)) continue;
    uint64_t *stats = stats_of(sums, item->pass);
    for (size_t k = 0; item->pass->stats[k].name; k++) stats[k] += item->stats[k];
  }
}

static int compare_sums(const void *a, const void *b) {
  return strcmp(((const PassSum *)a)->pass->name, ((const PassSum *)b)->pass->name);
}

static PassSums sum_up(const IrPassManager *pm) {
  PassSums sums = {0};
  add_list(&sums, pm->root);
  if (sums.list.n) qsort(sums.list.at, sums.list.n, sizeof *sums.list.at, compare_sums);
  return sums;
}

static void free_sums(PassSums *sums) {
  ir_vec_free(&sums->list);
  ir_arena_destroy(&sums->arena);
}

// ---- Text. ----

static const char rule[] =
    "===-------------------------------------------------------------------------===\n";

static void print_pass(const IrPassDef *pass, const uint64_t *stats, unsigned indent,
                       IrStream *out) {
  ir_write_indent(out, indent);
  ir_print(out, "{}\n", pass->name);
  for (size_t k = 0; pass->stats[k].name; k++) {
    char number[32];
    snprintf(number, sizeof number, "  %8llu ", (unsigned long long)stats[k]);
    ir_write_indent(out, indent);
    ir_print(out, "{}{} - {}\n", (const char *)number, pass->stats[k].name, pass->stats[k].help);
  }
}

static void print_list(const Pipeline *list, unsigned indent, IrStream *out) {
  for (size_t i = 0; i < list->items.n; i++) {
    const PipelineItem *item = &list->items.at[i];
    if (has_counters(item)) print_pass(item->pass, item->stats, indent, out);
    if (!item->nested) continue;
    ir_write_indent(out, indent);
    ir_print(out, "'{}' pipeline\n", item->nested->anchor ? item->nested->anchor : "any");
    print_list(item->nested, indent + 2, out);
  }
}

void ir_pass_manager_print_statistics(const IrPassManager *pm, IrStatisticsView view,
                                      IrStream *out) {
  ir_print(out, "{}                         Pass statistics report\n{}", rule, rule);
  if (view == IR_STATISTICS_LIST) {
    PassSums sums = sum_up(pm);
    for (size_t i = 0; i < sums.list.n; i++)
      print_pass(sums.list.at[i].pass, sums.list.at[i].stats, 0, out);
    free_sums(&sums);
  } else {
    print_list(pm->root, 0, out);
  }
  ir_analysis_counts_print(&pm->analyses, out);
}

// ---- JSON. ----

static void json_pass(const IrPassDef *pass, const uint64_t *stats, IrStream *out) {
  ir_write_cstr(out, "{\"name\": ");
  ir_write_json(out, ir_str(pass->name));
  ir_write_cstr(out, ", \"statistics\": {");
  for (size_t k = 0; pass->stats && pass->stats[k].name; k++) {
    if (k) ir_write_cstr(out, ", ");
    ir_write_json(out, ir_str(pass->stats[k].name));
    ir_print(out, ": {}", stats[k]);
  }
  ir_write_cstr(out, "}}");
}

static void json_list(const Pipeline *list, IrStream *out) {
  ir_write_cstr(out, "{\"pipeline\": ");
  ir_write_json(out, ir_str(list->anchor ? list->anchor : "any"));
  ir_write_cstr(out, ", \"passes\": [");
  for (size_t i = 0; i < list->items.n; i++) {
    const PipelineItem *item = &list->items.at[i];
    if (i) ir_write_cstr(out, ",\n");
    if (item->nested)
      json_list(item->nested, out);
    else
      json_pass(item->pass, item->stats, out);
  }
  ir_write_cstr(out, "]}");
}

static void json_sums(const IrPassManager *pm, IrStream *out) {
  PassSums sums = sum_up(pm);
  for (size_t i = 0; i < sums.list.n; i++) {
    ir_write_cstr(out, i ? ",\n" : "");
    json_pass(sums.list.at[i].pass, sums.list.at[i].stats, out);
  }
  free_sums(&sums);
}

void ir_pass_manager_print_statistics_json(const IrPassManager *pm, IrStatisticsView view,
                                           IrStream *out) {
  ir_write_cstr(out, "\"passes\": [");
  if (view == IR_STATISTICS_LIST)
    json_sums(pm, out);
  else
    json_list(pm->root, out);
  ir_write_cstr(out, "],\n\"analyses\": [");
  for (size_t i = 0; i < pm->analyses.n; i++) {
    const AnalysisCount *count = &pm->analyses.at[i];
    ir_write_cstr(out, i ? ", {\"name\": " : "{\"name\": ");
    ir_write_json(out, ir_str(count->def->name));
    ir_print(out, ", \"computed\": {}, \"reused\": {}}", count->computed, count->reused);
  }
  ir_write_char(out, ']');
}
