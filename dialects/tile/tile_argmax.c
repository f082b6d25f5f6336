// tile.argmax and tile.argmin: rules, their combiner, and whole tiles of them.
//
//   1. elements are numbers; the axis is one of the tile's dimensions
//   2. results are of the tile's elements and of i32, without the axis; with a layout, what is left
//      of it
//   3. only integers are compared as unsigned
#include <math.h>

#include "dialects/arith/arith.h"
#include "dialects/tile/tile_impl.h"
#include "ir/interp/interp.h"

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/tile/tile_ops.def"
#include "ir/core/opdef_end.inc"

// ---- Rules. ----

static IrType with_element(IrType tensor, IrType element) {
  IrType plain = ir_type_tensor(ir_type_context(tensor), ir_type_shape(tensor), element, NULL);
  IrAttr encoding = ir_type_encoding(tensor);
  return encoding ? ir_type_with_encoding(plain, encoding) : plain;
}

static IrType places_of(IrType values) {
  return with_element(values, ir_type_i32(ir_type_context(values)));
}

IrStatus tile_argmax_verify(IrOp *op) {
  IrType type = ir_value_type(GET(op, tile_argmax, input)), element = ir_type_element(type);
  int64_t axis = ir_attr_int(GET(op, tile_argmax, axis));
  IR_TRY(tile_verify_tile(op, type));
  if (axis < 0 || axis >= (int64_t)ir_type_shape(type).rank)
    return ir_op_error(op, "has axis {}, expected 0 to {}", axis,
                       (int64_t)ir_type_shape(type).rank - 1);
  bool is_number = ir_type_is_float(element) || ir_type_is_int_or_index(element);
  if (!is_number || ir_type_width(element) > 64)
    return ir_op_error(op, "compares elements of {}, expected integers or floats of up to 64 bits",
                       element);
  if (GET(op, tile_argmax, is_unsigned) && ir_type_is_float(element))
    return ir_op_error(op, "compares {} as unsigned integers", element);
  IrType expected[2] = {tile_reduce_result(type, axis)};
  expected[1] = places_of(expected[0]);
  for (size_t i = 0; i < 2; i++) {
    IrType result = ir_value_type(ir_op_result(op, i));
    if (result != expected[i]) return ir_op_error(op, "gives {}, expected {}", result, expected[i]);
  }
  return IR_OK;
}

bool tile_argmax_infer(IrOpState *state) {
  IrType type = ir_value_type(state->operands.at[0]);
  IrType values = NULL;
  if (!state->attrs[0]) return false;
  if (ir_type_kind(type) == IR_TYPE_TENSOR)
    values = tile_reduce_result(type, ir_attr_int(state->attrs[0]));
  ir_vec_push(&state->result_types, values ? values : type); // the verifier says what is wrong
  ir_vec_push(&state->result_types, values ? places_of(values) : type);
  return true;
}

// Bits are numbers from 0 up.
static bool is_unsigned(const IrOp *op) {
  IrType element = ir_type_element(ir_value_type(ir_op_operand(op, 0)));
  return GET(op, tile_argmax, is_unsigned) || ir_type_width(element) == 1;
}

// ---- The combiner. ----

// Whether `a` is taken whatever the places are.
static IrValue *is_better(IrBuilder *b, const IrOp *op, IrValue *x, IrValue *y) {
  bool max = IS(op, tile_argmax), bits = is_unsigned(op);
  if (ir_type_is_float(ir_value_type(x))) { // above, or x is a NaN and y is none
    int above = max ? ARITH_F_UGT : ARITH_F_ULT;
    IrValue *or_nan =
        BUILD1(b, arith_cmpf, .predicate = arith_predicate(b->ctx, above), .lhs = x, .rhs = y);
    IrValue *number = BUILD1(b, arith_cmpf, .predicate = arith_predicate(b->ctx, ARITH_F_ORD),
                             .lhs = y, .rhs = y);
    return BUILD1(b, arith_andi, .lhs = or_nan, .rhs = number);
  }
  int above = max ? (bits ? ARITH_UGT : ARITH_SGT) : (bits ? ARITH_ULT : ARITH_SLT);
  return BUILD1(b, arith_cmpi, .predicate = arith_predicate(b->ctx, above), .lhs = x, .rhs = y);
}

