// Sources of a value are found with a list of values met, at most MAX_SOURCES; what goes further is
// not known.
#include "ir/analysis/alias.h"

#include "ir/analysis/tree.h"
#include "ir/core/op_impl.h"
#include "ir/interfaces/branch.h"
#include "ir/interfaces/call.h"
#include "ir/interfaces/effects.h"
#include "ir/interfaces/region_branch.h"
#include "ir/interfaces/view.h"

enum { MAX_SOURCES = 64 };

typedef struct Sources {
  const IrValue *at[MAX_SOURCES]; // values met; those from `kept` on are where memory comes from
  size_t n;
  const IrValue *roots[MAX_SOURCES];
  size_t num_roots;
  bool unknown; // there are more
  bool whole;   // no view on the way may be a part
} Sources;

static void meet(Sources *s, const IrValue *value) {
  for (size_t i = 0; i < s->n; i++)
    if (s->at[i] == value) return;
  if (s->n == MAX_SOURCES)
    s->unknown = true;
  else
    s->at[s->n++] = value;
}

// ---- One step back ----

static bool meet_edge(Sources *s, IrValues from, size_t i, size_t n) {
  if (from.n != n) return false;
  meet(s, from.at[i]);
  return true;
}

static bool meet_predecessors(Sources *s, const IrValue *arg, const IrBlock *block) {
  for (IrEdge *e = ir_block_first_edge(block); e; e = ir_edge_next(e)) {
    IrValues from = ir_branch_operands(ir_edge_op(e), ir_edge_index(e));
    if (!meet_edge(s, from, ir_number(arg), block->num_args)) return false;
  }
  return true;
}

// What `at`, the op itself or the end of one of its regions, hands to input `i` of point `to`.
static bool meet_from(Sources *s, const IrOp *op, const IrOp *at, size_t to, size_t i) {
  IrRun inputs = ir_region_branch_inputs(op, to);
  size_t from = ir_region_branch_point(op, at);
  for (size_t k = 0, point; (point = ir_region_branch_target(op, from, k)) != IR_NO_POINT; k++) {
    if (point != to) continue;
    if (at != op && !(at->info->traits & IR_RETURN_LIKE)) return false;
    if (i < inputs.first || i - inputs.first >= inputs.n) return false;
    if (!meet_edge(s, ir_region_branch_operands(op, at, to), i - inputs.first, inputs.n))
      return false;
  }
  return true;
}

static bool meet_region_inputs(Sources *s, const IrOp *op, size_t to, size_t i) {
  if (!meet_from(s, op, op, to, i)) return false;
  for (size_t r = 0; r < op->num_regions; r++) {
    IR_FOR_BLOCKS(block, &ir_regions(op)[r]) {
      const IrOp *last = block->last;
      if (!last || last->num_successors) continue;
      if (!meet_from(s, op, last, to, i)) return false;
    }
  }
  return true;
}

// False when `value` is where memory comes from, as far as can be seen.
static bool step_back(Sources *s, const IrValue *value) {
  size_t before = s->n;
  const IrOp *op = ir_value_op(value);
  bool known = false;
  if (op && ir_view_source(op)) {
    s->whole &= ir_view_is_whole(op);
    meet(s, ir_view_source(op));
    return true;
  }
  if (op) {
    known = ir_op_is_region_branch(op) && meet_region_inputs(s, op, IR_PARENT, ir_number(value));
  } else {
    const IrBlock *block = ((const IrArg *)value)->block;
    const IrOp *parent = ir_block_parent(block);
    if (block->region->first != block)
      known = meet_predecessors(s, value, block);
    else if (parent && ir_op_is_region_branch(parent))
      known = meet_region_inputs(s, parent, ir_region_index(block->region), ir_number(value)) &&
              meet_predecessors(s, value, block);
  }
  if (!known) s->n = before;
  return known;
}

static void find_sources(Sources *s, const IrValue *value) {
  *s = (Sources){.whole = true};
  meet(s, value);
  for (size_t done = 0; done < s->n; done++)
    if (!step_back(s, s->at[done])) s->roots[s->num_roots++] = s->at[done];
}

// ---- Two values ----

static bool is_allocation(const IrValue *value) {
  const IrOp *op = ir_value_op(value);
  if (!op || !(ir_op_effect_kinds(op) & IR_EFFECT_ALLOCATE)) return false;
  IrEffects effects = {0};
  bool found = false;
  ir_op_effects(op, &effects);
  for (size_t i = 0; i < effects.n; i++)
    found |= effects.at[i].kind == IR_EFFECT_ALLOCATE && effects.at[i].value == value;
  ir_effects_free(&effects);
  return found;
}

