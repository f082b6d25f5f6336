// A libcuda that runs nothing, for tests on machines without a GPU.
//
// Device memory is host memory, so copies are real; a launch computes nothing, so outputs keep what
// they were filled with.  Every function succeeds unless the environment says otherwise:
//
//   TEGULA_STUB_FAIL=cuInit=100,cuLaunchKernel=719   functions that return these errors
//   TEGULA_STUB_HANG=cuStreamSynchronize             a function that never returns
//   TEGULA_STUB_CRASH=cuLaunchKernel                 a function that kills the process
//   TEGULA_STUB_POKE=4:-1                            a launch writes one byte there: at parameter
//                                                    4's value plus -1
//   TEGULA_STUB_DEVICES=0                            the number of devices (1)
//   TEGULA_STUB_DRIVER=12000                         the driver's CUDA version (13000)
//   TEGULA_STUB_CAPABILITY=80                        the compute capability (90)
//   TEGULA_STUB_JIT_LOG=text                         what cuModuleLoadDataEx writes when it fails
//   TEGULA_STUB_SAY=text                             what kernels print, when they are waited for
//   TEGULA_STUB_TRACE=1                              print each call's name to standard error, with
//                                                    the numbers of a launch
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define STUB_API __attribute__((visibility("default")))

enum { OK = 0, INVALID_VALUE = 1, OUT_OF_MEMORY = 2, NOT_FOUND = 500 };

// Whether the comma-separated list in a variable names the function; what follows `=` is returned.
static int listed(const char *variable, const char *function, int *value) {
  size_t len = strlen(function);
  for (const char *p = getenv(variable); p && *p;) {
    size_t word = strcspn(p, ",");
    if (strncmp(p, function, len) == 0 && (word == len || p[len] == '=')) {
      *value = word > len ? atoi(p + len + 1) : 0;
      return 1;
    }
    p += word + (p[word] == ',');
  }
  return 0;
}

static int number(const char *variable, int otherwise) {
  const char *text = getenv(variable);
  return text ? atoi(text) : otherwise;
}

// What every function starts with: 0, or the error to return.
static int enter(const char *function) {
  int value = OK;
  if (getenv("TEGULA_STUB_TRACE")) fprintf(stderr, "stub: %s\n", function);
  if (listed("TEGULA_STUB_HANG", function, &value))
    for (;;) pause();
  if (listed("TEGULA_STUB_CRASH", function, &value)) abort();
  value = OK;
  (void)listed("TEGULA_STUB_FAIL", function, &value);
  return value;
}

#define STUB(name, params) \
  STUB_API int name params; \
  STUB_API int name params
#define ENTER() \
  do { \
    int error_ = enter(__func__); \
    if (error_) return error_; \
  } while (0)

typedef struct Error {
  int code;
  const char *name, *text;
} Error;

