// Rules of integer ranges against every pair of ranges and every pair of numbers in them.
#include "dialects/arith/arith.h"
#include "dialects/registry.h"
#include "ir/asm/parser.h"
#include "ir/interfaces/int_range.h"
#include "tests/unit/unit.h"

#include <stdlib.h>

enum { WIDTH = 3, COUNT = 1 << WIDTH };

static const char text[] = "func.func @f(%a: i3, %b: i3, %w: i5) {\n"
                           "  %0 = arith.addi %a, %b : i3\n"
                           "  %1 = arith.subi %a, %b : i3\n"
                           "  %2 = arith.muli %a, %b : i3\n"
                           "  %3 = arith.divsi %a, %b : i3\n"
                           "  %4 = arith.divui %a, %b : i3\n"
                           "  %5 = arith.ceildivsi %a, %b : i3\n"
                           "  %6 = arith.ceildivui %a, %b : i3\n"
                           "  %7 = arith.floordivsi %a, %b : i3\n"
                           "  %8 = arith.remsi %a, %b : i3\n"
                           "  %9 = arith.remui %a, %b : i3\n"
                           "  %10 = arith.andi %a, %b : i3\n"
                           "  %11 = arith.ori %a, %b : i3\n"
                           "  %12 = arith.xori %a, %b : i3\n"
                           "  %13 = arith.shli %a, %b : i3\n"
                           "  %14 = arith.shrsi %a, %b : i3\n"
                           "  %15 = arith.shrui %a, %b : i3\n"
                           "  %16 = arith.minsi %a, %b : i3\n"
                           "  %17 = arith.maxsi %a, %b : i3\n"
                           "  %18 = arith.minui %a, %b : i3\n"
                           "  %19 = arith.maxui %a, %b : i3\n"
                           "  %20 = arith.cmpi eq, %a, %b : i3\n"
                           "  %21 = arith.cmpi ne, %a, %b : i3\n"
                           "  %22 = arith.cmpi slt, %a, %b : i3\n"
                           "  %23 = arith.cmpi sle, %a, %b : i3\n"
                           "  %24 = arith.cmpi sgt, %a, %b : i3\n"
                           "  %25 = arith.cmpi sge, %a, %b : i3\n"
                           "  %26 = arith.cmpi ult, %a, %b : i3\n"
                           "  %27 = arith.cmpi ule, %a, %b : i3\n"
                           "  %28 = arith.cmpi ugt, %a, %b : i3\n"
                           "  %29 = arith.cmpi uge, %a, %b : i3\n"
                           "  %30:2 = arith.addui_extended %a, %b : i3, i1\n"
                           "  %31:2 = arith.mulsi_extended %a, %b : i3\n"
                           "  %32:2 = arith.mului_extended %a, %b : i3\n"
                           "  %33 = arith.addi %a, %b overflow<nsw> : i3\n"
                           "  %34 = arith.addi %a, %b overflow<nuw> : i3\n"
                           "  %35 = arith.subi %a, %b overflow<nsw, nuw> : i3\n"
                           "  %36 = arith.muli %a, %b overflow<nsw, nuw> : i3\n"
                           "  %37 = arith.shli %a, %b overflow<nsw, nuw> : i3\n"
                           "  return\n"
                           "}\n";

typedef struct Fixture {
  IrContext *ctx;
  IrOp *module;
} Fixture;

static int set_up(void **state) {
  Fixture *f = calloc(1, sizeof *f);
  f->ctx = ir_context_create();
  assert_int_equal(tegula_register_dialects(f->ctx), IR_OK);
  IrLoc start = ir_source_add(f->ctx, IR_STR("test"), ir_str(text), true);
  f->module = ir_parse_module(f->ctx, start, NULL);
  assert_non_null(f->module);
  *state = f;
  return 0;
}

static int tear_down(void **state) {
  Fixture *f = *state;
  ir_op_destroy(f->module);
  ir_context_destroy(f->ctx);
  free(f);
  return 0;
}

static int64_t as_signed(int64_t bits, uint32_t width) {
  bits &= (INT64_C(1) << width) - 1;
  return bits >> (width - 1) ? bits - (INT64_C(1) << width) : bits;
}

static bool holds(IrIntRange r, int64_t number) {
  int64_t s = as_signed(number, r.width);
  uint64_t u = (uint64_t)number & ir_int_range_umax(r.width);
  return r.smin <= s && s <= r.smax && r.umin <= u && u <= r.umax;
}

// By the op's own fold on constants, which tests of the interpreter and of mlir-opt check; false
// when the result is undefined.
static bool evaluate(IrOp *op, int64_t a, int64_t b, int64_t *low, int64_t *high) {
  IrType type = ir_value_type(ir_op_operand(op, 0));
  IrAttr in[] = {ir_attr_integer(type, as_signed(a, WIDTH)),
                 ir_attr_integer(type, as_signed(b, WIDTH))};
  IrFolded out[2] = {{0}};
  IrFoldFn fold = ir_op_def(op)->fold;
  if (fold(op, in, out) != IR_FOLD_VALUES || !out[0].attr) return false;
  *low = ir_attr_int(out[0].attr);
  *high = out[1].attr ? ir_attr_int(out[1].attr) : 0;
  return true;
}

