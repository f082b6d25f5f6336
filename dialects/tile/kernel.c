// What passes ask of a kernel.
#include "dialects/tile/kernel.h"

#include "dialects/simt/simt.h"
#include "dialects/tile/roles.h"
#include "dialects/tile/tile_impl.h"
#include "ir/support/gcd.h"

bool tile_is_kernel(const IrOp *op) {
  return IS(op, tile_kernel) || IS(op, simt_kernel);
}

static IrAttr type_attr(const IrOp *k) {
  return IS(k, tile_kernel) ? GET(k, tile_kernel, function_type)
                            : GET(k, simt_kernel, function_type);
}
static IrAttr names_attr(const IrOp *k) {
  return IS(k, tile_kernel) ? GET(k, tile_kernel, arg_names) : GET(k, simt_kernel, arg_names);
}
static IrAttr dims_attr(const IrOp *k) {
  return IS(k, tile_kernel) ? GET(k, tile_kernel, arg_dims) : GET(k, simt_kernel, arg_dims);
}
static IrAttr grid_attr(const IrOp *k) {
  return IS(k, tile_kernel) ? GET(k, tile_kernel, grid) : GET(k, simt_kernel, grid);
}
static IrAttr assume_attr(const IrOp *k) {
  return IS(k, tile_kernel) ? GET(k, tile_kernel, assume) : GET(k, simt_kernel, assume);
}

// ---- A kernel is called by a launch. ----

static IrRegion *kernel_body(const IrOp *kernel) {
  return ir_op_region(kernel, 0);
}

static IrType kernel_type(const IrOp *kernel) {
  return ir_attr_type_value(type_attr(kernel));
}

const IrCallableInterface tile_kernel_callable = {
    .size = sizeof(IrCallableInterface), .body = kernel_body, .type = kernel_type};

// ---- Arguments. ----

size_t tile_kernel_num_args(const IrOp *kernel) {
  return ir_type_num_inputs(ir_attr_type_value(type_attr(kernel)));
}

IrType tile_kernel_arg_type(const IrOp *kernel, size_t arg) {
  return ir_type_input(ir_attr_type_value(type_attr(kernel)), arg);
}

IrStr tile_kernel_arg_name(const IrOp *kernel, size_t arg) {
  return ir_attr_str(ir_attr_at(names_attr(kernel), arg));
}

IrValue *tile_kernel_arg(const IrOp *kernel, size_t arg) {
  return ir_block_arg(ir_region_first(ir_op_region(kernel, 0)), arg);
}

IrStr tile_kernel_arg_dim(const IrOp *kernel, size_t arg, size_t d) {
  IrAttr names = ir_attr_at(dims_attr(kernel), arg);
  return d < ir_attr_count(names) ? ir_attr_str(ir_attr_at(names, d)) : (IrStr){"", 0};
}

bool tile_kernel_find_arg(const IrOp *kernel, IrStr name, size_t *arg) {
  size_t n = tile_kernel_num_args(kernel);
  for (size_t i = 0; i < n; i++) {
    if (!ir_str_equal(tile_kernel_arg_name(kernel, i), name)) continue;
    *arg = i;
    return true;
  }
  return false;
}

// ---- Dimensions. ----

// Adds a place where a name stands; a later one may fix the extent.
static size_t add_dim(TileDim *dims, size_t n, TileDim dim) {
  for (size_t i = 0; i < n; i++) {
    if (!ir_str_equal(dims[i].name, dim.name)) continue;
    if (dims[i].extent == IR_DYNAMIC) dims[i].extent = dim.extent;
    return n;
  }
  if (n < TILE_MAX_DIMS) dims[n++] = dim;
  return n;
}

size_t tile_kernel_dims(const IrOp *kernel, TileDim dims[TILE_MAX_DIMS]) {
  size_t n = 0, num_args = tile_kernel_num_args(kernel);
  for (size_t a = 0; a < num_args; a++) {
    IrAttr names = ir_attr_at(dims_attr(kernel), a);
    for (size_t d = 0; d < ir_attr_count(names); d++) {
      IrStr name = ir_attr_str(ir_attr_at(names, d));
      int64_t extent = ir_type_shape(tile_kernel_arg_type(kernel, a)).at[d];
      if (name.len) n = add_dim(dims, n, (TileDim){name, (uint32_t)a, (uint32_t)d, extent});
    }
  }
  return n;
}

