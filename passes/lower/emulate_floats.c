// arith-emulate-unsupported-floats: arithmetic on float types that the target cannot compute with.
//
//   %s = arith.addf %a, %b : bf16    =>    %0 = arith.extf %a fastmath<contract> : bf16 to f32
//                                          %1 = arith.extf %b fastmath<contract> : bf16 to f32
//                                          %2 = arith.addf %0, %1 : f32
//                                          %s = arith.truncf %2 fastmath<contract> : f32 to bf16
//
// A conversion (ir/edit/conversion.h) whose casts to the new types become extensions.  Results are
// rounded at once, so that every op rounds as it did: what passes between two ops keeps its type.
//
// requires: nothing   preserves: rounding, symbols, blocks   breaks: nothing
#include "dialects/arith/arith.h"
#include "ir/edit/conversion.h"
#include "ir/support/vec.h"
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

static IrAttr contract(IrContext *ctx) {
  return arith_fastmath_attr(ctx, ARITH_CONTRACT);
}

static bool extend(void *user, IrBuilder *b, IrTypes types, IrValue *from, IrValue **out) {
  (void)user;
  out[0] = BUILD1(b, arith_extf, .in = from, .out_type = types.at[0], .fastmath = contract(b->ctx));
  return true;
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
    ANY("*"),
    {0},
};

// Result `i` of `made`, rounded to the type that of `op` has.
static IrValue *rounded(IrBuilder *b, const IrOp *op, const IrOp *made, size_t i) {
  IrValue *value = ir_op_result(made, i);
  IrType type = ir_value_type(ir_op_result(op, i));
  if (ir_value_type(value) == type) return value;
  return BUILD1(b, arith_truncf, .in = value, .out_type = type, .fastmath = contract(b->ctx));
}

IR_PATTERN_ANY(emulate_float, 1, "op (x : A) : B -> truncf (op (extf x : A') : B') : B",
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

// ---- The pass ----

static IrStatus float_named(IrOp *root, const char *name, IrType *type) {
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

static IrStatus read_options(const struct arith_emulate_floats_decl *self, IrOp *root,
                             Floats *floats) {
  IrContext *ctx = ir_op_context(root);
  const IrOptionList *names = self->options.source_types;
  IR_TRY(float_named(root, self->options.target_type, &floats->to));
  for (size_t i = 0; i < names->n; i++) {
    IrType type = NULL;
    IR_TRY(float_named(root, names->strings[i], &type));
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
                                 .to_target = extend};
  const IrPattern *const patterns[] = {&emulate_float};
  if (status == IR_OK && floats.from.n)
    status =
        ir_convert(root, target, patterns, 1,
                   &(IrConversionOptions){
                       .types = &types, .pass = run->pass->name, .rewrites = &self->stats->ops});
  ir_vec_free(&floats.from);
  return status;
}
