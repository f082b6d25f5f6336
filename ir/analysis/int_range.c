#include "ir/analysis/int_range.h"

#include "ir/core/op_impl.h"
#include "ir/interfaces/call.h"
#include "ir/interfaces/data_layout.h"
#include "ir/interfaces/loop.h"
#include "ir/interfaces/region_branch.h"

static void top(const IrDataflow *flow, const IrValue *value, void *state) {
  (void)flow;
  IrIntRange *range = state;
  uint32_t width = ir_int_range_width(value->type);
  *range = width ? ir_int_range_full(width) : (IrIntRange){.width = IR_INT_RANGE_NONE};
}

// ---- Joining ----

// Whether a result goes where control may lead back to its op.  Around every cycle of values some
// op computes what another iteration, region or call gets.
static bool is_carried(const IrValue *value) {
  if (ir_is_arg(value)) return false;
  const IrOp *op = ir_result_op(value);
  if (ir_op_is_region_branch(op) || ir_op_is_call(op)) return false;
  for (const IrUse *use = value->first_use; use; use = use->next) {
    const IrOp *user = use->op;
    if ((user->info->traits & IR_TERMINATOR) || !user->info->def || ir_op_is_region_branch(user) ||
        ir_op_is_call(user))
      return true;
  }
  return false;
}

// A bound that moves goes all the way.
static IrIntRange widen(IrIntRange old, IrIntRange range) {
  IrIntRange full = ir_int_range_full(range.width);
  if (range.smin < old.smin) range.smin = full.smin;
  if (range.smax > old.smax) range.smax = full.smax;
  if (range.umin < old.umin) range.umin = full.umin;
  if (range.umax > old.umax) range.umax = full.umax;
  return range;
}

static bool join(const IrDataflow *flow, const IrValue *value, void *to, const void *from) {
  (void)flow;
  IrIntRange *a = to;
  const IrIntRange *b = from;
  if (b->width == 0 || a->width == IR_INT_RANGE_NONE) return false;
  if (a->width == 0) {
    *a = *b;
    return true;
  }
  IrIntRange both = ir_int_range_union(*a, *b);
  if (ir_int_range_equal(both, *a)) return false;
  *a = is_carried(value) ? widen(*a, both) : both;
  return true;
}

// ---- What ops do ----

static IrIntRange for_op(const IrIntRange *state) {
  return state->width == IR_INT_RANGE_NONE ? (IrIntRange){0} : *state;
}

typedef struct Ranges {
  IrIntRange *in, *out;
} Ranges;

static bool is_index(IrType type) {
  return ir_type_kind(ir_type_is_shaped(type) ? ir_type_element(type) : type) == IR_TYPE_INDEX;
}

// Sign-extended from the low 32 bits; unchanged when it fits.
static IrIntRange low_half(IrIntRange r, uint32_t width) {
  if (r.width != 64) return r;
  if (r.smin >= INT32_MIN && r.smax <= INT32_MAX) return ir_int_range_signed(r.smin, r.smax, width);
  return ir_int_range_signed(INT32_MIN, INT32_MAX, width);
}

// The same op with its index numbers in 32 bits; what holds for both is kept.
static void in_32_bits(const IrOp *op, IrArena *arena, const Ranges *r) {
  Ranges half = {IR_NEW_ARRAY(arena, IrIntRange, op->num_operands + 1),
                 IR_NEW_ARRAY(arena, IrIntRange, op->num_results)};
  for (size_t i = 0; i < op->num_operands; i++)
    half.in[i] = is_index(ir_operands(op)[i]->type) ? low_half(r->in[i], 32) : r->in[i];
  for (size_t i = 0; i < op->num_results; i++) {
    IrType type = ir_result(op, i)->type;
    half.out[i] = ir_int_range_full(is_index(type) ? 32 : ir_int_range_width(type));
  }
  ir_op_int_range(op, half.in, half.out);
  for (size_t i = 0; i < op->num_results; i++) {
    IrIntRange h = half.out[i];
    if (is_index(ir_result(op, i)->type) && h.width == 32)
      h = ir_int_range_signed(h.smin, h.smax, 64);
    r->out[i] = ir_int_range_union(r->out[i], h);
  }
}

static bool has_narrow_index(const IrOp *op) {
  bool found = false;
  for (size_t i = 0; i < op->num_results; i++) found |= is_index(ir_result(op, i)->type);
  for (size_t i = 0; i < op->num_operands; i++) found |= is_index(ir_operands(op)[i]->type);
  return found && ir_index_bits(op) == 32;
}

