// Running a kernel's grid; see run.h.
//
// Every host thread has an interpreter and a memory of its own and takes the next block.  Arguments
// are set once an interpreter, block indices once a block; constants stay from block to block.
#include "targets/cpu/run.h"

#include <stdatomic.h>

#include "dialects/tile/kernel.h"
#include "dialects/tile/machine.h"
#include "targets/cpu/memory.h"
#include "targets/cpu/parallel.h"

_Static_assert((int)CPU_MAX_RANK == (int)MEM_MAX_RANK, "an array's view is a view");

typedef struct Launch Launch;

typedef struct Worker {
  IrInterp *interp;
  CpuMemory memory;
  int64_t failed_at; // position in the order of blocks, INT64_MAX while nothing failed
} Worker;

struct Launch {
  IrOp *kernel;
  const CpuRun *run;
  CpuGrid grid;
  CpuStorage *storage; // one per argument, for those whose writes are recorded
  Worker *workers;
  unsigned num_workers;
  _Atomic int64_t failed_at; // lowest position that failed so far
};

// ---- The kernel's dimensions. ----

static bool dim_extent(void *machine, IrStr name, int64_t *extent) {
  const Launch *launch = machine;
  TileDim dim;
  if (!tile_kernel_find_dim(launch->kernel, name, &dim)) return false;
  *extent = launch->run->args[dim.arg].array.extents[dim.index];
  return true;
}

static const TileMachine tile_machine = {.size = sizeof(TileMachine), .dim = dim_extent};

// ---- Workers. ----

static MemView view_of(const Launch *launch, size_t i) {
  const CpuArray *array = &launch->run->args[i].array;
  MemView view = {
      .base = array->data, .rank = array->rank, .element_bytes = ir_element_bytes(array->element)};
  memcpy(view.extents, array->extents, sizeof view.extents);
  memcpy(view.strides, array->strides, sizeof view.strides);
  if (launch->run->args[i].written) view.object = &launch->storage[i];
  return view;
}

static void set_argument(const Launch *launch, IrInterp *interp, size_t i) {
  const CpuArg *arg = &launch->run->args[i];
  IrType type = tile_kernel_arg_type(launch->kernel, i);
  IrCell *cell = ir_interp_define(interp, tile_kernel_arg(launch->kernel, i));
  if (ir_type_kind(type) == IR_TYPE_MEMREF) {
    MemView view = view_of(launch, i);
    memcpy(cell->data, &view, sizeof view);
  } else if (ir_type_is_float(type)) {
    ir_cell_set_double(cell, 0, arg->number);
  } else {
    ir_cell_set_int(cell, 0, arg->integer);
  }
}

static void worker_create(Launch *launch, Worker *worker) {
  *worker = (Worker){.interp = ir_interp_create(launch->kernel, 1), .failed_at = INT64_MAX};
  ir_interp_keep_error(worker->interp, true);
  ir_interp_set_machine(worker->interp, MEM_MACHINE, &cpu_memory_machine, &worker->memory);
  ir_interp_set_machine(worker->interp, TILE_MACHINE, &tile_machine, launch);
  for (size_t i = 0; i < launch->run->num_args; i++) set_argument(launch, worker->interp, i);
}

static int64_t block_at(const Launch *launch, int64_t position) {
  return launch->run->blocks ? launch->run->blocks[position] : position;
}

static void block_index(const Launch *launch, int64_t block, int64_t *index) {
  for (uint32_t d = 0; d < launch->grid.rank; d++) {
    index[d] = block % launch->grid.extents[d];
    block /= launch->grid.extents[d];
  }
}

