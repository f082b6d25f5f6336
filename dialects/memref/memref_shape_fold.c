// Folds and canonicalizations of memref.expand_shape and memref.collapse_shape: two in a row are
// one, or none, and casts that forget go behind them.  Rules that put two together are for
// row-major memrefs only, whose layout says nothing that the groups would have to explain.
#include "dialects/arith/arith.h"
#include "dialects/memref/memref_impl.h"

static IrType result_type(const IrOp *op) {
  return ir_value_type(ir_op_result(op, 0));
}

static IrType source_type(const IrOp *op) {
  return ir_value_type(ir_op_operand(op, 0));
}

static IrShape sub_shape(IrShape shape, const MemrefGroups *groups, size_t g) {
  return (IrShape){shape.at + groups->first[g], groups->first[g + 1] - groups->first[g]};
}

static bool groups_of_op(const IrOp *op, MemrefGroups *groups) {
  return memref_groups_of(ir_op_attr(op, "reassociation"), groups);
}

static bool all_row_major(const IrOp *op, const IrOp *under) {
  return memref_is_identity(source_type(under)) && memref_is_identity(source_type(op)) &&
         memref_is_identity(result_type(op));
}

// ---- Building. ----

static IrValue *build_expand(IrRewriter *rw, IrValue *source, const MemrefGroups *groups,
                             const MemrefIndices *shape, IrType type) {
  IrValue *values[MEMREF_MAX_RANK];
  size_t n;
  IrAttr numbers = memref_indices_split(ir_rewriter_context(rw), shape, values, &n);
  return BUILD1(ir_rewriter_builder(rw), memref_expand_shape, .src = source,
                .output_shape = {values, n},
                .reassociation = memref_groups_attr(ir_rewriter_context(rw), groups),
                .static_output_shape = numbers, .result_type = type);
}

static IrValue *build_collapse(IrRewriter *rw, IrValue *source, const MemrefGroups *groups,
                               IrType type) {
  return BUILD1(ir_rewriter_builder(rw), memref_collapse_shape, .src = source,
                .reassociation = memref_groups_attr(ir_rewriter_context(rw), groups),
                .result_type = type);
}

static bool output_shape_of(const IrOp *expand, MemrefIndices *shape) {
  return memref_indices_of(GET(expand, memref_expand_shape, static_output_shape),
                           GET(expand, memref_expand_shape, output_shape), shape);
}

// ---- Folds. ----

// Whether `op` undoes `under` for sure, their outer types being equal.
static bool undoes(const IrOp *op, const IrOp *under) {
  IrShape shape = ir_type_shape(source_type(under));
  MemrefGroups groups;
  if (memref_num_dynamic(shape) < 2) return true;
  if (ir_op_attr(op, "reassociation") != ir_op_attr(under, "reassociation")) return false;
  if (shape.rank < ir_type_shape(result_type(under)).rank) return true;
  if (!groups_of_op(op, &groups)) return false;
  for (size_t g = 0; g < groups.n; g++)
    if (memref_num_dynamic(sub_shape(shape, &groups, g)) > 1) return false;
  return true;
}

static IrFoldKind fold_shape(IrOp *op, IrOp *under, IrFolded *results) {
  // to the same type -> m
  results[0].value = ir_op_operand(op, 0);
  if (source_type(op) == result_type(op)) return IR_FOLD_VALUES;
  // collapse(expand(m)) -> m, and the reverse
  if (!under || source_type(under) != result_type(op) || !undoes(op, under)) return IR_FOLD_NONE;
  results[0].value = ir_op_operand(under, 0);
  return IR_FOLD_VALUES;
}

IrFoldKind memref_expand_shape_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  (void)operands;
  return fold_shape(op, DEF(ir_op_operand(op, 0), memref_collapse_shape), results);
}

IrFoldKind memref_collapse_shape_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  (void)operands;
  return fold_shape(op, DEF(ir_op_operand(op, 0), memref_expand_shape), results);
}

// ---- Two of a kind. ----

// The groups of both in one; `fine` has a group for each dimension that `coarse` groups.
static bool compose(const MemrefGroups *fine, const MemrefGroups *coarse, MemrefGroups *out) {
  out->n = coarse->n;
  out->first[0] = 0;
  if (fine->n == coarse->n) return false;
  if (coarse->n == 0) return true;
  if (coarse->first[coarse->n] != fine->n) return false;
  for (size_t g = 0; g < coarse->n; g++) out->first[g + 1] = fine->first[coarse->first[g + 1]];
  return true;
}

