// tile-versions: one version of a kernel per set of facts about its arguments.
//
// requires: tile-level kernels   preserves: everything   breaks: the kernel's name
//
//   tile.kernel @k(%A: memref<?x?xf16>[M, K]) ...
// ==>
//   tile.kernel @k__v0(...) assume(K mod 8 == 0, A.address mod 16 == 0) {tile.version_of = "k",
//   tile.version = 0} tile.kernel @k__v1(...) {tile.version_of = "k", tile.version = 1}
//
// The facts are what a 16-byte access needs: the address is aligned, and the strides of the other
// dimensions are multiples of the access.  Where the memref may end inside an access it is cut,
// which takes more code; a kernel with matrix products assumes that its contiguous extents are
// multiples, too: it has many accesses, and the general version is nearly as fast for it.  A row
// beside its matrices (a bias, sums of rows) asks for nothing: facts about it would only send more
// arguments to the general version.  On a target with TMA such a kernel also assumes of its
// matrices what TMA needs beyond that (tma_facts.h).  Where the rows of a result ask for more than
// what is loaded does, a version between knows of the operands alone: it loads as fast, and its
// stores are narrow.
//
// A loop with products that writes one argument and loads another can have loads under way ahead
// only where the two do not overlap (apart.h).  The versions above assume this, too, and one behind
// them has the facts without it: for a kernel that works in place.
#include "dialects/mem/mem.h"
#include "dialects/tile/expr.h"
#include "dialects/tile/kernel.h"
#include "dialects/tile/target.h"
#include "dialects/tile/tile.h"
#include "ir/edit/builder.h"
#include "passes/mem/contiguity.h"
#include "passes/mem/divisibility.h"
#include "passes/mem/tma_facts.h"
#include "passes/tile/access.h"
#include "passes/tile/apart.h"
#include "passes/tile/tile_passes.h"
#include "passes/tile/versions.h"

typedef struct Facts {
  IrContext *ctx;
  IrOp *kernel;
  int64_t bytes;
  bool whole; // also what keeps accesses from being cut
  bool loads; // only of what is loaded
  IR_VEC(IrAttr) exprs;
} Facts;

static void add_fact(Facts *facts, IrStr name, int64_t divisor) {
  if (tile_kernel_multiple(facts->kernel, name) % divisor == 0) return; // known already
  IrAttr expr = tile_expr_multiple_of(facts->ctx, name, divisor);
  for (size_t i = 0; i < facts->exprs.n; i++)
    if (facts->exprs.at[i] == expr) return;
  ir_vec_push(&facts->exprs, expr);
}

static void add_argument_fact(Facts *facts, size_t arg, const char *what, int64_t number,
                              int64_t divisor) {
  IrStream name = {0};
  ir_print(&name, "{}.{}", tile_kernel_arg_name(facts->kernel, arg), what);
  if (number >= 0) ir_write_int(&name, number);
  add_fact(facts, ir_stream_str(&name), divisor);
  ir_stream_free(&name);
}

// Facts about memref argument `arg`; none when it has no contiguous dimension.
static void add_memref_facts(Facts *facts, size_t arg, IrType type) {
  int contiguous = access_contiguous_dim(type);
  int64_t element = ir_type_width(ir_type_element(type)) / 8;
  if (contiguous < 0 || element == 0 || facts->bytes <= element) return;
  int64_t lanes = facts->bytes / element;
  int64_t strides[16], offset;
  ir_type_memref_strides(type, strides, &offset);
  IrShape shape = ir_type_shape(type);
  IrStr name = tile_kernel_arg_dim(facts->kernel, arg, (size_t)contiguous);
  bool is_stride = shape.rank > 1 && !ir_type_layout(type); // of the dimension before it
  if (shape.at[contiguous] == IR_DYNAMIC && name.len && (facts->whole || is_stride))
    add_fact(facts, name, lanes);
  for (size_t i = 0; i < shape.rank && ir_type_layout(type); i++)
    if (strides[i] == IR_DYNAMIC) add_argument_fact(facts, arg, "stride", (int64_t)i, lanes);
  add_argument_fact(facts, arg, "address", -1, facts->bytes);
}

// Whether no stride that is known is odd, but that of the contiguous dimension.
static bool has_even_strides(IrType memref) {
  int64_t strides[16], offset;
  int dim = access_contiguous_dim(memref);
  ir_type_memref_strides(memref, strides, &offset);
  for (int d = 0; d < (int)ir_type_shape(memref).rank; d++)
    if (d != dim && strides[d] != IR_DYNAMIC && strides[d] % 2) return false;
  return true;
}

// Whether a tile of `shape` at `indices` has more than one element to an access, whatever is known
// of the memref.
static bool can_be_wide(const Facts *facts, IrType memref, IrValues indices, IrShape shape) {
  int dim = access_contiguous_dim(memref), in_tile = dim;
  if (facts->whole && shape.rank < 2) return false;
  if (!has_even_strides(memref)) return false;
  in_tile -= (int)(ir_type_shape(memref).rank - shape.rank);
  if (in_tile < 0 || shape.at[in_tile] % 2) return false;
  return divisor_of_value(facts->kernel, indices.at[dim]) > 1;
}

