// Addresses of a tile's elements in a shared buffer.
//
// A layout says which coordinates a (register, thread) holds, the buffer's storage which number
// coordinates have; both are linear over GF(2), so the number is  thread part xor register part xor
// origin.  The offset is the sum of the number's fields times their strides.  The thread's part is
// computed once, field by field; a register's part is a constant that is added where its bits meet
// none of the thread's, and XORed where they do in bits that number and offset share.
//
// An origin known only at run time is computed once, if it is a multiple of the tile's linear part.
// Copies of the linear part beside it, and groups of warps, add multiples of a stride where there
// is one.  Everything else gets its addresses by arithmetic, one by one.
#include "passes/lower/thread_address.h"

#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "ir/edit/rewriter.h"
#include "passes/mem/divisibility.h"

static IrValue *as_i32(IrBuilder *b, IrValue *index) {
  return BUILD1(b, arith_index_cast, .in = index, .out_type = ir_type_i32(b->ctx));
}

// Either may be NULL: 0.
static IrValue *add_i32(IrBuilder *b, IrValue *a, IrValue *c) {
  if (!a || !c) return a ? a : c;
  return BUILD1(b, arith_addi, .lhs = a, .rhs = c);
}

static IrValue *times(ThreadState *state, IrBuilder *b, IrValue *value, int64_t factor) {
  if (factor == 1) return value;
  if ((factor & (factor - 1)) == 0)
    return BUILD1(b, arith_shli, .lhs = value, .rhs = thread_i32(state, thread_log2(factor)));
  return BUILD1(b, arith_muli, .lhs = value, .rhs = thread_i32(state, factor));
}

// ---- By arithmetic.

// Coordinates of register `r` as i32 values.
static void coordinates(ThreadState *state, const SharedTile *tile, int64_t r, IrValue **coords) {
  IrBuilder *b = &state->b;
  int64_t parts[TILE_LAYOUT_RANK];
  thread_register_coords(&tile->layout, r, parts);
  size_t lead = tile->indices.n - tile->layout.rank;
  for (size_t d = 0; d < tile->indices.n; d++) {
    coords[d] = as_i32(b, thread_value(state, tile->indices.at[d]));
    if (d < lead) continue;
    ThreadMap map = thread_coordinate_map(&tile->layout, (unsigned)(d - lead));
    IrValue *thread = thread_map_value(state, &map);
    int64_t part = parts[d - lead];
    if (!thread && !part) continue;
    coords[d] =
        add_i32(b, coords[d], thread_xor_constant(state, thread, thread_map_mask(&map), part));
  }
}

// The 16-byte chunk `c` of a row lies at chunk `c xor (row / divide mod chunks)`.
static IrValue *swizzled(ThreadState *state, IrValue *within, IrValue *row, unsigned span,
                         unsigned element) {
  int64_t chunk = 16 / element, chunks = span / 16, divide = 128 / span;
  IrBuilder *b = &state->b;
  IrValue *phase = row;
  if (divide > 1) phase = BUILD1(b, arith_divui, .lhs = row, .rhs = thread_i32(state, divide));
  phase = BUILD1(b, arith_andi, .lhs = phase, .rhs = thread_i32(state, chunks - 1));
  return BUILD1(b, arith_xori, .lhs = within, .rhs = times(state, b, phase, chunk));
}

IrValue *thread_buffer_offset(ThreadState *state, IrType type, IrValue *const *coords) {
  IrBuilder *b = &state->b;
  IrShape shape = mem_buffer_shape(type);
  IrAttr layout = mem_buffer_layout(type);
  if (shape.rank == 1) return coords[0];
  bool column = mem_layout_column(layout);
  size_t fast = column ? shape.rank - 2 : shape.rank - 1;
  size_t slow = column ? shape.rank - 1 : shape.rank - 2;
  unsigned span = mem_swizzle_span(layout), element = mem_element_bytes(mem_buffer_element(type));
  int64_t width = span ? span / element : shape.at[fast], pitch = mem_buffer_pitch(type);
  IrValue *within = coords[fast], *slab = NULL;
  if (width < shape.at[fast]) {
    slab = BUILD1(b, arith_divui, .lhs = within, .rhs = thread_i32(state, width));
    within = BUILD1(b, arith_remui, .lhs = within, .rhs = thread_i32(state, width));
  }
  if (span) within = swizzled(state, within, coords[slow], span, element);
  IrValue *offset = add_i32(b, times(state, b, coords[slow], pitch), within);
  if (slab) offset = add_i32(b, offset, times(state, b, slab, pitch * shape.at[slow]));
  int64_t plane = pitch * shape.at[slow] * (shape.at[fast] / width);
  for (size_t d = shape.rank - 2; d-- > 0; plane *= shape.at[d])
    offset = add_i32(b, offset, times(state, b, coords[d], plane));
  return offset;
}

static IrValue *offset_by_arithmetic(ThreadState *state, const SharedTile *tile, int64_t r) {
  IrValue *coords[TILE_LAYOUT_RANK];
  coordinates(state, tile, r, coords);
  return thread_buffer_offset(state, tile->buffer_type, coords);
}

