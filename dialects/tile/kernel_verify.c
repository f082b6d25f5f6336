// Rules of kernels.
//
//   1. as many argument names and lists of dimension names as arguments; names differ
//   2. an argument is a memref of rank 1 to 4 in global memory, or a scalar; numbers are index,
//      floats of at most 64 bits, or integers of 1, 8, 16, 32 or 64
//   3. a memref has as many dimension names as dimensions, or none; a scalar has none; a name is a
//      word of letters, digits and underscores that is no operator
//   4. extents that types fix for one name agree
//   5. the grid has one to four extents, numbers over known names; assumptions are comparisons,
//     and what they say to be disjoint are two memrefs
//   6. the body's arguments are the kernel's, then one index for each extent of the grid
//   7. a block has 1, 2, 4, 8, 12 or 16 warps
//   8. a cluster has 1, 2, 4, 8 or 16 blocks, of no three groups of warps, and its kernel neither
//      buffers nor products of matrices, whose operands are buffers: those are a block's own
//   9. what people wish of passes is something they know: a wish that nobody reads would be worse
//      than none
//  10. blocks that multicast are 2, 4 or 8, the first extent of the grid, and share no tiles
#include "dialects/mem/mem.h"
#include "dialects/simt/simt.h"
#include "dialects/tc/tc.h"
#include "dialects/tile/kernel_impl.h"
#include "dialects/tile/tile_impl.h"

static bool is_string_array(IrAttr attr) {
  if (ir_attr_kind(attr) != IR_ATTR_ARRAY) return false;
  for (size_t i = 0; i < ir_attr_count(attr); i++)
    if (ir_attr_kind(ir_attr_at(attr, i)) != IR_ATTR_STRING) return false;
  return true;
}

// Rule 1, so that the functions of kernel.h can be used.
static IrStatus check_lists(IrOp *op, IrAttr type, IrAttr names, IrAttr dims) {
  size_t n = ir_type_num_inputs(ir_attr_type_value(type));
  if (ir_type_num_results(ir_attr_type_value(type)))
    return ir_op_error(op, "is a kernel and has no results");
  if (!is_string_array(names) || ir_attr_count(names) != n)
    return ir_op_error(op, "needs 'arg_names' with one string for each of {} arguments", n);
  bool lists = ir_attr_count(dims) == n;
  for (size_t i = 0; i < n && lists; i++) lists = is_string_array(ir_attr_at(dims, i));
  if (!lists)
    return ir_op_error(op, "needs 'arg_dims' with one list of strings for each of {} arguments", n);
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < i; k++)
      if (ir_attr_at(names, i) == ir_attr_at(names, k))
        return ir_op_error(op, "has two arguments named {}", ir_attr_str(ir_attr_at(names, i)));
  return IR_OK;
}

static bool is_dim_name(IrStr name) {
  static const char *const operators[] = {"mod", "and", "ceildiv", "floordiv"};
  for (size_t i = 0; i < name.len; i++) {
    char c = name.ptr[i];
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    if (!letter && (i == 0 || c < '0' || c > '9')) return false;
  }
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
    if (ir_str_is(name, operators[i])) return false;
  return true;
}

// Rule 2.
static IrStatus check_number(IrOp *op, IrStr name, IrType type) {
  if (mem_is_number(ir_type_kind(type) == IR_TYPE_MEMREF ? ir_type_element(type) : type))
    return IR_OK;
  (void)ir_op_error(op, "argument {} has numbers that no memory holds: {}", name, type);
  ir_help(ir_op_context(op),
          "memory holds index, floats of at most 64 bits and integers of 1, 8, 16, 32 or 64");
  return IR_FAILED;
}

// Rules 2 and 3.
static IrStatus check_arg(IrOp *op, size_t i) {
  IrType type = tile_kernel_arg_type(op, i);
  IrStr name = tile_kernel_arg_name(op, i);
  IrAttr dims = ir_attr_at(ir_op_attr(op, "arg_dims"), i);
  size_t num_dims = ir_attr_count(dims);
  if (ir_type_kind(type) != IR_TYPE_MEMREF) {
    if (!ir_type_is_int_or_index(type) && !ir_type_is_float(type))
      return ir_op_error(op, "argument {} must be a memref or a scalar, got {}", name, type);
    if (num_dims) return ir_op_error(op, "argument {} is a scalar and has no dimensions", name);
    return check_number(op, name, type);
  }
  size_t rank = ir_type_shape(type).rank;
  if (rank < 1 || rank > TILE_MAX_RANK) {
    (void)ir_op_error(op, "argument {} must have rank 1 to {}, got {}", name, (int)TILE_MAX_RANK,
                      type);
    ir_help(ir_op_context(op),
            "a scalar is an argument without memref; merge extents that are contiguous");
    return IR_FAILED;
  }
  IR_TRY(check_number(op, name, type));
  if (ir_type_space(type))
    return ir_op_error(op, "argument {} must be in global memory, got {}", name, type);
  if (num_dims && num_dims != rank)
    return ir_op_error(op, "argument {} has {} dimension{} and {} name{}", name, rank,
                       rank == 1 ? "" : "s", num_dims, num_dims == 1 ? "" : "s");
  for (size_t d = 0; d < num_dims; d++) {
    IrStr dim = ir_attr_str(ir_attr_at(dims, d));
    if (!is_dim_name(dim)) return ir_op_error(op, "'{}' cannot name a dimension", dim);
  }
  return IR_OK;
}

