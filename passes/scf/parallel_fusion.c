// scf-parallel-loop-fusion: neighbouring scf.parallel over the same points become one.
//
//   scf.parallel (%i) = (%a) to (%b) step (%c) { A }         scf.parallel (%i) = ... {
//   scf.parallel (%j) = (%a) to (%b) step (%c) { B }    =>     A
//                                                              B
//                                                            }
//
// Neighbours have only ops without effects and regions between them.  Afterwards B runs at one
// point before A ran at all the others, so what the two do to memory must be the same in any order
// of points.  It is when of each two accesses that may meet, one of them a write, both are
// memref.load or memref.store of one memref at one element, and at another one for each point:
// every counter, plus what does not change, is one of the indices.
//
// requires: verified IR   preserves: meaning, blocks, symbols   breaks: loops
#include "dialects/arith/arith.h"
#include "dialects/memref/memref.h"
#include "dialects/scf/scf.h"
#include "ir/analysis/alias.h"
#include "ir/analysis/equivalence.h"
#include "ir/analysis/tree.h"
#include "ir/interfaces/effects.h"
#include "ir/support/vec.h"
#include "passes/scf/scf_passes.h"

typedef IR_VEC(IrValue *) Values;

typedef struct Access {
  IrOp *op;
  const IrValue *memref; // NULL: any
  const IrResource *resource;
  bool writes;
} Access;
typedef IR_VEC(Access) Accesses;

typedef struct Pair {
  IrOp *first, *second;
  Accesses in_first, in_second;
} Pair;

// ---- What the loops do to memory. ----

static bool only_hands_over(const IrOp *op) {
  return ir_op_has_trait(op, IR_TERMINATOR) && ir_op_has_trait(op, IR_RETURN_LIKE);
}

static void add_accesses(Accesses *list, IrOp *op) {
  IrEffects effects = {0};
  ir_op_effects(op, &effects);
  for (size_t i = 0; i < effects.n; i++) {
    const IrEffect *e = &effects.at[i];
    if (e->kind == IR_EFFECT_ALLOCATE) continue;
    bool unknown = e->kind & IR_EFFECT_UNKNOWN;
    ir_vec_push(list, ((Access){op, unknown ? NULL : e->value, unknown ? NULL : e->resource,
                                e->kind != IR_EFFECT_READ}));
  }
  ir_effects_free(&effects);
}

static void collect(Accesses *list, IrOp *loop) {
  for (IrOp *op = ir_tree_first(loop, 0); op; op = ir_tree_next(op, loop))
    if (!ir_op_has_trait(op, IR_REGION_EFFECTS) && !only_hands_over(op)) add_accesses(list, op);
}

static bool may_meet(const Access *a, const Access *b) {
  if (!a->writes && !b->writes) return false;
  if (a->resource && b->resource && a->resource != b->resource) return false;
  if (!a->memref || !b->memref) return true;
  return ir_alias(a->memref, b->memref) != IR_NO_ALIAS;
}

// ---- Elements. ----

static bool indices_of(const IrOp *op, IrValues *indices) {
  if (IS(op, memref_load)) *indices = GET(op, memref_load, indices);
  if (IS(op, memref_store)) *indices = GET(op, memref_store, indices);
  return IS(op, memref_load) || IS(op, memref_store);
}

// A counter of the first loop is that of the second.
static const IrValue *renamed(const Pair *p, const IrValue *value) {
  const IrBlock *body = scf_block(p->first, 0);
  if (ir_value_op(value) || ir_value_block(value) != body) return value;
  return ir_block_arg(scf_block(p->second, 0), ir_value_index(value));
}

// One value at one point, or two ops without effects that compute the same of such values, down to
// `depth` ops in a row.
static bool same_index(const Pair *p, const IrValue *x, const IrValue *y, unsigned depth) {
  if (renamed(p, x) == renamed(p, y)) return true;
  const IrOp *a = ir_value_op(x), *b = ir_value_op(y);
  if (depth == 0 || !a || !b || ir_value_index(x) != ir_value_index(y)) return false;
  if (!ir_op_same_shape(a, b) || ir_op_num_regions(a) || ir_op_effect_kinds(a)) return false;
  for (size_t i = 0, n = ir_op_num_operands(a); i < n; i++)
    if (!same_index(p, ir_op_operand(a, i), ir_op_operand(b, i), depth - 1)) return false;
  return true;
}

static bool is_unchanging(const IrOp *loop, const IrValue *value) {
  const IrOp *op = ir_value_op(value);
  return (op && ir_op_has_trait(op, IR_CONSTANT_LIKE)) ||
         !ir_op_is_inside(ir_block_parent(ir_value_block(value)), loop);
}