// Given to a callable, which does not hold the allocation then.
static bool is_given(const IrValue *value, const IrValue *allocation) {
  if (!ir_is_arg(value)) return false;
  const IrBlock *block = ((const IrArg *)value)->block;
  const IrOp *parent = ir_block_parent(block);
  return parent && ir_op_is_callable(parent) && block->region->first == block &&
         ir_op_is_inside(ir_value_op(allocation), parent);
}

static IrAlias roots_alias(const IrValue *a, const IrValue *b) {
  if (a == b) return IR_MUST_ALIAS;
  bool fresh_a = is_allocation(a), fresh_b = is_allocation(b);
  if (fresh_a && fresh_b) return IR_NO_ALIAS;
  if ((fresh_a && is_given(b, a)) || (fresh_b && is_given(a, b))) return IR_NO_ALIAS;
  return IR_MAY_ALIAS;
}

// Paths that lead to one place each, and through wholes only, are the same memory.  But an
// allocation in a loop is another one each time: through what is carried it only may be the same.
static IrAlias same_root(const Sources *a, const Sources *b) {
  bool direct = a->num_roots == 1 && b->num_roots == 1;
  for (size_t i = 0; i < a->n; i++) direct &= !ir_is_arg(a->at[i]) || i + 1 == a->n;
  for (size_t i = 0; i < b->n; i++) direct &= !ir_is_arg(b->at[i]) || i + 1 == b->n;
  if (!direct || a->unknown || b->unknown) return IR_MAY_ALIAS;
  if (!a->whole && !b->whole) return IR_MAY_ALIAS; // two parts may lie apart
  return a->whole && b->whole ? IR_MUST_ALIAS : IR_PARTIAL_ALIAS;
}

IrAlias ir_alias(const IrValue *a, const IrValue *b) {
  if (a == b) return IR_MUST_ALIAS;
  Sources from_a, from_b;
  find_sources(&from_a, a);
  find_sources(&from_b, b);
  IrAlias all = IR_NO_ALIAS;
  if (from_a.unknown || from_b.unknown) return IR_MAY_ALIAS;
  for (size_t i = 0; i < from_a.num_roots; i++) {
    for (size_t k = 0; k < from_b.num_roots; k++) {
      IrAlias one = roots_alias(from_a.roots[i], from_b.roots[k]);
      if (one == IR_MAY_ALIAS) return one;
      if (one == IR_MUST_ALIAS) all = same_root(&from_a, &from_b);
      if (all == IR_MAY_ALIAS) return all;
    }
  }
  return all;
}

const char *ir_alias_name(IrAlias alias) {
  static const char *const names[] = {"no", "may", "partial", "must"};
  return names[alias];
}

// ---- What ops do ----

static unsigned mod_ref_of(const IrEffect *effect) {
  if (effect->kind & IR_EFFECT_UNKNOWN) return IR_MOD | IR_REF;
  return ((effect->kind & IR_EFFECT_READ) ? IR_REF : 0u) |
         ((effect->kind & (IR_EFFECT_WRITE | IR_EFFECT_FREE)) ? IR_MOD : 0u);
}

static unsigned mod_ref_one(const IrOp *op, const IrValue *memref) {
  IrEffects effects = {0};
  unsigned result = 0;
  ir_op_effects(op, &effects);
  for (size_t i = 0; i < effects.n && result != (IR_MOD | IR_REF); i++) {
    const IrEffect *e = &effects.at[i];
    bool memory = e->resource == &ir_memory || (e->kind & IR_EFFECT_UNKNOWN);
    unsigned does = memory ? mod_ref_of(e) : 0;
    if (!(does & ~result)) continue;
    if (!e->value || ir_alias(e->value, memref) != IR_NO_ALIAS) result |= does;
  }
  ir_effects_free(&effects);
  return result;
}

// Terminators that hand values to their parent do nothing themselves.
static bool only_hands_over(const IrOp *op) {
  const uint64_t traits = IR_TERMINATOR | IR_RETURN_LIKE;
  return (op->info->traits & traits) == traits;
}

unsigned ir_mod_ref(IrOp *op, const IrValue *memref) {
  unsigned result = IR_MOD_REF_NONE;
  if (!(op->info->traits & IR_REGION_EFFECTS))
    return only_hands_over(op) ? 0 : mod_ref_one(op, memref);
  for (IrOp *in = ir_tree_first(op, 0); in && result != (IR_MOD | IR_REF);
       in = ir_tree_next(in, op))
    if (!(in->info->traits & IR_REGION_EFFECTS) && !only_hands_over(in))
      result |= mod_ref_one(in, memref);
  return result;
}
