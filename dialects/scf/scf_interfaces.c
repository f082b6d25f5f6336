// What scf ops tell generic code: which are loops, and how control and values go through regions.
#include "dialects/scf/scf_impl.h"

static IrRegion *first_region(const IrOp *op) {
  return ir_op_region(op, 0);
}

// Both regions may run any number of times; the first runs once more than the second.
static IrRegion *while_body(const IrOp *op) {
  return ir_op_region(op, 1);
}

static IrRegion *while_region(const IrOp *op, size_t i) {
  return i < 2 ? ir_op_region(op, i) : NULL;
}

static IrValue *for_counter(const IrOp *op) {
  return ir_block_arg(scf_block(op, 0), 0);
}

static bool for_bounds(const IrOp *op, IrLoopBounds *bounds) {
  if (GET(op, scf_for, unsignedCmp)) return false; // the interface knows signed ones
  *bounds = (IrLoopBounds){.lower = {.value = GET(op, scf_for, lowerBound)},
                           .upper = {.value = GET(op, scf_for, upperBound)},
                           .step = {.value = GET(op, scf_for, step)}};
  return true;
}

const IrLoopInterface scf_for_loop = {.size = sizeof(IrLoopInterface),
                                      .body = first_region,
                                      .bounds = for_bounds,
                                      .induction = for_counter};
const IrLoopInterface scf_while_loop = {
    .size = sizeof(IrLoopInterface), .body = while_body, .region = while_region};

// ---- scf.parallel and scf.forall with one dimension count like any loop. ----

static bool parallel_bounds(const IrOp *op, IrLoopBounds *bounds) {
  if (GET(op, scf_parallel, step).n != 1) return false;
  *bounds = (IrLoopBounds){.lower = {.value = GET(op, scf_parallel, lowerBound).at[0]},
                           .upper = {.value = GET(op, scf_parallel, upperBound).at[0]},
                           .step = {.value = GET(op, scf_parallel, step).at[0]}};
  return true;
}

static IrValue *parallel_counter(const IrOp *op) {
  IrBlock *body = scf_block(op, 0);
  return GET(op, scf_parallel, step).n == 1 ? ir_block_arg(body, 0) : NULL;
}

static bool forall_bounds(const IrOp *op, IrLoopBounds *bounds) {
  if (scf_forall_rank(op) != 1) return false;
  *bounds = (IrLoopBounds){.lower = scf_forall_bound(op, SCF_LOWER, 0),
                           .upper = scf_forall_bound(op, SCF_UPPER, 0),
                           .step = scf_forall_bound(op, SCF_STEP, 0)};
  return true;
}

static IrValue *forall_counter(const IrOp *op) {
  return scf_forall_rank(op) == 1 ? ir_block_arg(scf_block(op, 0), 0) : NULL;
}

const IrLoopInterface scf_parallel_loop = {.size = sizeof(IrLoopInterface),
                                           .body = first_region,
                                           .bounds = parallel_bounds,
                                           .induction = parallel_counter};
const IrLoopInterface scf_forall_loop = {.size = sizeof(IrLoopInterface),
                                         .body = first_region,
                                         .bounds = forall_bounds,
                                         .induction = forall_counter};

// A loop that counts by one reaches any upper bound; another step may go past the largest number.
bool scf_for_ends(const IrOp *op) {
  int64_t step;
  return ir_match_int(GET(op, scf_for, step), &step) && step == 1;
}

bool scf_if_ends(const IrOp *op) {
  (void)op;
  return true;
}

// ---- scf.for: 0 or more times through the body ----

static size_t for_targets(const IrOp *op, size_t from, size_t to[IR_MAX_POINTS]) {
  (void)op, (void)from;
  to[0] = IR_PARENT;
  to[1] = 0;
  return 2;
}

static IrRun for_operands(const IrOp *op, const IrOp *at, size_t to) {
  (void)to;
  if (at != op) return (IrRun){0, ir_op_num_operands(at)};
  return ir_op_operand_run(op, IR_ARG_SLOT(scf_for, initArgs));
}

