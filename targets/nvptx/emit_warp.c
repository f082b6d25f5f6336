// simt: what the lanes of a warp, the warps of a block, the blocks of a cluster and the kernels of
// a stream do together.  Each op is one intrinsic of LLVM's NVPTX target, or one fence; a shuffle
// is one for every 32 bits.
#include <llvm-c/Core.h>

#include "dialects/simt/simt.h"
#include "targets/nvptx/emit_asm.h"

static LLVMValueRef call(Emit *e, const char *name, const LLVMValueRef *args, size_t n) {
  return nvptx_intrinsic(e, name, NULL, 0, args, n);
}

// The op's mask, all lanes where it has none.
static LLVMValueRef mask_or_all(Emit *e, const IrValue *mask) {
  return mask ? nvptx_scalar(e, mask) : nvptx_i32(e, -1);
}

static IrStatus emit_warp_sync(Emit *e, IrOp *op, const EmitRule *rule) {
  LLVMValueRef mask = mask_or_all(e, GET(op, simt_warp_sync, mask));
  (void)call(e, rule->intrinsic, &mask, 1);
  return IR_OK;
}

// ---- simt.shuffle ----

typedef struct Shuffle {
  const char *intrinsic;
  LLVMValueRef mask, offset, control;
} Shuffle;

// The last operand of shfl holds the segments in bits 8 to 12, and in bits 0 to 4 how far a lane
// may reach in its segment.
static Shuffle shuffle_of(Emit *e, const IrOp *op) {
  static const char *const intrinsics[] = {
      [SIMT_IDX] = "llvm.nvvm.shfl.sync.idx.i32",
      [SIMT_UP] = "llvm.nvvm.shfl.sync.up.i32",
      [SIMT_DOWN] = "llvm.nvvm.shfl.sync.down.i32",
      [SIMT_XOR] = "llvm.nvvm.shfl.sync.bfly.i32",
  };
  SimtShuffle kind = simt_shuffle_kind(GET(op, simt_shuffle, kind));
  IrAttr width = GET(op, simt_shuffle, width);
  int64_t segments = SIMT_WARP_LANES - (width ? ir_attr_int(width) : SIMT_WARP_LANES);
  return (Shuffle){.intrinsic = intrinsics[kind],
                   .mask = mask_or_all(e, GET(op, simt_shuffle, mask)),
                   .offset = nvptx_scalar(e, GET(op, simt_shuffle, offset)),
                   .control = nvptx_i32(e, segments << 8 | (kind == SIMT_UP ? 0 : 31))};
}

static LLVMValueRef shuffle_word(Emit *e, const Shuffle *s, LLVMValueRef word) {
  const LLVMValueRef args[] = {s->mask, word, s->offset, s->control};
  return call(e, s->intrinsic, args, 4);
}

// A unit of any width, in words of 32 bits.
static LLVMValueRef shuffle_unit(Emit *e, const Shuffle *s, LLVMValueRef unit) {
  LLVMTypeRef type = LLVMTypeOf(unit);
  unsigned bits = nvptx_bits_of(type);
  if (bits == 64) {
    LLVMValueRef words[2];
    nvptx_scatter(e, unit, e->i32, 2, words);
    for (int i = 0; i < 2; i++) words[i] = shuffle_word(e, s, words[i]);
    return nvptx_gather(e, words, 2, type);
  }
  LLVMTypeRef same = LLVMIntTypeInContext(e->llvm, bits);
  LLVMValueRef word = LLVMBuildBitCast(e->b, unit, same, "");
  if (bits < 32) word = LLVMBuildZExt(e->b, word, e->i32, "");
  word = shuffle_word(e, s, word);
  if (bits < 32) word = LLVMBuildTrunc(e->b, word, same, "");
  return LLVMBuildBitCast(e->b, word, type, "");
}

static IrStatus emit_shuffle(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  Shuffle s = shuffle_of(e, op);
  EmitUnits value = nvptx_units(e, GET(op, simt_shuffle, value)), r = nvptx_new_units(e, value.n);
  for (size_t i = 0; i < r.n; i++) r.at[i] = shuffle_unit(e, &s, value.at[i]);
  nvptx_define(e, ir_op_result(op, 0), r);
  return IR_OK;
}

