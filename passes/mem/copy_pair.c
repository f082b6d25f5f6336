// Roots of memory, and loads that may move down to the store of what they loaded.
#include "passes/mem/copy_pair.h"

#include "dialects/mem/mem.h"
#include "dialects/tc/tc.h"
#include "ir/interfaces/effects.h"

const IrValue *mem_root(const IrOp *kernel, const IrValue *memory) {
  IrOp *op = ir_value_op(memory);
  for (; mem_is_view(op); op = ir_value_op(memory)) memory = ir_op_operand(op, 0);
  if (op) return IS(op, mem_alloc) ? memory : NULL;
  return ir_block_parent(ir_value_block(memory)) == kernel ? memory : NULL;
}

bool mem_roots_meet(const IrValue *a, const IrValue *b) {
  return !a || !b || a == b;
}

// May a load of global memory move down over `op`?
static bool may_pass(IrOp *op) {
  if (IS(op, tile_store)) return mem_is_buffer(ir_value_type(GET(op, tile_store, dest)));
  if (IS(op, tile_load) || IS(op, tile_async_copy)) return true;
  if (IS(op, tc_dot_async) || IS(op, tc_dot_wait)) return true; // of buffers and registers alone
  return !(ir_op_effect_kinds_nested(op) & ~(unsigned)IR_EFFECT_READ);
}

static bool load_reaches(IrOp *load, IrOp *store) {
  if (ir_op_block(load) != ir_op_block(store)) return false;
  for (IrOp *op = ir_op_next(load); op != store; op = ir_op_next(op))
    if (!op || !may_pass(op)) return false;
  return true;
}

IrOp *mem_load_of_copy(IrOp *store, IrOp **trans) {
  if (!IS(store, tile_store)) return NULL;
  IrValue *tile = GET(store, tile_store, tile);
  IrOp *load = ir_value_op(tile);
  *trans = NULL;
  if (IS(load, tile_trans) && ir_value_has_one_use(tile)) {
    *trans = load;
    tile = ir_op_operand(load, 0);
    load = ir_value_op(tile);
  }
  if (!IS(load, tile_load) || !ir_value_has_one_use(tile)) return NULL;
  if (!mem_is_buffer(ir_value_type(GET(store, tile_store, dest)))) return NULL;
  if (mem_is_buffer(ir_value_type(GET(load, tile_load, source)))) return NULL;
  return load_reaches(load, store) ? load : NULL;
}
