// Types.  Extents such as `128x64xf32` come from the lexer as `128` and `x64xf32`; the parser takes
// the `x` and lexes on from the character after it, so that parameters may stand between.
#include "ir/asm/parser_impl.h"
#include "ir/core/affine.h"

enum { MAX_RANK = 64 };

// ---- Extents. ----

// Whether an `x` is next, perhaps glued to what follows.
static bool at_x(const IrParser *p) {
  return ir_at(p, IR_TOK_ID) && p->tok.ptr[0] == 'x' && ir_token_in_buffer(p);
}

static bool at_extent(const IrParser *p) {
  return ir_at(p, IR_TOK_INT) || ir_at(p, '?');
}

static IrStatus parse_extent(IrParser *p, int64_t *extent) {
  IrLoc loc = ir_parser_loc(p);
  if (ir_take(p, '?')) {
    *extent = IR_DYNAMIC;
    return IR_OK;
  }
  if (!ir_at(p, IR_TOK_INT)) return ir_expected(p, "an extent");
  IrStr text = ir_token_text(p);
  // `0xf32` is the extent 0 and an element type, not a hexadecimal number.
  if (text.len > 1 && text.ptr[1] == 'x' && ir_token_in_buffer(p)) {
    *extent = 0;
    ir_lex_from(p, text.ptr + 1);
    return IR_OK;
  }
  bool negative;
  uint64_t value;
  if (!ir_integer_value(text, &negative, &value) || negative || value > INT64_MAX) {
    return ir_parser_error(p, loc, "extent {} is out of range", text);
  }
  *extent = (int64_t)value;
  ir_advance(p);
  return IR_OK;
}

IrStatus ir_parse_extents(IrParser *p, bool trailing_x, int64_t *extents, size_t max_rank,
                          size_t *rank) {
  *rank = 0;
  while (at_extent(p)) {
    if (*rank == max_rank) {
      return ir_parser_error(p, ir_parser_loc(p), "more than {} extents", max_rank);
    }
    IR_TRY(parse_extent(p, &extents[(*rank)++]));
    bool more = at_x(p);
    if (!more && trailing_x) return ir_expected(p, "'x' after an extent");
    if (!more) break;
    ir_lex_from(p, p->tok.ptr + 1);
  }
  return IR_OK;
}

// The number of elements must be countable.
static IrStatus check_extents(IrParser *p, IrLoc loc, IrShape shape) {
  int64_t product = 1;
  for (size_t i = 0; i < shape.rank; i++) {
    int64_t extent = shape.at[i];
    if (extent == IR_DYNAMIC || extent == 0) continue;
    if (product > INT64_MAX / extent) {
      return ir_parser_error(p, loc, "the shape has more than 2^63 elements");
    }
    product *= extent;
  }
  return IR_OK;
}

static IrStatus parse_shape_and_element(IrParser *p, int64_t *extents, IrShape *shape,
                                        IrType *element) {
  IrLoc loc = ir_parser_loc(p);
  *shape = (IrShape){extents, 0};
  IR_TRY(ir_parse_extents(p, true, extents, MAX_RANK, &shape->rank));
  IR_TRY(check_extents(p, loc, *shape));
  return ir_parse_type(p, element);
}

// A number, or of a dialect, which says itself what it can be an element of.
static bool is_scalar(IrTypeKind kind) {
  return kind == IR_TYPE_INTEGER || kind == IR_TYPE_INDEX || kind == IR_TYPE_FLOAT ||
         kind == IR_TYPE_DIALECT;
}

static bool is_vector_element(IrType type) {
  return is_scalar(ir_type_kind(type));
}

static bool is_tensor_element(IrType type) {
  IrTypeKind kind = ir_type_kind(type);
  return is_scalar(kind) || kind == IR_TYPE_OPAQUE || kind == IR_TYPE_COMPLEX ||
         kind == IR_TYPE_VECTOR;
}

