// Interpreter rules of the ops among the lanes of a warp.
//
// The lanes that execute an op here have taken one path, so those of a mask meet only where all of
// them are active: a lane that its mask leaves out, one of the mask that is elsewhere, and masks
// that do not agree are errors, as they are undefined on the GPU.  Lanes may form several groups,
// each with a mask of its own.
#include "dialects/simt/simt_impl.h"

#include "dialects/simt/machine.h"

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/simt/simt_ops.def"
#include "ir/core/opdef_end.inc"

// ---- Masks. ----

// The lanes of each lane's group.
typedef struct Groups {
  uint64_t active;
  uint64_t of[SIMT_WARP_LANES];
} Groups;

static uint64_t mask_at(const IrCell *mask, uint64_t lane) {
  return mask ? (uint32_t)ir_cell_int(mask, (int64_t)lane) : UINT32_MAX;
}

static bool check_group(IrInterp *interp, IrOp *op, const Groups *g, uint64_t lane) {
  uint64_t own = g->of[lane], absent = own & ~g->active;
  IrStep step = IR_STEP_NEXT;
  if (!(own >> lane & 1))
    step = ir_interp_fail(interp, op, "is executed by lane {}, which its mask leaves out", lane);
  else if (absent)
    step = ir_interp_fail(interp, op, "has lane {} in its mask, which does not execute it",
                          __builtin_ctzll(absent));
  IR_FOR_LANES(other, own & g->active) {
    if (step == IR_STEP_FAIL) break;
    if (g->of[other] != own)
      step = ir_interp_fail(interp, op, "is executed with different masks by lanes {} and {}", lane,
                            other);
  }
  return step != IR_STEP_FAIL;
}

static bool find_groups(IrInterp *interp, IrOp *op, const IrValue *mask, Groups *g) {
  const IrCell *cell = mask ? ir_interp_get(interp, mask) : NULL;
  if (ir_interp_lanes(interp) != SIMT_WARP_LANES)
    return ir_interp_fail(interp, op, "needs the lanes of a warp") != IR_STEP_FAIL;
  g->active = ir_interp_active(interp);
  IR_FOR_LANES(lane, g->active) g->of[lane] = mask_at(cell, lane);
  IR_FOR_LANES(lane, g->active) if (!check_group(interp, op, g, lane)) return false;
  return true;
}

IrStep simt_warp_sync_interp(IrInterp *interp, IrOp *op) {
  Groups g;
  void *machine;
  const SimtMachine *table = simt_interp_machine(interp, op, &machine);
  if (!table || !find_groups(interp, op, GET(op, simt_warp_sync, mask), &g)) return IR_STEP_FAIL;
  uint64_t left = g.active;
  while (left) { // a group at a time
    uint64_t group = g.of[__builtin_ctzll(left)];
    if (table->warp_sync(machine, interp, op, group) == IR_STEP_FAIL) return IR_STEP_FAIL;
    left &= ~group;
  }
  return IR_STEP_NEXT;
}

// ---- simt.shuffle ----

IrStep simt_shuffle_interp(IrInterp *interp, IrOp *op) {
  Groups g;
  if (!find_groups(interp, op, GET(op, simt_shuffle, mask), &g)) return IR_STEP_FAIL;
  const IrCell *value = ir_interp_get(interp, GET(op, simt_shuffle, value));
  const IrCell *offset = ir_interp_get(interp, GET(op, simt_shuffle, offset));
  IrCell *out = ir_interp_result_cell(interp, op, 0);
  SimtShuffle kind = simt_shuffle_kind(GET(op, simt_shuffle, kind));
  IrAttr attr = GET(op, simt_shuffle, width);
  unsigned width = attr ? (unsigned)ir_attr_int(attr) : SIMT_WARP_LANES;
  size_t bytes = (size_t)value->count * value->element_bytes;
  IR_FOR_LANES(lane, g.active) {
    uint32_t n = (uint32_t)ir_cell_int(offset, (int64_t)lane);
    unsigned from = simt_shuffle_source(kind, (unsigned)lane, n, width);
    if (!(g.of[lane] >> from & 1))
      return ir_interp_fail(interp, op, "reads lane {} in lane {}, but it does not take part", from,
                            lane);
    memcpy((char *)out->data + lane * bytes, (const char *)value->data + from * bytes, bytes);
  }
  return IR_STEP_NEXT;
}

// ---- simt.vote ----

static uint64_t true_lanes(const IrCell *predicate, uint64_t lanes) {
  uint64_t yes = 0;
  IR_FOR_LANES(lane, lanes) {
    if (ir_cell_int(predicate, (int64_t)lane)) yes |= UINT64_C(1) << lane;
  }
  return yes;
}

IrStep simt_vote_interp(IrInterp *interp, IrOp *op) {
  Groups g;
  if (!find_groups(interp, op, GET(op, simt_vote, mask), &g)) return IR_STEP_FAIL;
  IrCell *out = ir_interp_result_cell(interp, op, 0);
  SimtVote kind = simt_vote_kind(GET(op, simt_vote, kind));
  uint64_t yes = true_lanes(ir_interp_get(interp, GET(op, simt_vote, predicate)), g.active);
  IR_FOR_LANES(lane, g.active) {
    uint64_t own = yes & g.of[lane];
    int64_t answer = kind == SIMT_ALL ? own == g.of[lane] : own != 0;
    ir_cell_set_int(out, (int64_t)lane, kind == SIMT_BALLOT ? (int64_t)own : answer);
  }
  return IR_STEP_NEXT;
}

IrStep simt_elect_interp(IrInterp *interp, IrOp *op) {
  Groups g;
  if (!find_groups(interp, op, GET(op, simt_elect, mask), &g)) return IR_STEP_FAIL;
  IrCell *out = ir_interp_result_cell(interp, op, 0);
  IR_FOR_LANES(lane, g.active)
  ir_cell_set_int(out, (int64_t)lane, (uint64_t)__builtin_ctzll(g.of[lane]) == lane);
  return IR_STEP_NEXT;
}

// ---- simt.redux ----

static uint32_t combine(SimtRedux kind, uint32_t a, uint32_t b) {
  switch (kind) {
  case SIMT_ADDI:
    return a + b;
  case SIMT_ANDI:
    return a & b;
  case SIMT_MAXS:
    return (int32_t)a > (int32_t)b ? a : b;
  case SIMT_MAXU:
    return a > b ? a : b;
  case SIMT_MINS:
    return (int32_t)a < (int32_t)b ? a : b;
  case SIMT_MINU:
    return a < b ? a : b;
  case SIMT_ORI:
    return a | b;
  case SIMT_XORI:
    return a ^ b;
  }
  return a;
}

IrStep simt_redux_interp(IrInterp *interp, IrOp *op) {
  Groups g;
  if (!find_groups(interp, op, GET(op, simt_redux, mask), &g)) return IR_STEP_FAIL;
  const IrCell *value = ir_interp_get(interp, GET(op, simt_redux, value));
  IrCell *out = ir_interp_result_cell(interp, op, 0);
  SimtRedux kind = simt_redux_kind(GET(op, simt_redux, kind));
  IR_FOR_LANES(lane, g.active) {
    uint64_t others = g.of[lane] & (g.of[lane] - 1); // all but the first
    uint32_t sum = (uint32_t)ir_cell_int(value, __builtin_ctzll(g.of[lane]));
    IR_FOR_LANES(other, others)
    sum = combine(kind, sum, (uint32_t)ir_cell_int(value, (int64_t)other));
    ir_cell_set_int(out, (int64_t)lane, (int32_t)sum);
  }
  return IR_STEP_NEXT;
}
