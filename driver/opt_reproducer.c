// Options of tile-opt about passes that crash, do not end or fail, and the running of reproducers.
#include "driver/opt_impl.h"
#include "ir/pass/plugin.h"
#include "ir/pass/reproducer.h"

static const DriverOption options[] = {
    DRIVER_CRASH_OPTIONS(Opt, crash),
    OPT_FLAG("run-reproducer", NULL, run_reproducer,
             "run the pipeline that the input, a reproducer, ends with"),
    {0}};
const DriverTopic opt_crash_topic = {"passes that crash, loop or fail", options};

static const char *file_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

// The command line may say where a plugin of another machine is here.
static bool is_loaded(const Opt *o, const char *path) {
  for (size_t i = 0; i < o->crash.plugins.n; i++)
    if (!strcmp(file_name(o->crash.plugins.at[i]), file_name(path))) return true;
  return false;
}

static IrStatus load_plugins(Opt *o, const IrReproducer *r) {
  for (size_t i = 0; i < r->num_plugins; i++) {
    const char *path = ir_arena_strdup(ir_context_arena(o->ctx), r->plugins[i].path);
    if (is_loaded(o, path)) continue;
    ir_vec_push(&o->crash.plugins, path);
    if (ir_plugin_load_at(o->ctx, path, r->plugins[i].loc) == IR_OK) continue;
    ir_help(o->ctx, "--load-plugin=FILE loads it from another place");
    return IR_FAILED;
  }
  return IR_OK;
}

IrStatus opt_apply_reproducer(Opt *o, IrLoc start) {
  if (!ir_pass_manager_is_empty(o->pm)) {
    (void)ir_error(o->ctx, IR_LOC_UNKNOWN, "--run-reproducer takes the pipeline from the input");
    ir_help(o->ctx, "leave out either that option or the passes");
    return IR_FAILED;
  }
  IrReproducer r;
  IrStatus status = ir_reproducer_read(o->ctx, start, &r);
  if (status == IR_OK) status = load_plugins(o, &r);
  if (status == IR_OK && r.time_limit.len && o->crash.time_limit == 0)
    status = driver_crash_set_limit(&o->crash, o->ctx, r.time_limit, r.time_limit_loc);
  if (status == IR_OK && r.validate_each_loc.id && !o->validate.wanted)
    status = driver_validate_parse(&o->validate, o->ctx, r.validate_each, r.validate_each_loc);
  if (status == IR_OK) status = ir_pass_manager_parse_at(o->pm, r.pipeline, r.pipeline_loc);
  ir_free(r.plugins);
  if (r.allow_unregistered) ir_context_allow_unregistered(o->ctx, true);
  o->passes.verify_each = r.verify_each;
  if (r.disable_threading) o->passes.threads = 1;
  if (!o->crash.file) o->crash.off = true; // there is one already
  o->only = r.op;
  o->only_loc = r.op_loc;
  return status;
}

// Lets passes run on one op alone.
static bool is_only(void *user, const IrPassEvent *event) {
  return event->op == ((Opt *)user)->only_op;
}

static IrStatus find_only(void *user, IrOp *module) {
  Opt *o = user;
  o->only_op = ir_op_path_find(module, o->only);
  if (o->only_op) return IR_OK;
  (void)ir_error(o->ctx, o->only_loc, "the module has no op '{}'", o->only);
  ir_help(o->ctx, "a '/' stands between a symbol '@name' or an op's number and what is inside");
  return IR_FAILED;
}

void opt_restrict_to_op(Opt *o) {
  if (!o->only.len) return;
  ir_pass_manager_instrument(o->pm, &(IrInstrumentation){.size = sizeof(IrInstrumentation),
                                                         .name = "only",
                                                         .user = o,
                                                         .begin = find_only,
                                                         .wants = is_only});
}
