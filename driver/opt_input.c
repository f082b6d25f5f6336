// tile-opt's work: the input cut into pieces, each piece parsed, verified, run through the passes
// and printed.
#include "dialects/tile/kernel.h"
#include "driver/expected.h"
#include "driver/opt_impl.h"
#include "driver/roundtrip.h"
#include "ir/asm/parser.h"
#include "ir/asm/resources.h"
#include "ir/verify/verify.h"

// ---- What to do with a module ----

static IrTimer *timer(const Opt *o, const char *name) {
  return ir_timer_named(driver_timing_root(&o->timing), name);
}

// With --no-implicit-module `bare` says whether the op is not the module, but the only one in it.
static IrOp *parse_and_verify(Opt *o, IrLoc start, bool *bare) {
  IrOp *only = NULL;
  IrParseOptions options = {.params = &o->params,
                            .own_locs = o->own_locs,
                            .has_metadata = &o->has_metadata,
                            .only_op = o->no_implicit_module ? &only : NULL};
  IrTimeSpan span = ir_time_begin(timer(o, "parse"));
  IrOp *module = ir_parse_module(o->ctx, start, &options);
  ir_time_end(&span, IR_STR(""));
  if (!module) return NULL;
  *bare = only && only != module;
  if (o->no_verify_input) return module;
  span = ir_time_begin(timer(o, "verify input"));
  IrStatus status = ir_verify(module);
  ir_time_end(&span, IR_STR(""));
  if (status == IR_OK && o->roundtrip) status = driver_verify_roundtrip(module);
  for (size_t i = 0; i < o->assumptions.n && status == IR_OK; i++)
    status = tile_module_assume(module, ir_str(o->assumptions.at[i]));
  return status == IR_OK ? module : NULL;
}

static IrStatus run_passes(Opt *o, IrOp *module) {
  bool wanted = o->passes.tree_dir || o->passes.phases_dir || o->crash.generate;
  if (ir_pass_manager_is_empty(o->pm) && !wanted) return IR_OK;
  o->passes.timer = driver_timing_root(&o->timing);
  return ir_pass_manager_run(o->pm, module, &o->passes);
}

static bool may_be_invalid(const Opt *o) {
  return o->no_verify_input || !o->passes.verify_each;
}

static bool swallow(void *user, IrContext *ctx, const IrDiag *diag) {
  (void)user, (void)ctx, (void)diag;
  return true;
}

// Custom syntax counts on valid ops, so others are printed in generic form.
static bool is_valid(IrOp *module) {
  ir_diag_push_handler(ir_op_context(module), swallow, NULL);
  IrStatus status = ir_verify(module);
  ir_diag_pop_handler(ir_op_context(module));
  return status == IR_OK;
}

static IrStatus process(Opt *o, IrLoc start, IrStream *out) {
  bool bare = false;
  IrOp *module = parse_and_verify(o, start, &bare);
  if (!module) return IR_FAILED;
  IR_TRY(run_passes(o, module));
  if (o->roundtrip) IR_TRY(driver_verify_roundtrip(module));
  IrTimeSpan span = ir_time_begin(timer(o, "print"));
  IrPrintOptions print = o->passes.print;
  if (may_be_invalid(o) && !o->assume_verified && !is_valid(module)) print.generic = true;
  IrOp *first = bare ? ir_block_first(ir_module_body(module)) : NULL;
  IrFileResources external = {0};
  IrStatus status = IR_OK;
  if (o->has_metadata && !print.local_scope && !o->run_reproducer)
    status = ir_resources_read(o->ctx, start, &external);
  print.external = external.at;
  print.num_external = external.n;
  ir_print_op(first ? first : module, out, &print);
  ir_vec_free(&external);
  ir_time_end(&span, IR_STR(""));
  return status;
}

// With --verify-diagnostics what counts is whether the diagnostics were the expected ones.
static IrStatus process_piece(Opt *o, IrStr text, IrLoc start, IrStream *out) {
  if (!o->diagnostics.verify || driver_crash_is_rerun()) return process(o, start, out);
  DriverExpected *expected = driver_expect(o->ctx, text, start, o->diagnostics.only_expected);
  (void)process(o, start, out);
  return driver_expect_end(expected);
}

// ---- Input in pieces ----

static const char default_marker[] = "// -----";

