// The simt dialect: the code of one thread, and what threads of a block have in common. Ops are in
// simt_ops.def. Named dimensions, grid and assumptions of a simt.kernel are read with
// dialects/tile/kernel.h, launch metadata with launch.h.
#ifndef DIALECTS_SIMT_SIMT_H
#define DIALECTS_SIMT_SIMT_H

#include "ir/core/dialect.h"

extern IR_API const IrDialect simt_dialect;

#define IR_OPDEF_DECLARE
#include "ir/core/opdef_begin.inc"
#include "dialects/simt/simt_ops.def"
#include "ir/core/opdef_end.inc"

enum { SIMT_WARP_LANES = 32, SIMT_BARRIERS = 16, SIMT_MAX_CLUSTER = 16 };

// ---- Words of attributes, as numbers. ----
typedef enum SimtShuffle { SIMT_IDX, SIMT_UP, SIMT_DOWN, SIMT_XOR } SimtShuffle;
typedef enum SimtVote { SIMT_ALL, SIMT_ANY, SIMT_BALLOT } SimtVote;
typedef enum SimtRedux {
  SIMT_ADDI,
  SIMT_ANDI,
  SIMT_MAXS,
  SIMT_MAXU,
  SIMT_MINS,
  SIMT_MINU,
  SIMT_ORI,
  SIMT_XORI,
} SimtRedux;
typedef enum SimtScope {
  SIMT_SCOPE_BLOCK,
  SIMT_SCOPE_CLUSTER,
  SIMT_SCOPE_DEVICE,
  SIMT_SCOPE_SYSTEM
} SimtScope;

IR_API SimtShuffle simt_shuffle_kind(IrAttr kind);
IR_API SimtVote simt_vote_kind(IrAttr kind);
IR_API SimtRedux simt_redux_kind(IrAttr kind);
IR_API SimtScope simt_scope(IrAttr scope);
// The words themselves, NULL-terminated: "cta", "cluster", "gpu", "sys".
extern IR_API const char *const simt_scope_words[];

// The lane that `lane` reads in a shuffle of `width` lanes; itself where that lies outside its
// segment, behind it for SIMT_XOR.
IR_API unsigned simt_shuffle_source(SimtShuffle kind, unsigned lane, uint32_t offset,
                                    unsigned width);
// Blocks of a cluster of the kernel; 1 without clusters.
IR_API int64_t simt_kernel_cluster(const IrOp *kernel);
// Whether `op` is simt.griddepcontrol wait.
IR_API bool simt_waits_for_grids(const IrOp *op);
// Whether the kernel has such a wait: it may then be launched before the kernel in front of it in
// the stream has ended.  Looks at each op.
IR_API bool simt_kernel_waits_for_grids(const IrOp *kernel);

#endif