// The counter comes from the loop itself.
static IrRun for_inputs(const IrOp *op, size_t to) {
  size_t n = ir_op_num_results(op);
  return (IrRun){to == IR_PARENT ? 0 : 1, n};
}

const IrRegionBranchInterface scf_for_regions = {.size = sizeof(IrRegionBranchInterface),
                                                 .targets = for_targets,
                                                 .operands = for_operands,
                                                 .inputs = for_inputs};

// ---- scf.if: one of the regions, or neither when there is no else ----

static size_t if_targets(const IrOp *op, size_t from, size_t to[IR_MAX_POINTS]) {
  size_t n = 0;
  if (from != IR_PARENT) {
    to[n++] = IR_PARENT;
    return n;
  }
  to[n++] = 0;
  to[n++] = ir_region_is_empty(ir_op_region(op, 1)) ? IR_PARENT : 1;
  return n;
}

static size_t if_entered(const IrOp *op, const IrAttr *constants) {
  if (!constants[0] || ir_attr_kind(constants[0]) != IR_ATTR_INTEGER) return IR_NO_POINT;
  if (ir_attr_int(constants[0])) return 0;
  return ir_region_is_empty(ir_op_region(op, 1)) ? IR_PARENT : 1;
}

const IrRegionBranchInterface scf_if_regions = {
    .size = sizeof(IrRegionBranchInterface), .targets = if_targets, .entered = if_entered};

// ---- scf.while: before, and as long as its condition holds after and before again ----

static size_t while_targets(const IrOp *op, size_t from, size_t to[IR_MAX_POINTS]) {
  (void)op;
  to[0] = 0; // from the op itself and from `after`
  if (from != 0) return 1;
  to[0] = IR_PARENT;
  to[1] = 1;
  return 2;
}

// scf.condition hands over what follows its condition.
static IrRun while_operands(const IrOp *op, const IrOp *at, size_t to) {
  (void)to;
  size_t skip = at != op && IS(at, scf_condition) ? 1 : 0;
  return (IrRun){skip, ir_op_num_operands(at) - skip};
}

static size_t while_left(const IrOp *op, const IrOp *at, const IrAttr *constants) {
  (void)op;
  bool known =
      IS(at, scf_condition) && constants[0] && ir_attr_kind(constants[0]) == IR_ATTR_INTEGER;
  if (!known) return IR_NO_POINT;
  return ir_attr_int(constants[0]) ? 1 : IR_PARENT;
}

const IrRegionBranchInterface scf_while_regions = {.size = sizeof(IrRegionBranchInterface),
                                                   .targets = while_targets,
                                                   .operands = while_operands,
                                                   .left = while_left};

// ---- scf.execute_region: once through it ----

static size_t once_targets(const IrOp *op, size_t from, size_t to[IR_MAX_POINTS]) {
  (void)op;
  to[0] = from == IR_PARENT ? 0 : IR_PARENT;
  return 1;
}

const IrRegionBranchInterface scf_execute_region_regions = {.size = sizeof(IrRegionBranchInterface),
                                                            .targets = once_targets};

// ---- scf.parallel and scf.forall: any number of times, and nothing is handed from one to the
// next.  Results come out of reductions and shared tensors, not along an edge. ----

static IrRun no_operands(const IrOp *op, const IrOp *at, size_t to) {
  (void)op, (void)at, (void)to;
  return (IrRun){0, 0};
}

static IrRun no_inputs(const IrOp *op, size_t to) {
  (void)op, (void)to;
  return (IrRun){0, 0};
}

const IrRegionBranchInterface scf_parallel_regions = {.size = sizeof(IrRegionBranchInterface),
                                                      .targets = for_targets,
                                                      .operands = no_operands,
                                                      .inputs = no_inputs};
const IrRegionBranchInterface scf_forall_regions = {.size = sizeof(IrRegionBranchInterface),
                                                    .targets = for_targets,
                                                    .operands = no_operands,
                                                    .inputs = no_inputs};
