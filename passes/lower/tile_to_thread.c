// tile-to-thread: from what a block computes to what one thread does.
//
// requires: tile.kernel with layouts on all tiles, products chosen, barriers placed
// preserves: order of effects   breaks: tile-level attributes of ops
//
//   %t = tile.load %A[%i] : tensor<1024xf32, #L>     %t = mem.load %A[%i + f(thread)] if ... :
//   vector<4xf32> %u = arith.addf %t, %t : tensor<...>        ==>  %u = arith.addf %t, %t :
//   vector<4xf32> tile.store %u, %B[%i]                            mem.store %u, %B[%i + f(thread)]
//   if ...
//
// The kernel is converted op by op into a new simt.kernel: an op has its own conversion in the
// table below, or is copied with its tiles as vectors (elementwise work and control flow).
#include "dialects/arith/arith.h"
#include "dialects/cf/cf.h"
#include "dialects/func/func.h"
#include "dialects/memref/memref.h"
#include "dialects/scf/scf.h"
#include "dialects/simt/simt.h"
#include "dialects/tc/tc.h"
#include "dialects/mem/mem.h"
#include "dialects/tile/expr.h"
#include "dialects/tile/kernel.h"
#include "dialects/tile/roles.h"
#include "dialects/tile/target.h"
#include "dialects/tile/tile.h"
#include "ir/interfaces/effects.h"
#include "passes/lower/lower_passes.h"
#include "passes/lower/thread.h"
#include "passes/lower/thread_channel.h"

enum { CLUSTER_ARCH = 90 };

// ---- Single ops

static IrStatus convert_load(ThreadState *state, IrOp *op) {
  bool shared = mem_is_buffer(ir_value_type(GET(op, tile_load, source)));
  return shared ? thread_convert_shared_load(state, op) : thread_convert_global_load(state, op);
}

static IrStatus convert_store(ThreadState *state, IrOp *op) {
  bool shared = mem_is_buffer(ir_value_type(GET(op, tile_store, dest)));
  return shared ? thread_convert_shared_store(state, op) : thread_convert_global_store(state, op);
}

// The argument and dimension that carry the name.
static IrStatus convert_dim(ThreadState *state, IrOp *op) {
  IrStr name = ir_attr_str(GET(op, tile_dim, name));
  TileDim dim;
  if (!tile_kernel_find_dim(state->kernel, name, &dim))
    return ir_op_error(op, "names no dimension of the kernel");
  IrValue *memref = thread_value(state, tile_kernel_arg(state->kernel, dim.arg));
  IrValue *extent =
      BUILD1(&state->b, memref_dim, .source = memref, .index = thread_index(state, dim.index));
  ir_ptrmap_set(&state->values, ir_op_result(op, 0), extent);
  return IR_OK;
}

// The same bytes; what accesses them goes by the type of the view.
static IrStatus convert_buffer_trans(ThreadState *state, IrOp *op) {
  ir_ptrmap_set(&state->values, ir_op_result(op, 0), thread_value(state, ir_op_operand(op, 0)));
  return IR_OK;
}

// Blocks of a cluster, whether they share tiles or make copies for each other.
static int64_t blocks_together(const IrOp *kernel) {
  return tile_kernel_cluster(kernel) * tile_kernel_multicast(kernel);
}

// Of those that run together one counts.
static IrStatus convert_num_blocks(ThreadState *state, IrOp *op) {
  IrBuilder *b = &state->b;
  int64_t group = blocks_together(state->kernel);
  IrValue *n = BUILD1(b, simt_num_blocks, .result_type = ir_type_i32(state->ctx));
  if (group > 1) n = BUILD1(b, arith_divui, .lhs = n, .rhs = thread_i32(state, group));
  n = BUILD1(b, arith_index_cast, .in = n, .out_type = ir_type_index(state->ctx));
  ir_ptrmap_set(&state->values, ir_op_result(op, 0), n);
  return IR_OK;
}

