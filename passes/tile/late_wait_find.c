// Which products may stay in flight; see late_wait.c.
#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/scf/scf.h"
#include "dialects/tc/tc.h"
#include "dialects/tile/kernel.h"
#include "dialects/tile/tile.h"
#include "ir/analysis/tree.h"
#include "ir/edit/rewriter.h"
#include "ir/interfaces/effects.h"
#include "passes/mem/copy_pair.h"
#include "passes/tile/late_wait.h"

enum { MAX_DEPTH = 8, LEAST_SLOTS = 2 };

size_t late_wait_first_init(const IrOp *loop) {
  return ir_op_num_operands(loop) - ir_op_num_results(loop);
}

const LateProduct *late_wait_product_of(const LateLoop *loop, const IrOp *dot) {
  for (size_t i = 0; i < loop->products.n; i++)
    if (loop->products.at[i].dot == dot) return &loop->products.at[i];
  return NULL;
}

// ---- The loop.

// It counts by one, so that the position before this one is that of the iteration before.
static bool counts_by_one(IrOp *loop) {
  IrLoopBounds bounds;
  int64_t step;
  if (!IS(loop, tile_pipelined) && !(IS(loop, scf_for) && !GET(loop, scf_for, unsignedCmp)))
    return false;
  if (!ir_loop_bounds(loop, &bounds)) return false;
  step = bounds.step.number;
  return (!bounds.step.value || ir_match_int(bounds.step.value, &step)) && step == 1;
}

// ---- Whether it runs at all.

static bool is_positive(const LateLoop *l, const IrValue *value) {
  const IrOp *op = ir_value_op(value);
  int64_t number;
  if (ir_match_int(value, &number)) return number > 0;
  if (IS(op, arith_ceildivsi))
    return is_positive(l, ir_op_operand(op, 0)) && is_positive(l, ir_op_operand(op, 1));
  if (!IS(op, tile_dim)) return false;
  int64_t least, most;
  tile_kernel_bounds(l->kernel, ir_attr_str(GET(op, tile_dim, name)), &least, &most);
  return least > 0;
}

static bool runs(const LateLoop *l) {
  IrLoopBounds bounds;
  uint64_t trips;
  int64_t lower;
  if (ir_loop_trip_count(l->loop, &trips)) return trips > 0;
  if (!ir_loop_bounds(l->loop, &bounds) || !bounds.upper.value) return false;
  lower = bounds.lower.number;
  if (bounds.lower.value && !ir_match_int(bounds.lower.value, &lower)) return false;
  return lower <= 0 && is_positive(l, bounds.upper.value);
}

// Products of loops and branches inside wait for themselves, and for those around.
static bool has_inner_product(const LateLoop *l) {
  IR_FOR_OPS(op, l->body)
  for (IrOp *in = op; in && ir_op_num_regions(op); in = ir_tree_next(in, op))
    if (IS(in, tc_dot_async) || IS(in, tc_dot_wait)) return true;
  return false;
}

// ---- Products.

// The carried value that an accumulator is in this iteration: the argument itself.
static bool is_carried(const LateLoop *l, const IrValue *value, size_t *number) {
  if (ir_value_op(value) || ir_value_block(value) != l->body || !ir_value_index(value))
    return false;
  *number = ir_value_index(value) - 1;
  return ir_value_has_one_use(value);
}

static bool fills_channel(const IrOp *op) {
  return IS(op, tile_async_copy) && GET(op, tile_async_copy, channel);
}

