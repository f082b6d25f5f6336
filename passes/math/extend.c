// math-extend-to-supported-types: functions of math on float types that the target has none for.
//
//   %s = math.sin %x : f16    =>    %0 = arith.extf %x fastmath<contract> : f16 to f32
//                                   %1 = math.sin %0 : f32
//                                   %s = arith.truncf %1 fastmath<contract> : f32 to f16
//
// The conversion is that of passes/arith/wider_floats.h.  A type that does not fit in the wider one
// has no counterpart, which is an error.
//
// requires: nothing   preserves: rounding of f32 and f64, symbols, blocks   breaks: nothing
#include "ir/support/vec.h"
#include "passes/arith/wider_floats.h"
#include "passes/math/math_passes.h"

typedef struct Floats {
  IR_VEC(IrType) supported;
  IrType to;
} Floats;

static bool is_supported(const Floats *floats, IrType type) {
  for (size_t i = 0; i < floats->supported.n; i++)
    if (floats->supported.at[i] == type) return true;
  return false;
}

static IrConverted convert(void *user, IrType type, IrTypeList *out) {
  const Floats *floats = user;
  IrType element = ir_type_element(type);
  if (!ir_type_is_float(element) || is_supported(floats, element) || element == floats->to)
    return IR_CONVERT_SAME;
  bool fits = ir_type_width(element) < ir_type_width(floats->to);
  if (!fits || ir_type_is_unranked(type)) return IR_CONVERT_CANNOT;
  ir_type_list_add(out, ir_type_with_element(type, floats->to));
  return IR_CONVERT_DONE;
}

// fma is there for narrow types where others are not.
static const IrLegalRule target[] = {
    {.name = "math.fma", .legality = IR_LEGAL},
    {.name = "math.*", .legality = IR_LEGAL_WHEN, .when = ir_types_are_legal},
    {.name = "*", .legality = IR_LEGAL},
    {0},
};

static IrStatus read_options(const struct math_extend_decl *self, IrOp *root, Floats *floats) {
  IrContext *ctx = ir_op_context(root);
  const IrOptionList *names = self->options.extra_types;
  ir_vec_push(&floats->supported, ir_type_float(ctx, IR_F32));
  ir_vec_push(&floats->supported, ir_type_float(ctx, IR_F64));
  IR_TRY(wider_floats_named(root, self->options.target_type, &floats->to));
  for (size_t i = 0; i < names->n; i++) {
    IrType type = NULL;
    IR_TRY(wider_floats_named(root, names->strings[i], &type));
    ir_vec_push(&floats->supported, type);
  }
  return IR_OK;
}

IrStatus math_extend_run(IrPassRun *run, IrOp *root) {
  const struct math_extend_decl *self = run->decl;
  Floats floats = {0};
  IrStatus status = read_options(self, root, &floats);
  const IrTypeConverter types = {.size = sizeof types,
                                 .name = "wider floats",
                                 .user = &floats,
                                 .convert = convert,
                                 .to_target = wider_floats_extend};
  const IrPattern *const patterns[] = {&wider_floats};
  if (status == IR_OK)
    status = ir_convert(
        root, target, patterns, 1,
        &(IrConversionOptions){
            .types = &types, .pass = run->pass->name, .fold = true, .rewrites = &self->stats->ops});
  ir_vec_free(&floats.supported);
  return status;
}
