// Synchronisation through atomic accesses and fences, as in the memory model of PTX: a release
// publishes at a location what the thread knows, an acquire that reads the location takes it.  A
// relaxed access does the same together with a fence before it (release) or behind it (acquire).
// Read-modify-writes continue a release sequence: a location keeps what was published until it is
// overwritten by a plain atomic store.
#include "targets/cpu/race_impl.h"

#include "ir/support/arena.h"

// What was published at a location: by block, and for other blocks if the scope allowed.
typedef struct Location {
  CpuRaceSync *widely;
  CpuRaceSync *by_block[]; // made on first use
} Location;

static Location *location_at(CpuRace *race, uint64_t at) {
  const void *key = (const void *)(uintptr_t)(at + 1); // NULL is no key
  Location *location = ir_ptrmap_get(&race->locations, key);
  if (location) return location;
  location = ir_calloc(1, sizeof *location + race->shape.blocks * sizeof(CpuRaceSync *));
  ir_ptrmap_set(&race->locations, key, location);
  return location;
}

static CpuRaceSync *made(CpuRaceSync **sync) {
  if (!*sync) *sync = race_sync_create();
  return *sync;
}

static void forget(CpuRaceSync **sync) {
  if (*sync) race_sync_destroy(*sync);
  *sync = NULL;
}

static void publish(CpuRace *race, Location *location, uint32_t block, const View *view,
                    uint32_t lane, CpuRaceScope scope) {
  race_release_view(race, made(&location->by_block[block]), view, 1u << lane);
  if (scope != CPU_RACE_SCOPE_BLOCK)
    race_release_view(race, made(&location->widely), view, 1u << lane);
}

static void take(CpuRace *race, CpuRaceSync *from, View *view, uint32_t lane) {
  if (!from) return;
  cpu_race_turn(race, from, true);
  race_acquire_lane(race, from, view, lane);
}

static void overwrite(CpuRace *race, Location *location) {
  forget(&location->widely);
  for (uint32_t b = 0; b < race->shape.blocks; b++) forget(&location->by_block[b]);
}

static Fences *fences_of(Warp *warp) {
  if (!warp->fences) warp->fences = ir_calloc(1, sizeof(Fences));
  return warp->fences;
}

static CpuRaceScope narrower(CpuRaceScope a, CpuRaceScope b) {
  return a < b ? a : b;
}

static void order_read(CpuRace *race, Location *location, Warp *warp, uint32_t lane, bool acquires,
                       CpuRaceScope scope) {
  CpuRaceSync *own = location->by_block[warp->block];
  CpuRaceSync *wide = scope == CPU_RACE_SCOPE_BLOCK ? NULL : location->widely;
  if (acquires) {
    take(race, own, &warp->view, lane);
    take(race, wide, &warp->view, lane);
    return;
  }
  if (!own && !wide) return;
  Fences *fences = fences_of(warp);
  take(race, own, &fences->observed, lane);
  take(race, wide, &fences->observed_widely, lane);
}

static void order_write(CpuRace *race, Location *location, Warp *warp, uint32_t lane, bool releases,
                        CpuRaceScope scope) {
  if (releases) {
    publish(race, location, warp->block, &warp->view, lane, scope);
    race_step(warp);
    return;
  }
  const Fences *fences = warp->fences;
  if (!fences || !(fences->lanes >> lane & 1)) return;
  publish(race, location, warp->block, &fences->released, lane,
          narrower(scope, fences->scope[lane]));
}

void cpu_race_order(CpuRace *race, uint64_t location, uint32_t warp, uint32_t lane,
                    CpuRaceOrder order, CpuRaceScope scope, bool reads, bool writes) {
  Location *at = location_at(race, location);
  bool acquires = order == CPU_RACE_ACQUIRE || order == CPU_RACE_ACQ_REL;
  bool releases = order == CPU_RACE_RELEASE || order == CPU_RACE_ACQ_REL;
  if (reads) order_read(race, at, &race->warps[warp], lane, acquires, scope);
  if (writes && !reads) overwrite(race, at);
  if (writes) order_write(race, at, &race->warps[warp], lane, releases, scope);
}

// ---- Fences. ----

static void take_observed(CpuRace *race, Knowledge *to, const Knowledge *observed, uint32_t lane) {
  Snapshot *join = race_join(&race->clocks, to->others[lane], observed->others[lane]);
  race_drop(to->others[lane]);
  to->others[lane] = join;
}

static void acquire_observed(CpuRace *race, View *view, const View *observed, uint32_t lanes) {
  FOR_LANES(l, lanes) {
    take_observed(race, &view->happened, &observed->happened, l);
    take_observed(race, &view->proxied, &observed->proxied, l);
  }
}

void cpu_race_fence(CpuRace *race, uint32_t warp, uint32_t lanes, CpuRaceScope scope) {
  Warp *at = &race->warps[warp];
  Fences *fences = fences_of(at);
  acquire_observed(race, &at->view, &fences->observed, lanes);
  if (scope != CPU_RACE_SCOPE_BLOCK)
    acquire_observed(race, &at->view, &fences->observed_widely, lanes);
  race_view_copy(&fences->released, &at->view, lanes);
  FOR_LANES(l, lanes) fences->scope[l] = scope;
  fences->lanes |= lanes;
  race_step(at);
}

void cpu_race_release_fenced(CpuRace *race, CpuRaceSync *sync, uint32_t warp, uint32_t lanes) {
  const Fences *fences = race->warps[warp].fences;
  if (fences) race_release_view(race, sync, &fences->released, lanes & fences->lanes);
}

static void free_fences(Fences *fences) {
  if (!fences) return;
  race_view_drop(&fences->released);
  race_view_drop(&fences->observed);
  race_view_drop(&fences->observed_widely);
  ir_free(fences);
}

void race_atomics_clear(CpuRace *race) {
  for (uint32_t i = 0; i < race->locations.n; i++) {
    if (!race->locations.entries[i].key) continue;
    overwrite(race, race->locations.entries[i].value);
    ir_free(race->locations.entries[i].value);
  }
  ir_ptrmap_clear(&race->locations);
  for (uint32_t w = 0; w < race->num_warps; w++) {
    free_fences(race->warps[w].fences);
    race->warps[w].fences = NULL;
  }
}
