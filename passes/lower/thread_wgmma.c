// tc.dot_async and tc.dot_wait: a tc.wgmma for each step of K and each 64 rows and up to 256
// columns that a warpgroup has.
//
// Where an operand lies is what the first warpgroup's part begins at, in constants, and a multiple
// of the warpgroup's number along the dimension.  Registers that ordinary code computed are handed
// over together; for what an earlier product has in flight a fence without registers does (ptxas
// puts one in where a loop carries them).  Of an A in registers the fragments of each step are in
// flight, too, until a wait behind which its product is done gives them back, for nobody to use.
#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/tc/fragment.h"
#include "dialects/tile/tile.h"
#include "dialects/ub/ub.h"
#include "passes/lower/thread_address.h"
#include "passes/lower/thread_wgmma.h"

enum { GROUP_BITS = 7, GROUP_WARP_BITS = 2 };

// A product being converted.
typedef struct Dot {
  ThreadState *state;
  IrOp *op;
  WgmmaPieces pieces;
  TcWgmmaShape instr;
  int64_t k; // of the tile
} Dot;

// An operand in shared memory.
typedef struct SharedOperand {
  TcTile tile;
  TcDescriptor form;
  IrType element;
  IrValue *flat;
  IrValue *group; // the warpgroup's offset, elements; NULL: 0
} SharedOperand;

// ---- The warpgroup's part.

static IrValue *times(ThreadState *state, IrValue *value, int64_t factor) {
  if (factor == 1) return value;
  return BUILD1(&state->entry, arith_muli, .lhs = value, .rhs = thread_i32(state, factor));
}

static IrValue *sum_of(ThreadState *state, IrValue *a, IrValue *b) {
  if (!a || !b) return a ? a : b;
  return BUILD1(&state->entry, arith_addi, .lhs = a, .rhs = b);
}

// The warpgroup's number among the role's, the same in all lanes.
static IrValue *warpgroup(ThreadState *state) {
  IrBuilder *b = &state->entry;
  IrValue *warp = thread_warp(state);
  if (state->role && state->role->first_warp)
    warp = BUILD1(b, arith_subi, .lhs = warp, .rhs = thread_i32(state, state->role->first_warp));
  return BUILD1(b, arith_shrui, .lhs = warp, .rhs = thread_i32(state, GROUP_WARP_BITS));
}

// What the layout adds to coordinate `dim` for warpgroups, as a multiple of `*unit`; NULL: nothing.
static IrValue *group_coordinate(ThreadState *state, const TileLayout *layout, unsigned dim,
                                 int64_t *unit) {
  ThreadMap map = thread_coordinate_map(layout, dim);
  IrValue *sum = NULL;
  IrBuilder *b = &state->entry;
  *unit = map.group;
  for (unsigned i = map.bits; i-- > GROUP_BITS;)
    if (map.bases[i]) *unit = map.bases[i]; // the lowest bit moves least
  if (!*unit) return NULL;
  if (map.group) return warpgroup(state);
  for (unsigned i = GROUP_BITS; i < map.bits; i++) {
    if (!map.bases[i]) continue;
    IrValue *bit = warpgroup(state);
    if (i > GROUP_BITS)
      bit = BUILD1(b, arith_shrui, .lhs = bit, .rhs = thread_i32(state, i - GROUP_BITS));
    if (i + 1 < map.bits) bit = BUILD1(b, arith_andi, .lhs = bit, .rhs = thread_i32(state, 1));
    sum = sum_of(state, sum, times(state, bit, map.bases[i] / *unit));
  }
  return sum;
}

static IrStatus not_described(const Dot *dot, const char *name, const IrValue *buffer) {
  IrStatus failed = ir_op_error(dot->op, "has {} in a buffer that no descriptor describes: {}",
                                name, ir_value_type(buffer));
  ir_help(dot->state->ctx, "16-bit elements lie in a #mem.swizzle of 32, 64 or 128 bytes, others "
                           "also along K; a part's columns begin with a span");
  return failed;
}

