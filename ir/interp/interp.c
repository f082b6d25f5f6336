// Executing: the frame stack and the loop that runs one instruction after another.
#include "ir/interp/interp_impl.h"

// Frames that may be open at once: a call or a region each.  Deeper is a program that never ends.
#define MAX_DEPTH 10000

static IrInterp *create(IrOp *root, uint32_t lanes, Programs *programs) {
  IR_ASSERT(lanes >= 1 && lanes <= IR_MAX_LANES, "a mask of lanes is 64 bits");
  IrInterp *interp = ir_calloc(1, sizeof *interp);
  interp->ctx = ir_op_context(root);
  interp->lanes = lanes;
  interp->programs = programs;
  interp->programs->users++;
  interp->program = ir_program_of(&programs->by_root, root);
  interp->root = ir_activation_take(interp->program, lanes);
  interp->live = interp->active = UINT64_MAX >> (IR_MAX_LANES - lanes);
  return interp;
}

IrInterp *ir_interp_create(IrOp *root, uint32_t lanes) {
  return create(root, lanes, ir_calloc(1, sizeof(Programs)));
}

IrInterp *ir_interp_create_in(IrInterp *with, IrOp *root, uint32_t lanes) {
  return create(root, lanes, with->programs);
}

IrInterp *ir_interp_create_like(IrInterp *with) {
  return create(with->program->root, with->lanes, with->programs);
}

static void release_programs(Programs *programs) {
  if (--programs->users) return;
  for (uint32_t i = 0; i < programs->by_root.n; i++)
    if (programs->by_root.entries[i].key) ir_program_destroy(programs->by_root.entries[i].value);
  ir_ptrmap_free(&programs->by_root);
  ir_free(programs);
}

static void close_frames(IrInterp *interp) {
  for (; interp->depth; interp->depth--) {
    Frame *frame = &interp->frames[interp->depth - 1];
    if (frame->call) ir_activation_release(frame->activation);
  }
  ir_vec_clear(&interp->paths);
}

static void clear_notes(IrInterp *interp) {
  for (size_t i = 0; i < interp->notes.n; i++) ir_stream_free(&interp->notes.at[i].text);
  ir_vec_clear(&interp->notes);
}

static void release_owned(IrInterp *interp) {
  for (size_t i = 0; i < interp->owned.n; i++) {
    interp->owned.at[i].destroy(interp->owned.at[i].memory);
    ir_free(interp->owned.at[i].memory);
  }
  ir_vec_clear(&interp->owned);
}

static void free_frame(Frame *frame) {
  for (size_t i = 0; i < frame->merged_cap; i++) ir_free(frame->merged[i].data);
  ir_free(frame->merged);
  ir_free(frame->state);
}

void ir_interp_destroy(IrInterp *interp) {
  if (!interp) return;
  for (uint32_t i = 0; i < interp->inner.n; i++)
    if (interp->inner.entries[i].key) ir_interp_destroy(interp->inner.entries[i].value);
  ir_ptrmap_free(&interp->inner);
  close_frames(interp);
  release_owned(interp);
  ir_vec_free(&interp->owned);
  ir_activation_release(interp->root);
  release_programs(interp->programs);
  for (size_t i = 0; i < interp->frames_cap; i++) free_frame(&interp->frames[i]);
  ir_free(interp->frames);
  for (size_t i = 0; i < interp->scratch.n; i++) ir_free(interp->scratch.at[i].data);
  ir_vec_free(&interp->scratch);
  ir_vec_free(&interp->saved);
  ir_free(interp->saved_data);
  ir_vec_free(&interp->paths);
  ir_vec_free(&interp->ways);
  ir_vec_free(&interp->yielded);
  ir_vec_free(&interp->machines);
  ir_vec_free(&interp->call_sites);
  clear_notes(interp);
  ir_vec_free(&interp->notes);
  ir_stream_free(&interp->message);
  ir_free(interp);
}

void ir_interp_set_machine(IrInterp *interp, const char *name, const void *table, void *machine) {
  for (size_t i = 0; i < interp->machines.n; i++) {
    if (strcmp(interp->machines.at[i].name, name) != 0) continue;
    interp->machines.at[i] = (MachineEntry){name, table, machine};
    return;
  }
  ir_vec_push(&interp->machines, ((MachineEntry){name, table, machine}));
}

