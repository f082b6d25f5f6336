// tile.compute: a formula over scalars and tiles, which the parser turns into ops of arith, math
// and tile in front of it.
//
//   formula := number [to type] [fastmath<...>]
//   number  := sum | sum (== != < <= > >=) sum | number and number | number or number
//   sum     := sum + - sum | sum * / mod sum | - sum | sum axis integer
//            | %value | literal | inf | DIMENSION | function(number, ...) | ( number )
//
// from loosest to tightest, all left-associative.  A function is min, max, abs, select, ceildiv,
// floordiv, or an op of math by its name.  A literal has the type of what it is combined with.  Of
// two operands of which one is a scalar, or has extents of 1, that one is stretched; `axis` gives a
// tile the dimension that it lacks.
#include <math.h>

#include "dialects/arith/arith.h"
#include "dialects/tile/tile_impl.h"

enum { MAX_DEPTH = 32, MAX_ARGUMENTS = 4 };

// A value, or a number whose type is not known yet.
typedef struct Term {
  IrValue *value; // NULL: a literal
  bool fraction;  // of a literal: written as a float
  double number;
  int64_t integer;
  IrLoc loc;
} Term;

typedef struct Formula {
  IrParser *p;
  IrBuilder *b;
  unsigned depth;
} Formula;

static IrStatus read_number(Formula *f, Term *out);

static IrType type_of(const Term *t) {
  return ir_value_type(t->value);
}

static bool is_tile(IrType type) {
  return ir_type_kind(type) == IR_TYPE_TENSOR;
}

static IrType element_of(IrType type) {
  return is_tile(type) ? ir_type_element(type) : type;
}

static bool is_float(IrType type) {
  return ir_type_is_float(element_of(type));
}

// ---- Types that agree.

// With or without a sign, as a constant of the type may be written.
static bool holds(IrType type, int64_t number) {
  unsigned width = ir_type_width(type);
  return width >= 64 || (number >= -((int64_t)1 << (width - 1)) && number < (int64_t)1 << width);
}

static IrStatus make_literal(Formula *f, Term *t, IrType type) {
  IrType element = element_of(type);
  bool whole = ir_type_is_int_or_index(element);
  if (!is_float(type) && !whole)
    return ir_parser_error(f->p, t->loc, "a number cannot be combined with {}", type);
  if (whole && t->fraction)
    return ir_parser_error(f->p, t->loc, "a number that is combined with {} has no fraction", type);
  if (whole && !holds(element, t->integer))
    return ir_parser_error(f->p, t->loc, "{} is out of range for {}", t->integer, element);
  double number = t->fraction ? t->number : (double)t->integer;
  IrAttr attr = is_float(type) ? arith_float_attr(type, number) : arith_int_attr(type, t->integer);
  t->value = BUILD1(f->b, arith_constant, .value = attr, .result_type = type);
  return IR_OK;
}

// An integer alone is an index; a fraction has no type of its own.
static IrStatus settle(Formula *f, Term *t) {
  if (t->value) return IR_OK;
  if (!t->fraction) return make_literal(f, t, ir_type_index(f->b->ctx));
  IrStatus failed = ir_parser_error(f->p, t->loc, "nothing says the type of this number");
  ir_help(f->b->ctx, "combine it with a value, or write arith.constant");
  return failed;
}

static void stretch(Formula *f, Term *t, IrType type) {
  if (type_of(t) == type) return;
  if (is_tile(type_of(t)))
    t->value = BUILD1(f->b, tile_broadcast, .input = t->value, .result_type = type);
  else
    t->value = BUILD1(f->b, tile_splat, .scalar = t->value, .result_type = type);
}

// The extents of both with those of 1 stretched; false where they do not fit.
static bool common_shape(IrShape a, IrShape b, int64_t *extents) {
  if (a.rank != b.rank) return false;
  for (size_t d = 0; d < a.rank; d++) {
    if (a.at[d] != b.at[d] && a.at[d] != 1 && b.at[d] != 1) return false;
    extents[d] = a.at[d] == 1 ? b.at[d] : a.at[d];
  }
  return true;
}

