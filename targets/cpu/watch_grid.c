// Races between clusters of a launch; see watch.h.  Clusters end in any order; what they left waits
// for those before them, so that the race reported does not depend on who ran when.
#include "dialects/tile/kernel.h"
#include "ir/support/arena.h"
#include "targets/cpu/watch.h"

// A task that has ended.
typedef struct Ended {
  int64_t position, first_block;
  CpuRaceTraces *traces;
} Ended;

struct CpuGridWatch {
  pthread_mutex_t lock;
  CpuRaceGrid *grid;
  int64_t next; // position
  IR_VEC(Ended) waiting;
  bool found;
  CpuRaceGridReport report; // with numbers of first blocks for clusters
};

CpuGridWatch *cpu_grid_watch_create(void) {
  CpuGridWatch *watch = ir_calloc(1, sizeof *watch);
  pthread_mutex_init(&watch->lock, NULL);
  watch->grid = cpu_race_grid_create();
  return watch;
}

void cpu_grid_watch_destroy(CpuGridWatch *watch) {
  if (!watch) return;
  for (size_t i = 0; i < watch->waiting.n; i++) cpu_race_traces_free(watch->waiting.at[i].traces);
  ir_vec_free(&watch->waiting);
  cpu_race_grid_destroy(watch->grid);
  pthread_mutex_destroy(&watch->lock);
  ir_free(watch);
}

static void add(CpuGridWatch *watch, const Ended *ended) {
  CpuRaceGridReport report;
  if (ended->traces && !watch->found &&
      cpu_race_grid_add(watch->grid, ended->first_block, ended->traces, &report)) {
    watch->found = true;
    watch->report = report;
  }
  cpu_race_traces_free(ended->traces);
  watch->next++;
}

// The task whose turn it is; false when it has not ended.
static bool take_next(CpuGridWatch *watch, Ended *ended) {
  for (size_t i = 0; i < watch->waiting.n; i++) {
    if (watch->waiting.at[i].position != watch->next) continue;
    *ended = watch->waiting.at[i];
    watch->waiting.at[i] = ir_vec_pop(&watch->waiting);
    return true;
  }
  return false;
}

void cpu_grid_watch_add(CpuGridWatch *watch, int64_t position, int64_t first_block,
                        CpuRaceTraces *traces) {
  pthread_mutex_lock(&watch->lock);
  Ended ended = {position, first_block, traces};
  ir_vec_push(&watch->waiting, ended);
  while (take_next(watch, &ended)) add(watch, &ended);
  pthread_mutex_unlock(&watch->lock);
}

void cpu_grid_watch_order(CpuGridWatch *watch, int64_t first_block, int64_t location, bool acquires,
                          bool releases) {
  pthread_mutex_lock(&watch->lock);
  if (acquires) cpu_race_grid_acquire(watch->grid, first_block, (uint64_t)location);
  if (releases) cpu_race_grid_release(watch->grid, first_block, (uint64_t)location);
  pthread_mutex_unlock(&watch->lock);
}

static void print_block(IrStream *out, const CpuLaunch *launch, const CpuRaceGridSide *side) {
  ir_print(out, "block ");
  cpu_print_block(&launch->grid, side->cluster + side->block, out);
}

IrStatus cpu_grid_watch_report(const CpuGridWatch *watch, const CpuLaunch *launch) {
  if (!watch || !watch->found) return IR_OK;
  const CpuRaceGridReport *r = &watch->report;
  IrStream text = {0}, note = {0};
  IrContext *ctx = ir_op_context(launch->kernel);
  print_block(&text, launch, &r->now);
  ir_print(&text, " {} ", cpu_race_verb(r->now.kind, false));
  cpu_print_global_bytes(&text, launch, r->offset, r->bytes);
  print_block(&note, launch, &r->before);
  ir_print(&note, " {}", cpu_race_verb(r->before.kind, true));
  IrStatus status =
      ir_op_error(r->now.op, "races in global memory: {}, which {}, and nothing orders blocks",
                  ir_stream_str(&text), ir_stream_str(&note));
  if (r->before.op != r->now.op)
    ir_note(ctx, ir_op_loc(r->before.op), "{} here", ir_stream_str(&note));
  ir_help(ctx, "let blocks touch different elements, or both use atomics of scope gpu");
  ir_stream_free(&text);
  ir_stream_free(&note);
  return status;
}
