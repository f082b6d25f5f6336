// A journal of edits: which ops are changed, moved or erased while it is open, by whom ever.
//
// For checks alone: a driver of patterns opens one where a context checks rewrites
// (ir_context_check_rewrites), and compares what was edited with what patterns announced to the
// rewriter.  Elsewhere an edit costs a load and a branch.  A journal is one thread's.
#ifndef IR_CORE_JOURNAL_IMPL_H
#define IR_CORE_JOURNAL_IMPL_H

#include "ir/core/op.h"
#include "ir/support/map.h"

typedef enum IrEdit {
  IR_EDIT_OPERANDS = 1,
  IR_EDIT_ATTRIBUTES,
  IR_EDIT_SUCCESSORS,
  IR_EDIT_PLACE,
  IR_EDIT_TYPES,
} IrEdit;

typedef struct IrJournal {
  uint64_t edits;     // all of them
  unsigned announced; // above zero: the rewriter itself is at work, so nobody else need say so
  IrPtrMap ops;       // op -> what was done to it without that; IR_JOURNAL_* below
  bool erased;        // an op that nobody has announced went away behind the rewriter's back:
  IrStr erased_name;
  IrLoc erased_loc;
  struct IrJournal *outer;
} IrJournal;

// Bits of what an op's entry holds, beside the edit in the low ones.
enum { IR_JOURNAL_EDIT = 15, IR_JOURNAL_ANNOUNCED = 16, IR_JOURNAL_MADE = 32 };

void ir_journal_open(IrContext *ctx, IrJournal *journal);
void ir_journal_close(IrContext *ctx, IrJournal *journal);
// Forgets which ops were edited; the count of edits goes on.
void ir_journal_restart(IrJournal *journal);
// `op` may be edited from here on, and may have been: the rewriter knows.
void ir_journal_announce(IrJournal *journal, const IrOp *op);
// The first op that was edited and not announced, and how; NULL when there is none.
const IrOp *ir_journal_unannounced(const IrJournal *journal, IrEdit *edit);
// "operands", "attributes", ...
const char *ir_edit_name(IrEdit edit);

// What mutators call when the context checks rewrites.
void ir_journal_note(const IrOp *op, IrEdit edit);
void ir_journal_note_made(const IrOp *op);
void ir_journal_note_gone(const IrOp *op); // with all inside
// Of a block or region: counts alone.
void ir_journal_note_blocks(IrContext *ctx);

#endif
