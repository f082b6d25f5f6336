// Running passes over a module: textual pipelines, dumps, timing.
#ifndef IR_PASS_PASS_MANAGER_H
#define IR_PASS_PASS_MANAGER_H

#include "ir/asm/printer.h"
#include "ir/pass/instrumentation.h"
#include "ir/support/timing.h"

typedef struct IrPassManager IrPassManager;

// `anchor` is the op the pipeline starts at: "builtin.module".
IR_API IrPassManager *ir_pass_manager_create(IrContext *ctx, const char *anchor);
IR_API void ir_pass_manager_destroy(IrPassManager *pm);
// Appends a textual pipeline, MLIR's syntax: `builtin.module(tile.kernel(cse,my-pass{depth=2}))`;
// the outer anchor may be left out.  A pass whose anchor is another op than the list it stands in
// gets an implicit nesting.  Errors carry a caret over the text and the nearest name.
IR_API IR_CHECKED IrStatus ir_pass_manager_parse(IrPassManager *pm, IrStr text);
// Appends one pass or named pipeline with option text ("depth=2 x=y" or empty), as `--name=...`
// does.
IR_API IR_CHECKED IrStatus ir_pass_manager_add(IrPassManager *pm, IrStr name, IrStr options);
// The same for text that is in a source buffer already, so that errors point there: `loc` is the
// place of the first character (of `name`; `options_loc` of the options).
IR_API IR_CHECKED IrStatus ir_pass_manager_parse_at(IrPassManager *pm, IrStr text, IrLoc loc);
IR_API IR_CHECKED IrStatus ir_pass_manager_add_at(IrPassManager *pm, IrStr name, IrLoc loc,
                                                  IrStr options, IrLoc options_loc);
IR_API bool ir_pass_manager_is_empty(const IrPassManager *pm);
// Inserts `text` after every occurrence of pass `after`; an error when there is none.
IR_API IR_CHECKED IrStatus ir_pass_manager_insert_after(IrPassManager *pm, IrStr after, IrStr text);
// A pass of the pipeline by name, `cse#2` for the second one of that name in the order of the text,
// and where that was said.
typedef struct IrPassPlace {
  IrStr text; // empty: none
  IrLoc loc;
} IrPassPlace;
// Where a part of a pipeline begins and ends; of two beginnings or two ends the second counts.
typedef struct IrPipelineCut {
  IrPassPlace start_at, start_after, stop_before, stop_after;
} IrPipelineCut;
// Keeps only that part of the pipeline, nestings included; an error when a place names no pass of
// it or the end comes before the beginning.
IR_API IR_CHECKED IrStatus ir_pass_manager_cut(IrPassManager *pm, const IrPipelineCut *cut);
// Prints the pipeline so that it parses back.
IR_API void ir_pass_manager_print(const IrPassManager *pm, IrStream *stream);

typedef struct IrPassOptions {
  bool verify_each;
  bool print_before_all, print_after_all, print_after_change, print_after_failure;
  IrStr print_before, print_after; // comma-separated pass names
  bool print_diff;                 // print what a pass changed as a difference of lines
  IrStr print_filter;              // comma-separated names of symbols; dumps show only these
  bool module_scope;               // dumps show the whole module, whatever op the pass ran on
  bool color;                      // printing goes to a terminal
  const char *tree_dir;            // one numbered file per pass and op
  const char *phases_dir;          // the whole module after every pass, to go on from
  IrStream *dump;                  // where printing goes; NULL: standard error
  IrPrintOptions print;
  // Threads to run nested lists on, an op at a time each; 1: this one alone; 0: as many as there
  // are processors, where it pays.  What comes out is the same.
  unsigned threads;
  // A pass on one of several ops of a parent must change nothing outside of it: look, and name a
  // pass that does.  Costs a walk over all of them after every pass.
  bool check_siblings;
  // Compute again what a pass said to preserve, and name a pass that did not.
  bool check_analyses;
  IrTimer *timer; // times of the passes go under it; NULL: none are taken
} IrPassOptions;

// Whether a build checks siblings and analyses unless told otherwise: those for debugging do.
IR_API bool ir_pass_checks_by_default(void);

// Adds one to what looks on; called in the order added.  `instrumentation` is copied, its `user`
// must outlive the manager.  Not while the manager runs: a callback or a pass adds none to it.
IR_API void ir_pass_manager_instrument(IrPassManager *pm, const IrInstrumentation *instrumentation);

// Runs the pipeline on `module`.  When a pass fails the run stops: output is that of the ops up to
// the one that failed, and what the others look like by then is not defined.
//
// A pass may run a manager of its own on its op, which then uses that thread alone.  What the
// passes say waits for the op's turn as ever; dumps of the inner manager are written at once, for
// what they go to may be gone later.
IR_API IR_CHECKED IrStatus ir_pass_manager_run(IrPassManager *pm, IrOp *module,
                                               const IrPassOptions *options);
typedef enum IrStatisticsView {
  IR_STATISTICS_PIPELINE, // where passes stand
  IR_STATISTICS_LIST,     // by their names, added up
} IrStatisticsView;

// Counters of passes and analyses over all runs of the manager.
IR_API void ir_pass_manager_print_statistics(const IrPassManager *pm, IrStatisticsView view,
                                             IrStream *out);
// The same as members of a JSON object, without its braces: "passes" and "analyses".
IR_API void ir_pass_manager_print_statistics_json(const IrPassManager *pm, IrStatisticsView view,
                                                  IrStream *out);

#endif
