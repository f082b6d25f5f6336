// What a conversion is inside, and what the rewriter tells it while one is under way.
#ifndef IR_EDIT_CONVERSION_IMPL_H
#define IR_EDIT_CONVERSION_IMPL_H

#include "ir/edit/conversion.h"
#include "ir/edit/rewriter_impl.h"

// How an op came to be: by a pattern on an op that another pattern may have made.
typedef struct Origin {
  const IrPattern *pattern;
  IrStr op_name; // of the op it was applied to
  IrLoc loc;
  const struct Origin *from;
  const IrOp *first; // the op at the beginning, which may be gone: only its address
  unsigned depth;
} Origin;

typedef enum CastKind {
  CAST_SOURCE,   // old from new: who used a result has not been converted yet
  CAST_ARGUMENT, // the same of a block's arguments
  CAST_TARGET,   // new from old: who gives the value has not been converted yet
  CAST_OTHER,    // made by a pattern itself
} CastKind;

typedef struct Cast {
  IrOp *op; // NULL once erased
  CastKind kind;
  const char *pattern;
  IrStr op_name; // of the op that the pattern worked on
  IrLoc loc;
} Cast;

typedef struct Conversion {
  IrRewriter rw;
  PatternSet patterns;
  const IrLegalRule *target;
  const IrConversionOptions *options;
  const IrTypeConverter *types; // or NULL
  IrArena arena;                // types, origins
  IrArena scratch;              // lists that patterns borrow
  IrPtrMap rules;               // IrOpInfo -> IrLegalRule
  IrPtrMap type_cache;          // IrType -> ConvertedType
  IrPtrMap origins;             // IrOp -> Origin, of ops that patterns made
  IrPtrMap targets;             // IrValue -> its cast to new types
  IR_VEC(Cast) casts;
  IrPtrMap cast_of;     // cast op -> its number, plus one
  const Origin *origin; // of what the pattern at work makes; made when first needed
  IR_VEC(IrOp *) made;  // by the pattern at work, in order
  uint64_t budget;      // patterns that may still be applied
  size_t failures;
  bool silent;             // failures are counted and not told
  IrPtrMap *failed, *done; // for an analysis: ops of the copy
} Conversion;

// What a type converts to.
typedef struct ConvertedType {
  IrConverted how;
  IrTypes types;
} ConvertedType;

// conversion_types.c
const ConvertedType *ir_conversion_type(Conversion *c, IrType type);
// Of a value, which may convert otherwise than its type.
ConvertedType ir_conversion_value(Conversion *c, const IrValue *value);

// conversion_casts.c
IrOp *ir_conversion_cast(Conversion *c, CastKind kind, IrValues from, IrTypes to, IrBlock *block,
                         IrOp *before);
void ir_conversion_finish_casts(Conversion *c);

// conversion_fold.c: what is on the worklist.
void ir_conversion_fold_all(Conversion *c);

// conversion.c
IrLegality ir_conversion_legality(Conversion *c, IrOp *op, bool *inside);
void ir_conversion_open(Conversion *c, IrOp *root, const IrPattern *const *patterns, size_t n);
void ir_conversion_run(Conversion *c);
void ir_conversion_close(Conversion *c);
// conversion_report.c
void ir_conversion_report(Conversion *c, IrOp *op, IrLegality legality);
void ir_conversion_report_cast(Conversion *c, const Cast *cast);
// True, and `reason` says why not, when a pattern is not to be tried on an op.
bool ir_conversion_refuses(Conversion *c, const IrPattern *pattern, IrOp *op, IrStream *reason);

// ---- Called by the rewriter ----
void ir_conversion_created(Conversion *c, IrOp *op);
void ir_conversion_changed(Conversion *c, IrOp *op);
void ir_conversion_erased(Conversion *c, IrOp *op);
// What takes the place of `from` where `to` has another type: a cast.
IrValue *ir_conversion_stand_in(Conversion *c, IrValue *from, IrValue *to);

#endif
