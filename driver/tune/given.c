// What the command line says of parameters.
#include <stdlib.h>

#include "driver/tune/tune.h"

// A range on the command line is written out.
enum { MAX_RANGE = 4096 };

static IrStr keep(Tune *t, IrStr text) {
  return (IrStr){ir_arena_strdup(ir_context_arena(t->ctx), text), text.len};
}

static IrStr trim(IrStr text) {
  while (text.len && strchr(" \t\r\n", text.ptr[0])) text.ptr++, text.len--;
  while (text.len && strchr(" \t\r\n", text.ptr[text.len - 1])) text.len--;
  return text;
}

// Cuts off what stands in front of the next `separator`; false when nothing is left.
static bool next_part(IrStr *rest, char separator, IrStr *part) {
  if (!rest->ptr) return false;
  const char *end = memchr(rest->ptr, separator, rest->len);
  size_t n = end ? (size_t)(end - rest->ptr) : rest->len;
  *part = trim((IrStr){rest->ptr, n});
  *rest = end ? (IrStr){end + 1, rest->len - n - 1} : (IrStr){0};
  return true;
}

// ---- Names. ----

typedef struct Names {
  const TileParamDecls *decls;
  size_t i;
} Names;

static const char *next_name(void *user) {
  Names *names = user;
  return names->i < names->decls->params.n ? names->decls->params.at[names->i++].name.ptr : NULL;
}

const TileParamDecl *tune_find_param(Tune *t, IrStr name, IrLoc loc) {
  const TileParamDecl *decl = tile_params_find(&t->decls, name);
  if (decl) return decl;
  (void)ir_error(t->ctx, loc, "the file has no parameter {}", name);
  Names names = {&t->decls, 0};
  const char *near = ir_nearest(name, next_name, &names);
  if (near) ir_help(t->ctx, "did you mean {}?", near);
  return NULL;
}

// ---- Values. ----

static bool integer(IrStr text, int64_t *value) {
  char digits[32], *end;
  if (text.len == 0 || text.len >= sizeof digits) return false;
  memcpy(digits, text.ptr, text.len);
  digits[text.len] = 0;
  *value = strtoll(digits, &end, 10);
  return *end == 0;
}

static IrStr integer_text(Tune *t, int64_t number) {
  IrStream s = {0};
  ir_write_int(&s, number);
  IrStr text = keep(t, ir_stream_str(&s));
  ir_stream_free(&s);
  return text;
}

// Those of the domain's values that lie in lo..hi, or all numbers where it has no list.
static void range_values(Tune *t, int64_t lo, int64_t hi, TuneAxis *axis) {
  const TileParamDecl *decl = axis->decl;
  if (decl->domain != TILE_DOMAIN_LIST) {
    if (decl->domain == TILE_DOMAIN_RANGE && lo < decl->lo) lo = decl->lo;
    if (decl->domain == TILE_DOMAIN_RANGE && hi > decl->hi) hi = decl->hi;
    for (int64_t i = lo; i <= hi; i++) ir_vec_push(&axis->values, integer_text(t, i));
    return;
  }
  for (size_t i = 0; i < decl->list.n; i++) {
    int64_t value;
    if (integer(decl->list.at[i], &value) && lo <= value && value <= hi)
      ir_vec_push(&axis->values, decl->list.at[i]);
  }
}

static IrStatus parse_range(Tune *t, IrStr text, IrLoc loc, TuneAxis *axis, bool *is_range) {
  int64_t lo, hi;
  size_t dots = 0;
  while (dots + 1 < text.len && memcmp(text.ptr + dots, "..", 2)) dots++;
  *is_range = dots + 1 < text.len;
  if (!*is_range) return IR_OK;
  if (!integer((IrStr){text.ptr, dots}, &lo) ||
      !integer((IrStr){text.ptr + dots + 2, text.len - dots - 2}, &hi) || lo > hi ||
      (uint64_t)hi - (uint64_t)lo >= MAX_RANGE)
    return ir_error(t->ctx, loc, "a range is LO..HI with at most {} integers, not '{}'", MAX_RANGE,
                    text);
  range_values(t, lo, hi, axis);
  if (axis->values.n) return IR_OK;
  (void)ir_error(t->ctx, loc, "no value of {} lies in {}", axis->decl->name, text);
  ir_note(t->ctx, axis->decl->loc, "its domain is declared here");
  return IR_FAILED;
}

