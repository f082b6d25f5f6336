// How many groups of cp.async may go on at a wait for a channel.
//
// A thread's groups are done in their order, and mem.async_wait n leaves the last n.  So at a wait
// for a position it has to be known how many groups have at least been made behind that of the
// position, by all channels: then those may go on.  More groups than were counted do no harm.
//
// The kernel's ops are walked in the order of execution with a list of the groups made so far,
// each with the positions that it holds.  Positions are linear expressions; a loop is walked with
// its counter at the lower bound, one more, and so on, as often as a channel has slots, behind
// which nothing new comes.  What is waited for is looked up in the list.  Where it is not found (a
// loop around, a loop whose count is not known, positions that are not linear) nothing may go on.
//
// A commit in an scf.if without results makes its group behind the outermost of those, whether or
// not the branch is taken (thread_channel.c): so a loop may stop copying before its end.  Where
// somebody waits in the scf.if, too, the group is made in it, and nothing is known behind.  Any
// scf.if that only waits (for fragments loaded ahead of a loop) leaves the list as it is.
#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/scf/scf.h"
#include "dialects/tile/tile.h"
#include "ir/interfaces/loop.h"
#include "ir/support/map.h"
#include "passes/mem/channels.h"

enum { MAX_TERMS = 4, MAX_DEPTH = 16, ITERATIONS = MEM_CHANNEL_MAX_SLOTS + 2 };

// Sum of values times factors.  A value that a loop's body defines is another one in each
// iteration, which the stamp tells apart.
typedef struct Linear {
  struct {
    const IrValue *value;
    int64_t stamp, factor;
  } terms[MAX_TERMS];
  size_t n;
  int64_t constant;
  bool failed;
} Linear;

// A position of a channel in a group.
typedef struct Label {
  const IrValue *channel;
  Linear position;
  int64_t group; // its number
} Label;

// A loop being walked, and what its counter is.
typedef struct Walked {
  const IrOp *loop;
  int64_t stamp;
  bool counts; // else the counter is a value like others
  Linear lower;
  int64_t number;
} Walked;

typedef struct Groups {
  int64_t made; // so far
  IR_VEC(Label) labels;
  IR_VEC(Walked) around;
  int64_t stamps;
  const IrOp *branch; // outermost scf.if whose end makes the group of commits in it
  bool branch_commits;
  IrPtrMap pending; // mem.channel_wait -> least number + 1
} Groups;

// ---- Positions

static void add_term(Linear *sum, const IrValue *value, int64_t stamp, int64_t factor) {
  for (size_t i = 0; i < sum->n; i++) {
    if (sum->terms[i].value != value || sum->terms[i].stamp != stamp) continue;
    sum->terms[i].factor += factor;
    if (sum->terms[i].factor == 0) sum->terms[i] = sum->terms[--sum->n];
    return;
  }
  if (sum->n == MAX_TERMS) {
    sum->failed = true;
    return;
  }
  sum->terms[sum->n].value = value;
  sum->terms[sum->n].stamp = stamp;
  sum->terms[sum->n++].factor = factor;
}

static void add_linear(Linear *sum, const Linear *other, int64_t factor) {
  for (size_t i = 0; i < other->n; i++)
    add_term(sum, other->terms[i].value, other->terms[i].stamp, other->terms[i].factor * factor);
  sum->constant += other->constant * factor;
  sum->failed |= other->failed;
}

// The innermost loop being walked in which the value is defined.
static const Walked *loop_of(const Groups *g, const IrValue *value) {
  const IrOp *parent = ir_block_parent(ir_value_block(value));
  for (size_t i = g->around.n; i-- > 0;)
    if (parent && ir_op_is_inside(parent, g->around.at[i].loop)) return &g->around.at[i];
  return NULL;
}

