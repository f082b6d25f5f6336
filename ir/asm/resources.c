// Metadata of files; see resources.h.
//
//   metadata ::= `{-#` entries `#-}`
//   entries  ::= (key `:` value (`,` key `:` value)*)?
//   value    ::= string | word | number | `{` entries `}`
#include "ir/asm/resources.h"

#include "ir/asm/parser_impl.h"

typedef struct Reader {
  IrParser *p;
  IrResources *resources; // NULL: only the form is checked
  IrStr path[2];          // keys around
  unsigned depth;
} Reader;

static IrStatus read_entries(Reader *r);

static IrStatus read_key(IrParser *p, IrStr *key) {
  if (ir_at(p, IR_TOK_STRING)) return ir_parse_string(p, key);
  return ir_parse_identifier(p, key);
}

static IrStatus read_text(IrParser *p, IrResource *resource) {
  resource->loc = resource->inside = ir_parser_loc(p);
  if (ir_at(p, IR_TOK_STRING)) {
    resource->inside.id++;
    return ir_parse_string(p, &resource->text);
  }
  bool word = ir_at(p, IR_TOK_ID) || ir_at(p, IR_TOK_INT) || ir_at(p, IR_TOK_FLOAT);
  if (!word) return ir_expected(p, "a string, a number or 'true' or 'false'");
  resource->text = ir_token_text(p);
  ir_advance(p);
  return IR_OK;
}

static IrStatus read_nested(Reader *r, IrStr key) {
  IrParser *p = r->p;
  ir_advance(p);
  IR_TRY(ir_enter(p));
  if (r->depth < 2) r->path[r->depth] = key;
  r->depth++;
  if (!ir_at(p, '}')) IR_TRY(read_entries(r));
  r->depth--;
  ir_leave(p);
  return ir_want(p, '}', "',' or '}' after an entry");
}

static IrStatus read_entry(Reader *r) {
  IrStr key;
  IrLoc loc = ir_parser_loc(r->p);
  IR_TRY(read_key(r->p, &key));
  IR_TRY(ir_want(r->p, ':', "':' after the key"));
  if (ir_at(r->p, '{')) return read_nested(r, key);
  IrResource resource = {.key = key, .key_loc = loc};
  IR_TRY(read_text(r->p, &resource));
  bool external = r->depth == 2 && ir_str_is(r->path[0], "external_resources");
  if (!external || !r->resources) return IR_OK;
  resource.group = r->path[1];
  ir_vec_push(r->resources, resource);
  return IR_OK;
}

static IrStatus read_entries(Reader *r) {
  do IR_TRY(read_entry(r));
  while (ir_take(r->p, ','));
  return IR_OK;
}

// The end is lexed as the name of an attribute that is called `-`, and a brace.
static bool at_end(const IrParser *p) {
  return ir_at(p, IR_TOK_HASH) && ir_str_is(ir_token_text(p), "#-") && p->cur < p->end &&
         *p->cur == '}';
}

static IrStatus read_metadata(IrParser *p, IrResources *resources) {
  Reader r = {.p = p, .resources = resources};
  ir_lex_from(p, p->cur + 2);
  if (!at_end(p)) IR_TRY(read_entries(&r));
  if (!at_end(p)) return ir_expected(p, "',' or '#-}' at the end of the metadata");
  ir_advance(p);
  ir_advance(p);
  return IR_OK;
}

bool ir_at_metadata(const IrParser *p) {
  return ir_at(p, '{') && p->end - p->cur >= 2 && p->cur[0] == '-' && p->cur[1] == '#';
}

IrStatus ir_parse_metadata(IrParser *p) {
  return read_metadata(p, NULL);
}

static IrStatus read_buffer(IrParser *p, void *resources) {
  return read_metadata(p, resources);
}

// The last place where a line begins with the opening mark.
static bool find_metadata(IrStr text, size_t *at) {
  for (size_t i = text.len; i-- > 0;) {
    if (text.ptr[i] != '{' || (i && text.ptr[i - 1] != '\n')) continue;
    if (text.len - i < 3 || memcmp(text.ptr + i, "{-#", 3)) continue;
    *at = i;
    return true;
  }
  return false;
}

IrStatus ir_resources_read(IrContext *ctx, IrLoc start, IrResources *resources) {
  IrStr text = ir_source_text(ctx, start);
  size_t at;
  if (!find_metadata(text, &at)) return IR_OK;
  IrLoc loc = {start.id + (uint32_t)at};
  return ir_parse_text_with(ctx, loc, (IrStr){text.ptr + at, text.len - at}, read_buffer,
                            resources);
}
