// tile-persistent: as many blocks as multiprocessors, each of which computes one tile after the
// other.
//
// requires: asynchronous copies and stores, no channels yet   preserves: what is computed
// breaks: the grid and the block indices
//
//   tile.kernel @k grid(%x = e1, %y = e2) {    tile.kernel @k grid(%p = min(e1 * e2, P)) {
//     %s = mem.alloc                             %s = mem.alloc
//     ... body of %x, %y                  ==>    %n = tile.num_blocks
//     tile.async_store_wait                      scf.for %t = %p to e1 * e2 step %n {
//   }                                              %x, %y = (of tile number %t)
//                                                  ... body, waits in front of writes
//                                                }
//                                                tile.async_store_wait
//                                              }
//
// P is device.processors, which the host knows at launch, or a number that somebody named.
//
// What a block does when it begins and ends is done once: channels are made, roles start, and one
// tile's stores go on under the next one's products, whose copies are ahead of them.  Which tiles
// are at work at one time is chosen, too (raster.h).
//
// Blocks that load for each other (`multicast`) compute tiles that differ in the first index alone:
// it stays a block index, and the loop is over the others.
//
// Blocks are independent of each other, so the tiles of one block are, and no order among them has
// to be kept.  A kernel whose blocks tell each other something by atomic accesses in an order keeps
// its grid, as does one that says which block it is, or knows how many blocks there are.
#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/scf/scf.h"
#include "dialects/tc/tc.h"
#include "dialects/tile/kernel.h"
#include "dialects/tile/target.h"
#include "ir/interfaces/call.h"
#include "ir/interfaces/effects.h"
#include "ir/interfaces/loop.h"
#include "ir/support/map.h"
#include "ir/support/vec.h"
#include "passes/arith/build.h"
#include "passes/mem/global_writes.h"
#include "passes/mem/store_waits.h"
#include "passes/tile/access.h"
#include "passes/tile/raster.h"
#include "passes/tile/tile_passes.h"
#include "passes/tile/uneven.h"

enum {
  MOST_GROUP = 1 << 16,
  MANY_PROCESSORS = 128,
  WARPGROUP = 4,   // roles are made of such (tile-warp-specialize),
  MOST_WARPS = 12, // for as many that compute
};

// ---- Whether it applies

typedef enum Wish { NO, BY_RULE, YES } Wish;

// A kernel's attribute, else the option.
static Wish wish_of(const struct tile_persistent_decl *self, const IrOp *kernel) {
  TileWish wish = tile_kernel_wish(kernel, "tile.persistent");
  if (wish != TILE_WISH_NONE) return wish == TILE_WISH_YES ? YES : NO;
  return (Wish)self->options.persistent;
}

typedef struct Contents {
  const IrOp *kernel;
  bool fills, multiplies; // loops copy by TMA; they have products
  const IrOp *speaks;     // says which block it is, or may
  const IrOp *orders;     // tells other blocks something
  bool takes_turns;       // at channels that count positions for one tile, or in roles
  bool counts;            // how many blocks there are
} Contents;

static IrStatus look_at(IrOp *op, void *user) {
  Contents *c = user;
  bool product = IS(op, tc_dot) || IS(op, tc_dot_async);
  if (IS(op, tile_async_copy) && GET(op, tile_async_copy, tma))
    c->fills |= ir_loop_around(op, c->kernel) != NULL;
  if (product) c->multiplies |= ir_loop_around(op, c->kernel) != NULL;
  if (IS(op, tile_print) || IS(op, tile_assert) || ir_op_is_call(op)) c->speaks = op;
  if (IS(op, mem_channel) || IS(op, tile_warp_specialize)) c->takes_turns = true;
  if (IS(op, tile_num_blocks)) c->counts = true;
  if (mem_orders_others(op)) c->orders = op;
  return IR_OK;
}

static Contents contents_of(IrOp *kernel) {
  Contents c = {.kernel = kernel};
  (void)ir_walk_pre(kernel, look_at, &c);
  return c;
}

// Whether an extent is what only the host knows.
static bool has_outer_extent(const IrOp *kernel) {
  IrStr name;
  for (size_t i = 0; i < tile_kernel_grid_rank(kernel); i++)
    if (tile_kernel_has_outer_name(kernel, tile_kernel_grid(kernel, i), &name)) return true;
  return false;
}

