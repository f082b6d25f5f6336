// The uniquer: open addressing with linear probing over pointers, at most half full, nothing ever
// removed.  Every storage carries its hash, so growing touches no payload.
#include "ir/core/storage_impl.h"

static uint32_t hash_of(const IrStorageKey *key) {
  uint64_t hash = ir_hash_pointer(key->def) + key->kind;
  hash = ir_hash_bytes(key->head, key->head_bytes, hash);
  if (key->tail_bytes) hash = ir_hash_bytes(key->tail, key->tail_bytes, hash);
  return (uint32_t)hash;
}

static bool matches(const IrStorage *storage, const IrStorageKey *key, uint32_t hash) {
  if (storage->hash != hash || storage->kind != key->kind || storage->def != key->def ||
      storage->bytes != key->head_bytes + key->tail_bytes)
    return false;
  const char *payload = (const char *)(storage + 1);
  return (!key->head_bytes || memcmp(payload, key->head, key->head_bytes) == 0) &&
         (!key->tail_bytes || memcmp(payload + key->head_bytes, key->tail, key->tail_bytes) == 0);
}

static void grow(IrUniquer *u) {
  IrUniquer old = *u;
  u->size = old.size ? old.size * 2 : 256;
  u->slots = ir_calloc(u->size, sizeof *u->slots);
  for (size_t i = 0; i < old.size; i++) {
    if (!old.slots[i]) continue;
    size_t slot = old.slots[i]->hash & (u->size - 1);
    while (u->slots[slot]) slot = (slot + 1) & (u->size - 1);
    u->slots[slot] = old.slots[i];
  }
  ir_free(old.slots);
}

static const IrStorage *create(IrContext *ctx, const IrStorageKey *key, uint32_t hash) {
  size_t bytes = key->head_bytes + key->tail_bytes;
  IrStorage *storage = ir_arena_alloc(&ctx->arena, sizeof *storage + bytes + 1, 8);
  *storage = (IrStorage){ctx, key->def, bytes, hash, key->kind};
  char *payload = (char *)(storage + 1);
  if (key->head_bytes) memcpy(payload, key->head, key->head_bytes);
  if (key->tail_bytes) memcpy(payload + key->head_bytes, key->tail, key->tail_bytes);
  payload[bytes] = 0;
  return storage;
}

// Where the storage of that content is, or would go.
static size_t slot_of(const IrUniquer *u, const IrStorageKey *key, uint32_t hash) {
  size_t slot = hash & (u->size - 1);
  while (u->slots[slot] && !matches(u->slots[slot], key, hash)) slot = (slot + 1) & (u->size - 1);
  return slot;
}

const IrStorage *ir_find_unique(IrContext *ctx, const IrStorageKey *key) {
  const IrUniquer *u = &ctx->uniquer;
  return u->size ? u->slots[slot_of(u, key, hash_of(key))] : NULL;
}

const IrStorage *ir_unique(IrContext *ctx, const IrStorageKey *key) {
  IrUniquer *u = &ctx->uniquer;
  if ((u->used + 1) * 2 > u->size) grow(u);
  uint32_t hash = hash_of(key);
  size_t slot = slot_of(u, key, hash);
  if (u->slots[slot]) return u->slots[slot];
  u->used++;
  return u->slots[slot] = create(ctx, key, hash);
}
