// Faults of the protocol as diagnostics.
#include "passes/mem/protocol_report.h"

#include "dialects/tc/tc.h"
#include "dialects/tile/roles.h"

// Events of the story that are told.
enum { TOLD = 24 };

typedef struct Report {
  IrContext *ctx;
  IrOp *kernel;
  const ProtocolProgram *program;
  const ProtocolInput *input;
  const ProtocolFault *fault;
} Report;

// ---- Names

static void print_name(const Report *r, const IrOp *maker, IrStream *out) {
  IrStr name = ir_value_name(ir_op_result(maker, 0), r->ctx);
  if (name.len)
    ir_print(out, "%{}", name);
  else
    ir_write_cstr(out, "a buffer");
}

static void print_buffer(const Report *r, int32_t buffer, IrStream *out) {
  print_name(r, r->program->kernel.buffers.at[buffer].tag, out);
}

// `position 3`, or `position 3 of %ch` where there are several channels.
static void print_position(const Report *r, int32_t channel, int64_t position, IrStream *out) {
  const IrOp *maker = channel < 0 ? NULL : r->program->kernel.channels.at[channel].tag;
  IrStr name = maker ? ir_value_name(ir_op_result(maker, 0), r->ctx) : (IrStr){0};
  ir_print(out, "position {}", position);
  if (r->program->kernel.channels.n > 1 && name.len) ir_print(out, " of %{}", name);
}

// `role "load"`, and of which block where there are several.
static void print_role(const Report *r, int32_t number, IrStream *out) {
  const ProtocolKernel *kernel = &r->program->kernel;
  int32_t role = number % (int32_t)kernel->roles.n;
  const IrOp *op = kernel->roles.at[role].tag;
  if (role == 0)
    ir_write_cstr(out, "the kernel");
  else
    ir_print(out, "role \"{}\"", tile_role_name(op, (size_t)role - 1));
  if (kernel->blocks > 1) ir_print(out, " of block {}", number / (int32_t)kernel->roles.n);
}

static const IrOp *op_at(const Report *r, int32_t step) {
  return step < 0 ? NULL : r->program->kernel.steps.at[step].tag;
}

// ---- Messages

static void print_turn(const Report *r, IrStream *out) {
  static const char *const verbs[] = {"acquires", "commits", "waits for", "releases"};
  const ProtocolFault *f = r->fault;
  ir_print(out, "{} ", verbs[r->program->kernel.steps.at[f->step].kind - PROTOCOL_ACQUIRE]);
  print_position(r, f->channel, f->position, out);
  ir_print(out, ", but {} is next: each once, in order", f->expected);
}

static bool is_write(const Report *r, int32_t step) {
  uint8_t kind = r->program->kernel.steps.at[step].kind;
  return kind == PROTOCOL_WRITE || kind == PROTOCOL_COPY;
}

static void print_conflict(const Report *r, IrStream *out) {
  const ProtocolFault *f = r->fault;
  bool writes = is_write(r, f->step);
  ir_print(out, "{} slot {} of ", writes ? "overwrites" : "reads", f->slot);
  print_buffer(r, f->buffer, out);
  if (is_write(r, f->other_step))
    ir_write_cstr(out, r->program->kernel.steps.at[f->other_step].kind == PROTOCOL_COPY
                           ? " while a copy may still fill it"
                           : " while it may still be written");
  else
    ir_write_cstr(out, " while it may still be read");
}

static void print_not_held(const Report *r, IrStream *out) {
  const ProtocolFault *f = r->fault;
  ir_print(out, "reads slot {} of ", f->slot);
  print_buffer(r, f->buffer, out);
  ir_write_cstr(out, ", which has ");
  print_position(r, f->channel, f->other_position, out);
  ir_write_cstr(out, ", without holding it: behind its wait and in front of its release");
}

static void print_slot(const Report *r, IrStream *out) {
  const ProtocolFault *f = r->fault;
  ir_print(out, "fills slot {} of ", f->slot);
  print_buffer(r, f->buffer, out);
  ir_write_cstr(out, " for ");
  print_position(r, f->channel, f->position, out);
  ir_print(out, ", whose slot is {}", f->expected);
}

static void print_outside(const Report *r, IrStream *out) {
  const ProtocolFault *f = r->fault;
  const ProtocolBuffer *buffer = &r->program->kernel.buffers.at[f->buffer];
  ir_write_cstr(out, "is outside of ");
  print_buffer(r, f->buffer, out);
  ir_print(out, ": from {} on in dimension {}, whose extent is {}", f->slot, f->expected,
           buffer->extent[f->expected]);
}

