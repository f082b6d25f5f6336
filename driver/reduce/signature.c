// Functions and kernels: their arguments and results.
//
// What makes a function of an op: it is an isolated symbol with a `function_type`, and the entry
// block of its first region starts with arguments of the types of its inputs.  Arrays named
// `arg_...` or `res_...` have one entry for each of them.  That covers func.func, tile.kernel,
// simt.kernel and whatever follows their example.
#include "driver/reduce/reduce_impl.h"

#include "dialects/func/func.h"
#include "ir/analysis/tree.h"

IrType reduce_signature(const IrOp *op) {
  if (!ir_op_has_trait(op, IR_SYMBOL) || ir_op_num_regions(op) == 0) return NULL;
  IrAttr attr = ir_op_attr(op, "function_type");
  if (!attr || ir_attr_kind(attr) != IR_ATTR_TYPE) return NULL;
  IrType type = ir_attr_type_value(attr);
  IrBlock *entry = ir_region_first(ir_op_region(op, 0));
  bool fits = ir_type_kind(type) == IR_TYPE_FUNCTION && entry &&
              ir_block_num_args(entry) >= ir_type_num_inputs(type);
  return fits ? type : NULL;
}

// ---- Lists with an entry for each argument or result ----

IrAttr reduce_array_without(IrAttr array, size_t i) {
  IR_VEC(IrAttr) kept = {0};
  for (size_t k = 0; k < ir_attr_count(array); k++)
    if (k != i) ir_vec_push(&kept, ir_attr_at(array, k));
  IrAttr result = ir_attr_array(ir_attr_context(array), kept.at, kept.n);
  ir_vec_free(&kept);
  return result;
}

static IrAttr array_with(IrAttr array, IrAttr last) {
  IR_VEC(IrAttr) all = {0};
  for (size_t k = 0; k < ir_attr_count(array); k++) ir_vec_push(&all, ir_attr_at(array, k));
  ir_vec_push(&all, last);
  IrAttr result = ir_attr_array(ir_attr_context(array), all.at, all.n);
  ir_vec_free(&all);
  return result;
}

// Calls `fn` with each attribute slot that holds an array of `n` entries and is named `prefix...`.
static void for_lists(IrOp *op, const char *prefix, size_t n,
                      void (*fn)(IrOp *op, size_t slot, IrAttr list, size_t i), size_t i) {
  const IrAttrSlotDef *slots = ir_op_def(op)->attrs;
  for (size_t k = 0; slots && slots[k].name; k++) {
    IrAttr list = ir_op_slot_attr(op, k);
    if (!list || ir_attr_kind(list) != IR_ATTR_ARRAY || ir_attr_count(list) != n) continue;
    if (!strncmp(slots[k].name, prefix, strlen(prefix))) fn(op, k, list, i);
  }
}

static void drop_entry(IrOp *op, size_t slot, IrAttr list, size_t i) {
  ir_op_set_slot_attr(op, slot, reduce_array_without(list, i));
}

// An entry like the others: a name that nobody has, an empty list or dictionary.
static void add_entry(IrOp *op, size_t slot, IrAttr list, size_t i) {
  IrContext *ctx = ir_op_context(op);
  IrAttr like = ir_attr_count(list) ? ir_attr_at(list, 0) : NULL, entry;
  if (like && ir_attr_kind(like) == IR_ATTR_DICT) {
    entry = ir_attr_dict(ctx, NULL, 0);
  } else if (like && ir_attr_kind(like) == IR_ATTR_STRING) {
    IrStream name = {0};
    ir_print(&name, "arg{}", i);
    entry = ir_attr_string(ctx, ir_stream_str(&name));
    ir_stream_free(&name);
  } else {
    entry = ir_attr_array(ctx, NULL, 0);
  }
  ir_op_set_slot_attr(op, slot, array_with(list, entry));
}

// ---- The type ----

