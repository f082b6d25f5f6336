// What threads and agents know, and how synchronisation passes it on; see race_impl.h.
#include "targets/cpu/race_impl.h"

#include "ir/support/arena.h"

// ---- Views. ----

static void copy_knowledge(Knowledge *to, const Knowledge *from, uint32_t lanes) {
  FOR_LANES(l, lanes) {
    Snapshot *others = race_retain(from->others[l]);
    race_drop(to->others[l]);
    to->others[l] = others;
    for (int k = 0; k < OWN_COMPONENTS; k++) to->own[k][l] = from->own[k][l];
  }
}

void race_view_copy(View *to, const View *from, uint32_t lanes) {
  to->warp = from->warp;
  copy_knowledge(&to->happened, &from->happened, lanes);
  copy_knowledge(&to->proxied, &from->proxied, lanes);
}

void race_view_drop(View *view) {
  for (int l = 0; l < LANES; l++) {
    race_drop(view->happened.others[l]);
    race_drop(view->proxied.others[l]);
  }
}

void race_step(Warp *warp) {
  warp->time++;
  for (int l = 0; l < LANES; l++) warp->view.happened.own[0][l] = warp->time;
}

// ---- Objects. ----

CpuRaceSync *race_sync_create(void) {
  return ir_calloc(1, sizeof(CpuRaceSync));
}

void race_sync_destroy(CpuRaceSync *sync) {
  race_clock_free(&sync->happened);
  race_clock_free(&sync->proxied);
  race_drop(sync->happened_now);
  race_drop(sync->proxied_now);
  ir_free(sync);
}

CpuRaceSync *cpu_race_sync(CpuRace *race) {
  CpuRaceSync *sync = race_sync_create();
  ir_vec_push(&race->syncs, sync);
  return sync;
}

static void release_knowledge(const CpuRace *race, Clock *clock, uint32_t warp,
                              const Knowledge *knowledge, uint32_t lanes) {
  const Snapshot *last = NULL;
  FOR_LANES(l, lanes) {
    if (knowledge->others[l] != last) race_clock_join(clock, knowledge->others[l]);
    last = knowledge->others[l];
  }
  for (uint32_t k = 0; k < OWN_COMPONENTS; k++) {
    if (k > 0 && race->queue_group[k - 1] == 0) continue;
    uint32_t group = warp + (k > 0 ? race->queue_group[k - 1] : 0);
    FOR_LANES(l, lanes)
    race_clock_raise(clock, group, k == RACE_TOGETHER ? 0 : l, knowledge->own[k][l]);
  }
}

void race_release_view(CpuRace *race, CpuRaceSync *sync, const View *view, uint32_t lanes) {
  release_knowledge(race, &sync->happened, view->warp, &view->happened, lanes);
  release_knowledge(race, &sync->proxied, view->warp, &view->proxied, lanes);
}

void cpu_race_release(CpuRace *race, CpuRaceSync *sync, uint32_t warp, uint32_t lanes) {
  race_release_view(race, sync, &race->warps[warp].view, lanes);
  race_step(&race->warps[warp]);
}

static void turn_clock(CpuRace *race, Clock *clock, Snapshot **now, bool keep) {
  if (keep && !clock->changed) return;
  race_drop(*now);
  *now = race_clock_snapshot(&race->clocks, clock);
  clock->changed = false;
  if (!keep) race_clock_clear(clock);
}

void cpu_race_turn(CpuRace *race, CpuRaceSync *sync, bool keep) {
  if (sync->group != 0) race_clock_raise(&sync->happened, sync->group, sync->lane, sync->time++);
  turn_clock(race, &sync->happened, &sync->happened_now, keep);
  turn_clock(race, &sync->proxied, &sync->proxied_now, keep);
}

static void acquire_snapshot(CpuRace *race, Snapshot **others, Snapshot *now) {
  Snapshot *join = race_join(&race->clocks, *others, now);
  race_drop(*others);
  *others = join;
}

void race_acquire_lane(CpuRace *race, const CpuRaceSync *sync, View *view, uint32_t lane) {
  acquire_snapshot(race, &view->happened.others[lane], sync->happened_now);
  acquire_snapshot(race, &view->proxied.others[lane], sync->proxied_now);
}

void cpu_race_acquire(CpuRace *race, const CpuRaceSync *sync, uint32_t warp, uint32_t lanes) {
  FOR_LANES(l, lanes) race_acquire_lane(race, sync, &race->warps[warp].view, l);
}

void cpu_race_warp_sync(CpuRace *race, uint32_t warp, uint32_t lanes) {
  cpu_race_release(race, race->warp_sync, warp, lanes);
  cpu_race_turn(race, race->warp_sync, false);
  cpu_race_acquire(race, race->warp_sync, warp, lanes);
}

