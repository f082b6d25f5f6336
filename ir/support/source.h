// Source text and locations.
//
// A location is 32 bits.  Below 2^31 it is an offset into the concatenation of all source buffers
// of the context (line and column are computed only when someone asks); from 2^31 up it indexes the
// context's table of composed locations (file:line:col given in text, name, callsite, fused).  So
// an op carries its place for four bytes and the parser pays nothing for it.
#ifndef IR_SUPPORT_SOURCE_H
#define IR_SUPPORT_SOURCE_H

#include "ir/support/stream.h"

typedef struct IrContext IrContext;

typedef struct IrLoc {
  uint32_t id; // 0 is `unknown`
} IrLoc;

#define IR_LOC_UNKNOWN ((IrLoc){0})

typedef enum IrLocKind {
  IR_LOC_KIND_UNKNOWN,
  IR_LOC_KIND_SOURCE,   // a place in a buffer of this context
  IR_LOC_KIND_FILE,     // "file":line:col written in text
  IR_LOC_KIND_NAME,     // "name"(child)
  IR_LOC_KIND_CALLSITE, // callsite(callee at caller)
  IR_LOC_KIND_FUSED,    // fused[a, b], fused<metadata>[a, b]
} IrLocKind;

// A file, line and column; line and column count from 1, columns in bytes.
typedef struct IrFileLineCol {
  IrStr file;
  uint32_t line, col;
} IrFileLineCol;

// Adds a buffer; the context copies `name` and, when `copy`, the text (else the caller keeps it
// alive as long as the context).  Returns the location of its first byte, or unknown when all
// buffers together would exceed 2^31 bytes.
IR_API IrLoc ir_source_add(IrContext *ctx, IrStr name, IrStr text, bool copy);
// Reads a file, or standard input for "-".  On failure emits a diagnostic and returns IR_FAILED.
IR_API IR_CHECKED IrStatus ir_source_read(IrContext *ctx, const char *path, IrLoc *start,
                                          IrStr *text);
// Text of the buffer from `loc` to the buffer's end; empty for a location that is not in a buffer.
IR_API IrStr ir_source_text(IrContext *ctx, IrLoc loc);
// The whole line that `loc` is on, without its newline.
IR_API IrStr ir_source_line(IrContext *ctx, IrLoc loc);

IR_API IrLocKind ir_loc_kind(IrContext *ctx, IrLoc loc);
// The best single place for `loc` (a name's child, a callsite's callee, the first of a fused
// location); file is empty when there is none.
IR_API IrFileLineCol ir_loc_resolve(IrContext *ctx, IrLoc loc);
// The place in a buffer that ir_loc_resolve leads to, or unknown when it leads to none.
IR_API IrLoc ir_loc_source(IrContext *ctx, IrLoc loc);
IR_API IrLoc ir_loc_file(IrContext *ctx, IrStr file, uint32_t line, uint32_t col);
// "file":10:8 to 12:4, from one place to another.
IR_API IrLoc ir_loc_file_range(IrContext *ctx, IrStr file, uint32_t line, uint32_t col,
                               uint32_t end_line, uint32_t end_col);
IR_API IrLoc ir_loc_name(IrContext *ctx, IrStr name, IrLoc child);
IR_API IrLoc ir_loc_callsite(IrContext *ctx, IrLoc callee, IrLoc caller);
// Each location once, unknown ones not at all; those of parts that are fused themselves, with the
// same metadata, instead of the parts.  Without metadata one location is that location, and none is
// unknown.
IR_API IrLoc ir_loc_fused(IrContext *ctx, const IrLoc *locs, size_t n);
// `metadata`: an attribute, or NULL.
IR_API IrLoc ir_loc_fused_with(IrContext *ctx, const IrLoc *locs, size_t n, IrAttr metadata);
IR_API IrAttr ir_loc_metadata(IrContext *ctx, IrLoc loc); // of a fused one
// Prints as MLIR does inside loc(...).
IR_API void ir_loc_print(IrContext *ctx, IrLoc loc, IrStream *stream);

#endif
