// Shared by the files of tile-to-thread: the state of one kernel's conversion, and the conversions
// of the groups of ops.
#ifndef PASSES_LOWER_THREAD_H
#define PASSES_LOWER_THREAD_H

#include "dialects/simt/simt.h"
#include "dialects/tile/layout.h"
#include "ir/edit/builder.h"
#include "ir/support/vec.h"
#include "passes/tile/access.h"

// A role of the kernel's warps; `block` holds its code at thread level.
typedef struct ThreadRole {
  IrBlock *block;
  int64_t first_warp, warps;
  int64_t barrier;  // the number of its named barrier
  bool is_single;   // one lane of the first warp executes it
  IrValue *elected; // thread_is_elected, once asked
} ThreadRole;
typedef IR_VEC(ThreadRole) ThreadRoles;

typedef IR_VEC(IrValue *) ThreadValues;
typedef IR_VEC(IrType) ThreadTypes;

// A fragment of A that the product works on, in flight until a wait gives it back.
typedef struct ThreadKept {
  IrValue *fragment;
  IrOp *product; // tc.dot_async
} ThreadKept;

// A kernel being converted.  `b` is where the ops of the tile op at hand go; `entry` inserts before
// the first op that came from the kernel, for values that depend on the thread alone.
typedef struct ThreadState {
  IrContext *ctx;
  IrOp *kernel; // tile.kernel
  IrOp *simt;   // simt.kernel
  IrBuilder b, entry;
  IrPtrMap values; // tile-level value -> thread-level value
  IrPtrMap pieces; // tile in flight -> its ThreadValues
  IR_VEC(ThreadKept) kept;
  IrPtrMap constants; // attribute -> its constant at the start of the kernel
  // Among the threads that share tiles: in the block, or in the cluster, whose blocks the highest
  // `cluster_bits` bits count.
  IrValue *thread_id;   // in a role, among the role's
  unsigned thread_bits; // of the largest thread index
  unsigned cluster_bits;
  IrPtrMap scratch;   // mem.alloc of a conversion -> its ThreadScratch
  IrPtrMap filled;    // mem.alloc -> ThreadFilled, of buffers that asynchronous copies fill
  IrPtrMap divergent; // ops with regions into which threads of one block may go apart
  bool in_element;    // ops are code of a single element (thread_map.c)
  IrOp *start;        // constants go in front of it
  IrPtrMap positions; // thread-level values that are positions of channels
  IrOp *mbarriers;    // a thread initialises them in front of it; NULL: there are none
  IrOp *prefetches;   // the first thread fetches descriptions of tensors in front of it, or NULL
  IrValue *starts;    // it is the lane of role `starter` which initialises mbarriers, or NULL
  size_t starter;
  ThreadRoles roles;
  ThreadRole *role;                // whose code is at hand; NULL: all threads execute it
  IrValue *warp, *elected;         // thread_warp and thread_is_elected outside of roles, once asked
  IrValue *cluster_rank;           // thread_cluster_rank, once asked
  IrValue *done;                   // the mbarrier of thread_end_cluster, or NULL
  IrValue *group, *first_of_group; // thread_group and thread_is_first_of_group, once asked
} ThreadState;

// How asynchronous copies fill a buffer: bits.
typedef enum ThreadFilled {
  THREAD_FILLED_ALONE = 1,     // by copies that tile.async_wait waits for
  THREAD_FILLED_BY_GROUPS = 2, // at positions of a channel
  THREAD_FILLED_BY_TMA = 4,    // the same, by TMA
} ThreadFilled;

typedef IrStatus (*ThreadConvert)(ThreadState *state, IrOp *op);

// Who writes and reads a conversion's scratch: in every use all of it is written before it is read.
typedef enum ThreadScratch {
  THREAD_NO_SCRATCH,
  THREAD_SCRATCH_OF_BLOCK,
  THREAD_SCRATCH_OF_WARPS,   // warp w only part w, of as many equal parts as there are warps
  THREAD_SCRATCH_OF_CLUSTER, // other blocks of the cluster write into it, too
  THREAD_SCRATCH_SIGNALLED,  // the same, once: an mbarrier counts what they write
} ThreadScratch;

// ---- thread_type.c
// vector<RxT> for a laid-out tensor; other types stay.
IrType thread_type(IrType type);
// The layout of a laid-out tensor type; an error at `op` when it has none.
IR_CHECKED IrStatus thread_layout_of(const IrOp *op, IrType tensor, TileLayout *layout);
IrValue *thread_value(ThreadState *state, const IrValue *value); // the converted value
// ---- thread_pieces.c
// A tile in flight is several values, all others are one.  Appends their types, or the values of
// one that is converted; how many.
size_t thread_types(IrType type, ThreadTypes *types);
void thread_values(ThreadState *state, const IrValue *value, ThreadValues *values);
void thread_set_values(ThreadState *state, const IrValue *value, IrValue *const *at, size_t n);
void thread_free_pieces(ThreadState *state);

