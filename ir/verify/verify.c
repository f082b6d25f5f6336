// What valid IR is:
//
//   1. An op has as many operands, results, regions and successors as its definition says; the
//      sizes of several variadic groups stand in operandSegmentSizes and add up.
//   2. Declared attributes that are not optional are there, and each satisfies its constraint.
//   3. Each operand and result satisfies its slot's constraint.
//   4. Traits hold: IR_SAME_TYPE, IR_SAME_OPERAND_TYPES, IR_ELEMENTWISE, IR_CONSTANT_LIKE,
//      IR_SYMBOL.
//   5. A region whose definition says so has exactly one block; only one that may be empty is.
//   6. A block ends with a terminator, unless its region's op is IR_NO_TERMINATOR or unregistered;
//      a terminator is the last op of its block, and only the last op has successors.
//   7. A successor is a block of the same region, and not the entry block.
//   8. Names in a symbol table are unique.
//   9. The op's own verify agrees, and verify_regions after everything inside was checked.
//  10. What an op with the branch interface hands to a successor fits the arguments there, and what
//      goes along an edge of a region branch fits what receives it.
//  11. No op inside an IR_ISOLATED op uses a value from outside it.
//  12. The definition of a value dominates its uses, except in graph regions, where it only has to
//      be in the same region or one around it.
//
// Invariants 1 to 10 are checked in one walk, 11 and 12 in a second one that leaves out isolated
// ops in which the first found something.  One error an op is reported, and all broken ops up to a
// limit (ir_diag_set_max_errors).  Both walks follow the links of the tree, so depth of nesting
// costs no stack.
#include "ir/verify/verify.h"

#include "ir/analysis/dominance.h"
#include "ir/analysis/tree.h"
#include "ir/core/op_impl.h"
#include "ir/interfaces/branch.h"
#include "ir/interfaces/region_branch.h"
#include "ir/support/map.h"

typedef struct Verifier {
  IrContext *ctx;
  size_t broken;
  bool enough;      // broken ops have been reported up to the limit
  IrPtrMap tainted; // ops with a broken one inside -> TAINT_*
  IrDominance *dom; // in the second walk
} Verifier;

enum {
  TAINT_DEEP = 1, // inside another isolated op inside
  TAINT_BODY = 2, // itself, or not so: what this isolated op holds is no basis for more checks
};

static size_t count_slots(const IrSlotDef *slots, size_t *required, bool *open) {
  size_t n = 0;
  *required = 0, *open = false;
  for (; slots && slots[n].name; n++) {
    if (slots[n].arity == IR_ONE) ++*required;
    if (slots[n].arity == IR_VARIADIC) *open = true;
  }
  return n;
}

static IrStatus check_count(IrOp *op, const IrSlotDef *slots, size_t got, const char *what) {
  size_t required;
  bool open;
  size_t most = count_slots(slots, &required, &open);
  if (got >= required && (open || got <= most)) return IR_OK;
  const char *plural = required == 1 ? "" : "s";
  if (open || most > required)
    return ir_op_error(op, "needs at least {} {}{}{}, got {}", required, what, plural,
                       open ? "" : " (some are optional)", got);
  return ir_op_error(op, "needs {} {}{}, got {}", required, what, plural, got);
}

// Invariant 1 for ops with several groups of operands.
static IrStatus check_segments(IrOp *op, const IrOpDef *def) {
  IrAttr sizes = ir_op_attr(op, "operandSegmentSizes");
  size_t required;
  bool open;
  size_t groups = count_slots(def->operands, &required, &open);
  if (!sizes || ir_attr_kind(sizes) != IR_ATTR_DENSE_ARRAY || ir_attr_count(sizes) != groups)
    return ir_op_error(op, "needs an attribute 'operandSegmentSizes' with {} sizes", groups);
  int64_t sum = 0, total = (int64_t)op->num_operands;
  for (size_t i = 0; i < groups; i++) {
    int64_t size = ir_attr_array_int(sizes, i);
    IrArity arity = def->operands[i].arity;
    if (size < 0 || size > total || (arity == IR_ONE && size != 1) ||
        (arity == IR_OPTIONAL && size > 1))
      return ir_op_error(op, "operand group '{}' cannot have {} operands", def->operands[i].name,
                         size);
    sum += size;
  }
  if (sum == total) return IR_OK;
  return ir_op_error(op, "operandSegmentSizes add up to {}, but there are {} operands", sum, total);
}

