// Arguments from a kernel's signature.
//
// Every memref argument gets memory of its own, with guards around it.  Named dimensions take their
// extents from --dim, or from a memref type that fixes them; an unnamed dynamic dimension i of
// argument A is called A.i.  Inputs are filled by --init from --seed; what the kernel only writes
// is filled with NaN, so that what it leaves out shows.
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "dialects/simt/simt.h"
#include "dialects/tile/kernel.h"
#include "driver/run.h"
#include "ir/interfaces/effects.h"
#include "ir/interp/element.h"

enum { DEFAULT_EXTENT = 256, INT_RANGE = 4 };

// ---- Settings. ----

RunSetting *run_setting(RunSettings *settings, IrStr name) {
  RunSetting *found = NULL;
  for (size_t i = 0; i < settings->n; i++)
    if (ir_str_equal(settings->at[i].name, name)) {
      found = &settings->at[i];
      found->used = true;
    }
  return found; // the last one, as everywhere on command lines
}

IrStatus run_setting_int(IrContext *ctx, const RunSetting *s, int64_t least, int64_t *value) {
  char *end;
  errno = 0;
  long long n = strtoll(s->text, &end, 0);
  if (errno || end == s->text || *end) {
    (void)ir_error(ctx, s->value_loc, "'{}' takes an integer, got '{}'", s->name, s->text);
    ir_help(ctx, "a number of 64 bits, in decimal or with 0x");
    return IR_FAILED;
  }
  if (n < least) {
    (void)ir_error(ctx, s->value_loc, "'{}' is at least {}, got {}", s->name, least, n);
    ir_help(ctx, "write {}={} or more", s->name, least);
    return IR_FAILED;
  }
  *value = n;
  return IR_OK;
}

typedef struct Candidates {
  const Run *run;
  size_t i;
} Candidates;

static const char *next_dim(void *user) {
  Candidates *c = user;
  return c->i < c->run->dims.n ? c->run->dims.at[c->i++].name.ptr : NULL;
}

static const char *next_arg(void *user) {
  Candidates *c = user;
  return c->i < c->run->num_args ? c->run->args[c->i++].name.ptr : NULL;
}

static void list_names(const Run *run, const char *what, const char *(*next)(void *user)) {
  Candidates c = {run, 0};
  IrStream names = {0};
  for (const char *name; (name = next(&c));) ir_print(&names, names.len ? ", '{}'" : "'{}'", name);
  if (names.len) ir_help(run->ctx, "each {} is one of {}", what, ir_stream_cstr(&names));
  ir_stream_free(&names);
}

// A setting that names nothing of this kernel is a mistake.
static IrStatus check_used(Run *run, const RunSettings *settings, const char *what,
                           const char *(*next)(void *user)) {
  IrStatus status = IR_OK;
  for (size_t i = 0; i < settings->n; i++) {
    const RunSetting *s = &settings->at[i];
    if (s->used || s->name.len == 0) continue;
    status = ir_error(run->ctx, s->loc, "kernel '{}' has no {} '{}'", run->name, what, s->name);
    Candidates c = {run, 0};
    const char *near = ir_nearest(s->name, next, &c);
    if (near)
      ir_help(run->ctx, "did you mean '{}'?", near);
    else
      list_names(run, what, next);
  }
  return status;
}

// ---- Which kernel. ----

// What a kernel is called: versions have the name of the kernel that they are of.
static IrStr kernel_name(const IrOp *op) {
  IrAttr of = IS(op, simt_kernel) ? GET(op, simt_kernel, version_of) : NULL;
  return of ? ir_attr_str(of) : ir_symbol_name(op);
}

static const char *next_kernel(void *user) {
  IrOp **op = user;
  while (*op && !tile_is_kernel(*op)) *op = ir_op_next(*op);
  if (!*op) return NULL;
  const char *name = kernel_name(*op).ptr; // identifiers end with a zero byte
  *op = ir_op_next(*op);
  return name;
}

static IrStatus no_such_kernel(Run *run, IrStr name) {
  IrOp *at = ir_block_first(ir_module_body(run->tile));
  (void)ir_error(run->ctx, ir_op_loc(run->tile), "'{}' has no kernel '@{}'", run->options->file,
                 name);
  const char *near = ir_nearest(name, next_kernel, &at);
  if (near) {
    ir_help(run->ctx, "did you mean '@{}'?", near);
  } else if (at = ir_block_first(ir_module_body(run->tile)), (near = next_kernel(&at)) != NULL) {
    ir_help(run->ctx, "its first kernel is '@{}'", near);
  }
  return IR_FAILED;
}

