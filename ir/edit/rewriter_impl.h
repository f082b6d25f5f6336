// What a rewriter is inside; shared by rewriter.c, constants.c, worklist.c, fold.c and greedy.c.
#ifndef IR_EDIT_REWRITER_IMPL_H
#define IR_EDIT_REWRITER_IMPL_H

#include "ir/edit/rewriter.h"
#include "ir/support/vec.h"

// A stack of ops, each at most once; taking an op out from the middle leaves a NULL behind.
typedef struct Worklist {
  IR_VEC(IrOp *) ops;
  uint32_t *slots; // hash table by op: place in `ops`, plus one
  size_t size, live;
} Worklist;

void ir_worklist_push(Worklist *list, IrOp *op);
IrOp *ir_worklist_pop(Worklist *list); // NULL when empty
void ir_worklist_remove(Worklist *list, IrOp *op);
void ir_worklist_reverse(Worklist *list);
void ir_worklist_free(Worklist *list);

// The constants that stand at the start of isolated regions, one for each value and type.
typedef struct ConstantEntry {
  IrBlock *block;
  IrAttr attr;
  IrType type;
  IrOp *op; // NULL once erased
} ConstantEntry;

typedef struct Constants {
  ConstantEntry *at;
  size_t size, used;
} Constants;

struct IrRewriter {
  IrContext *ctx;
  IrBuilder builder;
  IrOp *root;
  Worklist worklist;
  Constants constants;
  uint64_t changes;
  bool root_isolated;
  bool debug, debug_fold; // channels `greedy` and `fold` are open
  bool watched;           // somebody watches steps: ir/core/action.h
};

void ir_rewriter_open(IrRewriter *rw, IrOp *root);
void ir_rewriter_close(IrRewriter *rw);
// The value of a constant-like op, or NULL.
IrAttr ir_constant_value(const IrOp *op);
// The constant of that value at the start of the region that `at` is in, made if need be; NULL when
// no dialect has a constant for it.
IrValue *ir_constants_get(IrRewriter *rw, IrOp *at, IrAttr attr, IrType type);
// Makes a constant op found in the IR the one for its value, moving it to the region's start, or
// replaces it by the one there is.  False when it was replaced and erased.
bool ir_constants_adopt(IrRewriter *rw, IrOp *op, IrAttr attr);
void ir_constants_forget(IrRewriter *rw, const IrOp *op);
void ir_constants_free(Constants *constants);

#endif
