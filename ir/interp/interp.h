// The interpreter core: frames, control flow, suspending and resuming an activity.
//
// An activity is one flow of control: a kernel at tile level, or a warp at thread level.  It
// carries `lanes` copies of every value: 1 at tile level, 32 for a warp.  The run-time value of an
// SSA value is a cell: lanes x elements, one after another, lane-major.  A rule, kept beside its
// op, works on whole cells, so one `arith.addf` rule serves a scalar, a tile and the lanes of a
// warp.  There is no C recursion: frames live on an explicit stack, so an activity can stop in the
// middle (a barrier) and go on later.
//
// Before it runs, a function or kernel is numbered once: every value gets a dense number, every
// block an array of instructions with the numbers of their operands.  A call has cells of its own
// (an activation); a region op shares its function's.  Ops with trait IR_CONSTANT_LIKE are executed
// once per activation and skipped afterwards.
//
// Lanes of a warp may go different ways.  Every frame has the lanes that execute it as a mask;
// paths that wait for their turn, or for the others where ways meet, are kept on a stack
// (paths.c).  A rule computes whole cells, and afterwards lanes that are not active get their old
// values back (lanes.c).  A rule with regions lets some of the lanes enter with ir_interp_narrow.
// One path runs at a time: one that waits keeps the other lanes of the warp waiting.
//
// Rules of ops with regions are phase machines.  The first call has phase 0; it asks to run a
// region with ir_interp_enter and returns what that returned.  When the region's terminator leaves
// (or a region that needs none ends), the rule is called again with phase 1, 2, ... and reads what
// was yielded.
//
// What a machine does (memory, barriers, asynchronous queues) is an interface declared beside the
// dialect that needs it, looked up by name; targets/cpu implements it.
//
// An interpreter belongs to one thread.  Rules create no types and attributes and change no IR, so
// several interpreters may run the same IR at the same time.
#ifndef IR_INTERP_INTERP_H
#define IR_INTERP_INTERP_H

#include "ir/core/dialect.h"
#include "ir/interp/element.h"

// Values of other types than numbers and shaped numbers (memref, buffer, function) are descriptors
// of up to that many bytes, one per cell, the same for all lanes.  Lanes for which it would be
// another one fail when they use it.
enum { IR_DESCRIPTOR_BYTES = 192 };

// The run-time value of an SSA value.  Elements are stored in their natural width: i1 and i8 one
// byte, f16 and bf16 two, f32 and tf32 four, index eight.
typedef struct IrCell {
  IrType type;
  IrType element; // element type; the type itself for descriptors
  uint32_t lanes; // 1 for descriptors
  uint32_t element_bytes;
  int64_t count;    // elements per lane
  void *data;       // lanes * count elements
  uint64_t holders; // lanes that a descriptor is meant for; the core looks after it
} IrCell;

enum { IR_MAX_LANES = 64 };

// Creates an interpreter for `root` (a kernel or function) and numbers its values.
IR_API IrInterp *ir_interp_create(IrOp *root, uint32_t lanes);
// The same for the root of `with`, sharing how it is numbered; both are one thread's, and have as
// many lanes.  Executions are counted together.
IR_API IrInterp *ir_interp_create_like(IrInterp *with);
IR_API void ir_interp_destroy(IrInterp *interp);
// Sets the machine under the interface `name` ("mem", "tile").
IR_API void ir_interp_set_machine(IrInterp *interp, const char *name, const void *table,
                                  void *machine);
// Its table, or NULL when none is set.
IR_API const void *ir_interp_machine(IrInterp *interp, const char *name, void **machine);

// Starts the activity at the entry block of region `region` of `root`; the caller fills the cells
// of its arguments with ir_interp_define before running.  May be started again when it has ended.
IR_API void ir_interp_start(IrInterp *interp, size_t region);
typedef enum IrRunState {
  IR_RUN_DONE,
  IR_RUN_SUSPENDED, // by ir_interp_suspend
  IR_RUN_FAILED,
  IR_RUN_RETRIES, // by ir_interp_retry
  IR_RUN_PAUSED,  // its slice is over
} IrRunState;
// Runs until the end, a suspension, or an error (a located diagnostic).  `max_steps` ops are
// executed at most since the start, 0: no limit.
IR_API IrRunState ir_interp_run(IrInterp *interp, uint64_t max_steps);
// Makes ir_interp_run pause after `steps` ops, to give others a turn; 0: never.
IR_API void ir_interp_set_slice(IrInterp *interp, uint64_t steps);
// The op that is executed next, or waits; NULL at the end.
IR_API const IrOp *ir_interp_position(const IrInterp *interp);
// Calls `visit` for each group of lanes that wait while others run: for their turn, or for the
// others, at the op that they go on with.
IR_API void ir_interp_visit_waiting(IrInterp *interp,
                                    void (*visit)(void *user, const IrOp *op, uint64_t lanes),
                                    void *user);
