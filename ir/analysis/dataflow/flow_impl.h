// What the solver is inside.
//
// Numbers.  Every op, value, block and edge inside the root has a number, and all tables are arrays
// by it.  An op takes as many numbers in a row as it has results or successors, at least one; so
// does a block for its arguments:
//
//   number of op          first of its numbers, kept in its `order` (which ascends in a block as
//                         `ordered` wants, so nothing is lost by it)
//   number of block       first of its numbers, kept in the block
//   number of value       that of its op or block plus its index
//
// `at[number]` says whose it is: a number found in the IR counts only if it leads back, for another
// solver may have numbered the IR since.  Then a map, made on first need, finds it.
//
// Work.  A set of numbers of ops from which the lowest is taken first (the highest, backward): so
// an op follows those it depends on, and what changes in a loop goes through its body in one sweep.
// A block that control gets to puts all its ops to the set.
#ifndef IR_ANALYSIS_DATAFLOW_FLOW_IMPL_H
#define IR_ANALYSIS_DATAFLOW_FLOW_IMPL_H

#include "ir/analysis/dataflow.h"
#include "ir/core/op_impl.h"
#include "ir/interfaces/branch.h"
#include "ir/interfaces/call.h"
#include "ir/interfaces/region_branch.h"
#include "ir/support/map.h"
#include "ir/support/vec.h"

// A set of numbers below `n` as a tree of bits: a bit of level k + 1 says that a word of level k is
// not zero.
enum { FLOW_LEVELS = 6 };
typedef struct FlowSet {
  uint64_t *level[FLOW_LEVELS];
  size_t words[FLOW_LEVELS];
  unsigned levels;
} FlowSet;

void flow_set_init(FlowSet *set, uint32_t n);
void flow_set_free(FlowSet *set);
void flow_set_add(FlowSet *set, uint32_t number);
bool flow_set_has(const FlowSet *set, uint32_t number);
bool flow_set_take_first(FlowSet *set, uint32_t *number); // false when empty
bool flow_set_take_last(FlowSet *set, uint32_t *number);

// An op that can be called.
typedef struct FlowCallable {
  IrOp *op;
  IrBlock *entry;
  bool open;       // there may be callers that nobody knows
  bool odd_return; // some terminator hands over who knows what
  IR_VEC(IrOp *) callers;
  IR_VEC(IrOp *) returns;
} FlowCallable;

// Who else is to be visited when the state of a value or point changes; by number, a list.
typedef struct FlowListener {
  uint32_t op;
  uint32_t next;
} FlowListener;

typedef struct FlowAnalysis {
  const IrDataflowDef *def;
  uint8_t *states;
} FlowAnalysis;

struct IrDataflow {
  IrOp *root;
  IrContext *ctx;
  IrArena arena, scratch; // scratch: of one visit
  IrArenaMark mark;       // its first chunk stays
  IR_VEC(uintptr_t) at;   // IrOp *, or IrBlock * plus 1; 0: behind the first of an owner's numbers
  IrPtrMap numbers;       // made when a number does not lead back
  FlowSet work;
  FlowSet live; // blocks
  FlowSet seen; // calls and returns that their callable knows of
  IR_VEC(FlowAnalysis) analyses;
  IrPtrMap callables; // of IrOp * to FlowCallable *
  bool has_table;     // some symbol table is inside
  bool ran, backward; // the phase
  uint32_t visiting;  // the op whose transfer runs, or 0
  IR_VEC(FlowListener) listeners;
  uint32_t *listeners_of; // by number, plus one; NULL: there are none
};

static inline size_t flow_count(const IrDataflow *flow) {
  return flow->at.n;
}

// ---- numbering.c ----
void flow_number(IrDataflow *flow);
uint32_t flow_number_of_other(const IrDataflow *flow, const void *owner, uintptr_t tag);

static inline uint32_t flow_op(const IrDataflow *flow, const IrOp *op) {
  if (op->order < flow->at.n && flow->at.at[op->order] == (uintptr_t)op) return op->order;
  return flow_number_of_other(flow, op, 0);
}
static inline uint32_t flow_block(const IrDataflow *flow, const IrBlock *block) {
  if (block->number < flow->at.n && flow->at.at[block->number] == (uintptr_t)block + 1)
    return block->number;
  return flow_number_of_other(flow, block, 1);
}
// 0 for a value from elsewhere.
static inline uint32_t flow_value(const IrDataflow *flow, const IrValue *value) {
  uint32_t first = ir_is_arg(value) ? flow_block(flow, ((const IrArg *)value)->block)
                                    : flow_op(flow, ir_result_op(value));
  return first ? first + ir_number(value) : 0;
}
static inline IrOp *flow_op_at(const IrDataflow *flow, uint32_t number) {
  uintptr_t at = flow->at.at[number];
  return at & 1 ? NULL : (IrOp *)at;
}

// ---- solver.c ----
// Puts an op to the work if control may get to it.
void flow_push(IrDataflow *flow, IrOp *op);
void flow_push_listeners(IrDataflow *flow, uint32_t number);
static inline bool flow_is_zero(const void *state, size_t bytes) {
  const uint8_t *at = state;
  for (size_t i = 0; i < bytes; i++)
    if (at[i]) return false;
  return true;
}
static inline void *flow_state(const FlowAnalysis *a, uint32_t number) {
  return a->states + (size_t)number * a->def->state_size;
}
void flow_reset_scratch(IrDataflow *flow);
// A zero state for the length of this visit.
void *flow_scratch(IrDataflow *flow, const FlowAnalysis *a);
// What holds of anything, for the length of this visit.
const void *flow_top(IrDataflow *flow, const FlowAnalysis *a, const IrValue *value);
// The state of a value; what holds of anything when it is from elsewhere.
const void *flow_value_state(IrDataflow *flow, const FlowAnalysis *a, const IrValue *value);
// Constants of all operands into `constants`, NULL where they vary; false when one has not arrived.
bool flow_constants(IrDataflow *flow, const IrOp *op, IrAttr *constants);
// Room for the constants of an op's operands for the length of this visit.
IrAttr *flow_constants_buffer(IrDataflow *flow, const IrOp *op);

// ---- calls.c ----
void flow_find_callables(IrDataflow *flow);
void flow_free_callables(IrDataflow *flow);
FlowCallable *flow_callable(const IrDataflow *flow, const IrOp *op); // NULL: none of ours
FlowCallable *flow_call_target(const IrDataflow *flow, IrOp *call);
// The callable of which `op` is a terminator that leaves it, or NULL.
FlowCallable *flow_callable_left_by(const IrDataflow *flow, const IrOp *op);

// ---- forward.c, backward.c ----
// Whether `op` ends a region of a region branch op, which is then its parent.
static inline bool flow_leaves_region(const IrOp *op) {
  const IrOp *parent = op->num_successors || op->next ? NULL : ir_op_parent(op);
  return parent && ir_op_is_region_branch(parent);
}
void flow_visit_forward(IrDataflow *flow, IrOp *op);
void flow_enter_root(IrDataflow *flow);
void flow_make_live(IrDataflow *flow, IrBlock *block);
void flow_run_backward(IrDataflow *flow);

#endif