// The kernel that is meant, or the first of its versions.
IrStatus run_find_kernel(Run *run) {
  IrStr wanted = ir_str(run->options->kernel);
  if (wanted.len && wanted.ptr[0] == '@') wanted.ptr++, wanted.len--;
  size_t n = 0;
  IR_FOR_OPS(op, ir_module_body(run->tile)) {
    if (!tile_is_kernel(op)) continue;
    IrStr name = kernel_name(op);
    if (wanted.len && !ir_str_equal(name, wanted) && !ir_str_equal(ir_symbol_name(op), wanted))
      continue;
    if (run->kernel && ir_str_equal(name, run->name)) continue;
    run->kernel = op;
    run->name = name;
    n++;
  }
  if (n == 0 && wanted.len) return no_such_kernel(run, wanted);
  if (n == 0) return driver_compile_check_kernel(&run->compile, run->tile);
  if (n > 1) {
    (void)ir_error(run->ctx, ir_op_loc(run->kernel), "'{}' has {} kernels", run->options->file, n);
    ir_help(run->ctx, "choose one with --kernel=@{}", run->name);
    return IR_FAILED;
  }
  return IR_OK;
}

// ---- Signature. ----

// Text with a terminating zero byte that lives as long as the context.
static IrStr keep(Run *run, IrStr text) {
  return (IrStr){ir_arena_strdup(ir_context_arena(run->ctx), text), text.len};
}

static IrStatus read_memref(Run *run, RunArg *arg, size_t i) {
  IrShape shape = ir_type_shape(arg->type);
  if (shape.rank > RUN_MAX_RANK)
    return ir_error(run->ctx, ir_op_loc(run->kernel), "'%{}' has {} dimensions, the most is {}",
                    arg->name, shape.rank, RUN_MAX_RANK);
  arg->is_memref = true;
  for (size_t d = 0; d < shape.rank; d++) {
    arg->extents[d] = shape.at[d];
    arg->dim_names[d] = keep(run, tile_kernel_arg_dim(run->kernel, i, d));
    if (arg->dim_names[d].len || shape.at[d] != IR_DYNAMIC) continue;
    IrStream name = {0};
    ir_print(&name, "{}.{}", arg->name, d);
    arg->dim_names[d] = keep(run, ir_stream_str(&name));
    ir_stream_free(&name);
  }
  return IR_OK;
}

static void find_accesses(RunArg *arg, const IrValue *value);

// What stands for the argument's memory, too: a view, a tensor map.
static void find_derived(RunArg *arg, const IrOp *op) {
  for (size_t i = 0; i < ir_op_num_results(op); i++) {
    IrTypeKind kind = ir_type_kind(ir_value_type(ir_op_result(op, i)));
    if (kind == IR_TYPE_MEMREF || kind == IR_TYPE_DIALECT) find_accesses(arg, ir_op_result(op, i));
  }
}

// Whether the kernel reads or writes an argument, from the ops that use it.
static void find_accesses(RunArg *arg, const IrValue *value) {
  for (IrUse *use = ir_value_first_use(value); use; use = ir_use_next(use)) {
    const IrOp *op = ir_use_op(use);
    IrEffects effects = {0};
    ir_op_effects(op, &effects);
    for (size_t i = 0; i < effects.n; i++) {
      if (effects.at[i].value && effects.at[i].value != value) continue;
      arg->read |= (effects.at[i].kind & IR_EFFECT_READ) != 0;
      arg->written |= (effects.at[i].kind & IR_EFFECT_WRITE) != 0;
    }
    ir_effects_free(&effects);
    find_derived(arg, op);
  }
}

// By any version of the kernel.
static void find_accesses_of_versions(Run *run, size_t arg) {
  IR_FOR_OPS(op, ir_module_body(run->tile)) {
    if (!tile_is_kernel(op) || !ir_str_equal(kernel_name(op), run->name)) continue;
    if (arg < tile_kernel_num_args(op)) find_accesses(&run->args[arg], tile_kernel_arg(op, arg));
  }
}

