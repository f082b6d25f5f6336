// dense<...>: nested lists of numbers, one number for all elements, or the elements' bytes in
// hexadecimal.  The elements stand before their type, so their tokens are kept until it is known;
// memory stays proportional to the text whatever the shape says.
#include "ir/asm/parser_impl.h"

enum { MAX_RANK = 64 };

typedef struct Literal {
  const char *ptr;
  uint32_t len, at;
  uint8_t kind; // 0 integer, 1 float, 2 word, 3 string
  bool negative;
} Literal;

typedef struct Dense {
  IR_VEC(Literal) literals;
  int64_t extents[MAX_RANK]; // -1 until a list of that depth has ended
  size_t rank;
  bool leaves; // a number has fixed the rank
  bool pairs;  // the elements are complex, two literals each
  IrLoc loc;
} Dense;

static IrStatus parse_literal(IrParser *p, Dense *d) {
  Literal literal = {.at = p->tok.at, .negative = ir_take(p, '-')};
  bool word = IR_AT_WORD(p, "true") || IR_AT_WORD(p, "false"), string = ir_at(p, IR_TOK_STRING);
  if (!ir_at(p, IR_TOK_INT) && !ir_at(p, IR_TOK_FLOAT) &&
      !((word || string) && !literal.negative)) {
    return ir_expected(p, "a number, 'true' or 'false'");
  }
  literal.kind = string ? 3 : word ? 2 : ir_at(p, IR_TOK_FLOAT);
  literal.ptr = p->tok.ptr;
  literal.len = p->tok.len;
  ir_vec_push(&d->literals, literal);
  ir_advance(p);
  return IR_OK;
}

// `(real, imaginary)`.
static IrStatus parse_pair(IrParser *p, Dense *d) {
  ir_advance(p);
  IR_TRY(parse_literal(p, d));
  IR_TRY(ir_want(p, ',', "',' between the parts of a complex number"));
  IR_TRY(parse_literal(p, d));
  return ir_want(p, ')', "')' after a complex number");
}

static IrStatus parse_leaf(IrParser *p, Dense *d, size_t depth) {
  IrLoc loc = ir_parser_loc(p);
  bool pair = ir_at(p, '(');
  if (d->leaves && d->rank != depth)
    return ir_parser_error(p, loc, "element at depth {}, others are at depth {}", depth, d->rank);
  if (d->leaves && d->pairs != pair)
    return ir_parser_error(p, loc, "either all elements are complex, or none");
  d->leaves = true;
  d->pairs = pair;
  d->rank = depth;
  return pair ? parse_pair(p, d) : parse_literal(p, d);
}

static IrStatus end_list(IrParser *p, Dense *d, size_t depth, int64_t n, IrLoc loc) {
  if (!d->leaves && d->rank < depth + 1) d->rank = depth + 1;
  if (d->extents[depth] < 0) d->extents[depth] = n;
  if (d->extents[depth] == n) return IR_OK;
  return ir_parser_error(p, loc, "list has {} elements, others at its depth have {}", n,
                         d->extents[depth]);
}

static IrStatus parse_list(IrParser *p, Dense *d, size_t depth) {
  if (!ir_at(p, '[')) return parse_leaf(p, d, depth);
  IrLoc loc = ir_parser_loc(p);
  if (depth == MAX_RANK) return ir_parser_error(p, loc, "lists nested more than {} deep", depth);
  ir_advance(p);
  int64_t n = 0;
  if (!ir_take(p, ']')) {
    do {
      IR_TRY(parse_list(p, d, depth + 1));
      n++;
    } while (ir_take(p, ','));
    IR_TRY(ir_want(p, ']', "',' or ']' in a list of elements"));
  }
  return end_list(p, d, depth, n, loc);
}

// ---- Elements once their type is known. ----

static IrStatus literal_attr(IrParser *p, const Literal *literal, IrType element, IrAttr *attr) {
  IrLoc loc = {p->base + literal->at};
  IrStr text = {literal->ptr, literal->len};
  if (literal->kind == 3)
    return ir_parser_error(p, loc, "a string element cannot have type '{}'", element);
  if (literal->kind != 2) {
    return ir_number_attr(p, loc, text, literal->kind == 1, literal->negative, element, attr);
  }
  if (!ir_type_is_integer(element, 1)) {
    return ir_parser_error(p, loc, "a boolean element needs element type 'i1', not '{}'", element);
  }
  *attr = ir_attr_bool(p->ctx, literal->ptr[0] == 't');
  return IR_OK;
}

