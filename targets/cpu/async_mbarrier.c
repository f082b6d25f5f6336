// mbarriers of the asynchronous machine: who arrives, who waits, and what is wrong with it.
//
// The state is the machine's (mbarrier.h).  The 8 bytes in shared memory hold a mark, so that a
// store over them is noticed at the next use.
#include "targets/cpu/async_impl.h"
#include "targets/cpu/watch.h"

// ---- Which one. ----

static uint64_t mark_at(int64_t place) {
  return UINT64_C(0x6D62617272696572) ^ (uint64_t)place; // "mbarrier"
}

static char *address_of(const CpuBlock *block, int64_t place) {
  return block->shared.data + place;
}

static bool is_marked(const CpuMbarrier *barrier) {
  uint64_t mark;
  memcpy(&mark, address_of(barrier->block, barrier->place), sizeof mark);
  return mark == mark_at(barrier->place);
}

static void note_init(CpuWarp *warp, const CpuMbarrier *barrier) {
  IrStream text = {0};
  ir_print(&text, "initialised here for {} arrivals", barrier->state.expected);
  cpu_warp_note(warp, barrier->init, ir_stream_str(&text));
  ir_stream_free(&text);
}

static CpuMbarrier *lookup(const CpuBlock *block, int64_t place) {
  return ir_ptrmap_get(&cpu_async_of(block)->mbarriers, address_of(block, place));
}

CpuMbarrier *cpu_mbarrier_find(CpuWarp *warp, const IrOp *op, CpuBlock *block, int64_t place) {
  CpuMbarrier *barrier = lookup(block, place);
  IrStep step = IR_STEP_NEXT;
  if (block != warp->block && cpu_async_has_ended(block))
    step = ir_interp_fail(warp->interp, op, "uses an mbarrier of block {}, which has ended",
                          block->number);
  else if (!barrier)
    step = ir_interp_fail(warp->interp, op,
                          "uses the mbarrier at byte {} of shared memory, which is not initialised",
                          place);
  else if (!barrier->valid)
    step = ir_interp_fail(warp->interp, op,
                          "uses the mbarrier at byte {} of shared memory after its end", place);
  else if (!is_marked(barrier))
    step = ir_interp_fail(warp->interp, op,
                          "uses the mbarrier at byte {} of shared memory, which was overwritten",
                          place);
  if (step != IR_STEP_FAIL) return barrier;
  if (barrier) note_init(warp, barrier);
  return NULL;
}

// ---- Beginning and end. ----

// What a lane does with the bytes of the mbarrier: uses it, or makes or ends it.
static IrStep touch(CpuWarp *warp, const IrOp *op, uint64_t lane, CpuBlock *block, int64_t place,
                    CpuRaceKind kind) {
  return cpu_watch_mbarrier_access(warp, op, lane, &block->shared, address_of(block, place), kind);
}

static IrStep init(CpuWarp *warp, const IrOp *op, CpuBlock *block, int64_t place, int64_t count,
                   uint64_t lane) {
  CpuMbarrier *barrier = lookup(block, place);
  uint64_t mark = mark_at(place);
  if (place % MEM_MBARRIER_BYTES)
    return ir_interp_fail(warp->interp, op, "makes an mbarrier at byte {}, no multiple of 8",
                          place);
  if (barrier && barrier->valid && is_marked(barrier)) {
    (void)ir_interp_fail(warp->interp, op,
                         "initialises the mbarrier at byte {} of shared memory a second time",
                         place);
    note_init(warp, barrier);
    return IR_STEP_FAIL;
  }
  CpuBytes bytes = {&block->shared, address_of(block, place), sizeof mark, true};
  if (cpu_check_bytes(warp, op, bytes) == IR_STEP_FAIL) return IR_STEP_FAIL;
  if (touch(warp, op, lane, block, place, CPU_RACE_WRITE) == IR_STEP_FAIL) return IR_STEP_FAIL;
  memcpy(bytes.at, &mark, sizeof mark);
  if (!barrier) {
    barrier = ir_calloc(1, sizeof *barrier);
    ir_ptrmap_set(&cpu_async_of(block)->mbarriers, bytes.at, barrier);
  }
  *barrier = (CpuMbarrier){.block = block,
                           .place = place,
                           .valid = true,
                           .state = cpu_mbarrier_init(count),
                           .init = op,
                           .owner = warp,
                           .race = cpu_watch_mbarrier(warp)};
  return IR_STEP_NEXT;
}

