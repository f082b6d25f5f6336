#include "ir/asm/names.h"

#include "ir/support/map.h"

static uint32_t hash_text(IrStr text) {
  return (uint32_t)ir_hash_bytes(text.ptr, text.len, 0);
}

static void place(IrNames *names, uint32_t hash, uint32_t position) {
  uint32_t mask = names->size - 1, i = hash & mask;
  while (names->slots[i]) i = (i + 1) & mask;
  names->slots[i] = position + 1;
}

// Reinserts in insertion order, so that removal newest first stays valid.
static void grow(IrNames *names) {
  ir_free(names->slots);
  names->size = names->size ? names->size * 2 : 64;
  names->slots = ir_calloc(names->size, sizeof(uint32_t));
  for (size_t i = 0; i < names->stack.n; i++) place(names, names->stack.at[i].hash, (uint32_t)i);
}

// The slot of the visible entry of that name, or the free one where it would go.
static uint32_t slot_of(const IrNames *names, IrStr text, uint32_t hash) {
  uint32_t mask = names->size - 1, i = hash & mask;
  for (; names->slots[i]; i = (i + 1) & mask) {
    uint32_t at = names->slots[i] - 1;
    const IrName *name = &names->stack.at[at];
    if (at >= names->base && name->hash == hash && ir_str_equal(ir_name_text(name), text)) break;
  }
  return i;
}

IrName *ir_names_find(const IrNames *names, IrStr text) {
  if (!names->size) return NULL;
  uint32_t slot = slot_of(names, text, hash_text(text));
  return names->slots[slot] ? &names->stack.at[names->slots[slot] - 1] : NULL;
}

IrName *ir_names_get(IrNames *names, IrStr text, IrLoc loc) {
  if ((names->stack.n + 1) * 2 > names->size) grow(names);
  uint32_t hash = hash_text(text), slot = slot_of(names, text, hash);
  if (!names->slots[slot]) {
    IrName name = {.text = text.ptr, .len = (uint32_t)text.len, .hash = hash, .loc = loc};
    ir_vec_push(&names->stack, name);
    names->slots[slot] = (uint32_t)names->stack.n;
  }
  return &names->stack.at[names->slots[slot] - 1];
}

void ir_names_pop(IrNames *names, size_t from) {
  uint32_t mask = names->size - 1;
  while (names->stack.n > from) {
    uint32_t i = names->stack.at[names->stack.n - 1].hash & mask;
    while (names->slots[i] != names->stack.n) i = (i + 1) & mask;
    names->slots[i] = 0;
    names->stack.n--;
  }
}

void ir_names_free(IrNames *names) {
  ir_vec_free(&names->stack);
  ir_free(names->slots);
  names->slots = NULL;
  names->size = 0;
}
