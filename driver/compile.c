// The compiler as a library; see compile.h.
#include "driver/compile.h"

#include "dialects/registry.h"
#include "dialects/simt/simt.h"
#include "dialects/tile/kernel.h"
#include "dialects/tile/params.h"
#include "dialects/tile/target.h"
#include "dialects/tile/tile.h"
#include "ir/verify/verify.h"
#include "passes/registry.h"
#include "targets/nvptx/loader.h"
#include "targets/nvptx/ptxas.h"

static IrTimer *timer(const DriverCompile *c, const char *phase, const char *name) {
  return ir_timer_named(ir_timer_named(c->timer, phase), name);
}

IrStatus driver_register_all(IrContext *ctx) {
  IR_TRY(tegula_register_dialects(ctx));
  return tegula_register_passes(ctx);
}

// ---- Text to module. ----

static IrStatus strip_asserts(DriverCompile *c, IrOp *module) {
  IrPassManager *pm = ir_pass_manager_create(c->ctx, "builtin.module");
  IrStatus status = ir_pass_manager_parse(pm, IR_STR("strip-asserts"));
  if (status == IR_OK) status = ir_pass_manager_run(pm, module, &(IrPassOptions){0});
  ir_pass_manager_destroy(pm);
  return status;
}

IrStatus driver_compile_parse(DriverCompile *c, const char *path, const IrParams *params,
                              IrOp **module) {
  IrLoc start;
  IrStr text;
  IrTimeSpan span = ir_time_begin(timer(c, "text", "parse"));
  IR_TRY(driver_crash_read(c->ctx, path, &start, &text));
  IrParseOptions options = {.params = params};
  *module = ir_parse_module(c->ctx, start, &options);
  ir_time_end(&span, IR_STR(""));
  if (!*module) return IR_FAILED;
  if (params) IR_TRY(tile_params_check_given(*module, params));
  span = ir_time_begin(timer(c, "text", "verify"));
  IrStatus status = ir_verify(*module);
  ir_time_end(&span, IR_STR(""));
  for (size_t i = 0; i < c->assumptions.n && status == IR_OK; i++)
    status = tile_module_assume(*module, ir_str(c->assumptions.at[i]));
  if (c->no_asserts && status == IR_OK) status = strip_asserts(c, *module);
  return status;
}

IrStatus driver_compile_check_kernel(DriverCompile *c, IrOp *module) {
  IR_FOR_OPS(op, ir_module_body(module)) {
    if (IS(op, tile_kernel) || IS(op, simt_kernel)) return IR_OK;
  }
  (void)ir_error(c->ctx, ir_op_loc(module), "the file has no kernel");
  ir_help(c->ctx,
          "one begins with: tile.kernel @name(%A: memref<?xf32>[N]) warps(4) grid(%i = N) {{");
  return IR_FAILED;
}

// ---- The pass list. ----

static bool has_tiles(IrOp *module) {
  IR_FOR_OPS(op, ir_module_body(module)) {
    if (IS(op, tile_kernel)) return true;
  }
  return false;
}

static IrStatus add_passes(DriverCompile *c, IrPassManager *pm, IrOp *module) {
  if (c->pipeline && !*c->pipeline) return IR_OK;
  if (c->pipeline) return ir_pass_manager_parse(pm, ir_str(c->pipeline));
  if (!has_tiles(module)) return ir_pass_manager_parse(pm, ir_str(DRIVER_THREAD_PIPELINE));
  IrStream options = {0};
  ir_print(&options, "arch={}", c->arch);
  IrStatus status = ir_pass_manager_add(pm, IR_STR(DRIVER_PIPELINE), ir_stream_str(&options));
  ir_stream_free(&options);
  return status;
}

static IrStatus build_passes(DriverCompile *c, IrPassManager *pm, IrOp *module) {
  IR_TRY(add_passes(c, pm, module));
  for (size_t i = 0; i < c->inserts.n; i++)
    IR_TRY(ir_pass_manager_insert_after(pm, c->inserts.at[i].after, c->inserts.at[i].text));
  return c->flags ? ir_pass_manager_cut(pm, &c->flags->cut) : IR_OK;
}

// The last pass of the tile level.
static const char last_mem_pass[] = "mem-barriers";

// Leaves the list up to the level of buffers and barriers.
static IrStatus shorten(IrPassManager *pm) {
  return ir_pass_manager_cut(pm, &(IrPipelineCut){.stop_after = {.text = ir_str(last_mem_pass)}});
}

