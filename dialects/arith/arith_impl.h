// Declares what arith_ops.def names: folders, verifiers, patterns.
#ifndef DIALECTS_ARITH_ARITH_IMPL_H
#define DIALECTS_ARITH_ARITH_IMPL_H

#include "dialects/arith/arith.h"
#include "ir/asm/parser.h"
#include "ir/asm/printer.h"
#include "ir/interfaces/cast.h"
#include "ir/interfaces/int_range.h"

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/arith/arith_ops.def"
#include "ir/core/opdef_end.inc"

// For every op, whether it has one or not.
#define OP(id, name, ...) \
  IrFoldKind id##_fold(IrOp *op, const IrAttr *operands, IrFolded *results); \
  IrStatus id##_verify(IrOp *op);
#include "dialects/arith/arith_ops.def"
#undef OP

IrStatus arith_cmp_verify(IrOp *op);
bool arith_cmp_infer(IrOpState *state);
bool arith_constant_infer(IrOpState *state);
IrStatus arith_constant_parse(IrParser *p, IrOpState *state);
void arith_constant_print(IrOp *op, IrPrinter *p);
bool arith_select_infer(IrOpState *state);
IrStatus arith_select_parse(IrParser *p, IrOpState *state);
void arith_select_print(IrOp *op, IrPrinter *p);

// Whether a division is by a constant that it is defined for, whatever is divided: no element is
// zero, nor -1 where the quotient may be too large.
bool arith_divides_signed(const IrOp *op);
bool arith_divides_unsigned(const IrOp *op);

// Whether a constant (NULL is none) is that number everywhere.
bool arith_is_zero(IrAttr constant);
bool arith_is_one(IrAttr constant);
bool arith_is_all_ones(IrAttr constant);
// The integer attribute behind a value; splats do not count.
bool arith_match_scalar(const IrValue *value, IrAttr *c);

// A shaped type whose extents are known, but for the factor of scalable ones.
bool arith_can_be_splat(IrType type);
// The value of a float attribute, false when no double has it.
bool arith_exact_double(IrAttr number, double *value);
// Folds a cast from or to numbers of more than 64 bits; false when this is none.
bool arith_fold_wide_cast(IrOp *op, const IrAttr *operands, IrFolded *results, IrFoldKind *kind);
// `magnitude` rounded to the float type, to nearest even.
double arith_int_to_float(IrType type, uint64_t magnitude);

#define ARITH_PATTERN_LIST(X) \
  X(addui_extended_to_addi) \
  X(mulsi_extended_to_muli) \
  X(mulsi_extended_by_one) \
  X(mului_extended_to_muli) \
  X(cmpf_of_int) \
  X(truncf_of_sitofp) \
  X(truncf_of_uitofp) \
  X(addi_of_addi) \
  X(addi_of_subi_constant) \
  X(addi_of_subi_from_constant) \
  X(addi_of_negated_rhs) \
  X(addi_of_negated_lhs) \
  X(subi_of_addi) \
  X(subi_from_addi) \
  X(subi_of_subi_constant) \
  X(subi_of_subi_from_constant) \
  X(subi_from_subi_constant) \
  X(subi_from_subi_from_constant) \
  X(subi_of_subi_lhs) \
  X(muli_of_muli) \
  X(andi_of_extui) \
  X(andi_of_extsi) \
  X(ori_of_extui) \
  X(ori_of_extsi) \
  X(xori_of_cmpi) \
  X(xori_of_extui) \
  X(xori_of_extsi) \
  X(cmpi_of_extsi) \
  X(cmpi_of_extui) \
  X(select_to_extui) \
  X(select_to_not) \
  X(select_of_not) \
  X(select_of_select_true) \
  X(select_of_select_false) \
  X(index_cast_of_extsi) \
  X(index_castui_of_extui) \
  X(extsi_of_extui) \
  X(trunci_of_extsi) \
  X(trunci_of_extui) X(trunci_of_shrsi) X(mulf_of_negf) X(divf_of_negf)
#define X(name) extern const IrPattern arith_##name;
ARITH_PATTERN_LIST(X)
#undef X

extern const IrCastInterface arith_index_cast_cast, arith_bitcast_cast;

// Ops whose ranges have a rule of their own.
// clang-format off
#define ARITH_RANGE_LIST(X) \
  X(addi) X(subi) X(muli) X(addui_extended) X(mulsi_extended) X(mului_extended) \
  X(divsi) X(divui) X(ceildivsi) X(ceildivui) X(floordivsi) X(remsi) X(remui) \
  X(andi) X(ori) X(xori) X(shli) X(shrsi) X(shrui) X(minsi) X(maxsi) X(minui) X(maxui)
// clang-format on
#define X(name) extern const IrIntRangeInterface arith_##name##_range;
ARITH_RANGE_LIST(X)
#undef X
extern const IrIntRangeInterface arith_constant_range, arith_select_range, arith_cmpi_range,
    arith_signed_cast_range, arith_unsigned_cast_range;

#endif