static void print_deadlock(const Report *r, IrStream *out) {
  const ProtocolFault *f = r->fault;
  const ProtocolKernel *kernel = &r->program->kernel;
  bool acquires = kernel->steps.at[f->step].kind == PROTOCOL_ACQUIRE;
  bool shared = kernel->blocks > 1 && kernel->channels.at[f->channel].multicast;
  const char *nobody = shared ? "not all blocks" : "nobody", *s = shared ? "" : "s";
  ir_write_cstr(out, "waits forever");
  if (acquires) {
    ir_write_cstr(out, " for the slot of ");
    print_position(r, f->channel, f->position, out);
    ir_print(out, ": {} release{} position {}", nobody, s, f->expected);
  } else {
    ir_print(out, ": {} commit{} ", nobody, s);
    print_position(r, f->channel, f->expected, out);
  }
}

static void print_position_fault(const Report *r, IrStream *out) {
  const ProtocolFault *f = r->fault;
  const char *before = "", *after = "";
  switch (f->kind) {
  case PROTOCOL_NOT_ACQUIRED:
    before =
        r->program->kernel.steps.at[f->step].kind == PROTOCOL_COPY ? "copies into " : "commits ";
    after = ", which is not acquired";
    break;
  case PROTOCOL_NOT_WAITED:
    before = "releases ", after = ", which it has not waited for";
    break;
  case PROTOCOL_NOTHING_COPIED:
    before = "commits ", after = ", into which nothing is copied";
    break;
  case PROTOCOL_OTHER_COPIES:
    before = "waits for ";
    after = ", into which another block of the cluster does not copy the same";
    break;
  case PROTOCOL_NEVER_COMMITTED:
    after = " is acquired and never committed";
    break;
  case PROTOCOL_NEVER_WAITED:
    after = " is committed and never waited for";
    break;
  case PROTOCOL_NEVER_RELEASED:
    after = " is waited for and never released";
    break;
  default:
    break;
  }
  ir_write_cstr(out, before);
  print_position(r, f->channel, f->position, out);
  ir_write_cstr(out, after);
}

static void print_message(const Report *r, IrStream *out) {
  const ProtocolFault *f = r->fault;
  switch (f->kind) {
  case PROTOCOL_OUT_OF_TURN:
    print_turn(r, out);
    break;
  case PROTOCOL_TWO_PRODUCERS:
    ir_write_cstr(out, "acquires a channel of another role");
    break;
  case PROTOCOL_WRONG_SLOT:
    print_slot(r, out);
    break;
  case PROTOCOL_OUTSIDE:
    print_outside(r, out);
    break;
  case PROTOCOL_NOT_HELD:
    print_not_held(r, out);
    break;
  case PROTOCOL_NOT_FILLED:
    ir_print(out, "reads slot {} of ", f->slot);
    print_buffer(r, f->buffer, out);
    ir_write_cstr(out, ", to which nothing was copied");
    break;
  case PROTOCOL_CONFLICT:
    print_conflict(r, out);
    break;
  case PROTOCOL_STILL_READ:
    ir_write_cstr(out, is_write(r, f->step) ? "may still fill " : "may still read ");
    print_buffer(r, f->buffer, out);
    ir_write_cstr(out, " when the kernel has ended");
    break;
  case PROTOCOL_DEADLOCK:
    print_deadlock(r, out);
    break;
  default:
    print_position_fault(r, out);
    break;
  }
}

static const char *help_for(const Report *r) {
  const ProtocolFault *f = r->fault;
  const ProtocolStep *steps = r->program->kernel.steps.at;
  int32_t access = f->kind == PROTOCOL_STILL_READ ? f->step : f->other_step;
  uint8_t kind = access < 0 ? PROTOCOL_END : steps[access].kind;
  if (f->kind == PROTOCOL_DEADLOCK)
    return f->role == 0 && steps[f->step].kind == PROTOCOL_ACQUIRE
               ? "give the channel and its buffers more slots, or acquire later"
               : NULL;
  if (f->kind == PROTOCOL_OTHER_COPIES)
    return "a copy that is marked multicast must not depend on which block of the cluster it is";
  if (f->kind != PROTOCOL_CONFLICT && f->kind != PROTOCOL_STILL_READ) return NULL;
  if (kind == PROTOCOL_PRODUCT) return "release the slot behind the tc.dot_wait of the product";
  if (kind == PROTOCOL_STORE) return "put tile.async_store_wait in between";
  if (kind == PROTOCOL_COPY && steps[access].channel == PROTOCOL_NO_CHANNEL)
    return "put tile.async_wait in between";
  return NULL;
}

