// tile-remove-conversions: conversions of layouts that need not be, or not so often.
//
// requires: laid-out tiles   preserves: meaning, layouts of all other ops   breaks: nothing
//
//   A conversion to the layout there is, back to where its source came from, of another one,
//   unused, or the same as one before it, is gone; one of a constant or splat is such a constant or
//   splat.
//
//   A conversion of what a loop does not change stands in front of the loop.
//
//   A tile that costs less to make once more (a bias row, what is computed of it) is made in the
//   other layout: layout_again.h.  One whose layout a person named (`tile.layout`) is not.
//
//   scf.for ... iter_args(%c = %z) {       %y = convert %z : A to B
//     %x = convert %c : A to B             scf.for ... iter_args(%c = %y) {
//     %d = ... %x ... : B           ==>      %d = ... %c ... : B
//     %e = convert %d : B to A               yield %d
//     yield %e                             }
//   }                                      and the result is converted to A, where it is used
//
//   unless a person named the layout of what the loop carries.
#include "dialects/mem/mem.h"
#include "dialects/tile/kernel.h"
#include "dialects/tile/tile.h"
#include "ir/edit/builder.h"
#include "ir/interfaces/loop.h"
#include "ir/interfaces/region_branch.h"
#include "passes/tile/layout_again.h"
#include "passes/tile/layout_problem.h"

typedef IR_VEC(IrOp *) Ops;

typedef struct Remove {
  IrOp *kernel;
  LayoutMachine machine;
  const struct tile_remove_conversions_decl *self;
  Ops conversions, loops;
} Remove;

// ---- One conversion.

static IrValue *source_of(const IrOp *convert) {
  return ir_op_operand(convert, 0);
}

static IrType target_of(const IrOp *convert) {
  return ir_value_type(ir_op_result(convert, 0));
}

static void replace(Remove *r, IrOp *convert, IrValue *value) {
  ir_value_replace_uses(ir_op_result(convert, 0), value);
  ir_op_destroy(convert);
  r->self->stats->removed++;
}

// The same conversion of the same value in front of this one.
static IrValue *earlier(const IrOp *convert) {
  for (const IrUse *u = ir_value_first_use(source_of(convert)); u; u = ir_use_next(u)) {
    IrOp *op = ir_use_op(u);
    if (op == convert || !IS(op, tile_convert_layout) || target_of(op) != target_of(convert))
      continue;
    for (const IrOp *in = convert; in; in = ir_op_parent(in))
      if (ir_op_block(in) == ir_op_block(op) && ir_op_is_before(op, in)) return ir_op_result(op, 0);
  }
  return NULL;
}

static bool is_cheaper_again(const Remove *r, const IrOp *convert, TileLayout *to) {
  IrValue *source = source_of(convert);
  TileLayout from;
  if (!tile_layout_of(ir_value_type(source), &from) || !tile_layout_of(target_of(convert), to))
    return false;
  int64_t there = layout_trips(r->kernel, ir_value_block(source));
  int64_t cost = layout_cost_convert(&r->machine, &from, to, ir_type_element(target_of(convert)));
  cost = layout_cost_times(cost, layout_trips(r->kernel, ir_op_block(convert)));
  int64_t limit = (cost + there - 1) / there;
  return layout_cost_again(r->kernel, source, to, limit) < limit;
}

// True when the conversion is gone.
static bool remove_one(Remove *r, IrOp *convert) {
  for (IrOp *inner; (inner = DEF(source_of(convert), tile_convert_layout));)
    ir_op_set_operand(convert, 0, source_of(inner));
  IrValue *same = ir_value_type(source_of(convert)) == target_of(convert) ? source_of(convert)
                                                                          : earlier(convert);
  if (same || !ir_value_has_uses(ir_op_result(convert, 0))) {
    replace(r, convert, same ? same : source_of(convert));
    return true;
  }
  IrOp *place = layout_conversion_place(convert, source_of(convert));
  if (place != convert) {
    ir_op_detach(convert);
    ir_op_insert_before(convert, place);
    r->self->stats->hoisted++;
  }
  TileLayout to;
  if (!is_cheaper_again(r, convert, &to)) return false;
  IrPtrMap originals = {0};
  replace(r, convert, layout_make_again(source_of(convert), &to, &originals));
  r->self->stats->remade++;
  layout_erase_originals(&originals);
  return true;
}

static IrStatus collect(IrOp *op, void *user) {
  Remove *r = user;
  if (IS(op, tile_convert_layout)) ir_vec_push(&r->conversions, op);
  if (ir_op_is_loop(op) && ir_op_is_region_branch(op) && ir_op_num_regions(op) == 1)
    ir_vec_push(&r->loops, op);
  return IR_OK;
}

// ---- Values that a loop carries.

