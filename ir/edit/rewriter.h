// Changing IR by patterns.
//
//   IR_PATTERN(mul_by_one, arith_muli, 1, "x * 1 -> x") {      // (rw, op) -> bool
//     IrAttr c; if (!ir_match_constant(GET(op, arith_muli, rhs), &c) || ir_attr_int(c) != 1)
//       return ir_no_match(rw, op, "right side is not 1");
//     return ir_replace(rw, op, GET(op, arith_muli, lhs));
//   }
//
// The rules of a pattern, the same under every driver:
//
//   1. It looks first and changes after: when it returns false it has changed nothing.
//   2. When it returns true it has changed something.
//   3. Every change goes through the rewriter or is announced to it: ops are made with its builder,
//      erased with ir_erase, moved with ir_move_before, and one that is changed in place (its
//      operands, attributes, successors) is told with ir_changed.
//
// Builds for debugging, and --check-rewrites, hold patterns and folds to them, and name the pattern
// and the op.  The drivers are ir_rewrite_greedily below (until nothing changes),
// ir_rewrite_walk of walk.h (each op once) and ir_convert of conversion.h (to a target, with
// types); they take the same patterns.  docs/rewriting.md says when to use which.
#ifndef IR_EDIT_REWRITER_H
#define IR_EDIT_REWRITER_H

#include "ir/edit/builder.h"
#include "ir/edit/regions.h"

#define IR_PATTERN(id, root_op, benefit_, text_) \
  IR_PATTERN_WITH(id, root_op, benefit_, text_, NULL, 0)
