// memref.expand_shape, memref.collapse_shape and memref.reshape: text, verifiers, types.
//
//   1. There is a group of dimensions for each dimension of the smaller shape; together they are
//      those of the larger one, in order.  A group's extents multiply to that of its dimension, and
//      one is dynamic if and only if the other is.
//   2. The result's layout is the source's, taken apart or put together; dimensions put together
//      lie one after another, as far as that is known.
//   3. output_shape has an entry for each dimension of the result, which its type agrees with.
//   4. A reshape is between row-major memrefs of one element type and space; the shape is a
//      memref of one dimension of integers, as long as the result has dimensions.
#include "dialects/memref/memref_impl.h"

// ---- Text. ----

static const char *const expand_elided[] = {"reassociation", "static_output_shape", NULL};

static IrStatus parse_expand(IrParser *p, IrOpState *state, IrIndexList *shape) {
  IrUnresolved source;
  IrType from, to;
  IrAttr groups;
  IR_TRY(ir_parse_operand(p, &source));
  IR_TRY(ir_parse_attr(p, NULL, &groups));
  ir_state_set_attr(state, "reassociation", groups);
  IR_TRY(ir_parse_keyword(p, "output_shape"));
  IR_TRY(ir_parse_index_list(p, shape));
  IR_TRY(ir_parse_attr_dict(p, state));
  IR_TRY(ir_parse_colon_type(p, &from));
  IR_TRY(ir_parse_keyword(p, "into"));
  IR_TRY(ir_parse_type(p, &to));
  ir_vec_push(&state->result_types, to);
  IR_TRY(ir_resolve_operand(p, source, from, state));
  return ir_resolve_index_list(p, state, shape, "static_output_shape");
}

// memref.expand_shape %m [[0, 1]] output_shape [%n, 4] attr-dict : type into type
IrStatus memref_expand_shape_parse(IrParser *p, IrOpState *state) {
  IrIndexList shape = {0};
  IrStatus status = parse_expand(p, state, &shape);
  ir_index_list_free(&shape);
  return status;
}

void memref_expand_shape_print(IrOp *op, IrPrinter *p) {
  ir_printer_fmt(p, " {} {} output_shape ", ir_op_operand(op, 0),
                 GET(op, memref_expand_shape, reassociation));
  ir_printer_index_list(p, GET(op, memref_expand_shape, static_output_shape),
                        GET(op, memref_expand_shape, output_shape));
  ir_printer_attr_dict(p, op, expand_elided, false);
  ir_printer_fmt(p, " : {} into {}", ir_value_type(ir_op_operand(op, 0)),
                 ir_value_type(ir_op_result(op, 0)));
}

// ---- Types. ----

IrType memref_expanded_type(IrType source, const int64_t *sizes, size_t rank,
                            const MemrefGroups *groups) {
  MemrefLayout from, to = {.rank = rank};
  if (memref_is_identity(source)) return memref_row_major(sizes, rank, source);
  if (!memref_layout_of(source, &from) || from.rank != groups->n) return NULL;
  to.offset = from.offset;
  memcpy(to.sizes, sizes, rank * sizeof *sizes);
  for (size_t i = groups->n ? groups->first[groups->n] : 0; i < rank; i++) to.strides[i] = 1;
  for (size_t g = 0; g < groups->n; g++) {
    int64_t stride = from.strides[g];
    for (size_t i = groups->first[g + 1]; i-- > groups->first[g];) {
      to.strides[i] = stride;
      stride = memref_times(stride, sizes[i]);
    }
  }
  return memref_type_of(&to, source);
}

// The stride of a group is that of its last dimension that is not of extent 1.
static int64_t group_stride(const MemrefLayout *from, size_t first, size_t end) {
  while (end - first > 1 && from->sizes[end - 1] == 1) end--;
  bool known = from->sizes[end - 1] != IR_DYNAMIC || end - first == 1;
  return known ? from->strides[end - 1] : IR_DYNAMIC;
}

static bool is_contiguous(const MemrefLayout *from, size_t first, size_t end, int64_t stride) {
  for (size_t i = end; --i > first;) {
    stride = memref_times(stride, from->sizes[i]);
    if (from->sizes[i - 1] == 1) continue; // never stepped along
    int64_t given = from->strides[i - 1];
    if (stride != IR_DYNAMIC && given != IR_DYNAMIC && stride != given) return false;
  }
  return true;
}

IrType memref_collapsed_type(IrType source, const MemrefGroups *groups) {
  MemrefLayout from, to = {.rank = groups->n};
  if (groups->n && groups->first[groups->n] != ir_type_shape(source).rank) return NULL;
  if (ir_type_shape(source).rank > MEMREF_MAX_RANK) return NULL;
  for (size_t g = 0; g < groups->n; g++) {
    to.sizes[g] = 1;
    for (size_t i = groups->first[g]; i < groups->first[g + 1]; i++)
      to.sizes[g] = memref_times(to.sizes[g], ir_type_shape(source).at[i]);
  }
  if (memref_is_identity(source)) return memref_row_major(to.sizes, to.rank, source);
  if (!memref_layout_of(source, &from)) return NULL;
  to.offset = from.offset;
  for (size_t g = 0; g < groups->n; g++) {
    size_t first = groups->first[g], end = groups->first[g + 1];
    to.strides[g] = group_stride(&from, first, end);
    if (!is_contiguous(&from, first, end, to.strides[g])) return NULL;
  }
  return memref_type_of(&to, source);
}

// ---- Verifiers. ----

