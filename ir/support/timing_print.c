// Reports of times; see timing.h.
#include <stdio.h>
#include <stdlib.h>

#include "ir/support/timing_impl.h"

static TimeSum sum_of(const IrTimer *timer) {
  return (TimeSum){atomic_load(&timer->wall), atomic_load(&timer->cpu), atomic_load(&timer->spans)};
}

static TimeSum sum_under(const IrTimer *timer);

// Its own spans, in which those of timers under it lie; of a heading, the sum of those.
static TimeSum sum_whole(const IrTimer *timer) {
  TimeSum own = sum_of(timer);
  return own.spans ? own : sum_under(timer);
}

static TimeSum sum_under(const IrTimer *timer) {
  TimeSum sum = {0};
  for (const IrTimer *at = timer->first; at; at = at->next) {
    TimeSum more = sum_whole(at);
    sum.wall += more.wall;
    sum.cpu += more.cpu;
  }
  return sum;
}

static uint64_t minus(uint64_t a, uint64_t b) {
  return a > b ? a - b : 0;
}

// Without what lies in timers under it.
static TimeSum sum_alone(const IrTimer *timer) {
  TimeSum whole = sum_whole(timer), under = sum_under(timer);
  return (TimeSum){minus(whole.wall, under.wall), minus(whole.cpu, under.cpu), whole.spans};
}

static TimeSum sum_total(const IrTiming *timing) {
  return (TimeSum){ir_clock_wall() - timing->whole.wall, ir_clock_process() - timing->whole.cpu, 1};
}

static TimeSum sum_rest(const IrTiming *timing, const TimeSum *total) {
  TimeSum under = sum_under(&timing->root);
  return (TimeSum){minus(total->wall, under.wall), minus(total->cpu, under.cpu), 1};
}

static double seconds(uint64_t nanoseconds) {
  return (double)nanoseconds * 1e-9;
}

// ---- Rows of a list. ----

typedef struct Row {
  const char *name;
  TimeSum sum;
} Row;

typedef struct Rows {
  IR_VEC(Row) list;
} Rows;

static void add_row(Rows *rows, const char *name, TimeSum sum) {
  for (size_t i = 0; i < rows->list.n; i++) {
    Row *row = &rows->list.at[i];
    if (strcmp(row->name, name)) continue;
    row->sum.wall += sum.wall;
    row->sum.cpu += sum.cpu;
    row->sum.spans += sum.spans;
    return;
  }
  ir_vec_push(&rows->list, ((Row){name, sum}));
}

static void collect_rows(Rows *rows, const IrTimer *timer) {
  for (const IrTimer *at = timer->first; at; at = at->next) {
    if (sum_of(at).spans) add_row(rows, at->name, sum_alone(at));
    collect_rows(rows, at);
  }
}

static int compare_rows(const void *a, const void *b) {
  const Row *x = a, *y = b;
  if (x->sum.wall != y->sum.wall) return x->sum.wall < y->sum.wall ? 1 : -1;
  return strcmp(x->name, y->name);
}

static Rows make_rows(const IrTiming *timing, const TimeSum *total) {
  Rows rows = {0};
  collect_rows(&rows, &timing->root);
  add_row(&rows, "rest", sum_rest(timing, total));
  qsort(rows.list.at, rows.list.n, sizeof *rows.list.at, compare_rows);
  return rows;
}

// ---- Text. ----

static const char rule[] =
    "===-------------------------------------------------------------------------===\n";

static double percent(uint64_t part, uint64_t whole) {
  return whole ? 100.0 * (double)part / (double)whole : 0;
}

static void print_row(const TimeSum *sum, const TimeSum *total, unsigned indent, const char *name,
                      IrStream *out) {
  char line[96];
  snprintf(line, sizeof line, "  %9.6f (%5.1f%%)  %9.6f (%5.1f%%)  ", seconds(sum->cpu),
           percent(sum->cpu, total->cpu), seconds(sum->wall), percent(sum->wall, total->wall));
  ir_write_cstr(out, line);
  ir_write_indent(out, indent);
  ir_print(out, "{}\n", name);
}

static void print_tree(const IrTimer *timer, const TimeSum *total, unsigned indent, IrStream *out) {
  for (const IrTimer *at = timer->first; at; at = at->next) {
    TimeSum sum = sum_whole(at);
    print_row(&sum, total, indent, at->name, out);
    print_tree(at, total, indent + 2, out);
  }
}

