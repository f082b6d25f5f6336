// Interpreter rules of memref that give another view of the same memory, or say what a view is.
// What a view claims is checked when it is made, so that accesses need only look at its extents.
#include "dialects/memref/memref_impl.h"
#include "dialects/memref/memref_interp_impl.h"

// `view` as the result of the op, once all of it is known to lie in its memory.
static IrStep give_covered(IrInterp *interp, IrOp *op, const MemView *view) {
  void *machine;
  const MemMachine *table = mem_interp_machine(interp, op, &machine);
  if (!table || table->covers(machine, interp, op, view) == IR_STEP_FAIL) return IR_STEP_FAIL;
  memref_set_view(interp, op, 0, view);
  return IR_STEP_NEXT;
}

static IrStep fail_rank(IrInterp *interp, IrOp *op, size_t rank) {
  return ir_interp_fail(interp, op, "is executed for up to {} dimensions only, not {}",
                        (int)MEM_MAX_RANK, rank);
}

static bool number_of(IrInterp *interp, IrOp *op, const MemrefIndex *index, int64_t *number) {
  *number = index->number;
  return index->number != IR_DYNAMIC || memref_uniform(interp, op, index->value, number);
}

// ---- Facts. ----

IrStep memref_dim_interp(IrInterp *interp, IrOp *op) {
  const MemView *view = memref_view_of(interp, op, 0);
  int64_t d;
  if (!memref_uniform(interp, op, ir_op_operand(op, 1), &d)) return IR_STEP_FAIL;
  if (d < 0 || d >= view->rank)
    return ir_interp_fail(interp, op, "asks for dimension {} of {}", d, view->rank);
  memref_set_number(interp, op, 0, view->extents[d]);
  return IR_STEP_NEXT;
}

IrStep memref_rank_interp(IrInterp *interp, IrOp *op) {
  memref_set_number(interp, op, 0, memref_view_of(interp, op, 0)->rank);
  return IR_STEP_NEXT;
}

// Where offsets count from.
static void *start_of(const MemView *view) {
  return (char *)view->base - view->offset * view->element_bytes;
}

IrStep memref_extract_strided_metadata_interp(IrInterp *interp, IrOp *op) {
  MemView view = *memref_view_of(interp, op, 0);
  MemView base = {
      .base = start_of(&view), .object = view.object, .element_bytes = view.element_bytes};
  memref_set_view(interp, op, 0, &base);
  memref_set_number(interp, op, 1, view.offset);
  for (size_t d = 0; d < view.rank; d++) {
    memref_set_number(interp, op, 2 + d, view.extents[d]);
    memref_set_number(interp, op, 2 + view.rank + d, view.strides[d]);
  }
  return IR_STEP_NEXT;
}

IrStep memref_extract_aligned_pointer_as_index_interp(IrInterp *interp, IrOp *op) {
  memref_set_number(interp, op, 0, (int64_t)(intptr_t)start_of(memref_view_of(interp, op, 0)));
  return IR_STEP_NEXT;
}

// ---- The same view. ----

IrStep memref_assume_alignment_interp(IrInterp *interp, IrOp *op) {
  ir_interp_copy(interp, ir_op_result(op, 0), ir_interp_operand(interp, op, 0));
  return IR_STEP_NEXT;
}

IrStep memref_memory_space_cast_interp(IrInterp *interp, IrOp *op) {
  memref_set_view(interp, op, 0, memref_view_of(interp, op, 0));
  return IR_STEP_NEXT;
}

IrStep memref_distinct_objects_interp(IrInterp *interp, IrOp *op) {
  for (size_t i = 0; i < ir_op_num_results(op); i++)
    ir_interp_copy(interp, ir_op_result(op, i), ir_interp_operand(interp, op, i));
  return IR_STEP_NEXT;
}

