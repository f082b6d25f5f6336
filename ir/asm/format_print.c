// Prints an op by its assembly format.
#include "ir/asm/format_impl.h"
#include "ir/asm/printer_impl.h"

static void print_types(IrPrinter *p, IrOp *op, IrTypesOf of, bool parens_unless_one) {
  size_t first = 0, n;
  bool results = of.what == IR_OF_RESULT || of.what == IR_OF_RESULTS;
  IrValues operands = {0};
  if (of.what == IR_OF_RESULT) {
    ir_op_result_group(op, of.slot, &first, &n);
  } else if (of.what == IR_OF_OPERAND) {
    operands = ir_op_operand_group(op, of.slot);
    n = operands.n;
  } else {
    n = results ? ir_op_num_results(op) : ir_op_num_operands(op);
  }
  bool parens = parens_unless_one && n != 1;
  if (parens) ir_write_char(p->out, '(');
  for (size_t i = 0; i < n; i++) {
    IrValue *value = results       ? ir_op_result(op, first + i)
                     : operands.at ? operands.at[i]
                                   : ir_op_operand(op, i);
    if (i) ir_write(p->out, ", ", 2);
    ir_printer_type(p, ir_value_type(value));
  }
  if (parens) ir_write_char(p->out, ')');
}

static void print_functional(IrPrinter *p, IrOp *op, const IrDirective *d) {
  ir_write_char(p->out, '(');
  print_types(p, op, d->of, false);
  ir_write(p->out, ") -> ", 5);
  bool function = false;
  if (ir_op_num_results(op) == 1) {
    function = ir_type_kind(ir_value_type(ir_op_result(op, 0))) == IR_TYPE_FUNCTION;
  }
  if (function) ir_write_char(p->out, '(');
  print_types(p, op, d->to, true);
  if (function) ir_write_char(p->out, ')');
}

static void print_attr(IrPrinter *p, IrOp *op, size_t slot) {
  const IrAttrConstraint *is = ir_op_def(op)->attrs[slot].is;
  IrAttr attr = ir_op_slot_attr(op, slot);
  if (!attr || is == &IR_UNIT_ATTR) return;
  IrAttrKind kind = ir_attr_kind(attr);
  if (is->print) {
    is->print(attr, p);
  } else if (is->keywords && kind == IR_ATTR_STRING) {
    IrStr word = ir_attr_str(attr);
    ir_write(p->out, word.ptr, word.len);
  } else if (is == &IR_SYMBOL_NAME_ATTR && kind == IR_ATTR_STRING) {
    ir_printer_symbol_name(p, ir_attr_str(attr));
  } else if ((is == &IR_I64_ARRAY_ATTR || is == &IR_I32_ARRAY_ATTR) &&
             kind == IR_ATTR_DENSE_ARRAY) {
    ir_print_bare_dense_array(p, attr);
  } else if (is->type) {
    ir_printer_attr_untyped(p, attr);
  } else {
    ir_printer_attr(p, attr);
  }
}

static void print_regions(IrPrinter *p, IrOp *op, size_t slot) {
  bool variadic = ir_op_def(op)->regions[slot].flags & IR_REGION_VARIADIC;
  size_t end = variadic ? ir_op_num_regions(op) : slot + 1;
  for (size_t i = slot; i < end; i++) {
    if (i > slot) ir_write(p->out, ", ", 2);
    ir_printer_region(p, ir_op_region(op, i), IR_PRINT_ENTRY_ARGS);
  }
}

static void print_successors(IrPrinter *p, IrOp *op, size_t slot) {
  bool variadic = ir_op_def(op)->successors[slot].arity == IR_VARIADIC;
  size_t end = variadic ? ir_op_num_successors(op) : slot + 1;
  for (size_t i = slot; i < end; i++) {
    if (i > slot) ir_write(p->out, ", ", 2);
    ir_printer_successor(p, ir_op_successor(op, i), (IrValues){0});
  }
}

static void print_all_operands(IrPrinter *p, IrOp *op) {
  for (size_t i = 0; i < ir_op_num_operands(op); i++) {
    if (i) ir_write(p->out, ", ", 2);
    ir_printer_value(p, ir_op_operand(op, i));
  }
}

static void print_directive(const IrFormat *f, const IrDirective *d, IrOp *op, IrPrinter *p) {
  if (d->space) ir_write_char(p->out, ' ');
  switch (d->kind) {
  case IR_FORMAT_LITERAL:
  case IR_FORMAT_SPACE:
    ir_write(p->out, d->text.ptr, d->text.len);
    break;
  case IR_FORMAT_OPERAND:
    ir_printer_values(p, ir_op_operand_group(op, d->slot));
    break;
  case IR_FORMAT_ATTR:
    print_attr(p, op, d->slot);
    break;
  case IR_FORMAT_REGION:
    print_regions(p, op, d->slot);
    break;
  case IR_FORMAT_SUCCESSOR:
    print_successors(p, op, d->slot);
    break;
  case IR_FORMAT_OPERANDS:
    print_all_operands(p, op);
    break;
  case IR_FORMAT_TYPE:
    print_types(p, op, d->of, false);
    break;
  case IR_FORMAT_FUNCTIONAL_TYPE:
    print_functional(p, op, d);
    break;
  case IR_FORMAT_ATTR_DICT:
    ir_printer_attr_dict(p, op, f->printed, false);
    break;
  case IR_FORMAT_ATTR_DICT_KEYWORD:
    ir_printer_attr_dict(p, op, f->printed, true);
    break;
  case IR_FORMAT_GROUP:
    break;
  }
}

static bool types_present(IrOp *op, IrTypesOf of) {
  size_t first, n;
  switch (of.what) {
  case IR_OF_OPERAND:
    return ir_op_operand_group(op, of.slot).n > 0;
  case IR_OF_OPERANDS:
    return ir_op_num_operands(op) > 0;
  case IR_OF_RESULTS:
    return ir_op_num_results(op) > 0;
  default:
    ir_op_result_group(op, of.slot, &first, &n);
    return n > 0;
  }
}

static bool is_present(IrOp *op, const IrDirective *anchor) {
  size_t slot = anchor->slot;
  switch (anchor->kind) {
  case IR_FORMAT_OPERAND:
    return ir_op_operand_group(op, slot).n > 0;
  case IR_FORMAT_ATTR:
    return ir_op_slot_attr(op, slot) != NULL;
  case IR_FORMAT_REGION:
    return slot < ir_op_num_regions(op) && !ir_region_is_empty(ir_op_region(op, slot));
  case IR_FORMAT_SUCCESSOR:
    return slot < ir_op_num_successors(op);
  default:
    return types_present(op, anchor->of);
  }
}

void ir_format_print(const IrFormat *f, IrOp *op, IrPrinter *p) {
  for (size_t i = 0; i < f->n; i++) {
    const IrDirective *d = &f->at[i];
    if (d->kind != IR_FORMAT_GROUP) {
      print_directive(f, d, op, p);
      continue;
    }
    bool present = is_present(op, &f->at[d->anchor_at]);
    size_t from = i + 1 + (present ? 0 : d->n_then), n = present ? d->n_then : d->n_else;
    for (size_t k = 0; k < n; k++) print_directive(f, &f->at[from + k], op, p);
    i += (size_t)d->n_then + d->n_else;
  }
}