// A counter plus, minus or taken from what does not change in the loop.
static bool follows(const IrOp *loop, const IrValue *index, const IrValue *counter) {
  while (index != counter) {
    const IrOp *op = ir_value_op(index);
    if (!IS(op, arith_addi) && !IS(op, arith_subi)) return false;
    const IrValue *lhs = ir_op_operand(op, 0), *rhs = ir_op_operand(op, 1);
    if (is_unchanging(loop, rhs))
      index = lhs;
    else if (is_unchanging(loop, lhs))
      index = rhs;
    else
      return false;
  }
  return true;
}

// Whether each point has an element of its own.
static bool is_own_element(const IrOp *loop, IrValues indices) {
  const IrBlock *body = scf_block(loop, 0);
  for (size_t c = 0, n = ir_block_num_args(body); c < n; c++) {
    bool found = false;
    for (size_t i = 0; i < indices.n && !found; i++)
      found = follows(loop, indices.at[i], ir_block_arg(body, c));
    if (!found) return false;
  }
  return true;
}

// MLIR asks this only where one loop reads what the other writes, and looks one op far; so that the
// same loops are fused, more is looked at only where both write.
static bool same_element(const Pair *p, const Access *a, const Access *b) {
  IrValues x = {0}, y = {0};
  if (!a->memref || a->memref != b->memref || !indices_of(a->op, &x) || !indices_of(b->op, &y))
    return false;
  for (size_t i = 0; i < x.n; i++)
    if (!same_index(p, x.at[i], y.at[i], a->writes && b->writes ? 4 : 1)) return false;
  return is_own_element(p->first, x);
}

// ---- Whether to fuse. ----

static bool same_points(const IrOp *a, const IrOp *b) {
  for (size_t k = SCF_LOWER; k <= SCF_STEP; k++) {
    IrValues x = ir_op_operand_group(a, k), y = ir_op_operand_group(b, k);
    if (x.n != y.n) return false;
    for (size_t i = 0; i < x.n; i++)
      if (x.at[i] != y.at[i]) return false;
  }
  return true;
}

static bool has_loop_inside(IrOp *loop) {
  for (IrOp *op = ir_tree_first(loop, 0); op; op = ir_tree_next(op, loop))
    if (IS(op, scf_parallel)) return true;
  return false;
}

// A load of memory that the block around the load makes or views: MLIR does not look further.
static bool reads_own_memref(const Accesses *list) {
  for (size_t i = 0; i < list->n; i++) {
    IrOp *op = list->at[i].op;
    if (!IS(op, memref_load)) continue;
    const IrValue *memref = GET(op, memref_load, memref);
    if (ir_value_op(memref) && ir_value_block(memref) == ir_op_block(op)) return true;
  }
  return false;
}

// Whether a result of the first loop is needed before the second one is done.
static bool is_needed_before(const IrOp *first, const IrOp *second) {
  for (size_t i = 0; i < ir_op_num_results(first); i++)
    for (IrUse *u = ir_value_first_use(ir_op_result(first, i)); u; u = ir_use_next(u)) {
      const IrOp *user = ir_use_op(u);
      while (user && ir_op_block(user) != ir_op_block(second)) user = ir_op_parent(user);
      if (user && (user == second || ir_op_is_before(user, second))) return true;
    }
  return false;
}

static const char *conflict(const Pair *p) {
  if (reads_own_memref(&p->in_first) || reads_own_memref(&p->in_second))
    return "one of them reads what it makes itself";
  for (size_t i = 0; i < p->in_first.n; i++)
    for (size_t k = 0; k < p->in_second.n; k++) {
      const Access *a = &p->in_first.at[i], *b = &p->in_second.at[k];
      if (may_meet(a, b) && !same_element(p, a, b))
        return "a point may need what the other loop does at another point";
    }
  return NULL;
}

static const char *obstacle(IrOp *first, IrOp *second) {
  if (!same_points(first, second)) return "the loops have other bounds or steps";
  if (has_loop_inside(first) || has_loop_inside(second)) return "a parallel loop is in one of them";
  if (is_needed_before(first, second)) return "a result is needed before the second loop is done";
  Pair p = {first, second, {0}, {0}};
  collect(&p.in_first, first);
  collect(&p.in_second, second);
  const char *why = conflict(&p);
  ir_vec_free(&p.in_first);
  ir_vec_free(&p.in_second);
  return why;
}

// ---- Fusing. ----

