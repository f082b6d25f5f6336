// A local: what one thread keeps of a context, so that it makes ops, text and diagnostics without a
// lock.  A context begins with the local of the thread that made it; others are made while the
// context is shared, when a thread first needs one, and kept for the next thread.
//
// Whatever a local's memory holds lives as long as the context.  An op may be erased on another
// local than it was made on: its memory is then free on that other one.
#ifndef IR_CORE_LOCAL_IMPL_H
#define IR_CORE_LOCAL_IMPL_H

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

typedef struct IrLocal {
  IrContext *ctx;
  IrArena arena; // uniqued data, identifiers, registrations, locations
  IrHeap heap;   // ops, blocks, regions
  IrDiagEngine diags;
  // While someone has it open: symbol table op -> its symbols; see symbol.c.
  IrPtrMap symbol_index;
  unsigned symbol_index_users;
  IrSymbolScope *symbol_scopes; // innermost first
  struct IrJournal *journal;    // of edits, while a driver checks its patterns
  const IrOp *watched_op;       // becomes NULL when this thread destroys it, or an op around it:
  const IrOp *watched_gone;     // then this is that one, and no more than an address
  struct IrLocal *next;         // of all locals but the first
  struct IrLocal *next_free;    // of those no thread uses
} IrLocal;

// For this thread, lookup in the scope's op goes by its table, until it is closed.
void ir_symbol_scope_open(IrContext *ctx, IrSymbolScope *scope);
void ir_symbol_scope_close(IrContext *ctx, const IrSymbolScope *scope);

// The local of this thread in a shared context.
IrLocal *ir_local_of_thread(IrContext *ctx);
// Lets this thread work in `local` (NULL: in one of its own again) and returns the one before, for
// a caller that delivers to one place what was made in another.
IrLocal *ir_local_switch(IrContext *ctx, IrLocal *local);
// A local for ir_local_switch, and giving it back.
IrLocal *ir_local_take(IrContext *ctx);
void ir_local_give_back(IrLocal *local);
// Frees all locals but the first, in two steps because ops refer to uniqued data.
void ir_locals_free(IrContext *ctx);
void ir_local_free_tables(IrLocal *local);

#endif