static IrStatus read_signature(Run *run) {
  run->num_args = tile_kernel_num_args(run->kernel);
  run->args = ir_calloc(run->num_args + 1, sizeof *run->args);
  for (size_t i = 0; i < run->num_args; i++) {
    RunArg *arg = &run->args[i];
    arg->name = keep(run, tile_kernel_arg_name(run->kernel, i));
    arg->type = tile_kernel_arg_type(run->kernel, i);
    if (ir_type_kind(arg->type) != IR_TYPE_MEMREF) continue;
    IR_TRY(read_memref(run, arg, i));
    find_accesses_of_versions(run, i);
  }
  return IR_OK;
}

// ---- Extents. ----

static RunDim *find_dim(Run *run, IrStr name) {
  for (size_t i = 0; i < run->dims.n; i++)
    if (ir_str_equal(run->dims.at[i].name, name)) return &run->dims.at[i];
  RunDim dim = {.name = name, .extent = IR_DYNAMIC};
  ir_vec_push(&run->dims, dim);
  return &ir_vec_last(&run->dims);
}

// All dimensions in order of appearance, with the extents that types fix.
static IrStatus collect_dims(Run *run) {
  for (size_t i = 0; i < run->num_args; i++) {
    const RunArg *arg = &run->args[i];
    size_t rank = arg->is_memref ? ir_type_shape(arg->type).rank : 0;
    for (size_t d = 0; d < rank; d++) {
      if (arg->dim_names[d].len == 0) continue;
      RunDim *dim = find_dim(run, arg->dim_names[d]);
      if (arg->extents[d] == IR_DYNAMIC) continue;
      if (dim->extent != IR_DYNAMIC && dim->extent != arg->extents[d])
        return ir_error(run->ctx, ir_op_loc(run->kernel),
                        "extents of '{}' disagree: {} elsewhere, {} in '%{}'", dim->name,
                        dim->extent, arg->extents[d], arg->name);
      dim->extent = arg->extents[d];
    }
  }
  return IR_OK;
}

static IrStatus set_dim(Run *run, RunDim *dim) {
  RunSetting *s = run_setting(&run->options->dims, dim->name);
  if (!s) return IR_OK;
  int64_t extent;
  IR_TRY(run_setting_int(run->ctx, s, 0, &extent));
  if (dim->extent != IR_DYNAMIC && dim->extent != extent) {
    (void)ir_error(run->ctx, s->value_loc, "extents of '{}' disagree: {} here, {} in the kernel",
                   dim->name, extent, dim->extent);
    ir_note(run->ctx, ir_op_loc(run->kernel), "the kernel's types fix the extent");
    return IR_FAILED;
  }
  dim->extent = extent;
  return IR_OK;
}

static IrStatus missing_dims(Run *run) {
  IrStream names = {0}, options = {0};
  for (size_t i = 0; i < run->dims.n; i++) {
    if (run->dims.at[i].extent != IR_DYNAMIC) continue;
    ir_print(&names, names.len ? ", '{}'" : "'{}'", run->dims.at[i].name);
    ir_print(&options, options.len ? " --dim {}=1024" : "--dim {}=1024", run->dims.at[i].name);
  }
  IrStatus status =
      ir_error(run->ctx, ir_op_loc(run->kernel), "no extent given for {}", ir_stream_cstr(&names));
  ir_help(run->ctx, "add {}", ir_stream_cstr(&options));
  ir_stream_free(&names);
  ir_stream_free(&options);
  return status;
}

static IrStatus set_dims(Run *run) {
  IR_TRY(collect_dims(run));
  size_t unknown = 0;
  for (size_t i = 0; i < run->dims.n; i++) {
    IR_TRY(set_dim(run, &run->dims.at[i]));
    unknown += run->dims.at[i].extent == IR_DYNAMIC;
  }
  IR_TRY(check_used(run, &run->options->dims, "dimension", next_dim));
  if (unknown && run->options->dims.n) return missing_dims(run);
  run->default_dims = unknown > 0;
  for (size_t i = 0; i < run->dims.n; i++)
    if (run->dims.at[i].extent == IR_DYNAMIC) run->dims.at[i].extent = DEFAULT_EXTENT;
  return IR_OK;
}

// ---- Memory. ----

