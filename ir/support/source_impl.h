// Tables of source buffers and composed locations, as a context keeps them.
#ifndef IR_SUPPORT_SOURCE_IMPL_H
#define IR_SUPPORT_SOURCE_IMPL_H

#include "ir/support/intern_impl.h"
#include "ir/support/source.h"
#include "ir/support/stable_impl.h"

// Offsets at which the lines of a buffer start.
typedef struct IrLineTable {
  uint32_t n;
  uint32_t at[];
} IrLineTable;

typedef struct IrSourceBuffer {
  IrStr name, text;
  uint32_t start;                // location of the first byte; the end has one of its own
  _Atomic(IrLineTable *) *lines; // once someone has asked
  char *owned;                   // text read from a file, or NULL
} IrSourceBuffer;

// A composed location: FILE has text, line, col, and where it ends; NAME text and child; CALLSITE
// callee and caller; FUSED n children and perhaps metadata.
typedef struct IrComposedLoc {
  IrLocKind kind;
  uint32_t a, b;
  uint32_t end_line, end_col; // of a FILE
  uint32_t id;                // of the location
  IrStr text;
  const IrLoc *children;
  IrAttr metadata;
} IrComposedLoc;

// Read by any thread at any time; what is added is added under the locks.
typedef struct IrSources {
  IrStableArray buffers;  // of IrSourceBuffer
  IrStableArray composed; // of IrComposedLoc
  IrInternSet index;      // of IrComposedLoc
  IrLock lock;            // of buffers
  _Atomic uint32_t next_start;
  _Atomic uint32_t last; // buffer of the last query: the next one is mostly in the same
} IrSources;

// From this id on a location is an index into `composed`.
#define IR_FIRST_COMPOSED_LOC UINT32_C(0x80000000)

// Kept by ir/core/context.c.
IrSources *ir_context_sources(IrContext *ctx);
bool ir_context_is_shared(const IrContext *ctx);
struct IrArena *ir_context_arena(IrContext *ctx);
void ir_sources_init(IrSources *sources);
void ir_sources_free(IrSources *sources);
const IrComposedLoc *ir_loc_composed(IrContext *ctx, IrLoc loc); // NULL: not composed
typedef struct IrCallsite {
  IrLoc callee, caller;
} IrCallsite;
IrCallsite ir_loc_callsite_parts(IrContext *ctx, IrLoc callsite);
// The buffer that holds `loc`, or NULL.
const IrSourceBuffer *ir_source_buffer_of(IrSources *sources, IrLoc loc);

#endif