// ---- thread_type.c
// Registers of a thread, and the coordinates of register `r` in thread 0.
int64_t thread_registers(const TileLayout *layout);
void thread_register_coords(const TileLayout *layout, int64_t r, int64_t coords[TILE_LAYOUT_RANK]);

// Constants at the start of the kernel, one a value.
IrValue *thread_constant(ThreadState *state, IrAttr value, IrType type);
IrValue *thread_index(ThreadState *state, int64_t value);
IrValue *thread_i32(ThreadState *state, int64_t value);
// Goes on at the end of region `i` of `branch`; the caller puts the builder back.
void thread_enter(ThreadState *state, IrOp *branch, size_t i);
// Goes on in a branch of the threads for which `condition` holds, which may be some of a warp;
// NULL: all.  What it returns, thread_leave_if takes to go on behind it.
IrBuilder thread_enter_if(ThreadState *state, IrValue *condition);
void thread_leave_if(ThreadState *state, IrValue *condition, IrBuilder outer);

// ---- thread_predicate.c
// Takes away the branch where it only starts copies: they get its condition.
void thread_predicate_copies(ThreadState *state, IrOp *branch);

// ---- thread_linear.c: linear functions of the thread index
// A linear map over GF(2) from the bits of the thread index to an integer; to which each group of
// four warps beyond the first adds `group`.
typedef struct ThreadMap {
  int64_t bases[16];
  unsigned bits;
  int64_t group;
} ThreadMap;
// The layout's output (place, offset) as a function of the thread, without its group.
ThreadMap thread_map_of(const TileLayout *layout);
// Coordinate `dim` of a layout as a function of the thread.
ThreadMap thread_coordinate_map(const TileLayout *layout, unsigned dim);
// Of a power of two.
unsigned thread_log2(int64_t power);
// Bits that the map can set, without what the groups add.
int64_t thread_map_mask(const ThreadMap *map);
// Its value for this thread, i32, built in the entry block; NULL when it is zero everywhere.
IrValue *thread_map_value(ThreadState *state, const ThreadMap *map);
// value xor constant, as an addition where no bits meet; `value` (may be NULL) sets only bits in
// `mask`.
IrValue *thread_xor_constant(ThreadState *state, IrValue *value, int64_t mask, int64_t constant);
// Whether these bits of the thread's index are all 0; NULL for no bits.
IrValue *thread_is_zero(ThreadState *state, int64_t bits);
// Whether this thread is the first of those that hold copies of the same elements; NULL: no copies.
IrValue *thread_is_first_copy(ThreadState *state, const TileLayout *layout);

// ---- thread_vector.c: registers of a vector
IrType thread_vector_of(IrType element, int64_t registers);
IrValue *thread_zero(ThreadState *state, IrType vector);
IrValue *thread_slice(IrBuilder *b, IrValue *vector, int64_t first, int64_t count);
IrValue *thread_insert(IrBuilder *b, IrValue *piece, IrValue *vector, int64_t first);
// New vector whose element i is element `from[i]` of `vector`.
IrValue *thread_shuffle(IrBuilder *b, IrValue *vector, const int64_t *from, size_t n);
// The same of two vectors, the elements of `high` counted after those of `low`.
IrValue *thread_shuffle_pair(IrBuilder *b, IrValue *low, IrValue *high, const int64_t *from,
                             size_t n);

// ---- thread_combine.c
// values := combiner(values, others), register by register; `n` vectors of one length each.
void thread_combine(ThreadState *state, IrBlock *combiner, IrValue **values, IrValue *const *others,
                    size_t n);
// One register.
IrValue *thread_element(IrBuilder *b, IrValue *vector, int64_t r);
// The same scalar in every register, built with `b`.
IrValue *thread_splat(IrBuilder *b, IrValue *scalar, int64_t registers);

// ---- thread_iota.c
// Coordinates of a layout along a dimension, a vector of such integers.
IrValue *thread_coordinates(ThreadState *state, const TileLayout *layout, unsigned axis,
                            IrType element);

// ---- thread_copies.c
// The number of the first register that holds what register `r` does.
int64_t thread_first_register(const TileLayout *layout, int64_t r);
// The registers of a tile of which only first copies (thread_is_first_copy) are right, with the
// same in all copies.
IrValue *thread_spread_copies(ThreadState *state, const TileLayout *layout, IrValue *vector);
// A scalar of the block's first thread, in all.
IrValue *thread_from_first(ThreadState *state, IrValue *scalar);

