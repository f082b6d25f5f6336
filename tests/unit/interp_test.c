// The interpreter and the CPU machine from C: element conversions against the slow exact ones,
// suspension, lanes, kernels against references in f64, and memory errors.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>
#include <math.h>

#include "dialects/registry.h"
#include "dialects/tile/kernel.h"
#include "ir/asm/parser.h"
#include "ir/interp/fma.h"
#include "ir/interp/interp.h"
#include "ir/verify/verify.h"
#include "targets/cpu/reference.h"
#include "targets/cpu/run.h"

// ---- A context with all dialects, whose diagnostics are collected. ----

typedef struct Fixture {
  IrContext *ctx;
  IrStream messages;
  IrOp *module;
} Fixture;

static bool collect(void *user, IrContext *ctx, const IrDiag *diag) {
  Fixture *fixture = user;
  (void)ctx;
  ir_print(&fixture->messages, "{}\n", diag->message);
  return true;
}

static void fixture_begin(Fixture *fixture, const char *text) {
  *fixture = (Fixture){.ctx = ir_context_create()};
  assert_int_equal(tegula_register_dialects(fixture->ctx), IR_OK);
  ir_diag_push_handler(fixture->ctx, collect, fixture);
  if (!text) return;
  IrLoc start = ir_source_add(fixture->ctx, IR_STR("test.mlir"), ir_str(text), false);
  fixture->module = ir_parse_module(fixture->ctx, start, NULL);
  if (!fixture->module || ir_verify(fixture->module) != IR_OK)
    fail_msg("%s", ir_stream_cstr(&fixture->messages));
}

static void fixture_end(Fixture *fixture) {
  if (fixture->module) ir_op_destroy(fixture->module);
  ir_context_destroy(fixture->ctx);
  ir_stream_free(&fixture->messages);
}

static IrOp *symbol(Fixture *fixture, const char *name) {
  IrOp *op = ir_symbol_lookup(fixture->module, ir_str(name));
  assert_non_null(op);
  return op;
}

static void assert_message(Fixture *fixture, const char *part) {
  const char *all = ir_stream_cstr(&fixture->messages);
  if (!strstr(all, part)) fail_msg("expected '%s' in:\n%s", part, all);
}

// ---- Elements. ----

static void check_decoding(IrType type, IrFloatKind kind, unsigned bits) {
  for (uint32_t i = 0; i < UINT32_C(1) << bits; i++) {
    double expected = ir_float_decode(kind, i), wide;
    float narrow;
    uint16_t storage = (uint16_t)i; // little-endian: the low byte comes first
    ir_elements_to_double(type, &storage, 1, &wide);
    ir_elements_to_float(type, &storage, 1, &narrow);
    if (isnan(expected)) {
      assert_true(isnan(wide) && isnan(narrow));
    } else {
      assert_true(wide == expected && (double)narrow == expected);
      assert_int_equal(signbit(wide) != 0, signbit(expected) != 0);
    }
  }
}

// Numbers near every place where rounding changes: halfway between neighbours and a little beside.
static void check_encoding(IrType type, IrFloatKind kind, unsigned bits) {
  for (uint32_t i = 0; i + 1 < UINT32_C(1) << bits; i++) {
    double low = ir_float_decode(kind, i), high = ir_float_decode(kind, i + 1);
    if (!isfinite(low) || !isfinite(high)) continue;
    double half = (low + high) / 2;
    double samples[] = {low, half, nextafter(half, low), nextafter(half, high)};
    for (size_t s = 0; s < 4; s++) {
      uint16_t got = 0;
      ir_elements_from_double(type, &samples[s], 1, &got);
      assert_int_equal(got, ir_float_encode(kind, samples[s]));
      float narrow = (float)samples[s];
      ir_elements_from_float(type, &narrow, 1, &got);
      assert_int_equal(got, ir_float_encode(kind, narrow));
    }
  }
}

