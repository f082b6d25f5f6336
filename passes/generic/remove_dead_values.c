// remove-dead-values: what nothing needs goes, through regions, branches and functions.
//
//   func.func private @f(%x: i32, %y: i32) -> (i32, i32) {
//     %s = arith.addi %y, %y : i32                           func.func private @f(%x: i32) -> i32 {
//     return %x, %s : i32, i32                         =>      return %x : i32
//   }                                                        }
//   %a, %b = call @f(%p, %q) : (i32, i32) -> (i32, i32)      %a = call @f(%p) : (i32) -> i32
//
// First everything is decided, by ir/analysis/needed.h, and then done:
//
//   an op                that makes nothing needed and has no effect goes, and one in code that
//                        control does not get to whose operands are not needed
//   a branch             whose condition is not needed becomes ub.unreachable: it never runs
//   a block's argument   goes with the operands of branches that become it
//   a private function   whose callers are all calls loses arguments, and results no caller needs
//   a region branch      hands ub.poison over where nobody needs what it hands over; with
//                        `canonicalize` its patterns then take away what that leaves
//
// Uses that are left of what goes become ub.poison, which is erased where it stays without uses.
//
// requires: verified IR   preserves: meaning   breaks: blocks' arguments, types of functions
#include "dialects/ub/ub.h"
#include "ir/analysis/call_graph.h"
#include "ir/analysis/constants.h"
#include "ir/analysis/needed.h"
#include "ir/analysis/tree.h"
#include "ir/core/extension.h"
#include "ir/edit/rewriter.h"
#include "ir/interfaces/branch.h"
#include "ir/interfaces/call.h"
#include "ir/interfaces/region_branch.h"
#include "ir/support/vec.h"
#include "passes/generic/generic.h"

typedef IR_VEC(IrOp *) Ops;
typedef IR_VEC(IrValue *) Values;
typedef IR_VEC(IrType) Types;

// An operand in whose place a region branch hands over ub.poison.
typedef struct Operand {
  IrOp *op;
  size_t index;
} Operand;

// A block and which of its arguments go; a function and which of its arguments and results.
typedef struct Trim {
  IrBlock *block;
  IrOp *func;
  bool *args, *results;
} Trim;

typedef struct Remover {
  IrContext *ctx;
  IrDataflow *flow;
  IrCallGraph *graph;
  IrArena arena;
  IrPtrMap calls; // function -> the Ops that call it, in the arena
  Ops ops;        // inner ones first
  IR_VEC(Operand) operands;
  IR_VEC(Trim) blocks, funcs;
  IrPtrMap poisons; // made here -> itself
} Remover;

static bool is_needed(Remover *r, const IrValue *value) {
  return ir_is_needed(r->flow, value);
}

static bool makes_needed(Remover *r, const IrOp *op) {
  for (size_t i = 0; i < ir_op_num_results(op); i++)
    if (is_needed(r, ir_op_result(op, i))) return true;
  return false;
}

static bool takes_unneeded(Remover *r, const IrOp *op) {
  for (size_t i = 0; i < ir_op_num_operands(op); i++)
    if (!is_needed(r, ir_op_operand(op, i))) return true;
  return false;
}

// ---- What goes. ----

static void decide_simple(Remover *r, IrOp *op) {
  if (takes_unneeded(r, op) || (!ir_op_has_effect(op) && !makes_needed(r, op)))
    ir_vec_push(&r->ops, op);
}

// Whether operand `i` of `at`, which hands it on, goes to something that is needed.
static bool goes_to_needed(Remover *r, IrOp *op, IrOp *at, size_t i, bool *handed) {
  size_t from = ir_region_branch_point(op, at);
  bool needed = false;
  for (size_t k = 0, to; (to = ir_region_branch_target(op, from, k)) != IR_NO_POINT; k++) {
    if (to != IR_PARENT && ir_region_is_empty(ir_op_region(op, to))) continue;
    IrRun run = ir_region_branch_handed(op, at, to);
    if (i < run.first || i - run.first >= run.n) continue;
    *handed = true;
    needed |= is_needed(r, ir_region_branch_input(op, to, i - run.first));
  }
  return needed;
}

