// Aliases that printing makes: `#map1` for affine maps, `#set` for sets, `#loc12` for locations,
// `#distinct`, and `!tuple` for tuples of many elements.  As in MLIR, each kind is numbered by how
// deep its parts nest, then in the order of the text.  A location that only ops have is defined
// behind what is printed, everything else in front of it.
//
// The order of the text is found by printing once to nowhere, because only the printers of ops know
// what they show.  That is done only where there can be aliases.
#include "ir/asm/printer_impl.h"
#include "ir/core/context_impl.h"
#include "ir/support/source_impl.h"

typedef struct Alias {
  const void *key; // type, attribute, or key_of a location
  IrLoc loc;       // of a location
  const char *name;
  uint32_t depth, number, order;
  bool is_type, is_loc, in_front;
} Alias;

struct IrAliases {
  IrPtrMap at;      // types and attributes that were seen -> position plus one
  IrPtrMap locs;    // location id plus one -> position plus one
  IrStrMap by_text; // equal locations may have different ids
  IR_VEC(Alias) list;
  IR_VEC(uint32_t) sorted; // positions of those that have a name, in the order of definition
  IrArena text;
  bool collecting, deferring; // deferring: what is met stands in an op's location
  uint32_t deepest;           // alias met since the attribute being read began
};

enum { LARGE_TUPLE = 16 };

static const char *name_of_attr(IrAttr attr) {
  switch (ir_attr_kind(attr)) {
  case IR_ATTR_AFFINE_MAP:
    return "map";
  case IR_ATTR_INTEGER_SET:
    return "set";
  case IR_ATTR_DISTINCT:
    return ir_attr_kind(ir_attr_distinct_of(attr)) == IR_ATTR_UNIT ? NULL : "distinct";
  default:
    return NULL;
  }
}

static const char *name_of_type(IrType type) {
  bool large = ir_type_kind(type) == IR_TYPE_TUPLE && ir_type_num_inputs(type) > LARGE_TUPLE;
  return large ? "tuple" : NULL;
}

// ---- Collecting. ----

static void meet(IrAliases *a, uint32_t depth) {
  if (depth > a->deepest) a->deepest = depth;
}

// Starts an entry; its position.
static size_t add(IrAliases *a, Alias alias) {
  alias.order = (uint32_t)a->list.n;
  ir_vec_push(&a->list, alias);
  return a->list.n - 1;
}

static void finish(IrAliases *a, size_t at, uint32_t outer) {
  Alias *alias = &a->list.at[at];
  alias->depth = a->deepest ? a->deepest + 1 : alias->name ? 1 : 0;
  a->deepest = outer;
  meet(a, alias->depth);
}

// Whether the parts of an entry have to be looked at: it is new, or turns out to stand in front.
static bool begin(IrAliases *a, IrPtrMap *map, const void *key, Alias alias, size_t *at) {
  *at = (size_t)(uintptr_t)ir_ptrmap_get(map, key);
  if (*at) {
    Alias *known = &a->list.at[--*at];
    meet(a, known->depth);
    if (a->deferring || known->in_front) return false;
    known->in_front = true;
    return true;
  }
  alias.in_front = !a->deferring;
  *at = add(a, alias);
  ir_ptrmap_set(map, key, (void *)(uintptr_t)(*at + 1));
  return true;
}

static bool is_plain_type(IrType type) {
  IrTypeKind kind = ir_type_kind(type);
  return kind <= IR_TYPE_NONE || kind == IR_TYPE_OPAQUE;
}

static bool is_plain_attr(IrAttr attr) {
  switch (ir_attr_kind(attr)) {
  case IR_ATTR_STRING:
  case IR_ATTR_SYMBOL:
  case IR_ATTR_UNIT:
  case IR_ATTR_DENSE_ARRAY:
  case IR_ATTR_STRIDED:
  case IR_ATTR_OPAQUE:
    return true;
  default:
    return false;
  }
}

static void collect_type(IrPrinter *p, IrType type) {
  IrAliases *a = p->aliases;
  uint32_t outer = a->deepest;
  size_t at;
  if (is_plain_type(type) ||
      !begin(a, &a->at, type, (Alias){.key = type, .name = name_of_type(type), .is_type = true},
             &at))
    return;
  a->deepest = 0;
  ir_print_type_body(p, type);
  finish(a, at, outer);
}

