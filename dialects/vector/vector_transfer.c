// vector.transfer_read and vector.transfer_write: text, verifiers, effects and folds.
//
//   1. There is an index for each dimension of the memref or tensor, and one element type.
//   2. The permutation map takes the dimensions of the memref to those of the vector: each result
//      is a dimension, none twice, or of a read 0, where one element is repeated.
//   3. in_bounds has an entry for each dimension of the vector.
//   4. A mask is of i1, with the vector's extents in the order of the memref's dimensions.
//   5. Padding is one element; what is written to a tensor is a tensor of that type.
#include "dialects/vector/vector_impl.h"
#include "ir/core/affine.h"
#include "ir/interfaces/effects.h"

enum { MAX_RANK = 16 };

static bool is_base(IrType type) {
  return ir_type_kind(type) == IR_TYPE_MEMREF || ir_type_kind(type) == IR_TYPE_TENSOR;
}

static bool is_map(IrAttr attr) {
  return ir_attr_kind(attr) == IR_ATTR_AFFINE_MAP;
}

static bool is_flags(IrAttr attr) {
  if (ir_attr_kind(attr) != IR_ATTR_ARRAY) return false;
  for (size_t i = 0; i < ir_attr_count(attr); i++) {
    IrAttr flag = ir_attr_at(attr, i);
    if (ir_attr_kind(flag) != IR_ATTR_INTEGER || !ir_type_is_integer(ir_attr_type(flag), 1))
      return false;
  }
  return true;
}

const IrTypeConstraint vector_base_constraint = {"a memref or tensor", is_base, NULL};
const IrAttrConstraint vector_map_constraint = {.name = "an affine map", .test = is_map};
const IrAttrConstraint vector_flags_constraint = {.name = "a list of true and false",
                                                  .test = is_flags};

// The last dimensions of the base, as many as the vector has.
static IrAttr last_dims(IrContext *ctx, size_t base_rank, size_t rank) {
  IrAffine exprs[MAX_RANK];
  for (size_t i = 0; i < rank; i++) exprs[i] = ir_affine_dim(ctx, (uint32_t)(base_rank - rank + i));
  return ir_attr_affine_map(ctx, (uint32_t)base_rank, 0, exprs, rank);
}

static IrAttr flags_attr(IrContext *ctx, const bool *flags, size_t n) {
  IrAttr attrs[MAX_RANK];
  for (size_t i = 0; i < n; i++) attrs[i] = ir_attr_bool(ctx, flags[i]);
  return ir_attr_array(ctx, attrs, n);
}

int64_t vector_mapped_dim(IrAttr map, size_t i) {
  IrAffine expr = ir_attr_expr(map, i);
  return ir_affine_kind(expr) == IR_AFFINE_DIM ? ir_affine_value(expr) : -1;
}

// The type of a mask for such a transfer.
static IrType mask_type(IrType vector, IrAttr map) {
  IrContext *ctx = ir_type_context(vector);
  int64_t extents[MAX_RANK];
  size_t n = 0, rank = ir_attr_num_exprs(map);
  for (int64_t d = 0; d < ir_attr_num_dims(map); d++)
    for (size_t i = 0; i < rank; i++)
      if (vector_mapped_dim(map, i) == d) extents[n++] = ir_type_shape(vector).at[i];
  if (n == 0) extents[n++] = 1;
  return ir_type_vector(ctx, (IrShape){extents, n}, ir_type_i1(ctx));
}

// ---- Text. ----

typedef struct Transfer {
  IrUnresolved first, base, padding, mask;
  IR_VEC(IrUnresolved) indices;
  bool masked;
} Transfer;

static IrStatus parse_place(IrParser *p, Transfer *t) {
  IR_TRY(ir_parse_operand(p, &t->base));
  IR_TRY(ir_parse_token(p, "["));
  while (!ir_parse_optional_token(p, "]")) {
    IrUnresolved index;
    if (t->indices.n) IR_TRY(ir_parse_token(p, ","));
    IR_TRY(ir_parse_operand(p, &index));
    ir_vec_push(&t->indices, index);
  }
  return IR_OK;
}

static IrStatus parse_mask(IrParser *p, Transfer *t) {
  t->masked = ir_parse_optional_token(p, ",");
  return t->masked ? ir_parse_operand(p, &t->mask) : IR_OK;
}

static IrStatus parse_two_types(IrParser *p, IrOpState *state, IrType *a, IrType *b) {
  IR_TRY(ir_parse_attr_dict(p, state));
  IR_TRY(ir_parse_colon_type(p, a));
  IR_TRY(ir_parse_token(p, ","));
  return ir_parse_type(p, b);
}

