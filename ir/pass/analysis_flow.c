// The kept forms of data-flow analyses and of liveness.
#include "ir/analysis/constants.h"
#include "ir/analysis/int_range.h"
#include "ir/analysis/liveness.h"
#include "ir/pass/analysis.h"

static void *compute_ranges(const IrPassRun *run, IrOp *op) {
  (void)run;
  IrDataflow *flow = ir_dataflow_create(op);
  ir_dataflow_add(flow, &ir_constant_analysis);
  ir_dataflow_add(flow, &ir_int_range_analysis);
  ir_dataflow_run(flow);
  return flow;
}

static void destroy_flow(void *flow) {
  ir_dataflow_destroy(flow);
}

const IrAnalysisDef ir_int_ranges_kept = {.size = sizeof(IrAnalysisDef),
                                          .name = "int-ranges",
                                          .compute = compute_ranges,
                                          .destroy = destroy_flow};

static void *compute_liveness(const IrPassRun *run, IrOp *op) {
  (void)run;
  return ir_liveness_create(op);
}

static void destroy_liveness(void *liveness) {
  ir_liveness_destroy(liveness);
}

const IrAnalysisDef ir_liveness_kept = {.size = sizeof(IrAnalysisDef),
                                        .name = "liveness",
                                        .compute = compute_liveness,
                                        .destroy = destroy_liveness};
