// What a picture of a layout shows; see layout_picture.h.
#include "driver/layout_picture.h"

#include "dialects/mem/mem.h"
#include "dialects/tile/layout.h"
#include "ir/asm/parser.h"
#include "ir/support/arena.h"

enum { WARP_LANES = 32, BANKS = 32, BANK_BYTES = 4 };
_Static_assert((int)MEM_BUFFER_MAX_RANK <= (int)TILE_LAYOUT_RANK, "coordinates of both");

typedef struct Reading {
  IrType type;
} Reading;

static IrStatus read_type(IrParser *p, void *user) {
  Reading *r = user;
  IR_TRY(ir_parse_type(p, &r->type));
  if (ir_parse_at_end(p)) return IR_OK;
  return ir_parser_error(p, ir_parser_loc(p), "expected nothing after the type");
}

// ---- The table's extents. ----

static IrStatus set_shape(LayoutPicture *pic, IrContext *ctx, IrLoc loc, IrShape shape) {
  int64_t count = 1;
  pic->shape = shape;
  for (size_t d = 0; d < shape.rank; d++)
    if (count <= LAYOUT_PICTURE_MOST) count *= shape.at[d];
  if (count > LAYOUT_PICTURE_MOST) {
    (void)ir_error(ctx, loc, "a picture has at most {} elements", (int)LAYOUT_PICTURE_MOST);
    ir_help(ctx, "layouts repeat: smaller extents show the same pattern");
    return IR_FAILED;
  }
  pic->rows = shape.rank > 1 ? (size_t)shape.at[shape.rank - 2] : 1;
  pic->columns = shape.rank > 0 ? (size_t)shape.at[shape.rank - 1] : 1;
  pic->planes = (size_t)count / (pic->rows * pic->columns);
  pic->cells = ir_calloc((size_t)count, sizeof *pic->cells);
  return IR_OK;
}

static void print_extents(IrStream *out, IrShape shape) {
  for (size_t d = 0; d < shape.rank; d++) ir_print(out, d ? "x{}" : "{}", shape.at[d]);
}

static void print_count(IrStream *out, size_t n, const char *what) {
  ir_print(out, n == 1 ? "{} {}" : "{} {}s", n, what);
}

// ---- Tiles. ----

static void tile_title(LayoutPicture *pic, IrType type, const TileLayout *l) {
  IrStream *out = &pic->title;
  unsigned bits = l->bits[0] + l->bits[1] + l->bits[2];
  uint32_t places = 1u << (bits - tile_layout_total_bits(l));
  if (!l->split) places *= tile_layout_groups(l);
  print_extents(out, pic->shape);
  ir_print(out,
           pic->shape.rank ? " elements of {}: " : "an element of {}: ", ir_type_element(type));
  print_count(out, tile_layout_registers(l), "register");
  ir_write_cstr(out, " a thread, ");
  print_count(out, tile_layout_size(l, TILE_LANE), "lane");
  ir_write_cstr(out, ", ");
  print_count(out, tile_layout_warps(l), "warp");
  ir_write_cstr(out, "\nthread:register, the thread being 32 * warp + lane");
  if (places > 1) ir_print(out, "; the first of {} places that hold the element", places);
  ir_write_char(out, '\n');
}

// The first (register, lane, warp) that holds the element with these coordinates.
static void holder_of(const TileLayout *l, const TileLayout *inverse, const int64_t *coords,
                      int64_t *at) {
  int64_t low[TILE_LAYOUT_RANK], group = 0, copy = 0;
  for (unsigned d = 0; d < l->rank; d++) {
    int64_t own = tile_layout_odd(l, d), number = coords[d] >> l->log[d];
    low[d] = coords[d] & ((1 << l->log[d]) - 1);
    if (tile_layout_split_dim(l) == (int)d) {
      own /= tile_layout_groups(l);
      group = number / own;
      number %= own;
    }
    copy = copy * own + number;
  }
  tile_layout_coords(inverse, tile_layout_apply1(inverse, 0, tile_layout_place(l, low)), at);
  at[TILE_REGISTER] += copy << l->bits[TILE_REGISTER];
  at[TILE_WARP] += group << l->bits[TILE_WARP];
}

static void coords_of_number(IrShape shape, size_t number, int64_t *at) {
  for (size_t d = shape.rank; d-- > 0; number /= (size_t)shape.at[d])
    at[d] = (int64_t)(number % (size_t)shape.at[d]);
}

