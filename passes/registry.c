// One line for each folder of passes.
#include "passes/registry.h"

#include "passes/generic/generic.h"

IrStatus tegula_register_passes(IrContext *ctx) {
  IR_TRY(pass_register_generic(ctx));
  return IR_OK;
}
