// Folds and canonicalizations of views: numbers in place of constants, casts that forget go behind
// the view, views of views, views that change nothing.
#include "dialects/memref/memref_impl.h"
#include "ir/core/affine.h"

static IrType result_type(const IrOp *op) {
  return ir_value_type(ir_op_result(op, 0));
}

static bool is_static(IrShape shape) {
  return memref_num_dynamic(shape) == 0;
}

// The values and numbers of three lists, as BUILD takes them.
typedef struct SliceArgs {
  IrAttr numbers[3];
  IrValue *values[3][MEMREF_MAX_RANK];
  size_t n[3];
} SliceArgs;

static void split(IrContext *ctx, const MemrefSlice *slice, SliceArgs *args) {
  const MemrefIndices *lists[] = {&slice->offsets, &slice->sizes, &slice->strides};
  for (size_t i = 0; i < 3; i++)
    args->numbers[i] = memref_indices_split(ctx, lists[i], args->values[i], &args->n[i]);
}

// ---- memref.subview ----

static IrValue *build_subview(IrRewriter *rw, IrValue *source, const MemrefSlice *slice,
                              IrType type) {
  SliceArgs a;
  split(ir_rewriter_context(rw), slice, &a);
  return BUILD1(ir_rewriter_builder(rw), memref_subview, .source = source,
                .offsets = {a.values[0], a.n[0]}, .sizes = {a.values[1], a.n[1]},
                .strides = {a.values[2], a.n[2]}, .static_offsets = a.numbers[0],
                .static_sizes = a.numbers[1], .static_strides = a.numbers[2], .result_type = type);
}

// Nothing about the layout is only known at run time.
static bool has_static_layout(IrType memref) {
  MemrefLayout layout;
  if (!ir_type_layout(memref)) return true;
  if (!memref_layout_of(memref, &layout)) return false;
  for (size_t i = 0; i < layout.rank; i++)
    if (layout.strides[i] == IR_DYNAMIC) return false;
  return layout.offset != IR_DYNAMIC;
}

IrFoldKind memref_subview_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  IrValue *source = ir_op_operand(op, 0);
  IrType type = result_type(op);
  MemrefSlice slice, inner;
  (void)operands;
  if (ir_value_type(source) != type) return IR_FOLD_NONE;
  results[0].value = source;
  // the whole of a memref of which all is known -> m
  if (is_static(ir_type_shape(type)) && has_static_layout(type)) return IR_FOLD_VALUES;
  // all of a subview once more -> the subview
  IrOp *under = DEF(source, memref_subview);
  if (!under || !memref_slice_of(op, &slice) || !memref_slice_of(under, &inner))
    return IR_FOLD_NONE;
  bool whole = memref_all_are(&slice.offsets, 0) && memref_all_are(&slice.strides, 1) &&
               memref_indices_equal(&slice.sizes, &inner.sizes);
  return whole ? IR_FOLD_VALUES : IR_FOLD_NONE;
}

IR_PATTERN(memref_subview_constant, memref_subview, 1, "subview with constants -> with numbers") {
  MemrefSlice slice;
  bool dropped[MEMREF_MAX_RANK];
  if (!memref_slice_of(op, &slice) || !memref_dropped_dims(op, dropped))
    return ir_no_match(rw, op, "has too many dimensions");
  bool changed = memref_indices_fold(&slice.offsets, 0, true);
  changed |= memref_indices_fold(&slice.sizes, 0, true);
  changed |= memref_indices_fold(&slice.strides, INT64_MIN, false);
  if (!changed) return ir_no_match(rw, op, "no operand is a constant that can be a number");
  for (size_t i = 0; i < slice.sizes.n; i++)
    if (!memref_may_be_inside(&slice, i, ir_type_shape(ir_value_type(ir_op_operand(op, 0))).at[i]))
      return ir_no_match(rw, op, "the slice leaves the source");
  IrType type = memref_subview_type(ir_value_type(ir_op_operand(op, 0)), &slice, dropped);
  return memref_replace_by_cast(rw, op, build_subview(rw, ir_op_operand(op, 0), &slice, type));
}

