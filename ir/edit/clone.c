// Copying ops with everything in them.
//
// Regions wait in a list, so nesting costs no stack.  An op is cloned with the operands the map
// knows by then; one that uses a value defined later (a graph region, a loop of blocks) is put
// right when all is there.
#include "ir/core/op_impl.h"
#include "ir/edit/builder.h"

typedef struct RegionPair {
  const IrRegion *from;
  IrRegion *to;
} RegionPair;

typedef struct OpPair {
  const IrOp *from;
  IrOp *to;
} OpPair;

typedef struct Cloner {
  IrPtrMap *map;
  IR_VEC(RegionPair) regions;
  IR_VEC(OpPair) incomplete; // an operand or successor was not in the map
  IR_VEC(IrValue *) operands;
  IR_VEC(IrType) types;
  IR_VEC(IrBlock *) successors;
} Cloner;

static bool map_operands(Cloner *c, const IrOp *op) {
  bool complete = true;
  ir_vec_clear(&c->operands);
  for (size_t i = 0; i < op->num_operands; i++) {
    IrValue *old = ir_operands(op)[i], *mapped = old ? ir_ptrmap_get(c->map, old) : NULL;
    complete &= mapped != NULL;
    ir_vec_push(&c->operands, mapped ? mapped : old);
  }
  return complete;
}

static bool map_successors(Cloner *c, const IrOp *op) {
  bool complete = true;
  ir_vec_clear(&c->successors);
  for (size_t i = 0; i < op->num_successors; i++) {
    IrBlock *old = ir_edges(op)[i].block, *mapped = ir_ptrmap_get(c->map, old);
    complete &= mapped != NULL;
    ir_vec_push(&c->successors, mapped ? mapped : old);
  }
  return complete;
}

static IrOp *clone_op(Cloner *c, const IrOp *op) {
  bool complete = map_operands(c, op);
  complete &= map_successors(c, op);
  ir_vec_clear(&c->types);
  for (size_t i = 0; i < op->num_results; i++) ir_vec_push(&c->types, ir_result(op, i)->type);
  IrOp *clone = ir_op_create(ir_op_context(op), &(IrOpCreate){.info = op->info,
                                                              .loc = op->loc,
                                                              .operands = c->operands.at,
                                                              .num_operands = op->num_operands,
                                                              .result_types = c->types.at,
                                                              .num_results = op->num_results,
                                                              .attrs = ir_slots(op),
                                                              .discardable = ir_discardable(op),
                                                              .successors = c->successors.at,
                                                              .num_successors = op->num_successors,
                                                              .num_regions = op->num_regions});
  for (size_t i = 0; i < op->num_results; i++) {
    ir_value_take_name(ir_result(clone, i), ir_result(op, i));
    ir_ptrmap_set(c->map, ir_result(op, i), ir_result(clone, i));
  }
  for (size_t i = 0; i < op->num_regions; i++)
    if (ir_regions(op)[i].first)
      ir_vec_push(&c->regions, ((RegionPair){&ir_regions(op)[i], &ir_regions(clone)[i]}));
  if (!complete) ir_vec_push(&c->incomplete, ((OpPair){op, clone}));
  return clone;
}

static void clone_block_header(Cloner *c, const IrBlock *block, IrRegion *to) {
  IrBlock *clone = ir_block_create(block->ctx);
  for (uint32_t i = 0; i < block->num_args; i++) {
    IrArg *arg = block->args[i];
    IrValue *copy = ir_block_add_arg(clone, arg->value.type, arg->loc);
    ir_value_take_name(copy, &arg->value);
    ir_ptrmap_set(c->map, &arg->value, copy);
  }
  ir_ptrmap_set(c->map, block, clone);
  ir_region_append(to, clone);
}

static void clone_region(Cloner *c, RegionPair pair) {
  IR_FOR_BLOCKS(block, pair.from) clone_block_header(c, block, pair.to);
  IR_FOR_BLOCKS(block, pair.from) {
    IrBlock *clone = ir_ptrmap_get(c->map, block);
    for (IrOp *op = block->first; op; op = op->next) ir_block_append(clone, clone_op(c, op));
  }
}

static void complete_op(Cloner *c, OpPair pair) {
  for (size_t i = 0; i < pair.from->num_operands; i++) {
    IrValue *old = ir_operands(pair.from)[i], *mapped = old ? ir_ptrmap_get(c->map, old) : NULL;
    if (mapped && mapped != ir_operands(pair.to)[i]) ir_op_set_operand(pair.to, i, mapped);
  }
  for (size_t i = 0; i < pair.from->num_successors; i++) {
    IrBlock *mapped = ir_ptrmap_get(c->map, ir_edges(pair.from)[i].block);
    if (mapped) ir_op_set_successor(pair.to, i, mapped);
  }
}

static void finish(Cloner *c) {
  while (c->regions.n > 0) {
    RegionPair pair = ir_vec_pop(&c->regions);
    clone_region(c, pair);
  }
  for (size_t i = 0; i < c->incomplete.n; i++) complete_op(c, c->incomplete.at[i]);
  ir_vec_free(&c->regions);
  ir_vec_free(&c->incomplete);
  ir_vec_free(&c->operands);
  ir_vec_free(&c->types);
  ir_vec_free(&c->successors);
}

IrOp *ir_op_clone(const IrOp *op, IrPtrMap *map) {
  IrPtrMap own = {0};
  Cloner c = {.map = map ? map : &own};
  IrOp *clone = clone_op(&c, op);
  finish(&c);
  ir_ptrmap_free(&own);
  return clone;
}

void ir_region_clone_into(const IrRegion *from, IrRegion *to, IrPtrMap *map) {
  IrPtrMap own = {0};
  Cloner c = {.map = map ? map : &own};
  ir_vec_push(&c.regions, ((RegionPair){from, to}));
  finish(&c);
  ir_ptrmap_free(&own);
}
