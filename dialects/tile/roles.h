// What passes ask of the roles of a kernel (tile.warp_specialize).
#ifndef DIALECTS_TILE_ROLES_H
#define DIALECTS_TILE_ROLES_H

#include "dialects/tile/tile.h"

// The kernel's op with roles, or NULL.
IR_API IrOp *tile_kernel_roles(const IrOp *kernel);
// The op with roles around `op`, and in which of them it is; NULL where it is in none.
IR_API IrOp *tile_role_around(const IrOp *op, size_t *role);

IR_API size_t tile_num_roles(const IrOp *op);
IR_API IrStr tile_role_name(const IrOp *op, size_t role);
IR_API int64_t tile_role_warps(const IrOp *op, size_t role);
IR_API int64_t tile_role_first_warp(const IrOp *op, size_t role); // of the block
IR_API int64_t tile_role_registers(const IrOp *op, size_t role);  // of a thread; 0: not said
// Registers of each thread when the kernel starts, as many as what roles are given comes to; 0: not
// said.
IR_API int64_t tile_roles_start_registers(const IrOp *op);
// The most that it may be with so many warps: at most what `simt.max_registers` says, and so that
// as many blocks as `simt.min_blocks` says fit into a multiprocessor.
IR_API int64_t tile_most_start_registers(const IrOp *kernel, int64_t warps);
IR_API IrBlock *tile_role_block(const IrOp *op, size_t role);

#endif
