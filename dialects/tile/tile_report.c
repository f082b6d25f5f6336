// tile.print and tile.assert: rules and execution.
//
//   print   single numbers, and tiles of one shape and layout; a corner has a bound for each
//           dimension of the tiles, at least 1
//   assert  one condition, or a tile of them
#include "dialects/tile/machine.h"
#include "dialects/tile/tile_impl.h"

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/tile/tile_ops.def"
#include "ir/core/opdef_end.inc"

// ---- Rules. ----

static IrStatus verify_corner(IrOp *op, IrType tile) {
  IrAttr corner = GET(op, tile_print, corner);
  if (!corner) return IR_OK;
  if (!tile) return ir_op_error(op, "has a corner, but no tile to say one of");
  size_t rank = ir_type_shape(tile).rank;
  if (ir_attr_count(corner) != rank)
    return ir_op_error(op, "has a corner of {} dimensions, expected {} as {} has",
                       ir_attr_count(corner), rank, tile);
  for (size_t d = 0; d < rank; d++)
    if (ir_attr_array_int(corner, d) < 1)
      return ir_op_error(op, "has a corner of {} elements along dimension {}, expected at least 1",
                         ir_attr_array_int(corner, d), d);
  return IR_OK;
}

IrType tile_print_tile(const IrOp *op) {
  IrValues values = GET(op, tile_print, values);
  for (size_t i = 0; i < values.n; i++)
    if (tile_is_tile(values.at[i])) return ir_value_type(values.at[i]);
  return NULL;
}

IrStatus tile_print_verify(IrOp *op) {
  IrValues values = GET(op, tile_print, values);
  IrType first = tile_print_tile(op);
  if (values.n > TILE_REPORT_MAX_VALUES / 2)
    return ir_op_error(op, "says at most {} values at once, got {}",
                       (int)TILE_REPORT_MAX_VALUES / 2, values.n);
  for (size_t i = 0; i < values.n; i++) {
    IrType type = ir_value_type(values.at[i]), element = type;
    if (ir_type_kind(type) == IR_TYPE_TENSOR) {
      IR_TRY(tile_verify_tile(op, type));
      element = ir_type_element(type);
      if (!tile_is_alike(type, first))
        return ir_op_error(op, "says tiles of one shape and layout, got {} and {}", first, type);
    }
    if (!tile_report_takes(element))
      return ir_op_error(op, "says numbers of at most 64 bits and tiles of them, got {}", type);
  }
  return verify_corner(op, first);
}

IrStatus tile_assert_verify(IrOp *op) {
  IrType type = ir_value_type(GET(op, tile_assert, condition));
  if (ir_type_kind(type) == IR_TYPE_TENSOR) return tile_verify_tile(op, type);
  if (!ir_type_is_shaped(type)) return IR_OK;
  return ir_op_error(op, "takes an i1 or a tile of them, got {}", type);
}

// ---- Execution. ----

// The block at work; 0 indices where nothing knows of blocks.
static size_t block_of(IrInterp *interp, const int64_t **indices) {
  void *machine;
  const TileMachine *table = ir_interp_machine(interp, TILE_MACHINE, &machine);
  return table && table->block ? table->block(machine, indices) : 0;
}

static bool is_first_block(const int64_t *indices, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (indices[i]) return false;
  return true;
}

// "(0, 3)" or "[5, 17]"
static void write_list(IrStream *out, char open, const int64_t *at, size_t n, char close) {
  ir_write_char(out, open);
  for (size_t i = 0; i < n; i++) ir_print(out, i ? ", {}" : "{}", at[i]);
  ir_write_char(out, close);
}

static void coordinates_of(IrShape shape, int64_t element, int64_t *at) {
  for (size_t d = shape.rank; d-- > 0; element /= shape.at[d]) at[d] = element % shape.at[d];
}

static bool in_corner(IrAttr corner, const int64_t *at) {
  for (size_t d = 0; corner && d < ir_attr_count(corner); d++)
    if (at[d] >= ir_attr_array_int(corner, d)) return false;
  return true;
}

// Element `e` of tiles, and of numbers that of a lane: in the code of elements there are several.
// `at` is NULL where there is no tile.
static void say(IrInterp *interp, IrOp *op, IrStream *line, const int64_t *at, size_t rank,
                int64_t e, int64_t lane) {
  const int64_t *block;
  IrValues values = GET(op, tile_print, values);
  size_t n = block_of(interp, &block);
  tile_report_place(line, ir_op_context(op), ir_op_loc(op));
  if (n) {
    ir_write_cstr(line, "block ");
    write_list(line, '(', block, n, ')');
    ir_write_cstr(line, ": ");
  }
  IrStr text = ir_attr_str(GET(op, tile_print, text));
  ir_write(line, text.ptr, text.len);
  if (at) write_list(line, '[', at, rank, ']');
  for (size_t i = 0; i < values.n; i++) {
    const IrCell *cell = ir_interp_get(interp, values.at[i]);
    bool tile = ir_type_kind(cell->type) == IR_TYPE_TENSOR;
    ir_write_cstr(line, i ? ", " : " = ");
    tile_report_number(line, cell, tile ? e : lane);
  }
  tile_report_line(interp, line);
}

IrStep tile_print_interp(IrInterp *interp, IrOp *op) {
  const int64_t *block;
  size_t n = block_of(interp, &block);
  if (!GET(op, tile_print, all_blocks) && !is_first_block(block, n)) return IR_STEP_NEXT;
  IrType tile = tile_print_tile(op);
  IrStream line = {0};
  if (!tile) {
    IR_FOR_LANES(lane, ir_interp_active(interp)) say(interp, op, &line, NULL, 0, 0, (int64_t)lane);
  } else {
    IrShape shape = ir_type_shape(tile);
    int64_t at[TILE_LAYOUT_RANK];
    for (int64_t e = 0; e < ir_type_num_elements(tile); e++) {
      coordinates_of(shape, e, at);
      if (in_corner(GET(op, tile_print, corner), at)) say(interp, op, &line, at, shape.rank, e, 0);
    }
  }
  ir_stream_free(&line);
  return IR_STEP_NEXT;
}

IrStep tile_assert_interp(IrInterp *interp, IrOp *op) {
  const IrCell *condition = ir_interp_operand(interp, op, 0);
  IrStr message = ir_attr_str(GET(op, tile_assert, message));
  bool tile = ir_type_kind(condition->type) == IR_TYPE_TENSOR;
  if (!tile) {
    bool holds = ir_interp_where(interp, condition) == ir_interp_active(interp);
    return holds ? IR_STEP_NEXT : ir_interp_fail(interp, op, "does not hold: {}", message);
  }
  for (int64_t e = 0; e < condition->count; e++) {
    if (ir_cell_int(condition, e)) continue;
    int64_t at[TILE_LAYOUT_RANK];
    IrShape shape = ir_type_shape(condition->type);
    IrStream text = {0};
    coordinates_of(shape, e, at);
    write_list(&text, '[', at, shape.rank, ']');
    IrStep step =
        ir_interp_fail(interp, op, "does not hold at {}: {}", ir_stream_str(&text), message);
    ir_stream_free(&text);
    return step;
  }
  return IR_STEP_NEXT;
}
