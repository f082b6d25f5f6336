// tile.gather, tile.scatter, tile.atomic_rmw, tile.atomic_cas: text and rules.
//
//   1. as many indices as the memory has dimensions, each a scalar or a tile with the op's extents
//   2. the tile's elements are the memory's
//   3. one index of a gather or scatter is a tile; without one an atomic access is a tile at an
//      offset, as in tile.store
//   4. a mask is a tile of i1 with the op's extents, a padding value an element
//   5. tiles that have a layout have the same one
//   6. memory combines such elements so, or compares them
#include "dialects/mem/mem.h"
#include "dialects/tile/tile_impl.h"

bool tile_has_index_tile(IrValues indices) {
  for (size_t i = 0; i < indices.n; i++)
    if (tile_is_tile(indices.at[i])) return true;
  return false;
}

static bool same_extents(IrType a, IrType b) {
  IrShape x = ir_type_shape(a), y = ir_type_shape(b);
  for (size_t d = 0; d < x.rank && x.rank == y.rank; d++)
    if (x.at[d] != y.at[d]) return false;
  return x.rank == y.rank;
}

// Rule 5, and that `other` is as large as the op's tile.
static IrStatus verify_beside(IrOp *op, const char *what, IrType tile, IrType other) {
  if (!same_extents(tile, other))
    return ir_op_error(op, "moves {}, but {} is {}", tile, what, other);
  IrAttr one = ir_type_encoding(tile), two = ir_type_encoding(other);
  if (!one || !two || one == two) return IR_OK;
  return ir_op_error(op, "has tiles of two layouts, {} and {}", tile, other);
}

static IrStatus verify_index_tiles(IrOp *op, IrType memory, IrValues indices, IrType tile) {
  size_t rank = tile_memory_shape(memory).rank;
  if (indices.n != rank)
    return ir_op_error(op, "needs {} {} for {}, got {}", rank, rank == 1 ? "index" : "indices",
                       memory, indices.n);
  for (size_t i = 0; i < indices.n; i++)
    if (tile_is_tile(indices.at[i]))
      IR_TRY(verify_beside(op, "an index", tile, ir_value_type(indices.at[i])));
  return IR_OK;
}

static IrStatus verify_mask(IrOp *op, IrType tile, const IrValue *mask) {
  if (!mask) return IR_OK;
  IrType type = ir_value_type(mask);
  if (!ir_type_is_integer(ir_type_element(type), 1))
    return ir_op_error(op, "has a mask of {}, expected a tile of i1", type);
  return verify_beside(op, "the mask", tile, type);
}

static IrStatus verify_indexed(IrOp *op, IrType tile, const IrValue *memory, IrValues indices,
                               const IrValue *mask) {
  IrType type = ir_value_type(memory);
  IR_TRY(tile_verify_tile(op, tile));
  IR_TRY(tile_verify_element(op, tile, type));
  if (tile_has_index_tile(indices))
    IR_TRY(verify_index_tiles(op, type, indices, tile));
  else
    IR_TRY(tile_verify_place(op, type, indices, ir_type_shape(tile)));
  return verify_mask(op, tile, mask);
}

// Rule 3.
static IrStatus want_index_tile(IrOp *op, IrValues indices, const char *instead) {
  if (tile_has_index_tile(indices)) return IR_OK;
  (void)ir_op_error(op, "has no index that is a tile");
  ir_help(ir_op_context(op), "{} a tile at an offset", instead);
  return IR_FAILED;
}

IrStatus tile_gather_verify(IrOp *op) {
  IrType tile = GET(op, tile_gather, result_type);
  const IrValue *source = GET(op, tile_gather, source), *pad = GET(op, tile_gather, pad);
  IrType element = tile_memory_element(ir_value_type(source));
  IR_TRY(
      verify_indexed(op, tile, source, GET(op, tile_gather, indices), GET(op, tile_gather, mask)));
  IR_TRY(want_index_tile(op, GET(op, tile_gather, indices), "tile.load reads"));
  IR_TRY(tile_verify_width(op, GET(op, tile_gather, width)));
  IR_TRY(tile_verify_edge(op, GET(op, tile_gather, width), GET(op, tile_gather, edge)));
  if (!pad || ir_value_type(pad) == element) return IR_OK;
  return ir_op_error(op, "pads with {}, but the elements of {} are {}", ir_value_type(pad),
                     ir_value_type(source), element);
}

IrStatus tile_scatter_verify(IrOp *op) {
  IR_TRY(verify_indexed(op, ir_value_type(GET(op, tile_scatter, tile)), GET(op, tile_scatter, dest),
                        GET(op, tile_scatter, indices), GET(op, tile_scatter, mask)));
  IR_TRY(want_index_tile(op, GET(op, tile_scatter, indices), "tile.store writes"));
  IR_TRY(tile_verify_width(op, GET(op, tile_scatter, width)));
  return tile_verify_edge(op, GET(op, tile_scatter, width), GET(op, tile_scatter, edge));
}

