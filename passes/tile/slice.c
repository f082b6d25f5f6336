// Slices of a kernel; see slice.h.
//
// What is needed is found from an op backwards: operands, and of a value that a loop or condition
// gives or carries what it is made of.  The op around is needed, too, for it decides whether and
// how often the op runs.
#include "passes/tile/slice.h"

#include "dialects/mem/mem.h"
#include "dialects/memref/memref.h"
#include "dialects/scf/scf.h"
#include "dialects/tile/tile.h"
#include "ir/interfaces/effects.h"
#include "passes/mem/copy_pair.h"

// ---- What the kernel writes.

// Turns at channels, waits and barriers wait for others, who write where they say so themselves.
static bool is_synchronization(const IrOp *op) {
  const IrDialect *dialect = ir_op_dialect(op);
  static const char *const ours[] = {"mem", "simt", "tc", "tile"};
  if (!dialect || !ir_op_def(op)) return false;
  if (IS(op, tile_async_wait)) return true;
  for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
    if (ir_str_is(ir_str(dialect->name), ours[i])) return ir_op_has_trait(op, IR_SYNC);
  return false;
}

static IrStatus collect_written(IrOp *op, void *user) {
  Slice *slice = user;
  IrEffects effects = {0};
  if (is_synchronization(op)) return IR_OK;
  ir_op_effects(op, &effects);
  for (size_t i = 0; i < effects.n; i++) {
    const IrEffect *effect = &effects.at[i];
    bool writes = effect->kind & (IR_EFFECT_WRITE | IR_EFFECT_FREE | IR_EFFECT_UNKNOWN);
    if (!writes || (effect->resource && effect->resource != &ir_memory)) continue;
    ir_vec_push(&slice->written, effect->value ? mem_root(slice->kernel, effect->value) : NULL);
  }
  ir_effects_free(&effects);
  return IR_OK;
}

bool slice_is_written(const Slice *slice, const IrValue *memory) {
  const IrValue *root = mem_root(slice->kernel, memory);
  for (size_t i = 0; i < slice->written.n; i++)
    if (mem_roots_meet(root, slice->written.at[i])) return true;
  return false;
}

// ---- Finding what is needed.

Slice slice_create(IrOp *kernel) {
  Slice slice = {.kernel = kernel};
  IR_FOR_OPS(op, ir_region_first(ir_op_region(kernel, 0))) {
    IrStatus status = ir_walk_pre(op, collect_written, &slice);
    IR_ASSERT(status == IR_OK, "the walk does not fail");
  }
  return slice;
}

void slice_free(Slice *slice) {
  ir_ptrmap_free(&slice->outside);
  ir_ptrmap_free(&slice->ops);
  ir_ptrmap_free(&slice->values);
  ir_vec_free(&slice->todo);
  ir_vec_free(&slice->written);
}

bool slice_has(const Slice *slice, const IrOp *op) {
  return ir_ptrmap_get(&slice->ops, op);
}

static bool is_needed(const Slice *slice, const IrValue *value) {
  return ir_ptrmap_get(&slice->values, value);
}

static void need(Slice *slice, const IrValue *value) {
  if (!is_needed(slice, value)) ir_vec_push(&slice->todo, value);
}

static void refuse(Slice *slice, const IrOp *op, const char *why) {
  if (slice->refused) return;
  slice->refused = op;
  slice->why = why;
}

static bool is_cloned_control(const IrOp *op) {
  return IS(op, tile_pipelined) || IS(op, scf_for) || IS(op, scf_if);
}

// Operands that decide how often a region runs; what a loop carries is needed one by one.
static size_t num_steering(const IrOp *op) {
  if (IS(op, tile_pipelined)) return 2;
  return IS(op, scf_for) ? 3 : 1;
}

