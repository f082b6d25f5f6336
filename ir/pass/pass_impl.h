// What the registry, the pipeline parser and the pass manager share.
#ifndef IR_PASS_PASS_IMPL_H
#define IR_PASS_PASS_IMPL_H

#include "ir/core/action.h"
#include "ir/pass/analysis_impl.h"
#include "ir/pass/pass_manager.h"
#include "ir/support/lock_impl.h"
#include "ir/support/map.h"
#include "ir/support/vec.h"

typedef struct IrPassRegistry {
  IrStrMap pass_by_name, pipeline_by_name;
  IrPtrMap tables; // what was registered -> the definition, a copy for a table with fewer fields
  IR_VEC(const IrPassDef *) passes;
  IR_VEC(const IrPipelineDef *) pipelines;
  bool sorted;
} IrPassRegistry;

IrPassRegistry *ir_pass_registry(IrContext *ctx);

// The value of one option as text and as what the pass sees.
typedef struct OptionValue {
  bool given;
  const char *text;         // of a string; of others what was written
  int64_t number;           // of an integer, a bool, an enum
  const IrOptionList *list; // of a list
} OptionValue;

typedef struct Pipeline Pipeline;

// A pass with its options, or a nested list.
typedef struct PipelineItem {
  const IrPassDef *pass;         // NULL: `nested` is set
  IrLoc loc;                     // of the pass's name
  OptionValue *options;          // one per option of the pass
  uint64_t *stats;               // one per counter
  void *decl;                    // struct <pass>_decl, built from the two
  IrStr spelled;                 // the options as a pipeline spells them
  IrTimer *timer, *verify_timer; // NULL: no times are taken
  uint64_t runs;
  size_t tally;    // where its words begin in a PassTally, while running; see run_impl.h
  uint32_t number; // from 1, in the order of the text; counted when a run begins
  Pipeline *nested;
  bool implicit; // a nesting that the text did not spell
} PipelineItem;

struct Pipeline {
  const char *anchor; // NULL: any op
  IrLoc loc;          // of the anchor, where the text spells it
  IR_VEC(PipelineItem) items;
};

// The state of dump_tree.c.
typedef struct IrTreeDumper {
  const IrPassOptions *options; // while running
  IrContext *ctx;
  unsigned files;
  IrStream rows;      // of the page
  IrStream unwritten; // the first file of this run that could not be written, owned
  int error;          // why, an errno; 0: all are written
} IrTreeDumper;

typedef IR_VEC(const IrPassDef *) PassList;

// The state of dump_phases.c.
typedef struct IrPhaseDumper {
  const IrPassOptions *options; // while running
  IrContext *ctx;
  PassList passes; // of the pipeline
  size_t done;     // of these
  unsigned files;
} IrPhaseDumper;

struct IrPassManager {
  IrContext *ctx;
  IrArena arena; // pipelines, option texts, decls
  Pipeline *root;
  IrTimer *timer;                             // the items' timers are under this one
  IR_VEC(IrInstrumentation) instrumentations; // the caller's, then while running those of `options`
  const IrPassOptions *options;               // while running
  IrOp *module;
  bool running;        // instrumentations are being called
  uint32_t num_passes; // in the pipeline
  IrTreeDumper tree;
  IrPhaseDumper phases;
  AnalysisCounts analyses;
  IrLock analysis_lock; // of analyses that threads inside their op ask for
};

// ---- options.c ----
IrLoc ir_loc_plus(IrLoc loc, size_t offset); // a place further on in the same buffer
// Parses `a=1 b=x` (without braces) against `defs`; `loc` is the place of the text.
IrStatus ir_pass_options_parse(IrPassManager *pm, const char *owner, const IrOptionDef *defs,
                               IrStr text, IrLoc loc, OptionValue *values);
size_t ir_pass_options_count(const IrOptionDef *defs);
bool ir_pass_option_is(const IrOptionDef *def, IrStr name);
// `{a=1}` of what differs from the defaults; nothing when nothing does.
void ir_pass_options_print(const IrOptionDef *defs, const OptionValue *values, IrStream *out);
// Builds struct <pass>_decl of an item.
void ir_pass_build_decl(IrPassManager *pm, PipelineItem *item);
// The same struct with counters elsewhere.
void *ir_pass_copy_decl(const PipelineItem *item, uint64_t *stats, IrArena *arena);
size_t ir_pass_stats_count(const IrStatDef *defs);

// ---- option_check.c ----
// Whether the options of a table of a pass or pipeline (`what`) can be read.
IrStatus ir_pass_options_check(IrContext *ctx, const char *what, const char *name,
                               const IrOptionDef *options);

// ---- pass_check.c ----
// Whether the anchor, the statistics and the dialects needed in a pass's table make sense.
IrStatus ir_pass_table_check(IrContext *ctx, const IrPassDef *pass);

// ---- remark.c ----
// Ids of a pass's table are such as people can type.
IrStatus ir_remarks_check(IrContext *ctx, const IrPassDef *pass);

// ---- pipeline.c ----
Pipeline *ir_pipeline_new(IrPassManager *pm, const char *anchor);
void ir_pipeline_free(Pipeline *pipeline);
// Appends what `text` says to `into`.
IrStatus ir_pipeline_parse(IrPassManager *pm, Pipeline *into, IrStr text, IrLoc loc);
IrStatus ir_pipeline_add(IrPassManager *pm, Pipeline *into, IrStr name, IrLoc loc, IrStr options,
                         IrLoc options_loc, unsigned depth);