static IrStatus shared_operand(const Dot *dot, TcOperand which, IrValue *buffer,
                               SharedOperand *out) {
  ThreadState *state = dot->state;
  bool is_a = which == TC_OPERAND_A;
  int64_t begins = is_a ? TC_WGMMA_ROWS : dot->pieces.columns, unit;
  if (!tc_wgmma_tile(ir_value_type(buffer), which, &out->tile) ||
      !tc_wgmma_begins_at(&out->tile, begins))
    return not_described(dot, is_a ? "a" : "b", buffer);
  out->form = tc_tile_descriptor(&out->tile);
  out->element = mem_buffer_element(ir_value_type(buffer));
  out->flat = thread_flatten(state, thread_value(state, buffer));
  out->group = group_coordinate(state, &dot->pieces.layout, is_a ? 0 : 1, &unit);
  if (out->group)
    out->group =
        times(state, out->group, tc_tile_offset(&out->tile, (unsigned)unit, 0) / out->tile.bytes);
  return IR_OK;
}

static IrValue *descriptor(const Dot *dot, const SharedOperand *operand, int64_t mn, int64_t k) {
  ThreadState *state = dot->state;
  IrBuilder *b = &state->b;
  IrType i64 = ir_type_i64(b->ctx);
  int64_t constant =
      tc_tile_offset(&operand->tile, (unsigned)mn, (unsigned)k) / operand->tile.bytes;
  IrValue *offset = operand->group;
  if (!offset)
    offset = thread_i32(state, constant);
  else if (constant)
    offset = BUILD1(b, arith_addi, .lhs = offset, .rhs = thread_i32(state, constant));
  return BUILD1(b, tc_wgmma_descriptor, .buffer = operand->flat, .offset = offset,
                .leading = ir_attr_integer(i64, operand->form.leading),
                .stride = ir_attr_integer(i64, operand->form.stride),
                .swizzle = ir_attr_integer(i64, operand->tile.swizzle),
                .result_type = tc_descriptor_get(operand->element));
}

// ---- Handing over.

// A's fragments, for each step of K one for each 64 rows; false where a's layout is another.
static bool take_fragments_of_a(const Dot *dot, const WgmmaPlaces *places, IrValue *registers,
                                ThreadValues *fragments) {
  unsigned bytes = TC_WGMMA_BYTES / dot->instr.k;
  size_t n = TC_WGMMA_ROWS * dot->instr.k / 128; // a thread's of a warpgroup
  int64_t from[TC_WGMMA_ROWS];
  for (int64_t k = 0; k < dot->k; k += dot->instr.k)
    for (size_t m = 0; m < dot->pieces.rows.n; m++) {
      for (size_t i = 0; i < n; i++) {
        TcPlace place = tc_place_a(TC_WARP_ROWS, bytes, 0, (unsigned)i);
        from[i] = wgmma_register_at(places, dot->pieces.rows.at[m] + place.row, k + place.column);
        if (from[i] < 0) return false;
      }
      ir_vec_push(fragments, thread_shuffle(&dot->state->b, registers, from, n));
    }
  return true;
}

static IrStatus fragments_of_a(const Dot *dot, IrValue *a, ThreadValues *fragments) {
  TileLayout layout;
  IR_TRY(thread_layout_of(dot->op, ir_value_type(a), &layout));
  WgmmaPlaces places;
  wgmma_places_of(&layout, &places);
  bool fits = take_fragments_of_a(dot, &places, thread_value(dot->state, a), fragments);
  wgmma_places_free(&places);
  if (fits) return IR_OK;
  return ir_op_error(dot->op, "has a in another layout than wgmma's: {}", ir_value_type(a));
}

