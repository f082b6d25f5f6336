// The race detector against brute force: random executions of accesses and synchronisations, where
// races are also found from the set of events before each event.
//
// Every step of an execution is told to both.  An access that races is mostly left out, so that
// executions get long; one that is not ends its execution.  The detector must report exactly the
// accesses that race, and a pair that does.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "targets/cpu/race.h"

enum {
  EXECUTIONS = 20000,
  STEPS = 80,
  EVENTS = 1024,
  WORDS = EVENTS / 64,
  BLOCKS = 2,
  WARPS = 2, // of a block
  ALL_WARPS = BLOCKS * WARPS,
  LANES = CPU_RACE_LANES,
  SYNCS = 4, // the first two are barriers, the others keep what was released
  LOCATIONS = 2,
  AGENTS = 8,
  FAVOURITES = 3
};

// ---- Sets of events. ----

typedef struct Set {
  uint64_t words[WORDS];
} Set;

static bool has(const Set *set, int event) {
  return set->words[event / 64] >> (event % 64) & 1;
}
static void add(Set *set, int event) {
  set->words[event / 64] |= (uint64_t)1 << (event % 64);
}
static void add_all(Set *set, const Set *more) {
  for (int w = 0; w < WORDS; w++) set->words[w] |= more->words[w];
}

// ---- The oracle. ----

typedef struct Access {
  int event, op, warp, lane, low, high;
  CpuRaceKind kind;
  CpuRaceScope scope;
  bool async, agent;
  int queue, number; // of an agent in a queue, else -1
} Access;

typedef struct Published {
  Set by_block[BLOCKS], widely;
} Published;

typedef struct Pending {
  CpuRaceAgent *agent; // NULL: none
  int warp, event[LANES];
  uint32_t lanes;
  int queue, number; // or -1
  int sync;          // that counts it, or -1
  bool arrival;      // accesses nothing, completes its queue
} Pending;

typedef struct Execution {
  uint64_t random;
  CpuRace *race;
  CpuRaceMemory *memory;
  int blocks;
  uint32_t bytes;                  // of memory
  uint32_t favourites[FAVOURITES]; // kinds of steps that come more often
  CpuRaceKind kinds[FAVOURITES];   // of accesses, likewise
  Set before[EVENTS];              // those that happen before each event
  bool is_proxy_fence[EVENTS];
  int fence_of[EVENTS];      // whose it is
  bool tells_itself[EVENTS]; // who learns of the event learns of nothing before it
  int num_events, step;
  int last[ALL_WARPS][LANES]; // event of each thread
  Access accesses[EVENTS];
  int num_accesses;
  CpuRaceSync *syncs[SYNCS];
  Set released[SYNCS], available[SYNCS];
  Published locations[LOCATIONS];
  int fence[ALL_WARPS][LANES]; // the last, or -1
  CpuRaceScope fence_scope[ALL_WARPS][LANES];
  Set observed[ALL_WARPS][LANES], observed_widely[ALL_WARPS][LANES];
  Pending pending[AGENTS];
  int number[ALL_WARPS][CPU_RACE_QUEUES];
  bool raced;
} Execution;

static const char ops[STEPS + 1];

static uint32_t pick(Execution *x, uint32_t n) {
  x->random = x->random * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(x->random >> 33) % n;
}

static int num_warps(const Execution *x) {
  return x->blocks * WARPS;
}

// A new event after those of `before`.
static int event_after(Execution *x, const Set *before) {
  int event = x->num_events++;
  assert_true(event < EVENTS);
  x->is_proxy_fence[event] = x->tells_itself[event] = false;
  x->before[event] = *before;
  for (int e = 0; e < event; e++)
    if (has(before, e) && !x->tells_itself[e]) add_all(&x->before[event], &x->before[e]);
  return event;
}

// The next event of a thread, after its last one and those of `more`.
static int next_event(Execution *x, int warp, int lane, const Set *more) {
  Set before = {0};
  if (more) before = *more;
  add(&before, x->last[warp][lane]);
  return x->last[warp][lane] = event_after(x, &before);
}

