// Blobs: bytes that attributes refer to by a key, and that stand in the metadata at the end of a
// file, as MLIR has them:
//
//   {-#
//     dialect_resources: {
//       builtin: { weights: "0x04000000CDCCCC3D" }
//     }
//   #-}
//
// The text begins with the alignment of the bytes in four bytes.  It is kept as it was written:
// nobody has asked for the bytes yet.
#ifndef IR_CORE_BLOB_H
#define IR_CORE_BLOB_H

#include "ir/core/attr.h"

// The key, a string, under which `text` (which lives as long as the context) is kept: `wanted`, or
// with a suffix when another text has that.  Text that is empty is not known, and equal to any.
IR_API IrAttr ir_blob_add(IrContext *ctx, IrStr wanted, IrStr text);
// Empty when there is none.
IR_API IrStr ir_blob_text(IrContext *ctx, IrAttr key);

#endif
