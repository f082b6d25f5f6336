// Positions of channels: how far apart two of them are in one iteration, and whether the slots
// suffice for a schedule.
//
// Position n of a channel with N slots may be acquired when n - N has been released.  An iteration
// takes one position, so with `stage` and `order` of both known, and the difference between the two
// positions in one iteration, that is a question of steps: the release of an iteration is N steps
// in front of the acquire of the one N later, less the stages between the two.
#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "ir/edit/builder.h"
#include "ir/interfaces/effects.h"
#include "passes/tile/pipeline.h"

// root + add
typedef struct Sum {
  const IrValue *root;
  int64_t add;
} Sum;

static Sum sum_of(const IrValue *value) {
  Sum sum = {value, 0};
  for (const IrOp *op = ir_value_op(value); op; op = ir_value_op(sum.root)) {
    int64_t number;
    if (IS(op, arith_addi) && ir_match_int(GET(op, arith_addi, rhs), &number)) {
      sum = (Sum){GET(op, arith_addi, lhs), sum.add + number};
    } else if (IS(op, arith_addi) && ir_match_int(GET(op, arith_addi, lhs), &number)) {
      sum = (Sum){GET(op, arith_addi, rhs), sum.add + number};
    } else if (IS(op, arith_subi) && ir_match_int(GET(op, arith_subi, rhs), &number)) {
      sum = (Sum){GET(op, arith_subi, lhs), sum.add - number};
    } else {
      break;
    }
  }
  return sum;
}

enum { MAX_DEPTH = 8 };

static bool are_same(const Pipeline *p, const IrValue *a, const IrValue *b, unsigned depth);

// Carried values that begin alike and grow alike.
static bool are_same_carried(const Pipeline *p, const IrValue *a, const IrValue *b,
                             unsigned depth) {
  const IrValue *next = pipeline_yielded(p, a), *other = pipeline_yielded(p, b);
  if (!next || !other || !are_same(p, pipeline_init_of(p, a), pipeline_init_of(p, b), depth))
    return false;
  Sum x = sum_of(next), y = sum_of(other);
  return x.root == a && y.root == b && x.add == y.add;
}

// The same number in one iteration, perhaps computed twice.
static bool are_same(const Pipeline *p, const IrValue *a, const IrValue *b, unsigned depth) {
  int64_t x, y;
  if (a == b) return true;
  if (ir_match_int(a, &x) && ir_match_int(b, &y)) return x == y;
  const IrOp *op = ir_value_op(a), *other = ir_value_op(b);
  if (!depth) return false;
  if (!op && !other) return are_same_carried(p, a, b, depth - 1);
  if (!op || !other || ir_op_info(op) != ir_op_info(other) || ir_op_num_regions(op) ||
      !ir_op_is_speculatable(op) || ir_op_num_operands(op) != ir_op_num_operands(other) ||
      !ir_op_num_operands(op) || ir_value_index(a) != ir_value_index(b))
    return false;
  for (size_t i = 0; i < ir_op_num_operands(op); i++)
    if (!are_same(p, ir_op_operand(op, i), ir_op_operand(other, i), depth - 1)) return false;
  return true;
}

// `a` less `b` in one iteration, when that is a number.
static bool difference_of(const Pipeline *p, const IrValue *a, const IrValue *b, int64_t *apart) {
  Sum x = sum_of(a), y = sum_of(b);
  *apart = x.add - y.add;
  if (are_same(p, x.root, y.root, MAX_DEPTH)) return true;
  const IrValue *next = pipeline_yielded(p, x.root);
  if (!next) return false;
  Sum before = sum_of(next); // of the iteration before, where positions were less by one
  *apart += before.add - 1;
  return are_same(p, before.root, y.root, MAX_DEPTH);
}

static const PipelineOp *find_turn(const Pipeline *p, const IrOpDef *def, const IrValue *channel) {
  for (size_t i = 0; i < p->ops.n; i++)
    if (ir_op_is(p->ops.at[i].op, def) && ir_op_operand(p->ops.at[i].op, 0) == channel)
      return &p->ops.at[i];
  return NULL;
}

PipelineSlots pipeline_slots(const Pipeline *p, const IrOp *acquire, const PipelineOp **release,
                             int64_t *steps) {
  const IrValue *channel = ir_op_operand(acquire, 0);
  const PipelineOp *at = &p->ops.at[pipeline_number(p, acquire)];
  int64_t apart;
  *release = find_turn(p, &mem_channel_release, channel);
  if (!*release ||
      !difference_of(p, ir_op_operand((*release)->op, 1), ir_op_operand(acquire, 1), &apart))
    return PIPELINE_SLOTS_UNKNOWN;
  *steps = at->stage + mem_channel_slots(ir_value_type(channel)) - ((*release)->stage - apart);
  if (*steps > 0) return PIPELINE_SLOTS_SUFFICE;
  return *steps == 0 ? PIPELINE_SLOTS_IN_ORDER : PIPELINE_SLOTS_LACK;
}
