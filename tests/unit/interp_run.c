// interp-run: executes what a .mlir file holds in the interpreter, for tests.
//
//   interp-run FILE                    every function without arguments: "@f: 3 : i32"
//   interp-run FILE --call=f:1,2.5     one function with scalar arguments
//   interp-run FILE --lanes=8          every function with scalar arguments, each the number of the
//                                      lane, in that many lanes: "@f: [0, 1, ...] : i32"
//   interp-run FILE --split-input-file each piece of the file by itself, with the line of tile-opt
//                                      between them
//   interp-run FILE --op-counts        then a line for each op executed: "arith.addi 3"
//   interp-run FILE --kernel=k --dim=M=65 --seed=1 --param=T=f16
//                                      one kernel on normal random arguments: a hash of each memref
#include <stdio.h>
#include <stdlib.h>

#include "dialects/func/func.h"
#include "dialects/registry.h"
#include "dialects/tile/kernel.h"
#include "ir/asm/parser.h"
#include "ir/interp/interp.h"
#include "ir/interp/op_counts.h"
#include "ir/verify/verify.h"
#include "targets/cpu/memory.h"
#include "targets/cpu/reference.h"
#include "targets/cpu/run.h"

enum { MAX_ARGS = 16 };

typedef struct Options {
  const char *file, *call, *kernel;
  IrParams params;
  IrParams dims; // name -> extent as text
  uint64_t seed, max_steps;
  uint32_t lanes;
  bool split;
  IrOpCounts *counts; // or NULL
} Options;

static IrStr up_to(const char *text, char end) {
  const char *stop = strchr(text, end);
  return (IrStr){text, stop ? (size_t)(stop - text) : strlen(text)};
}

// NAME=VALUE into `params`; the texts live as long as argv.
static void add_pair(IrParams *params, const char *pair) {
  IrStr name = up_to(pair, '=');
  ir_params_set(params, name, ir_str(pair[name.len] ? pair + name.len + 1 : ""));
}

static const char *option_value(const char *arg, const char *name) {
  size_t n = strlen(name);
  return strncmp(arg, name, n) == 0 && arg[n] == '=' ? arg + n + 1 : NULL;
}

static void read_options(Options *options, IrOpCounts *counts, int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    const char *value;
    if ((value = option_value(argv[i], "--call")))
      options->call = value;
    else if ((value = option_value(argv[i], "--kernel")))
      options->kernel = value;
    else if ((value = option_value(argv[i], "--param")))
      add_pair(&options->params, value);
    else if ((value = option_value(argv[i], "--dim")))
      add_pair(&options->dims, value);
    else if ((value = option_value(argv[i], "--seed")))
      options->seed = strtoull(value, NULL, 10);
    else if ((value = option_value(argv[i], "--max-steps")))
      options->max_steps = strtoull(value, NULL, 10);
    else if ((value = option_value(argv[i], "--lanes")))
      options->lanes = (uint32_t)strtoul(value, NULL, 10);
    else if (strcmp(argv[i], "--split-input-file") == 0)
      options->split = true;
    else if (strcmp(argv[i], "--op-counts") == 0)
      options->counts = counts;
    else
      options->file = argv[i];
  }
}

// ---- Functions. ----

static void print_cell(const IrCell *cell, IrStream *out) {
  int64_t n = cell->count * cell->lanes;
  bool shaped = cell->type != cell->element || n != 1, is_float = ir_type_is_float(cell->element);
  if (shaped) ir_write_cstr(out, "[");
  for (int64_t i = 0; i < n; i++) {
    char text[64];
    if (ir_element_kind(cell->element) == IR_ELEMENT_NONE) { // an integer of many words
      const char *at = (const char *)cell->data + (size_t)i * cell->element_bytes;
      IrStream number = {0};
      ir_attr_print(ir_dense_load(cell->element, at), &number);
      IrStr digits = ir_stream_str(&number); // its type follows a space
      while (digits.len && memchr(digits.ptr, ' ', digits.len)) digits.len--;
      ir_print(out, "{}{}", i ? ", " : "", digits);
      ir_stream_free(&number);
      continue;
    }
    if (is_float)
      snprintf(text, sizeof text, "%.9g", ir_cell_double(cell, i));
    else
      snprintf(text, sizeof text, "%lld", (long long)ir_cell_int(cell, i));
    ir_print(out, "{}{}", i ? ", " : "", (const char *)text);
  }
  ir_print(out, "{} : {}", shaped ? "]" : "", cell->type);
}