static IrStatus convert_compute(ThreadState *state, IrOp *op) {
  IrValue *value = thread_value(state, GET(op, tile_compute, value));
  ir_ptrmap_set(&state->values, ir_op_result(op, 0), value);
  return IR_OK;
}

static IrStatus convert_constant(ThreadState *state, IrOp *op) {
  IrAttr value = GET(op, arith_constant, value);
  IrType type = ir_value_type(ir_op_result(op, 0)), vector = thread_type(type);
  if (type != vector) {
    if (!ir_attr_is_splat(value)) {
      IrStatus failed =
          ir_op_error(op, "is a tile whose elements differ, which no register can hold yet");
      ir_help(state->ctx, "pass the values as a kernel argument and load them");
      return failed;
    }
    value = ir_attr_splat(vector, ir_attr_dense_at(value, 0));
  }
  IrValue *result = BUILD1(&state->b, arith_constant, .value = value, .result_type = vector);
  ir_ptrmap_set(&state->values, ir_op_result(op, 0), result);
  return IR_OK;
}

// ---- Control flow

// The arguments of `block` that stand for one of the tile level's.
static void add_args(ThreadState *state, IrBlock *block, const IrValue *old) {
  ThreadTypes types = {0};
  ThreadValues args = {0};
  (void)thread_types(ir_value_type(old), &types);
  for (size_t i = 0; i < types.n; i++) {
    ir_vec_push(&args, ir_block_add_arg(block, types.at[i], state->b.loc));
    if (types.n == 1) ir_value_take_name(args.at[i], old);
  }
  thread_set_values(state, old, args.at, args.n);
  ir_vec_free(&types);
  ir_vec_free(&args);
}

static IrStatus convert_region(ThreadState *state, IrRegion *from, IrRegion *to) {
  if (ir_region_is_empty(from)) return IR_OK;
  IrBlock *source = ir_region_first(from);
  IrBlock *block = ir_block_create(state->ctx);
  ir_region_append(to, block);
  for (size_t i = 0; i < ir_block_num_args(source); i++)
    add_args(state, block, ir_block_arg(source, i));
  return thread_convert_block(state, source, block);
}

static ThreadValues converted_values(ThreadState *state, IrValues values) {
  ThreadValues list = {0};
  for (size_t i = 0; i < values.n; i++) thread_values(state, values.at[i], &list);
  return list;
}

static ThreadTypes converted_types(const IrOp *op) {
  ThreadTypes types = {0};
  for (size_t i = 0; i < ir_op_num_results(op); i++)
    (void)thread_types(ir_value_type(ir_op_result(op, i)), &types);
  return types;
}

// The results of `made`, which has those of `op` one after the other.
static void set_results(ThreadState *state, const IrOp *op, IrOp *made) {
  size_t next = 0;
  for (size_t i = 0; i < ir_op_num_results(op); i++) {
    const IrValue *old = ir_op_result(op, i);
    ThreadTypes types = {0};
    ThreadValues values = {0};
    size_t n = thread_types(ir_value_type(old), &types);
    for (size_t k = 0; k < n; k++) ir_vec_push(&values, ir_op_result(made, next++));
    thread_set_values(state, old, values.at, n);
    if (n == 1) ir_value_take_name(values.at[0], old);
    ir_vec_free(&types);
    ir_vec_free(&values);
  }
}

static IrStatus convert_pipelined(ThreadState *state, IrOp *op) {
  ThreadValues values = converted_values(state, GET(op, tile_pipelined, inits));
  ThreadTypes types = converted_types(op);
  IrOp *loop =
      BUILD(&state->b, scf_for, .lowerBound = thread_value(state, GET(op, tile_pipelined, lower)),
            .upperBound = thread_value(state, GET(op, tile_pipelined, upper)),
            .step = thread_index(state, 1), .initArgs = {values.at, values.n},
            .results_types = {types.at, types.n});
  set_results(state, op, loop);
  ir_vec_free(&values);
  ir_vec_free(&types);
  return convert_region(state, ir_op_region(op, 0), ir_op_region(loop, 0));
}

