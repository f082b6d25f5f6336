// From an LLVM module to PTX, without letting LLVM end the process.
//
// LLVM reports what a person can cause through its diagnostic handler, but it also ends the process
// where it does not know on ("Cannot select", report_fatal_error), and a bug of its own is a
// signal. So passes and code generation run in a forked child: whatever ends the child, the parent
// has the module untouched, can say what happened, find out which kernel it is by trying each
// alone, and write the module to a file as a reproducer.  longjmp out of the fatal-error handler
// would skip the destructors of C++ frames and leave LLVM's locks and allocators in an unknown
// state, and would not cover signals.  The fork costs about half a millisecond (docs/llvm.md).
//
// The child sends records through a pipe: a header of kind and size, then the bytes.
#include "targets/nvptx/codegen.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Error.h>
#include <llvm-c/ErrorHandling.h>
#include <llvm-c/Support.h>
#include <llvm-c/Target.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ir/core/dialect.h"
#include "ir/support/arena.h"
#include "ir/support/diag.h"
#include "ir/support/timing.h"

// Code generation brings its own strength reduction, GVN and address passes; what it lacks is
// somebody to tidy up first.  docs/llvm.md has what more of LLVM costs, and that it gains nothing.
const char nvptx_default_passes[] = "function(early-cse,instcombine<no-verify-fixpoint>)";

// ---- The machine. ----

// LLVM's registry of targets and its command line are global to the process, so they are set up
// once.  32-bit pointers to shared memory halve the registers that its addresses take.  Loop
// strength reduction is left to ptxas, which knows how many registers there are.
#define CODEGEN_FLAGS "--nvptx-short-ptr", "--disable-lsr"
#define CODEGEN_FLAGS_TEXT "--nvptx-short-ptr --disable-lsr"

static void initialize_llvm(void) {
  static const char *const args[] = {"tegula", CODEGEN_FLAGS};
  LLVMParseCommandLineOptions(sizeof args / sizeof *args, args, "");
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
}

// LLVM writes the first PTX version that knows an architecture; predicates for what cp.async reads
// (7.5, CUDA 11.5), 8-bit floats of sm_89 and some copies of sm_90 came later.
static const char *features_of(const char *arch) {
  if (strcmp(arch, "sm_80") == 0 || strcmp(arch, "sm_86") == 0) return "+ptx75";
  if (strcmp(arch, "sm_89") == 0) return "+ptx81";
  return strncmp(arch, "sm_90", 5) == 0 ? "+ptx86" : "";
}

LLVMTargetMachineRef nvptx_create_machine(const char *arch, IrStream *error) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, initialize_llvm);
  static const char triple[] = "nvptx64-nvidia-cuda";
  LLVMTargetRef target = NULL;
  char *message = NULL;
  if (LLVMGetTargetFromTriple(triple, &target, &message)) {
    ir_write_cstr(error, message);
    LLVMDisposeMessage(message);
    return NULL;
  }
  return LLVMCreateTargetMachine(target, triple, arch, features_of(arch), LLVMCodeGenLevelDefault,
                                 LLVMRelocDefault, LLVMCodeModelDefault);
}

// ---- The child. ----

typedef enum RecordKind {
  RECORD_LLVM,
  RECORD_PTX,
  RECORD_TIME,
  RECORD_ERROR,
  RECORD_WARNING
} RecordKind;

typedef struct Record {
  uint32_t kind, size;
} Record;

// The fatal-error handler takes no user data; the child has one thread and one job.
static int child_pipe = -1;

static void send_bytes(const void *data, size_t size) {
  const char *at = data;
  while (size) {
    ssize_t n = write(child_pipe, at, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) _exit(3);
    at += n;
    size -= (size_t)n;
  }
}

static void send_record(RecordKind kind, const void *data, size_t size) {
  Record record = {kind, (uint32_t)size};
  send_bytes(&record, sizeof record);
  send_bytes(data, size);
}

static _Noreturn void fail_child(const char *message) {
  send_record(RECORD_ERROR, message, strlen(message));
  _exit(2);
}

static void on_fatal_error(const char *reason) {
  fail_child(reason);
}

