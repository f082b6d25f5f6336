// Converting what only passes values on: blocks, functions, calls, terminators, loops.
#include "ir/core/op_impl.h"
#include "ir/edit/conversion_impl.h"
#include "ir/interfaces/branch.h"
#include "ir/interfaces/call.h"
#include "ir/interfaces/region_branch.h"

typedef IR_VEC(IrValue *) Values;

// ---- Blocks ----

static bool argument_types(Conversion *c, const IrBlock *block, IrTypeList *out, size_t *ends,
                           bool *changes) {
  for (uint32_t i = 0; i < block->num_args; i++) {
    ConvertedType to = ir_conversion_value(c, &block->args[i]->value);
    if (to.how == IR_CONVERT_CANNOT) return false;
    *changes |= to.how == IR_CONVERT_DONE;
    for (size_t k = 0; k < to.types.n; k++) ir_type_list_add(out, to.types.at[k]);
    ends[i] = out->n;
  }
  return true;
}

// Old argument `i` is what new arguments `at` to `end` are cast to, or the one of its type.
static void replace_argument(Conversion *c, IrBlock *block, uint32_t old, size_t at, size_t end) {
  IrArg *arg = block->args[old];
  Values parts = {0};
  for (; at < end; at++) {
    ir_value_take_name(&block->args[at]->value, &arg->value);
    ir_vec_push(&parts, &block->args[at]->value);
  }
  IrValue *with = parts.n == 1 && parts.at[0]->type == arg->value.type ? parts.at[0] : NULL;
  if (!with && arg->value.first_use)
    with = ir_result(ir_conversion_cast(c, CAST_ARGUMENT, (IrValues){parts.at, parts.n},
                                        (IrTypes){&arg->value.type, 1}, block, block->first),
                     0);
  if (with) ir_rewriter_replace_uses(&c->rw, &arg->value, with);
  ir_ptrmap_remove(&c->targets, &arg->value);
  ir_vec_free(&parts);
}

static void replace_arguments(Conversion *c, IrBlock *block, const IrTypeList *types,
                              const size_t *ends) {
  uint32_t n = block->num_args;
  for (uint32_t i = 0, k = 0; i < n; i++)
    for (; k < ends[i]; k++) ir_block_add_arg(block, types->at[k], block->args[i]->loc);
  for (uint32_t i = 0; i < n; i++)
    replace_argument(c, block, i, n + (i ? ends[i - 1] : 0), n + ends[i]);
  for (uint32_t i = n; i-- > 0;) ir_block_erase_arg(block, i);
  c->rw.changes++;
}

bool ir_convert_block(IrRewriter *rw, IrBlock *block) {
  Conversion *c = rw->conversion;
  if (!c) return true;
  IrTypeList types = {0};
  size_t *ends = ir_calloc(block->num_args + 1, sizeof *ends);
  bool changes = false, can = argument_types(c, block, &types, ends, &changes);
  if (can && changes) replace_arguments(c, block, &types, ends);
  ir_type_list_free(&types);
  ir_free(ends);
  return can;
}

static bool can_convert_block(Conversion *c, const IrBlock *block) {
  for (uint32_t i = 0; i < block->num_args; i++)
    if (ir_conversion_value(c, &block->args[i]->value).how == IR_CONVERT_CANNOT) return false;
  return true;
}

static bool can_convert_region(IrRewriter *rw, const IrRegion *region) {
  IR_FOR_BLOCKS(block, region) {
    if (rw->conversion && !can_convert_block(rw->conversion, block)) return false;
  }
  return true;
}

bool ir_convert_region(IrRewriter *rw, IrRegion *region) {
  if (!can_convert_region(rw, region)) return false;
  IR_FOR_BLOCKS(block, region)(void) ir_convert_block(rw, block);
  return true;
}

// ---- Operands ----

