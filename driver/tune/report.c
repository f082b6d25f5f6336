// What was found: a table sorted by time, what was left out and why, and the best as options for
// the other tools; or one JSON object with the same.
#include <stdlib.h>

#include "driver/tune/tune.h"

static double operations(const Tune *t) {
  const RunProduct *p = &t->run.product;
  return p->is_product ? 2.0 * (double)p->m * (double)p->n * (double)p->k : 0;
}

// Of the kernel's work, per second, in the unit that suits it.
static double rate(const Tune *t, double seconds) {
  double work = operations(t) * 1e-12;
  if (!(work > 0)) work = (double)run_traffic(&t->run) * 1e-9;
  return seconds > 0 ? work / seconds : 0;
}

static const char *unit(const Tune *t) {
  return operations(t) > 0 ? "TFLOP/s" : "GB/s";
}

const TuneCandidate *tune_best(const Tune *t) {
  const TuneCandidate *best = NULL;
  for (size_t i = 0; i < t->candidates.n; i++) {
    const TuneCandidate *c = &t->candidates.at[i];
    if (c->state != TUNE_MEASURED) continue;
    // Those that took turns have better figures than those that were measured alone.
    if (!best || c->final > best->final || (c->final == best->final && c->seconds < best->seconds))
      best = c;
  }
  return best;
}

static int by_time(const void *a, const void *b) {
  const TuneCandidate *x = *(const TuneCandidate *const *)a, *y = *(const TuneCandidate *const *)b;
  if (x->final != y->final) return y->final - x->final;
  return (x->seconds > y->seconds) - (x->seconds < y->seconds);
}

typedef IR_VEC(const TuneCandidate *) List;

static List of_state(const Tune *t, TuneState state) {
  List list = {0};
  for (size_t i = 0; i < t->candidates.n; i++)
    if (t->candidates.at[i].state == state) ir_vec_push(&list, &t->candidates.at[i]);
  if (list.n) qsort(list.at, list.n, sizeof *list.at, by_time);
  return list;
}

// ---- Text. ----

static void text(IrStream *out, const char *format, double value) {
  char buffer[64];
  snprintf(buffer, sizeof buffer, format, value);
  ir_write_cstr(out, buffer);
}

static void pad(IrStream *out, size_t from, size_t width) {
  while (out->len < from + width) ir_write_char(out, ' ');
}

// Width of the longest set of parameters.
static size_t params_width(const Tune *t) {
  size_t width = 0;
  for (size_t i = 0; i < t->candidates.n; i++) {
    IrStream s = {0};
    tune_print_params(t, &t->candidates.at[i], "", &s);
    if (s.len > width) width = s.len;
    ir_stream_free(&s);
  }
  return width;
}

static void text_row(const Tune *t, const TuneCandidate *c, double best, size_t width,
                     IrStream *out) {
  IrStream line = {0};
  ir_write_cstr(&line, c->final ? "* " : "  ");
  tune_print_params(t, c, "", &line);
  pad(&line, 2, width);
  text(&line, "  %11.2f", c->seconds * 1e6);
  text(&line, "  %8.1f", rate(t, c->seconds));
  text(&line, "  %5.3f", best / c->seconds);
  text(&line, "  %7.0f", (double)c->shared);
  text(&line, "  %9.0f", (double)c->registers);
  text(&line, "  %5.0f", (double)c->local);
  ir_print(out, "{}  {}\n", ir_stream_str(&line), c->entry);
  ir_stream_free(&line);
}

static void text_table(const Tune *t, IrStream *out) {
  List list = of_state(t, TUNE_MEASURED);
  const TuneCandidate *best = tune_best(t);
  size_t width = params_width(t), from = out->len;
  if (list.n) {
    pad(out, from, width + 2);
    char head[128];
    snprintf(head, sizeof head, "  %11s  %8s  %5s  %7s  %9s  %5s  %s\n", "us", unit(t), "best",
             "shared", "registers", "local", "version");
    ir_write_cstr(out, head);
  }
  for (size_t i = 0; i < list.n; i++) text_row(t, list.at[i], best->seconds, width, out);
  ir_vec_free(&list);
}

static void text_left_out(const Tune *t, TuneState state, const char *what, IrStream *out) {
  List list = of_state(t, state);
  if (list.n) ir_print(out, "{}:\n", what);
  for (size_t i = 0; i < list.n; i++) {
    ir_write_cstr(out, "  ");
    tune_print_params(t, list.at[i], "", out);
    ir_print(out, ": {}\n", list.at[i]->why);
  }
  ir_vec_free(&list);
}

static void text_head(const Tune *t, IrStream *out) {
  ir_print(out, "{}", t->run.name);
  if (t->device)
    ir_print(out, " on {} ({}):", t->device, t->arch);
  else
    ir_print(out, " for {}:", t->arch);
  for (size_t i = 0; i < t->run.dims.n; i++)
    ir_print(out, " {}={}", t->run.dims.at[i].name, t->run.dims.at[i].extent);
  ir_print(out, "\n{} of {} combinations are allowed\n", t->combinations - t->violating,
           t->combinations);
}

