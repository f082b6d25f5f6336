// What the files of the race detector share.
//
// Time.  A warp counts its releases; every lane has the warp's count as its own time.  That an
// access at time T of lane L happened before is known to whoever has seen T or more from L.  Times
// of one lane only grow, so counting also the releases of other lanes is harmless, and lanes of a
// warp can be kept together: components of clocks come in groups of 32, one for a warp.  Further
// groups are the queues of the warps (time: the number of the queue) and objects that count
// asynchronous operations, 32 in a group (time: the number of the turn).
//
// Knowledge.  What a thread has seen of others is an immutable snapshot, shared by all who have
// seen the same; after a barrier that is the whole block, and the join of two snapshots is computed
// once and remembered, so that the barrier costs as much as one clock and not one for each thread.
// What a thread knows of itself and of its own queues is beside it (CpuRaceView).
//
// Everything is there twice: what happened before, and what of it has been made visible to the
// async proxy.  Whether a load was over when its thread told others is not a third clock: the warp
// keeps the times of its proxy fences, and who has seen a time behind the first fence after the
// load knows it (known_ended in race.c).
#ifndef TARGETS_CPU_RACE_IMPL_H
#define TARGETS_CPU_RACE_IMPL_H

#include "ir/support/map.h"
#include "ir/support/vec.h"
#include "targets/cpu/race.h"

enum { LANES = CPU_RACE_LANES, OWN_COMPONENTS = 1 + CPU_RACE_QUEUES };

// The own component that is not of a lane but of the warp: kept in lane 0 of its group.
enum { RACE_TOGETHER = 1 + CPU_RACE_QUEUE_MMA };

