// Ops, regions and blocks as text.
#include "ir/asm/format.h"
#include "ir/asm/printer_impl.h"
#include "ir/core/op_impl.h"

#include <stdio.h>

IrStream *ir_printer_stream(IrPrinter *p) {
  return p->out;
}

void ir_printer_text(IrPrinter *p, const char *text) {
  ir_write_cstr(p->out, text);
}

void ir_printer_newline(IrPrinter *p) {
  ir_write_char(p->out, '\n');
  ir_write_indent(p->out, p->indent);
}

static void print_fmt_arg(IrPrinter *p, const IrFmtArg *arg) {
  switch (arg->kind) {
  case IR_FMT_TYPE:
    ir_printer_type(p, (IrType)arg->as.p);
    break;
  case IR_FMT_ATTR:
    ir_printer_attr(p, (IrAttr)arg->as.p);
    break;
  case IR_FMT_VALUE:
    ir_printer_value(p, (IrValue *)arg->as.p);
    break;
  default:
    ir_print_args(p->out, "{}", arg, 1);
    break;
  }
}

void ir_printer_fmt_args(IrPrinter *p, const char *format, const IrFmtArg *args, size_t n) {
  size_t next = 0;
  for (const char *s = format; *s; s++) {
    if (s[0] == '{' && s[1] == '{') {
      ir_write_char(p->out, *s++);
    } else if (s[0] == '{' && s[1] == '}' && next < n) {
      print_fmt_arg(p, &args[next++]);
      s++;
    } else {
      ir_write_char(p->out, *s);
    }
  }
}

void ir_printer_values(IrPrinter *p, IrValues values) {
  for (size_t i = 0; i < values.n; i++) {
    if (i) ir_write(p->out, ", ", 2);
    ir_printer_value(p, values.at[i]);
  }
}

// ---- Attributes of an op. ----

void ir_print_key(IrPrinter *p, IrStr name) {
  if (ir_is_bare_word(name)) {
    ir_write(p->out, name.ptr, name.len);
  } else {
    ir_write_quoted(p->out, name);
  }
}

void ir_print_entries(IrPrinter *p, const IrNamedAttr *entries, size_t n) {
  ir_write_char(p->out, '{');
  for (size_t i = 0; i < n; i++) {
    if (i) ir_write(p->out, ", ", 2);
    ir_print_key(p, ir_ident_str(entries[i].name));
    if (ir_attr_kind(entries[i].value) == IR_ATTR_UNIT) continue;
    ir_write(p->out, " = ", 3);
    ir_printer_attr(p, entries[i].value);
  }
  ir_write_char(p->out, '}');
}

// Entries sorted by name as they are collected.
typedef struct Entries {
  IR_VEC(IrNamedAttr) list;
} Entries;

static bool comes_before(IrStr a, IrStr b) {
  size_t n = a.len < b.len ? a.len : b.len;
  int order = n ? memcmp(a.ptr, b.ptr, n) : 0;
  return order < 0 || (order == 0 && a.len < b.len);
}

static void add_entry(Entries *entries, IrNamedAttr entry) {
  ir_vec_push(&entries->list, entry);
  IrNamedAttr *at = entries->list.at;
  size_t i = entries->list.n - 1;
  IrStr name = ir_ident_str(entry.name);
  for (; i > 0 && comes_before(name, ir_ident_str(at[i - 1].name)); i--) at[i] = at[i - 1];
  at[i] = entry;
}

static bool is_elided(const char *const *elided, IrStr name) {
  for (size_t i = 0; elided && elided[i]; i++) {
    if (ir_str_is(name, elided[i])) return true;
  }
  return false;
}

static void add_declared(IrOp *op, const char *const *elided, Entries *entries) {
  const IrOpInfo *info = op->info;
  for (uint32_t i = 0; i < op->num_slots; i++) {
    IrAttr value = ir_slots(op)[i];
    if (!value || is_elided(elided, ir_ident_str(info->slot_names[i]))) continue;
    add_entry(entries, (IrNamedAttr){info->slot_names[i], value});
  }
}

static void add_discardable(IrOp *op, const char *const *elided, Entries *entries) {
  IrAttr dict = ir_op_discardable(op);
  for (size_t i = 0; dict && i < ir_attr_count(dict); i++) {
    IrNamedAttr entry = ir_attr_entry(dict, i);
    if (!is_elided(elided, ir_ident_str(entry.name))) add_entry(entries, entry);
  }
}

