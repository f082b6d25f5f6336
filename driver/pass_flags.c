// Options about looking at a pipeline, running a part of it and counting its steps; see
// pass_flags.h.
#include "driver/pass_flags.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

// ---- Dumps between passes ----

static void append_name(IrStream *list, const char *name) {
  ir_print(list, "{}{}", list->len ? "," : "", name);
}

typedef struct PassCursor {
  IrContext *ctx;
  size_t i;
} PassCursor;

static const char *next_pass(void *user) {
  PassCursor *c = user;
  return c->i < ir_pass_count(c->ctx) ? ir_pass_at(c->ctx, c->i++)->name : NULL;
}

static IrStatus check_pass(IrContext *ctx, IrStr name, IrLoc loc) {
  if (ir_pass_lookup(ctx, name)) return IR_OK;
  (void)ir_error(ctx, loc, "no pass is named '{}'", name);
  PassCursor cursor = {ctx, 0};
  const char *near = ir_nearest(name, next_pass, &cursor);
  if (near)
    ir_help(ctx, "did you mean '{}'?", near);
  else if (ir_pipeline_lookup(ctx, name))
    ir_help(ctx, "it is a pipeline; --dump-pass-pipeline says which passes it stands for");
  else
    ir_help(ctx, "--list-passes lists them");
  return IR_FAILED;
}

// PASS,...
static IrStatus take_passes(IrContext *ctx, const DriverArg *arg, IrStream *list) {
  for (const char *p = arg->value; *p;) {
    size_t n = strcspn(p, ",");
    IrLoc loc = arg->value_loc;
    if (loc.id) loc.id += (uint32_t)(p - arg->value);
    IR_TRY(check_pass(ctx, (IrStr){p, n}, loc));
    p += n + (p[n] == ',');
  }
  append_name(list, arg->value);
  return IR_OK;
}

static IrStatus take_print_before(void *user, IrContext *ctx, const DriverArg *arg) {
  return take_passes(ctx, arg, &((DriverPassFlags *)user)->before);
}

static IrStatus take_print_after(void *user, IrContext *ctx, const DriverArg *arg) {
  return take_passes(ctx, arg, &((DriverPassFlags *)user)->after);
}

// @NAME,... with or without the @.
static IrStatus take_filter(void *user, IrContext *ctx, const DriverArg *arg) {
  DriverPassFlags *f = user;
  for (const char *p = arg->value; *p;) {
    size_t n = strcspn(p, ",");
    IrStr name = {p + (*p == '@'), n - (*p == '@')};
    if (!name.len) {
      (void)ir_error(ctx, arg->value_loc, "expected names of symbols, got '{}'", arg->value);
      ir_help(ctx, "--print-ir-filter=@gemm,@softmax dumps these two only");
      return IR_FAILED;
    }
    ir_print(&f->filter, "{}{}", f->filter.len ? "," : "", name);
    p += n + (p[n] == ',');
  }
  return IR_OK;
}

// ---- Debug channels ----

typedef struct ChannelCursor {
  IrContext *ctx;
  size_t i;
} ChannelCursor;

static const char *next_channel(void *user) {
  ChannelCursor *c = user;
  return c->i < ir_debug_channel_count(c->ctx) ? ir_debug_channel_at(c->ctx, c->i++).name : NULL;
}

// A channel of some plugin may not have been made known, so this is no error.
static void check_channel(IrContext *ctx, IrStr name, IrLoc loc) {
  ChannelCursor cursor = {ctx, 0};
  for (const char *known; (known = next_channel(&cursor));)
    if (ir_str_is(name, known)) return;
  ir_warning(ctx, loc, "no debug channel is named '{}'", name);
  cursor.i = 0;
  const char *near = ir_nearest(name, next_channel, &cursor);
  if (near)
    ir_help(ctx, "did you mean '{}'?", near);
  else
    ir_help(ctx, "tile-opt --list-debug-channels lists them");
}

