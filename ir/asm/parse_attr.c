// Attributes and locations.
#include "ir/asm/parser_impl.h"

#include <stdlib.h>

// ---- Numbers. ----

IrStatus ir_integer_attr(IrParser *p, IrLoc loc, IrType type, bool negative, uint64_t magnitude,
                         IrAttr *attr) {
  unsigned width = ir_type_width(type);
  IrSignedness sign = ir_type_is_index(type) ? IR_SIGNED : ir_type_signedness(type);
  if (width == 0) {
    *attr = ir_attr_integer(type, 0);
    return magnitude == 0 && !negative
               ? IR_OK
               : ir_parser_error(p, loc, "integer is out of range for '{}', which is 0", type);
  }
  uint64_t top = (uint64_t)1 << (width - 1);
  // A signless integer may be written as signed or unsigned number.
  uint64_t limit = negative            ? (sign == IR_UNSIGNED ? 0 : top)
                   : sign == IR_SIGNED ? top - 1
                                       : top - 1 + top;
  if (magnitude > limit) {
    (void)ir_parser_error(p, loc, "integer is out of range for '{}'", type);
    IR_PARSE_HELP(p, "{} bits hold {}{} to {}", width, negative ? "-" : "", negative ? limit : 0,
                  negative ? top - 1 : limit);
    return IR_FAILED;
  }
  uint64_t bits = negative ? 0 - magnitude : magnitude;
  bool extend = width < 64 && width > 1 && sign != IR_UNSIGNED && (bits & top);
  if (extend) bits |= ~(top - 1);
  if (width == 1) bits &= 1;
  *attr = ir_attr_integer(type, (int64_t)bits);
  return IR_OK;
}

// An integer of a type that 64 bits do not hold.
static IrStatus wide_integer(IrParser *p, IrLoc loc, IrStr text, bool negative, IrType type,
                             IrAttr *attr) {
  unsigned width = ir_type_width(type);
  if (text.ptr[0] == '-') text.ptr++, text.len--; // of a parameter
  size_t n = ir_words_count(width) + 1;
  uint64_t *words = ir_malloc(n * sizeof *words);
  IrWords view = {words, n};
  bool fits = ir_words_parse(text, words, n);
  size_t bits = fits ? ir_words_bits(view) : SIZE_MAX;
  IrSignedness sign = ir_type_signedness(type);
  if (negative && bits) {
    ir_words_negate(words, n);
    bool lowest = fits && bits == width; // only then may the magnitude take all bits
    for (size_t i = 0; lowest && i + 1 < width; i++) lowest = !(words[i / 64] >> (i % 64) & 1);
    fits = fits && sign != IR_UNSIGNED && (bits < width || lowest);
  } else {
    fits = fits && bits <= width - (sign == IR_SIGNED);
  }
  if (fits) *attr = ir_attr_integer_words(type, view);
  ir_free(words);
  return fits ? IR_OK : ir_parser_error(p, loc, "integer is out of range for '{}'", type);
}

// The bits of a float in hexadecimal.
static IrStatus float_of_hex(IrParser *p, IrLoc loc, IrStr text, IrType type, IrAttr *attr) {
  bool tf32 = ir_type_float_kind(type) == IR_TF32;
  unsigned width = tf32 ? 19 : ir_type_width(type);
  IrFloatBits bits;
  if (!ir_words_parse(text, bits.at, 2) || ir_words_bits((IrWords){bits.at, 2}) > width)
    return ir_parser_error(p, loc, "hexadecimal number has more than the {} bits of '{}'", width,
                           type);
  bits.at[0] <<= tf32 ? 13 : 0; // a tf32 is the upper bits of its 32
  *attr = ir_attr_float_of_bits(type, bits);
  return IR_OK;
}

static double literal_value(IrStr text) {
  char buffer[64];
  if (text.len < sizeof buffer) {
    memcpy(buffer, text.ptr, text.len);
    buffer[text.len] = '\0';
    return strtod(buffer, NULL);
  }
  char *copy = ir_malloc(text.len + 1);
  memcpy(copy, text.ptr, text.len);
  copy[text.len] = '\0';
  double value = strtod(copy, NULL);
  ir_free(copy);
  return value;
}

