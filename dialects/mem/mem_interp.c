// Interpreter rules of mem: buffers are the machine's, their views are arithmetic on descriptors.
#include "dialects/mem/mem.h"

#include "dialects/mem/mem_interp_impl.h"

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/mem/mem_ops.def"
#include "ir/core/opdef_end.inc"

const MemMachine *mem_interp_machine(IrInterp *interp, IrOp *op, void **machine) {
  const MemMachine *table = ir_interp_machine(interp, MEM_MACHINE, machine);
  if (table) return table;
  IrStep step = ir_interp_fail(interp, op, "needs memory, and nothing here provides any");
  IR_ASSERT(step == IR_STEP_FAIL, "a failure fails");
  return NULL;
}

static uint32_t element_bytes(IrType element) {
  return mem_is_mbarrier(element) ? MEM_MBARRIER_BYTES : ir_element_bytes(element);
}

IrStep mem_alloc_interp(IrInterp *interp, IrOp *op) {
  void *machine;
  const MemMachine *table = mem_interp_machine(interp, op, &machine);
  if (!table) return IR_STEP_FAIL;
  IrType type = ir_value_type(ir_op_result(op, 0));
  IrShape shape = mem_buffer_shape(type);
  MemView view = {.rank = (uint32_t)shape.rank,
                  .element_bytes = element_bytes(mem_buffer_element(type))};
  memcpy(view.extents, shape.at, shape.rank * sizeof *shape.at);
  if (table->alloc(machine, interp, op, &view) == IR_STEP_FAIL) return IR_STEP_FAIL;
  memcpy(ir_interp_result_cell(interp, op, 0)->data, &view, sizeof view);
  return IR_STEP_NEXT;
}

IrStep mem_index_interp(IrInterp *interp, IrOp *op) {
  const MemView *from = ir_interp_operand(interp, op, 0)->data;
  int64_t slot;
  if (!ir_interp_uniform(interp, op, ir_interp_operand(interp, op, 1), &slot)) return IR_STEP_FAIL;
  if (slot < 0 || slot >= from->extents[0])
    return ir_interp_fail(interp, op, "takes slot {} of a buffer of {}", slot, from->extents[0]);
  MemView view = *from;
  view.base = (char *)from->base + slot * from->strides[0] * from->element_bytes;
  view.rank--;
  memmove(view.extents, from->extents + 1, view.rank * sizeof *view.extents);
  memmove(view.strides, from->strides + 1, view.rank * sizeof *view.strides);
  memcpy(ir_interp_result_cell(interp, op, 0)->data, &view, sizeof view);
  return IR_STEP_NEXT;
}

IrStep mem_trans_interp(IrInterp *interp, IrOp *op) {
  const MemView *from = ir_interp_operand(interp, op, 0)->data;
  MemView view = *from;
  size_t last = view.rank - 1;
  view.extents[last] = from->extents[last - 1];
  view.extents[last - 1] = from->extents[last];
  view.strides[last] = from->strides[last - 1];
  view.strides[last - 1] = from->strides[last];
  memcpy(ir_interp_result_cell(interp, op, 0)->data, &view, sizeof view);
  return IR_STEP_NEXT;
}

// The buffer's bytes as they lie: only where a buffer lies as its type says, which it does not at
// the levels in program order.
IrStep mem_flatten_interp(IrInterp *interp, IrOp *op) {
  void *machine;
  const MemMachine *table = mem_interp_machine(interp, op, &machine);
  if (!table) return IR_STEP_FAIL;
  if (!table->lanes) return ir_interp_fail(interp, op, "is executed by threads only");
  MemView view = *(const MemView *)ir_interp_operand(interp, op, 0)->data;
  view.rank = 1;
  memset(view.extents, 0, sizeof view.extents);
  memset(view.strides, 0, sizeof view.strides);
  view.extents[0] = mem_buffer_count(ir_value_type(ir_op_result(op, 0)));
  view.strides[0] = 1;
  memcpy(ir_interp_result_cell(interp, op, 0)->data, &view, sizeof view);
  return IR_STEP_NEXT;
}