static void pieces_of(const Dot *dot, IrValue *whole, ThreadValues *values) {
  size_t n = dot->pieces.columns / 2;
  int64_t *from = ir_malloc(n * sizeof *from);
  for (size_t i = 0; i < wgmma_num_pieces(&dot->pieces); i++) {
    wgmma_piece_registers(&dot->pieces, i, from);
    ir_vec_push(values, thread_shuffle(&dot->state->b, whole, from, n));
  }
  ir_free(from);
}

// In place.
static void hand_over(ThreadState *state, ThreadValues *values) {
  IrOp *fence = BUILD(&state->b, tc_wgmma_fence, .registers = {values->at, values->n});
  for (size_t i = 0; i < values->n; i++) values->at[i] = ir_op_result(fence, i);
}

// Accumulators in flight (none: products make them) and A's fragments, handed over as need be.
static IrStatus hand_over_operands(const Dot *dot, ThreadValues *acc, ThreadValues *fragments) {
  ThreadState *state = dot->state;
  IrValue *a = GET(dot->op, tc_dot_async, a), *c = GET(dot->op, tc_dot_async, c);
  ThreadValues all = {0};
  bool fresh = !c || !tc_inflight_tile(ir_value_type(c));
  size_t adds = 0;
  IrStatus status = IR_OK;
  if (c && fresh) pieces_of(dot, thread_value(state, c), &all);
  adds = all.n;
  if (!mem_is_buffer(ir_value_type(a))) status = fragments_of_a(dot, a, &all);
  if (status == IR_OK) hand_over(state, &all);
  if (c && !fresh) thread_values(state, c, acc);
  for (size_t i = 0; i < all.n; i++) {
    if (i < adds)
      ir_vec_push(acc, all.at[i]);
    else
      ir_vec_push(fragments, all.at[i]);
  }
  ir_vec_free(&all);
  return status;
}

// ---- The products.

typedef struct Operands {
  SharedOperand a, b;
  bool a_in_registers;
  ThreadValues acc, fragments;
} Operands;

// Of one step of K and one piece, which becomes its result.
static void multiply(const Dot *dot, Operands *o, int64_t k, size_t piece, IrType type) {
  IrBuilder *b = &dot->state->b;
  size_t rows = dot->pieces.rows.n, m = piece % rows, n = piece / rows;
  IrValue *acc = piece < o->acc.n ? o->acc.at[piece] : NULL;
  IrValue *scale = k || !acc ? NULL : GET(dot->op, tc_dot_async, scale);
  IrValue *left = o->a_in_registers ? o->fragments.at[(size_t)(k / dot->instr.k) * rows + m]
                                    : descriptor(dot, &o->a, dot->pieces.rows.at[m], k);
  IrAttr unit = ir_attr_unit(b->ctx);
  IrValue *product =
      BUILD1(b, tc_wgmma, .a = left, .b = descriptor(dot, &o->b, dot->pieces.starts.at[n], k),
             .c = acc, .scale = scale ? thread_value(dot->state, scale) : NULL,
             .trans_a = !o->a_in_registers && o->a.tile.mn_major ? unit : NULL,
             .trans_b = o->b.tile.mn_major ? unit : NULL, .result_type = type);
  if (acc)
    o->acc.at[piece] = product;
  else
    ir_vec_push(&o->acc, product);
}

static void keep_fragments(const Dot *dot, const ThreadValues *fragments) {
  for (size_t i = 0; i < fragments->n; i++)
    ir_vec_push(&dot->state->kept, ((ThreadKept){fragments->at[i], dot->op}));
}