typedef struct Types {
  IR_VEC(IrType) inputs;
  IR_VEC(IrType) results;
} Types;

static Types types_of(IrType signature) {
  Types t = {0};
  for (size_t i = 0; i < ir_type_num_inputs(signature); i++)
    ir_vec_push(&t.inputs, ir_type_input(signature, i));
  for (size_t i = 0; i < ir_type_num_results(signature); i++)
    ir_vec_push(&t.results, ir_type_result(signature, i));
  return t;
}

static void set_types(IrOp *function, Types *t) {
  IrType type = ir_type_function(ir_op_context(function), t->inputs.at, t->inputs.n, t->results.at,
                                 t->results.n);
  ir_op_set_attr(function, "function_type", ir_attr_of_type(type));
  ir_vec_free(&t->inputs);
  ir_vec_free(&t->results);
}

#define REMOVE(vec, i) \
  (memmove((vec)->at + (i), (vec)->at + (i) + 1, ((vec)->n - (i)-1) * sizeof *(vec)->at), \
   (void)(vec)->n--)

// ---- Callers ----

static bool mentions(IrAttr attr, IrStr name) {
  IrAttrKind kind = ir_attr_kind(attr);
  if (kind == IR_ATTR_SYMBOL) return ir_str_equal(ir_attr_str(attr), name);
  if (kind == IR_ATTR_ARRAY)
    for (size_t i = 0; i < ir_attr_count(attr); i++)
      if (mentions(ir_attr_at(attr, i), name)) return true;
  if (kind == IR_ATTR_DICT)
    for (size_t i = 0; i < ir_attr_count(attr); i++)
      if (mentions(ir_attr_entry(attr, i).value, name)) return true;
  return false;
}

static bool refers_to(const IrOp *op, IrStr name) {
  const IrAttrSlotDef *slots = ir_op_def(op) ? ir_op_def(op)->attrs : NULL;
  for (size_t k = 0; slots && slots[k].name; k++) {
    IrAttr attr = ir_op_slot_attr(op, k);
    if (attr && mentions(attr, name)) return true;
  }
  IrAttr dict = ir_op_discardable(op);
  return dict && mentions(dict, name);
}

static IrOp *root_of(IrOp *op) {
  while (ir_op_parent(op)) op = ir_op_parent(op);
  return op;
}

static bool is_referred_to(IrOp *function) {
  IrStr name = ir_symbol_name(function);
  IrOp *root = root_of(function);
  for (IrOp *op = root; op; op = ir_tree_next(op, root))
    if (refers_to(op, name)) return true;
  return false;
}

// The calls of `function`; other ops that name it are the verifier's business.
static void find_calls(IrOp *function, ReduceSites *calls) {
  IrStr name = ir_symbol_name(function);
  IrOp *root = root_of(function);
  for (IrOp *op = root; op; op = ir_tree_next(op, root))
    if (ir_op_is(op, &func_call) && refers_to(op, name)) reduce_site(calls, op, 0, NULL);
}

// ---- Adding an argument ----

// Arguments behind the function's own (block indices) move up by one.
static void make_room(IrBlock *entry, size_t at, IrType type, IrLoc loc) {
  IrValue *arg = ir_block_add_arg(entry, type, loc);
  for (size_t i = ir_block_num_args(entry) - 1; i > at; i--) {
    IrValue *before = ir_block_arg(entry, i - 1);
    ir_value_set_type(arg, ir_value_type(before));
    ir_value_take_name(arg, before);
    ir_value_replace_uses(before, arg);
    arg = before;
  }
  ir_value_set_type(arg, type);
}

