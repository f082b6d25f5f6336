// Region branches: ops that pass control and values between themselves and their regions.
//
// A point is a region's number, or IR_PARENT: the op itself, before its regions run (as a source)
// or after (as a target).  For scf.for with body 0:
//
//   from IR_PARENT  to 0          initArgs           become  the body's arguments after the counter
//   from IR_PARENT  to IR_PARENT  initArgs           become  the results (no iteration)
//   from 0          to 0          what yield gives   become  the body's arguments after the counter
//   from 0          to IR_PARENT  what yield gives   become  the results
//
// The verifier checks number and types along every edge.
#ifndef IR_INTERFACES_REGION_BRANCH_H
#define IR_INTERFACES_REGION_BRANCH_H

#include "ir/core/opdef.h"

#define IR_PARENT SIZE_MAX
#define IR_NO_POINT (SIZE_MAX - 1)
enum { IR_MAX_POINTS = 8 }; // what `targets` may write; ops with more of them have `target`

typedef struct IrRegionBranchInterface {
  uint32_t size; // sizeof(IrRegionBranchInterface)
  // Points that control may reach next from `from`, written to `to`; gives their number.  NULL in
  // an op that has `target`.
  size_t (*targets)(const IrOp *op, size_t from, size_t to[IR_MAX_POINTS]);
  // Operands that go to `to`: of `op` itself on entry (`at` == op), else of `at`, the terminator
  // that leaves a region.  NULL: none on entry, all of a terminator.
  IrRun (*operands)(const IrOp *op, const IrOp *at, size_t to);
  // What receives them: results of the op for IR_PARENT, else arguments of region `to`'s first
  // block.  NULL: all of them.
  IrRun (*inputs)(const IrOp *op, size_t to);
  // Point number `i` that control may reach next from `from`; IR_NO_POINT when there are fewer.
  size_t (*target)(const IrOp *op, size_t from, size_t i);
  // The one point reached from IR_PARENT when operand k is the constant `constants[k]` (NULL:
  // unknown); IR_NO_POINT when several may be.  NULL: always several.
  size_t (*entered)(const IrOp *op, const IrAttr *constants);
  // The same from `at`, a terminator that leaves a region, when operand k of it is `constants[k]`.
  size_t (*left)(const IrOp *op, const IrOp *at, const IrAttr *constants);
} IrRegionBranchInterface;
extern IR_API const IrInterface ir_region_branch_interface;

// Whether the op has the interface; the others are only for ops that do.
IR_API bool ir_op_is_region_branch(const IrOp *op);
// for (size_t i = 0, to; (to = ir_region_branch_target(op, from, i)) != IR_NO_POINT; i++)
IR_API size_t ir_region_branch_target(const IrOp *op, size_t from, size_t i);
// The first IR_MAX_POINTS of them, and how many these are; for ops known to have no more.
IR_API size_t ir_region_branch_targets(const IrOp *op, size_t from, size_t to[IR_MAX_POINTS]);
IR_API size_t ir_region_branch_entered(const IrOp *op, const IrAttr *constants);
// The one point that `at` (`op` itself on entry, else a terminator that leaves a region) goes to
// for these constants, or IR_NO_POINT when it may be any of its targets; `constants` may be NULL.
IR_API size_t ir_region_branch_taken(const IrOp *op, const IrOp *at, const IrAttr *constants);
// Where `at` comes from: IR_PARENT for `op` itself, else its region.
IR_API size_t ir_region_branch_point(const IrOp *op, const IrOp *at);
// The operands of `at` that go to `to`, by number and as values.
IR_API IrRun ir_region_branch_handed(const IrOp *op, const IrOp *at, size_t to);
IR_API IrValues ir_region_branch_operands(const IrOp *op, const IrOp *at, size_t to);
IR_API IrRun ir_region_branch_inputs(const IrOp *op, size_t to);
// Input number `i` of those that ir_region_branch_inputs counts: a result or a block argument.
IR_API IrValue *ir_region_branch_input(const IrOp *op, size_t to, size_t i);
// Whether region `i` can run more than once each time the op does.
IR_API bool ir_region_branch_repeats(const IrOp *op, size_t i);

#endif
