// Passes: declared in one table entry, run by the pass manager (pass_manager.h).
//
//   passes/tile/passes.def:
//     PASS(tile_pipeline, "tile-pipeline",
//          SUMMARY("Software-pipeline loops that feed tensor-core ops.")
//          ANCHOR("tile.kernel") NEEDS("mem, tc")      dialects whose ops it makes
//          OPTIONS(OPT_INT(stages, 3, "number of pipeline stages") OPT_BOOL(async, true, "...")
//                  OPT_ENUM(mode, 0, "fast|safe", "...") OPT_INT_LIST(sizes, "64,64", "..."))
//          STATS(STAT(pipelined, "loops pipelined"))
//          REMARKS(REMARK(missed_pipeline, MISSED, "a loop that stays as it is, and why"))
//          RUN(tile_pipeline_run))
//
//   static IrStatus tile_pipeline_run(IrPassRun *run, IrOp *op) {
//     const struct tile_pipeline_decl *self = run->decl;    self->options.stages is an int64_t
//     self->stats->pipelined++;                             counted per run, summed by the manager
//     IR_REMARK(run, self, missed_pipeline, loop, "needs {} stages", n);  shown when asked for
//
// What is known of the IR between passes, and what a pass says to leave true (PRESERVES), is in
// analysis.h.
//
// A pass changes only what is inside its op, and reads of what is around it only what passes on
// other ops do not change: attributes of the ops around, which ops stand beside its own and their
// names.  So it may run on several ops at a time, each on a thread of its own (`--threads`); a type
// of a function that others call, and the set of symbols, are changed by a pass on the module.
// Builds for debugging, and --check-siblings, look whether it is so.
// It neither takes away its own op nor destroys one around it: the run then fails and names it, for
// certain on one thread; on several, others may crash that are still inside of what went.
//
// It fails by returning IR_FAILED after an error, and also when it reports an error and returns
// IR_OK; errors that a handler of its own swallows (ir_diag_push_handler) do not count.
//
// In text an option is written with `-` where its member has `_`; both are understood.  So are the
// ids of remarks: [missed-pipeline].  What a remark's second word may be: ir/support/remark.h.
//
// Readings (ir/pass/passdef_begin.inc): IR_PASSDEF_DECLARE, IR_PASSDEF_DEFINE, IR_PASSDEF_LIST.
#ifndef IR_PASS_PASS_H
#define IR_PASS_PASS_H

#include "ir/edit/rewriter.h"
#include "ir/support/arena.h"
#include "ir/support/remark.h"

// Kinds of options, and what the member of the options struct is.
typedef enum IrOptionKind {
  IR_OPTION_INT,         // int64_t
  IR_OPTION_BOOL,        // bool
  IR_OPTION_STRING,      // const char *
  IR_OPTION_ENUM,        // int64_t: the number of the value in the list of values, from 0
  IR_OPTION_INT_LIST,    // const IrOptionList *, as are all lists
  IR_OPTION_BOOL_LIST,   //
  IR_OPTION_STRING_LIST, //
  IR_OPTION_ENUM_LIST,   //
} IrOptionKind;

// The value of a list: of numbers, bools and enums in `ints`, of strings and enums in `strings`.
typedef struct IrOptionList {
  size_t n;
  const int64_t *ints;
  const char *const *strings;
} IrOptionList;

typedef struct IrOptionDef {
  const char *name, *help;
  IrOptionKind kind;
  int64_t default_int; // of an integer, a bool, an enum (its value's number)
  // Of a string the default; of an enum its values `a|b|c`; of a list the default `1,2`; of a list
  // of an enum `a|b|c=a,b`, values and default.
  const char *default_string;
} IrOptionDef;

// `integer`, `fast|safe`, `list of string`.
IR_API void ir_option_print_kind(const IrOptionDef *def, IrStream *out);
// The default as a pipeline spells it.
IR_API void ir_option_print_default(const IrOptionDef *def, IrStream *out);

typedef struct IrStatDef {
  const char *name, *help;
} IrStatDef;

