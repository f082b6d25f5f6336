// mem's asynchronous ops: cp.async, mbarriers, TMA and their fences.  Each op is one intrinsic of
// LLVM's NVPTX target, but for a wait, which is a loop around one.
//
// A tensor map is a parameter of the kernel (emit.c), so the op that makes it emits nothing.
#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/tile/target.h"
#include "ir/edit/rewriter.h"
#include "targets/nvptx/emit_access.h"
#include "targets/nvptx/emit_asm.h"

static LLVMValueRef call(Emit *e, const char *name, const LLVMValueRef *args, size_t n) {
  return nvptx_intrinsic(e, name, NULL, 0, args, n);
}

static LLVMValueRef bit(Emit *e, bool value) {
  return LLVMConstInt(e->i1, value, false);
}

// The op's operands `at` and the one after it: an mbarrier.
static LLVMValueRef mbarrier_at(Emit *e, const IrOp *op, size_t at) {
  return nvptx_shared_pointer(e, ir_op_operand(op, at), ir_op_operand(op, at + 1));
}

// ---- cp.async ----

// The condition of `select(condition, bytes, 0)`, under which all is copied and otherwise zeros are
// stored; NULL for a size of another kind.
static const IrValue *whole_if(const IrValue *size, int64_t bytes) {
  IrOp *made = size ? ir_value_op(size) : NULL;
  int64_t all = 0, none = 0;
  if (!made || !IS(made, arith_select)) return NULL;
  bool found = ir_match_int(GET(made, arith_select, true_value), &all) &&
               ir_match_int(GET(made, arith_select, false_value), &none);
  return found && all == bytes && none == 0 ? GET(made, arith_select, condition) : NULL;
}

// As inline PTX: under a predicate, since a branch would keep ptxas from mixing copies with other
// work, or with a predicate for the source (`ignore-src`), since ptxas would compare a size with
// zero.
static void cp_async_text(Emit *e, IrOp *op, const LLVMValueRef *args) {
  int64_t bytes = ir_attr_int(GET(op, mem_cp_async, bytes));
  const IrValue *predicate = GET(op, mem_cp_async, pred);
  const IrValue *whole = whole_if(GET(op, mem_cp_async, size), bytes);
  EmitAsm t = {0};
  if (predicate) ir_print(&t.text, "@${} ", nvptx_asm_input(e, &t, nvptx_scalar(e, predicate)));
  size_t to = nvptx_asm_input(e, &t, args[0]), from = nvptx_asm_input(e, &t, args[1]);
  ir_print(&t.text, "cp.async.{}.shared.global [${}], [${}], {}", bytes == 16 ? "cg" : "ca", to,
           from, bytes);
  LLVMValueRef last = args[2];
  if (whole) last = LLVMBuildNot(e->b, nvptx_scalar(e, whole), "");
  if (last) ir_print(&t.text, ", ${}", nvptx_asm_input(e, &t, last));
  ir_write_char(&t.text, ';');
  nvptx_asm_call(e, &t, NULL);
}

static IrStatus emit_cp_async(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  int64_t bytes = ir_attr_int(GET(op, mem_cp_async, bytes));
  const IrValue *size = GET(op, mem_cp_async, size);
  LLVMValueRef args[3] = {NULL, NULL, NULL};
  IR_TRY(nvptx_needs(e, op, 80));
  args[0] = nvptx_shared_pointer(e, GET(op, mem_cp_async, dest), GET(op, mem_cp_async, offset));
  IR_TRY(nvptx_global_pointer(e, op, GET(op, mem_cp_async, source), GET(op, mem_cp_async, indices),
                              &args[1]));
  if (size) args[2] = nvptx_scalar(e, size);
  if (GET(op, mem_cp_async, pred) || whole_if(size, bytes)) {
    cp_async_text(e, op, args);
    return IR_OK;
  }
  IrStream name = {0};
  // Only 16 bytes may pass by the first cache.
  ir_print(&name, "llvm.nvvm.cp.async.{}.shared.global.{}{}", bytes == 16 ? "cg" : "ca", bytes,
           size ? ".s" : "");
  (void)call(e, ir_stream_cstr(&name), args, size ? 3 : 2);
  ir_stream_free(&name);
  return IR_OK;
}