// Why the grid has to stay; NULL: it need not.
static const char *reason_against(const IrOp *kernel, const Contents *c) {
  if (tile_kernel_cluster(kernel) > 1) return "blocks of a cluster share its tiles";
  if (tile_kernel_grid_rank(kernel) == 0) return "it has one block";
  if (c->takes_turns) return "it has channels or roles already, which are there once for a block";
  if (c->speaks) return "it may say which block it is";
  if (c->counts) return "its blocks ask how many they are";
  if (has_outer_extent(kernel)) return "its grid names what blocks cannot ask for";
  if (c->orders) return "its blocks tell each other something, in an order";
  return NULL;
}

// The same for what nobody asked for.
static const char *reason_by_rule(const IrOp *kernel, const Contents *c) {
  if (!c->fills) return "no loop copies by TMA";
  if (!c->multiplies) return "no loop multiplies";
  int64_t warps = tile_kernel_warps(kernel);
  bool one_role = tile_kernel_wish(kernel, "tile.specialize") == TILE_WISH_NO;
  if (one_role || warps % WARPGROUP || warps > MOST_WARPS)
    return "its warps have one role, so that several blocks may share a multiprocessor";
  return NULL;
}

// ---- Grid

typedef struct Persistent {
  IrOp *kernel;
  IrBlock *body;
  size_t first, rank;   // of the grid there was; indices before the first one stay
  IrAttr tiles, blocks; // #tile.expr of their numbers
  int64_t group;        // of the order of tiles
  bool balanced;        // the order is that of `uneven`
  Uneven uneven;
  IrAttr most_blocks; // #tile.expr; NULL: no loop, the order alone changes
} Persistent;

// The expressions are too long together: false.
static bool find_grid(Persistent *p) {
  p->rank = tile_kernel_grid_rank(p->kernel);
  p->tiles = tile_kernel_grid(p->kernel, p->first);
  for (size_t i = p->first + 1; i < p->rank && p->tiles; i++)
    p->tiles = tile_expr_binary(TILE_EXPR_MUL, p->tiles, tile_kernel_grid(p->kernel, i));
  p->blocks = p->tiles;
  if (p->tiles && p->most_blocks)
    p->blocks = tile_expr_binary(TILE_EXPR_MIN, p->tiles, p->most_blocks);
  return p->blocks;
}

// The same as values, in front of everything.
typedef struct Counts {
  IrValue *extents[TILE_MAX_GRID], *tiles;
} Counts;

static IrValue *build_expr(IrBuilder *b, IrAttr attr) {
  TileExpr expr;
  const TileExprNode *nodes = tile_expr_nodes(attr, &expr.n);
  memcpy(expr.nodes, nodes, expr.n * sizeof *nodes);
  return tile_expr_build(b, &expr);
}

static bool build_counts(const Persistent *p, IrBuilder *b, Counts *counts) {
  for (size_t i = p->first; i < p->rank; i++) {
    IrValue *extent = counts->extents[i] = build_expr(b, tile_kernel_grid(p->kernel, i));
    if (!extent) return false;
    counts->tiles = i > p->first ? build_binary(b, &arith_muli, counts->tiles, extent) : extent;
  }
  return true;
}

// ---- What is the same for all tiles

static bool is_old_index(const Persistent *p, const IrValue *value) {
  for (size_t i = p->first; i < p->rank; i++)
    if (value == tile_kernel_block_index(p->kernel, i)) return true;
  return false;
}

// Buffers, constants, and scalars that follow from the kernel's arguments.
static bool stays_in_front(const Persistent *p, const IrPtrMap *front, const IrOp *op) {
  if (IS(op, mem_alloc)) return true;
  if (ir_op_num_regions(op) || ir_op_num_results(op) == 0 || ir_op_effect_kinds(op)) return false;
  bool constant = ir_op_has_trait(op, IR_CONSTANT_LIKE);
  for (size_t i = 0; i < ir_op_num_results(op); i++)
    if (!constant && ir_type_is_shaped(ir_value_type(ir_op_result(op, i)))) return false;
  for (size_t i = 0; i < ir_op_num_operands(op); i++) {
    const IrValue *operand = ir_op_operand(op, i);
    if (is_old_index(p, operand)) return false;
    if (ir_value_op(operand) && !ir_ptrmap_get(front, ir_value_op(operand))) return false;
  }
  return true;
}