static bool both_in_scope(const Access *a, const Access *b) {
  return a->warp / WARPS == b->warp / WARPS ||
         (a->scope != CPU_RACE_SCOPE_BLOCK && b->scope != CPU_RACE_SCOPE_BLOCK);
}

static bool is_write(const Access *a) {
  return a->kind == CPU_RACE_WRITE || a->kind == CPU_RACE_ATOMIC;
}

static bool is_atomic(const Access *a) {
  return a->kind == CPU_RACE_ATOMIC_READ || a->kind == CPU_RACE_ATOMIC;
}

static bool fenced_between(const Execution *x, int first, int second) {
  for (int e = 0; e < x->num_events; e++)
    if (x->is_proxy_fence[e] && has(&x->before[e], first) && has(&x->before[second], e))
      return true;
  return false;
}

// A load that its thread has ended with a proxy fence before others could know of it.
static bool ended_before(const Execution *x, const Access *load, int later) {
  for (int e = 0; e < x->num_events; e++)
    if (x->is_proxy_fence[e] && x->fence_of[e] == load->warp * LANES + load->lane &&
        has(&x->before[e], load->event) && has(&x->before[later], e))
      return true;
  return false;
}

// Whether something has been stored since to all that both touch: the store came after the load.
static bool is_covered(const Access *earlier, const Access *later) {
  int low = earlier->low > later->low ? earlier->low : later->low;
  int high = earlier->high < later->high ? earlier->high : later->high;
  for (int byte = low; byte < high; byte++) {
    bool stored = false;
    for (const Access *a = earlier + 1; a < later; a++)
      stored |= a->kind == CPU_RACE_WRITE && a->low <= byte && byte < a->high;
    if (!stored) return false;
  }
  return true;
}

static bool do_race(const Execution *x, const Access *earlier, const Access *later) {
  if (earlier->high <= later->low || later->high <= earlier->low) return false;
  if (!is_write(earlier) && !is_write(later)) return false;
  if (is_atomic(earlier) && is_atomic(later) && both_in_scope(earlier, later)) return false;
  if (!has(&x->before[later->event], earlier->event)) return true;
  if (!later->async || earlier->async) return false;
  if (is_write(earlier)) return !fenced_between(x, earlier->event, later->event);
  bool queued = earlier->kind == CPU_RACE_READ && !earlier->agent;
  return queued && !ended_before(x, earlier, later->event) && !is_covered(earlier, later);
}

// ---- Accesses. ----

// What lanes of an access touch: all the same, each its own, or overlapping.
static void pick_offsets(Execution *x, uint32_t bytes, int64_t *offsets) {
  uint32_t aligned = pick(x, 4) ? bytes : 1, range = (x->bytes - bytes) / aligned + 1;
  uint32_t first = pick(x, range), apart = pick(x, 3);
  for (uint32_t l = 0; l < LANES; l++) offsets[l] = (first + l * apart) % range * aligned;
}

static CpuRaceAccess pick_access(Execution *x, uint32_t lanes, int64_t *offsets) {
  static const uint32_t sizes[] = {1, 2, 4, 8, 16, 3, 20};
  CpuRaceAccess access = {.op = (const IrOp *)(const void *)&ops[x->step],
                          .kind = x->kinds[pick(x, FAVOURITES)],
                          .scope = (CpuRaceScope)pick(x, 3),
                          .lanes = lanes,
                          .offsets = offsets,
                          .bytes = sizes[pick(x, 7)]};
  pick_offsets(x, access.bytes, offsets);
  return access;
}

// Records the accesses of all lanes; their events are there.
static void record(Execution *x, const CpuRaceAccess *access, Access common, const int *events) {
  for (int l = 0; l < LANES; l++) {
    if (!(access->lanes >> l & 1)) continue;
    Access *one = &x->accesses[x->num_accesses++];
    *one = common;
    one->event = events[l];
    one->op = x->step;
    one->lane = l;
    one->low = (int)access->offsets[l];
    one->high = one->low + (int)access->bytes;
    one->kind = access->kind;
    one->scope = access->scope;
    one->async = access->async;
  }
}

