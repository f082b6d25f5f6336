// Text of kernels.
#include "dialects/tile/kernel_impl.h"
#include "dialects/tile/tile_impl.h"

void tile_signature_free(TileSignature *signature) {
  ir_vec_free(&signature->args);
  ir_vec_free(&signature->types);
  ir_vec_free(&signature->names);
  ir_vec_free(&signature->dims);
}

// ---- Arguments. ----

// `[M, K]`; `?` for a dimension without a name.
static IrStatus parse_dims(IrParser *p, IrAttr *dims) {
  IrContext *ctx = ir_parser_context(p);
  IrAttr names[16];
  size_t n = 0;
  if (ir_parse_optional_token(p, "[")) {
    do {
      IrStr name = {"", 0};
      if (n == 16) return ir_parser_error(p, ir_parser_loc(p), "more than 16 dimensions");
      if (!ir_parse_optional_token(p, "?")) IR_TRY(ir_parse_identifier(p, &name));
      names[n++] = ir_attr_string(ctx, name);
    } while (ir_parse_optional_token(p, ","));
    IR_TRY(ir_parse_token(p, "]"));
  }
  *dims = ir_attr_array(ctx, names, n);
  return IR_OK;
}

static IrStatus parse_truth(IrParser *p, bool *truth) {
  IrLoc loc = ir_parser_loc(p);
  *truth = ir_parse_optional_keyword(p, "true");
  if (*truth || ir_parse_optional_keyword(p, "false")) return IR_OK;
  return ir_parser_error(p, loc, "expected true or false");
}

// `transposed(true)` makes a matrix column-major.
static IrStatus parse_transposed(IrParser *p, IrType *type) {
  IrLoc loc = ir_parser_loc(p);
  bool transposed;
  if (!ir_parse_optional_keyword(p, "transposed")) return IR_OK;
  IR_TRY(ir_parse_token(p, "("));
  IR_TRY(parse_truth(p, &transposed));
  IR_TRY(ir_parse_token(p, ")"));
  if (ir_type_kind(*type) != IR_TYPE_MEMREF || ir_type_shape(*type).rank != 2 ||
      ir_type_layout(*type))
    return ir_parser_error(p, loc,
                           "only a memref of rank 2 without a layout can be transposed, "
                           "got {}",
                           *type);
  if (!transposed) return IR_OK;
  IrShape shape = ir_type_shape(*type);
  int64_t strides[] = {1, shape.at[0]};
  IrAttr layout = ir_attr_strided(ir_parser_context(p), strides, 2, 0);
  *type = ir_type_memref(ir_parser_context(p), shape, ir_type_element(*type), layout,
                         ir_type_space(*type));
  return IR_OK;
}

static IrStatus parse_arg(IrParser *p, TileSignature *s) {
  IrParsedArg arg = {0};
  IrAttr dims = NULL;
  IR_TRY(ir_parse_operand(p, &arg.name));
  IR_TRY(ir_parse_colon_type(p, &arg.type));
  arg.loc = arg.name.loc;
  IR_TRY(parse_dims(p, &dims));
  IR_TRY(parse_transposed(p, &arg.type));
  IR_TRY(ir_parse_argument_loc(p, &arg));
  ir_vec_push(&s->args, arg);
  ir_vec_push(&s->types, arg.type);
  ir_vec_push(&s->names, ir_attr_string(ir_parser_context(p), arg.name.name));
  ir_vec_push(&s->dims, dims);
  return IR_OK;
}

IrStatus tile_parse_signature(IrParser *p, IrOpState *state, TileSignature *s) {
  IrContext *ctx = state->ctx;
  IrStr name;
  IR_TRY(ir_parse_symbol_name(p, &name));
  IR_TRY(ir_parse_token(p, "("));
  if (!ir_parse_optional_token(p, ")")) {
    do IR_TRY(parse_arg(p, s));
    while (ir_parse_optional_token(p, ","));
    IR_TRY(ir_parse_token(p, ")"));
  }
  IrType type = ir_type_function(ctx, s->types.at, s->types.n, NULL, 0);
  ir_state_set_attr(state, "sym_name", ir_attr_string(ctx, name));
  ir_state_set_attr(state, "function_type", ir_attr_of_type(type));
  ir_state_set_attr(state, "arg_dims", ir_attr_array(ctx, s->dims.at, s->dims.n));
  return IR_OK;
}

