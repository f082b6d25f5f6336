// The memref dialect: its table, accesses to elements, and facts about a memref.
//
//   1. An access has as many indices as the memref has dimensions; the value is of its element
//      type, and an alignment a power of two.
//   2. A memref without dimensions has no extents to ask for.
//   3. distinct_objects gives what it is given, at least one memref.
//   4. A copy is between memrefs of one element type, and extents that both know agree.
#include "dialects/arith/arith.h"
#include "dialects/memref/memref_impl.h"

#define IR_OPDEF_DEFINE
#include "ir/core/opdef_begin.inc"
#include "dialects/memref/memref_ops.def"
#include "ir/core/opdef_end.inc"

// ---- Accesses. ----

bool memref_load_infer(IrOpState *state) {
  if (state->operands.n == 0) return false;
  ir_vec_push(&state->result_types, ir_type_element(ir_value_type(state->operands.at[0])));
  return true;
}

// Invariant 1.
static IrStatus check_access(IrOp *op, IrType memref, size_t num_indices, IrType value) {
  IR_TRY(memref_check_indices(op, memref, num_indices));
  if (value != ir_type_element(memref))
    return ir_op_error(op, "value of type '{}' is not an element of '{}'", value, memref);
  return memref_check_alignment(op);
}

IrStatus memref_load_verify(IrOp *op) {
  return check_access(op, ir_value_type(ir_op_operand(op, 0)), ir_op_num_operands(op) - 1,
                      ir_value_type(ir_op_result(op, 0)));
}

IrStatus memref_store_verify(IrOp *op) {
  return check_access(op, ir_value_type(ir_op_operand(op, 1)), ir_op_num_operands(op) - 2,
                      ir_value_type(ir_op_operand(op, 0)));
}

IrFoldKind memref_load_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  (void)operands, (void)results;
  return memref_fold_casts(op, NULL);
}

// The value may be a memref itself.
IrFoldKind memref_store_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  (void)operands, (void)results;
  return memref_fold_casts(op, GET(op, memref_store, value));
}

static void store_effects(const IrOp *op, IrEffects *out) {
  ir_effect_add(out, IR_EFFECT_WRITE, GET(op, memref_store, memref), &ir_memory);
}

const IrEffectsInterface memref_store_effects = {.size = sizeof(IrEffectsInterface),
                                                 .effects = store_effects};

// `[operands]`, possibly none.
static IrStatus parse_indices(IrParser *p, Unresolved *indices) {
  IR_TRY(ir_parse_token(p, "["));
  if (ir_parse_optional_token(p, "]")) return IR_OK;
  do {
    IrUnresolved operand;
    IR_TRY(ir_parse_operand(p, &operand));
    ir_vec_push(indices, operand);
  } while (ir_parse_optional_token(p, ","));
  return ir_parse_token(p, "]");
}

IrStatus memref_resolve_indices(IrParser *p, IrOpState *state, const Unresolved *indices) {
  IrType index = ir_type_index(state->ctx);
  for (size_t i = 0; i < indices->n; i++)
    IR_TRY(ir_resolve_operand(p, indices->at[i], index, state));
  return IR_OK;
}

IrStatus memref_parse_type(IrParser *p, IrType *type) {
  IR_TRY(ir_parse_token(p, ":"));
  IrLoc loc = ir_parser_loc(p);
  IR_TRY(ir_parse_type(p, type));
  if (ir_type_kind(*type) == IR_TYPE_MEMREF) return IR_OK;
  return ir_parser_error(p, loc, "expected a memref type, got '{}'", *type);
}

static IrStatus parse_store(IrParser *p, IrOpState *state, Unresolved *indices) {
  IrUnresolved value, memref;
  IrType type;
  IR_TRY(ir_parse_operand(p, &value));
  IR_TRY(ir_parse_token(p, ","));
  IR_TRY(ir_parse_operand(p, &memref));
  IR_TRY(parse_indices(p, indices));
  IR_TRY(ir_parse_attr_dict(p, state));
  IR_TRY(memref_parse_type(p, &type));
  IR_TRY(ir_resolve_operand(p, value, ir_type_element(type), state));
  IR_TRY(ir_resolve_operand(p, memref, type, state));
  return memref_resolve_indices(p, state, indices);
}

// memref.store %value, %memref[%i, ...] attr-dict : type
IrStatus memref_store_parse(IrParser *p, IrOpState *state) {
  Unresolved indices = {0};
  IrStatus status = parse_store(p, state, &indices);
  ir_vec_free(&indices);
  return status;
}