IR_PATTERN(memref_expand_of_expand, memref_expand_shape, 1, "expand(expand(m)) -> expand(m)") {
  IrOp *under = DEF(ir_op_operand(op, 0), memref_expand_shape);
  MemrefGroups fine, coarse, groups;
  MemrefIndices shape;
  if (!under) return ir_no_match(rw, op, "the source is not expanded");
  if (!all_row_major(op, under)) return ir_no_match(rw, op, "a layout is not row-major");
  if (!groups_of_op(op, &fine) || !groups_of_op(under, &coarse) ||
      !compose(&fine, &coarse, &groups) || !output_shape_of(op, &shape))
    return ir_no_match(rw, op, "the groups do not compose");
  return ir_replace(rw, op,
                    build_expand(rw, ir_op_operand(under, 0), &groups, &shape, result_type(op)));
}

IR_PATTERN(memref_collapse_of_collapse, memref_collapse_shape, 1,
           "collapse(collapse(m)) -> collapse(m)") {
  IrOp *under = DEF(ir_op_operand(op, 0), memref_collapse_shape);
  MemrefGroups fine, coarse, groups;
  if (!under) return ir_no_match(rw, op, "the source is not collapsed");
  if (!all_row_major(op, under)) return ir_no_match(rw, op, "a layout is not row-major");
  if (!groups_of_op(under, &fine) || !groups_of_op(op, &coarse) ||
      !compose(&fine, &coarse, &groups))
    return ir_no_match(rw, op, "the groups do not compose");
  return ir_replace(rw, op, build_collapse(rw, ir_op_operand(under, 0), &groups, result_type(op)));
}

// ---- collapse(expand(m)) ----

// Between `high`, whose groups end more often, and `low`: which groups of `high` make each of
// `low`.  False when one ends inside another.
static bool regroup(const MemrefGroups *high, const MemrefGroups *low, MemrefGroups *out) {
  size_t at = 0;
  out->n = low->n;
  out->first[0] = 0;
  for (size_t g = 0; g < low->n; g++) {
    while (at < high->n && high->first[at + 1] <= low->first[g + 1]) at++;
    if (high->first[at] != low->first[g + 1] || at == out->first[g]) return false;
    out->first[g + 1] = at;
  }
  return true;
}

// The extent of dimensions [first, end) together.
static MemrefIndex product_of(IrBuilder *b, const MemrefIndices *shape, size_t first, size_t end) {
  MemrefIndex product = {1, NULL};
  for (size_t i = first; i < end; i++) {
    int64_t number = memref_index_number(&shape->at[i]);
    IrValue *value = shape->at[i].value;
    if (number != IR_DYNAMIC)
      product.number *= number;
    else if (!product.value)
      product.value = value;
    else
      product.value = BUILD1(b, arith_muli, .lhs = product.value, .rhs = value);
  }
  if (product.value && product.number != 1)
    product.value =
        BUILD1(b, arith_muli, .lhs = product.value, .rhs = arith_index_constant(b, product.number));
  if (product.value) product.number = IR_DYNAMIC;
  return product;
}

static bool expand_less(IrRewriter *rw, IrOp *op, IrOp *expand, const MemrefGroups *collapsed,
                        const MemrefGroups *groups) {
  MemrefIndices whole, shape = {.n = collapsed->n};
  if (!output_shape_of(expand, &whole)) return ir_no_match(rw, op, "has too many dimensions");
  for (size_t g = 0; g < collapsed->n; g++)
    shape.at[g] =
        product_of(ir_rewriter_builder(rw), &whole, collapsed->first[g], collapsed->first[g + 1]);
  return ir_replace(rw, op,
                    build_expand(rw, ir_op_operand(expand, 0), groups, &shape, result_type(op)));
}

IR_PATTERN(memref_collapse_of_expand, memref_collapse_shape, 1,
           "collapse(expand(m)) -> one of the two, or a cast") {
  IrOp *expand = DEF(ir_op_operand(op, 0), memref_expand_shape);
  MemrefGroups expanded, collapsed, groups;
  if (!expand) return ir_no_match(rw, op, "the source is not expanded");
  IrType from = source_type(expand), to = result_type(op);
  size_t from_rank = ir_type_shape(from).rank, to_rank = ir_type_shape(to).rank;
  if (from == to || !memref_is_identity(source_type(op)) || !memref_is_identity(from))
    return ir_no_match(rw, op, "a layout is not row-major");
  if (!groups_of_op(expand, &expanded) || !groups_of_op(op, &collapsed))
    return ir_no_match(rw, op, "has too many dimensions");
  bool fits = from_rank > to_rank ? regroup(&expanded, &collapsed, &groups)
                                  : regroup(&collapsed, &expanded, &groups);
  if (!fits) return ir_no_match(rw, op, "a group of one ends inside one of the other");
  if (from_rank < to_rank) return expand_less(rw, op, expand, &collapsed, &groups);
  if (from_rank == to_rank) return memref_replace_by_cast(rw, op, ir_op_operand(expand, 0));
  return ir_replace(rw, op, build_collapse(rw, ir_op_operand(expand, 0), &groups, to));
}

