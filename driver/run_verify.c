// Checking a run: the interpreter recomputes blocks at tile level, on the same inputs, and what it
// writes is compared element by element.  A file of kernels at thread level has no tile level: what
// a GPU made of them is compared with the threads of the emulator.
//
// Outputs start filled with NaN (integers: the largest value), so an element that the kernel left
// out shows.  Small problems are recomputed whole; then an element that the reference left alone
// must be untouched, too.  Of large ones as many blocks are recomputed as fit in a few seconds: the
// corners of the grid, where the edges are, and then blocks spread evenly over the rest.
#include <math.h>
#include <stdlib.h>

#include "driver/run.h"
#include "ir/interp/element.h"
#include "ir/support/timing.h"
#include "targets/cpu/blocks.h"

enum { FIRST_BATCH = 8, MAX_BATCH = 4096, RUN_ELEMENTS = 256 };

// ---- Reference. ----

// What is executed: the kernel as it was read, in the version that the GPU ran.
static IrOp *reference_of(const Run *run) {
  IR_FOR_OPS(op, ir_module_body(run->tile)) {
    if (run->gpu && IS(op, simt_kernel) && ir_str_equal(ir_symbol_name(op), run->entry)) return op;
  }
  return run->kernel;
}

static IrStatus run_blocks(Run *run, const CpuArg *args, const int64_t *blocks, size_t n) {
  CpuRun what = run_cpu_launch(run, args);
  what.blocks = blocks;
  what.num_blocks = n;
  what.quiet = true; // the run itself has said it
  return cpu_run_kernel(reference_of(run), &what);
}

// The blocks of a cluster run together, so none is taken out.
static IrStatus run_all_blocks(Run *run, const CpuArg *args, const CpuGrid *grid) {
  run->verify.blocks = run->verify.all = grid->blocks;
  run->verify.whole = true;
  return run_blocks(run, args, NULL, 0);
}

static IrStatus recompute(Run *run, const CpuArg *args) {
  CpuGrid grid;
  IrOp *kernel = reference_of(run);
  CpuRun what = run_cpu_launch(run, args);
  IR_TRY(cpu_kernel_grid(kernel, &what, &grid));
  if (IS(kernel, simt_kernel) && simt_kernel_cluster(kernel) > 1)
    return run_all_blocks(run, args, &grid);
  CpuBlockSampler s = cpu_blocks_sample(&grid, (uint64_t)run->options->seed);
  RunVerify *v = &run->verify;
  v->all = grid.blocks;
  v->blocks = (int64_t)s.num_corners;
  double start = ir_clock_seconds(), budget = run->options->verify_seconds;
  if (s.num_corners) IR_TRY(run_blocks(run, args, s.corners, s.num_corners));
  int64_t *batch = ir_malloc(MAX_BATCH * sizeof *batch);
  IrStatus status = IR_OK;
  for (size_t n = FIRST_BATCH; status == IR_OK && ir_clock_seconds() - start < budget;) {
    size_t taken = cpu_blocks_take(&s, batch, n);
    if (taken == 0) break;
    status = run_blocks(run, args, batch, taken);
    v->blocks += (int64_t)taken;
    if (n < MAX_BATCH) n *= 2;
  }
  ir_free(batch);
  v->whole = v->blocks == grid.blocks;
  return status;
}

// ---- Comparison. ----

// One look at an output: what is allowed, and what was found.
typedef struct Diff {
  IrType element; // whose cpu_type_allowed counts; NULL: nothing is allowed
  double mean;
  int64_t elements, different, bad, first_bad; // first_bad: element in memory order, or -1
  double max_abs, sum_error, sum_reference, bad_value, bad_reference;
} Diff;

// An output's memory as three copies of the same layout.
typedef struct Copies {
  IrType element;
  uint32_t bytes; // of an element
  int64_t n;      // elements from the first to the last, gaps included
  const char *initial, *reference, *own;
} Copies;

static double difference(double own, double reference) {
  if (own == reference || (isnan(own) && isnan(reference))) return 0;
  double d = fabs(own - reference);
  return isnan(d) ? INFINITY : d;
}

// One element: `written` by the reference, `untouched` by the run.
typedef struct Pair {
  int64_t at;
  bool written, untouched;
  double own, reference;
} Pair;

typedef void (*VisitFn)(Diff *d, const Pair *p);

static void note_bad(Diff *d, const Pair *p) {
  if (d->bad++ == 0) {
    d->first_bad = p->at;
    d->bad_value = p->own;
    d->bad_reference = p->reference;
  }
}

static void visit_sums(Diff *d, const Pair *p) {
  if (!p->written) return;
  double error = difference(p->own, p->reference);
  d->elements++;
  d->different += error != 0;
  if (error > d->max_abs) d->max_abs = error;
  d->sum_error += error * error;
  if (isfinite(p->reference)) d->sum_reference += p->reference * p->reference;
}

static void visit_bad(Diff *d, const Pair *p) {
  double allowed = d->element ? cpu_type_allowed(d->element, p->reference, d->mean) : 0;
  if (p->written && !(difference(p->own, p->reference) <= allowed)) note_bad(d, p);
}

// Elements that the whole reference left alone must be as they were.
static void visit_stray(Diff *d, const Pair *p) {
  if (!p->written && !p->untouched) note_bad(d, p);
}

