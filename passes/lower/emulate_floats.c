// arith-emulate-unsupported-floats: arithmetic on float types that the target cannot compute with.
//
//   %s = arith.addf %a, %b : bf16    =>    %0 = arith.extf %a fastmath<contract> : bf16 to f32
//                                          %1 = arith.extf %b fastmath<contract> : bf16 to f32
//                                          %2 = arith.addf %0, %1 : f32
//                                          %s = arith.truncf %2 fastmath<contract> : f32 to bf16
//
// The conversion is that of passes/arith/wider_floats.h.
//
// requires: nothing   preserves: rounding, symbols, blocks   breaks: nothing
#include "dialects/arith/arith.h"
#include "passes/arith/wider_floats.h"
#include "passes/lower/lower_passes.h"

static IrConverted convert(void *user, IrType type, IrTypeList *out) {
  const WiderFloats *floats = user;
  bool shaped = ir_type_is_shaped(type);
  IrType element = shaped ? ir_type_element(type) : type;
  if (!wider_floats_has(floats, element)) return IR_CONVERT_SAME;
  ir_type_list_add(out, shaped ? ir_type_with_element(type, floats->to) : floats->to);
  return IR_CONVERT_DONE;
}

// ---- The target: arithmetic computes with types it has; anything else may have any. ----

#define ARITHMETIC(name_) \
  { .name = name_, .legality = IR_LEGAL_WHEN, .when = ir_types_are_legal }
#define ANY(name_) \
  { .name = name_, .legality = IR_LEGAL }
static const IrLegalRule target[] = {
    ANY("arith.bitcast"),
    ANY("arith.extf"),
    ANY("arith.truncf"),
    ANY("arith.constant"),
    ANY("arith.select"),
    ARITHMETIC("arith.*"),
    ARITHMETIC("vector.fma"),
    ANY("*"),
    {0},
};

// ---- The pass ----

static IrStatus check_options(IrOp *root, const WiderFloats *floats) {
  IrContext *ctx = ir_op_context(root);
  if (wider_floats_has(floats, floats->to))
    return ir_error(ctx, ir_op_loc(root), "'{}' cannot be computed with in its own place",
                    floats->to);
  if (!floats->named.n)
    ir_warning(ctx, ir_op_loc(root), "no source-types are given, so nothing is to be done");
  return IR_OK;
}

static IrStatus run_with(const IrPassRun *run, IrOp *root, WiderFloats *floats) {
  const struct arith_emulate_floats_decl *self = run->decl;
  IR_TRY(wider_floats_read(root, self->options.source_types, self->options.target_type, floats));
  IR_TRY(check_options(root, floats));
  if (!floats->named.n) return IR_OK;
  return wider_floats_convert(run, root, target, convert, floats, &self->stats->ops);
}

IrStatus arith_emulate_floats_run(IrPassRun *run, IrOp *root) {
  WiderFloats floats = {0};
  IrStatus status = run_with(run, root, &floats);
  wider_floats_free(&floats);
  return status;
}