typedef IR_VEC(IrOp *) OpList;

// The other ops, in order.
static void find_work(const Persistent *p, OpList *work) {
  IrPtrMap front = {0};
  IR_FOR_OPS(op, p->body) {
    if (stays_in_front(p, &front, op))
      ir_ptrmap_set(&front, op, op);
    else
      ir_vec_push(work, op);
  }
  ir_ptrmap_free(&front);
}

// ---- Rewriting

static IrValue *as_i32(IrBuilder *b, IrValue *index) {
  return build_cast(b, &arith_index_cast, index, ir_type_i32(b->ctx));
}

// The old block index that varies as the `i`-th of the order: as they were, or the uneven one last.
static size_t index_at(const Persistent *p, size_t i) {
  size_t index = p->first + i;
  if (!p->balanced || index < p->uneven.index) return index;
  return index + 1 < p->rank ? index + 1 : p->uneven.index;
}

// The longest tiles first: from the end, where tiles take longer the larger the index is.
static IrValue *from_the_longest(const Persistent *p, const Counts *counts, IrBuilder *front,
                                 IrBuilder *b, size_t index, IrValue *value) {
  if (!p->balanced || index != p->uneven.index || !p->uneven.grows) return value;
  IrValue *one = build_int(front, ir_type_i32(front->ctx), 1);
  IrValue *last = build_binary(front, &arith_subi, as_i32(front, counts->extents[index]), one);
  value = build_binary(b, &arith_subi, last, as_i32(b, value));
  return build_cast(b, &arith_index_castui, value, ir_type_index(b->ctx));
}

// Values for the old block indices, built with `b`; what is the same for all tiles with `front`.
static void replace_indices(const Persistent *p, const Counts *counts, IrBuilder *front,
                            IrBuilder *b, IrValue *tile) {
  RasterGrid grid = {.rank = p->rank - p->first};
  IrValue *indices[TILE_MAX_GRID] = {tile};
  if (grid.rank > 1) {
    size_t needed = grid.rank > 2 ? grid.rank - 1 : grid.rank;
    for (size_t i = 0; i < needed; i++)
      grid.extents[i] = as_i32(front, counts->extents[index_at(p, i)]);
    raster_indices(b, &grid, p->group, as_i32(b, tile), indices);
  }
  for (size_t i = 0; i < grid.rank; i++) {
    IrValue *old = tile_kernel_block_index(p->kernel, index_at(p, i));
    IrValue *index = from_the_longest(p, counts, front, b, index_at(p, i), indices[i]);
    if (index != tile) ir_value_take_name(index, old);
    ir_value_replace_uses(old, index);
  }
}

// The tile that a block takes as number `tile` of its order.  Blocks take their tiles of a round of
// `step` in their own order and those of the next in the opposite one, so that who had the longest
// tile has the shortest next.  The last round may be a shorter one.
static IrValue *there_and_back(IrBuilder *front, IrBuilder *b, IrValue *tile, IrValue *block,
                               IrValue *step, IrValue *tiles) {
  IrType i32 = ir_type_i32(b->ctx);
  IrValue *one = build_int(front, i32, 1), *zero = build_int(front, i32, 0);
  IrValue *own = as_i32(front, block), *blocks = as_i32(front, step), *all = as_i32(front, tiles);
  IrValue *t = as_i32(b, tile), *round = build_binary(b, &arith_divui, t, blocks);
  IrValue *odd = build_cmpi(b, ARITH_NE, build_binary(b, &arith_andi, round, one), zero);
  IrValue *next = build_binary(b, &arith_addi, build_binary(b, &arith_subi, t, own), blocks);
  IrValue *end = build_binary(b, &arith_minui, next, all); // of this round
  IrValue *back = build_binary(b, &arith_subi, build_binary(b, &arith_subi, end, own), one);
  IrValue *found = build_select(b, odd, back, t);
  return build_cast(b, &arith_index_castui, found, ir_type_index(b->ctx));
}

