// tc-late-wait: products of a loop stay in flight from one iteration to the next.
//
// requires: products chosen and laid out, channels and roles made, iterations that overlap do
// (tile-pipeline)   preserves: program order but for waits and the releases behind them
//
//   %r = tile.pipelined %k ... (%c = %zero) {    mem.channel_wait %ch[0]
//     mem.channel_wait %ch[%k]                   %e = tc.dot_async %s, %t
//     %f = tc.dot_async %s, %t, %c               %g = tile.pipelined %k = 1 ... (%c = %e) {
//     %d = tc.dot_wait 0, %f                       mem.channel_wait %ch[%k]
//     mem.channel_release %ch[%k]          ==>     %f = tc.dot_async %s, %t, %c
//     tile.yield %d                                tc.dot_wait 1
//   }                                              mem.channel_release %ch[%k - 1]
//                                                  tile.yield %f
//                                                }
//                                                %r = tc.dot_wait 0, %g
//                                                mem.channel_release %ch[%n - 1]
//
// The tensor cores then have the next product before the last one is done.  A product may stay in
// flight when it adds to what the loop carries, nothing else uses its result, and its operands lie
// in slots of channels, or in buffers that do not change.  A slot is released behind the next
// product, of the next iteration where there is none in this one; it takes two slots at least.  A
// loop that fills the slots itself does so behind that: what stands in front of it, between the
// product and where the release was, keeps all waits.
//
// Where the loop surely runs the first iteration stands in front of it, as above, and does not add
// to accumulators that are zeros.  (A predicate would do as well, but what it does not read would
// have to be there from one run of the loop to the next.)  Others begin as what they are
// (tc.dot_accumulator); ptxas serializes products that meet the code which makes these around the
// loop.  Numbers that only code behind it needs are then computed behind that first product.  Where
// the loop may not run, a release of the iteration before stands in a branch.
#include "passes/tile/late_wait.h"

#include "dialects/arith/arith.h"
#include "dialects/cf/cf.h"
#include "dialects/mem/mem.h"
#include "dialects/scf/scf.h"
#include "dialects/tc/tc.h"
#include "dialects/tile/tile.h"
#include "ir/analysis/tree.h"
#include "ir/edit/builder.h"
#include "ir/interfaces/call.h"
#include "passes/arith/build.h"
#include "passes/tile/product.h"
#include "passes/tile/tile_passes.h"

typedef struct Rewrite {
  LateLoop *l;
  IrLoopBounds bounds;
  IrValue *lower, *upper, *counter;
  IrPtrMap inits;   // number + 1 of a carried value in flight -> its initial value, a tensor
  IrPtrMap skipped; // ops that the first iteration does not have
  IrValue *is_next; // not the first iteration, once asked
  bool wraps;       // a release does
  bool peels;       // the first iteration stands in front of the loop
} Rewrite;

static void *key_of(size_t carried) {
  return (void *)(uintptr_t)(carried + 1);
}

static IrValue *bound_value(IrBuilder *b, const IrBound *bound, IrType type) {
  return bound->value ? bound->value : build_int(b, type, bound->number);
}

// Whether this is not the first iteration.
static IrValue *is_next(Rewrite *r) {
  if (r->is_next) return r->is_next;
  IrBuilder b = ir_builder_at_start(ir_op_context(r->l->loop), r->l->body, ir_op_loc(r->l->loop));
  r->is_next = build_cmpi(&b, ARITH_NE, r->counter, r->lower);
  return r->is_next;
}

// ---- Accumulators.

// The first product need not add.
static bool begins_as_nothing(const Rewrite *r, const IrValue *init) {
  return r->peels && product_is_zero(init);
}

