// What the files of --validate-each share.
//
//   validate.c   options; the passes, and what is looked at after which
//   subject.c    what is executed: kernels and functions, their arguments, their versions
//   sizes.c      the sizes to execute them for
//   execute.c    one execution, and what came out
//   compare.c    two of those, and how a difference is told
#ifndef DRIVER_VALIDATE_VALIDATE_IMPL_H
#define DRIVER_VALIDATE_VALIDATE_IMPL_H

#include "dialects/tile/kernel.h"
#include "driver/validate/validate.h"
#include "ir/support/vec.h"
#include "targets/cpu/reference.h"
#include "targets/cpu/run.h"

enum { VALIDATE_MAX_ARGS = 32, VALIDATE_MAX_DIMS = 32 };

// An extent that the signature leaves open.
typedef struct OpenDim {
  IrStr name;       // "M", or "A.1" for one without a name
  int64_t tile;     // extent of the tiles along it, 1 when none is known
  int64_t trips;    // tiles that a loop along it should see, so that its stages fill; 0: no loop
  int64_t multiple; // what the assumptions ask of it
  bool contiguous;  // of the unit stride of an argument
} OpenDim;

typedef struct SubjectArg {
  IrStr name;
  IrType type;
  bool is_memref;
  int open[CPU_MAX_RANK]; // which open extent a memref has there, or -1
} SubjectArg;

// One set of arguments.
typedef struct Sizes {
  int64_t extents[VALIDATE_MAX_DIMS]; // of the open dimensions
  int64_t shift;     // elements by which arrays are moved from an address that is a multiple of 256
  int64_t gap;       // elements between rows, where the type leaves strides open
  uint64_t seed;     // of values
  uint64_t schedule; // of the order in which warps run; 0: as late as can be
} Sizes;

// Multiprocessors that kernels are told of: few, so that blocks which share tiles have several.
enum { VALIDATE_PROCESSORS = 3 };

// An array after an execution, or a result.
typedef struct OutcomeValue {
  IrStr name;
  CpuArray array; // its data belongs to the outcome
  int64_t bytes;
} OutcomeValue;

typedef enum OutcomeKind {
  OUTCOME_NONE,   // nothing here executes it, or no version takes these sizes
  OUTCOME_FAILED, // with `message`
  OUTCOME_DONE,
} OutcomeKind;

enum { OUTCOME_NOTES = 6 };

// What the executor said about a failure.
typedef struct OutcomeNote {
  IrSeverity severity; // a note or a help
  IrStr message;       // of the context
  IrLoc loc;
} OutcomeNote;

typedef struct Outcome {
  OutcomeKind kind;
  IrStr message; // of the context
  IrLoc loc;     // of the op that failed
  OutcomeNote notes[OUTCOME_NOTES];
  size_t num_notes;
  IrStr version; // the symbol that was executed
  CpuGrid grid;  // of a kernel
  bool sampled;  // only some of its blocks ran
  OutcomeValue *values;
  size_t num_values;
} Outcome;

// A kernel with all its versions, or a function.
typedef struct Subject {
  IrStr name;
  bool is_kernel, calls, rounds; // `rounds`: sums may be made in another order
  bool whole;                    // all blocks are to run, as not all code has the same grid
  IrOp *origin;                  // in a copy of the module from before the first pass
  SubjectArg args[VALIDATE_MAX_ARGS];
  size_t num_args;
  OpenDim dims[VALIDATE_MAX_DIMS];
  size_t num_dims;
  IR_VEC(Sizes) sizes;
  Outcome *outcomes; // the last ones, for each of `sizes`
  uint64_t fingerprint;
  const char *last_pass; // after which the outcomes are; NULL: before the first
  bool behind;           // it has changed since, and was not executed
} Subject;

typedef IR_VEC(IrOp *) Versions;

typedef struct Validation {
  const DriverValidate *options;
  IrContext *ctx;
  IrOp *origin; // copy of the module
  IR_VEC(Subject *) subjects;
} Validation;

// ---- subject.c ----
// Whether an op of the module's body is executed on its own: a kernel or a public function.
bool validate_is_subject(const IrOp *op);
// The name that all versions of a kernel share; a function's own.
IrStr validate_base_name(const IrOp *op);
// NULL when the signature is not one that arguments can be made for.
Subject *validate_subject_create(IrOp *op);
void validate_subject_destroy(Subject *s);
// Whether the op has the signature that the subject was made from.
bool validate_has_signature(const Subject *s, const IrOp *op);
// The subject's code in `module`, in the order in which a launch tries it.
void validate_versions(const Subject *s, IrOp *module, Versions *versions);
// Whether every op inside has a rule.
bool validate_is_executable(IrOp *op);

// ---- sizes.c ----
// Chooses `n` sets of sizes that the versions take.
void validate_choose_sizes(Subject *s, const Versions *versions, size_t n, uint64_t seed);
// Looks for sizes with which `version`, and no earlier one, is launched.
bool validate_reach(Subject *s, const Versions *versions, size_t version, uint64_t seed,
                    Sizes *sizes);
// The array of a memref argument, without memory.
CpuArray validate_array(const Subject *s, size_t arg, const Sizes *sizes);
// The value of a scalar argument.
int64_t validate_scalar(const Sizes *sizes, size_t arg);
// The version that a launch with these sizes runs; NULL when there is none.
IrOp *validate_choose_version(const Subject *s, const Versions *versions, const Sizes *sizes);

// ---- execute.c ----
// Runs `op`, a version of the subject.
void validate_execute(const Subject *s, IrOp *op, const Sizes *sizes, uint64_t max_steps,
                      Outcome *outcome);
void validate_outcome_free(Outcome *outcome);

// ---- compare.c ----
// Where two outcomes differ first.
typedef struct Difference {
  const OutcomeValue *before, *after;
  int64_t at; // row-major
  int64_t count;
} Difference;

bool validate_differs(const Subject *s, const Outcome *before, const Outcome *after,
                      Difference *difference);
// An error about the pass, with notes about sizes and values.  `difference` NULL: it fails.
IrStatus validate_report(const Subject *s, const IrPassEvent *event, IrLoc loc, const Sizes *sizes,
                         const Outcome *after, const Difference *difference);

#endif
