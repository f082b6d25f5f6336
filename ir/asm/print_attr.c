// Attributes as text.
//
// A floating-point number prints, as in MLIR, with six significant digits when they give back the
// same number, else with as many as its format can need, else (infinities, NaNs, and numbers that
// would print without a decimal point) as its bits in hexadecimal.
#include "ir/asm/printer_impl.h"

#include <stdio.h>
#include <stdlib.h>

// ---- Floating-point numbers. ----

enum { MAX_DIGITS = 800 }; // a double's exact value has at most 767 significant digits

// Significant digits without trailing zeros; the number is 0.d1d2d3... * 10^point.
typedef struct Decimal {
  char digits[MAX_DIGITS];
  int n, point;
  bool negative;
} Decimal;

static void to_decimal(double value, Decimal *d) {
  char text[MAX_DIGITS + 16];
  snprintf(text, sizeof text, "%.*e", MAX_DIGITS - 20, value);
  const char *s = text;
  d->negative = *s == '-';
  s += d->negative;
  d->n = 0;
  for (; *s != 'e'; s++) {
    if (*s != '.') d->digits[d->n++] = *s;
  }
  d->point = atoi(s + 1) + 1;
  while (d->n > 1 && d->digits[d->n - 1] == '0') d->n--;
}

// Half away from zero, on the exact digits.
static void round_decimal(Decimal *d, int digits) {
  if (d->n <= digits) return;
  bool up = d->digits[digits] >= '5';
  d->n = digits;
  if (up) {
    int i = digits - 1;
    while (i >= 0 && d->digits[i] == '9') d->digits[i--] = '0';
    if (i >= 0) {
      d->digits[i]++;
    } else {
      d->digits[0] = '1';
      d->point++;
    }
  }
  while (d->n > 1 && d->digits[d->n - 1] == '0') d->n--;
}

// `1.500000e+00`: one digit, point, six more.
static size_t write_short(const Decimal *d, char *to) {
  char *s = to;
  if (d->negative) *s++ = '-';
  *s++ = d->digits[0];
  *s++ = '.';
  for (int i = 1; i <= 6; i++) *s++ = i < d->n ? d->digits[i] : '0';
  bool zero = d->n == 1 && d->digits[0] == '0';
  return (size_t)(s - to) + (size_t)sprintf(s, "e%+03d", zero ? 0 : d->point - 1);
}

// Plain where at most three zeros have to be added, else with an exponent.
static size_t write_long(const Decimal *d, int precision, char *to) {
  char *s = to;
  int exponent = d->point - d->n; // of the last digit
  if (d->negative) *s++ = '-';
  bool scientific = exponent >= 0 ? exponent > 3 || d->n + exponent > precision
                                  : d->point <= 0 && -(d->point - 1) > 3;
  if (scientific) {
    *s++ = d->digits[0];
    *s++ = '.';
    if (d->n == 1) *s++ = '0';
    for (int i = 1; i < d->n; i++) *s++ = d->digits[i];
    return (size_t)(s - to) + (size_t)sprintf(s, "E%+d", d->point - 1);
  }
  if (d->point <= 0) {
    *s++ = '0';
    *s++ = '.';
    for (int i = d->point; i < 0; i++) *s++ = '0';
  }
  for (int i = 0; i < d->n; i++) {
    if (i == d->point && i > 0) *s++ = '.';
    *s++ = d->digits[i];
  }
  for (int i = 0; i < exponent; i++) *s++ = '0';
  *s = '\0';
  return (size_t)(s - to);
}

// Digits that always suffice to tell two numbers of the format apart.
static int digits_of(IrFloatKind kind) {
  int mantissa = (int)ir_float_format(kind)->mantissa_bits + 1;
  return 2 + mantissa * 59 / 196;
}

// Of a tf32 MLIR writes the upper 19 of its 32 bits.
static void write_bits(IrStream *out, IrFloatKind kind, IrFloatBits bits) {
  char text[40];
  int stored = (int)ir_float_format(kind)->bits, width = kind == IR_TF32 ? 19 : stored, n;
  if (stored > 64)
    n = snprintf(text, sizeof text, "0x%0*llX%016llX", (width - 64) / 4,
                 (unsigned long long)bits.at[1], (unsigned long long)bits.at[0]);
  else
    n = snprintf(text, sizeof text, "0x%0*llX", (width + 3) / 4,
                 (unsigned long long)(bits.at[0] >> (stored - width)));
  ir_write(out, text, (size_t)n);
}