// The element that begins at literal `i`.
static IrStatus element_attr(IrParser *p, const Dense *d, size_t i, IrType element, IrAttr *attr) {
  bool is_complex = ir_type_kind(element) == IR_TYPE_COMPLEX;
  IrLoc loc = {p->base + d->literals.at[i].at};
  if (is_complex && !d->pairs) {
    (void)ir_parser_error(p, loc, "an element of type '{}' is a pair of numbers", element);
    IR_PARSE_HELP(p, "write (REAL, IMAGINARY)");
    return IR_FAILED;
  }
  if (!is_complex && d->pairs)
    return ir_parser_error(p, loc, "a complex element cannot have type '{}'", element);
  if (!is_complex) return literal_attr(p, &d->literals.at[i], element, attr);
  IrAttr parts[2];
  for (size_t k = 0; k < 2; k++)
    IR_TRY(literal_attr(p, &d->literals.at[i + k], ir_type_element(element), &parts[k]));
  *attr = ir_attr_array(p->ctx, parts, 2);
  return IR_OK;
}

static IrStatus check_shape(IrParser *p, const Dense *d, IrType type) {
  IrShape shape = ir_type_shape(type);
  bool same = shape.rank == d->rank;
  for (size_t i = 0; same && i < shape.rank; i++) same = shape.at[i] == d->extents[i];
  if (same) return IR_OK;
  IrStream text = {0};
  for (size_t i = 0; i < d->rank; i++) ir_print(&text, i ? "x{}" : "{}", d->extents[i]);
  (void)ir_parser_error(p, d->loc, "elements of shape '{}' do not fit type '{}'",
                        ir_stream_str(&text), type);
  ir_stream_free(&text);
  IR_PARSE_HELP(p, "one element without brackets stands for all");
  return IR_FAILED;
}

// All elements equal make a splat, as in MLIR.
static IrAttr from_bytes(IrType type, const char *data, size_t n, size_t size) {
  bool equal = n > 0;
  for (size_t i = 1; equal && i < n; i++) equal = memcmp(data, data + i * size, size) == 0;
  return ir_attr_dense(type, data, equal ? size : n * size);
}

static IrStatus from_strings(IrParser *p, Dense *d, IrType type, IrAttr *attr) {
  bool splat = d->rank == 0;
  if (!splat) IR_TRY(check_shape(p, d, type));
  IR_VEC(IrAttr) strings = {0};
  IrStatus status = IR_OK;
  for (size_t i = 0; i < d->literals.n && status == IR_OK; i++) {
    const Literal *literal = &d->literals.at[i];
    IrStr text = {0};
    if (literal->kind != 3)
      status = ir_parser_error(p, (IrLoc){p->base + literal->at},
                               "elements of type '{}' are strings", ir_type_element(type));
    else
      status = ir_unescape(p, (IrStr){literal->ptr, literal->len}, &text);
    ir_vec_push(&strings, ir_attr_string(p->ctx, text));
  }
  if (status == IR_OK) *attr = ir_attr_dense_strings(type, strings.at, strings.n);
  ir_vec_free(&strings);
  return status;
}

static IrStatus from_literals(IrParser *p, Dense *d, IrType type, IrAttr *attr) {
  IrType element = ir_type_element(type);
  if (!ir_type_storage_bytes(element)) return from_strings(p, d, type, attr);
  if (d->rank == 0 && d->leaves) {
    IrAttr value;
    IR_TRY(element_attr(p, d, 0, element, &value));
    *attr = ir_attr_splat(type, value);
    return IR_OK;
  }
  IR_TRY(check_shape(p, d, type));
  size_t each = d->pairs ? 2 : 1, size = ir_type_storage_bytes(element), n = d->literals.n / each;
  char *data = ir_malloc(n * size + 1);
  IrStatus status = IR_OK;
  for (size_t i = 0; i < n && status == IR_OK; i++) {
    IrAttr value = NULL;
    status = element_attr(p, d, i * each, element, &value);
    if (status == IR_OK) ir_dense_store(data + i * size, value);
  }
  if (status == IR_OK) *attr = from_bytes(type, data, n, size);
  ir_free(data);
  return status;
}

static IrStatus bad_hex(IrParser *p, const Dense *d) {
  return ir_parser_error(p, d->loc, "expected hexadecimal digits such as \"0x3F80\"");
}

