// The metadata at the end of a file, MLIR's syntax:
//
//   {-#
//     external_resources: {
//       mlir_reproducer: { pipeline: "builtin.module(cse)", verify_each: true }
//     }
//   #-}
//
// It belongs to the text, not to the module: parsing a module checks its form and goes on.
#ifndef IR_ASM_RESOURCES_H
#define IR_ASM_RESOURCES_H

#include "ir/core/context.h"
#include "ir/support/vec.h"

// One entry of `external_resources`; text lives as long as the context.
typedef struct IrFileResource {
  IrStr group, key;
  IrStr text;         // of a string, without quotes and escapes; else as written
  IrLoc key_loc, loc; // of the key and the value
  IrLoc inside;       // of the text's first character
  bool quoted;        // it is a string
} IrFileResource;

typedef IR_VEC(IrFileResource) IrFileResources;

// Appends the external resources of the buffer that begins at `start`, of which there may be none.
// Errors are diagnostics.  Free `resources` with ir_vec_free.
IR_API IR_CHECKED IrStatus ir_resources_read(IrContext *ctx, IrLoc start,
                                             IrFileResources *resources);

#endif
