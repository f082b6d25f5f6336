// Whether the stages and orders on a loop's ops are a schedule of it.
//
//   1. every op has both, as numbers: stages from 0 to 63, no two ops of one order
//   2. what an op needs is there: computed in an earlier stage, or in its own and before it
//   3. a value that the loop carries is yielded no later than the stage that uses it
//   4. ops that touch the same memory, of which one writes, stay in order, in an iteration and from
//      one to the next
//   5. a slot of a channel is released before it is acquired again
//   6. copies by TMA that fill one slot have one stage: they are counted together
#include "dialects/mem/mem.h"
#include "dialects/tile/tile.h"
#include "passes/tile/pipeline.h"

static IrStatus read_number(const PipelineOp *at, const char *name, int64_t most, int64_t *number) {
  IrAttr attr = ir_op_attr(at->op, name);
  if (!attr || ir_attr_kind(attr) != IR_ATTR_INTEGER) {
    IrStatus failed =
        ir_op_error(at->op, "has no number `{}`, and other ops of its loop have", name);
    ir_help(ir_op_context(at->op), "give every op of the loop a stage and an order, or none; "
                                   "tile-pipeline{{schedule-only} writes them");
    return failed;
  }
  *number = ir_attr_int(attr);
  if (*number >= 0 && *number <= most) return IR_OK;
  return ir_op_error(at->op, "has `{}` {}, which is not from 0 to {}", name, *number, most);
}

static IrStatus read_numbers(PipelineOp *at) {
  IR_TRY(read_number(at, PIPELINE_STAGE, PIPELINE_MAX_STAGE, &at->stage));
  return read_number(at, PIPELINE_ORDER, INT32_MAX, &at->order);
}

// Its order is no other's of the ops in front.
static IrStatus check_place(const Pipeline *p, size_t i) {
  const PipelineOp *at = &p->ops.at[i];
  for (size_t k = 0; k < i; k++) {
    const PipelineOp *other = &p->ops.at[k];
    if (pipeline_is_added(other->op) || other->order != at->order) continue;
    IrStatus failed =
        ir_op_error(at->op, "has the same place {} in a step as another op", at->order);
    ir_note(ir_op_context(at->op), ir_op_loc(other->op), "the other op");
    return failed;
  }
  return IR_OK;
}

// What people give places comes first.
static IrStatus read_schedule(Pipeline *p) {
  for (size_t i = 0; i < p->ops.n; i++) {
    if (pipeline_is_added(p->ops.at[i].op)) continue;
    IR_TRY(read_numbers(&p->ops.at[i]));
    IR_TRY(check_place(p, i));
  }
  for (size_t i = 0; i < p->ops.n; i++) IR_TRY(read_numbers(&p->ops.at[i]));
  return IR_OK;
}

static bool comes_before(const PipelineOp *a, const PipelineOp *b, int64_t steps) {
  return steps > 0 || (steps == 0 && a->order < b->order);
}

static const char *const rules[] = {
    [PIPELINE_VALUE] = "uses what is computed behind it",
    [PIPELINE_CARRIED] = "uses what the iteration before computes in a later stage",
    [PIPELINE_MEMORY] = "touches memory in front of an op that it has to follow",
    [PIPELINE_CHANNEL] = "takes its turn at a channel in front of an op that it has to follow",
};

bool pipeline_edge_holds(const Pipeline *p, const PipelineEdge *edge) {
  const PipelineOp *from = &p->ops.at[edge->from], *to = &p->ops.at[edge->to];
  int64_t steps = to->stage + edge->distance - from->stage;
  if (edge->cause == PIPELINE_CARRIED) return from->stage <= to->stage;
  return comes_before(from, to, steps);
}

static IrStatus check_edge(const Pipeline *p, const PipelineEdge *edge) {
  const PipelineOp *from = &p->ops.at[edge->from], *to = &p->ops.at[edge->to];
  if (pipeline_edge_holds(p, edge)) return IR_OK;
  IrStatus failed =
      ir_op_error(to->op, "{}: it is in stage {} at {}, and the other in stage {} at {}",
                  rules[edge->cause], to->stage, to->order, from->stage, from->order);
  ir_note(ir_op_context(to->op), ir_op_loc(from->op), "the other op");
  return failed;
}

static IrStatus check_slots(const Pipeline *p, const PipelineOp *acquire) {
  const PipelineOp *release;
  int64_t steps = 0, slots = mem_channel_slots(ir_value_type(ir_op_operand(acquire->op, 0)));
  switch (pipeline_slots(p, acquire->op, &release, &steps)) {
  case PIPELINE_SLOTS_SUFFICE:
    return IR_OK;
  case PIPELINE_SLOTS_IN_ORDER:
    if (release->order < acquire->order) return IR_OK;
    break;
  case PIPELINE_SLOTS_LACK:
    break;
  case PIPELINE_SLOTS_UNKNOWN:
    return ir_op_error(acquire->op, "acquires a slot, and no op beside it is known to release it");
  }
  IrStatus failed = ir_op_error(acquire->op,
                                "acquires a slot before it is released: the channel has {} and "
                                "this schedule takes {} more",
                                slots, 1 - steps);
  ir_note(ir_op_context(acquire->op), ir_op_loc(release->op), "released here");
  ir_help(ir_op_context(acquire->op), "'stages({})' on the loop wishes for as many",
          slots + 1 - steps);
  return failed;
}

static bool fill_one_slot(const IrOp *a, const IrOp *b) {
  return IS(a, tile_async_copy) && IS(b, tile_async_copy) && GET(a, tile_async_copy, tma) &&
         GET(b, tile_async_copy, tma) && GET(a, tile_async_copy, channel) &&
         GET(a, tile_async_copy, channel) == GET(b, tile_async_copy, channel);
}

// Rule 6, of a copy and those in front of it.
static IrStatus check_copy(const Pipeline *p, size_t i) {
  const PipelineOp *at = &p->ops.at[i];
  for (size_t k = 0; k < i; k++) {
    const PipelineOp *other = &p->ops.at[k];
    if (other->stage == at->stage || !fill_one_slot(at->op, other->op)) continue;
    IrStatus failed =
        ir_op_error(at->op, "is in stage {}, and what fills the same slot in stage {}", at->stage,
                    other->stage);
    ir_note(ir_op_context(at->op), ir_op_loc(other->op), "the other op");
    ir_help(ir_op_context(at->op), "give loads that are used together one stage");
    return failed;
  }
  return IR_OK;
}

IrStatus pipeline_check(Pipeline *p) {
  IR_TRY(read_schedule(p));
  for (size_t e = 0; e < p->edges.n; e++) IR_TRY(check_edge(p, &p->edges.at[e]));
  for (size_t i = 0; i < p->ops.n; i++)
    if (IS(p->ops.at[i].op, mem_channel_acquire)) IR_TRY(check_slots(p, &p->ops.at[i]));
  for (size_t i = 0; i < p->ops.n; i++) IR_TRY(check_copy(p, i));
  return IR_OK;
}
