// Questions about tile-opt itself: options, passes, ops and dialects it knows.
#include "driver/opt_impl.h"
#include "driver/reference.h"

static IrStatus take_list_ops(void *user, IrContext *ctx, const DriverArg *arg) {
  (void)ctx;
  OptQuestions *q = &((Opt *)user)->questions;
  q->list_ops = true, q->ops_of = arg->value;
  return IR_OK;
}

static IrStatus take_dump_docs(void *user, IrContext *ctx, const DriverArg *arg) {
  (void)ctx;
  OptQuestions *q = &((Opt *)user)->questions;
  q->dump_docs = true, q->docs_of = arg->value;
  return IR_OK;
}

static const DriverOption options[] = {
    OPT_FLAG("help", "h", questions.help, "print this"),
    OPT_FLAG("version", NULL, questions.version, "print the version"),
    OPT_FLAG("list-passes", NULL, questions.list_passes, "list passes and pipelines"),
    OPT_TEXT("help-pass", NULL, questions.help_pass, "NAME", "describe a pass or pipeline"),
    OPT_FLAG("list-debug-channels", NULL, questions.list_channels, "list debug channels"),
    OPT_FLAG("list-dialects", "show-dialects", questions.list_dialects, "list dialects"),
    OPT_FLAG("list-plugins", NULL, questions.list_plugins, "list plugins and what they bring"),
    OPT_CALL_OPTIONAL("list-ops", NULL, take_list_ops, "DIALECT",
                      "list ops, of one dialect or all"),
    OPT_TEXT("help-op", NULL, questions.help_op, "NAME", "describe an op"),
    OPT_CALL_OPTIONAL("dump-docs", NULL, take_dump_docs, "DIALECT|passes",
                      "print the reference as Markdown"),
    {0}};
const DriverTopic opt_questions_topic = {"questions", options};

bool opt_is_question(const Opt *o) {
  const OptQuestions *q = &o->questions;
  return q->help || q->version || q->list_passes || q->list_channels || q->list_dialects ||
         q->list_plugins || q->list_ops || q->dump_docs || q->help_op || q->help_pass;
}

static void print_help(const Opt *o, const DriverCli *cli, IrStream *out) {
  driver_print_help(cli, out);
  ir_write_cstr(out, "\nA pass or pipeline is an option too: --NAME or --NAME='OPTION=VALUE'.\n\n");
  driver_list_passes(o->ctx, out);
}

IrStatus opt_answer(Opt *o, const DriverCli *cli) {
  const OptQuestions *q = &o->questions;
  IrStream out = {0};
  IrStatus status = IR_OK;
  if (q->help) print_help(o, cli, &out);
  if (q->version) ir_write_cstr(&out, "tile-opt (Tegula) " TEGULA_VERSION "\n");
  if (q->list_passes) driver_list_passes(o->ctx, &out);
  if (q->list_channels) driver_list_channels(o->ctx, &out);
  if (q->list_dialects) driver_list_dialects(o->ctx, &out);
  if (q->list_plugins) driver_list_plugins(o->ctx, &out);
  if (q->list_ops) status = driver_list_ops(o->ctx, q->ops_of, &out);
  if (q->dump_docs && status == IR_OK) status = driver_dump_docs(o->ctx, q->docs_of, &out);
  if (q->help_op && status == IR_OK) status = driver_help_op(o->ctx, q->help_op, &out);
  if (q->help_pass && status == IR_OK) status = driver_help_pass(o->ctx, q->help_pass, &out);
  if (status == IR_OK) status = driver_write_file(o->ctx, NULL, ir_stream_str(&out));
  ir_stream_free(&out);
  return status;
}
