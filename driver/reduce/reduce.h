// Making IR text small while a test still finds it interesting.
//
//   DriverReduce r = {.ctx = ctx, .input = "big.mlir", .command = "./crashes.sh", .jobs = 4};
//   IR_TRY(driver_reduce(&r));        r.text is the smallest text found
//   driver_reduce_free(&r);
//
// The search goes through a table of reductions (reduce_impl.h) again and again until none of them
// helps any more.  Each has a list of sites in the module and leaves out chunks of them, large ones
// first.  A candidate is made, verified, printed and tested in a child process: no crash and no
// endless loop in a verifier, a plugin or the test reaches the search.  Several run at once; of
// those that are interesting the first in order wins, so the result is the same for any `jobs`.
#ifndef DRIVER_REDUCE_REDUCE_H
#define DRIVER_REDUCE_REDUCE_H

#include "driver/validate/validate.h"
#include "ir/asm/params.h"
#include "ir/core/context.h"

// What to reduce and how.  Zero-initialise and fill the first part; strings are borrowed.
typedef struct DriverReduce {
  IrContext *ctx;    // with dialects, passes and plugins registered
  const char *input; // file, or "-" for standard input
  IrLoc start;       // of the input when it has been read already, else unknown
  IrParams params;   // values of the file's parameters; owned by the caller

  // The test: one of the two.
  const char *command; // run by the shell; `{}` or else the end stands for the file; 0: interesting
  const char *pipeline; // run as tile-opt does; a failure like the input's is interesting; as the
                        // pass manager prints it
  DriverValidate validate; // with `pipeline`: a pass that changes what code computes fails
  const char *message;     // with `pipeline`: what its standard error must match, or NULL
  const char *options; // with `pipeline`: what else tile-opt needs to run it, or NULL; for reports

  int64_t jobs;     // candidates tested at once; 0: one a processor
  int64_t timeout;  // seconds for one test; 0: 10
  bool hang;        // running into the timeout is what is interesting
  bool as_text;     // leave out lines and words instead: for text that does not parse
  bool debuginfo;   // print locations, also when the input spells none
  bool verbose;     // say on standard error what helped
  const char *only; // comma-separated names of reductions to use, or NULL

  // Results.
  IrStream text;    // the smallest interesting text
  IrStream passes;  // with `pipeline`: the passes that are left
  bool interrupted; // by a signal: `text` is interesting, and could be smaller
  size_t bytes_before;
  size_t ops_before, ops_after; // 0 with `as_text`
  size_t candidates;            // made
  size_t tests;                 // of them were valid, new, and tested
  double seconds;
} DriverReduce;

// Reduces.  Fails after a diagnostic when the input cannot be read or parsed or is not interesting;
// an interruption by SIGINT, SIGTERM or SIGHUP after that is a success with `interrupted` set.  No
// file is left behind in any of these cases.
IR_CHECKED IrStatus driver_reduce(DriverReduce *r);
void driver_reduce_free(DriverReduce *r);
// Reduces to a file, or standard output for NULL and "-", and says on standard error how far it
// came. The file appears only on success.
IR_CHECKED IrStatus driver_reduce_file(DriverReduce *r, const char *output);
// Names and descriptions of the reductions, in the order they are tried.
void driver_reduce_list(IrStream *out);
// The name of the i-th of them; NULL behind the last.
const char *driver_reduce_name(size_t i);

#endif
