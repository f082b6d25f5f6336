// A run of a pipeline: what each thread keeps, and the unit of work.
#ifndef IR_PASS_RUN_IMPL_H
#define IR_PASS_RUN_IMPL_H

#include "ir/core/lane_impl.h"
#include "ir/pass/pass_impl.h"
#include "ir/support/outbox_impl.h"

// What a run counts, as words that add up: nanoseconds of verification, then for every item of the
// pipeline nanoseconds, runs and the pass's own counters.
typedef struct PassTally {
  uint64_t *words;
  size_t n;
} PassTally;

enum { TALLY_VERIFY, TALLY_FIRST_ITEM };           // words of a tally
enum { TALLY_TIME, TALLY_RUNS, TALLY_FIRST_STAT }; // words of an item

// What one thread needs to run passes; used by that thread alone.
typedef struct PassThread {
  IrPassManager *pm;
  IrArena arena;   // of all but scratch
  IrArena scratch; // handed to passes
  PassTally tally;
  void **decls; // of an item, at its place in the tally: its options, counters in `tally`
} PassThread;

// The threads of a run; see team.c.
typedef struct PassTeam PassTeam;

// A list at work on one op.
typedef struct PassUnit {
  PassThread *thread;
  PassTeam *team;   // to share the ops of a nested list with, or NULL
  IrOutbox *outbox; // where what it has to say waits for its turn; NULL: it is its turn
} PassUnit;

// ---- tally.c ----
// Gives every item its place; returns the number of words.
size_t ir_pass_tally_layout(Pipeline *root);
void ir_pass_thread_init(PassThread *thread, IrPassManager *pm, size_t words);
void ir_pass_thread_destroy(PassThread *thread);
// Adds `tally` to what the manager reports, and clears it.
void ir_pass_tally_deliver(IrPassManager *pm, PassTally *tally);

// ---- run.c ----
uint64_t ir_pass_clock(void); // nanoseconds
IrStatus ir_pass_run(PassUnit *unit, PipelineItem *item, IrOp *op);

// ---- nested.c ----
IrStatus ir_pass_run_list(PassUnit *unit, Pipeline *list, IrOp *op);

// ---- team.c ----
PassTeam *ir_pass_team_create(IrPassManager *pm, size_t tally_words);
void ir_pass_team_destroy(PassTeam *team);
// How many threads it pays to run `list` on these ops on.
unsigned ir_pass_team_size(const PassTeam *team, const Pipeline *list, IrOp *const *ops, size_t n);
// Runs `list` on each op, on so many threads, with the effect of one after another.
IrStatus ir_pass_team_run(PassTeam *team, Pipeline *list, IrOp *const *ops, size_t n,
                          unsigned threads);

#endif
