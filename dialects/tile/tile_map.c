// tile.map and tile.parallel: text and rules.
//
//   1. inputs and results are tiles of one shape and one layout; a map has a result
//   2. the region takes one index for each dimension, then an element of each input
//   3. it yields an element of each result; of a tile.parallel, nothing
//   4. it works with single values: no tiles, no ops of whole blocks or of threads
//   5. a map writes nothing; both allocate nothing
#include "dialects/func/func.h"
#include "dialects/memref/memref.h"
#include "dialects/tile/tile_impl.h"

const MemPaddingInterface tile_map_padding = {sizeof(MemPaddingInterface)};

static IrBlock *body_of(const IrOp *op) {
  return ir_region_first(ir_op_region(op, 0));
}

// ---- Rules. ----

// Rule 1 for a tile; `like` is the first one.
static IrStatus verify_tile(IrOp *op, IrType type, IrType like) {
  IR_TRY(tile_verify_tile(op, type));
  if (tile_is_alike(type, like)) return IR_OK;
  return ir_op_error(op, "takes and makes tiles of one shape and layout, got {} and {}", like,
                     type);
}

IrStatus tile_map_verify(IrOp *op) {
  IrValues inputs = GET(op, tile_map, inputs);
  size_t n = ir_op_num_results(op);
  if (n == 0) {
    IrStatus failed = ir_op_error(op, "makes at least one tile");
    ir_help(ir_op_context(op), "code that is run for its effects is a tile.parallel");
    return failed;
  }
  IrType like = ir_value_type(ir_op_result(op, 0));
  for (size_t i = 0; i < n; i++) IR_TRY(verify_tile(op, ir_value_type(ir_op_result(op, i)), like));
  for (size_t i = 0; i < inputs.n; i++) IR_TRY(verify_tile(op, ir_value_type(inputs.at[i]), like));
  return IR_OK;
}

IrStatus tile_parallel_verify(IrOp *op) {
  IrValues inputs = GET(op, tile_parallel, inputs);
  IrAttr shape = GET(op, tile_parallel, shape);
  int64_t extents[TILE_LAYOUT_RANK];
  size_t rank = ir_attr_count(shape);
  if (rank > TILE_LAYOUT_RANK)
    return ir_op_error(op, "has a shape of rank {}, at most {} is possible", rank,
                       (int)TILE_LAYOUT_RANK);
  for (size_t d = 0; d < rank; d++) extents[d] = ir_attr_array_int(shape, d);
  IrType bits = ir_type_i1(ir_op_context(op));
  for (size_t d = 0; d < rank; d++)
    if (extents[d] < 1)
      return ir_op_error(op, "has an extent of {}, expected 1 or more", extents[d]);
  IR_TRY(tile_verify_tile(op,
                          ir_type_tensor(ir_op_context(op), (IrShape){extents, rank}, bits, NULL)));
  for (size_t i = 0; i < inputs.n; i++) {
    IrType type = ir_value_type(inputs.at[i]);
    IR_TRY(verify_tile(op, type, ir_value_type(inputs.at[0])));
    if (!tile_same_shape(ir_type_shape(type), (IrShape){extents, rank}))
      return ir_op_error(op, "takes tiles of its shape, got {}", type);
  }
  return IR_OK;
}

// ---- Rules of the region.

static IrStatus refuse(IrOp *op, const char *what, const char *help) {
  IrStatus failed = ir_op_error(op, "{} in the code of an element", what);
  ir_help(ir_op_context(op), "{}", help);
  return failed;
}

static bool is_of_dialect(const IrOp *op, const char *name) {
  const IrDialect *dialect = ir_op_dialect(op);
  return dialect && ir_str_is(ir_str(dialect->name), name);
}

static bool is_vector(const IrValue *value) {
  return ir_type_kind(ir_value_type(value)) == IR_TYPE_VECTOR;
}

// Rule 4.
static IrStatus verify_scalar(IrOp *op) {
  for (size_t i = 0; i < ir_op_num_operands(op); i++)
    if (tile_is_tile(ir_op_operand(op, i)))
      return refuse(op, "uses a tile",
                    "pass the tile as an input: the region gets the element at its coordinates");
  for (size_t i = 0; i < ir_op_num_results(op); i++)
    if (tile_is_tile(ir_op_result(op, i)))
      return refuse(op, "makes a tile",
                    "compute with scalars, or put the op in front of the region");
  bool of_one = IS(op, tile_yield) || IS(op, tile_dim) || IS(op, tile_compute) ||
                IS(op, tile_print) || IS(op, tile_assert) || IS(op, tile_philox) ||
                IS(op, tile_uniform) || IS(op, tile_normal) || IS(op, tile_inline_ptx);
  bool of_tiles = is_of_dialect(op, "tile") && !of_one;
  if (of_tiles || is_of_dialect(op, "tc") || is_of_dialect(op, "simt"))
    return refuse(op, "acts for a whole block or warp",
                  "put it in front of the region or behind it");
  bool vector = ir_op_num_results(op) && is_vector(ir_op_result(op, 0));
  if ((IS(op, mem_load) && vector) || (IS(op, mem_store) && is_vector(GET(op, mem_store, value))))
    return refuse(op, "moves several elements",
                  "move one: accesses are made as wide as they can be");
  if (IS(op, memref_atomic_rmw) || IS(op, memref_generic_atomic_rmw))
    return refuse(op, "says no order and no scope", "use mem.atomic_rmw or mem.atomic_cas");
  return IR_OK;
}

