// Vector clocks; see race_impl.h.
#include "targets/cpu/race_impl.h"

// ---- Snapshots. ----

static Snapshot *create(Clocks *clocks, uint32_t groups) {
  size_t times = (size_t)groups * (LANES + 1);
  Snapshot *snapshot = ir_malloc(sizeof *snapshot + times * sizeof(uint32_t));
  uint32_t *least = (uint32_t *)(snapshot + 1);
  *snapshot = (Snapshot){.serial = ++clocks->serials,
                         .references = 1,
                         .groups = groups,
                         .least = least,
                         .time = least + groups};
  return snapshot;
}

static void find_least(Snapshot *snapshot) {
  for (uint32_t g = 0; g < snapshot->groups; g++) {
    const uint32_t *time = snapshot->time + (size_t)g * LANES;
    uint32_t least = time[0];
    for (int l = 1; l < LANES; l++) least = time[l] < least ? time[l] : least;
    snapshot->least[g] = least;
  }
}

Snapshot *race_retain(Snapshot *snapshot) {
  if (snapshot) snapshot->references++;
  return snapshot;
}

void race_drop(Snapshot *snapshot) {
  if (snapshot && --snapshot->references == 0) ir_free(snapshot);
}

// Whether nothing in `b` is later than in `a`.
static bool covers(const Snapshot *a, const Snapshot *b) {
  if (b->groups > a->groups) return false;
  size_t n = (size_t)b->groups * LANES;
  for (size_t i = 0; i < n; i++)
    if (b->time[i] > a->time[i]) return false;
  return true;
}

static Snapshot *compute_join(Clocks *clocks, Snapshot *a, Snapshot *b) {
  if (covers(a, b)) return race_retain(a);
  if (covers(b, a)) return race_retain(b);
  Snapshot *longer = a->groups > b->groups ? a : b, *shorter = longer == a ? b : a;
  Snapshot *join = create(clocks, longer->groups);
  memcpy(join->time, longer->time, (size_t)longer->groups * LANES * sizeof(uint32_t));
  size_t n = (size_t)shorter->groups * LANES;
  for (size_t i = 0; i < n; i++)
    join->time[i] = join->time[i] < shorter->time[i] ? shorter->time[i] : join->time[i];
  find_least(join);
  return join;
}

Snapshot *race_join(Clocks *clocks, Snapshot *a, Snapshot *b) {
  if (!b || a == b) return race_retain(a);
  if (!a) return race_retain(b);
  Memo *memo = &clocks->memo[(a->serial * 31 + b->serial) % MEMO_ENTRIES];
  if (memo->left != a->serial || memo->right != b->serial) {
    Snapshot *result = compute_join(clocks, a, b);
    race_drop(memo->result);
    *memo = (Memo){a->serial, b->serial, result};
  }
  return race_retain(memo->result);
}

void race_clocks_clear(Clocks *clocks) {
  for (int i = 0; i < MEMO_ENTRIES; i++) race_drop(clocks->memo[i].result);
  memset(clocks->memo, 0, sizeof clocks->memo);
}

// ---- Clocks that are added to. ----

static void reserve_groups(Clock *clock, uint32_t groups) {
  if (groups > clock->capacity) {
    uint32_t capacity = clock->capacity * 2 > groups ? clock->capacity * 2 : groups;
    clock->time = ir_realloc(clock->time, (size_t)capacity * LANES * sizeof(uint32_t));
    clock->capacity = capacity;
  }
  if (groups > clock->groups) {
    size_t added = (size_t)(groups - clock->groups) * LANES;
    memset(clock->time + (size_t)clock->groups * LANES, 0, added * sizeof(uint32_t));
    clock->groups = groups;
  }
}

static bool has_joined(const Clock *clock, uint64_t serial) {
  for (size_t i = 0; i < sizeof clock->joined / sizeof *clock->joined; i++)
    if (clock->joined[i] == serial) return true;
  return false;
}

void race_clock_join(Clock *clock, const Snapshot *snapshot) {
  if (!snapshot || has_joined(clock, snapshot->serial)) return;
  reserve_groups(clock, snapshot->groups);
  size_t n = (size_t)snapshot->groups * LANES;
  for (size_t i = 0; i < n; i++)
    clock->time[i] = clock->time[i] < snapshot->time[i] ? snapshot->time[i] : clock->time[i];
  clock->joined[clock->next++ % (sizeof clock->joined / sizeof *clock->joined)] = snapshot->serial;
  clock->changed = true;
}

void race_clock_raise(Clock *clock, uint32_t group, uint32_t lane, uint32_t time) {
  if (time == 0) return;
  reserve_groups(clock, group + 1);
  uint32_t *at = &clock->time[group * LANES + lane];
  if (*at >= time) return;
  *at = time;
  clock->changed = true;
}

Snapshot *race_clock_snapshot(Clocks *clocks, const Clock *clock) {
  if (clock->groups == 0) return NULL;
  Snapshot *snapshot = create(clocks, clock->groups);
  memcpy(snapshot->time, clock->time, (size_t)clock->groups * LANES * sizeof(uint32_t));
  find_least(snapshot);
  return snapshot;
}

void race_clock_clear(Clock *clock) {
  clock->groups = 0;
  clock->changed = false;
  memset(clock->joined, 0, sizeof clock->joined);
}

void race_clock_free(Clock *clock) {
  ir_free(clock->time);
  *clock = (Clock){0};
}
