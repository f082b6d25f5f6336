// mem-async-store: tiles leave through shared memory by TMA, while threads do other work.
//
// requires: laid-out tiles, widths (mem-vectorize), no barriers yet
// preserves: order of effects
//
//   %u = tile.convert_layout %t                     %s = mem.alloc  (in front)
//   tile.store %u, %C[%i, %j]             ==>       tile.store %t, %s[0, 0]
//                                                   tile.async_store %s to %C[%i, %j]
//                                                   tile.async_store_wait  (as late as can be)
//
// A person's own of two to one place get a wait in between: program order is the meaning.
//
// The exchange of the conversion is what threads do anyway; its second half, loading from shared
// memory and storing, another unit does.  So that is what is rewritten: a store behind a conversion
// through shared memory, or one whose threads have less than 16 bytes together.  The layout that is
// stored from is the one in which the tile was computed; the buffer's swizzle makes that free of
// conflicts for what tensor cores leave.
//
// The tile goes in slabs of columns as wide as a swizzle, each through a buffer of its own: TMA
// stores the first while threads write the second.  What rounds the tile is done slab by slab, too.
//
// The buffers lie beside the slots of the copies that loops make.  Where they do not fit beside
// three stages of them, slabs take turns at two buffers, each half of the tile, a quarter, ...  as
// registers allow; where that is too much, too, the store stays.
#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/tc/tc.h"
#include "dialects/tile/kernel.h"
#include "dialects/tile/layout_convert.h"
#include "dialects/tile/target.h"
#include "dialects/tile/tile_tma.h"
#include "ir/edit/builder.h"
#include "ir/edit/rewriter.h"
#include "ir/interfaces/effects.h"
#include "ir/interfaces/loop.h"
#include "ir/support/vec.h"
#include "passes/mem/copy_pair.h"
#include "passes/mem/exchange.h"
#include "passes/mem/mem_passes.h"
#include "passes/mem/store_waits.h"
#include "passes/mem/tma_facts.h"
#include "passes/tile/access.h"
#include "passes/tile/authored.h"
#include "passes/tile/index_range.h"

enum {
  STAGES = 3,      // of a loop's copies that have room beside the stores' buffers
  RESERVED = 1024, // bytes for mbarriers and the like
  MOST_SLABS = 8,
  SLAB_BYTES = 128, // of a row at least: the width of a swizzle
};

typedef struct AsyncStore {
  const IrPassRun *run;
  const struct mem_async_store_decl *self;
  IrOp *kernel;
  int64_t room; // bytes for buffers of stores
  IR_VEC(IrOp *) stores;
  IR_VEC(IrValue *) buffers; // made so far
} AsyncStore;

// A tile and the buffers that it goes through.
typedef struct Plan {
  IrOp *store;
  IrValue *tile;      // in the layout that it is stored from
  IrType buffer;      // for a slab
  unsigned dim;       // of the tile, which slabs divide: the contiguous one
  unsigned log_slabs; // of them, 2^log_slabs
  bool apart;         // each slab has a buffer of its own
  bool reuses;        // buffers of an earlier store, of the same type
} Plan;

// ---- Which stores

static bool goes_through_shared(IrOp *convert) {
  TileLayout from, to;
  TileConvertPlan plan;
  IrType source = ir_value_type(ir_op_operand(convert, 0));
  IrType target = ir_value_type(ir_op_result(convert, 0));
  unsigned bits = ir_type_width(ir_type_element(source));
  TileConvertLimits limits = {.ldmatrix = true, .stmatrix = true, .element_bits = bits};
  return tile_layout_of(source, &from) && tile_layout_of(target, &to) &&
         tile_layout_plan_conversion(&from, &to, bits < 8 ? 1 : bits / 8, &limits, &plan) &&
         plan.kind == TILE_CONVERT_SHARED;
}

