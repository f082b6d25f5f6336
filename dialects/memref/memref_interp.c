// Interpreter rules of memref that reach elements or make memory, on the views that
// dialects/mem/machine.h describes.  Views of views are in memref_view_interp.c.
#include <math.h>

#include "dialects/mem/mem.h"
#include "dialects/memref/memref_atomic.h"
#include "dialects/memref/memref_impl.h"
#include "dialects/memref/memref_interp_impl.h"

const MemView *memref_view_of(IrInterp *interp, IrOp *op, size_t operand) {
  return ir_interp_operand(interp, op, operand)->data;
}

void memref_set_view(IrInterp *interp, IrOp *op, size_t result, const MemView *view) {
  memcpy(ir_interp_result_cell(interp, op, result)->data, view, sizeof *view);
}

void memref_set_number(IrInterp *interp, IrOp *op, size_t result, int64_t number) {
  IrCell *out = ir_interp_result_cell(interp, op, result);
  for (int64_t lane = 0; lane < out->lanes; lane++) ir_cell_set_int(out, lane, number);
}

bool memref_uniform(IrInterp *interp, IrOp *op, const IrValue *value, int64_t *number) {
  return ir_interp_uniform(interp, op, ir_interp_get(interp, value), number);
}

// ---- Elements. ----

static bool place_of(IrInterp *interp, IrOp *op, const MemView *view, size_t first, int64_t lane,
                     int64_t *at) {
  for (uint32_t d = 0; d < view->rank; d++)
    at[d] = ir_cell_int(ir_interp_operand(interp, op, first + d), lane);
  return true;
}

// Whether nothing is accessed: outside, where that is padding.
static bool is_padding(const IrOp *op, const MemView *view, const int64_t *at) {
  for (uint32_t d = 0; d < view->rank; d++)
    if (at[d] < 0 || at[d] >= view->extents[d]) return mem_has_padding(op);
  return false;
}

// One element per lane; `first` is the operand of the first index.
static IrStep access(IrInterp *interp, IrOp *op, const MemView *view, size_t first, bool write,
                     const IrCell *cell) {
  static const int64_t one[MEM_MAX_RANK] = {1, 1, 1, 1, 1, 1, 1, 1};
  IR_FOR_LANES(lane, ir_interp_active(interp)) {
    int64_t at[MEM_MAX_RANK];
    if (!place_of(interp, op, view, first, (int64_t)lane, at)) return IR_STEP_FAIL;
    char *element = (char *)cell->data + lane * cell->element_bytes;
    if (is_padding(op, view, at)) {
      if (!write) memset(element, 0, cell->element_bytes);
      continue;
    }
    MemBox box = {at, one};
    IrStep step = write ? mem_interp_write(interp, op, view, box, lane, element)
                        : mem_interp_read(interp, op, view, box, lane, element);
    if (step == IR_STEP_FAIL) return IR_STEP_FAIL;
  }
  return IR_STEP_NEXT;
}

IrStep memref_load_interp(IrInterp *interp, IrOp *op) {
  return access(interp, op, memref_view_of(interp, op, 0), 1, false,
                ir_interp_result_cell(interp, op, 0));
}

IrStep memref_store_interp(IrInterp *interp, IrOp *op) {
  return access(interp, op, memref_view_of(interp, op, 1), 2, true,
                ir_interp_operand(interp, op, 0));
}

IrStep memref_prefetch_interp(IrInterp *interp, IrOp *op) {
  (void)interp, (void)op;
  return IR_STEP_NEXT; // only a hint
}

// ---- Atomics. ----

static double combine_floats(MemrefAtomicKind kind, double old, double x) {
  bool nan = isnan(old) || isnan(x);
  switch (kind) {
  case MEMREF_ADDF:
    return old + x;
  case MEMREF_MULF:
    return old * x;
  case MEMREF_MAXIMUMF:
    if (nan) return NAN;
    return old == x ? (signbit(old) ? x : old) : old > x ? old : x;
  case MEMREF_MINIMUMF:
    if (nan) return NAN;
    return old == x ? (signbit(old) ? old : x) : old < x ? old : x;
  case MEMREF_MAXNUMF:
    return fmax(old, x);
  case MEMREF_MINNUMF:
    return fmin(old, x);
  default:
    return x;
  }
}