static void visit_all(const Copies *c, Diff *d, VisitFn visit) {
  double own[RUN_ELEMENTS], reference[RUN_ELEMENTS];
  for (int64_t i = 0; i < c->n; i += RUN_ELEMENTS) {
    int64_t n = c->n - i < RUN_ELEMENTS ? c->n - i : RUN_ELEMENTS;
    size_t at = (size_t)i * c->bytes;
    ir_elements_to_double(c->element, c->own + at, n, own);
    ir_elements_to_double(c->element, c->reference + at, n, reference);
    for (int64_t j = 0; j < n; j++, at += c->bytes) {
      Pair p = {.at = i + j, .own = own[j], .reference = reference[j]};
      p.written = memcmp(c->reference + at, c->initial + at, c->bytes) != 0;
      p.untouched = memcmp(c->own + at, c->initial + at, c->bytes) == 0;
      visit(d, &p);
    }
  }
}

// "[3, 17]" from a place in memory: strides taken from the largest down.
static void write_index(const RunArg *arg, int64_t at, IrStream *out) {
  uint32_t rank = arg->host.array.rank;
  int64_t index[RUN_MAX_RANK] = {0};
  bool done[RUN_MAX_RANK] = {false};
  for (uint32_t step = 0; step < rank; step++) {
    uint32_t best = rank;
    for (uint32_t d = 0; d < rank; d++)
      if (!done[d] && (best == rank || arg->strides[d] > arg->strides[best])) best = d;
    done[best] = true;
    if (arg->strides[best] <= 0) continue;
    index[best] = at / arg->strides[best];
    at %= arg->strides[best];
  }
  ir_write_char(out, '[');
  for (uint32_t d = 0; d < rank; d++) ir_print(out, d ? ", {}" : "{}", index[d]);
  ir_write_char(out, ']');
}

static IrStatus report_bad(Run *run, const RunArg *arg, const Diff *d) {
  IrStream index = {0};
  write_index(arg, d->first_bad, &index);
  IrStatus status = ir_error(
      run->ctx, ir_op_loc(run->kernel),
      "{} of {} elements of '%{}' differ from the interpreter's, the first at {}: {}, "
      "expected {}",
      d->bad, d->elements, arg->name, ir_stream_cstr(&index), d->bad_value, d->bad_reference);
  ir_stream_free(&index);
  return status;
}

static Copies copies_of(const RunArg *arg, const CpuGuarded *reference) {
  const CpuArray *array = &arg->host.array;
  uint32_t bytes = ir_element_bytes(array->element);
  int64_t offset = arg->host.offset;
  return (Copies){.element = array->element,
                  .bytes = bytes,
                  .n = cpu_array_bytes(array) / bytes,
                  .initial = (const char *)arg->initial + offset,
                  .reference = (const char *)reference->block + reference->offset,
                  .own = (const char *)arg->host.block + offset};
}

static void compare(Run *run, RunArg *arg, const CpuGuarded *reference, Diff *sums) {
  Copies copies = copies_of(arg, reference);
  Diff all = {.first_bad = -1};
  visit_all(&copies, &all, visit_sums);
  double tolerance = run->options->exact ? 0 : cpu_type_tolerance(copies.element);
  double mean = all.elements ? sqrt(all.sum_reference / (double)all.elements) : 0;
  Diff bad = {.element = run->options->exact ? NULL : copies.element,
              .mean = mean,
              .elements = all.elements,
              .first_bad = -1};
  if (!(all.max_abs <= tolerance * mean)) visit_all(&copies, &bad, visit_bad);
  if (run->verify.whole) visit_all(&copies, &bad, visit_stray);
  if (bad.bad) {
    (void)report_bad(run, arg, &bad);
    run->verify.ok = false;
  }
  RunVerify *v = &run->verify;
  v->elements += all.elements;
  v->different += all.different;
  if (all.max_abs > v->max_abs) v->max_abs = all.max_abs;
  if (tolerance > v->tolerance) v->tolerance = tolerance;
  sums->sum_error += all.sum_error;
  sums->sum_reference += all.sum_reference;
}

static void compare_all(Run *run, const CpuGuarded *references) {
  Diff sums = {0};
  run->verify.done = run->verify.ok = true;
  for (size_t i = 0; i < run->num_args; i++)
    if (run->args[i].written) compare(run, &run->args[i], &references[i], &sums);
  run->verify.relative = sqrt(sums.sum_error);
  if (sums.sum_reference > 0) run->verify.relative /= sqrt(sums.sum_reference);
}

IrStatus run_verify(Run *run) {
  CpuGuarded *references = ir_calloc(run->num_args + 1, sizeof *references);
  CpuArg *args = ir_calloc(run->num_args + 1, sizeof *args);
  for (size_t i = 0; i < run->num_args; i++) {
    RunArg *arg = &run->args[i];
    if (!arg->written) {
      references[i] = arg->host;
      continue;
    }
    references[i] = cpu_guard_create(arg->host.array);
    // Guards differ from allocation to allocation; the array and its gaps are what counts.
    memcpy(references[i].array.data, (const char *)arg->initial + arg->host.offset,
           (size_t)cpu_array_bytes(&arg->host.array));
  }
  run_cpu_args(run, references, args);
  IrStatus status = recompute(run, args);
  if (status == IR_OK) compare_all(run, references);
  for (size_t i = 0; i < run->num_args; i++)
    if (run->args[i].written) cpu_guard_destroy(&references[i]);
  ir_free(references);
  ir_free(args);
  return status;
}

IrStatus run_check_guards(Run *run) {
  IrStatus status = IR_OK;
  for (size_t i = 0; i < run->num_args; i++) {
    RunArg *arg = &run->args[i];
    int64_t at = arg->is_memref ? cpu_guard_check(&arg->host) : INT64_MIN;
    if (at == INT64_MIN) continue;
    status = ir_error(run->ctx, ir_op_loc(run->kernel),
                      "the kernel wrote outside '%{}': the byte at offset {} from its first "
                      "element changed",
                      arg->name, at);
  }
  return status;
}