// ---- expand(collapse(m)) ----

// A run of dimensions, [left, right).
typedef struct Run {
  size_t left, right;
} Run;

// The next dynamic dimension from `at` on; all to the end when `last`.
static bool run_of_dynamic(IrShape source, size_t at, bool last, Run *run) {
  size_t i = at;
  while (i < source.rank && source.at[i] != IR_DYNAMIC) i++;
  *run = (Run){at, last ? source.rank : i + 1};
  return i < source.rank;
}

// The first run of static dimensions from `at` on whose extents multiply to `size`, and with
// `last` the extents of 1 behind it.
static bool run_of_size(IrShape source, size_t at, int64_t size, bool last, Run *run) {
  int64_t product = 1;
  *run = (Run){at, at};
  for (size_t i = at; i < source.rank; i++) {
    int64_t extent = source.at[i];
    run->right = i + 1;
    if (extent == IR_DYNAMIC) {
      product = 1;
      run->left = i + 1;
      continue;
    }
    product = memref_times(product, extent);
    if (product == IR_DYNAMIC) return false; // more than any extent
    for (; product > size && run->left < i; run->left++) product /= source.at[run->left];
    if (product != size) continue;
    while (last && run->right < source.rank && source.at[run->right] == 1) run->right++;
    return true;
  }
  return false;
}

// Runs of `source` for each dimension of `target`, found from the left.
static bool find_runs(IrShape source, IrShape target, Run *runs) {
  size_t at = 0;
  for (size_t d = 0; d < target.rank; d++) {
    bool last = d + 1 == target.rank;
    if (at >= source.rank) return false;
    bool found = target.at[d] == IR_DYNAMIC ? run_of_dynamic(source, at, last, &runs[d])
                                            : run_of_size(source, at, target.at[d], last, &runs[d]);
    if (!found) return false;
    // What was passed over belongs to a dynamic dimension before.
    if (runs[d].left > at) {
      if (d == 0 || target.at[d - 1] != IR_DYNAMIC) return false;
      runs[d - 1].right = runs[d].left;
    }
    at = runs[d].right;
  }
  return at == source.rank;
}

static IrShape reversed(IrShape shape, int64_t *into) {
  for (size_t i = 0; i < shape.rank; i++) into[i] = shape.at[shape.rank - 1 - i];
  return (IrShape){into, shape.rank};
}

// Where two ways of cutting differ, only extents of 1 may lie.
static bool same_but_ones(IrShape source, Run a, Run b) {
  for (size_t i = 0; i < source.rank; i++) {
    bool in_a = i >= a.left && i < a.right, in_b = i >= b.left && i < b.right;
    if (in_a != in_b && source.at[i] != 1) return false;
  }
  return true;
}

// Groups of `source` that make `target`, when the shapes leave only one way; they are found from
// the left and, as a check, from the right.
static bool groups_for_shapes(IrShape source, IrShape target, size_t offset, MemrefGroups *out) {
  Run runs[MEMREF_MAX_RANK], back[MEMREF_MAX_RANK];
  int64_t a[MEMREF_MAX_RANK], b[MEMREF_MAX_RANK];
  if (source.rank <= target.rank) return false;
  if (target.rank == 0) {
    for (size_t i = 0; i < source.rank; i++)
      if (source.at[i] != 1 && source.at[i] != IR_DYNAMIC) return false;
    return true;
  }
  if (!find_runs(source, target, runs) ||
      !find_runs(reversed(source, a), reversed(target, b), back))
    return false;
  for (size_t d = 0; d < target.rank; d++) {
    Run other = back[target.rank - 1 - d];
    other = (Run){source.rank - other.right, source.rank - other.left};
    if (!same_but_ones(source, runs[d], other)) return false;
    out->first[++out->n] = offset + runs[d].right;
  }
  return true;
}

