// !mem.tensor_map: text and rules; rules of the TMA ops.
//
// Rules of a tensor map's type, cited by the messages below:
//   1. rank 1 to 5, extents of 1 to 256
//   2. elements are integers of 8, 16, 32 or 64 bits or floats of 8 to 64
//   3. the contiguous extent is a multiple of 16 bytes, and with a swizzle at most its span
//   4. a box has fewer bytes than an mbarrier counts, 2^20
// Of the ops:
//   5. a map stands in the entry block and is of an argument of that block, of the map's rank and
//      elements, whose stride along the contiguous dimension is 1 and whose other strides, where
//      they are known, are multiples of 16 bytes
//   6. as many coordinates as the map has dimensions
//   7. a box fits into the row it goes to or comes from, which has the map's elements
//   8. the hardware combines only some types in some ways
#include "dialects/mem/mem_impl.h"

typedef struct MapPayload {
  int64_t extents[MEM_TENSOR_MAP_MAX_RANK];
  uint64_t rank;
  IrType element;
  IrAttr layout;
} MapPayload;

const IrTypeDef mem_tensor_map_def = {
    .size = sizeof(IrTypeDef),
    .name = "mem.tensor_map",
    .summary = "How TMA sees a tensor: as boxes of a shape and a layout.",
    .doc = "`!mem.tensor_map<SHAPExT, layout>`: the shape is the box that one op moves, in the "
           "order of the\n"
           "tensor's dimensions. The layout, a #mem.swizzle or nothing, is how a box lies in "
           "shared memory,\n"
           "as a buffer of one slab would: the contiguous extent is at most the swizzle's span, "
           "and rows\n"
           "are a span apart.",
    .example = "!mem.tensor_map<128x64xf16, #mem.swizzle<128>>",
    .parse = mem_tensor_map_parse,
    .print = mem_tensor_map_print,
};

static bool is_i16(IrType type) {
  return ir_type_is_integer(type, 16);
}

static IrType build_i16(IrContext *ctx) {
  return ir_type_integer(ctx, 16, IR_SIGNLESS);
}

const IrTypeConstraint mem_tensor_map_type = {.name = "a !mem.tensor_map",
                                              .test = mem_is_tensor_map};
const IrTypeConstraint mem_block_mask_type = {
    .name = "i16, a bit for each block of the cluster", .test = is_i16, .build = build_i16};

// ---- The type. ----

IrType mem_tensor_map_type_get(IrShape box, IrType element, IrAttr layout) {
  IR_ASSERT(box.rank >= 1 && box.rank <= MEM_TENSOR_MAP_MAX_RANK, "a box has rank 1 to 5");
  bool plain = mem_swizzle_span(layout) == 0 && !mem_layout_column(layout);
  MapPayload payload = {.rank = box.rank, .element = element, .layout = plain ? NULL : layout};
  memcpy(payload.extents, box.at, box.rank * sizeof *box.at);
  return ir_type_intern(ir_type_context(element), &mem_tensor_map_def, &payload, sizeof payload);
}

static const MapPayload *map_of(IrType type) {
  const MapPayload *map = ir_type_payload(type, &mem_tensor_map_def);
  IR_ASSERT(map, "a !mem.tensor_map");
  return map;
}

bool mem_is_tensor_map(IrType type) {
  return ir_type_payload(type, &mem_tensor_map_def) != NULL;
}

IrShape mem_tensor_map_box(IrType map) {
  const MapPayload *m = map_of(map);
  return (IrShape){m->extents, m->rank};
}

IrType mem_tensor_map_element(IrType map) {
  return map_of(map)->element;
}

IrAttr mem_tensor_map_layout(IrType map) {
  return map_of(map)->layout;
}

static int64_t num_elements(IrShape box) {
  int64_t n = 1;
  for (size_t i = 0; i < box.rank; i++) n *= box.at[i];
  return n;
}

int64_t mem_tensor_map_bytes(IrType map) {
  return num_elements(mem_tensor_map_box(map)) * mem_element_bytes(mem_tensor_map_element(map));
}

int64_t mem_tensor_map_footprint(IrType map) {
  const MapPayload *m = map_of(map);
  unsigned span = mem_swizzle_span(m->layout);
  int64_t row = m->extents[m->rank - (mem_layout_column(m->layout) ? 2 : 1)];
  int64_t n = num_elements(mem_tensor_map_box(map));
  return span ? n / row * (span / mem_element_bytes(m->element)) : n;
}

