// Values of the attribute `kind` of memref.atomic_rmw, in MLIR's order.
#ifndef DIALECTS_MEMREF_MEMREF_ATOMIC_H
#define DIALECTS_MEMREF_MEMREF_ATOMIC_H

typedef enum MemrefAtomicKind {
  MEMREF_ADDF,
  MEMREF_ADDI,
  MEMREF_ANDI,
  MEMREF_ASSIGN,
  MEMREF_MAXIMUMF, // NaN when one is
  MEMREF_MAXNUMF,  // the other when one is NaN
  MEMREF_MAXS,
  MEMREF_MAXU,
  MEMREF_MINIMUMF,
  MEMREF_MINNUMF,
  MEMREF_MINS,
  MEMREF_MINU,
  MEMREF_MULF,
  MEMREF_MULI,
  MEMREF_ORI,
  MEMREF_XORI,
} MemrefAtomicKind;

#endif
