#include "ir/edit/region_branch.h"

#include "ir/core/op_impl.h"
#include "ir/interfaces/region_branch.h"
#include "ir/support/map.h"
#include "ir/support/vec.h"

// `source`, the op or a terminator inside, hands `n` operands from number `operand` on to the
// inputs from number `input` on, which are all inputs of one point.
typedef struct Hand {
  IrOp *source;
  uint32_t operand, input, n;
} Hand;

// The inputs of all points in a row: results first, then the arguments of each region.
typedef struct Inputs {
  IrOp *op;
  IR_VEC(uint32_t) first; // by point: number of its first input; [0] is the op itself
  IR_VEC(IrValue *) values;
  IR_VEC(Hand) hands; // those of one source follow each other
} Inputs;

static size_t slot_of(size_t point) {
  return point == IR_PARENT ? 0 : point + 1;
}

static void add_point(Inputs *in, size_t point) {
  ir_vec_push(&in->first, (uint32_t)in->values.n);
  if (point != IR_PARENT && ir_region_is_empty(ir_op_region(in->op, point))) return;
  for (size_t i = 0, n = ir_region_branch_inputs(in->op, point).n; i < n; i++)
    ir_vec_push(&in->values, ir_region_branch_input(in->op, point, i));
}

static void add_hands(Inputs *in, size_t from, IrOp *source) {
  for (size_t k = 0, to; (to = ir_region_branch_target(in->op, from, k)) != IR_NO_POINT; k++) {
    IrValues given = ir_region_branch_operands(in->op, source, to);
    if (given.n == 0) continue;
    uint32_t operand = (uint32_t)(given.at - ir_operands(source));
    ir_vec_push(&in->hands,
                ((Hand){source, operand, in->first.at[slot_of(to)], (uint32_t)given.n}));
  }
}

// False when there is nothing to simplify.
static bool collect(Inputs *in, IrOp *op) {
  in->op = op;
  size_t n = ir_op_num_regions(op);
  add_point(in, IR_PARENT);
  for (size_t i = 0; i < n; i++) add_point(in, i);
  if (in->values.n == 0) return false;
  add_hands(in, IR_PARENT, op);
  for (size_t i = 0; i < n; i++) {
    IR_FOR_BLOCKS(block, ir_op_region(op, i)) {
      IrOp *last = ir_block_terminator(block);
      if (last && ir_op_num_successors(last) == 0) add_hands(in, i, last);
    }
  }
  return true;
}

static void free_inputs(Inputs *in) {
  ir_vec_free(&in->first);
  ir_vec_free(&in->values);
  ir_vec_free(&in->hands);
}

// The number of an input, or UINT32_MAX for any other value.
static uint32_t number_of(const Inputs *in, const IrValue *value) {
  const IrOp *def = ir_value_op(value);
  size_t slot = 0;
  if (!def) {
    const IrRegion *region = ir_block_region(ir_value_block(value));
    if (!region || ir_region_op(region) != in->op) return UINT32_MAX;
    if (ir_region_first(region) != ir_value_block(value)) return UINT32_MAX;
    slot = ir_region_index(region) + 1;
  } else if (def != in->op) {
    return UINT32_MAX;
  }
  size_t point = slot ? slot - 1 : IR_PARENT;
  IrRun run = ir_region_branch_inputs(in->op, point);
  size_t i = ir_value_index(value);
  if (i < run.first || i >= run.first + run.n) return UINT32_MAX;
  return in->first.at[slot] + (uint32_t)(i - run.first);
}

// ---- 1. Inputs that are one value. ----

static bool is_outside(const IrOp *op, const IrValue *value) {
  const IrOp *owner = ir_value_op(value);
  if (!owner) owner = ir_block_parent(ir_value_block(value));
  return owner != op && !(owner && ir_op_is_inside(owner, op));
}

// What inputs are while everything handed over is followed: NULL (none so far), the one value, or
// `many`.  Each entry changes at most twice.
static bool meet(const Inputs *in, const Hand *hand, uint32_t i, IrValue **known, IrValue *many) {
  IrValue *given = ir_op_operand(hand->source, hand->operand + i);
  uint32_t from = number_of(in, given);
  if (from != UINT32_MAX) given = known[from];
  IrValue **at = &known[hand->input + i];
  if (!given || *at == given || *at == many) return false;
  *at = *at ? many : given;
  return true;
}

static void meet_all(const Inputs *in, IrValue **known, IrValue *many) {
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t h = 0; h < in->hands.n; h++)
      for (uint32_t i = 0; i < in->hands.at[h].n; i++)
        changed |= meet(in, &in->hands.at[h], i, known, many);
  }
}

static bool forward(IrRewriter *rw, const Inputs *in) {
  IrValue **known = ir_calloc(in->values.n + 1, sizeof *known);
  IrValue *many = (IrValue *)(void *)&known[in->values.n]; // an address that is no value
  bool changed = false;
  meet_all(in, known, many);
  for (size_t i = 0; i < in->values.n; i++) {
    IrValue *input = in->values.at[i], *value = known[i];
    if (!value || value == many || !ir_value_has_uses(input) || !is_outside(in->op, value))
      continue;
    ir_rewriter_replace_uses(rw, input, value);
    changed = true;
  }
  ir_free(known);
  return changed;
}

