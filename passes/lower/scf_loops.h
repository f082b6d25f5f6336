// Loops over grids as loops over one dimension: what passes that lower scf share.
#ifndef PASSES_LOWER_SCF_LOOPS_H
#define PASSES_LOWER_SCF_LOOPS_H

#include "dialects/scf/scf.h"
#include "ir/support/vec.h"

typedef IR_VEC(IrOp *) ScfLoops;

// Whether a loop says how the tensors that it results in come about, which only tensors can take:
// scf.forall with results and ops in its scf.forall.in_parallel.
bool scf_forall_combines(const IrOp *forall);
// scf.parallel in the place of a scf.forall that combines nothing, with bounds that are numbers
// made constants in front of it.  Attributes go over but for the mapping.
IrOp *scf_forall_to_parallel(IrOp *forall);
// Loops in loops in the place of a scf.forall that combines nothing or of a scf.parallel, appended
// to `loops` from the outermost on.  What is reduced is carried; regions of scf.reduce, and the
// body itself, may have several blocks already, the last of which ends with what ended the region.
void scf_forall_to_loops(IrOp *forall, ScfLoops *loops);
void scf_parallel_to_loops(IrOp *parallel, ScfLoops *loops);

#endif