static void collect_loc(IrPrinter *p, IrLoc loc);

// Of elements only the type can hold an alias, and there may be many of them.
static void collect_parts(IrPrinter *p, IrAttr attr) {
  IrAttrKind kind = ir_attr_kind(attr);
  bool number = kind == IR_ATTR_INTEGER || kind == IR_ATTR_FLOAT || kind == IR_ATTR_DENSE;
  if (kind == IR_ATTR_LOC)
    collect_loc(p, ir_attr_loc_value(attr));
  else if (!number)
    ir_print_attr_body(p, attr);
}

static void collect_attr(IrPrinter *p, IrAttr attr) {
  IrAliases *a = p->aliases;
  uint32_t outer = a->deepest;
  size_t at;
  if (is_plain_attr(attr) ||
      !begin(a, &a->at, attr, (Alias){.key = attr, .name = name_of_attr(attr)}, &at))
    return;
  a->deepest = 0;
  collect_parts(p, attr);
  if (ir_attr_kind(attr) == IR_ATTR_LOC)
    a->list.at[at].depth = a->deepest, a->deepest = outer, meet(a, a->list.at[at].depth);
  else
    finish(a, at, outer);
}

// ---- Locations. ----

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

// Makes equal locations one entry: two places may be written alike.
static void find_equal(IrPrinter *p, IrLoc loc) {
  IrAliases *a = p->aliases;
  if (ir_ptrmap_get(&a->locs, key_of(loc))) return;
  IrStream text = {0};
  ir_loc_print(p->ctx, loc, &text);
  IrStr key = ir_stream_str(&text);
  void *known = ir_strmap_get(&a->by_text, key);
  if (known) {
    ir_ptrmap_set(&a->locs, key_of(loc), ir_ptrmap_get(&a->locs, known));
  } else {
    key.ptr = ir_arena_strdup(&a->text, key);
    ir_strmap_set(&a->by_text, key, key_of(loc));
  }
  ir_stream_free(&text);
}

static void collect_loc(IrPrinter *p, IrLoc loc) {
  IrAliases *a = p->aliases;
  IrLoc pair[2];
  uint32_t outer = a->deepest;
  size_t n, at;
  find_equal(p, loc);
  Alias alias = {.key = key_of(loc), .loc = loc, .name = "loc", .is_loc = true};
  if (!begin(a, &a->locs, key_of(loc), alias, &at)) return;
  a->deepest = 0;
  const IrLoc *parts = parts_of(p, loc, pair, &n);
  IrAttr metadata = ir_loc_metadata(p->ctx, loc);
  if (metadata) ir_printer_attr(p, metadata);
  for (size_t i = 0; i < n; i++) collect_loc(p, parts[i]);
  finish(a, at, outer);
}

void ir_aliases_see_op(IrPrinter *p, const IrOp *op) {
  IrAliases *a = p->aliases;
  if (!a || !a->collecting || !p->options.debuginfo) return;
  a->deferring = true;
  collect_loc(p, ir_op_loc(op));
  a->deferring = false;
}

// ---- Numbering and writing. ----

static bool comes_before(const Alias *x, const Alias *y) {
  if (x->depth != y->depth) return x->depth < y->depth;
  if (x->is_type != y->is_type) return x->is_type;
  int order = strcmp(x->name, y->name);
  return order ? order < 0 : x->order < y->order;
}

// Merges the sorted halves of `at`.
static void merge(const Alias *list, uint32_t *at, uint32_t *spare, size_t half, size_t n) {
  size_t i = 0, k = half;
  for (size_t to = 0; to < n; to++) {
    bool second = i == half || (k < n && comes_before(&list[at[k]], &list[at[i]]));
    spare[to] = second ? at[k++] : at[i++];
  }
  memcpy(at, spare, n * sizeof *at);
}

static void sort(const Alias *list, uint32_t *at, size_t n) {
  uint32_t *spare = ir_malloc((n + 1) * sizeof *spare);
  for (size_t run = 1; run < n; run *= 2)
    for (size_t from = 0; from + run < n; from += 2 * run)
      merge(list, at + from, spare, run, from + 2 * run < n ? 2 * run : n - from);
  ir_free(spare);
}

