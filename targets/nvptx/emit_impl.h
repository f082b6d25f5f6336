// Private: from thread-level IR to LLVM IR, shared by the emit_*.c files.
//
// The shape of the translation.  A scalar is one LLVM value.  A vector is a tuple of registers and
// stays one: an array of LLVM values, its *units*, never a large LLVM vector, because LLVM's
// instruction selection would take a large vector apart again at every use.  A unit is one element,
// or, for a vector of 16-bit floats, a pair of neighbours (<2 x half>, <2 x bfloat>: one 32-bit
// register, the operand of packed arithmetic and of tensor-core instructions); an odd last element
// is a unit of its own.  Block arguments become one phi per unit.
//
// Each op has one rule in the table of the file that emits it; EmitRule.code and .name say what
// differs between ops that share a function.
#ifndef TARGETS_NVPTX_EMIT_IMPL_H
#define TARGETS_NVPTX_EMIT_IMPL_H

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

#include "dialects/simt/simt.h"
#include "ir/core/dialect.h"
#include "ir/support/vec.h"
#include "ir/support/diag.h"
#include "ir/support/map.h"
#include "targets/nvptx/nvptx.h"

// Address spaces of NVPTX.
enum { NVPTX_GLOBAL = 1, NVPTX_SHARED = 3, NVPTX_CLUSTER = 7 };

typedef struct Emit Emit;
typedef struct EmitRule EmitRule;

struct EmitRule {
  const char *op; // "arith.addi"
  IrStatus (*emit)(Emit *e, IrOp *op, const EmitRule *rule);
  int code;              // an LLVM opcode or predicate, or what the function says
  const char *intrinsic; // an LLVM intrinsic, or NULL
};

// One table a file, {0}-terminated.
extern const EmitRule nvptx_arith_rules[], nvptx_cast_rules[], nvptx_math_rules[],
    nvptx_vector_rules[], nvptx_mem_rules[], nvptx_gpu_rules[], nvptx_warp_rules[],
    nvptx_tc_rules[], nvptx_wgmma_rules[], nvptx_atomic_rules[], nvptx_async_rules[],
    nvptx_report_rules[], nvptx_call_rules[], nvptx_ptx_rules[];

// What an IR value has become.
typedef struct EmitUnits {
  LLVMValueRef *at;
  size_t n;
} EmitUnits;

// A memref argument.
typedef struct EmitMemref {
  LLVMValueRef pointer; // to element [0, ..., 0]
  LLVMValueRef *sizes;  // i64, one a dimension
  LLVMValueRef *strides;
} EmitMemref;

// An address computed before in the block being emitted; see emit_address.c.
typedef struct EmitAddress {
  const EmitMemref *memref; // NULL: in shared memory
  size_t rank;
  LLVMValueRef indices[4]; // without their constant parts; or a base and an index
  int64_t constants[4];
  LLVMValueRef pointer;
  size_t number; // of a register in a text, where there is no pointer
} EmitAddress;
typedef IR_VEC(EmitAddress) EmitAddresses;

// An edge of the CFG, kept until every value exists and phis can be filled.
typedef struct EmitEdge {
  LLVMBasicBlockRef from;
  IrBlock *to;
  IrValue *const *args;
} EmitEdge;

struct Emit {
  IrContext *ctx;
  const NvptxOptions *options;
  IrArena arena; // of this compilation
  LLVMContextRef llvm;
  LLVMModuleRef module;
  LLVMBuilderRef b;
  LLVMTypeRef i1, i8, i16, i32, i64, f16, bf16, f32, f64;
  LLVMValueRef dynamic_shared; // the kernel's shared memory; NULL until a buffer needs it
  IrPtrMap rules;              // IrOpInfo -> EmitRule
  IrPtrMap texts;              // IrIdent -> its text in global memory (emit_report.c)

