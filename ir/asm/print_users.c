// Comments that say who uses a value: an op by the name of its first result, or by its own.
#include "ir/asm/printer_impl.h"

static void print_user(IrPrinter *p, IrOp *user) {
  if (ir_op_num_results(user))
    ir_printer_value(p, ir_op_result(user, 0));
  else
    ir_print(p->out, "{}", user);
}

// Uses are listed newest first, and those by one op follow each other.
static void print_users(IrPrinter *p, const IrValue *value) {
  IR_VEC(IrOp *) users = {0};
  for (IrUse *use = ir_value_first_use(value); use; use = ir_use_next(use)) {
    IrOp *user = ir_use_op(use);
    if (!users.n || ir_vec_last(&users) != user) ir_vec_push(&users, user);
  }
  ir_write_cstr(p->out, users.n ? "used by " : "unused");
  for (size_t i = users.n; i-- > 0;) {
    print_user(p, users.at[i]);
    if (i) ir_write_cstr(p->out, ", ");
  }
  ir_vec_free(&users);
}

void ir_print_result_users(IrPrinter *p, IrOp *op) {
  size_t n = ir_op_num_results(op);
  for (size_t i = 0; i < n; i++) {
    ir_write_cstr(p->out, i ? "; " : "  // ");
    if (n > 1) {
      ir_printer_value(p, ir_op_result(op, i));
      ir_write_cstr(p->out, " is ");
    }
    print_users(p, ir_op_result(op, i));
  }
}

void ir_print_arg_users(IrPrinter *p, IrBlock *block) {
  for (size_t i = 0; i < ir_block_num_args(block); i++) {
    IrValue *arg = ir_block_arg(block, i);
    ir_write_indent(p->out, p->indent + 2);
    ir_write_cstr(p->out, "// ");
    ir_printer_value(p, arg);
    ir_write_cstr(p->out, " is ");
    print_users(p, arg);
    ir_write_char(p->out, '\n');
  }
}