static IrStatus set_arguments(IrInterp *interp, IrOp *function, const char *args) {
  IrBlock *entry = ir_region_first(ir_op_region(function, 0));
  for (size_t i = 0; i < ir_block_num_args(entry); i++) {
    if (!args || !*args) return ir_op_error(function, "needs more arguments");
    IrCell *cell = ir_interp_define(interp, ir_block_arg(entry, i));
    if (ir_type_is_float(cell->element))
      ir_cell_set_double(cell, 0, strtod(args, NULL));
    else
      ir_cell_set_int(cell, 0, strtoll(args, NULL, 0));
    args += up_to(args, ',').len;
    args += *args == ',';
  }
  return IR_OK;
}

static IrStatus set_lane_numbers(IrInterp *interp, IrOp *function) {
  IrBlock *entry = ir_region_first(ir_op_region(function, 0));
  for (size_t i = 0; i < ir_block_num_args(entry); i++) {
    IrCell *cell = ir_interp_define(interp, ir_block_arg(entry, i));
    if (ir_element_kind(cell->element) == IR_ELEMENT_NONE)
      return ir_op_error(function, "takes {}, which is no number", cell->type);
    for (int64_t at = 0; at < cell->count * cell->lanes; at++)
      if (ir_type_is_float(cell->element))
        ir_cell_set_double(cell, at, (double)(at / cell->count));
      else
        ir_cell_set_int(cell, at, at / cell->count);
  }
  return IR_OK;
}

static IrStatus run_function(IrOp *function, const char *args, const Options *options) {
  IrInterp *interp = ir_interp_create(function, options->lanes);
  CpuMemory memory = {0};
  IrStream out = {0};
  ir_interp_set_machine(interp, MEM_MACHINE, &cpu_memory_machine, &memory);
  ir_interp_start(interp, 0);
  IrStatus status = options->lanes > 1 ? set_lane_numbers(interp, function)
                                       : set_arguments(interp, function, args);
  if (status == IR_OK && ir_interp_run(interp, options->max_steps) != IR_RUN_DONE)
    status = IR_FAILED;
  if (status == IR_OK) {
    ir_print(&out, "@{}:", ir_symbol_name(function));
    for (size_t i = 0; i < ir_interp_num_results(interp); i++) {
      ir_write_cstr(&out, i ? ", " : " ");
      print_cell(ir_interp_result(interp, i), &out);
    }
    puts(ir_stream_cstr(&out));
  }
  ir_stream_free(&out);
  if (options->counts) ir_op_counts_add(options->counts, interp);
  ir_interp_destroy(interp);
  cpu_memory_free(&memory);
  return status;
}

static IrStatus run_functions(IrOp *module, const Options *options) {
  IrStatus status = IR_OK;
  IR_FOR_OPS(op, ir_module_body(module)) {
    if (!IS(op, func_func) || ir_region_is_empty(ir_op_region(op, 0))) continue;
    IrBlock *entry = ir_region_first(ir_op_region(op, 0));
    if (ir_block_num_args(entry) > 0 && options->lanes == 1) continue;
    if (run_function(op, NULL, options) != IR_OK) status = IR_FAILED;
  }
  return status;
}

static IrStatus run_call(IrContext *ctx, IrOp *module, const Options *options) {
  IrStr name = up_to(options->call, ':');
  IrOp *function = ir_symbol_lookup(module, name);
  if (!function || !IS(function, func_func) || ir_region_is_empty(ir_op_region(function, 0)))
    return ir_error(ctx, IR_LOC_UNKNOWN, "there is no function '{}'", name);
  const char *args = options->call + name.len + (options->call[name.len] == ':');
  return run_function(function, args, options);
}

// ---- Kernels. ----

static int64_t dim_extent(const Options *options, IrStr name) {
  const IrParam *param = ir_params_find(&options->dims, name);
  return param ? strtoll(param->text.ptr, NULL, 10) : 1;
}

static CpuGuarded make_argument(IrOp *kernel, const Options *options, size_t i) {
  IrType type = tile_kernel_arg_type(kernel, i);
  IrShape shape = ir_type_shape(type);
  int64_t extents[CPU_MAX_RANK];
  for (size_t d = 0; d < shape.rank; d++)
    extents[d] = shape.at[d] != IR_DYNAMIC ? shape.at[d]
                                           : dim_extent(options, tile_kernel_arg_dim(kernel, i, d));
  CpuGuarded guarded = cpu_guard_create(cpu_array_of(type, extents));
  cpu_fill_normal(&guarded.array, options->seed + i);
  return guarded;
}

// Of the elements in row-major order, whatever their places.
static uint64_t array_hash(const CpuArray *array) {
  uint64_t hash = 0;
  for (int64_t i = 0; i < cpu_array_count(array); i++) {
    double value = cpu_array_get(array, i) + 0.0;
    hash = ir_hash_bytes(&value, sizeof value, hash);
  }
  return hash;
}

