// Groups of tiles that must share a layout: what elementwise ops and carried values tie together.
#ifndef PASSES_TILE_LAYOUT_GROUPS_H
#define PASSES_TILE_LAYOUT_GROUPS_H

#include "dialects/tile/layout.h"
#include "ir/support/map.h"
#include "ir/support/vec.h"

// Why a group has its layout; a higher one wins over a lower.
typedef enum LayoutStrength {
  LAYOUT_NONE,
  LAYOUT_DEFAULT,     // nothing asked for anything
  LAYOUT_DERIVED,     // follows a broadcast's or transposition's other side
  LAYOUT_COALESCED,   // of a global access
  LAYOUT_TENSOR_CORE, // of an instruction's operand or accumulator
} LayoutStrength;

typedef struct LayoutGroup {
  uint32_t parent; // union-find
  LayoutStrength strength;
  TileLayout layout;
} LayoutGroup;

typedef struct LayoutGroups {
  IR_VEC(LayoutGroup) groups;
  IR_VEC(IrValue *) values; // the value that started each group number
  IrPtrMap number;          // value -> group number + 1
} LayoutGroups;

// The group of a tile value, created when new.  The pointer is valid until the next new value.
LayoutGroup *layout_group_of(LayoutGroups *all, IrValue *value);
// The two tiles must have one layout.
void layout_group_unite(LayoutGroups *all, IrValue *a, IrValue *b);
// Asks for a layout; the group takes it where it had a weaker one.
void layout_group_ask(LayoutGroups *all, IrValue *value, const TileLayout *layout,
                      LayoutStrength strength);
void layout_groups_free(LayoutGroups *all);

#endif