static void push_values(Values *values, IrValues from) {
  for (size_t i = 0; i < from.n; i++) ir_vec_push(values, from.at[i]);
}

// A loop in front of the second one, with the initial values of both, and no body.
static IrOp *create_loop(IrOp *first, IrOp *second) {
  IrBuilder b = ir_builder_before(second);
  Values inits = {0};
  IR_VEC(IrType) types = {0};
  push_values(&inits, GET(first, scf_parallel, initVals));
  push_values(&inits, GET(second, scf_parallel, initVals));
  for (size_t i = 0; i < inits.n; i++) ir_vec_push(&types, ir_value_type(inits.at[i]));
  IrOp *loop = BUILD(&b, scf_parallel, .lowerBound = GET(second, scf_parallel, lowerBound),
                     .upperBound = GET(second, scf_parallel, upperBound),
                     .step = GET(second, scf_parallel, step), .initVals = {inits.at, inits.n},
                     .results_types = {types.at, types.n});
  ir_vec_free(&inits);
  ir_vec_free(&types);
  return loop;
}

// What ends the body of both: an op with the operands and regions of the two, which go.
static void join_reductions(IrOp *first, IrOp *second) {
  size_t n = ir_op_num_operands(first), m = ir_op_num_operands(second);
  Values operands = {0};
  for (size_t i = 0; i < n; i++) ir_vec_push(&operands, ir_op_operand(first, i));
  for (size_t i = 0; i < m; i++) ir_vec_push(&operands, ir_op_operand(second, i));
  IrBuilder b = ir_builder_before(second);
  IrOp *both = ir_builder_create(&b, (IrOpCreate){.info = ir_op_info(second),
                                                  .loc = ir_op_loc(second),
                                                  .operands = operands.at,
                                                  .num_operands = n + m,
                                                  .num_regions = n + m});
  for (size_t i = 0; i < n; i++) ir_region_take_body(ir_op_region(both, i), ir_op_region(first, i));
  for (size_t i = 0; i < m; i++)
    ir_region_take_body(ir_op_region(both, n + i), ir_op_region(second, i));
  ir_op_destroy(first);
  ir_op_destroy(second);
  ir_vec_free(&operands);
}

static IrOp *fuse(IrOp *first, IrOp *second) {
  IrOp *loop = create_loop(first, second);
  IrBlock *body = scf_block(first, 0), *rest = scf_block(second, 0);
  IrOp *reduce = ir_block_last(body);
  size_t n = ir_op_num_results(first);
  ir_op_detach(reduce);
  for (size_t i = 0; i < ir_block_num_args(body); i++)
    ir_value_replace_uses(ir_block_arg(rest, i), ir_block_arg(body, i));
  ir_block_move_tail(body, ir_block_first(rest));
  ir_region_take_body(ir_op_region(loop, 0), ir_op_region(first, 0));
  join_reductions(reduce, ir_block_last(body));
  for (size_t i = 0; i < n; i++)
    ir_value_replace_uses(ir_op_result(first, i), ir_op_result(loop, i));
  for (size_t i = 0; i < ir_op_num_results(second); i++)
    ir_value_replace_uses(ir_op_result(second, i), ir_op_result(loop, n + i));
  ir_op_destroy(first);
  ir_op_destroy(second);
  return loop;
}

// Each loop of a block with the one before it, if nothing in between has effects.
static void fuse_in_block(IrPassRun *run, IrBlock *block) {
  const struct scf_parallel_loop_fusion_decl *self = run->decl;
  IrOp *last = NULL;
  IR_FOR_OPS(op, block) {
    if (!IS(op, scf_parallel)) {
      if (ir_op_num_regions(op) || ir_op_effect_kinds(op)) last = NULL;
      continue;
    }
    const char *why = last ? obstacle(last, op) : NULL;
    if (why) IR_REMARK(run, self, not_fused, op, "is not fused with the loop before it: {}", why);
    if (last && !why) {
      last = fuse(last, op);
      IR_REMARK(run, self, fused, last, "are two loops that were fused");
      self->stats->fused++;
    } else {
      last = op;
    }
  }
}

static IrStatus fuse_in_op(IrOp *op, void *user) {
  for (size_t i = 0; i < ir_op_num_regions(op); i++)
    IR_FOR_BLOCKS(block, ir_op_region(op, i)) fuse_in_block(user, block);
  return IR_OK;
}

IrStatus scf_parallel_loop_fusion_run(IrPassRun *run, IrOp *root) {
  return ir_walk_post(root, fuse_in_op, run);
}
