// tile-warp-specialize: warps of their own start the copies of a kernel.
//
// requires: channels (mem-channels), nothing shifted yet   preserves: what the kernel computes
//
//   %ch = mem.channel : !mem.channel<4>         %ch = mem.channel : !mem.channel<4>
//   %acc = tile.pipelined %k = 0 to %n ... {    tile.warp_specialize
//     mem.channel_acquire %ch[%k]                 role("compute") warps(8) registers(240) {
//     tile.async_copy ... into %ch[%k]              %acc = tile.pipelined %k = 0 to %n ... {
//     mem.channel_commit %ch[%k]          ==>         mem.channel_wait %ch[%k]
//     mem.channel_wait %ch[%k]                        ... products
//     ... products                                    mem.channel_release %ch[%k]
//     mem.channel_release %ch[%k]                   }
//   }                                               ... what follows
//   ... what follows                              }
//                                                 role("load") warps(4) registers(24) {
//                                                   tile.pipelined %k = 0 to %n ... {
//                                                     mem.channel_acquire %ch[%k]
//                                                     tile.async_copy ... into %ch[%k]
//                                                     mem.channel_commit %ch[%k]
//                                                   }
//                                                 }
//
// The load role is a slice of the kernel (slice.h): acquiring, copying and committing, with the
// arithmetic, loops and conditions that they need.  The compute role is all the rest.  Both count
// the positions of a channel alike, for they run the same loops.  Nothing has to be reordered: how
// far the copies get ahead is what the channel's slots allow.
//
// Only copies by TMA go to a role of their own, since one thread starts them; and only where there
// are products to work on meanwhile.  Registers that the load role does not need go to the other.
#include "dialects/mem/mem.h"
#include "dialects/tc/tc.h"
#include "dialects/tile/kernel.h"
#include "dialects/tile/roles.h"
#include "dialects/tile/target.h"
#include "dialects/tile/tile.h"
#include "ir/edit/rewriter.h"
#include "ir/interfaces/effects.h"
#include "ir/interfaces/loop.h"
#include "passes/tile/authored.h"
#include "passes/tile/product_wgmma.h"
#include "passes/tile/slice.h"
#include "passes/tile/tile_passes.h"

enum {
  LOAD_WARPS = 4, // a warpgroup, which is what gives registers away
  WARPGROUP = 4,
  MAX_COMPUTE_WARPS = 12, // with more, a thread begins with too few registers
  MIN_LOAD_REGISTERS = 24,
  MAX_LOAD_REGISTERS = 40,
  MAX_COMPUTE_REGISTERS = 240,
  MANY_BLOCKS_WARPS = 8, // up to which two blocks may share a multiprocessor
  MANY_BLOCKS_START = 128,
  UNIT = 8,
};

typedef IR_VEC(IrOp *) OpList;

// ---- What the kernel has.

typedef struct Contents {
  OpList producing; // acquiring, copying, committing
  const IrOp *slow; // a channel's copy that TMA does not make, or NULL
  bool has_product; // in a loop that waits for a channel
  int64_t most;     // registers that an instruction of a product names, and what it is issued with
} Contents;

static bool is_product(const IrOp *op) {
  return IS(op, tc_dot) || IS(op, tc_dot_async) || IS(op, tile_dot);
}

static IrStatus stop_at_product(IrOp *op, void *user) {
  (void)user;
  return is_product(op) ? IR_FAILED : IR_OK;
}

// Whether what is waited for here is multiplied in the loop around.
static bool feeds_product(const IrOp *wait) {
  IrOp *loop = ir_loop_around(wait, NULL);
  return loop && ir_walk_pre(loop, stop_at_product, NULL) != IR_OK;
}

static int64_t registers_named(const IrOp *op) {
  TcWgmmaShape shape;
  if (!IS(op, tc_dot_async)) return 0;
  if (!tc_wgmma_shape(ir_attr_str(GET(op, tc_dot_async, instr)), &shape)) return 0;
  return product_wgmma_registers(shape.n);
}

static IrStatus collect(IrOp *op, void *user) {
  Contents *contents = user;
  if (registers_named(op) > contents->most) contents->most = registers_named(op);
  bool copy = IS(op, tile_async_copy) && GET(op, tile_async_copy, channel);
  if (copy && !GET(op, tile_async_copy, tma)) contents->slow = op;
  if (copy || IS(op, mem_channel_acquire) || IS(op, mem_channel_commit))
    ir_vec_push(&contents->producing, op);
  if (IS(op, mem_channel_wait) && feeds_product(op)) contents->has_product = true;
  return IR_OK;
}

// ---- Registers.

typedef struct Budget {
  int64_t compute, load; // of a thread; 0: there is none
} Budget;

static int64_t round_down(int64_t value) {
  return value / UNIT * UNIT;
}

static int64_t compute_registers(int64_t all, int64_t warps, int64_t load) {
  int64_t most = round_down((all - load * LOAD_WARPS) / warps);
  return most < MAX_COMPUTE_REGISTERS ? most : MAX_COMPUTE_REGISTERS;
}

