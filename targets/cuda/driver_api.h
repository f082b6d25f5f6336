// The part of the CUDA driver API that Tegula calls, as a table of functions looked up at run time.
//
// Prototypes and values are our own declarations of the driver's documented binary interface, so
// building needs no CUDA headers.  Handles are opaque pointers; device addresses are integers.
#ifndef TARGETS_CUDA_DRIVER_API_H
#define TARGETS_CUDA_DRIVER_API_H

#include "ir/support/base.h"

typedef int CuResult;
typedef int CuDevice;
typedef uint64_t CuAddress;
typedef struct CuContextData *CuContext;
typedef struct CuModuleData *CuModule;
typedef struct CuFunctionData *CuFunction;
typedef struct CuStreamData *CuStream;
typedef struct CuEventData *CuEvent;
typedef struct CuLinkData *CuLink;

// Results that get advice of their own.
enum {
  CU_SUCCESS = 0,
  CU_ERROR_OUT_OF_MEMORY = 2,
  CU_ERROR_STUB_LIBRARY = 34,
  CU_ERROR_NO_DEVICE = 100,
  CU_ERROR_INVALID_DEVICE = 101,
  CU_ERROR_INVALID_IMAGE = 200,
  CU_ERROR_NO_BINARY_FOR_GPU = 209,
  CU_ERROR_INVALID_PTX = 218,
  CU_ERROR_JIT_COMPILER_NOT_FOUND = 221,
  CU_ERROR_UNSUPPORTED_PTX_VERSION = 222,
  CU_ERROR_NOT_FOUND = 500,
  CU_ERROR_ILLEGAL_ADDRESS = 700,
  CU_ERROR_LAUNCH_OUT_OF_RESOURCES = 701,
  CU_ERROR_LAUNCH_TIMEOUT = 702,
  CU_ERROR_ILLEGAL_INSTRUCTION = 715,
  CU_ERROR_MISALIGNED_ADDRESS = 716,
  CU_ERROR_LAUNCH_FAILED = 719,
  CU_ERROR_SYSTEM_DRIVER_MISMATCH = 803,
};

enum {
  CU_ATTR_MULTIPROCESSORS = 16,
  CU_ATTR_L2_BYTES = 38,
  CU_ATTR_CAPABILITY_MAJOR = 75,
  CU_ATTR_CAPABILITY_MINOR = 76,
  CU_ATTR_SHARED_PER_BLOCK_OPTIN = 97,
};

enum {
  CU_FUNC_LOCAL_BYTES = 3,
  CU_FUNC_REGISTERS = 4,
  CU_FUNC_MAX_DYNAMIC_SHARED = 8,
  CU_FUNC_NON_PORTABLE_CLUSTER = 14,
};
enum { CU_PORTABLE_CLUSTER = 8 }; // blocks of a cluster that every device takes

// Elements of a tensor map.
enum {
  CU_TENSOR_UINT8,
  CU_TENSOR_UINT16,
  CU_TENSOR_UINT32,
  CU_TENSOR_INT32,
  CU_TENSOR_UINT64,
  CU_TENSOR_INT64,
  CU_TENSOR_FLOAT16,
  CU_TENSOR_FLOAT32,
  CU_TENSOR_FLOAT64,
  CU_TENSOR_BFLOAT16,
  CU_TENSOR_FLOAT32_FTZ,
  CU_TENSOR_TFLOAT32,
};

enum {
  CU_TENSOR_SWIZZLE_NONE,
  CU_TENSOR_SWIZZLE_32,
  CU_TENSOR_SWIZZLE_64,
  CU_TENSOR_SWIZZLE_128,
};

enum { CU_JIT_INPUT_CUBIN = 0, CU_JIT_INPUT_PTX = 1 };

enum { CU_LIMIT_PRINTF_FIFO_SIZE = 1 };

enum { CU_TENSOR_INTERLEAVE_NONE };
enum { CU_TENSOR_PROMOTION_128 = 2 }; // L2 fetches whole lines of that many bytes
enum { CU_TENSOR_FILL_ZEROS, CU_TENSOR_FILL_NAN };

enum {
  CU_JIT_ERROR_LOG = 5,
  CU_JIT_ERROR_LOG_BYTES = 6,
};

// A launch with attributes: CUlaunchAttribute and CUlaunchConfig of cuda.h.
enum { CU_LAUNCH_PROGRAMMATIC_STREAM_SERIALIZATION = 6 };

typedef struct CuLaunchAttribute {
  int id;
  union {
    int allowed; // whether the kernel may start before the one in front of it has ended
    uint64_t words[8];
  } value;
} CuLaunchAttribute;

typedef struct CuLaunchConfig {
  unsigned grid[3], block[3];
  unsigned shared_bytes;
  CuStream stream;
  CuLaunchAttribute *attributes;
  unsigned num_attributes;
} CuLaunchConfig;

