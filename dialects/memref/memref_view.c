// Views of a part of a memref, or of its memory under other numbers: text, verifiers, types.
//
//   1. Offsets, extents and strides have an entry for each dimension, and an operand for each
//      entry that is not a number; there are MEMREF_MAX_RANK dimensions at most.
//   2. A subview's result is the source's slice, without some dimensions of extent 1.  What is
//      known of the slice lies inside the source.
//   3. What a reinterpreted type knows of offset, extents and strides is what the op says, and
//      element type and space stay.
//   4. A byte view is row-major, from row-major bytes, and has a size for each dynamic extent.
//   5. A transposition's map is a permutation, and its result the permuted source.
//   6. The parts of a memref are as many as its rank asks for; its layout has strides.
#include "dialects/memref/memref_impl.h"
#include "ir/core/affine.h"

// ---- Lists of indices. ----

// Three lists, each after its word when it has one, and their segments.
typedef struct SliceText {
  IrIndexList lists[3];
} SliceText;

static const char *const slice_attrs[] = {"static_offsets", "static_sizes", "static_strides", NULL};
static const char *const slice_elided[] = {"static_offsets", "static_sizes", "static_strides",
                                           "operandSegmentSizes", NULL};

static void free_slice(SliceText *text) {
  for (size_t i = 0; i < 3; i++) ir_index_list_free(&text->lists[i]);
}

static IrStatus resolve_slice(IrParser *p, IrOpState *state, const SliceText *text) {
  int64_t segments[4] = {1};
  for (size_t i = 0; i < 3; i++) {
    IR_TRY(ir_resolve_index_list(p, state, &text->lists[i], slice_attrs[i]));
    segments[i + 1] = (int64_t)text->lists[i].operands.n;
  }
  ir_state_set_attr(state, "operandSegmentSizes", ir_attr_i32_array(state->ctx, segments, 4));
  return IR_OK;
}

// attr-dict : type to type, after the operands of both.
static IrStatus parse_types(IrParser *p, IrOpState *state, IrUnresolved source, IrType *to) {
  IrType from;
  IR_TRY(ir_parse_attr_dict(p, state));
  IR_TRY(ir_parse_colon_type(p, &from));
  IR_TRY(ir_parse_keyword(p, "to"));
  IR_TRY(ir_parse_type(p, to));
  ir_vec_push(&state->result_types, *to);
  return ir_resolve_operand(p, source, from, state);
}

static IrStatus parse_subview(IrParser *p, IrOpState *state, SliceText *text) {
  IrUnresolved source;
  IrType to;
  IR_TRY(ir_parse_operand(p, &source));
  for (size_t i = 0; i < 3; i++) IR_TRY(ir_parse_index_list(p, &text->lists[i]));
  IR_TRY(parse_types(p, state, source, &to));
  return resolve_slice(p, state, text);
}

// memref.subview %m[0, %i] [4, 4] [1, 1] attr-dict : type to type
IrStatus memref_subview_parse(IrParser *p, IrOpState *state) {
  SliceText text = {0};
  IrStatus status = parse_subview(p, state, &text);
  free_slice(&text);
  return status;
}

void memref_subview_print(IrOp *op, IrPrinter *p) {
  ir_printer_fmt(p, " {}", ir_op_operand(op, 0));
  for (size_t i = 0; i < 3; i++) {
    if (i) ir_printer_text(p, " ");
    ir_printer_index_list(p, ir_op_attr(op, slice_attrs[i]), ir_op_operand_group(op, i + 1));
  }
  ir_printer_attr_dict(p, op, slice_elided, false);
  ir_printer_fmt(p, " : {} to {}", ir_value_type(ir_op_operand(op, 0)),
                 ir_value_type(ir_op_result(op, 0)));
}

