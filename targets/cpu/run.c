// Running a kernel's grid; see run.h.
//
// Every host thread has a worker of its own that takes the next block: at tile level an interpreter
// and a memory, at thread level a cluster of blocks (thread.h).  Arguments are set once an
// interpreter, block indices once a block; constants stay from block to block.
#include "targets/cpu/run.h"

#include <stdatomic.h>

#include "dialects/simt/simt.h"
#include "dialects/tile/kernel.h"
#include "dialects/tile/machine.h"
#include "dialects/tile/report.h"
#include "dialects/tile/tile.h"
#include "dialects/vector/vector.h"
#include "targets/cpu/launch.h"
#include "targets/cpu/parallel.h"
#include "targets/cpu/watch.h"

_Static_assert((int)CPU_MAX_RANK == (int)MEM_MAX_RANK, "an array's view is a view");

typedef struct Worker {
  const CpuLaunch *launch;
  IrInterp *interp;            // at tile level
  int64_t block[CPU_MAX_GRID]; // that it runs
  CpuMemory memory;
  TileStores stores;
  CpuCluster *cluster; // at thread level
  int64_t failed_at;   // position in the order of blocks, INT64_MAX while nothing failed
} Worker;

typedef struct Launch {
  CpuLaunch base;
  int64_t task_blocks; // blocks that run together
  Worker *workers;
  unsigned num_workers;
  _Atomic int64_t failed_at; // lowest position that failed so far
} Launch;

static bool has_threads(const Launch *launch) {
  return IS(launch->base.kernel, simt_kernel);
}

// ---- The kernel's dimensions and blocks. ----

static bool dim_extent(void *machine, IrStr name, int64_t *extent) {
  const CpuLaunch *launch = ((const Worker *)machine)->launch;
  TileDim dim;
  if (!tile_kernel_find_dim(launch->kernel, name, &dim)) return false;
  *extent = launch->run->args[dim.arg].array.extents[dim.index];
  return true;
}

static size_t block_indices(void *machine, const int64_t **indices) {
  const Worker *worker = machine;
  *indices = worker->block;
  return worker->launch->grid.rank;
}

static TileStores *block_stores(void *machine) {
  return &((Worker *)machine)->stores;
}

static int64_t num_blocks(void *machine) {
  const CpuLaunch *launch = ((const Worker *)machine)->launch;
  return launch->grid.blocks / tile_kernel_multicast(launch->kernel);
}

static const TileMachine tile_machine = {.size = sizeof(TileMachine),
                                         .dim = dim_extent,
                                         .block = block_indices,
                                         .stores = block_stores,
                                         .num_blocks = num_blocks};

// ---- Arguments. ----

// At tile level only what is watched has an object; threads look at all addresses.
static MemView view_of(const CpuLaunch *launch, size_t i) {
  const CpuArray *array = &launch->run->args[i].array;
  bool watched = launch->run->args[i].written || IS(launch->kernel, simt_kernel);
  MemView view = {.base = array->data,
                  .object = watched ? &launch->storage[i] : NULL,
                  .rank = array->rank,
                  .element_bytes = ir_element_bytes(array->element)};
  memcpy(view.extents, array->extents, sizeof view.extents);
  memcpy(view.strides, array->strides, sizeof view.strides);
  return view;
}

static void set_argument(const CpuLaunch *launch, IrInterp *interp, size_t i) {
  const CpuArg *arg = &launch->run->args[i];
  IrType type = tile_kernel_arg_type(launch->kernel, i);
  IrCell *cell = ir_interp_define(interp, tile_kernel_arg(launch->kernel, i));
  if (ir_type_kind(type) == IR_TYPE_MEMREF) {
    MemView view = view_of(launch, i);
    memcpy(cell->data, &view, sizeof view);
    return;
  }
  for (int64_t lane = 0; lane < cell->lanes; lane++)
    if (ir_type_is_float(type))
      ir_cell_set_double(cell, lane, arg->number);
    else
      ir_cell_set_int(cell, lane, arg->integer);
}

// ---- What kernels say. ----

static void say_nothing(void *machine, IrStr line) {
  (void)machine, (void)line;
}

const TileReportMachine cpu_quiet_report = {.size = sizeof(TileReportMachine), .line = say_nothing};

void cpu_launch_set_report(const CpuLaunch *launch, IrInterp *interp) {
  if (launch->run->quiet)
    ir_interp_set_machine(interp, TILE_REPORT_MACHINE, &cpu_quiet_report, NULL);
}

static IrStatus find_print(IrOp *op, void *user) {
  (void)user;
  return IS(op, tile_print) || IS(op, simt_print) || IS(op, vector_print) ? IR_FAILED : IR_OK;
}

// Lines of a block stand in program order, and blocks one after the other: on one thread.
static bool speaks(const CpuLaunch *launch) {
  IrOp *module = ir_op_parent(launch->kernel); // with the functions that it calls
  if (launch->run->quiet) return false;
  return ir_walk_pre(module ? module : launch->kernel, find_print, NULL) != IR_OK;
}

