// Values and their uses.
#include "ir/core/op_impl.h"

size_t ir_op_num_operands(const IrOp *op) {
  return op->num_operands;
}

IrValue *ir_op_operand(const IrOp *op, size_t i) {
  IR_ASSERT(i < op->num_operands, "no such operand");
  return ir_operands(op)[i];
}

void ir_op_set_operand(IrOp *op, size_t i, IrValue *value) {
  IR_ASSERT(i < op->num_operands, "no such operand");
  IrUse *use = &ir_uses(op)[i];
  ir_use_unlink(use);
  ir_operands(op)[i] = value;
  ir_use_link(use, value);
  ir_note_edit(op, IR_EDIT_OPERANDS);
}

// From here on the op's operands may change in number.
static IrOpExtra *make_extra(IrOp *op) {
  IrOpExtra *extra = ir_extra(op);
  if (extra) return extra;
  extra = ir_heap_alloc(&ir_local(op->info->ctx)->heap, sizeof *extra);
  *extra = (IrOpExtra){.discardable = ir_discardable(op),
                       .values = ir_operands(op),
                       .uses = ir_uses(op),
                       .cap = op->num_operands,
                       .inline_cap = op->num_operands};
  op->extra = (uintptr_t)extra | 1;
  return extra;
}

// Room for `n` operands outside of the op's block; the old ones have been dropped.
static void move_operands_out(IrOp *op, IrOpExtra *extra, size_t n) {
  const size_t each = sizeof(IrValue *) + sizeof(IrUse);
  IrHeap *heap = &ir_local(op->info->ctx)->heap;
  if (extra->values != ir_inline_operands(op)) ir_heap_free(heap, extra->values, extra->cap * each);
  extra->cap = (uint32_t)n;
  extra->values = ir_heap_alloc(heap, n * each);
  extra->uses = (IrUse *)(extra->values + n);
}

// Keeps operandSegmentSizes true where the new number of operands says what they must be: when one
// group at most is not of fixed size.
static void update_segments(IrOp *op) {
  const IrOpInfo *info = op->info;
  if (!(info->traits & IR_SEGMENTS)) return;
  size_t loose = 0;
  for (uint32_t i = 0; i < info->num_operand_slots; i++) loose += info->def->operands[i].arity > 0;
  if (loose > 1 || op->num_operands + loose < info->num_operand_slots) return;
  int64_t *sizes = ir_malloc(info->num_operand_slots * sizeof *sizes);
  int64_t rest = (int64_t)op->num_operands - (int64_t)(info->num_operand_slots - loose);
  for (uint32_t i = 0; i < info->num_operand_slots; i++)
    sizes[i] = info->def->operands[i].arity > 0 ? rest : 1;
  ir_slots(op)[info->num_attr_slots] = ir_attr_i32_array(info->ctx, sizes, info->num_operand_slots);
  ir_free(sizes);
}

void ir_op_set_operands(IrOp *op, IrValue *const *values, size_t n) {
  if (n == op->num_operands) {
    for (size_t i = 0; i < n; i++) ir_op_set_operand(op, i, values[i]);
    return;
  }
  // `values` may be a view of the op's own operands.
  IrValue **copy = ir_malloc(n * sizeof *copy);
  if (n) memcpy(copy, values, n * sizeof *copy);
  IrOpExtra *extra = make_extra(op);
  for (size_t i = 0; i < op->num_operands; i++) ir_use_unlink(&extra->uses[i]);
  if (n > extra->cap) move_operands_out(op, extra, n);
  op->num_operands = (uint32_t)n;
  for (size_t i = 0; i < n; i++) {
    extra->values[i] = copy[i];
    extra->uses[i].op = op;
    ir_use_link(&extra->uses[i], copy[i]);
  }
  ir_free(copy);
  update_segments(op);
  ir_note_edit(op, IR_EDIT_OPERANDS);
}

void ir_op_set_operand_group(IrOp *op, size_t slot, IrValue *const *values, size_t n) {
  const IrOpInfo *info = op->info;
  IR_ASSERT(slot < info->num_operand_slots, "no such operand group");
  IrRange old = ir_operand_range(op, slot);
  size_t total = op->num_operands - old.n + n, behind = old.first + old.n;
  IrValue **list = ir_malloc((total + 1) * sizeof *list), **rest = list + old.first + n;
  memcpy(list, ir_operands(op), old.first * sizeof *list);
  if (n) memcpy(list + old.first, values, n * sizeof *list);
  memcpy(rest, ir_operands(op) + behind, (op->num_operands - behind) * sizeof *list);
  int64_t *sizes = ir_malloc(info->num_operand_slots * sizeof *sizes);
  for (uint32_t i = 0; i < info->num_operand_slots; i++)
    sizes[i] = (int64_t)(i == slot ? n : ir_operand_range(op, i).n);
  ir_op_set_operands(op, list, total);
  if (info->traits & IR_SEGMENTS)
    ir_slots(op)[info->num_attr_slots] =
        ir_attr_i32_array(info->ctx, sizes, info->num_operand_slots);
  ir_free(sizes);
  ir_free(list);
}

