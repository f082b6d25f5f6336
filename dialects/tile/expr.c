// Expressions: meaning, printing, attributes, and the ops they become.  Reading is in expr_parse.c.
#include "dialects/tile/expr.h"

#include "dialects/tile/tile_impl.h"
#include "ir/support/gcd.h"

unsigned tile_expr_arity(uint64_t kind) {
  return kind <= TILE_EXPR_VALUE ? 0 : kind == TILE_EXPR_NEG ? 1 : 2;
}

// First node of the expression whose last node is `end`.
static size_t begin_of(const TileExprNode *nodes, size_t end) {
  size_t want = 1;
  for (size_t i = end;; i--) {
    want += tile_expr_arity(nodes[i].kind);
    if (--want == 0) return i;
  }
}

// ---- Attributes: a TileExpr cut off after its last node. ----

IrAttr tile_expr_attr_get(IrContext *ctx, const TileExpr *expr) {
  size_t bytes = offsetof(TileExpr, nodes) + expr->n * sizeof *expr->nodes;
  return ir_attr_intern(ctx, &tile_expr_attr, expr, bytes);
}

IrAttr tile_expr_attr_int(IrContext *ctx, int64_t number) {
  TileExpr e = {.n = 1};
  e.nodes[0] = (TileExprNode){TILE_EXPR_INT, {.number = number}};
  return tile_expr_attr_get(ctx, &e);
}

IrAttr tile_expr_attr_name(IrContext *ctx, IrStr name) {
  TileExpr e = {.n = 1};
  e.nodes[0] = (TileExprNode){TILE_EXPR_NAME, {.name = ir_ident(ctx, name)}};
  return tile_expr_attr_get(ctx, &e);
}

bool tile_is_expr(IrAttr attr) {
  return attr && ir_attr_payload(attr, &tile_expr_attr) != NULL;
}

const TileExprNode *tile_expr_nodes(IrAttr expr, size_t *n) {
  const TileExpr *e = ir_attr_payload(expr, &tile_expr_attr);
  IR_ASSERT(e, "a #tile.expr");
  *n = e->n;
  return e->nodes;
}

bool tile_expr_is_boolean(IrAttr expr) {
  size_t n;
  const TileExprNode *nodes = tile_expr_nodes(expr, &n);
  return nodes[n - 1].kind >= TILE_EXPR_EQ;
}

IrAttr tile_expr_binary(TileExprKind kind, IrAttr lhs, IrAttr rhs) {
  size_t n, m;
  const TileExprNode *l = tile_expr_nodes(lhs, &n), *r = tile_expr_nodes(rhs, &m);
  TileExpr e = {.n = n + m + 1};
  if (e.n > TILE_EXPR_MAX_NODES) return NULL;
  memcpy(e.nodes, l, n * sizeof *l);
  memcpy(e.nodes + n, r, m * sizeof *r);
  e.nodes[n + m] = (TileExprNode){kind, {.number = 0}};
  return tile_expr_attr_get(ir_attr_context(lhs), &e);
}

IrAttr tile_expr_multiple_of(IrContext *ctx, IrStr name, int64_t factor) {
  TileExpr e = {.n = 5,
                .nodes = {{TILE_EXPR_NAME, {.name = ir_ident(ctx, name)}},
                          {TILE_EXPR_INT, {.number = factor}},
                          {TILE_EXPR_MOD, {.number = 0}},
                          {TILE_EXPR_INT, {.number = 0}},
                          {TILE_EXPR_EQ, {.number = 0}}}};
  return tile_expr_attr_get(ctx, &e);
}

bool tile_expr_as_multiple(IrAttr expr, IrStr *name, int64_t *factor) {
  size_t n;
  const TileExprNode *e = tile_expr_nodes(expr, &n);
  if (n < 3 || e[n - 1].kind != TILE_EXPR_EQ || e[0].kind != TILE_EXPR_NAME) return false;
  if (e[1].kind != TILE_EXPR_INT || e[n - 2].kind != TILE_EXPR_INT) return false;
  *name = ir_ident_str(e[0].as.name);
  *factor = e[1].as.number;
  if (*factor < 1) return false;
  if (n == 3) return true;
  if (n != 5 || e[2].kind != TILE_EXPR_MOD || e[3].as.number < 0) return false;
  *factor = ir_gcd(*factor, e[3].as.number);
  return true;
}

static IrAttr part_of(IrContext *ctx, const TileExprNode *nodes, size_t begin, size_t end) {
  TileExpr part = {.n = end + 1 - begin};
  memcpy(part.nodes, nodes + begin, part.n * sizeof *nodes);
  return tile_expr_attr_get(ctx, &part);
}

