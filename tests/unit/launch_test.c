// Launch metadata: what is read from a module, what a launch with given arguments means, and JSON.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "dialects/mem/mem.h"
#include "dialects/simt/launch.h"
#include "ir/asm/parser.h"
#include "ir/verify/verify.h"

typedef struct Fixture {
  IrContext *ctx;
  IrOp *module;
  SimtLaunch launch;
  IrStream messages;
} Fixture;

static const char text[] =
    "module attributes {tile.target = #tile.target<\"sm_80\">} {\n"
    "simt.kernel @g__v1(%A: memref<?x?xf16>[M, K], %B: memref<?x?xf16, strided<[1, ?]>>[K, N],\n"
    "                   %C: memref<?x64xf32>[M, ?], %x: f32) threads(64) version(\"g\", 1)\n"
    "    grid(ceildiv(M, 128), N) {\n  simt.return\n}\n"
    "simt.kernel @g__v0(%A: memref<?x?xf16>[M, K], %B: memref<?x?xf16, strided<[1, ?]>>[K, N],\n"
    "                   %C: memref<?x64xf32>[M, ?], %x: f32) threads(128) shared(1024) "
    "version(\"g\", 0)\n"
    "    grid(ceildiv(M, 128), N) assume(K mod 8 == 0, A.address mod 16 == 0 and B.stride1 mod 8 "
    "== 0) {\n"
    "  simt.return\n}\n"
    "simt.kernel @h(%A: memref<?x?x?xf32>) threads(32) grid(A.stride0) assume(A.stride0 > 4) {\n"
    "  simt.return\n}\n"
    "}\n";

static const char clusters_text[] =
    "simt.kernel @c(%A: memref<?xf16>[N]) threads(32) cluster(4) grid(N) {\n  simt.return\n}\n";

static const char device_text[] =
    "simt.kernel @d__v0(%A: memref<?xf16>[N]) threads(32) version(\"d\", 0)\n"
    "    grid(min(ceildiv(N, 8), device.processors * 2)) assume(device.processors >= 100) {\n"
    "  simt.return\n}\n"
    "simt.kernel @d__v1(%A: memref<?xf16>[N]) threads(32) version(\"d\", 1)\n"
    "    grid(min(ceildiv(N, 8), device.processors)) {\n  simt.return\n}\n";

static const SimtDevice device = {.processors = 132};

static bool keep_message(void *user, IrContext *ctx, const IrDiag *diag) {
  Fixture *f = user;
  (void)ctx;
  ir_print(&f->messages, "{}\n", diag->message);
  return true;
}

static IrOp *parse(IrContext *ctx, const char *source) {
  IrOp *module =
      ir_parse_module(ctx, ir_source_add(ctx, IR_STR("test"), ir_str(source), true), NULL);
  if (module && ir_verify(module)) return NULL;
  return module;
}

static int set_up(void **state) {
  Fixture *f = ir_calloc(1, sizeof *f);
  f->ctx = ir_context_create();
  *state = f;
  ir_diag_push_handler(f->ctx, keep_message, f);
  if (ir_dialect_register(f->ctx, &tile_dialect) || ir_dialect_register(f->ctx, &mem_dialect) ||
      ir_dialect_register(f->ctx, &simt_dialect))
    return 1;
  f->module = parse(f->ctx, text);
  return !f->module || simt_launch_extract(f->module, &f->launch);
}

static int tear_down(void **state) {
  Fixture *f = *state;
  simt_launch_free(&f->launch);
  ir_stream_free(&f->messages);
  ir_context_destroy(f->ctx);
  ir_free(f);
  return 0;
}

static void assert_text(IrStr text_, const char *want) {
  assert_int_equal(text_.len, strlen(want));
  assert_memory_equal(text_.ptr, want, text_.len);
}

// The messages so far contain `want`; forgets them.
static void assert_said(Fixture *f, const char *want) {
  const char *all = ir_stream_cstr(&f->messages);
  if (!strstr(all, want)) fail_msg("expected '%s' in: %s", want, all);
  f->messages.len = 0;
}

