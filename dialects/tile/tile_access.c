// tile.load, tile.store, tile.copy: text and rules.
//
//   1. as many indices as the memory has dimensions
//   2. the tile's elements are the memory's, its rank at most the memory's
//   3. in a buffer no extent of the tile exceeds the buffer's
//   4. a padding value is an element, and only a memref has an outside
//   5. an access width is a power of two, and so is the part of it that an edge leaves whole
#include "dialects/mem/mem.h"
#include "dialects/tile/kernel.h"
#include "dialects/tile/tile_impl.h"
#include "dialects/tile/tile_tma.h"

bool tile_is_memory(IrType type) {
  return ir_type_kind(type) == IR_TYPE_MEMREF || mem_is_buffer(type);
}

IrShape tile_memory_shape(IrType type) {
  return mem_is_buffer(type) ? mem_buffer_shape(type) : ir_type_shape(type);
}

IrType tile_memory_element(IrType type) {
  return mem_is_buffer(type) ? mem_buffer_element(type) : ir_type_element(type);
}

// Rules 1 and 3 for a tile of `shape` in `memory`.
IrStatus tile_verify_place(IrOp *op, IrType memory, IrValues indices, IrShape shape) {
  IrShape whole = tile_memory_shape(memory);
  if (indices.n != whole.rank)
    return ir_op_error(op, "needs {} {} for {}, got {}", whole.rank,
                       whole.rank == 1 ? "index" : "indices", memory, indices.n);
  if (shape.rank > whole.rank)
    return ir_op_error(op, "moves a tile of rank {} between places of rank {}", shape.rank,
                       whole.rank);
  size_t lead = whole.rank - shape.rank;
  for (size_t d = 0; mem_is_buffer(memory) && d < shape.rank; d++)
    if (shape.at[d] > whole.at[lead + d])
      return ir_op_error(op, "moves {} elements along dimension {} of {}", shape.at[d], lead + d,
                         memory);
  return IR_OK;
}

IrStatus tile_verify_width(IrOp *op, IrAttr width) {
  int64_t n = width ? ir_attr_int(width) : 1;
  if (n >= 1 && (n & (n - 1)) == 0) return IR_OK;
  return ir_op_error(op, "has a width of {}, which is no power of two", n);
}

IrStatus tile_verify_edge(IrOp *op, IrAttr width, IrAttr edge) {
  int64_t n = width ? ir_attr_int(width) : 1, part = edge ? ir_attr_int(edge) : 1;
  if (part >= 1 && part <= n && (part & (part - 1)) == 0) return IR_OK;
  return ir_op_error(op, "has an edge of {}, which is no power of two up to the width of {}", part,
                     n);
}

IrStatus tile_verify_element(IrOp *op, IrType tile, IrType memory) {
  if (ir_type_element(tile) == tile_memory_element(memory)) return IR_OK;
  return ir_op_error(op, "moves {}, but the elements of {} are {}", tile, memory,
                     tile_memory_element(memory));
}

static IrStatus verify_pad(IrOp *op, IrValue *pad, IrType memory) {
  if (!pad) return IR_OK;
  if (mem_is_buffer(memory))
    return ir_op_error(op, "has a padding value, but a buffer has no outside");
  if (ir_value_type(pad) == tile_memory_element(memory)) return IR_OK;
  return ir_op_error(op, "pads with {}, but the elements of {} are {}", ir_value_type(pad), memory,
                     tile_memory_element(memory));
}

