// vector: moving registers about.  Most of it is bookkeeping at compile time: an instruction is
// needed only where a pair of 16-bit floats is taken apart or put together.
//
// All ops work on elements in row-major order; a pack of the very elements a pair was made of gives
// the pair back (LLVM's instcombine sees to it).
#include "targets/nvptx/emit_impl.h"

static IrStatus define(Emit *e, IrOp *op, EmitUnits elements) {
  IrValue *result = ir_op_result(op, 0);
  nvptx_define(e, result, nvptx_pack(e, ir_value_type(result), elements));
  return IR_OK;
}

static EmitUnits copy_elements(Emit *e, const IrValue *value) {
  EmitUnits from = nvptx_elements(e, value), to = nvptx_new_units(e, from.n);
  memcpy(to.at, from.at, from.n * sizeof *to.at);
  return to;
}

static int64_t list_int(IrAttr list, size_t i) {
  return ir_attr_kind(list) == IR_ATTR_ARRAY ? ir_attr_int(ir_attr_at(list, i))
                                             : ir_attr_array_int(list, i);
}

// Position of element `at` in the elements of `shape`; trailing indices left out are zero.
// False when an index is not static or out of bounds.
static bool linear_position(IrShape shape, IrAttr at, size_t *position, size_t *count) {
  size_t given = at ? ir_attr_count(at) : 0, linear = 0, rest = 1;
  for (size_t d = 0; d < shape.rank; d++) {
    int64_t index = d < given ? list_int(at, d) : 0;
    if (index < 0 || index >= shape.at[d]) return false;
    linear = linear * (size_t)shape.at[d] + (size_t)index;
    if (d >= given) rest *= (size_t)shape.at[d];
  }
  *position = linear;
  *count = rest;
  return true;
}

static const char not_static[] = "its position is not static, and registers have no addresses";

// vector.extract %v[1, 2]: an element, or a sub-vector of the trailing dimensions.
static IrStatus emit_extract(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  IrValue *source = ir_op_operand(op, 0);
  size_t position, count;
  if (ir_op_num_operands(op) > 1 ||
      !linear_position(ir_type_shape(ir_value_type(source)), ir_op_attr(op, "static_position"),
                       &position, &count))
    return nvptx_unsupported(op, not_static);
  EmitUnits all = nvptx_elements(e, source);
  return define(e, op, (EmitUnits){all.at + position, count});
}

static IrStatus emit_insert(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  IrValue *value = ir_op_operand(op, 0), *into = ir_op_operand(op, 1);
  size_t position, count;
  if (ir_op_num_operands(op) > 2 ||
      !linear_position(ir_type_shape(ir_value_type(into)), ir_op_attr(op, "static_position"),
                       &position, &count))
    return nvptx_unsupported(op, not_static);
  EmitUnits part = nvptx_elements(e, value), all = copy_elements(e, into);
  for (size_t i = 0; i < count; i++) all.at[position + i] = part.at[i];
  return define(e, op, all);
}

// Calls `visit` for each element of a box of shape `box` at `offsets` in `whole`.
typedef void (*BoxFn)(void *user, size_t in_whole, size_t in_box);

static void for_box(IrShape whole, IrShape box, IrAttr offsets, IrAttr strides, BoxFn visit,
                    void *user) {
  size_t total = 1;
  for (size_t d = 0; d < box.rank; d++) total *= (size_t)box.at[d];
  size_t lead = whole.rank - box.rank; // dimensions the box lacks have extent 1
  for (size_t i = 0; i < total; i++) {
    size_t rest = i, linear = 0, scale = 1;
    for (size_t d = whole.rank; d-- > 0;) {
      int64_t at = 0;
      if (d >= lead) {
        at = (int64_t)(rest % (size_t)box.at[d - lead]);
        rest /= (size_t)box.at[d - lead];
        if (d - lead < ir_attr_count(strides)) at *= list_int(strides, d - lead);
      }
      if (d < ir_attr_count(offsets)) at += list_int(offsets, d);
      linear += (size_t)at * scale;
      scale *= (size_t)whole.at[d];
    }
    visit(user, linear, i);
  }
}

typedef struct BoxCopy {
  EmitUnits whole, box;
} BoxCopy;

static void take_from_whole(void *user, size_t in_whole, size_t in_box) {
  BoxCopy *copy = user;
  copy->box.at[in_box] = copy->whole.at[in_whole];
}

static void put_into_whole(void *user, size_t in_whole, size_t in_box) {
  BoxCopy *copy = user;
  copy->whole.at[in_whole] = copy->box.at[in_box];
}

