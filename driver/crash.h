// What a tool does when a pass crashes, does not end, or fails: it says which pass, on which op and
// where in the pipeline, and writes a reproducer (ir/pass/reproducer.h).
//
// Nothing is kept for that while all goes well.  A handler of signals, on a stack of its own,
// starts the tool once more in a child with the same arguments; the child goes through the pipeline
// on one thread up to the pass that failed, and there writes the module as it is before the pass.
// So it works after a stack overflow and with a damaged heap, costs no copies, and the IR in the
// file is that of a sound process.  The child then runs the file it wrote, to see that it fails
// again.
//
//   int main(int argc, char **argv) {
//     driver_crash_start("tile-opt", argc, argv);
//     ...  DRIVER_CRASH_OPTIONS in the table of options
//     IR_TRY(driver_crash_read(ctx, path, &start, &text));     instead of ir_source_read
//     driver_crash_watch(&crash, ctx, pm, verify_each);        before ir_pass_manager_run
//
// Signals are the process's, so this is the one part of the tools with state of its own: one
// pipeline is watched at a time.
#ifndef DRIVER_CRASH_H
#define DRIVER_CRASH_H

#include "driver/options.h"
#include "ir/pass/pass_manager.h"
#include "ir/support/vec.h"

// What the command line says; zero-initialise, and keep while the pipeline runs.
typedef struct DriverCrash {
  const char *file;     // the reproducer; NULL: one in a temporary directory when a pass crashes
  const char *generate; // write one of the whole run here, without a failure
  bool off;             // no reproducer
  double time_limit;    // seconds for a pass on one op; 0: none
  bool local;           // accepted: reproducers always are
  const char *ignored;  // --rerun-to-reproduce, which driver_crash_start takes
  // Passes are validated, as this text says (driver/validate/validate.h), or NULL: then what fails
  // leaves a reproducer as a crash does.
  const char *validate;

  IR_VEC(const char *) plugins; // paths of what was loaded, for reproducers; borrowed

  // driver_crash_watch's own.
  IrContext *ctx;
  IrPassManager *pm;
  bool verify_each;
  bool rerun;                 // this is a second run
  struct CrashTarget *target; // of this second run, or the pass that failed
} DriverCrash;

// Entries of an option table, for a member `m` of the state T that the table fills.
#define DRIVER_CRASH_OPTIONS(T, m) \
  {.name = "crash-reproducer", \
   .aliases = "mlir-pass-pipeline-crash-reproducer", \
   .kind = DRIVER_STRING, \
   .offset = offsetof(T, m.file), \
   .value = "FILE", \
   .help = "write a reproducer to FILE when a pass crashes or fails"}, \
      {.name = "no-crash-reproducer", \
       .kind = DRIVER_FLAG, \
       .offset = offsetof(T, m.off), \
       .help = "write none when a pass crashes (default: one in $TMPDIR or /tmp)"}, \
      {.name = "mlir-pass-pipeline-local-reproducer", \
       .kind = DRIVER_FLAG, \
       .offset = offsetof(T, m.local)}, \
      {.name = "generate-reproducer", \
       .aliases = "mlir-generate-reproducer", \
       .kind = DRIVER_STRING, \
       .offset = offsetof(T, m.generate), \
       .value = "FILE", \
       .help = "write a reproducer of the whole run to FILE before it begins"}, \
      {.name = "pass-time-limit", \
       .kind = DRIVER_SECONDS, \
       .offset = offsetof(T, m.time_limit), \
       .value = "SECONDS", \
       .help = "stop when a pass takes longer on one op"}, \
  { \
    .name = "rerun-to-reproduce", .kind = DRIVER_STRING, .offset = offsetof(T, m.ignored) \
  }

enum { DRIVER_CRASH_TIMED_OUT = 124 }; // exit code, as timeout(1) has it

// Installs the handlers.  `argv` is kept.
void driver_crash_start(const char *tool, int argc, char **argv);
// Reads `path` as ir_source_read does, and keeps the text for a second run.
IR_CHECKED IrStatus driver_crash_read(IrContext *ctx, const char *path, IrLoc *start, IrStr *text);
// A second run gets this text, a part of what was read.
void driver_crash_text(IrStr text);
// Whether this process is a second run: it has no standard streams, should run on one thread and
// write no files, and does not come back from the pipeline.
bool driver_crash_is_rerun(void);
// Adds to `pm` what watches over its runs.
void driver_crash_watch(DriverCrash *crash, IrContext *ctx, IrPassManager *pm, bool verify_each);
// Frees the list of plugins.
void driver_crash_free(DriverCrash *crash);
// The seconds a pass may take, from a reproducer.
IR_CHECKED IrStatus driver_crash_set_limit(DriverCrash *crash, IrContext *ctx, IrStr text,
                                           IrLoc loc);
// A temporary file, to be removed when the process dies; kept until the other call.
void driver_crash_add_file(const char *path);
void driver_crash_drop_file(const char *path);
// Whether files that the tool opens for writing shall be no files: in a second run.
bool driver_crash_discards_files(void);

#endif
