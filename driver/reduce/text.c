// Reducing text that need not parse: lines, what stands in brackets, and words are left out.
#include "driver/reduce/reduce_impl.h"

#include <ctype.h>

// A piece of the text.
typedef struct Range {
  size_t begin, end;
} Range;

typedef struct Pieces {
  DriverReduce *r;
  void (*split)(struct Pieces *p, IrStr text);
  const char *what;
  IR_VEC(Range) ranges; // by their beginnings
} Pieces;

static void add_piece(Pieces *p, size_t begin, size_t end) {
  if (begin < end) ir_vec_push(&p->ranges, ((Range){begin, end}));
}

static void split_lines(Pieces *p, IrStr text) {
  size_t begin = 0;
  for (size_t i = 0; i < text.len; i++) {
    if (text.ptr[i] != '\n') continue;
    add_piece(p, begin, i + 1);
    begin = i + 1;
  }
  add_piece(p, begin, text.len);
}

static bool is_word_char(char c) {
  return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$' || (unsigned char)c >= 0x80;
}

static size_t end_of_string(IrStr text, size_t at) {
  for (size_t i = at + 1; i < text.len && text.ptr[i] != '\n'; i++) {
    if (text.ptr[i] == '\\') i++;
    if (text.ptr[i] == '"') return i + 1;
  }
  return at + 1;
}

// A name with its mark, a number, a string, or one character.
static size_t end_of_word(IrStr text, size_t at) {
  char c = text.ptr[at];
  if (c == '"') return end_of_string(text, at);
  size_t i = at + 1;
  if (is_word_char(c) || strchr("%@#!^", c))
    while (i < text.len && is_word_char(text.ptr[i])) i++;
  return i;
}

// White space goes with the word before it, but the end of a line stays.
static void split_words(Pieces *p, IrStr text) {
  for (size_t i = 0; i < text.len;) {
    size_t end = text.ptr[i] == ' ' || text.ptr[i] == '\n' ? i + 1 : end_of_word(text, i);
    while (end < text.len && text.ptr[end] == ' ') end++;
    if (text.ptr[i] != '\n') add_piece(p, i, end);
    i = end;
  }
}

static bool closes(char open, char c) {
  return (open == '{' && c == '}') || (open == '(' && c == ')') || (open == '[' && c == ']');
}

// From the start of the line of a bracket that ends it to the end of the line of its partner; of
// one within a line, the bracket and its partner.
static Range bracket_range(IrStr text, size_t open, size_t close) {
  Range range = {open, close + 1};
  if (!memchr(text.ptr + open, '\n', close - open)) return range;
  while (range.begin > 0 && text.ptr[range.begin - 1] != '\n') range.begin--;
  while (range.end < text.len && text.ptr[range.end - 1] != '\n') range.end++;
  return range;
}

static void split_brackets(Pieces *p, IrStr text) {
  IR_VEC(size_t) open = {0}; // indices in p->ranges, whose ends are not known yet
  for (size_t i = 0; i < text.len; i++) {
    char c = text.ptr[i];
    if (strchr("{([", c) && c) {
      ir_vec_push(&open, p->ranges.n);
      ir_vec_push(&p->ranges, ((Range){i, i}));
    }
    if (!open.n) continue;
    Range *last = &p->ranges.at[ir_vec_last(&open)];
    if (!closes(text.ptr[last->begin], c)) continue;
    *last = bracket_range(text, last->begin, i);
    (void)ir_vec_pop(&open);
  }
  ir_vec_free(&open);
}

static void split(Pieces *p) {
  ir_vec_clear(&p->ranges);
  p->split(p, ir_stream_str(&p->r->text));
}

static size_t count_pieces(void *user) {
  return ((Pieces *)user)->ranges.n;
}

static bool build_without(void *user, size_t from, size_t to, IrStream *out) {
  const Pieces *p = user;
  IrStr text = ir_stream_str(&p->r->text);
  size_t at = 0;
  for (size_t i = from; i < to; i++) {
    const Range *range = &p->ranges.at[i];
    if (range->begin > at) ir_write(out, text.ptr + at, range->begin - at);
    if (range->end > at) at = range->end;
  }
  ir_write(out, text.ptr + at, text.len - at);
  return out->len < text.len;
}

static void accept_without(void *user, size_t from, size_t to, IrStr text) {
  (void)from, (void)to;
  Pieces *p = user;
  p->r->text.len = 0;
  ir_write(&p->r->text, text.ptr, text.len);
  split(p);
  reduce_say(p->r, "{}: {} bytes", p->what, text.len);
}

static bool reduce_pieces(DriverReduce *r, ReduceRunner *runner, const char *what,
                          void (*split_fn)(Pieces *p, IrStr text)) {
  Pieces p = {.r = r, .split = split_fn, .what = what};
  split(&p);
  bool any = reduce_list(runner, &(ReduceList){count_pieces, build_without, accept_without, &p});
  ir_vec_free(&p.ranges);
  return any;
}

void reduce_text(DriverReduce *r, ReduceRunner *runner) {
  bool any = true;
  while (any && !reduce_runner_interrupted(runner)) {
    any = reduce_pieces(r, runner, "lines", split_lines);
    any |= reduce_pieces(r, runner, "brackets", split_brackets);
    any |= reduce_pieces(r, runner, "words", split_words);
  }
}
