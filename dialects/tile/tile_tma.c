// Which boxes make up a tile; see tile_tma.h.
#include "dialects/tile/tile_tma.h"

#include "dialects/tile/kernel.h"
#include "dialects/tile/tile_impl.h"

static bool refuse(IrStream *why, const char *text) {
  ir_print(why, "{}", text);
  return false;
}

static bool takes_element(IrType element) {
  bool known = ir_type_is_float(element) || ir_type_is_any_integer(element);
  unsigned width = known ? ir_type_width(element) : 0;
  return width == 8 || width == 16 || width == 32 || width == 64;
}

// Rows are contiguous along the same dimension on both sides, a multiple of 16 bytes apart.
static bool fits_memory(IrType memref, unsigned contiguous, IrStream *why) {
  int64_t strides[16], offset, bytes = mem_element_bytes(ir_type_element(memref));
  ir_type_memref_strides(memref, strides, &offset);
  if (strides[contiguous] != 1) {
    ir_print(why, "the buffer is contiguous along dimension {} of {}, whose stride is not 1",
             contiguous, memref);
    return false;
  }
  for (unsigned d = 0; d < ir_type_shape(memref).rank; d++) {
    if (d == contiguous || strides[d] == IR_DYNAMIC || strides[d] * bytes % 16 == 0) continue;
    ir_print(why, "dimension {} of {} has a stride of {} bytes, no multiple of 16", d, memref,
             strides[d] * bytes);
    return false;
  }
  return true;
}

// Whether `perm` swaps the last two dimensions, or changes nothing.
static bool is_order_known(IrAttr perm, size_t rank, bool *swapped) {
  *swapped = perm && ir_attr_array_int(perm, rank - 2) == (int64_t)rank - 1;
  for (size_t d = 0; perm && d < rank; d++) {
    size_t from = *swapped && d + 2 >= rank ? 2 * rank - 3 - d : d;
    if (ir_attr_array_int(perm, d) != (int64_t)from) return false;
  }
  return true;
}

// The most rows up to 256 that divide those of a part, of `parts` equal ones, and whose end is
// where a box may begin; 0: none.
static int64_t box_rows(int64_t rows, int64_t parts, int64_t row_bytes, unsigned span) {
  unsigned alignment = span * 8 > 128 ? span * 8 : 128;
  int64_t part = rows / parts;
  if (rows % parts) return 0;
  for (int64_t n = part < MEM_TENSOR_MAP_MAX_EXTENT ? part : MEM_TENSOR_MAP_MAX_EXTENT; n > 0; n--)
    if (part % n == 0 && (n == rows || n * row_bytes % alignment == 0)) return n;
  return 0;
}

// The box's extents along a row and across the rows; 0 where there is no box.
typedef struct BoxShape {
  int64_t along, across;
} BoxShape;

static BoxShape box_shape(IrType buffer, int64_t parts, IrStream *why) {
  IrShape shape = mem_buffer_shape(buffer);
  IrAttr layout = mem_buffer_layout(buffer);
  bool column = mem_layout_column(layout);
  int64_t row = shape.at[shape.rank - (column ? 2 : 1)];
  int64_t rows = shape.at[shape.rank - (column ? 1 : 2)];
  unsigned span = mem_swizzle_span(layout), bytes = mem_element_bytes(mem_buffer_element(buffer));
  unsigned alignment = span * 8 > 128 ? span * 8 : 128; // of a box in shared memory
  BoxShape box = {span ? span / bytes : row, 0};
  if (box.along * bytes % 16) {
    ir_print(why, "a row of {} has {} bytes, no multiple of 16", buffer, box.along * bytes);
  } else if (box.along > MEM_TENSOR_MAP_MAX_EXTENT) {
    ir_print(why, "a row of {} has more than {} elements and no swizzle cuts it", buffer,
             (int)MEM_TENSOR_MAP_MAX_EXTENT);
  } else if (row * rows * bytes % alignment) {
    ir_print(why, "a box begins at a multiple of {} bytes, and a matrix of {} has {}", alignment,
             buffer, row * rows * bytes);
  } else {
    box.across = box_rows(rows, parts, box.along * bytes, span);
    if (!box.across && parts == 1) ir_print(why, "no box of at most 256 rows divides {}", buffer);
    if (!box.across && parts > 1) ir_print(why, "no boxes divide {} in {} parts", buffer, parts);
  }
  return box;
}

static void fill_boxes(IrType memref, IrType buffer, BoxShape box, TileBoxes *boxes) {
  IrShape shape = mem_buffer_shape(buffer);
  IrAttr layout = mem_buffer_layout(buffer);
  IrContext *ctx = ir_type_context(memref);
  // In the memref's order: `column` says the same of the box as of the buffer, unless they are
  // swapped.
  bool column = mem_layout_column(layout) != boxes->swapped;
  int64_t extents[MEM_TENSOR_MAP_MAX_RANK];
  boxes->count = 1;
  for (unsigned d = 0; d < boxes->rank; d++) {
    bool last = d + 1 == boxes->rank, inner = d + 2 >= boxes->rank;
    unsigned in_tile = d - boxes->lead;
    extents[d] = !inner ? 1 : last != column ? box.along : box.across;
    if (inner && boxes->swapped) in_tile = (unsigned)(2 * shape.rank - 3) - in_tile;
    boxes->num[d] = d < boxes->lead ? 1 : shape.at[in_tile] / extents[d];
    boxes->count *= boxes->num[d];
  }
  unsigned span = mem_swizzle_span(layout);
  boxes->map = mem_tensor_map_type_get((IrShape){extents, boxes->rank}, ir_type_element(memref),
                                       span || column ? mem_swizzle_get(ctx, span, column) : NULL);
}

