// Affine maps and sets:
//
//   map        ::= `affine_map` `<` dims symbols? `->` `(` (sum (`,` sum)*)? `)` `>`
//   set        ::= `affine_set` `<` dims symbols? `:` `(` (constraint (`,` constraint)*)? `)` `>`
//   dims       ::= `(` names `)`     symbols ::= `[` names `]`
//   constraint ::= sum (`>=` | `<=` | `==`) sum
//   sum        ::= product ((`+` | `-`) product)*
//   product    ::= factor ((`*` | `mod` | `floordiv` | `ceildiv`) factor)*
//   factor     ::= name | integer | `-` factor | `(` sum `)`
#include "ir/asm/parser_impl.h"
#include "ir/core/affine.h"

typedef struct AffineParser {
  IrParser *p;
  IR_VEC(IrStr) dims;
  IR_VEC(IrStr) symbols;
  IR_VEC(IrAffine) exprs;
  IR_VEC(bool) equal; // of a set
} AffineParser;

static IrStatus parse_sum(AffineParser *a, IrAffine *expr);

static bool find_name(const IrStr *names, size_t n, IrStr name, uint32_t *number) {
  for (size_t i = 0; i < n; i++) {
    *number = (uint32_t)i;
    if (ir_str_equal(names[i], name)) return true;
  }
  return false;
}

static IrStatus parse_name(AffineParser *a, IrAffine *expr) {
  IrStr name = ir_token_text(a->p);
  IrLoc loc = ir_parser_loc(a->p);
  uint32_t number;
  if (find_name(a->dims.at, a->dims.n, name, &number)) {
    *expr = ir_affine_dim(a->p->ctx, number);
  } else if (find_name(a->symbols.at, a->symbols.n, name, &number)) {
    *expr = ir_affine_symbol(a->p->ctx, number);
  } else {
    (void)ir_parser_error(a->p, loc, "'{}' is neither a dimension nor a symbol of this map", name);
    IR_PARSE_HELP(a->p, "list it in front: affine_map<(d0, d1)[s0] -> (d0 + s0)>");
    return IR_FAILED;
  }
  ir_advance(a->p);
  return IR_OK;
}

static IrStatus parse_number(AffineParser *a, IrAffine *expr) {
  IrLoc loc = ir_parser_loc(a->p);
  bool negative;
  uint64_t magnitude;
  if (!ir_integer_value(ir_token_text(a->p), &negative, &magnitude) || magnitude > INT64_MAX)
    return ir_parser_error(a->p, loc, "integer does not fit in 64 bits");
  *expr = ir_affine_constant(a->p->ctx, negative ? -(int64_t)magnitude : (int64_t)magnitude);
  ir_advance(a->p);
  return IR_OK;
}

static IrAffine negate(IrAffine expr) {
  return ir_affine_binary(IR_AFFINE_MUL, expr, ir_affine_constant(ir_affine_context(expr), -1));
}

static IrStatus parse_factor(AffineParser *a, IrAffine *expr) {
  IrParser *p = a->p;
  if (ir_at(p, IR_TOK_ID)) return parse_name(a, expr);
  if (ir_at(p, IR_TOK_INT)) return parse_number(a, expr);
  if (!ir_at(p, '-') && !ir_at(p, '(')) return ir_expected(p, "an affine expression");
  IR_TRY(ir_enter(p));
  IrStatus status;
  if (ir_take(p, '-')) {
    bool lowest = ir_at(p, IR_TOK_INT) && ir_str_is(ir_token_text(p), "9223372036854775808");
    if (lowest) ir_advance(p);
    status = lowest ? IR_OK : parse_factor(a, expr);
    if (lowest)
      *expr = ir_affine_constant(p->ctx, INT64_MIN);
    else if (status == IR_OK)
      *expr = negate(*expr);
  } else {
    ir_advance(p);
    status = parse_sum(a, expr);
    if (status == IR_OK) status = ir_want(p, ')', "')'");
  }
  ir_leave(p);
  return status;
}

