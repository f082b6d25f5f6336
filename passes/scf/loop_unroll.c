// scf-loop-unroll: several iterations become one; see dialects/scf/scf_unroll.c.
//
//   scf.for %i = %c0 to %c8 step %c1 {         scf.for %i = %c0 to %c8 step %c2 {
//     memref.store %x, %m[%i]            =>      memref.store %x, %m[%i]
//   }                                            memref.store %x, %m[%i + 1]
//                                              }
//
// requires: verified IR   preserves: meaning, blocks, symbols   breaks: loops
#include "dialects/scf/scf_unroll.h"
#include "ir/analysis/tree.h"
#include "ir/pass/analysis.h"
#include "ir/support/vec.h"
#include "passes/scf/scf_passes.h"

typedef struct Unroller {
  IrPassRun *run;
  const struct scf_loop_unroll_decl *self;
} Unroller;

static int64_t depth_of(const IrOp *loop) {
  int64_t depth = 0;
  for (IrOp *op = ir_op_parent(loop); op; op = ir_op_parent(op)) depth += IS(op, scf_for);
  return depth;
}

static bool has_loop_inside(IrOp *loop) {
  for (IrOp *op = ir_tree_first(loop, 0); op; op = ir_tree_next(op, loop))
    if (IS(op, scf_for)) return true;
  return false;
}

static bool is_wanted(const Unroller *u, IrOp *op) {
  if (!IS(op, scf_for)) return false;
  int64_t depth = u->self->options.loop_depth;
  return depth < 0 ? !has_loop_inside(op) : depth_of(op) == depth;
}

// Whether `ops` times `factor` is more than allowed.
static bool is_too_large(const Unroller *u, IrOp *loop, uint64_t factor) {
  uint64_t most = (uint64_t)u->self->options.max_ops, ops = 0;
  for (IrOp *op = ir_tree_first(loop, 0); op; op = ir_tree_next(op, loop)) ops++;
  return ops && factor > most / ops;
}

// Whether the step of the unrolled loop is a number of its type.
static bool step_fits(const IrOp *loop, uint64_t factor) {
  IrType type = ir_value_type(ir_op_operand(loop, 2));
  unsigned width = ir_type_is_index(type) ? 64 : ir_type_width(type);
  uint64_t most = width >= 64 ? (uint64_t)INT64_MAX : (UINT64_C(1) << (width - 1)) - 1;
  int64_t step = 1;
  // One that is not known is taken to be small where that is likely.
  if (!ir_match_int(ir_op_operand(loop, 2), &step) && width < 32) return false;
  return step > 0 && factor <= most / (uint64_t)step;
}

// By how much; 0 with `*why` set when not at all.
static uint64_t factor_of(const Unroller *u, IrOp *loop, const char **why) {
  int64_t wanted = u->self->options.unroll_factor, full = u->self->options.unroll_full_threshold;
  uint64_t trips;
  bool known = ir_loop_trip_count(loop, &trips);
  if (known && trips && trips <= (uint64_t)full) return trips;
  if (wanted == -1) {
    *why = known ? "it never runs" : "how often it runs is not known";
    return known ? trips : 0;
  }
  bool fewer = known && trips && trips < (uint64_t)wanted;
  return fewer && u->self->options.unroll_up_to_factor ? trips : (uint64_t)wanted;
}

static void unroll(const Unroller *u, IrOp *loop) {
  const char *why = scf_for_unroll_obstacle(loop);
  uint64_t factor = why ? 0 : factor_of(u, loop, &why);
  if (factor) {
    why = NULL;
    if (!step_fits(loop, factor)) why = "its step may not fit in the type then";
    if (!why && is_too_large(u, loop, factor)) why = "its body would be too large";
  }
  if (why) {
    IR_REMARK(u->run, u->self, not_unrolled, loop, "is not unrolled: {}", why);
    return;
  }
  IR_REMARK(u->run, u->self, unrolled, loop, "is unrolled by {}", factor);
  ScfUnrolled done = scf_for_unroll(loop, factor, u->self->options.annotate);
  u->self->stats->unrolled++;
  u->self->stats->rests += done.rest != NULL;
}

static IrStatus check_options(const struct scf_loop_unroll_decl *self, IrOp *root) {
  int64_t factor = self->options.unroll_factor, threshold = self->options.unroll_full_threshold;
  int64_t depth = self->options.loop_depth, most = self->options.max_ops;
  if (factor != -1 && factor < 1)
    return ir_op_error(root, "cannot unroll by {}: a factor is positive, or -1 for all", factor);
  if (threshold < 0)
    return ir_op_error(root, "no loop has {} iterations: unroll-full-threshold is not negative",
                       threshold);
  if (most < 0) return ir_op_error(root, "no body has {} ops: max-ops is not negative", most);
  if (depth < -1)
    return ir_op_error(
        root, "no loop is in {} others: loop-depth is 0 or more, or -1 for the innermost", depth);
  return IR_OK;
}

IrStatus scf_loop_unroll_run(IrPassRun *run, IrOp *root) {
  Unroller u = {run, run->decl};
  IR_TRY(check_options(u.self, root));
  IR_VEC(IrOp *) loops = {0};
  for (IrOp *op = ir_tree_first(root, 0); op; op = ir_tree_next(op, root))
    if (is_wanted(&u, op)) ir_vec_push(&loops, op);
  for (size_t i = 0; i < loops.n; i++) unroll(&u, loops.at[i]);
  if (loops.n == 0) ir_pass_preserve_all(run);
  ir_vec_free(&loops);
  return IR_OK;
}
