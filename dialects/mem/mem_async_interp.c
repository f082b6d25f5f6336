// Interpreter rules of mem's asynchronous ops: places and numbers of each lane, for the machine.
#include "dialects/mem/async_machine.h"
#include "dialects/mem/mem_interp_impl.h"

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/mem/mem_async_ops.def"
#include "ir/core/opdef_end.inc"

static const MemAsyncMachine *machine_of(IrInterp *interp, IrOp *op, void **machine) {
  const MemAsyncMachine *table = ir_interp_machine(interp, MEM_ASYNC_MACHINE, machine);
  if (table) return table;
  IrStep step =
      ir_interp_fail(interp, op, "goes on beside its thread: it is executed at thread level only");
  IR_ASSERT(step == IR_STEP_FAIL, "a failure fails");
  return NULL;
}

#define MACHINE(table) \
  void *machine; \
  const MemAsyncMachine *table = machine_of(interp, op, &machine); \
  if (!table) return IR_STEP_FAIL

// One number a lane of an integer operand.
static void lane_numbers(IrInterp *interp, const IrValue *value, int64_t *numbers) {
  const IrCell *cell = ir_interp_get(interp, value);
  IR_FOR_LANES(lane, ir_interp_active(interp)) numbers[lane] = ir_cell_int(cell, (int64_t)lane);
}

static bool fail_outside(IrInterp *interp, IrOp *op, const MemView *view, int64_t at,
                         uint64_t lane) {
  return ir_interp_fail(interp, op, "takes element {} of a buffer of {} in lane {}", at,
                        view->extents[0], lane) != IR_STEP_FAIL;
}

// Places in a row of those lanes: the buffer `row` from the element `index` on, `n` elements each.
static bool lane_places(IrInterp *interp, IrOp *op, const IrValue *row, const IrValue *index,
                        int64_t n, uint64_t lanes, int64_t *offsets, MemPlaces *places) {
  const MemView *view = ir_interp_get(interp, row)->data;
  lane_numbers(interp, index, offsets);
  IR_FOR_LANES(lane, lanes) {
    if (offsets[lane] < 0 || offsets[lane] > view->extents[0] - n)
      return fail_outside(interp, op, view, offsets[lane], lane);
    offsets[lane] *= view->strides[0] * view->element_bytes;
  }
  *places = (MemPlaces){view, offsets};
  return true;
}

static bool row_places(IrInterp *interp, IrOp *op, const IrValue *row, const IrValue *index,
                       int64_t n, int64_t *offsets, MemPlaces *places) {
  return lane_places(interp, op, row, index, n, ir_interp_active(interp), offsets, places);
}

// ---- cp.async ----

// What the lanes read of each copy, in bytes; fails unless it is part of the copy.
static bool source_sizes(IrInterp *interp, IrOp *op, uint64_t lanes, int64_t *sizes) {
  int64_t bytes = ir_attr_int(GET(op, mem_cp_async, bytes));
  const IrValue *size = GET(op, mem_cp_async, size);
  IR_FOR_LANES(lane, lanes) {
    sizes[lane] = size ? ir_cell_int(ir_interp_get(interp, size), (int64_t)lane) : bytes;
    if (sizes[lane] < 0 || sizes[lane] > bytes)
      return ir_interp_fail(interp, op, "reads {} of {} bytes in lane {}", sizes[lane], bytes,
                            lane) != IR_STEP_FAIL;
  }
  return true;
}

static bool fail_source(IrInterp *interp, IrOp *op, uint64_t lane, uint32_t d, int64_t at,
                        int64_t n, const MemView *view) {
  return ir_interp_fail(interp, op,
                        "reads outside in lane {}: {} elements from {} on in dimension {} of {}",
                        lane, n, at, d, view->extents[d]) != IR_STEP_FAIL;
}