// Whether something in the loop writes the buffer, other than copies into channels.
static bool is_written(const LateLoop *l, const IrValue *buffer) {
  const IrValue *root = mem_root(l->kernel, buffer);
  bool written = false;
  for (IrOp *op = l->loop; op && !written; op = ir_tree_next(op, l->loop)) {
    IrEffects effects = {0};
    if (op == l->loop || IS(op, tc_dot_wait) || fills_channel(op)) continue;
    if (ir_op_num_regions(op) && !IS(op, tile_map) && !IS(op, tile_parallel)) continue;
    ir_op_effects(op, &effects);
    for (size_t i = 0; i < effects.n; i++) {
      const IrEffect *e = &effects.at[i];
      bool is_buffer = e->value && mem_is_buffer(ir_value_type(e->value));
      if (e->kind == IR_EFFECT_WRITE && is_buffer &&
          mem_roots_meet(mem_root(l->kernel, e->value), root))
        written = true;
    }
    ir_effects_free(&effects);
  }
  return written;
}

static bool reads_what_stays(const LateLoop *l, const IrOp *dot) {
  for (size_t i = 0; i < 2; i++) {
    const IrValue *operand = ir_op_operand(dot, i);
    if (!mem_is_buffer(ir_value_type(operand)) || is_written(l, operand)) return false;
  }
  return true;
}

// The only thing that is done with it; NULL: there are others.
static IrOp *only_user(const IrValue *value, size_t *operand) {
  const IrUse *use = ir_value_first_use(value);
  if (!use || ir_use_next(use)) return NULL;
  *operand = ir_use_index(use);
  return ir_use_op(use);
}

// Follows an accumulator from the argument through products to the yield; false where it is used
// otherwise.
static bool follow(LateLoop *l, IrOp *dot, size_t carried) {
  size_t before = l->products.n, operand;
  for (bool first = true;; first = false) {
    IrOp *wait = only_user(ir_op_result(dot, 0), &operand);
    if (!wait || ir_op_block(dot) != l->body || GET(dot, tc_dot_async, scale) ||
        !reads_what_stays(l, dot) || !IS(wait, tc_dot_wait) || ir_op_block(wait) != l->body ||
        ir_op_num_operands(wait) != 1 || ir_attr_int(GET(wait, tc_dot_wait, pending)))
      break;
    ir_vec_push(&l->products, ((LateProduct){dot, wait, carried, first}));
    IrOp *next = only_user(ir_op_result(wait, 0), &operand);
    if (next == l->end && operand == carried) return true;
    l->moves |= next == l->end;
    if (!IS(next, tc_dot_async) || operand != 2) break;
    dot = next;
  }
  l->products.n = before;
  return false;
}

static void find_products(LateLoop *l) {
  IR_FOR_OPS(op, l->body) {
    size_t carried;
    if (!IS(op, tc_dot_async)) continue;
    ir_vec_push(&l->dots, op);
    IrValue *c = GET(op, tc_dot_async, c);
    if (c && is_carried(l, c, &carried)) (void)follow(l, op, carried);
  }
}

// ---- Releases.

// Whether copies into the channel fill the buffer.
static bool fills(const LateLoop *l, const IrValue *channel, const IrValue *buffer) {
  const IrValue *root = mem_root(l->kernel, buffer);
  for (IrOp *op = l->kernel; op; op = ir_tree_next(op, l->kernel))
    if (IS(op, tile_async_copy) && GET(op, tile_async_copy, channel) == channel &&
        mem_roots_meet(mem_root(l->kernel, GET(op, tile_async_copy, dest)), root))
      return true;
  return false;
}

// The last late product in front of the release that reads the channel's slots; NULL: none does.
static IrOp *last_reader(const LateLoop *l, const IrOp *release) {
  const IrValue *channel = GET(release, mem_channel_release, channel);
  IrOp *last = NULL;
  for (size_t i = 0; i < l->dots.n; i++) {
    IrOp *dot = l->dots.at[i];
    if (!ir_op_is_before(dot, release)) break;
    if (late_wait_product_of(l, dot) &&
        (fills(l, channel, ir_op_operand(dot, 0)) || fills(l, channel, ir_op_operand(dot, 1))))
      last = dot;
  }
  return last;
}

