// What the parts of tile-opt share: the state its options fill, and the tables of options.
//
// Options stand in one table a topic, each in a file with the functions only it needs:
//
//   opt_text_options.c   input, output, printing, diagnostics
//   opt_pass_options.c   pipelines, plugins, reports
//   pass_flags.c         dumps between passes, parts of a pipeline, steps: for all tools
//   opt_reduce.c         --reduce
//   opt_reproducer.c     passes that crash, loop or fail
//   opt_questions.c      questions about the tool itself: --help, --list-ops, ...
//
// A new option is one line in a table and one member of the state.  Ours is the first name, other
// tools' spellings are aliases.
#ifndef DRIVER_OPT_IMPL_H
#define DRIVER_OPT_IMPL_H

#include <stddef.h>

#include "driver/crash.h"
#include "driver/pass_flags.h"
#include "driver/remarks.h"
#include "driver/reports.h"
#include "driver/statistics.h"
#include "driver/validate/validate.h"
#include "ir/asm/params.h"
#include "ir/pass/pass_manager.h"
#include "ir/support/vec.h"

// Which diagnostics comments in the input must announce; see expected.h.
typedef struct OptDiagnostics {
  bool verify, only_expected;
  bool op_on_error; // show the op
  int64_t max_errors, verbosity;
  IrDiagStyle style;
  bool color_given; // by --color, to style.color
} OptDiagnostics;

typedef struct OptQuestions {
  bool help, version, list_passes, list_channels, list_dialects, list_plugins, list_ops, dump_docs;
  const char *ops_of, *docs_of, *help_op, *help_pass;
  const char *layout, *layout_svg; // --print-layout and where to draw it
  IrLoc layout_loc;
} OptQuestions;

enum { OPT_MOST_THREADS = 256 };

// What --reduce asks for.
typedef struct OptReduction {
  bool wanted;
  const char *command; // NULL: the passes are the test
} OptReduction;

typedef struct Opt {
  DriverPassFlags flags; // first: see pass_flags.h
  IrContext *ctx;
  IrPassManager *pm;
  IrPassOptions passes;
  IrParams params;
  IR_VEC(const char *) assumptions;
  const char *input, *output;
  DriverTiming timing;
  DriverStatistics statistics;
  bool dump_pipeline, split, allow_unregistered, one_thread;
  bool check_rewrites, stamp_patterns;
  const char *split_marker, *output_marker; // NULL: "// -----"
  bool own_locs, no_implicit_module, no_verify_input, assume_verified;
  OptDiagnostics diagnostics;
  DriverCrash crash;
  bool run_reproducer;
  bool roundtrip; // --verify-roundtrip
  DriverValidate validate;
  IrStr only; // from a reproducer: the one op that passes run on, and where it says so
  IrLoc only_loc;
  IrOp *only_op;
  DriverRemarks remarks;
  OptQuestions questions;
  OptReduction reduction;
  bool has_metadata; // the text has some
} Opt;

extern const DriverTopic opt_text_topic, opt_print_topic;     // opt_text_options
extern const DriverTopic opt_passes_topic, opt_reports_topic; // opt_pass_options
extern const DriverTopic opt_crash_topic;                     // opt_reproducer
extern const DriverTopic opt_diagnostics_topic;               // opt_diagnostics
extern const DriverTopic opt_questions_topic;                 // opt_questions
extern const DriverTopic opt_reduce_topic;                    // opt_reduce

// Entries of a table: `member` of Opt, or a function.
#define OPT_FLAG(n, other, member, text) \
  { \
    .name = n, .aliases = other, .kind = DRIVER_FLAG, .offset = offsetof(Opt, member), \
    .help = text \
  }
#define OPT_INT(n, other, member, val, text) \
  { \
    .name = n, .aliases = other, .kind = DRIVER_INT, .offset = offsetof(Opt, member), \
    .value = val, .help = text \
  }
// An integer that is at least 0.
#define OPT_COUNT(n, other, member, val, text) \
  { \
    .name = n, .aliases = other, .kind = DRIVER_INT, .offset = offsetof(Opt, member), \
    .value = val, .non_negative = true, .help = text \
  }
#define OPT_TEXT(n, other, member, val, text) \
  { \
    .name = n, .aliases = other, .kind = DRIVER_STRING, .offset = offsetof(Opt, member), \
    .value = val, .help = text \
  }
#define OPT_CALL(n, other, fn, val, text) \
  { .name = n, .aliases = other, .kind = DRIVER_CALL, .call = (fn), .value = val, .help = text }
// Its value may be left out: a value follows `=` or there is none.
#define OPT_CALL_OPTIONAL(n, other, fn, val, text) \
  { \
    .name = n, .aliases = other, .kind = DRIVER_CALL, .call = (fn), .value = val, \
    .optional = true, .help = text \
  }

// Whether standard error is a terminal that may show colors.
bool opt_wants_color(void);
// The same for standard output, or as --color says.
bool opt_wants_color_out(const Opt *o);
// Shows diagnostics as the options say; before any come that are not about the command line.
void opt_style_diagnostics(Opt *o);

// Reads the input, runs the passes over each piece and writes the result.
IR_CHECKED IrStatus opt_process_input(Opt *o);

// Makes the input small instead of running the passes over it.
IR_CHECKED IrStatus opt_reduce(Opt *o);
// With --run-reproducer: takes pipeline and settings from the input.
IR_CHECKED IrStatus opt_apply_reproducer(Opt *o, IrLoc start);
// Lets passes run on the op alone that the reproducer names, if it does.
void opt_restrict_to_op(Opt *o);

bool opt_is_question(const Opt *o);
IR_CHECKED IrStatus opt_answer(Opt *o, const DriverCli *cli);

// Warns of passes and pipelines of plugins whose --NAME means an option of the tool.
void opt_warn_hidden(const Opt *o, const DriverCli *cli);
// For DriverCli: an option that no table has is a pass or pipeline.
IrStatus opt_take_pass(void *user, IrContext *ctx, const DriverArg *arg, bool *known);
const char *opt_pass_name(void *user, IrContext *ctx, size_t i);

#endif