IR_PATTERN(memref_subview_of_cast, memref_subview, 1,
           "subview of cast(m) -> cast(subview of m), for a cast that forgets") {
  IrValue *source = memref_before_forgetting(ir_op_operand(op, 0));
  MemrefSlice slice;
  bool dropped[MEMREF_MAX_RANK];
  int64_t number;
  if (!source) return ir_no_match(rw, op, "the source is not a cast that forgets");
  for (size_t i = 1; i < ir_op_num_operands(op); i++)
    if (ir_match_int(ir_op_operand(op, i), &number))
      return ir_no_match(rw, op, "its constants become numbers first");
  if (!memref_slice_of(op, &slice) || !memref_dropped_dims(op, dropped))
    return ir_no_match(rw, op, "has too many dimensions");
  IrType type = memref_subview_type(ir_value_type(source), &slice, dropped);
  if (!type) return ir_no_match(rw, op, "the layout has no strides");
  return memref_replace_by_cast(rw, op, build_subview(rw, source, &slice, type));
}

IR_PATTERN(memref_subview_trivial, memref_subview, 1, "subview of all elements -> cast") {
  IrType from = ir_value_type(ir_op_operand(op, 0));
  IrShape shape = ir_type_shape(from);
  MemrefSlice slice;
  if (shape.rank != ir_type_shape(result_type(op)).rank)
    return ir_no_match(rw, op, "drops dimensions");
  if (!memref_slice_of(op, &slice)) return ir_no_match(rw, op, "has too many dimensions");
  bool whole = memref_all_are(&slice.offsets, 0) && memref_all_are(&slice.strides, 1);
  for (size_t i = 0; whole && i < shape.rank; i++)
    whole = shape.at[i] != IR_DYNAMIC && memref_index_number(&slice.sizes.at[i]) == shape.at[i];
  if (!whole) return ir_no_match(rw, op, "is not known to be the whole");
  return memref_replace_by_cast(rw, op, ir_op_operand(op, 0));
}

// ---- memref.extract_strided_metadata ----

// What the type of its source says of result `i` (1: the offset; then extents, then strides).
static int64_t known_part(const MemrefLayout *layout, size_t i) {
  if (i == 1) return layout->offset;
  i -= 2;
  return i < layout->rank ? layout->sizes[i] : layout->strides[i - layout->rank];
}

IR_PATTERN(memref_metadata_known, memref_extract_strided_metadata, 1,
           "what the type says of a memref is a constant") {
  MemrefLayout layout;
  bool changed = false;
  if (!memref_layout_of(ir_value_type(ir_op_operand(op, 0)), &layout))
    return ir_no_match(rw, op, "the layout has no strides");
  for (size_t i = 1, n = ir_op_num_results(op); i < n; i++) {
    IrValue *part = ir_op_result(op, i);
    int64_t number = known_part(&layout, i);
    if (number == IR_DYNAMIC || !ir_value_has_uses(part)) continue;
    IrContext *ctx = ir_rewriter_context(rw);
    IrValue *constant = ir_builder_constant(ir_rewriter_builder(rw), NULL,
                                            ir_attr_index(ctx, number), ir_type_index(ctx));
    ir_rewriter_replace_uses(rw, part, constant);
    changed = true;
  }
  return changed || ir_no_match(rw, op, "the type says nothing of what is used");
}

IR_PATTERN(memref_metadata_of_cast, memref_extract_strided_metadata, 1,
           "parts of cast(m) -> parts of m") {
  IrValue *source = memref_before_cast(ir_op_operand(op, 0));
  if (!source) return ir_no_match(rw, op, "the source is not a cast");
  ir_op_set_operand(op, 0, source);
  return ir_changed(rw, op);
}

// ---- memref.reinterpret_cast ----

