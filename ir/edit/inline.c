// Inlining, whatever the dialects: the body comes as a region of its own, whose arguments and
// places are made to fit, and its ops move to where the call was.  A body of several blocks, or one
// that does not end by handing values over, splits the block of the call:
//
//   %r = call @f(%x)          [ops of f's entry]        terminators -> br ^after(%result)
//   use %r               =>   ...blocks of f...
//                             ^after(%r): use %r
#include "ir/edit/inline.h"

#include "ir/analysis/tree.h"
#include "ir/core/op_impl.h"
#include "ir/interfaces/call.h"
#include "ir/interfaces/inline.h"
#include "ir/support/source_impl.h"
#include "ir/support/vec.h"

// ---- Whether it can be done ----

static bool hands_over(const IrOp *last) {
  const uint64_t both = IR_TERMINATOR | IR_RETURN_LIKE;
  return last && (last->info->traits & both) == both && last->num_successors == 0;
}

static bool types_fit(const IrOp *call, const IrRegion *body) {
  IrValues values = ir_call_arguments(call);
  if (values.n != body->first->num_args) return false;
  for (size_t i = 0; i < values.n; i++)
    if (values.at[i]->type != body->first->args[i]->value.type) return false;
  IR_FOR_BLOCKS(block, body) {
    if (!hands_over(block->last)) continue;
    IrValues results = ir_inline_results(block->last);
    if (results.n != call->num_results) return false;
    for (size_t i = 0; i < results.n; i++)
      if (results.at[i]->type != ir_result(call, i)->type) return false;
  }
  return true;
}

static bool is_one_block(const IrRegion *body) {
  return body->first == body->last && hands_over(body->last->last);
}

// Whether the region the call stands in may have several blocks.
static bool has_room_for_blocks(const IrOp *call, const IrOp *callable) {
  const IrOp *parent = ir_op_parent(call);
  if (parent->info == callable->info) return true;
  const IrOpDef *def = parent->info->def;
  size_t region = ir_region_index(call->block->region);
  if (!def || !def->regions) return false;
  for (size_t i = 0; def->regions[i].name; i++) {
    unsigned flags = def->regions[i].flags;
    if (i == region || (i < region && (flags & IR_REGION_VARIADIC)))
      return !(flags & IR_REGION_ONE_BLOCK);
  }
  return false;
}

static bool can_branch(const IrRegion *body) {
  IR_FOR_BLOCKS(block, body) {
    if (hands_over(block->last) && !ir_inline_can_branch(block->last)) return false;
  }
  return true;
}

static bool ops_are_legal(IrRegion *body, IrOp *callable, const IrRegion *into) {
  for (IrOp *op = ir_tree_first(callable, ir_region_index(body)); op;
       op = ir_tree_next(op, callable))
    if (!ir_inline_op_is_legal(op, into)) return false;
  return true;
}

const char *ir_inline_obstacle(IrOp *call, IrOp *callable) {
  if (ir_op_has_trait(call, IR_TERMINATOR)) return "the call ends its block";
  if (!ir_inline_call_is_legal(call, callable)) return "it must not be";
  IrRegion *body = ir_callable_body(callable);
  if (!body || !body->first) return "what it calls has no body";
  if (ir_op_is_inside(call, callable)) return "it is inside of what it calls";
  if (!ir_op_parent(call)->info->def) return "nothing is known of the op it stands in";
  if (!is_one_block(body)) {
    if (body->first->first_edge) return "a branch leads to the first block";
    if (!has_room_for_blocks(call, callable)) return "the region it stands in has one block only";
    if (!can_branch(body)) return "nothing can replace what ends its blocks";
  }
  if (!types_fit(call, body)) return "the types do not fit";
  if (!ops_are_legal(body, callable, call->block->region)) return "an op in the body must not be";
  return NULL;
}

// ---- Places ----

typedef struct Places {
  IrContext *ctx;
  IrLoc call;
  IrPtrMap known; // old id -> new id
} Places;

static IrLoc known_place(const Places *p, IrLoc loc) {
  const void *key = (const void *)((uintptr_t)loc.id + 1);
  return (IrLoc){(uint32_t)(uintptr_t)ir_ptrmap_get(&p->known, key)};
}

static void note_place(Places *p, IrLoc loc, IrLoc made) {
  const void *key = (const void *)((uintptr_t)loc.id + 1);
  ir_ptrmap_set(&p->known, key, (void *)(uintptr_t)made.id);
}

