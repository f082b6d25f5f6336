// Operations, values, blocks and regions.
//
// An op is one allocation:
//
//   [ result n-1 | ... | result 0 | header | attribute slots | successors | regions | operands ]
//
// so a result finds its op by its own index, an attribute slot is at a fixed offset, and most ops
// cost one cache line plus 24 bytes a result and 32 an operand.  Blocks keep ops in an intrusive
// list; a value keeps its uses in one; both give O(1) insertion and removal.  The layout is private
// (ir/core/op_impl.h); passes and plugins use these functions.
//
// Ownership: a region owns its blocks, a block its ops.  A detached op belongs to whoever created
// or detached it, and is freed with ir_op_destroy.
#ifndef IR_CORE_OP_H
#define IR_CORE_OP_H

#include "ir/core/attr.h"

typedef struct IrRegion IrRegion;
typedef struct IrUse IrUse;
typedef struct IrEdge IrEdge;
typedef struct IrOpDef IrOpDef;
typedef struct IrOpInfo IrOpInfo; // an op definition as registered in a context

// Borrowed lists.
typedef struct IrValues {
  IrValue *const *at;
  size_t n;
} IrValues;
typedef struct IrTypes {
  const IrType *at;
  size_t n;
} IrTypes;

// What an op is made of.  All arrays are copied.  An op with trait IR_SEGMENTS has one attribute
// slot more than its definition declares, the last: operandSegmentSizes.
typedef struct IrOpCreate {
  const IrOpInfo *info;
  IrLoc loc;
  IrValue *const *operands;
  size_t num_operands;
  const IrType *result_types;
  size_t num_results;
  const IrAttr *attrs; // one per attribute slot, NULL where absent; may be NULL
  IrAttr discardable;  // dictionary of extra `dialect.name` attributes, or NULL
  IrBlock *const *successors;
  size_t num_successors;
  size_t num_regions; // created empty
  // How many `attrs` there are, so that an op may gain attributes that the caller does not know; 0:
  // as many as the op has slots.
  size_t num_attrs;
} IrOpCreate;

// `size` is the caller's sizeof(IrOpCreate), which later fields of the struct may exceed.
IR_API IrOp *ir_op_create_sized(IrContext *ctx, const IrOpCreate *what, size_t size);
static inline IrOp *ir_op_create(IrContext *ctx, const IrOpCreate *what) {
  return ir_op_create_sized(ctx, what, sizeof *what);
}
// Erases an op (detaching it first) with everything in it.  Its results must have no uses.
IR_API void ir_op_destroy(IrOp *op);

IR_API IrContext *ir_op_context(const IrOp *op);
IR_API const IrOpInfo *ir_op_info(const IrOp *op);
IR_API const IrOpDef *ir_op_def(const IrOp *op);          // NULL for an unregistered op
IR_API IrStr ir_op_name(const IrOp *op);                  // "arith.addi"
IR_API bool ir_op_is(const IrOp *op, const IrOpDef *def); // op may be NULL
IR_API bool ir_op_has_trait(const IrOp *op, uint64_t trait);
IR_API IrLoc ir_op_loc(const IrOp *op);
IR_API void ir_op_set_loc(IrOp *op, IrLoc loc);

IR_API size_t ir_op_num_operands(const IrOp *op);
IR_API IrValue *ir_op_operand(const IrOp *op, size_t i);
IR_API void ir_op_set_operand(IrOp *op, size_t i, IrValue *value);
// Replaces the whole list; keeps segment sizes only for ops with at most one variadic group.
IR_API void ir_op_set_operands(IrOp *op, IrValue *const *values, size_t n);
// Replaces operand group `slot` of the definition, segment sizes kept.
IR_API void ir_op_set_operand_group(IrOp *op, size_t slot, IrValue *const *values, size_t n);
IR_API size_t ir_op_num_results(const IrOp *op);
IR_API IrValue *ir_op_result(const IrOp *op, size_t i);
IR_API size_t ir_op_num_regions(const IrOp *op);
IR_API IrRegion *ir_op_region(const IrOp *op, size_t i);
IR_API size_t ir_op_num_successors(const IrOp *op);
IR_API IrBlock *ir_op_successor(const IrOp *op, size_t i);
IR_API void ir_op_set_successor(IrOp *op, size_t i, IrBlock *block);

// Attributes by name, declared slot or discardable; NULL when absent.  Passes use GET for slots.
IR_API IrAttr ir_op_attr(const IrOp *op, const char *name);
// Setting NULL removes.
IR_API void ir_op_set_attr(IrOp *op, const char *name, IrAttr value);
IR_API IrAttr ir_op_discardable(const IrOp *op); // dictionary or NULL
IR_API void ir_op_set_discardable(IrOp *op, IrAttr dict);
IR_API IrAttr ir_op_slot_attr(const IrOp *op, size_t slot);
IR_API void ir_op_set_slot_attr(IrOp *op, size_t slot, IrAttr value);

// Place in the tree.
IR_API IrBlock *ir_op_block(const IrOp *op);
IR_API IrOp *ir_op_parent(const IrOp *op); // op owning the region that holds this one, or NULL
IR_API IrOp *ir_op_next(const IrOp *op);
IR_API IrOp *ir_op_prev(const IrOp *op);
IR_API void ir_op_detach(IrOp *op);
IR_API void ir_op_insert_before(IrOp *op, IrOp *before);
IR_API void ir_op_insert_after(IrOp *op, IrOp *after);
IR_API void ir_block_append(IrBlock *block, IrOp *op);
IR_API void ir_block_prepend(IrBlock *block, IrOp *op);
// Both in the same block; O(1) amortised.
IR_API bool ir_op_is_before(const IrOp *a, const IrOp *b);
// `op` itself or an ancestor.
IR_API bool ir_op_is_inside(const IrOp *op, const IrOp *ancestor);
// Nearest ancestor (or op itself) with that definition, or NULL.
IR_API IrOp *ir_op_enclosing(IrOp *op, const IrOpDef *def);