// The most for the compute role, then the most for the other that leaves it so.  Few warps leave
// room for a second block.  But ptxas takes no instruction that names more registers than a thread
// starts with, whatever it has later.
static Budget budget_of(const IrOp *kernel, int64_t named) {
  int64_t warps = tile_kernel_warps(kernel), sum = warps + LOAD_WARPS;
  int64_t start = tile_most_start_registers(kernel, sum);
  if (start < named) return (Budget){0, 0};
  if (sum <= MANY_BLOCKS_WARPS && start > MANY_BLOCKS_START)
    start = named > MANY_BLOCKS_START ? named : MANY_BLOCKS_START;
  Budget budget = {compute_registers(start * sum, warps, MIN_LOAD_REGISTERS), MIN_LOAD_REGISTERS};
  while ((budget.load + UNIT <= MAX_LOAD_REGISTERS || named > MANY_BLOCKS_START) &&
         compute_registers(start * sum, warps, budget.load + UNIT) == budget.compute)
    budget.load += UNIT;
  return budget.compute < MIN_LOAD_REGISTERS ? (Budget){0, 0} : budget;
}

// ---- Whether it applies.

typedef struct Reason {
  const IrOp *at; // NULL: the kernel
  const char *text;
} Reason;

// The attribute `tile.specialize`, else the pass's option.
static bool is_wished(const struct pass_warp_specialize_decl *self, const IrOp *kernel,
                      bool *forced) {
  TileWish wish = tile_kernel_wish(kernel, "tile.specialize");
  *forced = wish == TILE_WISH_YES;
  return wish == TILE_WISH_NONE ? self->options.specialize : *forced;
}

// setmaxnreg is one architecture's own.
static bool gives_registers(IrOp *kernel) {
  return tile_target_of(kernel)->suffix;
}

// What speaks against roles before looking at where copies depend on; no text: nothing.
static Reason reason_against(IrOp *kernel, const Contents *contents, bool forced) {
  int64_t warps = tile_kernel_warps(kernel);
  const IrOp *authored = authored_loop(kernel);
  if (authored) return (Reason){authored, "its ops have stages, which are those of one role"};
  if (!contents->producing.n) return (Reason){NULL, "nothing is copied through a channel"};
  if (!tile_target_of(kernel)->tma) return (Reason){NULL, "the target has no TMA"};
  if (contents->slow) return (Reason){contents->slow, "the copy is not made by TMA"};
  if (tile_kernel_cluster(kernel) > 1) return (Reason){NULL, "blocks of a cluster share its tiles"};
  if (warps % WARPGROUP) return (Reason){NULL, "it has no whole warpgroups"};
  if (warps > MAX_COMPUTE_WARPS)
    return (Reason){NULL, "with so many warps no registers are left for others"};
  if (!gives_registers(kernel) && !forced)
    return (Reason){NULL, "the target cannot give registers of one warp to another"};
  if (!budget_of(kernel, contents->most).compute)
    return (Reason){NULL, contents->most ? "threads would start with fewer registers than a "
                                           "product's instruction names"
                                         : "threads would start with too few registers"};
  if (!contents->has_product && !forced)
    return (Reason){NULL, "no product is computed while copies are under way"};
  return (Reason){NULL, NULL};
}

// ---- What stays outside of the roles.

static bool has_tile(const IrOp *op) {
  for (size_t i = 0; i < ir_op_num_results(op); i++)
    if (ir_type_kind(ir_value_type(ir_op_result(op, i))) == IR_TYPE_TENSOR) return true;
  for (size_t i = 0; i < ir_op_num_operands(op); i++)
    if (ir_type_kind(ir_value_type(ir_op_operand(op, i))) == IR_TYPE_TENSOR) return true;
  return false;
}

static bool depends_on_inside(const Slice *slice, const IrOp *op) {
  for (size_t i = 0; i < ir_op_num_operands(op); i++) {
    const IrOp *def = ir_value_op(ir_op_operand(op, i));
    if (def && !ir_ptrmap_get(&slice->outside, def)) return true;
  }
  return false;
}

// Allocations, and pure computation with single numbers from such values.
static bool stays_outside(const Slice *slice, const IrOp *op) {
  if (IS(op, mem_alloc) || IS(op, mem_channel) || ir_op_has_trait(op, IR_CONSTANT_LIKE))
    return true;
  return !ir_op_num_regions(op) && !ir_op_effect_kinds(op) && !has_tile(op) &&
         !depends_on_inside(slice, op);
}

static void find_outside(Slice *slice, const IrBlock *body) {
  IR_FOR_OPS(op, body)
  if (stays_outside(slice, op)) ir_ptrmap_set(&slice->outside, op, op);
}

// ---- Rewriting.

