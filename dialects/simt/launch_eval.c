// What a launch with given arguments means: whether they fit, which version, how many blocks.
#include "dialects/simt/launch.h"

#include "dialects/mem/mem.h"

// ---- Arguments. ----

// Where a dimension's name was first seen.
typedef struct SeenDim {
  IrStr name, arg;
  int64_t extent;
} SeenDim;

static IrStatus check_name(IrContext *ctx, IrLoc loc, SeenDim *seen, size_t *n, SeenDim dim) {
  for (size_t i = 0; i < *n; i++) {
    if (!ir_str_equal(seen[i].name, dim.name)) continue;
    if (seen[i].extent == dim.extent) return IR_OK;
    return ir_error(ctx, loc, "dimension {} is {} in argument {} and {} in argument {}", dim.name,
                    seen[i].extent, seen[i].arg, dim.extent, dim.arg);
  }
  if (*n < TILE_MAX_DIMS) seen[(*n)++] = dim;
  return IR_OK;
}

static IrStatus check_extents(IrContext *ctx, IrLoc loc, const SimtArg *arg, const SimtValue *v) {
  for (uint32_t d = 0; d < arg->rank; d++) {
    if (v->extents[d] < 0)
      return ir_error(ctx, loc, "argument {} has extent {} in dimension {}", arg->name,
                      v->extents[d], d);
    if (arg->extents[d] != IR_DYNAMIC && arg->extents[d] != v->extents[d])
      return ir_error(ctx, loc, "argument {} has extent {} in dimension {}, its type says {}",
                      arg->name, v->extents[d], d, arg->extents[d]);
  }
  return IR_OK;
}

static bool is_empty(const SimtArg *arg, const SimtValue *v) {
  for (uint32_t d = 0; d < arg->rank; d++)
    if (v->extents[d] == 0) return true;
  return false;
}

// A stride matters where there is more than one element along its dimension.
static IrStatus check_strides(IrContext *ctx, IrLoc loc, const SimtArg *arg, const SimtValue *v) {
  int64_t packed = 1;
  if (is_empty(arg, v)) return IR_OK;
  for (uint32_t d = arg->rank; d-- > 0;) {
    bool fixed = arg->is_packed || arg->strides[d] != IR_DYNAMIC;
    int64_t want = arg->is_packed ? packed : arg->strides[d];
    if (fixed && v->extents[d] > 1 && v->strides[d] != want) {
      (void)ir_error(ctx, loc, "argument {} has stride {} in dimension {}, expected {}", arg->name,
                     v->strides[d], d, want);
      if (arg->is_packed)
        ir_help(ctx, "{} is contiguous; give it a strided layout to leave strides free", arg->name);
      return IR_FAILED;
    }
    if (__builtin_mul_overflow(packed, v->extents[d], &packed))
      return ir_error(ctx, loc, "argument {} has more than 2^63 elements", arg->name);
  }
  return IR_OK;
}

IrStatus simt_launch_check(IrContext *ctx, IrLoc loc, const SimtKernel *kernel,
                           const SimtValue *values) {
  SeenDim seen[TILE_MAX_DIMS];
  size_t n = 0;
  for (size_t i = 0; i < kernel->num_args; i++) {
    const SimtArg *arg = &kernel->args[i];
    if (!arg->is_memref) continue;
    IR_TRY(check_extents(ctx, loc, arg, &values[i]));
    IR_TRY(check_strides(ctx, loc, arg, &values[i]));
    for (uint32_t d = 0; d < arg->rank; d++) {
      SeenDim dim = {arg->dims[d], arg->name, values[i].extents[d]};
      if (dim.name.len) IR_TRY(check_name(ctx, loc, seen, &n, dim));
    }
  }
  return IR_OK;
}

// ---- Expressions. ----

typedef struct Scope {
  const IrOp *kernel;
  const SimtValue *values;
  const SimtDevice *device;
} Scope;

// Of packed rows it follows from the extents, whatever the host says of rows that are alone.
static int64_t stride_of(const Scope *scope, TileName what) {
  const SimtValue *v = &scope->values[what.arg];
  IrType type = tile_kernel_arg_type(scope->kernel, what.arg);
  int64_t product = 1;
  if (ir_type_layout(type)) return v->strides[what.index];
  for (size_t d = what.index + 1; d < ir_type_shape(type).rank; d++)
    if (__builtin_mul_overflow(product, v->extents[d], &product)) return v->strides[what.index];
  return product;
}