// Puts rows further apart: the smallest dynamic stride becomes the pitch, larger ones grow along.
static IrStatus set_pitch(Run *run, const RunArg *arg, CpuArray *array) {
  RunSetting *s = run_setting(&run->options->pitches, arg->name);
  if (!s) return IR_OK;
  int64_t strides[RUN_MAX_RANK], offset, least = 0, pitch;
  ir_type_memref_strides(arg->type, strides, &offset);
  bool strided = ir_type_layout(arg->type) != NULL;
  for (uint32_t d = 0; strided && d < array->rank; d++)
    if (strides[d] == IR_DYNAMIC && (least == 0 || array->strides[d] < least))
      least = array->strides[d];
  if (least == 0 && !(strided && array->rank)) {
    (void)ir_error(run->ctx, s->loc, "the type of '%{}' fixes its strides", arg->name);
    ir_help(run->ctx, "give the memref a layout such as strided<[?, 1]>");
    return IR_FAILED;
  }
  IR_TRY(run_setting_int(run->ctx, s, least, &pitch));
  for (uint32_t d = 0; d < array->rank; d++)
    if (strides[d] == IR_DYNAMIC)
      array->strides[d] = least ? array->strides[d] / least * pitch : pitch;
  return IR_OK;
}

// An array larger than the machine's memory is a diagnostic, not an allocation that fails.
static IrStatus check_size(Run *run, const RunArg *arg, const CpuArray *array, double *total) {
  double last = 1;
  for (uint32_t d = 0; d < array->rank; d++) {
    if (array->extents[d] == 0) return IR_OK;
    last += (double)(array->extents[d] - 1) * (double)array->strides[d];
  }
  double bytes = last * ir_element_bytes(array->element);
  // Inputs exist once here, outputs three times when they are checked.
  *total += bytes * (arg->written ? 3 : 1);
  double has = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
  if (*total <= has) return IR_OK;
  (void)ir_error(run->ctx, ir_op_loc(run->kernel),
                 "the arguments take more memory than this machine has ({} MiB)",
                 (int64_t)(has / 1048576));
  ir_help(run->ctx, "make the extents smaller");
  return IR_FAILED;
}

// Products of huge extents do not fit 64 bits, so sizes are first looked at as floats.
static IrStatus check_extents(Run *run, const RunArg *arg, double *total) {
  double elements = 1;
  for (size_t d = 0; d < ir_type_shape(arg->type).rank; d++) elements *= (double)arg->extents[d];
  if (elements < 1e15) return IR_OK;
  *total = 1e30;
  CpuArray huge = {.element = ir_type_element(arg->type), .rank = 1, .extents = {1}};
  return check_size(run, arg, &huge, total);
}

typedef enum Init { INIT_NORMAL, INIT_INT, INIT_ZERO, INIT_INDEX } Init;

static IrStatus parse_init(Run *run, const RunSetting *s, Init *init) {
  static const char *const words[] = {"normal", "int", "zero", "index"};
  for (int i = 0; i < 4; i++)
    if (!strcmp(s->text, words[i])) {
      *init = (Init)i;
      return IR_OK;
    }
  return ir_error(run->ctx, s->value_loc, "values are 'normal', 'int', 'zero' or 'index', not '{}'",
                  s->text);
}

static IrStatus find_init(Run *run, const RunArg *arg, Init *init) {
  RunSetting *general = run_setting(&run->options->inits, (IrStr){"", 0});
  RunSetting *own = run_setting(&run->options->inits, arg->name);
  *init = INIT_NORMAL;
  if (general) IR_TRY(parse_init(run, general, init));
  if (own) IR_TRY(parse_init(run, own, init));
  return IR_OK;
}

static IrStatus fill(Run *run, RunArg *arg, uint64_t seed) {
  Init init;
  IR_TRY(find_init(run, arg, &init));
  const CpuArray *array = &arg->host.array;
  const RunSetting *load = run_setting(&run->options->loads, arg->name);
  if (arg->written && !arg->read)
    cpu_fill_canary(array);
  else if (load)
    IR_TRY(run_load(run, arg, load));
  else if (init == INIT_NORMAL)
    cpu_fill_normal(array, seed);
  else if (init == INIT_INT)
    cpu_fill_int(array, seed, -INT_RANGE, INT_RANGE);
  else if (init == INIT_INDEX)
    cpu_fill_index(array);
  else
    cpu_fill_value(array, 0);
  if (!arg->written) return IR_OK;
  arg->initial = ir_malloc((size_t)arg->host.bytes + 1);
  memcpy(arg->initial, arg->host.block, (size_t)arg->host.bytes);
  return IR_OK;
}