// Rule 4.
static IrStatus check_extents(IrOp *op) {
  TileDim dims[TILE_MAX_DIMS];
  size_t n = tile_kernel_dims(op, dims);
  for (size_t a = 0; a < tile_kernel_num_args(op); a++) {
    IrType type = tile_kernel_arg_type(op, a);
    if (ir_type_kind(type) != IR_TYPE_MEMREF) continue;
    for (size_t d = 0; d < ir_type_shape(type).rank; d++) {
      int64_t extent = ir_type_shape(type).at[d];
      IrStr name = tile_kernel_arg_dim(op, a, d);
      for (size_t i = 0; i < n; i++) {
        if (extent == IR_DYNAMIC || dims[i].extent == extent || !ir_str_equal(name, dims[i].name))
          continue;
        return ir_op_error(op, "fixes dimension {} as {} and, in argument {}, as {}", name,
                           dims[i].extent, tile_kernel_arg_name(op, a), extent);
      }
    }
  }
  return IR_OK;
}

// ---- Names in expressions. ----

typedef struct NameList {
  const TileDim *dims;
  size_t n, next;
  IrContext *ctx;
} NameList;

static const char *next_dim(void *user) {
  NameList *list = user;
  if (list->next == list->n) return NULL;
  return ir_arena_strdup(ir_context_arena(list->ctx), list->dims[list->next++].name);
}

// Help after an error about a name.
static void help_name(IrOp *kernel, IrStr name) {
  IrContext *ctx = ir_op_context(kernel);
  TileDim dims[TILE_MAX_DIMS];
  NameList list = {dims, tile_kernel_dims(kernel, dims), 0, ctx};
  const char *near = ir_nearest(name, next_dim, &list);
  if (near) {
    ir_help(ctx, "did you mean {}?", near);
    return;
  }
  IrStream known = {0};
  for (size_t i = 0; i < list.n; i++) ir_print(&known, i ? ", {}" : "{}", dims[i].name);
  if (list.n)
    ir_help(ctx,
            "dimensions of this kernel: {}; also ARG.strideN, ARG.address, ARG.begin, ARG.end "
            "and " TILE_PROCESSORS,
            ir_stream_str(&known));
  else
    ir_help(ctx, "name an argument's dimensions, as in %A: memref<?xf32>[N]");
  ir_stream_free(&known);
}

// Help after an error about what should be an argument in memory.
static void help_memrefs(IrOp *kernel) {
  IrStream known = {0};
  for (size_t i = 0; i < tile_kernel_num_args(kernel); i++)
    if (ir_type_kind(tile_kernel_arg_type(kernel, i)) == IR_TYPE_MEMREF)
      ir_print(&known, known.len ? ", {}" : "{}", tile_kernel_arg_name(kernel, i));
  if (known.len)
    ir_help(ir_op_context(kernel), "its memrefs: {}", ir_stream_str(&known));
  else
    ir_help(ir_op_context(kernel), "it has no memrefs: leave the assumption out");
  ir_stream_free(&known);
}

typedef struct NameCheck {
  IrOp *kernel;
  const char *where;
} NameCheck;

static IrStatus check_name(void *user, IrStr name) {
  NameCheck *check = user;
  TileName what;
  if (tile_kernel_resolve(check->kernel, name, &what)) return IR_OK;
  (void)ir_op_error(check->kernel, "{} names {}, which is no dimension", check->where, name);
  help_name(check->kernel, name);
  return IR_FAILED;
}

static bool is_memref_argument(const IrOp *op, IrStr name) {
  for (size_t i = 0; i < tile_kernel_num_args(op); i++)
    if (ir_str_equal(tile_kernel_arg_name(op, i), name))
      return ir_type_kind(tile_kernel_arg_type(op, i)) == IR_TYPE_MEMREF;
  return false;
}

