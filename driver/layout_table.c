// A layout as a table of text or as a drawing.
#include <stdio.h>

#include "driver/layout_picture.h"

// ---- Colors. ----

typedef struct Color {
  unsigned red, green, blue; // 0..255
} Color;

// How much of a primary color a hue has: 0..255, a trapezoid around the circle of 6 * 256 steps.
static unsigned primary(unsigned angle) {
  angle %= 6 * 256;
  if (angle < 256) return angle;
  if (angle < 3 * 256) return 255;
  return angle < 4 * 256 ? 4 * 256 - 1 - angle : 0;
}

// Light enough for black text; the more a shade, the darker.
static Color color_of(const LayoutCell *cell) {
  unsigned angle = cell->hue * 6 * 256 / LAYOUT_HUES, full = 255 - 24u * cell->shade;
  unsigned low = full * 5 / 8;
  return (Color){.red = low + primary(angle + 2 * 256) * (full - low) / 255,
                 .green = low + primary(angle) * (full - low) / 255,
                 .blue = low + primary(angle + 4 * 256) * (full - low) / 255};
}

// ---- Table. ----

static void print_padded(IrStream *out, const char *text, int width) {
  char padded[64];
  snprintf(padded, sizeof padded, "%*s", width, text);
  ir_write_cstr(out, padded);
}

static void print_number(IrStream *out, size_t n, int width) {
  char text[24];
  snprintf(text, sizeof text, "%zu", n);
  print_padded(out, text, width);
}

static int cell_text(const LayoutCell *cell, char *text, size_t size) {
  return snprintf(text, size, "%u:%u", cell->first, cell->second);
}

static int widest(const LayoutPicture *pic) {
  int most = 0;
  for (size_t i = 0; i < pic->planes * pic->rows * pic->columns; i++) {
    char text[32];
    int n = cell_text(&pic->cells[i], text, sizeof text);
    if (n > most) most = n;
  }
  return most;
}

static int digits(size_t n) {
  char text[24];
  return snprintf(text, sizeof text, "%zu", n);
}

// In a terminal's 256 colors: black on a cell of the cube of 6x6x6.
static void print_cell(IrStream *out, const LayoutCell *cell, int width, bool color) {
  char text[32];
  (void)cell_text(cell, text, sizeof text);
  if (color) {
    Color c = color_of(cell);
    unsigned number = 16 + 36 * (c.red * 5 / 255) + 6 * (c.green * 5 / 255) + c.blue * 5 / 255;
    ir_print(out, "\x1b[30;48;5;{}m", number);
  }
  print_padded(out, text, width);
  if (color) ir_write_cstr(out, "\x1b[0m");
}

static void print_plane(const LayoutPicture *pic, size_t plane, int width, bool color,
                        IrStream *out) {
  int label = digits(pic->rows - 1);
  const LayoutCell *cell = pic->cells + plane * pic->rows * pic->columns;
  print_padded(out, "", label);
  for (size_t c = 0; c < pic->columns; c++) {
    ir_write_char(out, ' ');
    print_number(out, c, width);
  }
  ir_write_char(out, '\n');
  for (size_t r = 0; r < pic->rows; r++) {
    print_number(out, r, label);
    for (size_t c = 0; c < pic->columns; c++) {
      ir_write_char(out, ' ');
      print_cell(out, cell++, width, color);
    }
    ir_write_char(out, '\n');
  }
}

void layout_picture_table(const LayoutPicture *pic, bool color, IrStream *out) {
  IrStr title = ir_stream_str(&pic->title);
  int width = widest(pic);
  ir_write(out, title.ptr, title.len);
  for (size_t plane = 0; plane < pic->planes; plane++) {
    if (pic->shape.rank > 2) {
      layout_picture_plane(pic, plane, out);
      ir_write_char(out, '\n');
    }
    print_plane(pic, plane, width, color, out);
  }
}

// ---- Drawing. ----

enum { CELL_HEIGHT = 20, LETTER = 7, MARGIN = 40, LINE = 16 };

