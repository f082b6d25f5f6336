// "Did you mean": the candidate with the least edit distance, transpositions counting once.
#include "ir/support/diag.h"

enum { LONGEST_WORD = 63 };

static size_t smaller(size_t a, size_t b) {
  return a < b ? a : b;
}

// Distance of `a` and `b` by rows of the usual table, or at least `limit` when it is that much;
// both at most LONGEST_WORD long.
static size_t distance(IrStr a, IrStr b, size_t limit) {
  size_t rows[3][LONGEST_WORD + 1];
  size_t *before = rows[0], *above = rows[1], *row = rows[2], least = 0;
  for (size_t j = 0; j <= b.len; j++) row[j] = j;
  for (size_t i = 1; i <= a.len; i++) {
    size_t *free_row = before, least_above = least;
    before = above, above = row, row = free_row;
    row[0] = least = i;
    for (size_t j = 1; j <= b.len; j++) {
      bool same = a.ptr[i - 1] == b.ptr[j - 1];
      row[j] = smaller(smaller(above[j], row[j - 1]) + 1, above[j - 1] + !same);
      if (i > 1 && j > 1 && a.ptr[i - 1] == b.ptr[j - 2] && a.ptr[i - 2] == b.ptr[j - 1])
        row[j] = smaller(row[j], before[j - 2] + 1);
      least = smaller(least, row[j]);
    }
    if (least >= limit && least_above >= limit) return limit; // rows below reach back two
  }
  return row[b.len];
}

static size_t difference(size_t a, size_t b) {
  return a < b ? b - a : a - b;
}

const char *ir_nearest(IrStr word, const char *(*next)(void *user), void *user) {
  const char *best = NULL;
  size_t best_distance = word.len / 3 + 2; // more than a third wrong is another word
  for (const char *name; (name = next(user)) != NULL;) {
    IrStr candidate = ir_str(name);
    if (candidate.len > LONGEST_WORD || word.len > LONGEST_WORD) continue;
    if (difference(candidate.len, word.len) >= best_distance) continue; // each costs an insertion
    size_t d = distance(word, candidate, best_distance);
    if (d >= best_distance || d >= candidate.len) continue;
    best = name;
    best_distance = d;
  }
  return best;
}