void cpu_race_proxy_fence(CpuRace *race, uint32_t warp, uint32_t lanes, bool shared) {
  if (!shared) race->fenced_global = true;
  Warp *by = &race->warps[warp];
  copy_knowledge(&by->view.proxied, &by->view.happened, lanes);
  ir_vec_push(&by->proxy_fences, ((ProxyFence){by->time, lanes}));
  race_step(by);
}

// ---- Agents. ----

static void start_counting(CpuRace *race, CpuRaceSync *sync) {
  if (race->counting_group == 0 || race->counting_lane == LANES) {
    race->counting_group = race->num_groups++;
    race->counting_lane = 0;
  }
  sync->group = race->counting_group;
  sync->lane = race->counting_lane++;
  sync->time = 1;
}

static CpuRaceAgent *create_agent(CpuRace *race, uint32_t warp, uint32_t lanes) {
  const Warp *from = &race->warps[warp];
  CpuRaceAgent *agent = ir_calloc(1, sizeof *agent);
  agent->next = race->agents;
  if (agent->next) agent->next->previous = agent;
  race->agents = agent;
  race_view_copy(&agent->view, &from->view, lanes);
  agent->lanes = lanes;
  memcpy(agent->number, from->number, sizeof agent->number);
  return agent;
}

CpuRaceAgent *cpu_race_issue(CpuRace *race, uint32_t warp, uint32_t lanes, CpuRaceSync *completes) {
  CpuRaceAgent *agent = create_agent(race, warp, lanes);
  agent->completes = completes;
  if (completes && completes->group == 0) start_counting(race, completes);
  race_step(&race->warps[warp]);
  return agent;
}

CpuRaceAgent *cpu_race_issue_together(CpuRace *race, uint32_t warp, uint32_t lanes) {
  CpuRaceAgent *agent = create_agent(race, warp, lanes);
  race_release_view(race, race->warp_sync, &agent->view, lanes);
  cpu_race_turn(race, race->warp_sync, false);
  agent->lanes = 1;
  race_acquire_lane(race, race->warp_sync, &agent->view, 0);
  race_step(&race->warps[warp]);
  return agent;
}

void cpu_race_agent_free(CpuRace *race, CpuRaceAgent *agent) {
  if (!agent) return;
  *(agent->previous ? &agent->previous->next : &race->agents) = agent->next;
  if (agent->next) agent->next->previous = agent->previous;
  race_view_drop(&agent->view);
  ir_free(agent);
}

void cpu_race_complete(CpuRace *race, const CpuRaceAgent *agent, CpuRaceSync *sync) {
  race_release_view(race, sync, &agent->view, agent->lanes);
}

// ---- Queues. ----

static uint32_t queue_group(CpuRace *race, CpuRaceQueue queue) {
  if (race->queue_group[queue] == 0) {
    race->queue_group[queue] = race->num_groups;
    race->num_groups += race->num_warps;
  }
  return race->queue_group[queue];
}

uint32_t race_queue_of(CpuRace *race, uint32_t warp, CpuRaceQueue queue) {
  return queue_group(race, queue) + warp;
}

uint32_t cpu_race_commit(CpuRace *race, uint32_t warp, CpuRaceQueue queue) {
  return race->warps[warp].number[queue]++;
}

void cpu_race_wait(CpuRace *race, uint32_t warp, uint32_t lanes, CpuRaceQueue queue,
                   uint32_t upto) {
  uint32_t *own = race->warps[warp].view.happened.own[1 + queue];
  FOR_LANES(l, lanes)
  if (own[l] < upto) own[l] = upto;
}

void cpu_race_wait_together(CpuRace *race, uint32_t warp, uint32_t lanes, uint32_t first,
                            uint32_t warps, uint32_t upto) {
  for (uint32_t w = first; w < first + warps; w++) {
    uint32_t group = race_queue_of(race, w, CPU_RACE_QUEUE_MMA);
    race_clock_raise(&race->warp_sync->happened, group, 0, upto);
  }
  cpu_race_turn(race, race->warp_sync, false);
  cpu_race_acquire(race, race->warp_sync, warp, lanes);
}

void cpu_race_complete_queue(CpuRace *race, const CpuRaceAgent *agent, uint32_t lanes,
                             CpuRaceSync *sync, CpuRaceQueue queue, uint32_t upto) {
  lanes &= agent->lanes;
  race_release_view(race, sync, &agent->view, lanes);
  uint32_t group = race_queue_of(race, agent->view.warp, queue);
  FOR_LANES(l, lanes) race_clock_raise(&sync->happened, group, l, upto);
}
