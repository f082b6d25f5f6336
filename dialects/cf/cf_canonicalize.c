// Canonicalizations of cf.br, cf.cond_br and cf.assert.
#include "dialects/arith/arith.h"
#include "dialects/cf/cf_impl.h"
#include "dialects/ub/ub.h"

// ---- Blocks that only branch on. ----

static IrBlock *next_in_chain(const IrBlock *block) {
  IrOp *end = block ? ir_block_last(block) : NULL;
  return IS(end, cf_br) ? ir_op_successor(end, 0) : NULL;
}

// Whether unconditional branches lead from `block` into a cycle, where skipping blocks would never
// end: one walker goes two steps where the other goes one, and in a cycle they meet.
static bool leads_into_cycle(const IrBlock *block) {
  const IrBlock *slow = block, *fast = next_in_chain(next_in_chain(block));
  while (fast && fast != slow) {
    slow = next_in_chain(slow);
    fast = next_in_chain(next_in_chain(fast));
  }
  return fast != NULL;
}

IrBlock *cf_pass_through(IrBlock *block, IrValues given, CfValues *values) {
  IrOp *only = ir_block_first(block);
  if (!IS(only, cf_br) || leads_into_cycle(block)) return NULL;
  for (size_t i = 0, n = ir_block_num_args(block); i < n; i++)
    for (IrUse *u = ir_value_first_use(ir_block_arg(block, i)); u; u = ir_use_next(u))
      if (ir_use_op(u) != only) return NULL;
  IrValues onward = ir_op_operand_group(only, 0);
  for (size_t i = 0; i < onward.n; i++) {
    IrValue *v = onward.at[i];
    bool is_argument = !ir_value_op(v) && ir_value_block(v) == block;
    ir_vec_push(values, is_argument ? given.at[ir_value_index(v)] : v);
  }
  return ir_op_successor(only, 0);
}

IrOp *cf_only_branch_to(const IrBlock *block) {
  if (!ir_block_prev(block) || !ir_block_has_one_edge(block)) return NULL;
  return ir_edge_op(ir_block_first_edge(block));
}

bool cf_replace_by_branch(IrRewriter *rw, IrOp *op, IrBlock *to, IrValues values) {
  BUILD(ir_rewriter_builder(rw), cf_br, .dest = to, .destOperands = values);
  return ir_erase(rw, op);
}

bool cf_same_values(IrValues a, IrValues b) {
  return a.n == b.n && (a.n == 0 || memcmp(a.at, b.at, a.n * sizeof *a.at) == 0);
}

// ---- cf.br ----

IR_PATTERN(cf_br_to_branch, cf_br, 1, "br to a block that only branches on -> br there") {
  CfValues values = {0};
  IrBlock *target = ir_op_successor(op, 0), *to = NULL;
  if (target != ir_op_block(op)) to = cf_pass_through(target, ir_op_operand_group(op, 0), &values);
  if (to) cf_replace_by_branch(rw, op, to, (IrValues){values.at, values.n});
  ir_vec_free(&values);
  return to ? true : ir_no_match(rw, op, "the target does more than branch");
}

// Moves the target's ops to where the branch is.
static void merge_target(IrRewriter *rw, IrOp *branch) {
  IrBlock *to = ir_op_successor(branch, 0), *from = ir_op_block(branch);
  IrValues values = ir_op_operand_group(branch, 0);
  for (size_t i = 0; i < values.n; i++)
    ir_rewriter_replace_uses(rw, ir_block_arg(to, i), values.at[i]);
  ir_erase(rw, branch);
  ir_block_move_tail(from, ir_block_first(to));
  ir_block_destroy(to);
}

