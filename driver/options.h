// Command lines: a table of options, and one parser for all tools.
//
//   bool timing = false; const char *out = NULL;
//   const DriverOption table[] = {
//     {.name = "timing", .aliases = "mlir-timing", .kind = DRIVER_FLAG, .to = &timing,
//      .help = "print the time spent in each pass"},
//     {.name = "o", .kind = DRIVER_STRING, .to = &out, .value = "FILE", .help = "write to FILE"},
//     {0}};
//   const DriverCli cli = {.tool = "tile-opt", .usage = "FILE|-", .options = table,
//                          .positional = take_file, .user = &state};
//   IR_TRY(driver_parse_options(ctx, &cli, argc, argv));
//
// `-x` and `--x` mean the same.  A value follows `=` or is the next argument; a flag takes only
// `=true`, `=false`, `=1`, `=0`.  The command line is kept as a source buffer of the context, so an
// error has a place, a caret and the nearest name.
#ifndef DRIVER_OPTIONS_H
#define DRIVER_OPTIONS_H

#include "ir/core/context.h"

typedef enum DriverOptionKind {
  DRIVER_FLAG,    // to: bool *
  DRIVER_INT,     // to: int64_t *
  DRIVER_STRING,  // to: const char ** (points into argv)
  DRIVER_SECONDS, // to: double *, from 0 to a million
  DRIVER_CHOICE,  // to: int *, the number of one of the words in `value`, "a|b"
  DRIVER_CALL,    // calls `call` with the value; with `value` NULL it takes none
} DriverOptionKind;

// One option as found on the command line.
typedef struct DriverArg {
  IrStr name;        // without dashes
  const char *value; // NULL when there is none
  IrLoc loc;         // of the first dash
  IrLoc value_loc;
} DriverArg;

typedef struct DriverOption {
  const char *name;    // without dashes
  const char *aliases; // comma-separated other spellings, or NULL
  DriverOptionKind kind;
  void *to;      // where the value goes, or NULL:
  size_t offset; // then it goes so many bytes into what DriverCli.user points to
  IrStatus (*call)(void *user, IrContext *ctx, const DriverArg *arg);
  const char *value; // what --help calls the value: "FILE"
  const char *help;  // NULL: accepted but not shown
  bool optional;     // DRIVER_CALL: the value may be left out; then it never is the next argument
  bool non_negative; // DRIVER_INT: at least 0
  bool early;        // handled before all others, wherever it stands (plugins)
} DriverOption;

// Options that belong together, under a title of their own in the help.
typedef struct DriverTopic {
  const char *title;
  const DriverOption *options; // {0}-terminated
} DriverTopic;

typedef struct DriverCli {
  const char *tool, *usage, *about;
  const char *environment;          // variable with options that come before those given, or NULL
  const DriverOption *options;      // {0}-terminated, or
  const DriverTopic *const *topics; // NULL-terminated
  IrStatus (*positional)(void *user, IrContext *ctx, const DriverArg *arg); // text is in `value`
  // An option that the table lacks, such as a pass; sets `known` when it is one.
  IrStatus (*other)(void *user, IrContext *ctx, const DriverArg *arg, bool *known);
  // Names for which `other` knows, for suggestions: the i-th, or NULL.
  const char *(*other_name)(void *user, IrContext *ctx, size_t i);
  void *user;
} DriverCli;

IR_CHECKED IrStatus driver_parse_options(IrContext *ctx, const DriverCli *cli, int argc,
                                         char **argv);
// Whether the tables have it, under this name or an alias.
bool driver_has_option(const DriverCli *cli, IrStr name);
// Usage, then one line an option.
void driver_print_help(const DriverCli *cli, IrStream *out);
// Splits `NAME=VALUE`; an error when there is no `=` or no name.
IR_CHECKED IrStatus driver_split_assignment(IrContext *ctx, const DriverArg *arg, IrStr *name,
                                            IrStr *value);

// A stream that writes to standard output or standard error.
IrStream driver_stdout(void);
IrStream driver_stderr(void);
// A file being written, or standard output for NULL and "-".  A regular file appears whole or not
// at all: text goes to a temporary file beside it, which is renamed when it is complete.  A link
// stays a link, and what it leads to is the file.
typedef struct DriverOutput {
  IrStream stream; // print here
  IrContext *ctx;
  const char *path;
  void *file;      // FILE *
  char *temporary; // name to rename from, or NULL
  char *target;    // name to rename to: `path` behind all links
  int error;       // errno of the first failed write
} DriverOutput;

IR_CHECKED IrStatus driver_output_open(IrContext *ctx, const char *path, DriverOutput *out);
// Flushes and closes; without `keep` no file is left behind.  Call it once after every open.
IR_CHECKED IrStatus driver_output_close(DriverOutput *out, bool keep);
// The three in one.
IR_CHECKED IrStatus driver_write_file(IrContext *ctx, const char *path, IrStr text);

#endif