static IrStatus convert_yield(ThreadState *state, IrOp *op) {
  ThreadValues list = converted_values(state, GET(op, tile_yield, values));
  BUILD(&state->b, scf_yield, .results = {list.at, list.n});
  ir_vec_free(&list);
  return IR_OK;
}

// What one block of a cluster wrote another one may read.
static IrStatus convert_barrier(ThreadState *state, IrOp *op) {
  IrAttr groups = ir_op_attr(op, "tile.groups");
  if (groups && !state->cluster_bits) {
    thread_group_barrier(state, ir_attr_int(groups));
    return IR_OK;
  }
  if (!state->cluster_bits) {
    thread_barrier(state);
    return IR_OK;
  }
  thread_cluster_barrier(&state->b);
  return IR_OK;
}

// ---- Ops that mean the same to a thread

static size_t num_attr_slots(const IrOp *op) {
  size_t n = 0;
  for (const IrAttrSlotDef *slot = ir_op_def(op)->attrs; slot && slot->name; slot++) n++;
  return n + (ir_op_has_trait(op, IR_SEGMENTS) ? 1 : 0);
}

// Copies `op` with tiles as vectors; its regions follow.
static IrStatus copy_op_to(ThreadState *state, IrOp *op, IrOp **made) {
  ThreadValues operands = {0};
  ThreadTypes types = converted_types(op);
  IR_VEC(IrAttr) attrs = {0};
  for (size_t i = 0; i < ir_op_num_operands(op); i++)
    thread_values(state, ir_op_operand(op, i), &operands);
  for (size_t i = 0; i < num_attr_slots(op); i++) ir_vec_push(&attrs, ir_op_slot_attr(op, i));
  IrOp *copy = *made =
      ir_builder_create(&state->b, (IrOpCreate){.info = ir_op_info(op),
                                                .loc = ir_op_loc(op),
                                                .operands = operands.at,
                                                .num_operands = operands.n,
                                                .result_types = types.at,
                                                .num_results = types.n,
                                                .attrs = attrs.at,
                                                .num_regions = ir_op_num_regions(op)});
  set_results(state, op, copy);
  ir_vec_free(&operands);
  ir_vec_free(&types);
  ir_vec_free(&attrs);
  if (state->in_element && ir_op_num_regions(op)) ir_ptrmap_set(&state->divergent, copy, copy);
  for (size_t i = 0; i < ir_op_num_regions(op); i++)
    IR_TRY(convert_region(state, ir_op_region(op, i), ir_op_region(copy, i)));
  return IR_OK;
}

IrStatus thread_copy_op(ThreadState *state, IrOp *op) {
  IrOp *made;
  return copy_op_to(state, op, &made);
}

static IrStatus convert_if(ThreadState *state, IrOp *op) {
  IrOp *branch;
  IR_TRY(copy_op_to(state, op, &branch));
  thread_predicate_copies(state, branch);
  return IR_OK;
}

// A call that was not inlined runs code of a thread.
static IrStatus convert_call(ThreadState *state, IrOp *op) {
  IrType tile = NULL;
  for (size_t i = 0; i < ir_op_num_operands(op); i++)
    if (ir_type_is_shaped(ir_value_type(ir_op_operand(op, i))))
      tile = ir_value_type(ir_op_operand(op, i));
  for (size_t i = 0; i < ir_op_num_results(op); i++)
    if (ir_type_is_shaped(ir_value_type(ir_op_result(op, i))))
      tile = ir_value_type(ir_op_result(op, i));
  if (!tile) return thread_copy_op(state, op);
  IrStatus failed = ir_op_error(op, "hands {} to a function that was not inlined", tile);
  ir_help(state->ctx,
          "call it for single elements, in a tile.map; or give the function a body without "
          "'no_inline'");
  return failed;
}