static bool is_pair(const Execution *x, const CpuRaceReport *r, const Access *before,
                    const Access *now) {
  bool threads = before->warp % WARPS == (int)r->before.warp &&
                 before->warp / WARPS == (int)r->before.block &&
                 before->lane == (int)r->before.thread % LANES;
  return (const char *)r->before.op == &ops[before->op] && (r->before.counted || threads) &&
         now->lane == (int)r->now.thread % LANES && r->before.agent == before->agent &&
         r->now.agent == now->agent && before->low <= r->offset && now->low <= r->offset &&
         r->offset + r->bytes <= before->high && r->offset + r->bytes <= now->high &&
         do_race(x, before, now) &&
         r->needs_proxy_fence == has(&x->before[now->event], before->event);
}

// Whether an access from `first` on races with one before it; with a report, as it says.
static bool races(const Execution *x, int first, const CpuRaceReport *report) {
  for (int now = first; now < x->num_accesses; now++)
    for (int before = 0; before < now; before++) {
      const Access *a = &x->accesses[before], *b = &x->accesses[now];
      if (report ? is_pair(x, report, a, b) : do_race(x, a, b)) return true;
    }
  return false;
}

// Has both look at the access, whose events from `old_events` on are new.  Returns false when it
// was left out.
static bool compare(Execution *x, CpuRaceActor actor, const CpuRaceAccess *access, Access common,
                    const int *events, int old_events) {
  int first = x->num_accesses;
  record(x, access, common, events);
  bool expected = races(x, first, NULL);
  if (expected && pick(x, 10)) {
    x->num_accesses = first;
    x->num_events = old_events;
    return false;
  }
  CpuRaceReport report = {0};
  assert_int_equal(cpu_race_access(x->race, x->memory, actor, access, &report), expected);
  if (expected) assert_true(races(x, first, &report));
  x->raced = expected;
  return true;
}

static uint32_t pick_lanes(Execution *x) {
  static const uint32_t masks[] = {1, 1u << 3, 1u << 31, 1 | 1u << 3, 1 | 1u << 3 | 1u << 31};
  return masks[pick(x, 5)];
}

static void access_memory(Execution *x, int warp) {
  int64_t offsets[LANES];
  CpuRaceAccess access = pick_access(x, pick_lanes(x), offsets);
  int events[LANES], old[LANES], old_events = x->num_events;
  memcpy(old, x->last[warp], sizeof old);
  for (int l = 0; l < LANES; l++)
    if (access.lanes >> l & 1) events[l] = next_event(x, warp, l, NULL);
  Access common = {.warp = warp, .queue = -1};
  CpuRaceActor actor = {.warp = (uint32_t)warp};
  if (!compare(x, actor, &access, common, events, old_events))
    memcpy(x->last[warp], old, sizeof old);
}

// ---- Synchronisation. ----

static void release(Execution *x, int warp) {
  int s = (int)pick(x, SYNCS);
  uint32_t lanes = pick_lanes(x);
  cpu_race_release(x->race, x->syncs[s], (uint32_t)warp, lanes);
  for (int l = 0; l < LANES; l++)
    if (lanes >> l & 1) add(&x->released[s], next_event(x, warp, l, NULL));
}

static void turn(Execution *x, int s) {
  bool keep = s >= SYNCS / 2;
  cpu_race_turn(x->race, x->syncs[s], keep);
  if (!keep) x->available[s] = (Set){0};
  add_all(&x->available[s], &x->released[s]);
  x->released[s] = (Set){0};
}

static void acquire(Execution *x, int warp) {
  int s = (int)pick(x, SYNCS);
  uint32_t lanes = pick_lanes(x);
  cpu_race_acquire(x->race, x->syncs[s], (uint32_t)warp, lanes);
  for (int l = 0; l < LANES; l++)
    if (lanes >> l & 1) next_event(x, warp, l, &x->available[s]);
}

static void barrier(Execution *x) {
  Set all = {0};
  for (int w = 0; w < num_warps(x); w++) {
    cpu_race_release(x->race, x->syncs[0], (uint32_t)w, UINT32_MAX);
    for (int l = 0; l < LANES; l++) add(&all, x->last[w][l]);
  }
  x->released[0] = (Set){0};
  cpu_race_turn(x->race, x->syncs[0], false);
  int event = event_after(x, &all);
  x->available[0] = (Set){0};
  add(&x->available[0], event);
  for (int w = 0; w < num_warps(x); w++) {
    cpu_race_acquire(x->race, x->syncs[0], (uint32_t)w, UINT32_MAX);
    for (int l = 0; l < LANES; l++) x->last[w][l] = event;
  }
}