const void *ir_interp_machine(IrInterp *interp, const char *name, void **machine) {
  for (size_t i = 0; i < interp->machines.n; i++) {
    if (strcmp(interp->machines.at[i].name, name) != 0) continue;
    *machine = interp->machines.at[i].machine;
    return interp->machines.at[i].table;
  }
  *machine = NULL;
  return NULL;
}

// ---- Frames. ----

static Frame *push_frame(IrInterp *interp, Activation *activation, const BlockCode *code) {
  if (interp->depth == interp->frames_cap) {
    size_t cap = interp->frames_cap ? 2 * interp->frames_cap : 16;
    interp->frames = ir_realloc(interp->frames, cap * sizeof *interp->frames);
    memset(interp->frames + interp->frames_cap, 0,
           (cap - interp->frames_cap) * sizeof *interp->frames);
    interp->frames_cap = cap;
  }
  Frame *frame = &interp->frames[interp->depth++];
  frame->activation = activation;
  frame->next = code->first;
  frame->lanes = interp->active;
  frame->stop = NULL;
  frame->first_path = interp->paths.n;
  frame->left = 0;
  frame->phase = 0;
  frame->call = false;
  return frame;
}

static Frame *top(IrInterp *interp) {
  return ir_interp_top(interp);
}

void ir_interp_start(IrInterp *interp, size_t region) {
  ir_interp_start_lanes(interp, region, UINT64_MAX >> (IR_MAX_LANES - interp->lanes));
}

void ir_interp_start_lanes(IrInterp *interp, size_t region, uint64_t lanes) {
  IrRegion *body = ir_op_region(interp->program->root, region);
  const BlockCode *code = ir_program_block(interp->program, ir_region_first(body));
  IR_ASSERT(code, "an activity starts in a region with a block");
  close_frames(interp);
  release_owned(interp);
  interp->live = interp->active = lanes;
  interp->steps = 0;
  interp->failed = false;
  ir_vec_clear(&interp->yielded);
  ir_vec_clear(&interp->saved);
  interp->saved_bytes = 0;
  push_frame(interp, interp->root, code);
}

// ---- The loop. ----

static IrStep no_rule(IrInterp *interp, const IrOp *op) {
  return ir_interp_fail(interp, op, "cannot be executed: the interpreter has no rule for it");
}

// The root's own arguments are no op's; they are checked when its first op runs.
static IrType unsupported_type(const IrInterp *interp, const Instr *instr) {
  return instr->unsupported ? instr->unsupported : interp->program->unsupported_arg;
}

static IrStep execute(IrInterp *interp, Instr *instr, uint64_t max_steps) {
  if (max_steps && interp->steps >= max_steps)
    return ir_interp_fail(interp, instr->op, "is not executed: the limit of {} steps is reached",
                          max_steps);
  interp->steps++;
  instr->executed++;
  interp->current = instr;
  interp->active = top(interp)->lanes;
  interp->scratch_used = 0;
  ir_vec_clear(&interp->ways);
  IrType unsupported = unsupported_type(interp, instr);
  if (unsupported)
    return ir_interp_fail(interp, instr->op, "has a value of type {}, which cannot be executed",
                          unsupported);
  return instr->rule ? instr->rule(interp, instr->op) : no_rule(interp, instr->op);
}

static IrStep enter(IrInterp *interp) {
  Activation *callee = interp->pending_activation;
  if (interp->depth >= MAX_DEPTH) {
    if (callee) ir_activation_release(callee);
    return ir_interp_fail(interp, interp->current->op,
                          "cannot be executed: {} calls and regions are open", MAX_DEPTH);
  }
  Frame *frame =
      push_frame(interp, callee ? callee : top(interp)->activation, interp->pending_block);
  frame->call = callee != NULL;
  interp->pending_activation = NULL;
  return IR_STEP_ENTER;
}

// The current lanes have left their region; pops it when all have.  True when it was the outermost.
static bool leave(IrInterp *interp) {
  Frame *frame = top(interp);
  if (interp->depth == 1) interp->live &= ~frame->lanes;
  if (!ir_paths_leave(interp)) return false;
  if (frame->call) ir_activation_release(frame->activation);
  if (--interp->depth == 0) return true;
  top(interp)->phase++;
  return false;
}

static void advance(IrInterp *interp) {
  top(interp)->next++;
  top(interp)->phase = 0;
}

