// Buffers as wgmma_storage.h says.
#include "dialects/tc/wgmma_storage.h"

#include "dialects/mem/mem.h"

enum { CHUNK = 16 };

bool tc_wgmma_tile(IrType buffer, TcOperand operand, TcTile *tile) {
  IrShape shape = mem_buffer_shape(buffer);
  IrAttr layout = mem_buffer_layout(buffer);
  if (shape.rank != 2 || mem_buffer_space(buffer) != MEM_SHARED || mem_padded_bytes(layout))
    return false;
  bool column = mem_layout_column(layout), is_a = operand == TC_OPERAND_A;
  *tile = (TcTile){.mn_major = column == is_a,
                   .swizzle = mem_swizzle_span(layout),
                   .bytes = mem_element_bytes(mem_buffer_element(buffer)),
                   .extent_mn = (unsigned)shape.at[is_a ? 0 : 1],
                   .extent_k = (unsigned)shape.at[is_a ? 1 : 0]};
  unsigned row = tile->bytes * (tile->mn_major ? tile->extent_mn : tile->extent_k);
  if (tile->mn_major && tile->bytes != 2) return false;
  return tile->swizzle || row == CHUNK;
}

bool tc_wgmma_begins_at(const TcTile *tile, int64_t mn) {
  enum { ROWS = 8 }; // of the swizzle's pattern
  int64_t width = tile->swizzle ? tile->swizzle : CHUNK;
  return tile->mn_major ? mn * tile->bytes % width == 0 : mn % ROWS == 0;
}

unsigned tc_wgmma_columns(IrType a, int64_t columns, int64_t warps) {
  enum { MANY_WARPS = 12 };
  unsigned most = warps < MANY_WARPS ? TC_WGMMA_MOST_COLUMNS : TC_WGMMA_MOST_COLUMNS / 2;
  for (unsigned n = most; n >= 8; n -= 8)
    if (columns % n == 0 && tc_wgmma_has_columns(a, n)) return n;
  return 0;
}