// With labels, words separated by commas by which users switch patterns on and off together, and
// flags IR_PATTERN_*.
#define IR_PATTERN_WITH(id, root_op, benefit_, text_, labels_, flags_) \
  static bool id##_rewrite(IrRewriter *rw, IrOp *op); \
  IR_USED_BY(id, root_op) \
  const IrPattern id = {sizeof(IrPattern), #id,          text_,   &root_op, \
                        benefit_,          id##_rewrite, labels_, flags_}; \
  static bool id##_rewrite(IrRewriter *rw, IrOp *op)
// For ops of any kind.
#define IR_PATTERN_ANY(id, benefit_, text_, flags_) \
  static bool id##_rewrite(IrRewriter *rw, IrOp *op); \
  const IrPattern id = { \
      sizeof(IrPattern), #id, text_, NULL, benefit_, id##_rewrite, NULL, flags_}; \
  static bool id##_rewrite(IrRewriter *rw, IrOp *op)

// Builder that inserts before the op being rewritten.
IR_API IrBuilder *ir_rewriter_builder(IrRewriter *rw);
IR_API IrContext *ir_rewriter_context(IrRewriter *rw);
// What the driver's options have as `user`, for patterns that look something up; NULL without.
IR_API void *ir_rewriter_user(IrRewriter *rw);
// Say why not: for --debug-only=greedy, walk, conversion, and the report of a failed conversion.
// Always false.
IR_API bool ir_no_match_args(IrRewriter *rw, IrOp *op, const char *format, const IrFmtArg *args,
                             size_t n);
#define ir_no_match(rw, op, ...) ir_no_match_args((rw), (op), IR_FMT_ARGS(__VA_ARGS__))
// All return true, for `return ir_replace(...)`.
IR_API bool ir_replace(IrRewriter *rw, IrOp *op, IrValue *value); // op with one result
IR_API bool ir_replace_values(IrRewriter *rw, IrOp *op, IrValue *const *values, size_t n);
IR_API bool ir_erase(IrRewriter *rw, IrOp *op);
IR_API bool ir_changed(IrRewriter *rw, IrOp *op); // after or before a change in place
IR_API void ir_move_before(IrRewriter *rw, IrOp *op, IrOp *before);
IR_API void ir_rewriter_replace_uses(IrRewriter *rw, IrValue *from, IrValue *to);
// Moves the ops of `block` (without its terminator) before `before`, args replaced, and erases it.
IR_API void ir_rewriter_inline_block(IrRewriter *rw, IrBlock *block, IrOp *before,
                                     IrValue *const *args, size_t n);

// Called by the builder for each op it inserts while `builder.rewriter` is set; announces an op
// that was inserted otherwise.
IR_API void ir_rewriter_created(IrRewriter *rw, IrOp *op);

// Whoever wants to hear of what happens; called after an op was inserted or modified, before it is
// replaced or erased.  Any may be NULL.
typedef struct IrRewriteListener {
  uint32_t size; // sizeof(IrRewriteListener)
  void *user;    // first argument of all
  void (*inserted)(void *user, IrOp *op);
  void (*modified)(void *user, IrOp *op);
  void (*replaced)(void *user, IrOp *op, IrValue *const *values, size_t n);
  void (*erased)(void *user, IrOp *op);
} IrRewriteListener;

// Whether lists of pattern names and labels, separated by commas, select a pattern: `enable` NULL
// or empty is all, `disable` none.
IR_API bool ir_pattern_is_selected(const IrPattern *pattern, const char *enable,
                                   const char *disable);

// The constant behind a value, if its op is IR_CONSTANT_LIKE.
IR_API bool ir_match_constant(const IrValue *value, IrAttr *attr);
IR_API bool ir_match_int(const IrValue *value, int64_t *number); // integer, index, or splat of them

// Folds `op` if it can: replaces results, materializing constants.  True when something changed and
// op may be gone.  See fold.h.
IR_API bool ir_fold(IrRewriter *rw, IrOp *op);
IR_API bool ir_op_is_dead(const IrOp *op); // unused and without effect: may be erased
// Without effect: may be erased once nobody uses its results.
IR_API bool ir_op_is_dead_unless_used(const IrOp *op);

// Which ops the greedy driver visits.
typedef enum IrRewriteScope {
  IR_REWRITE_ALL,              // all inside the root, and what changes make or touch
  IR_REWRITE_EXISTING_AND_NEW, // the first ones, and those made on the way
  IR_REWRITE_EXISTING,         // the first ones
} IrRewriteScope;

typedef struct IrGreedyOptions {
  unsigned max_iterations; // 0: 10
  bool fold;               // fold and erase dead ops as well
  bool bottom_up;          // first visit ops after those nested in them and in reverse
  bool keep_constants;     // do not unite equal constants at the start of the isolated region
  bool must_converge;      // not converging is an error
  uint64_t max_rewrites;   // per iteration; 0: a bound that only a loop of patterns reaches
  uint64_t *rewrites;      // counts changes made, or NULL
  const char *enable;      // names and labels of the patterns to use, and no others; or NULL
  const char *disable;     // names and labels of patterns to leave out, or NULL
  IrRewriteScope scope;    // but for IR_REWRITE_ALL constants are not united
  // The ops to begin with instead of all inside the root; all are inside of it.
  IrOp *const *only;
  size_t num_only;
  const IrRewriteListener *listener; // or NULL
  bool quiet;                        // not converging is no warning either
  // Called after each iteration, with `user`, which patterns may ask for too; true when it changed
  // something, and another iteration follows.  It changes the IR by itself.  NULL: nothing.
  bool (*after_iteration)(void *user, IrOp *root);
  void *user;
} IrGreedyOptions;
// Applies folds, dead-op removal and patterns inside `root` until nothing changes.  Not converging
// within the limit is a warning that shows which patterns undo each other, on which op and how
// often; the IR is valid then, and simplified as far as it got.
// `options` NULL: fold, and the defaults; `size` is the caller's sizeof(IrGreedyOptions).
IR_API IR_CHECKED IrStatus ir_rewrite_greedily_sized(IrOp *root, const IrPattern *const *patterns,
                                                     size_t n, const IrGreedyOptions *options,
                                                     size_t size);
IR_CHECKED static inline IrStatus ir_rewrite_greedily(IrOp *root, const IrPattern *const *patterns,
                                                      size_t n, const IrGreedyOptions *options) {
  return ir_rewrite_greedily_sized(root, patterns, n, options, sizeof *options);
}

#endif
