// Facts about arguments that TMA moves; see tma_facts.h.
#include "passes/mem/tma_facts.h"

#include "dialects/mem/mem.h"
#include "dialects/tile/expr.h"
#include "dialects/tile/kernel.h"
#include "ir/edit/rewriter.h"
#include "ir/interfaces/effects.h"
#include "passes/mem/divisibility.h"
#include "passes/mem/global_writes.h"
#include "passes/tile/access.h"

// ---- Names that bounds are of

static IrStr stride_name(IrOp *kernel, size_t arg, size_t d) {
  IrStream text = {0};
  ir_print(&text, "{}.stride{}", tile_kernel_arg_name(kernel, arg), (int64_t)d);
  IrStr name = ir_ident_str(ir_ident(ir_op_context(kernel), ir_stream_str(&text)));
  ir_stream_free(&text);
  return name;
}

// The stride whose bound bounds stride `d`, where neither the type nor an extent's bound does: its
// own, or the largest one of packed rows.  -1: there is none.
static int bounding_stride(IrType memref, size_t d) {
  int64_t strides[16], offset;
  ir_type_memref_strides(memref, strides, &offset);
  if (strides[d] != IR_DYNAMIC) return -1;
  if (ir_type_layout(memref)) return (int)d;
  return d + 2 < ir_type_shape(memref).rank ? 0 : -1;
}

static bool is_between(IrOp *kernel, IrStr name, int64_t first, int64_t end) {
  int64_t least, most;
  tile_kernel_bounds(kernel, name, &least, &most);
  return least >= first && most < end;
}

// ---- What is known

static bool refuse_extent(IrStream *why, IrOp *kernel, size_t arg, size_t d) {
  ir_print(why, "dimension {} of %{} has 1 to {} elements", (int64_t)d,
           tile_kernel_arg_name(kernel, arg), TMA_EXTENTS_END - 1);
  return false;
}

static bool takes_extent(IrOp *kernel, IrType memref, size_t arg, size_t d, IrStream *why) {
  int64_t extent = ir_type_shape(memref).at[d];
  IrStr name = tile_kernel_arg_dim(kernel, arg, d);
  bool fits = extent != IR_DYNAMIC ? extent > 0 && extent < TMA_EXTENTS_END
                                   : name.len && is_between(kernel, name, 1, TMA_EXTENTS_END);
  return fits || refuse_extent(why, kernel, arg, d);
}

static bool takes_stride(IrOp *kernel, const IrValue *memref, size_t arg, size_t d, IrStream *why) {
  IrType type = ir_value_type(memref);
  int64_t strides[16], offset, bytes = mem_element_bytes(ir_type_element(type));
  ir_type_memref_strides(type, strides, &offset);
  if (strides[d] == 1) return true; // checked against the box
  if (divisor_of_stride(kernel, memref, d) * bytes % TMA_ALIGNMENT) {
    ir_print(why, "stride {} of %{} is a multiple of 16 bytes", (int64_t)d,
             tile_kernel_arg_name(kernel, arg));
    return false;
  }
  int bound = bounding_stride(type, d);
  int64_t least = ir_type_layout(type) ? 1 : INT64_MIN; // packed: a product of extents
  bool fits = strides[d] != IR_DYNAMIC ? strides[d] > 0 && strides[d] < TMA_STRIDES_END
              : bound >= 0 ? is_between(kernel, stride_name(kernel, arg, (size_t)bound), least,
                                        TMA_STRIDES_END)
                           : true;
  if (!fits)
    ir_print(why, "stride {} of %{} is 1 to {} elements", (int64_t)d,
             tile_kernel_arg_name(kernel, arg), TMA_STRIDES_END - 1);
  return fits;
}

bool tma_takes_argument(IrOp *kernel, const IrValue *memref, IrStream *why) {
  if (ir_value_op(memref) || ir_block_parent(ir_value_block(memref)) != kernel) {
    ir_print(why, "the memory is an argument's");
    return false;
  }
  size_t arg = ir_value_index(memref);
  IrType type = ir_value_type(memref);
  if (divisor_of_address(kernel, memref) % TMA_ALIGNMENT) {
    ir_print(why, "the address of %{} is a multiple of 16", tile_kernel_arg_name(kernel, arg));
    return false;
  }
  for (size_t d = 0; d < ir_type_shape(type).rank; d++)
    if (!takes_extent(kernel, type, arg, d, why) || !takes_stride(kernel, memref, arg, d, why))
      return false;
  return true;
}

// ---- Copies

bool tma_starts_box(IrOp *kernel, const IrValue *memref, IrValues indices, IrStream *why) {
  IrType type = ir_value_type(memref);
  int dim = access_contiguous_dim(type);
  if (dim < 0) return true; // checked against the box
  int64_t divisor = divisor_of_value(kernel, indices.at[dim]);
  if (divisor * mem_element_bytes(ir_type_element(type)) % TMA_ALIGNMENT == 0) return true;
  ir_print(why, "the index along dimension {} is a multiple of 16 bytes", (int64_t)dim);
  return false;
}

// What threads of the kernel write, TMA would see only behind a fence.
static bool is_written(const IrValue *memref) {
  for (IrUse *use = ir_value_first_use(memref); use; use = ir_use_next(use)) {
    const IrOp *op = ir_use_op(use);
    if (ir_op_may_write(op, memref, &ir_memory)) return true;
    for (size_t i = 0; i < ir_op_num_results(op); i++) // a view of it
      if (ir_type_kind(ir_value_type(ir_op_result(op, i))) == IR_TYPE_MEMREF) return true;
  }
  return false;
}

