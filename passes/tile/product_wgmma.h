// Which products wgmma computes, and how warpgroups share them.
#ifndef PASSES_TILE_PRODUCT_WGMMA_H
#define PASSES_TILE_PRODUCT_WGMMA_H

#include "dialects/tc/wgmma_storage.h"
#include "passes/tile/product.h"

typedef struct ProductWgmma {
  TcWgmmaShape instr;
  int64_t groups_m, groups_n; // warpgroups along M and N
} ProductWgmma;

// False where it is none for wgmma; says why, completing "is not computed by wgmma: " (NULL: does
// not).  Operands that are no buffers yet get one.
bool product_wgmma(const Product *p, int64_t warps, ProductWgmma *out, IrStream *why);
// Registers of a thread that such an instruction names, and what it is issued with: half a column's
// accumulators for each column, and addresses.  ptxas takes none that names more than a thread has
// when the kernel starts (C7602).
int64_t product_wgmma_registers(unsigned columns);
// The storages that a staged buffer may have as that operand, the widest swizzle of either major:
// none, one or two.
size_t product_wgmma_storages(IrOp *kernel, IrType buffer, TcOperand operand, int64_t begins_at,
                              IrType storages[2]);

#endif
