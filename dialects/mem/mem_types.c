// !mem.buffer and #mem.swizzle: text, rules, and where an element lies in a buffer's storage.
//
// Rules of a buffer type, cited by the messages below:
//   1. rank 1 to 4, extents of at least 1, at most 2^31 - 1 bytes in all
//   2. elements are numbers (mem_is_number), or !mem.mbarrier in shared memory
//   3. a swizzle needs rank 2 or more; its span divides the contiguous extent's bytes, and the
//      number of rows is a multiple of 8
//   4. padding needs rank 2 or more, and is whole elements
#include "dialects/mem/mem_impl.h"

typedef struct BufferPayload {
  int64_t extents[MEM_BUFFER_MAX_RANK];
  uint64_t rank, space;
  IrType element;
  IrAttr layout;
} BufferPayload;

typedef struct SwizzlePayload {
  uint32_t span, column;
} SwizzlePayload;

const IrTypeDef mem_buffer = {
    .size = sizeof(IrTypeDef),
    .name = "mem.buffer",
    .summary = "A buffer of a block, of static shape.",
    .doc = "`!mem.buffer<SHAPExT, layout, space>`: the layout is a #mem.swizzle or #mem.padded and "
           "may\n"
           "be left out (row-major), the space is `shared`, `cluster` (in the shared memory of a "
           "block of the\n"
           "cluster) or `fragment`. Leading dimensions beyond the last two are outermost.",
    .example = "!mem.buffer<128x64xf16, #mem.swizzle<128>, shared>",
    .parse = mem_buffer_parse,
    .print = mem_buffer_print,
    .interfaces =
        (const IrInterfaceImpl[]){{&ir_data_layout_interface, &mem_buffer_data_layout}, {0}},
};

static IrType mbarrier_parse(IrParser *p) {
  return mem_mbarrier_type_get(ir_parser_context(p));
}

static void mbarrier_print(IrType type, IrPrinter *p) {
  (void)type;
  (void)p;
}

const IrTypeDef mem_mbarrier = {
    .size = sizeof(IrTypeDef),
    .name = "mem.mbarrier",
    .summary = "An mbarrier, 8 bytes of shared memory that only the mbarrier ops look into.",
    .doc =
        "Threads arrive at it, copies tell it of their bytes, and threads wait for its phases. An\n"
        "element of a buffer in shared memory; no value has this type.",
    .example = "!mem.mbarrier",
    .parse = mbarrier_parse,
    .print = mbarrier_print,
    .interfaces =
        (const IrInterfaceImpl[]){{&ir_data_layout_interface, &mem_mbarrier_data_layout}, {0}},
};

const IrAttrDef mem_swizzle = {
    .size = sizeof(IrAttrDef),
    .name = "mem.swizzle",
    .summary = "How a buffer's last two dimensions lie in memory.",
    .doc =
        "The contiguous dimension (the last, or with `column` the one before it) is cut into "
        "slabs\n"
        "of SPAN bytes; a slab holds all rows, SPAN bytes apart; in a row the 16-byte chunk c "
        "sits\n"
        "at chunk `c xor (f(row) mod (SPAN/16))` with f(row) = row for 128, row/2 for 64, row/4\n"
        "for 32. SPAN 0 is not swizzled: row-major, or column-major with `column`.",
    .example = "#mem.swizzle<128, column>",
    .parse = mem_swizzle_parse,
    .print = mem_swizzle_print,
};

// ---- #mem.swizzle ----

IrAttr mem_swizzle_get(IrContext *ctx, unsigned span, bool column) {
  SwizzlePayload payload = {span, column};
  return ir_attr_intern(ctx, &mem_swizzle, &payload, sizeof payload);
}

static const SwizzlePayload *swizzle_of(IrAttr attr) {
  return attr ? ir_attr_payload(attr, &mem_swizzle) : NULL;
}

unsigned mem_swizzle_span(IrAttr swizzle) {
  const SwizzlePayload *s = swizzle_of(swizzle);
  return s ? s->span : 0;
}

bool mem_layout_column(IrAttr layout) {
  const SwizzlePayload *s = swizzle_of(layout);
  return s ? s->column : mem_padded_column(layout);
}

IrAttr mem_swizzle_parse(IrParser *p) {
  IrContext *ctx = ir_parser_context(p);
  if (ir_parse_token(p, "<")) return NULL;
  IrLoc loc = ir_parser_loc(p);
  int64_t span = 0;
  if (ir_parse_integer(p, &span)) return NULL;
  if (span != 0 && span != 32 && span != 64 && span != 128) {
    (void)ir_parser_error(p, loc, "a swizzle spans 0, 32, 64 or 128 bytes, got {}", span);
    return NULL;
  }
  bool column = ir_parse_optional_token(p, ",");
  if (column && ir_parse_keyword(p, "column")) return NULL;
  if (ir_parse_token(p, ">")) return NULL;
  return mem_swizzle_get(ctx, (unsigned)span, column);
}