// The tile in the layout in which it was computed; NULL where threads store it as well.
static IrValue *tile_to_store(IrOp *store) {
  IrValue *tile = GET(store, tile_store, tile);
  IrOp *convert = ir_value_op(tile);
  IrAttr width = GET(store, tile_store, width);
  int64_t bytes =
      (width ? ir_attr_int(width) : 1) * mem_element_bytes(ir_type_element(ir_value_type(tile)));
  if (convert && IS(convert, tile_convert_layout) && goes_through_shared(convert))
    return ir_op_operand(convert, 0);
  return bytes < ACCESS_BYTES ? tile : NULL;
}

// Every element in one register of one thread: else some would be stored twice, in parts.
static bool has_no_copies(IrType tile) {
  TileLayout layout;
  return tile_layout_of(tile, &layout) && !tile_layout_has_copies(&layout);
}

static bool begins_inside(IrOp *store, IrStream *why) {
  IrValues at = GET(store, tile_store, indices);
  for (size_t d = 0; d < at.n; d++)
    if (index_range(at.at[d]).smin < 0) {
      ir_print(why, "it is not known that its index along dimension {} is not negative", d);
      return false;
    }
  return true;
}

// ---- Buffers

// Of a slab of the tile, as many of which there are as the plan says.
static bool find_buffer(Plan *plan, IrStream *why) {
  IrType tile = ir_value_type(plan->tile);
  IrType memref = ir_value_type(GET(plan->store, tile_store, dest));
  IrShape shape = ir_type_shape(tile);
  int64_t extents[TILE_LAYOUT_RANK];
  int contiguous = access_contiguous_dim(memref);
  int lead = (int)(ir_type_shape(memref).rank - shape.rank);
  if (shape.rank < 2 || contiguous - lead < (int)shape.rank - 2) {
    ir_print(why, "the memref is not contiguous along a row or column of the tile");
    return false;
  }
  plan->dim = (unsigned)(contiguous - lead);
  memcpy(extents, shape.at, shape.rank * sizeof *extents);
  extents[plan->dim] >>= plan->log_slabs;
  plan->buffer = tma_store_buffer(ir_type_context(tile), (IrShape){extents, shape.rank},
                                  ir_type_element(tile), plan->dim);
  TileBoxes boxes;
  return tile_boxes_of(memref, plan->buffer, NULL, &boxes, why);
}

static unsigned num_buffers(const Plan *plan) {
  return 1u << (plan->apart ? plan->log_slabs : plan->log_slabs > 0);
}

static int64_t bytes_of(const Plan *plan) {
  return mem_buffer_bytes(plan->buffer) * num_buffers(plan);
}

static bool has_buffers(const AsyncStore *state, const Plan *plan) {
  unsigned n = 0;
  for (size_t i = 0; i < state->buffers.n; i++)
    n += ir_value_type(state->buffers.at[i]) == plan->buffer;
  return n >= num_buffers(plan);
}

// ---- Slabs: halves of halves along a dimension

// Whether threads hold all of the `log_slabs` highest bits of the contiguous dimension in
// registers.
static bool can_be_cut(const Plan *plan) {
  TileLayout layout;
  IrType tile = ir_value_type(plan->tile);
  unsigned order[] = {0, 2, 1};
  if (ir_type_shape(tile).rank != 2 || plan->dim != 1 || !tile_layout_of(tile, &layout))
    return false;
  for (unsigned i = 0; i < plan->log_slabs; i++) {
    int64_t halves[] = {tile_layout_extent(&layout, 0), 2, tile_layout_extent(&layout, 1) / 2};
    TileLayout cut;
    if (!tile_layout_reshape(&layout, (IrShape){halves, 3}, &cut)) return false;
    cut = tile_layout_permute(&cut, order);
    if (!tile_layout_split(&cut, &layout)) return false;
  }
  return true;
}

static IrType type_of(IrContext *ctx, const int64_t *extents, size_t rank, IrType element,
                      const TileLayout *layout) {
  return tile_layout_apply_to(ir_type_tensor(ctx, (IrShape){extents, rank}, element, NULL), layout);
}

