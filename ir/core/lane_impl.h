// A lane: what one thread keeps of a context, so that it makes ops, text and diagnostics without a
// lock.  A context begins with the lane of the thread that made it; others are made while the
// context is shared, when a thread first needs one, and kept for the next thread.
//
// Whatever a lane's memory holds lives as long as the context.  An op may be erased on another lane
// than it was made on: its memory is then free on that other one.
#ifndef IR_CORE_LANE_IMPL_H
#define IR_CORE_LANE_IMPL_H

#include "ir/support/arena.h"
#include "ir/support/diag_impl.h"
#include "ir/support/map.h"

// Says that the symbols of an op stand still, and where their table is.
typedef struct IrSymbolScope {
  const IrOp *op;
  const struct IrSymbolTable *(*get)(void *user); // made when first asked for; by any thread
  void *user;
  struct IrSymbolScope *outer;
} IrSymbolScope;

typedef struct IrLane {
  IrContext *ctx;
  IrArena arena; // uniqued data, identifiers, registrations, locations
  IrHeap heap;   // ops, blocks, regions
  IrDiagEngine diags;
  // While someone has it open: symbol table op -> its symbols; see symbol.c.
  IrPtrMap symbol_index;
  unsigned symbol_index_users;
  IrSymbolScope *symbol_scopes; // innermost first
  struct IrLane *next;          // of all lanes but the first
  struct IrLane *next_free;     // of those no thread uses
} IrLane;

// For this thread, lookup in the scope's op goes by its table, until it is closed.
void ir_symbol_scope_open(IrContext *ctx, IrSymbolScope *scope);
void ir_symbol_scope_close(IrContext *ctx, const IrSymbolScope *scope);

// The lane of this thread in a shared context.
IrLane *ir_lane_of_thread(IrContext *ctx);
// Lets this thread work in `lane` (NULL: in one of its own again) and returns the one before, for a
// caller that delivers to one place what was made in another.
IrLane *ir_lane_switch(IrContext *ctx, IrLane *lane);
// A lane for ir_lane_switch, and giving it back.
IrLane *ir_lane_take(IrContext *ctx);
void ir_lane_give_back(IrLane *lane);
// Frees all lanes but the first, in two steps because ops refer to uniqued data.
void ir_lanes_free(IrContext *ctx);
void ir_lane_free_tables(IrLane *lane);

#endif