bool tile_kernel_find_dim(const IrOp *kernel, IrStr name, TileDim *dim) {
  TileDim dims[TILE_MAX_DIMS];
  size_t n = tile_kernel_dims(kernel, dims);
  for (size_t i = 0; i < n; i++) {
    if (!ir_str_equal(dims[i].name, name)) continue;
    *dim = dims[i];
    return true;
  }
  return false;
}

// ---- Grid and assumptions. ----

size_t tile_kernel_grid_rank(const IrOp *kernel) {
  return ir_attr_count(grid_attr(kernel));
}

IrAttr tile_kernel_grid(const IrOp *kernel, size_t i) {
  return ir_attr_at(grid_attr(kernel), i);
}

IrValue *tile_kernel_block_index(const IrOp *kernel, size_t i) {
  IR_ASSERT(IS(kernel, tile_kernel), "block indices are values in tile.kernel only");
  return tile_kernel_arg(kernel, tile_kernel_num_args(kernel) + i);
}

size_t tile_kernel_num_assumes(const IrOp *kernel) {
  IrAttr assume = assume_attr(kernel);
  return assume ? ir_attr_count(assume) : 0;
}

IrAttr tile_kernel_assume(const IrOp *kernel, size_t i) {
  return ir_attr_at(assume_attr(kernel), i);
}

void tile_kernel_add_assume(IrOp *kernel, IrAttr expr) {
  IR_VEC(IrAttr) all = {0};
  bool known = false;
  for (size_t i = 0; i < tile_kernel_num_assumes(kernel); i++) {
    ir_vec_push(&all, tile_kernel_assume(kernel, i));
    known |= ir_vec_last(&all) == expr;
  }
  if (!known) {
    ir_vec_push(&all, expr);
    IrAttr list = ir_attr_array(ir_op_context(kernel), all.at, all.n);
    if (IS(kernel, tile_kernel))
      SET_ATTR(kernel, tile_kernel, assume, list);
    else
      SET_ATTR(kernel, simt_kernel, assume, list);
  }
  ir_vec_free(&all);
}

int64_t tile_kernel_threads(const IrOp *kernel) {
  if (IS(kernel, simt_kernel)) return ir_attr_int(GET(kernel, simt_kernel, threads));
  const IrOp *roles = tile_kernel_roles(kernel);
  if (!roles) return ir_attr_int(GET(kernel, tile_kernel, warps)) * SIMT_WARP_LANES;
  return tile_role_first_warp(roles, tile_num_roles(roles)) * SIMT_WARP_LANES;
}

int64_t tile_kernel_cluster(const IrOp *kernel) {
  if (IS(kernel, simt_kernel)) return simt_kernel_cluster(kernel);
  IrAttr blocks = GET(kernel, tile_kernel, cluster);
  return blocks ? ir_attr_int(blocks) : 1;
}

int64_t tile_kernel_multicast(const IrOp *kernel) {
  IrAttr blocks = IS(kernel, tile_kernel) ? GET(kernel, tile_kernel, multicast) : NULL;
  return blocks ? ir_attr_int(blocks) : 1;
}

TileWish tile_kernel_wish(const IrOp *kernel, const char *name) {
  IrAttr wish = ir_op_attr(kernel, name);
  if (!wish || ir_attr_kind(wish) != IR_ATTR_INTEGER) return TILE_WISH_NONE;
  return ir_attr_int(wish) ? TILE_WISH_YES : TILE_WISH_NO;
}

int64_t tile_kernel_warps(const IrOp *kernel) {
  int64_t warps = IS(kernel, tile_kernel) ? ir_attr_int(GET(kernel, tile_kernel, warps))
                                          : tile_kernel_threads(kernel) / SIMT_WARP_LANES;
  return warps * tile_kernel_cluster(kernel);
}

// ---- Names in expressions. ----

