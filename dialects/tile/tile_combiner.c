// What tile.reduce and tile.scan have in common: tiles of one shape, an axis, and a combiner.
//
//   1. tiles of one shape and layout; the axis is one of their dimensions
//   2. the region takes an element of each tile, and another, and yields one of each
//   3. it computes element by element: constants, elementwise ops, selections, all of single values
//   4. it is not an op of arith alone whose result depends on how elements are grouped
#include "dialects/arith/arith.h"
#include "dialects/tile/tile_impl.h"

static IrBlock *combiner(const IrOp *op) {
  return ir_region_first(ir_op_region(op, 0));
}

unsigned tile_axis_of(const IrOp *op) {
  IrAttr axis = IS(op, tile_reduce) ? GET(op, tile_reduce, axis)
                : IS(op, tile_scan) ? GET(op, tile_scan, axis)
                                    : GET(op, tile_argmax, axis); // as tile.argmin's
  return (unsigned)ir_attr_int(axis);
}

// ---- Rules. ----

IrStatus tile_combined_verify(IrOp *op, IrValues inputs, int64_t axis) {
  if (inputs.n == 0) return ir_op_error(op, "combines the elements of at least one tile");
  IrType first = ir_value_type(inputs.at[0]);
  IrShape shape = ir_type_shape(first);
  if (ir_op_num_results(op) != inputs.n)
    return ir_op_error(op, "combines {} tiles and has {} results", inputs.n, ir_op_num_results(op));
  for (size_t i = 0; i < inputs.n; i++) {
    IrType type = ir_value_type(inputs.at[i]);
    IR_TRY(tile_verify_tile(op, type));
    if (axis < 0 || axis >= (int64_t)shape.rank)
      return ir_op_error(op, "has axis {}, expected 0 to {}", axis, (int64_t)shape.rank - 1);
    if (!tile_is_alike(type, first))
      return ir_op_error(op, "combines tiles of one shape and layout, got {} and {}", first, type);
  }
  return IR_OK;
}

static bool may_combine(const IrOp *op) {
  if (ir_op_num_regions(op)) return false;
  return IS(op, tile_yield) || IS(op, arith_select) || ir_op_has_trait(op, IR_ELEMENTWISE) ||
         ir_op_has_trait(op, IR_CONSTANT_LIKE);
}

IrStatus tile_verify_combiner_op(IrOp *op) {
  if (!may_combine(op)) {
    (void)ir_op_error(op, "cannot be done by a combiner");
    ir_help(ir_op_context(op), "it may have constants, elementwise ops of arith and math, and "
                               "arith.select");
    return IR_FAILED;
  }
  for (size_t i = 0; i < ir_op_num_results(op); i++) {
    IrType type = ir_value_type(ir_op_result(op, i));
    if (ir_type_is_shaped(type))
      return ir_op_error(op, "gives {} in a combiner, which computes with single elements", type);
  }
  return IR_OK;
}

static bool has_attrs(const IrOp *op) {
  size_t slot = 0;
  for (const IrAttrSlotDef *def = ir_op_def(op)->attrs; def && def->name; def++, slot++)
    if (ir_op_slot_attr(op, slot)) return true;
  return ir_op_discardable(op) != NULL;
}

// The op that is all of the combiner and needs no more than its name, or NULL.
static IrOp *named_combiner(const IrOp *op) {
  IrBlock *block = combiner(op);
  IrOp *first = ir_block_first(block), *last = ir_block_terminator(block);
  if (!first || !last || ir_op_next(first) != last || ir_block_num_args(block) != 2) return NULL;
  if (ir_op_num_operands(first) != 2 || ir_op_num_results(first) != 1 || ir_op_num_regions(first) ||
      !ir_op_def(first))
    return NULL;
  for (size_t i = 0; i < 2; i++)
    if (ir_op_operand(first, i) != ir_block_arg(block, i)) return NULL;
  if (ir_op_operand(last, 0) != ir_op_result(first, 0) || has_attrs(first)) return NULL;
  return first;
}

