// What a store costs that goes through shared memory and TMA: an alternative to one by the threads,
// which mem-async-store makes of it where threads have less than 16 bytes together.
//
// Threads write the buffer and pass two barriers; TMA moves whole sectors while they do other work.
// So a tile may stay in the layout in which it was computed, where a store by threads would want
// another one.
#include "dialects/mem/mem.h"
#include "dialects/tile/target.h"
#include "dialects/tile/layout_convert.h"
#include "passes/mem/tma_facts.h"
#include "passes/tile/access.h"
#include "passes/tile/layout_cost.h"

enum { SECTOR_BYTES = 32, BARRIERS = 2 };

static bool takes_memref(IrOp *kernel, const IrValue *memref) {
  IrStream why = {0};
  bool takes = tma_takes_argument(kernel, memref, &why);
  ir_stream_free(&why);
  return takes;
}

int64_t layout_cost_async_store(IrOp *kernel, const IrOp *store, const TileLayout *layout,
                                unsigned warps) {
  const IrValue *memref = GET(store, tile_store, dest);
  IrType tile = ir_value_type(GET(store, tile_store, tile)), type = ir_value_type(memref);
  IrShape shape = ir_type_shape(tile);
  int dim = access_contiguous_dim(type) - (int)(ir_type_shape(type).rank - shape.rank);
  if (!tile_target_of(kernel)->tma || shape.rank < 2 || dim < (int)shape.rank - 2)
    return LAYOUT_COST_IMPOSSIBLE;
  if (tile_layout_has_copies(layout) || !takes_memref(kernel, memref))
    return LAYOUT_COST_IMPOSSIBLE;
  IrType buffer =
      tma_store_buffer(ir_type_context(tile), shape, ir_type_element(tile), (unsigned)dim);
  int64_t sectors = (mem_buffer_bytes(buffer) + SECTOR_BYTES - 1) / SECTOR_BYTES;
  return sectors * LAYOUT_COST_SECTOR + layout_cost_shared(layout, buffer, true, warps) +
         BARRIERS * LAYOUT_COST_BARRIER;
}
