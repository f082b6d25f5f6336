// Where the integers of a ProtocolKernel come from: which boxes are only a guess, and what unknown
// values are divided by, so that a run can choose them for few trips of each loop.
#include "passes/mem/protocol_build.h"

static bool reads_registers(uint8_t kind) {
  return kind >= PROTOCOL_MOVE && kind <= PROTOCOL_SELECT;
}

// For each register the unknown values it is made of, a bit each; the last bit stands for all
// others and for what is made up.
static void trace_values(ProtocolProgram *program, uint64_t *origins) {
  const uint64_t other = (uint64_t)1 << 63;
  for (int round = 0; round < 3; round++) {
    for (size_t i = 0; i < program->kernel.steps.n; i++) {
      const ProtocolStep *step = &program->kernel.steps.at[i];
      if (step->kind == PROTOCOL_LEAF)
        origins[step->to] |= step->value < 63 ? (uint64_t)1 << step->value : other;
      if (step->kind == PROTOCOL_OPAQUE) origins[step->to] |= other;
      if (!reads_registers(step->kind)) continue;
      origins[step->to] |= origins[step->a];
      if (step->kind != PROTOCOL_MOVE) origins[step->to] |= origins[step->b];
      if (step->kind == PROTOCOL_SELECT) origins[step->to] |= origins[step->c];
    }
  }
}

static void mark_guesses(ProtocolProgram *program, const uint64_t *origins) {
  for (size_t i = 0; i < program->kernel.boxes.n; i++) {
    ProtocolBox *box = &program->kernel.boxes.at[i];
    for (uint32_t d = 0; d < program->kernel.buffers.at[box->buffer].rank; d++)
      if (box->from[d] >= 0 && origins[box->from[d]]) box->is_guess = true;
  }
}

// The value in a register that only one step fills; 0 for others.
static int64_t divisor_in(const ProtocolKernel *kernel, int32_t at) {
  for (size_t i = 0; i < kernel->steps.n; i++)
    if (kernel->steps.at[i].kind == PROTOCOL_CONST && kernel->steps.at[i].to == at)
      return kernel->steps.at[i].value;
  return 0;
}

static void find_scales(ProtocolProgram *program, const uint64_t *origins) {
  for (size_t i = 0; i < program->kernel.steps.n; i++) {
    const ProtocolStep *step = &program->kernel.steps.at[i];
    if (step->kind < PROTOCOL_DIV || step->kind > PROTOCOL_CEILDIV) continue;
    int64_t by = divisor_in(&program->kernel, step->b);
    for (size_t k = 0; k < program->leaves.n && k < 63; k++)
      if (origins[step->a] >> k & 1 && by > program->leaves.at[k].scale)
        program->leaves.at[k].scale = by;
  }
}

static void set_strides(ProtocolProgram *program, uint64_t origins, int64_t stride) {
  for (size_t k = 0; k < program->leaves.n && k < 63; k++)
    if (origins >> k & 1 && stride > program->leaves.at[k].stride)
      program->leaves.at[k].stride = stride;
}

// A step that is the lesser of a number and what unknown values give: the loop has several trips
// when they give several times the number.
static void find_strides(ProtocolProgram *program, const uint64_t *origins, bool *are_steps) {
  const ProtocolKernel *kernel = &program->kernel;
  for (size_t i = kernel->steps.n; i-- > 0;) {
    const ProtocolStep *step = &kernel->steps.at[i];
    if (step->kind == PROTOCOL_MOVE && are_steps[step->to]) are_steps[step->a] = true;
    if (step->kind != PROTOCOL_MIN || !are_steps[step->to]) continue;
    int64_t left = divisor_in(kernel, step->a), right = divisor_in(kernel, step->b);
    int64_t most = left > right ? left : right;
    set_strides(program, origins[step->to], most);
  }
}

void protocol_trace_values(ProtocolProgram *program, const ProtocolStride *strides,
                           size_t num_strides) {
  size_t n = (size_t)program->kernel.num_registers + 1;
  uint64_t *origins = ir_calloc(n, sizeof *origins);
  bool *are_steps = ir_calloc(n, sizeof *are_steps);
  trace_values(program, origins);
  mark_guesses(program, origins);
  find_scales(program, origins);
  for (size_t i = 0; i < num_strides; i++) {
    are_steps[strides[i].step] = true;
    if (strides[i].blocks) set_strides(program, origins[strides[i].end], strides[i].blocks);
  }
  find_strides(program, origins, are_steps);
  ir_free(are_steps);
  ir_free(origins);
}
