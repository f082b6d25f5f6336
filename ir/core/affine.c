// Affine expressions: construction with simplification, and questions about them.  The rules are
// those of MLIR's builder, each with its algebra beside it; c, c0, c1 are constants.
#include "ir/core/affine.h"

#include "ir/core/storage_impl.h"
#include "ir/support/gcd.h"

struct IrAffineStorage {
  IrStorage base;
  char payload[];
};

// A leaf has a value, the others have two sides.  What follows from them is kept with them, because
// it is asked at every step of building a long sum.
typedef struct AffinePayload {
  int64_t value;
  IrAffine lhs, rhs;
  uint32_t depth, symbolic;
} AffinePayload;

static const AffinePayload *payload(IrAffine expr) {
  return (const AffinePayload *)expr->payload;
}

static IrAffine unique(IrContext *ctx, IrAffineKind kind, AffinePayload p) {
  return (IrAffine)ir_unique(
      ctx, &(IrStorageKey){.kind = IR_AFFINE_BASE + kind, .head = &p, .head_bytes = sizeof p});
}

IrAffine ir_affine_constant(IrContext *ctx, int64_t value) {
  return unique(ctx, IR_AFFINE_CONSTANT, (AffinePayload){.value = value, .symbolic = 1});
}

IrAffine ir_affine_dim(IrContext *ctx, uint32_t number) {
  return unique(ctx, IR_AFFINE_DIM, (AffinePayload){.value = number});
}

IrAffine ir_affine_symbol(IrContext *ctx, uint32_t number) {
  return unique(ctx, IR_AFFINE_SYMBOL, (AffinePayload){.value = number, .symbolic = 1});
}

IrAffineKind ir_affine_kind(IrAffine expr) {
  return (IrAffineKind)(expr->base.kind - IR_AFFINE_BASE);
}

IrContext *ir_affine_context(IrAffine expr) {
  return expr->base.ctx;
}

int64_t ir_affine_value(IrAffine expr) {
  return payload(expr)->value;
}

IrAffine ir_affine_lhs(IrAffine binary) {
  return payload(binary)->lhs;
}

IrAffine ir_affine_rhs(IrAffine binary) {
  return payload(binary)->rhs;
}

// ---- Questions. ----

static bool is(IrAffine expr, IrAffineKind kind) {
  return ir_affine_kind(expr) == kind;
}

static bool is_constant(IrAffine expr, int64_t *value) {
  *value = is(expr, IR_AFFINE_CONSTANT) ? ir_affine_value(expr) : 0;
  return is(expr, IR_AFFINE_CONSTANT);
}

bool ir_affine_is_symbolic(IrAffine expr) {
  return payload(expr)->symbolic;
}

uint32_t ir_affine_depth(IrAffine expr) {
  return payload(expr)->depth;
}

static int64_t magnitude(int64_t a) {
  return a == INT64_MIN ? INT64_MAX : a < 0 ? -a : a;
}

int64_t ir_affine_divisor(IrAffine expr) {
  int64_t l, r;
  switch (ir_affine_kind(expr)) {
  case IR_AFFINE_CONSTANT:
    return magnitude(ir_affine_value(expr));
  case IR_AFFINE_MUL:
    l = ir_affine_divisor(ir_affine_lhs(expr)), r = ir_affine_divisor(ir_affine_rhs(expr));
    return __builtin_mul_overflow(l, r, &l) ? 1 : l;
  case IR_AFFINE_ADD:
  case IR_AFFINE_MOD: // x mod c is x minus a multiple of c
    return ir_gcd(ir_affine_divisor(ir_affine_lhs(expr)), ir_affine_divisor(ir_affine_rhs(expr)));
  case IR_AFFINE_FLOORDIV:
  case IR_AFFINE_CEILDIV: // exact when the right side divides
    l = ir_affine_divisor(ir_affine_lhs(expr));
    return is_constant(ir_affine_rhs(expr), &r) && r && l % r == 0 ? magnitude(l / r) : 1;
  default:
    return 1;
  }
}