// The halves of a tile's columns.
static void halve(IrBuilder *b, IrValue *tile, IrValue *halves[2]) {
  TileLayout layout, cut;
  IrType type = ir_value_type(tile), element = ir_type_element(type);
  int64_t rows = ir_type_shape(type).at[0], columns = ir_type_shape(type).at[1] / 2;
  unsigned order[] = {0, 2, 1};
  bool known = tile_layout_of(type, &layout) &&
               tile_layout_reshape(&layout, (IrShape){(int64_t[]){rows, 2, columns}, 3}, &cut);
  IrType apart = type_of(b->ctx, (int64_t[]){rows, 2, columns}, 3, element, &cut);
  IrValue *part = BUILD1(b, tile_reshape, .input = tile, .result_type = apart);
  cut = tile_layout_permute(&cut, order);
  IrType pairs = type_of(b->ctx, (int64_t[]){rows, columns, 2}, 3, element, &cut);
  part = BUILD1(b, tile_trans, .input = part,
                .perm = ir_attr_i64_array(b->ctx, (int64_t[]){0, 2, 1}, 3), .result_type = pairs);
  known = known && tile_layout_split(&cut, &layout);
  IR_ASSERT(known, "can_be_cut has tried");
  IrType half = type_of(b->ctx, (int64_t[]){rows, columns}, 2, element, &layout);
  IrOp *split = BUILD(b, tile_split, .input = part, .low_type = half, .high_type = half);
  halves[0] = ir_op_result(split, 0);
  halves[1] = ir_op_result(split, 1);
}

// All slabs, from the first columns on.
static void cut(IrBuilder *b, IrValue *tile, unsigned log_slabs, IrValue **slabs) {
  IrValue *halves[2];
  slabs[0] = tile;
  if (!log_slabs) return;
  halve(b, tile, halves);
  cut(b, halves[0], log_slabs - 1, slabs);
  cut(b, halves[1], log_slabs - 1, slabs + (1 << (log_slabs - 1)));
}

// ---- Other exchanges

// Whether a tile.convert_layout may go through a store's buffer of that type.
static bool is_like_buffer(const IrOp *convert, IrType type) {
  IrType tile = ir_value_type(ir_op_operand(convert, 0));
  IrShape shape = ir_type_shape(tile), whole = mem_buffer_shape(type);
  return ir_type_element(tile) == mem_buffer_element(type) && shape.rank == whole.rank &&
         !memcmp(shape.at, whole.at, shape.rank * sizeof *shape.at) && has_no_copies(tile);
}

// A conversion that a store behind it does without, if it goes through a buffer.
static bool is_of_store(const IrOp *op) {
  if (!IS(op, tile_convert_layout)) return false;
  const IrUse *use = ir_value_first_use(ir_op_result(op, 0));
  return use && !ir_use_next(use) && IS(ir_use_op(use), tile_store);
}

typedef struct Exchange {
  IrOp *kernel;
  const Plan *plan;
  int64_t bytes; // of the largest one
  bool through;  // there is one that goes through the buffer
} Exchange;

static IrStatus find_exchange(IrOp *op, void *user) {
  Exchange *most = user;
  const Plan *plan = most->plan;
  bool through = IS(op, tile_convert_layout) && ir_op_block(op) == ir_op_block(plan->store) &&
                 is_like_buffer(op, plan->buffer);
  most->through |= through && !is_of_store(op);
  int64_t bytes = is_of_store(op) || through ? 0 : mem_exchange_bytes(most->kernel, op);
  if (bytes > most->bytes) most->bytes = bytes;
  return IR_OK;
}

// Bytes that exchanges need which do not go through the plan's buffer.
static int64_t other_exchanges(const AsyncStore *state, const Plan *plan) {
  Exchange exchange = {.kernel = state->kernel, .plan = plan};
  (void)ir_walk_pre(state->kernel, find_exchange, &exchange);
  return exchange.bytes;
}

// ---- The plan