static IrStatus parse_reinterpret(IrParser *p, IrOpState *state, SliceText *text) {
  static const char *const words[] = {"offset", "sizes", "strides"};
  IrUnresolved source;
  IrType to;
  IR_TRY(ir_parse_operand(p, &source));
  IR_TRY(ir_parse_keyword(p, "to"));
  for (size_t i = 0; i < 3; i++) {
    if (i) IR_TRY(ir_parse_token(p, ","));
    IR_TRY(ir_parse_keyword(p, words[i]));
    IR_TRY(ir_parse_token(p, ":"));
    IR_TRY(ir_parse_index_list(p, &text->lists[i]));
  }
  IR_TRY(parse_types(p, state, source, &to));
  return resolve_slice(p, state, text);
}

// memref.reinterpret_cast %m to offset: [0], sizes: [4, 4], strides: [4, 1] attr-dict : type to
// type
IrStatus memref_reinterpret_cast_parse(IrParser *p, IrOpState *state) {
  SliceText text = {0};
  IrStatus status = parse_reinterpret(p, state, &text);
  free_slice(&text);
  return status;
}

void memref_reinterpret_cast_print(IrOp *op, IrPrinter *p) {
  static const char *const words[] = {" to offset: ", ", sizes: ", ", strides: "};
  ir_printer_fmt(p, " {}", ir_op_operand(op, 0));
  for (size_t i = 0; i < 3; i++) {
    ir_printer_text(p, words[i]);
    ir_printer_index_list(p, ir_op_attr(op, slice_attrs[i]), ir_op_operand_group(op, i + 1));
  }
  ir_printer_attr_dict(p, op, slice_elided, false);
  ir_printer_fmt(p, " : {} to {}", ir_value_type(ir_op_operand(op, 0)),
                 ir_value_type(ir_op_result(op, 0)));
}

bool memref_slice_of(const IrOp *op, MemrefSlice *slice) {
  MemrefIndices *lists[] = {&slice->offsets, &slice->sizes, &slice->strides};
  for (size_t i = 0; i < 3; i++) {
    IrAttr numbers = ir_op_attr(op, slice_attrs[i]);
    if (!numbers || !memref_indices_of(numbers, ir_op_operand_group(op, i + 1), lists[i]))
      return false;
  }
  return true;
}

// Invariant 1; `offsets` entries in the first list, `rank` in the others.
static IrStatus check_slice(IrOp *op, size_t offsets, size_t rank, MemrefSlice *slice) {
  static const char *const names[] = {"offsets", "sizes", "strides"};
  if (rank > MEMREF_MAX_RANK)
    return ir_op_error(op, "has {} dimensions, which are more than {}", rank, (int)MEMREF_MAX_RANK);
  for (size_t i = 0; i < 3; i++) {
    size_t want = i ? rank : offsets, got = ir_attr_count(ir_op_attr(op, slice_attrs[i]));
    if (got != want) return ir_op_error(op, "needs {} {}, got {}", want, names[i], got);
  }
  if (memref_slice_of(op, slice)) return IR_OK;
  return ir_op_error(op, "needs an operand for each entry that is not a number, and no others");
}

// ---- memref.subview ----

// What the slice of `source` is without dropping a dimension.
static void slice_layout(const MemrefLayout *source, const MemrefSlice *slice, MemrefLayout *out) {
  out->rank = source->rank;
  out->offset = source->offset;
  for (size_t i = 0; i < source->rank; i++) {
    int64_t offset = slice->offsets.at[i].number;
    out->offset = memref_plus(out->offset, memref_times(offset, source->strides[i]));
    out->sizes[i] = slice->sizes.at[i].number;
    out->strides[i] = memref_times(source->strides[i], slice->strides.at[i].number);
  }
}

static size_t count_of(const int64_t *numbers, size_t n, int64_t number) {
  size_t count = 0;
  for (size_t i = 0; i < n; i++) count += numbers[i] == number;
  return count;
}