// What the text leaves out; attribute slots are permutation_map and in_bounds.
static IrStatus add_defaults(IrParser *p, IrOpState *state, IrLoc loc, IrType base, IrType vector) {
  static const bool none[MAX_RANK] = {0};
  if (ir_type_kind(vector) != IR_TYPE_VECTOR || !is_base(base))
    return ir_parser_error(p, loc, "expected a memref or tensor and a vector, got '{}' and '{}'",
                           base, vector);
  size_t from = ir_type_shape(base).rank, to = ir_type_shape(vector).rank;
  IrAttr map = state->attrs[0];
  if (from > MAX_RANK || to > MAX_RANK || (!map && to > from))
    return ir_parser_error(p, loc, "'{}' has more dimensions than '{}', or there are too many",
                           vector, base);
  if (map && (!is_map(map) || ir_attr_num_exprs(map) != to))
    return ir_parser_error(p, loc, "needs a map to {} dimensions, got {}", to, map);
  if (!map) ir_state_set_attr(state, "permutation_map", last_dims(state->ctx, from, to));
  if (!state->attrs[1]) ir_state_set_attr(state, "in_bounds", flags_attr(state->ctx, none, to));
  return IR_OK;
}

static IrStatus resolve_place(IrParser *p, IrOpState *state, const Transfer *t, IrType base) {
  IR_TRY(ir_resolve_operand(p, t->base, base, state));
  for (size_t i = 0; i < t->indices.n; i++)
    IR_TRY(ir_resolve_operand(p, t->indices.at[i], ir_type_index(state->ctx), state));
  return IR_OK;
}

static IrStatus resolve_mask(IrParser *p, IrOpState *state, const Transfer *t, IrType vector) {
  if (!t->masked) return IR_OK;
  return ir_resolve_operand(p, t->mask, mask_type(vector, state->attrs[0]), state);
}

static void set_segments(IrOpState *state, const Transfer *t) {
  int64_t segments[] = {1, (int64_t)t->indices.n, 1, t->masked}; // of a read
  int64_t write[] = {1, 1, (int64_t)t->indices.n, t->masked};
  bool reads = ir_op_info_def(state->info) == OP_DEF(vector_transfer_read);
  ir_state_set_attr(state, "operandSegmentSizes",
                    ir_attr_i32_array(state->ctx, reads ? segments : write, 4));
}

static IrStatus parse_read(IrParser *p, IrOpState *state, Transfer *t) {
  IrType base, vector;
  IR_TRY(parse_place(p, t));
  IR_TRY(ir_parse_token(p, ","));
  IR_TRY(ir_parse_operand(p, &t->padding));
  IR_TRY(parse_mask(p, t));
  IrLoc loc = ir_parser_loc(p);
  IR_TRY(parse_two_types(p, state, &base, &vector));
  IR_TRY(add_defaults(p, state, loc, base, vector));
  IR_TRY(resolve_place(p, state, t, base));
  IR_TRY(ir_resolve_operand(p, t->padding, ir_type_element(base), state));
  IR_TRY(resolve_mask(p, state, t, vector));
  ir_vec_push(&state->result_types, vector);
  set_segments(state, t);
  return IR_OK;
}

// vector.transfer_read %m[%i, %j], %padding, %mask attr-dict : type, type
IrStatus vector_transfer_read_parse(IrParser *p, IrOpState *state) {
  Transfer t = {0};
  IrStatus status = parse_read(p, state, &t);
  ir_vec_free(&t.indices);
  return status;
}

static IrStatus parse_write(IrParser *p, IrOpState *state, Transfer *t) {
  IrType base, vector;
  IR_TRY(ir_parse_operand(p, &t->first));
  IR_TRY(ir_parse_token(p, ","));
  IR_TRY(parse_place(p, t));
  IR_TRY(parse_mask(p, t));
  IrLoc loc = ir_parser_loc(p);
  IR_TRY(parse_two_types(p, state, &vector, &base));
  IR_TRY(add_defaults(p, state, loc, base, vector));
  IR_TRY(ir_resolve_operand(p, t->first, vector, state));
  IR_TRY(resolve_place(p, state, t, base));
  IR_TRY(resolve_mask(p, state, t, vector));
  if (ir_type_kind(base) == IR_TYPE_TENSOR) ir_vec_push(&state->result_types, base);
  set_segments(state, t);
  return IR_OK;
}

// vector.transfer_write %v, %m[%i, %j], %mask attr-dict : type, type
IrStatus vector_transfer_write_parse(IrParser *p, IrOpState *state) {
  Transfer t = {0};
  IrStatus status = parse_write(p, state, &t);
  ir_vec_free(&t.indices);
  return status;
}