static void range_of(const Scope *scope, TileName what, int64_t *begin, int64_t *end) {
  const SimtValue *v = &scope->values[what.arg];
  IrType type = tile_kernel_arg_type(scope->kernel, what.arg);
  int64_t strides[TILE_MAX_RANK];
  size_t rank = ir_type_shape(type).rank;
  for (uint32_t d = 0; d < rank; d++)
    strides[d] = stride_of(scope, (TileName){TILE_NAME_STRIDE, what.arg, d});
  tile_byte_range(v->address, mem_element_bytes(ir_type_element(type)), rank, v->extents, strides,
                  begin, end);
}

static bool lookup(void *user, IrStr name, int64_t *value) {
  const Scope *scope = user;
  TileName what;
  if (!tile_kernel_resolve(scope->kernel, name, &what)) return false;
  int64_t begin, end;
  switch (what.kind) {
  case TILE_NAME_DIM:
    *value = scope->values[what.arg].extents[what.index];
    break;
  case TILE_NAME_STRIDE:
    *value = stride_of(scope, what);
    break;
  case TILE_NAME_ADDRESS:
    *value = (int64_t)scope->values[what.arg].address;
    break;
  case TILE_NAME_PROCESSORS:
    *value = scope->device->processors;
    break;
  case TILE_NAME_BEGIN:
  case TILE_NAME_END:
    range_of(scope, what, &begin, &end);
    *value = what.kind == TILE_NAME_BEGIN ? begin : end;
    break;
  }
  return true;
}

static void write_expr(IrAttr expr, IrStream *s) {
  size_t n;
  const TileExprNode *nodes = tile_expr_nodes(expr, &n);
  tile_expr_print(nodes, n, s);
}

IrStatus simt_launch_select(IrContext *ctx, IrLoc loc, const SimtKernel *kernel,
                            const SimtValue *values, const SimtDevice *device, size_t *version) {
  IrAttr broken = NULL;
  for (size_t i = 0; i < kernel->num_versions; i++) {
    const SimtVersion *v = &kernel->versions[i];
    Scope scope = {v->op, values, device};
    bool holds = true;
    for (size_t k = 0; k < v->num_assume && holds; k++) {
      int64_t truth;
      IR_TRY(tile_expr_eval(ctx, loc, v->assume[k], lookup, &scope, &truth));
      holds = truth != 0;
      if (!holds) broken = v->assume[k];
    }
    *version = i;
    if (holds) return IR_OK;
  }
  if (!broken) return ir_error(ctx, loc, "kernel {} has no version", kernel->name);
  IrStream text = {0};
  write_expr(broken, &text);
  (void)ir_error(ctx, loc, "kernel {} assumes '{}', which these arguments do not satisfy",
                 kernel->name, ir_stream_str(&text));
  ir_stream_free(&text);
  return IR_FAILED;
}

IrStatus simt_launch_grid(IrContext *ctx, IrLoc loc, const SimtKernel *kernel, size_t version,
                          const SimtValue *values, const SimtDevice *device,
                          int64_t extents[TILE_MAX_GRID], int64_t *blocks) {
  const SimtVersion *v = &kernel->versions[version];
  Scope scope = {v->op, values, device};
  *blocks = 1;
  bool too_many = false;
  for (size_t i = 0; i < v->grid_rank; i++) {
    IR_TRY(tile_expr_eval(ctx, loc, v->grid[i], lookup, &scope, &extents[i]));
    if (extents[i] < 0)
      return ir_error(ctx, loc, "kernel {} has {} as extent {} of its grid", kernel->name,
                      extents[i], i);
    // A later extent of 0 makes an empty launch of any other ones.
    too_many |= __builtin_mul_overflow(*blocks, extents[i], blocks) || *blocks > INT32_MAX;
    if (extents[i] == 0) {
      *blocks = 0;
      too_many = false;
    } else if (too_many) {
      *blocks = INT32_MAX;
    }
  }
  if (!too_many && *blocks % v->cluster)
    return ir_error(ctx, loc, "kernel {} runs in clusters of {} blocks, and its grid has {}",
                    kernel->name, v->cluster, *blocks);
  if (!too_many) return IR_OK;
  (void)ir_error(ctx, loc, "a launch of kernel {} has more than 2^31 - 1 blocks", kernel->name);
  ir_help(ctx, "use larger tiles");
  return IR_FAILED;
}