#define FOR_LANES(lane, lanes) \
  for (uint32_t lane##_left = (lanes), lane = 0; \
       lane##_left && (lane = (uint32_t)__builtin_ctz(lane##_left), true); \
       lane##_left &= lane##_left - 1)

// ---- Clocks (race_clock.c). ----

// An immutable clock: `groups` groups of LANES times; those beyond are 0.  NULL is the clock of who
// has seen nothing.
typedef struct Snapshot {
  uint64_t serial; // never used again
  uint32_t references;
  uint32_t groups;
  uint32_t *least; // by group, the smallest time in it
  uint32_t *time;  // [group * LANES + lane]
} Snapshot;

// A clock that is added to.
typedef struct Clock {
  uint32_t *time;
  uint32_t groups, capacity;
  uint64_t joined[4]; // serials of snapshots that are in it already
  uint32_t next;      // where the next one is noted
  bool changed;       // since the last snapshot was made
} Clock;

enum { MEMO_ENTRIES = 64 };

// A join of two snapshots that was computed before.
typedef struct Memo {
  uint64_t left, right; // their serials
  Snapshot *result;
} Memo;

typedef struct Clocks {
  uint64_t serials;
  Memo memo[MEMO_ENTRIES];
} Clocks;

Snapshot *race_retain(Snapshot *snapshot);
void race_drop(Snapshot *snapshot);
// A new reference to the join of both.
Snapshot *race_join(Clocks *clocks, Snapshot *a, Snapshot *b);
void race_clock_join(Clock *clock, const Snapshot *snapshot);
// Raises one component.
void race_clock_raise(Clock *clock, uint32_t group, uint32_t lane, uint32_t time);
// A new reference to what the clock says now; NULL if that is nothing.
Snapshot *race_clock_snapshot(Clocks *clocks, const Clock *clock);
void race_clock_clear(Clock *clock);
void race_clock_free(Clock *clock);
void race_clocks_clear(Clocks *clocks);

static inline uint32_t race_time_of(const Snapshot *snapshot, uint32_t group, uint32_t lane) {
  return snapshot && group < snapshot->groups ? snapshot->time[group * LANES + lane] : 0;
}

// ---- Threads, agents, objects (race_sync.c). ----

// One of the two kinds of knowledge that the lanes of a warp have.
typedef struct Knowledge {
  Snapshot *others[LANES];             // seen of other threads
  uint32_t own[OWN_COMPONENTS][LANES]; // [0]: of the lane itself; [1 + queue]: of its queues
} Knowledge;

// What the lanes of a warp know: now, or when they issued an agent.
typedef struct View {
  uint32_t warp;
  Knowledge happened, proxied;
} View;

// What a fence has to do with relaxed atomics, of one warp; race_atomic.c.
typedef struct Fences {
  View released;             // what the lanes knew at their last fence
  CpuRaceScope scope[LANES]; // of that fence
  uint32_t lanes;            // that had one
  // What relaxed reads found published: by the own block, and by others for scopes beyond it.
  View observed, observed_widely;
} Fences;

// A proxy fence, by these lanes of a warp at that time.
typedef struct ProxyFence {
  uint32_t time, lanes;
} ProxyFence;

typedef struct Warp {
  View view;
  uint32_t block;
  uint32_t time;
  IR_VEC(ProxyFence) proxy_fences;  // their times grow
  uint32_t number[CPU_RACE_QUEUES]; // of the queues
  Fences *fences;                   // NULL until one is executed
} Warp;

struct CpuRaceAgent {
  View view;
  uint32_t lanes;
  uint32_t number[CPU_RACE_QUEUES];
  CpuRaceSync *completes;
  CpuRaceAgent *previous, *next; // of those under way
};

struct CpuRaceSync {
  Clock happened, proxied;              // what is released
  Snapshot *happened_now, *proxied_now; // what can be acquired
  uint32_t group, lane, time;           // of the operations it counts
};

struct CpuRace {
  CpuRaceShape shape;
  Clocks clocks;
  Warp *warps;
  uint32_t num_warps, warps_per_block;
  uint32_t num_groups;                    // given out
  uint32_t queue_group[CPU_RACE_QUEUES];  // of the first warp's; 0: not used yet
  uint32_t counting_group, counting_lane; // where the next counting object's component is
  CpuRaceSync *warp_sync;
  bool fenced_global;   // a proxy fence of all memory was executed
  IrPtrMap locations;   // of atomics -> Location
  CpuRaceAgent *agents; // under way
  IR_VEC(CpuRaceSync *) syncs;
  IR_VEC(CpuRaceMemory *) memories;
  IR_VEC(const IrOp *) ops; // numbered, for entries of memory
  IrPtrMap op_numbers;      // op -> its number
  IR_VEC(struct Page *) free_pages;
};

void race_release_view(CpuRace *race, CpuRaceSync *sync, const View *view, uint32_t lanes);
void race_acquire_lane(CpuRace *race, const CpuRaceSync *sync, View *view, uint32_t lane);
// The release is behind the warp: what follows is at a later time.
void race_step(Warp *warp);
void race_view_copy(View *to, const View *from, uint32_t lanes);
void race_view_drop(View *view);
// The group of the components of a warp's lanes in a queue.
uint32_t race_queue_of(CpuRace *race, uint32_t warp, CpuRaceQueue queue);
CpuRaceSync *race_sync_create(void);
void race_sync_destroy(CpuRaceSync *sync);
// Frees the locations and fences of atomics (race_atomic.c).
void race_atomics_clear(CpuRace *race);

// ---- Memory (race_memory.c). ----

enum {
  ENTRY_WRITES = 1,
  ENTRY_ATOMIC = 2,
  ENTRY_ASYNC = 4,
  ENTRY_SCOPE = 3 // shift of the scope
};

// Accesses by lanes of a group at one time.
typedef struct Entry {
  uint32_t lanes; // 0: nothing
  uint32_t time;
  uint32_t op; // its number
  uint32_t group : 20, block : 4, flags : 8;
} Entry;

// More of the entries of a cell, the newest last; side by side, for every access looks at all.
typedef struct More {
  uint32_t n, room;
  Entry at[];
} More;

// Bytes that were always touched together: the last write that was not atomic, and what came since
// that a later access may race with, one entry in place.
typedef struct Cell {
  Entry write, other;
  More *more; // may be NULL; none are there unless `other` is
} Cell;

static inline uint32_t race_num_more(const Cell *cell) {
  return cell->more ? cell->more->n : 0;
}

// Memory is watched in chunks, each one cell until part of it is touched alone.
enum { CHUNK_BYTES = 16, PAGE_BYTES = 1024, PAGE_CHUNKS = PAGE_BYTES / CHUNK_BYTES };

typedef struct Page {
  uint64_t number;                 // offset / PAGE_BYTES
  uint8_t cell_bytes[PAGE_CHUNKS]; // 16, 8, 4, 2 or 1
  Cell whole[PAGE_CHUNKS];         // of chunks of one cell
  Cell *parts[PAGE_CHUNKS];        // of the others
} Page;

struct CpuRaceMemory {
  bool is_global;
  IrPtrMap pages; // number + 1 -> Page
  Page *last;     // looked up
};

Page *race_page(CpuRace *race, CpuRaceMemory *memory, uint64_t offset);
// The cells of a chunk, made small enough that [first, first + bytes) of it is whole cells.
Cell *race_cells(Page *page, uint32_t chunk, uint32_t first, uint32_t bytes);
// Makes the chunk one cell again, with `write` in it.
void race_make_whole(Page *page, uint32_t chunk, Entry write);
void race_cell_clear_others(Cell *cell);
void race_cell_add_other(Cell *cell, Entry entry);
// Forgets entries of more without lanes.
void race_cell_thin_more(Cell *cell);
void race_memory_clear(CpuRace *race, CpuRaceMemory *memory);

// Who left the entry, for a report; `lane` of its lanes.
CpuRaceSide race_side_of(const CpuRace *race, const Entry *entry, uint32_t lane);

#endif
