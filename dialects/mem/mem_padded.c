// #mem.padded: rows of a buffer with room between them.
#include "dialects/mem/mem_impl.h"

enum { MOST_BYTES = 4096 };

typedef struct PaddedPayload {
  uint32_t bytes, column;
} PaddedPayload;

IrAttr mem_padded_get(IrContext *ctx, unsigned bytes, bool column) {
  PaddedPayload payload = {bytes, column};
  return ir_attr_intern(ctx, &mem_padded, &payload, sizeof payload);
}

static const PaddedPayload *padded_of(IrAttr attr) {
  return attr ? ir_attr_payload(attr, &mem_padded) : NULL;
}

unsigned mem_padded_bytes(IrAttr padded) {
  const PaddedPayload *p = padded_of(padded);
  return p ? p->bytes : 0;
}

bool mem_padded_column(IrAttr padded) {
  const PaddedPayload *p = padded_of(padded);
  return p && p->column;
}

static IrAttr padded_parse(IrParser *p) {
  if (ir_parse_token(p, "<")) return NULL;
  IrLoc loc = ir_parser_loc(p);
  int64_t bytes = 0;
  if (ir_parse_integer(p, &bytes)) return NULL;
  if (bytes < 1 || bytes > MOST_BYTES) {
    (void)ir_parser_error(p, loc, "a row is padded by 1 to {} bytes, got {}", (int)MOST_BYTES,
                          bytes);
    return NULL;
  }
  bool column = ir_parse_optional_token(p, ",");
  if (column && ir_parse_keyword(p, "column")) return NULL;
  if (ir_parse_token(p, ">")) return NULL;
  return mem_padded_get(ir_parser_context(p), (unsigned)bytes, column);
}

static void padded_print(IrAttr attr, IrPrinter *p) {
  const PaddedPayload *padded = padded_of(attr);
  ir_printer_fmt(p, "<{}{}>", padded->bytes, padded->column ? ", column" : "");
}

const IrAttrDef mem_padded = {
    .size = sizeof(IrAttrDef),
    .name = "mem.padded",
    .summary = "A buffer whose rows have so many bytes between them.",
    .doc =
        "Row-major, or with `column` column-major, with BYTES bytes behind each row that hold\n"
        "nothing: rows that would begin in one bank begin in different ones, also where no "
        "swizzle\n"
        "divides their length. BYTES are whole elements; multiples of 16 keep the rows aligned "
        "for\n"
        "the widest accesses and for ldmatrix. Slots of leading dimensions follow each other with\n"
        "the padding.",
    .example = "#mem.padded<16>",
    .parse = padded_parse,
    .print = padded_print,
};
