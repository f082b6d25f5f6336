// Loading PTX and cubins.  PTX is compiled by the driver, so a driver older than the PTX, PTX that
// it rejects and an entry that asks for too much shared memory all show here.
#include "ir/support/arena.h"
#include "targets/cuda/cuda.h"
#include "targets/cuda/cuda_impl.h"

enum { LOG_BYTES = 8192 };

static bool is_cubin(IrStr image) {
  return image.len >= 4 && memcmp(image.ptr, "\177ELF", 4) == 0;
}

// The number pair after `.version`, as 10 * major + minor; 0 when there is none.
static int ptx_version(IrStr ptx) {
  static const char directive[] = ".version ";
  size_t len = sizeof directive - 1;
  for (size_t i = 0; i + len + 3 <= ptx.len; i++) {
    if (memcmp(ptx.ptr + i, directive, len)) continue;
    const char *v = ptx.ptr + i + len;
    if (v[0] < '0' || v[0] > '9' || v[1] != '.' || v[2] < '0' || v[2] > '9') return 0;
    return 10 * (v[0] - '0') + (v[2] - '0');
  }
  return 0;
}

// The first CUDA release (1000 * major + 10 * minor) whose driver reads a PTX version, after the
// PTX ISA's release table: 7.0 came with 11.0 and 8.0 with 12.0, each CUDA minor release raising
// the minor version, but CUDA 12.6 brought nothing new; 9.0 came with 13.0.
static int cuda_for_ptx(int version) {
  int major = version / 10, minor = version % 10;
  if (major == 8 && minor > 5) minor++;
  return 1000 * (major + 4) + 10 * minor;
}

static IrStatus driver_too_old(CudaRuntime *rt, IrStr image, CuResult result) {
  int version = is_cubin(image) ? 0 : ptx_version(image), has = rt->device.driver;
  (void)ir_error(rt->ctx, rt->loc,
                 "the driver (CUDA {}.{}) is too old for this kernel's PTX {}.{}: {}: {}",
                 has / 1000, has % 1000 / 10, version / 10, version % 10,
                 cuda_result_name(rt, result), cuda_result_text(rt, result));
  int needs = cuda_for_ptx(version);
  ir_help(rt->ctx,
          "update the driver to one for CUDA {}.{} or newer, or compile for an older architecture "
          "with --arch",
          needs / 1000, needs % 1000 / 10);
  return IR_FAILED;
}

// What the driver's compiler wrote, without trailing white space.
static IrStr trimmed(const char *log) {
  IrStr text = ir_str(log);
  while (text.len && strchr(" \n\r\t", text.ptr[text.len - 1])) text.len--;
  return text;
}

static IrStatus load_failed(CudaRuntime *rt, IrStr image, CuResult result, const char *log) {
  if (result == CU_ERROR_UNSUPPORTED_PTX_VERSION) return driver_too_old(rt, image, result);
  IrStatus status = cuda_check(rt, result, "cannot load the kernel");
  IrStr text = trimmed(log);
  if (text.len) ir_note(rt->ctx, IR_LOC_UNKNOWN, "the driver's compiler says: {}", text);
  if (result == CU_ERROR_NO_BINARY_FOR_GPU || result == CU_ERROR_INVALID_IMAGE)
    ir_help(rt->ctx, "the device is {}, compute capability {}.{}: compile with --arch=sm_{}{}",
            rt->device.name, rt->device.major, rt->device.minor, rt->device.major,
            rt->device.minor);
  return status;
}

IrStatus cuda_module_load(CudaRuntime *rt, IrStr image, CudaModule **module) {
  CudaModule *m = ir_calloc(1, sizeof *m);
  char *log = ir_calloc(1, LOG_BYTES);
  IrStream text = {0};
  m->rt = rt;
  ir_write(&text, image.ptr, image.len); // the driver takes zero-terminated text
  int options[] = {CU_JIT_ERROR_LOG, CU_JIT_ERROR_LOG_BYTES};
  // The driver takes numbers in the place of pointers here.
  void *values[] = {log, (void *)(uintptr_t)(LOG_BYTES - 1)};
  CuResult result = rt->api.module_load(&m->handle, ir_stream_cstr(&text), 2, options, values);
  IrStatus status = result == CU_SUCCESS ? IR_OK : load_failed(rt, image, result, log);
  ir_stream_free(&text);
  ir_free(log);
  if (status != IR_OK) {
    ir_free(m);
    m = NULL;
  }
  *module = m;
  return status;
}

// ---- Linking. ----

static CuResult add_image(CudaRuntime *rt, CuLink link, const CudaImage *image) {
  IrStream text = {0};
  bool cubin = is_cubin(image->data);
  ir_write(&text, image->data.ptr, image->data.len);
  char *data = (char *)ir_stream_cstr(&text); // PTX with its terminating zero
  CuResult result = rt->api.link_add(link, cubin ? CU_JIT_INPUT_CUBIN : CU_JIT_INPUT_PTX, data,
                                     image->data.len + (cubin ? 0 : 1), image->name, 0, NULL, NULL);
  ir_stream_free(&text);
  return result;
}

