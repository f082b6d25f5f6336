// tile-run: what its files share.
//
//   run_args.c     arguments from the kernel's signature: extents, strides, values
//   run_gpu.c      compile, choose a version, launch, time
//   run_assert.c   what kernels say on a GPU, and assertions that fail there
//   run_cpu.c      the same on the emulator
//   run_verify.c   recompute blocks in the interpreter and compare
//   run_product.c  recognise a matrix product; compare it with cuBLAS
//   run_report.c   the result as text or JSON
//   run_print.c    elements of arguments
//   run_file.c     arguments in files
//   run_options.c  options that tile-tune has, too
//   run_message.c  messages that are kept instead of shown
//   run_guard.c    a process of its own for all of that, with a watchdog
//   tile-run.c     the command line and the order of things
#ifndef DRIVER_RUN_H
#define DRIVER_RUN_H

#include <stdio.h>

#include "dialects/simt/launch.h"
#include "driver/compile.h"
#include "targets/cpu/profile.h"
#include "targets/cpu/reference.h"
#include "targets/cpu/run.h"
#include "targets/cuda/bench.h"
#include "targets/cuda/cublas.h"
#include "targets/cuda/tensor_map.h"

// `NAME=TEXT` from the command line.
typedef struct RunSetting {
  IrStr name;
  const char *text;
  IrLoc loc, value_loc;
  bool used;
} RunSetting;

typedef IR_VEC(RunSetting) RunSettings;

typedef enum RunDevice { RUN_AUTO, RUN_CUDA, RUN_CPU } RunDevice;

typedef struct RunOptions {
  const char *file, *kernel, *arch, *pipeline;
  RunDevice device;
  int64_t ordinal; // of the GPU
  bool verify, exact, bench, json, compare_cublas, op_counts, allow_races, no_asserts;
  bool has_level, has_schedule; // given: the emulator runs
  bool profile, profile_json;   // likewise; as JSON
  const char *profile_file;     // where to, or NULL
  DriverLevel level;            // of what it runs
  CpuSchedule schedule;
  int64_t seed, timeout, max_steps;
  int64_t host_threads;  // that the emulator runs blocks on; 0: one a processor
  int64_t processors;    // that the kernel is told of; 0: the device's
  double block_seconds;  // of a measurement; 0: the default
  double verify_seconds; // to recompute blocks in, beyond the corners of the grid
  IrParams params;
  IR_VEC(const char *) assumptions;
  IR_VEC(const char *) links; // PTX and cubins with functions that kernels call
  RunSettings dims, values, inits, pitches, offsets;
  RunSettings prints;       // names of arguments
  RunSettings loads, saves; // files of arguments
  IR_VEC(DriverInsert) inserts;
} RunOptions;

// ---- Watchdog. ----

// The child's end of the pipe that tells the parent when the device is at work.
typedef struct RunGuard {
  int fd; // -1: nobody watches
} RunGuard;

void run_guard_busy(RunGuard *guard, bool begins);
// Calls `body` in a child process and returns its exit code.  A child that leaves the device busy
// for `timeout` seconds is killed, and one that dies is reported; both return 1.  `timeout` 0 calls
// `body` in this process.
int run_guarded(IrContext *ctx, int64_t timeout, int (*body)(RunGuard *guard, void *user),
                void *user);

// ---- Messages. ----

// A handler for ir_diag_push_handler that shows nothing and keeps the first error's message,
// without its place, in the `const char *` that `user` points to.
bool run_keep_message(void *user, IrContext *ctx, const IrDiag *diag);

// ---- Arguments. ----

enum { RUN_MAX_RANK = TILE_MAX_RANK };

typedef struct RunArg {
  IrStr name;
  IrType type;
  bool is_memref;
  bool read, written;            // by the kernel
  IrStr dim_names[RUN_MAX_RANK]; // empty where a dimension has none
  int64_t extents[RUN_MAX_RANK]; // of a memref
  int64_t strides[RUN_MAX_RANK]; // likewise, in elements
  CpuGuarded host;               // its memory: inputs, then what the run left
  void *initial;                 // copy of host.block from before the run, for what is written
  double number;                 // a scalar's value, one of the two
  int64_t integer;
  int64_t shift;       // elements by which the device address is moved
  CudaAddress base;    // device allocation
  CudaAddress address; // of element [0, ..., 0]
} RunArg;

typedef struct RunDim {
  IrStr name;
  int64_t extent; // IR_DYNAMIC until known
  IrLoc loc;      // what fixed it
} RunDim;

// ---- Results. ----

typedef struct RunVerify {
  bool done, ok, whole;
  int64_t blocks; // recomputed, of `all`; a cluster that shares its tiles is one
  int64_t all;
  int64_t elements;  // compared
  int64_t different; // not equal
  double max_abs, relative, tolerance;
} RunVerify;

// A kernel whose work is one matrix product.
typedef struct RunProduct {
  bool is_product;
  bool plain; // nothing but conversions between the product and the store
  int64_t m, n, k;
  size_t a, b, c;        // arguments; c only when plain
  bool trans_a, trans_b; // the argument holds the operand's transpose
  IrLoc loc;             // of what keeps it from being plain, and why
  const char *why;
} RunProduct;

