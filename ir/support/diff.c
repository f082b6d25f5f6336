// Line differences by Myers' linear-space algorithm (An O(ND) Difference Algorithm and Its
// Variations, 1986): where a shortest path of edits crosses its middle is found by two searches
// that meet, from the start and from the end, and both halves are solved by themselves.
//
// Two things keep large differences cheap.  Lines that occur on one side only cannot match and are
// taken out first.  And a search that has gone on for long splits where it got furthest, which may
// miss the shortest path.
#include "ir/support/diff.h"

#include "ir/support/map.h"
#include "ir/support/vec.h"

typedef IR_VEC(IrStr) Lines;
typedef IR_VEC(int64_t) Places;

// One text: its lines, each with the number it shares with all lines that are equal to it.
typedef struct Side {
  Lines lines;
  uint32_t *number; // per line
  bool *changed;    // per line: it is removed (old) or added (new)
  // The lines that may match: number, and which line it is.
  IR_VEC(uint32_t) key;
  Places place;
} Side;

// The furthest point reached on each diagonal `x - y`, from `min` to `max` every other one.
typedef struct Front {
  int64_t *x; // indexed by diagonal
  int64_t min, max;
} Front;

typedef struct Box {
  int64_t x0, x1, y0, y1;
} Box;

typedef struct Point {
  int64_t x, y;
} Point;

typedef struct Diff {
  Side a, b;
  Front forward, backward;
  int64_t patience; // rounds of a search before it splits where it is
} Diff;

// Never reached.
static const int64_t before_all = -1, after_all = INT64_MAX;

// ---- Lines and their numbers ----

static void split_lines(IrStr text, Lines *lines) {
  for (size_t i = 0; i < text.len;) {
    const char *newline = memchr(text.ptr + i, '\n', text.len - i);
    size_t end = newline ? (size_t)(newline - text.ptr) : text.len;
    ir_vec_push(lines, ((IrStr){text.ptr + i, end - i}));
    i = end + 1;
  }
}

static void number_lines(Side *side, IrStr text, IrStrMap *known) {
  split_lines(text, &side->lines);
  side->number = ir_calloc(side->lines.n + 1, sizeof *side->number);
  side->changed = ir_calloc(side->lines.n + 1, sizeof *side->changed);
  for (size_t i = 0; i < side->lines.n; i++) {
    IrStr line = side->lines.at[i];
    uintptr_t number = (uintptr_t)ir_strmap_get(known, line);
    if (!number) ir_strmap_set(known, line, (void *)(number = (uintptr_t)known->n + 1));
    side->number[i] = (uint32_t)number;
  }
}

static void mark_occurring(const Side *side, unsigned char *seen, unsigned char bit) {
  for (size_t i = 0; i < side->lines.n; i++) seen[side->number[i]] |= bit;
}

static void keep_shared(Side *side, const unsigned char *seen) {
  for (size_t i = 0; i < side->lines.n; i++) {
    side->changed[i] = seen[side->number[i]] != 3;
    if (side->changed[i]) continue;
    ir_vec_push(&side->key, side->number[i]);
    ir_vec_push(&side->place, (int64_t)i);
  }
}

static void number_sides(Diff *d, IrStr old_text, IrStr new_text) {
  IrStrMap known = {0};
  number_lines(&d->a, old_text, &known);
  number_lines(&d->b, new_text, &known);
  unsigned char *seen = ir_calloc(known.n + 2, 1);
  mark_occurring(&d->a, seen, 1);
  mark_occurring(&d->b, seen, 2);
  keep_shared(&d->a, seen);
  keep_shared(&d->b, seen);
  ir_free(seen);
  ir_strmap_free(&known);
}

// ---- The middle of a path ----

static bool same(const Diff *d, int64_t x, int64_t y) {
  return d->a.key.at[x] == d->b.key.at[y];
}

// One diagonal more on each side that has one in the box, else one less.
static void widen(Front *f, int64_t lowest, int64_t highest, int64_t unreached) {
  if (f->min > lowest)
    f->x[--f->min - 1] = unreached;
  else
    f->min++;
  if (f->max < highest)
    f->x[++f->max + 1] = unreached;
  else
    f->max--;
}

// From the neighbours of diagonal `k` one step right or down, then along equal lines.
static int64_t advance(const Diff *d, const Box *box, int64_t k) {
  const int64_t *x = d->forward.x;
  int64_t right = x[k - 1] != before_all && x[k - 1] < box->x1 ? x[k - 1] + 1 : before_all;
  int64_t down = x[k + 1] != before_all && x[k + 1] - k <= box->y1 ? x[k + 1] : before_all;
  int64_t at = right > down ? right : down;
  if (at == before_all) return at;
  while (at < box->x1 && at - k < box->y1 && same(d, at, at - k)) at++;
  return at;
}