// What the argument takes, before anything is made: filling gigabytes takes a while.
static IrStatus size_memory(Run *run, RunArg *arg, CpuArray *array, double *total) {
  for (size_t d = 0; d < ir_type_shape(arg->type).rank; d++)
    if (arg->dim_names[d].len) arg->extents[d] = find_dim(run, arg->dim_names[d])->extent;
  IR_TRY(check_extents(run, arg, total));
  *array = cpu_array_of(arg->type, arg->extents);
  IR_TRY(set_pitch(run, arg, array));
  return check_size(run, arg, array, total);
}

static IrStatus make_memory(Run *run, RunArg *arg, uint64_t seed) {
  CpuArray array;
  double size = 0;
  IR_TRY(size_memory(run, arg, &array, &size));
  RunSetting *offset = run_setting(&run->options->offsets, arg->name);
  if (offset) IR_TRY(run_setting_int(run->ctx, offset, 0, &arg->shift));
  arg->host = cpu_guard_create_at(array, arg->shift);
  memcpy(arg->strides, array.strides, sizeof arg->strides);
  return fill(run, arg, seed);
}

static IrStatus set_scalar(Run *run, RunArg *arg) {
  RunSetting *s = run_setting(&run->options->values, arg->name);
  bool is_float = ir_type_is_float(arg->type);
  arg->number = 1, arg->integer = 1;
  if (!s) return IR_OK;
  if (!is_float) return run_setting_int(run->ctx, s, INT64_MIN, &arg->integer);
  char *end;
  arg->number = strtod(s->text, &end);
  if (end == s->text || *end)
    return ir_error(run->ctx, s->value_loc, "'{}' takes a number, got '{}'", s->name, s->text);
  return IR_OK;
}

IrStatus run_args_create(Run *run) {
  IR_TRY(run_find_kernel(run));
  IR_TRY(read_signature(run));
  IR_TRY(set_dims(run));
  double total = 0;
  CpuArray array;
  for (size_t i = 0; i < run->num_args; i++)
    if (run->args[i].is_memref) IR_TRY(size_memory(run, &run->args[i], &array, &total));
  for (size_t i = 0; i < run->num_args; i++) {
    RunArg *arg = &run->args[i];
    // Arguments differ from each other, and a seed's neighbour gives other numbers altogether.
    uint64_t seed = (uint64_t)run->options->seed * 1000003 + i + 1;
    if (arg->is_memref)
      IR_TRY(make_memory(run, arg, seed));
    else
      IR_TRY(set_scalar(run, arg));
  }
  IR_TRY(check_used(run, &run->options->pitches, "argument", next_arg));
  IR_TRY(check_used(run, &run->options->offsets, "argument", next_arg));
  IR_TRY(check_used(run, &run->options->inits, "argument", next_arg));
  IR_TRY(check_used(run, &run->options->loads, "argument", next_arg));
  for (size_t i = 0; i < run->num_args; i++) {
    if (!run->args[i].is_memref) continue;
    (void)run_setting(&run->options->prints, run->args[i].name);
    (void)run_setting(&run->options->saves, run->args[i].name);
  }
  IR_TRY(check_used(run, &run->options->saves, "argument", next_arg));
  IR_TRY(check_used(run, &run->options->prints, "argument", next_arg));
  return check_used(run, &run->options->values, "argument", next_arg);
}

void run_args_destroy(Run *run) {
  for (size_t i = 0; i < run->num_args; i++) {
    if (run->args[i].host.block) cpu_guard_destroy(&run->args[i].host);
    ir_free(run->args[i].initial);
  }
  ir_free(run->args);
  ir_vec_free(&run->dims);
}

void run_cpu_args(const Run *run, const CpuGuarded *guarded, CpuArg *args) {
  for (size_t i = 0; i < run->num_args; i++) {
    args[i] = (CpuArg){.number = run->args[i].number, .integer = run->args[i].integer};
    args[i].array = guarded ? guarded[i].array : run->args[i].host.array;
  }
}
