// What passes, launchers and machines ask of a kernel.  `kernel` is a tile.kernel, or a simt.kernel
// where the question makes sense for one.
#ifndef DIALECTS_TILE_KERNEL_H
#define DIALECTS_TILE_KERNEL_H

#include "dialects/tile/expr.h"
#include "dialects/tile/tile.h"

enum { TILE_MAX_GRID = 4, TILE_MAX_DIMS = 64, TILE_MAX_RANK = 4 };

IR_API bool tile_is_kernel(const IrOp *op); // tile.kernel or simt.kernel

// Arguments, without the block indices.
IR_API size_t tile_kernel_num_args(const IrOp *kernel);
IR_API IrType tile_kernel_arg_type(const IrOp *kernel, size_t arg);
IR_API IrStr tile_kernel_arg_name(const IrOp *kernel, size_t arg);
IR_API IrValue *tile_kernel_arg(const IrOp *kernel, size_t arg);
// Name of dimension `d` of a memref argument; empty when it has none.
IR_API IrStr tile_kernel_arg_dim(const IrOp *kernel, size_t arg, size_t d);
// Argument with that name; false when there is none.
IR_API bool tile_kernel_find_arg(const IrOp *kernel, IrStr name, size_t *arg);

// A named dimension: the first place that has it, and its extent when a type fixes it.
typedef struct TileDim {
  IrStr name;
  uint32_t arg, index;
  int64_t extent; // or IR_DYNAMIC
} TileDim;

// Named dimensions in order of appearance; returns how many, at most TILE_MAX_DIMS.
IR_API size_t tile_kernel_dims(const IrOp *kernel, TileDim dims[TILE_MAX_DIMS]);
IR_API bool tile_kernel_find_dim(const IrOp *kernel, IrStr name, TileDim *dim);

// Block indices: their number, extents (#tile.expr), and values (tile.kernel only).
IR_API size_t tile_kernel_grid_rank(const IrOp *kernel);
IR_API IrAttr tile_kernel_grid(const IrOp *kernel, size_t i);
IR_API IrValue *tile_kernel_block_index(const IrOp *kernel, size_t i);

IR_API size_t tile_kernel_num_assumes(const IrOp *kernel);
IR_API IrAttr tile_kernel_assume(const IrOp *kernel, size_t i);
// Adds a fact that is not there yet.
IR_API void tile_kernel_add_assume(IrOp *kernel, IrAttr expr);
// Adds the facts of a text, as in `assume(...)`, to every kernel of the module that has all of a
// fact's names.  `%` is `mod`; `and` joins facts.  A fact that no kernel has the names of is an
// error.
IR_API IR_CHECKED IrStatus tile_module_assume(IrOp *module, IrStr text);
// The largest factor that the assumptions prove of a name (`M`, `A.stride0`, `A.address`), or of
// the extent that a type fixes; 1 when nothing is known.
IR_API int64_t tile_kernel_multiple(const IrOp *kernel, IrStr name);
// Whether a number, an expression over names such as an extent of the grid, is known to be a
// multiple of `n`.
IR_API bool tile_kernel_is_multiple(const IrOp *kernel, IrAttr expr, int64_t n);
// The least and the largest value that the assumptions, or a type, leave to a name.
IR_API void tile_kernel_bounds(const IrOp *kernel, IrStr name, int64_t *least, int64_t *most);

// The value that the assumptions, or types, leave to an expression over names; false: several.
IR_API bool tile_kernel_known(const IrOp *kernel, IrAttr expr, int64_t *value);

// Whether the assumptions say that arguments `a` and `b` have no byte in common.
IR_API bool tile_kernel_disjoint(const IrOp *kernel, size_t a, size_t b);
// The bytes that elements of `bytes` bytes have, from `*begin` to in front of `*end`; equal where
// there are no elements.  What leaves 63 bits meets everything.
IR_API void tile_byte_range(uint64_t address, int64_t bytes, size_t rank, const int64_t *extents,
                            const int64_t *strides, int64_t *begin, int64_t *end);

// Warps that share the kernel's tiles: those of the block, or of all blocks of a cluster.
IR_API int64_t tile_kernel_warps(const IrOp *kernel);
// Threads of a block, in all roles.
IR_API int64_t tile_kernel_threads(const IrOp *kernel);
IR_API int64_t tile_kernel_cluster(const IrOp *kernel); // blocks of a cluster; 1 without clusters
// Blocks that run together and make copies for each other: those that differ in the first block
// index alone; 1: none.
IR_API int64_t tile_kernel_multicast(const IrOp *kernel);
// What a kernel's text asks for by an attribute that is true or false: "tile.persistent".
typedef enum TileWish { TILE_WISH_NO, TILE_WISH_NONE, TILE_WISH_YES } TileWish;
// TILE_WISH_NONE where the kernel has no such attribute.
IR_API TileWish tile_kernel_wish(const IrOp *kernel, const char *name);

// What a name in an expression of this kernel stands for.
typedef enum TileNameKind {
  TILE_NAME_DIM,
  TILE_NAME_STRIDE,
  TILE_NAME_ADDRESS,    // of element [0, ..., 0]
  TILE_NAME_BEGIN,      // the least address of an element's byte
  TILE_NAME_END,        // the first address behind all of them
  TILE_NAME_PROCESSORS, // multiprocessors of the device, TILE_PROCESSORS
} TileNameKind;
#define TILE_PROCESSORS "device.processors"
typedef struct TileName {
  TileNameKind kind;
  uint32_t arg, index; // argument, and dimension of it
} TileName;
IR_API bool tile_kernel_resolve(const IrOp *kernel, IrStr name, TileName *what);
// Whether `expr` (#tile.expr) names what blocks cannot ask for, which is all but dimensions;
// `name`: the first such name, which lives as long as `expr`.
IR_API bool tile_kernel_has_outer_name(const IrOp *kernel, IrAttr expr, IrStr *name);

#endif
