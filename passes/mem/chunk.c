// mem-chunk: a tile copied to shared memory one element at a time is copied in a loop over parts.
//
// requires: laid-out tiles, widths (mem-vectorize), no barriers yet   preserves: order of effects
//
//   %t = tile.load %A[%i, %j] {width = 1}          scf.for %r = 0 to 128 step 32 {
//   tile.store %t, %s[0, 0]                  ==>     %p = tile.load %A[%i + %r, %j] {width = 1}
//                                                    tile.store %p, %s[%r, 0]
//                                                  }
//
// Without a wide access a 128x64 tile is 64 loads a thread, each with an address and a predicate:
// too many registers to hold beside an accumulator, and most of the kernel's code.  Wide accesses
// stay as they are: they are few.  The loop stands where the store stood, so the load moves down;
// that is allowed when nothing in between writes global memory or synchronizes.
#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/scf/scf.h"
#include "dialects/tile/layout.h"
#include "dialects/tile/tile.h"
#include "ir/support/vec.h"
#include "passes/mem/copy_pair.h"
#include "passes/mem/mem_passes.h"
#include "passes/tile/access.h"

enum { MAX_RANK = 4 };

typedef struct Copy {
  IrOp *load, *store;
  IrOp *trans;         // in between, or NULL
  size_t dim;          // of the loaded tile, the one that is cut
  size_t stored;       // which dimension that is of the stored one
  int64_t whole, part; // its extent, and that of a part
  IrType type;         // of a part
} Copy;

typedef struct Chunk {
  int64_t registers; // that a part takes
  IR_VEC(Copy) copies;
} Chunk;

static bool is_zero(const IrValue *value) {
  int64_t number;
  return ir_match_int(value, &number) && number == 0;
}

// The dimension of which copies of the linear part are the outermost registers, or else that which
// the highest register bit runs along; the rank where neither is.
static size_t dim_to_cut(const TileLayout *l) {
  for (size_t d = 0; d < l->rank; d++)
    if (l->more[d] && tile_layout_split_dim(l) != (int)d) return d;
  unsigned bits = l->bits[TILE_REGISTER];
  size_t dim = bits ? 0 : l->rank;
  while (dim < l->rank && !tile_layout_coord(l, l->basis[TILE_REGISTER][bits - 1], (unsigned)dim))
    dim++;
  return dim;
}

// Whether the highest register bit runs along `dim`, so that halving it leaves the others.
static bool is_top(const TileLayout *l, size_t dim, unsigned bits) {
  return bits && tile_layout_coord(l, l->basis[TILE_REGISTER][bits - 1], (unsigned)dim);
}

// The part of the tile with at most `registers` registers, or as few as cutting one dimension
// makes: copies are taken one by one, then the linear part is halved.
static bool find_part(Copy *copy, int64_t registers) {
  IrType type = ir_value_type(ir_op_result(copy->load, 0));
  TileLayout layout, part;
  if (!tile_layout_of(type, &layout)) return false;
  IrShape shape = ir_type_shape(type);
  size_t dim = dim_to_cut(&layout);
  if (shape.rank > MAX_RANK || dim == shape.rank || tile_layout_registers(&layout) <= registers)
    return false;
  unsigned bits = layout.bits[TILE_REGISTER], drop = 0;
  int64_t copies = tile_layout_copies(&layout) / tile_layout_odd(&layout, (unsigned)dim);
  while (copies << (bits - drop) > registers && is_top(&layout, dim, bits - drop)) drop++;
  int64_t extents[MAX_RANK];
  memcpy(extents, shape.at, shape.rank * sizeof *extents);
  extents[dim] = (int64_t)1 << layout.log[dim] >> drop;
  if (!extents[dim] || extents[dim] == shape.at[dim] ||
      !tile_layout_part(&layout, (IrShape){extents, shape.rank}, &part))
    return false;
  if (part.bits[TILE_REGISTER] != bits - drop || !tile_layout_covers(&part)) return false;
  copy->dim = dim;
  copy->whole = shape.at[dim];
  copy->part = extents[dim];
  IrType plain = ir_type_tensor(ir_type_context(type), (IrShape){extents, shape.rank},
                                ir_type_element(type), NULL);
  copy->type = tile_layout_apply_to(plain, &part);
  return true;
}

// Which dimension `dim` is behind a tile.trans, if there is one.
static size_t stored_dim(const IrOp *trans, size_t dim) {
  unsigned dims[TILE_LAYOUT_RANK];
  if (!trans) return dim;
  tile_trans_dims(trans, dims);
  size_t d = 0;
  while (dims[d] != dim) d++;
  return d;
}