typedef struct Conversion {
  const IrOpDef *def;
  ThreadConvert convert;
} Conversion;

static const Conversion conversions[] = {
    {&tile_load, convert_load},
    {&tile_store, convert_store},
    {&tile_gather, thread_convert_gather},
    {&tile_scatter, thread_convert_scatter},
    {&tile_atomic_rmw, thread_convert_atomic},
    {&tile_atomic_cas, thread_convert_atomic},
    {&tile_async_copy, thread_convert_async_copy},
    {&tile_async_wait, thread_convert_async_wait},
    {&mem_channel, thread_convert_channel},
    {&mem_channel_acquire, thread_convert_channel_acquire},
    {&mem_channel_commit, thread_convert_channel_commit},
    {&mem_channel_wait, thread_convert_channel_wait},
    {&mem_channel_release, thread_convert_channel_release},
    {&mem_trans, convert_buffer_trans},
    {&tile_async_store, thread_convert_async_store},
    {&tile_async_store_wait, thread_convert_async_store_wait},
    {&tile_dim, convert_dim},
    {&tile_num_blocks, convert_num_blocks},
    {&tile_compute, convert_compute},
    {&arith_constant, convert_constant},
    {&scf_if, convert_if},
    {&tile_pipelined, convert_pipelined},
    {&tile_yield, convert_yield},
    {&tc_dot, thread_convert_tc_dot},
    {&tc_dot_async, thread_convert_dot_async},
    {&tc_dot_wait, thread_convert_dot_wait},
    {&tc_dot_accumulator, thread_convert_dot_accumulator},
    {&tile_broadcast, thread_convert_shape_op},
    {&tile_expand_dims, thread_convert_shape_op},
    {&tile_trans, thread_convert_shape_op},
    {&tile_reshape, thread_convert_shape_op},
    {&tile_split, thread_convert_split},
    {&tile_join, thread_convert_join},
    {&tile_reduce, thread_convert_reduce},
    {&tile_map, thread_convert_map},
    {&tile_parallel, thread_convert_parallel},
    {&tile_argmax, thread_convert_argmax},
    {&tile_argmin, thread_convert_argmax},
    {&tile_warp_specialize, thread_convert_roles},
    {&tile_scan, thread_convert_scan},
    {&tile_inline_ptx, thread_convert_inline_ptx},
    {&tile_print, thread_convert_print},
    {&tile_assert, thread_convert_assert},
    {&cf_assert, thread_convert_assert},
    {&func_call, convert_call},
    {&tile_splat, thread_convert_splat},
    {&tile_iota, thread_convert_iota},
    {&tile_convert_layout, thread_convert_layout},
    {&simt_barrier, convert_barrier},
    {&arith_divui, thread_convert_division},
    {&memref_load, thread_convert_scalar_load},
    {&mem_load, thread_convert_scalar_load},
    {&memref_store, thread_convert_scalar_store},
    {&mem_store, thread_convert_scalar_store},
    {&mem_atomic_rmw, thread_convert_scalar_atomic},
    {&mem_atomic_cas, thread_convert_scalar_atomic},
    {&memref_atomic_rmw, thread_convert_memref_atomic},
};

// What a block would do once, every thread would do.
static IrStatus refuse_effect(const IrOp *op, const char *help) {
  IrStatus failed = ir_op_error(op, "would happen in every thread, not once in the block");
  ir_help(ir_op_context(op), "{}", help);
  return failed;
}

