// mem-async-copy: tiles go to shared memory by cp.async, past the registers.
//
// requires: laid-out tiles, widths (mem-vectorize), no barriers yet   preserves: order of effects
//
//   %t = tile.load %A[%i, %k] {width = 8}           tile.async_copy %A[%i, %k] to %s[0, 0] ...
//   tile.store %t, %s[0, 0]                   ==>   tile.async_wait
//   %x = tile.load %s[0, 0]                         %x = tile.load %s[0, 0]
//
// A tile.trans between the two becomes the copy's `perm`.
//
// The copy starts where the tile is loaded, or, where its buffer is used until then, where it is
// stored.
//
// Nothing waits in a thread's registers for memory, so more blocks fit on a multiprocessor, and a
// tile crosses the first cache once instead of twice.  The wait stands in front of the first op
// that touches one of the buffers (another copy to the same place of it, too) or writes memory
// that is copied, at the latest at the end of the block.
//
// A copy is possible in accesses of 4, 8 or 16 bytes that lie together on both sides; what is
// outside the memref becomes zero, so that another padding value forbids it, as does a memref that
// may end inside an access.  A copy of a whole buffer that TMA could make, too, is marked `tma`: by
// what is known of the kernel's arguments (tma_facts.h) and by how the buffer lies (tile_tma.h).
// Of the lanes, warps and groups that hold copies of an element the
// first ones copy it (tile-to-thread); registers hold none.
#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/tc/tc.h"
#include "dialects/tile/layout.h"
#include "dialects/tile/target.h"
#include "dialects/tile/tile.h"
#include "dialects/tile/tile_tma.h"
#include "ir/edit/builder.h"
#include "ir/support/vec.h"
#include "passes/mem/copy_pair.h"
#include "passes/mem/divisibility.h"
#include "passes/mem/global_writes.h"
#include "passes/mem/mem_passes.h"
#include "passes/mem/tma_facts.h"
#include "passes/tile/access.h"
#include "passes/tile/authored.h"

typedef IR_VEC(IrOp *) OpList;

typedef struct AsyncCopy {
  const IrPassRun *run;
  IrOp *kernel;
  const struct mem_async_copy_decl *self;
  OpList stores;            // of the pairs that become copies
  IR_VEC(IrBlock *) blocks; // that have copies
} AsyncCopy;

// ---- Which copies

// Zero bits, which is what cp.async fills with.
static bool is_zero_padding(const IrValue *pad) {
  if (!pad) return true;
  const IrOp *op = ir_value_op(pad);
  if (!IS(op, arith_constant)) return false;
  IrAttr value = GET(op, arith_constant, value);
  if (ir_attr_kind(value) != IR_ATTR_FLOAT) return ir_attr_int(value) == 0;
  IrFloatBits bits = ir_attr_float_bits(value);
  return !bits.at[0] && !bits.at[1];
}

// Is the tile's place in the buffer a multiple of its linear part?
static bool is_aligned(IrOp *kernel, IrValues indices, const TileLayout *tile) {
  size_t lead = indices.n - tile->rank;
  for (size_t d = 0; d < tile->rank; d++)
    if (divisor_of_value(kernel, indices.at[lead + d]) < (int64_t)1 << tile->log[d]) return false;
  return true;
}

// Do `width` registers that follow each other lie together in the buffer, each element in one
// register of a thread?
static bool lies_together(IrOp *kernel, IrOp *store, int64_t width) {
  IrType tile = ir_value_type(GET(store, tile_store, tile));
  TileLayout layout, numbers;
  TileStorage storage;
  if (!tile_layout_of(tile, &layout) || layout.bits[TILE_LANE] < 5 ||
      tile_layout_free_bits(&layout, TILE_REGISTER))
    return false;
  if (!is_aligned(kernel, GET(store, tile_store, indices), &layout)) return false;
  if (!tile_storage_of(ir_value_type(GET(store, tile_store, dest)), &storage) ||
      !tile_storage_numbers(&layout, &storage, &numbers) || width > 1 << storage.exact)
    return false;
  for (unsigned bit = 0; (int64_t)1 << bit < width; bit++)
    if (numbers.basis[TILE_REGISTER][bit] != 1u << bit) return false;
  return true;
}

static IrAttr perm_of(const IrOp *trans) {
  unsigned dims[TILE_LAYOUT_RANK];
  int64_t perm[TILE_LAYOUT_RANK];
  size_t rank = ir_type_shape(ir_value_type(ir_op_operand(trans, 0))).rank;
  tile_trans_dims(trans, dims);
  for (size_t d = 0; d < rank; d++) perm[d] = dims[d];
  return ir_attr_i64_array(ir_op_context(trans), perm, rank);
}

