// Boxes of TMA; see tma.h.
#include "targets/cpu/tma.h"

CpuTmaBox cpu_tma_box(IrType map) {
  IrShape shape = mem_tensor_map_box(map);
  CpuTmaBox box = {.rank = (uint32_t)shape.rank,
                   .element_bytes = mem_element_bytes(mem_tensor_map_element(map)),
                   .span = mem_swizzle_span(mem_tensor_map_layout(map)),
                   .rows = 1};
  mem_tensor_map_order(map, box.order);
  for (uint32_t i = 0; i < box.rank; i++) {
    box.extents[i] = shape.at[box.order[i]];
    if (i > 0) box.rows *= box.extents[i];
  }
  box.row_bytes = box.extents[0] * box.element_bytes;
  box.pitch = box.span ? box.span : box.row_bytes;
  return box;
}

uint64_t cpu_tma_swizzle(unsigned span, uint64_t address) {
  uint64_t chunks = span / CPU_TMA_CHUNK; // of a row: 0, 2, 4 or 8
  return chunks ? address ^ ((address >> 3) & ((chunks - 1) * CPU_TMA_CHUNK)) : address;
}

static int64_t clamp(int64_t value, int64_t low, int64_t high) {
  return value < low ? low : value > high ? high : value;
}

// A row of the box: where it lies in the tensor.
typedef struct Row {
  int64_t number; // in the box
  int64_t global; // bytes, of the element at coordinate 0 of the contiguous dimension
  bool inside;
} Row;

static Row row_at(const CpuTmaBox *box, const int64_t *coords, const int64_t *extents,
                  const int64_t *strides, int64_t number) {
  Row row = {.number = number, .inside = true};
  for (uint32_t i = 1; i < box->rank; i++) {
    uint32_t d = box->order[i];
    int64_t at = coords[d] + number % box->extents[i];
    number /= box->extents[i];
    if (at < 0 || at >= extents[d])
      row.inside = false;
    else
      row.global += at * strides[d] * box->element_bytes;
  }
  return row;
}

bool cpu_tma_walk(const CpuTmaBox *box, const int64_t *coords, const int64_t *extents,
                  const int64_t *strides, int64_t start,
                  bool (*each)(void *user, const CpuTmaChunk *chunk), void *user) {
  int64_t first = coords[box->order[0]] * box->element_bytes;
  int64_t all = extents[box->order[0]] * box->element_bytes;
  for (int64_t number = 0; number < box->rows; number++) {
    Row row = row_at(box, coords, extents, strides, number);
    for (int64_t at = 0; at < box->row_bytes; at += CPU_TMA_CHUNK) {
      uint64_t address = (uint64_t)(start + number * box->pitch + at);
      int64_t from = first + at;
      CpuTmaChunk chunk = {.shared = (int64_t)cpu_tma_swizzle(box->span, address)};
      chunk.before = row.inside ? clamp(-from, 0, CPU_TMA_CHUNK) : CPU_TMA_CHUNK;
      chunk.inside = clamp(all - from, chunk.before, CPU_TMA_CHUNK) - chunk.before;
      chunk.global = row.global + from + chunk.before;
      if (!each(user, &chunk)) return false;
    }
  }
  return true;
}