static void set_block_index(const Launch *launch, IrInterp *interp, int64_t block) {
  int64_t index[CPU_MAX_GRID];
  block_index(launch, block, index);
  for (uint32_t d = 0; d < launch->grid.rank; d++)
    ir_cell_set_int(ir_interp_define(interp, tile_kernel_block_index(launch->kernel, d)), 0,
                    index[d]);
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
static void run_block(void *user, unsigned thread, int64_t position) {
  Launch *launch = user;
  Worker *worker = &launch->workers[thread];
  if (position > atomic_load(&launch->failed_at)) return;
  cpu_memory_reset(&worker->memory);
  ir_interp_start(worker->interp, 0);
  set_block_index(launch, worker->interp, block_at(launch, position));
  if (ir_interp_run(worker->interp, launch->run->max_steps) == IR_RUN_DONE) return;
  record_failure(launch, worker, position);
}

// ---- The launch. ----

static void note_block(const Launch *launch, int64_t position) {
  int64_t index[CPU_MAX_GRID];
  IrStream text = {0};
  block_index(launch, block_at(launch, position), index);
  for (uint32_t d = 0; d < launch->grid.rank; d++) ir_print(&text, "{}{}", d ? ", " : "", index[d]);
  ir_note(ir_op_context(launch->kernel), ir_op_loc(launch->kernel), "in block ({}) of kernel @{}",
          ir_stream_str(&text), ir_symbol_name(launch->kernel));
  ir_stream_free(&text);
}

static IrStatus report(const Launch *launch) {
  int64_t failed_at = atomic_load(&launch->failed_at);
  if (failed_at == INT64_MAX) return IR_OK;
  for (unsigned i = 0; i < launch->num_workers; i++)
    if (launch->workers[i].failed_at == failed_at) ir_interp_emit_error(launch->workers[i].interp);
  note_block(launch, failed_at);
  return IR_FAILED;
}

static IrStatus run_blocks(Launch *launch, int64_t count) {
  unsigned threads = launch->run->threads ? launch->run->threads : cpu_default_threads();
  if (count == 0) return IR_OK;
  if ((int64_t)threads > count) threads = (unsigned)count;
  launch->num_workers = threads;
  launch->workers = ir_calloc(threads, sizeof *launch->workers);
  for (unsigned i = 0; i < threads; i++) worker_create(launch, &launch->workers[i]);
  IrContext *ctx = ir_op_context(launch->kernel);
  bool shared = threads > 1 && ir_context_share(ctx);
  cpu_parallel(shared ? threads : 1, count, run_block, launch);
  if (shared) ir_context_unshare(ctx);
  IrStatus status = report(launch);
  for (unsigned i = 0; i < threads; i++) {
    if (launch->run->counts) ir_op_counts_add(launch->run->counts, launch->workers[i].interp);
    ir_interp_destroy(launch->workers[i].interp);
    cpu_memory_free(&launch->workers[i].memory);
  }
  ir_free(launch->workers);
  return status;
}

static IrStatus check_blocks(const Launch *launch) {
  const CpuRun *run = launch->run;
  for (size_t i = 0; run->blocks && i < run->num_blocks; i++)
    if (run->blocks[i] < 0 || run->blocks[i] >= launch->grid.blocks)
      return ir_op_error(launch->kernel, "has no block {}: there are {}", run->blocks[i],
                         launch->grid.blocks);
  return IR_OK;
}

static CpuStorage *watched_storage(const CpuRun *run) {
  CpuStorage *storage = ir_calloc(run->num_args + 1, sizeof *storage);
  for (size_t i = 0; i < run->num_args; i++) {
    if (!run->args[i].written) continue;
    const CpuArray *array = &run->args[i].array;
    storage[i] = (CpuStorage){.data = array->data,
                              .written = run->args[i].written,
                              .element_bytes = ir_element_bytes(array->element),
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
  Launch launch = {.kernel = kernel, .run = run, .failed_at = INT64_MAX};
  if (!IS(kernel, tile_kernel))
    return ir_op_error(kernel, "cannot run on the CPU: it executes tile.kernel");
  IR_TRY(cpu_kernel_grid(kernel, run->args, run->num_args, &launch.grid));
  IR_TRY(check_blocks(&launch));
  IrAttr unmet;
  if (!cpu_kernel_accepts(kernel, run->args, run->num_args, &unmet)) return refuse(kernel, unmet);
  launch.storage = watched_storage(run);
  IrStatus status =
      run_blocks(&launch, run->blocks ? (int64_t)run->num_blocks : launch.grid.blocks);
  ir_free(launch.storage);
  return status;
}
