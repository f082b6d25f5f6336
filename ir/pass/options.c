// Options of passes and pipelines: `{depth=2 mode=fast name='a b'}`.
//
// A value ends at a blank outside quotes and brackets, so lists and nested braces need no quoting.
// One pair of quotes around a value is taken off.
#include <errno.h>
#include <stdlib.h>

#include "ir/pass/pass_impl.h"

IrLoc ir_loc_plus(IrLoc loc, size_t offset) {
  return loc.id ? (IrLoc){loc.id + (uint32_t)offset} : loc;
}

size_t ir_pass_options_count(const IrOptionDef *defs) {
  size_t n = 0;
  while (defs && defs[n].name) n++;
  return n;
}

OptionValue *ir_pass_options_new(IrPassManager *pm, const IrOptionDef *defs) {
  size_t n = ir_pass_options_count(defs);
  OptionValue *values = IR_NEW_ARRAY(&pm->arena, OptionValue, n + 1);
  for (size_t i = 0; i < n; i++) {
    values[i].text = defs[i].default_string;
    values[i].number = defs[i].default_int;
  }
  return values;
}

// `-` and `_` are the same letter here.
bool ir_pass_option_is(const IrOptionDef *def, IrStr name) {
  if (strlen(def->name) != name.len) return false;
  for (size_t i = 0; i < name.len; i++) {
    char a = def->name[i] == '_' ? '-' : def->name[i];
    char b = name.ptr[i] == '_' ? '-' : name.ptr[i];
    if (a != b) return false;
  }
  return true;
}

static void write_name(const char *name, IrStream *out) {
  for (; *name; name++) ir_write_char(out, *name == '_' ? '-' : *name);
}

typedef struct OptionParse {
  IrPassManager *pm;
  const char *owner;
  const IrOptionDef *defs;
  OptionValue *values;
} OptionParse;

typedef struct OptionNames {
  const IrOptionDef *next;
  char spelled[64];
} OptionNames;

static const char *next_option_name(void *user) {
  OptionNames *names = user;
  if (!names->next || !names->next->name) return NULL;
  size_t n = 0;
  for (const char *c = names->next->name; *c && n + 1 < sizeof names->spelled; c++)
    names->spelled[n++] = *c == '_' ? '-' : *c;
  names->spelled[n] = 0;
  names->next++;
  return names->spelled;
}

static void help_near(IrContext *ctx, const char *near, IrStr all) {
  IrStream spelled = {0};
  write_name(near, &spelled);
  ir_help(ctx, "did you mean '{}'? options are: {}", ir_stream_str(&spelled), all);
  ir_stream_free(&spelled);
}

static void help_options(OptionParse *p, IrStr name) {
  IrContext *ctx = p->pm->ctx;
  IrStream all = {0};
  OptionNames names = {.next = p->defs};
  for (const char *n; (n = next_option_name(&names));)
    ir_print(&all, "{}{}", all.len ? ", " : "", n);
  // The nearest is spelled anew: the candidates share one buffer.
  const char *near = NULL;
  for (const IrOptionDef *d = p->defs; d && d->name && !near; d++) {
    IrOptionDef one[2] = {*d, {0}};
    OptionNames single = {.next = one};
    if (ir_nearest(name, next_option_name, &single)) near = d->name;
  }
  if (!all.len)
    ir_help(ctx, "'{}' has no options", p->owner);
  else if (near)
    help_near(ctx, near, ir_stream_str(&all));
  else
    ir_help(ctx, "options are: {}", ir_stream_str(&all));
  ir_stream_free(&all);
}

static IrStatus set_number(OptionParse *p, const IrOptionDef *def, OptionValue *value, IrLoc loc) {
  const char *text = value->text;
  if (def->kind == IR_OPTION_BOOL) {
    bool yes = !strcmp(text, "true") || !strcmp(text, "1");
    if (!yes && strcmp(text, "false") && strcmp(text, "0"))
      return ir_error(p->pm->ctx, loc, "option '{}' of '{}' is true or false, got '{}'", def->name,
                      p->owner, text);
    value->number = yes;
    return IR_OK;
  }
  char *end;
  errno = 0;
  long long n = strtoll(text, &end, 0);
  if (errno || end == text || *end)
    return ir_error(p->pm->ctx, loc, "option '{}' of '{}' is an integer, got '{}'", def->name,
                    p->owner, text);
  value->number = n;
  return IR_OK;
}

static IrStatus set_option(OptionParse *p, IrStr name, IrLoc name_loc, IrStr text, IrLoc loc) {
  size_t i = 0;
  while (p->defs && p->defs[i].name && !ir_pass_option_is(&p->defs[i], name)) i++;
  if (!p->defs || !p->defs[i].name) {
    (void)ir_error(p->pm->ctx, name_loc, "'{}' has no option '{}'", p->owner, name);
    help_options(p, name);
    return IR_FAILED;
  }
  OptionValue *value = &p->values[i];
  value->given = true;
  value->text = ir_arena_strdup(&p->pm->arena, text);
  if (p->defs[i].kind == IR_OPTION_STRING) return IR_OK;
  return set_number(p, &p->defs[i], value, loc);
}

static bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// Length of the value at the start of `s`: to the first blank outside quotes and brackets.
static size_t value_length(IrStr s) {
  size_t depth = 0;
  char quote = 0;
  for (size_t i = 0; i < s.len; i++) {
    char c = s.ptr[i];
    if (quote) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '{' || c == '[' || c == '(' || c == '<') {
      depth++;
    } else if ((c == '}' || c == ']' || c == ')' || c == '>') && depth) {
      depth--;
    } else if (depth == 0 && is_blank(c)) {
      return i;
    }
  }
  return s.len;
}

static IrStr unquote(IrStr s) {
  bool quoted = s.len >= 2 && (s.ptr[0] == '"' || s.ptr[0] == '\'') && s.ptr[s.len - 1] == s.ptr[0];
  return quoted ? (IrStr){s.ptr + 1, s.len - 2} : s;
}

IrStatus ir_pass_options_parse(IrPassManager *pm, const char *owner, const IrOptionDef *defs,
                               IrStr text, IrLoc loc, OptionValue *values) {
  OptionParse p = {pm, owner, defs, values};
  for (size_t i = 0; i < text.len;) {
    if (is_blank(text.ptr[i])) {
      i++;
      continue;
    }
    size_t begin = i;
    while (i < text.len && text.ptr[i] != '=' && !is_blank(text.ptr[i])) i++;
    IrStr name = {text.ptr + begin, i - begin}, value = IR_STR("true"); // a bare name is a flag
    IrLoc value_loc = ir_loc_plus(loc, begin);
    if (i < text.len && text.ptr[i] == '=') {
      i++;
      value = (IrStr){text.ptr + i, text.len - i};
      value.len = value_length(value);
      value_loc = ir_loc_plus(loc, i);
      i += value.len;
    }
    IR_TRY(set_option(&p, name, ir_loc_plus(loc, begin), unquote(value), value_loc));
  }
  return IR_OK;
}

static bool needs_quotes(const char *text) {
  return text[0] == 0 || value_length(ir_str(text)) != strlen(text) || strpbrk(text, "\"'{}");
}

static void print_value(const IrOptionDef *def, const OptionValue *value, IrStream *out) {
  if (def->kind == IR_OPTION_INT) {
    ir_write_int(out, value->number);
  } else if (def->kind == IR_OPTION_BOOL) {
    ir_write_cstr(out, value->number ? "true" : "false");
  } else if (needs_quotes(value->text)) {
    char quote = strchr(value->text, '"') ? '\'' : '"';
    ir_print(out, "{}{}{}", quote, value->text, quote);
  } else {
    ir_write_cstr(out, value->text);
  }
}

void ir_pass_options_print(const IrOptionDef *defs, const OptionValue *values, IrStream *out) {
  bool any = false;
  for (size_t i = 0; defs && defs[i].name; i++) {
    if (!values[i].given) continue;
    ir_write_char(out, any ? ' ' : '{');
    any = true;
    write_name(defs[i].name, out);
    ir_write_char(out, '=');
    print_value(&defs[i], &values[i], out);
  }
  if (any) ir_write_char(out, '}');
}

size_t ir_pass_stats_count(const IrStatDef *defs) {
  size_t n = 0;
  while (defs && defs[n].name) n++;
  return n;
}

// The address of the counters comes after the options, before or after that of the remarks, of
// which only the type is used: so both hold it.
static void set_stats(char *at, uint64_t *stats) {
  memcpy(at, &stats, sizeof stats);
  memcpy(at + 8, &stats, sizeof stats);
}

void *ir_pass_copy_decl(const PipelineItem *item, uint64_t *stats, IrArena *arena) {
  size_t n = ir_pass_options_count(item->pass->options);
  char *block = ir_arena_zalloc(arena, 8 * (n + 3));
  memcpy(block, item->decl, 8 * n);
  set_stats(block + 8 * n, stats);
  return block;
}

// Layout of struct <pass>_decl (passdef_begin.inc): 8 bytes an option, then set_stats.
void ir_pass_build_decl(IrPassManager *pm, PipelineItem *item) {
  const IrPassDef *pass = item->pass;
  size_t n = ir_pass_options_count(pass->options), stats = ir_pass_stats_count(pass->stats);
  char *block = ir_arena_zalloc(&pm->arena, 8 * (n + 3));
  for (size_t i = 0; i < n; i++) {
    const OptionValue *v = &item->options[i];
    bool flag = v->number != 0;
    if (pass->options[i].kind == IR_OPTION_INT) memcpy(block + 8 * i, &v->number, 8);
    if (pass->options[i].kind == IR_OPTION_BOOL) memcpy(block + 8 * i, &flag, sizeof flag);
    if (pass->options[i].kind == IR_OPTION_STRING) memcpy(block + 8 * i, &v->text, sizeof v->text);
  }
  item->stats = IR_NEW_ARRAY(&pm->arena, uint64_t, stats + 1);
  set_stats(block + 8 * n, item->stats);
  item->decl = block;
}
