// The tc dialect: matrix products on tensor cores. Ops are in tc_ops.def.
#ifndef DIALECTS_TC_TC_H
#define DIALECTS_TC_TC_H

#include "ir/core/dialect.h"

extern IR_API const IrDialect tc_dialect;

#define IR_OPDEF_DECLARE
#include "ir/core/opdef_begin.inc"
#include "dialects/tc/tc_ops.def"
#include "ir/core/opdef_end.inc"

// An instruction: its name as in `instr`, the extents of one product, and the elements a lane
// holds.
typedef struct TcInstr {
  const char *name; // "mma.m16n8k16"
  unsigned m, n, k;
  unsigned a_elements, b_elements, c_elements;
} TcInstr;

#define TC_MMA_M16N8K16 "mma.m16n8k16"

IR_API const TcInstr *tc_instr(IrStr name); // NULL when unknown
// Whether the instruction multiplies elements of type `ab` and adds in `c`.
IR_API bool tc_instr_takes(const TcInstr *instr, IrType ab, IrType c);
// The instruction for element types and the extents of a whole product on an architecture with
// mma.sync; NULL when there is none.
IR_API const TcInstr *tc_instr_for(IrType ab, IrType c, int64_t m, int64_t n, int64_t k);

#endif
