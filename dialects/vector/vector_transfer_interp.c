// Interpreter rules of vector.transfer_read and vector.transfer_write: element by element, as the
// map says where each lies.
#include "dialects/mem/machine.h"
#include "dialects/vector/vector_impl.h"

enum { MAX_RANK = 16 };

// One element of the vector of one lane, and where it lies.
typedef struct Walk {
  IrAttr map, flags;
  IrShape vector;
  size_t rank; // of the base
  int64_t start[MAX_RANK], at[MAX_RANK], index[MAX_RANK];
} Walk;

static bool start_walk(IrInterp *interp, IrOp *op, size_t first_index, IrType vector, size_t rank,
                       int64_t lane, Walk *w) {
  *w = (Walk){.map = ir_op_attr(op, "permutation_map"),
              .flags = ir_op_attr(op, "in_bounds"),
              .vector = ir_type_shape(vector),
              .rank = rank};
  for (size_t d = 0; d < rank; d++)
    w->start[d] = ir_cell_int(ir_interp_operand(interp, op, first_index + d), lane);
  return w->vector.rank <= MAX_RANK && rank <= MAX_RANK;
}

// Fills `at` from `index`.
static void locate(Walk *w) {
  memcpy(w->at, w->start, w->rank * sizeof *w->at);
  for (size_t i = 0; i < w->vector.rank; i++) {
    int64_t dim = vector_mapped_dim(w->map, i);
    if (dim >= 0) w->at[dim] += w->index[i];
  }
}

static bool advance(Walk *w) {
  for (size_t i = w->vector.rank; i-- > 0;) {
    if (++w->index[i] < w->vector.at[i]) return true;
    w->index[i] = 0;
  }
  return false;
}

// Whether an element outside is expected: it is then padding, or not written.
static bool may_be_outside(const Walk *w, const MemView *view) {
  for (size_t i = 0; i < w->vector.rank; i++) {
    int64_t dim = vector_mapped_dim(w->map, i);
    if (dim < 0 || ir_attr_int(ir_attr_at(w->flags, i))) continue;
    if (w->at[dim] < 0 || w->at[dim] >= view->extents[dim]) return true;
  }
  return false;
}

// The entry of the mask for the element: the mask's dimensions are in the base's order.
static bool is_masked_out(const Walk *w, const IrCell *mask, int64_t lane) {
  int64_t entry = 0;
  if (!mask) return false;
  for (size_t d = 0; d < w->rank; d++)
    for (size_t i = 0; i < w->vector.rank; i++)
      if (vector_mapped_dim(w->map, i) == (int64_t)d) entry = entry * w->vector.at[i] + w->index[i];
  return !ir_cell_int(mask, lane * mask->count + entry);
}

static const int64_t one[MEM_MAX_RANK] = {1, 1, 1, 1, 1, 1, 1, 1};

static const IrCell *mask_cell(IrInterp *interp, const IrValue *mask) {
  return mask ? ir_interp_get(interp, mask) : NULL;
}

IrStep vector_transfer_read_interp(IrInterp *interp, IrOp *op) {
  IrValue *base = GET(op, vector_transfer_read, base);
  const IrCell *mask = mask_cell(interp, GET(op, vector_transfer_read, mask));
  const IrCell *pad = ir_interp_get(interp, GET(op, vector_transfer_read, padding));
  IrCell *out = ir_interp_result_cell(interp, op, 0);
  if (ir_type_kind(ir_value_type(base)) != IR_TYPE_MEMREF)
    return ir_interp_fail(interp, op, "is executed on memory only");
  const MemView *view = ir_interp_get(interp, base)->data;
  IR_FOR_LANES(active, ir_interp_active(interp)) {
    int64_t lane = (int64_t)active;
    Walk w;
    if (!start_walk(interp, op, 1, out->type, view->rank, lane, &w))
      return ir_interp_fail(interp, op, "has more than {} dimensions", (int)MAX_RANK);
    char *to = (char *)out->data + lane * out->count * out->element_bytes;
    const char *padding = (const char *)pad->data + lane * pad->element_bytes;
    do {
      locate(&w);
      if (is_masked_out(&w, mask, lane) || may_be_outside(&w, view))
        memcpy(to, padding, out->element_bytes);
      else if (mem_interp_read(interp, op, view, (MemBox){w.at, one}, active, to) == IR_STEP_FAIL)
        return IR_STEP_FAIL;
      to += out->element_bytes;
    } while (advance(&w));
  }
  return IR_STEP_NEXT;
}

IrStep vector_transfer_write_interp(IrInterp *interp, IrOp *op) {
  IrValue *base = GET(op, vector_transfer_write, base);
  const IrCell *mask = mask_cell(interp, GET(op, vector_transfer_write, mask));
  const IrCell *in = ir_interp_operand(interp, op, 0);
  if (ir_type_kind(ir_value_type(base)) != IR_TYPE_MEMREF)
    return ir_interp_fail(interp, op, "is executed on memory only");
  const MemView *view = ir_interp_get(interp, base)->data;
  IR_FOR_LANES(active, ir_interp_active(interp)) {
    int64_t lane = (int64_t)active;
    Walk w;
    if (!start_walk(interp, op, 2, in->type, view->rank, lane, &w))
      return ir_interp_fail(interp, op, "has more than {} dimensions", (int)MAX_RANK);
    const char *from = (const char *)in->data + lane * in->count * in->element_bytes;
    do {
      locate(&w);
      bool skipped = is_masked_out(&w, mask, lane) || may_be_outside(&w, view);
      if (!skipped &&
          mem_interp_write(interp, op, view, (MemBox){w.at, one}, active, from) == IR_STEP_FAIL)
        return IR_STEP_FAIL;
      from += in->element_bytes;
    } while (advance(&w));
  }
  return IR_STEP_NEXT;
}

// How many lanes of a scalable vector there are is the machine's; here it is as few as can be.
IrStep vector_vscale_interp(IrInterp *interp, IrOp *op) {
  IrCell *out = ir_interp_result_cell(interp, op, 0);
  for (int64_t lane = 0; lane < out->lanes; lane++) ir_cell_set_int(out, lane, 1);
  return IR_STEP_NEXT;
}
