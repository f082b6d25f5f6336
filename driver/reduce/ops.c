// Single ops: their uses get another value.
#include "driver/reduce/reduce_impl.h"

#include "ir/analysis/tree.h"
#include "ir/edit/rewriter.h"

// What the uses get: first whatever comes nearest, then each sort on its own.
static const ReduceStandIn sorts[] = {REDUCE_ANY, REDUCE_EARLIER, REDUCE_CONSTANT, REDUCE_ARGUMENT,
                                      REDUCE_CAST};
enum { VARIANTS = sizeof sorts / sizeof *sorts };

static bool is_used(const IrOp *op) {
  for (size_t i = 0; i < ir_op_num_results(op); i++)
    if (ir_value_has_uses(ir_op_result(op, i))) return true;
  return false;
}

static bool is_site(const IrOp *op, size_t variant) {
  if (ir_op_has_trait(op, IR_TERMINATOR | IR_SYMBOL) || ir_op_num_successors(op)) return false;
  if (variant > 0 && !is_used(op)) return false;
  // One source for another would go round in a circle.
  if (sorts[variant] == REDUCE_CAST) return !reduce_is_source(op);
  return sorts[variant] != REDUCE_CONSTANT || !ir_op_has_trait(op, IR_CONSTANT_LIKE);
}

static void collect(ReduceSites *sites, IrOp *module, size_t variant) {
  for (IrOp *op = ir_tree_next(module, module); op; op = ir_tree_next(op, module))
    if (is_site(op, variant)) reduce_site(sites, op, 0, NULL);
}

static void apply(IrOp *module, const ReduceSite *site, size_t variant) {
  (void)module;
  reduce_erase(site->op, sorts[variant]);
}

const ReduceKind reduce_ops = {.name = "ops",
                               .summary = "erase ops; their uses get an operand, an earlier value, "
                                          "a constant, a new argument or a cast",
                               .variants = VARIANTS,
                               .collect = collect,
                               .apply = apply};

// ---- All ops at once that nothing needs ----

static void collect_module(ReduceSites *sites, IrOp *module, size_t variant) {
  (void)variant;
  reduce_site(sites, module, 0, NULL);
}

static void erase_dead(IrOp *module, const ReduceSite *site, size_t variant) {
  (void)site, (void)variant;
  IR_VEC(IrOp *) all = {0};
  for (IrOp *op = ir_tree_next(module, module); op; op = ir_tree_next(op, module))
    ir_vec_push(&all, op);
  for (size_t i = all.n; i-- > 0;) // users and insides first
    if (ir_op_is_dead(all.at[i])) ir_op_destroy(all.at[i]);
  ir_vec_free(&all);
}

const ReduceKind reduce_dead = {.name = "dead-ops",
                                .summary = "erase all ops that are unused and without effect",
                                .variants = 1,
                                .collect = collect_module,
                                .apply = erase_dead};
