// Two questions about an index tile x along a dimension, each answered from its operands:
//
//   group   aligned runs of how many elements are equal (a power of two): everything that does not
//           change is LIMIT, a comparison of a run with a multiple of 8 that does not change is 8
//   run     is x = c + coordinate, and what divides c
//
// Integers may wrap around, as they do at multiples of a power of two: what divides c is taken to
// be at most that power, so that no aligned group has it in the middle.
#include "passes/mem/contiguity.h"

#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/tile/target.h"
#include "dialects/tile/tile.h"
#include "ir/edit/rewriter.h"
#include "passes/mem/divisibility.h"
#include "passes/tile/access.h"

enum { MAX_VALUES = 256 }; // looked at for one answer
static const int64_t LIMIT = (int64_t)1 << 30;

typedef struct Search {
  IrOp *kernel;
  unsigned left;
} Search;

static int64_t min(int64_t a, int64_t b) {
  return a < b ? a : b;
}

static IrShape shape_of(const IrValue *value) {
  return ir_type_shape(ir_value_type(value));
}

// ---- Ops that only move elements

typedef enum Source {
  SOURCE_NONE,   // the op makes elements, or moves them in another way
  SOURCE_ALONG,  // along its operand's dimension `*axis`
  SOURCE_REPEATS // all along the dimension are one
} Source;

static Source source_of_broadcast(const IrOp *op, size_t *axis) {
  IrShape from = shape_of(ir_op_operand(op, 0)), to = shape_of(ir_op_result(op, 0));
  size_t lead = to.rank - from.rank;
  if (*axis < lead || from.at[*axis - lead] != to.at[*axis]) return SOURCE_REPEATS;
  *axis -= lead;
  return SOURCE_ALONG;
}

// A reshape that only puts extents of 1 in or takes them out.
static Source source_of_reshape(const IrOp *op, size_t *axis) {
  IrShape from = shape_of(ir_op_operand(op, 0)), to = shape_of(ir_op_result(op, 0));
  size_t i = 0, found = 0;
  for (size_t k = 0; k < to.rank; k++) {
    if (to.at[k] == 1) continue;
    while (i < from.rank && from.at[i] == 1) i++;
    if (i == from.rank || from.at[i] != to.at[k]) return SOURCE_NONE;
    if (k == *axis) found = i;
    i++;
  }
  *axis = found;
  return SOURCE_ALONG;
}

static Source source_of(const IrOp *op, size_t *axis) {
  if (IS(op, tile_broadcast)) return source_of_broadcast(op, axis);
  if (IS(op, tile_reshape)) return source_of_reshape(op, axis);
  if (IS(op, tile_convert_layout)) return SOURCE_ALONG;
  if (IS(op, tile_expand_dims)) {
    size_t inserted = (size_t)ir_attr_int(GET(op, tile_expand_dims, axis));
    if (*axis > inserted) (*axis)--;
    return SOURCE_ALONG;
  }
  if (!IS(op, tile_trans)) return SOURCE_NONE;
  unsigned dims[TILE_LAYOUT_RANK];
  tile_trans_dims(op, dims);
  *axis = dims[*axis];
  return SOURCE_ALONG;
}

// ---- Runs and groups

static int64_t group(Search *s, const IrValue *value, size_t axis);
static bool run(Search *s, const IrValue *value, size_t axis, int64_t *start);

static bool is_fixed(Search *s, const IrValue *value, size_t axis) {
  return group(s, value, axis) >= LIMIT;
}

// Whether both are compared so that the answer changes in front of `bound` alone.
static bool changes_at_bound(IrAttr predicate, bool bound_is_right) {
  switch (ir_attr_int(predicate)) {
  case ARITH_SLT:
  case ARITH_ULT:
  case ARITH_SGE:
  case ARITH_UGE:
    return bound_is_right;
  case ARITH_SGT:
  case ARITH_UGT:
  case ARITH_SLE:
  case ARITH_ULE:
    return !bound_is_right;
  default:
    return false;
  }
}

// c + coordinate < b: groups that begin at multiples of what divides both are on one side.
static int64_t group_of_comparison(Search *s, const IrOp *op, size_t axis) {
  for (size_t i = 0; i < 2; i++) {
    const IrValue *moving = ir_op_operand(op, i), *bound = ir_op_operand(op, 1 - i);
    int64_t start;
    if (!changes_at_bound(GET(op, arith_cmpi, predicate), i == 0)) continue;
    if (run(s, moving, axis, &start) && is_fixed(s, bound, axis))
      return min(start, divisor_of_value(s->kernel, bound));
  }
  return 1;
}

static int64_t group_of_op(Search *s, const IrOp *op, size_t axis) {
  size_t from = axis;
  if (ir_op_has_trait(op, IR_CONSTANT_LIKE)) return LIMIT; // one element everywhere
  if (IS(op, tile_splat)) return LIMIT;
  if (IS(op, tile_iota)) return (int64_t)axis != ir_attr_int(GET(op, tile_iota, axis)) ? LIMIT : 1;
  Source source = source_of(op, &from);
  if (source == SOURCE_REPEATS) return LIMIT;
  if (source == SOURCE_ALONG) return group(s, ir_op_operand(op, 0), from);
  bool is_pure =
      ir_op_has_trait(op, IR_PURE) && (ir_op_has_trait(op, IR_ELEMENTWISE) || IS(op, arith_select));
  if (!is_pure && !IS(op, tile_gather)) return 1;
  int64_t least = LIMIT;
  for (size_t i = 0; i < ir_op_num_operands(op); i++)
    least = min(least, group(s, ir_op_operand(op, i), axis));
  if (least < LIMIT && IS(op, arith_cmpi)) {
    int64_t compared = group_of_comparison(s, op, axis);
    if (compared > least) return compared;
  }
  return least;
}

