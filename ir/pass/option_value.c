// Values of options by kind: reading, defaults, printing, and what a pass sees of them.
#include <errno.h>
#include <stdlib.h>

#include "ir/pass/pass_impl.h"

bool ir_option_is_list(IrOptionKind kind) {
  return kind >= IR_OPTION_INT_LIST && kind <= IR_OPTION_ENUM_LIST;
}

static IrOptionKind element_kind(IrOptionKind kind) {
  switch (kind) {
  case IR_OPTION_INT_LIST:
    return IR_OPTION_INT;
  case IR_OPTION_BOOL_LIST:
    return IR_OPTION_BOOL;
  case IR_OPTION_STRING_LIST:
    return IR_OPTION_STRING;
  case IR_OPTION_ENUM_LIST:
    return IR_OPTION_ENUM;
  default:
    return kind;
  }
}

// ---- Values of an enum: `a|b|c`, of a list of them `a|b|c=default` ----

IrStr ir_option_enum_value(const IrOptionDef *def, size_t i) {
  const char *p = def->default_string;
  for (;; i--) {
    size_t n = p ? strcspn(p, "|=") : 0;
    if (!n) return (IrStr){0};
    if (i == 0) return (IrStr){p, n};
    if (p[n] != '|') return (IrStr){0};
    p += n + 1;
  }
}

static const char *list_default(const IrOptionDef *def) {
  const char *text = def->default_string ? def->default_string : "";
  if (def->kind != IR_OPTION_ENUM_LIST) return text;
  const char *equals = strchr(text, '=');
  return equals ? equals + 1 : "";
}

typedef struct EnumCursor {
  const IrOptionDef *def;
  IrArena *arena;
  size_t i;
} EnumCursor;

// In the arena: the nearest has to outlive those after it.
static const char *next_value(void *user) {
  EnumCursor *c = user;
  IrStr value = ir_option_enum_value(c->def, c->i++);
  return value.len ? ir_arena_strdup(c->arena, value) : NULL;
}

// ---- Reading one value ----

typedef struct ValueParse {
  IrContext *ctx; // NULL: errors are not reported
  IrArena *arena; // of what is read
  const char *owner;
  const IrOptionDef *def;
  IrLoc loc;
} ValueParse;

static IrStatus is_not(const ValueParse *p, const char *what, IrStr got) {
  if (!p->ctx) return IR_FAILED;
  return ir_error(p->ctx, p->loc, "option '{}' of '{}' is {}, got '{}'", p->def->name, p->owner,
                  what, got);
}

static IrStatus read_bool(const ValueParse *p, const char *text, int64_t *number) {
  bool yes = !strcmp(text, "true") || !strcmp(text, "1");
  *number = yes;
  if (yes || !strcmp(text, "false") || !strcmp(text, "0")) return IR_OK;
  return is_not(p, "true or false", ir_str(text));
}

static IrStatus read_int(const ValueParse *p, const char *text, int64_t *number) {
  char *end;
  errno = 0;
  *number = strtoll(text, &end, 0);
  return errno || end == text || *end ? is_not(p, "an integer", ir_str(text)) : IR_OK;
}

static IrStatus read_enum(const ValueParse *p, const char *text, int64_t *number) {
  IrStream all = {0};
  for (size_t i = 0; ir_option_enum_value(p->def, i).len; i++) {
    IrStr value = ir_option_enum_value(p->def, i);
    ir_print(&all, "{}{}", i ? ", " : "", value);
    if (!ir_str_is(value, text)) continue;
    *number = (int64_t)i;
    ir_stream_free(&all);
    return IR_OK;
  }
  IrStream what = {0};
  ir_print(&what, "one of {}", ir_stream_str(&all));
  (void)is_not(p, ir_stream_cstr(&what), ir_str(text));
  EnumCursor cursor = {.def = p->def, .arena = p->arena};
  const char *near = p->ctx ? ir_nearest(ir_str(text), next_value, &cursor) : NULL;
  if (near) ir_help(p->ctx, "did you mean '{}'?", near);
  ir_stream_free(&all);
  ir_stream_free(&what);
  return IR_FAILED;
}

static IrStatus read_one(const ValueParse *p, const char *text, int64_t *number) {
  switch (element_kind(p->def->kind)) {
  case IR_OPTION_BOOL:
    return read_bool(p, text, number);
  case IR_OPTION_INT:
    return read_int(p, text, number);
  case IR_OPTION_ENUM:
    return read_enum(p, text, number);
  default:
    return IR_OK;
  }
}

// ---- Lists ----

typedef struct ListBuilder {
  IR_VEC(int64_t) ints;
  IR_VEC(const char *) strings;
} ListBuilder;

static IrStatus is_missing(const ValueParse *p) {
  if (!p->ctx) return IR_FAILED;
  (void)ir_error(p->ctx, p->loc, "an element of option '{}' of '{}' is missing", p->def->name,
                 p->owner);
  ir_help(p->ctx, "elements are separated by single commas; \"\" is an empty string");
  return IR_FAILED;
}

static IrStatus read_element(ValueParse *p, IrStr element, ListBuilder *list) {
  if (!element.len) return is_missing(p);
  const char *text = ir_option_unquote(p->arena, element);
  int64_t number = 0;
  IR_TRY(read_one(p, text, &number));
  ir_vec_push(&list->ints, number);
  ir_vec_push(&list->strings, text);
  return IR_OK;
}

