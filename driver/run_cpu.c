// The emulator's part of a run.  Without a GPU the kernel runs in the interpreter as it was read;
// when it is to be verified or passes were added, what the passes made of it runs, so that the
// comparison with the tile level says something.
#include <time.h>

#include "dialects/tile/kernel.h"
#include "driver/run.h"
#include "ir/edit/builder.h"

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

// ---- Versions of a kernel at a level without metadata. ----

// "gemm__v0" is a version of "gemm".
static bool is_version_of(IrStr entry, IrStr kernel) {
  if (entry.len < kernel.len || memcmp(entry.ptr, kernel.ptr, kernel.len)) return false;
  return entry.len == kernel.len ||
         (entry.len > kernel.len + 3 && !memcmp(entry.ptr + kernel.len, "__v", 3));
}

typedef struct Names {
  const Run *run;
  const IrOp *kernel;
} Names;

static bool lookup(void *user, IrStr name, int64_t *value) {
  const Names *names = user;
  TileName what;
  if (!tile_kernel_resolve(names->kernel, name, &what)) return false;
  const RunArg *arg = &names->run->args[what.arg];
  switch (what.kind) {
  case TILE_NAME_DIM:
    *value = arg->extents[what.index];
    return true;
  case TILE_NAME_STRIDE:
    *value = arg->strides[what.index];
    return true;
  case TILE_NAME_ADDRESS:
    *value = (int64_t)(uintptr_t)arg->host.array.data;
    return true;
  }
  return false;
}

static IrStatus assumptions_hold(Run *run, const IrOp *kernel, bool *hold) {
  Names names = {run, kernel};
  *hold = true;
  for (size_t i = 0; *hold && i < tile_kernel_num_assumes(kernel); i++) {
    int64_t value;
    IR_TRY(tile_expr_eval(run->ctx, ir_op_loc(kernel), tile_kernel_assume(kernel, i), lookup,
                          &names, &value));
    *hold = value != 0;
  }
  return IR_OK;
}

static IrStatus choose_version(Run *run, IrOp **kernel) {
  size_t versions = 0;
  IR_FOR_OPS(op, ir_module_body(run->lowered)) {
    if (!IS(op, tile_kernel) || !is_version_of(ir_symbol_name(op), run->name)) continue;
    bool hold;
    versions++;
    IR_TRY(assumptions_hold(run, op, &hold));
    if (!hold) continue;
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

static IrStatus lower(Run *run, IrOp **kernel) {
  run->lowered = ir_op_clone(run->tile, NULL);
  run->compile.level = stop_level(run->options);
  run->compile.arch = run->options->arch ? run->options->arch : "sm_90a";
  IR_TRY(driver_compile_lower(&run->compile, run->lowered));
  run->passes_run = true;
  return choose_version(run, kernel);
}

IrStatus run_cpu_once(Run *run, bool lowered) {
  IrOp *kernel = run->kernel;
  if (lowered) IR_TRY(lower(run, &kernel));
  CpuArg *args = ir_calloc(run->num_args + 1, sizeof *args);
  run_cpu_args(run, NULL, args);
  CpuGrid grid;
  IrStatus status = cpu_kernel_grid(kernel, args, run->num_args, &grid);
  double start = now();
  if (status == IR_OK)
    status = cpu_run_kernel(kernel, &(CpuRun){.args = args, .num_args = run->num_args});
  run->seconds = now() - start;
  run->blocks = status == IR_OK ? grid.blocks : 0;
  ir_free(args);
  return status;
}
