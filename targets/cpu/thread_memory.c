// Memory of threads (dialects/mem/machine.h): addresses as the hardware has them.
//
// Shared memory is the block's bytes, each with a flag that tells whether anything wrote it; global
// memory is that of the arguments.  All lanes of an access come together (access_lanes); what knows
// nothing of warps goes on to the machine of tiles, on the same storage.
#include "dialects/mem/mem.h"
#include "dialects/tile/kernel.h"
#include "targets/cpu/thread.h"
#include "targets/cpu/watch.h"

static CpuMemory *memory_of(void *machine) {
  return &((CpuWarp *)machine)->block->memory;
}

// ---- Buffers. ----

static int64_t place_of(CpuBlock *block, const IrOp *op, int64_t bytes) {
  IrAttr offset = GET(op, mem_alloc, offset);
  if (offset) return ir_attr_int(offset);
  uintptr_t known = (uintptr_t)ir_ptrmap_get(&block->places, op);
  if (known) return (int64_t)known - 1;
  int64_t place = block->used;
  block->used += cpu_align(bytes, CPU_SHARED_ALIGNMENT);
  ir_ptrmap_set(&block->places, op, (void *)(uintptr_t)(place + 1));
  return place;
}

// Rows of a column-major buffer lie apart by an element, those of a padded one by more than their
// length; strides say so for what is not swizzled, and which dimension is contiguous in any case.
static void turn_strides(IrType type, MemView *view) {
  uint32_t y = view->rank - 2, x = view->rank - 1;
  if (view->rank < 2) return;
  bool column = mem_layout_column(mem_buffer_layout(type));
  int64_t pitch = view->extents[column ? y : x];
  if (mem_padded_bytes(mem_buffer_layout(type))) pitch = mem_buffer_pitch(type);
  view->strides[column ? y : x] = 1;
  view->strides[column ? x : y] = pitch;
  int64_t plane = pitch * view->extents[column ? x : y];
  for (uint32_t d = y; d-- > 0; plane *= view->extents[d]) view->strides[d] = plane;
}

static IrStep allocate(void *machine, IrInterp *interp, IrOp *op, MemView *view) {
  CpuBlock *block = ((CpuWarp *)machine)->block;
  IrType type = ir_value_type(ir_op_result(op, 0));
  if (!IS(op, mem_alloc) || mem_buffer_space(type) != MEM_SHARED)
    return ir_interp_fail(interp, op, "is not executed by threads: they have shared buffers only");
  if (cpu_lay_out(interp, op, view) < 0) return IR_STEP_FAIL;
  turn_strides(type, view);
  int64_t bytes = mem_buffer_bytes(type), place = place_of(block, op, bytes);
  if (place + bytes > block->shared.elements)
    return ir_interp_fail(interp, op, "ends at byte {}, but the block has {} of shared memory",
                          place + bytes, block->shared.elements);
  view->base = block->shared.data + place;
  view->object = &block->shared;
  return IR_STEP_NEXT;
}

static IrStep fresh(void *machine, IrInterp *interp, IrOp *op, MemView *view) {
  (void)machine, (void)view;
  return ir_interp_fail(interp, op, "makes memory for each thread, which is not executed here");
}

// The same place in another block.
static IrStep map_cluster(void *machine, IrInterp *interp, IrOp *op, int64_t rank, MemView *view) {
  CpuBlock *block = ((CpuWarp *)machine)->block;
  CpuCluster *cluster = block->cluster;
  if (rank < 0 || rank >= cluster->num_blocks)
    return ir_interp_fail(interp, op, "asks for block {} of a cluster of {}", rank,
                          cluster->num_blocks);
  CpuBlock *other = &cluster->blocks[rank];
  view->base = other->shared.data + ((char *)view->base - block->shared.data);
  view->object = &other->shared;
  return IR_STEP_NEXT;
}

// ---- Accesses of all lanes. ----

static bool is_inside(const CpuStorage *storage, const char *at, int64_t bytes) {
  int64_t from = at - storage->data, all = storage->elements * storage->element_bytes;
  return from >= 0 && bytes <= all && from <= all - bytes;
}

void cpu_print_memory(const CpuWarp *warp, const CpuStorage *storage, IrStream *out) {
  const CpuLaunch *launch = warp->block->cluster->launch;
  if (!storage->global)
    ir_print(out, "shared memory");
  else
    ir_print(out, "'%{}'",
             tile_kernel_arg_name(launch->kernel, (size_t)(storage - launch->storage)));
}

