// The tile dialect's table, and the rules of its ops on tiles.
//
// Every tile has fixed extents, and a layout that fits them once it has one.
//
//   dot             a MxK, b KxN, of one element; c and the result MxN, of one to make sums in
//   splat           the scalar is an element of the result
//   broadcast       extents of the input are the result's trailing ones, or 1
//   expand_dims     the result has one extent of 1 more, at the axis
//   convert_layout  the same shape and element
#include "dialects/tile/tile.h"

#include "dialects/mem/mem.h"
#include "dialects/tile/params.h"
#include "dialects/tile/tile_impl.h"

static bool test_operand(IrType type) {
  return ir_type_kind(type) == IR_TYPE_TENSOR || mem_is_buffer(type);
}
static const IrTypeConstraint tile_memory_type = {.name = "a memref or a !mem.buffer",
                                                  .test = tile_is_memory};
static bool test_place(IrType type) {
  if (ir_type_kind(type) != IR_TYPE_TENSOR) return ir_type_is_index(type);
  IrType element = ir_type_element(type);
  return ir_type_is_int_or_index(element) && !ir_type_is_integer(element, 1);
}
static const IrTypeConstraint tile_place_type = {
    .name = "an index or a tile of integers of at least 8 bits", .test = test_place};
static const IrTypeConstraint tile_operand_type = {.name = "a tensor or a !mem.buffer",
                                                   .test = test_operand};

// A dimension's name: a bare word in the text.
static bool test_name(IrAttr attr) {
  return ir_attr_kind(attr) == IR_ATTR_STRING && ir_attr_str(attr).len > 0;
}
static IrAttr parse_name(IrParser *p) {
  IrStr name;
  return ir_parse_identifier(p, &name) ? NULL : ir_attr_string(ir_parser_context(p), name);
}
static void print_name(IrAttr attr, IrPrinter *p) {
  IrStr name = ir_attr_str(attr);
  ir_write(ir_printer_stream(p), name.ptr, name.len);
}
static const IrAttrConstraint tile_name_attr = {
    .name = "the name of a dimension", .test = test_name, .parse = parse_name, .print = print_name};

static bool test_axis(IrAttr attr) {
  return ir_attr_kind(attr) == IR_ATTR_INTEGER && ir_type_is_integer(ir_attr_type(attr), 64);
}
static IrAttr parse_axis(IrParser *p) {
  int64_t axis;
  if (ir_parse_integer(p, &axis)) return NULL;
  return ir_attr_integer(ir_type_i64(ir_parser_context(p)), axis);
}
static void print_axis(IrAttr attr, IrPrinter *p) {
  ir_write_int(ir_printer_stream(p), ir_attr_int(attr));
}
static const IrAttrConstraint tile_axis_attr = {
    .name = "a 64-bit integer", .test = test_axis, .parse = parse_axis, .print = print_axis};

// ---- tile.dot ----

static bool tile_dot_infer(IrOpState *state) {
  if (state->operands.n < 3) return false;
  ir_vec_push(&state->result_types, ir_value_type(state->operands.at[2]));
  return true;
}

static IrStatus verify_operand(IrOp *op, IrType type) {
  return mem_is_buffer(type) ? IR_OK : tile_verify_tile(op, type);
}

// What sums of products of `ab` are made in.  tf32 is narrower than the 32 bits that it takes.
static bool accumulates(IrType ab, IrType c) {
  if (ir_type_is_float(ab) && ir_type_is_float(c))
    return ab == c || ir_type_width(c) > ir_type_width(ab) ||
           (ir_type_float_kind(ab) == IR_TF32 && ir_type_float_kind(c) == IR_F32);
  return ir_type_is_any_integer(ab) && ir_type_is_any_integer(c) &&
         ir_type_width(c) >= ir_type_width(ab);
}

static IrStatus tile_dot_verify(IrOp *op) {
  IrType a = ir_value_type(GET(op, tile_dot, a)), b = ir_value_type(GET(op, tile_dot, b));
  IrType c = ir_value_type(GET(op, tile_dot, c));
  IrShape sa = tile_memory_shape(a), sb = tile_memory_shape(b), sc = ir_type_shape(c);
  IR_TRY(verify_operand(op, a));
  IR_TRY(verify_operand(op, b));
  IR_TRY(tile_verify_tile(op, c));
  if (sa.rank != 2 || sb.rank != 2 || sc.rank != 2)
    return ir_op_error(op, "multiplies matrices, got {} and {} into {}", a, b, c);
  if (sa.at[1] != sb.at[0])
    return ir_op_error(op, "multiplies {}x{} by {}x{}: {} columns and {} rows differ", sa.at[0],
                       sa.at[1], sb.at[0], sb.at[1], sa.at[1], sb.at[0]);
  if (sc.at[0] != sa.at[0] || sc.at[1] != sb.at[1])
    return ir_op_error(op, "multiplies {}x{} by {}x{} and adds {}x{}", sa.at[0], sa.at[1], sb.at[0],
                       sb.at[1], sc.at[0], sc.at[1]);
  if (tile_memory_element(a) != tile_memory_element(b))
    return ir_op_error(op, "multiplies {} by {}", tile_memory_element(a), tile_memory_element(b));
  if (!accumulates(tile_memory_element(a), ir_type_element(c)))
    return ir_op_error(op, "cannot add products of {} in {}", tile_memory_element(a),
                       ir_type_element(c));
  if (GET(op, tile_dot, result_type) != c)
    return ir_op_error(op, "adds to {} and gives {}", c, GET(op, tile_dot, result_type));
  return IR_OK;
}