// The index after a prefix, in decimal.
static bool index_after(IrStr text, const char *prefix, uint32_t *index) {
  size_t n = strlen(prefix);
  if (text.len != n + 1 || memcmp(text.ptr, prefix, n) || text.ptr[n] < '0' || text.ptr[n] > '9')
    return false;
  *index = (uint32_t)(text.ptr[n] - '0');
  return true;
}

bool tile_kernel_resolve(const IrOp *kernel, IrStr name, TileName *what) {
  const char *dot = memchr(name.ptr, '.', name.len);
  size_t arg;
  if (ir_str_is(name, TILE_PROCESSORS)) {
    *what = (TileName){TILE_NAME_PROCESSORS, 0, 0};
    return true;
  }
  if (!dot) {
    TileDim dim;
    if (!tile_kernel_find_dim(kernel, name, &dim)) return false;
    *what = (TileName){TILE_NAME_DIM, dim.arg, dim.index};
    return true;
  }
  IrStr of = {name.ptr, (size_t)(dot - name.ptr)};
  IrStr rest = {dot + 1, name.len - of.len - 1};
  if (!tile_kernel_find_arg(kernel, of, &arg)) return false;
  IrType type = tile_kernel_arg_type(kernel, arg);
  if (ir_type_kind(type) != IR_TYPE_MEMREF) return false;
  *what = (TileName){TILE_NAME_ADDRESS, (uint32_t)arg, 0};
  if (ir_str_is(rest, "address")) return true;
  what->kind = ir_str_is(rest, "begin") ? TILE_NAME_BEGIN : TILE_NAME_END;
  if (what->kind == TILE_NAME_BEGIN || ir_str_is(rest, "end")) return true;
  what->kind = TILE_NAME_STRIDE;
  return index_after(rest, "stride", &what->index) && what->index < ir_type_shape(type).rank;
}

typedef struct OuterName {
  const IrOp *kernel;
  IrStr name;
} OuterName;

static IrStatus stop_at_outer_name(void *user, IrStr name) {
  OuterName *outer = user;
  TileName what;
  if (tile_kernel_resolve(outer->kernel, name, &what) && what.kind == TILE_NAME_DIM) return IR_OK;
  outer->name = name;
  return IR_FAILED;
}

bool tile_kernel_has_outer_name(const IrOp *kernel, IrAttr expr, IrStr *name) {
  OuterName outer = {.kernel = kernel};
  bool found = tile_expr_names(expr, stop_at_outer_name, &outer) != IR_OK;
  *name = outer.name;
  return found;
}

// ---- What is known of a name. ----

// The least common multiple, or the larger one where that is not a number of 62 bits.
static int64_t both(int64_t a, int64_t b) {
  int64_t product;
  if (__builtin_mul_overflow(a / ir_gcd(a, b), b, &product) || product >> 62) return a > b ? a : b;
  return product;
}

typedef struct Multiple {
  IrStr name;
  int64_t known;
} Multiple;

static IrStatus use_fact(void *user, IrAttr fact) {
  Multiple *m = user;
  IrStr of;
  int64_t factor;
  if (tile_expr_as_multiple(fact, &of, &factor) && ir_str_equal(of, m->name))
    m->known = both(m->known, factor);
  return IR_OK;
}

static int64_t assumed_multiple(const IrOp *kernel, IrStr name) {
  Multiple m = {name, 1};
  for (size_t i = 0; i < tile_kernel_num_assumes(kernel); i++)
    (void)tile_expr_facts(tile_kernel_assume(kernel, i), use_fact, &m);
  return m.known;
}

static int64_t extent_multiple(const IrOp *kernel, IrStr name, int64_t extent) {
  int64_t known = name.len ? assumed_multiple(kernel, name) : 1;
  return extent != IR_DYNAMIC && extent > 0 ? both(known, extent) : known;
}

