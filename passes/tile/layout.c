// tile-layout: every tile gets the layout that spreads it over registers, lanes and warps.
//
// requires: products chosen (tc-select)   preserves: meaning, program order   adds: encodings,
// conversions
//
// 1. Values that elementwise ops, loops and branches tie together form groups with one layout.
// 2. Instructions and global accesses ask for layouts; the strongest wins.
// 3. A broadcast's source follows its result, a transposition either side; what is left gets a
// default.
// 4. Types are rewritten; where an op needs another layout than its operand's group has, a
//    tile.convert_layout goes in front of it.
#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/scf/scf.h"
#include "dialects/tc/tc.h"
#include "dialects/tile/kernel.h"
#include "dialects/tile/layout.h"
#include "dialects/tile/tile.h"
#include "ir/edit/builder.h"
#include "passes/mem/divisibility.h"
#include "passes/tile/access.h"
#include "passes/tile/layout_groups.h"
#include "passes/tile/tile_passes.h"
#include "passes/tile/warp_grid.h"

typedef struct Assign {
  IrContext *ctx;
  IrOp *kernel;
  unsigned warps;
  LayoutGroups groups;
  IR_VEC(IrOp *) shape_ops; // in program order
  IR_VEC(IrOp *) dots;
  const IrPassRun *run;
  const struct tile_layout_decl *self;
} Assign;

static bool is_tile(const IrValue *value) {
  return ir_type_kind(ir_value_type(value)) == IR_TYPE_TENSOR;
}

// ---- 1. Groups

static void unite(Assign *state, IrValue *a, IrValue *b) {
  if (is_tile(a) && is_tile(b)) layout_group_unite(&state->groups, a, b);
}

static void unite_all(Assign *state, IrOp *op) {
  IrValue *first = NULL;
  for (size_t i = 0; i < ir_op_num_operands(op) + ir_op_num_results(op); i++) {
    size_t n = ir_op_num_operands(op);
    IrValue *value = i < n ? ir_op_operand(op, i) : ir_op_result(op, i - n);
    if (!is_tile(value)) continue;
    if (first) unite(state, first, value);
    first = value;
  }
}

// Operands from `skip` on of the region's terminator, with `targets` one by one.
static void unite_yield(Assign *state, IrRegion *region, size_t skip, IrOp *target_op) {
  if (ir_region_is_empty(region)) return;
  IrOp *yield = ir_block_last(ir_region_first(region));
  for (size_t i = skip; i < ir_op_num_operands(yield); i++)
    unite(state, ir_op_operand(yield, i), ir_op_result(target_op, i - skip));
}

// Loop-carried values: initial, argument, yielded and final are one.
static void unite_loop(Assign *state, IrOp *loop, IrValues inits) {
  IrBlock *body = ir_region_first(ir_op_region(loop, 0));
  for (size_t i = 0; i < inits.n; i++) {
    unite(state, inits.at[i], ir_block_arg(body, i + 1));
    unite(state, inits.at[i], ir_op_result(loop, i));
  }
  unite_yield(state, ir_op_region(loop, 0), 0, loop);
}

static void unite_while(Assign *state, IrOp *loop) {
  IrBlock *before = ir_region_first(ir_op_region(loop, 0));
  IrBlock *after = ir_region_first(ir_op_region(loop, 1));
  IrOp *yield = ir_block_last(after);
  for (size_t i = 0; i < ir_block_num_args(before); i++) {
    unite(state, ir_op_operand(loop, i), ir_block_arg(before, i));
    unite(state, ir_op_operand(yield, i), ir_block_arg(before, i));
  }
  unite_yield(state, ir_op_region(loop, 0), 1, loop);
  for (size_t i = 0; i < ir_block_num_args(after); i++)
    unite(state, ir_block_arg(after, i), ir_op_result(loop, i));
}

