// Each interface as our own dialects answer it.
#include "dialects/mem/mem.h"
#include "dialects/registry.h"
#include "ir/asm/parser.h"
#include "ir/interfaces/branch.h"
#include "ir/interfaces/call.h"
#include "ir/interfaces/cast.h"
#include "ir/interfaces/data_layout.h"
#include "ir/interfaces/effects.h"
#include "ir/interfaces/infer.h"
#include "ir/interfaces/inline.h"
#include "ir/interfaces/loop.h"
#include "ir/interfaces/region_branch.h"
#include "ir/verify/verify.h"
#include "tests/unit/unit.h"

#include <stdlib.h>

static const char text[] = "func.func private @callee(i32) -> i32 attributes {no_inline}\n"
                           "func.func @f(%c: i1, %x: i32, %m: memref<4xf32>) -> i32 {\n"
                           "  %lo = arith.constant 2 : index\n"
                           "  %hi = arith.constant 13 : index\n"
                           "  %st = arith.constant 3 : index\n"
                           "  %r = scf.for %i = %lo to %hi step %st iter_args(%a = %x) -> (i32) {\n"
                           "    %v = memref.load %m[%i] : memref<4xf32>\n"
                           "    memref.store %v, %m[%lo] : memref<4xf32>\n"
                           "    scf.yield %a : i32\n"
                           "  }\n"
                           "  %w = scf.while (%b = %x) : (i32) -> i32 {\n"
                           "    scf.condition(%c) %b : i32\n"
                           "  } do {\n"
                           "  ^bb0(%d: i32):\n"
                           "    scf.yield %d : i32\n"
                           "  }\n"
                           "  %o = scf.if %c -> (i32) {\n"
                           "    scf.yield %r : i32\n"
                           "  } else {\n"
                           "    scf.yield %w : i32\n"
                           "  }\n"
                           "  %call = func.call @callee(%o) : (i32) -> i32\n"
                           "  %p = memref.alloc() : memref<4xf32>\n"
                           "  memref.dealloc %p : memref<4xf32>\n"
                           "  cf.cond_br %c, ^a(%x : i32), ^b(%call, %o : i32, i32)\n"
                           "^a(%e: i32):\n"
                           "  return %e : i32\n"
                           "^b(%g: i32, %h: i32):\n"
                           "  return %h : i32\n"
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
  assert_int_equal(ir_verify(f->module), IR_OK);
  *state = f;
  return 0;
}

static int tear_down(void **state) {
  ir_context_destroy(((Fixture *)*state)->ctx);
  free(*state);
  return 0;
}

typedef struct Search {
  const char *name;
  IrOp *found;
} Search;

static IrStatus search(IrOp *op, void *user) {
  Search *s = user;
  if (!s->found && ir_str_is(ir_op_name(op), s->name)) s->found = op;
  return IR_OK;
}

// The first op of that name.
static IrOp *find(void **state, const char *name) {
  Search s = {name, NULL};
  assert_int_equal(ir_walk_pre(((Fixture *)*state)->module, search, &s), IR_OK);
  assert_non_null(s.found);
  return s.found;
}

static void effects(void **state) {
  IrOp *load = find(state, "memref.load"), *store = find(state, "memref.store");
  IrOp *alloc = find(state, "memref.alloc"), *loop = find(state, "scf.for");
  IrValue *m = ir_op_operand(load, 0);
  IrEffects list = {0};
  ir_op_effects(store, &list);
  assert_int_equal(list.n, 1);
  assert_int_equal(list.at[0].kind, IR_EFFECT_WRITE);
  assert_ptr_equal(list.at[0].value, m);
  assert_ptr_equal(list.at[0].resource, &ir_memory);
  ir_effects_free(&list);
  assert_int_equal(ir_op_effect_kinds(load), IR_EFFECT_READ);
  assert_int_equal(ir_op_effect_kinds(alloc), IR_EFFECT_ALLOCATE);
  assert_int_equal(ir_op_effect_kinds(find(state, "memref.dealloc")), IR_EFFECT_FREE);
  assert_int_equal(ir_op_effect_kinds(find(state, "arith.constant")), 0);
  assert_int_equal(ir_op_effect_kinds(find(state, "func.call")), IR_EFFECT_UNKNOWN);
  assert_int_equal(ir_op_effect_kinds(loop), 0);
  assert_int_equal(ir_op_effect_kinds_nested(loop), IR_EFFECT_READ | IR_EFFECT_WRITE);
  assert_true(ir_op_may_write(store, m, &ir_memory));
  assert_false(ir_op_may_write(store, m, &mem_shared));
  assert_false(ir_op_may_write(load, NULL, NULL));
  assert_true(ir_op_may_write(find(state, "func.call"), m, &mem_shared));
}

static void branches(void **state) {
  IrOp *br = find(state, "cf.cond_br");
  assert_int_equal(ir_branch_operands(br, 0).n, 1);
  assert_int_equal(ir_branch_operands(br, 1).n, 2);
  IrContext *ctx = ir_op_context(br);
  IrAttr constants[4] = {ir_attr_bool(ctx, false)};
  assert_int_equal(ir_branch_taken(br, constants), 1);
  constants[0] = NULL;
  assert_int_equal(ir_branch_taken(br, constants), SIZE_MAX);
  assert_null(ir_branch_argument(br, 0)); // the condition goes nowhere
  assert_ptr_equal(ir_branch_argument(br, 3), ir_block_arg(ir_op_successor(br, 1), 1));
}