// Where the lanes copy from.  A lane that reads nothing may point anywhere.
static bool source_places(IrInterp *interp, IrOp *op, uint64_t lanes, const int64_t *sizes,
                          int64_t *offsets, MemPlaces *places) {
  const MemView *view = ir_interp_get(interp, GET(op, mem_cp_async, source))->data;
  IrValues indices = GET(op, mem_cp_async, indices);
  uint32_t unit = view->rank;
  for (uint32_t d = 0; d < view->rank; d++)
    if (view->strides[d] == 1) unit = d;
  memset(offsets, 0, IR_MAX_LANES * sizeof *offsets);
  for (uint32_t d = 0; d < view->rank; d++) {
    const IrCell *cell = ir_interp_get(interp, indices.at[d]);
    IR_FOR_LANES(lane, lanes) {
      int64_t at = ir_cell_int(cell, (int64_t)lane), n = 1;
      if (d == unit) n = (sizes[lane] + view->element_bytes - 1) / view->element_bytes;
      if (sizes[lane] && (at < 0 || at > view->extents[d] - n))
        return fail_source(interp, op, lane, d, at, n, view);
      offsets[lane] += at * view->strides[d] * view->element_bytes;
    }
  }
  *places = (MemPlaces){view, offsets};
  return true;
}

IrStep mem_cp_async_interp(IrInterp *interp, IrOp *op) {
  MACHINE(table);
  int64_t from[IR_MAX_LANES], to[IR_MAX_LANES], sizes[IR_MAX_LANES];
  uint64_t lanes = mem_interp_lanes(interp, GET(op, mem_cp_async, pred));
  MemAsyncCopy copy = {.lanes = lanes, .sizes = sizes};
  copy.bytes = (uint32_t)ir_attr_int(GET(op, mem_cp_async, bytes));
  const IrValue *dest = GET(op, mem_cp_async, dest);
  int64_t n = copy.bytes / mem_element_bytes(mem_buffer_element(ir_value_type(dest)));
  if (!source_sizes(interp, op, lanes, sizes) ||
      !source_places(interp, op, lanes, sizes, from, &copy.from) ||
      !lane_places(interp, op, dest, GET(op, mem_cp_async, offset), n, lanes, to, &copy.to))
    return IR_STEP_FAIL;
  return table->copy(machine, interp, op, &copy);
}

IrStep mem_async_commit_interp(IrInterp *interp, IrOp *op) {
  MACHINE(table);
  return table->commit(machine, interp, op);
}

IrStep mem_async_wait_interp(IrInterp *interp, IrOp *op) {
  MACHINE(table);
  return table->wait(machine, interp, op, ir_attr_int(GET(op, mem_async_wait, groups)));
}

// ---- Stores to other blocks ----

IrStep mem_store_async_interp(IrInterp *interp, IrOp *op) {
  MACHINE(table);
  int64_t to[IR_MAX_LANES], index[IR_MAX_LANES];
  const IrCell *value = ir_interp_get(interp, GET(op, mem_store_async, value));
  uint64_t lanes = mem_interp_lanes(interp, GET(op, mem_store_async, pred));
  MemStoreAsync store = {.lanes = lanes,
                         .bytes = (uint32_t)(value->count * value->element_bytes),
                         .values = value->data};
  if (!lane_places(interp, op, GET(op, mem_store_async, dest), GET(op, mem_store_async, offset),
                   value->count, lanes, to, &store.to) ||
      !lane_places(interp, op, GET(op, mem_store_async, barrier), GET(op, mem_store_async, index),
                   1, lanes, index, &store.barrier))
    return IR_STEP_FAIL;
  return table->store_async(machine, interp, op, &store);
}

// ---- mbarriers ----

// All mbarrier ops begin with the row and the index.
static IrStep mbarrier_by(IrInterp *interp, IrOp *op, MemMbarrierAction action, uint64_t lanes,
                          int64_t count, const IrValue *bytes) {
  MACHINE(table);
  int64_t offsets[IR_MAX_LANES], numbers[IR_MAX_LANES];
  MemMbarrierAccess access = {.action = action, .lanes = lanes, .count = count};
  if (!lane_places(interp, op, ir_op_operand(op, 0), ir_op_operand(op, 1), 1, lanes, offsets,
                   &access.barrier))
    return IR_STEP_FAIL;
  if (bytes) lane_numbers(interp, bytes, numbers);
  access.bytes = bytes ? numbers : NULL;
  return table->mbarrier(machine, interp, op, &access);
}

static IrStep mbarrier(IrInterp *interp, IrOp *op, MemMbarrierAction action, int64_t count,
                       const IrValue *bytes) {
  return mbarrier_by(interp, op, action, ir_interp_active(interp), count, bytes);
}

IrStep mem_mbarrier_init_interp(IrInterp *interp, IrOp *op) {
  int64_t count = ir_attr_int(GET(op, mem_mbarrier_init, count));
  return mbarrier(interp, op, MEM_MBARRIER_INIT, count, NULL);
}

