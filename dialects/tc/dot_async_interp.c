// Interpreter rules of tc.dot_async and tc.dot_wait: a product is done where it is waited for.
//
// An accumulator in flight is a slot of the run; the value of a !tc.inflight names one, with a
// number that changes with every product and when the slot is given back, so that a value that is
// used twice is found.  Products are a queue in program order.
#include "dialects/mem/machine.h"
#include "dialects/tc/tc_impl.h"
#include "dialects/tile/product.h"
#include "ir/support/vec.h"

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/tc/tc_ops.def"
#include "ir/core/opdef_end.inc"

// The value of a !tc.inflight of a tensor.
typedef struct Inflight {
  uint32_t slot, number;
} Inflight;

typedef struct Slot {
  void *data; // of the accumulator, as a cell's
  uint32_t number;
  uint32_t pending; // products that are still to be added to it
  bool taken;
} Slot;

typedef struct Pending {
  IrOp *op;
  uint32_t slot;
  bool adds;    // else d = a * b
  void *a;      // a copy of a tensor, or NULL
  MemView from; // a where it is a buffer
  MemView b;
} Pending;

typedef struct Flight {
  IR_VEC(Slot) slots;
  IR_VEC(Pending) queue;
} Flight;

static void destroy(void *memory) {
  Flight *flight = memory;
  for (size_t i = 0; i < flight->slots.n; i++) ir_free(flight->slots.at[i].data);
  for (size_t i = 0; i < flight->queue.n; i++) ir_free(flight->queue.at[i].a);
  ir_vec_free(&flight->slots);
  ir_vec_free(&flight->queue);
}

static Flight *flight_of(IrInterp *interp) {
  return ir_interp_own(interp, "tc.dot_async", sizeof(Flight), destroy);
}

// ---- Slots.

static size_t tile_bytes(IrType tile) {
  return (size_t)ir_type_num_elements(tile) * ir_element_bytes(ir_type_element(tile));
}

static uint32_t take_slot(Flight *flight, size_t bytes) {
  uint32_t i = 0;
  while (i < flight->slots.n && flight->slots.at[i].taken) i++;
  if (i == flight->slots.n) ir_vec_push(&flight->slots, ((Slot){0}));
  Slot *slot = &flight->slots.at[i];
  *slot = (Slot){.data = ir_realloc(slot->data, bytes), .number = slot->number, .taken = true};
  return i;
}

static void name_slot(IrInterp *interp, const IrOp *op, Flight *flight, uint32_t slot) {
  Inflight name = {slot, ++flight->slots.at[slot].number};
  memcpy(ir_interp_result_cell(interp, op, 0)->data, &name, sizeof name);
}

// The slot that an operand names; UINT32_MAX after a failure.
static uint32_t named_slot(IrInterp *interp, IrOp *op, Flight *flight, size_t operand) {
  Inflight name;
  memcpy(&name, ir_interp_operand(interp, op, operand)->data, sizeof name);
  if (name.slot < flight->slots.n && flight->slots.at[name.slot].taken &&
      flight->slots.at[name.slot].number == name.number)
    return name.slot;
  IrStep step = ir_interp_fail(interp, op,
                               "names a tile that a later product has added to, or that was given "
                               "back");
  IR_ASSERT(step == IR_STEP_FAIL, "a failure fails");
  return UINT32_MAX;
}

// ---- Products.

// All elements of a buffer, row-major; NULL after a failure.
static const void *elements_of(IrInterp *interp, IrOp *op, const MemView *view) {
  static const int64_t origin[MEM_MAX_RANK] = {0};
  void *machine;
  const MemMachine *table = mem_interp_machine(interp, op, &machine);
  if (!table) return NULL;
  size_t count = (size_t)(view->extents[0] * view->extents[1]);
  void *raw = ir_interp_scratch(interp, count * view->element_bytes);
  MemBox box = {origin, view->extents};
  return table->read(machine, interp, op, view, box, NULL, raw) == IR_STEP_FAIL ? NULL : raw;
}

static IrType operand_element(const IrOp *op, size_t i) {
  IrType type = ir_value_type(ir_op_operand(op, i));
  return mem_is_buffer(type) ? mem_buffer_element(type) : ir_type_element(type);
}

static IrStep do_product(IrInterp *interp, Flight *flight, const Pending *p) {
  IrType tile = tc_inflight_tile(ir_value_type(ir_op_result(p->op, 0)));
  IrShape shape = ir_type_shape(tile);
  TileProduct product = {.m = shape.at[0],
                         .n = shape.at[1],
                         .k = p->b.extents[0],
                         .a_element = operand_element(p->op, 0),
                         .b_element = operand_element(p->op, 1),
                         .c_element = ir_type_element(tile),
                         .a = p->a ? p->a : elements_of(interp, p->op, &p->from),
                         .c = flight->slots.at[p->slot].data};
  if (!product.a) return IR_STEP_FAIL;
  product.b = elements_of(interp, p->op, &p->b);
  if (!product.b) return IR_STEP_FAIL;
  if (!p->adds) memset(product.c, 0, tile_bytes(tile));
  tile_product_add(interp, &product);
  return IR_STEP_NEXT;
}

