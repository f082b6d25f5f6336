// The GPU's part of a run: compile for the device at hand, choose a version, launch, time.
#include <stdio.h>

#include "dialects/tile/target.h"
#include "driver/run.h"
#include "ir/edit/builder.h"
#include "ir/interp/element.h"

enum { ALIGNMENT = 256 };
// Of lines that wait for the host: the driver drops the oldest when they are more.
enum { PRINT_BYTES = 64 << 20 };

// The architecture to compile for: with its own instructions ("sm_90a") where the compiler knows
// that, else the plain one.
static const char *device_arch(IrContext *ctx, const CudaDevice *device) {
  IrStream text = {0};
  ir_print(&text, "sm_{}{}a", device->major, device->minor);
  if (!tile_target_find(ir_stream_str(&text))) text.len--;
  const char *arch = ir_arena_strdup(ir_context_arena(ctx), ir_stream_str(&text));
  ir_stream_free(&text);
  return arch;
}

IrStatus run_gpu_open(Run *run) {
  run_guard_busy(run->guard, true);
  IrStatus status = cuda_open(run->ctx, (int)run->options->ordinal, &run->gpu);
  run_guard_busy(run->guard, false);
  IR_TRY(status);
  cuda_set_location(run->gpu, ir_op_loc(run->kernel));
  run->compile.arch =
      run->options->arch ? run->options->arch : device_arch(run->ctx, cuda_device(run->gpu));
  return IR_OK;
}

int64_t run_processors(const Run *run) {
  if (run->options->processors) return run->options->processors;
  return run->gpu ? cuda_device(run->gpu)->processors : 0;
}

IrStatus run_list_devices(IrContext *ctx, IrStream *out) {
  for (int i = 0, n = 1; i < n; i++) {
    CudaRuntime *rt;
    IR_TRY(cuda_open(ctx, i, &rt));
    const CudaDevice *d = cuda_device(rt);
    n = d->count;
    ir_print(out, "{}: {}, {} multiprocessors, {} MiB, driver for CUDA {}.{}, {}\n", i, d->name,
             d->processors, d->memory_bytes >> 20, d->driver / 1000, d->driver % 1000 / 10,
             device_arch(ctx, d));
    cuda_close(rt);
  }
  return IR_OK;
}

// ---- Memory. ----

// Guards travel with the array, so a store outside it is found on the way back.
static IrStatus copy_in(Run *run, RunArg *arg) {
  int64_t shift = arg->shift * ir_element_bytes(arg->host.array.element);
  int64_t pad = (ALIGNMENT - arg->host.offset % ALIGNMENT) % ALIGNMENT;
  size_t bytes = (size_t)(arg->host.bytes + pad + shift);
  IR_TRY(cuda_alloc(run->gpu, bytes, &arg->base));
  arg->address = arg->base + (uint64_t)(pad + arg->host.offset + shift);
  return cuda_copy_in(run->gpu, arg->address - (uint64_t)arg->host.offset, arg->host.block,
                      (size_t)arg->host.bytes);
}

static IrStatus copy_out(Run *run, RunArg *arg) {
  return cuda_copy_out(run->gpu, arg->host.block, arg->address - (uint64_t)arg->host.offset,
                       (size_t)arg->host.bytes);
}

// ---- Parameters. ----

static SimtValue *launch_values(const Run *run) {
  SimtValue *values = ir_calloc(run->num_args + 1, sizeof *values);
  for (size_t i = 0; i < run->num_args; i++) {
    const RunArg *arg = &run->args[i];
    values[i].address = arg->address;
    memcpy(values[i].extents, arg->extents, sizeof arg->extents);
    memcpy(values[i].strides, arg->strides, sizeof arg->strides);
  }
  return values;
}

static uint64_t scalar_word(const RunArg *arg) {
  uint64_t word = 0;
  if (ir_type_is_float(arg->type))
    ir_elements_from_double(arg->type, &arg->number, 1, &word);
  else
    ir_elements_from_int(arg->type, &arg->integer, 1, &word);
  return word;
}

static uint64_t param_word(const RunArg *arg, const SimtParam *param) {
  switch (param->kind) {
  case SIMT_PARAM_POINTER:
    return arg->address;
  case SIMT_PARAM_DIM:
    return (uint64_t)arg->extents[param->index];
  case SIMT_PARAM_STRIDE:
    return (uint64_t)arg->strides[param->index];
  case SIMT_PARAM_SCALAR:
    return scalar_word(arg);
  case SIMT_PARAM_TENSOR_MAP:
    break; // no word
  }
  return 0;
}

static IrStatus make_tensor_map(Run *run, const SimtParam *param, CudaTensorMap *map) {
  const RunArg *arg = &run->args[param->arg];
  return cuda_tensor_map(run->gpu, GET(param->map, mem_tensor_map, map_type),
                         GET(param->map, mem_tensor_map, nan) != NULL, arg->address, arg->extents,
                         arg->strides, map);
}

static IrStatus make_params(Run *run, const SimtKernel *kernel, const SimtVersion *version) {
  size_t n = kernel->num_params, maps = version->num_maps;
  run->words = ir_calloc(n + 1, sizeof *run->words);
  run->maps = ir_calloc(maps + 1, sizeof *run->maps);
  run->params = ir_calloc(n + maps + 1, sizeof *run->params);
  for (size_t i = 0; i < n; i++) {
    run->words[i] = param_word(&run->args[kernel->params[i].arg], &kernel->params[i]);
    run->params[i] = &run->words[i];
  }
  for (size_t i = 0; i < maps && run->blocks > 0; i++) {
    IR_TRY(make_tensor_map(run, &version->maps[i], &run->maps[i]));
    run->params[n + i] = &run->maps[i];
  }
  return IR_OK;
}

