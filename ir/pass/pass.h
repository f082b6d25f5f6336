// Passes: declared in one table entry, run by the pass manager (pass_manager.h).
//
//   passes/tile/passes.def:
//     PASS(tile_pipeline, "tile-pipeline",
//          SUMMARY("Software-pipeline loops that feed tensor-core ops.")
//          ANCHOR("tile.kernel")
//          OPTIONS(OPT_INT(stages, 3, "number of pipeline stages") OPT_BOOL(async, true, "..."))
//          STATS(STAT(pipelined, "loops pipelined"))
//          RUN(tile_pipeline_run))
//
//   static IrStatus tile_pipeline_run(IrPassRun *run, IrOp *op) {
//     const struct tile_pipeline_decl *self = run->decl;    self->options.stages is an int64_t
//     self->stats->pipelined++;                             counted per run, summed by the manager
//
// In text an option is written with `-` where its member has `_`; both are understood.
//
// Readings (ir/pass/passdef_begin.inc): IR_PASSDEF_DECLARE, IR_PASSDEF_DEFINE, IR_PASSDEF_LIST.
#ifndef IR_PASS_PASS_H
#define IR_PASS_PASS_H

#include "ir/edit/rewriter.h"
#include "ir/support/arena.h"

typedef enum IrOptionKind { IR_OPTION_INT, IR_OPTION_BOOL, IR_OPTION_STRING } IrOptionKind;

typedef struct IrOptionDef {
  const char *name, *help;
  IrOptionKind kind;
  int64_t default_int;
  const char *default_string;
} IrOptionDef;

typedef struct IrStatDef {
  const char *name, *help;
} IrStatDef;

typedef struct IrPassRun {
  IrContext *ctx;
  const void *decl; // struct <pass>_decl: option values, then a pointer to the counters
  IrArena *scratch; // emptied after the run
} IrPassRun;

typedef struct IrPassDef {
  uint32_t size; // sizeof(IrPassDef)
  const char *name, *summary, *doc;
  const char *anchor;         // op name it runs on; NULL: any isolated op
  const IrOptionDef *options; // {0}-terminated or NULL
  const IrStatDef *stats;
  IrStatus (*run)(IrPassRun *run, IrOp *op);
} IrPassDef;

// Expands a named pipeline: the text of the passes it stands for, options substituted.  Writes to
// `out`; `value(user, name)` gives an option's text.
typedef struct IrPipelineDef {
  uint32_t size;
  const char *name, *summary;
  const IrOptionDef *options;
  IrStatus (*expand)(IrContext *ctx, const char *(*value)(void *user, const char *name), void *user,
                     IrStream *out);
} IrPipelineDef;

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
