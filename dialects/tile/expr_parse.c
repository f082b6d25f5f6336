// Reading expressions, and #tile.expr.
//
// One function a level of precedence, all appending nodes in postfix order.  Only parentheses and
// functions go deeper, and their number is bounded.
#include "dialects/tile/tile_impl.h"

typedef struct Reader {
  IrParser *p;
  unsigned flags, depth;
  TileExpr *e;
} Reader;

static IrStatus read_sum(Reader *r);
static IrStatus read_and(Reader *r);

static IrStatus push(Reader *r, TileExprNode node) {
  if (r->e->n == TILE_EXPR_MAX_NODES)
    return ir_parser_error(r->p, ir_parser_loc(r->p), "an expression of more than {} parts",
                           (int)TILE_EXPR_MAX_NODES);
  r->e->nodes[r->e->n++] = node;
  return IR_OK;
}

static bool is_boolean(const Reader *r) {
  return r->e->nodes[r->e->n - 1].kind >= TILE_EXPR_EQ;
}

static IrStatus want_number(Reader *r, IrLoc loc) {
  if (!is_boolean(r)) return IR_OK;
  return ir_parser_error(r->p, loc, "a comparison is not a number");
}

static IrStatus want_boolean(Reader *r, IrLoc loc) {
  if (is_boolean(r)) return IR_OK;
  (void)ir_parser_error(r->p, loc, "expected a comparison, got a number");
  ir_help(ir_parser_context(r->p), "compare with == != < <= > or >=");
  return IR_FAILED;
}

// The right side, which has just been read: the last node is all of a number.
static IrStatus want_divisor(Reader *r, IrLoc loc, TileExprKind kind) {
  const TileExprNode *right = &r->e->nodes[r->e->n - 1];
  bool divides = kind == TILE_EXPR_CEILDIV || kind == TILE_EXPR_FLOORDIV || kind == TILE_EXPR_MOD;
  if (!divides || right->kind != TILE_EXPR_INT || right->as.number) return IR_OK;
  (void)ir_parser_error(r->p, loc, "a division by zero");
  ir_help(ir_parser_context(r->p), "ceildiv, floordiv and mod take any other number");
  return IR_FAILED;
}

static IrStatus enter(Reader *r) {
  if (++r->depth > TILE_EXPR_MAX_DEPTH)
    return ir_parser_error(r->p, ir_parser_loc(r->p), "an expression nested more than {} deep",
                           (int)TILE_EXPR_MAX_DEPTH);
  return IR_OK;
}

// `(a, b)` of a function.
static IrStatus read_arguments(Reader *r, TileExprKind kind) {
  IR_TRY(ir_parse_token(r->p, "("));
  IR_TRY(read_sum(r));
  IR_TRY(ir_parse_token(r->p, ","));
  IrLoc right = ir_parser_loc(r->p);
  IR_TRY(read_sum(r));
  IR_TRY(want_divisor(r, right, kind));
  IR_TRY(ir_parse_token(r->p, ")"));
  return push(r, (TileExprNode){kind, {.number = 0}});
}

static IrStatus read_value(Reader *r, IrUnresolved operand) {
  IrValue *value;
  if (!(r->flags & TILE_EXPR_VALUES))
    return ir_parser_error(r->p, operand.loc,
                           "a value cannot stand in an expression that is "
                           "evaluated at launch");
  IR_TRY(ir_resolve_defined(r->p, operand, &value));
  bool alone = r->flags & TILE_EXPR_TILES && r->e->n == 0 && r->depth == 0;
  if (alone && ir_type_kind(ir_value_type(value)) == IR_TYPE_TENSOR)
    return push(r, (TileExprNode){TILE_EXPR_VALUE, {.value = value}});
  if (!ir_type_is_index(ir_value_type(value))) {
    (void)ir_parser_error(r->p, operand.loc, "an index expression takes index values, got {}",
                          ir_value_type(value));
    ir_help(ir_parser_context(r->p), "convert it with arith.index_cast");
    return IR_FAILED;
  }
  return push(r, (TileExprNode){TILE_EXPR_VALUE, {.value = value}});
}

static IrStatus read_argument_name(Reader *r, IrStr *name) {
  IrLoc loc = ir_parser_loc(r->p);
  if (ir_parse_optional_identifier(r->p, name)) return IR_OK;
  return ir_parser_error(r->p, loc, "expected the name of an argument, without '%'");
}

