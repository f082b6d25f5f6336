// What a dump of one run of a pass shows: the op it ran on, the module around it, or, with a
// filter, only symbols of some names.
#include "ir/analysis/fingerprint.h"
#include "ir/analysis/tree.h"
#include "ir/pass/pass_impl.h"

IrStr ir_dump_symbol(const IrOp *op) {
  return ir_op_has_trait(op, IR_SYMBOL) ? ir_symbol_name(op) : (IrStr){"", 0};
}

static bool is_named(IrStr filter, const IrOp *op) {
  IrStr symbol = ir_dump_symbol(op);
  return symbol.len && ir_str_list_has(filter, symbol);
}

static bool is_inside_named(IrStr filter, const IrOp *op) {
  for (; op; op = ir_op_parent(op))
    if (is_named(filter, op)) return true;
  return false;
}

// The next op from `op` on whose name the filter has, outermost ones only; NULL at the end.
static IrOp *next_named(IrStr filter, IrOp *op, const IrOp *root) {
  while (op && !is_named(filter, op)) op = ir_tree_next(op, root);
  return op;
}

static IrOp *first_named(IrStr filter, IrOp *root) {
  return next_named(filter, ir_tree_first(root, 0), root);
}

typedef void (*ShowFn)(void *user, IrOp *op);

static void show_each(const IrPassOptions *o, const IrPassEvent *event, ShowFn show, void *user) {
  IrOp *whole = o->module_scope ? event->module : event->op;
  if (!o->print_filter.len || is_inside_named(o->print_filter, event->op)) {
    show(user, whole);
    return;
  }
  IrOp *named = first_named(o->print_filter, event->op);
  if (named && o->module_scope) {
    show(user, whole);
    return;
  }
  for (; named; named = next_named(o->print_filter, ir_tree_skip(named, event->op), event->op))
    show(user, named);
}

bool ir_dump_shows(const IrPassOptions *o, const IrPassEvent *event) {
  if (!event->op) return false;
  return !o->print_filter.len || is_inside_named(o->print_filter, event->op) ||
         first_named(o->print_filter, event->op);
}

// ---- Names that nothing has ----

typedef struct SymbolCursor {
  IrOp *at;
  const IrOp *root;
} SymbolCursor;

static const char *next_symbol(void *user) {
  SymbolCursor *c = user;
  for (IrOp *op = c->at; op; op = ir_tree_next(op, c->root)) {
    IrStr symbol = ir_dump_symbol(op);
    if (!symbol.len) continue;
    c->at = ir_tree_next(op, c->root);
    return ir_ident_str(ir_ident(ir_op_context(op), symbol)).ptr;
  }
  return NULL;
}

// A pass may yet make it, so this is no error.
static void warn_unknown(IrOp *module, IrStr name) {
  IrContext *ctx = ir_op_context(module);
  ir_warning(ctx, ir_op_loc(module), "there is no '@{}' here for --print-ir-filter", name);
  SymbolCursor cursor = {.at = module, .root = module};
  const char *near = ir_nearest(name, next_symbol, &cursor);
  if (near) ir_help(ctx, "did you mean '@{}'?", near);
}

void ir_dump_check_filter(IrStr filter, IrOp *module) {
  for (size_t i = 0; i < filter.len;) {
    const char *comma = memchr(filter.ptr + i, ',', filter.len - i);
    IrStr name = {filter.ptr + i, (comma ? (size_t)(comma - filter.ptr) : filter.len) - i};
    if (!is_named(name, module) && !first_named(name, module)) warn_unknown(module, name);
    i += name.len + 1;
  }
}

// ---- Text ----

typedef struct Text {
  IrPrintOptions print;
  const IrPassEvent *event;
  IrStream *out;
} Text;

// An op alone is printed without the module's aliases.
static void print_one(void *user, IrOp *op) {
  Text *t = user;
  IrPrintOptions print = t->print;
  if (op != t->event->module) print.local_scope = true;
  ir_print_op(op, t->out, &print);
  if (t->out->len && t->out->data[t->out->len - 1] != '\n') ir_write_char(t->out, '\n');
}

void ir_dump_print(const IrPassOptions *o, const IrPassEvent *event, bool whole, IrStream *out) {
  Text text = {.print = o->print, .event = event, .out = out};
  if (!whole && !text.print.elide_elements_above)
    text.print.elide_elements_above = IR_DUMP_ELIDE_ABOVE;
  if (event->status != IR_OK) text.print.generic = true; // custom forms count on valid ops
  show_each(o, event, print_one, &text);
}

// ---- Change ----

typedef struct Hash {
  uint64_t value;
  unsigned flags;
} Hash;

static void hash_one(void *user, IrOp *op) {
  Hash *hash = user;
  hash->value = hash->value * 31 + ir_op_fingerprint(op, hash->flags);
}

uint64_t ir_dump_fingerprint(const IrPassOptions *o, const IrPassEvent *event) {
  Hash hash = {.flags = IR_FINGERPRINT_NAMES | (o->print.debuginfo ? IR_FINGERPRINT_LOCS : 0)};
  show_each(o, event, hash_one, &hash);
  return hash.value;
}
