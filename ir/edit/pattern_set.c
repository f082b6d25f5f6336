// Which patterns are tried on an op, and in which order.
#include "ir/core/op_impl.h"
#include "ir/edit/rewriter_impl.h"

// Fields that a pattern of an older plugin does not have.
static const char *labels_of(const IrPattern *pattern) {
  return pattern->size >= IR_TABLE_BASE(IrPattern, labels) ? pattern->labels : NULL;
}

unsigned ir_pattern_flags(const IrPattern *pattern) {
  return pattern->size >= IR_TABLE_BASE(IrPattern, flags) ? pattern->flags : 0;
}

static bool is_in(const IrPattern *pattern, IrStr list) {
  if (ir_str_list_has(list, ir_str(pattern->name))) return true;
  for (IrStr labels = ir_str(labels_of(pattern)); labels.len;) {
    const char *comma = memchr(labels.ptr, ',', labels.len);
    size_t n = comma ? (size_t)(comma - labels.ptr) : labels.len;
    if (ir_str_list_has(list, (IrStr){labels.ptr, n})) return true;
    n += comma != NULL;
    labels = (IrStr){labels.ptr + n, labels.len - n};
  }
  return false;
}

bool ir_pattern_is_selected(const IrPattern *pattern, const char *enable, const char *disable) {
  if (disable && *disable && is_in(pattern, ir_str(disable))) return false;
  return !enable || !*enable || is_in(pattern, ir_str(enable));
}

// Stable: patterns of equal benefit are tried in the order given.
static void sort_patterns(const IrPattern **at, size_t n) {
  for (size_t i = 1; i < n; i++)
    for (size_t k = i; k > 0 && at[k - 1]->benefit < at[k]->benefit; k--) {
      const IrPattern *p = at[k];
      at[k] = at[k - 1];
      at[k - 1] = p;
    }
}

static void add_pattern(PatternSet *set, PatternList *list, const IrPattern *pattern) {
  const IrPattern **grown = IR_NEW_ARRAY(&set->arena, const IrPattern *, list->n + 1);
  if (list->n) memcpy(grown, list->at, list->n * sizeof *grown);
  grown[list->n++] = pattern;
  list->at = grown;
}

static PatternList *list_of(PatternSet *set, const IrOpDef *def) {
  PatternList *list = ir_ptrmap_get(&set->by_def, def);
  if (!list) {
    list = IR_NEW(&set->arena, PatternList);
    ir_ptrmap_set(&set->by_def, def, list);
  }
  return list;
}

void ir_pattern_set_make(PatternSet *set, const IrPattern *const *patterns, size_t n,
                         const char *enable, const char *disable) {
  for (size_t i = 0; i < n; i++) {
    const IrOpDef *root = patterns[i]->root;
    if (!ir_pattern_is_selected(patterns[i], enable, disable)) continue;
    add_pattern(set, root ? list_of(set, root) : &set->for_any, patterns[i]);
  }
  for (uint32_t i = 0; i < set->by_def.n; i++) {
    PatternList *list = set->by_def.entries[i].value;
    for (size_t k = 0; k < set->for_any.n; k++) add_pattern(set, list, set->for_any.at[k]);
    sort_patterns(list->at, list->n);
  }
  sort_patterns(set->for_any.at, set->for_any.n);
}

const PatternList *ir_pattern_set_for(const PatternSet *set, const IrOp *op) {
  const IrOpDef *key = op->info->key;
  const PatternList *list = key ? ir_ptrmap_get(&set->by_def, key) : NULL;
  return list ? list : &set->for_any;
}

void ir_pattern_set_free(PatternSet *set) {
  ir_ptrmap_free(&set->by_def);
  ir_arena_destroy(&set->arena);
}

IrStatus ir_patterns_check(IrContext *ctx, IrLoc loc, const char *driver,
                           const IrPattern *const *patterns, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (!(ir_pattern_flags(patterns[i]) & IR_PATTERN_CONVERTS)) continue;
    (void)ir_error(ctx, loc, "pattern '{}' converts types, which the {} driver does not",
                   patterns[i]->name, driver);
    ir_help(ctx, "run it with ir_convert and a type converter (ir/edit/conversion.h)");
    return IR_FAILED;
  }
  return IR_OK;
}