// ---- 2. Equal inputs. ----

// Hashes of what each input is handed: the sources come in the same order for all inputs of a
// point.
static uint64_t *hash_inputs(const Inputs *in) {
  uint64_t *hashes = ir_calloc(in->values.n, sizeof *hashes);
  for (size_t h = 0; h < in->hands.n; h++) {
    const Hand *hand = &in->hands.at[h];
    for (uint32_t i = 0; i < hand->n; i++) {
      uint64_t *hash = &hashes[hand->input + i];
      *hash = (*hash ^ ir_hash_pointer(ir_op_operand(hand->source, hand->operand + i))) *
              UINT64_C(0x9e3779b97f4a7c15);
    }
  }
  return hashes;
}

// Whether two inputs of one point are handed the same everywhere.
static bool handed_the_same(const Inputs *in, uint32_t a, uint32_t b) {
  for (size_t h = 0; h < in->hands.n; h++) {
    const Hand *hand = &in->hands.at[h];
    if (a < hand->input || a >= hand->input + hand->n) continue;
    uint32_t first = hand->operand - hand->input;
    if (ir_op_operand(hand->source, first + a) != ir_op_operand(hand->source, first + b))
      return false;
  }
  return true;
}

static bool unite_point(IrRewriter *rw, const Inputs *in, const uint64_t *hashes, uint32_t first,
                        uint32_t end) {
  IrPtrMap seen = {0}; // hash -> input + 1
  bool changed = false;
  for (uint32_t i = first; i < end; i++) {
    IrValue *input = in->values.at[i];
    const void *key = (const void *)(uintptr_t)(hashes[i] | 1);
    uint32_t before = (uint32_t)(uintptr_t)ir_ptrmap_get(&seen, key);
    if (!before) {
      ir_ptrmap_set(&seen, key, (void *)(uintptr_t)(i + 1));
    } else if (ir_value_has_uses(input) && handed_the_same(in, before - 1, i)) {
      ir_rewriter_replace_uses(rw, input, in->values.at[before - 1]);
      changed = true;
    }
  }
  ir_ptrmap_free(&seen);
  return changed;
}

static bool unite(IrRewriter *rw, const Inputs *in) {
  uint64_t *hashes = hash_inputs(in);
  bool changed = false;
  for (size_t slot = 0; slot < in->first.n && !changed; slot++) {
    uint32_t end = (uint32_t)in->values.n;
    if (slot + 1 < in->first.n) end = in->first.at[slot + 1];
    if (end > in->first.at[slot] + 1)
      changed = unite_point(rw, in, hashes, in->first.at[slot], end);
  }
  ir_free(hashes);
  return changed;
}

// ---- 3. Unused inputs. ----

static uint32_t leader(uint32_t *tied, uint32_t i) {
  while (tied[i] != i) i = tied[i] = tied[tied[i]];
  return i;
}

// Inputs that share an operand stand or fall together.
static uint32_t *tie(const Inputs *in) {
  uint32_t *tied = ir_calloc(in->values.n, sizeof *tied);
  for (uint32_t i = 0; i < in->values.n; i++) tied[i] = i;
  IR_VEC(uint32_t) by_operand = {0}; // of the current source: an input plus one
  for (size_t h = 0; h < in->hands.n; h++) {
    const Hand *hand = &in->hands.at[h];
    if (h == 0 || hand->source != hand[-1].source) ir_vec_clear(&by_operand);
    while (by_operand.n < hand->operand + hand->n) ir_vec_push(&by_operand, 0);
    for (uint32_t i = 0; i < hand->n; i++) {
      uint32_t *other = &by_operand.at[hand->operand + i], input = hand->input + i;
      if (*other)
        tied[leader(tied, input)] = leader(tied, *other - 1);
      else
        *other = input + 1;
    }
  }
  ir_vec_free(&by_operand);
  return tied;
}

// Marks the inputs that can go; false when none can.
static bool find_dead(const Inputs *in, bool *dead) {
  uint32_t *tied = tie(in);
  bool *used = ir_calloc(in->values.n, sizeof *used), found = false;
  for (uint32_t i = 0; i < in->values.n; i++)
    if (ir_value_has_uses(in->values.at[i])) used[leader(tied, i)] = true;
  for (uint32_t i = 0; i < in->values.n; i++) {
    dead[i] = !used[leader(tied, i)];
    found |= dead[i];
  }
  ir_free(tied);
  ir_free(used);
  return found;
}

typedef IR_VEC(IrValue *) Values;

