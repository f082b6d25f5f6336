// tile-to-thread: slots and turns of channels, counted from one iteration to the next.
//
//   scf.for %k = %a to %b step 1 {           %0 = %a mod 3
//     %n = %base + %k                   ==>  scf.for %k = %a to %b step 1 iter_args(%s = %0) {
//     %slot = arith.remui %n, 3                ... %s in place of %slot
//     ...                                      scf.yield select(%s + 1 == 3, 0, %s + 1)
//   }                                        }
//
// What a warp waits for depends on the slot, and where its number is not the last bits of a
// position's, the division is a chain of wide multiplications in front of every turn.  A position
// is never negative, so counting wraps where the remainder does.  What the loop has counted to at
// its end is the remainder of the position behind its last one, which turns behind it and the loop
// around begin with.
#include "dialects/arith/arith.h"
#include "dialects/scf/scf.h"
#include "passes/lower/thread.h"
#include "passes/tile/index_range.h"
#include "passes/tile/loop_carry.h"
#include "passes/tile/loop_values.h"

// A remainder of a position in a loop.
typedef struct Counted {
  IrOp *division;
  int64_t by;
  size_t number; // among what the loop carries
} Counted;

typedef IR_VEC(Counted) CountedList;
typedef IR_VEC(IrValue *) Values;

static bool is_counted(const ThreadState *state, const IrOp *loop, const IrOp *op, int64_t *by) {
  return loop_counts_remainder(loop, op, by) &&
         ir_ptrmap_get(&state->positions, GET(op, arith_remui, lhs));
}

static IrValue *next_value(ThreadState *state, IrBuilder *b, IrValue *value, int64_t by) {
  IrValue *next = BUILD1(b, arith_addi, .lhs = value, .rhs = thread_i32(state, 1));
  IrValue *end = BUILD1(b, arith_cmpi, .predicate = arith_predicate(b->ctx, ARITH_EQ), .lhs = next,
                        .rhs = thread_i32(state, by));
  return BUILD1(b, arith_select, .condition = end, .true_value = thread_i32(state, 0),
                .false_value = next);
}

// The loop with more values that it carries; `nexts` are theirs at the end of an iteration.
static IrOp *carry_more(IrOp *loop, const Values *inits, const Values *nexts) {
  IrOp *more = loop_carry_more(loop, inits->at, inits->n);
  loop_yield_more(more, nexts->at, nexts->n);
  return more;
}

// The one before that divides the same by the same, or NULL.
static IrOp *same_division(const CountedList *counted, size_t n) {
  const IrOp *op = counted->at[n].division;
  for (size_t i = 0; i < n; i++)
    if (counted->at[i].by == counted->at[n].by &&
        GET(counted->at[i].division, arith_remui, lhs) == GET(op, arith_remui, lhs))
      return counted->at[i].division;
  return NULL;
}

static void find_counted(const ThreadState *state, const IrOp *loop, CountedList *counted) {
  IR_FOR_OPS(op, scf_block(loop, 0)) {
    int64_t by;
    if (is_counted(state, loop, op, &by)) ir_vec_push(counted, ((Counted){op, by, 0}));
  }
}

// ---- In the loop around

static bool is_zero(const IrValue *value) {
  int64_t number;
  return ir_match_int(value, &number) && number == 0;
}

static bool is_constant(const IrValue *value, int64_t *number) {
  if (ir_match_int(value, number)) return true;
  IrIntRange range = index_range(value);
  *number = range.smin;
  return range.smin == range.smax;
}

// Whether `count` is what the counter of a loop to `upper` goes up to, 0 at least.
static bool is_trip_count(const IrValue *count, const IrValue *upper) {
  const IrOp *op = ir_value_op(count);
  if (!IS(op, arith_maxsi)) return false;
  const IrValue *a = GET(op, arith_maxsi, lhs), *b = GET(op, arith_maxsi, rhs);
  return (a == upper && is_zero(b)) || (b == upper && is_zero(a));
}

// Whether the counter is surely `upper` when the loop is over.
static bool ends_at_upper(const IrOp *loop) {
  return index_range(GET(loop, scf_for, lowerBound)).smax <=
         index_range(GET(loop, scf_for, upperBound)).smin;
}