static void decide_handed(Remover *r, IrOp *op, IrOp *at) {
  if (at != op && !ir_op_has_trait(at, IR_RETURN_LIKE)) return;
  for (size_t i = 0; i < ir_op_num_operands(at); i++) {
    bool handed = false, needed = goes_to_needed(r, op, at, i, &handed);
    if (handed && (!needed || !is_needed(r, ir_op_operand(at, i))))
      ir_vec_push(&r->operands, ((Operand){at, i}));
  }
}

static void decide_region_branch(Remover *r, IrOp *op) {
  if (!ir_op_has_effect(op) && !makes_needed(r, op)) {
    ir_vec_push(&r->ops, op);
    return;
  }
  decide_handed(r, op, op);
  for (size_t i = 0; i < ir_op_num_regions(op); i++) {
    IR_FOR_BLOCKS(block, ir_op_region(op, i)) {
      IrOp *end = ir_block_last(block);
      if (end && ir_op_num_successors(end) == 0) decide_handed(r, op, end);
    }
  }
}

// A condition that is not needed is one of a branch that control does not get to.
static void decide_branch(Remover *r, IrOp *op) {
  for (size_t i = 0; i < ir_op_num_operands(op); i++) {
    if (ir_branch_argument(op, i) || is_needed(r, ir_op_operand(op, i))) continue;
    ir_vec_push(&r->ops, op);
    return;
  }
}

static bool may_resize(const IrBlock *block) {
  for (IrEdge *e = ir_block_first_edge(block); e; e = ir_edge_next(e))
    if (!ir_branch_is_resizable(ir_edge_op(e))) return false;
  return ir_block_first_edge(block) != NULL;
}

// As in MLIR, an argument that nobody needs stays where all that becomes it is needed elsewhere.
static bool argument_goes(Remover *r, const IrBlock *block, size_t i) {
  if (is_needed(r, ir_block_arg(block, i))) return false;
  for (IrEdge *e = ir_block_first_edge(block); e; e = ir_edge_next(e))
    if (!is_needed(r, ir_branch_operands(ir_edge_op(e), ir_edge_index(e)).at[i])) return true;
  return false;
}

static void decide_block(Remover *r, IrBlock *block) {
  size_t n = ir_block_num_args(block);
  bool *goes = IR_NEW_ARRAY(&r->arena, bool, n + 1), any = false;
  for (size_t i = 0; i < n; i++) any |= goes[i] = argument_goes(r, block, i);
  if (any) ir_vec_push(&r->blocks, ((Trim){.block = block, .args = goes}));
}

// ---- Functions. ----

static const Ops *calls_of(const Remover *r, const IrOp *func) {
  static const Ops none = {0};
  const Ops *calls = ir_ptrmap_get(&r->calls, func);
  return calls ? calls : &none;
}

static void note_call(Remover *r, IrOp *call) {
  IrAttr callee = ir_call_callee(call);
  IrOp *func = callee ? ir_call_graph_resolve(r->graph, call, callee) : NULL;
  if (!func) return;
  Ops *calls = ir_ptrmap_get(&r->calls, func);
  if (!calls) ir_ptrmap_set(&r->calls, func, calls = IR_NEW(&r->arena, Ops));
  ir_vec_push(calls, call);
}

static IrType type_of(const IrOp *func) {
  return ir_callable_type(func);
}

// Whether all is known of who calls it, and calls are made anew without more ado.
static bool may_trim(const Remover *r, const IrOp *func) {
  IrOp *const *callers;
  size_t n;
  if (!ir_callable_body(func) || !ir_callable_can_set_type(func) ||
      !ir_dataflow_callers(r->flow, func, &callers, &n))
    return false;
  IrType type = type_of(func);
  const Ops *calls = calls_of(r, func);
  for (size_t i = 0; i < calls->n; i++) {
    const IrOp *call = calls->at[i];
    if (ir_op_has_trait(call, IR_SEGMENTS) || ir_op_num_regions(call) ||
        ir_call_arguments(call).n != ir_op_num_operands(call) ||
        ir_op_num_operands(call) != ir_type_num_inputs(type) ||
        ir_op_num_results(call) != ir_type_num_results(type))
      return false;
  }
  return true;
}

