// Passes that go wrong, each in its own way, on functions with the attribute `test.bad`; and one
// that gives functions the attribute.
#include <signal.h>
#include <stdlib.h>

#include "ir/ir.h"

static bool is_marked(IrOp *op) {
  return ir_op_attr(op, "test.bad") != NULL;
}

static IrStatus crash_null(IrPassRun *run, IrOp *op) {
  (void)run;
  int *volatile nowhere = NULL;
  return is_marked(op) && *nowhere ? IR_FAILED : IR_OK;
}

// The compiler must neither see through this nor turn it into a loop.
static __attribute__((noinline)) int descend(volatile char *above) {
  volatile char frame[4096];
  frame[0] = above ? above[0] : 1;
  return frame[0] ? descend(frame) + frame[0] : 0;
}

static IrStatus crash_stack(IrPassRun *run, IrOp *op) {
  (void)run;
  return is_marked(op) && descend(NULL) ? IR_FAILED : IR_OK;
}

// On anything, marked or not.
static IrStatus crash_any(IrPassRun *run, IrOp *op) {
  (void)run, (void)op;
  abort();
}

// Moves the first op behind its users.
static IrStatus break_any(IrPassRun *run, IrOp *op) {
  (void)run;
  IrBlock *block = ir_region_first(ir_op_region(op, 0));
  IrOp *first = ir_block_first(block);
  ir_op_detach(first);
  ir_block_append(block, first);
  return IR_OK;
}

static IrStatus crash_loop(IrPassRun *run, IrOp *op) {
  (void)run;
  for (volatile bool go = is_marked(op); go;) {
  }
  return IR_OK;
}

static IrStatus crash_abort(IrPassRun *run, IrOp *op) {
  (void)run;
  if (is_marked(op)) abort();
  return IR_OK;
}

static IrStatus crash_assert(IrPassRun *run, IrOp *op) {
  (void)run;
  IR_ASSERT(!is_marked(op), "no function is marked");
  return IR_OK;
}

// Writes over the allocator's own data.
static IrStatus crash_heap(IrPassRun *run, IrOp *op) {
  (void)run;
  if (!is_marked(op)) return IR_OK;
  char *block = malloc(24);
  for (volatile char *c = block - 16; c < block + 64; c++) *c = 0; // the sizes of blocks
  free(block);
  return IR_OK;
}

static IrStatus break_ir(IrPassRun *run, IrOp *op) {
  (void)run;
  if (is_marked(op)) ir_op_destroy(ir_block_last(ir_region_first(ir_op_region(op, 0))));
  return IR_OK;
}

static IrStatus fail(IrPassRun *run, IrOp *op) {
  (void)run;
  return is_marked(op) ? ir_op_error(op, "is marked") : IR_OK;
}

// What another pass finds: the mark.
static IrStatus mark(IrPassRun *run, IrOp *op) {
  if (ir_op_num_regions(op)) ir_op_set_attr(op, "test.bad", ir_attr_unit(run->ctx));
  return IR_OK;
}

// Only the second run in one process crashes, which no file with one pass can show.
static IrStatus crash_second(IrPassRun *run, IrOp *op) {
  static int runs;
  (void)run, (void)op;
  if (++runs == 2) raise(SIGSEGV);
  return IR_OK;
}

#define PASS_OF(id, text, what, fn) \
  static const IrPassDef id = { \
      .size = sizeof(IrPassDef), .name = text, .summary = what, .anchor = "func.func", .run = fn}
PASS_OF(null_pass, "crash-null", "Follow a null pointer.", crash_null);
PASS_OF(stack_pass, "crash-stack", "Call itself for ever.", crash_stack);
PASS_OF(loop_pass, "crash-loop", "Loop for ever.", crash_loop);
PASS_OF(abort_pass, "crash-abort", "Abort.", crash_abort);
PASS_OF(assert_pass, "crash-assert", "Break a promise.", crash_assert);
PASS_OF(heap_pass, "crash-heap", "Damage the heap.", crash_heap);
PASS_OF(break_pass, "break-ir", "Take away terminators.", break_ir);
PASS_OF(fail_pass, "fail", "Fail.", fail);
PASS_OF(mark_pass, "mark", "Mark functions for the other passes.", mark);
PASS_OF(second_pass, "crash-second", "Crash when it runs for the second time.", crash_second);

static const IrPassDef any_pass = {.size = sizeof(IrPassDef),
                                   .name = "crash-any",
                                   .summary = "Abort, whatever the op.",
                                   .run = crash_any};
static const IrPassDef break_any_pass = {.size = sizeof(IrPassDef),
                                         .name = "break-any",
                                         .summary = "Move an op behind its users, whatever the op.",
                                         .anchor = "tile.kernel",
                                         .run = break_any};

static IrStatus load(IrContext *ctx) {
  static const IrPassDef *const all[] = {&any_pass,   &break_any_pass, &null_pass,   &stack_pass,
                                         &loop_pass,  &abort_pass,     &assert_pass, &heap_pass,
                                         &break_pass, &fail_pass,      &mark_pass,   &second_pass};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) IR_TRY(ir_pass_register(ctx, all[i]));
  return IR_OK;
}

IR_PLUGIN("bad", "0.1", load)
