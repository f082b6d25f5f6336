// Orders of tiles; see raster.h.
//
// A group is `g` tiles along the first index (fewer at the end) by all along the second; in it the
// first index varies fastest.  With P tiles at work, g of one side's operand and P / g of the
// other's are in use, so that the second-level cache has to bring
//
//   g * (bytes that depend on the first index alone) + ceil(P / g) * (on the second alone)
//
// for them: the smallest sum wins.
#include "passes/tile/raster.h"

#include "dialects/mem/mem.h"
#include "dialects/tile/tile.h"
#include "ir/interfaces/loop.h"
#include "passes/arith/build.h"
#include "passes/mem/block_indices.h"

static const int64_t candidates[] = {8, 16};

// ---- Which bytes depend on which index

typedef struct Traffic {
  const IrOp *kernel;
  int64_t first, second; // bytes of copies that depend on this index alone
} Traffic;

enum { ON_FIRST = 1, ON_SECOND = 2 };

// What blocks that load for each other have as their number comes before these indices; a copy
// that follows from it is made by each of them.
static IrStatus add_copy(IrOp *op, void *user) {
  Traffic *traffic = user;
  BlockIndices on = 0;
  if (!IS(op, tile_async_copy) || !ir_loop_around(op, traffic->kernel)) return IR_OK;
  IrValues at = GET(op, tile_async_copy, indices);
  IrType tile = ir_attr_type_value(GET(op, tile_async_copy, tile));
  int64_t bytes = ir_type_num_elements(tile) * mem_element_bytes(ir_type_element(tile));
  int64_t blocks = tile_kernel_multicast(traffic->kernel);
  for (size_t d = 0; d < at.n; d++) on |= block_indices_of(traffic->kernel, at.at[d]);
  on &= ~(BlockIndices)BLOCK_INDICES_UNKNOWN;
  if (blocks > 1 && on & 1) bytes *= blocks;
  if (blocks > 1) on >>= 1;
  if (on == ON_FIRST) traffic->first += bytes;
  if (on == ON_SECOND) traffic->second += bytes;
  return IR_OK;
}

int64_t raster_default_group(IrOp *kernel, int64_t at_work) {
  Traffic traffic = {.kernel = kernel};
  int64_t best = 0, least = 0;
  (void)ir_walk_pre(kernel, add_copy, &traffic);
  if (!traffic.first || !traffic.second) return 0;
  for (size_t i = 0; i < sizeof candidates / sizeof *candidates; i++) {
    int64_t g = candidates[i];
    int64_t bytes = g * traffic.first + (at_work + g - 1) / g * traffic.second;
    if (best && bytes >= least) continue;
    best = g;
    least = bytes;
  }
  return best;
}

// ---- Indices

static IrValue *number(IrBuilder *b, int64_t value) {
  return build_int(b, ir_type_i32(b->ctx), value);
}

static IrValue *rest_of(IrBuilder *b, IrValue *value, IrValue *by) {
  return build_binary(b, &arith_remui, value, by);
}

// `value` less `times` whole ones.
static IrValue *less(IrBuilder *b, IrValue *value, IrValue *times, IrValue *whole) {
  return build_binary(b, &arith_subi, value, build_binary(b, &arith_muli, times, whole));
}

static IrValue *quotient(IrBuilder *b, IrValue *value, IrValue *by) {
  return build_binary(b, &arith_divui, value, by);
}

// Row by row, or in groups, of the first two indices.
static void plane_indices(IrBuilder *b, const RasterGrid *grid, int64_t group, IrValue *tile,
                          IrValue **indices) {
  IrValue *first = NULL, *width = grid->extents[0];
  if (group) {
    IrValue *g = number(b, group);
    IrValue *whole = build_binary(b, &arith_muli, g, grid->extents[1]);
    IrValue *number_of_group = quotient(b, tile, whole);
    first = build_binary(b, &arith_muli, number_of_group, g);
    tile = less(b, tile, number_of_group, whole);
    width = build_binary(b, &arith_minui, build_binary(b, &arith_subi, width, first), g);
  }
  indices[1] = quotient(b, tile, width);
  indices[0] = less(b, tile, indices[1], width);
  if (first) indices[0] = build_binary(b, &arith_addi, first, indices[0]);
}

void raster_indices(IrBuilder *b, const RasterGrid *grid, int64_t group, IrValue *tile,
                    IrValue *indices[TILE_MAX_GRID]) {
  IrValue *planes[TILE_MAX_GRID] = {0}; // tiles of the dimensions before one, from the third on
  indices[0] = tile;
  for (size_t i = 2; i < grid->rank; i++)
    planes[i] = build_binary(b, &arith_muli, i == 2 ? grid->extents[0] : planes[i - 1],
                             grid->extents[i - 1]);
  for (size_t i = grid->rank; i-- > 2;) {
    indices[i] = quotient(b, tile, planes[i]);
    tile = rest_of(b, tile, planes[i]);
  }
  if (grid->rank > 1) plane_indices(b, grid, group, tile, indices);
  for (size_t i = 0; i < grid->rank; i++)
    indices[i] = build_cast(b, &arith_index_castui, indices[i], ir_type_index(b->ctx));
}
