// mem-multicast: neighbouring blocks that load the same tiles become a cluster and load them for
// each other.
//
// requires: asynchronous copies marked for TMA, no channels yet   preserves: what is computed
// breaks: the grid, the block indices and the numbers of versions
//
//   tile.kernel @k warps(8) grid(%x = e1, %y = e2)    tile.kernel @k warps(8) multicast(2)
//       attributes {tile.multicast = 2} {                 grid(%rank = 2, %q = e1 / 2, %y = e2) {
//     scf.for ... {                                     %x = %q * 2 + %rank
//       tile.async_copy %A[%x, %k] ... tma       ==>    scf.for ... {
//       tile.async_copy %B[%k, %y] ... tma                tile.async_copy %A[%x, %k] ... tma
//     }                                                   tile.async_copy %B[%k, %y] ... tma
//   }                                                         multicast
//                                                       }
//                                                     }
//
// Blocks that differ in one index form a cluster: in the index along which most bytes of what loops
// load are the same, of those whose extent is a multiple of the blocks.  A copy that is the same in
// all of them is marked `multicast`; what that comes to at thread level is said in
// passes/lower/thread_channel.c.  Tiles of neighbours are neighbours, so what is next to each other
// in memory is still computed at one time.
//
// Where nothing but that multiple is missing, or blocks would share more with it, the first version
// of the kernel (tile-versions) gets one in front that assumes it.  Only here is it known which
// copies there are: a version made before might have no use.
#include "dialects/arith/arith.h"
#include "dialects/tile/kernel.h"
#include "ir/edit/builder.h"
#include "passes/arith/build.h"
#include "passes/mem/mem_passes.h"
#include "passes/mem/shared_loads.h"
#include "passes/tile/access.h"
#include "passes/tile/versions.h"

typedef struct Multicast {
  const IrPassRun *run;
  const struct mem_multicast_decl *self;
  IrOp *kernel;
  int64_t blocks;
  SharedLoads loads;
  size_t index; // in which the blocks of a cluster differ
} Multicast;

// ---- Copies

static IrStatus mark_copy(IrOp *op, void *user) {
  Multicast *state = user;
  IrStream why = {0};
  if (!IS(op, tile_async_copy)) return IR_OK;
  if (shared_loads_has(&state->loads, op, state->index, &why)) {
    SET_ATTR(op, tile_async_copy, multicast, ir_attr_unit(ir_op_context(op)));
    state->self->stats->copies++;
    IR_REMARK(state->run, state->self, multicast, op,
              "is made once for {} blocks, each of which loads a part", state->blocks);
  } else {
    IR_REMARK(state->run, state->self, missed_multicast, op, "is made by each block: {}",
              ir_stream_str(&why));
  }
  ir_stream_free(&why);
  return IR_OK;
}

// ---- Grid

static IrAttr quotient(IrAttr extent, int64_t blocks) {
  IrContext *ctx = ir_attr_context(extent);
  int64_t number;
  if (tile_expr_constant(extent, &number)) return tile_expr_attr_int(ctx, number / blocks);
  return tile_expr_binary(TILE_EXPR_FLOORDIV, extent, tile_expr_attr_int(ctx, blocks));
}

// The extents with that of the blocks in front; false: an expression is too long.
static bool find_grid(const Multicast *state, IrAttr *extents) {
  size_t rank = tile_kernel_grid_rank(state->kernel);
  extents[0] = tile_expr_attr_int(ir_op_context(state->kernel), state->blocks);
  for (size_t i = 0; i < rank; i++) {
    IrAttr extent = tile_kernel_grid(state->kernel, i);
    extents[i + 1] = i == state->index ? quotient(extent, state->blocks) : extent;
    if (!extents[i + 1]) return false;
  }
  return true;
}

// The old index as neighbours have it: one after the other.
static IrValue *index_of(const Multicast *state, IrBuilder *b, IrValue *cluster, IrValue *rank) {
  IrValue *first = build_binary(b, &arith_muli, cluster, access_index(b, state->blocks));
  return build_binary(b, &arith_addi, first, rank);
}

static void replace_indices(const Multicast *state) {
  IrOp *kernel = state->kernel;
  IrContext *ctx = ir_op_context(kernel);
  IrBlock *body = ir_region_first(ir_op_region(kernel, 0));
  size_t n = tile_kernel_grid_rank(kernel), first = tile_kernel_num_args(kernel);
  IrBuilder b = ir_builder_at_start(ctx, body, ir_op_loc(kernel));
  IrValue *rank = ir_block_add_arg(body, ir_type_index(ctx), b.loc);
  ir_value_set_name(rank, ctx, IR_STR("rank"));
  for (size_t i = 0; i < n; i++) {
    IrValue *old = ir_block_arg(body, first + i);
    IrValue *index = ir_block_add_arg(body, ir_type_index(ctx), b.loc);
    if (i == state->index) ir_value_set_name(index, ctx, IR_STR("cluster"));
    IrValue *now = i == state->index ? index_of(state, &b, index, rank) : index;
    ir_value_take_name(now, old);
    ir_value_replace_uses(old, now);
  }
  for (size_t i = 0; i < n; i++) ir_block_erase_arg(body, first);
}

