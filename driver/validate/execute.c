// One execution of a subject, and what came out of it.
#include "driver/validate/validate_impl.h"
#include "dialects/mem/machine.h"
#include "dialects/tile/report.h"
#include "dialects/simt/simt.h"
#include "ir/interp/interp.h"
#include "targets/cpu/blocks.h"
#include "targets/cpu/memory.h"

enum { INT_RANGE = 4, INNER_BLOCKS = 1, MOST_BLOCKS = CPU_MAX_CORNERS + INNER_BLOCKS };

// ---- What the executor says. ----

static IrStr keep(IrContext *ctx, IrStr text) {
  return (IrStr){ir_arena_strdup(ir_context_arena(ctx), text), text.len};
}

static void fail(Outcome *outcome, IrContext *ctx, IrStr message, IrLoc loc) {
  outcome->kind = OUTCOME_FAILED;
  outcome->message = keep(ctx, message);
  outcome->loc = loc;
}

// The first error and what belongs to it; nothing is shown.
typedef struct Caught {
  Outcome *outcome;
  size_t errors;
} Caught;

static bool catch_diag(void *user, IrContext *ctx, const IrDiag *diag) {
  Caught *caught = user;
  Outcome *outcome = caught->outcome;
  bool is_note = diag->severity == IR_NOTE || diag->severity == IR_HELP;
  if (!is_note) caught->errors++;
  if (caught->errors == 1 && diag->severity == IR_ERROR)
    fail(outcome, ctx, diag->message, diag->loc);
  if (caught->errors == 1 && is_note && outcome->num_notes < OUTCOME_NOTES)
    outcome->notes[outcome->num_notes++] =
        (OutcomeNote){diag->severity, keep(ctx, diag->message), diag->loc};
  return true;
}

// ---- Arguments. ----

// Integers from -4 to 4, so that sums and products are exact in any order.
static void fill_array(const CpuArray *array, uint64_t seed) {
  bool is_bit = ir_element_kind(array->element) == IR_ELEMENT_I1;
  cpu_fill_int(array, seed, is_bit ? 0 : -INT_RANGE, is_bit ? 1 : INT_RANGE);
}

static CpuArray array_of_value(IrType type) {
  bool shaped = ir_type_is_shaped(type);
  CpuArray array = {.element = shaped ? ir_type_element(type) : type};
  IrShape shape = shaped ? ir_type_shape(type) : (IrShape){0};
  array.rank = (uint32_t)shape.rank;
  int64_t stride = 1;
  for (uint32_t d = array.rank; d-- > 0;) {
    array.extents[d] = shape.at[d];
    array.strides[d] = stride;
    stride *= shape.at[d];
  }
  return array;
}

static uint64_t value_seed(const Sizes *sizes, size_t i) {
  return sizes->seed * 64 + i;
}

static void make_arrays(const Subject *s, const Sizes *sizes, CpuGuarded *arrays) {
  for (size_t i = 0; i < s->num_args; i++) {
    arrays[i] = (CpuGuarded){0};
    if (!s->args[i].is_memref) continue;
    arrays[i] = cpu_guard_create_at(validate_array(s, i, sizes), sizes->shift);
    fill_array(&arrays[i].array, value_seed(sizes, i));
  }
}

// ---- Results. ----

static void add_value(Outcome *outcome, IrStr name, CpuArray array, int64_t bytes) {
  OutcomeValue *value = &outcome->values[outcome->num_values++];
  *value = (OutcomeValue){.name = name, .array = array, .bytes = bytes};
  value->array.data = ir_malloc((size_t)bytes + 1);
  if (bytes) memcpy(value->array.data, array.data, (size_t)bytes);
}

static void take_arrays(const Subject *s, const CpuGuarded *arrays, Outcome *outcome) {
  for (size_t i = 0; i < s->num_args; i++)
    if (arrays[i].block)
      add_value(outcome, s->args[i].name, arrays[i].array, cpu_array_bytes(&arrays[i].array));
}

// A store outside of an array is an error whatever was computed.
static void check_guards(const Subject *s, const IrOp *op, const CpuGuarded *arrays,
                         Outcome *outcome) {
  for (size_t i = 0; i < s->num_args; i++) {
    int64_t at = arrays[i].block ? cpu_guard_check(&arrays[i]) : INT64_MIN;
    if (at == INT64_MIN) continue;
    IrStream text = {0};
    ir_print(&text, "a store outside '%{}': the byte at offset {} from its first element changed",
             s->args[i].name, at);
    fail(outcome, ir_op_context(op), ir_stream_str(&text), ir_op_loc(op));
    ir_stream_free(&text);
    return;
  }
}

// ---- Kernels. ----

// Some blocks of a large grid, the same ones for the same grid: its corners, where the edges are,
// and one of the others.  Returns how many, 0 for all.
static size_t choose_blocks(const Subject *s, const IrOp *op, const CpuGrid *grid,
                            int64_t blocks[MOST_BLOCKS]) {
  bool clusters = IS(op, simt_kernel) && simt_kernel_cluster(op) > 1;
  if (s->whole || clusters) return 0;
  CpuBlockSampler sampler = cpu_blocks_sample(grid, 1);
  size_t corners = sampler.num_corners;
  if (grid->blocks <= (int64_t)corners + INNER_BLOCKS) return 0;
  memcpy(blocks, sampler.corners, corners * sizeof *blocks);
  return corners + cpu_blocks_take(&sampler, blocks + corners, INNER_BLOCKS);
}

