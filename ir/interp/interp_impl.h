// The interpreter's own data; private to ir/interp.
#ifndef IR_INTERP_INTERP_IMPL_H
#define IR_INTERP_INTERP_IMPL_H

#include "ir/interp/interp.h"
#include "ir/support/map.h"
#include "ir/support/vec.h"

// How a value is stored: a cell without its data.
typedef struct CellLayout {
  IrType type, element;
  uint32_t element_bytes;
  bool descriptor; // one for all lanes
  int64_t count;
} CellLayout;

// One op of a block, its operands and results as numbers.  A block's instructions follow each other
// and end with one whose op is NULL.
typedef struct Instr {
  IrOp *op;
  IrInterpRule rule;
  uint32_t operands; // index of operand 0's number in Program.numbers
  uint32_t results;  // number of result 0; the others follow
  uint64_t last;     // a bit for each of the first 64 operands: nobody reads it after this
  bool constant;
  uint64_t executed;  // how often
  IrType unsupported; // a type among its results or block arguments that no cell can hold, or NULL
} Instr;

typedef struct BlockCode {
  IrBlock *block;
  uint32_t first; // instruction
  uint32_t args;  // number of argument 0; the others follow
  uint32_t join;  // where lanes that part at its end meet: a JOIN_* or a block's index
} BlockCode;

enum {
  JOIN_UNKNOWN = UINT32_MAX, // not asked for yet
  JOIN_NONE = UINT32_MAX - 1 // nowhere before the region's end
};

typedef struct Activation Activation;

// A numbered function or kernel.
typedef struct Program {
  IrOp *root;
  IR_VEC(Instr) instrs;
  IR_VEC(BlockCode) blocks;
  IR_VEC(CellLayout) values;
  IR_VEC(uint32_t) numbers;         // operands of all instructions
  IR_VEC(const IrValue *) captured; // values from outside of the root, which have numbers, too
  IrPtrMap value_numbers;           // value -> number + 1
  IrPtrMap block_numbers;           // block -> index in `blocks` + 1
  IrType unsupported_arg;           // of the root, or NULL
  Activation *idle;                 // activations of ended calls, to be used again
} Program;

// The program of `root` among `programs`, numbered now if it is not there yet.
Program *ir_program_of(IrPtrMap *programs, IrOp *root);
void ir_program_destroy(Program *program);
// The block that all ways from the end of `from` to the end of its region go through first; NULL
// when there is none.
const BlockCode *ir_program_join(Program *program, const BlockCode *from);
// UINT32_MAX for a value that is not inside the root.
uint32_t ir_program_value_number(const Program *program, const IrValue *value);
// NULL for a block that is not inside the root.
const BlockCode *ir_program_block(const Program *program, const IrBlock *block);

// The programs of interpreters that share them.
typedef struct Programs {
  IrPtrMap by_root; // op -> Program
  unsigned users;
} Programs;

// The cells of one execution of a function.
struct Activation {
  Program *program;
  uint32_t lanes;
  IrCell *cells; // by value number; `data` is NULL until the value is defined
  Activation *next;
};

Activation *ir_activation_take(Program *program, uint32_t lanes);
void ir_activation_release(Activation *activation);

// A region being executed.
typedef struct Frame {
  Activation *activation;
  uint32_t next;         // instruction to execute
  uint64_t lanes;        // that execute it
  const BlockCode *stop; // where this path meets the others, or NULL
  size_t first_path;     // the frame's waiting paths are those from here on
  uint64_t left;         // lanes that left the region before these
  IrCell *merged;        // what those yielded
  size_t merged_cap;
  unsigned phase; // of the region op that `next` is, while it waits for a region
  bool call;      // the region is a function's body: the activation ends with it
  void *state;    // of that region op
  size_t state_bytes;
} Frame;

// Lanes that wait while others of their frame run: for their turn, or where paths meet.
typedef struct Path {
  uint32_t next;
  uint64_t lanes;
  const BlockCode *stop;
} Path;

// A branch that a rule asked for.
typedef struct Way {
  const BlockCode *to;
  uint64_t lanes;
} Way;

// What a cell held before the op being executed defined it for part of the lanes.
typedef struct Saved {
  IrCell *cell;
  size_t at; // in saved_data
  uint64_t holders;
} Saved;

// Memory handed out by ir_interp_scratch, kept for the next op.
typedef struct Scratch {
  void *data;
  size_t bytes;
} Scratch;

// What is said behind an error.
typedef struct InterpNote {
  const IrOp *op;
  IrStream text;
} InterpNote;

typedef struct MachineEntry {
  const char *name;
  const void *table;
  void *machine;
} MachineEntry;

// Memory handed out by ir_interp_own.
typedef struct Owned {
  const char *name;
  void *memory;
  void (*destroy)(void *memory);
} Owned;

struct IrInterp {
  IrContext *ctx;
  uint32_t lanes;
  Program *program; // of the root
  Activation *root;
  Programs *programs;
  Frame *frames; // a stack; slots above `depth` keep their state memory
  size_t depth, frames_cap;
  // Op whose region is run for many elements, or region beside others -> its interpreter (inner.c).
  IrPtrMap inner;
  uint64_t max_steps;              // of the run, 0: no limit
  uint64_t steps, slice, pause_at; // ops; `slice` 0 and `pause_at` UINT64_MAX: no pause
  const Instr *current;
  uint64_t live;   // lanes that have not left the root
  uint64_t active; // lanes that the rule works for
  IR_VEC(Saved) saved;
  char *saved_data;
  size_t saved_bytes, saved_cap;
  IR_VEC(Path) paths; // of all frames, the innermost's last
  // What the rule that just ran asked for.
  IR_VEC(Way) ways;
  const BlockCode *pending_block;
  Activation *pending_activation; // of a callee, or NULL
  IR_VEC(const IrCell *) yielded;
  IR_VEC(MachineEntry) machines;
  IR_VEC(Scratch) scratch;
  size_t scratch_used;
  IR_VEC(Owned) owned;
  bool failed, keep_error;
  const IrOp *failed_op;
  IrStream message;
  IR_VEC(const IrOp *) call_sites; // of the failure, innermost first
  IR_VEC(InterpNote) notes;        // of the failure
};

// ---- interp.c
// Creates an interpreter for `root` that shares the programs of `with`.
IrInterp *ir_interp_create_in(IrInterp *with, IrOp *root, uint32_t lanes);
// ir_interp_start with these lanes only.
void ir_interp_start_lanes(IrInterp *interp, size_t region, uint64_t lanes);

static inline Frame *ir_interp_top(IrInterp *interp) {
  return &interp->frames[interp->depth - 1];
}

// ---- lanes.c: cells of which part of the lanes have a new value. ----

// Storage for all lanes, from now on.  Inactive lanes get their old values back when the rule ends.
IrCell *ir_cell_define(IrInterp *interp, IrCell *cell);
// The rule has ended.
void ir_lanes_restore(IrInterp *interp);
// Copies the elements of `lanes` to a cell of the same type.
void ir_cell_copy_lanes(IrCell *to, const IrCell *from, uint64_t lanes, uint64_t all);
size_t ir_cell_bytes(const IrCell *cell);

// ---- paths.c: lanes of a frame that go different ways. ----

// Goes on where the rule's branches lead.
void ir_paths_branch(IrInterp *interp);
// The current path's lanes leave the region.  True when no lanes are left in it; then `yielded` is
// what each lane yielded.
bool ir_paths_leave(IrInterp *interp);

#endif
