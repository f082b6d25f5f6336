// Memory of the CPU machine: implements dialects/mem/machine.h for one thread block at a time.
#ifndef TARGETS_CPU_MEMORY_H
#define TARGETS_CPU_MEMORY_H

#include "dialects/mem/machine.h"
#include "ir/support/map.h"
#include "ir/support/vec.h"

// What a view's `object` points to: storage that is watched.
typedef struct CpuStorage {
  char *data;
  uint8_t *written; // one per element, set by writes
  int64_t elements;
  uint32_t element_bytes;
  bool global;   // an argument's: readable though nothing here wrote it
  bool released; // `data` and `written` are gone
  bool variable; // of the module: never released
} CpuStorage;

// Zero-initialise to get one without buffers.  It keeps the storage of buffers from block to block.
typedef struct CpuMemory {
  IrPtrMap buffers;           // mem.alloc op -> its buffer
  IR_VEC(CpuStorage *) fresh; // what memref.alloc made in this block
  int64_t fresh_bytes;
  IrPtrMap globals;  // memref.global op -> its storage
  IrPtrMap channels; // mem.channel op -> MemChannel
} CpuMemory;

// Shared by the files of the machine.
CpuStorage *cpu_storage_create(int64_t elements, uint32_t bytes);
void cpu_storage_destroy(CpuStorage *storage);
// Fills row-major strides and counts elements; -1 after a failure.
int64_t cpu_lay_out(IrInterp *interp, IrOp *op, MemView *view);
// The flags of the element `offset` elements from the view's base: one for each element of the
// storage that it takes (`*n`, several where bytes are viewed as wider elements).
uint8_t *cpu_written_at(const MemView *view, int64_t offset, size_t *n);
// memory_views.c
IrStep cpu_memory_covers(void *machine, IrInterp *interp, IrOp *op, const MemView *view);
IrStep cpu_memory_copy(void *machine, IrInterp *interp, IrOp *op, const MemView *from,
                       const MemView *to);
IrStep cpu_memory_swap(void *machine, IrInterp *interp, IrOp *op, const MemView *view,
                       const int64_t *at, void *expected, const void *desired, bool *swapped);
IrStep cpu_memory_global(void *machine, IrInterp *interp, IrOp *op, const IrOp *global,
                         MemView *view, const void *initial, bool splat);

// The table to set under MEM_MACHINE together with a CpuMemory.
extern IR_API const MemMachine cpu_memory_machine;
// What buffers hold is unknown again: another block begins.
IR_API void cpu_memory_reset(CpuMemory *memory);
IR_API void cpu_memory_free(CpuMemory *memory);

#endif
