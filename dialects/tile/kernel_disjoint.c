// Arguments that have no byte in common.
//
// `disjoint(A, B)` is read as max(A.begin, B.begin) >= min(A.end, B.end), so what evaluates
// expressions has to know two more names and no more functions.  It holds, too, where one of the
// arguments has no elements.
#include "dialects/tile/kernel.h"
#include "dialects/tile/tile_impl.h"

#define BEGIN ".begin"
#define END ".end"

// ---- The expression ----

static TileExprNode name_node(IrContext *ctx, IrStr arg, const char *what) {
  IrStream text = {0};
  ir_print(&text, "{}{}", arg, what);
  TileExprNode node = {TILE_EXPR_NAME, {.name = ir_ident(ctx, ir_stream_str(&text))}};
  ir_stream_free(&text);
  return node;
}

void tile_disjoint_nodes(IrContext *ctx, IrStr a, IrStr b, TileExprNode out[TILE_DISJOINT_NODES]) {
  TileExprNode nodes[TILE_DISJOINT_NODES] = {
      name_node(ctx, a, BEGIN),     name_node(ctx, b, BEGIN), {TILE_EXPR_MAX, {.number = 0}},
      name_node(ctx, a, END),       name_node(ctx, b, END),   {TILE_EXPR_MIN, {.number = 0}},
      {TILE_EXPR_GE, {.number = 0}}};
  memcpy(out, nodes, sizeof nodes);
}

IrAttr tile_expr_disjoint(IrContext *ctx, IrStr a, IrStr b) {
  TileExpr e = {.n = TILE_DISJOINT_NODES};
  tile_disjoint_nodes(ctx, a, b, e.nodes);
  return tile_expr_attr_get(ctx, &e);
}

// `A` of "A.begin".
static bool arg_of(const TileExprNode *node, IrStr *arg) {
  if (node->kind != TILE_EXPR_NAME) return false;
  IrStr name = ir_ident_str(node->as.name);
  size_t n = strlen(BEGIN);
  if (name.len <= n || memcmp(name.ptr + name.len - n, BEGIN, n)) return false;
  *arg = (IrStr){name.ptr, name.len - n};
  return true;
}

bool tile_expr_as_disjoint(IrAttr expr, IrStr *a, IrStr *b) {
  size_t n;
  const TileExprNode *nodes = tile_expr_nodes(expr, &n);
  return n == TILE_DISJOINT_NODES && arg_of(&nodes[0], a) && arg_of(&nodes[1], b) &&
         tile_expr_disjoint(ir_attr_context(expr), *a, *b) == expr;
}

// ---- What is assumed ----

typedef struct Pair {
  IrStr a, b;
  bool found;
} Pair;

static IrStatus look_for_pair(void *user, IrAttr fact) {
  Pair *pair = user;
  IrStr a, b;
  if (!tile_expr_as_disjoint(fact, &a, &b)) return IR_OK;
  pair->found |= (ir_str_equal(a, pair->a) && ir_str_equal(b, pair->b)) ||
                 (ir_str_equal(a, pair->b) && ir_str_equal(b, pair->a));
  return IR_OK;
}

bool tile_kernel_disjoint(const IrOp *kernel, size_t a, size_t b) {
  Pair pair = {tile_kernel_arg_name(kernel, a), tile_kernel_arg_name(kernel, b), false};
  for (size_t i = 0; i < tile_kernel_num_assumes(kernel); i++)
    (void)tile_expr_facts(tile_kernel_assume(kernel, i), look_for_pair, &pair);
  return pair.found;
}

// ---- Its meaning ----

static bool add_product(int64_t *sum, int64_t a, int64_t b) {
  int64_t product;
  return !__builtin_mul_overflow(a, b, &product) && !__builtin_add_overflow(*sum, product, sum);
}

void tile_byte_range(uint64_t address, int64_t bytes, size_t rank, const int64_t *extents,
                     const int64_t *strides, int64_t *begin, int64_t *end) {
  bool fits = !(address >> 63);
  *begin = *end = (int64_t)address;
  for (size_t d = 0; d < rank; d++)
    if (extents[d] <= 0) return;
  for (size_t d = 0; d < rank && fits; d++) {
    int64_t last;
    fits = !__builtin_mul_overflow(extents[d] - 1, strides[d], &last) &&
           add_product(last < 0 ? begin : end, last, bytes);
  }
  if (fits && add_product(end, bytes, 1)) return;
  *begin = INT64_MIN;
  *end = INT64_MAX;
}
