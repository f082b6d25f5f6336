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
#include "dialects/tile/tile.h"
#include "ir/edit/rewriter.h"
#include "passes/tile/access.h"
#include "passes/tile/loop_values.h"
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

static bool is_counted(const Pipeline *p, const IrOp *op, int64_t *slots) {
  return loop_counts_remainder(p->loop, op, slots) && is_position(GET(op, arith_remui, lhs));
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
    ir_vec_push(&inits, loop_first_value(p->loop, &before, old));
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
