// Feeds any bytes to the parser.  What parses and verifies must print, parse again and print the
// same.  Build with clang and -DTEGULA_FUZZ=ON -DTEGULA_SANITIZE=ON, and run
//
//   bin/parse_fuzz CORPUS_FOLDER tests/ir/text docs/examples
#include "dialects/registry.h"
#include "ir/ir.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool swallow(void *user, IrContext *ctx, const IrDiag *diag) {
  (void)user;
  (void)ctx;
  (void)diag;
  return true;
}

static IrContext *create_context(void) {
  IrContext *ctx = ir_context_create();
  ir_context_allow_unregistered(ctx, true);
  ir_diag_push_handler(ctx, swallow, NULL);
  if (tegula_register_dialects(ctx) != IR_OK) abort();
  return ctx;
}

static IrOp *parse(IrContext *ctx, IrStr text) {
  IrOp *module = ir_parse_module(ctx, ir_source_add(ctx, IR_STR("input"), text, true), NULL);
  if (module && ir_verify(module) != IR_OK) {
    ir_op_destroy(module);
    module = NULL;
  }
  return module;
}

static void check_round_trip(IrContext *ctx, IrOp *module, bool generic) {
  IrPrintOptions options = {.generic = generic};
  IrStream first = {0}, second = {0};
  ir_print_op(module, &first, &options);
  IrOp *again = parse(ctx, ir_stream_str(&first));
  if (!again) abort(); // what we print must parse
  ir_print_op(again, &second, &options);
  if (!ir_str_equal(ir_stream_str(&first), ir_stream_str(&second))) abort();
  ir_op_destroy(again);
  ir_stream_free(&first);
  ir_stream_free(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  IrContext *ctx = create_context();
  IrOp *module = parse(ctx, (IrStr){(const char *)data, size});
  if (module) {
    check_round_trip(ctx, module, false);
    check_round_trip(ctx, module, true);
    ir_op_destroy(module);
  }
  ir_context_destroy(ctx);
  return 0;
}