void ir_printer_attr_dict(IrPrinter *p, IrOp *op, const char *const *elided, bool keyword) {
  Entries entries = {0};
  add_declared(op, elided, &entries);
  add_discardable(op, elided, &entries);
  if (entries.list.n) {
    ir_write_cstr(p->out, keyword ? " attributes " : " ");
    ir_print_entries(p, entries.list.at, entries.list.n);
  }
  ir_vec_free(&entries.list);
}

// ---- Blocks and regions. ----

static void print_block_number(IrPrinter *p, size_t number) {
  ir_print(p->out, "^bb{}", number);
}

// Blocks of a region that is not being printed are counted.
static void print_block_name(IrPrinter *p, IrBlock *block) {
  void *number = p->blocks ? ir_ptrmap_get(&p->blocks->number, block) : NULL;
  size_t n = number ? (size_t)(uintptr_t)number - 1 : 0;
  if (!number) {
    for (IrBlock *b = ir_block_prev(block); b; b = ir_block_prev(b)) n++;
  }
  print_block_number(p, n);
}

void ir_printer_successor(IrPrinter *p, IrBlock *block, IrValues operands) {
  print_block_name(p, block);
  if (!operands.n) return;
  ir_write_char(p->out, '(');
  ir_printer_values(p, operands);
  ir_write(p->out, " : ", 3);
  for (size_t i = 0; i < operands.n; i++) {
    if (i) ir_write(p->out, ", ", 2);
    ir_printer_type(p, ir_value_type(operands.at[i]));
  }
  ir_write_char(p->out, ')');
}

static void print_preds(IrPrinter *p, size_t number) {
  const IrBlockNames *blocks = p->blocks;
  if (!blocks) return;
  uint32_t from = blocks->starts[number], to = blocks->starts[number + 1];
  if (from == to && number > 0) ir_write_cstr(p->out, "  // no predecessors");
  if (to - from == 1) ir_write_cstr(p->out, "  // pred: ");
  if (to - from > 1) ir_print(p->out, "  // {} preds: ", to - from);
  for (uint32_t i = from; i < to; i++) {
    if (i > from) ir_write(p->out, ", ", 2);
    print_block_number(p, blocks->preds[i]);
  }
}

static void print_label(IrPrinter *p, IrBlock *block, size_t number) {
  ir_write_indent(p->out, p->indent);
  print_block_number(p, number);
  size_t n = ir_block_num_args(block);
  for (size_t i = 0; i < n; i++) {
    IrValue *arg = ir_block_arg(block, i);
    ir_write_cstr(p->out, i ? ", " : "(");
    ir_printer_value(p, arg);
    ir_write(p->out, ": ", 2);
    ir_printer_type(p, ir_value_type(arg));
    ir_printer_loc(p, ir_value_loc(arg));
  }
  ir_write_cstr(p->out, n ? "):" : ":");
  print_preds(p, number);
  ir_write_char(p->out, '\n');
}

static void print_op(IrPrinter *p, IrOp *op);

static bool leaves_out(const IrOp *op, unsigned flags) {
  return (flags & IR_PRINT_NO_TERMINATOR) && !ir_op_next(op) &&
         ir_op_has_trait(op, IR_TERMINATOR) && ir_op_num_operands(op) == 0 &&
         !ir_op_discardable(op);
}

static void print_block_ops(IrPrinter *p, IrBlock *block, unsigned flags) {
  p->indent += 2;
  for (IrOp *op = ir_block_first(block); op; op = ir_op_next(op)) {
    if (leaves_out(op, flags)) break;
    ir_write_indent(p->out, p->indent);
    print_op(p, op);
    ir_write_char(p->out, '\n');
  }
  p->indent -= 2;
}

enum { PRINT_EMPTY_LABEL = 256 };

static void print_blocks(IrPrinter *p, IrRegion *region, unsigned flags) {
  size_t number = 0;
  IR_FOR_BLOCKS(block, region) {
    bool args = (flags & IR_PRINT_ENTRY_ARGS) && ir_block_num_args(block);
    bool empty = (flags & PRINT_EMPTY_LABEL) && !ir_block_first(block);
    if (number || args || empty) print_label(p, block, number);
    if (p->options.value_users) ir_print_arg_users(p, block);
    print_block_ops(p, block, flags);
    number++;
  }
}