IrStatus tune_values(Tune *t, const TileParamDecl *decl, IrStr text, IrLoc loc, TuneAxis *axis) {
  bool is_range;
  *axis = (TuneAxis){.decl = decl};
  IR_TRY(parse_range(t, text, loc, axis, &is_range));
  if (is_range) return IR_OK;
  for (IrStr rest = text, value; next_part(&rest, ',', &value);) {
    if (value.len == 0)
      return ir_error(t->ctx, loc, "parameter {} has an empty value in '{}'", decl->name, text);
    ir_vec_push(&axis->values, keep(t, value));
  }
  return IR_OK;
}

// ---- Sets of values. ----

// `NAME=VALUE`
static IrStatus add_value(Tune *t, IrStr part, IrLoc loc, IrParams *config) {
  const char *equals = memchr(part.ptr, '=', part.len);
  if (!equals || equals == part.ptr || equals + 1 == part.ptr + part.len) {
    (void)ir_error(t->ctx, loc, "a set of parameters is NAME=VALUE,..., not '{}'", part);
    ir_help(t->ctx, "for example BM=128,BN=256,BK=64");
    return IR_FAILED;
  }
  IrStr name = trim((IrStr){part.ptr, (size_t)(equals - part.ptr)});
  IrStr value = trim((IrStr){equals + 1, (size_t)(part.ptr + part.len - equals - 1)});
  const TileParamDecl *decl = tune_find_param(t, name, loc);
  if (!decl) return IR_FAILED;
  IR_TRY(tile_param_check(t->ctx, loc, decl, value));
  ir_params_set(config, decl->name, keep(t, value));
  return IR_OK;
}

static IrStatus add_config(Tune *t, IrStr text, IrLoc loc) {
  IrParams config = {0};
  IrStatus status = IR_OK;
  for (IrStr rest = text, part; status == IR_OK && next_part(&rest, ',', &part);)
    status = add_value(t, part, loc, &config);
  if (status == IR_OK)
    ir_vec_push(&t->configs, config);
  else
    ir_params_free(&config);
  return status;
}

// A set a line; what follows a '#' is a comment.
static IrStatus read_file(Tune *t, const char *path) {
  IrLoc start;
  IrStr text, line;
  IR_TRY(ir_source_read(t->ctx, path, &start, &text));
  for (IrStr rest = text; next_part(&rest, '\n', &line);) {
    const char *comment = memchr(line.ptr, '#', line.len);
    if (comment) line = trim((IrStr){line.ptr, (size_t)(comment - line.ptr)});
    if (line.len) IR_TRY(add_config(t, line, (IrLoc){start.id + (uint32_t)(line.ptr - text.ptr)}));
  }
  return IR_OK;
}

IrStatus tune_read_configs(Tune *t) {
  const TuneTexts *given = &t->options->configs;
  for (size_t i = 0; i < given->n; i++)
    IR_TRY(add_config(t, ir_str(given->at[i].text), given->at[i].loc));
  return t->options->configs_file ? read_file(t, t->options->configs_file) : IR_OK;
}

// ---- Conditions. ----

static bool look_up(void *user, IrStr name, int64_t *value) {
  const IrParam *param = ir_params_find(user, name);
  if (!param) return false;
  if (ir_str_is(param->text, "true") || ir_str_is(param->text, "false")) {
    *value = param->text.ptr[0] == 't';
    return true;
  }
  return integer(param->text, value);
}

typedef struct NameCheck {
  Tune *tune;
  IrLoc loc;
} NameCheck;

static IrStatus check_name(void *user, IrStr name) {
  NameCheck *check = user;
  const TileParamDecl *decl = tune_find_param(check->tune, name, check->loc);
  if (!decl) return IR_FAILED;
  if (decl->kind != TILE_PARAM_WORD) return IR_OK;
  return ir_error(check->tune->ctx, check->loc, "{} is a word and not a number", name);
}

IrStatus tune_check_only(Tune *t) {
  const TuneTexts *only = &t->options->only;
  for (size_t i = 0; i < only->n; i++) {
    IrLoc loc = only->at[i].loc;
    IrAttr expr = tile_expr_parse_text_at(t->ctx, loc, ir_str(only->at[i].text), true);
    if (!expr) return IR_FAILED;
    NameCheck check = {t, loc};
    IR_TRY(tile_expr_names(expr, check_name, &check));
  }
  return IR_OK;
}

bool tune_only_holds(Tune *t, const IrParams *params) {
  const TuneTexts *only = &t->options->only;
  for (size_t i = 0; i < only->n; i++) {
    IrAttr expr = tile_expr_parse_text(t->ctx, ir_str(only->at[i].text), true);
    int64_t holds = 0;
    if (!expr || tile_expr_eval(t->ctx, only->at[i].loc, expr, look_up, (void *)params, &holds) ||
        !holds)
      return false;
  }
  return true;
}
