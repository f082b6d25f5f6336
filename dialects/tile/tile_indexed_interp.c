// tile.gather, tile.scatter and atomic accesses on whole tiles: one element after the other, in
// row-major order.
#include "dialects/mem/machine.h"
#include "dialects/tile/tile_impl.h"
#include "ir/interp/interp.h"

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/tile/tile_ops.def"
#include "ir/core/opdef_end.inc"

typedef struct Indexed {
  const MemMachine *table;
  void *machine;
  const MemView *view;
  const IrCell *indices[MEM_MAX_RANK], *mask;
  IrShape tile;
  size_t lead; // dimensions of the memory that a tile at an offset does not span
  bool offset; // no index is a tile
} Indexed;

static bool begin(IrInterp *interp, IrOp *op, const IrValue *memory, IrValues indices,
                  const IrValue *mask, const IrCell *tile, Indexed *x) {
  x->table = mem_interp_machine(interp, op, &x->machine);
  if (!x->table) return false;
  if (tile->lanes != 1) {
    IrStep step = ir_interp_fail(interp, op, "is executed on whole tiles only");
    return step != IR_STEP_FAIL;
  }
  x->view = ir_interp_get(interp, memory)->data;
  x->mask = mask ? ir_interp_get(interp, mask) : NULL;
  x->tile = ir_type_shape(tile->type);
  x->offset = !tile_has_index_tile(indices);
  x->lead = x->offset ? x->view->rank - x->tile.rank : 0;
  for (size_t d = 0; d < indices.n; d++) x->indices[d] = ir_interp_get(interp, indices.at[d]);
  return true;
}

// Fills `at` with the place of element `i`; whether it is to be accessed.
static bool place_of(const Indexed *x, int64_t i, int64_t *at) {
  bool inside = !x->mask || ir_cell_int(x->mask, i);
  int64_t rest = i;
  for (uint32_t d = x->view->rank; d-- > 0;) {
    const IrCell *index = x->indices[d];
    at[d] = ir_cell_int(index, index->count > 1 ? i : 0);
    if (x->offset && d >= x->lead) {
      int64_t extent = x->tile.at[d - x->lead];
      at[d] += rest % extent;
      rest /= extent;
    }
    inside = inside && at[d] >= 0 && at[d] < x->view->extents[d];
  }
  return inside;
}

static const int64_t one[MEM_MAX_RANK] = {1, 1, 1, 1, 1, 1, 1, 1};

// ---- What a pass has proven of a gather or scatter: `width` elements that consecutive registers
// hold follow each other from an aligned address on, `edge` of them are accessed together. ----

static int64_t number_of(const TileLayout *layout, uint32_t reg, uint32_t lane, uint32_t warp) {
  int64_t coords[TILE_LAYOUT_RANK], number = 0;
  tile_layout_held(layout, reg, lane, warp, coords);
  for (unsigned d = 0; d < layout->rank; d++)
    number = number * tile_layout_extent(layout, d) + coords[d];
  return number;
}

static int64_t address_of(const Indexed *x, const int64_t *at) {
  int64_t address = (int64_t)(uintptr_t)x->view->base;
  for (uint32_t d = 0; d < x->view->rank; d++)
    address += at[d] * x->view->strides[d] * x->view->element_bytes;
  return address;
}

// The access of a thread that begins at a register.
static bool is_one_access(const Indexed *x, const TileLayout *layout, uint32_t reg, uint32_t lane,
                          uint32_t warp, int64_t width, int64_t edge) {
  int64_t first[MEM_MAX_RANK], bytes = x->view->element_bytes;
  bool inside = place_of(x, number_of(layout, reg, lane, warp), first), any = inside;
  for (int64_t k = 1; k < width; k++) {
    int64_t at[MEM_MAX_RANK];
    bool now = place_of(x, number_of(layout, reg + (uint32_t)k, lane, warp), at);
    if (now != inside && k % edge) return false;
    inside = now;
    any = any || now;
    if (now && address_of(x, at) != address_of(x, first) + k * bytes) return false;
  }
  return !any || address_of(x, first) % (width * bytes) == 0;
}

static bool check_width(IrInterp *interp, IrOp *op, const Indexed *x, IrType tile, IrAttr width,
                        IrAttr edge) {
  TileLayout layout;
  int64_t n = width ? ir_attr_int(width) : 1, part = edge ? ir_attr_int(edge) : n;
  if (n == 1 || !tile_layout_of(tile, &layout)) return true;
  uint32_t lanes = tile_layout_size(&layout, TILE_LANE);
  for (uint32_t thread = 0; thread < lanes * tile_layout_warps(&layout); thread++) {
    for (uint32_t r = 0; r < tile_layout_registers(&layout); r += (uint32_t)n) {
      if (is_one_access(x, &layout, r, thread % lanes, thread / lanes, n, part)) continue;
      IrStep step = ir_interp_fail(
          interp, op,
          "cannot be done in accesses of {} elements here: they do not follow each other", n);
      return step != IR_STEP_FAIL;
    }
  }
  return true;
}

