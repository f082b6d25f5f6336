// What the parts of the reducer share.
#ifndef DRIVER_REDUCE_REDUCE_IMPL_H
#define DRIVER_REDUCE_REDUCE_IMPL_H

#include <sys/types.h>

#include "driver/reduce/reduce.h"
#include "ir/edit/builder.h"
#include "ir/support/map.h"
#include "ir/support/vec.h"

// ---- Reductions: kinds.c has the table, one file a kind or a family of them. ----

// A place that a reduction may change.
typedef struct ReduceSite {
  IrOp *op;
  size_t index; // of an attribute, argument, ...
  void *at;     // whatever else says which place it is
} ReduceSite;

typedef struct ReduceSites {
  IR_VEC(ReduceSite) list;
} ReduceSites;

void reduce_site(ReduceSites *sites, IrOp *op, size_t index, void *at);

// One way to make IR smaller.  `variants` says in how many ways a site can be treated.
//
// `collect` lists the sites that `variant` knows in `module`, in the order of the text, an op at
// most once for each thing that `apply` takes away from it.  The list depends on the module alone.
// `apply` changes one site, or leaves it alone when it sees no way.  A candidate applies a chunk of
// the list from its end to its start, so an op's users and insides are done before the op.  What
// comes out need not be valid: the verifier decides.  It must not be larger (see reduce_weight),
// and a variant must not undo what another did, or the search would not end.
typedef struct ReduceKind {
  const char *name, *summary;
  size_t variants;
  void (*collect)(ReduceSites *sites, IrOp *module, size_t variant);
  void (*apply)(IrOp *module, const ReduceSite *site, size_t variant);
  void (*finish)(IrOp *module); // after the last site of a chunk; may be NULL
} ReduceKind;

extern const ReduceKind reduce_symbols, reduce_ops, reduce_dead, reduce_regions, reduce_blocks,
    reduce_exits, reduce_merges, reduce_block_arguments, reduce_carried, reduce_results,
    reduce_arguments, reduce_operands, reduce_attributes, reduce_constants, reduce_extents,
    reduce_widths;
extern const ReduceKind *const reduce_kinds[]; // in the order they are tried; NULL-terminated

// How large a module is: ops, blocks, arguments and operands, each with a factor, so that an
// argument counts less than a constant and that less than another op.
size_t reduce_weight(IrOp *module);
size_t reduce_count_ops(IrOp *module); // without the module itself
// Ops that only make a value: constants, and casts from nothing.
bool reduce_is_source(const IrOp *op);

// ---- Values in place of others: stand_in.c ----

typedef enum ReduceStandIn {
  REDUCE_ANY,      // the first of the following that there is
  REDUCE_OPERAND,  // one of the op's own operands
  REDUCE_EARLIER,  // an argument of a block around, or a result above
  REDUCE_CONSTANT, // zero
  REDUCE_ARGUMENT, // a new argument of the function around
  REDUCE_CAST,     // a cast from nothing
  REDUCE_STAND_INS
} ReduceStandIn;

// A value of type `type` that can be used where `op` stands, made there if need be; NULL when there
// is none of that sort.
IrValue *reduce_stand_in(IrOp *op, IrType type, ReduceStandIn sort);
// The outermost argument of that type which can be used where `op` stands, or NULL.
IrValue *reduce_outer_argument(const IrOp *op, IrType type);
// A number as an integer, float, index or in all elements of a shaped type; NULL for other types.
IrAttr reduce_number(IrType type, int64_t number);
// Erases `op` after giving its uses values of that sort; does nothing when one is missing.
void reduce_erase(IrOp *op, ReduceStandIn sort);

// ---- Functions and kernels: signature.c ----

// The type of a symbol with a body whose entry block starts with its arguments; NULL when `op` is
// none.
IrType reduce_signature(const IrOp *op);
// Adds an argument after the others, and gives it.  Only for a function nobody refers to; NULL
// otherwise.
IrValue *reduce_add_argument(IrOp *function, IrType type);
// The array of `n` attributes without the i-th.
IrAttr reduce_array_without(IrAttr array, size_t i);

// ---- Changing ops: rebuild.c ----

