// Where the elements of a buffer lie, for extents and pitches of any length.
//
// Each coordinate has as many bits as its extent needs.  XOR acts on the number that these bits
// make in the order of the storage; a swizzle XORs bits of the row into the place within a row.
// The number falls into fields, from the lowest: the place within a row (of a slab), the row, the
// slab, then leading dimensions; an offset is the sum of the fields times their strides.  Where all
// extents are powers of two the strides are the fields' places, and number and offset are the same.
#include "dialects/mem/mem.h"
#include "dialects/tile/layout_impl.h"

enum { BANKS = 32, BANK_BYTES = 4 };

static unsigned bits_for(int64_t count) {
  unsigned bits = 0;
  while ((int64_t)1 << bits < count) bits++;
  return bits;
}

static void add_field(TileStorage *s, int64_t count, int64_t stride) {
  unsigned first = s->total;
  s->field[s->num_fields++] =
      (TileField){.first = (uint8_t)first, .bits = (uint8_t)bits_for(count), .stride = stride};
  s->total += bits_for(count);
}

// The low bits in which a number and its offset agree.
static unsigned exact_bits(const TileStorage *s) {
  unsigned exact = s->total, i = 0;
  while (i < s->num_fields && s->field[i].stride == (int64_t)1 << s->field[i].first) i++;
  if (i == s->num_fields) return exact;
  exact = s->field[i].first;
  for (; i < s->num_fields; i++) {
    unsigned low = (unsigned)__builtin_ctzll((uint64_t)s->field[i].stride);
    if (s->field[i].bits && low < exact) exact = low;
  }
  return exact;
}

// Which dimension lies in a row, and which counts the rows.
typedef struct Rows {
  size_t fast, slow;
  int64_t width; // elements of a row, of a slab where there are
} Rows;

static Rows rows_of(IrType buffer) {
  IrShape shape = mem_buffer_shape(buffer);
  IrAttr layout = mem_buffer_layout(buffer);
  unsigned span = mem_swizzle_span(layout);
  bool column = mem_layout_column(layout);
  Rows rows = {.fast = shape.rank - (column ? 2 : 1), .slow = shape.rank - (column ? 1 : 2)};
  rows.width = span ? span / mem_element_bytes(mem_buffer_element(buffer)) : shape.at[rows.fast];
  return rows;
}

static void set_fields(TileStorage *s, IrType buffer, Rows rows) {
  IrShape shape = mem_buffer_shape(buffer);
  add_field(s, rows.width, 1);
  if (shape.rank == 1) return;
  int64_t pitch = mem_buffer_pitch(buffer), plane = pitch * shape.at[rows.slow];
  int64_t slabs = shape.at[rows.fast] / rows.width;
  add_field(s, shape.at[rows.slow], pitch);
  add_field(s, slabs, plane);
  plane *= slabs;
  for (size_t d = shape.rank - 2; d-- > 0; plane *= shape.at[d]) add_field(s, shape.at[d], plane);
}

// Number of coordinate 2^bit along `dim`.
static uint32_t number_of_bit(const TileStorage *s, IrType buffer, Rows rows, size_t dim,
                              unsigned bit) {
  size_t rank = s->rank;
  if (rank == 1) return 1u << bit;
  if (dim == rows.fast) {
    unsigned inside = s->field[0].bits;
    return bit < inside ? 1u << bit : 1u << (s->field[2].first + bit - inside);
  }
  if (dim == rows.slow) {
    int64_t at[MEM_BUFFER_MAX_RANK] = {0};
    at[dim] = (int64_t)1 << bit;
    int64_t swizzle = mem_buffer_offset(buffer, at) - (mem_buffer_pitch(buffer) << bit);
    return 1u << (s->field[1].first + bit) | (uint32_t)swizzle;
  }
  return 1u << (s->field[3 + rank - 3 - dim].first + bit);
}

bool tile_storage_of(IrType buffer, TileStorage *out) {
  if (!mem_is_buffer(buffer)) return false;
  IrShape shape = mem_buffer_shape(buffer);
  Rows rows = rows_of(buffer);
  *out = (TileStorage){.rank = (uint8_t)shape.rank};
  set_fields(out, buffer, rows);
  if (out->total > TILE_LAYOUT_BITS) return false;
  out->exact = exact_bits(out);
  for (size_t d = 0; d < shape.rank; d++) {
    out->extent[d] = shape.at[d];
    out->bits[d] = (uint8_t)bits_for(shape.at[d]);
    for (unsigned bit = 0; bit < out->bits[d]; bit++)
      out->basis[d][bit] = number_of_bit(out, buffer, rows, d, bit);
  }
  return true;
}

bool tile_storage_number(const TileStorage *s, const int64_t *coords, uint32_t *number) {
  *number = 0;
  for (unsigned d = 0; d < s->rank; d++) {
    if (coords[d] < 0 || coords[d] >= s->extent[d]) return false;
    for (unsigned bit = 0; bit < s->bits[d]; bit++)
      if (coords[d] >> bit & 1) *number ^= s->basis[d][bit];
  }
  return true;
}