// An op of memory that means the same to a block and to a thread, or none.
static IrStatus check_memory_op(const IrOp *op, IrStr dialect) {
  if (ir_str_is(dialect, "memref") && ir_op_effect_kinds(op))
    return refuse_effect(op, "a block's own memory is a buffer (mem.alloc), whole tiles move with "
                             "tile.load, tile.store and tile.copy");
  bool of_block = IS(op, mem_alloc) || IS(op, mem_index) || IS(op, mem_flatten) ||
                  IS(op, mem_fence_proxy_async);
  if (ir_str_is(dialect, "mem") && !of_block)
    return refuse_effect(op, "write the kernel as a simt.kernel to use ops of threads");
  return IR_OK;
}

// An op left from before tc-select or tile-stage, or one that nobody knows.
static IrStatus check_convertible(const IrOp *op) {
  const IrDialect *dialect = ir_op_dialect(op);
  if (!ir_op_def(op)) {
    IrStatus unknown = ir_op_error(op, "is not registered: its meaning to a thread is unknown");
    ir_help(ir_op_context(op), "lower it before, or load the plugin that defines it");
    return unknown;
  }
  IrStr name = dialect ? ir_str(dialect->name) : (IrStr){0};
  if (!ir_str_is(name, "tile")) return check_memory_op(op, name);
  IrStatus failed = ir_op_error(op, "has no form at thread level");
  ir_help(ir_op_context(op),
          "run tile-stage, tc-select and tile-layout first (--tile-to-thread-level)");
  return failed;
}

IrStatus thread_convert_op(ThreadState *state, IrOp *op) {
  state->b.loc = state->entry.loc = ir_op_loc(op);
  ThreadConvert of_element = state->in_element ? thread_element_conversion(op) : NULL;
  if (of_element) return of_element(state, op);
  for (size_t i = 0; i < sizeof conversions / sizeof *conversions; i++)
    if (ir_op_is(op, conversions[i].def)) return conversions[i].convert(state, op);
  IR_TRY(check_convertible(op));
  return thread_copy_op(state, op);
}

IrStatus thread_convert_block(ThreadState *state, IrBlock *from, IrBlock *to) {
  IrBuilder outer = state->b;
  IrStatus status = IR_OK;
  state->b = ir_builder_at_end(state->ctx, to, outer.loc);
  IR_FOR_OPS(op, from) {
    status = thread_convert_op(state, op);
    if (status != IR_OK) break;
  }
  state->b = outer;
  return status;
}

// ---- Kernels

// Ops for the extents of the block indices, at the start of the tile-level body, where names still
// mean something; then converted like the rest.
static IrStatus grid_extents(ThreadState *state, IrBlock *body, IrValue **extents) {
  IrOp *first = ir_block_first(body);
  IrBuilder at_start = ir_builder_at_start(state->ctx, body, state->b.loc);
  for (size_t i = 0; i + 1 < tile_kernel_grid_rank(state->kernel); i++) {
    TileExpr expr;
    const TileExprNode *nodes = tile_expr_nodes(tile_kernel_grid(state->kernel, i), &expr.n);
    memcpy(expr.nodes, nodes, expr.n * sizeof *nodes);
    extents[i] = tile_expr_build(&at_start, &expr);
    if (!extents[i]) return IR_FAILED;
  }
  for (IrOp *op = ir_block_first(body); op != first; op = ir_op_next(op))
    IR_TRY(thread_convert_op(state, op));
  return IR_OK;
}

