// tile-pipeline: iterations of a loop overlap.
//
// requires: laid-out tiles, channels (mem-channels), no barriers yet
// preserves: program order as the meaning   breaks: the attribute `stages`
//
//   tile.pipelined %n = 0 to %m {             if 0 < %m { copies of position 0 }
//     mem.channel_acquire %ch[%n]             tile.pipelined %n = 0 to %m {
//     copies into %ch[%n]              ==>      mem.channel_wait %ch[%n]
//     mem.channel_commit %ch[%n]                if %n + 1 < %m { copies of position %n + 1 }
//     mem.channel_wait %ch[%n]                  ... uses of the slot
//     ... uses of the slot                      mem.channel_release %ch[%n]
//     mem.channel_release %ch[%n]             }
//   }
//
// Each op of the body gets a stage and an order (pipeline_schedule.c), the attributes `tile.stage`
// and `tile.order`; `schedule-only` leaves it at that.  Ops that have them already are a person's
// schedule, which is checked.  Then the loop becomes the one that they mean (pipeline_expand.c).
//
// Loads of global memory that are stored to shared memory, because no copy does it, are issued an
// iteration ahead and wait in registers.  So do the operands of an iteration's first product where
// mma.sync takes them from slots: loaded behind the wait for the next iteration, in front of the
// last product of this one.
#include "passes/tile/pipeline.h"

#include "dialects/mem/mem.h"
#include "dialects/scf/scf.h"
#include "dialects/tile/tile.h"
#include "ir/analysis/tree.h"
#include "passes/tile/loop_values.h"
#include "passes/tile/tile_passes.h"

// ---- Reading a loop

void pipeline_init(Pipeline *p, const IrPassRun *run, IrOp *kernel, IrOp *loop) {
  *p = (Pipeline){
      .run = run, .kernel = kernel, .loop = loop, .body = ir_region_first(ir_op_region(loop, 0))};
  IR_FOR_OPS(op, p->body) {
    if (ir_op_has_trait(op, IR_TERMINATOR)) continue;
    ir_vec_push(&p->ops, ((PipelineOp){.op = op}));
    ir_ptrmap_set(&p->numbers, op, (void *)(uintptr_t)p->ops.n);
  }
  pipeline_find_accesses(p);
  pipeline_find_edges(p);
}

void pipeline_free(Pipeline *p) {
  for (size_t i = 0; i < p->access.n; i++) ir_vec_free(&p->access.at[i].list);
  ir_vec_free(&p->access);
  ir_vec_free(&p->ops);
  ir_vec_free(&p->edges);
  ir_ptrmap_free(&p->numbers);
  ir_ptrmap_free(&p->owners);
}

void pipeline_read_again(Pipeline *p) {
  Pipeline now;
  pipeline_init(&now, p->run, p->kernel, p->loop);
  pipeline_free(p);
  *p = now;
}

size_t pipeline_number(const Pipeline *p, const IrOp *op) {
  while (op && ir_op_block(op) != p->body) op = ir_op_parent(op);
  uintptr_t number = op ? (uintptr_t)ir_ptrmap_get(&p->numbers, op) : 0;
  return number ? number - 1 : p->ops.n;
}

IrValue *pipeline_init_of(const Pipeline *p, const IrValue *arg) {
  return loop_init_of(p->loop, arg);
}

IrValue *pipeline_yielded(const Pipeline *p, const IrValue *arg) {
  return loop_yielded(p->loop, arg);
}

// ---- Loops

// A loop that counts in `index`; of the other forms nothing is known here.
static bool is_counted(const IrOp *op) {
  if (IS(op, tile_pipelined)) return true;
  return IS(op, scf_for) && !GET(op, scf_for, unsignedCmp) &&
         ir_type_is_index(ir_value_type(GET(op, scf_for, lowerBound)));
}

// Does the loop wish for iterations that overlap?
static bool wishes_for_stages(const IrOp *loop) {
  IrAttr stages = IS(loop, tile_pipelined) ? GET(loop, tile_pipelined, stages) : NULL;
  return stages && ir_attr_int(stages) > 1;
}