static IrStatus shapes_differ(Formula *f, const Term *a, const Term *b) {
  IrStatus failed =
      ir_parser_error(f->p, b->loc, "{} and {} have no shape in common", type_of(a), type_of(b));
  ir_help(f->b->ctx, "extents of 1 stretch, and `%x axis 1` gives %x the dimension that it lacks");
  return failed;
}

// Gives both the same shape; elements stay.
static IrStatus same_shape(Formula *f, Term *a, Term *b) {
  IrType ta = type_of(a), tb = type_of(b);
  int64_t extents[TILE_LAYOUT_RANK];
  if (!is_tile(ta) && !is_tile(tb)) return IR_OK;
  IrShape shape = ir_type_shape(is_tile(ta) ? ta : tb);
  if (is_tile(ta) && is_tile(tb)) {
    if (!ir_type_encoding(ta) != !ir_type_encoding(tb) || shape.rank > TILE_LAYOUT_RANK ||
        !common_shape(shape, ir_type_shape(tb), extents))
      return shapes_differ(f, a, b);
    shape = (IrShape){extents, shape.rank};
  }
  IrAttr encoding = ir_type_encoding(is_tile(ta) ? ta : tb);
  stretch(f, a, ir_type_tensor(f->b->ctx, shape, element_of(ta), encoding));
  stretch(f, b, ir_type_tensor(f->b->ctx, shape, element_of(tb), encoding));
  return IR_OK;
}

// Gives both one type.
static IrStatus unify(Formula *f, Term *a, Term *b) {
  if (!a->value && !b->value) {
    if (a->fraction || b->fraction) IR_TRY(settle(f, a->fraction ? a : b));
    IR_TRY(settle(f, a));
  }
  if (!a->value) return make_literal(f, a, type_of(b));
  if (!b->value) return make_literal(f, b, type_of(a));
  if (element_of(type_of(a)) == element_of(type_of(b))) return same_shape(f, a, b);
  IrStatus failed =
      ir_parser_error(f->p, b->loc, "{} and {} have different elements", type_of(a), type_of(b));
  ir_help(f->b->ctx, "convert one: `(%x to f32)`");
  return failed;
}

// ---- Ops.

// By name: the first operand's type is the result's.
static IrStatus build(Formula *f, IrLoc loc, const char *dialect, IrStr name, Term *args, size_t n,
                      Term *out) {
  IrStream full = {0};
  IrValue *operands[MAX_ARGUMENTS];
  ir_print(&full, "{}.{}", dialect, name);
  const IrOpInfo *info = ir_op_lookup(f->b->ctx, ir_stream_str(&full));
  ir_stream_free(&full);
  if (!info) {
    IrStatus failed = ir_parser_error(f->p, loc, "there is no function '{}'", name);
    ir_help(f->b->ctx,
            "functions are min, max, abs, select, ceildiv, floordiv and the ops of math");
    return failed;
  }
  for (size_t i = 0; i < n; i++) operands[i] = args[i].value;
  IrType type = ir_value_type(operands[0]);
  IrOp *op = ir_builder_create(f->b, (IrOpCreate){.info = info,
                                                  .loc = loc,
                                                  .operands = operands,
                                                  .num_operands = n,
                                                  .result_types = &type,
                                                  .num_results = 1});
  *out = (Term){.value = ir_op_result(op, 0), .loc = args[0].loc};
  return IR_OK;
}