IrStatus ir_number_attr(IrParser *p, IrLoc loc, IrStr text, bool real, bool negative, IrType type,
                        IrAttr *attr) {
  IrTypeKind kind = ir_type_kind(type);
  if (real) {
    if (kind != IR_TYPE_FLOAT) {
      (void)ir_parser_error(p, loc, "a floating-point number cannot have type '{}'", type);
      IR_PARSE_HELP(p, "write an integer, or a type such as f32");
      return IR_FAILED;
    }
    double value = literal_value(text);
    *attr = ir_attr_float(type, negative ? -value : value);
    return IR_OK;
  }
  negative ^= text.ptr[0] == '-'; // of a parameter
  if (kind == IR_TYPE_INTEGER || kind == IR_TYPE_INDEX) {
    if (ir_type_width(type) > 64) return wide_integer(p, loc, text, negative, type, attr);
    bool minus;
    uint64_t magnitude;
    if (!ir_integer_value(text, &minus, &magnitude)) {
      (void)ir_parser_error(p, loc, "integer is out of range for '{}'", type);
      IR_PARSE_HELP(p, "a wider type such as i128 may hold it");
      return IR_FAILED;
    }
    return ir_integer_attr(p, loc, type, negative, magnitude, attr);
  }
  if (kind != IR_TYPE_FLOAT) {
    return ir_parser_error(p, loc, "an integer cannot have type '{}'", type);
  }
  bool hex = text.len > 1 && text.ptr[1] == 'x';
  if (hex && !negative) return float_of_hex(p, loc, text, type, attr);
  (void)ir_parser_error(p, loc, "a number of type '{}' needs a decimal point", type);
  IR_PARSE_HELP(p, "write '{}.0'", text);
  return IR_FAILED;
}

static IrStatus parse_number(IrParser *p, IrType type, IrAttr *attr) {
  IrLoc loc = ir_parser_loc(p);
  bool negative = ir_take(p, '-');
  bool real = ir_at(p, IR_TOK_FLOAT);
  if (!real && !ir_at(p, IR_TOK_INT)) return ir_expected(p, "a number after '-'");
  IrStr text = ir_token_text(p);
  ir_advance(p);
  if (!type && ir_take(p, ':')) IR_TRY(ir_parse_type(p, &type));
  if (!type) type = real ? ir_type_float(p->ctx, IR_F64) : ir_type_i64(p->ctx);
  return ir_number_attr(p, loc, text, real, negative, type, attr);
}

// ---- Containers. ----

static IrStatus parse_array(IrParser *p, IrAttr *attr) {
  size_t from = p->attr_stack.n;
  ir_advance(p);
  if (!ir_take(p, ']')) {
    do {
      IrAttr element;
      IR_TRY(ir_parse_attr(p, NULL, &element));
      ir_vec_push(&p->attr_stack, element);
    } while (ir_take(p, ','));
    IR_TRY(ir_want(p, ']', "',' or ']' in an array"));
  }
  *attr = ir_attr_array(p->ctx, ir_vec_from(&p->attr_stack, from), p->attr_stack.n - from);
  p->attr_stack.n = from;
  return IR_OK;
}

static IrStatus parse_key(IrParser *p, IrStr *name) {
  if (ir_at(p, IR_TOK_STRING)) return ir_parse_string(p, name);
  if (!ir_at(p, IR_TOK_ID)) return ir_expected(p, "an attribute's name");
  *name = ir_token_text(p);
  ir_advance(p);
  return IR_OK;
}