static bool same_bits(IrFloatBits a, IrFloatBits b) {
  return a.at[0] == b.at[0] && a.at[1] == b.at[1];
}

// Six digits say the number.  f80 and f128 hold so many digits that they must be all there are.
static bool six_suffice(IrFloatKind kind, const char *text, IrFloatBits bits,
                        const Decimal *exact) {
  if (ir_float_format(kind)->bits > 64) return exact->n <= 6;
  return same_bits(ir_float_encode_bits(kind, strtod(text, NULL)), bits);
}

static void write_float(IrStream *out, IrFloatKind kind, double value) {
  IrFloatBits bits = ir_float_encode_bits(kind, value);
  if (value - value != 0) { // infinity or NaN
    write_bits(out, kind, bits);
    return;
  }
  char text[MAX_DIGITS + 32];
  Decimal exact, rounded;
  to_decimal(value, &exact);
  rounded = exact;
  round_decimal(&rounded, 6);
  size_t n = write_short(&rounded, text);
  if (six_suffice(kind, text, bits, &exact)) {
    ir_write(out, text, n);
    return;
  }
  int precision = digits_of(kind);
  round_decimal(&exact, precision);
  n = write_long(&exact, precision, text);
  if (memchr(text, '.', n)) {
    ir_write(out, text, n);
  } else {
    write_bits(out, kind, bits);
  }
}

// Small whole numbers, zero and powers of two are most constants: no conversion through digits.
static bool write_simple_float(IrStream *out, double value) {
  if (!(value >= 0 && value < 10) || value != (double)(int)value) return false;
  if (value == 0 && 1 / value < 0) return false;
  char text[] = "0.000000e+00";
  text[0] = (char)('0' + (int)value);
  ir_write(out, text, sizeof text - 1);
  return true;
}

static void print_float(IrPrinter *p, IrType type, double value) {
  if (!write_simple_float(p->out, value)) write_float(p->out, ir_type_float_kind(type), value);
}

// f80 and f128: decimal where that text, read as a double as MLIR reads it, gives the same bits.
static void print_wide_float(IrPrinter *p, IrType type, IrFloatBits bits) {
  IrFloatKind kind = ir_type_float_kind(type);
  double value = ir_float_decode_bits(kind, bits);
  if (same_bits(ir_float_encode_bits(kind, value), bits))
    print_float(p, type, value);
  else
    write_bits(p->out, kind, bits);
}

static void print_float_attr(IrPrinter *p, IrAttr attr) {
  IrType type = ir_attr_type(attr);
  if (ir_type_is_wide(type))
    print_wide_float(p, type, ir_attr_float_bits(attr));
  else
    print_float(p, type, ir_attr_double(attr));
}

// ---- Integers. ----

enum { CHUNK_DIGITS = 9, CHUNK = 1000000000 };

// Decimal digits of a magnitude, which is used up.
static void write_magnitude(IrStream *out, uint64_t *words, size_t n) {
  IR_VEC(uint32_t) chunks = {0};
  do {
    ir_vec_push(&chunks, ir_words_divide(words, n, CHUNK));
    while (n > 1 && words[n - 1] == 0) n--;
  } while (!ir_words_is_zero((IrWords){words, n}));
  for (size_t i = chunks.n; i-- > 0;) {
    char text[16];
    int length =
        snprintf(text, sizeof text, "%0*u", i + 1 < chunks.n ? CHUNK_DIGITS : 1, chunks.at[i]);
    ir_write(out, text, (size_t)length);
  }
  ir_vec_free(&chunks);
}

static void print_wide_integer(IrPrinter *p, IrType type, IrWords value) {
  bool negative = ir_type_signedness(type) != IR_UNSIGNED && ir_words_is_negative(value);
  uint64_t *words = ir_malloc(value.n * sizeof *words);
  memcpy(words, value.at, value.n * sizeof *words);
  if (negative) {
    ir_write_char(p->out, '-');
    ir_words_negate(words, value.n);
  } else if (ir_type_width(type) % 64) { // an unsigned one is not sign-extended
    words[value.n - 1] &= ((uint64_t)1 << (ir_type_width(type) % 64)) - 1;
  }
  write_magnitude(p->out, words, value.n);
  ir_free(words);
}

