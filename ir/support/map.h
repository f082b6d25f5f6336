// Open-addressing hash maps: from a pointer to a pointer, and from text to a pointer.
// Zero-initialise for an empty map.  Iteration over `entries` is in insertion order, so output that
// depends on it is deterministic; removed entries have a NULL key.
#ifndef IR_SUPPORT_MAP_H
#define IR_SUPPORT_MAP_H

#include "ir/support/base.h"

typedef struct IrPtrEntry {
  const void *key;
  void *value;
} IrPtrEntry;

typedef struct IrPtrMap {
  IrPtrEntry *entries;
  uint32_t *index; // hash table of positions in `entries`, plus one
  uint32_t n, cap, live, index_size;
} IrPtrMap;

// The value stored under `key` (not NULL), or NULL.
IR_API void *ir_ptrmap_get(const IrPtrMap *map, const void *key);
IR_API bool ir_ptrmap_has(const IrPtrMap *map, const void *key);
IR_API void ir_ptrmap_set(IrPtrMap *map, const void *key, void *value);
IR_API void ir_ptrmap_remove(IrPtrMap *map, const void *key);
IR_API void ir_ptrmap_clear(IrPtrMap *map);
IR_API void ir_ptrmap_free(IrPtrMap *map);

typedef struct IrStrEntry {
  IrStr key; // borrowed: must outlive the map
  void *value;
  uint64_t hash;
} IrStrEntry;

typedef struct IrStrMap {
  IrStrEntry *entries;
  uint32_t *index;
  uint32_t n, cap, index_size;
} IrStrMap;

IR_API void *ir_strmap_get(const IrStrMap *map, IrStr key);
IR_API void ir_strmap_set(IrStrMap *map, IrStr key, void *value);
IR_API void ir_strmap_free(IrStrMap *map);

// Hash of `bytes` bytes; fast, not cryptographic, the same on every run.
IR_API uint64_t ir_hash_bytes(const void *data, size_t bytes, uint64_t seed);
static inline uint64_t ir_hash_pointer(const void *p) {
  uint64_t x = (uint64_t)(uintptr_t)p * 0x9E3779B97F4A7C15u;
  return x ^ (x >> 32);
}
// A hash of what `hash` is of and of `x`, in this order.
static inline uint64_t ir_hash_mix(uint64_t hash, uint64_t x) {
  hash = (hash ^ x) * 0x9E3779B97F4A7C15u;
  return hash ^ (hash >> 29);
}

#endif
