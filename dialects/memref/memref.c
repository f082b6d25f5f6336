// The memref dialect: its table, irregular text, verifiers and folds.
//
//   1. An access has as many indices as the memref has dimensions; the value is of its element
//   type.
//   2. A constant index of memref.dim is a dimension.
//   3. An allocation has one operand for each dynamic extent, no symbols, and a power of two as
//      alignment.
//   4. A cast keeps rank, element type and space, and every extent, stride and offset that both
//      types know.
#include "dialects/memref/memref.h"

#include "ir/asm/parser.h"
#include "ir/asm/printer.h"
#include "ir/interfaces/cast.h"
#include "ir/interfaces/effects.h"
#include "ir/interfaces/int_range.h"

static bool memref_load_infer(IrOpState *state);
static IrStatus memref_load_verify(IrOp *op);
static IrStatus memref_store_parse(IrParser *p, IrOpState *state);
static void memref_store_print(IrOp *op, IrPrinter *p);
static IrStatus memref_store_verify(IrOp *op);
static IrStatus memref_dim_verify(IrOp *op);
extern const IrIntRangeInterface memref_dim_range;
static IrFoldKind memref_dim_fold(IrOp *op, const IrAttr *operands, IrFolded *results);
static IrStatus memref_alloc_parse(IrParser *p, IrOpState *state);
static void memref_alloc_print(IrOp *op, IrPrinter *p);
static IrStatus memref_alloc_verify(IrOp *op);
static IrStatus memref_cast_verify(IrOp *op);
extern const IrPattern memref_load_of_cast, memref_store_to_cast, memref_alloc_unread,
    memref_alloca_unread;

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/memref/memref_ops.def"
#include "ir/core/opdef_end.inc"

// Two casts are none when they lead back to the first type.  Others stay: the type between may say
// more than both ends, and going through it says that it is so.
static bool cast_joins(IrType from, IrType through, IrType to) {
  (void)through;
  return from == to;
}

static void dealloc_effects(const IrOp *op, IrEffects *out) {
  ir_effect_add(out, IR_EFFECT_FREE, GET(op, memref_dealloc, memref), &ir_memory);
}

static const IrCastInterface memref_cast_cast = {.size = sizeof(IrCastInterface),
                                                 .joins = cast_joins};
static const IrEffectsInterface memref_dealloc_effects = {.size = sizeof(IrEffectsInterface),
                                                          .effects = dealloc_effects};

#define IR_OPDEF_DEFINE
#include "ir/core/opdef_begin.inc"
#include "dialects/memref/memref_ops.def"
#include "ir/core/opdef_end.inc"

// ---- Accesses. ----

static bool memref_load_infer(IrOpState *state) {
  if (state->operands.n == 0) return false;
  ir_vec_push(&state->result_types, ir_type_element(ir_value_type(state->operands.at[0])));
  return true;
}

// Invariant 1.
static IrStatus check_access(IrOp *op, IrType memref, size_t num_indices, IrType value) {
  size_t rank = ir_type_shape(memref).rank;
  if (num_indices != rank)
    return ir_op_error(op, "needs {} indices for '{}', got {}", rank, memref, num_indices);
  if (value != ir_type_element(memref))
    return ir_op_error(op, "value of type '{}' is not an element of '{}'", value, memref);
  return IR_OK;
}

static IrStatus memref_load_verify(IrOp *op) {
  return check_access(op, ir_value_type(ir_op_operand(op, 0)), ir_op_num_operands(op) - 1,
                      ir_value_type(ir_op_result(op, 0)));
}

static IrStatus memref_store_verify(IrOp *op) {
  return check_access(op, ir_value_type(ir_op_operand(op, 1)), ir_op_num_operands(op) - 2,
                      ir_value_type(ir_op_operand(op, 0)));
}

typedef IR_VEC(IrUnresolved) Unresolved;

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

static IrStatus resolve_indices(IrParser *p, IrOpState *state, const Unresolved *indices) {
  IrType index = ir_type_index(state->ctx);
  for (size_t i = 0; i < indices->n; i++)
    IR_TRY(ir_resolve_operand(p, indices->at[i], index, state));
  return IR_OK;
}

