// What a plugin adds to an op that it does not own: interface implementations, canonicalization
// patterns and a fold.  An extension belongs to one context and is made while its plugin loads.
//
//   static const IrOpExtension more = {
//       .size = sizeof more, .op = "arith.addi",
//       .patterns = (const IrPattern *const[]){&add_of_sub, NULL},
//       .interfaces = (const IrInterfaceImpl[]){{&my_cost_interface, &addi_cost}, {0}}};
//   static IrStatus load(IrContext *ctx) { return ir_op_extend(ctx, &more); }
#ifndef IR_CORE_EXTENSION_H
#define IR_CORE_EXTENSION_H

#include "ir/core/opdef.h"

typedef struct IrOpExtension {
  uint32_t size;                     // sizeof(IrOpExtension)
  const char *op;                    // "arith.addi"; its dialect is registered already
  const IrInterfaceImpl *interfaces; // {0}-terminated or NULL
  const IrPattern *const *patterns;  // NULL-terminated or NULL; run by canonicalize
  IrFoldFn fold;                     // tried when the op's own, and those added before, do nothing
} IrOpExtension;

// An error when the op is unknown (its plugin has to be loaded first), when it has one of the
// interfaces already, or when it has a pattern of the same name; then nothing is added.
IR_API IR_CHECKED IrStatus ir_op_extend(IrContext *ctx, const IrOpExtension *extension);

// Canonicalization patterns of an op: its definition's, then those added.
IR_API size_t ir_op_info_num_patterns(const IrOpInfo *info);
IR_API const IrPattern *ir_op_info_pattern(const IrOpInfo *info, size_t i);

// Extensions of an op in the order they were made, and who made them; NULL behind the last.
IR_API const IrOpExtension *ir_op_info_extension(const IrOpInfo *info, size_t i,
                                                 const char **origin);

#endif