static void region_branches(void **state) {
  size_t to[IR_MAX_POINTS];
  IrOp *loop = find(state, "scf.for"), *cond = find(state, "scf.if");
  assert_int_equal(ir_region_branch_targets(loop, 0, to), 2);
  assert_int_equal(ir_region_branch_inputs(loop, 0).first, 1); // behind the counter
  assert_ptr_equal(ir_region_branch_operands(loop, loop, 0).at[0], ir_op_operand(loop, 3));
  assert_ptr_equal(ir_region_branch_input(loop, IR_PARENT, 0), ir_op_result(loop, 0));
  assert_true(ir_region_branch_repeats(loop, 0));
  assert_int_equal(ir_region_branch_targets(cond, IR_PARENT, to), 2);
  assert_false(ir_region_branch_repeats(cond, 0));
  IrOp *repeat = find(state, "scf.while"), *condition = find(state, "scf.condition");
  assert_int_equal(ir_region_branch_targets(repeat, 0, to), 2);
  assert_int_equal(ir_region_branch_operands(repeat, condition, 1).n, 1); // without the condition
  assert_true(ir_region_branch_repeats(repeat, 1));
  assert_false(ir_op_is_region_branch(find(state, "arith.constant")));
}

static void loops(void **state) {
  IrOp *loop = find(state, "scf.for"), *load = find(state, "memref.load");
  IrLoopBounds bounds;
  uint64_t trips;
  assert_true(ir_op_is_loop(loop));
  assert_true(ir_loop_bounds(loop, &bounds));
  assert_ptr_equal(bounds.upper.value, ir_op_operand(loop, 1));
  assert_true(ir_loop_trip_count(loop, &trips));
  assert_int_equal(trips, 4); // 2, 5, 8, 11
  assert_ptr_equal(ir_loop_induction(loop), ir_op_operand(load, 1));
  assert_false(ir_loop_is_outside(loop, ir_op_result(load, 0)));
  assert_true(ir_loop_is_outside(loop, ir_op_operand(load, 0)));
  ir_loop_hoist(loop, load); // not legal here; where it goes is what is asked
  assert_ptr_equal(ir_op_next(load), loop);
  assert_false(ir_loop_trip_count(find(state, "scf.while"), &trips));
}

static void calls(void **state) {
  IrOp *call = find(state, "func.call"), *callee = find(state, "func.func");
  assert_true(ir_op_is_call(call));
  assert_int_equal(ir_call_arguments(call).n, 1);
  assert_ptr_equal(ir_call_target(call), callee);
  assert_null(ir_callable_body(callee)); // a declaration
  assert_int_equal(ir_type_num_results(ir_callable_type(callee)), 1);
  assert_false(ir_inline_call_is_legal(call, callee)); // no_inline
  IrOp *load = find(state, "memref.load");
  assert_true(ir_inline_op_is_legal(load, ir_op_region(find(state, "scf.if"), 0)));
  assert_false(ir_inline_op_is_legal(callee, ir_op_region(callee, 0)));
  assert_int_equal(ir_inline_results(find(state, "func.return")).n, 1);
}

static void inference_and_casts(void **state) {
  IrOp *load = find(state, "memref.load");
  assert_true(ir_op_info_infers(ir_op_info(load)));
  assert_true(ir_op_types_agree(load));
  ir_value_set_type(ir_op_result(load, 0), ir_type_i32(ir_op_context(load)));
  assert_false(ir_op_types_agree(load));
  assert_false(ir_op_is_cast(load));
}

static void data_layouts(void **state) {
  IrContext *ctx = ((Fixture *)*state)->ctx;
  IrOp *module = ((Fixture *)*state)->module;
  static const struct {
    const char *type;
    uint64_t bits, align;
  } cases[] = {{"i1", 8, 1},
               {"i32", 32, 4},
               {"f16", 16, 2},
               {"index", 64, 8},
               {"vector<4xf32>", 128, 16},
               {"memref<3x5xf16>", 240, 2},
               {"!mem.buffer<8x64xf16, shared>", 8192, 16}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    IrDataLayout layout;
    IrType type = ir_parse_type_text(ctx, ir_str(cases[i].type));
    assert_true(ir_type_data_layout(type, module, &layout));
    assert_int_equal(layout.bits, cases[i].bits);
    assert_int_equal(layout.align, cases[i].align);
  }
  IrDataLayout layout;
  assert_false(ir_type_data_layout(ir_type_none(ctx), module, &layout));
  assert_false(
      ir_type_data_layout(ir_parse_type_text(ctx, IR_STR("memref<?xf16>")), NULL, &layout));
  ir_op_set_attr(module, "builtin.data_layout",
                 ir_parse_attr_text(ctx, IR_STR("{index = 32 : i64}")));
  assert_int_equal(ir_index_bits(find(state, "scf.for")), 32);
  assert_int_equal(ir_index_bits(NULL), 64);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(effects),      TEST(branches), TEST(region_branches),
      TEST(loops),        TEST(calls),    TEST(inference_and_casts),
      TEST(data_layouts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