static bool take_operator(IrParser *p, IrAffineKind *kind) {
  if (ir_at(p, '*')) {
    *kind = IR_AFFINE_MUL;
  } else if (IR_AT_WORD(p, "mod")) {
    *kind = IR_AFFINE_MOD;
  } else if (IR_AT_WORD(p, "floordiv")) {
    *kind = IR_AFFINE_FLOORDIV;
  } else if (IR_AT_WORD(p, "ceildiv")) {
    *kind = IR_AFFINE_CEILDIV;
  } else {
    return false;
  }
  ir_advance(p);
  return true;
}

static IrStatus check_operands(IrParser *p, IrLoc loc, IrAffineKind kind, IrAffine lhs,
                               IrAffine rhs) {
  if (kind == IR_AFFINE_MUL) {
    if (ir_affine_is_symbolic(lhs) || ir_affine_is_symbolic(rhs)) return IR_OK;
    (void)ir_parser_error(p, loc, "a product of two dimensions is not affine");
    IR_PARSE_HELP(p, "one side must be made of constants and symbols");
    return IR_FAILED;
  }
  if (!ir_affine_is_symbolic(rhs)) {
    (void)ir_parser_error(p, loc, "a division by a dimension is not affine");
    IR_PARSE_HELP(p, "the right side must be made of constants and symbols");
    return IR_FAILED;
  }
  return IR_OK;
}

static IrStatus check_depth(IrParser *p, IrLoc loc, IrAffine expr) {
  if (ir_affine_depth(expr) <= IR_MAX_AFFINE_DEPTH) return IR_OK;
  return ir_parser_error(p, loc, "an affine expression nests more than {} operations",
                         (int)IR_MAX_AFFINE_DEPTH);
}

static IrStatus parse_product(AffineParser *a, IrAffine *expr) {
  IR_TRY(parse_factor(a, expr));
  for (;;) {
    IrLoc loc = ir_parser_loc(a->p);
    IrAffineKind kind;
    IrAffine rhs;
    if (!take_operator(a->p, &kind)) return IR_OK;
    IR_TRY(parse_factor(a, &rhs));
    IR_TRY(check_operands(a->p, loc, kind, *expr, rhs));
    *expr = ir_affine_binary(kind, *expr, rhs);
    IR_TRY(check_depth(a->p, loc, *expr));
  }
}

static IrStatus parse_sum(AffineParser *a, IrAffine *expr) {
  IR_TRY(parse_product(a, expr));
  while (ir_at(a->p, '+') || ir_at(a->p, '-')) {
    bool minus = ir_at(a->p, '-');
    IrLoc loc = ir_parser_loc(a->p);
    IrAffine rhs;
    ir_advance(a->p);
    IR_TRY(parse_product(a, &rhs));
    *expr = ir_affine_binary(IR_AFFINE_ADD, *expr, minus ? negate(rhs) : rhs);
    IR_TRY(check_depth(a->p, loc, *expr));
  }
  return IR_OK;
}

// `a >= b` is a - b >= 0.
static IrStatus parse_constraint(AffineParser *a, IrAffine *expr) {
  IrParser *p = a->p;
  IrAffine lhs, rhs;
  IR_TRY(parse_sum(a, &lhs));
  char first = ir_at(p, '>') ? '>' : ir_at(p, '<') ? '<' : ir_at(p, '=') ? '=' : 0;
  if (first) ir_advance(p);
  if (!first || !ir_at(p, '=')) return ir_expected(p, "'>=', '<=' or '==' in a constraint");
  ir_advance(p);
  IR_TRY(parse_sum(a, &rhs));
  bool less = first == '<';
  *expr = ir_affine_binary(IR_AFFINE_ADD, less ? rhs : lhs, negate(less ? lhs : rhs));
  ir_vec_push(&a->equal, first == '=');
  return IR_OK;
}