// The memref whose allocation the op's source shares, further back.
static IrValue *further_back(const IrOp *op) {
  IrOp *def = ir_value_op(ir_op_operand(op, 0));
  MemrefSlice slice;
  if (IS(def, memref_reinterpret_cast) || IS(def, memref_cast)) return ir_op_operand(def, 0);
  if (IS(def, memref_subview) && memref_slice_of(def, &slice) && memref_all_are(&slice.offsets, 0))
    return ir_op_operand(def, 0);
  return NULL;
}

IrFoldKind memref_reinterpret_cast_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  IrValue *source = further_back(op);
  (void)operands;
  if (source) {
    ir_op_set_operand(op, 0, source);
    return IR_FOLD_IN_PLACE;
  }
  // to what it is already -> m
  bool same = ir_value_type(ir_op_operand(op, 0)) == result_type(op) &&
              is_static(ir_type_shape(result_type(op))) &&
              ir_attr_array_int(GET(op, memref_reinterpret_cast, static_offsets), 0) == 0;
  results[0].value = ir_op_operand(op, 0);
  return same ? IR_FOLD_VALUES : IR_FOLD_NONE;
}

// Entry `i` of `indices` is the part of `metadata`'s source that stands at result `part`.
static bool is_part(const MemrefIndex *index, IrOp *metadata, const MemrefLayout *layout,
                    size_t part) {
  int64_t known = known_part(layout, part), number = memref_index_number(index);
  if (known != IR_DYNAMIC || number != IR_DYNAMIC) return known == number;
  return index->value == ir_op_result(metadata, part);
}

// The op puts the parts together as they were.
static bool puts_together(const MemrefSlice *slice, IrOp *metadata) {
  MemrefLayout layout;
  if (!memref_layout_of(ir_value_type(ir_op_operand(metadata, 0)), &layout) ||
      slice->sizes.n != layout.rank || !is_part(&slice->offsets.at[0], metadata, &layout, 1))
    return false;
  for (size_t i = 0; i < layout.rank; i++)
    if (!is_part(&slice->sizes.at[i], metadata, &layout, 2 + i) ||
        !is_part(&slice->strides.at[i], metadata, &layout, 2 + layout.rank + i))
      return false;
  return true;
}

IR_PATTERN(memref_reinterpret_of_metadata, memref_reinterpret_cast, 1,
           "reinterpret_cast of the parts of m -> cast(m), or of m") {
  IrOp *metadata = DEF(ir_op_operand(op, 0), memref_extract_strided_metadata);
  MemrefSlice slice;
  if (!metadata || ir_op_operand(op, 0) != ir_op_result(metadata, 0))
    return ir_no_match(rw, op, "the source is no part of a memref");
  if (memref_slice_of(op, &slice) && puts_together(&slice, metadata))
    return memref_replace_by_cast(rw, op, ir_op_operand(metadata, 0));
  ir_op_set_operand(op, 0, ir_op_operand(metadata, 0));
  return ir_changed(rw, op);
}

IR_PATTERN(memref_reinterpret_constant, memref_reinterpret_cast, 1,
           "reinterpret_cast with constants -> with numbers") {
  MemrefSlice slice;
  MemrefLayout layout = {0};
  SliceArgs a;
  if (!memref_slice_of(op, &slice)) return ir_no_match(rw, op, "has too many dimensions");
  bool changed = memref_indices_fold(&slice.offsets, INT64_MIN, true);
  changed |= memref_indices_fold(&slice.sizes, 0, true);
  changed |= memref_indices_fold(&slice.strides, INT64_MIN, true);
  if (!changed) return ir_no_match(rw, op, "no operand is a constant that can be a number");
  layout.rank = slice.sizes.n;
  layout.offset = slice.offsets.at[0].number;
  memref_numbers(&slice.sizes, layout.sizes);
  memref_numbers(&slice.strides, layout.strides);
  split(ir_rewriter_context(rw), &slice, &a);
  IrValue *fresh =
      BUILD1(ir_rewriter_builder(rw), memref_reinterpret_cast, .source = ir_op_operand(op, 0),
             .offsets = {a.values[0], a.n[0]}, .sizes = {a.values[1], a.n[1]},
             .strides = {a.values[2], a.n[2]}, .static_offsets = a.numbers[0],
             .static_sizes = a.numbers[1], .static_strides = a.numbers[2],
             .result_type = memref_type_of(&layout, result_type(op)));
  return memref_replace_by_cast(rw, op, fresh);
}