static IrStatus verify_result(IrOp *op, IrType tile) {
  IrType result = ir_value_type(ir_op_result(op, 0));
  if (ir_type_with_encoding(result, NULL) == ir_type_with_encoding(tile, NULL))
    return verify_beside(op, "the result", tile, result);
  return ir_op_error(op, "combines {} and gives {}", tile, result);
}

IrStatus tile_atomic_rmw_verify(IrOp *op) {
  IrType tile = ir_value_type(GET(op, tile_atomic_rmw, value));
  IR_TRY(verify_indexed(op, tile, GET(op, tile_atomic_rmw, memory),
                        GET(op, tile_atomic_rmw, indices), GET(op, tile_atomic_rmw, mask)));
  IR_TRY(verify_result(op, tile));
  IR_TRY(tile_verify_width(op, GET(op, tile_atomic_rmw, width)));
  IR_TRY(tile_verify_edge(op, GET(op, tile_atomic_rmw, width), GET(op, tile_atomic_rmw, edge)));
  return mem_verify_combined(op, GET(op, tile_atomic_rmw, kind), ir_type_element(tile));
}

IrStatus tile_atomic_cas_verify(IrOp *op) {
  IrType tile = ir_value_type(GET(op, tile_atomic_cas, desired));
  IrType expected = ir_value_type(GET(op, tile_atomic_cas, expected));
  IR_TRY(verify_indexed(op, tile, GET(op, tile_atomic_cas, memory),
                        GET(op, tile_atomic_cas, indices), GET(op, tile_atomic_cas, mask)));
  IR_TRY(verify_result(op, tile));
  if (ir_type_element(expected) != ir_type_element(tile))
    return ir_op_error(op, "compares {} and stores {}", expected, tile);
  IR_TRY(verify_beside(op, "what is expected", tile, expected));
  return mem_verify_compared(op, ir_type_element(tile));
}

// ---- Text. ----

static IrStatus parse_tile(IrParser *p, IrOpState *state, IrType *type) {
  IrUnresolved name;
  IrValue *value;
  IR_TRY(ir_parse_operand(p, &name));
  IR_TRY(ir_resolve_defined(p, name, &value));
  *type = ir_value_type(value);
  if (ir_type_kind(*type) != IR_TYPE_TENSOR)
    return ir_parser_error(p, name.loc, "expected a tile, got {}", *type);
  ir_vec_push(&state->operands, value);
  return IR_OK;
}

// ` mask(%m)`
static IrStatus parse_mask(IrParser *p, IrOpState *state, bool *masked) {
  IrType type;
  *masked = ir_parse_optional_keyword(p, "mask");
  if (!*masked) return IR_OK;
  IR_TRY(ir_parse_token(p, "("));
  IR_TRY(parse_tile(p, state, &type));
  return ir_parse_token(p, ")");
}

// The sizes of the last groups, behind `lead` operands that are a group each.
static void set_segments(IrOpState *state, size_t lead, const int64_t *last, size_t n) {
  int64_t sizes[8];
  for (size_t i = 0; i < lead; i++) sizes[i] = 1;
  for (size_t i = 0; i < n; i++) sizes[lead + i] = last[i];
  ir_state_set_attr(state, "operandSegmentSizes", ir_attr_i32_array(state->ctx, sizes, lead + n));
}

static void print_mask(IrPrinter *p, IrValue *mask) {
  if (!mask) return;
  ir_printer_text(p, " mask(");
  ir_printer_value(p, mask);
  ir_printer_text(p, ")");
}

static const char *const hidden[] = {"operandSegmentSizes", "kind", "order", "scope", NULL};

IrStatus tile_gather_parse(IrParser *p, IrOpState *state) {
  IrType memory, tile;
  size_t n = 0;
  bool masked, padded;
  IR_TRY(tile_parse_place(p, state, true, &memory, &n));
  IR_TRY(parse_mask(p, state, &masked));
  IR_TRY(tile_parse_pad(p, state, &padded));
  IR_TRY(ir_parse_attr_dict(p, state));
  IR_TRY(ir_parse_colon_type(p, &tile));
  ir_vec_push(&state->result_types, tile);
  set_segments(state, 1, (const int64_t[]){(int64_t)n, masked, padded}, 3);
  return IR_OK;
}

void tile_gather_print(IrOp *op, IrPrinter *p) {
  ir_printer_text(p, " ");
  tile_print_place(p, GET(op, tile_gather, source), GET(op, tile_gather, indices));
  print_mask(p, GET(op, tile_gather, mask));
  tile_print_pad(p, GET(op, tile_gather, pad));
  ir_printer_attr_dict(p, op, hidden, false);
  ir_printer_fmt(p, " : {}", GET(op, tile_gather, result_type));
}

