// canonicalize: the greedy driver with the patterns of all registered ops.
//
//   %0 = arith.constant 1 : i32          %c3 = arith.constant 3 : i32
//   %1 = arith.constant 2 : i32    =>    use %c3
//   %2 = arith.addi %0, %1 : i32
//   use %2
//
// requires: verified IR   preserves: meaning, symbols   breaks: blocks' and ops' order of constants
#include "ir/core/extension.h"
#include "ir/support/vec.h"
#include "passes/generic/generic.h"

typedef struct Patterns {
  IR_VEC(const IrPattern *) list;
} Patterns;

static void add_patterns(Patterns *patterns, const IrOpInfo *info,
                         const struct pass_canonicalize_decl *self) {
  for (size_t i = 0, n = ir_op_info_num_patterns(info); i < n; i++) {
    const IrPattern *p = ir_op_info_pattern(info, i);
    IrStr name = ir_str(p->name), only = ir_str(self->options.enable_patterns);
    if (ir_str_list_has(ir_str(self->options.disable_patterns), name)) continue;
    if (only.len && !ir_str_list_has(only, name)) continue;
    ir_vec_push(&patterns->list, p);
  }
}

static void add_all_patterns(Patterns *patterns, IrContext *ctx,
                             const struct pass_canonicalize_decl *self) {
  for (size_t i = 0; i < ir_dialect_count(ctx); i++) {
    const IrDialect *dialect = ir_dialect_at(ctx, i);
    for (size_t k = 0; dialect->ops && dialect->ops[k]; k++)
      add_patterns(patterns, ir_op_info_of(ctx, dialect->ops[k]), self);
  }
}

// What `region-simplify` may be, in the order of its values.
enum { DISABLED, NORMAL, AGGRESSIVE };

static bool simplify_regions(const struct pass_canonicalize_decl *self, IrOp *op,
                             IrRegionChanges *changes) {
  int64_t level = self->options.region_simplify;
  if (level != DISABLED) return ir_simplify_regions(op, level == AGGRESSIVE, changes);
  size_t erased = ir_erase_unreachable_blocks(op);
  changes->blocks += erased;
  return erased > 0;
}

static size_t sum(const IrRegionChanges *changes) {
  return changes->blocks + changes->args + changes->ops + changes->merged + changes->redundant;
}

static void add_changes(const struct pass_canonicalize_decl *self, const IrRegionChanges *changes) {
  self->stats->blocks_erased += changes->blocks;
  self->stats->blocks_merged += changes->merged;
  self->stats->args_erased += changes->args + changes->redundant;
  self->stats->rewrites += changes->ops;
}

typedef struct Simplify {
  const struct pass_canonicalize_decl *self;
  IrRegionChanges changes;
} Simplify;

// A branch that was folded may leave blocks behind, whose uses kept other ops alive.
static bool simplify(void *user, IrOp *op) {
  Simplify *s = user;
  return simplify_regions(s->self, op, &s->changes);
}

IrStatus canonicalize_run(IrPassRun *run, IrOp *op) {
  const struct pass_canonicalize_decl *self = run->decl;
  int64_t iterations = self->options.max_iterations, rewrites = self->options.max_num_rewrites;
  Simplify regions = {.self = self};
  IrGreedyOptions options = {
      .fold = true,
      .bottom_up = !self->options.top_down,
      .max_iterations =
          iterations < 0 || iterations > UINT32_MAX ? UINT32_MAX : (unsigned)iterations,
      .max_rewrites = rewrites < 0 ? 0 : (uint64_t)rewrites,
      .must_converge = self->options.test_convergence,
      .rewrites = &self->stats->rewrites,
      .after_iteration = simplify,
      .user = &regions,
  };
  uint64_t before = self->stats->rewrites;
  Patterns patterns = {0};
  add_all_patterns(&patterns, run->ctx, self);
  regions.changes.blocks = ir_erase_unreachable_blocks(op); // patterns look at what may run only
  IrStatus status = ir_rewrite_greedily(op, patterns.list.at, patterns.list.n, &options);
  ir_vec_free(&patterns.list);
  // Constants may have been moved all the same.
  add_changes(self, &regions.changes);
  if (!sum(&regions.changes) && self->stats->rewrites == before)
    ir_pass_preserve(run, &ir_dominance_analysis);
  return status;
}
