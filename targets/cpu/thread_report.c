// What is said about warps when something went wrong: which, where, and what each of them does.
#include "dialects/tile/kernel.h"
#include "targets/cpu/thread.h"

// ---- Text. ----

// "0, 4-7" from the bits of a set
static void print_set(IrStream *out, uint64_t set) {
  for (unsigned i = 0, n; i < 64; i += n + 1) {
    for (n = 0; i + n < 64 && set >> (i + n) & 1; n++) {
    }
    if (n == 0) continue;
    set &= ~(UINT64_MAX >> (64 - n) << i);
    ir_print(out, "{}", i);
    if (n > 1) ir_print(out, "-{}", i + n - 1);
    if (set) ir_print(out, ", ");
  }
}

void cpu_print_lanes(IrStream *out, uint64_t lanes) {
  ir_print(out, lanes & (lanes - 1) ? "lanes " : "lane ");
  print_set(out, lanes);
}

static void print_warps(IrStream *out, uint64_t warps, const CpuBlock *block) {
  ir_print(out, warps & (warps - 1) ? "warps " : "warp ");
  print_set(out, warps);
  if (block->cluster->num_blocks == 1) return;
  ir_print(out, " of block ");
  cpu_print_block(&block->cluster->launch->grid, block->number, out);
}

static void print_wait(const CpuWarp *warp, IrStream *out) {
  ir_print(out, " for ");
  if (warp->wait.describe)
    warp->wait.describe(warp, out);
  else
    ir_print(out, "what others do");
}

// ---- Notes. ----

void cpu_warp_note(CpuWarp *warp, const IrOp *op, IrStr text) {
  char *copy = ir_malloc(text.len + 1);
  memcpy(copy, text.ptr, text.len);
  copy[text.len] = 0;
  ir_vec_push(&warp->block->cluster->notes, ((CpuNote){op, copy}));
}

static void take_note(CpuWarp *warp, const IrOp *op, IrStream *text) {
  cpu_warp_note(warp, op, ir_stream_str(text));
  ir_stream_free(text);
}

static const IrOp *place_of(const CpuWarp *warp) {
  if (warp->state == CPU_WARP_ENDED) return warp->block->cluster->launch->kernel;
  return warp->state == CPU_WARP_WAITING ? warp->wait.op : ir_interp_position(warp->interp);
}

// Warps of the block of which the same is to be said.
static uint64_t companions(const CpuBlock *block, const CpuWarp *warp) {
  uint64_t set = 0;
  for (uint32_t i = 0; i < block->num_warps; i++) {
    const CpuWarp *other = &block->warps[i];
    bool same = other->state == warp->state && place_of(other) == place_of(warp);
    if (same && warp->state == CPU_WARP_WAITING)
      same = other->wait.key == warp->wait.key && other->wait.lanes == warp->wait.lanes;
    if (same) set |= UINT64_C(1) << i;
  }
  return set;
}

static void print_waiting(const CpuWarp *warp, bool many, IrStream *out) {
  uint64_t apart = ir_interp_live(warp->interp) & ~warp->wait.lanes;
  ir_print(out, many ? " wait here" : " waits here");
  print_wait(warp, out);
  if (!apart) return;
  ir_print(out, " with ");
  cpu_print_lanes(out, warp->wait.lanes);
  ir_print(out, "; the warp's other lanes go on after these");
}

static void note_warps(CpuBlock *block, uint64_t warps) {
  CpuWarp *first = &block->warps[__builtin_ctzll(warps)];
  bool many = warps & (warps - 1);
  IrStream text = {0};
  print_warps(&text, warps, block);
  if (first->state == CPU_WARP_WAITING)
    print_waiting(first, many, &text);
  else if (first->state == CPU_WARP_ENDED)
    ir_print(&text, many ? " have ended" : " has ended");
  else
    ir_print(&text, many ? " are here" : " is here");
  take_note(first, place_of(first), &text);
}

void cpu_note_warps(CpuBlock *block, const CpuWarp *but) {
  uint64_t told = but ? UINT64_C(1) << (but - block->warps) : 0;
  for (uint32_t i = 0; i < block->num_warps; i++) {
    if (told >> i & 1) continue;
    uint64_t warps = companions(block, &block->warps[i]) & ~told;
    note_warps(block, warps);
    told |= warps;
  }
}

void cpu_report_deadlock(CpuCluster *cluster) {
  CpuWarp *warp = NULL;
  for (uint32_t i = cpu_cluster_num_warps(cluster); i-- > 0;) {
    CpuWarp *other = cpu_cluster_warp(cluster, i);
    if (other->state == CPU_WARP_WAITING) warp = other;
  }
  IR_ASSERT(warp, "a deadlock is warps that wait");
  IrStream text = {0};
  print_wait(warp, &text);
  IrStep step =
      ir_interp_fail(warp->interp, warp->wait.op, "waits forever{}", ir_stream_str(&text));
  IR_ASSERT(step == IR_STEP_FAIL, "a failure fails");
  ir_stream_free(&text);
  for (uint32_t i = 0; i < cluster->num_blocks; i++) cpu_note_warps(&cluster->blocks[i], NULL);
}

// ---- The failure of a cluster. ----

static void note_place(const CpuWarp *warp) {
  IrStream text = {0};
  const CpuLaunch *launch = warp->block->cluster->launch;
  cpu_print_block(&launch->grid, warp->block->number, &text);
  ir_note(ir_op_context(launch->kernel), ir_op_loc(launch->kernel),
          "in warp {} of block {} of kernel @{}", warp->ids.warp, ir_stream_str(&text),
          ir_symbol_name(launch->kernel));
  ir_stream_free(&text);
}

static void emit_notes(const CpuCluster *cluster, bool ways_out) {
  IrContext *ctx = ir_op_context(cluster->launch->kernel);
  for (size_t k = 0; k < cluster->notes.n; k++) {
    const CpuNote *note = &cluster->notes.at[k];
    if (!note->op && ways_out) ir_help(ctx, "{}", (const char *)note->text);
    if (note->op && !ways_out) ir_note(ctx, ir_op_loc(note->op), "{}", (const char *)note->text);
  }
}

void cpu_cluster_emit_failure(CpuCluster *cluster) {
  for (uint32_t i = 0, n = cpu_cluster_num_warps(cluster); i < n; i++) {
    CpuWarp *warp = cpu_cluster_warp(cluster, i);
    if (!ir_interp_has_failed(warp->interp)) continue;
    ir_interp_emit_error(warp->interp);
    emit_notes(cluster, false);
    note_place(warp);
    emit_notes(cluster, true);
    cpu_launch_help(cluster->launch, warp->interp);
    return;
  }
}