// ---- The story

static void print_values(const Report *r, IrStream *out) {
  size_t said = 0;
  for (size_t i = 0; i < r->program->leaves.n; i++) {
    const IrOp *op = r->program->leaves.at[i].name;
    if (!IS(op, tile_dim)) continue;
    ir_print(out, "{}{} = {}", said++ ? ", " : "found for ", ir_attr_str(GET(op, tile_dim, name)),
             r->input->leaves[i]);
  }
  ir_write_cstr(out, said ? "; " : "");
}

static void print_event(const Report *r, const ProtocolEvent *event, IrStream *out) {
  static const char *const words[] = {[PROTOCOL_ACQUIRE] = "acquire",
                                      [PROTOCOL_COMMIT] = "commit",
                                      [PROTOCOL_WAIT] = "wait",
                                      [PROTOCOL_RELEASE] = "release",
                                      [PROTOCOL_READ] = "read",
                                      [PROTOCOL_WRITE] = "write",
                                      [PROTOCOL_COPY] = "copy",
                                      [PROTOCOL_PRODUCT] = "product",
                                      [PROTOCOL_STORE] = "store",
                                      [PROTOCOL_PRODUCT_WAIT] = "product wait",
                                      [PROTOCOL_COPY_WAIT] = "wait for copies",
                                      [PROTOCOL_STORE_WAIT] = "wait for stores"};
  const ProtocolStep *step = &r->program->kernel.steps.at[event->step];
  ir_write_cstr(out, words[step->kind]);
  if (step->kind <= PROTOCOL_RELEASE) {
    ir_print(out, " {}", event->position);
  } else if (event->slot >= 0) {
    ir_write_cstr(out, " ");
    print_buffer(r, r->program->kernel.boxes.at[step->first_box].buffer, out);
    ir_print(out, "[{}]", event->slot);
  }
}

// What roles did, from the left to the right: `role "load": acquire 0, copy %a[0], ...; role ...`.
static void tell_story(const Report *r) {
  const ProtocolFault *f = r->fault;
  IrStream out = {0};
  size_t first = f->num_events > TOLD ? f->num_events - TOLD : 0;
  int32_t role = -1;
  print_values(r, &out);
  if (!f->num_events) ir_write_cstr(&out, "nothing came before");
  if (first || f->num_dropped) ir_write_cstr(&out, "... ");
  for (size_t i = first; i < f->num_events; i++) {
    if (f->events[i].role != role) {
      if (role >= 0) ir_write_cstr(&out, "; ");
      print_role(r, f->events[i].role, &out);
    }
    ir_write_cstr(&out, f->events[i].role == role ? ", " : ": ");
    role = f->events[i].role;
    print_event(r, &f->events[i], &out);
  }
  ir_note(r->ctx, ir_op_loc(r->kernel), "{}", ir_stream_str(&out));
  ir_stream_free(&out);
}

static void note_other(const Report *r) {
  const IrOp *other = op_at(r, r->fault->other_step);
  if (!other) return;
  IrStream out = {0};
  print_role(r, r->fault->other_role, &out);
  ir_print(&out, " {} it here", is_write(r, r->fault->other_step) ? "fills" : "reads");
  ir_note(r->ctx, ir_op_loc(other), "{}", ir_stream_str(&out));
  ir_stream_free(&out);
}

static void note_stands(const Report *r) {
  for (size_t i = 0; i < r->fault->num_stands; i++) {
    const ProtocolEvent *stand = &r->fault->stands[i];
    if (stand->step == r->fault->step) continue;
    IrStream out = {0};
    print_role(r, stand->role, &out);
    ir_write_cstr(&out, " waits here: ");
    print_event(r, stand, &out);
    ir_note(r->ctx, ir_op_loc(op_at(r, stand->step)), "{}", ir_stream_str(&out));
    ir_stream_free(&out);
  }
}

void protocol_report(IrOp *kernel, const ProtocolProgram *program, const ProtocolInput *input,
                     const ProtocolFault *fault) {
  Report report = {ir_op_context(kernel), kernel, program, input, fault};
  const IrOp *op = op_at(&report, fault->step);
  IrStream message = {0};
  if (!op && fault->channel >= 0) op = program->kernel.channels.at[fault->channel].tag;
  print_message(&report, &message);
  (void)ir_op_error(op ? op : kernel, "{}", ir_stream_str(&message));
  note_other(&report);
  note_stands(&report);
  tell_story(&report);
  if (help_for(&report)) ir_help(report.ctx, "{}", help_for(&report));
  ir_stream_free(&message);
}
