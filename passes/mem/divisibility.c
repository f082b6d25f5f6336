// Divisors propagate bottom-up over the few ops that index arithmetic consists of.  Only powers of
// two matter to vector widths, so a divisor is the lowest set bit: of a sum the smaller of both, of
// a product both together.
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

static int64_t divisor(IrOp *kernel, const IrValue *value, unsigned *left);

static int64_t divisor_of_argument(IrOp *kernel, const IrValue *value, unsigned *left) {
  IrOp *parent = ir_block_parent(ir_value_block(value));
  if (ir_value_index(value) != 0 || !IS(parent, scf_for)) return 1; // tile.pipelined steps by one
  int64_t first = divisor(kernel, GET(parent, scf_for, lowerBound), left);
  int64_t step = divisor(kernel, GET(parent, scf_for, step), left);
  return min(first, step);
}

static int64_t divisor(IrOp *kernel, const IrValue *value, unsigned *left) {
  int64_t number;
  if (ir_match_int(value, &number)) return lowest_bit(number);
  if (*left == 0) return 1;
  --*left;
  IrOp *op = ir_value_op(value);
  if (!op) return divisor_of_argument(kernel, value, left);
  if (IS(op, tile_dim)) return divisor_of_name(kernel, ir_attr_str(GET(op, tile_dim, name)));
  if (IS(op, arith_index_cast)) return divisor(kernel, ir_op_operand(op, 0), left);
  if (IS(op, arith_addi) || IS(op, arith_subi) || IS(op, arith_muli)) {
    int64_t a = divisor(kernel, ir_op_operand(op, 0), left);
    int64_t b = divisor(kernel, ir_op_operand(op, 1), left);
    return IS(op, arith_muli) ? clamp(a * b) : min(a, b);
  }
  return 1;
}

int64_t divisor_of_value(IrOp *kernel, const IrValue *value) {
  unsigned left = MAX_VALUES;
  return divisor(kernel, value, &left);
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
  IrType type = ir_value_type(memref);
  int64_t bytes = ir_type_width(ir_type_element(type)) / 8;
  int64_t width = min(limit, divisor_of_value(kernel, indices.at[dim]));
  for (size_t d = 0; d < ir_type_shape(type).rank; d++)
    if (d != dim) width = min(width, divisor_of_stride(kernel, memref, d));
  int64_t aligned = bytes ? divisor_of_address(kernel, memref) / bytes : 0;
  return aligned < 1 ? 1 : min(width, aligned);
}

int64_t divisor_of_edge(IrOp *kernel, const IrValue *memref, IrValues indices, size_t dim) {
  return min(divisor_of_value(kernel, indices.at[dim]), divisor_of_extent(kernel, memref, dim));
}
