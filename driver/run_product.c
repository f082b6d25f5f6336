// Recognising a matrix product by what the kernel does, and measuring it against cuBLAS.
//
// A kernel is a product when it has exactly one tile.dot, whose operands are loaded from matrices
// that are arguments, possibly through a transposition.  It is a plain one, which cuBLAS can be
// asked for, when what the loop carries is stored with nothing but conversions in between.
#include <math.h>

#include "dialects/arith/arith.h"
#include "dialects/tile/tile.h"
#include "driver/run.h"

// ---- Recognition. ----

typedef struct Dots {
  IrOp *first;
  size_t n, stores;
} Dots;

static IrStatus count_dots(IrOp *op, void *user) {
  Dots *dots = user;
  if (IS(op, tile_dot)) {
    if (dots->n++ == 0) dots->first = op;
  }
  dots->stores += IS(op, tile_store) || IS(op, tile_copy) || IS(op, tile_async_copy) ||
                  IS(op, tile_async_store);
  return IR_OK;
}

static bool argument_index(const Run *run, const IrValue *value, size_t *index) {
  if (ir_value_op(value) || ir_op_parent(ir_block_first(ir_value_block(value))) != run->kernel)
    return false;
  *index = ir_value_index(value);
  return *index < run->num_args && run->args[*index].is_memref;
}

// The matrix that an operand of the product is loaded from.
static bool find_operand(const Run *run, const IrValue *value, size_t *index, bool *transposed) {
  IrOp *op = ir_value_op(value);
  while (op && (IS(op, tile_trans) || IS(op, tile_convert_layout))) {
    unsigned dims[TILE_LAYOUT_RANK] = {0};
    if (IS(op, tile_trans)) tile_trans_dims(op, dims);
    if (dims[0] == 1) *transposed = !*transposed;
    op = ir_value_op(ir_op_operand(op, 0));
  }
  if (!op || !IS(op, tile_load)) return false;
  return argument_index(run, GET(op, tile_load, source), index) &&
         run->args[*index].host.array.rank == 2;
}

static void not_plain(RunProduct *p, IrLoc loc, const char *why) {
  p->loc = loc;
  p->why = why;
}

// What the surrounding loop makes of its iterations' results; the value itself outside of loops.
static IrValue *leave_loop(IrValue *value) {
  IrUse *use = ir_value_first_use(value);
  if (!use || !ir_value_has_one_use(value)) return value;
  IrOp *user = ir_use_op(use);
  if (!ir_op_has_trait(user, IR_TERMINATOR)) return value;
  return ir_op_result(ir_op_parent(user), ir_use_index(use));
}

// Follows the result to its one store.
static void find_store(const Run *run, RunProduct *p, const Dots *dots) {
  if (dots->stores != 1) {
    not_plain(p, ir_op_loc(run->kernel), "it stores more than one tile");
    return;
  }
  IrValue *value = leave_loop(ir_op_result(dots->first, 0));
  for (;;) {
    IrUse *use = ir_value_first_use(value);
    if (!use || !ir_value_has_one_use(value)) {
      not_plain(p, ir_op_loc(dots->first), "the product is used more than once");
      return;
    }
    IrOp *user = ir_use_op(use);
    if (IS(user, tile_store)) {
      p->plain = argument_index(run, GET(user, tile_store, dest), &p->c) &&
                 run->args[p->c].host.array.rank == 2;
      if (!p->plain) not_plain(p, ir_op_loc(user), "the product does not go to a matrix");
      return;
    }
    if (!IS(user, arith_truncf) && !IS(user, arith_extf) && !IS(user, tile_convert_layout)) {
      not_plain(p, ir_op_loc(user), "this op changes the product before it is stored");
      return;
    }
    value = ir_op_result(user, 0);
  }
}

// Extents of an operand as the product sees it.
static int64_t extent(const Run *run, size_t arg, bool transposed, int dimension) {
  return run->args[arg].extents[transposed ? 1 - dimension : dimension];
}

