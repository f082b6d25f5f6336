// Who calls whom: a node for each callable with a body, edges for the calls in it.
//
// A callable inside another one is a node of its own.  The graph is what calls say when it is made;
// it does not follow changes, but the ops may change as long as callables stay where they are.
#ifndef IR_ANALYSIS_CALL_GRAPH_H
#define IR_ANALYSIS_CALL_GRAPH_H

#include "ir/core/opdef.h"

typedef struct IrCallGraph IrCallGraph;

typedef struct IrCallNode {
  IrOp *callable;
  const uint32_t *callees; // numbers of nodes, each once, in the order of their first calls
  size_t num_callees;
  bool calls_unknown; // also something without a body here, or that no symbol names
} IrCallNode;

// Callables that call each other in a circle, or one alone: `n` nodes from `at` on.
typedef struct IrCallComponent {
  const uint32_t *at;
  size_t n;
} IrCallComponent;

// Of the callables inside `root`.
IR_API IrCallGraph *ir_call_graph_create(IrOp *root);
IR_API void ir_call_graph_destroy(IrCallGraph *graph);
IR_API size_t ir_call_graph_size(const IrCallGraph *graph);
IR_API const IrCallNode *ir_call_graph_node(const IrCallGraph *graph, size_t i); // program order
// The number of a callable's node; SIZE_MAX when it has none.
IR_API size_t ir_call_graph_number(const IrCallGraph *graph, const IrOp *callable);
// The number of the callable inside which `op` stands (or that it is); SIZE_MAX when there is none.
IR_API size_t ir_call_graph_around(const IrCallGraph *graph, const IrOp *op);
// The op that `symbol` names, looked up outwards from `op`, or NULL; one hash lookup a table.
IR_API IrOp *ir_call_graph_resolve(const IrCallGraph *graph, IrOp *op, IrAttr symbol);
// Whether a call in `from` names `to`.
IR_API bool ir_call_graph_calls(const IrCallGraph *graph, size_t from, size_t to);
// Components, each after those that it calls; for a root in program order.
IR_API size_t ir_call_graph_num_components(const IrCallGraph *graph);
IR_API IrCallComponent ir_call_graph_component(const IrCallGraph *graph, size_t i);
IR_API void ir_call_graph_print(const IrCallGraph *graph, IrStream *out);

#endif