// The carried value begins, and is, in flight.
static void carry_inflight(Rewrite *r, const LateProduct *product) {
  LateLoop *l = r->l;
  size_t operand = late_wait_first_init(l->loop) + product->carried;
  IrValue *init = ir_op_operand(l->loop, operand);
  IrType type = ir_value_type(ir_op_result(product->dot, 0));
  IrBuilder b = ir_builder_before(l->loop);
  b.loc = ir_op_loc(product->dot);
  ir_ptrmap_set(&r->inits, key_of(product->carried), init);
  ir_op_set_operand(l->loop, operand,
                    BUILD1(&b, tc_dot_accumulator, .c = begins_as_nothing(r, init) ? NULL : init,
                           .result_type = type));
  ir_value_set_type(ir_block_arg(l->body, product->carried + 1), type);
  ir_value_set_type(ir_op_result(l->loop, product->carried), type);
}

// The product adds to what is in flight, and what comes of it stays there.
static void keep_inflight(Rewrite *r, LateProduct *product, IrValue *c) {
  IrOp *dot = product->dot;
  IrBuilder b = ir_builder_before(dot);
  b.loc = ir_op_loc(dot);
  IrValue *made = BUILD1(
      &b, tc_dot_async, .a = GET(dot, tc_dot_async, a), .b = GET(dot, tc_dot_async, b), .c = c,
      .instr = GET(dot, tc_dot_async, instr), .warpgroups = GET(dot, tc_dot_async, warpgroups),
      .result_type = ir_value_type(ir_op_result(dot, 0)));
  ir_value_replace_uses(ir_op_result(product->wait, 0), made);
  ir_op_destroy(product->wait);
  ir_op_destroy(dot);
  for (size_t i = 0; i < r->l->releases.n; i++)
    if (r->l->releases.at[i].behind == dot) r->l->releases.at[i].behind = ir_value_op(made);
  for (size_t i = 0; i < r->l->dots.n; i++)
    if (r->l->dots.at[i] == dot) r->l->dots.at[i] = ir_value_op(made);
  product->dot = ir_value_op(made);
}

static void keep_products(Rewrite *r) {
  LateLoop *l = r->l;
  for (size_t i = 0; i < l->products.n; i++)
    if (l->products.at[i].is_first) carry_inflight(r, &l->products.at[i]);
  // Those of one accumulator follow each other in the list.
  for (size_t i = 0; i < l->products.n; i++) {
    LateProduct *product = &l->products.at[i];
    IrValue *c = product->is_first ? ir_block_arg(l->body, product->carried + 1)
                                   : ir_op_result(l->products.at[i - 1].dot, 0);
    keep_inflight(r, product, c);
  }
}

// ---- Releases.

// A value that counts, as the iteration sees it in which the counter is `counter`.
static IrValue *value_at(const Rewrite *r, IrBuilder *b, IrValue *value, IrValue *counter) {
  if (value == r->counter) return counter;
  if (ir_loop_is_outside(r->l->loop, value)) return value;
  IrOp *op = ir_value_op(value);
  IrValue *x = value_at(r, b, ir_op_operand(op, 0), counter);
  IrValue *y = value_at(r, b, ir_op_operand(op, 1), counter);
  if (IS(op, arith_addi)) return BUILD1(b, arith_addi, .lhs = x, .rhs = y);
  return BUILD1(b, arith_subi, .lhs = x, .rhs = y);
}

static IrValue *one_before(IrBuilder *b, IrValue *number) {
  return build_binary(b, OP_DEF(arith_subi), number, build_int(b, ir_value_type(number), 1));
}

// Of the iteration in which the counter is `counter`.
static void release_of(Rewrite *r, IrBuilder *b, const IrOp *release, IrValue *counter) {
  IrValue *position = GET(release, mem_channel_release, position);
  b->loc = ir_op_loc(release);
  IrOp *made = BUILD(b, mem_channel_release, .channel = GET(release, mem_channel_release, channel),
                     .position = value_at(r, b, position, counter));
  ir_ptrmap_set(&r->skipped, made, made);
}

// All that wrap, in their order.
static void release_wrapped(Rewrite *r, IrBuilder *b, IrValue *counter) {
  for (size_t i = 0; i < r->l->releases.n; i++)
    if (r->l->releases.at[i].wraps) release_of(r, b, r->l->releases.at[i].release, counter);
}