static void extraction(void **state) {
  Fixture *f = *state;
  assert_text(f->launch.target, "sm_80");
  assert_int_equal(f->launch.num_kernels, 2);
  const SimtKernel *g = simt_launch_find(&f->launch, IR_STR("g"));
  assert_non_null(g);
  assert_int_equal(g->num_versions, 2);
  assert_text(g->versions[0].entry, "g__v0"); // by number, not by place
  assert_int_equal(g->versions[0].threads, 128);
  assert_int_equal(g->versions[0].shared_bytes, 1024);
  assert_int_equal(g->versions[0].num_assume, 2);
  assert_int_equal(g->versions[1].num_assume, 0);
  assert_int_equal(g->num_dims, 3);
  assert_text(g->dims[2], "N");
  assert_int_equal(g->num_args, 4);
  assert_true(g->args[0].is_packed);
  assert_false(g->args[1].is_packed);
  assert_int_equal(g->args[1].strides[0], 1);
  assert_int_equal(g->args[2].extents[1], 64);
  static const SimtParam want[] = {
      {SIMT_PARAM_POINTER, 0, 0, NULL}, {SIMT_PARAM_DIM, 0, 0, NULL},
      {SIMT_PARAM_DIM, 0, 1, NULL},     {SIMT_PARAM_POINTER, 1, 0, NULL},
      {SIMT_PARAM_DIM, 1, 0, NULL},     {SIMT_PARAM_DIM, 1, 1, NULL},
      {SIMT_PARAM_STRIDE, 1, 1, NULL},  {SIMT_PARAM_POINTER, 2, 0, NULL},
      {SIMT_PARAM_DIM, 2, 0, NULL},     {SIMT_PARAM_SCALAR, 3, 0, NULL}};
  assert_int_equal(g->num_params, sizeof want / sizeof *want);
  for (size_t i = 0; i < g->num_params; i++) {
    assert_int_equal(g->params[i].kind, want[i].kind);
    assert_int_equal(g->params[i].arg, want[i].arg);
    assert_int_equal(g->params[i].index, want[i].index);
  }
  assert_null(simt_launch_find(&f->launch, IR_STR("g__v0")));
}

static void json(void **state) {
  Fixture *f = *state;
  IrStream out = {0};
  simt_launch_write_json(&f->launch, &out);
  const char *all = ir_stream_cstr(&out);
  static const char *const parts[] = {
      "{\"tegula\": 1, \"target\": \"sm_80\", \"kernels\": [",
      "{\"name\": \"g\",\n   \"dims\": [\"M\", \"K\", \"N\"],",
      "{\"name\": \"A\", \"kind\": \"memref\", \"element\": \"f16\", \"dims\": [\"M\", \"K\"], "
      "\"extents\": [null, null], \"strides\": [\"dim1\", 1]}",
      "\"dims\": [\"K\", \"N\"], \"extents\": [null, null], \"strides\": [1, \"any\"]}",
      "\"dims\": [\"M\", null], \"extents\": [null, 64], \"strides\": [64, 1]}",
      "{\"name\": \"x\", \"kind\": \"scalar\", \"type\": \"f32\"}",
      "{\"entry\": \"g__v0\", \"assume\": [\"K mod 8 == 0\", \"A.address mod 16 == 0 and B.stride1 "
      "mod "
      "8 == 0\"], \"grid\": [\"ceildiv(M, 128)\", \"N\"],",
      "\"threads\": 128, \"shared_bytes\": 1024,",
      "{\"kind\": \"stride\", \"arg\": \"B\", \"index\": 1}",
      "{\"kind\": \"scalar\", \"arg\": \"x\", \"type\": \"f32\"}]}",
      "\"strides\": [\"dim1 * dim2\", \"dim2\", 1]}",
  };
  const char *at = all;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    const char *found = strstr(at, parts[i]);
    if (!found) fail_msg("expected, after what came before, '%s' in:\n%s", parts[i], all);
    at = found;
  }
  ir_stream_free(&out);
}

// Arguments that fit: M x K, K x N column-major, M x 64.
static void fill(SimtValue v[4], int64_t m, int64_t k, int64_t n) {
  v[0] = (SimtValue){4096, {m, k}, {k, 1}};
  v[1] = (SimtValue){8192, {k, n}, {1, k}};
  v[2] = (SimtValue){16384, {m, 64}, {64, 1}};
  v[3] = (SimtValue){0};
}

