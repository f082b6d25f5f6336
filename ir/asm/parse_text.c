// A parser over a piece of text for small languages of others.
#include "ir/asm/parser_impl.h"

bool ir_parse_at_end(IrParser *p) {
  return ir_at(p, IR_TOK_EOF);
}

IrStatus ir_parse_text_with(IrContext *ctx, IrLoc start, IrStr text,
                            IrStatus (*fn)(IrParser *p, void *user), void *user) {
  IrParser p;
  if (start.id == 0) {
    start = ir_source_add(ctx, IR_STR("text"), text, true);
    text = ir_source_text(ctx, start);
  }
  ir_parser_init(&p, ctx, start, text);
  IrStatus status = fn(&p, user);
  if (p.failed) status = IR_FAILED;
  ir_parser_finish(&p);
  return status;
}