// The value of the loop around with which the position begins, and which grows by one for each
// iteration of `loop`; NULL where there is none.
static IrValue *base_around(const IrOp *loop, IrValue *position) {
  const IrOp *sum = ir_value_op(position), *around = ir_op_parent(loop);
  const IrValue *counter = ir_block_arg(scf_block(loop, 0), 0);
  if (!IS(sum, arith_addi) || !IS(around, scf_for)) return NULL;
  bool first = GET(sum, arith_addi, lhs) == counter;
  IrValue *base = first ? GET(sum, arith_addi, rhs) : GET(sum, arith_addi, lhs);
  if (!first && GET(sum, arith_addi, rhs) != counter) return NULL;
  const IrValue *yielded = loop_yielded(around, base);
  if (!yielded) return NULL;
  const IrOp *next = ir_value_op(yielded);
  bool goes_on = IS(next, arith_addi) && GET(next, arith_addi, lhs) == base &&
                 is_trip_count(GET(next, arith_addi, rhs), GET(loop, scf_for, upperBound));
  return goes_on && (is_zero(GET(loop, scf_for, lowerBound)) || ends_at_upper(loop)) ? base : NULL;
}

// A remainder that a loop begins with, of a value that the loop around carries.
typedef struct Lifted {
  IrValue *base;
  int64_t by;
  size_t number; // among what the loop carries
} Lifted;

typedef IR_VEC(Lifted) LiftedList;

// Whether `value` is `base` and a number.
static bool is_behind(const IrValue *value, const IrValue *base, int64_t *number) {
  const IrOp *sum = ir_value_op(value);
  *number = 0;
  if (value == base) return true;
  return IS(sum, arith_addi) && GET(sum, arith_addi, lhs) == base &&
         is_constant(GET(sum, arith_addi, rhs), number);
}

// Remainders of `base`, and of the position behind it, in the body of the loop around become
// `count`, and what follows it.
static void use_count(ThreadState *state, IrOp *around, const Lifted *lifted, IrValue *count) {
  IR_FOR_OPS(op, scf_block(around, 0)) {
    int64_t by, behind;
    if (!IS(op, arith_remui) || !ir_match_int(GET(op, arith_remui, rhs), &by) || by != lifted->by ||
        !is_behind(GET(op, arith_remui, lhs), lifted->base, &behind) || behind < 0 || behind > 1)
      continue;
    IrBuilder b = ir_builder_after(op);
    IrValue *old = ir_op_result(op, 0), *with = behind ? next_value(state, &b, count, by) : count;
    ir_value_replace_uses(old,
                          BUILD1(&b, arith_index_cast, .in = with, .out_type = ir_value_type(old)));
  }
}

static void carry_around(ThreadState *state, const IrOp *loop, const LiftedList *lifted) {
  IrOp *around = ir_op_parent(loop);
  IrBlock *body = scf_block(around, 0);
  IrBuilder before = ir_builder_before(around);
  Values inits = {0}, nexts = {0};
  for (size_t i = 0; i < lifted->n; i++) {
    const Lifted *l = &lifted->at[i];
    IrValue *begin = loop_init_of(around, l->base);
    IrValue *rest = BUILD1(&before, arith_remui, .lhs = begin, .rhs = thread_index(state, l->by));
    ir_vec_push(&inits,
                BUILD1(&before, arith_index_cast, .in = rest, .out_type = ir_type_i32(state->ctx)));
    IrValue *count = ir_block_add_arg(body, ir_type_i32(state->ctx), ir_op_loc(loop));
    use_count(state, around, l, count);
    ir_vec_push(&nexts, ir_op_result(loop, l->number));
  }
  if (lifted->n) (void)carry_more(around, &inits, &nexts);
  ir_vec_free(&inits);
  ir_vec_free(&nexts);
}

// ---- Loops

// What the loop begins to count with, in front of it.
static void begin_counts(ThreadState *state, IrOp *loop, CountedList *counted, Values *inits,
                         LiftedList *lifted) {
  IrBuilder before = ir_builder_before(loop);
  for (size_t i = 0; i < counted->n; i++) {
    IrOp *division = counted->at[i].division, *same = same_division(counted, i);
    IrValue *old = ir_op_result(division, 0);
    if (same) {
      ir_value_replace_uses(old, ir_op_result(same, 0));
      continue;
    }
    before.loc = ir_op_loc(division);
    IrValue *base = base_around(loop, GET(division, arith_remui, lhs));
    IrValue *init = BUILD1(&before, arith_index_cast, .in = loop_first_value(loop, &before, old),
                           .out_type = ir_type_i32(state->ctx));
    size_t number = counted->at[i].number = scf_for_num_carried(loop) + inits->n;
    ir_vec_push(inits, init);
    if (base) ir_vec_push(lifted, ((Lifted){base, counted->at[i].by, number}));
  }
}