void ir_aliases_number(IrPrinter *p) {
  IrAliases *a = p->aliases;
  a->collecting = false;
  for (size_t i = 0; i < a->list.n; i++)
    if (a->list.at[i].name) ir_vec_push(&a->sorted, (uint32_t)i);
  sort(a->list.at, a->sorted.at, a->sorted.n);
  const char *names[] = {"map", "set", "distinct", "tuple", "loc"};
  uint32_t next[5] = {0};
  for (size_t i = 0; i < a->sorted.n; i++) {
    Alias *alias = &a->list.at[a->sorted.at[i]];
    size_t kind = 0;
    while (strcmp(names[kind], alias->name)) kind++;
    alias->number = next[kind]++;
  }
}

static void write_alias(IrStream *out, const Alias *alias) {
  ir_write_char(out, alias->is_type ? '!' : '#');
  ir_write_cstr(out, alias->name);
  if (alias->number) ir_write_uint(out, alias->number);
}

static const Alias *lookup(const IrAliases *a, const IrPtrMap *map, const void *key) {
  size_t at = (size_t)(uintptr_t)ir_ptrmap_get(map, key);
  return at && a->list.at[at - 1].name ? &a->list.at[at - 1] : NULL;
}

static void write_loc(IrPrinter *p, IrLoc loc) {
  write_alias(p->out, lookup(p->aliases, &p->aliases->locs, key_of(loc)));
}

bool ir_print_type_alias(IrPrinter *p, IrType type) {
  IrAliases *a = p->aliases;
  if (a->collecting) {
    collect_type(p, type);
    return true;
  }
  const Alias *alias = name_of_type(type) ? lookup(a, &a->at, type) : NULL;
  if (alias) write_alias(p->out, alias);
  return alias;
}

bool ir_print_attr_alias(IrPrinter *p, IrAttr attr) {
  IrAliases *a = p->aliases;
  if (a->collecting) {
    collect_attr(p, attr);
    return true;
  }
  if (ir_attr_kind(attr) == IR_ATTR_LOC) {
    write_loc(p, ir_attr_loc_value(attr));
    return true;
  }
  const Alias *alias = name_of_attr(attr) ? lookup(a, &a->at, attr) : NULL;
  if (alias) write_alias(p->out, alias);
  return alias;
}

// The location with aliases for its parts.
static void write_loc_body(IrPrinter *p, IrLoc loc) {
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
  if (fused) ir_write_cstr(p->out, "fused");
  if (composed->metadata) {
    ir_write_char(p->out, '<');
    ir_printer_attr(p, composed->metadata);
    ir_write_char(p->out, '>');
  }
  ir_write_cstr(p->out, call ? "callsite(" : fused ? "[" : "(");
  for (size_t i = 0; i < n; i++) {
    if (i) ir_write_cstr(p->out, call ? " at " : ", ");
    write_loc(p, parts[i]);
  }
  ir_write_char(p->out, fused ? ']' : ')');
}

static void write_body(IrPrinter *p, const Alias *alias) {
  if (alias->is_loc) {
    ir_write_cstr(p->out, "loc(");
    write_loc_body(p, alias->loc);
    ir_write_char(p->out, ')');
  } else if (alias->is_type) {
    ir_print_type_body(p, (IrType)alias->key);
  } else {
    ir_print_attr_body(p, (IrAttr)alias->key);
  }
}

void ir_aliases_define(IrPrinter *p, bool in_front) {
  IrAliases *a = p->aliases;
  for (size_t i = 0; i < a->sorted.n; i++) {
    const Alias *alias = &a->list.at[a->sorted.at[i]];
    if (alias->in_front != in_front) continue;
    write_alias(p->out, alias);
    ir_write_cstr(p->out, " = ");
    write_body(p, alias);
    ir_write_char(p->out, '\n');
  }
}

bool ir_aliases_wanted(const IrPrinter *p) {
  bool locs = p->options.debuginfo && !p->options.short_locs;
  bool others = atomic_load_explicit(&p->ctx->has_aliased, memory_order_relaxed);
  return !p->options.local_scope && (locs || others);
}

