// mem2reg: memory that holds one value becomes that value.
//
//   %m = memref.alloca() : memref<i32>
//   memref.store %x, %m[] : memref<i32>         cf.br ^bb1(%x : i32)
//   cf.br ^bb1                                  ^bb1(%v: i32):
//   ^bb1:                                  =>     %w = arith.addi %v, %x : i32
//     %v = memref.load %m[] : memref<i32>         cf.cond_br %c, ^bb1(%w : i32), ^bb2
//     %w = arith.addi %v, %x : i32
//     memref.store %w, %m[] : memref<i32>
//     cf.cond_br %c, ^bb1, ^bb2
//
// requires: verified IR   preserves: meaning, blocks, dominance   breaks: blocks' arguments
#include "ir/edit/promote.h"

#include "passes/generic/generic.h"

typedef struct Mem2reg {
  IrPassRun *run;
  const struct pass_mem2reg_decl *self;
} Mem2reg;

static void stays(void *user, IrOp *allocation, size_t result, const char *why) {
  const Mem2reg *m = user;
  IR_REMARK(m->run, m->self, not_promoted, allocation, "{} stays in memory: {}",
            ir_op_result(allocation, result), why);
}

IrStatus mem2reg_run(IrPassRun *run, IrOp *op) {
  Mem2reg m = {run, run->decl};
  IrDominance *dom = ir_analysis_get(run, &ir_dominance_analysis, op);
  bool wanted = IR_REMARK_WANTED(run, m.self, not_promoted);
  IrPromotions done = ir_promote_slots(op, dom, wanted ? stays : NULL, &m);
  m.self->stats->slots += done.slots;
  m.self->stats->args += done.args;
  IrRegionChanges changes = {0};
  bool simplified = m.self->options.region_simplify && ir_simplify_regions(op, false, &changes);
  if (done.slots == 0 && !simplified) ir_pass_preserve_all(run);
  if (changes.blocks == 0) ir_pass_preserve(run, &ir_dominance_analysis);
  return IR_OK;
}
