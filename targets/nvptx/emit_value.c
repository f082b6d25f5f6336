// How IR values are held in LLVM values; see emit_impl.h.
#include "dialects/tc/tc.h"
#include "targets/nvptx/emit_impl.h"

// Registers in flight are registers.
static IrType held_type(IrType type) {
  IrType registers = tc_inflight_registers(type);
  return registers ? registers : type;
}

LLVMValueRef nvptx_i32(Emit *e, int64_t value) {
  return LLVMConstInt(e->i32, (unsigned long long)value, true);
}

LLVMValueRef nvptx_i64(Emit *e, int64_t value) {
  return LLVMConstInt(e->i64, (unsigned long long)value, true);
}

LLVMValueRef nvptx_f32(Emit *e, double value) {
  return LLVMConstReal(e->f32, value);
}

static LLVMTypeRef float_type(Emit *e, IrFloatKind kind) {
  switch (kind) {
  case IR_F16:
    return e->f16;
  case IR_BF16:
    return e->bf16;
  case IR_F32:
  case IR_TF32:
    return e->f32;
  case IR_F64:
    return e->f64;
  case IR_F8E4M3FN:
  case IR_F8E5M2:
    return e->i8; // bits; only moved and converted
  default:
    return NULL;
  }
}

LLVMTypeRef nvptx_element_type(Emit *e, IrType type) {
  type = held_type(type);
  if (tc_descriptor_element(type)) return e->i64;
  IrType element = ir_type_is_shaped(type) ? ir_type_element(type) : type;
  if (ir_type_is_index(element)) return e->i64;
  if (ir_type_is_float(element)) return float_type(e, ir_type_float_kind(element));
  if (!ir_type_is_any_integer(element)) return NULL;
  switch (ir_type_width(element)) {
  case 1:
    return e->i1;
  case 8:
    return e->i8;
  case 16:
    return e->i16;
  case 32:
    return e->i32;
  case 64:
    return e->i64;
  default:
    return NULL;
  }
}

size_t nvptx_num_elements(IrType type) {
  type = held_type(type);
  return ir_type_kind(type) == IR_TYPE_VECTOR ? (size_t)ir_type_num_elements(type) : 1;
}

bool nvptx_is_packed(IrType type) {
  type = held_type(type);
  if (ir_type_kind(type) != IR_TYPE_VECTOR) return false;
  IrType element = ir_type_element(type);
  if (!ir_type_is_float(element)) return false;
  IrFloatKind kind = ir_type_float_kind(element);
  return kind == IR_F16 || kind == IR_BF16;
}

size_t nvptx_num_units(IrType type) {
  size_t n = nvptx_num_elements(type);
  return nvptx_is_packed(type) ? (n + 1) / 2 : n;
}

LLVMTypeRef nvptx_unit_type(Emit *e, IrType type, size_t unit) {
  LLVMTypeRef element = nvptx_element_type(e, type);
  bool pair = nvptx_is_packed(type) && 2 * unit + 1 < nvptx_num_elements(type);
  return pair ? LLVMVectorType(element, 2) : element;
}

EmitUnits nvptx_units(Emit *e, const IrValue *value) {
  const EmitUnits *units = ir_ptrmap_get(&e->values, value);
  IR_ASSERT(units, "value is emitted before it is used");
  return *units;
}

LLVMValueRef nvptx_scalar(Emit *e, const IrValue *value) {
  return nvptx_units(e, value).at[0];
}

EmitUnits nvptx_new_units(Emit *e, size_t n) {
  return (EmitUnits){IR_NEW_ARRAY(&e->arena, LLVMValueRef, n), n};
}

void nvptx_define(Emit *e, const IrValue *value, EmitUnits units) {
  EmitUnits *kept = IR_NEW(&e->arena, EmitUnits);
  *kept = units;
  ir_ptrmap_set(&e->values, value, kept);
}

void nvptx_define_scalar(Emit *e, const IrValue *value, LLVMValueRef scalar) {
  EmitUnits units = nvptx_new_units(e, 1);
  units.at[0] = scalar;
  nvptx_define(e, value, units);
}

// Element `i` of units that hold `type`.
static LLVMValueRef element_at(Emit *e, IrType type, EmitUnits units, size_t i) {
  if (!nvptx_is_packed(type)) return units.at[i];
  LLVMValueRef unit = units.at[i / 2];
  bool pair = (i | 1) < nvptx_num_elements(type);
  return pair ? LLVMBuildExtractElement(e->b, unit, nvptx_i32(e, i & 1), "") : unit;
}

EmitUnits nvptx_elements(Emit *e, const IrValue *value) {
  EmitUnits units = nvptx_units(e, value);
  IrType type = ir_value_type(value);
  if (!nvptx_is_packed(type)) return units;
  EmitUnits elements = nvptx_new_units(e, nvptx_num_elements(type));
  for (size_t i = 0; i < elements.n; i++) elements.at[i] = element_at(e, type, units, i);
  return elements;
}

// The pair that `value` is element `index` of, or NULL.
static LLVMValueRef pair_behind(LLVMValueRef value, unsigned index) {
  if (!LLVMIsAExtractElementInst(value)) return NULL;
  LLVMValueRef pair = LLVMGetOperand(value, 0), at = LLVMGetOperand(value, 1);
  bool fits = LLVMGetVectorSize(LLVMTypeOf(pair)) == 2 && LLVMIsAConstantInt(at) &&
              LLVMConstIntGetZExtValue(at) == index;
  return fits ? pair : NULL;
}

