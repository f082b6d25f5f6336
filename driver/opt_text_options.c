// Options of tile-opt about text: what is read, how it is printed, what diagnostics say.
#include "driver/opt_impl.h"

static IrStatus take_param(void *user, IrContext *ctx, const DriverArg *arg) {
  Opt *o = user;
  IrStr name, value;
  IR_TRY(driver_split_assignment(ctx, arg, &name, &value));
  ir_params_set(&o->params, name, value);
  return IR_OK;
}

static const DriverOption text_options[] = {
    OPT_TEXT("o", NULL, output, "FILE", "write to FILE instead of standard output"),
    OPT_CALL("param", NULL, take_param, "NAME=VALUE", "bind a parameter of the file"),
    OPT_FLAG("split-input-file", NULL, split, "treat pieces between '// -----' lines one by one"),
    OPT_FLAG("allow-unregistered-dialect", NULL, allow_unregistered,
             "accept ops, types and attributes of unknown dialects"),
    {0}};
const DriverTopic opt_text_topic = {"input and output", text_options};

static const DriverOption print_options[] = {
    OPT_FLAG("print-op-generic", "mlir-print-op-generic", passes.print.generic,
             "print generic syntax"),
    OPT_FLAG("print-debuginfo", "mlir-print-debuginfo", passes.print.debuginfo, "print locations"),
    OPT_FLAG("print-local-scope", "mlir-print-local-scope", passes.print.local_scope,
             "print without aliases"),
    OPT_FLAG("number-values", NULL, passes.print.number_values,
             "print %0, %1, ... instead of names"),
    OPT_INT("elide-elements-above", "mlir-elide-elementsattrs-if-larger",
            passes.print.elide_elements_above, "N",
            "leave out the values of longer constants (default: 16 in dumps)"),
    {0}};
const DriverTopic opt_print_topic = {"printing", print_options};

static const DriverOption diagnostics_options[] = {
    OPT_COUNT("max-errors", NULL, diagnostics.max_errors, "N",
              "stop after N errors (default: 20; 0: never)"),
    OPT_FLAG("verify-diagnostics", NULL, diagnostics.verify,
             "check diagnostics against expected-error comments"),
    {0}};
const DriverTopic opt_diagnostics_topic = {"diagnostics", diagnostics_options};