static bool transfer(IrDataflow *flow, IrOp *op, const void *const *in, void *const *out) {
  if (!ir_op_has_int_range(op)) return false;
  IrArena *arena = ir_dataflow_scratch(flow);
  Ranges r = {IR_NEW_ARRAY(arena, IrIntRange, op->num_operands + 1),
              IR_NEW_ARRAY(arena, IrIntRange, op->num_results)};
  bool arrived = true;
  for (size_t i = 0; i < op->num_operands; i++) {
    r.in[i] = for_op(in[i]);
    arrived &= ((const IrIntRange *)in[i])->width != 0;
  }
  if (!arrived && !ir_op_int_range_is_partial(op)) return true;
  for (size_t i = 0; i < op->num_results; i++)
    r.out[i] = ir_int_range_full(ir_int_range_width(ir_result(op, i)->type));
  ir_op_int_range(op, r.in, r.out);
  if (has_narrow_index(op)) in_32_bits(op, arena, &r);
  for (size_t i = 0; i < op->num_results; i++) {
    if (ir_int_range_width(ir_result(op, i)->type))
      *(IrIntRange *)out[i] = r.out[i];
    else
      top(flow, ir_result(op, i), out[i]);
  }
  return true;
}

// ---- Loop counters ----

static IrIntRange bound(IrDataflow *flow, IrBound b, uint32_t width) {
  if (!b.value) return ir_int_range_constant(b.number, width);
  const IrIntRange *state = ir_dataflow_value(flow, &ir_int_range_analysis, b.value);
  if (!state || state->width != width) return ir_int_range_full(width);
  return *state;
}

// From the lower bound up to the last multiple of the step below the upper one.
static void counter_range(IrDataflow *flow, const IrLoopBounds *bounds, IrIntRange *state) {
  uint32_t width = state->width;
  IrIntRange lower = bound(flow, bounds->lower, width), upper = bound(flow, bounds->upper, width);
  IrIntRange step = bound(flow, bounds->step, width);
  int64_t first, by, last = upper.smax;
  *state = (IrIntRange){0};
  if (last <= lower.smin) return; // it never runs
  last--;
  if (ir_int_range_is_constant(lower, &first) && ir_int_range_is_constant(step, &by) && by > 0)
    last = (int64_t)((uint64_t)last - ((uint64_t)last - (uint64_t)first) % (uint64_t)by);
  *state = ir_int_range_signed(lower.smin, last, width);
}

static void own_value(IrDataflow *flow, IrOp *op, const IrValue *value, void *state) {
  top(flow, value, state);
  IrLoopBounds bounds;
  IrIntRange *range = state;
  bool counts = range->width != IR_INT_RANGE_NONE && ir_op_is_loop(op) &&
                ir_loop_induction(op) == value && ir_loop_bounds(op, &bounds);
  if (counts) counter_range(flow, &bounds, range);
}

// ---- Constants ----

IrAttr ir_int_range_attr(IrType type, int64_t number) {
  bool shaped = ir_type_is_shaped(type);
  IrType element = shaped ? ir_type_element(type) : type;
  if (shaped && ir_type_num_elements(type) == IR_DYNAMIC) return NULL;
  if (ir_type_width(element) == 1) number &= 1;
  IrAttr scalar = ir_attr_integer(element, number);
  return shaped ? ir_attr_splat(type, scalar) : scalar;
}

static IrDataflowConstant constant(const IrValue *value, const void *state, IrAttr *attr) {
  const IrIntRange *range = state;
  int64_t number;
  if (range->width == 0) return IR_DATAFLOW_NOT_YET;
  if (range->width == IR_INT_RANGE_NONE || !ir_int_range_is_constant(*range, &number))
    return IR_DATAFLOW_VARIES;
  *attr = ir_int_range_attr(value->type, number);
  return *attr ? IR_DATAFLOW_CONSTANT : IR_DATAFLOW_VARIES;
}

const IrDataflowDef ir_int_range_analysis = {.size = sizeof(IrDataflowDef),
                                             .name = "int-ranges",
                                             .kind = IR_DATAFLOW_SPARSE,
                                             .state_size = sizeof(IrIntRange),
                                             .join = join,
                                             .top = top,
                                             .transfer = transfer,
                                             .partial = true,
                                             .own_value = own_value,
                                             .constant = constant};

IrIntRange ir_int_range_of(IrDataflow *flow, const IrValue *value) {
  const IrIntRange *state = ir_dataflow_value(flow, &ir_int_range_analysis, value);
  if (!state) return ir_int_range_full(ir_int_range_width(value->type));
  return for_op(state);
}