// Of dimensions of extent 1, those go whose stride the reduced type has less often.
static bool drop_by_strides(const MemrefLayout *whole, const MemrefLayout *reduced, bool *dropped,
                            size_t missing) {
  int64_t strides[MEMREF_MAX_RANK];
  size_t n = 0, left = whole->rank;
  memcpy(strides, whole->strides, whole->rank * sizeof *strides);
  for (size_t i = 0; i < whole->rank; i++) {
    if (!dropped[i]) continue;
    size_t have = count_of(strides, left, whole->strides[i]);
    size_t want = count_of(reduced->strides, reduced->rank, whole->strides[i]);
    if (have < want) return false;
    dropped[i] = have > want;
    if (!dropped[i]) continue;
    for (size_t k = 0; k < left; k++) {
      if (strides[k] != whole->strides[i]) continue;
      strides[k] = strides[--left];
      break;
    }
    n++;
  }
  return n == missing;
}

// Which dimensions of `whole` are missing in `reduced`; only those can be whose size is the
// number 1.
static bool find_dropped(const MemrefLayout *whole, const MemrefLayout *reduced,
                         const MemrefIndices *sizes, bool *dropped) {
  size_t ones = 0, missing = whole->rank - reduced->rank;
  memset(dropped, 0, whole->rank * sizeof *dropped);
  if (reduced->rank > whole->rank) return false;
  if (missing == 0) return true;
  for (size_t i = 0; i < whole->rank; i++) ones += dropped[i] = sizes->at[i].number == 1;
  return ones == missing || drop_by_strides(whole, reduced, dropped, missing);
}

bool memref_dropped_dims(const IrOp *subview, bool *dropped) {
  MemrefLayout source, result;
  MemrefSlice slice;
  return memref_slice_of(subview, &slice) &&
         memref_layout_of(ir_value_type(ir_op_operand(subview, 0)), &source) &&
         memref_layout_of(ir_value_type(ir_op_result(subview, 0)), &result) &&
         find_dropped(&source, &result, &slice.sizes, dropped);
}

static void drop_dims(MemrefLayout *layout, const bool *dropped) {
  size_t n = 0;
  for (size_t i = 0; i < layout->rank; i++) {
    if (dropped[i]) continue;
    layout->sizes[n] = layout->sizes[i];
    layout->strides[n++] = layout->strides[i];
  }
  layout->rank = n;
}

IrType memref_subview_type(IrType source, const MemrefSlice *slice, const bool *dropped) {
  MemrefLayout from, to;
  if (!memref_layout_of(source, &from)) return NULL;
  slice_layout(&from, slice, &to);
  if (dropped) drop_dims(&to, dropped);
  return memref_type_of(&to, source);
}

static bool same_layout(const MemrefLayout *a, const MemrefLayout *b) {
  size_t bytes = a->rank * sizeof *a->sizes;
  return a->rank == b->rank && a->offset == b->offset && !memcmp(a->sizes, b->sizes, bytes) &&
         !memcmp(a->strides, b->strides, bytes);
}

bool memref_may_be_inside(const MemrefSlice *slice, size_t dim, int64_t extent) {
  int64_t offset = slice->offsets.at[dim].number, size = slice->sizes.at[dim].number;
  int64_t stride = slice->strides.at[dim].number;
  if (extent == IR_DYNAMIC || offset == IR_DYNAMIC) return true;
  if (offset < 0 || offset > extent) return false;
  if (size == IR_DYNAMIC) return offset < extent;
  if (size == 0 || stride == IR_DYNAMIC) return size == 0 || offset < extent;
  int64_t last = memref_plus(offset, memref_times(memref_plus(size, -1), stride));
  return last >= 0 && last < extent;
}

static IrStatus check_inside(IrOp *op, const MemrefSlice *slice, size_t dim, int64_t extent) {
  if (memref_may_be_inside(slice, dim, extent)) return IR_OK;
  return ir_op_error(op, "slice leaves dimension #{}, whose extent is {}", dim, extent);
}