// The extent's odd factor is how often a layout repeats.
static IrStatus verify_odd(IrOp *op, IrType tensor, int64_t n) {
  int64_t power = n & -n, step = 1;
  if (n / power <= TILE_LAYOUT_MOST_ODD && n <= 1 << TILE_LAYOUT_BITS) return IR_OK;
  if (n > 1 << TILE_LAYOUT_BITS)
    return ir_op_error(op, "has a tile whose extent {} is more than {}: {}", n,
                       1 << TILE_LAYOUT_BITS, tensor);
  (void)ir_op_error(op, "has a tile whose extent {} has the odd factor {}, more than {}: {}", n,
                    n / power, (int)TILE_LAYOUT_MOST_ODD, tensor);
  while (n / step > TILE_LAYOUT_MOST_ODD) step *= 2;
  ir_help(ir_op_context(op), "the nearest extent is {}", (n + step / 2) / step * step);
  return IR_FAILED;
}

bool tile_is_tile(const IrValue *value) {
  return ir_type_kind(ir_value_type(value)) == IR_TYPE_TENSOR;
}

bool tile_same_shape(IrShape a, IrShape b) {
  return a.rank == b.rank && !memcmp(a.at, b.at, a.rank * sizeof *a.at);
}

bool tile_is_alike(IrType a, IrType b) {
  return tile_same_shape(ir_type_shape(a), ir_type_shape(b)) &&
         ir_type_encoding(a) == ir_type_encoding(b);
}

// Also where a pass made it: extents are fixed, and the layout fits.
IrStatus tile_verify_tile(IrOp *op, IrType tensor) {
  IrShape shape = ir_type_shape(tensor);
  if (shape.rank > TILE_LAYOUT_RANK)
    return ir_op_error(op, "has a tile of rank {}, at most {} is possible", shape.rank,
                       (int)TILE_LAYOUT_RANK);
  for (size_t d = 0; d < shape.rank; d++) {
    int64_t n = shape.at[d];
    if (n == IR_DYNAMIC) {
      (void)ir_op_error(op, "has a tile without fixed extents: {}", tensor);
      ir_help(ir_op_context(op), "a tile has fixed extents; what lies outside a memref is padded "
                                 "on loads, dropped on stores");
      return IR_FAILED;
    }
    if (n < 1) {
      (void)ir_op_error(op, "has an empty tile: {}", tensor);
      ir_help(ir_op_context(op), "every extent is at least 1");
      return IR_FAILED;
    }
    IR_TRY(verify_odd(op, tensor, n));
  }
  return tile_layout_verify(op, tensor);
}

IrStatus tile_load_verify(IrOp *op) {
  IrType tile = GET(op, tile_load, tile_type);
  IrType memory = ir_value_type(GET(op, tile_load, source));
  IR_TRY(tile_verify_tile(op, tile));
  IR_TRY(tile_verify_element(op, tile, memory));
  IR_TRY(tile_verify_place(op, memory, GET(op, tile_load, indices), ir_type_shape(tile)));
  IR_TRY(verify_pad(op, GET(op, tile_load, pad), memory));
  IR_TRY(tile_verify_width(op, GET(op, tile_load, width)));
  return tile_verify_edge(op, GET(op, tile_load, width), GET(op, tile_load, edge));
}

IrStatus tile_store_verify(IrOp *op) {
  IrType tile = ir_value_type(GET(op, tile_store, tile));
  IrType memory = ir_value_type(GET(op, tile_store, dest));
  IR_TRY(tile_verify_tile(op, tile));
  IR_TRY(tile_verify_element(op, tile, memory));
  IR_TRY(tile_verify_place(op, memory, GET(op, tile_store, indices), ir_type_shape(tile)));
  IR_TRY(tile_verify_width(op, GET(op, tile_store, width)));
  return tile_verify_edge(op, GET(op, tile_store, width), GET(op, tile_store, edge));
}

