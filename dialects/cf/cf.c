// The cf dialect: its table, text, verifiers and canonicalizations.
//
// Beyond what the branch interface lets the verifier check:
//   1. A conditional branch has one weight for each way, not all of them zero, or none.
#include "dialects/cf/cf.h"

#include "dialects/arith/arith.h"
#include "ir/asm/parser.h"
#include "ir/asm/printer.h"
#include "ir/interfaces/branch.h"

static IrStatus cf_br_parse(IrParser *p, IrOpState *state);
static void cf_br_print(IrOp *op, IrPrinter *p);
static IrStatus cf_cond_br_parse(IrParser *p, IrOpState *state);
static void cf_cond_br_print(IrOp *op, IrPrinter *p);
static IrStatus cf_cond_br_verify(IrOp *op);
extern const IrPattern cf_br_to_branch, cf_br_to_only_successor, cf_cond_br_constant,
    cf_cond_br_same, cf_cond_br_through, cf_cond_br_known;

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/cf/cf_ops.def"
#include "ir/core/opdef_end.inc"

// ---- Branches: operands of each successor, and which is taken. ----

static IrRun br_operands(const IrOp *op, size_t successor) {
  return ir_op_operand_run(op, successor);
}

// The condition is the first group.
static IrRun cond_br_operands(const IrOp *op, size_t successor) {
  return ir_op_operand_run(op, 1 + successor);
}

static size_t cond_br_taken(const IrOp *op, const IrAttr *constants) {
  (void)op;
  if (!constants[0] || ir_attr_kind(constants[0]) != IR_ATTR_INTEGER) return SIZE_MAX;
  return ir_attr_int(constants[0]) ? 0 : 1;
}

static const IrBranchInterface cf_br_branch = {.size = sizeof(IrBranchInterface),
                                               .operands = br_operands};
static const IrBranchInterface cf_cond_br_branch = {
    .size = sizeof(IrBranchInterface), .operands = cond_br_operands, .taken = cond_br_taken};

#define IR_OPDEF_DEFINE
#include "ir/core/opdef_begin.inc"
#include "dialects/cf/cf_ops.def"
#include "ir/core/opdef_end.inc"

// ---- Text. ----

static IrStatus cf_br_parse(IrParser *p, IrOpState *state) {
  IR_TRY(ir_parse_successor(p, state));
  return ir_parse_attr_dict(p, state);
}

static void cf_br_print(IrOp *op, IrPrinter *p) {
  ir_printer_text(p, " ");
  ir_printer_successor(p, ir_op_successor(op, 0), ir_op_operand_group(op, 0));
  ir_printer_attr_dict(p, op, NULL, false);
}

// weights([1, 2])
static IrStatus parse_weights(IrParser *p, IrOpState *state) {
  if (!ir_parse_optional_keyword(p, "weights")) return IR_OK;
  int64_t weights[2];
  IR_TRY(ir_parse_token(p, "("));
  IR_TRY(ir_parse_token(p, "["));
  IR_TRY(ir_parse_integer(p, &weights[0]));
  IR_TRY(ir_parse_token(p, ","));
  IR_TRY(ir_parse_integer(p, &weights[1]));
  IR_TRY(ir_parse_token(p, "]"));
  IR_TRY(ir_parse_token(p, ")"));
  ir_state_set_attr(state, "branch_weights", ir_attr_i32_array(state->ctx, weights, 2));
  return IR_OK;
}

static IrStatus cf_cond_br_parse(IrParser *p, IrOpState *state) {
  IrUnresolved condition;
  IR_TRY(ir_parse_operand(p, &condition));
  IR_TRY(ir_resolve_operand(p, condition, ir_type_i1(state->ctx), state));
  IR_TRY(parse_weights(p, state));
  IR_TRY(ir_parse_token(p, ","));
  IR_TRY(ir_parse_successor(p, state));
  size_t after_true = state->operands.n;
  IR_TRY(ir_parse_token(p, ","));
  IR_TRY(ir_parse_successor(p, state));
  int64_t sizes[] = {1, (int64_t)after_true - 1, (int64_t)(state->operands.n - after_true)};
  ir_state_set_attr(state, "operandSegmentSizes", ir_attr_i32_array(state->ctx, sizes, 3));
  return ir_parse_attr_dict(p, state);
}

