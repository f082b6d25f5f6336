// Counting, logging and leaving out steps of work; see steps.h.
#include "driver/steps.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

// ---- How a step reads ----

// `canonicalize on @f`, `add_zero on 'arith.addi' at k.mlir:4:8`
static void print_step(IrContext *ctx, const IrAction *a, IrStream *out) {
  ir_print(out, "{} ({}) {} on ", ir_action_kind_name(a->kind), a->number, a->name);
  if (a->symbol.len)
    ir_print(out, "@{}", a->symbol);
  else
    ir_print(out, "'{}'", a->op_name);
  IrFileLineCol at = ir_loc_resolve(ctx, a->loc);
  if (a->kind != IR_ACTION_PASS && at.file.len)
    ir_print(out, " at {}:{}:{}", at.file, at.line, at.col);
}

static void write_line(FILE *to, IrStream *line) {
  ir_write_char(line, '\n');
  fwrite(line->data, 1, line->len, to);
  ir_stream_free(line);
}

// ---- --bisect-limit ----

// Runs of passes, and what lies on both sides of the limit.
static bool is_worth_a_line(const DriverSteps *s, const IrAction *a) {
  uint64_t limit = (uint64_t)s->limit;
  bool near = s->limit >= 0 && (a->number == limit || a->number == limit + 1);
  return a->kind == IR_ACTION_PASS || near;
}

static bool bisect(void *user, const IrAction *a) {
  DriverSteps *s = user;
  bool runs = s->limit < 0 || a->number <= (uint64_t)s->limit;
  s->begun = a->number;
  if (!is_worth_a_line(s, a)) return runs;
  IrStream line = {0};
  ir_print(&line, "BISECT: {} ", runs ? "running" : "skipping");
  print_step(s->ctx, a, &line);
  write_line(stderr, &line);
  return runs;
}

// ---- --log-actions-to ----

static bool log_pass(void *user, const IrAction *a) {
  DriverSteps *s = user;
  if (a->kind != IR_ACTION_PASS) return true;
  IrStream line = {0};
  print_step(s->ctx, a, &line);
  write_line(s->log, &line);
  return true;
}

// Of tried patterns and folds, those that came to something.
static void log_rewrite(void *user, const IrAction *a, bool changed) {
  DriverSteps *s = user;
  if (a->kind == IR_ACTION_PASS || !changed) return;
  IrStream line = {0};
  ir_write_cstr(&line, "  ");
  print_step(s->ctx, a, &line);
  write_line(s->log, &line);
}

// Line by line, so that a crash leaves what came before it.
static IrStatus open_log(DriverSteps *s) {
  bool standard = !strcmp(s->log_path, "-");
  s->log = standard ? stdout : fopen(s->log_path, "w");
  if (!s->log) {
    (void)ir_error(s->ctx, IR_LOC_UNKNOWN, "cannot write '{}': {}", s->log_path, strerror(errno));
    ir_help(s->ctx, "name a file that can be written, or '-' for standard output");
    return IR_FAILED;
  }
  setvbuf(s->log, NULL, _IOLBF, BUFSIZ);
  return IR_OK;
}

// ---- --debug-counter ----

static bool counts(const DriverCounter *c, const IrAction *a) {
  return ir_str_is(c->name, a->name) || ir_str_is(c->name, ir_action_kind_name(a->kind));
}

static bool let_by_counters(void *user, const IrAction *a) {
  DriverSteps *s = user;
  bool runs = true;
  for (size_t i = 0; i < s->counters.n; i++) {
    DriverCounter *c = &s->counters.at[i];
    if (!counts(c, a)) continue;
    bool own = c->seen >= c->skip && c->seen - c->skip < c->count;
    c->seen++;
    c->done += own;
    runs &= own;
  }
  return runs;
}

