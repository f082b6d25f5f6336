// mem-vectorize: the widest access to global memory that can be proven for each tile load and
// store.
//
// requires: laid-out tiles   preserves: everything   adds: `width` on tile.load and tile.store
//
// An access may move n elements when n consecutive registers hold n consecutive elements along the
// contiguous dimension, and n divides: the tile's offset there and the memref's extent there (so
// the n elements are all inside or all outside), every other stride, and the address in elements
// (so the access is aligned).
#include "dialects/mem/mem.h"
#include "dialects/tile/layout.h"
#include "dialects/tile/tile.h"
#include "passes/mem/divisibility.h"
#include "passes/mem/mem_passes.h"
#include "passes/tile/access.h"

typedef struct Vectorize {
  IrOp *kernel;
  const struct mem_vectorize_decl *self;
} Vectorize;

static int64_t min(int64_t a, int64_t b) {
  return a < b ? a : b;
}

// What the layout allows: consecutive registers along tile dimension `dim`.
static int64_t width_of_layout(IrType tensor, size_t dim) {
  TileLayout layout;
  if (!tile_layout_of(tensor, &layout)) return 1;
  return tile_layout_vector(&layout, (unsigned)dim);
}

static int64_t provable_width(IrOp *kernel, const IrValue *memref, IrValues indices,
                              IrType tensor) {
  IrType type = ir_value_type(memref);
  int contiguous = access_contiguous_dim(type);
  size_t rank = ir_type_shape(type).rank, lead = rank - ir_type_shape(tensor).rank;
  if (contiguous < (int)lead) return 1;
  size_t c = (size_t)contiguous;
  int64_t bytes = mem_element_bytes(ir_type_element(type));
  int64_t limit = min(ACCESS_BYTES / bytes, width_of_layout(tensor, c - lead));
  return divisor_of_access(kernel, memref, indices, c, limit);
}

static void annotate(Vectorize *state, IrOp *op, const IrValue *memory, IrValues indices,
                     IrType tensor, size_t slot) {
  if (mem_is_buffer(ir_value_type(memory))) return;
  int64_t width = provable_width(state->kernel, memory, indices, tensor);
  ir_set_attr(op, slot, ir_attr_integer(ir_type_i64(ir_op_context(op)), width));
  if (width > 1)
    state->self->stats->vectorized++;
  else
    state->self->stats->scalar++;
}

static IrStatus visit(IrOp *op, void *user) {
  Vectorize *state = user;
  if (IS(op, tile_load))
    annotate(state, op, GET(op, tile_load, source), GET(op, tile_load, indices),
             GET(op, tile_load, tile_type), IR_ARG_SLOT(tile_load, width));
  if (IS(op, tile_store))
    annotate(state, op, GET(op, tile_store, dest), GET(op, tile_store, indices),
             ir_value_type(GET(op, tile_store, tile)), IR_ARG_SLOT(tile_store, width));
  return IR_OK;
}

IrStatus mem_vectorize_run(IrPassRun *run, IrOp *kernel) {
  Vectorize state = {kernel, run->decl};
  return ir_walk_pre(kernel, visit, &state);
}