IrStatus tile_copy_verify(IrOp *op) {
  IrType source = ir_value_type(GET(op, tile_copy, source));
  IrType dest = ir_value_type(GET(op, tile_copy, dest));
  IrAttr shape = GET(op, tile_copy, shape);
  int64_t extents[TILE_LAYOUT_RANK];
  size_t rank = ir_attr_count(shape);
  if (tile_memory_element(source) != tile_memory_element(dest))
    return ir_op_error(op, "copies from {} to {}, whose elements differ", source, dest);
  if (rank < 1 || rank > TILE_LAYOUT_RANK)
    return ir_op_error(op, "copies a tile of rank 1 to {}, got {}", (int)TILE_LAYOUT_RANK, rank);
  for (size_t d = 0; d < rank; d++) {
    extents[d] = ir_attr_array_int(shape, d);
    if (extents[d] < 1 || extents[d] > 1 << TILE_LAYOUT_BITS)
      return ir_op_error(op, "copies an extent of {}", extents[d]);
  }
  IrType tile = ir_type_tensor(ir_op_context(op), (IrShape){extents, rank},
                               tile_memory_element(source), NULL);
  IR_TRY(tile_verify_tile(op, tile));
  IR_TRY(tile_verify_place(op, source, GET(op, tile_copy, source_indices), ir_type_shape(tile)));
  IR_TRY(tile_verify_place(op, dest, GET(op, tile_copy, dest_indices), ir_type_shape(tile)));
  IR_TRY(verify_pad(op, GET(op, tile_copy, pad), source));
  return tile_verify_width(op, GET(op, tile_copy, width));
}

IrType tile_async_copy_stored(const IrOp *op) {
  IrType tile = ir_attr_type_value(GET(op, tile_async_copy, tile));
  IrAttr perm = GET(op, tile_async_copy, perm);
  IrShape from = ir_type_shape(tile);
  int64_t extents[TILE_LAYOUT_RANK];
  unsigned dims[TILE_LAYOUT_RANK];
  TileLayout layout;
  if (!perm) return tile;
  for (size_t d = 0; d < from.rank; d++) {
    dims[d] = (unsigned)ir_attr_array_int(perm, d);
    extents[d] = from.at[dims[d]];
  }
  IrType plain =
      ir_type_tensor(ir_op_context(op), (IrShape){extents, from.rank}, ir_type_element(tile), NULL);
  if (!tile_layout_of(tile, &layout)) return plain;
  layout = tile_layout_permute(&layout, dims);
  return tile_layout_apply_to(plain, &layout);
}

// Rule 8.
static IrStatus verify_multicast(IrOp *op) {
  const IrValue *channel = GET(op, tile_async_copy, channel);
  const IrOp *made = channel ? ir_value_op(channel) : NULL;
  const IrOp *kernel = ir_op_enclosing(op, &tile_kernel);
  if (!GET(op, tile_async_copy, multicast)) return IR_OK;
  if (!GET(op, tile_async_copy, tma))
    return ir_op_error(op, "is marked 'multicast' and not 'tma', which alone can");
  if (kernel && tile_kernel_multicast(kernel) == 1) {
    (void)ir_op_error(op, "is marked 'multicast' in a kernel whose blocks run by themselves");
    ir_help(ir_op_context(op), "say multicast(2) behind the kernel's warps");
    return IR_FAILED;
  }
  if (!IS(made, mem_channel) || GET(made, mem_channel, multicast)) return IR_OK;
  (void)ir_op_error(op, "is marked 'multicast', but its channel is a block's own");
  ir_help(ir_op_context(op), "say 'mbarrier multicast n' there");
  return IR_FAILED;
}

// Rule 7.
static IrStatus verify_tma(IrOp *op) {
  TileBoxes boxes;
  IrStream why = {0};
  IrStatus status = IR_OK;
  if (GET(op, tile_async_copy, tma) && !tile_boxes_of_copy(op, &boxes, &why)) {
    status = ir_op_error(op, "is marked 'tma', but TMA cannot copy it: {}", ir_stream_str(&why));
    ir_help(ir_op_context(op), "without 'tma' the threads copy it");
  }
  ir_stream_free(&why);
  return status;
}

