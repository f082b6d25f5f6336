// What a kernel costs, counted while the emulator executes it at thread level: which instructions
// its warps execute, and what their accesses ask of memory (access_cost.h).
//
// Counts belong to ops.  An op's location leads to a line of the kernel's source, so that a report
// by line says what each statement became.  Instructions are ops of the IR executed by a warp, not
// those of the machine: constants and views of memory are none.
#ifndef TARGETS_CPU_PROFILE_H
#define TARGETS_CPU_PROFILE_H

#include "ir/core/op.h"
#include "ir/interp/interp.h"
#include "ir/support/map.h"
#include "targets/cpu/access_cost.h"

typedef enum CpuOpClass {
  CPU_CLASS_INTEGER,
  CPU_CLASS_FLOAT,
  CPU_CLASS_MOVE,     // parts of vectors
  CPU_CLASS_GLOBAL,   // accesses to global memory
  CPU_CLASS_SHARED,   // accesses to shared memory
  CPU_CLASS_ASYNC,    // asynchronous copies, mbarriers
  CPU_CLASS_TENSOR,   // products on tensor cores
  CPU_CLASS_EXCHANGE, // between lanes of a warp
  CPU_CLASS_SYNC,     // barriers, fences, waits
  CPU_CLASS_CONTROL,
  CPU_CLASS_OTHER,
  CPU_CLASSES,
  CPU_CLASS_NONE // no instruction: constants, addresses of memory
} CpuOpClass;

CpuOpClass cpu_op_class(const IrOp *op);
extern const char *const cpu_class_words[CPU_CLASSES]; // "integer"
// Multiplications and additions of one execution by a warp; 0 where the class is not
// CPU_CLASS_TENSOR.
int64_t cpu_tensor_flops(const IrOp *op);

// What went between warps and a memory.
typedef struct CpuTraffic {
  uint64_t requests;      // accesses of warps
  uint64_t units, ideal;  // sectors, or wavefronts
  uint64_t read, written; // bytes that lanes asked for
} CpuTraffic;
void cpu_traffic_add(CpuTraffic *to, const CpuTraffic *from);

typedef struct CpuOpProfile {
  const IrOp *op;
  uint64_t executed; // by warps
  CpuTraffic global, shared;
} CpuOpProfile;

// Zero-initialise for an empty one.  Used by one host thread at a time.
typedef struct CpuProfile {
  IrPtrMap by_op; // op -> CpuOpProfile
} CpuProfile;

// The op's record, made when there is none.
CpuOpProfile *cpu_profile_at(CpuProfile *profile, const IrOp *op);
// An access of a warp.
void cpu_profile_access(CpuProfile *profile, const IrOp *op, bool shared, bool reads, bool writes,
                        CpuLaneAddresses access);
// Adds how often the interpreter has executed each op since it was created.
void cpu_profile_add_executed(CpuProfile *profile, const IrInterp *interp);
void cpu_profile_add(CpuProfile *to, const CpuProfile *from);
void cpu_profile_free(CpuProfile *profile);

// ---- Reports (profile_report.c). ----

// All counts of ops of one line.
typedef struct CpuLineProfile {
  IrLoc loc; // of one of its ops; unknown: ops without a place
  IrFileLineCol place;
  uint64_t classes[CPU_CLASSES];
  uint64_t instructions; // their sum
  CpuTraffic global, shared;
  uint64_t flops;
} CpuLineProfile;

// Lines in the order of files and lines; the caller frees the array.
CpuLineProfile *cpu_profile_lines(const CpuProfile *profile, size_t *n);
// A table of the lines, with their text, and sums.
IR_API void cpu_profile_print(const CpuProfile *profile, IrStream *out);
// The same as a JSON object.
IR_API void cpu_profile_print_json(const CpuProfile *profile, IrStream *out);

#endif
