// Interpreter rules of tc.  At the levels in program order a product on tensor cores is a product.
#include "dialects/tc/tc.h"

#include "dialects/tile/product.h"

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/tc/tc_ops.def"
#include "ir/core/opdef_end.inc"

IrStep tc_dot_interp(IrInterp *interp, IrOp *op) {
  return tile_interp_product(interp, op, tc_dot_from(op));
}
