// Launch metadata: what a host needs to launch the kernels of a module at thread level.
// docs/launch-metadata.md describes the JSON.
#ifndef DIALECTS_SIMT_LAUNCH_H
#define DIALECTS_SIMT_LAUNCH_H

#include "dialects/simt/simt.h"
#include "dialects/tile/kernel.h"
#include "ir/support/arena.h"

typedef struct SimtArg {
  IrStr name;
  IrType type; // memref or scalar
  bool is_memref;
  uint32_t rank;
  IrStr dims[TILE_MAX_RANK];      // names, empty where there is none
  int64_t extents[TILE_MAX_RANK]; // IR_DYNAMIC where known at launch only
  // IR_DYNAMIC where it is a parameter or follows from the extents (see is_packed).
  int64_t strides[TILE_MAX_RANK];
  bool is_packed; // identity layout: strides are the products of the inner extents
} SimtArg;

typedef enum SimtParamKind {
  SIMT_PARAM_POINTER, // 64 bits
  SIMT_PARAM_DIM,     // 64 bits, of dimension `index`
  SIMT_PARAM_STRIDE,  // 64 bits, in elements
  SIMT_PARAM_SCALAR,  // of type `type`
  // What `map`, a mem.tensor_map, says of `arg`: 128 bytes, passed by value, aligned to 64.
  SIMT_PARAM_TENSOR_MAP,
} SimtParamKind;

enum { SIMT_TENSOR_MAP_BYTES = 128, SIMT_TENSOR_MAP_ALIGNMENT = 64 };

typedef struct SimtParam {
  SimtParamKind kind;
  uint32_t arg, index;
  IrType type; // of a scalar
  const IrOp *map;
} SimtParam;

typedef struct SimtVersion {
  IrStr entry;
  IrOp *op;
  int64_t number;
  const IrAttr *assume; // #tile.expr
  size_t num_assume;
  const IrAttr *grid;
  size_t grid_rank;
  int64_t threads, shared_bytes;
  int64_t cluster;       // blocks of a cluster; 1: none
  bool dependent_launch; // may start before the kernel in front of it in the stream has ended
  const SimtParam *maps; // tensor maps, parameters of its entry behind the kernel's
  size_t num_maps;
} SimtVersion;

typedef struct SimtKernel {
  IrStr name;
  const SimtVersion *versions; // in order
  size_t num_versions;
  const SimtArg *args;
  size_t num_args;
  const IrStr *dims; // names in order of appearance
  size_t num_dims;
  const SimtParam *params; // of every version's entry, the first ones
  size_t num_params;
} SimtKernel;

// Zero-initialise; free with simt_launch_free.  Texts and attributes are the module's.
typedef struct SimtLaunch {
  IrArena arena;
  IrContext *ctx;
  IrStr target;
  const SimtKernel *kernels;
  size_t num_kernels;
  const IrStr *externals; // functions that the kernels call and whose code is elsewhere, each once
  size_t num_externals;
  const char *const *links; // files that may have it, for the metadata; the caller's
  size_t num_links;
} SimtLaunch;

// Versions of one kernel that differ in their signature, or two with one number, are diagnostics.
IR_API IR_CHECKED IrStatus simt_launch_extract(IrOp *module, SimtLaunch *launch);
IR_API void simt_launch_free(SimtLaunch *launch);
IR_API const SimtKernel *simt_launch_find(const SimtLaunch *launch, IrStr name);
IR_API void simt_launch_write_json(const SimtLaunch *launch, IrStream *out);
// Parameters of an entry in order, tensor maps last, for `kernel` a simt.kernel; returns how many,
// at most `max` unless that is 0.
IR_API size_t simt_kernel_params(const IrOp *kernel, SimtParam *params, size_t max);

// One argument's value at launch.
typedef struct SimtValue {
  uint64_t address; // of a memref's element [0, ..., 0]
  int64_t extents[TILE_MAX_RANK], strides[TILE_MAX_RANK];
} SimtValue;

// What expressions may ask of the device.
typedef struct SimtDevice {
  int64_t processors; // multiprocessors
} SimtDevice;

// Rank, static extents, named dimensions and static or packed strides must agree.
IR_API IR_CHECKED IrStatus simt_launch_check(IrContext *ctx, IrLoc loc, const SimtKernel *kernel,
                                             const SimtValue *values);
// Number of the first version whose assumptions hold; none is a diagnostic that says why the last
// one does not fit.
IR_API IR_CHECKED IrStatus simt_launch_select(IrContext *ctx, IrLoc loc, const SimtKernel *kernel,
                                              const SimtValue *values, const SimtDevice *device,
                                              size_t *version);
// Blocks of a launch: the product of the extents, at most 2^31 - 1 and whole clusters (else a
// diagnostic).
IR_API IR_CHECKED IrStatus simt_launch_grid(IrContext *ctx, IrLoc loc, const SimtKernel *kernel,
                                            size_t version, const SimtValue *values,
                                            const SimtDevice *device,
                                            int64_t extents[TILE_MAX_GRID], int64_t *blocks);

#endif
