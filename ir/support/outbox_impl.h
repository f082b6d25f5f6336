// What a thread has to say, kept until its turn: diagnostics, and text for someone who takes it.
#ifndef IR_SUPPORT_OUTBOX_IMPL_H
#define IR_SUPPORT_OUTBOX_IMPL_H

#include "ir/support/diag.h"
#include "ir/support/vec.h"

typedef struct IrOutboxItem {
  void (*deliver)(void *user, IrStr text); // NULL: a diagnostic
  void *user;
  IrStr text; // views of all texts are into the arena
  IrDiag diag;
} IrOutboxItem;

// Zero-initialise for an empty one.
typedef struct IrOutbox {
  IrArena arena; // of the texts
  IR_VEC(IrOutboxItem) items;
} IrOutbox;

// Both copy the text.
void ir_outbox_add_text(IrOutbox *outbox, void (*deliver)(void *user, IrStr text), void *user,
                        IrStr text);
void ir_outbox_add_diag(IrOutbox *outbox, const IrDiag *diag);
// Delivers everything in order, the diagnostics through the engine of this thread.
void ir_outbox_deliver(IrOutbox *outbox, IrContext *ctx);
void ir_outbox_free(IrOutbox *outbox);

#endif
