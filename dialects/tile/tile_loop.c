// tile.pipelined and tile.yield: text and rules.
//
//   1. bounds are index; there are as many results as initial values, of their types
//   2. the body's arguments are an index and one value for each initial value, of its type
//   3. the body ends in tile.yield with values of those types
//   4. stages is at least 1
#include "dialects/tile/kernel_impl.h"
#include "dialects/tile/tile_impl.h"

IrOp *tile_pipelined_create(IrBuilder *b, IrValue *lower, IrValue *upper, IrAttr stages,
                            IrValue *const *inits, size_t n) {
  IR_VEC(IrType) types = {0};
  for (size_t i = 0; i < n; i++) ir_vec_push(&types, ir_value_type(inits[i]));
  IrOp *loop = BUILD(b, tile_pipelined, .lower = lower, .upper = upper, .inits = {inits, n},
                     .results_types = {types.at, n}, .stages = stages);
  ir_vec_free(&types);
  IrBlock *body = ir_block_create(b->ctx);
  ir_region_append(ir_op_region(loop, 0), body);
  ir_block_add_arg(body, ir_type_index(b->ctx), b->loc);
  for (size_t i = 0; i < n; i++) ir_block_add_arg(body, ir_value_type(inits[i]), b->loc);
  return loop;
}

static IrRegion *loop_body(const IrOp *op) {
  return ir_op_region(op, 0);
}

static IrValue *loop_counter(const IrOp *op) {
  return ir_block_arg(ir_region_first(ir_op_region(op, 0)), 0);
}

static bool loop_bounds(const IrOp *op, IrLoopBounds *bounds) {
  *bounds = (IrLoopBounds){.lower = {.value = GET(op, tile_pipelined, lower)},
                           .upper = {.value = GET(op, tile_pipelined, upper)},
                           .step = {.number = 1}};
  return true;
}

const IrLoopInterface tile_pipelined_loop = {.size = sizeof(IrLoopInterface),
                                             .body = loop_body,
                                             .bounds = loop_bounds,
                                             .induction = loop_counter};

// 0 or more times through the body.
static size_t loop_targets(const IrOp *op, size_t from, size_t to[IR_MAX_POINTS]) {
  (void)op, (void)from;
  to[0] = 0;
  to[1] = IR_PARENT;
  return 2;
}

static IrRun loop_operands(const IrOp *op, const IrOp *at, size_t to) {
  (void)to;
  if (at != op) return (IrRun){0, ir_op_num_operands(at)};
  return ir_op_operand_run(op, IR_ARG_SLOT(tile_pipelined, inits));
}

static IrRun loop_inputs(const IrOp *op, size_t to) {
  return (IrRun){to == IR_PARENT ? 0 : 1, ir_op_num_results(op)};
}

const IrRegionBranchInterface tile_pipelined_regions = {.size = sizeof(IrRegionBranchInterface),
                                                        .targets = loop_targets,
                                                        .operands = loop_operands,
                                                        .inputs = loop_inputs};

IrStatus tile_pipelined_verify(IrOp *op) {
  IrValues inits = GET(op, tile_pipelined, inits);
  IrAttr stages = GET(op, tile_pipelined, stages);
  if (stages && (ir_attr_int(stages) < 1 || ir_attr_int(stages) > 64))
    return ir_op_error(op, "has 1 to 64 stages, got {}", ir_attr_int(stages));
  if (ir_op_num_results(op) != inits.n)
    return ir_op_error(op, "carries {} values and has {} results", inits.n, ir_op_num_results(op));
  for (size_t i = 0; i < inits.n; i++) {
    IrType type = ir_value_type(inits.at[i]), result = ir_value_type(ir_op_result(op, i));
    if (type != result)
      return ir_op_error(op, "starts value {} as {} and gives it as {}", i, type, result);
  }
  return IR_OK;
}

IrStatus tile_pipelined_verify_regions(IrOp *op) {
  IrValues inits = GET(op, tile_pipelined, inits);
  IrBlock *body = ir_region_first(ir_op_region(op, 0));
  IrOp *last = body ? ir_block_terminator(body) : NULL;
  if (!body || ir_block_num_args(body) != inits.n + 1)
    return ir_op_error(op, "has a body with {} arguments, expected an index and {} values",
                       body ? ir_block_num_args(body) : 0, inits.n);
  if (!ir_type_is_index(ir_value_type(ir_block_arg(body, 0))))
    return ir_op_error(op, "has a body whose first argument is no index");
  if (!IS(last, tile_yield)) return ir_op_error(op, "has a body that does not end in tile.yield");
  IrValues yielded = GET(last, tile_yield, values);
  if (yielded.n != inits.n) {
    (void)ir_op_error(last, "yields {} values, but the loop carries {}", yielded.n, inits.n);
    ir_note(ir_op_context(op), ir_op_loc(op), "the loop");
    return IR_FAILED;
  }
  for (size_t i = 0; i < inits.n; i++) {
    IrType type = ir_value_type(inits.at[i]);
    IrType arg = ir_value_type(ir_block_arg(body, i + 1)), next = ir_value_type(yielded.at[i]);
    if (arg != type) return ir_op_error(op, "carries value {} as {} into {}", i, type, arg);
    if (next != type)
      return ir_op_error(last, "yields {} as value {}, but the loop carries {}", next, i, type);
  }
  return IR_OK;
}

