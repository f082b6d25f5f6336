// The compiler as a library: kernel text to PTX in memory, with every stop in between.
//
//   DriverCompile c = {.ctx = ctx, .arch = "sm_90a"};
//   IrOp *module = NULL;
//   IR_TRY(driver_compile_parse(&c, "gemm.mlir", &params, &module));   tile level, bound, verified
//   IR_TRY(driver_compile_lower(&c, module));                          thread level
//   IR_TRY(driver_compile_ptx(&c, module));                            c.nvptx.ptx
//   IR_TRY(driver_compile_cubin(&c, module));                          c.cubin, needs ptxas
//   simt launch metadata is read from the module (dialects/simt/launch.h)
//   driver_compile_free(&c);
//
// tile-compile and tile-run are both built on it.  Lowering changes the module in place: who also
// needs the tile level (the interpreter does) keeps a clone (ir_op_clone) from before.
#ifndef DRIVER_COMPILE_H
#define DRIVER_COMPILE_H

#include "driver/crash.h"
#include "driver/statistics.h"
#include "driver/pass_flags.h"
#include "ir/asm/parser.h"
#include "ir/pass/instrumentation.h"
#include "ir/pass/pass_manager.h"
#include "targets/nvptx/nvptx.h"

// `--insert-after=PASS:TEXT`
typedef struct DriverInsert {
  IrStr after, text;
} DriverInsert;

// How far to lower; the order is the order of the levels.
typedef enum DriverLevel {
  DRIVER_LEVEL_TILE,   // parsed, bound, verified
  DRIVER_LEVEL_MEM,    // after mem-barriers, the last pass of the tile level
  DRIVER_LEVEL_THREAD, // after the whole pass list
  DRIVER_LEVEL_LLVM,   // LLVM IR after LLVM's passes
  DRIVER_LEVEL_PTX,
  DRIVER_LEVEL_CUBIN,
} DriverLevel;

// The named pipeline that is the default.
#define DRIVER_PIPELINE "tile-to-thread-level"
// That of kernels of threads, which become a CFG: what runs is what was written.
#define DRIVER_THREAD_PIPELINE "convert-scf-to-cf"
// What a GPU has no instruction for; before LLVM sees the module.
#define DRIVER_GPU_PIPELINE "math-expand-for-gpu,arith-expand-for-gpu,convert-scf-to-cf"

// One compilation.  Zero-initialise, fill the first part, free with driver_compile_free.
typedef struct DriverCompile {
  IrContext *ctx;   // with dialects and passes registered
  const char *arch; // "sm_90a", "sm_80", ...
  // Pass list instead of the default one, or NULL.  The default is DRIVER_PIPELINE, and
  // DRIVER_THREAD_PIPELINE for a module without a tile.kernel.
  const char *pipeline;
  IR_VEC(DriverInsert) inserts;
  DriverLevel level;       // lowering stops early for DRIVER_LEVEL_TILE and DRIVER_LEVEL_MEM
  bool no_asserts;         // assertions are removed when the text is read
  bool no_debug_lines;     // leave out `.loc`
  bool keep_llvm;          // fill nvptx.llvm
  const char *llvm_passes; // LLVM pass list instead of the default one, or NULL
  bool verify_each;
  IrTimer *timer;                           // times of all steps go under it; may be NULL
  const DriverStatistics *statistics;       // reports of passes' counters; NULL: none
  IR_VEC(const char *) assumptions;         // facts about the kernels' arguments (--assume)
  IR_VEC(const char *) links;               // files with functions that the kernels call (--link)
  DriverPassFlags *flags;                   // dumps, part of the pass list, steps; may be NULL
  DriverCrash *crash;                       // what to do when a pass crashes; NULL: nothing
  const IrInstrumentation *instrumentation; // looks on while the passes run; may be NULL

  // Results.
  NvptxResult nvptx; // PTX, and LLVM IR when asked for
  IrStream cubin;
} DriverCompile;

// Registers all dialects and passes of Tegula.
IR_CHECKED IrStatus driver_register_all(IrContext *ctx);

// Reads and parses `path` ("-": standard input), binds parameters (may be NULL), verifies, and
// removes assertions with `no_asserts`.  A parameter given that the file does not have is an error.
IR_CHECKED IrStatus driver_compile_parse(DriverCompile *c, const char *path, const IrParams *params,
                                         IrOp **module);
// An error when the module has no kernel of any level.
IR_CHECKED IrStatus driver_compile_check_kernel(DriverCompile *c, IrOp *module);
// Sets the module's target and runs the pass list up to `c->level`.
IR_CHECKED IrStatus driver_compile_lower(DriverCompile *c, IrOp *module);
// Emits LLVM IR and PTX from a module at thread level.
IR_CHECKED IrStatus driver_compile_ptx(DriverCompile *c, IrOp *module);
// Assembles c->nvptx.ptx with ptxas; the module is for diagnostics.
IR_CHECKED IrStatus driver_compile_cubin(DriverCompile *c, IrOp *module);
void driver_compile_free(DriverCompile *c);

#endif
