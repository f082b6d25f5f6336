// tile.async_store and its wait at tile level: as late as the waits allow (async_store.h).
#include "dialects/tile/async_store.h"
#include "dialects/tile/machine.h"
#include "dialects/tile/tile_impl.h"
#include "ir/support/arena.h"

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/tile/tile_ops.def"
#include "ir/core/opdef_end.inc"

static TileStores *stores_of(IrInterp *interp, IrOp *op) {
  void *machine;
  const TileMachine *table = ir_interp_machine(interp, TILE_MACHINE, &machine);
  if (table && table->stores) return table->stores(machine);
  IrStep step = ir_interp_fail(interp, op, "is executed by a block of tiles only");
  IR_ASSERT(step == IR_STEP_FAIL, "a failure fails");
  return NULL;
}

// TMA takes no box that begins in front of the tensor (dialects/mem/mem_async_ops.def).
static IrStep check_origin(IrInterp *interp, IrOp *op, const TileStore *store) {
  for (uint32_t d = 0; d < store->to.rank; d++)
    if (store->at[d] < 0)
      return ir_interp_fail(interp, op, "stores a box that begins at {} along dimension {}",
                            store->at[d], d);
  return IR_STEP_NEXT;
}

IrStep tile_async_store_interp(IrInterp *interp, IrOp *op) {
  TileStores *stores = stores_of(interp, op);
  TileStore store = {.op = op};
  IrValues indices = GET(op, tile_async_store, indices);
  if (!stores) return IR_STEP_FAIL;
  store.from = *(const MemView *)ir_interp_get(interp, GET(op, tile_async_store, source))->data;
  store.to = *(const MemView *)ir_interp_get(interp, GET(op, tile_async_store, dest))->data;
  uint32_t lead = store.to.rank - store.from.rank;
  for (uint32_t d = 0; d < store.to.rank; d++) {
    const IrCell *index = ir_interp_get(interp, indices.at[d]);
    if (!ir_interp_uniform(interp, op, index, &store.at[d])) return IR_STEP_FAIL;
    store.shape[d] = d < lead ? 1 : store.from.extents[d - lead];
  }
  if (check_origin(interp, op, &store) == IR_STEP_FAIL) return IR_STEP_FAIL;
  ir_vec_push(&stores->under_way, store);
  return IR_STEP_NEXT;
}

static IrStep read_buffer(IrInterp *interp, TileStore *store) {
  static const int64_t origin[MEM_MAX_RANK] = {0};
  void *machine;
  const MemMachine *memory = mem_interp_machine(interp, store->op, &machine);
  int64_t count = 1;
  if (!memory) return IR_STEP_FAIL;
  for (uint32_t d = 0; d < store->from.rank; d++) count *= store->from.extents[d];
  store->data = ir_malloc((size_t)count * store->from.element_bytes);
  return memory->read(machine, interp, store->op, &store->from,
                      (MemBox){origin, store->from.extents}, NULL, store->data);
}

static IrStep write_memory(IrInterp *interp, const TileStore *store) {
  void *machine;
  const MemMachine *memory = mem_interp_machine(interp, store->op, &machine);
  if (!memory) return IR_STEP_FAIL;
  return memory->write(machine, interp, store->op, &store->to, (MemBox){store->at, store->shape},
                       true, store->data);
}

// The first `n` reach memory.
static IrStep deliver(IrInterp *interp, TileStores *stores, size_t n) {
  size_t left = stores->under_way.n - n;
  for (size_t i = 0; i < n; i++) {
    if (write_memory(interp, &stores->under_way.at[i]) == IR_STEP_FAIL) return IR_STEP_FAIL;
    ir_free(stores->under_way.at[i].data);
  }
  if (left) memmove(stores->under_way.at, stores->under_way.at + n, left * sizeof(TileStore));
  stores->under_way.n = left;
  return IR_STEP_NEXT;
}

IrStep tile_async_store_wait_interp(IrInterp *interp, IrOp *op) {
  TileStores *stores = stores_of(interp, op);
  if (!stores) return IR_STEP_FAIL;
  IrAttr pending = GET(op, tile_async_store_wait, pending);
  size_t last = pending ? (size_t)ir_attr_int(pending) : 0;
  size_t over = stores->under_way.n > last ? stores->under_way.n - last : 0;
  for (size_t i = 0; i < over; i++) {
    TileStore *store = &stores->under_way.at[i];
    if (!store->data && read_buffer(interp, store) == IR_STEP_FAIL) return IR_STEP_FAIL;
  }
  return GET(op, tile_async_store_wait, complete) ? deliver(interp, stores, over) : IR_STEP_NEXT;
}

void tile_stores_forget(TileStores *stores) {
  for (size_t i = 0; i < stores->under_way.n; i++) ir_free(stores->under_way.at[i].data);
  ir_vec_clear(&stores->under_way);
}

void tile_stores_free(TileStores *stores) {
  tile_stores_forget(stores);
  ir_vec_free(&stores->under_way);
}

IrStep tile_stores_end(IrInterp *interp, TileStores *stores) {
  for (size_t i = 0; i < stores->under_way.n; i++)
    if (!stores->under_way.at[i].data)
      return ir_interp_fail(interp, stores->under_way.at[i].op,
                            "may still read its buffer when the kernel ends: no "
                            "tile.async_store_wait follows");
  return deliver(interp, stores, stores->under_way.n);
}
