// Asynchronous copies, mbarriers and TMA on the CPU: implements dialects/mem/async_machine.h for
// the warps of a block.
//
// What an op starts becomes an item of the cluster's pending work (thread.h) and takes effect when
// the scheduler delivers it, or when a wait asks for it: copies and stores are delivered by the
// wait for their group, boxes that signal an mbarrier while somebody waits for it.
//
// Reported, at the op and with the other side as a note: mbarriers that are used before they are
// initialised, after their end or after something overwrote them; arrivals beyond the count; bytes
// that a phase does not expect; waits that miss their phase; addresses that are not aligned as the
// hardware wants them; tensors that TMA cannot take; and copies still under way when the block
// ends.
#ifndef TARGETS_CPU_ASYNC_H
#define TARGETS_CPU_ASYNC_H

#include "dialects/mem/async_machine.h"
#include "targets/cpu/thread.h"

// The table to set under MEM_ASYNC_MACHINE, with a CpuWarp as machine.
extern const MemAsyncMachine cpu_thread_async;
// The block begins: nothing is under way, and there are no mbarriers.
void cpu_async_start(CpuBlock *block);
void cpu_async_destroy(CpuBlock *block);

#endif