static void on_diagnostic(LLVMDiagnosticInfoRef info, void *user) {
  bool *failed = user;
  LLVMDiagnosticSeverity severity = LLVMGetDiagInfoSeverity(info);
  if (severity != LLVMDSError && severity != LLVMDSWarning) return;
  char *text = LLVMGetDiagInfoDescription(info);
  send_record(severity == LLVMDSError ? RECORD_ERROR : RECORD_WARNING, text, strlen(text));
  if (severity == LLVMDSError) *failed = true;
  LLVMDisposeMessage(text);
}

static double send_time(double since) {
  double at = ir_clock_seconds(), seconds = at - since;
  send_record(RECORD_TIME, &seconds, sizeof seconds);
  return at;
}

static void run_passes(LLVMModuleRef module, LLVMTargetMachineRef machine, const char *passes) {
  if (!*passes) return;
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMErrorRef error = LLVMRunPasses(module, passes, machine, options);
  LLVMDisposePassBuilderOptions(options);
  if (error) fail_child(LLVMGetErrorMessage(error));
}

static _Noreturn void child(LLVMModuleRef module, LLVMTargetMachineRef machine,
                            const NvptxOptions *options) {
  bool failed = false;
  LLVMInstallFatalErrorHandler(on_fatal_error);
  LLVMContextSetDiagnosticHandler(LLVMGetModuleContext(module), on_diagnostic, &failed);
  double at = ir_clock_seconds();
  run_passes(module, machine, options->passes ? options->passes : nvptx_default_passes);
  at = send_time(at);
  if (options->keep_llvm) {
    char *text = LLVMPrintModuleToString(module);
    send_record(RECORD_LLVM, text, strlen(text));
    LLVMDisposeMessage(text);
    at = ir_clock_seconds();
  }
  char *message = NULL;
  LLVMMemoryBufferRef ptx = NULL;
  if (LLVMTargetMachineEmitToMemoryBuffer(machine, module, LLVMAssemblyFile, &message, &ptx))
    fail_child(message);
  if (failed) _exit(2);
  (void)send_time(at);
  send_record(RECORD_PTX, LLVMGetBufferStart(ptx), LLVMGetBufferSize(ptx));
  _exit(0);
}

// ---- The parent. ----

// What came out of a child.
typedef struct Outcome {
  IrStream llvm, ptx, errors, warnings;
  IrStream stderr_text;
  double seconds[2]; // passes, code generation
  size_t num_seconds;
  int status; // of waitpid
} Outcome;

static void outcome_free(Outcome *o) {
  ir_stream_free(&o->llvm);
  ir_stream_free(&o->ptx);
  ir_stream_free(&o->errors);
  ir_stream_free(&o->warnings);
  ir_stream_free(&o->stderr_text);
}

