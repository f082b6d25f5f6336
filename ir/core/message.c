// Typed formatting of message arguments, and errors about ops.
#include "ir/core/op_impl.h"

#include <stdio.h>
#include <stdlib.h>

// The shortest text that reads back as the same number.
static void write_double(IrStream *stream, double value) {
  char text[40];
  for (int digits = 6; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, value);
    if (strtod(text, NULL) == value) break;
  }
  ir_write_cstr(stream, text);
}

// The result at or before `value` that the text names: `%r#1` is named by `%r:2 =`.
static IrStr group_name(const IrOp *op, const IrValue *value, size_t *number) {
  IrStr name = {0};
  for (size_t i = ir_value_index(value) + 1; i-- > 0 && !name.len;) {
    name = ir_value_name(ir_op_result(op, i), op->info->ctx);
    *number = ir_value_index(value) - i;
  }
  return name;
}

// A value without a name is called after what defines it.
static void write_value(IrStream *stream, const IrValue *value) {
  if (!value) {
    ir_write_cstr(stream, "<no value>");
    return;
  }
  const IrOp *op = ir_value_op(value);
  const IrBlock *block = op ? NULL : ir_value_block(value);
  size_t number = 0;
  IrStr name = op ? group_name(op, value, &number) : ir_value_name(value, block->ctx);
  if (name.len)
    ir_print(stream, "%{}", name);
  else if (!op)
    ir_print(stream, "%arg{}", ir_value_index(value));
  else
    ir_print(stream, "%<{}>", op);
  if (name.len && number) ir_print(stream, "#{}", number);
  if (!name.len && op && op->num_results > 1) ir_print(stream, "#{}", ir_value_index(value));
}

static void write_arg(IrStream *stream, const IrFmtArg *arg) {
  switch (arg->kind) {
  case IR_FMT_INT:
    ir_write_int(stream, arg->as.i);
    break;
  case IR_FMT_UINT:
    ir_write_uint(stream, arg->as.u);
    break;
  case IR_FMT_BOOL:
    ir_write_cstr(stream, arg->as.i ? "true" : "false");
    break;
  case IR_FMT_DOUBLE:
    write_double(stream, arg->as.d);
    break;
  case IR_FMT_CSTR:
    ir_write_cstr(stream, arg->as.s ? arg->as.s : "<null>");
    break;
  case IR_FMT_STR:
    ir_write(stream, arg->as.str.ptr, arg->as.str.len);
    break;
  case IR_FMT_TYPE:
    if (arg->as.p)
      ir_type_print(arg->as.p, stream);
    else
      ir_write_cstr(stream, "<no type>");
    break;
  case IR_FMT_ATTR:
    if (arg->as.p)
      ir_attr_print(arg->as.p, stream);
    else
      ir_write_cstr(stream, "<no attribute>");
    break;
  case IR_FMT_IDENT:
    write_arg(stream, &(IrFmtArg){IR_FMT_STR, {.str = ir_ident_str(arg->as.p)}});
    break;
  case IR_FMT_OP:
    write_arg(stream, &(IrFmtArg){IR_FMT_STR, {.str = ir_op_name(arg->as.p)}});
    break;
  case IR_FMT_VALUE:
    write_value(stream, arg->as.p);
    break;
  case IR_FMT_CHAR:
    ir_write_char(stream, (char)arg->as.i);
    break;
  }
}

void ir_print_args(IrStream *stream, const char *format, const IrFmtArg *args, size_t n) {
  size_t used = 0;
  for (const char *p = format; *p;) {
    size_t plain = strcspn(p, "{");
    ir_write(stream, p, plain);
    p += plain;
    if (!*p) break;
    if (p[1] == '}') {
      IR_ASSERT(used < n, "more {} than arguments");
      write_arg(stream, &args[used++]);
      p += 2;
    } else {
      ir_write_char(stream, '{');
      p += p[1] == '{' ? 2 : 1;
    }
  }
  IR_ASSERT(used == n, "more arguments than {}");
}

// The op itself, for those who asked.
static void show_op(const IrOp *op) {
  IrContext *ctx = op->info->ctx;
  const IrDiagStyle *style = &ir_context_main_diags(ctx)->style;
  if (!style->print_op) return;
  IrStream text = {0};
  style->print_op(op, &text);
  ir_note(ctx, op->loc, "the op is: {}", ir_stream_str(&text));
  ir_stream_free(&text);
}

IrStatus ir_op_error_args(const IrOp *op, const char *format, const IrFmtArg *args, size_t n) {
  IrStream message = {0};
  ir_print(&message, "'{}' op ", op);
  ir_print_args(&message, format, args, n);
  IrStatus status = ir_error(op->info->ctx, op->loc, "{}", ir_stream_str(&message));
  ir_stream_free(&message);
  show_op(op);
  return status;
}
