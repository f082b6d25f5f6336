// Private: building a call of inline PTX.
//
//   EmitAsm t = {0};
//   ir_print(&t.text, "wgmma.fence.sync.aligned;");
//   nvptx_asm_output(e, &t, e->f32);                          $0
//   nvptx_asm_tied(&t, 0, value);                             $1, the same register as $0
//   size_t k = nvptx_asm_input(e, &t, address);               $2
//   nvptx_asm_call(e, &t, results);
//
// Outputs come first, then the inputs; the text names them `$k`.  Calls are convergent, have side
// effects, and stay where they are, unless they are pure or only read.
#ifndef TARGETS_NVPTX_EMIT_ASM_H
#define TARGETS_NVPTX_EMIT_ASM_H

#include "targets/nvptx/emit_impl.h"

typedef struct EmitAsm {
  IrStream text, constraints;
  IR_VEC(LLVMTypeRef) outputs;
  IR_VEC(LLVMValueRef) inputs;
  IR_VEC(LLVMValueRef) tied; // the input that an output is tied to, or NULL
  IrPtrMap numbers;          // of inputs that are one operand: value -> its number, plus one
  bool pure;                 // computes its outputs and nothing else
  bool reads;                // and reads memory: may go unused, and stays behind earlier stores
  bool early;                // outputs are written before all inputs are read
} EmitAsm;

void nvptx_asm_output(Emit *e, EmitAsm *t, LLVMTypeRef type);
// The number of the operand.
size_t nvptx_asm_input(Emit *e, EmitAsm *t, LLVMValueRef value);
// The same, where a value that is asked for again is still one operand.
size_t nvptx_asm_input_once(Emit *e, EmitAsm *t, LLVMValueRef value);
void nvptx_asm_tied(EmitAsm *t, size_t output, LLVMValueRef value);
// Calls the text, puts what it gives into `out`, one value an output, and frees `t`.
void nvptx_asm_call(Emit *e, EmitAsm *t, LLVMValueRef *out);

#endif