// ---- Votes and reductions. ----

static IrStatus emit_vote(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  static const char *const intrinsics[] = {[SIMT_ALL] = "llvm.nvvm.vote.all.sync",
                                           [SIMT_ANY] = "llvm.nvvm.vote.any.sync",
                                           [SIMT_BALLOT] = "llvm.nvvm.vote.ballot.sync"};
  const LLVMValueRef args[] = {mask_or_all(e, GET(op, simt_vote, mask)),
                               nvptx_scalar(e, GET(op, simt_vote, predicate))};
  const char *name = intrinsics[simt_vote_kind(GET(op, simt_vote, kind))];
  nvptx_define_scalar(e, ir_op_result(op, 0), call(e, name, args, 2));
  return IR_OK;
}

static IrStatus emit_elect(Emit *e, IrOp *op, const EmitRule *rule) {
  LLVMValueRef mask = mask_or_all(e, GET(op, simt_elect, mask));
  LLVMValueRef elected = call(e, rule->intrinsic, &mask, 1); // {leader, whether it is this lane}
  nvptx_define_scalar(e, ir_op_result(op, 0), LLVMBuildExtractValue(e->b, elected, 1, ""));
  return IR_OK;
}

static IrStatus emit_redux(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  static const char *const intrinsics[] = {
      [SIMT_ADDI] = "llvm.nvvm.redux.sync.add", [SIMT_ANDI] = "llvm.nvvm.redux.sync.and",
      [SIMT_MAXS] = "llvm.nvvm.redux.sync.max", [SIMT_MAXU] = "llvm.nvvm.redux.sync.umax",
      [SIMT_MINS] = "llvm.nvvm.redux.sync.min", [SIMT_MINU] = "llvm.nvvm.redux.sync.umin",
      [SIMT_ORI] = "llvm.nvvm.redux.sync.or",   [SIMT_XORI] = "llvm.nvvm.redux.sync.xor",
  };
  const LLVMValueRef args[] = {nvptx_scalar(e, GET(op, simt_redux, value)),
                               mask_or_all(e, GET(op, simt_redux, mask))};
  const char *name = intrinsics[simt_redux_kind(GET(op, simt_redux, kind))];
  nvptx_define_scalar(e, ir_op_result(op, 0), call(e, name, args, 2));
  return IR_OK;
}

// ---- Barriers, fences, registers. ----

static IrStatus emit_barrier(Emit *e, IrOp *op, const EmitRule *rule) {
  IrValue *id = GET(op, simt_barrier, id);
  IrAttr threads = GET(op, simt_barrier, threads);
  const LLVMValueRef args[] = {id ? nvptx_scalar(e, id) : nvptx_i32(e, 0),
                               threads ? nvptx_i32(e, ir_attr_int(threads)) : NULL};
  if (threads)
    (void)call(e, "llvm.nvvm.barrier.cta.sync.aligned.count", args, 2);
  else
    (void)call(e, rule->intrinsic, args, 1);
  return IR_OK;
}

static IrStatus emit_barrier_arrive(Emit *e, IrOp *op, const EmitRule *rule) {
  const LLVMValueRef args[] = {nvptx_scalar(e, GET(op, simt_barrier_arrive, id)),
                               nvptx_i32(e, ir_attr_int(GET(op, simt_barrier_arrive, threads)))};
  (void)call(e, rule->intrinsic, args, 2);
  return IR_OK;
}

unsigned nvptx_sync_scope(Emit *e, SimtScope scope) {
  static const char *const names[] = {[SIMT_SCOPE_BLOCK] = "block",
                                      [SIMT_SCOPE_CLUSTER] = "cluster",
                                      [SIMT_SCOPE_DEVICE] = "device",
                                      [SIMT_SCOPE_SYSTEM] = ""};
  return LLVMGetSyncScopeID(e->llvm, names[scope], strlen(names[scope]));
}

static IrStatus emit_fence(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  LLVMAtomicOrdering order = GET(op, simt_fence, seq_cst) ? LLVMAtomicOrderingSequentiallyConsistent
                                                          : LLVMAtomicOrderingAcquireRelease;
  unsigned scope = nvptx_sync_scope(e, simt_scope(GET(op, simt_fence, scope)));
  (void)LLVMBuildFenceSyncScope(e->b, order, scope, "");
  return IR_OK;
}

