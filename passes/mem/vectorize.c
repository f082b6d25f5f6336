// mem-vectorize: the widest access to global memory that can be proven for each tile load and
// store.
//
// requires: laid-out tiles   preserves: everything
// adds: `width`, `edge` on tile.load and tile.store
//
// An access may move n elements when n consecutive registers hold n consecutive elements along the
// contiguous dimension, and n divides the tile's offset there, every other stride, and the address
// in elements, so that the access is aligned.  Where n does not divide the extent, the memref may
// end inside an access: `edge` says into what parts such a one falls.
#include "dialects/mem/mem.h"
#include "dialects/tile/layout.h"
#include "dialects/tile/tile.h"
#include "passes/mem/contiguity.h"
#include "passes/mem/divisibility.h"
#include "passes/mem/mem_passes.h"
#include "passes/tile/access.h"

typedef struct Vectorize {
  const IrPassRun *run;
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

// The most elements that one access moves.
static int64_t widest(IrType memref) {
  return ACCESS_BYTES / mem_element_bytes(ir_type_element(memref));
}

// Dimension of the tile along which the memref is contiguous, or -1.
static int contiguous_in_tile(IrType memref, IrType tensor) {
  int lead = (int)(ir_type_shape(memref).rank - ir_type_shape(tensor).rank);
  int contiguous = access_contiguous_dim(memref);
  return contiguous < lead ? -1 : contiguous - lead;
}

static int64_t provable_width(IrOp *kernel, const IrValue *memref, IrValues indices,
                              IrType tensor) {
  IrType type = ir_value_type(memref);
  int dim = contiguous_in_tile(type, tensor);
  if (dim < 0) return 1;
  int64_t limit = min(widest(type), width_of_layout(tensor, (size_t)dim));
  return divisor_of_access(kernel, memref, indices, (size_t)access_contiguous_dim(type), limit);
}

// Why the access is no wider.  That nothing more is proven comes first: tile-layout knows it too
// and then leaves a thread with fewer elements next to each other.
static void explain_missed(const Vectorize *state, IrOp *op, const IrValue *memory,
                           IrValues indices, IrType tensor, int64_t width) {
  IrType type = ir_value_type(memory);
  int64_t most = widest(type);
  if (!IR_REMARK_WANTED(state->run, state->self, missed_vectorize)) return;
  if (contiguous_in_tile(type, tensor) < 0) {
    IR_REMARK(state->run, state->self, missed_vectorize, op,
              "moves 1 of {} elements at a time: {} is not contiguous along the tile", most,
              memory);
    return;
  }
  size_t dim = (size_t)access_contiguous_dim(type);
  if (divisor_of_access(state->kernel, memory, indices, dim, most) > width)
    IR_REMARK(state->run, state->self, missed_vectorize, op,
              "moves {} of {} elements at a time: a thread holds no more next to each other", width,
              most);
  else
    IR_REMARK(state->run, state->self, missed_vectorize, op,
              "moves {} of {} elements at a time: the offset, strides and address of {} are "
              "not known to be multiples of more",
              width, most, memory);
}

static void explain(const Vectorize *state, IrOp *op, const IrValue *memory, IrValues indices,
                    IrType tensor, int64_t width) {
  if (width < widest(ir_value_type(memory)))
    explain_missed(state, op, memory, indices, tensor, width);
  else
    IR_REMARK(state->run, state->self, vectorize, op, "moves {} elements at a time", width);
}

static void explain_edge(const Vectorize *state, IrOp *op, const IrValue *memory, int64_t edge) {
  IR_REMARK(state->run, state->self, cut_access, op,
            "has code for an access cut by the end of {}: of its extent and the offset it is only "
            "known that {} divides both",
            memory, edge);
}

// Slots of an op's attributes.
typedef struct Slots {
  size_t width, edge;
} Slots;

static void set_int(IrOp *op, size_t slot, int64_t number) {
  ir_set_attr(op, slot, ir_attr_integer(ir_type_i64(ir_op_context(op)), number));
}

static void annotate(Vectorize *state, IrOp *op, const IrValue *memory, IrValues indices,
                     IrType tensor, Slots slots) {
  IrType type = ir_value_type(memory);
  if (mem_is_buffer(type)) return;
  int64_t width = provable_width(state->kernel, memory, indices, tensor), edge = width;
  if (width > 1)
    edge = min(
        edge, divisor_of_edge(state->kernel, memory, indices, (size_t)access_contiguous_dim(type)));
  set_int(op, slots.width, width);
  if (width > 1)
    state->self->stats->vectorized++;
  else
    state->self->stats->scalar++;
  explain(state, op, memory, indices, tensor, width);
  if (edge == width) return;
  set_int(op, slots.edge, edge);
  state->self->stats->cut++;
  explain_edge(state, op, memory, edge);
}

// Of a gather or scatter: elements that follow each other along a run of its indices.
static void explain_indexed(const Vectorize *state, IrOp *op, const IrValue *memory,
                            const AccessRun *along, int64_t width) {
  int64_t most = widest(ir_value_type(memory));
  if (width == most)
    IR_REMARK(state->run, state->self, vectorize, op, "moves {} elements at a time", width);
  else if (along->axis < 0)
    IR_REMARK(state->run, state->self, missed_vectorize, op,
              "moves 1 of {} elements at a time: its indices are not known to follow each other",
              most);
  else
    IR_REMARK(state->run, state->self, missed_vectorize, op,
              "moves {} of {} elements at a time: the indices, strides and address of {} are not "
              "known to be multiples of more, or a thread holds no more next to each other",
              width, most, memory);
}

static void annotate_indexed(Vectorize *state, IrOp *op, const IrValue *memory, IrValues indices,
                             const IrValue *mask, IrType tensor, Slots slots) {
  IrType type = ir_value_type(memory);
  if (mem_is_buffer(type)) return;
  AccessRun along = access_run_of(state->kernel, memory, indices, mask, ir_type_shape(tensor));
  int64_t width = 1;
  if (along.axis >= 0)
    width = access_run_width(state->kernel, memory, &along,
                             min(widest(type), width_of_layout(tensor, (size_t)along.axis)));
  int64_t edge = access_run_edge(state->kernel, memory, &along, width);
  set_int(op, slots.width, width);
  if (width > 1)
    state->self->stats->vectorized++;
  else
    state->self->stats->scalar++;
  explain_indexed(state, op, memory, &along, width);
  if (edge == width) return;
  set_int(op, slots.edge, edge);
  state->self->stats->cut++;
}

// Floats are added a vector at a time.
static void annotate_atomic(Vectorize *state, IrOp *op) {
  const IrValue *memory = GET(op, tile_atomic_rmw, memory);
  IrType tensor = ir_value_type(GET(op, tile_atomic_rmw, value));
  int64_t most = access_combined_at_once(state->kernel, memory, GET(op, tile_atomic_rmw, kind));
  if (most == 1) return;
  AccessRun along = access_run_of(state->kernel, memory, GET(op, tile_atomic_rmw, indices),
                                  GET(op, tile_atomic_rmw, mask), ir_type_shape(tensor));
  if (along.axis < 0) return;
  int64_t width = access_run_width(state->kernel, memory, &along,
                                   min(most, width_of_layout(tensor, (size_t)along.axis)));
  int64_t edge = access_run_edge(state->kernel, memory, &along, width);
  set_int(op, IR_ARG_SLOT(tile_atomic_rmw, width), width);
  if (width > 1) state->self->stats->vectorized++;
  if (edge == width) return;
  set_int(op, IR_ARG_SLOT(tile_atomic_rmw, edge), edge);
  state->self->stats->cut++;
}

static IrStatus visit(IrOp *op, void *user) {
  Vectorize *state = user;
  if (IS(op, tile_gather))
    annotate_indexed(state, op, GET(op, tile_gather, source), GET(op, tile_gather, indices),
                     GET(op, tile_gather, mask), GET(op, tile_gather, result_type),
                     (Slots){IR_ARG_SLOT(tile_gather, width), IR_ARG_SLOT(tile_gather, edge)});
  if (IS(op, tile_atomic_rmw)) annotate_atomic(state, op);
  if (IS(op, tile_scatter))
    annotate_indexed(state, op, GET(op, tile_scatter, dest), GET(op, tile_scatter, indices),
                     GET(op, tile_scatter, mask), ir_value_type(GET(op, tile_scatter, tile)),
                     (Slots){IR_ARG_SLOT(tile_scatter, width), IR_ARG_SLOT(tile_scatter, edge)});
  if (IS(op, tile_load))
    annotate(state, op, GET(op, tile_load, source), GET(op, tile_load, indices),
             GET(op, tile_load, tile_type),
             (Slots){IR_ARG_SLOT(tile_load, width), IR_ARG_SLOT(tile_load, edge)});
  if (IS(op, tile_store))
    annotate(state, op, GET(op, tile_store, dest), GET(op, tile_store, indices),
             ir_value_type(GET(op, tile_store, tile)),
             (Slots){IR_ARG_SLOT(tile_store, width), IR_ARG_SLOT(tile_store, edge)});
  return IR_OK;
}

IrStatus mem_vectorize_run(IrPassRun *run, IrOp *kernel) {
  Vectorize state = {run, kernel, run->decl};
  return ir_walk_pre(kernel, visit, &state);
}