IrStep mem_map_cluster_interp(IrInterp *interp, IrOp *op) {
  void *machine;
  int64_t rank;
  const MemMachine *table = mem_interp_machine(interp, op, &machine);
  if (!table || !ir_interp_uniform(interp, op, ir_interp_operand(interp, op, 1), &rank))
    return IR_STEP_FAIL;
  if (!table->map_cluster)
    return ir_interp_fail(interp, op, "needs a cluster, and nothing here has one");
  MemView view = *(const MemView *)ir_interp_operand(interp, op, 0)->data;
  if (table->map_cluster(machine, interp, op, rank, &view) == IR_STEP_FAIL) return IR_STEP_FAIL;
  memcpy(ir_interp_result_cell(interp, op, 0)->data, &view, sizeof view);
  return IR_STEP_NEXT;
}

// ---- Accesses of one thread: each lane its own. ----

// mem.load and mem.store, as far as they are alike.
typedef struct Access {
  const MemMachine *table;
  void *machine;
  IrType type; // of the memory
  const MemView *view;
  IrValues indices;
  uint64_t lanes; // that take part
  int64_t count;  // elements of each
} Access;

// Active lanes whose predicate is true.
static uint64_t lanes_of(IrInterp *interp, const IrValue *predicate) {
  if (!predicate) return ir_interp_active(interp);
  return ir_interp_where(interp, ir_interp_get(interp, predicate));
}

// The dimension of stride 1 (the last, where none has it).
static uint32_t unit_of(const MemView *view) {
  uint32_t unit = view->rank - 1;
  for (uint32_t d = 0; d < view->rank; d++)
    if (view->strides[d] == 1) unit = d;
  return unit;
}

// Elements along that dimension from the lane's indices on.
static void lane_box(IrInterp *interp, const Access *access, int64_t lane, int64_t *at,
                     int64_t *shape) {
  const MemView *view = access->view;
  for (uint32_t d = 0; d < view->rank; d++) {
    at[d] = ir_cell_int(ir_interp_get(interp, access->indices.at[d]), lane);
    shape[d] = 1;
  }
  if (view->rank > 0) shape[unit_of(view)] = access->count;
}

static IrStep fail_outside(IrInterp *interp, IrOp *op, MemAccessKind kind, const Access *access,
                           const int64_t *at, uint64_t lane) {
  const MemView *view = access->view;
  IrStream element = {0}, extents = {0};
  for (uint32_t d = 0; d < view->rank; d++) {
    ir_print(&element, "{}{}", d ? ", " : "", at[d]);
    ir_print(&extents, "{}{}", d ? "x" : "", view->extents[d]);
  }
  bool buffer = access->type && mem_is_buffer(access->type);
  IrStep step =
      ir_interp_fail(interp, op, "{} outside in lane {}: element [{}] of {} of extents {}",
                     kind == MEM_ACCESS_LOAD ? "reads" : "writes", lane, ir_stream_str(&element),
                     buffer ? "a buffer" : "a memref", ir_stream_str(&extents));
  ir_stream_free(&element);
  ir_stream_free(&extents);
  return step;
}

// Elements from the view's base on.
static int64_t offset_of(const Access *access, const int64_t *at) {
  const MemView *view = access->view;
  int64_t offset = 0;
  if (access->type && mem_is_buffer(access->type)) return mem_buffer_offset(access->type, at);
  for (uint32_t d = 0; d < view->rank; d++) offset += at[d] * view->strides[d];
  return offset;
}

// Byte offsets of the lanes that take part; fails where one leaves the view.
static bool lane_offsets(IrInterp *interp, IrOp *op, const Access *access, MemAccessKind kind,
                         int64_t *offsets) {
  const MemView *view = access->view;
  int64_t indices[MEM_MAX_RANK][IR_MAX_LANES];
  uint32_t unit = unit_of(view);
  for (uint32_t d = 0; d < view->rank; d++) {
    const IrCell *cell = ir_interp_get(interp, access->indices.at[d]);
    ir_elements_to_int(cell->element, cell->data, cell->lanes, indices[d]);
  }
  IR_FOR_LANES(lane, access->lanes) {
    int64_t at[MEM_MAX_RANK];
    bool outside = false;
    for (uint32_t d = 0; d < view->rank; d++) {
      at[d] = indices[d][lane];
      outside |= at[d] < 0 || at[d] > view->extents[d] - (d == unit ? access->count : 1);
    }
    if (outside) return fail_outside(interp, op, kind, access, at, lane) != IR_STEP_FAIL;
    offsets[lane] = offset_of(access, at) * view->element_bytes;
  }
  return true;
}

