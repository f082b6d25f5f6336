// State of the asynchronous machine, groups of copies, and cp.async; see async.h.
#include "targets/cpu/async_impl.h"
#include "targets/cpu/watch.h"

// ---- State. ----

CpuAsync *cpu_async_of(const CpuBlock *block) {
  return block->async;
}

CpuAsyncWarp *cpu_async_warp(const CpuWarp *warp) {
  return &cpu_async_of(warp->block)->warps[warp->ids.warp];
}

static void forget_mbarriers(CpuAsync *async) {
  for (uint32_t i = 0; i < async->mbarriers.n; i++)
    if (async->mbarriers.entries[i].key) ir_free(async->mbarriers.entries[i].value);
  ir_ptrmap_clear(&async->mbarriers);
}

void cpu_async_start(CpuBlock *block) {
  CpuAsync *async = block->async;
  if (!async) {
    block->async = async = ir_calloc(1, sizeof *async);
    async->warps = ir_calloc(block->num_warps, sizeof *async->warps);
  }
  forget_mbarriers(async);
  for (uint32_t i = 0; i < block->num_warps; i++) {
    CpuAsyncWarp *warp = &async->warps[i];
    ir_vec_clear(&warp->copies);
    ir_vec_clear(&warp->bulk);
    warp->wait.op = NULL;
    warp->started = 0;
  }
}

void cpu_async_destroy(CpuBlock *block) {
  CpuAsync *async = block->async;
  if (!async) return;
  forget_mbarriers(async);
  ir_ptrmap_free(&async->mbarriers);
  for (uint32_t i = 0; i < block->num_warps; i++) {
    ir_vec_free(&async->warps[i].copies);
    ir_vec_free(&async->warps[i].bulk);
  }
  ir_free(async->warps);
  ir_free(async);
  block->async = NULL;
}

CpuBlock *cpu_async_block(const CpuWarp *warp, const CpuStorage *storage) {
  const CpuCluster *cluster = warp->block->cluster;
  for (uint32_t i = 0; i < cluster->num_blocks; i++)
    if (storage == &cluster->blocks[i].shared) return &cluster->blocks[i];
  return NULL;
}

bool cpu_async_has_ended(const CpuBlock *block) {
  for (uint32_t i = 0; i < block->num_warps; i++)
    if (block->warps[i].state != CPU_WARP_ENDED) return false;
  return true;
}

int64_t cpu_async_place(MemPlaces places, uint64_t lane) {
  const CpuStorage *storage = places.view->object;
  return (const char *)places.view->base - storage->data + places.offsets[lane];
}

// ---- Groups. ----

void cpu_async_due(const CpuCommits *commits, uint64_t lanes, int64_t groups,
                   size_t due[SIMT_WARP_LANES]) {
  IR_FOR_LANES(lane, lanes) {
    int64_t left = groups;
    size_t n = commits->n;
    while (n > 0 && !(commits->at[n - 1].lanes >> lane & 1 && left-- == 0)) n--;
    due[lane] = n;
  }
}

void cpu_async_waited(const CpuWarp *warp, const CpuCommits *commits,
                      const size_t due[SIMT_WARP_LANES], uint64_t lanes, CpuRaceQueue queue) {
  IR_FOR_LANES(lane, lanes) {
    if (due[lane])
      cpu_watch_wait(warp, UINT64_C(1) << lane, queue, commits->at[due[lane] - 1].number);
  }
}

static IrStep commit(void *machine, IrInterp *interp, IrOp *op) {
  CpuCommit made = {ir_interp_active(interp), cpu_watch_commit(machine, CPU_RACE_QUEUE_COPY)};
  (void)op;
  ir_vec_push(&cpu_async_warp(machine)->copies, made);
  return IR_STEP_NEXT;
}

static IrStep bulk_commit(void *machine, IrInterp *interp, IrOp *op) {
  CpuCommit made = {ir_interp_active(interp), cpu_watch_commit(machine, CPU_RACE_QUEUE_BULK)};
  (void)op;
  (void)cpu_watch_commit(machine, CPU_RACE_QUEUE_BULK_READ); // the same number
  ir_vec_push(&cpu_async_warp(machine)->bulk, made);
  return IR_STEP_NEXT;
}