static bool is_memref_element(IrType type) {
  IrTypeKind kind = ir_type_kind(type);
  return is_scalar(kind) || kind == IR_TYPE_COMPLEX || kind == IR_TYPE_VECTOR ||
         kind == IR_TYPE_MEMREF || kind == IR_TYPE_UNRANKED_MEMREF;
}

// What may say where memory lies: a number, a name, a dictionary, or an attribute of a dialect.
static IrStatus check_space(IrParser *p, IrLoc loc, IrAttr space) {
  IrAttrKind kind = space ? ir_attr_kind(space) : IR_ATTR_INTEGER;
  if (kind == IR_ATTR_INTEGER || kind == IR_ATTR_STRING || kind == IR_ATTR_DICT ||
      kind == IR_ATTR_DIALECT)
    return IR_OK;
  return ir_parser_error(p, loc, "{} is no memory space", space);
}

// `*x` and the element of an unranked type.
static IrStatus parse_unranked(IrParser *p, bool (*is_element)(IrType), IrType *element) {
  ir_advance(p);
  if (!at_x(p)) return ir_expected(p, "'x' after '*'");
  ir_lex_from(p, p->tok.ptr + 1);
  IrLoc loc = ir_parser_loc(p);
  IR_TRY(ir_parse_type(p, element));
  if (is_element(*element)) return IR_OK;
  return ir_parser_error(p, loc, "an unranked type's element cannot be '{}'", *element);
}

// Extents of a vector: `4x`, or `[4]x` for one that scales.
static IrStatus parse_vector_extents(IrParser *p, int64_t *extents, bool *scalable, size_t *rank) {
  *rank = 0;
  while (at_extent(p) || ir_at(p, '[')) {
    if (*rank == MAX_RANK) return ir_parser_error(p, ir_parser_loc(p), "more than 64 extents");
    scalable[*rank] = ir_take(p, '[');
    IR_TRY(parse_extent(p, &extents[*rank]));
    if (scalable[(*rank)++]) IR_TRY(ir_want(p, ']', "']' after an extent that scales"));
    if (!at_x(p)) return ir_expected(p, "'x' after an extent");
    ir_lex_from(p, p->tok.ptr + 1);
  }
  return IR_OK;
}

static IrStatus parse_vector(IrParser *p, IrType *type) {
  int64_t extents[MAX_RANK];
  bool scalable[MAX_RANK];
  IrShape shape = {extents, 0};
  IrType element;
  IrLoc loc = ir_parser_loc(p);
  IR_TRY(parse_vector_extents(p, extents, scalable, &shape.rank));
  IR_TRY(check_extents(p, loc, shape));
  IR_TRY(ir_parse_type(p, &element));
  for (size_t i = 0; i < shape.rank; i++) {
    if (extents[i] > 0) continue;
    return ir_parser_error(p, loc, "a vector's extents must be positive constants");
  }
  if (!is_vector_element(element)) {
    return ir_parser_error(p, loc, "a vector's element cannot be '{}'", element);
  }
  *type = ir_type_scalable_vector(p->ctx, shape, scalable, element);
  return IR_OK;
}

static IrStatus parse_tensor(IrParser *p, IrType *type) {
  int64_t extents[MAX_RANK];
  IrShape shape;
  IrType element;
  IrAttr encoding = NULL;
  IrLoc loc = ir_parser_loc(p);
  if (ir_at(p, '*')) {
    IR_TRY(parse_unranked(p, is_tensor_element, &element));
    *type = ir_type_unranked_tensor(element);
    return IR_OK;
  }
  IR_TRY(parse_shape_and_element(p, extents, &shape, &element));
  if (!is_tensor_element(element)) {
    return ir_parser_error(p, loc, "a tensor's element cannot be '{}'", element);
  }
  *type = ir_type_tensor(p->ctx, shape, element, NULL);
  if (!ir_take(p, ',')) return IR_OK;
  loc = ir_parser_loc(p);
  IR_TRY(ir_parse_attr(p, NULL, &encoding));
  encoding = ir_attr_encode(encoding, loc, *type);
  if (!encoding) p->failed = true;
  *type = encoding ? ir_type_with_encoding(*type, encoding) : NULL;
  return encoding ? IR_OK : IR_FAILED;
}

