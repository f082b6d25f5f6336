// cse: common subexpressions by a hash table scoped by dominance.
//
//   %0 = arith.addi %a, %b : i32         %0 = arith.addi %a, %b : i32
//   %1 = arith.addi %b, %a : i32    =>   use %0, %0
//   use %0, %1
//
// Blocks are visited in the order of the dominator tree.  The table is a stack: what does not
// dominate the block at hand has been popped, so whatever a look-up finds dominates.  Ops that read
// memory match within a block as long as `epoch`, which counts possible writes, stands still.
//
// requires: verified IR   preserves: meaning, blocks, symbols; dominance unless regions went
#include "ir/analysis/dominance.h"
#include "ir/analysis/tree.h"
#include "ir/interfaces/effects.h"
#include "ir/support/map.h"
#include "ir/support/vec.h"
#include "passes/generic/generic.h"

typedef struct Entry {
  IrOp *op;
  uint64_t hash, epoch;
  uint32_t next; // in its bucket, plus one; newer entries come first
} Entry;

typedef struct Cse {
  IR_VEC(Entry) entries;
  uint32_t *buckets; // newest entry of each, plus one
  size_t num_buckets;
  size_t base;    // entries below belong to the outside of an isolated op
  uint64_t epoch; // possible writes so far
  bool debug;     // channel `cse` is open
  IrDominance *dom;
  bool changed, regions_went;
  struct pass_cse_decl const *self;
} Cse;

// ---- When two ops compute the same ----

// `inner`: the block of an op inside the regions that are compared.  What that block defines has
// another name on the other side and counts only by its kind; what is from elsewhere is the same.
static uint64_t hash_operand(const IrValue *value, const IrBlock *inner) {
  if (!inner || ir_value_block(value) != inner) return ir_hash_pointer(value);
  const IrOp *from = ir_value_op(value);
  return from ? ir_hash_pointer(ir_op_def(from)) : 1;
}

static uint64_t hash_alone(const IrOp *op, const IrOpDef *def, const IrBlock *inner) {
  uint64_t hash = ir_hash_mix(ir_hash_pointer(def), ir_hash_pointer(ir_op_discardable(op)));
  for (size_t i = 0; def->attrs && def->attrs[i].name; i++)
    hash = ir_hash_mix(hash, ir_hash_pointer(ir_op_slot_attr(op, i)));
  for (size_t i = 0, n = ir_op_num_results(op); i < n; i++)
    hash = ir_hash_mix(hash, ir_hash_pointer(ir_value_type(ir_op_result(op, i))));
  uint64_t sum = 0; // the same in any order
  bool commutative = def->traits & IR_COMMUTATIVE;
  for (size_t i = 0, n = ir_op_num_operands(op); i < n; i++) {
    uint64_t operand = hash_operand(ir_op_operand(op, i), inner);
    sum = commutative ? sum + operand * operand : ir_hash_mix(sum, operand);
  }
  return ir_hash_mix(hash, sum);
}

// Of what is inside, only the ops right below: deeper ones may name values of regions in between.
static uint64_t hash_op(IrOp *op, const IrOpDef *def) {
  uint64_t hash = hash_alone(op, def, NULL);
  for (size_t r = 0, n = ir_op_num_regions(op); r < n; r++) {
    IrBlock *block = ir_region_first(ir_op_region(op, r));
    if (!block) continue;
    IR_FOR_OPS(in, block)
    if (ir_op_def(in)) hash = ir_hash_mix(hash, hash_alone(in, ir_op_def(in), block));
  }
  return hash;
}

// What a value inside one op's regions is called inside the other's.
static const void *renamed(const IrPtrMap *map, const void *key) {
  const void *to = map ? ir_ptrmap_get(map, key) : NULL;
  return to ? to : key;
}

static bool same_operands(const IrOp *a, const IrOp *b, const IrOpDef *def, const IrPtrMap *map) {
  size_t n = ir_op_num_operands(a);
  bool same = true;
  for (size_t i = 0; i < n && same; i++)
    same = renamed(map, ir_op_operand(a, i)) == ir_op_operand(b, i);
  if (same || n != 2 || !(def->traits & IR_COMMUTATIVE)) return same;
  return renamed(map, ir_op_operand(a, 0)) == ir_op_operand(b, 1) &&
         renamed(map, ir_op_operand(a, 1)) == ir_op_operand(b, 0);
}

// All but regions.
static bool same_op(const IrOp *a, const IrOp *b, const IrPtrMap *map) {
  const IrOpDef *def = ir_op_def(a);
  if (!def || def != ir_op_def(b) || ir_op_discardable(a) != ir_op_discardable(b)) return false;
  size_t results = ir_op_num_results(a), regions = ir_op_num_regions(a);
  if (ir_op_num_operands(a) != ir_op_num_operands(b) || results != ir_op_num_results(b) ||
      regions != ir_op_num_regions(b) || ir_op_num_successors(a) || ir_op_num_successors(b))
    return false;
  for (size_t i = 0; def->attrs && def->attrs[i].name; i++)
    if (ir_op_slot_attr(a, i) != ir_op_slot_attr(b, i)) return false;
  for (size_t i = 0; i < results; i++)
    if (ir_value_type(ir_op_result(a, i)) != ir_value_type(ir_op_result(b, i))) return false;
  return same_operands(a, b, def, map);
}

