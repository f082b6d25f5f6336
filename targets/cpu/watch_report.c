// What is said about races; see watch.h.
#include "dialects/mem/mem.h"
#include "dialects/tile/kernel.h"
#include "targets/cpu/watch.h"

// ---- Places. ----

enum { ARGUMENT_SHIFT = 40 }; // bits of an offset in an argument

int64_t cpu_global_offset(const CpuLaunch *launch, const CpuStorage *storage, const void *at) {
  int64_t argument = storage - launch->storage;
  return (argument << ARGUMENT_SHIFT) + ((const char *)at - storage->data);
}

static void print_bytes(IrStream *out, int64_t first, uint64_t bytes) {
  if (bytes == 1)
    ir_print(out, "byte {}", first);
  else
    ir_print(out, "bytes {} to {}", first, first + (int64_t)bytes - 1);
}

void cpu_print_global_bytes(IrStream *out, const CpuLaunch *launch, int64_t offset,
                            uint64_t bytes) {
  print_bytes(out, offset & ((INT64_C(1) << ARGUMENT_SHIFT) - 1), bytes);
  ir_print(out, " of '%{}'",
           tile_kernel_arg_name(launch->kernel, (size_t)(offset >> ARGUMENT_SHIFT)));
}

// The buffer that the op accesses a part of, where its operands lead to one.
static const IrOp *buffer_of(const IrOp *op) {
  const IrValue *value = NULL;
  for (size_t i = 0; i < ir_op_num_operands(op) && !value; i++)
    if (mem_is_buffer(ir_value_type(ir_op_operand(op, i)))) value = ir_op_operand(op, i);
  while (value) {
    const IrOp *def = ir_value_op(value);
    if (!def || IS(def, mem_alloc)) return def;
    bool view = ir_op_num_operands(def) && mem_is_buffer(ir_value_type(ir_op_operand(def, 0)));
    value = view ? ir_op_operand(def, 0) : NULL;
  }
  return NULL;
}

// Where the buffer lies in the block's shared memory, or -1.
static int64_t place_of(const CpuBlock *block, const IrOp *alloc) {
  IrAttr offset = GET(alloc, mem_alloc, offset);
  if (offset) return ir_attr_int(offset);
  return (int64_t)(uintptr_t)ir_ptrmap_get(&block->places, alloc) - 1;
}

static void print_shared_bytes(IrStream *out, const CpuBlock *block, const IrOp *op, int64_t offset,
                               uint64_t bytes) {
  const IrOp *alloc = buffer_of(op);
  int64_t place = alloc ? place_of(block, alloc) : -1;
  bool inside = place >= 0 && offset >= place &&
                offset < place + mem_buffer_bytes(ir_value_type(ir_op_result(alloc, 0)));
  print_bytes(out, inside ? offset - place : offset, bytes);
  if (inside)
    ir_print(out, " of {}", (const IrValue *)ir_op_result(alloc, 0));
  else
    ir_print(out, " of shared memory");
}

// ---- Sides. ----

const char *cpu_race_verb(CpuRaceKind kind, bool past) {
  switch (kind) {
  case CPU_RACE_READ:
    return past ? "read" : "reads";
  case CPU_RACE_WRITE:
    return past ? "wrote" : "writes";
  case CPU_RACE_ATOMIC_READ:
    return past ? "read atomically" : "atomically reads";
  default:
    return past ? "updated atomically" : "atomically updates";
  }
}

// "thread 5 (warp 0)", "a copy of thread 5 (warp 0)"
static void print_side(IrStream *out, const CpuRaceReport *r, const CpuRaceSide *side,
                       const CpuBlock *block) {
  static const char *const words[] = {[CPU_RACE_QUEUE_COPY] = "a copy",
                                      [CPU_RACE_QUEUE_BULK] = "a bulk copy",
                                      [CPU_RACE_QUEUE_BULK_READ] = "a bulk copy",
                                      [CPU_RACE_QUEUE_MMA] = "the tensor core"};
  if (side->agent) ir_print(out, "{}", side->counted ? "a bulk copy" : words[side->queue]);
  if (side->counted && side == &r->before) return;
  if (side->agent) ir_print(out, " of ");
  if (side->agent && !side->counted && side->queue == CPU_RACE_QUEUE_MMA)
    ir_print(out, "warp {}", side->warp);
  else
    ir_print(out, "thread {} (warp {})", side->thread, side->warp);
  if (side->block == r->now.block) return;
  const CpuCluster *cluster = block->cluster;
  ir_print(out, " of block ");
  cpu_print_block(&cluster->launch->grid, cluster->blocks[side->block].number, out);
}