// What the new type says must be so.
static IrStep check_claims(IrInterp *interp, IrOp *op, const MemView *view, IrType type) {
  MemrefLayout layout;
  if (!memref_layout_of(type, &layout)) return IR_STEP_NEXT;
  if (layout.rank != view->rank)
    return ir_interp_fail(interp, op, "casts {} dimensions to {}", view->rank, layout.rank);
  for (size_t d = 0; d < layout.rank; d++) {
    int64_t size = layout.sizes[d], stride = layout.strides[d];
    if (size != IR_DYNAMIC && size != view->extents[d])
      return ir_interp_fail(interp, op, "casts extent {} to {}", view->extents[d], size);
    if (stride != IR_DYNAMIC && stride != view->strides[d] && view->extents[d] > 1)
      return ir_interp_fail(interp, op, "casts stride {} to {}", view->strides[d], stride);
  }
  // Where offsets of an argument count from is not known.
  if (view->object && layout.offset != IR_DYNAMIC && layout.offset != view->offset)
    return ir_interp_fail(interp, op, "casts offset {} to {}", view->offset, layout.offset);
  return IR_STEP_NEXT;
}

IrStep memref_cast_interp(IrInterp *interp, IrOp *op) {
  const MemView *view = memref_view_of(interp, op, 0);
  if (check_claims(interp, op, view, ir_value_type(ir_op_result(op, 0))) == IR_STEP_FAIL)
    return IR_STEP_FAIL;
  memref_set_view(interp, op, 0, view);
  return IR_STEP_NEXT;
}

// ---- Parts. ----

// One dimension of a slice, which lies inside that of the source.
static IrStep slice_dim(IrInterp *interp, IrOp *op, const MemrefSlice *slice, size_t d,
                        int64_t extent, int64_t *offset, int64_t *size, int64_t *stride) {
  if (!number_of(interp, op, &slice->offsets.at[d], offset) ||
      !number_of(interp, op, &slice->sizes.at[d], size) ||
      !number_of(interp, op, &slice->strides.at[d], stride))
    return IR_STEP_FAIL;
  int64_t last = memref_plus(*offset, memref_times(*size - 1, *stride));
  bool inside =
      *offset >= 0 && *offset < extent && last != IR_DYNAMIC && last >= 0 && last < extent;
  if (*size == 0 || (*size > 0 && inside)) return IR_STEP_NEXT;
  return ir_interp_fail(
      interp, op, "takes {} elements at {} with stride {} of dimension {}, whose extent is {}",
      *size, *offset, *stride, d, extent);
}

IrStep memref_subview_interp(IrInterp *interp, IrOp *op) {
  const MemView *from = memref_view_of(interp, op, 0);
  MemView view = {.base = from->base,
                  .object = from->object,
                  .element_bytes = from->element_bytes,
                  .offset = from->offset};
  MemrefSlice slice;
  bool dropped[MEMREF_MAX_RANK];
  if (!memref_slice_of(op, &slice) || !memref_dropped_dims(op, dropped))
    return fail_rank(interp, op, slice.sizes.n);
  for (size_t d = 0; d < from->rank; d++) {
    int64_t offset, size, stride;
    if (slice_dim(interp, op, &slice, d, from->extents[d], &offset, &size, &stride) == IR_STEP_FAIL)
      return IR_STEP_FAIL;
    int64_t skipped = size == 0 ? 0 : offset * from->strides[d];
    view.base = (char *)view.base + skipped * view.element_bytes;
    view.offset += offset * from->strides[d];
    if (dropped[d]) continue;
    view.extents[view.rank] = size;
    view.strides[view.rank++] = stride * from->strides[d];
  }
  memref_set_view(interp, op, 0, &view);
  return IR_STEP_NEXT;
}