static void test_elements(void **state) {
  (void)state;
  static const struct {
    IrFloatKind kind;
    unsigned bits;
  } kinds[] = {{IR_F16, 16}, {IR_BF16, 16}, {IR_F8E4M3FN, 8}, {IR_F8E5M2, 8}};
  Fixture fixture;
  fixture_begin(&fixture, NULL);
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    IrType type = ir_type_float(fixture.ctx, kinds[i].kind);
    check_decoding(type, kinds[i].kind, kinds[i].bits);
    check_encoding(type, kinds[i].kind, kinds[i].bits);
  }
  fixture_end(&fixture);
}

static void test_tf32(void **state) {
  (void)state;
  Fixture fixture;
  fixture_begin(&fixture, NULL);
  IrType tf32 = ir_type_float(fixture.ctx, IR_TF32);
  // 1 + 2^-11 is halfway between 1 and 1 + 2^-10.
  float in[] = {1 + 0x1p-11f, 1 + 0x1.8p-10f, 1 + 0x1.002p-11f, -3.0f}, out[4];
  ir_elements_from_float(tf32, in, 4, out);
  assert_true(out[0] == 1 && out[1] == 1 + 0x1p-9f && out[2] == 1 + 0x1p-10f && out[3] == -3);
  fixture_end(&fixture);
}

static void test_integers(void **state) {
  (void)state;
  Fixture fixture;
  fixture_begin(&fixture, NULL);
  IrType i4 = ir_type_integer(fixture.ctx, 4, IR_SIGNLESS);
  int64_t in[] = {7, 8, -9, 16}, out[4];
  int8_t storage[4];
  ir_elements_from_int(i4, in, 4, storage);
  ir_elements_to_int(i4, storage, 4, out);
  assert_int_equal(out[0], 7);
  assert_int_equal(out[1], -8);
  assert_int_equal(out[2], 7);
  assert_int_equal(out[3], 0);
  fixture_end(&fixture);
}

// ---- Products. ----

// Any split into pieces gives each element its products in order, bit for bit.
static void test_matmul(void **state) {
  (void)state;
  enum { M = 5, N = 700, K = 11 };
  static float a[M * K], b[K * N], c[M * N], expected[M * N];
  for (int i = 0; i < M * K; i++) a[i] = (float)cpu_random_normal(1, (uint64_t)i);
  for (int i = 0; i < K * N; i++) b[i] = (float)cpu_random_normal(2, (uint64_t)i);
  for (int i = 0; i < M * N; i++) c[i] = expected[i] = (float)cpu_random_normal(3, (uint64_t)i);
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < K; k++)
        expected[i * N + j] = fmaf(a[i * K + k], b[k * N + j], expected[i * N + j]);
  ir_matmul_float(M, N, K, a, b, c);
  assert_memory_equal(c, expected, sizeof c);
}

// ---- Running functions. ----

static const char *const lanes_text = "func.func @f(%a: i32, %b: i32) -> (i32, i1) {\n"
                                      "  %s = arith.addi %a, %b : i32\n"
                                      "  %c = arith.cmpi slt, %a, %b : i32\n"
                                      "  return %s, %c : i32, i1\n"
                                      "}\n";

static void test_lanes(void **state) {
  (void)state;
  Fixture fixture;
  fixture_begin(&fixture, lanes_text);
  IrOp *function = symbol(&fixture, "f");
  IrBlock *entry = ir_region_first(ir_op_region(function, 0));
  IrInterp *interp = ir_interp_create(function, 32);
  ir_interp_start(interp, 0);
  for (int64_t lane = 0; lane < 32; lane++) {
    ir_cell_set_int(ir_interp_define(interp, ir_block_arg(entry, 0)), lane, lane);
    ir_cell_set_int(ir_interp_define(interp, ir_block_arg(entry, 1)), lane, 16);
  }
  assert_int_equal(ir_interp_run(interp, 0), IR_RUN_DONE);
  for (int64_t lane = 0; lane < 32; lane++) {
    assert_int_equal(ir_cell_int(ir_interp_result(interp, 0), lane), lane + 16);
    assert_int_equal(ir_cell_int(ir_interp_result(interp, 1), lane), lane < 16);
  }
  ir_interp_destroy(interp);
  fixture_end(&fixture);
}