static int64_t combine_ints(MemrefAtomicKind kind, int64_t old, int64_t x, unsigned width) {
  uint64_t a = ir_int_unsigned(old, width), b = ir_int_unsigned(x, width);
  switch (kind) {
  case MEMREF_ADDI:
    return (int64_t)(a + b);
  case MEMREF_MULI:
    return (int64_t)(a * b);
  case MEMREF_ANDI:
    return old & x;
  case MEMREF_ORI:
    return old | x;
  case MEMREF_XORI:
    return old ^ x;
  case MEMREF_MAXS:
    return old > x ? old : x;
  case MEMREF_MINS:
    return old < x ? old : x;
  case MEMREF_MAXU:
    return a > b ? old : x;
  case MEMREF_MINU:
    return a < b ? old : x;
  default:
    return x;
  }
}

// Element `lane` of `out` := `old` combined with that of `x`.
static void combine(MemrefAtomicKind kind, const IrCell *old, const IrCell *x, IrCell *out,
                    int64_t lane) {
  if (ir_type_is_float(x->element))
    ir_cell_set_double(out, lane,
                       combine_floats(kind, ir_cell_double(old, lane), ir_cell_double(x, lane)));
  else
    ir_cell_set_int(out, lane,
                    combine_ints(kind, ir_cell_int(old, lane), ir_cell_int(x, lane),
                                 ir_element_width(x->element)));
}

// The result is first a guess of what is there, which a failed exchange corrects.
IrStep memref_atomic_rmw_interp(IrInterp *interp, IrOp *op) {
  const IrCell *x = ir_interp_operand(interp, op, 0);
  const MemView *view = memref_view_of(interp, op, 1);
  IrCell *old = ir_interp_result_cell(interp, op, 0), fresh = *old;
  MemrefAtomicKind kind = (MemrefAtomicKind)ir_attr_int(ir_op_attr(op, "kind"));
  void *machine;
  const MemMachine *table = mem_interp_machine(interp, op, &machine);
  if (!table) return IR_STEP_FAIL;
  size_t bytes = (size_t)old->lanes * old->element_bytes;
  fresh.data = ir_interp_scratch(interp, bytes);
  memset(old->data, 0, bytes);
  IR_FOR_LANES(active, ir_interp_active(interp)) {
    int64_t at[MEM_MAX_RANK], lane = (int64_t)active;
    bool swapped = false;
    place_of(interp, op, view, 2, lane, at);
    char *expected = (char *)old->data + lane * old->element_bytes;
    while (!swapped) {
      combine(kind, old, x, &fresh, lane);
      const char *desired = (const char *)fresh.data + lane * old->element_bytes;
      if (table->swap(machine, interp, op, view, at, expected, desired, &swapped) == IR_STEP_FAIL)
        return IR_STEP_FAIL;
    }
  }
  return IR_STEP_NEXT;
}

static IrStep enter_body(IrInterp *interp, IrOp *op, const void *old) {
  IrCell *arg = ir_interp_define(interp, ir_block_arg(ir_region_first(ir_op_region(op, 0)), 0));
  memcpy(arg->data, old, arg->element_bytes);
  return ir_interp_enter(interp, op, 0);
}

// Phase 0 guesses that the element is 0; each later phase exchanges what the body made of the
// guess, and starts over when it was wrong.
IrStep memref_generic_atomic_rmw_interp(IrInterp *interp, IrOp *op) {
  uint64_t *guess = ir_interp_state(interp, sizeof *guess);
  const MemView *view = memref_view_of(interp, op, 0);
  int64_t at[MEM_MAX_RANK];
  bool swapped;
  void *machine;
  const MemMachine *table = mem_interp_machine(interp, op, &machine);
  if (!table) return IR_STEP_FAIL;
  if (ir_interp_lanes(interp) > 1)
    return ir_interp_fail(interp, op, "is not executed for several lanes at once");
  if (ir_interp_phase(interp) == 0) return enter_body(interp, op, guess);
  const IrCell *fresh = ir_interp_yielded(interp, 0);
  place_of(interp, op, view, 1, 0, at);
  if (table->swap(machine, interp, op, view, at, guess, fresh->data, &swapped) == IR_STEP_FAIL)
    return IR_STEP_FAIL;
  return swapped ? ir_interp_finish(interp, op, 0) : enter_body(interp, op, guess);
}

