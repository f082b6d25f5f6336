// math-expand-ops: functions of math become simpler ones and arithmetic.
//
//   %r = math.sinh %x : f32    =>    %0 = math.exp %x : f32
//                                    %1 = arith.negf %x : f32
//                                    %2 = math.exp %1 : f32
//                                    %3 = arith.subf %0, %2 : f32
//                                    %r = arith.mulf %3, %half : f32
//
// requires: verified IR   preserves: symbols, meaning but for accuracy   breaks: nothing
#include "ir/support/vec.h"
#include "passes/math/expand.h"
#include "passes/math/math_passes.h"

typedef IR_VEC(const IrPattern *) Patterns;

// What stands behind "math.".
static const char *mnemonic_of(const IrPattern *pattern) {
  return strchr(pattern->root->name, '.') + 1;
}

static void add_named(Patterns *patterns, const IrPattern *const *list, const char *name) {
  for (; *list; list++)
    if (!name || !strcmp(mnemonic_of(*list), name)) ir_vec_push(patterns, *list);
}

static bool add_all_named(Patterns *patterns, const char *name, bool exact) {
  size_t before = patterns->n;
  add_named(patterns, expand_functions, name);
  add_named(patterns, expand_powers, name);
  add_named(patterns, expand_bits, name);
  add_named(patterns, exact ? expand_rounding_exact : expand_rounding, name);
  return patterns->n > before;
}

static IrStatus choose(Patterns *patterns, const IrOptionList *names, bool exact, IrOp *root) {
  if (names->n == 0) (void)add_all_named(patterns, NULL, exact);
  for (size_t i = 0; i < names->n; i++) {
    if (add_all_named(patterns, names->strings[i], exact)) continue;
    IrContext *ctx = ir_op_context(root);
    (void)ir_error(ctx, ir_op_loc(root), "'math.{}' has no expansion", names->strings[i]);
    ir_help(ctx, "--help-pass=math-expand-ops lists the ops that have one");
    return IR_FAILED;
  }
  return IR_OK;
}

IrStatus math_expand_ops_run(IrPassRun *run, IrOp *root) {
  const struct math_expand_ops_decl *self = run->decl;
  Patterns patterns = {0};
  IrStatus status = choose(&patterns, self->options.ops, self->options.exact, root);
  if (status == IR_OK)
    status = math_rewrite_greedily(root, patterns.at, patterns.n, &self->stats->rewrites);
  ir_vec_free(&patterns);
  return status;
}