static bool is_zero(IrAttr attr) {
  return ir_attr_kind(attr) == IR_ATTR_INTEGER && ir_attr_int(attr) == 0;
}

static IrStatus parse_unranked_memref(IrParser *p, IrType *type) {
  IrType element;
  IrAttr space = NULL;
  IR_TRY(parse_unranked(p, is_memref_element, &element));
  IrLoc loc = ir_parser_loc(p);
  if (ir_take(p, ',')) {
    loc = ir_parser_loc(p);
    IR_TRY(ir_parse_attr(p, NULL, &space));
  }
  IR_TRY(check_space(p, loc, space));
  *type = ir_type_unranked_memref(element, space && is_zero(space) ? NULL : space);
  return IR_OK;
}

static IrStatus parse_complex(IrParser *p, IrType *type) {
  IrType element;
  IrLoc loc = ir_parser_loc(p);
  IR_TRY(ir_parse_type(p, &element));
  if (!ir_type_is_any_integer(element) && !ir_type_is_float(element))
    return ir_parser_error(p, loc, "a complex number's parts are integers or floats, not '{}'",
                           element);
  *type = ir_type_complex(element);
  return IR_OK;
}

// Layout and memory space, each optional: an attribute alone is the layout when it is `strided` or
// an affine map, else the space.  Space 0 is the default.
static IrStatus parse_memref(IrParser *p, IrType *type) {
  int64_t extents[MAX_RANK];
  IrShape shape;
  IrType element;
  IrAttr first = NULL, second = NULL;
  IrLoc loc = ir_parser_loc(p);
  if (ir_at(p, '*')) return parse_unranked_memref(p, type);
  IR_TRY(parse_shape_and_element(p, extents, &shape, &element));
  if (!is_memref_element(element)) {
    return ir_parser_error(p, loc, "a memref's element cannot be '{}'", element);
  }
  if (ir_take(p, ',')) IR_TRY(ir_parse_attr(p, NULL, &first));
  if (first && ir_take(p, ',')) IR_TRY(ir_parse_attr(p, NULL, &second));
  bool strided = first && ir_attr_kind(first) == IR_ATTR_STRIDED;
  bool mapped = first && ir_attr_kind(first) == IR_ATTR_AFFINE_MAP;
  if (mapped && ir_attr_num_dims(first) != shape.rank)
    return ir_parser_error(p, loc, "the layout maps {} dimensions, but the memref has {} extents",
                           ir_attr_num_dims(first), shape.rank);
  if (strided) {
    size_t n;
    (void)ir_attr_strides(first, &n);
    if (n != shape.rank) {
      return ir_parser_error(p, loc, "the layout has {} strides, but the memref has {} extents", n,
                             shape.rank);
    }
  }
  IrAttr layout = strided || mapped || second ? first : NULL, space = layout ? second : first;
  IrAttrKind kind = layout ? ir_attr_kind(layout) : IR_ATTR_STRIDED;
  if (!strided && !mapped && kind != IR_ATTR_DIALECT && kind != IR_ATTR_OPAQUE &&
      kind != IR_ATTR_STRIDED)
    return ir_parser_error(p, loc, "two memory spaces, {} and {}", first, second);
  IR_TRY(check_space(p, loc, space));
  if (mapped && ir_attr_map_is_identity(first)) layout = NULL; // says what nothing says
  if (space && is_zero(space)) space = NULL;
  *type = ir_type_memref(p->ctx, shape, element, layout, space);
  return IR_OK;
}

// ---- Lists and functions. ----

// Types up to `close`, pushed on the type stack.
static IrStatus parse_types_until(IrParser *p, int close) {
  if (ir_take(p, close)) return IR_OK;
  do {
    IrType type;
    IR_TRY(ir_parse_type(p, &type));
    ir_vec_push(&p->type_stack, type);
  } while (ir_take(p, ','));
  return ir_want(p, close, close == ')' ? "',' or ')' after a type" : "',' or '>' after a type");
}

