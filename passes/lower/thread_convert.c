// tile.convert_layout: the plan is made by the layouts' algebra (dialects/tile/layout_convert.h)
// and emitted here.
//
// How much scratch an exchange may have: 48 KB, so that four blocks of a multiprocessor have room
// for it, or what the buffers in use leave of the target's shared memory if that is less; a larger
// tile goes through it in rounds.  Conversions place no barriers: where shared memory is
// placed (shared_plan.c) they are put between accesses that need them.
#include "passes/lower/thread_convert.h"

#include "dialects/mem/mem.h"
#include "dialects/tile/target.h"
#include "dialects/tile/tile.h"
#include "dialects/vector/vector.h"
#include "ir/edit/rewriter.h"
#include "passes/mem/exchange.h"

enum { MOST_REGISTERS = 8192, LEAST_SCRATCH = 4 * 1024 };

size_t thread_length(const IrValue *vector) {
  return (size_t)ir_type_shape(ir_value_type(vector)).at[0];
}

IrValue *thread_gather(ThreadState *state, IrValue *vector, const uint32_t *from, unsigned bits) {
  size_t n = (size_t)1 << bits;
  int64_t *list = ir_malloc(n * sizeof *list);
  list[0] = 0;
  for (size_t i = 1; i < n; i++) list[i] = list[i & (i - 1)] ^ from[__builtin_ctzll(i)];
  IrValue *result = thread_shuffle(&state->b, vector, list, n);
  ir_free(list);
  return result;
}

// Whether a buffer is used before and after an op of the kernel's own block.
typedef struct Span {
  const IrOp *op;
  bool before, after;
} Span;

static void span_uses(const IrValue *buffer, Span *span) {
  for (IrUse *use = ir_value_first_use(buffer); use; use = ir_use_next(use)) {
    IrOp *user = ir_use_op(use);
    if (mem_is_view(user) || IS(user, mem_flatten)) {
      span_uses(ir_op_result(user, 0), span);
      continue;
    }
    while (ir_op_block(user) != ir_op_block(span->op)) user = ir_block_parent(ir_op_block(user));
    if (ir_op_is_before(user, span->op))
      span->before = true;
    else
      span->after = true;
  }
}

typedef struct Live {
  const IrOp *op; // NULL: anywhere
  int64_t bytes;
} Live;

static IrStatus add_bytes(IrOp *op, void *user) {
  Live *live = user;
  if (!IS(op, mem_alloc)) return IR_OK;
  IrValue *buffer = ir_op_result(op, 0);
  Span span = {.op = live->op};
  if (live->op) span_uses(buffer, &span);
  if (!live->op || (span.before && span.after))
    live->bytes += mem_buffer_bytes(ir_value_type(buffer));
  return IR_OK;
}

// Bytes of the kernel's buffers that are in use at `op`, at most.
static int64_t bytes_in_use(const ThreadState *state, const IrOp *op) {
  bool is_outermost = ir_op_block(op) == ir_region_first(ir_op_region(state->kernel, 0));
  Live live = {.op = is_outermost ? op : NULL};
  (void)ir_walk_pre(state->kernel, add_bytes, &live);
  return live.bytes;
}

static TileConvertLimits limits_of(const ThreadState *state, const IrOp *op, IrType element) {
  const TileTarget *target = tile_target_of(state->kernel);
  int64_t left = (int64_t)target->shared_block - bytes_in_use(state, op);
  int64_t most = mem_exchange_limit(state->kernel);
  if (left > most) left = most;
  if (left < LEAST_SCRATCH) left = LEAST_SCRATCH;
  return (TileConvertLimits){.scratch_bytes = (unsigned)left,
                             .ldmatrix = target->ldmatrix,
                             .stmatrix = target->arch >= 90,
                             .element_bits = ir_type_width(element),
                             .cluster_bits = state->cluster_bits};
}

static void print_side(IrStream *out, const char *what, const TileConvertSide *side) {
  static const char *const accesses[] = {"vectors", "matrices", "transposed matrices"};
  ir_print(out, "; {} {} of {}, {} wavefronts in {} ways", what, accesses[side->access],
           1 << side->log_access, side->wavefronts, side->ways);
}

