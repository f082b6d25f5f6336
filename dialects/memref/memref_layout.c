// Layouts as numbers, and the constraints of the table.
#include "dialects/memref/memref_impl.h"
#include "ir/core/affine.h"

bool memref_is_any(IrType type) {
  return ir_type_kind(type) == IR_TYPE_MEMREF || ir_type_kind(type) == IR_TYPE_UNRANKED_MEMREF;
}

static bool is_true(IrAttr attr) {
  return ir_attr_kind(attr) == IR_ATTR_INTEGER && ir_type_is_integer(ir_attr_type(attr), 1);
}

static bool is_false(IrAttr attr) {
  return is_true(attr) && !ir_attr_int(attr);
}

static bool is_map(IrAttr attr) {
  return ir_attr_kind(attr) == IR_ATTR_AFFINE_MAP;
}

static bool is_groups(IrAttr attr) {
  if (ir_attr_kind(attr) != IR_ATTR_ARRAY) return false;
  for (size_t i = 0, n = ir_attr_count(attr); i < n; i++) {
    IrAttr group = ir_attr_at(attr, i);
    if (ir_attr_kind(group) != IR_ATTR_ARRAY) return false;
    for (size_t k = 0; k < ir_attr_count(group); k++)
      if (ir_attr_kind(ir_attr_at(group, k)) != IR_ATTR_INTEGER) return false;
  }
  return true;
}

const IrTypeConstraint memref_any_constraint = {"a memref of known or unknown rank", memref_is_any,
                                                NULL};
const IrAttrConstraint memref_flag_constraint = {
    .name = "true or false", .test = is_true, .type = ir_type_i1, .says_nothing = is_false};
const IrAttrConstraint memref_map_constraint = {.name = "an affine map", .test = is_map};
const IrAttrConstraint memref_groups_constraint = {.name = "lists of dimensions, as [[0, 1], [2]]",
                                                   .test = is_groups};

// ---- Layouts. ----

static bool has_strides(IrType memref, int64_t *strides, int64_t *offset) {
  IrAttr layout = ir_type_layout(memref);
  if (layout && ir_attr_kind(layout) == IR_ATTR_AFFINE_MAP)
    return ir_attr_map_strides(layout, strides, offset);
  if (layout && ir_attr_kind(layout) != IR_ATTR_STRIDED) return false;
  ir_type_memref_strides(memref, strides, offset);
  return true;
}

bool memref_layout_of(IrType memref, MemrefLayout *layout) {
  if (ir_type_kind(memref) != IR_TYPE_MEMREF) return false;
  IrShape shape = ir_type_shape(memref);
  if (shape.rank > MEMREF_MAX_RANK) return false;
  layout->rank = shape.rank;
  if (shape.rank) memcpy(layout->sizes, shape.at, shape.rank * sizeof *shape.at);
  return has_strides(memref, layout->strides, &layout->offset);
}

IrType memref_type_of(const MemrefLayout *layout, IrType like) {
  IrContext *ctx = ir_type_context(like);
  IrAttr strides = ir_attr_strided(ctx, layout->strides, layout->rank, layout->offset);
  return ir_type_memref(ctx, (IrShape){layout->sizes, layout->rank}, ir_type_element(like), strides,
                        ir_type_space(like));
}

IrType memref_row_major(const int64_t *sizes, size_t rank, IrType like) {
  return ir_type_memref(ir_type_context(like), (IrShape){sizes, rank}, ir_type_element(like), NULL,
                        ir_type_space(like));
}

bool memref_is_identity(IrType memref) {
  IrAttr layout = ir_type_layout(memref);
  if (!layout) return true;
  if (ir_attr_kind(layout) == IR_ATTR_STRIDED) { // the map of one dimension with stride 1
    size_t rank;
    const int64_t *strides = ir_attr_strides(layout, &rank);
    return rank == 1 && strides[0] == 1 && ir_attr_offset(layout) == 0;
  }
  return ir_attr_kind(layout) == IR_ATTR_AFFINE_MAP && ir_attr_map_is_identity(layout);
}

// What does not fit in 64 bits is as good as unknown.
int64_t memref_times(int64_t a, int64_t b) {
  int64_t product;
  if (a == 0 || b == 0) return 0;
  if (a == IR_DYNAMIC || b == IR_DYNAMIC || __builtin_mul_overflow(a, b, &product))
    return IR_DYNAMIC;
  return product;
}

int64_t memref_plus(int64_t a, int64_t b) {
  int64_t sum;
  if (a == IR_DYNAMIC || b == IR_DYNAMIC || __builtin_add_overflow(a, b, &sum)) return IR_DYNAMIC;
  return sum;
}

size_t memref_num_dynamic(IrShape shape) {
  size_t n = 0;
  for (size_t i = 0; i < shape.rank; i++) n += shape.at[i] == IR_DYNAMIC;
  return n;
}

size_t memref_known_extents(IrShape shape, IrValues sizes, int64_t *extents, IrValue **left) {
  size_t n = 0;
  for (size_t d = 0, k = 0; d < shape.rank; d++) {
    extents[d] = shape.at[d];
    if (extents[d] != IR_DYNAMIC) continue;
    IrValue *size = sizes.at[k++];
    if (ir_match_int(size, &extents[d]) && extents[d] >= 0) continue;
    extents[d] = IR_DYNAMIC;
    left[n++] = size;
  }
  return n;
}

