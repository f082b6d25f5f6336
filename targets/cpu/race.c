// The race detector: accesses; see race.h and race_impl.h.
//
// A cell keeps the entries that a later access may race with.  A new access is held against each of
// them, and then takes the place of those that it makes superfluous: an older entry can go when
// whatever races with it would race with the new one too.
#include "targets/cpu/race_impl.h"

#include "ir/support/arena.h"

// ---- Life. ----

static void start_warps(CpuRace *race) {
  for (uint32_t w = 0; w < race->num_warps; w++) {
    Warp *warp = &race->warps[w];
    *warp = (Warp){.view.warp = w, .block = w / race->warps_per_block};
    for (int q = 0; q < CPU_RACE_QUEUES; q++) warp->number[q] = 1;
    race_step(warp);
  }
  race->num_groups = race->num_warps;
  memset(race->queue_group, 0, sizeof race->queue_group);
  race->counting_group = 0;
  race->warp_sync = race_sync_create();
}

CpuRace *cpu_race_create(CpuRaceShape shape) {
  IR_ASSERT(shape.blocks <= CPU_RACE_MAX_BLOCKS, "a cluster has at most 16 blocks");
  CpuRace *race = ir_calloc(1, sizeof *race);
  race->shape = shape;
  race->warps_per_block = (shape.threads + LANES - 1) / LANES;
  race->num_warps = shape.blocks * race->warps_per_block;
  race->warps = ir_malloc(race->num_warps * sizeof *race->warps);
  start_warps(race);
  return race;
}

static void clear(CpuRace *race) {
  race_atomics_clear(race);
  while (race->agents) cpu_race_agent_free(race, race->agents);
  for (uint32_t w = 0; w < race->num_warps; w++) {
    race_view_drop(&race->warps[w].view);
    ir_vec_free(&race->warps[w].proxy_fences);
  }
  for (size_t i = 0; i < race->syncs.n; i++) race_sync_destroy(race->syncs.at[i]);
  ir_vec_clear(&race->syncs);
  race_sync_destroy(race->warp_sync);
  race_clocks_clear(&race->clocks);
  for (size_t i = 0; i < race->memories.n; i++) race_memory_clear(race, race->memories.at[i]);
}

void cpu_race_reset(CpuRace *race) {
  clear(race);
  race->fenced_global = false;
  start_warps(race);
}

void cpu_race_destroy(CpuRace *race) {
  if (!race) return;
  clear(race);
  for (size_t i = 0; i < race->memories.n; i++) {
    ir_ptrmap_free(&race->memories.at[i]->pages);
    ir_free(race->memories.at[i]);
  }
  for (size_t i = 0; i < race->free_pages.n; i++) ir_free(race->free_pages.at[i]);
  ir_vec_free(&race->free_pages);
  ir_vec_free(&race->memories);
  ir_vec_free(&race->syncs);
  ir_vec_free(&race->ops);
  ir_ptrmap_free(&race->op_numbers);
  ir_ptrmap_free(&race->locations);
  ir_free(race->warps);
  ir_free(race);
}

CpuRaceMemory *cpu_race_memory(CpuRace *race) {
  CpuRaceMemory *memory = ir_calloc(1, sizeof *memory);
  ir_vec_push(&race->memories, memory);
  return memory;
}

void cpu_race_set_global(CpuRaceMemory *memory) {
  memory->is_global = true;
}

// ---- Entries. ----

// An access under way.
typedef struct Touch {
  CpuRace *race;
  const View *view;
  Entry entry;   // what it leaves; `lanes` by cell
  uint32_t lane; // where all lanes leave it, or LANES: each its own
  bool unfenced; // nothing can be visible to the async proxy yet
  bool global;
  bool together; // in a warp's common queue, whose waiters learn of it and of nothing before it
  CpuRaceReport *report;
  bool found;
} Touch;

static uint32_t op_number(CpuRace *race, const IrOp *op) {
  if (race->ops.n && ir_vec_last(&race->ops) == op) return (uint32_t)race->ops.n - 1;
  if (!op) return UINT32_MAX;
  uintptr_t number = (uintptr_t)ir_ptrmap_get(&race->op_numbers, op);
  if (number) return (uint32_t)(number - 1);
  ir_vec_push(&race->ops, op);
  ir_ptrmap_set(&race->op_numbers, op, (void *)(uintptr_t)race->ops.n);
  return (uint32_t)race->ops.n - 1;
}

