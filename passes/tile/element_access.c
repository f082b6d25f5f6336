#include "passes/tile/element_access.h"

#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/memref/memref.h"
#include "dialects/tile/layout.h"
#include "dialects/tile/tile.h"

bool element_is_code(const IrOp *op) {
  return op && (IS(op, tile_map) || IS(op, tile_parallel));
}

IrShape element_shape(const IrOp *map, int64_t extents[TILE_LAYOUT_RANK]) {
  if (IS(map, tile_map)) return ir_type_shape(ir_value_type(ir_op_result(map, 0)));
  IrAttr shape = GET(map, tile_parallel, shape);
  size_t rank = ir_attr_count(shape);
  for (size_t d = 0; d < rank; d++) extents[d] = ir_attr_array_int(shape, d);
  return (IrShape){extents, rank};
}

// ---- Dependence.

static bool is_outside(const IrOp *map, const IrValue *value) {
  for (const IrOp *op = ir_block_parent(ir_value_block(value)); op; op = ir_op_parent(op))
    if (op == map) return false;
  return true;
}

// Of an op all of whose operands are uniform.
static int of_uniform(const IrOp *op) {
  bool pure = ir_op_has_trait(op, IR_PURE) || ir_op_has_trait(op, IR_NO_EFFECT) ||
              ir_op_has_trait(op, IR_CONSTANT_LIKE);
  return pure && !ir_op_num_regions(op) ? ELEMENT_UNIFORM : ELEMENT_OTHER;
}

// Of an op of several operands, one of which is a coordinate.
static int of_coordinate(const IrOp *op, const int *of) {
  if (IS(op, arith_addi)) {
    if (of[0] >= 0 && of[1] == ELEMENT_UNIFORM) return of[0];
    if (of[1] >= 0 && of[0] == ELEMENT_UNIFORM) return of[1];
  }
  if (IS(op, tile_compute)) return of[0];
  if (IS(op, arith_subi) && of[0] >= 0 && of[1] == ELEMENT_UNIFORM) return of[0];
  return ELEMENT_OTHER;
}

int element_dependence(const IrOp *map, const IrValue *index) {
  enum { MOST = 8 };
  if (is_outside(map, index)) return ELEMENT_UNIFORM;
  const IrOp *op = ir_value_op(index);
  int64_t extents[TILE_LAYOUT_RANK];
  if (!op) {
    bool coordinate = ir_block_parent(ir_value_block(index)) == map &&
                      ir_value_index(index) < element_shape(map, extents).rank;
    return coordinate ? (int)ir_value_index(index) : ELEMENT_OTHER;
  }
  int of[MOST];
  size_t n = ir_op_num_operands(op);
  bool uniform = true;
  if (n > MOST) return ELEMENT_OTHER;
  for (size_t i = 0; i < n; i++) {
    of[i] = element_dependence(map, ir_op_operand(op, i));
    if (of[i] == ELEMENT_OTHER) return ELEMENT_OTHER;
    uniform = uniform && of[i] == ELEMENT_UNIFORM;
  }
  return uniform ? of_uniform(op) : of_coordinate(op, of);
}

// ---- Accesses.

bool element_access_of(const IrOp *op, ElementAccess *access) {
  if (IS(op, memref_load))
    *access = (ElementAccess){false, GET(op, memref_load, memref), GET(op, memref_load, indices)};
  else if (IS(op, memref_store))
    *access = (ElementAccess){true, GET(op, memref_store, memref), GET(op, memref_store, indices)};
  else if (IS(op, mem_load))
    *access = (ElementAccess){false, GET(op, mem_load, base), GET(op, mem_load, indices)};
  else if (IS(op, mem_store))
    *access = (ElementAccess){true, GET(op, mem_store, base), GET(op, mem_store, indices)};
  else if (IS(op, mem_atomic_rmw))
    *access =
        (ElementAccess){true, GET(op, mem_atomic_rmw, base), GET(op, mem_atomic_rmw, indices)};
  else if (IS(op, mem_atomic_cas))
    *access =
        (ElementAccess){true, GET(op, mem_atomic_cas, base), GET(op, mem_atomic_cas, indices)};
  else
    return false;
  return true;
}
