// Which arguments had better not overlap; see apart.h.
#include "passes/tile/apart.h"

#include "dialects/memref/memref.h"
#include "dialects/scf/scf.h"
#include "dialects/tile/expr.h"
#include "dialects/tile/kernel.h"
#include "ir/analysis/tree.h"
#include "ir/interfaces/loop.h"
#include "passes/mem/copy_pair.h"
#include "passes/mem/global_writes.h"

// What the op loads of global memory; NULL: nothing.
static const IrValue *loaded_by(const IrOp *op) {
  if (IS(op, tile_load)) return GET(op, tile_load, source);
  if (IS(op, tile_gather)) return GET(op, tile_gather, source);
  if (IS(op, tile_copy)) return GET(op, tile_copy, source);
  return IS(op, memref_load) ? GET(op, memref_load, memref) : NULL;
}

static bool wishes_stages(const IrOp *loop) {
  IrAttr stages = IS(loop, tile_pipelined) ? GET(loop, tile_pipelined, stages)
                                           : ir_op_attr(loop, "tile.stages");
  if (!stages) return IS(loop, tile_pipelined);
  return ir_attr_kind(stages) == IR_ATTR_INTEGER && ir_attr_int(stages) > 1;
}

static bool is_pipelined(const IrOp *op) {
  for (const IrOp *loop = ir_loop_around(op, NULL); loop; loop = ir_loop_around(loop, NULL))
    if (wishes_stages(loop)) return true;
  return false;
}

// The number of the argument that a memory is; false for other memory.
static bool argument_of(const IrOp *kernel, const IrValue *memory, size_t *arg) {
  const IrValue *root = mem_root(kernel, memory);
  if (!root || ir_value_op(root)) return false;
  *arg = ir_value_index(root);
  return true;
}

static void add_fact(ApartFacts *facts, IrAttr fact) {
  for (size_t i = 0; i < facts->n; i++)
    if (facts->at[i] == fact) return;
  ir_vec_push(facts, fact);
}

static void add_facts(const IrOp *kernel, size_t loaded, const GlobalWrites *writes,
                      ApartFacts *facts) {
  IrContext *ctx = ir_op_context(kernel);
  for (size_t i = 0; i < writes->list.n; i++) { // the argument itself, or anything
    const IrValue *root = writes->list.at[i].root;
    if (!root || (!ir_value_op(root) && ir_value_index(root) == loaded)) return;
  }
  for (size_t i = 0; i < writes->list.n; i++) {
    const IrValue *root = writes->list.at[i].root;
    if (ir_value_op(root) || tile_kernel_disjoint(kernel, loaded, ir_value_index(root))) continue;
    add_fact(facts, tile_expr_disjoint(ctx, tile_kernel_arg_name(kernel, loaded),
                                       tile_kernel_arg_name(kernel, ir_value_index(root))));
  }
}

void apart_facts_of(IrOp *kernel, ApartFacts *facts) {
  for (IrOp *op = kernel; op; op = ir_tree_next(op, kernel)) {
    const IrValue *memory = loaded_by(op);
    size_t loaded;
    if (!memory || !is_pipelined(op) || !argument_of(kernel, memory, &loaded)) continue;
    GlobalWrites writes = global_writes_before(kernel, op);
    add_facts(kernel, loaded, &writes, facts);
    global_writes_free(&writes);
  }
}