// The names in the text, unless the attribute has been given. It stands in no operand group, so its
// number among the attributes is its slot.
void tile_record_names(IrOpState *state, const TileSignature *s) {
  size_t slot = IR_ARG_SLOT(tile_kernel, arg_names);
  if (!state->attrs[slot]) state->attrs[slot] = ir_attr_array(state->ctx, s->names.at, s->names.n);
}

static void print_dims(const IrOp *kernel, size_t arg, IrPrinter *p) {
  IrType type = tile_kernel_arg_type(kernel, arg);
  size_t rank = ir_type_kind(type) == IR_TYPE_MEMREF ? ir_type_shape(type).rank : 0;
  bool named = false;
  for (size_t d = 0; d < rank; d++) named |= tile_kernel_arg_dim(kernel, arg, d).len > 0;
  if (!named) return;
  for (size_t d = 0; d < rank; d++) {
    IrStr name = tile_kernel_arg_dim(kernel, arg, d);
    ir_printer_fmt(p, "{}{}", d ? ", " : "[", name.len ? name : IR_STR("?"));
  }
  ir_printer_text(p, "]");
}

// Prints an argument; whether it is called there as it is recorded.
static bool print_name(IrOp *kernel, size_t i, IrPrinter *p) {
  IrStream *s = ir_printer_stream(p);
  IrStr name = tile_kernel_arg_name(kernel, i);
  ir_stream_flush(s); // what is looked at below stays in the buffer
  size_t from = s->len;
  ir_printer_value(p, tile_kernel_arg(kernel, i));
  return ir_str_equal(name, (IrStr){s->data + from + 1, s->len - from - 1});
}

bool tile_print_signature(IrOp *kernel, IrPrinter *p) {
  bool named = true;
  ir_printer_text(p, " ");
  ir_printer_symbol_name(p, ir_symbol_name(kernel));
  ir_printer_text(p, "(");
  for (size_t i = 0; i < tile_kernel_num_args(kernel); i++) {
    if (i) ir_printer_text(p, ", ");
    named &= print_name(kernel, i, p);
    ir_printer_fmt(p, ": {}", tile_kernel_arg_type(kernel, i));
    print_dims(kernel, i, p);
    ir_printer_loc(p, ir_value_loc(tile_kernel_arg(kernel, i)));
  }
  ir_printer_text(p, ")");
  return named;
}

// ---- Clauses. ----

IrStatus tile_parse_count(IrParser *p, IrOpState *state, const char *keyword) {
  int64_t n;
  IR_TRY(ir_parse_keyword(p, keyword));
  IR_TRY(ir_parse_token(p, "("));
  IR_TRY(ir_parse_integer(p, &n));
  ir_state_set_attr(state, keyword, ir_attr_integer(ir_type_i64(state->ctx), n));
  return ir_parse_token(p, ")");
}

typedef IR_VEC(IrAttr) AttrList;

static IrStatus parse_expr(IrParser *p, unsigned flags, AttrList *list) {
  TileExpr expr;
  IR_TRY(tile_expr_parse(p, flags, &expr));
  ir_vec_push(list, tile_expr_attr_get(ir_parser_context(p), &expr));
  return IR_OK;
}

static IrStatus parse_block_index(IrParser *p, TileSignature *s) {
  IrParsedArg arg = {.type = ir_type_index(ir_parser_context(p))};
  IR_TRY(ir_parse_operand(p, &arg.name));
  arg.loc = arg.name.loc;
  ir_vec_push(&s->args, arg);
  return ir_parse_token(p, "=");
}

static IrStatus parse_grid_list(IrParser *p, TileSignature *named, AttrList *list) {
  IR_TRY(ir_parse_token(p, "("));
  do {
    if (named) IR_TRY(parse_block_index(p, named));
    IR_TRY(parse_expr(p, 0, list));
  } while (ir_parse_optional_token(p, ","));
  return ir_parse_token(p, ")");
}