// Both empty or of one block, with arguments of the same types; their names go into `map`.
static bool same_frames(const IrOp *a, const IrOp *b, IrPtrMap *map) {
  for (size_t r = 0; r < ir_op_num_regions(a); r++) {
    IrBlock *x = ir_region_first(ir_op_region(a, r)), *y = ir_region_first(ir_op_region(b, r));
    if (!x && !y) continue;
    if (!x || !y || ir_block_next(x) || ir_block_next(y)) return false;
    size_t n = ir_block_num_args(x);
    if (n != ir_block_num_args(y)) return false;
    for (size_t i = 0; i < n; i++) {
      if (ir_value_type(ir_block_arg(x, i)) != ir_value_type(ir_block_arg(y, i))) return false;
      ir_ptrmap_set(map, ir_block_arg(x, i), ir_block_arg(y, i));
    }
    ir_ptrmap_set(map, x, y);
  }
  return true;
}

// Two walks in step; `map` says of each block, argument and result which it is on the other side.
static bool same_regions(IrOp *a, IrOp *b) {
  IrPtrMap map = {0};
  bool same = same_frames(a, b, &map);
  IrOp *x = ir_tree_first(a, 0), *y = ir_tree_first(b, 0);
  for (; same && x && y; x = ir_tree_next(x, a), y = ir_tree_next(y, b)) {
    same = renamed(&map, ir_op_block(x)) == ir_op_block(y) && same_op(x, y, &map) &&
           same_frames(x, y, &map);
    for (size_t i = 0; same && i < ir_op_num_results(x); i++)
      ir_ptrmap_set(&map, ir_op_result(x, i), ir_op_result(y, i));
  }
  ir_ptrmap_free(&map);
  return same && !x && !y;
}

static bool same_value(IrOp *a, IrOp *b) {
  return same_op(a, b, NULL) && (ir_op_num_regions(a) == 0 || same_regions(a, b));
}

// ---- The table ----

static void rehash(Cse *c) {
  ir_free(c->buckets);
  c->num_buckets = c->num_buckets ? c->num_buckets * 2 : 1024;
  c->buckets = ir_calloc(c->num_buckets, sizeof *c->buckets);
  for (size_t i = 0; i < c->entries.n; i++) {
    uint32_t *bucket = &c->buckets[c->entries.at[i].hash & (c->num_buckets - 1)];
    c->entries.at[i].next = *bucket;
    *bucket = (uint32_t)i + 1;
  }
}

static void push_entry(Cse *c, IrOp *op, uint64_t hash) {
  if (c->entries.n >= c->num_buckets) rehash(c);
  uint32_t *bucket = &c->buckets[hash & (c->num_buckets - 1)];
  ir_vec_push(&c->entries, ((Entry){op, hash, c->epoch, *bucket}));
  *bucket = (uint32_t)c->entries.n;
}

static void pop_entry(Cse *c) {
  Entry *e = &ir_vec_last(&c->entries);
  c->buckets[e->hash & (c->num_buckets - 1)] = e->next;
  c->entries.n--;
}

static IrFileLineCol place_of(const IrOp *op) {
  return ir_loc_resolve(ir_op_context(op), ir_op_loc(op));
}

static void debug_stale(const IrOp *op, const IrOp *equal, bool stale) {
  IrFileLineCol at = place_of(equal);
  IR_DEBUG_OP(ir_op_context(op), op, "cse", "stays: it equals that of line {}, but {}", at.line,
              stale ? "memory may have been written in between" : "it is in another block");
}

// Newest first, so the first one below `base` ends the search.
static Entry *find_entry(Cse *c, IrOp *op, uint64_t hash, bool reads) {
  bool convergent = ir_op_has_trait(op, IR_CONVERGENT);
  if (c->num_buckets == 0) return NULL;
  for (uint32_t i = c->buckets[hash & (c->num_buckets - 1)]; i > c->base;) {
    Entry *e = &c->entries.at[i - 1];
    i = e->next;
    if (e->hash != hash || !same_value(e->op, op)) continue;
    if (!reads && !convergent) return e;
    // Threads may differ between blocks, and memory between epochs.
    bool stale = reads && e->epoch != c->epoch;
    if (!stale && ir_op_block(e->op) == ir_op_block(op)) return e;
    if (c->debug) debug_stale(op, e->op, stale);
  }
  return NULL;
}

// ---- The walk ----

typedef enum Effect { NO_EFFECTS, ONLY_READS, ALLOCATES, MAY_WRITE } Effect;

