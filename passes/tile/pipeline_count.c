// Slots of channels, counted from one iteration to the next.
//
//   tile.pipelined %n = 0 to %m {                 tile.pipelined %n = 0 to %m iter_args(%s = %0) {
//     %slot = arith.remui %n, 3            ==>      ... %s in place of %slot
//     ...                                           %t = %s + 1
//   }                                               tile.yield select(%t == 3, 0, %t)
//                                                 }
//
// Addresses of an iteration's first loads depend on the slot, and where N is no power of two the
// division takes a chain of wide multiplications, in every stage of every iteration.  Slots of
// channels with mbarriers tile-to-thread counts, which has to count turns at these as well.
#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/scf/scf.h"
#include "dialects/tile/tile.h"
#include "ir/edit/rewriter.h"
#include "ir/interfaces/effects.h"
#include "passes/tile/access.h"
#include "passes/tile/pipeline.h"

typedef struct Counted {
  IrOp *division;
  int64_t slots;
} Counted;

static bool has_groups(const IrValue *channel) {
  const IrOp *op = ir_value_op(channel);
  return IS(op, mem_channel) && mem_mechanism(GET(op, mem_channel, mechanism)) == MEM_GROUPS;
}

static bool is_position(const IrValue *value) {
  for (const IrUse *use = ir_value_first_use(value); use; use = ir_use_next(use)) {
    const IrOp *op = ir_use_op(use);
    if (IS(op, mem_channel_acquire) && ir_use_index(use) == 1)
      return has_groups(GET(op, mem_channel_acquire, channel));
  }
  return false;
}

// Whether the value grows by `*slope` from each iteration to the next.
static bool slope_of(const Pipeline *p, IrValue *value, int64_t *slope) {
  IrOp *op = ir_value_op(value);
  int64_t by, a, b;
  if (ir_value_block(value) != p->body) return *slope = 0, true;
  if (value == ir_block_arg(p->body, 0)) {
    IrLoopBounds bounds;
    if (!ir_loop_bounds(p->loop, &bounds)) return false;
    *slope = bounds.step.number;
    return !bounds.step.value || ir_match_int(bounds.step.value, slope);
  }
  if (!op) {
    const IrOp *next = ir_value_op(pipeline_yielded(p, value));
    if (!IS(next, arith_addi) || GET(next, arith_addi, lhs) != value ||
        !ir_match_int(GET(next, arith_addi, rhs), &by))
      return false;
    return *slope = by, true;
  }
  bool sum = IS(op, arith_addi), difference = IS(op, arith_subi);
  if ((!sum && !difference) || !slope_of(p, ir_op_operand(op, 0), &a) ||
      !slope_of(p, ir_op_operand(op, 1), &b))
    return false;
  return *slope = sum ? a + b : a - b, true;
}

static bool is_counted(const Pipeline *p, IrOp *op, int64_t *slots) {
  int64_t slope;
  if (!IS(op, arith_remui) || !ir_match_int(GET(op, arith_remui, rhs), slots)) return false;
  IrValue *position = GET(op, arith_remui, lhs);
  bool power = *slots > 0 && !(*slots & (*slots - 1));
  return *slots > 1 && !power && is_position(position) && slope_of(p, position, &slope) &&
         slope == 1;
}

// The value in the first iteration, computed in front of the loop.
static IrValue *first_value(const Pipeline *p, IrBuilder *b, IrValue *value) {
  IrOp *op = ir_value_op(value);
  IrPtrMap map = {0};
  if (ir_value_block(value) != p->body) return value;
  if (value == ir_block_arg(p->body, 0)) return ir_op_operand(p->loop, 0);
  if (!op) return pipeline_init_of(p, value);
  for (size_t i = 0; i < ir_op_num_operands(op); i++)
    ir_ptrmap_set(&map, ir_op_operand(op, i), first_value(p, b, ir_op_operand(op, i)));
  IrOp *clone = ir_builder_insert(b, ir_op_clone(op, &map));
  ir_ptrmap_free(&map);
  return ir_op_result(clone, ir_value_index(value));
}

// The slot behind `slot`.
static IrValue *next_slot(IrBuilder *b, IrValue *slot, int64_t slots) {
  IrValue *next = BUILD1(b, arith_addi, .lhs = slot, .rhs = access_index(b, 1));
  IrValue *end = BUILD1(b, arith_cmpi, .lhs = next, .rhs = access_index(b, slots),
                        .predicate = ir_attr_integer(ir_type_i64(b->ctx), ARITH_EQ));
  return BUILD1(b, arith_select, .condition = end, .true_value = access_index(b, 0),
                .false_value = next);
}

void pipeline_count_slots(Pipeline *p) {
  IR_VEC(Counted) counted = {0};
  IR_VEC(IrValue *) inits = {0};
  IR_VEC(IrValue *) nexts = {0};
  int64_t slots;
  for (size_t i = 0; i < p->ops.n; i++)
    if (is_counted(p, p->ops.at[i].op, &slots))
      ir_vec_push(&counted, ((Counted){p->ops.at[i].op, slots}));
  for (size_t i = 0; i < counted.n; i++) {
    IrOp *division = counted.at[i].division;
    IrBuilder before = ir_builder_before(p->loop);
    IrBuilder end = ir_builder_before(ir_block_terminator(p->body));
    IrValue *old = ir_op_result(division, 0);
    before.loc = end.loc = ir_op_loc(division);
    ir_vec_push(&inits, first_value(p, &before, old));
    IrValue *slot = ir_block_add_arg(p->body, ir_value_type(old), ir_op_loc(division));
    ir_value_take_name(slot, old);
    ir_vec_push(&nexts, next_slot(&end, slot, counted.at[i].slots));
    ir_value_replace_uses(old, slot);
    ir_op_destroy(division);
  }
  pipeline_carry(p, inits.at, nexts.at, inits.n);
  if (counted.n) pipeline_read_again(p);
  ir_vec_free(&counted);
  ir_vec_free(&inits);
  ir_vec_free(&nexts);
}