static bool no_caller_needs(Remover *r, const Ops *calls, size_t i) {
  for (size_t k = 0; k < calls->n; k++)
    if (is_needed(r, ir_op_result(calls->at[k], i))) return false;
  return true;
}

static void decide_func(Remover *r, IrOp *func) {
  if (!may_trim(r, func)) return;
  const IrBlock *entry = ir_region_first(ir_callable_body(func));
  size_t n = ir_block_num_args(entry), m = ir_type_num_results(type_of(func));
  Trim trim = {.func = func,
               .args = IR_NEW_ARRAY(&r->arena, bool, n + 1),
               .results = IR_NEW_ARRAY(&r->arena, bool, m + 1)};
  bool any = false;
  for (size_t i = 0; i < n; i++) any |= trim.args[i] = !is_needed(r, ir_block_arg(entry, i));
  for (size_t i = 0; i < m; i++) any |= trim.results[i] = no_caller_needs(r, calls_of(r, func), i);
  if (any) ir_vec_push(&r->funcs, trim);
}

// Nobody knows of an unregistered op at the end of a block that it is no terminator.
static bool may_end_block(const IrOp *op) {
  return ir_op_has_trait(op, IR_TERMINATOR) || (!ir_op_def(op) && !ir_op_next(op));
}

static IrStatus decide(IrOp *op, void *user) {
  Remover *r = user;
  for (size_t i = 0; i < ir_op_num_regions(op); i++) {
    IR_FOR_BLOCKS(block, ir_op_region(op, i)) {
      if (ir_block_prev(block) && may_resize(block)) decide_block(r, block);
    }
  }
  if (op == ir_dataflow_root(r->flow)) return IR_OK;
  if (ir_op_is_callable(op))
    decide_func(r, op);
  else if (ir_op_is_region_branch(op))
    decide_region_branch(r, op);
  else if (ir_op_num_successors(op))
    decide_branch(r, op);
  else if (!may_end_block(op) && !ir_op_is_call(op))
    decide_simple(r, op);
  return IR_OK;
}

// ---- Doing it. ----

static IrValue *poison(Remover *r, IrBuilder *b, IrType type) {
  IrValue *value = BUILD1(b, ub_poison, .value = ub_poison_attr(r->ctx), .result_type = type);
  ir_ptrmap_set(&r->poisons, ir_value_op(value), ir_value_op(value));
  return value;
}

static void drop_uses(Remover *r, IrBuilder *b, IrValue *value) {
  if (ir_value_has_uses(value)) ir_value_replace_uses(value, poison(r, b, ir_value_type(value)));
}

static void push_kept(Values *values, IrValues from, const bool *goes) {
  for (size_t i = 0; i < from.n; i++)
    if (!goes[i]) ir_vec_push(values, from.at[i]);
}

static void erase_args(Remover *r, IrBlock *block, const bool *goes) {
  IrBuilder b = ir_builder_at_start(r->ctx, block, ir_op_loc(ir_block_first(block)));
  for (size_t i = 0; i < ir_block_num_args(block); i++)
    if (goes[i]) drop_uses(r, &b, ir_block_arg(block, i));
  ir_block_erase_args(block, goes);
}

static void trim_block(Remover *r, const Trim *trim) {
  for (IrEdge *e = ir_block_first_edge(trim->block); e; e = ir_edge_next(e)) {
    Values kept = {0};
    push_kept(&kept, ir_branch_operands(ir_edge_op(e), ir_edge_index(e)), trim->args);
    ir_branch_set_operands(ir_edge_op(e), ir_edge_index(e), kept.at, kept.n);
    ir_vec_free(&kept);
  }
  erase_args(r, trim->block, trim->args);
}

static IrType trimmed_type(IrContext *ctx, IrType type, const Trim *trim) {
  Types inputs = {0}, results = {0};
  for (size_t i = 0; i < ir_type_num_inputs(type); i++)
    if (!trim->args[i]) ir_vec_push(&inputs, ir_type_input(type, i));
  for (size_t i = 0; i < ir_type_num_results(type); i++)
    if (!trim->results[i]) ir_vec_push(&results, ir_type_result(type, i));
  IrType made = ir_type_function(ctx, inputs.at, inputs.n, results.at, results.n);
  ir_vec_free(&inputs);
  ir_vec_free(&results);
  return made;
}