static IrStatus read_tile(LayoutPicture *pic, IrContext *ctx, IrLoc loc, IrType type) {
  TileLayout l, inverse;
  if (!ir_type_encoding(type)) {
    (void)ir_error(ctx, loc, "{} has no layout", type);
    ir_help(ctx, "write it behind the element: tensor<16x8xf32, #tile.mma<m16n8k16, c, warps = "
                 "[1, 1]>>");
    return IR_FAILED;
  }
  if (!tile_layout_of(type, &l))
    return ir_error(ctx, loc, "the encoding is no #tile.layout within the extents of {}", type);
  if (!tile_layout_invert(&l, &inverse))
    return ir_error(ctx, loc, "the layout leaves elements out");
  IR_TRY(set_shape(pic, ctx, loc, ir_type_shape(type)));
  tile_title(pic, type, &l);
  for (size_t place = 0; place < pic->planes * pic->rows * pic->columns; place++) {
    int64_t coords[TILE_LAYOUT_RANK] = {0}, at[TILE_LAYOUT_RANK];
    coords_of_number(pic->shape, place, coords);
    holder_of(&l, &inverse, coords, at);
    pic->cells[place] = (LayoutCell){
        .first = (uint32_t)(at[TILE_WARP] * WARP_LANES + at[TILE_LANE]),
        .second = (uint32_t)at[TILE_REGISTER],
        // Neighbors are to differ: 11 steps of 32, which no power of two of lanes brings back.
        .hue = (uint8_t)(at[TILE_LANE] * 11 % LAYOUT_HUES),
        .shade = (uint8_t)(at[TILE_WARP] % LAYOUT_SHADES),
    };
  }
  return IR_OK;
}

// ---- Buffers. ----

static IrStatus read_buffer(LayoutPicture *pic, IrContext *ctx, IrLoc loc, IrType type) {
  IrShape shape = mem_buffer_shape(type);
  unsigned bytes = mem_element_bytes(mem_buffer_element(type));
  IR_TRY(set_shape(pic, ctx, loc, shape));
  print_extents(&pic->title, shape);
  ir_print(&pic->title,
           " elements of {}: {} bytes of shared memory\noffset:bank, the offset in "
           "elements\n",
           mem_buffer_element(type), mem_buffer_bytes(type));
  for (size_t place = 0; place < pic->planes * pic->rows * pic->columns; place++) {
    int64_t at[TILE_LAYOUT_RANK];
    coords_of_number(shape, place, at);
    uint32_t offset = (uint32_t)mem_buffer_offset(type, at), word = offset * bytes / BANK_BYTES;
    pic->cells[place] = (LayoutCell){
        .first = offset,
        .second = word % BANKS,
        .hue = (uint8_t)(word % BANKS),
        .shade = (uint8_t)(word / BANKS % LAYOUT_SHADES),
    };
  }
  return IR_OK;
}

IrStatus layout_picture_read(IrContext *ctx, IrLoc start, IrStr text, LayoutPicture *out) {
  Reading r = {0};
  *out = (LayoutPicture){0};
  IR_TRY(ir_parse_text_with(ctx, start, text, read_type, &r));
  if (ir_type_kind(r.type) == IR_TYPE_TENSOR) return read_tile(out, ctx, start, r.type);
  if (!mem_is_buffer(r.type)) {
    (void)ir_error(ctx, start, "{} has no layout to show", r.type);
    ir_help(ctx, "write a tensor with a layout, or a !mem.buffer");
    return IR_FAILED;
  }
  if (mem_buffer_space(r.type) == MEM_FRAGMENT)
    return ir_error(ctx, start, "a fragment buffer has no banks: it is not in shared memory");
  return read_buffer(out, ctx, start, r.type);
}

void layout_picture_free(LayoutPicture *picture) {
  ir_free(picture->cells);
  ir_stream_free(&picture->title);
}

void layout_picture_plane(const LayoutPicture *picture, size_t plane, IrStream *out) {
  int64_t at[TILE_LAYOUT_RANK];
  size_t outer = picture->shape.rank - 2;
  for (size_t d = outer; d-- > 0; plane /= (size_t)picture->shape.at[d])
    at[d] = (int64_t)(plane % (size_t)picture->shape.at[d]);
  for (size_t d = 0; d < outer; d++) ir_print(out, d ? "{}, " : "[{}, ", at[d]);
  ir_write_cstr(out, ":, :]");
}