// ---- option_value.c ----
bool ir_option_is_list(IrOptionKind kind);
// The i-th value of an enum, or nothing.
IrStr ir_option_enum_value(const IrOptionDef *def, size_t i);
// Whether the text of a list's default is one; true of all other kinds.
bool ir_option_default_reads(const IrOptionDef *def);
IrStatus ir_option_default(IrPassManager *pm, const char *owner, const IrOptionDef *def,
                           OptionValue *value);
IrStatus ir_option_read(IrPassManager *pm, const char *owner, const IrOptionDef *def, IrStr text,
                        IrLoc loc, OptionValue *value);
// So that it reads back.
void ir_option_print(const IrOptionDef *def, const OptionValue *value, IrStream *out);

// ---- option_text.c ----
// Length of the quoted text that `s` begins with.
size_t ir_option_quote_length(IrStr s);
// Length of the value that `s` begins with: up to a blank outside quotes and brackets.
size_t ir_option_value_length(IrStr s);
IrStr ir_option_trim(IrStr s);
// A list without the brackets around it.
IrStr ir_option_list_content(IrStr s);
// Takes an element of a list's content; false at its end.
bool ir_option_next_element(IrStr *rest, IrStr *element);
// Without quotes around it.
const char *ir_option_unquote(IrArena *arena, IrStr s);
// Quoted where it has to be.
void ir_option_write(const char *text, bool in_list, IrStream *out);

// ---- anchors.c ----
// An error when a list runs on an op that does not exist or that no pass can run on.
IrStatus ir_pipeline_check_anchors(IrContext *ctx, const Pipeline *list);
// A pass in a nesting that held no op did nothing, which is seldom what was meant.
void ir_pipeline_warn_idle(const IrPassManager *pm, const Pipeline *list);

// ---- cut.c ----
// The passes of the pipeline in the order of its text, appended to `passes`.
void ir_pipeline_passes(const IrPassManager *pm, PassList *passes);
// The i-th as a place: `cse`, `cse#2`.
void ir_pass_place_print(const PassList *passes, size_t i, IrStream *out);
// Puts every pass of nested lists into a list of its own, so that one pass runs over all ops before
// the next one does.
void ir_pipeline_split(IrPassManager *pm);

// ---- needs.c ----
// Whether the dialects are there that the passes need.
IrStatus ir_pipeline_check_needs(IrContext *ctx, const Pipeline *list);
// The same of dialects that plugins' dialects depend on.
IR_CHECKED IrStatus ir_dialects_check_depends(IrContext *ctx);

// ---- nested.c ----
// Runs the pipeline on `module` with everything of `pm` set up.
IrStatus ir_pipeline_run(IrPassManager *pm, IrOp *module);

// ---- Instrumentations that come with the options of a run ----
// dump.c: the IR before and after passes, to a stream.
typedef struct IrDumper {
  const IrPassOptions *options;
} IrDumper;
void ir_dump_instrument(IrPassManager *pm, IrDumper *dumper);
// dump_tree.c: one numbered file a pass; numbers go on from run to run.
void ir_dump_tree_instrument(IrPassManager *pm);
// actions.c: runs of passes as steps for those who watch the context; `running` is its state.
void ir_actions_instrument(IrPassManager *pm, IrAction *running);
// debug.c: the debug channel `pass`.
void ir_debug_instrument(IrPassManager *pm);
// dump_phases.c: the whole module after every pass, to go on from; numbers go on as well.
void ir_dump_phases_instrument(IrPassManager *pm);
// Says which pass left `op` invalid, and where to see what it was before.
void ir_dump_note_invalid(const IrPassManager *pm, const char *pass, const IrOp *op);
// dump_scope.c: what a dump shows, the op or the module around it, by the filter of names.
enum { IR_DUMP_ELIDE_ABOVE = 16 }; // elements of a constant, unless the options say
// Whether the filter lets anything of it through.
bool ir_dump_shows(const IrPassOptions *options, const IrPassEvent *event);
// Warns of names in the filter that no symbol has.
void ir_dump_check_filter(IrStr filter, IrOp *module);
// `whole`: with all elements of constants, so that the text can be read again.
void ir_dump_print(const IrPassOptions *options, const IrPassEvent *event, bool whole,
                   IrStream *out);
// Changes when what is shown does.
uint64_t ir_dump_fingerprint(const IrPassOptions *options, const IrPassEvent *event);
// The name of a symbol, or nothing.
IrStr ir_dump_symbol(const IrOp *op);
// dump_rename.c: the old text with numbered values called as in the new one, so that a difference
// is no matter of numbers; those that are gone get a prime: %7'.
void ir_dump_rename(IrStr old_text, IrStr new_text, IrStream *out);
// dump_file.c: mkdir -p, a file in a directory, and parts of its name.
IrStatus ir_dump_make_dir(IrContext *ctx, const char *dir);
IrStatus ir_dump_write_file(IrContext *ctx, const char *dir, IrStr name, IrStr text);
// The same in two parts: gives 0 or the errno that the other one reports.
int ir_dump_try_file(const char *dir, IrStr name, IrStr text);
IrStatus ir_dump_cannot_write(IrContext *ctx, const char *dir, IrStr name, int error);
void ir_dump_write_number(unsigned n, IrStream *out);
void ir_dump_write_name(IrStr name, IrStream *out);

// ---- run.c ----
// A callback of `at` has failed: says so when it has not done so itself since there were so many
// `errors`.
IrStatus ir_instrumentation_failed(IrContext *ctx, const IrInstrumentation *at, IrLoc loc,
                                   size_t errors);

// ---- timing.c ----
// Gives the items timers under that of the options, or takes them away.
void ir_pass_timers_make(IrPassManager *pm);

#endif