static IrStatus parse_new_name(AffineParser *a, IrStr *name) {
  uint32_t number;
  if (!ir_at(a->p, IR_TOK_ID)) return ir_expected(a->p, "a name");
  *name = ir_token_text(a->p);
  if (find_name(a->dims.at, a->dims.n, *name, &number) ||
      find_name(a->symbols.at, a->symbols.n, *name, &number))
    return ir_parser_error(a->p, ir_parser_loc(a->p), "'{}' is listed twice", *name);
  ir_advance(a->p);
  return IR_OK;
}

static IrStatus parse_dims(AffineParser *a) {
  IR_TRY(ir_want(a->p, '(', "'(' and the dimensions"));
  if (ir_take(a->p, ')')) return IR_OK;
  do {
    IrStr name;
    IR_TRY(parse_new_name(a, &name));
    ir_vec_push(&a->dims, name);
  } while (ir_take(a->p, ','));
  return ir_want(a->p, ')', "',' or ')' after a dimension");
}

static IrStatus parse_symbols(AffineParser *a) {
  if (!ir_take(a->p, '[') || ir_take(a->p, ']')) return IR_OK;
  do {
    IrStr name;
    IR_TRY(parse_new_name(a, &name));
    ir_vec_push(&a->symbols, name);
  } while (ir_take(a->p, ','));
  return ir_want(a->p, ']', "',' or ']' after a symbol");
}

static IrStatus parse_list(AffineParser *a, bool set) {
  IrParser *p = a->p;
  IR_TRY(ir_want(p, '(', "'(' and expressions"));
  if (ir_take(p, ')')) return IR_OK;
  do {
    IrAffine expr;
    IR_TRY(set ? parse_constraint(a, &expr) : parse_sum(a, &expr));
    ir_vec_push(&a->exprs, expr);
  } while (ir_take(p, ','));
  return ir_want(p, ')', "',' or ')' after an expression");
}

// Without the word and the brackets around.
static IrStatus parse_inner(AffineParser *a, bool set, IrAttr *attr) {
  IrParser *p = a->p;
  IR_TRY(parse_dims(a));
  IR_TRY(parse_symbols(a));
  IR_TRY(set ? ir_want(p, ':', "':' and the constraints")
             : ir_want(p, IR_TOK_ARROW, "'->' and the results"));
  IR_TRY(parse_list(a, set));
  if (set && a->exprs.n == 0) { // all points, which MLIR says so
    ir_vec_push(&a->exprs, ir_affine_constant(p->ctx, 0));
    ir_vec_push(&a->equal, true);
  }
  uint32_t dims = (uint32_t)a->dims.n, symbols = (uint32_t)a->symbols.n;
  *attr = set ? ir_attr_integer_set(p->ctx, dims, symbols, a->exprs.at, a->equal.at, a->exprs.n)
              : ir_attr_affine_map(p->ctx, dims, symbols, a->exprs.at, a->exprs.n);
  return IR_OK;
}

static IrStatus parse(AffineParser *a, bool set, IrAttr *attr) {
  IrParser *p = a->p;
  ir_advance(p);
  IR_TRY(ir_want(p, '<', set ? "'<' after 'affine_set'" : "'<' after 'affine_map'"));
  IR_TRY(parse_inner(a, set, attr));
  return ir_want(p, '>', "'>' at the end");
}

static void free_parser(AffineParser *a) {
  ir_vec_free(&a->dims);
  ir_vec_free(&a->symbols);
  ir_vec_free(&a->exprs);
  ir_vec_free(&a->equal);
}

IrStatus ir_parse_affine(IrParser *p, bool set, IrAttr *attr) {
  AffineParser a = {.p = p};
  IrStatus status = parse(&a, set, attr);
  free_parser(&a);
  return status;
}

IrStatus ir_parse_affine_map(IrParser *p, IrAttr *map) {
  AffineParser a = {.p = p};
  IrStatus status = parse_inner(&a, false, map);
  free_parser(&a);
  return status;
}
