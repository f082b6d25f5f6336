// IR text that verifies, run through passes that work on any IR: each must leave valid IR behind
// that prints and reads back.
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  IrContext *ctx = fuzz_context();
  IrStr text = {(const char *)data, size};
  IrOp *module = fuzz_parse(ctx, text);
  if (!module) return 0;
  const char *const pipelines[] = {
      "canonicalize,cse,licm",
      "convert-scf-to-cf,canonicalize,cse,symbol-dce,dce",
  };
  for (size_t i = 0; i < sizeof pipelines / sizeof *pipelines; i++) {
    if (fuzz_run_passes(ctx, module, text, ir_str(pipelines[i])) != IR_OK) break;
    fuzz_round_trip(ctx, module, &(IrPrintOptions){0});
  }
  ir_op_destroy(module);
  return 0;
}
