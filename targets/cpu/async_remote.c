// Stores into the shared memory of other blocks of a cluster: mem.store_async.  One item of pending
// work a lane, which the wait for its mbarrier delivers, or the scheduler before.
#include "targets/cpu/async_impl.h"
#include "targets/cpu/watch.h"

enum { MOST_BYTES = 16 };

typedef struct RemoteStore {
  CpuMbarrier *barrier;
  uint64_t phase; // of it, when the store was started
  CpuBytes dest;
  unsigned char value[MOST_BYTES];
} RemoteStore;

static IrStep deliver_store(CpuWork *work) {
  const RemoteStore *store = (const RemoteStore *)work->data;
  CpuBytes dest = store->dest;
  bool expected = store->barrier->state.phase == store->phase;
  if (expected && cpu_async_has_ended(store->barrier->block))
    return ir_interp_fail(work->warp->interp, work->op,
                          "is still under way when block {} ends: nothing waited for it",
                          store->barrier->block->number);
  if (cpu_check_bytes(work->warp, work->op, dest) == IR_STEP_FAIL) return IR_STEP_FAIL;
  memcpy(dest.at, store->value, (size_t)dest.bytes);
  IrStep step = cpu_mbarrier_bring_bytes(work->warp, work->op, store->barrier, store->phase,
                                         dest.bytes, dest.agent, dest.lane);
  cpu_watch_end(work->warp, (CpuRaceAgent *)dest.agent);
  return step;
}

static IrStep post(CpuWarp *warp, const IrOp *op, const MemStoreAsync *given, uint64_t lane) {
  CpuStorage *storage = given->to.view->object;
  CpuBlock *block = cpu_async_block(warp, storage);
  int64_t place = cpu_async_place(given->to, lane);
  if (cpu_async_block(warp, given->barrier.view->object) != block)
    return ir_interp_fail(warp->interp, op,
                          "signals an mbarrier of another block than it stores to");
  if (place % given->bytes)
    return ir_interp_fail(warp->interp, op,
                          "stores to byte {} of shared memory in lane {}, which is no multiple of "
                          "its {} bytes",
                          place, lane, given->bytes);
  CpuMbarrier *barrier = cpu_mbarrier_find(warp, op, block, cpu_async_place(given->barrier, lane));
  if (!barrier || cpu_mbarrier_check_fence(warp, op, barrier) == IR_STEP_FAIL) return IR_STEP_FAIL;
  CpuWork *work = cpu_work_post(warp, op, sizeof(RemoteStore));
  RemoteStore *store = (RemoteStore *)work->data;
  work->deliver = deliver_store;
  work->key = barrier;
  store->barrier = barrier;
  store->phase = barrier->state.phase;
  store->dest = (CpuBytes){.storage = storage,
                           .at = storage->data + place,
                           .bytes = given->bytes,
                           .write = true,
                           .agent = cpu_watch_issue(warp, UINT64_C(1) << lane, barrier->race),
                           .queue = CPU_RACE_QUEUE_BULK,
                           .lane = (uint32_t)lane};
  memcpy(store->value, given->values + lane * given->bytes, given->bytes);
  return IR_STEP_NEXT;
}

IrStep cpu_async_store_remote(void *machine, IrInterp *interp, IrOp *op,
                              const MemStoreAsync *store) {
  (void)interp;
  IR_FOR_LANES(lane, store->lanes) {
    if (post(machine, op, store, lane) == IR_STEP_FAIL) return IR_STEP_FAIL;
  }
  return IR_STEP_NEXT;
}