static bool is_shape_op(const IrOp *op) {
  return IS(op, tile_broadcast) || IS(op, tile_expand_dims) || IS(op, tile_trans);
}

// A thread has 255 registers; what is many times that only spills, and takes LLVM minutes.
enum { MOST_ELEMENTS_OF_A_THREAD = 8192 };

static IrStatus check_size(IrOp *op, IrType type, unsigned warps) {
  int64_t n = ir_type_num_elements(type) / (32 * (int64_t)warps);
  if (n <= MOST_ELEMENTS_OF_A_THREAD) return IR_OK;
  (void)ir_op_error(op, "has a tile of {} elements for each thread, the most is {}: {}", n,
                    (int)MOST_ELEMENTS_OF_A_THREAD, type);
  ir_help(ir_op_context(op), "make the tile smaller, or let more warps share it");
  return IR_FAILED;
}

static IrStatus group_op(IrOp *op, void *user) {
  Assign *state = user;
  for (size_t i = 0; i < ir_op_num_results(op); i++) {
    IrValue *value = ir_op_result(op, i);
    if (is_tile(value)) IR_TRY(check_size(op, ir_value_type(value), state->warps));
  }
  if (ir_op_has_trait(op, IR_ELEMENTWISE) || IS(op, arith_select))
    unite_all(state, op);
  else if (IS(op, tile_pipelined))
    unite_loop(state, op, GET(op, tile_pipelined, inits));
  else if (IS(op, scf_for))
    unite_loop(state, op, GET(op, scf_for, initArgs));
  else if (IS(op, scf_while))
    unite_while(state, op);
  else if (IS(op, scf_if)) {
    unite_yield(state, ir_op_region(op, 0), 0, op);
    unite_yield(state, ir_op_region(op, 1), 0, op);
  } else if (IS(op, tc_dot)) {
    unite(state, GET(op, tc_dot, c), ir_op_result(op, 0));
    ir_vec_push(&state->dots, op);
  } else if (is_shape_op(op))
    ir_vec_push(&state->shape_ops, op);
  return IR_OK;
}

// A tile constant with several uses would tie groups together that have nothing to do with each
// other: one constant a use.
static IrStatus split_constant(IrOp *op, void *user) {
  (void)user;
  if (!ir_op_has_trait(op, IR_CONSTANT_LIKE) || !is_tile(ir_op_result(op, 0))) return IR_OK;
  IrValue *value = ir_op_result(op, 0);
  while (ir_value_has_uses(value) && !ir_value_has_one_use(value)) {
    IrUse *use = ir_value_first_use(value);
    IrPtrMap map = {0};
    IrOp *copy = ir_op_clone(op, &map);
    ir_ptrmap_free(&map);
    ir_op_insert_before(copy, op);
    ir_op_set_operand(ir_use_op(use), ir_use_index(use), ir_op_result(copy, 0));
  }
  return IR_OK;
}

// ---- 2. Demands

static IrStatus no_layout(IrOp *op, IrType type) {
  IrStatus failed = ir_op_error(op, "has a tile that cannot be spread over the block: {}", type);
  ir_help(ir_op_context(op),
          "use extents that are powers of two, and fewer warps for a small tile");
  return failed;
}

static bool mma_layout(Assign *state, IrOp *dot, TileMmaOperand operand, TileLayout *layout) {
  IrShape acc = ir_type_shape(ir_value_type(GET(dot, tc_dot, c)));
  WarpGrid grid = warp_grid_for_mma(acc.at[0], acc.at[1], state->warps);
  size_t index = operand == TILE_MMA_A ? 0 : operand == TILE_MMA_B ? 1 : 2;
  return grid.m && tile_layout_mma(operand, ir_type_shape(ir_value_type(ir_op_operand(dot, index))),
                                   (unsigned)grid.m, (unsigned)grid.n, layout);
}