static bool copy_can_be_wide(const Facts *facts, IrOp *copy, const IrValue *arg) {
  int64_t extents[TILE_MAX_RANK];
  IrAttr shape = GET(copy, tile_copy, shape);
  IrShape box = {extents, ir_attr_count(shape)};
  for (size_t d = 0; d < box.rank; d++) extents[d] = ir_attr_array_int(shape, d);
  IrType type = ir_value_type(arg);
  if (GET(copy, tile_copy, source) == arg &&
      can_be_wide(facts, type, GET(copy, tile_copy, source_indices), box))
    return true;
  return GET(copy, tile_copy, dest) == arg &&
         can_be_wide(facts, type, GET(copy, tile_copy, dest_indices), box);
}

// The same where indices are tiles.
static bool indexed_can_be_wide(const Facts *facts, const IrValue *memref, IrValues indices,
                                const IrValue *mask, IrShape tile) {
  AccessRun run = access_run_of(facts->kernel, memref, indices, mask, tile);
  if (facts->whole && tile.rank < 2) return false;
  return run.axis >= 0 && run.start > 1 && tile.at[run.axis] % 2 == 0 &&
         has_even_strides(ir_value_type(memref));
}

static bool op_can_be_wide(const Facts *facts, IrOp *op, const IrValue *arg) {
  IrType type = ir_value_type(arg);
  if (IS(op, tile_gather))
    return indexed_can_be_wide(facts, arg, GET(op, tile_gather, indices),
                               GET(op, tile_gather, mask),
                               ir_type_shape(GET(op, tile_gather, result_type)));
  if (IS(op, tile_scatter))
    return indexed_can_be_wide(facts, arg, GET(op, tile_scatter, indices),
                               GET(op, tile_scatter, mask),
                               ir_type_shape(ir_value_type(GET(op, tile_scatter, tile))));
  if (IS(op, tile_atomic_rmw))
    return access_combined_at_once(facts->kernel, arg, GET(op, tile_atomic_rmw, kind)) > 1 &&
           indexed_can_be_wide(facts, arg, GET(op, tile_atomic_rmw, indices),
                               GET(op, tile_atomic_rmw, mask),
                               ir_type_shape(ir_value_type(GET(op, tile_atomic_rmw, value))));
  if (IS(op, tile_copy)) return copy_can_be_wide(facts, op, arg);
  if (IS(op, tile_load))
    return can_be_wide(facts, type, GET(op, tile_load, indices),
                       ir_type_shape(ir_value_type(ir_op_result(op, 0))));
  return IS(op, tile_store) && can_be_wide(facts, type, GET(op, tile_store, indices),
                                           ir_type_shape(ir_value_type(ir_op_operand(op, 0))));
}

static bool has_wide_access(const Facts *facts, const IrValue *arg) {
  for (IrUse *use = ir_value_first_use(arg); use; use = ir_use_next(use))
    if (op_can_be_wide(facts, ir_use_op(use), arg)) return true;
  return false;
}

// A box has 16 bytes at least in a row.
static bool may_be_boxes(const Facts *facts, IrType memref) {
  unsigned element = ir_type_width(ir_type_element(memref)) / 8;
  return facts->whole && facts->bytes == ACCESS_BYTES && element && element < ACCESS_BYTES &&
         ir_type_shape(memref).rank >= 2 && access_contiguous_dim(memref) >= 0 &&
         tile_target_of(facts->kernel)->tma;
}

static void add_tma_facts(Facts *facts, const size_t *args, size_t n) {
  TmaFacts more = {0};
  tma_facts_of(facts->kernel, args, n, &more);
  for (size_t i = 0; i < more.n; i++) ir_vec_push(&facts->exprs, more.at[i]);
  ir_vec_free(&more);
}

static bool is_loaded(const IrValue *arg) {
  for (IrUse *use = ir_value_first_use(arg); use; use = ir_use_next(use)) {
    const IrOp *op = ir_use_op(use);
    if (!IS(op, tile_store) && !IS(op, tile_scatter) && !IS(op, tile_copy)) return true;
    if (IS(op, tile_copy) && GET(op, tile_copy, source) == arg) return true;
  }
  return false;
}

static void find_facts(Facts *facts) {
  IrBlock *body = ir_region_first(ir_op_region(facts->kernel, 0));
  size_t n = 0, *boxes = ir_malloc((tile_kernel_num_args(facts->kernel) + 1) * sizeof *boxes);
  for (size_t i = 0; i < tile_kernel_num_args(facts->kernel); i++) {
    IrValue *arg = ir_block_arg(body, i);
    IrType type = ir_value_type(arg);
    if (ir_type_kind(type) != IR_TYPE_MEMREF || ir_type_shape(type).rank == 0) continue;
    if (!has_wide_access(facts, arg) || (facts->loads && !is_loaded(arg))) continue;
    add_memref_facts(facts, i, type);
    if (may_be_boxes(facts, type)) boxes[n++] = i;
  }
  add_tma_facts(facts, boxes, n);
  ir_free(boxes);
}

