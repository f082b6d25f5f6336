// Which parameters vary, and over which values.
//
// What --param names with several values varies over those, and without --config every other
// parameter over its domain, but for those that change the types of the kernel's arguments: they
// say what is computed (element types, the order of an operand), so they keep their defaults.  The
// candidates are the product of all that, as far as the file's constraints and --only allow.
#include "dialects/tile/kernel.h"
#include "driver/tune/tune.h"
#include "ir/verify/verify.h"

enum { MAX_COMBINATIONS = 1000000, MAX_DOMAIN = 256, MAX_TRIES = 100000 };

// ---- Modules. ----

IrOp *tune_parse(Tune *t, const IrParams *params) {
  IrParseOptions options = {.params = params};
  IrOp *module = ir_parse_module(t->ctx, t->start, &options);
  IrStatus status = module ? ir_verify(module) : IR_FAILED;
  for (size_t i = 0; i < t->options->run.assumptions.n && status == IR_OK; i++)
    status = tile_module_assume(module, ir_str(t->options->run.assumptions.at[i]));
  if (module && status != IR_OK) ir_op_destroy(module);
  return status == IR_OK ? module : NULL;
}

static IrOp *first_kernel(IrOp *module) {
  IR_FOR_OPS(op, ir_module_body(module)) {
    if (tile_is_kernel(op)) return op;
  }
  return NULL;
}

static bool same_signature(const IrOp *a, const IrOp *b) {
  if (!a || !b || tile_kernel_num_args(a) != tile_kernel_num_args(b)) return false;
  for (size_t i = 0; i < tile_kernel_num_args(a); i++)
    if (tile_kernel_arg_type(a, i) != tile_kernel_arg_type(b, i)) return false;
  return true;
}

static void set_all(IrParams *to, const IrParams *from) {
  for (size_t i = 0; i < from->n; i++) ir_params_set(to, from->at[i].name, from->at[i].text);
}

// Whether another value of the parameter than in `base` makes other types of arguments.  A value
// that the file's constraints refuse beside the others says nothing.
static bool changes_signature(Tune *t, IrOp *kernel, const IrParams *base,
                              const TileParamDecl *decl) {
  IrStream value = {0};
  bool changes = false;
  for (size_t i = 0; i < MAX_DOMAIN && !changes; i++) {
    value.len = 0;
    if (!tile_param_domain_at(decl, i, &value)) break;
    IrParams params = {0};
    set_all(&params, base);
    ir_params_set(&params, decl->name, ir_stream_str(&value));
    IrOp *module = tune_parse(t, &params);
    changes = module && !same_signature(kernel, first_kernel(module));
    if (module) ir_op_destroy(module);
    ir_params_free(&params);
  }
  ir_stream_free(&value);
  return changes;
}

// ---- Axes. ----

static IrStr keep(Tune *t, IrStr text) {
  return (IrStr){ir_arena_strdup(ir_context_arena(t->ctx), text), text.len};
}

// Of several --param of one name the last one counts, as everywhere on command lines.
static void forget_axis(Tune *t, const TileParamDecl *decl) {
  size_t kept = 0;
  for (size_t i = 0; i < t->axes.n; i++) {
    if (t->axes.at[i].decl == decl)
      ir_vec_free(&t->axes.at[i].values);
    else
      t->axes.at[kept++] = t->axes.at[i];
  }
  t->axes.n = kept;
}

// What --param says: an axis, or a fixed value.
static IrStatus add_given(Tune *t, const TuneText *given) {
  TuneAxis axis;
  const char *equals = strchr(given->text, '=');
  IrStr name = {given->text, (size_t)(equals - given->text)};
  const TileParamDecl *decl = tune_find_param(t, name, given->loc);
  if (!decl) return IR_FAILED;
  IrStatus status = tune_values(t, decl, ir_str(equals + 1), given->loc, &axis);
  for (size_t i = 0; i < axis.values.n && status == IR_OK; i++)
    status = tile_param_check(t->ctx, given->loc, decl, axis.values.at[i]);
  if (status == IR_OK) forget_axis(t, decl);
  if (status == IR_OK && axis.values.n > 1) {
    ir_vec_push(&t->axes, axis); // which owns the values now
    return IR_OK;
  }
  if (status == IR_OK) ir_params_set(&t->fixed, decl->name, axis.values.at[0]);
  ir_vec_free(&axis.values);
  return status;
}

static bool is_chosen(const Tune *t, IrStr name) {
  for (size_t i = 0; i < t->axes.n; i++)
    if (ir_str_equal(t->axes.at[i].decl->name, name)) return true;
  return ir_params_find(&t->fixed, name) != NULL;
}

