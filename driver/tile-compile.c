// tile-compile: a kernel's text to PTX or a cubin, or to any level on the way there.
#include "dialects/simt/launch.h"
#include "dialects/tile/target.h"
#include "driver/compile.h"
#include "driver/compile_levels.h"
#include "driver/options.h"
#include "driver/reports.h"
#include "driver/remarks.h"
#include "ir/pass/plugin.h"
#include "targets/nvptx/ptxas.h"

#ifndef TEGULA_VERSION
#define TEGULA_VERSION "unknown"
#endif

typedef struct Tool {
  DriverPassFlags flags; // first: see pass_flags.h
  IrContext *ctx;
  DriverCompile compile;
  DriverCrash crash;
  DriverLevels levels;
  IrInstrumentation instrumentation; // keeps the levels
  IrParams params;
  const char *input, *output, *dump_levels;
  DriverTiming timing;
  DriverStatistics statistics;
  bool help, version;
  DriverRemarks remarks;
} Tool;

// ---- Options. ----

static IrStatus take_file(void *user, IrContext *ctx, const DriverArg *arg) {
  Tool *t = user;
  if (t->input)
    return ir_error(ctx, arg->loc, "one input file at a time: there is '{}' already", t->input);
  t->input = arg->value;
  return IR_OK;
}

static IrStatus take_param(void *user, IrContext *ctx, const DriverArg *arg) {
  Tool *t = user;
  IrStr name, value;
  IR_TRY(driver_split_assignment(ctx, arg, &name, &value));
  ir_params_set(&t->params, name, value);
  return IR_OK;
}

static IrStatus take_link(void *user, IrContext *ctx, const DriverArg *arg) {
  (void)ctx;
  ir_vec_push(&((Tool *)user)->compile.links, arg->value);
  return IR_OK;
}

static IrStatus take_assume(void *user, IrContext *ctx, const DriverArg *arg) {
  (void)ctx;
  ir_vec_push(&((Tool *)user)->compile.assumptions, arg->value);
  return IR_OK;
}

static IrStatus take_plugin(void *user, IrContext *ctx, const DriverArg *arg) {
  ir_vec_push(&((Tool *)user)->crash.plugins, arg->value);
  return ir_plugin_load_at(ctx, arg->value, arg->value_loc);
}

static IrStatus take_remarks_filter(void *user, IrContext *ctx, const DriverArg *arg) {
  return driver_remarks_take_filter(&((Tool *)user)->remarks, ctx, arg);
}

static IrStatus take_remarks_format(void *user, IrContext *ctx, const DriverArg *arg) {
  return driver_remarks_take_format(&((Tool *)user)->remarks, ctx, arg);
}

// --insert-after=PASS:TEXT
static IrStatus take_insert(void *user, IrContext *ctx, const DriverArg *arg) {
  Tool *t = user;
  const char *colon = strchr(arg->value, ':');
  if (!colon || colon == arg->value || !colon[1]) {
    (void)ir_error(ctx, arg->value_loc, "expected PASS:PIPELINE, got '{}'", arg->value);
    ir_help(ctx, "--insert-after=tile-layout:my-pass runs my-pass after tile-layout");
    return IR_FAILED;
  }
  IrStr after = {arg->value, (size_t)(colon - arg->value)};
  ir_vec_push(&t->compile.inserts, ((DriverInsert){after, ir_str(colon + 1)}));
  return IR_OK;
}

static const char *const level_names[] = {
    [DRIVER_LEVEL_TILE] = "tile", [DRIVER_LEVEL_MEM] = "mem", [DRIVER_LEVEL_THREAD] = "thread",
    [DRIVER_LEVEL_LLVM] = "llvm", [DRIVER_LEVEL_PTX] = "ptx", [DRIVER_LEVEL_CUBIN] = "cubin",
};
enum { NUM_LEVELS = sizeof level_names / sizeof *level_names };

// Candidates for ir_nearest.
typedef struct Names {
  const char *const *at;
  size_t n, next;
} Names;

