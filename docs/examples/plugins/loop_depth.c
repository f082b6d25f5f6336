// An analysis, kept by the pass manager, and a pass that says what it found as a remark.
//
//   nest.mlir:1:1: remark: 2 loops, 2 deep; the innermost runs 32 times [loop-nest]
//
// cc -shared -fPIC $(pkg-config --cflags tegula) loop_depth.c -o loop_depth.so
// tile-opt nest.mlir --load-plugin=./loop_depth.so --loop-depth --remarks-filter=loop-nest
#include "ir/ir.h"

// ---- The analysis: which loops there are, by the loop interface, so of any dialect ----

typedef struct LoopNest {
  uint64_t loops, depth;
  uint64_t trips; // of the deepest loop, all loops around it counted; 0: not known
} LoopNest;

static uint64_t times(uint64_t a, uint64_t b) {
  return a && b <= UINT64_MAX / a ? a * b : 0;
}

static IrStatus visit(IrOp *op, void *user) {
  LoopNest *nest = user;
  if (!ir_op_is_loop(op)) return IR_OK;
  uint64_t depth = 0, trips = 1, count;
  for (IrOp *at = op; at; at = ir_op_parent(at)) {
    if (!ir_op_is_loop(at)) continue;
    depth++;
    trips = ir_loop_trip_count(at, &count) ? times(trips, count) : 0;
  }
  nest->loops++;
  if (depth > nest->depth) nest->depth = depth, nest->trips = trips;
  return IR_OK;
}

static void *compute(const IrPassRun *run, IrOp *op) {
  (void)run;
  LoopNest *nest = ir_calloc(1, sizeof *nest);
  (void)ir_walk_pre(op, visit, nest);
  return nest;
}

static const IrAnalysisDef loop_nest = {.size = sizeof loop_nest,
                                        .name = "loop-nest",
                                        .anchor = "func.func",
                                        .compute = compute,
                                        .destroy = ir_free};

// ---- The pass ----

#define PASS_TABLE \
  PASS(loop_depth, "loop-depth", \
       SUMMARY("Say how deep the loops of a function are.") ANCHOR("func.func") \
           PRESERVES_ALL REMARKS( \
               REMARK(loop_nest, ANALYSIS, "number and depth of a function's loops")) \
               RUN(loop_depth_run))

#define IR_PASSDEF_DECLARE
#include "ir/pass/passdef_begin.inc"
PASS_TABLE
#include "ir/pass/passdef_end.inc"

static IrStatus loop_depth_run(IrPassRun *run, IrOp *func) {
  const struct loop_depth_decl *self = run->decl;
  const LoopNest *nest = ir_analysis_get(run, &loop_nest, func);
  if (!nest) return IR_FAILED;
  if (nest->trips)
    IR_REMARK(run, self, loop_nest, func, "{} loops, {} deep; the innermost runs {} times",
              nest->loops, nest->depth, nest->trips);
  else
    IR_REMARK(run, self, loop_nest, func, "{} loops, {} deep", nest->loops, nest->depth);
  return IR_OK;
}

#define IR_PASSDEF_DEFINE
#include "ir/pass/passdef_begin.inc"
PASS_TABLE
#include "ir/pass/passdef_end.inc"

static IrStatus load(IrContext *ctx) {
  return ir_pass_register(ctx, &loop_depth);
}
IR_PLUGIN("loop-depth", "1.0", load)