IrValue *reduce_add_argument(IrOp *function, IrType type) {
  IrType signature = reduce_signature(function);
  if (!signature || is_referred_to(function)) return NULL;
  size_t n = ir_type_num_inputs(signature);
  IrBlock *entry = ir_region_first(ir_op_region(function, 0));
  make_room(entry, n, type, ir_op_loc(function));
  IrValue *arg = ir_block_arg(entry, n);
  ir_value_set_name(arg, ir_op_context(function), (IrStr){0});
  for_lists(function, "arg_", n, add_entry, n);
  Types t = types_of(signature);
  ir_vec_push(&t.inputs, type);
  set_types(function, &t);
  return arg;
}

// ---- Dropping arguments ----

static void collect_arguments(ReduceSites *sites, IrOp *module, size_t variant) {
  (void)variant;
  for (IrOp *op = module; op; op = ir_tree_next(op, module)) {
    IrType type = reduce_signature(op);
    IrBlock *entry = type ? ir_region_first(ir_op_region(op, 0)) : NULL;
    for (size_t i = 0; type && i < ir_type_num_inputs(type); i++)
      if (!ir_value_has_uses(ir_block_arg(entry, i))) reduce_site(sites, op, i, NULL);
  }
}

static void drop_argument(IrOp *module, const ReduceSite *site, size_t variant) {
  (void)module, (void)variant;
  IrOp *function = site->op;
  IrType type = reduce_signature(function);
  ReduceSites calls = {0};
  find_calls(function, &calls);
  for (size_t i = 0; i < calls.list.n; i++)
    if (site->index < ir_op_num_operands(calls.list.at[i].op))
      reduce_drop_operand(calls.list.at[i].op, site->index);
  ir_vec_free(&calls.list);
  ir_block_erase_arg(ir_region_first(ir_op_region(function, 0)), site->index);
  for_lists(function, "arg_", ir_type_num_inputs(type), drop_entry, site->index);
  Types t = types_of(type);
  REMOVE(&t.inputs, site->index);
  set_types(function, &t);
}

const ReduceKind reduce_arguments = {.name = "arguments",
                                     .summary = "drop unused arguments of functions",
                                     .variants = 1,
                                     .collect = collect_arguments,
                                     .apply = drop_argument};

// ---- Dropping results ----

static void collect_results(ReduceSites *sites, IrOp *module, size_t variant) {
  (void)variant;
  for (IrOp *op = module; op; op = ir_tree_next(op, module)) {
    IrType type = reduce_signature(op);
    for (size_t i = 0; type && i < ir_type_num_results(type); i++) reduce_site(sites, op, i, NULL);
  }
}

static void drop_from_returns(IrOp *function, size_t i) {
  IR_FOR_BLOCKS(block, ir_op_region(function, 0)) {
    IrOp *last = ir_block_terminator(block);
    if (last && ir_op_has_trait(last, IR_RETURN_LIKE) && i < ir_op_num_operands(last))
      reduce_drop_operand(last, i);
  }
}

static void drop_from_call(IrOp *call, size_t i) {
  if (i >= ir_op_num_results(call)) return;
  IrValue *result = ir_op_result(call, i);
  IrType type = ir_value_type(result);
  if (ir_value_has_uses(result))
    ir_value_replace_uses(result, reduce_stand_in(call, type, REDUCE_ANY));
  reduce_drop_result(call, i);
}

static void drop_function_result(IrOp *module, const ReduceSite *site, size_t variant) {
  (void)module, (void)variant;
  IrOp *function = site->op;
  IrType type = reduce_signature(function);
  drop_from_returns(function, site->index);
  ReduceSites calls = {0};
  find_calls(function, &calls);
  for (size_t i = 0; i < calls.list.n; i++) drop_from_call(calls.list.at[i].op, site->index);
  ir_vec_free(&calls.list);
  for_lists(function, "res_", ir_type_num_results(type), drop_entry, site->index);
  Types t = types_of(type);
  REMOVE(&t.results, site->index);
  set_types(function, &t);
}

const ReduceKind reduce_results = {.name = "results",
                                   .summary = "drop results of functions",
                                   .variants = 1,
                                   .collect = collect_results,
                                   .apply = drop_function_result};
