// Where analyses are kept: one node an op that has some, below that of the op a list runs on.
#ifndef IR_PASS_ANALYSIS_IMPL_H
#define IR_PASS_ANALYSIS_IMPL_H

#include "ir/pass/analysis.h"
#include "ir/support/map.h"
#include "ir/support/vec.h"

typedef struct AnalysisEntry {
  const IrAnalysisDef *def;
  void *result; // NULL: being computed
} AnalysisEntry;

// Used by the thread that works on the op, except that threads inside may read and add shallow
// analyses under the manager's lock.
typedef struct AnalysisNode {
  IrOp *op;
  struct AnalysisNode *outer; // of the op that the list around runs on, or NULL
  IR_VEC(AnalysisEntry) entries;
  IrPtrMap inner; // IrOp -> AnalysisNode, of ops at any depth inside
} AnalysisNode;

struct IrPreserved {
  bool all;
  IR_VEC(const IrAnalysisDef *) defs;
};

// How often an analysis was computed and how often an earlier result served.
typedef struct AnalysisCount {
  const IrAnalysisDef *def;
  uint64_t computed, reused;
} AnalysisCount;
typedef IR_VEC(AnalysisCount) AnalysisCounts;

AnalysisNode *ir_analyses_new(IrOp *op, AnalysisNode *outer);
void ir_analyses_free(AnalysisNode *node);
void ir_analyses_clear(AnalysisNode *node);
// Takes the node of an op inside out of `node`; a new one when there is none.
AnalysisNode *ir_analyses_take(AnalysisNode *node, IrOp *op);
// Puts it back; one without analyses goes.
void ir_analyses_put(AnalysisNode *node, AnalysisNode *inner);
// Forgets what does not survive on an op that a pass ran on; inside, all unless all is preserved.
void ir_analyses_invalidate(AnalysisNode *node, const IrPreserved *preserved);
// Forgets what passes on ops inside may have made untrue.
void ir_analyses_changed_inside(AnalysisNode *node);

void ir_analysis_counts_add(AnalysisCounts *to, const AnalysisCounts *from);
void ir_analysis_counts_print(const AnalysisCounts *counts, IrStream *out);

#endif
