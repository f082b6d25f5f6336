// Loads outside of loops are not counted: they are few.  Two blocks have to run a load equally
// often, so the loops and conditions around it count as its indices do.
#include "passes/mem/shared_loads.h"

#include "dialects/mem/mem.h"
#include "dialects/tile/target.h"
#include "dialects/tile/tile_tma.h"
#include "ir/interfaces/loop.h"
#include "passes/mem/block_indices.h"
#include "passes/mem/channels.h"
#include "passes/mem/global_writes.h"

int64_t shared_loads_wish(const IrOp *kernel) {
  IrAttr wish = ir_op_attr(kernel, "tile.multicast");
  bool number = wish && ir_attr_kind(wish) == IR_ATTR_INTEGER;
  return number && ir_attr_int(wish) > 1 ? ir_attr_int(wish) : 1;
}

// ---- Kernels

// A block that waits for another one would keep those that it loads for waiting.
static IrStatus stop_at_order(IrOp *op, void *user) {
  const char **why = user;
  if (IS(op, mem_channel) || IS(op, tile_warp_specialize))
    *why = "it has channels or roles already, which are a block's own";
  else if (mem_orders_others(op))
    *why = "its blocks tell each other something, in an order";
  else if (IS(op, tile_num_blocks))
    *why = "its blocks ask how many they are";
  return *why ? IR_FAILED : IR_OK;
}

const char *shared_loads_refuse(IrOp *kernel) {
  const char *why = NULL;
  if (tile_kernel_cluster(kernel) > 1) return "blocks of a cluster share its tiles";
  if (tile_kernel_multicast(kernel) > 1) return "they do already";
  if (!tile_target_of(kernel)->tma) return "the target has no TMA";
  if (tile_kernel_grid_rank(kernel) == TILE_MAX_GRID) return "its grid has no extent left";
  (void)ir_walk_pre(kernel, stop_at_order, &why);
  return why;
}

// ---- Loads

typedef struct Load {
  const IrOp *op;
  IrValues indices;
  int64_t bytes;
} Load;

static int64_t bytes_of(IrShape shape, IrType element) {
  int64_t bytes = mem_element_bytes(element);
  for (size_t d = 0; d < shape.rank; d++) bytes *= shape.at[d];
  return bytes;
}

static bool is_matrix_argument(const IrOp *kernel, const IrValue *value) {
  return !ir_value_op(value) && ir_block_parent(ir_value_block(value)) == kernel &&
         ir_type_kind(ir_value_type(value)) == IR_TYPE_MEMREF &&
         ir_type_shape(ir_value_type(value)).rank > 1;
}

static bool tile_of(const IrOp *kernel, const IrOp *op, Load *load) {
  IrValue *source = IS(op, tile_load)   ? GET(op, tile_load, source)
                    : IS(op, tile_copy) ? GET(op, tile_copy, source)
                                        : NULL;
  if (!source || !is_matrix_argument(kernel, source)) return false;
  IrType element = ir_type_element(ir_value_type(source));
  *load = (Load){.op = op};
  if (IS(op, tile_load)) {
    load->indices = GET(op, tile_load, indices);
    load->bytes = bytes_of(ir_type_shape(ir_value_type(ir_op_result(op, 0))), element);
  } else {
    IrAttr shape = GET(op, tile_copy, shape);
    load->indices = GET(op, tile_copy, source_indices);
    load->bytes = mem_element_bytes(element);
    for (size_t d = 0; d < ir_attr_count(shape); d++) load->bytes *= ir_attr_array_int(shape, d);
  }
  return true;
}

static bool copy_of(const IrOp *op, Load *load) {
  if (!IS(op, tile_async_copy) || !GET(op, tile_async_copy, tma)) return false;
  IrType tile = ir_attr_type_value(GET(op, tile_async_copy, tile));
  *load = (Load){op, GET(op, tile_async_copy, indices),
                 bytes_of(ir_type_shape(tile), ir_type_element(tile))};
  return true;
}

static BlockIndices follows_from(const IrOp *kernel, const Load *load) {
  BlockIndices indices = block_indices_around(kernel, load->op);
  for (size_t d = 0; d < load->indices.n; d++)
    indices |= block_indices_of(kernel, load->indices.at[d]);
  return indices;
}