void cpu_launch_set_arguments(const CpuLaunch *launch, IrInterp *interp) {
  for (size_t i = 0; i < launch->run->num_args; i++) set_argument(launch, interp, i);
}

// ---- Workers. ----

static void worker_create(Launch *launch, Worker *worker) {
  *worker = (Worker){.launch = &launch->base, .failed_at = INT64_MAX};
  if (has_threads(launch)) {
    worker->cluster = cpu_cluster_create(&launch->base);
    return;
  }
  worker->interp = ir_interp_create(launch->base.kernel, 1);
  ir_interp_keep_error(worker->interp, true);
  ir_interp_set_machine(worker->interp, MEM_MACHINE, &cpu_memory_machine, &worker->memory);
  ir_interp_set_machine(worker->interp, TILE_MACHINE, &tile_machine, worker);
  cpu_launch_set_report(&launch->base, worker->interp);
  cpu_launch_set_arguments(&launch->base, worker->interp);
}

static void worker_destroy(const Launch *launch, Worker *worker) {
  IrOpCounts *counts = launch->base.run->counts;
  if (worker->cluster) {
    if (counts) cpu_cluster_add_counts(worker->cluster, counts);
    cpu_cluster_destroy(worker->cluster);
    return;
  }
  if (counts) ir_op_counts_add(counts, worker->interp);
  ir_interp_destroy(worker->interp);
  cpu_memory_free(&worker->memory);
  tile_stores_free(&worker->stores);
}

static int64_t block_at(const Launch *launch, int64_t position) {
  const CpuRun *run = launch->base.run;
  return run->blocks ? run->blocks[position] : position * launch->task_blocks;
}

static void set_block_index(Worker *worker, int64_t block) {
  const CpuLaunch *base = worker->launch;
  cpu_block_index(&base->grid, block, worker->block);
  for (uint32_t d = 0; d < base->grid.rank; d++) {
    const IrValue *index = tile_kernel_block_index(base->kernel, d);
    ir_cell_set_int(ir_interp_define(worker->interp, index), 0, worker->block[d]);
  }
}

static bool run_tiles(const Launch *launch, Worker *worker, int64_t block) {
  cpu_memory_reset(&worker->memory);
  tile_stores_forget(&worker->stores);
  ir_interp_start(worker->interp, 0);
  set_block_index(worker, block);
  return ir_interp_run(worker->interp, launch->base.run->max_steps) == IR_RUN_DONE &&
         tile_stores_end(worker->interp, &worker->stores) != IR_STEP_FAIL;
}

static void record_failure(Launch *launch, Worker *worker, int64_t position) {
  worker->failed_at = position;
  int64_t lowest = atomic_load(&launch->failed_at);
  while (position < lowest &&
         !atomic_compare_exchange_weak(&launch->failed_at, &lowest, position)) {
  }
}

// Blocks after one that failed are left out; those before it still run, so that the error reported
// is always the same.
static void run_task(void *user, unsigned thread, int64_t position) {
  Launch *launch = user;
  Worker *worker = &launch->workers[thread];
  if (position > atomic_load(&launch->failed_at)) return;
  int64_t block = block_at(launch, position);
  bool ok =
      worker->cluster ? cpu_cluster_run(worker->cluster, block) : run_tiles(launch, worker, block);
  if (launch->base.between)
    cpu_grid_watch_add(launch->base.between, position, block,
                       ok ? cpu_watch_traces(worker->cluster->watch) : NULL);
  if (!ok) record_failure(launch, worker, position);
}

// ---- The launch. ----

void cpu_block_index(const CpuGrid *grid, int64_t block, int64_t *index) {
  for (uint32_t d = 0; d < grid->rank; d++) {
    index[d] = block % grid->extents[d];
    block /= grid->extents[d];
  }
}

void cpu_print_block(const CpuGrid *grid, int64_t block, IrStream *out) {
  int64_t index[CPU_MAX_GRID];
  cpu_block_index(grid, block, index);
  for (uint32_t d = 0; d < grid->rank; d++) ir_print(out, "{}{}", d ? ", " : "(", index[d]);
  ir_write_char(out, ')');
}

void cpu_launch_help(const CpuLaunch *launch, const IrInterp *interp) {
  const CpuRun *run = launch->run;
  if (run->limit_help && run->max_steps && ir_interp_steps(interp) >= run->max_steps)
    ir_help(ir_op_context(launch->kernel), "{}", run->limit_help);
}

static void report_tiles(const Launch *launch, const Worker *worker) {
  IrStream text = {0};
  IrOp *kernel = launch->base.kernel;
  ir_interp_emit_error(worker->interp);
  cpu_print_block(&launch->base.grid, block_at(launch, worker->failed_at), &text);
  ir_note(ir_op_context(kernel), ir_op_loc(kernel), "in block {} of kernel @{}",
          ir_stream_str(&text), ir_symbol_name(kernel));
  ir_stream_free(&text);
  cpu_launch_help(&launch->base, worker->interp);
}