static IrStatus check_new_key(IrParser *p, IrPtrMap *seen, size_t from, IrIdent key, IrStr name,
                              IrLoc loc) {
  bool twice = false;
  // Long dictionaries are checked by hash.
  if (p->entry_stack.n - from < 16) {
    for (size_t i = from; i < p->entry_stack.n; i++) twice |= p->entry_stack.at[i].name == key;
  } else {
    if (seen->n == 0) {
      for (size_t i = from; i < p->entry_stack.n; i++) {
        ir_ptrmap_set(seen, p->entry_stack.at[i].name, p);
      }
    }
    twice = ir_ptrmap_has(seen, key);
    ir_ptrmap_set(seen, key, p);
  }
  if (!twice) return IR_OK;
  return ir_parser_error(p, loc, "attribute '{}' is given twice", name);
}

static IrStatus parse_entry(IrParser *p, IrPtrMap *seen, size_t from) {
  IrStr name;
  IrLoc loc = ir_parser_loc(p);
  IrNamedAttr entry;
  IR_TRY(parse_key(p, &name));
  if (name.len == 0) return ir_parser_error(p, loc, "an attribute's name is empty");
  entry.name = ir_ident(p->ctx, name);
  IR_TRY(check_new_key(p, seen, from, entry.name, name, loc));
  if (ir_take(p, '=')) {
    IR_TRY(ir_parse_attr(p, NULL, &entry.value));
  } else {
    entry.value = ir_attr_unit(p->ctx);
  }
  ir_vec_push(&p->entry_stack, entry);
  return IR_OK;
}

static IrStatus parse_entries(IrParser *p, IrPtrMap *seen) {
  size_t from = p->entry_stack.n;
  IR_TRY(ir_want(p, '{', "'{' and attributes"));
  if (ir_take(p, '}')) return IR_OK;
  do {
    IR_TRY(parse_entry(p, seen, from));
  } while (ir_take(p, ','));
  return ir_want(p, '}', "',' or '}' after an attribute");
}

IrStatus ir_parse_dict_entries(IrParser *p) {
  IrPtrMap seen = {0};
  IrStatus status = parse_entries(p, &seen);
  ir_ptrmap_free(&seen);
  return status;
}

static IrStatus parse_dict(IrParser *p, IrAttr *attr) {
  size_t from = p->entry_stack.n;
  IR_TRY(ir_parse_dict_entries(p));
  *attr = ir_attr_dict(p->ctx, p->entry_stack.at + from, p->entry_stack.n - from);
  p->entry_stack.n = from;
  return IR_OK;
}

static IrStatus parse_symbol_ref(IrParser *p, IrAttr *attr) {
  IR_VEC(IrStr) names = {0};
  IrStr name;
  IrStatus status;
  do {
    status = ir_parse_symbol_name(p, &name);
    if (status == IR_OK) ir_vec_push(&names, name);
  } while (status == IR_OK && ir_take(p, IR_TOK_COLONCOLON));
  if (status == IR_OK) {
    *attr = ir_attr_symbol(p->ctx, names.at[0], names.at + 1, names.n - 1);
  }
  ir_vec_free(&names);
  return status;
}

// ---- Keywords: array<...>, strided<...>, dense<...>, true, false, unit, loc(...). ----

static IrStatus dense_array_element(IrParser *p, IrType type, int64_t *value) {
  IrLoc loc = ir_parser_loc(p);
  bool boolean = ir_type_is_integer(type, 1);
  if (boolean && (IR_AT_WORD(p, "true") || IR_AT_WORD(p, "false"))) {
    *value = IR_AT_WORD(p, "true");
    ir_advance(p);
    return IR_OK;
  }
  IrAttr attr;
  bool negative = ir_take(p, '-'), real = ir_at(p, IR_TOK_FLOAT) && ir_type_is_float(type);
  if (!ir_at(p, IR_TOK_INT) && !real)
    return ir_expected(p, ir_type_is_float(type) ? "a number" : "an integer");
  IrStr text = ir_token_text(p);
  ir_advance(p);
  IR_TRY(ir_number_attr(p, loc, text, real, negative, type, &attr));
  *value = ir_type_is_float(type) ? (int64_t)ir_attr_float_bits(attr).at[0] : ir_attr_int(attr);
  return IR_OK;
}

