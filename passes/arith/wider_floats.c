#include "passes/arith/wider_floats.h"

#include "dialects/arith/arith.h"

static IrAttr contract(IrContext *ctx) {
  return arith_fastmath_attr(ctx, ARITH_CONTRACT);
}

static bool extend(void *user, IrBuilder *b, IrTypes types, IrValue *from, IrValue **out) {
  (void)user;
  out[0] = BUILD1(b, arith_extf, .in = from, .out_type = types.at[0], .fastmath = contract(b->ctx));
  return true;
}

// Result `i` of `made`, rounded to the type that of `op` has.
static IrValue *rounded(IrBuilder *b, const IrOp *op, const IrOp *made, size_t i) {
  IrValue *value = ir_op_result(made, i);
  IrType type = ir_value_type(ir_op_result(op, i));
  if (ir_value_type(value) == type) return value;
  return BUILD1(b, arith_truncf, .in = value, .out_type = type, .fastmath = contract(b->ctx));
}

IR_PATTERN_ANY(wider_floats, 1, "op (x : A) : B -> truncf (op (extf x : A') : B') : B",
               IR_PATTERN_CONVERTS) {
  if (ir_op_num_regions(op)) return ir_no_match(rw, op, "has regions");
  IrTypeList types = {0};
  size_t n = ir_op_num_results(op);
  for (size_t i = 0; i < n; i++)
    ir_type_list_add(&types, ir_converted_type(rw, ir_value_type(ir_op_result(op, i))));
  IrOp *made = ir_create_like(rw, op, ir_converted_all(rw, op, 0), (IrTypes){types.at, n});
  IR_VEC(IrValue *) results = {0};
  for (size_t i = 0; i < n; i++)
    ir_vec_push(&results, rounded(ir_rewriter_builder(rw), op, made, i));
  ir_replace_values(rw, op, results.at, n);
  ir_vec_free(&results);
  ir_type_list_free(&types);
  return true;
}

static IrStatus float_type_named(IrOp *root, const char *name, IrType *type) {
  IrContext *ctx = ir_op_context(root);
  for (int kind = 0; kind < IR_NUM_FLOATS; kind++)
    if (!strcmp(ir_float_format((IrFloatKind)kind)->name, name)) {
      *type = ir_type_float(ctx, (IrFloatKind)kind);
      return IR_OK;
    }
  (void)ir_error(ctx, ir_op_loc(root), "'{}' is no float type", name);
  ir_help(ctx, "types are named as in text: f16, bf16, f8E4M3FN");
  return IR_FAILED;
}

IrStatus wider_floats_read(IrOp *root, const IrOptionList *names, const char *to,
                           WiderFloats *floats) {
  IR_TRY(float_type_named(root, to, &floats->to));
  for (size_t i = 0; i < names->n; i++) {
    IrType type = NULL;
    IR_TRY(float_type_named(root, names->strings[i], &type));
    ir_vec_push(&floats->named, type);
  }
  return IR_OK;
}

bool wider_floats_has(const WiderFloats *floats, IrType type) {
  for (size_t i = 0; i < floats->named.n; i++)
    if (floats->named.at[i] == type) return true;
  return false;
}

void wider_floats_free(WiderFloats *floats) {
  ir_vec_free(&floats->named);
}

IrStatus wider_floats_convert(const IrPassRun *run, IrOp *root, const IrLegalRule *target,
                              IrConverted (*convert)(void *user, IrType type, IrTypeList *out),
                              WiderFloats *floats, uint64_t *rewrites) {
  const IrTypeConverter types = {.size = sizeof types,
                                 .name = "wider floats",
                                 .user = floats,
                                 .convert = convert,
                                 .to_target = extend};
  const IrPattern *const patterns[] = {&wider_floats};
  return ir_convert(
      root, target, patterns, 1,
      &(IrConversionOptions){
          .types = &types, .pass = run->pass->name, .fold = true, .rewrites = rewrites});
}