static IrStatus check_regions_count(IrOp *op, const IrOpDef *def) {
  size_t n = 0;
  bool open = false;
  for (; def->regions && def->regions[n].name; n++)
    if (def->regions[n].flags & IR_REGION_VARIADIC) open = true;
  size_t got = op->num_regions;
  if (got == n || (open && got + 1 >= n)) return IR_OK;
  return ir_op_error(op, "needs {} region{}, got {}", open ? n - 1 : n, n == 1 ? "" : "s", got);
}

static IrStatus check_successors_count(IrOp *op, const IrOpDef *def) {
  size_t n = 0;
  bool open = false;
  for (; def->successors && def->successors[n].name; n++)
    if (def->successors[n].arity != IR_ONE) open = true;
  size_t got = op->num_successors;
  if (got == n || (open && got + 1 >= n)) return IR_OK;
  return ir_op_error(op, "needs {} successor{}, got {}", open ? n - 1 : n, n == 1 ? "" : "s", got);
}

static IrStatus check_counts(IrOp *op, const IrOpDef *def) {
  IR_TRY(check_count(op, def->operands, op->num_operands, "operand"));
  IR_TRY(check_count(op, def->results, op->num_results, "result"));
  if (def->traits & IR_SEGMENTS) IR_TRY(check_segments(op, def));
  IR_TRY(check_regions_count(op, def));
  return check_successors_count(op, def);
}

// Names of an op's attributes that nothing declares and no dialect owns.
typedef struct LooseNames {
  IrAttr dict;
  size_t i;
} LooseNames;

static const char *next_loose(void *user) {
  LooseNames *names = user;
  while (names->dict && names->i < ir_attr_count(names->dict)) {
    const char *name = ir_ident_str(ir_attr_entry(names->dict, names->i++).name).ptr;
    if (!strchr(name, '.')) return name;
  }
  return NULL;
}

static IrStatus missing_attribute(IrOp *op, const IrAttrSlotDef *slot) {
  (void)ir_op_error(op, "requires attribute '{}'", slot->name);
  LooseNames names = {ir_op_discardable(op), 0};
  const char *near = ir_nearest(ir_str(slot->name), next_loose, &names);
  if (near) ir_help(ir_op_context(op), "is '{}' meant to be '{}'?", near, slot->name);
  return IR_FAILED;
}

static IrStatus check_attributes(IrOp *op, const IrOpDef *def) {
  for (size_t i = 0; def->attrs && def->attrs[i].name; i++) {
    const IrAttrSlotDef *slot = &def->attrs[i];
    IrAttr attr = ir_op_slot_attr(op, i);
    if (!attr) {
      if (slot->arity == IR_OPTIONAL) continue;
      return missing_attribute(op, slot);
    }
    if (slot->is && slot->is->test && !slot->is->test(attr))
      return ir_op_error(op, "attribute '{}' must be {}, but got {}", slot->name, slot->is->name,
                         attr);
  }
  return IR_OK;
}

static void note_definition(IrOp *user, const IrValue *value) {
  ir_note(ir_op_context(user), ir_value_loc(value), "'{}' is defined here", value);
}

static IrStatus check_type(IrOp *op, const IrTypeConstraint *is, const IrValue *value,
                           const char *what, size_t i) {
  IrType type = ir_value_type(value);
  if (!is || !is->test || is->test(type)) return IR_OK;
  (void)ir_op_error(op, "{} #{} must be {}, but '{}' has type '{}'", what, i, is->name, value,
                    type);
  if (ir_value_op(value) != op) note_definition(op, value);
  return IR_FAILED;
}

