// What the files of the tile dialect share.
#ifndef DIALECTS_TILE_TILE_IMPL_H
#define DIALECTS_TILE_TILE_IMPL_H

#include "dialects/mem/mem.h"
#include "dialects/tile/inline_ptx.h"
#include "dialects/tile/kernel.h"
#include "dialects/tile/layout.h"
#include "dialects/tile/report.h"
#include "dialects/tile/target.h"
#include "ir/interfaces/call.h"
#include "ir/interfaces/effects.h"
#include "ir/interfaces/loop.h"
#include "ir/interfaces/region_branch.h"
#include "ir/edit/rewriter.h"

// expr.c
extern const IrAttrConstraint tile_expr_array_attr; // an array of #tile.expr

// kernel_disjoint.c: the nodes of `disjoint(a, b)`.
enum { TILE_DISJOINT_NODES = 7 };
void tile_disjoint_nodes(IrContext *ctx, IrStr a, IrStr b, TileExprNode out[TILE_DISJOINT_NODES]);
// The two names of such an expression; false: it is another one.
bool tile_expr_as_disjoint(IrAttr expr, IrStr *a, IrStr *b);

// kernel_text.c
IrStatus tile_kernel_parse(IrParser *p, IrOpState *state);
void tile_kernel_print(IrOp *op, IrPrinter *p);

// kernel_verify.c
IrStatus tile_kernel_verify(IrOp *op);
IrStatus tile_dim_verify(IrOp *op);
IrStatus tile_num_blocks_verify(IrOp *op);

// tile_access.c
bool tile_is_tile(const IrValue *value);
bool tile_same_shape(IrShape a, IrShape b);
bool tile_is_alike(IrType a, IrType b); // tiles of one shape and layout
IrStatus tile_load_verify(IrOp *op);
IrStatus tile_load_parse(IrParser *p, IrOpState *state);
void tile_load_print(IrOp *op, IrPrinter *p);
IrStatus tile_store_verify(IrOp *op);
IrStatus tile_store_parse(IrParser *p, IrOpState *state);
void tile_store_print(IrOp *op, IrPrinter *p);
IrStatus tile_copy_verify(IrOp *op);
IrStatus tile_async_copy_verify(IrOp *op);
IrStatus tile_copy_parse(IrParser *p, IrOpState *state);
void tile_copy_print(IrOp *op, IrPrinter *p);

// tile_async_store.c
IrStatus tile_async_store_verify(IrOp *op);
IrStatus tile_async_store_wait_verify(IrOp *op);

// tile_access.c, for accesses of all kinds
IrStatus tile_verify_element(IrOp *op, IrType tile, IrType memory);
IrStatus tile_verify_place(IrOp *op, IrType memory, IrValues indices, IrShape shape);
IrStatus tile_verify_width(IrOp *op, IrAttr width);
IrStatus tile_verify_edge(IrOp *op, IrAttr width, IrAttr edge);
// `%A[i, j]`: the memory and its indices become operands; with `tiles` an index may be one.
IrStatus tile_parse_place(IrParser *p, IrOpState *state, bool tiles, IrType *memory, size_t *n);
IrStatus tile_parse_pad(IrParser *p, IrOpState *state, bool *padded);
void tile_print_pad(IrPrinter *p, IrValue *pad);
void tile_print_place(IrPrinter *p, IrValue *memory, IrValues indices);

// tile_indexed.c
IrStatus tile_gather_verify(IrOp *op);
IrStatus tile_scatter_verify(IrOp *op);
IrStatus tile_atomic_rmw_verify(IrOp *op);
IrStatus tile_atomic_cas_verify(IrOp *op);
IrStatus tile_gather_parse(IrParser *p, IrOpState *state);
IrStatus tile_scatter_parse(IrParser *p, IrOpState *state);
IrStatus tile_atomic_rmw_parse(IrParser *p, IrOpState *state);
IrStatus tile_atomic_cas_parse(IrParser *p, IrOpState *state);
void tile_gather_print(IrOp *op, IrPrinter *p);
void tile_scatter_print(IrOp *op, IrPrinter *p);
void tile_atomic_rmw_print(IrOp *op, IrPrinter *p);
void tile_atomic_cas_print(IrOp *op, IrPrinter *p);