IrStatus ir_parse_types_or_parens(IrParser *p) {
  if (ir_take(p, '(')) return parse_types_until(p, ')');
  IrType type;
  IR_TRY(ir_parse_type(p, &type));
  ir_vec_push(&p->type_stack, type);
  return IR_OK;
}

static IrStatus parse_function(IrParser *p, IrType *type) {
  size_t from = p->type_stack.n;
  IR_TRY(ir_want(p, '(', "'(' and a function type"));
  IR_TRY(parse_types_until(p, ')'));
  size_t inputs = p->type_stack.n - from;
  IR_TRY(ir_want(p, IR_TOK_ARROW, "'->' and the result types"));
  IR_TRY(ir_parse_types_or_parens(p));
  *type =
      ir_type_function(p->ctx, ir_vec_from(&p->type_stack, from), inputs,
                       ir_vec_from(&p->type_stack, from + inputs), p->type_stack.n - from - inputs);
  return IR_OK;
}

IrStatus ir_parse_function_type(IrParser *p, IrType *type) {
  size_t from = p->type_stack.n;
  IR_TRY(ir_enter(p));
  IrStatus status = parse_function(p, type);
  p->type_stack.n = from;
  ir_leave(p);
  return status;
}

static IrStatus parse_tuple(IrParser *p, IrType *type) {
  size_t from = p->type_stack.n;
  IR_TRY(parse_types_until(p, '>'));
  *type = ir_type_tuple(p->ctx, p->type_stack.at + from, p->type_stack.n - from);
  p->type_stack.n = from;
  return IR_OK;
}

// ---- Names. ----

// Integers first, so that they win over floats that are as near.
static const char *const other_names[] = {"i1",   "i8",      "i16",   "i32",    "i64",    "index",
                                          "none", "complex", "tuple", "vector", "tensor", "memref"};
enum { NUM_OTHER_NAMES = sizeof other_names / sizeof other_names[0] };

// The names that begin a builtin type, one after another; NULL at the end.
static const char *type_name_at(size_t i) {
  if (i < NUM_OTHER_NAMES) return other_names[i];
  i -= NUM_OTHER_NAMES;
  return i < IR_NUM_FLOATS ? ir_float_format((IrFloatKind)i)->name : NULL;
}

static const char *next_type_name(void *user) {
  size_t *i = user;
  const char *name = type_name_at(*i);
  if (name) ++*i;
  return name;
}

static IrStatus unknown_type(IrParser *p, IrStr name, IrLoc loc) {
  size_t i = 0;
  (void)ir_parser_error(p, loc, "unknown type '{}'", name);
  const char *near = ir_nearest(name, next_type_name, &i);
  if (near) {
    IR_PARSE_HELP(p, "did you mean '{}'?", near);
  } else {
    IR_PARSE_HELP(p,
                  "builtin types: i1 to i64, index, f16, bf16, f32, f64, tensor, vector, memref");
  }
  return IR_FAILED;
}

// `i32`, `si8`, `ui64`; false when the name does not look like one.
static bool integer_name(IrStr name, uint64_t *width, IrSignedness *sign) {
  size_t i = name.ptr[0] == 'i' ? 1 : 2;
  *sign = name.ptr[0] == 's' ? IR_SIGNED : name.ptr[0] == 'u' ? IR_UNSIGNED : IR_SIGNLESS;
  if (name.len <= i || name.len > i + 9 || name.ptr[i - 1] != 'i') return false;
  *width = 0;
  for (; i < name.len; i++) {
    if (name.ptr[i] < '0' || name.ptr[i] > '9') return false;
    *width = *width * 10 + (uint64_t)(name.ptr[i] - '0');
  }
  return true;
}

static IrType float_name(IrContext *ctx, IrStr name) {
  for (IrFloatKind kind = 0; kind < IR_NUM_FLOATS; kind++)
    if (ir_str_is(name, ir_float_format(kind)->name)) return ir_type_float(ctx, kind);
  return NULL;
}