void memref_store_print(IrOp *op, IrPrinter *p) {
  IrValue *memref = GET(op, memref_store, memref);
  ir_printer_fmt(p, " {}, {}[", GET(op, memref_store, value), memref);
  ir_printer_values(p, GET(op, memref_store, indices));
  ir_printer_text(p, "]");
  ir_printer_attr_dict(p, op, NULL, false);
  ir_printer_fmt(p, " : {}", ir_value_type(memref));
}

// ---- memref.prefetch ----

static IrStatus parse_word(IrParser *p, IrOpState *state, const char *attr, const char *yes,
                           const char *no) {
  bool is_yes = ir_parse_optional_keyword(p, yes);
  if (!is_yes && !ir_parse_optional_keyword(p, no))
    return ir_parser_error(p, ir_parser_loc(p), "expected '{}' or '{}'", yes, no);
  ir_state_set_attr(state, attr, ir_attr_bool(state->ctx, is_yes));
  return IR_OK;
}

static IrStatus parse_prefetch(IrParser *p, IrOpState *state, Unresolved *indices) {
  IrUnresolved memref;
  IrType type;
  int64_t locality;
  IR_TRY(ir_parse_operand(p, &memref));
  IR_TRY(parse_indices(p, indices));
  IR_TRY(ir_parse_token(p, ","));
  IR_TRY(parse_word(p, state, "isWrite", "write", "read"));
  IR_TRY(ir_parse_token(p, ","));
  IR_TRY(ir_parse_keyword(p, "locality"));
  IR_TRY(ir_parse_token(p, "<"));
  IR_TRY(ir_parse_integer(p, &locality));
  IR_TRY(ir_parse_token(p, ">"));
  ir_state_set_attr(state, "localityHint", ir_attr_integer(ir_type_i32(state->ctx), locality));
  IR_TRY(ir_parse_token(p, ","));
  IR_TRY(parse_word(p, state, "isDataCache", "data", "instr"));
  IR_TRY(ir_parse_attr_dict(p, state));
  IR_TRY(memref_parse_type(p, &type));
  IR_TRY(ir_resolve_operand(p, memref, type, state));
  return memref_resolve_indices(p, state, indices);
}

IrStatus memref_prefetch_parse(IrParser *p, IrOpState *state) {
  Unresolved indices = {0};
  IrStatus status = parse_prefetch(p, state, &indices);
  ir_vec_free(&indices);
  return status;
}

void memref_prefetch_print(IrOp *op, IrPrinter *p) {
  static const char *const elided[] = {"isWrite", "localityHint", "isDataCache", NULL};
  IrValue *memref = GET(op, memref_prefetch, memref);
  ir_printer_fmt(p, " {}[", memref);
  ir_printer_values(p, GET(op, memref_prefetch, indices));
  ir_printer_fmt(p, "], {}, locality<{}>, {}",
                 ir_attr_int(GET(op, memref_prefetch, isWrite)) ? "write" : "read",
                 ir_attr_int(GET(op, memref_prefetch, localityHint)),
                 ir_attr_int(GET(op, memref_prefetch, isDataCache)) ? "data" : "instr");
  ir_printer_attr_dict(p, op, elided, false);
  ir_printer_fmt(p, " : {}", ir_value_type(memref));
}

IrStatus memref_prefetch_verify(IrOp *op) {
  int64_t locality = ir_attr_int(GET(op, memref_prefetch, localityHint));
  if (locality < 0 || locality > 3)
    return ir_op_error(op, "locality must be 0 to 3, but got {}", locality);
  return memref_check_indices(op, ir_value_type(ir_op_operand(op, 0)), ir_op_num_operands(op) - 1);
}

IrFoldKind memref_prefetch_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  (void)operands, (void)results;
  return memref_fold_casts(op, NULL);
}

// ---- memref.dim, memref.rank ----

// Invariant 2.
IrStatus memref_dim_verify(IrOp *op) {
  IrType type = ir_value_type(GET(op, memref_dim, source));
  if (ir_type_is_unranked(type) || ir_type_shape(type).rank > 0) return IR_OK;
  return ir_op_error(op, "'{}' has no dimensions", type);
}

bool memref_dim_exists(const IrOp *dim) {
  IrType type = ir_value_type(GET(dim, memref_dim, source));
  int64_t index;
  return !ir_type_is_unranked(type) && ir_match_int(GET(dim, memref_dim, index), &index) &&
         index >= 0 && index < (int64_t)ir_type_shape(type).rank;
}

