// The emulator's part of a run.  The kernel runs at the level that is asked for: as it was read, or
// as the passes up to that level leave it, in the version whose assumptions hold.
#include "dialects/simt/simt.h"
#include "dialects/tile/kernel.h"
#include "driver/run.h"
#include "ir/edit/builder.h"
#include "ir/support/timing.h"

// ---- Versions of a kernel. ----

// "gemm__v0" is a version of "gemm"; at thread level the op says so.
static bool is_version_of(const IrOp *op, IrStr kernel) {
  IrAttr of = IS(op, simt_kernel) ? GET(op, simt_kernel, version_of) : NULL;
  IrStr entry = of ? ir_attr_str(of) : ir_symbol_name(op);
  if (entry.len < kernel.len || memcmp(entry.ptr, kernel.ptr, kernel.len)) return false;
  return entry.len == kernel.len ||
         (entry.len > kernel.len + 3 && !memcmp(entry.ptr + kernel.len, "__v", 3));
}

CpuRun run_cpu_launch(const Run *run, const CpuArg *args) {
  return (CpuRun){.args = args,
                  .num_args = run->num_args,
                  .processors = run_processors(run),
                  .threads = (unsigned)run->options->host_threads};
}

static IrStatus choose_version(Run *run, IrOp *module, const CpuArg *args, IrOp **kernel) {
  size_t versions = 0;
  CpuRun what = run_cpu_launch(run, args);
  IR_FOR_OPS(op, ir_module_body(module)) {
    if (!tile_is_kernel(op) || !is_version_of(op, run->name)) continue;
    CpuGrid grid;
    versions++;
    IR_TRY(cpu_kernel_grid(op, &what, &grid));
    if (!cpu_kernel_accepts(op, &what, NULL)) continue;
    *kernel = op;
    return IR_OK;
  }
  if (versions == 0)
    return ir_error(run->ctx, ir_op_loc(run->kernel), "the passes left no kernel '{}'", run->name);
  return ir_error(run->ctx, ir_op_loc(run->kernel), "the assumptions of '{}' do not hold",
                  run->name);
}

// ---- Levels. ----

// Without a wish: as it was read, unless it is to be verified or passes were added.  Then what they
// made of it before threads, so that the comparison with the tile level says something; a list of
// the person's own may have nothing to stop after.
static DriverLevel level_of(const Run *run) {
  const RunOptions *o = run->options;
  if (IS(run->kernel, simt_kernel) || ((o->has_schedule || o->profile) && !o->has_level))
    return DRIVER_LEVEL_THREAD;
  if (o->has_level) return o->level;
  if (!o->verify && !o->inserts.n && !o->pipeline) return DRIVER_LEVEL_TILE;
  bool goes_on =
      !o->pipeline || strstr(o->pipeline, "mem-barriers") || strstr(o->pipeline, DRIVER_PIPELINE);
  return goes_on ? DRIVER_LEVEL_MEM : DRIVER_LEVEL_THREAD;
}

static IrStatus lower(Run *run, const CpuArg *args, IrOp **kernel) {
  run->lowered = ir_op_clone(run->tile, NULL);
  run->compile.level = run->level;
  run->compile.arch = run->options->arch ? run->options->arch : "sm_90a";
  IR_TRY(driver_compile_lower(&run->compile, run->lowered));
  return choose_version(run, run->lowered, args, kernel);
}

// A kernel of threads that was read as one is there already, unless the person has passes for it.
static IrStatus prepare(Run *run, const CpuArg *args, IrOp **kernel) {
  const RunOptions *o = run->options;
  bool threads = IS(run->kernel, simt_kernel);
  run->level = level_of(run);
  if (threads && o->has_level && o->level != DRIVER_LEVEL_THREAD)
    return ir_error(run->ctx, ir_op_loc(run->kernel),
                    "'{}' is at thread level, and there is no way back", run->name);
  if (threads && !o->pipeline && !o->inserts.n) return choose_version(run, run->tile, args, kernel);
  if (run->level == DRIVER_LEVEL_TILE) return IR_OK;
  IR_TRY(lower(run, args, kernel));
  bool has_threads = IS(*kernel, simt_kernel);
  if (!has_threads && o->has_level && o->level == DRIVER_LEVEL_THREAD)
    return ir_error(run->ctx, ir_op_loc(*kernel), "the passes left the kernel without threads");
  run->level = has_threads ? DRIVER_LEVEL_THREAD : DRIVER_LEVEL_MEM;
  return IR_OK;
}

// ---- Running. ----

static IrStatus check_profile(const Run *run, const IrOp *kernel) {
  if (!run->options->profile || IS(kernel, simt_kernel)) return IR_OK;
  (void)ir_error(run->ctx, ir_op_loc(kernel),
                 "'{}' is not at thread level: there is nothing to count", run->name);
  ir_help(run->ctx, "--profile counts what warps do: leave --level out, or say --level=thread");
  return IR_FAILED;
}

IrStatus run_cpu_once(Run *run) {
  IrOp *kernel = run->kernel;
  CpuArg *args = ir_calloc(run->num_args + 1, sizeof *args);
  run_cpu_args(run, NULL, args);
  CpuGrid grid;
  IrStatus status = prepare(run, args, &kernel);
  if (status == IR_OK) status = check_profile(run, kernel);
  CpuRun what = run_cpu_launch(run, args);
  what.max_steps = (uint64_t)run->options->max_steps;
  what.limit_help = "--max-steps=N allows more, 0 any number";
  what.allow_races = run->options->allow_races;
  what.schedule = run->options->schedule;
  what.profile = run->options->profile ? &run->profile : NULL;
  what.counts = run->options->op_counts ? &run->counts : NULL;
  if (status == IR_OK) status = cpu_kernel_grid(kernel, &what, &grid);
  double start = ir_clock_seconds();
  if (status == IR_OK) status = cpu_run_kernel(kernel, &what);
  run->seconds = ir_clock_seconds() - start;
  run->blocks = status == IR_OK ? grid.blocks : 0;
  ir_free(args);
  return status;
}
