#include "ir/support/vec.h"

// The pointer is read and written as bytes: its type is the caller's.
void ir_vec_reserve_bytes(void **at, size_t *cap, size_t want, size_t size) {
  if (want <= *cap) return;
  size_t grown = *cap ? *cap * 2 : 8;
  if (grown < want) grown = want;
  void *data;
  memcpy(&data, at, sizeof data);
  data = ir_realloc(data, grown * size);
  memcpy(at, &data, sizeof data);
  *cap = grown;
}
