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
#include "passes/arith/wider_floats.h"
#include "passes/math/math_passes.h"

static bool is_supported(const WiderFloats *floats, IrType element) {
  IrFloatKind kind = ir_type_float_kind(element);
  return kind == IR_F32 || kind == IR_F64 || element == floats->to ||
         wider_floats_has(floats, element);
}

static IrConverted convert(void *user, IrType type, IrTypeList *out) {
  const WiderFloats *floats = user;
  IrType element = ir_type_element(type);
  if (!ir_type_is_float(element) || is_supported(floats, element)) return IR_CONVERT_SAME;
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

static IrStatus run_with(const IrPassRun *run, IrOp *root, WiderFloats *floats) {
  const struct math_extend_decl *self = run->decl;
  IR_TRY(wider_floats_read(root, self->options.extra_types, self->options.target_type, floats));
  return wider_floats_convert(run, root, target, convert, floats, &self->stats->ops);
}

IrStatus math_extend_run(IrPassRun *run, IrOp *root) {
  WiderFloats floats = {0};
  IrStatus status = run_with(run, root, &floats);
  wider_floats_free(&floats);
  return status;
}