// ---- Shapes. ----

static IrStatus tile_splat_verify(IrOp *op) {
  IrType scalar = ir_value_type(GET(op, tile_splat, scalar));
  IrType result = GET(op, tile_splat, result_type);
  IR_TRY(tile_verify_tile(op, result));
  if (scalar == ir_type_element(result)) return IR_OK;
  return ir_op_error(op, "spreads {} over {}", scalar, result);
}

static IrStatus same_elements(IrOp *op, IrType input, IrType result) {
  IR_TRY(tile_verify_tile(op, input));
  IR_TRY(tile_verify_tile(op, result));
  if (ir_type_element(input) == ir_type_element(result)) return IR_OK;
  return ir_op_error(op, "makes elements {} from {}", ir_type_element(result),
                     ir_type_element(input));
}

static IrStatus tile_broadcast_verify(IrOp *op) {
  IrType input = ir_value_type(GET(op, tile_broadcast, input));
  IrType result = GET(op, tile_broadcast, result_type);
  IrShape from = ir_type_shape(input), to = ir_type_shape(result);
  IR_TRY(same_elements(op, input, result));
  if (from.rank > to.rank) return ir_op_error(op, "cannot stretch {} to {}", input, result);
  size_t lead = to.rank - from.rank;
  for (size_t d = 0; d < from.rank; d++)
    if (from.at[d] != 1 && from.at[d] != to.at[lead + d])
      return ir_op_error(op, "cannot stretch an extent of {} to {}, only one of 1: {} to {}",
                         from.at[d], to.at[lead + d], input, result);
  return IR_OK;
}

static IrStatus tile_expand_dims_verify(IrOp *op) {
  IrType input = ir_value_type(GET(op, tile_expand_dims, input));
  IrType result = GET(op, tile_expand_dims, result_type);
  IrShape from = ir_type_shape(input), to = ir_type_shape(result);
  int64_t axis = ir_attr_int(GET(op, tile_expand_dims, axis));
  IR_TRY(same_elements(op, input, result));
  if (axis < 0 || axis > (int64_t)from.rank)
    return ir_op_error(op, "has axis {}, expected 0 to {}", axis, from.rank);
  bool fits = to.rank == from.rank + 1 && to.at[axis] == 1;
  for (size_t d = 0; d < from.rank && fits; d++)
    fits = from.at[d] == to.at[(int64_t)d < axis ? d : d + 1];
  if (fits) return IR_OK;
  return ir_op_error(op, "cannot make {} from {} with an extent of 1 at axis {}", result, input,
                     axis);
}

static IrStatus tile_convert_layout_verify(IrOp *op) {
  IrType input = ir_value_type(GET(op, tile_convert_layout, input));
  IrType result = GET(op, tile_convert_layout, result_type);
  IR_TRY(same_elements(op, input, result));
  if (ir_type_with_encoding(input, NULL) == ir_type_with_encoding(result, NULL)) return IR_OK;
  return ir_op_error(op, "changes the layout and nothing else, got {} to {}", input, result);
}

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/tile/tile_ops.def"
#include "ir/core/opdef_end.inc"

#define IR_OPDEF_DEFINE
#include "ir/core/opdef_begin.inc"
#include "dialects/tile/tile_ops.def"
#include "ir/core/opdef_end.inc"

const IrDialect tile_dialect = {
    .size = sizeof(IrDialect),
    .name = "tile",
    .summary = "What one thread block computes, in whole tiles and in program order.",
    .doc = "Tiles are tensors with fixed extents; elementwise work is arith and math on them.\n"
           "Memory is explicit: memrefs in global memory, buffers of mem in the block.",
    .ops =
        (const IrOpDef *const[]){
#define IR_OPDEF_LIST
#include "ir/core/opdef_begin.inc"
#include "dialects/tile/tile_ops.def"
#include "ir/core/opdef_end.inc"
            NULL},
    .attrs = (const IrAttrDef *const[]){&tile_layout_attr, &tile_blocked_attr, &tile_mma_attr,
                                        &tile_wgmma_attr, &tile_expr_attr, &tile_target_attr, NULL},
    .directives = (const IrDirectiveDef *const[]){&tile_params_directive, NULL},
    .depends = (const char *const[]){"arith", "mem", NULL},
};