// An intrinsic without operands.
static IrStatus emit_plain(Emit *e, IrOp *op, const EmitRule *rule) {
  IR_TRY(nvptx_needs(e, op, (unsigned)rule->code));
  (void)call(e, rule->intrinsic, NULL, 0);
  return IR_OK;
}

static IrStatus emit_fence_proxy(Emit *e, IrOp *op, const EmitRule *rule) {
  bool shared = GET(op, mem_fence_proxy_async, shared) != NULL;
  IR_TRY(nvptx_needs(e, op, (unsigned)rule->code));
  (void)call(e, shared ? "llvm.nvvm.fence.proxy.async.shared_cta" : rule->intrinsic, NULL, 0);
  return IR_OK;
}

static IrStatus emit_async_wait(Emit *e, IrOp *op, const EmitRule *rule) {
  LLVMValueRef groups = nvptx_i32(e, ir_attr_int(GET(op, mem_async_wait, groups)));
  IR_TRY(nvptx_needs(e, op, 80));
  (void)call(e, rule->intrinsic, &groups, 1);
  return IR_OK;
}

// ---- Stores to other blocks, which LLVM has no intrinsic for ----

static IrStatus emit_store_async(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  const IrValue *value = GET(op, mem_store_async, value), *pred = GET(op, mem_store_async, pred);
  EmitAccess a = nvptx_access_of(e, ir_value_type(value));
  EmitUnits words = nvptx_to_words(e, &a, nvptx_units(e, value));
  EmitAsm t = {0};
  IR_TRY(nvptx_needs(e, op, 90));
  if (pred) ir_print(&t.text, "@${} ", nvptx_asm_input(e, &t, nvptx_scalar(e, pred)));
  size_t to = nvptx_asm_input(
      e, &t,
      nvptx_shared_pointer(e, GET(op, mem_store_async, dest), GET(op, mem_store_async, offset)));
  ir_write_cstr(&t.text, "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes");
  if (a.words > 1) ir_print(&t.text, ".v{}", a.words);
  ir_print(&t.text, ".b{} [${}], {}", 8 * a.word_bytes, to, a.words > 1 ? "{" : "");
  for (size_t i = 0; i < a.words; i++)
    ir_print(&t.text, i ? ", ${}" : "${}", nvptx_asm_input(e, &t, words.at[i]));
  ir_print(&t.text, "{}, [${}];", a.words > 1 ? "}" : "",
           nvptx_asm_input(e, &t, mbarrier_at(e, op, 3)));
  nvptx_asm_call(e, &t, NULL);
  return IR_OK;
}

// ---- mbarriers ----

static IrStatus emit_mbarrier_init(Emit *e, IrOp *op, const EmitRule *rule) {
  LLVMValueRef args[] = {mbarrier_at(e, op, 0),
                         nvptx_i32(e, ir_attr_int(GET(op, mem_mbarrier_init, count)))};
  IR_TRY(nvptx_needs(e, op, 90));
  (void)call(e, rule->intrinsic, args, 2);
  return IR_OK;
}

static bool is_remote(const IrOp *op) {
  return mem_buffer_space(ir_value_type(ir_op_operand(op, 0))) == MEM_CLUSTER;
}

// At an mbarrier of another block, as inline PTX: with LLVM's intrinsic of cluster scope ptxas puts
// a fence of the whole device before every arrival.
static void arrive_remote(Emit *e, const char *what, LLVMValueRef barrier, LLVMValueRef number) {
  EmitAsm t = {0};
  size_t at = nvptx_asm_input(e, &t, barrier), n = nvptx_asm_input(e, &t, number);
  ir_print(&t.text, "mbarrier.{}[${}], ${};", what, at, n);
  nvptx_asm_call(e, &t, NULL);
}

// Under a predicate, as inline PTX: with a branch at a loop's end ptxas takes counters for numbers
// that differ between lanes, and descriptors would go through vector registers.
static void arrive_if(Emit *e, const IrOp *op, LLVMValueRef barrier, int64_t count) {
  EmitAsm t = {0};
  size_t p = nvptx_asm_input(e, &t, nvptx_scalar(e, GET(op, mem_mbarrier_arrive, pred)));
  ir_print(&t.text, "@${} mbarrier.arrive.{}.b64 _, [${}], {};", p,
           is_remote(op) ? "shared::cluster" : "shared", nvptx_asm_input(e, &t, barrier), count);
  nvptx_asm_call(e, &t, NULL);
}