static IrStatus run_kernel(IrContext *ctx, IrOp *module, const Options *options) {
  IrOp *kernel = ir_symbol_lookup(module, ir_str(options->kernel));
  if (!kernel || !tile_is_kernel(kernel) || tile_kernel_num_args(kernel) > MAX_ARGS)
    return ir_error(ctx, IR_LOC_UNKNOWN, "there is no kernel '{}'", options->kernel);
  CpuGuarded guarded[MAX_ARGS] = {0};
  CpuArg args[MAX_ARGS] = {0};
  size_t n = tile_kernel_num_args(kernel);
  for (size_t i = 0; i < n; i++) {
    args[i] = (CpuArg){.number = 0.5, .integer = 3};
    if (ir_type_kind(tile_kernel_arg_type(kernel, i)) != IR_TYPE_MEMREF) continue;
    guarded[i] = make_argument(kernel, options, i);
    args[i].array = guarded[i].array;
  }
  IrStatus status = cpu_run_kernel(kernel, &(CpuRun){.args = args,
                                                     .num_args = n,
                                                     .max_steps = options->max_steps,
                                                     .counts = options->counts});
  for (size_t i = 0; i < n; i++) {
    if (!guarded[i].block) continue;
    bool intact = cpu_guard_check(&guarded[i]) == INT64_MIN;
    IrStr name = tile_kernel_arg_name(kernel, i);
    if (status == IR_OK)
      printf("%.*s: %016llx%s\n", (int)name.len, name.ptr,
             (unsigned long long)array_hash(&guarded[i].array), intact ? "" : " guard broken");
    cpu_guard_destroy(&guarded[i]);
  }
  return status;
}

// ---- Files. ----

static IrStatus run_module(IrContext *ctx, IrLoc start, const Options *options) {
  IrParseOptions parse = {.params = &options->params};
  IrOp *module = ir_parse_module(ctx, start, &parse);
  if (!module) return IR_FAILED;
  IrStatus status = ir_verify(module);
  if (status == IR_OK && options->kernel)
    status = run_kernel(ctx, module, options);
  else if (status == IR_OK && options->call)
    status = run_call(ctx, module, options);
  else if (status == IR_OK)
    status = run_functions(module, options);
  ir_op_destroy(module);
  return status;
}

static const char line_between[] = "\n// -----\n";

static size_t piece_length(IrStr text) {
  size_t i = 0, n = strlen(line_between);
  while (i + n <= text.len && memcmp(text.ptr + i, line_between, n) != 0) i++;
  return i + n <= text.len ? i : text.len;
}

// Each piece with empty lines in front, so that places in it are the file's.
static IrStatus run_pieces(IrContext *ctx, IrStr text, const Options *options) {
  IrStatus status = IR_OK;
  IrStream lines = {0};
  for (;;) {
    IrStr piece = {text.ptr, piece_length(text)};
    IrStream padded = {0};
    ir_print(&padded, "{}{}\n", ir_stream_str(&lines), piece);
    IrLoc start = ir_source_add(ctx, ir_str(options->file), ir_stream_str(&padded), true);
    if (run_module(ctx, start, options) != IR_OK) status = IR_FAILED;
    ir_stream_free(&padded);
    if (piece.len == text.len) break;
    printf("%s", line_between + 1);
    size_t next = piece.len + strlen(line_between);
    for (size_t i = 0; i < next; i++)
      if (text.ptr[i] == '\n') ir_write_char(&lines, '\n');
    text = (IrStr){text.ptr + next, text.len - next};
  }
  ir_stream_free(&lines);
  return status;
}

static IrStatus run_file(IrContext *ctx, const Options *options) {
  IrLoc start;
  IrStr text;
  IR_TRY(tegula_register_dialects(ctx));
  ir_context_allow_unregistered(ctx, true); // in functions that nobody calls
  if (!options->file) return ir_error(ctx, IR_LOC_UNKNOWN, "name a file");
  IR_TRY(ir_source_read(ctx, options->file, &start, &text));
  return options->split ? run_pieces(ctx, text, options) : run_module(ctx, start, options);
}

int main(int argc, char **argv) {
  Options options = {.seed = 1, .lanes = 1};
  IrOpCounts counts = {0};
  read_options(&options, &counts, argc, argv);
  if (options.lanes < 1 || options.lanes > IR_MAX_LANES) {
    fprintf(stderr, "--lanes takes 1 to %d\n", (int)IR_MAX_LANES);
    return 1;
  }
  IrContext *ctx = ir_context_create();
  IrStatus status = run_file(ctx, &options);
  IrStream out = {0};
  ir_op_counts_print(&counts, &out);
  fputs(ir_stream_cstr(&out), stdout);
  ir_stream_free(&out);
  ir_op_counts_free(&counts);
  ir_context_destroy(ctx);
  ir_params_free(&options.params);
  ir_params_free(&options.dims);
  return status == IR_OK ? 0 : 1;
}
