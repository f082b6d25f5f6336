#include "passes/tile/layout_groups.h"

static uint32_t number_of(LayoutGroups *all, IrValue *value) {
  uintptr_t known = (uintptr_t)ir_ptrmap_get(&all->number, value);
  if (known) return (uint32_t)(known - 1);
  uint32_t number = (uint32_t)all->groups.n;
  LayoutGroup group = {.parent = number};
  ir_vec_push(&all->groups, group);
  ir_vec_push(&all->values, value);
  ir_ptrmap_set(&all->number, value, (void *)(uintptr_t)(number + 1));
  return number;
}

// Representative, with path halving.
static uint32_t find(LayoutGroups *all, uint32_t i) {
  LayoutGroup *groups = all->groups.at;
  while (groups[i].parent != i) {
    groups[i].parent = groups[groups[i].parent].parent;
    i = groups[i].parent;
  }
  return i;
}

LayoutGroup *layout_group_of(LayoutGroups *all, IrValue *value) {
  uint32_t number = number_of(all, value);
  return &all->groups.at[find(all, number)];
}

void layout_group_unite(LayoutGroups *all, IrValue *a, IrValue *b) {
  uint32_t i = number_of(all, a), k = number_of(all, b);
  i = find(all, i);
  k = find(all, k);
  if (i == k) return;
  LayoutGroup *into = &all->groups.at[i], *from = &all->groups.at[k];
  if (from->strength > into->strength) {
    into->strength = from->strength;
    into->layout = from->layout;
  }
  from->parent = i;
}

void layout_group_ask(LayoutGroups *all, IrValue *value, const TileLayout *layout,
                      LayoutStrength strength) {
  LayoutGroup *group = layout_group_of(all, value);
  if (group->strength >= strength) return;
  group->strength = strength;
  group->layout = *layout;
}

void layout_groups_free(LayoutGroups *all) {
  ir_vec_free(&all->groups);
  ir_vec_free(&all->values);
  ir_ptrmap_free(&all->number);
}