uint64_t mem_interp_lanes(IrInterp *interp, const IrValue *predicate) {
  return lanes_of(interp, predicate);
}

bool mem_interp_offsets(IrInterp *interp, IrOp *op, const IrValue *base, IrValues indices,
                        uint64_t lanes, int64_t count, MemAccessKind kind, int64_t *offsets) {
  Access access = {.type = ir_value_type(base),
                   .view = ir_interp_get(interp, base)->data,
                   .indices = indices,
                   .lanes = lanes,
                   .count = count};
  return lane_offsets(interp, op, &access, kind, offsets);
}

// All lanes at once, on a machine that has warps.
static IrStep access_lanes(IrInterp *interp, IrOp *op, const Access *access, MemAccessKind kind,
                           void *data) {
  int64_t offsets[IR_MAX_LANES];
  if (!access->lanes) return IR_STEP_NEXT;
  if (!lane_offsets(interp, op, access, kind, offsets)) return IR_STEP_FAIL;
  return access->table->lanes(
      access->machine, interp, op,
      &(MemLaneAccess){.view = access->view,
                       .lanes = access->lanes,
                       .offsets = offsets,
                       .bytes = (uint32_t)access->count * access->view->element_bytes,
                       .kind = kind,
                       .data = data});
}

// Whether the elements are not there: outside a memref, where that is padding.
static bool is_padding(const IrOp *op, const Access *access, const int64_t *at,
                       const int64_t *shape) {
  const MemView *view = access->view;
  if (mem_is_buffer(access->type)) return false;
  for (uint32_t d = 0; d < view->rank; d++)
    if (at[d] < 0 || at[d] > view->extents[d] - shape[d]) return mem_has_padding(op);
  return false;
}

static IrStep read_each(IrInterp *interp, IrOp *op, const Access *access, char *data,
                        size_t bytes) {
  IR_FOR_LANES(lane, access->lanes) {
    int64_t at[MEM_MAX_RANK], shape[MEM_MAX_RANK];
    lane_box(interp, access, (int64_t)lane, at, shape);
    if (is_padding(op, access, at, shape)) continue;
    if (access->table->read(access->machine, interp, op, access->view, (MemBox){at, shape}, NULL,
                            data + lane * bytes) == IR_STEP_FAIL)
      return IR_STEP_FAIL;
  }
  return IR_STEP_NEXT;
}

static IrStep write_each(IrInterp *interp, IrOp *op, const Access *access, const char *data,
                         size_t bytes) {
  IR_FOR_LANES(lane, access->lanes) {
    int64_t at[MEM_MAX_RANK], shape[MEM_MAX_RANK];
    lane_box(interp, access, (int64_t)lane, at, shape);
    if (is_padding(op, access, at, shape)) continue;
    if (access->table->write(access->machine, interp, op, access->view, (MemBox){at, shape}, false,
                             data + lane * bytes) == IR_STEP_FAIL)
      return IR_STEP_FAIL;
  }
  return IR_STEP_NEXT;
}

IrStep mem_load_interp(IrInterp *interp, IrOp *op) {
  IrCell *out = ir_interp_result_cell(interp, op, 0);
  const IrValue *otherwise = GET(op, mem_load, pad);
  Access access = {.type = ir_value_type(GET(op, mem_load, base)),
                   .view = ir_interp_operand(interp, op, 0)->data,
                   .indices = GET(op, mem_load, indices),
                   .lanes = lanes_of(interp, GET(op, mem_load, pred)),
                   .count = out->count};
  size_t bytes = (size_t)out->count * out->element_bytes;
  access.table = mem_interp_machine(interp, op, &access.machine);
  if (!access.table) return IR_STEP_FAIL;
  if (otherwise)
    memcpy(out->data, ir_interp_get(interp, otherwise)->data, bytes * out->lanes);
  else
    memset(out->data, 0, bytes * out->lanes);
  if (access.table->lanes) return access_lanes(interp, op, &access, MEM_ACCESS_LOAD, out->data);
  return read_each(interp, op, &access, out->data, bytes);
}