// Takes operand i away, and one from the size of its group.
void reduce_drop_operand(IrOp *op, size_t i);
// Puts an op without result i in the place of `op`, and gives it; the result is unused.
IrOp *reduce_drop_result(IrOp *op, size_t i);
// The operands that `branch` hands to its successor number `s`: where they start, and how many.
// False when its definition does not say.
bool reduce_branch_operands(const IrOp *branch, size_t s, size_t *first, size_t *n);

// ---- The test: test.c ----

// How a child ended.
typedef struct ReduceOutcome {
  int status; // as waitpid gives it
  bool timed_out;
  const char *errors; // file with its standard error
} ReduceOutcome;

typedef struct ReduceTest ReduceTest;
IR_CHECKED IrStatus reduce_test_open(const DriverReduce *r, ReduceTest **test);
void reduce_test_close(ReduceTest *test);
// In the child: tests the file and exits.
_Noreturn void reduce_test_run(const ReduceTest *test, const char *path);
bool reduce_test_is_interesting(const ReduceTest *test, const ReduceOutcome *outcome);
// The outcome for the input itself: failures of later candidates must resemble it.
void reduce_test_learn(ReduceTest *test, const ReduceOutcome *outcome);
// The pipeline to run from now on.
void reduce_test_set_pipeline(ReduceTest *test, IrStr pipeline);
// In the child: runs the test's pipeline on the file and prints the result to `output`; the exit
// code.
int reduce_test_run_passes(const ReduceTest *test, const char *path, IrStream *output);

// ---- Children: runner.c ----

// Makes candidate number i, in the child: false when there is none to test.
typedef bool (*ReduceBuild)(void *user, size_t i, IrStream *text);

typedef struct ReduceRunner ReduceRunner;
IR_CHECKED IrStatus reduce_runner_open(DriverReduce *r, ReduceTest *test, ReduceRunner **runner);
// Ends all children and removes the private directory.
void reduce_runner_close(ReduceRunner *runner);
// Tests candidates 0 to n-1 and gives the first in order that is interesting, its text in `text`;
// SIZE_MAX when none is, or after an interruption.  A text is tested once only.
size_t reduce_runner_first(ReduceRunner *runner, ReduceBuild build, void *user, size_t n,
                           IrStream *text);
// The same for one text, tested even if it was before; true when interesting.  Gives the outcome;
// its file of errors lasts until the next test.
bool reduce_runner_check(ReduceRunner *runner, IrStr text, ReduceOutcome *outcome);
bool reduce_runner_interrupted(const ReduceRunner *runner);
// A file of that name in the private directory; lives as long as the runner.
const char *reduce_runner_file(ReduceRunner *runner, const char *name);
// Runs `work` in a child; its exit code, or -1 when it ended otherwise or took too long.
int reduce_runner_call(ReduceRunner *runner, int (*work)(void *user), void *user);

// ---- Searches: search.c, text.c, pipeline.c ----

// Leaves out chunks of a list as long as that helps, large ones first.
typedef struct ReduceList {
  size_t (*count)(void *user);
  // Makes the candidate without [from, to), in the child.
  bool (*build)(void *user, size_t from, size_t to, IrStream *text);
  // Takes that candidate over; `text` is what it looked like.
  void (*accept)(void *user, size_t from, size_t to, IrStr text);
  void *user;
} ReduceList;
// True when something was left out.
bool reduce_list(ReduceRunner *runner, const ReduceList *list);

// Both keep the smallest text in r->text, where the first one is.
void reduce_module(DriverReduce *r, ReduceRunner *runner, IrOp *module);
void reduce_text(DriverReduce *r, ReduceRunner *runner);
// Finds the pass at fault: r->passes gets what is left of the pipeline, r->text the module before
// it when the failure is still there then.
void reduce_pipeline(DriverReduce *r, ReduceRunner *runner, ReduceTest *test);

// A line on standard error with --verbose.
void reduce_say_args(const DriverReduce *r, const char *format, const IrFmtArg *args, size_t n);
#define reduce_say(r, ...) reduce_say_args((r), IR_FMT_ARGS(__VA_ARGS__))

#endif