static void release_last_iteration(Rewrite *r, IrOp *place) {
  IrBuilder b = ir_builder_after(place);
  b.loc = ir_op_loc(r->l->loop);
  if (r->peels) {
    release_wrapped(r, &b, one_before(&b, r->counter));
    return;
  }
  IrOp *branch = scf_if_create(&b, is_next(r), NULL, 0, false);
  IrBuilder in = ir_builder_at_end(b.ctx, scf_block(branch, 0), b.loc);
  release_wrapped(r, &in, one_before(&in, r->counter));
  BUILD(&in, scf_yield, NO_ARGS);
}

// Behind the product at most that one is in flight, and what those before read may be released.
static void release_behind(Rewrite *r, IrOp *dot) {
  LateLoop *l = r->l;
  bool stays = false, wraps = false;
  for (size_t i = 0; i < l->releases.n; i++) {
    if (l->releases.at[i].behind != dot) continue;
    stays = stays || !l->releases.at[i].wraps;
    wraps = wraps || l->releases.at[i].wraps;
  }
  if (!stays && !wraps) return;
  IrBuilder b = ir_builder_after(dot);
  b.loc = ir_op_loc(dot);
  IrOp *place = BUILD(&b, tc_dot_wait, .pending = ir_attr_integer(ir_type_i64(b.ctx), 1));
  if (!stays) ir_ptrmap_set(&r->skipped, place, place);
  for (size_t i = l->releases.n; i-- > 0;) {
    const LateRelease *late = &l->releases.at[i];
    if (late->behind != dot || late->wraps) continue;
    ir_op_detach(late->release);
    ir_op_insert_after(late->release, place);
  }
  if (wraps) release_last_iteration(r, place);
}

// ---- Behind the loop.

static void drop_wrapped(const Rewrite *r) {
  for (size_t i = 0; i < r->l->releases.n; i++)
    if (r->l->releases.at[i].wraps) ir_op_destroy(r->l->releases.at[i].release);
}

static void release_last(Rewrite *r, IrBuilder *b) {
  if (!r->wraps) return;
  if (r->l->runs) {
    release_wrapped(r, b, one_before(b, r->upper));
    return;
  }
  IrOp *branch = scf_if_create(b, build_cmpi(b, ARITH_SLT, r->lower, r->upper), NULL, 0, false);
  IrBuilder in = ir_builder_at_end(b->ctx, scf_block(branch, 0), b->loc);
  release_wrapped(r, &in, one_before(&in, r->upper));
  BUILD(&in, scf_yield, NO_ARGS);
}

static void replace_other_uses(IrValue *value, IrValue *with, const IrOp *keep) {
  for (IrUse *u = ir_value_first_use(value), *next; u; u = next) {
    next = ir_use_next(u);
    if (ir_use_op(u) != keep) ir_op_set_operand(ir_use_op(u), ir_use_index(u), with);
  }
}

static void wait_behind(Rewrite *r) {
  LateLoop *l = r->l;
  IR_VEC(IrValue *) results = {0};
  for (size_t i = 0; i < ir_op_num_results(l->loop); i++)
    if (ir_ptrmap_has(&r->inits, key_of(i))) ir_vec_push(&results, ir_op_result(l->loop, i));
  IrBuilder b = ir_builder_after(l->loop);
  b.loc = ir_op_loc(l->loop);
  IrOp *wait = BUILD(&b, tc_dot_wait, .inflight = {results.at, results.n},
                     .pending = ir_attr_integer(ir_type_i64(b.ctx), 0));
  for (size_t i = 0; i < results.n; i++)
    replace_other_uses(results.at[i], ir_op_result(wait, i), wait);
  ir_vec_free(&results);
  release_last(r, &b);
}

// ---- The first iteration.

// The op of `block` that is or contains `op`.
static IrOp *in_block(const IrBlock *block, IrOp *op) {
  while (op && ir_op_block(op) != block) op = ir_op_parent(op);
  return op;
}

