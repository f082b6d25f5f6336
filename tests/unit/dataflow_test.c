// The data-flow framework: each kind of analysis through branches, regions, loops and calls.
//
// Ops with an attribute `tag = N` are what happens: forward, the state at a point is the set of
// tags that may have happened before it, backward the set of those that may happen after it.
#include "dialects/registry.h"
#include "ir/analysis/constants.h"
#include "ir/analysis/dataflow.h"
#include "ir/analysis/int_range.h"
#include "ir/analysis/tree.h"
#include "ir/asm/parser.h"
#include "tests/unit/unit.h"

#include <stdlib.h>

typedef struct Tags {
  uint32_t reached; // 1 once control may get here, so that no tags differs from no news
  uint32_t set;
} Tags;

static bool tags_join(const IrDataflow *flow, const IrValue *value, void *to, const void *from) {
  (void)flow;
  assert_null(value);
  Tags *a = to, old = *a;
  const Tags *b = from;
  a->reached |= b->reached, a->set |= b->set;
  return a->reached != old.reached || a->set != old.set;
}

enum { OUTSIDE = 1 << 30 };

static void tags_top(const IrDataflow *flow, const IrValue *value, void *state) {
  (void)flow, (void)value;
  *(Tags *)state = (Tags){1, OUTSIDE};
}

static uint32_t tag_of(const IrOp *op) {
  IrAttr tag = ir_op_attr(op, "test.tag");
  return tag ? UINT32_C(1) << ir_attr_int(tag) : 0;
}

static bool tags_transfer(IrDataflow *flow, IrOp *op, const void *const *in, void *const *out) {
  (void)flow;
  const Tags *from = in[0];
  *(Tags *)out[0] = (Tags){from->reached, from->reached ? from->set | tag_of(op) : 0};
  return true;
}

static const IrDataflowDef happened = {.size = sizeof happened,
                                       .name = "happened",
                                       .kind = IR_DATAFLOW_DENSE,
                                       .state_size = sizeof(Tags),
                                       .join = tags_join,
                                       .top = tags_top,
                                       .transfer = tags_transfer};
static const IrDataflowDef will_happen = {.size = sizeof will_happen,
                                          .name = "will-happen",
                                          .kind = IR_DATAFLOW_DENSE_BACKWARD,
                                          .state_size = sizeof(Tags),
                                          .join = tags_join,
                                          .top = tags_top,
                                          .transfer = tags_transfer};

// ---- Sparse backward: values that something with an effect needs ----

static bool needed_join(const IrDataflow *flow, const IrValue *value, void *to, const void *from) {
  (void)flow, (void)value;
  bool *a = to, before = *a;
  return (*a |= *(const bool *)from) != before;
}

static void needed_top(const IrDataflow *flow, const IrValue *value, void *state) {
  (void)flow, (void)value;
  *(bool *)state = true;
}

static bool needed_transfer(IrDataflow *flow, IrOp *op, const void *const *in, void *const *out) {
  (void)flow;
  bool needed = tag_of(op) != 0 || !ir_op_def(op);
  for (size_t i = 0; i < ir_op_num_results(op); i++) needed |= *(const bool *)in[i];
  for (size_t i = 0; i < ir_op_num_operands(op); i++) *(bool *)out[i] = needed;
  return true;
}

static const IrDataflowDef needed = {.size = sizeof needed,
                                     .name = "needed",
                                     .kind = IR_DATAFLOW_SPARSE_BACKWARD,
                                     .state_size = sizeof(bool),
                                     .join = needed_join,
                                     .top = needed_top,
                                     .transfer = needed_transfer};

// ---- Sparse forward that asks about a value which is no operand ----

// The results of an op with `test.as_last` are as small as the last result in its block.
static bool asking_join(const IrDataflow *flow, const IrValue *value, void *to, const void *from) {
  (void)flow, (void)value;
  uint32_t *a = to, b = *(const uint32_t *)from;
  bool changed = b > *a;
  if (changed) *a = b;
  return changed;
}

static void asking_top(const IrDataflow *flow, const IrValue *value, void *state) {
  (void)flow, (void)value;
  *(uint32_t *)state = 100;
}

