// What kernels say: the lines of tile.print and simt.print, and what their formats and those of
// simt.assert may hold.
//
// A line begins with the place of its op, so that it leads to the source, and is the same on the
// CPU and on a GPU: integers in decimal (i1 as 0 or 1, signless ones signed), floats as C's %g.
#ifndef DIALECTS_TILE_REPORT_H
#define DIALECTS_TILE_REPORT_H

#include "ir/interfaces/effects.h"
#include "ir/interp/interp.h"

// Whoever takes the lines of an interpreter; without one they go to the standard output.
typedef struct TileReportMachine {
  uint32_t size;                           // sizeof(TileReportMachine)
  void (*line)(void *machine, IrStr line); // without its newline
} TileReportMachine;

#define TILE_REPORT_MACHINE "report"

// The standard output as a resource: what kernels say stays in order, and no memory is touched.
extern IR_API const IrResource tile_output;
extern const IrEffectsInterface tile_output_effects; // of an op that writes there and no more

// Whether a number of that type can be said: integers of up to 64 bits, index, floats of up to 64.
IR_API bool tile_report_takes(IrType type);

// A format is text with a `{}` for each value; `{{` and `}}` are braces.
enum { TILE_REPORT_MAX_VALUES = 24 };
// Fails with an error at `op` unless the format fits the values, which are single numbers.
IR_CHECKED IrStatus tile_verify_format(IrOp *op, IrStr format, IrValues values);
// Adds text that means itself to a format.
IR_API void tile_format_text(IrStream *format, IrStr text);
// A piece of a format: text, then a value unless it is the last piece.
typedef struct TileFormatPiece {
  IrStr text; // braces still doubled
  bool value;
} TileFormatPiece;
// Takes the next piece off `format`; false when it is empty.
IR_API bool tile_format_next(IrStr *format, TileFormatPiece *piece);
// Text of a piece with its braces single.
IR_API void tile_format_write(IrStream *out, IrStr text);

// "kernel.mlir:12:3: "
IR_API void tile_report_place(IrStream *out, IrContext *ctx, IrLoc loc);
// Adds element `i` of the cell, as a line has it.
void tile_report_number(IrStream *out, const IrCell *cell, int64_t i);
// Says the line and empties it.
void tile_report_line(IrInterp *interp, IrStream *line);

#endif