  // Of the kernel being emitted.
  IrOp *kernel;
  LLVMValueRef function;
  uint32_t threads;
  IrPtrMap values;  // IrValue -> EmitUnits
  IrPtrMap memrefs; // IrValue -> EmitMemref
  IrPtrMap blocks;  // IrBlock -> LLVMBasicBlockRef
  IR_VEC(EmitEdge) edges;
  IrPtrMap stored;          // memref values the kernel stores to
  IrPtrMap after_store;     // blocks that a store to global memory may come before
  bool seen_store;          // in the block being emitted, so far
  bool waits_for_grids;     // kernels in front may write what it loads
  EmitAddresses addresses;  // of that block
  IrPtrMap tied;            // what inline PTX gives -> what it took in that register
  IrOp *emitted;            // the last op emitted with those before it, of a rule for several
  LLVMValueRef report_room; // where values of a line go; NULL until one does

  // Debug information (emit_debug.c).
  LLVMDIBuilderRef di;
  LLVMMetadataRef di_scope; // of the kernel
  IrPtrMap di_files;        // IrIdent -> DIFile
  IrPtrMap di_lines;        // location number -> DILocation, of this kernel
};

// ---- emit.c ----
// Starts a new LLVM module in `e->llvm`; `data_layout` as the code generator wants it.
void nvptx_emit_begin(Emit *e, IrContext *ctx, const char *data_layout);
// Emits a simt.kernel into it.
IR_CHECKED IrStatus nvptx_emit_kernel(Emit *e, IrOp *kernel);
// Emits one op; a rule that emits several sets e->emitted to the last of them.
IR_CHECKED IrStatus nvptx_emit_op(Emit *e, IrOp *op);
void nvptx_emit_end(Emit *e);
// Frees what emitting allocated, except the LLVM module and context.
void nvptx_emit_free(Emit *e);
// "kernel op 'x' is not supported by the LLVM target".
IrStatus nvptx_unsupported(const IrOp *op, const char *what);
// Fails with a diagnostic where the target is older: cp.async came with 80, mbarriers, TMA and
// griddepcontrol with 90.
IR_CHECKED IrStatus nvptx_needs(Emit *e, const IrOp *op, unsigned arch);

// ---- emit_value.c ----
// LLVM type of one element of `type` (a scalar or shaped type); NULL when NVPTX has none.
LLVMTypeRef nvptx_element_type(Emit *e, IrType type);
// Elements in a value of that type; 1 for a scalar.
size_t nvptx_num_elements(IrType type);
// Whether values of that type are kept in pairs.
bool nvptx_is_packed(IrType type);
size_t nvptx_num_units(IrType type);
LLVMTypeRef nvptx_unit_type(Emit *e, IrType type, size_t unit);
// The units of an operand or any defined value.
EmitUnits nvptx_units(Emit *e, const IrValue *value);
LLVMValueRef nvptx_scalar(Emit *e, const IrValue *value);
EmitUnits nvptx_new_units(Emit *e, size_t n);
void nvptx_define(Emit *e, const IrValue *value, EmitUnits units);
void nvptx_define_scalar(Emit *e, const IrValue *value, LLVMValueRef scalar);
// Where an element of a new vector comes from; a NULL value leaves it undefined.
typedef struct EmitElement {
  const IrValue *value;
  size_t index; // among its elements
} EmitElement;
// The vector (or scalar) of `type` whose elements are those of `from`, one each.  Instructions are
// made only where a pair has to be taken apart or put together.
EmitUnits nvptx_take(Emit *e, IrType type, const EmitElement *from);
// One unit of it, whose elements are those of `from`, one or two.
LLVMValueRef nvptx_take_unit(Emit *e, IrType type, size_t unit, const EmitElement *from);
// One LLVM value per element, and back.
EmitUnits nvptx_elements(Emit *e, const IrValue *value);
EmitUnits nvptx_pack(Emit *e, IrType type, EmitUnits elements);
unsigned nvptx_bits_of(LLVMTypeRef type);
// Reinterprets `n` values of one type, packed together, as one value of type `to`.
LLVMValueRef nvptx_gather(Emit *e, const LLVMValueRef *parts, size_t n, LLVMTypeRef to);
// The inverse: splits `whole` into `n` values of type `part`.
void nvptx_scatter(Emit *e, LLVMValueRef whole, LLVMTypeRef part, size_t n, LLVMValueRef *parts);
LLVMValueRef nvptx_i32(Emit *e, int64_t value);
LLVMValueRef nvptx_i64(Emit *e, int64_t value);
LLVMValueRef nvptx_f32(Emit *e, double value);
// The constant of an integer, float or dense attribute, element i.
LLVMValueRef nvptx_constant(Emit *e, IrAttr attr, size_t i);
// Calls the intrinsic `name`, overloaded on `types`.
LLVMValueRef nvptx_intrinsic(Emit *e, const char *name, const LLVMTypeRef *types, size_t num_types,
                             const LLVMValueRef *args, size_t num_args);

