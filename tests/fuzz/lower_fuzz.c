// IR text that verifies, lowered to the thread level: the passes refuse a kernel or leave valid IR
// behind that prints and reads back.
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  IrContext *ctx = fuzz_context();
  IrStr text = {(const char *)data, size};
  IrOp *module = fuzz_parse(ctx, text);
  if (!module) return 0;
  if (fuzz_run_passes(ctx, module, text, IR_STR("tile-to-thread-level")) == IR_OK)
    fuzz_round_trip(ctx, module, &(IrPrintOptions){0});
  ir_op_destroy(module);
  return 0;
}