// Accesses that are too narrow for the threads to be worth it: TMA makes none.
static bool is_better_by_tma(AsyncCopy *state, IrOp *load, IrOp *store, const IrOp *trans) {
  IrStream why = {0};
  TileBoxes boxes;
  TmaCopy parts = {.at = load,
                   .source = GET(load, tile_load, source),
                   .indices = GET(load, tile_load, indices),
                   .dest = GET(store, tile_store, dest),
                   .dest_indices = GET(store, tile_store, indices),
                   .perm = trans ? perm_of(trans) : NULL,
                   .stored = ir_type_shape(ir_value_type(GET(store, tile_store, tile)))};
  bool takes =
      tile_target_of(state->kernel)->tma && tma_takes_copy(state->kernel, &parts, &boxes, &why);
  ir_stream_free(&why);
  return takes;
}

// Why the tile goes through registers instead; NULL when it need not.
static const char *why_not_async(AsyncCopy *state, IrOp *store, IrOp *load, const IrOp *trans) {
  IrAttr width = GET(load, tile_load, width);
  int64_t elements = width ? ir_attr_int(width) : 1;
  int64_t bytes = elements * mem_element_bytes(ir_type_element(GET(load, tile_load, tile_type)));
  if (GET(load, tile_load, edge)) return "the memref may end inside an access";
  if (!is_zero_padding(GET(load, tile_load, pad))) return "what is outside becomes zero in a copy";
  if (bytes < 4 || bytes > 16) return "an access has fewer than 4 bytes";
  if (bytes < state->self->options.bytes && !is_better_by_tma(state, load, store, trans))
    return "accesses so narrow are quicker that way";
  if (!lies_together(state->kernel, store, elements))
    return "what lies together in memory does not in the buffer";
  return NULL;
}

// The load of global memory that the stored tile comes from with nothing but changes of its shape,
// its layout or its elements' type in between; NULL: there is none.
static const IrOp *load_behind(const IrOp *store) {
  const IrOp *op = ir_value_op(GET(store, tile_store, tile));
  while (op && !IS(op, tile_load) && ir_op_num_operands(op) == 1)
    op = ir_value_op(ir_op_operand(op, 0));
  bool global = IS(op, tile_load) && !mem_is_buffer(ir_value_type(GET(op, tile_load, source)));
  return global ? op : NULL;
}

static void explain(const AsyncCopy *state, const IrOp *load, const char *why) {
  IR_REMARK(state->run, state->self, missed_async_copy, load,
            "goes to shared memory through registers: {}", why);
}

static bool is_async(AsyncCopy *state, IrOp *store) {
  IrOp *trans, *load = mem_load_of_copy(store, &trans);
  if (!mem_is_buffer(ir_value_type(GET(store, tile_store, dest)))) return false;
  if (!load) {
    const IrOp *behind = load_behind(store);
    if (behind) explain(state, behind, "it is changed or also used there");
    return false;
  }
  const char *why = why_not_async(state, store, load, trans);
  if (why) explain(state, load, why);
  return !why;
}

static IrStatus collect(IrOp *op, void *user) {
  AsyncCopy *state = user;
  if (IS(op, tile_store) && is_async(state, op)) ir_vec_push(&state->stores, op);
  return IR_OK;
}

// ---- Rewriting

static void note_block(AsyncCopy *state, IrBlock *block) {
  for (size_t i = 0; i < state->blocks.n; i++)
    if (state->blocks.at[i] == block) return;
  ir_vec_push(&state->blocks, block);
}

// Does `op`, or one in its regions, use the memory that `user` is the root of?
typedef struct Touch {
  const AsyncCopy *state;
  const IrValue *root;
} Touch;

static IrStatus look_for_touch(IrOp *op, void *user) {
  const Touch *touch = user;
  for (size_t i = 0; i < ir_op_num_operands(op); i++) {
    const IrValue *operand = ir_op_operand(op, i);
    if (mem_is_buffer(ir_value_type(operand)) && !mem_is_view(op) &&
        mem_roots_meet(mem_root(touch->state->kernel, operand), touch->root))
      return IR_FAILED;
  }
  return IR_OK;
}

// Is the value, which an op of the same block uses later, there already at `op`?
static bool is_known_at(const IrValue *value, const IrOp *op) {
  const IrOp *def = ir_value_op(value);
  return !def || ir_op_block(def) != ir_op_block(op) || ir_op_is_before(def, op);
}