void run_find_product(Run *run) {
  RunProduct *p = &run->product;
  Dots dots = {0};
  (void)ir_walk_pre(run->kernel, count_dots, &dots);
  not_plain(p, ir_op_loc(run->kernel), "it does not have exactly one tile.dot");
  if (dots.n != 1) return;
  not_plain(p, ir_op_loc(dots.first), "an operand is not loaded from a matrix");
  if (!find_operand(run, GET(dots.first, tile_dot, a), &p->a, &p->trans_a)) return;
  if (!find_operand(run, GET(dots.first, tile_dot, b), &p->b, &p->trans_b)) return;
  p->m = extent(run, p->a, p->trans_a, 0);
  p->k = extent(run, p->a, p->trans_a, 1);
  p->n = extent(run, p->b, p->trans_b, 1);
  not_plain(p, ir_op_loc(dots.first), "the extents of the operands do not match");
  if (extent(run, p->b, p->trans_b, 0) != p->k) return;
  p->is_product = true;
  find_store(run, p, &dots);
  if (!p->plain) return;
  p->plain = run->args[p->c].extents[0] == p->m && run->args[p->c].extents[1] == p->n;
  if (!p->plain) not_plain(p, ir_op_loc(dots.first), "the result has other extents");
}

// ---- Comparison with cuBLAS. ----

// The f64 reference costs one multiplication for each of this many; rows are left out beyond.
static const double reference_budget = 2e9;
enum { MIN_ROWS = 16 };

typedef struct Blas {
  Run *run;
  CudaBlas *blas;
  CudaProduct product;
  CudaAddress result; // cuBLAS's own C
} Blas;

// An argument's array as the product sees it.
static CpuArray operand_array(const Run *run, size_t arg, bool transposed) {
  CpuArray array = run->args[arg].host.array;
  if (!transposed) return array;
  CpuArray t = array;
  for (int d = 0; d < 2; d++) {
    t.extents[d] = array.extents[1 - d];
    t.strides[d] = array.strides[1 - d];
  }
  return t;
}

static CudaMatrix device_matrix(const Run *run, size_t arg, bool transposed) {
  CpuArray array = operand_array(run, arg, transposed);
  return (CudaMatrix){run->args[arg].address, array.strides[0], array.strides[1]};
}

// Rows spread over all of them, the last always among them.
static int64_t choose_rows(const RunProduct *p, int64_t **rows) {
  double per_row = (double)p->n * (double)p->k + 1;
  double n = floor(reference_budget / per_row);
  int64_t count = n >= (double)p->m ? p->m : n < MIN_ROWS ? MIN_ROWS : (int64_t)n;
  if (count > p->m) count = p->m;
  *rows = ir_calloc((size_t)count + 1, sizeof **rows);
  for (int64_t i = 0; i < count; i++)
    (*rows)[i] = count > 1 ? (int64_t)((double)i * (double)(p->m - 1) / (double)(count - 1)) : 0;
  return count;
}

// ||x - reference|| / ||reference|| over the rows.
static double row_error(const CpuArray *x, const int64_t *rows, int64_t count,
                        const double *reference) {
  double error = 0, norm = 0;
  int64_t n = x->extents[1];
  for (int64_t i = 0; i < count; i++)
    for (int64_t j = 0; j < n; j++) {
      double r = reference[i * n + j], d = cpu_array_get(x, rows[i] * n + j) - r;
      error += d * d;
      norm += r * r;
    }
  if (isnan(error)) return INFINITY;
  return norm > 0 ? sqrt(error / norm) : sqrt(error);
}

