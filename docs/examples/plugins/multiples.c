// A data-flow analysis of one's own: which power of two divides each integer, through loops,
// branches and calls; and a pass that says so as remarks.  See docs/dataflow.md.
//
//   loop.mlir:4:10: remark: a multiple of 16 [multiple]
//
// cc -shared -fPIC $(pkg-config --cflags tegula) multiples.c -o multiples.so
// tile-opt loop.mlir --load-plugin=./multiples.so --show-multiples --remarks-filter=multiple
#include "dialects/arith/arith.h"
#include "ir/ir.h"

// ---- The lattice: 0 as long as nothing has arrived, else k + 1 when 2^k divides the value ----

typedef struct Multiple {
  uint8_t bits;
} Multiple;
enum { ONE = 1, MOST = 63 };

static uint8_t smaller(uint8_t a, uint8_t b) {
  return a < b ? a : b;
}

static bool join(const IrDataflow *flow, const IrValue *value, void *to, const void *from) {
  (void)flow, (void)value;
  Multiple *a = to, old = *a;
  const Multiple *b = from;
  if (b->bits) a->bits = a->bits ? smaller(a->bits, b->bits) : b->bits;
  return a->bits != old.bits;
}

static void top(const IrDataflow *flow, const IrValue *value, void *state) {
  (void)flow, (void)value;
  ((Multiple *)state)->bits = ONE; // one divides everything
}

// ---- The transfer function: of the ops that are worth it; of all others nothing is known ----

static uint8_t of_number(int64_t number) {
  return number ? smaller((uint8_t)(__builtin_ctzll((uint64_t)number) + 1), MOST) : MOST;
}

static bool transfer(IrDataflow *flow, IrOp *op, const void *const *in, void *const *out) {
  (void)flow;
  Multiple *result = out[0];
  int64_t number;
  if (ir_match_int(ir_op_result(op, 0), &number)) {
    result->bits = of_number(number);
    return true;
  }
  if (ir_op_num_operands(op) < 1) return false;
  uint8_t a = ((const Multiple *)in[0])->bits;
  uint8_t b = ir_op_num_operands(op) > 1 ? ((const Multiple *)in[1])->bits : a;
  if (IS(op, arith_addi) || IS(op, arith_subi))
    result->bits = smaller(a, b);
  else if (IS(op, arith_muli))
    result->bits = smaller((uint8_t)(a + b - 1), MOST); // 2^i * 2^k = 2^(i+k)
  else if (IS(op, arith_index_cast))
    result->bits = a;
  else
    return false;
  return true;
}

// ---- Loop counters: they start at one value and grow by another ----

static uint8_t of_bound(IrDataflow *flow, IrBound bound);

static void counter(IrDataflow *flow, IrOp *op, const IrValue *value, void *state) {
  Multiple *m = state;
  IrLoopBounds bounds;
  m->bits = ONE;
  if (!ir_op_is_loop(op) || ir_loop_induction(op) != value || !ir_loop_bounds(op, &bounds)) return;
  m->bits = smaller(of_bound(flow, bounds.lower), of_bound(flow, bounds.step));
}

static const IrDataflowDef multiples = {.size = sizeof multiples,
                                        .name = "multiples",
                                        .kind = IR_DATAFLOW_SPARSE,
                                        .state_size = sizeof(Multiple),
                                        .join = join,
                                        .top = top,
                                        .transfer = transfer,
                                        .own_value = counter};

static uint8_t of_bound(IrDataflow *flow, IrBound bound) {
  if (!bound.value) return of_number(bound.number);
  const Multiple *m = ir_dataflow_value(flow, &multiples, bound.value);
  return m ? m->bits : ONE;
}

// ---- The pass ----

#define PASS_TABLE \
  PASS(show_multiples, "show-multiples", \
       SUMMARY("Say which ops give multiples of a power of two.") \
           PRESERVES_ALL OPTIONS(OPT_INT(at_least, 8, "say nothing about smaller powers")) \
               REMARKS(REMARK(multiple, ANALYSIS, "a power of two that divides a result")) \
                   RUN(show_multiples_run))

#define IR_PASSDEF_DECLARE
#include "ir/pass/passdef_begin.inc"
PASS_TABLE
#include "ir/pass/passdef_end.inc"

typedef struct Report {
  IrPassRun *run;
  IrDataflow *flow;
} Report;

static IrStatus report(IrOp *op, void *user) {
  Report *r = user;
  const struct show_multiples_decl *self = r->run->decl;
  if (ir_op_num_results(op) != 1 || ir_op_has_trait(op, IR_CONSTANT_LIKE)) return IR_OK;
  const Multiple *m = ir_dataflow_value(r->flow, &multiples, ir_op_result(op, 0));
  if (!m || !m->bits) return IR_OK;
  int64_t power = INT64_C(1) << (m->bits - 1);
  if (power >= self->options.at_least)
    IR_REMARK(r->run, self, multiple, op, "a multiple of {}", power);
  return IR_OK;
}

static IrStatus show_multiples_run(IrPassRun *run, IrOp *root) {
  Report r = {run, ir_dataflow_create(root)};
  ir_dataflow_add(r.flow, &ir_constant_analysis); // ways that constants close are not followed
  ir_dataflow_add(r.flow, &multiples);
  ir_dataflow_run(r.flow);
  IrStatus status = ir_walk_pre(root, report, &r);
  ir_dataflow_destroy(r.flow);
  return status;
}

#define IR_PASSDEF_DEFINE
#include "ir/pass/passdef_begin.inc"
PASS_TABLE
#include "ir/pass/passdef_end.inc"

static IrStatus load(IrContext *ctx) {
  return ir_pass_register(ctx, &show_multiples);
}
IR_PLUGIN("multiples", "1.0", load)
