// Bounds of names that a kernel's assumptions prove.
//
// Facts of these forms say something, and those with the sides exchanged:
//   K > 0   K >= 1   K < 100   K <= 99   K == 64
//   min(M, min(N, K)) > 0       each of them is above 0
//   max(M, max(N, K)) < 4096    each of them is below 4096
#include "dialects/tile/kernel.h"

typedef struct Bounds {
  IrStr name;
  int64_t least, most;
} Bounds;

// Whether the nodes are names that `joined` combines, `name` among them.
static bool has_name(const TileExprNode *nodes, size_t n, TileExprKind joined, IrStr name) {
  bool found = false;
  for (size_t i = 0; i < n; i++) {
    if (nodes[i].kind == TILE_EXPR_NAME)
      found |= ir_str_equal(ir_ident_str(nodes[i].as.name), name);
    else if (nodes[i].kind != (uint64_t)joined)
      return false;
  }
  return found;
}

// a OP b as b OP' a.
static TileExprKind exchanged(uint64_t kind) {
  switch (kind) {
  case TILE_EXPR_LT:
    return TILE_EXPR_GT;
  case TILE_EXPR_LE:
    return TILE_EXPR_GE;
  case TILE_EXPR_GT:
    return TILE_EXPR_LT;
  case TILE_EXPR_GE:
    return TILE_EXPR_LE;
  default:
    return (TileExprKind)kind;
  }
}

static void use_comparison(Bounds *bounds, const TileExprNode *nodes, size_t n, TileExprKind kind,
                           int64_t number) {
  bool above = kind == TILE_EXPR_GT || kind == TILE_EXPR_GE || kind == TILE_EXPR_EQ;
  bool below = kind == TILE_EXPR_LT || kind == TILE_EXPR_LE || kind == TILE_EXPR_EQ;
  int64_t least = number, most = number;
  if (kind == TILE_EXPR_GT && __builtin_add_overflow(number, 1, &least)) return;
  if (kind == TILE_EXPR_LT && __builtin_sub_overflow(number, 1, &most)) return;
  if (above && least > bounds->least && has_name(nodes, n, TILE_EXPR_MIN, bounds->name))
    bounds->least = least;
  if (below && most < bounds->most && has_name(nodes, n, TILE_EXPR_MAX, bounds->name))
    bounds->most = most;
}

static IrStatus use_fact(void *user, IrAttr fact) {
  size_t n;
  const TileExprNode *nodes = tile_expr_nodes(fact, &n);
  if (n < 3) return IR_OK;
  uint64_t kind = nodes[n - 1].kind;
  if (nodes[n - 2].kind == TILE_EXPR_INT)
    use_comparison(user, nodes, n - 2, (TileExprKind)kind, nodes[n - 2].as.number);
  else if (nodes[0].kind == TILE_EXPR_INT)
    use_comparison(user, nodes + 1, n - 2, exchanged(kind), nodes[0].as.number);
  return IR_OK;
}

// What types fix: an extent, or a stride.
static void use_type(const IrOp *kernel, Bounds *bounds) {
  TileName what;
  TileDim dim;
  int64_t fixed = IR_DYNAMIC, strides[16], offset;
  if (!tile_kernel_resolve(kernel, bounds->name, &what)) return;
  if (what.kind == TILE_NAME_DIM && tile_kernel_find_dim(kernel, bounds->name, &dim))
    fixed = dim.extent;
  if (what.kind == TILE_NAME_STRIDE) {
    ir_type_memref_strides(tile_kernel_arg_type(kernel, what.arg), strides, &offset);
    fixed = strides[what.index];
  }
  if (what.kind == TILE_NAME_DIM) bounds->least = 0;
  if (what.kind == TILE_NAME_PROCESSORS) bounds->least = 1;
  if (fixed != IR_DYNAMIC) bounds->least = bounds->most = fixed;
}

void tile_kernel_bounds(const IrOp *kernel, IrStr name, int64_t *least, int64_t *most) {
  Bounds bounds = {name, INT64_MIN, INT64_MAX};
  use_type(kernel, &bounds);
  for (size_t i = 0; i < tile_kernel_num_assumes(kernel); i++)
    (void)tile_expr_facts(tile_kernel_assume(kernel, i), use_fact, &bounds);
  *least = bounds.least;
  *most = bounds.most;
}

static bool find_only_value(void *user, IrStr name, int64_t *value) {
  int64_t most;
  tile_kernel_bounds(user, name, value, &most);
  return *value == most;
}

bool tile_kernel_known(const IrOp *kernel, IrAttr expr, int64_t *value) {
  return tile_expr_known(expr, find_only_value, (void *)kernel, value);
}