static IrStatus emit_mbarrier_arrive(Emit *e, IrOp *op, const EmitRule *rule) {
  IrAttr attr = GET(op, mem_mbarrier_arrive, count);
  int64_t count = attr ? ir_attr_int(attr) : 1;
  LLVMValueRef args[] = {mbarrier_at(e, op, 0), nvptx_i32(e, count)};
  IR_TRY(nvptx_needs(e, op, 90));
  if (GET(op, mem_mbarrier_arrive, pred))
    arrive_if(e, op, args[0], count);
  else if (is_remote(op))
    arrive_remote(e, "arrive.shared::cluster.b64 _, ", args[0], args[1]);
  else
    (void)call(e, rule->intrinsic, args, 2);
  return IR_OK;
}

static IrStatus emit_mbarrier_expect(Emit *e, IrOp *op, const EmitRule *rule) {
  LLVMValueRef args[] = {mbarrier_at(e, op, 0), nvptx_scalar(e, ir_op_operand(op, 2))};
  IR_TRY(nvptx_needs(e, op, 90));
  if (!is_remote(op))
    (void)call(e, rule->intrinsic, args, 2);
  else if (rule->code)
    arrive_remote(e, "arrive.expect_tx.shared::cluster.b64 _, ", args[0], args[1]);
  else
    arrive_remote(e, "expect_tx.relaxed.cluster.shared::cluster.b64 ", args[0], args[1]);
  return IR_OK;
}

static IrStatus emit_mbarrier_inval(Emit *e, IrOp *op, const EmitRule *rule) {
  LLVMValueRef barrier = mbarrier_at(e, op, 0);
  IR_TRY(nvptx_needs(e, op, 90));
  (void)call(e, rule->intrinsic, &barrier, 1);
  return IR_OK;
}

static IrStatus emit_mbarrier_test_wait(Emit *e, IrOp *op, const EmitRule *rule) {
  LLVMValueRef args[] = {mbarrier_at(e, op, 0), nvptx_scalar(e, ir_op_operand(op, 2))};
  IR_TRY(nvptx_needs(e, op, 90));
  nvptx_define_scalar(e, ir_op_result(op, 0), call(e, rule->intrinsic, args, 2));
  return IR_OK;
}

// try_wait gives up after a while, so it is asked again until it says yes.
static IrStatus emit_mbarrier_wait(Emit *e, IrOp *op, const EmitRule *rule) {
  LLVMValueRef args[] = {mbarrier_at(e, op, 0), nvptx_scalar(e, ir_op_operand(op, 2))};
  IR_TRY(nvptx_needs(e, op, 90));
  LLVMBasicBlockRef loop = LLVMAppendBasicBlockInContext(e->llvm, e->function, "");
  LLVMBasicBlockRef after = LLVMAppendBasicBlockInContext(e->llvm, e->function, "");
  LLVMBuildBr(e->b, loop);
  LLVMPositionBuilderAtEnd(e->b, loop);
  LLVMBuildCondBr(e->b, call(e, rule->intrinsic, args, 2), after, loop);
  LLVMPositionBuilderAtEnd(e->b, after);
  return IR_OK;
}

static IrStatus emit_copies_arrive(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  LLVMValueRef barrier = mbarrier_at(e, op, 0);
  IR_TRY(nvptx_needs(e, op, 80));
  (void)call(e,
             GET(op, mem_cp_async_mbarrier_arrive, noinc)
                 ? "llvm.nvvm.cp.async.mbarrier.arrive.noinc.shared"
                 : "llvm.nvvm.cp.async.mbarrier.arrive.shared",
             &barrier, 1);
  return IR_OK;
}

// ---- TMA ----

static IrStatus emit_nothing(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  return nvptx_needs(e, op, 90);
}

// The intrinsic's two matching patterns are both selected for a map among the parameters.
static IrStatus emit_prefetch(Emit *e, IrOp *op, const EmitRule *rule) {
  EmitAsm t = {0};
  LLVMValueRef map = nvptx_scalar(e, GET(op, mem_prefetch_tensor_map, map));
  (void)rule;
  ir_print(&t.text, "prefetch.tensormap [${}];",
           nvptx_asm_input(e, &t, LLVMBuildPtrToInt(e->b, map, e->i64, "")));
  nvptx_asm_call(e, &t, NULL);
  return IR_OK;
}