static IrStatus check_disjoint(void *user, IrAttr fact) {
  IrOp *op = user;
  IrStr names[2];
  if (!tile_expr_as_disjoint(fact, &names[0], &names[1])) return IR_OK;
  if (ir_str_equal(names[0], names[1]))
    return ir_op_error(op, "assumes that {} is disjoint from itself", names[0]);
  for (size_t i = 0; i < 2; i++) {
    if (is_memref_argument(op, names[i])) continue;
    (void)ir_op_error(op, "assumes disjoint({}, {}), but {} is no argument in memory", names[0],
                      names[1], names[i]);
    help_memrefs(op);
    return IR_FAILED;
  }
  return IR_OK;
}

// Block indices are taken apart by all extents but the last, and a block asks for dimensions alone.
static IrStatus check_inner_extents(IrOp *op, size_t n) {
  for (size_t i = 0; i + 1 < n; i++) {
    IrStr name;
    if (!tile_kernel_has_outer_name(op, tile_kernel_grid(op, i), &name)) continue;
    (void)ir_op_error(op, "has {} in extent {} of its grid", name, i);
    ir_help(ir_op_context(op), "name it in the last extent, {}: blocks cannot ask {}", n - 1,
            ir_str_is(name, TILE_PROCESSORS) ? "the device" : "for it");
    return IR_FAILED;
  }
  return IR_OK;
}

// Rule 5.
static IrStatus check_exprs(IrOp *op) {
  size_t n = tile_kernel_grid_rank(op);
  NameCheck check = {op, "its grid"};
  if (n < 1 || n > TILE_MAX_GRID)
    return ir_op_error(op, "has one to {} block indices, got {}", (int)TILE_MAX_GRID, n);
  for (size_t i = 0; i < n; i++) {
    if (tile_expr_is_boolean(tile_kernel_grid(op, i)))
      return ir_op_error(op, "extent {} of its grid is a comparison and no number", i);
    IR_TRY(tile_expr_names(tile_kernel_grid(op, i), check_name, &check));
  }
  IR_TRY(check_inner_extents(op, n));
  check.where = "an assumption";
  for (size_t i = 0; i < tile_kernel_num_assumes(op); i++) {
    if (!tile_expr_is_boolean(tile_kernel_assume(op, i)))
      return ir_op_error(op, "assumption {} is a number and no comparison", i);
    IR_TRY(tile_expr_facts(tile_kernel_assume(op, i), check_disjoint, op));
    IR_TRY(tile_expr_names(tile_kernel_assume(op, i), check_name, &check));
  }
  return IR_OK;
}

// Rule 6.
static IrStatus check_body(IrOp *op) {
  IrBlock *body = ir_region_first(ir_op_region(op, 0));
  size_t args = tile_kernel_num_args(op);
  size_t indices = IS(op, tile_kernel) ? tile_kernel_grid_rank(op) : 0;
  size_t got = body ? ir_block_num_args(body) : 0;
  if (got != args + indices)
    return ir_op_error(op, "has a body with {} arguments, expected {} and {} block indices", got,
                       args, indices);
  for (size_t i = 0; i < got; i++) {
    IrType want = i < args ? tile_kernel_arg_type(op, i) : ir_type_index(ir_op_context(op));
    IrType type = ir_value_type(ir_block_arg(body, i));
    if (type != want)
      return ir_op_error(op, "has {} as argument {} of its body, expected {}", type, i, want);
  }
  return IR_OK;
}

IrStatus tile_verify_signature(IrOp *op) {
  bool tile = IS(op, tile_kernel);
  IR_TRY(check_lists(
      op, tile ? GET(op, tile_kernel, function_type) : GET(op, simt_kernel, function_type),
      tile ? GET(op, tile_kernel, arg_names) : GET(op, simt_kernel, arg_names),
      tile ? GET(op, tile_kernel, arg_dims) : GET(op, simt_kernel, arg_dims)));
  for (size_t i = 0; i < tile_kernel_num_args(op); i++) IR_TRY(check_arg(op, i));
  IR_TRY(check_extents(op));
  IR_TRY(check_exprs(op));
  return check_body(op);
}

static IrStatus check_shared_by_cluster(IrOp *op, void *user) {
  (void)user;
  if (!IS(op, mem_alloc) && !IS(op, tile_dot) && !IS(op, tc_dot)) return IR_OK;
  IrStatus failed = ir_op_error(op, "is in a kernel with clusters, whose tiles are spread over "
                                    "blocks; shared memory is a block's own");
  ir_help(ir_op_context(op), "leave out cluster(...), or move this into a kernel of its own");
  return failed;
}

