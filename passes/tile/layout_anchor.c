// Anchors: layouts that an instruction needs, or that serve an access of memory well.
//
// A tensor-core product pins the layouts of its operands and its result.  An access of global
// memory offers layouts with its lanes along the contiguous dimension and vectors as wide as can be
// proven; a buffer that tile-stage made offers each swizzle that its extents allow.
#include "dialects/mem/mem.h"
#include "dialects/tc/tc.h"
#include "dialects/tile/tile.h"
#include "ir/analysis/tree.h"
#include "passes/tile/stage.h"
#include "passes/tile/element_access.h"
#include "passes/tile/layout_problem.h"
#include "passes/tile/product_wgmma.h"

enum { PADDING = 16 }; // bytes, that keep rows aligned for every access

// ---- Products.

// As tc-select says, or where it does not, so that operands are fewest.
static WarpGrid grid_of(const LayoutProblem *p, IrOp *dot) {
  IrShape acc = ir_type_shape(ir_value_type(GET(dot, tc_dot, c)));
  IrAttr named = GET(dot, tc_dot, warps);
  if (!named) return warp_grid_for_mma(acc.at[0], acc.at[1], p->warps);
  WarpGrid grid = {ir_attr_array_int(named, 0), ir_attr_array_int(named, 1)};
  return warp_grid_fits(grid, acc.at[0], acc.at[1], p->warps) ? grid : (WarpGrid){0, 0};
}

static bool product_layout(const LayoutProblem *p, IrOp *dot, TileMmaOperand operand,
                           TileLayout *layout) {
  WarpGrid grid = grid_of(p, dot);
  size_t index = operand == TILE_MMA_A ? 0 : operand == TILE_MMA_B ? 1 : 2;
  if (!grid.m || !tile_layout_mma(operand, ir_type_shape(ir_value_type(ir_op_operand(dot, index))),
                                  (unsigned)grid.m, (unsigned)grid.n, layout))
    return false;
  // Groups that share neither extent compute the same.
  unsigned each = (unsigned)(grid.m * grid.n);
  return each == p->warps || tile_layout_set_groups(layout, p->warps / each, -1);
}

// Neither the warps' count nor their places fit the product's extents.
static IrStatus product_does_not_fit(const LayoutProblem *p, IrOp *dot) {
  IrShape acc = ir_type_shape(ir_value_type(GET(dot, tc_dot, c)));
  int64_t m = acc.at[0], n = acc.at[1], most = warp_grid_most_warps(m, n);
  (void)ir_op_error(dot, "has a product of {}x{} that {} warps cannot share", m, n,
                    (int64_t)p->warps);
  if (most)
    ir_help(p->ctx,
            "the powers of two in its extents, {} and {}, are enough for {}: each warp has "
            "whole instructions of 16x8",
            m & -m, n & -n, most);
  else
    ir_help(p->ctx, "M is a multiple of 16 and N one of 8, for whole instructions");
  return IR_FAILED;
}

static IrStatus pin_to(LayoutProblem *p, uint32_t node, IrOp *dot, const TileLayout *layout) {
  LayoutNode *n = &p->nodes.at[node];
  if (n->pinned && !tile_layout_equal(&p->layouts.at[n->choices[0].layout], layout)) {
    (void)ir_op_error(dot, "gives its result in the layout of its instruction, {}, not in {}",
                      tile_layout_attr_get(p->ctx, layout),
                      tile_layout_attr_get(p->ctx, &p->layouts.at[n->choices[0].layout]));
    ir_help(p->ctx, "name the layout on a tile.convert_layout of the result");
    return IR_FAILED;
  }
  layout_pin(p, node, layout, "a tensor-core product", dot);
  return IR_OK;
}

static IrStatus pin_product(LayoutProblem *p, uint32_t node, IrOp *dot, TileMmaOperand operand) {
  TileLayout layout;
  if (!product_layout(p, dot, operand, &layout)) return product_does_not_fit(p, dot);
  return pin_to(p, node, dot, &layout);
}

// ---- Products by wgmma.