static void check(void **state) {
  Fixture *f = *state;
  const SimtKernel *g = simt_launch_find(&f->launch, IR_STR("g"));
  SimtValue v[4];
  fill(v, 100, 64, 30);
  assert_int_equal(simt_launch_check(f->ctx, IR_LOC_UNKNOWN, g, v), IR_OK);
  v[1].extents[0] = 63;
  assert_int_equal(simt_launch_check(f->ctx, IR_LOC_UNKNOWN, g, v), IR_FAILED);
  assert_said(f, "dimension K is 64 in argument A and 63 in argument B");
  fill(v, 100, 64, 30);
  v[2].extents[1] = 65;
  assert_int_equal(simt_launch_check(f->ctx, IR_LOC_UNKNOWN, g, v), IR_FAILED);
  assert_said(f, "argument C has extent 65 in dimension 1, its type says 64");
  fill(v, 100, 64, 30);
  v[0].strides[0] = 72;
  assert_int_equal(simt_launch_check(f->ctx, IR_LOC_UNKNOWN, g, v), IR_FAILED);
  assert_said(f, "argument A has stride 72 in dimension 0, expected 64");
  fill(v, 100, 64, 30);
  v[1].strides[1] = 72; // left open
  assert_int_equal(simt_launch_check(f->ctx, IR_LOC_UNKNOWN, g, v), IR_OK);
  v[1].strides[0] = 2;
  assert_int_equal(simt_launch_check(f->ctx, IR_LOC_UNKNOWN, g, v), IR_FAILED);
  assert_said(f, "argument B has stride 2 in dimension 0, expected 1");
  fill(v, 1, 64, 30);
  v[0].strides[0] = 7; // of a single row: means nothing
  assert_int_equal(simt_launch_check(f->ctx, IR_LOC_UNKNOWN, g, v), IR_OK);
  fill(v, 100, 64, -1);
  assert_int_equal(simt_launch_check(f->ctx, IR_LOC_UNKNOWN, g, v), IR_FAILED);
  assert_said(f, "argument B has extent -1 in dimension 1");
}

static size_t chosen(Fixture *f, const SimtKernel *kernel, const SimtValue *v) {
  size_t version = 99;
  assert_int_equal(simt_launch_select(f->ctx, IR_LOC_UNKNOWN, kernel, v, &device, &version), IR_OK);
  return version;
}

static void selection(void **state) {
  Fixture *f = *state;
  const SimtKernel *g = simt_launch_find(&f->launch, IR_STR("g"));
  SimtValue v[4];
  fill(v, 100, 64, 30);
  assert_int_equal(chosen(f, g, v), 0);
  v[0].address = 4098;
  assert_int_equal(chosen(f, g, v), 1);
  v[0].address = (uint64_t)1 << 63; // a multiple of 16 however it is read
  assert_int_equal(chosen(f, g, v), 0);
  v[1].strides[1] = 65;
  assert_int_equal(chosen(f, g, v), 1);
  fill(v, 100, 63, 30);
  assert_int_equal(chosen(f, g, v), 1);
  // A kernel that is written with assumptions has no version for other arguments.
  const SimtKernel *h = simt_launch_find(&f->launch, IR_STR("h"));
  SimtValue one = {0, {2, 2, 2}, {4, 2, 1}};
  size_t version;
  assert_int_equal(simt_launch_select(f->ctx, IR_LOC_UNKNOWN, h, &one, &device, &version),
                   IR_FAILED);
  assert_said(f, "kernel h assumes 'A.stride0 > 4', which these arguments do not satisfy");
}

static void grid(void **state) {
  Fixture *f = *state;
  const SimtKernel *g = simt_launch_find(&f->launch, IR_STR("g"));
  SimtValue v[4];
  int64_t extents[TILE_MAX_GRID], blocks;
  fill(v, 129, 64, 30);
  assert_int_equal(simt_launch_grid(f->ctx, IR_LOC_UNKNOWN, g, 0, v, &device, extents, &blocks),
                   IR_OK);
  assert_int_equal(extents[0], 2);
  assert_int_equal(extents[1], 30);
  assert_int_equal(blocks, 60);
  fill(v, 128, 64, INT32_MAX);
  assert_int_equal(simt_launch_grid(f->ctx, IR_LOC_UNKNOWN, g, 0, v, &device, extents, &blocks),
                   IR_OK);
  assert_int_equal(blocks, INT32_MAX);
  fill(v, 129, 64, INT32_MAX);
  assert_int_equal(simt_launch_grid(f->ctx, IR_LOC_UNKNOWN, g, 0, v, &device, extents, &blocks),
                   IR_FAILED);
  assert_said(f, "a launch of kernel g has more than 2^31 - 1 blocks");
  fill(v, INT64_MAX / 2, 64, INT64_MAX);
  assert_int_equal(simt_launch_grid(f->ctx, IR_LOC_UNKNOWN, g, 0, v, &device, extents, &blocks),
                   IR_FAILED);
  f->messages.len = 0;
  // Nothing of something huge is nothing.
  fill(v, INT64_MAX / 2, 64, 0);
  assert_int_equal(simt_launch_grid(f->ctx, IR_LOC_UNKNOWN, g, 0, v, &device, extents, &blocks),
                   IR_OK);
  assert_int_equal(blocks, 0);
  fill(v, 0, 64, INT64_MAX);
  assert_int_equal(simt_launch_grid(f->ctx, IR_LOC_UNKNOWN, g, 0, v, &device, extents, &blocks),
                   IR_OK);
  assert_int_equal(blocks, 0);
}

