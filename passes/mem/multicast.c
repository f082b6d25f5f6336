// mem-multicast: neighbouring blocks that load the same tiles become a cluster and load them for
// each other.
//
// requires: asynchronous copies marked for TMA, no channels yet   preserves: what is computed
// breaks: the grid and the block indices
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
// load are the same, of those whose extent is a multiple of the blocks (tile-versions makes a
// version that assumes it).  A copy that is the same in all of them is marked `multicast`; what
// that comes to at thread level is said in passes/lower/thread_channel.c.  Tiles of neighbours are
// neighbours, so what is next to each other in memory is still computed at one time.
#include "dialects/arith/arith.h"
#include "dialects/tile/kernel.h"
#include "ir/edit/builder.h"
#include "passes/arith/build.h"
#include "passes/mem/mem_passes.h"
#include "passes/mem/shared_loads.h"
#include "passes/tile/access.h"

typedef struct Multicast {
  const IrPassRun *run;
  const struct mem_multicast_decl *self;
  IrOp *kernel;
  int64_t blocks;
  size_t index; // in which the blocks of a cluster differ
} Multicast;

// ---- Copies

static IrStatus mark_copy(IrOp *op, void *user) {
  Multicast *state = user;
  IrStream why = {0};
  if (!IS(op, tile_async_copy)) return IR_OK;
  if (shared_loads_has(state->kernel, op, state->blocks, state->index, &why)) {
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

// ---- The pass

// NULL: `index` is the one along which blocks share most.
static const char *why_not(Multicast *state, const SharedLoads *loads) {
  const char *reason = shared_loads_refuse(state->kernel);
  if (reason) return reason;
  if (!loads->bytes) return "no loop copies by TMA ahead of its iterations";
  int index = shared_loads_index(state->kernel, loads, state->blocks, false);
  if (index >= 0) {
    state->index = (size_t)index;
    return NULL;
  }
  return shared_loads_index(state->kernel, loads, state->blocks, true) < 0
             ? "no copy of a loop is the same in neighbouring blocks"
             : "it is not known that their number is a multiple of that";
}

IrStatus mem_multicast_run(IrPassRun *run, IrOp *kernel) {
  const struct mem_multicast_decl *self = run->decl;
  Multicast state = {run, self, kernel, shared_loads_wish(kernel), 0};
  if (state.blocks == 1) return IR_OK;
  SharedLoads loads = shared_loads_of_copies(kernel, state.blocks);
  const char *reason = why_not(&state, &loads);
  IrAttr extents[TILE_MAX_GRID];
  if (!reason && !find_grid(&state, extents)) reason = "an extent is too long an expression";
  if (reason) {
    IR_REMARK(run, self, missed_multicast, kernel,
              "has no clusters of {} blocks that load for each other: {}", state.blocks, reason);
    return IR_OK;
  }
  IR_REMARK(
      run, self, multicast, kernel,
      "has clusters of {} blocks along its index {}, which load {} of {} bytes of their loops "
      "for each other",
      state.blocks, (int64_t)state.index, loads.shared[state.index], loads.bytes);
  IR_TRY(ir_walk_pre(kernel, mark_copy, &state));
  rewrite(&state, extents);
  self->stats->kernels++;
  return IR_OK;
}