void mem_swizzle_print(IrAttr attr, IrPrinter *p) {
  const SwizzlePayload *s = swizzle_of(attr);
  ir_printer_fmt(p, "<{}{}>", s->span, s->column ? ", column" : "");
}

// ---- !mem.mbarrier ----

IrType mem_mbarrier_type_get(IrContext *ctx) {
  return ir_type_intern(ctx, &mem_mbarrier, NULL, 0);
}

bool mem_is_mbarrier(IrType type) {
  return ir_type_def(type) == &mem_mbarrier;
}

// ---- !mem.buffer ----

IrType mem_buffer_type_get(IrShape shape, IrType element, IrAttr layout, MemSpace space) {
  IR_ASSERT(shape.rank >= 1 && shape.rank <= MEM_BUFFER_MAX_RANK, "a buffer has rank 1 to 4");
  bool plain =
      mem_swizzle_span(layout) == 0 && !mem_layout_column(layout) && mem_padded_bytes(layout) == 0;
  BufferPayload payload = {
      .rank = shape.rank, .space = space, .element = element, .layout = plain ? NULL : layout};
  memcpy(payload.extents, shape.at, shape.rank * sizeof *shape.at);
  return ir_type_intern(ir_type_context(element), &mem_buffer, &payload, sizeof payload);
}

static const BufferPayload *buffer_of(IrType type) {
  const BufferPayload *b = ir_type_payload(type, &mem_buffer);
  IR_ASSERT(b, "a !mem.buffer");
  return b;
}

bool mem_is_buffer(IrType type) {
  return ir_type_payload(type, &mem_buffer) != NULL;
}

bool mem_is_shared_buffer(IrType type) {
  return mem_is_buffer(type) && mem_buffer_space(type) == MEM_SHARED;
}

IrShape mem_buffer_shape(IrType buffer) {
  const BufferPayload *b = buffer_of(buffer);
  return (IrShape){b->extents, b->rank};
}

IrType mem_buffer_element(IrType buffer) {
  return buffer_of(buffer)->element;
}

IrAttr mem_buffer_layout(IrType buffer) {
  return buffer_of(buffer)->layout;
}

MemSpace mem_buffer_space(IrType buffer) {
  return (MemSpace)buffer_of(buffer)->space;
}

static size_t contiguous_dim(const BufferPayload *b) {
  return b->rank - (mem_layout_column(b->layout) ? 2 : 1);
}

// Elements that no coordinates name, behind each row.
static int64_t padding(const BufferPayload *b) {
  unsigned bytes = mem_padded_bytes(b->layout);
  return bytes ? bytes / mem_element_bytes(b->element) : 0;
}

int64_t mem_buffer_pitch(IrType buffer) {
  const BufferPayload *b = buffer_of(buffer);
  unsigned span = mem_swizzle_span(b->layout);
  return span ? span / mem_element_bytes(b->element) : b->extents[contiguous_dim(b)] + padding(b);
}

int64_t mem_buffer_count(IrType buffer) {
  const BufferPayload *b = buffer_of(buffer);
  int64_t n = 1;
  for (size_t i = 0; i < b->rank; i++)
    n *= b->extents[i] + (i == contiguous_dim(b) ? padding(b) : 0);
  return n;
}

unsigned mem_element_bytes(IrType element) {
  return mem_is_mbarrier(element) ? MEM_MBARRIER_BYTES : (ir_type_width(element) + 7) / 8;
}

bool mem_is_number(IrType element) {
  if (ir_type_is_index(element)) return true;
  if (!ir_type_is_float(element) && !ir_type_is_any_integer(element)) return false;
  unsigned bits = ir_type_width(element);
  bool whole = bits == 1 || bits == 8 || bits == 16 || bits == 32 || bits == 64;
  return ir_type_is_float(element) ? bits <= 64 : whole;
}

int64_t mem_buffer_bytes(IrType buffer) {
  return mem_buffer_count(buffer) * mem_element_bytes(mem_buffer_element(buffer));
}

IrType mem_buffer_slot(IrType buffer) {
  const BufferPayload *b = buffer_of(buffer);
  IrShape rest = {b->extents + 1, b->rank - 1};
  IrAttr layout = rest.rank >= 2 ? b->layout : NULL;
  return mem_buffer_type_get(rest, b->element, layout, (MemSpace)b->space);
}

