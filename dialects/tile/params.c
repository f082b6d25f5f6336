// Reading, checking and binding the parameters of a kernel file.
#include "dialects/tile/params.h"

#include "ir/core/op.h"

static const char *const kind_names[] = {"an integer", "true or false", "a word"};

const TileParamDecl *tile_params_find(const TileParamDecls *decls, IrStr name) {
  for (size_t i = 0; i < decls->params.n; i++)
    if (ir_str_equal(decls->params.at[i].name, name)) return &decls->params.at[i];
  return NULL;
}

void tile_params_free(TileParamDecls *decls) {
  for (size_t i = 0; i < decls->params.n; i++) ir_vec_free(&decls->params.at[i].list);
  ir_vec_free(&decls->params);
  ir_vec_free(&decls->constraints);
}

// ---- Values as text. ----

static TileParamKind kind_of(IrStr text) {
  char c = text.len ? text.ptr[0] : 'a';
  if (c == '-' || (c >= '0' && c <= '9')) return TILE_PARAM_INT;
  if (ir_str_is(text, "true") || ir_str_is(text, "false")) return TILE_PARAM_BOOL;
  return TILE_PARAM_WORD;
}

// A decimal integer and nothing else.
static bool integer_of(IrStr text, int64_t *value) {
  size_t i = text.len && text.ptr[0] == '-';
  int64_t v = 0;
  if (i == text.len) return false;
  for (; i < text.len; i++) {
    if (text.ptr[i] < '0' || text.ptr[i] > '9') return false;
    if (__builtin_mul_overflow(v, (int64_t)10, &v) ||
        __builtin_sub_overflow(v, (int64_t)(text.ptr[i] - '0'), &v))
      return false;
  }
  if (text.ptr[0] != '-' && v == INT64_MIN) return false;
  *value = text.ptr[0] == '-' ? v : -v;
  return true;
}

static bool is_word(IrStr text) {
  for (size_t i = 0; i < text.len; i++) {
    char c = text.ptr[i];
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    if (!letter && (i == 0 || !((c >= '0' && c <= '9') || c == '.' || c == '$'))) return false;
  }
  return text.len > 0;
}

// Whether two texts are the same value: equal, or the same integer written differently.
static bool same_value(IrStr a, IrStr b) {
  int64_t x, y;
  return ir_str_equal(a, b) || (integer_of(a, &x) && integer_of(b, &y) && x == y);
}

static bool in_domain(const TileParamDecl *decl, IrStr value) {
  int64_t number;
  if (decl->domain == TILE_DOMAIN_RANGE)
    return integer_of(value, &number) && decl->lo <= number && number <= decl->hi;
  if (decl->domain == TILE_DOMAIN_ANY) return true;
  for (size_t i = 0; i < decl->list.n; i++)
    if (same_value(decl->list.at[i], value)) return true;
  return false;
}

bool tile_param_domain_at(const TileParamDecl *decl, size_t i, IrStream *out) {
  if (decl->domain == TILE_DOMAIN_LIST) {
    if (i >= decl->list.n) return false;
    ir_write(out, decl->list.at[i].ptr, decl->list.at[i].len);
    return true;
  }
  if (decl->domain == TILE_DOMAIN_RANGE) {
    if (i > (uint64_t)decl->hi - (uint64_t)decl->lo) return false;
    ir_write_int(out, (int64_t)((uint64_t)decl->lo + i));
    return true;
  }
  if (decl->kind != TILE_PARAM_BOOL || i > 1) return false;
  ir_write_cstr(out, i ? "true" : "false");
  return true;
}

static void write_domain(const TileParamDecl *decl, IrStream *s) {
  if (decl->domain == TILE_DOMAIN_ANY) {
    ir_write_cstr(s, kind_names[decl->kind]);
  } else if (decl->domain == TILE_DOMAIN_RANGE) {
    ir_print(s, "{}..{}", decl->lo, decl->hi);
  } else {
    for (size_t i = 0; i < decl->list.n; i++) ir_print(s, i ? ", {}" : "[{}", decl->list.at[i]);
    ir_write_char(s, ']');
  }
}