static IrStatus pin_async(LayoutProblem *p, uint32_t node, IrOp *dot, TileMmaOperand operand) {
  int64_t groups[2];
  TileLayout layout;
  IrType type = p->nodes.at[node].type;
  tc_dot_async_warpgroups(dot, p->warps, groups);
  unsigned bytes = operand == TILE_MMA_A ? mem_element_bytes(ir_type_element(type)) : 2;
  if (groups[0] * groups[1] * TILE_GROUP_WARPS == p->warps &&
      tile_layout_wgmma(operand, bytes, ir_type_shape(type), (unsigned)groups[0],
                        (unsigned)groups[1], &layout))
    return pin_to(p, node, dot, &layout);
  (void)ir_op_error(
      dot, "has a product of {} that {}x{} warpgroups of the kernel's {} warps cannot share", type,
      groups[0], groups[1], (int64_t)p->warps);
  ir_help(p->ctx,
          "`warpgroups` are as many as the kernel has, and the powers of two in M and N are "
          "enough for 64 rows and 8 columns each");
  return IR_FAILED;
}

static IrStatus pin_async_operand(LayoutProblem *p, uint32_t node) {
  LayoutNode *n = &p->nodes.at[node];
  if (!n->edges.n) return IR_OK;
  bool is_a = p->edges.at[n->edges.at[0]].operand == 0;
  return pin_async(p, node, n->op, is_a ? TILE_MMA_A : TILE_MMA_C);
}

// A node of several values may have been made by something else than its product.
static IrStatus pin_async_result(IrOp *op, void *user) {
  LayoutProblem *p = user;
  if (!IS(op, tc_dot_async)) return IR_OK;
  return pin_async(p, layout_node_of(p, ir_op_result(op, 0)), op, TILE_MMA_C);
}

// Uses of a product's operands are nodes of their own.
static IrStatus pin_operand(LayoutProblem *p, uint32_t node) {
  static const TileMmaOperand operands[3] = {TILE_MMA_A, TILE_MMA_B, TILE_MMA_C};
  LayoutNode *n = &p->nodes.at[node];
  if (!n->edges.n) return IR_OK;
  return pin_product(p, node, n->op, operands[p->edges.at[n->edges.at[0]].operand]);
}

// ---- Accesses.

static IrStatus offer_global(LayoutProblem *p, uint32_t node, IrOp *op) {
  LayoutAccess access = layout_access_of(p->kernel, op);
  size_t rank = ir_type_shape(p->nodes.at[node].type).rank;
  unsigned dim = access.dim < 0 ? (rank ? (unsigned)rank - 1 : 0) : (unsigned)access.dim;
  bool indexed = !IS(op, tile_load) && !IS(op, tile_store);
  // Wherever the elements lie one by one, any layout will do.
  if (indexed && access.dim < 0) return IR_OK;
  const char *why = indexed ? "an indexed access" : access.is_store ? "a store" : "a load";
  layout_offer_access(p, node, dim, access.width, why, op);
  if (!p->nodes.at[node].num_choices) return layout_does_not_fit(p, op, p->nodes.at[node].type);
  return IR_OK;
}

// Are all accesses of the buffer known, so that its storage may change?
static bool is_free(const LayoutNode *n) {
  if (!IS(n->op, mem_alloc) || !ir_op_attr(n->op, "tile.staged")) return false;
  for (const IrUse *u = ir_value_first_use(n->value); u; u = ir_use_next(u))
    if (!IS(ir_use_op(u), tile_load) && !IS(ir_use_op(u), tile_store) &&
        !IS(ir_use_op(u), tc_dot_async))
      return false;
  return true;
}

// ---- Buffers that wgmma reads.

static TcOperand role_of(const IrUse *use) {
  return ir_use_index(use) == 0 ? TC_OPERAND_A : TC_OPERAND_B;
}

// What its instructions' parts of the tile begin at multiples of.
static int64_t begins_at(const IrUse *use) {
  TcWgmmaShape shape;
  if (role_of(use) == TC_OPERAND_A) return TC_WGMMA_ROWS;
  return tc_wgmma_shape(ir_attr_str(GET(ir_use_op(use), tc_dot_async, instr)), &shape) ? shape.n
                                                                                       : 1;
}

static const IrUse *async_use(const IrUse *use) {
  while (use && !IS(ir_use_op(use), tc_dot_async)) use = ir_use_next(use);
  return use;
}

// Can descriptors describe the storage to all products that read it?
static bool is_described(const LayoutNode *n, IrType type) {
  TcTile tile;
  for (const IrUse *u = async_use(ir_value_first_use(n->value)); u; u = async_use(ir_use_next(u)))
    if (!tc_wgmma_tile(type, role_of(u), &tile) || !tc_wgmma_begins_at(&tile, begins_at(u)))
      return false;
  return true;
}

