// The text of one type or attribute: what parses prints so that the same one is read back.
#include "tests/fuzz/fuzz.h"

// `what` was read from `text`: requires that an error was reported exactly when it is NULL.
static void check_reported(IrContext *ctx, const void *what, size_t errors, IrStr text) {
  FUZZ_REQUIRE((what != NULL) == (ir_diag_error_count(ctx) == errors),
               "a failure without an error, or an error without a failure", text, (IrStr){0});
}

static bool contains(IrStr text, IrStr word) {
  for (size_t i = 0; i + word.len <= text.len; i++)
    if (!memcmp(text.ptr + i, word.ptr, word.len)) return true;
  return false;
}

// What holds a distinct attribute is another each time it is read, and an affine sum of sums may be
// simplified further when it is read again, here as in MLIR.
static bool may_read_as_another(IrStr text) {
  return contains(text, ir_str("distinct[")) || contains(text, ir_str("affine_"));
}

static void check_type(IrContext *ctx, IrStr text) {
  size_t errors = ir_diag_error_count(ctx);
  IrType type = ir_parse_type_text(ctx, text);
  check_reported(ctx, type, errors, text);
  if (!type) return;
  IrStream printed = {0};
  ir_type_print(type, &printed);
  IrType again = ir_parse_type_text(ctx, ir_stream_str(&printed));
  FUZZ_REQUIRE(again && (again == type || may_read_as_another(ir_stream_str(&printed))),
               "a type reads back as another", text, ir_stream_str(&printed));
  ir_stream_free(&printed);
}

static void check_attr(IrContext *ctx, IrStr text) {
  size_t errors = ir_diag_error_count(ctx);
  IrAttr attr = ir_parse_attr_text(ctx, text);
  check_reported(ctx, attr, errors, text);
  if (!attr) return;
  IrStream printed = {0};
  ir_attr_print(attr, &printed);
  IrAttr again = ir_parse_attr_text(ctx, ir_stream_str(&printed));
  FUZZ_REQUIRE(again && (again == attr || may_read_as_another(ir_stream_str(&printed))),
               "an attribute reads back as another", text, ir_stream_str(&printed));
  ir_stream_free(&printed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  IrContext *ctx = fuzz_context();
  check_type(ctx, (IrStr){(const char *)data, size});
  check_attr(ctx, (IrStr){(const char *)data, size});
  return 0;
}