IrStep mem_store_interp(IrInterp *interp, IrOp *op) {
  const IrCell *in = ir_interp_operand(interp, op, 0);
  Access access = {.type = ir_value_type(GET(op, mem_store, base)),
                   .view = ir_interp_operand(interp, op, 1)->data,
                   .indices = GET(op, mem_store, indices),
                   .lanes = lanes_of(interp, GET(op, mem_store, pred)),
                   .count = in->count};
  access.table = mem_interp_machine(interp, op, &access.machine);
  if (!access.table) return IR_STEP_FAIL;
  if (access.table->lanes) return access_lanes(interp, op, &access, MEM_ACCESS_STORE, in->data);
  return write_each(interp, op, &access, in->data, (size_t)in->count * in->element_bytes);
}

// ---- Boxes of one lane. ----

static bool next_element(const MemView *view, MemBox box, int64_t *index) {
  for (uint32_t d = view->rank; d-- > 0;) {
    if (++index[d] < box.shape[d]) return true;
    index[d] = 0;
  }
  return false;
}

// Element by element, as accesses in which one lane takes part.
static IrStep access_box(IrInterp *interp, IrOp *op, const Access *access, MemBox box,
                         MemAccessKind kind, char *data) {
  const MemView *view = access->view;
  int64_t index[MEM_MAX_RANK] = {0}, offsets[IR_MAX_LANES], at[MEM_MAX_RANK];
  uint32_t bytes = view->element_bytes;
  uint64_t lane = (uint64_t)__builtin_ctzll(access->lanes);
  char elements[IR_MAX_LANES * 16];
  for (uint32_t d = 0; d < view->rank; d++)
    if (box.shape[d] == 0) return IR_STEP_NEXT;
  do {
    offsets[lane] = 0;
    for (uint32_t d = 0; d < view->rank; d++) {
      at[d] = box.at[d] + index[d];
      offsets[lane] += at[d] * view->strides[d] * bytes;
      if (at[d] < 0 || at[d] >= view->extents[d])
        return fail_outside(interp, op, kind, access, at, lane);
    }
    MemLaneAccess one = {view, access->lanes, offsets, bytes, kind, elements};
    if (kind == MEM_ACCESS_STORE) memcpy(elements + lane * bytes, data, bytes);
    if (access->table->lanes(access->machine, interp, op, &one) == IR_STEP_FAIL)
      return IR_STEP_FAIL;
    if (kind == MEM_ACCESS_LOAD) memcpy(data, elements + lane * bytes, bytes);
    data += bytes;
  } while (next_element(view, box, index));
  return IR_STEP_NEXT;
}

IrStep mem_interp_read(IrInterp *interp, IrOp *op, const MemView *view, MemBox box, uint64_t lane,
                       void *to) {
  Access access = {.view = view, .lanes = UINT64_C(1) << lane};
  access.table = mem_interp_machine(interp, op, &access.machine);
  if (!access.table) return IR_STEP_FAIL;
  if (access.table->lanes) return access_box(interp, op, &access, box, MEM_ACCESS_LOAD, to);
  return access.table->read(access.machine, interp, op, view, box, NULL, to);
}

IrStep mem_interp_write(IrInterp *interp, IrOp *op, const MemView *view, MemBox box, uint64_t lane,
                        const void *from) {
  Access access = {.view = view, .lanes = UINT64_C(1) << lane};
  access.table = mem_interp_machine(interp, op, &access.machine);
  if (!access.table) return IR_STEP_FAIL;
  if (access.table->lanes)
    return access_box(interp, op, &access, box, MEM_ACCESS_STORE, (char *)from);
  return access.table->write(access.machine, interp, op, view, box, false, from);
}
