// Copies by TMA; see thread_tma.h.
//
//   tile.async_copy %A[%i, %k] to %s[0, 0] ... tma into %ch[%n]
// ==>
//   %m = mem.tensor_map %A : memref<?x?xf16> to !mem.tensor_map<64x64xf16, ...>    in the entry
//   mem.tma_load %m[%i, %k] to %flat[0] signal %full[%slot]                        for each box
//
// With `multicast` each block of the cluster loads the boxes of its part, `%rank` parts away from
// the first one in memory and in the buffer, for all blocks.
//
// A coordinate is 32 bits wide, an index 64.  tile-versions sees to it that no extent is above 2^30
// (tma_facts.h), so an index that may be beyond that is cut off there: its box is outside as
// before, and still begins at a multiple of 16 bytes.
#include "passes/lower/thread_tma.h"

#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/scf/scf.h"
#include "dialects/tile/tile_tma.h"
#include "ir/edit/rewriter.h"
#include "ir/interfaces/effects.h"
#include "passes/lower/thread_address.h"
#include "passes/mem/tma_facts.h"
#include "passes/tile/index_range.h"

enum { MOST_OFFSET = 1 << 16 }; // of a slab from its tile

IrValue *thread_tensor_map(ThreadState *state, const IrValue *memref, IrType map) {
  IrValue *argument = thread_value(state, memref);
  for (IrUse *use = ir_value_first_use(argument); use; use = ir_use_next(use)) {
    IrOp *user = ir_use_op(use);
    if (IS(user, mem_tensor_map) && ir_value_type(ir_op_result(user, 0)) == map)
      return ir_op_result(user, 0);
  }
  IrBuilder b = ir_builder_before(state->start);
  b.loc = state->b.loc;
  IrValue *made = BUILD1(&b, mem_tensor_map, .tensor = argument, .map_type = map);
  if (state->prefetches) { // by the first thread, behind mbarriers if it initialises them
    b = ir_builder_before(state->prefetches);
    state->prefetches = BUILD(&b, mem_prefetch_tensor_map, .map = made);
  }
  return made;
}

// The branch of `condition` that ends the block but for ops without effects, or NULL.
static IrOp *branch_before(const ThreadState *state, const IrValue *condition) {
  IrOp *op = state->b.before ? ir_op_prev(state->b.before) : ir_block_last(state->b.block);
  while (op && !ir_op_effect_kinds(op) && !ir_op_num_regions(op)) op = ir_op_prev(op);
  bool is_it = op && IS(op, scf_if) && GET(op, scf_if, condition) == condition &&
               !ir_op_num_results(op) && ir_region_is_empty(ir_op_region(op, 1));
  return is_it ? op : NULL;
}

IrBuilder thread_enter_elected(ThreadState *state) {
  IrValue *elected = thread_is_elected(state);
  IrOp *branch = elected ? branch_before(state, elected) : NULL;
  if (!branch) return thread_enter_if(state, elected);
  IrBuilder outer = state->b;
  for (IrOp *op; (op = ir_op_next(branch)) != outer.before;) {
    ir_op_detach(op);
    ir_op_insert_before(op, branch);
  }
  state->b = ir_builder_before(ir_block_last(scf_block(branch, 0)));
  state->b.loc = outer.loc;
  return outer;
}

void thread_leave_elected(ThreadState *state, IrBuilder outer) {
  if (state->b.block == outer.block) return; // all are the one thread
  if (!state->b.before) BUILD(&state->b, scf_yield, NO_ARGS);
  state->b = outer;
}

static bool is_small(const IrValue *index, int64_t *number) {
  return ir_match_int(index, number) && *number >= -TMA_EXTENTS_END && *number <= TMA_EXTENTS_END;
}

static IrValue *plus(ThreadState *state, IrValue *value, int64_t constant) {
  if (!constant) return value;
  return BUILD1(&state->b, arith_addi, .lhs = value, .rhs = thread_i32(state, constant));
}

static IrValue *cut_off(ThreadState *state, IrValue *value, IrValue *least, IrValue *most) {
  value = BUILD1(&state->b, arith_minsi, .lhs = value, .rhs = most);
  return BUILD1(&state->b, arith_maxsi, .lhs = value, .rhs = least);
}

// A multiple of an integer of 32 bits, which is cut off before it grows beyond them; NULL: it is
// none.  The factor keeps it a multiple of 16 bytes.
static IrValue *multiple_of_i32(ThreadState *state, const IrOp *op) {
  int64_t factor;
  if (!IS(op, arith_muli) || !ir_match_int(GET(op, arith_muli, rhs), &factor) || factor <= 0 ||
      factor > TMA_EXTENTS_END || factor % TMA_ALIGNMENT)
    return NULL;
  const IrOp *cast = ir_value_op(GET(op, arith_muli, lhs));
  if (!IS(cast, arith_index_cast) ||
      ir_value_type(ir_op_operand(cast, 0)) != ir_type_i32(state->ctx))
    return NULL;
  int64_t most = TMA_EXTENTS_END / factor;
  IrValue *value = thread_value(state, ir_op_operand(cast, 0));
  value = cut_off(state, value, thread_i32(state, -most), thread_i32(state, most));
  return BUILD1(&state->b, arith_muli, .lhs = value, .rhs = thread_i32(state, factor));
}

