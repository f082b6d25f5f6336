// mem-check-channels: refuses a schedule that is not safe, before code is made of it.
//
// requires: channels, structured control flow   preserves: everything
//
// What may go wrong is told by protocol.h for one choice of unknown values.  Here choices are made:
// extents so that loops run 0 to 2N + 1 times, which is what it takes until a channel of N slots
// does what it did before; first all of them alike, then with several trips of a loop over tiles
// that blocks share, then one after the other with two iterations of the others; what the kernel's
// assumptions exclude is left out, or with an extent of a few tiles more taken.  What the kernel
// reads from memory or computes of floats is made up: all no, all yes, and at random.
#include "dialects/tile/expr.h"
#include "dialects/tile/kernel.h"
#include "dialects/tile/tile.h"
#include "passes/mem/mem_passes.h"
#include "passes/mem/protocol_report.h"

// Of a loop over tiles that blocks share, in which channels go on as they were.
enum { FEW_TRIPS = 3 };
// Of tiles, that a kernel may assume of their number.
enum { MOST_MULTIPLE = 8 };

typedef struct Check {
  IrPassRun *run;
  IrOp *kernel;
  const struct mem_check_channels_decl *self;
  ProtocolProgram program;
  int64_t *leaves;
  int64_t runs, steps;
  bool found;
} Check;

// Runs with the values that are chosen; false when there is no need for more.
static bool try_values(Check *check, uint64_t seed) {
  IrArenaMark mark = ir_arena_mark(check->run->scratch);
  ProtocolInput input = {check->leaves, seed, check->self->options.steps - check->steps};
  ProtocolFault fault =
      protocol_run(&check->program.kernel, &input, check->run->scratch, &check->steps);
  check->runs++;
  check->found = fault.kind > PROTOCOL_CUT;
  if (check->found) protocol_report(check->kernel, &check->program, &input, &fault);
  ir_arena_release(check->run->scratch, mark);
  return !check->found && check->steps < check->self->options.steps;
}

// The extent that is chosen; strides and addresses are large powers of two.
static bool chosen_value(void *user, IrStr name, int64_t *value) {
  const Check *check = user;
  *value = (int64_t)1 << 20;
  for (size_t i = 0; i < check->program.leaves.n; i++) {
    const IrOp *op = check->program.leaves.at[i].name;
    if (IS(op, tile_dim) && ir_str_equal(ir_attr_str(GET(op, tile_dim, name)), name))
      *value = check->leaves[i];
  }
  return true;
}

static bool is_excluded(Check *check) {
  for (size_t i = 0; i < tile_kernel_num_assumes(check->kernel); i++) {
    int64_t holds = 1;
    IrStatus known =
        tile_expr_eval(check->run->ctx, ir_op_loc(check->kernel),
                       tile_kernel_assume(check->kernel, i), chosen_value, check, &holds);
    if (known == IR_OK && !holds) return true;
  }
  return false;
}

static bool try_seeds(Check *check) {
  uint64_t seeds = check->program.makes_up ? 4 : 1;
  for (uint64_t i = 0; i < seeds; i++)
    if (!try_values(check, i < 2 ? i : (uint64_t)check->runs + 2)) return false;
  return true;
}

// Makes one extent so many tiles that assumptions on such numbers hold; false: that is not enough,
// or there is no need.
static bool repair(Check *check, size_t leaf) {
  int64_t scale = check->program.leaves.at[leaf].scale, before = check->leaves[leaf];
  int64_t tiles = before / scale;
  if (check->program.leaves.at[leaf].is_block || before % scale) return false;
  for (int64_t n = 2; n <= MOST_MULTIPLE; n++) {
    if (tiles % n == 0) continue;
    check->leaves[leaf] = (tiles + n - tiles % n) * scale;
    if (!is_excluded(check)) return true;
  }
  check->leaves[leaf] = before;
  return false;
}