static IrStatus add_domain(Tune *t, const TileParamDecl *decl) {
  IrStream value = {0};
  TuneAxis axis = {.decl = decl};
  size_t i = 0;
  for (; i <= MAX_DOMAIN && tile_param_domain_at(decl, i, &value); i++, value.len = 0)
    ir_vec_push(&axis.values, keep(t, ir_stream_str(&value)));
  ir_stream_free(&value);
  if (i <= MAX_DOMAIN) {
    ir_vec_push(&t->axes, axis);
    return IR_OK;
  }
  ir_vec_free(&axis.values);
  (void)ir_error(t->ctx, decl->loc, "the domain of {} has more than {} values", decl->name,
                 MAX_DOMAIN);
  ir_help(t->ctx, "choose some: --param {}={}", decl->name, decl->value);
  return IR_FAILED;
}

static bool is_finite(const TileParamDecl *decl) {
  IrStream value = {0};
  bool finite = tile_param_domain_at(decl, 1, &value); // a single value does not vary
  ir_stream_free(&value);
  return finite;
}

// ---- Combinations. ----

// Binds a combination; false when the file or --only refuses it.
static bool bind(Tune *t, const IrParams *config, const size_t *at, IrParams *bound) {
  const char *why = NULL;
  IrParams given = {0};
  set_all(&given, &t->fixed);
  for (size_t i = 0; i < t->axes.n; i++)
    ir_params_set(&given, t->axes.at[i].decl->name, t->axes.at[i].values.at[at[i]]);
  if (config) set_all(&given, config);
  ir_diag_push_handler(t->ctx, run_keep_message, &why);
  bool holds = tile_params_bind(t->ctx, t->start, &t->decls, &given, bound) == IR_OK &&
               tune_only_holds(t, bound);
  ir_diag_pop_handler(t->ctx);
  ir_params_free(&given);
  if (!holds) t->refusal = why ? why : "'--only' does not hold";
  return holds;
}

// The next combination; false after the last.  The first axis varies slowest.
static bool advance(const Tune *t, size_t *at) {
  for (size_t i = t->axes.n; i-- > 0;) {
    if (++at[i] < t->axes.at[i].values.n) return true;
    at[i] = 0;
  }
  return false;
}

// ---- What the other parameters are while one is looked at. ----

// The axis of a parameter as --param gives it, else its default, then its domain.
static TuneAxis any_values(Tune *t, const TileParamDecl *decl) {
  TuneAxis axis = {.decl = decl};
  IrStream value = {0};
  for (size_t i = 0; i < t->axes.n; i++) {
    if (t->axes.at[i].decl != decl) continue;
    for (size_t k = 0; k < t->axes.at[i].values.n; k++)
      ir_vec_push(&axis.values, t->axes.at[i].values.at[k]);
    return axis;
  }
  ir_vec_push(&axis.values, decl->value);
  for (size_t i = 0; i < MAX_DOMAIN && tile_param_domain_at(decl, i, &value); i++, value.len = 0)
    ir_vec_push(&axis.values, keep(t, ir_stream_str(&value)));
  ir_stream_free(&value);
  return axis;
}

// The fixed values with the first ones of all others that the file allows beside them; where none
// are found the fixed ones alone.
static void find_base(Tune *t, IrParams *base) {
  Tune all = *t;
  memset(&all.axes, 0, sizeof all.axes);
  for (size_t i = 0; i < t->decls.params.n; i++)
    if (!ir_params_find(&t->fixed, t->decls.params.at[i].name))
      ir_vec_push(&all.axes, any_values(t, &t->decls.params.at[i]));
  size_t *at = ir_calloc(all.axes.n + 1, sizeof *at);
  bool holds = false;
  for (int64_t tries = 0; !holds && tries < MAX_TRIES; tries++) {
    holds = bind(&all, NULL, at, base);
    if (!holds) ir_params_free(base);
    if (!advance(&all, at)) break;
  }
  if (!holds) set_all(base, &t->fixed);
  ir_free(at);
  for (size_t i = 0; i < all.axes.n; i++) ir_vec_free(&all.axes.at[i].values);
  ir_vec_free(&all.axes);
}