static void sync_warp(Execution *x, int warp) {
  uint32_t lanes = pick_lanes(x);
  Set all = {0};
  for (int l = 0; l < LANES; l++)
    if (lanes >> l & 1) add(&all, x->last[warp][l]);
  int event = event_after(x, &all);
  for (int l = 0; l < LANES; l++)
    if (lanes >> l & 1) x->last[warp][l] = event;
  cpu_race_warp_sync(x->race, (uint32_t)warp, lanes);
}

static void fence_proxy(Execution *x, int warp) {
  uint32_t lanes = pick_lanes(x);
  for (int l = 0; l < LANES; l++)
    if (lanes >> l & 1) {
      int event = next_event(x, warp, l, NULL);
      x->is_proxy_fence[event] = true;
      x->fence_of[event] = warp * LANES + l;
    }
  cpu_race_proxy_fence(x->race, (uint32_t)warp, lanes, true);
}

static void fence(Execution *x, int warp) {
  uint32_t lanes = pick_lanes(x);
  CpuRaceScope scope = (CpuRaceScope)pick(x, 3);
  cpu_race_fence(x->race, (uint32_t)warp, lanes, scope);
  for (int l = 0; l < LANES; l++) {
    if (!(lanes >> l & 1)) continue;
    Set seen = x->observed[warp][l];
    if (scope != CPU_RACE_SCOPE_BLOCK) add_all(&seen, &x->observed_widely[warp][l]);
    x->fence[warp][l] = next_event(x, warp, l, &seen);
    x->fence_scope[warp][l] = scope;
  }
}

static void publish(Published *at, int block, int event, CpuRaceScope scope) {
  add(&at->by_block[block], event);
  if (scope != CPU_RACE_SCOPE_BLOCK) add(&at->widely, event);
}

static void order(Execution *x, int warp) {
  int location = (int)pick(x, LOCATIONS), lane = pick(x, 2) ? 3 : 0, block = warp / WARPS;
  CpuRaceOrder how = (CpuRaceOrder)pick(x, 4);
  CpuRaceScope scope = (CpuRaceScope)pick(x, 3);
  bool does_read = pick(x, 3) != 0, does_write = pick(x, 3) != 0;
  cpu_race_order(x->race, (uint64_t)location * 8, (uint32_t)warp, (uint32_t)lane, how, scope,
                 does_read, does_write);
  Published *at = &x->locations[location];
  Set seen = {0};
  bool acquires = how == CPU_RACE_ACQUIRE || how == CPU_RACE_ACQ_REL;
  bool releases = how == CPU_RACE_RELEASE || how == CPU_RACE_ACQ_REL;
  if (does_read) {
    add_all(acquires ? &seen : &x->observed[warp][lane], &at->by_block[block]);
    if (scope != CPU_RACE_SCOPE_BLOCK)
      add_all(acquires ? &seen : &x->observed_widely[warp][lane], &at->widely);
  }
  int event = next_event(x, warp, lane, &seen), fenced = x->fence[warp][lane];
  if (does_write && !does_read) *at = (Published){0};
  if (does_write && releases) publish(at, block, event, scope);
  if (does_write && !releases && fenced >= 0) {
    CpuRaceScope other = x->fence_scope[warp][lane];
    publish(at, block, fenced, other < scope ? other : scope);
  }
}

// ---- Agents. ----

static void add_queue_events(const Execution *x, int warp, uint32_t lanes, int queue, int upto,
                             Set *events) {
  for (int i = 0; i < x->num_accesses; i++) {
    const Access *a = &x->accesses[i];
    bool waits = queue == CPU_RACE_QUEUE_MMA || lanes >> a->lane & 1;
    if (a->warp == warp && a->queue == queue && a->number <= upto && waits) add(events, a->event);
  }
}

