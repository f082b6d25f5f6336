// A nested list on several ops at a time.
//
// The ops are a row of tasks, which threads take from the front; the thread that runs the pipeline
// takes tasks as well.  It alone delivers, in the order of the ops, what the tasks had to say and
// what they counted, so that output is the same for any number of threads.  A task that fails ends
// the row there: those behind it are not taken any more, and what they said is dropped, as they
// would not have run at all; those before it have all been taken, and are waited for.
//
// Threads are started when a list first needs them and stay until the pipeline has run.  Meanwhile
// the context is shared only while a row is at work, for the passes in between are one thread's.
#include <pthread.h>
#include <unistd.h>

#include "ir/analysis/tree.h"
#include "ir/pass/run_impl.h"

enum {
  MOST_THREADS = 256,
  // Ops times passes from which on another thread pays: it costs some 50 microseconds to start.
  WORTH_A_THREAD = 2048,
  LEAST_STACK = 8 << 20, // as the first thread has it
};

// How many threads when nobody says; 0: one a processor, where it pays.
#ifndef IR_DEFAULT_THREADS
#define IR_DEFAULT_THREADS 0
#endif

typedef struct PassTask {
  IrOutbox outbox;
  PassTally tally;
  IrStatus status;
  bool changed, done;
} PassTask;

typedef struct PassWorker {
  PassThread thread;
  PassTeam *team;
  pthread_t handle;
} PassWorker;

struct PassTeam {
  IrPassManager *pm;
  size_t tally_words;
  bool alone;           // somebody looks at the whole module
  PassWorker **workers; // the first is the thread that runs the pipeline
  unsigned num_workers;

  pthread_mutex_t mutex;       // of what follows
  pthread_cond_t work, change; // there is a row or the end; a task is done, a worker has left
  PassRow *row;                // at work, else NULL
  PassTask *tasks;
  size_t num_tasks, next;
  unsigned wanted, busy; // workers that may still join the row, and those in it
  bool closing;
};

static void lock(PassTeam *team) {
  if (pthread_mutex_lock(&team->mutex)) IR_UNREACHABLE("a mutex is not to be had");
}

static void unlock(PassTeam *team) {
  if (pthread_mutex_unlock(&team->mutex)) IR_UNREACHABLE("a mutex is not held");
}

// ---- Tasks ----

static void run_task(PassWorker *worker, PassTask *task) {
  PassThread *thread = &worker->thread;
  IrContext *ctx = thread->pm->ctx;
  IrDiagEngine *diags = ir_context_diags(ctx);
  diags->outbox = &task->outbox;
  PassUnit unit = {.thread = thread, .outbox = &task->outbox};
  const PassTeam *team = worker->team;
  task->status = ir_pass_run_turn(&unit, team->row, (size_t)(task - team->tasks));
  diags->outbox = NULL;
  task->changed = unit.changed;
  task->tally = thread->tally;
  size_t bytes = thread->tally.n * sizeof *thread->tally.words;
  task->tally.words = memcpy(ir_malloc(bytes), thread->tally.words, bytes);
  memset(thread->tally.words, 0, bytes);
  memset(&thread->tally.analyses, 0, sizeof thread->tally.analyses);
}

static PassTask *take_task(PassTeam *team) {
  return team->next < team->num_tasks ? &team->tasks[team->next++] : NULL;
}

static void finish_task(PassTeam *team, PassTask *task) {
  task->done = true;
  size_t end = (size_t)(task - team->tasks) + 1;
  if (task->status != IR_OK && end < team->num_tasks) team->num_tasks = end;
  pthread_cond_signal(&team->change);
}

// In the local of the worker; the mutex is held, but not while a task runs.
static void work_on_row(PassWorker *worker) {
  PassTeam *team = worker->team;
  for (PassTask *task; (task = take_task(team));) {
    unlock(team);
    run_task(worker, task);
    lock(team);
    finish_task(team, task);
  }
}

static void *be_worker(void *user) {
  PassWorker *worker = user;
  PassTeam *team = worker->team;
  IrContext *ctx = team->pm->ctx;
  lock(team);
  while (!team->closing) {
    if (!team->row || team->wanted == 0) {
      pthread_cond_wait(&team->work, &team->mutex);
      continue;
    }
    team->wanted--;
    team->busy++;
    IrLocal *local = ir_local_take(ctx);
    ir_local_switch(ctx, local);
    work_on_row(worker);
    ir_local_switch(ctx, NULL);
    ir_local_give_back(local);
    team->busy--;
    pthread_cond_signal(&team->change);
  }
  unlock(team);
  return NULL;
}

// ---- The thread that runs the pipeline ----

static void free_task(PassTask *task) {
  ir_outbox_free(&task->outbox);
  ir_free(task->tally.words);
  ir_vec_free(&task->tally.analyses);
}

// Delivers what is done from `from` on; the position of the first task that is not.
static size_t deliver(PassTeam *team, size_t from) {
  while (from < team->num_tasks && team->tasks[from].done) {
    PassTask *task = &team->tasks[from++];
    unlock(team);
    ir_outbox_deliver(&task->outbox, team->pm->ctx);
    ir_pass_tally_deliver(team->pm, &task->tally);
    lock(team);
  }
  return from;
}

static void run_and_deliver(PassTeam *team, IrLocal *own) {
  IrContext *ctx = team->pm->ctx;
  size_t delivered = 0;
  while (delivered < team->num_tasks) {
    PassTask *task = take_task(team);
    if (task) {
      unlock(team);
      IrLocal *local = ir_local_switch(ctx, own);
      run_task(team->workers[0], task);
      ir_local_switch(ctx, local);
      lock(team);
      finish_task(team, task);
    } else if (!team->tasks[delivered].done) {
      pthread_cond_wait(&team->change, &team->mutex);
    }
    delivered = deliver(team, delivered);
  }
}

