#include "ir/analysis/symbol_uses.h"

#include "ir/analysis/tree.h"
#include "ir/core/op_impl.h"
#include "ir/support/vec.h"

typedef IR_VEC(IrAttr) Attrs;

static void push_inside(Attrs *attrs, IrAttr attr) {
  bool dict = ir_attr_kind(attr) == IR_ATTR_DICT;
  for (size_t i = 0, n = ir_attr_count(attr); i < n; i++)
    ir_vec_push(attrs, dict ? ir_attr_entry(attr, i).value : ir_attr_at(attr, i));
}

// In depth, without recursion.
static void search(Attrs *attrs, IrAttr attr, IrOp *op, IrSymbolUseFn fn, void *user) {
  while (attr) {
    IrAttrKind kind = ir_attr_kind(attr);
    if (kind == IR_ATTR_SYMBOL)
      fn(user, op, attr);
    else if (kind == IR_ATTR_ARRAY || kind == IR_ATTR_DICT)
      push_inside(attrs, attr);
    attr = attrs->n ? ir_vec_pop(attrs) : NULL;
  }
}

static void search_op(Attrs *attrs, IrOp *op, IrSymbolUseFn fn, void *user) {
  for (uint32_t i = 0; i < op->num_slots; i++) search(attrs, ir_slots(op)[i], op, fn, user);
  search(attrs, ir_discardable(op), op, fn, user);
}

void ir_op_symbol_uses(IrOp *op, IrSymbolUseFn fn, void *user) {
  Attrs attrs = {0};
  search_op(&attrs, op, fn, user);
  ir_vec_free(&attrs);
}

void ir_symbol_uses(IrOp *root, IrSymbolUseFn fn, void *user) {
  Attrs attrs = {0};
  for (IrOp *op = root; op; op = ir_tree_next(op, root)) search_op(&attrs, op, fn, user);
  ir_vec_free(&attrs);
}

// ---- Renaming ----

// An array or dictionary some of whose parts are done.
typedef struct Frame {
  IrAttr attr;
  size_t next;
} Frame;

typedef struct Renamer {
  IrOp *op;
  IrSymbolRenameFn fn;
  void *user;
  IR_VEC(Frame) frames;
  Attrs parts; // what became of the parts of the frames, in their order
} Renamer;

static bool has_parts(IrAttr attr) {
  IrAttrKind kind = ir_attr_kind(attr);
  return kind == IR_ATTR_ARRAY || kind == IR_ATTR_DICT;
}

static IrAttr part_of(IrAttr attr, size_t i) {
  return ir_attr_kind(attr) == IR_ATTR_DICT ? ir_attr_entry(attr, i).value : ir_attr_at(attr, i);
}

static IrAttr dict_of(IrAttr dict, const IrAttr *values, size_t n) {
  IR_VEC(IrNamedAttr) entries = {0};
  for (size_t i = 0; i < n; i++)
    ir_vec_push(&entries, ((IrNamedAttr){ir_attr_entry(dict, i).name, values[i]}));
  IrAttr made = ir_attr_dict(ir_attr_context(dict), entries.at, n);
  ir_vec_free(&entries);
  return made;
}

// The attribute with other parts, or itself when they are what they were.
static IrAttr with_parts(IrAttr attr, const IrAttr *parts, size_t n) {
  bool same = true;
  for (size_t i = 0; i < n && same; i++) same = parts[i] == part_of(attr, i);
  if (same) return attr;
  return ir_attr_kind(attr) == IR_ATTR_DICT ? dict_of(attr, parts, n)
                                            : ir_attr_array(ir_attr_context(attr), parts, n);
}

static void begin(Renamer *r, IrAttr attr) {
  if (has_parts(attr))
    ir_vec_push(&r->frames, ((Frame){attr, 0}));
  else if (ir_attr_kind(attr) == IR_ATTR_SYMBOL)
    ir_vec_push(&r->parts, r->fn(r->user, r->op, attr));
  else
    ir_vec_push(&r->parts, attr);
}

// In depth, without recursion.
static IrAttr rename_in(Renamer *r, IrAttr attr) {
  if (!attr) return NULL;
  begin(r, attr);
  while (r->frames.n > 0) {
    Frame *top = &ir_vec_last(&r->frames);
    size_t n = ir_attr_count(top->attr);
    if (top->next < n) {
      IrAttr part = part_of(top->attr, top->next++);
      begin(r, part);
      continue;
    }
    r->parts.n -= n;
    IrAttr made = with_parts(top->attr, ir_vec_from(&r->parts, r->parts.n), n);
    ir_vec_push(&r->parts, made);
    (void)ir_vec_pop(&r->frames);
  }
  return ir_vec_pop(&r->parts);
}

void ir_symbol_rename_uses(IrOp *root, IrSymbolRenameFn fn, void *user) {
  Renamer r = {.fn = fn, .user = user};
  for (IrOp *op = root; op; op = ir_tree_next(op, root)) {
    r.op = op;
    for (uint32_t i = 0; i < op->num_slots; i++) {
      IrAttr old = ir_slots(op)[i], made = rename_in(&r, old);
      if (made != old) ir_op_set_slot_attr(op, i, made);
    }
    IrAttr old = ir_discardable(op), made = rename_in(&r, old);
    if (made != old) ir_op_set_discardable(op, made);
  }
  ir_vec_free(&r.frames);
  ir_vec_free(&r.parts);
}

IrAttr ir_symbol_with_last(IrAttr symbol, IrStr name) {
  size_t n = ir_attr_num_nested(symbol);
  IrContext *ctx = ir_attr_context(symbol);
  if (n == 0) return ir_attr_symbol(ctx, name, NULL, 0);
  IR_VEC(IrStr) nested = {0};
  for (size_t i = 0; i + 1 < n; i++) ir_vec_push(&nested, ir_attr_nested(symbol, i));
  ir_vec_push(&nested, name);
  IrAttr made = ir_attr_symbol(ctx, ir_attr_str(symbol), nested.at, n);
  ir_vec_free(&nested);
  return made;
}
