// Hash maps: entries in an array in insertion order, and a table of their positions with linear
// probing.  The table stays at most half full.  A removed entry keeps its place in both until the
// next rebuild, so that probing needs no other tombstone.
#include "ir/support/map.h"

#include "ir/support/arena.h"

// Both multiplications come after the word, so that its highest bits reach the lowest of the hash,
// which are the ones that tables use.
static uint64_t mix(uint64_t hash, uint64_t word) {
  uint64_t x = (hash ^ word ^ 0x9E3779B97F4A7C15u) * 0xD6E8FEB86659FD93u;
  x = (x ^ (x >> 32)) * 0xCA9B0C7EBA1DA115u;
  return x ^ (x >> 29);
}

static uint64_t load_64(const char *p) {
  uint64_t word;
  memcpy(&word, p, sizeof word);
  return word;
}

static uint32_t load_32(const char *p) {
  uint32_t word;
  memcpy(&word, p, sizeof word);
  return word;
}

// A word that differs for different texts of the same length below 8.
static uint64_t load_short(const char *p, size_t bytes) {
  if (bytes >= 4) return load_32(p) | (uint64_t)load_32(p + bytes - 4) << 32;
  if (bytes == 0) return 0;
  const unsigned char *u = (const unsigned char *)p;
  return u[0] | (uint64_t)u[bytes / 2] << 8 | (uint64_t)u[bytes - 1] << 16;
}

// The last word may overlap the one before it: that is faster than copying what is left over.
uint64_t ir_hash_bytes(const void *data, size_t bytes, uint64_t seed) {
  const char *p = data;
  uint64_t hash = seed ^ (bytes * 0x2545F4914F6CDD1Du);
  if (bytes < 8) return mix(hash, load_short(p, bytes));
  for (const char *last = p + bytes - 8; p < last; p += 8) hash = mix(hash, load_64(p));
  return mix(hash, load_64((const char *)data + bytes - 8));
}

static uint32_t first_slot(uint64_t hash, uint32_t size) {
  return (uint32_t)hash & (size - 1);
}

static uint32_t index_size_for(uint32_t entries) {
  uint32_t size = 16;
  while (size < entries * 2) size *= 2;
  return size;
}

// The slot of `key`, or the free one where it would go.
static uint32_t ptr_slot(const IrPtrMap *map, const void *key) {
  uint32_t slot = first_slot(ir_hash_pointer(key), map->index_size);
  while (map->index[slot] && map->entries[map->index[slot] - 1].key != key)
    slot = (slot + 1) & (map->index_size - 1);
  return slot;
}

void *ir_ptrmap_get(const IrPtrMap *map, const void *key) {
  if (map->live == 0) return NULL;
  uint32_t at = map->index[ptr_slot(map, key)];
  return at ? map->entries[at - 1].value : NULL;
}

bool ir_ptrmap_has(const IrPtrMap *map, const void *key) {
  return map->live > 0 && map->index[ptr_slot(map, key)] != 0;
}

// Drops removed entries and makes room for as many again as are live.
static void rebuild(IrPtrMap *map) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < map->n; i++)
    if (map->entries[i].key) map->entries[kept++] = map->entries[i];
  map->n = kept;
  map->cap = kept < 8 ? 8 : kept * 2;
  map->entries = ir_realloc(map->entries, map->cap * sizeof *map->entries);
  map->index_size = index_size_for(map->cap);
  ir_free(map->index);
  map->index = ir_calloc(map->index_size, sizeof *map->index);
  for (uint32_t i = 0; i < kept; i++) map->index[ptr_slot(map, map->entries[i].key)] = i + 1;
}

void ir_ptrmap_set(IrPtrMap *map, const void *key, void *value) {
  IR_ASSERT(key, "a map's key is not NULL");
  if (map->n == map->cap) rebuild(map);
  uint32_t slot = ptr_slot(map, key);
  if (map->index[slot]) {
    map->entries[map->index[slot] - 1].value = value;
    return;
  }
  map->entries[map->n++] = (IrPtrEntry){key, value};
  map->index[slot] = map->n;
  map->live++;
}

void ir_ptrmap_remove(IrPtrMap *map, const void *key) {
  if (map->live == 0) return;
  uint32_t at = map->index[ptr_slot(map, key)];
  if (!at) return;
  map->entries[at - 1] = (IrPtrEntry){0};
  map->live--;
}

void ir_ptrmap_clear(IrPtrMap *map) {
  map->n = map->live = 0;
  if (map->index) memset(map->index, 0, map->index_size * sizeof *map->index);
}

void ir_ptrmap_free(IrPtrMap *map) {
  ir_free(map->entries);
  ir_free(map->index);
  *map = (IrPtrMap){0};
}

static uint32_t str_slot(const IrStrMap *map, IrStr key, uint64_t hash) {
  uint32_t slot = first_slot(hash, map->index_size);
  for (; map->index[slot]; slot = (slot + 1) & (map->index_size - 1)) {
    const IrStrEntry *entry = &map->entries[map->index[slot] - 1];
    if (entry->hash == hash && ir_str_equal(entry->key, key)) break;
  }
  return slot;
}

void *ir_strmap_get(const IrStrMap *map, IrStr key) {
  if (map->n == 0) return NULL;
  uint32_t at = map->index[str_slot(map, key, ir_hash_bytes(key.ptr, key.len, 0))];
  return at ? map->entries[at - 1].value : NULL;
}

static void grow(IrStrMap *map) {
  map->cap = map->cap ? map->cap * 2 : 8;
  map->entries = ir_realloc(map->entries, map->cap * sizeof *map->entries);
  map->index_size = index_size_for(map->cap);
  ir_free(map->index);
  map->index = ir_calloc(map->index_size, sizeof *map->index);
  for (uint32_t i = 0; i < map->n; i++)
    map->index[str_slot(map, map->entries[i].key, map->entries[i].hash)] = i + 1;
}

void ir_strmap_set(IrStrMap *map, IrStr key, void *value) {
  if (map->n == map->cap) grow(map);
  uint64_t hash = ir_hash_bytes(key.ptr, key.len, 0);
  uint32_t slot = str_slot(map, key, hash);
  if (map->index[slot]) {
    map->entries[map->index[slot] - 1].value = value;
    return;
  }
  map->entries[map->n++] = (IrStrEntry){key, value, hash};
  map->index[slot] = map->n;
}

void ir_strmap_free(IrStrMap *map) {
  ir_free(map->entries);
  ir_free(map->index);
  *map = (IrStrMap){0};
}
