// Places of the block's shared buffers.
//
// Buffers that are never in use together may have the same bytes (shared_lifetime.c).  The largest
// is placed first, each at the lowest aligned offset where it meets none that is in use with it: as
// aligned as its swizzle needs, and 128 bytes, a line of banks, if it has as many.  Where bytes
// pass from one buffer to another a barrier has to be between the accesses of different threads
// (shared_barriers.c).
//
// `--debug-only=shared` prints who has which bytes from when to when.
#include "passes/lower/shared_plan.h"

#include "dialects/simt/simt.h"
#include "dialects/tile/target.h"

// ---- Placement

static bool is_used(const SharedBuffer *buffer) {
  return buffer->escapes || buffer->first <= buffer->last;
}

static bool is_placed_before(const SharedPlan *plan, size_t a, size_t b) {
  int64_t size_a = plan->buffers.at[a].bytes, size_b = plan->buffers.at[b].bytes;
  return size_a != size_b ? size_a > size_b : a < b;
}

static size_t *by_decreasing_size(const SharedPlan *plan) {
  size_t n = plan->buffers.n, *order = ir_malloc((n + 1) * sizeof *order);
  for (size_t i = 0; i < n; i++) {
    size_t k = i;
    for (; k > 0 && is_placed_before(plan, i, order[k - 1]); k--) order[k] = order[k - 1];
    order[k] = i;
  }
  return order;
}

static int64_t round_up(int64_t value, int64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

// The lowest offset of order[n] beside those placed before it.
static int64_t lowest_offset(const SharedPlan *plan, const size_t *order, size_t n) {
  const SharedBuffer *buffer = &plan->buffers.at[order[n]];
  int64_t offset = 0;
  bool moved = true;
  while (moved) {
    moved = false;
    for (size_t i = 0; i < n; i++) {
      const SharedBuffer *other = &plan->buffers.at[order[i]];
      if (!shared_in_use_together(buffer, other) || offset >= other->offset + other->bytes ||
          other->offset >= offset + buffer->bytes)
        continue;
      offset = round_up(other->offset + other->bytes, buffer->alignment);
      moved = true;
    }
  }
  return offset;
}

static void place(SharedPlan *plan) {
  size_t *order = by_decreasing_size(plan);
  for (size_t i = 0; i < plan->buffers.n; i++) {
    SharedBuffer *buffer = &plan->buffers.at[order[i]];
    buffer->offset = lowest_offset(plan, order, i);
    SET_ATTR(buffer->alloc, mem_alloc, offset,
             ir_attr_integer(ir_type_i64(plan->ctx), buffer->offset));
    if (is_used(buffer) && buffer->offset + buffer->bytes > plan->total)
      plan->total = buffer->offset + buffer->bytes;
  }
  ir_free(order);
}

// ---- What people are told

static void print_lifetime(const SharedPlan *plan, const SharedBuffer *buffer, IrStream *out) {
  if (buffer->escapes) {
    ir_print(out, "all the time");
  } else if (buffer->first > buffer->last) {
    ir_print(out, "never");
  } else {
    IrFileLineCol from = ir_loc_resolve(plan->ctx, buffer->from);
    IrFileLineCol to = ir_loc_resolve(plan->ctx, buffer->to);
    ir_print(out, "from line {} to line {}", from.line, to.line);
  }
}

static const char *purpose_of(const SharedBuffer *buffer) {
  return buffer->scratch ? "scratch of a conversion" : "buffer";
}

static void report(const SharedPlan *plan) {
  int64_t sum = 0;
  for (size_t i = 0; i < plan->buffers.n; i++) sum += plan->buffers.at[i].bytes;
  IR_DEBUG_OP(plan->ctx, plan->simt, "shared",
              "has {} bytes of shared memory, for {} buffers of {}", plan->total, plan->buffers.n,
              sum);
  for (size_t i = 0; i < plan->buffers.n; i++) {
    const SharedBuffer *buffer = &plan->buffers.at[i];
    IrStream lifetime = {0};
    print_lifetime(plan, buffer, &lifetime);
    IR_DEBUG_OP(plan->ctx, buffer->alloc, "shared",
                "has bytes {} to {}, in use {} (ops {} to {}): {} {}", buffer->offset,
                buffer->offset + buffer->bytes - 1, ir_stream_str(&lifetime),
                buffer->escapes ? 0 : buffer->first, buffer->last, purpose_of(buffer),
                ir_value_type(ir_op_result(buffer->alloc, 0)));
    ir_stream_free(&lifetime);
  }
}

static IrStatus over_budget(const SharedPlan *plan, const TileTarget *target) {
  IrStatus failed = ir_op_error(plan->simt, "needs {} bytes of shared memory; a block of {} has {}",
                                plan->total, target->name, target->shared_block);
  int64_t scratch = 0;
  for (size_t i = 0; i < plan->buffers.n; i++) {
    const SharedBuffer *buffer = &plan->buffers.at[i];
    if (!is_used(buffer)) continue;
    IrStream lifetime = {0};
    print_lifetime(plan, buffer, &lifetime);
    ir_note(plan->ctx, ir_op_loc(buffer->alloc), "{} bytes at {} for {} {}, in use {}",
            buffer->bytes, buffer->offset, purpose_of(buffer),
            ir_value_type(ir_op_result(buffer->alloc, 0)), ir_stream_str(&lifetime));
    ir_stream_free(&lifetime);
    if (buffer->scratch && buffer->bytes > scratch) scratch = buffer->bytes;
  }
  if (scratch > target->shared_block)
    ir_help(plan->ctx, "make the tile that is converted smaller, or have it stored in the layout "
                       "that it is computed in");
  else
    ir_help(plan->ctx, "make the tiles smaller; buffers that are not in use at the same time share "
                       "their bytes");
  return failed;
}

IrStatus thread_plan_shared(ThreadState *state) {
  SharedPlan plan = {.ctx = state->ctx,
                     .filled = &state->filled,
                     .simt = state->simt,
                     .roles = &state->roles,
                     .divergent = &state->divergent};
  const TileTarget *target = tile_target_of(plan.simt);
  IrStatus status = shared_find_lifetimes(&plan, &state->scratch);
  if (status == IR_OK && plan.buffers.n) {
    place(&plan);
    if (ir_debug_enabled(plan.ctx, "shared")) report(&plan);
    if (plan.total > target->shared_block)
      status = over_budget(&plan, target);
    else
      shared_insert_barriers(&plan);
  }
  if (status == IR_OK && plan.total)
    SET_ATTR(plan.simt, simt_kernel, shared, ir_attr_integer(ir_type_i64(plan.ctx), plan.total));
  ir_vec_free(&plan.buffers);
  ir_ptrmap_free(&plan.numbers);
  return status;
}
