// Divisors propagate bottom-up over the ops that index arithmetic consists of.  Only powers of two
// matter to vector widths, so a divisor is the lowest set bit: of a sum the smaller of both, of a
// product both together.  They hold for integers that wrap around as well, as 2^30 divides what is
// lost.  The head of a loop is looked at once: its counter, and sums that it carries.
#include "passes/mem/divisibility.h"

#include "dialects/arith/arith.h"
#include "dialects/scf/scf.h"
#include "dialects/tile/kernel.h"
#include "dialects/tile/tile.h"
#include "ir/edit/rewriter.h"

// Values looked at for one answer: sums of sums share what they are made of, so going down each
// side may come by the same value again and again.
enum { MAX_VALUES = 256 };
static const int64_t LIMIT = (int64_t)1 << 30;

static int64_t clamp(int64_t divisor) {
  return divisor > LIMIT || divisor <= 0 ? LIMIT : divisor;
}

static int64_t lowest_bit(int64_t number) {
  return number == 0 ? LIMIT : clamp((int64_t)((uint64_t)number & (0 - (uint64_t)number)));
}

static int64_t min(int64_t a, int64_t b) {
  return a < b ? a : b;
}

int64_t divisor_of_name(IrOp *kernel, IrStr name) {
  return lowest_bit(tile_kernel_multiple(kernel, name));
}

static int64_t max(int64_t a, int64_t b) {
  return a > b ? a : b;
}

// What one question is about, and how many more values may be looked at.
typedef struct Search {
  IrOp *kernel;
  unsigned left;
} Search;

static int64_t divisor(Search *s, const IrValue *value);

static int64_t of_operand(Search *s, const IrOp *op, size_t i) {
  return divisor(s, ir_op_operand(op, i));
}

// ---- Arguments of blocks

// A value carried around a loop: what it begins with, and what is added to it each time.
static int64_t of_carried(Search *s, const IrValue *value, IrOp *loop, IrValues inits) {
  size_t i = ir_value_index(value) - 1;
  const IrValue *next = ir_op_operand(ir_block_last(ir_value_block(value)), i);
  if (next == value) return divisor(s, inits.at[i]);
  IrOp *sum = ir_value_op(next);
  if (!sum || !IS(sum, arith_addi) || ir_block_parent(ir_value_block(value)) != loop) return 1;
  bool left = ir_op_operand(sum, 0) == value;
  if (!left && ir_op_operand(sum, 1) != value) return 1;
  return min(divisor(s, inits.at[i]), of_operand(s, sum, left ? 1 : 0));
}

static int64_t of_block_index(IrOp *kernel, size_t i) {
  int64_t extent;
  return tile_expr_constant(tile_kernel_grid(kernel, i), &extent) && extent == 1 ? LIMIT : 1;
}

static int64_t of_argument(Search *s, const IrValue *value) {
  IrOp *parent = ir_block_parent(ir_value_block(value));
  size_t index = ir_value_index(value);
  if (parent == s->kernel && IS(parent, tile_kernel)) {
    size_t args = tile_kernel_num_args(parent);
    return index < args ? 1 : of_block_index(parent, index - args);
  }
  if (IS(parent, tile_pipelined) && index > 0)
    return of_carried(s, value, parent, GET(parent, tile_pipelined, inits));
  if (!IS(parent, scf_for)) return 1; // tile.pipelined steps by one
  if (index > 0) return of_carried(s, value, parent, GET(parent, scf_for, initArgs));
  int64_t first = divisor(s, GET(parent, scf_for, lowerBound));
  return min(first, divisor(s, GET(parent, scf_for, step)));
}

// ---- Ops

// x / n for a number n: of what divides x, what n leaves when it divides that.
static int64_t of_quotient(Search *s, const IrOp *op) {
  int64_t by;
  if (!ir_match_int(ir_op_operand(op, 1), &by) || by < 1 || (by & (by - 1))) return 1;
  int64_t whole = of_operand(s, op, 0);
  return whole >= by ? whole / by : 1;
}

static int64_t of_shift(Search *s, const IrOp *op) {
  int64_t by;
  if (!ir_match_int(ir_op_operand(op, 1), &by) || by < 0 || by > 30) return 1;
  int64_t whole = of_operand(s, op, 0);
  return IS(op, arith_shli) ? clamp(whole << by) : max(whole >> by, 1);
}

// Ops whose result is a multiple of what divides all operands from the first on.
static bool keeps_divisors(const IrOp *op) {
  static const IrOpDef *const ops[] = {&arith_addi,         &arith_subi,     &arith_minsi,
                                       &arith_maxsi,        &arith_minui,    &arith_maxui,
                                       &arith_remsi,        &arith_remui,    &arith_index_cast,
                                       &arith_index_castui, &arith_ori,      &arith_xori,
                                       &arith_extsi,        &arith_extui,    &arith_trunci,
                                       &tile_splat,         &tile_broadcast, &tile_expand_dims,
                                       &tile_trans,         &tile_reshape,   &tile_convert_layout};
  for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
    if (ir_op_is(op, ops[i])) return true;
  return false;
}