static void debug_plan(IrOp *op, const TileConvertPlan *plan) {
  const TileConvertCost *c = &plan->cost;
  const TileConvertShared *s = &plan->shared;
  IrStream text = {0};
  ir_print(&text, "goes by {}, {} in all", tile_convert_kind_name(plan->kind), c->total);
  if (plan->copies > 1) ir_print(&text, "; {} copies, {} together", plan->copies, plan->together);
  if (plan->kind != TILE_CONVERT_SHARED) {
    ir_print(&text, "; {} shuffles, {} selects", c->shuffles, c->selects);
  } else {
    ir_print(&text, "; {} bytes {}, {} rounds", c->shared_bytes,
             s->of_warp      ? "of warps"
             : s->of_cluster ? "of each block of the cluster"
                             : "of the block",
             1 << s->log_rounds);
    print_side(&text, "stores", &s->store);
    print_side(&text, "loads", &s->load);
  }
  IR_DEBUG_OP(ir_op_context(op), op, "convert", "{}", ir_stream_str(&text));
  ir_stream_free(&text);
}

// The type of the tile that has the layout.
static IrType tile_of(const TileLayout *layout, IrType element) {
  int64_t extents[TILE_LAYOUT_RANK];
  for (unsigned d = 0; d < layout->rank; d++) extents[d] = tile_layout_extent(layout, d);
  IrShape shape = {extents, layout->rank};
  return tile_layout_apply_to(ir_type_tensor(ir_type_context(element), shape, element, NULL),
                              layout);
}

static IrStatus no_plan(IrOp *op, const TileLayout *src, const TileLayout *dst, IrType element) {
  IrStatus failed = ir_op_error(op, "cannot bring {} into the layout of {}", tile_of(src, element),
                                tile_of(dst, element));
  if (mem_is_number(element))
    ir_help(ir_op_context(op), "both layouts have to hold every element, in as many warps");
  else
    ir_help(ir_op_context(op),
            "threads exchange elements of 1, 2, 4 or 8 bytes: move those before they get wider");
  return failed;
}

// Each copy of the linear part by itself.
static IrValue *convert_copies(ThreadState *state, const TileConvertPlan *plan, IrValue *vector,
                               const TileLayout *dst) {
  size_t results = tile_layout_size(dst, TILE_REGISTER);
  int64_t registers = (int64_t)(thread_length(vector) / plan->copies);
  int64_t all = (int64_t)results * plan->copies;
  IrType type = thread_vector_of(ir_type_element(ir_value_type(vector)), all);
  IrValue *result = plan->copies > 1 ? thread_zero(state, type) : NULL;
  for (unsigned i = 0; i < plan->copies; i++) {
    IrValue *copy = thread_slice(&state->b, vector, i * registers, registers);
    copy = thread_convert_moves(state, &plan->moves, copy, results);
    result = result ? thread_insert(&state->b, copy, result, (int64_t)(i * results)) : copy;
  }
  return result;
}

static IrStatus make_plan(ThreadState *state, IrOp *op, const TileLayout *src,
                          const TileLayout *dst, IrType element, TileConvertPlan *plan) {
  size_t n = (size_t)thread_registers(dst);
  if (n > MOST_REGISTERS)
    return ir_op_error(op, "needs {} registers a thread, more than {}", n, (int)MOST_REGISTERS);
  TileConvertLimits limits = limits_of(state, op, element);
  if (!tile_layout_plan_conversion(src, dst, mem_element_bytes(element), &limits, plan))
    return no_plan(op, src, dst, element);
  return IR_OK;
}

IrStatus thread_convert_vector(ThreadState *state, IrOp *op, const TileLayout *src,
                               const TileLayout *dst, IrValue **vector) {
  TileConvertPlan plan;
  IR_TRY(make_plan(state, op, src, dst, ir_type_element(ir_value_type(*vector)), &plan));
  if (ir_debug_enabled(state->ctx, "convert")) debug_plan(op, &plan);
  if (plan.kind == TILE_CONVERT_SHARED)
    *vector = thread_convert_exchange(state, &plan, *vector, src, dst);
  else if (plan.kind != TILE_CONVERT_NOTHING)
    *vector = convert_copies(state, &plan, *vector, dst);
  return IR_OK;
}

// ---- Several tiles at once

static bool have_one_type(IrValue *const *vectors, size_t n) {
  for (size_t i = 1; i < n; i++)
    if (ir_value_type(vectors[i]) != ir_value_type(vectors[0])) return false;
  return true;
}

