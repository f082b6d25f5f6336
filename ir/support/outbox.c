#include "ir/support/outbox_impl.h"

#include "ir/support/diag_impl.h"

static IrStr copy_text(IrOutbox *outbox, IrStr text) {
  return (IrStr){ir_arena_strdup(&outbox->arena, text), text.len};
}

void ir_outbox_add_text(IrOutbox *outbox, void (*deliver)(void *user, IrStr text), void *user,
                        IrStr text) {
  IrOutboxItem item = {.deliver = deliver, .user = user, .text = copy_text(outbox, text)};
  ir_vec_push(&outbox->items, item);
}

static const IrRemark *copy_remark(IrOutbox *outbox, const IrRemark *remark) {
  if (!remark) return NULL;
  IrRemark *copy = IR_NEW(&outbox->arena, IrRemark);
  *copy = (IrRemark){copy_text(outbox, remark->id), remark->kind, copy_text(outbox, remark->pass),
                     copy_text(outbox, remark->symbol)};
  return copy;
}

void ir_outbox_add_diag(IrOutbox *outbox, const IrDiag *diag) {
  IrOutboxItem item = {.diag = *diag};
  item.diag.message = copy_text(outbox, diag->message);
  item.diag.remark = copy_remark(outbox, diag->remark);
  ir_vec_push(&outbox->items, item);
}

void ir_outbox_deliver(IrOutbox *outbox, IrContext *ctx) {
  for (size_t i = 0; i < outbox->items.n; i++) {
    const IrOutboxItem *item = &outbox->items.at[i];
    if (item->deliver)
      item->deliver(item->user, item->text);
    else
      ir_diag_emit(ctx, &item->diag);
  }
  ir_vec_clear(&outbox->items);
}

void ir_outbox_free(IrOutbox *outbox) {
  ir_vec_free(&outbox->items);
  ir_arena_destroy(&outbox->arena);
}