// Where the copy starts: with the load, so that what the person wrote in between is done meanwhile;
// with the store where the buffer is used until then, or its index is not known before.
static IrOp *start_of(const AsyncCopy *state, IrOp *load, IrOp *store) {
  Touch touch = {state, mem_root(state->kernel, GET(store, tile_store, dest))};
  IrValues indices = GET(store, tile_store, indices);
  int64_t index;
  if (!is_known_at(GET(store, tile_store, dest), load)) return store;
  for (size_t d = 0; d < indices.n; d++)
    if (!is_known_at(indices.at[d], load) && !ir_match_int(indices.at[d], &index)) return store;
  for (IrOp *op = ir_op_next(load); op != store; op = ir_op_next(op))
    if (IS(op, tile_async_store_wait) || ir_walk_pre(op, look_for_touch, &touch) != IR_OK)
      return store;
  return load;
}

// The same indices; constants that are not there yet once more.
static IrValues indices_at(IrBuilder *b, IrOp *start, IrValues indices, IrValue **room) {
  for (size_t d = 0; d < indices.n; d++) {
    int64_t index = 0;
    room[d] = indices.at[d];
    if (is_known_at(room[d], start)) continue;
    bool known = ir_match_int(room[d], &index);
    IR_ASSERT(known, "only constants are made again");
    room[d] = access_index(b, index);
  }
  return (IrValues){room, indices.n};
}

static IrShape shape_of_copy(IrOp *copy) {
  return ir_type_shape(tile_async_copy_stored(copy));
}

// Marks a copy that TMA could make.
static void mark_tma(AsyncCopy *state, IrOp *copy) {
  IrStream why = {0};
  TileBoxes boxes;
  TmaCopy parts = {.at = copy,
                   .source = GET(copy, tile_async_copy, source),
                   .indices = GET(copy, tile_async_copy, indices),
                   .dest = GET(copy, tile_async_copy, dest),
                   .dest_indices = GET(copy, tile_async_copy, dest_indices),
                   .perm = GET(copy, tile_async_copy, perm),
                   .stored = shape_of_copy(copy)};
  if (!tile_target_of(state->kernel)->tma) return;
  if (tma_takes_copy(state->kernel, &parts, &boxes, &why)) {
    SET_ATTR(copy, tile_async_copy, tma, ir_attr_unit(ir_op_context(copy)));
    state->self->stats->tma++;
    IR_REMARK(state->run, state->self, tma, copy, "can be copied by TMA: {} of {}", boxes.count,
              boxes.map);
  } else {
    IR_REMARK(state->run, state->self, missed_tma, copy, "cannot be copied by TMA: {}",
              ir_stream_str(&why));
  }
  ir_stream_free(&why);
}

static void replace_pair(AsyncCopy *state, IrOp *store) {
  IrOp *trans, *load = mem_load_of_copy(store, &trans);
  note_block(state, ir_op_block(store));
  IrOp *start = start_of(state, load, store);
  IrBuilder b = ir_builder_before(start);
  IrValue *room[TILE_LAYOUT_RANK + 1];
  IrValues at = GET(store, tile_store, indices);
  if (start != store) at = indices_at(&b, start, at, room);
  b.loc = ir_op_loc(load);
  IrOp *copy = BUILD(&b, tile_async_copy, .source = GET(load, tile_load, source),
                     .indices = GET(load, tile_load, indices), .dest = GET(store, tile_store, dest),
                     .dest_indices = at, .tile = ir_attr_of_type(GET(load, tile_load, tile_type)),
                     .width = GET(load, tile_load, width), .perm = trans ? perm_of(trans) : NULL);
  authored_keep(load, copy);
  mark_tma(state, copy);
  ir_op_destroy(store);
  if (trans) ir_op_destroy(trans);
  ir_op_destroy(load);
}

// Do intervals of lengths `n` and `m` that start at constants have nothing in common?
static bool are_apart(const IrValue *a, int64_t n, const IrValue *b, int64_t m) {
  int64_t at, other;
  return ir_match_int(a, &at) && ir_match_int(b, &other) && (at + n <= other || other + m <= at);
}

