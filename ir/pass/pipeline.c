// Textual pipelines:
//
//   pipeline ::= element (`,` element)*
//   element  ::= name (`{` options `}`)? | anchor `(` pipeline? `)`
//
// A comment goes from `//` or `#` to the end of its line.  An anchor is an op name, or `any`.  A
// named pipeline expands in place to the text it stands for. A pass whose anchor differs from the
// list it stands in is wrapped in a list of its own; wraps of one anchor side by side become one,
// so their passes run op by op.
#include "ir/pass/pass_impl.h"

enum { MAX_DEPTH = 32 };

typedef struct TextParser {
  IrPassManager *pm;
  IrStr text;
  IrLoc loc;
  size_t at;
  unsigned depth, base; // nesting now and at the start of the text
} TextParser;

Pipeline *ir_pipeline_new(IrPassManager *pm, const char *anchor) {
  Pipeline *p = IR_NEW(&pm->arena, Pipeline);
  p->anchor = anchor ? ir_arena_strdup(&pm->arena, ir_str(anchor)) : NULL;
  return p;
}

void ir_pipeline_free(Pipeline *pipeline) {
  for (size_t i = 0; i < pipeline->items.n; i++)
    if (pipeline->items.at[i].nested) ir_pipeline_free(pipeline->items.at[i].nested);
  ir_vec_free(&pipeline->items);
}

static bool same_anchor(const char *a, const char *b) {
  return a == b || (a && b && !strcmp(a, b));
}

// The list that an element with `anchor` goes to when it stands in `into`.
static Pipeline *nested_list(IrPassManager *pm, Pipeline *into, const char *anchor) {
  PipelineItem *last = into->items.n ? &ir_vec_last(&into->items) : NULL;
  if (last && last->nested && last->implicit && same_anchor(last->nested->anchor, anchor))
    return last->nested;
  PipelineItem item = {.nested = ir_pipeline_new(pm, anchor), .implicit = true};
  ir_vec_push(&into->items, item);
  return item.nested;
}

static void spell_options(IrPassManager *pm, PipelineItem *item) {
  IrStream text = {0};
  ir_pass_options_print(item->pass->options, item->options, &text);
  item->spelled = ir_str(ir_arena_strdup(&pm->arena, ir_stream_str(&text)));
  ir_stream_free(&text);
}

static OptionValue *new_values(IrPassManager *pm, const IrOptionDef *defs) {
  return IR_NEW_ARRAY(&pm->arena, OptionValue, ir_pass_options_count(defs) + 1);
}

static IrStatus add_pass(IrPassManager *pm, Pipeline *into, const IrPassDef *pass, IrLoc loc,
                         IrStr options, IrLoc options_loc) {
  PipelineItem item = {.pass = pass, .loc = loc, .options = new_values(pm, pass->options)};
  IR_TRY(ir_pass_options_parse(pm, pass->name, pass->options, options, options_loc, item.options));
  ir_pass_build_decl(pm, &item);
  spell_options(pm, &item);
  if (pass->anchor && !same_anchor(pass->anchor, into->anchor))
    into = nested_list(pm, into, pass->anchor);
  ir_vec_push(&into->items, item);
  return IR_OK;
}

// Options of a named pipeline, each with its text.
typedef struct PipelineValues {
  const IrOptionDef *defs;
  const char **texts;
} PipelineValues;

// An option's text for an expander.
static const char *value_text(void *user, const char *name) {
  PipelineValues *v = user;
  for (size_t i = 0; v->defs && v->defs[i].name; i++)
    if (ir_pass_option_is(&v->defs[i], ir_str(name))) return v->texts[i];
  return "";
}

// Spelled so that the text can stand for an option's value in turn.
static const char **spell_values(IrPassManager *pm, const IrOptionDef *defs,
                                 const OptionValue *values) {
  const char **texts = IR_NEW_ARRAY(&pm->arena, const char *, ir_pass_options_count(defs) + 1);
  for (size_t i = 0; defs && defs[i].name; i++) {
    IrStream text = {0};
    bool unset = defs[i].kind == IR_OPTION_STRING && !values[i].text;
    if (!unset) ir_option_print(&defs[i], &values[i], &text);
    texts[i] = ir_arena_strdup(&pm->arena, ir_stream_str(&text));
    ir_stream_free(&text);
  }
  return texts;
}

static IrStatus parse_elements(TextParser *p, Pipeline *into);

static IrStatus add_named_pipeline(IrPassManager *pm, Pipeline *into, const IrPipelineDef *def,
                                   IrStr options, IrLoc options_loc, unsigned depth) {
  OptionValue *values = new_values(pm, def->options);
  IR_TRY(ir_pass_options_parse(pm, def->name, def->options, options, options_loc, values));
  PipelineValues v = {.defs = def->options, .texts = spell_values(pm, def->options, values)};
  IrStream text = {0};
  IrStatus status = def->expand(pm->ctx, value_text, &v, &text);
  if (status == IR_OK) {
    IrStream name = {0};
    ir_print(&name, "<pipeline {}>", def->name);
    IrLoc loc = ir_source_add(pm->ctx, ir_stream_str(&name), ir_stream_str(&text), true);
    TextParser p = {.pm = pm, .text = ir_stream_str(&text), .loc = loc};
    p.depth = p.base = depth + 1;
    status = parse_elements(&p, into);
    ir_stream_free(&name);
  }
  ir_stream_free(&text);
  return status;
}

typedef struct NameCursor {
  IrContext *ctx;
  size_t i;
} NameCursor;

static const char *next_pass_name(void *user) {
  NameCursor *c = user;
  return ir_pass_name_at(c->ctx, c->i++);
}

