// Text and rules that tile.kernel and simt.kernel share.
#ifndef DIALECTS_TILE_KERNEL_IMPL_H
#define DIALECTS_TILE_KERNEL_IMPL_H

#include "dialects/tile/kernel.h"

// A kernel's arguments while they are read.
typedef struct TileSignature {
  IR_VEC(IrParsedArg) args; // the kernel's, then block indices
  IR_VEC(IrType) types;
  IR_VEC(IrAttr) names, dims;
} TileSignature;

void tile_signature_free(TileSignature *signature);
// `@name(%A: memref<...>[M, K] transposed(true), %x: f32)`; sets sym_name, function_type and
// arg_dims.
IR_CHECKED IrStatus tile_parse_signature(IrParser *p, IrOpState *state, TileSignature *signature);
// Sets arg_names after the attributes have been read, where they do not say otherwise.
void tile_record_names(IrOpState *state, const TileSignature *signature);
// False when an argument is printed under another name than the recorded one, as with
// --number-values: arg_names has to be written then.
bool tile_print_signature(IrOp *kernel, IrPrinter *p);
// `keyword(n)` into an i64 attribute.
IR_CHECKED IrStatus tile_parse_count(IrParser *p, IrOpState *state, const char *keyword);
// `grid(...)`; block indices, when `named`, are added to the signature.
IR_CHECKED IrStatus tile_parse_grid(IrParser *p, IrOpState *state, TileSignature *named);
// ` assume(...)` when it is there.
IR_CHECKED IrStatus tile_parse_assume(IrParser *p, IrOpState *state);
void tile_print_exprs(IrPrinter *p, const char *keyword, IrAttr exprs);

// Arguments, names, dimensions, grid and assumptions.
IR_CHECKED IrStatus tile_verify_signature(IrOp *kernel);
// Values of the attributes by which a kernel's text says how it wants to be compiled.
IR_CHECKED IrStatus tile_verify_wishes(IrOp *kernel);

#endif
