// What the registry, the pipeline parser and the pass manager share.
#ifndef IR_PASS_PASS_IMPL_H
#define IR_PASS_PASS_IMPL_H

#include "ir/pass/pass_manager.h"
#include "ir/support/map.h"
#include "ir/support/vec.h"

typedef struct IrPassRegistry {
  IrStrMap pass_by_name, pipeline_by_name;
  IR_VEC(const IrPassDef *) passes;
  IR_VEC(const IrPipelineDef *) pipelines;
  bool sorted;
} IrPassRegistry;

IrPassRegistry *ir_pass_registry(IrContext *ctx);

// The value of one option as text and as what the pass sees.
typedef struct OptionValue {
  bool given;
  const char *text; // NULL when it is the default
  int64_t number;   // of an integer or a bool
} OptionValue;

typedef struct Pipeline Pipeline;

// A pass with its options, or a nested list.
typedef struct PipelineItem {
  const IrPassDef *pass; // NULL: `nested` is set
  OptionValue *options;  // one per option of the pass
  uint64_t *stats;       // one per counter
  void *decl;            // struct <pass>_decl, built from the two
  double seconds;
  uint64_t runs;
  Pipeline *nested;
  bool implicit; // a nesting that the text did not spell
} PipelineItem;

struct Pipeline {
  const char *anchor; // NULL: any op
  IR_VEC(PipelineItem) items;
};

struct IrPassManager {
  IrContext *ctx;
  IrArena arena; // pipelines, option texts, decls
  Pipeline *root;
  IrArena scratch; // handed to passes
  IR_VEC(IrPassTime) times;
  const IrPassOptions *options; // while running
  IrOp *module;
  unsigned dumps; // files written to tree_dir
  double verify_seconds;
};

// ---- options.c ----
IrLoc ir_loc_plus(IrLoc loc, size_t offset); // a place further on in the same buffer
// Parses `a=1 b=x` (without braces) against `defs`; `loc` is the place of the text.
IrStatus ir_pass_options_parse(IrPassManager *pm, const char *owner, const IrOptionDef *defs,
                               IrStr text, IrLoc loc, OptionValue *values);
size_t ir_pass_options_count(const IrOptionDef *defs);
OptionValue *ir_pass_options_new(IrPassManager *pm, const IrOptionDef *defs);
bool ir_pass_option_is(const IrOptionDef *def, IrStr name);
// `{a=1}` of what differs from the defaults; nothing when nothing does.
void ir_pass_options_print(const IrOptionDef *defs, const OptionValue *values, IrStream *out);
// Builds struct <pass>_decl of an item.
void ir_pass_build_decl(IrPassManager *pm, PipelineItem *item);

// ---- pipeline.c ----
Pipeline *ir_pipeline_new(IrPassManager *pm, const char *anchor);
void ir_pipeline_free(Pipeline *pipeline);
// Appends what `text` says to `into`.
IrStatus ir_pipeline_parse(IrPassManager *pm, Pipeline *into, IrStr text, IrLoc loc);
IrStatus ir_pipeline_add(IrPassManager *pm, Pipeline *into, IrStr name, IrLoc loc, IrStr options,
                         IrLoc options_loc, unsigned depth);

// ---- instrument.c ----
void ir_dump_before(IrPassManager *pm, const PipelineItem *item, IrOp *op);
void ir_dump_after(IrPassManager *pm, const PipelineItem *item, IrOp *op, bool changed,
                   bool failed);
IrStatus ir_dump_to_tree(IrPassManager *pm, const PipelineItem *item, IrOp *op);
// Makes the directory and writes what comes in.
IrStatus ir_dump_open_tree(IrPassManager *pm, IrOp *module);
void ir_pass_statistics_print(const Pipeline *root, IrStream *out);
// Changes when anything in `op` does, with overwhelming probability.
uint64_t ir_op_fingerprint(IrOp *op);

#endif