// ---- emit_arith.c ----
// An op's fastmath flags, ARITH_*, which are LLVM's bits as well; and setting them on what was
// built.
unsigned nvptx_fastmath(const IrOp *op);
void nvptx_set_fastmath(LLVMValueRef value, unsigned flags);

// ---- emit_chain.c ----
// Emits `op`, and with it what follows when that is a chain of arithmetic on long vectors; sets
// e->emitted to the last op that is emitted.
IR_CHECKED IrStatus nvptx_emit_from(Emit *e, IrOp *op);

// ---- emit_bytes.c ----
// Integers of 8 bits as f16, bf16 or f32, one an element.
EmitUnits nvptx_bytes_to_floats(Emit *e, IrType type, EmitUnits x, bool is_signed);
// Bitwise ops, and shifts by a constant, on vectors of whole words of bytes, `opcode` being LLVM's.
// False when it is another op or type, and nothing is emitted.
bool nvptx_emit_bytes(Emit *e, IrOp *op, unsigned opcode);

// ---- emit_warp.c ----
// LLVM's number for the threads an atomic access or a fence orders.
unsigned nvptx_sync_scope(Emit *e, SimtScope scope);

// ---- emit_tc.c ----
// A value's bits as registers of 32 bits, and back; elements are of 8, 16 or 32 bits.
EmitUnits nvptx_words(Emit *e, const IrValue *value);
EmitUnits nvptx_from_words(Emit *e, IrType type, EmitUnits words);
// "f16", "tf32", "u8": an element's type as mma and wgmma name it.
const char *nvptx_mma_type(IrType element, bool is_unsigned);

// ---- emit_moves.c ----
// What the end of a block hands on to a block's phis, one value each.
typedef struct EmitHandedOn {
  LLVMBasicBlockRef from;
  LLVMValueRef *phis, *values;
  size_t n;
} EmitHandedOn;
// Replaces values that were made in the register of another phi.  The phis of blocks in front of
// `from` have their first incoming values.
void nvptx_move_handed_on(Emit *e, const EmitHandedOn *edge);

// ---- emit_debug.c ----
void nvptx_debug_begin(Emit *e);
void nvptx_debug_kernel(Emit *e, IrOp *kernel, IrStr name);
void nvptx_debug_at(Emit *e, const IrOp *op);
void nvptx_debug_end(Emit *e);

// ---- emit_mem.c ----
// Finds what may be loaded through the read-only path: fills `stored` and `after_store`.
void nvptx_find_stores(Emit *e, IrOp *kernel);
// Address of an element of any memory, and the address space it is in.
IrStatus nvptx_element_pointer(Emit *e, const IrOp *op, const IrValue *base, IrValues indices,
                               IrType element, LLVMValueRef *pointer, unsigned *space);
const char *nvptx_space_name(unsigned space); // as in the names of instructions
// Address of an element of a row in shared memory, and of a memref's, constants included.
LLVMValueRef nvptx_shared_pointer(Emit *e, const IrValue *row, const IrValue *index);
IR_CHECKED IrStatus nvptx_global_pointer(Emit *e, const IrOp *op, const IrValue *memref,
                                         IrValues indices, LLVMValueRef *pointer);

#endif
