// Aliases of locations.  As in MLIR, every location and every part of one gets a name `#loc12`:
// numbered by how deep its parts nest, then in the order of the text.  Those of block arguments are
// defined in front of the op that is printed, the others behind it.
//
// The order of the text is found by printing once to nowhere, because only the printers of ops know
// which arguments show their location.
#include "ir/asm/printer_impl.h"
#include "ir/support/source_impl.h"

typedef struct LocName {
  IrLoc loc;
  uint32_t depth, number;
  bool in_front;
} LocName;

struct IrLocNames {
  IrPtrMap by_id;   // location id plus one to position plus one
  IrStrMap by_text; // equal locations may have different ids
  IR_VEC(LocName) list;
  IrArena text;
  bool collecting;
};

// The parts of a location, up to two of which are put in `pair`.
static const IrLoc *parts_of(IrPrinter *p, IrLoc loc, IrLoc pair[2], size_t *n) {
  const IrComposedLoc *composed = ir_loc_composed(p->ctx, loc);
  *n = 0;
  if (!composed) return NULL;
  pair[0] = (IrLoc){composed->a};
  pair[1] = (IrLoc){composed->b};
  switch (composed->kind) {
  case IR_LOC_KIND_NAME:
    *n = composed->a != 0;
    return pair;
  case IR_LOC_KIND_CALLSITE:
    *n = 2;
    return pair;
  case IR_LOC_KIND_FUSED:
    *n = composed->b;
    return composed->children;
  default:
    return NULL;
  }
}

static void *key_of(IrLoc loc) {
  return (void *)((uintptr_t)loc.id + 1);
}

static size_t find(IrLocNames *names, IrLoc loc) {
  return (size_t)(uintptr_t)ir_ptrmap_get(&names->by_id, key_of(loc));
}

static size_t find_by_text(IrPrinter *p, IrLocNames *names, IrLoc loc, size_t otherwise) {
  IrStream text = {0};
  ir_loc_print(p->ctx, loc, &text);
  IrStr key = ir_stream_str(&text);
  size_t at = (size_t)(uintptr_t)ir_strmap_get(&names->by_text, key);
  if (!at) {
    key.ptr = ir_arena_strdup(&names->text, key);
    ir_strmap_set(&names->by_text, key, (void *)otherwise);
  }
  ir_stream_free(&text);
  return at;
}

// Names `loc` and its parts; its position plus one.
static size_t visit(IrPrinter *p, IrLocNames *names, IrLoc loc, bool in_front) {
  IrLoc pair[2];
  size_t n, at = find(names, loc);
  uint32_t depth = 0;
  if (at && (!in_front || names->list.at[at - 1].in_front)) return at;
  const IrLoc *parts = parts_of(p, loc, pair, &n);
  for (size_t i = 0; i < n; i++) {
    size_t part = visit(p, names, parts[i], in_front);
    uint32_t below = names->list.at[part - 1].depth + 1;
    if (below > depth) depth = below;
  }
  if (!at) at = find_by_text(p, names, loc, names->list.n + 1);
  if (!at) {
    LocName name = {.loc = loc, .depth = depth};
    ir_vec_push(&names->list, name);
    at = names->list.n;
  }
  names->list.at[at - 1].in_front |= in_front;
  ir_ptrmap_set(&names->by_id, key_of(loc), (void *)at);
  return at;
}

static void number(IrLocNames *names) {
  uint32_t next = 0, deepest = 0;
  for (size_t i = 0; i < names->list.n; i++) {
    if (names->list.at[i].depth > deepest) deepest = names->list.at[i].depth;
  }
  for (uint32_t depth = 0; depth <= deepest; depth++) {
    for (size_t i = 0; i < names->list.n; i++) {
      if (names->list.at[i].depth == depth) names->list.at[i].number = next++;
    }
  }
}