static bool none_set(IrAttr flags) {
  for (size_t i = 0; i < ir_attr_count(flags); i++)
    if (ir_attr_int(ir_attr_at(flags, i))) return false;
  return true;
}

static void print_attrs(IrOp *op, IrPrinter *p, IrType base, IrType vector) {
  const char *elided[4] = {"operandSegmentSizes"};
  size_t n = 1, from = ir_type_shape(base).rank, to = ir_type_shape(vector).rank;
  IrAttr usual = to <= from && from <= MAX_RANK ? last_dims(ir_op_context(op), from, to) : NULL;
  if (ir_op_attr(op, "permutation_map") == usual) elided[n++] = "permutation_map";
  if (none_set(ir_op_attr(op, "in_bounds"))) elided[n++] = "in_bounds";
  ir_printer_attr_dict(p, op, elided, false);
}

void vector_transfer_read_print(IrOp *op, IrPrinter *p) {
  IrValue *base = GET(op, vector_transfer_read, base), *mask = GET(op, vector_transfer_read, mask);
  IrType type = ir_value_type(ir_op_result(op, 0));
  ir_printer_fmt(p, " {}[", base);
  ir_printer_values(p, GET(op, vector_transfer_read, indices));
  ir_printer_fmt(p, "], {}", GET(op, vector_transfer_read, padding));
  if (mask) ir_printer_fmt(p, ", {}", mask);
  print_attrs(op, p, ir_value_type(base), type);
  ir_printer_fmt(p, " : {}, {}", ir_value_type(base), type);
}

void vector_transfer_write_print(IrOp *op, IrPrinter *p) {
  IrValue *base = GET(op, vector_transfer_write, base),
          *mask = GET(op, vector_transfer_write, mask);
  IrValue *value = GET(op, vector_transfer_write, valueToStore);
  ir_printer_fmt(p, " {}, {}[", value, base);
  ir_printer_values(p, GET(op, vector_transfer_write, indices));
  ir_printer_text(p, "]");
  if (mask) ir_printer_fmt(p, ", {}", mask);
  print_attrs(op, p, ir_value_type(base), ir_value_type(value));
  ir_printer_fmt(p, " : {}, {}", ir_value_type(value), ir_value_type(base));
}

// ---- Verifiers. ----

// Invariant 2.
static IrStatus check_map(IrOp *op, IrAttr map, size_t from, size_t to, bool reads) {
  bool seen[MAX_RANK] = {0};
  if (from > MAX_RANK || ir_attr_num_dims(map) != from || ir_attr_num_symbols(map) ||
      ir_attr_num_exprs(map) != to)
    return ir_op_error(op, "needs a map from {} to {} dimensions, got {}", from, to, map);
  for (size_t i = 0; i < to; i++) {
    IrAffine expr = ir_attr_expr(map, i);
    int64_t dim = vector_mapped_dim(map, i);
    bool repeats =
        reads && ir_affine_kind(expr) == IR_AFFINE_CONSTANT && ir_affine_value(expr) == 0;
    if (!repeats && (dim < 0 || seen[dim]))
      return ir_op_error(op, "map must name dimensions, none twice{}, but got {}",
                         reads ? ", or 0" : "", map);
    if (dim >= 0) seen[dim] = true;
  }
  return IR_OK;
}

static IrStatus check_transfer(IrOp *op, IrType base, IrType vector, size_t indices, IrValue *mask,
                               bool reads) {
  IrAttr map = ir_op_attr(op, "permutation_map"), flags = ir_op_attr(op, "in_bounds");
  size_t from = ir_type_shape(base).rank, to = ir_type_shape(vector).rank;
  if (ir_type_element(base) != ir_type_element(vector))
    return ir_op_error(op, "'{}' and '{}' have different elements", base, vector);
  if (indices != from)
    return ir_op_error(op, "needs {} indices for '{}', got {}", from, base, indices);
  IR_TRY(check_map(op, map, from, to, reads));
  if (ir_attr_count(flags) != to)
    return ir_op_error(op, "needs {} entries in in_bounds, got {}", to, ir_attr_count(flags));
  if (!mask || ir_value_type(mask) == mask_type(vector, map)) return IR_OK;
  return ir_op_error(op, "mask must be '{}', but got '{}'", mask_type(vector, map),
                     ir_value_type(mask));
}