// The op of arith for floats, or that for integers (NULL: there is none).
static IrStatus binary(Formula *f, IrLoc loc, const char *floats, const char *integers, Term *a,
                       Term b, const char *help) {
  Term args[2] = {*a, b};
  IR_TRY(unify(f, &args[0], &args[1]));
  IrType type = type_of(&args[0]);
  const char *name = is_float(type) ? floats : integers;
  if (name) return build(f, loc, "arith", ir_str(name), args, 2, a);
  IrStatus failed = ir_parser_error(f->p, loc, "cannot be done with {}", type);
  ir_help(f->b->ctx, "{}", help);
  return failed;
}

static IrStatus negate(Formula *f, IrLoc loc, Term *t) {
  if (!t->value) {
    t->number = -t->number;
    t->integer = (int64_t)(0 - (uint64_t)t->integer);
    return IR_OK;
  }
  if (is_float(type_of(t))) return build(f, loc, "arith", IR_STR("negf"), t, 1, t);
  Term zero = {.loc = loc};
  IR_TRY(binary(f, loc, NULL, "subi", &zero, *t, ""));
  *t = zero;
  return IR_OK;
}

static IrStatus compare(Formula *f, int floats, int integers, Term *a, Term b) {
  IR_TRY(unify(f, a, &b));
  IrContext *ctx = f->b->ctx;
  a->value = is_float(type_of(a)) ? BUILD1(f->b, arith_cmpf, .lhs = a->value, .rhs = b.value,
                                           .predicate = arith_predicate(ctx, floats))
                                  : BUILD1(f->b, arith_cmpi, .lhs = a->value, .rhs = b.value,
                                           .predicate = arith_predicate(ctx, integers));
  return IR_OK;
}

// x - floordiv(x, y) * y
static IrStatus remainder_of(Formula *f, IrLoc loc, Term *a, Term b) {
  IR_TRY(unify(f, a, &b));
  Term whole = *a;
  const char *help = "`mod` is of integers and indices";
  IR_TRY(binary(f, loc, NULL, "floordivsi", &whole, b, help));
  IR_TRY(binary(f, loc, NULL, "muli", &whole, b, help));
  return binary(f, loc, NULL, "subi", a, whole, help);
}

// ---- Functions.

static IrStatus read_arguments(Formula *f, Term *args, size_t *n) {
  IR_TRY(ir_parse_token(f->p, "("));
  *n = 0;
  do {
    if (*n == MAX_ARGUMENTS)
      return ir_parser_error(f->p, ir_parser_loc(f->p), "no function takes more than {} numbers",
                             (int)MAX_ARGUMENTS);
    IR_TRY(read_number(f, &args[(*n)++]));
  } while (ir_parse_optional_token(f->p, ","));
  return ir_parse_token(f->p, ")");
}

static IrStatus want_arguments(Formula *f, IrLoc loc, IrStr name, size_t n, size_t wanted) {
  if (n == wanted) return IR_OK;
  return ir_parser_error(f->p, loc, "'{}' takes {} numbers, got {}", name, wanted, n);
}

static IrStatus select_term(Formula *f, IrLoc loc, Term *args, Term *out) {
  IR_TRY(settle(f, &args[0]));
  IR_TRY(unify(f, &args[1], &args[2]));
  if (!ir_type_is_integer(element_of(type_of(&args[0])), 1))
    return ir_parser_error(f->p, loc, "chooses by a comparison, got {}", type_of(&args[0]));
  if (is_tile(type_of(&args[0]))) {
    IR_TRY(same_shape(f, &args[0], &args[1]));
    IR_TRY(same_shape(f, &args[1], &args[2]));
    IR_TRY(same_shape(f, &args[0], &args[1]));
  }
  out->value = BUILD1(f->b, arith_select, .condition = args[0].value, .true_value = args[1].value,
                      .false_value = args[2].value);
  return IR_OK;
}

// The ops of math: all operands have the type of the result.
static IrStatus math_function(Formula *f, IrLoc loc, IrStr name, Term *args, size_t n, Term *out) {
  size_t typed = 0;
  while (typed + 1 < n && !args[typed].value) typed++;
  IR_TRY(settle(f, &args[typed]));
  for (unsigned round = 0; round < 2; round++) // the second time all get the common shape
    for (size_t i = 0; i < n; i++)
      if (i != typed) IR_TRY(unify(f, &args[typed], &args[i]));
  return build(f, loc, "math", name, args, n, out);
}

