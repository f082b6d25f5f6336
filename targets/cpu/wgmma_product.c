// The arithmetic of a product of a warpgroup: operands are read from shared memory as their
// descriptors say, 16 bytes at a time, which no layout divides.
#include "dialects/tc/product.h"
#include "ir/interp/element.h"
#include "targets/cpu/wgmma.h"

enum { CHUNK = 16, MAX_N = 256, MAX_K = 32, MAX_M = 64 };

// One operand in shared memory.
typedef struct Operand {
  const TcDescriptor *descriptor;
  IrType element;
  bool is_unsigned, mn_major;
  unsigned extent_mn, k;
  const CpuProduct *product; // that reads it
  bool split;                // a warp reads its 16 rows, and not all of it
} Operand;

// The warps that read elements from `mn` on: each by itself, as races are looked for.
static IrStep check_chunk(CpuWarp *warp, const IrOp *op, const Operand *o, char *at, unsigned mn) {
  CpuBytes bytes = {.storage = &warp->block->shared,
                    .at = at,
                    .bytes = CHUNK,
                    .queue = CPU_RACE_QUEUE_MMA,
                    .async = true};
  for (unsigned i = 0; i < TC_WARPGROUP; i++) {
    if (o->split && mn / TC_WARP_ROWS != i) continue;
    bytes.agent = o->product->parts[i].agent;
    if (cpu_check_bytes(warp, op, bytes) == IR_STEP_FAIL) return IR_STEP_FAIL;
    if (!bytes.agent) break;
  }
  return IR_STEP_NEXT;
}

// `to[mn * k + i]` are element (mn, i).
static IrStep read_operand(CpuWarp *warp, const IrOp *op, const Operand *o, double *to) {
  CpuStorage *shared = &warp->block->shared;
  unsigned bytes = ir_element_bytes(o->element), run = CHUNK / bytes;
  unsigned rows = o->mn_major ? o->k : o->extent_mn, columns = o->mn_major ? o->extent_mn : o->k;
  for (unsigned row = 0; row < rows; row++) {
    for (unsigned column = 0; column < columns; column += run) {
      unsigned mn = o->mn_major ? column : row, k = o->mn_major ? row : column;
      double values[CHUNK];
      char *at = shared->data + tc_descriptor_place(o->descriptor, o->mn_major, bytes, mn, k);
      if (check_chunk(warp, op, o, at, mn) == IR_STEP_FAIL) return IR_STEP_FAIL;
      tc_decode(o->element, o->is_unsigned, at, run, values);
      for (unsigned i = 0; i < run; i++)
        to[(mn + (o->mn_major ? i : 0)) * o->k + k + (o->mn_major ? 0 : i)] = values[i];
    }
  }
  return IR_STEP_NEXT;
}

// The warp's 16 rows of A from its registers.
static void gather_rows(const CpuRegisters *registers, IrType element, bool is_unsigned, unsigned k,
                        double *rows) {
  unsigned bytes = ir_element_bytes(element), n = TC_WARP_ROWS * k / TC_LANES;
  for (unsigned lane = 0; lane < TC_LANES; lane++) {
    double values[CHUNK];
    const char *from = (const char *)registers->data + (size_t)lane * n * bytes;
    tc_decode(element, is_unsigned, from, n, values);
    for (unsigned i = 0; i < n; i++) {
      TcPlace p = tc_place_a(TC_WARP_ROWS, bytes, lane, i);
      rows[p.row * k + p.column] = values[i];
    }
  }
}

// d = a * b + d for the 16 rows of a warp.
static void multiply(const CpuProduct *product, const TcWgmma *w, const double *rows,
                     const double *b, CpuRegisters *d) {
  unsigned n = w->n / 2, bytes = ir_element_bytes(w->d);
  bool satfinite = GET(product->op, tc_wgmma, satfinite) != NULL;
  for (unsigned lane = 0; lane < TC_LANES; lane++) {
    double sums[MAX_N / 2] = {0};
    char *held = (char *)d->data + (size_t)lane * n * bytes;
    if (product->adds) tc_decode(w->d, false, held, n, sums);
    for (unsigned i = 0; i < n; i++) {
      TcPlace p = tc_place_c(TC_WARP_ROWS, lane, i);
      sums[i] = tc_dot_product(rows + p.row * w->k, b + p.column * w->k, w->k, sums[i], false);
    }
    tc_encode(w->d, satfinite, sums, n, held);
  }
}

IrStep cpu_wgmma_compute(CpuWarpgroup *group, const CpuProduct *product) {
  static _Thread_local double a[MAX_M * MAX_K], b[MAX_N * MAX_K];
  const IrOp *op = product->op;
  TcWgmma w = tc_wgmma_of(op);
  bool unsigned_a = GET(op, tc_wgmma, unsigned_a) != NULL;
  Operand from_b = {&product->b, w.b,  GET(op, tc_wgmma, unsigned_b) != NULL, w.trans_b, w.n, w.k,
                    product,     false};
  Operand from_a = {&product->a, w.a, unsigned_a, w.trans_a, MAX_M, w.k, product, true};
  if (read_operand(product->first, op, &from_b, b) == IR_STEP_FAIL) return IR_STEP_FAIL;
  if (!w.a_in_registers && read_operand(product->first, op, &from_a, a) == IR_STEP_FAIL)
    return IR_STEP_FAIL;
  for (unsigned i = 0; i < TC_WARPGROUP; i++) {
    const CpuPart *part = &product->parts[i];
    double *rows = a + i * TC_WARP_ROWS * w.k;
    if (w.a_in_registers) gather_rows(&group->registers.at[part->a], w.a, unsigned_a, w.k, rows);
    multiply(product, &w, rows, b, &group->registers.at[part->d]);
  }
  return IR_STEP_NEXT;
}