static IrStatus check_operands(IrOp *op, const IrOpDef *def) {
  for (size_t slot = 0, at = 0; def->operands && def->operands[slot].name; slot++) {
    const IrSlotDef *s = &def->operands[slot];
    size_t n = s->arity == IR_ONE ? 1 : ir_op_operand_group(op, slot).n;
    for (size_t i = 0; i < n; i++, at++)
      IR_TRY(check_type(op, s->is, ir_operands(op)[at], "operand", at));
  }
  return IR_OK;
}

static IrStatus check_results(IrOp *op, const IrOpDef *def) {
  for (size_t slot = 0, at = 0; def->results && def->results[slot].name; slot++) {
    const IrSlotDef *s = &def->results[slot];
    size_t first, n = 1;
    if (s->arity != IR_ONE) ir_op_result_group(op, slot, &first, &n);
    for (size_t i = 0; i < n; i++, at++)
      IR_TRY(check_type(op, s->is, ir_result(op, at), "result", at));
  }
  return IR_OK;
}

static IrStatus check_same_type(IrOp *op, bool results_too) {
  IrValue *first = NULL;
  size_t operands = op->num_operands, n = operands;
  if (results_too) n += op->num_results;
  for (size_t i = 0; i < n; i++) {
    IrValue *v = i < operands ? ir_operands(op)[i] : ir_result(op, i - operands);
    if (!first) first = v;
    if (v->type == first->type) continue;
    return ir_op_error(
        op, "requires the same type for all operands{}, but '{}' is '{}' and '{}' is '{}'",
        results_too ? " and results" : "", first, ir_value_type(first), v, ir_value_type(v));
  }
  return IR_OK;
}

static bool same_shape(IrType a, IrType b) {
  if (ir_type_kind(a) != ir_type_kind(b)) return false;
  IrShape x = ir_type_shape(a), y = ir_type_shape(b);
  if (x.rank != y.rank) return false;
  for (size_t i = 0; i < x.rank; i++)
    if (x.at[i] != y.at[i]) return false;
  if (!ir_type_has_scalable(a) && !ir_type_has_scalable(b)) return true;
  for (size_t i = 0; i < x.rank; i++)
    if (ir_type_is_scalable(a, i) != ir_type_is_scalable(b, i)) return false;
  return true;
}

// Shaped operands and results of an elementwise op have one shape; scalars may stand among the
// operands (the condition of a select).
static IrStatus check_elementwise(IrOp *op) {
  IrValue *shaped = NULL;
  bool operand_shaped = false;
  size_t operands = op->num_operands, n = operands + op->num_results;
  for (size_t i = 0; i < n; i++) {
    IrValue *v = i < operands ? ir_operands(op)[i] : ir_result(op, i - operands);
    IrType t = v->type;
    bool is_shaped = ir_type_is_shaped(t);
    if (i < operands)
      operand_shaped |= is_shaped;
    else if (is_shaped != operand_shaped)
      return ir_op_error(op, "is elementwise: result '{}' of type '{}' does not fit {} operands", v,
                         t, operand_shaped ? "shaped" : "scalar");
    if (!is_shaped) continue;
    if (!shaped) shaped = v;
    if (!same_shape(ir_value_type(shaped), t))
      return ir_op_error(op,
                         "is elementwise: all shapes must agree, but '{}' is '{}' and '{}' is '{}'",
                         shaped, ir_value_type(shaped), v, t);
  }
  return IR_OK;
}

static bool is_visibility(IrAttr attr) {
  if (ir_attr_kind(attr) != IR_ATTR_STRING) return false;
  IrStr word = ir_attr_str(attr);
  return ir_str_is(word, "public") || ir_str_is(word, "private") || ir_str_is(word, "nested");
}

static IrStatus check_symbol(IrOp *op) {
  IrAttr name = ir_op_attr(op, "sym_name"), visibility = ir_op_attr(op, "sym_visibility");
  if (name && ir_attr_kind(name) != IR_ATTR_STRING) // a missing one: invariant 2
    return ir_op_error(op, "attribute 'sym_name' must be a string, but got {}", name);
  if (visibility && !is_visibility(visibility))
    return ir_op_error(op, "visibility must be public, private or nested, but got {}", visibility);
  return IR_OK;
}

