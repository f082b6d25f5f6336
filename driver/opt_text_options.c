// Options of tile-opt about text: what is read and how it is printed.
#include "driver/opt_impl.h"

static IrStatus take_param(void *user, IrContext *ctx, const DriverArg *arg) {
  Opt *o = user;
  IrStr name, value;
  IR_TRY(driver_split_assignment(ctx, arg, &name, &value));
  ir_params_set(&o->params, name, value);
  return IR_OK;
}

static IrStatus take_assume(void *user, IrContext *ctx, const DriverArg *arg) {
  (void)ctx;
  ir_vec_push(&((Opt *)user)->assumptions, arg->value);
  return IR_OK;
}

static IrStatus take_split(void *user, IrContext *ctx, const DriverArg *arg) {
  Opt *o = user;
  o->split = true, o->split_marker = arg->value;
  if (!arg->value || arg->value[0]) return IR_OK;
  return ir_error(ctx, arg->loc, "option '--split-input-file' has an empty marker");
}

static IrStatus take_short_locs(void *user, IrContext *ctx, const DriverArg *arg) {
  (void)ctx, (void)arg;
  IrPrintOptions *print = &((Opt *)user)->passes.print;
  print->debuginfo = print->short_locs = true;
  return IR_OK;
}

static const DriverOption text_options[] = {
    OPT_TEXT("o", NULL, output, "FILE", "write to FILE instead of standard output"),
    OPT_CALL("param", NULL, take_param, "NAME=VALUE", "bind a parameter of the file"),
    OPT_CALL("assume", NULL, take_assume, "FACT",
             "a fact about kernels' arguments: 'M % 128 == 0'"),
    OPT_CALL_OPTIONAL("split-input-file", NULL, take_split, "MARKER",
                      "treat pieces between '// -----' lines one by one"),
    OPT_TEXT("output-split-marker", NULL, output_marker, "TEXT",
             "what to write between their results (default: '// -----')"),
    OPT_FLAG("loc-from-this-ir", NULL, own_locs,
             "an op's location is its line in the input, whatever loc(...) says there"),
    OPT_FLAG("no-implicit-module", NULL, no_implicit_module,
             "the file holds one op, which is printed without a module around it"),
    OPT_FLAG("no-verify-input", "mlir-very-unsafe-disable-verifier-on-parsing", no_verify_input,
             "read IR that breaks rules; passes may not survive it"),
    OPT_FLAG("allow-unregistered-dialect", NULL, allow_unregistered,
             "accept ops, types and attributes of unknown dialects"),
    {0}};
const DriverTopic opt_text_topic = {"input and output", text_options};

static const DriverOption print_options[] = {
    OPT_FLAG("print-op-generic", "mlir-print-op-generic", passes.print.generic,
             "print generic syntax"),
    OPT_FLAG("print-debuginfo", "mlir-print-debuginfo", passes.print.debuginfo, "print locations"),
    OPT_CALL("print-short-locs", "mlir-pretty-debuginfo", take_short_locs, NULL,
             "print locations as file:line:col, for people"),
    OPT_FLAG("print-value-users", "mlir-print-value-users", passes.print.value_users,
             "say in comments who uses each value"),
    OPT_FLAG("print-unique-names", "mlir-print-unique-ssa-ids", passes.print.unique_names,
             "use no name twice in a module"),
    OPT_FLAG("print-skip-regions", "mlir-print-skip-regions", passes.print.skip_regions,
             "print {...} for regions"),
    OPT_FLAG("print-names-from-locs", "mlir-use-nameloc-as-prefix", passes.print.names_from_locs,
             "call a value without a name like its loc(\"name\")"),
    OPT_FLAG("print-assume-verified", "mlir-print-assume-verified", assume_verified,
             "print custom syntax even for IR that breaks rules"),
    OPT_FLAG("print-local-scope", "mlir-print-local-scope", passes.print.local_scope,
             "print without aliases"),
    OPT_FLAG("number-values", NULL, passes.print.number_values,
             "print %0, %1, ... instead of names"),
    OPT_INT("elide-elements-above", "mlir-elide-elementsattrs-if-larger",
            passes.print.elide_elements_above, "N",
            "leave out the values of longer constants (default: 16 in dumps)"),
    OPT_INT("hex-elements-above", "mlir-print-elementsattrs-with-hex-if-larger",
            passes.print.hex_above, "N",
            "print longer constants as bytes (default: 100; -1: none)"),
    OPT_INT("elide-resources-above", "mlir-elide-resource-strings-if-larger",
            passes.print.elide_resources_above, "N",
            "leave out longer values of the metadata at the end (default: none)"),
    {0}};
const DriverTopic opt_print_topic = {"printing", print_options};
