// Changing IR while keeping the worklist right: every op whose operands, uses or neighbours change
// is visited again, and an op that goes away leaves no pointer behind.
#include "ir/analysis/tree.h"
#include "ir/core/action.h"
#include "ir/core/op_impl.h"
#include "ir/edit/conversion_impl.h"
#include "ir/edit/rewriter_impl.h"

void ir_rewriter_open(IrRewriter *rw, IrOp *root, const char *channel) {
  *rw = (IrRewriter){.ctx = ir_op_context(root), .root = root, .channel = channel};
  rw->builder.ctx = rw->ctx;
  rw->builder.rewriter = rw;
  rw->root_isolated = ir_op_has_trait(root, IR_ISOLATED);
  rw->debug = ir_debug_enabled(rw->ctx, channel);
  rw->debug_fold = ir_debug_enabled(rw->ctx, "fold");
  rw->watched = ir_actions_watched(rw->ctx);
  rw->stamp = ir_context_stamps_patterns(rw->ctx);
  ir_rewriter_check_open(rw);
}

void ir_rewriter_close(IrRewriter *rw) {
  ir_rewriter_check_close(rw);
  ir_worklist_free(&rw->worklist);
  ir_constants_free(&rw->constants);
}

void ir_rewriter_listen(IrRewriter *rw, const IrRewriteListener *listener) {
  size_t size = listener ? listener->size : 0;
  if (listener)
    memcpy(&rw->listener, listener, size < sizeof rw->listener ? size : sizeof rw->listener);
}

IrBuilder *ir_rewriter_builder(IrRewriter *rw) {
  return &rw->builder;
}

IrContext *ir_rewriter_context(IrRewriter *rw) {
  return rw->ctx;
}

void *ir_rewriter_user(IrRewriter *rw) {
  return rw->user;
}

bool ir_no_match_args(IrRewriter *rw, IrOp *op, const char *format, const IrFmtArg *args,
                      size_t n) {
  if (rw->reason) {
    rw->reason->len = 0; // the last word counts
    ir_print_args(rw->reason, format, args, n);
  }
  if (!rw->debug) return false;
  IrStream why = {0};
  ir_print_args(&why, format, args, n);
  IR_DEBUG(rw->ctx, rw->channel, "  no match on '{}': {}", op, ir_stream_str(&why));
  ir_stream_free(&why);
  return false;
}

// ---- One pattern on one op ----

static bool rewrite(IrRewriter *rw, const IrPattern *pattern, IrOp *op) {
  IrAction step;
  if (rw->watched && !ir_action_begin(rw->ctx, IR_ACTION_PATTERN, pattern->name, op, &step))
    return false;
  bool done = pattern->rewrite(rw, op);
  if (rw->watched) ir_action_end(rw->ctx, &step, done);
  return done;
}

bool ir_rewriter_apply(IrRewriter *rw, const IrPattern *pattern, IrOp *op) {
  rw->builder.block = op->block;
  rw->builder.before = op;
  rw->builder.loc = op->loc;
  rw->pattern = pattern;
  rw->current = op;
  if (rw->debug) ir_debug_op_args(op, rw->channel, IR_FMT_ARGS("try {}", pattern->name));
  CheckedStep step;
  if (rw->check) step = ir_check_begin(rw, "pattern", pattern->name, op);
  bool done = rewrite(rw, pattern, op);
  if (rw->check) ir_check_end(rw, &step, done);
  if (done && rw->debug) IR_DEBUG(rw->ctx, rw->channel, "  applied {}", pattern->name);
  rw->pattern = NULL;
  rw->current = NULL;
  return done;
}

// ---- Who is visited again ----

// Only ops inside the root are ours to visit.
static void enqueue(IrRewriter *rw, IrOp *op) {
  if (rw->mode != REWRITE_GREEDY) return;
  if (op == rw->root || (!rw->root_isolated && !ir_op_is_inside(op, rw->root))) return;
  // What is around a change may have something to do as well, and comes first; symbols stay.
  do {
    if (!rw->scope || ir_ptrmap_has(rw->scope, op)) ir_worklist_push(&rw->worklist, op);
    op = ir_op_parent(op);
  } while (op && op != rw->root && !(op->info->traits & IR_SYMBOL));
}

static void enqueue_users(IrRewriter *rw, const IrValue *value) {
  if (rw->mode != REWRITE_GREEDY) return;
  for (IrUse *u = ir_value_first_use(value); u; u = ir_use_next(u)) enqueue(rw, ir_use_op(u));
}

// ---- Making and changing ----

// Once: what is made of what was made keeps its first maker.
static void stamp(IrRewriter *rw, IrOp *op) {
  if (ir_loc_kind(rw->ctx, op->loc) == IR_LOC_KIND_NAME) return;
  op->loc = ir_loc_name(rw->ctx, ir_str(rw->pattern->name), op->loc);
}

void ir_rewriter_created(IrRewriter *rw, IrOp *op) {
  rw->changes++;
  for (IrOp *at = op; at; at = ir_tree_next(at, op)) {
    if (rw->scope_grows) ir_ptrmap_set(rw->scope, at, at);
    if (rw->check) ir_journal_announce(&rw->check->journal, at);
    if (rw->stamp && rw->pattern) stamp(rw, at);
    if (rw->conversion) ir_conversion_created(rw->conversion, at);
    enqueue(rw, at);
    if (rw->listener.inserted) rw->listener.inserted(rw->listener.user, at);
  }
}

bool ir_changed(IrRewriter *rw, IrOp *op) {
  rw->changes++;
  if (rw->check) ir_journal_announce(&rw->check->journal, op);
  if (rw->conversion) ir_conversion_changed(rw->conversion, op);
  enqueue(rw, op);
  if (rw->listener.modified) rw->listener.modified(rw->listener.user, op);
  return true;
}

