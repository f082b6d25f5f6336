// Exact detection of data races among the threads of a block, or of a cluster of blocks.
//
// Two accesses race when they touch the same byte, at least one writes, they are not both atomic,
// and neither happens before the other.  Happens-before is the program order of each thread and
// what synchronisation adds: a release by one side that an acquire by the other has seen.  The
// detector keeps a vector clock for each thread and, for each byte of memory, the last write and
// the reads and atomics since.  It finds the first race of an execution whatever order the
// execution took, if accesses and synchronisations are reported in an order in which nothing is
// seen before it happens (FastTrack, Flanagan and Freund 2009, with sets of atomics beside those of
// reads).
//
// Threads are lanes of warps: thread 32 * w + l of its block is lane l of warp w, and the warps of
// a cluster are numbered block after block.  Lanes of one warp are not ordered with each other
// until something synchronises them.  A set of lanes is a mask of 32 bits.
//
// Asynchronous operations act apart from the thread that issued them.  Such an agent starts with
// what its issuer knew and is seen by who waits for it: through the issuer's groups (CpuRaceQueue)
// or through a synchronisation object that counts its completion.
//
// Memory has two ways in, the generic proxy of ordinary accesses and the async proxy of bulk copies
// and of the tensor cores' own reads.  An access through the async proxy races with a generic write
// even after it, unless a proxy fence came between: the fence must happen after the write and
// before the access was issued.  A write through the async proxy also races with a generic load of
// shared memory after which its thread has executed no proxy fence before it told anybody: what a
// thread releases (an arrival, a barrier) does not wait for loads that are queued in front of it.
// In the other direction completion is enough.
//
//   CpuRace *race = cpu_race_create((CpuRaceShape){.blocks = 1, .threads = 128});
//   CpuRaceMemory *shared = cpu_race_memory(race);
//   CpuRaceReport report;
//   if (cpu_race_access(race, shared, (CpuRaceActor){.warp = 0}, &access, &report)) ...
//
// Nothing here knows the interpreter, and ops are only handed back in reports.  A detector belongs
// to one thread of the host.
#ifndef TARGETS_CPU_RACE_H
#define TARGETS_CPU_RACE_H

#include "ir/support/base.h"

typedef struct IrOp IrOp;

typedef struct CpuRace CpuRace;             // the threads of a cluster and what they know
typedef struct CpuRaceMemory CpuRaceMemory; // one address space: who touched which byte last
typedef struct CpuRaceSync CpuRaceSync;     // what carries knowledge from thread to thread
typedef struct CpuRaceAgent CpuRaceAgent;   // an asynchronous operation under way

enum { CPU_RACE_LANES = 32, CPU_RACE_MAX_BLOCKS = 16 };

typedef struct CpuRaceShape {
  uint32_t blocks;  // of the cluster; 1 without clusters
  uint32_t threads; // of each block
} CpuRaceShape;

CpuRace *cpu_race_create(CpuRaceShape shape);
// Forgets what happened, for the next block: synchronisation objects and agents are gone, memories
// are untouched again.  Cheaper than another detector.
void cpu_race_reset(CpuRace *race);
void cpu_race_destroy(CpuRace *race);

// ---- Accesses. ----

// A space of its own, untouched.  Any offset from 0 on can be used; only what is touched costs.
CpuRaceMemory *cpu_race_memory(CpuRace *race);
// Says that it is global memory, to which proxy fences of shared memory say nothing.
void cpu_race_set_global(CpuRaceMemory *memory);

typedef enum CpuRaceKind {
  CPU_RACE_READ,
  CPU_RACE_WRITE,
  CPU_RACE_ATOMIC_READ, // a load with an order
  CPU_RACE_ATOMIC       // writes, or reads and writes at once
} CpuRaceKind;

// Whom atomics and fences take into account.  Atomics do not race with each other if each has the
// other's thread in its scope.
typedef enum CpuRaceScope {
  CPU_RACE_SCOPE_BLOCK,
  CPU_RACE_SCOPE_CLUSTER,
  CPU_RACE_SCOPE_DEVICE
} CpuRaceScope;

// What a thread's asynchronous operations are counted in, to be waited for in order.  A bulk copy
// from shared memory is in two: its reads end before its writes.
typedef enum CpuRaceQueue {
  CPU_RACE_QUEUE_COPY,      // cp.async
  CPU_RACE_QUEUE_BULK,      // bulk copies and reductions from shared to global memory
  CPU_RACE_QUEUE_BULK_READ, // their reads
  CPU_RACE_QUEUE_MMA,       // wgmma: of a warp together
  CPU_RACE_QUEUES
} CpuRaceQueue;

// Who touches memory: lanes of a warp, or an agent on their behalf.
typedef struct CpuRaceActor {
  uint32_t warp;             // of the cluster; not looked at with an agent
  const CpuRaceAgent *agent; // or NULL
  CpuRaceQueue queue;        // that the access counts in, if the agent has no `completes`
} CpuRaceActor;

typedef struct CpuRaceAccess {
  const IrOp *op;
  CpuRaceKind kind;
  CpuRaceScope scope;     // of an atomic
  bool async;             // through the async proxy
  uint32_t lanes;         // that take part; of an agent, lanes that issued it
  const int64_t *offsets; // by lane
  uint32_t bytes;         // of each lane, at least 1
} CpuRaceAccess;

// One of the two accesses of a race.
typedef struct CpuRaceSide {
  const IrOp *op;
  CpuRaceKind kind;
  bool async;         // through the async proxy
  bool agent;         // by an asynchronous operation: `thread` issued it
  bool counted;       // by one that an object counts; of `before`, thread and warp are unknown then
  CpuRaceQueue queue; // of an agent that is not counted
  uint32_t block;     // of the cluster
  uint32_t warp;      // of the block
  uint32_t thread;    // of the block
} CpuRaceSide;