static bool is_needed_before(const IrOp *op, const IrOp *place, const IrPtrMap *moved) {
  for (size_t i = 0; i < ir_op_num_results(op); i++)
    for (const IrUse *u = ir_value_first_use(ir_op_result(op, i)); u; u = ir_use_next(u)) {
      IrOp *user = in_block(ir_op_block(place), ir_use_op(u));
      if (user && (user == place || ir_op_is_before(user, place)) && !ir_ptrmap_has(moved, user))
        return true;
    }
  return false;
}

static bool is_number(const IrOp *op) {
  if (ir_op_num_regions(op) || !ir_op_num_results(op) || ir_op_effect_kinds(op)) return false;
  for (size_t i = 0; i < ir_op_num_results(op); i++)
    if (ir_type_is_shaped(ir_value_type(ir_op_result(op, i)))) return false;
  return !ir_op_has_trait(op, IR_CONSTANT_LIKE);
}

// What is computed in front of the product, but for what comes behind it, such as which tile is to
// be stored, is computed while tensor cores work.
static void compute_behind(IrOp *dot) {
  IrPtrMap moved = {0};
  for (IrOp *op = ir_op_prev(dot), *before; op; op = before) {
    before = ir_op_prev(op);
    if (!is_number(op) || is_needed_before(op, dot, &moved)) continue;
    ir_ptrmap_set(&moved, op, op);
    ir_op_detach(op);
    ir_op_insert_after(op, dot);
  }
  ir_ptrmap_free(&moved);
}

static IrValue *mapped(const IrPtrMap *map, IrValue *value) {
  IrValue *known = ir_ptrmap_get(map, value);
  return known ? known : value;
}

// A product that adds to what there is in front of the loop, which may be nothing.
static void clone_first(IrBuilder *b, const IrOp *dot, IrPtrMap *map) {
  b->loc = ir_op_loc(dot);
  IrValue *begun = mapped(map, GET(dot, tc_dot_async, c));
  bool adds = GET(ir_value_op(begun), tc_dot_accumulator, c);
  IrValue *made = BUILD1(b, tc_dot_async, .a = mapped(map, GET(dot, tc_dot_async, a)),
                         .b = mapped(map, GET(dot, tc_dot_async, b)), .c = adds ? begun : NULL,
                         .instr = GET(dot, tc_dot_async, instr),
                         .warpgroups = GET(dot, tc_dot_async, warpgroups),
                         .result_type = ir_value_type(ir_op_result(dot, 0)));
  ir_ptrmap_set(map, ir_op_result(dot, 0), made);
}

static void clone_body(const Rewrite *r, IrBuilder *b, IrPtrMap *map) {
  IrOp *first = NULL;
  IR_FOR_OPS(op, r->l->body) {
    const LateProduct *product = late_wait_product_of(r->l, op);
    if (op == r->l->end || ir_ptrmap_has(&r->skipped, op)) continue;
    if (product && product->is_first)
      clone_first(b, op, map);
    else
      ir_builder_insert(b, ir_op_clone(op, map));
    if (product && !first) first = ir_op_prev(r->l->loop);
  }
  if (first) compute_behind(first);
}

// In front of the loop, which begins with the second one.
static void peel(Rewrite *r) {
  LateLoop *l = r->l;
  IrBuilder b = ir_builder_before(l->loop);
  IrPtrMap map = {0};
  size_t first = late_wait_first_init(l->loop);
  ir_ptrmap_set(&map, r->counter, r->lower);
  for (size_t i = 0; i < ir_op_num_results(l->loop); i++)
    ir_ptrmap_set(&map, ir_block_arg(l->body, i + 1), ir_op_operand(l->loop, first + i));
  clone_body(r, &b, &map);
  for (size_t i = 0; i < ir_op_num_results(l->loop); i++) {
    IrOp *begun = ir_value_op(ir_op_operand(l->loop, first + i));
    ir_op_set_operand(l->loop, first + i, mapped(&map, ir_op_operand(l->end, i)));
    if (ir_ptrmap_has(&r->inits, key_of(i)) && !ir_value_has_uses(ir_op_result(begun, 0)))
      ir_op_destroy(begun);
  }
  b.loc = ir_op_loc(l->loop);
  IrValue *one = build_int(&b, ir_value_type(r->counter), 1);
  ir_op_set_operand(l->loop, 0, build_binary(&b, OP_DEF(arith_addi), r->lower, one));
  ir_ptrmap_free(&map);
}

