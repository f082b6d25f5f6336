// How ops, values, blocks and regions lie in memory; for use inside ir/ only.
//
//   [ result n-1 | ... | result 0 | IrOp | attribute slots | successors | regions | operands | uses
//   ]
//                                  ^ IrOp *
//
// A result finds its op by its own number.  Slots stand at a fixed offset; operands come last
// because their number may change: then an IrOpExtra says where they are and what room there was.
// The values of the operands are one array, so a list of operands is a pointer and a count; the
// links that chain the uses of a value are an array beside it.
//
// So do branches: a block finds what goes to it by the chain of its edges.
//
//   64 bytes an op, 24 a result, 32 an operand, 8 an attribute slot, 32 a successor, 24 a region
//
// One allocation from the context's heap in sizes 8 bytes apart: erasing an op and creating one of
// the same shape costs two pointer moves.
#ifndef IR_CORE_OP_IMPL_H
#define IR_CORE_OP_IMPL_H

#include "ir/core/context_impl.h"
#include "ir/core/extension.h"
#include "ir/core/journal_impl.h"

// An implementation of an interface without a place.
typedef struct IrOtherInterface {
  const IrInterface *interface;
  const void *table;
  const struct IrOtherInterface *next;
} IrOtherInterface;

// What a plugin added to an op.
typedef struct IrOpExtended {
  const IrOpExtension *extension;
  const char *origin;
  struct IrOpExtended *next;
} IrOpExtended;

// What registration works out about an op's definition.
struct IrOpInfo {
  IrContext *ctx;
  const IrOpDef *key; // the definition by which C code knows it; NULL: of an unknown dialect
  const IrOpDef *def; // the same, or a copy when the plugin's has fewer fields
  IrIdent name;
  uint64_t traits;
  const IrDialect *dialect;
  // Declared slots of each sort, and how they lie in an args struct: operands, results, attributes,
  // successors.
  uint32_t num_operand_slots, num_result_slots, num_attr_slots, num_region_slots,
      num_successor_slots;
  // First operand and result slot that is not IR_ONE; the number of slots when there is none.
  uint32_t loose_operand, loose_result;
  // Attribute slots an op carries: the declared ones, and operandSegmentSizes after them when the
  // op has trait IR_SEGMENTS.
  uint32_t num_slots;
  uint32_t sym_name;         // slot of the symbol's name, or UINT32_MAX
  const IrIdent *slot_names; // num_slots of them
  const struct IrFormat *format;
  const void *interfaces[IR_INTERFACE_PLACES]; // tables by place, NULL where there is none
  const IrOtherInterface *others;
  const IrFoldFn *folds; // the definition's, then those of extensions
  uint32_t num_folds;
  uint32_t effect_kinds;  // IR_EFFECT_*, as the traits say it
  IrOpExtended *extended; // in the order they were made in
};

// Interface implementations of an op: whether they can be added, and adding them.
IR_CHECKED IrStatus ir_interfaces_check(IrContext *ctx, const IrOpInfo *info,
                                        const IrInterfaceImpl *list);
void ir_interfaces_add(IrContext *ctx, IrOpInfo *info, const IrInterfaceImpl *list);
void ir_op_info_add_fold(IrContext *ctx, IrOpInfo *info, IrFoldFn fold);

// A value's name: 0 none; below 2^31 the location of its `%name` in a source buffer; above, the
// index of an identifier.
#define IR_NAME_IS_IDENT UINT32_C(0x80000000)

struct IrValue {
  IrType type;
  IrUse *first_use;
  uint32_t name;
  uint32_t index_and_kind; // number * 2, plus 1 for a block argument
};

typedef struct IrArg {
  IrValue value;
  IrBlock *block;
  IrLoc loc;
} IrArg;

// A link in the chain of uses of a value; its place in the op's array is the operand's number.
struct IrUse {
  IrUse *next;
  IrUse **link; // what points to this one; NULL when the operand has no value
  IrOp *op;
};

// A successor: a link in the chain of ways into a block; its place in the op's array is its number.
struct IrEdge {
  IrBlock *block; // NULL once the block is gone
  IrEdge *next;
  IrEdge **link; // what points to this one
  IrOp *op;
};

struct IrRegion {
  IrOp *op; // NULL: detached, and followed by its context
  IrBlock *first, *last;
};

struct IrBlock {
  IrContext *ctx;
  IrRegion *region;
  IrBlock *next, *prev;
  IrOp *first, *last;
  IrEdge *first_edge; // of the branches here, newest first
  IrArg **args;
  uint32_t num_args, args_cap;
  bool ordered;    // `order` of its ops ascends
  uint32_t number; // free for whoever numbers blocks (ir/analysis/dataflow)
};

// What few ops have: a changed number of operands.
typedef struct IrOpExtra {
  IrAttr discardable;
  IrValue **values;
  IrUse *uses;
  uint32_t cap;        // operands there is room for
  uint32_t inline_cap; // operands the op was created with
} IrOpExtra;