static void add_value(const Groups *g, Linear *sum, IrValue *value, int64_t factor,
                      unsigned depth) {
  int64_t constant;
  const IrOp *op = ir_value_op(value);
  const Walked *loop = loop_of(g, value);
  if (ir_match_int(value, &constant)) {
    sum->constant += constant * factor;
  } else if (depth && (IS(op, arith_addi) || IS(op, arith_subi))) {
    add_value(g, sum, ir_op_operand(op, 0), factor, depth - 1);
    add_value(g, sum, ir_op_operand(op, 1), IS(op, arith_addi) ? factor : -factor, depth - 1);
  } else if (loop && loop->counts && ir_loop_induction(loop->loop) == value) {
    add_linear(sum, &loop->lower, factor);
    sum->constant += loop->number * factor;
  } else {
    add_term(sum, value, loop ? loop->stamp : 0, factor);
  }
}

static Linear linear_of(const Groups *g, IrValue *value) {
  Linear sum = {.n = 0};
  add_value(g, &sum, value, 1, MAX_DEPTH);
  return sum;
}

static bool is_zero(const Linear *sum) {
  return !sum->failed && sum->n == 0 && sum->constant == 0;
}

static bool same_position(const Linear *a, const Linear *b) {
  Linear difference = *a;
  add_linear(&difference, b, -1);
  return is_zero(&difference);
}

// ---- Groups

static bool is_of_groups(const IrValue *channel) {
  const IrOp *op = ir_value_op(channel);
  return IS(op, mem_channel) && mem_mechanism(GET(op, mem_channel, mechanism)) == MEM_GROUPS;
}

static void commit(Groups *g, IrOp *op) {
  IrValue *channel = GET(op, mem_channel_commit, channel);
  if (!is_of_groups(channel)) return;
  Linear position = linear_of(g, GET(op, mem_channel_commit, position));
  if (g->branch)
    g->branch_commits = true;
  else
    g->made++;
  ir_vec_push(&g->labels, ((Label){channel, position, g->branch ? g->made + 1 : g->made}));
}

// Groups made behind that of the position; 0 where it is not known.
static int64_t groups_behind(const Groups *g, const IrValue *channel, const Linear *position) {
  for (size_t i = g->labels.n; i-- > 0;) {
    const Label *label = &g->labels.at[i];
    if (label->channel != channel || !same_position(&label->position, position)) continue;
    return g->made > label->group ? g->made - label->group : 0;
  }
  return 0;
}

static void wait(Groups *g, IrOp *op) {
  IrValue *channel = GET(op, mem_channel_wait, channel);
  if (!is_of_groups(channel)) return;
  Linear position = linear_of(g, GET(op, mem_channel_wait, position));
  uintptr_t behind = (uintptr_t)groups_behind(g, channel, &position) + 1;
  uintptr_t known = (uintptr_t)ir_ptrmap_get(&g->pending, op);
  if (!known || behind < known) ir_ptrmap_set(&g->pending, op, (void *)behind);
}

// ---- Walk

static void walk_block(Groups *g, IrBlock *block);

static IrStatus look_for_commit(IrOp *op, void *user) {
  (void)user;
  return IS(op, mem_channel_commit) ? IR_FAILED : IR_OK;
}

static bool has_commits(IrOp *op) {
  return ir_walk_pre(op, look_for_commit, NULL) != IR_OK;
}

static IrStatus look_for_turn(IrOp *op, void *user) {
  return IS(op, mem_channel_wait) ? IR_FAILED : look_for_commit(op, user);
}

static bool has_turns(IrOp *op) {
  return ir_walk_pre(op, look_for_turn, NULL) != IR_OK;
}

static IrStatus look_for_wait(IrOp *op, void *user) {
  (void)user;
  return IS(op, mem_channel_wait) ? IR_FAILED : IR_OK;
}

bool channels_commit_behind(const IrOp *op) {
  return IS(op, scf_if) && !ir_op_num_results(op) &&
         ir_walk_pre((IrOp *)op, look_for_wait, NULL) == IR_OK;
}

static void walk_regions(Groups *g, IrOp *op) {
  for (size_t i = 0; i < ir_op_num_regions(op); i++)
    if (!ir_region_is_empty(ir_op_region(op, i)))
      walk_block(g, ir_region_first(ir_op_region(op, i)));
}

