// Compiles assembly formats.  Everything a format can get wrong is found here, when its dialect is
// registered, so that parsing and printing need no checks.
//
// Spaces are decided here as well: MLIR's rules depend only on the directives before, as if every
// optional group were printed.
#include "ir/asm/format_impl.h"
#include "ir/asm/parser_impl.h"
#include "ir/core/origin.h"

typedef struct Compiler {
  IrContext *ctx;
  const IrOpDef *def;
  IrFormat *format;
  const char *s; // next character of the format
  IrDirective at[IR_FORMAT_MAX_DIRECTIVES];
  size_t n;
  bool want_space, after_punctuation;
  uint32_t seen_operands, typed_operands, seen_attrs, typed_results;
  size_t seen_regions, seen_successors;
  bool dict, all_operand_types, all_result_types;
} Compiler;

static IrStatus bad_format(Compiler *c, const char *what, IrStr name) {
  size_t column = (size_t)(c->s - c->def->format) + 1;
  (void)ir_table_error(c->ctx, "format of op '{}', column {}: {}{}", c->def->name, column, what,
                       name);
  ir_help(c->ctx, "the format is: {}", c->def->format);
  return IR_FAILED;
}

static void skip_space(Compiler *c) {
  while (*c->s == ' ' || *c->s == '\n' || *c->s == '\t') c->s++;
}

static bool take(Compiler *c, char ch) {
  skip_space(c);
  if (*c->s != ch) return false;
  c->s++;
  return true;
}

static IrStatus want(Compiler *c, char ch) {
  if (take(c, ch)) return IR_OK;
  return bad_format(c, "expected ", (IrStr){(char[]){ch}, 1});
}

static bool is_word_char(char ch) {
  return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || (ch >= '0' && ch <= '9') ||
         ch == '_';
}

// A word; `-` belongs to directive names.
static IrStr take_word(Compiler *c, bool dashes) {
  skip_space(c);
  const char *from = c->s;
  while (is_word_char(*c->s) || (dashes && *c->s == '-')) c->s++;
  return (IrStr){from, (size_t)(c->s - from)};
}

static IrStatus add(Compiler *c, IrDirective d) {
  if (c->n == IR_FORMAT_MAX_DIRECTIVES) return bad_format(c, "too many directives", (IrStr){0});
  c->at[c->n++] = d;
  return IR_OK;
}

// Anything but a literal has a space before it unless a literal or `` forbade it.
static bool variable_space(Compiler *c) {
  bool space = c->want_space || !c->after_punctuation;
  c->want_space = true;
  c->after_punctuation = false;
  return space;
}

// ---- Literals. ----

static bool contains(const char *set, char ch) {
  return ch && strchr(set, ch) != NULL;
}

static bool literal_space(const Compiler *c, IrStr text) {
  if (!c->want_space) return false;
  if (text.len != 1 && !ir_str_is(text, "->")) return true;
  return !contains(c->after_punctuation ? ">)}]," : "<>(){}[],", text.ptr[0]);
}

static int punctuation_token(IrStr text) {
  if (text.len == 1) return contains(",:=()[]{}<>?*+-/|", text.ptr[0]) ? text.ptr[0] : 0;
  if (ir_str_is(text, "->")) return IR_TOK_ARROW;
  if (ir_str_is(text, "::")) return IR_TOK_COLONCOLON;
  if (ir_str_is(text, "...")) return IR_TOK_ELLIPSIS;
  return ir_str_is(text, "..") ? IR_TOK_DOTDOT : 0;
}

static bool is_keyword(IrStr text) {
  for (size_t i = 0; i < text.len; i++) {
    if (!is_word_char(text.ptr[i]) && !(i > 0 && text.ptr[i] == '.')) return false;
  }
  return text.len > 0 && !(text.ptr[0] >= '0' && text.ptr[0] <= '9');
}

static IrStatus add_space(Compiler *c, IrStr text) {
  c->want_space = false;
  c->after_punctuation = text.len == 0;
  return add(c, (IrDirective){.kind = IR_FORMAT_SPACE, .text = text});
}

