#include "passes/tile/layout_again.h"

#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/tile/kernel.h"
#include "passes/tile/layout_problem.h"

enum { MOST_DEPTH = 4 }; // ops in a row that are made again

static bool is_one_element(const IrOp *op) {
  return ir_op_has_trait(op, IR_CONSTANT_LIKE) || IS(op, tile_splat);
}

static bool has_layout(const IrValue *tile, const TileLayout *layout) {
  TileLayout has;
  return tile_layout_of(ir_value_type(tile), &has) && tile_layout_equal(&has, layout);
}

static int64_t load_cost(IrOp *kernel, const IrOp *op, const TileLayout *layout) {
  IrType memory = ir_value_type(GET(op, tile_load, source));
  if (mem_is_buffer(memory))
    return layout_cost_shared(layout, memory, false, (unsigned)tile_kernel_warps(kernel));
  LayoutAccess access = layout_access_of(kernel, op);
  return layout_cost_global(&access, layout);
}

static int64_t cost_again(IrOp *kernel, const IrValue *tile, const TileLayout *layout,
                          int64_t limit, unsigned depth) {
  IrOp *op = ir_value_op(tile);
  if (limit <= 0 || !op || has_layout(tile, layout)) return op && limit > 0 ? 0 : limit;
  if (ir_op_attr(op, "tile.layout")) return limit;
  if (is_one_element(op)) return 1; // a conversion less is nicer all the same
  if (IS(op, tile_iota)) {
    LayoutCost own = layout_cost_make(op, ir_value_type(tile), layout);
    int64_t cost = layout_cost_sum(&own);
    return cost < limit ? cost : limit;
  }
  if (IS(op, tile_load)) {
    int64_t cost = load_cost(kernel, op, layout);
    return cost < limit ? cost : limit;
  }
  const LayoutRelation *relation = layout_relation_of(op);
  if (!relation || depth == 0 || ir_op_num_results(op) != 1 || IS(op, tile_convert_layout) ||
      !ir_op_has_trait(op, IR_PURE))
    return limit;
  LayoutCost own = layout_cost_make(op, ir_value_type(tile), layout);
  int64_t cost = layout_cost_sum(&own);
  for (size_t i = 0; i < ir_op_num_operands(op) && cost < limit; i++) {
    TileLayout needed;
    if (!layout_is_tile(ir_op_operand(op, i))) continue;
    if (!relation->operand(op, i, layout, &needed)) return limit;
    cost += cost_again(kernel, ir_op_operand(op, i), &needed, limit - cost, depth - 1);
  }
  return cost < limit ? cost : limit;
}

int64_t layout_cost_again(IrOp *kernel, const IrValue *tile, const TileLayout *layout,
                          int64_t limit) {
  return cost_again(kernel, tile, layout, limit, MOST_DEPTH);
}

IrValue *layout_make_again(IrValue *tile, const TileLayout *layout, IrPtrMap *originals) {
  if (has_layout(tile, layout)) return tile;
  IrOp *op = ir_value_op(tile);
  IrPtrMap map = {0};
  IrOp *copy = ir_op_clone(op, &map);
  ir_ptrmap_free(&map);
  ir_op_insert_after(copy, op);
  ir_ptrmap_set(originals, op, op);
  const LayoutRelation *relation = layout_relation_of(op);
  for (size_t i = 0; relation && i < ir_op_num_operands(op); i++) {
    TileLayout needed;
    IrValue *operand = ir_op_operand(op, i);
    if (layout_is_tile(operand) && relation->operand(op, i, layout, &needed))
      ir_op_set_operand(copy, i, layout_make_again(operand, &needed, originals));
  }
  IrValue *result = ir_op_result(copy, 0);
  layout_set_type(result, layout);
  return result;
}

void layout_erase_originals(IrPtrMap *originals) {
  bool changed = true;
  while (changed) {
    changed = false;
    for (uint32_t i = 0; i < originals->n; i++) {
      IrOp *op = originals->entries[i].value;
      if (!originals->entries[i].key || ir_value_has_uses(ir_op_result(op, 0))) continue;
      ir_ptrmap_remove(originals, op);
      ir_op_destroy(op);
      changed = true;
    }
  }
  ir_ptrmap_free(originals);
}
