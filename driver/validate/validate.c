// The passes as --validate-each sees them; see validate.h.
#include "driver/validate/validate.h"

#include <errno.h>
#include <stdlib.h>

#include "driver/validate/validate_impl.h"
#include "ir/analysis/fingerprint.h"
#include "ir/edit/builder.h"

enum { DEFAULT_SEED = 1, DEFAULT_SIZES = 6 };
#define DEFAULT_STEPS INT64_C(100000000)

// ---- Options. ----

typedef struct Setting {
  const char *name;
  int64_t *to;
} Setting;

// `name:N`
static bool take_setting(const Setting *settings, size_t n, IrStr text) {
  const char *colon = memchr(text.ptr, ':', text.len);
  if (!colon) return false;
  IrStr name = {text.ptr, (size_t)(colon - text.ptr)};
  char number[24] = {0};
  size_t digits = text.len - name.len - 1;
  if (digits == 0 || digits >= sizeof number) return false;
  memcpy(number, colon + 1, digits);
  char *end;
  errno = 0;
  long long value = strtoll(number, &end, 10);
  if (errno || *end || value < 1 || number[0] < '0' || number[0] > '9') return false;
  for (size_t i = 0; i < n; i++)
    if (ir_str_is(name, settings[i].name)) return *settings[i].to = value, true;
  return false;
}

IrStatus driver_validate_parse(DriverValidate *v, IrContext *ctx, IrStr text, IrLoc loc) {
  const Setting settings[] = {{"seed", &v->seed}, {"sizes", &v->sizes}, {"steps", &v->steps}};
  v->wanted = true;
  for (size_t at = 0; at < text.len;) {
    const char *comma = memchr(text.ptr + at, ',', text.len - at);
    size_t n = comma ? (size_t)(comma - text.ptr) - at : text.len - at;
    IrStr part = {text.ptr + at, n};
    if (!take_setting(settings, sizeof settings / sizeof *settings, part)) {
      if (loc.id) loc.id += (uint32_t)at;
      (void)ir_error(ctx, loc, "expected seed:N, sizes:N or steps:N, got '{}'", part);
      ir_help(ctx, "--validate-each=seed:3,sizes:8 executes everything for eight sizes");
      return IR_FAILED;
    }
    at += n + 1;
  }
  return IR_OK;
}

IrStatus driver_validate_take(DriverValidate *v, IrContext *ctx, const DriverArg *arg) {
  return driver_validate_parse(v, ctx, ir_str(arg->value ? arg->value : ""), arg->value_loc);
}

static int64_t seed_of(const DriverValidate *v) {
  return v->seed ? v->seed : DEFAULT_SEED;
}

static int64_t sizes_of(const DriverValidate *v) {
  return v->sizes ? v->sizes : DEFAULT_SIZES;
}

static int64_t steps_of(const DriverValidate *v) {
  return v->steps ? v->steps : DEFAULT_STEPS;
}

void driver_validate_print(const DriverValidate *v, IrStream *out) {
  ir_print(out, "seed:{},sizes:{},steps:{}", seed_of(v), sizes_of(v), steps_of(v));
}

// ---- Subjects. ----

static Subject *find_subject(const Validation *run, IrStr name) {
  for (size_t i = 0; i < run->subjects.n; i++)
    if (ir_str_equal(run->subjects.at[i]->name, name)) return run->subjects.at[i];
  return NULL;
}

// Of all that a subject's result depends on.  A caller depends on what it calls.
static uint64_t fingerprint(const Subject *s, const Versions *versions, IrOp *module) {
  if (s->calls) return ir_op_fingerprint(module, 0);
  uint64_t hash = 0;
  for (size_t i = 0; i < versions->n; i++) {
    uint64_t own = ir_op_fingerprint(versions->at[i], 0);
    hash = ir_hash_bytes(&own, sizeof own, hash);
  }
  return hash;
}

static void execute(const Validation *run, const Subject *s, const Versions *versions, size_t i,
                    Outcome *outcome) {
  const Sizes *sizes = &s->sizes.at[i];
  IrOp *op = validate_choose_version(s, versions, sizes);
  *outcome = (Outcome){0};
  if (op)
    validate_execute(s, op, sizes, (uint64_t)steps_of(run->options), outcome);
  else
    outcome->kind = OUTCOME_FAILED;
}

