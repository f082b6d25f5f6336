// What types and values convert to, and how patterns ask.
#include "ir/core/op_impl.h"
#include "ir/edit/conversion_impl.h"
#include "ir/interfaces/call.h"

void ir_type_list_add(IrTypeList *list, IrType type) {
  ir_vec_push(list, type);
}

void ir_type_list_free(IrTypeList *list) {
  ir_vec_free(list);
}

// ---- Asking a converter ----

static IrConverted ask_type(const IrTypeConverter *types, IrType type, IrTypeList *out) {
  return types && types->convert ? types->convert(types->user, type, out) : IR_CONVERT_SAME;
}

static bool changes(IrConverted how, const IrTypeList *list, IrType type) {
  if (how == IR_CONVERT_DONE) return list->n != 1 || list->at[0] != type;
  return how == IR_CONVERT_CANNOT;
}

bool ir_type_is_legal(IrType type, const IrTypeConverter *types) {
  IrTypeList list = {0};
  bool legal = !changes(ask_type(types, type, &list), &list, type);
  ir_type_list_free(&list);
  return legal;
}

static bool value_is_legal(const IrValue *value, const IrTypeConverter *types) {
  if (!value || !types) return true;
  if (!types->convert_value) return ir_type_is_legal(value->type, types);
  IrTypeList list = {0};
  IrConverted how = types->convert_value(types->user, value, &list);
  if (how == IR_CONVERT_SAME) how = ask_type(types, value->type, &list);
  bool legal = !changes(how, &list, value->type);
  ir_type_list_free(&list);
  return legal;
}

static bool signature_is_legal(const IrOp *op, const IrTypeConverter *types) {
  IrType type = ir_op_is_callable(op) ? ir_callable_type(op) : NULL;
  if (!type) return true;
  for (size_t i = 0, n = ir_type_num_inputs(type); i < n; i++)
    if (!ir_type_is_legal(ir_type_input(type, i), types)) return false;
  for (size_t i = 0, n = ir_type_num_results(type); i < n; i++)
    if (!ir_type_is_legal(ir_type_result(type, i), types)) return false;
  return true;
}

static bool arguments_are_legal(const IrOp *op, const IrTypeConverter *types) {
  for (size_t r = 0; r < op->num_regions; r++) {
    IR_FOR_BLOCKS(block, &ir_regions(op)[r]) {
      for (uint32_t i = 0; i < block->num_args; i++)
        if (!value_is_legal(&block->args[i]->value, types)) return false;
    }
  }
  return true;
}

bool ir_types_are_legal(IrOp *op, const IrTypeConverter *types) {
  for (uint32_t i = 0; i < op->num_operands; i++)
    if (!value_is_legal(ir_operands(op)[i], types)) return false;
  for (uint32_t i = 0; i < op->num_results; i++)
    if (!value_is_legal(ir_result(op, i), types)) return false;
  return arguments_are_legal(op, types) && signature_is_legal(op, types);
}

// ---- In a conversion ----

static IrTypes keep_types(IrArena *arena, const IrTypeList *list) {
  IrType *at = IR_NEW_ARRAY(arena, IrType, list->n + 1);
  if (list->n) memcpy(at, list->at, list->n * sizeof *at);
  return (IrTypes){at, list->n};
}

static ConvertedType converted(Conversion *c, IrConverted how, const IrTypeList *list,
                               IrType type) {
  if (!changes(how, list, type)) {
    IrTypeList same = {0};
    ir_type_list_add(&same, type);
    ConvertedType result = {IR_CONVERT_SAME, keep_types(&c->arena, &same)};
    ir_type_list_free(&same);
    return result;
  }
  return (ConvertedType){how, keep_types(&c->arena, list)};
}

const ConvertedType *ir_conversion_type(Conversion *c, IrType type) {
  ConvertedType *cached = ir_ptrmap_get(&c->type_cache, type);
  if (cached) return cached;
  IrTypeList list = {0};
  IrConverted how = ask_type(c->types, type, &list);
  cached = IR_NEW(&c->arena, ConvertedType);
  *cached = converted(c, how, &list, type);
  ir_type_list_free(&list);
  ir_ptrmap_set(&c->type_cache, type, cached);
  return cached;
}