void ir_move_before(IrRewriter *rw, IrOp *op, IrOp *before) {
  ir_rewriter_enter(rw);
  ir_constants_forget(rw, op);
  ir_op_detach(op);
  ir_op_insert_before(op, before);
  ir_rewriter_leave(rw);
  ir_changed(rw, op);
}

static void tell_users(IrRewriter *rw, const IrValue *value) {
  for (IrUse *u = ir_value_first_use(value); u; u = ir_use_next(u))
    rw->listener.modified(rw->listener.user, ir_use_op(u));
}

// Ops that go on with a value of another type than they were made for are wrong; only a conversion
// puts a cast between.
static void check_type(IrRewriter *rw, const IrValue *from, const IrValue *to) {
  if (ir_value_type(from) == ir_value_type(to) || rw->failed || !ir_value_has_uses(from)) return;
  rw->failed = true;
  IrOp *op = rw->current ? rw->current : rw->root;
  (void)ir_op_error(op, "{} '{}' puts a value of type '{}' in the place of one of type '{}'",
                    rw->pattern ? "pattern" : "driver",
                    rw->pattern ? rw->pattern->name : rw->channel, ir_value_type(to),
                    ir_value_type(from));
  ir_help(rw->ctx, "a pattern that changes types is for ir_convert (ir/edit/conversion.h), which "
                   "converts the users too; or make a value of the old type");
}

void ir_rewriter_replace_uses(IrRewriter *rw, IrValue *from, IrValue *to) {
  if (from == to) return;
  if (rw->conversion) to = ir_conversion_stand_in(rw->conversion, from, to);
  check_type(rw, from, to);
  rw->changes++;
  ir_rewriter_enter(rw);
  enqueue_users(rw, from);
  if (ir_value_name(to, rw->ctx).len == 0) ir_value_take_name(to, from);
  ir_value_replace_uses(from, to);
  ir_rewriter_leave(rw);
  if (rw->listener.modified) tell_users(rw, to);
}

// ---- Erasing ----

// Whether ops other than `op` that use `value` are at most one.
static bool has_one_other_user(const IrValue *value, const IrOp *op) {
  const IrOp *other = NULL;
  for (IrUse *u = ir_value_first_use(value); u; u = ir_use_next(u)) {
    const IrOp *user = ir_use_op(u);
    if (user == op || user == other) continue;
    if (other) return false;
    other = user;
  }
  return true;
}

// An op that lost a user may be dead, or have the single user that a pattern waits for.
static void enqueue_operand_defs(IrRewriter *rw, const IrOp *op) {
  for (size_t i = 0, n = ir_op_num_operands(op); i < n; i++) {
    IrValue *value = ir_op_operand(op, i);
    IrOp *def = value ? ir_value_op(value) : NULL;
    if (def && def != op && has_one_other_user(value, op)) enqueue(rw, def);
  }
}

// A walk's pattern changes its own op and what is in it.
static void check_walk(IrRewriter *rw, const IrOp *op) {
  if (rw->mode != REWRITE_WALK || rw->failed || !rw->current) return;
  if (!ir_worklist_has(&rw->worklist, op) || ir_op_is_inside(op, rw->current)) return;
  rw->failed = true;
  (void)ir_op_error(rw->current, "pattern '{}' erases '{}', which the walk has yet to visit",
                    rw->pattern->name, op);
  ir_note(rw->ctx, ir_op_loc(op), "this is that op");
  ir_help(rw->ctx, "a pattern of ir_rewrite_walk erases its own op, what is in it and what was "
                   "visited before; use ir_rewrite_greedily for more");
}

static void forget_one(IrRewriter *rw, IrOp *op) {
  enqueue_operand_defs(rw, op);
  ir_constants_forget(rw, op);
  if (rw->listener.erased) rw->listener.erased(rw->listener.user, op);
  if (rw->conversion) ir_conversion_erased(rw->conversion, op);
  ir_worklist_remove(&rw->worklist, op);
  if (rw->scope) ir_ptrmap_remove(rw->scope, op);
}

// From the last to the first, users before what they use: an op that only those that go have used
// is dead once the last of them let go of it.
static void forget_nested(IrRewriter *rw, IrOp *root) {
  IR_VEC(IrOp *) nested = {0};
  for (IrOp *op = ir_tree_first(root, 0); op; op = ir_tree_next(op, root)) ir_vec_push(&nested, op);
  while (nested.n > 0) {
    IrOp *op = ir_vec_pop(&nested);
    forget_one(rw, op);
    for (uint32_t i = 0; i < op->num_operands; i++) ir_op_set_operand(op, i, NULL);
  }
  ir_vec_free(&nested);
}

bool ir_erase(IrRewriter *rw, IrOp *op) {
  check_walk(rw, op);
  rw->changes++;
  ir_rewriter_enter(rw);
  if (op->num_regions) forget_nested(rw, op);
  forget_one(rw, op);
  if (rw->builder.before == op) rw->builder.before = ir_op_next(op);
  if (rw->current == op) rw->current = NULL;
  ir_op_destroy(op);
  ir_rewriter_leave(rw);
  return true;
}

bool ir_replace_values(IrRewriter *rw, IrOp *op, IrValue *const *values, size_t n) {
  IR_ASSERT(n == ir_op_num_results(op), "one value for each result");
  if (rw->listener.replaced) rw->listener.replaced(rw->listener.user, op, values, n);
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
    if (op == end)
      ir_erase(rw, op);
    else
      ir_move_before(rw, op, before);
  }
  rw->changes++;
  ir_block_destroy(block);
}
