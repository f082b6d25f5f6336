// simt-dependent-launch: a kernel starts while the kernel in front of it ends, and waits for that
// before it touches global memory.
//
// requires: thread level   preserves: what is computed   breaks: nothing
//
//   mem.mbarrier_init %b[...]           mem.mbarrier_init %b[...]
//   scf.if %copies {                    scf.if %copies {
//     scf.for ... {                       simt.griddepcontrol wait
//       mem.tma_load ...                  scf.for ... {
//     }                           ==>       mem.tma_load ...
//   } else {                              }
//     scf.for ... {                     } else {
//       mem.tma_store ...                 simt.griddepcontrol wait
//     }                                   scf.for ... {
//     mem.bulk_wait 0 read                  mem.tma_store ...
//   }                                     }
//                                         simt.griddepcontrol launch_dependents
//                                         mem.bulk_wait 0 read
//                                       }
//
// Every path has one wait, also one without an access: whoever waits for the end of this kernel
// then waits for the kernels in front, too.
//
// The kernel behind may start when all blocks say so.  Its blocks go where there is room first.
// While blocks loop, they end here and there, and blocks that share tiles would come to lie far
// apart: at 4096 a product took 2 % longer by that.  So blocks say it behind their loops, when
// most have ended, and without loops at once.
//
// Memory that may be written while the kernel runs does not take the read-only path (ld.global.nc),
// whose loads ptxas moves over barriers, ahead or back.  A norm has a row and weights in registers,
// and its reductions' barriers in between: there that is worth more (LayerNorm of 8192 has 0.95 of
// a copy's speed with it, 0.86 without), and the kernel starts when those in front have ended.
#include "dialects/mem/mem.h"
#include "dialects/scf/scf.h"
#include "dialects/simt/simt.h"
#include "dialects/tile/kernel.h"
#include "dialects/tile/target.h"
#include "ir/analysis/tree.h"
#include "ir/edit/builder.h"
#include "ir/interfaces/effects.h"
#include "ir/interfaces/loop.h"
#include "ir/support/map.h"
#include "passes/lower/lower_passes.h"

// ---- Accesses to global memory. ----

// What is not known to be the block's own memory counts.  Whoever synchronises touches no memory of
// its own, but says that all may have changed.
static bool is_global(const IrOp *op, const IrEffect *effect) {
  if (effect->kind == IR_EFFECT_ALLOCATE || effect->kind == IR_EFFECT_FREE) return false;
  if (effect->resource && effect->resource != &ir_memory) return false;
  return effect->value ? !mem_is_shared_buffer(ir_value_type(effect->value))
                       : !ir_op_has_trait(op, IR_SYNC);
}

// What is looked for: any access, or one that is more than a read.
typedef enum Access { ANY, WRITE } Access;

// Whether the op itself, without those in its regions, accesses global memory.
static bool is_access(const IrOp *op, Access wanted) {
  IrEffects effects = {0};
  bool found = false;
  // A map is a parameter, and a kernel's end accesses nothing.
  if (IS(op, mem_prefetch_tensor_map) || ir_op_has_trait(op, IR_TERMINATOR)) return false;
  ir_op_effects(op, &effects);
  for (size_t i = 0; i < effects.n && !found; i++)
    found =
        is_global(op, &effects.at[i]) && (wanted == ANY || effects.at[i].kind != IR_EFFECT_READ);
  ir_effects_free(&effects);
  return found;
}

static bool holds_access(IrOp *root, Access wanted) {
  for (IrOp *op = root; op; op = ir_tree_next(op, root))
    if (is_access(op, wanted)) return true;
  return false;
}

// The first op from `op` on, in its block, that is an access or holds one.
static IrOp *first_access(IrOp *op, Access wanted) {
  while (op && !holds_access(op, wanted)) op = ir_op_next(op);
  return op;
}

// ---- Where threads wait, and where they let others start. ----

// Both ways of a condition can wait for themselves if nothing behind it has to be waited for.
static bool parts_roles(IrOp *op) {
  return IS(op, scf_if) && ir_region_first(ir_op_region(op, 1)) &&
         !first_access(ir_op_next(op), ANY);
}

static void insert(IrBuilder b, const char *kind) {
  BUILD(&b, simt_griddepcontrol, .kind = ir_attr_string(b.ctx, ir_str(kind)));
}