static void print_region(IrPrinter *p, IrRegion *region, unsigned flags) {
  if (p->options.skip_regions) {
    ir_write_cstr(p->out, "{...}");
    return;
  }
  IrOp *owner = ir_region_op(region);
  const IrOpDef *def = owner ? ir_op_def(owner) : NULL;
  IrStr dialect = p->default_dialect;
  const IrBlockNames *blocks = p->blocks;
  IrBlockNames names;
  bool many = ir_region_first(region) != ir_region_last(region);
  p->default_dialect = (IrStr){0};
  if (def && (def->traits & IR_DEFAULT_DIALECT)) {
    p->default_dialect = (IrStr){def->name, (size_t)(strchr(def->name, '.') - def->name)};
  }
  if (many) ir_block_names_init(&names, region);
  p->blocks = many ? &names : NULL;
  ir_write(p->out, "{\n", 2);
  print_blocks(p, region, flags);
  ir_write_indent(p->out, p->indent);
  ir_write_char(p->out, '}');
  if (many) ir_block_names_free(&names);
  p->blocks = blocks;
  p->default_dialect = dialect;
}

void ir_printer_region(IrPrinter *p, IrRegion *region, unsigned flags) {
  print_region(p, region, flags & 255);
}

void ir_printer_indent(IrPrinter *p, int by) {
  p->indent += by;
}

// ---- Ops. ----

static void print_result_names(IrPrinter *p, IrOp *op) {
  size_t n = ir_op_num_results(op);
  if (!n) return;
  for (size_t i = 0; i < n;) {
    size_t count = ir_result_group_size(p, op, i);
    if (i) ir_write(p->out, ", ", 2);
    ir_print_value_name(p, ir_op_result(op, i));
    if (count > 1) ir_print(p->out, ":{}", count);
    i += count;
  }
  ir_write(p->out, " = ", 3);
}

static void print_type_list(IrPrinter *p, IrOp *op, bool results) {
  size_t n = results ? ir_op_num_results(op) : ir_op_num_operands(op);
  ir_write_char(p->out, '(');
  for (size_t i = 0; i < n; i++) {
    if (i) ir_write(p->out, ", ", 2);
    ir_printer_type(p, ir_value_type(results ? ir_op_result(op, i) : ir_op_operand(op, i)));
  }
  ir_write_char(p->out, ')');
}

static void print_result_types(IrPrinter *p, IrOp *op) {
  bool parens = ir_op_num_results(op) != 1 ||
                ir_type_kind(ir_value_type(ir_op_result(op, 0))) == IR_TYPE_FUNCTION;
  if (parens) {
    print_type_list(p, op, true);
  } else {
    ir_printer_type(p, ir_value_type(ir_op_result(op, 0)));
  }
}

void ir_printer_arrow_types(IrPrinter *p, IrOp *op) {
  if (!ir_op_num_results(op)) return;
  ir_write(p->out, " -> ", 4);
  print_result_types(p, op);
}

static void print_successors(IrPrinter *p, IrOp *op) {
  size_t n = ir_op_num_successors(op);
  for (size_t i = 0; i < n; i++) {
    ir_write_cstr(p->out, i ? ", " : "[");
    print_block_name(p, ir_op_successor(op, i));
  }
  if (n) ir_write_char(p->out, ']');
}

static void print_properties(IrPrinter *p, IrOp *op) {
  Entries entries = {0};
  add_declared(op, NULL, &entries);
  if (entries.list.n) {
    ir_write(p->out, " <", 2);
    ir_print_entries(p, entries.list.at, entries.list.n);
    ir_write_char(p->out, '>');
  }
  ir_vec_free(&entries.list);
}

static void print_discardable(IrPrinter *p, IrOp *op) {
  IrAttr dict = ir_op_discardable(op);
  if (!dict || !ir_attr_count(dict)) return;
  ir_write_char(p->out, ' ');
  ir_printer_attr(p, dict);
}

