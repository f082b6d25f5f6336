// Whether a thread has room for a tile that waits in registers for its use an iteration later.
//
// Counted are the tiles that the loop carries and those that wait already.  Addresses and what
// lives across the loop take the rest, and fragments of operands where products take them from
// registers: with fewer for them the compiler spills, which costs more than the wait.
#include "dialects/mem/mem.h"
#include "dialects/tc/tc.h"
#include "dialects/tile/kernel.h"
#include "dialects/tile/layout.h"
#include "dialects/tile/roles.h"
#include "dialects/tile/target.h"
#include "dialects/tile/tile.h"
#include "ir/analysis/tree.h"
#include "passes/tile/pipeline.h"

enum { RESERVED = 64, FRAGMENTS = 24, REGISTER_BYTES = 4, WARP = 32 };

int64_t pipeline_registers_of(IrType type) {
  TileLayout layout;
  if (ir_type_kind(type) != IR_TYPE_TENSOR || !tile_layout_of(type, &layout)) return 0;
  int64_t bytes = tile_layout_registers(&layout) * mem_element_bytes(ir_type_element(type));
  return (bytes + REGISTER_BYTES - 1) / REGISTER_BYTES;
}

static int64_t carried_registers(const Pipeline *p) {
  int64_t sum = 0;
  for (size_t i = 0; i < ir_block_num_args(p->body); i++)
    sum += pipeline_registers_of(ir_value_type(ir_block_arg(p->body, i)));
  return sum;
}

static bool takes_fragments(const Pipeline *p) {
  for (IrOp *op = ir_tree_first(p->loop, 0); op; op = ir_tree_next(op, p->loop))
    if (IS(op, tc_dot)) return true;
  return false;
}

// At most what the kernel says that a thread may have.
static int64_t wished(const IrOp *kernel, int64_t most) {
  if (!ir_op_attr(kernel, "simt.min_blocks") && !ir_op_attr(kernel, "simt.max_registers"))
    return most;
  int64_t start = tile_most_start_registers(kernel, tile_kernel_warps(kernel));
  return start < most ? start : most;
}

bool pipeline_take_registers(Pipeline *p, const IrOp *load) {
  const TileTarget *target = tile_target_of(p->kernel);
  int64_t threads = tile_kernel_warps(p->kernel) * WARP;
  int64_t most = (int64_t)target->registers / threads;
  if (most > target->max_registers) most = target->max_registers;
  most = wished(p->kernel, most);
  if (!p->registers) p->registers = carried_registers(p);
  int64_t more = pipeline_registers_of(ir_value_type(ir_op_result(load, 0)));
  int64_t others = RESERVED + (takes_fragments(p) ? FRAGMENTS : 0);
  if (p->registers + more + others > most) return false;
  p->registers += more;
  return true;
}
