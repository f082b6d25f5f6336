// What the expansion of a scheduled loop plans before it writes anything.
#ifndef PASSES_TILE_PIPELINE_EXPAND_H
#define PASSES_TILE_PIPELINE_EXPAND_H

#include "ir/edit/builder.h"
#include "passes/tile/pipeline.h"

// Ops of one stage that follow each other in a step.  Of an early stage those that do something are
// `guarded`: executed only for iterations that the loop has.
typedef struct PipelineRun {
  size_t first, n; // in `order`
  int64_t stage;
  IR_VEC(IrValue *) results; // of guarded ops, used outside of the run
} PipelineRun;

// A value that later stages use, or the loop carries: what it was in the steps before.
typedef struct PipelineWaiting {
  IrValue *value;
  int64_t stage; // that computes it; of a carried value, the first that uses it
  int64_t depth; // stages from there to the last use
  bool carried;
  IrValue *now[PIPELINE_MAX_STAGE + 1]; // for stage `stage + i`; of a computed value from 1 on
  IrValue *next;                        // what the step under way has made of it
} PipelineWaiting;

typedef struct PipelinePlan {
  Pipeline *p;
  int64_t last;
  bool peeled;    // the last iteration stands behind the loop, so that no branch stands in it
  bool in_branch; // all of it, so that no guard is needed
  bool used[PIPELINE_MAX_STAGE + 1]; // stages that ops or carried values are in
  const PipelineOp **order;          // ops by their place in a step
  bool *guarded;                     // by number of the op
  IR_VEC(PipelineRun) runs;
  IR_VEC(PipelineWaiting) waiting;
} PipelinePlan;

// Fails with a message where a guarded op gives what cannot be carried out of its guard.
IR_CHECKED IrStatus pipeline_plan(PipelinePlan *plan, Pipeline *p);
void pipeline_plan_free(PipelinePlan *plan);

#endif
