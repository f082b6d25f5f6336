// Types as text.
#include "ir/asm/printer_impl.h"

static void write_extent(IrStream *out, int64_t extent) {
  if (extent == IR_DYNAMIC) {
    ir_write_char(out, '?');
  } else {
    ir_write_int(out, extent);
  }
}

static void print_shape(IrPrinter *p, IrType type) {
  IrShape shape = ir_type_shape(type);
  bool scalable = ir_type_has_scalable(type);
  for (size_t i = 0; i < shape.rank; i++) {
    bool brackets = scalable && ir_type_is_scalable(type, i);
    if (brackets) ir_write_char(p->out, '[');
    write_extent(p->out, shape.at[i]);
    ir_write_cstr(p->out, brackets ? "]x" : "x");
  }
  ir_printer_type(p, ir_type_element(type));
}

static void print_optional(IrPrinter *p, IrAttr attr) {
  if (!attr) return;
  ir_write(p->out, ", ", 2);
  ir_printer_attr(p, attr);
}

// A layout that is neither `strided` nor a map is only known as one when a space follows; 0 is the
// default.
static void print_memref(IrPrinter *p, IrType type) {
  IrAttr layout = ir_type_layout(type), space = ir_type_space(type);
  print_shape(p, type);
  print_optional(p, layout);
  if (space) ir_write(p->out, ", ", 2);
  if (space) ir_print_attr_inside(p, space);
  IrAttrKind kind = layout ? ir_attr_kind(layout) : IR_ATTR_STRIDED;
  if (!space && kind != IR_ATTR_STRIDED && kind != IR_ATTR_AFFINE_MAP) {
    ir_write_cstr(p->out, ", 0");
  }
}

static void print_unranked(IrPrinter *p, IrType type) {
  ir_write_cstr(p->out, "*x");
  ir_printer_type(p, ir_type_element(type));
  if (!ir_type_space(type)) return;
  ir_write(p->out, ", ", 2);
  ir_print_attr_inside(p, ir_type_space(type));
}

static void print_element(IrPrinter *p, IrType type) {
  ir_printer_type(p, ir_type_element(type));
}

static void print_integer(IrPrinter *p, IrType type) {
  static const char *const prefix[] = {"i", "si", "ui"};
  ir_write_cstr(p->out, prefix[ir_type_signedness(type)]);
  ir_write_uint(p->out, ir_type_width(type));
}

static void print_float(IrPrinter *p, IrType type) {
  ir_write_cstr(p->out, ir_float_format(ir_type_float_kind(type))->name);
}

static void print_function(IrPrinter *p, IrType type) {
  size_t inputs = ir_type_num_inputs(type), results = ir_type_num_results(type);
  ir_write_char(p->out, '(');
  for (size_t i = 0; i < inputs; i++) {
    if (i) ir_write(p->out, ", ", 2);
    ir_printer_type(p, ir_type_input(type, i));
  }
  ir_write(p->out, ") -> ", 5);
  bool parens = results != 1 || ir_type_kind(ir_type_result(type, 0)) == IR_TYPE_FUNCTION;
  if (parens) ir_write_char(p->out, '(');
  for (size_t i = 0; i < results; i++) {
    if (i) ir_write(p->out, ", ", 2);
    ir_printer_type(p, ir_type_result(type, i));
  }
  if (parens) ir_write_char(p->out, ')');
}

static void print_tuple(IrPrinter *p, IrType type) {
  for (size_t i = 0; i < ir_type_num_inputs(type); i++) { // of a tuple: its elements
    if (i) ir_write(p->out, ", ", 2);
    ir_printer_type(p, ir_type_input(type, i));
  }
}

static void print_dialect(IrPrinter *p, IrType type) {
  const IrTypeDef *def = ir_type_def(type);
  ir_write_char(p->out, '!');
  ir_write_cstr(p->out, def->name);
  if (def->print) def->print(type, p);
}

static void print_opaque(IrPrinter *p, IrStr text) {
  ir_write_char(p->out, '!');
  ir_write(p->out, text.ptr, text.len);
}

static void print_angled(IrPrinter *p, const char *name, void (*print)(IrPrinter *, IrType),
                         IrType type) {
  ir_write_cstr(p->out, name);
  ir_write_char(p->out, '<');
  print(p, type);
  ir_write_char(p->out, '>');
}

static void print_tensor(IrPrinter *p, IrType type) {
  print_shape(p, type);
  print_optional(p, ir_type_encoding(type));
}

void ir_printer_type(IrPrinter *p, IrType type) {
  if (!type)
    ir_write_cstr(p->out, "<<null type>>");
  else if (!p->aliases || !ir_print_type_alias(p, type))
    ir_print_type_body(p, type);
}

void ir_print_type_body(IrPrinter *p, IrType type) {
  switch (ir_type_kind(type)) {
  case IR_TYPE_INTEGER:
    print_integer(p, type);
    break;
  case IR_TYPE_INDEX:
    ir_write_cstr(p->out, "index");
    break;
  case IR_TYPE_FLOAT:
    print_float(p, type);
    break;
  case IR_TYPE_NONE:
    ir_write_cstr(p->out, "none");
    break;
  case IR_TYPE_VECTOR:
    print_angled(p, "vector", print_shape, type);
    break;
  case IR_TYPE_TENSOR:
    print_angled(p, "tensor", print_tensor, type);
    break;
  case IR_TYPE_MEMREF:
    print_angled(p, "memref", print_memref, type);
    break;
  case IR_TYPE_COMPLEX:
    print_angled(p, "complex", print_element, type);
    break;
  case IR_TYPE_UNRANKED_TENSOR:
    print_angled(p, "tensor", print_unranked, type);
    break;
  case IR_TYPE_UNRANKED_MEMREF:
    print_angled(p, "memref", print_unranked, type);
    break;
  case IR_TYPE_FUNCTION:
    print_function(p, type);
    break;
  case IR_TYPE_TUPLE:
    print_angled(p, "tuple", print_tuple, type);
    break;
  case IR_TYPE_DIALECT:
    print_dialect(p, type);
    break;
  case IR_TYPE_OPAQUE:
    print_opaque(p, ir_type_opaque_text(type));
    break;
  }
}

void ir_type_print(IrType type, IrStream *stream) {
  IrPrinter p = {.out = stream, .ctx = type ? ir_type_context(type) : NULL};
  ir_printer_type(&p, type);
  ir_printer_release(&p);
}