static IrStatus report(const Launch *launch) {
  int64_t failed_at = atomic_load(&launch->failed_at);
  if (failed_at == INT64_MAX) return cpu_grid_watch_report(launch->base.between, &launch->base);
  for (unsigned i = 0; i < launch->num_workers; i++) {
    const Worker *worker = &launch->workers[i];
    if (worker->failed_at != failed_at) continue;
    if (worker->cluster)
      cpu_cluster_emit_failure(worker->cluster);
    else
      report_tiles(launch, worker);
  }
  return IR_FAILED;
}

static IrStatus run_tasks(Launch *launch, int64_t count) {
  const CpuRun *run = launch->base.run;
  unsigned threads = run->threads ? run->threads : cpu_default_threads();
  if (count == 0) return IR_OK;
  if (speaks(&launch->base)) threads = 1;
  if ((int64_t)threads > count) threads = (unsigned)count;
  launch->num_workers = threads;
  launch->workers = ir_calloc(threads, sizeof *launch->workers);
  for (unsigned i = 0; i < threads; i++) worker_create(launch, &launch->workers[i]);
  IrContext *ctx = ir_op_context(launch->base.kernel);
  bool shared = threads > 1 && ir_context_share(ctx);
  cpu_parallel(shared ? threads : 1, count, run_task, launch);
  if (shared) ir_context_unshare(ctx);
  IrStatus status = report(launch);
  for (unsigned i = 0; i < threads; i++) worker_destroy(launch, &launch->workers[i]);
  ir_free(launch->workers);
  return status;
}

static IrStatus check_blocks(const Launch *launch) {
  const CpuRun *run = launch->base.run;
  IrOp *kernel = launch->base.kernel;
  int64_t blocks = launch->base.grid.blocks;
  for (size_t i = 0; run->blocks && i < run->num_blocks; i++)
    if (run->blocks[i] < 0 || run->blocks[i] >= blocks)
      return ir_op_error(kernel, "has no block {}: there are {}", run->blocks[i], blocks);
  if (blocks % launch->task_blocks)
    return ir_op_error(kernel, "has clusters of {} blocks, but its grid has {}",
                       launch->task_blocks, blocks);
  if (run->blocks && launch->task_blocks > 1)
    return ir_op_error(kernel, "has clusters, whose blocks are not run one by one");
  return IR_OK;
}

static CpuStorage *argument_storage(const CpuRun *run) {
  CpuStorage *storage = ir_calloc(run->num_args + 1, sizeof *storage);
  for (size_t i = 0; i < run->num_args; i++) {
    const CpuArray *array = &run->args[i].array;
    uint32_t bytes = array->element ? ir_element_bytes(array->element) : 1;
    storage[i] = (CpuStorage){.data = array->data,
                              .written = run->args[i].written,
                              .elements = array->element ? cpu_array_bytes(array) / bytes : 0,
                              .element_bytes = bytes,
                              .global = true};
  }
  return storage;
}

static IrStatus refuse(IrOp *kernel, IrAttr unmet) {
  IrStream text = {0};
  size_t n;
  const TileExprNode *nodes = tile_expr_nodes(unmet, &n);
  tile_expr_print(nodes, n, &text);
  IrStatus status = ir_op_error(kernel, "assumes '{}', which does not hold for these arguments",
                                ir_stream_str(&text));
  ir_stream_free(&text);
  return status;
}

IrStatus cpu_run_kernel(IrOp *kernel, const CpuRun *run) {
  Launch launch = {.base = {.kernel = kernel, .run = run}, .task_blocks = 1};
  atomic_init(&launch.failed_at, INT64_MAX);
  if (!tile_is_kernel(kernel))
    return ir_op_error(kernel, "cannot run on the CPU: it executes tile.kernel and simt.kernel");
  if (has_threads(&launch)) {
    launch.base.waits_for_grids = simt_kernel_waits_for_grids(kernel);
    launch.task_blocks = simt_kernel_cluster(kernel);
    IR_TRY(cpu_check_shared(kernel));
  }
  IR_TRY(cpu_kernel_grid(kernel, run, &launch.base.grid));
  IR_TRY(check_blocks(&launch));
  IrAttr unmet;
  if (!cpu_kernel_accepts(kernel, run, &unmet)) return refuse(kernel, unmet);
  launch.base.storage = argument_storage(run);
  pthread_mutex_init(&launch.base.atomics, NULL);
  int64_t blocks = run->blocks ? (int64_t)run->num_blocks : launch.base.grid.blocks;
  if (has_threads(&launch) && !run->allow_races && blocks > launch.task_blocks)
    launch.base.between = cpu_grid_watch_create();
  IrStatus status = run_tasks(&launch, blocks / launch.task_blocks);
  pthread_mutex_destroy(&launch.base.atomics);
  cpu_grid_watch_destroy(launch.base.between);
  ir_free(launch.base.storage);
  return status;
}
