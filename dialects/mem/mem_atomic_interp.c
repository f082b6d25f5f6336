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

static double flushed(const MemUpdate *u, double value) {
  return u->flushes && fabs(value) < 0x1p-126 ? copysign(0, value) : value;
}

static void add_float(const MemUpdate *u, void *memory) {
  double a, b;
  ir_elements_to_double(u->element, memory, 1, &a);
  ir_elements_to_double(u->element, u->value, 1, &b);
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

// Makes the new element of the old one in `memory`.
static void update_element(const MemUpdate *u, void *memory) {
  size_t bytes = ir_element_bytes(u->element);
  int64_t a, b;
  if (u->expected) {
    if (!memcmp(memory, u->expected, bytes)) memcpy(memory, u->value, bytes);
  } else if (u->kind == MEM_ASSIGN) {
    memcpy(memory, u->value, bytes);
  } else if (u->kind == MEM_ADDF) {
    add_float(u, memory);
  } else {
    ir_elements_to_int(u->element, memory, 1, &a);
    ir_elements_to_int(u->element, u->value, 1, &b);
    a = combined(u->kind, a, b, ir_element_width(u->element));
    ir_elements_from_int(u->element, &a, 1, memory);
  }
}

bool mem_interp_flushes(IrType memory) {
  return !mem_is_buffer(memory) && ir_element_kind(ir_type_element(memory)) == IR_ELEMENT_F32;
}

// Guesses what is there until the guess is right.
IrStep mem_interp_update(IrInterp *interp, IrOp *op, const MemView *view, const int64_t *at,
                         const MemUpdate *update, void *old) {
  void *machine;
  const MemMachine *table = mem_interp_machine(interp, op, &machine);
  uint64_t fresh = 0;
  bool swapped = false;
  if (!table) return IR_STEP_FAIL;
  memset(old, 0, view->element_bytes);
  while (!swapped) {
    memcpy(&fresh, old, view->element_bytes);
    update_element(update, &fresh);
    if (table->swap(machine, interp, op, view, at, old, &fresh, &swapped) == IR_STEP_FAIL)
      return IR_STEP_FAIL;
  }
  return IR_STEP_NEXT;
}

// ---- Rules. ----

// An op: where, with what of each lane, and how.
typedef struct Atomic {
  const IrValue *base, *pred;
  IrValues indices;
  IrAttr order, scope;
  const IrCell *values, *expected; // expected NULL: combines
  MemUpdate update;
} Atomic;

// Of element `i` of all lanes' values, one after another.
static MemUpdate update_of(const Atomic *a, int64_t i) {
  size_t at = (size_t)i * a->values->element_bytes;
  MemUpdate update = a->update;
  update.value = (const char *)a->values->data + at;
  if (a->expected) update.expected = (const char *)a->expected->data + at;
  return update;
}

static void update_lane(void *user, uint32_t lane, void *memory) {
  const Atomic *a = user;
  for (int64_t i = 0; i < a->values->count; i++) {
    MemUpdate update = update_of(a, lane * a->values->count + i);
    update_element(&update, (char *)memory + i * a->values->element_bytes);
  }
}

// One lane after the other, where there are no warps.
static IrStep access_each(IrInterp *interp, IrOp *op, const Atomic *a, uint64_t lanes, char *old) {
  const MemView *view = ir_interp_get(interp, a->base)->data;
  IR_FOR_LANES(lane, lanes) {
    int64_t at[MEM_MAX_RANK];
    bool inside = true;
    for (uint32_t d = 0; d < view->rank; d++) {
      at[d] = ir_cell_int(ir_interp_get(interp, a->indices.at[d]), (int64_t)lane);
      inside = inside && at[d] >= 0 && at[d] < view->extents[d];
    }
    if (!inside && !mem_is_buffer(ir_value_type(a->base)) && mem_has_padding(op)) continue;
    MemUpdate update = update_of(a, (int64_t)lane);
    if (mem_interp_update(interp, op, view, at, &update, old + lane * view->element_bytes) ==
        IR_STEP_FAIL)
      return IR_STEP_FAIL;
  }
  return IR_STEP_NEXT;
}

// The result begins as the values, which is what lanes without a part get.
static IrStep access(IrInterp *interp, IrOp *op, Atomic *a) {
  static const MemOrder orders[] = {MEM_RELAXED, MEM_ACQUIRE, MEM_RELEASE, MEM_ACQ_REL};
  void *machine;
  int64_t offsets[IR_MAX_LANES];
  const MemMachine *table = mem_interp_machine(interp, op, &machine);
  IrCell *out = ir_interp_result_cell(interp, op, 0);
  uint64_t lanes = mem_interp_lanes(interp, a->pred);
  if (!table) return IR_STEP_FAIL;
  a->update.element = out->element;
  memcpy(out->data, a->values->data, (size_t)(out->lanes * out->count) * out->element_bytes);
  if (!table->lanes && out->count > 1)
    return ir_interp_fail(interp, op, "adds vectors in warps only");
  if (!table->lanes) return access_each(interp, op, a, lanes, out->data);
  if (!lanes) return IR_STEP_NEXT;
  if (!mem_interp_offsets(interp, op, a->base, a->indices, lanes, out->count, MEM_ACCESS_ATOMIC,
                          offsets))
    return IR_STEP_FAIL;
  return table->lanes(machine, interp, op,
                      &(MemLaneAccess){.view = ir_interp_get(interp, a->base)->data,
                                       .lanes = lanes,
                                       .offsets = offsets,
                                       .bytes = (uint32_t)out->count * out->element_bytes,
                                       .kind = MEM_ACCESS_ATOMIC,
                                       .data = out->data,
                                       .update = update_lane,
                                       .user = a,
                                       .order = orders[mem_atomic_order(a->order)],
                                       .scope = (MemScope)mem_atomic_scope(a->scope)});
}

IrStep mem_atomic_rmw_interp(IrInterp *interp, IrOp *op) {
  Atomic a = {.base = GET(op, mem_atomic_rmw, base),
              .pred = GET(op, mem_atomic_rmw, pred),
              .indices = GET(op, mem_atomic_rmw, indices),
              .order = GET(op, mem_atomic_rmw, order),
              .scope = GET(op, mem_atomic_rmw, scope),
              .values = ir_interp_get(interp, GET(op, mem_atomic_rmw, value))};
  a.update = (MemUpdate){.kind = mem_atomic_kind(GET(op, mem_atomic_rmw, kind)),
                         .flushes = mem_interp_flushes(ir_value_type(a.base))};
  return access(interp, op, &a);
}

IrStep mem_atomic_cas_interp(IrInterp *interp, IrOp *op) {
  Atomic a = {.base = GET(op, mem_atomic_cas, base),
              .pred = GET(op, mem_atomic_cas, pred),
              .indices = GET(op, mem_atomic_cas, indices),
              .order = GET(op, mem_atomic_cas, order),
              .scope = GET(op, mem_atomic_cas, scope),
              .values = ir_interp_get(interp, GET(op, mem_atomic_cas, desired)),
              .expected = ir_interp_get(interp, GET(op, mem_atomic_cas, expected))};
  return access(interp, op, &a);
}
