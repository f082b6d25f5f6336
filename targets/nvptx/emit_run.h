// Private: what the accesses of a text (emit_run.c) share.
//
// Predicates and addresses are computed in the text, each once, in registers of its own: p0, p1,
// ... and a0, a1, ...  LLVM sees what they come from: a first address, strides, coordinates,
// extents.
#ifndef TARGETS_NVPTX_EMIT_RUN_H
#define TARGETS_NVPTX_EMIT_RUN_H

#include "targets/nvptx/emit_access.h"
#include "targets/nvptx/emit_asm.h"

typedef struct EmitStride {
  const EmitMemref *memref;
  size_t d;
  int64_t n;
  LLVMValueRef bytes;
} EmitStride;

typedef struct EmitText {
  Emit *e;
  EmitAsm t;
  IrPtrMap predicates;     // i1 -> the number of its register, plus one
  EmitAddresses addresses; // with a pointer, or a number of a register
  IR_VEC(EmitStride) strides;
  size_t num_predicates, num_addresses;
  bool is_long;
  bool has_sums;   // t holds one for a moment
  bool has_halves; // l and h hold elements of 16 bits
} EmitText;

// An operand of the text, "$3", or a register of it, "p3" or "a3".
typedef struct EmitName {
  char kind;
  size_t number;
} EmitName;

void nvptx_text_line(EmitText *text);
// The number of an operand; each value is one once.
size_t nvptx_text_input(EmitText *text, LLVMValueRef value);
// What is needed for it is written in front.
EmitName nvptx_text_predicate(EmitText *text, LLVMValueRef predicate);
EmitName nvptx_text_address(EmitText *text, const EmitAccess *a, const EmitPlace *place);
// Puts the text's registers in front of it, in a scope of their own.
void nvptx_text_enclose(EmitText *text);
void nvptx_text_free(EmitText *text);

#endif