// ---- Suspension: an op of a dialect of our own. ----

static IrStep pause_interp(IrInterp *interp, IrOp *op) {
  (void)op;
  return ir_interp_suspend(interp);
}

static const IrOpDef pause_def = {.size = sizeof(IrOpDef),
                                  .name = "pause.here",
                                  .summary = "Stops until the test goes on.",
                                  .format = "attr-dict",
                                  .interp = pause_interp};
static const IrOpDef *const pause_ops[] = {&pause_def, NULL};
static const IrDialect pause_dialect = {
    .size = sizeof(IrDialect), .name = "pause", .summary = "For tests.", .ops = pause_ops};

static void test_suspension(void **state) {
  (void)state;
  Fixture fixture;
  fixture_begin(&fixture, NULL);
  assert_int_equal(ir_dialect_register(fixture.ctx, &pause_dialect), IR_OK);
  static const char text[] =
      "func.func @f() -> index {\n"
      "  %c0 = arith.constant 0 : index\n"
      "  %c1 = arith.constant 1 : index\n"
      "  %c3 = arith.constant 3 : index\n"
      "  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %c0) -> index {\n"
      "    pause.here\n"
      "    %n = arith.addi %s, %i : index\n"
      "    scf.yield %n : index\n"
      "  }\n"
      "  return %r : index\n"
      "}\n";
  IrLoc start = ir_source_add(fixture.ctx, IR_STR("test.mlir"), ir_str(text), false);
  fixture.module = ir_parse_module(fixture.ctx, start, NULL);
  assert_non_null(fixture.module);
  IrInterp *interp = ir_interp_create(symbol(&fixture, "f"), 1);
  ir_interp_start(interp, 0);
  for (int i = 0; i < 3; i++) assert_int_equal(ir_interp_run(interp, 0), IR_RUN_SUSPENDED);
  assert_int_equal(ir_interp_run(interp, 0), IR_RUN_DONE);
  assert_int_equal(ir_cell_int(ir_interp_result(interp, 0), 0), 3);
  ir_interp_destroy(interp);
  fixture_end(&fixture);
}

// ---- Kernels. ----

static const char *const gemm_text =
    "tile.kernel @gemm(%A: memref<?x?xf16>[M, K], %B: memref<?x?xf16, strided<[1, ?]>>[K, N],\n"
    "                  %C: memref<?x?xf32>[M, N]) warps(4)\n"
    "    grid(%bm = ceildiv(M, 32), %bn = ceildiv(N, 16)) {\n"
    "  %zero = arith.constant dense<0.0> : tensor<32x16xf32>\n"
    "  %acc = tile.pipelined %k = 0 to ceildiv(K, 16) stages(2) iter_args(%c = %zero) {\n"
    "    %a = tile.load %A[%bm * 32, %k * 16] : tensor<32x16xf16>\n"
    "    %b = tile.load %B[%k * 16, %bn * 16] : tensor<16x16xf16>\n"
    "    %d = tile.dot %a, %b, %c\n"
    "    tile.yield %d\n"
    "  }\n"
    "  tile.store %acc, %C[%bm * 32, %bn * 16]\n"
    "}\n";

// The same through a shared buffer of two slots.
static const char *const staged_text =
    "tile.kernel @gemm(%A: memref<?x?xf16>[M, K], %B: memref<?x?xf16, strided<[1, ?]>>[K, N],\n"
    "                  %C: memref<?x?xf32>[M, N]) warps(4)\n"
    "    grid(%bm = ceildiv(M, 32), %bn = ceildiv(N, 16)) {\n"
    "  %zero = arith.constant dense<0.0> : tensor<32x16xf32>\n"
    "  %c0 = arith.constant 0 : index\n"
    "  %c2 = arith.constant 2 : index\n"
    "  %sa = mem.alloc : !mem.buffer<2x32x16xf16, shared>\n"
    "  %sb = mem.alloc : !mem.buffer<16x16xf16, shared>\n"
    "  %acc = tile.pipelined %k = 0 to ceildiv(K, 16) stages(2) iter_args(%c = %zero) {\n"
    "    %slot = arith.remui %k, %c2 : index\n"
    "    %va = mem.index %sa[%slot] : !mem.buffer<2x32x16xf16, shared>\n"
    "    tile.copy %A[%bm * 32, %k * 16] to %va[%c0, %c0] shape 32x16\n"
    "    tile.copy %B[%k * 16, %bn * 16] to %sb[%c0, %c0] shape 16x16\n"
    "    simt.barrier\n"
    "    %b = tile.load %sb[%c0, %c0] : tensor<16x16xf16>\n"
    "    %d = tile.dot %va, %b, %c\n"
    "    simt.barrier\n"
    "    tile.yield %d\n"
    "  }\n"
    "  tile.store %acc, %C[%bm * 32, %bn * 16]\n"
    "}\n";