static IrStatus refuse_names(Reader *r, IrLoc loc, IrStr a, IrStr b, bool more) {
  IrContext *ctx = ir_parser_context(r->p);
  if (more) {
    (void)ir_parser_error(r->p, loc, "disjoint is said of two arguments");
    ir_help(ctx, "say it of each pair: disjoint({}, {}) and disjoint({}, C)", a, b, b);
  } else {
    (void)ir_parser_error(r->p, loc, "{} shares all its bytes with itself", a);
    ir_help(ctx, "name two arguments, as in disjoint({}, C)", a);
  }
  return IR_FAILED;
}

// `(A, B)` of `disjoint`.
static IrStatus read_disjoint(Reader *r, IrLoc loc) {
  TileExprNode nodes[TILE_DISJOINT_NODES];
  IrStr a, b;
  if (!(r->flags & TILE_EXPR_BOOLEAN))
    return ir_parser_error(r->p, loc, "a comparison is not a number");
  IR_TRY(ir_parse_token(r->p, "("));
  IR_TRY(read_argument_name(r, &a));
  IR_TRY(ir_parse_token(r->p, ","));
  IrLoc second = ir_parser_loc(r->p);
  IR_TRY(read_argument_name(r, &b));
  IrLoc end = ir_parser_loc(r->p);
  if (ir_parse_optional_token(r->p, ",")) return refuse_names(r, end, a, b, true);
  if (ir_str_equal(a, b)) return refuse_names(r, second, a, b, false);
  IR_TRY(ir_parse_token(r->p, ")"));
  tile_disjoint_nodes(ir_parser_context(r->p), a, b, nodes);
  for (size_t i = 0; i < TILE_DISJOINT_NODES; i++) IR_TRY(push(r, nodes[i]));
  return IR_OK;
}

static IrStatus read_word(Reader *r, IrLoc loc, IrStr word) {
  static const char *const functions[] = {"ceildiv", "floordiv", "min", "max"};
  for (unsigned i = 0; i < sizeof functions / sizeof *functions; i++) {
    if (!ir_str_is(word, functions[i])) continue;
    IR_TRY(enter(r));
    IrStatus status = read_arguments(r, TILE_EXPR_CEILDIV + i);
    r->depth--;
    return status;
  }
  if (ir_str_is(word, "disjoint")) return read_disjoint(r, loc);
  if (ir_str_is(word, "mod") || ir_str_is(word, "and"))
    return ir_parser_error(r->p, loc, "expected an operand in front of '{}'", word);
  IrIdent name = ir_ident(ir_parser_context(r->p), word);
  return push(r, (TileExprNode){TILE_EXPR_NAME, {.name = name}});
}

static IrStatus read_atom(Reader *r) {
  IrLoc loc = ir_parser_loc(r->p);
  IrStr word;
  IrUnresolved operand;
  IrStatus status = IR_OK;
  if (ir_parse_optional_operand(r->p, &operand, &status)) {
    IR_TRY(status);
    return read_value(r, operand);
  }
  IR_TRY(status);
  if (ir_parse_optional_identifier(r->p, &word)) return read_word(r, loc, word);
  if (ir_parse_optional_token(r->p, "(")) {
    IR_TRY(enter(r));
    IR_TRY(r->flags & TILE_EXPR_BOOLEAN ? read_and(r) : read_sum(r));
    r->depth--;
    return ir_parse_token(r->p, ")");
  }
  IrStatus failed = ir_parser_error(r->p, loc, "expected an integer, a name or '('");
  ir_help(ir_parser_context(r->p), "an expression is made of integers, names, + - * mod, "
                                   "ceildiv, floordiv, min and max of (a, b), and comparisons");
  return failed;
}

static IrStatus read_unary(Reader *r) {
  unsigned minus = 0;
  int64_t number;
  IrLoc loc = ir_parser_loc(r->p);
  // A sign that belongs to an integer is read with it, so that the lowest one can be written.
  bool literal = ir_parse_optional_integer(r->p, &number);
  while (!literal && ir_parse_optional_token(r->p, "-")) {
    minus++;
    literal = ir_parse_optional_integer(r->p, &number);
  }
  IR_TRY(literal ? push(r, (TileExprNode){TILE_EXPR_INT, {.number = number}}) : read_atom(r));
  if (minus == 0) return IR_OK;
  IR_TRY(want_number(r, loc));
  if (minus % 2 == 0) return IR_OK;
  TileExprNode *last = &r->e->nodes[r->e->n - 1];
  if (last->kind == TILE_EXPR_INT && last->as.number != INT64_MIN) {
    last->as.number = -last->as.number;
    return IR_OK;
  }
  return push(r, (TileExprNode){TILE_EXPR_NEG, {.number = 0}});
}