static void cf_cond_br_print(IrOp *op, IrPrinter *p) {
  static const char *const elided[] = {"branch_weights", "operandSegmentSizes", NULL};
  ir_printer_fmt(p, " {}", GET(op, cf_cond_br, condition));
  IrAttr weights = GET(op, cf_cond_br, branch_weights);
  if (weights)
    ir_printer_fmt(p, " weights([{}, {}])", ir_attr_array_int(weights, 0),
                   ir_attr_array_int(weights, 1));
  for (size_t i = 0; i < 2; i++) {
    ir_printer_text(p, ", ");
    ir_printer_successor(p, ir_op_successor(op, i), ir_op_operand_group(op, 1 + i));
  }
  ir_printer_attr_dict(p, op, elided, false);
}

// ---- Verifiers. ----

static IrStatus cf_cond_br_verify(IrOp *op) {
  IrAttr weights = GET(op, cf_cond_br, branch_weights);
  if (!weights) return IR_OK;
  if (ir_attr_count(weights) != 2)
    return ir_op_error(op, "needs two weights, got {}", ir_attr_count(weights));
  int64_t a = ir_attr_array_int(weights, 0), b = ir_attr_array_int(weights, 1);
  if (a < 0 || b < 0 || (a == 0 && b == 0))
    return ir_op_error(op, "weights must not be negative or all zero, got {} and {}", a, b);
  return IR_OK;
}

// ---- Canonicalizations. ----

typedef IR_VEC(IrValue *) Values;

// `block` only branches on, and its arguments are used for nothing else: where it goes, and with
// which values when it is entered with `given`.  A block that goes to itself leads nowhere.
static IrBlock *pass_through(IrBlock *block, IrValues given, Values *values) {
  IrOp *only = ir_block_first(block);
  if (!IS(only, cf_br)) return NULL;
  IrBlock *to = ir_op_successor(only, 0);
  if (to == block) return NULL;
  for (size_t i = 0, n = ir_block_num_args(block); i < n; i++)
    for (IrUse *u = ir_value_first_use(ir_block_arg(block, i)); u; u = ir_use_next(u))
      if (ir_use_op(u) != only) return NULL;
  IrValues onward = ir_op_operand_group(only, 0);
  for (size_t i = 0; i < onward.n; i++) {
    IrValue *v = onward.at[i];
    bool is_argument = !ir_value_op(v) && ir_value_block(v) == block;
    ir_vec_push(values, is_argument ? given.at[ir_value_index(v)] : v);
  }
  return to;
}

static bool replace_by_branch(IrRewriter *rw, IrOp *op, IrBlock *to, IrValues values) {
  BUILD(ir_rewriter_builder(rw), cf_br, .dest = to, .destOperands = values);
  return ir_erase(rw, op);
}

IR_PATTERN(cf_br_to_branch, cf_br, 1, "br to a block that only branches on -> br there") {
  Values values = {0};
  IrBlock *to = pass_through(ir_op_successor(op, 0), ir_op_operand_group(op, 0), &values);
  if (to) replace_by_branch(rw, op, to, (IrValues){values.at, values.n});
  ir_vec_free(&values);
  return to ? true : ir_no_match(rw, op, "the target does more than branch");
}

// The only way into `block` is `from`.
static bool has_single_predecessor(IrBlock *block, const IrOp *from) {
  return block != ir_region_first(ir_block_region(block)) && ir_block_has_one_edge(block) &&
         ir_edge_op(ir_block_first_edge(block)) == from;
}

// Moves the target's ops to where the branch is.
static void merge_target(IrRewriter *rw, IrOp *branch) {
  IrBlock *to = ir_op_successor(branch, 0), *from = ir_op_block(branch);
  IrValues values = ir_op_operand_group(branch, 0);
  for (size_t i = 0; i < values.n; i++)
    ir_rewriter_replace_uses(rw, ir_block_arg(to, i), values.at[i]);
  ir_erase(rw, branch);
  ir_block_move_tail(from, ir_block_first(to));
  ir_block_destroy(to);
}

// br to a block nothing else enters: the two become one, and so on from there.
IR_PATTERN(cf_br_to_only_successor, cf_br, 1, "br to a block with this one way in -> its ops") {
  IrBlock *from = ir_op_block(op);
  if (ir_op_successor(op, 0) == from || !has_single_predecessor(ir_op_successor(op, 0), op))
    return ir_no_match(rw, op, "the target can be entered another way");
  merge_target(rw, op);
  for (IrOp *next = ir_block_last(from); next && IS(next, cf_br); next = ir_block_last(from)) {
    IrBlock *to = ir_op_successor(next, 0);
    if (to == from || !has_single_predecessor(to, next)) break;
    merge_target(rw, next);
  }
  return true;
}

