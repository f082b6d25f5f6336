// What the files of the simt dialect share.
#ifndef DIALECTS_SIMT_SIMT_IMPL_H
#define DIALECTS_SIMT_SIMT_IMPL_H

#include "dialects/simt/simt.h"
#include "dialects/tile/inline_ptx.h"
#include "dialects/tile/report.h"

// warp.c
extern const IrTypeConstraint simt_register_type;
extern const IrAttrConstraint simt_shuffle_attr, simt_vote_attr, simt_redux_attr;
IrStatus simt_shuffle_verify(IrOp *op);
bool simt_shuffle_infer(IrOpState *state);
IrStatus simt_vote_verify(IrOp *op);
bool simt_redux_infer(IrOpState *state);

// block.c
extern const IrAttrConstraint simt_scope_attr, simt_setmaxnreg_attr, simt_griddepcontrol_attr;
IrStatus simt_barrier_verify(IrOp *op);
IrStatus simt_barrier_arrive_verify(IrOp *op);
IrStatus simt_setmaxnreg_verify(IrOp *op);

// simt_report.c
IrStatus simt_print_verify(IrOp *op);
IrStatus simt_assert_verify(IrOp *op);

#endif