typedef struct Function {
  const char *name, *floats, *integers; // NULL: not of those
} Function;

static const Function functions[] = {
    {"min", "minimumf", "minsi"},
    {"max", "maximumf", "maxsi"},
    {"ceildiv", NULL, "ceildivsi"},
    {"floordiv", NULL, "floordivsi"},
};

static IrStatus call(Formula *f, IrLoc loc, IrStr name, Term *out) {
  Term args[MAX_ARGUMENTS] = {0};
  size_t n;
  IR_TRY(read_arguments(f, args, &n));
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    if (!ir_str_is(name, functions[i].name)) continue;
    IR_TRY(want_arguments(f, loc, name, n, 2));
    IR_TRY(binary(f, loc, functions[i].floats, functions[i].integers, &args[0], args[1],
                  "it is a function of integers and indices"));
    out->value = args[0].value;
    return IR_OK;
  }
  if (ir_str_is(name, "select")) {
    IR_TRY(want_arguments(f, loc, name, n, 3));
    return select_term(f, loc, args, out);
  }
  if (!ir_str_is(name, "abs")) return math_function(f, loc, name, args, n, out);
  IR_TRY(want_arguments(f, loc, name, n, 1));
  IR_TRY(settle(f, &args[0]));
  bool floats = is_float(type_of(&args[0]));
  return math_function(f, loc, floats ? IR_STR("absf") : IR_STR("absi"), args, n, out);
}

// ---- Conversions.

// tf32 is narrower than the 32 bits that it takes.
static unsigned float_width(IrType type) {
  return ir_type_float_kind(type) == IR_TF32 ? 19 : ir_type_width(type);
}

static const char *cast_name(IrType from, IrType to) {
  bool from_float = ir_type_is_float(from), to_float = ir_type_is_float(to);
  bool from_index = ir_type_is_index(from), to_index = ir_type_is_index(to);
  if (from_float && to_float)
    return float_width(from) < float_width(to)   ? "extf"
           : float_width(from) > float_width(to) ? "truncf"
                                                 : NULL;
  if (from_index || to_index) return from_float || to_float ? NULL : "index_cast";
  if (from_float) return "fptosi";
  if (to_float) return "sitofp";
  return ir_type_width(from) < ir_type_width(to) ? "extsi" : "trunci";
}

// `to f16`, if it is there; integers have a sign.
static IrStatus read_cast(Formula *f, Term *t) {
  IrLoc loc = ir_parser_loc(f->p);
  IrType element;
  if (!ir_parse_optional_keyword(f->p, "to")) return IR_OK;
  IR_TRY(ir_parse_type(f->p, &element));
  if (!ir_type_is_float(element) && !ir_type_is_int_or_index(element))
    return ir_parser_error(f->p, loc, "converts to integers, index and floats, got {}", element);
  if (!t->value) return make_literal(f, t, element);
  IrType from = type_of(t), to = is_tile(from) ? ir_type_with_element(from, element) : element;
  if (from == to) return IR_OK;
  if (!is_float(from) && !ir_type_is_int_or_index(element_of(from)))
    return ir_parser_error(f->p, t->loc, "converts numbers and tiles, got {}", from);
  const char *name = cast_name(element_of(from), element);
  if (!name) return ir_parser_error(f->p, loc, "{} cannot become {} at once", from, to);
  IR_TRY(build(f, loc, "arith", ir_str(name), t, 1, t));
  ir_value_set_type(t->value, to);
  return IR_OK;
}

// ---- Text.

