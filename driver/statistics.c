// Reports of counters; see statistics.h.
#include "driver/statistics.h"

#include <stdio.h>
#include <stdlib.h>

#include "ir/core/action.h"

// ---- Steps. ----

static DriverStepCount *find_count(DriverStatistics *s, const IrAction *action) {
  for (size_t i = 0; i < s->counts.n; i++)
    if (!strcmp(s->counts.at[i].name, action->name)) return &s->counts.at[i];
  ir_vec_push(&s->counts,
              ((DriverStepCount){.kind = ir_action_kind_name(action->kind), .name = action->name}));
  return &ir_vec_last(&s->counts);
}

static void count_step(void *user, const IrAction *action, bool changed) {
  if (action->kind == IR_ACTION_PASS) return; // has counters of its own
  DriverStepCount *count = find_count(user, action);
  count->tried++;
  count->changed += changed;
}

void driver_statistics_open(DriverStatistics *s, IrContext *ctx) {
  if (!s->steps) return;
  ir_actions_watch(
      ctx, &(IrActionWatcher){.size = sizeof(IrActionWatcher), .user = s, .end = count_step});
}

static int compare_counts(const void *a, const void *b) {
  const DriverStepCount *x = a, *y = b;
  int kinds = strcmp(x->kind, y->kind);
  return kinds ? kinds : strcmp(x->name, y->name);
}

static void print_steps(const DriverStatistics *s, IrStream *out) {
  ir_write_cstr(out, "steps: tried, changed something\n");
  for (size_t i = 0; i < s->counts.n; i++) {
    const DriverStepCount *count = &s->counts.at[i];
    char numbers[64];
    snprintf(numbers, sizeof numbers, "  %8llu %8llu ", (unsigned long long)count->tried,
             (unsigned long long)count->changed);
    ir_print(out, "{}{} {}\n", (const char *)numbers, count->kind, count->name);
  }
}

static void print_steps_json(const DriverStatistics *s, IrStream *out) {
  ir_write_cstr(out, "\"steps\": [");
  for (size_t i = 0; i < s->counts.n; i++) {
    const DriverStepCount *count = &s->counts.at[i];
    ir_print(out, "{}{{\"kind\": \"{}\", \"name\": ", i ? ",\n" : "", count->kind);
    ir_write_json(out, ir_str(count->name));
    ir_print(out, ", \"tried\": {}, \"changed\": {}}", count->tried, count->changed);
  }
  ir_write_char(out, ']');
}

// ---- Reports. ----

static void report_json(const DriverStatistics *s, const IrPassManager *pm, IrStream *out) {
  ir_write_char(out, '{');
  if (s->passes) ir_pass_manager_print_statistics_json(pm, (IrStatisticsView)s->view, out);
  if (s->passes && s->steps) ir_write_cstr(out, ",\n");
  if (s->steps) print_steps_json(s, out);
  ir_write_cstr(out, "}\n");
}

void driver_statistics_report(const DriverStatistics *s, const IrPassManager *pm) {
  if (!s->passes && !s->steps) return;
  if (s->counts.n) qsort(s->counts.at, s->counts.n, sizeof *s->counts.at, compare_counts);
  IrStream out = driver_stderr();
  if (s->format) {
    report_json(s, pm, &out);
  } else {
    if (s->passes) ir_pass_manager_print_statistics(pm, (IrStatisticsView)s->view, &out);
    if (s->steps) print_steps(s, &out);
  }
  ir_stream_flush(&out);
  ir_stream_free(&out);
}

void driver_statistics_free(DriverStatistics *s) {
  ir_vec_free(&s->counts);
}
