// IR text: what parses and verifies prints, in each form, so that it reads back and prints the
// same.
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  IrContext *ctx = fuzz_context();
  IrOp *module = fuzz_parse(ctx, (IrStr){(const char *)data, size});
  if (!module) return 0;
  fuzz_round_trip(ctx, module, &(IrPrintOptions){0});
  fuzz_round_trip(ctx, module, &(IrPrintOptions){.generic = true});
  fuzz_round_trip(ctx, module, &(IrPrintOptions){.debuginfo = true, .number_values = true});
  fuzz_round_trip(ctx, module, &(IrPrintOptions){.debuginfo = true, .local_scope = true});
  ir_op_destroy(module);
  return 0;
}