_Static_assert(sizeof(CuLaunchAttribute) == 72 && offsetof(CuLaunchAttribute, value) == 8,
               "the driver's CUlaunchAttribute");
_Static_assert(sizeof(CuLaunchConfig) == 56 && offsetof(CuLaunchConfig, shared_bytes) == 24 &&
                   offsetof(CuLaunchConfig, stream) == 32 &&
                   offsetof(CuLaunchConfig, attributes) == 40 &&
                   offsetof(CuLaunchConfig, num_attributes) == 48,
               "the driver's CUlaunchConfig");

// X(field, exported name, parameters)
#define CU_API_LIST(X) \
  X(init, "cuInit", (unsigned flags)) \
  X(driver_version, "cuDriverGetVersion", (int *version)) \
  X(error_name, "cuGetErrorName", (CuResult result, const char **name)) \
  X(error_string, "cuGetErrorString", (CuResult result, const char **text)) \
  X(device_count, "cuDeviceGetCount", (int *n)) \
  X(device_get, "cuDeviceGet", (CuDevice * device, int ordinal)) \
  X(device_name, "cuDeviceGetName", (char *name, int bytes, CuDevice device)) \
  X(device_attribute, "cuDeviceGetAttribute", (int *value, int attribute, CuDevice device)) \
  X(device_memory, "cuDeviceTotalMem_v2", (size_t * bytes, CuDevice device)) \
  X(context_retain, "cuDevicePrimaryCtxRetain", (CuContext * context, CuDevice device)) \
  X(context_release, "cuDevicePrimaryCtxRelease_v2", (CuDevice device)) \
  X(context_set_current, "cuCtxSetCurrent", (CuContext context)) \
  X(context_set_limit, "cuCtxSetLimit", (int limit, size_t value)) \
  X(module_load, "cuModuleLoadDataEx", \
    (CuModule * module, const void *image, unsigned n, int *options, void **values)) \
  X(link_create, "cuLinkCreate_v2", (unsigned n, int *options, void **values, CuLink *link)) \
  X(link_add, "cuLinkAddData_v2", \
    (CuLink link, int kind, void *data, size_t bytes, const char *name, unsigned n, int *options, \
     void **values)) \
  X(link_complete, "cuLinkComplete", (CuLink link, void **cubin, size_t *bytes)) \
  X(link_destroy, "cuLinkDestroy", (CuLink link)) \
  X(module_unload, "cuModuleUnload", (CuModule module)) \
  X(module_function, "cuModuleGetFunction", \
    (CuFunction * function, CuModule module, const char *name)) \
  X(function_set, "cuFuncSetAttribute", (CuFunction function, int attribute, int value)) \
  X(function_get, "cuFuncGetAttribute", (int *value, int attribute, CuFunction function)) \
  X(launch, "cuLaunchKernel", \
    (CuFunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, \
     unsigned block_y, unsigned block_z, unsigned shared_bytes, CuStream stream, void **params, \
     void **extra)) \
  X(alloc, "cuMemAlloc_v2", (CuAddress * address, size_t bytes)) \
  X(free, "cuMemFree_v2", (CuAddress address)) \
  X(copy_in, "cuMemcpyHtoD_v2", (CuAddress to, const void *from, size_t bytes)) \
  X(copy_out, "cuMemcpyDtoH_v2", (void *to, CuAddress from, size_t bytes)) \
  X(fill_async, "cuMemsetD8Async", \
    (CuAddress address, unsigned char value, size_t bytes, CuStream stream)) \
  X(stream_create, "cuStreamCreate", (CuStream * stream, unsigned flags)) \
  X(stream_destroy, "cuStreamDestroy_v2", (CuStream stream)) \
  X(stream_wait, "cuStreamSynchronize", (CuStream stream)) \
  X(event_create, "cuEventCreate", (CuEvent * event, unsigned flags)) \
  X(event_destroy, "cuEventDestroy_v2", (CuEvent event)) \
  X(event_record, "cuEventRecord", (CuEvent event, CuStream stream)) \
  X(event_wait, "cuEventSynchronize", (CuEvent event)) \
  X(event_elapsed, "cuEventElapsedTime", (float *milliseconds, CuEvent start, CuEvent end))

// Since CUDA 11.8, and since 12.0.  NULL where the driver is older.
#define CU_API_OPTIONAL_LIST(X) \
  X(launch_ex, "cuLaunchKernelEx", \
    (const CuLaunchConfig *config, CuFunction function, void **params, void **extra)) \
  X(tensor_map, "cuTensorMapEncodeTiled", \
    (void *map, int type, unsigned rank, void *address, const uint64_t *extents, \
     const uint64_t *strides, const unsigned *box, const unsigned *steps, int interleave, \
     int swizzle, int promotion, int fill))

typedef struct CuApi {
#define X(field, symbol, params) CuResult(*field) params;
  CU_API_LIST(X)
  CU_API_OPTIONAL_LIST(X)
#undef X
} CuApi;

#endif