// How many operands each group has, converted; false when a group of one gets none or several.
static bool group_sizes(IrRewriter *rw, IrOp *op, int64_t *sizes) {
  const IrOpInfo *info = op->info;
  for (uint32_t slot = 0; slot < info->num_operand_slots; slot++) {
    IrRange range = ir_operand_range(op, slot);
    sizes[slot] = 0;
    for (uint32_t i = 0; i < range.n; i++)
      sizes[slot] += (int64_t)ir_converted(rw, op, range.first + i).n;
    IrArity arity = info->def->operands[slot].arity;
    if ((arity == IR_ONE && sizes[slot] != 1) || (arity == IR_OPTIONAL && sizes[slot] > 1))
      return ir_no_match(rw, op, "operand '{}' is one value, but would become {}",
                         info->def->operands[slot].name, sizes[slot]);
  }
  return true;
}

static IrAttr segments(const IrOp *op, const int64_t *sizes) {
  return ir_attr_i32_array(op->info->ctx, sizes, op->info->num_operand_slots);
}

// Branches with more ways than groups keep their counts elsewhere.
static bool counts_are_ours(const IrOp *op) {
  uint32_t loose = 0;
  for (uint32_t i = 0; i < op->info->num_operand_slots; i++)
    loose += op->info->def->operands[i].arity != IR_ONE;
  return op->num_successors <= loose;
}

bool ir_convert_operands(IrRewriter *rw, IrOp *op) {
  if (!op->info->def) return ir_no_match(rw, op, "nothing is known of its operands");
  int64_t *sizes = ir_calloc(op->info->num_operand_slots + 1, sizeof *sizes);
  bool can = group_sizes(rw, op, sizes);
  IrValues all = ir_converted_all(rw, op, 0);
  if (can && all.n != op->num_operands && !counts_are_ours(op))
    can = ir_no_match(rw, op, "it counts its operands in an attribute of its own");
  if (can) {
    ir_changed(rw, op);
    ir_op_set_operands(op, all.at, all.n);
    if (op->info->traits & IR_SEGMENTS)
      ir_op_set_slot_attr(op, op->info->num_attr_slots, segments(op, sizes));
  }
  ir_free(sizes);
  return can;
}

// ---- Lists with a dictionary for each argument or result ----

static IrAttr slot_named(const IrOp *op, const char *name, uint32_t *slot) {
  for (uint32_t i = 0; i < op->num_slots; i++)
    if (!strcmp(op->info->slot_names[i]->text, name)) return *slot = i, ir_slots(op)[i];
  return NULL;
}

// What became one value keeps its dictionary, others have an empty one.
static IrAttr spread_dicts(IrContext *ctx, IrAttr dicts, const size_t *ends, size_t n) {
  IR_VEC(IrAttr) list = {0};
  IrAttr empty = ir_attr_dict(ctx, NULL, 0);
  for (size_t i = 0, k = 0; i < n; i++) {
    bool one = ends[i] - k == 1;
    for (; k < ends[i]; k++)
      ir_vec_push(&list, one && i < ir_attr_count(dicts) ? ir_attr_at(dicts, i) : empty);
  }
  IrAttr result = list.n ? ir_attr_array(ctx, list.at, list.n) : NULL;
  ir_vec_free(&list);
  return result;
}

static void spread_slot(IrOp *op, const char *name, const size_t *ends, size_t n) {
  uint32_t slot;
  IrAttr dicts = slot_named(op, name, &slot);
  if (!dicts || ir_attr_kind(dicts) != IR_ATTR_ARRAY) return;
  ir_op_set_slot_attr(op, slot, spread_dicts(op->info->ctx, dicts, ends, n));
}

// ---- An op like another ----

static bool result_types(IrRewriter *rw, IrOp *op, IrTypeList *out, size_t *ends) {
  for (uint32_t i = 0; i < op->num_results; i++) {
    size_t before = out->n;
    IrValue *result = ir_result(op, i);
    ConvertedType to = {IR_CONVERT_SAME, {&result->type, 1}};
    if (rw->conversion) to = ir_conversion_value(rw->conversion, result);
    if (to.how == IR_CONVERT_CANNOT)
      return ir_no_match(rw, op, "result #{} of type '{}' cannot be converted", i, result->type);
    for (size_t k = 0; k < to.types.n; k++) ir_type_list_add(out, to.types.at[k]);
    ends[i] = out->n;
    if (i < op->info->loose_result && out->n - before != 1)
      return ir_no_match(rw, op, "result #{} is one value, but would become {}", i,
                         out->n - before);
  }
  return true;
}