static int64_t floor_mod(int64_t a, int64_t b) {
  int64_t rest = a % b;
  return rest < 0 ? rest + b : rest;
}

// `a kind b` of two numbers; false when it has no value in 64 bits.
static bool compute(IrAffineKind kind, int64_t a, int64_t b, int64_t *value) {
  if (kind == IR_AFFINE_ADD) return !__builtin_add_overflow(a, b, value);
  if (kind == IR_AFFINE_MUL) return !__builtin_mul_overflow(a, b, value);
  if (b == 0 || (b == -1 && a == INT64_MIN) || (b < 0 && kind == IR_AFFINE_MOD)) return false;
  if (kind == IR_AFFINE_MOD) {
    *value = floor_mod(a, b);
    return true;
  }
  bool exact = a % b == 0, negative = (a < 0) != (b < 0); // C rounds towards zero
  if (kind == IR_AFFINE_FLOORDIV)
    *value = a / b - (!exact && negative);
  else
    *value = a / b + (!exact && !negative);
  return true;
}

bool ir_affine_evaluate(IrAffine expr, const int64_t *dims, const int64_t *symbols,
                        int64_t *value) {
  int64_t l, r;
  switch (ir_affine_kind(expr)) {
  case IR_AFFINE_CONSTANT:
    *value = ir_affine_value(expr);
    return true;
  case IR_AFFINE_DIM:
    *value = dims[ir_affine_value(expr)];
    return true;
  case IR_AFFINE_SYMBOL:
    *value = symbols[ir_affine_value(expr)];
    return true;
  default:
    return ir_affine_evaluate(ir_affine_lhs(expr), dims, symbols, &l) &&
           ir_affine_evaluate(ir_affine_rhs(expr), dims, symbols, &r) &&
           compute(ir_affine_kind(expr), l, r, value);
  }
}

// ---- Simplification: the simpler expression, or NULL. ----

static IrAffine add(IrAffine a, IrAffine b) {
  return ir_affine_binary(IR_AFFINE_ADD, a, b);
}

static IrAffine mul(IrAffine a, IrAffine b) {
  return ir_affine_binary(IR_AFFINE_MUL, a, b);
}

// `expr` as `*factor` times what is returned.
static IrAffine without_factor(IrAffine expr, int64_t *factor) {
  *factor = 1;
  if (is(expr, IR_AFFINE_MUL) && is_constant(ir_affine_rhs(expr), factor))
    return ir_affine_lhs(expr);
  *factor = 1;
  return expr;
}

// x + (x floordiv y) * -y -> x mod y
static IrAffine add_to_mod(IrAffine lhs, IrAffine rhs) {
  int64_t factor, divisor;
  IrAffine product = without_factor(rhs, &factor);
  if (factor == 1) return NULL;
  bool symbolic = factor == -1 && is(product, IR_AFFINE_MUL); // (x floordiv y) * y * -1
  IrAffine quotient = symbolic ? ir_affine_lhs(product) : product;
  if (!is(quotient, IR_AFFINE_FLOORDIV) || ir_affine_lhs(quotient) != lhs) return NULL;
  IrAffine y = ir_affine_rhs(quotient);
  bool matches = symbolic ? y == ir_affine_rhs(product)
                          : is_constant(y, &divisor) && divisor > 0 && -divisor == factor;
  return matches ? ir_affine_binary(IR_AFFINE_MOD, lhs, y) : NULL;
}

// Two dimensions or two symbols stand in the order of their numbers.
static bool is_out_of_order(IrAffine lhs, IrAffine rhs) {
  IrAffineKind kind = ir_affine_kind(lhs);
  return (kind == IR_AFFINE_DIM || kind == IR_AFFINE_SYMBOL) && is(rhs, kind) &&
         ir_affine_value(lhs) > ir_affine_value(rhs);
}