IrStep mem_mbarrier_inval_interp(IrInterp *interp, IrOp *op) {
  return mbarrier(interp, op, MEM_MBARRIER_INVAL, 0, NULL);
}

IrStep mem_mbarrier_arrive_interp(IrInterp *interp, IrOp *op) {
  IrAttr count = GET(op, mem_mbarrier_arrive, count);
  uint64_t lanes = mem_interp_lanes(interp, GET(op, mem_mbarrier_arrive, pred));
  return mbarrier_by(interp, op, MEM_MBARRIER_ARRIVE, lanes, count ? ir_attr_int(count) : 1, NULL);
}

IrStep mem_mbarrier_expect_tx_interp(IrInterp *interp, IrOp *op) {
  return mbarrier(interp, op, MEM_MBARRIER_EXPECT, 0, GET(op, mem_mbarrier_expect_tx, bytes));
}

IrStep mem_mbarrier_arrive_expect_tx_interp(IrInterp *interp, IrOp *op) {
  return mbarrier(interp, op, MEM_MBARRIER_ARRIVE, 1,
                  GET(op, mem_mbarrier_arrive_expect_tx, bytes));
}

IrStep mem_cp_async_mbarrier_arrive_interp(IrInterp *interp, IrOp *op) {
  int64_t count = GET(op, mem_cp_async_mbarrier_arrive, noinc) ? 0 : 1;
  return mbarrier(interp, op, MEM_MBARRIER_COPIES_ARRIVE, count, NULL);
}

static bool parities_of(IrInterp *interp, IrOp *op, int64_t *parities) {
  lane_numbers(interp, ir_op_operand(op, 2), parities);
  IR_FOR_LANES(lane, ir_interp_active(interp)) {
    if (parities[lane] != 0 && parities[lane] != 1)
      return ir_interp_fail(interp, op, "waits for parity {} in lane {}: a parity is 0 or 1",
                            parities[lane], lane) != IR_STEP_FAIL;
  }
  return true;
}

static IrStep mbarrier_wait(IrInterp *interp, IrOp *op, bool *complete) {
  MACHINE(table);
  int64_t offsets[IR_MAX_LANES], parities[IR_MAX_LANES];
  MemMbarrierWait wait = {
      .lanes = ir_interp_active(interp), .parities = parities, .complete = complete};
  if (!parities_of(interp, op, parities) ||
      !row_places(interp, op, ir_op_operand(op, 0), ir_op_operand(op, 1), 1, offsets,
                  &wait.barrier))
    return IR_STEP_FAIL;
  return table->mbarrier_wait(machine, interp, op, &wait);
}

IrStep mem_mbarrier_wait_interp(IrInterp *interp, IrOp *op) {
  return mbarrier_wait(interp, op, NULL);
}

IrStep mem_mbarrier_test_wait_interp(IrInterp *interp, IrOp *op) {
  bool complete[IR_MAX_LANES] = {0};
  IrStep step = mbarrier_wait(interp, op, complete);
  if (step != IR_STEP_NEXT) return step;
  IrCell *out = ir_interp_result_cell(interp, op, 0);
  IR_FOR_LANES(lane, ir_interp_active(interp)) ir_cell_set_int(out, (int64_t)lane, complete[lane]);
  return IR_STEP_NEXT;
}

// ---- TMA ----

IrStep mem_tensor_map_interp(IrInterp *interp, IrOp *op) {
  MACHINE(table);
  MemTensorMap map = {.type = GET(op, mem_tensor_map, map_type),
                      .nan = GET(op, mem_tensor_map, nan) != NULL};
  memcpy(&map.tensor, ir_interp_operand(interp, op, 0)->data, sizeof map.tensor);
  IrStep step = table->tensor_map(machine, interp, op, &map);
  if (step != IR_STEP_NEXT) return step;
  memcpy(ir_interp_result_cell(interp, op, 0)->data, &map, sizeof map);
  return IR_STEP_NEXT;
}

// A hint: nothing happens.
IrStep mem_prefetch_tensor_map_interp(IrInterp *interp, IrOp *op) {
  (void)interp;
  (void)op;
  return IR_STEP_NEXT;
}