// Rule 4.  The ops of arith that may be grouped in any way are those whose operands may change
// places.
static IrStatus verify_grouping(const IrOp *op) {
  IrOp *named = named_combiner(op);
  const IrDialect *dialect = named ? ir_op_dialect(named) : NULL;
  if (!dialect || !ir_str_is(ir_str(dialect->name), "arith") ||
      ir_op_has_trait(named, IR_COMMUTATIVE))
    return IR_OK;
  (void)ir_op_error(named, "does not combine elements: its result depends on how they are grouped");
  ir_help(ir_op_context(op), "a combiner is associative: subtract a sum, divide by a product");
  return IR_FAILED;
}

IrStatus tile_combiner_verify(IrOp *op, IrValues inputs) {
  IrBlock *block = combiner(op);
  IrOp *last = block ? ir_block_terminator(block) : NULL;
  if (!block || ir_block_num_args(block) != 2 * inputs.n)
    return ir_op_error(op, "has a combiner of {} elements, expected two of each tile: {}",
                       block ? ir_block_num_args(block) : 0, 2 * inputs.n);
  if (!IS(last, tile_yield))
    return ir_op_error(op, "has a combiner that does not end in tile.yield");
  IrValues yielded = GET(last, tile_yield, values);
  if (yielded.n != inputs.n)
    return ir_op_error(last, "yields {} values, expected one for each tile: {}", yielded.n,
                       inputs.n);
  for (size_t i = 0; i < inputs.n; i++) {
    IrType element = ir_type_element(ir_value_type(inputs.at[i]));
    IrType a = ir_value_type(ir_block_arg(block, i));
    IrType b = ir_value_type(ir_block_arg(block, inputs.n + i));
    if (a != element || b != element)
      return ir_op_error(op, "has a combiner of {} and {} for elements of {}", a, b, element);
    if (ir_value_type(yielded.at[i]) != element)
      return ir_op_error(last, "yields {} as value {}, expected {}", ir_value_type(yielded.at[i]),
                         i, element);
  }
  IR_FOR_OPS(inner, block) IR_TRY(tile_verify_combiner_op(inner));
  return verify_grouping(op);
}

// ---- Text: `arith.addf %x axis 1`, or with a region
//      `%x, %i axis 1 (%a, %p, %b, %q) { ... tile.yield %c, %r }`. ----

IrStatus tile_parse_tiles(IrParser *p, IrOpState *state) {
  do {
    IrUnresolved name;
    IrValue *value;
    IR_TRY(ir_parse_operand(p, &name));
    IR_TRY(ir_resolve_defined(p, name, &value));
    if (ir_type_kind(ir_value_type(value)) != IR_TYPE_TENSOR)
      return ir_parser_error(p, name.loc, "expected a tile, got {}", ir_value_type(value));
    ir_vec_push(&state->operands, value);
  } while (ir_parse_optional_token(p, ","));
  return IR_OK;
}

IrStatus tile_parse_axis(IrParser *p, IrOpState *state, int64_t *axis) {
  IR_TRY(ir_parse_keyword(p, "axis"));
  IrLoc loc = ir_parser_loc(p);
  IR_TRY(ir_parse_integer(p, axis));
  ir_state_set_attr(state, "axis", ir_attr_integer(ir_type_i64(state->ctx), *axis));
  for (size_t i = 0; i < state->operands.n; i++) {
    IrType tile = ir_value_type(state->operands.at[i]);
    if (!tile_reduce_result(tile, *axis))
      return ir_parser_error(p, loc, "{} has no axis {}", tile, *axis);
  }
  return IR_OK;
}

IrStatus tile_parse_combined(IrParser *p, IrOpState *state, TileCombinerText *text) {
  text->op_loc = ir_parser_loc(p);
  text->is_named = ir_parse_optional_identifier(p, &text->op);
  IR_TRY(tile_parse_tiles(p, state));
  text->tiles = state->operands.n;
  return tile_parse_axis(p, state, &text->axis);
}

