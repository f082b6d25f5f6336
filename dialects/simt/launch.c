// Collecting launch metadata from a module.
#include "dialects/simt/launch.h"

#include "dialects/func/func.h"
#include "dialects/mem/mem.h"
#include "dialects/tile/target.h"

void simt_launch_free(SimtLaunch *launch) {
  ir_arena_destroy(&launch->arena);
  *launch = (SimtLaunch){0};
}

const SimtKernel *simt_launch_find(const SimtLaunch *launch, IrStr name) {
  for (size_t i = 0; i < launch->num_kernels; i++)
    if (ir_str_equal(launch->kernels[i].name, name)) return &launch->kernels[i];
  return NULL;
}

// ---- Parameters of an entry. ----

typedef struct ParamList {
  SimtParam *at;
  size_t n, max;
} ParamList;

static void add_param(ParamList *list, SimtParam param) {
  if (list->n < list->max) list->at[list->n] = param;
  list->n++;
}

// Pointer, dynamic extents, strides that a layout leaves dynamic.
static void add_memref(ParamList *list, IrType type, uint32_t arg) {
  IrShape shape = ir_type_shape(type);
  int64_t strides[16], offset;
  add_param(list, (SimtParam){SIMT_PARAM_POINTER, .arg = arg});
  for (uint32_t d = 0; d < shape.rank; d++)
    if (shape.at[d] == IR_DYNAMIC)
      add_param(list, (SimtParam){SIMT_PARAM_DIM, .arg = arg, .index = d});
  if (!ir_type_layout(type)) return;
  ir_type_memref_strides(type, strides, &offset);
  for (uint32_t d = 0; d < shape.rank; d++)
    if (strides[d] == IR_DYNAMIC)
      add_param(list, (SimtParam){SIMT_PARAM_STRIDE, .arg = arg, .index = d});
}

// The maps that the entry block makes of arguments.
static void add_tensor_maps(ParamList *list, const IrOp *kernel) {
  IrRegion *body = ir_op_region(kernel, 0);
  if (!IS(kernel, simt_kernel) || ir_region_is_empty(body)) return;
  IR_FOR_OPS(op, ir_region_first(body)) {
    if (!IS(op, mem_tensor_map)) continue;
    uint32_t arg = (uint32_t)ir_value_index(GET(op, mem_tensor_map, tensor));
    add_param(list, (SimtParam){SIMT_PARAM_TENSOR_MAP, .arg = arg, .map = op});
  }
}

size_t simt_kernel_params(const IrOp *kernel, SimtParam *params, size_t max) {
  ParamList list = {params, 0, max};
  for (uint32_t i = 0; i < tile_kernel_num_args(kernel); i++) {
    IrType type = tile_kernel_arg_type(kernel, i);
    if (ir_type_kind(type) == IR_TYPE_MEMREF)
      add_memref(&list, type, i);
    else
      add_param(&list, (SimtParam){SIMT_PARAM_SCALAR, .arg = i, .type = type});
  }
  add_tensor_maps(&list, kernel);
  return list.n < max || max == 0 ? list.n : max;
}

// ---- One kernel. ----

static SimtArg arg_of(const IrOp *kernel, size_t i) {
  IrType type = tile_kernel_arg_type(kernel, i);
  SimtArg arg = {.name = tile_kernel_arg_name(kernel, i), .type = type};
  arg.is_memref = ir_type_kind(type) == IR_TYPE_MEMREF;
  if (!arg.is_memref) return arg;
  int64_t offset;
  IrShape shape = ir_type_shape(type);
  arg.rank = (uint32_t)shape.rank;
  arg.is_packed = ir_type_layout(type) == NULL;
  ir_type_memref_strides(type, arg.strides, &offset);
  for (uint32_t d = 0; d < arg.rank; d++) {
    arg.dims[d] = tile_kernel_arg_dim(kernel, i, d);
    arg.extents[d] = shape.at[d];
  }
  return arg;
}

// All parameters of an entry; `num_params` of them come from the arguments, and its maps follow.
static const SimtParam *copy_params(SimtLaunch *launch, const IrOp *op, size_t *num_params,
                                    size_t *num_maps) {
  size_t n = simt_kernel_params(op, NULL, 0);
  SimtParam *params = IR_NEW_ARRAY(&launch->arena, SimtParam, n);
  (void)simt_kernel_params(op, params, n);
  *num_maps = 0;
  while (*num_maps < n && params[n - 1 - *num_maps].kind == SIMT_PARAM_TENSOR_MAP) ++*num_maps;
  *num_params = n - *num_maps;
  return params;
}

static void fill_signature(SimtLaunch *launch, SimtKernel *kernel, const IrOp *op) {
  kernel->num_args = tile_kernel_num_args(op);
  SimtArg *args = IR_NEW_ARRAY(&launch->arena, SimtArg, kernel->num_args);
  for (size_t i = 0; i < kernel->num_args; i++) args[i] = arg_of(op, i);
  kernel->args = args;

  TileDim dims[TILE_MAX_DIMS];
  kernel->num_dims = tile_kernel_dims(op, dims);
  IrStr *names = IR_NEW_ARRAY(&launch->arena, IrStr, kernel->num_dims);
  for (size_t i = 0; i < kernel->num_dims; i++) names[i] = dims[i].name;
  kernel->dims = names;

  size_t num_maps;
  kernel->params = copy_params(launch, op, &kernel->num_params, &num_maps);
}