static bool fits(const AsyncStore *state, Plan *plan) {
  plan->reuses = false;
  if (bytes_of(plan) + other_exchanges(state, plan) <= state->room) return true;
  return plan->reuses = has_buffers(state, plan);
}

// A buffer for each slab as wide as a swizzle, unless other exchanges want one for the whole tile.
// Not in loops, where nobody knows that slabs of two iterations do not meet (store_waits.c).
static void take_apart(const AsyncStore *state, Plan *plan) {
  Plan cut = *plan;
  Exchange exchange = {.kernel = state->kernel, .plan = plan};
  IrStream why = {0};
  int64_t bytes = mem_buffer_shape(plan->buffer).at[plan->dim] *
                  mem_element_bytes(mem_buffer_element(plan->buffer));
  for (; bytes > SLAB_BYTES && bytes % 2 == 0; bytes /= 2) cut.log_slabs++;
  if (ir_op_parent(plan->store) != state->kernel || plan->reuses || !cut.log_slabs ||
      bytes != SLAB_BYTES || 1u << cut.log_slabs > MOST_SLABS)
    return;
  (void)ir_walk_pre(state->kernel, find_exchange, &exchange);
  cut.apart = true;
  if (!exchange.through && can_be_cut(&cut) && find_buffer(&cut, &why) &&
      bytes_of(&cut) <= bytes_of(plan))
    *plan = cut;
  ir_stream_free(&why);
}

// Smaller and smaller slabs, down to the width of a swizzle, until there is room.
static bool find_room(const AsyncStore *state, Plan *plan, IrStream *why) {
  unsigned element = mem_element_bytes(ir_type_element(ir_value_type(plan->tile)));
  if (!find_buffer(plan, why)) return false;
  int64_t whole = bytes_of(plan);
  while (!fits(state, plan)) {
    int64_t columns = mem_buffer_shape(plan->buffer).at[plan->dim];
    plan->log_slabs++;
    if (1u << plan->log_slabs > MOST_SLABS || columns % 2 || columns / 2 * element % SLAB_BYTES ||
        !can_be_cut(plan) || !find_buffer(plan, why)) {
      ir_print(why, "its buffer of {} bytes has no room beside {} stages of the loop's copies",
               whole, (int)STAGES);
      return false;
    }
  }
  if (!plan->log_slabs) take_apart(state, plan);
  return true;
}

static bool find_plan(const AsyncStore *state, Plan *plan, IrStream *why) {
  if (!tile_target_of(state->kernel)->tma) {
    ir_print(why, "{} has no TMA", tile_target_of(state->kernel)->name);
    return false;
  }
  if (tile_kernel_cluster(state->kernel) > 1) {
    ir_print(why, "blocks of a cluster share the tile");
    return false;
  }
  IrStream unknown = {0};
  const IrValue *memref = GET(plan->store, tile_store, dest);
  bool takes =
      tma_takes_argument(state->kernel, memref, &unknown) &&
      tma_starts_box(state->kernel, memref, GET(plan->store, tile_store, indices), &unknown);
  if (!takes) ir_print(why, "it is not known that {}", ir_stream_str(&unknown));
  ir_stream_free(&unknown);
  if (!takes || !begins_inside(plan->store, why)) return false;
  if (!has_no_copies(ir_value_type(plan->tile))) {
    ir_print(why, "several threads hold an element");
    return false;
  }
  return find_room(state, plan, why);
}

// ---- Rewriting

static IrValue *new_buffer(AsyncStore *state, IrType type) {
  IrBlock *body = ir_region_first(ir_op_region(state->kernel, 0));
  IrBuilder b = ir_builder_at_start(ir_op_context(state->kernel), body, ir_op_loc(state->kernel));
  IrValue *buffer = BUILD1(&b, mem_alloc, .buffer_type = type);
  ir_value_set_name(buffer, b.ctx, IR_STR("stored"));
  ir_vec_push(&state->buffers, buffer);
  state->room -= mem_buffer_bytes(type);
  return buffer;
}