typedef struct Gemm {
  CpuGuarded guarded[3];
  CpuArg args[3];
} Gemm;

static void gemm_begin(Gemm *gemm, IrOp *kernel, int64_t m, int64_t n, int64_t k) {
  int64_t extents[3][2] = {{m, k}, {k, n}, {m, n}};
  for (size_t i = 0; i < 3; i++) {
    gemm->guarded[i] = cpu_guard_create(cpu_array_of(tile_kernel_arg_type(kernel, i), extents[i]));
    gemm->args[i] = (CpuArg){.array = gemm->guarded[i].array};
  }
  cpu_fill_normal(&gemm->args[0].array, 1);
  cpu_fill_normal(&gemm->args[1].array, 2);
  cpu_fill_canary(&gemm->args[2].array);
}

static void gemm_end(Gemm *gemm) {
  for (size_t i = 0; i < 3; i++) {
    assert_true(cpu_guard_check(&gemm->guarded[i]) == INT64_MIN);
    cpu_guard_destroy(&gemm->guarded[i]);
  }
}

static void check_gemm(const char *text, int64_t m, int64_t n, int64_t k, unsigned threads) {
  Fixture fixture;
  Gemm gemm;
  fixture_begin(&fixture, text);
  IrOp *kernel = symbol(&fixture, "gemm");
  gemm_begin(&gemm, kernel, m, n, k);
  CpuRun run = {.args = gemm.args, .num_args = 3, .threads = threads};
  if (cpu_run_kernel(kernel, &run) != IR_OK) fail_msg("%s", ir_stream_cstr(&fixture.messages));
  double *expected = ir_calloc((size_t)(m * n) + 1, sizeof *expected);
  cpu_reference_gemm(&gemm.args[0].array, &gemm.args[1].array, NULL, m, expected);
  CpuError error = cpu_compare_numbers(&gemm.args[2].array, 0, expected, m * n);
  assert_int_equal(error.count, m * n);
  assert_true(error.relative < 1e-6);
  ir_free(expected);
  gemm_end(&gemm);
  fixture_end(&fixture);
}

static void test_gemm(void **state) {
  (void)state;
  check_gemm(gemm_text, 65, 121, 64, 1);
  check_gemm(gemm_text, 65, 121, 64, 3);
  check_gemm(gemm_text, 1, 1, 1, 0);
  check_gemm(gemm_text, 17, 33, 0, 0);
  check_gemm(staged_text, 65, 50, 37, 2);
}

static void test_sampled_blocks(void **state) {
  (void)state;
  Fixture fixture;
  Gemm gemm;
  fixture_begin(&fixture, gemm_text);
  IrOp *kernel = symbol(&fixture, "gemm");
  gemm_begin(&gemm, kernel, 64, 32, 16);
  static uint8_t written[64 * 32];
  gemm.args[2].written = written;
  int64_t blocks[] = {3}; // bm 1, bn 1
  CpuRun run = {.args = gemm.args, .num_args = 3, .blocks = blocks, .num_blocks = 1};
  assert_int_equal(cpu_run_kernel(kernel, &run), IR_OK);
  for (int64_t i = 0; i < 64; i++)
    for (int64_t j = 0; j < 32; j++) {
      bool inside = i >= 32 && j >= 16;
      assert_int_equal(written[i * 32 + j], inside);
      assert_int_equal(!isnan(cpu_array_get(&gemm.args[2].array, i * 32 + j)), inside);
    }
  gemm_end(&gemm);
  fixture_end(&fixture);
}