// ---- Reading. ----

static IrStr keep(IrContext *ctx, IrStr text) {
  return (IrStr){ir_arena_strdup(ir_context_arena(ctx), text), text.len};
}

static IrStr integer_text(IrContext *ctx, int64_t number) {
  IrStream s = {0};
  ir_write_int(&s, number);
  IrStr text = keep(ctx, ir_stream_str(&s));
  ir_stream_free(&s);
  return text;
}

// An integer or a word, of the kind of those before when `kind` says so.
static IrStatus parse_value(IrParser *p, const TileParamDecl *like, IrStr *text) {
  IrLoc loc = ir_parser_loc(p);
  int64_t number;
  if (ir_parse_optional_integer(p, &number)) {
    *text = integer_text(ir_parser_context(p), number);
  } else if (ir_parse_optional_identifier(p, text)) {
    *text = keep(ir_parser_context(p), *text);
  } else {
    return ir_parser_error(p, loc, "expected an integer, true, false or a word");
  }
  if (!like || kind_of(*text) == like->kind) return IR_OK;
  return ir_parser_error(p, loc, "'{}' in the domain of {}, whose default is {}", *text, like->name,
                         kind_names[like->kind]);
}

static IrStatus parse_range(IrParser *p, TileParamDecl *decl) {
  IrLoc loc = ir_parser_loc(p);
  IR_TRY(ir_parse_integer(p, &decl->lo));
  IR_TRY(ir_parse_token(p, ".."));
  IR_TRY(ir_parse_integer(p, &decl->hi));
  decl->domain = TILE_DOMAIN_RANGE;
  if (decl->kind != TILE_PARAM_INT)
    return ir_parser_error(p, loc, "a range for {}, whose default is {}", decl->name,
                           kind_names[decl->kind]);
  if (decl->lo <= decl->hi) return IR_OK;
  return ir_parser_error(p, loc, "the range {}..{} is empty", decl->lo, decl->hi);
}

static IrStatus parse_domain(IrParser *p, TileParamDecl *decl) {
  if (!ir_parse_optional_token(p, "[")) return parse_range(p, decl);
  decl->domain = TILE_DOMAIN_LIST;
  do {
    IrStr value;
    IR_TRY(parse_value(p, decl, &value));
    ir_vec_push(&decl->list, value);
  } while (ir_parse_optional_token(p, ","));
  return ir_parse_token(p, "]");
}

static bool is_param_name(IrStr name) {
  for (size_t i = 0; i < name.len; i++) {
    char c = name.ptr[i];
    bool upper = c >= 'A' && c <= 'Z';
    if (!upper && (i == 0 || !((c >= '0' && c <= '9') || c == '_'))) return false;
  }
  return name.len > 0;
}

// `NAME = default : domain`
static IrStatus parse_decl(IrParser *p, TileParamDecls *decls) {
  TileParamDecl decl = {.loc = ir_parser_loc(p)};
  IR_TRY(ir_parse_identifier(p, &decl.name));
  decl.name = keep(ir_parser_context(p), decl.name);
  if (!is_param_name(decl.name)) {
    (void)ir_parser_error(p, decl.loc, "'{}' cannot name a parameter", decl.name);
    ir_help(ir_parser_context(p), "use capitals, digits and '_', beginning with a capital");
    return IR_FAILED;
  }
  const TileParamDecl *before = tile_params_find(decls, decl.name);
  if (before) {
    (void)ir_parser_error(p, decl.loc, "parameter {} is declared twice", decl.name);
    ir_note(ir_parser_context(p), before->loc, "first here");
    return IR_FAILED;
  }
  IR_TRY(ir_parse_token(p, "="));
  IR_TRY(parse_value(p, NULL, &decl.value));
  decl.kind = kind_of(decl.value);
  IrStatus status = IR_OK;
  if (ir_parse_optional_token(p, ":")) status = parse_domain(p, &decl);
  ir_vec_push(&decls->params, decl);
  return status;
}

typedef struct NameCheck {
  IrParser *p;
  IrLoc loc;
  const TileParamDecls *decls;
} NameCheck;