static int64_t group(Search *s, const IrValue *value, size_t axis) {
  if (ir_type_kind(ir_value_type(value)) != IR_TYPE_TENSOR) return LIMIT;
  IrShape shape = shape_of(value);
  if (axis >= shape.rank || shape.at[axis] == 1) return LIMIT;
  const IrOp *op = ir_value_op(value);
  if (!op || s->left == 0) return 1;
  s->left--;
  return group_of_op(s, op, axis);
}

static bool keeps_runs(const IrOp *op) {
  return IS(op, arith_index_cast) || IS(op, arith_index_castui) || IS(op, arith_extsi) ||
         IS(op, arith_extui) || IS(op, arith_trunci);
}

// x + c, c + x, x - c
static bool run_of_sum(Search *s, const IrOp *op, size_t axis, int64_t *start) {
  for (size_t i = 0; i < (IS(op, arith_subi) ? 1 : 2); i++) {
    const IrValue *moving = ir_op_operand(op, i), *fixed = ir_op_operand(op, 1 - i);
    if (!run(s, moving, axis, start) || !is_fixed(s, fixed, axis)) continue;
    *start = min(*start, divisor_of_value(s->kernel, fixed));
    return true;
  }
  return false;
}

static bool run_of_op(Search *s, const IrOp *op, size_t axis, int64_t *start) {
  if (IS(op, tile_iota)) return (int64_t)axis == ir_attr_int(GET(op, tile_iota, axis));
  if (IS(op, arith_addi) || IS(op, arith_subi)) return run_of_sum(s, op, axis, start);
  if (keeps_runs(op)) return run(s, ir_op_operand(op, 0), axis, start);
  return source_of(op, &axis) == SOURCE_ALONG && run(s, ir_op_operand(op, 0), axis, start);
}

// How many numbers the integers count on from a multiple of it, be they signed or not.
static int64_t numbers_without_wrap(const IrValue *value) {
  IrType element = ir_type_element(ir_value_type(value));
  bool is_narrow = ir_type_kind(element) == IR_TYPE_INTEGER && ir_type_width(element) <= 30;
  return is_narrow ? (int64_t)1 << (ir_type_width(element) - 1) : LIMIT;
}

static bool run(Search *s, const IrValue *value, size_t axis, int64_t *start) {
  const IrOp *op = ir_value_op(value);
  if (!op || ir_type_kind(ir_value_type(value)) != IR_TYPE_TENSOR || s->left == 0) return false;
  s->left--;
  *start = LIMIT;
  if (!run_of_op(s, op, axis, start)) return false;
  *start = min(*start, numbers_without_wrap(value));
  return true;
}

// ---- Accesses

static int64_t group_of_mask(IrOp *kernel, const IrValue *mask, int axis) {
  Search s = {kernel, MAX_VALUES};
  return mask ? group(&s, mask, (size_t)axis) : LIMIT;
}

static AccessRun run_at_offset(IrOp *kernel, IrValues indices, int contiguous, IrShape tile) {
  int axis = contiguous - (int)(indices.n - tile.rank);
  if (axis < 0) return (AccessRun){.axis = -1};
  return (AccessRun){axis, divisor_of_value(kernel, indices.at[contiguous]), LIMIT};
}

AccessRun access_run_of(IrOp *kernel, const IrValue *memory, IrValues indices, const IrValue *mask,
                        IrShape tile) {
  IrType type = ir_value_type(memory);
  int contiguous = ir_type_kind(type) == IR_TYPE_MEMREF ? access_contiguous_dim(type) : -1;
  AccessRun result = {.axis = -1};
  if (contiguous < 0) return result;
  if (!tile_has_index_tile(indices)) {
    result = run_at_offset(kernel, indices, contiguous, tile);
    if (result.axis >= 0) result.masked = group_of_mask(kernel, mask, result.axis);
    return result;
  }
  for (size_t axis = tile.rank; axis-- > 0 && result.axis < 0;) {
    Search s = {kernel, MAX_VALUES};
    bool runs = tile.at[axis] > 1 && run(&s, indices.at[contiguous], axis, &result.start);
    for (size_t d = 0; d < indices.n && runs; d++)
      runs = (int)d == contiguous || is_fixed(&s, indices.at[d], axis);
    if (runs) result.axis = (int)axis;
  }
  if (result.axis >= 0) result.masked = group_of_mask(kernel, mask, result.axis);
  return result;
}

int64_t access_run_width(IrOp *kernel, const IrValue *memory, const AccessRun *run_along,
                         int64_t limit) {
  if (run_along->axis < 0) return 1;
  size_t dim = (size_t)access_contiguous_dim(ir_value_type(memory));
  return divisor_of_row(kernel, memory, dim, min(limit, run_along->start));
}

int64_t access_run_edge(IrOp *kernel, const IrValue *memory, const AccessRun *run_along,
                        int64_t width) {
  if (width == 1) return 1;
  size_t dim = (size_t)access_contiguous_dim(ir_value_type(memory));
  return min(min(width, run_along->masked), divisor_of_extent(kernel, memory, dim));
}

// Floats in global memory: two f16 are one word; more came with sm_90.
int64_t access_combined_at_once(IrOp *kernel, const IrValue *memory, IrAttr kind) {
  IrType type = ir_value_type(memory), element = tile_memory_element(type);
  if (mem_is_buffer(type) || mem_atomic_kind(kind) != MEM_ADDF || ir_type_width(element) > 32)
    return 1;
  if (tile_target_of(kernel)->arch >= 90) return ACCESS_BYTES / mem_element_bytes(element);
  return ir_type_width(element) == 16 && ir_type_float_kind(element) == IR_F16 ? 2 : 1;
}
