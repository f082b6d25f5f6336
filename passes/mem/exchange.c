// What exchanges between threads take; see exchange.h.
#include "passes/mem/exchange.h"

#include "dialects/mem/mem.h"
#include "dialects/tile/layout_convert.h"
#include "dialects/tile/target.h"
#include "dialects/tile/tile.h"

enum { MOST = 48 << 10, MOST_BESIDE_TMA = 16 << 10, REDUCTION = 4 << 10 };

static IrStatus find_tma(IrOp *op, void *user) {
  (void)user;
  return IS(op, tile_async_copy) && GET(op, tile_async_copy, tma) ? IR_FAILED : IR_OK;
}

int64_t mem_exchange_limit(IrOp *kernel) {
  return ir_walk_pre(kernel, find_tma, NULL) != IR_OK ? MOST_BESIDE_TMA : MOST;
}

int64_t mem_exchange_bytes(IrOp *kernel, const IrOp *op) {
  const TileTarget *target = tile_target_of(kernel);
  TileLayout from, to;
  TileConvertPlan plan;
  if (IS(op, tile_reduce) || IS(op, tile_scan)) return REDUCTION;
  if (!IS(op, tile_convert_layout)) return 0;
  IrType type = ir_value_type(ir_op_operand(op, 0));
  if (!tile_layout_of(type, &from) || !tile_layout_of(ir_value_type(ir_op_result(op, 0)), &to))
    return 0;
  unsigned bytes = mem_element_bytes(ir_type_element(type));
  TileConvertLimits limits = {.scratch_bytes = (unsigned)mem_exchange_limit(kernel),
                              .ldmatrix = target->ldmatrix,
                              .stmatrix = target->arch >= 90,
                              .element_bits = 8 * bytes};
  if (!tile_layout_plan_conversion(&from, &to, bytes, &limits, &plan)) return 0;
  return plan.kind == TILE_CONVERT_SHARED ? plan.cost.shared_bytes : 0;
}
