// Tables of source buffers and composed locations, as a context keeps them.
#ifndef IR_SUPPORT_SOURCE_IMPL_H
#define IR_SUPPORT_SOURCE_IMPL_H

#include "ir/support/map.h"
#include "ir/support/source.h"
#include "ir/support/vec.h"

typedef struct IrSourceBuffer {
  IrStr name, text;
  uint32_t start;  // location of the first byte; the end has one of its own
  uint32_t *lines; // offsets at which lines start, once someone has asked
  uint32_t num_lines;
  char *owned; // text read from a file, or NULL
} IrSourceBuffer;

// A composed location: FILE has text, line, col; NAME text and child; CALLSITE callee and caller;
// FUSED n children.
typedef struct IrComposedLoc {
  IrLocKind kind;
  uint32_t a, b;
  IrStr text;
  const IrLoc *children;
} IrComposedLoc;

typedef struct IrSources {
  IrArena *arena; // of the context
  IR_VEC(IrSourceBuffer) buffers;
  uint32_t next_start;
  uint32_t last; // buffer of the last query: the next one is mostly in the same
  IR_VEC(IrComposedLoc) composed;
  uint32_t *index; // hash table of positions in `composed`, plus one
  uint32_t index_size;
} IrSources;

// From this id on a location is an index into `composed`.
#define IR_FIRST_COMPOSED_LOC UINT32_C(0x80000000)

// Kept by ir/core/context.c.
IrSources *ir_context_sources(IrContext *ctx);
void ir_sources_free(IrSources *sources);
typedef struct IrCallsite {
  IrLoc callee, caller;
} IrCallsite;
IrCallsite ir_loc_callsite_parts(IrContext *ctx, IrLoc callsite);
// The buffer that holds `loc`, or NULL.
IrSourceBuffer *ir_source_buffer_of(IrSources *sources, IrLoc loc);

#endif