// The right side of an operator that has been read.
static IrStatus finish_binary(Reader *r, IrLoc loc, IrStatus (*read)(Reader *), TileExprKind kind) {
  IR_TRY(want_number(r, loc));
  IrLoc right = ir_parser_loc(r->p);
  IR_TRY(read(r));
  IR_TRY(want_number(r, right));
  IR_TRY(want_divisor(r, right, kind));
  return push(r, (TileExprNode){kind, {.number = 0}});
}

static IrStatus read_product(Reader *r) {
  IrLoc loc = ir_parser_loc(r->p);
  IR_TRY(read_unary(r));
  for (;;) {
    if (ir_parse_optional_token(r->p, "*"))
      IR_TRY(finish_binary(r, loc, read_unary, TILE_EXPR_MUL));
    else if (ir_parse_optional_keyword(r->p, "mod"))
      IR_TRY(finish_binary(r, loc, read_unary, TILE_EXPR_MOD));
    else
      return IR_OK;
  }
}

static IrStatus read_sum(Reader *r) {
  IrLoc loc = ir_parser_loc(r->p);
  IR_TRY(read_product(r));
  for (;;) {
    if (ir_parse_optional_token(r->p, "+"))
      IR_TRY(finish_binary(r, loc, read_product, TILE_EXPR_ADD));
    else if (ir_parse_optional_token(r->p, "-"))
      IR_TRY(finish_binary(r, loc, read_product, TILE_EXPR_SUB));
    else
      return IR_OK;
  }
}

static IrStatus read_comparison_sign(IrParser *p, TileExprKind *kind, bool *found) {
  *found = true;
  if (ir_parse_optional_token(p, "=")) {
    *kind = TILE_EXPR_EQ;
    return ir_parse_token(p, "=");
  }
  if (ir_parse_optional_token(p, "!")) {
    *kind = TILE_EXPR_NE;
    return ir_parse_token(p, "=");
  }
  if (ir_parse_optional_token(p, "<"))
    *kind = ir_parse_optional_token(p, "=") ? TILE_EXPR_LE : TILE_EXPR_LT;
  else if (ir_parse_optional_token(p, ">"))
    *kind = ir_parse_optional_token(p, "=") ? TILE_EXPR_GE : TILE_EXPR_GT;
  else
    *found = false;
  return IR_OK;
}

static IrStatus read_comparison(Reader *r) {
  IrLoc loc = ir_parser_loc(r->p);
  TileExprKind kind = TILE_EXPR_EQ;
  bool found;
  IR_TRY(read_sum(r));
  IR_TRY(read_comparison_sign(r->p, &kind, &found));
  return found ? finish_binary(r, loc, read_sum, kind) : IR_OK;
}

static IrStatus read_and(Reader *r) {
  IrLoc loc = ir_parser_loc(r->p);
  IR_TRY(read_comparison(r));
  while (ir_parse_optional_keyword(r->p, "and")) {
    IR_TRY(want_boolean(r, loc));
    IrLoc right = ir_parser_loc(r->p);
    IR_TRY(read_comparison(r));
    IR_TRY(want_boolean(r, right));
    IR_TRY(push(r, (TileExprNode){TILE_EXPR_AND, {.number = 0}}));
  }
  return IR_OK;
}

IrStatus tile_expr_parse(IrParser *p, unsigned flags, TileExpr *expr) {
  Reader r = {p, flags, 0, expr};
  IrLoc loc = ir_parser_loc(p);
  expr->n = 0;
  if (!(flags & TILE_EXPR_BOOLEAN)) return read_sum(&r);
  IR_TRY(read_and(&r));
  return want_boolean(&r, loc);
}

// ---- Inside a string. ----

typedef struct TextRequest {
  unsigned flags;
  bool any; // a number or a comparison
  TileExpr expr;
} TextRequest;

static IrStatus read_whole_text(IrParser *p, void *user) {
  TextRequest *request = user;
  if (request->any) {
    Reader r = {p, TILE_EXPR_BOOLEAN, 0, &request->expr};
    request->expr.n = 0;
    IR_TRY(read_and(&r));
  } else {
    IR_TRY(tile_expr_parse(p, request->flags, &request->expr));
  }
  if (ir_parse_at_end(p)) return IR_OK;
  return ir_parser_error(p, ir_parser_loc(p), "expected the end of the expression");
}

