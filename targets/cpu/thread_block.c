// Blocks of warps: making them once for a host thread, and running a cluster of them.
//
// All warps share the numbered program.  What a block is made of stays from block to block;
// constants do, too.
#include "dialects/mem/mem.h"
#include "dialects/tile/kernel.h"
#include "dialects/tile/target.h"
#include "targets/cpu/async.h"
#include "targets/cpu/schedule.h"
#include "targets/cpu/watch.h"
#include "targets/cpu/wgmma.h"

static void set_machines(CpuWarp *warp) {
  ir_interp_set_machine(warp->interp, MEM_MACHINE, &cpu_thread_memory, warp);
  ir_interp_set_machine(warp->interp, SIMT_MACHINE, &cpu_thread_machine, warp);
  ir_interp_set_machine(warp->interp, TC_MACHINE, &cpu_thread_tc, warp);
  cpu_launch_set_report(warp->block->cluster->launch, warp->interp);
  ir_interp_set_machine(warp->interp, MEM_ASYNC_MACHINE, &cpu_thread_async, warp);
}

static void warp_create(CpuBlock *block, uint32_t i, uint32_t rank) {
  CpuCluster *cluster = block->cluster;
  CpuLaunch *launch = cluster->launch;
  CpuWarp *warp = &block->warps[i];
  IrInterp *first = cluster->blocks[0].warps[0].interp;
  *warp = (CpuWarp){.block = block};
  warp->interp =
      first ? ir_interp_create_like(first) : ir_interp_create(launch->kernel, SIMT_WARP_LANES);
  warp->ids = (SimtIds){.blocks = launch->grid.blocks,
                        .warp = i,
                        .threads = block->num_warps * SIMT_WARP_LANES,
                        .rank = rank,
                        .ranks = cluster->num_blocks};
  ir_interp_keep_error(warp->interp, true);
  set_machines(warp);
  cpu_launch_set_arguments(launch, warp->interp);
}

// ---- Shared memory. ----

// Bytes of shared memory: of the kernel, else what buffers with a place take; and of those without
// one, which come behind.
typedef struct SharedBytes {
  int64_t placed, open, aligned; // `aligned`: `open` as the buffers lie here
} SharedBytes;

static IrStatus add_buffer(IrOp *op, void *user) {
  SharedBytes *bytes = user;
  if (!IS(op, mem_alloc)) return IR_OK;
  int64_t size = mem_buffer_bytes(ir_value_type(ir_op_result(op, 0)));
  IrAttr offset = GET(op, mem_alloc, offset);
  if (offset && ir_attr_int(offset) + size > bytes->placed)
    bytes->placed = ir_attr_int(offset) + size;
  if (!offset) bytes->open += size;
  if (!offset) bytes->aligned += cpu_align(size, CPU_SHARED_ALIGNMENT);
  return IR_OK;
}

static SharedBytes shared_bytes(IrOp *kernel) {
  SharedBytes bytes = {0};
  IrAttr said = GET(kernel, simt_kernel, shared);
  IrStatus status = ir_walk_pre(kernel, add_buffer, &bytes);
  IR_ASSERT(status == IR_OK, "the walk does not fail");
  if (said) bytes.placed = ir_attr_int(said);
  return bytes;
}

IrStatus cpu_check_shared(IrOp *kernel) {
  SharedBytes bytes = shared_bytes(kernel);
  const TileTarget *target = tile_target_of(kernel);
  // What the kernel says may count the buffers without a place, too.
  int64_t needed = bytes.placed > bytes.open ? bytes.placed : bytes.open;
  if (needed <= target->shared_block) return IR_OK;
  return ir_op_error(kernel, "needs {} bytes of shared memory; a block of {} has {}", needed,
                     target->name, target->shared_block);
}

static void shared_create(CpuBlock *block, IrOp *kernel) {
  SharedBytes bytes = shared_bytes(kernel);
  block->used = bytes.open ? cpu_align(bytes.placed, CPU_SHARED_ALIGNMENT) : bytes.placed;
  int64_t all = block->used + bytes.aligned;
  block->allocation = ir_malloc((size_t)all + CPU_SHARED_ALIGNMENT);
  uintptr_t start = (uintptr_t)block->allocation;
  block->shared = (CpuStorage){.data = (char *)cpu_align((int64_t)start, CPU_SHARED_ALIGNMENT),
                               .written = ir_malloc((size_t)all + 1),
                               .elements = all,
                               .element_bytes = 1};
}

