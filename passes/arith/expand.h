// Patterns of arith-expand, by what they are for; each list is `n` long.
#ifndef PASSES_ARITH_EXPAND_H
#define PASSES_ARITH_EXPAND_H

#include "ir/edit/rewriter.h"

enum {
  EXPAND_NUM_ZEROS = 2,
  EXPAND_NUM_SCALING = 2,
  EXPAND_NUM_BF16 = 2,
  EXPAND_NUM_F8E8M0 = 2,
  EXPAND_NUM_F4E2M1 = 2,
};

extern const IrPattern expand_extf_f4E2M1;
extern const IrPattern *const expand_scaling[EXPAND_NUM_SCALING];
extern const IrPattern *const expand_bf16[EXPAND_NUM_BF16];
extern const IrPattern *const expand_f8E8M0[EXPAND_NUM_F8E8M0];
extern const IrPattern *const expand_f4E2M1[EXPAND_NUM_F4E2M1];

// In their place, and in that of the patterns for maximumf and minimumf, with the option `exact`.
extern const IrPattern *const expand_zeros_exact[EXPAND_NUM_ZEROS];
extern const IrPattern *const expand_f8E8M0_exact[EXPAND_NUM_F8E8M0];
extern const IrPattern *const expand_f4E2M1_exact[EXPAND_NUM_F4E2M1];

#endif