// Integers up to `close`.
static IrStatus parse_dense_array_elements(IrParser *p, IrType type, int close, IrAttr *attr) {
  IR_VEC(int64_t) values = {0};
  IrStatus status = IR_OK;
  do {
    int64_t value = 0;
    status = dense_array_element(p, type, &value);
    ir_vec_push(&values, value);
  } while (status == IR_OK && ir_take(p, ','));
  if (status == IR_OK) status = ir_want(p, close, "',' or the end of the array");
  if (status == IR_OK) *attr = ir_attr_dense_array(type, values.at, values.n);
  ir_vec_free(&values);
  return status;
}

IrStatus ir_parse_bare_dense_array(IrParser *p, IrType element, IrAttr *attr) {
  IR_TRY(ir_want(p, '[', "'[' and integers"));
  if (!ir_take(p, ']')) return parse_dense_array_elements(p, element, ']', attr);
  *attr = ir_attr_dense_array(element, NULL, 0);
  return IR_OK;
}

static IrStatus parse_dense_array(IrParser *p, IrAttr *attr) {
  IrType type;
  ir_advance(p);
  IR_TRY(ir_want(p, '<', "'<' after 'array'"));
  IrLoc loc = ir_parser_loc(p);
  IR_TRY(ir_parse_type(p, &type));
  if (!(ir_type_is_any_integer(type) || ir_type_is_float(type)) || ir_type_is_wide(type))
    return ir_parser_error(p, loc,
                           "an array's element type must be an integer or float of at most 64 "
                           "bits, not '{}'",
                           type);
  bool tf32 = ir_type_is_float(type) && ir_type_float_kind(type) == IR_TF32;
  if (tf32 || (ir_type_width(type) % 8 && !ir_type_is_integer(type, 1)))
    return ir_parser_error(p, loc, "an array's elements take whole bytes, or one bit, not '{}'",
                           type);
  if (ir_take(p, '>')) {
    *attr = ir_attr_dense_array(type, NULL, 0);
    return IR_OK;
  }
  IR_TRY(ir_want(p, ':', "':' or '>' after the element type"));
  return parse_dense_array_elements(p, type, '>', attr);
}

static IrStatus parse_stride(IrParser *p, int64_t *value) {
  if (ir_take(p, '?')) {
    *value = IR_DYNAMIC;
    return IR_OK;
  }
  return ir_parse_integer(p, value);
}

static IrStatus parse_strided(IrParser *p, IrAttr *attr) {
  int64_t strides[64], offset = 0;
  size_t n = 0;
  ir_advance(p);
  IR_TRY(ir_want(p, '<', "'<' after 'strided'"));
  IR_TRY(ir_want(p, '[', "'[' and the strides"));
  if (!ir_take(p, ']')) {
    do {
      if (n == 64) return ir_parser_error(p, ir_parser_loc(p), "more than 64 strides");
      IR_TRY(parse_stride(p, &strides[n++]));
    } while (ir_take(p, ','));
    IR_TRY(ir_want(p, ']', "',' or ']' after a stride"));
  }
  if (ir_take(p, ',')) {
    IR_TRY(ir_parse_keyword(p, "offset"));
    IR_TRY(ir_want(p, ':', "':' after 'offset'"));
    IR_TRY(parse_stride(p, &offset));
  }
  *attr = ir_attr_strided(p->ctx, strides, n, offset);
  return ir_want(p, '>', "'>' after the strides");
}

static IrStatus parse_loc_attr(IrParser *p, IrAttr *attr) {
  IrLoc loc;
  IrStr late = {0};
  IrLoc at = ir_parser_loc(p);
  IR_TRY(ir_parse_loc(p, &loc, &late));
  if (late.len) return ir_undefined_alias(p, at, "attribute", late);
  *attr = ir_attr_loc(p->ctx, loc);
  return IR_OK;
}

