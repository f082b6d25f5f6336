// Changing IR by patterns.
//
//   IR_PATTERN(mul_by_one, arith_muli, 1, "x * 1 -> x") {      // (rw, op) -> bool
//     IrAttr c; if (!ir_match_constant(GET(op, arith_muli, rhs), &c) || ir_attr_int(c) != 1)
//       return ir_no_match(rw, op, "right side is not 1");
//     return ir_replace(rw, op, GET(op, arith_muli, lhs));
//   }
//
// A pattern looks first and changes after; every change goes through the rewriter, which keeps the
// worklist right.
#ifndef IR_EDIT_REWRITER_H
#define IR_EDIT_REWRITER_H

#include "ir/edit/builder.h"
#include "ir/edit/regions.h"

#define IR_PATTERN(id, root_op, benefit_, text_) \
  static bool id##_rewrite(IrRewriter *rw, IrOp *op); \
  IR_USED_BY(id, root_op) \
  const IrPattern id = {sizeof(IrPattern), #id, text_, &root_op, benefit_, id##_rewrite}; \
  static bool id##_rewrite(IrRewriter *rw, IrOp *op)

// Builder that inserts before the op being rewritten.
IR_API IrBuilder *ir_rewriter_builder(IrRewriter *rw);
IR_API IrContext *ir_rewriter_context(IrRewriter *rw);
// Say why not; kept for --debug-only=greedy.  Always false.
IR_API bool ir_no_match_args(IrRewriter *rw, IrOp *op, const char *format, const IrFmtArg *args,
                             size_t n);
#define ir_no_match(rw, op, ...) ir_no_match_args((rw), (op), IR_FMT_ARGS(__VA_ARGS__))
// All return true, for `return ir_replace(...)`.
IR_API bool ir_replace(IrRewriter *rw, IrOp *op, IrValue *value); // op with one result
IR_API bool ir_replace_values(IrRewriter *rw, IrOp *op, IrValue *const *values, size_t n);
IR_API bool ir_erase(IrRewriter *rw, IrOp *op);
IR_API bool ir_changed(IrRewriter *rw, IrOp *op); // after an in-place change
IR_API void ir_rewriter_replace_uses(IrRewriter *rw, IrValue *from, IrValue *to);
// Moves the ops of `block` (without its terminator) before `before`, args replaced, and erases it.
IR_API void ir_rewriter_inline_block(IrRewriter *rw, IrBlock *block, IrOp *before,
                                     IrValue *const *args, size_t n);

// Called by the builder for each op it inserts while `builder.rewriter` is set.
IR_API void ir_rewriter_created(IrRewriter *rw, IrOp *op);

// The constant behind a value, if its op is IR_CONSTANT_LIKE.
IR_API bool ir_match_constant(const IrValue *value, IrAttr *attr);
IR_API bool ir_match_int(const IrValue *value, int64_t *number); // integer, index, or splat of them

// Folds `op` if it can: replaces results, materializing constants.  True when something changed and
// op may be gone.
IR_API bool ir_fold(IrRewriter *rw, IrOp *op);
IR_API bool ir_op_is_dead(const IrOp *op); // unused and without effect: may be erased
// Without effect: may be erased once nobody uses its results.
IR_API bool ir_op_is_dead_unless_used(const IrOp *op);

typedef struct IrGreedyOptions {
  unsigned max_iterations; // 0: 10
  bool fold;               // fold and erase dead ops as well
  bool bottom_up;          // first visit ops after those nested in them and in reverse
  bool keep_constants;     // do not unite equal constants at the start of the isolated region
  bool must_converge;      // not converging is an error
  uint64_t max_rewrites;   // per iteration; 0: a bound that only a loop of patterns reaches
  uint64_t *rewrites;      // counts changes made, or NULL
} IrGreedyOptions;
// Applies folds, dead-op removal and patterns inside `root` until nothing changes.  Not converging
// within the limit is a warning that names the patterns still firing.
// `options` NULL: fold, and the defaults; `size` is the caller's sizeof(IrGreedyOptions).
IR_API IR_CHECKED IrStatus ir_rewrite_greedily_sized(IrOp *root, const IrPattern *const *patterns,
                                                     size_t n, const IrGreedyOptions *options,
                                                     size_t size);
IR_CHECKED static inline IrStatus ir_rewrite_greedily(IrOp *root, const IrPattern *const *patterns,
                                                      size_t n, const IrGreedyOptions *options) {
  return ir_rewrite_greedily_sized(root, patterns, n, options, sizeof *options);
}

#endif