static IrAffine simplify_add(IrAffine lhs, IrAffine rhs) {
  int64_t c, c0, c1;
  IrContext *ctx = ir_affine_context(lhs);
  if (is_out_of_order(lhs, rhs)) return add(rhs, lhs);
  // Constants, then symbols, go to the right.
  if (is(lhs, IR_AFFINE_CONSTANT) || (ir_affine_is_symbolic(lhs) && !ir_affine_is_symbolic(rhs)))
    return is(rhs, IR_AFFINE_CONSTANT) ? NULL : add(rhs, lhs);
  if (is_constant(rhs, &c) && c == 0) return lhs; // x + 0 -> x
  bool sum = is(lhs, IR_AFFINE_ADD) && is_constant(ir_affine_rhs(lhs), &c0);
  if (sum && is_constant(rhs, &c1) && !__builtin_add_overflow(c0, c1, &c)) // (x + c0) + c1
    return add(ir_affine_lhs(lhs), ir_affine_constant(ctx, c));
  IrAffine x = without_factor(lhs, &c0), y = without_factor(rhs, &c1);
  if (x == y && !__builtin_add_overflow(c0, c1, &c)) // x * c0 + x * c1 -> x * (c0 + c1)
    return mul(x, ir_affine_constant(ctx, c));
  if (sum && !is(rhs, IR_AFFINE_CONSTANT)) // (x + c) + y -> x + y + c
    return add(add(ir_affine_lhs(lhs), rhs), ir_affine_rhs(lhs));
  return add_to_mod(lhs, rhs);
}

static IrAffine simplify_mul(IrAffine lhs, IrAffine rhs) {
  int64_t c, c0, c1;
  if (is_out_of_order(lhs, rhs)) return mul(rhs, lhs);
  if (!ir_affine_is_symbolic(rhs) || is(lhs, IR_AFFINE_CONSTANT))
    return is(rhs, IR_AFFINE_CONSTANT) ? NULL : mul(rhs, lhs);
  bool constant = is_constant(rhs, &c1);
  if (constant && c1 == 1) return lhs; // x * 1 -> x
  if (constant && c1 == 0) return rhs; // x * 0 -> 0
  if (!is(lhs, IR_AFFINE_MUL) || !is_constant(ir_affine_rhs(lhs), &c0)) return NULL;
  if (constant && !__builtin_mul_overflow(c0, c1, &c)) // (x * c0) * c1 -> x * (c0 * c1)
    return mul(ir_affine_lhs(lhs), ir_affine_constant(ir_affine_context(lhs), c));
  return constant ? NULL : mul(mul(ir_affine_lhs(lhs), rhs), ir_affine_rhs(lhs));
}

// Division by a constant that a factor, or a summand when rounding down, is a multiple of.
static IrAffine simplify_div(IrAffineKind kind, IrAffine lhs, IrAffine rhs) {
  int64_t c, c0;
  if (!is_constant(rhs, &c) || c == 0) return NULL;
  if (c == 1) return lhs;
  if (c == -1 && is(lhs, IR_AFFINE_MUL) && is_constant(ir_affine_rhs(lhs), &c0) && c0 == INT64_MIN)
    return NULL;
  if (is(lhs, IR_AFFINE_MUL) && is_constant(ir_affine_rhs(lhs), &c0) && c0 % c == 0)
    return mul(ir_affine_lhs(lhs), ir_affine_constant(ir_affine_context(lhs), c0 / c));
  if (kind != IR_AFFINE_FLOORDIV || !is(lhs, IR_AFFINE_ADD)) return NULL;
  IrAffine a = ir_affine_lhs(lhs), b = ir_affine_rhs(lhs);
  if (ir_affine_divisor(a) % c && ir_affine_divisor(b) % c) return NULL;
  return add(ir_affine_binary(kind, a, rhs), ir_affine_binary(kind, b, rhs));
}

