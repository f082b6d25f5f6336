// tile-stage: operands of matrix products go through shared memory; copies become loads and stores.
//
// requires: tile.dot on tensors or buffers   preserves: program order, loops   breaks: nothing
//
//                                      %s = mem.alloc : !mem.buffer<128x64xf16, ...>
//   %a = tile.load %A[%i, %k]          %a = tile.load %A[%i, %k]
//   %b = tile.load %B[%k, %j]   ==>    %b = tile.load %B[%k, %j]     (%t likewise)
//   %d = tile.dot %a, %b, %c           tile.store %a, %s[0, 0]
//                                      %d = tile.dot %s, %t, %c
//
// A buffer holds one operand for the whole kernel, so an operand defined outside the product's loop
// is stored where it is defined, once.  A left operand that is made of another product's result
// stays in registers when the tensor cores can take it from there (product.h).  A tile that
// products take as it is and turned (tile.trans) has one buffer, and a view of it (mem.trans).
#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/scf/scf.h"
#include "dialects/tile/layout.h"
#include "dialects/tile/tile.h"
#include "ir/support/vec.h"
#include "passes/tile/access.h"
#include "passes/tile/authored.h"
#include "passes/tile/product.h"
#include "passes/tile/stage.h"
#include "passes/tile/tile_passes.h"

typedef IR_VEC(IrOp *) OpList;

typedef struct Stage {
  IrPtrMap buffers; // staged tensor value -> buffer value
  IrPtrMap turned;  // operand -> the tile that it is turned, where one buffer serves both
  ProductRows rows;
  OpList dots, copies;
  int64_t staged;
} Stage;

static bool swaps_last_two(const IrOp *op) {
  unsigned dims[TILE_LAYOUT_RANK];
  size_t rank = ir_type_shape(ir_value_type(ir_op_result(op, 0))).rank;
  tile_trans_dims(op, dims);
  return dims[rank - 2] == rank - 1 && dims[rank - 1] == rank - 2;
}

// Is the tensor's memory order column-major?  Follows elementwise ops and transpositions back to a
// load.
static bool is_column_major(const IrValue *tensor) {
  bool swapped = false;
  for (IrOp *op = ir_value_op(tensor); op; op = ir_value_op(ir_op_operand(op, 0))) {
    if (IS(op, tile_load)) {
      IrType source = ir_value_type(GET(op, tile_load, source));
      bool column = ir_type_kind(source) == IR_TYPE_MEMREF &&
                    access_contiguous_dim(source) == (int)ir_type_shape(source).rank - 2;
      return column != swapped;
    }
    if (IS(op, tile_trans) && swaps_last_two(op))
      swapped = !swapped;
    else if (!ir_op_has_trait(op, IR_ELEMENTWISE) || ir_op_num_operands(op) == 0)
      return swapped;
  }
  return swapped;
}

static bool is_span(int64_t n) {
  return n == 0 || n == 32 || n == 64 || n == 128;
}

unsigned stage_widest_swizzle(const IrOp *kernel) {
  IrAttr wish = ir_op_attr(kernel, "tile.swizzle");
  bool is_number = wish && ir_attr_kind(wish) == IR_ATTR_INTEGER && is_span(ir_attr_int(wish));
  return is_number ? (unsigned)ir_attr_int(wish) : 128;
}

// The widest swizzle, up to `widest`, whose span divides a contiguous row of `extent` elements.
static int64_t swizzle_span(int64_t extent, int64_t rows, IrType element, int64_t widest) {
  int64_t bytes = extent * (int64_t)ir_type_width(element) / 8;
  if (rows % 8 != 0) return 0;
  for (int64_t span = widest; span >= 32; span /= 2)
    if (bytes % span == 0) return span;
  return 0;
}

static IrType staging_type(IrContext *ctx, const IrOp *kernel, const IrValue *tensor) {
  IrType type = ir_value_type(tensor);
  IrShape shape = ir_type_shape(type);
  IrType element = ir_type_element(type);
  bool column = is_column_major(tensor);
  size_t contiguous = column ? shape.rank - 2 : shape.rank - 1;
  size_t other = column ? shape.rank - 1 : shape.rank - 2;
  int64_t span =
      swizzle_span(shape.at[contiguous], shape.at[other], element, stage_widest_swizzle(kernel));
  IrAttr layout = span || column ? mem_swizzle_get(ctx, (unsigned)span, column) : NULL;
  return mem_buffer_type_get(shape, element, layout, MEM_SHARED);
}