static void offer_storage(LayoutNode *n, IrType type, const char *why) {
  for (uint32_t i = 0; i < n->num_choices; i++)
    if (n->choices[i].buffer == type) return;
  if (n->num_choices == LAYOUT_MOST_CHOICES) return;
  n->choices[n->num_choices++] = (LayoutChoice){.buffer = type, .why = why};
}

static void offer_described(LayoutProblem *p, LayoutNode *n, const IrUse *product) {
  IrType storages[2];
  size_t count =
      product_wgmma_storages(p->kernel, n->type, role_of(product), begins_at(product), storages);
  for (size_t i = 0; i < count; i++)
    if (is_described(n, storages[i])) offer_storage(n, storages[i], "wgmma");
  if (!n->num_choices) offer_storage(n, n->type, "tile-stage"); // tile-to-thread says why not
}

// The buffer's own layout first: the others have to be better.
static void offer_buffer(LayoutProblem *p, LayoutNode *n) {
  IrShape shape = mem_buffer_shape(n->type);
  IrType element = mem_buffer_element(n->type);
  bool free = is_free(n);
  unsigned widest = stage_widest_swizzle(p->kernel);
  const IrUse *product = free ? async_use(ir_value_first_use(n->value)) : NULL;
  if (product) {
    offer_described(p, n, product);
    return;
  }
  offer_storage(n, n->type, free ? "tile-stage" : "its type");
  if (!free || shape.rank < 2) return;
  for (unsigned column = 0; column < 2; column++) {
    int64_t extent = shape.at[shape.rank - 1 - column], rows = shape.at[shape.rank - 2 + column];
    int64_t bytes = extent * mem_element_bytes(element);
    for (unsigned span = 128; span >= 16; span /= 2) {
      unsigned used = span == 16 ? 0 : span;
      if (used && (used > widest || bytes % used || rows % 8)) continue;
      IrAttr swizzle = mem_swizzle_get(p->ctx, used, column);
      offer_storage(n, mem_buffer_type_get(shape, element, swizzle, MEM_SHARED), "a swizzle");
    }
    // Where rows have no swizzle they may begin in different banks.
    bool has_swizzle = bytes % 32 == 0 && rows % 8 == 0;
    IrAttr padded = mem_padded_get(p->ctx, PADDING, column);
    if (!has_swizzle && bytes % PADDING == 0)
      offer_storage(n, mem_buffer_type_get(shape, element, padded, MEM_SHARED), "padding");
  }
}

// Accesses of single elements: one after the other along the dimension along which memory is
// contiguous.  A tile.parallel is spread over as many threads as there are, whatever it does.
static IrStatus offer_elements(LayoutProblem *p, uint32_t node, const IrOp *map) {
  LayoutAccess access;
  for (IrOp *op = ir_tree_first(map, 0); op; op = ir_tree_next(op, map))
    if (layout_element_access(map, op, &access) && access.dim >= 0)
      layout_offer_access(p, node, (unsigned)access.dim, 1,
                          access.is_store ? "an element's store" : "an element's load", op);
  LayoutNode *n = &p->nodes.at[node];
  size_t rank = ir_type_shape(n->type).rank;
  if (IS(map, tile_parallel) && !n->num_choices)
    layout_offer_access(p, node, rank ? (unsigned)rank - 1 : 0, 1, "its elements", n->op);
  if (IS(map, tile_parallel) && !n->num_choices) return layout_does_not_fit(p, n->op, n->type);
  return IR_OK;
}

static IrStatus take_anchor(LayoutProblem *p, uint32_t node) {
  LayoutNode *n = &p->nodes.at[node];
  if (n->kind == LAYOUT_BUFFER) {
    offer_buffer(p, n);
    return IR_OK;
  }
  if (IS(n->op, tc_dot_async) && n->kind == LAYOUT_USE) return pin_async_operand(p, node);
  if (IS(n->op, tc_dot))
    return n->kind == LAYOUT_USE ? pin_operand(p, node) : pin_product(p, node, n->op, TILE_MMA_C);
  if (element_is_code(n->op) && !n->pinned) return offer_elements(p, node, n->op);
  return n->pinned || !layout_is_global(n->op) ? IR_OK : offer_global(p, node, n->op);
}

IrStatus layout_take_anchors(LayoutProblem *p) {
  for (uint32_t i = 0; i < p->nodes.n; i++) IR_TRY(take_anchor(p, i));
  return ir_walk_pre(p->kernel, pin_async_result, p);
}