// ---- thread_redux.c
// vector := what the lanes that differ in `bits` combine to, by an instruction of the warp; false
// where there is none for the combiner or the lanes.
bool thread_reduce_warp(ThreadState *state, IrBlock *combiner, const TileLayout *layout,
                        uint32_t bits, IrValue **vector);

// ---- thread_shared.c
// For each access of `width` consecutive registers of a tile, its offset in the buffer's storage as
// one row, `*flat`.  `offsets` has room for thread_registers / width values.
IR_CHECKED IrStatus thread_shared_offsets(ThreadState *state, IrOp *op, const IrValue *buffer,
                                          IrValues indices, IrType tensor, int64_t width,
                                          IrValue **flat, IrValue **offsets);

// ---- thread_convert.c
// The registers of a tile with layout `src` as those of `dst`; errors and the plan's debug output
// are `op`'s.
IR_CHECKED IrStatus thread_convert_vector(ThreadState *state, IrOp *op, const TileLayout *src,
                                          const TileLayout *dst, IrValue **vector);
// The same of several tiles, which are exchanged together where they can be.
IR_CHECKED IrStatus thread_convert_vectors(ThreadState *state, IrOp *op, const TileLayout *src,
                                           const TileLayout *dst, IrValue **vectors, size_t n);

// ---- conversions; each handles the op given and records its results in state->values
IrStatus thread_convert_global_load(ThreadState *state, IrOp *op);
IrStatus thread_convert_global_store(ThreadState *state, IrOp *op);
IrStatus thread_convert_gather(ThreadState *state, IrOp *op);
IrStatus thread_convert_scatter(ThreadState *state, IrOp *op);
IrStatus thread_convert_atomic(ThreadState *state, IrOp *op); // tile.atomic_rmw, tile.atomic_cas
IrStatus thread_convert_async_copy(ThreadState *state, IrOp *op);
IrStatus thread_convert_async_wait(ThreadState *state, IrOp *op);
IrStatus thread_convert_async_store(ThreadState *state, IrOp *op);
IrStatus thread_convert_async_store_wait(ThreadState *state, IrOp *op);
IrStatus thread_convert_shared_load(ThreadState *state, IrOp *op);
IrStatus thread_convert_shared_store(ThreadState *state, IrOp *op);
IrStatus thread_convert_tc_dot(ThreadState *state, IrOp *op);
IrStatus thread_convert_dot_async(ThreadState *state, IrOp *op);
IrStatus thread_convert_dot_wait(ThreadState *state, IrOp *op);
IrStatus thread_convert_dot_accumulator(ThreadState *state, IrOp *op);
// broadcast, expand_dims, trans, reshape
IrStatus thread_convert_shape_op(ThreadState *state, IrOp *op);
IrStatus thread_convert_split(ThreadState *state, IrOp *op);
IrStatus thread_convert_join(ThreadState *state, IrOp *op);
IrStatus thread_convert_reduce(ThreadState *state, IrOp *op);
IrStatus thread_convert_map(ThreadState *state, IrOp *op);
IrStatus thread_convert_parallel(ThreadState *state, IrOp *op);
IrStatus thread_convert_argmax(ThreadState *state, IrOp *op); // tile.argmax, tile.argmin
IrStatus thread_convert_roles(ThreadState *state, IrOp *op);
IrStatus thread_convert_scan(ThreadState *state, IrOp *op);
IrStatus thread_convert_inline_ptx(ThreadState *state, IrOp *op);
IrStatus thread_convert_print(ThreadState *state, IrOp *op);
IrStatus thread_convert_assert(ThreadState *state, IrOp *op); // also cf.assert
IrStatus thread_convert_splat(ThreadState *state, IrOp *op);
IrStatus thread_convert_iota(ThreadState *state, IrOp *op);
IrStatus thread_convert_layout(ThreadState *state, IrOp *op);
IrStatus thread_convert_division(ThreadState *state, IrOp *op);     // arith.divui
IrStatus thread_convert_scalar_load(ThreadState *state, IrOp *op);  // memref.load
IrStatus thread_convert_scalar_store(ThreadState *state, IrOp *op); // memref.store, mem.store
IrStatus thread_convert_scalar_atomic(ThreadState *state,
                                      IrOp *op); // mem.atomic_rmw, mem.atomic_cas
IrStatus thread_convert_memref_atomic(ThreadState *state, IrOp *op); // memref.atomic_rmw

