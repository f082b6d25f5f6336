// Folds of conversions from, to and between numbers of more than 64 bits.
#include <math.h>

#include "dialects/arith/arith_impl.h"
#include "dialects/arith/arith_wide.h"

bool arith_exact_double(IrAttr number, double *value) {
  IrType type = ir_attr_type(number);
  *value = ir_attr_double(number);
  if (!ir_type_is_wide(type) || isnan(*value)) return true;
  IrFloatBits bits = ir_attr_float_bits(number);
  IrFloatBits back = ir_float_encode_bits(ir_type_float_kind(type), *value);
  return bits.at[0] == back.at[0] && bits.at[1] == back.at[1];
}

// One element as a constant of `to`, or NULL.
typedef IrAttr (*Convert)(IrAttr from, IrType to, bool is_signed);

static IrAttr convert_all(Convert convert, IrAttr from, IrType type, bool is_signed) {
  IrType to = ir_type_element(type);
  if (ir_attr_kind(from) != IR_ATTR_DENSE) return convert(from, to, is_signed);
  bool splat = ir_attr_is_splat(from);
  int64_t n = splat ? 1 : ir_type_num_elements(type);
  if (n == IR_DYNAMIC || n > 1 << 16) return NULL;
  IR_VEC(IrAttr) elements = {0};
  for (int64_t i = 0; i < n; i++) {
    IrAttr element = convert(ir_attr_dense_at(from, i), to, is_signed);
    if (!element) break;
    ir_vec_push(&elements, element);
  }
  IrAttr all = NULL;
  if ((int64_t)elements.n == n)
    all = splat ? ir_attr_splat(type, elements.at[0])
                : ir_attr_dense_of(type, elements.at, elements.n);
  ir_vec_free(&elements);
  return all;
}

static IrAttr int_to_float(IrAttr from, IrType to, bool is_signed) {
  if (ir_type_is_wide(to)) return NULL; // what a double rounds may be exact there
  unsigned width = ir_type_width(ir_attr_type(from));
  return ir_attr_float(to, arith_words_to_float(to, ir_attr_words(from), width, is_signed));
}

static IrAttr float_to_int(IrAttr from, IrType to, bool is_signed) {
  uint64_t words[ARITH_WIDE_MAX_WORDS];
  unsigned width = ir_type_width(to);
  double value;
  if (!arith_exact_double(from, &value)) return NULL;
  if (!arith_float_to_words(value, width, is_signed, words)) return NULL;
  return ir_attr_integer_words(to, (IrWords){words, ir_words_count(width)});
}

// Numbers that are a double's go by way of it.
static IrAttr float_to_float(IrAttr from, IrType to, bool is_signed) {
  (void)is_signed;
  double value;
  if (!arith_exact_double(from, &value) || isnan(value)) return NULL;
  IrAttr result = ir_attr_float(to, value);
  double back;
  bool same = arith_exact_double(result, &back) && back == value;
  return same && signbit(back) == signbit(value) ? result : NULL;
}

static IrAttr bits_to_bits(IrAttr from, IrType to, bool is_signed) {
  (void)is_signed;
  if (ir_attr_kind(from) == IR_ATTR_FLOAT) {
    IrFloatBits bits = ir_attr_float_bits(from);
    if (ir_type_is_float(to)) return ir_attr_float_of_bits(to, bits);
    return ir_attr_integer_words(to, (IrWords){bits.at, 2});
  }
  IrWords words = ir_attr_words(from);
  if (!ir_type_is_float(to)) return ir_attr_integer_words(to, words);
  IrFloatBits bits = {{words.at[0], words.at[1]}};
  unsigned width = ir_type_width(to);
  if (width % 64) bits.at[1] &= (UINT64_C(1) << width % 64) - 1;
  return ir_attr_float_of_bits(to, bits);
}

bool arith_fold_wide_cast(IrOp *op, const IrAttr *operands, IrFolded *results, IrFoldKind *kind) {
  IrType type = ir_value_type(ir_op_result(op, 0)), out = ir_type_element(type);
  IrType in = ir_type_element(ir_value_type(ir_op_operand(op, 0)));
  if (!ir_type_is_wide(in) && !ir_type_is_wide(out)) return false;
  *kind = IR_FOLD_NONE;
  if (!operands[0] || !ir_attr_type(operands[0])) return true;
  if (ir_type_is_shaped(type) && !arith_can_be_splat(type)) return true;
  bool fits = (ir_type_is_float(in) || ir_type_width(in) <= ARITH_WIDE_MAX_BITS) &&
              (ir_type_is_float(out) || ir_type_width(out) <= ARITH_WIDE_MAX_BITS);
  Convert convert = IS(op, arith_bitcast)    ? bits_to_bits
                    : !ir_type_is_float(in)  ? int_to_float
                    : !ir_type_is_float(out) ? float_to_int
                                             : float_to_float;
  bool is_signed = IS(op, arith_sitofp) || IS(op, arith_fptosi);
  if (fits)
    *kind = arith_fold_constant(results, convert_all(convert, operands[0], type, is_signed));
  return true;
}