// Why the copy cannot be a channel's, as what blocks load for each other has to be; NULL: it may.
static const char *stays_within_iteration(const IrOp *kernel, const IrOp *copy) {
  const IrOp *loop = ir_loop_around(copy, kernel);
  if (!loop) return "it is in no loop";
  if (ir_op_parent(copy) != loop) return "it is in a branch of its loop";
  if (!channels_are_wished(loop)) return "its loop has one stage, so that it cannot start early";
  if (!channels_can_carry(kernel, loop))
    return "its loop is in a branch, or in a loop that does not count";
  return NULL;
}

// ---- Sums

typedef struct Sum {
  IrOp *kernel;
  int64_t blocks; // 0: of tiles
  SharedLoads loads;
} Sum;

static IrStatus add_load(IrOp *op, void *user) {
  Sum *sum = user;
  Load load;
  bool counts = sum->blocks ? copy_of(op, &load) : tile_of(sum->kernel, op, &load);
  if (!counts || !ir_loop_around(op, sum->kernel)) return IR_OK;
  if (sum->blocks && stays_within_iteration(sum->kernel, op)) return IR_OK;
  sum->loads.bytes += load.bytes;
  BlockIndices indices = follows_from(sum->kernel, &load);
  for (size_t i = 0; i < tile_kernel_grid_rank(sum->kernel); i++) {
    IrStream why = {0};
    bool shared = !(indices & (BLOCK_INDICES_UNKNOWN | 1u << i));
    if (sum->blocks) shared = shared_loads_has(sum->kernel, op, sum->blocks, i, &why);
    if (shared) sum->loads.shared[i] += load.bytes;
    ir_stream_free(&why);
  }
  return IR_OK;
}

SharedLoads shared_loads_of_tiles(IrOp *kernel) {
  Sum sum = {.kernel = kernel};
  (void)ir_walk_pre(kernel, add_load, &sum);
  return sum.loads;
}

SharedLoads shared_loads_of_copies(IrOp *kernel, int64_t blocks) {
  Sum sum = {.kernel = kernel, .blocks = blocks};
  (void)ir_walk_pre(kernel, add_load, &sum);
  return sum.loads;
}

static bool refuse(IrStream *why, const char *text) {
  ir_print(why, "{}", text);
  return false;
}

bool shared_loads_has(IrOp *kernel, const IrOp *copy, int64_t blocks, size_t i, IrStream *why) {
  Load load;
  TileBoxes boxes;
  const IrValue *dest = GET(copy, tile_async_copy, dest);
  if (!copy_of(copy, &load)) return refuse(why, "it is not made by TMA");
  const char *stays = stays_within_iteration(kernel, copy);
  if (stays) return refuse(why, stays);
  if (!IS(ir_value_op(dest), mem_alloc)) return refuse(why, "its buffer is a part of another one");
  BlockIndices indices = follows_from(kernel, &load);
  if (indices & BLOCK_INDICES_UNKNOWN)
    return refuse(why, "it follows from more than loop counters and block indices");
  if (indices >> i & 1) return refuse(why, "it follows from the index in which they differ");
  return tile_boxes_in_parts(ir_value_type(GET(copy, tile_async_copy, source)), ir_value_type(dest),
                             GET(copy, tile_async_copy, perm), blocks, &boxes, why);
}

// ---- Choice

static bool may_be_multiple(const IrOp *kernel, size_t i, int64_t blocks, bool any) {
  IrAttr extent = tile_kernel_grid(kernel, i);
  int64_t number;
  if (tile_expr_constant(extent, &number)) return number % blocks == 0;
  return any || tile_kernel_is_multiple(kernel, extent, blocks);
}

int shared_loads_index(const IrOp *kernel, const SharedLoads *loads, int64_t blocks, bool any) {
  int best = -1;
  for (size_t i = 0; i < tile_kernel_grid_rank(kernel); i++)
    if (loads->shared[i] && (best < 0 || loads->shared[i] > loads->shared[best]) &&
        may_be_multiple(kernel, i, blocks, any))
      best = (int)i;
  return best;
}
