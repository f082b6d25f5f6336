// tile-to-thread: roles, each in a branch of its own on the number of the warp.
//
//   tile.warp_specialize                          %c = arith.cmpi uge, %warp, 8
//     role("compute") warps(8) registers(240) {   scf.if %c {
//       ...                                         simt.setmaxnreg dec 24
//     }                                             %one = (simt.elect, and the warp is the 8th)
//     role("load") warps(4) registers(24) {  ==>    scf.if %one { ... }
//       ...                                       } else {
//     }                                             simt.setmaxnreg inc 240
//                                                   ...
//                                                 }
//
// All threads of a warp have one role, which is said to ptxas by a shuffle of the warp's number:
// the branch is uniform, and ops that need all lanes may stand in it.  A barrier in a role is a
// named one, of its threads.  A role that only hands over what TMA copies needs one lane.  Its code
// comes first: the others have nothing to do before it has begun, and in a cold launch instructions
// come from memory.
#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/memref/memref.h"
#include "dialects/scf/scf.h"
#include "dialects/tile/kernel.h"
#include "dialects/tile/roles.h"
#include "dialects/tile/tile.h"
#include "ir/interfaces/effects.h"
#include "passes/lower/thread.h"

// ---- What other files ask.

const ThreadRole *thread_role_of(const ThreadRoles *roles, const IrOp *op) {
  for (const IrBlock *block = roles->n ? ir_op_block(op) : NULL; block;) {
    for (size_t i = 0; i < roles->n; i++)
      if (roles->at[i].block == block) return &roles->at[i];
    const IrOp *parent = ir_block_parent(block);
    block = parent ? ir_op_block(parent) : NULL;
  }
  return NULL;
}

void thread_build_barrier(IrBuilder *b, const ThreadRole *role) {
  if (!role) {
    BUILD(b, simt_barrier, NO_ARGS);
  } else if (role->is_single) {
    return;
  } else if (role->warps == 1) {
    BUILD(b, simt_warp_sync, NO_ARGS);
  } else {
    IrType i32 = ir_type_i32(b->ctx);
    IrAttr id = ir_attr_integer(i32, role->barrier);
    BUILD(b, simt_barrier, .id = BUILD1(b, arith_constant, .value = id, .result_type = i32),
          .threads = ir_attr_integer(ir_type_i64(b->ctx), role->warps * SIMT_WARP_LANES));
  }
}

static bool is_barrier_of(const IrOp *op, const ThreadRole *role) {
  IrAttr threads = GET(op, simt_barrier, threads);
  IrValue *id = GET(op, simt_barrier, id);
  int64_t number;
  if (!threads) return true;
  return role && ir_attr_int(threads) == role->warps * SIMT_WARP_LANES && id &&
         ir_match_int(id, &number) && number == role->barrier;
}

bool thread_is_barrier(const ThreadRoles *roles, const IrOp *op) {
  if (IS(op, simt_barrier)) return is_barrier_of(op, thread_role_of(roles, op));
  if (!roles->n || !IS(op, simt_warp_sync) || GET(op, simt_warp_sync, mask)) return false;
  const ThreadRole *role = thread_role_of(roles, op);
  return role && role->warps == 1;
}

void thread_barrier(ThreadState *state) {
  thread_build_barrier(&state->b, state->role);
}

IrValue *thread_is_elected(ThreadState *state) {
  const ThreadRole *role = state->role;
  IrValue **known = role ? &state->roles.at[role - state->roles.at].elected : &state->elected;
  if (role && role->is_single) return NULL;
  if (*known) return *known;
  return *known = thread_first_lane(state, &state->entry, role ? role->first_warp : 0);
}

IrValue *thread_warp(ThreadState *state) {
  IrBuilder *b = &state->entry;
  IrType i32 = ir_type_i32(state->ctx);
  if (state->warp) return state->warp;
  IrValue *warp = BUILD1(b, simt_warp_id, .result_type = i32);
  state->warp = BUILD1(b, simt_shuffle, .kind = ir_attr_string(b->ctx, IR_STR("idx")),
                       .value = warp, .offset = thread_i32(state, 0), .result_type = i32);
  return state->warp;
}

IrValue *thread_first_lane(ThreadState *state, IrBuilder *b, int64_t warp) {
  IrValue *lane = BUILD1(b, simt_elect, NO_ARGS);
  IrValue *first = BUILD1(b, arith_cmpi, .predicate = arith_predicate(b->ctx, ARITH_EQ),
                          .lhs = thread_warp(state), .rhs = thread_i32(state, warp));
  return BUILD1(b, arith_andi, .lhs = first, .rhs = lane);
}

