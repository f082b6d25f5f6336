// What a rewriter is inside; shared by the drivers and what they are made of.
#ifndef IR_EDIT_REWRITER_IMPL_H
#define IR_EDIT_REWRITER_IMPL_H

#include "ir/core/journal_impl.h"
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
bool ir_worklist_has(const Worklist *list, const IrOp *op);
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

// Patterns by the definition of their root, best first; pattern_set.c.
typedef struct PatternList {
  const IrPattern **at;
  size_t n;
} PatternList;

typedef struct PatternSet {
  IrArena arena;
  IrPtrMap by_def;     // IrOpDef -> PatternList
  PatternList for_any; // patterns without a root
} PatternSet;

// `enable` and `disable` as in IrGreedyOptions.
void ir_pattern_set_make(PatternSet *set, const IrPattern *const *patterns, size_t n,
                         const char *enable, const char *disable);
const PatternList *ir_pattern_set_for(const PatternSet *set, const IrOp *op);
void ir_pattern_set_free(PatternSet *set);
unsigned ir_pattern_flags(const IrPattern *pattern);
// An error when a pattern needs ir_convert and `driver` is another one.
IR_CHECKED IrStatus ir_patterns_check(IrContext *ctx, IrLoc loc, const char *driver,
                                      const IrPattern *const *patterns, size_t n);

// How ops that were changed or made are visited again.
typedef enum RewriteMode {
  REWRITE_GREEDY,  // they go on the worklist
  REWRITE_WALK,    // not at all
  REWRITE_CONVERT, // the conversion keeps a list of its own
} RewriteMode;

// A step that is checked, when the context checks rewrites; check.c.
typedef struct RewriteCheck {
  IrJournal journal;
  const IrOp *scope; // the isolated op around the last step, when it is small
  uint64_t print;    // its fingerprint
  uint64_t edits;    // of the journal when that was taken
  const IrOp *large; // a scope that is not small
  uint64_t large_at; // edits of the journal when its ops were counted
} RewriteCheck;

struct IrRewriter {
  IrContext *ctx;
  IrBuilder builder;
  IrOp *root;
  RewriteMode mode;
  const char *channel;      // of the driver's debug output
  const IrPattern *pattern; // at work, or NULL
  IrOp *current;            // the op that it is tried on
  Worklist worklist;
  IrPtrMap *scope; // ops that may be visited; NULL: all
  bool scope_grows;
  Constants constants;
  uint64_t changes;
  IrRewriteListener listener;
  IrStream *reason; // where ir_no_match says why, or NULL
  bool root_isolated;
  bool debug, debug_fold; // the driver's channel and `fold` are open
  bool watched;           // somebody watches steps: ir/core/action.h
  bool stamp;             // ops made say in their location which pattern made them
  bool failed;            // a rule was broken, and an error says which
  RewriteCheck *check;    // or NULL
  void *user;             // of the driver's options
  struct Conversion *conversion;
};

void ir_rewriter_open(IrRewriter *rw, IrOp *root, const char *channel);
void ir_rewriter_close(IrRewriter *rw);
void ir_rewriter_listen(IrRewriter *rw, const IrRewriteListener *listener); // NULL: nobody
// Tries a pattern on an op, with everything that looks on; true when it changed something.
bool ir_rewriter_apply(IrRewriter *rw, const IrPattern *pattern, IrOp *op);
// Around a step (a pattern or, with NULL, a fold) on `op` when `check` is set.
typedef struct CheckedStep {
  const char *what; // "pattern 'x'" and the like
  const char *name;
  IrStr op_name;
  IrLoc loc;
  uint64_t edits;
} CheckedStep;
CheckedStep ir_check_begin(IrRewriter *rw, const char *what, const char *name, IrOp *op);
void ir_check_end(IrRewriter *rw, const CheckedStep *step, bool changed);
void ir_rewriter_check_open(IrRewriter *rw);
void ir_rewriter_check_close(IrRewriter *rw);
// While the rewriter itself edits, nobody else need announce.
static inline void ir_rewriter_enter(IrRewriter *rw) {
  if (rw->check) rw->check->journal.announced++;
}
static inline void ir_rewriter_leave(IrRewriter *rw) {
  if (rw->check) rw->check->journal.announced--;
}

// The first step of folding: constant operands of a commutative op go last.  True when that changed
// their order.
bool ir_fold_order(IrOp *op);
// The value of a constant-like op, or NULL.
IrAttr ir_constant_value(const IrOp *op);
// A new constant in front of `op`, made as the op's dialect does; NULL when no dialect has one for
// that value.
IrValue *ir_constants_make(IrRewriter *rw, IrOp *op, IrAttr attr, IrType type);
// Makes a constant op found in the IR the one for its value, moving it to the region's start, or
// replaces it by the one there is.  False when it was replaced and erased.
bool ir_constants_adopt(IrRewriter *rw, IrOp *op, IrAttr attr);
void ir_constants_forget(IrRewriter *rw, const IrOp *op);
void ir_constants_free(Constants *constants);

#endif