static int64_t of_all(Search *s, const IrOp *op, size_t first) {
  int64_t all = LIMIT;
  for (size_t i = first; i < ir_op_num_operands(op); i++) all = min(all, of_operand(s, op, i));
  return all;
}

static int64_t of_op(Search *s, const IrOp *op) {
  if (IS(op, tile_dim)) return divisor_of_name(s->kernel, ir_attr_str(GET(op, tile_dim, name)));
  if (keeps_divisors(op)) return of_all(s, op, 0);
  if (IS(op, arith_select)) return of_all(s, op, 1);
  if (IS(op, arith_muli)) return clamp(of_operand(s, op, 0) * of_operand(s, op, 1));
  if (IS(op, arith_andi)) return max(of_operand(s, op, 0), of_operand(s, op, 1));
  if (IS(op, arith_shli) || IS(op, arith_shrui) || IS(op, arith_shrsi)) return of_shift(s, op);
  if (IS(op, arith_divsi) || IS(op, arith_divui) || IS(op, arith_floordivsi) ||
      IS(op, arith_ceildivsi) || IS(op, arith_ceildivui))
    return of_quotient(s, op);
  return 1;
}

static int64_t divisor(Search *s, const IrValue *value) {
  int64_t number;
  if (ir_match_int(value, &number)) return lowest_bit(number);
  if (s->left == 0) return 1;
  s->left--;
  const IrOp *op = ir_value_op(value);
  return op ? of_op(s, op) : of_argument(s, value);
}

int64_t divisor_of_value(IrOp *kernel, const IrValue *value) {
  Search search = {kernel, MAX_VALUES};
  return divisor(&search, value);
}

// The kernel argument's name with a suffix, as assumptions write it.
static int64_t divisor_of_argument_fact(IrOp *kernel, const IrValue *memref, const char *fact,
                                        int64_t number) {
  if (ir_value_op(memref)) return 1;
  IrStream name = {0};
  ir_print(&name, "{}.{}", tile_kernel_arg_name(kernel, ir_value_index(memref)), fact);
  if (number >= 0) ir_write_int(&name, number);
  int64_t result = divisor_of_name(kernel, ir_stream_str(&name));
  ir_stream_free(&name);
  return result;
}

int64_t divisor_of_extent(IrOp *kernel, const IrValue *memref, size_t dim) {
  int64_t extent = ir_type_shape(ir_value_type(memref)).at[dim];
  if (extent != IR_DYNAMIC) return lowest_bit(extent);
  if (ir_value_op(memref)) return 1;
  IrStr name = tile_kernel_arg_dim(kernel, ir_value_index(memref), dim);
  return name.len ? divisor_of_name(kernel, name) : 1;
}

int64_t divisor_of_stride(IrOp *kernel, const IrValue *memref, size_t dim) {
  IrType type = ir_value_type(memref);
  int64_t strides[16], offset;
  ir_type_memref_strides(type, strides, &offset);
  if (strides[dim] != IR_DYNAMIC) return lowest_bit(strides[dim]);
  if (!ir_type_layout(type)) { // row-major: the product of the extents to the right
    int64_t product = 1;
    for (size_t i = dim + 1; i < ir_type_shape(type).rank; i++)
      product = clamp(product * divisor_of_extent(kernel, memref, i));
    return product;
  }
  return divisor_of_argument_fact(kernel, memref, "stride", (int64_t)dim);
}

int64_t divisor_of_address(IrOp *kernel, const IrValue *memref) {
  return divisor_of_argument_fact(kernel, memref, "address", -1);
}

int64_t divisor_of_access(IrOp *kernel, const IrValue *memref, IrValues indices, size_t dim,
                          int64_t limit) {
  return divisor_of_row(kernel, memref, dim, min(limit, divisor_of_value(kernel, indices.at[dim])));
}

int64_t divisor_of_row(IrOp *kernel, const IrValue *memref, size_t dim, int64_t limit) {
  IrType type = ir_value_type(memref);
  int64_t bytes = ir_type_width(ir_type_element(type)) / 8, width = limit;
  for (size_t d = 0; d < ir_type_shape(type).rank; d++)
    if (d != dim) width = min(width, divisor_of_stride(kernel, memref, d));
  int64_t aligned = bytes ? divisor_of_address(kernel, memref) / bytes : 0;
  return aligned < 1 ? 1 : min(width, aligned);
}

int64_t divisor_of_edge(IrOp *kernel, const IrValue *memref, IrValues indices, size_t dim) {
  return min(divisor_of_value(kernel, indices.at[dim]), divisor_of_extent(kernel, memref, dim));
}