// ---- Groups of the kernel's own warps, which are the first ones.

enum { GROUP_BARRIERS = 12 }; // the numbers of their barriers from there on

static int64_t warps_of_group(const ThreadState *state, int64_t n) {
  return tile_kernel_warps(state->kernel) / n;
}

IrValue *thread_group(ThreadState *state, int64_t n) {
  if (!state->group)
    state->group = BUILD1(&state->entry, arith_divui, .lhs = thread_warp(state),
                          .rhs = thread_i32(state, warps_of_group(state, n)));
  return state->group;
}

IrValue *thread_is_first_of_group(ThreadState *state, int64_t n) {
  IrBuilder *b = &state->entry;
  if (state->first_of_group) return state->first_of_group;
  IrValue *lane = BUILD1(b, simt_elect, NO_ARGS);
  IrValue *number = BUILD1(b, arith_remui, .lhs = thread_warp(state),
                           .rhs = thread_i32(state, warps_of_group(state, n)));
  IrValue *first = BUILD1(b, arith_cmpi, .predicate = arith_predicate(b->ctx, ARITH_EQ),
                          .lhs = number, .rhs = thread_i32(state, 0));
  return state->first_of_group = BUILD1(b, arith_andi, .lhs = first, .rhs = lane);
}

void thread_group_barrier(ThreadState *state, int64_t n) {
  IrValue *id = BUILD1(&state->entry, arith_addi, .lhs = thread_group(state, n),
                       .rhs = thread_i32(state, GROUP_BARRIERS));
  BUILD(&state->b, simt_barrier, .id = id,
        .threads =
            ir_attr_integer(ir_type_i64(state->ctx), warps_of_group(state, n) * SIMT_WARP_LANES));
}

// ---- What a role is made of.

// Whether the op does the same when a single lane executes it for the role.
static bool is_for_one_lane(const IrOp *op) {
  if (IS(op, tile_async_copy))
    return GET(op, tile_async_copy, tma) && GET(op, tile_async_copy, channel);
  if (IS(op, mem_channel_acquire) || IS(op, mem_channel_commit) || IS(op, simt_barrier))
    return true;
  for (size_t i = 0; i < ir_op_num_results(op); i++)
    if (ir_type_kind(ir_value_type(ir_op_result(op, i))) == IR_TYPE_TENSOR) return false;
  return !(ir_op_effect_kinds(op) & ~(unsigned)IR_EFFECT_READ);
}

static IrStatus stop_at_work_of_many(IrOp *op, void *user) {
  return op == user || is_for_one_lane(op) ? IR_OK : IR_FAILED;
}

static bool is_for_single_lane(IrBlock *block) {
  IR_FOR_OPS(op, block) if (ir_walk_pre(op, stop_at_work_of_many, NULL) != IR_OK) return false;
  return true;
}

bool thread_role_is_single(IrOp *roles, size_t i) {
  return i > 0 && is_for_single_lane(tile_role_block(roles, i));
}

typedef struct TileCheck {
  IrOp *roles;
  size_t role;
} TileCheck;

static bool has_tile(const IrOp *op) {
  for (size_t i = 0; i < ir_op_num_results(op); i++)
    if (ir_type_kind(ir_value_type(ir_op_result(op, i))) == IR_TYPE_TENSOR) return true;
  return IS(op, tile_async_copy) &&
         !(GET(op, tile_async_copy, tma) && GET(op, tile_async_copy, channel));
}

// Tiles are laid out over as many warps as the kernel has.
static IrStatus check_tile(IrOp *op, void *user) {
  const TileCheck *check = user;
  if (!has_tile(op)) return IR_OK;
  IrStatus failed =
      ir_op_error(op, "has a tile in role \"{}\" of {} warps, but tiles are laid out over {}",
                  tile_role_name(check->roles, check->role),
                  tile_role_warps(check->roles, check->role), tile_role_warps(check->roles, 0));
  ir_help(ir_op_context(op), "move it into the first role, or give this one as many warps");
  return failed;
}

static IrStatus check_tiles(IrOp *op, size_t role) {
  TileCheck check = {op, role};
  if (tile_role_warps(op, role) == tile_role_warps(op, 0)) return IR_OK;
  IR_FOR_OPS(inside, tile_role_block(op, role)) IR_TRY(ir_walk_pre(inside, check_tile, &check));
  return IR_OK;
}

// ---- Conversion.

