// What the two halves of crash.h share: crash.c handles signals and starts second runs,
// reproduce.c is what watches the passes and what a second run does.
#ifndef DRIVER_CRASH_IMPL_H
#define DRIVER_CRASH_IMPL_H

#include "driver/crash.h"

// What became of the pass.
typedef enum CrashKind {
  CRASH_SIGNAL,    // `code` is the signal
  CRASH_SANITIZER, // a sanitizer ends the process
  CRASH_TIME,      // over the limit
  CRASH_FAILED,    // returned IR_FAILED, or left invalid IR behind
} CrashKind;

enum { CRASH_PATH_MAX = 1024 };

// Which run of which pass; as text it is the value of --rerun-to-reproduce.
typedef struct CrashTarget {
  CrashKind kind;
  int code;
  unsigned number; // of the pass; 0: before the first, for the whole pipeline
  unsigned attempt;
  char path[CRASH_PATH_MAX]; // numbers of regions, blocks and ops from the module to the op
  int text_fd, report_fd;    // the input's text, and where to report
} CrashTarget;

// ---- crash.c ----
// Around a pass, on the thread that runs it.
void crash_enter(const IrPassEvent *event, double time_limit);
void crash_leave(void);
// Starts the second run and waits for it.  True when it has reported and written the reproducer.
bool crash_rerun(CrashTarget *target);
// Fills target->path; false when it is too long.  Allocates nothing.
bool crash_find_path(const IrOp *module, const IrOp *op, char path[CRASH_PATH_MAX]);
// The target of a second run; NULL in a first.
CrashTarget *crash_target(void);
// The second run is at its target: standard error is the person's again, and files are files.
void crash_arrive(int report_fd);
// Becomes a run for `target`, with the files of this second run.
_Noreturn void crash_retarget(CrashTarget *target);
const char *crash_tool(void);
// The text that the tool works on, from the place where a second run finds it.
IR_CHECKED IrStatus crash_read_text(IrContext *ctx, int fd, const char *name, IrLoc *start,
                                    IrStr *text);
// Whether a reproducer is to be written when a pass crashes.
void crash_enable(bool on);

#endif