// ---- thread_roles.c
// All threads that execute the code at hand wait for each other: the block's, or the role's.
void thread_barrier(ThreadState *state);
// True in one lane of the first warp that executes the code at hand; NULL where one lane executes
// it anyway.
IrValue *thread_is_elected(ThreadState *state);
// Of the kernel's own warps in `n` equal groups: the number of this one's, and whether it is the
// lane that speaks for the group.  A barrier of the group's threads.
IrValue *thread_group(ThreadState *state, int64_t n);
IrValue *thread_is_first_of_group(ThreadState *state, int64_t n);
void thread_group_barrier(ThreadState *state, int64_t n);
// As thread_is_elected, of warp number `warp`, where `b` is.
IrValue *thread_first_lane(ThreadState *state, IrBuilder *b, int64_t warp);
// Whether one lane will execute role `i` of a tile.warp_specialize.
bool thread_role_is_single(IrOp *roles, size_t i);
// The number of the warp in its block, known to be the same in all lanes.
IrValue *thread_warp(ThreadState *state);
// The same barrier for code that is there already: the role that an op is in, or NULL.
const ThreadRole *thread_role_of(const ThreadRoles *roles, const IrOp *op);
void thread_build_barrier(IrBuilder *b, const ThreadRole *role);
// Whether all threads of the block, or of the role that `op` is in, wait for each other there.
bool thread_is_barrier(const ThreadRoles *roles, const IrOp *op);

// ---- thread_cluster.c
// A barrier of all threads of a cluster's blocks, and the number of this block among them (i32).
void thread_cluster_barrier(IrBuilder *b);
IrValue *thread_cluster_rank(ThreadState *state);
// The buffer in the block whose rank differs in the bits of `by`, known in all of the kernel.
IrValue *thread_buffer_of_peer(ThreadState *state, IrValue *buffer, int64_t by);
// For blocks that multicast: behind the branch that initialises mbarriers, and where the kernel
// ends (nothing, if it did not begin so).
void thread_begin_cluster(ThreadState *state);
void thread_end_cluster(ThreadState *state);

// ---- thread_channel.c
// The end of a branch at the kernel's beginning in which one thread initialises mbarriers, before
// the fence behind them; no other thread, nor block, goes on before.
IrBuilder thread_mbarrier_branch(ThreadState *state);
// A row of one mbarrier, initialised there for so many arrivals a phase.
IrValue *thread_new_mbarrier(ThreadState *state, int64_t arrivals);

// ---- thread_turns.c
// Makes loops carry the slots and turns of positions instead of dividing for them.
void thread_count_turns(ThreadState *state);

// ---- thread_element.c
// How an access of memory is converted in the code of a single element; NULL: as everywhere.
ThreadConvert thread_element_conversion(const IrOp *op);

// ---- tile_to_thread.c
// Converts an op with all that is in it, as the table there says.
IR_CHECKED IrStatus thread_convert_op(ThreadState *state, IrOp *op);
// The same op of converted values.
IR_CHECKED IrStatus thread_copy_op(ThreadState *state, IrOp *op);
// All ops of a block; what they become goes to the end of `to`.
IR_CHECKED IrStatus thread_convert_block(ThreadState *state, IrBlock *from, IrBlock *to);

// ---- thread_scratch.c
// A buffer through which threads exchange elements: what is stored goes to all `targets`, which are
// the buffer itself, or that of each block of the cluster; all load from the own one.  `signals`
// are mbarriers of the targets where stores are asynchronous, `signal` the own one, else NULL.
typedef struct ThreadExchange {
  IrValue *own, *targets[SIMT_MAX_CLUSTER];
  IrValue *signal, *signals[SIMT_MAX_CLUSTER], *zero; // rows of one, and its index
  unsigned num_targets;
} ThreadExchange;
ThreadExchange thread_new_scratch(ThreadState *state, int64_t elements, IrType element,
                                  ThreadScratch use);
// Who uses a scratch that any thread may write for any other.
ThreadScratch thread_scratch_of_all(const ThreadState *state);
// The scope of an access by threads that share tiles: their block's is the cluster's.
IrAttr thread_scope(const ThreadState *state, IrAttr scope);
// Lets stores be asynchronous, which bring a block `bytes` in all; thread_wait_scratch stands
// behind them.  The kernel comes by there once.
void thread_signal_scratch(ThreadState *state, ThreadExchange *scratch, int64_t bytes);
void thread_wait_scratch(ThreadState *state, const ThreadExchange *scratch);
void thread_store_scratch(IrBuilder *b, const ThreadExchange *to, IrValue *value, IrValue *at,
                          IrValue *pred);

// ---- shared_plan.c
// Gives every mem.alloc of the simt.kernel its offset and the kernel its total.
IR_CHECKED IrStatus thread_plan_shared(ThreadState *state);

#endif