static void test_launch_errors(void **state) {
  (void)state;
  Fixture fixture;
  Gemm gemm;
  fixture_begin(&fixture, gemm_text);
  IrOp *kernel = symbol(&fixture, "gemm");
  gemm_begin(&gemm, kernel, 8, 8, 8);
  CpuRun run = {.args = gemm.args, .num_args = 2};
  assert_int_equal(cpu_run_kernel(kernel, &run), IR_FAILED);
  assert_message(&fixture, "takes 3 arguments, got 2");
  run.num_args = 3;
  gemm.args[1].array.extents[0] = 7;
  assert_int_equal(cpu_run_kernel(kernel, &run), IR_FAILED);
  assert_message(&fixture, "dimension K is 8 in argument A and 7 in argument B");
  gemm.args[1].array.extents[0] = 8;
  gemm.args[1].array.strides[0] = 9;
  assert_int_equal(cpu_run_kernel(kernel, &run), IR_FAILED);
  assert_message(&fixture, "argument B needs stride 1 in dimension 0, got 9");
  gemm_end(&gemm);
  fixture_end(&fixture);
}

// Runs a kernel without arguments and expects it to fail with `message`.
static void check_failure(const char *body, const char *message) {
  Fixture fixture;
  IrStream text = {0};
  ir_print(&text, "tile.kernel @k(%A: memref<?xf32>[N]) warps(4) grid(%b = 4) {{\n{}}\n", body);
  fixture_begin(&fixture, ir_stream_cstr(&text));
  float data[4] = {0};
  IrType f32 = ir_type_float(fixture.ctx, IR_F32);
  CpuArg arg = {.array = {f32, data, 1, {4}, {1}}};
  CpuRun run = {.args = &arg, .num_args = 1};
  assert_int_equal(cpu_run_kernel(symbol(&fixture, "k"), &run), IR_FAILED);
  assert_message(&fixture, message);
  // The lowest block that fails is the one reported, however many threads there are.
  assert_message(&fixture, "in block (0) of kernel @k");
  fixture_end(&fixture);
  ir_stream_free(&text);
}

static void test_memory_errors(void **state) {
  (void)state;
  check_failure("  %c0 = arith.constant 0 : index\n"
                "  %s = mem.alloc : !mem.buffer<8xf32, shared>\n"
                "  %t = tile.load %s[%c0] : tensor<8xf32>\n",
                "reads what nothing wrote: element [0] of a buffer of extents 8");
  check_failure("  %c4 = arith.constant 4 : index\n"
                "  %z = arith.constant dense<0.0> : tensor<8xf32>\n"
                "  %s = mem.alloc : !mem.buffer<8xf32, shared>\n"
                "  tile.store %z, %s[%c4]\n",
                "writes outside: element [8] of a buffer of extents 8");
  check_failure("  %c3 = arith.constant 3 : index\n"
                "  %s = mem.alloc : !mem.buffer<3x8xf32, shared>\n"
                "  %v = mem.index %s[%c3] : !mem.buffer<3x8xf32, shared>\n",
                "takes slot 3 of a buffer of 3");
  check_failure("  %c2 = arith.constant 2 : index\n"
                "  %t = tile.load %A[%c2] {width = 4 : i64} : tensor<4xf32>\n",
                "cannot be done in accesses of 4 elements here");
}

// ---- Reference helpers. ----