static IrStatus check_group(IrOp *op, size_t group, IrShape large, size_t first, size_t end,
                            int64_t extent) {
  int64_t product = 1;
  bool dynamic = false;
  for (size_t i = first; i < end; i++) {
    dynamic |= large.at[i] == IR_DYNAMIC;
    product = memref_times(product, large.at[i]);
  }
  if (dynamic != (extent == IR_DYNAMIC))
    return ir_op_error(op, "group #{} and its dimension must both be dynamic, or neither", group);
  if (dynamic || product == extent) return IR_OK;
  return ir_op_error(op, "group #{} has {} elements, but its dimension has extent {}", group,
                     product, extent);
}

// Invariant 1.
static IrStatus check_groups(IrOp *op, IrType small, IrType large, MemrefGroups *groups) {
  IrShape collapsed = ir_type_shape(small), expanded = ir_type_shape(large);
  IrAttr lists = ir_op_attr(op, "reassociation");
  if (collapsed.rank > expanded.rank || expanded.rank > MEMREF_MAX_RANK)
    return ir_op_error(op, "is between '{}' and '{}', whose ranks do not allow that", small, large);
  if (ir_attr_count(lists) != collapsed.rank)
    return ir_op_error(op, "needs {} groups of dimensions, got {}", collapsed.rank,
                       ir_attr_count(lists));
  if (!memref_groups_of(lists, groups))
    return ir_op_error(op, "groups must list all dimensions in order, but got {}", lists);
  if (collapsed.rank == 0) {
    for (size_t i = 0; i < expanded.rank; i++)
      if (expanded.at[i] != 1)
        return ir_op_error(op, "one element has extents of 1 only, but got '{}'", large);
    return IR_OK;
  }
  if (groups->first[groups->n] != expanded.rank)
    return ir_op_error(op, "groups list {} dimensions, but '{}' has {}", groups->first[groups->n],
                       large, expanded.rank);
  for (size_t g = 0; g < groups->n; g++)
    IR_TRY(check_group(op, g, expanded, groups->first[g], groups->first[g + 1], collapsed.at[g]));
  return IR_OK;
}

// Invariant 2.
static IrStatus check_type(IrOp *op, IrType want) {
  IrType from = ir_value_type(ir_op_operand(op, 0)), got = ir_value_type(ir_op_result(op, 0));
  if (!want)
    return ir_op_error(op, "the layout of '{}' has no strides, or dimensions lie apart", from);
  if (want == got) return IR_OK;
  return ir_op_error(op, "result must be '{}', but got '{}'", want, got);
}

// Invariant 3.
static IrStatus check_output_shape(IrOp *op, IrShape shape) {
  IrAttr numbers = GET(op, memref_expand_shape, static_output_shape);
  MemrefIndices output;
  if (ir_attr_count(numbers) != shape.rank)
    return ir_op_error(op, "needs {} extents in output_shape, got {}", shape.rank,
                       ir_attr_count(numbers));
  if (!memref_indices_of(numbers, GET(op, memref_expand_shape, output_shape), &output))
    return ir_op_error(op, "needs an operand for each extent that is not a number, and no others");
  for (size_t i = 0; i < shape.rank; i++)
    if (shape.at[i] != IR_DYNAMIC && shape.at[i] != output.at[i].number)
      return ir_op_error(op, "extent #{} of output_shape must be {}, as in the result's type", i,
                         shape.at[i]);
  return IR_OK;
}

IrStatus memref_expand_shape_verify(IrOp *op) {
  IrType from = ir_value_type(ir_op_operand(op, 0)), to = ir_value_type(ir_op_result(op, 0));
  IrShape shape = ir_type_shape(to);
  MemrefGroups groups;
  IR_TRY(check_groups(op, from, to, &groups));
  IR_TRY(check_type(op, memref_expanded_type(from, shape.at, shape.rank, &groups)));
  return check_output_shape(op, shape);
}

IrStatus memref_collapse_shape_verify(IrOp *op) {
  IrType from = ir_value_type(ir_op_operand(op, 0)), to = ir_value_type(ir_op_result(op, 0));
  MemrefGroups groups;
  IR_TRY(check_groups(op, to, from, &groups));
  return check_type(op, memref_collapsed_type(from, &groups));
}

// Invariant 4.
IrStatus memref_reshape_verify(IrOp *op) {
  IrType from = ir_value_type(ir_op_operand(op, 0)), to = ir_value_type(ir_op_result(op, 0));
  IrType shape = ir_value_type(GET(op, memref_reshape, shape));
  if (ir_type_shape(shape).rank != 1 || !ir_type_is_int_or_index(ir_type_element(shape)))
    return ir_op_error(op, "shape must be one row of integers, but got '{}'", shape);
  if (ir_type_element(from) != ir_type_element(to) || ir_type_space(from) != ir_type_space(to))
    return ir_op_error(op, "must keep element type and memory space, but got '{}' and '{}'", from,
                       to);
  bool identity = (ir_type_is_unranked(from) || memref_is_identity(from)) &&
                  (ir_type_is_unranked(to) || memref_is_identity(to));
  if (!identity)
    return ir_op_error(op, "is between row-major memrefs, but got '{}' and '{}'", from, to);
  int64_t length = ir_type_shape(shape).at[0];
  if (ir_type_is_unranked(to) || length == (int64_t)ir_type_shape(to).rank) return IR_OK;
  return ir_op_error(op, "shape must have {} elements, but got '{}'", ir_type_shape(to).rank,
                     shape);
}

static void reshape_effects(const IrOp *op, IrEffects *out) {
  ir_effect_add(out, IR_EFFECT_READ, GET(op, memref_reshape, shape), &ir_memory);
}

const IrEffectsInterface memref_reshape_effects = {.size = sizeof(IrEffectsInterface),
                                                   .effects = reshape_effects};