// The extent of dimension `dim` of a subview's result, when it is a value.
static IrValue *subview_extent(const IrOp *subview, int64_t dim) {
  MemrefSlice slice;
  bool dropped[MEMREF_MAX_RANK];
  if (!memref_slice_of(subview, &slice) || !memref_dropped_dims(subview, dropped)) return NULL;
  for (size_t i = 0; i < slice.sizes.n; i++)
    if (!dropped[i] && dim-- == 0) return slice.sizes.at[i].value;
  return NULL;
}

// The operand that gives dynamic extent `dim` of what `def` makes, or NULL.
static IrValue *given_extent(IrOp *def, int64_t dim) {
  if (IS(def, memref_subview)) return subview_extent(def, dim);
  IrValues sizes = {0};
  if (IS(def, memref_alloc)) sizes = GET(def, memref_alloc, dynamicSizes);
  if (IS(def, memref_alloca)) sizes = GET(def, memref_alloca, dynamicSizes);
  if (IS(def, memref_view)) sizes = GET(def, memref_view, sizes);
  if (sizes.n == 0) return NULL;
  IrShape shape = ir_type_shape(ir_value_type(ir_op_result(def, 0)));
  size_t position = memref_num_dynamic((IrShape){shape.at, (size_t)dim});
  return position < sizes.n ? sizes.at[position] : NULL;
}

IrFoldKind memref_dim_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  IrValue *source = GET(op, memref_dim, source);
  if (!operands[1] || ir_type_is_unranked(ir_value_type(source))) return IR_FOLD_NONE;
  IrShape shape = ir_type_shape(ir_value_type(source));
  int64_t dim = ir_attr_int(operands[1]);
  if (dim < 0 || dim >= (int64_t)shape.rank) return IR_FOLD_NONE;
  // a static extent
  if (shape.at[dim] != IR_DYNAMIC) {
    results[0].attr = ir_attr_index(ir_op_context(op), shape.at[dim]);
    return IR_FOLD_VALUES;
  }
  // dim(alloc(n)) -> n
  results[0].value = given_extent(ir_value_op(source), dim);
  if (results[0].value) return IR_FOLD_VALUES;
  // dim(cast(m)) -> dim(m)
  return memref_fold_casts(op, NULL);
}

// Whether `index` is there where `reshape` stands, told without dominance.
static bool is_before(const IrValue *index, IrOp *reshape, const IrOp *dim) {
  IrBlock *block = ir_value_block(index);
  IrOp *def = ir_value_op(index);
  if (block == ir_op_block(reshape)) return !def || !ir_op_is_before(reshape, def);
  if (ir_op_block(dim) == ir_op_block(reshape)) return true;
  for (IrOp *op = ir_op_parent(reshape); op && ir_op_block(op); op = ir_op_parent(op))
    if (ir_block_region(ir_op_block(op)) == ir_block_region(block)) return true;
  return false;
}

// The load stands where the shape was read, for it may have been written since.
IR_PATTERN(memref_dim_of_reshape, memref_dim, 1, "dim(reshape(m, shape), i) -> load shape[i]") {
  IrOp *reshape = DEF(GET(op, memref_dim, source), memref_reshape);
  IrValue *index = GET(op, memref_dim, index);
  if (!reshape) return ir_no_match(rw, op, "the memref is not a reshaped one");
  if (!is_before(index, reshape, op))
    return ir_no_match(rw, op, "the index may come after the reshape");
  IrBuilder b = ir_builder_after(reshape);
  b.rewriter = rw;
  b.loc = ir_op_loc(op);
  IrValue *extent = BUILD1(&b, memref_load, .memref = GET(reshape, memref_reshape, shape),
                           .indices = {&index, 1});
  if (!ir_type_is_index(ir_value_type(extent)))
    extent = BUILD1(&b, arith_index_cast, .in = extent, .out_type = ir_type_index(b.ctx));
  return ir_replace(rw, op, extent);
}

IrFoldKind memref_rank_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  IrType type = ir_value_type(ir_op_operand(op, 0));
  (void)operands;
  if (ir_type_is_unranked(type)) return IR_FOLD_NONE;
  results[0].attr = ir_attr_index(ir_op_context(op), (int64_t)ir_type_shape(type).rank);
  return IR_FOLD_VALUES;
}

// ---- Promises. ----