static IrStatus parse_memref_type(IrParser *p, IrType *type) {
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
  IR_TRY(parse_operands(p, "[", "]", indices));
  IR_TRY(ir_parse_attr_dict(p, state));
  IR_TRY(parse_memref_type(p, &type));
  IR_TRY(ir_resolve_operand(p, value, ir_type_element(type), state));
  IR_TRY(ir_resolve_operand(p, memref, type, state));
  return resolve_indices(p, state, indices);
}

// memref.store %value, %memref[%i, ...] attr-dict : type
static IrStatus memref_store_parse(IrParser *p, IrOpState *state) {
  Unresolved indices = {0};
  IrStatus status = parse_store(p, state, &indices);
  ir_vec_free(&indices);
  return status;
}

static void memref_store_print(IrOp *op, IrPrinter *p) {
  IrValue *memref = GET(op, memref_store, memref);
  ir_printer_fmt(p, " {}, {}[", GET(op, memref_store, value), memref);
  ir_printer_values(p, GET(op, memref_store, indices));
  ir_printer_text(p, "]");
  ir_printer_attr_dict(p, op, NULL, false);
  ir_printer_fmt(p, " : {}", ir_value_type(memref));
}

// ---- memref.dim ----

// Invariant 2.
static IrStatus memref_dim_verify(IrOp *op) {
  IrType type = ir_value_type(GET(op, memref_dim, source));
  int64_t index, rank = (int64_t)ir_type_shape(type).rank;
  if (!ir_match_int(GET(op, memref_dim, index), &index)) return IR_OK;
  if (index >= 0 && index < rank) return IR_OK;
  return ir_op_error(op, "index {} is not a dimension of '{}'", index, type);
}

// The operand that gives dynamic extent `dim` of an allocation.
static IrValue *allocated_extent(IrOp *alloc, int64_t dim) {
  if (!IS(alloc, memref_alloc) && !IS(alloc, memref_alloca)) return NULL;
  IrShape shape = ir_type_shape(ir_value_type(ir_op_result(alloc, 0)));
  size_t position = 0;
  for (int64_t i = 0; i < dim; i++) position += shape.at[i] == IR_DYNAMIC;
  return ir_op_operand(alloc, position);
}

static IrFoldKind memref_dim_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  IrValue *source = GET(op, memref_dim, source);
  IrShape shape = ir_type_shape(ir_value_type(source));
  if (!operands[1]) return IR_FOLD_NONE;
  int64_t dim = ir_attr_int(operands[1]);
  if (dim < 0 || dim >= (int64_t)shape.rank) return IR_FOLD_NONE;
  // a static extent
  if (shape.at[dim] != IR_DYNAMIC) {
    results[0].attr = ir_attr_index(ir_op_context(op), shape.at[dim]);
    return IR_FOLD_VALUES;
  }
  // dim(alloc(n)) -> n
  results[0].value = allocated_extent(ir_value_op(source), dim);
  if (results[0].value) return IR_FOLD_VALUES;
  // dim(cast(m)) -> dim(m)
  IrOp *cast = DEF(source, memref_cast);
  if (!cast) return IR_FOLD_NONE;
  ir_op_set_operand(op, 0, ir_op_operand(cast, 0));
  return IR_FOLD_IN_PLACE;
}

// ---- Allocations. ----

static void set_segments(IrOpState *state, size_t sizes, size_t symbols) {
  int64_t segments[] = {(int64_t)sizes, (int64_t)symbols};
  ir_state_set_attr(state, "operandSegmentSizes", ir_attr_i32_array(state->ctx, segments, 2));
}

static IrStatus parse_alloc(IrParser *p, IrOpState *state, Unresolved *sizes, Unresolved *symbols) {
  IrType type;
  IR_TRY(parse_operands(p, "(", ")", sizes));
  if (ir_parse_at_token(p, "[")) IR_TRY(parse_operands(p, "[", "]", symbols));
  IR_TRY(ir_parse_attr_dict(p, state));
  IR_TRY(parse_memref_type(p, &type));
  IR_TRY(resolve_indices(p, state, sizes));
  IR_TRY(resolve_indices(p, state, symbols));
  set_segments(state, sizes->n, symbols->n);
  ir_vec_push(&state->result_types, type);
  return IR_OK;
}

