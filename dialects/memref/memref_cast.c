// memref.cast, memref.memory_space_cast, and looking through casts.
//
//   1. A cast keeps element type and space; between two memrefs of known rank also the rank and
//      every extent, stride and offset that both types know. One side has a known rank.
//   2. A memory space cast changes nothing but the space.
#include "dialects/memref/memref_impl.h"

static bool agree(int64_t a, int64_t b) {
  return a == b || a == IR_DYNAMIC || b == IR_DYNAMIC;
}

static bool layouts_agree(IrType from, IrType to) {
  MemrefLayout a, b;
  if (ir_type_layout(from) == ir_type_layout(to)) return true;
  if (!memref_layout_of(from, &a) || !memref_layout_of(to, &b)) return false;
  for (size_t i = 0; i < a.rank; i++)
    if (!agree(a.strides[i], b.strides[i])) return false;
  return agree(a.offset, b.offset);
}

bool memref_may_cast(IrType from, IrType to) {
  if (ir_type_element(from) != ir_type_element(to) || ir_type_space(from) != ir_type_space(to))
    return false;
  bool unranked_from = ir_type_is_unranked(from), unranked_to = ir_type_is_unranked(to);
  if (unranked_from || unranked_to) return unranked_from != unranked_to;
  IrShape a = ir_type_shape(from), b = ir_type_shape(to);
  bool ok = a.rank == b.rank;
  for (size_t i = 0; ok && i < a.rank; i++) ok = agree(a.at[i], b.at[i]);
  return ok && layouts_agree(from, to);
}

// Invariant 1.
IrStatus memref_cast_verify(IrOp *op) {
  IrType from = ir_value_type(ir_op_operand(op, 0)), to = ir_value_type(ir_op_result(op, 0));
  if (memref_may_cast(from, to)) return IR_OK;
  return ir_op_error(op, "operand type '{}' and result type '{}' cannot describe one memory", from,
                     to);
}

// What the type between said is forgotten: it may only have been wrong.
static bool cast_joins(IrType from, IrType through, IrType to) {
  (void)through;
  return !ir_type_is_unranked(from) && memref_may_cast(from, to);
}

const IrCastInterface memref_cast_cast = {.size = sizeof(IrCastInterface), .joins = cast_joins};

// Invariant 2.
IrStatus memref_memory_space_cast_verify(IrOp *op) {
  IrType from = ir_value_type(ir_op_operand(op, 0)), to = ir_value_type(ir_op_result(op, 0));
  bool ok = ir_type_kind(from) == ir_type_kind(to) && ir_type_element(from) == ir_type_element(to);
  if (ok && !ir_type_is_unranked(from)) {
    IrShape a = ir_type_shape(from), b = ir_type_shape(to);
    ok = ir_type_layout(from) == ir_type_layout(to) && a.rank == b.rank;
    for (size_t i = 0; ok && i < a.rank; i++) ok = a.at[i] == b.at[i];
  }
  if (ok) return IR_OK;
  return ir_op_error(op, "'{}' and '{}' differ in more than their memory space", from, to);
}

static bool spaces_join(IrType from, IrType through, IrType to) {
  (void)from, (void)through, (void)to;
  return true;
}

const IrCastInterface memref_space_cast = {.size = sizeof(IrCastInterface), .joins = spaces_join};

// ---- Looking through casts. ----

IrValue *memref_before_cast(IrValue *memref) {
  IrOp *cast = DEF(memref, memref_cast);
  if (!cast || ir_type_is_unranked(ir_value_type(ir_op_operand(cast, 0)))) return NULL;
  return ir_op_operand(cast, 0);
}

static bool learns(int64_t before, int64_t after) {
  return before != after && before == IR_DYNAMIC;
}

IrValue *memref_before_forgetting(IrValue *memref) {
  IrValue *source = memref_before_cast(memref);
  MemrefLayout from, to;
  if (!source || !memref_layout_of(ir_value_type(source), &from) ||
      !memref_layout_of(ir_value_type(memref), &to) || from.rank != to.rank)
    return NULL;
  for (size_t i = 0; i < from.rank; i++)
    if (learns(from.sizes[i], to.sizes[i]) || learns(from.strides[i], to.strides[i])) return NULL;
  return learns(from.offset, to.offset) ? NULL : source;
}

IrFoldKind memref_fold_casts(IrOp *op, const IrValue *except) {
  IrFoldKind kind = IR_FOLD_NONE;
  for (size_t i = 0, n = ir_op_num_operands(op); i < n; i++) {
    IrValue *memref = ir_op_operand(op, i);
    IrValue *source = memref == except ? NULL : memref_before_cast(memref);
    if (!source) continue;
    ir_op_set_operand(op, i, source);
    kind = IR_FOLD_IN_PLACE;
  }
  return kind;
}

bool memref_replace_by_cast(IrRewriter *rw, IrOp *op, IrValue *value) {
  IrType type = ir_value_type(ir_op_result(op, 0));
  if (ir_value_type(value) == type) return ir_replace(rw, op, value);
  return ir_replace(
      rw, op, BUILD1(ir_rewriter_builder(rw), memref_cast, .source = value, .dest_type = type));
}