IrOp *ir_create_like(IrRewriter *rw, IrOp *op, IrValues operands, IrTypes results) {
  IR_VEC(IrBlock *) to = {0};
  for (uint32_t i = 0; i < op->num_successors; i++) ir_vec_push(&to, ir_op_successor(op, i));
  IrOp *made = ir_builder_create(&rw->builder, (IrOpCreate){.info = op->info,
                                                            .loc = op->loc,
                                                            .operands = operands.at,
                                                            .num_operands = operands.n,
                                                            .result_types = results.at,
                                                            .num_results = results.n,
                                                            .attrs = ir_slots(op),
                                                            .num_attrs = op->num_slots,
                                                            .discardable = ir_discardable(op),
                                                            .successors = to.at,
                                                            .num_successors = to.n,
                                                            .num_regions = op->num_regions});
  ir_vec_free(&to);
  return made;
}

static void replace_by_parts(IrRewriter *rw, IrOp *op, IrOp *made, const size_t *ends) {
  IrValues *lists = ir_calloc(op->num_results + 1, sizeof *lists);
  IrValue **all = ir_calloc(made->num_results + 1, sizeof *all);
  for (uint32_t i = 0; i < made->num_results; i++) all[i] = ir_result(made, i);
  for (uint32_t i = 0; i < op->num_results; i++) {
    size_t first = i ? ends[i - 1] : 0;
    lists[i] = (IrValues){all + first, ends[i] - first};
  }
  (void)ir_replace_lists(rw, op, lists, op->num_results);
  ir_free(lists);
  ir_free(all);
}

static void operand_ends(IrRewriter *rw, IrOp *op, size_t *ends) {
  size_t end = 0;
  for (uint32_t i = 0; i < op->num_operands; i++) ends[i] = end += ir_converted(rw, op, i).n;
}

static void make_like(IrRewriter *rw, IrOp *op, const IrTypeList *types, const size_t *ends,
                      const int64_t *sizes) {
  size_t *inputs = ir_calloc(op->num_operands + 1, sizeof *inputs);
  operand_ends(rw, op, inputs);
  IrOp *made = ir_create_like(rw, op, ir_converted_all(rw, op, 0), (IrTypes){types->at, types->n});
  if (op->info->traits & IR_SEGMENTS)
    ir_op_set_slot_attr(made, op->info->num_attr_slots, segments(op, sizes));
  spread_slot(made, "arg_attrs", inputs, op->num_operands);
  spread_slot(made, "res_attrs", ends, op->num_results);
  for (uint32_t r = 0; r < op->num_regions; r++) {
    ir_region_take_body(&ir_regions(made)[r], &ir_regions(op)[r]);
    (void)ir_convert_region(rw, &ir_regions(made)[r]);
  }
  replace_by_parts(rw, op, made, ends);
  ir_free(inputs);
}

bool ir_convert_like(IrRewriter *rw, IrOp *op) {
  if (!op->info->def) return ir_no_match(rw, op, "nothing is known of its operands");
  for (uint32_t r = 0; r < op->num_regions; r++)
    if (!can_convert_region(rw, &ir_regions(op)[r]))
      return ir_no_match(rw, op, "an argument of region #{} cannot be converted", r);
  IrTypeList types = {0};
  size_t *ends = ir_calloc(op->num_results + 1, sizeof *ends);
  int64_t *sizes = ir_calloc(op->info->num_operand_slots + 1, sizeof *sizes);
  bool can = result_types(rw, op, &types, ends) && group_sizes(rw, op, sizes);
  if (can) make_like(rw, op, &types, ends, sizes);
  ir_type_list_free(&types);
  ir_free(ends);
  ir_free(sizes);
  return can;
}

