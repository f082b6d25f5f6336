// Inputs, references, errors and guards; see reference.h.
//
// Random numbers are a hash of (seed, element), the finaliser of splitmix64 applied twice, so they
// need no state and can be made in any order and on any thread.
#include "targets/cpu/reference.h"

#include <math.h>

#include "ir/interp/element.h"
#include "ir/interp/fma.h"
#include "ir/support/arena.h"
#include "targets/cpu/parallel.h"

// ---- Inputs. ----

static uint64_t mix(uint64_t x) {
  x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
  return x ^ (x >> 31);
}

static uint64_t random_bits(uint64_t seed, uint64_t i) {
  return mix(mix(seed + UINT64_C(0x9e3779b97f4a7c15)) + i * UINT64_C(0x9e3779b97f4a7c15));
}

// Box and Muller's transformation of two halves of one hash.
double cpu_random_normal(uint64_t seed, uint64_t i) {
  uint64_t bits = random_bits(seed, i);
  float radius = ((float)(uint32_t)(bits >> 40) + 1) * 0x1p-24f;
  float angle = (float)(uint32_t)(bits & 0xffffff) * (6.283185307179586f * 0x1p-24f);
  return (double)(sqrtf(-2 * logf(radius)) * cosf(angle));
}

int64_t cpu_random_int(uint64_t seed, uint64_t i, int64_t low, int64_t high) {
  uint64_t span = (uint64_t)high - (uint64_t)low + 1;
  uint64_t bits = random_bits(seed, i);
  return (int64_t)((uint64_t)low + (span ? bits % span : bits));
}

typedef enum FillKind { FILL_NORMAL, FILL_INT, FILL_VALUE } FillKind;

typedef struct Fill {
  const CpuArray *array;
  FillKind kind;
  uint64_t seed;
  int64_t low, high;
  double value;
} Fill;

enum { FILL_RUN = 4096, FILL_TASK = 64 * FILL_RUN };

static double fill_element(const Fill *fill, int64_t i) {
  bool is_float = ir_type_is_float(fill->array->element);
  switch (fill->kind) {
  case FILL_NORMAL:
    return is_float ? cpu_random_normal(fill->seed, (uint64_t)i)
                    : rint(4 * cpu_random_normal(fill->seed, (uint64_t)i));
  case FILL_INT:
    return (double)cpu_random_int(fill->seed, (uint64_t)i, fill->low, fill->high);
  case FILL_VALUE:
    break;
  }
  return fill->value;
}

static void fill_task(void *user, unsigned thread, int64_t task) {
  const Fill *fill = user;
  (void)thread;
  double run[FILL_RUN];
  int64_t count = cpu_array_count(fill->array), end = (task + 1) * FILL_TASK;
  if (end > count) end = count;
  for (int64_t first = task * FILL_TASK, n; first < end; first += n) {
    n = end - first < FILL_RUN ? end - first : FILL_RUN;
    for (int64_t i = 0; i < n; i++) run[i] = fill_element(fill, first + i);
    cpu_array_write(fill->array, first, n, run);
  }
}

static void fill_array(Fill fill) {
  int64_t count = cpu_array_count(fill.array);
  cpu_parallel(0, (count + FILL_TASK - 1) / FILL_TASK, fill_task, &fill);
}

void cpu_fill_normal(const CpuArray *array, uint64_t seed) {
  fill_array((Fill){.array = array, .kind = FILL_NORMAL, .seed = seed});
}

void cpu_fill_int(const CpuArray *array, uint64_t seed, int64_t low, int64_t high) {
  fill_array((Fill){.array = array, .kind = FILL_INT, .seed = seed, .low = low, .high = high});
}

void cpu_fill_value(const CpuArray *array, double value) {
  fill_array((Fill){.array = array, .kind = FILL_VALUE, .value = value});
}

void cpu_fill_index(const CpuArray *array) {
  for (int64_t i = 0, n = cpu_array_count(array); i < n; i++) cpu_array_set(array, i, (double)i);
}

void cpu_fill_canary(const CpuArray *array) {
  bool is_float = ir_type_is_float(array->element);
  unsigned width = is_float ? 0 : ir_element_width(array->element);
  cpu_fill_value(array, is_float ? NAN : width <= 1 ? 1 : ldexp(1, (int)width - 1) - 1);
}

