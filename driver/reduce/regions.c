// Ops with regions: the ops of one region take the place of the op; values carried through a region
// are dropped.
//
// What belongs together an op may say (ir/interfaces/region_branch.h).  Of others it is found by
// counting from the end: an argument of the block and an operand, an operand of the block's
// terminator and a result.  So it is with most loops and branches.
#include "driver/reduce/reduce_impl.h"

#include "ir/analysis/tree.h"
#include "ir/interfaces/region_branch.h"

static IrBlock *only_block(const IrRegion *region) {
  IrBlock *first = ir_region_first(region);
  return first && !ir_block_next(first) ? first : NULL;
}

// ---- A region in the place of its op ----

enum { MOST_REGIONS = 4 };

// Values do not leave an isolated op, but a module in a module is only a list.
static bool may_open(const IrOp *op) {
  if (!ir_op_has_trait(op, IR_ISOLATED | IR_SYMBOL)) return true;
  IrOp *parent = ir_op_parent(op);
  return ir_op_has_trait(op, IR_SYMBOL_TABLE) && parent &&
         ir_op_has_trait(parent, IR_SYMBOL_TABLE) && !ir_op_has_trait(op, IR_SYMBOL);
}

static void collect_regions(ReduceSites *sites, IrOp *module, size_t variant) {
  for (IrOp *op = ir_tree_next(module, module); op; op = ir_tree_next(op, module))
    if (may_open(op) && variant < ir_op_num_regions(op) && only_block(ir_op_region(op, variant)))
      reduce_site(sites, op, variant, NULL);
}

// Whether the op says that control goes from one point to another.
static bool goes(const IrOp *op, size_t from, size_t to) {
  size_t targets[IR_MAX_POINTS];
  size_t n = ir_op_is_region_branch(op) ? ir_region_branch_targets(op, from, targets) : 0;
  for (size_t i = 0; i < n; i++)
    if (targets[i] == to) return true;
  return false;
}

// What `at`, the op or a terminator in it, hands to the i-th of `n` values at point `to`: as the op
// says when it does, else by counting from the end.
static IrValue *handed(const IrOp *op, const IrOp *at, size_t from, size_t to, size_t i, size_t n) {
  if (goes(op, from, to)) {
    IrValues values = ir_region_branch_operands(op, at, to);
    size_t first = ir_region_branch_inputs(op, to).first;
    return i >= first && i - first < values.n ? values.at[i - first] : NULL;
  }
  size_t given = ir_op_num_operands(at);
  return given + i >= n && given + i - n < given ? ir_op_operand(at, given + i - n) : NULL;
}

static IrValue *value_or_other(IrOp *op, IrValue *value, IrType type) {
  bool fits = value && ir_value_type(value) == type;
  return fits ? value : reduce_stand_in(op, type, REDUCE_ANY);
}

// The value that argument i of n of region `r` has at first.
static IrValue *value_for_argument(IrOp *op, size_t r, size_t i, size_t n, IrType type) {
  return value_or_other(op, handed(op, op, IR_PARENT, r, i, n), type);
}

static void replace_arguments(IrOp *op, size_t r, IrBlock *block) {
  size_t n = ir_block_num_args(block);
  for (size_t i = 0; i < n; i++) {
    IrValue *arg = ir_block_arg(block, i);
    if (ir_value_has_uses(arg))
      ir_value_replace_uses(arg, value_for_argument(op, r, i, n, ir_value_type(arg)));
  }
}

static void replace_results(IrOp *op, size_t r, const IrOp *terminator) {
  size_t n = ir_op_num_results(op);
  for (size_t i = 0; i < n; i++) {
    IrValue *result = ir_op_result(op, i);
    if (!ir_value_has_uses(result)) continue;
    IrValue *value = terminator ? handed(op, terminator, r, IR_PARENT, i, n) : NULL;
    ir_value_replace_uses(result, value_or_other(op, value, ir_value_type(result)));
  }
}

static void open_region(IrOp *module, const ReduceSite *site, size_t variant) {
  (void)module;
  IrOp *op = site->op;
  IrBlock *block = only_block(ir_op_region(op, variant));
  if (!block) return;
  replace_arguments(op, variant, block);
  IrOp *terminator = ir_block_terminator(block);
  IR_FOR_OPS(inner, block) {
    if (inner == terminator) continue;
    ir_op_detach(inner);
    ir_op_insert_before(inner, op);
  }
  replace_results(op, variant, terminator);
  ir_op_destroy(op);
}

const ReduceKind reduce_regions = {.name = "regions",
                                   .summary = "put the ops of a region in the place of its op",
                                   .variants = MOST_REGIONS,
                                   .collect = collect_regions,
                                   .apply = open_region};

// ---- Values carried through regions ----

enum { MOST_CARRIED = 8 };

// One result of each op at a time: the op is built anew without it.
static void collect_carried(ReduceSites *sites, IrOp *module, size_t variant) {
  for (IrOp *op = ir_tree_next(module, module); op; op = ir_tree_next(op, module)) {
    if (ir_op_num_regions(op) == 0 || ir_op_has_trait(op, IR_ISOLATED)) continue;
    if (variant < ir_op_num_results(op)) reduce_site(sites, op, variant, NULL);
  }
}

// In one block: the value that is handed on, and the argument that takes it.
static void drop_from_block(IrOp *op, size_t r, IrBlock *block, size_t from_end, IrType type) {
  IrOp *terminator = ir_block_terminator(block);
  size_t given = terminator ? ir_op_num_operands(terminator) : 0, args = ir_block_num_args(block);
  if (given >= from_end) reduce_drop_operand(terminator, given - from_end);
  if (args < ir_op_num_results(op)) return;
  IrValue *arg = ir_block_arg(block, args - from_end);
  if (ir_value_type(arg) != type) return;
  if (ir_value_has_uses(arg))
    ir_value_replace_uses(arg, value_for_argument(op, r, args - from_end, args, type));
  ir_block_erase_arg(block, args - from_end);
}

// Loops take as many operands as they carry values, and more.
static void drop_initial_value(IrOp *op, size_t from_end, IrType type) {
  size_t operands = ir_op_num_operands(op);
  if (operands < ir_op_num_results(op)) return;
  if (ir_value_type(ir_op_operand(op, operands - from_end)) == type)
    reduce_drop_operand(op, operands - from_end);
}

static void drop_carried(IrOp *module, const ReduceSite *site, size_t variant) {
  (void)module, (void)variant;
  IrOp *op = site->op;
  IrValue *result = ir_op_result(op, site->index);
  IrType type = ir_value_type(result);
  size_t from_end = ir_op_num_results(op) - site->index;
  if (ir_value_has_uses(result))
    ir_value_replace_uses(result, reduce_stand_in(op, type, REDUCE_ANY));
  bool loops = false;
  for (size_t i = 0; i < ir_op_num_regions(op); i++) {
    IrBlock *block = only_block(ir_op_region(op, i));
    if (!block) continue;
    loops |= ir_block_num_args(block) >= ir_op_num_results(op);
    drop_from_block(op, i, block, from_end, type);
  }
  if (loops) drop_initial_value(op, from_end, type);
  reduce_drop_result(op, site->index);
}

const ReduceKind reduce_carried = {.name = "carried-values",
                                   .summary = "drop values that loops carry and regions give",
                                   .variants = MOST_CARRIED,
                                   .collect = collect_carried,
                                   .apply = drop_carried};