// A list of dictionaries, one for each argument or result; none where all are empty.
static void trim_list(IrOp *op, const char *name, const bool *goes) {
  IrAttr list = ir_op_attr(op, name);
  if (!list || ir_attr_kind(list) != IR_ATTR_ARRAY) return;
  IR_VEC(IrAttr) kept = {0};
  size_t full = 0;
  for (size_t i = 0; i < ir_attr_count(list); i++) {
    if (goes[i]) continue;
    ir_vec_push(&kept, ir_attr_at(list, i));
    full += ir_attr_count(ir_attr_at(list, i)) > 0;
  }
  ir_op_set_attr(op, name, full ? ir_attr_array(ir_attr_context(list), kept.at, kept.n) : NULL);
  ir_vec_free(&kept);
}

static void trim_call(Remover *r, IrOp *call, const Trim *trim) {
  Values operands = {0};
  Types types = {0};
  IR_VEC(IrAttr) attrs = {0};
  const IrOpDef *def = ir_op_def(call);
  for (size_t i = 0; i < ir_op_num_operands(call); i++)
    if (!trim->args[i]) ir_vec_push(&operands, ir_op_operand(call, i));
  for (size_t i = 0; i < ir_op_num_results(call); i++)
    if (!trim->results[i]) ir_vec_push(&types, ir_value_type(ir_op_result(call, i)));
  for (size_t i = 0; def->attrs && def->attrs[i].name; i++)
    ir_vec_push(&attrs, ir_op_slot_attr(call, i));
  IrBuilder b = ir_builder_before(call);
  IrOp *made = ir_builder_create(&b, (IrOpCreate){.info = ir_op_info(call),
                                                  .loc = ir_op_loc(call),
                                                  .operands = operands.at,
                                                  .num_operands = operands.n,
                                                  .result_types = types.at,
                                                  .num_results = types.n,
                                                  .attrs = attrs.at,
                                                  .num_attrs = attrs.n,
                                                  .discardable = ir_op_discardable(call)});
  for (size_t i = 0, k = 0; i < ir_op_num_results(call); i++) {
    IrValue *old = ir_op_result(call, i);
    if (trim->results[i]) {
      drop_uses(r, &b, old);
    } else {
      ir_value_take_name(ir_op_result(made, k), old);
      ir_value_replace_uses(old, ir_op_result(made, k++));
    }
  }
  trim_list(made, "arg_attrs", trim->args);
  trim_list(made, "res_attrs", trim->results);
  ir_op_destroy(call);
  ir_vec_free(&operands);
  ir_vec_free(&types);
  ir_vec_free(&attrs);
}

static void trim_func(Remover *r, const Trim *trim) {
  IrRegion *body = ir_callable_body(trim->func);
  IrType type = type_of(trim->func);
  IR_FOR_BLOCKS(block, body) {
    IrOp *end = ir_block_last(block);
    size_t n = ir_op_num_operands(end);
    if (!ir_op_has_trait(end, IR_RETURN_LIKE) || n != ir_type_num_results(type)) continue;
    Values kept = {0};
    for (size_t i = 0; i < n; i++)
      if (!trim->results[i]) ir_vec_push(&kept, ir_op_operand(end, i));
    ir_op_set_operands(end, kept.at, kept.n);
    ir_vec_free(&kept);
  }
  erase_args(r, ir_region_first(body), trim->args);
  (void)ir_callable_set_type(trim->func, trimmed_type(r->ctx, type, trim));
  trim_list(trim->func, "arg_attrs", trim->args);
  trim_list(trim->func, "res_attrs", trim->results);
  const Ops *calls = calls_of(r, trim->func);
  for (size_t i = 0; i < calls->n; i++) trim_call(r, calls->at[i], trim);
}