static void print_integer(IrPrinter *p, IrType type, int64_t value) {
  if (ir_type_is_integer(type, 1)) {
    ir_write_cstr(p->out, value ? "true" : "false");
    return;
  }
  if (value == 1 && ir_type_width(type) == 1 && ir_type_signedness(type) == IR_SIGNED) value = -1;
  if (!ir_type_is_index(type) && ir_type_signedness(type) == IR_UNSIGNED) {
    unsigned width = ir_type_width(type);
    uint64_t mask = width == 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1;
    ir_write_uint(p->out, (uint64_t)value & mask);
    return;
  }
  ir_write_int(p->out, value);
}

static void print_integer_attr(IrPrinter *p, IrAttr attr) {
  IrType type = ir_attr_type(attr);
  if (ir_type_is_wide(type))
    print_wide_integer(p, type, ir_attr_words(attr));
  else
    print_integer(p, type, ir_attr_int(attr));
}

// ---- Names. ----

static bool is_word_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.';
}

// `$` could be written too, but would be read as a parameter.
bool ir_is_bare_word(IrStr name) {
  if (!name.len || (name.ptr[0] >= '0' && name.ptr[0] <= '9') || name.ptr[0] == '.') return false;
  for (size_t i = 0; i < name.len; i++) {
    if (is_word_char(name.ptr[i])) continue;
    if (name.ptr[i] != '$' || i == 0) return false;
    if (i + 1 < name.len && name.ptr[i + 1] >= 'A' && name.ptr[i + 1] <= 'Z') return false;
  }
  return true;
}

void ir_printer_symbol_name(IrPrinter *p, IrStr name) {
  ir_write_char(p->out, '@');
  ir_print_key(p, name);
}

static void print_symbol(IrPrinter *p, IrAttr attr) {
  ir_printer_symbol_name(p, ir_attr_str(attr));
  for (size_t i = 0; i < ir_attr_num_nested(attr); i++) {
    ir_write(p->out, "::", 2);
    ir_printer_symbol_name(p, ir_attr_nested(attr, i));
  }
}

// ---- Containers. ----

static void print_array(IrPrinter *p, IrAttr attr) {
  ir_write_char(p->out, '[');
  for (size_t i = 0; i < ir_attr_count(attr); i++) {
    if (i) ir_write(p->out, ", ", 2);
    ir_print_attr_inside(p, ir_attr_at(attr, i));
  }
  ir_write_char(p->out, ']');
}

static void print_dict(IrPrinter *p, IrAttr attr) {
  size_t n = ir_attr_count(attr);
  ir_write_char(p->out, '{');
  for (size_t i = 0; i < n; i++) {
    IrNamedAttr entry = ir_attr_entry(attr, i);
    if (i) ir_write(p->out, ", ", 2);
    ir_print_key(p, ir_ident_str(entry.name));
    if (ir_attr_kind(entry.value) == IR_ATTR_UNIT) continue;
    ir_write(p->out, " = ", 3);
    ir_printer_attr(p, entry.value);
  }
  ir_write_char(p->out, '}');
}

static void print_dense_array_elements(IrPrinter *p, IrAttr attr) {
  IrType element = ir_attr_array_element(attr);
  for (size_t i = 0; i < ir_attr_count(attr); i++) {
    if (i) ir_write(p->out, ", ", 2);
    if (ir_type_is_float(element))
      print_float(p, element, ir_attr_array_double(attr, i));
    else
      print_integer(p, element, ir_attr_array_int(attr, i));
  }
}

void ir_print_bare_dense_array(IrPrinter *p, IrAttr attr) {
  ir_write_char(p->out, '[');
  print_dense_array_elements(p, attr);
  ir_write_char(p->out, ']');
}

static void print_dense_array(IrPrinter *p, IrAttr attr) {
  ir_write_cstr(p->out, "array<");
  ir_printer_type(p, ir_attr_array_element(attr));
  if (ir_attr_count(attr)) ir_write(p->out, ": ", 2);
  print_dense_array_elements(p, attr);
  ir_write_char(p->out, '>');
}

static void write_stride(IrStream *out, int64_t value) {
  if (value == IR_DYNAMIC) {
    ir_write_char(out, '?');
  } else {
    ir_write_int(out, value);
  }
}