// <2 x T> of two elements; the pair they were taken from if they were.  LLVM would find that too,
// but moving registers about makes thousands of them.
static LLVMValueRef pair_of(Emit *e, LLVMTypeRef element, LLVMValueRef low, LLVMValueRef high) {
  LLVMValueRef whole = pair_behind(low, 0);
  if (whole && whole == pair_behind(high, 1)) return whole;
  LLVMValueRef pair = LLVMGetPoison(LLVMVectorType(element, 2));
  pair = LLVMBuildInsertElement(e->b, pair, low, nvptx_i32(e, 0), "");
  return LLVMBuildInsertElement(e->b, pair, high, nvptx_i32(e, 1), "");
}

EmitUnits nvptx_pack(Emit *e, IrType type, EmitUnits elements) {
  if (!nvptx_is_packed(type)) return elements;
  EmitUnits units = nvptx_new_units(e, nvptx_num_units(type));
  LLVMTypeRef element = nvptx_element_type(e, type);
  for (size_t i = 0; i < units.n; i++) {
    bool pair = 2 * i + 1 < elements.n;
    units.at[i] =
        pair ? pair_of(e, element, elements.at[2 * i], elements.at[2 * i + 1]) : elements.at[2 * i];
  }
  return units;
}

static LLVMValueRef take_one(Emit *e, IrType type, EmitElement from) {
  if (!from.value) return LLVMGetPoison(nvptx_element_type(e, type));
  return element_at(e, ir_value_type(from.value), nvptx_units(e, from.value), from.index);
}

// The pair in the source that elements `low` and `high` are, or NULL.
static LLVMValueRef whole_pair(Emit *e, EmitElement low, EmitElement high) {
  bool pair = low.value && low.value == high.value && low.index % 2 == 0 &&
              high.index == low.index + 1 && nvptx_is_packed(ir_value_type(low.value));
  return pair ? nvptx_units(e, low.value).at[low.index / 2] : NULL;
}

LLVMValueRef nvptx_take_unit(Emit *e, IrType type, size_t unit, const EmitElement *from) {
  bool pair = nvptx_is_packed(type) && 2 * unit + 1 < nvptx_num_elements(type);
  if (!pair) return take_one(e, type, from[0]);
  LLVMValueRef whole = whole_pair(e, from[0], from[1]);
  if (whole) return whole;
  LLVMValueRef low = take_one(e, type, from[0]), high = take_one(e, type, from[1]);
  return pair_of(e, nvptx_element_type(e, type), low, high);
}

EmitUnits nvptx_take(Emit *e, IrType type, const EmitElement *from) {
  size_t per_unit = nvptx_is_packed(type) ? 2 : 1;
  EmitUnits units = nvptx_new_units(e, nvptx_num_units(type));
  for (size_t u = 0; u < units.n; u++)
    units.at[u] = nvptx_take_unit(e, type, u, from + per_unit * u);
  return units;
}

unsigned nvptx_bits_of(LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind:
    return LLVMGetIntTypeWidth(type);
  case LLVMHalfTypeKind:
  case LLVMBFloatTypeKind:
    return 16;
  case LLVMFloatTypeKind:
    return 32;
  case LLVMVectorTypeKind:
    return LLVMGetVectorSize(type) * nvptx_bits_of(LLVMGetElementType(type));
  default:
    return 64;
  }
}

LLVMValueRef nvptx_gather(Emit *e, const LLVMValueRef *parts, size_t n, LLVMTypeRef to) {
  if (n == 1) return LLVMBuildBitCast(e->b, parts[0], to, "");
  LLVMValueRef vector = LLVMGetPoison(LLVMVectorType(LLVMTypeOf(parts[0]), (unsigned)n));
  for (size_t i = 0; i < n; i++)
    vector = LLVMBuildInsertElement(e->b, vector, parts[i], nvptx_i32(e, (int64_t)i), "");
  return LLVMBuildBitCast(e->b, vector, to, "");
}

void nvptx_scatter(Emit *e, LLVMValueRef whole, LLVMTypeRef part, size_t n, LLVMValueRef *parts) {
  if (n == 1) {
    parts[0] = LLVMBuildBitCast(e->b, whole, part, "");
    return;
  }
  LLVMValueRef vector = LLVMBuildBitCast(e->b, whole, LLVMVectorType(part, (unsigned)n), "");
  for (size_t i = 0; i < n; i++)
    parts[i] = LLVMBuildExtractElement(e->b, vector, nvptx_i32(e, (int64_t)i), "");
}

LLVMValueRef nvptx_constant(Emit *e, IrAttr attr, size_t i) {
  if (ir_attr_kind(attr) == IR_ATTR_DENSE) attr = ir_attr_dense_at(attr, (int64_t)i);
  IrType type = ir_attr_type(attr);
  LLVMTypeRef llvm = nvptx_element_type(e, type);
  if (ir_attr_kind(attr) == IR_ATTR_INTEGER)
    return LLVMConstInt(llvm, (unsigned long long)ir_attr_int(attr), true);
  double value = ir_attr_double(attr);
  if (LLVMGetTypeKind(llvm) == LLVMIntegerTypeKind)
    return LLVMConstInt(llvm, ir_float_encode(ir_type_float_kind(type), value), false);
  return LLVMConstReal(llvm, value);
}

LLVMValueRef nvptx_intrinsic(Emit *e, const char *name, const LLVMTypeRef *types, size_t num_types,
                             const LLVMValueRef *args, size_t num_args) {
  unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
  IR_ASSERT(id, "LLVM has every intrinsic the rules name");
  LLVMTypeRef *overload = (LLVMTypeRef *)types;
  LLVMValueRef callee = LLVMGetIntrinsicDeclaration(e->module, id, overload, num_types);
  LLVMTypeRef type = LLVMIntrinsicGetType(e->llvm, id, overload, num_types);
  return LLVMBuildCall2(e->b, type, callee, (LLVMValueRef *)args, (unsigned)num_args, "");
}