// br to a block nothing else enters: the two become one, and so on from there.
IR_PATTERN(cf_br_to_only_successor, cf_br, 1, "br to a block with this one way in -> its ops") {
  IrBlock *from = ir_op_block(op);
  if (ir_op_successor(op, 0) == from || cf_only_branch_to(ir_op_successor(op, 0)) != op)
    return ir_no_match(rw, op, "the target can be entered another way");
  merge_target(rw, op);
  for (IrOp *next = ir_block_last(from); next && IS(next, cf_br); next = ir_block_last(from)) {
    IrBlock *to = ir_op_successor(next, 0);
    if (to == from || cf_only_branch_to(to) != next) break;
    merge_target(rw, next);
  }
  return true;
}

// ---- cf.cond_br ----

IR_PATTERN(cf_cond_br_constant, cf_cond_br, 1,
           "cond_br true, a, b -> br a;  cond_br false, a, b -> br b") {
  int64_t condition;
  if (!ir_match_int(GET(op, cf_cond_br, condition), &condition))
    return ir_no_match(rw, op, "the condition is not constant");
  size_t way = condition ? 0 : 1;
  return cf_replace_by_branch(rw, op, ir_op_successor(op, way), ir_op_operand_group(op, 1 + way));
}

static bool is_only_predecessor(const IrBlock *block, const IrOp *branch) {
  for (IrEdge *e = ir_block_first_edge(block); e; e = ir_edge_next(e))
    if (ir_edge_op(e) != branch) return false;
  return ir_block_prev(block) != NULL;
}

// One target for both ways: what differs is selected.  Selecting pays off only when nothing else
// goes there, for then the blocks merge.
IR_PATTERN(cf_cond_br_same, cf_cond_br, 1, "cond_br c, a(x), a(y) -> br a(c ? x : y)") {
  IrBlock *to = ir_op_successor(op, 0);
  if (to != ir_op_successor(op, 1)) return ir_no_match(rw, op, "the targets differ");
  IrValues a = ir_op_operand_group(op, 1), b = ir_op_operand_group(op, 2);
  if (cf_same_values(a, b)) return cf_replace_by_branch(rw, op, to, a);
  if (!is_only_predecessor(to, op)) return ir_no_match(rw, op, "others go to the target, too");
  CfValues values = {0};
  IrBuilder *builder = ir_rewriter_builder(rw);
  IrValue *condition = GET(op, cf_cond_br, condition);
  for (size_t i = 0; i < a.n; i++) {
    IrValue *v = a.at[i];
    if (v != b.at[i])
      v = BUILD1(builder, arith_select, .condition = condition, .true_value = v,
                 .false_value = b.at[i], .result_type = ir_value_type(v));
    ir_vec_push(&values, v);
  }
  cf_replace_by_branch(rw, op, to, (IrValues){values.at, values.n});
  ir_vec_free(&values);
  return true;
}

IR_PATTERN(cf_cond_br_through, cf_cond_br, 1,
           "cond_br to a block that only branches on -> cond_br there") {
  CfValues values[2] = {{0}, {0}};
  IrBlock *to[2];
  bool found = false;
  for (size_t i = 0; i < 2; i++) {
    IrValues given = ir_op_operand_group(op, 1 + i);
    to[i] = cf_pass_through(ir_op_successor(op, i), given, &values[i]);
    found |= to[i] != NULL;
    if (to[i]) continue;
    to[i] = ir_op_successor(op, i);
    for (size_t k = 0; k < given.n; k++) ir_vec_push(&values[i], given.at[k]);
  }
  if (found) {
    BUILD(ir_rewriter_builder(rw), cf_cond_br, .condition = GET(op, cf_cond_br, condition),
          .trueDest = to[0], .trueDestOperands = {values[0].at, values[0].n}, .falseDest = to[1],
          .falseDestOperands = {values[1].at, values[1].n},
          .branch_weights = GET(op, cf_cond_br, branch_weights));
    ir_erase(rw, op);
  }
  for (size_t i = 0; i < 2; i++) ir_vec_free(&values[i]);
  return found ? true : ir_no_match(rw, op, "the targets do more than branch");
}