// i1 is packed into bits in hexadecimal text.
static void unpack_bits(char *data, const char *packed, size_t n) {
  for (size_t i = n; i-- > 0;) data[i] = (packed[i / 8] >> (i % 8)) & 1;
}

// A number from the bytes its bits take, least significant first.  What is above its width says
// nothing: others may have left anything there.
static void unpack_number(IrType type, const char *packed, char *to) {
  size_t size = ir_type_storage_bytes(type), words = (size + 7) / 8;
  uint64_t few[2] = {0}, *bits = words <= 2 ? few : ir_calloc(words, sizeof *bits);
  memcpy(bits, packed, ir_packed_bytes(type));
  if (!ir_type_is_float(type)) {
    ir_words_wrap(bits, ir_type_width(type));
  } else if (!ir_type_is_wide(type)) {
    IrFloatKind kind = ir_type_float_kind(type);
    if (kind == IR_TF32) bits[0] = (bits[0] & 0x7FFFF) << 13;
    bits[0] = ir_float_encode(kind, ir_float_decode(kind, bits[0]));
  }
  memcpy(to, bits, size);
  if (bits != few) ir_free(bits);
}

// `n` elements; numbers that fill their bytes lie there as they are kept.
static void unpack(IrType element, const char *packed, size_t n, char *to) {
  bool pairs = ir_type_kind(element) == IR_TYPE_COMPLEX;
  IrType type = ir_type_element(element);
  size_t from_size = ir_packed_bytes(type), to_size = ir_type_storage_bytes(type);
  if (pairs) n *= 2;
  if (from_size == to_size && ir_type_width(type) == 8 * to_size) {
    memcpy(to, packed, n * to_size);
    return;
  }
  for (size_t i = 0; i < n; i++) unpack_number(type, packed + i * from_size, to + i * to_size);
}

static IrStatus from_bit_bytes(IrParser *p, const Dense *d, IrType type, const char *bytes,
                               size_t n, IrAttr *attr) {
  size_t count = (size_t)ir_type_num_elements(type), want = (count + 7) / 8;
  if (n == want) {
    char *data = ir_malloc(count + 1);
    unpack_bits(data, bytes, count);
    *attr = from_bytes(type, data, count, 1);
    ir_free(data);
    return IR_OK;
  }
  bool all = (unsigned char)bytes[0] == 0xFF;
  if (n != 1 || !(all || bytes[0] == 0))
    return ir_parser_error(p, d->loc, "{} bytes do not fill '{}', which takes {}", n, type, want);
  *attr = ir_attr_splat(type, ir_attr_bool(p->ctx, all));
  return IR_OK;
}

static IrStatus from_hex_bytes(IrParser *p, const Dense *d, IrType type, const char *bytes,
                               size_t n, IrAttr *attr) {
  IrType element = ir_type_element(type);
  if (ir_type_is_integer(element, 1)) return from_bit_bytes(p, d, type, bytes, n, attr);
  size_t packed = ir_packed_bytes(element), size = ir_type_storage_bytes(element);
  size_t count = (size_t)ir_type_num_elements(type), want = count * packed;
  if (n != want && n != packed)
    return ir_parser_error(p, d->loc, "{} bytes do not fill '{}', which takes {}", n, type, want);
  size_t given = n / packed;
  char *data = ir_malloc(given * size + 1);
  unpack(element, bytes, given, data);
  *attr = from_bytes(type, data, given, size);
  ir_free(data);
  return IR_OK;
}

static IrStatus from_hex(IrParser *p, const Dense *d, IrStr text, IrType type, IrAttr *attr) {
  if (text.len < 2 || text.len % 2 || text.ptr[0] != '0' || text.ptr[1] != 'x')
    return bad_hex(p, d);
  size_t n = text.len / 2 - 1;
  char *bytes = ir_malloc(n + 1);
  IrStatus status = IR_OK;
  for (size_t i = 0; i < n && status == IR_OK; i++) {
    int high = ir_hex_digit(text.ptr[2 + 2 * i]), low = ir_hex_digit(text.ptr[3 + 2 * i]);
    if (high < 0 || low < 0) status = bad_hex(p, d);
    bytes[i] = (char)(high * 16 + low);
  }
  if (status == IR_OK) status = from_hex_bytes(p, d, type, bytes, n, attr);
  ir_free(bytes);
  return status;
}