// A boolean with its optional `: i1`.
static IrStatus parse_bool(IrParser *p, IrType type, IrAttr *attr) {
  IrLoc loc = ir_parser_loc(p);
  bool value = IR_AT_WORD(p, "true");
  ir_advance(p);
  if (!type && ir_take(p, ':')) IR_TRY(ir_parse_type(p, &type));
  if (type && !ir_type_is_integer(type, 1)) {
    return ir_parser_error(p, loc, "a boolean has type 'i1', not '{}'", type);
  }
  *attr = ir_attr_bool(p->ctx, value);
  return IR_OK;
}

// `distinct[0]<attribute>`, `distinct[0]<>`: a number stands for one attribute of the file.
static IrStatus parse_distinct(IrParser *p, IrAttr *attr) {
  ir_advance(p);
  IR_TRY(ir_want(p, '[', "'[' and the number of the distinct attribute"));
  IrStr number = ir_token_text(p);
  IR_TRY(ir_want(p, IR_TOK_INT, "the number of the distinct attribute"));
  IR_TRY(ir_want(p, ']', "']' after the number"));
  IR_TRY(ir_want(p, '<', "'<' and an attribute"));
  IrLoc loc = ir_parser_loc(p);
  IrAttr refers_to = ir_attr_unit(p->ctx);
  if (!ir_at(p, '>')) IR_TRY(ir_parse_attr(p, NULL, &refers_to));
  IR_TRY(ir_want(p, '>', "'>' after the attribute"));
  *attr = ir_strmap_get(&p->distinct, number);
  if (!*attr) {
    *attr = ir_attr_distinct(refers_to);
    ir_strmap_set(&p->distinct, number, (void *)*attr);
  }
  if (ir_attr_distinct_of(*attr) == refers_to) return IR_OK;
  return ir_parser_error(p, loc, "distinct attribute {} refers to '{}' elsewhere", number,
                         ir_attr_distinct_of(*attr));
}

static IrStatus parse_type_attr(IrParser *p, IrAttr *attr) {
  IrType value;
  IR_TRY(ir_parse_type(p, &value));
  *attr = ir_attr_of_type(value);
  return IR_OK;
}

static IrStatus parse_word(IrParser *p, IrType type, IrAttr *attr) {
  if (IR_AT_WORD(p, "true") || IR_AT_WORD(p, "false")) return parse_bool(p, type, attr);
  if (IR_AT_WORD(p, "dense")) return ir_parse_dense(p, type, attr);
  if (IR_AT_WORD(p, "sparse")) return ir_parse_sparse(p, type, attr);
  if (IR_AT_WORD(p, "dense_resource")) return ir_parse_resource(p, type, attr);
  if (IR_AT_WORD(p, "distinct")) return parse_distinct(p, attr);
  if (IR_AT_WORD(p, "array")) return parse_dense_array(p, attr);
  if (IR_AT_WORD(p, "strided")) return parse_strided(p, attr);
  if (IR_AT_WORD(p, "affine_map")) return ir_parse_affine(p, false, attr);
  if (IR_AT_WORD(p, "affine_set")) return ir_parse_affine(p, true, attr);
  if (IR_AT_WORD(p, "loc")) return parse_loc_attr(p, attr);
  if (IR_AT_WORD(p, "unit")) {
    ir_advance(p);
    *attr = ir_attr_unit(p->ctx);
    return IR_OK;
  }
  if (ir_at_type(p)) return parse_type_attr(p, attr);
  return ir_expected(p, "an attribute");
}

// ---- Aliases and dialect attributes. ----

typedef struct AttrNames {
  IrContext *ctx;
  size_t dialect, attr;
} AttrNames;

static const char *next_dialect_attr(void *user) {
  AttrNames *names = user;
  for (; names->dialect < ir_dialect_count(names->ctx); names->dialect++, names->attr = 0) {
    const IrDialect *dialect = ir_dialect_at(names->ctx, names->dialect);
    if (dialect->attrs && dialect->attrs[names->attr]) return dialect->attrs[names->attr++]->name;
  }
  return NULL;
}