// callsite(a at b) inlined at c is callsite(a at callsite(b at c)).  The ops of one body share the
// callers they came through, so what became of each caller is noted too: the time a body takes does
// not grow with the length of the chains.
static IrLoc placed(Places *p, IrLoc loc) {
  IR_VEC(IrLoc) callees = {0}; // each a callsite, whose caller comes next
  IrLoc made = known_place(p, loc);
  while (!made.id && ir_loc_kind(p->ctx, loc) == IR_LOC_KIND_CALLSITE) {
    ir_vec_push(&callees, loc);
    loc = ir_loc_callsite_parts(p->ctx, loc).caller;
    made = known_place(p, loc);
  }
  if (!made.id) {
    made = ir_loc_callsite(p->ctx, loc, p->call);
    note_place(p, loc, made);
  }
  while (callees.n) {
    IrLoc outer = ir_vec_pop(&callees);
    made = ir_loc_callsite(p->ctx, ir_loc_callsite_parts(p->ctx, outer).callee, made);
    note_place(p, outer, made);
  }
  ir_vec_free(&callees);
  return made;
}

static void place_args(Places *p, const IrBlock *block) {
  for (uint32_t i = 0; i < block->num_args; i++)
    block->args[i]->loc = placed(p, block->args[i]->loc);
}

static void place_op(Places *p, IrOp *op) {
  op->loc = placed(p, op->loc);
  for (uint32_t i = 0; i < op->num_regions; i++) {
    IR_FOR_BLOCKS(block, &ir_regions(op)[i]) place_args(p, block);
  }
}

// ---- Doing it ----

static void look_at(IrOp *root, Places *places, const IrInlineOptions *options) {
  for (IrOp *op = root; op; op = ir_tree_next(op, root)) {
    if (places->call.id) place_op(places, op);
    if (options->found_call && ir_op_is_call(op)) options->found_call(options->user, op);
  }
}

static void look_at_all(IrRegion *body, IrOp *call, const IrInlineOptions *options) {
  Places places = {.ctx = ir_op_context(call), .call = call->loc};
  IR_FOR_BLOCKS(block, body) {
    if (places.call.id && block != body->first) place_args(&places, block);
    for (IrOp *op = block->first; op; op = op->next) look_at(op, &places, options);
  }
  ir_ptrmap_free(&places.known);
}

static void replace_args(IrBlock *entry, IrValues values) {
  for (uint32_t i = 0; i < entry->num_args; i++)
    ir_value_replace_uses(&entry->args[i]->value, values.at[i]);
}

// All ops of `from` but its last one go in front of `call`.
static void splice_one_block(IrBlock *from, IrOp *call) {
  IrOp *last = from->last;
  IrValues results = ir_inline_results(last);
  for (size_t i = 0; i < results.n; i++) ir_value_replace_uses(ir_result(call, i), results.at[i]);
  IR_FOR_OPS(op, from) {
    if (op == last) break;
    ir_op_detach(op);
    ir_op_insert_before(op, call);
  }
  ir_op_destroy(last);
}

static void split_behind(IrOp *call, IrBlock *after) {
  IrBlock *block = call->block;
  if (block->next)
    ir_region_insert_before(after, block->next);
  else
    ir_region_append(block->region, after);
  if (call->next) ir_block_move_tail(after, call->next);
  for (uint32_t i = 0; i < call->num_results; i++) {
    IrValue *result = ir_result(call, i);
    IrValue *arg = ir_block_add_arg(after, result->type, call->loc);
    ir_value_take_name(arg, result);
    ir_value_replace_uses(result, arg);
  }
}

static void branch_to(IrBlock *block, IrBlock *after) {
  IrOp *last = block->last;
  if (!hands_over(last)) return;
  IrBuilder b = ir_builder_before(last);
  ir_inline_branch(last, &b, after);
  ir_op_destroy(last);
}

static void splice_blocks(IrRegion *body, IrOp *call) {
  IrBlock *before = call->block, *after = ir_block_create(ir_op_context(call));
  split_behind(call, after);
  IR_FOR_BLOCKS(block, body) branch_to(block, after);
  if (body->first->first) ir_block_move_tail(before, body->first->first);
  while (body->first->next) {
    IrBlock *block = body->first->next;
    ir_block_detach(block);
    ir_region_insert_before(block, after);
  }
}

void ir_inline_call(IrOp *call, IrOp *callable, const IrInlineOptions *options) {
  IrRegion *from = ir_callable_body(callable);
  IrRegion *body = ir_region_create(ir_op_context(call));
  if (options->take)
    ir_region_take_body(body, from);
  else
    ir_region_clone_into(from, body, NULL);
  look_at_all(body, call, options);
  replace_args(body->first, ir_call_arguments(call));
  if (is_one_block(body))
    splice_one_block(body->first, call);
  else
    splice_blocks(body, call);
  ir_op_destroy(call);
  ir_region_destroy(body);
}
