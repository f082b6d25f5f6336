// Creating ops at a point, and BUILD: from an args struct to an op, result types inferred.
#include "ir/core/op_impl.h"
#include "ir/core/op_state.h"
#include "ir/edit/rewriter.h"
#include "ir/interfaces/infer.h"

IrBuilder ir_builder_before(IrOp *op) {
  return (IrBuilder){.ctx = ir_op_context(op), .block = op->block, .before = op, .loc = op->loc};
}

IrBuilder ir_builder_after(IrOp *op) {
  return (IrBuilder){
      .ctx = ir_op_context(op), .block = op->block, .before = op->next, .loc = op->loc};
}

IrBuilder ir_builder_at_end(IrContext *ctx, IrBlock *block, IrLoc loc) {
  return (IrBuilder){.ctx = ctx, .block = block, .loc = loc};
}

IrBuilder ir_builder_at_start(IrContext *ctx, IrBlock *block, IrLoc loc) {
  return (IrBuilder){.ctx = ctx, .block = block, .before = ir_block_first(block), .loc = loc};
}

IrOp *ir_builder_insert(IrBuilder *b, IrOp *op) {
  if (b->before)
    ir_op_insert_before(op, b->before);
  else
    ir_block_append(b->block, op);
  if (b->rewriter) ir_rewriter_created(b->rewriter, op);
  return op;
}

IrOp *ir_builder_create_sized(IrBuilder *b, const IrOpCreate *what, size_t size) {
  IrOpCreate whole = {0};
  memcpy(&whole, what, size < sizeof whole ? size : sizeof whole);
  if (whole.loc.id == 0) whole.loc = b->loc;
  return ir_builder_insert(b, ir_op_create(b->ctx, &whole));
}

static IrOp *materialize(IrBuilder *b, const IrDialect *dialect, IrAttr value, IrType type) {
  return dialect && dialect->materialize ? dialect->materialize(b, value, type) : NULL;
}

// NULL for types of the builtin dialect, which has no constants.
static const IrDialect *dialect_of_type(IrContext *ctx, IrType type) {
  const IrTypeDef *def = ir_type_kind(type) == IR_TYPE_DIALECT ? ir_type_def(type) : NULL;
  const char *dot = def ? strchr(def->name, '.') : NULL;
  return dot ? ir_dialect_lookup(ctx, (IrStr){def->name, (size_t)(dot - def->name)}) : NULL;
}

IrValue *ir_builder_constant(IrBuilder *b, const IrDialect *prefer, IrAttr value, IrType type) {
  IrOp *op = materialize(b, prefer, value, type);
  if (!op) op = materialize(b, dialect_of_type(b->ctx, type), value, type);
  const char *const *depends = prefer && !op ? prefer->depends : NULL;
  for (; depends && *depends && !op; depends++)
    op = materialize(b, ir_dialect_lookup(b->ctx, ir_str(*depends)), value, type);
  for (size_t i = 0; !op && i < ir_dialect_count(b->ctx); i++)
    op = materialize(b, ir_dialect_at(b->ctx, i), value, type);
  return op ? ir_op_result(op, 0) : NULL;
}

// What BUILD gathers from an args struct: lists laid out as ir_op_create wants them.
typedef struct Gathered {
  IrContext *ctx;
  const IrOpInfo *info;
  const char *cell, *end; // next member of the args struct, and behind the last
  IR_VEC(IrValue *) operands;
  IR_VEC(int64_t) segments;
  IR_VEC(IrType) results; // NULL where left out
  IR_VEC(IrAttr) attrs;
  IR_VEC(IrBlock *) successors;
} Gathered;

// The member at hand, a `T`; nothing when the caller's struct ends before it.
#define TAKE(g, T) ((g)->cell < (g)->end ? *(T const *)(g)->cell : (T){0})

static void gather_operands(Gathered *g) {
  for (uint32_t i = 0; i < g->info->num_operand_slots; i++, g->cell += 16) {
    size_t before = g->operands.n;
    if (g->info->def->operands[i].arity == IR_VARIADIC) {
      IrValues list = TAKE(g, IrValues);
      for (size_t k = 0; k < list.n; k++) ir_vec_push(&g->operands, list.at[k]);
    } else if (TAKE(g, IrValue *)) {
      ir_vec_push(&g->operands, TAKE(g, IrValue *));
    } else {
      IR_ASSERT(g->info->def->operands[i].arity == IR_OPTIONAL, "BUILD: an operand is missing");
    }
    ir_vec_push(&g->segments, (int64_t)(g->operands.n - before));
  }
}