// Rule 8.
static IrStatus check_cluster(IrOp *op) {
  int64_t blocks = tile_kernel_cluster(op);
  if (blocks < 1 || blocks > SIMT_MAX_CLUSTER || blocks & (blocks - 1))
    return ir_op_error(op, "has clusters of 1, 2, 4, 8 or {} blocks, got {}", (int)SIMT_MAX_CLUSTER,
                       blocks);
  if (blocks == 1) return IR_OK;
  if (ir_attr_int(GET(op, tile_kernel, warps)) == 12) {
    (void)ir_op_error(op, "has clusters of blocks of 12 warps");
    ir_help(ir_op_context(op), "say warps(8) or warps(16)");
    return IR_FAILED;
  }
  return ir_walk_pre(op, check_shared_by_cluster, NULL);
}

// Rule 10.
static IrStatus check_multicast(IrOp *op) {
  IrAttr blocks = GET(op, tile_kernel, multicast);
  int64_t n = tile_kernel_multicast(op), extent;
  if (!blocks) return IR_OK;
  if (n != 2 && n != 4 && n != 8)
    return ir_op_error(op, "has 2, 4 or 8 blocks that multicast, got {}", n);
  if (tile_kernel_cluster(op) > 1)
    return ir_op_error(op, "has blocks that share tiles, which cannot multicast, too");
  if (tile_expr_constant(tile_kernel_grid(op, 0), &extent) && extent == n) return IR_OK;
  (void)ir_op_error(op, "has {} blocks that multicast, but not as the first extent of its grid", n);
  ir_help(ir_op_context(op), "they differ in the first block index alone: grid(%rank = {}, ...)",
          n);
  return IR_FAILED;
}

// ---- Rule 9

static bool is_number(IrAttr attr, bool one_bit) {
  if (ir_attr_kind(attr) != IR_ATTR_INTEGER) return false;
  return one_bit == ir_type_is_integer(ir_attr_type(attr), 1);
}

static bool is_truth(IrAttr attr) {
  return is_number(attr, true);
}

static bool is_span(IrAttr attr) {
  if (!is_number(attr, false)) return false;
  int64_t n = ir_attr_int(attr);
  return n == 0 || n == 32 || n == 64 || n == 128;
}

static bool is_number_of_blocks(IrAttr attr) {
  if (!is_number(attr, false)) return false;
  int64_t n = ir_attr_int(attr);
  return n == 1 || n == 2 || n == 4 || n == 8;
}

static bool is_group(IrAttr attr) {
  return is_number(attr, false) && ir_attr_int(attr) >= 0;
}

static bool is_min_blocks(IrAttr attr) {
  return is_group(attr) && ir_attr_int(attr) <= 32;
}

static bool is_max_registers(IrAttr attr) {
  return is_group(attr) &&
         (!ir_attr_int(attr) || (ir_attr_int(attr) >= 24 && ir_attr_int(attr) <= 255));
}

static const struct {
  const char *name, *values, *meaning;
  bool (*is_valid)(IrAttr attr);
} wishes[] = {
    {"tile.persistent", "true or false", "whether blocks loop over tiles", is_truth},
    {"tile.specialize", "true or false", "whether other warps copy than compute", is_truth},
    {"tile.balance", "true or false",
     "whether blocks that loop over tiles of unequal length take the longest ones first", is_truth},
    {"tile.overlap_products", "true or false",
     "whether an iteration's products that need each other go beside the next one's", is_truth},
    {"tile.raster", "a number of tiles",
     "blocks follow each other in groups of so many rows of tiles; 0 is row by row", is_group},
    {"tile.swizzle", "0, 32, 64 or 128",
     "it is the widest span of the buffers that operands of products are staged in, in bytes; 0 is "
     "no swizzle",
     is_span},
    {"tile.multicast", "1, 2, 4 or 8", "so many blocks load for each other what they all need",
     is_number_of_blocks},
    {"simt.dependent_launch", "true or false",
     "whether the kernel may start before the kernel in front of it has ended", is_truth},
    {"simt.min_blocks", "0 to 32",
     "so many blocks are to fit into a multiprocessor; 0 says nothing", is_min_blocks},
    {"simt.max_registers", "0, or 24 to 255",
     "a thread is to have no more registers, to begin with where roles give each other some; 0 "
     "says "
     "nothing",
     is_max_registers},
};

// What passes write on a kernel.
static bool is_internal(IrStr name) {
  return ir_str_is(name, "tile.version") || ir_str_is(name, "tile.version_of");
}