static bool read_bytes(int fd, void *data, size_t size) {
  char *at = data;
  while (size) {
    ssize_t n = read(fd, at, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    at += n;
    size -= (size_t)n;
  }
  return true;
}

static bool read_text(int fd, size_t size, IrStream *to) {
  char *text = ir_malloc(size + 1);
  bool ok = read_bytes(fd, text, size);
  if (ok && to->len && (to->data[to->len - 1] != '\n')) ir_write_cstr(to, "; ");
  if (ok) ir_write(to, text, size);
  ir_free(text);
  return ok;
}

static bool read_record(int fd, Outcome *o) {
  Record record;
  if (!read_bytes(fd, &record, sizeof record)) return false;
  switch (record.kind) {
  case RECORD_LLVM:
    return read_text(fd, record.size, &o->llvm);
  case RECORD_PTX:
    return read_text(fd, record.size, &o->ptx);
  case RECORD_ERROR:
    return read_text(fd, record.size, &o->errors);
  case RECORD_WARNING:
    return read_text(fd, record.size, &o->warnings);
  case RECORD_TIME:
    return o->num_seconds < 2 && record.size == sizeof(double) &&
           read_bytes(fd, &o->seconds[o->num_seconds++], sizeof(double));
  default:
    return false;
  }
}

static void read_log(FILE *log, IrStream *to) {
  char buffer[4096];
  rewind(log);
  for (size_t n; (n = fread(buffer, 1, sizeof buffer, log)) > 0;) ir_write(to, buffer, n);
}

IrStatus nvptx_start(IrOp *root, LLVMModuleRef module, LLVMTargetMachineRef machine,
                     const NvptxOptions *options, NvptxJob *job) {
  int fds[2];
  *job = (NvptxJob){.root = root, .module = module, .log = tmpfile()};
  if (job->log && pipe(fds) == 0) {
    fflush(NULL);
    job->pid = fork();
    if (job->pid == 0) {
      close(fds[0]);
      child_pipe = fds[1];
      dup2(fileno(job->log), 2);
      child(module, machine, options);
    }
    int error = errno;
    close(fds[1]);
    job->fd = fds[0];
    if (job->pid > 0) return IR_OK;
    close(fds[0]);
    errno = error;
  }
  IrStatus status = ir_error(ir_op_context(root), ir_op_loc(root),
                             "cannot start code generation: {}", strerror(errno));
  if (job->log) fclose(job->log);
  return status;
}

// Takes what the child has to say until it ends.
static void finish_child(NvptxJob *c, Outcome *o) {
  while (read_record(c->fd, o)) {
  }
  close(c->fd);
  while (waitpid(c->pid, &o->status, 0) < 0 && errno == EINTR) {
  }
  read_log(c->log, &o->stderr_text);
  fclose(c->log);
}

static bool succeeded(const Outcome *o) {
  return WIFEXITED(o->status) && WEXITSTATUS(o->status) == 0 && o->ptx.len;
}

// ---- Saying what went wrong. ----

// The first line of what LLVM said, or the signal that ended it.
static void describe(const Outcome *o, IrStream *out) {
  const IrStream *said = o->errors.len ? &o->errors : &o->stderr_text;
  size_t n = 0;
  while (n < said->len && said->data[n] != '\n') n++;
  if (WIFSIGNALED(o->status))
    ir_print(out, "{} ({})", strsignal(WTERMSIG(o->status)), "LLVM crashed");
  if (n && out->len) ir_write_cstr(out, ": ");
  ir_write(out, said->data, n);
  if (!out->len) ir_write_cstr(out, "it ended without a message");
}

static void delete_body(LLVMValueRef function) {
  // Blocks refer to each other; first cut every use, then take them out.
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
    for (LLVMValueRef i = LLVMGetLastInstruction(b), before; i; i = before) {
      before = LLVMGetPreviousInstruction(i);
      LLVMTypeRef type = LLVMTypeOf(i);
      if (LLVMGetTypeKind(type) != LLVMVoidTypeKind) LLVMReplaceAllUsesWith(i, LLVMGetPoison(type));
      LLVMInstructionEraseFromParent(i);
    }
  }
  for (LLVMBasicBlockRef b; (b = LLVMGetFirstBasicBlock(function));) LLVMDeleteBasicBlock(b);
}

static bool is_kernel(LLVMValueRef function) {
  return LLVMGetFirstBasicBlock(function) != NULL;
}

// A copy of the module in which only kernel `keep` has a body.
static LLVMModuleRef only_kernel(LLVMModuleRef module, IrStr keep) {
  LLVMModuleRef copy = LLVMCloneModule(module);
  for (LLVMValueRef f = LLVMGetFirstFunction(copy), next; f; f = next) {
    next = LLVMGetNextFunction(f);
    size_t len = 0;
    const char *name = LLVMGetValueName2(f, &len);
    if (!is_kernel(f) || ir_str_equal((IrStr){name, len}, keep)) continue;
    LLVMSetSubprogram(f, NULL);
    delete_body(f);
    LLVMDeleteFunction(f);
  }
  return copy;
}

// Writes the module to a temporary file whose name the diagnostic tells.
static void write_reproducer(IrContext *ctx, LLVMModuleRef module, const NvptxOptions *options) {
  const char *dir = getenv("TMPDIR");
  IrStream path = {0};
  ir_print(&path, "{}/tegula-llvm-XXXXXX.ll", dir && *dir ? dir : "/tmp");
  (void)ir_stream_cstr(&path);
  int fd = mkstemps(path.data, 3);
  if (fd >= 0) close(fd);
  char *message = NULL;
  if (fd < 0 || LLVMPrintModuleToFile(module, path.data, &message)) {
    LLVMDisposeMessage(message);
    ir_stream_free(&path);
    return;
  }
  ir_help(ctx,
          "reproduce it with: opt -passes='{}' {} | llc -mcpu={} -mattr={} " CODEGEN_FLAGS_TEXT,
          options->passes ? options->passes : nvptx_default_passes, path.data, options->arch,
          features_of(options->arch));
  ir_stream_free(&path);
}