IrStatus memref_assume_alignment_verify(IrOp *op) {
  return memref_check_alignment(op);
}

// assume(assume(m)) of one alignment -> assume(m)
IrFoldKind memref_assume_alignment_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  IrOp *inner = DEF(ir_op_operand(op, 0), memref_assume_alignment);
  (void)operands;
  if (!inner ||
      GET(inner, memref_assume_alignment, alignment) != GET(op, memref_assume_alignment, alignment))
    return IR_FOLD_NONE;
  results[0].value = ir_op_operand(op, 0);
  return IR_FOLD_VALUES;
}

bool memref_distinct_objects_infer(IrOpState *state) {
  for (size_t i = 0; i < state->operands.n; i++)
    ir_vec_push(&state->result_types, ir_value_type(state->operands.at[i]));
  return true;
}

// Invariant 3.
IrStatus memref_distinct_objects_verify(IrOp *op) {
  size_t n = ir_op_num_operands(op);
  bool ok = n > 0 && n == ir_op_num_results(op);
  for (size_t i = 0; ok && i < n; i++)
    ok = ir_value_type(ir_op_operand(op, i)) == ir_value_type(ir_op_result(op, i));
  if (n == 0) return ir_op_error(op, "needs at least one memref");
  return ok ? IR_OK : ir_op_error(op, "must give memrefs of the types that it is given");
}

// ---- memref.copy ----

// Invariant 4.
IrStatus memref_copy_verify(IrOp *op) {
  IrType from = ir_value_type(ir_op_operand(op, 0)), to = ir_value_type(ir_op_operand(op, 1));
  bool ok = ir_type_element(from) == ir_type_element(to);
  if (ok && !ir_type_is_unranked(from) && !ir_type_is_unranked(to)) {
    IrShape a = ir_type_shape(from), b = ir_type_shape(to);
    ok = a.rank == b.rank;
    for (size_t i = 0; ok && i < a.rank; i++)
      ok = a.at[i] == b.at[i] || a.at[i] == IR_DYNAMIC || b.at[i] == IR_DYNAMIC;
  }
  return ok ? IR_OK : ir_op_error(op, "cannot copy '{}' to '{}'", from, to);
}

static void copy_effects(const IrOp *op, IrEffects *out) {
  ir_effect_add(out, IR_EFFECT_READ, GET(op, memref_copy, source), &ir_memory);
  ir_effect_add(out, IR_EFFECT_WRITE, GET(op, memref_copy, target), &ir_memory);
}

const IrEffectsInterface memref_copy_effects = {.size = sizeof(IrEffectsInterface),
                                                .effects = copy_effects};

// copy(cast(m), n) -> copy(m, n), for casts that forget
IrFoldKind memref_copy_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  (void)operands, (void)results;
  for (size_t i = 0; i < 2; i++) {
    IrValue *memref = memref_before_forgetting(ir_op_operand(op, i));
    if (!memref) continue;
    ir_op_set_operand(op, i, memref);
    return IR_FOLD_IN_PLACE;
  }
  return IR_FOLD_NONE;
}

IR_PATTERN(memref_copy_self, memref_copy, 1, "copy(m, m) goes") {
  if (ir_op_operand(op, 0) != ir_op_operand(op, 1))
    return ir_no_match(rw, op, "copies to other memory");
  return ir_erase(rw, op);
}

static bool is_empty(IrType type) {
  if (ir_type_is_unranked(type)) return false;
  IrShape shape = ir_type_shape(type);
  for (size_t i = 0; i < shape.rank; i++)
    if (shape.at[i] == 0) return true;
  return false;
}

IR_PATTERN(memref_copy_empty, memref_copy, 1, "a copy of no elements goes") {
  if (!is_empty(ir_value_type(ir_op_operand(op, 0))) &&
      !is_empty(ir_value_type(ir_op_operand(op, 1))))
    return ir_no_match(rw, op, "no extent is known to be 0");
  return ir_erase(rw, op);
}

static const IrOpDef *const ops[] = {
#define IR_OPDEF_LIST
#include "ir/core/opdef_begin.inc"
#include "dialects/memref/memref_ops.def"
#include "ir/core/opdef_end.inc"
    NULL};

const IrDialect memref_dialect = {
    .size = sizeof(IrDialect),
    .name = "memref",
    .summary = "Memory described by a type of extents and strides.",
    .ops = ops,
    .depends = (const char *const[]){"arith", "ub", NULL},
};