IrStatus tile_expr_facts(IrAttr expr, IrStatus (*fn)(void *user, IrAttr fact), void *user) {
  size_t n, ends[TILE_EXPR_MAX_NODES], left = 0;
  const TileExprNode *nodes = tile_expr_nodes(expr, &n);
  if (nodes[n - 1].kind != TILE_EXPR_AND) return fn(user, expr);
  ends[left++] = n - 1;
  while (left) {
    size_t end = ends[--left];
    if (nodes[end].kind ==
        TILE_EXPR_AND) { // its right side ends before it, its left side before that
      ends[left++] = end - 1;
      ends[left++] = begin_of(nodes, end - 1) - 1;
    } else {
      IR_TRY(fn(user, part_of(ir_attr_context(expr), nodes, begin_of(nodes, end), end)));
    }
  }
  return IR_OK;
}

// ---- Printing. ----

typedef struct Operator {
  const char *text;
  unsigned level; // binds tighter the higher; functions and leaves never need parentheses
} Operator;

static const Operator operators[] = {
    [TILE_EXPR_INT] = {"", 9},
    [TILE_EXPR_NAME] = {"", 9},
    [TILE_EXPR_VALUE] = {"", 9},
    [TILE_EXPR_NEG] = {"-", 5},
    [TILE_EXPR_ADD] = {" + ", 3},
    [TILE_EXPR_SUB] = {" - ", 3},
    [TILE_EXPR_MUL] = {" * ", 4},
    [TILE_EXPR_CEILDIV] = {"ceildiv", 9},
    [TILE_EXPR_FLOORDIV] = {"floordiv", 9},
    [TILE_EXPR_MIN] = {"min", 9},
    [TILE_EXPR_MAX] = {"max", 9},
    [TILE_EXPR_MOD] = {" mod ", 4},
    [TILE_EXPR_EQ] = {" == ", 2},
    [TILE_EXPR_NE] = {" != ", 2},
    [TILE_EXPR_LT] = {" < ", 2},
    [TILE_EXPR_LE] = {" <= ", 2},
    [TILE_EXPR_GT] = {" > ", 2},
    [TILE_EXPR_GE] = {" >= ", 2},
    [TILE_EXPR_AND] = {" and ", 1},
};

static void print_leaf(const TileExprNode *node, IrStream *s) {
  if (node->kind == TILE_EXPR_INT) {
    ir_write_int(s, node->as.number);
  } else if (node->kind == TILE_EXPR_NAME) {
    IrStr name = ir_ident_str(node->as.name);
    ir_write(s, name.ptr, name.len);
  } else {
    ir_print(s, "{}", (const IrValue *)node->as.value);
  }
}

// The expression whose last node is `end`, in parentheses when it binds looser than `level`.  As
// deep as the expression, which has at most TILE_EXPR_MAX_NODES nodes.
static void print_at(const TileExprNode *nodes, size_t end, unsigned level, IrStream *s) {
  const Operator *op = &operators[nodes[end].kind];
  unsigned n = tile_expr_arity(nodes[end].kind);
  if (n == 0) {
    print_leaf(&nodes[end], s);
    return;
  }
  size_t left = n == 2 ? begin_of(nodes, end - 1) - 1 : 0;
  if (op->level == 9) { // a function
    ir_print(s, "{}(", op->text);
    print_at(nodes, left, 0, s);
    ir_write_cstr(s, ", ");
    print_at(nodes, end - 1, 0, s);
    ir_write_char(s, ')');
    return;
  }
  if (op->level < level) ir_write_char(s, '(');
  // A comparison of comparisons is not written without parentheses on either side.
  if (n == 2) print_at(nodes, left, op->level + (op->level == 2), s);
  ir_write_cstr(s, op->text);
  print_at(nodes, end - 1, op->level + 1, s);
  if (op->level < level) ir_write_char(s, ')');
}

void tile_expr_print(const TileExprNode *nodes, size_t n, IrStream *stream) {
  print_at(nodes, n - 1, 0, stream);
}

// ---- Value. ----

static bool floor_div(int64_t a, int64_t b, int64_t *out) {
  if (a == INT64_MIN && b == -1) return false;
  *out = a / b - (a % b != 0 && (a < 0) != (b < 0));
  return true;
}

static bool ceil_div(int64_t a, int64_t b, int64_t *out) {
  if (a == INT64_MIN && b == -1) return false;
  *out = a / b + (a % b != 0 && (a < 0) == (b < 0));
  return true;
}

