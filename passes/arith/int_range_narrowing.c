// arith-int-range-narrowing: integer ops compute with as few bits as their numbers need.
//
//   %r = arith.addi %x, %y : index          %0 = arith.index_castui %x : index to i8
//                                     =>    %1 = arith.index_castui %y : index to i8
//   with %x, %y and %r from 0 to 100        %2 = arith.addi %0, %1 : i8
//                                           %r = arith.index_castui %2 : i8 to index
//
// Ranges are those of the IR as it was.  An op gets narrow operands and a narrow result, which is
// extended again; between two such ops a pair of casts meets, which folds where it can.
//
// Numbers fit N bits as signed or as unsigned ones, or both.  Sums, products and bits do not care
// which.  What reads its operands as signed numbers (divsi, minsi, shrsi, cmpi slt, ...) has to
// have such as fit as signed ones, for 200 in 8 bits is -56; remui has to have unsigned ones, for
// 2^32 and 2^8 leave different remainders.  A shift by N or more would be undefined.
//
// requires: verified IR   preserves: meaning, symbols   breaks: nothing
#include "dialects/arith/arith.h"
#include "ir/analysis/int_range.h"
#include "ir/analysis/tree.h"
#include "ir/edit/conversion.h"
#include "ir/support/vec.h"
#include "passes/arith/arith_passes.h"
#include "passes/arith/build.h"

// ---- Ranges of values that were there, and of those that take their places. ----

typedef struct Narrowing {
  const IrOptionList *widths;
  IrPtrMap number_of; // value -> its place in `ranges`, plus one
  IR_VEC(IrIntRange) ranges;
  uint64_t narrowed;
} Narrowing;

static void set_range(Narrowing *n, const IrValue *value, IrIntRange range) {
  ir_vec_push(&n->ranges, range);
  ir_ptrmap_set(&n->number_of, value, (void *)n->ranges.n);
}

static bool find_range(const Narrowing *n, const IrValue *value, IrIntRange *range) {
  size_t number = (size_t)ir_ptrmap_get(&n->number_of, value);
  if (number) *range = n->ranges.at[number - 1];
  return number != 0;
}

static void note_range(Narrowing *n, IrDataflow *flow, const IrValue *value) {
  IrIntRange range = ir_int_range_of(flow, value);
  if (range.width) set_range(n, value, range);
}

static void note_ranges(Narrowing *n, IrDataflow *flow, IrOp *root) {
  for (IrOp *op = root; op; op = ir_tree_next(op, root)) {
    for (size_t i = 0; op != root && i < ir_op_num_results(op); i++)
      note_range(n, flow, ir_op_result(op, i));
    for (size_t r = 0; r < ir_op_num_regions(op); r++) {
      IR_FOR_BLOCKS(block, ir_op_region(op, r)) {
        for (size_t i = 0; i < ir_block_num_args(block); i++)
          note_range(n, flow, ir_block_arg(block, i));
      }
    }
  }
}

// The next value may have its address.
static void forget(void *user, IrOp *op) {
  Narrowing *n = user;
  for (size_t i = 0; i < ir_op_num_results(op); i++)
    ir_ptrmap_remove(&n->number_of, ir_op_result(op, i));
  for (size_t r = 0; r < ir_op_num_regions(op); r++) {
    IR_FOR_BLOCKS(block, ir_op_region(op, r)) {
      for (size_t i = 0; i < ir_block_num_args(block); i++)
        ir_ptrmap_remove(&n->number_of, ir_block_arg(block, i));
    }
  }
}

// Who simplifies regions tells nobody which values go, so no range is known after that.
static bool simplify(void *user, IrOp *root) {
  Narrowing *n = user;
  IrRegionChanges changes = {0};
  bool changed = ir_simplify_regions(root, true, &changes);
  if (changed) ir_ptrmap_clear(&n->number_of);
  return changed;
}

// ---- What fits. ----

