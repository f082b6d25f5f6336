// Names for printing.  A value keeps the name it had in the source; where two values of the same
// scope would have the same, the later one gets a suffix.  Others are numbered as MLIR numbers
// them: a region's own values first, then those of the regions inside, each nested region starting
// where its parent's numbers end.  Names that are numbers in the source count as none.
//
// The generic form with numbers is numbered as MLIR numbers that: all at once, the last region
// first, without starting again anywhere.
//
// Naming is one walk over an isolated op before it is printed.  Most values turn out to go by their
// name in the source, which is read again there when they are printed; what a table holds by value
// is only how the others are called.
#include "ir/asm/printer_impl.h"
#include "ir/support/source_impl.h"

// The slot of `value`, or the free one where it would go.
static uint32_t *find_slot(const IrNameScope *scope, const IrValue *value) {
  uint32_t mask = scope->size - 1, i = (uint32_t)ir_hash_pointer(value) & mask;
  while (scope->slots[i] && scope->made.at[scope->slots[i] - 1].value != value) i = (i + 1) & mask;
  return &scope->slots[i];
}

static void grow(IrNameScope *scope) {
  ir_free(scope->slots);
  scope->size = scope->size ? scope->size * 2 : 64;
  scope->slots = ir_calloc(scope->size, sizeof *scope->slots);
  for (uint32_t i = 0; i < scope->made.n; i++) *find_slot(scope, scope->made.at[i].value) = i + 1;
}

static void set_name(IrNameScope *scope, const IrValue *value, IrNameForm form, uint32_t number) {
  if ((scope->made.n + 1) * 2 > scope->size) grow(scope);
  ir_vec_push(&scope->made, ((IrPrintedName){value, form, number}));
  *find_slot(scope, value) = (uint32_t)scope->made.n;
  if (form == IR_NAME_SUFFIXED) scope->num_suffixed++;
}

static size_t write_decimal(char *to, uint64_t value) {
  char digits[20];
  size_t n = 0;
  do digits[n++] = (char)('0' + value % 10);
  while (value /= 10);
  for (size_t i = 0; i < n; i++) to[i] = digits[n - 1 - i];
  return n;
}

// `stem` followed by `mark` and a number.
static IrStr numbered(IrNameScope *scope, IrStr stem, const char *mark, uint32_t number) {
  size_t mark_len = strlen(mark), len = stem.len + mark_len;
  char *text = ir_arena_alloc(&scope->text, len + 20, 1);
  if (stem.len) memcpy(text, stem.ptr, stem.len);
  memcpy(text + stem.len, mark, mark_len);
  return (IrStr){text, len + write_decimal(text + len, number)};
}

static bool is_number(IrStr name) {
  return name.len && name.ptr[0] >= '0' && name.ptr[0] <= '9';
}

// `arg0` and so on: what printing calls the arguments of a region.
static bool is_argument_name(IrStr name) {
  if (name.len < 4 || memcmp(name.ptr, "arg", 3)) return false;
  for (size_t i = 3; i < name.len; i++)
    if (name.ptr[i] < '0' || name.ptr[i] > '9') return false;
  return true;
}

static bool is_region_argument(const IrValue *value) {
  return !ir_value_op(value) && !ir_block_prev(ir_value_block(value));
}

// `x` of loc("x"), when that can be a name.
static IrStr loc_name(const IrPrinter *p, const IrValue *value) {
  IrLoc loc = ir_value_loc(value);
  if (ir_loc_kind(p->ctx, loc) != IR_LOC_KIND_NAME) return (IrStr){0};
  IrStr text = ir_loc_composed(p->ctx, loc)->text;
  for (size_t i = 0; i < text.len; i++) {
    char c = text.ptr[i];
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    bool digit = (c >= '0' && c <= '9') || c == '.' || c == '$' || c == '-';
    if (!letter && !(digit && i)) return (IrStr){0};
  }
  return text;
}

// An argument of a loop that got its name from printing may belong to a later block by now; there
// the name counts as none, as it would had the loop never been printed and read.
static IrStr source_name(IrPrinter *p, const IrValue *value) {
  if (p->options.number_values) return (IrStr){0};
  IrStr name = ir_value_name(value, p->ctx);
  if (p->options.names_from_locs && (!name.len || is_number(name))) name = loc_name(p, value);
  bool made_up = is_number(name) || (is_argument_name(name) && !is_region_argument(value));
  return made_up ? (IrStr){0} : name;
}

typedef struct Counters {
  uint32_t value, argument;
} Counters;

static bool is_taken(const IrNameScope *scope, IrStr name) {
  return ir_names_find(&scope->used, name) != NULL;
}

// An entry of `used` counts the suffixes tried, from 1 on.
static void take(IrNameScope *scope, IrStr name) {
  ir_names_get(&scope->used, name, IR_LOC_UNKNOWN)->count = 1;
}