static IrStatus unknown_name(IrPassManager *pm, IrStr name, IrLoc loc) {
  NameCursor cursor = {pm->ctx, 0};
  (void)ir_error(pm->ctx, loc, "no pass or pipeline is named '{}'", name);
  const char *near = ir_nearest(name, next_pass_name, &cursor);
  if (near)
    ir_help(pm->ctx, "did you mean '{}'?", near);
  else
    ir_help(pm->ctx, "--list-passes lists them");
  return IR_FAILED;
}

IrStatus ir_pipeline_add(IrPassManager *pm, Pipeline *into, IrStr name, IrLoc loc, IrStr options,
                         IrLoc options_loc, unsigned depth) {
  if (depth > MAX_DEPTH)
    return ir_error(pm->ctx, loc, "pipelines nest deeper than {} levels", MAX_DEPTH);
  const IrPassDef *pass = ir_pass_lookup(pm->ctx, name);
  if (pass) return add_pass(pm, into, pass, loc, options, options_loc);
  const IrPipelineDef *pipeline = ir_pipeline_lookup(pm->ctx, name);
  if (pipeline) return add_named_pipeline(pm, into, pipeline, options, options_loc, depth);
  return unknown_name(pm, name, loc);
}

static IrLoc here(const TextParser *p) {
  return ir_loc_plus(p->loc, p->at);
}

static bool at_comment(const TextParser *p) {
  const char *at = p->text.ptr + p->at;
  size_t left = p->text.len - p->at;
  return left && (at[0] == '#' || (left > 1 && at[0] == '/' && at[1] == '/'));
}

// The next character that is no blank and in no comment, or 0 at the end.
static char peek(TextParser *p) {
  for (; p->at < p->text.len; p->at++) {
    if (at_comment(p)) {
      const char *newline = memchr(p->text.ptr + p->at, '\n', p->text.len - p->at);
      p->at = newline ? (size_t)(newline - p->text.ptr) : p->text.len - 1;
    } else if (!strchr(" \t\r\n", p->text.ptr[p->at])) {
      return p->text.ptr[p->at];
    }
  }
  return 0;
}

static bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_' || c == '.';
}

static IrStr take_name(TextParser *p) {
  size_t begin = p->at;
  while (p->at < p->text.len && is_name_char(p->text.ptr[p->at])) p->at++;
  return (IrStr){p->text.ptr + begin, p->at - begin};
}

// The text between braces; quotes and nested braces are skipped over.
static IrStatus take_options(TextParser *p, IrStr *options, IrLoc *loc) {
  IrLoc open = here(p);
  size_t begin = ++p->at, depth = 1;
  *loc = here(p);
  for (; p->at < p->text.len; p->at++) {
    char c = p->text.ptr[p->at];
    if (c == '"' || c == '\'') {
      p->at += ir_option_quote_length((IrStr){p->text.ptr + p->at, p->text.len - p->at}) - 1;
    } else if (c == '{') {
      depth++;
    } else if (c == '}' && --depth == 0) {
      *options = (IrStr){p->text.ptr + begin, p->at++ - begin};
      return IR_OK;
    }
  }
  return ir_error(p->pm->ctx, open, "this '{{' of a pass's options is never closed");
}

// `anchor(...)`, after the name.
static IrStatus parse_nested(TextParser *p, Pipeline *into, IrStr anchor, IrLoc loc) {
  IrPassManager *pm = p->pm;
  IrLoc open = here(p);
  if (p->depth >= MAX_DEPTH)
    return ir_error(pm->ctx, open, "pipelines nest deeper than {} levels", MAX_DEPTH);
  p->at++;
  const char *name = ir_str_is(anchor, "any") ? NULL : ir_arena_strdup(&pm->arena, anchor);
  // The outermost anchor of a pipeline may be spelled or not.
  bool outermost = p->depth == p->base && into == pm->root && same_anchor(name, into->anchor);
  Pipeline *list = into;
  if (!outermost) {
    PipelineItem item = {.nested = ir_pipeline_new(pm, name)};
    item.nested->loc = loc;
    ir_vec_push(&into->items, item);
    list = item.nested;
  }
  p->depth++;
  if (peek(p) != ')') IR_TRY(parse_elements(p, list));
  p->depth--;
  if (peek(p) != ')') return ir_error(pm->ctx, open, "this '(' is never closed");
  p->at++;
  return IR_OK;
}

static IrStatus parse_element(TextParser *p, Pipeline *into) {
  char c = peek(p);
  IrLoc loc = here(p);
  IrStr name = take_name(p);
  if (name.len == 0) {
    if (c == 0) return ir_error(p->pm->ctx, loc, "expected a pass name at the end of the pipeline");
    return ir_error(p->pm->ctx, loc, "expected a pass name, got '{}'", c);
  }
  if (peek(p) == '(') return parse_nested(p, into, name, loc);
  IrStr options = {"", 0};
  IrLoc options_loc = here(p);
  if (peek(p) == '{') IR_TRY(take_options(p, &options, &options_loc));
  return ir_pipeline_add(p->pm, into, name, loc, options, options_loc, p->depth);
}

static IrStatus parse_elements(TextParser *p, Pipeline *into) {
  for (;;) {
    IR_TRY(parse_element(p, into));
    if (peek(p) != ',') return IR_OK;
    p->at++;
  }
}

IrStatus ir_pipeline_parse(IrPassManager *pm, Pipeline *into, IrStr text, IrLoc loc) {
  TextParser p = {.pm = pm, .text = text, .loc = loc};
  if (peek(&p) == 0) return IR_OK;
  IR_TRY(parse_elements(&p, into));
  char c = peek(&p);
  return c ? ir_error(pm->ctx, here(&p), "expected ',' or the end of the pipeline, got '{}'", c)
           : IR_OK;
}
