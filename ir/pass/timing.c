// The report of times.
#include "ir/pass/pass_impl.h"

#include <stdio.h>

static const char rule[] =
    "===-------------------------------------------------------------------------===\n";

void ir_pass_times_print(const IrPassTime *times, size_t n, IrStream *out) {
  double total = 0;
  for (size_t i = 0; i < n; i++) total += times[i].seconds;
  char line[128];
  ir_print(out, "{}                         Execution time report\n{}", rule, rule);
  snprintf(line, sizeof line, "  Total Execution Time: %.4f seconds\n\n", total);
  ir_write_cstr(out, line);
  ir_write_cstr(out, "  ----Wall Time----  ----Name----\n");
  for (size_t i = 0; i < n; i++) {
    double share = total > 0 ? 100 * times[i].seconds / total : 0;
    snprintf(line, sizeof line, "  %9.6f (%5.1f%%)  ", times[i].seconds, share);
    ir_print(out, "{}{}\n", (const char *)line, times[i].name);
  }
  snprintf(line, sizeof line, "  %9.6f (100.0%%)  Total\n", total);
  ir_write_cstr(out, line);
}