static IrStatus parse_scalar(IrParser *p, IrType *type) {
  IrStr name = ir_token_text(p);
  IrLoc loc = ir_parser_loc(p);
  char c = name.ptr[0];
  uint64_t width;
  IrSignedness sign;
  *type = NULL;
  if ((c == 'i' || c == 's' || c == 'u') && integer_name(name, &width, &sign)) {
    if (width > IR_MAX_INTEGER_WIDTH)
      return ir_parser_error(p, loc, "integers have at most {} bits, not {}",
                             (int)IR_MAX_INTEGER_WIDTH, width);
    *type = ir_type_integer(p->ctx, (unsigned)width, sign);
  } else if (ir_str_is(name, "index")) {
    *type = ir_type_index(p->ctx);
  } else if (ir_str_is(name, "none")) {
    *type = ir_type_none(p->ctx);
  } else {
    *type = float_name(p->ctx, name);
  }
  if (!*type) return unknown_type(p, name, loc);
  ir_advance(p);
  return IR_OK;
}

typedef IrStatus ParseType(IrParser *p, IrType *type);

static IrStatus parse_angled(IrParser *p, ParseType *parse, IrType *type) {
  ir_advance(p);
  IR_TRY(ir_want(p, '<', "'<'"));
  IR_TRY(parse(p, type));
  if (parse == parse_tuple) return IR_OK;
  return ir_want(p, '>', "'>' at the end of the type");
}

static IrStatus parse_builtin(IrParser *p, IrType *type) {
  switch (p->tok.ptr[0]) {
  case 'c':
    if (IR_AT_WORD(p, "complex")) return parse_angled(p, parse_complex, type);
    break;
  case 'v':
    if (IR_AT_WORD(p, "vector")) return parse_angled(p, parse_vector, type);
    break;
  case 'm':
    if (IR_AT_WORD(p, "memref")) return parse_angled(p, parse_memref, type);
    break;
  case 't':
    if (IR_AT_WORD(p, "tensor")) return parse_angled(p, parse_tensor, type);
    if (IR_AT_WORD(p, "tuple")) return parse_angled(p, parse_tuple, type);
    break;
  default:
    break;
  }
  return parse_scalar(p, type);
}

// ---- Aliases and dialect types. ----

typedef struct TypeNames {
  IrContext *ctx;
  size_t dialect, type;
} TypeNames;

static const char *next_dialect_type(void *user) {
  TypeNames *names = user;
  for (; names->dialect < ir_dialect_count(names->ctx); names->dialect++, names->type = 0) {
    const IrDialect *dialect = ir_dialect_at(names->ctx, names->dialect);
    if (dialect->types && dialect->types[names->type]) return dialect->types[names->type++]->name;
  }
  return NULL;
}

static IrStatus unknown_dialect_type(IrParser *p, IrStr name, IrLoc loc) {
  const char *dot = memchr(name.ptr, '.', name.len);
  if (!dot) return ir_undefined_alias(p, loc, "type", name);
  IrStr dialect = {name.ptr, (size_t)(dot - name.ptr)};
  bool known = ir_dialect_lookup(p->ctx, dialect) != NULL;
  if (known) {
    (void)ir_parser_error(p, loc, "unknown type '!{}'", name);
  } else {
    (void)ir_parser_error(p, loc, "unknown dialect '{}' in type '!{}'", dialect, name);
  }
  TypeNames names = {.ctx = p->ctx};
  const char *near = ir_nearest(name, next_dialect_type, &names);
  if (near) {
    IR_PARSE_HELP(p, "did you mean '!{}'?", near);
  } else if (!known) {
    ir_help_unregistered(p, dialect);
  }
  return IR_FAILED;
}

// Whether the `<` that `text` starts with is closed by its last character.
static bool is_one_group(IrStr text) {
  size_t depth = 0;
  bool quoted = false;
  for (size_t i = 0; i < text.len; i++) {
    char c = text.ptr[i];
    if (quoted && c == '\\') i++;
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == '<') depth++;
    if (c == '>' && text.ptr[i - 1] != '-' && --depth == 0) return i + 1 == text.len;
  }
  return false;
}

