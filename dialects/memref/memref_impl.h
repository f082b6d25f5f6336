// Declares what memref_ops.def names, and what the files of memref share: layouts as numbers, lists
// of indices, groups of dimensions.
#ifndef DIALECTS_MEMREF_MEMREF_IMPL_H
#define DIALECTS_MEMREF_MEMREF_IMPL_H

#include "dialects/memref/memref.h"
#include "ir/asm/index_list.h"
#include "ir/interfaces/cast.h"
#include "ir/interfaces/effects.h"
#include "ir/interfaces/int_range.h"
#include "ir/interfaces/memory_slot.h"
#include "ir/interfaces/view.h"
#include "ir/interfaces/region_branch.h"

// For every op, whether it has one or not.
#define OP(id, name, ...) \
  IrStatus id##_parse(IrParser *p, IrOpState *state); \
  void id##_print(IrOp *op, IrPrinter *p); \
  bool id##_infer(IrOpState *state); \
  IrStatus id##_verify(IrOp *op); \
  IrStatus id##_verify_regions(IrOp *op); \
  IrFoldKind id##_fold(IrOp *op, const IrAttr *operands, IrFolded *results);
#include "dialects/memref/memref_ops.def"
#undef OP

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/memref/memref_ops.def"
#include "ir/core/opdef_end.inc"

extern const IrPattern memref_alloc_static, memref_alloca_static, memref_alloc_unread,
    memref_alloca_unread, memref_realloc_unread, memref_alloca_scope_inline,
    memref_alloca_scope_hoist, memref_dim_of_reshape, memref_metadata_known,
    memref_metadata_of_cast, memref_copy_empty, memref_copy_self, memref_subview_constant,
    memref_subview_of_cast, memref_subview_trivial, memref_reinterpret_of_metadata,
    memref_reinterpret_constant, memref_view_constant, memref_view_of_cast, memref_expand_of_expand,
    memref_expand_of_collapse, memref_expand_of_cast, memref_collapse_of_collapse,
    memref_collapse_of_expand, memref_collapse_of_cast;
extern const IrCastInterface memref_cast_cast, memref_space_cast;
extern const IrEffectsInterface memref_store_effects, memref_atomic_rmw_effects,
    memref_realloc_effects, memref_dealloc_effects, memref_copy_effects, memref_reshape_effects;
extern const IrRegionBranchInterface memref_alloca_scope_regions;
extern const IrIntRangeInterface memref_dim_range;
bool memref_dim_exists(const IrOp *dim); // there is such a dimension for sure
extern const IrSlotAllocationInterface memref_alloca_slot;
extern const IrSlotAccessInterface memref_load_slot, memref_store_slot;
extern const IrViewInterface memref_whole_view, memref_part_view;

// ---- Constraints. ----
extern const IrTypeConstraint memref_any_constraint;         // also of unknown rank
extern const IrAttrConstraint memref_flag_constraint;        // true; false is not said
extern const IrAttrConstraint memref_atomic_kind_constraint; // i64, prints as a word
extern const IrAttrConstraint memref_map_constraint;         // an affine map
extern const IrAttrConstraint memref_groups_constraint;      // [[0, 1], [2]]

// ---- Layouts. ----
// Ops that say offsets, extents or strides have that many dimensions at most.
enum { MEMREF_MAX_RANK = 32 };

// What a type says of a memref's extents and strides; IR_DYNAMIC where it does not say.
typedef struct MemrefLayout {
  size_t rank;
  int64_t sizes[MEMREF_MAX_RANK], strides[MEMREF_MAX_RANK], offset;
} MemrefLayout;

// False for a layout without strides, and for more dimensions than that.
bool memref_layout_of(IrType memref, MemrefLayout *layout);
// A memref with the element type and space of `like` and that layout, written as strides.
IrType memref_type_of(const MemrefLayout *layout, IrType like);
// The same row-major.
IrType memref_row_major(const int64_t *sizes, size_t rank, IrType like);
bool memref_is_any(IrType type);
// No layout attribute: row-major from the start.
bool memref_is_identity(IrType memref);
// Products and sums of which one side may be IR_DYNAMIC, as the result is then; but 0 of anything
// is 0.
int64_t memref_times(int64_t a, int64_t b);
int64_t memref_plus(int64_t a, int64_t b);
size_t memref_num_dynamic(IrShape shape);
// Fills `extents` with those of `shape`, and numbers for those of its dynamic `sizes` that are
// constants of at least 0; `left` with the other sizes.  How many are left; at most MEMREF_MAX_RANK
// dimensions.
size_t memref_known_extents(IrShape shape, IrValues sizes, int64_t *extents, IrValue **left);
// An error unless there are as many `sizes` as the type has dynamic extents.
IrStatus memref_check_sizes(IrOp *op, IrType memref, size_t sizes);
// An error unless the attribute `alignment` is absent or a power of two.
IrStatus memref_check_alignment(IrOp *op);
// An error unless there is an index for each dimension.
IrStatus memref_check_indices(IrOp *op, IrType memref, size_t num_indices);

