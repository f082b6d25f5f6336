// Metadata of files; see resources.h.
//
//   metadata ::= `{-#` entries `#-}`
//   entries  ::= (key `:` value (`,` key `:` value)*)?
//   value    ::= string | word | number | `{` entries `}`
#include "ir/asm/resources.h"

#include "ir/asm/parser_impl.h"
#include "ir/core/blob.h"

typedef struct Reader {
  IrParser *p;
  IrFileResources *resources; // NULL: only what is said is checked
  const char *section;        // whose entries are wanted
  IrStr path[2];              // keys around
  unsigned depth;
} Reader;

static IrStatus read_entries(Reader *r);

static IrStatus read_key(IrParser *p, IrStr *key) {
  if (ir_at(p, IR_TOK_STRING)) return ir_parse_string(p, key);
  return ir_parse_identifier(p, key);
}

static IrStatus read_text(IrParser *p, IrFileResource *resource) {
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

// Whether `key` may begin a section, or a dialect's group in one.
static IrStatus check_group(Reader *r, IrStr key, IrLoc loc) {
  bool dialects = r->depth == 1 && ir_str_is(r->path[0], "dialect_resources");
  if (r->depth == 0 && !ir_str_is(key, "dialect_resources") &&
      !ir_str_is(key, "external_resources")) {
    (void)ir_parser_error(r->p, loc, "unknown section '{}' of the metadata", key);
    IR_PARSE_HELP(r->p, "there are 'dialect_resources' and 'external_resources'");
    return IR_FAILED;
  }
  if (dialects && !ir_dialect_lookup(r->p->ctx, key) && !ir_context_allows_unregistered(r->p->ctx))
    return ir_parser_error(r->p, loc, "resources of an unknown dialect '{}'", key);
  return IR_OK;
}

// A blob is `0x` and the digits of four bytes of alignment at least.
static IrStatus check_blob(IrParser *p, const IrFileResource *blob) {
  IrStr text = blob->text;
  bool ok = text.len >= 10 && text.len % 2 == 0 && text.ptr[0] == '0' && text.ptr[1] == 'x';
  for (size_t i = 2; ok && i < text.len; i++) ok = ir_hex_digit(text.ptr[i]) >= 0;
  if (ok) return IR_OK;
  (void)ir_parser_error(p, blob->loc, "resource '{}' is no blob", blob->key);
  IR_PARSE_HELP(p, "a blob is hexadecimal text whose first four bytes are its alignment, such as "
                   "\"0x08000000FF\"");
  return IR_FAILED;
}

static IrStatus check_dialect_resource(Reader *r, const IrFileResource *resource) {
  IrParser *p = r->p;
  if (ir_str_is(r->path[1], "builtin")) return check_blob(p, resource);
  if (!ir_dialect_lookup(p->ctx, r->path[1])) return IR_OK;
  return ir_parser_error(p, resource->key_loc, "dialect '{}' has no resource '{}'", r->path[1],
                         resource->key);
}

static IrStatus read_nested(Reader *r, IrStr key, IrLoc loc) {
  IrParser *p = r->p;
  IR_TRY(check_group(r, key, loc));
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
  if (ir_at(r->p, '{')) return read_nested(r, key, loc);
  if (r->depth < 2) return ir_expected(r->p, "'{' and the entries of this group");
  IrFileResource resource = {.key = key, .key_loc = loc, .quoted = ir_at(r->p, IR_TOK_STRING)};
  IR_TRY(read_text(r->p, &resource));
  if (ir_str_is(r->path[0], "dialect_resources")) IR_TRY(check_dialect_resource(r, &resource));
  if (!r->resources || r->depth != 2 || !ir_str_is(r->path[0], r->section)) return IR_OK;
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

static IrStatus read_metadata(IrParser *p, IrFileResources *resources, const char *section) {
  Reader r = {.p = p, .resources = resources, .section = section};
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
  p->has_metadata = true;
  return read_metadata(p, NULL, "");
}

static IrStatus read_external(IrParser *p, void *resources) {
  return read_metadata(p, resources, "external_resources");
}

static IrStatus read_dialects(IrParser *p, void *resources) {
  return read_metadata(p, resources, "dialect_resources");
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

IrStatus ir_resources_read(IrContext *ctx, IrLoc start, IrFileResources *resources) {
  IrStr text = ir_source_text(ctx, start);
  size_t at;
  if (!find_metadata(text, &at)) return IR_OK;
  IrLoc loc = {start.id + (uint32_t)at};
  return ir_parse_text_with(ctx, loc, (IrStr){text.ptr + at, text.len - at}, read_external,
                            resources);
}

// ---- Blobs of the file being read. ----

// Errors in the metadata are reported where it is read in its turn.
static void read_blobs(IrParser *p) {
  IrStr text = {p->begin, (size_t)(p->end - p->begin)};
  IrFileResources all = {0};
  size_t at;
  p->knows_blobs = true;
  if (!find_metadata(text, &at)) return;
  IrParser quiet;
  IrLoc loc = {p->base + (uint32_t)at};
  ir_parser_init(&quiet, p->ctx, loc, (IrStr){text.ptr + at, text.len - at});
  quiet.quiet = true;
  (void)read_dialects(&quiet, &all);
  ir_parser_finish(&quiet);
  for (size_t i = 0; i < all.n; i++) {
    if (!ir_str_is(all.at[i].group, "builtin")) continue;
    IrFileResource *copy = IR_NEW(&p->scratch, IrFileResource);
    *copy = all.at[i];
    ir_strmap_set(&p->blobs, copy->key, copy);
  }
  ir_vec_free(&all);
}

IrAttr ir_blob_of_file(IrParser *p, IrStr key) {
  if (!p->knows_blobs) read_blobs(p);
  const IrFileResource *blob = ir_strmap_get(&p->blobs, key);
  return ir_blob_add(p->ctx, key, blob ? blob->text : (IrStr){0});
}