static void count_on(ThreadState *state, IrOp *loop, const CountedList *counted, Values *nexts) {
  IrBlock *body = scf_block(loop, 0);
  IrBuilder end = ir_builder_before(ir_block_terminator(body));
  for (size_t i = 0; i < counted->n; i++) {
    IrOp *division = counted->at[i].division;
    IrValue *old = ir_op_result(division, 0);
    if (same_division(counted, i)) continue;
    IrBuilder here = ir_builder_before(division);
    IrValue *count = ir_block_add_arg(body, ir_type_i32(state->ctx), ir_op_loc(division));
    end.loc = here.loc;
    ir_vec_push(nexts, next_value(state, &end, count, counted->at[i].by));
    ir_value_replace_uses(
        old, BUILD1(&here, arith_index_cast, .in = count, .out_type = ir_value_type(old)));
  }
}

// Whether `value`, behind the loop, is what `in_loop` would be in one more iteration.
static bool is_one_more(const IrOp *loop, const IrValue *value, const IrValue *in_loop) {
  const IrBlock *body = scf_block(loop, 0);
  int64_t a, b;
  if (in_loop == ir_block_arg(body, 0)) return value == GET(loop, scf_for, upperBound);
  if (ir_match_int(in_loop, &a)) return ir_match_int(value, &b) && a == b;
  if (ir_value_block(in_loop) != body) return value == in_loop;
  const IrOp *op = ir_value_op(value), *other = ir_value_op(in_loop);
  if (!op || !other || ir_op_def(op) != ir_op_def(other)) return false;
  for (size_t i = 0; i < ir_op_num_operands(op); i++)
    if (!is_one_more(loop, ir_op_operand(op, i), ir_op_operand(other, i))) return false;
  return true;
}

static void use_count_behind(IrOp *loop, const Counted *counted) {
  for (IrOp *op = ir_op_next(loop); op; op = ir_op_next(op)) {
    int64_t by;
    if (!IS(op, arith_remui) || !ir_match_int(GET(op, arith_remui, rhs), &by) ||
        by != counted->by ||
        !is_one_more(loop, GET(op, arith_remui, lhs), GET(counted->division, arith_remui, lhs)))
      continue;
    IrBuilder b = ir_builder_after(op);
    IrValue *old = ir_op_result(op, 0), *count = ir_op_result(loop, counted->number);
    ir_value_replace_uses(
        old, BUILD1(&b, arith_index_cast, .in = count, .out_type = ir_value_type(old)));
  }
}

static void count_in(ThreadState *state, IrOp *loop) {
  CountedList counted = {0};
  LiftedList lifted = {0};
  Values inits = {0}, nexts = {0};
  find_counted(state, loop, &counted);
  begin_counts(state, loop, &counted, &inits, &lifted);
  count_on(state, loop, &counted, &nexts);
  IrOp *more = counted.n ? carry_more(loop, &inits, &nexts) : loop;
  for (size_t i = 0; i < counted.n; i++)
    if (!same_division(&counted, i) && ends_at_upper(more)) use_count_behind(more, &counted.at[i]);
  for (size_t i = 0; i < counted.n; i++) ir_op_destroy(counted.at[i].division);
  if (counted.n) carry_around(state, more, &lifted);
  ir_vec_free(&counted);
  ir_vec_free(&lifted);
  ir_vec_free(&inits);
  ir_vec_free(&nexts);
}

typedef IR_VEC(IrOp *) LoopList;

static IrStatus collect_loop(IrOp *op, void *user) {
  LoopList *loops = user;
  if (IS(op, scf_for)) ir_vec_push(loops, op);
  return IR_OK;
}

void thread_count_turns(ThreadState *state) {
  LoopList loops = {0};
  if (!state->positions.n) return;
  IrStatus status = ir_walk_pre(state->simt, collect_loop, &loops);
  IR_ASSERT(status == IR_OK, "the walk does not fail");
  for (size_t i = 0; i < loops.n; i++) count_in(state, loops.at[i]);
  ir_vec_free(&loops);
}