static IrStatus compile_literal(Compiler *c) {
  const char *from = c->s, *end = strchr(from, '`');
  if (!end) return bad_format(c, "literal is not closed", (IrStr){0});
  IrStr text = {from, (size_t)(end - from)};
  c->s = end + 1;
  if (text.len == 0 || ir_str_is(text, " ")) return add_space(c, text);
  IrDirective d = {.kind = IR_FORMAT_LITERAL, .text = text, .keyword = is_keyword(text)};
  d.token = d.keyword ? 0 : punctuation_token(text);
  if (!d.keyword && !d.token) return bad_format(c, "unknown punctuation ", text);
  d.space = literal_space(c, text);
  c->want_space = text.len != 1 || !contains("<({[", text.ptr[0]);
  c->after_punctuation = !d.keyword;
  return add(c, d);
}

// ---- Slots. ----

static int find_slot(const IrSlotDef *slots, IrStr name) {
  for (int i = 0; slots && slots[i].name; i++) {
    if (ir_str_is(name, slots[i].name)) return i;
  }
  return -1;
}

static int find_attr(const IrOpDef *def, IrStr name) {
  for (int i = 0; def->attrs && def->attrs[i].name; i++) {
    if (ir_str_is(name, def->attrs[i].name)) return i;
  }
  return -1;
}

static int find_region(const IrOpDef *def, IrStr name) {
  for (int i = 0; def->regions && def->regions[i].name; i++) {
    if (ir_str_is(name, def->regions[i].name)) return i;
  }
  return -1;
}

static int find_successor(const IrOpDef *def, IrStr name) {
  for (int i = 0; def->successors && def->successors[i].name; i++) {
    if (ir_str_is(name, def->successors[i].name)) return i;
  }
  return -1;
}

static IrStatus check_order(Compiler *c, size_t *seen, int slot, IrStr name) {
  if ((size_t)slot == (*seen)++) return IR_OK;
  return bad_format(c, "regions and successors must come in their order: ", name);
}

static IrStatus mark_once(Compiler *c, uint32_t *seen, int slot, IrStr name) {
  if (*seen >> slot & 1) return bad_format(c, "mentioned twice: ", name);
  *seen |= (uint32_t)1 << slot;
  return IR_OK;
}

static IrStatus compile_variable(Compiler *c) {
  IrStr name = take_word(c, false);
  IrDirective d = {0};
  int slot;
  if ((slot = find_slot(c->def->operands, name)) >= 0) {
    d.kind = IR_FORMAT_OPERAND;
    IR_TRY(mark_once(c, &c->seen_operands, slot, name));
  } else if ((slot = find_attr(c->def, name)) >= 0) {
    d.kind = IR_FORMAT_ATTR;
    IR_TRY(mark_once(c, &c->seen_attrs, slot, name));
  } else if ((slot = find_region(c->def, name)) >= 0) {
    d.kind = IR_FORMAT_REGION;
    IR_TRY(check_order(c, &c->seen_regions, slot, name));
  } else if ((slot = find_successor(c->def, name)) >= 0) {
    d.kind = IR_FORMAT_SUCCESSOR;
    IR_TRY(check_order(c, &c->seen_successors, slot, name));
  } else {
    return bad_format(c, "unknown name $", name);
  }
  d.slot = (uint16_t)slot;
  if (take(c, '^')) d.anchor = true;
  // A unit attribute is said by the literals around it.
  bool unit = d.kind == IR_FORMAT_ATTR && c->def->attrs[slot].is == &IR_UNIT_ATTR;
  if (!unit) d.space = variable_space(c);
  return add(c, d);
}

// ---- Directives. ----

static IrStatus compile_types_of(Compiler *c, IrTypesOf *of) {
  int slot;
  if (!take(c, '$')) {
    IrStr word = take_word(c, false);
    if (ir_str_is(word, "operands")) {
      of->what = IR_OF_OPERANDS;
      c->all_operand_types = true;
    } else if (ir_str_is(word, "results")) {
      of->what = IR_OF_RESULTS;
      c->all_result_types = true;
    } else {
      return bad_format(c, "expected $name, operands or results, not ", word);
    }
    return IR_OK;
  }
  IrStr name = take_word(c, false);
  if ((slot = find_slot(c->def->operands, name)) >= 0) {
    of->what = IR_OF_OPERAND;
    of->slot = (uint16_t)slot;
    return mark_once(c, &c->typed_operands, slot, name);
  }
  if ((slot = find_slot(c->def->results, name)) < 0) {
    return bad_format(c, "no operand or result is named ", name);
  }
  of->what = IR_OF_RESULT;
  of->slot = (uint16_t)slot;
  return mark_once(c, &c->typed_results, slot, name);
}