static IrStatus unknown_attr(IrParser *p, IrStr name, IrLoc loc) {
  const char *dot = memchr(name.ptr, '.', name.len);
  if (!dot) return ir_undefined_alias(p, loc, "attribute", name);
  IrStr dialect = {name.ptr, (size_t)(dot - name.ptr)};
  bool known = ir_dialect_lookup(p->ctx, dialect) != NULL;
  if (known) {
    (void)ir_parser_error(p, loc, "unknown attribute '#{}'", name);
  } else {
    (void)ir_parser_error(p, loc, "unknown dialect '{}' in attribute '#{}'", dialect, name);
  }
  AttrNames names = {.ctx = p->ctx};
  const char *near = ir_nearest(name, next_dialect_attr, &names);
  if (near) {
    IR_PARSE_HELP(p, "did you mean '#{}'?", near);
  } else if (!known) {
    ir_help_unregistered(p, dialect);
  }
  return IR_FAILED;
}

// The type that may stand behind a string or an opaque attribute; `none` says nothing.
static IrStatus parse_colon_type(IrParser *p, IrAttr *attr) {
  IrType type;
  if (!ir_take(p, ':')) return IR_OK;
  IR_TRY(ir_parse_type(p, &type));
  if (ir_type_kind(type) != IR_TYPE_NONE) *attr = ir_attr_typed(*attr, type);
  return IR_OK;
}

static IrStatus parse_hash(IrParser *p, IrAttr *attr) {
  IrStr name = {p->tok.ptr + 1, p->tok.len - 1};
  IrLoc loc = ir_parser_loc(p);
  ir_advance(p);
  const IrAttrDef *def = ir_attr_def_lookup(p->ctx, name);
  if (def) {
    *attr = def->parse(p);
    if (!*attr) p->failed = true;
    return *attr ? IR_OK : IR_FAILED;
  }
  const char *dot = memchr(name.ptr, '.', name.len);
  *attr = dot ? NULL : ir_strmap_get(&p->attr_aliases, name);
  if (*attr) return ir_use_alias(p, loc, *attr);
  IrStr dialect = {name.ptr, dot ? (size_t)(dot - name.ptr) : name.len};
  bool opaque = (dot || ir_at(p, '<')) && !ir_is_number_name(name);
  if (opaque && ir_context_allows_unregistered(p->ctx) && !ir_dialect_lookup(p->ctx, dialect)) {
    const char *end = name.ptr + name.len;
    if (ir_at(p, '<') && p->begin + p->tok.at == end) IR_TRY(ir_skip_balanced(p, &end));
    *attr = ir_attr_opaque(p->ctx, ir_opaque_text(p, name, end));
    return parse_colon_type(p, attr);
  }
  return unknown_attr(p, name, loc);
}

static IrStatus parse_string_attr(IrParser *p, IrType type, IrAttr *attr) {
  IrStr text;
  IR_TRY(ir_parse_string(p, &text));
  *attr = ir_attr_string(p->ctx, text);
  return type ? IR_OK : parse_colon_type(p, attr);
}

static IrStatus parse_any(IrParser *p, IrType type, IrAttr *attr) {
  switch (p->tok.kind) {
  case '-':
  case IR_TOK_INT:
  case IR_TOK_FLOAT:
    return parse_number(p, type, attr);
  case IR_TOK_STRING:
    return parse_string_attr(p, type, attr);
  case IR_TOK_AT:
    return parse_symbol_ref(p, attr);
  case IR_TOK_HASH:
    return parse_hash(p, attr);
  case IR_TOK_ID:
    return parse_word(p, type, attr);
  case '[':
    return parse_array(p, attr);
  case '{':
    return parse_dict(p, attr);
  case IR_TOK_BANG:
  case '(':
    return parse_type_attr(p, attr);
  default:
    return ir_expected(p, "an attribute");
  }
}

IrStatus ir_parse_attr(IrParser *p, IrType type, IrAttr *attr) {
  size_t attrs = p->attr_stack.n, entries = p->entry_stack.n;
  IR_TRY(ir_enter(p));
  IrStatus status = parse_any(p, type, attr);
  p->attr_stack.n = attrs;
  p->entry_stack.n = entries;
  ir_leave(p);
  return status;
}
