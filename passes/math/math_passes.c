// The table reading of math_passes.def, and what its passes share.
#include "passes/math/math_passes.h"

#define IR_PASSDEF_DEFINE
#include "ir/pass/passdef_begin.inc"
#include "passes/math/math_passes.def"
#include "ir/pass/passdef_end.inc"

const IrPassDef *const math_passes[] = {
#define IR_PASSDEF_LIST
#include "ir/pass/passdef_begin.inc"
#include "passes/math/math_passes.def"
#include "ir/pass/passdef_end.inc"
    NULL,
};

static bool simplify(void *user, IrOp *root) {
  IrRegionChanges changes = {0};
  (void)user;
  return ir_simplify_regions(root, true, &changes);
}

IrStatus math_rewrite_greedily(IrOp *root, const IrPattern *const *patterns, size_t n,
                               uint64_t *rewrites) {
  return ir_rewrite_greedily(
      root, patterns, n,
      &(IrGreedyOptions){.fold = true, .rewrites = rewrites, .after_iteration = simplify});
}