static MemView view_of(IrInterp *interp, const IrOp *op, size_t operand) {
  MemView view;
  memcpy(&view, ir_interp_operand(interp, op, operand)->data, sizeof view);
  return view;
}

// The slot of c, or a new one; UINT32_MAX after a failure.
static uint32_t slot_for(IrInterp *interp, IrOp *op, Flight *flight) {
  IrValue *c = GET(op, tc_dot_async, c);
  if (c && tc_inflight_tile(ir_value_type(c))) return named_slot(interp, op, flight, 2);
  size_t bytes = tile_bytes(tc_inflight_tile(GET(op, tc_dot_async, result_type)));
  uint32_t slot = take_slot(flight, bytes);
  if (c) memcpy(flight->slots.at[slot].data, ir_interp_operand(interp, op, 2)->data, bytes);
  return slot;
}

IrStep tc_dot_accumulator_interp(IrInterp *interp, IrOp *op) {
  enum { UNKNOWN = 0xFF }; // a NaN, or -1
  Flight *flight = flight_of(interp);
  size_t bytes = tile_bytes(tc_inflight_tile(GET(op, tc_dot_accumulator, result_type)));
  if (ir_interp_lanes(interp) != 1)
    return ir_interp_fail(interp, op, "is executed on whole tiles only");
  uint32_t slot = take_slot(flight, bytes);
  if (GET(op, tc_dot_accumulator, c))
    memcpy(flight->slots.at[slot].data, ir_interp_operand(interp, op, 0)->data, bytes);
  else
    memset(flight->slots.at[slot].data, UNKNOWN, bytes);
  name_slot(interp, op, flight, slot);
  return IR_STEP_NEXT;
}

IrStep tc_dot_async_interp(IrInterp *interp, IrOp *op) {
  if (ir_interp_lanes(interp) != 1)
    return ir_interp_fail(interp, op, "is executed on whole tiles only");
  Flight *flight = flight_of(interp);
  IrType a = ir_value_type(GET(op, tc_dot_async, a));
  IrValue *scale = GET(op, tc_dot_async, scale);
  uint32_t slot = slot_for(interp, op, flight);
  if (slot == UINT32_MAX) return IR_STEP_FAIL;
  Pending p = {.op = op, .slot = slot, .adds = GET(op, tc_dot_async, c) != NULL};
  if (scale) p.adds = ir_cell_int(ir_interp_operand(interp, op, 3), 0) != 0;
  if (mem_is_buffer(a)) {
    p.from = view_of(interp, op, 0);
  } else {
    p.a = ir_malloc(tile_bytes(a));
    memcpy(p.a, ir_interp_operand(interp, op, 0)->data, tile_bytes(a));
  }
  p.b = view_of(interp, op, 1);
  ir_vec_push(&flight->queue, p);
  flight->slots.at[slot].pending++;
  name_slot(interp, op, flight, slot);
  return IR_STEP_NEXT;
}

// Does all but the last `pending` products.
static IrStep catch_up(IrInterp *interp, Flight *flight, size_t pending) {
  size_t done = 0;
  while (flight->queue.n - done > pending) {
    Pending *p = &flight->queue.at[done++];
    if (do_product(interp, flight, p) == IR_STEP_FAIL) return IR_STEP_FAIL;
    flight->slots.at[p->slot].pending--;
    ir_free(p->a);
    p->a = NULL;
  }
  for (size_t i = done; i < flight->queue.n; i++) flight->queue.at[i - done] = flight->queue.at[i];
  flight->queue.n -= done;
  return IR_STEP_NEXT;
}

IrStep tc_dot_wait_interp(IrInterp *interp, IrOp *op) {
  Flight *flight = flight_of(interp);
  size_t pending = (size_t)ir_attr_int(GET(op, tc_dot_wait, pending));
  if (catch_up(interp, flight, pending) == IR_STEP_FAIL) return IR_STEP_FAIL;
  for (size_t i = 0; i < ir_op_num_operands(op); i++) {
    uint32_t number = named_slot(interp, op, flight, i);
    if (number == UINT32_MAX) return IR_STEP_FAIL;
    Slot *slot = &flight->slots.at[number];
    if (slot->pending)
      return ir_interp_fail(interp, op, "gives back a tile whose product may still be pending");
    IrCell *out = ir_interp_result_cell(interp, op, i);
    memcpy(out->data, slot->data, tile_bytes(out->type));
    slot->taken = false;
  }
  return IR_STEP_NEXT;
}
