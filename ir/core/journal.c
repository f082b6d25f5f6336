// What a journal keeps: an entry for each op that was made, edited or announced while it is open.
#include "ir/core/journal_impl.h"

#include "ir/core/op_impl.h"

// Above so many entries a map is freed and not cleared, which would take its size each time.
enum { MANY = 1024 };

void ir_journal_open(IrContext *ctx, IrJournal *journal) {
  IrLocal *local = ir_local(ctx);
  *journal = (IrJournal){.outer = local->journal};
  local->journal = journal;
}

void ir_journal_close(IrContext *ctx, IrJournal *journal) {
  ir_local(ctx)->journal = journal->outer;
  if (journal->outer) journal->outer->edits += journal->edits;
  ir_ptrmap_free(&journal->ops);
}

void ir_journal_restart(IrJournal *journal) {
  journal->erased = false;
  if (journal->ops.n > MANY)
    ir_ptrmap_free(&journal->ops);
  else if (journal->ops.n)
    ir_ptrmap_clear(&journal->ops);
}

static void add(IrJournal *journal, const IrOp *op, uintptr_t bits) {
  uintptr_t old = (uintptr_t)ir_ptrmap_get(&journal->ops, op);
  if (old & IR_JOURNAL_EDIT) bits &= ~(uintptr_t)IR_JOURNAL_EDIT; // the first edit is named
  if ((old | bits) != old) ir_ptrmap_set(&journal->ops, op, (void *)(old | bits));
}

void ir_journal_announce(IrJournal *journal, const IrOp *op) {
  add(journal, op, IR_JOURNAL_ANNOUNCED);
}

// An op that was made and is nowhere yet is its maker's own.
static bool is_unannounced(const IrOp *op, uintptr_t bits) {
  if (!(bits & IR_JOURNAL_EDIT) || (bits & IR_JOURNAL_ANNOUNCED)) return false;
  return !(bits & IR_JOURNAL_MADE) || op->block;
}

const IrOp *ir_journal_unannounced(const IrJournal *journal, IrEdit *edit) {
  for (uint32_t i = 0; i < journal->ops.n; i++) {
    const IrPtrEntry *entry = &journal->ops.entries[i];
    uintptr_t bits = (uintptr_t)entry->value;
    if (!entry->key || !is_unannounced(entry->key, bits)) continue;
    *edit = (IrEdit)(bits & IR_JOURNAL_EDIT);
    return entry->key;
  }
  return NULL;
}

const char *ir_edit_name(IrEdit edit) {
  switch (edit) {
  case IR_EDIT_OPERANDS:
    return "operands";
  case IR_EDIT_ATTRIBUTES:
    return "attributes";
  case IR_EDIT_SUCCESSORS:
    return "successors";
  case IR_EDIT_PLACE:
    return "place";
  case IR_EDIT_TYPES:
    return "result types";
  }
  return "";
}

void ir_journal_note(const IrOp *op, IrEdit edit) {
  IrJournal *journal = ir_local(ir_op_context(op))->journal;
  if (!journal) return;
  journal->edits++;
  if (!journal->announced) add(journal, op, edit);
}

void ir_journal_note_made(const IrOp *op) {
  IrJournal *journal = ir_local(ir_op_context(op))->journal;
  if (!journal) return;
  journal->edits++;
  add(journal, op, IR_JOURNAL_MADE);
}

static IrStatus note_one_gone(IrOp *op, void *user) {
  IrJournal *journal = user;
  uintptr_t bits = (uintptr_t)ir_ptrmap_get(&journal->ops, op);
  bool own = (bits & IR_JOURNAL_MADE) && !(bits & IR_JOURNAL_ANNOUNCED);
  if (bits) ir_ptrmap_remove(&journal->ops, op);
  if (journal->announced || own || journal->erased) return IR_OK;
  journal->erased = true;
  journal->erased_name = ir_op_name(op);
  journal->erased_loc = op->loc;
  return IR_OK;
}

void ir_journal_note_gone(const IrOp *op) {
  IrJournal *journal = ir_local(ir_op_context(op))->journal;
  if (!journal) return;
  journal->edits++;
  if (ir_walk_pre((IrOp *)op, note_one_gone, journal) != IR_OK)
    IR_UNREACHABLE("noting cannot fail");
}

void ir_journal_note_blocks(IrContext *ctx) {
  IrJournal *journal = ir_local(ctx)->journal;
  if (journal) journal->edits++;
}

void ir_context_check_rewrites(IrContext *ctx, bool check) {
  ctx->check_rewrites = check;
}

bool ir_context_checks_rewrites(const IrContext *ctx) {
  return ctx->check_rewrites;
}

void ir_context_stamp_patterns(IrContext *ctx, bool stamp) {
  ctx->stamp_patterns = stamp;
}

bool ir_context_stamps_patterns(const IrContext *ctx) {
  return ctx->stamp_patterns;
}
