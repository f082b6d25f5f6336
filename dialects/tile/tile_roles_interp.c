// tile.warp_specialize on whole tiles: each role is an activity of its own.
//
// A role runs until it ends or waits at a channel, then the next one has its turn.  When each of
// them waits and nobody went on since it began to, all do so for ever.
#include "dialects/mem/channel_machine.h"
#include "dialects/tile/roles.h"
#include "dialects/tile/tile_impl.h"
#include "ir/interp/interp.h"

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/tile/tile_ops.def"
#include "ir/core/opdef_end.inc"

typedef struct Role {
  IrInterp *activity;
  bool ended;
} Role;

static void note_waiting(IrInterp *interp, IrStr name, IrInterp *activity) {
  IrStream what = {0};
  const IrOp *position = ir_interp_position(activity);
  if (mem_channel_print_wait(activity, position, &what))
    ir_interp_note(interp, position, "role \"{}\" waits here for {}", name, ir_stream_str(&what));
  else
    ir_interp_note(interp, position, "role \"{}\" waits here", name);
  ir_stream_free(&what);
}

static IrStep fail_waiting(IrInterp *interp, IrOp *op, const Role *roles) {
  IrStep step = ir_interp_fail(interp, op, "is never left: its roles wait for each other");
  for (size_t i = 0; i < tile_num_roles(op); i++) {
    if (roles[i].ended)
      ir_interp_note(interp, op, "role \"{}\" has ended", tile_role_name(op, i));
    else
      note_waiting(interp, tile_role_name(op, i), roles[i].activity);
  }
  return step;
}

// Gives the role a turn; whether it got anywhere.  An op that waits is executed in vain.
static bool take_turn(IrInterp *interp, Role *role, bool *failed) {
  uint64_t before = ir_interp_steps(role->activity);
  IrRunState state = ir_interp_fork_run(interp, role->activity);
  *failed = state == IR_RUN_FAILED;
  role->ended = state == IR_RUN_DONE;
  return state != IR_RUN_RETRIES || ir_interp_steps(role->activity) > before + 1;
}

IrStep tile_warp_specialize_interp(IrInterp *interp, IrOp *op) {
  size_t n = tile_num_roles(op), left = n;
  Role *roles = ir_interp_scratch(interp, n * sizeof *roles);
  for (size_t i = 0; i < n; i++) {
    roles[i] = (Role){ir_interp_fork(interp, op, i), false};
    ir_interp_set_machine(roles[i].activity, MEM_ROLES_MACHINE, op, NULL); // others may help it on
  }
  for (bool moved = true; left && moved;) {
    moved = false;
    for (size_t i = 0; i < n; i++) {
      bool failed;
      if (roles[i].ended) continue;
      if (take_turn(interp, &roles[i], &failed)) moved = true;
      if (failed) return IR_STEP_FAIL;
      if (roles[i].ended) left--;
    }
  }
  return left ? fail_waiting(interp, op, roles) : IR_STEP_NEXT;
}