static IrStatus read_word(Formula *f, IrStr word, Term *out) {
  IrContext *ctx = f->b->ctx;
  if (ir_str_is(word, "inf")) {
    out->fraction = true;
    out->number = (double)INFINITY;
    return IR_OK;
  }
  if (ir_parse_at_token(f->p, "(")) return call(f, out->loc, word, out);
  out->value =
      BUILD1(f->b, tile_dim, .name = ir_attr_string(ctx, word), .extent_type = ir_type_index(ctx));
  return IR_OK;
}

static IrStatus read_literal(Formula *f, Term *out) {
  IrAttr attr;
  IR_TRY(ir_parse_attr(f->p, NULL, &attr));
  if (ir_attr_kind(attr) != IR_ATTR_FLOAT) {
    IrStatus failed = ir_parser_error(f->p, out->loc, "expected a number, a value or '('");
    ir_help(f->b->ctx, "a formula is made of values, numbers, dimensions, + - * / mod, comparisons "
                       "and functions");
    return failed;
  }
  out->fraction = true;
  out->number = ir_attr_double(attr);
  return IR_OK;
}

static IrStatus read_atom(Formula *f, Term *out) {
  IrUnresolved operand;
  IrStatus status = IR_OK;
  IrStr word;
  *out = (Term){.loc = ir_parser_loc(f->p)};
  if (ir_parse_optional_operand(f->p, &operand, &status)) {
    IR_TRY(status);
    return ir_resolve_defined(f->p, operand, &out->value);
  }
  IR_TRY(status);
  if (ir_parse_optional_integer(f->p, &out->integer)) return IR_OK;
  if (ir_parse_optional_identifier(f->p, &word)) return read_word(f, word, out);
  if (!ir_parse_optional_token(f->p, "(")) return read_literal(f, out);
  IrLoc loc = out->loc;
  IR_TRY(read_number(f, out));
  out->loc = loc;
  IR_TRY(read_cast(f, out));
  return ir_parse_token(f->p, ")");
}

static IrStatus read_axis(Formula *f, Term *t) {
  int64_t axis;
  while (ir_parse_optional_keyword(f->p, "axis")) {
    IrLoc loc = ir_parser_loc(f->p);
    IR_TRY(settle(f, t));
    IR_TRY(ir_parse_integer(f->p, &axis));
    IR_TRY(tile_parse_new_axis(f->p, loc, axis, &t->value));
  }
  return IR_OK;
}

static IrStatus read_unary(Formula *f, Term *out) {
  IrLoc loc = ir_parser_loc(f->p);
  bool minus = false;
  while (ir_parse_optional_token(f->p, "-")) minus = !minus;
  IR_TRY(read_atom(f, out));
  IR_TRY(read_axis(f, out));
  return minus ? negate(f, loc, out) : IR_OK;
}

static IrStatus read_product(Formula *f, Term *out) {
  Term right;
  IR_TRY(read_unary(f, out));
  for (;;) {
    IrLoc loc = ir_parser_loc(f->p);
    bool times = ir_parse_optional_token(f->p, "*");
    bool over = !times && ir_parse_optional_token(f->p, "/");
    bool mod = !times && !over && ir_parse_optional_keyword(f->p, "mod");
    if (!times && !over && !mod) return IR_OK;
    IR_TRY(read_unary(f, &right));
    if (mod)
      IR_TRY(remainder_of(f, loc, out, right));
    else
      IR_TRY(binary(f, loc, times ? "mulf" : "divf", times ? "muli" : NULL, out, right,
                    "of integers there are ceildiv(a, b) and floordiv(a, b)"));
  }
}

static IrStatus read_sum(Formula *f, Term *out) {
  Term right;
  IR_TRY(read_product(f, out));
  for (;;) {
    IrLoc loc = ir_parser_loc(f->p);
    bool plus = ir_parse_optional_token(f->p, "+");
    if (!plus && !ir_parse_optional_token(f->p, "-")) return IR_OK;
    IR_TRY(read_product(f, &right));
    IR_TRY(binary(f, loc, plus ? "addf" : "subf", plus ? "addi" : "subi", out, right, ""));
  }
}