// A dimension along which the boxes are `parts` times as many; false: there is none.
static bool find_split(TileBoxes *boxes, int64_t parts) {
  boxes->parts = parts;
  for (boxes->split = 0; boxes->split < boxes->rank; boxes->split++)
    if (boxes->num[boxes->split] % parts == 0) return true;
  return false;
}

bool tile_boxes_in_parts(IrType memref, IrType buffer, IrAttr perm, int64_t parts, TileBoxes *boxes,
                         IrStream *why) {
  IrShape shape = mem_buffer_shape(buffer);
  size_t rank = ir_type_shape(memref).rank;
  IrAttr layout = mem_buffer_layout(buffer);
  *boxes = (TileBoxes){.buffer = buffer, .rank = (unsigned)rank};
  if (rank > MEM_TENSOR_MAP_MAX_RANK || shape.rank > rank) {
    ir_print(why, "a tensor has at most {} dimensions, {} has {}, and the buffer {}",
             (int)MEM_TENSOR_MAP_MAX_RANK, memref, rank, shape.rank);
    return false;
  }
  if (!takes_element(ir_type_element(memref))) {
    ir_print(why, "its elements are {}", ir_type_element(memref));
    return false;
  }
  if (shape.rank < 2) return refuse(why, "a row is no box");
  for (size_t d = shape.rank - 2; d < shape.rank; d++)
    if (shape.at[d] == 1) return refuse(why, "a row is no box");
  if (mem_padded_bytes(layout)) return refuse(why, "the buffer's rows are padded");
  if (!is_order_known(perm, shape.rank, &boxes->swapped))
    return refuse(why, "its dimensions are in another order than swapped");
  boxes->lead = (unsigned)(rank - shape.rank);
  bool column = mem_layout_column(layout) != boxes->swapped;
  if (!fits_memory(memref, (unsigned)(rank - (column ? 2 : 1)), why)) return false;
  BoxShape box = box_shape(buffer, 1, why);
  if (!box.across) return false;
  fill_boxes(memref, buffer, box, boxes);
  if (find_split(boxes, parts)) return true;
  box = box_shape(buffer, parts, why);
  if (!box.across) return false;
  fill_boxes(memref, buffer, box, boxes);
  return find_split(boxes, parts);
}

bool tile_boxes_of(IrType memref, IrType buffer, IrAttr perm, TileBoxes *boxes, IrStream *why) {
  return tile_boxes_in_parts(memref, buffer, perm, 1, boxes, why);
}

bool tile_fills_buffer(IrValues at, IrShape stored, IrType buffer) {
  int64_t index;
  for (size_t d = 0; d < at.n; d++)
    if (!ir_match_int(at.at[d], &index) || index != 0) return false;
  return tile_same_shape(stored, mem_buffer_shape(buffer));
}

bool tile_boxes_of_copy(const IrOp *copy, TileBoxes *boxes, IrStream *why) {
  IrType buffer = ir_value_type(GET(copy, tile_async_copy, dest));
  IrShape stored = ir_type_shape(tile_async_copy_stored(copy));
  if (!tile_fills_buffer(GET(copy, tile_async_copy, dest_indices), stored, buffer))
    return refuse(why, "it is not all of its buffer that it fills");
  const IrOp *kernel = ir_op_enclosing((IrOp *)copy, &tile_kernel);
  int64_t parts =
      kernel && GET(copy, tile_async_copy, multicast) ? tile_kernel_multicast(kernel) : 1;
  if (parts < 1) return refuse(why, "the kernel's blocks are no number");
  return tile_boxes_in_parts(ir_value_type(GET(copy, tile_async_copy, source)), buffer,
                             GET(copy, tile_async_copy, perm), parts, boxes, why);
}

int64_t tile_box_at(const TileBoxes *boxes, int64_t i, int64_t at[MEM_TENSOR_MAP_MAX_RANK]) {
  IrShape box = mem_tensor_map_box(boxes->map);
  unsigned rank = boxes->rank - boxes->lead;
  int64_t coords[MEM_BUFFER_MAX_RANK], in_part = boxes->count / boxes->parts, part = i / in_part;
  i %= in_part;
  for (unsigned d = boxes->rank; d-- > 0;) {
    int64_t num = d == boxes->split ? boxes->num[d] / boxes->parts : boxes->num[d];
    at[d] = i % num * box.at[d];
    if (d == boxes->split) at[d] += part * num * box.at[d];
    i /= num;
    if (d < boxes->lead) continue;
    unsigned in_tile = d - boxes->lead;
    bool swap = boxes->swapped && in_tile + 2 >= rank;
    coords[swap ? 2 * rank - 3 - in_tile : in_tile] = at[d];
  }
  return mem_buffer_offset(boxes->buffer, coords);
}

int64_t tile_boxes_bytes(const TileBoxes *boxes) {
  return boxes->count * mem_tensor_map_bytes(boxes->map);
}

bool tile_boxes_of_part(const IrOp *store, int64_t n, TileBoxes *boxes) {
  IrType buffer = ir_value_type(GET(store, tile_async_store, source));
  IrType memref = ir_value_type(GET(store, tile_async_store, dest));
  IrShape shape = mem_buffer_shape(buffer);
  IrAttr layout = mem_buffer_layout(buffer);
  IrStream why = {0};
  if (shape.rank != 2 || shape.at[0] % n || mem_layout_column(layout) || mem_padded_bytes(layout))
    return false;
  int64_t part[] = {shape.at[0] / n, shape.at[1]};
  IrType type =
      mem_buffer_type_get((IrShape){part, 2}, mem_buffer_element(buffer), layout, MEM_SHARED);
  bool known = tile_boxes_of(memref, type, NULL, boxes, &why);
  ir_stream_free(&why);
  return known && boxes->count == 1;
}
