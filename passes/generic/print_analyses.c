// print-callgraph, print-liveness, print-alias: what the analysis of that name finds.
#include "ir/analysis/alias.h"
#include "ir/analysis/call_graph.h"
#include "ir/analysis/liveness.h"
#include "ir/analysis/tree.h"
#include "ir/support/vec.h"
#include "passes/generic/generic.h"

IrStatus print_callgraph_run(IrPassRun *run, IrOp *op) {
  IrStream out = {0};
  ir_call_graph_print(ir_analysis_get(run, &ir_call_graph_analysis, op), &out);
  ir_say(run->ctx, ir_stream_str(&out));
  ir_stream_free(&out);
  return IR_OK;
}

// ---- print-liveness ----

static void write_values(IrStream *out, const char *what, IrValues values) {
  ir_print(out, "{}", what);
  for (size_t i = 0; i < values.n; i++) ir_print(out, "{} {}", i ? "," : "", values.at[i]);
  if (!values.n) ir_print(out, " nothing");
}

static void remark_block(IrContext *ctx, const IrLiveness *liveness, const IrBlock *block) {
  IrStream out = {0};
  write_values(&out, "live in:", ir_live_in(liveness, block));
  write_values(&out, "; live out:", ir_live_out(liveness, block));
  ir_remark(ctx, ir_op_loc(ir_block_first(block)), "{}", ir_stream_str(&out));
  ir_stream_free(&out);
}

typedef IR_VEC(IrValue *) Values;

static void add_live_after(const IrLiveness *liveness, const IrOp *op, IrValue *value, Values *to) {
  if (ir_is_live_after(liveness, value, op)) ir_vec_push(to, value);
}

// Values of the block and those that are live into it, in the order of their definitions.
static void remark_op(IrContext *ctx, const IrLiveness *liveness, const IrOp *op) {
  const IrBlock *block = ir_op_block(op);
  IrValues in = ir_live_in(liveness, block);
  Values live = {0};
  for (size_t i = 0; i < in.n; i++) add_live_after(liveness, op, in.at[i], &live);
  for (size_t i = 0; i < ir_block_num_args(block); i++)
    add_live_after(liveness, op, ir_block_arg(block, i), &live);
  for (IrOp *at = ir_block_first(block);; at = ir_op_next(at)) {
    for (size_t i = 0; i < ir_op_num_results(at); i++)
      add_live_after(liveness, op, ir_op_result(at, i), &live);
    if (at == op) break;
  }
  IrStream out = {0};
  write_values(&out, "live behind it:", (IrValues){live.at, live.n});
  ir_remark(ctx, ir_op_loc(op), "{}", ir_stream_str(&out));
  ir_stream_free(&out);
  ir_vec_free(&live);
}

static void remark_blocks(IrContext *ctx, const IrLiveness *liveness, IrOp *op, bool ops) {
  for (size_t i = 0; i < ir_op_num_regions(op); i++) {
    IR_FOR_BLOCKS(block, ir_op_region(op, i)) {
      if (!ir_block_first(block)) continue;
      remark_block(ctx, liveness, block);
      IR_FOR_OPS(in, block) {
        if (ops) remark_op(ctx, liveness, in);
      }
    }
  }
}

IrStatus print_liveness_run(IrPassRun *run, IrOp *root) {
  const struct pass_print_liveness_decl *self = run->decl;
  const IrLiveness *liveness = ir_analysis_get(run, &ir_liveness_kept, root);
  if (!liveness) return IR_FAILED;
  for (IrOp *op = root; op; op = ir_tree_next(op, root))
    remark_blocks(run->ctx, liveness, op, self->options.ops);
  return IR_OK;
}

// ---- print-alias ----

static bool is_memref(const IrValue *value) {
  IrTypeKind kind = ir_type_kind(ir_value_type(value));
  return kind == IR_TYPE_MEMREF || kind == IR_TYPE_UNRANKED_MEMREF;
}

static void add_memref(Values *values, IrValue *value) {
  if (is_memref(value)) ir_vec_push(values, value);
}

static void find_memrefs(IrOp *root, Values *values) {
  for (IrOp *op = root; op; op = ir_tree_next(op, root)) {
    for (size_t i = 0; op != root && i < ir_op_num_results(op); i++)
      add_memref(values, ir_op_result(op, i));
    for (size_t i = 0; i < ir_op_num_regions(op); i++) {
      IR_FOR_BLOCKS(block, ir_op_region(op, i)) {
        for (size_t k = 0; k < ir_block_num_args(block); k++)
          add_memref(values, ir_block_arg(block, k));
      }
    }
  }
}

static void print_effects(IrStream *out, IrOp *root, const Values *values) {
  static const char *const does[] = {"nothing", "reads", "writes", "reads and writes"};
  for (IrOp *op = ir_tree_first(root, 0); op; op = ir_tree_next(op, root)) {
    if (ir_op_has_trait(op, IR_PURE)) continue;
    for (size_t i = 0; i < values->n; i++)
      ir_print(out, "'{}' {}: {}\n", ir_op_name(op), values->at[i],
               does[ir_mod_ref(op, values->at[i])]);
  }
}

IrStatus print_alias_run(IrPassRun *run, IrOp *root) {
  const struct pass_print_alias_decl *self = run->decl;
  Values values = {0};
  IrStream out = {0};
  find_memrefs(root, &values);
  for (size_t i = 0; i < values.n; i++)
    for (size_t k = i + 1; k < values.n; k++)
      ir_print(&out, "{} {}: {}\n", values.at[i], values.at[k],
               ir_alias_name(ir_alias(values.at[i], values.at[k])));
  if (self->options.effects) print_effects(&out, root, &values);
  if (ir_stream_str(&out).len) ir_say(run->ctx, ir_stream_str(&out));
  ir_stream_free(&out);
  ir_vec_free(&values);
  return IR_OK;
}
