// What channels ask of a kernel, run by itself: roles that go on side by side, copies and products
// that take effect later, slots that are written and read.
//
// A ProtocolKernel is a kernel with everything left out but the ops of channels, what touches
// shared buffers, and the integers they depend on: a list of steps over registers of 64 bits, with
// jumps for loops and branches.  protocol_run executes it for one choice of its unknown integers
// (extents, scalars, what is read from memory) and says what is wrong with it, for every order that
// the roles, the copies and the products may take.
//
// One run is enough for all orders.  Whatever a step waits for (a position filled, a position
// released, a product done) stays true, so nothing that may go on now is stopped by what others do
// first: all orders execute the same steps, and order the same pairs of them.  The run keeps what
// each role knows to be over (a clock for each queue of accesses, which waits take over from who
// committed or released), and an access that conflicts with one not known to be over may meet it in
// some order, whichever came first here.  tests/unit/protocol_test.c compares this with a walk
// through all orders.
//
// Queues.  What ends in its order is one queue, and a clock is how many accesses of it are over:
// the plain accesses of a role, its products, its copies outside of channels, its stores from
// buffers, and for each channel the copies into it, by position.
//
// Blocks that multicast run side by side, each with roles, buffers and channels of its own.  A copy
// that is marked fills the buffer of every block; the slot of a channel that they share is free for
// the copies of any block when the roles of all have released it, and filled when all have
// committed, the same copies each.  Nothing else passes from block to block.  Two blocks stand for
// any number if nothing depends on which block it is: then all execute the same steps.  An access
// and a copy of another block are ordered by what passes between those two, which others only add
// to; and nobody waits forever, for taking each step in all blocks in turn is one order to go on
// in, and as above one is enough.
#ifndef PASSES_MEM_PROTOCOL_H
#define PASSES_MEM_PROTOCOL_H

#include "ir/support/arena.h"
#include "ir/support/stream.h"
#include "ir/support/vec.h"

typedef enum ProtocolStepKind {
  // Integers.
  PROTOCOL_CONST,  // r[to] = value
  PROTOCOL_LEAF,   // r[to] = the run's value number `value`
  PROTOCOL_BLOCK,  // r[to] = the block's number among those that multicast
  PROTOCOL_OPAQUE, // r[to] = something below c (0: any) that depends on `value`, r[a] and r[b]
                   // alone
  PROTOCOL_MOVE,   // r[to] = r[a]
  PROTOCOL_ADD,
  PROTOCOL_SUB,
  PROTOCOL_MUL,
  PROTOCOL_DIV, // towards zero; by zero it is 0, as are the others
  PROTOCOL_FLOORDIV,
  PROTOCOL_CEILDIV,
  PROTOCOL_REM,
  PROTOCOL_MIN,
  PROTOCOL_MAX,
  PROTOCOL_AND,
  PROTOCOL_OR,
  PROTOCOL_XOR,
  PROTOCOL_SHL,
  PROTOCOL_SHR,
  PROTOCOL_EQ,
  PROTOCOL_NE,
  PROTOCOL_LT,
  PROTOCOL_LE,
  PROTOCOL_SELECT, // r[to] = r[a] ? r[b] : r[c]
  // Control.
  PROTOCOL_JUMP,    // to step `value`
  PROTOCOL_JUMP_IF, // to step `value` when r[a] is 0
  PROTOCOL_FORK,    // the roles a to b - 1 run; goes on when they have ended
  PROTOCOL_END,     // of a role
  // Channels: r[a] is the position.
  PROTOCOL_ACQUIRE,
  PROTOCOL_COMMIT,
  PROTOCOL_WAIT,
  PROTOCOL_RELEASE,
  // Accesses of the boxes first_box to first_box + num_boxes - 1.
  PROTOCOL_READ,
  PROTOCOL_WRITE,
  PROTOCOL_COPY,         // writes until its position is filled; without a channel until COPY_WAIT
  PROTOCOL_PRODUCT,      // reads until PRODUCT_WAIT
  PROTOCOL_STORE,        // reads until STORE_WAIT
  PROTOCOL_PRODUCT_WAIT, // all products of the role but the last `value`
  PROTOCOL_COPY_WAIT,
  PROTOCOL_STORE_WAIT,
} ProtocolStepKind;

enum { PROTOCOL_NO_CHANNEL = -1 };

typedef struct ProtocolStep {
  uint8_t kind;   // ProtocolStepKind
  bool multicast; // of PROTOCOL_COPY: into all blocks
  int32_t channel;
  int32_t to, a, b, c;
  int32_t first_box, num_boxes;
  int32_t first_source, num_sources; // of a copy into all blocks: registers that say of what
  int64_t value;
  const void *tag; // whatever the step was made of
} ProtocolStep;

