// The tc dialect: matrix products on tensor cores. Ops are in tc_ops.def.
#ifndef DIALECTS_TC_TC_H
#define DIALECTS_TC_TC_H

#include "ir/core/dialect.h"

extern IR_API const IrDialect tc_dialect;

#define IR_OPDEF_DECLARE
#include "ir/core/opdef_begin.inc"
#include "dialects/tc/tc_ops.def"
#include "ir/core/opdef_end.inc"

// An instruction of mma.sync: its name as in `instr`, the extents of one product, and the elements
// a lane holds.
typedef struct TcInstr {
  const char *name; // "mma.m16n8k16"
  unsigned m, n, k;
  unsigned a_elements, b_elements, c_elements;
  bool tiles;        // tc.dot has it
  const char *takes; // completes "it multiplies ..."
} TcInstr;

#define TC_MMA_M16N8K16 "mma.m16n8k16"

IR_API const TcInstr *tc_instr(IrStr name); // NULL when unknown
// Whether the instruction multiplies elements of types `a` and `b` and adds in `c`.
IR_API bool tc_instr_takes(const TcInstr *instr, IrType a, IrType b, IrType c);
// The instruction for element types and the extents of a whole product of tiles on an architecture
// with mma.sync; NULL when there is none.
IR_API const TcInstr *tc_instr_for(IrType ab, IrType c, int64_t m, int64_t n, int64_t k);
// The first column of `a` that a tc.dot multiplies.
IR_API int64_t tc_dot_from(const IrOp *dot);

// ---- wgmma ----
extern IR_API const IrTypeDef tc_inflight;        // !tc.inflight<vector<64xf32>>
extern IR_API const IrTypeDef tc_descriptor;      // !tc.descriptor<f16>
IR_API IrType tc_inflight_get(IrType registers);  // of a vector of rank 1 or a tensor of rank 2
IR_API IrType tc_inflight_registers(IrType type); // the vector; NULL for other types
IR_API IrType tc_inflight_tile(IrType type);      // the tensor; NULL for other types
IR_API IrType tc_descriptor_get(IrType element);
IR_API IrType tc_descriptor_element(IrType type); // NULL for other types

// What a tc.wgmma multiplies: 64 rows, `n` columns, `k` deep.
typedef struct TcWgmma {
  IrType a, b, d; // elements
  bool a_in_registers;
  bool trans_a, trans_b; // MN-major
  unsigned n, k;
} TcWgmma;
IR_API TcWgmma tc_wgmma_of(const IrOp *op);

// The instruction that a tc.dot_async names: 64 rows, `n` columns, `k` deep, which are 32 bytes of
// an operand's elements along K.
typedef struct TcWgmmaShape {
  unsigned n, k;
} TcWgmmaShape;
enum { TC_WGMMA_ROWS = 64, TC_WGMMA_BYTES = 32, TC_WGMMA_MOST_COLUMNS = 256 };
enum { TC_MOST_PENDING = 7 }; // products, or groups of wgmma, that a wait may leave in flight
IR_API bool tc_wgmma_shape(IrStr name, TcWgmmaShape *shape); // false for other names
IR_API IrAttr tc_wgmma_name(IrContext *ctx, TcWgmmaShape shape);
// Whether it multiplies elements of types `a` and `b` into `d`, and has so many columns for them.
IR_API bool tc_wgmma_multiplies(IrType a, IrType b, IrType d);
IR_API bool tc_wgmma_has_columns(IrType a, unsigned n);
// Groups of four warps along M and N of a tc.dot_async of `warps` warps.
IR_API void tc_dot_async_warpgroups(const IrOp *op, int64_t warps, int64_t groups[2]);

#endif