IrStatus tile_yield_verify(IrOp *op) {
  const IrOp *around = ir_op_parent(op);
  if (IS(around, tile_pipelined) || IS(around, tile_reduce) || IS(around, tile_scan) ||
      IS(around, tile_map) || IS(around, tile_parallel) ||
      ir_str_is(ir_op_name(around), "simt.inline_ptx") || IS(around, tile_inline_ptx))
    return IR_OK;
  return ir_op_error(op, "must end the body of a tile.pipelined, the combiner of a tile.reduce or "
                         "tile.scan, or the code of a tile.map or tile.parallel");
}

// ---- Text. ----

typedef IR_VEC(IrParsedArg) ArgList;

// `%c = %z` of a carried value.
static IrStatus parse_carried(IrParser *p, IrOpState *state, ArgList *args) {
  IrParsedArg arg = {0};
  IrUnresolved init;
  IrValue *value;
  IR_TRY(ir_parse_operand(p, &arg.name));
  IR_TRY(ir_parse_token(p, "="));
  IR_TRY(ir_parse_operand(p, &init));
  IR_TRY(ir_resolve_defined(p, init, &value));
  arg.type = ir_value_type(value);
  arg.loc = arg.name.loc;
  ir_vec_push(args, arg);
  ir_vec_push(&state->operands, value);
  ir_vec_push(&state->result_types, arg.type);
  return IR_OK;
}

static IrStatus parse_all_carried(IrParser *p, IrOpState *state, ArgList *args) {
  if (!ir_parse_optional_keyword(p, "iter_args")) return IR_OK;
  IR_TRY(ir_parse_token(p, "("));
  do IR_TRY(parse_carried(p, state, args));
  while (ir_parse_optional_token(p, ","));
  return ir_parse_token(p, ")");
}

static IrStatus parse_loop(IrParser *p, IrOpState *state, ArgList *args) {
  IrParsedArg iv = {.type = ir_type_index(state->ctx)};
  IrValue *lower, *upper;
  IR_TRY(ir_parse_operand(p, &iv.name));
  iv.loc = iv.name.loc;
  ir_vec_push(args, iv);
  IR_TRY(ir_parse_token(p, "="));
  IR_TRY(tile_parse_index(p, &lower));
  IR_TRY(ir_parse_keyword(p, "to"));
  IR_TRY(tile_parse_index(p, &upper));
  ir_vec_push(&state->operands, lower);
  ir_vec_push(&state->operands, upper);
  if (ir_parse_at_keyword(p, "stages")) IR_TRY(tile_parse_count(p, state, "stages"));
  IR_TRY(parse_all_carried(p, state, args));
  IR_TRY(ir_parse_attr_dict_keyword(p, state));
  IR_TRY(ir_parse_region(p, state, args->at, args->n));
  ir_ensure_terminator(state->regions.at[0], state->ctx, &tile_yield, state->loc);
  return IR_OK;
}

IrStatus tile_pipelined_parse(IrParser *p, IrOpState *state) {
  ArgList args = {0};
  IrStatus status = parse_loop(p, state, &args);
  ir_vec_free(&args);
  return status;
}

static void print_carried(IrOp *op, IrPrinter *p) {
  IrValues inits = GET(op, tile_pipelined, inits);
  IrBlock *body = ir_region_first(ir_op_region(op, 0));
  for (size_t i = 0; i < inits.n; i++) {
    ir_printer_text(p, i ? ", " : " iter_args(");
    ir_printer_value(p, ir_block_arg(body, i + 1));
    ir_printer_text(p, " = ");
    ir_printer_value(p, inits.at[i]);
  }
  if (inits.n) ir_printer_text(p, ")");
}

void tile_pipelined_print(IrOp *op, IrPrinter *p) {
  static const char *const shown[] = {"stages", NULL};
  IrRegion *body = ir_op_region(op, 0);
  ir_printer_text(p, " ");
  ir_printer_value(p, ir_block_arg(ir_region_first(body), 0));
  ir_printer_text(p, " = ");
  ir_printer_value(p, GET(op, tile_pipelined, lower));
  ir_printer_text(p, " to ");
  ir_printer_value(p, GET(op, tile_pipelined, upper));
  if (GET(op, tile_pipelined, stages))
    ir_printer_fmt(p, " stages({})", ir_attr_int(GET(op, tile_pipelined, stages)));
  print_carried(op, p);
  ir_printer_attr_dict(p, op, shown, true);
  ir_printer_text(p, " ");
  bool carries = GET(op, tile_pipelined, inits).n > 0;
  ir_printer_region(p, body, carries ? 0 : IR_PRINT_NO_TERMINATOR);
}

IrStatus tile_yield_parse(IrParser *p, IrOpState *state) {
  IrUnresolved name;
  IrStatus status = IR_OK;
  bool more = ir_parse_optional_operand(p, &name, &status);
  while (more && status == IR_OK) {
    IrValue *value;
    IR_TRY(ir_resolve_defined(p, name, &value));
    ir_vec_push(&state->operands, value);
    more = ir_parse_optional_token(p, ",");
    if (more) status = ir_parse_operand(p, &name);
  }
  IR_TRY(status);
  return ir_parse_attr_dict(p, state);
}

void tile_yield_print(IrOp *op, IrPrinter *p) {
  IrValues values = GET(op, tile_yield, values);
  if (values.n) ir_printer_text(p, " ");
  ir_printer_values(p, values);
  ir_printer_attr_dict(p, op, NULL, false);
}
