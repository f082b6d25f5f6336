// Aliases: `#name = attribute` and `!name = type` in front of ops, and their uses.
//
// Aliases of aliases can stand for exponentially long text, so what each stands for is counted.
#include "ir/asm/parser_impl.h"

IrStatus ir_use_alias(IrParser *p, IrLoc loc, const void *meaning) {
  uintptr_t size = (uintptr_t)ir_ptrmap_get(&p->alias_sizes, meaning);
  unsigned levels = (unsigned)(size & 1023); // the first is that of the alias's name
  unsigned level = p->nesting + levels - (levels > 0);
  if (level > IR_MAX_NESTING) return ir_too_deep(p, loc);
  if (level > p->deepest) p->deepest = level;
  p->parts += size >> 10;
  if (p->parts <= IR_MAX_PARTS) return IR_OK;
  (void)ir_parser_error(p, loc, "aliases make the text longer than {} parts", (int)IR_MAX_PARTS);
  IR_PARSE_HELP(p, "aliases of aliases grow exponentially when they are written out");
  p->fatal = true;
  return IR_FAILED;
}

static IrStatus keep_alias_size(IrParser *p, IrLoc loc, const void *meaning, uint64_t parts) {
  if (parts > IR_MAX_ALIAS_PARTS) {
    (void)ir_parser_error(p, loc, "an alias that stands for more than {} parts",
                          (int)IR_MAX_ALIAS_PARTS);
    IR_PARSE_HELP(p, "aliases of aliases grow exponentially when they are written out");
    p->fatal = true;
    return IR_FAILED;
  }
  uintptr_t size = (uintptr_t)parts << 10 | (p->deepest - p->nesting);
  ir_ptrmap_set(&p->alias_sizes, meaning, (void *)size);
  return IR_OK;
}

// `#name = attribute` or `!name = type`.
static IrStatus parse_definition(IrParser *p, IrStr *bad) {
  bool is_type = ir_at(p, IR_TOK_BANG);
  IrStr name = {p->tok.ptr + 1, p->tok.len - 1};
  IrLoc loc = ir_parser_loc(p);
  ir_advance(p);
  if (memchr(name.ptr, '.', name.len)) {
    return ir_parser_error(p, loc, "an alias has no '.' in its name");
  }
  IR_TRY(ir_want(p, '=', "'=' after the alias"));
  *bad = name;
  IrStrMap *aliases = is_type ? &p->type_aliases : &p->attr_aliases;
  if (ir_strmap_get(aliases, name)) {
    return ir_parser_error(p, loc, "redefinition of alias '{}'",
                           ((IrStr){name.ptr - 1, name.len + 1}));
  }
  IrType type = NULL;
  IrAttr attr = NULL;
  uint64_t before = p->parts;
  p->deepest = p->nesting;
  if (is_type) {
    IR_TRY(ir_parse_type(p, &type));
  } else {
    IR_TRY(ir_parse_attr(p, NULL, &attr));
  }
  void *meaning = is_type ? (void *)type : (void *)attr;
  ir_strmap_set(aliases, name, meaning);
  return keep_alias_size(p, loc, meaning, p->parts - before);
}

IrStatus ir_parse_alias_definition(IrParser *p) {
  bool is_type = ir_at(p, IR_TOK_BANG);
  IrStr bad = {0};
  if (parse_definition(p, &bad) == IR_OK) return IR_OK;
  IrStrMap *reported = is_type ? &p->reported_types : &p->reported_attrs;
  if (bad.len) ir_strmap_set(reported, bad, p);
  return IR_FAILED;
}

typedef struct AliasNames {
  IrParser *p;
  const IrStrMap *aliases;
  uint32_t i;
} AliasNames;

static const char *next_alias(void *user) {
  AliasNames *names = user;
  if (names->i == names->aliases->n) return NULL;
  return ir_arena_strdup(&names->p->scratch, names->aliases->entries[names->i++].key);
}

IrStatus ir_undefined_alias(IrParser *p, IrLoc loc, const char *what, IrStr name) {
  bool is_type = !strcmp(what, "type");
  IrStrMap *reported = is_type ? &p->reported_types : &p->reported_attrs;
  p->failed = true;
  if (ir_strmap_get(reported, name)) return IR_FAILED;
  ir_strmap_set(reported, name, p);
  char mark = is_type ? '!' : '#';
  (void)ir_parser_error(p, loc, "undefined {} alias '{}{}'", what, mark, name);
  AliasNames names = {p, is_type ? &p->type_aliases : &p->attr_aliases, 0};
  const char *near = p->muted ? NULL : ir_nearest(name, next_alias, &names);
  if (near)
    IR_PARSE_HELP(p, "did you mean '{}{}'?", mark, near);
  else
    IR_PARSE_HELP(p, "'{}{} = {}' at the top of the file, before its uses, defines it", mark, name,
                  is_type ? "TYPE" : "ATTRIBUTE");
  return IR_FAILED;
}