static IrStatus compile_type(Compiler *c, bool functional) {
  IrDirective d = {.kind = functional ? IR_FORMAT_FUNCTIONAL_TYPE : IR_FORMAT_TYPE};
  IR_TRY(want(c, '('));
  IR_TRY(compile_types_of(c, &d.of));
  if (functional) {
    IR_TRY(want(c, ','));
    IR_TRY(compile_types_of(c, &d.to));
  }
  IR_TRY(want(c, ')'));
  if (take(c, '^')) d.anchor = true;
  d.space = variable_space(c);
  return add(c, d);
}

static IrStatus compile_directive(Compiler *c) {
  IrStr word = take_word(c, true);
  if (ir_str_is(word, "type")) return compile_type(c, false);
  if (ir_str_is(word, "functional-type")) return compile_type(c, true);
  bool keyword = ir_str_is(word, "attr-dict-with-keyword");
  if (keyword || ir_str_is(word, "attr-dict")) {
    c->dict = true;
    c->after_punctuation = false;
    return add(c,
               (IrDirective){.kind = keyword ? IR_FORMAT_ATTR_DICT_KEYWORD : IR_FORMAT_ATTR_DICT});
  }
  if (!ir_str_is(word, "operands")) return bad_format(c, "unknown directive ", word);
  c->seen_operands = UINT32_MAX;
  c->format->flat = true;
  return add(c, (IrDirective){.kind = IR_FORMAT_OPERANDS, .space = variable_space(c)});
}

// ---- Optional groups. ----

static IrStatus compile_element(Compiler *c);

static IrStatus compile_until_paren(Compiler *c) {
  while (!take(c, ')')) {
    if (!*c->s) return bad_format(c, "group is not closed", (IrStr){0});
    if (*c->s == '(') return bad_format(c, "groups do not nest", (IrStr){0});
    IR_TRY(compile_element(c));
  }
  return IR_OK;
}

static bool is_unit(const Compiler *c, const IrDirective *d) {
  return d->kind == IR_FORMAT_ATTR && c->def->attrs[d->slot].is == &IR_UNIT_ATTR;
}

// The first thing of a group tells the parser whether the group is there.
static IrStatus check_first(Compiler *c, size_t from) {
  while (from < c->n && (c->at[from].kind == IR_FORMAT_SPACE || is_unit(c, &c->at[from]))) from++;
  const IrDirective *d = &c->at[from];
  bool good = from < c->n;
  if (good && d->kind == IR_FORMAT_OPERAND) good = c->def->operands[d->slot].arity != IR_ONE;
  if (good && d->kind == IR_FORMAT_ATTR) good = c->def->attrs[d->slot].arity != IR_ONE;
  if (good) good = d->kind <= IR_FORMAT_SUCCESSOR;
  if (good) return IR_OK;
  return bad_format(c, "a group must start with a literal or something optional", (IrStr){0});
}

static IrStatus find_anchor(Compiler *c, size_t group) {
  size_t anchors = 0;
  for (size_t i = group + 1; i < c->n; i++) {
    if (!c->at[i].anchor) continue;
    anchors++;
    c->at[group].anchor_at = (uint16_t)i;
  }
  if (anchors == 1) return IR_OK;
  return bad_format(c, "a group needs exactly one anchor, such as $name^", (IrStr){0});
}

static IrStatus compile_group(Compiler *c) {
  size_t group = c->n;
  IR_TRY(add(c, (IrDirective){.kind = IR_FORMAT_GROUP}));
  IR_TRY(compile_until_paren(c));
  IR_TRY(check_first(c, group + 1));
  IR_TRY(find_anchor(c, group));
  c->at[group].n_then = (uint16_t)(c->n - group - 1);
  bool closed = take(c, '?');
  if (take(c, ':')) {
    size_t from = c->n;
    IR_TRY(want(c, '('));
    IR_TRY(compile_until_paren(c));
    c->at[group].n_else = (uint16_t)(c->n - from);
    if (take(c, '?')) closed = true;
  }
  if (!closed) return bad_format(c, "expected ? after a group", (IrStr){0});
  return IR_OK;
}