// memref.alloc(%size, ...)[%symbol, ...] attr-dict : type
static IrStatus memref_alloc_parse(IrParser *p, IrOpState *state) {
  Unresolved sizes = {0}, symbols = {0};
  IrStatus status = parse_alloc(p, state, &sizes, &symbols);
  ir_vec_free(&sizes);
  ir_vec_free(&symbols);
  return status;
}

static void memref_alloc_print(IrOp *op, IrPrinter *p) {
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

// Invariant 3.
static IrStatus memref_alloc_verify(IrOp *op) {
  IrType type = ir_value_type(ir_op_result(op, 0));
  IrShape shape = ir_type_shape(type);
  size_t dynamic = 0;
  for (size_t i = 0; i < shape.rank; i++) dynamic += shape.at[i] == IR_DYNAMIC;
  if (ir_op_operand_group(op, 0).n != dynamic)
    return ir_op_error(op, "needs {} sizes for the dynamic extents of '{}', got {}", dynamic, type,
                       ir_op_operand_group(op, 0).n);
  if (ir_op_operand_group(op, 1).n != 0)
    return ir_op_error(op, "has symbols, but the layout of '{}' takes none", type);
  IrAttr alignment = ir_op_attr(op, "alignment");
  int64_t bytes = alignment ? ir_attr_int(alignment) : 1;
  if (bytes > 0 && (bytes & (bytes - 1)) == 0) return IR_OK;
  return ir_op_error(op, "alignment must be a power of two, but got {}", bytes);
}

// All that happens to the memory is that it is written and given back.
static bool is_never_read(IrValue *memory) {
  for (IrUse *u = ir_value_first_use(memory); u; u = ir_use_next(u)) {
    IrOp *user = ir_use_op(u);
    bool is_written = IS(user, memref_store) && ir_use_index(u) == 1;
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

// ---- memref.cast ----

enum { MAX_RANK = 64 };

static bool agree(int64_t a, int64_t b) {
  return a == b || a == IR_DYNAMIC || b == IR_DYNAMIC;
}

static bool layouts_agree(IrType a, IrType b) {
  int64_t sa[MAX_RANK], sb[MAX_RANK], offset_a, offset_b;
  size_t rank = ir_type_shape(a).rank;
  if (rank > MAX_RANK) return ir_type_layout(a) == ir_type_layout(b);
  ir_type_memref_strides(a, sa, &offset_a);
  ir_type_memref_strides(b, sb, &offset_b);
  for (size_t i = 0; i < rank; i++)
    if (!agree(sa[i], sb[i])) return false;
  return agree(offset_a, offset_b);
}

// Invariant 4.
static IrStatus memref_cast_verify(IrOp *op) {
  IrType from = ir_value_type(ir_op_operand(op, 0)), to = ir_value_type(ir_op_result(op, 0));
  IrShape a = ir_type_shape(from), b = ir_type_shape(to);
  bool ok = a.rank == b.rank && ir_type_element(from) == ir_type_element(to) &&
            ir_type_space(from) == ir_type_space(to);
  for (size_t i = 0; ok && i < a.rank; i++) ok = agree(a.at[i], b.at[i]);
  if (ok && layouts_agree(from, to)) return IR_OK;
  return ir_op_error(op, "operand type '{}' and result type '{}' cannot describe one memory", from,
                     to);
}

// The memref before a cast that makes its type less precise, or NULL.
static IrValue *before_cast(IrValue *memref) {
  IrOp *cast = DEF(memref, memref_cast);
  return cast ? ir_op_operand(cast, 0) : NULL;
}

IR_PATTERN(memref_load_of_cast, memref_load, 1, "load cast(m) -> load m") {
  IrValue *memref = before_cast(GET(op, memref_load, memref));
  if (!memref) return ir_no_match(rw, op, "does not load from a cast");
  ir_op_set_operand(op, 0, memref);
  return ir_changed(rw, op);
}

IR_PATTERN(memref_store_to_cast, memref_store, 1, "store x, cast(m) -> store x, m") {
  IrValue *memref = before_cast(GET(op, memref_store, memref));
  if (!memref) return ir_no_match(rw, op, "does not store to a cast");
  ir_op_set_operand(op, 1, memref);
  return ir_changed(rw, op);
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
    .depends = (const char *const[]){"arith", NULL},
};