static IrStatus run_passes(DriverCompile *c, IrPassManager *pm, IrOp *module) {
  if (ir_pass_manager_is_empty(pm)) return IR_OK;
  // A reproducer of a pass that leaves invalid IR behind needs to know which.
  bool verify = c->verify_each || (c->crash && c->crash->file);
  IrPassOptions options = {.verify_each = verify, .timer = ir_timer_named(c->timer, "passes")};
  if (c->flags) driver_pass_flags_apply(c->flags, &options);
  if (c->crash) driver_crash_watch(c->crash, c->ctx, pm, verify);
  if (c->instrumentation) ir_pass_manager_instrument(pm, c->instrumentation);
  IrStatus status = ir_pass_manager_run(pm, module, &options);
  return status;
}

IrStatus driver_compile_lower(DriverCompile *c, IrOp *module) {
  const TileTarget *target = tile_target_lookup(c->ctx, IR_LOC_UNKNOWN, ir_str(c->arch));
  if (!target) return IR_FAILED;
  tile_target_set(module, target);
  if (c->level == DRIVER_LEVEL_TILE) return IR_OK;
  IrPassManager *pm = ir_pass_manager_create(c->ctx, "builtin.module");
  IrStatus status = build_passes(c, pm, module);
  if (status == IR_OK && c->level == DRIVER_LEVEL_MEM) status = shorten(pm);
  if (status == IR_OK) status = run_passes(c, pm, module);
  if (c->statistics) driver_statistics_report(c->statistics, pm);
  ir_pass_manager_destroy(pm);
  IrTimeSpan span = ir_time_begin(timer(c, "passes", "verify at the end"));
  if (status == IR_OK) status = ir_verify(module);
  ir_time_end(&span, IR_STR(""));
  return status;
}

// ---- LLVM and ptxas. ----

// The parts of `compile`, one after another.
static void add_llvm_times(DriverCompile *c, const IrTimeSpan *compile) {
  double start = 0;
  for (size_t i = 0; compile->timer && i < c->nvptx.num_times; i++) {
    const NvptxTime *time = &c->nvptx.times[i];
    ir_time_add(ir_timer_named(compile->timer, time->name), compile, start, time->seconds);
    start += time->seconds;
  }
}

// Functions and conversions become instructions, whatever the pass list was.
static IrStatus expand_for_gpu(DriverCompile *c, IrOp *module) {
  IrPassManager *pm = ir_pass_manager_create(c->ctx, "builtin.module");
  IrPassOptions options = {.verify_each = c->verify_each,
                           .timer = ir_timer_named(c->timer, "passes for the GPU")};
  IrStatus status = ir_pass_manager_parse(pm, IR_STR(DRIVER_GPU_PIPELINE));
  if (c->flags) driver_pass_flags_apply(c->flags, &options);
  if (c->crash) driver_crash_watch(c->crash, c->ctx, pm, c->verify_each);
  if (status == IR_OK) status = ir_pass_manager_run(pm, module, &options);
  ir_pass_manager_destroy(pm);
  return status;
}

IrStatus driver_compile_ptx(DriverCompile *c, IrOp *module) {
  IR_TRY(expand_for_gpu(c, module));
  IrTimeSpan span = ir_time_begin(timer(c, "LLVM", "open library"));
  const NvptxTarget *target = nvptx_load(c->ctx);
  if (!target) return IR_FAILED;
  ir_time_end(&span, IR_STR(""));
  NvptxOptions options = {.arch = c->arch,
                          .debug_lines = !c->no_debug_lines,
                          .keep_llvm = c->keep_llvm,
                          .passes = c->llvm_passes};
  span = ir_time_begin(timer(c, "LLVM", "compile"));
  IrStatus status = target->compile(module, &options, &c->nvptx);
  ir_time_end(&span, IR_STR(""));
  add_llvm_times(c, &span);
  return status;
}

IrStatus driver_compile_cubin(DriverCompile *c, IrOp *module) {
  IrTimeSpan span = ir_time_begin(timer(c, "ptxas", "assemble"));
  IrOp *first = ir_block_first(ir_module_body(module));
  IrLoc loc = ir_op_loc(first ? first : module);
  IrStatus status = nvptx_assemble(c->ctx, loc, c->arch, ir_stream_str(&c->nvptx.ptx), &c->cubin);
  ir_time_end(&span, IR_STR(""));
  return status;
}

void driver_compile_free(DriverCompile *c) {
  nvptx_result_free(&c->nvptx);
  ir_stream_free(&c->cubin);
  ir_vec_free(&c->inserts);
  ir_vec_free(&c->assumptions);
  ir_vec_free(&c->links);
}
