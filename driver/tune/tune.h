// tile-tune: what its files share.
//
//   space.c       which parameters vary, and over which values
//   given.c       what the command line says of them: --param, --config, --configs, --only
//   budget.c      what a candidate asks for that no block has
//   candidate.c   a process of its own: compile, run, check, time
//   pool.c        these processes: who is started, who has the device, whose time is up
//   report.c      tables and JSON
//   ../tile-tune.c  the command line and the order of things
//
// Nothing of the GPU happens in the parent: a candidate that hangs or brings the driver down costs
// itself alone.  All candidates get the same arguments, made once before the first is started.
#ifndef DRIVER_TUNE_TUNE_H
#define DRIVER_TUNE_TUNE_H

#include "dialects/tile/params.h"
#include "dialects/tile/target.h"
#include "driver/run.h"

// An option's text and where it stands on the command line.
typedef struct TuneText {
  const char *text;
  IrLoc loc;
} TuneText;

typedef IR_VEC(TuneText) TuneTexts;

typedef struct TuneOptions {
  RunOptions run; // the first, as run_options.h asks for
  TuneTexts params, configs, only;
  const char *configs_file;
  bool list, json;
  int64_t jobs;      // candidates that are prepared at a time
  int64_t finalists; // that are measured again, in turns
  int64_t rounds;    // of that
  int64_t most;      // candidates that are measured without asking
} TuneOptions;

// A parameter that varies.
typedef struct TuneAxis {
  const TileParamDecl *decl;
  IR_VEC(IrStr) values;
} TuneAxis;

typedef enum TuneState {
  TUNE_WAITING,
  TUNE_OVER,     // over a budget, or refused by the file's constraints: not compiled
  TUNE_FAILED,   // does not compile, run or pass its check
  TUNE_MEASURED, // checked and timed
} TuneState;

typedef struct TuneCandidate {
  IrParams params; // all that the file declares
  TuneState state;
  const char *why; // TUNE_OVER, TUNE_FAILED
  // What came of it.
  const char *entry; // the version launched
  int64_t blocks, threads, shared, registers, local;
  double prepare_seconds; // compiling, loading and copying arguments
  double first;           // seconds of a run when it was measured alone
  IR_VEC(double) times;   // of the rounds with others
  double seconds;         // the median of those, or `first`
  bool final;             // took part in the rounds
} TuneCandidate;

typedef struct Tune {
  IrContext *ctx;
  TuneOptions *options;
  IrLoc start; // of the file's text
  TileParamDecls decls;
  IrParams fixed; // parameters with one value
  IR_VEC(TuneAxis) axes;
  IR_VEC(IrParams) configs; // sets of values that belong together
  IR_VEC(IrStr) shown;      // names of what differs between candidates
  IR_VEC(TuneCandidate) candidates;
  int64_t combinations, violating; // of the domains; refused by constraints and not named
  const char *refusal;             // why the last one was
  const char *arch, *device;       // device: NULL without a GPU
  Run run;                         // arguments and what the kernel is
} Tune;

// ---- Values. ----

// Values of a parameter as --param gives them: "a", "a,b" or "lo..hi", the last of those that the
// domain has.
IR_CHECKED IrStatus tune_values(Tune *t, const TileParamDecl *decl, IrStr text, IrLoc loc,
                                TuneAxis *axis);
// The declaration of a name, or a diagnostic with the nearest one.
const TileParamDecl *tune_find_param(Tune *t, IrStr name, IrLoc loc);
// --config and the lines of --configs.
IR_CHECKED IrStatus tune_read_configs(Tune *t);
// Whether all of --only hold; they were checked by tune_check_only.
bool tune_only_holds(Tune *t, const IrParams *params);
IR_CHECKED IrStatus tune_check_only(Tune *t);

// ---- Space. ----

// Reads the file's declarations and fills `candidates`.
IR_CHECKED IrStatus tune_space_build(Tune *t);
void tune_space_free(Tune *t);
// The module with these parameters, verified; NULL after a diagnostic.
IrOp *tune_parse(Tune *t, const IrParams *params);
// "BM=128 BN=256": what differs between candidates.
void tune_print_params(const Tune *t, const TuneCandidate *c, const char *before, IrStream *out);

// ---- Budget. ----

// Whether the kernel asks for more than a block has; writes what exceeds what.
bool tune_over_budget(IrOp *kernel, const TileTarget *target, IrStream *why);
// Parses every candidate and marks those over the budget, and those that do not parse.
void tune_check_budgets(Tune *t);

// ---- Processes. ----

// Asks for the device in a child; an error when there is none.
IR_CHECKED IrStatus tune_find_device(Tune *t);
// The child's part: reads commands from `in`, answers to `out` (pool.c).  Returns the exit code.
int tune_candidate_run(Tune *t, const TuneCandidate *c, FILE *in, FILE *out);
// Prepares, checks and times all that wait.
IR_CHECKED IrStatus tune_run_pool(Tune *t);

// ---- Report. ----

// The best measured candidate, or NULL.
const TuneCandidate *tune_best(const Tune *t);
void tune_report(Tune *t, IrStream *out);
void tune_report_list(Tune *t, IrStream *out);

#endif