// 6. an asynchronous copy goes from a memref to a shared buffer, in accesses of 4, 8 or 16 bytes
// 7. one that is marked `tma` is whole boxes (tile_tma.h)
// 8. one that is marked `multicast` is also marked `tma`, and its kernel and channel say so, too
IrStatus tile_async_copy_verify(IrOp *op) {
  IrType from = ir_value_type(GET(op, tile_async_copy, source));
  IrType to = ir_value_type(GET(op, tile_async_copy, dest));
  IrType tile = ir_attr_type_value(GET(op, tile_async_copy, tile));
  IrAttr width = GET(op, tile_async_copy, width);
  if (mem_is_buffer(from) || !mem_is_shared_buffer(to))
    return ir_op_error(op, "copies from a memref to a shared buffer, got {} and {}", from, to);
  if (ir_type_kind(tile) != IR_TYPE_TENSOR)
    return ir_op_error(op, "copies a tensor's elements, got {}", tile);
  IR_TRY(tile_verify_tile(op, tile));
  IR_TRY(tile_verify_element(op, tile, from));
  IR_TRY(tile_verify_element(op, tile, to));
  IrAttr perm = GET(op, tile_async_copy, perm);
  if (perm) IR_TRY(tile_perm_verify(op, perm, ir_type_shape(tile).rank));
  IrShape stored = ir_type_shape(tile_async_copy_stored(op));
  IR_TRY(tile_verify_place(op, from, GET(op, tile_async_copy, indices), ir_type_shape(tile)));
  IR_TRY(tile_verify_place(op, to, GET(op, tile_async_copy, dest_indices), stored));
  IR_TRY(tile_verify_width(op, width));
  if (!GET(op, tile_async_copy, channel) != !GET(op, tile_async_copy, position))
    return ir_op_error(op, "copies into a position of a channel: both, or none");
  int64_t bytes = ir_attr_int(width) * mem_element_bytes(ir_type_element(tile));
  if (bytes == 4 || bytes == 8 || bytes == 16) {
    IR_TRY(verify_multicast(op));
    return verify_tma(op);
  }
  return ir_op_error(op, "copies {} bytes an access: 4, 8 or 16 are possible", bytes);
}

// ---- Text. ----

IrStatus tile_parse_place(IrParser *p, IrOpState *state, bool tiles, IrType *memory, size_t *n) {
  IrUnresolved name;
  IrValue *value;
  TileValues indices = {0};
  IR_TRY(ir_parse_operand(p, &name));
  IR_TRY(ir_resolve_defined(p, name, &value));
  *memory = ir_value_type(value);
  if (!tile_is_memory(*memory))
    return ir_parser_error(p, name.loc, "expected a memref or a buffer, got {}", *memory);
  ir_vec_push(&state->operands, value);
  IrStatus status = tiles ? tile_parse_places(p, &indices) : tile_parse_indices(p, &indices);
  *n = indices.n;
  for (size_t i = 0; i < indices.n; i++) ir_vec_push(&state->operands, indices.at[i]);
  ir_vec_free(&indices);
  return status;
}

// ` pad(%v)`
IrStatus tile_parse_pad(IrParser *p, IrOpState *state, bool *padded) {
  IrUnresolved name;
  IrValue *value;
  *padded = ir_parse_optional_keyword(p, "pad");
  if (!*padded) return IR_OK;
  IR_TRY(ir_parse_token(p, "("));
  IR_TRY(ir_parse_operand(p, &name));
  IR_TRY(ir_resolve_defined(p, name, &value));
  ir_vec_push(&state->operands, value);
  return ir_parse_token(p, ")");
}

static void set_segments(IrOpState *state, const int64_t *sizes, size_t n) {
  ir_state_set_attr(state, "operandSegmentSizes", ir_attr_i32_array(state->ctx, sizes, n));
}

void tile_print_place(IrPrinter *p, IrValue *memory, IrValues indices) {
  ir_printer_value(p, memory);
  ir_printer_text(p, "[");
  ir_printer_values(p, indices);
  ir_printer_text(p, "]");
}