static IrStatus check_type(IrParser *p, const Dense *d, IrLoc loc, IrType type) {
  IrTypeKind kind = ir_type_kind(type);
  if (kind != IR_TYPE_VECTOR && kind != IR_TYPE_TENSOR && kind != IR_TYPE_MEMREF) {
    return ir_parser_error(p, loc, "dense elements need a vector or tensor type, not '{}'", type);
  }
  if (ir_type_num_elements(type) == IR_DYNAMIC && !ir_type_has_scalable(type)) {
    return ir_parser_error(p, loc, "dense elements need a static shape, not '{}'", type);
  }
  if (ir_type_storage_bytes(ir_type_element(type)) || !d->literals.n || d->literals.at[0].kind == 3)
    return IR_OK;
  return ir_parser_error(p, loc, "dense elements cannot have type '{}'", ir_type_element(type));
}

// `: type`, unless the type is known from elsewhere.
static IrStatus parse_type_of_elements(IrParser *p, Dense *d, IrType *type) {
  IrLoc loc = d->loc;
  if (!*type) {
    IR_TRY(ir_want(p, ':', "':' and the type of the elements"));
    loc = ir_parser_loc(p);
    IR_TRY(ir_parse_type(p, type));
  }
  return check_type(p, d, loc, *type);
}

// One string alone: the elements' bytes, or of a type that is no number the element.
static IrStatus from_string(IrParser *p, Dense *d, IrType type, IrAttr *attr) {
  if (!ir_type_storage_bytes(ir_type_element(type))) return from_strings(p, d, type, attr);
  IrStr hex;
  IR_TRY(ir_unescape(p, (IrStr){d->literals.at[0].ptr, d->literals.at[0].len}, &hex));
  return from_hex(p, d, hex, type, attr);
}

static IrStatus no_elements(IrParser *p, const Dense *d, IrType type, IrAttr *attr) {
  if (ir_type_num_elements(type) != 0)
    return ir_parser_error(p, d->loc, "no elements given for '{}'", type);
  *attr = ir_type_storage_bytes(ir_type_element(type)) ? ir_attr_dense(type, NULL, 0)
                                                       : ir_attr_dense_strings(type, NULL, 0);
  return IR_OK;
}

static IrStatus parse_elements(IrParser *p, Dense *d, IrType type, IrAttr *attr) {
  bool empty = ir_at(p, '>');
  if (!empty) IR_TRY(parse_list(p, d, 0));
  IR_TRY(ir_want(p, '>', "'>' after the elements"));
  IR_TRY(parse_type_of_elements(p, d, &type));
  bool string = d->rank == 0 && d->leaves && d->literals.at[0].kind == 3;
  if (ir_type_has_scalable(type) && (string || d->rank || !d->leaves)) {
    (void)ir_parser_error(p, d->loc, "the elements of '{}' can only be given all at once", type);
    IR_PARSE_HELP(p, "write one element, which stands for all: dense<1>");
    return IR_FAILED;
  }
  if (string) return from_string(p, d, type, attr);
  return empty ? no_elements(p, d, type, attr) : from_literals(p, d, type, attr);
}

static Dense start_list(IrParser *p) {
  Dense d = {.loc = ir_parser_loc(p)};
  for (size_t i = 0; i < MAX_RANK; i++) d.extents[i] = -1;
  return d;
}

IrStatus ir_parse_dense(IrParser *p, IrType type, IrAttr *attr) {
  ir_advance(p);
  Dense d = start_list(p);
  IR_TRY(ir_want(p, '<', "'<' after 'dense'"));
  IrStatus status = parse_elements(p, &d, type, attr);
  ir_vec_free(&d.literals);
  return status;
}

// ---- sparse<indices, values>. ----

// The elements in the shape they were written in; one alone has shape `n` by `row` (0: just `n`).
static IrStatus as_written(IrParser *p, Dense *d, IrType element, int64_t n, int64_t row,
                           IrAttr *attr) {
  int64_t alone[2] = {n, row};
  IrShape shape = d->rank ? (IrShape){d->extents, d->rank} : (IrShape){alone, row ? 2 : 1};
  IrType type = ir_type_tensor(p->ctx, shape, element, NULL);
  IR_TRY(check_type(p, d, d->loc, type));
  return from_literals(p, d, type, attr);
}