static int64_t retreat(const Diff *d, const Box *box, int64_t k) {
  const int64_t *x = d->backward.x;
  int64_t left = x[k + 1] != after_all && x[k + 1] > box->x0 ? x[k + 1] - 1 : after_all;
  int64_t up = x[k - 1] != after_all && x[k - 1] - k >= box->y0 ? x[k - 1] : after_all;
  int64_t at = left < up ? left : up;
  if (at == after_all) return at;
  while (at > box->x0 && at - k > box->y0 && same(d, at - 1, at - k - 1)) at--;
  return at;
}

static bool holds(const Front *f, int64_t k) {
  return f->min <= k && k <= f->max;
}

// A round of the search from the start; true when it meets the other, at `*meet`.
static bool search_forward(Diff *d, const Box *box, bool may_meet, Point *meet) {
  Front *f = &d->forward, *other = &d->backward;
  widen(f, box->x0 - box->y1, box->x1 - box->y0, before_all);
  for (int64_t k = f->max; k >= f->min; k -= 2) {
    int64_t x = f->x[k] = advance(d, box, k);
    if (x == before_all || !may_meet || !holds(other, k) || other->x[k] > x) continue;
    *meet = (Point){x, x - k};
    return true;
  }
  return false;
}

static bool search_backward(Diff *d, const Box *box, bool may_meet, Point *meet) {
  Front *f = &d->backward, *other = &d->forward;
  widen(f, box->x0 - box->y1, box->x1 - box->y0, after_all);
  for (int64_t k = f->max; k >= f->min; k -= 2) {
    int64_t x = f->x[k] = retreat(d, box, k);
    if (x == after_all || !may_meet || !holds(other, k) || x > other->x[k]) continue;
    *meet = (Point){x, x - k};
    return true;
  }
  return false;
}

// Where the search from the start got furthest.
static Point furthest(const Diff *d) {
  const Front *f = &d->forward;
  Point best = {0, INT64_MIN};
  for (int64_t k = f->min; k <= f->max; k += 2) {
    int64_t x = f->x[k];
    if (x != before_all && 2 * x - k > best.x + best.y) best = (Point){x, x - k};
  }
  return best;
}

// A point inside the box that a short path goes through.
static Point middle(Diff *d, const Box *box) {
  int64_t first = box->x0 - box->y0, last = box->x1 - box->y1;
  bool odd = (first - last) & 1; // then the search from the start is the one that meets the other
  d->forward.min = d->forward.max = first;
  d->backward.min = d->backward.max = last;
  d->forward.x[first] = box->x0;
  d->backward.x[last] = box->x1;
  Point meet;
  for (int64_t round = 1;; round++) {
    if (search_forward(d, box, odd, &meet) || search_backward(d, box, !odd, &meet)) return meet;
    if (round >= d->patience) return furthest(d);
  }
}

// ---- The whole path ----

static void trim(const Diff *d, Box *box) {
  while (box->x0 < box->x1 && box->y0 < box->y1 && same(d, box->x0, box->y0)) box->x0++, box->y0++;
  while (box->x0 < box->x1 && box->y0 < box->y1 && same(d, box->x1 - 1, box->y1 - 1))
    box->x1--, box->y1--;
}

static void mark(Side *side, int64_t from, int64_t to) {
  for (int64_t i = from; i < to; i++) side->changed[side->place.at[i]] = true;
}

static int64_t area(const Box *box) {
  return box->x1 - box->x0 + box->y1 - box->y0;
}

// Recursion only into the smaller half, so its depth is the logarithm of the length.
static void compare(Diff *d, Box box) {
  for (;;) {
    trim(d, &box);
    if (box.x0 == box.x1 || box.y0 == box.y1) break;
    Point p = middle(d, &box);
    Box head = {box.x0, p.x, box.y0, p.y}, tail = {p.x, box.x1, p.y, box.y1};
    bool head_first = area(&head) < area(&tail);
    compare(d, head_first ? head : tail);
    box = head_first ? tail : head;
  }
  mark(&d->a, box.x0, box.x1);
  mark(&d->b, box.y0, box.y1);
}

static int64_t patience_for(int64_t length) {
  int64_t root = 256;
  while (root * root < length) root++;
  return root;
}

static void find_changes(Diff *d) {
  int64_t n = (int64_t)d->a.key.n, m = (int64_t)d->b.key.n, diagonals = n + m + 3;
  int64_t *x = ir_calloc(2 * (size_t)diagonals, sizeof *x);
  d->forward.x = x + m + 1; // diagonals from -m - 1 to n + 1
  d->backward.x = d->forward.x + diagonals;
  d->patience = patience_for(n + m);
  compare(d, (Box){0, n, 0, m});
  ir_free(x);
}