double cpu_array_get(const CpuArray *array, int64_t i) {
  double value;
  cpu_array_read(array, i, 1, &value);
  return value;
}

void cpu_array_set(const CpuArray *array, int64_t i, double value) {
  cpu_array_write(array, i, 1, &value);
}

// ---- References. ----

// A product is cut into panels that a core's caches hold, decoded once each.
enum { PANEL_M = 32, PANEL_N = 256, PANEL_K = 128 };

typedef struct Gemm {
  const CpuArray *a, *b;
  const int64_t *rows;
  int64_t num_rows, columns, depth;
  double *out;
} Gemm;

typedef struct Panel {
  double a[PANEL_M * PANEL_K], b[PANEL_K * PANEL_N], c[PANEL_M * PANEL_N];
} Panel;

static int64_t at_most(int64_t n, int64_t limit) {
  return n < limit ? n : limit;
}

// Adds the products of `k` columns of A and rows of B from `first_k` on.
static void panel_step(const Gemm *gemm, Panel *panel, int64_t first_m, int64_t m, int64_t first_n,
                       int64_t n, int64_t first_k) {
  int64_t k = at_most(gemm->depth - first_k, PANEL_K);
  for (int64_t i = 0; i < m; i++) {
    int64_t row = gemm->rows ? gemm->rows[first_m + i] : first_m + i;
    cpu_array_read(gemm->a, row * gemm->depth + first_k, k, panel->a + i * k);
  }
  for (int64_t l = 0; l < k; l++)
    cpu_array_read(gemm->b, (first_k + l) * gemm->columns + first_n, n, panel->b + l * n);
  ir_matmul_double(m, n, k, panel->a, panel->b, panel->c);
}

static void gemm_task(void *user, unsigned thread, int64_t task) {
  const Gemm *gemm = user;
  (void)thread;
  int64_t across = (gemm->columns + PANEL_N - 1) / PANEL_N;
  int64_t first_m = task / across * PANEL_M, first_n = task % across * PANEL_N;
  int64_t m = at_most(gemm->num_rows - first_m, PANEL_M);
  int64_t n = at_most(gemm->columns - first_n, PANEL_N);
  Panel *panel = ir_malloc(sizeof *panel);
  memset(panel->c, 0, sizeof panel->c);
  for (int64_t k = 0; k < gemm->depth; k += PANEL_K)
    panel_step(gemm, panel, first_m, m, first_n, n, k);
  for (int64_t i = 0; i < m; i++)
    memcpy(gemm->out + (first_m + i) * gemm->columns + first_n, panel->c + i * n,
           (size_t)n * sizeof(double));
  ir_free(panel);
}

void cpu_reference_gemm(const CpuArray *a, const CpuArray *b, const int64_t *rows, int64_t num_rows,
                        double *out) {
  Gemm gemm = {.a = a, .b = b, .rows = rows, .num_rows = num_rows, .out = out};
  gemm.depth = a->extents[1];
  gemm.columns = b->extents[1];
  int64_t across = (gemm.columns + PANEL_N - 1) / PANEL_N;
  int64_t down = (gemm.num_rows + PANEL_M - 1) / PANEL_M;
  cpu_parallel(0, across * down, gemm_task, &gemm);
}

// ---- Errors. ----

typedef struct ErrorSums {
  CpuError error;
  double difference, reference; // sums of squares
} ErrorSums;

static void add_error(ErrorSums *sums, int64_t i, double x, double ref) {
  CpuError *error = &sums->error;
  error->count++;
  if (x == ref || (isnan(x) && isnan(ref))) {
    if (isfinite(ref)) sums->reference += ref * ref;
    return;
  }
  double difference = isfinite(x) && isfinite(ref) ? fabs(x - ref) : INFINITY;
  if (error->different++ == 0) error->first = i;
  if (difference > error->max_abs || error->worst < 0) {
    error->max_abs = difference;
    error->worst = i, error->worst_x = x, error->worst_ref = ref;
  }
  if (ref != 0 && difference / fabs(ref) > error->max_rel) error->max_rel = difference / fabs(ref);
  if (isinf(difference)) error->max_rel = INFINITY;
  sums->difference += difference * difference;
  if (isfinite(ref)) sums->reference += ref * ref;
}