IrStep memref_atomic_yield_interp(IrInterp *interp, IrOp *op) {
  return ir_interp_leave(interp, op);
}

// ---- Memory of its own. ----

// Strides and offset of an allocation whose type has a layout: what the type does not say comes
// from the symbols, the offset first.
static bool laid_out(IrInterp *interp, IrOp *op, IrType type, MemView *view) {
  MemrefLayout layout;
  IrValues symbols = ir_op_operand_group(op, 1);
  size_t used = 0;
  IrAttr attr = ir_type_layout(type);
  bool ok =
      memref_layout_of(type, &layout) && (ir_attr_kind(attr) == IR_ATTR_STRIDED || symbols.n == 0);
  view->offset = layout.offset;
  if (ok && layout.offset == IR_DYNAMIC)
    ok = used < symbols.n && memref_uniform(interp, op, symbols.at[used++], &view->offset);
  for (size_t d = 0; ok && d < layout.rank; d++) {
    view->strides[d] = layout.strides[d];
    if (layout.strides[d] == IR_DYNAMIC)
      ok = used < symbols.n && memref_uniform(interp, op, symbols.at[used++], &view->strides[d]);
    ok = ok && view->strides[d] >= 0;
  }
  if (ok && view->offset >= 0) return true;
  IrStep step = ir_interp_fail(interp, op,
                               "is executed for layouts of strides that are not "
                               "negative only");
  return step != IR_STEP_FAIL;
}

// Elements from the start of the allocation to the last one; IR_DYNAMIC when that is too many.
static int64_t footprint(const MemView *view) {
  int64_t last = view->offset;
  for (uint32_t d = 0; d < view->rank; d++) {
    if (view->extents[d] == 0) return 0;
    last = memref_plus(last, memref_times(view->extents[d] - 1, view->strides[d]));
  }
  return memref_plus(last, 1);
}

// With a layout: one row of memory under a view with strides.
static IrStep allocate_laid_out(IrInterp *interp, IrOp *op, const MemMachine *table, void *machine,
                                IrType type, MemView *view) {
  if (!laid_out(interp, op, type, view)) return IR_STEP_FAIL;
  MemView row = {.rank = 1, .element_bytes = view->element_bytes, .extents = {footprint(view)}};
  if (table->fresh(machine, interp, op, &row) == IR_STEP_FAIL) return IR_STEP_FAIL;
  view->base = (char *)row.base + view->offset * view->element_bytes;
  view->object = row.object;
  return IR_STEP_NEXT;
}

// Rank, extents and size of an element.  `sizes` are what the type leaves open.
static bool start_view(IrInterp *interp, IrOp *op, IrType type, IrValues sizes, MemView *view) {
  IrShape shape = ir_type_shape(type);
  *view = (MemView){.rank = (uint32_t)shape.rank,
                    .element_bytes = ir_element_bytes(ir_type_element(type))};
  if (shape.rank > MEM_MAX_RANK || view->element_bytes == 0) {
    IrStep step = ir_interp_fail(interp, op, "is executed for numbers in up to {} dimensions only",
                                 (int)MEM_MAX_RANK);
    return step != IR_STEP_FAIL;
  }
  for (size_t d = 0, k = 0; d < shape.rank; d++) {
    view->extents[d] = shape.at[d];
    if (shape.at[d] == IR_DYNAMIC && !memref_uniform(interp, op, sizes.at[k++], &view->extents[d]))
      return false;
  }
  return true;
}

static IrStep allocate(IrInterp *interp, IrOp *op) {
  MemView view;
  void *machine;
  const MemMachine *table = mem_interp_machine(interp, op, &machine);
  IrType type = ir_value_type(ir_op_result(op, 0));
  if (!table || !start_view(interp, op, type, ir_op_operand_group(op, 0), &view))
    return IR_STEP_FAIL;
  IrStep step = memref_is_identity(type)
                    ? table->fresh(machine, interp, op, &view)
                    : allocate_laid_out(interp, op, table, machine, type, &view);
  if (step == IR_STEP_FAIL) return IR_STEP_FAIL;
  memref_set_view(interp, op, 0, &view);
  return IR_STEP_NEXT;
}

