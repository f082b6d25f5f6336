// Moving elements about; see move.h.  Rows along the last dimension are plain loops for each size
// of an element; the other dimensions count like an odometer.
#include "ir/interp/move.h"

#define ROW(T) \
  { \
    const T *in = from; \
    T *out = to; \
    if (from_step == 0 && to_step == 1) { \
      for (int64_t i = 0; i < n; i++) out[i] = *in; \
    } else { \
      for (int64_t i = 0; i < n; i++) out[i * to_step] = in[i * from_step]; \
    } \
    return; \
  }

void ir_move_row(const void *from, int64_t from_step, void *to, int64_t to_step, int64_t n,
                 uint32_t bytes) {
  if (from_step == 1 && to_step == 1) {
    if (n > 0) memcpy(to, from, (size_t)n * bytes);
    return;
  }
  switch (bytes) {
  case 1:
    ROW(uint8_t)
  case 2:
    ROW(uint16_t)
  case 4:
    ROW(uint32_t)
  case 8:
    ROW(uint64_t)
  default:
    IR_UNREACHABLE("an element has 1, 2, 4 or 8 bytes");
  }
}

void ir_move_elements(const IrMove *move, const void *from, void *to, uint32_t bytes) {
  int64_t index[IR_MOVE_MAX_RANK] = {0}, source = 0, target = 0;
  size_t last = move->rank ? move->rank - 1 : 0;
  int64_t row = move->rank ? move->shape[last] : 1;
  for (size_t d = 0; d < move->rank; d++)
    if (move->shape[d] == 0) return;
  for (;;) {
    ir_move_row((const char *)from + source * bytes, move->rank ? move->from[last] : 1,
                (char *)to + target * bytes, move->rank ? move->to[last] : 1, row, bytes);
    size_t d = last;
    while (d > 0) {
      d--;
      source += move->from[d], target += move->to[d];
      if (++index[d] < move->shape[d]) break;
      source -= move->from[d] * move->shape[d], target -= move->to[d] * move->shape[d];
      index[d] = 0;
      if (d == 0) return;
    }
    if (last == 0) return;
  }
}
