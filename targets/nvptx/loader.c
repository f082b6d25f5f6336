// Opening the shared object that holds LLVM; see loader.h.
#include "targets/nvptx/loader.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

#include "ir/support/diag.h"

#define LIBRARY "libtegula_nvptx.so"

// The handle lives as long as the context that asked first; the library itself stays mapped.
typedef struct Loader {
  const NvptxTarget *target;
} Loader;

static const char loader_key;

// Appends the directory of the running executable; false when the system does not say.
static bool executable_dir(IrStream *out) {
  char path[4096];
  ssize_t n = readlink("/proc/self/exe", path, sizeof path);
  while (n > 0 && path[n - 1] != '/') n--;
  if (n <= 0) return false;
  ir_write(out, path, (size_t)n);
  return true;
}

// Opens `path`; on failure notes why in `reasons`.
static void *open_library(const char *path, IrStream *reasons) {
  // RTLD_LOCAL keeps LLVM's symbols from meeting another LLVM in the process (a host's JIT).
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!handle) ir_print(reasons, "{}{}", reasons->len ? "; " : "", dlerror());
  return handle;
}

static void *open_beside_tool(IrStream *reasons) {
  const char *const places[] = {"../lib/" LIBRARY, LIBRARY};
  void *handle = NULL;
  for (size_t i = 0; i < 2 && !handle; i++) {
    IrStream path = {0};
    if (executable_dir(&path)) {
      ir_write_cstr(&path, places[i]);
      handle = open_library(ir_stream_cstr(&path), reasons);
    }
    ir_stream_free(&path);
  }
  return handle;
}

static const NvptxTarget *refuse(IrContext *ctx, const char *reasons) {
  (void)ir_error(ctx, IR_LOC_UNKNOWN, "cannot open the LLVM target '" LIBRARY "': {}", reasons);
  ir_help(ctx, "build it with -DTEGULA_NVPTX=ON, or set TEGULA_NVPTX_LIB to its path");
  return NULL;
}

// Asks an opened library for its table.
static const NvptxTarget *target_of(IrContext *ctx, void *handle) {
  // POSIX lets an object pointer be a function pointer; ISO C has no cast for it.
  union {
    void *object;
    NvptxTargetFn function;
  } symbol = {.object = dlsym(handle, NVPTX_TARGET_SYMBOL)};
  if (!symbol.object) return refuse(ctx, "it does not export '" NVPTX_TARGET_SYMBOL "'");
  const NvptxTarget *target = symbol.function();
  if (target->abi != NVPTX_ABI || target->size < sizeof(NvptxTarget))
    return refuse(ctx, "it was built for another version of Tegula");
  return target;
}

const NvptxTarget *nvptx_load(IrContext *ctx) {
  Loader *loader = ir_context_extension(ctx, &loader_key, sizeof *loader, NULL);
  if (loader->target) return loader->target;
  IrStream reasons = {0};
  const char *forced = getenv("TEGULA_NVPTX_LIB");
  void *handle = forced && *forced ? open_library(forced, &reasons) : open_beside_tool(&reasons);
  loader->target = handle ? target_of(ctx, handle) : refuse(ctx, ir_stream_cstr(&reasons));
  ir_stream_free(&reasons);
  return loader->target;
}