static void test_fills(void **state) {
  (void)state;
  Fixture fixture;
  fixture_begin(&fixture, NULL);
  double data[6], turned[6], sum = 0, squares = 0;
  IrType f64 = ir_type_float(fixture.ctx, IR_F64);
  CpuArray row = {f64, data, 2, {2, 3}, {3, 1}}, column = {f64, turned, 2, {2, 3}, {1, 2}};
  cpu_fill_normal(&row, 7);
  cpu_fill_normal(&column, 7);
  for (int64_t i = 0; i < 6; i++)
    assert_true(cpu_array_get(&row, i) == cpu_array_get(&column, i) &&
                cpu_array_get(&row, i) == cpu_random_normal(7, (uint64_t)i));
  assert_true(data[1] != turned[1]);
  enum { SAMPLES = 100000 };
  for (uint64_t i = 0; i < SAMPLES; i++) {
    double value = cpu_random_normal(3, i);
    sum += value, squares += value * value;
    int64_t whole = cpu_random_int(3, i, -2, 2);
    assert_true(whole >= -2 && whole <= 2);
  }
  assert_true(fabs(sum / SAMPLES) < 0.02 && fabs(squares / SAMPLES - 1) < 0.02);
  fixture_end(&fixture);
}

static void test_compare(void **state) {
  (void)state;
  Fixture fixture;
  fixture_begin(&fixture, NULL);
  IrType f32 = ir_type_float(fixture.ctx, IR_F32);
  float x[4] = {3, 4, NAN, 0}, ref[4] = {3, 5, NAN, 0};
  CpuArray a = {f32, x, 1, {4}, {1}}, b = {f32, ref, 1, {4}, {1}};
  CpuError error = cpu_compare(&a, &b);
  assert_true(error.count == 4 && error.different == 1 && error.first == 1 && error.worst == 1);
  assert_true(error.max_abs == 1 && error.max_rel == 0.2);
  assert_true(fabs(error.relative - 1 / sqrt(34)) < 1e-12);
  x[3] = NAN;
  error = cpu_compare(&a, &b);
  assert_true(error.different == 2 && isinf(error.max_abs) && isinf(error.relative));
  fixture_end(&fixture);
}

static void test_guards(void **state) {
  (void)state;
  Fixture fixture;
  fixture_begin(&fixture, NULL);
  IrType f16 = ir_type_float(fixture.ctx, IR_F16);
  CpuGuarded guarded = cpu_guard_create((CpuArray){f16, NULL, 2, {2, 3}, {8, 1}});
  uint8_t *data = guarded.array.data;
  cpu_fill_value(&guarded.array, 1);
  assert_true(cpu_guard_check(&guarded) == INT64_MIN);
  data[7] ^= 1; // between the rows
  assert_int_equal(cpu_guard_check(&guarded), 7);
  data[7] ^= 1;
  data[22] ^= 1; // behind the last element
  assert_int_equal(cpu_guard_check(&guarded), 22);
  data[22] ^= 1;
  data[-1] ^= 1;
  assert_int_equal(cpu_guard_check(&guarded), -1);
  cpu_guard_destroy(&guarded);
  fixture_end(&fixture);
}

// A unit of subnormal numbers is allowed however small the tile's numbers are, and no more.
static void test_allowed(void **state) {
  (void)state;
  Fixture fixture;
  fixture_begin(&fixture, NULL);
  IrType f16 = ir_type_float(fixture.ctx, IR_F16);
  double unit = ldexp(1, -24), small = 139 * unit;
  assert_true(cpu_type_allowed(f16, small, small) >= unit);
  assert_true(cpu_type_allowed(f16, small, small) < 2 * unit);
  assert_true(cpu_type_allowed(f16, 1, 1) < 1.01 * 2 * cpu_type_tolerance(f16));
  assert_true(cpu_type_allowed(ir_type_i32(fixture.ctx), 5, 5) == 0);
  fixture_end(&fixture);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_elements),      cmocka_unit_test(test_tf32),
      cmocka_unit_test(test_integers),      cmocka_unit_test(test_matmul),
      cmocka_unit_test(test_lanes),         cmocka_unit_test(test_suspension),
      cmocka_unit_test(test_gemm),          cmocka_unit_test(test_sampled_blocks),
      cmocka_unit_test(test_launch_errors), cmocka_unit_test(test_memory_errors),
      cmocka_unit_test(test_fills),         cmocka_unit_test(test_compare),
      cmocka_unit_test(test_guards),        cmocka_unit_test(test_allowed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
