// Devices, memory, launches, and the driver's errors as diagnostics; see cuda.h.
#include "targets/cuda/cuda.h"

#include "ir/support/arena.h"
#include "targets/cuda/cuda_impl.h"
#include "targets/cuda/library.h"

static const char *const driver_names[] = {"libcuda.so.1", NULL};
// Containers mount the driver outside the linker's places.
static const char *const driver_folders[] = {"/usr/local/nvidia/lib64", "/usr/lib/wsl/lib", NULL};
static const CudaLibrary driver_library = {
    .what = "NVIDIA's driver library",
    .variable = "TEGULA_LIBCUDA",
    .names = driver_names,
    .folders = driver_folders,
    .help = "install NVIDIA's driver",
};

static const CudaSymbol driver_symbols[] = {
#define X(field, symbol, params) {offsetof(CuApi, field), symbol, false},
    CU_API_LIST(X)
#undef X
#define X(field, symbol, params) {offsetof(CuApi, field), symbol, true},
        CU_API_OPTIONAL_LIST(X)
#undef X
            {0, NULL, false}};

const char *cuda_result_name(const CudaRuntime *rt, CuResult result) {
  const char *name = NULL;
  if (rt->api.error_name(result, &name) != CU_SUCCESS || !name) return "CUDA_ERROR_UNKNOWN";
  return name;
}

const char *cuda_result_text(const CudaRuntime *rt, CuResult result) {
  const char *text = NULL;
  if (rt->api.error_string(result, &text) != CU_SUCCESS || !text) return "unknown error";
  return text;
}

// What to do about an error; NULL when there is nothing more to say than the driver's text.
static const char *advice(CuResult result) {
  switch (result) {
  case CU_ERROR_NO_DEVICE:
    return "no GPU is visible: see what nvidia-smi lists and whether CUDA_VISIBLE_DEVICES hides it";
  case CU_ERROR_STUB_LIBRARY:
    return "this is the library that programs link with, not the driver: set TEGULA_LIBCUDA to the "
           "driver's libcuda.so.1";
  case CU_ERROR_SYSTEM_DRIVER_MISMATCH:
    return "libcuda.so.1 and the kernel's driver have different versions: reboot, or reinstall the "
           "driver";
  case CU_ERROR_OUT_OF_MEMORY:
    return "make the extents smaller, or free memory that other processes hold (nvidia-smi)";
  case CU_ERROR_ILLEGAL_ADDRESS:
  case CU_ERROR_MISALIGNED_ADDRESS:
  case CU_ERROR_ILLEGAL_INSTRUCTION:
  case CU_ERROR_LAUNCH_FAILED:
    return "run the kernel with '--device=cpu --verify': the emulator checks every access and "
           "names the op";
  case CU_ERROR_LAUNCH_OUT_OF_RESOURCES:
    return "the block needs more registers or shared memory than the device has: choose smaller "
           "tiles or more warps";
  default:
    return NULL;
  }
}

IrStatus cuda_check(CudaRuntime *rt, CuResult result, const char *doing) {
  if (result == CU_SUCCESS) return IR_OK;
  (void)ir_error(rt->ctx, rt->loc, "{}: {}: {}", doing, cuda_result_name(rt, result),
                 cuda_result_text(rt, result));
  const char *help = advice(result);
  if (help) ir_help(rt->ctx, "{}", help);
  return IR_FAILED;
}

static IrStatus attribute(CudaRuntime *rt, int which, int *value) {
  return cuda_check(rt, rt->api.device_attribute(value, which, rt->handle),
                    "cannot query the device");
}

static IrStatus describe(CudaRuntime *rt) {
  CudaDevice *d = &rt->device;
  int l2 = 0, shared = 0;
  size_t memory = 0;
  IR_TRY(cuda_check(rt, rt->api.device_name(d->name, sizeof d->name - 1, rt->handle),
                    "cannot query the device"));
  IR_TRY(attribute(rt, CU_ATTR_CAPABILITY_MAJOR, &d->major));
  IR_TRY(attribute(rt, CU_ATTR_CAPABILITY_MINOR, &d->minor));
  IR_TRY(attribute(rt, CU_ATTR_MULTIPROCESSORS, &d->processors));
  IR_TRY(attribute(rt, CU_ATTR_L2_BYTES, &l2));
  IR_TRY(attribute(rt, CU_ATTR_SHARED_PER_BLOCK_OPTIN, &shared));
  IR_TRY(cuda_check(rt, rt->api.device_memory(&memory, rt->handle), "cannot query the device"));
  IR_TRY(cuda_check(rt, rt->api.driver_version(&d->driver), "cannot query the driver's version"));
  d->l2_bytes = l2;
  d->shared_bytes = shared;
  d->memory_bytes = (int64_t)memory;
  return IR_OK;
}

static IrStatus select_device(CudaRuntime *rt, int ordinal) {
  int n = 0;
  IR_TRY(cuda_check(rt, rt->api.init(0), "cannot start the CUDA driver"));
  IR_TRY(cuda_check(rt, rt->api.device_count(&n), "cannot count the devices"));
  if (n == 0) return cuda_check(rt, CU_ERROR_NO_DEVICE, "cannot start the CUDA driver");
  if (ordinal < 0 || ordinal >= n)
    return ir_error(rt->ctx, rt->loc, "there is no device {}: the driver has {}, counted from 0",
                    ordinal, n);
  rt->device.ordinal = ordinal;
  rt->device.count = n;
  IR_TRY(cuda_check(rt, rt->api.device_get(&rt->handle, ordinal), "cannot open the device"));
  return describe(rt);
}