// The coordinates in TMA's order, contiguous dimension first; returns how many.
static size_t put_coords(Emit *e, const IrValue *map, IrValues coords, LLVMValueRef *args) {
  uint32_t order[MEM_TENSOR_MAP_MAX_RANK];
  mem_tensor_map_order(ir_value_type(map), order);
  for (size_t i = 0; i < coords.n; i++) args[i] = nvptx_scalar(e, coords.at[order[i]]);
  return coords.n;
}

static void call_ranked(Emit *e, const char *prefix, const char *kind, size_t rank,
                        const LLVMValueRef *args, size_t n) {
  IrStream name = {0};
  ir_print(&name, "{}{}.tile.{}d", prefix, kind, rank);
  (void)call(e, ir_stream_cstr(&name), args, n);
  ir_stream_free(&name);
}

// A pointer of the own block as one of the cluster.
static LLVMValueRef cluster_pointer(Emit *e, LLVMValueRef pointer) {
  LLVMValueRef number = LLVMBuildPtrToInt(e->b, pointer, e->i32, "");
  LLVMTypeRef type = LLVMPointerTypeInContext(e->llvm, NVPTX_CLUSTER);
  return LLVMBuildIntToPtr(e->b, number, type, "");
}

// Destination, mbarrier, map, coordinates, mask, cache hint; whether there is a mask and a hint;
// and no group of blocks, which sm_90 has not.
static IrStatus emit_tma_load(Emit *e, IrOp *op, const EmitRule *rule) {
  const IrValue *map = GET(op, mem_tma_load, map), *mask = GET(op, mem_tma_load, multicast);
  LLVMValueRef args[3 + MEM_TENSOR_MAP_MAX_RANK + 5];
  IR_TRY(nvptx_needs(e, op, 90));
  LLVMValueRef to =
      nvptx_shared_pointer(e, GET(op, mem_tma_load, dest), GET(op, mem_tma_load, offset));
  args[0] = cluster_pointer(e, to);
  args[1] = nvptx_shared_pointer(e, GET(op, mem_tma_load, barrier), GET(op, mem_tma_load, index));
  args[2] = nvptx_scalar(e, map);
  size_t rank = put_coords(e, map, GET(op, mem_tma_load, coords), args + 3), n = 3 + rank;
  args[n++] = mask ? nvptx_scalar(e, mask) : LLVMConstInt(e->i16, 0, false);
  args[n++] = nvptx_i64(e, 0);
  args[n++] = bit(e, mask != NULL);
  args[n++] = bit(e, false);
  args[n++] = nvptx_i32(e, 0);
  call_ranked(e, rule->intrinsic, "", rank, args, n);
  return IR_OK;
}

// Source, map, coordinates, cache hint, whether there is one.
static IrStatus emit_to_tensor(Emit *e, IrOp *op, const IrValue *map, IrValues coords,
                               const char *prefix, const char *kind) {
  LLVMValueRef args[2 + MEM_TENSOR_MAP_MAX_RANK + 2];
  IR_TRY(nvptx_needs(e, op, 90));
  args[0] = nvptx_shared_pointer(e, ir_op_operand(op, 0), ir_op_operand(op, 1));
  args[1] = nvptx_scalar(e, map);
  size_t rank = put_coords(e, map, coords, args + 2), n = 2 + rank;
  args[n++] = nvptx_i64(e, 0);
  args[n++] = bit(e, false);
  call_ranked(e, prefix, kind, rank, args, n);
  e->seen_store = true;
  return IR_OK;
}

static IrStatus emit_tma_store(Emit *e, IrOp *op, const EmitRule *rule) {
  return emit_to_tensor(e, op, GET(op, mem_tma_store, map), GET(op, mem_tma_store, coords),
                        rule->intrinsic, "");
}