IrValue *thread_tma_coordinate(ThreadState *state, const IrValue *index) {
  IrType i32 = ir_type_i32(state->ctx);
  const IrOp *op = ir_value_op(index);
  IrIntRange range = index_range(index);
  int64_t number;
  if (is_small(index, &number)) return thread_i32(state, number);
  if (range.smin >= -TMA_EXTENTS_END && range.smax <= TMA_EXTENTS_END)
    return BUILD1(&state->b, arith_index_cast, .in = thread_value(state, index), .out_type = i32);
  // Beside the tensor by so much that these few elements do not matter.
  if (IS(op, arith_addi) && ir_match_int(GET(op, arith_addi, rhs), &number) && number >= 0 &&
      number <= MOST_OFFSET)
    return plus(state, thread_tma_coordinate(state, GET(op, arith_addi, lhs)), number);
  IrValue *multiple = multiple_of_i32(state, op);
  if (multiple) return multiple;
  IrValue *value = cut_off(state, thread_value(state, index), thread_index(state, -TMA_EXTENTS_END),
                           thread_index(state, TMA_EXTENTS_END));
  return BUILD1(&state->b, arith_index_cast, .in = value, .out_type = i32);
}

// The verifier of a copy knows its boxes.
static void boxes_of(const IrOp *copy, TileBoxes *boxes) {
  IrStream why = {0};
  bool fits = tile_boxes_of_copy(copy, boxes, &why);
  ir_stream_free(&why);
  IR_ASSERT(fits, "a copy with 'tma' is boxes");
}

int64_t thread_tma_bytes(const IrOp *copy) {
  TileBoxes boxes;
  boxes_of(copy, &boxes);
  return tile_boxes_bytes(&boxes);
}

static IrStatus check_source(const ThreadState *state, IrOp *copy) {
  const IrValue *source = GET(copy, tile_async_copy, source);
  if (!ir_value_op(source) && ir_block_parent(ir_value_block(source)) == state->kernel)
    return IR_OK;
  IrStatus failed =
      ir_op_error(copy, "is marked 'tma', but {} is no argument of the kernel", source);
  ir_help(state->ctx, "the host describes a tensor to TMA before the kernel runs");
  return failed;
}

// What this block loads of a copy: boxes of a part, from `start` in memory and `offset` in the
// buffer on (NULL: 0), for the blocks of `mask` (NULL: itself).
typedef struct Part {
  TileBoxes boxes;
  IrValue *start[MEM_TENSOR_MAP_MAX_RANK], *offset, *mask;
} Part;

static IrValue *times_rank(ThreadState *state, int64_t step) {
  return BUILD1(&state->entry, arith_muli, .lhs = thread_cluster_rank(state),
                .rhs = thread_i32(state, step));
}

static void choose_part(ThreadState *state, Part *part) {
  const TileBoxes *boxes = &part->boxes;
  int64_t first[MEM_TENSOR_MAP_MAX_RANK], next[MEM_TENSOR_MAP_MAX_RANK];
  int64_t offset = tile_box_at(boxes, 0, first);
  offset = tile_box_at(boxes, boxes->count / boxes->parts, next) - offset;
  IrValue **start = &part->start[boxes->split];
  *start = BUILD1(&state->b, arith_addi, .lhs = *start,
                  .rhs = times_rank(state, next[boxes->split] - first[boxes->split]));
  part->offset = times_rank(state, offset);
  IrType i16 = ir_type_integer(state->ctx, 16, IR_SIGNLESS);
  part->mask = thread_constant(state, ir_attr_integer(i16, ((int64_t)1 << boxes->parts) - 1), i16);
}

IrStatus thread_tma_load(ThreadState *state, IrOp *copy, IrValue *barriers, IrValue *index) {
  const IrValue *source = GET(copy, tile_async_copy, source);
  IrValues indices = GET(copy, tile_async_copy, indices);
  IrValue *at[MEM_TENSOR_MAP_MAX_RANK];
  int64_t place[MEM_TENSOR_MAP_MAX_RANK];
  Part part = {0};
  const TileBoxes *boxes = &part.boxes;
  IR_TRY(check_source(state, copy));
  boxes_of(copy, &part.boxes);
  IrValue *map = thread_tensor_map(state, source, boxes->map);
  IrValue *flat = thread_flatten(state, thread_value(state, GET(copy, tile_async_copy, dest)));
  for (unsigned d = 0; d < boxes->rank; d++)
    part.start[d] = thread_tma_coordinate(state, indices.at[d]);
  if (boxes->parts > 1) choose_part(state, &part);
  IrBuilder outer = thread_enter_elected(state);
  for (int64_t i = 0; i < boxes->count / boxes->parts; i++) {
    int64_t offset = tile_box_at(boxes, i, place);
    for (unsigned d = 0; d < boxes->rank; d++) at[d] = plus(state, part.start[d], place[d]);
    BUILD(&state->b, mem_tma_load, .map = map, .coords = {at, boxes->rank}, .dest = flat,
          .offset = part.offset ? plus(state, part.offset, offset) : thread_i32(state, offset),
          .barrier = barriers, .index = index, .multicast = part.mask);
  }
  thread_leave_elected(state, outer);
  return IR_OK;
}