static IrStatus multiply_all(const Dot *dot, Operands *o) {
  IrOp *op = dot->op;
  IrValue *a = GET(op, tc_dot_async, a);
  o->a_in_registers = !mem_is_buffer(ir_value_type(a));
  if (!o->a_in_registers) IR_TRY(shared_operand(dot, TC_OPERAND_A, a, &o->a));
  IR_TRY(shared_operand(dot, TC_OPERAND_B, GET(op, tc_dot_async, b), &o->b));
  IR_TRY(hand_over_operands(dot, &o->acc, &o->fragments));
  IrType element = ir_type_element(tc_inflight_tile(GET(op, tc_dot_async, result_type)));
  IrType type = tc_inflight_get(thread_vector_of(element, dot->pieces.columns / 2));
  for (int64_t k = 0; k < dot->k; k += dot->instr.k)
    for (size_t i = 0; i < wgmma_num_pieces(&dot->pieces); i++) multiply(dot, o, k, i, type);
  BUILD(&dot->state->b, tc_wgmma_commit, NO_ARGS);
  thread_set_values(dot->state, ir_op_result(op, 0), o->acc.at, o->acc.n);
  keep_fragments(dot, &o->fragments);
  return IR_OK;
}

static IrStatus not_of_warpgroups(ThreadState *state, IrOp *op, IrType tile) {
  IrStatus failed = ir_op_error(op,
                                "has a tile in a layout that is not that of an accumulator of the "
                                "block's warpgroups: {}",
                                tile);
  ir_help(state->ctx, "run tile-layout, or name it: #tile.wgmma<c, warpgroups = [...]>");
  return failed;
}

static IrStatus check_dot(Dot *dot) {
  IrType type = tc_inflight_tile(GET(dot->op, tc_dot_async, result_type));
  TileLayout layout;
  IR_TRY(thread_layout_of(dot->op, type, &layout));
  bool known = tc_wgmma_shape(ir_attr_str(GET(dot->op, tc_dot_async, instr)), &dot->instr);
  IR_ASSERT(known, "the verifier knows the instruction");
  if (!wgmma_pieces_of(type, &dot->pieces) || dot->state->cluster_bits)
    return not_of_warpgroups(dot->state, dot->op, type);
  if (dot->instr.n == dot->pieces.columns) return IR_OK;
  IrStatus failed = ir_op_error(dot->op, "has an instruction of {} columns where one of {} fits",
                                (int64_t)dot->instr.n, (int64_t)dot->pieces.columns);
  ir_help(dot->state->ctx, "name 'wgmma.m64n{}k{}'", (int64_t)dot->pieces.columns,
          (int64_t)dot->instr.k);
  return failed;
}

IrStatus thread_convert_dot_async(ThreadState *state, IrOp *op) {
  Dot dot = {.state = state, .op = op};
  Operands operands = {0};
  dot.k = mem_buffer_shape(ir_value_type(GET(op, tc_dot_async, b))).at[0];
  IrStatus status = check_dot(&dot);
  if (status == IR_OK) status = multiply_all(&dot, &operands);
  ir_vec_free(&operands.acc);
  ir_vec_free(&operands.fragments);
  wgmma_pieces_free(&dot.pieces);
  return status;
}

IrStatus thread_convert_dot_accumulator(ThreadState *state, IrOp *op) {
  IrValue *c = GET(op, tc_dot_accumulator, c);
  IrType tile = tc_inflight_tile(GET(op, tc_dot_accumulator, result_type));
  Dot dot = {.state = state, .op = op};
  TileLayout layout;
  IR_TRY(thread_layout_of(op, tile, &layout));
  if (!wgmma_pieces_of(tile, &dot.pieces)) {
    wgmma_pieces_free(&dot.pieces);
    return not_of_warpgroups(state, op, tile);
  }
  ThreadValues values = {0};
  if (c) {
    pieces_of(&dot, thread_value(state, c), &values);
  } else { // the first product says what they are
    IrType piece = thread_vector_of(ir_type_element(tile), dot.pieces.columns / 2);
    IrValue *unknown =
        BUILD1(&state->b, ub_poison, .value = ub_poison_attr(state->ctx), .result_type = piece);
    for (size_t i = 0; i < wgmma_num_pieces(&dot.pieces); i++) ir_vec_push(&values, unknown);
  }
  hand_over(state, &values);
  thread_set_values(state, ir_op_result(op, 0), values.at, values.n);
  ir_vec_free(&values);
  wgmma_pieces_free(&dot.pieces);
  return IR_OK;
}