static ThreadRole describe(IrOp *op, size_t i) {
  return (ThreadRole){.first_warp = tile_role_first_warp(op, i),
                      .warps = tile_role_warps(op, i),
                      .barrier = (int64_t)i + 1, // 0 is the block's
                      .is_single = thread_role_is_single(op, i)};
}

// ptxas wants the same number in all threads at the start, and as many as fit are there.
static void set_registers(ThreadState *state, IrOp *op, size_t role) {
  int64_t registers = tile_role_registers(op, role);
  IrAttr start = ir_op_attr(state->simt, "simt.max_registers");
  if (!registers || !start || ir_attr_int(start) == registers) return;
  const char *kind = registers > ir_attr_int(start) ? "inc" : "dec";
  BUILD(&state->b, simt_setmaxnreg, .kind = ir_attr_string(state->ctx, ir_str(kind)),
        .count = ir_attr_integer(ir_type_i64(state->ctx), registers));
}

// The role's code at the end of the block at hand.
static IrStatus convert_code(ThreadState *state, IrOp *op, size_t i) {
  IrValue *thread_id = state->thread_id;
  ThreadRole *role = &state->roles.at[i];
  if (role->first_warp)
    state->thread_id = BUILD1(&state->entry, arith_subi, .lhs = thread_id,
                              .rhs = thread_i32(state, role->first_warp * SIMT_WARP_LANES));
  state->role = role;
  role->block = state->b.block;
  IrStatus status = thread_convert_block(state, tile_role_block(op, i), role->block);
  state->role = NULL;
  state->thread_id = thread_id;
  return status;
}

// Others wait until mbarriers are initialised; the role that does it goes on.
static void meet_starter(ThreadState *state, size_t i) {
  if (!state->starts) return;
  IrValue *block = thread_i32(state, 0);
  IrAttr threads = ir_attr_integer(ir_type_i64(state->ctx), tile_kernel_threads(state->kernel));
  if (i == state->starter)
    BUILD(&state->b, simt_barrier_arrive, .id = block, .threads = threads);
  else
    BUILD(&state->b, simt_barrier, .id = block, .threads = threads);
}

static IrStatus convert_role(ThreadState *state, IrOp *op, size_t i) {
  const ThreadRole *role = &state->roles.at[i];
  meet_starter(state, i);
  set_registers(state, op, i);
  if (!role->is_single) return convert_code(state, op, i);
  IrBuilder *b = &state->b, after;
  bool starts = state->starts && i == state->starter;
  IrValue *one = starts ? state->starts : thread_first_lane(state, b, role->first_warp);
  IrOp *branch = scf_if_create(b, one, NULL, 0, false);
  after = *b;
  thread_enter(state, branch, 0);
  IrStatus status = convert_code(state, op, i);
  state->b = ir_builder_at_end(state->ctx, scf_block(branch, 0), after.loc);
  BUILD(&state->b, scf_yield, NO_ARGS);
  state->b = after;
  return status;
}

// Roles from `i` on: the warps of those before went elsewhere.
static IrStatus convert_from(ThreadState *state, IrOp *op, size_t i) {
  const ThreadRole *role = &state->roles.at[i];
  IR_TRY(check_tiles(op, i));
  if (i + 1 == state->roles.n) return convert_role(state, op, i);
  IrValue *end = thread_i32(state, role->first_warp + role->warps);
  bool others_first = state->roles.at[i + 1].is_single;
  IrAttr which = arith_predicate(state->ctx, others_first ? ARITH_UGE : ARITH_ULT);
  IrValue *in_first =
      BUILD1(&state->b, arith_cmpi, .predicate = which, .lhs = thread_warp(state), .rhs = end);
  IrOp *branch = scf_if_create(&state->b, in_first, NULL, 0, true);
  IrBuilder after = state->b;
  for (size_t side = 0; side < 2; side++) {
    size_t place = others_first ? 1 - side : side;
    thread_enter(state, branch, place);
    IR_TRY(side == 0 ? convert_role(state, op, i) : convert_from(state, op, i + 1));
    state->b = ir_builder_at_end(state->ctx, scf_block(branch, place), after.loc);
    BUILD(&state->b, scf_yield, NO_ARGS);
  }
  state->b = after;
  return IR_OK;
}

IrStatus thread_convert_roles(ThreadState *state, IrOp *op) {
  for (size_t i = 0; i < tile_num_roles(op); i++) ir_vec_push(&state->roles, describe(op, i));
  return convert_from(state, op, 0);
}