struct IrOp {
  IrBlock *block;
  IrOp *next, *prev;
  const IrOpInfo *info;
  uintptr_t extra; // the discardable dictionary, or an IrOpExtra with the low bit set
  IrLoc loc;
  uint32_t order; // in its block, while the block is `ordered`
  uint32_t num_operands, num_results, num_successors;
  uint32_t num_regions : 24;
  uint32_t num_slots : 8;
};

enum { IR_MAX_ATTR_SLOTS = 255, IR_MAX_REGIONS = (1 << 24) - 1 };

static inline IrValue *ir_result(const IrOp *op, size_t i) {
  return (IrValue *)op - 1 - i;
}
static inline IrAttr *ir_slots(const IrOp *op) {
  return (IrAttr *)(op + 1);
}
static inline IrEdge *ir_edges(const IrOp *op) {
  return (IrEdge *)(ir_slots(op) + op->num_slots);
}
static inline IrRegion *ir_regions(const IrOp *op) {
  return (IrRegion *)(ir_edges(op) + op->num_successors);
}
static inline IrOpExtra *ir_extra(const IrOp *op) {
  return op->extra & 1 ? (IrOpExtra *)(op->extra - 1) : NULL;
}
static inline IrValue **ir_inline_operands(const IrOp *op) {
  return (IrValue **)(ir_regions(op) + op->num_regions);
}
static inline IrValue **ir_operands(const IrOp *op) {
  return op->extra & 1 ? ir_extra(op)->values : ir_inline_operands(op);
}
static inline IrUse *ir_uses(const IrOp *op) {
  return op->extra & 1 ? ir_extra(op)->uses : (IrUse *)(ir_inline_operands(op) + op->num_operands);
}
static inline IrAttr ir_discardable(const IrOp *op) {
  return op->extra & 1 ? ir_extra(op)->discardable : (IrAttr)op->extra;
}

// Called by whatever edits an op: see journal_impl.h.
static inline bool ir_is_journaled(const IrOp *op) {
  return op->info->ctx->check_rewrites;
}
static inline void ir_note_edit(const IrOp *op, IrEdit edit) {
  if (ir_is_journaled(op)) ir_journal_note(op, edit);
}
static inline void ir_note_blocks(const IrBlock *block) {
  if (block->ctx->check_rewrites) ir_journal_note_blocks(block->ctx);
}

static inline bool ir_is_arg(const IrValue *value) {
  return value->index_and_kind & 1;
}
static inline uint32_t ir_number(const IrValue *value) {
  return value->index_and_kind >> 1;
}
static inline IrOp *ir_result_op(const IrValue *result) {
  return (IrOp *)(result + 1 + ir_number(result));
}
// Names a value by the place of its `%name` in a source buffer, which costs nothing.
static inline void ir_value_name_at(IrValue *value, IrLoc loc) {
  value->name = loc.id < IR_NAME_IS_IDENT ? loc.id : 0;
}

static inline void ir_use_unlink(IrUse *use) {
  if (!use->link) return;
  *use->link = use->next;
  if (use->next) use->next->link = use->link;
  use->link = NULL;
}
static inline void ir_use_link(IrUse *use, IrValue *value) {
  if (!value) {
    use->link = NULL;
    return;
  }
  use->next = value->first_use;
  if (use->next) use->next->link = &use->next;
  use->link = &value->first_use;
  value->first_use = use;
}

static inline void ir_edge_unlink(IrEdge *edge) {
  if (!edge->block) return;
  *edge->link = edge->next;
  if (edge->next) edge->next->link = edge->link;
  edge->block = NULL;
}
static inline void ir_edge_link(IrEdge *edge, IrBlock *block) {
  edge->block = block;
  if (!block) return;
  edge->next = block->first_edge;
  if (edge->next) edge->next->link = &edge->next;
  edge->link = &block->first_edge;
  block->first_edge = edge;
}

// Where the operands of a group lie; clamped to what the op has, so also right for an op that the
// verifier has not seen.
typedef struct IrRange {
  uint32_t first, n;
} IrRange;
IrRange ir_operand_range(const IrOp *op, size_t slot);
IrRange ir_result_range(const IrOp *op, size_t slot);

// From open to close symbol lookup works by an index made on first use of a table; no symbol may
// come, go or change its name meanwhile.  For the verifier, which looks up every callee.
void ir_symbol_index_open(IrContext *ctx);
void ir_symbol_index_close(IrContext *ctx);

// Whether a definition can be registered: before it is looked into, and with its slots counted.
IR_CHECKED IrStatus ir_opdef_check_name(IrContext *ctx, const IrDialect *dialect,
                                        const IrOpDef *def);
IR_CHECKED IrStatus ir_opdef_check(IrContext *ctx, const IrOpInfo *info);
// Compiles an assembly format: the one thing registration asks of ir/asm, which has the function.
IR_CHECKED IrStatus ir_format_compile(IrContext *ctx, const IrOpDef *def,
                                      const struct IrFormat **format);
// Registers the op of a dialect; opdef.c.
IR_CHECKED IrStatus ir_op_register(IrContext *ctx, const IrDialect *dialect, const IrOpDef *def);

#endif