static IrStatus check_traits(IrOp *op, const IrOpDef *def) {
  uint64_t traits = def->traits;
  if (traits & IR_SAME_TYPE) IR_TRY(check_same_type(op, true));
  if (traits & IR_SAME_OPERAND_TYPES) IR_TRY(check_same_type(op, false));
  if ((traits & IR_ELEMENTWISE) && !(traits & IR_SAME_TYPE)) IR_TRY(check_elementwise(op));
  if (traits & IR_SYMBOL) IR_TRY(check_symbol(op));
  if ((traits & IR_CONSTANT_LIKE) && (op->num_operands || op->num_results != 1))
    return ir_op_error(op, "is a constant: it has no operands and one result");
  return IR_OK;
}

// Invariants 6 and 7 as far as `op` itself is concerned.
static IrStatus check_control(IrOp *op) {
  bool last = !ir_op_next(op);
  if (!last && ir_op_has_trait(op, IR_TERMINATOR))
    return ir_op_error(op, "is a terminator and must be the last op of its block");
  size_t n = op->num_successors;
  if (n && !last) return ir_op_error(op, "has successors and must be the last op of its block");
  IrBlock *block = op->block;
  for (size_t i = 0; i < n; i++) {
    IrBlock *to = ir_op_successor(op, i);
    if (!block || ir_block_region(to) != ir_block_region(block))
      return ir_op_error(op, "successor #{} is a block of another region", i);
    if (!ir_block_prev(to))
      return ir_op_error(op,
                         "successor #{} is the entry block of the region, which nothing may "
                         "branch to",
                         i);
  }
  return IR_OK;
}

static IrStatus check_block_end(IrOp *op, IrBlock *block, size_t region) {
  IrOp *last = ir_block_last(block);
  if (!last)
    return ir_op_error(op, "has an empty block in region #{}: it must end with a terminator",
                       region);
  if (!ir_op_def(last) || ir_op_has_trait(last, IR_TERMINATOR)) return IR_OK;
  return ir_op_error(last, "must be followed by a terminator: it is the last op of its block");
}

static unsigned region_flags(const IrOpDef *def, size_t i) {
  unsigned flags = IR_REGION_MAY_BE_EMPTY;
  for (size_t k = 0; def->regions && def->regions[k].name && k <= i; k++)
    flags = def->regions[k].flags;
  return flags;
}

static const char *region_name(const IrOpDef *def, size_t i) {
  const char *name = "region";
  for (size_t k = 0; def->regions && def->regions[k].name && k <= i; k++)
    name = def->regions[k].name;
  return name;
}

static IrStatus check_region(IrOp *op, const IrOpDef *def, size_t i) {
  IrRegion *region = ir_op_region(op, i);
  unsigned flags = def ? region_flags(def, i) : (unsigned)IR_REGION_MAY_BE_EMPTY;
  IrBlock *first = ir_region_first(region);
  if (!first) {
    if (flags & IR_REGION_MAY_BE_EMPTY) return IR_OK;
    return ir_op_error(op, "region #{} ('{}') must have a block", i, region_name(def, i));
  }
  if ((flags & IR_REGION_ONE_BLOCK) && ir_block_next(first))
    return ir_op_error(op, "region #{} ('{}') must have exactly one block", i, region_name(def, i));
  if (!def || (def->traits & IR_NO_TERMINATOR)) return IR_OK;
  IR_FOR_BLOCKS(block, region) {
    IR_TRY(check_block_end(op, block, i));
  }
  return IR_OK;
}