IrStatus vector_transfer_read_verify(IrOp *op) {
  IrType base = ir_value_type(GET(op, vector_transfer_read, base));
  IR_TRY(check_transfer(op, base, ir_value_type(ir_op_result(op, 0)),
                        GET(op, vector_transfer_read, indices).n,
                        GET(op, vector_transfer_read, mask), true));
  IrType padding = ir_value_type(GET(op, vector_transfer_read, padding));
  if (padding == ir_type_element(base)) return IR_OK;
  return ir_op_error(op, "padding must be '{}', but got '{}'", ir_type_element(base), padding);
}

// Invariant 5.
IrStatus vector_transfer_write_verify(IrOp *op) {
  IrType base = ir_value_type(GET(op, vector_transfer_write, base));
  IR_TRY(check_transfer(op, base, ir_value_type(GET(op, vector_transfer_write, valueToStore)),
                        GET(op, vector_transfer_write, indices).n,
                        GET(op, vector_transfer_write, mask), false));
  size_t want = ir_type_kind(base) == IR_TYPE_TENSOR;
  if (ir_op_num_results(op) != want)
    return ir_op_error(op, "to '{}' has {} results, got {}", base, want, ir_op_num_results(op));
  if (want == 0 || ir_value_type(ir_op_result(op, 0)) == base) return IR_OK;
  return ir_op_error(op, "result must be '{}'", base);
}

// ---- Effects: on memory only; a tensor is a value. ----

static bool on_memory(const IrValue *base) {
  return ir_type_kind(ir_value_type(base)) == IR_TYPE_MEMREF;
}

static void read_effects(const IrOp *op, IrEffects *out) {
  IrValue *base = GET(op, vector_transfer_read, base);
  if (on_memory(base)) ir_effect_add(out, IR_EFFECT_READ, base, &ir_memory);
}

static void write_effects(const IrOp *op, IrEffects *out) {
  IrValue *base = GET(op, vector_transfer_write, base);
  if (on_memory(base)) ir_effect_add(out, IR_EFFECT_WRITE, base, &ir_memory);
}

const IrEffectsInterface vector_transfer_read_effects = {.size = sizeof(IrEffectsInterface),
                                                         .effects = read_effects};
const IrEffectsInterface vector_transfer_write_effects = {.size = sizeof(IrEffectsInterface),
                                                          .effects = write_effects};

bool vector_transfer_reads_value(const IrOp *op) {
  return !on_memory(GET(op, vector_transfer_read, base));
}

bool vector_transfer_writes_value(const IrOp *op) {
  return !on_memory(GET(op, vector_transfer_write, base));
}

// ---- Folds. ----

// Whether dimension `i` of the vector lies inside of the base.
static bool is_inside(IrAttr map, IrShape base, IrShape vector, IrValues indices, size_t i) {
  int64_t dim = vector_mapped_dim(map, i), index, end;
  if (dim < 0) return true; // the same element
  if (base.at[dim] == IR_DYNAMIC || !ir_match_int(indices.at[dim], &index)) return false;
  return !__builtin_add_overflow(index, vector.at[i], &end) && end <= base.at[dim];
}

// What is known to lie inside is said to.
static IrFoldKind fold_bounds(IrOp *op, IrType base, IrType vector, IrValues indices) {
  IrAttr map = ir_op_attr(op, "permutation_map"), flags = ir_op_attr(op, "in_bounds");
  size_t n = ir_attr_count(flags);
  bool inside[MAX_RANK], changed = false;
  if (n > MAX_RANK || ir_type_has_scalable(vector)) return IR_FOLD_NONE;
  for (size_t i = 0; i < n; i++) {
    bool was = ir_attr_int(ir_attr_at(flags, i));
    inside[i] = was || is_inside(map, ir_type_shape(base), ir_type_shape(vector), indices, i);
    changed |= inside[i] != was;
  }
  if (!changed) return IR_FOLD_NONE;
  IrAttr attr = flags_attr(ir_op_context(op), inside, n);
  if (IS(op, vector_transfer_read))
    SET_ATTR(op, vector_transfer_read, in_bounds, attr);
  else
    SET_ATTR(op, vector_transfer_write, in_bounds, attr);
  return IR_FOLD_IN_PLACE;
}

IrFoldKind vector_transfer_read_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  (void)operands, (void)results;
  return fold_bounds(op, ir_value_type(GET(op, vector_transfer_read, base)),
                     ir_value_type(ir_op_result(op, 0)), GET(op, vector_transfer_read, indices));
}

IrFoldKind vector_transfer_write_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  (void)operands, (void)results;
  return fold_bounds(op, ir_value_type(GET(op, vector_transfer_write, base)),
                     ir_value_type(GET(op, vector_transfer_write, valueToStore)),
                     GET(op, vector_transfer_write, indices));
}
