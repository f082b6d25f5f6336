// The report of passes' counters.
#include "ir/pass/pass_impl.h"

#include <stdio.h>

static const char rule[] =
    "===-------------------------------------------------------------------------===\n";

static void print_counters(const Pipeline *list, IrStream *out) {
  for (size_t i = 0; i < list->items.n; i++) {
    const PipelineItem *item = &list->items.at[i];
    if (item->nested) {
      print_counters(item->nested, out);
      continue;
    }
    const IrStatDef *stats = item->pass->stats;
    if (!stats || !stats[0].name) continue;
    ir_print(out, "{}\n", item->pass->name);
    for (size_t k = 0; stats[k].name; k++) {
      char number[32];
      snprintf(number, sizeof number, "  %8llu ", (unsigned long long)item->stats[k]);
      ir_print(out, "{}{} - {}\n", (const char *)number, stats[k].name, stats[k].help);
    }
  }
}

void ir_pass_statistics_print(const IrPassManager *pm, IrStream *out) {
  ir_print(out, "{}                         Pass statistics report\n{}", rule, rule);
  print_counters(pm->root, out);
  ir_analysis_counts_print(&pm->analyses, out);
}
