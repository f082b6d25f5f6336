// Ops among warps, blocks and grids: barriers, fences, registers, launches.
//
//   barrier    ids 0 to 15; `threads` are whole warps, at most those of the kernel
//   setmaxnreg a multiple of 8 from 24 to 256
#include "dialects/simt/simt_impl.h"
#include "ir/analysis/tree.h"

const char *const simt_scope_words[] = {"cta", "cluster", "gpu", "sys", NULL};
static const char *const setmaxnreg_words[] = {"dec", "inc", NULL};
static const char *const griddepcontrol_words[] = {"wait", "launch_dependents", NULL};

static bool is_word(const char *const *words, IrAttr attr) {
  if (ir_attr_kind(attr) != IR_ATTR_STRING) return false;
  for (; *words; words++)
    if (ir_str_is(ir_attr_str(attr), *words)) return true;
  return false;
}

static bool is_scope(IrAttr attr) {
  return is_word(simt_scope_words, attr);
}
static bool is_setmaxnreg(IrAttr attr) {
  return is_word(setmaxnreg_words, attr);
}
static bool is_griddepcontrol(IrAttr attr) {
  return is_word(griddepcontrol_words, attr);
}

const IrAttrConstraint simt_scope_attr = {
    .name = "cta, cluster, gpu or sys", .test = is_scope, .keywords = simt_scope_words};
const IrAttrConstraint simt_setmaxnreg_attr = {
    .name = "dec or inc", .test = is_setmaxnreg, .keywords = setmaxnreg_words};
const IrAttrConstraint simt_griddepcontrol_attr = {.name = "wait or launch_dependents",
                                                   .test = is_griddepcontrol,
                                                   .keywords = griddepcontrol_words};

SimtScope simt_scope(IrAttr scope) {
  for (int i = 0; simt_scope_words[i]; i++)
    if (ir_str_is(ir_attr_str(scope), simt_scope_words[i])) return (SimtScope)i;
  return SIMT_SCOPE_SYSTEM;
}

int64_t simt_kernel_cluster(const IrOp *kernel) {
  IrAttr n = GET(kernel, simt_kernel, cluster);
  return n ? ir_attr_int(n) : 1;
}

bool simt_waits_for_grids(const IrOp *op) {
  return IS(op, simt_griddepcontrol) &&
         ir_str_is(ir_attr_str(GET(op, simt_griddepcontrol, kind)), "wait");
}

bool simt_kernel_waits_for_grids(const IrOp *kernel) {
  for (IrOp *op = (IrOp *)kernel; op; op = ir_tree_next(op, kernel))
    if (simt_waits_for_grids(op)) return true;
  return false;
}

// ---- Barriers. ----

static IrStatus check_id(IrOp *op, const IrValue *id) {
  IrOp *constant = id ? ir_value_op(id) : NULL;
  IrAttr value = constant && ir_op_has_trait(constant, IR_CONSTANT_LIKE)
                     ? ir_op_attr(constant, "value")
                     : NULL;
  if (!value || ir_attr_kind(value) != IR_ATTR_INTEGER) return IR_OK;
  int64_t n = ir_attr_int(value);
  if (n >= 0 && n < SIMT_BARRIERS) return IR_OK;
  return ir_op_error(op, "has an id from 0 to {}, got {}", (int)SIMT_BARRIERS - 1, n);
}

static IrStatus check_threads(IrOp *op, IrAttr threads) {
  if (!threads) return IR_OK;
  int64_t n = ir_attr_int(threads);
  if (n < SIMT_WARP_LANES || n % SIMT_WARP_LANES)
    return ir_op_error(op, "is for whole warps of {} threads, got {}", (int)SIMT_WARP_LANES, n);
  IrOp *kernel = ir_op_parent(op);
  while (kernel && !IS(kernel, simt_kernel)) kernel = ir_op_parent(kernel);
  int64_t all = kernel ? ir_attr_int(GET(kernel, simt_kernel, threads)) : n;
  if (n <= all) return IR_OK;
  return ir_op_error(op, "is for {} threads, but the block has {}", n, all);
}

IrStatus simt_barrier_verify(IrOp *op) {
  IR_TRY(check_id(op, GET(op, simt_barrier, id)));
  return check_threads(op, GET(op, simt_barrier, threads));
}

IrStatus simt_barrier_arrive_verify(IrOp *op) {
  IR_TRY(check_id(op, GET(op, simt_barrier_arrive, id)));
  return check_threads(op, GET(op, simt_barrier_arrive, threads));
}

// ---- simt.setmaxnreg ----

IrStatus simt_setmaxnreg_verify(IrOp *op) {
  int64_t n = ir_attr_int(GET(op, simt_setmaxnreg, count));
  if (n >= 24 && n <= 256 && n % 8 == 0) return IR_OK;
  return ir_op_error(op, "takes a multiple of 8 from 24 to 256, got {}", n);
}