// The only way here decided the same condition.
IR_PATTERN(cf_cond_br_decided, cf_cond_br, 1, "cond_br c where c was decided on the way -> br") {
  IrOp *before = AS(cf_only_branch_to(ir_op_block(op)), cf_cond_br);
  if (!before || GET(before, cf_cond_br, condition) != GET(op, cf_cond_br, condition))
    return ir_no_match(rw, op, "the condition was not decided on the way");
  size_t way = ir_op_successor(before, 0) == ir_op_block(op) ? 0 : 1;
  return cf_replace_by_branch(rw, op, ir_op_successor(op, way), ir_op_operand_group(op, 1 + way));
}

// A use by its op and operand.
typedef struct UseIn {
  IrOp *op;
  size_t operand;
} UseIn;
typedef IR_VEC(UseIn) Uses;

// Whether a value has fewer uses than a block has ops; looks at no more than the fewer ones.
static bool has_fewer_uses(const IrValue *value, const IrBlock *block) {
  const IrUse *use = ir_value_first_use(value);
  const IrOp *op = ir_block_first(block);
  for (; use && op; use = ir_use_next(use)) op = ir_op_next(op);
  return !use;
}

// The uses of `value` directly in `block`, by the shorter of the two lists: a condition that many
// branches share is used everywhere.
static void find_uses_in(IrValue *value, const IrBlock *block, Uses *found) {
  if (has_fewer_uses(value, block)) {
    for (IrUse *u = ir_value_first_use(value); u; u = ir_use_next(u))
      if (ir_op_block(ir_use_op(u)) == block)
        ir_vec_push(found, ((UseIn){ir_use_op(u), ir_use_index(u)}));
    return;
  }
  IR_FOR_OPS(op, block) {
    for (size_t i = 0, n = ir_op_num_operands(op); i < n; i++)
      if (ir_op_operand(op, i) == value) ir_vec_push(found, ((UseIn){op, i}));
  }
}

// In block `to`, which is entered only when the condition is `known`, it is that constant.
static bool replace_known(IrRewriter *rw, IrOp *op, const IrBlock *to, bool known) {
  IrValue *condition = GET(op, cf_cond_br, condition);
  Uses uses = {0};
  find_uses_in(condition, to, &uses);
  bool found = uses.n > 0;
  IrValue *constant = NULL;
  if (found)
    constant = arith_int_constant(ir_rewriter_builder(rw), ir_value_type(condition), known);
  for (size_t i = 0; i < uses.n; i++) {
    ir_op_set_operand(uses.at[i].op, uses.at[i].operand, constant);
    ir_changed(rw, uses.at[i].op);
  }
  ir_vec_free(&uses);
  return found;
}

IR_PATTERN(cf_cond_br_known, cf_cond_br, 1, "the condition is true in the block it leads to") {
  bool changed = false;
  for (size_t way = 0; way < 2; way++) {
    IrBlock *to = ir_op_successor(op, way);
    if (cf_only_branch_to(to) == op && to != ir_op_block(op))
      changed |= replace_known(rw, op, to, way == 0);
  }
  return changed ? true : ir_no_match(rw, op, "the condition is not used there");
}

IR_PATTERN(cf_cond_br_unreachable, cf_cond_br, 1,
           "cond_br to a block that is never reached -> br the other way") {
  for (size_t way = 0; way < 2; way++)
    if (IS(ir_block_first(ir_op_successor(op, way)), ub_unreachable))
      return cf_replace_by_branch(rw, op, ir_op_successor(op, 1 - way),
                                  ir_op_operand_group(op, 2 - way));
  return ir_no_match(rw, op, "both targets may be reached");
}

// ---- cf.assert ----

IR_PATTERN(cf_assert_true, cf_assert, 1, "assert true -> nothing") {
  int64_t condition;
  if (ir_match_int(GET(op, cf_assert, arg), &condition) && condition) return ir_erase(rw, op);
  return ir_no_match(rw, op, "the condition is not known to hold");
}