static IrStatus make_current(CudaRuntime *rt) {
  IR_TRY(cuda_check(rt, rt->api.context_retain(&rt->context, rt->handle),
                    "cannot create a context on the device"));
  IR_TRY(cuda_check(rt, rt->api.context_set_current(rt->context), "cannot use the context"));
  // A stream that waits for the default one: copies go there, and may end after their call returns.
  return cuda_check(rt, rt->api.stream_create(&rt->stream, 0), "cannot create a stream");
}

IrStatus cuda_open(IrContext *ctx, int ordinal, CudaRuntime **out) {
  CudaRuntime *rt = ir_calloc(1, sizeof *rt);
  rt->ctx = ctx;
  IrStatus status = cuda_library_load(ctx, &driver_library, driver_symbols, &rt->api);
  if (status == IR_OK) status = select_device(rt, ordinal);
  if (status == IR_OK) status = make_current(rt);
  if (status != IR_OK) {
    cuda_close(rt);
    rt = NULL;
  }
  *out = rt;
  return status;
}

// Results are ignored: after an error in a kernel every call repeats that error.
void cuda_close(CudaRuntime *rt) {
  if (!rt) return;
  if (rt->stream) rt->api.stream_destroy(rt->stream);
  if (rt->context) rt->api.context_release(rt->handle);
  ir_free(rt);
}

const CudaDevice *cuda_device(const CudaRuntime *rt) {
  return &rt->device;
}

void cuda_set_location(CudaRuntime *rt, IrLoc loc) {
  rt->loc = loc;
}

IrStatus cuda_alloc(CudaRuntime *rt, size_t bytes, CudaAddress *address) {
  CuResult result = rt->api.alloc(address, bytes ? bytes : 1);
  if (result == CU_SUCCESS) return IR_OK;
  IrStream doing = {0};
  ir_print(&doing, "cannot allocate {} bytes on the device", bytes);
  IrStatus status = cuda_check(rt, result, ir_stream_cstr(&doing));
  ir_stream_free(&doing);
  return status;
}

void cuda_free(CudaRuntime *rt, CudaAddress address) {
  if (address) rt->api.free(address);
}

IrStatus cuda_copy_in(CudaRuntime *rt, CudaAddress to, const void *from, size_t bytes) {
  if (bytes == 0) return IR_OK;
  return cuda_check(rt, rt->api.copy_in(to, from, bytes), "cannot copy to the device");
}

IrStatus cuda_copy_out(CudaRuntime *rt, void *to, CudaAddress from, size_t bytes) {
  if (bytes == 0) return IR_OK;
  return cuda_check(rt, rt->api.copy_out(to, from, bytes), "cannot copy from the device");
}

// A driver before CUDA 11.8 knows no attributes of launches: the kernel starts when the one in
// front has ended, and has nothing to wait for.
static CuResult launch_kernel(const CudaRuntime *rt, const CudaLaunch *launch) {
  if (!launch->dependent_launch || !rt->api.launch_ex)
    return rt->api.launch(launch->function, (unsigned)launch->blocks, 1, 1, launch->threads, 1, 1,
                          launch->shared_bytes, rt->stream, launch->params, NULL);
  CuLaunchAttribute early = {.id = CU_LAUNCH_PROGRAMMATIC_STREAM_SERIALIZATION, .value.allowed = 1};
  CuLaunchConfig config = {.grid = {(unsigned)launch->blocks, 1, 1},
                           .block = {launch->threads, 1, 1},
                           .shared_bytes = launch->shared_bytes,
                           .stream = rt->stream,
                           .attributes = &early,
                           .num_attributes = 1};
  return rt->api.launch_ex(&config, launch->function, launch->params, NULL);
}

IrStatus cuda_launch(CudaRuntime *rt, const CudaLaunch *launch) {
  if (launch->blocks == 0) return IR_OK;
  if (launch->blocks < 0 || launch->blocks > INT32_MAX)
    return ir_error(rt->ctx, rt->loc, "the grid has {} blocks, the device takes at most {}",
                    launch->blocks, INT32_MAX);
  return cuda_check(rt, launch_kernel(rt, launch), "cannot launch the kernel");
}

IrStatus cuda_synchronize(CudaRuntime *rt) {
  return cuda_check(rt, rt->api.stream_wait(rt->stream), "the kernel failed");
}

IrStatus cuda_synchronize_explained(CudaRuntime *rt, bool (*explain)(void *user), void *user) {
  CuResult result = rt->api.stream_wait(rt->stream);
  if (result != CU_SUCCESS && explain(user)) return IR_FAILED;
  return cuda_check(rt, result, "the kernel failed");
}

void cuda_set_print_room(CudaRuntime *rt, size_t bytes) {
  (void)rt->api.context_set_limit(CU_LIMIT_PRINTF_FIFO_SIZE, bytes);
}
