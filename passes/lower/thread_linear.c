// Linear functions of the thread index, as few instructions as their bases allow.
//
// Consecutive bits of the thread index whose bases are shifts of each other are moved together: a
// field of the index, masked, times the first basis.  That product is the XOR of the shifted bases
// when the basis's own set bits are at least as far apart as the field is wide, so no two copies
// meet.
#include "dialects/arith/arith.h"
#include "passes/lower/thread.h"

enum { LANE_BITS = 5, GROUP_BITS = 7, ALL_GROUPS = 3 }; // of the thread index

ThreadMap thread_map_of(const TileLayout *layout) {
  ThreadMap map = {.bits = 0};
  for (unsigned i = 0; i < LANE_BITS; i++)
    map.bases[map.bits++] = i < layout->bits[TILE_LANE] ? layout->basis[TILE_LANE][i] : 0;
  for (unsigned i = 0; i < layout->bits[TILE_WARP]; i++)
    map.bases[map.bits++] = layout->basis[TILE_WARP][i];
  return map;
}

ThreadMap thread_coordinate_map(const TileLayout *layout, unsigned dim) {
  ThreadMap map = thread_map_of(layout);
  for (unsigned i = 0; i < map.bits; i++)
    map.bases[i] = tile_layout_coord(layout, (uint32_t)map.bases[i], dim);
  if (tile_layout_split_dim(layout) == (int)dim) {
    int64_t start[TILE_LAYOUT_RANK];
    tile_layout_copy_coords(layout, 0, 1, start);
    map.group = start[dim];
  }
  return map;
}

int64_t thread_map_mask(const ThreadMap *map) {
  int64_t mask = 0;
  for (unsigned i = 0; i < map->bits; i++) mask |= map->bases[i];
  return mask;
}

// Whether copies of `basis` shifted by 0 .. width-1 have no bit in common.
static bool shifts_are_disjoint(int64_t basis, unsigned width) {
  for (unsigned i = 1; i < width; i++)
    if (basis & (basis << i)) return false;
  return true;
}

// Number of bits from `first` on that can move together.
static unsigned field_width(const ThreadMap *map, unsigned first) {
  unsigned width = 1;
  while (first + width < map->bits && map->bases[first + width] == map->bases[first] << width &&
         shifts_are_disjoint(map->bases[first], width + 1))
    width++;
  return width;
}

unsigned thread_log2(int64_t power) {
  return (unsigned)__builtin_ctzll((unsigned long long)power);
}

// bits [first, first + width) of the thread index, times `basis`.
static IrValue *field_value(ThreadState *state, unsigned first, unsigned width, int64_t basis) {
  IrBuilder *b = &state->entry;
  IrValue *value = state->thread_id;
  bool is_top = first + width >= state->thread_bits;
  if (first) value = BUILD1(b, arith_shrui, .lhs = value, .rhs = thread_i32(state, first));
  if (!is_top)
    value =
        BUILD1(b, arith_andi, .lhs = value, .rhs = thread_i32(state, ((int64_t)1 << width) - 1));
  if (basis == 1) return value;
  if ((basis & (basis - 1)) == 0)
    return BUILD1(b, arith_shli, .lhs = value, .rhs = thread_i32(state, thread_log2(basis)));
  return BUILD1(b, arith_muli, .lhs = value, .rhs = thread_i32(state, basis));
}

// The group of four warps that the thread is in, times `stride`.
static IrValue *group_value(ThreadState *state, int64_t stride) {
  IrBuilder *b = &state->entry;
  IrValue *group =
      BUILD1(b, arith_shrui, .lhs = state->thread_id, .rhs = thread_i32(state, GROUP_BITS));
  if (stride == 1) return group;
  return BUILD1(b, arith_muli, .lhs = group, .rhs = thread_i32(state, stride));
}

IrValue *thread_map_value(ThreadState *state, const ThreadMap *map) {
  IrValue *sum = NULL;
  int64_t mask = 0;
  for (unsigned i = 0; i < map->bits;) {
    unsigned width = field_width(map, i);
    if (map->bases[i]) {
      IrValue *term = field_value(state, i, width, map->bases[i]);
      int64_t bits = 0;
      for (unsigned k = i; k < i + width; k++) bits |= map->bases[k];
      if (!sum)
        sum = term;
      else if (mask & bits)
        sum = BUILD1(&state->entry, arith_xori, .lhs = sum, .rhs = term);
      else
        sum = BUILD1(&state->entry, arith_addi, .lhs = sum, .rhs = term);
      mask |= bits;
    }
    i += width;
  }
  if (!map->group) return sum;
  IrValue *group = group_value(state, map->group);
  return sum ? BUILD1(&state->entry, arith_addi, .lhs = sum, .rhs = group) : group;
}

IrValue *thread_xor_constant(ThreadState *state, IrValue *value, int64_t mask, int64_t constant) {
  if (!value) return thread_i32(state, constant);
  IrBuilder *b = &state->b;
  int64_t meet = constant & mask, rest = constant & ~mask;
  if (meet) value = BUILD1(b, arith_xori, .lhs = value, .rhs = thread_i32(state, meet));
  if (rest) value = BUILD1(b, arith_addi, .lhs = value, .rhs = thread_i32(state, rest));
  return value;
}

IrValue *thread_is_zero(ThreadState *state, int64_t bits) {
  if (!bits) return NULL;
  IrBuilder *b = &state->entry;
  IrValue *set = BUILD1(b, arith_andi, .lhs = state->thread_id, .rhs = thread_i32(state, bits));
  return BUILD1(b, arith_cmpi, .predicate = arith_predicate(b->ctx, ARITH_EQ), .lhs = set,
                .rhs = thread_i32(state, 0));
}

IrValue *thread_is_first_copy(ThreadState *state, const TileLayout *layout) {
  int64_t copies = tile_layout_free_bits(layout, TILE_LANE) |
                   (int64_t)tile_layout_free_bits(layout, TILE_WARP) << LANE_BITS;
  if (layout->more_groups && !layout->split) copies |= (int64_t)ALL_GROUPS << GROUP_BITS;
  return thread_is_zero(state, copies);
}
