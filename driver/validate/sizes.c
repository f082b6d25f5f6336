// Which sizes to execute a subject for.
//
// Every open extent has a tile: what loads and stores take along it, or what the grid divides it
// by.  Extents are then whole numbers of tiles, a tile and a half, less than one, three and a bit:
// so edges, loops of several trips and of none, and grids of several blocks all occur.  The first
// sets are chosen; the rest mix these per dimension at random.
#include <stdlib.h>

#include "driver/validate/validate_impl.h"

enum { ACCESS_ELEMENTS = 16, TRIES = 200, MAX_BLOCKS = 256, SCALAR_RANGE = 5 };
enum { MAX_ELEMENTS = 1 << 22 };

typedef enum Kind {
  KIND_WHOLE, // two tiles
  KIND_EDGE,  // a tile and a half, odd
  KIND_WIDE,  // a tile, or all of a loop's, and one wide access
  KIND_PART,  // less than a tile
  KIND_LONG,  // three tiles, or all of a loop's, and one element
  KIND_ONE,   // a tile
  KIND_NONE,  // nothing
  NUM_KINDS,
} Kind;

static int64_t round_up(int64_t n, int64_t multiple) {
  return (n + multiple - 1) / multiple * multiple;
}

static int64_t extent_of(const OpenDim *dim, Kind kind) {
  int64_t t = dim->tile, step = dim->contiguous ? ACCESS_ELEMENTS : 1;
  switch (kind) {
  case KIND_WHOLE:
    return round_up(2 * t, step);
  case KIND_EDGE:
    return t < 3 ? 3 : (t + t / 2) | 1;
  case KIND_WIDE:
    return round_up((dim->trips ? dim->trips : 1) * t + 1, step);
  case KIND_PART:
    return t < 4 ? 1 : t / 2 - 1;
  case KIND_LONG:
    return (dim->trips ? dim->trips : 3) * t + 1;
  case KIND_ONE:
    return t;
  default:
    return 0;
  }
}

static uint64_t pick(uint64_t seed, uint64_t i, uint64_t n) {
  return (uint64_t)cpu_random_int(seed, i, 0, (int64_t)n - 1);
}

static void set_extents(const Subject *s, Sizes *sizes, Kind kind) {
  for (size_t i = 0; i < s->num_dims; i++)
    sizes->extents[i] = round_up(extent_of(&s->dims[i], kind), s->dims[i].multiple);
}

// Nothing at all is rare, for then little happens.
static Kind random_kind(uint64_t seed, uint64_t i) {
  Kind kind = (Kind)pick(seed, 2 * i, NUM_KINDS);
  return kind == KIND_NONE && pick(seed, 2 * i + 1, 4) ? KIND_LONG : kind;
}

static void mix_extents(const Subject *s, Sizes *sizes, uint64_t seed) {
  for (size_t i = 0; i < s->num_dims; i++) {
    const OpenDim *dim = &s->dims[i];
    int64_t extent = extent_of(dim, random_kind(seed, i));
    if (pick(seed, 1000 + i, 4) == 0)
      extent = 1 + (int64_t)pick(seed, 2000 + i, (uint64_t)(3 * dim->tile));
    sizes->extents[i] = round_up(extent, dim->multiple);
  }
}

// The `i`-th set that is tried.
static Sizes make_sizes(const Subject *s, size_t i, uint64_t seed) {
  static const struct {
    Kind kind;
    int64_t shift, gap;
  } chosen[] = {{KIND_WHOLE, 0, 0}, {KIND_EDGE, 1, 3}, {KIND_WIDE, 0, 16}, {KIND_WHOLE, 1, 0}};
  const size_t n = sizeof chosen / sizeof *chosen;
  Sizes sizes = {.seed = seed * 1000003 + i + 1};
  if (i % 2) sizes.schedule = sizes.seed;
  if (i < n) { // other seeds begin with another one
    size_t first = (i + (size_t)seed - 1) % n;
    set_extents(s, &sizes, chosen[first].kind);
    sizes.shift = chosen[first].shift;
    sizes.gap = chosen[first].gap;
    return sizes;
  }
  mix_extents(s, &sizes, sizes.seed);
  sizes.shift = pick(sizes.seed, 3000, 3) == 0;
  sizes.gap = (int64_t)pick(sizes.seed, 3001, 3) * 8;
  return sizes;
}

// ---- Arrays. ----

// An extent that the type leaves open, but a type of another argument with that name fixes.
static int64_t fixed_elsewhere(const Subject *s, size_t arg, size_t d) {
  TileDim dim;
  bool known = tile_kernel_find_dim(s->origin, tile_kernel_arg_dim(s->origin, arg, d), &dim);
  return known ? dim.extent : 1;
}

// With a gap, rows are as far apart as if they were longer.
CpuArray validate_array(const Subject *s, size_t i, const Sizes *sizes) {
  const SubjectArg *arg = &s->args[i];
  IrShape shape = ir_type_shape(arg->type);
  int64_t extents[CPU_MAX_RANK], longer[CPU_MAX_RANK], strides[CPU_MAX_RANK], offset;
  ir_type_memref_strides(arg->type, strides, &offset);
  for (size_t d = 0; d < shape.rank; d++) {
    extents[d] = shape.at[d];
    if (arg->open[d] >= 0)
      extents[d] = sizes->extents[arg->open[d]];
    else if (shape.at[d] == IR_DYNAMIC)
      extents[d] = fixed_elsewhere(s, i, d);
    longer[d] = extents[d] + (strides[d] == 1 && ir_type_layout(arg->type) ? sizes->gap : 0);
  }
  CpuArray array = cpu_array_of(arg->type, longer);
  memcpy(array.extents, extents, shape.rank * sizeof *extents);
  return array;
}