IrAttr tile_expr_parse_text_at(IrContext *ctx, IrLoc start, IrStr text, bool boolean) {
  TextRequest request = {.flags = boolean ? TILE_EXPR_BOOLEAN : 0};
  if (ir_parse_text_with(ctx, start, text, read_whole_text, &request)) return NULL;
  return tile_expr_attr_get(ctx, &request.expr);
}

IrAttr tile_expr_parse_text(IrContext *ctx, IrStr text, bool boolean) {
  return tile_expr_parse_text_at(ctx, IR_LOC_UNKNOWN, text, boolean);
}

static IrAttr expr_parse(IrParser *p) {
  IrContext *ctx = ir_parser_context(p);
  TextRequest request = {.any = true};
  IrStr text;
  if (ir_parse_token(p, "<")) return NULL;
  IrLoc loc = {ir_parser_loc(p).id + 1}; // behind the quote
  if (ir_parse_string(p, &text) || ir_parse_token(p, ">")) return NULL;
  if (ir_parse_text_with(ctx, loc, text, read_whole_text, &request)) return NULL;
  return tile_expr_attr_get(ctx, &request.expr);
}

static void expr_print(IrAttr attr, IrPrinter *p) {
  size_t n;
  const TileExprNode *nodes = tile_expr_nodes(attr, &n);
  IrStream *s = ir_printer_stream(p);
  ir_write_cstr(s, "<\"");
  tile_expr_print(nodes, n, s);
  ir_write_cstr(s, "\">");
}

const IrAttrDef tile_expr_attr = {
    .size = sizeof(IrAttrDef),
    .name = "tile.expr",
    .summary = "An integer expression or a comparison over names.",
    .doc =
        "Evaluated by the host at launch: extents of a grid, assumptions. Names are dimensions,\n"
        "`ARG.strideN`, `ARG.address`, `ARG.begin` and `ARG.end` of the bytes of its elements, "
        "and\n"
        "`device.processors`.",
    .example = "#tile.expr<\"ceildiv(M, 128)\">",
    .parse = expr_parse,
    .print = expr_print,
};

static bool test_expr_array(IrAttr attr) {
  if (ir_attr_kind(attr) != IR_ATTR_ARRAY) return false;
  for (size_t i = 0; i < ir_attr_count(attr); i++)
    if (!tile_is_expr(ir_attr_at(attr, i))) return false;
  return true;
}

const IrAttrConstraint tile_expr_array_attr = {.name = "an array of #tile.expr",
                                               .test = test_expr_array};

// ---- Index expressions. ----

static IrStatus parse_index(IrParser *p, unsigned flags, IrValue **value) {
  TileExpr expr;
  IrLoc loc = ir_parser_loc(p);
  IR_TRY(tile_expr_parse(p, flags, &expr));
  const TileExprNode *first = &expr.nodes[0];
  if (expr.n > 1 && first->kind == TILE_EXPR_VALUE &&
      !ir_type_is_index(ir_value_type(first->as.value))) {
    (void)ir_parser_error(p, loc, "an index tile stands alone, got an expression of {}",
                          ir_value_type(first->as.value));
    ir_help(ir_parser_context(p), "compute it with ops of arith, numbers as tile.splat");
    return IR_FAILED;
  }
  *value = tile_expr_build(ir_parser_builder(p), &expr);
  return *value ? IR_OK : IR_FAILED;
}

IrStatus tile_parse_index(IrParser *p, IrValue **value) {
  return parse_index(p, TILE_EXPR_VALUES, value);
}

static IrStatus parse_indices(IrParser *p, unsigned flags, TileValues *values) {
  IR_TRY(ir_parse_token(p, "["));
  if (ir_parse_optional_token(p, "]")) return IR_OK;
  do {
    IrValue *value;
    IR_TRY(parse_index(p, flags, &value));
    ir_vec_push(values, value);
  } while (ir_parse_optional_token(p, ","));
  return ir_parse_token(p, "]");
}

IrStatus tile_parse_indices(IrParser *p, TileValues *values) {
  return parse_indices(p, TILE_EXPR_VALUES, values);
}

IrStatus tile_parse_places(IrParser *p, TileValues *values) {
  return parse_indices(p, TILE_EXPR_VALUES | TILE_EXPR_TILES, values);
}
