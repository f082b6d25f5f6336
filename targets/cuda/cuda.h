// Running compiled kernels on a GPU through the CUDA driver API.
//
//   CudaRuntime *rt;
//   IR_TRY(cuda_open(ctx, 0, &rt));
//   IR_TRY(cuda_module_load(rt, ptx, &module));
//   CudaLaunch launch = {.blocks = n, .threads = 128, .shared_bytes = bytes, .params = params};
//   IR_TRY(cuda_function(module, "gemm__v0", &launch));
//   IR_TRY(cuda_launch(rt, &launch));
//   IR_TRY(cuda_synchronize(rt));
//   cuda_close(rt);
//
// Every function that fails has emitted a diagnostic with the driver's name and text for the error.
// One runtime is one device's primary context and one stream, used by one thread.
#ifndef TARGETS_CUDA_CUDA_H
#define TARGETS_CUDA_CUDA_H

#include "ir/support/diag.h"

typedef struct CudaRuntime CudaRuntime;
typedef struct CudaModule CudaModule;
typedef struct CuFunctionData *CudaFunction;
typedef uint64_t CudaAddress;

typedef struct CudaDevice {
  int ordinal, count; // which of how many
  char name[128];
  int major, minor; // compute capability
  int processors;   // streaming multiprocessors
  int64_t l2_bytes;
  int64_t memory_bytes;
  int64_t shared_bytes; // a block may have at most
  int driver;           // CUDA version of the driver: 1000 * major + 10 * minor
} CudaDevice;

IR_API IR_CHECKED IrStatus cuda_open(IrContext *ctx, int ordinal, CudaRuntime **rt);
IR_API void cuda_close(CudaRuntime *rt); // NULL allowed
IR_API const CudaDevice *cuda_device(const CudaRuntime *rt);
// Where later diagnostics point: the kernel that is being run.
IR_API void cuda_set_location(CudaRuntime *rt, IrLoc loc);

// Device memory; addresses are multiples of 256.
IR_API IR_CHECKED IrStatus cuda_alloc(CudaRuntime *rt, size_t bytes, CudaAddress *address);
IR_API void cuda_free(CudaRuntime *rt, CudaAddress address); // 0 allowed
IR_API IR_CHECKED IrStatus cuda_copy_in(CudaRuntime *rt, CudaAddress to, const void *from,
                                        size_t bytes);
IR_API IR_CHECKED IrStatus cuda_copy_out(CudaRuntime *rt, void *to, CudaAddress from, size_t bytes);

// PTX text (compiled by the driver) or a cubin.  What the driver's compiler says about bad PTX
// becomes part of the diagnostic; PTX newer than the driver gets one that says what to do.
IR_API IR_CHECKED IrStatus cuda_module_load(CudaRuntime *rt, IrStr image, CudaModule **module);
// The same, linked with further PTX or cubins, which have functions that `image` calls.
typedef struct CudaImage {
  const char *name; // for messages
  IrStr data;
} CudaImage;
IR_API IR_CHECKED IrStatus cuda_module_link(CudaRuntime *rt, IrStr image, const CudaImage *more,
                                            size_t n, CudaModule **module);
IR_API void cuda_module_unload(CudaModule *module); // NULL allowed
typedef struct CudaLaunch {
  CudaFunction function;
  int64_t blocks; // in one dimension; 0 launches nothing
  uint32_t threads;
  uint32_t shared_bytes;
  uint32_t cluster; // blocks of a cluster as the entry has them, 0 or 1: none
  // May start before the kernel in front of it in the stream has ended: it waits for that by itself
  // (simt.griddepcontrol).  Where the driver is older than CUDA 11.8 it does not.
  bool dependent_launch;
  void **params; // a pointer to each parameter's value
} CudaLaunch;

// Looks up an entry and lets it have the launch's dynamic shared memory and clusters; fills
// `launch->function`.
IR_API IR_CHECKED IrStatus cuda_function(CudaModule *module, const char *name, CudaLaunch *launch);
// What the driver's compiler gave a thread: registers, and bytes of local memory, spills among
// them.
IR_API IR_CHECKED IrStatus cuda_function_costs(CudaModule *module, const CudaLaunch *launch,
                                               int *registers, int *local_bytes);
// Enqueues; an error in the kernel shows in cuda_synchronize.
IR_API IR_CHECKED IrStatus cuda_launch(CudaRuntime *rt, const CudaLaunch *launch);
IR_API IR_CHECKED IrStatus cuda_synchronize(CudaRuntime *rt);
// The same; what went wrong is first put to `explain`, which returns whether it has said it.
IR_API IR_CHECKED IrStatus cuda_synchronize_explained(CudaRuntime *rt, bool (*explain)(void *user),
                                                      void *user);
// Asks for that much memory for what kernels print until the host waits for them; before a module
// that prints is loaded.  Without it the driver's default stays.
IR_API void cuda_set_print_room(CudaRuntime *rt, size_t bytes);

#endif