enum { PROTOCOL_RANK = 6 };

// Part of a buffer: in each dimension r[from[d]] to r[from[d]] + extent[d] - 1; a `from` below 0 is
// the place 0.  Where it depends on what a run has only made up, it may be outside, and stands for
// all of the dimension then.
typedef struct ProtocolBox {
  int32_t buffer;
  bool is_guess;
  int32_t from[PROTOCOL_RANK];
  int64_t extent[PROTOCOL_RANK];
} ProtocolBox;

typedef struct ProtocolBuffer {
  uint32_t rank;
  int64_t extent[PROTOCOL_RANK];
  int32_t channel; // the one that fills it, or PROTOCOL_NO_CHANNEL
  const void *tag;
} ProtocolBuffer;

typedef struct ProtocolChannel {
  int64_t slots;
  bool multicast; // blocks take the same turns
  const void *tag;
} ProtocolChannel;

typedef struct ProtocolRole {
  int32_t start; // its first step
  const void *tag;
} ProtocolRole;

// Role 0 is where the kernel begins.
typedef struct ProtocolKernel {
  IR_VEC(ProtocolStep) steps;
  IR_VEC(ProtocolBox) boxes;
  IR_VEC(int32_t) sources;
  IR_VEC(ProtocolBuffer) buffers;
  IR_VEC(ProtocolChannel) channels;
  IR_VEC(ProtocolRole) roles;
  int32_t num_registers;
  int32_t blocks;  // that multicast and are run together; 0 is one
  bool has_others; // there are accesses of which it is not known where they are
} ProtocolKernel;

void protocol_kernel_free(ProtocolKernel *kernel);

// One choice of what the kernel does not know.
typedef struct ProtocolInput {
  const int64_t *leaves;
  uint64_t seed;     // of PROTOCOL_OPAQUE with a bound: 0 makes all of them 0, 1 all 1
  int64_t max_steps; // then the run ends and has looked at no more than that
} ProtocolInput;

typedef enum ProtocolFaultKind {
  PROTOCOL_FINE,
  PROTOCOL_CUT, // max_steps is used up
  // Order of positions; `expected` is the one whose turn it is.
  PROTOCOL_OUT_OF_TURN,    // acquired, committed, waited for or released out of turn
  PROTOCOL_NOT_ACQUIRED,   // committed or copied into
  PROTOCOL_NOT_WAITED,     // released before it was waited for
  PROTOCOL_NOTHING_COPIED, // committed
  PROTOCOL_OTHER_COPIES,   // waited for, and the other block has copied something else into it
  PROTOCOL_NEVER_COMMITTED,
  PROTOCOL_NEVER_WAITED,
  PROTOCOL_NEVER_RELEASED,
  PROTOCOL_TWO_PRODUCERS,
  // Slots.
  PROTOCOL_WRONG_SLOT, // `expected` is the right one
  PROTOCOL_OUTSIDE,    // of the buffer
  PROTOCOL_NOT_HELD,   // reads a slot without having waited, or after having released
  PROTOCOL_NOT_FILLED, // reads what nothing was copied to
  PROTOCOL_CONFLICT,   // with an access that may be under way
  PROTOCOL_STILL_READ, // at the end
  PROTOCOL_DEADLOCK,   // `expected` is the position that would have to be released or committed
} ProtocolFaultKind;

// What a role did, for the story that leads to a fault.  Here and in a fault a role is block *
// number of roles + role.
typedef struct ProtocolEvent {
  int32_t role, step;
  int64_t position; // of channel ops and copies into one
  int64_t slot;     // of accesses, first dimension; -1: no access
  int64_t number;   // of the role's events
} ProtocolEvent;

typedef struct ProtocolFault {
  ProtocolFaultKind kind;
  int32_t role, step;             // who did it, where
  int32_t other_role, other_step; // the access it conflicts with; -1: none
  int32_t channel, buffer;        // or -1
  int64_t position, other_position, expected, slot;
  const ProtocolEvent *events; // the last ones, in an order that shows the fault
  size_t num_events;
  size_t num_dropped;          // events before them
  const ProtocolEvent *stands; // in a deadlock: where roles wait, one each
  size_t num_stands;
} ProtocolFault;

// Runs the kernel; what the fault points to lies in `scratch`.  `steps`, if given, is increased by
// how many steps that took.
ProtocolFault protocol_run(const ProtocolKernel *kernel, const ProtocolInput *input,
                           IrArena *scratch, int64_t *steps);

#endif