static IrAffine simplify_mod(IrAffine lhs, IrAffine rhs) {
  int64_t c, c0;
  if (!is_constant(rhs, &c) || c < 1) return NULL;
  if (ir_affine_divisor(lhs) % c == 0) return ir_affine_constant(ir_affine_context(lhs), 0);
  if (is(lhs, IR_AFFINE_ADD)) { // (x * c + y) mod c -> y mod c
    IrAffine a = ir_affine_lhs(lhs), b = ir_affine_rhs(lhs);
    if (ir_affine_divisor(a) % c == 0) return ir_affine_binary(IR_AFFINE_MOD, b, rhs);
    if (ir_affine_divisor(b) % c == 0) return ir_affine_binary(IR_AFFINE_MOD, a, rhs);
  }
  if (is(lhs, IR_AFFINE_MOD) && is_constant(ir_affine_rhs(lhs), &c0) && c0 >= 1 && c0 % c == 0)
    return ir_affine_binary(IR_AFFINE_MOD, ir_affine_lhs(lhs),
                            rhs); // x mod (n * c) mod c -> x mod c
  return NULL;
}

static IrAffine simplify(IrAffineKind kind, IrAffine lhs, IrAffine rhs) {
  switch (kind) {
  case IR_AFFINE_ADD:
    return simplify_add(lhs, rhs);
  case IR_AFFINE_MUL:
    return simplify_mul(lhs, rhs);
  case IR_AFFINE_MOD:
    return simplify_mod(lhs, rhs);
  default:
    return simplify_div(kind, lhs, rhs);
  }
}

IrAffine ir_affine_binary(IrAffineKind kind, IrAffine lhs, IrAffine rhs) {
  int64_t a, b, value;
  IR_ASSERT(kind >= IR_AFFINE_ADD, "not a binary expression");
  IR_ASSERT(kind != IR_AFFINE_MUL || ir_affine_is_symbolic(lhs) || ir_affine_is_symbolic(rhs),
            "a product of two dimensions is not affine");
  if (is_constant(lhs, &a) && is_constant(rhs, &b) && compute(kind, a, b, &value))
    return ir_affine_constant(ir_affine_context(lhs), value);
  IrAffine simpler = simplify(kind, lhs, rhs);
  if (simpler) return simpler;
  uint32_t l = ir_affine_depth(lhs), r = ir_affine_depth(rhs);
  return unique(
      ir_affine_context(lhs), kind,
      (AffinePayload){.lhs = lhs,
                      .rhs = rhs,
                      .depth = 1 + (l > r ? l : r),
                      .symbolic = ir_affine_is_symbolic(lhs) && ir_affine_is_symbolic(rhs)});
}

// ---- Maps and sets. ----

// Followed by the expressions; of a set, an equality is marked in the lowest bit of the pointer.
typedef struct MapPayload {
  uint32_t num_dims, num_symbols;
} MapPayload;

static IrAttr map_attr(IrContext *ctx, IrAttrKind kind, uint32_t num_dims, uint32_t num_symbols,
                       const uintptr_t *exprs, size_t n) {
  MapPayload head = {num_dims, num_symbols};
  ir_context_has_aliased(ctx);
  return ir_unique_attr(ctx, &(IrStorageKey){.kind = IR_ATTR_BASE + kind,
                                             .head = &head,
                                             .head_bytes = sizeof head,
                                             .tail = exprs,
                                             .tail_bytes = n * sizeof *exprs});
}

static const MapPayload *map_payload(IrAttr attr) {
  IR_ASSERT(ir_attr_kind(attr) == IR_ATTR_AFFINE_MAP || ir_attr_kind(attr) == IR_ATTR_INTEGER_SET,
            "neither an affine map nor an integer set");
  return (const MapPayload *)attr->payload;
}

static uintptr_t map_cell(IrAttr attr, size_t i) {
  IR_ASSERT(i < ir_attr_num_exprs(attr), "no such expression");
  return ((const uintptr_t *)(map_payload(attr) + 1))[i];
}

IrAttr ir_attr_affine_map(IrContext *ctx, uint32_t num_dims, uint32_t num_symbols,
                          const IrAffine *results, size_t n) {
  uintptr_t *cells = ir_calloc(n + 1, sizeof *cells);
  for (size_t i = 0; i < n; i++) cells[i] = (uintptr_t)results[i];
  IrAttr attr = map_attr(ctx, IR_ATTR_AFFINE_MAP, num_dims, num_symbols, cells, n);
  ir_free(cells);
  return attr;
}