static bool is(const Entry *entry, int flag) {
  return (entry->flags & flag) != 0;
}

static CpuRaceScope scope_of(const Entry *entry) {
  return (CpuRaceScope)(entry->flags >> ENTRY_SCOPE);
}

// The warp whose threads or queue an entry is of; num_warps for objects that count.  `queue` is
// left alone for threads.
static uint32_t warp_of(const CpuRace *race, const Entry *entry, CpuRaceQueue *queue) {
  uint32_t group = entry->group;
  if (group < race->num_warps) return group;
  for (int q = 0; q < CPU_RACE_QUEUES; q++) {
    uint32_t first = race->queue_group[q];
    if (!first || group < first || group - first >= race->num_warps) continue;
    *queue = (CpuRaceQueue)q;
    return group - first;
  }
  return race->num_warps;
}

// Whether atomics of both have each other's threads in their scopes.
static bool are_mutual(const Touch *touch, const Entry *before) {
  return touch->race->shape.blocks == 1 || before->block == touch->entry.block ||
         (scope_of(before) != CPU_RACE_SCOPE_BLOCK &&
          scope_of(&touch->entry) != CPU_RACE_SCOPE_BLOCK);
}

static bool conflicts(const Touch *touch, const Entry *before) {
  if (!is(before, ENTRY_WRITES) && !is(&touch->entry, ENTRY_WRITES)) return false;
  if (!is(before, ENTRY_ATOMIC) || !is(&touch->entry, ENTRY_ATOMIC)) return true;
  return !are_mutual(touch, before);
}

// Loads of shared memory by threads: they may still be queued when their thread goes on.  (One with
// an order is over before what follows it.)
static bool may_be_queued(const Touch *touch, const Entry *entry) {
  return entry->flags == 0 && entry->group < touch->race->num_warps && !touch->global;
}

// Whether whatever conflicts with `before` also conflicts with the new entry; neither is a plain
// write.  Reads conflict with all writes, atomic reads only with plain ones, atomics with plain
// writes and reads.
static bool replaces(const Touch *touch, const Entry *before) {
  const Entry *now = &touch->entry;
  if (may_be_queued(touch, before) && !may_be_queued(touch, now)) return false;
  if (!is(now, ENTRY_ATOMIC)) return !is(before, ENTRY_WRITES);
  if (!is(before, ENTRY_ATOMIC)) return false;
  if (is(before, ENTRY_WRITES) && !is(now, ENTRY_WRITES)) return false;
  // What is visible to the async proxy of the one says nothing of the other.
  if (is(before, ENTRY_WRITES) && !is(before, ENTRY_ASYNC) && is(now, ENTRY_ASYNC)) return false;
  return touch->race->shape.blocks == 1 ||
         (scope_of(before) == scope_of(now) && before->block == now->block);
}

// ---- What a lane knows. ----

// Which of the own components of the view's lanes a group is: 0 the lanes themselves, 1 + queue one
// of their queues, -1 none.
static int own_component(const Touch *touch, uint32_t group) {
  uint32_t warp = touch->view->warp;
  if (group == warp) return 0;
  for (int q = 0; q < CPU_RACE_QUEUES; q++) {
    uint32_t first = touch->race->queue_group[q];
    if (first && group == first + warp) return 1 + q;
  }
  return -1;
}

// The lanes of an entry that are over as far as `lane` knows from itself: its own accesses, and
// those of its warp's common queue.
static uint32_t known_own_lanes(const Touch *touch, const Knowledge *knowledge, const Entry *entry,
                                uint32_t lane) {
  int component = own_component(touch, entry->group);
  if (component < 0 || knowledge->own[component][lane] < entry->time) return 0;
  return component == RACE_TOGETHER ? entry->lanes : entry->lanes & 1u << lane;
}

// Whether whoever has seen `others` has seen all lanes of the entry's group that late, as after a
// barrier.
static inline bool is_behind(const Snapshot *others, const Entry *entry) {
  return others && entry->group < others->groups && others->least[entry->group] >= entry->time;
}

