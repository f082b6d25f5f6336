// Which dialects there are: one line each, and nowhere else.
#include "dialects/registry.h"

#include "dialects/arith/arith.h"
#include "dialects/cf/cf.h"
#include "dialects/func/func.h"
#include "dialects/math/math.h"
#include "dialects/mem/mem.h"
#include "dialects/memref/memref.h"
#include "dialects/scf/scf.h"
#include "dialects/simt/simt.h"
#include "dialects/tc/tc.h"
#include "dialects/tile/tile.h"
#include "dialects/ub/ub.h"
#include "dialects/vector/vector.h"

static const IrDialect *const dialects[] = {
    &arith_dialect, &cf_dialect,   &func_dialect, &math_dialect, &mem_dialect, &memref_dialect,
    &scf_dialect,   &simt_dialect, &tc_dialect,   &tile_dialect, &ub_dialect,  &vector_dialect,
};

IrStatus tegula_register_dialects(IrContext *ctx) {
  for (size_t i = 0; i < sizeof dialects / sizeof *dialects; i++)
    IR_TRY(ir_dialect_register(ctx, dialects[i]));
  return IR_OK;
}