void mem_tensor_map_order(IrType map, uint32_t order[MEM_TENSOR_MAP_MAX_RANK]) {
  const MapPayload *m = map_of(map);
  uint32_t rank = (uint32_t)m->rank;
  for (uint32_t i = 0; i < rank; i++) order[i] = rank - 1 - i;
  if (!mem_layout_column(m->layout)) return;
  order[0] = rank - 2;
  order[1] = rank - 1;
}

unsigned mem_tensor_map_alignment(IrType map) {
  unsigned span = mem_swizzle_span(mem_tensor_map_layout(map));
  return span * 8 > 128 ? span * 8 : 128;
}

// Rules 1 and 2.
static IrStatus check_box(IrContext *ctx, IrLoc loc, IrShape box, IrType element) {
  if (box.rank < 1 || box.rank > MEM_TENSOR_MAP_MAX_RANK)
    return ir_error(ctx, loc, "a tensor map has rank 1 to {}, got {}", (int)MEM_TENSOR_MAP_MAX_RANK,
                    box.rank);
  for (size_t i = 0; i < box.rank; i++)
    if (box.at[i] == IR_DYNAMIC || box.at[i] < 1 || box.at[i] > MEM_TENSOR_MAP_MAX_EXTENT)
      return ir_error(ctx, loc, "a box's extents are fixed, 1 to {}",
                      (int)MEM_TENSOR_MAP_MAX_EXTENT);
  bool known = ir_type_is_float(element) || ir_type_is_any_integer(element);
  unsigned width = known ? ir_type_width(element) : 0;
  if (width == 8 || width == 16 || width == 32 || width == 64) return IR_OK;
  return ir_error(ctx, loc, "{} cannot be an element of a tensor map", element);
}

// Rules 3 and 4.
static IrStatus check_layout(IrContext *ctx, IrLoc loc, IrShape box, IrType element,
                             IrAttr layout) {
  unsigned span = mem_swizzle_span(layout), bytes = mem_element_bytes(element);
  bool column = mem_layout_column(layout);
  if (column && box.rank < 2)
    return ir_error(ctx, loc, "{} needs a box of rank 2 or more, got rank {}", layout, box.rank);
  int64_t row = box.at[box.rank - (column ? 2 : 1)] * bytes;
  if (row % 16)
    return ir_error(ctx, loc, "a box's contiguous extent is a multiple of 16 bytes, got {}", row);
  if (span && row > span) {
    (void)ir_error(ctx, loc,
                   "a box's contiguous extent of {} bytes is more than the swizzle's span of {}",
                   row, span);
    ir_help(ctx, "{} elements of {} fill the span; a wider tile takes several boxes", span / bytes,
            element);
    return IR_FAILED;
  }
  if (num_elements(box) * bytes <= MEM_MBARRIER_MAX_COUNT) return IR_OK;
  return ir_error(ctx, loc, "a box has fewer than 2^20 bytes, got {}", num_elements(box) * bytes);
}

IrType mem_tensor_map_type_checked(IrContext *ctx, IrLoc loc, IrShape box, IrType element,
                                   IrAttr layout) {
  if (check_box(ctx, loc, box, element)) return NULL;
  if (layout && !ir_attr_payload(layout, &mem_swizzle)) {
    (void)ir_error(ctx, loc, "a box's layout is a #mem.swizzle, got {}", layout);
    return NULL;
  }
  if (check_layout(ctx, loc, box, element, layout)) return NULL;
  return mem_tensor_map_type_get(box, element, layout);
}

IrType mem_tensor_map_parse(IrParser *p) {
  IrLoc loc = ir_parser_loc(p);
  int64_t extents[MEM_TENSOR_MAP_MAX_RANK + 1];
  size_t rank = 0;
  IrType element = NULL;
  IrAttr layout = NULL;
  if (ir_parse_token(p, "<") ||
      ir_parse_shape(p, true, extents, MEM_TENSOR_MAP_MAX_RANK + 1, &rank) ||
      ir_parse_type(p, &element))
    return NULL;
  if (ir_parse_optional_token(p, ",") && ir_parse_attr(p, NULL, &layout)) return NULL;
  if (ir_parse_token(p, ">")) return NULL;
  return mem_tensor_map_type_checked(ir_parser_context(p), loc, (IrShape){extents, rank}, element,
                                     layout);
}

void mem_tensor_map_print(IrType type, IrPrinter *p) {
  const MapPayload *m = map_of(type);
  ir_printer_text(p, "<");
  for (size_t i = 0; i < m->rank; i++) ir_printer_fmt(p, "{}x", m->extents[i]);
  ir_printer_fmt(p, "{}", m->element);
  if (m->layout) ir_printer_fmt(p, ", {}", m->layout);
  ir_printer_text(p, ">");
}

