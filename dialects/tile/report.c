// Lines that kernels say; see report.h.
#include "dialects/tile/report.h"

#include <math.h>
#include <stdio.h>

const IrResource tile_output = {"output"};

static void write_output(const IrOp *op, IrEffects *out) {
  (void)op;
  ir_effect_add(out, IR_EFFECT_WRITE, NULL, &tile_output);
}

const IrEffectsInterface tile_output_effects = {sizeof(IrEffectsInterface), write_output};

bool tile_report_takes(IrType type) {
  if (ir_type_is_index(type)) return true;
  bool number = ir_type_is_any_integer(type) || ir_type_is_float(type);
  return number && ir_type_width(type) <= 64 && ir_element_bytes(type) != 0;
}

// ---- Formats. ----

// Length of the text before the first `{}`; doubled braces are passed over.
static size_t text_length(IrStr format) {
  size_t i = 0;
  while (i < format.len) {
    bool pair = i + 1 < format.len && strchr("{}", format.ptr[i]);
    if (pair && format.ptr[i] == '{' && format.ptr[i + 1] == '}') return i;
    i += pair && format.ptr[i] == format.ptr[i + 1] ? 2 : 1;
  }
  return i;
}

bool tile_format_next(IrStr *format, TileFormatPiece *piece) {
  if (!format->len) return false;
  size_t n = text_length(*format);
  piece->text = (IrStr){format->ptr, n};
  piece->value = n < format->len;
  if (piece->value) n += 2;
  format->ptr += n;
  format->len -= n;
  return true;
}

void tile_format_write(IrStream *out, IrStr text) {
  for (size_t i = 0; i < text.len; i++) {
    ir_write_char(out, text.ptr[i]);
    bool brace = text.ptr[i] == '{' || text.ptr[i] == '}';
    if (brace && i + 1 < text.len && text.ptr[i] == text.ptr[i + 1]) i++;
  }
}

void tile_format_text(IrStream *format, IrStr text) {
  for (size_t i = 0; i < text.len; i++) {
    if (text.ptr[i] == '{' || text.ptr[i] == '}') ir_write_char(format, text.ptr[i]);
    ir_write_char(format, text.ptr[i]);
  }
}

IrStatus tile_verify_format(IrOp *op, IrStr format, IrValues values) {
  TileFormatPiece piece;
  size_t places = 0;
  while (tile_format_next(&format, &piece)) places += piece.value;
  if (places != values.n) {
    (void)ir_op_error(op, "has {} places for values in its text, and {} values", places, values.n);
    ir_help(ir_op_context(op), "each '{{}' of the text takes a value; '{{{{' is a brace");
    return IR_FAILED;
  }
  if (values.n > TILE_REPORT_MAX_VALUES)
    return ir_op_error(op, "says at most {} values at once, got {}", (int)TILE_REPORT_MAX_VALUES,
                       values.n);
  for (size_t i = 0; i < values.n; i++) {
    IrType type = ir_value_type(values.at[i]);
    if (!tile_report_takes(type))
      return ir_op_error(op, "says single numbers of at most 64 bits, got {}", type);
    if (!ir_type_is_float(type) || ir_type_width(type) >= 16) continue;
    (void)ir_op_error(op, "says floats of 16 to 64 bits, got {}", type);
    ir_help(ir_op_context(op), "convert it with arith.extf first");
    return IR_FAILED;
  }
  return IR_OK;
}

// ---- Lines. ----

void tile_report_place(IrStream *out, IrContext *ctx, IrLoc loc) {
  IrFileLineCol at = ir_loc_resolve(ctx, loc);
  if (at.file.len) ir_print(out, "{}:{}:{}: ", at.file, at.line, at.col);
}

void tile_report_number(IrStream *out, const IrCell *cell, int64_t i) {
  IrType type = cell->element;
  char text[64];
  if (ir_type_is_float(type)) {
    double number = ir_cell_double(cell, i);
    snprintf(text, sizeof text, "%g", number);
    ir_write_cstr(out, isnan(number) ? "nan" : text); // its sign depends on who computed it
    return;
  }
  int64_t value = ir_cell_int(cell, i);
  unsigned width = ir_type_is_index(type) ? 64 : ir_type_width(type);
  bool is_unsigned =
      width == 1 || (ir_type_is_any_integer(type) && ir_type_signedness(type) == IR_UNSIGNED);
  if (is_unsigned)
    ir_write_uint(out, (uint64_t)value & (UINT64_MAX >> (64 - width)));
  else
    ir_write_int(out, value);
}

// One call for all of a line: others that write at the same time stay in lines of their own.
void tile_report_line(IrInterp *interp, IrStream *line) {
  void *machine;
  const TileReportMachine *table = ir_interp_machine(interp, TILE_REPORT_MACHINE, &machine);
  if (table) {
    table->line(machine, ir_stream_str(line));
  } else {
    ir_write_char(line, '\n');
    fwrite(line->data, 1, line->len, stdout);
  }
  line->len = 0;
}