// Makes the plan one for `n` tiles, as if they were copies of the linear part, all of which go
// between the same two barriers; false where they cannot.
static bool plan_together(TileConvertPlan *plan, size_t n, const TileConvertLimits *limits,
                          unsigned bytes) {
  int64_t all = plan->shared.elements * plan->parts * plan->copies * (int64_t)n * bytes;
  if (plan->kind != TILE_CONVERT_SHARED || plan->across || plan->shared.of_warp) return false;
  if (plan->shared.log_rounds || plan->together != plan->copies || all > limits->scratch_bytes)
    return false;
  plan->copies *= (unsigned)n;
  plan->cost.shared_bytes *= (unsigned)n;
  plan->together = plan->copies;
  return true;
}

// The vectors one behind the other, and taken apart again.
static IrValue *joined(ThreadState *state, IrValue *const *vectors, size_t n) {
  IrType type = ir_value_type(vectors[0]);
  int64_t length = (int64_t)thread_length(vectors[0]);
  IrType all = thread_vector_of(ir_type_element(type), length * (int64_t)n);
  IrValue *result = thread_zero(state, all);
  for (size_t i = 0; i < n; i++)
    result = thread_insert(&state->b, vectors[i], result, (int64_t)i * length);
  return result;
}

IrStatus thread_convert_vectors(ThreadState *state, IrOp *op, const TileLayout *src,
                                const TileLayout *dst, IrValue **vectors, size_t n) {
  IrType element = ir_type_element(ir_value_type(vectors[0]));
  TileConvertPlan plan;
  TileConvertLimits limits = limits_of(state, op, element);
  if (n > 1 && have_one_type(vectors, n)) {
    IR_TRY(make_plan(state, op, src, dst, element, &plan));
    if (plan_together(&plan, n, &limits, mem_element_bytes(element))) {
      if (ir_debug_enabled(state->ctx, "convert")) debug_plan(op, &plan);
      IrValue *all = thread_convert_exchange(state, &plan, joined(state, vectors, n), src, dst);
      int64_t length = (int64_t)(thread_length(all) / n);
      for (size_t i = 0; i < n; i++)
        vectors[i] = thread_slice(&state->b, all, (int64_t)i * length, length);
      return IR_OK;
    }
  }
  for (size_t i = 0; i < n; i++) IR_TRY(thread_convert_vector(state, op, src, dst, &vectors[i]));
  return IR_OK;
}

// ---- Conversions that follow each other

enum { MOST_TOGETHER = 8 };

// The next op, where it is a conversion between the same layouts of a tile that is there already.
static IrOp *next_alike(ThreadState *state, const IrOp *op, const TileLayout *src,
                        const TileLayout *dst) {
  IrOp *next = ir_op_next(op);
  TileLayout from, to;
  if (!IS(next, tile_convert_layout)) return NULL;
  IrValue *tile = ir_op_operand(next, 0);
  bool known = tile_layout_of(ir_value_type(tile), &from) &&
               tile_layout_of(ir_value_type(ir_op_result(next, 0)), &to);
  return known && ir_ptrmap_get(&state->values, tile) && tile_layout_equal(&from, src) &&
                 tile_layout_equal(&to, dst)
             ? next
             : NULL;
}

// Barriers of a cluster cost far more than what goes through them: one pair does for all tiles.
static size_t find_run(ThreadState *state, IrOp *op, const TileLayout *src, const TileLayout *dst,
                       IrOp *run[MOST_TOGETHER]) {
  size_t n = 0;
  for (IrOp *at = op; at && n < MOST_TOGETHER; at = next_alike(state, at, src, dst)) {
    run[n++] = at;
    if (!state->cluster_bits) break;
  }
  return n;
}

IrStatus thread_convert_layout(ThreadState *state, IrOp *op) {
  TileLayout src, dst;
  IrOp *run[MOST_TOGETHER];
  IrValue *vectors[MOST_TOGETHER];
  if (ir_ptrmap_get(&state->values, ir_op_result(op, 0))) return IR_OK; // with one before
  IR_TRY(thread_layout_of(op, ir_value_type(ir_op_operand(op, 0)), &src));
  IR_TRY(thread_layout_of(op, ir_value_type(ir_op_result(op, 0)), &dst));
  size_t n = find_run(state, op, &src, &dst, run);
  for (size_t i = 0; i < n; i++) vectors[i] = thread_value(state, ir_op_operand(run[i], 0));
  IR_TRY(thread_convert_vectors(state, op, &src, &dst, vectors, n));
  for (size_t i = 0; i < n; i++) ir_ptrmap_set(&state->values, ir_op_result(run[i], 0), vectors[i]);
  return IR_OK;
}