static IrStatus read_comparison(Formula *f, Term *out) {
  Term right;
  int floats, integers;
  IR_TRY(read_sum(f, out));
  if (ir_parse_optional_token(f->p, "=")) {
    IR_TRY(ir_parse_token(f->p, "="));
    floats = ARITH_F_OEQ, integers = ARITH_EQ;
  } else if (ir_parse_optional_token(f->p, "!")) {
    IR_TRY(ir_parse_token(f->p, "="));
    floats = ARITH_F_UNE, integers = ARITH_NE;
  } else if (ir_parse_optional_token(f->p, "<")) {
    bool equal = ir_parse_optional_token(f->p, "=");
    floats = equal ? ARITH_F_OLE : ARITH_F_OLT, integers = equal ? ARITH_SLE : ARITH_SLT;
  } else if (ir_parse_optional_token(f->p, ">")) {
    bool equal = ir_parse_optional_token(f->p, "=");
    floats = equal ? ARITH_F_OGE : ARITH_F_OGT, integers = equal ? ARITH_SGE : ARITH_SGT;
  } else {
    return IR_OK;
  }
  IR_TRY(read_sum(f, &right));
  return compare(f, floats, integers, out, right);
}

static IrStatus read_number(Formula *f, Term *out) {
  Term right;
  if (++f->depth > MAX_DEPTH)
    return ir_parser_error(f->p, ir_parser_loc(f->p), "a formula nested more than {} deep",
                           (int)MAX_DEPTH);
  IR_TRY(read_comparison(f, out));
  for (;;) {
    IrLoc loc = ir_parser_loc(f->p);
    bool both = ir_parse_optional_keyword(f->p, "and");
    if (!both && !ir_parse_optional_keyword(f->p, "or")) break;
    IR_TRY(read_comparison(f, &right));
    IR_TRY(binary(f, loc, NULL, both ? "andi" : "ori", out, right, "compare first"));
  }
  f->depth--;
  return IR_OK;
}

static bool has_flags(const IrOp *op) {
  const IrAttrSlotDef *slot = ir_op_info_def(ir_op_info(op))->attrs;
  for (; slot && slot->name; slot++)
    if (!strcmp(slot->name, "fastmath")) return true;
  return false;
}

// The flags of the ops that have been built since `last`.
static IrStatus read_flags(Formula *f, IrOp *last) {
  if (!ir_parse_optional_keyword(f->p, "fastmath")) return IR_OK;
  IrAttr flags = arith_fastmath.parse(f->p);
  if (!flags) return IR_FAILED;
  for (IrOp *op = last ? ir_op_next(last) : ir_block_first(f->b->block); op; op = ir_op_next(op))
    if (has_flags(op)) ir_op_set_attr(op, "fastmath", flags);
  return IR_OK;
}

IrStatus tile_compute_parse(IrParser *p, IrOpState *state) {
  Formula f = {.p = p, .b = ir_parser_builder(p)};
  IrOp *last = ir_block_last(f.b->block);
  Term term = {0};
  IR_TRY(read_number(&f, &term));
  IR_TRY(read_cast(&f, &term));
  IR_TRY(settle(&f, &term));
  IR_TRY(read_flags(&f, last));
  ir_vec_push(&state->operands, term.value);
  ir_vec_push(&state->result_types, type_of(&term));
  return ir_parse_attr_dict(p, state);
}

void tile_compute_print(IrOp *op, IrPrinter *p) {
  ir_printer_text(p, " ");
  ir_printer_value(p, GET(op, tile_compute, value));
  ir_printer_attr_dict(p, op, NULL, false);
}

// compute x -> x
IrFoldKind tile_compute_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  (void)operands;
  return tile_fold_value(results, GET(op, tile_compute, value));
}