static DriverCounter *counter_of(DriverSteps *s, IrStr name, IrLoc loc) {
  for (size_t i = 0; i < s->counters.n; i++)
    if (ir_str_equal(s->counters.at[i].name, name)) return &s->counters.at[i];
  ir_vec_push(&s->counters, ((DriverCounter){.name = name, .loc = loc, .count = UINT64_MAX}));
  return &ir_vec_last(&s->counters);
}

static bool ends_with(IrStr text, const char *end, IrStr *rest) {
  size_t n = strlen(end);
  if (text.len <= n || memcmp(text.ptr + text.len - n, end, n)) return false;
  *rest = (IrStr){text.ptr, text.len - n};
  return true;
}

static bool parse_count(IrStr text, uint64_t *value) {
  *value = 0;
  for (size_t i = 0; i < text.len; i++) {
    if (text.ptr[i] < '0' || text.ptr[i] > '9' || *value > UINT64_MAX / 100) return false;
    *value = *value * 10 + (uint64_t)(text.ptr[i] - '0');
  }
  return text.len > 0;
}

// One `NAME-skip=N` or `NAME-count=N`.
static bool take_counter(DriverSteps *s, IrStr text, IrLoc loc) {
  const char *equals = memchr(text.ptr, '=', text.len);
  if (!equals) return false;
  IrStr key = {text.ptr, (size_t)(equals - text.ptr)}, name;
  IrStr number = {equals + 1, text.len - key.len - 1};
  uint64_t value;
  if (!parse_count(number, &value)) return false;
  if (ends_with(key, "-skip", &name))
    counter_of(s, name, loc)->skip = value;
  else if (ends_with(key, "-count", &name))
    counter_of(s, name, loc)->count = value;
  else
    return false;
  return true;
}

IrStatus driver_steps_take_counters(DriverSteps *s, IrContext *ctx, const DriverArg *arg) {
  for (const char *p = arg->value; *p;) {
    size_t n = strcspn(p, ",");
    IrStr text = {p, n};
    IrLoc loc = arg->value_loc;
    if (loc.id) loc.id += (uint32_t)(p - arg->value);
    if (!take_counter(s, text, loc)) {
      (void)ir_error(ctx, loc, "expected NAME-skip=N or NAME-count=N, got '{}'", text);
      ir_help(ctx, "--{}=fold-skip=10,fold-count=1 does the eleventh fold only", arg->name);
      return IR_FAILED;
    }
    p += n + (p[n] == ',');
  }
  return IR_OK;
}

static void report_counters(DriverSteps *s) {
  IrStream text = {0};
  for (size_t i = 0; i < s->counters.n; i++) {
    const DriverCounter *c = &s->counters.at[i];
    if (!c->seen)
      ir_warning(s->ctx, c->loc, "no step was named '{}'", c->name);
    else if (s->print_counters)
      ir_print(&text, "COUNTER: {}: {} steps, {} done\n", c->name, c->seen, c->done);
  }
  fwrite(text.data ? text.data : "", 1, text.len, stderr);
  ir_stream_free(&text);
}

// ---- All of it ----

IrStatus driver_steps_open(DriverSteps *s, IrContext *ctx) {
  s->ctx = ctx;
  IrActionWatcher watcher = {.size = sizeof watcher, .user = s};
  watcher.begin = let_by_counters;
  if (s->counters.n) ir_actions_watch(ctx, &watcher);
  watcher.begin = bisect;
  if (s->bisect) ir_actions_watch(ctx, &watcher);
  watcher.begin = log_pass;
  watcher.end = log_rewrite;
  if (!s->log_path) return IR_OK;
  IR_TRY(open_log(s));
  ir_actions_watch(ctx, &watcher);
  return IR_OK;
}

void driver_steps_close(DriverSteps *s) {
  if (s->bisect) fprintf(stderr, "BISECT: %llu steps in all\n", (unsigned long long)s->begun);
  report_counters(s);
  if (s->log && s->log != stdout) fclose(s->log);
  s->log = NULL;
}

void driver_steps_free(DriverSteps *s) {
  ir_vec_free(&s->counters);
}
