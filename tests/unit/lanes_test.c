// Lanes that go different ways, against each of them alone: random functions run once in 32 lanes,
// and 32 times in one.  Whatever the graph looks like, the results are the same.
#include "tests/unit/unit.h"

#include "dialects/registry.h"
#include "ir/asm/parser.h"
#include "ir/interp/interp.h"
#include "ir/verify/verify.h"

enum { LANES = 32 };

// ---- Random functions. ----

typedef struct Random {
  uint64_t state;
} Random;

static uint32_t below(Random *r, uint32_t n) {
  r->state = r->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t)(r->state >> 33) % n;
}

// Code that changes %NAMEx into %NAMEy, with loops and choices of its own while `depth` is left.
// Names begin with the number of the piece.
typedef struct Writer {
  Random random;
  IrStream *out;
  unsigned next;
} Writer;

static unsigned write_value(Writer *w, unsigned x, unsigned depth);

static unsigned write_arith(Writer *w, unsigned x) {
  static const char *const ops[] = {"addi", "xori", "muli", "subi"};
  unsigned y = w->next++;
  ir_print(w->out, "  %k{} = arith.constant {} : i32\n", y, 1 + 2 * below(&w->random, 50));
  ir_print(w->out, "  %v{} = arith.{} %v{}, %k{} : i32\n", y, ops[below(&w->random, 4)], x, y);
  return y;
}

// A bit of %vX as %bB.
static unsigned write_bit(Writer *w, unsigned x) {
  unsigned b = w->next++;
  ir_print(w->out, "  %s{} = arith.constant {} : i32\n", b, below(&w->random, 6));
  ir_print(w->out, "  %t{} = arith.shrui %v{}, %s{} : i32\n", b, x, b);
  ir_print(w->out, "  %b{} = arith.trunci %t{} : i32 to i1\n", b, b);
  return b;
}

static unsigned write_if(Writer *w, unsigned x, unsigned depth) {
  unsigned b = write_bit(w, x), y = w->next++;
  ir_print(w->out, "  %v{} = scf.if %b{} -> i32 {{\n", y, b);
  ir_print(w->out, "  scf.yield %v{} : i32\n  } else {{\n", write_value(w, x, depth - 1));
  ir_print(w->out, "  scf.yield %v{} : i32\n  }\n", write_value(w, x, depth - 1));
  return y;
}

// 0 to 7 iterations, as the value says.
static unsigned write_for(Writer *w, unsigned x, unsigned depth) {
  unsigned y = w->next++, carried = w->next++, end;
  ir_print(
      w->out,
      "  %n{} = arith.andi %v{}, %seven : i32\n"
      "  %v{} = scf.for %i{} = %zero to %n{} step %one iter_args(%v{} = %v{}) -> i32 : i32 {{\n",
      y, x, y, y, y, carried, x);
  end = write_value(w, carried, depth - 1);
  ir_print(w->out, "  %w{} = arith.addi %v{}, %i{} : i32\n  scf.yield %w{} : i32\n  }\n", y, end, y,
           y);
  return y;
}

static unsigned write_value(Writer *w, unsigned x, unsigned depth) {
  x = write_arith(w, x);
  if (depth == 0) return x;
  switch (below(&w->random, 4)) {
  case 0:
    return x;
  case 1:
    return write_for(w, x, depth);
  default:
    return write_if(w, x, depth);
  }
}