static void compare_values(Run *run, const CpuArray *blas) {
  const RunProduct *p = &run->product;
  CpuArray a = operand_array(run, p->a, p->trans_a), b = operand_array(run, p->b, p->trans_b);
  int64_t *rows;
  int64_t count = choose_rows(p, &rows);
  double *reference = ir_calloc((size_t)(count * p->n) + 1, sizeof *reference);
  cpu_reference_gemm(&a, &b, rows, count, reference);
  run->compare.rows = count;
  run->compare.own_error = row_error(&run->args[p->c].host.array, rows, count, reference);
  run->compare.blas_error = row_error(blas, rows, count, reference);
  ir_free(reference);
  ir_free(rows);
}

static IrStatus enqueue_blas(void *user) {
  Blas *b = user;
  return cuda_blas_product(b->blas, &b->product);
}

static void guard_busy(void *user, bool begins) {
  run_guard_busy(user, begins);
}

static IrStatus run_both(Blas *b) {
  Run *run = b->run;
  const RunArg *c = &run->args[run->product.c];
  CpuGuarded copy = cpu_guard_create(c->host.array);
  run_guard_busy(run->guard, true);
  IrStatus status = enqueue_blas(b);
  if (status == IR_OK) status = cuda_synchronize(run->gpu);
  if (status == IR_OK)
    status =
        cuda_copy_out(run->gpu, copy.array.data, b->result, (size_t)cpu_array_bytes(&copy.array));
  run_guard_busy(run->guard, false);
  if (status == IR_OK) compare_values(run, &copy.array);
  cpu_guard_destroy(&copy);
  if (status != IR_OK || run->product.m == 0 || run->product.n == 0) return status;
  const CudaWork work[] = {{run_gpu_enqueue, run}, {enqueue_blas, b}};
  const CudaBench bench = {
      .block_seconds = run->options->block_seconds, .busy = guard_busy, .user = run->guard};
  CudaTimes times[2];
  IR_TRY(cuda_bench(run->gpu, &bench, work, 2, times));
  run->times = times[0];
  run->compare.blas = times[1];
  return IR_OK;
}

static void describe(const Run *run, Blas *b) {
  const RunProduct *p = &run->product;
  b->product = (CudaProduct){.m = p->m, .n = p->n, .k = p->k};
  b->product.a = device_matrix(run, p->a, p->trans_a);
  b->product.b = device_matrix(run, p->b, p->trans_b);
  b->product.c = device_matrix(run, p->c, false);
  b->product.c.data = b->result;
  b->product.inputs = ir_type_float_kind(run->args[p->a].host.array.element);
  b->product.output = ir_type_float_kind(run->args[p->c].host.array.element);
}

IrStatus run_check_comparable(Run *run) {
  const RunProduct *p = &run->product;
  if (!run->gpu)
    return ir_error(run->ctx, IR_LOC_UNKNOWN, "--compare=cublas needs a GPU: {}",
                    run->why_no_gpu ? run->why_no_gpu : "the run is on the emulator");
  if (p->plain && ir_type_is_float(run->args[p->a].host.array.element)) return IR_OK;
  (void)ir_error(run->ctx, p->loc, "'{}' is not a plain matrix product: {}", run->name,
                 p->plain ? "its elements are not floats" : p->why);
  ir_help(run->ctx, "--compare=cublas is for kernels that store A * B and nothing else; --verify "
                    "checks any kernel");
  return IR_FAILED;
}

IrStatus run_compare_cublas(Run *run) {
  Blas b = {.run = run};
  const CpuArray *c = &run->args[run->product.c].host.array;
  IrStatus status = cuda_alloc(run->gpu, (size_t)cpu_array_bytes(c), &b.result);
  if (status == IR_OK) status = cuda_blas_open(run->gpu, &b.blas);
  if (status == IR_OK) {
    run->compare.version = cuda_blas_version(b.blas);
    describe(run, &b);
    status = cuda_blas_check(b.blas, &b.product);
  }
  if (status == IR_OK) status = run_both(&b);
  run->compare.done = status == IR_OK;
  cuda_blas_close(b.blas);
  cuda_free(run->gpu, b.result);
  return status;
}
