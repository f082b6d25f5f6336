// print-callgraph: what the analysis of that name finds, to standard error.
#include "ir/analysis/call_graph.h"
#include "passes/generic/generic.h"

IrStatus print_callgraph_run(IrPassRun *run, IrOp *op) {
  IrStream out = {0};
  ir_call_graph_print(ir_analysis_get(run, &ir_call_graph_analysis, op), &out);
  ir_say(run->ctx, ir_stream_str(&out));
  ir_stream_free(&out);
  return IR_OK;
}