static bool asking_transfer(IrDataflow *flow, IrOp *op, const void *const *in, void *const *out);
static const IrDataflowDef asking = {.size = sizeof asking,
                                     .name = "asking",
                                     .kind = IR_DATAFLOW_SPARSE,
                                     .state_size = sizeof(uint32_t),
                                     .join = asking_join,
                                     .top = asking_top,
                                     .transfer = asking_transfer};

static bool asking_transfer(IrDataflow *flow, IrOp *op, const void *const *in, void *const *out) {
  (void)in;
  *(uint32_t *)out[0] = 1;
  if (!ir_op_attr(op, "test.as_last")) return ir_op_num_operands(op) == 0;
  IrOp *last = ir_op_prev(ir_block_last(ir_op_block(op)));
  *(uint32_t *)out[0] = *(const uint32_t *)ir_dataflow_value(flow, &asking, ir_op_result(last, 0));
  return true;
}

// ---- Texts and questions ----

static IrContext *ctx;

static int set_up(void **state) {
  (void)state;
  ctx = ir_context_create();
  ir_context_allow_unregistered(ctx, true);
  assert_int_equal(tegula_register_dialects(ctx), IR_OK);
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  ir_context_destroy(ctx);
  return 0;
}

static IrOp *parse(const char *text) {
  IrLoc start = ir_source_add(ctx, IR_STR("test"), ir_str(text), true);
  IrOp *module = ir_parse_module(ctx, start, NULL);
  assert_non_null(module);
  return module;
}

// The op with `test.id = "id"`.
static IrOp *find(IrOp *root, const char *id) {
  for (IrOp *op = root; op; op = ir_tree_next(op, root)) {
    IrAttr attr = ir_op_attr(op, "test.id");
    if (attr && ir_str_is(ir_attr_str(attr), id)) return op;
  }
  fail_msg("no op '%s'", id);
  return NULL;
}

static uint32_t before_of(IrDataflow *flow, const IrDataflowDef *def, const char *id) {
  const Tags *t = ir_dataflow_before(flow, def, find(ir_dataflow_root(flow), id));
  assert_non_null(t);
  return t->reached ? t->set & ~(uint32_t)OUTSIDE : UINT32_MAX;
}

static IrDataflow *run(IrOp *root, const IrDataflowDef *a, const IrDataflowDef *b) {
  IrDataflow *flow = ir_dataflow_create(root);
  ir_dataflow_add(flow, a);
  ir_dataflow_add(flow, a); // the same once
  if (b) ir_dataflow_add(flow, b);
  ir_dataflow_run(flow);
  return flow;
}

static const char points[] = "func.func private @inner() {\n"
                             "  \"t.op\"() {test.tag = 7, test.id = \"inner\"} : () -> ()\n"
                             "  return\n"
                             "}\n"
                             "func.func private @never() {\n"
                             "  \"t.op\"() {test.tag = 8, test.id = \"never\"} : () -> ()\n"
                             "  return\n"
                             "}\n"
                             "func.func @f(%c: i1, %n: index) {\n"
                             "  %true = arith.constant true\n"
                             "  %c0 = arith.constant 0 : index\n"
                             "  %c1 = arith.constant 1 : index\n"
                             "  \"t.op\"() {test.tag = 0, test.id = \"first\"} : () -> ()\n"
                             "  scf.if %c {\n"
                             "    \"t.op\"() {test.tag = 1, test.id = \"then\"} : () -> ()\n"
                             "  } else {\n"
                             "    \"t.op\"() {test.tag = 2, test.id = \"else\"} : () -> ()\n"
                             "  }\n"
                             "  \"t.op\"() {test.id = \"joined\"} : () -> ()\n"
                             "  scf.for %i = %c0 to %n step %c1 {\n"
                             "    \"t.op\"() {test.tag = 3, test.id = \"body\"} : () -> ()\n"
                             "    \"t.op\"() {test.tag = 4, test.id = \"body2\"} : () -> ()\n"
                             "  }\n"
                             "  func.call @inner() {test.id = \"call\"} : () -> ()\n"
                             "  cf.cond_br %true, ^a, ^b\n"
                             "^a:\n"
                             "  \"t.op\"() {test.tag = 5, test.id = \"a\"} : () -> ()\n"
                             "  cf.br ^c\n"
                             "^b:\n"
                             "  \"t.op\"() {test.tag = 6, test.id = \"b\"} : () -> ()\n"
                             "  cf.br ^c\n"
                             "^c:\n"
                             "  return {test.id = \"end\"}\n"
                             "}\n";