IrType mem_buffer_trans(IrType buffer) {
  const BufferPayload *b = buffer_of(buffer);
  IrContext *ctx = ir_type_context(buffer);
  int64_t extents[MEM_BUFFER_MAX_RANK];
  size_t last = b->rank - 1;
  bool column = !mem_layout_column(b->layout);
  unsigned padded = mem_padded_bytes(b->layout), span = mem_swizzle_span(b->layout);
  memcpy(extents, b->extents, b->rank * sizeof *extents);
  extents[last] = b->extents[last - 1];
  extents[last - 1] = b->extents[last];
  IrAttr layout = padded           ? mem_padded_get(ctx, padded, column)
                  : span || column ? mem_swizzle_get(ctx, span, column)
                                   : NULL;
  return mem_buffer_type_get((IrShape){extents, b->rank}, b->element, layout, (MemSpace)b->space);
}

IrType mem_buffer_flat(IrType buffer) {
  int64_t count = mem_buffer_count(buffer);
  return mem_buffer_type_get((IrShape){&count, 1}, mem_buffer_element(buffer), NULL,
                             mem_buffer_space(buffer));
}

// A pattern of a span repeats after 8 rows of it.
unsigned mem_buffer_alignment(IrType buffer) {
  unsigned span = mem_swizzle_span(mem_buffer_layout(buffer));
  return span ? span * 8 : 16;
}

// Where (row, c) lies in the last two dimensions, c along the contiguous one.
static int64_t swizzled(int64_t row, int64_t c, int64_t rows, unsigned span, unsigned bytes) {
  int64_t per_row = span / bytes, per_chunk = 16 / bytes, chunks = span / 16;
  int64_t slab = c / per_row, in_row = c % per_row;
  int64_t f = row / (128 / span); // row for 128, row/2 for 64, row/4 for 32
  int64_t chunk = (in_row / per_chunk) ^ (f % chunks);
  return slab * rows * per_row + row * per_row + chunk * per_chunk + in_row % per_chunk;
}

int64_t mem_buffer_offset(IrType buffer, const int64_t *coords) {
  const BufferPayload *b = buffer_of(buffer);
  if (b->rank == 1) return coords[0];
  int64_t outer = 0;
  for (size_t i = 0; i + 2 < b->rank; i++) outer = outer * b->extents[i] + coords[i];
  int64_t y = coords[b->rank - 2], x = coords[b->rank - 1];
  int64_t height = b->extents[b->rank - 2], width = b->extents[b->rank - 1];
  bool column = mem_layout_column(b->layout);
  unsigned span = mem_swizzle_span(b->layout);
  int64_t rows = column ? width : height, row = column ? x : y, c = column ? y : x;
  int64_t pitch = (column ? height : width) + padding(b);
  int64_t inner =
      span ? swizzled(row, c, rows, span, mem_element_bytes(b->element)) : row * pitch + c;
  return outer * height * width + outer * rows * padding(b) + inner;
}

// Rules 1 and 2.
static IrStatus check_shape(IrContext *ctx, IrLoc loc, IrShape shape, IrType element) {
  if (shape.rank < 1 || shape.rank > MEM_BUFFER_MAX_RANK)
    return ir_error(ctx, loc, "a buffer has rank 1 to {}, got {}", (int)MEM_BUFFER_MAX_RANK,
                    shape.rank);
  if (!mem_is_number(element) && !mem_is_mbarrier(element))
    return ir_error(ctx, loc, "{} cannot be an element of a buffer", element);
  int64_t bytes = mem_element_bytes(element);
  for (size_t i = 0; i < shape.rank; i++) {
    if (shape.at[i] == IR_DYNAMIC || shape.at[i] < 1)
      return ir_error(ctx, loc, "a buffer's extents are fixed and at least 1");
    if (shape.at[i] > INT32_MAX / bytes)
      return ir_error(ctx, loc, "a buffer of more than 2^31 - 1 bytes");
    bytes *= shape.at[i];
  }
  return IR_OK;
}

// Rule 3.
static IrStatus check_swizzle(IrContext *ctx, IrLoc loc, IrShape shape, IrType element,
                              IrAttr layout) {
  unsigned span = mem_swizzle_span(layout);
  bool column = mem_layout_column(layout);
  if (!span && !column) return IR_OK;
  if (shape.rank < 2)
    return ir_error(ctx, loc, "{} needs a buffer of rank 2 or more, got rank {}", layout,
                    shape.rank);
  if (!span) return IR_OK;
  int64_t contiguous = shape.at[shape.rank - (column ? 2 : 1)];
  int64_t rows = shape.at[shape.rank - (column ? 1 : 2)];
  unsigned bytes = mem_element_bytes(element);
  if (contiguous * bytes % span) {
    (void)ir_error(ctx, loc,
                   "a swizzle of {} bytes does not divide a contiguous extent of {} elements, {} "
                   "bytes",
                   span, contiguous, contiguous * bytes);
    ir_help(ctx, "{} elements of {} fill the span", span / bytes, element);
    return IR_FAILED;
  }
  if (rows % 8)
    return ir_error(ctx, loc, "a swizzled buffer has a multiple of 8 rows, got {}", rows);
  return IR_OK;
}