static IrType element_of(const IrOpState *state, const TileCombinerText *text, size_t i) {
  return ir_type_element(ir_value_type(state->operands.at[i % text->tiles]));
}

// The region that the name of an op of two operands stands for.
static IrStatus build_named(IrParser *p, IrOpState *state, const TileCombinerText *text) {
  const IrOpInfo *info = ir_op_lookup(state->ctx, text->op);
  if (!info || text->tiles != 1) {
    (void)ir_parser_error(p, text->op_loc,
                          info ? "'{}' combines the elements of one tile" : "unknown op '{}'",
                          text->op);
    ir_help(state->ctx,
            "several tiles are combined by a region: {} %x, %i axis 1 "
            "(%a, %p, %b, %q) {{ ... tile.yield %c, %r }",
            ir_op_info_name(state->info));
    return IR_FAILED;
  }
  IrBlock *block = ir_block_create(state->ctx);
  ir_region_append(ir_state_add_region(state), block);
  IrType type = element_of(state, text, 0);
  IrValue *both[2];
  for (size_t i = 0; i < 2; i++) both[i] = ir_block_add_arg(block, type, state->loc);
  IrBuilder b = ir_builder_at_end(state->ctx, block, text->op_loc);
  IrOp *op = ir_builder_create(&b, (IrOpCreate){.info = info,
                                                .loc = text->op_loc,
                                                .operands = both,
                                                .num_operands = 2,
                                                .result_types = &type,
                                                .num_results = 1});
  IrValue *result = ir_op_result(op, 0);
  BUILD(&b, tile_yield, .values = {&result, 1});
  return IR_OK;
}

typedef IR_VEC(IrParsedArg) ArgList;

static IrStatus parse_elements(IrParser *p, IrOpState *state, const TileCombinerText *text,
                               ArgList *args) {
  IR_TRY(ir_parse_token(p, "("));
  do {
    IrParsedArg arg = {0};
    IR_TRY(ir_parse_operand(p, &arg.name));
    arg.loc = arg.name.loc;
    arg.type = element_of(state, text, args->n);
    ir_vec_push(args, arg);
  } while (ir_parse_optional_token(p, ","));
  return ir_parse_token(p, ")");
}

static IrStatus parse_region(IrParser *p, IrOpState *state, const TileCombinerText *text,
                             ArgList *args) {
  IR_TRY(parse_elements(p, state, text, args));
  IR_TRY(ir_parse_attr_dict_keyword(p, state));
  return ir_parse_region(p, state, args->at, args->n);
}

IrStatus tile_parse_combiner(IrParser *p, IrOpState *state, const TileCombinerText *text) {
  if (text->is_named) {
    IR_TRY(ir_parse_attr_dict(p, state));
    return build_named(p, state, text);
  }
  ArgList args = {0};
  IrStatus status = parse_region(p, state, text, &args);
  ir_vec_free(&args);
  return status;
}

void tile_print_combined(const IrOp *op, IrPrinter *p, IrValues inputs, int64_t axis) {
  IrOp *named = named_combiner(op);
  ir_printer_text(p, " ");
  if (named) ir_printer_fmt(p, "{} ", ir_op_name(named));
  ir_printer_values(p, inputs);
  ir_printer_fmt(p, " axis {}", axis);
}

void tile_print_combiner(IrOp *op, IrPrinter *p, const char *const *shown) {
  IrOp *named = named_combiner(op);
  IrBlock *block = combiner(op);
  for (size_t i = 0; !named && i < ir_block_num_args(block); i++) {
    ir_printer_text(p, i ? ", " : " (");
    ir_printer_value(p, ir_block_arg(block, i));
  }
  if (!named) ir_printer_text(p, ")");
  ir_printer_attr_dict(p, op, shown, !named);
  if (named) return;
  ir_printer_text(p, " ");
  ir_printer_region(p, ir_op_region(op, 0), 0);
}
