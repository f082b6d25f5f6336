// Private: what a mem.load or mem.store is for the target.
//
// An access is one instruction; mem's verifier sees to it that it is 1, 2, 4, 8 or 16 bytes.  It
// moves its bits as *words*: i32, or i64 for elements of 64 bits, or one i16 or i8 for less.
// Registers do not care what the bits mean, so the casts between words and units cost nothing.
#ifndef TARGETS_NVPTX_EMIT_ACCESS_H
#define TARGETS_NVPTX_EMIT_ACCESS_H

#include "targets/nvptx/emit_impl.h"

typedef struct EmitAccess {
  LLVMTypeRef element; // of the value, in registers
  LLVMTypeRef cell;    // of an element in memory: i1 takes a byte
  LLVMTypeRef word;    // what an instruction moves
  unsigned element_bytes, word_bytes;
  size_t elements, words;
} EmitAccess;

// Where an access is: `immediate` bytes beyond a pointer.
typedef struct EmitPlace {
  LLVMValueRef pointer; // NULL: that of `rows`, which is not computed yet
  EmitAddress rows;     // in global memory
  int64_t immediate;
  unsigned space; // NVPTX_GLOBAL, NVPTX_SHARED or NVPTX_CLUSTER
} EmitPlace;

// From a known address to another, the last step first: each `bit` strides along dimension `d`.
typedef struct EmitAddressPath {
  EmitAddress from;
  struct {
    size_t d;
    int64_t bit;
  } at[4 * 64]; // a bit at a time of each constant
  size_t n;
} EmitAddressPath;

// ---- emit_access.c ----
EmitAccess nvptx_access_of(Emit *e, IrType type);
// The words of a value, in memory order, and the value of `type` that words are.
EmitUnits nvptx_to_words(Emit *e, const EmitAccess *a, EmitUnits value);
EmitUnits nvptx_loaded_words(Emit *e, const EmitAccess *a, IrType type, EmitUnits words);
// The words of what mem.load has where its predicate is false; NULL: zeros.
EmitUnits nvptx_padding_words(Emit *e, const EmitAccess *a, IrType type, const IrValue *pad);

// ---- emit_address.c ----
bool nvptx_is_global(const IrValue *base);
// Finds `place`, in global memory without instructions for its address.
IR_CHECKED IrStatus nvptx_split_place(Emit *e, const IrOp *op, const EmitAccess *a,
                                      const IrValue *base, IrValues indices, EmitPlace *place);
// The same with the pointer.
IR_CHECKED IrStatus nvptx_find_place(Emit *e, const IrOp *op, const EmitAccess *a,
                                     const IrValue *base, IrValues indices, EmitPlace *place);
LLVMValueRef nvptx_pointer_to(Emit *e, const EmitPlace *place);
// Takes the constant out of `x + constant`.  A 32-bit shared address wraps as the sum does, and a
// 64-bit index does not wrap in a kernel that means something.
LLVMValueRef nvptx_peel_constant(LLVMValueRef index, int64_t *constant);
// How `want` comes from one of the `known` addresses; false: from the first address, that with all
// constants zero, which is not among them.
bool nvptx_address_path(const EmitAddresses *known, const EmitAddress *want, EmitAddressPath *path);
LLVMValueRef nvptx_first_address(Emit *e, const EmitAccess *a, const EmitAddress *want);
// The bytes of `n` strides.
LLVMValueRef nvptx_stride_bytes(Emit *e, const EmitAccess *a, const EmitMemref *memref, size_t d,
                                int64_t n);

// ---- emit_mem.c ----
// Whether a load is of global memory that no store of the kernel can have written before.
bool nvptx_is_read_only(const Emit *e, const IrValue *base);

// ---- emit_run.c ----
// Emits an access as inline PTX, with those that follow it and can be in the same text; false where
// it is better a plain LLVM load or store, and nothing is emitted.
IR_CHECKED IrStatus nvptx_emit_run(Emit *e, IrOp *first, bool *done);

#endif
