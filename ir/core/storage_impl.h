// How types and attributes lie in memory, and the uniquer's interface.
//
// Each is one block: a header, then a payload compared byte by byte.  The struct of a payload has
// no padding, so equal content is equal bytes; a list follows its fixed part.
#ifndef IR_CORE_STORAGE_IMPL_H
#define IR_CORE_STORAGE_IMPL_H

#include "ir/core/context_impl.h"

typedef struct IrStorage {
  IrContext *ctx;
  const void *def; // IrTypeDef or IrAttrDef of a dialect's, else NULL
  size_t bytes;    // of the payload
  uint32_t hash;
  uint32_t kind; // IrTypeKind, or IR_ATTR_BASE + IrAttrKind, or IR_AFFINE_BASE + IrAffineKind
} IrStorage;

enum { IR_ATTR_BASE = 64, IR_AFFINE_BASE = 128 };

struct IrTypeStorage {
  IrStorage base;
  char payload[];
};

struct IrAttrStorage {
  IrStorage base;
  char payload[];
};

typedef struct IrIntegerPayload {
  uint32_t width, sign;
} IrIntegerPayload;

typedef struct IrShapedPayload {
  IrType element;
  IrAttr encoding; // of a tensor; layout of a memref
  IrAttr space;    // of a memref
  int64_t shape[];
} IrShapedPayload;

// Function and tuple; a tuple has no results.
typedef struct IrTypesPayload {
  uint64_t num_inputs;
  IrType at[]; // inputs, then results
} IrTypesPayload;

// A number of more than 64 bits is its type and its words instead.
typedef struct IrNumberPayload {
  IrType type;
  union {
    int64_t integer;
    double number;
  } as;
} IrNumberPayload;

typedef struct IrDensePayload {
  IrType type;
  uint64_t splat;
  char data[];
} IrDensePayload;

typedef struct IrDenseArrayPayload {
  IrType element;
  int64_t at[];
} IrDenseArrayPayload;

// Typed, dense strings, sparse and resource attributes: a type and attributes.
typedef struct IrTypedPayload {
  IrType type;
  IrAttr at[];
} IrTypedPayload;

// What is looked up: the payload in two parts, either of which may be empty.
typedef struct IrStorageKey {
  uint32_t kind;
  const void *def;
  const void *head;
  size_t head_bytes;
  const void *tail;
  size_t tail_bytes;
} IrStorageKey;

// The one storage with that content.  A zero byte follows the payload.
const IrStorage *ir_unique(IrContext *ctx, const IrStorageKey *key);

// The same, or NULL when there is none; changes nothing.
const IrStorage *ir_find_unique(IrContext *ctx, const IrStorageKey *key);

static inline IrType ir_unique_type(IrContext *ctx, const IrStorageKey *key) {
  return (IrType)ir_unique(ctx, key);
}

static inline IrAttr ir_unique_attr(IrContext *ctx, const IrStorageKey *key) {
  return (IrAttr)ir_unique(ctx, key);
}

// Inputs and results of a function type, elements of a tuple, one after another.
const IrType *ir_type_list(IrType type);

#endif
