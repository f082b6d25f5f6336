// A loop whose iterations are to overlap.  The parts of tile-pipeline, one file each:
//
//   pipeline_memory.c       what an op touches, and whether two ops must stay in order
//   pipeline_dependences.c  which ops of a body come before which, and how far apart they may be
//   pipeline_registers.c    whether a thread has room for a tile that waits for its use
//   pipeline_count.c        slots counted instead of divided for
//   pipeline_schedule.c     a stage and an order for each op, written as attributes
//   pipeline_products.c     products of warpgroups beside each other, of two iterations
//   pipeline_complete.c     places for what passes have added to a person's schedule
//   pipeline_localize.c     cheap ops once more in each stage that uses them
//   pipeline_positions.c    whether the slots of channels suffice
//   pipeline_check.c        whether stages and orders are a schedule of the loop
//   pipeline_expand.c       the loop that the schedule means
//   pipeline.c              the pass
//
// An iteration's ops are spread over stages 0 to `last`; step t of the new loop does, in the order
// of `tile.order`, the ops of stage s for iteration t - s.  So an op of stage 0 runs `last`
// iterations ahead of one in the last stage.
#ifndef PASSES_TILE_PIPELINE_H
#define PASSES_TILE_PIPELINE_H

#include "ir/pass/pass.h"
#include "ir/support/map.h"
#include "ir/support/vec.h"
#include "passes/tile/authored.h"

enum { PIPELINE_MAX_STAGE = 63 };
#define PIPELINE_STAGE AUTHORED_STAGE
#define PIPELINE_ORDER AUTHORED_ORDER

typedef enum PipelineCause {
  PIPELINE_VALUE,   // one uses what the other computes
  PIPELINE_CARRIED, // the same, an iteration later
  PIPELINE_MEMORY,  // both touch memory, and one writes it
  PIPELINE_CHANNEL, // turns at a channel
} PipelineCause;

// Op `to` of an iteration comes behind op `from` of the one `distance` before.
typedef struct PipelineEdge {
  size_t from, to;
  int64_t distance;
  int64_t latency; // stages that the schedule is to put between the two
  PipelineCause cause;
} PipelineEdge;

typedef struct PipelineOp {
  IrOp *op;
  int64_t stage, order;
} PipelineOp;

// What an op, or one inside of it, touches.
typedef struct PipelineAccess {
  const IrValue *root; // mem_root
  bool is_buffer, writes;
  bool in_channel; // what a copy into a channel fills, and reads of that
} PipelineAccess;

typedef struct PipelineAccesses {
  bool unknown;  // it may touch anything
  bool products; // it starts products of a warpgroup that are counted, or waits for them
  IR_VEC(PipelineAccess) list;
} PipelineAccesses;

typedef struct Pipeline {
  const IrPassRun *run;
  IrOp *kernel, *loop;
  IrBlock *body;
  IR_VEC(PipelineOp) ops;          // of the body without its terminator, in program order
  IR_VEC(PipelineAccesses) access; // of each
  IrPtrMap numbers;                // op -> its number + 1
  IrPtrMap owners;                 // buffer that copies into a channel fill -> the channel
  bool counts;                     // something waits for all but some products
  IR_VEC(PipelineEdge) edges;
  int64_t registers; // of a thread, for what the loop carries and what waits for its use
} Pipeline;

// ---- Reading a loop ----
void pipeline_init(Pipeline *p, const IrPassRun *run, IrOp *kernel, IrOp *loop);
void pipeline_free(Pipeline *p);
// The number of the body's op that `op` is or is in; `ops.n` for what is outside, and for the
// terminator.
size_t pipeline_number(const Pipeline *p, const IrOp *op);
// What the body hands to the next iteration for its carried argument `arg`; NULL for other values.
IrValue *pipeline_yielded(const Pipeline *p, const IrValue *arg);
// What a carried argument is in the first iteration.
IrValue *pipeline_init_of(const Pipeline *p, const IrValue *arg);
// Reads the loop again, which has changed.
void pipeline_read_again(Pipeline *p);
// Lets the loop carry more: `n` arguments that its block has already.
void pipeline_carry(Pipeline *p, IrValue *const *inits, IrValue *const *nexts, size_t n);
// Fills `access` and `owners`.
void pipeline_find_accesses(Pipeline *p);
bool pipeline_must_stay_ordered(const IrOp *kernel, const PipelineAccesses *a,
                                const PipelineAccesses *b);
