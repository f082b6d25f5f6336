// The text of one type or attribute: what parses prints so that the same one is read back.
#include "tests/fuzz/fuzz.h"

// `what` was read from `text`: requires that an error was reported exactly when it is NULL.
static void check_reported(IrContext *ctx, const void *what, size_t errors, IrStr text) {
  FUZZ_REQUIRE((what != NULL) == (ir_diag_error_count(ctx) == errors),
               "a failure without an error, or an error without a failure", text, (IrStr){0});
}

// What holds a distinct attribute is another each time it is read.
static bool is_distinct(IrStr text) {
  static const char word[] = "distinct[";
  for (size_t i = 0; i + sizeof word <= text.len; i++)
    if (!memcmp(text.ptr + i, word, sizeof word - 1)) return true;
  return false;
}

static void check_type(IrContext *ctx, IrStr text) {
  size_t errors = ir_diag_error_count(ctx);
  IrType type = ir_parse_type_text(ctx, text);
  check_reported(ctx, type, errors, text);
  if (!type) return;
  IrStream printed = {0};
  ir_type_print(type, &printed);
  FUZZ_REQUIRE(ir_parse_type_text(ctx, ir_stream_str(&printed)) == type ||
                   is_distinct(ir_stream_str(&printed)),
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
  FUZZ_REQUIRE(ir_parse_attr_text(ctx, ir_stream_str(&printed)) == attr ||
                   is_distinct(ir_stream_str(&printed)),
               "an attribute reads back as another", text, ir_stream_str(&printed));
  ir_stream_free(&printed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  IrContext *ctx = fuzz_context();
  check_type(ctx, (IrStr){(const char *)data, size});
  check_attr(ctx, (IrStr){(const char *)data, size});
  return 0;
}
