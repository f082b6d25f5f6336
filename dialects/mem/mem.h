// The mem dialect: buffers of a block, and accesses of one thread. Ops are in mem_ops.def.
#ifndef DIALECTS_MEM_MEM_H
#define DIALECTS_MEM_MEM_H

#include "ir/core/dialect.h"
#include "ir/core/interface.h"
#include "ir/interfaces/effects.h"

extern IR_API const IrDialect mem_dialect;
extern IR_API const IrTypeDef mem_buffer;         // !mem.buffer<SHAPExT, layout, space>
extern IR_API const IrTypeDef mem_mbarrier;       // !mem.mbarrier
extern IR_API const IrTypeDef mem_tensor_map_def; // !mem.tensor_map<SHAPExT, layout>
extern IR_API const IrTypeDef mem_channel_def;    // !mem.channel<N>
extern IR_API const IrAttrDef mem_swizzle; // #mem.swizzle<SPAN> or #mem.swizzle<SPAN, column>
extern IR_API const IrAttrDef mem_padded;  // #mem.padded<BYTES> or #mem.padded<BYTES, column>

#define IR_OPDEF_DECLARE
#include "ir/core/opdef_begin.inc"
#include "dialects/mem/mem_ops.def"
#include "ir/core/opdef_end.inc"

enum { MEM_BUFFER_MAX_RANK = 4 };

// MEM_CLUSTER: the shared memory of a block of the cluster.
typedef enum MemSpace { MEM_SHARED, MEM_FRAGMENT, MEM_CLUSTER } MemSpace;

// ---- !mem.buffer ----
// `layout` is a #mem.swizzle, a #mem.padded or NULL for row-major. #mem.swizzle<0> and no layout
// are one type.
IR_API IrType mem_buffer_type_get(IrShape shape, IrType element, IrAttr layout, MemSpace space);
// The same with a diagnostic at `loc` and NULL where the parts do not fit each other.
IR_API IrType mem_buffer_type_checked(IrContext *ctx, IrLoc loc, IrShape shape, IrType element,
                                      IrAttr layout, MemSpace space);
IR_API bool mem_is_buffer(IrType type);
IR_API bool mem_is_shared_buffer(IrType type); // a buffer, in the block's own shared memory
IR_API IrShape mem_buffer_shape(IrType buffer);
IR_API IrType mem_buffer_element(IrType buffer);
IR_API IrAttr mem_buffer_layout(IrType buffer); // NULL: row-major
IR_API MemSpace mem_buffer_space(IrType buffer);
IR_API int64_t mem_buffer_count(IrType buffer); // elements of its storage, padding among them
IR_API int64_t mem_buffer_bytes(IrType buffer); // of its storage
// Elements from a row to the next one; rank 2 or more.
IR_API int64_t mem_buffer_pitch(IrType buffer);
// Bytes an element takes in memory.
IR_API unsigned mem_element_bytes(IrType element);
// Whether memory holds such numbers: index, floats of at most 64 bits, integers of 1, 8, 16, 32 or
// 64.
IR_API bool mem_is_number(IrType element);
// What mem.index gives: without the leading dimension.
IR_API IrType mem_buffer_slot(IrType buffer);
// The type of the same bytes with the last two dimensions exchanged, of rank 2 or more.
IR_API IrType mem_buffer_trans(IrType buffer);
// What mem.flatten gives: rank 1, row-major.
IR_API IrType mem_buffer_flat(IrType buffer);
// Place of an element in the buffer's storage, in elements; any extents.
IR_API int64_t mem_buffer_offset(IrType buffer, const int64_t *coords);
// Alignment in bytes that the swizzle needs of the buffer's start (at least 16).
IR_API unsigned mem_buffer_alignment(IrType buffer);

// ---- !mem.mbarrier ----
enum { MEM_MBARRIER_BYTES = 8, MEM_MBARRIER_MAX_COUNT = (1 << 20) - 1 };
IR_API IrType mem_mbarrier_type_get(IrContext *ctx);
IR_API bool mem_is_mbarrier(IrType type);

// ---- !mem.channel ----
enum { MEM_CHANNEL_MAX_SLOTS = 16 };
IR_API IrType mem_channel_type_get(IrContext *ctx, int64_t slots);
IR_API bool mem_is_channel(IrType type);
IR_API int64_t mem_channel_slots(IrType channel);
// What a constraint of ops of other dialects is.
extern IR_API const IrTypeConstraint mem_channel_type;
// How threads take their turns at it.
typedef enum MemMechanism { MEM_NO_MECHANISM, MEM_MBARRIER_MECHANISM, MEM_GROUPS } MemMechanism;
IR_API MemMechanism mem_mechanism(IrAttr mechanism); // NULL: none
IR_API IrAttr mem_mechanism_get(IrContext *ctx, MemMechanism mechanism);
// Whether it is a turn at a channel: acquire, commit, wait, release.  Operands: channel, position.
IR_API bool mem_is_turn(const IrOp *op);
// Whether the op gives a view of its first operand, a buffer, at the levels of tiles: mem.index or
// mem.trans.
IR_API bool mem_is_view(const IrOp *op);

