// Patterns that break the rules of ir/edit/rewriter.h, one each, and one that follows them.
#include "dialects/arith/arith.h"
#include "ir/ir.h"

#define PATTERN(id, text) IR_PATTERN(id, arith_addi, 1, text)

PATTERN(silent_operands, "changes operands and does not say so") {
  IrValue *lhs = GET(op, arith_addi, lhs), *rhs = GET(op, arith_addi, rhs);
  if (lhs == rhs) return ir_no_match(rw, op, "the operands are equal");
  IrOp *user = ir_use_op(ir_value_first_use(ir_op_result(op, 0)));
  ir_op_set_attr(user, "test.seen", ir_attr_unit(ir_rewriter_context(rw)));
  ir_op_set_operand(op, 1, lhs);
  return ir_changed(rw, op);
}

PATTERN(silent_erase, "erases past the rewriter") {
  IrOp *dead = ir_op_prev(op);
  if (!dead) return ir_no_match(rw, op, "nothing in front");
  ir_op_destroy(dead);
  return ir_changed(rw, op);
}

PATTERN(silent_insert, "inserts past the rewriter") {
  if (ir_op_attr(op, "test.seen")) return ir_no_match(rw, op, "seen");
  ir_op_set_attr(op, "test.seen", ir_attr_unit(ir_rewriter_context(rw)));
  ir_op_insert_before(ir_op_clone(op, NULL), op);
  return ir_changed(rw, op);
}

PATTERN(denies, "changes and says no") {
  if (ir_op_attr(op, "test.seen")) return false;
  ir_op_set_attr(op, "test.seen", ir_attr_unit(ir_rewriter_context(rw)));
  ir_changed(rw, op);
  return false;
}

PATTERN(claims, "changes nothing and says yes") {
  (void)rw;
  return ir_op_attr(op, "test.seen") == NULL;
}

PATTERN(remakes, "x + y -> x + y") {
  IrBuilder *b = ir_rewriter_builder(rw);
  return ir_replace(
      rw, op,
      BUILD1(b, arith_addi, .lhs = GET(op, arith_addi, lhs), .rhs = GET(op, arith_addi, rhs)));
}

PATTERN(retypes, "x + y -> an index") {
  IrBuilder *b = ir_rewriter_builder(rw);
  return ir_replace(rw, op,
                    BUILD1(b, arith_index_cast, .in = GET(op, arith_addi, lhs),
                           .out_type = ir_type_index(ir_rewriter_context(rw))));
}

PATTERN(follows, "x + x -> x * x, then rest") {
  IrValue *lhs = GET(op, arith_addi, lhs);
  if (lhs != GET(op, arith_addi, rhs)) return ir_no_match(rw, op, "the operands differ");
  IrValue *product = BUILD1(ir_rewriter_builder(rw), arith_muli, .lhs = lhs, .rhs = lhs);
  return ir_replace(rw, op, product);
}

// Two that undo each other, of which only one says so of itself.
IR_PATTERN_WITH(add_to_mul, arith_addi, 1, "x + y -> x * y", "test-circle,other", 0) {
  IrBuilder *b = ir_rewriter_builder(rw);
  return ir_replace(
      rw, op,
      BUILD1(b, arith_muli, .lhs = GET(op, arith_addi, lhs), .rhs = GET(op, arith_addi, rhs)));
}
IR_PATTERN_WITH(mul_to_add, arith_muli, 1, "x * y -> x + y", "test-circle", 0) {
  IrBuilder *b = ir_rewriter_builder(rw);
  return ir_replace(
      rw, op,
      BUILD1(b, arith_addi, .lhs = GET(op, arith_muli, lhs), .rhs = GET(op, arith_muli, rhs)));
}

