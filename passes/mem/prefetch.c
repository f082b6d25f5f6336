// mem-prefetch: copies of a loop start one iteration ahead.
//
// requires: asynchronous copies (mem-async-copy), no barriers yet   preserves: order of effects
//
//   tile.pipelined %k = 0 to %n stages(2) {       tile.async_copy %A[%i, 0] to slot 0 of %t
//     tile.async_copy %A[%i, %k] to %s      ==>   tile.pipelined %k = 0 to %n stages(2) {
//     tile.async_wait                               tile.async_wait
//     ... uses of %s                                tile.async_copy %A[%i, %k + 1] to the other
//   }                                               ... uses of slot %k mod 2
//                                                 }
//                                                 tile.async_wait
//
// A loop that wishes for stages, and writes no memory of arguments, does so for each copy whose
// place in memory depends on nothing but its induction variable, as far as two slots of the buffers
// leave room for two blocks on a multiprocessor.  What the last iteration copies, and the copy in
// front of a loop that does not run, is not used; mostly it lies outside the memref and costs
// nothing.
#include "dialects/arith/arith.h"
#include "dialects/mem/machine.h"
#include "dialects/mem/mem.h"
#include "dialects/tc/tc.h"
#include "dialects/tile/target.h"
#include "dialects/tile/tile.h"
#include "ir/edit/builder.h"
#include "ir/interfaces/effects.h"
#include "ir/support/vec.h"
#include "passes/mem/mem_passes.h"
#include "passes/tile/access.h"

typedef IR_VEC(IrOp *) OpList;

typedef struct Prefetch {
  IrOp *kernel;
  const struct mem_prefetch_decl *self;
  OpList loops;
  int64_t bytes; // of all buffers so far
} Prefetch;

enum { MAX_COPY = 16 }; // bytes of the widest access

static int64_t bytes_of(const IrOp *alloc) {
  return mem_buffer_bytes(GET(alloc, mem_alloc, buffer_type));
}

static IrStatus collect(IrOp *op, void *user) {
  Prefetch *state = user;
  if (IS(op, mem_alloc)) state->bytes += bytes_of(op);
  if (!IS(op, tile_pipelined)) return IR_OK;
  IrAttr stages = GET(op, tile_pipelined, stages);
  if (stages && ir_attr_int(stages) > 1) ir_vec_push(&state->loops, op);
  return IR_OK;
}

// ---- What may move

static bool is_inside(const IrOp *op, const IrOp *loop) {
  while (op && op != loop) op = ir_op_parent(op);
  return op == loop;
}

// Does anything in the loop write what a copy may read, or wait for others?
static IrStatus look_for_writes(IrOp *op, void *user) {
  const IrOp *loop = user;
  if (op == loop || IS(op, tile_async_wait) || IS(op, tile_async_copy)) return IR_OK;
  if (IS(op, tc_dot_async) || IS(op, tc_dot_wait)) return IR_OK; // done before the next iteration
  if (IS(op, tile_store) && mem_is_buffer(ir_value_type(GET(op, tile_store, dest)))) return IR_OK;
  return ir_op_effect_kinds(op) & ~(unsigned)IR_EFFECT_READ ? IR_FAILED : IR_OK;
}

// Is the value known one iteration ahead?  Ops in front of it in the body are done once more.
static bool is_known(const IrOp *loop, const IrValue *value, unsigned depth) {
  IrBlock *body = ir_region_first(ir_op_region(loop, 0));
  IrOp *op = ir_value_op(value);
  if (ir_value_block(value) != body) return !op || !is_inside(op, loop);
  if (!op) return value == ir_block_arg(body, 0);
  if (!depth || ir_op_num_regions(op) || !ir_op_is_speculatable(op)) return false;
  for (size_t i = 0; i < ir_op_num_operands(op); i++)
    if (!is_known(loop, ir_op_operand(op, i), depth - 1)) return false;
  return true;
}

// Does the loop's body execute `op`, which may be in a branch or loop there, behind `copy`?
static bool is_behind(const IrOp *op, const IrOp *copy) {
  while (op && ir_op_block(op) != ir_op_block(copy)) op = ir_op_parent(op);
  return op && ir_op_is_before(copy, op);
}

