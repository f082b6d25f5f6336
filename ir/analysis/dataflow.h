// Data-flow analyses: what is known of every value, or at every point, of an op and all inside it.
//
// An analysis is a lattice and a transfer function.  The solver does the rest: it goes along the
// branches, regions and calls that ops tell of by their interfaces, only where control may get to,
// until nothing changes.  Which values are even, in one file:
//
//   typedef struct Parity { uint8_t may_be; } Parity;            // EVEN = 1, ODD = 2; zero:
//   nothing yet static bool join(const IrDataflow *flow, const IrValue *value, void *to, const void
//   *from) {
//     uint8_t old = ((Parity *)to)->may_be;
//     return (((Parity *)to)->may_be |= ((const Parity *)from)->may_be) != old;
//   }
//   static void top(const IrDataflow *flow, const IrValue *value, void *state) {
//     ((Parity *)state)->may_be = EVEN | ODD;
//   }
//   static bool transfer(IrDataflow *flow, IrOp *op, const void *const *in, void *const *out) {
//     if (!IS(op, arith_muli)) return false;                     // anything: the solver asks `top`
//     const Parity *a = in[0], *b = in[1];
//     ((Parity *)out[0])->may_be = ...;
//     return true;
//   }
//   const IrDataflowDef parity = {.size = sizeof parity, .name = "parity", .kind =
//   IR_DATAFLOW_SPARSE,
//                                 .state_size = sizeof(Parity), .join = join, .top = top,
//                                 .transfer = transfer};
//
//   IrDataflow *flow = ir_dataflow_create(func);
//   ir_dataflow_add(flow, &parity);
//   ir_dataflow_run(flow);
//   const Parity *p = ir_dataflow_value(flow, &parity, value);   // NULL, zero bytes, or what is
//   known ir_dataflow_destroy(flow);
//
// States lie in one array by number of value, so they cost their own size and nothing more. Several
// analyses in one solver know of each other by ir_dataflow_value; those that know constants say so
// (`constant`), and then branches on constants are followed one way only.  Backward analyses run
// after forward ones and may ask them.
//
// What is unknown is taken to be anything: arguments of ops whose callers are not all known,
// results of ops that no interface explains, values that come from outside.  Which callers are
// known: those of private symbols, and of nested ones where all their uses are inside, if nothing
// but calls refers to them.  docs/dataflow.md has more.
#ifndef IR_ANALYSIS_DATAFLOW_H
#define IR_ANALYSIS_DATAFLOW_H

#include "ir/core/opdef.h"
#include "ir/support/arena.h"

typedef struct IrDataflow IrDataflow; // the solver: one op, its analyses and their states

typedef enum IrDataflowKind {
  IR_DATAFLOW_SPARSE,          // a state for each value, from operands to results
  IR_DATAFLOW_SPARSE_BACKWARD, // a state for each value, from results to operands
  IR_DATAFLOW_DENSE,           // a state at each point, from before an op to after it
  IR_DATAFLOW_DENSE_BACKWARD,  // a state at each point, from after an op to before it
} IrDataflowKind;

// What an analysis knows of a value as a constant.
typedef enum IrDataflowConstant {
  IR_DATAFLOW_NOT_YET, // no value has arrived
  IR_DATAFLOW_CONSTANT,
  IR_DATAFLOW_VARIES,
} IrDataflowConstant;

// A state is `state_size` bytes, all of them zero as long as nothing has arrived.  It may point
// into ir_dataflow_arena.
typedef struct IrDataflowDef {
  uint32_t size; // sizeof(IrDataflowDef)
  const char *name;
  IrDataflowKind kind;
  uint32_t state_size;
  // Makes `*to` say what holds of both; whether that changed it.  A state may change only so often:
  // a lattice with long chains looks at `value` (NULL in a dense analysis) and takes a leap.
  bool (*join)(const IrDataflow *flow, const IrValue *value, void *to, const void *from);
  // What holds of any value or point (`value` NULL).  Backward: of a value that goes where nobody
  // looks, and of the point behind the end.
  void (*top)(const IrDataflow *flow, const IrValue *value, void *state);
  // What an op does.  `in` are the states of its operands, or before the op; `out`, zero, is for
  // its results, or after it; backward the other way around.  False: anything (`top`).  Not called
  // where control and values go by interfaces, nor, unless `partial`, while some of `in` is zero in
  // a sparse analysis; for a call it is called when the callee is unknown.  It may ask for
  // states by the functions below, and is called again when those change.
  bool (*transfer)(IrDataflow *flow, IrOp *op, const void *const *in, void *const *out);
  bool partial;
  // Sparse forward: an argument that a region branch op gives its region by itself, as a loop its
  // counter.  Sparse backward: an operand (by use) that steers control and is handed to nobody, as
  // a branch's condition.  NULL: `top`.
  void (*own_value)(IrDataflow *flow, IrOp *op, const IrValue *value, void *state);
  // Sparse forward: what the state says of a value as a constant, by which branches are followed.
  // NULL: nothing.
  IrDataflowConstant (*constant)(const IrValue *value, const void *state, IrAttr *constant);
} IrDataflowDef;

// Of what is inside `root`.  Ops, blocks and branches must stand still until ir_dataflow_run is
// done; after that states are those of the IR as it was.
IR_API IrDataflow *ir_dataflow_create(IrOp *root);
IR_API void ir_dataflow_destroy(IrDataflow *flow);
// Before the run; the same once.  `def` must live as long as the solver.
IR_API void ir_dataflow_add(IrDataflow *flow, const IrDataflowDef *def);
IR_API void ir_dataflow_run(IrDataflow *flow);
IR_API IrOp *ir_dataflow_root(const IrDataflow *flow);
IR_API IrArena *ir_dataflow_arena(IrDataflow *flow);   // goes with the solver
IR_API IrArena *ir_dataflow_scratch(IrDataflow *flow); // emptied after each op that is visited

// States.  NULL where the analysis has none: it was not added, or the value, op or block is not
// inside the root or was made after the run.
IR_API const void *ir_dataflow_value(IrDataflow *flow, const IrDataflowDef *def,
                                     const IrValue *value);
IR_API const void *ir_dataflow_before(IrDataflow *flow, const IrDataflowDef *def, const IrOp *op);
IR_API const void *ir_dataflow_after(IrDataflow *flow, const IrDataflowDef *def, const IrOp *op);
// At the start of a block.
IR_API const void *ir_dataflow_start(IrDataflow *flow, const IrDataflowDef *def,
                                     const IrBlock *block);
// What any of the analyses knows of a value as a constant.
IR_API IrDataflowConstant ir_dataflow_constant(IrDataflow *flow, const IrValue *value,
                                               IrAttr *constant);

// Dead code: whether control may get to a block, and along edge `i` of a terminator.
IR_API bool ir_dataflow_is_live(const IrDataflow *flow, const IrBlock *block);
IR_API bool ir_dataflow_edge_is_live(IrDataflow *flow, IrOp *terminator, size_t i);
// Whether all callers of a callable are inside the root; then those that control may get to.
IR_API bool ir_dataflow_callers(const IrDataflow *flow, const IrOp *callable, IrOp *const **callers,
                                size_t *n);

// To be called before an op is erased, with everything in it, while the states are still asked for:
// another op may come to lie at its address.
IR_API void ir_dataflow_forget(IrDataflow *flow, IrOp *op);

#endif