// The linear block index taken apart: the first index varies fastest.
static IrStatus define_grid_indices(ThreadState *state, IrBlock *body) {
  IrBuilder *b = &state->b;
  IrType i32 = ir_type_i32(state->ctx);
  size_t n = tile_kernel_grid_rank(state->kernel);
  IrValue *extents[TILE_MAX_GRID];
  IR_TRY(grid_extents(state, body, extents));
  IrValue *rest = BUILD1(b, simt_block_id, .result_type = i32);
  if (state->cluster_bits)
    rest = BUILD1(b, arith_shrui, .lhs = rest, .rhs = thread_i32(state, state->cluster_bits));
  for (size_t i = 0; i < n; i++) {
    IrValue *index = rest;
    if (i + 1 < n) {
      IrValue *extent =
          BUILD1(b, arith_index_cast, .in = thread_value(state, extents[i]), .out_type = i32);
      index = BUILD1(b, arith_remui, .lhs = rest, .rhs = extent);
      rest = BUILD1(b, arith_divui, .lhs = rest, .rhs = extent);
    }
    IrValue *old = tile_kernel_block_index(state->kernel, i);
    IrValue *cast = BUILD1(b, arith_index_cast, .in = index, .out_type = ir_type_index(state->ctx));
    ir_value_take_name(cast, old);
    ir_ptrmap_set(&state->values, old, cast);
  }
  return IR_OK;
}

// As many blocks as the clusters have, which count along the first extent; NULL where that is too
// long an expression.
static IrAttr grid_of_blocks(IrOp *kernel) {
  IrAttr grid = GET(kernel, tile_kernel, grid), extents[TILE_MAX_GRID];
  int64_t cluster = tile_kernel_cluster(kernel);
  if (cluster == 1) return grid;
  size_t n = ir_attr_count(grid);
  for (size_t i = 0; i < n; i++) extents[i] = ir_attr_at(grid, i);
  IrContext *ctx = ir_op_context(kernel);
  extents[0] = tile_expr_binary(TILE_EXPR_MUL, extents[0], tile_expr_attr_int(ctx, cluster));
  return extents[0] ? ir_attr_array(ctx, extents, n) : NULL;
}

static IrStatus check_cluster(IrOp *kernel) {
  const TileTarget *target = tile_target_of(kernel);
  if (blocks_together(kernel) == 1) return IR_OK;
  if (target->arch < CLUSTER_ARCH)
    return ir_op_error(kernel, "has clusters of blocks, which {} lacks", target->name);
  if (!grid_of_blocks(kernel))
    return ir_op_error(kernel, "has too long an expression as extent 0 of its grid");
  return IR_OK;
}

// Wishes that are of threads; a bound of 0 is none.
static void copy_wishes(const IrOp *kernel, IrOp *simt) {
  static const char *const bounds[] = {"simt.min_blocks", "simt.max_registers"};
  IrAttr early = ir_op_attr(kernel, "simt.dependent_launch");
  if (early) ir_op_set_attr(simt, "simt.dependent_launch", early);
  for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
    IrAttr bound = ir_op_attr(kernel, bounds[i]);
    bool none = bound && ir_attr_kind(bound) == IR_ATTR_INTEGER && ir_attr_int(bound) == 0;
    if (bound && !none) ir_op_set_attr(simt, bounds[i], bound);
  }
}

static IrOp *create_simt_kernel(IrOp *kernel) {
  IrContext *ctx = ir_op_context(kernel);
  IrBuilder b = ir_builder_before(kernel);
  int64_t threads = tile_kernel_threads(kernel), cluster = blocks_together(kernel);
  const IrOp *roles = tile_kernel_roles(kernel);
  IrOp *simt = BUILD(&b, simt_kernel, .sym_name = GET(kernel, tile_kernel, sym_name),
                     .function_type = GET(kernel, tile_kernel, function_type),
                     .arg_names = GET(kernel, tile_kernel, arg_names),
                     .arg_dims = GET(kernel, tile_kernel, arg_dims),
                     .threads = ir_attr_integer(ir_type_i64(ctx), threads),
                     .version_of = ir_op_attr(kernel, "tile.version_of"),
                     .version = ir_op_attr(kernel, "tile.version"), .grid = grid_of_blocks(kernel),
                     .assume = GET(kernel, tile_kernel, assume),
                     .cluster = cluster > 1 ? ir_attr_integer(ir_type_i64(ctx), cluster) : NULL);
  copy_wishes(kernel, simt);
  if (roles && tile_role_registers(roles, 0))
    ir_op_set_attr(simt, "simt.max_registers",
                   ir_attr_integer(ir_type_i64(ctx), tile_roles_start_registers(roles)));
  return simt;
}

