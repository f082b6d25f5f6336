// Inline PTX; see emit_asm.h.
#include "targets/nvptx/emit_asm.h"

// Pointers are addresses: 64 bits, or 32 into shared memory.
static const char *constraint_of(Emit *e, LLVMTypeRef type) {
  if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
    return LLVMGetPointerAddressSpace(type) == NVPTX_GLOBAL ? "l" : "r";
  if (type == e->f32) return "f";
  if (type == e->f64) return "d";
  if (type == e->i1) return "b";
  return type == e->i64 ? "l" : nvptx_bits_of(type) == 16 ? "h" : "r";
}

static void add_constraint(EmitAsm *t, const char *prefix, const char *text) {
  ir_print(&t->constraints, "{}{}{}", t->constraints.len ? "," : "", prefix, text);
}

void nvptx_asm_output(Emit *e, EmitAsm *t, LLVMTypeRef type) {
  add_constraint(t, t->early ? "=&" : "=", constraint_of(e, type));
  ir_vec_push(&t->outputs, type);
  ir_vec_push(&t->tied, NULL);
}

size_t nvptx_asm_input(Emit *e, EmitAsm *t, LLVMValueRef value) {
  add_constraint(t, "", constraint_of(e, LLVMTypeOf(value)));
  ir_vec_push(&t->inputs, value);
  return t->outputs.n + t->inputs.n - 1;
}

size_t nvptx_asm_input_once(Emit *e, EmitAsm *t, LLVMValueRef value) {
  uintptr_t known = (uintptr_t)ir_ptrmap_get(&t->numbers, value);
  if (known) return known - 1;
  size_t number = nvptx_asm_input(e, t, value);
  ir_ptrmap_set(&t->numbers, value, (void *)(uintptr_t)(number + 1));
  return number;
}

void nvptx_asm_tied(EmitAsm *t, size_t output, LLVMValueRef value) {
  ir_print(&t->constraints, ",{}", output);
  ir_vec_push(&t->inputs, value);
  t->tied.at[output] = value;
}

static void add_attribute(Emit *e, LLVMValueRef call, const char *name, uint64_t value) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex,
                           LLVMCreateEnumAttribute(e->llvm, kind, value));
}

static void add_attributes(Emit *e, const EmitAsm *t, LLVMValueRef call) {
  enum { MEMORY_READ = 0x55555555 }; // two bits a kind of location, 1 is read
  if (!t->pure && !t->reads) add_attribute(e, call, "convergent", 0);
  add_attribute(e, call, "nounwind", 0);
  if (!t->reads && !t->pure) return;
  add_attribute(e, call, "willreturn", 0);
  add_attribute(e, call, "memory", t->reads ? MEMORY_READ : 0);
}

// Many registers are a type of their own at each call.  Of one type, LLVM would make a phi of the
// structs where we have one for each register, and take the whole struct apart at every use of a
// part.  Few may be one type: then texts that are the same can be found to be.
static LLVMTypeRef result_struct(Emit *e, LLVMTypeRef *types, unsigned n) {
  enum { FEW = 4 };
  if (n <= FEW) return LLVMStructTypeInContext(e->llvm, types, n, false);
  LLVMTypeRef type = LLVMStructCreateNamed(e->llvm, "");
  LLVMStructSetBody(type, types, n, false);
  return type;
}

void nvptx_asm_call(Emit *e, EmitAsm *t, LLVMValueRef *out) {
  IR_VEC(LLVMTypeRef) types = {0};
  for (size_t i = 0; i < t->inputs.n; i++) ir_vec_push(&types, LLVMTypeOf(t->inputs.at[i]));
  LLVMTypeRef result = LLVMVoidTypeInContext(e->llvm);
  unsigned n = (unsigned)t->outputs.n;
  if (n == 1) result = t->outputs.at[0];
  if (n > 1) result = result_struct(e, t->outputs.at, n);
  LLVMTypeRef type = LLVMFunctionType(result, types.at, (unsigned)types.n, false);
  LLVMValueRef code =
      LLVMGetInlineAsm(type, t->text.data, t->text.len, t->constraints.data, t->constraints.len,
                       !t->pure && !t->reads, false, LLVMInlineAsmDialectATT, false);
  LLVMValueRef call = LLVMBuildCall2(e->b, type, code, t->inputs.at, (unsigned)types.n, "");
  add_attributes(e, t, call);
  for (unsigned i = 0; i < n; i++) {
    out[i] = n == 1 ? call : LLVMBuildExtractValue(e->b, call, i, "");
    if (t->tied.at[i]) ir_ptrmap_set(&e->tied, out[i], t->tied.at[i]);
  }
  ir_vec_free(&types);
  ir_vec_free(&t->outputs);
  ir_vec_free(&t->inputs);
  ir_vec_free(&t->tied);
  ir_ptrmap_free(&t->numbers);
  ir_stream_free(&t->text);
  ir_stream_free(&t->constraints);
}
