// A pass that changes the schedules of loops at random, as somebody might who edits them: stages
// move by one, orders by a few places, or all orders become others.  What comes of it is refused,
// or right.
#include "dialects/tile/tile.h"
#include "ir/ir.h"

#define PASS_TABLE \
  PASS(test_shuffle_schedule, "test-shuffle-schedule", \
       SUMMARY("Change the stages and orders of loops at random.") ANCHOR("tile.kernel") \
           OPTIONS(OPT_INT(seed, 1, "what to choose by")) RUN(run_shuffle))

#define IR_PASSDEF_DECLARE
#include "ir/pass/passdef_begin.inc"
PASS_TABLE
#include "ir/pass/passdef_end.inc"

static uint64_t next_random(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return *state >> 33;
}

static void set_number(IrOp *op, const char *name, int64_t value) {
  ir_op_set_attr(op, name, ir_attr_integer(ir_attr_type(ir_op_attr(op, name)), value));
}

static void swap_orders(IrOp *a, IrOp *b) {
  IrAttr order = ir_op_attr(a, "tile.order");
  ir_op_set_attr(a, "tile.order", ir_op_attr(b, "tile.order"));
  ir_op_set_attr(b, "tile.order", order);
}

// Orders of two ops change places, as near as `reach` in the text.
static void move(IrOp *op, uint64_t *random, uint64_t reach) {
  IrOp *other = op;
  for (uint64_t i = 1 + next_random(random) % reach; i > 0 && other; i--) other = ir_op_next(other);
  if (other && ir_op_attr(other, "tile.order")) swap_orders(op, other);
}

// One loop in three keeps its stages; few ops change, so that some schedules are legal.
static void shuffle(IrBlock *body, uint64_t *random) {
  bool stages = next_random(random) % 3;
  uint64_t rare = 1 + next_random(random) % 30;
  IR_FOR_OPS(op, body) {
    IrAttr stage = ir_op_attr(op, "tile.stage");
    if (!stage || next_random(random) % rare) continue;
    int64_t now = ir_attr_int(stage), moved = now + (next_random(random) % 2 ? 1 : -1);
    if (stages && moved >= 0 && next_random(random) % 2)
      set_number(op, "tile.stage", moved);
    else
      move(op, random, 1 + next_random(random) % 4);
  }
}

typedef struct Shuffle {
  uint64_t random;
} Shuffle;

static IrStatus shuffle_loop(IrOp *op, void *user) {
  Shuffle *s = user;
  if (IS(op, tile_pipelined)) shuffle(ir_region_first(ir_op_region(op, 0)), &s->random);
  return IR_OK;
}

static IrStatus run_shuffle(IrPassRun *run, IrOp *kernel) {
  const struct test_shuffle_schedule_decl *self = run->decl;
  Shuffle s = {(uint64_t)self->options.seed * 977};
  (void)next_random(&s.random);
  return ir_walk_pre(kernel, shuffle_loop, &s);
}

#define IR_PASSDEF_DEFINE
#include "ir/pass/passdef_begin.inc"
PASS_TABLE
#include "ir/pass/passdef_end.inc"

static IrStatus load(IrContext *ctx) {
  return ir_pass_register(ctx, &test_shuffle_schedule);
}

IR_PLUGIN("test-shuffle-schedule", "0.1", load)