static IrStatus ask_for_dot(Assign *state, IrOp *dot) {
  static const TileMmaOperand operands[3] = {TILE_MMA_A, TILE_MMA_B, TILE_MMA_C};
  for (size_t i = 0; i < 3; i++) {
    TileLayout layout;
    IrValue *value = ir_op_operand(dot, i);
    if (!mma_layout(state, dot, operands[i], &layout)) return no_layout(dot, ir_value_type(value));
    layout_group_ask(&state->groups, value, &layout, LAYOUT_TENSOR_CORE);
  }
  return IR_OK;
}

// Lanes along the memref's contiguous dimension, as many elements a thread as one access can move.
static IrStatus ask_for_access(Assign *state, IrOp *op, IrValue *memory, IrValues indices,
                               IrValue *tile) {
  IrType type = ir_value_type(memory);
  if (mem_is_buffer(type)) return IR_OK;
  IrShape shape = ir_type_shape(ir_value_type(tile));
  size_t lead = ir_type_shape(type).rank - shape.rank;
  int contiguous = access_contiguous_dim(type);
  unsigned fast = shape.rank ? (unsigned)shape.rank - 1 : 0, vector = 1;
  if (contiguous >= (int)lead) {
    fast = (unsigned)contiguous - (unsigned)lead;
    int64_t limit = ACCESS_BYTES / mem_element_bytes(ir_type_element(type));
    if (limit > shape.at[fast]) limit = shape.at[fast];
    vector = (unsigned)divisor_of_access(state->kernel, memory, indices, (size_t)contiguous, limit);
  }
  TileLayout layout;
  if (!tile_layout_default(shape, state->warps, vector, fast, &layout))
    return no_layout(op, ir_value_type(tile));
  layout_group_ask(&state->groups, tile, &layout, LAYOUT_COALESCED);
  return IR_OK;
}

static IrStatus ask_op(IrOp *op, void *user) {
  Assign *state = user;
  if (IS(op, tc_dot)) return ask_for_dot(state, op);
  if (IS(op, tile_load))
    return ask_for_access(state, op, GET(op, tile_load, source), GET(op, tile_load, indices),
                          ir_op_result(op, 0));
  if (IS(op, tile_store))
    return ask_for_access(state, op, GET(op, tile_store, dest), GET(op, tile_store, indices),
                          GET(op, tile_store, tile));
  return IR_OK;
}

// ---- 3. Shape ops and defaults

// The layout of the input that makes the op a renaming of registers.
static TileLayout input_layout(const IrOp *op, const TileLayout *result) {
  IrShape from = ir_type_shape(ir_value_type(ir_op_operand(op, 0)));
  IrShape to = ir_type_shape(ir_value_type(ir_op_result(op, 0)));
  if (IS(op, tile_trans))
    return tile_layout_transpose(result, (unsigned)to.rank - 2, (unsigned)to.rank - 1);
  if (IS(op, tile_expand_dims))
    return tile_layout_slice(result, (unsigned)ir_attr_int(GET(op, tile_expand_dims, axis)));
  TileLayout layout = *result;
  size_t lead = to.rank - from.rank;
  for (size_t d = 0; d < lead; d++) layout = tile_layout_slice(&layout, 0);
  for (size_t d = 0; d < from.rank; d++)
    if (from.at[d] == 1 && to.at[lead + d] != 1) layout = tile_layout_shrink(&layout, (unsigned)d);
  return layout;
}

// Where the result determines nothing yet but the input does.
static bool result_layout(const IrOp *op, const TileLayout *input, TileLayout *result) {
  if (IS(op, tile_trans)) {
    *result = tile_layout_transpose(input, input->rank - 2u, input->rank - 1u);
    return true;
  }
  if (IS(op, tile_expand_dims)) {
    *result = tile_layout_expand(input, (unsigned)ir_attr_int(GET(op, tile_expand_dims, axis)));
    return true;
  }
  return false;
}

