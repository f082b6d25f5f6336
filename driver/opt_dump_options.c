// Options of tile-opt about looking at a pipeline and running a part of it.
#include "driver/opt_impl.h"

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
  return take_passes(ctx, arg, &((Opt *)user)->print_before);
}

static IrStatus take_print_after(void *user, IrContext *ctx, const DriverArg *arg) {
  return take_passes(ctx, arg, &((Opt *)user)->print_after);
}

// @NAME,... with or without the @.
static IrStatus take_filter(void *user, IrContext *ctx, const DriverArg *arg) {
  Opt *o = user;
  for (const char *p = arg->value; *p;) {
    size_t n = strcspn(p, ",");
    IrStr name = {p + (*p == '@'), n - (*p == '@')};
    if (!name.len) {
      (void)ir_error(ctx, arg->value_loc, "expected names of symbols, got '{}'", arg->value);
      ir_help(ctx, "--print-ir-filter=@gemm,@softmax dumps these two only");
      return IR_FAILED;
    }
    ir_print(&o->print_filter, "{}{}", o->print_filter.len ? "," : "", name);
    p += n + (p[n] == ',');
  }
  return IR_OK;
}

static const DriverOption dump_options[] = {
    OPT_FLAG("print-ir-before-all", "mlir-print-ir-before-all", passes.print_before_all,
             "print the IR before every pass"),
    OPT_FLAG("print-ir-after-all", "mlir-print-ir-after-all", passes.print_after_all,
             "print the IR after every pass"),
    OPT_CALL("print-ir-before", "mlir-print-ir-before", take_print_before, "PASS,...",
             "print the IR before these passes"),
    OPT_CALL("print-ir-after", "mlir-print-ir-after", take_print_after, "PASS,...",
             "print the IR after these passes"),
    OPT_FLAG("print-ir-diff", NULL, passes.print_diff,
             "print what each pass changed, line by line"),
    OPT_FLAG("print-ir-after-change", "mlir-print-ir-after-change", passes.print_after_change,
             "print the IR only after passes that changed it"),
    OPT_FLAG("print-ir-after-failure", "mlir-print-ir-after-failure", passes.print_after_failure,
             "print the IR when a pass fails"),
    OPT_CALL("print-ir-filter", NULL, take_filter, "@NAME,...",
             "dump only functions or kernels of these names"),
    OPT_FLAG("print-ir-module-scope", "mlir-print-ir-module-scope", passes.module_scope,
             "print the whole module in every dump"),
    OPT_TEXT("dump-phases", "dump-compilation-phases-to", passes.phases_dir, "DIR",
             "write the whole module after every pass to DIR, to go on from"),
    OPT_TEXT("print-ir-tree-dir", "mlir-print-ir-tree-dir", passes.tree_dir, "DIR",
             "write one numbered file for every pass to DIR, and index.html"),
    {0}};
const DriverTopic opt_dumps_topic = {"dumps between passes", dump_options};

// ---- Parts of a pipeline ----

static IrStatus take_place(const DriverArg *arg, IrPassPlace *place) {
  *place = (IrPassPlace){ir_str(arg->value), arg->value_loc};
  return IR_OK;
}

static IrStatus take_start_at(void *user, IrContext *ctx, const DriverArg *arg) {
  (void)ctx;
  return take_place(arg, &((Opt *)user)->cut.start_at);
}

static IrStatus take_start_after(void *user, IrContext *ctx, const DriverArg *arg) {
  (void)ctx;
  return take_place(arg, &((Opt *)user)->cut.start_after);
}

static IrStatus take_stop_before(void *user, IrContext *ctx, const DriverArg *arg) {
  (void)ctx;
  return take_place(arg, &((Opt *)user)->cut.stop_before);
}

static IrStatus take_stop_after(void *user, IrContext *ctx, const DriverArg *arg) {
  (void)ctx;
  return take_place(arg, &((Opt *)user)->cut.stop_after);
}

static const DriverOption part_options[] = {
    OPT_CALL("start-at", "start-before", take_start_at, "PASS[#N]",
             "leave out the passes before PASS, its N-th occurrence"),
    OPT_CALL("start-after", "compile-from", take_start_after, "PASS[#N]",
             "leave out PASS and the passes before it"),
    OPT_CALL("stop-before", NULL, take_stop_before, "PASS[#N]",
             "leave out PASS and the passes after it"),
    OPT_CALL("stop-after", "compile-to", take_stop_after, "PASS[#N]",
             "leave out the passes after PASS"),
    {0}};
const DriverTopic opt_parts_topic = {"a part of the pipeline", part_options};