ConvertedType ir_conversion_value(Conversion *c, const IrValue *value) {
  if (!c->types || !c->types->convert_value) return *ir_conversion_type(c, value->type);
  IrTypeList list = {0};
  IrConverted how = c->types->convert_value(c->types->user, value, &list);
  ConvertedType result = how == IR_CONVERT_SAME ? *ir_conversion_type(c, value->type)
                                                : converted(c, how, &list, value->type);
  ir_type_list_free(&list);
  return result;
}

// ---- Converted operands ----

static bool has_types(const IrOp *cast, IrTypes types) {
  if (cast->num_operands != types.n) return false;
  for (size_t i = 0; i < types.n; i++)
    if (ir_operands(cast)[i]->type != types.at[i]) return false;
  return true;
}

// What a conversion has put in the place of `value`: behind its cast to the old type.
static IrOp *cast_behind(const Conversion *c, const IrValue *value, IrTypes types) {
  IrOp *cast = DEF(value, builtin_unrealized_conversion_cast);
  if (!cast || cast->num_results != 1) return NULL;
  // Our own cast knows best, also where the type depends on the value.
  return ir_ptrmap_has(&c->cast_of, cast) || has_types(cast, types) ? cast : NULL;
}

static IrValues results_of(Conversion *c, const IrOp *op) {
  IrValue **at = IR_NEW_ARRAY(&c->scratch, IrValue *, op->num_results + 1);
  for (uint32_t i = 0; i < op->num_results; i++) at[i] = ir_result(op, i);
  return (IrValues){at, op->num_results};
}

// A cast to the new types right behind the value, which all its users share.
static IrOp *target_cast(Conversion *c, IrValue *value, IrTypes types) {
  IrOp *cast = ir_ptrmap_get(&c->targets, value), *def = ir_value_op(value);
  if (cast) return cast;
  IrBlock *block = ir_value_block(value);
  cast = ir_conversion_cast(c, CAST_TARGET, (IrValues){&value, 1}, types, block,
                            def ? def->next : block->first);
  ir_ptrmap_set(&c->targets, value, cast);
  return cast;
}

static IrValues convert_operand(Conversion *c, IrOp *op, size_t i) {
  IrValue **at = &ir_operands(op)[i];
  ConvertedType to = ir_conversion_value(c, *at);
  if (to.how != IR_CONVERT_DONE) return (IrValues){at, 1};
  IrOp *behind = cast_behind(c, *at, to.types);
  if (behind) return (IrValues){ir_operands(behind), behind->num_operands};
  return results_of(c, target_cast(c, *at, to.types));
}

IrValues ir_converted(IrRewriter *rw, IrOp *op, size_t i) {
  IR_ASSERT(i < op->num_operands, "no such operand");
  if (!rw->conversion) return (IrValues){&ir_operands(op)[i], 1};
  return convert_operand(rw->conversion, op, i);
}

IrValue *ir_converted1(IrRewriter *rw, IrOp *op, size_t i) {
  IrValues values = ir_converted(rw, op, i);
  return values.n == 1 ? values.at[0] : NULL;
}

IrValues ir_converted_all(IrRewriter *rw, IrOp *op, size_t first) {
  if (!rw->conversion) return (IrValues){ir_operands(op) + first, op->num_operands - first};
  IR_VEC(IrValue *) all = {0};
  for (size_t i = first; i < op->num_operands; i++) {
    IrValues one = ir_converted(rw, op, i);
    for (size_t k = 0; k < one.n; k++) ir_vec_push(&all, one.at[k]);
  }
  IrValue **at = IR_NEW_ARRAY(&rw->conversion->scratch, IrValue *, all.n + 1);
  if (all.n) memcpy(at, all.at, all.n * sizeof *at);
  size_t n = all.n;
  ir_vec_free(&all);
  return (IrValues){at, n};
}

bool ir_converted_types(IrRewriter *rw, IrType type, IrTypeList *out) {
  if (!rw->conversion) return ir_type_list_add(out, type), true;
  const ConvertedType *to = ir_conversion_type(rw->conversion, type);
  if (to->how == IR_CONVERT_CANNOT) return false;
  for (size_t i = 0; i < to->types.n; i++) ir_type_list_add(out, to->types.at[i]);
  return true;
}

IrType ir_converted_type(IrRewriter *rw, IrType type) {
  if (!rw->conversion) return type;
  const ConvertedType *to = ir_conversion_type(rw->conversion, type);
  return to->how != IR_CONVERT_CANNOT && to->types.n == 1 ? to->types.at[0] : NULL;
}