static void gather_results(Gathered *g) {
  for (uint32_t i = 0; i < g->info->num_result_slots; i++, g->cell += 16) {
    if (g->info->def->results[i].arity == IR_ONE) {
      ir_vec_push(&g->results, TAKE(g, IrType));
      continue;
    }
    IrTypes list = TAKE(g, IrTypes);
    for (size_t k = 0; k < list.n; k++) ir_vec_push(&g->results, list.at[k]);
  }
}

static void gather_rest(Gathered *g) {
  for (uint32_t i = 0; i < g->info->num_attr_slots; i++, g->cell += 16)
    ir_vec_push(&g->attrs, TAKE(g, IrAttr));
  if (g->info->traits & IR_SEGMENTS)
    ir_vec_push(&g->attrs, ir_attr_i32_array(g->ctx, g->segments.at, g->segments.n));
  for (uint32_t i = 0; i < g->info->num_successor_slots; i++) {
    if (g->info->def->successors[i].arity != IR_ONE) continue; // has no member
    IR_ASSERT(TAKE(g, IrBlock *), "BUILD: a successor is missing");
    ir_vec_push(&g->successors, TAKE(g, IrBlock *));
    g->cell += 16;
  }
}

static bool all_known(const Gathered *g) {
  for (size_t i = 0; i < g->results.n; i++)
    if (!g->results.at[i]) return false;
  return true;
}

// The type that a slot's constraint admits alone, or the one that all operands and results share.
static void infer_from_slots(Gathered *g) {
  IrType shared = NULL;
  if (g->info->traits & IR_SAME_TYPE) {
    if (g->operands.n) shared = ir_value_type(g->operands.at[0]);
    for (size_t i = 0; !shared && i < g->results.n; i++) shared = g->results.at[i];
  }
  for (size_t i = 0; i < g->results.n && i < g->info->loose_result; i++) {
    const IrTypeConstraint *is = g->info->def->results[i].is;
    if (g->results.at[i]) continue;
    g->results.at[i] = is && is->build ? is->build(g->ctx) : shared;
  }
}

// The definition's own inference fills what is still unknown.
static void infer_by_definition(Gathered *g, IrLoc loc) {
  IrOpState state = {.ctx = g->ctx, .info = g->info, .loc = loc, .attrs = g->attrs.at};
  for (size_t i = 0; i < g->operands.n; i++) ir_vec_push(&state.operands, g->operands.at[i]);
  if (ir_infer_types(&state) && state.result_types.n >= g->results.n) {
    for (size_t i = 0; i < state.result_types.n; i++) {
      if (i == g->results.n) ir_vec_push(&g->results, NULL);
      if (!g->results.at[i]) g->results.at[i] = state.result_types.at[i];
    }
  }
  ir_vec_free(&state.operands);
  ir_vec_free(&state.result_types);
}

static void infer_results(Gathered *g, IrLoc loc) {
  infer_from_slots(g);
  bool list_left_out = g->results.n < g->info->num_result_slots;
  if ((list_left_out || !all_known(g)) && ir_op_info_infers(g->info)) infer_by_definition(g, loc);
  if (all_known(g)) return;
  IrStream message = {0};
  ir_print(&message, "BUILD of '{}': a result type is missing and cannot be inferred",
           ir_op_info_name(g->info));
  IR_UNREACHABLE(ir_stream_cstr(&message));
}

static size_t fixed_regions(const IrOpInfo *info) {
  size_t n = 0;
  for (uint32_t i = 0; i < info->num_region_slots; i++)
    n += !(info->def->regions[i].flags & IR_REGION_VARIADIC);
  return n;
}

IrOp *ir_build(IrBuilder *b, const IrOpDef *def, const void *args, size_t cells) {
  Gathered g = {.ctx = b->ctx, .info = ir_op_info_of(b->ctx, def), .cell = args};
  g.end = g.cell + 16 * cells;
  gather_operands(&g);
  gather_results(&g);
  gather_rest(&g);
  infer_results(&g, b->loc);
  IrOp *op = ir_builder_create(b, (IrOpCreate){.info = g.info,
                                               .operands = g.operands.at,
                                               .num_operands = g.operands.n,
                                               .result_types = g.results.at,
                                               .num_results = g.results.n,
                                               .attrs = g.attrs.at,
                                               .successors = g.successors.at,
                                               .num_successors = g.successors.n,
                                               .num_regions = fixed_regions(g.info)});
  ir_vec_free(&g.operands);
  ir_vec_free(&g.segments);
  ir_vec_free(&g.results);
  ir_vec_free(&g.attrs);
  ir_vec_free(&g.successors);
  return op;
}