void tile_print_pad(IrPrinter *p, IrValue *pad) {
  if (!pad) return;
  ir_printer_text(p, " pad(");
  ir_printer_value(p, pad);
  ir_printer_text(p, ")");
}

static const char *const hidden[] = {"operandSegmentSizes", "shape", NULL};

IrStatus tile_load_parse(IrParser *p, IrOpState *state) {
  IrType memory, tile;
  size_t n = 0;
  bool padded;
  IR_TRY(tile_parse_place(p, state, false, &memory, &n));
  IR_TRY(tile_parse_pad(p, state, &padded));
  IR_TRY(ir_parse_attr_dict(p, state));
  IR_TRY(ir_parse_colon_type(p, &tile));
  ir_vec_push(&state->result_types, tile);
  set_segments(state, (const int64_t[]){1, (int64_t)n, padded}, 3);
  return IR_OK;
}

void tile_load_print(IrOp *op, IrPrinter *p) {
  ir_printer_text(p, " ");
  tile_print_place(p, GET(op, tile_load, source), GET(op, tile_load, indices));
  tile_print_pad(p, GET(op, tile_load, pad));
  ir_printer_attr_dict(p, op, hidden, false);
  ir_printer_fmt(p, " : {}", GET(op, tile_load, tile_type));
}

IrStatus tile_store_parse(IrParser *p, IrOpState *state) {
  IrUnresolved name;
  IrValue *tile;
  IrType memory;
  size_t n = 0;
  IR_TRY(ir_parse_operand(p, &name));
  IR_TRY(ir_resolve_defined(p, name, &tile));
  ir_vec_push(&state->operands, tile);
  IR_TRY(ir_parse_token(p, ","));
  IR_TRY(tile_parse_place(p, state, false, &memory, &n));
  return ir_parse_attr_dict(p, state);
}

void tile_store_print(IrOp *op, IrPrinter *p) {
  ir_printer_text(p, " ");
  ir_printer_value(p, GET(op, tile_store, tile));
  ir_printer_text(p, ", ");
  tile_print_place(p, GET(op, tile_store, dest), GET(op, tile_store, indices));
  ir_printer_attr_dict(p, op, hidden, false);
}

IrStatus tile_copy_parse(IrParser *p, IrOpState *state) {
  IrType source, dest;
  size_t n = 0, m = 0, rank = 0;
  bool padded;
  int64_t extents[TILE_LAYOUT_RANK];
  IR_TRY(tile_parse_place(p, state, false, &source, &n));
  IR_TRY(ir_parse_keyword(p, "to"));
  IR_TRY(tile_parse_place(p, state, false, &dest, &m));
  IR_TRY(ir_parse_keyword(p, "shape"));
  IR_TRY(ir_parse_shape(p, false, extents, TILE_LAYOUT_RANK, &rank));
  IR_TRY(tile_parse_pad(p, state, &padded));
  ir_state_set_attr(state, "shape", ir_attr_i64_array(state->ctx, extents, rank));
  set_segments(state, (const int64_t[]){1, (int64_t)n, 1, (int64_t)m, padded}, 5);
  return ir_parse_attr_dict(p, state);
}

void tile_copy_print(IrOp *op, IrPrinter *p) {
  IrAttr shape = GET(op, tile_copy, shape);
  ir_printer_text(p, " ");
  tile_print_place(p, GET(op, tile_copy, source), GET(op, tile_copy, source_indices));
  ir_printer_text(p, " to ");
  tile_print_place(p, GET(op, tile_copy, dest), GET(op, tile_copy, dest_indices));
  ir_printer_text(p, " shape ");
  for (size_t d = 0; d < ir_attr_count(shape); d++)
    ir_printer_fmt(p, "{}{}", d ? "x" : "", ir_attr_array_int(shape, d));
  tile_print_pad(p, GET(op, tile_copy, pad));
  ir_printer_attr_dict(p, op, hidden, false);
}