static IrOp *create_roles(IrOp *kernel, IrBlock *body, Budget budget) {
  static const char *const names[] = {"compute", "load"};
  IrContext *ctx = ir_op_context(kernel);
  IrBuilder b = ir_builder_at_end(ctx, body, ir_op_loc(kernel));
  int64_t warps[] = {tile_kernel_warps(kernel), LOAD_WARPS};
  int64_t registers[] = {budget.compute, budget.load};
  IrAttr words[] = {ir_attr_string(ctx, ir_str(names[0])), ir_attr_string(ctx, ir_str(names[1]))};
  bool gives = gives_registers(kernel);
  IrAttr attrs[] = {ir_attr_array(ctx, words, 2), ir_attr_i64_array(ctx, warps, 2),
                    gives ? ir_attr_i64_array(ctx, registers, 2) : NULL};
  IrOp *roles =
      ir_builder_create(&b, (IrOpCreate){.info = ir_op_info_of(ctx, OP_DEF(tile_warp_specialize)),
                                         .loc = b.loc,
                                         .attrs = attrs,
                                         .num_regions = 2});
  for (size_t i = 0; i < 2; i++) ir_region_append(ir_op_region(roles, i), ir_block_create(ctx));
  return roles;
}

static void move_rest(const Slice *slice, IrBlock *body, IrOp *roles) {
  IrBuilder to =
      ir_builder_at_end(ir_op_context(roles), tile_role_block(roles, 0), ir_op_loc(roles));
  for (IrOp *op = ir_block_first(body), *next; op != roles; op = next) {
    next = ir_op_next(op);
    if (ir_ptrmap_get(&slice->outside, op)) continue;
    ir_op_detach(op);
    ir_builder_insert(&to, op);
  }
}

// Erases what nobody uses any more, from the end on.
static void erase_dead(IrBlock *block) {
  for (IrOp *op = ir_block_last(block), *before; op; op = before) {
    before = ir_op_prev(op);
    for (size_t i = 0; i < ir_op_num_regions(op); i++)
      if (!ir_region_is_empty(ir_op_region(op, i)))
        erase_dead(ir_region_first(ir_op_region(op, i)));
    if (ir_op_is_dead(op)) ir_op_destroy(op);
  }
}

static void split(Slice *slice, const Contents *contents, Budget budget) {
  IrBlock *body = ir_region_first(ir_op_region(slice->kernel, 0));
  IrPtrMap map = {0};
  IrOp *roles = create_roles(slice->kernel, body, budget);
  IrBuilder load =
      ir_builder_at_end(ir_op_context(roles), tile_role_block(roles, 1), ir_op_loc(roles));
  slice_clone(slice, body, &load, &map);
  ir_ptrmap_free(&map);
  move_rest(slice, body, roles);
  for (size_t i = 0; i < contents->producing.n; i++) ir_op_destroy(contents->producing.at[i]);
  erase_dead(tile_role_block(roles, 0));
}

// What the load role reads while others write is not what the kernel reads.
static Reason cut(Slice *slice, const Contents *contents) {
  for (size_t i = 0; i < contents->producing.n; i++) {
    IrOp *op = contents->producing.at[i];
    if (IS(op, tile_async_copy) && slice_is_written(slice, GET(op, tile_async_copy, source)))
      return (Reason){op, "it copies from memory that the kernel writes"};
    if (!slice_add(slice, op)) return (Reason){slice->refused, slice->why};
  }
  return (Reason){NULL, NULL};
}

static void specialize(IrPassRun *run, IrOp *kernel, const Contents *contents) {
  const struct pass_warp_specialize_decl *self = run->decl;
  bool forced;
  if (!is_wished(self, kernel, &forced)) {
    IR_REMARK(run, self, missed_specialization, kernel, "has one role: none other is wished for");
    return;
  }
  Slice slice = slice_create(kernel);
  Reason reason = reason_against(kernel, contents, forced);
  find_outside(&slice, ir_region_first(ir_op_region(kernel, 0)));
  if (!reason.text) reason = cut(&slice, contents);
  if (reason.text) {
    IR_REMARK(run, self, missed_specialization, reason.at ? reason.at : kernel,
              "all warps have one role: {}", reason.text);
  } else {
    Budget budget = budget_of(kernel, contents->most);
    IR_REMARK(run, self, specialized, kernel, "{} warps compute ({} registers), {} copy ({})",
              tile_kernel_warps(kernel), budget.compute, (int64_t)LOAD_WARPS, budget.load);
    split(&slice, contents, budget);
    self->stats->kernels++;
  }
  slice_free(&slice);
}

IrStatus tile_warp_specialize_run(IrPassRun *run, IrOp *kernel) {
  Contents contents = {0};
  if (tile_kernel_roles(kernel)) return IR_OK; // an author's
  IrStatus status = ir_walk_pre(kernel, collect, &contents);
  IR_ASSERT(status == IR_OK, "the walk does not fail");
  specialize(run, kernel, &contents);
  ir_vec_free(&contents.producing);
  return IR_OK;
}