static bool derive_once(Assign *state) {
  bool changed = false;
  for (size_t i = state->shape_ops.n; i-- > 0;) {
    IrOp *op = state->shape_ops.at[i];
    LayoutGroup input = *layout_group_of(&state->groups, ir_op_operand(op, 0));
    LayoutGroup result = *layout_group_of(&state->groups, ir_op_result(op, 0));
    if (result.strength && !input.strength) {
      TileLayout layout = input_layout(op, &result.layout);
      layout_group_ask(&state->groups, ir_op_operand(op, 0), &layout, LAYOUT_DERIVED);
      changed = true;
    } else if (input.strength && !result.strength) {
      TileLayout layout;
      if (!result_layout(op, &input.layout, &layout)) continue;
      layout_group_ask(&state->groups, ir_op_result(op, 0), &layout, LAYOUT_DERIVED);
      changed = true;
    }
  }
  return changed;
}

static bool default_layout(Assign *state, IrType type, TileLayout *layout) {
  IrShape shape = ir_type_shape(type);
  unsigned fast = shape.rank ? (unsigned)shape.rank - 1 : 0;
  unsigned bytes = mem_element_bytes(ir_type_element(type));
  int64_t vector = ACCESS_BYTES / bytes;
  if (shape.rank && vector > shape.at[fast]) vector = shape.at[fast];
  return tile_layout_default(shape, state->warps, (unsigned)vector, fast, layout);
}

// Gives one group without a layout its default, results of shape ops (the larger side) first.
static IrStatus default_once(Assign *state, bool *changed) {
  IrValue *value = NULL;
  for (size_t i = state->shape_ops.n; i-- > 0 && !value;) {
    IrValue *result = ir_op_result(state->shape_ops.at[i], 0);
    if (!layout_group_of(&state->groups, result)->strength) value = result;
  }
  for (size_t i = 0; i < state->groups.values.n && !value; i++)
    if (!layout_group_of(&state->groups, state->groups.values.at[i])->strength)
      value = state->groups.values.at[i];
  *changed = value != NULL;
  if (!value) return IR_OK;
  TileLayout layout;
  if (!default_layout(state, ir_value_type(value), &layout))
    return no_layout(state->kernel, ir_value_type(value));
  layout_group_ask(&state->groups, value, &layout, LAYOUT_DEFAULT);
  return IR_OK;
}

static IrStatus assign_rest(Assign *state) {
  bool changed = true;
  while (changed) {
    while (derive_once(state)) {
    }
    IR_TRY(default_once(state, &changed));
  }
  return IR_OK;
}

// ---- 4. Types and conversions

static void retype_constant(IrOp *op, IrType type) {
  IrAttr value = GET(op, arith_constant, value);
  if (ir_attr_kind(value) != IR_ATTR_DENSE || !ir_attr_is_splat(value)) return;
  SET_ATTR(op, arith_constant, value, ir_attr_splat(type, ir_attr_dense_at(value, 0)));
}

static void debug_layout(Assign *state, const IrValue *value, LayoutStrength strength) {
  static const char *const asked[] = {"nobody", "nobody", "a broadcast or transposition",
                                      "a global access", "a tensor-core product"};
  const IrOp *op = ir_value_op(value);
  if (!op) op = ir_block_parent(ir_value_block(value));
  IR_DEBUG_OP(state->ctx, op, "layout", "{} is {}, as {} asked for", value, ir_value_type(value),
              asked[strength]);
}

static void retype_value(Assign *state, IrValue *value) {
  if (!is_tile(value)) return;
  LayoutGroup *group = layout_group_of(&state->groups, value);
  if (!group->strength) return;
  IrType type = tile_layout_apply_to(ir_value_type(value), &group->layout);
  ir_value_set_type(value, type);
  if (ir_debug_enabled(state->ctx, "layout")) debug_layout(state, value, group->strength);
  IrOp *op = ir_value_op(value);
  if (IS(op, arith_constant)) retype_constant(op, type);
}