// Whether a flag of the op says that this does not happen.
static bool is_promised_away(IrOp *op, int64_t a, int64_t b, int64_t result) {
  IrAttr attr = ir_op_attr(op, "overflowFlags");
  unsigned flags = arith_overflow_flags(attr);
  int64_t sa = as_signed(a, WIDTH), sb = as_signed(b, WIDTH), s, u;
  if (IS(op, arith_addi))
    s = sa + sb, u = a + b;
  else if (IS(op, arith_subi))
    s = sa - sb, u = a - b;
  else if (IS(op, arith_muli))
    s = sa * sb, u = a * b;
  else if (IS(op, arith_shli))
    s = sa * (INT64_C(1) << b), u = a << b;
  else
    return false;
  bool wraps_s = s != as_signed(result, WIDTH), wraps_u = u != (result & (COUNT - 1));
  return ((flags & ARITH_NSW) && wraps_s) || ((flags & ARITH_NUW) && wraps_u);
}

typedef struct Table {
  bool defined[COUNT][COUNT];
  int64_t low[COUNT][COUNT], high[COUNT][COUNT];
} Table;

static void fill(IrOp *op, Table *t) {
  for (int64_t a = 0; a < COUNT; a++)
    for (int64_t b = 0; b < COUNT; b++) {
      bool known = evaluate(op, a, b, &t->low[a][b], &t->high[a][b]);
      t->defined[a][b] = known && !is_promised_away(op, a, b, t->low[a][b]);
    }
}

static void check(IrOp *op, const Table *t, IrIntRange a, IrIntRange b) {
  IrIntRange in[] = {a, b}, out[2] = {{0}};
  size_t n = ir_op_num_results(op);
  for (size_t i = 0; i < n; i++)
    out[i] = ir_int_range_full(ir_int_range_width(ir_value_type(ir_op_result(op, i))));
  ir_op_int_range(op, in, out);
  for (int64_t x = 0; x < COUNT; x++)
    for (int64_t y = 0; holds(a, x) && y < COUNT; y++) {
      if (!holds(b, y) || !t->defined[x][y]) continue;
      assert_true(holds(out[0], t->low[x][y]));
      if (n > 1) assert_true(holds(out[1], t->high[x][y]));
    }
}

// All ranges of the width that one pair of signed or of unsigned bounds gives.
static size_t all_ranges(IrIntRange *ranges) {
  size_t n = 0;
  for (int64_t low = 0; low < COUNT; low++)
    for (int64_t high = low; high < COUNT; high++) {
      ranges[n++] = ir_int_range_unsigned((uint64_t)low, (uint64_t)high, WIDTH);
      ranges[n++] = ir_int_range_signed(low - COUNT / 2, high - COUNT / 2, WIDTH);
    }
  return n;
}

static void rules_hold(void **state) {
  Fixture *f = *state;
  IrIntRange ranges[COUNT * (COUNT + 1)];
  size_t n = all_ranges(ranges), checked = 0;
  IrOp *func = ir_block_first(ir_module_body(f->module));
  IR_FOR_OPS(op, ir_region_first(ir_op_region(func, 0))) {
    if (!ir_op_has_int_range(op)) continue;
    Table t;
    fill(op, &t);
    for (size_t i = 0; i < n; i++)
      for (size_t k = 0; k < n; k++) check(op, &t, ranges[i], ranges[k]);
    checked++;
  }
  assert_int_equal(checked, 38);
}

static void constants_are_exact(void **state) {
  Fixture *f = *state;
  IrOp *func = ir_block_first(ir_module_body(f->module));
  IR_FOR_OPS(op, ir_region_first(ir_op_region(func, 0))) {
    if (!ir_op_has_int_range(op) || ir_op_num_results(op) != 1) continue;
    Table t;
    fill(op, &t);
    for (int64_t a = 0; a < COUNT; a++)
      for (int64_t b = 0; b < COUNT; b++) {
        if (!t.defined[a][b]) continue;
        IrIntRange in[] = {ir_int_range_constant(a, WIDTH), ir_int_range_constant(b, WIDTH)};
        IrIntRange out = ir_int_range_full(ir_int_range_width(ir_value_type(ir_op_result(op, 0))));
        int64_t number;
        ir_op_int_range(op, in, &out);
        bool wraps = IS(op, arith_addi) || IS(op, arith_subi) || IS(op, arith_muli) ||
                     IS(op, arith_shli); // bounds that leave the type are given up
        if (!ir_int_range_is_constant(out, &number)) {
          assert_true(wraps);
          continue;
        }
        assert_int_equal(number, as_signed(t.low[a][b], out.width));
      }
  }
}

static void sets_of_ranges(void **state) {
  (void)state;
  IrIntRange ranges[COUNT * (COUNT + 1)];
  size_t n = all_ranges(ranges);
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < n; k++) {
      IrIntRange both = ir_int_range_union(ranges[i], ranges[k]);
      IrIntRange common = ir_int_range_intersect(ranges[i], ranges[k]);
      for (int64_t x = 0; x < COUNT; x++) {
        bool in_a = holds(ranges[i], x), in_b = holds(ranges[k], x);
        if (in_a || in_b) assert_true(holds(both, x));
        if (in_a && in_b) assert_true(holds(common, x));
      }
    }
  assert_int_equal(ir_int_range_union((IrIntRange){0}, ranges[3]).smin, ranges[3].smin);
  IrIntRange top = ir_int_range_full(64);
  assert_true(top.smin == INT64_MIN && top.smax == INT64_MAX && top.umax == UINT64_MAX);
  assert_true(ir_int_range_full(1).smin == -1 && ir_int_range_full(1).umax == 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rules_hold),
      cmocka_unit_test(constants_are_exact),
      cmocka_unit_test(sets_of_ranges),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
