// Memory effects: what an op reads, writes, allocates and frees.
//
// The traits of an op (IR_PURE, IR_READS, IR_WRITES, IR_ALLOCATES, IR_SYNC, IR_NO_EFFECT,
// IR_REGION_EFFECTS) say it roughly, and most ops need no more: an op that only reads reads every
// memref it is given, one that only writes writes every one, a fresh memref is allocated.  An op of
// which that is not true, or that knows the value or the resource, implements the interface.  A
// table overrules the traits, so both must be true of the op: generic passes ask either.
//
//   static void copy_effects(const IrOp *op, IrEffects *out) {
//     ir_effect_add(out, IR_EFFECT_READ, GET(op, my_copy, source), &ir_memory);
//     ir_effect_add(out, IR_EFFECT_WRITE, GET(op, my_copy, dest), &ir_memory);
//   }
//   static const IrEffectsInterface my_copy_effects = {sizeof(IrEffectsInterface), copy_effects};
#ifndef IR_INTERFACES_EFFECTS_H
#define IR_INTERFACES_EFFECTS_H

#include "ir/core/opdef.h"

// What is read or written; effects on different resources do not meet.  A resource is its address.
typedef struct IrResource {
  const char *name;
} IrResource;
// Memory that addresses reach: the usual one.
extern IR_API const IrResource ir_memory;

typedef struct IrEffect {
  unsigned kind;        // one of IR_EFFECT_*
  const IrValue *value; // the memref or buffer; NULL: any
  const IrResource *resource;
} IrEffect;

// A growing list of effects; ir_effects_free when done.
typedef struct IrEffects {
  IrEffect *at;
  size_t n, cap;
} IrEffects;
IR_API void ir_effect_add(IrEffects *effects, unsigned kind, const IrValue *value,
                          const IrResource *resource);
IR_API void ir_effects_free(IrEffects *effects);

typedef struct IrEffectsInterface {
  uint32_t size; // sizeof(IrEffectsInterface)
  // Adds the effects of `op` itself, without those of ops in its regions.
  void (*effects)(const IrOp *op, IrEffects *out);
} IrEffectsInterface;
extern IR_API const IrInterface ir_effects_interface;

// Appends the effects of `op` itself: of its table, else as its traits say.
IR_API void ir_op_effects(const IrOp *op, IrEffects *out);
// The kinds of these effects as a set; two loads for an op without a table.
IR_API unsigned ir_op_effect_kinds(const IrOp *op);
// The same with the effects of the ops inside, when the op has IR_REGION_EFFECTS.
IR_API unsigned ir_op_effect_kinds_nested(const IrOp *op);
// Whether `op` may run where it did not, without those of its regions: it has no effect, cannot
// fail, and ends.
IR_API bool ir_op_is_speculatable(const IrOp *op);
// Whether `op` itself may change what `value` (NULL: any) stands for in `resource` (NULL: any).
IR_API bool ir_op_may_write(const IrOp *op, const IrValue *value, const IrResource *resource);

#endif
