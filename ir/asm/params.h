// Parameters of a kernel file: `$NAME` in the text.
//
// A file's head declares them (`tile.params`, see dialects/tile/params.h); binding happens in the
// lexer, so a parameter stands wherever an integer, an enumerator, a boolean or an element type
// can. Names are [A-Z][A-Z0-9_]*, so in `$BMx$BNxf32` the lower-case x ends a name.
#ifndef IR_ASM_PARAMS_H
#define IR_ASM_PARAMS_H

#include "ir/core/type.h"

// One `NAME=VALUE`.  `text` is what the lexer puts in place of `$NAME`: an integer or an
// identifier.
typedef struct IrParam {
  IrStr name, text;
  bool used;
} IrParam;

typedef struct IrParams {
  IrParam *at;
  size_t n, cap;
} IrParams;

IR_API void ir_params_set(IrParams *params, IrStr name, IrStr text);
IR_API IrParam *ir_params_find(const IrParams *params, IrStr name);
IR_API void ir_params_free(IrParams *params);

// The values given from outside, and binding a parameter for the rest of the text being parsed.
IR_API const IrParams *ir_parser_given_params(struct IrParser *p);
IR_API void ir_parser_bind_param(struct IrParser *p, IrStr name, IrStr text);

#endif
