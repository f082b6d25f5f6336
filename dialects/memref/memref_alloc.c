// Memory of its own: alloc, alloca, realloc, dealloc, and the scopes of alloca.
//
//   1. An allocation has one operand for each dynamic extent, one for each symbol of its layout,
//      and a power of two as alignment.
//   2. An alloca stands in an op that allocations belong to.
//   3. A realloc is between row-major memrefs of one dimension, one element type and space, and has
//      an extent when the result's type has none.
//   4. A scope and a scope's return have the same types.
#include "dialects/memref/memref_impl.h"

#include "ir/analysis/tree.h"
#include "ir/core/affine.h"

// ---- Text. ----

// `open` operands `close`, possibly none.
static IrStatus parse_operands(IrParser *p, const char *open, const char *close,
                               Unresolved *operands) {
  IR_TRY(ir_parse_token(p, open));
  if (ir_parse_optional_token(p, close)) return IR_OK;
  do {
    IrUnresolved operand;
    IR_TRY(ir_parse_operand(p, &operand));
    ir_vec_push(operands, operand);
  } while (ir_parse_optional_token(p, ","));
  return ir_parse_token(p, close);
}

static void set_segments(IrOpState *state, size_t sizes, size_t symbols) {
  int64_t segments[] = {(int64_t)sizes, (int64_t)symbols};
  ir_state_set_attr(state, "operandSegmentSizes", ir_attr_i32_array(state->ctx, segments, 2));
}

static IrStatus parse_alloc(IrParser *p, IrOpState *state, Unresolved *sizes, Unresolved *symbols) {
  IrType type;
  IR_TRY(parse_operands(p, "(", ")", sizes));
  if (ir_parse_at_token(p, "[")) IR_TRY(parse_operands(p, "[", "]", symbols));
  IR_TRY(ir_parse_attr_dict(p, state));
  IR_TRY(memref_parse_type(p, &type));
  IR_TRY(memref_resolve_indices(p, state, sizes));
  IR_TRY(memref_resolve_indices(p, state, symbols));
  set_segments(state, sizes->n, symbols->n);
  ir_vec_push(&state->result_types, type);
  return IR_OK;
}

// memref.alloc(%size, ...)[%symbol, ...] attr-dict : type
IrStatus memref_alloc_parse(IrParser *p, IrOpState *state) {
  Unresolved sizes = {0}, symbols = {0};
  IrStatus status = parse_alloc(p, state, &sizes, &symbols);
  ir_vec_free(&sizes);
  ir_vec_free(&symbols);
  return status;
}

void memref_alloc_print(IrOp *op, IrPrinter *p) {
  static const char *const elided[] = {"operandSegmentSizes", NULL};
  ir_printer_text(p, "(");
  ir_printer_values(p, ir_op_operand_group(op, 0));
  ir_printer_text(p, ")");
  IrValues symbols = ir_op_operand_group(op, 1);
  if (symbols.n > 0) {
    ir_printer_text(p, "[");
    ir_printer_values(p, symbols);
    ir_printer_text(p, "]");
  }
  ir_printer_attr_dict(p, op, elided, false);
  ir_printer_fmt(p, " : {}", ir_value_type(ir_op_result(op, 0)));
}

// ---- Verifiers. ----

// Each unknown stride and offset of a layout is a symbol of the map that it stands for.
static size_t num_symbols(IrType memref) {
  IrAttr layout = ir_type_layout(memref);
  if (!layout || memref_is_identity(memref)) return 0;
  if (ir_attr_kind(layout) == IR_ATTR_AFFINE_MAP) return ir_attr_num_symbols(layout);
  if (ir_attr_kind(layout) != IR_ATTR_STRIDED) return 0;
  size_t rank, n = ir_attr_offset(layout) == IR_DYNAMIC;
  const int64_t *strides = ir_attr_strides(layout, &rank);
  for (size_t i = 0; i < rank; i++) n += strides[i] == IR_DYNAMIC;
  return n;
}