// The regions, of which nothing is known afterwards.
static void walk_unknown(Groups *g, IrOp *op) {
  int64_t made = g->made;
  const IrOp *branch = g->branch;
  g->branch = NULL;
  ir_vec_push(&g->around, ((Walked){.loop = op, .stamp = ++g->stamps}));
  for (size_t i = 0; i < ir_op_num_regions(op); i++) {
    ir_vec_clear(&g->labels);
    if (!ir_region_is_empty(ir_op_region(op, i)))
      walk_block(g, ir_region_first(ir_op_region(op, i)));
  }
  ir_vec_clear(&g->labels);
  (void)ir_vec_pop(&g->around);
  g->branch = branch;
  g->made = made;
}

// Does the body itself, or a branch of it, take turns?
static bool takes_turns(IrBlock *body) {
  IR_FOR_OPS(op, body) {
    if (IS(op, mem_channel_commit) || IS(op, mem_channel_wait)) return true;
    if (IS(op, scf_if) && has_turns(op)) return true;
  }
  return false;
}

static void walk_loop(Groups *g, IrOp *loop) {
  IrLoopBounds bounds;
  bool counted = (IS(loop, tile_pipelined) || IS(loop, scf_for)) && ir_loop_bounds(loop, &bounds);
  int64_t step = 0;
  if (counted && bounds.step.value && !ir_match_int(bounds.step.value, &step)) counted = false;
  if (counted && !bounds.step.value) step = bounds.step.number;
  if (!counted || step != 1 || !takes_turns(ir_region_first(ir_op_region(loop, 0)))) {
    walk_unknown(g, loop);
    return;
  }
  int64_t made = g->made;
  const IrOp *branch = g->branch;
  g->branch = NULL;
  Linear lower = {.constant = bounds.lower.number};
  if (bounds.lower.value) lower = linear_of(g, bounds.lower.value);
  for (int64_t i = 0; i < ITERATIONS; i++) {
    ir_vec_push(&g->around, ((Walked){loop, ++g->stamps, true, lower, i}));
    walk_regions(g, loop);
    (void)ir_vec_pop(&g->around);
  }
  ir_vec_clear(&g->labels);
  g->branch = branch;
  g->made = made;
}

// Commits in a branch make one group behind the outermost branch.
static void walk_if(Groups *g, IrOp *op) {
  bool outermost = !g->branch;
  if (outermost) g->branch = op, g->branch_commits = false;
  walk_regions(g, op);
  if (!outermost) return;
  g->branch = NULL;
  if (g->branch_commits) g->made++;
}

static void walk_op(Groups *g, IrOp *op) {
  if (IS(op, mem_channel_commit)) commit(g, op);
  if (IS(op, mem_channel_wait)) wait(g, op);
  if (IS(op, tile_async_wait) && !g->branch) g->made++;
  if (!ir_op_num_regions(op) || !has_turns(op)) return;
  if (IS(op, scf_if) && (channels_commit_behind(op) || !has_commits(op)))
    walk_if(g, op);
  else if (ir_op_is_loop(op))
    walk_loop(g, op);
  else
    walk_unknown(g, op);
}

static void walk_block(Groups *g, IrBlock *block) {
  IR_FOR_OPS(op, block) walk_op(g, op);
}

static IrStatus note_pending(IrOp *op, void *user) {
  Groups *g = user;
  if (!IS(op, mem_channel_wait) || GET(op, mem_channel_wait, pending)) return IR_OK;
  uintptr_t known = (uintptr_t)ir_ptrmap_get(&g->pending, op);
  if (known > 1)
    SET_ATTR(op, mem_channel_wait, pending,
             ir_attr_integer(ir_type_i64(ir_op_context(op)), (int64_t)known - 1));
  return IR_OK;
}

void channels_count_groups(IrOp *kernel) {
  Groups groups = {.made = 0};
  if (!has_turns(kernel)) return;
  walk_block(&groups, ir_region_first(ir_op_region(kernel, 0)));
  IrStatus status = ir_walk_pre(kernel, note_pending, &groups);
  IR_ASSERT(status == IR_OK, "a count is noted");
  ir_vec_free(&groups.labels);
  ir_vec_free(&groups.around);
  ir_ptrmap_free(&groups.pending);
}