IrStep memref_alloc_interp(IrInterp *interp, IrOp *op) {
  return allocate(interp, op);
}

IrStep memref_alloca_interp(IrInterp *interp, IrOp *op) {
  return allocate(interp, op);
}

IrStep memref_dealloc_interp(IrInterp *interp, IrOp *op) {
  void *machine;
  const MemMachine *table = mem_interp_machine(interp, op, &machine);
  if (!table) return IR_STEP_FAIL;
  return table->release(machine, interp, op, memref_view_of(interp, op, 0));
}

IrStep memref_realloc_interp(IrInterp *interp, IrOp *op) {
  MemView old = *memref_view_of(interp, op, 0), fresh;
  void *machine;
  const MemMachine *table = mem_interp_machine(interp, op, &machine);
  IrType type = ir_value_type(ir_op_result(op, 0));
  if (!table || !start_view(interp, op, type, ir_op_operand_group(op, 1), &fresh) ||
      table->fresh(machine, interp, op, &fresh) == IR_STEP_FAIL)
    return IR_STEP_FAIL;
  MemView from = old, to = fresh;
  from.extents[0] = to.extents[0] =
      old.extents[0] < fresh.extents[0] ? old.extents[0] : fresh.extents[0];
  if (table->copy(machine, interp, op, &from, &to) == IR_STEP_FAIL ||
      table->release(machine, interp, op, &old) == IR_STEP_FAIL)
    return IR_STEP_FAIL;
  memref_set_view(interp, op, 0, &fresh);
  return IR_STEP_NEXT;
}

IrStep memref_copy_interp(IrInterp *interp, IrOp *op) {
  const MemView *from = memref_view_of(interp, op, 0), *to = memref_view_of(interp, op, 1);
  void *machine;
  const MemMachine *table = mem_interp_machine(interp, op, &machine);
  if (!table) return IR_STEP_FAIL;
  if (from->rank != to->rank)
    return ir_interp_fail(interp, op, "copies {} dimensions to {}", from->rank, to->rank);
  for (uint32_t d = 0; d < from->rank; d++)
    if (from->extents[d] != to->extents[d])
      return ir_interp_fail(interp, op, "copies extent {} to {}", from->extents[d], to->extents[d]);
  return table->copy(machine, interp, op, from, to);
}

IrStep memref_alloca_scope_interp(IrInterp *interp, IrOp *op) {
  if (ir_interp_phase(interp) > 0) return ir_interp_finish(interp, op, 0);
  return ir_interp_enter(interp, op, 0);
}

IrStep memref_alloca_scope_return_interp(IrInterp *interp, IrOp *op) {
  return ir_interp_leave(interp, op);
}

// ---- Variables. ----

IrStep memref_get_global_interp(IrInterp *interp, IrOp *op) {
  IrAttr name = ir_op_attr(op, "name");
  IrOp *global = ir_symbol_lookup_from(op, name);
  MemView view;
  void *machine;
  const MemMachine *table = mem_interp_machine(interp, op, &machine);
  IrType type = ir_value_type(ir_op_result(op, 0));
  if (!table || !start_view(interp, op, type, (IrValues){0}, &view)) return IR_STEP_FAIL;
  if (!memref_is_identity(type))
    return ir_interp_fail(interp, op, "is executed for row-major memory only");
  IrAttr value = IS(global, memref_global) ? GET(global, memref_global, initial_value) : NULL;
  if (!value) return ir_interp_fail(interp, op, "asks for {}, which is not defined here", name);
  bool given = ir_attr_kind(value) == IR_ATTR_DENSE;
  size_t bytes;
  const void *initial = given ? ir_attr_dense_data(value, &bytes) : NULL;
  IrStep step =
      table->global(machine, interp, op, global, &view, initial, given && ir_attr_is_splat(value));
  if (step == IR_STEP_FAIL) return IR_STEP_FAIL;
  memref_set_view(interp, op, 0, &view);
  return IR_STEP_NEXT;
}