// "byte 64 of shared memory, which has 1024"
static void print_place(const CpuWarp *warp, const CpuStorage *storage, const char *at,
                        IrStream *out) {
  ir_print(out, "byte {} of ", at - storage->data);
  cpu_print_memory(warp, storage, out);
  ir_print(out, ", which has {}", storage->elements * storage->element_bytes);
}

static const char unwritten[] = "reads what nothing wrote";

// Most often the writer has not come as far: a barrier or a wait is missing.
static void help_unwritten(CpuWarp *warp) {
  cpu_warp_note(warp, NULL,
                IR_STR("what other threads write is there after a barrier, what copies bring after "
                       "they are waited for"));
}

static IrStep fail_at(CpuWarp *warp, IrInterp *interp, const IrOp *op, const char *what,
                      uint64_t lane, const CpuStorage *storage, const char *at) {
  IrStream place = {0};
  print_place(warp, storage, at, &place);
  IrStep step = ir_interp_fail(interp, op, "{} in lane {}: {}", what, lane, ir_stream_str(&place));
  ir_stream_free(&place);
  return step;
}

// Whether nothing wrote some of the bytes, where that is recorded for those who read.
static bool is_unwritten(const CpuStorage *storage, const char *at, int64_t bytes) {
  return !storage->global && storage->written &&
         memchr(storage->written + (at - storage->data), 0, (size_t)bytes);
}

static void mark_written(const CpuStorage *storage, const char *at, int64_t bytes) {
  int64_t first = (at - storage->data) / storage->element_bytes;
  if (!storage->written) return;
  memset(storage->written + first, 1,
         (size_t)((bytes + storage->element_bytes - 1) / storage->element_bytes));
}

static IrStep check_lane(CpuWarp *warp, IrInterp *interp, const IrOp *op, const MemLaneAccess *a,
                         uint64_t lane) {
  const CpuStorage *storage = a->view->object;
  const char *at = (const char *)a->view->base + a->offsets[lane];
  bool reads = a->kind != MEM_ACCESS_STORE;
  if (!is_inside(storage, at, a->bytes))
    return fail_at(warp, interp, op, reads ? "reads outside" : "writes outside", lane, storage, at);
  if ((uintptr_t)at % a->bytes)
    return fail_at(warp, interp, op, "is not aligned to its size", lane, storage, at);
  if (reads && is_unwritten(storage, at, a->bytes)) {
    help_unwritten(warp);
    return fail_at(warp, interp, op, unwritten, lane, storage, at);
  }
  return IR_STEP_NEXT;
}

#define MOVE_LANES(N) \
  IR_FOR_LANES(lane, a->lanes) { \
    char *memory = (char *)a->view->base + a->offsets[lane], *own = (char *)a->data + lane * N; \
    if (store) \
      memcpy(memory, own, N); \
    else \
      memcpy(own, memory, N); \
  }

static void move_lanes(const MemLaneAccess *a) {
  bool store = a->kind == MEM_ACCESS_STORE;
  switch (a->bytes) {
  case 1:
    MOVE_LANES(1) break;
  case 2:
    MOVE_LANES(2) break;
  case 4:
    MOVE_LANES(4) break;
  case 8:
    MOVE_LANES(8) break;
  default:
    MOVE_LANES(a->bytes)
  }
}

// Lanes one after another.
static void update_lanes(const MemLaneAccess *a) {
  IR_FOR_LANES(lane, a->lanes) {
    char *memory = (char *)a->view->base + a->offsets[lane];
    memcpy((char *)a->data + lane * a->bytes, memory, a->bytes);
    a->update(a->user, (uint32_t)lane, memory);
  }
}

// Other blocks' atomics wait, so that what is told of them has their order: who takes a lock has
// been told by who gave it back.
static IrStep update_and_tell(CpuWarp *warp, const IrOp *op, const MemLaneAccess *a) {
  CpuLaunch *launch = warp->block->cluster->launch;
  bool global = ((const CpuStorage *)a->view->object)->global;
  if (global) pthread_mutex_lock(&launch->atomics);
  IrStep step = cpu_watch_lanes(warp, op, a);
  if (step != IR_STEP_FAIL) update_lanes(a);
  if (global) pthread_mutex_unlock(&launch->atomics);
  return step;
}