// ---- What several verifiers check. ----

IrStatus memref_check_sizes(IrOp *op, IrType memref, size_t sizes) {
  size_t dynamic = memref_num_dynamic(ir_type_shape(memref));
  if (sizes == dynamic) return IR_OK;
  return ir_op_error(op, "needs {} sizes for the dynamic extents of '{}', got {}", dynamic, memref,
                     sizes);
}

IrStatus memref_check_alignment(IrOp *op) {
  IrAttr alignment = ir_op_attr(op, "alignment");
  int64_t bytes = alignment ? ir_attr_int(alignment) : 1;
  if (bytes > 0 && (bytes & (bytes - 1)) == 0) return IR_OK;
  return ir_op_error(op, "alignment must be a power of two, but got {}", bytes);
}

IrStatus memref_check_indices(IrOp *op, IrType memref, size_t num_indices) {
  size_t rank = ir_type_shape(memref).rank;
  if (num_indices == rank) return IR_OK;
  return ir_op_error(op, "needs {} indices for '{}', got {}", rank, memref, num_indices);
}

// ---- Lists of numbers and values. ----

bool memref_indices_of(IrAttr numbers, IrValues operands, MemrefIndices *indices) {
  size_t used = 0;
  indices->n = ir_attr_count(numbers);
  if (indices->n > MEMREF_MAX_RANK) return false;
  for (size_t i = 0; i < indices->n; i++) {
    MemrefIndex *index = &indices->at[i];
    *index = (MemrefIndex){ir_attr_array_int(numbers, i), NULL};
    if (index->number != IR_DYNAMIC) continue;
    if (used == operands.n) return false;
    index->value = operands.at[used++];
  }
  return used == operands.n;
}

void memref_numbers(const MemrefIndices *indices, int64_t *numbers) {
  for (size_t i = 0; i < indices->n; i++) numbers[i] = indices->at[i].number;
}

IrAttr memref_indices_split(IrContext *ctx, const MemrefIndices *indices, IrValue **values,
                            size_t *n) {
  int64_t numbers[MEMREF_MAX_RANK];
  memref_numbers(indices, numbers);
  *n = 0;
  for (size_t i = 0; i < indices->n; i++)
    if (numbers[i] == IR_DYNAMIC) values[(*n)++] = indices->at[i].value;
  return ir_attr_i64_array(ctx, numbers, indices->n);
}

int64_t memref_index_number(const MemrefIndex *index) {
  int64_t number = index->number;
  if (number == IR_DYNAMIC) (void)ir_match_int(index->value, &number);
  return number;
}

bool memref_indices_equal(const MemrefIndices *a, const MemrefIndices *b) {
  if (a->n != b->n) return false;
  for (size_t i = 0; i < a->n; i++)
    if (a->at[i].number != b->at[i].number || a->at[i].value != b->at[i].value) return false;
  return true;
}

bool memref_indices_fold(MemrefIndices *indices, int64_t least, bool zero) {
  bool any = false;
  for (size_t i = 0; i < indices->n; i++) {
    MemrefIndex *index = &indices->at[i];
    int64_t number = memref_index_number(index);
    if (index->number != IR_DYNAMIC || number == IR_DYNAMIC) continue;
    if (number < least || (number == 0 && !zero)) continue;
    *index = (MemrefIndex){number, NULL};
    any = true;
  }
  return any;
}

bool memref_all_are(const MemrefIndices *indices, int64_t number) {
  for (size_t i = 0; i < indices->n; i++)
    if (memref_index_number(&indices->at[i]) != number) return false;
  return true;
}

// ---- Groups of dimensions. ----

bool memref_groups_of(IrAttr reassociation, MemrefGroups *groups) {
  size_t next = 0;
  groups->n = ir_attr_count(reassociation);
  if (groups->n > MEMREF_MAX_RANK) return false;
  groups->first[0] = 0;
  for (size_t i = 0; i < groups->n; i++) {
    IrAttr group = ir_attr_at(reassociation, i);
    for (size_t k = 0; k < ir_attr_count(group); k++)
      if (ir_attr_int(ir_attr_at(group, k)) != (int64_t)next++) return false;
    if (ir_attr_count(group) == 0 || next > MEMREF_MAX_RANK) return false;
    groups->first[i + 1] = next;
  }
  return true;
}

IrAttr memref_groups_attr(IrContext *ctx, const MemrefGroups *groups) {
  IrAttr lists[MEMREF_MAX_RANK], dims[MEMREF_MAX_RANK];
  IrType i64 = ir_type_i64(ctx);
  for (size_t i = 0; i < groups->n; i++) {
    size_t n = groups->first[i + 1] - groups->first[i];
    for (size_t k = 0; k < n; k++) dims[k] = ir_attr_integer(i64, (int64_t)(groups->first[i] + k));
    lists[i] = ir_attr_array(ctx, dims, n);
  }
  return ir_attr_array(ctx, lists, groups->n);
}