// ---- cp.async ----

// The copies of one op.
typedef struct Copy {
  uint64_t lanes;  // that have not been delivered
  size_t issued;   // commits before
  uint64_t number; // among the warp's copies
  uint32_t bytes;
  CpuStorage *source, *dest;
  char *from[SIMT_WARP_LANES], *to[SIMT_WARP_LANES];
  int64_t sizes[SIMT_WARP_LANES];
  CpuRaceAgent *agent;
} Copy;

static IrStep copy_lane(CpuWork *work, const Copy *copy, uint64_t lane) {
  int64_t size = copy->sizes[lane];
  char *from = copy->from[lane], *to = copy->to[lane];
  CpuBytes source = {.storage = copy->source, .at = from, .bytes = size};
  CpuBytes dest = {.storage = copy->dest, .at = to, .bytes = copy->bytes, .write = true};
  source.agent = dest.agent = copy->agent;
  source.queue = dest.queue = CPU_RACE_QUEUE_COPY;
  source.lane = dest.lane = (uint32_t)lane;
  if (size && cpu_check_bytes(work->warp, work->op, source) == IR_STEP_FAIL) return IR_STEP_FAIL;
  if (cpu_check_bytes(work->warp, work->op, dest) == IR_STEP_FAIL) return IR_STEP_FAIL;
  if (size) memcpy(to, from, (size_t)size);
  memset(to + size, 0, (size_t)(copy->bytes - size));
  return IR_STEP_NEXT;
}

// Delivers these lanes, as far as they have not been.
static IrStep copy_lanes(CpuWork *work, uint64_t lanes) {
  Copy *copy = (Copy *)work->data;
  IR_FOR_LANES(lane, lanes & copy->lanes) {
    if (copy_lane(work, copy, lane) == IR_STEP_FAIL) return IR_STEP_FAIL;
    copy->lanes &= ~(UINT64_C(1) << lane);
  }
  if (copy->lanes == 0) {
    cpu_watch_end(work->warp, copy->agent);
    copy->agent = NULL;
  }
  return IR_STEP_NEXT;
}

static IrStep deliver_copy(CpuWork *work) {
  return copy_lanes(work, ((Copy *)work->data)->lanes);
}

static bool is_copy_of(const CpuWork *work, const CpuWarp *warp) {
  return work->warp == warp && work->deliver == deliver_copy;
}

// Delivers these lanes and takes the item off the queue when it is empty.
static IrStep settle(CpuWork *work, uint64_t lanes) {
  if (copy_lanes(work, lanes) == IR_STEP_FAIL) return IR_STEP_FAIL;
  return ((Copy *)work->data)->lanes ? IR_STEP_NEXT : cpu_work_deliver(work);
}

IrStep cpu_async_copy_first(CpuWarp *warp, uint64_t lanes, uint64_t started) {
  for (CpuWork *work = warp->block->cluster->first, *next; work; work = next) {
    next = work->next;
    if (!is_copy_of(work, warp) || ((Copy *)work->data)->number >= started) continue;
    if (settle(work, lanes) == IR_STEP_FAIL) return IR_STEP_FAIL;
  }
  return IR_STEP_NEXT;
}

static IrStep fail_alignment(CpuWarp *warp, const IrOp *op, const MemAsyncCopy *copy, uint64_t lane,
                             bool source) {
  MemPlaces places = source ? copy->from : copy->to;
  IrStream memory = {0};
  cpu_print_memory(warp, places.view->object, &memory);
  IrStep step = ir_interp_fail(
      warp->interp, op, "copies {} byte {} of {} in lane {}, which is no multiple of its {} bytes",
      source ? "from" : "to", cpu_async_place(places, lane), ir_stream_str(&memory), lane,
      copy->bytes);
  ir_stream_free(&memory);
  return step;
}