static IrStatus take_debug_only(void *user, IrContext *ctx, const DriverArg *arg) {
  (void)user;
  for (const char *p = arg->value; *p;) {
    size_t n = strcspn(p, ",");
    IrLoc loc = arg->value_loc;
    if (loc.id) loc.id += (uint32_t)(p - arg->value);
    if (n) check_channel(ctx, (IrStr){p, n}, loc);
    if (n) ir_debug_enable(ctx, (IrStr){p, n});
    p += n + (p[n] == ',');
  }
  return IR_OK;
}

static IrStatus take_debug(void *user, IrContext *ctx, const DriverArg *arg) {
  (void)user;
  (void)arg;
  ir_debug_enable_all(ctx);
  return IR_OK;
}

static IrStatus take_debug_layout(void *user, IrContext *ctx, const DriverArg *arg) {
  (void)user;
  (void)arg;
  ir_debug_enable(ctx, IR_STR("layout"));
  return IR_OK;
}

// ---- The table ----

#define FLAG(n, other, member, text) \
  { \
    .name = n, .aliases = other, .kind = DRIVER_FLAG, .offset = offsetof(DriverPassFlags, member), \
    .help = text \
  }
#define TEXT(n, other, member, val, text) \
  { \
    .name = n, .aliases = other, .kind = DRIVER_STRING, \
    .offset = offsetof(DriverPassFlags, member), .value = val, .help = text \
  }
#define CALL(n, other, fn, val, text) \
  { .name = n, .aliases = other, .kind = DRIVER_CALL, .call = (fn), .value = val, .help = text }

static const DriverOption dump_options[] = {
    FLAG("print-ir-before-all", "mlir-print-ir-before-all", before_all,
         "print the IR before every pass"),
    FLAG("print-ir-after-all", "mlir-print-ir-after-all", after_all,
         "print the IR after every pass"),
    CALL("print-ir-before", "mlir-print-ir-before", take_print_before, "PASS,...",
         "print the IR before these passes"),
    CALL("print-ir-after", "mlir-print-ir-after", take_print_after, "PASS,...",
         "print the IR after these passes"),
    FLAG("print-ir-diff", NULL, diff, "print what each pass changed, line by line"),
    FLAG("print-ir-after-change", "mlir-print-ir-after-change", after_change,
         "print the IR only after passes that changed it"),
    FLAG("print-ir-after-failure", "mlir-print-ir-after-failure", after_failure,
         "print the IR when a pass fails"),
    CALL("print-ir-filter", NULL, take_filter, "@NAME,...",
         "dump only functions or kernels of these names"),
    FLAG("print-ir-module-scope", "mlir-print-ir-module-scope", module_scope,
         "print the whole module in every dump"),
    TEXT("dump-phases", "dump-compilation-phases-to", phases_dir, "DIR",
         "write the whole module after every pass to DIR, to go on from"),
    TEXT("print-ir-tree-dir", "mlir-print-ir-tree-dir", tree_dir, "DIR",
         "write one numbered file for every pass to DIR, and index.html"),
    CALL("debug", NULL, take_debug, NULL, "print what all debug channels say"),
    CALL("debug-only", NULL, take_debug_only, "CHANNEL,...",
         "print what these debug channels say (tile-opt --list-debug-channels)"),
    CALL("debug-layout", NULL, take_debug_layout, NULL,
         "print the layouts that tile-layout considered, and what each costs"),
    {0}};
const DriverTopic driver_dumps_topic = {"looking at passes", dump_options};

// ---- Parts of a pipeline ----

static IrStatus take_place(IrContext *ctx, const DriverArg *arg, IrPassPlace *place) {
  if (!*arg->value) {
    (void)ir_error(ctx, arg->loc, "option '--{}' needs the name of a pass", arg->name);
    ir_help(ctx, "--{}=cse#2 is the second cse of the pipeline", arg->name);
    return IR_FAILED;
  }
  *place = (IrPassPlace){ir_str(arg->value), arg->value_loc};
  return IR_OK;
}

