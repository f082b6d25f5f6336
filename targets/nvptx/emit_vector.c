// vector: moving registers about.  All of it is bookkeeping: each op says where the elements of its
// result come from, in row-major order, and nvptx_take makes instructions only where a pair of
// 16-bit floats has to be taken apart or put together.
#include "targets/nvptx/emit_impl.h"

static EmitElement *new_elements(Emit *e, size_t n) {
  return IR_NEW_ARRAY(&e->arena, EmitElement, n);
}

// All elements of `value` in their places.
static EmitElement *all_elements(Emit *e, const IrValue *value) {
  size_t n = nvptx_num_elements(ir_value_type(value));
  EmitElement *elements = new_elements(e, n);
  for (size_t i = 0; i < n; i++) elements[i] = (EmitElement){value, i};
  return elements;
}

static IrStatus define(Emit *e, IrOp *op, const EmitElement *elements) {
  IrValue *result = ir_op_result(op, 0);
  nvptx_define(e, result, nvptx_take(e, ir_value_type(result), elements));
  return IR_OK;
}

static int64_t list_int(IrAttr list, size_t i) {
  return ir_attr_kind(list) == IR_ATTR_ARRAY ? ir_attr_int(ir_attr_at(list, i))
                                             : ir_attr_array_int(list, i);
}

// ---- One element or sub-vector. ----

// Position of element `at` in the elements of `shape`, trailing indices left out being zero, and
// how many elements are there.  False when an index is not static or out of bounds.
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

// vector.extract %v[1, 2]
static IrStatus emit_extract(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  IrValue *source = ir_op_operand(op, 0);
  IrShape shape = ir_type_shape(ir_value_type(source));
  size_t position, count;
  if (ir_op_num_operands(op) > 1 ||
      !linear_position(shape, ir_op_attr(op, "static_position"), &position, &count))
    return nvptx_unsupported(op, not_static);
  EmitElement *from = new_elements(e, count);
  for (size_t i = 0; i < count; i++) from[i] = (EmitElement){source, position + i};
  return define(e, op, from);
}

// vector.insert %x, %v [1, 2]
static IrStatus emit_insert(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  IrValue *value = ir_op_operand(op, 0), *into = ir_op_operand(op, 1);
  IrShape shape = ir_type_shape(ir_value_type(into));
  size_t position, count;
  if (ir_op_num_operands(op) > 2 ||
      !linear_position(shape, ir_op_attr(op, "static_position"), &position, &count))
    return nvptx_unsupported(op, not_static);
  EmitElement *from = all_elements(e, into);
  for (size_t i = 0; i < count; i++) from[position + i] = (EmitElement){value, i};
  return define(e, op, from);
}

// ---- Slices. ----

// Place in `whole` of element `i` of a slice of shape `box` at `offsets`.  Offsets are those of the
// leading dimensions; dimensions that the slice lacks in front have extent 1.
static size_t place_in_whole(IrShape whole, IrShape box, IrAttr offsets, size_t i) {
  size_t lead = whole.rank - box.rank, linear = 0, scale = 1;
  for (size_t d = whole.rank; d-- > 0;) {
    size_t extent = d >= lead ? (size_t)box.at[d - lead] : 1;
    size_t at = i % extent;
    i /= extent;
    if (d < ir_attr_count(offsets)) at += (size_t)list_int(offsets, d);
    linear += at * scale;
    scale *= (size_t)whole.at[d];
  }
  return linear;
}

static IrStatus emit_extract_slice(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  IrValue *source = ir_op_operand(op, 0);
  IrShape whole = ir_type_shape(ir_value_type(source));
  IrType type = ir_value_type(ir_op_result(op, 0));
  IrAttr offsets = ir_op_attr(op, "offsets");
  size_t n = nvptx_num_elements(type);
  EmitElement *from = new_elements(e, n);
  for (size_t i = 0; i < n; i++)
    from[i] = (EmitElement){source, place_in_whole(whole, ir_type_shape(type), offsets, i)};
  return define(e, op, from);
}

// A tile is put together of parts, one after the other: only the units that a part touches are
// looked at.  Of vectors of one dimension.
static void insert_part(Emit *e, IrOp *op, size_t offset) {
  IrValue *part = ir_op_operand(op, 0), *into = ir_op_operand(op, 1);
  IrType type = ir_value_type(into);
  size_t per_unit = nvptx_is_packed(type) ? 2 : 1,
         end = offset + nvptx_num_elements(ir_value_type(part));
  EmitUnits old = nvptx_units(e, into), r = nvptx_new_units(e, old.n);
  memcpy(r.at, old.at, old.n * sizeof *r.at);
  for (size_t u = offset / per_unit; u * per_unit < end; u++) {
    EmitElement from[2];
    for (size_t i = u * per_unit, k = 0; k < per_unit; i++, k++)
      from[k] = i >= offset && i < end ? (EmitElement){part, i - offset} : (EmitElement){into, i};
    r.at[u] = nvptx_take_unit(e, type, u, from);
  }
  nvptx_define(e, ir_op_result(op, 0), r);
}