static IrStatus check_indices(IrParser *p, const Dense *indices, const Dense *values, IrType type,
                              IrAttr dense, IrAttr given) {
  IrShape at = ir_type_shape(ir_attr_type(dense)), of = ir_type_shape(ir_attr_type(given));
  IrShape shape = ir_type_shape(type);
  if (of.rank != 1)
    return ir_parser_error(p, values->loc, "the values of a sparse constant are one list");
  bool rows = at.rank == 2 && (size_t)at.at[1] == shape.rank;
  if (!rows && !(at.rank == 1 && shape.rank == 1))
    return ir_parser_error(p, indices->loc, "an index into '{}' is a list of {} numbers", type,
                           shape.rank);
  if (at.at[0] != of.at[0])
    return ir_parser_error(p, values->loc, "{} values for {} indices", of.at[0], at.at[0]);
  for (int64_t i = 0, n = ir_type_num_elements(ir_attr_type(dense)); i < n; i++) {
    int64_t index = ir_attr_int(ir_attr_dense_at(dense, i));
    size_t dim = (size_t)i % shape.rank;
    if (index < 0 || index >= shape.at[dim])
      return ir_parser_error(p, indices->loc, "index {} is out of range for extent {} of '{}'",
                             index, dim, type);
  }
  return IR_OK;
}

static IrStatus from_sparse(IrParser *p, Dense *indices, Dense *values, IrType type, IrAttr *attr) {
  IrType i64 = ir_type_i64(p->ctx), element = ir_type_element(type);
  int64_t rank = (int64_t)ir_type_shape(type).rank;
  IrAttr at, given;
  if (rank == 0) return ir_parser_error(p, indices->loc, "'{}' has no extent to index", type);
  IR_TRY(as_written(p, indices, i64, 1, rank, &at));
  int64_t n = ir_type_shape(ir_attr_type(at)).at[0];
  IR_TRY(as_written(p, values, element, n, 0, &given));
  IR_TRY(check_indices(p, indices, values, type, at, given));
  *attr = ir_attr_sparse(type, at, given);
  return IR_OK;
}

static IrStatus empty_sparse(IrParser *p, IrType type, IrAttr *attr) {
  IrType element = ir_type_element(type);
  int64_t none[2] = {0, (int64_t)ir_type_shape(type).rank};
  IrType values = ir_type_tensor(p->ctx, (IrShape){none, 1}, element, NULL);
  IrType at = ir_type_tensor(p->ctx, (IrShape){none, 2}, ir_type_i64(p->ctx), NULL);
  *attr = ir_attr_sparse(type, ir_attr_dense(at, NULL, 0),
                         ir_type_storage_bytes(element) ? ir_attr_dense(values, NULL, 0)
                                                        : ir_attr_dense_strings(values, NULL, 0));
  return IR_OK;
}

static IrStatus parse_sparse(IrParser *p, Dense *indices, Dense *values, IrType type,
                             IrAttr *attr) {
  bool empty = ir_at(p, '>');
  *indices = start_list(p);
  if (!empty) {
    IR_TRY(parse_list(p, indices, 0));
    IR_TRY(ir_want(p, ',', "',' between indices and values"));
    *values = start_list(p);
    IR_TRY(parse_list(p, values, 0));
  }
  IR_TRY(ir_want(p, '>', "'>' after the values"));
  IR_TRY(parse_type_of_elements(p, empty ? indices : values, &type));
  return empty ? empty_sparse(p, type, attr) : from_sparse(p, indices, values, type, attr);
}

IrStatus ir_parse_sparse(IrParser *p, IrType type, IrAttr *attr) {
  Dense indices = {0}, values = {0};
  ir_advance(p);
  IR_TRY(ir_want(p, '<', "'<' after 'sparse'"));
  IrStatus status = parse_sparse(p, &indices, &values, type, attr);
  ir_vec_free(&indices.literals);
  ir_vec_free(&values.literals);
  return status;
}

// ---- dense_resource<key>. ----

IrStatus ir_parse_resource(IrParser *p, IrType type, IrAttr *attr) {
  IrStr key;
  IrLoc loc = ir_parser_loc(p);
  ir_advance(p);
  IR_TRY(ir_want(p, '<', "'<' after 'dense_resource'"));
  if (ir_at(p, IR_TOK_STRING))
    IR_TRY(ir_parse_string(p, &key));
  else
    IR_TRY(ir_parse_identifier(p, &key));
  IR_TRY(ir_want(p, '>', "'>' after the resource's name"));
  Dense d = {.loc = loc};
  IR_TRY(parse_type_of_elements(p, &d, &type));
  *attr = ir_attr_resource(type, ir_blob_of_file(p, key));
  return IR_OK;
}
