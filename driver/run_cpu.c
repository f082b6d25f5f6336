// The emulator's part of a run.  Without a GPU the kernel runs in the interpreter as it was read;
// when it is to be verified or passes were added, what the passes made of it runs, so that the
// comparison with the tile level says something.

#include "dialects/tile/kernel.h"
#include "driver/run.h"
#include "ir/edit/builder.h"
#include "ir/support/timing.h"

// ---- Versions of a kernel at a level without metadata. ----

// "gemm__v0" is a version of "gemm".
static bool is_version_of(IrStr entry, IrStr kernel) {
  if (entry.len < kernel.len || memcmp(entry.ptr, kernel.ptr, kernel.len)) return false;
  return entry.len == kernel.len ||
         (entry.len > kernel.len + 3 && !memcmp(entry.ptr + kernel.len, "__v", 3));
}

static IrStatus choose_version(Run *run, const CpuArg *args, IrOp **kernel) {
  size_t versions = 0;
  IR_FOR_OPS(op, ir_module_body(run->lowered)) {
    if (!IS(op, tile_kernel) || !is_version_of(ir_symbol_name(op), run->name)) continue;
    CpuGrid grid;
    versions++;
    IR_TRY(cpu_kernel_grid(op, args, run->num_args, &grid));
    if (!cpu_kernel_accepts(op, args, run->num_args, NULL)) continue;
    *kernel = op;
    return IR_OK;
  }
  if (versions == 0)
    return ir_error(run->ctx, ir_op_loc(run->kernel), "the passes left no tile.kernel '{}'",
                    run->name);
  return ir_error(run->ctx, ir_op_loc(run->kernel), "the assumptions of '{}' do not hold",
                  run->name);
}

// ---- Running. ----

// The default list goes on to threads, which the interpreter does not run; a list of the person's
// own may have nothing to stop after.
static DriverLevel stop_level(const RunOptions *options) {
  const char *list = options->pipeline;
  bool goes_on = !list || strstr(list, "mem-barriers") || strstr(list, DRIVER_PIPELINE);
  return goes_on ? DRIVER_LEVEL_MEM : DRIVER_LEVEL_THREAD;
}

static IrStatus lower(Run *run, const CpuArg *args, IrOp **kernel) {
  run->lowered = ir_op_clone(run->tile, NULL);
  run->compile.level = stop_level(run->options);
  run->compile.arch = run->options->arch ? run->options->arch : "sm_90a";
  IR_TRY(driver_compile_lower(&run->compile, run->lowered));
  run->passes_run = true;
  return choose_version(run, args, kernel);
}

IrStatus run_cpu_once(Run *run, bool lowered) {
  IrOp *kernel = run->kernel;
  CpuArg *args = ir_calloc(run->num_args + 1, sizeof *args);
  run_cpu_args(run, NULL, args);
  CpuGrid grid;
  IrStatus status = lowered ? lower(run, args, &kernel) : IR_OK;
  if (status == IR_OK) status = cpu_kernel_grid(kernel, args, run->num_args, &grid);
  double start = ir_clock_seconds();
  if (status == IR_OK)
    status =
        cpu_run_kernel(kernel, &(CpuRun){.args = args,
                                         .num_args = run->num_args,
                                         .counts = run->options->op_counts ? &run->counts : NULL});
  run->seconds = ir_clock_seconds() - start;
  run->blocks = status == IR_OK ? grid.blocks : 0;
  ir_free(args);
  return status;
}