static void write_alias(IrStream *out, uint32_t n) {
  ir_write_cstr(out, "#loc");
  if (n) ir_write_uint(out, n);
}

static void write_part(IrPrinter *p, IrLoc loc) {
  write_alias(p->out, p->locs->list.at[find(p->locs, loc) - 1].number);
}

// The location with aliases for its parts.
static void write_definition(IrPrinter *p, IrLoc loc) {
  const IrComposedLoc *composed = ir_loc_composed(p->ctx, loc);
  IrLoc pair[2];
  size_t n;
  const IrLoc *parts = parts_of(p, loc, pair, &n);
  if (!n) {
    ir_loc_print(p->ctx, loc, p->out);
    return;
  }
  bool call = composed->kind == IR_LOC_KIND_CALLSITE, fused = composed->kind == IR_LOC_KIND_FUSED;
  if (composed->kind == IR_LOC_KIND_NAME) ir_write_quoted(p->out, composed->text);
  ir_write_cstr(p->out, call ? "callsite(" : fused ? "fused[" : "(");
  for (size_t i = 0; i < n; i++) {
    if (i) ir_write_cstr(p->out, call ? " at " : ", ");
    write_part(p, parts[i]);
  }
  ir_write_char(p->out, fused ? ']' : ')');
}

void ir_locs_define(IrPrinter *p, bool in_front) {
  IrLocNames *names = p->locs;
  IR_VEC(const LocName *) by_number = {0};
  ir_vec_reserve(&by_number, names->list.n + 1);
  for (size_t i = 0; i < names->list.n; i++) {
    by_number.at[names->list.at[i].number] = &names->list.at[i];
  }
  for (size_t i = 0; i < names->list.n; i++) {
    if (by_number.at[i]->in_front != in_front) continue;
    write_alias(p->out, (uint32_t)i);
    ir_write_cstr(p->out, " = loc(");
    write_definition(p, by_number.at[i]->loc);
    ir_write_cstr(p->out, ")\n");
  }
  ir_vec_free(&by_number);
}

void ir_locs_start(IrPrinter *p) {
  p->locs = ir_calloc(1, sizeof *p->locs);
  p->locs->collecting = true;
}

void ir_locs_number(IrPrinter *p) {
  p->locs->collecting = false;
  number(p->locs);
}

void ir_locs_finish(IrPrinter *p) {
  ir_ptrmap_free(&p->locs->by_id);
  ir_strmap_free(&p->locs->by_text);
  ir_vec_free(&p->locs->list);
  ir_arena_destroy(&p->locs->text);
  ir_free(p->locs);
}

void ir_locs_see_op(IrPrinter *p, const IrOp *op) {
  if (p->locs && p->locs->collecting) (void)visit(p, p->locs, ir_op_loc(op), false);
}

static void print_short(IrPrinter *p, IrLoc loc) {
  ir_write_char(p->out, ' ');
  ir_loc_print(p->ctx, loc, p->out);
}

void ir_print_op_loc(IrPrinter *p, const IrOp *op) {
  if (!p->options.debuginfo) return;
  if (p->options.short_locs) {
    print_short(p, ir_op_loc(op));
    return;
  }
  ir_write_cstr(p->out, " loc(");
  if (p->locs) {
    write_part(p, ir_op_loc(op));
  } else {
    ir_loc_print(p->ctx, ir_op_loc(op), p->out);
  }
  ir_write_char(p->out, ')');
}

// An argument's location is written out, although it has an alias: MLIR's text, again.
void ir_printer_loc(IrPrinter *p, IrLoc loc) {
  if (!p->options.debuginfo) return;
  if (p->options.short_locs) {
    print_short(p, loc);
    return;
  }
  if (p->locs && p->locs->collecting) (void)visit(p, p->locs, loc, true);
  ir_write_cstr(p->out, " loc(");
  ir_loc_print(p->ctx, loc, p->out);
  ir_write_char(p->out, ')');
}