// Right before the product; where the operand is defined when that is in another block, since it
// is stored once for all products that read it.
static IrBuilder store_point(IrValue *value, IrOp *dot) {
  if (ir_value_block(value) == ir_op_block(dot)) return ir_builder_before(dot);
  IrOp *def = ir_value_op(value);
  if (def) return ir_builder_after(def);
  return ir_builder_at_start(ir_op_context(dot), ir_value_block(value), ir_op_loc(dot));
}

static void store_whole(IrBuilder *b, IrValue *tensor, IrValue *buffer) {
  size_t rank = ir_type_shape(ir_value_type(tensor)).rank;
  IrValue *zero = access_index(b, 0);
  IrValue *zeros[MEM_BUFFER_MAX_RANK];
  for (size_t d = 0; d < rank; d++) zeros[d] = zero;
  BUILD(b, tile_store, .tile = tensor, .dest = buffer, .indices = {zeros, rank});
}

static IrOp *kernel_around(IrOp *op) {
  while (ir_op_parent(op) && !ir_op_has_trait(op, IR_ISOLATED)) op = ir_op_parent(op);
  return op;
}

// The start of the kernel, behind the buffers that are there.
static IrBuilder entry_of(IrOp *op) {
  IrOp *outer = kernel_around(op);
  IrOp *first = ir_block_first(ir_region_first(ir_op_region(outer, 0)));
  while (IS(first, mem_alloc)) first = ir_op_next(first);
  IrBuilder entry = ir_builder_before(first);
  entry.loc = ir_op_loc(op);
  return entry;
}

IrValue *stage_tensor(IrOp *dot, IrValue *value) {
  IrContext *ctx = ir_op_context(dot);
  if (ir_type_kind(ir_value_type(value)) != IR_TYPE_TENSOR) return value;
  IrBuilder entry = entry_of(dot);
  IrValue *buffer =
      BUILD1(&entry, mem_alloc, .buffer_type = staging_type(ctx, kernel_around(dot), value));
  ir_value_set_name(buffer, ctx, IR_STR("staged"));
  ir_op_set_attr(ir_value_op(buffer), "tile.staged", ir_attr_unit(ctx)); // may be swizzled
  IrBuilder b = store_point(value, dot);
  store_whole(&b, value, buffer);
  return buffer;
}

// ---- Tiles that are multiplied as they are, and turned

// Whether products alone use the tile, and turned ones; at least one of them as it is.
static bool is_for_products(const IrValue *tile, bool as_it_is) {
  bool any = !as_it_is;
  for (const IrUse *u = ir_value_first_use(tile); u; u = ir_use_next(u)) {
    const IrOp *user = ir_use_op(u);
    bool is_operand = IS(user, tile_dot) && ir_use_index(u) < 2;
    bool is_turned = as_it_is && IS(user, tile_trans) && swaps_last_two(user) &&
                     is_for_products(ir_op_result(user, 0), false);
    if (!is_operand && !is_turned) return false;
    any |= is_operand;
  }
  return any;
}

// The tile that `value` is turned, where one buffer serves both: tensor cores read one of 16-bit
// elements either way, and nobody else wants it.  NULL: it has a buffer of its own.
static IrValue *turned_tile(const IrValue *value) {
  enum { BITS = 16 };
  const IrOp *trans = ir_value_op(value);
  if (!IS(trans, tile_trans) || !swaps_last_two(trans)) return NULL;
  IrValue *tile = ir_op_operand(trans, 0);
  IrType type = ir_value_type(tile);
  bool loaded = IS(ir_value_op(tile), tile_load) && ir_type_shape(type).rank == 2;
  return loaded && ir_type_width(ir_type_element(type)) == BITS && is_for_products(tile, true)
             ? tile
             : NULL;
}

