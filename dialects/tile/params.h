// Parameters of a kernel file.
//
//   tile.params { BM = 128 : [64, 128, 256], STAGES = 4 : 2..6, T = f16 : [f16, bf16] }
//     where (BM * STAGES <= 1024)
//
// The directive binds each parameter for the rest of the text, to the value given from outside or
// to its default, after checking domains and constraints; the module keeps the values in its
// attribute `tile.params`.  tile_params_read reads the declarations alone.
#ifndef DIALECTS_TILE_PARAMS_H
#define DIALECTS_TILE_PARAMS_H

#include "dialects/tile/expr.h"

typedef enum TileParamKind { TILE_PARAM_INT, TILE_PARAM_BOOL, TILE_PARAM_WORD } TileParamKind;
typedef enum TileDomainKind {
  TILE_DOMAIN_ANY, // any value of the default's kind
  TILE_DOMAIN_LIST,
  TILE_DOMAIN_RANGE,
} TileDomainKind;

typedef struct TileParamDecl {
  IrStr name;
  TileParamKind kind;
  IrStr value; // the default as text
  TileDomainKind domain;
  IR_VEC(IrStr) list; // values as text
  int64_t lo, hi;     // of a range, inclusive
  IrLoc loc;
} TileParamDecl;

typedef struct TileConstraint {
  IrAttr expr; // #tile.expr, boolean, over parameter names
  IrLoc loc;
} TileConstraint;

// Zero-initialise; free with tile_params_free.
typedef struct TileParamDecls {
  IR_VEC(TileParamDecl) params;
  IR_VEC(TileConstraint) constraints;
} TileParamDecls;

// Reads the declarations at the head of a buffer (ir_source_add, ir_source_read) and binds nothing.
// A file without any gives none.
IR_API IR_CHECKED IrStatus tile_params_read(IrContext *ctx, IrLoc start, TileParamDecls *decls);
IR_API void tile_params_free(TileParamDecls *decls);
IR_API const TileParamDecl *tile_params_find(const TileParamDecls *decls, IrStr name);
// Value i of a finite domain as text, written to `out`; false beyond the last, or when infinite.
IR_API bool tile_param_domain_at(const TileParamDecl *decl, size_t i, IrStream *out);

// A diagnostic at `loc` when the value is not of the parameter's kind or outside its domain.
IR_API IR_CHECKED IrStatus tile_param_check(IrContext *ctx, IrLoc loc, const TileParamDecl *decl,
                                            IrStr value);

// Takes `given` (may be NULL) and the defaults, checks them, and fills `bound`.  Diagnostics name
// the parameter, its value and its domain, or the constraint and the values in it; a name in
// `given` that is not declared gets the nearest one.
IR_API IR_CHECKED IrStatus tile_params_bind(IrContext *ctx, IrLoc loc, const TileParamDecls *decls,
                                            const IrParams *given, IrParams *bound);
// An error for each name of `given` that the module's file does not declare.
IR_API IR_CHECKED IrStatus tile_params_check_given(IrOp *module, const IrParams *given);

extern IR_API const IrDirectiveDef tile_params_directive;

#endif