// The lanes that have not left the root.
IR_API uint64_t ir_interp_live(const IrInterp *interp);
// What the root's terminator left with.
IR_API size_t ir_interp_num_results(IrInterp *interp);
IR_API const IrCell *ir_interp_result(IrInterp *interp, size_t i);
// Ops executed since the start.
IR_API uint64_t ir_interp_steps(const IrInterp *interp);
// With `keep`, a failure is kept instead of emitted, for interpreters on several threads, whose
// errors their owner emits in order with ir_interp_emit_error.
IR_API void ir_interp_keep_error(IrInterp *interp, bool keep);
IR_API void ir_interp_emit_error(IrInterp *interp);
IR_API bool ir_interp_has_failed(const IrInterp *interp);

// ---- For rules. ----
IR_API const IrCell *ir_interp_get(IrInterp *interp, const IrValue *value);
// Operand i of the op being executed.
IR_API const IrCell *ir_interp_operand(IrInterp *interp, const IrOp *op, size_t i);
// Storage for a value of this activity, ready to be filled; reuses the previous iteration's.
IR_API IrCell *ir_interp_define(IrInterp *interp, const IrValue *value);
// The same for result i of the op being executed.
IR_API IrCell *ir_interp_result_cell(IrInterp *interp, const IrOp *op, size_t i);
// Copies `from`, a cell of the same type.
IR_API void ir_interp_copy(IrInterp *interp, const IrValue *to, const IrCell *from);
// Makes result `result` of the op being executed a copy of operand `operand`, of the same type, for
// the rule to change.  Where nobody reads the operand afterwards it takes its storage instead.
IR_API IrCell *ir_interp_take(IrInterp *interp, const IrOp *op, size_t result, size_t operand);
IR_API uint32_t ir_interp_lanes(IrInterp *interp);
IR_API unsigned ir_interp_phase(IrInterp *interp);
// `bytes` of memory that belong to this execution of the op, zeroed in phase 0 and the same in
// every later phase.
IR_API void *ir_interp_state(IrInterp *interp, size_t bytes);
// `bytes` of memory that rules share under a name: zeroed, and the same until the activity is
// started again or the interpreter goes, when `destroy` is called with it.
IR_API void *ir_interp_own(IrInterp *interp, const char *name, size_t bytes,
                           void (*destroy)(void *memory));
// Memory for the duration of one call of a rule; not zeroed.
IR_API void *ir_interp_scratch(IrInterp *interp, size_t bytes);
// Operands of the terminator of the region that just left (phase > 0).
IR_API size_t ir_interp_num_yielded(IrInterp *interp);
IR_API const IrCell *ir_interp_yielded(IrInterp *interp, size_t i);
// Copies `n` cells to the block's arguments from `first` on, all at once: a source may be one of
// the arguments.
IR_API void ir_interp_pass(IrInterp *interp, const IrBlock *block, size_t first,
                           const IrCell *const *cells, size_t n);
// Makes the yielded operands from `first` on the op's results, the rest of the work of most region
// ops.
IR_API IrStep ir_interp_finish(IrInterp *interp, const IrOp *op, size_t first);
// Prepares entering a region; fill its arguments first.  Return what it returns.
IR_API IrStep ir_interp_enter(IrInterp *interp, const IrOp *op, size_t region);
// Prepares running the body of another function with the cells of the op's operands from `first` on
// as arguments.  The rule is called again in phase 1 with what it returned.
IR_API IrStep ir_interp_call(IrInterp *interp, const IrOp *op, IrOp *callee, size_t first);
// Prepares a branch of all active lanes: copies `args` to the block's arguments (in parallel).
IR_API IrStep ir_interp_branch(IrInterp *interp, IrBlock *block, IrValues args);
// The same for `lanes`, some of the active ones.  A rule whose lanes part calls it once for each
// way and returns what it returned.  Ways are run one after the other, the first one first, until
// they meet at the immediate post-dominator.
IR_API IrStep ir_interp_branch_lanes(IrInterp *interp, uint64_t lanes, IrBlock *block,
                                     IrValues args);
