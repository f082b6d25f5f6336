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

typedef struct IrName {
  IrStr text; // in the source buffer
  uint32_t hash;
  IrLoc loc;          // of the definition, or of the first use before it
  IrValue *value;     // first of the group; NULL until defined
  IrBlock *block;     // for block names
  uint32_t count;     // values in the group, 0 until defined
  bool poisoned;      // its op had an error: uses pass silently
  IrForward *forward; // uses before the definition
} IrName;

typedef struct IrNames {
  IR_VEC(IrName) stack;
  uint32_t *slots; // position in `stack` plus one; 0 is free
  uint32_t size;   // power of two
  size_t base;     // entries below are hidden
} IrNames;

IrName *ir_names_find(IrNames *names, IrStr text);
// Adds an entry that is not there yet; valid until the next one is added.
IrName *ir_names_add(IrNames *names, IrStr text, IrLoc loc);
// Removes all entries from position `from` on.
void ir_names_pop(IrNames *names, size_t from);
void ir_names_free(IrNames *names);

#endif
