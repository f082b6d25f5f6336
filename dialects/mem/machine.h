// What the rules of `mem`, `tile` and `memref` ask of the machine they run on: memory.
//
// The run-time value of a memref or buffer is a MemView: where its element [0, ..., 0] is, its
// extents and its strides.  At the levels in program order a buffer's layout is only a matter of
// speed, so a machine may keep buffers row-major; a view speaks of logical coordinates.
//
// A machine is set under the name "mem" with ir_interp_set_machine.
#ifndef DIALECTS_MEM_MACHINE_H
#define DIALECTS_MEM_MACHINE_H

#include "dialects/mem/mem.h"
#include "ir/interp/interp.h"

enum { MEM_MAX_RANK = 8 };

// A memref or a buffer, or a part of one.
typedef struct MemView {
  void *base;   // element [0, ..., 0]
  void *object; // the machine's record of the allocation; NULL for global memory
  uint32_t rank;
  uint32_t element_bytes;
  int64_t extents[MEM_MAX_RANK];
  int64_t strides[MEM_MAX_RANK]; // in elements
  int64_t offset;                // elements from where offsets count to `base`
} MemView;

_Static_assert(sizeof(MemView) <= IR_DESCRIPTOR_BYTES, "a view is a cell's descriptor");

// A box of elements of a view: `shape[d]` elements from `at[d]` on in each dimension.
typedef struct MemBox {
  const int64_t *at, *shape; // rank entries each
} MemBox;

// ---- Accesses of a warp. ----

typedef enum MemAccessKind { MEM_ACCESS_LOAD, MEM_ACCESS_STORE, MEM_ACCESS_ATOMIC } MemAccessKind;
// Order and scope of an atomic access; MEM_WEAK: an ordinary one.
typedef enum MemOrder { MEM_WEAK, MEM_RELAXED, MEM_ACQUIRE, MEM_RELEASE, MEM_ACQ_REL } MemOrder;
typedef enum MemScope {
  MEM_SCOPE_BLOCK,
  MEM_SCOPE_CLUSTER,
  MEM_SCOPE_DEVICE,
  MEM_SCOPE_SYSTEM
} MemScope;

// One access of all lanes that take part, in the order of lanes.  Indices have been checked against
// the view's extents; the machine checks that the bytes are memory, aligned to `bytes`, and for
// loads and atomics written.
typedef struct MemLaneAccess {
  const MemView *view;
  uint64_t lanes;         // that take part, among the active ones
  const int64_t *offsets; // by lane, in bytes from view->base
  uint32_t bytes;         // of each lane: 1, 2, 4, 8 or 16
  MemAccessKind kind;
  void *data; // by lane, `bytes` each: what a load or atomic reads, or a store writes
  // Atomics: makes the new value of the lane from the old one in place.  The machine has put the
  // old one into `data`; nothing comes between reading and writing.
  void (*update)(void *user, uint32_t lane, void *memory);
  void *user;
  MemOrder order;
  MemScope scope;
} MemLaneAccess;

typedef struct MemMachine {
  uint32_t size; // sizeof(MemMachine)
  // A buffer of the block.  `view` has rank, element_bytes and extents; the machine fills the rest.
  // Executing the same op again gives the same storage with unknown contents.
  IrStep (*alloc)(void *machine, IrInterp *interp, IrOp *op, MemView *view);
  // Copies a box to `to`, row-major.  Elements outside the view become `*pad`, or are an error when
  // `pad` is NULL; so is an element of a buffer that nothing wrote.
  IrStep (*read)(void *machine, IrInterp *interp, IrOp *op, const MemView *view, MemBox box,
                 const void *pad, void *to);
  // The reverse.  Elements outside are dropped when `drop`, else they are an error.
  IrStep (*write)(void *machine, IrInterp *interp, IrOp *op, const MemView *view, MemBox box,
                  bool drop, const void *from);
  // Memory of its own at every execution, as memref.alloc gives; `view` as for `alloc`.  It lasts
  // until it is released or the block ends.
  IrStep (*fresh)(void *machine, IrInterp *interp, IrOp *op, MemView *view);
  IrStep (*release)(void *machine, IrInterp *interp, IrOp *op, const MemView *view);
  // Fails unless all elements of `view` lie in its object, where that is known.
  IrStep (*covers)(void *machine, IrInterp *interp, IrOp *op, const MemView *view);
  // Copies all elements to a view of the same extents; what nothing wrote is as unwritten there.
  IrStep (*copy)(void *machine, IrInterp *interp, IrOp *op, const MemView *from, const MemView *to);
  // Replaces an element by `desired` if it is `expected`, bit by bit; else stores what it is there.
  // Nothing comes between the two.  `swapped` says which.
  IrStep (*swap)(void *machine, IrInterp *interp, IrOp *op, const MemView *view, const int64_t *at,
                 void *expected, const void *desired, bool *swapped);
  // The variable that `global` defines, the same for every op that asks; `view` as for `alloc`.
  // Its elements are first `initial`, one after another or one for all (`splat`), or unknown.
  IrStep (*global)(void *machine, IrInterp *interp, IrOp *op, const IrOp *global, MemView *view,
                   const void *initial, bool splat);
  // NULL where there are no warps: then each lane reads and writes by itself.
  IrStep (*lanes)(void *machine, IrInterp *interp, IrOp *op, const MemLaneAccess *access);
  // Makes a view of this block's shared memory one of the same place in block `rank` of the
  // cluster.  NULL where there are no clusters.
  IrStep (*map_cluster)(void *machine, IrInterp *interp, IrOp *op, int64_t rank, MemView *view);
  // What the elements of a box are is unknown again, where that is watched.  NULL where there are
  // warps, as is the next one.
  IrStep (*forget)(void *machine, IrInterp *interp, IrOp *op, const MemView *view, MemBox box);
  // The record of the channel that `op` makes, the same whenever it is executed.
  struct MemChannel *(*channel)(void *machine, const IrOp *op);
} MemMachine;

#define MEM_MACHINE "mem"

// One lane's part of a rule that knows nothing of warps: a box of elements, all inside the view, on
// a machine of either kind.
IrStep mem_interp_read(IrInterp *interp, IrOp *op, const MemView *view, MemBox box, uint64_t lane,
                       void *to);
IrStep mem_interp_write(IrInterp *interp, IrOp *op, const MemView *view, MemBox box, uint64_t lane,
                        const void *from);

// What an atomic access does with an element: combines it with `value`, or exchanges it for that
// where it is `expected`.
typedef struct MemUpdate {
  IrType element;
  const void *value, *expected; // expected NULL: combines
  MemAtomic kind;
  bool flushes; // f32 in global memory: denormal numbers are zero
} MemUpdate;
// One such access on a machine of either kind; stores what was there in `old`.
IrStep mem_interp_update(IrInterp *interp, IrOp *op, const MemView *view, const int64_t *at,
                         const MemUpdate *update, void *old);
// Whether the sums in that memory are made without denormal numbers.
bool mem_interp_flushes(IrType memory);

// The memory that `op` works on; fails and gives NULL when the interpreter has none.
const MemMachine *mem_interp_machine(IrInterp *interp, IrOp *op, void **machine);

#endif