static IrStep access_lanes(void *machine, IrInterp *interp, IrOp *op, const MemLaneAccess *a) {
  CpuWarp *warp = machine;
  const CpuStorage *storage = a->view->object;
  IR_FOR_LANES(lane, a->lanes) {
    if (check_lane(warp, interp, op, a, lane) == IR_STEP_FAIL) return IR_STEP_FAIL;
  }
  if (cpu_check_grid_wait(warp, op, storage, a->lanes) == IR_STEP_FAIL) return IR_STEP_FAIL;
  bool atomic = a->kind == MEM_ACCESS_ATOMIC;
  IrStep step = atomic ? update_and_tell(warp, op, a) : cpu_watch_lanes(warp, op, a);
  if (step == IR_STEP_FAIL) return IR_STEP_FAIL;
  if (!atomic) move_lanes(a);
  if (a->kind != MEM_ACCESS_LOAD && storage->written) IR_FOR_LANES(lane, a->lanes) {
      mark_written(storage, (const char *)a->view->base + a->offsets[lane], a->bytes);
    }
  return IR_STEP_NEXT;
}

IrStep cpu_check_bytes(CpuWarp *warp, const IrOp *op, CpuBytes bytes) {
  const char *what = NULL;
  if (!is_inside(bytes.storage, bytes.at, bytes.bytes))
    what = bytes.write ? "writes outside" : "reads outside";
  else if (!bytes.write && is_unwritten(bytes.storage, bytes.at, bytes.bytes))
    what = unwritten;
  if (what) {
    if (what == unwritten) help_unwritten(warp);
    IrStream place = {0};
    print_place(warp, bytes.storage, bytes.at, &place);
    IrStep step = ir_interp_fail(warp->interp, op, "{}: {}", what, ir_stream_str(&place));
    ir_stream_free(&place);
    return step;
  }
  if (cpu_watch_bytes(warp, op, &bytes) == IR_STEP_FAIL) return IR_STEP_FAIL;
  if (bytes.write) mark_written(bytes.storage, bytes.at, bytes.bytes);
  return IR_STEP_NEXT;
}

// ---- What knows nothing of warps. ----

static IrStep check_wait(void *machine, IrInterp *interp, const IrOp *op, const MemView *view) {
  return cpu_check_grid_wait(machine, op, view->object, ir_interp_active(interp));
}

static IrStep read_box(void *machine, IrInterp *interp, IrOp *op, const MemView *view, MemBox box,
                       const void *pad, void *to) {
  if (check_wait(machine, interp, op, view) == IR_STEP_FAIL) return IR_STEP_FAIL;
  return cpu_memory_machine.read(memory_of(machine), interp, op, view, box, pad, to);
}

static IrStep write_box(void *machine, IrInterp *interp, IrOp *op, const MemView *view, MemBox box,
                        bool drop, const void *from) {
  if (check_wait(machine, interp, op, view) == IR_STEP_FAIL) return IR_STEP_FAIL;
  return cpu_memory_machine.write(memory_of(machine), interp, op, view, box, drop, from);
}

static IrStep copy(void *machine, IrInterp *interp, IrOp *op, const MemView *from,
                   const MemView *to) {
  if (check_wait(machine, interp, op, from) == IR_STEP_FAIL ||
      check_wait(machine, interp, op, to) == IR_STEP_FAIL)
    return IR_STEP_FAIL;
  return cpu_memory_machine.copy(memory_of(machine), interp, op, from, to);
}

static IrStep swap(void *machine, IrInterp *interp, IrOp *op, const MemView *view,
                   const int64_t *at, void *expected, const void *desired, bool *swapped) {
  if (check_wait(machine, interp, op, view) == IR_STEP_FAIL) return IR_STEP_FAIL;
  return cpu_memory_machine.swap(memory_of(machine), interp, op, view, at, expected, desired,
                                 swapped);
}

static IrStep release(void *machine, IrInterp *interp, IrOp *op, const MemView *view) {
  return cpu_memory_machine.release(memory_of(machine), interp, op, view);
}

static IrStep global(void *machine, IrInterp *interp, IrOp *op, const IrOp *variable, MemView *view,
                     const void *initial, bool splat) {
  return cpu_memory_global(memory_of(machine), interp, op, variable, view, initial, splat);
}

const MemMachine cpu_thread_memory = {.size = sizeof(MemMachine),
                                      .alloc = allocate,
                                      .read = read_box,
                                      .write = write_box,
                                      .fresh = fresh,
                                      .release = release,
                                      .covers = cpu_memory_covers,
                                      .copy = copy,
                                      .swap = swap,
                                      .global = global,
                                      .lanes = access_lanes,
                                      .map_cluster = map_cluster};