// ---- memref.view ----

IrFoldKind memref_view_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  IrType type = result_type(op);
  // all bytes as bytes -> m
  bool same = ir_value_type(ir_op_operand(op, 0)) == type && is_static(ir_type_shape(type)) &&
              operands[1] && ir_attr_int(operands[1]) == 0;
  results[0].value = ir_op_operand(op, 0);
  return same ? IR_FOLD_VALUES : IR_FOLD_NONE;
}

static IrValue *build_view(IrRewriter *rw, IrOp *op, IrValue *source, IrValues sizes, IrType type) {
  return BUILD1(ir_rewriter_builder(rw), memref_view, .source = source,
                .byte_shift = GET(op, memref_view, byte_shift), .sizes = sizes,
                .result_type = type);
}

IR_PATTERN(memref_view_constant, memref_view, 1, "view with constant sizes -> with a static type") {
  IrType type = result_type(op);
  IrShape shape = ir_type_shape(type);
  IrValues sizes = GET(op, memref_view, sizes);
  int64_t extents[MEMREF_MAX_RANK];
  IrValue *left[MEMREF_MAX_RANK];
  if (shape.rank > MEMREF_MAX_RANK) return ir_no_match(rw, op, "has too many dimensions");
  size_t n = memref_known_extents(shape, sizes, extents, left);
  if (n == sizes.n) return ir_no_match(rw, op, "no size is a constant");
  IrType known = memref_row_major(extents, shape.rank, type);
  return memref_replace_by_cast(
      rw, op, build_view(rw, op, ir_op_operand(op, 0), (IrValues){left, n}, known));
}

IR_PATTERN(memref_view_of_cast, memref_view, 1, "view of cast(m) -> view of m") {
  IrValue *source = memref_before_cast(ir_op_operand(op, 0));
  if (!source) return ir_no_match(rw, op, "the source is not a cast");
  if (!memref_is_identity(ir_value_type(source)))
    return ir_no_match(rw, op, "only the cast says that the source is row-major");
  return ir_replace(rw, op,
                    build_view(rw, op, source, GET(op, memref_view, sizes), result_type(op)));
}

// ---- memref.transpose ----

IrFoldKind memref_transpose_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  IrAttr map = GET(op, memref_transpose, permutation);
  size_t rank = ir_attr_num_dims(map), outer[MEMREF_MAX_RANK], inner[MEMREF_MAX_RANK];
  (void)operands;
  // no other order -> m
  if (ir_attr_map_is_identity(map) && ir_value_type(ir_op_operand(op, 0)) == result_type(op)) {
    results[0].value = ir_op_operand(op, 0);
    return IR_FOLD_VALUES;
  }
  // transpose(transpose(m)) -> transpose(m)
  IrOp *under = DEF(ir_op_operand(op, 0), memref_transpose);
  if (!under || !memref_permutation(map, rank, outer) ||
      !memref_permutation(GET(under, memref_transpose, permutation), rank, inner))
    return IR_FOLD_NONE;
  IrContext *ctx = ir_op_context(op);
  IrAffine exprs[MEMREF_MAX_RANK];
  for (size_t i = 0; i < rank; i++) exprs[i] = ir_affine_dim(ctx, (uint32_t)inner[outer[i]]);
  SET_ATTR(op, memref_transpose, permutation,
           ir_attr_affine_map(ctx, (uint32_t)rank, 0, exprs, rank));
  ir_op_set_operand(op, 0, ir_op_operand(under, 0));
  return IR_FOLD_IN_PLACE;
}
