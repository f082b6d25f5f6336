// The closed forms of fragment.h.
#include "dialects/tc/fragment.h"

// Elements in a register: f64 takes two registers, which count as one.
static unsigned per_register(unsigned bytes) {
  return bytes >= 4 ? 1 : 4 / bytes;
}

TcPlace tc_place_a(unsigned m, unsigned bytes, unsigned lane, unsigned i) {
  unsigned e = per_register(bytes), j = i / e, blocks = m / 8;
  return (TcPlace){lane / 4 + 8 * (j % blocks), e * (lane % 4) + 4 * e * (j / blocks) + i % e};
}

TcPlace tc_place_b(unsigned bytes, unsigned lane, unsigned i) {
  unsigned e = per_register(bytes), j = i / e;
  return (TcPlace){e * (lane % 4) + 4 * e * j + i % e, lane / 4};
}

TcPlace tc_place_c(unsigned m, unsigned lane, unsigned i) {
  unsigned blocks = m / 8, pair = i / 2;
  return (TcPlace){lane / 4 + 8 * (pair % blocks), 8 * (pair / blocks) + 2 * (lane % 4) + i % 2};
}

TcMatrixPlace tc_place_matrix(bool trans, unsigned bytes, unsigned lane, unsigned i) {
  unsigned e = per_register(bytes), matrix = i / e;
  unsigned row = lane / 4, column = e * (lane % 4) + i % e;
  if (trans) return (TcMatrixPlace){8 * matrix + column, row};
  return (TcMatrixPlace){8 * matrix + row, column};
}