void cpu_mbarrier_fence(CpuWarp *warp) {
  IrPtrMap *all = &cpu_async_of(warp->block)->mbarriers;
  for (uint32_t i = 0; i < all->n; i++) {
    CpuMbarrier *barrier = all->entries[i].key ? all->entries[i].value : NULL;
    if (barrier && barrier->owner == warp) barrier->fenced = true;
  }
}

// ---- Arriving. ----

static IrStep fail_arrival(CpuWarp *warp, const IrOp *op, const CpuMbarrier *barrier,
                           CpuMbarrierResult result, int64_t count, int64_t bytes) {
  const CpuMbarrierState *s = &barrier->state;
  switch (result) {
  case CPU_MBARRIER_TOO_MANY:
    (void)ir_interp_fail(warp->interp, op,
                         "arrives {} times at an mbarrier whose phase {} waits for {} of {} "
                         "arrivals",
                         count, s->phase, s->pending, s->expected);
    break;
  case CPU_MBARRIER_OUT_OF_RANGE:
    (void)ir_interp_fail(warp->interp, op,
                         "makes phase {} of an mbarrier wait for {} bytes, more than it counts",
                         s->phase, s->bytes + bytes);
    break;
  default:
    (void)ir_interp_fail(warp->interp, op,
                         "is the last arrival at phase {} of an mbarrier, to which copies have "
                         "brought {} bytes more than it expects",
                         s->phase, -(s->bytes + bytes));
  }
  note_init(warp, barrier);
  return IR_STEP_FAIL;
}

static IrStep arrive(CpuWarp *warp, const IrOp *op, CpuMbarrier *barrier, int64_t count,
                     int64_t bytes) {
  CpuMbarrierResult result = cpu_mbarrier_arrive(&barrier->state, count, bytes);
  if (result == CPU_MBARRIER_COMPLETE) cpu_watch_phase(warp, barrier->race);
  if (result == CPU_MBARRIER_OK || result == CPU_MBARRIER_COMPLETE) return IR_STEP_NEXT;
  return fail_arrival(warp, op, barrier, result, count, bytes);
}

// The arrival of one warp's copies.
typedef struct CopiesArrive {
  CpuRaceAgent *agent;
  uint32_t number; // of the copies before, for the race detector
  uint64_t lanes, started;
  CpuMbarrier *barriers[SIMT_WARP_LANES];
} CopiesArrive;

static IrStep deliver_arrival(CpuWork *work) {
  const CopiesArrive *arrival = (const CopiesArrive *)work->data;
  if (cpu_async_copy_first(work->warp, arrival->lanes, arrival->started) == IR_STEP_FAIL)
    return IR_STEP_FAIL;
  IR_FOR_LANES(lane, arrival->lanes) {
    cpu_watch_complete_copies(work->warp, arrival->agent, lane, arrival->barriers[lane]->race,
                              arrival->number);
    if (arrive(work->warp, work->op, arrival->barriers[lane], 1, 0) == IR_STEP_FAIL)
      return IR_STEP_FAIL;
  }
  cpu_watch_end(work->warp, arrival->agent);
  return IR_STEP_NEXT;
}

// `counted`: the phase gets the arrival on top of its count.
static IrStep start_arrival(CpuWarp *warp, const IrOp *op, uint64_t lanes,
                            CpuMbarrier *const *barriers, bool counted) {
  CpuWork *work = cpu_work_post(warp, op, sizeof(CopiesArrive));
  CopiesArrive *arrival = (CopiesArrive *)work->data;
  work->deliver = deliver_arrival;
  arrival->lanes = lanes;
  arrival->started = cpu_async_warp(warp)->started;
  arrival->agent = cpu_watch_issue(warp, lanes, NULL);
  arrival->number = cpu_watch_commit(warp, CPU_RACE_QUEUE_COPY);
  IR_FOR_LANES(lane, lanes) {
    arrival->barriers[lane] = barriers[lane];
    work->key = barriers[lane];
    if (!counted) continue;
    CpuMbarrierResult result = cpu_mbarrier_add(&barriers[lane]->state, 1);
    if (result != CPU_MBARRIER_OK) return fail_arrival(warp, op, barriers[lane], result, -1, 0);
  }
  return IR_STEP_NEXT;
}

