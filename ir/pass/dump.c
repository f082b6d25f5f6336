// The IR before and after passes, to a stream: --print-ir-before and its kin.
#include <stdio.h>

#include "ir/pass/pass_impl.h"

static bool in_list(IrStr list, const char *name) {
  size_t len = strlen(name);
  for (size_t i = 0; i < list.len;) {
    size_t end = i;
    while (end < list.len && list.ptr[end] != ',') end++;
    if (end - i == len && !memcmp(list.ptr + i, name, len)) return true;
    i = end + 1;
  }
  return false;
}

IrStr ir_dump_symbol(const IrOp *op) {
  return ir_op_has_trait(op, IR_SYMBOL) ? ir_symbol_name(op) : (IrStr){"", 0};
}

// An op alone is printed without the module's aliases.
void ir_dump_print(const IrPassOptions *options, const IrPassEvent *event, IrStream *out) {
  IrPrintOptions print = options->print;
  IrOp *op = options->module_scope ? event->module : event->op;
  if (op != event->module) print.local_scope = true;
  ir_print_op(op, out, &print);
  if (out->len && out->data[out->len - 1] != '\n') ir_write_char(out, '\n');
}

static void write_dump(void *user, IrStr text) {
  const IrPassOptions *options = user;
  if (options->dump) {
    ir_write(options->dump, text.ptr, text.len);
    ir_stream_flush(options->dump);
  } else {
    fwrite(text.ptr, 1, text.len, stderr);
  }
}

static void dump(const IrDumper *dumper, const char *when, const IrPassEvent *event,
                 const char *suffix) {
  IrStream text = {0};
  ir_print(&text, "// -----// IR Dump {} {}{}", when, event->pass->name, suffix);
  IrStr symbol = ir_dump_symbol(event->op);
  if (symbol.len) ir_print(&text, " ('{}' operation: @{})", event->op, symbol);
  ir_write_cstr(&text, " //----- //\n");
  ir_dump_print(dumper->options, event, &text);
  ir_write_char(&text, '\n');
  ir_pass_event_deliver(event, write_dump, (void *)dumper->options, ir_stream_str(&text));
  ir_stream_free(&text);
}

static IrStatus before_pass(void *user, const IrPassEvent *event) {
  const IrDumper *dumper = user;
  const IrPassOptions *o = dumper->options;
  if (o->print_before_all || in_list(o->print_before, event->pass->name))
    dump(dumper, "Before", event, "");
  if (o->print_after_change) *event->memo = ir_op_fingerprint(event->op);
  return IR_OK;
}

static IrStatus after_pass(void *user, const IrPassEvent *event) {
  const IrDumper *dumper = user;
  const IrPassOptions *o = dumper->options;
  bool asked = o->print_after_all || in_list(o->print_after, event->pass->name);
  if (event->status != IR_OK) {
    if (asked || o->print_after_failure) dump(dumper, "After", event, " Failed");
    return IR_OK;
  }
  if (o->print_after_change)
    asked = (o->print_after.len == 0 || asked) && ir_op_fingerprint(event->op) != *event->memo;
  if (asked) dump(dumper, "After", event, "");
  return IR_OK;
}

void ir_dump_instrument(IrPassManager *pm, IrDumper *dumper) {
  const IrPassOptions *o = pm->options;
  dumper->options = o;
  if (!o->print_before_all && !o->print_after_all && !o->print_after_change &&
      !o->print_after_failure && !o->print_before.len && !o->print_after.len)
    return;
  ir_pass_manager_instrument(pm, &(IrInstrumentation){.size = sizeof(IrInstrumentation),
                                                      .name = "dump",
                                                      .user = dumper,
                                                      .whole_module = o->module_scope,
                                                      .before_pass = before_pass,
                                                      .after_pass = after_pass});
}
