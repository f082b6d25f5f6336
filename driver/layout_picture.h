// Pictures of layouts: which thread and register hold each element of a tile, or where each element
// of a buffer lies and in which bank.
#ifndef DRIVER_LAYOUT_PICTURE_H
#define DRIVER_LAYOUT_PICTURE_H

#include "ir/core/type.h"

enum { LAYOUT_PICTURE_MOST = 1 << 14, LAYOUT_HUES = 32, LAYOUT_SHADES = 4 };

// Of one element.  Elements of a lane, or a bank, have one hue; those of a warp, or a line of 128
// bytes, one shade.
typedef struct LayoutCell {
  uint32_t first, second; // thread and register, or offset and bank
  uint8_t hue, shade;
} LayoutCell;

// Elements in row-major order: `planes` tables of rows and columns.
typedef struct LayoutPicture {
  IrShape shape; // of the type
  size_t planes, rows, columns;
  LayoutCell *cells;
  IrStream title; // what it shows, and what the two numbers are: lines of text
} LayoutPicture;

// Of the type that `text` spells, a tensor with a layout or a !mem.buffer; diagnostics at `start`,
// where the text begins.  Free it with layout_picture_free, also after a failure.
IR_CHECKED IrStatus layout_picture_read(IrContext *ctx, IrLoc start, IrStr text,
                                        LayoutPicture *out);
void layout_picture_free(LayoutPicture *picture);
// Name of a table where there are several: "[1, 0, :, :]".
void layout_picture_plane(const LayoutPicture *picture, size_t plane, IrStream *out);

// A table for a terminal.
void layout_picture_table(const LayoutPicture *picture, bool color, IrStream *out);
// A drawing.
void layout_picture_svg(const LayoutPicture *picture, IrStream *out);

#endif