static IrStatus take_start_at(void *user, IrContext *ctx, const DriverArg *arg) {
  return take_place(ctx, arg, &((DriverPassFlags *)user)->cut.start_at);
}

static IrStatus take_start_after(void *user, IrContext *ctx, const DriverArg *arg) {
  return take_place(ctx, arg, &((DriverPassFlags *)user)->cut.start_after);
}

static IrStatus take_stop_before(void *user, IrContext *ctx, const DriverArg *arg) {
  return take_place(ctx, arg, &((DriverPassFlags *)user)->cut.stop_before);
}

static IrStatus take_stop_after(void *user, IrContext *ctx, const DriverArg *arg) {
  return take_place(ctx, arg, &((DriverPassFlags *)user)->cut.stop_after);
}

static const DriverOption part_options[] = {
    CALL("start-at", "start-before", take_start_at, "PASS[#N]",
         "leave out the passes before PASS, its N-th occurrence"),
    CALL("start-after", "compile-from", take_start_after, "PASS[#N]",
         "leave out PASS and the passes before it"),
    CALL("stop-before", NULL, take_stop_before, "PASS[#N]",
         "leave out PASS and the passes after it"),
    CALL("stop-after", "compile-to", take_stop_after, "PASS[#N]",
         "leave out the passes after PASS"),
    {0}};
const DriverTopic driver_parts_topic = {"a part of the pipeline", part_options};

// ---- Steps ----

static IrStatus take_limit(void *user, IrContext *ctx, const DriverArg *arg) {
  DriverSteps *s = &((DriverPassFlags *)user)->steps;
  char *end;
  errno = 0;
  s->limit = strtoll(arg->value, &end, 10);
  s->bisect = true;
  if (!errno && end != arg->value && !*end) return IR_OK;
  (void)ir_error(ctx, arg->value_loc, "option '--{}' takes a number of steps, got '{}'", arg->name,
                 arg->value);
  ir_help(ctx, "--{}=-1 does all steps and says how many there are", arg->name);
  return IR_FAILED;
}

static IrStatus take_counter(void *user, IrContext *ctx, const DriverArg *arg) {
  return driver_steps_take_counters(&((DriverPassFlags *)user)->steps, ctx, arg);
}

static const DriverOption step_options[] = {
    CALL("bisect-limit", "opt-bisect-limit", take_limit, "N",
         "do the first N passes, patterns and folds only; -1: all, counted"),
    CALL("debug-counter", "mlir-debug-counter", take_counter, "NAME-skip=N,...",
         "NAME-skip=N,NAME-count=M: leave out N steps of that name, do M"),
    FLAG("print-debug-counter", "mlir-print-debug-counter", steps.print_counters,
         "print what debug counters counted"),
    TEXT("log-actions-to", NULL, steps.log_path, "FILE|-",
         "log passes, and the patterns and folds that changed something"),
    {0}};
const DriverTopic driver_steps_topic = {"steps of work", step_options};

// ---- What they come to ----

void driver_pass_flags_apply(const DriverPassFlags *f, IrPassOptions *options) {
  options->print_before_all = f->before_all;
  options->print_after_all = f->after_all;
  options->print_after_change = f->after_change;
  options->print_after_failure = f->after_failure;
  options->print_before = ir_stream_str(&f->before);
  options->print_after = ir_stream_str(&f->after);
  options->print_filter = ir_stream_str(&f->filter);
  options->print_diff = f->diff;
  options->module_scope = f->module_scope;
  options->tree_dir = f->tree_dir;
  options->phases_dir = f->phases_dir;
  options->color = isatty(STDERR_FILENO) && !getenv("NO_COLOR");
}

void driver_pass_flags_free(DriverPassFlags *f) {
  ir_stream_free(&f->before);
  ir_stream_free(&f->after);
  ir_stream_free(&f->filter);
  driver_steps_free(&f->steps);
}