// Whether two accesses of op `i` and others in the loop are such that `i` cannot move ahead of the
// iteration before.
bool pipeline_may_move(const Pipeline *p, size_t i);

// ---- Dependences ----
// Fills `edges`.
void pipeline_find_edges(Pipeline *p);
// Gives them latencies where the loop gains by overlapping.
void pipeline_find_latencies(Pipeline *p);

// Whether a thread has registers for another tile from the load to its use, an iteration later; if
// so they are counted.
bool pipeline_take_registers(Pipeline *p, const IrOp *load);

// Registers of a thread for a tile; 0 for what is no laid-out tile.
int64_t pipeline_registers_of(IrType type);

// ---- Schedule ----
// Counts slots of channels instead of dividing positions, where a division is dear.
void pipeline_count_slots(Pipeline *p);
// Whether a person or an earlier pass has given ops of the loop stages.
bool pipeline_has_schedule(const Pipeline *p);
// Gives each op its stage and order.  False: nothing is gained; `*why` says why, and the loop is
// as it was.
bool pipeline_schedule(Pipeline *p, const char **why);
// How many iterations a scheduled loop has under way.
int64_t pipeline_stages(const Pipeline *p);
// Makes cheap ops once more in each stage that uses them; `ops` is then out of date.
void pipeline_localize(Pipeline *p);
// The loop's ops as they are now, with the stages that they carry.
void pipeline_read_stages(Pipeline *p);
// Whether passes put such an op among those that a person gave places, and it has none.
bool pipeline_is_added(const IrOp *op);
// Gives places to what passes have added to a loop whose other ops have places.
void pipeline_complete(Pipeline *p);
// Reads the attributes into `ops`, and says what is wrong with them.
IR_CHECKED IrStatus pipeline_check(Pipeline *p);

// Whether the schedule in `ops` puts the edge's ends in order.
bool pipeline_edge_holds(const Pipeline *p, const PipelineEdge *edge);

// ---- Products that overlap ----
// Gives the ops of a role's loop two stages, so that products which need each other overlap. False:
// it is none of these loops, or gains nothing; stages are then not to be used.
bool pipeline_overlap_products(Pipeline *p);
// The places in a step that go with these stages, in `order`.
void pipeline_order_products(Pipeline *p);
// Whether the loop's waits for products are for nothing but these: a wait for what was started
// behind them, too, is one that a slot's release may rely on.
bool pipeline_may_relax_waits(const IrOp *loop);
// Lets waits for products leave under way what the schedule starts behind these.
void pipeline_relax_waits(IrOp *loop);

// Whether a slot has been released when an op acquires it, as `ops` has their stages.
typedef enum PipelineSlots {
  PIPELINE_SLOTS_SUFFICE,
  PIPELINE_SLOTS_IN_ORDER, // if the release is in front of the acquire in a step
  PIPELINE_SLOTS_LACK,
  PIPELINE_SLOTS_UNKNOWN, // the channel is released elsewhere
} PipelineSlots;
// `steps`: those from the release of a slot to its acquire.
PipelineSlots pipeline_slots(const Pipeline *p, const IrOp *acquire, const PipelineOp **release,
                             int64_t *steps);

// ---- The loop that it means ----
// `loop` is then the new one, and the rest is out of date.  Fails where a value cannot wait, with
// the loop as it was.
IR_CHECKED IrStatus pipeline_expand(Pipeline *p);

#endif
