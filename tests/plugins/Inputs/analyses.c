// An analysis from outside, and passes that use it, keep it, and are wrong about it.
#include "ir/ir.h"

typedef struct Count {
  uint64_t ops;
} Count;

static IrStatus count_op(IrOp *op, void *user) {
  (void)op;
  ((Count *)user)->ops++;
  return IR_OK;
}

static void *compute(const IrPassRun *run, IrOp *op) {
  (void)run;
  Count *count = ir_calloc(1, sizeof *count);
  if (ir_walk_pre(op, count_op, count) != IR_OK) return NULL;
  return count;
}

static bool equal(void *kept, void *computed) {
  return ((Count *)kept)->ops == ((Count *)computed)->ops;
}

static const IrAnalysisDef op_count = {.size = sizeof(IrAnalysisDef),
                                       .name = "op-count",
                                       .anchor = "func.func",
                                       .compute = compute,
                                       .destroy = ir_free,
                                       .equal = equal};

static void *compute_circle(const IrPassRun *run, IrOp *op);
static const IrAnalysisDef circle = {
    .size = sizeof(IrAnalysisDef), .name = "circle", .compute = compute_circle, .destroy = ir_free};
static void *compute_circle(const IrPassRun *run, IrOp *op) {
  return ir_analysis_get(run, &circle, op);
}

// A pass that keeps everything.
static IrStatus say_count(IrPassRun *run, IrOp *op) {
  const Count *count = ir_analysis_get(run, &op_count, op);
  if (!count) return IR_FAILED;
  ir_remark(run->ctx, ir_op_loc(op), "{} ops", count->ops);
  return IR_OK;
}

// Adds an op, and says what it is told to about the count.
static IrStatus grow(IrPassRun *run, IrOp *op);

#define PASS_TABLE \
  PASS(test_say_count, "test-say-count", \
       SUMMARY("Say how many ops there are.") ANCHOR("func.func") PRESERVES_ALL RUN(say_count)) \
  PASS(test_grow, "test-grow", \
       SUMMARY("Add a constant.") ANCHOR("func.func") \
           OPTIONS(OPT_BOOL(lie, 0, "say that the number of ops is the same")) RUN(grow))

#define IR_PASSDEF_DECLARE
#include "ir/pass/passdef_begin.inc"
PASS_TABLE
#include "ir/pass/passdef_end.inc"
#define IR_PASSDEF_DEFINE
#include "ir/pass/passdef_begin.inc"
PASS_TABLE
#include "ir/pass/passdef_end.inc"

static IrStatus grow(IrPassRun *run, IrOp *op) {
  const struct test_grow_decl *self = run->decl;
  IrOp *first = ir_block_first(ir_region_first(ir_op_region(op, 0)));
  IrOp *copy = ir_op_clone(first, NULL);
  ir_op_insert_before(copy, first);
  if (self->options.lie) ir_pass_preserve(run, &op_count);
  return IR_OK;
}

// The function's own call, by the table of the module around.
static IrStatus find_callee(IrPassRun *run, IrOp *op) {
  const IrSymbolTable *table = ir_analysis_get(run, &ir_symbol_table_analysis, ir_op_parent(op));
  if (!table) return IR_FAILED;
  IrOp *g = ir_symbol_table_lookup(table, IR_STR("g"));
  if (g) ir_remark(run->ctx, ir_op_loc(g), "found from @{}", ir_symbol_name(op));
  ir_pass_preserve_all(run);
  return IR_OK;
}

// What is kept of the module around; nothing is computed for it.
static IrStatus look_outer(IrPassRun *run, IrOp *op) {
  const IrAnalysisDef *const defs[] = {&ir_symbol_table_analysis, &ir_dominance_analysis};
  for (size_t i = 0; i < 2; i++)
    ir_remark(run->ctx, ir_op_loc(op), "{}: {}", defs[i]->name,
              ir_analysis_cached(run, defs[i], ir_op_parent(op)) ? "kept" : "none");
  ir_pass_preserve_all(run);
  return IR_OK;
}

static IrStatus ask(const IrPassRun *run, const IrAnalysisDef *def, IrOp *op) {
  return ir_analysis_get(run, def, op) ? IR_OK : IR_FAILED;
}
static IrStatus ask_outer(IrPassRun *run, IrOp *op) {
  return ask(run, &ir_dominance_analysis, ir_op_parent(op));
}
static IrStatus ask_sibling(IrPassRun *run, IrOp *op) {
  return ask(run, &op_count, ir_op_next(op) ? ir_op_next(op) : ir_op_prev(op));
}
static IrStatus ask_module(IrPassRun *run, IrOp *op) {
  return ask(run, &op_count, op);
}
static IrStatus ask_circle(IrPassRun *run, IrOp *op) {
  return ask(run, &circle, op);
}
// Of every function in a module.
static IrStatus ask_inner(IrPassRun *run, IrOp *module) {
  IR_FOR_OPS(op, ir_module_body(module)) {
    IR_TRY(ask(run, &op_count, op));
    IR_TRY(ask(run, &op_count, op));
  }
  ir_pass_preserve_all(run);
  return IR_OK;
}

#define TEST_PASS(id, n, on, f) \
  static const IrPassDef id = { \
      .size = sizeof(IrPassDef), .name = n, .summary = "Ask.", .anchor = on, .run = f};
TEST_PASS(finding, "test-find-callee", "func.func", find_callee)
TEST_PASS(looking, "test-look-outer", "func.func", look_outer)
TEST_PASS(outer, "test-ask-outer", "func.func", ask_outer)
TEST_PASS(sibling, "test-ask-sibling", "func.func", ask_sibling)
TEST_PASS(module, "test-ask-module", "builtin.module", ask_module)
TEST_PASS(circling, "test-ask-circle", "func.func", ask_circle)
TEST_PASS(inner, "test-ask-inner", "builtin.module", ask_inner)

static IrStatus load(IrContext *ctx) {
  const IrPassDef *const passes[] = {&test_say_count, &test_grow, &finding, &outer,  &sibling,
                                     &module,         &circling,  &inner,   &looking};
  for (size_t i = 0; i < sizeof passes / sizeof passes[0]; i++)
    IR_TRY(ir_pass_register(ctx, passes[i]));
  return IR_OK;
}

IR_PLUGIN("test-analyses", "0.1", load)
