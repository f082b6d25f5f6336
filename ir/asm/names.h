// Names visible at a point of the text: values (`%x`) and blocks (`^bb1`).
//
// One open-addressing table with linear probing over a stack of entries.  A scope ends by removing
// its entries newest first, which in linear probing needs no tombstones: the slot of the newest
// entry can simply be emptied.  An isolated scope hides everything below its base.
#ifndef IR_ASM_NAMES_H
#define IR_ASM_NAMES_H

#include "ir/core/op.h"
#include "ir/support/vec.h"

// A use before the definition: the value that stands in until it is known.
typedef struct IrForward {
  struct IrForward *next;
  IrValue *value;
  uint32_t number; // `%name#number`
  IrLoc loc;
} IrForward;

// Half a cache line, because a function of a million values has a million of them.
typedef struct IrName {
  const char *text; // in the source buffer, hence shorter than 2^31
  uint32_t len : 31;
  uint32_t poisoned : 1; // its op had an error: uses pass silently
  uint32_t hash;
  IrLoc loc;             // of the definition, or of the first use before it
  uint32_t count : 31;   // values in the group, 0 until defined
  uint32_t reported : 1; // not defined so far, which is no news: uses pass silently
  union {
    IrForward *forward; // of a value that is not defined: its uses so far
    IrValue *value;     // of a defined one: the first of the group
    IrBlock *block;     // of a block, defined or not
  };
} IrName;

static inline IrStr ir_name_text(const IrName *name) {
  return (IrStr){name->text, name->len};
}

typedef struct IrNames {
  IR_VEC(IrName) stack;
  uint32_t *slots; // position in `stack` plus one; 0 is free
  uint32_t size;   // power of two
  size_t base;     // entries below are hidden
} IrNames;

// The visible entry of that name, or NULL; like all entries valid until the next one is added.
IrName *ir_names_find(const IrNames *names, IrStr text);
// The visible entry of that name; one that is not defined, with `loc`, when there is none.
IrName *ir_names_get(IrNames *names, IrStr text, IrLoc loc);
// Removes all entries from position `from` on.
void ir_names_pop(IrNames *names, size_t from);
void ir_names_free(IrNames *names);

#endif