static void take_source_name(IrNameScope *scope, const IrValue *value, IrStr name) {
  IrName *owner = ir_names_get(&scope->used, name, IR_LOC_UNKNOWN);
  uint32_t tried = owner->count++;
  if (tried == 0) return;
  IrStr text = numbered(scope, name, "_", tried - 1);
  while (is_taken(scope, text)) {
    tried = owner->count++;
    text = numbered(scope, name, "_", tried - 1);
  }
  take(scope, text);
  set_name(scope, value, IR_NAME_SUFFIXED, tried - 1);
}

static void name_value(IrPrinter *p, const IrValue *value, Counters *next) {
  IrStr name = source_name(p, value);
  if (name.len) {
    take_source_name(p->names, value, name);
  } else {
    set_name(p->names, value, IR_NAME_NUMBER, next->value++);
  }
}

static void name_entry_arg(IrPrinter *p, const IrValue *value, Counters *next) {
  IrStr name = source_name(p, value);
  if (name.len) {
    take_source_name(p->names, value, name);
    return;
  }
  do name = numbered(p->names, (IrStr){0}, "arg", next->argument++);
  while (is_taken(p->names, name));
  take(p->names, name);
  set_name(p->names, value, IR_NAME_ARGUMENT, next->argument - 1);
}

size_t ir_result_leader(IrPrinter *p, const IrOp *op, size_t i) {
  while (i > 0 && source_name(p, ir_op_result(op, i)).len == 0) i--;
  return i;
}

size_t ir_result_group_size(IrPrinter *p, const IrOp *op, size_t leader) {
  size_t end = leader + 1, n = ir_op_num_results(op);
  while (end < n && source_name(p, ir_op_result(op, end)).len == 0) end++;
  return end - leader;
}

static void name_results(IrPrinter *p, const IrOp *op, Counters *next) {
  size_t n = ir_op_num_results(op);
  for (size_t i = 0; i < n; i++) {
    IrValue *value = ir_op_result(op, i);
    if (i == 0 || source_name(p, value).len) name_value(p, value, next);
  }
}

static bool numbers_as_mlir(const IrPrinter *p) {
  return p->options.generic && p->options.number_values;
}

bool ir_names_at_once(const IrPrinter *p) {
  return numbers_as_mlir(p) || p->options.unique_names;
}

static bool is_named_later(const IrPrinter *p, const IrOp *op) {
  return ir_op_has_trait(op, IR_ISOLATED) && !ir_names_at_once(p);
}

static void name_block(IrPrinter *p, IrBlock *block, bool entry, Counters *next) {
  for (size_t i = 0; i < ir_block_num_args(block); i++) {
    if (entry) {
      name_entry_arg(p, ir_block_arg(block, i), next);
    } else {
      name_value(p, ir_block_arg(block, i), next);
    }
  }
  for (IrOp *op = ir_block_first(block); op; op = ir_op_next(op)) {
    name_results(p, op, next);
    if (ir_op_num_regions(op) && !is_named_later(p, op)) ir_vec_push(&p->names->pending, op);
  }
}

static void name_region(IrPrinter *p, IrRegion *region, Counters *next);

// Regions inside those of the ops from position `from` on.
static void name_nested(IrPrinter *p, size_t from, Counters *next) {
  IrNameScope *scope = p->names;
  bool once = ir_names_at_once(p), back = numbers_as_mlir(p);
  for (size_t i = from, end = scope->pending.n; i < end; i++) {
    IrOp *op = scope->pending.at[back ? end - 1 - (i - from) : i];
    size_t n = ir_op_num_regions(op);
    for (size_t r = 0; r < n; r++) {
      Counters start = *next;
      name_region(p, ir_op_region(op, back ? n - 1 - r : r), once ? next : &start);
    }
  }
}

static void name_region(IrPrinter *p, IrRegion *region, Counters *next) {
  IrNameScope *scope = p->names;
  size_t used = scope->used.stack.n, pending = scope->pending.n;
  IR_FOR_BLOCKS(block, region) {
    name_block(p, block, block == ir_region_first(region), next);
  }
  name_nested(p, pending, next);
  scope->pending.n = pending;
  bool over = scope->used.stack.n > used && !p->options.unique_names;
  if (over) ir_names_pop(&scope->used, used);
}

static IrNameScope *fresh_scope(IrPrinter *p) {
  IrNameScope *scope = p->names ? p->names->inner : NULL;
  if (!scope) {
    scope = ir_calloc(1, sizeof *scope);
    scope->outer = p->names;
    if (p->names) p->names->inner = scope;
    return scope;
  }
  // A table much larger than its last use is not worth clearing.
  if (scope->made.n * 8 < scope->size) {
    ir_free(scope->slots);
    scope->slots = NULL;
    scope->size = 0;
  } else if (scope->size) {
    memset(scope->slots, 0, scope->size * sizeof *scope->slots);
  }
  scope->made.n = 0;
  scope->num_suffixed = 0;
  ir_arena_release(&scope->text, (IrArenaMark){0});
  return scope;
}