// The operands of a source, whose hands are the `n` from `hand` on, that stay.
static void remaining(const Hand *hand, size_t n, const bool *dead, Values *out) {
  IrOp *source = hand->source;
  size_t operands = ir_op_num_operands(source);
  bool *gone = ir_calloc(operands, sizeof *gone);
  for (size_t h = 0; h < n; h++)
    for (uint32_t i = 0; i < hand[h].n; i++) gone[hand[h].operand + i] |= dead[hand[h].input + i];
  for (size_t i = 0; i < operands; i++)
    if (!gone[i]) ir_vec_push(out, ir_op_operand(source, i));
  ir_free(gone);
}

// An op inside that loses operands; what defined them may be dead now.
static void shrink(IrRewriter *rw, IrOp *source, const Values *left) {
  if (left->n == ir_op_num_operands(source)) return;
  Values before = {0};
  for (size_t i = 0; i < ir_op_num_operands(source); i++)
    ir_vec_push(&before, ir_op_operand(source, i));
  ir_op_set_operands(source, left->at, left->n);
  for (size_t i = 0; i < before.n; i++)
    if (ir_value_op(before.at[i]) && !ir_value_has_uses(before.at[i]))
      ir_changed(rw, ir_value_op(before.at[i]));
  ir_changed(rw, source);
  ir_vec_free(&before);
}

// Takes operands from all sources but the op; `operands` gets the op's own.
static void shrink_sources(IrRewriter *rw, const Inputs *in, const bool *dead, Values *operands) {
  bool own = false;
  for (size_t e = 0, end; e < in->hands.n; e = end) {
    IrOp *source = in->hands.at[e].source;
    for (end = e + 1; end < in->hands.n && in->hands.at[end].source == source;) end++;
    Values left = {0};
    remaining(&in->hands.at[e], end - e, dead, &left);
    if (source == in->op) {
      own = true;
      for (size_t i = 0; i < left.n; i++) ir_vec_push(operands, left.at[i]);
    } else {
      shrink(rw, source, &left);
    }
    ir_vec_free(&left);
  }
  for (size_t i = 0; i < ir_op_num_operands(in->op) && !own; i++)
    ir_vec_push(operands, ir_op_operand(in->op, i));
}

static void erase_arguments(const Inputs *in, const bool *dead) {
  for (size_t slot = in->first.n; slot-- > 1;) {
    uint32_t end = slot + 1 < in->first.n ? in->first.at[slot + 1] : (uint32_t)in->values.n;
    for (uint32_t i = end; i-- > in->first.at[slot];)
      if (dead[i])
        ir_block_erase_arg(ir_value_block(in->values.at[i]), ir_value_index(in->values.at[i]));
  }
}

// An op like this one, with its regions, for the results that stay.
static void rebuild(IrRewriter *rw, const Inputs *in, const bool *dead, const Values *operands) {
  IrOp *op = in->op;
  size_t n = ir_op_num_results(op), first = ir_region_branch_inputs(op, IR_PARENT).first;
  IR_VEC(IrType) types = {0};
  IR_VEC(IrAttr) attrs = {0};
  for (size_t i = 0; i < n; i++)
    if (i < first || !dead[i - first]) ir_vec_push(&types, ir_value_type(ir_op_result(op, i)));
  const IrOpDef *def = ir_op_def(op);
  for (size_t i = 0; def->attrs && def->attrs[i].name; i++)
    ir_vec_push(&attrs, ir_op_slot_attr(op, i));
  IrOp *smaller = ir_builder_create(ir_rewriter_builder(rw),
                                    (IrOpCreate){.info = ir_op_info(op),
                                                 .operands = operands->at,
                                                 .num_operands = operands->n,
                                                 .result_types = types.at,
                                                 .num_results = types.n,
                                                 .attrs = attrs.at,
                                                 .num_attrs = attrs.n,
                                                 .num_regions = ir_op_num_regions(op)});
  ir_op_set_discardable(smaller, ir_op_discardable(op));
  for (size_t r = 0; r < ir_op_num_regions(op); r++)
    ir_region_take_body(ir_op_region(smaller, r), ir_op_region(op, r));
  for (size_t i = 0, k = 0; i < n; i++)
    if (i < first || !dead[i - first])
      ir_rewriter_replace_uses(rw, ir_op_result(op, i), ir_op_result(smaller, k++));
  ir_erase(rw, op);
  ir_vec_free(&types);
  ir_vec_free(&attrs);
}

static bool drop_dead(IrRewriter *rw, const Inputs *in) {
  bool *dead = ir_calloc(in->values.n, sizeof *dead);
  bool found = find_dead(in, dead);
  if (found) {
    Values operands = {0};
    shrink_sources(rw, in, dead, &operands);
    erase_arguments(in, dead);
    rebuild(rw, in, dead, &operands);
    ir_vec_free(&operands);
  }
  ir_free(dead);
  return found;
}

bool ir_region_branch_simplify(IrRewriter *rw, IrOp *op) {
  Inputs in = {0};
  bool changed = collect(&in, op) && (forward(rw, &in) || unite(rw, &in) || drop_dead(rw, &in));
  free_inputs(&in);
  return changed ? true : ir_no_match(rw, op, "all results and region arguments are needed");
}
