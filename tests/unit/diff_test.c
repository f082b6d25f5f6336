// Differences of texts: they turn the old text into the new one, they are as short as can be where
// the texts are short, and long texts take no time to speak of.
#include <stdlib.h>

#include "ir/support/diff.h"
#include "unit.h"

static uint32_t random_state;

static uint32_t next_random(uint32_t below) {
  random_state = random_state * 1664525u + 1013904223u;
  return (random_state >> 8) % below;
}

enum { MOST_LINES = 40 };

typedef struct Text {
  IrStream stream;
  char line[MOST_LINES];
  size_t n;
} Text;

static Text random_text(uint32_t letters) {
  Text text = {.n = next_random(MOST_LINES)};
  for (size_t i = 0; i < text.n; i++) {
    text.line[i] = (char)('a' + next_random(letters));
    ir_print(&text.stream, "{}\n", text.line[i]);
  }
  return text;
}

// Length of the longest common subsequence.
static size_t common(const Text *a, const Text *b) {
  size_t best[MOST_LINES + 1][MOST_LINES + 1] = {{0}};
  for (size_t i = 1; i <= a->n; i++)
    for (size_t j = 1; j <= b->n; j++) {
      size_t skip = best[i - 1][j] > best[i][j - 1] ? best[i - 1][j] : best[i][j - 1];
      bool same = a->line[i - 1] == b->line[j - 1];
      best[i][j] = same ? best[i - 1][j - 1] + 1 : skip;
    }
  return best[a->n][b->n];
}

// Applies hunks to the lines of `old`, checking what they say of it; counts edits.
static void apply(const Text *old, const char *diff, IrStream *out, size_t *edits) {
  size_t at = 0;
  if (*diff) diff = strstr(diff, "@@");
  while (*diff) {
    size_t n = strcspn(diff, "\n");
    if (*diff == '@') {
      char *end;
      size_t start = strtoul(diff + 4, &end, 10);
      if (strncmp(end, ",0 ", 3)) start--; // an empty old side names the line before it
      for (; at < start; at++) ir_print(out, "{}\n", old->line[at]);
    } else if (*diff == '+') {
      ir_print(out, "{}\n", diff[1]);
      ++*edits;
    } else {
      assert_int_equal(old->line[at++], diff[1]);
      if (*diff == ' ') ir_print(out, "{}\n", diff[1]);
      *edits += *diff == '-';
    }
    diff += n + (diff[n] == '\n');
  }
  for (; at < old->n; at++) ir_print(out, "{}\n", old->line[at]);
}

static void check_pair(const Text *a, const Text *b, unsigned context) {
  IrStream diff = {0}, made = {0};
  size_t edits = 0;
  bool differ = ir_diff_print(ir_stream_str(&a->stream), ir_stream_str(&b->stream),
                              &(IrDiffOptions){.context = context}, &diff);
  assert_int_equal(differ, !ir_str_equal(ir_stream_str(&a->stream), ir_stream_str(&b->stream)));
  apply(a, ir_stream_cstr(&diff), &made, &edits);
  assert_true(ir_str_equal(ir_stream_str(&made), ir_stream_str(&b->stream)));
  assert_int_equal(edits, a->n + b->n - 2 * common(a, b));
  ir_stream_free(&diff);
  ir_stream_free(&made);
}

static void turns_old_into_new(void **state) {
  (void)state;
  random_state = 1;
  for (unsigned round = 0; round < 3000; round++) {
    uint32_t letters = 2 + round % 12;
    Text a = random_text(letters), b = random_text(letters);
    check_pair(&a, &b, round % 4);
    ir_stream_free(&a.stream);
    ir_stream_free(&b.stream);
  }
}

// Two hunks, with the lines around them.
static void prints_hunks(void **state) {
  (void)state;
  IrStream out = {0};
  assert_true(ir_diff_print(IR_STR("a\nb\nc\nd\ne\nf\ng\n"), IR_STR("a\nB\nc\nd\ne\nf\ng\nh\n"),
                            &(IrDiffOptions){"x", "y", 1, false}, &out));
  assert_string_equal(ir_stream_cstr(&out), "--- x\n+++ y\n"
                                            "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n"
                                            "@@ -7 +7,2 @@\n g\n+h\n");
  ir_stream_free(&out);
}

static void paints(void **state) {
  (void)state;
  IrStream out = {0};
  assert_true(
      ir_diff_print(IR_STR("a\n"), IR_STR("b\n"), &(IrDiffOptions){"x", "y", 1, true}, &out));
  assert_non_null(strstr(ir_stream_cstr(&out), "\033[31m-a\033[0m\n\033[32m+b\033[0m\n"));
  ir_stream_free(&out);
}

// Two long texts with nothing in order: the search gives up early instead of taking hours.
static void long_texts(void **state) {
  (void)state;
  IrStream a = {0}, b = {0}, out = {0};
  random_state = 7;
  for (unsigned i = 0; i < 60000; i++) {
    ir_print(&a, "{}\n", next_random(5000));
    ir_print(&b, "{}\n", next_random(5000));
  }
  assert_true(ir_diff_print(ir_stream_str(&a), ir_stream_str(&b), &(IrDiffOptions){0}, &out));
  ir_stream_free(&a);
  ir_stream_free(&b);
  ir_stream_free(&out);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(turns_old_into_new),
      cmocka_unit_test(prints_hunks),
      cmocka_unit_test(paints),
      cmocka_unit_test(long_texts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