static IrStatus stop_at_product(IrOp *op, void *user) {
  (void)user;
  return IS(op, tile_dot) ? IR_FAILED : IR_OK;
}

static void mark_version(IrOp *kernel, IrAttr name, int64_t version) {
  IrContext *ctx = ir_op_context(kernel);
  IrStream symbol = {0};
  ir_print(&symbol, "{}__v{}", ir_attr_str(name), version);
  ir_op_set_attr(kernel, "sym_name", ir_attr_string(ctx, ir_stream_str(&symbol)));
  ir_stream_free(&symbol);
  ir_op_set_attr(kernel, "tile.version_of", name);
  ir_op_set_attr(kernel, "tile.version", ir_attr_integer(ir_type_i64(ctx), version));
}

static IrOp *copy_before(IrOp *kernel) {
  IrPtrMap map = {0};
  IrOp *copy = ir_op_clone(kernel, &map);
  ir_ptrmap_free(&map);
  ir_op_insert_before(copy, kernel);
  return copy;
}

IrOp *versions_add_before(IrOp *kernel) {
  IrAttr name = ir_op_attr(kernel, "tile.version_of");
  int64_t first = ir_attr_int(ir_op_attr(kernel, "tile.version"));
  IrOp *added = copy_before(kernel);
  for (IrOp *op = kernel; op; op = ir_op_next(op))
    if (IS(op, tile_kernel) && ir_op_attr(op, "tile.version_of") == name)
      mark_version(op, name, ++first);
  return added;
}

static void add_assumptions(IrOp *kernel, const Facts *facts) {
  for (size_t i = 0; i < facts->exprs.n; i++) tile_kernel_add_assume(kernel, facts->exprs.at[i]);
}

// Do the facts say that `name` is a multiple of `factor`?
static bool is_multiple(const Facts *facts, IrStr name, int64_t factor) {
  for (size_t i = 0; i < facts->exprs.n; i++) {
    IrStr of;
    int64_t known;
    if (tile_expr_as_multiple(facts->exprs.at[i], &of, &known) && ir_str_equal(of, name) &&
        known % factor == 0)
      return true;
  }
  return false;
}

// Does `all` know more of an extent or a stride than `loads`?  A result that is not aligned is rare
// where its rows are.
static bool asks_more_of_rows(const Facts *all, const Facts *loads) {
  for (size_t i = 0; i < all->exprs.n; i++) {
    IrStr name;
    int64_t factor;
    if (!tile_expr_as_multiple(all->exprs.at[i], &name, &factor)) continue;
    if (is_multiple(loads, name, factor)) continue;
    if (name.len < 8 || memcmp(name.ptr + name.len - 8, ".address", 8)) return true;
  }
  return false;
}

// `apart` may be NULL.
static void make_version(IrOp *kernel, IrAttr name, const Facts *facts, const ApartFacts *apart,
                         int64_t *version) {
  IrOp *aligned = copy_before(kernel);
  add_assumptions(aligned, facts);
  for (size_t i = 0; apart && i < apart->n; i++) tile_kernel_add_assume(aligned, apart->at[i]);
  mark_version(aligned, name, (*version)++);
}

// Returns whether the kernel got aligned versions besides the general one.
static bool make_versions(IrOp *kernel, int64_t bytes) {
  Facts facts = {.ctx = ir_op_context(kernel), .kernel = kernel, .bytes = bytes};
  facts.whole = ir_walk_pre(kernel, stop_at_product, NULL) != IR_OK;
  Facts loads = facts;
  loads.loads = true;
  find_facts(&facts);
  find_facts(&loads);
  IrAttr name = ir_op_attr(kernel, "sym_name");
  ApartFacts apart = {0};
  int64_t version = 0;
  if (facts.whole) apart_facts_of(kernel, &apart);
  if (facts.exprs.n || apart.n) make_version(kernel, name, &facts, &apart, &version);
  if (facts.whole && loads.exprs.n && asks_more_of_rows(&facts, &loads))
    make_version(kernel, name, &loads, &apart, &version);
  if (facts.exprs.n && apart.n) make_version(kernel, name, &facts, NULL, &version);
  mark_version(kernel, name, version);
  ir_vec_free(&apart);
  ir_vec_free(&facts.exprs);
  ir_vec_free(&loads.exprs);
  return version > 0;
}

IrStatus tile_versions_run(IrPassRun *run, IrOp *module) {
  const struct tile_versions_decl *self = run->decl;
  int64_t bytes = self->options.bytes;
  if (bytes < 1 || bytes > 16 || (bytes & (bytes - 1)))
    return ir_error(run->ctx, ir_op_loc(module),
                    "tile-versions: option bytes must be 1, 2, 4, 8 or 16, got {}", bytes);
  IR_FOR_OPS(op, ir_module_body(module)) {
    if (!IS(op, tile_kernel) || ir_op_attr(op, "tile.version_of")) continue;
    if (make_versions(op, bytes)) self->stats->kernels++;
  }
  return IR_OK;
}