void ir_aliases_start(IrPrinter *p) {
  p->aliases = ir_calloc(1, sizeof *p->aliases);
  p->aliases->collecting = true;
}

void ir_aliases_finish(IrPrinter *p) {
  ir_ptrmap_free(&p->aliases->at);
  ir_ptrmap_free(&p->aliases->locs);
  ir_strmap_free(&p->aliases->by_text);
  ir_vec_free(&p->aliases->list);
  ir_vec_free(&p->aliases->sorted);
  ir_arena_destroy(&p->aliases->text);
  ir_free(p->aliases);
  p->aliases = NULL;
}

bool ir_aliases_collecting(const IrPrinter *p) {
  return p->aliases && p->aliases->collecting;
}

// ---- Locations behind ops and arguments. ----

static void print_short(IrPrinter *p, IrLoc loc);

static void print_short_parts(IrPrinter *p, const IrComposedLoc *loc) {
  IrAttr metadata = loc->metadata;
  if (metadata) ir_print(p->out, "<{}>", metadata);
  ir_write_char(p->out, '[');
  for (uint32_t i = 0; i < loc->b; i++) {
    if (i) ir_write_cstr(p->out, ", ");
    print_short(p, loc->children[i]);
  }
  ir_write_char(p->out, ']');
}

// The caller stands behind a name, and on a line of its own behind anything else.
static void print_short_call(IrPrinter *p, IrLoc callee, IrLoc caller) {
  IrLocKind at = ir_loc_kind(p->ctx, caller);
  bool place = at == IR_LOC_KIND_FILE || at == IR_LOC_KIND_SOURCE;
  print_short(p, callee);
  if (ir_loc_kind(p->ctx, callee) != IR_LOC_KIND_NAME || !place) ir_printer_newline(p);
  ir_write_cstr(p->out, " at ");
  print_short(p, caller);
}

// A place as editors understand it: file:line:column.
static void print_short(IrPrinter *p, IrLoc loc) {
  const IrComposedLoc *composed = ir_loc_composed(p->ctx, loc);
  switch (ir_loc_kind(p->ctx, loc)) {
  case IR_LOC_KIND_UNKNOWN:
    ir_write_cstr(p->out, "[unknown]");
    break;
  case IR_LOC_KIND_SOURCE:
  case IR_LOC_KIND_FILE: {
    IrFileLineCol place = ir_loc_resolve(p->ctx, loc);
    ir_print(p->out, "{}:{}:{}", place.file, place.line, place.col);
    break;
  }
  case IR_LOC_KIND_NAME:
    ir_write_quoted(p->out, composed->text);
    if (!composed->a) break;
    ir_write_char(p->out, '(');
    print_short(p, (IrLoc){composed->a});
    ir_write_char(p->out, ')');
    break;
  case IR_LOC_KIND_CALLSITE:
    print_short_call(p, (IrLoc){composed->a}, (IrLoc){composed->b});
    break;
  case IR_LOC_KIND_FUSED:
    print_short_parts(p, composed);
    break;
  }
}

void ir_print_op_loc(IrPrinter *p, const IrOp *op) {
  if (!p->options.debuginfo || ir_aliases_collecting(p)) return;
  if (p->options.short_locs) {
    ir_write_char(p->out, ' ');
    print_short(p, ir_op_loc(op));
    return;
  }
  ir_write_cstr(p->out, " loc(");
  if (p->aliases) {
    write_loc(p, ir_op_loc(op));
  } else {
    ir_loc_print(p->ctx, ir_op_loc(op), p->out);
  }
  ir_write_char(p->out, ')');
}

// An argument's location is written out, although it has an alias: MLIR's text, again.
void ir_printer_loc(IrPrinter *p, IrLoc loc) {
  if (!p->options.debuginfo) return;
  if (p->options.short_locs) {
    ir_write_char(p->out, ' ');
    print_short(p, loc);
    return;
  }
  if (ir_aliases_collecting(p)) {
    collect_loc(p, loc);
    return;
  }
  ir_write_cstr(p->out, " loc(");
  ir_loc_print(p->ctx, loc, p->out);
  ir_write_char(p->out, ')');
}