static IrStatus retype_op(IrOp *op, void *user) {
  for (size_t i = 0; i < ir_op_num_results(op); i++) retype_value(user, ir_op_result(op, i));
  for (size_t r = 0; r < ir_op_num_regions(op); r++) IR_FOR_BLOCKS(block, ir_op_region(op, r))
  for (size_t i = 0; i < ir_block_num_args(block); i++) retype_value(user, ir_block_arg(block, i));
  return IR_OK;
}

// A tile whose elements differ would have to come from memory.
static IrStatus check_constant(IrOp *op) {
  if (!IS(op, arith_constant) || !is_tile(ir_op_result(op, 0))) return IR_OK;
  if (ir_attr_is_splat(GET(op, arith_constant, value))) return IR_OK;
  IrStatus failed = ir_op_error(op, "is a tile whose elements differ, which has no layout");
  ir_help(ir_op_context(op), "pass the values as a kernel argument and load them");
  return failed;
}

// Every tile belongs to a group, also one that only a load and a store touch.
static IrStatus note_op(IrOp *op, void *user) {
  Assign *state = user;
  IR_TRY(check_constant(op));
  for (size_t i = 0; i < ir_op_num_results(op); i++)
    if (is_tile(ir_op_result(op, i))) layout_group_of(&state->groups, ir_op_result(op, i));
  return IR_OK;
}

static void require(Assign *state, IrOp *op, size_t operand, const TileLayout *layout) {
  IrValue *value = ir_op_operand(op, operand);
  IrType wanted = tile_layout_apply_to(ir_value_type(value), layout);
  if (wanted == ir_value_type(value)) return;
  IR_DEBUG_OP(state->ctx, op, "layout", "gets {} converted to {}", value, wanted);
  IrBuilder b = ir_builder_before(op);
  IrValue *converted = BUILD1(&b, tile_convert_layout, .input = value, .result_type = wanted);
  ir_op_set_operand(op, operand, converted);
  state->self->stats->conversions++;
  IR_REMARK(state->run, state->self, layout_conversion, op, "converts {} from {} to {}", value,
            ir_value_type(value), wanted);
}

static void insert_conversions(Assign *state) {
  for (size_t i = 0; i < state->dots.n; i++) {
    TileLayout layout;
    if (mma_layout(state, state->dots.at[i], TILE_MMA_A, &layout))
      require(state, state->dots.at[i], 0, &layout);
    if (mma_layout(state, state->dots.at[i], TILE_MMA_B, &layout))
      require(state, state->dots.at[i], 1, &layout);
  }
  for (size_t i = 0; i < state->shape_ops.n; i++) {
    IrOp *op = state->shape_ops.at[i];
    TileLayout result;
    if (!tile_layout_of(ir_value_type(ir_op_result(op, 0)), &result)) continue;
    TileLayout layout = input_layout(op, &result);
    require(state, op, 0, &layout);
  }
}

static IrStatus assign(Assign *state) {
  IR_TRY(ir_walk_post(state->kernel, split_constant, NULL));
  IR_TRY(ir_walk_pre(state->kernel, group_op, state));
  IR_TRY(ir_walk_pre(state->kernel, note_op, state));
  IR_TRY(ir_walk_pre(state->kernel, ask_op, state));
  IR_TRY(assign_rest(state));
  IR_TRY(ir_walk_pre(state->kernel, retype_op, state));
  insert_conversions(state);
  return IR_OK;
}

IrStatus tile_layout_run(IrPassRun *run, IrOp *kernel) {
  Assign state = {.ctx = run->ctx, .kernel = kernel, .run = run, .self = run->decl};
  state.warps = (unsigned)tile_kernel_warps(kernel);
  IrStatus status = assign(&state);
  layout_groups_free(&state.groups);
  ir_vec_free(&state.shape_ops);
  ir_vec_free(&state.dots);
  return status;
}