// An id is for good: reports of different days are compared by it.
typedef struct IrRemarkDef {
  const char *name, *help; // `name` with `_` for `-`
  IrRemarkKind kind;
} IrRemarkDef;

typedef struct IrAnalysisDef IrAnalysisDef; // analysis.h

typedef struct IrPassRun {
  IrContext *ctx;
  const void *decl; // struct <pass>_decl: option values, then a pointer to the counters
  IrArena *scratch; // emptied after the run
  const struct IrPassDef *pass;
  struct PassUnit *unit; // the manager's
} IrPassRun;

typedef struct IrPassDef {
  uint32_t size; // sizeof(IrPassDef)
  const char *name, *summary, *doc;
  const char *anchor;         // op name it runs on; NULL: any isolated op
  const IrOptionDef *options; // {0}-terminated or NULL
  const IrStatDef *stats;
  IrStatus (*run)(IrPassRun *run, IrOp *op);
  const IrRemarkDef *remarks;            // {0}-terminated or NULL; read it with ir_pass_remarks
  const IrAnalysisDef *const *preserves; // NULL-terminated or NULL
  bool preserves_all;
  const char *needs; // names of dialects whose ops it makes: "mem, tc"; or NULL
} IrPassDef;
#define IR_PASSDEF_BASE IR_TABLE_BASE(IrPassDef, run)

// The id as text, `-` for `_`, in `buffer`.
enum { IR_REMARK_ID = 63 }; // longest id
IR_API IrStr ir_remark_id(const IrRemarkDef *def, char buffer[IR_REMARK_ID]);
// Remarks that a pass declares; NULL when it has none or was built before there were any.
IR_API const IrRemarkDef *ir_pass_remarks(const IrPassDef *pass);

// A remark about `op` with an id that the pass's table declares; another one does not compile.
// Emitted when it is wanted: see ir_remarks_configure.
#define IR_REMARK(run, self, id, op, ...) \
  ((void)sizeof((self)->remarks->id), \
   ir_pass_remark_args((run), #id, (op), IR_FMT_ARGS(__VA_ARGS__)))
IR_API void ir_pass_remark_args(const IrPassRun *run, const char *name, const IrOp *op,
                                const char *format, const IrFmtArg *args, size_t n);
// Whether somebody will see it, for passes that compute something only to say it.
#define IR_REMARK_WANTED(run, self, id) \
  ((void)sizeof((self)->remarks->id), ir_pass_remark_wanted((run), #id))
IR_API bool ir_pass_remark_wanted(const IrPassRun *run, const char *name);

// Expands a named pipeline: the text of the passes it stands for, options substituted.  Writes to
// `out`; `value(user, name)` gives an option's value as a pipeline spells it, quoted where need be,
// so that it can be the value of another option; "" for a string without default.
typedef struct IrPipelineDef {
  uint32_t size;
  const char *name, *summary;
  const IrOptionDef *options;
  IrStatus (*expand)(IrContext *ctx, const char *(*value)(void *user, const char *name), void *user,
                     IrStream *out);
} IrPipelineDef;
#define IR_PIPELINEDEF_BASE IR_TABLE_BASE(IrPipelineDef, expand)

IR_API IR_CHECKED IrStatus ir_pass_register(IrContext *ctx, const IrPassDef *pass);
IR_API IR_CHECKED IrStatus ir_pipeline_register(IrContext *ctx, const IrPipelineDef *pipeline);
IR_API const IrPassDef *ir_pass_lookup(IrContext *ctx, IrStr name);
IR_API const IrPipelineDef *ir_pipeline_lookup(IrContext *ctx, IrStr name);
IR_API size_t ir_pass_count(IrContext *ctx);
IR_API const IrPassDef *ir_pass_at(IrContext *ctx, size_t i); // sorted by name
IR_API size_t ir_pipeline_count(IrContext *ctx);
IR_API const IrPipelineDef *ir_pipeline_at(IrContext *ctx, size_t i);
// Names of passes, then of pipelines, one by one; NULL at the end.
IR_API const char *ir_pass_name_at(IrContext *ctx, size_t i);

#endif