// ---- The pass.

static void rewrite(LateLoop *l) {
  Rewrite r = {.l = l, .counter = ir_loop_induction(l->loop)};
  bool bounded = ir_loop_bounds(l->loop, &r.bounds);
  IR_ASSERT(bounded, "late_wait_find has looked");
  IrBuilder b = ir_builder_before(l->loop);
  r.lower = bound_value(&b, &r.bounds.lower, ir_value_type(r.counter));
  r.upper = bound_value(&b, &r.bounds.upper, ir_value_type(r.counter));
  for (size_t i = 0; i < l->releases.n; i++) r.wraps = r.wraps || l->releases.at[i].wraps;
  r.peels = l->runs;
  keep_products(&r);
  for (size_t i = 0; i < l->dots.n; i++) release_behind(&r, l->dots.at[i]);
  wait_behind(&r);
  drop_wrapped(&r);
  if (r.peels) peel(&r);
  ir_ptrmap_free(&r.inits);
  ir_ptrmap_free(&r.skipped);
}

typedef IR_VEC(IrOp *) OpList;

// Loops with products, inner ones first.
static IrStatus collect(IrOp *op, void *user) {
  OpList *loops = user;
  if (!ir_op_is_loop(op) || !ir_loop_body(op) || ir_region_is_empty(ir_loop_body(op))) return IR_OK;
  bool has_product = false;
  IR_FOR_OPS(in, ir_region_first(ir_loop_body(op))) has_product |= IS(in, tc_dot_async);
  if (has_product) ir_vec_push(loops, op);
  return IR_OK;
}

static void look_at(IrPassRun *run, IrOp *kernel, IrOp *loop) {
  const struct tc_late_wait_decl *self = run->decl;
  LateLoop l = {.kernel = kernel, .loop = loop};
  late_wait_find(&l);
  if (l.why_not) {
    IR_REMARK(run, self, early_wait, loop, "waits for each of its products: {}", l.why_not);
  } else {
    IR_REMARK(run, self, late_wait, loop, "leaves {} of its {} products in flight", l.products.n,
              l.dots.n);
    self->stats->products += (int64_t)l.products.n;
    rewrite(&l);
  }
  late_wait_free(&l);
}

// ---- Calls.

// What a GPU does by calling a function.
static bool calls(const IrOp *op) {
  return IS(op, tile_print) || IS(op, tile_assert) || IS(op, cf_assert) || ir_op_is_call(op);
}

// ptxas keeps no product in flight in a kernel that calls anything, wherever the call stands.
static void explain_calls(IrPassRun *run, IrOp *kernel) {
  const struct tc_late_wait_decl *self = run->decl;
  IrOp *call = NULL;
  bool has_product = false;
  for (IrOp *op = kernel; op; op = ir_tree_next(op, kernel)) {
    has_product |= IS(op, tc_dot_async);
    if (!call && calls(op)) call = op;
  }
  if (has_product && call)
    IR_REMARK(run, self, serialized, call,
              "makes each product of the kernel wait for the one before: it becomes a call, and "
              "ptxas keeps no product in flight in a kernel with calls");
}

IrStatus tc_late_wait_run(IrPassRun *run, IrOp *kernel) {
  OpList loops = {0};
  explain_calls(run, kernel);
  IrStatus status = ir_walk_post(kernel, collect, &loops);
  for (size_t i = 0; i < loops.n && status == IR_OK; i++) look_at(run, kernel, loops.at[i]);
  ir_vec_free(&loops);
  return status;
}