// ---- Describing.

IrValue *thread_flatten(ThreadState *state, IrValue *buffer) {
  return BUILD1(&state->b, mem_flatten, .buffer = buffer,
                .flat_type = mem_buffer_flat(ir_value_type(buffer)));
}

void thread_flatten_place(ThreadState *state, IrValue **buffer, IrValue **at, size_t *rank) {
  IrType type = ir_value_type(*buffer), i32 = ir_type_i32(state->ctx);
  for (size_t d = 0; d < *rank; d++)
    if (ir_value_type(at[d]) != i32)
      at[d] = BUILD1(&state->b, arith_index_cast, .in = at[d], .out_type = i32);
  at[0] = thread_buffer_offset(state, type, at);
  *buffer = thread_flatten(state, *buffer);
  *rank = 1;
}

static size_t lead_of(const SharedTile *tile) {
  return tile->indices.n - tile->layout.rank;
}

// Is the tile's origin a multiple of its linear part, so that adding it to a coordinate of that is
// setting bits?
static bool is_aligned(ThreadState *state, const SharedTile *tile) {
  for (size_t d = lead_of(tile); d < tile->indices.n; d++)
    if (divisor_of_value(state->kernel, tile->indices.at[d]) <
        (int64_t)1 << tile->layout.log[d - lead_of(tile)])
      return false;
  return true;
}

// What a copy along the buffer's dimension `d` adds; false where it adds no multiple of a stride.
// Copies beside a constant origin are in their numbers instead.
static bool find_stride(SharedTile *tile, size_t d, bool is_constant) {
  if (d < lead_of(tile)) return true;
  unsigned dim = (unsigned)(d - lead_of(tile)), odd = tile_layout_odd(&tile->layout, dim);
  bool is_split = tile_layout_split_dim(&tile->layout) == (int)dim;
  if (odd == 1 || (is_constant && !is_split)) return true;
  int64_t stride = tile_storage_stride(&tile->storage, (unsigned)d, tile->layout.log[dim]);
  if (!is_constant) tile->strides[d] = stride;
  if (is_split) tile->group = stride * (odd / tile_layout_groups(&tile->layout));
  return stride > 0;
}

// The part of an aligned tile's origin that is known only at run time, and the bits it can set.
static bool find_dynamic(ThreadState *state, SharedTile *tile) {
  IrValue *coords[TILE_LAYOUT_RANK];
  bool any = false;
  for (size_t d = 0; d < tile->indices.n; d++) {
    bool is_constant = ir_match_int(tile->indices.at[d], &tile->origin[d]);
    coords[d] = thread_i32(state, 0);
    if (!find_stride(tile, d, is_constant)) return false;
    if (is_constant) continue;
    any = true;
    coords[d] = as_i32(&state->b, thread_value(state, tile->indices.at[d]));
    unsigned step = thread_log2(divisor_of_value(state->kernel, tile->indices.at[d]));
    for (unsigned bit = step; bit < tile->storage.bits[d]; bit++)
      tile->dynamic_mask |= tile->storage.basis[d][bit];
  }
  if (any) tile->dynamic = thread_buffer_offset(state, tile->buffer_type, coords);
  return true;
}

// Number of register `r`, with the constant part of the origin, and what it adds to the offset.
static bool constant_part(const SharedTile *tile, int64_t r, uint32_t *number, int64_t *added) {
  int64_t at[TILE_LAYOUT_RANK], copy[TILE_LAYOUT_RANK];
  unsigned bits = tile->layout.bits[TILE_REGISTER];
  tile_layout_copy_coords(&tile->layout, (uint32_t)(r >> bits), 0, copy);
  *added = 0;
  for (size_t d = 0; d < tile->indices.n; d++) {
    int64_t start = d < lead_of(tile) ? 0 : copy[d - lead_of(tile)];
    at[d] = tile->origin[d] + (tile->strides[d] ? 0 : start);
    if (tile->strides[d])
      *added += (start >> tile->layout.log[d - lead_of(tile)]) * tile->strides[d];
  }
  if (!tile_storage_number(&tile->storage, at, number)) return false;
  for (unsigned i = 0; i < bits; i++)
    if (r >> i & 1) *number ^= tile->registers[i];
  return true;
}

bool shared_tile_takes(const SharedTile *tile, const ThreadMap *map, unsigned skip) {
  uint32_t threads = (uint32_t)thread_map_mask(map), all = 0, number;
  int64_t added;
  for (unsigned i = skip; i < tile->layout.bits[TILE_REGISTER]; i++) all |= tile->registers[i];
  for (uint32_t copy = 0; copy < tile_layout_copies(&tile->layout); copy++) {
    if (!constant_part(tile, (int64_t)copy << tile->layout.bits[TILE_REGISTER], &number, &added))
      return false;
    all |= number;
  }
  uint32_t meet = (all & (threads | tile->dynamic_mask)) | (threads & tile->dynamic_mask);
  return meet >> tile->storage.exact == 0;
}