static void access_as_agent(Execution *x, Pending *p) {
  int64_t offsets[LANES];
  CpuRaceAccess access = pick_access(x, p->lanes, offsets);
  access.async = p->sync >= 0 || pick(x, 2);
  if (p->queue == CPU_RACE_QUEUE_MMA) access.kind = CPU_RACE_READ;
  int events[LANES], old_events = x->num_events;
  for (int l = 0; l < LANES; l++) {
    if (!(p->lanes >> l & 1)) continue;
    Set issued = {0};
    add(&issued, p->event[l]);
    events[l] = event_after(x, &issued);
    x->tells_itself[events[l]] = p->queue == CPU_RACE_QUEUE_MMA;
  }
  Access common = {.warp = p->warp, .agent = true, .queue = p->queue, .number = p->number};
  CpuRaceActor actor = {.agent = p->agent, .queue = (CpuRaceQueue)(p->queue < 0 ? 0 : p->queue)};
  bool done = compare(x, actor, &access, common, events, old_events);
  for (int l = 0; done && p->sync >= 0 && l < LANES; l++)
    if (p->lanes >> l & 1) add(&x->released[p->sync], events[l]);
}

static void deliver_queue(Execution *x, int warp, int queue, int upto);

static void deliver(Execution *x, Pending *p) {
  Pending work = *p;
  p->agent = NULL;
  if (work.arrival) {
    int s = SYNCS - 1;
    deliver_queue(x, work.warp, work.queue, work.number);
    if (!x->raced) {
      cpu_race_complete_queue(x->race, work.agent, UINT32_MAX, x->syncs[s],
                              (CpuRaceQueue)work.queue, (uint32_t)work.number);
      add_queue_events(x, work.warp, work.lanes, work.queue, work.number, &x->released[s]);
    }
  } else {
    access_as_agent(x, &work);
    if (work.sync >= 0) cpu_race_complete(x->race, work.agent, x->syncs[work.sync]);
  }
  int s = work.arrival ? SYNCS - 1 : work.sync;
  for (int l = 0; s >= 0 && l < LANES; l++)
    if (work.lanes >> l & 1) add(&x->released[s], work.event[l]);
  cpu_race_agent_free(x->race, work.agent);
}

static void deliver_queue(Execution *x, int warp, int queue, int upto) {
  for (Pending *p = x->pending; p < x->pending + AGENTS && !x->raced; p++)
    if (p->agent && !p->arrival && p->warp == warp && p->queue == queue && p->number <= upto)
      deliver(x, p);
}

// An arrival counts operations issued before it: its number is closed.
static void number_agent(Execution *x, Pending *p, int queue) {
  p->queue = queue;
  p->number = x->number[p->warp][p->queue];
  if (!p->arrival) return;
  x->number[p->warp][p->queue]++;
  assert_int_equal(cpu_race_commit(x->race, (uint32_t)p->warp, (CpuRaceQueue)p->queue), p->number);
}

static void issue_together(Execution *x, Pending *p) {
  number_agent(x, p, CPU_RACE_QUEUE_MMA);
  Set all = {0};
  for (int l = 0; l < LANES; l++)
    if (p->lanes >> l & 1) add(&all, next_event(x, p->warp, l, NULL));
  p->agent = cpu_race_issue_together(x->race, (uint32_t)p->warp, p->lanes);
  p->lanes = 1;
  p->event[0] = event_after(x, &all);
}

static void issue_each(Execution *x, Pending *p) {
  p->arrival = !pick(x, 6);
  if (!p->arrival && pick(x, 2))
    p->sync = SYNCS / 2 + (int)pick(x, SYNCS / 2);
  else
    number_agent(x, p, (int)pick(x, CPU_RACE_QUEUE_MMA));
  for (int l = 0; l < LANES; l++)
    if (p->lanes >> l & 1) p->event[l] = next_event(x, p->warp, l, NULL);
  p->agent =
      cpu_race_issue(x->race, (uint32_t)p->warp, p->lanes, p->sync < 0 ? NULL : x->syncs[p->sync]);
}

static void issue(Execution *x, int warp) {
  Pending *p = &x->pending[pick(x, AGENTS)];
  if (p->agent) {
    deliver(x, p);
    return;
  }
  *p = (Pending){.warp = warp, .queue = -1, .sync = -1, .lanes = pick_lanes(x)};
  if (pick(x, 3) == 0)
    issue_together(x, p);
  else
    issue_each(x, p);
}

