// The uniquer: sets of storages (ir/support/intern_impl.h), of which the hash chooses one.  What is
// there is found without a lock; only what is new takes one, when threads share the context.
#include "ir/core/storage_impl.h"

static uint32_t hash_of(const IrStorageKey *key) {
  uint64_t hash = ir_hash_pointer(key->def) + key->kind;
  hash = ir_hash_bytes(key->head, key->head_bytes, hash);
  if (key->tail_bytes) hash = ir_hash_bytes(key->tail, key->tail_bytes, hash);
  return (uint32_t)hash;
}

// Whether it is that content; the hashes are equal.
static bool matches(const IrStorage *storage, const IrStorageKey *key) {
  if (storage->kind != key->kind || storage->def != key->def ||
      storage->bytes != key->head_bytes + key->tail_bytes)
    return false;
  const char *payload = (const char *)(storage + 1);
  return (!key->head_bytes || memcmp(payload, key->head, key->head_bytes) == 0) &&
         (!key->tail_bytes || memcmp(payload + key->head_bytes, key->tail, key->tail_bytes) == 0);
}

static const IrStorage *create(IrContext *ctx, const IrStorageKey *key, uint32_t hash) {
  size_t bytes = key->head_bytes + key->tail_bytes;
  IrStorage *storage = ir_arena_alloc(ir_context_arena(ctx), sizeof *storage + bytes + 1, 8);
  *storage = (IrStorage){ctx, key->def, bytes, hash, key->kind};
  char *payload = (char *)(storage + 1);
  if (key->head_bytes) memcpy(payload, key->head, key->head_bytes);
  if (key->tail_bytes) memcpy(payload + key->head_bytes, key->tail, key->tail_bytes);
  payload[bytes] = 0;
  return storage;
}

static IrInternSet *set_of(IrContext *ctx, uint32_t hash) {
  return &ctx->uniquer[hash >> (32 - IR_UNIQUER_BITS)];
}

static const IrStorage *find(const IrInternSet *set, const IrStorageKey *key, uint32_t hash) {
  IrProbe probe = ir_intern_probe(set, hash);
  const IrStorage *storage;
  while ((storage = ir_intern_next(&probe)))
    if (matches(storage, key)) return storage;
  return NULL;
}

const IrStorage *ir_find_unique(IrContext *ctx, const IrStorageKey *key) {
  uint32_t hash = hash_of(key);
  return find(set_of(ctx, hash), key, hash);
}

const IrStorage *ir_unique(IrContext *ctx, const IrStorageKey *key) {
  uint32_t hash = hash_of(key);
  IrInternSet *set = set_of(ctx, hash);
  const IrStorage *storage = find(set, key, hash);
  if (storage) return storage;
  ir_lock(&set->lock, ctx->shared);
  if (ctx->shared) storage = find(set, key, hash); // another thread may have been faster
  if (!storage) {
    storage = create(ctx, key, hash);
    ir_intern_insert(set, storage, hash, ctx->shared);
  }
  ir_unlock(&set->lock, ctx->shared);
  return storage;
}