// As many buffers as the plan needs: those of an earlier store, or new ones.
static unsigned take_buffers(AsyncStore *state, const Plan *plan, IrValue *buffers[MOST_SLABS]) {
  unsigned n = num_buffers(plan), found = 0;
  for (size_t i = 0; plan->reuses && i < state->buffers.n && found < n; i++)
    if (ir_value_type(state->buffers.at[i]) == plan->buffer)
      buffers[found++] = state->buffers.at[i];
  while (found < n) buffers[found++] = new_buffer(state, plan->buffer);
  return n;
}

// Slab number `i`.  The one before may still be read while this one is written.
static void store_slab(IrBuilder *b, const Plan *plan, IrValue *slab, IrValue *buffer, int64_t i) {
  int64_t column = i * mem_buffer_shape(plan->buffer).at[plan->dim];
  IrValues indices = GET(plan->store, tile_store, indices);
  IrValue *at[MEM_TENSOR_MAP_MAX_RANK], *origin[MEM_TENSOR_MAP_MAX_RANK];
  size_t rank = mem_buffer_shape(plan->buffer).rank, dim = indices.n - rank + plan->dim;
  memcpy(at, indices.at, indices.n * sizeof *at);
  for (size_t d = 0; d < rank; d++) origin[d] = access_index(b, 0);
  if (column) at[dim] = BUILD1(b, arith_addi, .lhs = at[dim], .rhs = access_index(b, column));
  if (i > 1 && !plan->apart)
    BUILD(b, tile_async_store_wait, .pending = ir_attr_integer(ir_type_i64(b->ctx), 1));
  BUILD(b, tile_store, .tile = slab, .dest = buffer, .indices = {origin, rank});
  BUILD(b, tile_async_store, .source = buffer, .dest = GET(plan->store, tile_store, dest),
        .indices = {at, indices.n});
}

// The op that rounds the tile, where nobody else needs that whole.
static IrOp *rounding_of(const Plan *plan) {
  IrOp *op = ir_value_op(plan->tile);
  bool own = op && IS(op, arith_truncf) && ir_value_has_one_use(plan->tile);
  return own && plan->log_slabs ? op : NULL;
}

static IrValue *rounded(IrBuilder *b, const IrOp *rounding, IrValue *slab) {
  if (!rounding) return slab;
  TileLayout layout;
  IrShape shape = ir_type_shape(ir_value_type(slab));
  IrType element = ir_type_element(ir_value_type(ir_op_result(rounding, 0)));
  bool known = tile_layout_of(ir_value_type(slab), &layout);
  IR_ASSERT(known, "cut has made it");
  return BUILD1(b, arith_truncf, .in = slab,
                .out_type = type_of(b->ctx, shape.at, 2, element, &layout),
                .roundingmode = GET(rounding, arith_truncf, roundingmode),
                .fastmath = GET(rounding, arith_truncf, fastmath));
}

static void destroy_unused(IrOp *op) {
  if (op && !ir_value_has_uses(ir_op_result(op, 0))) ir_op_destroy(op);
}

static void rewrite(AsyncStore *state, const Plan *plan) {
  IrValue *slabs[MOST_SLABS], *buffers[MOST_SLABS];
  IrOp *convert = ir_value_op(GET(plan->store, tile_store, tile)), *rounding = rounding_of(plan);
  IrBuilder b = ir_builder_before(plan->store);
  unsigned n = take_buffers(state, plan, buffers);
  AuthoredGap gap = authored_gap(plan->store);
  cut(&b, rounding ? GET(rounding, arith_truncf, in) : plan->tile, plan->log_slabs, slabs);
  for (int64_t i = 0; i < 1 << plan->log_slabs; i++)
    store_slab(&b, plan, rounded(&b, rounding, slabs[i]), buffers[i % n], i);
  authored_fill(&gap, plan->store);
  ir_op_destroy(plan->store);
  if (convert && IS(convert, tile_convert_layout)) destroy_unused(convert);
  destroy_unused(rounding);
}