// Invariant 1.
IrStatus memref_alloc_verify(IrOp *op) {
  IrType type = ir_value_type(ir_op_result(op, 0));
  IR_TRY(memref_check_sizes(op, type, ir_op_operand_group(op, 0).n));
  size_t symbols = num_symbols(type), got = ir_op_operand_group(op, 1).n;
  if (got != symbols)
    return ir_op_error(op, "needs {} symbols for the layout of '{}', got {}", symbols, type, got);
  return memref_check_alignment(op);
}

// Invariant 2.
IrStatus memref_alloca_verify(IrOp *op) {
  IrOp *around = ir_op_parent(op);
  while (around && ir_op_def(around) && !ir_op_has_trait(around, IR_ALLOCATION_SCOPE))
    around = ir_op_parent(around);
  if (around) return memref_alloc_verify(op); // an op that nobody registered may be a scope
  return ir_op_error(op, "must stand in an op that allocations belong to, such as func.func");
}

// Invariant 3.
IrStatus memref_realloc_verify(IrOp *op) {
  IrType from = ir_value_type(ir_op_operand(op, 0)), to = ir_value_type(ir_op_result(op, 0));
  IrShape a = ir_type_shape(from), b = ir_type_shape(to);
  if (a.rank != 1 || b.rank != 1 || !memref_is_identity(from) || !memref_is_identity(to))
    return ir_op_error(op, "is between row-major memrefs of one dimension, but got '{}' and '{}'",
                       from, to);
  if (ir_type_element(from) != ir_type_element(to) || ir_type_space(from) != ir_type_space(to))
    return ir_op_error(op, "must keep element type and memory space, but got '{}' and '{}'", from,
                       to);
  IR_TRY(memref_check_sizes(op, to, ir_op_num_operands(op) - 1));
  return memref_check_alignment(op);
}

// ---- Effects. ----

static void dealloc_effects(const IrOp *op, IrEffects *out) {
  ir_effect_add(out, IR_EFFECT_FREE, GET(op, memref_dealloc, memref), &ir_memory);
}

const IrEffectsInterface memref_dealloc_effects = {.size = sizeof(IrEffectsInterface),
                                                   .effects = dealloc_effects};

static void realloc_effects(const IrOp *op, IrEffects *out) {
  ir_effect_add(out, IR_EFFECT_FREE, GET(op, memref_realloc, source), &ir_memory);
  ir_effect_add(out, IR_EFFECT_ALLOCATE, ir_op_result(op, 0), &ir_memory);
}

const IrEffectsInterface memref_realloc_effects = {.size = sizeof(IrEffectsInterface),
                                                   .effects = realloc_effects};

IrFoldKind memref_dealloc_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  (void)operands, (void)results;
  return memref_fold_casts(op, NULL);
}

// ---- Extents that are known, memory that is not needed. ----

static bool make_static(IrRewriter *rw, IrOp *op, const IrOpDef *def) {
  IrType type = ir_value_type(ir_op_result(op, 0));
  IrShape shape = ir_type_shape(type);
  IrValues sizes = ir_op_operand_group(op, 0), symbols = ir_op_operand_group(op, 1);
  int64_t extents[MEMREF_MAX_RANK];
  IrValue *left[MEMREF_MAX_RANK];
  if (shape.rank > MEMREF_MAX_RANK) return ir_no_match(rw, op, "has too many dimensions");
  size_t n = memref_known_extents(shape, sizes, extents, left);
  if (n == sizes.n) return ir_no_match(rw, op, "no extent is a constant");
  IrType known = ir_type_memref(ir_type_context(type), (IrShape){extents, shape.rank},
                                ir_type_element(type), ir_type_layout(type), ir_type_space(type));
  IrBuilder *b = ir_rewriter_builder(rw);
  IrAttr alignment = ir_op_attr(op, "alignment");
  const struct memref_alloc_args args = {.dynamicSizes = {left, n},
                                         .symbolOperands = symbols,
                                         .memref_type = known,
                                         .alignment = alignment};
  IrOp *fresh = ir_build(b, def, &args, IR_ARG_SLOT(memref_alloc, unused_));
  return memref_replace_by_cast(rw, op, ir_op_result(fresh, 0));
}