void ir_names_enter(IrPrinter *p, IrOp *root, bool with_results) {
  p->names = fresh_scope(p);
  Counters next = {0};
  if (with_results) name_results(p, root, &next);
  ir_vec_push(&p->names->pending, root);
  name_nested(p, 0, &next);
  p->names->pending.n = 0;
  if (p->names->used.stack.n) ir_names_pop(&p->names->used, 0);
}

void ir_names_leave(IrPrinter *p) {
  p->names = p->names->outer;
}

static void free_scope(IrNameScope *scope) {
  ir_free(scope->slots);
  ir_vec_free(&scope->made);
  ir_names_free(&scope->used);
  ir_vec_free(&scope->pending);
  ir_arena_destroy(&scope->text);
  ir_free(scope);
}

// Frees the scope in use, the outermost one, and those kept inside it.
void ir_names_finish(IrPrinter *p) {
  for (IrNameScope *scope = p->names, *inner; scope; scope = inner) {
    inner = scope->inner;
    free_scope(scope);
  }
  p->names = NULL;
}

// What the value is called when not by its own name.
static const IrPrintedName *lookup(const IrPrinter *p, const IrValue *value, bool has_own) {
  for (const IrNameScope *scope = p->names; scope; scope = scope->outer) {
    if (has_own ? !scope->num_suffixed : !scope->made.n) continue;
    uint32_t at = *find_slot(scope, value);
    if (at) return &scope->made.at[at - 1];
  }
  return NULL;
}

// A value from outside of what is printed goes by its source name, even if that is a number.
static IrStr name_outside(const IrPrinter *p, const IrValue *value) {
  IrStr name = ir_value_name(value, p->ctx);
  return name.len ? name : IR_STR("unnamed");
}

void ir_print_value_name(IrPrinter *p, const IrValue *leader) {
  IrStr own = source_name(p, leader);
  const IrPrintedName *made = lookup(p, leader, own.len > 0);
  ir_write_char(p->out, '%');
  if (!made) {
    if (!own.len) own = name_outside(p, leader);
    ir_write(p->out, own.ptr, own.len);
    return;
  }
  if (made->form == IR_NAME_ARGUMENT) ir_write(p->out, "arg", 3);
  if (made->form == IR_NAME_SUFFIXED) {
    ir_write(p->out, own.ptr, own.len);
    ir_write_char(p->out, '_');
  }
  ir_write_uint(p->out, made->number);
}

void ir_printer_value(IrPrinter *p, IrValue *value) {
  if (!value) {
    ir_write_cstr(p->out, "%null");
    return;
  }
  IrValue *leader = value;
  size_t number = 0;
  IrOp *op = ir_value_op(value);
  bool group = op && ir_op_num_results(op) > 1;
  if (group) {
    size_t first = ir_result_leader(p, op, ir_value_index(value));
    number = ir_value_index(value) - first;
    leader = ir_op_result(op, first);
    group = ir_result_group_size(p, op, first) > 1;
  }
  ir_print_value_name(p, leader);
  if (group) ir_print(p->out, "#{}", number);
}

// ---- Blocks. ----

static size_t count_blocks(const IrRegion *region) {
  size_t n = 0;
  IR_FOR_BLOCKS(block, region) n++;
  return n;
}

// Calls for every edge `from` -> `to` of the region, by number, in order of `from`.
static void fill_preds(IrBlockNames *names, IrRegion *region, uint32_t *fill, bool count) {
  uint32_t from = 0;
  IR_FOR_BLOCKS(block, region) {
    IrOp *last = ir_block_last(block);
    for (size_t i = 0; last && i < ir_op_num_successors(last); i++) {
      void *to = ir_ptrmap_get(&names->number, ir_op_successor(last, i));
      if (!to) continue;
      uint32_t number = (uint32_t)(uintptr_t)to - 1;
      if (count) {
        fill[number + 1]++;
      } else {
        names->preds[fill[number]++] = from;
      }
    }
    from++;
  }
}

void ir_block_names_init(IrBlockNames *names, IrRegion *region) {
  *names = (IrBlockNames){0};
  size_t n = count_blocks(region), number = 0;
  IR_FOR_BLOCKS(block, region) {
    ir_ptrmap_set(&names->number, block, (void *)(uintptr_t)++number);
  }
  names->starts = ir_calloc(n + 1, sizeof(uint32_t));
  fill_preds(names, region, names->starts, true);
  for (size_t i = 0; i < n; i++) names->starts[i + 1] += names->starts[i];
  uint32_t *fill = ir_calloc(n + 1, sizeof(uint32_t));
  memcpy(fill, names->starts, n * sizeof(uint32_t));
  names->preds = ir_calloc(names->starts[n] + 1, sizeof(uint32_t));
  fill_preds(names, region, fill, false);
  ir_free(fill);
}

void ir_block_names_free(IrBlockNames *names) {
  ir_ptrmap_free(&names->number);
  ir_free(names->preds);
  ir_free(names->starts);
}