static IrStatus compile_element(Compiler *c) {
  if (take(c, '`')) return compile_literal(c);
  if (take(c, '$')) return compile_variable(c);
  if (is_word_char(*c->s)) return compile_directive(c);
  return bad_format(c, "unexpected character ", (IrStr){c->s, 1});
}

// ---- What a format must say. ----

static bool has_type(const Compiler *c, const IrSlotDef *slot, bool typed) {
  uint64_t traits = c->def->traits;
  return typed || slot->is->build || (traits & IR_SAME_TYPE) || c->def->infer;
}

static IrStatus check_complete(Compiler *c) {
  const IrOpDef *def = c->def;
  if (!c->dict) return bad_format(c, "attr-dict is missing", (IrStr){0});
  for (size_t i = 0; i < c->format->operands; i++) {
    if (c->seen_operands >> i & 1) continue;
    return bad_format(c, "missing operand $", ir_str(def->operands[i].name));
  }
  for (size_t i = 0; i < c->format->results; i++) {
    bool typed = c->all_result_types || (c->typed_results >> i & 1);
    if (has_type(c, &def->results[i], typed)) continue;
    return bad_format(c, "nothing gives the type of result $", ir_str(def->results[i].name));
  }
  if (c->seen_regions < c->format->regions) {
    return bad_format(c, "missing region $", ir_str(def->regions[c->seen_regions].name));
  }
  if (c->seen_successors < c->format->successors) {
    return bad_format(c, "missing successor $", ir_str(def->successors[c->seen_successors].name));
  }
  return IR_OK;
}

static size_t count_slots(const IrSlotDef *slots) {
  size_t n = 0;
  while (slots && slots[n].name) n++;
  return n;
}

static IrStatus count_all(Compiler *c) {
  IrFormat *f = c->format;
  const IrOpDef *def = c->def;
  f->operands = count_slots(def->operands);
  f->results = count_slots(def->results);
  while (def->attrs && def->attrs[f->attrs].name) f->attrs++;
  while (def->regions && def->regions[f->regions].name) f->regions++;
  while (def->successors && def->successors[f->successors].name) f->successors++;
  if (f->operands <= IR_FORMAT_MAX_SLOTS && f->results <= IR_FORMAT_MAX_SLOTS &&
      f->attrs <= IR_FORMAT_MAX_SLOTS) {
    return IR_OK;
  }
  return bad_format(c, "more slots than a format can have", (IrStr){0});
}

static void keep(Compiler *c) {
  IrArena *arena = ir_context_arena(c->ctx);
  IrDirective *at = IR_NEW_ARRAY(arena, IrDirective, c->n + 1);
  memcpy(at, c->at, c->n * sizeof *at);
  c->format->at = at;
  c->format->n = c->n;
  size_t n = 0;
  c->format->printed = IR_NEW_ARRAY(arena, const char *, c->format->attrs + 2);
  for (size_t i = 0; i < c->format->attrs; i++) {
    if (c->seen_attrs >> i & 1) c->format->printed[n++] = c->def->attrs[i].name;
  }
  c->format->printed[n] = "operandSegmentSizes";
}

IrStatus ir_format_compile(IrContext *ctx, const IrOpDef *def, const IrFormat **format) {
  Compiler c = {.ctx = ctx, .def = def, .s = def->format, .want_space = true};
  c.format = IR_NEW(ir_context_arena(ctx), IrFormat);
  c.format->def = def;
  IR_TRY(count_all(&c));
  for (skip_space(&c); *c.s; skip_space(&c)) {
    if (take(&c, '(')) {
      IR_TRY(compile_group(&c));
    } else {
      IR_TRY(compile_element(&c));
    }
  }
  IR_TRY(check_complete(&c));
  keep(&c);
  *format = c.format;
  return IR_OK;
}