static void replace_grid(Persistent *p) {
  size_t first = tile_kernel_num_args(p->kernel) + p->first;
  IrAttr extents[] = {tile_kernel_grid(p->kernel, 0), p->blocks};
  for (size_t i = p->first; i < p->rank; i++) ir_block_erase_arg(p->body, first);
  SET_ATTR(p->kernel, tile_kernel, grid,
           ir_attr_array(ir_op_context(p->kernel), extents + !p->first, 1 + p->first));
}

// A wait at the end of a tile would keep the next one waiting.
static void drop_last_waits(IrBlock *loop_body) {
  for (IrOp *op = ir_block_last(loop_body), *before; op; op = before) {
    before = ir_op_prev(op);
    if (!IS(op, tile_async_store_wait) || GET(op, tile_async_store_wait, complete)) return;
    ir_op_destroy(op);
  }
}

static void make_loop(Persistent *p, const Counts *counts, IrBuilder *front, IrValue *block,
                      OpList *work) {
  IrContext *ctx = ir_op_context(p->kernel);
  IrValue *step = BUILD1(front, tile_num_blocks, .blocks_type = ir_type_index(ctx));
  IrBuilder end = ir_builder_at_end(ctx, p->body, front->loc);
  IrOp *loop = scf_for_create(&end, block, counts->tiles, step, NULL, 0);
  IrBlock *inside = scf_block(loop, 0);
  IrBuilder b = ir_builder_at_end(ctx, inside, front->loc), before = ir_builder_before(loop);
  IrValue *tile = ir_block_arg(inside, 0);
  ir_value_set_name(tile, ctx, IR_STR("tile"));
  if (p->balanced) tile = there_and_back(&before, &b, tile, block, step, counts->tiles);
  replace_indices(p, counts, &before, &b, tile);
  for (size_t i = 0; i < work->n; i++) {
    ir_op_detach(work->at[i]);
    ir_builder_insert(&b, work->at[i]);
  }
  drop_last_waits(inside);
  b = ir_builder_at_end(ctx, inside, front->loc);
  BUILD(&b, scf_yield, NO_ARGS);
}

static bool rewrite(Persistent *p) {
  IrContext *ctx = ir_op_context(p->kernel);
  OpList work = {0};
  Counts counts;
  find_work(p, &work);
  if (!work.n) return true;
  IrValue *block = ir_block_add_arg(p->body, ir_type_index(ctx), ir_op_loc(p->kernel));
  ir_value_set_name(block, ctx, IR_STR("block"));
  IrBuilder front = ir_builder_before(work.at[0]);
  front.loc = ir_op_loc(p->kernel);
  bool done = build_counts(p, &front, &counts);
  if (done && p->most_blocks)
    make_loop(p, &counts, &front, block, &work);
  else if (done)
    replace_indices(p, &counts, &front, &front, block);
  ir_vec_free(&work);
  if (done) replace_grid(p);
  if (done && p->most_blocks) (void)mem_insert_store_waits(p->kernel, false);
  return done;
}

// ---- The pass

// Of each cluster one.
static IrAttr blocks_of(const struct tile_persistent_decl *self, IrOp *kernel) {
  IrContext *ctx = ir_op_context(kernel);
  int64_t group = tile_kernel_multicast(kernel);
  if (self->options.blocks) return tile_expr_attr_int(ctx, self->options.blocks / group);
  IrAttr all = tile_expr_attr_name(ctx, IR_STR(TILE_PROCESSORS)), one = tile_expr_attr_int(ctx, 1);
  if (group == 1) return all;
  IrAttr groups = tile_expr_binary(TILE_EXPR_FLOORDIV, all, tile_expr_attr_int(ctx, group));
  return tile_expr_binary(TILE_EXPR_MAX, groups, one);
}

// How many tiles are at work at one time, on the largest device that is known.
static int64_t at_work(const struct tile_persistent_decl *self, IrOp *kernel) {
  int64_t known = tile_target_of(kernel)->processors;
  int64_t blocks = self->options.blocks ? self->options.blocks : known ? known : MANY_PROCESSORS;
  return blocks / tile_kernel_multicast(kernel);
}

// Indices that are looped over.
static size_t num_indices(const IrOp *kernel) {
  return tile_kernel_grid_rank(kernel) - (tile_kernel_multicast(kernel) > 1);
}