// How to wait for an asynchronous operation.
static const char *wait_words(const CpuRaceSide *side) {
  if (side->counted) return "mem.mbarrier_wait on the mbarrier that it signals";
  switch (side->queue) {
  case CPU_RACE_QUEUE_COPY:
    return "mem.async_wait in its thread, and a barrier for others";
  case CPU_RACE_QUEUE_MMA:
    return "tc.wgmma_wait in its warpgroup, and a barrier for others";
  default:
    return "mem.bulk_wait in its thread, and a barrier for others";
  }
}

static void print_way_out(IrStream *out, const CpuRaceReport *r, const IrOp *op) {
  const CpuRaceSide *a = &r->before, *b = &r->now;
  if (r->needs_proxy_fence && a->kind == CPU_RACE_READ)
    ir_print(out,
             "execute mem.fence_proxy_async shared in the thread that read, between the read and "
             "the arrival or barrier behind it");
  else if (r->needs_proxy_fence)
    ir_print(out, "execute mem.fence_proxy_async after the write, and a barrier if others wrote");
  else if (a->agent)
    ir_print(out, "wait for it before: {}", wait_words(a));
  else if (b->agent && a->thread == b->thread && a->block == b->block)
    ir_print(out, "wait for it before the access: {}", wait_words(b));
  else if (b->agent && a->block != b->block)
    ir_print(out, "start it behind simt.cluster_arrive and simt.cluster_wait after the access");
  else if (b->agent)
    ir_print(out, "start it behind a barrier after the access, or wait for it before: {}",
             wait_words(b));
  else if (a->block != b->block)
    ir_print(out, "put simt.cluster_arrive and simt.cluster_wait between the two");
  else if (a->op == op && a->warp == b->warp)
    ir_print(out, "let one of the threads do it");
  else if (a->warp == b->warp)
    ir_print(out, "put simt.warp_sync or simt.barrier between the two");
  else
    ir_print(out, "put simt.barrier between the two");
}

IrStep cpu_report_race(CpuWarp *warp, const IrOp *op, const CpuRaceReport *r, bool shared) {
  IrStream text = {0}, note = {0}, way = {0};
  const CpuBlock *block = warp->block;
  print_side(&text, r, &r->now, block);
  ir_print(&text, " {} ", cpu_race_verb(r->now.kind, false));
  if (shared)
    print_shared_bytes(&text, block, op, r->offset, r->bytes);
  else
    cpu_print_global_bytes(&text, block->cluster->launch, r->offset, r->bytes);
  print_side(&note, r, &r->before, block);
  ir_print(&note, " {}", cpu_race_verb(r->before.kind, true));
  ir_print(&text, ", which {}{}", ir_stream_str(&note),
           !r->needs_proxy_fence ? ", and nothing orders the two"
           : r->before.kind == CPU_RACE_READ
               ? " with no proxy fence behind, so that it may still be reading"
               : " through another proxy");
  IrStep step = ir_interp_fail(warp->interp, op, "races in {} memory: {}",
                               shared ? "shared" : "global", ir_stream_str(&text));
  ir_print(&note, " here");
  if (r->before.op && r->before.op != op) cpu_warp_note(warp, r->before.op, ir_stream_str(&note));
  print_way_out(&way, r, op);
  cpu_warp_note(warp, NULL, ir_stream_str(&way));
  ir_stream_free(&text);
  ir_stream_free(&note);
  ir_stream_free(&way);
  return step;
}

void cpu_report_late(const CpuBlock *block, const CpuRaceReport *r) {
  const CpuCluster *cluster = block->cluster;
  const CpuRaceSide *side = &r->before;
  CpuWarp *warp = &cluster->blocks[side->block].warps[side->counted ? 0 : side->warp];
  IrStream text = {0};
  cpu_print_block(&cluster->launch->grid, block->number, &text);
  ir_print(&text, ", ");
  print_bytes(&text, r->offset, r->bytes);
  (void)ir_interp_fail(warp->interp, side->op,
                       "{} shared memory of block {}, which may have ended: it waits for nothing "
                       "that this comes before",
                       cpu_race_verb(side->kind, false), ir_stream_str(&text));
  cpu_warp_note(warp, NULL,
                IR_STR("let all blocks end behind simt.cluster_arrive and simt.cluster_wait, or "
                       "behind a wait for what this does"));
  ir_stream_free(&text);
}