// Numbers of the lanes of a TMA op.
typedef struct BoxLanes {
  int64_t coords[IR_MAX_LANES][MEM_TENSOR_MAP_MAX_RANK];
  int64_t shared[IR_MAX_LANES], barrier[IR_MAX_LANES], multicast[IR_MAX_LANES];
} BoxLanes;

// Fills all but the mbarrier.
static bool box_move(IrInterp *interp, IrOp *op, const IrValue *map, IrValues coords,
                     const IrValue *row, const IrValue *offset, BoxLanes *lanes, MemBoxMove *move) {
  size_t rank = mem_tensor_map_box(ir_value_type(map)).rank;
  move->map = ir_interp_get(interp, map)->data;
  move->lanes = ir_interp_active(interp);
  move->coords = (const int64_t(*)[MEM_TENSOR_MAP_MAX_RANK])lanes->coords;
  for (size_t d = 0; d < rank; d++) {
    const IrCell *cell = ir_interp_get(interp, coords.at[d]);
    IR_FOR_LANES(lane, move->lanes) lanes->coords[lane][d] = ir_cell_int(cell, (int64_t)lane);
  }
  return row_places(interp, op, row, offset, mem_tensor_map_footprint(ir_value_type(map)),
                    lanes->shared, &move->shared);
}

IrStep mem_tma_load_interp(IrInterp *interp, IrOp *op) {
  MACHINE(table);
  BoxLanes *lanes = ir_interp_scratch(interp, sizeof *lanes);
  MemBoxMove move = {0};
  const IrValue *multicast = GET(op, mem_tma_load, multicast);
  if (!box_move(interp, op, GET(op, mem_tma_load, map), GET(op, mem_tma_load, coords),
                GET(op, mem_tma_load, dest), GET(op, mem_tma_load, offset), lanes, &move) ||
      !row_places(interp, op, GET(op, mem_tma_load, barrier), GET(op, mem_tma_load, index), 1,
                  lanes->barrier, &move.barrier))
    return IR_STEP_FAIL;
  if (multicast) lane_numbers(interp, multicast, lanes->multicast);
  move.multicast = multicast ? lanes->multicast : NULL;
  return table->load(machine, interp, op, &move);
}

IrStep mem_tma_store_interp(IrInterp *interp, IrOp *op) {
  MACHINE(table);
  BoxLanes *lanes = ir_interp_scratch(interp, sizeof *lanes);
  MemBoxMove move = {0};
  if (!box_move(interp, op, GET(op, mem_tma_store, map), GET(op, mem_tma_store, coords),
                GET(op, mem_tma_store, source), GET(op, mem_tma_store, offset), lanes, &move))
    return IR_STEP_FAIL;
  return table->store(machine, interp, op, &move);
}

IrStep mem_tma_reduce_interp(IrInterp *interp, IrOp *op) {
  MACHINE(table);
  BoxLanes *lanes = ir_interp_scratch(interp, sizeof *lanes);
  MemReduceKind kind = mem_reduce_kind(GET(op, mem_tma_reduce, kind));
  MemBoxMove move = {.reduce = &kind};
  if (!box_move(interp, op, GET(op, mem_tma_reduce, map), GET(op, mem_tma_reduce, coords),
                GET(op, mem_tma_reduce, source), GET(op, mem_tma_reduce, offset), lanes, &move))
    return IR_STEP_FAIL;
  return table->store(machine, interp, op, &move);
}

IrStep mem_bulk_commit_interp(IrInterp *interp, IrOp *op) {
  MACHINE(table);
  return table->bulk_commit(machine, interp, op);
}

IrStep mem_bulk_wait_interp(IrInterp *interp, IrOp *op) {
  MACHINE(table);
  return table->bulk_wait(machine, interp, op, ir_attr_int(GET(op, mem_bulk_wait, groups)),
                          GET(op, mem_bulk_wait, read) != NULL);
}

// ---- Fences. ----

// In program order, where there is one lane, everything is visible.
IrStep mem_fence_proxy_async_interp(IrInterp *interp, IrOp *op) {
  if (ir_interp_lanes(interp) == 1) return IR_STEP_NEXT;
  MACHINE(table);
  return table->fence_proxy(machine, interp, op);
}

IrStep mem_fence_mbarrier_init_interp(IrInterp *interp, IrOp *op) {
  MACHINE(table);
  return table->fence_mbarrier_init(machine, interp, op);
}
