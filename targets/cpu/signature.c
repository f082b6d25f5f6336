// Arguments against a kernel's signature: what a launch checks before anything runs.
#include "dialects/mem/mem.h"
#include "dialects/tile/kernel.h"
#include "targets/cpu/run.h"

_Static_assert((int)CPU_MAX_GRID == (int)TILE_MAX_GRID, "a grid is a grid");

// ---- One argument. ----

static IrStatus check_strides(IrOp *kernel, size_t i, IrType type, const CpuArray *array) {
  int64_t expected[CPU_MAX_RANK], offset;
  ir_type_memref_strides(type, expected, &offset);
  CpuArray packed = cpu_array_of(type, array->extents);
  for (uint32_t d = 0; d < array->rank; d++) {
    // A type without a layout is row-major, whatever its extents turn out to be.
    int64_t want = ir_type_layout(type) ? expected[d] : packed.strides[d];
    if (want == IR_DYNAMIC || want == array->strides[d] || array->extents[d] <= 1) continue;
    return ir_op_error(kernel, "argument {} needs stride {} in dimension {}, got {}",
                       tile_kernel_arg_name(kernel, i), want, d, array->strides[d]);
  }
  return IR_OK;
}

static IrStatus check_memref(IrOp *kernel, size_t i, IrType type, const CpuArray *array) {
  IrShape shape = ir_type_shape(type);
  IrStr name = tile_kernel_arg_name(kernel, i);
  if (shape.rank != array->rank || shape.rank > CPU_MAX_RANK)
    return ir_op_error(kernel, "argument {} has rank {}, got an array of rank {}", name, shape.rank,
                       array->rank);
  if (ir_type_element(type) != array->element)
    return ir_op_error(kernel, "argument {} has elements of type {}, got {}", name,
                       ir_type_element(type), array->element);
  for (size_t d = 0; d < shape.rank; d++) {
    if (array->extents[d] < 0)
      return ir_op_error(kernel, "argument {} has a negative extent {} in dimension {}", name,
                         array->extents[d], d);
    if (shape.at[d] != IR_DYNAMIC && shape.at[d] != array->extents[d])
      return ir_op_error(kernel, "argument {} needs extent {} in dimension {}, got {}", name,
                         shape.at[d], d, array->extents[d]);
  }
  if (!array->data && cpu_array_count(array) > 0)
    return ir_op_error(kernel, "argument {} has no memory", name);
  return check_strides(kernel, i, type, array);
}

// Dimensions of one name have one extent.
static IrStatus check_dims(IrOp *kernel, const CpuArg *args, size_t i) {
  IrShape shape = ir_type_shape(tile_kernel_arg_type(kernel, i));
  for (size_t d = 0; d < shape.rank; d++) {
    IrStr name = tile_kernel_arg_dim(kernel, i, d);
    TileDim dim;
    if (name.len == 0 || !tile_kernel_find_dim(kernel, name, &dim)) continue;
    int64_t first = args[dim.arg].array.extents[dim.index], here = args[i].array.extents[d];
    if (first == here) continue;
    return ir_op_error(kernel, "dimension {} is {} in argument {} and {} in argument {}", name,
                       first, tile_kernel_arg_name(kernel, dim.arg), here,
                       tile_kernel_arg_name(kernel, i));
  }
  return IR_OK;
}

static IrStatus check_args(IrOp *kernel, const CpuArg *args, size_t num_args) {
  size_t expected = tile_kernel_num_args(kernel);
  if (num_args != expected)
    return ir_op_error(kernel, "takes {} arguments, got {}", expected, num_args);
  for (size_t i = 0; i < num_args; i++) {
    IrType type = tile_kernel_arg_type(kernel, i);
    if (ir_type_kind(type) != IR_TYPE_MEMREF) continue;
    IR_TRY(check_memref(kernel, i, type, &args[i].array));
  }
  for (size_t i = 0; i < num_args; i++) {
    if (ir_type_kind(tile_kernel_arg_type(kernel, i)) != IR_TYPE_MEMREF) continue;
    IR_TRY(check_dims(kernel, args, i));
  }
  return IR_OK;
}

// ---- Expressions. ----

typedef struct Names {
  IrOp *kernel;
  const CpuRun *run;
} Names;

static bool name_value(void *user, IrStr name, int64_t *value) {
  const Names *names = user;
  TileName what;
  if (!tile_kernel_resolve(names->kernel, name, &what)) return false;
  const CpuArray *array = &names->run->args[what.arg].array;
  int64_t begin, end;
  switch (what.kind) {
  case TILE_NAME_DIM:
    *value = array->extents[what.index];
    return true;
  case TILE_NAME_STRIDE:
    *value = array->strides[what.index];
    return true;
  case TILE_NAME_ADDRESS:
    *value = (int64_t)(intptr_t)array->data;
    return true;
  case TILE_NAME_PROCESSORS:
    *value = names->run->processors ? names->run->processors : CPU_PROCESSORS;
    return true;
  case TILE_NAME_BEGIN:
  case TILE_NAME_END:
    tile_byte_range((uintptr_t)array->data, mem_element_bytes(array->element), array->rank,
                    array->extents, array->strides, &begin, &end);
    *value = what.kind == TILE_NAME_BEGIN ? begin : end;
    return true;
  }
  return false;
}

IrStatus cpu_kernel_grid(IrOp *kernel, const CpuRun *run, CpuGrid *grid) {
  Names names = {kernel, run};
  IR_TRY(check_args(kernel, run->args, run->num_args));
  *grid = (CpuGrid){.rank = (uint32_t)tile_kernel_grid_rank(kernel), .blocks = 1};
  for (uint32_t d = 0; d < grid->rank; d++) {
    IrAttr expr = tile_kernel_grid(kernel, d);
    IR_TRY(tile_expr_eval(ir_op_context(kernel), ir_op_loc(kernel), expr, name_value, &names,
                          &grid->extents[d]));
    if (grid->extents[d] < 0)
      return ir_op_error(kernel, "block index {} has a negative extent: {} is {}", d, expr,
                         grid->extents[d]);
    if (grid->extents[d] > 0 && grid->blocks > INT32_MAX / grid->extents[d])
      return ir_op_error(kernel, "has more than {} blocks", INT32_MAX);
    grid->blocks *= grid->extents[d];
  }
  return IR_OK;
}

// An assumption that cannot be evaluated does not hold.
static bool holds(IrOp *kernel, size_t i, Names *names) {
  int64_t value = 0;
  IrStatus status = tile_expr_eval(ir_op_context(kernel), ir_op_loc(kernel),
                                   tile_kernel_assume(kernel, i), name_value, names, &value);
  return status == IR_OK && value != 0;
}

bool cpu_kernel_accepts(IrOp *kernel, const CpuRun *run, IrAttr *unmet) {
  Names names = {kernel, run};
  for (size_t i = 0; i < tile_kernel_num_assumes(kernel); i++) {
    if (holds(kernel, i, &names)) continue;
    if (unmet) *unmet = tile_kernel_assume(kernel, i);
    return false;
  }
  return true;
}
