// Interpreter rules of atomic accesses: the machine reads and writes with nothing in between, and
// asks here for what to write.
#include "dialects/mem/mem.h"

#include <math.h>

#include "dialects/mem/mem_interp_impl.h"

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/mem/mem_ops.def"
#include "ir/core/opdef_end.inc"

// ---- What is written. ----

// Lanes' own values, and how they are combined with what is there.
typedef struct Update {
  IrType element;
  uint32_t bytes;
  const char *values, *expected; // by lane
  MemAtomic kind;
  bool flushes; // f32 in global memory: denormal numbers are zero
} Update;

static double flushed(const Update *u, double value) {
  return u->flushes && fabs(value) < 0x1p-126 ? copysign(0, value) : value;
}

static void add_float(const Update *u, const void *value, void *memory) {
  double a, b;
  ir_elements_to_double(u->element, memory, 1, &a);
  ir_elements_to_double(u->element, value, 1, &b);
  a = flushed(u, flushed(u, a) + flushed(u, b));
  ir_elements_from_double(u->element, &a, 1, memory);
}

static int64_t combined(MemAtomic kind, int64_t a, int64_t b, unsigned width) {
  uint64_t ua = ir_int_unsigned(a, width), ub = ir_int_unsigned(b, width);
  switch (kind) {
  case MEM_ADDI:
    return (int64_t)(ua + ub);
  case MEM_ANDI:
    return a & b;
  case MEM_MAXS:
    return a > b ? a : b;
  case MEM_MAXU:
    return ua > ub ? a : b;
  case MEM_MINS:
    return a < b ? a : b;
  case MEM_MINU:
    return ua < ub ? a : b;
  case MEM_ORI:
    return a | b;
  case MEM_XORI:
    return a ^ b;
  default:
    return b;
  }
}

static void combine_lane(void *user, uint32_t lane, void *memory) {
  const Update *u = user;
  const char *value = u->values + (size_t)lane * u->bytes;
  int64_t a, b;
  if (u->kind == MEM_ASSIGN) {
    memcpy(memory, value, u->bytes);
  } else if (u->kind == MEM_ADDF) {
    add_float(u, value, memory);
  } else {
    ir_elements_to_int(u->element, memory, 1, &a);
    ir_elements_to_int(u->element, value, 1, &b);
    a = combined(u->kind, a, b, ir_element_width(u->element));
    ir_elements_from_int(u->element, &a, 1, memory);
  }
}

static void swap_lane(void *user, uint32_t lane, void *memory) {
  const Update *u = user;
  size_t at = (size_t)lane * u->bytes;
  if (!memcmp(memory, u->expected + at, u->bytes)) memcpy(memory, u->values + at, u->bytes);
}

// ---- Rules. ----

typedef struct Place {
  const IrValue *base, *pred;
  IrValues indices;
  IrAttr order, scope;
} Place;

// At the levels in program order: the new value is made of a guess of what is there, first zero,
// until an exchange finds the guess right.
static IrStep exchange(IrInterp *interp, IrOp *op, const MemMachine *table, void *machine,
                       const Place *place, Update *update,
                       void (*change)(void *user, uint32_t lane, void *memory), IrCell *out) {
  const MemView *view = ir_interp_get(interp, place->base)->data;
  int64_t at[MEM_MAX_RANK];
  uint64_t old = 0, fresh;
  bool swapped = false, inside = true;
  for (uint32_t d = 0; d < view->rank; d++) {
    at[d] = ir_cell_int(ir_interp_get(interp, place->indices.at[d]), 0);
    inside = inside && at[d] >= 0 && at[d] < view->extents[d];
  }
  if (!inside && !mem_is_buffer(ir_value_type(place->base)) && mem_has_padding(op))
    return IR_STEP_NEXT;
  while (!swapped) {
    fresh = old;
    change(update, 0, &fresh);
    if (table->swap(machine, interp, op, view, at, &old, &fresh, &swapped) == IR_STEP_FAIL)
      return IR_STEP_FAIL;
  }
  memcpy(out->data, &old, update->bytes);
  return IR_STEP_NEXT;
}

// The result begins as `values`, which is what lanes without a part get.
static IrStep access(IrInterp *interp, IrOp *op, const Place *place, Update *update,
                     void (*lane)(void *user, uint32_t lane, void *memory)) {
  static const MemOrder orders[] = {MEM_RELAXED, MEM_ACQUIRE, MEM_RELEASE, MEM_ACQ_REL};
  void *machine;
  int64_t offsets[IR_MAX_LANES];
  const MemMachine *table = mem_interp_machine(interp, op, &machine);
  const MemView *view = ir_interp_get(interp, place->base)->data;
  IrCell *out = ir_interp_result_cell(interp, op, 0);
  uint64_t lanes = mem_interp_lanes(interp, place->pred);
  if (!table) return IR_STEP_FAIL;
  memcpy(out->data, update->values, (size_t)out->lanes * update->bytes);
  if (!lanes) return IR_STEP_NEXT;
  if (!table->lanes && out->lanes == 1 && mem_has_padding(op))
    return exchange(interp, op, table, machine, place, update, lane, out);
  if (!table->lanes) return ir_interp_fail(interp, op, "needs a warp, and nothing here has one");
  if (!mem_interp_offsets(interp, op, place->base, place->indices, lanes, MEM_ACCESS_ATOMIC,
                          offsets))
    return IR_STEP_FAIL;
  return table->lanes(machine, interp, op,
                      &(MemLaneAccess){.view = view,
                                       .lanes = lanes,
                                       .offsets = offsets,
                                       .bytes = update->bytes,
                                       .kind = MEM_ACCESS_ATOMIC,
                                       .data = out->data,
                                       .update = lane,
                                       .user = update,
                                       .order = orders[mem_atomic_order(place->order)],
                                       .scope = (MemScope)mem_atomic_scope(place->scope)});
}

IrStep mem_atomic_rmw_interp(IrInterp *interp, IrOp *op) {
  const IrCell *value = ir_interp_get(interp, GET(op, mem_atomic_rmw, value));
  Place place = {.base = GET(op, mem_atomic_rmw, base),
                 .pred = GET(op, mem_atomic_rmw, pred),
                 .indices = GET(op, mem_atomic_rmw, indices),
                 .order = GET(op, mem_atomic_rmw, order),
                 .scope = GET(op, mem_atomic_rmw, scope)};
  Update update = {.element = value->element,
                   .bytes = value->element_bytes,
                   .values = value->data,
                   .kind = mem_atomic_kind(GET(op, mem_atomic_rmw, kind)),
                   .flushes = ir_element_kind(value->element) == IR_ELEMENT_F32 &&
                              !mem_is_buffer(ir_value_type(place.base))};
  return access(interp, op, &place, &update, combine_lane);
}

IrStep mem_atomic_cas_interp(IrInterp *interp, IrOp *op) {
  const IrCell *desired = ir_interp_get(interp, GET(op, mem_atomic_cas, desired));
  Place place = {.base = GET(op, mem_atomic_cas, base),
                 .pred = GET(op, mem_atomic_cas, pred),
                 .indices = GET(op, mem_atomic_cas, indices),
                 .order = GET(op, mem_atomic_cas, order),
                 .scope = GET(op, mem_atomic_cas, scope)};
  Update update = {.element = desired->element,
                   .bytes = desired->element_bytes,
                   .values = desired->data,
                   .expected = ir_interp_get(interp, GET(op, mem_atomic_cas, expected))->data};
  return access(interp, op, &place, &update, swap_lane);
}