static void print_strided(IrPrinter *p, IrAttr attr) {
  size_t n;
  const int64_t *strides = ir_attr_strides(attr, &n);
  ir_write_cstr(p->out, "strided<[");
  for (size_t i = 0; i < n; i++) {
    if (i) ir_write(p->out, ", ", 2);
    write_stride(p->out, strides[i]);
  }
  ir_write_char(p->out, ']');
  if (ir_attr_offset(attr)) {
    ir_write_cstr(p->out, ", offset: ");
    write_stride(p->out, ir_attr_offset(attr));
  }
  ir_write_char(p->out, '>');
}

// ---- Dense elements. ----

enum { HEX_ABOVE = 100 }; // more elements print as hexadecimal bytes

static void print_number(IrPrinter *p, IrAttr value) {
  if (ir_attr_kind(value) == IR_ATTR_FLOAT)
    print_float_attr(p, value);
  else
    print_integer_attr(p, value);
}

static void print_element(IrPrinter *p, IrAttr dense, int64_t i) {
  IrAttr value = ir_attr_dense_at(dense, i);
  if (ir_attr_kind(value) != IR_ATTR_ARRAY) {
    print_number(p, value);
    return;
  }
  ir_write_char(p->out, '(');
  print_number(p, ir_attr_at(value, 0));
  ir_write_char(p->out, ',');
  print_number(p, ir_attr_at(value, 1));
  ir_write_char(p->out, ')');
}

// Lists of dimension `dim` on; `next` counts elements.
static void print_dimension(IrPrinter *p, IrAttr dense, IrShape shape, size_t dim, int64_t *next) {
  if (dim == shape.rank) {
    print_element(p, dense, (*next)++);
    return;
  }
  ir_write_char(p->out, '[');
  for (int64_t i = 0; i < shape.at[dim]; i++) {
    if (i) ir_write(p->out, ", ", 2);
    print_dimension(p, dense, shape, dim + 1, next);
  }
  ir_write_char(p->out, ']');
}

static void write_hex_byte(IrStream *out, unsigned byte) {
  static const char digits[] = "0123456789ABCDEF";
  ir_write(out, (char[]){digits[byte >> 4 & 15], digits[byte & 15]}, 2);
}

// The bits of a number in its byte number `i`.
static unsigned mask_of_byte(IrType type, size_t i) {
  size_t width = ir_type_width(type), before = 8 * i;
  if (ir_type_is_float(type) || width >= before + 8) return 0xFF;
  return width > before ? (1u << (width - before)) - 1 : 0;
}

// A number without the padding it has in dense data; of an integer that does not fill its bytes the
// sign is not extended, as in MLIR.
static void write_hex_number(IrStream *out, IrType type, const unsigned char *data) {
  size_t n = ir_packed_bytes(type);
  if (ir_type_is_float(type) && ir_type_float_kind(type) == IR_TF32) {
    uint32_t bits;
    memcpy(&bits, data, sizeof bits);
    for (size_t i = 0; i < n; i++) write_hex_byte(out, bits >> (13 + 8 * i) & 0xFF);
    return;
  }
  for (size_t i = 0; i < n; i++) write_hex_byte(out, data[i] & mask_of_byte(type, i));
}

static void print_hex(IrPrinter *p, IrAttr dense) {
  size_t n;
  const unsigned char *data = ir_attr_dense_data(dense, &n);
  ir_write_cstr(p->out, "\"0x");
  IrType element = ir_type_element(ir_attr_type(dense)), type = ir_type_element(element);
  bool bits = ir_type_is_integer(element, 1);
  size_t size = ir_type_storage_bytes(type);
  for (size_t i = 0; i < n && !bits; i += size) write_hex_number(p->out, type, data + i);
  for (size_t i = 0; i < n && bits; i += 8) {
    unsigned byte = 0;
    for (size_t k = 0; k < 8 && i + k < n; k++) byte |= (data[i + k] ? 1u : 0u) << k;
    write_hex_byte(p->out, byte);
  }
  ir_write_char(p->out, '"');
}

static void print_dense_elements(IrPrinter *p, IrAttr dense) {
  IrType type = ir_attr_type(dense);
  int64_t n = ir_type_num_elements(type), next = 0;
  int64_t hex = p->options.hex_above;
  if (n == 0) return;
  if (ir_attr_is_splat(dense)) {
    print_element(p, dense, 0);
  } else if (hex >= 0 && n > (hex ? hex : HEX_ABOVE)) {
    print_hex(p, dense);
  } else {
    print_dimension(p, dense, ir_type_shape(type), 0, &next);
  }
}