static IrStatus read_elements(ValueParse *p, IrStr text, ListBuilder *list) {
  const char *start = text.ptr;
  IrLoc loc = p->loc;
  bool comma = false; // behind a last comma an element is missing
  for (IrStr rest = text, element; ir_option_next_element(&rest, &element);) {
    p->loc = ir_loc_plus(loc, (size_t)(element.ptr - start));
    IR_TRY(read_element(p, element, list));
    comma = rest.len == 0 && text.ptr[text.len - 1] == ',';
  }
  return comma ? read_element(p, (IrStr){0}, list) : IR_OK;
}

static const IrOptionList *build_list(IrArena *arena, ListBuilder *from) {
  size_t n = from->ints.n;
  IrOptionList *list = IR_NEW(arena, IrOptionList);
  int64_t *ints = IR_NEW_ARRAY(arena, int64_t, n + 1);
  const char **strings = IR_NEW_ARRAY(arena, const char *, n + 1);
  if (n) memcpy(ints, from->ints.at, n * sizeof *ints);
  if (n) memcpy(strings, from->strings.at, n * sizeof *strings);
  *list = (IrOptionList){n, ints, strings};
  ir_vec_free(&from->ints);
  ir_vec_free(&from->strings);
  return list;
}

static IrStatus read_list(ValueParse *p, IrStr text, const IrOptionList **list) {
  bool strings = p->def->kind == IR_OPTION_STRING_LIST;
  // Quotes around a whole list are the shell's habit; around strings they may be an element's.
  if (!strings && text.len && ir_option_quote_length(text) == text.len && strchr("\"'", *text.ptr))
    text = ir_option_trim((IrStr){text.ptr + 1, text.len - 2});
  IrStr content = ir_option_list_content(text);
  p->loc = ir_loc_plus(p->loc, (size_t)(content.ptr - text.ptr));
  ListBuilder builder = {0};
  IrStatus status = read_elements(p, content, &builder);
  *list = build_list(p->arena, &builder);
  return status;
}

IrStatus ir_option_read(IrPassManager *pm, const char *owner, const IrOptionDef *def, IrStr text,
                        IrLoc loc, OptionValue *value) {
  ValueParse p = {pm->ctx, &pm->arena, owner, def, loc};
  if (ir_option_is_list(def->kind)) return read_list(&p, text, &value->list);
  value->text = ir_option_unquote(&pm->arena, text);
  return read_one(&p, value->text, &value->number);
}

IrStatus ir_option_default(IrPassManager *pm, const char *owner, const IrOptionDef *def,
                           OptionValue *value) {
  *value = (OptionValue){.number = def->default_int};
  if (def->kind == IR_OPTION_STRING) value->text = def->default_string;
  if (!ir_option_is_list(def->kind)) return IR_OK;
  ValueParse p = {pm->ctx, &pm->arena, owner, def, IR_LOC_UNKNOWN};
  return read_list(&p, ir_str(list_default(def)), &value->list);
}

bool ir_option_default_reads(const IrOptionDef *def) {
  if (!ir_option_is_list(def->kind)) return true;
  IrArena arena = {0};
  const IrOptionList *list;
  ValueParse p = {.arena = &arena, .owner = "", .def = def};
  IrStatus status = read_list(&p, ir_str(list_default(def)), &list);
  ir_arena_destroy(&arena);
  return status == IR_OK;
}

// ---- Printing ----

static void print_one(const IrOptionDef *def, int64_t number, const char *text, bool in_list,
                      IrStream *out) {
  switch (element_kind(def->kind)) {
  case IR_OPTION_INT:
    ir_write_int(out, number);
    break;
  case IR_OPTION_BOOL:
    ir_write_cstr(out, number ? "true" : "false");
    break;
  case IR_OPTION_ENUM: {
    IrStr value = ir_option_enum_value(def, (size_t)number);
    ir_write(out, value.ptr, value.len);
    break;
  }
  default:
    ir_option_write(text ? text : "", in_list, out);
  }
}

void ir_option_print(const IrOptionDef *def, const OptionValue *value, IrStream *out) {
  if (!ir_option_is_list(def->kind)) {
    print_one(def, value->number, value->text, false, out);
    return;
  }
  ir_write_char(out, '{');
  for (size_t i = 0; i < value->list->n; i++) {
    if (i) ir_write_char(out, ',');
    print_one(def, value->list->ints[i], value->list->strings[i], true, out);
  }
  ir_write_char(out, '}');
}

// ---- What help says ----

void ir_option_print_default(const IrOptionDef *def, IrStream *out) {
  if (!ir_option_is_list(def->kind))
    print_one(def, def->default_int, def->default_string, false, out);
  else
    ir_print(out, "{{{}}", list_default(def));
}

void ir_option_print_kind(const IrOptionDef *def, IrStream *out) {
  static const char *const names[] = {"integer", "bool", "string"};
  IrOptionKind kind = element_kind(def->kind);
  if (ir_option_is_list(def->kind)) ir_write_cstr(out, "list of ");
  if (kind != IR_OPTION_ENUM) {
    ir_write_cstr(out, names[kind]);
    return;
  }
  for (size_t i = 0; ir_option_enum_value(def, i).len; i++)
    ir_print(out, "{}{}", i ? "|" : "", ir_option_enum_value(def, i));
}
