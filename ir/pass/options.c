// Options of passes and pipelines: `{depth=2 mode=fast sizes={1,2} name='a b'}`.
#include "ir/pass/pass_impl.h"

IrLoc ir_loc_plus(IrLoc loc, size_t offset) {
  return loc.id ? (IrLoc){loc.id + (uint32_t)offset} : loc;
}

size_t ir_pass_options_count(const IrOptionDef *defs) {
  size_t n = 0;
  while (defs && defs[n].name) n++;
  return n;
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
  IrArena *arena;
} OptionNames;

// As spelled, in the arena: the nearest has to outlive those after it.
static const char *next_option_name(void *user) {
  OptionNames *names = user;
  if (!names->next || !names->next->name) return NULL;
  char *spelled = ir_arena_strdup(names->arena, ir_str(names->next++->name));
  for (char *c = spelled; *c; c++)
    if (*c == '_') *c = '-';
  return spelled;
}

static void help_options(OptionParse *p, IrStr name) {
  IrContext *ctx = p->pm->ctx;
  IrStream all = {0};
  OptionNames names = {p->defs, &p->pm->arena}, again = names;
  for (const char *n; (n = next_option_name(&names));)
    ir_print(&all, "{}{}", all.len ? ", " : "", n);
  const char *near = ir_nearest(name, next_option_name, &again);
  if (!all.len)
    ir_help(ctx, "'{}' has no options", p->owner);
  else if (near)
    ir_help(ctx, "did you mean '{}'? options are: {}", near, ir_stream_str(&all));
  else
    ir_help(ctx, "options are: {}", ir_stream_str(&all));
  ir_stream_free(&all);
}

static IrStatus set_option(OptionParse *p, IrStr name, IrLoc name_loc, IrStr text, IrLoc loc) {
  size_t i = 0;
  while (p->defs && p->defs[i].name && !ir_pass_option_is(&p->defs[i], name)) i++;
  if (!p->defs || !p->defs[i].name) {
    (void)ir_error(p->pm->ctx, name_loc, "'{}' has no option '{}'", p->owner, name);
    help_options(p, name);
    return IR_FAILED;
  }
  p->values[i].given = true;
  return ir_option_read(p->pm, p->owner, &p->defs[i], text, loc, &p->values[i]);
}

static bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static IrStatus set_defaults(const OptionParse *p) {
  for (size_t i = 0; p->defs && p->defs[i].name; i++)
    IR_TRY(ir_option_default(p->pm, p->owner, &p->defs[i], &p->values[i]));
  return IR_OK;
}

IrStatus ir_pass_options_parse(IrPassManager *pm, const char *owner, const IrOptionDef *defs,
                               IrStr text, IrLoc loc, OptionValue *values) {
  OptionParse p = {pm, owner, defs, values};
  IR_TRY(set_defaults(&p));
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
      value.len = ir_option_value_length(value);
      value_loc = ir_loc_plus(loc, i);
      i += value.len;
    }
    IR_TRY(set_option(&p, name, ir_loc_plus(loc, begin), value, value_loc));
  }
  return IR_OK;
}

void ir_pass_options_print(const IrOptionDef *defs, const OptionValue *values, IrStream *out) {
  bool any = false;
  for (size_t i = 0; defs && defs[i].name; i++) {
    if (!values[i].given) continue;
    ir_write_char(out, any ? ' ' : '{');
    any = true;
    write_name(defs[i].name, out);
    ir_write_char(out, '=');
    ir_option_print(&defs[i], &values[i], out);
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

// As the member of its kind: int64_t, bool, const char * or const IrOptionList *.
static void store_value(IrOptionKind kind, const OptionValue *value, char *member) {
  bool flag = value->number != 0;
  if (kind == IR_OPTION_INT || kind == IR_OPTION_ENUM) memcpy(member, &value->number, 8);
  if (kind == IR_OPTION_BOOL) memcpy(member, &flag, sizeof flag);
  if (kind == IR_OPTION_STRING) memcpy(member, &value->text, sizeof value->text);
  if (ir_option_is_list(kind)) memcpy(member, &value->list, sizeof value->list);
}

// Layout of struct <pass>_decl (passdef_begin.inc): 8 bytes an option, then set_stats.
void ir_pass_build_decl(IrPassManager *pm, PipelineItem *item) {
  const IrPassDef *pass = item->pass;
  size_t n = ir_pass_options_count(pass->options), stats = ir_pass_stats_count(pass->stats);
  char *block = ir_arena_zalloc(&pm->arena, 8 * (n + 3));
  for (size_t i = 0; i < n; i++)
    store_value(pass->options[i].kind, &item->options[i], block + 8 * i);
  item->stats = IR_NEW_ARRAY(&pm->arena, uint64_t, stats + 1);
  set_stats(block + 8 * n, item->stats);
  item->decl = block;
}