static bool is_elided(const IrPrinter *p, IrAttr dense) {
  int64_t limit = p->options.elide_elements_above;
  return limit > 0 && !ir_attr_is_splat(dense) && ir_type_num_elements(ir_attr_type(dense)) > limit;
}

// Elements that are left out read back as a resource that is not there.
static void print_dense(IrPrinter *p, IrAttr attr) {
  if (is_elided(p, attr)) {
    ir_write_cstr(p->out, "dense_resource<__elided__>");
    return;
  }
  ir_write_cstr(p->out, "dense<");
  print_dense_elements(p, attr);
  ir_write_char(p->out, '>');
}

// ---- Other elements. ----

static void print_strings(IrPrinter *p, IrAttr attr, IrShape shape, size_t dim, size_t *next) {
  if (dim == shape.rank) {
    ir_write_quoted(p->out, ir_attr_str(ir_attr_string_at(attr, (*next)++)));
    return;
  }
  ir_write_char(p->out, '[');
  for (int64_t i = 0; i < shape.at[dim]; i++) {
    if (i) ir_write(p->out, ", ", 2);
    print_strings(p, attr, shape, dim + 1, next);
  }
  ir_write_char(p->out, ']');
}

static void print_dense_strings(IrPrinter *p, IrAttr attr) {
  IrShape shape = ir_type_shape(ir_attr_type(attr));
  size_t n = ir_attr_num_strings(attr), next = 0;
  if (n) print_strings(p, attr, n == 1 ? (IrShape){0} : shape, 0, &next);
}

static void print_listed(IrPrinter *p, IrAttr elements) {
  if (ir_attr_kind(elements) == IR_ATTR_DENSE_STRINGS)
    print_dense_strings(p, elements);
  else
    print_dense_elements(p, elements);
}

static void print_sparse(IrPrinter *p, IrAttr attr) {
  IrAttr indices = ir_attr_sparse_indices(attr), values = ir_attr_sparse_values(attr);
  bool elided =
      is_elided(p, indices) || (ir_attr_kind(values) == IR_ATTR_DENSE && is_elided(p, values));
  if (elided) {
    ir_write_cstr(p->out, "dense_resource<__elided__>");
    return;
  }
  ir_write_cstr(p->out, "sparse<");
  if (ir_type_num_elements(ir_attr_type(indices))) {
    print_listed(p, indices);
    ir_write(p->out, ", ", 2);
    print_listed(p, values);
  }
  ir_write_char(p->out, '>');
}

static void print_resource(IrPrinter *p, IrAttr attr) {
  ir_write_cstr(p->out, "dense_resource<");
  ir_print_key(p, ir_attr_str(ir_attr_resource_key(attr)));
  ir_write_char(p->out, '>');
  ir_see_resource(p, ir_attr_resource_key(attr));
}

static void print_distinct(IrPrinter *p, IrAttr attr) {
  IrAttr refers_to = ir_attr_distinct_of(attr);
  ir_print(p->out, "distinct[{}]<", ir_number_distinct(p, attr));
  if (ir_attr_kind(refers_to) != IR_ATTR_UNIT) ir_printer_attr(p, refers_to);
  ir_write_char(p->out, '>');
}

// ---- Any attribute. ----

static void print_dialect(IrPrinter *p, IrAttr attr) {
  const IrAttrDef *def = ir_attr_def(attr);
  ir_write_char(p->out, '#');
  ir_write_cstr(p->out, def->name);
  if (def->print) def->print(attr, p);
}

static void print_loc(IrPrinter *p, IrAttr attr) {
  ir_write_cstr(p->out, "loc(");
  ir_loc_print(p->ctx, ir_attr_loc_value(attr), p->out);
  ir_write_char(p->out, ')');
}

static void print_opaque(IrPrinter *p, IrAttr attr) {
  IrStr text = ir_attr_opaque_text(attr);
  ir_write_char(p->out, '#');
  ir_write(p->out, text.ptr, text.len);
}