static IrStatus link_failed(CudaRuntime *rt, CuResult result, const char *doing, const char *name,
                            const char *log) {
  IrStream what = {0};
  ir_print(&what, "{} '{}'", doing, name);
  IrStatus status = cuda_check(rt, result, ir_stream_cstr(&what));
  ir_stream_free(&what);
  IrStr text = trimmed(log);
  if (text.len) ir_note(rt->ctx, IR_LOC_UNKNOWN, "the driver's linker says: {}", text);
  return status;
}

static IrStatus link_images(CudaRuntime *rt, CuLink link, const CudaImage *images, size_t n,
                            const char *log, CudaModule **module) {
  void *cubin;
  size_t bytes;
  for (size_t i = 0; i < n; i++) {
    CuResult result = add_image(rt, link, &images[i]);
    if (result) return link_failed(rt, result, "cannot link", images[i].name, log);
  }
  CuResult result = rt->api.link_complete(link, &cubin, &bytes);
  if (result) return link_failed(rt, result, "cannot link", images[0].name, log);
  return cuda_module_load(rt, (IrStr){cubin, bytes}, module);
}

IrStatus cuda_module_link(CudaRuntime *rt, IrStr image, const CudaImage *more, size_t n,
                          CudaModule **module) {
  CuLink link;
  char *log = ir_calloc(1, LOG_BYTES);
  CudaImage *images = ir_calloc(n + 1, sizeof *images);
  int options[] = {CU_JIT_ERROR_LOG, CU_JIT_ERROR_LOG_BYTES};
  void *values[] = {log, (void *)(uintptr_t)(LOG_BYTES - 1)};
  images[0] = (CudaImage){"the kernel", image};
  for (size_t i = 0; i < n; i++) images[i + 1] = more[i];
  *module = NULL;
  IrStatus status =
      cuda_check(rt, rt->api.link_create(2, options, values, &link), "cannot start the linker");
  if (status == IR_OK) {
    status = link_images(rt, link, images, n + 1, log, module);
    (void)rt->api.link_destroy(link);
  }
  ir_free(images);
  ir_free(log);
  return status;
}

void cuda_module_unload(CudaModule *module) {
  if (!module) return;
  module->rt->api.module_unload(module->handle);
  ir_free(module);
}

static IrStatus check_with_name(CudaRuntime *rt, CuResult result, const char *what,
                                const char *name) {
  if (result == CU_SUCCESS) return IR_OK;
  IrStream doing = {0};
  ir_print(&doing, "{} '{}'", what, name);
  IrStatus status = cuda_check(rt, result, ir_stream_cstr(&doing));
  ir_stream_free(&doing);
  return status;
}

// More blocks than every device takes have to be asked for.
static IrStatus allow_cluster(CudaRuntime *rt, const char *name, const CudaLaunch *launch) {
  if (launch->cluster <= CU_PORTABLE_CLUSTER) return IR_OK;
  return check_with_name(rt,
                         rt->api.function_set(launch->function, CU_FUNC_NON_PORTABLE_CLUSTER, 1),
                         "cannot allow the clusters of", name);
}

IrStatus cuda_function(CudaModule *module, const char *name, CudaLaunch *launch) {
  CudaRuntime *rt = module->rt;
  uint32_t shared_bytes = launch->shared_bytes;
  IR_TRY(check_with_name(rt, rt->api.module_function(&launch->function, module->handle, name),
                         "the compiled code has no entry", name));
  if (shared_bytes > rt->device.shared_bytes) {
    (void)ir_error(rt->ctx, rt->loc, "'{}' needs {} bytes of shared memory, {} has {} for a block",
                   name, shared_bytes, rt->device.name, rt->device.shared_bytes);
    ir_help(rt->ctx, "choose smaller tiles or fewer stages");
    return IR_FAILED;
  }
  IR_TRY(allow_cluster(rt, name, launch));
  if (shared_bytes == 0) return IR_OK;
  return check_with_name(
      rt, rt->api.function_set(launch->function, CU_FUNC_MAX_DYNAMIC_SHARED, (int)shared_bytes),
      "cannot reserve the shared memory of", name);
}

IrStatus cuda_function_costs(CudaModule *module, const CudaLaunch *launch, int *registers,
                             int *local_bytes) {
  CudaRuntime *rt = module->rt;
  static const char doing[] = "cannot ask for the registers of the kernel";
  IR_TRY(
      cuda_check(rt, rt->api.function_get(registers, CU_FUNC_REGISTERS, launch->function), doing));
  return cuda_check(rt, rt->api.function_get(local_bytes, CU_FUNC_LOCAL_BYTES, launch->function),
                    doing);
}
