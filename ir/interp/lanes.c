// Which lanes a rule works for, and what becomes of the others.
//
// A rule computes whole cells.  While lanes are apart, what a cell held is kept when the rule asks
// for its storage, and afterwards the elements of lanes that are not active are put back.  So a
// value of a loop's last iteration stays in lanes that left the loop before the others.  Where no
// lanes are apart, nothing is kept.
#include "ir/interp/interp_impl.h"

size_t ir_cell_bytes(const IrCell *cell) {
  return (size_t)cell->count * cell->element_bytes * cell->lanes;
}

static bool is_descriptor(const IrInterp *interp, const IrCell *cell) {
  return cell->lanes < interp->lanes;
}

// ---- Keeping and putting back. ----

static bool is_saved(const IrInterp *interp, const IrCell *cell) {
  for (size_t i = 0; i < interp->saved.n; i++)
    if (interp->saved.at[i].cell == cell) return true;
  return false;
}

static void save(IrInterp *interp, IrCell *cell) {
  size_t bytes = ir_cell_bytes(cell);
  if (is_saved(interp, cell)) return;
  if (interp->saved_cap - interp->saved_bytes < bytes) {
    interp->saved_cap = 2 * (interp->saved_bytes + bytes);
    interp->saved_data = ir_realloc(interp->saved_data, interp->saved_cap);
  }
  memcpy(interp->saved_data + interp->saved_bytes, cell->data, bytes);
  ir_vec_push(&interp->saved, ((Saved){cell, interp->saved_bytes, cell->holders}));
  interp->saved_bytes += bytes;
}

// Zeroed, so that what rules compute for lanes without a value is harmless.
static void allocate(IrCell *cell) {
  size_t bytes = ir_cell_bytes(cell);
  cell->data = ir_calloc(bytes ? bytes : 1, 1);
}

IrCell *ir_cell_define(IrInterp *interp, IrCell *cell) {
  bool apart = interp->active != interp->live;
  if (!cell->data) {
    allocate(cell);
    cell->holders = apart && is_descriptor(interp, cell) ? interp->active : UINT64_MAX;
  } else if (apart) {
    save(interp, cell);
  } else {
    cell->holders = UINT64_MAX;
  }
  return cell;
}

void ir_cell_copy_lanes(IrCell *to, const IrCell *from, uint64_t lanes, uint64_t all) {
  size_t bytes = (size_t)from->count * from->element_bytes;
  if (lanes == all) {
    memcpy(to->data, from->data, ir_cell_bytes(from));
    return;
  }
  IR_FOR_LANES(lane, lanes) {
    memcpy((char *)to->data + lane * bytes, (const char *)from->data + lane * bytes, bytes);
  }
}

// One descriptor serves all lanes: those that had another one cannot use this.
static void restore_descriptor(const IrInterp *interp, const Saved *saved) {
  IrCell *cell = saved->cell;
  bool same = memcmp(cell->data, interp->saved_data + saved->at, ir_cell_bytes(cell)) == 0;
  cell->holders = same ? saved->holders | interp->active : interp->active;
}

static void restore(const IrInterp *interp, const Saved *saved) {
  IrCell old = *saved->cell;
  old.data = interp->saved_data + saved->at;
  ir_cell_copy_lanes(saved->cell, &old, interp->live & ~interp->active, UINT64_MAX);
}

void ir_lanes_restore(IrInterp *interp) {
  if (interp->saved.n == 0) return;
  for (size_t i = 0; i < interp->saved.n; i++) {
    const Saved *saved = &interp->saved.at[i];
    if (is_descriptor(interp, saved->cell))
      restore_descriptor(interp, saved);
    else
      restore(interp, saved);
  }
  ir_vec_clear(&interp->saved);
  interp->saved_bytes = 0;
}

// ---- For rules. ----

uint64_t ir_interp_active(IrInterp *interp) {
  return interp->active;
}

void ir_interp_narrow(IrInterp *interp, uint64_t lanes) {
  IR_ASSERT(lanes && !(lanes & ~ir_interp_top(interp)->lanes),
            "a rule works for lanes that execute its op");
  ir_lanes_restore(interp);
  interp->active = lanes;
}

uint64_t ir_interp_where(IrInterp *interp, const IrCell *cell) {
  uint64_t where = 0;
  IR_FOR_LANES(lane, interp->active) {
    if (ir_cell_int(cell, (int64_t)lane * cell->count)) where |= UINT64_C(1) << lane;
  }
  return where;
}

bool ir_interp_uniform(IrInterp *interp, const IrOp *op, const IrCell *cell, int64_t *value) {
  int64_t first = __builtin_ctzll(interp->active);
  *value = ir_cell_int(cell, first * cell->count);
  IR_FOR_LANES(lane, interp->active) {
    if (ir_cell_int(cell, (int64_t)lane * cell->count) == *value) continue;
    IrStep step = ir_interp_fail(
        interp, op, "is decided differently by lanes {} and {}, where all have to agree", first,
        lane);
    return step != IR_STEP_FAIL;
  }
  return true;
}