static void visit(AsyncStore *state, IrOp *store) {
  Plan plan = {.store = store, .tile = tile_to_store(store)};
  IrStream why = {0};
  if (!plan.tile) return;
  if (!find_plan(state, &plan, &why)) {
    IR_REMARK(state->run, state->self, missed_async_store, store, "is not stored by TMA: {}",
              ir_stream_str(&why));
  } else {
    IR_REMARK(state->run, state->self, async_store, store,
              "is stored by TMA through {} bytes of shared memory, in {} parts", bytes_of(&plan),
              1 << plan.log_slabs);
    rewrite(state, &plan);
    state->self->stats->stores++;
  }
  ir_stream_free(&why);
}

// ---- Other conversions

// The buffer is free but between a tile.store and the tile.async_store right behind it, so that
// tiles like that may change their layouts through it, too, in place of a scratch of their own.
//
//   %y = tile.convert_layout %x : A to B     tile.store %x, %stored[0, 0]
//                                      ==>   %y = tile.load %stored[0, 0] : B
// The first op behind the last one in front of `op` that has regions, or effects but those of loads
// of global memory and of waits for products.
static IrOp *earliest_before(IrOp *op) {
  IrOp *at = op;
  for (IrOp *before = ir_op_prev(op); before; before = ir_op_prev(before)) {
    bool load =
        IS(before, tile_load) && !mem_is_buffer(ir_value_type(GET(before, tile_load, source)));
    if (ir_op_num_regions(before) ||
        (ir_op_effect_kinds(before) && !load && !IS(before, tc_dot_wait)))
      break;
    at = before;
  }
  return at;
}

// Whether it is scalars between that say where `load` reads.
static bool may_move_up(const IrOp *op, const IrOp *at) {
  for (size_t i = 0; i < ir_op_num_operands(op); i++) {
    const IrOp *def = ir_value_op(ir_op_operand(op, i));
    if (!def || ir_op_block(def) != ir_op_block(at) || !ir_op_is_before(at, def)) continue;
    if (ir_op_effect_kinds(def) || !may_move_up(def, at)) return false;
    for (size_t r = 0; r < ir_op_num_results(def); r++)
      if (ir_type_is_shaped(ir_value_type(ir_op_result(def, r)))) return false;
  }
  return true;
}

// Whether `op` needs the result of `at`, perhaps through others behind that.
static bool needs(const IrOp *op, const IrOp *at) {
  for (size_t i = 0; i < ir_op_num_operands(op); i++) {
    const IrOp *def = ir_value_op(ir_op_operand(op, i));
    if (!def || ir_op_block(def) != ir_op_block(at) || ir_op_is_before(def, at)) continue;
    if (def == at || needs(def, at)) return true;
  }
  return false;
}

// What comes from memory is on its way while the rest of the tile is computed, and waits in the
// buffer, not in registers.
static IrOp *place_of_exchange(IrOp *convert) {
  IrOp *load = ir_value_op(ir_op_operand(convert, 0));
  bool own = load && IS(load, tile_load) && ir_op_block(load) == ir_op_block(convert) &&
             ir_value_has_one_use(ir_op_result(load, 0));
  if (!own) return convert;
  IrOp *at = earliest_before(load);
  while (at != load && needs(load, at)) at = ir_op_next(at);
  IrOp *store_at = earliest_before(convert);
  if (!may_move_up(load, at) || (store_at != load && !ir_op_is_before(store_at, load)))
    return convert;
  access_move_before(load, at);
  return ir_op_next(load);
}

static void exchange_through(IrOp *convert, IrValue *buffer) {
  IrBuilder early = ir_builder_before(place_of_exchange(convert)), b = ir_builder_before(convert);
  IrValue *at[TILE_LAYOUT_RANK], *origin[TILE_LAYOUT_RANK], *result = ir_op_result(convert, 0);
  size_t rank = mem_buffer_shape(ir_value_type(buffer)).rank;
  for (size_t d = 0; d < rank; d++) {
    at[d] = access_index(&early, 0);
    origin[d] = access_index(&b, 0);
  }
  BUILD(&early, tile_store, .tile = ir_op_operand(convert, 0), .dest = buffer,
        .indices = {at, rank});
  IrValue *loaded = BUILD1(&b, tile_load, .source = buffer, .indices = {origin, rank},
                           .tile_type = ir_value_type(result));
  ir_value_take_name(loaded, result);
  ir_value_replace_uses(result, loaded);
  ir_op_destroy(convert);
}

