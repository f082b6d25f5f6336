// dense<...>: nested lists of numbers, one number for all elements, or the elements' bytes in
// hexadecimal.  The elements stand before their type, so their tokens are kept until it is known;
// memory stays proportional to the text whatever the shape says.
#include "ir/asm/parser_impl.h"

enum { MAX_RANK = 64 };

typedef struct Literal {
  const char *ptr;
  uint32_t len, at;
  uint8_t kind; // 0 integer, 1 float, 2 word
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
  bool word = IR_AT_WORD(p, "true") || IR_AT_WORD(p, "false");
  if (!ir_at(p, IR_TOK_INT) && !ir_at(p, IR_TOK_FLOAT) && !(word && !literal.negative)) {
    return ir_expected(p, "a number, 'true' or 'false'");
  }
  literal.kind = word ? 2 : ir_at(p, IR_TOK_FLOAT);
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

static IrStatus from_literals(IrParser *p, Dense *d, IrType type, IrAttr *attr) {
  IrType element = ir_type_element(type);
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

static IrStatus check_type(IrParser *p, IrLoc loc, IrType type) {
  IrTypeKind kind = ir_type_kind(type);
  if (kind != IR_TYPE_VECTOR && kind != IR_TYPE_TENSOR) {
    return ir_parser_error(p, loc, "dense elements need a vector or tensor type, not '{}'", type);
  }
  if (ir_type_num_elements(type) == IR_DYNAMIC && !ir_type_has_scalable(type)) {
    return ir_parser_error(p, loc, "dense elements need a static shape, not '{}'", type);
  }
  if (ir_type_storage_bytes(ir_type_element(type))) return IR_OK;
  return ir_parser_error(p, loc, "dense elements cannot have type '{}'", ir_type_element(type));
}

// What printing with --elide-elements-above leaves of a long constant.
static IrStatus elided(IrParser *p) {
  (void)ir_parser_error(p, ir_parser_loc(p),
                        "the elements of this constant were left out when it was printed");
  IR_PARSE_HELP(p, "print it with --elide-elements-above=-1, which leaves out none");
  return IR_FAILED;
}

static IrStatus parse_elements(IrParser *p, Dense *d, IrType type, IrAttr *attr) {
  IrStr hex = {0};
  if (IR_AT_WORD(p, "__elided__")) return elided(p);
  bool empty = ir_at(p, '>'), is_hex = ir_at(p, IR_TOK_STRING);
  if (is_hex) {
    IR_TRY(ir_parse_string(p, &hex));
  } else if (!empty) {
    IR_TRY(parse_list(p, d, 0));
  }
  IR_TRY(ir_want(p, '>', "'>' after the elements"));
  if (!type) {
    IR_TRY(ir_want(p, ':', "':' and the type of the elements"));
    IrLoc loc = ir_parser_loc(p);
    IR_TRY(ir_parse_type(p, &type));
    IR_TRY(check_type(p, loc, type));
  } else {
    IR_TRY(check_type(p, d->loc, type));
  }
  if (ir_type_has_scalable(type) && (is_hex || d->rank || !d->leaves)) {
    (void)ir_parser_error(p, d->loc, "the elements of '{}' can only be given all at once", type);
    IR_PARSE_HELP(p, "write one element, which stands for all: dense<1>");
    return IR_FAILED;
  }
  if (is_hex) return from_hex(p, d, hex, type, attr);
  if (!empty) return from_literals(p, d, type, attr);
  if (ir_type_num_elements(type) != 0) {
    return ir_parser_error(p, d->loc, "no elements given for '{}'", type);
  }
  *attr = ir_attr_dense(type, NULL, 0);
  return IR_OK;
}

IrStatus ir_parse_dense(IrParser *p, IrType type, IrAttr *attr) {
  Dense d = {0};
  for (size_t i = 0; i < MAX_RANK; i++) d.extents[i] = -1;
  ir_advance(p);
  d.loc = ir_parser_loc(p);
  IR_TRY(ir_want(p, '<', "'<' after 'dense'"));
  IrStatus status = parse_elements(p, &d, type, attr);
  ir_vec_free(&d.literals);
  return status;
}