// How `large`, cut by `fine`, collapses to `small`, cut by `coarse`; both make the same shape.
static bool find_collapse(IrShape large, const MemrefGroups *fine, IrShape small,
                          const MemrefGroups *coarse, MemrefGroups *out) {
  *out = (MemrefGroups){0};
  if (fine->n == 0) return groups_for_shapes(large, small, 0, out);
  for (size_t g = 0; g < fine->n; g++) {
    IrShape a = sub_shape(large, fine, g), b = sub_shape(small, coarse, g);
    if (memref_num_dynamic(a) >= 2 && memref_num_dynamic(b) >= 2) return false;
    if (a.rank != b.rank) {
      if (!groups_for_shapes(a, b, fine->first[g], out)) return false;
      continue;
    }
    for (size_t i = 0; i < a.rank; i++) {
      if (a.at[i] != b.at[i]) return false;
      out->first[++out->n] = fine->first[g] + i + 1;
    }
  }
  return true;
}

IR_PATTERN(memref_expand_of_collapse, memref_expand_shape, 1,
           "expand(collapse(m)) -> one of the two") {
  IrOp *collapse = DEF(ir_op_operand(op, 0), memref_collapse_shape);
  MemrefGroups fine, coarse, groups;
  MemrefIndices output;
  if (!collapse) return ir_no_match(rw, op, "the source is not collapsed");
  if (!memref_is_identity(source_type(op)) || !memref_is_identity(source_type(collapse)))
    return ir_no_match(rw, op, "a layout is not row-major");
  IrShape from = ir_type_shape(source_type(collapse)), to = ir_type_shape(result_type(op));
  if (from.rank == to.rank || !groups_of_op(collapse, &fine) || !groups_of_op(op, &coarse) ||
      !output_shape_of(op, &output))
    return ir_no_match(rw, op, "neither of the two alone has that result");
  bool less = from.rank > to.rank;
  bool fits = less ? find_collapse(from, &fine, to, &coarse, &groups)
                   : find_collapse(to, &coarse, from, &fine, &groups);
  if (!fits) return ir_no_match(rw, op, "the shapes do not say how the groups go together");
  IrValue *source = ir_op_operand(collapse, 0);
  return ir_replace(rw, op,
                    less ? build_collapse(rw, source, &groups, result_type(op))
                         : build_expand(rw, source, &groups, &output, result_type(op)));
}

// ---- Casts. ----

// No group becomes dynamic or static by the sizes that are known without the cast.
static bool keeps_dynamic(IrShape source, const MemrefIndices *shape, const MemrefGroups *groups) {
  for (size_t g = 0; g < groups->n; g++) {
    bool dynamic = false;
    for (size_t i = groups->first[g]; i < groups->first[g + 1]; i++)
      dynamic |= shape->at[i].number == IR_DYNAMIC;
    if (dynamic != (source.at[g] == IR_DYNAMIC)) return false;
  }
  return true;
}

IR_PATTERN(memref_expand_of_cast, memref_expand_shape, 1,
           "expand(cast(m)) -> cast(expand(m)), for a cast that forgets") {
  IrValue *source = memref_before_forgetting(ir_op_operand(op, 0));
  MemrefGroups groups;
  MemrefIndices shape;
  int64_t sizes[MEMREF_MAX_RANK];
  if (!source) return ir_no_match(rw, op, "the source is not a cast that forgets");
  if (!groups_of_op(op, &groups) || !output_shape_of(op, &shape))
    return ir_no_match(rw, op, "has too many dimensions");
  memref_indices_fold(&shape, 0, true);
  if (!keeps_dynamic(ir_type_shape(ir_value_type(source)), &shape, &groups))
    return ir_no_match(rw, op, "only the cast says what of its sizes is known");
  memref_numbers(&shape, sizes);
  IrType type = memref_expanded_type(ir_value_type(source), sizes, shape.n, &groups);
  if (!type) return ir_no_match(rw, op, "the layout has no strides");
  if (type == result_type(op)) {
    ir_op_set_operand(op, 0, source);
    return ir_changed(rw, op);
  }
  return memref_replace_by_cast(rw, op, build_expand(rw, source, &groups, &shape, type));
}

IR_PATTERN(memref_collapse_of_cast, memref_collapse_shape, 1,
           "collapse(cast(m)) -> cast(collapse(m)), for a cast that forgets") {
  IrValue *source = memref_before_forgetting(ir_op_operand(op, 0));
  MemrefGroups groups;
  if (!source) return ir_no_match(rw, op, "the source is not a cast that forgets");
  if (!groups_of_op(op, &groups)) return ir_no_match(rw, op, "has too many dimensions");
  IrType type = memref_collapsed_type(ir_value_type(source), &groups);
  if (!type) return ir_no_match(rw, op, "the dimensions may lie apart");
  if (type == result_type(op)) {
    ir_op_set_operand(op, 0, source);
    return ir_changed(rw, op);
  }
  return memref_replace_by_cast(rw, op, build_collapse(rw, source, &groups, type));
}