IrType ir_value_type(const IrValue *value) {
  return value->type;
}

void ir_value_set_type(IrValue *value, IrType type) {
  value->type = type;
  if (ir_is_arg(value))
    ir_note_blocks(((IrArg *)value)->block);
  else
    ir_note_edit(ir_result_op(value), IR_EDIT_TYPES);
}

IrOp *ir_value_op(const IrValue *value) {
  return ir_is_arg(value) ? NULL : ir_result_op(value);
}

IrBlock *ir_value_block(const IrValue *value) {
  return ir_is_arg(value) ? ((const IrArg *)value)->block : ir_result_op(value)->block;
}

size_t ir_value_index(const IrValue *value) {
  return ir_number(value);
}

IrLoc ir_value_loc(const IrValue *value) {
  return ir_is_arg(value) ? ((const IrArg *)value)->loc : ir_result_op(value)->loc;
}

void ir_value_set_loc(IrValue *argument, IrLoc loc) {
  IR_ASSERT(ir_is_arg(argument), "only a block argument has a location of its own");
  ((IrArg *)argument)->loc = loc;
}

bool ir_value_has_uses(const IrValue *value) {
  return value->first_use != NULL;
}

bool ir_value_has_one_use(const IrValue *value) {
  return value->first_use && !value->first_use->next;
}

void ir_value_replace_uses(IrValue *from, IrValue *to) {
  if (from == to || !from->first_use) return;
  // One after the other moves in front of those of `to`, the latest of which is the first one.
  for (IrUse *use = from->first_use, *next; use; use = next) {
    next = use->next;
    ir_operands(use->op)[ir_use_index(use)] = to;
    ir_note_edit(use->op, IR_EDIT_OPERANDS);
    use->next = to->first_use;
    if (use->next) use->next->link = &use->next;
    to->first_use = use;
    use->link = &to->first_use;
  }
  from->first_use = NULL;
}

IrUse *ir_value_first_use(const IrValue *value) {
  return value->first_use;
}

IrUse *ir_use_next(const IrUse *use) {
  return use->next;
}

IrOp *ir_use_op(const IrUse *use) {
  return use->op;
}

size_t ir_use_index(const IrUse *use) {
  return (size_t)(use - ir_uses(use->op));
}

// Names.

// Letters, digits, `_`, `$`, `.` and `-`: one bit for each ASCII character.
static bool is_name_char(char c) {
  static const uint64_t set[4] = {UINT64_C(0x03FF601000000000), UINT64_C(0x07FFFFFE87FFFFFE)};
  unsigned char u = (unsigned char)c;
  return set[u >> 6] >> (u & 63) & 1;
}

// What follows the `%` at a place in a source buffer.
static IrStr name_in_source(IrContext *ctx, IrLoc loc) {
  IrStr text = ir_source_text(ctx, loc);
  if (text.len == 0 || text.ptr[0] != '%') return (IrStr){0};
  const char *name = text.ptr + 1, *end = text.ptr + text.len, *s = name;
  while (s < end && is_name_char(*s)) s++;
  // As the lexer reads it: the `-` of an arrow does not belong to the name.
  if (s < end && *s == '>' && s > name && s[-1] == '-') s--;
  return (IrStr){name, (size_t)(s - name)};
}

IrStr ir_value_name(const IrValue *value, IrContext *ctx) {
  if (value->name == 0) return (IrStr){0};
  if (value->name & IR_NAME_IS_IDENT)
    return ir_ident_str(*(IrIdent *)ir_stable_at(&ctx->ident_list, value->name & ~IR_NAME_IS_IDENT,
                                                 sizeof(IrIdent)));
  return name_in_source(ctx, (IrLoc){value->name});
}

void ir_value_set_name(IrValue *value, IrContext *ctx, IrStr name) {
  value->name = name.len ? ir_ident(ctx, name)->index | IR_NAME_IS_IDENT : 0;
}

void ir_value_take_name(IrValue *value, const IrValue *from) {
  value->name = from->name;
}