// What the kernel assumes rules a choice out; one close to it may do.
static bool try_choice(Check *check) {
  bool possible = !is_excluded(check);
  for (size_t i = 0; i < check->program.leaves.n && !possible; i++) possible = repair(check, i);
  return !possible || try_seeds(check);
}

// What a loop over tiles of it takes for so many trips; the block is the first one.
static void choose(Check *check, size_t leaf, int64_t trips) {
  const ProtocolLeaf *l = &check->program.leaves.at[leaf];
  check->leaves[leaf] = l->is_block ? 0 : trips * l->scale;
}

static int64_t most_trips(const Check *check) {
  int64_t slots = 1;
  for (size_t i = 0; i < check->program.kernel.channels.n; i++) {
    int64_t n = check->program.kernel.channels.at[i].slots;
    if (n > slots) slots = n;
  }
  return 2 * slots + 1;
}

static void choose_all(Check *check, int64_t trips) {
  for (size_t i = 0; i < check->program.leaves.n; i++) choose(check, i, trips);
}

// Several trips of loops around, whose steps follow from extents, with few and with many trips of
// those inside.
static bool try_strides(Check *check, int64_t most) {
  for (size_t one = 0; one < check->program.leaves.n; one++) {
    const ProtocolLeaf *leaf = &check->program.leaves.at[one];
    if (leaf->stride == 1) continue;
    for (int64_t trips = 0; trips <= most; trips += trips < 2 ? 1 : most - 2) {
      choose_all(check, trips);
      for (size_t i = 0; i < check->program.leaves.n; i++)
        if (check->program.leaves.at[i].stride > 1) choose(check, i, 1);
      check->leaves[one] = 3 * leaf->scale * leaf->stride;
      if (!try_choice(check)) return false;
      if (trips == most) break;
    }
  }
  return true;
}

static void try_all(Check *check) {
  size_t n = check->program.leaves.n;
  int64_t most = n ? most_trips(check) : 0;
  for (int64_t trips = 0; trips <= most; trips++) {
    choose_all(check, trips);
    if (!try_choice(check)) return;
  }
  if (!try_strides(check, most)) return;
  for (size_t one = 0; one < n && n > 1; one++) {
    const ProtocolLeaf *leaf = &check->program.leaves.at[one];
    int64_t enough = leaf->is_block || leaf->stride > 1 ? FEW_TRIPS : most;
    for (int64_t trips = 0; trips <= enough; trips++) {
      choose_all(check, 2);
      choose(check, one, trips);
      if (leaf->is_block) check->leaves[one] = trips;
      if (!try_choice(check)) return;
    }
  }
}

static void explore(Check *check) {
  check->leaves = IR_NEW_ARRAY(check->run->scratch, int64_t, check->program.leaves.n + 1);
  try_all(check);
  check->self->stats->kernels++;
  check->self->stats->runs += (uint64_t)check->runs;
  check->self->stats->steps += (uint64_t)check->steps;
  if (check->found) return;
  IrStream blocks = {0};
  if (check->program.kernel.blocks > 1)
    ir_print(&blocks, " of {} blocks", check->program.kernel.blocks);
  IR_REMARK(check->run, check->self, checked_channels, check->kernel,
            "{} channels and {} roles{} explored in {} runs of {} steps{}",
            check->program.kernel.channels.n, check->program.kernel.roles.n, ir_stream_str(&blocks),
            check->runs, check->steps,
            check->steps < check->self->options.steps ? "" : ", after which it ended");
  ir_stream_free(&blocks);
}

IrStatus mem_check_channels_run(IrPassRun *run, IrOp *kernel) {
  Check check = {.run = run, .kernel = kernel, .self = run->decl};
  if (!protocol_concerns(kernel)) return IR_OK;
  if (protocol_build(kernel, &check.program)) {
    explore(&check);
  } else {
    IR_REMARK(run, check.self, unchecked_channels, check.program.unknown,
              "the order of what is in it is not known");
  }
  protocol_program_free(&check.program);
  return check.found ? IR_FAILED : IR_OK;
}