// Scalars are extents and counts as often as numbers: small, and not negative.
int64_t validate_scalar(const Sizes *sizes, size_t arg) {
  return cpu_random_int(sizes->seed, 7000 + arg, 0, SCALAR_RANGE);
}

static int64_t total_elements(const Subject *s, const Sizes *sizes) {
  int64_t total = 0;
  for (size_t i = 0; i < s->num_args; i++) {
    if (!s->args[i].is_memref) continue;
    CpuArray array = validate_array(s, i, sizes);
    double elements = 1;
    for (uint32_t d = 0; d < array.rank; d++) elements *= (double)array.extents[d];
    if (elements > MAX_ELEMENTS) return INT64_MAX;
    total += (int64_t)elements;
  }
  return total;
}

// ---- Which version runs. ----

static bool swallow(void *user, IrContext *ctx, const IrDiag *diag) {
  (void)user, (void)ctx, (void)diag;
  return true;
}

// Assumptions speak of addresses: arrays without memory stand where they will be modulo 256.
static void fill_args(const Subject *s, const Sizes *sizes, CpuArg *args) {
  for (size_t i = 0; i < s->num_args; i++) {
    args[i] = (CpuArg){0};
    if (!s->args[i].is_memref) continue;
    args[i].array = validate_array(s, i, sizes);
    uint32_t bytes = ir_element_bytes(args[i].array.element);
    args[i].array.data = (void *)(uintptr_t)(256 + (uint64_t)sizes->shift * bytes);
  }
}

static CpuRun launch_of(const Subject *s, const CpuArg *args) {
  return (CpuRun){.args = args, .num_args = s->num_args, .processors = VALIDATE_PROCESSORS};
}

static bool launches(const IrOp *kernel, const CpuRun *run) {
  IrOp *op = (IrOp *)kernel;
  CpuGrid grid;
  return cpu_kernel_grid(op, run, &grid) == IR_OK && cpu_kernel_accepts(op, run, NULL);
}

IrOp *validate_choose_version(const Subject *s, const Versions *versions, const Sizes *sizes) {
  if (!s->is_kernel) return versions->n ? versions->at[0] : NULL;
  CpuArg args[VALIDATE_MAX_ARGS];
  IrOp *found = NULL;
  fill_args(s, sizes, args);
  CpuRun run = launch_of(s, args);
  ir_diag_push_handler(ir_op_context(s->origin), swallow, NULL);
  for (size_t i = 0; i < versions->n && !found; i++)
    if (launches(versions->at[i], &run)) found = versions->at[i];
  ir_diag_pop_handler(ir_op_context(s->origin));
  return found;
}

static bool is_small(const Subject *s, const Versions *versions, const Sizes *sizes) {
  if (total_elements(s, sizes) > MAX_ELEMENTS) return false;
  IrOp *op = validate_choose_version(s, versions, sizes);
  if (!op || !s->is_kernel) return op != NULL;
  CpuArg args[VALIDATE_MAX_ARGS];
  CpuGrid grid;
  fill_args(s, sizes, args);
  CpuRun run = launch_of(s, args);
  return cpu_kernel_grid(op, &run, &grid) == IR_OK && grid.blocks <= MAX_BLOCKS;
}

static bool is_known(const Subject *s, const Sizes *sizes) {
  for (size_t i = 0; i < s->sizes.n; i++) {
    const Sizes *other = &s->sizes.at[i];
    bool same = other->shift == sizes->shift && other->gap == sizes->gap;
    size_t bytes = s->num_dims * sizeof *sizes->extents;
    if (same && !memcmp(other->extents, sizes->extents, bytes)) return true;
  }
  return false;
}

void validate_choose_sizes(Subject *s, const Versions *versions, size_t n, uint64_t seed) {
  // Without open extents what differs are values and addresses.
  for (size_t i = 0; i < TRIES && s->sizes.n < n; i++) {
    Sizes sizes = make_sizes(s, i, seed);
    bool again = s->num_dims && is_known(s, &sizes);
    if (!again && is_small(s, versions, &sizes)) ir_vec_push(&s->sizes, sizes);
  }
}

bool validate_reach(Subject *s, const Versions *versions, size_t version, uint64_t seed,
                    Sizes *sizes) {
  IrOp *wanted = versions->at[version];
  for (size_t i = 0; i < TRIES; i++) {
    *sizes = make_sizes(s, i, seed);
    for (size_t d = 0; d < s->num_dims; d++) {
      int64_t multiple = tile_kernel_multiple(wanted, s->dims[d].name);
      if (i % 2) sizes->extents[d] = round_up(sizes->extents[d], multiple);
    }
    if (validate_choose_version(s, versions, sizes) != wanted) continue;
    if (is_small(s, versions, sizes)) return true;
  }
  return false;
}