// The step the top frame's next instruction takes.
static IrStep step(IrInterp *interp, uint64_t max_steps) {
  Frame *frame = top(interp);
  Instr *instr = &frame->activation->program->instrs.at[frame->next];
  if (!instr->op) {
    ir_vec_clear(&interp->yielded);
    return IR_STEP_LEAVE;
  }
  if (instr->constant && frame->activation->cells[instr->results].data) return IR_STEP_NEXT;
  IrStep result = execute(interp, instr, max_steps);
  if (interp->failed) return IR_STEP_FAIL;
  ir_lanes_restore(interp);
  return result == IR_STEP_ENTER ? enter(interp) : result;
}

void ir_interp_set_slice(IrInterp *interp, uint64_t steps) {
  interp->slice = steps;
}

IrRunState ir_interp_run(IrInterp *interp, uint64_t max_steps) {
  interp->max_steps = max_steps;
  interp->pause_at = interp->slice ? interp->steps + interp->slice : UINT64_MAX;
  while (interp->depth) {
    if (interp->steps >= interp->pause_at) return IR_RUN_PAUSED;
    switch (step(interp, max_steps)) {
    case IR_STEP_NEXT:
      advance(interp);
      break;
    case IR_STEP_ENTER:
      break;
    case IR_STEP_BRANCH:
      ir_paths_branch(interp);
      break;
    case IR_STEP_LEAVE:
      if (leave(interp)) return IR_RUN_DONE;
      break;
    case IR_STEP_SUSPEND:
      advance(interp);
      return IR_RUN_SUSPENDED;
    case IR_STEP_RETRY:
      return IR_RUN_RETRIES;
    case IR_STEP_FAIL:
      if (!interp->keep_error) ir_interp_emit_error(interp);
      close_frames(interp);
      return IR_RUN_FAILED;
    }
  }
  return IR_RUN_DONE;
}

size_t ir_interp_num_results(IrInterp *interp) {
  return interp->yielded.n;
}

const IrCell *ir_interp_result(IrInterp *interp, size_t i) {
  return ir_interp_yielded(interp, i);
}

uint64_t ir_interp_steps(const IrInterp *interp) {
  return interp->steps;
}

const IrOp *ir_interp_position(const IrInterp *interp) {
  if (!interp->depth) return NULL;
  const Frame *frame = &interp->frames[interp->depth - 1];
  return frame->activation->program->instrs.at[frame->next].op;
}

uint64_t ir_interp_live(const IrInterp *interp) {
  return interp->live;
}

// ---- Errors. ----

static void note_call_sites(IrInterp *interp) {
  ir_vec_clear(&interp->call_sites);
  for (size_t i = interp->depth; i-- > 1;) {
    const Frame *caller = &interp->frames[i - 1];
    if (interp->frames[i].call)
      ir_vec_push(&interp->call_sites, caller->activation->program->instrs.at[caller->next].op);
  }
}

IrStep ir_interp_fail_args(IrInterp *interp, const IrOp *op, const char *format,
                           const IrFmtArg *args, size_t n) {
  if (interp->failed) return IR_STEP_FAIL;
  interp->failed = true;
  interp->failed_op = op;
  ir_stream_free(&interp->message);
  interp->message = (IrStream){0};
  ir_print_args(&interp->message, format, args, n);
  note_call_sites(interp);
  clear_notes(interp);
  return IR_STEP_FAIL;
}

void ir_interp_note_args(IrInterp *interp, const IrOp *op, const char *format, const IrFmtArg *args,
                         size_t n) {
  InterpNote note = {.op = op};
  ir_print_args(&note.text, format, args, n);
  ir_vec_push(&interp->notes, note);
}

void ir_interp_keep_error(IrInterp *interp, bool keep) {
  interp->keep_error = keep;
}

bool ir_interp_has_failed(const IrInterp *interp) {
  return interp->failed;
}

void ir_interp_emit_error(IrInterp *interp) {
  enum { SHOWN_CALLS = 8 };
  if (!interp->failed) return;
  IrStatus status = ir_op_error(interp->failed_op, "{}", ir_stream_str(&interp->message));
  IR_ASSERT(status == IR_FAILED, "an error is a failure");
  for (size_t i = 0; i < interp->notes.n; i++)
    ir_note(interp->ctx, ir_op_loc(interp->notes.at[i].op), "{}",
            ir_stream_str(&interp->notes.at[i].text));
  for (size_t i = 0; i < interp->call_sites.n && i < SHOWN_CALLS; i++)
    ir_note(interp->ctx, ir_op_loc(interp->call_sites.at[i]), "called from here");
}