// Rule 5.
static IrStatus verify_effects(IrOp *op, bool may_write) {
  if (IS(op, func_call))
    return IR_OK; // what is inlined is looked at then; of others it is promised
  unsigned kinds = ir_op_effect_kinds(op);
  if (kinds & (IR_EFFECT_ALLOCATE | IR_EFFECT_FREE))
    return refuse(op, "allocates or frees memory", "allocate in front of the region");
  if (!may_write && kinds & ~(unsigned)IR_EFFECT_READ)
    return refuse(op, "has effects",
                  "a tile.map only makes tiles; code that writes is a tile.parallel");
  return IR_OK;
}

typedef struct Rules {
  const IrOp *root;
  bool may_write;
} Rules;

static IrStatus verify_inner(IrOp *op, void *user) {
  const Rules *rules = user;
  if (op == rules->root) return IR_OK;
  IR_TRY(verify_scalar(op));
  return verify_effects(op, rules->may_write);
}

// Rule 2.
static IrStatus verify_arguments(IrOp *op, const IrBlock *block, IrValues inputs, size_t rank) {
  size_t n = ir_block_num_args(block);
  if (n != rank + inputs.n)
    return ir_op_error(op,
                       "has a region of {} arguments, expected {} coordinates and an element of "
                       "each of {} inputs",
                       n, rank, inputs.n);
  for (size_t i = 0; i < n; i++) {
    IrType type = ir_value_type(ir_block_arg(block, i));
    if (i < rank && !ir_type_is_index(type))
      return ir_op_error(op,
                         "has a region whose argument {} is {}, expected a coordinate of type "
                         "index",
                         i, type);
    if (i >= rank && type != ir_type_element(ir_value_type(inputs.at[i - rank])))
      return ir_op_error(op, "has a region whose argument {} is {}, expected an element of {}", i,
                         type, ir_value_type(inputs.at[i - rank]));
  }
  return IR_OK;
}

// Rule 3.
static IrStatus verify_yield(IrOp *op, IrOp *last) {
  if (!last || !IS(last, tile_yield))
    return ir_op_error(op, "has a region that does not end in tile.yield");
  IrValues yielded = GET(last, tile_yield, values);
  size_t n = ir_op_num_results(op);
  if (yielded.n != n)
    return ir_op_error(last, "yields {} values, expected one for each result: {}", yielded.n, n);
  for (size_t i = 0; i < n; i++) {
    IrType expected = ir_type_element(ir_value_type(ir_op_result(op, i)));
    if (ir_value_type(yielded.at[i]) != expected)
      return ir_op_error(last, "yields {} as value {}, expected {}", ir_value_type(yielded.at[i]),
                         i, expected);
  }
  return IR_OK;
}

static IrStatus verify_region(IrOp *op, IrValues inputs, size_t rank, bool may_write) {
  IrBlock *block = body_of(op);
  Rules rules = {op, may_write};
  if (!block) return ir_op_error(op, "has an empty region");
  IR_TRY(verify_arguments(op, block, inputs, rank));
  IR_TRY(ir_walk_pre(op, verify_inner, &rules));
  return verify_yield(op, ir_block_terminator(block));
}

IrStatus tile_map_verify_regions(IrOp *op) {
  size_t rank = ir_type_shape(ir_value_type(ir_op_result(op, 0))).rank;
  return verify_region(op, GET(op, tile_map, inputs), rank, false);
}

IrStatus tile_parallel_verify_regions(IrOp *op) {
  return verify_region(op, GET(op, tile_parallel, inputs),
                       ir_attr_count(GET(op, tile_parallel, shape)), true);
}

// ---- Text: `%r, %s = tile.map %x (%i, %j, %a) : tensor<8x8xf32>, tensor<8x8xi1> { ... }`
//            `tile.parallel %x (%i, %j, %a) in 8x8 { ... }`

typedef IR_VEC(IrParsedArg) ArgList;

static IrStatus parse_inputs(IrParser *p, IrOpState *state) {
  while (!ir_parse_at_token(p, "(")) {
    IrUnresolved name;
    IrValue *value;
    if (state->operands.n) IR_TRY(ir_parse_token(p, ","));
    IR_TRY(ir_parse_operand(p, &name));
    IR_TRY(ir_resolve_defined(p, name, &value));
    if (!tile_is_tile(value))
      return ir_parser_error(p, name.loc, "expected a tile, got {}", ir_value_type(value));
    ir_vec_push(&state->operands, value);
  }
  return IR_OK;
}

