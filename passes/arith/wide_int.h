// What arith-emulate-wide-int is made of: integers of 2N bits as vectors of their two halves.
//
//   i2N            vector<2xiN>         a half is  iN
//   vector<4xi2N>  vector<4x2xiN>       a half is  vector<4x1xiN>
//
// Element 0 of the last dimension is the low half, element 1 the high one.
#ifndef PASSES_ARITH_WIDE_INT_H
#define PASSES_ARITH_WIDE_INT_H

#include "dialects/arith/arith.h"
#include "ir/edit/conversion.h"

enum { WIDE_INT_LOW, WIDE_INT_HIGH };

// What an integer, or a vector of such, becomes when N is `bits`: the vector of halves.  NULL when
// the type stays; `*can` is false when it is too wide, or a scalable vector, which has no constants
// of two values.
IrType wide_int_vector(IrType type, unsigned bits, bool *can);
// The same in a pattern; NULL, and the pattern does not match, when the type stays.
IrType wide_int_converted(IrRewriter *rw, IrOp *op, IrType type);
// The type of one half of such a vector, and its bits.
IrType wide_int_half_type(IrType vector);
unsigned wide_int_half_bits(IrType vector);

// One half of a vector of halves, and both put together again.
IrValue *wide_int_half(IrBuilder *b, IrValue *vector, int64_t which);
typedef struct WideHalves {
  IrValue *low, *high;
} WideHalves;
WideHalves wide_int_halves(IrBuilder *b, IrValue *vector);
IrValue *wide_int_put(IrBuilder *b, IrValue *half, IrValue *vector, int64_t which);
IrValue *wide_int_join(IrBuilder *b, IrType vector, IrValue *low, IrValue *high);

// A half, or what was computed of halves, as a value of `type`: without the last extent, which is
// 1.  And a value as what may be computed with halves.
IrValue *wide_int_without_unit(IrBuilder *b, IrValue *value, IrType type);
IrValue *wide_int_with_unit(IrBuilder *b, IrValue *value);

// The patterns, from wide_int_ops.c, wide_int_shifts.c and wide_int_casts.c.
#define WIDE_INT_PATTERNS(X) \
  X(constant) \
  X(addi) \
  X(subi) \
  X(muli) \
  X(andi) \
  X(ori) \
  X(xori) \
  X(cmpi) \
  X(select) \
  X(maxui) \
  X(maxsi) \
  X(minui) \
  X(minsi) \
  X(shli) \
  X(shrui) \
  X(shrsi) \
  X(extsi) \
  X(extui) \
  X(trunci) \
  X(index_cast) \
  X(index_castui) \
  X(sitofp) \
  X(uitofp) \
  X(fptosi) \
  X(fptoui) \
  X(print)
#define X(name) extern const IrPattern wide_int_##name;
WIDE_INT_PATTERNS(X)
#undef X

#endif