// Constants that folding has left among ops that have a schedule: it is theirs wherever they stand.
static void hoist_constants(IrOp *loop) {
  IrBlock *body = ir_region_first(ir_op_region(loop, 0));
  IR_FOR_OPS(op, body) {
    if (!ir_op_has_trait(op, IR_CONSTANT_LIKE) || ir_op_attr(op, PIPELINE_STAGE)) continue;
    ir_op_detach(op);
    ir_op_insert_before(op, loop);
  }
}

// Checks the schedule that the ops have, and applies it.
static IrStatus apply(IrPassRun *run, IrOp *kernel, IrOp *loop) {
  const struct tile_pipeline_decl *self = run->decl;
  Pipeline p;
  hoist_constants(loop);
  pipeline_init(&p, run, kernel, loop);
  pipeline_complete(&p);
  loop = p.loop; // which may carry more now
  pipeline_free(&p);
  pipeline_init(&p, run, kernel, loop);
  IrStatus status = pipeline_check(&p);
  if (status == IR_OK && !self->options.schedule_only) {
    bool relaxes = pipeline_may_relax_waits(loop);
    status = pipeline_expand(&p);
    if (status == IR_OK && relaxes) pipeline_relax_waits(p.loop);
    self->stats->loops += status == IR_OK;
  }
  pipeline_free(&p);
  return status;
}

// Gives the loop a schedule; NULL when it stays as it is.
static IrOp *schedule(IrPassRun *run, IrOp *kernel, IrOp *loop) {
  const struct tile_pipeline_decl *self = run->decl;
  const char *why = NULL;
  Pipeline p;
  pipeline_init(&p, run, kernel, loop);
  pipeline_count_slots(&p);
  pipeline_find_latencies(&p);
  bool found = pipeline_schedule(&p, &why);
  loop = found ? p.loop : NULL;
  if (found)
    IR_REMARK(run, self, pipeline, loop, "overlaps {} iterations", pipeline_stages(&p));
  else if (!ir_op_enclosing(p.loop, &tile_warp_specialize)) // else the roles overlap
    IR_REMARK(run, self, missed_pipeline, p.loop, "is not pipelined: {}", why);
  pipeline_free(&p);
  return loop;
}

// Whether the loop is to be looked at; `done`: those that stay as they are.
static bool is_wanted(IrPassRun *run, IrOp *kernel, IrOp *loop, const IrPtrMap *done) {
  if (!is_counted(loop) || ir_ptrmap_has(done, loop)) return false;
  if (wishes_for_stages(loop)) return true;
  Pipeline p;
  pipeline_init(&p, run, kernel, loop);
  bool has_schedule = pipeline_has_schedule(&p);
  pipeline_free(&p);
  return has_schedule;
}

// Loops around others come first: what becomes of an inner one would stand among ops that have a
// schedule already.
static IrOp *next_loop(IrPassRun *run, IrOp *kernel, const IrPtrMap *done) {
  for (IrOp *op = ir_tree_first(kernel, 0); op; op = ir_tree_next(op, kernel))
    if (is_wanted(run, kernel, op, done)) return op;
  return NULL;
}

static IrStatus pipeline_loop(IrPassRun *run, IrOp *kernel, IrOp *loop, IrPtrMap *done) {
  const struct tile_pipeline_decl *self = run->decl;
  Pipeline p;
  pipeline_init(&p, run, kernel, loop);
  bool has_schedule = pipeline_has_schedule(&p);
  pipeline_free(&p);
  IrOp *scheduled = has_schedule ? loop : schedule(run, kernel, loop);
  if (!scheduled) {
    ir_ptrmap_set(done, loop, loop);
    return IR_OK;
  }
  if (self->options.schedule_only) ir_ptrmap_set(done, scheduled, scheduled);
  return apply(run, kernel, scheduled);
}

IrStatus tile_pipeline_run(IrPassRun *run, IrOp *kernel) {
  IrPtrMap done = {0};
  IrStatus status = IR_OK;
  for (IrOp *loop; status == IR_OK && (loop = next_loop(run, kernel, &done));)
    status = pipeline_loop(run, kernel, loop, &done);
  ir_ptrmap_free(&done);
  return status;
}