typedef enum Fit {
  FIT_NONE = 0,
  FIT_SIGNED = 1,
  FIT_UNSIGNED = 2,
  FIT_BOTH = FIT_SIGNED | FIT_UNSIGNED,
} Fit;

static Fit fit(IrIntRange range, uint32_t width) {
  if (range.width <= width) return FIT_NONE;
  bool as_signed = range.smin >= ir_int_range_smin(width) && range.smax <= ir_int_range_smax(width);
  return (as_signed ? FIT_SIGNED : 0) | (range.umax <= ir_int_range_umax(width) ? FIT_UNSIGNED : 0);
}

// What an op asks of the numbers that it works on.
typedef enum Need {
  NEED_UNKNOWN, // not to be narrowed
  NEED_ANY,
  NEED_SIGNED,
  NEED_REMAINDER,     // an unsigned one, which a negative number may have too
  NEED_AMOUNT,        // of the second operand, less than the width
  NEED_SIGNED_AMOUNT, // and the first one as a signed number
} Need;

typedef struct Rule {
  const IrOpDef *op;
  Need need;
} Rule;

static Need need_of(const IrOp *op) {
  static const Rule rules[] = {
      {&arith_addi, NEED_ANY},           {&arith_subi, NEED_ANY},
      {&arith_muli, NEED_ANY},           {&arith_mulsi_extended, NEED_SIGNED},
      {&arith_mului_extended, NEED_ANY}, {&arith_divsi, NEED_SIGNED},
      {&arith_divui, NEED_ANY},          {&arith_ceildivsi, NEED_SIGNED},
      {&arith_ceildivui, NEED_ANY},      {&arith_floordivsi, NEED_SIGNED},
      {&arith_remsi, NEED_SIGNED},       {&arith_remui, NEED_REMAINDER},
      {&arith_andi, NEED_ANY},           {&arith_ori, NEED_ANY},
      {&arith_xori, NEED_ANY},           {&arith_shli, NEED_AMOUNT},
      {&arith_shrui, NEED_AMOUNT},       {&arith_shrsi, NEED_SIGNED_AMOUNT},
      {&arith_minsi, NEED_SIGNED},       {&arith_maxsi, NEED_SIGNED},
      {&arith_minui, NEED_ANY},          {&arith_maxui, NEED_ANY},
  };
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
    if (ir_op_is(op, rules[i].op)) return rules[i].need;
  return NEED_UNKNOWN;
}

// Whether -x leaves the same unsigned remainder in `from` bits as in `to`: 2^from - 2^to, by which
// they differ, leaves none.
static bool wraps_alike(IrIntRange modulus, uint32_t from, uint32_t to) {
  int64_t m;
  if (!ir_int_range_is_constant(modulus, &m) || m <= 0) return false;
  return (ir_int_range_umax(from) - ir_int_range_umax(to)) % (uint64_t)m == 0;
}

static bool is_met(Need need, Fit fit, const IrIntRange *operands, uint32_t width) {
  switch (need) {
  case NEED_UNKNOWN:
    return false;
  case NEED_ANY:
    return true;
  case NEED_SIGNED:
    return fit & FIT_SIGNED;
  case NEED_REMAINDER:
    return (fit & FIT_UNSIGNED) || wraps_alike(operands[1], operands[0].width, width);
  case NEED_AMOUNT:
    return operands[1].umax < width;
  case NEED_SIGNED_AMOUNT:
    return operands[1].umax < width && (fit & FIT_SIGNED);
  }
  return false;
}

// ---- Casts ----

static IrValue *cast(IrBuilder *b, IrValue *value, IrType to, Fit fit) {
  IrType from = ir_value_type(value);
  bool is_signed = fit == FIT_SIGNED;
  if (from == to) return value;
  if (ir_type_is_index(ir_type_element(from)) || ir_type_is_index(ir_type_element(to)))
    return build_cast(b, is_signed ? &arith_index_cast : &arith_index_castui, value, to);
  if (build_width(to) < build_width(from)) return build_cast(b, &arith_trunci, value, to);
  return build_cast(b, is_signed ? &arith_extsi : &arith_extui, value, to);
}

