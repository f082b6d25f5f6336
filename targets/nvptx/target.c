// The entry point of libtegula_nvptx.so: emission, then code generation.
//
// Each kernel (each version of one) is an LLVM module of its own, and a child process compiles it
// while the next is emitted: kernels share nothing but a declaration, code generation is nearly all
// of the time, and a failure is of the kernel it happened in.  The texts are joined at the end.
#include <llvm-c/Core.h>
#include <llvm/Config/llvm-config.h>
#include <llvm-c/Target.h>
#include <unistd.h>

#include "ir/support/timing.h"
#include "targets/nvptx/codegen.h"
#include "targets/nvptx/emit_impl.h"
#include "targets/nvptx/join.h"

// What one LLVM module is made of: emitted here, compiled in a child.
typedef struct Unit {
  Emit emit;
  NvptxJob job;
  bool started;
  NvptxResult result;
} Unit;

// The compilation of one module.
typedef struct Compile {
  IrOp *root;
  const NvptxOptions *options;
  NvptxResult *result;
  LLVMContextRef llvm;
  LLVMTargetMachineRef machine;
  char *data_layout;
  double emit_seconds;
  IR_VEC(Unit *) units;
  size_t finished; // units whose job is finished or never started
} Compile;

// `op` or the first kernel behind it, past functions: their calls were inlined, or are of code that
// is elsewhere.
static IrOp *kernel_from(IrOp *op) {
  while (op && ir_str_is(ir_op_name(op), "func.func")) op = ir_op_next(op);
  return op;
}

static IrStatus emit_unit(Compile *c, Unit *unit, IrOp *first, bool all) {
  double start = ir_clock_seconds();
  unit->emit = (Emit){.options = c->options, .llvm = c->llvm};
  nvptx_emit_begin(&unit->emit, ir_op_context(c->root), c->data_layout);
  IrStatus status = IR_OK;
  for (IrOp *op = first; op; op = all ? kernel_from(ir_op_next(op)) : NULL)
    if (nvptx_emit_kernel(&unit->emit, op) != IR_OK) status = IR_FAILED;
  nvptx_emit_end(&unit->emit);
  c->emit_seconds += ir_clock_seconds() - start;
  return status;
}

static IrStatus finish_unit(Compile *c) {
  Unit *unit = c->units.at[c->finished++];
  if (!unit->started) return IR_OK;
  return nvptx_finish(&unit->job, c->machine, c->options, &unit->result);
}

// Emits the next unit and starts its job, as soon as a processor is there for it.
static IrStatus start_unit(Compile *c, IrOp *first, bool all) {
  static const size_t max_jobs = 64;
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  size_t limit = processors < 1 ? 1 : (size_t)processors < max_jobs ? (size_t)processors : max_jobs;
  Unit *unit = ir_calloc(1, sizeof *unit);
  ir_vec_push(&c->units, unit);
  IrStatus status = emit_unit(c, unit, first, all);
  while (c->units.n - c->finished > limit)
    if (finish_unit(c) != IR_OK) status = IR_FAILED;
  if (status != IR_OK) return status;
  IrOp *root = all ? c->root : first;
  unit->started = nvptx_start(root, unit->emit.module, c->machine, c->options, &unit->job) == IR_OK;
  return unit->started ? IR_OK : IR_FAILED;
}

static void free_unit(Unit *unit) {
  LLVMDisposeModule(unit->emit.module);
  nvptx_emit_free(&unit->emit);
  nvptx_result_free(&unit->result);
  ir_free(unit);
}