static IrStatus emit_extract_slice(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  IrValue *source = ir_op_operand(op, 0);
  IrType type = ir_value_type(ir_op_result(op, 0));
  BoxCopy copy = {nvptx_elements(e, source), nvptx_new_units(e, nvptx_num_elements(type))};
  for_box(ir_type_shape(ir_value_type(source)), ir_type_shape(type), ir_op_attr(op, "offsets"),
          ir_op_attr(op, "strides"), take_from_whole, &copy);
  return define(e, op, copy.box);
}

static IrStatus emit_insert_slice(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  IrValue *part = ir_op_operand(op, 0), *into = ir_op_operand(op, 1);
  BoxCopy copy = {copy_elements(e, into), nvptx_elements(e, part)};
  for_box(ir_type_shape(ir_value_type(into)), ir_type_shape(ir_value_type(part)),
          ir_op_attr(op, "offsets"), ir_op_attr(op, "strides"), put_into_whole, &copy);
  return define(e, op, copy.whole);
}

// vector.shuffle %a, %b [0, 5, ...]: rows of both, numbered through; -1 is anything.
static IrStatus emit_shuffle(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  EmitUnits a = nvptx_elements(e, ir_op_operand(op, 0));
  EmitUnits b = nvptx_elements(e, ir_op_operand(op, 1));
  IrType type = ir_value_type(ir_op_result(op, 0));
  IrAttr mask = ir_op_attr(op, "mask");
  size_t rows = (size_t)ir_type_shape(ir_value_type(ir_op_operand(op, 0))).at[0];
  size_t row = a.n / rows, n = ir_attr_count(mask);
  EmitUnits r = nvptx_new_units(e, n * row);
  for (size_t i = 0; i < r.n; i++) {
    int64_t from = list_int(mask, i / row);
    size_t at = (size_t)from * row + i % row;
    r.at[i] = from < 0   ? LLVMGetPoison(nvptx_element_type(e, type))
              : at < a.n ? a.at[at]
                         : b.at[at - a.n];
  }
  return define(e, op, r);
}

// A scalar, or a vector stretched along leading dimensions and extents of 1.
static IrStatus emit_broadcast(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  IrType from = ir_value_type(ir_op_operand(op, 0)), to = ir_value_type(ir_op_result(op, 0));
  EmitUnits x = nvptx_elements(e, ir_op_operand(op, 0));
  EmitUnits r = nvptx_new_units(e, nvptx_num_elements(to));
  IrShape whole = ir_type_shape(to), small = {0};
  if (ir_type_kind(from) == IR_TYPE_VECTOR) small = ir_type_shape(from);
  for (size_t i = 0; i < r.n; i++) {
    size_t rest = i, at = 0, scale = 1;
    for (size_t d = 0; d < small.rank; d++) {
      size_t s = small.rank - 1 - d, w = whole.rank - 1 - d;
      size_t index = rest % (size_t)whole.at[w];
      rest /= (size_t)whole.at[w];
      if (small.at[s] != 1) at += index * scale;
      scale *= (size_t)small.at[s];
    }
    r.at[i] = x.at[at];
  }
  return define(e, op, r);
}

static IrStatus emit_from_elements(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  EmitUnits r = nvptx_new_units(e, ir_op_num_operands(op));
  for (size_t i = 0; i < r.n; i++) r.at[i] = nvptx_scalar(e, ir_op_operand(op, i));
  return define(e, op, r);
}

// The same bits as elements of another width.
static IrStatus emit_bitcast(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  IrType type = ir_value_type(ir_op_result(op, 0));
  LLVMTypeRef to = nvptx_element_type(e, type);
  EmitUnits x = nvptx_elements(e, ir_op_operand(op, 0));
  EmitUnits r = nvptx_new_units(e, nvptx_num_elements(type));
  if (!x.n) return define(e, op, r);
  unsigned from_bits = nvptx_bits_of(LLVMTypeOf(x.at[0])), to_bits = nvptx_bits_of(to);
  size_t n = from_bits > to_bits ? from_bits / to_bits : to_bits / from_bits;
  if (from_bits > to_bits)
    for (size_t i = 0; i < x.n; i++) nvptx_scatter(e, x.at[i], to, n, r.at + i * n);
  else
    for (size_t i = 0; i < r.n; i++) r.at[i] = nvptx_gather(e, x.at + i * n, n, to);
  return define(e, op, r);
}

const EmitRule nvptx_vector_rules[] = {
    {.op = "vector.extract", .emit = emit_extract},
    {.op = "vector.insert", .emit = emit_insert},
    {.op = "vector.extract_strided_slice", .emit = emit_extract_slice},
    {.op = "vector.insert_strided_slice", .emit = emit_insert_slice},
    {.op = "vector.shuffle", .emit = emit_shuffle},
    {.op = "vector.broadcast", .emit = emit_broadcast},
    {.op = "vector.from_elements", .emit = emit_from_elements},
    {.op = "vector.bitcast", .emit = emit_bitcast},
    {0}};