static IrStep act(CpuWarp *warp, const IrOp *op, const MemMbarrierAccess *access,
                  CpuMbarrier *barrier, uint64_t lane) {
  int64_t bytes = access->bytes ? access->bytes[lane] : 0;
  if (bytes < 0)
    return ir_interp_fail(warp->interp, op, "expects {} bytes in lane {}", bytes, lane);
  bool ends = access->action == MEM_MBARRIER_INVAL;
  CpuRaceKind kind = ends ? CPU_RACE_WRITE : CPU_RACE_ATOMIC;
  if (touch(warp, op, lane, barrier->block, barrier->place, kind) == IR_STEP_FAIL)
    return IR_STEP_FAIL;
  if (ends) {
    barrier->valid = false;
    return IR_STEP_NEXT;
  }
  if (access->count) cpu_watch_release(warp, lane, barrier->race);
  return arrive(warp, op, barrier, access->count, bytes);
}

IrStep cpu_async_mbarrier(void *machine, IrInterp *interp, IrOp *op,
                          const MemMbarrierAccess *access) {
  CpuWarp *warp = machine;
  CpuBlock *block = cpu_async_block(warp, access->barrier.view->object);
  CpuMbarrier *barriers[SIMT_WARP_LANES];
  (void)interp;
  IR_ASSERT(block, "a buffer in shared memory is a block's");
  IR_FOR_LANES(lane, access->lanes) {
    int64_t place = cpu_async_place(access->barrier, lane);
    IrStep step;
    if (access->action == MEM_MBARRIER_INIT) {
      step = init(warp, op, block, place, access->count, lane);
    } else {
      barriers[lane] = cpu_mbarrier_find(warp, op, block, place);
      if (!barriers[lane]) return IR_STEP_FAIL;
      if (access->action == MEM_MBARRIER_COPIES_ARRIVE) continue;
      step = act(warp, op, access, barriers[lane], lane);
    }
    if (step == IR_STEP_FAIL) return IR_STEP_FAIL;
  }
  if (access->action != MEM_MBARRIER_COPIES_ARRIVE) return IR_STEP_NEXT;
  return start_arrival(warp, op, access->lanes, barriers, access->count != 0);
}

IrStep cpu_mbarrier_check_fence(CpuWarp *warp, const IrOp *op, const CpuMbarrier *barrier) {
  if (barrier->fenced) return IR_STEP_NEXT;
  (void)ir_interp_fail(warp->interp, op,
                       "signals an mbarrier whose initialisation others may not see yet: "
                       "mem.fence_mbarrier_init has to follow it");
  cpu_warp_note(warp, barrier->init, IR_STR("initialised here"));
  return IR_STEP_FAIL;
}

// ---- Bytes. ----

IrStep cpu_mbarrier_bring_bytes(CpuWarp *warp, const IrOp *op, CpuMbarrier *barrier, uint64_t phase,
                                int64_t bytes, const CpuRaceAgent *agent, uint64_t lane) {
  CpuBlock *block = barrier->block;
  if (!cpu_mbarrier_find(warp, op, block, barrier->place)) return IR_STEP_FAIL;
  void *at = address_of(block, barrier->place);
  if (cpu_watch_signal(warp, op, agent, lane, &block->shared, at) == IR_STEP_FAIL)
    return IR_STEP_FAIL;
  const CpuMbarrierState *s = &barrier->state;
  CpuMbarrierResult result = CPU_MBARRIER_UNEXPECTED;
  cpu_watch_complete(warp, agent, barrier->race);
  if (s->phase == phase) result = cpu_mbarrier_bring(&barrier->state, bytes);
  if (result == CPU_MBARRIER_COMPLETE) cpu_watch_phase(warp, barrier->race);
  if (result == CPU_MBARRIER_OK || result == CPU_MBARRIER_COMPLETE) return IR_STEP_NEXT;
  if (s->phase != phase)
    (void)ir_interp_fail(warp->interp, op,
                         "brings {} bytes to phase {} of an mbarrier, which is complete: it did "
                         "not expect them",
                         bytes, phase);
  else
    (void)ir_interp_fail(warp->interp, op,
                         "brings {} bytes to phase {} of an mbarrier, which expects {} more", bytes,
                         phase, s->bytes);
  note_init(warp, barrier);
  return IR_STEP_FAIL;
}

// ---- Waiting. ----

// The first lane that still waits says what for.
static void describe(const CpuWarp *warp, IrStream *out) {
  const CpuPhaseWait *wait = &cpu_async_warp(warp)->wait;
  uint64_t left = wait->lanes & ~wait->done;
  if (!left) return;
  const CpuMbarrier *barrier = wait->barriers[__builtin_ctzll(left)];
  const CpuMbarrierState *s = &barrier->state;
  ir_print(out, "phase {} of the mbarrier at byte {}, which lacks ", s->phase, barrier->place);
  if (s->pending) ir_print(out, "{} of {} arrivals", s->pending, s->expected);
  if (s->bytes > 0) ir_print(out, "{}{} bytes", s->pending ? " and " : "", s->bytes);
  if (s->bytes < 0) ir_print(out, " and got {} bytes that it does not expect", -s->bytes);
}