// An op of scalar code, whose results the slice needs.
static void check_scalar(Slice *slice, IrOp *op) {
  for (size_t i = 0; i < ir_op_num_results(op); i++)
    if (ir_type_kind(ir_value_type(ir_op_result(op, i))) == IR_TYPE_TENSOR)
      refuse(slice, op, "what is copied depends on a tile");
  if (ir_op_num_regions(op)) refuse(slice, op, "what is copied depends on it");
  IrEffects effects = {0};
  ir_op_effects(op, &effects);
  for (size_t i = 0; i < effects.n; i++) {
    const IrEffect *effect = &effects.at[i];
    if (effect->kind != IR_EFFECT_READ)
      refuse(slice, op, "what is copied depends on an op with effects");
    else if (!effect->value || slice_is_written(slice, effect->value))
      refuse(slice, op, "what is copied depends on memory that the kernel writes");
  }
  ir_effects_free(&effects);
}

static void add_op(Slice *slice, IrOp *op, bool has_effect);

// The op around, which decides whether `op` runs.
static void add_around(Slice *slice, const IrOp *op) {
  IrOp *around = ir_op_parent(op);
  if (around != slice->kernel && !slice_has(slice, around)) add_op(slice, around, true);
}

static void add_op(Slice *slice, IrOp *op, bool has_effect) {
  if (slice_has(slice, op) || ir_ptrmap_get(&slice->outside, op)) return;
  ir_ptrmap_set(&slice->ops, op, op);
  bool control = ir_op_num_regions(op) > 0;
  if (control && !is_cloned_control(op))
    refuse(slice, op, "its code is not cut into slices");
  else if (!has_effect && !control)
    check_scalar(slice, op);
  size_t n = control && is_cloned_control(op) ? num_steering(op) : ir_op_num_operands(op);
  for (size_t i = 0; i < n; i++) need(slice, ir_op_operand(op, i));
  add_around(slice, op);
}

static IrValue *yielded(const IrOp *op, size_t region, size_t i) {
  return ir_op_operand(ir_block_last(ir_region_first(ir_op_region(op, region))), i);
}

// What a loop carries as number `i`.
static void add_carried(Slice *slice, IrOp *loop, size_t i) {
  const IrBlock *body = ir_region_first(ir_op_region(loop, 0));
  const IrValue *arg = ir_block_arg(body, i + 1), *result = ir_op_result(loop, i);
  ir_ptrmap_set(&slice->values, arg, loop);
  ir_ptrmap_set(&slice->values, result, loop);
  if (ir_type_kind(ir_value_type(arg)) == IR_TYPE_TENSOR)
    refuse(slice, loop, "what is copied depends on a tile that it carries");
  need(slice, ir_op_operand(loop, num_steering(loop) + i));
  need(slice, yielded(loop, 0, i));
}

static void add_value(Slice *slice, const IrValue *value) {
  IrOp *op = ir_value_op(value);
  if (is_needed(slice, value)) return;
  ir_ptrmap_set(&slice->values, value, (void *)value);
  if (op) {
    if (ir_ptrmap_get(&slice->outside, op)) return;
    add_op(slice, op, false);
    if (IS(op, tile_pipelined) || IS(op, scf_for)) add_carried(slice, op, ir_value_index(value));
    for (size_t side = 0; side < 2 && IS(op, scf_if); side++)
      need(slice, yielded(op, side, ir_value_index(value)));
    return;
  }
  IrOp *around = ir_block_parent(ir_value_block(value));
  if (around == slice->kernel) return;
  add_op(slice, around, true);
  bool carried = is_cloned_control(around) && ir_value_index(value) > 0;
  if (carried) add_carried(slice, around, ir_value_index(value) - 1);
}

bool slice_add(Slice *slice, IrOp *op) {
  add_op(slice, op, true);
  while (slice->todo.n && !slice->refused) add_value(slice, ir_vec_pop(&slice->todo));
  return !slice->refused;
}

// ---- Copying.

static IrValue *copied(const IrPtrMap *map, IrValue *value) {
  IrValue *copy = ir_ptrmap_get(map, value);
  return copy ? copy : value;
}

typedef IR_VEC(IrValue *) Values;
typedef IR_VEC(size_t) Numbers;

// Which of the op's results the slice needs.
static void needed_results(const Slice *slice, const IrOp *op, Numbers *kept) {
  for (size_t i = 0; i < ir_op_num_results(op); i++)
    if (is_needed(slice, ir_op_result(op, i))) ir_vec_push(kept, i);
}

