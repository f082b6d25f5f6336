// Changing IR while keeping the worklist right: every op whose operands, uses or neighbours change
// is visited again, and an op that goes away leaves no pointer behind.
#include "ir/analysis/tree.h"
#include "ir/core/action.h"
#include "ir/edit/rewriter_impl.h"

void ir_rewriter_open(IrRewriter *rw, IrOp *root) {
  *rw = (IrRewriter){.ctx = ir_op_context(root), .root = root};
  rw->builder.ctx = rw->ctx;
  rw->builder.rewriter = rw;
  rw->root_isolated = ir_op_has_trait(root, IR_ISOLATED);
  rw->debug = ir_debug_enabled(rw->ctx, "greedy");
  rw->debug_fold = ir_debug_enabled(rw->ctx, "fold");
  rw->watched = ir_actions_watched(rw->ctx);
}

void ir_rewriter_close(IrRewriter *rw) {
  ir_worklist_free(&rw->worklist);
  ir_constants_free(&rw->constants);
}

IrBuilder *ir_rewriter_builder(IrRewriter *rw) {
  return &rw->builder;
}

IrContext *ir_rewriter_context(IrRewriter *rw) {
  return rw->ctx;
}

bool ir_no_match_args(IrRewriter *rw, IrOp *op, const char *format, const IrFmtArg *args,
                      size_t n) {
  if (!rw->debug) return false;
  IrStream why = {0};
  ir_print_args(&why, format, args, n);
  IR_DEBUG(rw->ctx, "greedy", "  no match on '{}': {}", op, ir_stream_str(&why));
  ir_stream_free(&why);
  return false;
}

// Only ops inside the root are ours to visit.
static void enqueue(IrRewriter *rw, IrOp *op) {
  if (op == rw->root || (!rw->root_isolated && !ir_op_is_inside(op, rw->root))) return;
  ir_worklist_push(&rw->worklist, op);
}

static void enqueue_users(IrRewriter *rw, const IrValue *value) {
  for (IrUse *u = ir_value_first_use(value); u; u = ir_use_next(u)) enqueue(rw, ir_use_op(u));
}

void ir_rewriter_created(IrRewriter *rw, IrOp *op) {
  rw->changes++;
  for (IrOp *at = op; at; at = ir_tree_next(at, op)) enqueue(rw, at);
}

bool ir_changed(IrRewriter *rw, IrOp *op) {
  rw->changes++;
  enqueue(rw, op);
  return true;
}

void ir_rewriter_replace_uses(IrRewriter *rw, IrValue *from, IrValue *to) {
  if (from == to) return;
  rw->changes++;
  enqueue_users(rw, from);
  if (ir_value_name(to, rw->ctx).len == 0) ir_value_take_name(to, from);
  ir_value_replace_uses(from, to);
}

// An op that lost a user may be dead, or have the single user that a pattern waits for.
static void enqueue_operand_defs(IrRewriter *rw, const IrOp *op) {
  for (size_t i = 0, n = ir_op_num_operands(op); i < n; i++) {
    IrValue *value = ir_op_operand(op, i);
    IrOp *def = ir_value_op(value);
    if (!def || def == op) continue;
    IrUse *use = ir_value_first_use(value);
    use = use ? ir_use_next(use) : NULL;
    if (!use || !ir_use_next(use)) enqueue(rw, def);
  }
}

bool ir_erase(IrRewriter *rw, IrOp *op) {
  rw->changes++;
  for (IrOp *at = op; at; at = ir_tree_next(at, op)) {
    enqueue_operand_defs(rw, at);
    ir_constants_forget(rw, at);
  }
  for (IrOp *at = op; at; at = ir_tree_next(at, op)) ir_worklist_remove(&rw->worklist, at);
  if (rw->builder.before == op) rw->builder.before = ir_op_next(op);
  ir_op_destroy(op);
  return true;
}

bool ir_replace_values(IrRewriter *rw, IrOp *op, IrValue *const *values, size_t n) {
  IR_ASSERT(n == ir_op_num_results(op), "one value for each result");
  for (size_t i = 0; i < n; i++) ir_rewriter_replace_uses(rw, ir_op_result(op, i), values[i]);
  return ir_erase(rw, op);
}

bool ir_replace(IrRewriter *rw, IrOp *op, IrValue *value) {
  return ir_replace_values(rw, op, &value, 1);
}

void ir_rewriter_inline_block(IrRewriter *rw, IrBlock *block, IrOp *before, IrValue *const *args,
                              size_t n) {
  IR_ASSERT(n == ir_block_num_args(block), "one value for each block argument");
  for (size_t i = 0; i < n; i++) ir_rewriter_replace_uses(rw, ir_block_arg(block, i), args[i]);
  IrOp *end = ir_block_terminator(block);
  IR_FOR_OPS(op, block) {
    if (op == end) {
      ir_erase(rw, op);
      continue;
    }
    ir_constants_forget(rw, op);
    ir_op_detach(op);
    ir_op_insert_before(op, before);
    enqueue(rw, op);
  }
  rw->changes++;
  ir_block_destroy(block);
}