static void wait(Execution *x, int warp) {
  int queue = (int)pick(x, CPU_RACE_QUEUES), upto = x->number[warp][queue] - (int)pick(x, 2);
  uint32_t lanes = pick_lanes(x);
  if (upto == x->number[warp][queue]) {
    x->number[warp][queue]++;
    assert_int_equal(cpu_race_commit(x->race, (uint32_t)warp, (CpuRaceQueue)queue), upto);
  }
  deliver_queue(x, warp, queue, upto);
  if (x->raced) return;
  cpu_race_wait(x->race, (uint32_t)warp, lanes, (CpuRaceQueue)queue, (uint32_t)upto);
  for (int l = 0; l < LANES; l++) {
    if (!(lanes >> l & 1)) continue;
    Set over = {0};
    add_queue_events(x, warp, 1u << l, queue, upto, &over);
    next_event(x, warp, l, &over);
  }
}

// ---- Executions. ----

static void take_step(Execution *x) {
  int warp = (int)pick(x, (uint32_t)num_warps(x));
  uint32_t what = pick(x, 20);
  switch (what < 4 ? x->favourites[what % FAVOURITES] : what - 4) {
  case 0:
    release(x, warp);
    break;
  case 1:
    turn(x, (int)pick(x, SYNCS));
    break;
  case 2:
    acquire(x, warp);
    break;
  case 3:
    sync_warp(x, warp);
    break;
  case 4:
    fence_proxy(x, warp);
    break;
  case 5:
    fence(x, warp);
    break;
  case 6:
    order(x, warp);
    break;
  case 7:
    order(x, warp);
    break;
  case 8:
    issue(x, warp);
    break;
  case 9:
    issue(x, warp);
    break;
  case 10:
    wait(x, warp);
    break;
  case 11:
    if (pick(x, 4) == 0) barrier(x);
    break;
  default:
    access_memory(x, warp);
    break;
  }
}

static void begin(Execution *x, uint64_t seed) {
  memset(x, 0, sizeof *x);
  x->random = seed * 7919 + 1;
  x->blocks = 1 + (int)pick(x, BLOCKS);
  x->bytes = 20 + 7 * pick(x, 5);
  for (int i = 0; i < FAVOURITES; i++) {
    x->favourites[i] = pick(x, 10);
    x->kinds[i] = (CpuRaceKind)pick(x, 4);
  }
  x->race = cpu_race_create((CpuRaceShape){(uint32_t)x->blocks, WARPS * LANES});
  x->memory = cpu_race_memory(x->race);
  for (int s = 0; s < SYNCS; s++) x->syncs[s] = cpu_race_sync(x->race);
  Set none = {0};
  for (int w = 0; w < num_warps(x); w++)
    for (int l = 0; l < LANES; l++) {
      x->last[w][l] = -1;
      x->fence[w][l] = -1;
    }
  for (int w = 0; w < num_warps(x); w++) {
    for (int q = 0; q < CPU_RACE_QUEUES; q++) x->number[w][q] = 1;
    for (int l = 0; l < LANES; l++) // lanes that execute nothing share an event
      x->last[w][l] = l == 0 || l == 3 || l == 31 ? event_after(x, &none) : x->last[w][0];
  }
}

static void finish(Execution *x) {
  for (int i = 0; i < AGENTS; i++) cpu_race_agent_free(x->race, x->pending[i].agent);
  cpu_race_destroy(x->race);
}

static void the_detector_agrees(void **state) {
  (void)state;
  static Execution x;
  int raced = 0, steps = 0;
  for (uint64_t seed = 1; seed <= EXECUTIONS; seed++) {
    begin(&x, seed);
    for (x.step = 0; x.step < STEPS && !x.raced; x.step++) take_step(&x);
    raced += x.raced, steps += x.step;
    finish(&x);
  }
  printf("%d executions of %d steps, %d with a race\n", EXECUTIONS, steps / EXECUTIONS, raced);
  assert_in_range(raced, EXECUTIONS / 5, EXECUTIONS - EXECUTIONS / 20);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_detector_agrees)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
