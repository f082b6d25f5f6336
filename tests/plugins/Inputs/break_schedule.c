// A pass that makes one mistake of those that passes on copies, channels, roles, products and
// stores could make: it leaves a step out, does it too early, or for another position, slot, phase
// or number.
//
//   test-break-schedule{fault=no-wait at=2}
//
// The table says what is done to which op; `at` counts the places where it could be done, over all
// of the module.
#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/scf/scf.h"
#include "dialects/simt/simt.h"
#include "dialects/tc/tc.h"
#include "dialects/tile/kernel.h"
#include "dialects/tile/tile.h"
#include "ir/ir.h"

#define PASS_TABLE \
  PASS(test_break_schedule, "test-break-schedule", \
       SUMMARY("Make a mistake in a schedule.") ANCHOR("builtin.module") \
           OPTIONS(OPT_STRING(fault, "", "the mistake") OPT_INT( \
               at, 0, "in which of the places where it could be made")) RUN(run_break))

#define IR_PASSDEF_DECLARE
#include "ir/pass/passdef_begin.inc"
PASS_TABLE
#include "ir/pass/passdef_end.inc"

typedef enum Mistake {
  LEAVE_OUT,
  TOO_EARLY, // moved up, with the branch around it, to in front of the last read or wait for
             // products
  TOO_LATE,  // moved down, to behind the arrival that follows in its block
  SHIFT,     // operand number `what` is one more
  FLIP,      // or its lowest bit the other one
  LESS,      // or 16 less
  HALF,      // or half of that
  SHARED,    // a block's own copy is marked as the same in all blocks
  ALONE,     // a barrier of the cluster, in two parts, is one of the block
  COUNT,     // attribute number `what` is one more
  TOO_SMALL, // the channel has one slot fewer, and what is computed with their number follows
} Mistake;

typedef struct Fault {
  const char *name, *op;
  Mistake mistake;
  size_t what;
} Fault;

static const Fault faults[] = {
    {"no-acquire", "mem.channel_acquire", LEAVE_OUT, 0},
    {"no-commit", "mem.channel_commit", LEAVE_OUT, 0},
    {"no-wait", "mem.channel_wait", LEAVE_OUT, 0},
    {"no-release", "mem.channel_release", LEAVE_OUT, 0},
    {"no-copy", "tile.async_copy", LEAVE_OUT, 0},
    {"shared-copy", "tile.async_copy", SHARED, 0},
    {"no-store-wait", "tile.async_store_wait", LEAVE_OUT, 0},
    {"early-release", "mem.channel_release", TOO_EARLY, 0},
    {"next-acquire", "mem.channel_acquire", SHIFT, 1},
    {"next-commit", "mem.channel_commit", SHIFT, 1},
    {"next-wait", "mem.channel_wait", SHIFT, 1},
    {"next-release", "mem.channel_release", SHIFT, 1},
    {"next-slot", "mem.index", SHIFT, 1},
    {"small-channel", "mem.channel", TOO_SMALL, 0},
    {"late-product", "tc.dot_wait", COUNT, 0},
    {"no-barrier", "simt.barrier", LEAVE_OUT, 0},
    {"no-proxy-fence", "mem.fence_proxy_async", LEAVE_OUT, 0},
    {"late-proxy-fence", "mem.fence_proxy_async", TOO_LATE, 0},
    {"no-init-fence", "mem.fence_mbarrier_init", LEAVE_OUT, 0},
    {"no-init", "mem.mbarrier_init", LEAVE_OUT, 0},
    {"more-arrivals", "mem.mbarrier_init", COUNT, 0},
    {"no-arrival", "mem.mbarrier_arrive", LEAVE_OUT, 0},
    {"no-bytes", "mem.mbarrier_arrive_expect_tx", LEAVE_OUT, 0},
    {"fewer-bytes", "mem.mbarrier_arrive_expect_tx", LESS, 2},
    {"no-phase", "mem.mbarrier_wait", LEAVE_OUT, 0},
    {"other-phase", "mem.mbarrier_wait", FLIP, 2},
    {"other-barrier", "mem.tma_load", SHIFT, 0}, // what: found by type
    {"no-box", "mem.tma_load", LEAVE_OUT, 0},
    {"half-bytes", "mem.mbarrier_arrive_expect_tx", HALF, 2},
    {"other-blocks", "mem.tma_load", FLIP, 0},
    {"other-peer", "mem.map_cluster", FLIP, 1},
    {"not-met", "simt.cluster_arrive", ALONE, 0},
    {"no-cp-commit", "mem.async_commit", LEAVE_OUT, 0},
    {"no-cp-wait", "mem.async_wait", LEAVE_OUT, 0},
    {"more-groups", "mem.async_wait", COUNT, 0},
    {"no-bulk-commit", "mem.bulk_commit", LEAVE_OUT, 0},
    {"no-bulk-wait", "mem.bulk_wait", LEAVE_OUT, 0},
    {"no-product-commit", "tc.wgmma_commit", LEAVE_OUT, 0},
    {"more-products", "tc.wgmma_wait", COUNT, 0},
    {"no-grid-wait", "simt.griddepcontrol", LEAVE_OUT, 0},
};