static size_t count(const Tune *t, TuneState state) {
  size_t n = 0;
  for (size_t i = 0; i < t->candidates.n; i++) n += t->candidates.at[i].state == state;
  return n;
}

static void text_report(const Tune *t, IrStream *out) {
  text_head(t, out);
  text_left_out(t, TUNE_OVER, "skipped", out);
  text_table(t, out);
  text_left_out(t, TUNE_FAILED, "failed", out);
  const TuneCandidate *best = tune_best(t);
  ir_print(out, "{} measured, {} skipped, {} failed\n", count(t, TUNE_MEASURED),
           count(t, TUNE_OVER), count(t, TUNE_FAILED));
  if (!best) return;
  ir_write_cstr(out, "best: ");
  tune_print_params(t, best, "--param ", out);
  ir_write_char(out, '\n');
}

// ---- JSON. ----

static void json_number(IrStream *out, const char *name, double value) {
  ir_print(out, ", \"{}\": ", name);
  text(out, "%.9g", value);
}

static void json_params(const TuneCandidate *c, IrStream *out) {
  ir_write_cstr(out, "\"params\": {");
  for (size_t i = 0; i < c->params.n; i++) {
    if (i) ir_write_cstr(out, ", ");
    ir_write_json(out, c->params.at[i].name);
    ir_write_cstr(out, ": ");
    ir_write_json(out, c->params.at[i].text);
  }
  ir_write_char(out, '}');
}

static void json_candidate(const Tune *t, const TuneCandidate *c, IrStream *out) {
  static const char *const states[] = {[TUNE_WAITING] = "allowed",
                                       [TUNE_OVER] = "skipped",
                                       [TUNE_FAILED] = "failed",
                                       [TUNE_MEASURED] = "measured"};
  ir_write_char(out, '{');
  json_params(c, out);
  ir_print(out, ", \"state\": \"{}\"", states[c->state]);
  if (c->why) {
    ir_write_cstr(out, ", \"why\": ");
    ir_write_json(out, ir_str(c->why));
  }
  if (c->state == TUNE_MEASURED) {
    ir_write_cstr(out, ", \"entry\": ");
    ir_write_json(out, ir_str(c->entry));
    json_number(out, "seconds", c->seconds);
    json_number(out, operations(t) > 0 ? "tflops" : "gb_per_s", rate(t, c->seconds));
    ir_print(out, ", \"in_turns\": {}", c->final ? "true" : "false");
    json_number(out, "alone", c->first);
    json_number(out, "prepare_seconds", c->prepare_seconds);
    ir_print(out, ", \"blocks\": {}, \"threads\": {}, \"shared_bytes\": {}", c->blocks, c->threads,
             c->shared);
    ir_print(out, ", \"registers\": {}, \"local_bytes\": {}", c->registers, c->local);
  }
  ir_write_char(out, '}');
}

static void json_report(const Tune *t, IrStream *out) {
  ir_write_cstr(out, "{\"tegula\": 1, \"kernel\": ");
  ir_write_json(out, t->run.name);
  ir_write_cstr(out, ", \"device\": ");
  if (t->device)
    ir_write_json(out, ir_str(t->device));
  else
    ir_write_cstr(out, "null");
  ir_print(out, ", \"target\": \"{}\", \"dims\": {{", t->arch);
  for (size_t i = 0; i < t->run.dims.n; i++) {
    if (i) ir_write_cstr(out, ", ");
    ir_write_json(out, t->run.dims.at[i].name);
    ir_print(out, ": {}", t->run.dims.at[i].extent);
  }
  ir_print(out, "}, \"combinations\": {}, \"best\": ", t->combinations);
  const TuneCandidate *best = tune_best(t);
  if (best)
    json_candidate(t, best, out);
  else
    ir_write_cstr(out, "null");
  ir_write_cstr(out, ", \"candidates\": [");
  for (size_t i = 0; i < t->candidates.n; i++) {
    ir_write_cstr(out, i ? ",\n  " : "\n  ");
    json_candidate(t, &t->candidates.at[i], out);
  }
  ir_write_cstr(out, "]}\n");
}

// ---- Both. ----

void tune_report(Tune *t, IrStream *out) {
  IrStream whole = {0};
  if (t->options->json)
    json_report(t, &whole);
  else
    text_report(t, &whole);
  ir_write(out, whole.data, whole.len);
  ir_stream_free(&whole);
}

void tune_report_list(Tune *t, IrStream *out) {
  if (t->options->json) {
    tune_report(t, out);
    return;
  }
  text_head(t, out);
  List list = of_state(t, TUNE_WAITING);
  for (size_t i = 0; i < list.n; i++) {
    ir_write_cstr(out, "  ");
    tune_print_params(t, list.at[i], "", out);
    ir_write_char(out, '\n');
  }
  ir_vec_free(&list);
  text_left_out(t, TUNE_OVER, "skipped", out);
  text_left_out(t, TUNE_FAILED, "failed", out);
  ir_print(out, "{} to measure, {} skipped, {} failed\n", count(t, TUNE_WAITING),
           count(t, TUNE_OVER), count(t, TUNE_FAILED));
}