// Length of the piece at the start of `text`: up to a line that is the separator.
static size_t piece_length(IrStr text, const char *marker, size_t *next) {
  size_t n = strlen(marker);
  for (size_t i = 0; i < text.len;) {
    const char *newline = memchr(text.ptr + i, '\n', text.len - i);
    size_t end = newline ? (size_t)(newline - text.ptr) : text.len;
    size_t len = end - i;
    while (len && (text.ptr[i + len - 1] == ' ' || text.ptr[i + len - 1] == '\r')) len--;
    if (len == n && !memcmp(text.ptr + i, marker, n)) {
      *next = newline ? end + 1 : text.len;
      return i;
    }
    i = newline ? end + 1 : text.len;
  }
  *next = SIZE_MAX;
  return text.len;
}

// A piece as a buffer of its own, with empty lines in front so that its line numbers are the
// file's.
static IrLoc add_piece(Opt *o, const char *name, IrStr piece, size_t line, IrStr *text) {
  IrStream padded = {0};
  for (size_t i = 0; i < line; i++) ir_write_char(&padded, '\n');
  ir_write(&padded, piece.ptr, piece.len);
  IrLoc loc = ir_source_add(o->ctx, ir_str(name), ir_stream_str(&padded), true);
  ir_stream_free(&padded);
  *text = ir_source_text(o->ctx, loc);
  return loc;
}

static IrStatus process_split(Opt *o, const char *name, IrStr text, IrStream *out) {
  IrStatus status = IR_OK;
  const char *marker = o->split_marker ? o->split_marker : default_marker;
  size_t line = 0;
  for (bool first = true;; first = false) {
    size_t next, n = piece_length(text, marker, &next);
    IrStr piece;
    IrLoc loc = add_piece(o, name, (IrStr){text.ptr, n}, line, &piece);
    if (!first) ir_print(out, "{}\n", o->output_marker ? o->output_marker : default_marker);
    driver_crash_text(piece);
    if (process_piece(o, piece, loc, out) != IR_OK) status = IR_FAILED;
    if (next == SIZE_MAX) return status;
    for (size_t i = 0; i < next; i++) line += text.ptr[i] == '\n';
    text = (IrStr){text.ptr + next, text.len - next};
  }
}

static IrStatus check_params_used(Opt *o) {
  for (size_t i = 0; i < o->params.n; i++)
    if (!o->params.at[i].used)
      return ir_error(o->ctx, IR_LOC_UNKNOWN, "the input declares no parameter '{}'",
                      o->params.at[i].name);
  return IR_OK;
}

// A second run is for its target alone: it dumps and reports nothing.
static void keep_quiet(IrPassOptions *options) {
  *options = (IrPassOptions){.verify_each = options->verify_each, .threads = 1};
}

static const char *validate_text(Opt *o) {
  if (!o->validate.wanted) return NULL;
  IrStream text = {0};
  driver_validate_print(&o->validate, &text);
  const char *kept = ir_arena_strdup(ir_context_arena(o->ctx), ir_stream_str(&text));
  ir_stream_free(&text);
  return kept;
}

static void watch_passes(Opt *o) {
  if (driver_crash_is_rerun()) keep_quiet(&o->passes);
  opt_restrict_to_op(o);
  o->crash.validate = validate_text(o);
  driver_crash_watch(&o->crash, o->ctx, o->pm, o->passes.verify_each);
  if (!driver_crash_is_rerun()) driver_validate_watch(&o->validate, o->ctx, o->pm);
}

IrStatus opt_process_input(Opt *o) {
  const char *path = o->input ? o->input : "-";
  IrLoc start;
  IrStr text;
  IrTimeSpan span = ir_time_begin(timer(o, "read"));
  IR_TRY(driver_crash_read(o->ctx, path, &start, &text));
  ir_time_end(&span, IR_STR(""));
  if (o->run_reproducer) IR_TRY(opt_apply_reproducer(o, start));
  watch_passes(o);
  DriverOutput out;
  IR_TRY(driver_output_open(o->ctx, o->output, &out));
  const char *name = strcmp(path, "-") ? path : "<stdin>";
  bool whole = !o->split || driver_crash_is_rerun(); // a second run gets its piece
  IrStatus status = !whole ? process_split(o, name, text, &out.stream)
                           : process_piece(o, text, start, &out.stream);
  if (status == IR_OK && !o->diagnostics.verify) status = check_params_used(o);
  span = ir_time_begin(timer(o, "write"));
  if (driver_output_close(&out, status == IR_OK) != IR_OK) status = IR_FAILED;
  ir_time_end(&span, IR_STR(""));
  return status;
}