static const Fault *fault_named(const char *name) {
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
    if (ir_str_is(ir_str(name), faults[i].name)) return &faults[i];
  return NULL;
}

// ---- Mistakes

static bool may_leave_out(IrOp *op) {
  if (IS(op, simt_griddepcontrol)) return simt_waits_for_grids(op);
  for (size_t i = 0; i < ir_op_num_results(op); i++)
    if (ir_value_has_uses(ir_op_result(op, i))) return false;
  return true;
}

// What moves: a release, or the branch that holds nothing else.
static IrOp *what_moves(IrOp *release) {
  IrOp *around = ir_op_parent(release);
  return IS(around, scf_if) ? around : release;
}

// What has read the slot, or waits for products that do.
static IrOp *read_before(IrOp *release) {
  IrOp *op = ir_op_prev(what_moves(release));
  while (op && !IS(op, tile_load) && !IS(op, tc_dot_wait)) op = ir_op_prev(op);
  return op;
}

static bool is_own_copy(IrOp *copy) {
  return tile_kernel_multicast(ir_op_enclosing(copy, &tile_kernel)) > 1 &&
         GET(copy, tile_async_copy, tma) && !GET(copy, tile_async_copy, multicast);
}

static IrStatus stop_at_arrival(IrOp *op, void *user) {
  (void)user;
  return IS(op, mem_mbarrier_arrive) ? IR_FAILED : IR_OK;
}

// An arrival, or the branch that it is in.
static IrOp *arrival_behind(IrOp *op) {
  IrOp *next = ir_op_next(op);
  while (next && ir_walk_pre(next, stop_at_arrival, NULL) == IR_OK) next = ir_op_next(next);
  return next;
}

static IrValue *constant(IrBuilder *b, IrType type, int64_t value) {
  return ir_builder_constant(b, NULL, ir_attr_integer(type, value), type);
}

static void change_operand(IrOp *op, size_t i, Mistake mistake) {
  IrBuilder b = ir_builder_before(op);
  IrValue *old = ir_op_operand(op, i);
  IrType type = ir_value_type(old);
  IrOp *changed;
  if (mistake == FLIP)
    changed = BUILD(&b, arith_xori, .lhs = old, .rhs = constant(&b, type, 1));
  else if (mistake == HALF)
    changed = BUILD(&b, arith_divui, .lhs = old, .rhs = constant(&b, type, 2));
  else if (mistake == LESS)
    changed = BUILD(&b, arith_subi, .lhs = old, .rhs = constant(&b, type, 16));
  else
    changed = BUILD(&b, arith_addi, .lhs = old, .rhs = constant(&b, type, 1));
  ir_op_set_operand(op, i, ir_op_result(changed, 0));
}

static bool has_slots(const IrOp *op) {
  return mem_channel_slots(ir_value_type(ir_op_result(op, 0))) > 1;
}

static void take_slot(IrOp *op) {
  IrValue *channel = ir_op_result(op, 0);
  int64_t slots = mem_channel_slots(ir_value_type(channel));
  ir_value_set_type(channel, mem_channel_type_get(ir_op_context(op), slots - 1));
}