// What another argument names may be the same memory.
static bool may_be_written_before(IrOp *kernel, const TmaCopy *copy, IrStream *why) {
  GlobalWrites writes = global_writes_before(kernel, copy->at);
  const IrOp *writer = global_writes_meet(&writes, copy->source);
  global_writes_free(&writes);
  if (writer)
    ir_print(why, "what '{}' writes before is other memory (as 'assume(disjoint(A, B))' says)",
             ir_op_name(writer));
  return writer;
}

bool tma_takes_copy(IrOp *kernel, const TmaCopy *copy, TileBoxes *boxes, IrStream *why) {
  IrStream unknown = {0};
  if (!tile_fills_buffer(copy->dest_indices, copy->stored, ir_value_type(copy->dest))) {
    ir_print(why, "it is not all of its buffer that it fills");
    return false;
  }
  if (is_written(copy->source)) {
    ir_print(why, "the kernel writes what it copies");
    return false;
  }
  if (!tile_boxes_of(ir_value_type(copy->source), ir_value_type(copy->dest), copy->perm, boxes,
                     why))
    return false;
  bool known = !may_be_written_before(kernel, copy, &unknown) &&
               tma_takes_argument(kernel, copy->source, &unknown) &&
               tma_starts_box(kernel, copy->source, copy->indices, &unknown);
  if (!known) ir_print(why, "it is not known that {}", ir_stream_str(&unknown));
  ir_stream_free(&unknown);
  return known;
}

// ---- What to assume

enum { MOST_NAMES = 16 }; // in one fact

typedef struct Joined {
  IrOp *kernel;
  TileExprKind join; // TILE_EXPR_MIN or TILE_EXPR_MAX
  TileExprKind than; // TILE_EXPR_GT or TILE_EXPR_LT
  int64_t bound;
  IrStr names[MOST_NAMES];
  size_t n;
  TmaFacts *facts;
} Joined;

static IrAttr name_expr(IrContext *ctx, IrStr name) {
  TileExpr expr = {.n = 1};
  expr.nodes[0] = (TileExprNode){.kind = TILE_EXPR_NAME, .as.name = ir_ident(ctx, name)};
  return tile_expr_attr_get(ctx, &expr);
}

static void finish(Joined *j) {
  IrContext *ctx = ir_op_context(j->kernel);
  if (!j->n) return;
  IrAttr all = name_expr(ctx, j->names[j->n - 1]);
  for (size_t i = j->n - 1; i-- > 0;)
    all = tile_expr_binary(j->join, name_expr(ctx, j->names[i]), all);
  ir_vec_push(j->facts, tile_expr_binary(j->than, all, tile_expr_attr_int(ctx, j->bound)));
  j->n = 0;
}

// Leaves out what is known, and what was added before.
static void add_name(Joined *j, IrStr name) {
  int64_t least, most;
  tile_kernel_bounds(j->kernel, name, &least, &most);
  if (j->than == TILE_EXPR_GT ? least > j->bound : most < j->bound) return;
  for (size_t i = 0; i < j->n; i++)
    if (ir_str_equal(j->names[i], name)) return;
  if (j->n == MOST_NAMES) finish(j);
  j->names[j->n++] = name;
}

static void add_extents(Joined *j, size_t arg) {
  IrType type = tile_kernel_arg_type(j->kernel, arg);
  for (size_t d = 0; d < ir_type_shape(type).rank; d++) {
    IrStr name = tile_kernel_arg_dim(j->kernel, arg, d);
    if (ir_type_shape(type).at[d] == IR_DYNAMIC && name.len) add_name(j, name);
  }
}

static void add_strides(Joined *j, size_t arg) {
  IrType type = tile_kernel_arg_type(j->kernel, arg);
  if (j->than == TILE_EXPR_GT && !ir_type_layout(type)) return; // products of extents
  for (size_t d = 0; d < ir_type_shape(type).rank; d++) {
    int bound = bounding_stride(type, d);
    if (bound >= 0) add_name(j, stride_name(j->kernel, arg, (size_t)bound));
  }
}

void tma_facts_of(IrOp *kernel, const size_t *args, size_t n, TmaFacts *facts) {
  Joined least = {kernel, TILE_EXPR_MIN, TILE_EXPR_GT, 0, .facts = facts};
  Joined extents = {kernel, TILE_EXPR_MAX, TILE_EXPR_LT, TMA_EXTENTS_END, .facts = facts};
  Joined strides = {kernel, TILE_EXPR_MAX, TILE_EXPR_LT, TMA_STRIDES_END, .facts = facts};
  for (size_t i = 0; i < n; i++) {
    add_extents(&least, args[i]);
    add_strides(&least, args[i]);
    add_extents(&extents, args[i]);
    add_strides(&strides, args[i]);
  }
  finish(&least);
  finish(&extents);
  finish(&strides);
}

// ---- Stores.

IrType tma_store_buffer(IrContext *ctx, IrShape shape, IrType element, unsigned dim) {
  bool column = dim + 1 != shape.rank;
  int64_t row = shape.at[dim] * mem_element_bytes(element);
  int64_t rows = shape.at[column ? shape.rank - 1 : shape.rank - 2];
  unsigned span = rows % 8 ? 0 : 128;
  while (span >= 32 && row % span) span /= 2;
  if (span < 32) span = 0;
  IrAttr layout = span || column ? mem_swizzle_get(ctx, span, column) : NULL;
  return mem_buffer_type_get(shape, element, layout, MEM_SHARED);
}