// Do two copies into one buffer fill different places of it: other slots, or other rows or columns?
static bool fill_other_places(IrOp *a, IrOp *b) {
  IrValue *to = GET(a, tile_async_copy, dest), *other = GET(b, tile_async_copy, dest);
  IrValues at = GET(a, tile_async_copy, dest_indices), with = GET(b, tile_async_copy, dest_indices);
  IrShape n = shape_of_copy(a), m = shape_of_copy(b);
  if (to != other) {
    const IrOp *slot = ir_value_op(to), *other_slot = ir_value_op(other);
    return IS(slot, mem_index) && IS(other_slot, mem_index) &&
           GET(slot, mem_index, buffer) == GET(other_slot, mem_index, buffer) &&
           are_apart(GET(slot, mem_index, index), 1, GET(other_slot, mem_index, index), 1);
  }
  for (size_t d = 0; d < at.n; d++) {
    int64_t length = d + n.rank < at.n ? 1 : n.at[d + n.rank - at.n];
    int64_t other_length = d + m.rank < at.n ? 1 : m.at[d + m.rank - at.n];
    if (are_apart(at.at[d], length, with.at[d], other_length)) return true;
  }
  return false;
}

// Does `op` write memory of an argument that the copy, on its way, may still read?
static bool writes_source(const AsyncCopy *state, IrOp *op, const IrOp *copy) {
  GlobalWrites writes = {.kernel = state->kernel};
  global_writes_add(&writes, op);
  bool meets = global_writes_meet(&writes, GET(copy, tile_async_copy, source)) != NULL;
  global_writes_free(&writes);
  return meets;
}

// Must `copy` be done before `op`?
static bool meets_copy(const AsyncCopy *state, IrOp *op, IrOp *copy) {
  const IrValue *filled = mem_root(state->kernel, GET(copy, tile_async_copy, dest));
  if (mem_is_view(op)) return false;
  if (IS(op, tile_async_copy)) {
    const IrValue *other = mem_root(state->kernel, GET(op, tile_async_copy, dest));
    return mem_roots_meet(other, filled) && !fill_other_places(op, copy);
  }
  for (size_t i = 0; i < ir_op_num_operands(op); i++) {
    const IrValue *operand = ir_op_operand(op, i);
    if (mem_is_buffer(ir_value_type(operand)) &&
        mem_roots_meet(mem_root(state->kernel, operand), filled))
      return true;
  }
  return false;
}

// Must some of `copies`, which are on their way, be done before `op`?
static bool ends_copies(const AsyncCopy *state, IrOp *op, const OpList *copies) {
  bool has_code = ir_op_num_regions(op) && !ir_op_has_trait(op, IR_PURE); // a reduction has none
  bool syncs = ir_op_has_trait(op, IR_SYNC) && !IS(op, tc_dot_wait); // it waits for the warps' own
  if (!IS(op, tile_async_copy) && (has_code || ir_op_has_trait(op, IR_TERMINATOR) || syncs))
    return true;
  for (size_t k = 0; k < copies->n; k++)
    if (meets_copy(state, op, copies->at[k]) || writes_source(state, op, copies->at[k]))
      return true;
  return false;
}

static void wait_before(IrOp *op) {
  IrBuilder b = ir_builder_before(op);
  BUILD(&b, tile_async_wait, NO_ARGS);
}

static void insert_waits(const AsyncCopy *state, IrBlock *block, OpList *copies) {
  copies->n = 0;
  IR_FOR_OPS(op, block) {
    if (copies->n && ends_copies(state, op, copies)) {
      if (!IS(op, tile_async_wait)) wait_before(op);
      copies->n = 0;
    }
    if (IS(op, tile_async_copy)) ir_vec_push(copies, op);
  }
  if (!copies->n) return; // a kernel's body has no terminator
  IrBuilder b = ir_builder_at_end(ir_op_context(ir_block_last(block)), block,
                                  ir_op_loc(ir_block_last(block)));
  BUILD(&b, tile_async_wait, NO_ARGS);
}

IrStatus mem_async_copy_run(IrPassRun *run, IrOp *kernel) {
  const struct mem_async_copy_decl *self = run->decl;
  AsyncCopy state = {.run = run, .kernel = kernel, .self = self};
  int64_t bytes = self->options.bytes;
  if (bytes != 4 && bytes != 8 && bytes != 16)
    return ir_error(run->ctx, ir_op_loc(kernel),
                    "mem-async-copy: option bytes must be 4, 8 or 16, got {}", bytes);
  if (!tile_target_of(kernel)->cp_async) return IR_OK;
  IrStatus status = ir_walk_pre(kernel, collect, &state);
  for (size_t i = 0; i < state.stores.n && status == IR_OK; i++) {
    replace_pair(&state, state.stores.at[i]);
    self->stats->copies++;
  }
  OpList copies = {0};
  for (size_t i = 0; i < state.blocks.n; i++) insert_waits(&state, state.blocks.at[i], &copies);
  ir_vec_free(&copies);
  ir_vec_free(&state.stores);
  ir_vec_free(&state.blocks);
  return status;
}
