// Options of tile-opt about diagnostics: which are shown, how, and which the input announces.
#include <stdlib.h>
#include <unistd.h>

#include "driver/opt_impl.h"
#include "ir/asm/printer.h"

static IrStatus unknown_word(IrContext *ctx, const DriverArg *arg, const char *known) {
  (void)ir_error(ctx, arg->value_loc, "option '--{}' has no value '{}'", arg->name, arg->value);
  ir_help(ctx, "write {}", known);
  return IR_FAILED;
}

static IrStatus take_verify(void *user, IrContext *ctx, const DriverArg *arg) {
  OptDiagnostics *d = &((Opt *)user)->diagnostics;
  const char *word = arg->value ? arg->value : "all";
  d->only_expected = !strcmp(word, "only-expected");
  d->verify =
      d->only_expected || !strcmp(word, "all") || !strcmp(word, "true") || !strcmp(word, "1");
  bool off = !strcmp(word, "false") || !strcmp(word, "0");
  return d->verify || off ? IR_OK : unknown_word(ctx, arg, "all or only-expected");
}

bool opt_wants_color(void) {
  return isatty(STDERR_FILENO) && !getenv("NO_COLOR");
}

bool opt_wants_color_out(const Opt *o) {
  if (o->diagnostics.color_given) return o->diagnostics.style.color;
  return isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
}

// Taken before other options, whose errors are shown with it.
static IrStatus take_color(void *user, IrContext *ctx, const DriverArg *arg) {
  OptDiagnostics *d = &((Opt *)user)->diagnostics;
  const char *word = arg->value ? arg->value : "always";
  if (!strcmp(word, "auto"))
    d->style.color = opt_wants_color();
  else if (!strcmp(word, "always") || !strcmp(word, "never"))
    d->style.color = word[0] == 'a';
  else
    return unknown_word(ctx, arg, "auto, always or never");
  d->color_given = strcmp(word, "auto") != 0;
  opt_style_diagnostics(user);
  return IR_OK;
}

static const DriverOption options[] = {
    OPT_COUNT("max-errors", NULL, diagnostics.max_errors, "N",
              "stop after N errors (default: 20; 0: never)"),
    {.name = "color",
     .kind = DRIVER_CALL,
     .call = take_color,
     .value = "auto|always|never",
     .optional = true,
     .early = true,
     .help = "color diagnostics and diffs (default: auto, on a terminal)"},
    OPT_COUNT("verbosity", "mlir-diagnostic-verbosity-level", diagnostics.verbosity, "N",
              "0: errors, 1: and warnings, 2: and remarks (default)"),
    OPT_FLAG("no-notes", "mlir-disable-diagnostic-notes", diagnostics.style.no_notes,
             "leave out notes"),
    OPT_FLAG("show-op", "mlir-print-op-on-diagnostic", diagnostics.op_on_error,
             "print the op that an error is about, in generic form"),
    OPT_FLAG("show-stack", "mlir-print-stacktrace-on-diagnostic", diagnostics.style.stacktrace,
             "print where in the compiler a diagnostic comes from"),
    OPT_CALL_OPTIONAL("verify-diagnostics", NULL, take_verify, "all|only-expected",
                      "check diagnostics against expected-error comments"),
    {0}};
const DriverTopic opt_diagnostics_topic = {"diagnostics", options};

static void print_op(const IrOp *op, IrStream *out) {
  IrPrintOptions print = {.generic = true, .local_scope = true, .skip_regions = true};
  ir_print_op((IrOp *)op, out, &print);
}

void opt_style_diagnostics(Opt *o) {
  OptDiagnostics *d = &o->diagnostics;
  static const IrSeverity most[] = {IR_ERROR, IR_WARNING, IR_REMARK};
  d->style.most = most[d->verbosity < 2 ? d->verbosity : 2];
  d->style.print_op = d->op_on_error ? print_op : NULL;
  ir_diag_set_style(o->ctx, &d->style);
  ir_diag_set_max_errors(o->ctx, d->verify ? 0 : (size_t)d->max_errors);
}