static const char *next_name(void *user) {
  const TileParamDecls *decls = ((void **)user)[0];
  size_t *i = ((void **)user)[1];
  return *i < decls->params.n ? decls->params.at[(*i)++].name.ptr : NULL;
}

static void help_nearest(IrContext *ctx, const TileParamDecls *decls, IrStr name) {
  size_t i = 0;
  const char *near = ir_nearest(name, next_name, (void *[]){(void *)decls, &i});
  if (near) {
    ir_help(ctx, "did you mean {}?", near);
    return;
  }
  IrStream known = {0};
  for (size_t k = 0; k < decls->params.n; k++)
    ir_print(&known, k ? ", {}" : "{}", decls->params.at[k].name);
  if (decls->params.n) ir_help(ctx, "parameters of this file: {}", ir_stream_str(&known));
  ir_stream_free(&known);
}

static IrStatus check_name(void *user, IrStr name) {
  NameCheck *c = user;
  const TileParamDecl *decl = tile_params_find(c->decls, name);
  if (decl && decl->kind != TILE_PARAM_WORD) return IR_OK;
  if (decl)
    return ir_parser_error(c->p, c->loc, "constraint on {}, which is a word and not a number",
                           name);
  (void)ir_parser_error(c->p, c->loc, "constraint on {}, which is no parameter", name);
  help_nearest(ir_parser_context(c->p), c->decls, name);
  return IR_FAILED;
}

// `where (constraint, ...)`
static IrStatus parse_constraints(IrParser *p, TileParamDecls *decls) {
  IR_TRY(ir_parse_token(p, "("));
  do {
    TileConstraint constraint = {.loc = ir_parser_loc(p)};
    TileExpr expr;
    IR_TRY(tile_expr_parse(p, TILE_EXPR_BOOLEAN, &expr));
    constraint.expr = tile_expr_attr_get(ir_parser_context(p), &expr);
    NameCheck check = {p, constraint.loc, decls};
    IR_TRY(tile_expr_names(constraint.expr, check_name, &check));
    ir_vec_push(&decls->constraints, constraint);
  } while (ir_parse_optional_token(p, ","));
  return ir_parse_token(p, ")");
}

// What follows `tile.params`.
static IrStatus parse_declarations(IrParser *p, TileParamDecls *decls) {
  IR_TRY(ir_parse_token(p, "{"));
  if (!ir_parse_optional_token(p, "}")) {
    do IR_TRY(parse_decl(p, decls));
    while (ir_parse_optional_token(p, ","));
    IR_TRY(ir_parse_token(p, "}"));
  }
  return ir_parse_optional_keyword(p, "where") ? parse_constraints(p, decls) : IR_OK;
}

static IrStatus read_head(IrParser *p, void *user) {
  if (!ir_parse_optional_keyword(p, "tile.params")) return IR_OK;
  return parse_declarations(p, user);
}

IrStatus tile_params_read(IrContext *ctx, IrLoc start, TileParamDecls *decls) {
  return ir_parse_text_with(ctx, start, ir_source_text(ctx, start), read_head, decls);
}

// ---- Binding. ----

IrStatus tile_param_check(IrContext *ctx, IrLoc loc, const TileParamDecl *decl, IrStr value) {
  bool fits = decl->kind == TILE_PARAM_INT ? integer_of(value, &(int64_t){0})
                                           : kind_of(value) == decl->kind && is_word(value);
  if (fits && in_domain(decl, value)) return IR_OK;
  IrStream domain = {0};
  write_domain(decl, &domain);
  if (fits)
    (void)ir_error(ctx, loc, "parameter {} = {} is outside its domain {}", decl->name, value,
                   ir_stream_str(&domain));
  else
    (void)ir_error(ctx, loc, "parameter {} is {}, got '{}'", decl->name, kind_names[decl->kind],
                   value);
  if (loc.id != decl->loc.id) ir_note(ctx, decl->loc, "declared here");
  if (fits)
    ir_help(ctx, "give it one of these, or extend the domain");
  else if (decl->domain != TILE_DOMAIN_ANY)
    ir_help(ctx, "its domain is {}", ir_stream_str(&domain));
  ir_stream_free(&domain);
  return IR_FAILED;
}

