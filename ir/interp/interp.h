// The interpreter core: frames, control flow, suspending and resuming an activity.
//
// An activity is one flow of control: a kernel at tile level, or a warp at thread level.  It
// carries `lanes` copies of every value: 1 at tile level, 32 for a warp.  The run-time value of an
// SSA value is a cell: lanes x elements, one after another, lane-major.  A rule, kept beside its
// op, works on whole cells, so one `arith.addf` rule serves a scalar, a tile and the lanes of a
// warp.  There is no C recursion: frames live on an explicit stack, so an activity can stop in the
// middle (a barrier) and go on later.
//
// Rules of ops with regions are state machines.  The first call has phase 0; it asks to run a
// region with ir_interp_enter and returns IR_STEP_ENTER.  When the region's terminator leaves, the
// rule is called again with phase 1, 2, ... and reads what was yielded.
//
// What a machine does (memory, barriers, asynchronous queues) is an interface declared beside the
// dialect that needs it, looked up by name; targets/cpu implements it.
#ifndef IR_INTERP_INTERP_H
#define IR_INTERP_INTERP_H

#include "ir/core/dialect.h"

// The run-time value of an SSA value.  Elements are stored in their natural width: i1 and i8 one
// byte, f16 and bf16 two, f32 and tf32 four, index eight.  Other types (memref, buffer) hold one
// descriptor struct of `element_bytes` per cell, the same for all lanes.
typedef struct IrCell {
  IrType type;
  IrType element; // element type; the type itself for descriptors
  uint32_t lanes;
  uint32_t element_bytes;
  int64_t count; // elements per lane
  void *data;    // lanes * count elements
} IrCell;

// Creates an interpreter for `root` (a kernel or function): numbers its values once.
IR_API IrInterp *ir_interp_create(IrOp *root, uint32_t lanes);
IR_API void ir_interp_destroy(IrInterp *interp);
// Sets the machine under the interface `name` ("mem", "simt").
IR_API void ir_interp_set_machine(IrInterp *interp, const char *name, const void *table,
                                  void *machine);
IR_API const void *ir_interp_machine(IrInterp *interp, const char *name, void **machine);

// Starts the activity at the entry block of region `region` of `root`; its arguments are defined by
// the caller through ir_interp_define before running.
IR_API void ir_interp_start(IrInterp *interp, size_t region);
typedef enum IrRunState { IR_RUN_DONE, IR_RUN_SUSPENDED, IR_RUN_FAILED } IrRunState;
// Runs until the end, a suspension, or an error (a located diagnostic).  `max_steps` 0: no limit.
IR_API IrRunState ir_interp_run(IrInterp *interp, uint64_t max_steps);
// What the root's terminator left with.
IR_API const IrCell *ir_interp_result(IrInterp *interp, size_t i);

// ---- For rules. ----
IR_API const IrCell *ir_interp_get(IrInterp *interp, const IrValue *value);
IR_API const IrCell *ir_interp_operand(IrInterp *interp, const IrOp *op, size_t i);
// Storage for a value of this activity, ready to be filled; reuses the previous iteration's.
IR_API IrCell *ir_interp_define(IrInterp *interp, const IrValue *value);
IR_API IrCell *ir_interp_result_cell(IrInterp *interp, const IrOp *op, size_t i);
IR_API void ir_interp_copy(IrInterp *interp, const IrValue *to, const IrCell *from);
IR_API bool ir_interp_active(IrInterp *interp, uint32_t lane); // lane takes part
IR_API uint32_t ir_interp_lanes(IrInterp *interp);
IR_API unsigned ir_interp_phase(IrInterp *interp);
// `bytes` of zeroed memory that belong to this op's frame, the same in every phase.
IR_API void *ir_interp_state(IrInterp *interp, size_t bytes);
// Yielded operand i of the region that just left (phase > 0).
IR_API const IrCell *ir_interp_yielded(IrInterp *interp, size_t i);
// Prepares entering a region; define its arguments first.  Return what it returns.
IR_API IrStep ir_interp_enter(IrInterp *interp, const IrOp *op, size_t region);
// Prepares a branch: copies `args` to the block's arguments (in parallel).
IR_API IrStep ir_interp_branch(IrInterp *interp, IrBlock *block, IrValues args);
// Leaves the region with the op's operands.
IR_API IrStep ir_interp_leave(IrInterp *interp, const IrOp *op);
// Stops until the machine resumes this activity; the op is not run again.
IR_API IrStep ir_interp_suspend(IrInterp *interp);
IR_API IrStep ir_interp_fail_args(IrInterp *interp, const IrOp *op, const char *format,
                                  const IrFmtArg *args, size_t n);
#define ir_interp_fail(interp, op, ...) \
  ir_interp_fail_args((interp), (op), IR_FMT_ARGS(__VA_ARGS__))

// Elements as numbers, whatever their storage.
IR_API double ir_cell_double(const IrCell *cell, int64_t i);
IR_API int64_t ir_cell_int(const IrCell *cell, int64_t i);
IR_API void ir_cell_set_double(IrCell *cell, int64_t i, double v); // rounds to the element type
IR_API void ir_cell_set_int(IrCell *cell, int64_t i, int64_t v);
// Bytes an element of `type` takes in a cell and in memory.
IR_API uint32_t ir_element_bytes(IrType type);

#endif