// Leaves the region with the op's operands.
IR_API IrStep ir_interp_leave(IrInterp *interp, const IrOp *op);
// Stops until the machine resumes this activity; the op is not run again.
IR_API IrStep ir_interp_suspend(IrInterp *interp);
// The same, but then the op is executed again, in the same phase: for an op that waits for a
// condition and looks whether it holds.
IR_API IrStep ir_interp_retry(IrInterp *interp);
// The lanes that execute the op, one bit each and at least one: those of a warp that took this
// path. 1 where there is one lane.  What a rule defines in other lanes is dropped by the core; a
// rule with effects, or with errors that depend on values, has to leave them alone itself.
IR_API uint64_t ir_interp_active(IrInterp *interp);
// From here on the rule works for `lanes` only, some of those that execute the op: what it defines,
// passes, enters and branches is theirs.  The next phase begins with all of them again.
IR_API void ir_interp_narrow(IrInterp *interp, uint64_t lanes);
// Active lanes whose first element is not 0: where a condition holds.
IR_API uint64_t ir_interp_where(IrInterp *interp, const IrCell *cell);
#define IR_FOR_LANES(lane, mask) \
  for (uint64_t lane##_left = (mask), lane = 0; \
       lane##_left && (lane = (uint64_t)__builtin_ctzll(lane##_left), true); \
       lane##_left &= lane##_left - 1)
// The integer all active lanes agree on, for what one cannot do differently for each; fails when
// they do not.
IR_API IR_CHECKED bool ir_interp_uniform(IrInterp *interp, const IrOp *op, const IrCell *cell,
                                         int64_t *value);
// An interpreter with IR_MAX_LANES lanes for region 0 of `op`, the op being executed, in an
// activity of one lane: an element each.  It has what the region uses from outside, as it is now,
// and belongs to `interp`.  For each group of elements: ir_interp_batch_start with their number,
// the region's arguments with ir_interp_define, ir_interp_batch_run, then what was yielded is
// ir_interp_result.
IR_API IrInterp *ir_interp_batch(IrInterp *interp, IrOp *op);
IR_API void ir_interp_batch_start(IrInterp *batch, uint32_t lanes);
IR_API IrStep ir_interp_batch_run(IrInterp *interp, IrInterp *batch);
// An interpreter for region `region` of `op`, the op being executed: an activity beside others of
// the same op.  It has what the op uses from outside, as it is now, and belongs to `interp`.
IR_API IrInterp *ir_interp_fork(IrInterp *interp, IrOp *op, size_t region);
// Runs it until it ends, waits or fails; its failure is one of `interp`.
IR_API IrRunState ir_interp_fork_run(IrInterp *interp, IrInterp *fork);
// Fails with an error at the op's location, its name in front.
IR_API IrStep ir_interp_fail_args(IrInterp *interp, const IrOp *op, const char *format,
                                  const IrFmtArg *args, size_t n);
#define ir_interp_fail(interp, op, ...) \
  ir_interp_fail_args((interp), (op), IR_FMT_ARGS(__VA_ARGS__))
// Says something about another op behind the error; a rule calls it when it has failed.
IR_API void ir_interp_note_args(IrInterp *interp, const IrOp *op, const char *format,
                                const IrFmtArg *args, size_t n);
#define ir_interp_note(interp, op, ...) \
  ir_interp_note_args((interp), (op), IR_FMT_ARGS(__VA_ARGS__))

// Elements as numbers, whatever their storage.
IR_API double ir_cell_double(const IrCell *cell, int64_t i);
IR_API int64_t ir_cell_int(const IrCell *cell, int64_t i);
IR_API void ir_cell_set_double(IrCell *cell, int64_t i, double v); // rounds to the element type
IR_API void ir_cell_set_int(IrCell *cell, int64_t i, int64_t v);
// All elements of all lanes from an integer, float or dense attribute.
IR_API void ir_cell_set_attr(IrCell *cell, IrAttr attr);

// The function all rules have; `<id>_interp` for every op of a .def file is declared by reading it
// with IR_OPDEF_INTERP.
typedef IrStep (*IrInterpRule)(IrInterp *interp, IrOp *op);

#endif