static bool bound_value(void *user, IrStr name, int64_t *value) {
  const IrParam *param = ir_params_find(user, name);
  if (!param) return false;
  if (ir_str_is(param->text, "true") || ir_str_is(param->text, "false")) {
    *value = param->text.ptr[0] == 't';
    return true;
  }
  return integer_of(param->text, value);
}

typedef struct ValueList {
  IrStream text;
  const IrParams *bound;
  IR_VEC(IrStr) seen;
} ValueList;

static IrStatus list_value(void *user, IrStr name) {
  ValueList *list = user;
  for (size_t i = 0; i < list->seen.n; i++)
    if (ir_str_equal(list->seen.at[i], name)) return IR_OK;
  ir_print(&list->text, list->seen.n ? ", {} = {}" : "{} = {}", name,
           ir_params_find(list->bound, name)->text);
  ir_vec_push(&list->seen, name);
  return IR_OK;
}

static IrStatus check_constraint(IrContext *ctx, const TileConstraint *c, const IrParams *bound) {
  int64_t holds;
  IR_TRY(tile_expr_eval(ctx, c->loc, c->expr, bound_value, (void *)bound, &holds));
  if (holds) return IR_OK;
  size_t n;
  const TileExprNode *nodes = tile_expr_nodes(c->expr, &n);
  IrStream text = {0};
  ValueList list = {.bound = bound};
  tile_expr_print(nodes, n, &text);
  (void)tile_expr_names(c->expr, list_value, &list);
  (void)ir_error(ctx, c->loc, "the parameters violate '{}': {}", ir_stream_str(&text),
                 ir_stream_str(&list.text));
  ir_help(ctx, "change one of them with --param NAME=VALUE");
  ir_stream_free(&text);
  ir_stream_free(&list.text);
  ir_vec_free(&list.seen);
  return IR_FAILED;
}

static IrStatus check_given(IrContext *ctx, IrLoc loc, const TileParamDecls *decls,
                            const IrParams *given) {
  IrStatus status = IR_OK;
  for (size_t i = 0; given && i < given->n; i++) {
    given->at[i].used = true; // or reported here
    if (tile_params_find(decls, given->at[i].name)) continue;
    status =
        ir_error(ctx, loc, "parameter {} is given a value and not declared", given->at[i].name);
    help_nearest(ctx, decls, given->at[i].name);
  }
  return status;
}

IrStatus tile_params_bind(IrContext *ctx, IrLoc loc, const TileParamDecls *decls,
                          const IrParams *given, IrParams *bound) {
  IrStatus status = check_given(ctx, loc, decls, given);
  for (size_t i = 0; i < decls->params.n; i++) {
    const TileParamDecl *decl = &decls->params.at[i];
    const IrParam *outside = given ? ir_params_find(given, decl->name) : NULL;
    IrStr value = outside ? outside->text : decl->value;
    if (tile_param_check(ctx, decl->loc, decl, value)) status = IR_FAILED;
    ir_params_set(bound, decl->name, value);
  }
  if (status) return status;
  for (size_t i = 0; i < decls->constraints.n; i++)
    if (check_constraint(ctx, &decls->constraints.at[i], bound)) status = IR_FAILED;
  return status;
}

// ---- The directive. ----

static IrAttr value_attr(IrContext *ctx, IrStr text) {
  int64_t number;
  if (integer_of(text, &number)) return ir_attr_integer(ir_type_i64(ctx), number);
  if (kind_of(text) == TILE_PARAM_BOOL) return ir_attr_bool(ctx, ir_str_is(text, "true"));
  return ir_attr_string(ctx, text);
}

static int by_name(IrStr a, IrStr b) {
  size_t n = a.len < b.len ? a.len : b.len;
  int order = memcmp(a.ptr, b.ptr, n);
  return order ? order : (a.len > b.len) - (a.len < b.len);
}

