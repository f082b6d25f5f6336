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
} CpuStorage;

// Zero-initialise to get one without buffers.  It keeps the storage of buffers from block to block.
typedef struct CpuMemory {
  IrPtrMap buffers;           // mem.alloc op -> its buffer
  IR_VEC(CpuStorage *) fresh; // what memref.alloc made in this block
  int64_t fresh_bytes;
} CpuMemory;

// The table to set under MEM_MACHINE together with a CpuMemory.
extern IR_API const MemMachine cpu_memory_machine;
// What buffers hold is unknown again: another block begins.
IR_API void cpu_memory_reset(CpuMemory *memory);
IR_API void cpu_memory_free(CpuMemory *memory);

#endif