void ir_timing_print(const IrTiming *timing, IrTimingView view, IrStream *out) {
  TimeSum total = sum_total(timing);
  char line[64];
  ir_print(out, "{}                         Execution time report\n{}", rule, rule);
  snprintf(line, sizeof line, "  Total Execution Time: %.4f seconds\n\n", seconds(total.wall));
  ir_write_cstr(out, line);
  ir_write_cstr(out, "  -----CPU Time-----  ----Wall Time-----  ----Name----\n");
  if (view == IR_TIMING_LIST) {
    Rows rows = make_rows(timing, &total);
    for (size_t i = 0; i < rows.list.n; i++)
      print_row(&rows.list.at[i].sum, &total, 0, rows.list.at[i].name, out);
    ir_vec_free(&rows.list);
  } else {
    TimeSum rest = sum_rest(timing, &total);
    print_tree(&timing->root, &total, 0, out);
    print_row(&rest, &total, 0, "rest", out);
  }
  print_row(&total, &total, 0, "total", out);
}

// ---- JSON. ----

static void print_number(const char *format, double number, IrStream *out) {
  char text[40];
  snprintf(text, sizeof text, format, number);
  ir_write_cstr(out, text);
}

static void print_json_row(const char *name, const TimeSum *sum, IrStream *out) {
  ir_write_cstr(out, "{\"name\": ");
  ir_write_json(out, ir_str(name));
  ir_write_cstr(out, ", \"wall\": ");
  print_number("%.9f", seconds(sum->wall), out);
  ir_write_cstr(out, ", \"cpu\": ");
  print_number("%.9f", seconds(sum->cpu), out);
  ir_print(out, ", \"runs\": {}", sum->spans);
}

static void print_json_tree(const IrTimer *timer, const TimeSum *sum, IrStream *out) {
  print_json_row(timer->name, sum, out);
  ir_write_cstr(out, ", \"children\": [");
  for (const IrTimer *at = timer->first; at; at = at->next) {
    TimeSum whole = sum_whole(at);
    print_json_tree(at, &whole, out);
    if (at->next) ir_write_cstr(out, ",\n");
  }
  ir_write_cstr(out, "]}");
}

void ir_timing_print_json(const IrTiming *timing, IrTimingView view, IrStream *out) {
  TimeSum total = sum_total(timing);
  if (view == IR_TIMING_TREE) {
    print_json_tree(&timing->root, &total, out);
  } else {
    Rows rows = make_rows(timing, &total);
    for (size_t i = 0; i < rows.list.n; i++) {
      ir_write_cstr(out, i ? ",\n" : "[");
      print_json_row(rows.list.at[i].name, &rows.list.at[i].sum, out);
      ir_write_char(out, '}');
    }
    ir_write_char(out, ']');
    ir_vec_free(&rows.list);
  }
  ir_write_char(out, '\n');
}

// ---- Traces. ----

static void print_event(const char *name, const char *about, double start, double wall, int thread,
                        IrStream *out) {
  ir_write_cstr(out, "{\"ph\": \"X\", \"name\": ");
  ir_write_json(out, ir_str(name));
  ir_write_cstr(out, ", \"ts\": ");
  print_number("%.3f", start * 1e6, out); // microseconds
  ir_write_cstr(out, ", \"dur\": ");
  print_number("%.3f", wall * 1e6, out);
  ir_print(out, ", \"pid\": 1, \"tid\": {}", thread);
  if (*about) {
    ir_write_cstr(out, ", \"args\": {\"op\": ");
    ir_write_json(out, ir_str(about));
    ir_write_char(out, '}');
  }
  ir_write_char(out, '}');
}

void ir_timing_print_trace(const IrTiming *timing, IrStream *out) {
  ir_write_cstr(out, "{\"displayTimeUnit\": \"ms\", \"traceEvents\": [");
  for (size_t i = 0; i < timing->spans.n; i++) {
    const TraceSpan *span = &timing->spans.at[i];
    ir_write_cstr(out, i ? ",\n" : "\n");
    print_event(span->timer->name, span->about, seconds(span->start - timing->whole.wall),
                seconds(span->wall), span->thread, out);
  }
  ir_write_cstr(out, "\n]}\n");
}