// ---- Ops of one type ----

enum { MOST_VALUES = 4 }; // operands and results of an op that may be narrowed

typedef struct Candidate {
  size_t operands, results;
  IrIntRange ranges[MOST_VALUES]; // operands' first
} Candidate;

static bool add_range(const Narrowing *n, Candidate *c, const IrValue *value, size_t at,
                      IrType type) {
  return ir_value_type(value) == type && find_range(n, value, &c->ranges[at]);
}

static bool read_op(const Narrowing *n, const IrOp *op, Candidate *c) {
  c->operands = ir_op_num_operands(op);
  c->results = ir_op_num_results(op);
  IrType type = ir_value_type(ir_op_result(op, 0));
  for (size_t i = 0; i < c->operands; i++)
    if (!add_range(n, c, ir_op_operand(op, i), i, type)) return false;
  for (size_t i = 0; i < c->results; i++)
    if (!add_range(n, c, ir_op_result(op, i), c->operands + i, type)) return false;
  return true;
}

static Fit fit_all(const Candidate *c, uint32_t width) {
  unsigned all = FIT_BOTH;
  for (size_t i = 0; i < c->operands + c->results; i++) all &= fit(c->ranges[i], width);
  return (Fit)all;
}

// Not to wrap as a signed number of fewer bits is more than was promised, where they are unsigned.
static void drop_promises(IrOp *op, Fit fit) {
  unsigned kept = fit & FIT_SIGNED ? ARITH_NSW | ARITH_NUW : ARITH_NUW;
  IrContext *ctx = ir_op_context(op);
#define DROP(id) \
  if (IS(op, id)) \
    SET_ATTR(op, id, overflowFlags, \
             arith_overflow_attr(ctx, kept &arith_overflow_flags(GET(op, id, overflowFlags))));
  DROP(arith_addi)
  DROP(arith_subi)
  DROP(arith_muli)
  DROP(arith_shli)
#undef DROP
}

// A number that is not negative is cast as an unsigned one, which says so.
static void cast_operands(IrBuilder *b, const IrOp *op, const Candidate *c, IrType to, Fit fit,
                          IrValue **out) {
  for (size_t i = 0; i < c->operands; i++) {
    bool again = i > 0 && ir_op_operand(op, i) == ir_op_operand(op, 0);
    Fit how = fit == FIT_SIGNED && c->ranges[i].smin >= 0 ? FIT_BOTH : fit;
    out[i] = again ? out[0] : cast(b, ir_op_operand(op, i), to, how);
  }
}

static bool narrow(IrRewriter *rw, IrOp *op, const Candidate *c, uint32_t width, Fit fit) {
  Narrowing *n = ir_rewriter_user(rw);
  IrBuilder *b = ir_rewriter_builder(rw);
  IrType from = ir_value_type(ir_op_result(op, 0)), to = build_int_like(from, width);
  IrValue *operands[MOST_VALUES], *results[MOST_VALUES];
  IrType types[MOST_VALUES] = {to, to, to, to};
  cast_operands(b, op, c, to, fit, operands);
  IrOp *made =
      ir_create_like(rw, op, (IrValues){operands, c->operands}, (IrTypes){types, c->results});
  drop_promises(made, fit);
  for (size_t i = 0; i < c->results; i++) {
    results[i] = cast(b, ir_op_result(made, i), from, fit);
    set_range(n, results[i], c->ranges[c->operands + i]);
  }
  n->narrowed++;
  return ir_replace_values(rw, op, results, c->results);
}

IR_PATTERN_ANY(narrow_elementwise, 1, "op (x : i64) : i64 -> ext (op (trunc x : i8) : i8)", 0) {
  Narrowing *n = ir_rewriter_user(rw);
  Need need = need_of(op);
  Candidate c;
  if (need == NEED_UNKNOWN) return false;
  if (!read_op(n, op, &c)) return ir_no_match(rw, op, "a range is not known");
  for (size_t i = 0; i < n->widths->n; i++) {
    uint32_t width = (uint32_t)n->widths->ints[i];
    Fit how = fit_all(&c, width);
    if (how != FIT_NONE && is_met(need, how, c.ranges, width))
      return narrow(rw, op, &c, width, how);
  }
  return ir_no_match(rw, op, "its numbers need more bits");
}