IR_PATTERN(memref_alloc_static, memref_alloc, 1,
           "alloc(4) : memref<?x> -> cast(alloc : memref<4x>)") {
  return make_static(rw, op, OP_DEF(memref_alloc));
}

IR_PATTERN(memref_alloca_static, memref_alloca, 1,
           "alloca(4) : memref<?x> -> cast(alloca : memref<4x>)") {
  return make_static(rw, op, OP_DEF(memref_alloca));
}

// All that happens to the memory is that it is written and given back.
static bool is_never_read(IrValue *memory) {
  for (IrUse *u = ir_value_first_use(memory); u; u = ir_use_next(u)) {
    IrOp *user = ir_use_op(u);
    bool is_written = IS(user, memref_store) && GET(user, memref_store, value) != memory;
    if (!is_written && !IS(user, memref_dealloc)) return false;
  }
  return true;
}

static bool erase_unread(IrRewriter *rw, IrOp *op) {
  IrValue *memory = ir_op_result(op, 0);
  if (!is_never_read(memory)) return ir_no_match(rw, op, "the memory may be read");
  while (ir_value_has_uses(memory)) ir_erase(rw, ir_use_op(ir_value_first_use(memory)));
  return ir_erase(rw, op);
}

IR_PATTERN(memref_alloc_unread, memref_alloc, 1, "memory that is never read goes") {
  return erase_unread(rw, op);
}

IR_PATTERN(memref_alloca_unread, memref_alloca, 1, "memory that is never read goes") {
  return erase_unread(rw, op);
}

IR_PATTERN(memref_realloc_unread, memref_realloc, 1,
           "memory that is never read goes, and what it was before stays") {
  return erase_unread(rw, op);
}

// ---- memref.alloca_scope ----

IrStatus memref_alloca_scope_parse(IrParser *p, IrOpState *state) {
  IR_TRY(ir_parse_arrow_types(p, state));
  IR_TRY(ir_parse_region(p, state, NULL, 0));
  ir_ensure_terminator(state->regions.at[0], state->ctx, &memref_alloca_scope_return, state->loc);
  return ir_parse_attr_dict(p, state);
}

void memref_alloca_scope_print(IrOp *op, IrPrinter *p) {
  size_t n = ir_op_num_results(op);
  if (n > 0) {
    ir_printer_text(p, "  -> (");
    for (size_t i = 0; i < n; i++)
      ir_printer_fmt(p, "{}{}", i ? ", " : "", ir_value_type(ir_op_result(op, i)));
    ir_printer_text(p, ")");
  } else {
    ir_printer_text(p, " ");
  }
  ir_printer_text(p, " ");
  ir_printer_region(p, ir_op_region(op, 0), n ? 0 : IR_PRINT_NO_TERMINATOR);
  ir_printer_attr_dict(p, op, NULL, false);
}

static IrOp *scope_return(const IrOp *scope) {
  IrBlock *block = ir_region_first(ir_op_region(scope, 0));
  return block ? AS(ir_block_last(block), memref_alloca_scope_return) : NULL;
}

// Invariant 4: along the edges of the region branch.
IrStatus memref_alloca_scope_verify(IrOp *op) {
  if (scope_return(op)) return IR_OK;
  return ir_op_error(op, "region must end with memref.alloca_scope.return");
}

IrStatus memref_alloca_scope_return_verify(IrOp *op) {
  if (IS(ir_op_parent(op), memref_alloca_scope)) return IR_OK;
  return ir_op_error(op, "must stand directly in memref.alloca_scope");
}

static size_t scope_targets(const IrOp *op, size_t from, size_t to[IR_MAX_POINTS]) {
  (void)op;
  to[0] = from == IR_PARENT ? 0 : IR_PARENT;
  return 1;
}