static void block_create(CpuCluster *cluster, uint32_t rank) {
  CpuBlock *block = &cluster->blocks[rank];
  IrOp *kernel = cluster->launch->kernel;
  block->cluster = cluster;
  block->num_warps = (uint32_t)(tile_kernel_threads(kernel) / SIMT_WARP_LANES);
  block->warps = ir_calloc(block->num_warps, sizeof *block->warps);
  shared_create(block, kernel);
  for (uint32_t i = 0; i < block->num_warps; i++) warp_create(block, i, rank);
}

CpuCluster *cpu_cluster_create(CpuLaunch *launch) {
  CpuCluster *cluster = ir_calloc(1, sizeof *cluster);
  cluster->launch = launch;
  cluster->num_blocks = (uint32_t)simt_kernel_cluster(launch->kernel);
  cluster->blocks = ir_calloc(cluster->num_blocks, sizeof *cluster->blocks);
  for (uint32_t rank = 0; rank < cluster->num_blocks; rank++) block_create(cluster, rank);
  cluster->watch = cpu_watch_create(cluster);
  return cluster;
}

static void clear_notes(CpuCluster *cluster) {
  for (size_t i = 0; i < cluster->notes.n; i++) ir_free(cluster->notes.at[i].text);
  ir_vec_clear(&cluster->notes);
}

static void block_destroy(CpuBlock *block) {
  cpu_tc_destroy(block);
  cpu_async_destroy(block);
  for (uint32_t i = 0; i < block->num_warps; i++) ir_interp_destroy(block->warps[i].interp);
  ir_free(block->warps);
  ir_free(block->allocation);
  ir_free(block->shared.written);
  ir_ptrmap_free(&block->places);
  cpu_memory_free(&block->memory);
}

void cpu_cluster_destroy(CpuCluster *cluster) {
  cpu_work_clear(cluster);
  cpu_watch_destroy(cluster->watch, cluster);
  for (uint32_t i = 0; i < cluster->num_blocks; i++) block_destroy(&cluster->blocks[i]);
  clear_notes(cluster);
  ir_vec_free(&cluster->notes);
  ir_free(cluster->blocks);
  ir_free(cluster);
}

// ---- Running. ----

static void block_start(CpuBlock *block, int64_t number) {
  block->number = number;
  memset(block->barriers, 0, sizeof block->barriers);
  memset(block->shared.written, 0, (size_t)block->shared.elements);
  cpu_memory_reset(&block->memory);
  cpu_tc_start(block);
  cpu_registers_start(block);
  cpu_grid_wait_start(block);
  cpu_async_start(block);
  for (uint32_t i = 0; i < block->num_warps; i++) {
    CpuWarp *warp = &block->warps[i];
    warp->ids.block = number;
    warp->state = CPU_WARP_READY;
    warp->retries = warp->stalled = false;
    warp->wait = (CpuWait){0};
    warp->arrived = false;
    ir_interp_start(warp->interp, 0);
  }
}

bool cpu_cluster_run(CpuCluster *cluster, int64_t first) {
  cpu_work_clear(cluster);
  clear_notes(cluster);
  cluster->barrier = (CpuBarrier){0};
  cpu_watch_start(cluster->watch, cluster);
  for (uint32_t i = 0; i < cluster->num_blocks; i++)
    block_start(&cluster->blocks[i], first + (int64_t)i);
  return cpu_schedule_run(cluster);
}

uint32_t cpu_cluster_num_warps(const CpuCluster *cluster) {
  return cluster->num_blocks * cluster->blocks[0].num_warps;
}

CpuWarp *cpu_cluster_warp(const CpuCluster *cluster, uint32_t i) {
  uint32_t warps = cluster->blocks[0].num_warps;
  return &cluster->blocks[i / warps].warps[i % warps];
}

void cpu_cluster_add_counts(const CpuCluster *cluster, IrOpCounts *counts) {
  ir_op_counts_add(counts, cluster->blocks[0].warps[0].interp); // the program is everyone's
}