static const char *next_name(void *user) {
  Names *names = user;
  return names->next < names->n ? names->at[names->next++] : NULL;
}

static IrStatus unknown_value(IrContext *ctx, const DriverArg *arg, const char *const *at,
                              size_t n) {
  (void)ir_error(ctx, arg->value_loc, "unknown value '{}' of --{}", arg->value, arg->name);
  Names names = {at, n, 0};
  const char *near = ir_nearest(ir_str(arg->value), next_name, &names);
  if (near) {
    ir_help(ctx, "did you mean '{}'?", near);
    return IR_FAILED;
  }
  IrStream list = {0};
  for (size_t i = 0; i < n; i++) ir_print(&list, "{}{}", i ? ", " : "", at[i]);
  ir_help(ctx, "one of {}", ir_stream_cstr(&list));
  ir_stream_free(&list);
  return IR_FAILED;
}

static IrStatus take_emit(void *user, IrContext *ctx, const DriverArg *arg) {
  Tool *t = user;
  for (size_t i = 0; i < NUM_LEVELS; i++) {
    if (strcmp(arg->value, level_names[i])) continue;
    t->compile.level = (DriverLevel)i;
    return IR_OK;
  }
  return unknown_value(ctx, arg, level_names, NUM_LEVELS);
}

static IrStatus take_debug_info(void *user, IrContext *ctx, const DriverArg *arg) {
  static const char *const names[] = {"line", "none"};
  Tool *t = user;
  t->compile.no_debug_lines = !strcmp(arg->value, "none");
  if (t->compile.no_debug_lines || !strcmp(arg->value, "line")) return IR_OK;
  return unknown_value(ctx, arg, names, 2);
}

static IrStatus take_arch(void *user, IrContext *ctx, const DriverArg *arg) {
  Tool *t = user;
  t->compile.arch = arg->value;
  return tile_target_lookup(ctx, arg->value_loc, ir_str(arg->value)) ? IR_OK : IR_FAILED;
}

// ---- The work. ----

static IrStatus keep_level(void *user, const IrPassEvent *event) {
  Tool *t = user;
  if (event->status == IR_OK)
    driver_levels_add_module(&t->levels, event->pass->name, event->module);
  return IR_OK;
}

static bool dumps(const Tool *t) {
  return t->dump_levels != NULL;
}

// A dump shows every level, whatever level is asked for; without one the work stops there.
static DriverLevel last_level(const Tool *t, DriverLevel asked) {
  return dumps(t) && asked < DRIVER_LEVEL_PTX ? DRIVER_LEVEL_PTX : asked;
}

static void print_module(IrOp *module, IrStream *out) {
  IrPrintOptions options = {0};
  ir_print_op(module, out, &options);
}

static void dump_code(Tool *t, DriverLevel last) {
  DriverCompile *c = &t->compile;
  driver_levels_add_text(&t->levels, "kernel", "ll", ir_stream_str(&c->nvptx.llvm));
  driver_levels_add_text(&t->levels, "kernel", "ptx", ir_stream_str(&c->nvptx.ptx));
  IrStream sass = {0};
  if (last == DRIVER_LEVEL_CUBIN && nvptx_disassemble(ir_stream_str(&c->cubin), &sass))
    driver_levels_add_text(&t->levels, "kernel", "sass", ir_stream_str(&sass));
  ir_stream_free(&sass);
}

static IrStatus write_launch(Tool *t, IrOp *module, IrStream *json) {
  SimtLaunch launch = {0};
  IrStatus status = simt_launch_extract(module, &launch);
  launch.links = t->compile.links.at;
  launch.num_links = t->compile.links.n;
  if (status == IR_OK) simt_launch_write_json(&launch, json);
  if (status == IR_OK && dumps(t))
    driver_levels_add_text(&t->levels, "launch", "json", ir_stream_str(json));
  simt_launch_free(&launch);
  return status;
}