// The thread's number; in a cluster that of its block in front of it.
static void define_thread_id(ThreadState *state) {
  IrBuilder *b = &state->b;
  IrType i32 = ir_type_i32(state->ctx);
  state->thread_id = BUILD1(b, simt_thread_id, .result_type = i32);
  state->start = ir_value_op(state->thread_id);
  if (!state->cluster_bits) return;
  IrValue *rank = BUILD1(b, simt_cluster_rank, .result_type = i32);
  IrValue *first = BUILD1(b, arith_shli, .lhs = rank,
                          .rhs = thread_i32(state, state->thread_bits - state->cluster_bits));
  state->thread_id = BUILD1(b, arith_addi, .lhs = state->thread_id, .rhs = first);
}

// Entry block: arguments, thread index, then a marker before which `entry` inserts.
static IrStatus convert_body(ThreadState *state) {
  IrBlock *body = ir_region_first(ir_op_region(state->kernel, 0));
  IrBlock *block = ir_block_create(state->ctx);
  ir_region_append(ir_op_region(state->simt, 0), block);
  size_t n = tile_kernel_num_args(state->kernel);
  for (size_t i = 0; i < n; i++) {
    IrValue *old = ir_block_arg(body, i);
    IrValue *arg = ir_block_add_arg(block, ir_value_type(old), ir_op_loc(state->kernel));
    ir_value_take_name(arg, old);
    ir_ptrmap_set(&state->values, old, arg);
  }
  state->b = ir_builder_at_end(state->ctx, block, ir_op_loc(state->kernel));
  define_thread_id(state);
  IR_TRY(define_grid_indices(state, body));
  IrOp *marker = ir_value_op(access_index(&state->b, 0));
  state->entry = ir_builder_before(marker);
  IR_TRY(thread_convert_block(state, body, block));
  state->b = ir_builder_at_end(state->ctx, block, ir_op_loc(state->kernel));
  thread_end_cluster(state);
  ir_op_destroy(marker);
  BUILD(&state->b, simt_return, NO_ARGS);
  return IR_OK;
}

static IrStatus convert_kernel(IrOp *kernel) {
  ThreadState state = {.ctx = ir_op_context(kernel), .kernel = kernel};
  IR_TRY(check_cluster(kernel));
  state.cluster_bits = (unsigned)__builtin_ctzll((unsigned long long)tile_kernel_cluster(kernel));
  state.thread_bits = state.cluster_bits;
  int64_t threads = tile_kernel_warps(kernel) / tile_kernel_cluster(kernel) * SIMT_WARP_LANES;
  for (int64_t last = threads - 1; last; last >>= 1) state.thread_bits++;
  state.simt = create_simt_kernel(kernel);
  IrStatus status = convert_body(&state);
  ir_ptrmap_free(&state.values);
  thread_free_pieces(&state);
  ir_vec_free(&state.kept);
  if (status == IR_OK) thread_count_turns(&state);
  ir_ptrmap_free(&state.positions);
  ir_ptrmap_free(&state.constants);
  if (status == IR_OK) ir_op_destroy(kernel);
  if (status == IR_OK) status = thread_plan_shared(&state);
  ir_ptrmap_free(&state.scratch);
  ir_ptrmap_free(&state.filled);
  ir_ptrmap_free(&state.divergent);
  ir_vec_free(&state.roles);
  return status;
}

IrStatus tile_to_thread_run(IrPassRun *run, IrOp *module) {
  const struct tile_to_thread_decl *self = run->decl;
  IR_FOR_OPS(op, ir_module_body(module)) {
    if (!IS(op, tile_kernel)) continue;
    IR_TRY(convert_kernel(op));
    self->stats->kernels++;
  }
  return IR_OK;
}
