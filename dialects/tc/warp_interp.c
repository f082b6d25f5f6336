// Interpreter rules of what a warp executes: tc.mma, tc.ldmatrix, tc.stmatrix.
#include "dialects/tc/tc_impl.h"

#include <math.h>

#include "dialects/mem/machine.h"
#include "dialects/tc/fragment.h"
#include "dialects/tc/product.h"

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/tc/tc_ops.def"
#include "ir/core/opdef_end.inc"

bool tc_whole_warp(IrInterp *interp, IrOp *op) {
  IrStep step = IR_STEP_NEXT;
  uint64_t absent = UINT32_MAX & ~ir_interp_active(interp);
  if (ir_interp_lanes(interp) != TC_LANES)
    step = ir_interp_fail(interp, op, "needs the lanes of a warp");
  else if (absent)
    step = ir_interp_fail(interp, op, "is executed by whole warps, but lane {} is elsewhere",
                          __builtin_ctzll(absent));
  return step != IR_STEP_FAIL;
}

// ---- tc.mma ----

enum { MAX_M = 16, MAX_N = 8, MAX_K = 32 };

typedef struct Matrices {
  double a[MAX_M][MAX_K], b[MAX_K][MAX_N], c[MAX_M][MAX_N];
} Matrices;

// Places of one element of all lanes: that of lane 0, and what bits 0 and 2 of the lane add, since
// each bit adds to what the others do.
typedef struct Places {
  TcPlace zero, one, four;
} Places;

static TcPlace place_in(const Places *p, unsigned lane) {
  unsigned t = lane % 4, g = lane / 4;
  return (TcPlace){p->zero.row + t * (p->one.row - p->zero.row) + g * (p->four.row - p->zero.row),
                   p->zero.column + t * (p->one.column - p->zero.column) +
                       g * (p->four.column - p->zero.column)};
}

static Places places_c(const TcInstr *t, unsigned i) {
  return (Places){tc_place_c(t->m, 0, i), tc_place_c(t->m, 1, i), tc_place_c(t->m, 4, i)};
}

static void gather(Matrices *m, const TcInstr *t, const double *a, const double *b, const double *c,
                   unsigned bytes) {
  for (unsigned i = 0; i < t->a_elements; i++) {
    Places places = {tc_place_a(t->m, bytes, 0, i), tc_place_a(t->m, bytes, 1, i),
                     tc_place_a(t->m, bytes, 4, i)};
    for (unsigned lane = 0; lane < TC_LANES; lane++) {
      TcPlace p = place_in(&places, lane);
      m->a[p.row][p.column] = a[lane * t->a_elements + i];
    }
  }
  for (unsigned i = 0; i < t->b_elements; i++) {
    Places places = {tc_place_b(bytes, 0, i), tc_place_b(bytes, 1, i), tc_place_b(bytes, 4, i)};
    for (unsigned lane = 0; lane < TC_LANES; lane++) {
      TcPlace p = place_in(&places, lane);
      m->b[p.row][p.column] = b[lane * t->b_elements + i];
    }
  }
  for (unsigned i = 0; i < t->c_elements; i++) {
    Places places = places_c(t, i);
    for (unsigned lane = 0; lane < TC_LANES; lane++) {
      TcPlace p = place_in(&places, lane);
      m->c[p.row][p.column] = c[lane * t->c_elements + i];
    }
  }
}

// c += a * b, along K as tc_dot_product adds; columns side by side.
static void multiply(Matrices *m, const TcInstr *t, bool fused) {
  for (unsigned row = 0; row < t->m; row++) {
    double *c = m->c[row];
    for (unsigned k = 0; k < t->k; k++) {
      double a = m->a[row][k];
      const double *b = m->b[k];
      if (fused)
        for (unsigned n = 0; n < MAX_N; n++) c[n] = fma(a, b[n], c[n]);
      else
        for (unsigned n = 0; n < MAX_N; n++) c[n] += a * b[n];
    }
  }
}

static void scatter(const Matrices *m, const TcInstr *t, double *sums) {
  for (unsigned i = 0; i < t->c_elements; i++) {
    Places places = places_c(t, i);
    for (unsigned lane = 0; lane < TC_LANES; lane++) {
      TcPlace p = place_in(&places, lane);
      sums[lane * t->c_elements + i] = m->c[p.row][p.column];
    }
  }
}

static double *decoded(IrInterp *interp, const IrCell *cell, bool is_unsigned) {
  size_t n = (size_t)cell->lanes * (size_t)cell->count;
  double *to = ir_interp_scratch(interp, n * sizeof *to);
  tc_decode(cell->element, is_unsigned, cell->data, n, to);
  return to;
}