static void report_kernel(IrOp *kernel, LLVMModuleRef module, const NvptxOptions *options,
                          const Outcome *o) {
  IrContext *ctx = ir_op_context(kernel);
  IrStream what = {0};
  describe(o, &what);
  (void)ir_error(ctx, ir_op_loc(kernel), "LLVM cannot compile kernel '{}': {}",
                 ir_symbol_name(kernel), ir_stream_cstr(&what));
  write_reproducer(ctx, module, options);
  ir_stream_free(&what);
}

// Tries `kernel` alone; when it fails, that is the one, and its module the reproducer.
static bool blame(IrOp *kernel, LLVMModuleRef module, LLVMTargetMachineRef machine,
                  const NvptxOptions *options) {
  LLVMModuleRef alone = only_kernel(module, ir_symbol_name(kernel));
  Outcome o = {0};
  NvptxJob job;
  bool guilty = false;
  if (nvptx_start(kernel, alone, machine, options, &job) == IR_OK) {
    finish_child(&job, &o);
    guilty = !succeeded(&o);
  }
  if (guilty) report_kernel(kernel, alone, options, &o);
  outcome_free(&o);
  LLVMDisposeModule(alone);
  return guilty;
}

static IrStatus report_failure(const NvptxJob *job, LLVMTargetMachineRef machine,
                               const NvptxOptions *options, const Outcome *o) {
  IrOp *root = job->root;
  if (ir_str_is(ir_op_name(root), "simt.kernel")) {
    report_kernel(root, job->module, options, o);
    return IR_FAILED;
  }
  bool found = false;
  IR_FOR_OPS(op, ir_module_body(root)) found |= blame(op, job->module, machine, options);
  if (found) return IR_FAILED;
  IrStream what = {0};
  describe(o, &what);
  (void)ir_error(ir_op_context(root), ir_op_loc(root), "LLVM failed on the module: {}",
                 ir_stream_cstr(&what));
  write_reproducer(ir_op_context(root), job->module, options);
  ir_stream_free(&what);
  return IR_FAILED;
}

void nvptx_add_time(NvptxResult *result, const char *name, double seconds) {
  if (result->num_times < NVPTX_MAX_TIMES)
    result->times[result->num_times++] = (NvptxTime){name, seconds};
}

// The verifier finds mistakes of the emitter, whatever LLVM's passes make of them.
static IrStatus verify(IrOp *root, LLVMModuleRef module, const NvptxOptions *options) {
  char *message = NULL;
  bool broken = LLVMVerifyModule(module, LLVMReturnStatusAction, &message);
  if (broken) {
    (void)ir_error(ir_op_context(root), ir_op_loc(root), "the LLVM IR made here is not valid: {}",
                   message);
    write_reproducer(ir_op_context(root), module, options);
  }
  LLVMDisposeMessage(message);
  return broken ? IR_FAILED : IR_OK;
}

static void take_results(IrOp *root, const Outcome *o, NvptxResult *result) {
  nvptx_add_time(result, "passes", o->seconds[0]);
  nvptx_add_time(result, "codegen", o->seconds[1]);
  if (o->warnings.len) {
    IrStr text = ir_stream_str(&o->warnings);
    ir_warning(ir_op_context(root), ir_op_loc(root), "LLVM: {}", text);
  }
  ir_write(&result->llvm, o->llvm.data, o->llvm.len);
  ir_write(&result->ptx, o->ptx.data, o->ptx.len);
}

IrStatus nvptx_finish(NvptxJob *job, LLVMTargetMachineRef machine, const NvptxOptions *options,
                      NvptxResult *result) {
  Outcome o = {0};
  // While the child works; it comes to no harm but its own if the module is broken.
  IrStatus status = verify(job->root, job->module, options);
  if (status != IR_OK) kill(job->pid, SIGKILL);
  finish_child(job, &o);
  if (status == IR_OK && !succeeded(&o)) status = report_failure(job, machine, options, &o);
  if (status == IR_OK) take_results(job->root, &o, result);
  outcome_free(&o);
  return status;
}