static const char *next_wish(void *user) {
  size_t *next = user;
  return *next < sizeof wishes / sizeof *wishes ? wishes[(*next)++].name : NULL;
}

static bool is_wish(IrStr name) {
  for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++)
    if (ir_str_is(name, wishes[i].name)) return true;
  return false;
}

// A wish that nobody would read is a slip of the pen.
static IrStatus check_known(IrOp *op) {
  IrAttr all = ir_op_discardable(op);
  for (size_t i = 0; all && i < ir_attr_count(all); i++) {
    IrStr name = ir_ident_str(ir_attr_entry(all, i).name);
    bool ours = name.len > 5 && (!memcmp(name.ptr, "tile.", 5) || !memcmp(name.ptr, "simt.", 5));
    if (!ours || is_wish(name) || is_internal(name)) continue;
    size_t next = 0;
    (void)ir_op_error(op, "has no attribute {}", name);
    const char *near = ir_nearest(name, next_wish, &next);
    if (near)
      ir_help(ir_op_context(op), "did you mean {}?", near);
    else
      ir_help(ir_op_context(op), "kernels have tile.persistent, tile.balance, "
                                 "tile.specialize, tile.overlap_products, tile.raster, "
                                 "tile.swizzle, tile.multicast, simt.dependent_launch, "
                                 "simt.min_blocks and simt.max_registers");
    return IR_FAILED;
  }
  return IR_OK;
}

IrStatus tile_verify_wishes(IrOp *op) {
  for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++) {
    IrAttr wish = ir_op_attr(op, wishes[i].name);
    if (!wish || wishes[i].is_valid(wish)) continue;
    (void)ir_op_error(op, "attribute {} must be {}, got {}", wishes[i].name, wishes[i].values,
                      wish);
    ir_help(ir_op_context(op), "{}", wishes[i].meaning);
    return IR_FAILED;
  }
  return IR_OK;
}

// Rule 7.
IrStatus tile_kernel_verify(IrOp *op) {
  int64_t warps = ir_attr_int(GET(op, tile_kernel, warps));
  if (warps < 1 || warps > 16 || (warps != 12 && (warps & (warps - 1)))) {
    (void)ir_op_error(op, "has 1, 2, 4, 8, 12 or 16 warps, got {}", warps);
    ir_help(ir_op_context(op), "warps(4) is 128 threads, warps(12) three groups of as many");
    return IR_FAILED;
  }
  IR_TRY(check_cluster(op));
  IR_TRY(tile_verify_wishes(op));
  IR_TRY(check_known(op));
  IR_TRY(tile_verify_signature(op));
  return check_multicast(op);
}

// Rules 1 to 3 without a message: whether the functions of kernel.h can be asked. The verifier
// looks inside kernels that are themselves wrong, too.
static bool can_be_asked(IrOp *kernel) {
  IrAttr type = GET(kernel, tile_kernel, function_type);
  IrAttr names = GET(kernel, tile_kernel, arg_names), dims = GET(kernel, tile_kernel, arg_dims);
  if (!type || ir_attr_kind(type) != IR_ATTR_TYPE || !names || !dims) return false;
  IrType signature = ir_attr_type_value(type);
  if (ir_type_kind(signature) != IR_TYPE_FUNCTION || !is_string_array(names) ||
      ir_attr_kind(dims) != IR_ATTR_ARRAY)
    return false;
  size_t n = ir_type_num_inputs(signature);
  if (ir_attr_count(names) != n || ir_attr_count(dims) != n) return false;
  for (size_t i = 0; i < n; i++) {
    IrType input = ir_type_input(signature, i);
    IrAttr list = ir_attr_at(dims, i);
    size_t rank = ir_type_kind(input) == IR_TYPE_MEMREF ? ir_type_shape(input).rank : 0;
    if (!is_string_array(list) || (ir_attr_count(list) && ir_attr_count(list) != rank))
      return false;
  }
  return true;
}

IrStatus tile_num_blocks_verify(IrOp *op) {
  return ir_op_enclosing(op, &tile_kernel) ? IR_OK
                                           : ir_op_error(op, "stands outside a tile.kernel");
}

IrStatus tile_dim_verify(IrOp *op) {
  IrOp *kernel = ir_op_enclosing(op, &tile_kernel);
  IrStr name = ir_attr_str(GET(op, tile_dim, name));
  TileDim dim;
  if (!kernel) return ir_op_error(op, "stands outside a tile.kernel");
  if (!can_be_asked(kernel) || tile_kernel_find_dim(kernel, name, &dim)) return IR_OK;
  (void)ir_op_error(op, "names {}, which is no dimension of the kernel", name);
  help_name(kernel, name);
  return IR_FAILED;
}
