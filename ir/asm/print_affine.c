// Affine maps and sets as text, with names d0, d1, ... and s0, s1, ...  A summand that is negative
// prints with a minus: d0 - d1 * 3 - 4.
#include "ir/asm/printer_impl.h"
#include "ir/core/affine.h"

static bool is_constant(IrAffine expr, int64_t *value) {
  bool constant = ir_affine_kind(expr) == IR_AFFINE_CONSTANT;
  *value = constant ? ir_affine_value(expr) : 0;
  return constant;
}

static void print_expr(IrStream *out, IrAffine expr, bool tight);

// ` - x` for x * -1, ` - x * 3` for x * -3, ` - 3` for -3.
static bool print_negative(IrStream *out, IrAffine expr) {
  int64_t c;
  if (is_constant(expr, &c)) {
    if (c >= 0 || c == INT64_MIN) return false; // whose magnitude would not read back
    ir_write_cstr(out, " - ");
    ir_write_uint(out, 0 - (uint64_t)c);
    return true;
  }
  if (ir_affine_kind(expr) != IR_AFFINE_MUL || !is_constant(ir_affine_rhs(expr), &c) || c >= 0 ||
      c == INT64_MIN)
    return false;
  IrAffine x = ir_affine_lhs(expr);
  ir_write_cstr(out, " - ");
  print_expr(out, x, c != -1 || ir_affine_kind(x) == IR_AFFINE_ADD);
  if (c != -1) ir_write_cstr(out, " * ");
  if (c != -1) ir_write_uint(out, 0 - (uint64_t)c);
  return true;
}

static void print_sum(IrStream *out, IrAffine expr, bool tight) {
  if (tight) ir_write_char(out, '(');
  print_expr(out, ir_affine_lhs(expr), false);
  if (!print_negative(out, ir_affine_rhs(expr))) {
    ir_write_cstr(out, " + ");
    print_expr(out, ir_affine_rhs(expr), false);
  }
  if (tight) ir_write_char(out, ')');
}

static void print_product(IrStream *out, IrAffine expr, bool tight) {
  static const char *const spelling[] = {[IR_AFFINE_MUL] = " * ",
                                         [IR_AFFINE_MOD] = " mod ",
                                         [IR_AFFINE_FLOORDIV] = " floordiv ",
                                         [IR_AFFINE_CEILDIV] = " ceildiv "};
  IrAffineKind kind = ir_affine_kind(expr);
  int64_t c;
  if (tight) ir_write_char(out, '(');
  bool minus = kind == IR_AFFINE_MUL && is_constant(ir_affine_rhs(expr), &c) && c == -1;
  if (minus) ir_write_char(out, '-');
  print_expr(out, ir_affine_lhs(expr), true);
  if (!minus) ir_write_cstr(out, spelling[kind]);
  if (!minus) print_expr(out, ir_affine_rhs(expr), true);
  if (tight) ir_write_char(out, ')');
}

// `tight`: something binds at least as strongly around it.
static void print_expr(IrStream *out, IrAffine expr, bool tight) {
  switch (ir_affine_kind(expr)) {
  case IR_AFFINE_CONSTANT:
    ir_write_int(out, ir_affine_value(expr));
    break;
  case IR_AFFINE_DIM:
  case IR_AFFINE_SYMBOL:
    ir_write_char(out, ir_affine_kind(expr) == IR_AFFINE_DIM ? 'd' : 's');
    ir_write_int(out, ir_affine_value(expr));
    break;
  case IR_AFFINE_ADD:
    print_sum(out, expr, tight);
    break;
  default:
    print_product(out, expr, tight);
    break;
  }
}

static void print_names(IrStream *out, char letter, uint32_t n, const char *brackets) {
  ir_write_char(out, brackets[0]);
  for (uint32_t i = 0; i < n; i++) {
    if (i) ir_write_cstr(out, ", ");
    ir_write_char(out, letter);
    ir_write_uint(out, i);
  }
  ir_write_char(out, brackets[1]);
}

static void print_inner(IrStream *out, IrAttr attr, bool set) {
  print_names(out, 'd', ir_attr_num_dims(attr), "()");
  if (ir_attr_num_symbols(attr)) print_names(out, 's', ir_attr_num_symbols(attr), "[]");
  ir_write_cstr(out, set ? " : (" : " -> (");
  for (size_t i = 0, n = ir_attr_num_exprs(attr); i < n; i++) {
    if (i) ir_write_cstr(out, ", ");
    print_expr(out, ir_attr_expr(attr, i), false);
    if (set) ir_write_cstr(out, ir_attr_is_equality(attr, i) ? " == 0" : " >= 0");
  }
  ir_write_cstr(out, ")");
}

void ir_print_affine(IrPrinter *p, IrAttr attr) {
  bool set = ir_attr_kind(attr) == IR_ATTR_INTEGER_SET;
  ir_write_cstr(p->out, set ? "affine_set<" : "affine_map<");
  print_inner(p->out, attr, set);
  ir_write_cstr(p->out, ">");
}

void ir_printer_affine_map(IrPrinter *p, IrAttr map) {
  print_inner(p->out, map, false);
}