static IrStatus add_domains(Tune *t) {
  const char *ignored = NULL;
  IrParams base = {0};
  find_base(t, &base);
  IrOp *module = tune_parse(t, &base);
  IrOp *kernel = module ? first_kernel(module) : NULL;
  IrStatus status = module ? IR_OK : IR_FAILED;
  for (size_t i = 0; i < t->decls.params.n && kernel && status == IR_OK; i++) {
    const TileParamDecl *decl = &t->decls.params.at[i];
    if (is_chosen(t, decl->name) || !is_finite(decl)) continue;
    ir_diag_push_handler(t->ctx, run_keep_message, &ignored);
    bool part_of_problem = changes_signature(t, kernel, &base, decl);
    ir_diag_pop_handler(t->ctx);
    if (!part_of_problem) status = add_domain(t, decl);
  }
  if (module) ir_op_destroy(module);
  ir_params_free(&base);
  return status;
}

// ---- Candidates. ----

static void add_combinations(Tune *t, const IrParams *config) {
  size_t *at = ir_calloc(t->axes.n + 1, sizeof *at);
  do {
    TuneCandidate c = {0};
    t->combinations++;
    bool allowed = bind(t, config, at, &c.params);
    if (!allowed) c.state = TUNE_OVER, c.why = t->refusal;
    if (allowed || config) { // what was asked for by name is named when it is refused
      ir_vec_push(&t->candidates, c);
    } else {
      t->violating++;
      ir_params_free(&c.params);
    }
  } while (advance(t, at));
  ir_free(at);
}

static IrStatus check_number(Tune *t) {
  double n = t->configs.n ? (double)t->configs.n : 1;
  for (size_t i = 0; i < t->axes.n; i++) n *= (double)t->axes.at[i].values.n;
  if (n <= MAX_COMBINATIONS) return IR_OK;
  (void)ir_error(t->ctx, t->start, "the domains have more than {} combinations", MAX_COMBINATIONS);
  ir_help(t->ctx, "narrow some with --param NAME=a,b or --param NAME=lo..hi");
  return IR_FAILED;
}

// Names of what varies, in the order of the declarations.
static void find_shown(Tune *t) {
  for (size_t i = 0; i < t->decls.params.n; i++) {
    IrStr name = t->decls.params.at[i].name;
    bool differs = false;
    for (size_t k = 1; k < t->candidates.n && !differs; k++)
      differs = !ir_str_equal(ir_params_find(&t->candidates.at[k].params, name)->text,
                              ir_params_find(&t->candidates.at[0].params, name)->text);
    if (differs) ir_vec_push(&t->shown, name);
  }
}

static IrStatus no_candidates(Tune *t) {
  (void)ir_error(t->ctx, t->start, "none of {} combinations of parameters is allowed",
                 t->combinations);
  if (t->refusal) ir_note(t->ctx, t->start, "the last one: {}", t->refusal);
  ir_help(t->ctx, "widen the domains, or leave out some of --param and --only");
  return IR_FAILED;
}

IrStatus tune_space_build(Tune *t) {
  const TuneTexts *given = &t->options->params;
  IrStr text;
  IR_TRY(ir_source_read(t->ctx, t->options->run.file, &t->start, &text));
  IR_TRY(tile_params_read(t->ctx, t->start, &t->decls));
  for (size_t i = 0; i < given->n; i++) IR_TRY(add_given(t, &given->at[i]));
  IR_TRY(tune_read_configs(t));
  IR_TRY(tune_check_only(t));
  if (t->configs.n == 0) IR_TRY(add_domains(t));
  IR_TRY(check_number(t));
  if (t->configs.n == 0) add_combinations(t, NULL);
  for (size_t i = 0; i < t->configs.n; i++) add_combinations(t, &t->configs.at[i]);
  if (t->candidates.n == 0) return no_candidates(t);
  find_shown(t);
  return IR_OK;
}

void tune_space_free(Tune *t) {
  tile_params_free(&t->decls);
  ir_params_free(&t->fixed);
  for (size_t i = 0; i < t->axes.n; i++) ir_vec_free(&t->axes.at[i].values);
  for (size_t i = 0; i < t->configs.n; i++) ir_params_free(&t->configs.at[i]);
  for (size_t i = 0; i < t->candidates.n; i++) {
    ir_params_free(&t->candidates.at[i].params);
    ir_vec_free(&t->candidates.at[i].times);
  }
  ir_vec_free(&t->axes);
  ir_vec_free(&t->configs);
  ir_vec_free(&t->shown);
  ir_vec_free(&t->candidates);
}

void tune_print_params(const Tune *t, const TuneCandidate *c, const char *before, IrStream *out) {
  for (size_t i = 0; i < t->shown.n; i++)
    ir_print(out, i ? " {}{}={}" : "{}{}={}", before, t->shown.at[i],
             ir_params_find(&c->params, t->shown.at[i])->text);
  if (t->shown.n == 0) ir_write_cstr(out, *before ? "" : "the only candidate");
}
