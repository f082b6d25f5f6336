// Declares what scf_ops.def names.
#ifndef DIALECTS_SCF_SCF_IMPL_H
#define DIALECTS_SCF_SCF_IMPL_H

#include "dialects/scf/scf.h"
#include "ir/asm/parser.h"
#include "ir/asm/printer.h"
#include "ir/interfaces/loop.h"
#include "ir/interfaces/region_branch.h"

// For every op, whether it has one or not.
#define OP(id, name, ...) \
  IrStatus id##_parse(IrParser *p, IrOpState *state); \
  void id##_print(IrOp *op, IrPrinter *p); \
  IrStatus id##_verify(IrOp *op);
#include "dialects/scf/scf_ops.def"
#undef OP

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/scf/scf_ops.def"
#include "ir/core/opdef_end.inc"

extern const IrLoopInterface scf_for_loop, scf_while_loop;
extern const IrRegionBranchInterface scf_for_regions, scf_if_regions, scf_while_regions,
    scf_execute_region_regions;
extern const IrPattern scf_for_trivial, scf_for_unchanged, scf_if_constant, scf_if_to_select,
    scf_if_unused_results, scf_if_known_condition, scf_if_empty_else, scf_if_nested,
    scf_if_adjacent, scf_if_of_not, scf_while_known_results, scf_execute_region_inline;

#endif