// Conversions beside the stores from the buffer, which are executed as often.
static void exchange_beside(IrValue *buffer) {
  IrBlock *block = NULL;
  for (IrUse *use = ir_value_first_use(buffer); use && !block; use = ir_use_next(use))
    if (IS(ir_use_op(use), tile_async_store)) block = ir_op_block(ir_use_op(use));
  if (!block) return;
  for (IrOp *op = ir_block_first(block), *next; op; op = next) {
    next = ir_op_next(op);
    if (IS(op, tile_convert_layout) && is_like_buffer(op, ir_value_type(buffer)) &&
        goes_through_shared(op))
      exchange_through(op, buffer);
  }
}

// ---- The kernel

static IrStatus collect(IrOp *op, void *user) {
  AsyncStore *state = user;
  if (IS(op, tile_store) && !mem_is_buffer(ir_value_type(GET(op, tile_store, dest))))
    ir_vec_push(&state->stores, op);
  return IR_OK;
}

typedef struct Filled {
  IR_VEC(const IrValue *) buffers; // by copies of loops
  const IrOp *kernel;
} Filled;

static IrStatus collect_filled(IrOp *op, void *user) {
  Filled *filled = user;
  const IrValue *dest = IS(op, tile_async_copy) ? GET(op, tile_async_copy, dest)
                        : IS(op, tile_store)    ? GET(op, tile_store, dest)
                                                : NULL;
  if (!dest || !mem_is_buffer(ir_value_type(dest)) || !ir_loop_around(op, filled->kernel))
    return IR_OK;
  const IrValue *root = mem_root(filled->kernel, dest);
  for (size_t i = 0; i < filled->buffers.n; i++)
    if (filled->buffers.at[i] == root) return IR_OK;
  if (root) ir_vec_push(&filled->buffers, root);
  return IR_OK;
}

static IrStatus add_alloc(IrOp *op, void *user) {
  int64_t *bytes = user;
  if (IS(op, mem_alloc) && mem_buffer_space(ir_value_type(ir_op_result(op, 0))) == MEM_SHARED)
    *bytes += mem_buffer_bytes(ir_value_type(ir_op_result(op, 0)));
  return IR_OK;
}

// What is left beside the kernel's buffers, those that loops fill as often as they have stages.
static int64_t room_of(IrOp *kernel) {
  int64_t bytes = RESERVED;
  Filled filled = {.kernel = kernel};
  (void)ir_walk_pre(kernel, add_alloc, &bytes);
  (void)ir_walk_pre(kernel, collect_filled, &filled);
  for (size_t i = 0; i < filled.buffers.n; i++)
    bytes += (STAGES - 1) * mem_buffer_bytes(ir_value_type(filled.buffers.at[i]));
  ir_vec_free(&filled.buffers);
  return (int64_t)tile_target_of(kernel)->shared_block - bytes;
}

IrStatus mem_async_store_run(IrPassRun *run, IrOp *kernel) {
  AsyncStore state = {.run = run, .self = run->decl, .kernel = kernel, .room = room_of(kernel)};
  IrStatus status = ir_walk_pre(kernel, collect, &state);
  for (size_t i = 0; i < state.stores.n; i++) visit(&state, state.stores.at[i]);
  for (size_t i = 0; i < state.buffers.n; i++) exchange_beside(state.buffers.at[i]);
  if (state.buffers.n)
    (void)mem_insert_store_waits(kernel, true);
  else
    mem_order_stores(kernel);
  ir_vec_free(&state.stores);
  ir_vec_free(&state.buffers);
  return status;
}
