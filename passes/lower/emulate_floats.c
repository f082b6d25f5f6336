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
#include "ir/support/vec.h"
#include "passes/arith/wider_floats.h"
#include "passes/lower/lower_passes.h"

typedef struct Floats {
  IR_VEC(IrType) from;
  IrType to;
} Floats;

static bool is_unsupported(const Floats *floats, IrType type) {
  for (size_t i = 0; i < floats->from.n; i++)
    if (floats->from.at[i] == type) return true;
  return false;
}

static IrConverted convert(void *user, IrType type, IrTypeList *out) {
  const Floats *floats = user;
  bool shaped = ir_type_is_shaped(type);
  IrType element = shaped ? ir_type_element(type) : type;
  if (!is_unsupported(floats, element)) return IR_CONVERT_SAME;
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

static IrStatus read_options(const struct arith_emulate_floats_decl *self, IrOp *root,
                             Floats *floats) {
  IrContext *ctx = ir_op_context(root);
  const IrOptionList *names = self->options.source_types;
  IR_TRY(wider_floats_named(root, self->options.target_type, &floats->to));
  for (size_t i = 0; i < names->n; i++) {
    IrType type = NULL;
    IR_TRY(wider_floats_named(root, names->strings[i], &type));
    if (type == floats->to)
      return ir_error(ctx, ir_op_loc(root), "'{}' cannot be computed with in its own place", type);
    ir_vec_push(&floats->from, type);
  }
  if (names->n == 0)
    ir_warning(ctx, ir_op_loc(root), "no source-types are given, so nothing is to be done");
  return IR_OK;
}

IrStatus arith_emulate_floats_run(IrPassRun *run, IrOp *root) {
  const struct arith_emulate_floats_decl *self = run->decl;
  Floats floats = {0};
  IrStatus status = read_options(self, root, &floats);
  const IrTypeConverter types = {.size = sizeof types,
                                 .name = "wider floats",
                                 .user = &floats,
                                 .convert = convert,
                                 .to_target = wider_floats_extend};
  const IrPattern *const patterns[] = {&wider_floats};
  if (status == IR_OK && floats.from.n)
    status = ir_convert(
        root, target, patterns, 1,
        &(IrConversionOptions){
            .types = &types, .pass = run->pass->name, .rewrites = &self->stats->ops, .fold = true});
  ir_vec_free(&floats.from);
  return status;
}