// Whether `body` is a name, or one with `<...>` behind it.
static bool is_simple_body(IrStr body) {
  size_t i = 0;
  bool letter = body.len && ((body.ptr[0] | 32) >= 'a' && (body.ptr[0] | 32) <= 'z');
  while (i < body.len && (ir_hex_digit(body.ptr[i]) >= 0 ||
                          ((body.ptr[i] | 32) >= 'a' && (body.ptr[i] | 32) <= 'z') ||
                          body.ptr[i] == '.' || body.ptr[i] == '_'))
    i++;
  if (!letter || i == body.len) return letter;
  return body.ptr[i] == '<' && is_one_group((IrStr){body.ptr + i, body.len - i});
}

// `d<name>` and `d<name<...>>` are `d.name` and `d.name<...>`, two ways to write one thing.
IrStr ir_opaque_text(IrParser *p, IrStr name, const char *end) {
  IrStr text = {name.ptr, (size_t)(end - name.ptr)};
  IrStr body = {name.ptr + name.len + 1, text.len > name.len ? text.len - name.len - 2 : 0};
  if (memchr(name.ptr, '.', name.len) || !is_simple_body(body)) return text;
  char *pretty = ir_arena_alloc(&p->scratch, text.len, 1);
  memcpy(pretty, name.ptr, name.len);
  pretty[name.len] = '.';
  memcpy(pretty + name.len + 1, body.ptr, body.len);
  return (IrStr){pretty, name.len + 1 + body.len};
}

static IrStatus parse_opaque(IrParser *p, IrStr name, IrType *type) {
  const char *end = name.ptr + name.len;
  if (ir_at(p, '<') && p->begin + p->tok.at == end) IR_TRY(ir_skip_balanced(p, &end));
  *type = ir_type_opaque(p->ctx, ir_opaque_text(p, name, end));
  return IR_OK;
}

static IrStatus parse_dialect_type(IrParser *p, IrType *type) {
  IrStr name = {p->tok.ptr + 1, p->tok.len - 1};
  IrLoc loc = ir_parser_loc(p);
  ir_advance(p);
  const IrTypeDef *def = ir_type_def_lookup(p->ctx, name);
  if (def) {
    *type = def->parse(p);
    if (!*type) p->failed = true;
    return *type ? IR_OK : IR_FAILED;
  }
  const char *dot = memchr(name.ptr, '.', name.len);
  *type = dot ? NULL : ir_strmap_get(&p->type_aliases, name);
  if (*type) return ir_use_alias(p, loc, *type);
  IrStr dialect = {name.ptr, dot ? (size_t)(dot - name.ptr) : name.len};
  bool opaque = (dot || ir_at(p, '<')) && !ir_is_number_name(name);
  if (opaque && ir_context_allows_unregistered(p->ctx) && !ir_dialect_lookup(p->ctx, dialect)) {
    return parse_opaque(p, name, type);
  }
  return unknown_dialect_type(p, name, loc);
}

bool ir_at_type(const IrParser *p) {
  uint64_t width;
  IrSignedness sign;
  if (ir_at(p, IR_TOK_BANG) || ir_at(p, '(')) return true;
  if (!ir_at(p, IR_TOK_ID)) return false;
  IrStr name = ir_token_text(p);
  if (strchr("isu", name.ptr[0]) && integer_name(name, &width, &sign)) return true;
  for (size_t i = 0; type_name_at(i); i++) {
    if (ir_str_is(name, type_name_at(i))) return true;
  }
  return false;
}

static IrStatus parse_any(IrParser *p, IrType *type) {
  if (ir_at(p, IR_TOK_ID)) return parse_builtin(p, type);
  if (ir_at(p, IR_TOK_BANG)) return parse_dialect_type(p, type);
  if (ir_at(p, '(')) return ir_parse_function_type(p, type);
  return ir_expected(p, "a type");
}

IrStatus ir_parse_type(IrParser *p, IrType *type) {
  IR_TRY(ir_enter(p));
  IrStatus status = parse_any(p, type);
  ir_leave(p);
  return status;
}