// tile_indexed_fold.c
extern const IrPattern tile_gather_of_mask, tile_gather_of_box, tile_gather_of_scalar,
    tile_scatter_of_mask, tile_scatter_of_box, tile_scatter_of_scalar, tile_atomic_rmw_of_scalar,
    tile_atomic_cas_of_scalar;

// tile_loop.c
IrStatus tile_pipelined_verify(IrOp *op);
IrStatus tile_pipelined_verify_regions(IrOp *op);
IrStatus tile_pipelined_parse(IrParser *p, IrOpState *state);
void tile_pipelined_print(IrOp *op, IrPrinter *p);
IrStatus tile_yield_verify(IrOp *op);
IrStatus tile_yield_parse(IrParser *p, IrOpState *state);
void tile_yield_print(IrOp *op, IrPrinter *p);
extern const IrLoopInterface tile_pipelined_loop;
extern const IrRegionBranchInterface tile_pipelined_regions;

// tile_combiner.c: tiles, an axis and a combiner
typedef struct TileCombinerText {
  bool is_named;
  IrStr op; // the combiner, where it is named
  IrLoc op_loc;
  size_t tiles; // the first operands
  int64_t axis;
} TileCombinerText;
// Tiles of one shape and layout, the axis one of theirs, as many results.
IrStatus tile_combined_verify(IrOp *op, IrValues inputs, int64_t axis);
// The region of `op`, after the ops inside.
IrStatus tile_combiner_verify(IrOp *op, IrValues inputs);
IrStatus tile_parse_tiles(IrParser *p, IrOpState *state);               // `%x, %y`: operands
IrStatus tile_parse_axis(IrParser *p, IrOpState *state, int64_t *axis); // one of all operands
// `arith.addf %x axis 1` or `%x, %i axis 1`: operands, the attribute `axis`.
IrStatus tile_parse_combined(IrParser *p, IrOpState *state, TileCombinerText *text);
// What stands behind that and the op's own: attributes, and the region where it is not named.
IrStatus tile_parse_combiner(IrParser *p, IrOpState *state, const TileCombinerText *text);
void tile_print_combined(const IrOp *op, IrPrinter *p, IrValues inputs, int64_t axis);
void tile_print_combiner(IrOp *op, IrPrinter *p, const char *const *shown);

// tile_argmax.c: of tile.argmax and tile.argmin
IrStatus tile_argmax_verify(IrOp *op);
bool tile_argmax_infer(IrOpState *state);

// tile_scan.c
IrStatus tile_scan_verify(IrOp *op);
IrStatus tile_scan_verify_regions(IrOp *op);
IrStatus tile_scan_parse(IrParser *p, IrOpState *state);
void tile_scan_print(IrOp *op, IrPrinter *p);

// tile_roles.c
IrStatus tile_warp_specialize_verify(IrOp *op);
IrStatus tile_warp_specialize_verify_regions(IrOp *op);
IrStatus tile_warp_specialize_parse(IrParser *p, IrOpState *state);
void tile_warp_specialize_print(IrOp *op, IrPrinter *p);

// tile_reduce.c
IrStatus tile_reduce_verify(IrOp *op);
IrStatus tile_reduce_verify_regions(IrOp *op);
IrStatus tile_reduce_parse(IrParser *p, IrOpState *state);
void tile_reduce_print(IrOp *op, IrPrinter *p);

// The rules of ops in a combiner: computation with single elements.
IrStatus tile_verify_combiner_op(IrOp *op);

// tile_report.c
IrStatus tile_print_verify(IrOp *op);
IrStatus tile_assert_verify(IrOp *op);

// tile_random.c
IrStatus tile_philox_verify(IrOp *op);
bool tile_philox_infer(IrOpState *state);
IrStatus tile_uniform_verify(IrOp *op);
IrStatus tile_normal_verify(IrOp *op);
bool tile_normal_infer(IrOpState *state);