static Effect effect_of(const IrOp *op) {
  unsigned kinds = ir_op_effect_kinds(op);
  if (kinds == 0) return NO_EFFECTS;
  if (!(kinds & ~(unsigned)(IR_EFFECT_READ | IR_EFFECT_ALLOCATE)))
    return kinds & IR_EFFECT_ALLOCATE ? ALLOCATES : ONLY_READS;
  bool returns = kinds == IR_EFFECT_UNKNOWN && ir_op_has_trait(op, IR_RETURN_LIKE);
  return returns && !ir_op_has_trait(op, IR_SYNC) ? NO_EFFECTS : MAY_WRITE;
}

// An op with regions is a value like any other when nothing inside touches memory.
static bool is_expression(IrOp *op, const IrOpDef *def, Effect effect) {
  if (!def || (def->traits & (IR_TERMINATOR | IR_SYMBOL | IR_ISOLATED))) return false;
  if (ir_op_num_results(op) == 0 || effect == MAY_WRITE || effect == ALLOCATES) return false;
  for (IrOp *in = ir_tree_first(op, 0); in; in = ir_tree_next(in, op))
    if (effect_of(in) != NO_EFFECTS || ir_op_num_successors(in)) return false;
  return true;
}

static void erase(Cse *c, IrOp *op) {
  c->changed = true;
  c->regions_went |= ir_op_num_regions(op) > 0;
  ir_op_destroy(op);
}

static void replace(Cse *c, IrOp *op, IrOp *by) {
  IrContext *ctx = ir_op_context(op);
  for (size_t i = 0, n = ir_op_num_results(op); i < n; i++) {
    IrValue *from = ir_op_result(op, i), *to = ir_op_result(by, i);
    if (ir_value_name(to, ctx).len == 0) ir_value_take_name(to, from);
    ir_value_replace_uses(from, to);
  }
  if (c->debug) IR_DEBUG_OP(ctx, op, "cse", "is replaced by that of line {}", place_of(by).line);
  if (ir_op_loc(by).id == 0) ir_op_set_loc(by, ir_op_loc(op));
  erase(c, op);
  c->self->stats->num_csed++;
}

static void simplify_op(Cse *c, IrOp *op) {
  const IrOpDef *def = ir_op_def(op);
  if (ir_op_is_dead(op)) {
    if (c->debug) IR_DEBUG_OP(ir_op_context(op), op, "cse", "is dead");
    erase(c, op);
    c->self->stats->num_dced++;
    return;
  }
  Effect effect = effect_of(op);
  if (effect == MAY_WRITE) c->epoch++;
  if (!is_expression(op, def, effect)) return;
  uint64_t hash = hash_op(op, def);
  Entry *e = find_entry(c, op, hash, effect == ONLY_READS);
  if (e)
    replace(c, op, e->op);
  else
    push_entry(c, op, hash);
}

static void simplify_region(Cse *c, IrRegion *region);

static void simplify_block(Cse *c, IrBlock *block) {
  IR_FOR_OPS(op, block) {
    if (ir_op_num_regions(op)) {
      bool isolated = !ir_op_def(op) || ir_op_has_trait(op, IR_ISOLATED);
      size_t base = c->base;
      if (isolated) c->base = c->entries.n;
      for (size_t i = 0; i < ir_op_num_regions(op); i++) simplify_region(c, ir_op_region(op, i));
      c->base = base;
    }
    simplify_op(c, op);
  }
}

static void simplify_blocks(Cse *c, IrRegion *region, size_t mark) {
  IrArena scratch = {0};
  size_t n;
  IrBlock **order = ir_dominance_order(c->dom, region, &scratch, &n);
  for (size_t i = 0; i < n; i++) {
    while (c->entries.n > mark &&
           !ir_dominates_block(c->dom, ir_op_block(ir_vec_last(&c->entries).op), order[i]))
      pop_entry(c);
    c->epoch++;
    simplify_block(c, order[i]);
  }
  ir_arena_destroy(&scratch);
}

static void simplify_region(Cse *c, IrRegion *region) {
  IrBlock *first = ir_region_first(region);
  if (!first) return;
  size_t mark = c->entries.n;
  if (ir_block_next(first))
    simplify_blocks(c, region, mark);
  else
    simplify_block(c, first);
  while (c->entries.n > mark) pop_entry(c);
}

static void report_preserved(const IrPassRun *run, const Cse *c) {
  if (!c->changed) ir_pass_preserve_all(run);
  if (!c->regions_went) ir_pass_preserve(run, &ir_dominance_analysis);
}

IrStatus cse_run(IrPassRun *run, IrOp *op) {
  Cse c = {.self = run->decl, .dom = ir_analysis_get(run, &ir_dominance_analysis, op)};
  c.debug = ir_debug_enabled(run->ctx, "cse");
  for (size_t i = 0; i < ir_op_num_regions(op); i++) simplify_region(&c, ir_op_region(op, i));
  report_preserved(run, &c);
  ir_vec_free(&c.entries);
  ir_free(c.buckets);
  return IR_OK;
}