IrStep tile_gather_interp(IrInterp *interp, IrOp *op) {
  static const uint64_t zero = 0;
  Indexed x;
  IrCell *out = ir_interp_result_cell(interp, op, 0);
  const IrValue *pad = GET(op, tile_gather, pad);
  if (!begin(interp, op, GET(op, tile_gather, source), GET(op, tile_gather, indices),
             GET(op, tile_gather, mask), out, &x) ||
      !check_width(interp, op, &x, out->type, GET(op, tile_gather, width),
                   GET(op, tile_gather, edge)))
    return IR_STEP_FAIL;
  const void *outside = pad ? ir_interp_get(interp, pad)->data : (const void *)&zero;
  for (int64_t i = 0; i < out->count; i++) {
    int64_t at[MEM_MAX_RANK];
    char *to = (char *)out->data + i * out->element_bytes;
    if (!place_of(&x, i, at))
      memcpy(to, outside, out->element_bytes);
    else if (x.table->read(x.machine, interp, op, x.view, (MemBox){at, one}, NULL, to) ==
             IR_STEP_FAIL)
      return IR_STEP_FAIL;
  }
  return IR_STEP_NEXT;
}

IrStep tile_scatter_interp(IrInterp *interp, IrOp *op) {
  Indexed x;
  const IrCell *tile = ir_interp_operand(interp, op, 0);
  if (!begin(interp, op, GET(op, tile_scatter, dest), GET(op, tile_scatter, indices),
             GET(op, tile_scatter, mask), tile, &x) ||
      !check_width(interp, op, &x, tile->type, GET(op, tile_scatter, width),
                   GET(op, tile_scatter, edge)))
    return IR_STEP_FAIL;
  for (int64_t i = 0; i < tile->count; i++) {
    int64_t at[MEM_MAX_RANK];
    const char *from = (const char *)tile->data + i * tile->element_bytes;
    if (place_of(&x, i, at) && x.table->write(x.machine, interp, op, x.view, (MemBox){at, one},
                                              false, from) == IR_STEP_FAIL)
      return IR_STEP_FAIL;
  }
  return IR_STEP_NEXT;
}

// `values` are combined, or stored where `expected` (may be NULL) is there.
static IrStep update(IrInterp *interp, IrOp *op, const Indexed *x, const IrCell *values,
                     const IrCell *expected, MemUpdate update) {
  IrCell *out = ir_interp_result_cell(interp, op, 0);
  update.element = values->element;
  for (int64_t i = 0; i < out->count; i++) {
    int64_t at[MEM_MAX_RANK], offset = i * out->element_bytes;
    char *old = (char *)out->data + offset;
    update.value = (const char *)values->data + offset;
    if (expected) update.expected = (const char *)expected->data + offset;
    if (!place_of(x, i, at))
      memcpy(old, update.value, out->element_bytes);
    else if (mem_interp_update(interp, op, x->view, at, &update, old) == IR_STEP_FAIL)
      return IR_STEP_FAIL;
  }
  return IR_STEP_NEXT;
}

IrStep tile_atomic_rmw_interp(IrInterp *interp, IrOp *op) {
  Indexed x;
  const IrValue *memory = GET(op, tile_atomic_rmw, memory);
  const IrCell *values = ir_interp_get(interp, GET(op, tile_atomic_rmw, value));
  if (!begin(interp, op, memory, GET(op, tile_atomic_rmw, indices), GET(op, tile_atomic_rmw, mask),
             values, &x) ||
      !check_width(interp, op, &x, values->type, GET(op, tile_atomic_rmw, width),
                   GET(op, tile_atomic_rmw, edge)))
    return IR_STEP_FAIL;
  return update(interp, op, &x, values, NULL,
                (MemUpdate){.kind = mem_atomic_kind(GET(op, tile_atomic_rmw, kind)),
                            .flushes = mem_interp_flushes(ir_value_type(memory))});
}

IrStep tile_atomic_cas_interp(IrInterp *interp, IrOp *op) {
  Indexed x;
  const IrCell *values = ir_interp_get(interp, GET(op, tile_atomic_cas, desired));
  if (!begin(interp, op, GET(op, tile_atomic_cas, memory), GET(op, tile_atomic_cas, indices),
             GET(op, tile_atomic_cas, mask), values, &x))
    return IR_STEP_FAIL;
  return update(interp, op, &x, values, ir_interp_get(interp, GET(op, tile_atomic_cas, expected)),
                (MemUpdate){0});
}