static void refused_modules(void **state) {
  Fixture *f = *state;
  SimtLaunch launch;
  IrOp *twice =
      parse(f->ctx, "simt.kernel @a() threads(32) version(\"k\", 0) grid(1) {\n  simt.return\n}\n"
                    "simt.kernel @b() threads(32) version(\"k\", 0) grid(1) {\n  simt.return\n}\n");
  assert_non_null(twice);
  assert_int_equal(simt_launch_extract(twice, &launch), IR_FAILED);
  assert_said(f, "is version 0 of k, as @a is");
  IrOp *differ =
      parse(f->ctx,
            "simt.kernel @a() threads(32) version(\"k\", 0) grid(1) {\n  simt.return\n}\n"
            "simt.kernel @b(%x: f32) threads(32) version(\"k\", 1) grid(1) {\n  simt.return\n}\n");
  assert_non_null(differ);
  assert_int_equal(simt_launch_extract(differ, &launch), IR_FAILED);
  assert_said(f, "is a version of k whose arguments differ from those of @a");
}

static void multiples(void **state) {
  Fixture *f = *state;
  IrOp *m = parse(
      f->ctx,
      "tile.kernel @k(%A: memref<?x?xf16>[M, K], %B: memref<?x96xf16, strided<[?, 1]>>[K, ?])\n"
      "    warps(1) grid(%i = 1) assume(K mod 8 == 0, K mod 12 == 0, A.address mod 16 == 0,\n"
      "    B.stride0 mod 4 == 0) {\n}\n");
  assert_non_null(m);
  IrOp *k = ir_block_first(ir_module_body(m));
  assert_int_equal(tile_kernel_multiple(k, IR_STR("K")), 24);
  assert_int_equal(tile_kernel_multiple(k, IR_STR("M")), 1);
  assert_int_equal(tile_kernel_multiple(k, IR_STR("A.stride0")), 24); // packed: it is K
  assert_int_equal(tile_kernel_multiple(k, IR_STR("A.address")), 16);
  assert_int_equal(tile_kernel_multiple(k, IR_STR("B.stride0")), 4);
  assert_int_equal(tile_kernel_multiple(k, IR_STR("B.stride1")), 1);
  tile_kernel_add_assume(k, tile_expr_multiple_of(f->ctx, IR_STR("M"), 32));
  tile_kernel_add_assume(k, tile_expr_multiple_of(f->ctx, IR_STR("M"), 32));
  assert_int_equal(tile_kernel_num_assumes(k), 5);
  assert_int_equal(tile_kernel_multiple(k, IR_STR("M")), 32);
}

// A grid of clusters is a multiple of them, and the metadata says so.
static void clusters(void **state) {
  Fixture *f = *state;
  SimtLaunch launch;
  IrOp *module = parse(f->ctx, clusters_text);
  assert_non_null(module);
  assert_int_equal(simt_launch_extract(module, &launch), IR_OK);
  IrStream json = {0};
  simt_launch_write_json(&launch, &json);
  assert_non_null(strstr(ir_stream_cstr(&json), "\"cluster\": 4"));
  ir_stream_free(&json);
  int64_t extents[TILE_MAX_GRID], blocks;
  SimtValue values[] = {{.extents = {8}, .strides = {1}}};
  assert_int_equal(simt_launch_grid(f->ctx, IR_LOC_UNKNOWN, &launch.kernels[0], 0, values, &device,
                                    extents, &blocks),
                   IR_OK);
  assert_int_equal(blocks, 8);
  values[0].extents[0] = 6;
  assert_int_equal(simt_launch_grid(f->ctx, IR_LOC_UNKNOWN, &launch.kernels[0], 0, values, &device,
                                    extents, &blocks),
                   IR_FAILED);
  assert_text(ir_stream_str(&f->messages),
              "kernel c runs in clusters of 4 blocks, and its grid has 6\n");
  simt_launch_free(&launch);
}