IrStep memref_reinterpret_cast_interp(IrInterp *interp, IrOp *op) {
  MemView view = *memref_view_of(interp, op, 0);
  MemrefSlice slice;
  if (!memref_slice_of(op, &slice) || slice.sizes.n > MEM_MAX_RANK)
    return fail_rank(interp, op, slice.sizes.n);
  view.base = start_of(&view);
  view.rank = (uint32_t)slice.sizes.n;
  if (!number_of(interp, op, &slice.offsets.at[0], &view.offset)) return IR_STEP_FAIL;
  for (size_t d = 0; d < view.rank; d++)
    if (!number_of(interp, op, &slice.sizes.at[d], &view.extents[d]) ||
        !number_of(interp, op, &slice.strides.at[d], &view.strides[d]))
      return IR_STEP_FAIL;
  int64_t bytes = memref_times(view.offset, view.element_bytes);
  if (bytes == IR_DYNAMIC)
    return ir_interp_fail(interp, op, "gives a view at offset {}", view.offset);
  view.base = (void *)((uintptr_t)view.base + (uintptr_t)bytes);
  return give_covered(interp, op, &view);
}

IrStep memref_transpose_interp(IrInterp *interp, IrOp *op) {
  const MemView *from = memref_view_of(interp, op, 0);
  MemView view = *from;
  size_t source[MEMREF_MAX_RANK];
  if (!memref_permutation(GET(op, memref_transpose, permutation), from->rank, source))
    return fail_rank(interp, op, from->rank);
  for (size_t d = 0; d < view.rank; d++) {
    view.extents[d] = from->extents[source[d]];
    view.strides[d] = from->strides[source[d]];
  }
  memref_set_view(interp, op, 0, &view);
  return IR_STEP_NEXT;
}

// ---- Other shapes. ----

// Row-major strides; the number of elements, or IR_DYNAMIC when there are too many.
static int64_t make_row_major(MemView *view) {
  int64_t elements = 1;
  for (uint32_t d = view->rank; d-- > 0;) {
    view->strides[d] = elements;
    elements = memref_times(elements, view->extents[d]);
  }
  return elements;
}

IrStep memref_view_interp(IrInterp *interp, IrOp *op) {
  const MemView *bytes = memref_view_of(interp, op, 0);
  IrType type = ir_value_type(ir_op_result(op, 0));
  IrShape shape = ir_type_shape(type);
  IrValues sizes = GET(op, memref_view, sizes);
  MemView view = {.object = bytes->object,
                  .rank = (uint32_t)shape.rank,
                  .element_bytes = ir_element_bytes(ir_type_element(type))};
  int64_t shift;
  if (shape.rank > MEM_MAX_RANK) return fail_rank(interp, op, shape.rank);
  if (!memref_uniform(interp, op, GET(op, memref_view, byte_shift), &shift)) return IR_STEP_FAIL;
  for (size_t d = 0, k = 0; d < shape.rank; d++) {
    view.extents[d] = shape.at[d];
    if (shape.at[d] == IR_DYNAMIC && !memref_uniform(interp, op, sizes.at[k++], &view.extents[d]))
      return IR_STEP_FAIL;
  }
  int64_t end = memref_plus(shift, memref_times(make_row_major(&view), view.element_bytes));
  if (view.element_bytes == 0) return ir_interp_fail(interp, op, "is executed for numbers only");
  if (shift < 0 || end == IR_DYNAMIC || end > bytes->extents[0])
    return ir_interp_fail(interp, op, "takes bytes {} to {} of {}", shift, end, bytes->extents[0]);
  view.base = (char *)bytes->base + shift;
  if ((uintptr_t)view.base % view.element_bytes)
    return ir_interp_fail(interp, op, "starts at byte {}, where no element of {} bytes can lie",
                          shift, view.element_bytes);
  return give_covered(interp, op, &view);
}

// The extents that a row of integers in memory says.
static IrStep read_shape(IrInterp *interp, IrOp *op, const MemView *shape, MemView *view) {
  void *machine;
  const MemMachine *table = mem_interp_machine(interp, op, &machine);
  IrType element = ir_type_element(ir_value_type(ir_op_operand(op, 1)));
  char *text = ir_interp_scratch(interp, MEM_MAX_RANK * sizeof(int64_t));
  int64_t at = 0, n = shape->extents[0];
  if (!table) return IR_STEP_FAIL;
  if (n > MEM_MAX_RANK) return fail_rank(interp, op, (size_t)n);
  IrStep step = table->read(machine, interp, op, shape, (MemBox){&at, &n}, NULL, text);
  if (step == IR_STEP_FAIL) return IR_STEP_FAIL;
  ir_elements_to_int(element, text, n, view->extents);
  view->rank = (uint32_t)n;
  return IR_STEP_NEXT;
}