static IrAttr bound_attr(IrContext *ctx, const IrParams *bound) {
  IR_VEC(IrNamedAttr) entries = {0};
  for (size_t i = 0; i < bound->n; i++) {
    IrNamedAttr entry = {ir_ident(ctx, bound->at[i].name), value_attr(ctx, bound->at[i].text)};
    ir_vec_push(&entries, entry);
    for (size_t k = entries.n - 1; k > 0; k--) {
      if (by_name(ir_ident_str(entries.at[k - 1].name), ir_ident_str(entry.name)) <= 0) break;
      entries.at[k] = entries.at[k - 1];
      entries.at[k - 1] = entry;
    }
  }
  IrAttr dict = ir_attr_dict(ctx, entries.at, entries.n);
  ir_vec_free(&entries);
  return dict;
}

// Whether `$name` or, in a constraint, `name` stands anywhere in the rest of the file.
static bool is_used(IrStr text, IrStr name) {
  for (size_t i = 0; i + name.len < text.len; i++) {
    if (text.ptr[i] != '$' || memcmp(text.ptr + i + 1, name.ptr, name.len)) continue;
    char next = i + 1 + name.len < text.len ? text.ptr[i + 1 + name.len] : ' ';
    bool longer = (next >= 'A' && next <= 'Z') || (next >= '0' && next <= '9') || next == '_';
    if (!longer) return true;
  }
  return false;
}

typedef struct UseSearch {
  IrStr name;
  bool found;
} UseSearch;

static IrStatus note_use(void *user, IrStr name) {
  UseSearch *s = user;
  s->found |= ir_str_equal(s->name, name);
  return IR_OK;
}

static void warn_unused(IrContext *ctx, IrStr rest, const TileParamDecls *decls) {
  for (size_t i = 0; i < decls->params.n; i++) {
    const TileParamDecl *decl = &decls->params.at[i];
    UseSearch search = {decl->name, is_used(rest, decl->name)};
    for (size_t k = 0; k < decls->constraints.n && !search.found; k++)
      (void)tile_expr_names(decls->constraints.at[k].expr, note_use, &search);
    if (!search.found) ir_warning(ctx, decl->loc, "parameter {} is not used", decl->name);
  }
}

static IrStatus bind_into(IrParser *p, IrOp *module, IrLoc loc, const TileParamDecls *decls,
                          IrParams *bound) {
  IrContext *ctx = ir_parser_context(p);
  IR_TRY(tile_params_bind(ctx, loc, decls, ir_parser_given_params(p), bound));
  for (size_t i = 0; i < bound->n; i++)
    ir_parser_bind_param(p, bound->at[i].name, bound->at[i].text);
  warn_unused(ctx, ir_source_text(ctx, ir_parser_loc(p)), decls);
  ir_op_set_attr(module, "tile.params", bound_attr(ctx, bound));
  return IR_OK;
}

static IrStatus params_parse(IrParser *p, IrOp *module) {
  IrLoc loc = ir_parser_loc(p);
  if (ir_op_attr(module, "tile.params"))
    return ir_parser_error(p, loc, "a file has one list of parameters");
  TileParamDecls decls = {0};
  IrParams bound = {0};
  IrStatus status = parse_declarations(p, &decls);
  if (status == IR_OK) status = bind_into(p, module, loc, &decls, &bound);
  ir_params_free(&bound);
  tile_params_free(&decls);
  return status;
}

const IrDirectiveDef tile_params_directive = {.name = "tile.params", .parse = params_parse};

IrStatus tile_params_check_given(IrOp *module, const IrParams *given) {
  IrAttr params = ir_op_attr(module, "tile.params");
  IrStatus status = IR_OK;
  for (size_t i = 0; given && i < given->n; i++) {
    IrIdent name = ir_ident(ir_op_context(module), given->at[i].name);
    if (params && ir_attr_get(params, name)) continue;
    status = ir_error(ir_op_context(module), ir_op_loc(module),
                      "parameter {} is given a value and not declared", given->at[i].name);
    if (!params) ir_help(ir_op_context(module), "the file declares no parameters");
  }
  return status;
}