// A number that grows by one with the loop's counter.
static bool counts(const LateLoop *l, const IrValue *value, unsigned depth) {
  const IrOp *op = ir_value_op(value);
  if (value == ir_loop_induction(l->loop)) return true;
  if (!op || !depth || ir_op_block(op) != l->body) return false;
  bool adds = IS(op, arith_addi);
  if (!adds && !IS(op, arith_subi)) return false;
  const IrValue *a = ir_op_operand(op, 0), *b = ir_op_operand(op, 1);
  if (counts(l, a, depth - 1)) return ir_loop_is_outside(l->loop, b);
  return adds && counts(l, b, depth - 1) && ir_loop_is_outside(l->loop, a);
}

static void find_release(LateLoop *l, IrOp *op) {
  IrOp *reader = last_reader(l, op);
  IrType type = ir_value_type(GET(op, mem_channel_release, channel));
  if (!reader) return;
  if (mem_channel_slots(type) < LEAST_SLOTS) l->why_not = "a channel has a single slot";
  if (!counts(l, GET(op, mem_channel_release, position), MAX_DEPTH))
    l->why_not = "a channel's position does not count with the loop";
  LateRelease late = {op, l->dots.at[0], true};
  for (size_t i = l->dots.n; i-- > 0;)
    if (ir_op_is_before(op, l->dots.at[i])) late.behind = l->dots.at[i], late.wraps = false;
  ir_vec_push(&l->releases, late);
}

// Releases in branches and inner loops stay where they are, so nothing that they end may be late.
static bool has_inner_release(const LateLoop *l) {
  for (IrOp *op = l->loop; op; op = ir_tree_next(op, l->loop)) {
    if (!IS(op, mem_channel_release) || ir_op_block(op) == l->body) continue;
    const IrValue *channel = GET(op, mem_channel_release, channel);
    for (size_t i = 0; i < l->products.n; i++)
      if (fills(l, channel, ir_op_operand(l->products.at[i].dot, 0)) ||
          fills(l, channel, ir_op_operand(l->products.at[i].dot, 1)))
        return true;
  }
  return false;
}

// Where the release will be it may be too late for an acquire that found the slot free: one between
// where it is and where it goes, which for one that wraps is in the next iteration.
static bool is_overtaken(const LateLoop *l, const LateRelease *late) {
  const IrValue *channel = GET(late->release, mem_channel_release, channel);
  for (IrOp *op = l->loop; op; op = ir_tree_next(op, l->loop)) {
    if (!IS(op, mem_channel_acquire) || GET(op, mem_channel_acquire, channel) != channel) continue;
    const IrOp *at = op;
    while (ir_op_block(at) != l->body) at = ir_op_parent(at);
    bool behind = ir_op_is_before(late->release, at), in_front = ir_op_is_before(at, late->behind);
    if (late->wraps ? behind || in_front : behind && in_front) return true;
  }
  return false;
}

void late_wait_find(LateLoop *l) {
  l->body = ir_region_first(ir_loop_body(l->loop));
  l->end = ir_block_terminator(l->body);
  if (!counts_by_one(l->loop))
    l->why_not = "the loop does not count by one";
  else if (has_inner_product(l))
    l->why_not = "a loop or branch inside has products of its own";
  if (l->why_not) return;
  l->runs = runs(l);
  find_products(l);
  if (!l->products.n && l->moves)
    l->why_not = "what it adds to changes places, which takes moves of registers";
  else if (!l->products.n)
    l->why_not = "each product's result is used at once, or its operands change";
  IR_FOR_OPS(op, l->body) if (IS(op, mem_channel_release)) find_release(l, op);
  for (size_t i = 0; i < l->releases.n; i++)
    if (is_overtaken(l, &l->releases.at[i]))
      l->why_not = "it fills slots where the release of a product before would still be open";
  if (has_inner_release(l)) l->why_not = "a position is released in a branch or an inner loop";
}

void late_wait_free(LateLoop *l) {
  ir_vec_free(&l->dots);
  ir_vec_free(&l->products);
  ir_vec_free(&l->releases);
}