// ---- Comparisons ----

static bool compares_signed(const IrOp *op) {
  ArithCmpI predicate = (ArithCmpI)ir_attr_int(GET(op, arith_cmpi, predicate));
  return predicate >= ARITH_SLT && predicate <= ARITH_SGE;
}

IR_PATTERN(narrow_comparison, arith_cmpi, 1, "cmpi (x, y : i64) -> cmpi (trunc x, trunc y : i8)") {
  Narrowing *n = ir_rewriter_user(rw);
  IrIntRange ranges[2];
  IrValue *lhs = ir_op_operand(op, 0), *rhs = ir_op_operand(op, 1), *result = ir_op_result(op, 0);
  if (!find_range(n, lhs, &ranges[0]) || !find_range(n, rhs, &ranges[1]))
    return ir_no_match(rw, op, "a range is not known");
  for (size_t i = 0; i < n->widths->n; i++) {
    uint32_t width = (uint32_t)n->widths->ints[i];
    Fit left = fit(ranges[0], width), right = fit(ranges[1], width), both = left & right;
    if (both == FIT_NONE || (compares_signed(op) && !(both & FIT_SIGNED))) continue;
    IrBuilder *b = ir_rewriter_builder(rw);
    IrType to = build_int_like(ir_value_type(lhs), width), type = ir_value_type(result);
    IrValue *l = cast(b, lhs, to, left), *r = lhs == rhs ? l : cast(b, rhs, to, right);
    IrOp *made = ir_create_like(rw, op, (IrValues){(IrValue *[]){l, r}, 2}, (IrTypes){&type, 1});
    IrIntRange range;
    if (find_range(n, result, &range)) set_range(n, ir_op_result(made, 0), range);
    n->narrowed++;
    return ir_replace(rw, op, ir_op_result(made, 0));
  }
  return ir_no_match(rw, op, "its numbers need more bits");
}

// ---- The pass ----

static IrStatus check_widths(IrOp *root, const IrOptionList *widths) {
  IrContext *ctx = ir_op_context(root);
  for (size_t i = 0; i < widths->n; i++) {
    if (widths->ints[i] >= 1 && widths->ints[i] <= 64) continue;
    (void)ir_error(ctx, ir_op_loc(root),
                   "int-bitwidths-supported has {}, which is no width of 1 to 64", widths->ints[i]);
    ir_help(ctx, "write the widths to compute with, the ones to try first in front: 8,16,32");
    return IR_FAILED;
  }
  if (widths->n == 0)
    ir_warning(ctx, ir_op_loc(root),
               "no int-bitwidths-supported are given, so nothing is to be done");
  return IR_OK;
}

IrStatus arith_int_range_narrowing_run(IrPassRun *run, IrOp *root) {
  const struct arith_int_range_narrowing_decl *self = run->decl;
  Narrowing n = {.widths = self->options.int_bitwidths_supported};
  IR_TRY(check_widths(root, n.widths));
  IrDataflow *flow = ir_analysis_get(run, &ir_int_ranges_kept, root);
  if (!flow) return IR_FAILED;
  note_ranges(&n, flow, root);
  const IrPattern *const patterns[] = {&narrow_elementwise, &narrow_comparison};
  const IrRewriteListener listener = {.size = sizeof listener, .user = &n, .erased = forget};
  IrStatus status = ir_rewrite_greedily(root, patterns, 2,
                                        &(IrGreedyOptions){.fold = true,
                                                           .bottom_up = true,
                                                           .listener = &listener,
                                                           .after_iteration = simplify,
                                                           .user = &n});
  self->stats->ops += n.narrowed;
  ir_ptrmap_free(&n.number_of);
  ir_vec_free(&n.ranges);
  return status;
}