static void find_turned(Stage *stage) {
  for (size_t i = 0; i < stage->dots.n; i++)
    for (size_t k = 0; k < 2; k++) {
      IrValue *value = ir_op_operand(stage->dots.at[i], k), *tile = turned_tile(value);
      if (tile) ir_ptrmap_set(&stage->turned, value, tile);
    }
}

static IrValue *buffer_of(Stage *stage, IrOp *dot, IrValue *value) {
  IrValue *buffer = ir_ptrmap_get(&stage->buffers, value);
  if (!buffer) buffer = stage_tensor(dot, value);
  ir_ptrmap_set(&stage->buffers, value, buffer);
  return buffer;
}

// A view of the tile's buffer, which then lies as its type says.
static IrValue *turned_buffer(Stage *stage, IrOp *dot, IrValue *tile) {
  IrValue *buffer = buffer_of(stage, dot, tile);
  IrBuilder b = ir_builder_before(dot);
  ir_op_set_attr(ir_value_op(buffer), "tile.staged", NULL);
  return BUILD1(&b, mem_trans, .buffer = buffer,
                .view_type = mem_buffer_trans(ir_value_type(buffer)));
}

static void stage_operand(Stage *stage, IrOp *dot, size_t operand) {
  IrValue *value = ir_op_operand(dot, operand);
  if (ir_type_kind(ir_value_type(value)) != IR_TYPE_TENSOR) return;
  IrValue *tile = ir_ptrmap_get(&stage->turned, value);
  ir_op_set_operand(dot, operand,
                    tile ? turned_buffer(stage, dot, tile) : buffer_of(stage, dot, value));
  if (tile && !ir_value_has_uses(value)) ir_op_destroy(ir_value_op(value));
  stage->staged++;
}

static IrStatus expand_copy(IrOp *copy) {
  IrBuilder b = ir_builder_before(copy);
  IrContext *ctx = ir_op_context(copy);
  IrValue *source = GET(copy, tile_copy, source), *dest = GET(copy, tile_copy, dest);
  IrAttr shape = GET(copy, tile_copy, shape);
  int64_t extents[8];
  size_t rank = ir_attr_count(shape);
  for (size_t i = 0; i < rank; i++) extents[i] = ir_attr_array_int(shape, i);
  IrType element = tile_memory_element(ir_value_type(source));
  IrType type = ir_type_tensor(ctx, (IrShape){extents, rank}, element, NULL);
  IrValue *tile =
      BUILD1(&b, tile_load, .source = source, .indices = GET(copy, tile_copy, source_indices),
             .pad = GET(copy, tile_copy, pad), .tile_type = type);
  IrOp *store = BUILD(&b, tile_store, .tile = tile, .dest = dest,
                      .indices = GET(copy, tile_copy, dest_indices));
  authored_keep(copy, ir_value_op(tile));
  authored_keep(copy, store);
  ir_op_destroy(copy);
  return IR_OK;
}

static IrStatus collect(IrOp *op, void *user) {
  Stage *stage = user;
  if (IS(op, tile_dot)) ir_vec_push(&stage->dots, op);
  if (IS(op, tile_copy)) ir_vec_push(&stage->copies, op);
  return IR_OK;
}

IrStatus tile_stage_run(IrPassRun *run, IrOp *kernel) {
  const struct tile_stage_decl *self = run->decl;
  Stage stage = {.rows = product_rows_of(kernel)};
  IrStatus status = ir_walk_pre(kernel, collect, &stage);
  for (size_t i = 0; i < stage.copies.n && status == IR_OK; i++) {
    status = expand_copy(stage.copies.at[i]);
    self->stats->copies++;
  }
  find_turned(&stage);
  for (size_t i = 0; i < stage.dots.n && status == IR_OK; i++) {
    Product p = product_of(stage.dots.at[i]);
    if (!product_keeps_a(&stage.rows, &p)) stage_operand(&stage, p.dot, 0);
    stage_operand(&stage, p.dot, 1);
  }
  self->stats->staged += stage.staged;
  product_rows_free(&stage.rows);
  ir_vec_free(&stage.dots);
  ir_vec_free(&stage.copies);
  ir_ptrmap_free(&stage.buffers);
  ir_ptrmap_free(&stage.turned);
  return status;
}
