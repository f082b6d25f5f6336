// Loops: what passes ask that do not know the dialect.
//
//   static IrRegion *body(const IrOp *op) { return ir_op_region(op, 0); }
//   static const IrLoopInterface my_loop = {.size = sizeof(IrLoopInterface), .body = body};
//   ...  INTERFACES(IFACE(ir_loop_interface, my_loop))
#ifndef IR_INTERFACES_LOOP_H
#define IR_INTERFACES_LOOP_H

#include "ir/core/opdef.h"

// A bound: a value, or the number when `value` is NULL.
typedef struct IrBound {
  IrValue *value;
  int64_t number;
} IrBound;

// Counts from `lower` up to, not including, `upper`, compared as signed numbers; `step` is
// positive.
typedef struct IrLoopBounds {
  IrBound lower, upper, step;
} IrLoopBounds;

typedef struct IrLoopInterface {
  uint32_t size;                     // sizeof(IrLoopInterface)
  IrRegion *(*body)(const IrOp *op); // runs any number of times, also none
  // The loop's count; false when it has none.  NULL: none has.
  bool (*bounds)(const IrOp *op, IrLoopBounds *bounds);
  // The argument that counts; NULL when there is none.
  IrValue *(*induction)(const IrOp *op);
  // The op before which invariant ops go; NULL: the loop itself.
  IrOp *(*hoist_before)(IrOp *op);
  // For a loop of several regions: number `i` of those that run any number of times; NULL when
  // there are fewer.  NULL: only `body` does.
  IrRegion *(*region)(const IrOp *op, size_t i);
} IrLoopInterface;
extern IR_API const IrInterface ir_loop_interface;

IR_API bool ir_op_is_loop(const IrOp *op);
// For loops only.
IR_API IrRegion *ir_loop_body(const IrOp *loop);
// for (size_t i = 0; (region = ir_loop_region(loop, i)); i++)
IR_API IrRegion *ir_loop_region(const IrOp *loop, size_t i);
IR_API bool ir_loop_bounds(const IrOp *loop, IrLoopBounds *bounds);
IR_API IrValue *ir_loop_induction(const IrOp *loop); // or NULL
// The innermost loop around `op` in `root` (NULL: anywhere), or NULL.
IR_API IrOp *ir_loop_around(const IrOp *op, const IrOp *root);
// Whether `value` is there before the loop runs, so that it is the same in every iteration.
IR_API bool ir_loop_is_outside(const IrOp *loop, const IrValue *value);
// Moves `op`, which is inside, to where invariant ops go.
IR_API void ir_loop_hoist(IrOp *loop, IrOp *op);
// How often the body runs, when the bounds are constant; false when that is not known.
IR_API bool ir_loop_trip_count(const IrOp *loop, uint64_t *count);

#endif