// LLVM IR, PTX and the cubin, as far as asked for; their text to `out`, metadata to `json`.
static IrStatus make_code(Tool *t, IrOp *module, DriverLevel asked, IrStream *out, IrStream *json) {
  DriverCompile *c = &t->compile;
  DriverLevel last = last_level(t, asked);
  bool has_ptxas = false;
  if (dumps(t)) {
    // SASS needs a cubin, which a dump makes wherever ptxas is installed.
    IrStream path = {0};
    has_ptxas = nvptx_find_tool("ptxas", &path);
    ir_stream_free(&path);
    if (has_ptxas) last = DRIVER_LEVEL_CUBIN;
  }
  IR_TRY(write_launch(t, module, json));
  IR_TRY(driver_compile_ptx(c, module));
  if (last == DRIVER_LEVEL_CUBIN) IR_TRY(driver_compile_cubin(c, module));
  if (dumps(t)) dump_code(t, last);
  if (asked < DRIVER_LEVEL_LLVM) return IR_OK;
  IrStream *from = asked == DRIVER_LEVEL_LLVM  ? &c->nvptx.llvm
                   : asked == DRIVER_LEVEL_PTX ? &c->nvptx.ptx
                                               : &c->cubin;
  ir_write(out, from->data, from->len);
  return IR_OK;
}

// The module at the level of buffers, kept on the way down when a dump goes further.
static IrStatus lower(Tool *t, IrOp *module, DriverLevel asked, IrStream *out) {
  DriverCompile *c = &t->compile;
  bool whole = dumps(t);
  if (asked == DRIVER_LEVEL_TILE) print_module(module, out);
  if (whole) {
    driver_levels_add_module(&t->levels, "tile", module);
    c->instrumentation = &t->instrumentation;
    t->instrumentation = (IrInstrumentation){.size = sizeof t->instrumentation,
                                             .name = "levels",
                                             .user = t,
                                             .whole_module = true,
                                             .after_pass = keep_level};
  }
  if (asked == DRIVER_LEVEL_TILE && !whole) return IR_OK;
  c->level = whole && asked < DRIVER_LEVEL_THREAD ? DRIVER_LEVEL_THREAD : asked;
  IR_TRY(driver_compile_lower(c, module));
  if (asked == DRIVER_LEVEL_MEM || asked == DRIVER_LEVEL_THREAD) print_module(module, out);
  return IR_OK;
}

// OUT's name with its suffix replaced.
static void metadata_path(const char *output, IrStream *path) {
  size_t n = strlen(output), dot = n;
  while (dot && output[dot - 1] != '.' && output[dot - 1] != '/') dot--;
  bool has_suffix = dot > 1 && output[dot - 1] == '.' && output[dot - 2] != '/';
  ir_write(path, output, has_suffix ? dot - 1 : n);
  ir_write_cstr(path, ".json");
}

// All output files, or none.
static IrStatus write_outputs(Tool *t, DriverLevel asked, IrStr text, IrStr json) {
  bool has_json = asked >= DRIVER_LEVEL_PTX && t->output && strcmp(t->output, "-");
  IrStream path = {0};
  if (has_json) metadata_path(t->output, &path);
  DriverOutput code = {0}, metadata = {0};
  IrStatus status = dumps(t) ? driver_levels_write(&t->levels, t->ctx, t->dump_levels) : IR_OK;
  bool opened = status == IR_OK && driver_output_open(t->ctx, t->output, &code) == IR_OK;
  if (!opened) status = IR_FAILED;
  if (status == IR_OK) {
    ir_write(&code.stream, text.ptr, text.len);
    if (has_json) {
      status = driver_output_open(t->ctx, ir_stream_cstr(&path), &metadata);
      if (status == IR_OK) {
        ir_write(&metadata.stream, json.ptr, json.len);
        status = driver_output_close(&metadata, true);
      }
    }
    if (driver_output_close(&code, status == IR_OK) != IR_OK) status = IR_FAILED;
  }
  ir_stream_free(&path);
  return status;
}