#define T(n) (UINT32_C(1) << (n))

static void dense_forward(void **state) {
  (void)state;
  IrOp *module = parse(points);
  IrDataflow *flow = run(module, &happened, &ir_constant_analysis);
  assert_int_equal(before_of(flow, &happened, "first"), 0);
  assert_int_equal(before_of(flow, &happened, "then"), T(0));
  assert_int_equal(before_of(flow, &happened, "joined"), T(0) | T(1) | T(2));
  assert_int_equal(before_of(flow, &happened, "body"), T(0) | T(1) | T(2) | T(3) | T(4));
  assert_int_equal(before_of(flow, &happened, "inner"), T(0) | T(1) | T(2) | T(3) | T(4));
  assert_int_equal(before_of(flow, &happened, "a"), T(0) | T(1) | T(2) | T(3) | T(4) | T(7));
  assert_int_equal(before_of(flow, &happened, "b"), UINT32_MAX);
  assert_int_equal(before_of(flow, &happened, "never"), UINT32_MAX);
  assert_int_equal(before_of(flow, &happened, "end"),
                   T(0) | T(1) | T(2) | T(3) | T(4) | T(5) | T(7));
  const Tags *after = ir_dataflow_after(flow, &happened, find(module, "a"));
  assert_true(after->set & T(5));
  ir_dataflow_destroy(flow);
  flow = run(module, &happened, NULL); // nobody knows constants: both ways
  assert_true(before_of(flow, &happened, "end") & T(6));
  ir_dataflow_destroy(flow);
  ir_op_destroy(module);
}

static void dense_backward(void **state) {
  (void)state;
  IrOp *module = parse(points);
  IrDataflow *flow = run(module, &will_happen, NULL);
  uint32_t tail = T(5) | T(6);
  assert_int_equal(before_of(flow, &will_happen, "end"), 0);
  assert_int_equal(before_of(flow, &will_happen, "a"), T(5));
  assert_int_equal(before_of(flow, &will_happen, "call"), tail | T(7));
  assert_int_equal(before_of(flow, &will_happen, "body2"), tail | T(7) | T(3) | T(4));
  assert_int_equal(before_of(flow, &will_happen, "then"), tail | T(7) | T(3) | T(4) | T(1));
  assert_int_equal(before_of(flow, &will_happen, "first"),
                   tail | T(0) | T(1) | T(2) | T(3) | T(4) | T(7));
  ir_dataflow_destroy(flow);
  ir_op_destroy(module);
}

static bool is_needed(IrDataflow *flow, const IrValue *value) {
  return *(const bool *)ir_dataflow_value(flow, &needed, value);
}

static const char uses[] =
    "func.func private @both(%x: i32, %y: i32) -> (i32, i32) {\n"
    "  return %x, %y : i32, i32\n"
    "}\n"
    "func.func @f(%n: index, %c: i1) {\n"
    "  %c0 = arith.constant {test.id = \"lower\"} 0 : index\n"
    "  %c1 = arith.constant 1 : index\n"
    "  %a = arith.constant {test.id = \"a\"} 1 : i32\n"
    "  %b = arith.constant {test.id = \"b\"} 2 : i32\n"
    "  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (i32, i32) {\n"
    "    %s = arith.addi %x, %y {test.id = \"sum\"} : i32\n"
    "    %t = arith.addi %y, %y {test.id = \"double\"} : i32\n"
    "    scf.yield %s, %t : i32, i32\n"
    "  }\n"
    "  %d = arith.constant {test.id = \"d\"} 3 : i32\n"
    "  %e = arith.constant {test.id = \"e\"} 4 : i32\n"
    "  %p:2 = func.call @both(%d, %e) : (i32, i32) -> (i32, i32)\n"
    "  %g = arith.constant {test.id = \"g\"} 5 : i32\n"
    "  %h = arith.constant {test.id = \"h\"} 6 : i32\n"
    "  cf.cond_br %c, ^x(%g, %h : i32, i32), ^x(%h, %h : i32, i32)\n"
    "^x(%v: i32, %w: i32):\n"
    "  \"t.op\"(%r#1, %p#1, %v) {test.tag = 0} : (i32, i32, i32) -> ()\n"
    "  return\n"
    "}\n";