IrAttr ir_attr_integer_set(IrContext *ctx, uint32_t num_dims, uint32_t num_symbols,
                           const IrAffine *constraints, const bool *equal, size_t n) {
  uintptr_t *cells = ir_calloc(n + 1, sizeof *cells);
  for (size_t i = 0; i < n; i++) cells[i] = (uintptr_t)constraints[i] | (equal[i] ? 1 : 0);
  IrAttr attr = map_attr(ctx, IR_ATTR_INTEGER_SET, num_dims, num_symbols, cells, n);
  ir_free(cells);
  return attr;
}

IrAttr ir_attr_identity_map(IrContext *ctx, uint32_t n) {
  uintptr_t *cells = ir_calloc((size_t)n + 1, sizeof *cells);
  for (uint32_t i = 0; i < n; i++) cells[i] = (uintptr_t)ir_affine_dim(ctx, i);
  IrAttr attr = map_attr(ctx, IR_ATTR_AFFINE_MAP, n, 0, cells, n);
  ir_free(cells);
  return attr;
}

bool ir_attr_map_is_identity(IrAttr map) {
  return map == ir_attr_identity_map(ir_attr_context(map), ir_attr_num_dims(map));
}

static void add_to(int64_t *sum, int64_t term) {
  if (*sum == IR_DYNAMIC || term == IR_DYNAMIC || __builtin_add_overflow(*sum, term, sum))
    *sum = IR_DYNAMIC;
}

// Adds `factor` times `expr` to strides and offset; an unknown factor is IR_DYNAMIC.
static bool add_linear(IrAffine expr, int64_t factor, int64_t *strides, int64_t *offset) {
  int64_t c;
  if (is_constant(expr, &c)) {
    bool known = factor != IR_DYNAMIC && !__builtin_mul_overflow(c, factor, &c);
    add_to(offset, known || c == 0 ? c : IR_DYNAMIC);
    return true;
  }
  switch (ir_affine_kind(expr)) {
  case IR_AFFINE_DIM:
    add_to(&strides[ir_affine_value(expr)], factor);
    return true;
  case IR_AFFINE_ADD:
    return add_linear(ir_affine_lhs(expr), factor, strides, offset) &&
           add_linear(ir_affine_rhs(expr), factor, strides, offset);
  case IR_AFFINE_MUL:
    if (ir_affine_is_symbolic(expr)) break;
    bool known = is_constant(ir_affine_rhs(expr), &c) && factor != IR_DYNAMIC &&
                 !__builtin_mul_overflow(c, factor, &c);
    return add_linear(ir_affine_lhs(expr), known ? c : IR_DYNAMIC, strides, offset);
  default:
    break;
  }
  if (!ir_affine_is_symbolic(expr)) return false;
  *offset = IR_DYNAMIC;
  return true;
}

bool ir_attr_map_strides(IrAttr map, int64_t *strides, int64_t *offset) {
  if (ir_attr_num_exprs(map) != 1) return false;
  for (uint32_t i = 0; i < ir_attr_num_dims(map); i++) strides[i] = 0;
  *offset = 0;
  return add_linear(ir_attr_expr(map, 0), 1, strides, offset);
}

uint32_t ir_attr_num_dims(IrAttr map_or_set) {
  return map_payload(map_or_set)->num_dims;
}

uint32_t ir_attr_num_symbols(IrAttr map_or_set) {
  return map_payload(map_or_set)->num_symbols;
}

size_t ir_attr_num_exprs(IrAttr map_or_set) {
  (void)map_payload(map_or_set);
  return (map_or_set->base.bytes - sizeof(MapPayload)) / sizeof(uintptr_t);
}

IrAffine ir_attr_expr(IrAttr map_or_set, size_t i) {
  return (IrAffine)(map_cell(map_or_set, i) & ~(uintptr_t)1);
}

bool ir_attr_is_equality(IrAttr set, size_t i) {
  return map_cell(set, i) & 1;
}