// A buffer outside of the loop that only this copy fills and only the loop uses, behind the copy:
// in front of it there are elements of the iteration before.
static bool is_own_buffer(const IrOp *loop, const IrOp *copy) {
  IrValue *buffer = GET(copy, tile_async_copy, dest);
  const IrOp *alloc = ir_value_op(buffer);
  if (!IS(alloc, mem_alloc) || is_inside(alloc, loop)) return false;
  if (mem_buffer_shape(ir_value_type(buffer)).rank >= MEM_MAX_RANK) return false;
  if (bytes_of(alloc) % MAX_COPY) return false; // the other slot would begin between accesses
  for (const IrUse *u = ir_value_first_use(buffer); u; u = ir_use_next(u)) {
    const IrOp *user = ir_use_op(u);
    bool reads = IS(user, tile_load) || IS(user, tc_dot_async);
    if (user != copy && (!reads || !is_behind(user, copy))) return false;
  }
  return true;
}

enum { MAX_DEPTH = 16 };

static bool may_move(const IrOp *loop, const IrOp *copy) {
  if (is_inside(ir_value_op(GET(copy, tile_async_copy, source)), loop)) return false;
  for (size_t i = 0; i < ir_op_num_operands(copy); i++)
    if (!is_known(loop, ir_op_operand(copy, i), MAX_DEPTH)) return false;
  return is_own_buffer(loop, copy);
}

// ---- Rewriting

typedef struct Slots {
  IrOp *copy;
  IrValue *buffer; // of two slots
} Slots;

// Two buffers like the one that the copy fills.
static IrValue *double_buffer(IrOp *copy) {
  IrOp *alloc = ir_value_op(GET(copy, tile_async_copy, dest));
  IrType type = GET(alloc, mem_alloc, buffer_type);
  IrShape shape = mem_buffer_shape(type);
  int64_t extents[MEM_MAX_RANK] = {2};
  memcpy(extents + 1, shape.at, shape.rank * sizeof *extents);
  IrBuilder b = ir_builder_before(alloc);
  IrValue *both = BUILD1(&b, mem_alloc,
                         .buffer_type = mem_buffer_type_get((IrShape){extents, shape.rank + 1},
                                                            mem_buffer_element(type),
                                                            mem_buffer_layout(type), MEM_SHARED));
  ir_value_take_name(both, ir_op_result(alloc, 0));
  return both;
}

// The value as the iteration that `map` has in place of the induction variable sees it.
static IrValue *ahead(IrBuilder *b, const IrOp *loop, IrValue *value, IrPtrMap *map) {
  IrBlock *body = ir_region_first(ir_op_region(loop, 0));
  IrValue *known = ir_ptrmap_get(map, value);
  if (known) return known;
  IrOp *op = ir_value_op(value);
  if (!op || ir_value_block(value) != body) return value;
  for (size_t i = 0; i < ir_op_num_operands(op); i++)
    ir_ptrmap_set(map, ir_op_operand(op, i), ahead(b, loop, ir_op_operand(op, i), map));
  ir_builder_insert(b, ir_op_clone(op, map));
  return ir_ptrmap_get(map, value);
}

// Copies for the iteration `number` into that slot.
static void copy_ahead(IrBuilder *b, const IrOp *loop, const Slots *slots, size_t n,
                       IrValue *number, IrValue *slot) {
  IrPtrMap map = {0};
  ir_ptrmap_set(&map, ir_block_arg(ir_region_first(ir_op_region(loop, 0)), 0), number);
  for (size_t i = 0; i < n; i++) {
    IrOp *copy = slots[i].copy;
    IrValue *view = BUILD1(b, mem_index, .buffer = slots[i].buffer, .index = slot);
    ir_ptrmap_set(&map, GET(copy, tile_async_copy, dest), view);
    for (size_t k = 0; k < ir_op_num_operands(copy); k++)
      ir_ptrmap_set(&map, ir_op_operand(copy, k), ahead(b, loop, ir_op_operand(copy, k), &map));
    IrOp *early = ir_op_clone(copy, &map);
    SET_ATTR(early, tile_async_copy, ahead, ir_attr_unit(b->ctx));
    ir_builder_insert(b, early);
  }
  ir_ptrmap_free(&map);
}