// Invariant 10 for a branch.
static IrStatus check_branch(IrOp *op) {
  for (size_t s = 0, n = op->num_successors; s < n; s++) {
    IrBlock *to = ir_op_successor(op, s);
    IrValues values = ir_branch_operands(op, s);
    size_t args = ir_block_num_args(to);
    if (values.n != args)
      return ir_op_error(op, "successor #{} takes {} values, but got {}", s, args, values.n);
    for (size_t i = 0; i < args; i++) {
      IrType want = ir_value_type(ir_block_arg(to, i)), got = ir_value_type(values.at[i]);
      if (want != got)
        return ir_op_error(op, "value #{} for successor #{} must be '{}', but '{}' has type '{}'",
                           i, s, want, values.at[i], got);
    }
  }
  return IR_OK;
}

static void note_giver(IrOp *op, IrOp *at) {
  if (at != op) ir_note(ir_op_context(op), ir_op_loc(at), "it gives them here");
}

static IrStatus wrong_count(IrOp *op, IrOp *at, size_t to, size_t got, size_t want) {
  IrStatus status =
      to == IR_PARENT
          ? ir_op_error(op, "has {} results, but '{}' gives {} values", want, at, got)
          : ir_op_error(op, "region #{} takes {} values, but '{}' gives {}", to, want, at, got);
  note_giver(op, at);
  return status;
}

static IrStatus wrong_type(IrOp *op, IrOp *at, size_t i, IrValue *value, size_t to, size_t input,
                           IrType want) {
  IrStatus status =
      to == IR_PARENT
          ? ir_op_error(op, "value #{} ('{}') of '{}' has type '{}', but result #{} is '{}'", i,
                        value, at, value->type, input, want)
          : ir_op_error(op,
                        "value #{} ('{}') of '{}' has type '{}', but argument #{} of region #{} is "
                        "'{}'",
                        i, value, at, value->type, input, to, want);
  note_giver(op, at);
  return status;
}

// Results, or arguments of a region, that there are.
static size_t count_inputs(const IrOp *op, size_t to) {
  if (to == IR_PARENT) return op->num_results;
  if (to >= op->num_regions) return 0;
  const IrBlock *first = ir_regions(op)[to].first;
  return first ? first->num_args : 0;
}

static IrType input_type(const IrOp *op, size_t to, size_t i) {
  if (to == IR_PARENT) return ir_result(op, i)->type;
  return ir_regions(op)[to].first->args[i]->value.type;
}

// One edge of a region branch: from `at`, the op or a terminator of one of its regions, to `to`.
static IrStatus check_edge(IrOp *op, IrOp *at, size_t to) {
  IrValues values = ir_region_branch_operands(op, at, to);
  IrRun inputs = ir_region_branch_inputs(op, to);
  if (values.n != inputs.n || inputs.first + inputs.n > count_inputs(op, to))
    return wrong_count(op, at, to, values.n, inputs.n);
  for (size_t i = 0; i < inputs.n; i++) {
    IrType got = values.at[i]->type, want = input_type(op, to, inputs.first + i);
    if (got != want) return wrong_type(op, at, i, values.at[i], to, inputs.first + i, want);
  }
  return IR_OK;
}

// Edges from the op itself (IR_PARENT) or from one of its regions, which several blocks may leave:
// those of one of them.
static IrStatus check_edges_of(IrOp *op, size_t from, IrOp *at) {
  for (size_t i = 0, to; (to = ir_region_branch_target(op, from, i)) != IR_NO_POINT; i++)
    IR_TRY(check_edge(op, at, to));
  return IR_OK;
}

static IrStatus check_edges_from(IrOp *op, size_t from) {
  if (from == IR_PARENT) return check_edges_of(op, from, op);
  IR_FOR_BLOCKS(block, ir_op_region(op, from)) {
    IrOp *last = ir_block_terminator(block);
    if (last && !last->num_successors) IR_TRY(check_edges_of(op, from, last));
  }
  return IR_OK;
}

// Invariant 10 for a region branch.
static IrStatus check_region_branch(IrOp *op) {
  IR_TRY(check_edges_from(op, IR_PARENT));
  for (size_t i = 0, n = op->num_regions; i < n; i++) IR_TRY(check_edges_from(op, i));
  return IR_OK;
}