typedef struct RunCompare {
  bool done;
  int version;                  // of cuBLAS
  int64_t rows;                 // checked against f64
  double own_error, blas_error; // relative, Frobenius
  CudaTimes blas;
} RunCompare;

typedef struct Run {
  IrContext *ctx;
  RunOptions *options;
  RunGuard *guard;
  DriverCompile compile;
  IrOp *tile, *lowered; // modules
  IrOp *kernel;         // in `tile`
  IrStr name;           // of the kernel
  RunArg *args;
  size_t num_args;
  IR_VEC(RunDim) dims;
  bool default_dims; // no extent was given

  CudaRuntime *gpu;       // NULL: the emulator
  const char *why_no_gpu; // what kept --device=auto from using one, or NULL
  SimtLaunch launch;
  CudaModule *module;
  CudaLaunch kernel_launch;
  IrStr entry;                    // the version chosen
  int64_t blocks;                 // of the grid
  int64_t extents[TILE_MAX_GRID]; // of the block indices
  FILE *capture;       // what is printed while the GPU works (run_assert.c); NULL: not kept
  int kept_output;     // the standard output meanwhile
  uint64_t *words;     // parameters of the entry, one word each
  CudaTensorMap *maps; // behind them
  void **params;

  DriverLevel level;  // of what the emulator ran
  double seconds;     // its run
  IrOpCounts counts;  // of it, with --op-counts
  CpuProfile profile; // likewise, with --profile
  CudaTimes times;
  RunVerify verify;
  RunProduct product;
  RunCompare compare;
} Run;

// Fills run->kernel and run->name from run->tile.
IR_CHECKED IrStatus run_find_kernel(Run *run);
// The same, then the extents and strides of its arguments, and fills their memory.
IR_CHECKED IrStatus run_args_create(Run *run);
void run_args_destroy(Run *run);
// Multiprocessors that the kernel is told of; 0: as many as the emulator says.
int64_t run_processors(const Run *run);
// The arguments as the interpreter takes them, on the arrays of `guarded`, or the run's own for
// NULL.
void run_cpu_args(const Run *run, const CpuGuarded *guarded, CpuArg *args);

// Opens the device, compiles for it, chooses a version, copies the arguments.
IR_CHECKED IrStatus run_gpu_open(Run *run);
IR_CHECKED IrStatus run_gpu_prepare(Run *run);
// Runs the kernel once and copies back what it wrote.
IR_CHECKED IrStatus run_gpu_once(Run *run);
// Enqueues one run; `user` is the Run.
IR_CHECKED IrStatus run_gpu_enqueue(void *user);
IR_CHECKED IrStatus run_gpu_bench(Run *run);
bool run_says(const Run *run); // whether the kernel prints or asserts
// Keeps what is printed from here on, if the kernel has assertions; then prints it but for the
// lines of assertions where the run failed, which become diagnostics.  True when there were any.
void run_capture_begin(Run *run);
bool run_capture_end(Run *run, bool failed);
void run_gpu_close(Run *run);

// What the interpreter is to run, with these arguments.
CpuRun run_cpu_launch(const Run *run, const CpuArg *args);
// Runs every block on the emulator: the kernel as it was read, or what the passes up to a level
// made of it, in the version whose assumptions hold.
IR_CHECKED IrStatus run_cpu_once(Run *run);
// Prints the GPUs, one line each: "0: NAME, ... sm_90a".
IR_CHECKED IrStatus run_list_devices(IrContext *ctx, IrStream *out);
// Recomputes blocks at tile level and compares.  A difference is an error diagnostic and leaves
// `run->verify.ok` false.
IR_CHECKED IrStatus run_verify(Run *run);
// A store outside the outputs' elements is a diagnostic.
IR_CHECKED IrStatus run_check_guards(Run *run);

// Fills run->product.
void run_find_product(Run *run);
// A diagnostic when there is no GPU or the kernel is no plain product of floats.
IR_CHECKED IrStatus run_check_comparable(Run *run);
// Errors of both against f64, and speed, interleaved.
IR_CHECKED IrStatus run_compare_cublas(Run *run);

// Bytes that the memrefs hold which the kernel reads, plus those which it writes.
int64_t run_traffic(const Run *run);
void run_report(const Run *run, IrStream *out);
// What --profile counted, to its file or behind the report.
IR_CHECKED IrStatus run_write_profile(const Run *run, IrStream *out);
// The elements of the arguments that --print names, in nested brackets: "%C = [[1, 2], [3, 4]]".
void run_print(const Run *run, IrStream *out);
// --load: fills an argument.  --save: writes those that are asked for.
IR_CHECKED IrStatus run_load(Run *run, RunArg *arg, const RunSetting *setting);
IR_CHECKED IrStatus run_save(Run *run);

// The setting called `name`, marked as used, or NULL.
RunSetting *run_setting(RunSettings *settings, IrStr name);
// Parses all of `text` as an integer; a diagnostic when it is none or less than `least`.
IR_CHECKED IrStatus run_setting_int(IrContext *ctx, const RunSetting *setting, int64_t least,
                                    int64_t *value);

#endif
