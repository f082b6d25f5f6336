// Operands, predicates and addresses of a text; see emit_run.h.
#include "targets/nvptx/emit_run.h"

void nvptx_text_line(EmitText *text) {
  if (text->t.text.len) ir_write_cstr(&text->t.text, "\n\t");
}

size_t nvptx_text_input(EmitText *text, LLVMValueRef value) {
  return nvptx_asm_input_once(text->e, &text->t, value);
}

// ---- Predicates. ----

// Those that are computed elsewhere stay there: they may be invariant in a loop.
static bool is_of_block(const EmitText *text, LLVMValueRef value) {
  return text->is_long && LLVMIsAInstruction(value) &&
         LLVMGetInstructionParent(value) == LLVMGetInsertBlock(text->e->b);
}

static const char *comparison(LLVMIntPredicate predicate) {
  switch (predicate) {
  case LLVMIntEQ:
    return "eq.s";
  case LLVMIntNE:
    return "ne.s";
  case LLVMIntULT:
    return "lt.u";
  case LLVMIntULE:
    return "le.u";
  case LLVMIntUGT:
    return "gt.u";
  case LLVMIntUGE:
    return "ge.u";
  case LLVMIntSLT:
    return "lt.s";
  case LLVMIntSLE:
    return "le.s";
  case LLVMIntSGT:
    return "gt.s";
  default:
    return "ge.s";
  }
}

static bool is_comparison(const EmitText *text, LLVMValueRef value) {
  if (!is_of_block(text, value) || LLVMGetInstructionOpcode(value) != LLVMICmp) return false;
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(value, 0));
  return type == text->e->i64 || type == text->e->i32;
}

// An integer of the comparison, or what it is a constant more than.
typedef struct Compared {
  LLVMValueRef value;
  int64_t more;
  size_t number;
} Compared;

static Compared compared(EmitText *text, LLVMValueRef value) {
  Compared c = {.value = value};
  if (LLVMIsAConstantInt(value)) return c;
  if (LLVMTypeOf(value) == text->e->i64) c.value = nvptx_peel_constant(value, &c.more);
  c.number = nvptx_text_input(text, c.value);
  return c;
}

static void write_compared(EmitText *text, const Compared *c, bool is_sum) {
  if (is_sum)
    ir_write_char(&text->t.text, 't');
  else if (LLVMIsAConstantInt(c->value))
    ir_print(&text->t.text, "{}", (int64_t)LLVMConstIntGetSExtValue(c->value));
  else
    ir_print(&text->t.text, "${}", c->number);
}

static EmitName new_predicate(EmitText *text, LLVMValueRef value) {
  EmitName name = {'p', text->num_predicates++};
  ir_ptrmap_set(&text->predicates, value, (void *)(uintptr_t)(name.number + 1));
  return name;
}

static EmitName compare(EmitText *text, LLVMValueRef value) {
  IrStream *s = &text->t.text;
  Compared x = compared(text, LLVMGetOperand(value, 0)), y = {.value = LLVMGetOperand(value, 1)};
  if (!LLVMIsAConstantInt(y.value)) y.number = nvptx_text_input(text, y.value);
  EmitName name = new_predicate(text, value);
  nvptx_text_line(text);
  if (x.more) {
    ir_print(s, "add.s64 t, ${}, {};", x.number, x.more);
    nvptx_text_line(text);
    text->has_sums = true;
  }
  ir_print(s, "setp.{}{} p{}, ", comparison(LLVMGetICmpPredicate(value)),
           nvptx_bits_of(LLVMTypeOf(y.value)), name.number);
  write_compared(text, &x, x.more != 0);
  ir_write_cstr(s, ", ");
  write_compared(text, &y, false);
  ir_write_char(s, ';');
  return name;
}

static EmitName conjunction(EmitText *text, LLVMValueRef value) {
  EmitName x = nvptx_text_predicate(text, LLVMGetOperand(value, 0));
  EmitName y = nvptx_text_predicate(text, LLVMGetOperand(value, 1));
  EmitName name = new_predicate(text, value);
  nvptx_text_line(text);
  ir_print(&text->t.text, "and.pred p{}, {}{}, {}{};", name.number, x.kind, x.number, y.kind,
           y.number);
  return name;
}

EmitName nvptx_text_predicate(EmitText *text, LLVMValueRef predicate) {
  uintptr_t known = (uintptr_t)ir_ptrmap_get(&text->predicates, predicate);
  if (known) return (EmitName){'p', known - 1};
  if (is_comparison(text, predicate)) return compare(text, predicate);
  if (is_of_block(text, predicate) && LLVMGetInstructionOpcode(predicate) == LLVMAnd)
    return conjunction(text, predicate);
  return (EmitName){'$', nvptx_text_input(text, predicate)};
}

// ---- Addresses. ----

static LLVMValueRef stride_bytes(EmitText *text, const EmitAccess *a, const EmitMemref *memref,
                                 size_t d, int64_t n) {
  for (size_t i = 0; i < text->strides.n; i++) {
    const EmitStride *s = &text->strides.at[i];
    if (s->memref == memref && s->d == d && s->n == n) return s->bytes;
  }
  EmitStride s = {memref, d, n, nvptx_stride_bytes(text->e, a, memref, d, n)};
  ir_vec_push(&text->strides, s);
  return s.bytes;
}

static EmitName name_of_address(EmitText *text, const EmitAddress *address) {
  if (!address->pointer) return (EmitName){'a', address->number};
  return (EmitName){'$', nvptx_text_input(text, address->pointer)};
}

EmitName nvptx_text_address(EmitText *text, const EmitAccess *a, const EmitPlace *place) {
  if (place->pointer) return (EmitName){'$', nvptx_text_input(text, place->pointer)};
  EmitAddressPath path;
  bool known = nvptx_address_path(&text->addresses, &place->rows, &path);
  EmitAddress at = path.from;
  if (!known) {
    at.pointer = nvptx_first_address(text->e, a, &place->rows);
    ir_vec_push(&text->addresses, at);
  }
  EmitName name = name_of_address(text, &at);
  while (path.n-- > 0) {
    size_t d = path.at[path.n].d;
    int64_t n = path.at[path.n].bit;
    size_t bytes = nvptx_text_input(text, stride_bytes(text, a, at.memref, d, n));
    at.pointer = NULL;
    at.constants[d] |= n;
    at.number = text->num_addresses++;
    ir_vec_push(&text->addresses, at);
    nvptx_text_line(text);
    ir_print(&text->t.text, "add.s64 a{}, {}{}, ${};", at.number, name.kind, name.number, bytes);
    name = (EmitName){'a', at.number};
  }
  return name;
}

// ---- Registers. ----

void nvptx_text_enclose(EmitText *text) {
  if (!text->num_predicates && !text->num_addresses && !text->has_sums && !text->has_halves) return;
  IrStream body = text->t.text, *s = &text->t.text;
  *s = (IrStream){0};
  ir_write_char(s, '{');
  if (text->num_predicates) ir_print(s, " .reg .pred p<{}>;", text->num_predicates);
  if (text->num_addresses) ir_print(s, " .reg .b64 a<{}>;", text->num_addresses);
  if (text->has_sums) ir_write_cstr(s, " .reg .b64 t;");
  if (text->has_halves) ir_write_cstr(s, " .reg .b16 l, h;");
  nvptx_text_line(text);
  ir_print(s, "{}\n\t}", ir_stream_cstr(&body));
  ir_stream_free(&body);
}

void nvptx_text_free(EmitText *text) {
  ir_ptrmap_free(&text->predicates);
  ir_vec_free(&text->addresses);
  ir_vec_free(&text->strides);
}
