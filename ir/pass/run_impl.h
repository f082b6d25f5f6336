// A run of a pipeline: what each thread keeps, and the unit of work.
#ifndef IR_PASS_RUN_IMPL_H
#define IR_PASS_RUN_IMPL_H

#include "ir/analysis/dominance.h"
#include "ir/core/local_impl.h"
#include "ir/pass/analysis_impl.h"
#include "ir/pass/pass_impl.h"
#include "ir/support/outbox_impl.h"

// What a run counts, as words that add up: for every item of the pipeline runs and the pass's own
// counters.
typedef struct PassTally {
  uint64_t *words;
  size_t n;
  AnalysisCounts analyses;
} PassTally;

enum { TALLY_RUNS, TALLY_FIRST_STAT }; // words of an item

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

// What is around the ops of a nested list, which passes must leave alone; see siblings.c.
typedef struct PassSiblings PassSiblings;

// An op's turn; all zero: nothing is checked.
typedef struct PassTurn {
  PassSiblings *siblings;
  size_t own; // the op's place among them
  // Of the op, which a pass may have renamed.
  IrLoc loc;
  IrStr name, symbol;
} PassTurn;

// A list at work on one op.
typedef struct PassUnit {
  PassThread *thread;
  PassTurn turn;
  AnalysisNode *analyses; // of the op
  IrPreserved preserved;  // by the pass at work
  bool changed;           // a pass has not said that it changed nothing
  IrTimer *timer;         // of the pass at work, or NULL
  PassTeam *team;         // to share the ops of a nested list with, or NULL
  IrOutbox *outbox;       // where what it has to say waits for its turn; NULL: it is its turn
} PassUnit;

// ---- tally.c ----
// Gives every item its place; returns the number of words.
size_t ir_pass_tally_layout(Pipeline *root);
void ir_pass_thread_init(PassThread *thread, IrPassManager *pm, size_t words);
void ir_pass_thread_destroy(PassThread *thread);
// Adds `tally` to what the manager reports, and clears it.
void ir_pass_tally_deliver(IrPassManager *pm, PassTally *tally);

// ---- run.c ----
IrStatus ir_pass_run(PassUnit *unit, PipelineItem *item, IrOp *op);

// ---- nested.c ----
// The ops inside another that a nested list runs on.
typedef struct PassRow {
  IrPassManager *pm;
  IrOp *parent;
  Pipeline *list;
  IrOp *const *ops;
  size_t n;
  AnalysisNode **analyses;                       // of each op
  PassSiblings *siblings;                        // NULL: not checked
  AnalysisNode *around;                          // of the parent
  _Atomic(const struct IrSymbolTable *) symbols; // of the parent, once someone has asked
  bool changed;                                  // some pass has changed an op
  bool last;                                     // nothing runs after it: keep no analyses
} PassRow;
// Runs the list of a row on its op number `i`, for a unit of that thread.
IrStatus ir_pass_run_turn(PassUnit *unit, PassRow *row, size_t i);

// ---- analysis.c ----
// After a pass has run on the unit's op: forgets what it changed, and looks at what it did not.
IrStatus ir_analyses_after_pass(PassUnit *unit, const IrPassRun *run, IrOp *op);
// Keeps what the verifier found out about the unit's op (or NULL), if nothing is kept yet.
void ir_analyses_offer_dominance(PassUnit *unit, IrDominance *dom);
// The symbol table of the node's op, for a thread at work inside.
const struct IrSymbolTable *ir_analyses_symbols(IrPassManager *pm, AnalysisNode *node);

// ---- siblings.c ----
// For ops of `parent` among which the turns are, in order; on several threads or not.
PassSiblings *ir_pass_siblings_create(IrArena *arena, IrOp *parent, IrOp *const *turns, size_t n,
                                      bool threads);
PassTurn ir_pass_turn_begin(PassSiblings *siblings, size_t task);
IrStatus ir_pass_turn_check(const PassTurn *turn, const IrPassDef *pass); // after a pass
IrStatus ir_pass_turn_end(const PassTurn *turn);
IrStatus ir_pass_siblings_end(const PassSiblings *siblings); // after all turns

// ---- team.c ----
PassTeam *ir_pass_team_create(IrPassManager *pm, size_t tally_words);
void ir_pass_team_destroy(PassTeam *team);
// How many threads it pays to run the row on.
unsigned ir_pass_team_size(const PassTeam *team, const PassRow *row);
// Runs the row on so many threads of a shared context, with the effect of one op after another.
IrStatus ir_pass_team_run(PassTeam *team, PassRow *row, unsigned threads);

#endif