// ---- Compiling and choosing. ----

static IrStatus compile(Run *run) {
  run->lowered = ir_op_clone(run->tile, NULL);
  if (IS(run->kernel, simt_kernel) && !run->compile.pipeline)
    run->compile.pipeline = DRIVER_THREAD_PIPELINE;
  run->compile.level = DRIVER_LEVEL_PTX;
  IR_TRY(driver_compile_lower(&run->compile, run->lowered));
  IR_TRY(driver_compile_ptx(&run->compile, run->lowered));
  return simt_launch_extract(run->lowered, &run->launch);
}

static IrStatus choose_version(Run *run, const SimtKernel *kernel, const SimtValue *values) {
  IrLoc loc = ir_op_loc(run->kernel);
  size_t version;
  SimtDevice device = {run_processors(run)};
  IR_TRY(simt_launch_check(run->ctx, loc, kernel, values));
  IR_TRY(simt_launch_select(run->ctx, loc, kernel, values, &device, &version));
  IR_TRY(simt_launch_grid(run->ctx, loc, kernel, version, values, &device, run->extents,
                          &run->blocks));
  const SimtVersion *v = &kernel->versions[version];
  run->entry = v->entry;
  IR_TRY(make_params(run, kernel, v));
  run->kernel_launch = (CudaLaunch){.blocks = run->blocks,
                                    .threads = (uint32_t)v->threads,
                                    .shared_bytes = (uint32_t)v->shared_bytes,
                                    .cluster = (uint32_t)v->cluster,
                                    .dependent_launch = v->dependent_launch,
                                    .params = run->params};
  const char *entry = ir_arena_strdup(ir_context_arena(run->ctx), v->entry);
  return cuda_function(run->module, entry, &run->kernel_launch);
}

// With the files that have the code of functions which the kernel calls.
static IrStatus load_linked(Run *run) {
  size_t n = run->compile.links.n;
  CudaImage *images = ir_calloc(n + 1, sizeof *images);
  IrStatus status = IR_OK;
  for (size_t i = 0; i < n && status == IR_OK; i++) {
    const char *path = run->compile.links.at[i];
    IrLoc start;
    IrStr text;
    status = ir_source_read(run->ctx, path, &start, &text);
    images[i] = (CudaImage){path, text};
  }
  if (status == IR_OK)
    status =
        cuda_module_link(run->gpu, ir_stream_str(&run->compile.nvptx.ptx), images, n, &run->module);
  ir_free(images);
  return status;
}

static IrStatus load(Run *run) {
  if (run->launch.num_externals && !run->compile.links.n) {
    (void)ir_error(run->ctx, ir_op_loc(run->kernel), "calls @{}, whose code is not in this file",
                   run->launch.externals[0]);
    ir_help(run->ctx, "name the PTX or cubin that has it: --link=FILE");
    return IR_FAILED;
  }
  if (run->compile.links.n) return load_linked(run);
  return cuda_module_load(run->gpu, ir_stream_str(&run->compile.nvptx.ptx), &run->module);
}

IrStatus run_gpu_prepare(Run *run) {
  IR_TRY(compile(run));
  const SimtKernel *kernel = simt_launch_find(&run->launch, run->name);
  if (!kernel)
    return ir_error(run->ctx, ir_op_loc(run->kernel), "the passes left no kernel '{}'", run->name);
  if (run_says(run)) cuda_set_print_room(run->gpu, PRINT_BYTES);
  IR_TRY(load(run));
  for (size_t i = 0; i < run->num_args; i++)
    if (run->args[i].is_memref) IR_TRY(copy_in(run, &run->args[i]));
  SimtValue *values = launch_values(run);
  IrStatus status = choose_version(run, kernel, values);
  ir_free(values);
  return status;
}

// ---- Running. ----

IrStatus run_gpu_enqueue(void *user) {
  Run *run = user;
  return cuda_launch(run->gpu, &run->kernel_launch);
}

// A failed run may be an assertion's, which says more than the driver.
static bool end_capture(void *user) {
  return run_capture_end(user, true);
}

IrStatus run_gpu_once(Run *run) {
  run_guard_busy(run->guard, true);
  run_capture_begin(run);
  IrStatus status = run_gpu_enqueue(run);
  if (status == IR_OK) status = cuda_synchronize_explained(run->gpu, end_capture, run);
  if (run->capture) (void)run_capture_end(run, false);
  run_guard_busy(run->guard, false);
  IR_TRY(status);
  for (size_t i = 0; i < run->num_args; i++)
    if (run->args[i].written) IR_TRY(copy_out(run, &run->args[i]));
  return IR_OK;
}

static void guard_busy(void *user, bool begins) {
  run_guard_busy(user, begins);
}

IrStatus run_gpu_bench(Run *run) {
  if (run->blocks == 0) return IR_OK;
  const CudaWork work = {run_gpu_enqueue, run};
  const CudaBench bench = {
      .block_seconds = run->options->block_seconds, .busy = guard_busy, .user = run->guard};
  return cuda_bench(run->gpu, &bench, &work, 1, &run->times);
}

void run_gpu_close(Run *run) {
  for (size_t i = 0; run->gpu && i < run->num_args; i++) cuda_free(run->gpu, run->args[i].base);
  cuda_module_unload(run->module);
  cuda_close(run->gpu);
  simt_launch_free(&run->launch);
  ir_free(run->words);
  ir_free(run->maps);
  ir_free(run->params);
}