// ---- !mem.tensor_map ----
// A box of at most MEM_TENSOR_MAP_MAX_RANK dimensions with at most 256 elements each, in the order
// of the tensor's dimensions; `layout` as a buffer's.
enum { MEM_TENSOR_MAP_MAX_RANK = 5, MEM_TENSOR_MAP_MAX_EXTENT = 256 };
IR_API IrType mem_tensor_map_type_get(IrShape box, IrType element, IrAttr layout);
// The same with a diagnostic at `loc` and NULL where the parts do not fit each other.
IR_API IrType mem_tensor_map_type_checked(IrContext *ctx, IrLoc loc, IrShape box, IrType element,
                                          IrAttr layout);
IR_API bool mem_is_tensor_map(IrType type);
IR_API IrShape mem_tensor_map_box(IrType map);
IR_API IrType mem_tensor_map_element(IrType map);
IR_API IrAttr mem_tensor_map_layout(IrType map); // NULL: row-major
IR_API int64_t mem_tensor_map_bytes(IrType map); // of a box's elements: what an mbarrier is told
// Elements of shared memory that a box takes: with a swizzle its rows are a span apart.
IR_API int64_t mem_tensor_map_footprint(IrType map);
// The tensor's dimensions from the one that is contiguous in a box outwards: TMA's order.
IR_API void mem_tensor_map_order(IrType map, uint32_t order[MEM_TENSOR_MAP_MAX_RANK]);
// Alignment in bytes that a box needs in shared memory.
IR_API unsigned mem_tensor_map_alignment(IrType map);

// A tensor as TMA sees it, dimensions in its order (mem_tensor_map_order).
typedef struct MemTmaTensor {
  uint32_t rank;
  uint64_t address;
  int64_t extents[MEM_TENSOR_MAP_MAX_RANK]; // elements
  int64_t strides[MEM_TENSOR_MAP_MAX_RANK]; // bytes; that of dimension 0 is the element's size
} MemTmaTensor;
// The tensor at `address` with extents and strides in elements, in the order of its dimensions.
IR_API MemTmaTensor mem_tma_tensor(IrType map, uint64_t address, const int64_t *extents,
                                   const int64_t *strides);
// Whether TMA cannot take it; says why, completing "TMA cannot take the tensor: ".
IR_API bool mem_tma_refuses(const MemTmaTensor *tensor, IrStream *why);

// What mem.tma_reduce does with an element.
typedef enum MemReduceKind {
  MEM_REDUCE_ADD,
  MEM_REDUCE_MIN,
  MEM_REDUCE_MAX,
  MEM_REDUCE_INC,
  MEM_REDUCE_DEC,
  MEM_REDUCE_AND,
  MEM_REDUCE_OR,
  MEM_REDUCE_XOR
} MemReduceKind;
IR_API MemReduceKind mem_reduce_kind(IrAttr kind);

// ---- Atomic accesses ----
typedef enum MemAtomic {
  MEM_ADDF,
  MEM_ADDI,
  MEM_ANDI,
  MEM_ASSIGN,
  MEM_MAXS,
  MEM_MAXU,
  MEM_MINS,
  MEM_MINU,
  MEM_ORI,
  MEM_XORI,
} MemAtomic;
IR_API MemAtomic mem_atomic_kind(IrAttr kind);
// Their place among relaxed, acquire, release, acq_rel, and among cta, cluster, gpu, sys.
enum { MEM_ORDER_RELAXED, MEM_ORDER_ACQUIRE, MEM_ORDER_RELEASE, MEM_ORDER_ACQ_REL };
IR_API unsigned mem_atomic_order(IrAttr order);
IR_API unsigned mem_atomic_scope(IrAttr scope);
// What these are: the constraints of the attributes of atomic ops.
extern IR_API const IrAttrConstraint mem_atomic_kind_attr, mem_order_attr, mem_scope_attr;
// Whether memory combines such elements so, and compares them; a message for `op`.
IR_API IR_CHECKED IrStatus mem_verify_combined(IrOp *op, IrAttr kind, IrType element);
IR_API IR_CHECKED IrStatus mem_verify_compared(IrOp *op, IrType element);

// ---- Effects: the resource a memref (ir_memory) or a buffer leads to. ----
extern IR_API const IrResource mem_shared, mem_fragment;
IR_API const IrResource *mem_resource(IrType memory);
// Adds an effect on `memory`, a memref or buffer, with its resource.
IR_API void mem_add_effect(IrEffects *out, unsigned kind, const IrValue *memory);

// ---- Padding: ops in whose regions an access outside a memref is none. ----
// There a load gives zero, or what it names, and a store or an atomic access does nothing.
typedef struct MemPaddingInterface {
  uint32_t size; // sizeof(MemPaddingInterface)
} MemPaddingInterface;
extern IR_API const IrInterface mem_padding_interface;
// Whether the access `op` is in such a region.
IR_API bool mem_has_padding(const IrOp *op);

// ---- #mem.swizzle ----
// `span`: 0, 32, 64 or 128 bytes.
IR_API IrAttr mem_swizzle_get(IrContext *ctx, unsigned span, bool column);
IR_API unsigned mem_swizzle_span(IrAttr swizzle); // 0 for NULL and other layouts

// ---- #mem.padded ----
// `bytes` behind each row: a positive multiple of an element's.
IR_API IrAttr mem_padded_get(IrContext *ctx, unsigned bytes, bool column);
IR_API unsigned mem_padded_bytes(IrAttr padded); // 0 for NULL and other layouts

// Whether a buffer's layout has the dimension before the last one contiguous; false for NULL.
IR_API bool mem_layout_column(IrAttr layout);

#endif