// A graph of blocks that branch anywhere, with fuel so that it ends, and two ways out.
static void write_blocks(Writer *w) {
  unsigned n = 2 + below(&w->random, 7);
  ir_print(w->out, "  cf.br ^b0(%x, %fuel : i32, i32)\n");
  for (unsigned i = 0; i < n; i++) {
    unsigned x = w->next++, y, b;
    ir_print(w->out, "^b{}(%v{}: i32, %f{}: i32):\n", i, x, i);
    y = write_value(w, x, below(&w->random, 2));
    ir_print(w->out,
             "  %g{} = arith.subi %f{}, %one : i32\n  %e{} = arith.cmpi sle, %g{}, %zero : i32\n",
             i, i, i, i);
    ir_print(w->out, "  cf.cond_br %e{}, ^{}(%v{} : i32), ^c{}\n^c{}:\n", i,
             below(&w->random, 2) ? "out" : "end", y, i, i);
    b = write_bit(w, y);
    ir_print(w->out, "  cf.cond_br %b{}, ^b{}(%v{}, %g{} : i32, i32), ", b, below(&w->random, n), y,
             i);
    if (below(&w->random, 4) == 0)
      ir_print(w->out, "^end(%v{} : i32)\n", y);
    else
      ir_print(w->out, "^b{}(%v{}, %g{} : i32, i32)\n", below(&w->random, n), x, i);
  }
  ir_print(w->out, "^out(%o: i32):\n  return %o : i32\n"
                   "^end(%e: i32):\n  %r = arith.xori %e, %seven : i32\n  return %r : i32\n");
}

static void write_function(uint64_t seed, IrStream *out) {
  Writer w = {{seed * 77777 + 1}, out, 0};
  ir_print(out, "func.func @f(%x: i32) -> i32 {{\n"
                "  %zero = arith.constant 0 : i32\n  %one = arith.constant 1 : i32\n"
                "  %seven = arith.constant 7 : i32\n  %fuel = arith.constant 12 : i32\n");
  write_blocks(&w);
  ir_print(out, "}\n");
}

// ---- Running. ----

static int64_t input(uint64_t seed, int64_t lane) {
  Random r = {seed * 1000 + (uint64_t)lane};
  return below(&r, 1000);
}

// Runs lanes `first` and on, as many as there are, `slice` ops at a time.
static void run(IrOp *function, uint64_t seed, uint32_t lanes, int64_t first, uint64_t slice,
                int64_t *results) {
  IrInterp *interp = ir_interp_create(function, lanes);
  IrBlock *entry = ir_region_first(ir_op_region(function, 0));
  ir_interp_start(interp, 0);
  for (int64_t lane = 0; lane < lanes; lane++)
    ir_cell_set_int(ir_interp_define(interp, ir_block_arg(entry, 0)), lane,
                    input(seed, first + lane));
  ir_interp_set_slice(interp, slice);
  IrRunState state;
  do state = ir_interp_run(interp, 0);
  while (state == IR_RUN_PAUSED);
  assert_int_equal(state, IR_RUN_DONE);
  for (int64_t lane = 0; lane < lanes; lane++)
    results[lane] = ir_cell_int(ir_interp_result(interp, 0), lane);
  ir_interp_destroy(interp);
}

static void check_seed(IrContext *ctx, uint64_t seed) {
  IrStream text = {0};
  write_function(seed, &text);
  IrLoc start = ir_source_add(ctx, IR_STR("random.mlir"), ir_stream_str(&text), false);
  IrOp *module = ir_parse_module(ctx, start, NULL);
  if (!module || ir_verify(module) != IR_OK) fail_msg("%s", ir_stream_cstr(&text));
  IrOp *function = ir_symbol_lookup(module, IR_STR("f"));
  int64_t together[LANES], alone;
  run(function, seed, LANES, 0, seed % 4, together);
  for (int64_t lane = 0; lane < LANES; lane++) {
    run(function, seed, 1, lane, 0, &alone);
    if (alone == together[lane]) continue;
    fail_msg("seed %d, lane %d: %lld alone, %lld together\n%s", (int)seed, (int)lane,
             (long long)alone, (long long)together[lane], ir_stream_cstr(&text));
  }
  ir_op_destroy(module);
  ir_stream_free(&text);
}

static void test_random_functions(void **state) {
  (void)state;
  IrContext *ctx = ir_context_create();
  assert_int_equal(tegula_register_dialects(ctx), IR_OK);
  for (uint64_t seed = 1; seed <= 300; seed++) check_seed(ctx, seed);
  ir_context_destroy(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_functions)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