static CpuError finish_error(ErrorSums *sums) {
  double scale = sums->reference > 0 ? sqrt(sums->reference) : 1;
  sums->error.relative = sqrt(sums->difference) / scale;
  return sums->error;
}

CpuError cpu_compare_numbers(const CpuArray *x, int64_t first, const double *reference, int64_t n) {
  ErrorSums sums = {.error = {.first = -1, .worst = -1}};
  double run[FILL_RUN];
  for (int64_t done = 0, size; done < n; done += size) {
    size = at_most(n - done, FILL_RUN);
    cpu_array_read(x, first + done, size, run);
    for (int64_t i = 0; i < size; i++)
      add_error(&sums, first + done + i, run[i], reference[done + i]);
  }
  return finish_error(&sums);
}

CpuError cpu_compare(const CpuArray *x, const CpuArray *reference) {
  ErrorSums sums = {.error = {.first = -1, .worst = -1}};
  double run[FILL_RUN], expected[FILL_RUN];
  int64_t n = cpu_array_count(x);
  for (int64_t done = 0, size; done < n; done += size) {
    size = at_most(n - done, FILL_RUN);
    cpu_array_read(x, done, size, run);
    cpu_array_read(reference, done, size, expected);
    for (int64_t i = 0; i < size; i++) add_error(&sums, done + i, run[i], expected[i]);
  }
  return finish_error(&sums);
}

// ---- Guards. ----

enum { GUARD_BYTES = 4096, GUARD_ALIGN = 256 };

static uint8_t guard_byte(int64_t i) {
  return (uint8_t)(0xa5 ^ (i * 37));
}

CpuGuarded cpu_guard_create(CpuArray shape) {
  return cpu_guard_create_at(shape, 0);
}

CpuGuarded cpu_guard_create_at(CpuArray shape, int64_t shift) {
  int64_t moved = shift * (int64_t)ir_element_bytes(shape.element);
  CpuGuarded guarded = {.array = shape,
                        .bytes = cpu_array_bytes(&shape) + 2 * GUARD_BYTES + GUARD_ALIGN + moved};
  uint8_t *block = ir_malloc((size_t)guarded.bytes);
  for (int64_t i = 0; i < guarded.bytes; i++) block[i] = guard_byte(i);
  uintptr_t first =
      ((uintptr_t)block + GUARD_BYTES + GUARD_ALIGN - 1) & ~(uintptr_t)(GUARD_ALIGN - 1);
  guarded.block = block;
  guarded.offset = (int64_t)(first - (uintptr_t)block) + moved;
  guarded.array.data = block + guarded.offset;
  return guarded;
}

void cpu_guard_destroy(CpuGuarded *guarded) {
  ir_free(guarded->block);
  *guarded = (CpuGuarded){0};
}

static int64_t changed_byte(const CpuGuarded *guarded, int64_t first, int64_t end,
                            const uint8_t *is_element) {
  const uint8_t *block = guarded->block;
  for (int64_t i = first; i < end; i++) {
    if (is_element && is_element[i - guarded->offset]) continue;
    if (block[i] != guard_byte(i)) return i - guarded->offset;
  }
  return INT64_MIN;
}

// Looks at the bytes between elements; there are none when the array is packed.
static int64_t changed_gap(const CpuGuarded *guarded) {
  int64_t bytes = cpu_array_bytes(&guarded->array), count = cpu_array_count(&guarded->array);
  int64_t element = ir_element_bytes(guarded->array.element);
  if (bytes == count * element) return INT64_MIN;
  uint8_t *is_element = ir_calloc((size_t)bytes, 1);
  for (int64_t i = 0; i < count; i++)
    memset(is_element + cpu_array_offset(&guarded->array, i) * element, 1, (size_t)element);
  int64_t changed = changed_byte(guarded, guarded->offset, guarded->offset + bytes, is_element);
  ir_free(is_element);
  return changed;
}

int64_t cpu_guard_check(const CpuGuarded *guarded) {
  int64_t end = guarded->offset + cpu_array_bytes(&guarded->array);
  int64_t changed = changed_byte(guarded, 0, guarded->offset, NULL);
  if (changed == INT64_MIN) changed = changed_gap(guarded);
  return changed == INT64_MIN ? changed_byte(guarded, end, guarded->bytes, NULL) : changed;
}
