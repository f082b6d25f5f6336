// Evaluating an op on constant attributes, element by element.
//
// A scalar is one element; a splat is computed once and stays a splat; other dense constants are
// decoded into arrays of numbers, computed and encoded again.  Floats are computed in double and
// rounded to their type at the end: for + - * / and square root that is the correctly rounded
// result of every type that has less than half of double's digits.
#include "dialects/arith/arith_impl.h"
#include "dialects/ub/ub.h"
#include "ir/interp/element.h"
#include "ir/support/arena.h"

enum { MAX_OPERANDS = 3, MAX_ELEMENTS = 1 << 22 }; // larger constants are left alone

static bool is_scalar(IrAttr attr) {
  return ir_attr_kind(attr) == IR_ATTR_INTEGER || ir_attr_kind(attr) == IR_ATTR_FLOAT;
}

static bool is_uniform(IrAttr attr) {
  return is_scalar(attr) || (ir_attr_kind(attr) == IR_ATTR_DENSE && ir_attr_is_splat(attr));
}

static ArithNumber scalar_number(IrAttr attr) {
  if (ir_attr_kind(attr) == IR_ATTR_DENSE) attr = ir_attr_dense_at(attr, 0);
  if (ir_attr_kind(attr) == IR_ATTR_FLOAT) return (ArithNumber){.f = ir_attr_double(attr)};
  return (ArithNumber){.i = ir_attr_int(attr)};
}

// All extents are known, but for the factor of scalable ones.
bool arith_can_be_splat(IrType type) {
  if (!ir_type_is_shaped(type)) return false;
  return ir_type_has_scalable(type) || ir_type_num_elements(type) != IR_DYNAMIC;
}

IrAttr arith_int_attr(IrType type, int64_t value) {
  IrType element = ir_type_element(type);
  IrAttr scalar = ir_attr_integer(element, value);
  if (!ir_type_is_shaped(type)) return scalar;
  return arith_can_be_splat(type) ? ir_attr_splat(type, scalar) : NULL;
}

IrAttr arith_float_attr(IrType type, double value) {
  IrAttr scalar = ir_attr_float(ir_type_element(type), value);
  if (!ir_type_is_shaped(type)) return scalar;
  return arith_can_be_splat(type) ? ir_attr_splat(type, scalar) : NULL;
}

static IrAttr number_attr(IrType type, ArithNumber n) {
  if (ir_type_is_float(ir_type_element(type))) return arith_float_attr(type, n.f);
  return arith_int_attr(type, n.i);
}

// Elements of one operand as numbers, or the one number that stands for all.
typedef struct Column {
  ArithNumber *at; // NULL: `all`
  ArithNumber all;
} Column;

static void decode(IrAttr attr, int64_t n, Column *column) {
  *column = (Column){0};
  if (is_uniform(attr)) {
    column->all = scalar_number(attr);
    return;
  }
  size_t bytes;
  const void *data = ir_attr_dense_data(attr, &bytes);
  IrType element = ir_type_element(ir_attr_type(attr));
  column->at = ir_malloc((size_t)n * sizeof(ArithNumber));
  if (ir_type_is_float(element))
    ir_elements_to_double(element, data, n, &column->at->f);
  else
    ir_elements_to_int(element, data, n, &column->at->i);
}

static IrAttr encode(IrType type, const ArithNumber *numbers, int64_t n) {
  IrType element = ir_type_element(type);
  size_t bytes = (size_t)n * ir_element_bytes(element);
  void *data = ir_malloc(bytes);
  if (ir_type_is_float(element))
    ir_elements_from_double(element, &numbers->f, n, data);
  else
    ir_elements_from_int(element, &numbers->i, n, data);
  IrAttr attr = ir_attr_dense(type, data, bytes);
  ir_free(data);
  return attr;
}

static bool evaluate_all(ArithEval eval, const ArithTypes *types, const Column *columns,
                         size_t num_columns, ArithNumber *out, int64_t n) {
  for (int64_t i = 0; i < n; i++) {
    ArithNumber in[MAX_OPERANDS] = {0};
    for (size_t k = 0; k < num_columns; k++)
      in[k] = columns[k].at ? columns[k].at[i] : columns[k].all;
    if (!eval(types, in, &out[i])) return false;
  }
  return true;
}

static IrAttr evaluate_dense(ArithEval eval, const ArithTypes *types, const IrAttr *operands,
                             size_t num_operands, IrType type) {
  int64_t n = ir_type_num_elements(type);
  if (n == IR_DYNAMIC || n > MAX_ELEMENTS) return NULL;
  Column columns[MAX_OPERANDS];
  for (size_t k = 0; k < num_operands; k++) decode(operands[k], n, &columns[k]);
  ArithNumber *out = ir_malloc((size_t)n * sizeof *out);
  IrAttr result = NULL;
  if (evaluate_all(eval, types, columns, num_operands, out, n)) result = encode(type, out, n);
  ir_free(out);
  for (size_t k = 0; k < num_operands; k++) ir_free(columns[k].at);
  return result;
}

static IrType element_of(IrAttr attr) {
  return ir_type_element(ir_attr_type(attr));
}

IrAttr arith_evaluate(ArithEval eval, const IrAttr *operands, size_t n, IrType type) {
  IR_ASSERT(n >= 1 && n <= MAX_OPERANDS, "one to three operands");
  bool uniform = true;
  for (size_t i = 0; i < n; i++)
    if (ub_is_poison(operands[i])) return operands[i];
  for (size_t i = 0; i < n; i++) {
    if (!operands[i] || !(is_scalar(operands[i]) || ir_attr_kind(operands[i]) == IR_ATTR_DENSE))
      return NULL;
    uniform &= is_uniform(operands[i]);
  }
  ArithTypes types = {.in = element_of(operands[0]), .out = ir_type_element(type)};
  if (ir_type_is_wide(types.in) || ir_type_is_wide(types.out)) return NULL;
  types.in_width = ir_type_width(types.in), types.out_width = ir_type_width(types.out);
  if (!uniform) return evaluate_dense(eval, &types, operands, n, type);
  ArithNumber in[MAX_OPERANDS] = {0}, out;
  for (size_t i = 0; i < n; i++) in[i] = scalar_number(operands[i]);
  return eval(&types, in, &out) ? number_attr(type, out) : NULL;
}

IrFoldKind arith_fold_constant(IrFolded *result, IrAttr attr) {
  if (!attr) return IR_FOLD_NONE;
  result->attr = attr;
  return IR_FOLD_VALUES;
}

IrFoldKind arith_fold_value(IrFolded *result, IrValue *value) {
  result->value = value;
  return IR_FOLD_VALUES;
}