static const IrAttr *copy_attrs(SimtLaunch *launch, IrAttr list, size_t *n) {
  *n = list ? ir_attr_count(list) : 0;
  IrAttr *at = IR_NEW_ARRAY(&launch->arena, IrAttr, *n);
  for (size_t i = 0; i < *n; i++) at[i] = ir_attr_at(list, i);
  return at;
}

static SimtVersion version_of(SimtLaunch *launch, IrOp *op) {
  IrAttr shared = GET(op, simt_kernel, shared), number = GET(op, simt_kernel, version);
  SimtVersion v = {.entry = ir_symbol_name(op), .op = op};
  v.number = number ? ir_attr_int(number) : 0;
  v.threads = ir_attr_int(GET(op, simt_kernel, threads));
  v.shared_bytes = shared ? ir_attr_int(shared) : 0;
  v.cluster = simt_kernel_cluster(op);
  v.dependent_launch = simt_kernel_waits_for_grids(op);
  v.grid = copy_attrs(launch, GET(op, simt_kernel, grid), &v.grid_rank);
  size_t num_params;
  const SimtParam *params = copy_params(launch, op, &num_params, &v.num_maps);
  v.maps = params + num_params;
  v.assume = copy_attrs(launch, GET(op, simt_kernel, assume), &v.num_assume);
  return v;
}

static IrStr kernel_name(const IrOp *op) {
  IrAttr of = GET(op, simt_kernel, version_of);
  return of ? ir_attr_str(of) : ir_symbol_name(op);
}

// ---- The module. ----

typedef IR_VEC(SimtVersion) VersionList;

static bool same_signature(const IrOp *a, const IrOp *b) {
  return GET(a, simt_kernel, function_type) == GET(b, simt_kernel, function_type) &&
         GET(a, simt_kernel, arg_names) == GET(b, simt_kernel, arg_names) &&
         GET(a, simt_kernel, arg_dims) == GET(b, simt_kernel, arg_dims);
}

// Keeps the list sorted by number.
static IrStatus add_version(VersionList *list, SimtVersion v) {
  IrContext *ctx = ir_op_context(v.op);
  for (size_t i = 0; i < list->n; i++) {
    const SimtVersion *other = &list->at[i];
    if (other->number == v.number) {
      (void)ir_op_error(v.op, "is version {} of {}, as @{} is", v.number, kernel_name(v.op),
                        other->entry);
      ir_note(ctx, ir_op_loc(other->op), "the other one");
      return IR_FAILED;
    }
    if (!same_signature(other->op, v.op))
      return ir_op_error(v.op, "is a version of {} whose arguments differ from those of @{}",
                         kernel_name(v.op), other->entry);
  }
  ir_vec_push(list, v);
  for (size_t i = list->n - 1; i > 0 && list->at[i - 1].number > v.number; i--) {
    list->at[i] = list->at[i - 1];
    list->at[i - 1] = v;
  }
  return IR_OK;
}

// The kernel that `first` is the first version of in the text.
static IrStatus collect(SimtLaunch *launch, IrOp *module, IrOp *first, SimtKernel *kernel) {
  VersionList list = {0};
  IrStatus status = IR_OK;
  kernel->name = kernel_name(first);
  IR_FOR_OPS(op, ir_module_body(module)) {
    if (!IS(op, simt_kernel) || !ir_str_equal(kernel_name(op), kernel->name)) continue;
    status = add_version(&list, version_of(launch, op));
    if (status) break;
  }
  SimtVersion *versions = IR_NEW_ARRAY(&launch->arena, SimtVersion, list.n);
  if (list.n) memcpy(versions, list.at, list.n * sizeof *versions);
  kernel->versions = versions;
  kernel->num_versions = list.n;
  ir_vec_free(&list);
  fill_signature(launch, kernel, first);
  return status;
}

// ---- Functions elsewhere. ----

typedef IR_VEC(IrStr) Names;

static IrStatus collect_call(IrOp *op, void *user) {
  Names *names = user;
  if (!IS(op, func_call)) return IR_OK;
  IrStr name = ir_attr_str(GET(op, func_call, callee));
  for (size_t i = 0; i < names->n; i++)
    if (ir_str_equal(names->at[i], name)) return IR_OK;
  ir_vec_push(names, name);
  return IR_OK;
}

static void collect_externals(SimtLaunch *launch, IrOp *module) {
  Names names = {0};
  IR_FOR_OPS(op, ir_module_body(module))
  if (IS(op, simt_kernel)) (void)ir_walk_pre(op, collect_call, &names);
  IrStr *kept = IR_NEW_ARRAY(&launch->arena, IrStr, names.n);
  for (size_t i = 0; i < names.n; i++) kept[i] = names.at[i];
  launch->externals = kept;
  launch->num_externals = names.n;
  ir_vec_free(&names);
}

IrStatus simt_launch_extract(IrOp *module, SimtLaunch *launch) {
  *launch = (SimtLaunch){.ctx = ir_op_context(module)};
  launch->target = ir_str(tile_target_of(module)->name);
  size_t max = 0;
  IR_FOR_OPS(op, ir_module_body(module)) max += IS(op, simt_kernel);
  SimtKernel *kernels = IR_NEW_ARRAY(&launch->arena, SimtKernel, max);
  launch->kernels = kernels;
  IR_FOR_OPS(op, ir_module_body(module)) {
    if (!IS(op, simt_kernel) || simt_launch_find(launch, kernel_name(op))) continue;
    IrStatus status = collect(launch, module, op, &kernels[launch->num_kernels]);
    if (status) {
      simt_launch_free(launch);
      return status;
    }
    launch->num_kernels++;
  }
  collect_externals(launch, module);
  return IR_OK;
}
