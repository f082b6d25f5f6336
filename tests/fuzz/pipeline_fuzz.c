// The text of a pipeline over all passes and named pipelines: what parses prints so that it reads
// back and prints the same.
#include "ir/pass/pass_manager.h"
#include "tests/fuzz/fuzz.h"

// Parses `text` and prints the pipeline to `out`.
static IrStatus print_pipeline(IrContext *ctx, IrStr text, IrStream *out) {
  IrPassManager *pm = ir_pass_manager_create(ctx, "builtin.module");
  size_t errors = ir_diag_error_count(ctx);
  IrStatus status = ir_pass_manager_parse(pm, text);
  FUZZ_REQUIRE((status == IR_OK) == (ir_diag_error_count(ctx) == errors),
               "a failure without an error, or an error without a failure", text, (IrStr){0});
  if (status == IR_OK) ir_pass_manager_print(pm, out);
  ir_pass_manager_destroy(pm);
  return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  IrContext *ctx = fuzz_context();
  IrStream first = {0}, second = {0};
  if (print_pipeline(ctx, (IrStr){(const char *)data, size}, &first) == IR_OK) {
    FUZZ_REQUIRE(print_pipeline(ctx, ir_stream_str(&first), &second) == IR_OK,
                 "a printed pipeline does not parse", ir_stream_str(&first), (IrStr){0});
    FUZZ_REQUIRE(ir_str_equal(ir_stream_str(&first), ir_stream_str(&second)),
                 "printed again it differs", ir_stream_str(&first), ir_stream_str(&second));
  }
  ir_stream_free(&first);
  ir_stream_free(&second);
  return 0;
}
