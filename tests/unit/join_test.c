// The PTX of several modules as one.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "targets/nvptx/join.h"

#define HEADER "//\n.version 8.0\n.target sm_90a\n.address_size 64\n"
#define SHARED ".extern .shared .align 1024 .b8 tegula_shared[];\n"
#define SECTION "\t.section\t.debug_macinfo\t{\t}\n"

static void expect(const char *const *texts, size_t n, const char *expected) {
  IrStream parts[4] = {{0}}, out = {0};
  for (size_t i = 0; i < n; i++) ir_write_cstr(&parts[i], texts[i]);
  nvptx_join(parts, n, &out);
  assert_string_equal(ir_stream_cstr(&out), expected);
  for (size_t i = 0; i < n; i++) ir_stream_free(&parts[i]);
  ir_stream_free(&out);
}

static void one_text_stays(void **state) {
  (void)state;
  const char *text = HEADER SHARED "one:\n\t.loc\t1 5 0\n" SECTION "\t.file\t1 \"a.mlir\"\n";
  expect(&text, 1, text);
}

static void shared_parts_come_once(void **state) {
  (void)state;
  const char *texts[] = {HEADER SHARED "one:\n" SECTION, HEADER SHARED "two:\n" SECTION};
  expect(texts, 2, HEADER SHARED "one:\ntwo:\n" SECTION);
}

static void a_later_declaration_stays(void **state) {
  (void)state;
  const char *texts[] = {HEADER "one:\n", HEADER SHARED "two:\n"};
  expect(texts, 2, HEADER "one:\n" SHARED "two:\n");
}

// Each text counts its files from one.
static void files_are_renumbered(void **state) {
  (void)state;
  const char *texts[] = {
      HEADER "one:\n\t.loc\t1 5 0\n\t.loc\t2 6 1\n\t.file\t1 \"a\"\n\t.file\t2 \"b\"\n",
      HEADER "two:\n\t.loc\t1 7 0\n\t.loc\t2 8 1\n\t.file\t1 \"b\"\n\t.file\t2 \"c\"\n"};
  expect(texts, 2,
         HEADER "one:\n\t.loc\t1 5 0\n\t.loc\t2 6 1\n"
                "two:\n\t.loc\t2 7 0\n\t.loc\t3 8 1\n"
                "\t.file\t1 \"a\"\n\t.file\t2 \"b\"\n\t.file\t3 \"c\"\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_text_stays),
      cmocka_unit_test(shared_parts_come_once),
      cmocka_unit_test(a_later_declaration_stays),
      cmocka_unit_test(files_are_renumbered),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