PATTERN(grows, "x + y -> (x + y) + y") {
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *y = GET(op, arith_addi, rhs);
  IrValue *inner = BUILD1(b, arith_addi, .lhs = GET(op, arith_addi, lhs), .rhs = y);
  return ir_replace(rw, op, BUILD1(b, arith_addi, .lhs = inner, .rhs = y));
}

PATTERN(eats_ahead, "erases what a walk has yet to visit") {
  IrOp *next = ir_op_next(op);
  if (!IS(next, arith_addi)) return ir_no_match(rw, op, "no sum follows");
  return ir_replace(rw, next, GET(next, arith_addi, lhs));
}

static const IrPattern *const all[] = {
    &silent_operands, &silent_erase, &silent_insert, &denies,     &claims, &remakes,
    &retypes,         &follows,      &add_to_mul,    &mul_to_add, &grows,  &eats_ahead};
enum { NUM_ALL = sizeof all / sizeof *all };

#define RULES_PASSES \
  PASS(test_rules, "test-rules", \
       SUMMARY("Apply patterns chosen by name or label.") OPTIONS( \
           OPT_STRING(use, "", "names and labels") OPT_STRING(without, "", "names and labels") \
               OPT_BOOL(walk, 0, "one walk") OPT_BOOL(outer_first, 0, "in the walk") \
                   OPT_BOOL(strict, 0, "must converge") OPT_BOOL(listen, 0, "tell what happens") \
                       OPT_INT(scope, 0, "IrRewriteScope") \
                           OPT_BOOL(only_first, 0, "begin with one op")) RUN(test_rules_run))
#define IR_PASSDEF_DECLARE
#include "ir/pass/passdef_begin.inc"
RULES_PASSES
#include "ir/pass/passdef_end.inc"

static void inserted(void *user, IrOp *op) {
  (void)user;
  ir_remark(ir_op_context(op), ir_op_loc(op), "inserted '{}'", op);
}
static void modified(void *user, IrOp *op) {
  (void)user;
  ir_remark(ir_op_context(op), ir_op_loc(op), "modified '{}'", op);
}
static void replaced(void *user, IrOp *op, IrValue *const *values, size_t n) {
  (void)user;
  ir_remark(ir_op_context(op), ir_op_loc(op), "replaced '{}' by {} values, '{}'", op, n,
            ir_value_op(values[0]));
}
static void erased(void *user, IrOp *op) {
  (void)user;
  ir_remark(ir_op_context(op), ir_op_loc(op), "erased '{}'", op);
}
static const IrRewriteListener listener = {sizeof listener, NULL,     inserted,
                                           modified,        replaced, erased};

static IrStatus find_sum(IrOp *op, void *user) {
  IrOp **found = user;
  if (IS(op, arith_addi) && !*found) *found = op;
  return IR_OK;
}

static IrStatus test_rules_run(IrPassRun *run, IrOp *op) {
  const struct test_rules_decl *self = run->decl;
  if (self->options.walk)
    return ir_rewrite_walk(op, all, NUM_ALL,
                           &(IrWalkOptions){.enable = self->options.use,
                                            .disable = self->options.without,
                                            .outer_first = self->options.outer_first});
  IrOp *first = NULL;
  if (self->options.only_first) IR_TRY(ir_walk_pre(op, find_sum, &first));
  return ir_rewrite_greedily(
      op, all, NUM_ALL,
      &(IrGreedyOptions){.enable = self->options.use,
                         .disable = self->options.without,
                         .must_converge = self->options.strict,
                         .scope = (IrRewriteScope)self->options.scope,
                         .only = first ? &first : NULL,
                         .num_only = 1,
                         .listener = self->options.listen ? &listener : NULL});
}

#define IR_PASSDEF_DEFINE
#include "ir/pass/passdef_begin.inc"
RULES_PASSES
#include "ir/pass/passdef_end.inc"

static IrStatus load(IrContext *ctx) {
  return ir_pass_register(ctx, &test_rules);
}
IR_PLUGIN("test-rules", "0.1", load)