// ---- Printing ----

static const char *paint(const IrDiffOptions *o, const char *color) {
  return o->color ? color : "";
}

static void print_line(const IrDiffOptions *o, char mark, IrStr line, IrStream *out) {
  const char *color = mark == '-' ? "\033[31m" : mark == '+' ? "\033[32m" : "";
  ir_print(out, "{}{}{}{}\n", paint(o, color), mark, line, *color ? paint(o, "\033[0m") : "");
}

// Lines that belong together: from (i, j) up to (i_end, j_end).
typedef struct Hunk {
  size_t i, j, i_end, j_end;
} Hunk;

static bool changed_at(const Diff *d, size_t i, size_t j) {
  return (i < d->a.lines.n && d->a.changed[i]) || (j < d->b.lines.n && d->b.changed[j]);
}

static void skip_change(const Diff *d, size_t *i, size_t *j) {
  while (*i < d->a.lines.n && d->a.changed[*i]) ++*i;
  while (*j < d->b.lines.n && d->b.changed[*j]) ++*j;
}

// The next hunk at or after its start; false at the end of the texts.
static bool next_hunk(const Diff *d, size_t context, Hunk *h) {
  size_t i = h->i, j = h->j;
  while (i < d->a.lines.n && j < d->b.lines.n && !changed_at(d, i, j)) i++, j++;
  if (!changed_at(d, i, j)) return false;
  size_t lead = i - h->i < context ? i - h->i : context;
  h->i = i - lead, h->j = j - lead;
  for (;;) {
    skip_change(d, &i, &j);
    size_t gap = 0;
    while (gap <= 2 * context && i + gap < d->a.lines.n && !changed_at(d, i + gap, j + gap)) gap++;
    bool more = gap <= 2 * context && changed_at(d, i + gap, j + gap);
    size_t taken = more || gap < context ? gap : context;
    i += taken, j += taken;
    if (!more) break;
  }
  h->i_end = i, h->j_end = j;
  return true;
}

static void print_range(char mark, size_t from, size_t to, IrStream *out) {
  ir_print(out, "{}{}", mark, to == from ? from : from + 1);
  if (to - from != 1) ir_print(out, ",{}", to - from);
}

static void print_hunk(const Diff *d, const IrDiffOptions *o, const Hunk *h, IrStream *out) {
  ir_print(out, "{}@@ ", paint(o, "\033[36m"));
  print_range('-', h->i, h->i_end, out);
  ir_write_char(out, ' ');
  print_range('+', h->j, h->j_end, out);
  ir_print(out, " @@{}\n", paint(o, "\033[0m"));
  for (size_t i = h->i, j = h->j; i < h->i_end || j < h->j_end;) {
    if (i < h->i_end && d->a.changed[i])
      print_line(o, '-', d->a.lines.at[i++], out);
    else if (j < h->j_end && d->b.changed[j])
      print_line(o, '+', d->b.lines.at[j++], out);
    else
      print_line(o, ' ', d->a.lines.at[i++], out), j++;
  }
}

static bool print_hunks(const Diff *d, const IrDiffOptions *o, IrStream *out) {
  bool any = false;
  for (Hunk h = {0}; next_hunk(d, o->context, &h); h.i = h.i_end, h.j = h.j_end) {
    if (!any)
      ir_print(out, "--- {}\n+++ {}\n", o->old_name ? o->old_name : "old",
               o->new_name ? o->new_name : "new");
    any = true;
    print_hunk(d, o, &h, out);
  }
  return any;
}

static void free_side(Side *side) {
  ir_vec_free(&side->lines);
  ir_free(side->number);
  ir_free(side->changed);
  ir_vec_free(&side->key);
  ir_vec_free(&side->place);
}

bool ir_diff_print(IrStr old_text, IrStr new_text, const IrDiffOptions *options, IrStream *out) {
  if (ir_str_equal(old_text, new_text)) return false;
  Diff d = {0};
  number_sides(&d, old_text, new_text);
  find_changes(&d);
  bool any = print_hunks(&d, options, out);
  free_side(&d.a);
  free_side(&d.b);
  return any;
}

int64_t *ir_diff_match(IrStr old_text, IrStr new_text) {
  Diff d = {0};
  number_sides(&d, old_text, new_text);
  find_changes(&d);
  int64_t *match = ir_calloc(d.a.lines.n + 1, sizeof *match);
  for (size_t i = 0, j = 0; i < d.a.lines.n; i++) {
    while (!d.a.changed[i] && d.b.changed[j]) j++;
    match[i] = d.a.changed[i] ? -1 : (int64_t)j++;
  }
  free_side(&d.a);
  free_side(&d.b);
  return match;
}
