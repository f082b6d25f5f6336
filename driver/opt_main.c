// tile-opt: the command line, by the tables of options, into a state; then what it asks for.
#include "driver/opt_main.h"

#include "driver/opt_impl.h"

static const DriverTopic *const topics[] = {
    &opt_text_topic,        &opt_passes_topic,  &driver_dumps_topic,  &driver_parts_topic,
    &driver_steps_topic,    &opt_reports_topic, &opt_crash_topic,     &opt_print_topic,
    &opt_diagnostics_topic, &opt_reduce_topic,  &opt_questions_topic, NULL,
};

static IrStatus take_file(void *user, IrContext *ctx, const DriverArg *arg) {
  Opt *o = user;
  if (o->input)
    return ir_error(ctx, arg->loc, "one input file at a time: there is '{}' already", o->input);
  o->input = arg->value;
  return IR_OK;
}

static void dump_pipeline(Opt *o) {
  IrStream out = driver_stderr();
  ir_pass_manager_print(o->pm, &out);
  ir_write_char(&out, '\n');
  ir_stream_flush(&out);
  ir_stream_free(&out);
}

static IrStatus process_with_remarks(Opt *o) {
  IR_TRY(driver_remarks_open(&o->remarks, o->ctx));
  IrStatus status = opt_process_input(o);
  if (driver_remarks_close(&o->remarks, status == IR_OK) != IR_OK) status = IR_FAILED;
  return status;
}

static IrStatus act(Opt *o, const DriverCli *cli) {
  if (opt_is_question(o)) return opt_answer(o, cli);
  ir_context_allow_unregistered(o->ctx, o->allow_unregistered);
  ir_context_check_rewrites(o->ctx, o->check_rewrites);
  ir_context_stamp_patterns(o->ctx, o->stamp_patterns);
  if (o->one_thread) o->passes.threads = 1;
  opt_style_diagnostics(o);
  driver_pass_flags_apply(&o->flags, &o->passes);
  o->passes.color = o->diagnostics.style.color;
  IR_TRY(ir_pass_manager_cut(o->pm, &o->flags.cut));
  if (o->reduction.wanted) return opt_reduce(o);
  if (o->dump_pipeline) dump_pipeline(o);
  IR_TRY(driver_steps_open(&o->flags.steps, o->ctx));
  driver_timing_open(&o->timing);
  driver_statistics_open(&o->statistics, o->ctx);
  IrStatus status = process_with_remarks(o);
  driver_steps_close(&o->flags.steps);
  driver_statistics_report(&o->statistics, o->pm);
  return driver_timing_close(&o->timing, o->ctx, status);
}

static IrStatus parse_and_act(Opt *o, int argc, char **argv) {
  const DriverCli cli = {.tool = "tile-opt",
                         .usage = "[FILE|-] [options] [passes]",
                         .about = "Reads IR, runs passes over it, and writes it.",
                         .environment = "TILE_OPT_FLAGS",
                         .topics = topics,
                         .positional = take_file,
                         .other = opt_take_pass,
                         .other_name = opt_pass_name,
                         .user = o};
  IR_TRY(driver_parse_options(o->ctx, &cli, argc, argv));
  opt_warn_hidden(o, &cli);
  return act(o, &cli);
}

int tile_opt_main(int argc, char **argv, IrStatus (*register_fn)(IrContext *ctx)) {
  driver_crash_start("tile-opt", argc, argv);
  Opt o = {.ctx = ir_context_create(), .diagnostics = {.max_errors = 20, .verbosity = 2}};
  o.passes.verify_each = true;
  o.passes.check_siblings = o.passes.check_analyses = ir_pass_checks_by_default();
  o.check_rewrites = ir_pass_checks_by_default();
  o.diagnostics.style.color = opt_wants_color();
  opt_style_diagnostics(&o);
  IrStatus status = register_fn(o.ctx);
  if (status == IR_OK) {
    o.pm = ir_pass_manager_create(o.ctx, "builtin.module");
    status = parse_and_act(&o, argc, argv);
    ir_pass_manager_destroy(o.pm);
  }
  ir_params_free(&o.params);
  ir_vec_free(&o.assumptions);
  driver_pass_flags_free(&o.flags);
  driver_crash_free(&o.crash);
  driver_statistics_free(&o.statistics);
  ir_context_destroy(o.ctx);
  return status == IR_OK ? 0 : 1;
}
