// Finding and opening NVIDIA's libraries; see library.h.
#include "targets/cuda/library.h"

#include <dlfcn.h>
#include <glob.h>
#include <stdlib.h>
#include <unistd.h>

#include "ir/core/context.h"

static void *open_file(const char *path) {
  return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

// Tries every file that the pattern matches.
static void *open_glob(const char *pattern) {
  glob_t found = {0};
  void *handle = NULL;
  if (glob(pattern, 0, NULL, &found) == 0)
    for (size_t i = 0; i < found.gl_pathc && !handle; i++) handle = open_file(found.gl_pathv[i]);
  globfree(&found);
  return handle;
}

// `prefix` + `folder` + "/" + `name`.
static void *open_in(const char *prefix, const char *folder, const char *name) {
  IrStream path = {0};
  ir_print(&path, "{}{}/{}", prefix, folder, name);
  void *handle = open_glob(ir_stream_cstr(&path));
  ir_stream_free(&path);
  return handle;
}

// The library inside the packages of each Python on the PATH: a `python3` in P/bin keeps them under
// P/lib/python3*/.
static void *open_in_pythons(const char *folder, const char *name) {
  const char *path = getenv("PATH");
  void *handle = NULL;
  for (const char *p = path; p && *p && !handle;) {
    size_t len = strcspn(p, ":");
    IrStr bin = {p, len};
    IrStream prefix = {0};
    ir_print(&prefix, "{}/python3", bin);
    bool there = len > 0 && access(ir_stream_cstr(&prefix), X_OK) == 0;
    if (there) {
      prefix.len = 0;
      ir_print(&prefix, "{}/..", bin);
      handle = open_in(ir_stream_cstr(&prefix), folder, name);
    }
    ir_stream_free(&prefix);
    p += len + (p[len] == ':');
  }
  return handle;
}

static void *open_in_folder(const char *folder, const char *name) {
  if (folder[0] != '$') return open_in("", folder, name);
  size_t len = strcspn(folder, "/");
  IrStr variable = {folder + 1, len - 1};
  if (ir_str_is(variable, "PYTHON")) return open_in_pythons(folder + len, name);
  IrStream text = {0};
  ir_write(&text, variable.ptr, variable.len);
  const char *value = getenv(ir_stream_cstr(&text));
  ir_stream_free(&text);
  return value && *value ? open_in(value, folder + len, name) : NULL;
}

static void *search(const CudaLibrary *library, IrStream *why) {
  for (const char *const *name = library->names; *name; name++) {
    void *handle = open_file(*name);
    if (handle) return handle;
    if (why->len == 0) ir_write_cstr(why, dlerror());
  }
  for (const char *const *folder = library->folders; *folder; folder++)
    for (const char *const *name = library->names; *name; name++) {
      void *handle = open_in_folder(*folder, *name);
      if (handle) return handle;
    }
  return NULL;
}

static IrStatus open_library(IrContext *ctx, const CudaLibrary *library, void **handle) {
  const char *path = getenv(library->variable);
  IrStream why = {0};
  if (path && *path) {
    *handle = open_file(path);
    if (!*handle) ir_write_cstr(&why, dlerror());
  } else {
    *handle = search(library, &why);
  }
  IrStatus status = IR_OK;
  if (!*handle) {
    status =
        ir_error(ctx, IR_LOC_UNKNOWN, "cannot load {}: {}", library->what, ir_stream_cstr(&why));
    ir_help(ctx, "{}, or set {} to its path", library->help, library->variable);
  }
  ir_stream_free(&why);
  return status;
}

IrStatus cuda_library_load(IrContext *ctx, const CudaLibrary *library, const CudaSymbol *symbols,
                           void *table) {
  void *handle = NULL;
  IR_TRY(open_library(ctx, library, &handle));
  for (const CudaSymbol *s = symbols; s->name; s++) {
    void *function = dlsym(handle, s->name);
    if (!function && !s->optional) {
      (void)ir_error(ctx, IR_LOC_UNKNOWN, "{} has no function '{}'", library->what, s->name);
      ir_help(ctx, "it is older than CUDA 11.4, or another library: update it");
      return IR_FAILED;
    }
    // POSIX promises that the two kinds of pointer have one representation.
    memcpy((char *)table + s->offset, &function, sizeof function);
  }
  return IR_OK;
}
