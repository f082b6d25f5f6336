// Analyses: what is computed from an op and kept until a pass changes it.
//
//   static IrStatus run(IrPassRun *run, IrOp *op) {
//     IrDominance *dom = ir_analysis_get(run, &ir_dominance_analysis, op);
//     ...
//     if (only_ops_went) ir_pass_preserve(run, &ir_dominance_analysis);
//
// The pass manager computes an analysis when it is first asked for and gives the same result again
// until a pass on the op, or on one inside it, has run that neither preserves it nor changed
// nothing (ir_pass_preserve_all; PRESERVES and PRESERVES_ALL in the pass's table).  A result lives
// at least as long as the run of the pass that got it, but it is true of the IR only as the pass
// found it: a pass that changes the op keeps the result up to date itself, or drops it.
//
// Whose analyses a pass may ask for: those of its own op, of ops inside it, and of ops around it
// if they are `shallow`.  An op inside that is erased takes its analyses with it only after the
// pass; until then, ask for no analysis of an op made in its place.
#ifndef IR_PASS_ANALYSIS_H
#define IR_PASS_ANALYSIS_H

#include "ir/pass/pass.h"

// What a pass left as it was: whether it said so of an analysis, and whether that one is kept.
typedef struct IrPreserved IrPreserved;
IR_API bool ir_is_listed(const IrPreserved *preserved, const IrAnalysisDef *def);
IR_API bool ir_is_preserved(const IrPreserved *preserved, const IrAnalysisDef *def);

// A constant of whoever defines the analysis, also in a plugin.  Its address is its identity.
struct IrAnalysisDef {
  uint32_t size;      // sizeof(IrAnalysisDef)
  const char *name;   // "dominance"
  const char *anchor; // name of the ops it is of; NULL: any
  // The result, or NULL after a diagnostic; may ask for other analyses.
  void *(*compute)(const IrPassRun *run, IrOp *op);
  void (*destroy)(void *result);
  // It depends only on the op's own attributes and on which ops stand directly inside under which
  // names, none of which a pass on an op inside changes: such passes leave it as it is, and may ask
  // for it.  Several threads then read the result at a time.
  bool shallow;
  // Whether it is kept; NULL: if the pass lists it.  One that refers to another analysis says
  // `ir_is_listed(p, &this_one) && ir_is_preserved(p, &the_other)`.
  bool (*is_preserved)(const IrPreserved *preserved);
  // Whether a kept result is what would be computed now; may be NULL.  Builds for debugging compare
  // after every pass that says to preserve it.
  bool (*equal)(void *kept, void *computed);
};

// The result for `op`, computed now if need be.  NULL after a diagnostic, when it cannot be
// computed or is not to be had from the pass's op.
IR_API void *ir_analysis_get(const IrPassRun *run, const IrAnalysisDef *def, IrOp *op);
// The result if there is one that ir_analysis_get would give, else NULL without a diagnostic.
IR_API void *ir_analysis_cached(const IrPassRun *run, const IrAnalysisDef *def, IrOp *op);
// Forgets the pass's own op's analyses and those of ops inside, from here on.
IR_API void ir_analysis_drop(const IrPassRun *run);

// The pass leaves this analysis true, or everything, for it changed nothing.  Said at any time
// during the run; without, nothing is preserved but what the pass's table lists.
IR_API void ir_pass_preserve(const IrPassRun *run, const IrAnalysisDef *def);
IR_API void ir_pass_preserve_all(const IrPassRun *run);

// IrDominance: true while no block comes or goes and no branch changes.  Read by one thread.
extern IR_API const IrAnalysisDef ir_dominance_analysis;
// IrCallGraph (ir/analysis/call_graph.h).
extern IR_API const IrAnalysisDef ir_call_graph_analysis;
// IrSymbolTable (ir/core/symbol_table.h); shallow.
extern IR_API const IrAnalysisDef ir_symbol_table_analysis;
// IrDataflow (ir/analysis/dataflow.h) with ir_constant_analysis and ir_int_range_analysis, run.
extern IR_API const IrAnalysisDef ir_int_ranges_kept;
// IrLiveness (ir/analysis/liveness.h).
extern IR_API const IrAnalysisDef ir_liveness_kept;

#endif