// The kernel's attribute, the option, or what is best.
static int64_t group_of(const struct tile_persistent_decl *self, IrOp *kernel) {
  IrAttr wish = ir_op_attr(kernel, "tile.raster");
  int64_t group = self->options.raster;
  if (wish && ir_attr_kind(wish) == IR_ATTR_INTEGER) group = ir_attr_int(wish);
  if (num_indices(kernel) < 2) return 0;
  return group >= 0 ? group : raster_default_group(kernel, at_work(self, kernel));
}

// Whether tiles are to be taken from the longest to the shortest: the kernel's attribute, or where
// nobody asked for another order.
static bool wants_balance(const struct tile_persistent_decl *self, const IrOp *kernel) {
  TileWish wish = tile_kernel_wish(kernel, "tile.balance");
  if (wish != TILE_WISH_NONE) return wish == TILE_WISH_YES;
  return self->options.raster < 0 && !ir_op_attr(kernel, "tile.raster");
}

static const char *why_not(const struct tile_persistent_decl *self, IrOp *kernel) {
  Wish wish = wish_of(self, kernel);
  Contents contents = contents_of(kernel);
  if (wish == NO) return "that is not wished for";
  const char *reason = reason_against(kernel, &contents);
  // The general version of a kernel has no TMA, and a multiprocessor may have several of its
  // blocks.
  bool general = ir_op_attr(kernel, "tile.version") && !contents.fills;
  if (!reason && (wish == BY_RULE || general)) reason = reason_by_rule(kernel, &contents);
  if (!reason && self->options.blocks && self->options.blocks < tile_kernel_multicast(kernel))
    reason = "there are to be fewer blocks than run together";
  return reason;
}

// Without a loop the order of blocks may still be another one, where somebody asks for it.
static bool is_order_wished(const IrOp *kernel) {
  IrAttr wish = ir_op_attr(kernel, "tile.raster");
  Contents contents = contents_of((IrOp *)kernel);
  return wish && ir_attr_kind(wish) == IR_ATTR_INTEGER && ir_attr_int(wish) > 0 &&
         num_indices(kernel) > 1 && !reason_against(kernel, &contents);
}

static void say_so(IrPassRun *run, const struct tile_persistent_decl *self, const Persistent *p) {
  IrStream order = {0};
  if (p->balanced)
    ir_write_cstr(&order, ", the longest first, there and back");
  else if (p->group)
    ir_print(&order, ", in groups of {}", p->group);
  else if (p->rank - p->first > 1)
    ir_write_cstr(&order, ", row by row");
  if (self->options.blocks)
    IR_REMARK(run, self, persistent, p->kernel, "has at most {} blocks, which loop over tiles{}",
              self->options.blocks, ir_stream_str(&order));
  else
    IR_REMARK(run, self, persistent, p->kernel,
              "has a block for each multiprocessor, which loop over tiles{}",
              ir_stream_str(&order));
  ir_stream_free(&order);
}

IrStatus tile_persistent_run(IrPassRun *run, IrOp *kernel) {
  const struct tile_persistent_decl *self = run->decl;
  Persistent p = {.kernel = kernel,
                  .body = ir_region_first(ir_op_region(kernel, 0)),
                  .first = tile_kernel_multicast(kernel) > 1};
  const char *reason = why_not(self, kernel);
  if (reason) {
    IR_REMARK(run, self, missed_persistent, kernel, "has a block for each tile: {}", reason);
    if (!is_order_wished(kernel)) return IR_OK;
  }
  if (!reason) p.most_blocks = blocks_of(self, kernel);
  p.balanced = !reason && wants_balance(self, kernel) && uneven_find(kernel, p.first, &p.uneven);
  p.group = p.balanced ? 0 : group_of(self, kernel);
  if (p.group > MOST_GROUP)
    return ir_op_error(kernel, "has groups of {} tiles, more than {}", p.group, (int)MOST_GROUP);
  if (!find_grid(&p)) {
    IR_REMARK(run, self, missed_persistent, kernel,
              "has a block for each tile: the extents of its grid are too long an expression");
    return IR_OK;
  }
  if (!rewrite(&p)) return IR_FAILED;
  self->stats->kernels++;
  if (p.most_blocks) say_so(run, self, &p);
  return IR_OK;
}