static void map_results(const IrOp *op, const IrOp *copy, const Numbers *kept, IrPtrMap *map) {
  for (size_t i = 0; i < kept->n; i++) {
    ir_value_take_name(ir_op_result(copy, i), ir_op_result(op, kept->at[i]));
    ir_ptrmap_set(map, ir_op_result(op, kept->at[i]), ir_op_result(copy, i));
  }
}

static void clone_loop(const Slice *slice, const IrOp *loop, IrBuilder *b, IrPtrMap *map) {
  Numbers kept = {0};
  Values inits = {0}, next = {0};
  needed_results(slice, loop, &kept);
  for (size_t i = 0; i < kept.n; i++)
    ir_vec_push(&inits, copied(map, ir_op_operand(loop, num_steering(loop) + kept.at[i])));
  IrOp *copy = IS(loop, tile_pipelined)
                   ? tile_pipelined_create(b, copied(map, GET(loop, tile_pipelined, lower)),
                                           copied(map, GET(loop, tile_pipelined, upper)),
                                           GET(loop, tile_pipelined, stages), inits.at, inits.n)
                   : scf_for_create(b, copied(map, GET(loop, scf_for, lowerBound)),
                                    copied(map, GET(loop, scf_for, upperBound)),
                                    copied(map, GET(loop, scf_for, step)), inits.at, inits.n);
  const IrBlock *from = ir_region_first(ir_op_region(loop, 0));
  IrBlock *body = ir_region_first(ir_op_region(copy, 0));
  for (size_t i = 0; i < kept.n + 1; i++) {
    const IrValue *arg = ir_block_arg(from, i ? kept.at[i - 1] + 1 : 0);
    ir_value_take_name(ir_block_arg(body, i), arg);
    ir_ptrmap_set(map, arg, ir_block_arg(body, i));
  }
  IrBuilder in = ir_builder_at_end(b->ctx, body, b->loc);
  slice_clone(slice, from, &in, map);
  for (size_t i = 0; i < kept.n; i++) ir_vec_push(&next, copied(map, yielded(loop, 0, kept.at[i])));
  if (IS(loop, tile_pipelined))
    BUILD(&in, tile_yield, .values = {next.at, next.n});
  else
    BUILD(&in, scf_yield, .results = {next.at, next.n});
  map_results(loop, copy, &kept, map);
  ir_vec_free(&kept);
  ir_vec_free(&inits);
  ir_vec_free(&next);
}

static bool has_any(const Slice *slice, const IrBlock *block) {
  if (!block) return false;
  IR_FOR_OPS(op, block) if (slice_has(slice, op)) return true;
  return false;
}

static void clone_if(const Slice *slice, const IrOp *op, IrBuilder *b, IrPtrMap *map) {
  Numbers kept = {0};
  IR_VEC(IrType) types = {0};
  needed_results(slice, op, &kept);
  for (size_t i = 0; i < kept.n; i++)
    ir_vec_push(&types, ir_value_type(ir_op_result(op, kept.at[i])));
  IrOp *copy = scf_if_create(b, copied(map, GET(op, scf_if, condition)), types.at, types.n,
                             has_any(slice, scf_block(op, 1)));
  for (size_t side = 0; side < 2 && scf_block(copy, side); side++) {
    IrBuilder in = ir_builder_at_end(b->ctx, scf_block(copy, side), b->loc);
    Values values = {0};
    slice_clone(slice, scf_block(op, side), &in, map);
    for (size_t i = 0; i < kept.n; i++)
      ir_vec_push(&values, copied(map, yielded(op, side, kept.at[i])));
    BUILD(&in, scf_yield, .results = {values.at, values.n});
    ir_vec_free(&values);
  }
  map_results(op, copy, &kept, map);
  ir_vec_free(&kept);
  ir_vec_free(&types);
}

void slice_clone(const Slice *slice, const IrBlock *from, IrBuilder *b, IrPtrMap *map) {
  IR_FOR_OPS(op, from) {
    if (!slice_has(slice, op)) continue;
    b->loc = ir_op_loc(op);
    if (IS(op, scf_if))
      clone_if(slice, op, b, map);
    else if (is_cloned_control(op))
      clone_loop(slice, op, b, map);
    else
      ir_builder_insert(b, ir_op_clone(op, map));
  }
}
