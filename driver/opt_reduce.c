// tile-opt --reduce: the same reduction as tile-reduce, with the options at hand.
#include "driver/opt_impl.h"
#include "driver/reduce/reduce.h"

static IrStatus take_reduce(void *user, IrContext *ctx, const DriverArg *arg) {
  (void)ctx;
  Opt *o = user;
  o->reduction.wanted = true;
  o->reduction.command = arg->value;
  return IR_OK;
}

static const DriverOption reduce_options[] = {
    OPT_CALL_OPTIONAL("reduce", NULL, take_reduce, "COMMAND",
                      "make the input small while COMMAND ends with 0 on it, or without one while "
                      "the passes fail (see tile-reduce)"),
    {0}};
const DriverTopic opt_reduce_topic = {"reducing", reduce_options};

static void write_options(const Opt *o, IrStream *out) {
  for (size_t i = 0; i < o->crash.plugins.n; i++)
    ir_print(out, " --load-plugin={}", o->crash.plugins.at[i]);
  if (o->validate.wanted) {
    ir_write_cstr(out, " --validate-each=");
    driver_validate_print(&o->validate, out);
  }
  if (o->allow_unregistered) ir_write_cstr(out, " --allow-unregistered-dialect");
}

// A reproducer brings its passes.
static IrStatus read_reproducer(Opt *o, DriverReduce *r) {
  IrStr text;
  IR_TRY(ir_source_read(o->ctx, r->input, &r->start, &text));
  return opt_apply_reproducer(o, r->start);
}

IrStatus opt_reduce(Opt *o) {
  DriverReduce r = {.ctx = o->ctx, .input = o->input ? o->input : "-", .params = o->params};
  if (o->run_reproducer) IR_TRY(read_reproducer(o, &r));
  IrStream pipeline = {0}, options = {0};
  r.command = o->reduction.command;
  r.debuginfo = o->passes.print.debuginfo;
  if (!r.command && ir_pass_manager_is_empty(o->pm)) {
    (void)ir_error(o->ctx, IR_LOC_UNKNOWN, "there is no test that says what is interesting");
    ir_help(o->ctx, "write --reduce=COMMAND, or passes that fail");
    return IR_FAILED;
  }
  if (!r.command) {
    ir_pass_manager_print(o->pm, &pipeline);
    r.pipeline = ir_stream_cstr(&pipeline);
    r.validate = o->validate;
    write_options(o, &options);
    r.options = ir_stream_cstr(&options);
  }
  IrStatus status = driver_reduce_file(&r, o->output);
  driver_reduce_free(&r);
  ir_stream_free(&pipeline);
  ir_stream_free(&options);
  return status;
}