// Groups of rows of tiles are as high as before.
static void adapt_raster(const Multicast *state) {
  IrAttr raster = ir_op_attr(state->kernel, "tile.raster");
  if (!raster || ir_attr_kind(raster) != IR_ATTR_INTEGER || state->index) return;
  int64_t rows = (ir_attr_int(raster) + state->blocks - 1) / state->blocks;
  ir_op_set_attr(state->kernel, "tile.raster", ir_attr_integer(ir_attr_type(raster), rows));
}

static void rewrite(const Multicast *state, const IrAttr *extents) {
  IrContext *ctx = ir_op_context(state->kernel);
  size_t n = tile_kernel_grid_rank(state->kernel) + 1;
  replace_indices(state);
  adapt_raster(state);
  SET_ATTR(state->kernel, tile_kernel, grid, ir_attr_array(ctx, extents, n));
  SET_ATTR(state->kernel, tile_kernel, multicast, ir_attr_integer(ir_type_i64(ctx), state->blocks));
}

// ---- Versions

// tile-versions says it; a text may say anything.
static bool is_first_version(const IrOp *kernel) {
  IrAttr of = ir_op_attr(kernel, "tile.version_of"), number = ir_op_attr(kernel, "tile.version");
  return of && ir_attr_kind(of) == IR_ATTR_STRING && number &&
         ir_attr_kind(number) == IR_ATTR_INTEGER && ir_attr_int(number) == 0;
}

// What a version in front would assume; NULL: it would be of no use, or the kernel is not the first
// version of one.
static IrAttr fact_of_more(const Multicast *state) {
  IrContext *ctx = ir_op_context(state->kernel);
  int known = shared_loads_index(&state->loads, false);
  int best = shared_loads_index(&state->loads, true);
  if (!is_first_version(state->kernel) || best < 0) return NULL;
  if (known >= 0 && state->loads.shared[known] == state->loads.shared[best]) return NULL;
  Multicast more = {.kernel = state->kernel, .blocks = state->blocks, .index = (size_t)best};
  IrAttr extents[TILE_MAX_GRID];
  if (!find_grid(&more, extents)) return NULL;
  IrAttr extent = tile_kernel_grid(state->kernel, (size_t)best);
  IrAttr rest = tile_expr_binary(TILE_EXPR_MOD, extent, tile_expr_attr_int(ctx, state->blocks));
  return rest ? tile_expr_binary(TILE_EXPR_EQ, rest, tile_expr_attr_int(ctx, 0)) : NULL;
}

// ---- The pass

// NULL: `index` is the one along which blocks share most.
static const char *why_not(Multicast *state) {
  if (!state->loads.bytes) return "no loop copies by TMA ahead of its iterations";
  int index = shared_loads_index(&state->loads, false);
  if (index >= 0) {
    state->index = (size_t)index;
    return NULL;
  }
  for (size_t i = 0; i < tile_kernel_grid_rank(state->kernel); i++)
    if (state->loads.shared[i])
      return shared_loads_index(&state->loads, true) < 0
                 ? "their number is no multiple of that"
                 : "it is not known that their number is a multiple of that";
  return "no copy of a loop is the same in neighbouring blocks";
}

static void refuse(const Multicast *state, const char *reason) {
  IR_REMARK(state->run, state->self, missed_multicast, state->kernel,
            "has no clusters of {} blocks that load for each other: {}", state->blocks, reason);
}

static IrStatus convert(Multicast *state) {
  const char *reason = why_not(state);
  IrAttr extents[TILE_MAX_GRID];
  if (!reason && !find_grid(state, extents)) reason = "an extent is too long an expression";
  if (reason) {
    refuse(state, reason);
    return IR_OK;
  }
  IR_REMARK(
      state->run, state->self, multicast, state->kernel,
      "has clusters of {} blocks along its index {}, which load {} of {} bytes of their loops "
      "for each other",
      state->blocks, (int64_t)state->index, state->loads.shared[state->index], state->loads.bytes);
  IR_TRY(ir_walk_pre(state->kernel, mark_copy, state));
  rewrite(state, extents);
  state->self->stats->kernels++;
  return IR_OK;
}

// The kernel, and a version in front of it where that is of use.
static IrStatus convert_versions(Multicast *state) {
  IrAttr fact = fact_of_more(state);
  if (fact) {
    Multicast first = *state;
    first.kernel = versions_add_before(state->kernel);
    tile_kernel_add_assume(first.kernel, fact);
    first.loads = shared_loads_of(first.kernel, state->blocks);
    IrStatus status = convert(&first);
    shared_loads_free(&first.loads);
    IR_TRY(status);
  }
  return convert(state);
}

static IrStatus run_on(Multicast *state) {
  const char *reason = shared_loads_refuse(state->kernel);
  if (reason) {
    refuse(state, reason);
    return IR_OK;
  }
  state->loads = shared_loads_of(state->kernel, state->blocks);
  IrStatus status = convert_versions(state);
  shared_loads_free(&state->loads);
  return status;
}

IrStatus mem_multicast_run(IrPassRun *run, IrOp *module) {
  IR_FOR_OPS(op, ir_module_body(module)) {
    if (!IS(op, tile_kernel)) continue;
    Multicast state = {
        .run = run, .self = run->decl, .kernel = op, .blocks = shared_loads_wish(op)};
    if (state.blocks > 1) IR_TRY(run_on(&state));
  }
  return IR_OK;
}
