// Computing with a wider float type in place of others: what the passes that do so share.
//
// A conversion (ir/edit/conversion.h) whose casts to the new types become extensions.  Results are
// rounded at once, so that every op rounds as it did: what passes between two ops keeps its type.
#ifndef PASSES_ARITH_WIDER_FLOATS_H
#define PASSES_ARITH_WIDER_FLOATS_H

#include "ir/edit/conversion.h"
#include "ir/pass/pass.h"
#include "ir/support/vec.h"

// The types that a pass's options name, and the one to compute with.
typedef struct WiderFloats {
  IR_VEC(IrType) named;
  IrType to;
} WiderFloats;

// Reads them, named as in text; an error at `root` for what is no float type.
IR_CHECKED IrStatus wider_floats_read(IrOp *root, const IrOptionList *names, const char *to,
                                      WiderFloats *floats);
bool wider_floats_has(const WiderFloats *floats, IrType type); // is it named?
void wider_floats_free(WiderFloats *floats);

// op (x : A) : B -> truncf (op (extf x : A') : B') : B, both with fastmath<contract>, for ops that
// are not legal; `convert` says what A' and B' are, and its first argument is `floats`.
IR_CHECKED IrStatus wider_floats_convert(const IrPassRun *run, IrOp *root,
                                         const IrLegalRule *target,
                                         IrConverted (*convert)(void *user, IrType type,
                                                                IrTypeList *out),
                                         WiderFloats *floats, uint64_t *rewrites);

#endif