static bool same_wait(const CpuPhaseWait *wait, const IrOp *op, uint64_t lanes) {
  return wait->op == op && wait->lanes == lanes;
}

// The phase that a wait begun now is for: the one under way if it has that parity, else the one
// before.
static uint64_t phase_for(const CpuMbarrier *barrier, int64_t parity) {
  uint64_t phase = barrier->state.phase;
  return (int64_t)(phase & 1) == parity ? phase : phase - 1;
}

static bool begin_wait(CpuWarp *warp, const IrOp *op, const MemMbarrierWait *given,
                       CpuPhaseWait *wait) {
  CpuBlock *block = cpu_async_block(warp, given->barrier.view->object);
  wait->lanes = given->lanes;
  wait->done = 0;
  IR_FOR_LANES(lane, given->lanes) {
    int64_t place = cpu_async_place(given->barrier, lane);
    const CpuMbarrier *barrier = cpu_mbarrier_find(warp, op, block, place);
    if (!barrier) return false;
    if (touch(warp, op, lane, block, place, CPU_RACE_ATOMIC_READ) == IR_STEP_FAIL) return false;
    wait->barriers[lane] = barrier;
    wait->phases[lane] = phase_for(barrier, given->parities[lane]);
  }
  wait->op = op;
  return true;
}

// A wait that has not been over while its phase and the next one became complete may as well have
// seen nothing: both look alike.
static IrStep fail_missed(CpuWarp *warp, const IrOp *op, const CpuMbarrier *barrier,
                          uint64_t phase) {
  (void)ir_interp_fail(warp->interp, op,
                       "waits for phase {} of an mbarrier, but phase {} is complete, too: a wait "
                       "may miss its phase then, for the one under way has the same parity",
                       phase, barrier->state.phase - 1);
  note_init(warp, barrier);
  return IR_STEP_FAIL;
}

static IrStep look(CpuWarp *warp, const IrOp *op, CpuPhaseWait *wait) {
  IR_FOR_LANES(lane, wait->lanes & ~wait->done) {
    const CpuMbarrier *barrier = wait->barriers[lane];
    uint64_t phase = wait->phases[lane], at = barrier->state.phase;
    if (!cpu_mbarrier_find(warp, op, barrier->block, barrier->place)) return IR_STEP_FAIL;
    if (at == phase) continue;
    if (at - phase > 1) return fail_missed(warp, op, barrier, phase);
    cpu_watch_acquire(warp, lane, barrier->race);
    wait->done |= UINT64_C(1) << lane;
  }
  return IR_STEP_NEXT;
}

static IrStep test(CpuWarp *warp, const IrOp *op, const MemMbarrierWait *given) {
  CpuBlock *block = cpu_async_block(warp, given->barrier.view->object);
  IR_FOR_LANES(lane, given->lanes) {
    int64_t place = cpu_async_place(given->barrier, lane);
    const CpuMbarrier *barrier = cpu_mbarrier_find(warp, op, block, place);
    if (!barrier) return IR_STEP_FAIL;
    if (touch(warp, op, lane, block, place, CPU_RACE_ATOMIC_READ) == IR_STEP_FAIL)
      return IR_STEP_FAIL;
    given->complete[lane] =
        cpu_mbarrier_is_complete(&barrier->state, (unsigned)given->parities[lane]);
    if (given->complete[lane]) cpu_watch_acquire(warp, lane, barrier->race);
  }
  return IR_STEP_NEXT;
}

IrStep cpu_async_mbarrier_wait(void *machine, IrInterp *interp, IrOp *op,
                               const MemMbarrierWait *given) {
  CpuWarp *warp = machine;
  CpuPhaseWait *wait = &cpu_async_warp(warp)->wait;
  if (given->complete) return test(warp, op, given);
  if (!same_wait(wait, op, given->lanes) && !begin_wait(warp, op, given, wait)) return IR_STEP_FAIL;
  if (look(warp, op, wait) == IR_STEP_FAIL) return IR_STEP_FAIL;
  uint64_t left = wait->lanes & ~wait->done;
  if (!left) {
    wait->op = NULL;
    return IR_STEP_NEXT;
  }
  cpu_warp_wait(warp, op, wait->barriers[__builtin_ctzll(left)], describe);
  return ir_interp_retry(interp);
}