int64_t tile_storage_offset(const TileStorage *s, uint32_t number) {
  int64_t offset = 0;
  for (unsigned i = 0; i < s->num_fields; i++) {
    const TileField *f = &s->field[i];
    offset += (int64_t)(number >> f->first & ((1u << f->bits) - 1)) * f->stride;
  }
  return offset;
}

int64_t tile_storage_stride(const TileStorage *s, unsigned dim, unsigned bit) {
  uint32_t others = 0;
  for (unsigned d = 0; d < s->rank; d++)
    for (unsigned b = 0; b < s->bits[d]; b++)
      if (d != dim || b < bit) others |= s->basis[d][b];
  int64_t stride = bit < s->bits[dim] ? tile_storage_offset(s, s->basis[dim][bit]) : 0;
  for (unsigned b = bit; b < s->bits[dim]; b++)
    if (s->basis[dim][b] & others || tile_storage_offset(s, s->basis[dim][b]) != stride
                                                                                     << (b - bit))
      return 0;
  return stride;
}

bool tile_storage_numbers(const TileLayout *tile, const TileStorage *s, TileLayout *out) {
  TileLayout result = {.rank = 1, .inputs = tile->inputs};
  if (tile->rank > s->rank) return false;
  unsigned lead = s->rank - (unsigned)tile->rank;
  for (unsigned d = 0; d < tile->rank; d++)
    if (tile_layout_extent(tile, d) > s->extent[lead + d]) return false;
  result.log[0] = (uint8_t)s->total;
  for (unsigned i = 0; i < tile->inputs; i++) {
    for (unsigned k = 0; k < tile->bits[i]; k++) {
      int64_t coords[TILE_LAYOUT_RANK] = {0};
      uint32_t number;
      tile_layout_coords(tile, tile->basis[i][k], coords + lead);
      if (!tile_storage_number(s, coords, &number) || !tile_layout_push(&result, i, number))
        return false;
    }
  }
  *out = result;
  return true;
}

// The first words that the lanes of one pass touch, each once: the lanes that are served together
// are the low ones, as each takes `words` of the 32 banks.
static unsigned distinct_words(const TileStorage *s, const TileLayout *numbers,
                               unsigned element_bytes, unsigned lanes, int64_t *words) {
  unsigned n = 0;
  for (uint32_t lane = 0; lane < 1u << lanes; lane++) {
    uint32_t number = tile_layout_apply1(numbers, TILE_LANE, lane);
    int64_t word = tile_storage_offset(s, number) * element_bytes / BANK_BYTES;
    unsigned i = 0;
    while (i < n && words[i] != word) i++;
    if (i == n) words[n++] = word;
  }
  return n;
}

unsigned tile_storage_bank_ways(const TileStorage *s, const TileLayout *numbers,
                                unsigned element_bytes, unsigned vector) {
  if (s->exact == s->total) return tile_layout_bank_ways(numbers, element_bytes, vector);
  unsigned bytes = element_bytes * vector, lanes = numbers->bits[TILE_LANE], most = 1;
  unsigned words = bytes > BANK_BYTES ? bytes / BANK_BYTES : 1, in_bank[BANKS] = {0};
  for (unsigned n = words; n > 1 && lanes > 0; n /= 2) lanes--;
  int64_t first[BANKS];
  if (lanes > 5) return 1;
  unsigned count = distinct_words(s, numbers, element_bytes, lanes, first);
  for (unsigned i = 0; i < count * words; i++) {
    unsigned *n = &in_bank[(first[i / words] + i % words) % BANKS];
    if (++*n > most) most = *n;
  }
  return most;
}

// The storage's layout is linear, so the numbers of unit coordinates are all of its inverse.
bool tile_layout_buffer(IrType buffer, TileLayout *out) {
  TileStorage s;
  TileLayout shape = {.inputs = 1}, inverse = {.rank = 1, .inputs = 1}, offsets;
  if (!tile_storage_of(buffer, &s) || s.exact < s.total) return false;
  if (!tile_layout_set_shape(&shape, mem_buffer_shape(buffer))) return false;
  if (tile_layout_total_bits(&shape) != s.total) return false;
  inverse.bits[0] = inverse.log[0] = (uint8_t)s.total;
  for (unsigned d = 0; d < s.rank; d++)
    for (unsigned bit = 0; bit < s.bits[d]; bit++)
      inverse.basis[0][bit + tile_layout_shift(&shape, d)] = s.basis[d][bit];
  if (!tile_layout_invert(&inverse, &offsets)) return false;
  // The inverse of place -> offset has places as its one output; give it the buffer's dimensions.
  shape.bits[0] = (uint8_t)s.total;
  memcpy(shape.basis, offsets.basis, sizeof shape.basis);
  *out = shape;
  return true;
}