static bool holds_loop(IrOp *root) {
  for (IrOp *op = root; op; op = ir_tree_next(op, root))
    if (ir_op_is_loop(op)) return true;
  return false;
}

// Behind the last loop from `op` on, or in front of `op`.
static IrBuilder behind_loops(IrOp *op) {
  IrOp *last = NULL;
  for (IrOp *each = op; each; each = ir_op_next(each))
    if (holds_loop(each)) last = each;
  return last ? ir_builder_after(last) : ir_builder_before(op);
}

// `block` is executed once by each thread that comes to it.
static void place(IrPassRun *run, IrBlock *block) {
  const struct simt_dependent_launch_decl *self = run->decl;
  IrOp *first = first_access(ir_block_first(block), ANY);
  if (first && parts_roles(first)) {
    place(run, scf_block(first, 0));
    place(run, scf_block(first, 1));
    return;
  }
  IrOp *at = first ? first : ir_block_last(block);
  IR_REMARK(run, self, dependent_launch, at, "waits here for the kernels in front");
  insert(ir_builder_before(at), "wait");
  // The first thread to say so says it for its block: a role that only reads is done too early.
  if (first_access(at, WRITE)) insert(behind_loops(at), "launch_dependents");
}

// ---- Which kernels start early. ----

// Adds what the op stores to. Other arguments may overlap it, but what is loaded is not written
// yet.
static void add_stored(const IrOp *op, IrPtrMap *stored) {
  IrEffects effects = {0};
  ir_op_effects(op, &effects);
  for (size_t i = 0; i < effects.n; i++)
    if (effects.at[i].value && effects.at[i].kind != IR_EFFECT_READ)
      ir_ptrmap_set(stored, effects.at[i].value, (void *)op);
  ir_effects_free(&effects);
}

// What a load of global memory reads, where the kernel does not store to it; else NULL.
static const IrValue *only_read(const IrPtrMap *stored, const IrOp *op) {
  if (!IS(op, mem_load) || !is_access(op, ANY)) return NULL;
  const IrValue *memory = GET(op, mem_load, base);
  return ir_ptrmap_has(stored, memory) ? NULL : memory;
}

// Whether ptxas has barriers to move loads over, of several arrays: behind the first of them, and
// no loop.
static bool wants_read_only_path(IrOp *kernel) {
  IrPtrMap stored = {0};
  const IrValue *first = NULL;
  bool several = false, barrier = false;
  for (IrOp *op = ir_tree_first(kernel, 0); op; op = ir_tree_next(op, kernel))
    add_stored(op, &stored);
  for (IrOp *op = ir_tree_first(kernel, 0); op; op = ir_tree_next(op, kernel)) {
    const IrValue *memory = only_read(&stored, op);
    several |= memory && first && memory != first;
    if (!first) first = memory;
    barrier |= first && IS(op, simt_barrier);
  }
  ir_ptrmap_free(&stored);
  return several && barrier && !holds_loop(kernel);
}

static bool has_access(IrOp *kernel) {
  for (IrOp *op = ir_tree_first(kernel, 0); op; op = ir_tree_next(op, kernel))
    if (is_access(op, ANY)) return true;
  return false;
}

static bool applies(IrPassRun *run, IrOp *kernel) {
  const struct simt_dependent_launch_decl *self = run->decl;
  TileWish wish = tile_kernel_wish(kernel, "simt.dependent_launch");
  if (!tile_target_of(kernel)->dependent_launch || wish == TILE_WISH_NO) return false;
  if (simt_kernel_waits_for_grids(kernel)) return false;
  if (!has_access(kernel)) return false;
  if (wish == TILE_WISH_YES || !wants_read_only_path(kernel)) return true;
  IR_REMARK(run, self, missed_dependent_launch, kernel,
            "does not start early: it loads several arrays around barriers, which goes better by "
            "the read-only path");
  return false;
}

IrStatus simt_dependent_launch_run(IrPassRun *run, IrOp *kernel) {
  const struct simt_dependent_launch_decl *self = run->decl;
  if (!applies(run, kernel)) return IR_OK;
  place(run, ir_region_first(ir_op_region(kernel, 0)));
  self->stats->kernels++;
  return IR_OK;
}