static IrStatus emit_tma_reduce(Emit *e, IrOp *op, const EmitRule *rule) {
  static const char *const kinds[] = {
      [MEM_REDUCE_ADD] = "add", [MEM_REDUCE_MIN] = "min", [MEM_REDUCE_MAX] = "max",
      [MEM_REDUCE_INC] = "inc", [MEM_REDUCE_DEC] = "dec", [MEM_REDUCE_AND] = "and",
      [MEM_REDUCE_OR] = "or",   [MEM_REDUCE_XOR] = "xor"};
  return emit_to_tensor(e, op, GET(op, mem_tma_reduce, map), GET(op, mem_tma_reduce, coords),
                        rule->intrinsic, kinds[mem_reduce_kind(GET(op, mem_tma_reduce, kind))]);
}

static IrStatus emit_bulk_wait(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  LLVMValueRef groups = nvptx_i32(e, ir_attr_int(GET(op, mem_bulk_wait, groups)));
  IR_TRY(nvptx_needs(e, op, 90));
  (void)call(e,
             GET(op, mem_bulk_wait, read) ? "llvm.nvvm.cp.async.bulk.wait.group.read"
                                          : "llvm.nvvm.cp.async.bulk.wait.group",
             &groups, 1);
  return IR_OK;
}

#define CTA "scope.cta.space.cta"
const EmitRule nvptx_async_rules[] = {
    {.op = "mem.cp_async", .emit = emit_cp_async},
    {.op = "mem.async_commit",
     .emit = emit_plain,
     .code = 80,
     .intrinsic = "llvm.nvvm.cp.async.commit.group"},
    {.op = "mem.async_wait", .emit = emit_async_wait, .intrinsic = "llvm.nvvm.cp.async.wait.group"},
    {.op = "mem.store_async", .emit = emit_store_async},
    {.op = "mem.mbarrier_init",
     .emit = emit_mbarrier_init,
     .intrinsic = "llvm.nvvm.mbarrier.init.shared"},
    {.op = "mem.mbarrier_inval",
     .emit = emit_mbarrier_inval,
     .intrinsic = "llvm.nvvm.mbarrier.inval.shared"},
    {.op = "mem.mbarrier_arrive",
     .emit = emit_mbarrier_arrive,
     .intrinsic = "llvm.nvvm.mbarrier.arrive." CTA},
    {.op = "mem.mbarrier_expect_tx",
     .emit = emit_mbarrier_expect,
     .intrinsic = "llvm.nvvm.mbarrier.expect.tx." CTA},
    {.op = "mem.mbarrier_arrive_expect_tx",
     .emit = emit_mbarrier_expect,
     .code = 1, // arrives, too
     .intrinsic = "llvm.nvvm.mbarrier.arrive.expect.tx." CTA},
    {.op = "mem.mbarrier_wait",
     .emit = emit_mbarrier_wait,
     .intrinsic = "llvm.nvvm.mbarrier.try.wait.parity." CTA},
    {.op = "mem.mbarrier_test_wait",
     .emit = emit_mbarrier_test_wait,
     .intrinsic = "llvm.nvvm.mbarrier.test.wait.parity." CTA},
    {.op = "mem.cp_async_mbarrier_arrive", .emit = emit_copies_arrive},
    {.op = "mem.tensor_map", .emit = emit_nothing},
    {.op = "mem.prefetch_tensor_map", .emit = emit_prefetch},
    {.op = "mem.tma_load",
     .emit = emit_tma_load,
     .intrinsic = "llvm.nvvm.cp.async.bulk.tensor.g2s"},
    {.op = "mem.tma_store",
     .emit = emit_tma_store,
     .intrinsic = "llvm.nvvm.cp.async.bulk.tensor.s2g"},
    {.op = "mem.tma_reduce",
     .emit = emit_tma_reduce,
     .intrinsic = "llvm.nvvm.cp.async.bulk.tensor.reduce."},
    {.op = "mem.bulk_commit",
     .emit = emit_plain,
     .code = 90,
     .intrinsic = "llvm.nvvm.cp.async.bulk.commit.group"},
    {.op = "mem.bulk_wait", .emit = emit_bulk_wait},
    {.op = "mem.fence_proxy_async",
     .emit = emit_fence_proxy,
     .code = 90,
     .intrinsic = "llvm.nvvm.fence.proxy.async"},
    {.op = "mem.fence_mbarrier_init",
     .emit = emit_plain,
     .code = 90,
     .intrinsic = "llvm.nvvm.fence.mbarrier_init.release.cluster"},
    {0}};