IrStatus tile_parse_grid(IrParser *p, IrOpState *state, TileSignature *named) {
  AttrList list = {0};
  IR_TRY(ir_parse_keyword(p, "grid"));
  IrStatus status = parse_grid_list(p, named, &list);
  ir_state_set_attr(state, "grid", ir_attr_array(state->ctx, list.at, list.n));
  ir_vec_free(&list);
  return status;
}

static IrStatus parse_assume_list(IrParser *p, AttrList *list) {
  IR_TRY(ir_parse_token(p, "("));
  do IR_TRY(parse_expr(p, TILE_EXPR_BOOLEAN, list));
  while (ir_parse_optional_token(p, ","));
  return ir_parse_token(p, ")");
}

IrStatus tile_parse_assume(IrParser *p, IrOpState *state) {
  AttrList list = {0};
  if (!ir_parse_optional_keyword(p, "assume")) return IR_OK;
  IrStatus status = parse_assume_list(p, &list);
  ir_state_set_attr(state, "assume", ir_attr_array(state->ctx, list.at, list.n));
  ir_vec_free(&list);
  return status;
}

static void print_expr(IrPrinter *p, IrAttr expr) {
  size_t n;
  const TileExprNode *nodes = tile_expr_nodes(expr, &n);
  tile_expr_print(nodes, n, ir_printer_stream(p));
}

void tile_print_exprs(IrPrinter *p, const char *keyword, IrAttr exprs) {
  if (!exprs || ir_attr_count(exprs) == 0) return;
  ir_printer_fmt(p, " {}(", keyword);
  for (size_t i = 0; i < ir_attr_count(exprs); i++) {
    if (i) ir_printer_text(p, ", ");
    print_expr(p, ir_attr_at(exprs, i));
  }
  ir_printer_text(p, ")");
}

// ---- tile.kernel ----

static IrStatus parse_kernel(IrParser *p, IrOpState *state, TileSignature *s) {
  IR_TRY(tile_parse_signature(p, state, s));
  IR_TRY(tile_parse_count(p, state, "warps"));
  if (ir_parse_at_keyword(p, "cluster")) IR_TRY(tile_parse_count(p, state, "cluster"));
  if (ir_parse_at_keyword(p, "multicast")) IR_TRY(tile_parse_count(p, state, "multicast"));
  IR_TRY(tile_parse_grid(p, state, s));
  IR_TRY(tile_parse_assume(p, state));
  IR_TRY(ir_parse_attr_dict_keyword(p, state));
  tile_record_names(state, s);
  return ir_parse_region(p, state, s->args.at, s->args.n);
}

IrStatus tile_kernel_parse(IrParser *p, IrOpState *state) {
  TileSignature s = {0};
  IrStatus status = parse_kernel(p, state, &s);
  tile_signature_free(&s);
  return status;
}

void tile_kernel_print(IrOp *op, IrPrinter *p) {
  static const char *const shown[] = {"arg_names", "sym_name", "function_type", "arg_dims",
                                      "warps",     "cluster",  "multicast",     "grid",
                                      "assume",    NULL};
  bool named = tile_print_signature(op, p);
  IrAttr cluster = GET(op, tile_kernel, cluster), multicast = GET(op, tile_kernel, multicast);
  ir_printer_fmt(p, " warps({})", ir_attr_int(GET(op, tile_kernel, warps)));
  if (cluster) ir_printer_fmt(p, " cluster({})", ir_attr_int(cluster));
  if (multicast) ir_printer_fmt(p, " multicast({})", ir_attr_int(multicast));
  ir_printer_text(p, " grid(");
  for (size_t i = 0; i < tile_kernel_grid_rank(op); i++) {
    if (i) ir_printer_text(p, ", ");
    ir_printer_value(p, tile_kernel_block_index(op, i));
    ir_printer_text(p, " = ");
    print_expr(p, tile_kernel_grid(op, i));
  }
  ir_printer_text(p, ")");
  tile_print_exprs(p, "assume", GET(op, tile_kernel, assume));
  ir_printer_attr_dict(p, op, shown + !named, true);
  ir_printer_text(p, " ");
  ir_printer_region(p, ir_op_region(op, 0), 0);
}
