// Lanes that go different ways: a stack of paths for each frame, as in the reconvergence stacks of
// GPUs (Fung et al., "Dynamic Warp Formation", 2007).
//
// Where the lanes of a path part at the end of a block, the block's immediate post-dominator is
// where they meet.  The ways are put on the stack, over an entry that goes on from the meeting
// point with all of them; a path that reaches its meeting point ends, and the stack's top runs.
// Paths that never meet (several returns) end where they leave the region; what they yield is
// gathered by lane.
#include "ir/interp/interp_impl.h"

static void push_path(IrInterp *interp, const BlockCode *at, uint64_t lanes,
                      const BlockCode *stop) {
  ir_vec_push(&interp->paths, ((Path){at->first, lanes, stop}));
}

// Runs the frame's latest waiting path.
static void pop_path(IrInterp *interp, Frame *frame) {
  Path path = ir_vec_pop(&interp->paths);
  frame->next = path.next;
  frame->lanes = path.lanes;
  frame->stop = path.stop;
  frame->phase = 0;
}

// Ways to one block are one way.
static void unite_ways(IrInterp *interp) {
  size_t n = 0;
  for (size_t i = 0; i < interp->ways.n; i++) {
    Way way = interp->ways.at[i];
    size_t k = 0;
    while (k < n && interp->ways.at[k].to != way.to) k++;
    if (k == n)
      interp->ways.at[n++] = way;
    else
      interp->ways.at[k].lanes |= way.lanes;
  }
  interp->ways.n = n;
}

static void go_on(IrInterp *interp, Frame *frame, const BlockCode *to) {
  if (to == frame->stop) {
    pop_path(interp, frame);
    return;
  }
  frame->next = to->first;
  frame->phase = 0;
}

void ir_paths_branch(IrInterp *interp) {
  Frame *frame = ir_interp_top(interp);
  if (interp->ways.n > 1) unite_ways(interp);
  if (interp->ways.n == 1) {
    go_on(interp, frame, interp->ways.at[0].to);
    return;
  }
  Program *program = frame->activation->program;
  const BlockCode *join =
      ir_program_join(program, ir_program_block(program, ir_op_block(interp->current->op)));
  if (join && join != frame->stop) push_path(interp, join, frame->lanes, frame->stop);
  for (size_t i = interp->ways.n; i-- > 0;) {
    const Way *way = &interp->ways.at[i];
    if (way->to != join) push_path(interp, way->to, way->lanes, join);
  }
  pop_path(interp, frame);
}

// ---- Leaving. ----

static IrCell *merged_cell(Frame *frame, size_t i, const IrCell *like) {
  if (i >= frame->merged_cap) {
    size_t cap = 2 * (i + 1);
    frame->merged = ir_realloc(frame->merged, cap * sizeof *frame->merged);
    memset(frame->merged + frame->merged_cap, 0, (cap - frame->merged_cap) * sizeof *frame->merged);
    frame->merged_cap = cap;
  }
  IrCell *cell = &frame->merged[i];
  if (frame->left && cell->data) return cell;
  void *data = cell->data;
  size_t bytes = ir_cell_bytes(like);
  *cell = *like;
  cell->data = ir_realloc(data, bytes ? bytes : 1);
  memset(cell->data, 0, bytes);
  cell->holders = like->lanes == 1 ? 0 : UINT64_MAX;
  return cell;
}

static void merge(const IrInterp *interp, IrCell *to, const IrCell *from, uint64_t lanes) {
  if (from->lanes == interp->lanes) {
    ir_cell_copy_lanes(to, from, lanes, UINT64_MAX);
    return;
  }
  bool same = memcmp(to->data, from->data, ir_cell_bytes(from)) == 0;
  memcpy(to->data, from->data, ir_cell_bytes(from));
  to->holders = same ? to->holders | lanes : lanes;
}

bool ir_paths_leave(IrInterp *interp) {
  Frame *frame = ir_interp_top(interp);
  bool last = interp->paths.n == frame->first_path;
  if (last && !frame->left) return true;
  for (size_t i = 0; i < interp->yielded.n; i++) {
    const IrCell *from = interp->yielded.at[i];
    IrCell *to = merged_cell(frame, i, from);
    merge(interp, to, from, frame->lanes);
    interp->yielded.at[i] = to;
  }
  frame->left |= frame->lanes;
  if (!last) pop_path(interp, frame);
  return last;
}

// ---- Looking on. ----

// Inner frames hide lanes that they hold from outer ones, later paths from earlier ones.
void ir_interp_visit_waiting(IrInterp *interp,
                             void (*visit)(void *user, const IrOp *op, uint64_t lanes),
                             void *user) {
  size_t end = interp->paths.n;
  uint64_t seen = 0;
  for (size_t depth = interp->depth; depth-- > 0;) {
    const Frame *frame = &interp->frames[depth];
    const Program *program = frame->activation->program;
    uint64_t lanes = frame->lanes & ~seen;
    if (lanes && depth + 1 < interp->depth) visit(user, program->instrs.at[frame->next].op, lanes);
    seen |= lanes;
    for (; end > frame->first_path; end--) {
      const Path *path = &interp->paths.at[end - 1];
      lanes = path->lanes & ~seen;
      if (lanes) visit(user, program->instrs.at[path->next].op, lanes);
      seen |= lanes;
    }
  }
}