// A stride that the type fixes, or that follows from the inner extents of a packed memref.
static int64_t stride_multiple(const IrOp *kernel, TileName what) {
  IrType type = tile_kernel_arg_type(kernel, what.arg);
  IrShape shape = ir_type_shape(type);
  int64_t strides[16], offset, known = 1;
  if (shape.rank > 16) return 1;
  ir_type_memref_strides(type, strides, &offset);
  if (strides[what.index] != IR_DYNAMIC) return strides[what.index] > 0 ? strides[what.index] : 1;
  if (ir_type_layout(type)) return 1;
  for (size_t d = what.index + 1; d < shape.rank; d++) {
    IrStr name = tile_kernel_arg_dim(kernel, what.arg, d);
    TileDim dim;
    int64_t extent = shape.at[d];
    if (name.len && tile_kernel_find_dim(kernel, name, &dim)) extent = dim.extent;
    int64_t factor = extent_multiple(kernel, name, extent), product;
    if (__builtin_mul_overflow(known, factor, &product) || product >> 62) return known;
    known = product;
  }
  return known;
}

int64_t tile_kernel_multiple(const IrOp *kernel, IrStr name) {
  TileName what;
  TileDim dim;
  if (!tile_kernel_resolve(kernel, name, &what)) return 1;
  if (what.kind == TILE_NAME_DIM)
    return tile_kernel_find_dim(kernel, name, &dim) ? extent_multiple(kernel, name, dim.extent) : 1;
  int64_t known = assumed_multiple(kernel, name);
  return what.kind == TILE_NAME_STRIDE ? both(known, stride_multiple(kernel, what)) : known;
}

// ---- What is known of an expression. ----

static IrStatus stop_at_fact(void *user, IrAttr fact) {
  return fact == user ? IR_FAILED : IR_OK;
}

static bool is_assumed_multiple(const IrOp *kernel, IrAttr expr, int64_t n) {
  IrContext *ctx = ir_op_context(kernel);
  IrAttr rest = tile_expr_binary(TILE_EXPR_MOD, expr, tile_expr_attr_int(ctx, n));
  IrAttr fact = rest ? tile_expr_binary(TILE_EXPR_EQ, rest, tile_expr_attr_int(ctx, 0)) : NULL;
  for (size_t i = 0; fact && i < tile_kernel_num_assumes(kernel); i++)
    if (tile_expr_facts(tile_kernel_assume(kernel, i), stop_at_fact, (void *)fact) != IR_OK)
      return true;
  return false;
}

// Of x / b: what x is known to be a multiple of has to hold b.
static int64_t quotient_multiple(int64_t a, const TileExprNode *by) {
  int64_t b = by->kind == TILE_EXPR_INT ? by->as.number : 0;
  return b > 0 && a % b == 0 ? a / b : 1;
}

static int64_t operator_multiple(const TileExprNode *node, int64_t a, int64_t b) {
  int64_t product;
  switch (node->kind) {
  case TILE_EXPR_NEG:
    return b;
  case TILE_EXPR_MUL:
    return __builtin_mul_overflow(a, b, &product) || product >> 62 ? 1 : product;
  case TILE_EXPR_CEILDIV:
  case TILE_EXPR_FLOORDIV:
    return quotient_multiple(a, node - 1);
  case TILE_EXPR_ADD:
  case TILE_EXPR_SUB:
  case TILE_EXPR_MIN:
  case TILE_EXPR_MAX:
  case TILE_EXPR_MOD:
    return ir_gcd(a, b);
  default:
    return 1;
  }
}

static int64_t leaf_multiple(const IrOp *kernel, const TileExprNode *node) {
  if (node->kind == TILE_EXPR_NAME)
    return tile_kernel_multiple(kernel, ir_ident_str(node->as.name));
  int64_t number = node->kind == TILE_EXPR_INT ? node->as.number : 1;
  return number == INT64_MIN ? 1 : number < 0 ? -number : number;
}

bool tile_kernel_is_multiple(const IrOp *kernel, IrAttr expr, int64_t n) {
  int64_t stack[TILE_EXPR_MAX_NODES];
  size_t num, top = 0;
  const TileExprNode *nodes = tile_expr_nodes(expr, &num);
  if (is_assumed_multiple(kernel, expr, n)) return true;
  for (size_t i = 0; i < num; i++) {
    unsigned arity = tile_expr_arity(nodes[i].kind);
    int64_t b = arity ? stack[--top] : 0, a = arity == 2 ? stack[--top] : 0;
    stack[top++] = arity ? operator_multiple(&nodes[i], a, b) : leaf_multiple(kernel, &nodes[i]);
  }
  return stack[0] % n == 0;
}