// ---- Waiting.

// Products of the op's block that were issued between `dot` and `wait`.
static int64_t products_between(const IrOp *dot, const IrOp *wait) {
  int64_t n = 0;
  for (const IrOp *op = ir_op_next(dot); op && op != wait; op = ir_op_next(op))
    n += IS(op, tc_dot_async);
  return n;
}

// Fragments whose products are surely done there.
static void take_fragments(ThreadState *state, const IrOp *wait, ThreadValues *values) {
  int64_t pending = ir_attr_int(GET(wait, tc_dot_wait, pending));
  size_t n = 0;
  for (size_t i = 0; i < state->kept.n; i++) {
    ThreadKept kept = state->kept.at[i];
    if (ir_op_block(kept.product) == ir_op_block(wait) &&
        products_between(kept.product, wait) >= pending)
      ir_vec_push(values, kept.fragment);
    else
      state->kept.at[n++] = kept;
  }
  state->kept.n = n;
}

// Puts pieces back where the tile's layout has them.
static IrValue *whole_of(ThreadState *state, const WgmmaPieces *pieces, IrType element, IrOp *wait,
                         size_t first) {
  IrBuilder *b = &state->b;
  size_t n = pieces->columns / 2;
  IrType type = thread_vector_of(element, thread_registers(&pieces->layout));
  IrValue *whole = thread_zero(state, type);
  int64_t *to = ir_malloc(n * sizeof *to);
  for (size_t i = 0; i < wgmma_num_pieces(pieces); i++) {
    IrValue *piece = ir_op_result(wait, first + i);
    wgmma_piece_registers(pieces, i, to);
    for (size_t r = 0, length; r < n; r += length) {
      for (length = 1; r + length < n && to[r + length] == to[r] + (int64_t)length;) length++;
      whole = thread_insert(b, thread_slice(b, piece, (int64_t)r, (int64_t)length), whole, to[r]);
    }
  }
  ir_free(to);
  return whole;
}

static IrStatus check_wait(ThreadState *state, IrOp *op) {
  for (size_t i = 0; i < ir_op_num_operands(op); i++) {
    WgmmaPieces pieces;
    bool known = wgmma_pieces_of(ir_value_type(ir_op_result(op, i)), &pieces);
    wgmma_pieces_free(&pieces);
    if (!known) return not_of_warpgroups(state, op, ir_value_type(ir_op_result(op, i)));
  }
  return IR_OK;
}

IrStatus thread_convert_dot_wait(ThreadState *state, IrOp *op) {
  ThreadValues values = {0};
  IR_TRY(check_wait(state, op));
  for (size_t i = 0; i < ir_op_num_operands(op); i++)
    thread_values(state, ir_op_operand(op, i), &values);
  take_fragments(state, op, &values);
  IrOp *wait = BUILD(&state->b, tc_wgmma_wait, .inflight = {values.at, values.n},
                     .pending = GET(op, tc_dot_wait, pending));
  size_t first = 0;
  for (size_t i = 0; i < ir_op_num_operands(op); i++) {
    IrType tile = ir_value_type(ir_op_result(op, i));
    WgmmaPieces pieces;
    bool known = wgmma_pieces_of(tile, &pieces);
    IR_ASSERT(known, "check_wait has looked");
    IrValue *whole = whole_of(state, &pieces, ir_type_element(tile), wait, first);
    ir_ptrmap_set(&state->values, ir_op_result(op, i), whole);
    first += wgmma_num_pieces(&pieces);
    wgmma_pieces_free(&pieces);
  }
  ir_vec_free(&values);
  return IR_OK;
}
