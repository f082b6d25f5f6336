// Data layout: how many bits a type has in memory, and how it is aligned.
//
// Builtin types: an integer or float of w bits takes w bits rounded up to whole bytes (i1: one
// byte) and is aligned to the power of two above that; a vector or a memref of static extents in
// row-major order is its elements one after another.  `index` has what the module around says in
// its attribute `builtin.data_layout = {index = 32 : i64}`, else 64 bits.  A dialect's type
// implements the interface in its IrTypeDef.
#ifndef IR_INTERFACES_DATA_LAYOUT_H
#define IR_INTERFACES_DATA_LAYOUT_H

#include "ir/core/opdef.h"

typedef struct IrDataLayout {
  uint64_t bits;  // in memory, whole bytes
  uint64_t align; // in bytes, a power of two
} IrDataLayout;

typedef struct IrDataLayoutInterface {
  uint32_t size; // sizeof(IrDataLayoutInterface)
  // Of a type of that definition; `scope` as below.  False when it has none.
  bool (*layout)(IrType type, const IrOp *scope, IrDataLayout *layout);
} IrDataLayoutInterface;
extern IR_API const IrInterface ir_data_layout_interface;

// Of `type` in the IR around `scope` (an op, or NULL for the defaults).  False when the type has no
// place in memory (none, functions) or a size that is not static.
IR_API bool ir_type_data_layout(IrType type, const IrOp *scope, IrDataLayout *layout);
// Width of `index` around `scope`.
IR_API unsigned ir_index_bits(const IrOp *scope);
// Whether the module's attribute is well formed; a diagnostic otherwise.
IR_API IR_CHECKED IrStatus ir_data_layout_verify(const IrOp *op);

#endif