IrStep tc_mma_interp(IrInterp *interp, IrOp *op) {
  if (!tc_whole_warp(interp, op)) return IR_STEP_FAIL;
  const IrCell *a = ir_interp_operand(interp, op, 0), *b = ir_interp_operand(interp, op, 1);
  const IrCell *c = ir_interp_operand(interp, op, 2);
  const TcInstr *t = tc_instr(ir_attr_str(GET(op, tc_mma, instr)));
  Matrices *m = ir_interp_scratch(interp, sizeof *m);
  double *sums = decoded(interp, c, false);
  gather(m, t, decoded(interp, a, GET(op, tc_mma, unsigned_a) != NULL),
         decoded(interp, b, GET(op, tc_mma, unsigned_b) != NULL), sums, a->element_bytes);
  multiply(m, t, ir_element_kind(a->element) == IR_ELEMENT_F64);
  scatter(m, t, sums);
  tc_encode(c->element, GET(op, tc_mma, satfinite) != NULL, sums, TC_LANES * t->c_elements,
            ir_interp_result_cell(interp, op, 0)->data);
  return IR_STEP_NEXT;
}

// ---- tc.ldmatrix, tc.stmatrix ----

enum { ROW_BYTES = 16 };

// Moves the rows that the first `rows` lanes give, 16 bytes each, one after another in `data`.
static IrStep move_rows(IrInterp *interp, IrOp *op, const IrValue *buffer, const IrValue *offset,
                        unsigned rows, MemAccessKind kind, void *data) {
  void *machine;
  const MemMachine *table = mem_interp_machine(interp, op, &machine);
  const MemView *view = ir_interp_get(interp, buffer)->data;
  const IrCell *offset_cell = ir_interp_get(interp, offset);
  int64_t offsets[TC_LANES];
  if (!table) return IR_STEP_FAIL;
  if (!table->lanes) return ir_interp_fail(interp, op, "needs a warp, and nothing here has one");
  for (unsigned lane = 0; lane < rows; lane++) {
    int64_t at = ir_cell_int(offset_cell, lane), n = ROW_BYTES / view->element_bytes;
    if (at < 0 || at > view->extents[0] - n)
      return ir_interp_fail(interp, op,
                            "moves a row outside in lane {}: elements {} to {} of a buffer of {}",
                            lane, at, at + n - 1, view->extents[0]);
    offsets[lane] = at * view->element_bytes;
  }
  return table->lanes(machine, interp, op,
                      &(MemLaneAccess){.view = view,
                                       .lanes = (UINT64_C(1) << rows) - 1,
                                       .offsets = offsets,
                                       .bytes = ROW_BYTES,
                                       .kind = kind,
                                       .data = data});
}

// Rows and the registers of all lanes hold the same elements: copies them either way.
static void spread(const IrCell *registers, bool trans, unsigned char *rows, bool to_rows) {
  unsigned bytes = registers->element_bytes, n = (unsigned)registers->count;
  for (unsigned lane = 0; lane < TC_LANES; lane++) {
    for (unsigned i = 0; i < n; i++) {
      TcMatrixPlace p = tc_place_matrix(trans, bytes, lane, i);
      unsigned char *in_row = rows + p.provider * ROW_BYTES + p.column * bytes;
      unsigned char *held = (unsigned char *)registers->data + (lane * n + i) * bytes;
      memcpy(to_rows ? in_row : held, to_rows ? held : in_row, bytes);
    }
  }
}

// 8 for each matrix.
static unsigned num_rows(const IrCell *registers) {
  return (unsigned)registers->count * registers->element_bytes / 4 * 8;
}

IrStep tc_ldmatrix_interp(IrInterp *interp, IrOp *op) {
  unsigned char rows[TC_LANES * ROW_BYTES];
  if (!tc_whole_warp(interp, op)) return IR_STEP_FAIL;
  IrCell *out = ir_interp_result_cell(interp, op, 0);
  if (move_rows(interp, op, GET(op, tc_ldmatrix, buffer), GET(op, tc_ldmatrix, offset),
                num_rows(out), MEM_ACCESS_LOAD, rows) == IR_STEP_FAIL)
    return IR_STEP_FAIL;
  spread(out, GET(op, tc_ldmatrix, trans) != NULL, rows, false);
  return IR_STEP_NEXT;
}

IrStep tc_stmatrix_interp(IrInterp *interp, IrOp *op) {
  unsigned char rows[TC_LANES * ROW_BYTES];
  if (!tc_whole_warp(interp, op)) return IR_STEP_FAIL;
  const IrCell *in = ir_interp_get(interp, GET(op, tc_stmatrix, value));
  spread(in, GET(op, tc_stmatrix, trans) != NULL, rows, true);
  return move_rows(interp, op, GET(op, tc_stmatrix, buffer), GET(op, tc_stmatrix, offset),
                   num_rows(in), MEM_ACCESS_STORE, rows);
}
