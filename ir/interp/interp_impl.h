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
  bool constant;
  uint64_t executed;  // how often
  IrType unsupported; // a type among its results or block arguments that no cell can hold, or NULL
} Instr;

typedef struct BlockCode {
  uint32_t first; // instruction
  uint32_t args;  // number of argument 0; the others follow
} BlockCode;

typedef struct Activation Activation;

// A numbered function or kernel.
typedef struct Program {
  IrOp *root;
  IR_VEC(Instr) instrs;
  IR_VEC(BlockCode) blocks;
  IR_VEC(CellLayout) values;
  IR_VEC(uint32_t) numbers; // operands of all instructions
  IrPtrMap value_numbers;   // value -> number + 1
  IrPtrMap block_numbers;   // block -> index in `blocks` + 1
  IrType unsupported_arg;   // of the root, or NULL
  Activation *idle;         // activations of ended calls, to be used again
} Program;

// The program of `root` among `programs`, numbered now if it is not there yet.
Program *ir_program_of(IrPtrMap *programs, IrOp *root);
void ir_program_destroy(Program *program);
// UINT32_MAX for a value that is not inside the root.
uint32_t ir_program_value_number(const Program *program, const IrValue *value);
// NULL for a block that is not inside the root.
const BlockCode *ir_program_block(const Program *program, const IrBlock *block);

// The cells of one execution of a function.
struct Activation {
  Program *program;
  IrCell *cells; // by value number; `data` is NULL until the value is defined
  Activation *next;
};

Activation *ir_activation_take(Program *program, uint32_t lanes);
void ir_activation_release(Activation *activation);

// A region being executed.
typedef struct Frame {
  Activation *activation;
  uint32_t next;  // instruction to execute
  unsigned phase; // of the region op that `next` is, while it waits for a region
  bool call;      // the region is a function's body: the activation ends with it
  void *state;    // of that region op
  size_t state_bytes;
} Frame;

// Memory handed out by ir_interp_scratch, kept for the next op.
typedef struct Scratch {
  void *data;
  size_t bytes;
} Scratch;

typedef struct MachineEntry {
  const char *name;
  const void *table;
  void *machine;
} MachineEntry;

struct IrInterp {
  IrContext *ctx;
  uint32_t lanes;
  Program *program; // of the root
  Activation *root;
  IrPtrMap programs; // op -> Program
  Frame *frames;     // a stack; slots above `depth` keep their state memory
  size_t depth, frames_cap;
  uint64_t steps;
  const Instr *current;
  // What the rule that just ran asked for.
  const BlockCode *pending_block;
  Activation *pending_activation; // of a callee, or NULL
  IR_VEC(const IrCell *) yielded;
  IR_VEC(MachineEntry) machines;
  IR_VEC(Scratch) scratch;
  size_t scratch_used;
  bool failed, keep_error;
  const IrOp *failed_op;
  IrStream message;
  IR_VEC(const IrOp *) call_sites; // of the failure, innermost first
};

#endif