static IrStep check_alignment(CpuWarp *warp, const IrOp *op, const MemAsyncCopy *copy) {
  IR_FOR_LANES(lane, copy->lanes) {
    const char *from = (const char *)copy->from.view->base + copy->from.offsets[lane];
    if (copy->sizes[lane] && (uintptr_t)from % copy->bytes)
      return fail_alignment(warp, op, copy, lane, true);
    if (cpu_async_place(copy->to, lane) % copy->bytes)
      return fail_alignment(warp, op, copy, lane, false);
  }
  return IR_STEP_NEXT;
}

static IrStep start_copy(void *machine, IrInterp *interp, IrOp *op, const MemAsyncCopy *given) {
  CpuWarp *warp = machine;
  (void)interp;
  if (check_alignment(warp, op, given) == IR_STEP_FAIL ||
      cpu_check_grid_wait(warp, op, given->from.view->object, given->lanes) == IR_STEP_FAIL)
    return IR_STEP_FAIL;
  cpu_watch_copies(warp, op, given);
  CpuWork *work = cpu_work_post(warp, op, sizeof(Copy));
  Copy *copy = (Copy *)work->data;
  work->deliver = deliver_copy;
  copy->lanes = given->lanes;
  copy->issued = cpu_async_warp(warp)->copies.n;
  copy->number = cpu_async_warp(warp)->started++;
  copy->agent = cpu_watch_issue(warp, given->lanes, NULL);
  copy->bytes = given->bytes;
  copy->source = given->from.view->object;
  copy->dest = given->to.view->object;
  IR_FOR_LANES(lane, given->lanes) {
    copy->from[lane] = (char *)given->from.view->base + given->from.offsets[lane];
    copy->to[lane] = (char *)given->to.view->base + given->to.offsets[lane];
    copy->sizes[lane] = given->sizes[lane];
  }
  return IR_STEP_NEXT;
}

static IrStep wait_copies(void *machine, IrInterp *interp, IrOp *op, int64_t groups) {
  CpuWarp *warp = machine;
  uint64_t lanes = ir_interp_active(interp);
  size_t due[SIMT_WARP_LANES];
  (void)op;
  cpu_async_due(&cpu_async_warp(warp)->copies, lanes, groups, due);
  for (CpuWork *work = warp->block->cluster->first, *next; work; work = next) {
    uint64_t ripe = 0;
    next = work->next;
    if (!is_copy_of(work, warp)) continue;
    const Copy *copy = (const Copy *)work->data;
    IR_FOR_LANES(lane, lanes & copy->lanes) {
      if (copy->issued < due[lane]) ripe |= UINT64_C(1) << lane;
    }
    if (settle(work, ripe) == IR_STEP_FAIL) return IR_STEP_FAIL;
  }
  cpu_async_waited(warp, &cpu_async_warp(warp)->copies, due, lanes, CPU_RACE_QUEUE_COPY);
  return IR_STEP_NEXT;
}

// ---- Fences. ----

static IrStep fence_proxy(void *machine, IrInterp *interp, IrOp *op) {
  bool shared = GET(op, mem_fence_proxy_async, shared) != NULL;
  cpu_watch_proxy_fence(machine, ir_interp_active(interp), shared);
  cpu_mbarrier_fence(machine);
  return IR_STEP_NEXT;
}

static IrStep fence_mbarrier_init(void *machine, IrInterp *interp, IrOp *op) {
  (void)op;
  cpu_watch_init_fence(machine, ir_interp_active(interp));
  cpu_mbarrier_fence(machine);
  return IR_STEP_NEXT;
}

const MemAsyncMachine cpu_thread_async = {.size = sizeof(MemAsyncMachine),
                                          .copy = start_copy,
                                          .commit = commit,
                                          .wait = wait_copies,
                                          .mbarrier = cpu_async_mbarrier,
                                          .mbarrier_wait = cpu_async_mbarrier_wait,
                                          .tensor_map = cpu_async_tensor_map,
                                          .store_async = cpu_async_store_remote,
                                          .load = cpu_async_load,
                                          .store = cpu_async_store,
                                          .bulk_commit = bulk_commit,
                                          .bulk_wait = cpu_async_bulk_wait,
                                          .fence_proxy = fence_proxy,
                                          .fence_mbarrier_init = fence_mbarrier_init};