static bool find_bases(ThreadState *state, SharedTile *tile) {
  TileLayout numbers;
  if (!is_aligned(state, tile) || !tile_storage_of(tile->buffer_type, &tile->storage) ||
      !tile_storage_numbers(&tile->layout, &tile->storage, &numbers))
    return false;
  tile->thread = thread_map_of(&numbers);
  for (unsigned i = 0; i < numbers.bits[TILE_REGISTER]; i++)
    tile->registers[i] = numbers.basis[TILE_REGISTER][i];
  return find_dynamic(state, tile) && shared_tile_takes(tile, &tile->thread, 0);
}

IrStatus shared_tile_describe(ThreadState *state, IrOp *op, const IrValue *buffer, IrValues indices,
                              IrType tensor, SharedTile *tile) {
  *tile = (SharedTile){.buffer_type = ir_value_type(buffer), .indices = indices};
  IR_TRY(thread_layout_of(op, tensor, &tile->layout));
  tile->buffer = thread_value(state, buffer);
  tile->flat = thread_flatten(state, tile->buffer);
  tile->element = ir_type_element(tensor);
  tile->is_linear = find_bases(state, tile);
  return IR_OK;
}

bool shared_tile_aligned(const SharedTile *tile, unsigned bits, unsigned skip) {
  uint32_t all = tile->dynamic_mask, number;
  int64_t added;
  if (!tile->is_linear || tile->storage.exact < bits) return false;
  for (unsigned i = skip; i < tile->layout.bits[TILE_REGISTER]; i++) all |= tile->registers[i];
  for (uint32_t copy = 0; copy < tile_layout_copies(&tile->layout); copy++) {
    (void)constant_part(tile, (int64_t)copy << tile->layout.bits[TILE_REGISTER], &number, &added);
    all |= number | (uint32_t)added;
  }
  return ((all | (uint32_t)tile->group) & ((1u << bits) - 1)) == 0;
}

// ---- Offsets.

// The field of the map's numbers.
static ThreadMap field_map(const ThreadMap *map, unsigned first, unsigned bits) {
  ThreadMap field = {.bits = map->bits};
  for (unsigned i = 0; i < map->bits; i++)
    field.bases[i] = map->bases[i] >> first & (((int64_t)1 << bits) - 1);
  return field;
}

// Offset of the map's number for this thread, in the entry block; NULL: 0.
static IrValue *thread_offset(ThreadState *state, const TileStorage *s, const ThreadMap *map) {
  unsigned i = 0, low = 0;
  while (i < s->num_fields && s->field[i].stride == (int64_t)1 << s->field[i].first)
    low += s->field[i++].bits;
  ThreadMap part = field_map(map, 0, low);
  IrValue *offset = thread_map_value(state, &part);
  for (; i < s->num_fields; i++) {
    part = field_map(map, s->field[i].first, s->field[i].bits);
    IrValue *value = thread_map_value(state, &part);
    if (value)
      offset =
          add_i32(&state->entry, offset, times(state, &state->entry, value, s->field[i].stride));
  }
  return offset;
}

// Both offsets for the XOR of their numbers.
static IrValue *combine(ThreadState *state, const TileStorage *s, IrValue *thread, IrValue *dynamic,
                        uint32_t both) {
  IrBuilder *b = &state->b;
  if (!thread || !dynamic || !both) return add_i32(b, thread, dynamic);
  if (s->exact == s->total) return BUILD1(b, arith_xori, .lhs = thread, .rhs = dynamic);
  // The low bits meet; what is above is a sum.
  IrValue *low =
      BUILD1(b, arith_andi, .lhs = dynamic, .rhs = thread_i32(state, ((int64_t)1 << s->exact) - 1));
  IrValue *high = BUILD1(b, arith_subi, .lhs = dynamic, .rhs = low);
  return add_i32(b, BUILD1(b, arith_xori, .lhs = thread, .rhs = low), high);
}

SharedBase shared_tile_base(ThreadState *state, const SharedTile *tile, const ThreadMap *map) {
  if (!tile->is_linear) return (SharedBase){NULL, 0};
  uint32_t mask = (uint32_t)thread_map_mask(map);
  ThreadMap group = {.group = tile->group};
  IrValue *thread = thread_offset(state, &tile->storage, map);
  thread = add_i32(&state->entry, thread, thread_map_value(state, &group));
  return (SharedBase){
      combine(state, &tile->storage, thread, tile->dynamic, mask & tile->dynamic_mask),
      mask | tile->dynamic_mask};
}

IrValue *shared_tile_offset(ThreadState *state, const SharedTile *tile, SharedBase base,
                            int64_t r) {
  uint32_t number;
  int64_t added;
  if (!tile->is_linear) return offset_by_arithmetic(state, tile, r);
  bool inside = constant_part(tile, r, &number, &added);
  IR_ASSERT(inside, "found when the tile was described");
  uint32_t meet = number & base.mask;
  int64_t rest = tile_storage_offset(&tile->storage, number & ~base.mask) + added;
  if (!base.offset) return thread_i32(state, rest);
  IrValue *offset = base.offset;
  if (meet) offset = BUILD1(&state->b, arith_xori, .lhs = offset, .rhs = thread_i32(state, meet));
  return rest ? add_i32(&state->b, offset, thread_i32(state, rest)) : offset;
}