IrStatus tile_scatter_parse(IrParser *p, IrOpState *state) {
  IrType tile, memory;
  size_t n = 0;
  bool masked;
  IR_TRY(parse_tile(p, state, &tile));
  IR_TRY(ir_parse_token(p, ","));
  IR_TRY(tile_parse_place(p, state, true, &memory, &n));
  IR_TRY(parse_mask(p, state, &masked));
  set_segments(state, 2, (const int64_t[]){(int64_t)n, masked}, 2);
  return ir_parse_attr_dict(p, state);
}

void tile_scatter_print(IrOp *op, IrPrinter *p) {
  ir_printer_text(p, " ");
  ir_printer_value(p, GET(op, tile_scatter, tile));
  ir_printer_text(p, ", ");
  tile_print_place(p, GET(op, tile_scatter, dest), GET(op, tile_scatter, indices));
  print_mask(p, GET(op, tile_scatter, mask));
  ir_printer_attr_dict(p, op, hidden, false);
}

// ---- Text of atomic accesses: ` addi %v, %M[%i] acquire gpu mask(%m)`. ----

static const char relaxed[] = "relaxed", gpu[] = "gpu";

// One of the constraint's words.
static IrStatus parse_word(IrParser *p, IrOpState *state, const char *attr,
                           const IrAttrConstraint *of) {
  IrLoc loc = ir_parser_loc(p);
  IrStr word;
  IR_TRY(ir_parse_identifier(p, &word));
  IrAttr value = ir_attr_string(state->ctx, word);
  if (!of->test(value)) return ir_parser_error(p, loc, "expected {}, got '{}'", of->name, word);
  ir_state_set_attr(state, attr, value);
  return IR_OK;
}

// Order and scope, both or none.
static IrStatus parse_order(IrParser *p, IrOpState *state) {
  ir_state_set_attr(state, "order", ir_attr_string(state->ctx, ir_str(relaxed)));
  ir_state_set_attr(state, "scope", ir_attr_string(state->ctx, ir_str(gpu)));
  for (const char *const *word = mem_order_attr.keywords; *word; word++) {
    if (!ir_parse_at_keyword(p, *word)) continue;
    IR_TRY(parse_word(p, state, "order", &mem_order_attr));
    return parse_word(p, state, "scope", &mem_scope_attr);
  }
  return IR_OK;
}

// `%M[%i] acquire gpu mask(%m)` behind `lead` tiles, the last of which gives the result's type.
static IrStatus parse_atomic(IrParser *p, IrOpState *state, size_t lead) {
  IrType memory, type = NULL;
  size_t n = 0;
  bool masked;
  for (size_t i = 0; i < lead; i++) {
    IR_TRY(parse_tile(p, state, &type));
    IR_TRY(ir_parse_token(p, ","));
  }
  IR_TRY(tile_parse_place(p, state, true, &memory, &n));
  IR_TRY(parse_order(p, state));
  IR_TRY(parse_mask(p, state, &masked));
  ir_vec_push(&state->result_types, type);
  set_segments(state, lead + 1, (const int64_t[]){(int64_t)n, masked}, 2);
  return ir_parse_attr_dict(p, state);
}

static void print_atomic(IrOp *op, IrPrinter *p, IrValue *memory, IrValues indices, IrValue *mask,
                         IrAttr order, IrAttr scope) {
  ir_printer_text(p, ", ");
  tile_print_place(p, memory, indices);
  if (!ir_str_is(ir_attr_str(order), relaxed) || !ir_str_is(ir_attr_str(scope), gpu))
    ir_printer_fmt(p, " {} {}", ir_attr_str(order), ir_attr_str(scope));
  print_mask(p, mask);
  ir_printer_attr_dict(p, op, hidden, false);
}

IrStatus tile_atomic_rmw_parse(IrParser *p, IrOpState *state) {
  IR_TRY(parse_word(p, state, "kind", &mem_atomic_kind_attr));
  return parse_atomic(p, state, 1);
}

void tile_atomic_rmw_print(IrOp *op, IrPrinter *p) {
  ir_printer_fmt(p, " {} {}", ir_attr_str(GET(op, tile_atomic_rmw, kind)),
                 GET(op, tile_atomic_rmw, value));
  print_atomic(op, p, GET(op, tile_atomic_rmw, memory), GET(op, tile_atomic_rmw, indices),
               GET(op, tile_atomic_rmw, mask), GET(op, tile_atomic_rmw, order),
               GET(op, tile_atomic_rmw, scope));
}

IrStatus tile_atomic_cas_parse(IrParser *p, IrOpState *state) {
  return parse_atomic(p, state, 2);
}

void tile_atomic_cas_print(IrOp *op, IrPrinter *p) {
  ir_printer_fmt(p, " {}, {}", GET(op, tile_atomic_cas, expected),
                 GET(op, tile_atomic_cas, desired));
  print_atomic(op, p, GET(op, tile_atomic_cas, memory), GET(op, tile_atomic_cas, indices),
               GET(op, tile_atomic_cas, mask), GET(op, tile_atomic_cas, order),
               GET(op, tile_atomic_cas, scope));
}