// Invariant 8.
static IrStatus check_symbol_table(IrOp *table) {
  IrStrMap names = {0};
  IrStatus status = IR_OK;
  for (IrOp *op = ir_tree_first(table, 0); op; op = ir_tree_next_sibling(op)) {
    if (!ir_op_has_trait(op, IR_SYMBOL) || ir_symbol_name(op).len == 0) continue;
    IrStr name = ir_symbol_name(op);
    IrOp *before = ir_strmap_get(&names, name);
    if (before) {
      status =
          ir_error(ir_op_context(op), ir_op_loc(op), "redefinition of symbol named '{}'", name);
      ir_note(ir_op_context(op), ir_op_loc(before), "the first one is here");
      ir_help(ir_op_context(op), "a name stands for one thing; rename one of them");
    }
    ir_strmap_set(&names, name, op);
  }
  ir_strmap_free(&names);
  return status;
}

// Everything about one op that can be checked before the ops inside it.
static IrStatus check_op(IrOp *op) {
  const IrOpDef *def = ir_op_def(op);
  if (def) {
    IR_TRY(check_counts(op, def));
    IR_TRY(check_attributes(op, def));
    IR_TRY(check_operands(op, def));
    IR_TRY(check_results(op, def));
    IR_TRY(check_traits(op, def));
  }
  IR_TRY(check_control(op));
  if (op->info->interfaces[IR_INTERFACE_BRANCH]) IR_TRY(check_branch(op));
  size_t regions = op->num_regions;
  for (size_t i = 0; i < regions; i++) IR_TRY(check_region(op, def, i));
  if (!def) return IR_OK;
  if (def->traits & IR_SYMBOL_TABLE) IR_TRY(check_symbol_table(op));
  return def->verify ? def->verify(op) : IR_OK;
}

// What a walk calls: `enter` before an op's insides, `leave` after them.
typedef struct Walk {
  IrStatus (*enter)(Verifier *v, IrOp *op);
  IrStatus (*leave)(Verifier *v, IrOp *op);
} Walk;

static uintptr_t taint_of(const Verifier *v, const IrOp *op) {
  return v->broken ? (uintptr_t)ir_ptrmap_get(&v->tainted, op) : 0;
}

static void taint(Verifier *v, IrOp *broken) {
  uintptr_t how = TAINT_BODY;
  ir_ptrmap_set(&v->tainted, broken, (void *)(taint_of(v, broken) | how));
  for (IrOp *op = ir_op_parent(broken); op; op = ir_op_parent(op)) {
    ir_ptrmap_set(&v->tainted, op, (void *)(taint_of(v, op) | how));
    if (ir_op_has_trait(op, IR_ISOLATED)) how = TAINT_DEEP;
  }
}

static void note_status(Verifier *v, IrOp *op, IrStatus status) {
  if (status == IR_OK) return;
  v->broken++;
  if (!v->dom) taint(v, op);
  v->enough = ir_diag_is_enough(v->ctx, v->broken, ir_op_loc(op));
}

static void walk(Verifier *v, IrOp *root, const Walk *calls) {
  IrOp *op = root;
  while (!v->enough) {
    note_status(v, op, calls->enter(v, op));
    IrOp *inside = op->num_regions ? ir_tree_first(op, 0) : NULL;
    if (inside) {
      op = inside;
      continue;
    }
    for (;;) { // climb to the next op, leaving those that are done
      if (op->num_regions) note_status(v, op, calls->leave(v, op));
      if (op == root) return;
      IrOp *next = ir_tree_next_sibling(op);
      op = next ? next : ir_op_parent(op);
      if (next) break;
    }
  }
}

static IrStatus enter_structure(Verifier *v, IrOp *op) {
  (void)v;
  size_t errors = ir_diag_error_count(ir_op_context(op));
  IrStatus status = check_op(op);
  bool silent = ir_diag_error_count(ir_op_context(op)) == errors;
  if (status != IR_OK && !silent && ir_op_def(op) && !ir_diag_is_helped(ir_op_context(op)))
    ir_help(ir_op_context(op), "'tile-opt --help-op={}' says what the op needs", ir_op_name(op));
  return status;
}