// The types of arguments follow when the shape is known.
static IrStatus parse_arguments(IrParser *p, ArgList *args) {
  IR_TRY(ir_parse_token(p, "("));
  while (!ir_parse_optional_token(p, ")")) {
    IrParsedArg arg = {0};
    if (args->n) IR_TRY(ir_parse_token(p, ","));
    IR_TRY(ir_parse_operand(p, &arg.name));
    arg.loc = arg.name.loc;
    ir_vec_push(args, arg);
  }
  return IR_OK;
}

// For a tile of `rank` dimensions.
static IrStatus type_arguments(IrParser *p, IrOpState *state, IrLoc loc, ArgList *args,
                               size_t rank) {
  if (args->n != rank + state->operands.n)
    return ir_parser_error(p, loc,
                           "expected {} coordinates and an element of each of {} inputs, got {} "
                           "names",
                           rank, state->operands.n, args->n);
  for (size_t i = 0; i < args->n; i++)
    args->at[i].type = i < rank ? ir_type_index(state->ctx)
                                : ir_type_element(ir_value_type(state->operands.at[i - rank]));
  return IR_OK;
}

static IrStatus parse_map(IrParser *p, IrOpState *state, ArgList *args) {
  IR_TRY(parse_inputs(p, state));
  IrLoc loc = ir_parser_loc(p);
  IR_TRY(parse_arguments(p, args));
  IR_TRY(ir_parse_token(p, ":"));
  IrLoc type_loc = ir_parser_loc(p);
  IR_TRY(ir_parse_type_list(p, state));
  IrType first = state->result_types.at[0];
  if (ir_type_kind(first) != IR_TYPE_TENSOR)
    return ir_parser_error(p, type_loc, "expected a tile's type, got {}", first);
  IR_TRY(type_arguments(p, state, loc, args, ir_type_shape(first).rank));
  IR_TRY(ir_parse_attr_dict_keyword(p, state));
  return ir_parse_region(p, state, args->at, args->n);
}

IrStatus tile_map_parse(IrParser *p, IrOpState *state) {
  ArgList args = {0};
  IrStatus status = parse_map(p, state, &args);
  ir_vec_free(&args);
  return status;
}

static IrStatus parse_parallel(IrParser *p, IrOpState *state, ArgList *args) {
  int64_t extents[TILE_LAYOUT_RANK];
  size_t rank = 0;
  IR_TRY(parse_inputs(p, state));
  IrLoc loc = ir_parser_loc(p);
  IR_TRY(parse_arguments(p, args));
  if (args->n > state->operands.n) {
    IR_TRY(ir_parse_keyword(p, "in"));
    IR_TRY(ir_parse_shape(p, false, extents, TILE_LAYOUT_RANK, &rank));
  }
  ir_state_set_attr(state, "shape", ir_attr_i64_array(state->ctx, extents, rank));
  IR_TRY(type_arguments(p, state, loc, args, rank));
  IR_TRY(ir_parse_attr_dict_keyword(p, state));
  IR_TRY(ir_parse_region(p, state, args->at, args->n));
  ir_ensure_terminator(state->regions.at[0], state->ctx, &tile_yield, state->loc);
  return IR_OK;
}

IrStatus tile_parallel_parse(IrParser *p, IrOpState *state) {
  ArgList args = {0};
  IrStatus status = parse_parallel(p, state, &args);
  ir_vec_free(&args);
  return status;
}

// ` %x (%i, %j, %a)`.
static void print_heads(const IrOp *op, IrValues inputs, IrPrinter *p) {
  const IrBlock *block = body_of(op);
  ir_printer_text(p, " ");
  ir_printer_values(p, inputs);
  ir_printer_text(p, inputs.n ? " (" : "(");
  for (size_t i = 0; i < ir_block_num_args(block); i++) {
    if (i) ir_printer_text(p, ", ");
    ir_printer_value(p, ir_block_arg(block, i));
  }
  ir_printer_text(p, ")");
}

void tile_map_print(IrOp *op, IrPrinter *p) {
  print_heads(op, GET(op, tile_map, inputs), p);
  for (size_t i = 0; i < ir_op_num_results(op); i++) {
    ir_printer_text(p, i ? ", " : " : ");
    ir_printer_fmt(p, "{}", ir_value_type(ir_op_result(op, i)));
  }
  ir_printer_attr_dict(p, op, NULL, true);
  ir_printer_text(p, " ");
  ir_printer_region(p, ir_op_region(op, 0), 0);
}

void tile_parallel_print(IrOp *op, IrPrinter *p) {
  static const char *const shown[] = {"shape", NULL};
  IrAttr shape = GET(op, tile_parallel, shape);
  print_heads(op, GET(op, tile_parallel, inputs), p);
  for (size_t d = 0; d < ir_attr_count(shape); d++) {
    ir_printer_text(p, d ? "x" : " in ");
    ir_printer_fmt(p, "{}", ir_attr_array_int(shape, d));
  }
  ir_printer_attr_dict(p, op, shown, true);
  ir_printer_text(p, " ");
  ir_printer_region(p, ir_op_region(op, 0), IR_PRINT_NO_TERMINATOR);
}