// Is `store` the only use of a narrow load, into a buffer from the start of the cut dimension on?
static bool match(IrOp *store, int64_t registers, Copy *copy) {
  IrOp *trans, *load = mem_load_of_copy(store, &trans);
  IrAttr width = load ? GET(load, tile_load, width) : NULL;
  if (!width || ir_attr_int(width) != 1) return false;
  *copy = (Copy){.load = load, .store = store, .trans = trans};
  if (!find_part(copy, registers)) return false;
  copy->stored = stored_dim(trans, copy->dim);
  IrValues at = GET(store, tile_store, indices);
  if (at.n > MAX_RANK || GET(load, tile_load, indices).n > MAX_RANK) return false;
  size_t lead = at.n - ir_type_shape(GET(load, tile_load, tile_type)).rank;
  return is_zero(at.at[lead + copy->stored]);
}

static IrStatus collect(IrOp *op, void *user) {
  Chunk *state = user;
  Copy copy;
  if (IS(op, tile_store) && match(op, state->registers, &copy)) ir_vec_push(&state->copies, copy);
  return IR_OK;
}

// The part as it is stored.
static IrValue *transposed(IrBuilder *b, const Copy *copy, IrValue *part) {
  if (!copy->trans) return part;
  int64_t extents[MAX_RANK];
  unsigned dims[TILE_LAYOUT_RANK];
  TileLayout layout;
  IrShape shape = ir_type_shape(copy->type);
  tile_trans_dims(copy->trans, dims);
  for (size_t d = 0; d < shape.rank; d++) extents[d] = shape.at[dims[d]];
  bool known = tile_layout_of(copy->type, &layout);
  IR_ASSERT(known, "a part has a layout");
  layout = tile_layout_permute(&layout, dims);
  IrType plain =
      ir_type_tensor(b->ctx, (IrShape){extents, shape.rank}, ir_type_element(copy->type), NULL);
  return BUILD1(b, tile_trans, .input = part, .perm = GET(copy->trans, tile_trans, perm),
                .result_type = tile_layout_apply_to(plain, &layout));
}

static void move_part(IrBuilder *b, const Copy *copy, IrValue *row) {
  IrValues from = GET(copy->load, tile_load, indices), to = GET(copy->store, tile_store, indices);
  size_t rank = ir_type_shape(copy->type).rank;
  IrValue *at[MAX_RANK], *into[MAX_RANK];
  memcpy(at, from.at, from.n * sizeof *at);
  memcpy(into, to.at, to.n * sizeof *into);
  IrValue **moved = &at[from.n - rank + copy->dim];
  *moved = BUILD1(b, arith_addi, .lhs = *moved, .rhs = row);
  into[to.n - rank + copy->stored] = row;
  IrValue *part = BUILD1(b, tile_load, .source = GET(copy->load, tile_load, source),
                         .indices = {at, from.n}, .pad = GET(copy->load, tile_load, pad),
                         .width = GET(copy->load, tile_load, width), .tile_type = copy->type);
  ir_value_take_name(part, ir_op_result(copy->load, 0));
  b->loc = ir_op_loc(copy->store);
  part = transposed(b, copy, part);
  BUILD(b, tile_store, .tile = part, .dest = GET(copy->store, tile_store, dest),
        .indices = {into, to.n});
}

static void make_loop(const Copy *copy) {
  IrBuilder b = ir_builder_before(copy->store);
  b.loc = ir_op_loc(copy->load);
  IrValue *zero = access_index(&b, 0), *end = access_index(&b, copy->whole);
  IrValue *step = access_index(&b, copy->part);
  IrOp *loop = scf_for_create(&b, zero, end, step, NULL, 0);
  IrBlock *body = scf_block(loop, 0);
  IrBuilder inner = ir_builder_at_end(b.ctx, body, b.loc);
  move_part(&inner, copy, ir_block_arg(body, 0));
  BUILD(&inner, scf_yield, NO_ARGS);
  ir_op_destroy(copy->store);
  if (copy->trans) ir_op_destroy(copy->trans);
  ir_op_destroy(copy->load);
}

IrStatus mem_chunk_run(IrPassRun *run, IrOp *kernel) {
  const struct mem_chunk_decl *self = run->decl;
  Chunk state = {.registers = self->options.registers};
  if (state.registers < 1)
    return ir_error(run->ctx, ir_op_loc(kernel),
                    "mem-chunk: option registers must be at least 1, got {}", state.registers);
  IrStatus status = ir_walk_pre(kernel, collect, &state);
  for (size_t i = 0; i < state.copies.n && status == IR_OK; i++) {
    make_loop(&state.copies.at[i]);
    self->stats->loops++;
  }
  ir_vec_free(&state.copies);
  return status;
}