void ir_printer_attr_untyped(IrPrinter *p, IrAttr attr) {
  if (!attr)
    ir_write_cstr(p->out, "<<null attribute>>");
  else if (!p->aliases || !ir_print_attr_alias(p, attr))
    ir_print_attr_body(p, attr);
}

void ir_print_attr_body(IrPrinter *p, IrAttr attr) {
  switch (ir_attr_kind(attr)) {
  case IR_ATTR_INTEGER:
    print_integer_attr(p, attr);
    break;
  case IR_ATTR_FLOAT:
    print_float_attr(p, attr);
    break;
  case IR_ATTR_STRING:
    ir_write_quoted(p->out, ir_attr_str(attr));
    break;
  case IR_ATTR_ARRAY:
    print_array(p, attr);
    break;
  case IR_ATTR_DICT:
    print_dict(p, attr);
    break;
  case IR_ATTR_TYPE:
    ir_printer_type(p, ir_attr_type_value(attr));
    break;
  case IR_ATTR_SYMBOL:
    print_symbol(p, attr);
    break;
  case IR_ATTR_UNIT:
    ir_write_cstr(p->out, "unit");
    break;
  case IR_ATTR_DENSE:
    print_dense(p, attr);
    break;
  case IR_ATTR_DENSE_ARRAY:
    print_dense_array(p, attr);
    break;
  case IR_ATTR_STRIDED:
    print_strided(p, attr);
    break;
  case IR_ATTR_AFFINE_MAP:
  case IR_ATTR_INTEGER_SET:
    ir_print_affine(p, attr);
    break;
  case IR_ATTR_LOC:
    print_loc(p, attr);
    break;
  case IR_ATTR_DIALECT:
    print_dialect(p, attr);
    break;
  case IR_ATTR_OPAQUE:
    print_opaque(p, attr);
    break;
  case IR_ATTR_DENSE_STRINGS:
    ir_write_cstr(p->out, "dense<");
    print_dense_strings(p, attr);
    ir_write_char(p->out, '>');
    break;
  case IR_ATTR_SPARSE:
    print_sparse(p, attr);
    break;
  case IR_ATTR_RESOURCE:
    print_resource(p, attr);
    break;
  case IR_ATTR_DISTINCT:
    print_distinct(p, attr);
    break;
  case IR_ATTR_TYPED:
    ir_printer_attr_untyped(p, ir_attr_untyped(attr));
    break;
  }
}

// Kinds whose text needs a type behind it; booleans say theirs.
static bool shows_type(IrAttr attr) {
  IrAttrKind kind = ir_attr_kind(attr);
  if (kind == IR_ATTR_INTEGER) return !ir_type_is_integer(ir_attr_type(attr), 1);
  return kind == IR_ATTR_FLOAT || kind == IR_ATTR_DENSE || kind == IR_ATTR_TYPED ||
         kind == IR_ATTR_DENSE_STRINGS || kind == IR_ATTR_SPARSE || kind == IR_ATTR_RESOURCE;
}

void ir_printer_attr(IrPrinter *p, IrAttr attr) {
  ir_printer_attr_untyped(p, attr);
  if (!attr || !shows_type(attr)) return;
  ir_write(p->out, " : ", 3);
  ir_printer_type(p, ir_attr_type(attr));
}

// A float written as its bits would read as an integer without its type.
static void print_f64_inside(IrPrinter *p, IrAttr attr) {
  IrStream text = {0};
  write_float(&text, IR_F64, ir_attr_double(attr));
  ir_write(p->out, text.data, text.len);
  if (text.len > 1 && text.data[1] == 'x') ir_write_cstr(p->out, " : f64");
  ir_stream_free(&text);
}

void ir_print_attr_inside(IrPrinter *p, IrAttr attr) {
  IrAttrKind kind = ir_attr_kind(attr);
  if (kind == IR_ATTR_INTEGER && ir_type_is_integer(ir_attr_type(attr), 64)) {
    ir_printer_attr_untyped(p, attr);
  } else if (kind == IR_ATTR_FLOAT && ir_type_float_kind(ir_attr_type(attr)) == IR_F64) {
    print_f64_inside(p, attr);
  } else {
    ir_printer_attr(p, attr);
  }
}

void ir_attr_print(IrAttr attr, IrStream *stream) {
  IrPrinter p = {.out = stream, .ctx = attr ? ir_attr_context(attr) : NULL};
  ir_printer_attr(&p, attr);
  ir_printer_release(&p);
}