static IrStatus compile_file(Tool *t) {
  DriverCompile *c = &t->compile;
  DriverLevel asked = c->level;
  IrOp *module = NULL;
  IrStream text = {0}, json = {0};
  c->keep_llvm = asked == DRIVER_LEVEL_LLVM || dumps(t);
  IrStatus status = driver_compile_parse(c, t->input, &t->params, &module);
  if (status == IR_OK) status = driver_compile_check_kernel(c, module);
  if (status == IR_OK) status = lower(t, module, asked, &text);
  if (status == IR_OK && last_level(t, asked) >= DRIVER_LEVEL_LLVM)
    status = make_code(t, module, asked, &text, &json);
  if (status == IR_OK) status = write_outputs(t, asked, ir_stream_str(&text), ir_stream_str(&json));
  ir_stream_free(&text);
  ir_stream_free(&json);
  return status;
}

static IrStatus compile_with_remarks(Tool *t) {
  IR_TRY(driver_remarks_open(&t->remarks, t->ctx));
  IrStatus status = compile_file(t);
  if (driver_remarks_close(&t->remarks, status == IR_OK) != IR_OK) status = IR_FAILED;
  return status;
}

static IrStatus act(Tool *t, const DriverCli *cli) {
  if (t->help || t->version) {
    IrStream out = {0};
    if (t->help) driver_print_help(cli, &out);
    if (t->version) ir_write_cstr(&out, "tile-compile (Tegula) " TEGULA_VERSION "\n");
    IrStatus status = driver_write_file(t->ctx, NULL, ir_stream_str(&out));
    ir_stream_free(&out);
    return status;
  }
  if (!t->input) {
    (void)ir_error(t->ctx, IR_LOC_UNKNOWN, "no input file");
    ir_help(t->ctx, "tile-compile FILE --arch=sm_90a -o OUT.ptx; '-' reads standard input");
    return IR_FAILED;
  }
  const IrPipelineCut *cut = &t->flags.cut;
  bool stops = cut->stop_before.text.len || cut->stop_after.text.len;
  // A module in the middle of the list is the output itself: there is no code to make of it.
  if (stops && t->compile.level > DRIVER_LEVEL_THREAD) t->compile.level = DRIVER_LEVEL_THREAD;
  IR_TRY(driver_steps_open(&t->flags.steps, t->ctx));
  driver_timing_open(&t->timing);
  driver_statistics_open(&t->statistics, t->ctx);
  t->compile.statistics = &t->statistics;
  t->compile.timer = driver_timing_root(&t->timing);
  IrStatus status = compile_with_remarks(t);
  driver_steps_close(&t->flags.steps);
  return driver_timing_close(&t->timing, t->ctx, status);
}