// ---- Casts. ----
// Whether memref.cast may go between the two types.
bool memref_may_cast(IrType from, IrType to);
// What a memref.cast with a ranked source makes `memref` of, or NULL.
IrValue *memref_before_cast(IrValue *memref);
// The same for a cast that forgets: no extent, stride or offset is known only after it.
IrValue *memref_before_forgetting(IrValue *memref);
// op(cast(m)) -> op(m) for all operands but `except` (NULL: none).
IrFoldKind memref_fold_casts(IrOp *op, const IrValue *except);
// Replaces `op` by a cast of `value` to the type of its result.
bool memref_replace_by_cast(IrRewriter *rw, IrOp *op, IrValue *value);

// ---- Offsets, extents and strides, each a number or a value. ----
typedef struct MemrefIndex {
  int64_t number; // IR_DYNAMIC: see `value`
  IrValue *value;
} MemrefIndex;

typedef struct MemrefIndices {
  size_t n;
  MemrefIndex at[MEMREF_MAX_RANK];
} MemrefIndices;

// Of an op's attribute of numbers and the operands behind them; false when those do not fit.
bool memref_indices_of(IrAttr numbers, IrValues operands, MemrefIndices *indices);
// The numbers; fills `values`, MEMREF_MAX_RANK of them, with the others.
IrAttr memref_indices_split(IrContext *ctx, const MemrefIndices *indices, IrValue **values,
                            size_t *n);
void memref_numbers(const MemrefIndices *indices, int64_t *numbers);
// The number of an entry, also of one that is a constant op's; IR_DYNAMIC when it is not known.
int64_t memref_index_number(const MemrefIndex *index);
bool memref_indices_equal(const MemrefIndices *a, const MemrefIndices *b);
// Numbers for entries whose value is a constant of at least `least` that is not 0 when `!zero`.
// Whether there were any.
bool memref_indices_fold(MemrefIndices *indices, int64_t least, bool zero);
bool memref_all_are(const MemrefIndices *indices, int64_t number);

// Offsets, extents and strides of memref.subview or memref.reinterpret_cast.
typedef struct MemrefSlice {
  MemrefIndices offsets, sizes, strides;
} MemrefSlice;
bool memref_slice_of(const IrOp *op, MemrefSlice *slice);
// Which dimensions of a subview's source are missing in its result; false when that is not clear.
bool memref_dropped_dims(const IrOp *subview, bool *dropped);

// Whether, as far as numbers say, dimension `dim` of a slice lies inside the source's extent.
bool memref_may_be_inside(const MemrefSlice *slice, size_t dim, int64_t extent);
// The type of such a slice, without the dimensions that are dropped (NULL: none); NULL when the
// source's layout has no strides.
IrType memref_subview_type(IrType source, const MemrefSlice *slice, const bool *dropped);
// Which dimension of the source each one of a transposition's result is; false for another map.
bool memref_permutation(IrAttr map, size_t rank, size_t *source);

// ---- Groups of dimensions: [[0, 1], [2]]. ----
typedef struct MemrefGroups {
  size_t n;
  size_t first[MEMREF_MAX_RANK + 1]; // group i is [first[i], first[i + 1])
} MemrefGroups;
// False unless the groups follow one another and none is empty.
bool memref_groups_of(IrAttr reassociation, MemrefGroups *groups);
IrAttr memref_groups_attr(IrContext *ctx, const MemrefGroups *groups);
// Of memref.expand_shape and memref.collapse_shape; NULL when the layout has no strides, or
// dimensions that are put together lie apart.
IrType memref_expanded_type(IrType source, const int64_t *sizes, size_t rank,
                            const MemrefGroups *groups);
IrType memref_collapsed_type(IrType source, const MemrefGroups *groups);

typedef IR_VEC(IrUnresolved) Unresolved;
// The operands, each of type index, go behind those that `state` has.
IrStatus memref_resolve_indices(IrParser *p, IrOpState *state, const Unresolved *indices);
// `: memref<...>`; another type is an error.
IrStatus memref_parse_type(IrParser *p, IrType *type);

#endif