// The lanes of an entry that `lane` knows to be over.
static uint32_t known_lanes(const Touch *touch, const Knowledge *knowledge, const Entry *entry,
                            uint32_t lane) {
  const Snapshot *others = knowledge->others[lane];
  uint32_t group = entry->group, known = 0;
  if (is_behind(others, entry)) return entry->lanes;
  FOR_LANES(l, entry->lanes)
  if (race_time_of(others, group, l) >= entry->time) known |= 1u << l;
  return known | known_own_lanes(touch, knowledge, entry, lane);
}

static size_t first_fence_from(const Warp *warp, uint32_t time) {
  size_t low = 0, high = warp->proxy_fences.n;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (warp->proxy_fences.at[middle].time < time)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

// The lanes of an entry of loads that `lane` knows to have executed a proxy fence since, before
// they told anybody.
static uint32_t known_ended(const Touch *touch, const Entry *entry, uint32_t lane) {
  const Warp *warp = &touch->race->warps[entry->group];
  uint32_t left = entry->lanes, known = 0;
  for (size_t i = first_fence_from(warp, entry->time); left && i < warp->proxy_fences.n; i++) {
    ProxyFence fence = warp->proxy_fences.at[i];
    Entry ended = *entry;
    ended.lanes = left & fence.lanes;
    ended.time = fence.time + 1; // released behind it
    if (ended.lanes) known |= known_lanes(touch, &touch->view->happened, &ended, lane);
    left &= ~fence.lanes;
  }
  return known;
}

// What an access has to know of one before it.
typedef enum Need {
  TO_BE_OVER,
  TO_BE_VISIBLE, // to the async proxy
  TO_BE_ENDED    // loads that are not queued any more
} Need;

static Need need_of(const Touch *touch, const Entry *before) {
  if (!is(&touch->entry, ENTRY_ASYNC) || is(before, ENTRY_ASYNC)) return TO_BE_OVER;
  if (is(before, ENTRY_WRITES)) return TO_BE_VISIBLE;
  return may_be_queued(touch, before) ? TO_BE_ENDED : TO_BE_OVER;
}

static uint32_t known_as_needed(const Touch *touch, Need need, const Entry *before, uint32_t lane) {
  if (need == TO_BE_ENDED) return known_ended(touch, before, lane);
  if (need == TO_BE_OVER) return known_lanes(touch, &touch->view->happened, before, lane);
  return touch->unfenced ? 0 : known_lanes(touch, &touch->view->proxied, before, lane);
}

// ---- Reports. ----

CpuRaceSide race_side_of(const CpuRace *race, const Entry *entry, uint32_t lane) {
  CpuRaceSide side = {.op = entry->op < race->ops.n ? race->ops.at[entry->op] : NULL,
                      .async = is(entry, ENTRY_ASYNC),
                      .agent = entry->group >= race->num_warps};
  uint32_t warp = warp_of(race, entry, &side.queue);
  side.counted = warp == race->num_warps;
  side.block = entry->block;
  side.kind = is(entry, ENTRY_ATOMIC)
                  ? (is(entry, ENTRY_WRITES) ? CPU_RACE_ATOMIC : CPU_RACE_ATOMIC_READ)
                  : (is(entry, ENTRY_WRITES) ? CPU_RACE_WRITE : CPU_RACE_READ);
  if (side.counted) return side;
  side.warp = warp - side.block * race->warps_per_block;
  side.thread = side.warp * LANES + lane;
  return side;
}

// The side of the access under way, on behalf of `lane`.
static CpuRaceSide side_now(const Touch *touch, uint32_t lane) {
  CpuRaceSide side = race_side_of(touch->race, &touch->entry, lane);
  if (!side.counted) return side;
  Entry issuer = {.group = touch->view->warp & 0xFFFFF, .block = touch->entry.block};
  CpuRaceSide thread = race_side_of(touch->race, &issuer, lane);
  side.warp = thread.warp, side.thread = thread.thread;
  return side;
}

static void report(Touch *touch, uint32_t lane, const Entry *before, uint32_t before_lane,
                   uint64_t offset, uint32_t bytes, bool needs_fence) {
  if (touch->found) return;
  touch->found = true;
  *touch->report = (CpuRaceReport){.now = side_now(touch, lane),
                                   .before = race_side_of(touch->race, before, before_lane),
                                   .offset = (int64_t)offset,
                                   .bytes = bytes,
                                   .needs_proxy_fence = needs_fence};
}

// ---- Accesses. ----

static void check(Touch *touch, uint32_t lanes, const Entry *before, uint64_t offset,
                  uint32_t bytes) {
  Need need = need_of(touch, before);
  FOR_LANES(l, lanes) {
    if (need == TO_BE_OVER && is_behind(touch->view->happened.others[l], before)) continue;
    uint32_t unknown = before->lanes & ~known_as_needed(touch, need, before, l);
    if (!unknown) continue;
    uint32_t first = (uint32_t)__builtin_ctz(unknown);
    Entry one = *before;
    one.lanes = 1u << first;
    bool happened = need != TO_BE_OVER && known_lanes(touch, &touch->view->happened, &one, l);
    report(touch, l, before, first, offset, bytes, happened);
    return;
  }
}

static bool is_same(const Entry *a, const Entry *b) {
  return a->group == b->group && a->flags == b->flags && a->time == b->time && a->op == b->op;
}

// Drops from `before` the lanes that the new access of `lanes`, which leaves `now`, makes
// superfluous: those before it, for who knows of it knows of them, and those of the same component,
// which cannot be known without them.
static void thin_out(const Touch *touch, uint32_t lanes, const Entry *now, Entry *before) {
  if (!replaces(touch, before)) return;
  if (before->group == now->group && before->time <= now->time) before->lanes &= ~now->lanes;
  if (before->lanes == 0 || touch->together) return;
  uint32_t first = (uint32_t)__builtin_ctz(lanes);
  Need need = may_be_queued(touch, before) ? TO_BE_ENDED : TO_BE_OVER;
  before->lanes &= ~known_as_needed(touch, need, before, first);
}

static void add_to_others(const Touch *touch, Cell *cell, uint32_t lanes, Entry now) {
  if (cell->other.lanes && is_same(&cell->other, &now)) {
    cell->other.lanes |= now.lanes;
    return;
  }
  if (cell->other.lanes) thin_out(touch, lanes, &now, &cell->other);
  bool emptied = false;
  for (uint32_t i = 0; i < race_num_more(cell); i++) {
    Entry *entry = &cell->more->at[i];
    if (is_same(entry, &now)) {
      now.lanes |= entry->lanes;
      entry->lanes = 0;
    } else {
      thin_out(touch, lanes, &now, entry);
    }
    emptied |= entry->lanes == 0;
  }
  if (emptied) race_cell_thin_more(cell);
  race_cell_add_other(cell, now);
}

static void touch_cell(Touch *touch, Cell *cell, uint32_t lanes, uint64_t offset, uint32_t bytes) {
  if (cell->write.lanes) check(touch, lanes, &cell->write, offset, bytes);
  if (cell->other.lanes && conflicts(touch, &cell->other))
    check(touch, lanes, &cell->other, offset, bytes);
  for (uint32_t i = race_num_more(cell); i-- > 0;)
    if (conflicts(touch, &cell->more->at[i]))
      check(touch, lanes, &cell->more->at[i], offset, bytes);
  Entry now = touch->entry;
  now.lanes = touch->lane < LANES ? 1u << touch->lane : lanes;
  if (is(&now, ENTRY_ATOMIC) || !is(&now, ENTRY_WRITES)) {
    add_to_others(touch, cell, lanes, now);
    return;
  }
  race_cell_clear_others(cell);
  cell->write = now;
}

// Bytes [first, first + bytes) of the chunk at `offset`.
static void touch_chunk(Touch *touch, CpuRaceMemory *memory, uint64_t offset, uint32_t first,
                        uint32_t bytes, uint32_t lanes) {
  Page *page = race_page(touch->race, memory, offset);
  uint32_t chunk = (uint32_t)(offset % PAGE_BYTES / CHUNK_BYTES);
  Cell *cells = race_cells(page, chunk, first, bytes);
  uint32_t size = page->cell_bytes[chunk];
  for (uint32_t i = first / size; i < (first + bytes) / size; i++)
    touch_cell(touch, &cells[i], lanes, offset + i * size, size);
  bool plain_write = is(&touch->entry, ENTRY_WRITES) && !is(&touch->entry, ENTRY_ATOMIC);
  if (plain_write && bytes == CHUNK_BYTES && size < CHUNK_BYTES)
    race_make_whole(page, chunk, cells[0].write);
}

static void touch_bytes(Touch *touch, CpuRaceMemory *memory, uint64_t offset, uint64_t bytes,
                        uint32_t lanes) {
  bool plain_write = is(&touch->entry, ENTRY_WRITES) && !is(&touch->entry, ENTRY_ATOMIC);
  uint32_t rest = lanes & (lanes - 1);
  if (plain_write && rest) { // several lanes of one op write the same bytes
    Entry first = touch->entry;
    report(touch, (uint32_t)__builtin_ctz(rest), &first, (uint32_t)__builtin_ctz(lanes), offset,
           (uint32_t)bytes, false);
  }
  while (bytes > 0) {
    uint32_t first = (uint32_t)(offset % CHUNK_BYTES);
    uint32_t n = bytes < CHUNK_BYTES - first ? (uint32_t)bytes : CHUNK_BYTES - first;
    touch_chunk(touch, memory, offset - first, first, n, lanes);
    offset += n, bytes -= n;
  }
}

// Whose access it is: the one in a queue of an agent, or the number of its warp's threads.
typedef struct Name {
  uint32_t group, time;
  uint32_t lane; // as in Touch
} Name;

static Name name_of(CpuRace *race, CpuRaceActor actor) {
  const CpuRaceAgent *agent = actor.agent;
  if (!agent) return (Name){actor.warp, race->warps[actor.warp].time, LANES};
  if (agent->completes)
    return (Name){agent->completes->group, agent->completes->time, agent->completes->lane};
  uint32_t group = race_queue_of(race, agent->view.warp, actor.queue);
  return (Name){group, agent->number[actor.queue], LANES};
}

static Touch start_touch(CpuRace *race, CpuRaceActor actor, const CpuRaceAccess *access,
                         CpuRaceReport *report) {
  static const uint8_t kinds[] = {[CPU_RACE_READ] = 0,
                                  [CPU_RACE_WRITE] = ENTRY_WRITES,
                                  [CPU_RACE_ATOMIC_READ] = ENTRY_ATOMIC,
                                  [CPU_RACE_ATOMIC] = ENTRY_ATOMIC | ENTRY_WRITES};
  const CpuRaceAgent *agent = actor.agent;
  const View *view = agent ? &agent->view : &race->warps[actor.warp].view;
  uint32_t kind = kinds[access->kind];
  uint32_t flags = kind | (access->async ? ENTRY_ASYNC : 0u) |
                   (kind & ENTRY_ATOMIC ? (uint32_t)access->scope << ENTRY_SCOPE : 0u);
  Name name = name_of(race, actor);
  return (Touch){.race = race,
                 .view = view,
                 .entry = {.time = name.time,
                           .op = op_number(race, access->op),
                           .group = name.group & 0xFFFFF,
                           .block = race->warps[view->warp].block & 0xF,
                           .flags = flags & 0xFF},
                 .lane = name.lane,
                 .together = agent && !agent->completes && actor.queue == CPU_RACE_QUEUE_MMA,
                 .report = report};
}

bool cpu_race_access(CpuRace *race, CpuRaceMemory *memory, CpuRaceActor actor,
                     const CpuRaceAccess *access, CpuRaceReport *report) {
  Touch touch = start_touch(race, actor, access, report);
  touch.global = memory->is_global;
  touch.unfenced = touch.global && !race->fenced_global;
  uint32_t left = actor.agent ? access->lanes & actor.agent->lanes : access->lanes;
  while (left) {
    uint32_t lane = (uint32_t)__builtin_ctz(left), lanes = 0;
    do { // lanes in a row that access the same bytes
      lanes |= left & -left;
      left &= left - 1;
    } while (left && access->offsets[__builtin_ctz(left)] == access->offsets[lane]);
    touch_bytes(&touch, memory, (uint64_t)access->offsets[lane], access->bytes, lanes);
  }
  return touch.found;
}