// ---- mem.tensor_map ----

// Rule 5, where it stands.
static IrStatus verify_place(IrOp *op) {
  IrBlock *block = ir_op_block(op);
  IrValue *tensor = GET(op, mem_tensor_map, tensor);
  bool argument = ir_value_block(tensor) == block && !ir_value_op(tensor);
  IrOp *kernel = ir_op_parent(op);
  bool entry = kernel && ir_op_has_trait(kernel, IR_ISOLATED) &&
               ir_region_first(ir_block_region(block)) == block;
  if (entry && argument) return IR_OK;
  (void)ir_op_error(op,
                    entry ? "maps {}, which is no argument of the kernel"
                          : "of {} stands outside the kernel's entry block",
                    ir_value_type(tensor));
  ir_help(ir_op_context(op), "the host makes the map before the kernel runs");
  return IR_FAILED;
}

// Rule 5, what it maps.
static IrStatus verify_strides(IrOp *op, IrType tensor, IrType map) {
  uint32_t order[MEM_TENSOR_MAP_MAX_RANK];
  int64_t strides[16], offset, bytes = mem_element_bytes(mem_tensor_map_element(map));
  size_t rank = mem_tensor_map_box(map).rank;
  ir_type_memref_strides(tensor, strides, &offset);
  mem_tensor_map_order(map, order);
  if (strides[order[0]] != 1) {
    (void)ir_op_error(op, "has boxes contiguous along dimension {}, which has no stride of 1 in {}",
                      order[0], tensor);
    ir_help(ir_op_context(op), "'column' in the layout chooses the dimension before the last");
    return IR_FAILED;
  }
  for (size_t i = 1; i < rank; i++)
    if (strides[order[i]] != IR_DYNAMIC && strides[order[i]] * bytes % 16)
      return ir_op_error(op,
                         "needs strides of a multiple of 16 bytes, but dimension {} of {} has {}",
                         order[i], tensor, strides[order[i]] * bytes);
  return IR_OK;
}

IrStatus mem_tensor_map_verify(IrOp *op) {
  IrType tensor = ir_value_type(GET(op, mem_tensor_map, tensor));
  IrType map = GET(op, mem_tensor_map, map_type), element = mem_tensor_map_element(map);
  size_t rank = ir_type_shape(tensor).rank, box = mem_tensor_map_box(map).rank;
  IR_TRY(verify_place(op));
  if (rank != box) return ir_op_error(op, "has boxes of rank {} of {}", box, tensor);
  if (ir_type_element(tensor) != element)
    return ir_op_error(op, "has boxes of {} of {}", element, tensor);
  if (GET(op, mem_tensor_map, nan) && (!ir_type_is_float(element) || ir_type_width(element) < 16))
    return ir_op_error(op, "cannot fill with NaN: {} is no float of 16 bits or more", element);
  return verify_strides(op, tensor, map);
}

// ---- What the host and the machine check when they make a map. ----

MemTmaTensor mem_tma_tensor(IrType map, uint64_t address, const int64_t *extents,
                            const int64_t *strides) {
  uint32_t order[MEM_TENSOR_MAP_MAX_RANK];
  int64_t bytes = mem_element_bytes(mem_tensor_map_element(map));
  MemTmaTensor tensor = {.rank = (uint32_t)mem_tensor_map_box(map).rank, .address = address};
  const int64_t limit = INT64_C(1) << 39;
  int64_t reach = 0; // bytes, of the dimensions before
  mem_tensor_map_order(map, order);
  for (uint32_t i = 0; i < tensor.rank; i++) {
    tensor.extents[i] = extents[order[i]];
    tensor.strides[i] = strides[order[i]] * bytes;
    // Of one element any stride will do, and hosts may have put anything there.
    if (i > 0 && tensor.extents[i] == 1)
      tensor.strides[i] = reach < limit ? (reach + 15) & ~15 : 16;
    if (__builtin_mul_overflow(tensor.extents[i], tensor.strides[i], &reach)) reach = limit;
  }
  return tensor;
}

// Limits of cuTensorMapEncodeTiled.
bool mem_tma_refuses(const MemTmaTensor *tensor, IrStream *why) {
  if (tensor->address % 16) {
    ir_print(why, "its address is no multiple of 16 bytes");
    return true;
  }
  for (uint32_t i = 0; i < tensor->rank; i++) {
    if (tensor->extents[i] < 1 || tensor->extents[i] > INT64_C(1) << 32) {
      ir_print(why, "it has an extent of {}, not 1 to 2^32", tensor->extents[i]);
      return true;
    }
    if (i == 0) continue;
    if (tensor->strides[i] % 16 || tensor->strides[i] < 0 ||
        tensor->strides[i] >= INT64_C(1) << 40) {
      ir_print(why, "it has a stride of {} bytes, no multiple of 16 below 2^40",
               tensor->strides[i]);
      return true;
    }
  }
  return false;
}