// tile_map.c
IrStatus tile_map_verify(IrOp *op);
IrStatus tile_map_verify_regions(IrOp *op);
IrStatus tile_map_parse(IrParser *p, IrOpState *state);
void tile_map_print(IrOp *op, IrPrinter *p);
IrStatus tile_parallel_verify(IrOp *op);
IrStatus tile_parallel_verify_regions(IrOp *op);
IrStatus tile_parallel_parse(IrParser *p, IrOpState *state);
void tile_parallel_print(IrOp *op, IrPrinter *p);
extern const MemPaddingInterface tile_map_padding;

// tile_effects.c
extern const IrEffectsInterface tile_load_effects, tile_store_effects, tile_copy_effects,
    tile_async_copy_effects, tile_async_store_effects, tile_dot_effects, tile_gather_effects,
    tile_scatter_effects, tile_atomic_rmw_effects, tile_atomic_cas_effects;

// kernel.c
extern const IrCallableInterface tile_kernel_callable; // also of simt.kernel

// tile_fold.c
IrFoldKind tile_dim_fold(IrOp *op, const IrAttr *operands, IrFolded *results);
IrFoldKind tile_splat_fold(IrOp *op, const IrAttr *operands, IrFolded *results);
IrFoldKind tile_broadcast_fold(IrOp *op, const IrAttr *operands, IrFolded *results);
IrFoldKind tile_expand_dims_fold(IrOp *op, const IrAttr *operands, IrFolded *results);
IrFoldKind tile_convert_layout_fold(IrOp *op, const IrAttr *operands, IrFolded *results);

// `value` is the op's result.
IrFoldKind tile_fold_value(IrFolded *results, IrValue *value);
// The splat of the first result's type that a constant becomes which is one scalar, or one element
// everywhere, whatever its shape.
IrFoldKind tile_fold_splat(IrOp *op, IrAttr operand, IrFolded *results);

// tile_iota.c
IrStatus tile_iota_verify(IrOp *op);
IrFoldKind tile_iota_fold(IrOp *op, const IrAttr *operands, IrFolded *results);
extern const IrPattern tile_broadcast_of_iota, tile_expand_dims_of_iota, tile_trans_of_iota,
    tile_convert_layout_of_iota;

// tile_broadcast.c
IrStatus tile_broadcast_parse(IrParser *p, IrOpState *state);
void tile_broadcast_print(IrOp *op, IrPrinter *p);
// Gives the tile an extent of 1 at `axis`, by an op in front of the one that is read.
IrStatus tile_parse_new_axis(IrParser *p, IrLoc loc, int64_t axis, IrValue **tile);

// tile_compute.c
IrStatus tile_compute_parse(IrParser *p, IrOpState *state);
void tile_compute_print(IrOp *op, IrPrinter *p);
IrFoldKind tile_compute_fold(IrOp *op, const IrAttr *operands, IrFolded *results);

// tile_shape.c
IrStatus tile_trans_verify(IrOp *op);
// An order of `rank` dimensions, in the words of `op`.
IrStatus tile_perm_verify(IrOp *op, IrAttr perm, size_t rank);
IrStatus tile_reshape_verify(IrOp *op);
IrStatus tile_split_verify(IrOp *op);
IrStatus tile_join_verify(IrOp *op);
bool tile_split_infer(IrOpState *state);
bool tile_join_infer(IrOpState *state);
IrFoldKind tile_trans_fold(IrOp *op, const IrAttr *operands, IrFolded *results);
IrFoldKind tile_reshape_fold(IrOp *op, const IrAttr *operands, IrFolded *results);
IrFoldKind tile_split_fold(IrOp *op, const IrAttr *operands, IrFolded *results);
IrFoldKind tile_join_fold(IrOp *op, const IrAttr *operands, IrFolded *results);
extern const IrPattern tile_trans_of_splat, tile_reshape_of_splat, tile_split_of_splat,
    tile_join_of_splat, tile_convert_layout_of_splat;

#endif
