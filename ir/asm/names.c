#include "ir/asm/names.h"

static uint32_t hash_text(IrStr text) {
  uint32_t h = 2166136261u;
  for (size_t i = 0; i < text.len; i++) h = (h ^ (unsigned char)text.ptr[i]) * 16777619u;
  return h ^ (h >> 15);
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

IrName *ir_names_find(IrNames *names, IrStr text) {
  if (!names->size) return NULL;
  uint32_t hash = hash_text(text), mask = names->size - 1;
  for (uint32_t i = hash & mask; names->slots[i]; i = (i + 1) & mask) {
    uint32_t at = names->slots[i] - 1;
    IrName *name = &names->stack.at[at];
    if (at >= names->base && name->hash == hash && ir_str_equal(name->text, text)) return name;
  }
  return NULL;
}

IrName *ir_names_add(IrNames *names, IrStr text, IrLoc loc) {
  if ((names->stack.n + 1) * 2 > names->size) grow(names);
  IrName name = {.text = text, .hash = hash_text(text), .loc = loc};
  place(names, name.hash, (uint32_t)names->stack.n);
  ir_vec_push(&names->stack, name);
  return &ir_vec_last(&names->stack);
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