IrStep memref_reshape_interp(IrInterp *interp, IrOp *op) {
  const MemView *from = memref_view_of(interp, op, 0);
  MemView view = *from;
  int64_t have = 1;
  if (read_shape(interp, op, memref_view_of(interp, op, 1), &view) == IR_STEP_FAIL)
    return IR_STEP_FAIL;
  for (size_t d = 0; d < from->rank; d++) have *= from->extents[d];
  int64_t elements = make_row_major(&view);
  if (elements != have)
    return ir_interp_fail(interp, op, "gives {} elements a shape of {}", have, elements);
  if (check_claims(interp, op, &view, ir_value_type(ir_op_result(op, 0))) == IR_STEP_FAIL)
    return IR_STEP_FAIL;
  return give_covered(interp, op, &view);
}

IrStep memref_expand_shape_interp(IrInterp *interp, IrOp *op) {
  const MemView *from = memref_view_of(interp, op, 0);
  MemView view = *from;
  MemrefIndices output;
  MemrefGroups groups;
  if (!memref_groups_of(GET(op, memref_expand_shape, reassociation), &groups) ||
      !memref_indices_of(GET(op, memref_expand_shape, static_output_shape),
                         GET(op, memref_expand_shape, output_shape), &output) ||
      output.n > MEM_MAX_RANK)
    return fail_rank(interp, op, ir_type_shape(ir_value_type(ir_op_result(op, 0))).rank);
  view.rank = (uint32_t)output.n;
  for (size_t i = 0; i < output.n; i++) {
    if (!number_of(interp, op, &output.at[i], &view.extents[i])) return IR_STEP_FAIL;
    view.strides[i] = 1;
  }
  for (size_t g = 0; g < groups.n; g++) {
    int64_t stride = from->strides[g], product = 1;
    for (size_t i = groups.first[g + 1]; i-- > groups.first[g];) {
      view.strides[i] = stride;
      stride = memref_times(stride, view.extents[i]);
      product = memref_times(product, view.extents[i]);
    }
    if (product != from->extents[g])
      return ir_interp_fail(interp, op, "gives extent {} a shape of {}", from->extents[g], product);
  }
  return give_covered(interp, op, &view);
}

// Puts dimensions [first, end) together; false when they lie apart.
static bool collapse_group(const MemView *from, size_t first, size_t end, int64_t *extent,
                           int64_t *stride) {
  int64_t next = 0;
  *extent = 1;
  *stride = from->strides[end - 1];
  for (size_t i = end; i-- > first;) {
    *extent *= from->extents[i];
    if (from->extents[i] <= 1) continue; // never stepped along
    if (next == 0) next = *stride = from->strides[i];
    if (from->strides[i] != next) return false;
    next *= from->extents[i];
  }
  return true;
}

IrStep memref_collapse_shape_interp(IrInterp *interp, IrOp *op) {
  const MemView *from = memref_view_of(interp, op, 0);
  MemView view = *from;
  MemrefGroups groups;
  if (!memref_groups_of(GET(op, memref_collapse_shape, reassociation), &groups))
    return fail_rank(interp, op, from->rank);
  view.rank = (uint32_t)groups.n;
  for (size_t g = 0; g < groups.n; g++)
    if (!collapse_group(from, groups.first[g], groups.first[g + 1], &view.extents[g],
                        &view.strides[g]))
      return ir_interp_fail(interp, op, "puts dimensions together that lie apart, from {} on",
                            groups.first[g]);
  memref_set_view(interp, op, 0, &view);
  return IR_STEP_NEXT;
}