static IrStatus run_kernel(const Subject *s, IrOp *op, const Sizes *sizes, CpuGuarded *arrays,
                           uint64_t max_steps, Outcome *outcome) {
  CpuArg args[VALIDATE_MAX_ARGS];
  for (size_t i = 0; i < s->num_args; i++) {
    int64_t number = validate_scalar(sizes, i);
    args[i] = (CpuArg){.array = arrays[i].array, .integer = number, .number = (double)number};
  }
  CpuRun run = {.args = args,
                .num_args = s->num_args,
                .threads = 1,
                .max_steps = max_steps,
                .processors = VALIDATE_PROCESSORS,
                .quiet = true};
  int64_t blocks[MOST_BLOCKS];
  if (sizes->schedule) run.schedule = (CpuSchedule){true, sizes->schedule};
  IR_TRY(cpu_kernel_grid(op, &run, &outcome->grid));
  run.num_blocks = choose_blocks(s, op, &outcome->grid, blocks);
  if (run.num_blocks) run.blocks = blocks;
  outcome->sampled = run.num_blocks > 0;
  return cpu_run_kernel(op, &run);
}

// ---- Functions. ----

static void set_memref(IrCell *cell, const CpuArray *array) {
  MemView view = {.base = array->data, .rank = array->rank};
  view.element_bytes = ir_element_bytes(array->element);
  memcpy(view.extents, array->extents, sizeof view.extents);
  memcpy(view.strides, array->strides, sizeof view.strides);
  memcpy(cell->data, &view, sizeof view);
}

static void set_value(const Subject *s, size_t i, const Sizes *sizes, IrCell *cell) {
  if (cell->type != cell->element) {
    CpuArray array = array_of_value(cell->type);
    array.data = cell->data;
    fill_array(&array, value_seed(sizes, i));
  } else if (ir_type_is_float(cell->element)) {
    ir_cell_set_double(cell, 0, (double)validate_scalar(sizes, i));
  } else {
    ir_cell_set_int(cell, 0, validate_scalar(sizes, i));
  }
  (void)s;
}

static void set_arguments(const Subject *s, IrOp *op, const Sizes *sizes, CpuGuarded *arrays,
                          IrInterp *interp) {
  const IrBlock *entry = ir_region_first(ir_op_region(op, 0));
  for (size_t i = 0; i < s->num_args; i++) {
    IrCell *cell = ir_interp_define(interp, ir_block_arg(entry, i));
    if (s->args[i].is_memref)
      set_memref(cell, &arrays[i].array);
    else
      set_value(s, i, sizes, cell);
  }
}

static void take_results(IrInterp *interp, IrContext *ctx, Outcome *outcome) {
  for (size_t i = 0; i < ir_interp_num_results(interp); i++) {
    const IrCell *cell = ir_interp_result(interp, i);
    CpuArray array = array_of_value(cell->type);
    array.data = cell->data;
    IrStream name = {0};
    ir_print(&name, "result {}", i);
    IrStr kept = {ir_arena_strdup(ir_context_arena(ctx), ir_stream_str(&name)), name.len};
    add_value(outcome, kept, array, cell->count * (int64_t)cell->element_bytes);
    ir_stream_free(&name);
  }
}

static IrStatus run_function(const Subject *s, IrOp *op, const Sizes *sizes, CpuGuarded *arrays,
                             uint64_t max_steps, Outcome *outcome) {
  IrInterp *interp = ir_interp_create(op, 1);
  CpuMemory memory = {0};
  ir_interp_set_machine(interp, MEM_MACHINE, &cpu_memory_machine, &memory);
  ir_interp_set_machine(interp, TILE_REPORT_MACHINE, &cpu_quiet_report, NULL);
  ir_interp_start(interp, 0);
  set_arguments(s, op, sizes, arrays, interp);
  bool done = ir_interp_run(interp, max_steps) == IR_RUN_DONE;
  if (done) take_results(interp, ir_op_context(op), outcome);
  ir_interp_destroy(interp);
  cpu_memory_free(&memory);
  return done ? IR_OK : IR_FAILED;
}

// ---- Both. ----

static size_t num_results(const Subject *s, const IrOp *op) {
  return s->is_kernel ? 0
                      : ir_type_num_results(ir_attr_type_value(ir_op_attr(op, "function_type")));
}

void validate_execute(const Subject *s, IrOp *op, const Sizes *sizes, uint64_t max_steps,
                      Outcome *outcome) {
  IrContext *ctx = ir_op_context(op);
  *outcome = (Outcome){.kind = OUTCOME_NONE, .version = ir_symbol_name(op)};
  if (!validate_is_executable(op)) return;
  CpuGuarded arrays[VALIDATE_MAX_ARGS];
  Caught caught = {.outcome = outcome};
  make_arrays(s, sizes, arrays);
  outcome->values = ir_calloc(s->num_args + num_results(s, op) + 1, sizeof *outcome->values);
  ir_diag_push_handler(ctx, catch_diag, &caught);
  IrStatus status = s->is_kernel ? run_kernel(s, op, sizes, arrays, max_steps, outcome)
                                 : run_function(s, op, sizes, arrays, max_steps, outcome);
  ir_diag_pop_handler(ctx);
  take_arrays(s, arrays, outcome);
  outcome->kind = status == IR_OK ? OUTCOME_DONE : OUTCOME_FAILED;
  if (status == IR_OK) check_guards(s, op, arrays, outcome);
  for (size_t i = 0; i < s->num_args; i++)
    if (arrays[i].block) cpu_guard_destroy(&arrays[i]);
}

void validate_outcome_free(Outcome *outcome) {
  for (size_t i = 0; i < outcome->num_values; i++) ir_free(outcome->values[i].array.data);
  ir_free(outcome->values);
  *outcome = (Outcome){0};
}