IrBlock *tile_argmax_combiner(const IrOp *op, bool in_order) {
  IrContext *ctx = ir_op_context(op);
  IrBlock *block = ir_block_create(ctx);
  IrType types[2] = {ir_type_element(ir_value_type(ir_op_operand(op, 0))), ir_type_i32(ctx)};
  IrValue *arg[4];
  for (size_t i = 0; i < 4; i++) arg[i] = ir_block_add_arg(block, types[i % 2], ir_op_loc(op));
  IrBuilder b = ir_builder_at_end(ctx, block, ir_op_loc(op));
  IrValue *second = is_better(&b, op, arg[2], arg[0]);
  if (!in_order) { // of equal ones the second, where it comes before
    IrValue *first = is_better(&b, op, arg[0], arg[2]);
    IrValue *before = BUILD1(&b, arith_cmpi, .predicate = arith_predicate(ctx, ARITH_SLT),
                             .lhs = arg[3], .rhs = arg[1]);
    IrValue *no = BUILD1(&b, arith_constant, .value = ir_attr_bool(ctx, false),
                         .result_type = ir_type_i1(ctx));
    IrValue *is_tie_won =
        BUILD1(&b, arith_select, .condition = first, .true_value = no, .false_value = before);
    second = BUILD1(&b, arith_ori, .lhs = second, .rhs = is_tie_won);
  }
  IrValue *taken[2];
  for (size_t i = 0; i < 2; i++)
    taken[i] = BUILD1(&b, arith_select, .condition = second, .true_value = arg[2 + i],
                      .false_value = arg[i]);
  BUILD(&b, tile_yield, .values = {taken, 2});
  return block;
}

// ---- Whole tiles. ----

typedef struct Number {
  double f;
  int64_t i;
} Number;

static Number read_number(const IrCell *cell, int64_t at, bool bits) {
  Number n = {0};
  const char *from = (const char *)cell->data + (size_t)at * cell->element_bytes;
  if (ir_type_is_float(cell->element)) {
    ir_elements_to_double(cell->element, from, 1, &n.f);
    return n;
  }
  ir_elements_to_int(cell->element, from, 1, &n.i);
  if (bits) n.i = (int64_t)(ir_int_unsigned(n.i, ir_element_width(cell->element)) ^ INT64_MIN);
  return n;
}

static bool is_above(const IrCell *cell, Number x, Number y, bool max) {
  if (!ir_type_is_float(cell->element)) return max ? x.i > y.i : x.i < y.i;
  if (isnan(y.f)) return false;
  return isnan(x.f) || (max ? x.f > y.f : x.f < y.f);
}

static IrStep argmax(IrInterp *interp, IrOp *op) {
  const IrCell *in = ir_interp_operand(interp, op, 0);
  IrCell *values = ir_interp_result_cell(interp, op, 0);
  IrCell *places = ir_interp_result_cell(interp, op, 1);
  IrShape shape = ir_type_shape(ir_value_type(ir_op_operand(op, 0)));
  int64_t axis = ir_attr_int(GET(op, tile_argmax, axis)), along = shape.at[axis], after = 1;
  bool max = IS(op, tile_argmax), bits = is_unsigned(op);
  if (values->lanes != 1) return ir_interp_fail(interp, op, "is executed on whole tiles only");
  for (size_t d = (size_t)axis + 1; d < shape.rank; d++) after *= shape.at[d];
  for (int64_t row = 0; row < values->count; row++) {
    int64_t start = row / after * along * after + row % after, best = 0;
    Number most = read_number(in, start, bits);
    for (int64_t k = 1; k < along; k++) {
      Number n = read_number(in, start + k * after, bits);
      if (!is_above(in, n, most, max)) continue;
      most = n;
      best = k;
    }
    memcpy((char *)values->data + (size_t)row * in->element_bytes,
           (const char *)in->data + (size_t)(start + best * after) * in->element_bytes,
           in->element_bytes);
    ir_elements_from_int(places->element, &best, 1, (char *)places->data + (size_t)row * 4);
  }
  return IR_STEP_NEXT;
}

IrStep tile_argmax_interp(IrInterp *interp, IrOp *op) {
  return argmax(interp, op);
}

IrStep tile_argmin_interp(IrInterp *interp, IrOp *op) {
  return argmax(interp, op);
}