// Invariant 2.
static IrStatus check_result(IrOp *op, const MemrefLayout *source, const MemrefSlice *slice) {
  IrType from = ir_value_type(ir_op_operand(op, 0)), to = ir_value_type(ir_op_result(op, 0));
  MemrefLayout want, got;
  bool dropped[MEMREF_MAX_RANK] = {0};
  slice_layout(source, slice, &want);
  IrType whole = memref_type_of(&want, from);
  bool ok =
      ir_type_element(from) == ir_type_element(to) && ir_type_space(from) == ir_type_space(to);
  ok = ok && memref_layout_of(to, &got) && got.rank <= want.rank;
  ok = ok && find_dropped(&want, &got, &slice->sizes, dropped);
  if (ok) drop_dims(&want, dropped);
  if (ok && same_layout(&want, &got)) return IR_OK;
  return ir_op_error(
      op, "result must be '{}', perhaps without dimensions of extent 1, but got '{}'", whole, to);
}

IrStatus memref_subview_verify(IrOp *op) {
  IrType from = ir_value_type(ir_op_operand(op, 0));
  size_t rank = ir_type_shape(from).rank;
  MemrefSlice slice;
  MemrefLayout source;
  IR_TRY(check_slice(op, rank, rank, &slice));
  if (!memref_layout_of(from, &source))
    return ir_op_error(op, "the layout of '{}' has no strides", from);
  IR_TRY(check_result(op, &source, &slice));
  for (size_t i = 0; i < rank; i++) IR_TRY(check_inside(op, &slice, i, source.sizes[i]));
  return IR_OK;
}

// ---- memref.reinterpret_cast ----

static IrStatus check_known(IrOp *op, const char *what, int64_t given, int64_t known) {
  if (known == IR_DYNAMIC || known == given) return IR_OK;
  if (given == IR_DYNAMIC)
    return ir_op_error(op, "result type says {} {}, but the op gives a value", what, known);
  return ir_op_error(op, "result type says {} {}, but the op gives {}", what, known, given);
}

// Invariant 3.
IrStatus memref_reinterpret_cast_verify(IrOp *op) {
  IrType from = ir_value_type(ir_op_operand(op, 0)), to = ir_value_type(ir_op_result(op, 0));
  MemrefSlice slice;
  MemrefLayout layout;
  IR_TRY(check_slice(op, 1, ir_type_shape(to).rank, &slice));
  if (ir_type_element(from) != ir_type_element(to) || ir_type_space(from) != ir_type_space(to))
    return ir_op_error(op, "must keep element type and memory space, but got '{}' and '{}'", from,
                       to);
  if (!memref_layout_of(to, &layout))
    return ir_op_error(op, "the layout of '{}' has no strides", to);
  IR_TRY(check_known(op, "offset", slice.offsets.at[0].number, layout.offset));
  for (size_t i = 0; i < layout.rank; i++) {
    IR_TRY(check_known(op, "size", slice.sizes.at[i].number, layout.sizes[i]));
    IR_TRY(check_known(op, "stride", slice.strides.at[i].number, layout.strides[i]));
  }
  return IR_OK;
}

// ---- memref.view ----

// Invariant 4.
IrStatus memref_view_verify(IrOp *op) {
  IrType from = ir_value_type(ir_op_operand(op, 0)), to = ir_value_type(ir_op_result(op, 0));
  bool bytes = ir_type_shape(from).rank == 1 && ir_type_is_integer(ir_type_element(from), 8);
  if (!bytes || !memref_is_identity(from) || !memref_is_identity(to))
    return ir_op_error(op, "is of row-major 'memref<...xi8>', row-major, but got '{}' and '{}'",
                       from, to);
  if (ir_type_space(from) != ir_type_space(to))
    return ir_op_error(op, "must keep the memory space, but got '{}' and '{}'", from, to);
  return memref_check_sizes(op, to, GET(op, memref_view, sizes).n);
}

// ---- memref.transpose ----

// memref.transpose %m (i, j) -> (j, i) attr-dict : type to type
IrStatus memref_transpose_parse(IrParser *p, IrOpState *state) {
  IrUnresolved source;
  IrType to;
  IrAttr map;
  IR_TRY(ir_parse_operand(p, &source));
  IR_TRY(ir_parse_affine_map(p, &map));
  ir_state_set_attr(state, "permutation", map);
  return parse_types(p, state, source, &to);
}