static void erase(Remover *r, IrOp *op) {
  IrBuilder b = ir_builder_before(op);
  for (size_t i = 0; i < ir_op_num_results(op); i++) drop_uses(r, &b, ir_op_result(op, i));
  if (may_end_block(op)) BUILD(&b, ub_unreachable, NO_ARGS);
  for (IrOp *in = op; in; in = ir_tree_next(in, op)) ir_ptrmap_remove(&r->poisons, in);
  ir_op_destroy(op);
}

static void carry_out(Remover *r) {
  for (size_t i = 0; i < r->blocks.n; i++) trim_block(r, &r->blocks.at[i]);
  for (size_t i = 0; i < r->funcs.n; i++) trim_func(r, &r->funcs.at[i]);
  for (size_t i = 0; i < r->operands.n; i++) {
    Operand o = r->operands.at[i];
    IrBuilder b = ir_builder_before(o.op);
    IrType type = ir_value_type(ir_op_operand(o.op, o.index));
    ir_op_set_operand(o.op, o.index, poison(r, &b, type));
  }
  for (size_t i = 0; i < r->ops.n; i++) erase(r, r->ops.at[i]);
  for (uint32_t i = 0; i < r->poisons.n; i++) {
    IrOp *op = r->poisons.entries[i].value;
    if (r->poisons.entries[i].key && !ir_value_has_uses(ir_op_result(op, 0))) ir_op_destroy(op);
  }
}

static void free_remover(Remover *r) {
  for (uint32_t i = 0; i < r->calls.n; i++) ir_vec_free((Ops *)r->calls.entries[i].value);
  ir_ptrmap_free(&r->calls);
  ir_ptrmap_free(&r->poisons);
  ir_vec_free(&r->ops);
  ir_vec_free(&r->operands);
  ir_vec_free(&r->blocks);
  ir_vec_free(&r->funcs);
  ir_arena_destroy(&r->arena);
  ir_call_graph_destroy(r->graph);
}

// Patterns of all ops, on region branches and what changes with them.  Poison that they no longer
// hand over is erased; MLIR leaves it.
static IrStatus canonicalize(IrOp *root, IrContext *ctx) {
  IR_VEC(const IrPattern *) patterns = {0};
  Ops ops = {0};
  for (size_t i = 0; i < ir_dialect_count(ctx); i++) {
    const IrDialect *dialect = ir_dialect_at(ctx, i);
    for (size_t k = 0; dialect->ops && dialect->ops[k]; k++) {
      const IrOpInfo *info = ir_op_info_of(ctx, dialect->ops[k]);
      for (size_t p = 0; p < ir_op_info_num_patterns(info); p++)
        ir_vec_push(&patterns, ir_op_info_pattern(info, p));
    }
  }
  for (IrOp *op = root; op; op = ir_tree_next(op, root))
    if (op != root && ir_op_is_region_branch(op)) ir_vec_push(&ops, op);
  IrGreedyOptions options = {.fold = true, .only = ops.at, .num_only = ops.n};
  IrStatus status = IR_OK;
  if (ops.n > 0) status = ir_rewrite_greedily(root, patterns.at, patterns.n, &options);
  ir_vec_free(&patterns);
  ir_vec_free(&ops);
  return status;
}

IrStatus remove_dead_values_run(IrPassRun *run, IrOp *root) {
  const struct pass_remove_dead_values_decl *self = run->decl;
  Remover r = {
      .ctx = run->ctx, .flow = ir_dataflow_create(root), .graph = ir_call_graph_create(root)};
  ir_dataflow_add(r.flow, &ir_constant_analysis);
  ir_dataflow_add(r.flow, &ir_needed_analysis);
  ir_dataflow_run(r.flow);
  for (IrOp *op = root; op; op = ir_tree_next(op, root))
    if (ir_op_is_call(op)) note_call(&r, op);
  IrStatus status = ir_walk_post(root, decide, &r);
  ir_dataflow_destroy(r.flow);
  carry_out(&r);
  self->stats->ops += r.ops.n;
  self->stats->functions += r.funcs.n;
  free_remover(&r);
  return status == IR_OK && self->options.canonicalize ? canonicalize(root, run->ctx) : status;
}