// verify_regions may rely on what is inside, so it is left out when something there is broken.
static IrStatus leave_structure(Verifier *v, IrOp *op) {
  const IrOpDef *def = ir_op_def(op);
  if (taint_of(v, op) || !def) return IR_OK;
  if (def->verify_regions) IR_TRY(def->verify_regions(op));
  return ir_op_is_region_branch(op) ? check_region_branch(op) : IR_OK;
}

static IrStatus not_dominated(IrOp *user, size_t i, const IrValue *value) {
  (void)ir_op_error(user, "operand #{} ('{}') does not dominate this use", i, value);
  note_definition(user, value);
  return IR_FAILED;
}

static IrStatus not_isolated(IrOp *user, size_t i, const IrValue *value, IrOp *barrier) {
  IrContext *ctx = ir_op_context(user);
  (void)ir_op_error(user, "operand #{} ('{}') is a value from outside the region it is used in", i,
                    value);
  ir_note(ctx, ir_op_loc(barrier),
          "'{}' is isolated from above: its regions may use only values "
          "defined inside it",
          barrier);
  return IR_FAILED;
}

// Operand `i` of `op`, defined in another block.
static IrStatus check_distant_operand(Verifier *v, IrOp *op, size_t i, IrValue *value) {
  IrBlock *block = ir_value_block(value);
  IrOp *at = op;
  while (at->block && ir_block_region(at->block) != ir_block_region(block)) {
    at = ir_op_parent(at);
    if (!at) return not_dominated(op, i, value);
    if (!ir_op_has_trait(at, IR_ISOLATED)) continue;
    const IrOp *owner = ir_block_parent(block); // inside it: a region beside the use, or below it
    bool inside = owner && (owner == at || ir_op_is_inside(owner, at));
    return inside ? not_dominated(op, i, value) : not_isolated(op, i, value, at);
  }
  if (!at->block) return not_dominated(op, i, value);
  if (ir_value_dominates(v->dom, value, at)) return IR_OK;
  return ir_is_reachable(v->dom, at->block) ? not_dominated(op, i, value) : IR_OK;
}

// Whether the isolated op around `op` holds something broken.
static bool is_tainted(const Verifier *v, IrOp *op) {
  if (v->broken == 0) return false;
  op = ir_op_parent(op);
  while (op && !ir_op_has_trait(op, IR_ISOLATED)) op = ir_op_parent(op);
  return op && (taint_of(v, op) & TAINT_BODY);
}

static IrStatus enter_dominance(Verifier *v, IrOp *op) {
  if (is_tainted(v, op)) return IR_OK;
  IrBlock *block = op->block;
  size_t n = op->num_operands;
  for (size_t i = 0; i < n; i++) {
    IrValue *value = ir_operands(op)[i];
    IrOp *def = ir_value_op(value);
    if (ir_value_block(value) != block || !block) {
      IR_TRY(check_distant_operand(v, op, i, value));
    } else if (def && !(def != op && ir_op_is_before(def, op))) {
      if (ir_region_is_graph(ir_block_region(block))) continue;
      if (ir_is_reachable(v->dom, block)) return not_dominated(op, i, value);
    }
  }
  return IR_OK;
}

static IrStatus leave_nothing(Verifier *v, IrOp *op) {
  (void)v, (void)op;
  return IR_OK;
}

IrStatus ir_verify_keeping(IrOp *root, IrDominance **dom) {
  Verifier v = {.ctx = ir_op_context(root)};
  ir_symbol_index_open(v.ctx);
  walk(&v, root, &(Walk){enter_structure, leave_structure});
  ir_symbol_index_close(v.ctx);
  v.dom = ir_dominance_create(root);
  walk(&v, root, &(Walk){enter_dominance, leave_nothing});
  ir_ptrmap_free(&v.tainted);
  *dom = v.dom;
  return v.broken ? IR_FAILED : IR_OK;
}

IrStatus ir_verify(IrOp *root) {
  IrDominance *dom;
  IrStatus status = ir_verify_keeping(root, &dom);
  ir_dominance_destroy(dom);
  return status;
}
