// Questions about tile-opt itself: options, passes, ops and dialects it knows.
#include "driver/layout_picture.h"
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

static IrStatus take_layout(void *user, IrContext *ctx, const DriverArg *arg) {
  (void)ctx;
  OptQuestions *q = &((Opt *)user)->questions;
  q->layout = arg->value, q->layout_loc = arg->value_loc;
  return IR_OK;
}

static IrStatus take_layout_svg(void *user, IrContext *ctx, const DriverArg *arg) {
  OptQuestions *q = &((Opt *)user)->questions;
  q->layout_svg = arg->value;
  if (*arg->value) return IR_OK;
  return ir_error(ctx, arg->loc, "option '--print-layout-svg' needs a file");
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
    OPT_CALL("print-layout", NULL, take_layout, "TYPE",
             "show where the elements of a tensor with a layout, or of a buffer, are"),
    OPT_CALL("print-layout-svg", NULL, take_layout_svg, "FILE", "draw that layout, too"),
    {0}};
const DriverTopic opt_questions_topic = {"questions", options};

bool opt_is_question(const Opt *o) {
  const OptQuestions *q = &o->questions;
  return q->help || q->version || q->list_passes || q->list_channels || q->list_dialects ||
         q->list_plugins || q->list_ops || q->dump_docs || q->help_op || q->help_pass ||
         q->layout || q->layout_svg;
}

static void print_help(const Opt *o, const DriverCli *cli, IrStream *out) {
  driver_print_help(cli, out);
  ir_write_cstr(out, "\nA pass or pipeline is an option too: --NAME or --NAME='OPTION=VALUE'.\n\n");
  driver_list_passes(o->ctx, out);
}

static IrStatus draw(const Opt *o, const LayoutPicture *picture) {
  IrStream svg = {0};
  layout_picture_svg(picture, &svg);
  IrStatus status = driver_write_file(o->ctx, o->questions.layout_svg, ir_stream_str(&svg));
  ir_stream_free(&svg);
  return status;
}

static IrStatus show_layout(const Opt *o, IrStream *out) {
  const OptQuestions *q = &o->questions;
  if (!q->layout) {
    (void)ir_error(o->ctx, (IrLoc){0}, "option '--print-layout-svg' draws no layout");
    ir_help(o->ctx, "say which one with --print-layout=TYPE");
    return IR_FAILED;
  }
  LayoutPicture picture;
  IrStatus status = layout_picture_read(o->ctx, q->layout_loc, ir_str(q->layout), &picture);
  if (status == IR_OK) layout_picture_table(&picture, opt_wants_color_out(o), out);
  if (status == IR_OK && q->layout_svg) status = draw(o, &picture);
  layout_picture_free(&picture);
  return status;
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
  if ((q->layout || q->layout_svg) && status == IR_OK) status = show_layout(o, &out);
  if (status == IR_OK) status = driver_write_file(o->ctx, NULL, ir_stream_str(&out));
  ir_stream_free(&out);
  return status;
}