const IrRegionBranchInterface memref_alloca_scope_regions = {
    .size = sizeof(IrRegionBranchInterface), .targets = scope_targets};

// Whether the op itself may allocate until the op around ends.
static bool may_allocate(const IrOp *op) {
  if (IS(op, memref_alloca)) return true;
  if (ir_op_has_trait(op, IR_REGION_EFFECTS)) return false; // asked of the ops inside
  return ir_op_effect_kinds(op) & IR_EFFECT_UNKNOWN;
}

static bool allocates_inside(IrOp *scope) {
  IrOp *op = ir_tree_first(scope, 0);
  while (op) {
    if (may_allocate(op)) return true;
    bool is_scope = ir_op_has_trait(op, IR_ALLOCATION_SCOPE); // what is inside ends there
    op = is_scope ? ir_tree_skip(op, scope) : ir_tree_next(op, scope);
  }
  return false;
}

// Nothing but the terminator follows, in a region of one block: memory of the op would not live
// longer around it.
static bool is_last(const IrOp *op) {
  IrBlock *block = ir_op_block(op);
  IrOp *next = ir_op_next(op);
  return next && !ir_op_next(next) && ir_op_has_trait(next, IR_TERMINATOR) &&
         ir_region_first(ir_block_region(block)) == block && !ir_block_next(block);
}

IR_PATTERN(memref_alloca_scope_inline, memref_alloca_scope, 1,
           "a scope that allocates nothing, or ends with the one around, is only its body") {
  bool around = ir_op_has_trait(ir_op_parent(op), IR_ALLOCATION_SCOPE) && is_last(op);
  if (!around && allocates_inside(op)) return ir_no_match(rw, op, "its memory would live longer");
  IrValues values = GET(scope_return(op), memref_alloca_scope_return, results);
  IrBlock *body = ir_region_first(ir_op_region(op, 0));
  IrValue **results = ir_calloc(values.n + 1, sizeof *results);
  if (values.n) memcpy(results, values.at, values.n * sizeof *results);
  size_t n = values.n;
  ir_rewriter_inline_block(rw, body, op, NULL, 0);
  ir_replace_values(rw, op, results, n);
  ir_free(results);
  return true;
}

// The outermost op between `scope` and the scope around, if all on the way are last in theirs.
static IrOp *outermost(IrOp *scope) {
  IrOp *op = ir_op_parent(scope);
  if (!op || ir_op_has_trait(op, IR_ALLOCATION_SCOPE) || !is_last(scope) || !is_last(op))
    return NULL;
  while (!ir_op_has_trait(ir_op_parent(op), IR_ALLOCATION_SCOPE)) {
    op = ir_op_parent(op);
    if (!op || !ir_op_block(op) || !is_last(op)) return NULL;
  }
  return op;
}

static bool uses_inside(const IrOp *op, const IrOp *around) {
  for (size_t i = 0; i < ir_op_num_operands(op); i++) {
    IrOp *parent = ir_block_parent(ir_value_block(ir_op_operand(op, i)));
    if (parent && (parent == around || ir_op_is_inside(parent, around))) return true;
  }
  return false;
}

IR_PATTERN(memref_alloca_scope_hoist, memref_alloca_scope, 1,
           "memory goes to the scope that ends at the same time") {
  IrOp *at = outermost(op);
  bool moved = false;
  if (!at) return ir_no_match(rw, op, "the scope around lives longer");
  IrBlock *body = ir_region_first(ir_op_region(op, 0));
  for (IrOp *in = ir_block_first(body), *next; in; in = next) {
    next = ir_op_next(in);
    if (!IS(in, memref_alloca) || uses_inside(in, at)) continue;
    IrPtrMap map = {0};
    IrBuilder b = ir_builder_before(at);
    b.rewriter = rw;
    IrOp *copy = ir_builder_insert(&b, ir_op_clone(in, &map));
    ir_ptrmap_free(&map);
    ir_replace(rw, in, ir_op_result(copy, 0));
    moved = true;
  }
  return moved || ir_no_match(rw, op, "no memory can be made further outside");
}