typedef struct CpuRaceReport {
  CpuRaceSide now, before; // the access asked about, and the earlier one it races with
  int64_t offset;          // first byte that both touch
  uint32_t bytes;
  // Ordered, but the write before has not been made visible to the async proxy, or the read before
  // may still be under way.
  bool needs_proxy_fence;
} CpuRaceReport;

// Records the access.  Whether it races with an earlier one; then the first such place, in the
// order of lanes and bytes, is in `report`.
IR_CHECKED bool cpu_race_access(CpuRace *race, CpuRaceMemory *memory, CpuRaceActor actor,
                                const CpuRaceAccess *access, CpuRaceReport *report);

// The block has ended, whose threads have released into `ends` when they did.  Whether another
// block's access of its shared memory may come later; then `report->before` is one.
IR_CHECKED bool cpu_race_end(CpuRace *race, CpuRaceMemory *shared, uint32_t block,
                             const CpuRaceSync *ends, CpuRaceReport *report);

// ---- Synchronisation. ----
//
// A barrier of any kind is: its threads release into an object when they arrive; when all have
// arrived it turns over; who waited acquires.  What is released after the turn is for the next.

CpuRaceSync *cpu_race_sync(CpuRace *race);
void cpu_race_release(CpuRace *race, CpuRaceSync *sync, uint32_t warp, uint32_t lanes);
// The lanes arrive with relaxed order: only what was before their last fence is released.
void cpu_race_release_fenced(CpuRace *race, CpuRaceSync *sync, uint32_t warp, uint32_t lanes);
// Makes what was released so far available to who acquires from now on.  With `keep` also what was
// available before stays (an mbarrier), without it goes (a barrier of the block).
void cpu_race_turn(CpuRace *race, CpuRaceSync *sync, bool keep);
void cpu_race_acquire(CpuRace *race, const CpuRaceSync *sync, uint32_t warp, uint32_t lanes);
// These lanes of a warp wait for each other.
void cpu_race_warp_sync(CpuRace *race, uint32_t warp, uint32_t lanes);

// fence.proxy.async by these lanes: generic writes they know of may be read through the async
// proxy, and their own loads are over; of shared memory, or of all.  (Once there was one of all
// memory, those of shared memory count as such, too.)
void cpu_race_proxy_fence(CpuRace *race, uint32_t warp, uint32_t lanes, bool shared);

typedef enum CpuRaceOrder {
  CPU_RACE_RELAXED,
  CPU_RACE_ACQUIRE,
  CPU_RACE_RELEASE,
  CPU_RACE_ACQ_REL
} CpuRaceOrder;

// An atomic access of one lane to `location` (any number that names it) has this order: `reads` and
// `writes` say what it did there.  Every atomic access has to be told, relaxed ones too: together
// with a fence they synchronise.
void cpu_race_order(CpuRace *race, uint64_t location, uint32_t warp, uint32_t lane,
                    CpuRaceOrder order, CpuRaceScope scope, bool reads, bool writes);
// A fence between this thread's accesses, for others in `scope`.
void cpu_race_fence(CpuRace *race, uint32_t warp, uint32_t lanes, CpuRaceScope scope);

// ---- Agents. ----

// An operation issued by these lanes now, each for itself; freed with cpu_race_agent_free.
// `completes`: the object that counts its completion, or NULL for a queue other than
// CPU_RACE_QUEUE_MMA.
CpuRaceAgent *cpu_race_issue(CpuRace *race, uint32_t warp, uint32_t lanes, CpuRaceSync *completes);
// One operation of all these lanes, counted in CPU_RACE_QUEUE_MMA: it knows what any of them knows,
// its accesses, all of them reads, are those of lane 0, and every lane that waits for it learns
// that they are over, but nothing of other lanes.
CpuRaceAgent *cpu_race_issue_together(CpuRace *race, uint32_t warp, uint32_t lanes);
// Agents that are not freed end with the detector's reset.
void cpu_race_agent_free(CpuRace *race, CpuRaceAgent *agent);
// The agent's accesses so far are over: releases what it knew and did into the object.
void cpu_race_complete(CpuRace *race, const CpuRaceAgent *agent, CpuRaceSync *sync);

// Operations are counted in a queue under its current number, which every warp has for itself.
// Closes it (a group is committed) and returns it.  A group of bulk copies closes both its queues.
uint32_t cpu_race_commit(CpuRace *race, uint32_t warp, CpuRaceQueue queue);
// These lanes have waited for their operations in the queue up to number `upto`.
void cpu_race_wait(CpuRace *race, uint32_t warp, uint32_t lanes, CpuRaceQueue queue, uint32_t upto);
// These lanes have waited for operations of CPU_RACE_QUEUE_MMA up to number `upto` that the warps
// from `first` on, `warps` of them, execute together, each as a part of its own: all parts are
// over.
void cpu_race_wait_together(CpuRace *race, uint32_t warp, uint32_t lanes, uint32_t first,
                            uint32_t warps, uint32_t upto);
// The operations of these lanes of the agent in the queue up to number `upto` are over: their end
// is released into the object, with what the agent knew.  For cp.async.mbarrier.arrive, an agent
// that accesses nothing; not for CPU_RACE_QUEUE_MMA.
void cpu_race_complete_queue(CpuRace *race, const CpuRaceAgent *agent, uint32_t lanes,
                             CpuRaceSync *sync, CpuRaceQueue queue, uint32_t upto);

#endif