static const Error errors[] = {
    {0, "CUDA_SUCCESS", "no error"},
    {2, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {34, "CUDA_ERROR_STUB_LIBRARY", "CUDA driver is a stub library"},
    {100, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
    {200, "CUDA_ERROR_INVALID_IMAGE", "device kernel image is invalid"},
    {209, "CUDA_ERROR_NO_BINARY_FOR_GPU", "no kernel image is available for execution"},
    {218, "CUDA_ERROR_INVALID_PTX", "a PTX JIT compilation failed"},
    {222, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION",
     "the provided PTX was compiled with an "
     "unsupported toolchain."},
    {500, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    {700, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
    {701, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES", "too many resources requested for launch"},
    {719, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"},
};

static const Error *find_error(int code) {
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
    if (errors[i].code == code) return &errors[i];
  return NULL;
}

STUB(cuGetErrorName, (int code, const char **name)) {
  const Error *e = find_error(code);
  if (e) *name = e->name;
  return e ? OK : INVALID_VALUE;
}

STUB(cuGetErrorString, (int code, const char **text)) {
  const Error *e = find_error(code);
  if (e) *text = e->text;
  return e ? OK : INVALID_VALUE;
}

STUB(cuInit, (unsigned flags)) {
  ENTER();
  return flags ? INVALID_VALUE : OK;
}

STUB(cuDriverGetVersion, (int *version)) {
  ENTER();
  *version = number("TEGULA_STUB_DRIVER", 13000);
  return OK;
}

STUB(cuDeviceGetCount, (int *n)) {
  ENTER();
  *n = number("TEGULA_STUB_DEVICES", 1);
  return OK;
}

STUB(cuDeviceGet, (int *device, int ordinal)) {
  ENTER();
  *device = ordinal;
  return OK;
}

STUB(cuDeviceGetName, (char *name, int bytes, int device)) {
  ENTER();
  snprintf(name, (size_t)bytes, "Stub GPU %d", device);
  return OK;
}

STUB(cuDeviceGetAttribute, (int *value, int attribute, int device)) {
  (void)device;
  int capability = number("TEGULA_STUB_CAPABILITY", 90);
  switch (attribute) {
  case 16:
    *value = 8;
    return OK; // multiprocessors
  case 38:
    *value = 1 << 20;
    return OK; // bytes of L2
  case 75:
    *value = capability / 10;
    return OK; // compute capability
  case 76:
    *value = capability % 10;
    return OK;
  case 97:
    *value = 227 << 10;
    return OK; // shared bytes of a block
  default:
    return INVALID_VALUE;
  }
}

STUB(cuDeviceTotalMem_v2, (size_t * bytes, int device)) {
  (void)device;
  *bytes = (size_t)8 << 30;
  return OK;
}

static char context, stream;

STUB(cuDevicePrimaryCtxRetain, (void **to, int device)) {
  ENTER();
  (void)device;
  *to = &context;
  return OK;
}

STUB(cuDevicePrimaryCtxRelease_v2, (int device)) {
  (void)device;
  return OK;
}

STUB(cuCtxSetCurrent, (void *to)) {
  return to == &context ? OK : INVALID_VALUE;
}

STUB(cuCtxSetLimit, (int limit, size_t value)) {
  ENTER();
  return limit == 1 && value ? OK : INVALID_VALUE; // room for what kernels print
}

// A module is a copy of its image; a function is a pointer into it, at its name.
STUB(cuModuleLoadDataEx,
     (void **module, const void *image, unsigned n, int *options, void **values)) {
  int error = enter(__func__);
  const char *log = getenv("TEGULA_STUB_JIT_LOG");
  for (unsigned i = 0; i < n && error && log; i++)
    if (options[i] == 5) snprintf(values[i], 1024, "%s", log); // the error log's buffer
  if (error) return error;
  size_t bytes = strlen(image) + 1;
  *module = malloc(bytes);
  if (!*module) return OUT_OF_MEMORY;
  memcpy(*module, image, bytes);
  return OK;
}

// A link is the text of its images, one behind the other.
typedef struct Link {
  char *text;
  size_t bytes;
} Link;

STUB(cuLinkCreate_v2, (unsigned n, int *options, void **values, void **link)) {
  int error = enter(__func__);
  (void)n, (void)options, (void)values;
  if (error) return error;
  *link = calloc(1, sizeof(Link));
  return *link ? OK : OUT_OF_MEMORY;
}

STUB(cuLinkAddData_v2, (void *link, int kind, void *data, size_t bytes, const char *name,
                        unsigned n, int *options, void **values)) {
  Link *l = link;
  (void)n, (void)options, (void)values;
  if (getenv("TEGULA_STUB_TRACE")) fprintf(stderr, "stub: link %s of kind %d\n", name, kind);
  ENTER();
  char *text = realloc(l->text, l->bytes + bytes + 1);
  if (!text) return OUT_OF_MEMORY;
  memcpy(text + l->bytes, data, bytes);
  l->text = text;
  l->bytes += bytes - (kind == 1); // PTX comes with its zero
  text[l->bytes] = 0;
  return OK;
}

STUB(cuLinkComplete, (void *link, void **image, size_t *bytes)) {
  Link *l = link;
  ENTER();
  *image = l->text;
  *bytes = l->bytes;
  return OK;
}

STUB(cuLinkDestroy, (void *link)) {
  ENTER();
  free(((Link *)link)->text);
  free(link);
  return OK;
}

STUB(cuModuleUnload, (void *module)) {
  ENTER();
  free(module);
  return OK;
}

STUB(cuModuleGetFunction, (void **function, void *module, const char *name)) {
  ENTER();
  *function = strstr(module, name);
  return *function ? OK : NOT_FOUND;
}

STUB(cuFuncSetAttribute, (void *function, int attribute, int value)) {
  ENTER();
  return function && attribute == 8 && value > 0 ? OK : INVALID_VALUE;
}

STUB(cuFuncGetAttribute, (int *value, int attribute, void *function)) {
  ENTER();
  *value = attribute == 4 ? 40 : 0; // registers of a thread; of nothing else any
  return function ? OK : INVALID_VALUE;
}

static void poke(void **params) {
  int index, offset;
  const char *text = getenv("TEGULA_STUB_POKE");
  if (!text || sscanf(text, "%d:%d", &index, &offset) != 2) return;
  char *byte = (char *)(uintptr_t)(*(uint64_t *)params[index]) + offset;
  *byte = (char)~*byte;
}

static void trace_launch(unsigned blocks, unsigned threads, unsigned shared, const char *how) {
  if (getenv("TEGULA_STUB_TRACE"))
    fprintf(stderr, "stub: launch %u blocks of %u threads, %u shared bytes%s\n", blocks, threads,
            shared, how);
}

STUB(cuLaunchKernel,
     (void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
      unsigned shared, void *on, void **params, void **extra)) {
  trace_launch(gx * gy * gz, bx * by * bz, shared, "");
  ENTER();
  poke(params);
  return function && on == &stream && params && !extra ? OK : INVALID_VALUE;
}

#ifndef STUB_CUDA_11
typedef struct LaunchAttribute {
  int id, unused, value, rest[15];
} LaunchAttribute;

typedef struct LaunchConfig {
  unsigned gx, gy, gz, bx, by, bz, shared;
  void *on;
  const LaunchAttribute *attributes;
  unsigned num_attributes;
} LaunchConfig;

// The only attribute is 6: the kernel may start before the one in front of it has ended.
STUB(cuLaunchKernelEx, (const LaunchConfig *c, void *function, void **params, void **extra)) {
  int early = c->num_attributes == 1 && c->attributes->id == 6 && c->attributes->value == 1;
  trace_launch(c->gx * c->gy * c->gz, c->bx * c->by * c->bz, c->shared, early ? ", early" : "");
  ENTER();
  poke(params);
  return function && c->on == &stream && params && !extra && early ? OK : INVALID_VALUE;
}
#endif

STUB(cuMemAlloc_v2, (uint64_t * address, size_t bytes)) {
  ENTER();
  void *memory = NULL;
  if (posix_memalign(&memory, 256, bytes)) return OUT_OF_MEMORY;
  *address = (uint64_t)(uintptr_t)memory;
  return OK;
}

static void *host(uint64_t address) {
  return (void *)(uintptr_t)address;
}

STUB(cuMemFree_v2, (uint64_t address)) {
  ENTER();
  free(host(address));
  return OK;
}

STUB(cuMemcpyHtoD_v2, (uint64_t to, const void *from, size_t bytes)) {
  ENTER();
  memcpy(host(to), from, bytes);
  return OK;
}

STUB(cuMemcpyDtoH_v2, (void *to, uint64_t from, size_t bytes)) {
  ENTER();
  memcpy(to, host(from), bytes);
  return OK;
}

STUB(cuMemsetD8Async, (uint64_t address, unsigned char value, size_t bytes, void *on)) {
  (void)on;
  ENTER();
  memset(host(address), value, bytes);
  return OK;
}

STUB(cuStreamCreate, (void **to, unsigned flags)) {
  (void)flags;
  ENTER();
  *to = &stream;
  return OK;
}

STUB(cuStreamDestroy_v2, (void *of)) {
  return of == &stream ? OK : INVALID_VALUE;
}

STUB(cuStreamSynchronize, (void *of)) {
  (void)of;
  const char *said = getenv("TEGULA_STUB_SAY");
  if (said) printf("%s\n", said);
  ENTER();
  return OK;
}

#ifndef STUB_CUDA_11
// The map holds nothing: no launch reads it.
STUB(cuTensorMapEncodeTiled,
     (void *map, int type, unsigned rank, void *address, const uint64_t *extents,
      const uint64_t *strides, const unsigned *box, const unsigned *steps, int interleave,
      int swizzle, int promotion, int fill)) {
  if (getenv("TEGULA_STUB_TRACE")) {
    fprintf(stderr, "stub: tensor map of type %d, swizzle %d, fill %d:", type, swizzle, fill);
    for (unsigned i = 0; i < rank; i++)
      fprintf(stderr, " %llu/%llu/%u", (unsigned long long)extents[i],
              (unsigned long long)(i ? strides[i - 1] : 0), box[i]);
    fprintf(stderr, "\n");
  }
  ENTER();
  if ((uintptr_t)map % 64 || (uintptr_t)address % 16 || interleave || promotion > 3)
    return INVALID_VALUE;
  for (unsigned i = 0; i < rank; i++)
    if (steps[i] != 1 || box[i] > 256 || (i && strides[i - 1] % 16)) return INVALID_VALUE;
  memset(map, 0, 128);
  return OK;
}
#endif

// An event is the time at which it was recorded.
STUB(cuEventCreate, (void **event, unsigned flags)) {
  (void)flags;
  ENTER();
  *event = calloc(1, sizeof(struct timespec));
  return *event ? OK : OUT_OF_MEMORY;
}

STUB(cuEventDestroy_v2, (void *event)) {
  free(event);
  return OK;
}

STUB(cuEventRecord, (void *event, void *on)) {
  (void)on;
  ENTER();
  clock_gettime(CLOCK_MONOTONIC, event);
  return OK;
}

STUB(cuEventSynchronize, (void *event)) {
  (void)event;
  ENTER();
  return OK;
}

STUB(cuEventElapsedTime, (float *ms, void *from, void *to)) {
  const struct timespec *a = from, *b = to;
  *ms = (float)((double)(b->tv_sec - a->tv_sec) * 1e3 + (double)(b->tv_nsec - a->tv_nsec) * 1e-6);
  return OK;
}