// ptxas leaves setmaxnreg out of a kernel whose number of registers at the start it does not know.
static IrStatus emit_setmaxnreg(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  if (!ir_op_attr(e->kernel, "simt.max_registers") && !ir_op_attr(e->kernel, "simt.min_blocks")) {
    (void)ir_op_error(op, "needs to know how many registers the kernel's threads start with");
    ir_help(e->ctx, "give the kernel 'simt.max_registers' or 'simt.min_blocks'");
    return IR_FAILED;
  }
  bool inc = ir_str_is(ir_attr_str(GET(op, simt_setmaxnreg, kind)), "inc");
  LLVMValueRef count = nvptx_i32(e, ir_attr_int(GET(op, simt_setmaxnreg, count)));
  (void)call(e,
             inc ? "llvm.nvvm.setmaxnreg.inc.sync.aligned.u32"
                 : "llvm.nvvm.setmaxnreg.dec.sync.aligned.u32",
             &count, 1);
  return IR_OK;
}

// LLVM's intrinsic for the wait says that it leaves memory alone, so loads could cross it.
static IrStatus emit_griddepcontrol(Emit *e, IrOp *op, const EmitRule *rule) {
  IR_TRY(nvptx_needs(e, op, 90));
  if (!simt_waits_for_grids(op)) {
    (void)call(e, rule->intrinsic, NULL, 0);
    return IR_OK;
  }
  EmitAsm t = {0};
  ir_print(&t.text, "griddepcontrol.wait;");
  nvptx_asm_call(e, &t, NULL);
  return IR_OK;
}

// ---- Clusters. ----

static IrStatus emit_cluster_rank(Emit *e, IrOp *op, const EmitRule *rule) {
  nvptx_define_scalar(e, ir_op_result(op, 0), call(e, rule->intrinsic, NULL, 0));
  return IR_OK;
}

static IrStatus emit_cluster_arrive(Emit *e, IrOp *op, const EmitRule *rule) {
  bool relaxed = GET(op, simt_cluster_arrive, relaxed) != NULL;
  (void)call(e, relaxed ? "llvm.nvvm.barrier.cluster.arrive.relaxed.aligned" : rule->intrinsic,
             NULL, 0);
  return IR_OK;
}

static IrStatus emit_cluster_wait(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)op;
  (void)call(e, rule->intrinsic, NULL, 0);
  return IR_OK;
}

const EmitRule nvptx_warp_rules[] = {
    {.op = "simt.warp_sync", .emit = emit_warp_sync, .intrinsic = "llvm.nvvm.bar.warp.sync"},
    {.op = "simt.shuffle", .emit = emit_shuffle},
    {.op = "simt.vote", .emit = emit_vote},
    {.op = "simt.elect", .emit = emit_elect, .intrinsic = "llvm.nvvm.elect.sync"},
    {.op = "simt.redux", .emit = emit_redux},
    {.op = "simt.barrier",
     .emit = emit_barrier,
     .intrinsic = "llvm.nvvm.barrier.cta.sync.aligned.all"},
    {.op = "simt.barrier_arrive",
     .emit = emit_barrier_arrive,
     .intrinsic = "llvm.nvvm.barrier.cta.arrive.aligned.count"},
    {.op = "simt.fence", .emit = emit_fence},
    {.op = "simt.setmaxnreg", .emit = emit_setmaxnreg},
    {.op = "simt.griddepcontrol",
     .emit = emit_griddepcontrol,
     .intrinsic = "llvm.nvvm.griddepcontrol.launch.dependents"},
    {.op = "simt.cluster_rank",
     .emit = emit_cluster_rank,
     .intrinsic = "llvm.nvvm.read.ptx.sreg.cluster.ctarank"},
    {.op = "simt.cluster_arrive",
     .emit = emit_cluster_arrive,
     .intrinsic = "llvm.nvvm.barrier.cluster.arrive.aligned"},
    {.op = "simt.cluster_wait",
     .emit = emit_cluster_wait,
     .intrinsic = "llvm.nvvm.barrier.cluster.wait.aligned"},
    {0}};
