// Arrays in host memory; see array.h.
#include "targets/cpu/array.h"

#include "ir/interp/element.h"

// Strides that the type leaves open are packed: each dynamic one, from the innermost outwards, lies
// behind everything placed so far.
CpuArray cpu_array_of(IrType memref, const int64_t *extents) {
  CpuArray array = {.element = ir_type_element(memref),
                    .rank = (uint32_t)ir_type_shape(memref).rank};
  IR_ASSERT(array.rank <= CPU_MAX_RANK, "arrays have at most eight dimensions");
  int64_t strides[CPU_MAX_RANK], offset, placed = 1;
  ir_type_memref_strides(memref, strides, &offset);
  for (uint32_t d = 0; d < array.rank; d++) {
    array.extents[d] = extents[d];
    bool known = strides[d] != IR_DYNAMIC;
    if (known && strides[d] * extents[d] > placed) placed = strides[d] * extents[d];
  }
  for (uint32_t d = array.rank; d-- > 0;) {
    bool known = strides[d] != IR_DYNAMIC;
    array.strides[d] = known ? strides[d] : placed;
    if (!known && extents[d] > 0) placed *= extents[d];
  }
  return array;
}

int64_t cpu_array_count(const CpuArray *array) {
  int64_t count = 1;
  for (uint32_t d = 0; d < array->rank; d++) count *= array->extents[d];
  return count;
}

int64_t cpu_array_bytes(const CpuArray *array) {
  int64_t last = 0;
  if (cpu_array_count(array) == 0) return 0;
  for (uint32_t d = 0; d < array->rank; d++) last += (array->extents[d] - 1) * array->strides[d];
  return (last + 1) * (int64_t)ir_element_bytes(array->element);
}

int64_t cpu_array_offset(const CpuArray *array, int64_t i) {
  int64_t offset = 0;
  for (uint32_t d = array->rank; d-- > 0;) {
    offset += i % array->extents[d] * array->strides[d];
    i /= array->extents[d];
  }
  return offset;
}

enum { GATHERED = 512 };

// Moves `n` elements between places `stride` elements apart and packed ones.
static void gather(const char *from, int64_t stride, int64_t n, int64_t bytes, char *to) {
  for (int64_t i = 0; i < n; i++) memcpy(to + i * bytes, from + i * stride * bytes, (size_t)bytes);
}

static void scatter(const char *from, int64_t stride, int64_t n, int64_t bytes, char *to) {
  for (int64_t i = 0; i < n; i++) memcpy(to + i * stride * bytes, from + i * bytes, (size_t)bytes);
}

// One piece of a row, at most GATHERED elements unless it is contiguous.
typedef struct Piece {
  char *at;
  int64_t stride, n, bytes;
} Piece;

static Piece piece_at(const CpuArray *array, int64_t first, int64_t n) {
  uint32_t last = array->rank ? array->rank - 1 : 0;
  int64_t bytes = ir_element_bytes(array->element);
  int64_t row = array->rank ? array->extents[last] : 1, left = row - first % row;
  Piece piece = {.at = (char *)array->data + cpu_array_offset(array, first) * bytes,
                 .stride = array->rank ? array->strides[last] : 1,
                 .n = left < n ? left : n,
                 .bytes = bytes};
  if (piece.stride != 1 && piece.n > GATHERED) piece.n = GATHERED;
  return piece;
}

void cpu_array_read(const CpuArray *array, int64_t first, int64_t n, double *to) {
  char packed[GATHERED * sizeof(double)];
  while (n > 0) {
    Piece piece = piece_at(array, first, n);
    if (piece.stride != 1) gather(piece.at, piece.stride, piece.n, piece.bytes, packed);
    ir_elements_to_double(array->element, piece.stride == 1 ? piece.at : packed, piece.n, to);
    first += piece.n, to += piece.n, n -= piece.n;
  }
}

void cpu_array_write(const CpuArray *array, int64_t first, int64_t n, const double *from) {
  char packed[GATHERED * sizeof(double)];
  while (n > 0) {
    Piece piece = piece_at(array, first, n);
    ir_elements_from_double(array->element, from, piece.n, piece.stride == 1 ? piece.at : packed);
    if (piece.stride != 1) scatter(packed, piece.stride, piece.n, piece.bytes, piece.at);
    first += piece.n, from += piece.n, n -= piece.n;
  }
}