// The iteration's number, counted from zero, modulo two.
static IrValue *slot_of(IrBuilder *b, IrOp *loop) {
  IrValue *number = ir_block_arg(ir_region_first(ir_op_region(loop, 0)), 0);
  IrValue *from = BUILD1(b, arith_subi, .lhs = number, .rhs = GET(loop, tile_pipelined, lower));
  return BUILD1(b, arith_andi, .lhs = from, .rhs = access_index(b, 1));
}

static bool is_slot_of(const IrOp *copy, const Slots *slots, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (slots[i].copy == copy) return true;
  return false;
}

static void use_slots(IrOp *loop, Slots *slots, size_t n, IrOp *wait) {
  IrBlock *body = ir_region_first(ir_op_region(loop, 0));
  IrBuilder before = ir_builder_before(loop);
  copy_ahead(&before, loop, slots, n, GET(loop, tile_pipelined, lower), access_index(&before, 0));
  IrBuilder start = ir_builder_at_start(before.ctx, body, ir_op_loc(loop));
  IrValue *slot = slot_of(&start, loop);
  // With no other copies the wait is the first thing to do, so that one barrier serves all that
  // follows.
  bool all = true;
  IR_FOR_OPS(op, body) all &= !IS(op, tile_async_copy) || is_slot_of(op, slots, n);
  if (all) {
    ir_op_detach(wait);
    ir_op_insert_after(wait, ir_value_op(slot));
  }
  IrBuilder next = ir_builder_after(wait);
  IrValue *one = access_index(&next, 1);
  IrValue *number = BUILD1(&next, arith_addi, .lhs = ir_block_arg(body, 0), .rhs = one);
  copy_ahead(&next, loop, slots, n, number, BUILD1(&next, arith_xori, .lhs = slot, .rhs = one));
  for (size_t i = 0; i < n; i++) { // a copy may be what `start` is in front of
    IrValue *single = GET(slots[i].copy, tile_async_copy, dest);
    ir_value_replace_uses(single,
                          BUILD1(&start, mem_index, .buffer = slots[i].buffer, .index = slot));
    ir_op_destroy(ir_value_op(single));
  }
  for (size_t i = 0; i < n; i++) ir_op_destroy(slots[i].copy);
  IrBuilder after = ir_builder_after(loop);
  BUILD(&after, tile_async_wait, NO_ARGS);
}

// The last wait of the body, behind all of its copies.
static IrOp *last_wait(IrBlock *body) {
  IrOp *wait = NULL;
  IR_FOR_OPS(op, body) {
    if (IS(op, tile_async_wait)) wait = op;
    if (IS(op, tile_async_copy)) wait = NULL;
  }
  return wait;
}

static void prefetch(Prefetch *state, IrOp *loop) {
  IrBlock *body = ir_region_first(ir_op_region(loop, 0));
  IrOp *wait = last_wait(body);
  IR_VEC(Slots) slots = {0};
  if (!wait || ir_walk_pre(loop, look_for_writes, loop) != IR_OK) return;
  int64_t most = tile_target_of(state->kernel)->shared_sm / 2;
  IR_FOR_OPS(op, body) {
    if (!IS(op, tile_async_copy) || !may_move(loop, op)) continue;
    int64_t more = bytes_of(ir_value_op(GET(op, tile_async_copy, dest)));
    if (state->bytes + more > most) continue;
    state->bytes += more;
    ir_vec_push(&slots, ((Slots){op, double_buffer(op)}));
  }
  if (slots.n) use_slots(loop, slots.at, slots.n, wait);
  state->self->stats->copies += (int64_t)slots.n;
  ir_vec_free(&slots);
}

IrStatus mem_prefetch_run(IrPassRun *run, IrOp *kernel) {
  Prefetch state = {.kernel = kernel, .self = run->decl};
  IrStatus status = ir_walk_pre(kernel, collect, &state);
  for (size_t i = 0; i < state.loops.n && status == IR_OK; i++) prefetch(&state, state.loops.at[i]);
  ir_vec_free(&state.loops);
  return status;
}