// ---- Boxes. ----

// Rules 6 and 7.
static IrStatus verify_box(IrOp *op, IrType map, size_t coords, IrType row) {
  size_t rank = mem_tensor_map_box(map).rank;
  int64_t elements = mem_tensor_map_footprint(map);
  if (coords != rank)
    return ir_op_error(op, "needs {} {} for {}, got {}", rank,
                       rank == 1 ? "coordinate" : "coordinates", map, coords);
  if (mem_buffer_element(row) != mem_tensor_map_element(map))
    return ir_op_error(op, "moves {} to or from {}", mem_tensor_map_element(map), row);
  if (mem_buffer_count(row) < elements)
    return ir_op_error(op, "moves a box that takes {} elements, but {} has fewer", elements, row);
  return IR_OK;
}

IrStatus mem_tma_load_verify(IrOp *op) {
  return verify_box(op, ir_value_type(GET(op, mem_tma_load, map)), GET(op, mem_tma_load, coords).n,
                    ir_value_type(GET(op, mem_tma_load, dest)));
}

IrStatus mem_tma_store_verify(IrOp *op) {
  return verify_box(op, ir_value_type(GET(op, mem_tma_store, map)),
                    GET(op, mem_tma_store, coords).n,
                    ir_value_type(GET(op, mem_tma_store, source)));
}

// ---- Reductions. ----

static const char *const reduce_words[] = {"add", "min", "max", "inc", "dec",
                                           "and", "or",  "xor", NULL};

MemReduceKind mem_reduce_kind(IrAttr kind) {
  for (unsigned i = 0; reduce_words[i]; i++)
    if (ir_str_is(ir_attr_str(kind), reduce_words[i])) return (MemReduceKind)i;
  IR_UNREACHABLE("the constraint knows all kinds");
}

static bool is_reduce_kind(IrAttr attr) {
  if (ir_attr_kind(attr) != IR_ATTR_STRING) return false;
  for (unsigned i = 0; reduce_words[i]; i++)
    if (ir_str_is(ir_attr_str(attr), reduce_words[i])) return true;
  return false;
}

const IrAttrConstraint mem_reduce_kind_attr = {.name =
                                                   "one of add, min, max, inc, dec, and, or, xor",
                                               .test = is_reduce_kind,
                                               .keywords = reduce_words};

// Rule 8: what an H200 does with each.  It adds 64-bit integers only as unsigned ones, compares
// them either way, and wraps (inc, dec) unsigned words of 32 bits only.
static bool combines(MemReduceKind kind, IrType element) {
  unsigned width = ir_type_width(element);
  bool is_float = ir_type_is_float(element), half = is_float && width == 16;
  if (is_float)
    return kind == MEM_REDUCE_ADD ? half || ir_type_float_kind(element) == IR_F32
                                  : half && (kind == MEM_REDUCE_MIN || kind == MEM_REDUCE_MAX);
  bool is_unsigned = ir_type_signedness(element) == IR_UNSIGNED;
  if (width < 32) return false;
  switch (kind) {
  case MEM_REDUCE_MIN:
  case MEM_REDUCE_MAX:
    return true;
  case MEM_REDUCE_INC:
  case MEM_REDUCE_DEC:
    return width == 32 && is_unsigned;
  default:
    return width == 32 || is_unsigned;
  }
}

IrStatus mem_tma_reduce_verify(IrOp *op) {
  IrType map = ir_value_type(GET(op, mem_tma_reduce, map));
  IrAttr kind = GET(op, mem_tma_reduce, kind);
  IR_TRY(verify_box(op, map, GET(op, mem_tma_reduce, coords).n,
                    ir_value_type(GET(op, mem_tma_reduce, source))));
  IrType element = mem_tensor_map_element(map);
  if (combines(mem_reduce_kind(kind), element)) return IR_OK;
  (void)ir_op_error(op, "cannot combine {} with '{}'", element, ir_attr_str(kind));
  IrContext *ctx = ir_op_context(op);
  IrType other =
      ir_type_is_float(element) ? NULL : ir_type_integer(ctx, ir_type_width(element), IR_UNSIGNED);
  if (other && combines(mem_reduce_kind(kind), other)) ir_help(ctx, "it combines {}", other);
  return IR_FAILED;
}
