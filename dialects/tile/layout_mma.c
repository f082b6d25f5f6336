// The fragments of mma.sync and wgmma as layouts.
//
// Both follow one scheme (dialects/tc/fragment.h has it as a formula, which the tests compare
// with).  A 32-bit register holds e elements of A or B that follow each other along K.  Lanes count
// 4 places along K (or the columns of C) and 8 along the other dimension; the remaining registers
// go on along the rows, then along K or the columns.  A warpgroup's four warps hold 16 rows each.
#include "dialects/tile/layout_impl.h"

enum { MMA_REGISTER_BITS = 8, MMA_LANE_BITS = 5, MMA_WARP_BITS = 2 };

// One basis of an instruction's fragment: 2^bit along a dimension.
typedef struct MmaBit {
  uint8_t dim, bit;
} MmaBit;

typedef struct MmaFragment {
  uint8_t log[2]; // of the instruction's extents
  uint8_t num_registers, num_warps;
  MmaBit registers[MMA_REGISTER_BITS], lanes[MMA_LANE_BITS], warps[MMA_WARP_BITS];
} MmaFragment;

static void add_registers(MmaFragment *f, unsigned dim, unsigned from, unsigned to) {
  for (unsigned bit = from; bit < to; bit++)
    f->registers[f->num_registers++] = (MmaBit){(uint8_t)dim, (uint8_t)bit};
}

// Lanes: two bits along `inner` from bit `first` on, three along the other dimension.
static void set_lanes(MmaFragment *f, unsigned inner, unsigned first) {
  for (unsigned k = 0; k < MMA_LANE_BITS; k++)
    f->lanes[k] = k < 2 ? (MmaBit){(uint8_t)inner, (uint8_t)(first + k)}
                        : (MmaBit){(uint8_t)(1 - inner), (uint8_t)(k - 2)};
}

// log2 of the elements in a register; f64 takes two registers, which count as one.
static unsigned log_per_register(unsigned bytes) {
  return bytes == 1 ? 2 : bytes == 2 ? 1 : 0;
}

// What one warp holds of one instruction.
static bool fragment_of(const TileMma *mma, TileMmaOperand operand, MmaFragment *f) {
  uint8_t m, n, k;
  *f = (MmaFragment){0};
  if (!tile_log_of(mma->m, &m) || !tile_log_of(mma->n, &n) || !tile_log_of(mma->k, &k))
    return false;
  if (m > 6 || n > 8 || k > 8) return false; // what the arrays of a fragment have room for
  unsigned e = operand == TILE_MMA_C ? 1 : log_per_register(mma->bytes);
  unsigned inner = operand == TILE_MMA_B ? 0 : 1, rows = m > 4 ? 4 : m;
  f->log[0] = operand == TILE_MMA_B ? k : m;
  f->log[1] = operand == TILE_MMA_A ? k : n;
  if (f->log[inner] < e + 2 || f->log[1 - inner] < 3) return false;
  add_registers(f, inner, 0, e);
  set_lanes(f, inner, e);
  if (operand != TILE_MMA_B) add_registers(f, 0, 3, rows);
  add_registers(f, inner, e + 2, f->log[inner]);
  for (unsigned bit = rows; bit < m; bit++) f->warps[f->num_warps++] = (MmaBit){0, (uint8_t)bit};
  return true;
}

static bool push_bits(TileLayout *l, unsigned input, const MmaBit *bits, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    if (!tile_layout_push(l, input, tile_layout_unit(l, bits[i].dim, bits[i].bit))) return false;
  return true;
}

// Bits of the warp index that move along dimension `dim` (-1: along none).
static bool push_warps(TileLayout *l, int dim, unsigned count, unsigned next) {
  for (unsigned n = count; n > 1; n /= 2, next++) {
    bool inside = dim >= 0 && next < l->log[dim];
    if (!tile_layout_push(l, TILE_WARP, inside ? tile_layout_unit(l, (unsigned)dim, next) : 0))
      return false;
  }
  return true;
}

// A count of warps (or warpgroups) along a dimension: its factor of three, if it has one.
static bool take_factor(unsigned *along, unsigned *groups) {
  *groups = *along && *along % TILE_LAYOUT_GROUPS == 0 ? TILE_LAYOUT_GROUPS : 1;
  *along /= *groups;
  return *along > 0;
}

// Groups along M split A and C, those along N B and C.
static bool set_mma_groups(TileLayout *l, TileMmaOperand operand, unsigned along_m,
                           unsigned along_n) {
  if (along_m > 1 && along_n > 1) return false;
  if (along_m > 1) return tile_layout_set_groups(l, along_m, operand == TILE_MMA_B ? -1 : 0);
  return tile_layout_set_groups(l, along_n, operand == TILE_MMA_A ? -1 : 1);
}

bool tile_layout_mma_of(const TileMma *mma, TileMmaOperand operand, IrShape shape, unsigned along_m,
                        unsigned along_n, TileLayout *out) {
  MmaFragment f;
  uint8_t log_m, log_n;
  unsigned groups_m, groups_n;
  *out = (TileLayout){.inputs = 3};
  if (!take_factor(&along_m, &groups_m) || !take_factor(&along_n, &groups_n)) return false;
  if (shape.rank != 2 || !tile_layout_set_shape(out, shape) || !tile_log_of(along_m, &log_m) ||
      !tile_log_of(along_n, &log_n) || !fragment_of(mma, operand, &f))
    return false;
  if (out->log[0] < f.log[0] || out->log[1] < f.log[1]) return false;
  if (!push_bits(out, TILE_REGISTER, f.registers, f.num_registers) ||
      !push_bits(out, TILE_LANE, f.lanes, MMA_LANE_BITS) ||
      !push_bits(out, TILE_WARP, f.warps, f.num_warps))
    return false;
  // Where one warp's (or warpgroup's) part of the tile ends; it holds whole instructions.
  unsigned split[2] = {operand == TILE_MMA_B ? 0 : log_m, operand == TILE_MMA_A ? 0 : log_n};
  unsigned end[2];
  for (unsigned d = 0; d < 2; d++) {
    unsigned log = out->log[d];
    end[d] = log >= split[d] + f.log[d] ? log - split[d] : f.log[d];
  }
  for (int d = 1; d >= 0; d--)
    for (unsigned bit = f.log[d]; bit < end[d]; bit++)
      if (!tile_layout_push(out, TILE_REGISTER, tile_layout_unit(out, (unsigned)d, bit)))
        return false;
  return push_warps(out, operand == TILE_MMA_B ? -1 : 0, along_m, end[0]) &&
         push_warps(out, operand == TILE_MMA_A ? -1 : 1, along_n, end[1]) &&
         set_mma_groups(out, operand, groups_m, groups_n);
}

bool tile_layout_mma(TileMmaOperand operand, IrShape shape, unsigned warps_m, unsigned warps_n,
                     TileLayout *out) {
  const TileMma m16n8k16 = {16, 8, 16, 2};
  return tile_layout_mma_of(&m16n8k16, operand, shape, warps_m, warps_n, out);
}

bool tile_layout_wgmma(TileMmaOperand operand, unsigned bytes, IrShape shape, unsigned groups_m,
                       unsigned groups_n, TileLayout *out) {
  if (operand == TILE_MMA_B || (bytes != 1 && bytes != 2 && bytes != 4)) return false;
  const TileMma wgmma = {64, 8, 32 / bytes, bytes};
  return tile_layout_mma_of(&wgmma, operand, shape, groups_m, groups_n, out);
}
