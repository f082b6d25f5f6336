// Declares what cf_ops.def names, and what the files of the dialect share.
#ifndef DIALECTS_CF_CF_IMPL_H
#define DIALECTS_CF_CF_IMPL_H

#include "dialects/cf/cf.h"
#include "ir/asm/parser.h"
#include "ir/asm/printer.h"
#include "ir/interfaces/branch.h"
#include "ir/support/vec.h"

// For every op, whether it has one or not.
#define OP(id, name, ...) \
  IrStatus id##_parse(IrParser *p, IrOpState *state); \
  void id##_print(IrOp *op, IrPrinter *p); \
  IrStatus id##_verify(IrOp *op);
#include "dialects/cf/cf_ops.def"
#undef OP

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/cf/cf_ops.def"
#include "ir/core/opdef_end.inc"

extern const IrBranchInterface cf_br_branch, cf_cond_br_branch, cf_switch_branch;
extern const IrPattern cf_br_to_branch, cf_br_to_only_successor;
extern const IrPattern cf_cond_br_constant, cf_cond_br_through, cf_cond_br_same, cf_cond_br_decided,
    cf_cond_br_known, cf_cond_br_unreachable;
extern const IrPattern cf_switch_only_default, cf_switch_like_default, cf_switch_constant,
    cf_switch_through, cf_switch_decided, cf_switch_excluded;
extern const IrPattern cf_assert_true;

typedef IR_VEC(IrValue *) CfValues;

// `block` only branches on, and its arguments are used for nothing else: where it goes, and
// appended to `values`, with which values when it is entered with `given`.  NULL when it does more
// or leads to itself.
IrBlock *cf_pass_through(IrBlock *block, IrValues given, CfValues *values);
// The one branch into a block; NULL when there are several, or none, or it starts a region.
IrOp *cf_only_branch_to(const IrBlock *block);
// A cf.br in the place of `op`; true.
bool cf_replace_by_branch(IrRewriter *rw, IrOp *op, IrBlock *to, IrValues values);
bool cf_same_values(IrValues a, IrValues b);

#endif