// ---- Functions ----

static bool convert_results(IrRewriter *rw, IrType function, IrTypeList *out, size_t *ends) {
  for (size_t i = 0, n = ir_type_num_results(function); i < n; i++) {
    if (!ir_converted_types(rw, ir_type_result(function, i), out)) return false;
    ends[i] = out->n;
  }
  return true;
}

// As the arguments of the entry block, where there is one, for they may convert each in its way.
static bool convert_inputs(IrRewriter *rw, IrOp *op, IrType function, IrTypeList *out,
                           size_t *ends) {
  IrRegion *body = ir_callable_body(op);
  const IrBlock *entry = body ? body->first : NULL;
  size_t n = ir_type_num_inputs(function);
  bool changes = false;
  if (rw->conversion && entry && entry->num_args == n)
    return argument_types(rw->conversion, entry, out, ends, &changes);
  for (size_t i = 0; i < n; i++) {
    if (!ir_converted_types(rw, ir_type_input(function, i), out)) return false;
    ends[i] = out->n;
  }
  return true;
}

static bool convert_signature(IrRewriter *rw, IrOp *op, IrType old) {
  size_t n = ir_type_num_inputs(old), m = ir_type_num_results(old);
  IrTypeList inputs = {0}, results = {0};
  size_t *in_ends = ir_calloc(n + 1, sizeof *in_ends),
         *out_ends = ir_calloc(m + 1, sizeof *out_ends);
  bool can =
      convert_inputs(rw, op, old, &inputs, in_ends) && convert_results(rw, old, &results, out_ends);
  if (can) {
    ir_changed(rw, op);
    IrType type = ir_type_function(rw->ctx, inputs.at, inputs.n, results.at, results.n);
    (void)ir_callable_set_type(op, type);
    spread_slot(op, "arg_attrs", in_ends, n);
    spread_slot(op, "res_attrs", out_ends, m);
  }
  ir_type_list_free(&inputs);
  ir_type_list_free(&results);
  ir_free(in_ends);
  ir_free(out_ends);
  return can;
}

IR_PATTERN_ANY(ir_convert_callable, 1, "a function of old types -> one of new types",
               IR_PATTERN_CONVERTS) {
  if (!ir_op_is_callable(op)) return false;
  IrType type = ir_callable_type(op);
  IrRegion *body = ir_callable_body(op);
  if (!type || ir_type_kind(type) != IR_TYPE_FUNCTION || !ir_callable_can_set_type(op))
    return ir_no_match(rw, op, "its type cannot be changed");
  if (body && !can_convert_region(rw, body))
    return ir_no_match(rw, op, "an argument of its blocks cannot be converted");
  if (!convert_signature(rw, op, type))
    return ir_no_match(rw, op, "a type of its signature cannot be converted");
  return body ? ir_convert_region(rw, body) : true;
}

IR_PATTERN_ANY(ir_convert_call, 1, "a call with old types -> one with new types",
               IR_PATTERN_CONVERTS) {
  if (!ir_op_is_call(op)) return false;
  return ir_convert_like(rw, op);
}

IR_PATTERN_ANY(ir_convert_terminator, 1, "a terminator gives converted values",
               IR_PATTERN_CONVERTS) {
  if (!(op->info->traits & IR_TERMINATOR)) return false;
  bool branches = op->info->interfaces[IR_INTERFACE_BRANCH] != NULL;
  if (!branches && !(op->info->traits & IR_RETURN_LIKE))
    return ir_no_match(rw, op, "it does not only hand values on");
  return ir_convert_operands(rw, op);
}

IR_PATTERN_ANY(ir_convert_region_branch, 1, "a loop or conditional of old types -> of new types",
               IR_PATTERN_CONVERTS) {
  if (!ir_op_is_region_branch(op)) return false;
  return ir_convert_like(rw, op);
}

const IrPattern *const ir_structural_patterns[IR_NUM_STRUCTURAL_PATTERNS] = {
    &ir_convert_callable, &ir_convert_call, &ir_convert_terminator, &ir_convert_region_branch};