static void draw_text(IrStream *out, size_t x, size_t y, const char *anchor, IrStr text) {
  ir_print(out, "<text x=\"{}\" y=\"{}\" text-anchor=\"{}\">", x, y, anchor);
  for (size_t i = 0; i < text.len; i++) {
    char c = text.ptr[i];
    if (c == '<' || c == '&')
      ir_write_cstr(out, c == '<' ? "&lt;" : "&amp;");
    else
      ir_write_char(out, c);
  }
  ir_write_cstr(out, "</text>\n");
}

static void draw_number(IrStream *out, size_t x, size_t y, const char *anchor, size_t n) {
  char text[24];
  size_t len = (size_t)snprintf(text, sizeof text, "%zu", n);
  draw_text(out, x, y, anchor, (IrStr){text, len});
}

static void draw_cell(IrStream *out, const LayoutCell *cell, size_t x, size_t y, size_t width) {
  char text[32], fill[8];
  Color c = color_of(cell);
  size_t len = (size_t)cell_text(cell, text, sizeof text);
  snprintf(fill, sizeof fill, "#%02x%02x%02x", c.red & 255, c.green & 255, c.blue & 255);
  ir_print(out, "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n", x, y, width,
           (int)CELL_HEIGHT, (const char *)fill);
  draw_text(out, x + width / 2, y + CELL_HEIGHT - 6, "middle", (IrStr){text, len});
}

static void draw_plane(const LayoutPicture *pic, size_t plane, size_t y, size_t width,
                       IrStream *out) {
  const LayoutCell *cell = pic->cells + plane * pic->rows * pic->columns;
  if (pic->shape.rank > 2) {
    IrStream name = {0};
    layout_picture_plane(pic, plane, &name);
    draw_text(out, 4, y - LINE, "start", ir_stream_str(&name));
    ir_stream_free(&name);
  }
  for (size_t c = 0; c < pic->columns; c++)
    draw_number(out, MARGIN + c * width + width / 2, y - 4, "middle", c);
  for (size_t r = 0; r < pic->rows; r++) {
    draw_number(out, MARGIN - 4, y + r * CELL_HEIGHT + CELL_HEIGHT - 6, "end", r);
    for (size_t c = 0; c < pic->columns; c++)
      draw_cell(out, cell++, MARGIN + c * width, y + r * CELL_HEIGHT, width);
  }
}

// The lines of the title; returns where the next line would be.
static size_t draw_title(const LayoutPicture *pic, IrStream *out, size_t *width) {
  IrStr rest = ir_stream_str(&pic->title);
  size_t y = LINE;
  while (rest.len > 0) {
    const char *end = memchr(rest.ptr, '\n', rest.len);
    size_t len = end ? (size_t)(end - rest.ptr) : rest.len;
    draw_text(out, 4, y, "start", (IrStr){rest.ptr, len});
    if (len * LETTER + MARGIN > *width) *width = len * LETTER + MARGIN;
    len += end != NULL;
    rest = (IrStr){rest.ptr + len, rest.len - len};
    y += LINE;
  }
  return y;
}

void layout_picture_svg(const LayoutPicture *pic, IrStream *out) {
  IrStream body = {0};
  size_t width = (size_t)widest(pic) * LETTER + 6, whole = MARGIN + pic->columns * width + 4;
  size_t y = draw_title(pic, &body, &whole);
  for (size_t plane = 0; plane < pic->planes; plane++) {
    y += 2 * LINE;
    draw_plane(pic, plane, y, width, &body);
    y += pic->rows * CELL_HEIGHT;
  }
  ir_print(out,
           "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" "
           "font-family=\"monospace\" font-size=\"11\" stroke-width=\"0.5\">\n",
           whole, y + LINE);
  ir_write_cstr(out, "<style>rect { stroke: black }</style>\n");
  IrStr text = ir_stream_str(&body);
  ir_write(out, text.ptr, text.len);
  ir_write_cstr(out, "</svg>\n");
  ir_stream_free(&body);
}
