// Arguments of blocks that are the same value whichever way the block is entered.
//
//   cf.cond_br %c, ^bb1(%x, %y : i32, i32), ^bb2        cf.cond_br %c, ^bb1(%y : i32), ^bb2
//   ^bb2:                                           =>  ^bb2:
//     cf.br ^bb1(%x, %z : i32, i32)                       cf.br ^bb1(%z : i32)
//   ^bb1(%a: i32, %b: i32):                             ^bb1(%b: i32):
//     use %a                                              use %x
#include "ir/core/op_impl.h"
#include "ir/edit/regions_impl.h"
#include "ir/interfaces/branch.h"
#include "ir/support/vec.h"

static bool can_lose_args(const IrBlock *block) {
  for (const IrEdge *e = block->first_edge; e; e = e->next)
    if (!ir_branch_is_resizable(e->op)) return false;
  return block->first_edge && block->num_args;
}

// The value that every way in gives argument i, or NULL, for all i.
static void find_common(const IrBlock *block, IrValue **common) {
  IrValues first = ir_branch_operands(block->first_edge->op, ir_edge_index(block->first_edge));
  for (uint32_t i = 0; i < block->num_args; i++) common[i] = first.at[i];
  for (const IrEdge *e = block->first_edge->next; e; e = e->next) {
    IrValues values = ir_branch_operands(e->op, ir_edge_index(e));
    for (uint32_t i = 0; i < block->num_args; i++)
      if (common[i] != values.at[i]) common[i] = NULL;
  }
}

static void hand_over_less(IrBlock *block, const bool *erase) {
  IR_VEC(IrValue *) kept = {0};
  for (IrEdge *e = block->first_edge; e; e = e->next) {
    IrValues old = ir_branch_operands(e->op, ir_edge_index(e));
    ir_vec_clear(&kept);
    for (size_t i = 0; i < old.n; i++)
      if (!erase[i]) ir_vec_push(&kept, old.at[i]);
    ir_branch_set_operands(e->op, ir_edge_index(e), kept.at, kept.n);
  }
  ir_vec_free(&kept);
}

static size_t simplify(IrBlock *block) {
  size_t n = block->num_args, erased = 0;
  IrValue **common = ir_malloc(n * sizeof *common);
  bool *erase = ir_malloc(n);
  find_common(block, common);
  for (size_t i = 0; i < n; i++) {
    IrValue *arg = &block->args[i]->value;
    erase[i] = common[i] && common[i] != arg;
    if (!erase[i]) continue;
    ir_value_replace_uses(arg, common[i]);
    erased++;
  }
  if (erased) {
    hand_over_less(block, erase);
    ir_block_erase_args(block, erase);
  }
  ir_free(common);
  ir_free(erase);
  return erased;
}

size_t ir_region_erase_redundant_args(IrRegion *region) {
  size_t erased = 0;
  IR_FOR_BLOCKS(block, region) {
    if (block != region->first && can_lose_args(block)) erased += simplify(block);
  }
  return erased;
}