static IrStatus emit_insert_slice(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  IrValue *part = ir_op_operand(op, 0), *into = ir_op_operand(op, 1);
  IrShape whole = ir_type_shape(ir_value_type(into));
  IrType type = ir_value_type(part);
  IrAttr offsets = ir_op_attr(op, "offsets");
  if (whole.rank == 1 && ir_attr_count(offsets) == 1) {
    insert_part(e, op, (size_t)list_int(offsets, 0));
    return IR_OK;
  }
  EmitElement *from = all_elements(e, into);
  for (size_t i = 0; i < nvptx_num_elements(type); i++)
    from[place_in_whole(whole, ir_type_shape(type), offsets, i)] = (EmitElement){part, i};
  return define(e, op, from);
}

// ---- Rearrangements. ----

// vector.shuffle %a, %b [0, 5, ...]: rows of both, numbered through; -1 is anything.
static IrStatus emit_shuffle(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  IrValue *a = ir_op_operand(op, 0), *b = ir_op_operand(op, 1);
  IrAttr mask = ir_op_attr(op, "mask");
  size_t rows = (size_t)ir_type_shape(ir_value_type(a)).at[0];
  size_t in_a = nvptx_num_elements(ir_value_type(a)), row = in_a / rows;
  size_t n = ir_attr_count(mask) * row;
  EmitElement *from = new_elements(e, n);
  for (size_t i = 0; i < n; i++) {
    int64_t source = list_int(mask, i / row);
    size_t at = (size_t)source * row + i % row;
    if (source >= 0) from[i] = at < in_a ? (EmitElement){a, at} : (EmitElement){b, at - in_a};
  }
  return define(e, op, from);
}

// Element of a vector of shape `small` that a broadcast to `whole` puts at place `i`.
static size_t place_before_broadcast(IrShape whole, IrShape small, size_t i) {
  size_t place = 0, scale = 1;
  for (size_t d = 0; d < small.rank; d++) {
    size_t inner = (size_t)small.at[small.rank - 1 - d];
    size_t outer = (size_t)whole.at[whole.rank - 1 - d];
    if (inner != 1) place += i % outer * scale;
    i /= outer;
    scale *= inner;
  }
  return place;
}

static IrStatus emit_broadcast(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  IrValue *source = ir_op_operand(op, 0);
  IrType type = ir_value_type(source), to = ir_value_type(ir_op_result(op, 0));
  IrShape small = ir_type_kind(type) == IR_TYPE_VECTOR ? ir_type_shape(type) : (IrShape){0};
  size_t n = nvptx_num_elements(to);
  EmitElement *from = new_elements(e, n);
  for (size_t i = 0; i < n; i++)
    from[i] = (EmitElement){source, place_before_broadcast(ir_type_shape(to), small, i)};
  return define(e, op, from);
}

static IrStatus emit_from_elements(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  size_t n = ir_op_num_operands(op);
  EmitElement *from = new_elements(e, n);
  for (size_t i = 0; i < n; i++) from[i] = (EmitElement){ir_op_operand(op, i), 0};
  return define(e, op, from);
}

// The same bits as elements of another width.
static IrStatus emit_bitcast(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  IrValue *result = ir_op_result(op, 0);
  IrType type = ir_value_type(result);
  LLVMTypeRef to = nvptx_element_type(e, type);
  EmitUnits x = nvptx_elements(e, ir_op_operand(op, 0));
  EmitUnits r = nvptx_new_units(e, nvptx_num_elements(type));
  unsigned from_bits = x.n ? nvptx_bits_of(LLVMTypeOf(x.at[0])) : 1, to_bits = nvptx_bits_of(to);
  size_t n = from_bits > to_bits ? from_bits / to_bits : to_bits / from_bits;
  if (from_bits > to_bits)
    for (size_t i = 0; i < x.n; i++) nvptx_scatter(e, x.at[i], to, n, r.at + i * n);
  else
    for (size_t i = 0; i < r.n; i++) r.at[i] = nvptx_gather(e, x.at + i * n, n, to);
  nvptx_define(e, result, nvptx_pack(e, type, r));
  return IR_OK;
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