static IrStatus parse_and_act(Tool *t, int argc, char **argv) {
  const DriverOption table[] = {
      {.name = "o",
       .kind = DRIVER_STRING,
       .to = &t->output,
       .value = "FILE",
       .help = "write to FILE; PTX and cubins get launch metadata beside them (.json)"},
      {.name = "arch",
       .kind = DRIVER_CALL,
       .call = take_arch,
       .value = "sm_90a",
       .help = "GPU architecture (default: sm_90a)"},
      {.name = "param",
       .kind = DRIVER_CALL,
       .call = take_param,
       .value = "NAME=VALUE",
       .help = "bind a parameter of the file"},
      {.name = "assume",
       .kind = DRIVER_CALL,
       .call = take_assume,
       .value = "FACT",
       .help = "a fact about arguments, checked at launch: 'M % 128 == 0'"},
      {.name = "link",
       .kind = DRIVER_CALL,
       .call = take_link,
       .value = "FILE",
       .help = "PTX or cubin with functions that kernels call, for the metadata"},
      {.name = "no-asserts",
       .kind = DRIVER_FLAG,
       .to = &t->compile.no_asserts,
       .help = "leave out assertions (tile.assert, simt.assert, cf.assert)"},
      {.name = "emit",
       .kind = DRIVER_CALL,
       .call = take_emit,
       .value = "LEVEL",
       .help = "tile, mem, thread, llvm, ptx (default) or cubin"},
      {.name = "dump-levels",
       .kind = DRIVER_STRING,
       .to = &t->dump_levels,
       .value = "DIR",
       .help = "write one numbered file for every pass and level to DIR"},
      DRIVER_TIMING_OPTIONS(Tool, timing),
      DRIVER_STATISTICS_OPTIONS(Tool, statistics),
      {.name = "pass-pipeline",
       .kind = DRIVER_STRING,
       .to = &t->compile.pipeline,
       .value = "TEXT",
       .help = "run these passes instead of " DRIVER_PIPELINE},
      {.name = "insert-after",
       .kind = DRIVER_CALL,
       .call = take_insert,
       .value = "PASS:TEXT",
       .help = "run a pipeline after every PASS"},
      {.name = "load-pass-plugin",
       .aliases = "load-plugin,load-dialect-plugin",
       .kind = DRIVER_CALL,
       .call = take_plugin,
       .value = "FILE",
       .early = true,
       .help = "load passes and dialects from a shared object"},
      {.name = "verify-each",
       .kind = DRIVER_FLAG,
       .to = &t->compile.verify_each,
       .help = "verify after every pass, not only at the end"},
      DRIVER_CRASH_OPTIONS(Tool, crash),
      {.name = "debug-info",
       .kind = DRIVER_CALL,
       .call = take_debug_info,
       .value = "line|none",
       .help = "line numbers of the kernel's text in PTX (default: line)"},
      {.name = "llvm-passes",
       .kind = DRIVER_STRING,
       .to = &t->compile.llvm_passes,
       .value = "TEXT",
       .help = "run these LLVM passes instead of Tegula's list"},
      {.name = "remarks-filter",
       .kind = DRIVER_CALL,
       .call = take_remarks_filter,
       .value = DRIVER_REMARKS_FILTER_VALUE,
       .help = DRIVER_REMARKS_FILTER_HELP},
      {.name = "remarks-output",
       .aliases = "remarks-output-file",
       .kind = DRIVER_STRING,
       .to = &t->remarks.path,
       .value = "FILE",
       .help = DRIVER_REMARKS_OUTPUT_HELP},
      {.name = "remarks-format",
       .aliases = "remark-format",
       .kind = DRIVER_CALL,
       .call = take_remarks_format,
       .value = "yaml|json",
       .help = DRIVER_REMARKS_FORMAT_HELP},
      {.name = "help", .aliases = "h", .kind = DRIVER_FLAG, .to = &t->help, .help = "print this"},
      {.name = "version", .kind = DRIVER_FLAG, .to = &t->version, .help = "print the version"},
      {0}};
  static const DriverTopic *const topics[] = {&driver_dumps_topic, &driver_parts_topic,
                                              &driver_steps_topic, NULL};
  const DriverCli cli = {.tool = "tile-compile",
                         .usage = "FILE|- [options]",
                         .about = "Compiles the kernels of a file for a GPU.",
                         .options = table,
                         .topics = topics,
                         .positional = take_file,
                         .user = t};
  IR_TRY(driver_register_all(t->ctx));
  IR_TRY(driver_parse_options(t->ctx, &cli, argc, argv));
  return act(t, &cli);
}

int main(int argc, char **argv) {
  driver_crash_start("tile-compile", argc, argv);
  IrContext *ctx = ir_context_create();
  Tool t = {.ctx = ctx, .compile = {.ctx = ctx, .arch = "sm_90a", .level = DRIVER_LEVEL_PTX}};
  t.compile.crash = &t.crash;
  t.compile.flags = &t.flags;
  IrStatus status = parse_and_act(&t, argc, argv);
  driver_compile_free(&t.compile);
  driver_levels_free(&t.levels);
  driver_crash_free(&t.crash);
  driver_statistics_free(&t.statistics);
  driver_pass_flags_free(&t.flags);
  ir_params_free(&t.params);
  ir_context_destroy(ctx);
  return status == IR_OK ? 0 : 1;
}