IR_PATTERN(cf_cond_br_constant, cf_cond_br, 1,
           "cond_br true, a, b -> br a;  cond_br false, a, b -> br b") {
  int64_t condition;
  if (!ir_match_int(GET(op, cf_cond_br, condition), &condition))
    return ir_no_match(rw, op, "the condition is not constant");
  size_t way = condition ? 0 : 1;
  return replace_by_branch(rw, op, ir_op_successor(op, way), ir_op_operand_group(op, 1 + way));
}

static bool same_values(IrValues a, IrValues b) {
  return a.n == b.n && (a.n == 0 || memcmp(a.at, b.at, a.n * sizeof *a.at) == 0);
}

// One target for both ways: what differs is selected.  Selecting pays off only when nothing else
// goes there, for then the blocks merge.
IR_PATTERN(cf_cond_br_same, cf_cond_br, 1, "cond_br c, a(x), a(y) -> br a(c ? x : y)") {
  IrBlock *to = ir_op_successor(op, 0);
  if (to != ir_op_successor(op, 1)) return ir_no_match(rw, op, "the targets differ");
  IrValues a = ir_op_operand_group(op, 1), b = ir_op_operand_group(op, 2);
  if (same_values(a, b)) return replace_by_branch(rw, op, to, a);
  Values values = {0};
  IrBuilder *builder = ir_rewriter_builder(rw);
  IrValue *condition = GET(op, cf_cond_br, condition);
  for (size_t i = 0; i < a.n; i++) {
    IrValue *v = a.at[i];
    if (v != b.at[i])
      v = BUILD1(builder, arith_select, .condition = condition, .true_value = v,
                 .false_value = b.at[i]);
    ir_vec_push(&values, v);
  }
  replace_by_branch(rw, op, to, (IrValues){values.at, values.n});
  ir_vec_free(&values);
  return true;
}

IR_PATTERN(cf_cond_br_through, cf_cond_br, 1,
           "cond_br to a block that only branches on -> cond_br there") {
  Values values[2] = {{0}, {0}};
  IrBlock *to[2];
  bool found = false;
  for (size_t i = 0; i < 2; i++) {
    IrValues given = ir_op_operand_group(op, 1 + i);
    to[i] = pass_through(ir_op_successor(op, i), given, &values[i]);
    found |= to[i] != NULL;
    if (to[i]) continue;
    to[i] = ir_op_successor(op, i);
    ir_vec_clear(&values[i]);
    for (size_t k = 0; k < given.n; k++) ir_vec_push(&values[i], given.at[k]);
  }
  if (found) {
    BUILD(ir_rewriter_builder(rw), cf_cond_br, .condition = GET(op, cf_cond_br, condition),
          .trueDest = to[0], .trueDestOperands = {values[0].at, values[0].n}, .falseDest = to[1],
          .falseDestOperands = {values[1].at, values[1].n},
          .branch_weights = GET(op, cf_cond_br, branch_weights));
    ir_erase(rw, op);
  }
  for (size_t i = 0; i < 2; i++) ir_vec_free(&values[i]);
  return found ? true : ir_no_match(rw, op, "the targets do more than branch");
}

// In a block that is entered only where the condition is true (or false), it is that constant.
IR_PATTERN(cf_cond_br_known, cf_cond_br, 1, "the condition is true in the block it leads to") {
  IrValue *condition = GET(op, cf_cond_br, condition);
  if (ir_op_successor(op, 0) == ir_op_successor(op, 1))
    return ir_no_match(rw, op, "the targets are one");
  bool changed = false;
  for (size_t i = 0; i < 2; i++) {
    IrBlock *to = ir_op_successor(op, i);
    if (to == ir_op_block(op) || !has_single_predecessor(to, op)) continue;
    for (IrUse *u = ir_value_first_use(condition), *next; u; u = next) {
      next = ir_use_next(u);
      IrOp *user = ir_use_op(u);
      if (ir_op_block(user) != to) continue;
      IrBuilder b = ir_builder_at_start(ir_op_context(op), to, ir_op_loc(op));
      b.rewriter = rw;
      IrValue *known = arith_int_constant(&b, ir_value_type(condition), i == 0);
      ir_op_set_operand(user, ir_use_index(u), known);
      changed = ir_changed(rw, user);
    }
  }
  return changed ? true : ir_no_match(rw, op, "the condition is not used there");
}

static const IrOpDef *const ops[] = {
#define IR_OPDEF_LIST
#include "ir/core/opdef_begin.inc"
#include "dialects/cf/cf_ops.def"
#include "ir/core/opdef_end.inc"
    NULL};

const IrDialect cf_dialect = {
    .size = sizeof(IrDialect),
    .name = "cf",
    .summary = "Branches between the blocks of a region.",
    .ops = ops,
    .depends = (const char *const[]){"arith", NULL},
};
