// What part of a kernel writes; see global_writes.h.
#include "passes/mem/global_writes.h"

#include "dialects/mem/mem.h"
#include "dialects/tc/tc.h"
#include "dialects/tile/kernel.h"
#include "ir/analysis/tree.h"
#include "ir/interfaces/effects.h"
#include "ir/interfaces/loop.h"
#include "passes/mem/copy_pair.h"

static bool is_argument(const IrOp *kernel, const IrValue *root) {
  return !ir_value_op(root) && ir_block_parent(ir_value_block(root)) == kernel;
}

bool mem_roots_overlap(const IrOp *kernel, const IrValue *a, const IrValue *b) {
  if (!a || !b || a == b) return true;
  if (!is_argument(kernel, a) || !is_argument(kernel, b)) return false; // an allocation
  return !tile_kernel_disjoint(kernel, ir_value_index(a), ir_value_index(b));
}

// Waits and turns order copies, which have effects of their own.
static bool only_waits(const IrOp *op) {
  return IS(op, tile_async_wait) || IS(op, tile_async_copy) || IS(op, tc_dot_wait) ||
         IS(op, tile_async_store_wait) || mem_is_turn(op);
}

bool mem_orders_others(const IrOp *op) {
  IrAttr order = NULL;
  if (IS(op, tile_atomic_rmw)) order = GET(op, tile_atomic_rmw, order);
  if (IS(op, tile_atomic_cas)) order = GET(op, tile_atomic_cas, order);
  if (IS(op, mem_atomic_rmw)) order = GET(op, mem_atomic_rmw, order);
  if (IS(op, mem_atomic_cas)) order = GET(op, mem_atomic_cas, order);
  return order && mem_atomic_order(order) != MEM_ORDER_RELAXED;
}

static void add_effect(GlobalWrites *writes, const IrOp *op, const IrEffect *effect) {
  if (effect->kind == IR_EFFECT_READ || effect->kind == IR_EFFECT_ALLOCATE) return;
  bool unknown = effect->kind == IR_EFFECT_UNKNOWN;
  if (!unknown && effect->resource && effect->resource != &ir_memory) return;
  GlobalWrite write = {op, NULL};
  bool known = effect->kind == IR_EFFECT_WRITE && effect->value && !mem_orders_others(op);
  if (known) write.root = mem_root(writes->kernel, effect->value);
  ir_vec_push(&writes->list, write);
}

void global_writes_add(GlobalWrites *writes, const IrOp *op) {
  IrEffects effects = {0};
  if (only_waits(op)) return;
  ir_op_effects(op, &effects);
  for (size_t i = 0; i < effects.n; i++) add_effect(writes, op, &effects.at[i]);
  ir_effects_free(&effects);
}

GlobalWrites global_writes_of(const IrOp *kernel, IrOp *root) {
  GlobalWrites writes = {.kernel = kernel};
  for (IrOp *op = root; op; op = ir_tree_next(op, root)) global_writes_add(&writes, op);
  return writes;
}

// The ancestor of `op`, or itself, in `block`; NULL: it is elsewhere.
static const IrOp *ancestor_in(const IrOp *op, const IrBlock *block) {
  while (op && ir_op_block(op) != block) op = ir_op_parent(op);
  return op;
}

static bool may_run_before(const IrOp *op, const IrOp *at) {
  for (const IrOp *loop = ir_loop_around(at, NULL); loop; loop = ir_loop_around(loop, NULL))
    if (ir_op_is_inside(op, loop)) return true;
  for (const IrOp *around = at; around; around = ir_op_parent(around)) {
    const IrOp *beside = ancestor_in(op, ir_op_block(around));
    if (beside) return beside == around || ir_op_is_before(beside, around);
  }
  return true;
}

GlobalWrites global_writes_before(const IrOp *kernel, IrOp *at) {
  GlobalWrites writes = {.kernel = kernel};
  for (IrOp *op = (IrOp *)kernel; op; op = ir_tree_next(op, kernel))
    if (op != kernel && may_run_before(op, at)) global_writes_add(&writes, op);
  return writes;
}

void global_writes_free(GlobalWrites *writes) {
  ir_vec_free(&writes->list);
}

const IrOp *global_writes_meet(const GlobalWrites *writes, const IrValue *memory) {
  const IrValue *root = mem_root(writes->kernel, memory);
  for (size_t i = 0; i < writes->list.n; i++)
    if (mem_roots_overlap(writes->kernel, writes->list.at[i].root, root))
      return writes->list.at[i].op;
  return NULL;
}
