// Groups of warps that store by themselves; see barriers_groups.h.
//
//   tile.store %t, %s[0, 0]                        tile.store %t, %s[0, 0]
//   simt.barrier                             ==>   simt.barrier {tile.groups = 2 : i64}
//   tile.async_store %s to %C[%i, %j]              tile.async_store %s to %C[%i, %j] groups 2
//
// A group is four warps, which a product's instruction has work together: the first that is done
// need not wait for the others.  It is the layout that says so: the highest bits of a warp's number
// select a part of the buffer's rows, and nothing else does.  That has to hold for all that is done
// with the buffers of all the kernel's asynchronous stores: for each group one lane starts the
// stores of its rows, and waits for them.
#include "passes/mem/barriers_groups.h"

#include "dialects/mem/mem.h"
#include "dialects/tile/kernel.h"
#include "dialects/tile/layout.h"
#include "dialects/tile/roles.h"
#include "dialects/tile/tile.h"
#include "dialects/tile/tile_tma.h"
#include "ir/edit/rewriter.h"

enum { WARPS_OF_GROUP = 4, MOST_GROUPS = 4 };

static unsigned log_of(int64_t power) {
  unsigned log = 0;
  while (power >> log > 1) log++;
  return log;
}

// ---- Layouts

// Whether the highest `log` warp bits, and no others, select the part of 2^log equal ones of rows.
static bool is_in_parts(IrType tile, unsigned log) {
  TileLayout layout;
  IrShape shape = ir_type_shape(tile);
  if (shape.rank != 2 || !tile_layout_of(tile, &layout) || layout.more_groups ||
      tile_layout_copies(&layout) != 1 || layout.bits[TILE_WARP] < log)
    return false;
  int64_t rows = shape.at[0] >> log;
  for (unsigned input = 0; input < TILE_LAYOUT_INPUTS; input++)
    for (unsigned k = 0; k < layout.bits[input]; k++) {
      int64_t row = tile_layout_coord(&layout, layout.basis[input][k], 0);
      int64_t column = tile_layout_coord(&layout, layout.basis[input][k], 1);
      bool selects = input == TILE_WARP && k + log >= layout.bits[input];
      unsigned part = k + log - layout.bits[TILE_WARP];
      if (selects ? row != rows << part || column : row >= rows) return false;
    }
  return true;
}

// ---- Uses of a buffer

static bool is_origin(IrValues at) {
  int64_t number;
  for (size_t d = 0; d < at.n; d++)
    if (!ir_match_int(at.at[d], &number) || number) return false;
  return true;
}

static bool fills_in_parts(const IrOp *store, const IrValue *buffer, unsigned log) {
  IrType tile = ir_value_type(GET(store, tile_store, tile));
  IrShape shape = ir_type_shape(tile), whole = mem_buffer_shape(ir_value_type(buffer));
  return GET(store, tile_store, dest) == buffer && is_origin(GET(store, tile_store, indices)) &&
         shape.rank == whole.rank && !memcmp(shape.at, whole.at, shape.rank * sizeof *shape.at) &&
         is_in_parts(tile, log);
}

// Where the first role, which tiles are laid out over, or all threads execute it; each part a box.
static bool stores_in_parts(IrOp *store, int64_t n) {
  size_t role = 0;
  TileBoxes boxes;
  (void)tile_role_around(store, &role);
  return !role && tile_boxes_of_part(store, n, &boxes);
}

static bool is_used_in_parts(const IrValue *buffer, int64_t n) {
  for (IrUse *use = ir_value_first_use(buffer); use; use = ir_use_next(use)) {
    IrOp *op = ir_use_op(use);
    bool in_parts = IS(op, tile_async_store)
                        ? stores_in_parts(op, n)
                        : IS(op, tile_store) && fills_in_parts(op, buffer, log_of(n));
    if (!in_parts) return false;
  }
  return true;
}

// ---- The kernel

static IrStatus collect(IrOp *op, void *user) {
  StoreGroups *groups = user;
  if (!IS(op, tile_async_store)) return IR_OK;
  const IrValue *buffer = GET(op, tile_async_store, source);
  if (!IS(ir_value_op(buffer), mem_alloc)) return IR_FAILED;
  if (!store_groups_have(groups, buffer)) ir_vec_push(&groups->buffers, buffer);
  return IR_OK;
}

static IrStatus mark(IrOp *op, void *user) {
  const StoreGroups *groups = user;
  IrAttr n = ir_attr_integer(ir_type_i64(ir_op_context(op)), groups->n);
  if (IS(op, tile_async_store)) SET_ATTR(op, tile_async_store, groups, n);
  if (IS(op, tile_async_store_wait)) SET_ATTR(op, tile_async_store_wait, groups, n);
  return IR_OK;
}

static bool may_have_groups(StoreGroups *groups, IrOp *kernel, int64_t n) {
  if (n < 2 || n > MOST_GROUPS || n & (n - 1) || tile_kernel_cluster(kernel) > 1) return false;
  if (ir_walk_pre(kernel, collect, groups) != IR_OK || !groups->buffers.n) return false;
  for (size_t i = 0; i < groups->buffers.n; i++)
    if (!is_used_in_parts(groups->buffers.at[i], n)) return false;
  return true;
}

void store_groups_find(StoreGroups *groups, IrOp *kernel) {
  int64_t warps = tile_kernel_warps(kernel), n = warps / WARPS_OF_GROUP;
  if (warps % WARPS_OF_GROUP || !may_have_groups(groups, kernel, n)) return;
  groups->n = n;
  (void)ir_walk_pre(kernel, mark, groups);
}

bool store_groups_have(const StoreGroups *groups, const IrValue *buffer) {
  for (size_t i = 0; i < groups->buffers.n; i++)
    if (groups->buffers.at[i] == buffer) return true;
  return false;
}

void store_groups_free(StoreGroups *groups) {
  ir_vec_free(&groups->buffers);
}