// Rule 4, and 1 with the padding.
static IrStatus check_padded(IrContext *ctx, IrLoc loc, IrShape shape, IrType element,
                             IrAttr layout) {
  unsigned bytes = mem_padded_bytes(layout), each = mem_element_bytes(element);
  if (!bytes) return IR_OK;
  if (shape.rank < 2)
    return ir_error(ctx, loc, "{} needs a buffer of rank 2 or more, got rank {}", layout,
                    shape.rank);
  if (bytes % each) {
    (void)ir_error(ctx, loc, "padding of {} bytes is no whole number of elements of {} bytes",
                   bytes, each);
    ir_help(ctx, "16 bytes keep rows aligned for the widest accesses");
    return IR_FAILED;
  }
  int64_t rows = 1;
  for (size_t i = 0; i < shape.rank; i++)
    if (i != shape.rank - (mem_layout_column(layout) ? 2 : 1)) rows *= shape.at[i];
  int64_t row = shape.at[shape.rank - (mem_layout_column(layout) ? 2 : 1)] * each + bytes;
  return row <= INT32_MAX / rows
             ? IR_OK
             : ir_error(ctx, loc, "a buffer of more than 2^31 - 1 bytes with its padding");
}

IrType mem_buffer_type_checked(IrContext *ctx, IrLoc loc, IrShape shape, IrType element,
                               IrAttr layout, MemSpace space) {
  if (check_shape(ctx, loc, shape, element)) return NULL;
  if (mem_is_mbarrier(element) && space == MEM_FRAGMENT) {
    (void)ir_error(ctx, loc, "a buffer of mbarriers is in shared memory");
    return NULL;
  }
  if (layout && !swizzle_of(layout) && !mem_padded_bytes(layout)) {
    (void)ir_error(ctx, loc, "a buffer's layout is a #mem.swizzle or #mem.padded, got {}", layout);
    return NULL;
  }
  if (check_padded(ctx, loc, shape, element, layout)) return NULL;
  if (check_swizzle(ctx, loc, shape, element, layout)) return NULL;
  return mem_buffer_type_get(shape, element, layout, space);
}

static const char *const spaces[] = {
    [MEM_SHARED] = "shared", [MEM_FRAGMENT] = "fragment", [MEM_CLUSTER] = "cluster"};
enum { NUM_SPACES = sizeof spaces / sizeof *spaces };

static bool at_space(IrParser *p) {
  for (size_t i = 0; i < NUM_SPACES; i++)
    if (ir_parse_at_keyword(p, spaces[i])) return true;
  return false;
}

static IrStatus parse_space(IrParser *p, MemSpace *space) {
  for (size_t i = 0; i < NUM_SPACES; i++) {
    if (!ir_parse_optional_keyword(p, spaces[i])) continue;
    *space = (MemSpace)i;
    return IR_OK;
  }
  (void)ir_parser_error(p, ir_parser_loc(p), "expected a buffer's space");
  ir_help(ir_parser_context(p), "write 'shared', 'cluster' or 'fragment'");
  return IR_FAILED;
}

IrType mem_buffer_parse(IrParser *p) {
  IrLoc loc = ir_parser_loc(p);
  int64_t extents[MEM_BUFFER_MAX_RANK + 1];
  size_t rank = 0;
  IrType element = NULL;
  IrAttr layout = NULL;
  MemSpace space;
  if (ir_parse_token(p, "<") || ir_parse_shape(p, true, extents, MEM_BUFFER_MAX_RANK + 1, &rank) ||
      ir_parse_type(p, &element) || ir_parse_token(p, ","))
    return NULL;
  if (!at_space(p)) {
    if (ir_parse_attr(p, NULL, &layout) || ir_parse_token(p, ",")) return NULL;
  }
  if (parse_space(p, &space) || ir_parse_token(p, ">")) return NULL;
  return mem_buffer_type_checked(ir_parser_context(p), loc, (IrShape){extents, rank}, element,
                                 layout, space);
}

void mem_buffer_print(IrType type, IrPrinter *p) {
  const BufferPayload *b = buffer_of(type);
  ir_printer_text(p, "<");
  for (size_t i = 0; i < b->rank; i++) ir_printer_fmt(p, "{}x", b->extents[i]);
  ir_printer_fmt(p, "{}, ", b->element);
  if (b->layout) ir_printer_fmt(p, "{}, ", b->layout);
  ir_printer_fmt(p, "{}>", spaces[b->space]);
}