// Times add up to what passed, so of units side by side the slowest counts; the rest, and starting
// and ending children, is "processes".
static void take_times(Compile *c, double seconds) {
  const NvptxResult *slowest = &c->units.at[0]->result;
  for (size_t i = 1; i < c->units.n; i++) {
    const NvptxResult *r = &c->units.at[i]->result;
    if (r->times[0].seconds + r->times[1].seconds >
        slowest->times[0].seconds + slowest->times[1].seconds)
      slowest = r;
  }
  nvptx_add_time(c->result, "emit", c->emit_seconds);
  double rest = seconds - c->emit_seconds;
  for (size_t i = 0; i < slowest->num_times; i++) {
    double part = slowest->times[i].seconds < rest ? slowest->times[i].seconds : rest;
    nvptx_add_time(c->result, slowest->times[i].name, part);
    rest -= part;
  }
  nvptx_add_time(c->result, "processes", rest);
}

static void take_texts(Compile *c) {
  IR_VEC(IrStream) texts = {0};
  for (size_t i = 0; i < c->units.n; i++) {
    NvptxResult *r = &c->units.at[i]->result;
    ir_write(&c->result->llvm, r->llvm.data, r->llvm.len);
    ir_vec_push(&texts, r->ptx);
  }
  nvptx_join(texts.at, texts.n, &c->result->ptx);
  ir_vec_free(&texts);
}

static IrStatus check_module(IrOp *module) {
  IrStatus status = IR_OK;
  for (IrOp *op = kernel_from(ir_block_first(ir_module_body(module))); op;
       op = kernel_from(ir_op_next(op)))
    if (!ir_str_is(ir_op_name(op), "simt.kernel"))
      status = nvptx_unsupported(op, "a module at thread level holds simt.kernel ops only");
  if (status == IR_OK && !kernel_from(ir_block_first(ir_module_body(module))))
    status = ir_error(ir_op_context(module), ir_op_loc(module),
                      "the module has no simt.kernel to compile");
  return status;
}

// LLVM IR for reading is one module; else there is one a kernel, compiled side by side.
static IrStatus compile_units(Compile *c) {
  double start = ir_clock_seconds();
  IrOp *first = kernel_from(ir_block_first(ir_module_body(c->root)));
  IrStatus status = IR_OK;
  if (c->options->keep_llvm)
    status = start_unit(c, first, true);
  else
    for (IrOp *op = first; op; op = kernel_from(ir_op_next(op)))
      if (start_unit(c, op, false) != IR_OK) status = IR_FAILED;
  while (c->finished < c->units.n)
    if (finish_unit(c) != IR_OK) status = IR_FAILED;
  if (status == IR_OK) {
    take_texts(c);
    take_times(c, ir_clock_seconds() - start);
  }
  for (size_t i = 0; i < c->units.n; i++) free_unit(c->units.at[i]);
  ir_vec_free(&c->units);
  return status;
}

static IrStatus compile(IrOp *module, const NvptxOptions *options, NvptxResult *result) {
  double start = ir_clock_seconds();
  IR_TRY(check_module(module));
  IrStream error = {0};
  LLVMTargetMachineRef machine = nvptx_create_machine(options->arch, &error);
  if (!machine) {
    (void)ir_error(ir_op_context(module), ir_op_loc(module),
                   "LLVM has no code generator for {}: {}", options->arch, ir_stream_cstr(&error));
    ir_stream_free(&error);
    return IR_FAILED;
  }
  LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(machine);
  Compile c = {.root = module,
               .options = options,
               .result = result,
               .llvm = LLVMContextCreate(),
               .machine = machine,
               .data_layout = LLVMCopyStringRepOfTargetData(layout)};
  nvptx_add_time(result, "set-up", ir_clock_seconds() - start);
  IrStatus status = compile_units(&c);
  LLVMDisposeMessage(c.data_layout);
  LLVMDisposeTargetData(layout);
  LLVMContextDispose(c.llvm);
  LLVMDisposeTargetMachine(machine);
  return status;
}

IR_API const NvptxTarget *nvptx_target(void);

const NvptxTarget *nvptx_target(void) {
  static const NvptxTarget target = {.size = sizeof target,
                                     .abi = NVPTX_ABI,
                                     .llvm_version = LLVM_VERSION_STRING,
                                     .compile = compile};
  return &target;
}
