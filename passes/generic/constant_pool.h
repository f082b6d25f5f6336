// Constants that a pass needs: one op for each value and type, at the start of the isolated region
// around the place of use.
#ifndef PASSES_GENERIC_CONSTANT_POOL_H
#define PASSES_GENERIC_CONSTANT_POOL_H

#include "ir/edit/builder.h"

typedef struct ConstantEntry {
  const IrBlock *block;
  IrAttr attr;
  IrType type;
  IrValue *value;
} ConstantEntry;

// Zero-initialise, with the pass's op as root: constants stay inside of it.
typedef struct ConstantPool {
  const IrOp *root;
  IrContext *ctx;
  ConstantEntry *at;
  size_t size, used;
} ConstantPool;

// The block at whose start constants for uses in `block` stand.
IrBlock *constant_home(const ConstantPool *pool, IrBlock *block);
// The constant in `home`; NULL when no dialect makes one.  `prefer` is asked first.
IrValue *constant_get(ConstantPool *pool, IrBlock *home, const IrDialect *prefer, IrAttr attr,
                      IrType type, IrLoc loc);
void constant_pool_free(ConstantPool *pool);

#endif