void memref_transpose_print(IrOp *op, IrPrinter *p) {
  static const char *const elided[] = {"permutation", NULL};
  ir_printer_fmt(p, " {} ", ir_op_operand(op, 0));
  ir_printer_affine_map(p, GET(op, memref_transpose, permutation));
  ir_printer_attr_dict(p, op, elided, false);
  ir_printer_fmt(p, " : {} to {}", ir_value_type(ir_op_operand(op, 0)),
                 ir_value_type(ir_op_result(op, 0)));
}

bool memref_permutation(IrAttr map, size_t rank, size_t *source) {
  bool seen[MEMREF_MAX_RANK] = {0};
  if (rank > MEMREF_MAX_RANK || ir_attr_num_dims(map) != rank || ir_attr_num_symbols(map) ||
      ir_attr_num_exprs(map) != rank)
    return false;
  for (size_t i = 0; i < rank; i++) {
    IrAffine expr = ir_attr_expr(map, i);
    if (ir_affine_kind(expr) != IR_AFFINE_DIM) return false;
    source[i] = (size_t)ir_affine_value(expr);
    if (seen[source[i]]) return false;
    seen[source[i]] = true;
  }
  return true;
}

// Invariant 5.
IrStatus memref_transpose_verify(IrOp *op) {
  IrType from = ir_value_type(ir_op_operand(op, 0)), to = ir_value_type(ir_op_result(op, 0));
  IrAttr map = GET(op, memref_transpose, permutation);
  size_t source[MEMREF_MAX_RANK];
  MemrefLayout a, b, want;
  if (!memref_layout_of(from, &a))
    return ir_op_error(op, "the layout of '{}' has no strides", from);
  if (!memref_permutation(map, a.rank, source))
    return ir_op_error(op, "needs a permutation of {} dimensions, got {}", a.rank, map);
  want = (MemrefLayout){.rank = a.rank, .offset = a.offset};
  for (size_t i = 0; i < a.rank; i++) {
    want.sizes[i] = a.sizes[source[i]];
    want.strides[i] = a.strides[source[i]];
  }
  bool ok =
      ir_type_element(from) == ir_type_element(to) && ir_type_space(from) == ir_type_space(to);
  if (ok && memref_layout_of(to, &b) && same_layout(&want, &b)) return IR_OK;
  return ir_op_error(op, "result must be '{}', but got '{}'", memref_type_of(&want, from), to);
}

// ---- memref.extract_strided_metadata ----

bool memref_extract_strided_metadata_infer(IrOpState *state) {
  if (state->operands.n == 0) return false;
  IrType type = ir_value_type(state->operands.at[0]);
  if (ir_type_kind(type) != IR_TYPE_MEMREF) return false;
  ir_vec_push(&state->result_types, memref_row_major(NULL, 0, type));
  for (size_t i = 0, n = 1 + 2 * ir_type_shape(type).rank; i < n; i++)
    ir_vec_push(&state->result_types, ir_type_index(state->ctx));
  return true;
}

// Invariant 6.
IrStatus memref_extract_strided_metadata_verify(IrOp *op) {
  IrType type = ir_value_type(ir_op_operand(op, 0));
  IrType base = memref_row_major(NULL, 0, type);
  size_t want = 2 + 2 * ir_type_shape(type).rank, got = ir_op_num_results(op);
  MemrefLayout layout;
  if (!memref_layout_of(type, &layout))
    return ir_op_error(op, "the layout of '{}' has no strides", type);
  if (got != want) return ir_op_error(op, "needs {} results for '{}', got {}", want, type, got);
  if (ir_value_type(ir_op_result(op, 0)) == base) return IR_OK;
  return ir_op_error(op, "first result must be '{}', but got '{}'", base,
                     ir_value_type(ir_op_result(op, 0)));
}