static void sparse_backward(void **state) {
  (void)state;
  IrOp *module = parse(uses);
  IrDataflow *flow = run(module, &needed, NULL);
  const struct {
    const char *id;
    bool needed;
  } expected[] = {{"lower", true}, {"a", false}, {"b", true}, {"sum", false}, {"double", true},
                  {"d", false},    {"e", true},  {"g", true}, {"h", true}};
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
    if (is_needed(flow, ir_op_result(find(module, expected[i].id), 0)) != expected[i].needed)
      fail_msg("'%s'", expected[i].id);
  ir_dataflow_destroy(flow);
  ir_op_destroy(module);
}

static void asks_about_others(void **state) {
  (void)state;
  IrOp *module = parse("func.func @f() {\n"
                       "  %a = \"t.op\"() {test.as_last, test.id = \"asks\"} : () -> i32\n"
                       "  %b = \"t.op\"() : () -> i32\n"
                       "  %c = \"t.op\"(%b) : (i32) -> i32\n"
                       "  return\n"
                       "}\n");
  IrDataflow *flow = run(module, &asking, NULL);
  const uint32_t *answer = ir_dataflow_value(flow, &asking, ir_op_result(find(module, "asks"), 0));
  assert_int_equal(*answer, 100); // it came again when the last one was known
  ir_dataflow_destroy(flow);
  ir_op_destroy(module);
}

// Callers, edges, and states after the IR has changed or was numbered again.
static void questions(void **state) {
  (void)state;
  IrOp *module = parse(points);
  IrDataflow *flow = run(module, &ir_constant_analysis, NULL);
  IrOp *const *callers;
  size_t n;
  IrOp *inner = ir_op_parent(find(module, "inner")), *f = ir_op_parent(find(module, "first"));
  assert_true(ir_dataflow_callers(flow, inner, &callers, &n));
  assert_int_equal(n, 1);
  assert_ptr_equal(callers[0], find(module, "call"));
  assert_false(ir_dataflow_callers(flow, f, &callers, &n));
  IrBlock *a = ir_op_block(find(module, "a")), *b = ir_op_block(find(module, "b"));
  IrOp *branch = ir_block_terminator(ir_region_first(ir_block_region(a)));
  assert_true(ir_dataflow_is_live(flow, a) && !ir_dataflow_is_live(flow, b));
  assert_true(ir_dataflow_edge_is_live(flow, branch, 0));
  assert_false(ir_dataflow_edge_is_live(flow, branch, 1));
  IrOp *truth = ir_block_first(ir_region_first(ir_block_region(a)));
  IrDataflow *again = run(f, &ir_int_range_analysis, NULL); // numbers what is in @f anew
  assert_non_null(ir_constant_of(flow, ir_op_result(truth, 0)));
  assert_true(ir_dataflow_is_live(flow, a) && !ir_dataflow_is_live(flow, b));
  assert_null(ir_dataflow_value(flow, &ir_int_range_analysis, ir_op_result(truth, 0)));
  assert_non_null(
      ir_dataflow_value(again, &ir_int_range_analysis, ir_op_result(ir_op_next(truth), 0)));
  ir_dataflow_destroy(again);
  ir_dataflow_forget(flow, truth);
  assert_null(ir_constant_of(flow, ir_op_result(truth, 0)));
  ir_dataflow_destroy(flow);
  ir_op_destroy(module);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(dense_forward),   cmocka_unit_test(dense_backward),
      cmocka_unit_test(sparse_backward), cmocka_unit_test(asks_about_others),
      cmocka_unit_test(questions),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
