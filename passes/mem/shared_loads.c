// Loads outside of loops are not counted: they are few.  Two blocks have to run a load equally
// often, so the loops and conditions around it count as its indices do.
#include "passes/mem/shared_loads.h"

#include "dialects/mem/mem.h"
#include "dialects/tile/target.h"
#include "dialects/tile/tile_tma.h"
#include "ir/interfaces/loop.h"
#include "passes/mem/block_indices.h"
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

// Why the copy will not be a channel's, as what blocks load for each other has to be; NULL: it
// will.
static const char *stays_within_iteration(const SharedLoads *loads, const IrOp *copy) {
  const IrOp *loop = ir_loop_around(copy, loads->kernel);
  if (!loop) return "it is in no loop";
  if (ir_op_parent(copy) != loop) return "it is in a branch of its loop";
  if (!channels_are_wished(loop)) return "its loop has one stage, so that it cannot start early";
  if (!channels_can_carry(loads->kernel, loop))
    return "its loop is in a branch, or in a loop that does not count";
  for (size_t i = 0; i < loads->ahead.n; i++)
    if (loads->ahead.at[i] == copy) return NULL;
  return "it stays within its iteration (missed-channel says why)";
}

// ---- Sums

static IrStatus add_load(IrOp *op, void *user) {
  SharedLoads *loads = user;
  Load load;
  if (!copy_of(op, &load) || stays_within_iteration(loads, op)) return IR_OK;
  loads->bytes += load.bytes;
  for (size_t i = 0; i < tile_kernel_grid_rank(loads->kernel); i++) {
    IrStream why = {0};
    if (shared_loads_has(loads, op, i, &why)) loads->shared[i] += load.bytes;
    ir_stream_free(&why);
  }
  return IR_OK;
}

SharedLoads shared_loads_of(IrOp *kernel, int64_t blocks) {
  SharedLoads loads = {.kernel = kernel, .blocks = blocks};
  channels_foresee(kernel, &loads.ahead);
  (void)ir_walk_pre(kernel, add_load, &loads);
  return loads;
}

void shared_loads_free(SharedLoads *loads) {
  ir_vec_free(&loads->ahead);
}

static bool refuse(IrStream *why, const char *text) {
  ir_print(why, "{}", text);
  return false;
}

bool shared_loads_has(const SharedLoads *loads, const IrOp *copy, size_t i, IrStream *why) {
  Load load;
  TileBoxes boxes;
  const IrValue *dest = GET(copy, tile_async_copy, dest);
  if (!copy_of(copy, &load)) return refuse(why, "it is not made by TMA");
  const char *stays = stays_within_iteration(loads, copy);
  if (stays) return refuse(why, stays);
  if (!IS(ir_value_op(dest), mem_alloc)) return refuse(why, "its buffer is a part of another one");
  BlockIndices indices = follows_from(loads->kernel, &load);
  if (indices & BLOCK_INDICES_UNKNOWN)
    return refuse(why, "it follows from more than loop counters and block indices");
  if (indices >> i & 1) return refuse(why, "it follows from the index in which they differ");
  return tile_boxes_in_parts(ir_value_type(GET(copy, tile_async_copy, source)), ir_value_type(dest),
                             GET(copy, tile_async_copy, perm), loads->blocks, &boxes, why);
}

// ---- Choice

static bool may_be_multiple(const SharedLoads *loads, size_t i, bool any) {
  IrAttr extent = tile_kernel_grid(loads->kernel, i);
  int64_t number;
  if (tile_kernel_known(loads->kernel, extent, &number)) return number % loads->blocks == 0;
  return any || tile_kernel_is_multiple(loads->kernel, extent, loads->blocks);
}

int shared_loads_index(const SharedLoads *loads, bool any) {
  int best = -1;
  for (size_t i = 0; i < tile_kernel_grid_rank(loads->kernel); i++)
    if (loads->shared[i] && (best < 0 || loads->shared[i] > loads->shared[best]) &&
        may_be_multiple(loads, i, any))
      best = (int)i;
  return best;
}