// The remainder of floor_div; has the sign of `b`.
static int64_t floor_mod(int64_t a, int64_t b) {
  if (b == -1) return 0;
  int64_t r = a % b;
  return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

// False on overflow; a divisor of 0 has been looked for.
static bool apply(uint64_t kind, int64_t a, int64_t b, int64_t *out) {
  switch (kind) {
  case TILE_EXPR_NEG:
    return !__builtin_sub_overflow((int64_t)0, b, out);
  case TILE_EXPR_ADD:
    return !__builtin_add_overflow(a, b, out);
  case TILE_EXPR_SUB:
    return !__builtin_sub_overflow(a, b, out);
  case TILE_EXPR_MUL:
    return !__builtin_mul_overflow(a, b, out);
  case TILE_EXPR_CEILDIV:
    return ceil_div(a, b, out);
  case TILE_EXPR_FLOORDIV:
    return floor_div(a, b, out);
  case TILE_EXPR_MIN:
    *out = a < b ? a : b;
    return true;
  case TILE_EXPR_MAX:
    *out = a > b ? a : b;
    return true;
  case TILE_EXPR_MOD:
    *out = floor_mod(a, b);
    return true;
  case TILE_EXPR_EQ:
    *out = a == b;
    return true;
  case TILE_EXPR_NE:
    *out = a != b;
    return true;
  case TILE_EXPR_LT:
    *out = a < b;
    return true;
  case TILE_EXPR_LE:
    *out = a <= b;
    return true;
  case TILE_EXPR_GT:
    *out = a > b;
    return true;
  case TILE_EXPR_GE:
    *out = a >= b;
    return true;
  case TILE_EXPR_AND:
    *out = a && b;
    return true;
  default:
    IR_UNREACHABLE("an operator");
  }
}

static bool divides(uint64_t kind) {
  return kind == TILE_EXPR_CEILDIV || kind == TILE_EXPR_FLOORDIV || kind == TILE_EXPR_MOD;
}

typedef enum EvalResult { EVAL_OK, EVAL_NAME, EVAL_ZERO, EVAL_OVERFLOW } EvalResult;

// `at` is the node that stopped it.
static EvalResult evaluate(const TileExprNode *nodes, size_t n, TileExprLookup lookup, void *user,
                           int64_t *value, size_t *at) {
  int64_t stack[TILE_EXPR_MAX_NODES];
  size_t top = 0;
  for (size_t i = 0; i < n; i++) {
    const TileExprNode *node = &nodes[i];
    *at = i;
    if (node->kind == TILE_EXPR_INT) {
      stack[top++] = node->as.number;
    } else if (tile_expr_arity(node->kind) == 0) {
      if (node->kind != TILE_EXPR_NAME || !lookup) return EVAL_NAME;
      if (!lookup(user, ir_ident_str(node->as.name), &stack[top++])) return EVAL_NAME;
    } else {
      int64_t b = stack[--top], a = tile_expr_arity(node->kind) == 2 ? stack[--top] : 0;
      if (divides(node->kind) && b == 0) return EVAL_ZERO;
      if (!apply(node->kind, a, b, &stack[top++])) return EVAL_OVERFLOW;
    }
  }
  *value = stack[0];
  return EVAL_OK;
}

IrStatus tile_expr_eval(IrContext *ctx, IrLoc loc, IrAttr expr, TileExprLookup lookup, void *user,
                        int64_t *value) {
  size_t n, at = 0;
  const TileExprNode *nodes = tile_expr_nodes(expr, &n);
  EvalResult result = evaluate(nodes, n, lookup, user, value, &at);
  if (result == EVAL_OK) return IR_OK;
  IrStream text = {0};
  tile_expr_print(nodes, n, &text);
  if (result == EVAL_NAME)
    (void)ir_error(ctx, loc, "unknown name '{}' in '{}'", nodes[at].as.name, ir_stream_str(&text));
  else
    (void)ir_error(ctx, loc, "{} in '{}'",
                   result == EVAL_ZERO ? "division by zero" : "a number leaves 64 bits",
                   ir_stream_str(&text));
  ir_stream_free(&text);
  return IR_FAILED;
}

bool tile_expr_known(IrAttr expr, TileExprLookup lookup, void *user, int64_t *value) {
  size_t n, at;
  const TileExprNode *nodes = tile_expr_nodes(expr, &n);
  return evaluate(nodes, n, lookup, user, value, &at) == EVAL_OK;
}

bool tile_expr_constant(IrAttr expr, int64_t *value) {
  return tile_expr_known(expr, NULL, NULL, value);
}

IrStatus tile_expr_names(IrAttr expr, IrStatus (*fn)(void *user, IrStr name), void *user) {
  size_t n;
  const TileExprNode *nodes = tile_expr_nodes(expr, &n);
  for (size_t i = 0; i < n; i++)
    if (nodes[i].kind == TILE_EXPR_NAME) IR_TRY(fn(user, ir_ident_str(nodes[i].as.name)));
  return IR_OK;
}

// ---- Ops. ----

// By name, so that tile's sources do not depend on arith's.
static IrValue *arith(IrBuilder *b, const char *name, IrValue *lhs, IrValue *rhs) {
  const IrOpInfo *info = ir_op_lookup(b->ctx, ir_str(name));
  if (!info) {
    (void)ir_error(b->ctx, b->loc, "an index expression needs '{}', which is not registered", name);
    return NULL;
  }
  IrType index = ir_type_index(b->ctx);
  IrOp *op = ir_builder_create(b, (IrOpCreate){.info = info,
                                               .loc = b->loc,
                                               .operands = (IrValue *[]){lhs, rhs},
                                               .num_operands = 2,
                                               .result_types = &index,
                                               .num_results = 1});
  return ir_op_result(op, 0);
}

static IrValue *constant(IrBuilder *b, int64_t number) {
  return ir_builder_constant(b, NULL, ir_attr_index(b->ctx, number), ir_type_index(b->ctx));
}

// A number whose remainder is taken by masking: x mod 2^n is x and (2^n - 1), also for negative x.
static bool is_mask(const TileExprNode *nodes, size_t n, size_t i) {
  int64_t d = nodes[i].as.number;
  return i + 1 < n && nodes[i].kind == TILE_EXPR_INT && nodes[i + 1].kind == TILE_EXPR_MOD &&
         d > 0 && (d & (d - 1)) == 0;
}

// In general x - floordiv(x, d) * d.
static IrValue *build_mod(IrBuilder *b, IrValue *lhs, IrValue *rhs, bool mask) {
  if (mask) return arith(b, "arith.andi", lhs, rhs);
  IrValue *q = arith(b, "arith.floordivsi", lhs, rhs);
  IrValue *whole = q ? arith(b, "arith.muli", q, rhs) : NULL;
  return whole ? arith(b, "arith.subi", lhs, whole) : NULL;
}

static IrValue *build_operator(IrBuilder *b, const TileExpr *e, size_t i, IrValue *lhs,
                               IrValue *rhs) {
  switch (e->nodes[i].kind) {
  case TILE_EXPR_NEG:
    return arith(b, "arith.subi", constant(b, 0), rhs);
  case TILE_EXPR_ADD:
    return arith(b, "arith.addi", lhs, rhs);
  case TILE_EXPR_SUB:
    return arith(b, "arith.subi", lhs, rhs);
  case TILE_EXPR_MUL:
    return arith(b, "arith.muli", lhs, rhs);
  case TILE_EXPR_CEILDIV:
    return arith(b, "arith.ceildivsi", lhs, rhs);
  case TILE_EXPR_FLOORDIV:
    return arith(b, "arith.floordivsi", lhs, rhs);
  case TILE_EXPR_MIN:
    return arith(b, "arith.minsi", lhs, rhs);
  case TILE_EXPR_MAX:
    return arith(b, "arith.maxsi", lhs, rhs);
  case TILE_EXPR_MOD:
    return build_mod(b, lhs, rhs, is_mask(e->nodes, e->n, i - 1));
  default:
    IR_UNREACHABLE("index expressions hold no comparisons");
  }
}

static IrValue *build_leaf(IrBuilder *b, const TileExpr *e, size_t i) {
  const TileExprNode *node = &e->nodes[i];
  if (node->kind == TILE_EXPR_VALUE) return node->as.value;
  if (node->kind == TILE_EXPR_INT) return constant(b, node->as.number - is_mask(e->nodes, e->n, i));
  IrAttr name = ir_attr_string(b->ctx, ir_ident_str(node->as.name));
  return BUILD1(b, tile_dim, .name = name, .extent_type = ir_type_index(b->ctx));
}

IrValue *tile_expr_build(IrBuilder *b, const TileExpr *expr) {
  IrValue *stack[TILE_EXPR_MAX_NODES];
  size_t top = 0;
  for (size_t i = 0; i < expr->n; i++) {
    unsigned n = tile_expr_arity(expr->nodes[i].kind);
    IrValue *value;
    if (n == 0) {
      value = build_leaf(b, expr, i);
    } else {
      IrValue *rhs = stack[--top], *lhs = n == 2 ? stack[--top] : NULL;
      value = build_operator(b, expr, i, lhs, rhs);
    }
    if (!value) return NULL;
    stack[top++] = value;
  }
  return stack[0];
}