// Says of what is never executed why, for else silence would look like success.
static void warn_not_executed(const Validation *run, const Subject *s, IrOp *op) {
  const Outcome *first = s->sizes.n ? &s->outcomes[0] : NULL;
  for (size_t i = 0; i < s->sizes.n; i++)
    if (s->outcomes[i].kind == OUTCOME_DONE) return;
  if (first && first->kind == OUTCOME_NONE) return; // perhaps after some pass
  ir_warning(run->ctx, ir_op_loc(op), "@{} is not validated: {}", s->name,
             first ? first->message : IR_STR("no sizes were found that it takes"));
  if (first && first->loc.id != ir_op_loc(op).id) ir_note(run->ctx, first->loc, "it fails here");
}

// Sizes for a version that none of the others reaches, with what the kernel did at first.
static void reach_versions(Validation *run, Subject *s, const Versions *versions) {
  Versions origin = {0};
  validate_versions(s, run->origin, &origin);
  for (size_t v = 0; v < versions->n; v++) {
    bool reached = false;
    for (size_t i = 0; i < s->sizes.n && !reached; i++)
      reached = validate_choose_version(s, versions, &s->sizes.at[i]) == versions->at[v];
    Sizes sizes;
    if (reached || !validate_reach(s, versions, v, (uint64_t)seed_of(run->options), &sizes))
      continue;
    ir_vec_push(&s->sizes, sizes);
    s->outcomes = ir_realloc(s->outcomes, s->sizes.n * sizeof *s->outcomes);
    execute(run, s, &origin, s->sizes.n - 1, &s->outcomes[s->sizes.n - 1]);
  }
  ir_vec_free(&origin);
}

static void start(Validation *run, Subject *s, IrOp *op) {
  Versions versions = {0};
  validate_versions(s, run->origin, &versions);
  validate_choose_sizes(s, &versions, (size_t)sizes_of(run->options),
                        (uint64_t)seed_of(run->options));
  s->outcomes = ir_calloc(s->sizes.n + 1, sizeof *s->outcomes);
  for (size_t i = 0; i < s->sizes.n; i++) execute(run, s, &versions, i, &s->outcomes[i]);
  if (s->is_kernel) reach_versions(run, s, &versions);
  s->fingerprint = fingerprint(s, &versions, run->origin);
  warn_not_executed(run, s, op);
  ir_vec_free(&versions);
}

// The one that assumes the least.
static IrOp *last_version(const Validation *run, IrOp *op) {
  Subject like = {.name = validate_base_name(op), .is_kernel = tile_is_kernel(op)};
  Versions versions = {0};
  validate_versions(&like, run->origin, &versions);
  IrOp *last = versions.n ? ir_vec_last(&versions) : op;
  ir_vec_free(&versions);
  return last;
}

static void add_subject(Validation *run, IrOp *op, IrOp *origin) {
  if (!validate_is_subject(op) || find_subject(run, validate_base_name(op))) return;
  Subject *s = validate_subject_create(last_version(run, origin));
  if (!s) return;
  ir_vec_push(&run->subjects, s);
  start(run, s, op);
}

// ---- After a pass. ----

// A pass on one version of a kernel leaves the others.
static bool may_have_changed(const Subject *s, const IrPassEvent *event, const IrOp *version) {
  return event->op == event->module || s->calls || s->behind || !version || version == event->op ||
         ir_op_is_inside(event->op, version);
}

// Whether the same blocks ran; where not, all have to.
static bool same_blocks(const Outcome *a, const Outcome *b) {
  if (!a->sampled && !b->sampled) return true;
  return a->sampled == b->sampled && !memcmp(&a->grid, &b->grid, sizeof a->grid);
}

// Lets all blocks run from now on, with what the code did at first.
static void run_whole(Validation *run, Subject *s, const Versions *versions, size_t i,
                      Outcome *after) {
  Versions origin = {0};
  validate_versions(s, run->origin, &origin);
  s->whole = true;
  for (size_t j = 0; j < s->sizes.n; j++) {
    validate_outcome_free(&s->outcomes[j]);
    execute(run, s, &origin, j, &s->outcomes[j]);
  }
  validate_outcome_free(after);
  execute(run, s, versions, i, after);
  ir_vec_free(&origin);
}