static void add_to_attr(IrOp *op, size_t slot) {
  IrAttr old = ir_op_slot_attr(op, slot);
  ir_op_set_slot_attr(op, slot, ir_attr_integer(ir_attr_type(old), ir_attr_int(old) + 1));
}

static size_t mask_of(const IrOp *load) {
  size_t i = ir_op_num_operands(load);
  while (i > 0 && !ir_type_is_integer(ir_value_type(ir_op_operand(load, i - 1)), 16)) i--;
  return i - 1;
}

// Of TMA the fault is the row of mbarriers' index, behind the barrier, or the mask of blocks.
static size_t operand_of(const IrOp *op, const Fault *fault) {
  if (!ir_str_is(ir_op_name(op), "mem.tma_load")) return fault->what;
  if (fault->mistake == FLIP) return mask_of(op);
  for (size_t i = 0; i + 1 < ir_op_num_operands(op); i++)
    if (mem_is_buffer(ir_value_type(ir_op_operand(op, i))) &&
        mem_is_mbarrier(mem_buffer_element(ir_value_type(ir_op_operand(op, i)))))
      return i + 1;
  return fault->what;
}

static bool can_make(IrOp *op, const Fault *fault) {
  if (!ir_str_is(ir_op_name(op), fault->op)) return false;
  if (fault->mistake == LEAVE_OUT) return may_leave_out(op);
  if (fault->mistake == TOO_EARLY) return read_before(op) != NULL;
  if (fault->mistake == TOO_LATE) return arrival_behind(op) != NULL;
  if (fault->mistake == TOO_SMALL) return has_slots(op);
  if (fault->mistake == SHARED) return is_own_copy(op);
  if (fault->mistake == ALONE) return IS(ir_op_next(op), simt_cluster_wait);
  if (IS(op, mem_tma_load) && fault->mistake == FLIP)
    return GET(op, mem_tma_load, multicast) != NULL;
  return true;
}

static void make(IrOp *op, const Fault *fault) {
  switch (fault->mistake) {
  case LEAVE_OUT:
    ir_op_destroy(op);
    break;
  case TOO_EARLY: {
    IrOp *moves = what_moves(op), *read = read_before(op);
    ir_op_detach(moves);
    ir_op_insert_before(moves, read);
    break;
  }
  case SHARED:
    SET_ATTR(op, tile_async_copy, multicast, ir_attr_unit(ir_op_context(op)));
    break;
  case ALONE: {
    IrBuilder b = ir_builder_before(op);
    BUILD(&b, simt_barrier, NO_ARGS);
    ir_op_destroy(ir_op_next(op));
    ir_op_destroy(op);
    break;
  }
  case TOO_LATE: {
    IrOp *next = ir_op_next(arrival_behind(op));
    ir_op_detach(op);
    ir_op_insert_before(op, next);
    break;
  }
  case COUNT:
    add_to_attr(op, fault->what);
    break;
  case TOO_SMALL:
    take_slot(op);
    break;
  default:
    change_operand(op, operand_of(op, fault), fault->mistake);
    break;
  }
}

// ---- Places

typedef struct Places {
  const Fault *fault;
  int64_t left;
  IrOp *found;
} Places;

static IrStatus count(IrOp *op, void *user) {
  Places *places = user;
  if (!places->found && can_make(op, places->fault) && places->left-- == 0) places->found = op;
  return IR_OK;
}

static IrStatus run_break(IrPassRun *run, IrOp *module) {
  const struct test_break_schedule_decl *self = run->decl;
  Places places = {fault_named(self->options.fault), self->options.at, NULL};
  if (!places.fault) return ir_op_error(module, "knows no mistake '{}'", self->options.fault);
  (void)ir_walk_pre(module, count, &places);
  if (!places.found) return ir_op_error(module, "has no place for that mistake");
  make(places.found, places.fault);
  return IR_OK;
}

#define IR_PASSDEF_DEFINE
#include "ir/pass/passdef_begin.inc"
PASS_TABLE
#include "ir/pass/passdef_end.inc"

static IrStatus load(IrContext *ctx) {
  return ir_pass_register(ctx, &test_break_schedule);
}

IR_PLUGIN("test-break-schedule", "0.1", load)