// Numbers the ops of the blocks that the tasks are in, which otherwise the first to ask would do.
static void number_ops(const PassRow *row) {
  for (size_t i = 1; i < row->n; i++)
    if (ir_op_block(row->ops[i]) == ir_op_block(row->ops[i - 1]))
      (void)ir_op_is_before(row->ops[i - 1], row->ops[i]);
}

static void run_row(PassTeam *team, PassRow *row, PassTask *tasks, unsigned threads) {
  IrLocal *own = ir_local_take(team->pm->ctx);
  lock(team);
  team->row = row;
  team->tasks = tasks;
  team->num_tasks = row->n;
  team->next = 0;
  team->wanted = threads - 1;
  pthread_cond_broadcast(&team->work);
  run_and_deliver(team, own);
  team->wanted = 0; // nobody joins any more; some may be at tasks behind one that failed
  while (team->busy > 0) pthread_cond_wait(&team->change, &team->mutex);
  team->row = NULL;
  unlock(team);
  ir_local_give_back(own);
}

// What threads start with: stacks no smaller than the first one's.  False when it is not to be had.
static bool init_attr(pthread_attr_t *attr) {
  size_t stack;
  if (pthread_attr_init(attr)) return false;
  if (pthread_attr_getstacksize(attr, &stack) || stack < LEAST_STACK)
    (void)pthread_attr_setstacksize(attr, LEAST_STACK);
  return true;
}

// As many as can be started; the first always is, for it is this thread.
static void add_workers(PassTeam *team, unsigned threads) {
  team->workers = ir_realloc(team->workers, MOST_THREADS * sizeof(PassWorker *));
  pthread_attr_t attr;
  bool ready = init_attr(&attr);
  while (team->num_workers < threads) {
    PassWorker *worker = ir_calloc(1, sizeof *worker);
    ir_pass_thread_init(&worker->thread, team->pm, team->tally_words);
    worker->team = team;
    bool started = team->num_workers == 0 ||
                   (ready && pthread_create(&worker->handle, &attr, be_worker, worker) == 0);
    if (!started) {
      ir_pass_thread_destroy(&worker->thread);
      ir_free(worker);
      break;
    }
    team->workers[team->num_workers++] = worker;
  }
  if (ready) pthread_attr_destroy(&attr);
}

IrStatus ir_pass_team_run(PassTeam *team, PassRow *row, unsigned threads) {
  PassTask *tasks = ir_calloc(row->n, sizeof *tasks);
  number_ops(row);
  add_workers(team, threads);
  run_row(team, row, tasks, threads);
  IrStatus status = tasks[team->num_tasks - 1].status;
  for (size_t i = 0; i < row->n; i++) {
    row->changed |= tasks[i].changed;
    free_task(&tasks[i]);
  }
  ir_free(tasks);
  return status;
}

// ---- Its size ----

static size_t count_passes(const Pipeline *list) {
  size_t n = 0;
  for (size_t i = 0; i < list->items.n; i++)
    n += list->items.at[i].nested ? count_passes(list->items.at[i].nested) : 1;
  return n;
}

// Ops in all of `ops` together, as far as `most`.
static size_t count_ops(IrOp *const *ops, size_t n, size_t most) {
  size_t count = 0;
  for (size_t i = 0; i < n && count < most; i++)
    for (IrOp *op = ops[i]; op && count < most; op = ir_tree_next(op, ops[i])) count++;
  return count;
}

static size_t least(size_t a, size_t b) {
  return a < b ? a : b;
}

unsigned ir_pass_team_size(const PassTeam *team, const PassRow *row) {
  size_t n = row->n;
  unsigned asked = team->pm->options->threads ? team->pm->options->threads : IR_DEFAULT_THREADS;
  if (n < 2 || team->alone || asked == 1) return 1;
  if (ir_context_is_shared(team->pm->ctx)) return 1; // this is one thread of several already
  if (asked) return (unsigned)least(least(asked, n), MOST_THREADS);
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  size_t most = least(least(processors > 1 ? (size_t)processors : 1, n), MOST_THREADS);
  size_t passes = count_passes(row->list), enough = most * WORTH_A_THREAD / (passes + !passes) + 1;
  size_t pays = count_ops(row->ops, n, enough) * passes / WORTH_A_THREAD;
  return (unsigned)least(most, pays ? pays : 1);
}

PassTeam *ir_pass_team_create(IrPassManager *pm, size_t tally_words) {
  PassTeam *team = ir_calloc(1, sizeof *team);
  team->pm = pm;
  team->tally_words = tally_words;
  for (size_t i = 0; i < pm->instrumentations.n; i++)
    team->alone |= pm->instrumentations.at[i].whole_module;
  if (pthread_mutex_init(&team->mutex, NULL) || pthread_cond_init(&team->work, NULL) ||
      pthread_cond_init(&team->change, NULL))
    IR_UNREACHABLE("no mutex to be had");
  return team;
}

void ir_pass_team_destroy(PassTeam *team) {
  lock(team);
  team->closing = true;
  pthread_cond_broadcast(&team->work);
  unlock(team);
  for (unsigned i = 0; i < team->num_workers; i++) {
    if (i > 0) pthread_join(team->workers[i]->handle, NULL);
    ir_pass_thread_destroy(&team->workers[i]->thread);
    ir_free(team->workers[i]);
  }
  ir_free(team->workers);
  pthread_cond_destroy(&team->work);
  pthread_cond_destroy(&team->change);
  pthread_mutex_destroy(&team->mutex);
  ir_free(team);
}