void ir_print_generic(IrPrinter *p, IrOp *op) {
  IrStr name = ir_op_name(op);
  ir_write_quoted(p->out, name);
  ir_write_char(p->out, '(');
  for (size_t i = 0; i < ir_op_num_operands(op); i++) {
    if (i) ir_write(p->out, ", ", 2);
    ir_printer_value(p, ir_op_operand(op, i));
  }
  ir_write_char(p->out, ')');
  print_successors(p, op);
  print_properties(p, op);
  size_t regions = ir_op_num_regions(op);
  for (size_t i = 0; i < regions; i++) {
    ir_write_cstr(p->out, i ? ", " : " (");
    print_region(p, ir_op_region(op, i), IR_PRINT_ENTRY_ARGS | PRINT_EMPTY_LABEL);
  }
  if (regions) ir_write_char(p->out, ')');
  print_discardable(p, op);
  ir_write(p->out, " : ", 3);
  print_type_list(p, op, false);
  ir_write(p->out, " -> ", 4);
  print_result_types(p, op);
}

static void print_name(IrPrinter *p, IrStr name) {
  IrStr dialect = p->default_dialect;
  bool shorter = dialect.len && name.len > dialect.len && name.ptr[dialect.len] == '.' &&
                 memcmp(name.ptr, dialect.ptr, dialect.len) == 0;
  size_t skip = shorter ? dialect.len + 1 : 0;
  ir_write(p->out, name.ptr + skip, name.len - skip);
}

static void print_custom(IrPrinter *p, IrOp *op, const IrOpDef *def) {
  const IrFormat *format = ir_op_info_format(ir_op_info(op));
  if (p->options.generic || !def || (!def->print && !format)) {
    ir_print_generic(p, op);
    return;
  }
  print_name(p, ir_op_name(op));
  if (def->print) {
    def->print(op, p);
  } else {
    ir_format_print(format, op, p);
  }
}

static void print_op(IrPrinter *p, IrOp *op) {
  const IrOpDef *def = ir_op_def(op);
  ir_aliases_see_op(p, op);
  print_result_names(p, op);
  bool isolated =
      def && (def->traits & IR_ISOLATED) && ir_op_num_regions(op) && !ir_names_at_once(p);
  if (isolated) ir_names_enter(p, op, false);
  print_custom(p, op, def);
  if (isolated) ir_names_leave(p);
  ir_print_op_loc(p, op);
  if (p->options.value_users) ir_print_result_users(p, op);
}

static void print_root(IrPrinter *p, IrOp *op) {
  ir_names_enter(p, op, true);
  print_op(p, op);
  ir_names_finish(p);
}

static void write_nowhere(void *user, const char *text, size_t len) {
  (void)user;
  (void)text;
  (void)len;
}

static void collect_aliases(IrPrinter *p, IrOp *op) {
  IrStream nowhere = {.write = write_nowhere}, *out = p->out;
  ir_aliases_start(p);
  p->out = &nowhere;
  print_root(p, op);
  p->out = out;
  ir_stream_free(&nowhere);
  ir_aliases_number(p);
}

// With what belongs to the text as a whole.
static void print_top_level(IrPrinter *p, IrOp *op) {
  bool aliases = ir_aliases_wanted(p);
  if (aliases) {
    collect_aliases(p, op);
    ir_aliases_define(p, true);
  }
  print_root(p, op);
  ir_write_char(p->out, '\n');
  if (aliases) {
    ir_aliases_define(p, false);
    ir_aliases_finish(p);
  }
  ir_print_metadata(p);
}

void ir_print_op(IrOp *op, IrStream *stream, const IrPrintOptions *options) {
  IrPrinter p = {.out = stream, .ctx = ir_op_context(op), .default_dialect = IR_STR("builtin")};
  if (options) p.options = *options;
  if (p.options.local_scope && !IS(op, builtin_module)) p.default_dialect = (IrStr){0};
  if (p.options.local_scope)
    print_root(&p, op);
  else
    print_top_level(&p, op);
  ir_printer_release(&p);
}

static void write_stderr(void *user, const char *text, size_t len) {
  (void)user;
  fwrite(text, 1, len, stderr);
}

void ir_dump(IrOp *op) {
  IrStream stream = {.write = write_stderr};
  ir_print_op(op, &stream, NULL);
  ir_stream_flush(&stream);
  ir_stream_free(&stream);
}