// Values.
IR_API IrType ir_value_type(const IrValue *value);
IR_API void ir_value_set_type(IrValue *value, IrType type);
IR_API IrOp *ir_value_op(const IrValue *value);       // defining op; NULL for a block argument
IR_API IrBlock *ir_value_block(const IrValue *value); // block that defines it either way
IR_API size_t ir_value_index(const IrValue *value);   // result or argument number
// Place of a block argument, or of the op that defines a result.
IR_API IrLoc ir_value_loc(const IrValue *value);
IR_API void ir_value_set_loc(IrValue *argument, IrLoc loc);
IR_API bool ir_value_has_uses(const IrValue *value);
IR_API bool ir_value_has_one_use(const IrValue *value);
IR_API void ir_value_replace_uses(IrValue *from, IrValue *to);
// The name it had in the source, without `%`; empty when none.  Printers make names unique.
IR_API IrStr ir_value_name(const IrValue *value, IrContext *ctx);
IR_API void ir_value_set_name(IrValue *value, IrContext *ctx, IrStr name);
// Copies the name of `from`, which costs no lookup.
IR_API void ir_value_take_name(IrValue *value, const IrValue *from);

// Uses, newest first:  for (IrUse *u = ir_value_first_use(v); u; u = ir_use_next(u))
IR_API IrUse *ir_value_first_use(const IrValue *value);
IR_API IrUse *ir_use_next(const IrUse *use);
IR_API IrOp *ir_use_op(const IrUse *use);
IR_API size_t ir_use_index(const IrUse *use);

// Blocks.
IR_API IrBlock *ir_block_create(IrContext *ctx); // detached
IR_API void ir_block_destroy(IrBlock *block);    // detaches; its values must be unused outside
IR_API IrRegion *ir_block_region(const IrBlock *block);
IR_API IrOp *ir_block_parent(const IrBlock *block); // op that owns the region
IR_API IrBlock *ir_block_next(const IrBlock *block);
IR_API IrBlock *ir_block_prev(const IrBlock *block);
IR_API IrOp *ir_block_first(const IrBlock *block);
IR_API IrOp *ir_block_last(const IrBlock *block);
// The last op when it is a terminator, else NULL.
IR_API IrOp *ir_block_terminator(const IrBlock *block);
IR_API size_t ir_block_num_args(const IrBlock *block);
IR_API IrValue *ir_block_arg(const IrBlock *block, size_t i);
IR_API IrValue *ir_block_add_arg(IrBlock *block, IrType type, IrLoc loc);
IR_API void ir_block_erase_arg(IrBlock *block, size_t i); // it must be unused
// Ways into a block, newest first: the branch and which of its successors; one that goes there
// twice counts twice.  Entering a region at its first block is no edge.
//   for (IrEdge *e = ir_block_first_edge(b); e; e = ir_edge_next(e))
IR_API IrEdge *ir_block_first_edge(const IrBlock *block);
IR_API IrEdge *ir_edge_next(const IrEdge *edge);
IR_API IrOp *ir_edge_op(const IrEdge *edge);
IR_API size_t ir_edge_index(const IrEdge *edge);
IR_API bool ir_block_has_one_edge(const IrBlock *block);
// Erases the arguments for which `erase` says so; they must be unused.
IR_API void ir_block_erase_args(IrBlock *block, const bool *erase);
// All branches to `from` go to `to` instead, with the operands they have.
IR_API void ir_block_redirect(IrBlock *from, IrBlock *to);
// Moves `first` and all ops after it to the end of `to`.
IR_API void ir_block_move_tail(IrBlock *to, IrOp *first);

// Regions.
IR_API IrRegion *ir_region_create(IrContext *ctx); // detached: belongs to no op
IR_API void ir_region_destroy(IrRegion *region);   // a detached one, with everything in it
IR_API IrOp *ir_region_op(const IrRegion *region);
IR_API size_t ir_region_index(const IrRegion *region);
IR_API bool ir_region_is_empty(const IrRegion *region);
IR_API IrBlock *ir_region_first(const IrRegion *region);
IR_API IrBlock *ir_region_last(const IrRegion *region);
IR_API void ir_region_append(IrRegion *region, IrBlock *block);
IR_API void ir_region_insert_before(IrBlock *block, IrBlock *before);
IR_API void ir_block_detach(IrBlock *block);
// Moves all blocks of `from` to the end of `to`.
IR_API void ir_region_take_body(IrRegion *to, IrRegion *from);

// Ops of a block in order; the body may erase the current op.
#define IR_FOR_OPS(op, block) \
  for (IrOp *op = ir_block_first(block), *op##_next = op ? ir_op_next(op) : NULL; op; \
       op = op##_next, op##_next = op ? ir_op_next(op) : NULL)
#define IR_FOR_BLOCKS(b, region) for (IrBlock *b = ir_region_first(region); b; b = ir_block_next(b))

// Visits `root` and all ops nested in it, parents after their children; iterative.  The callback
// may erase the visited op.  Stops when it returns IR_FAILED and returns that.
typedef IrStatus (*IrWalkFn)(IrOp *op, void *user);
IR_API IrStatus ir_walk_post(IrOp *root, IrWalkFn fn, void *user);
// The same, parents first; the callback may not erase.
IR_API IrStatus ir_walk_pre(IrOp *root, IrWalkFn fn, void *user);

#endif