// Bytes that two arguments have, whatever way their strides go.
static void disjoint(void **state) {
  Fixture *f = *state;
  SimtLaunch launch;
  IrOp *module =
      parse(f->ctx, "simt.kernel @a(%A: memref<?x?xf16, strided<[?, 1]>>[M, N], %B: "
                    "memref<?x?xf32>[M, N]) threads(32)\n"
                    "    version(\"k\", 0) grid(1) assume(disjoint(A, B)) {\n  simt.return\n}\n"
                    "simt.kernel @b(%A: memref<?x?xf16, strided<[?, 1]>>[M, N], %B: "
                    "memref<?x?xf32>[M, N]) threads(32)\n"
                    "    version(\"k\", 1) grid(1) {\n  simt.return\n}\n");
  assert_non_null(module);
  IrOp *kernel = ir_block_first(ir_module_body(module));
  assert_true(tile_kernel_disjoint(kernel, 0, 1) && tile_kernel_disjoint(kernel, 1, 0));
  assert_false(tile_kernel_disjoint(kernel, 0, 0));
  assert_int_equal(simt_launch_extract(module, &launch), IR_OK);
  const SimtKernel *k = &launch.kernels[0];
  SimtValue v[] = {{4096, {4, 8}, {32, 1}}, {4096 + 208, {4, 8}, {8, 1}}};
  assert_int_equal(chosen(f, k, v), 0); // the last of A's rows is no longer than its elements
  v[1].address -= 2;
  assert_int_equal(chosen(f, k, v), 1);
  v[1].address = 4096 - 128;
  assert_int_equal(chosen(f, k, v), 0);
  v[0].strides[0] = -32; // rows in front of it
  assert_int_equal(chosen(f, k, v), 1);
  v[0].extents[0] = v[1].extents[0] = 0;
  assert_int_equal(chosen(f, k, v), 0);
  v[0].extents[0] = v[1].extents[0] = (int64_t)1 << 62;
  assert_int_equal(chosen(f, k, v), 1);
  simt_launch_free(&launch);
}

// What a launch takes from the device.
static void devices(void **state) {
  Fixture *f = *state;
  SimtLaunch launch;
  IrOp *module = parse(f->ctx, device_text);
  assert_non_null(module);
  assert_int_equal(simt_launch_extract(module, &launch), IR_OK);
  const SimtKernel *d = &launch.kernels[0];
  static const struct {
    int64_t processors, extent, version, blocks;
  } cases[] = {{132, 8000, 0, 264}, {114, 8000, 0, 228}, {7, 8000, 1, 7}, {7, 17, 1, 3}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    SimtDevice of = {cases[i].processors};
    SimtValue v = {.extents = {cases[i].extent}, .strides = {1}};
    int64_t extents[TILE_MAX_GRID], blocks;
    size_t version;
    assert_int_equal(simt_launch_select(f->ctx, IR_LOC_UNKNOWN, d, &v, &of, &version), IR_OK);
    assert_int_equal(version, cases[i].version);
    assert_int_equal(
        simt_launch_grid(f->ctx, IR_LOC_UNKNOWN, d, version, &v, &of, extents, &blocks), IR_OK);
    assert_int_equal(blocks, cases[i].blocks);
  }
  IrStream json = {0};
  simt_launch_write_json(&launch, &json);
  assert_non_null(
      strstr(ir_stream_cstr(&json), "\"grid\": [\"min(ceildiv(N, 8), device.processors)\"]"));
  ir_stream_free(&json);
  simt_launch_free(&launch);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(extraction, set_up, tear_down),
      cmocka_unit_test_setup_teardown(json, set_up, tear_down),
      cmocka_unit_test_setup_teardown(check, set_up, tear_down),
      cmocka_unit_test_setup_teardown(selection, set_up, tear_down),
      cmocka_unit_test_setup_teardown(grid, set_up, tear_down),
      cmocka_unit_test_setup_teardown(refused_modules, set_up, tear_down),
      cmocka_unit_test_setup_teardown(multiples, set_up, tear_down),
      cmocka_unit_test_setup_teardown(clusters, set_up, tear_down),
      cmocka_unit_test_setup_teardown(disjoint, set_up, tear_down),
      cmocka_unit_test_setup_teardown(devices, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