// The code is looked at where it can be executed; what failed before the pass may do anything.
static IrStatus check_one(Validation *run, Subject *s, const IrPassEvent *event,
                          const Versions *versions, size_t i) {
  Outcome *before = &s->outcomes[i], after;
  Difference difference;
  if (!may_have_changed(s, event, validate_choose_version(s, versions, &s->sizes.at[i])))
    return IR_OK;
  execute(run, s, versions, i, &after);
  IrLoc loc = ir_op_loc(versions->at[0]);
  IrStatus status = IR_OK;
  if (after.kind == OUTCOME_NONE) return IR_OK; // keeps the last ones
  if (!same_blocks(before, &after)) run_whole(run, s, versions, i, &after);
  if (before->kind == OUTCOME_DONE && after.kind == OUTCOME_FAILED)
    status =
        validate_report(s, event, loc, &s->sizes.at[i], after.message.len ? &after : NULL, NULL);
  else if (before->kind == OUTCOME_DONE && validate_differs(s, before, &after, &difference))
    status = validate_report(s, event, loc, &s->sizes.at[i], &after, &difference);
  validate_outcome_free(before);
  *before = after;
  return status;
}

static bool all_executable(const Versions *versions) {
  for (size_t i = 0; i < versions->n; i++)
    if (!validate_is_executable(versions->at[i])) return false;
  return true;
}

static IrStatus check_subject(Validation *run, Subject *s, const IrPassEvent *event,
                              const Versions *versions) {
  if (!all_executable(versions)) {
    s->behind = true;
    return IR_OK;
  }
  for (size_t i = 0; i < s->sizes.n; i++) IR_TRY(check_one(run, s, event, versions, i));
  s->last_pass = event->pass->name;
  s->behind = false;
  return IR_OK;
}

// A subject whose symbol is gone is dead or was inlined; one with another signature begins anew
// nowhere, for its callers changed with it.
static IrStatus look_at(Validation *run, Subject *s, const IrPassEvent *event) {
  Versions versions = {0};
  validate_versions(s, event->module, &versions);
  bool known = versions.n > 0;
  for (size_t i = 0; i < versions.n; i++) known &= validate_has_signature(s, versions.at[i]);
  uint64_t now = known ? fingerprint(s, &versions, event->module) : s->fingerprint;
  IrStatus status = IR_OK;
  if (now != s->fingerprint) {
    s->fingerprint = now;
    if (s->is_kernel) reach_versions(run, s, &versions);
    status = check_subject(run, s, event, &versions);
  }
  ir_vec_free(&versions);
  return status;
}

// Whether the pass may have changed the subject: its op holds it, or is in it, or it is called.
static bool concerns(const Subject *s, const IrPassEvent *event) {
  if (event->op == event->module || s->calls) return true;
  const IrOp *op = event->op;
  while (ir_op_parent(op) && ir_op_parent(op) != event->module) op = ir_op_parent(op);
  return validate_is_subject(op) && ir_str_equal(validate_base_name(op), s->name);
}

static IrStatus after_pass(void *user, const IrPassEvent *event) {
  Validation *run = user;
  if (event->status != IR_OK || !event->op || !event->module) return IR_OK;
  for (size_t i = 0; i < run->subjects.n; i++)
    if (concerns(run->subjects.at[i], event)) IR_TRY(look_at(run, run->subjects.at[i], event));
  return IR_OK;
}

// ---- A run of the pipeline. ----

static IrStatus begin(void *user, IrOp *module) {
  Validation *run = user;
  IrPtrMap map = {0};
  run->origin = ir_op_clone(module, &map);
  IR_FOR_OPS(op, ir_module_body(module)) {
    IrOp *origin = ir_symbol_lookup(run->origin, ir_symbol_name(op));
    if (origin) add_subject(run, op, origin);
  }
  ir_ptrmap_free(&map);
  return IR_OK;
}

static IrStatus end(void *user, IrOp *module, IrStatus status) {
  Validation *run = user;
  (void)module, (void)status;
  for (size_t i = 0; i < run->subjects.n; i++) validate_subject_destroy(run->subjects.at[i]);
  ir_vec_free(&run->subjects);
  ir_op_destroy(run->origin);
  return IR_OK;
}

void driver_validate_watch(DriverValidate *v, IrContext *ctx, IrPassManager *pm) {
  if (!v->wanted) return;
  Validation *run = IR_NEW(ir_context_arena(ctx), Validation);
  run->options = v;
  run->ctx = ctx;
  ir_pass_manager_instrument(pm, &(IrInstrumentation){.size = sizeof(IrInstrumentation),
                                                      .name = "validate",
                                                      .user = run,
                                                      .whole_module = true,
                                                      .begin = begin,
                                                      .end = end,
                                                      .after_pass = after_pass});
}
