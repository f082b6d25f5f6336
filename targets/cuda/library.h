// Finding and opening NVIDIA's libraries at run time, so that every tool starts without them.
#ifndef TARGETS_CUDA_LIBRARY_H
#define TARGETS_CUDA_LIBRARY_H

#include "ir/support/diag.h"

// Where a library may be.  The file that the environment variable names is the only candidate when
// the variable is set; then come the dynamic linker's own places, then the folders.
typedef struct CudaLibrary {
  const char *what;           // for messages: "NVIDIA's driver library"
  const char *variable;       // "TEGULA_LIBCUDA"
  const char *const *names;   // file names in order of preference, NULL-terminated as all lists
  const char *const *folders; // glob patterns; a leading $NAME is an environment variable, and
                              // $PYTHON the prefix of each python3 on the PATH
  const char *help;           // what to do when there is none
} CudaLibrary;

// One function to look up: where its pointer goes in the table, and its exported name.
typedef struct CudaSymbol {
  size_t offset;
  const char *name;
  bool optional; // newer than the oldest library that will do: NULL where it is missing
} CudaSymbol;

// Opens the library and fills `table` with the functions of `symbols` (ends with a NULL name).  The
// library is never closed: both of NVIDIA's keep threads and exit handlers of their own.
IR_CHECKED IrStatus cuda_library_load(IrContext *ctx, const CudaLibrary *library,
                                      const CudaSymbol *symbols, void *table);

#endif