typedef struct Carried {
  IrOp *loop, *yield;
  size_t init, next; // operands of both
  IrValue *arg, *result;
} Carried;

static IrOp *conversion_before(IrOp *op, IrValue *value, IrType to) {
  IrBuilder b = ir_builder_before(op);
  return ir_value_op(BUILD1(&b, tile_convert_layout, .input = value, .result_type = to));
}

// Does the body use the argument in that layout?
static bool is_converted_to(const IrValue *arg, IrType to) {
  for (const IrUse *u = ir_value_first_use(arg); u; u = ir_use_next(u))
    if (IS(ir_use_op(u), tile_convert_layout) && target_of(ir_use_op(u)) == to) return true;
  return false;
}

// What a value whose type becomes another one is for those that use it: converted back, but for
// conversions, which convert anything.
static void convert_back(IrValue *value, IrType was, IrBuilder b) {
  IrValue *back = NULL;
  for (IrUse *u = ir_value_first_use(value), *next; u; u = next) {
    IrOp *op = ir_use_op(u);
    next = ir_use_next(u);
    if (IS(op, tile_convert_layout) && (!back || op != ir_value_op(back))) continue;
    if (back && op == ir_value_op(back)) continue;
    if (!back) back = BUILD1(&b, tile_convert_layout, .input = value, .result_type = was);
    ir_op_set_operand(op, ir_use_index(u), back);
  }
}

static bool move_carried(const Carried *c) {
  IrOp *last = DEF(ir_op_operand(c->yield, c->next), tile_convert_layout);
  if (!last || ir_op_block(last) != ir_op_block(c->yield)) return false;
  IrValue *before = source_of(last);
  IrType was = ir_value_type(c->arg), better = ir_value_type(before);
  if (better == was || !is_converted_to(c->arg, better)) return false;
  IrOp *entry = conversion_before(c->loop, ir_op_operand(c->loop, c->init), better);
  ir_op_set_operand(c->loop, c->init, ir_op_result(entry, 0));
  ir_op_set_operand(c->yield, c->next, before);
  ir_value_set_type(c->arg, better);
  ir_value_set_type(c->result, better);
  IrContext *ctx = ir_op_context(c->loop);
  convert_back(c->arg, was, ir_builder_at_start(ctx, ir_value_block(c->arg), ir_op_loc(c->loop)));
  convert_back(c->result, was, ir_builder_after(c->loop));
  return true;
}

static bool move_loop(Remove *r, IrOp *loop) {
  IrBlock *body = ir_region_first(ir_loop_body(loop));
  Carried c = {.loop = loop, .yield = ir_block_terminator(body)};
  if (!c.yield || ir_op_attr(loop, "tile.layout")) return false; // a person named its layout
  IrRun inits = ir_region_branch_handed(loop, loop, 0);
  IrRun nexts = ir_region_branch_handed(loop, c.yield, 0);
  bool changed = false;
  for (size_t k = 0; k < inits.n && k < nexts.n; k++) {
    c.init = inits.first + k;
    c.next = nexts.first + k;
    c.arg = ir_region_branch_input(loop, 0, k);
    c.result = ir_region_branch_input(loop, IR_PARENT, k);
    if (!move_carried(&c)) continue;
    r->self->stats->carried++;
    changed = true;
  }
  return changed;
}

// ---- The pass.

// Tiles have their layouts; nobody asks for the names any more.
static IrStatus drop_hint(IrOp *op, void *user) {
  (void)user;
  if (ir_op_attr(op, "tile.layout")) ir_op_set_attr(op, "tile.layout", NULL);
  return IR_OK;
}

static IrStatus one_round(Remove *r, bool *changed) {
  *changed = false;
  r->conversions.n = r->loops.n = 0;
  IR_TRY(ir_walk_pre(r->kernel, collect, r));
  for (size_t i = 0; i < r->conversions.n; i++)
    if (remove_one(r, r->conversions.at[i])) *changed = true;
  for (size_t i = 0; i < r->loops.n; i++)
    if (move_loop(r, r->loops.at[i])) *changed = true;
  return IR_OK;
}

IrStatus tile_remove_conversions_run(IrPassRun *run, IrOp *kernel) {
  enum { MOST_ROUNDS = 8 };
  Remove r = {.kernel = kernel, .self = run->decl};
  r.machine = layout_machine_of(kernel);
  IrStatus status = IR_OK;
  bool changed = true;
  for (unsigned round = 0; round < MOST_ROUNDS && changed && status == IR_OK; round++)
    status = one_round(&r, &changed);
  if (status == IR_OK) status = ir_walk_pre(kernel, drop_hint, NULL);
  ir_vec_free(&r.conversions);
  ir_vec_free(&r.loops);
  return status;
}
