// What the fuzzers share: a context for many inputs, and the properties that all text must have.
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include "ir/ir.h"

// libFuzzer calls this for each input; every fuzzer is one.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Ends the run with `what` and both texts, so that the report says which promise was broken.
_Noreturn void fuzz_fail(const char *what, IrStr before, IrStr after);
#define FUZZ_REQUIRE(cond, what, before, after) \
  ((cond) ? (void)0 : fuzz_fail((what), (before), (after)))

// The context for one more input, with all dialects, passes and pipelines.  Borrowed.
IrContext *fuzz_context(void);

// What the text says, verified, or NULL.  Requires that exactly a failure is reported, and that an
// error of the parser has a place in the text.  The module is the caller's.
IrOp *fuzz_parse(IrContext *ctx, IrStr text);

// Requires that `module` printed reads back and then prints the same.
void fuzz_round_trip(IrContext *ctx, IrOp *module, const IrPrintOptions *options);

// Runs `pipeline` on `module`, which was read from `text`.  Requires that every pass leaves valid
// IR behind and keeps what it promises, and that exactly a failure is reported.
IrStatus fuzz_run_passes(IrContext *ctx, IrOp *module, IrStr text, IrStr pipeline);

#endif
