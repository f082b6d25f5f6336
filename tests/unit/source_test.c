// Source buffers, locations and diagnostics.
#include "tests/unit/unit.h"

#include "ir/core/context.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int set_up(void **state) {
  *state = ir_context_create();
  return 0;
}

static int tear_down(void **state) {
  ir_context_destroy(*state);
  return 0;
}

static void assert_place(IrContext *ctx, IrLoc loc, const char *file, unsigned line, unsigned col) {
  IrFileLineCol place = ir_loc_resolve(ctx, loc);
  assert_true(ir_str_is(place.file, file));
  assert_int_equal(place.line, line);
  assert_int_equal(place.col, col);
}

static void lines_and_columns(void **state) {
  IrContext *ctx = *state;
  IrLoc a = ir_source_add(ctx, IR_STR("a.mlir"), IR_STR("one\ntwo\r\n\nfour"), true);
  IrLoc b = ir_source_add(ctx, IR_STR("b.mlir"), IR_STR(""), true);
  IrLoc c = ir_source_add(ctx, IR_STR("c.mlir"), IR_STR("x"), true);
  assert_place(ctx, a, "a.mlir", 1, 1);
  assert_place(ctx, (IrLoc){a.id + 3}, "a.mlir", 1, 4); // the newline itself
  assert_place(ctx, (IrLoc){a.id + 4}, "a.mlir", 2, 1);
  assert_place(ctx, (IrLoc){a.id + 14}, "a.mlir", 4, 5); // the end of the file
  assert_place(ctx, b, "b.mlir", 1, 1);
  assert_place(ctx, c, "c.mlir", 1, 1);
  assert_true(ir_str_is(ir_source_line(ctx, (IrLoc){a.id + 5}), "two"));
  assert_true(ir_str_is(ir_source_text(ctx, (IrLoc){a.id + 10}), "four"));
  assert_int_equal(ir_source_text(ctx, (IrLoc){c.id + 100}).len, 0);
  assert_int_equal(ir_loc_resolve(ctx, (IrLoc){c.id + 100}).file.len, 0);
}

static void composed_locations(void **state) {
  IrContext *ctx = *state;
  IrLoc src = ir_source_add(ctx, IR_STR("a.mlir"), IR_STR("xy"), true);
  IrLoc file = ir_loc_file(ctx, IR_STR("f.py"), 7, 9);
  assert_int_equal(file.id, ir_loc_file(ctx, IR_STR("f.py"), 7, 9).id);
  assert_int_not_equal(file.id, ir_loc_file(ctx, IR_STR("f.py"), 9, 7).id);
  IrLoc name = ir_loc_name(ctx, IR_STR("n"), file);
  IrLoc call = ir_loc_callsite(ctx, name, src);
  IrLoc fused = ir_loc_fused(ctx, (IrLoc[]){call, IR_LOC_UNKNOWN, src, call}, 4);
  assert_int_equal(fused.id, ir_loc_fused(ctx, (IrLoc[]){call, src}, 2).id);
  assert_int_equal(fused.id, ir_loc_fused(ctx, (IrLoc[]){fused, src}, 2).id);
  assert_int_equal(call.id, ir_loc_fused(ctx, (IrLoc[]){call, IR_LOC_UNKNOWN}, 2).id);
  assert_place(ctx, fused, "f.py", 7, 9);
  assert_int_equal(ir_loc_source(ctx, fused).id, 0);
  assert_int_equal(ir_loc_source(ctx, ir_loc_name(ctx, IR_STR("m"), src)).id, src.id);
  assert_int_equal(ir_loc_kind(ctx, src), IR_LOC_KIND_SOURCE);
  assert_int_equal(ir_loc_kind(ctx, fused), IR_LOC_KIND_FUSED);
  IrStream s = {0};
  ir_loc_print(ctx, fused, &s);
  assert_string_equal(ir_stream_cstr(&s),
                      "fused[callsite(\"n\"(\"f.py\":7:9) at \"a.mlir\":1:1), \"a.mlir\":1:1]");
  ir_stream_free(&s);
  assert_int_equal(ir_loc_resolve(ctx, ir_loc_fused(ctx, NULL, 0)).file.len, 0);
}

static void many_locations_stay_unique(void **state) {
  IrContext *ctx = *state;
  IrLoc first[1000];
  for (unsigned i = 0; i < 1000; i++) first[i] = ir_loc_file(ctx, IR_STR("f"), i, 1);
  for (unsigned i = 0; i < 1000; i++)
    assert_int_equal(ir_loc_file(ctx, IR_STR("f"), i, 1).id, first[i].id);
}

typedef struct Seen {
  IrStream text;
  bool swallow;
} Seen;

static bool record(void *user, IrContext *ctx, const IrDiag *diag) {
  Seen *seen = user;
  (void)ctx;
  ir_print(&seen->text, "{}:{};", (int)diag->severity, diag->message);
  return seen->swallow;
}

static void handlers_see_diagnostics(void **state) {
  IrContext *ctx = *state;
  Seen outer = {.swallow = true}, inner = {0};
  ir_diag_push_handler(ctx, record, &outer);
  ir_diag_push_handler(ctx, record, &inner);
  assert_int_equal(ir_error(ctx, IR_LOC_UNKNOWN, "bad {}", 1), IR_FAILED);
  inner.swallow = true;
  ir_note(ctx, IR_LOC_UNKNOWN, "since {}", "so");
  ir_diag_pop_handler(ctx);
  ir_warning(ctx, IR_LOC_UNKNOWN, "odd");
  ir_diag_pop_handler(ctx);
  assert_string_equal(ir_stream_cstr(&inner.text), "0:bad 1;3:since so;");
  assert_string_equal(ir_stream_cstr(&outer.text), "0:bad 1;1:odd;");
  assert_int_equal(ir_diag_error_count(ctx), 1);
  ir_stream_free(&inner.text);
  ir_stream_free(&outer.text);
}

// Standard error goes to a file while `emit` runs.
static void assert_stderr(IrContext *ctx, void (*emit)(IrContext *), const char *expected) {
  FILE *file = tmpfile();
  assert_non_null(file);
  fflush(stderr);
  int saved = dup(STDERR_FILENO);
  dup2(fileno(file), STDERR_FILENO);
  emit(ctx);
  fflush(stderr);
  dup2(saved, STDERR_FILENO);
  close(saved);
  char text[1000] = {0};
  rewind(file);
  size_t n = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[n] = 0;
  assert_string_equal(text, expected);
}

static void emit_with_caret(IrContext *ctx) {
  IrLoc src = ir_source_add(ctx, IR_STR("k.mlir"), IR_STR("a\n\tb \xC3\xA4 c\nd"), true);
  (void)ir_error(ctx, (IrLoc){src.id + 8}, "no {}", "c");
  ir_note(ctx, src, "here");
  ir_help(ctx, "write {}", "d");
  IrLoc call = ir_loc_callsite(ctx, ir_loc_file(ctx, IR_STR("g"), 5, 6), src);
  ir_warning(ctx, ir_loc_callsite(ctx, call, ir_loc_file(ctx, IR_STR("f"), 3, 4)), "odd");
  ir_remark(ctx, ir_loc_file(ctx, IR_STR("f"), 3, 4), "far");
}

static void prints_line_and_caret(void **state) {
  assert_stderr(*state, emit_with_caret,
                "k.mlir:2:7: error: no c\n\tb \xC3\xA4 c\n\t    ^\n"
                "k.mlir:1:1: note: here\na\n^\n"
                "help: write d\n"
                "g:5:6: warning: odd\nk.mlir:1:1: note: called from here\na\n^\n"
                "f:3:4: note: called from here\n"
                "f:3:4: remark: far\n");
}

static void emit_unreadable(IrContext *ctx) {
  IrLoc start;
  IrStr text;
  assert_int_equal(ir_source_read(ctx, "/no/such/file", &start, &text), IR_FAILED);
  assert_int_equal(ir_source_read(ctx, "/", &start, &text), IR_FAILED);
}

static void unreadable_files(void **state) {
  assert_stderr(*state, emit_unreadable,
                "error: cannot read '/no/such/file': No such file or directory\n"
                "help: name a file that is there, or '-' for standard input\n"
                "error: cannot read '/': Is a directory\n"
                "help: name a file in it, or '-' for standard input\n");
}

static void reads_files(void **state) {
  IrContext *ctx = *state;
  char path[] = "/tmp/source_test_XXXXXX";
  int fd = mkstemp(path);
  assert_true(fd >= 0);
  FILE *file = fdopen(fd, "w");
  for (int i = 0; i < 20000; i++) fputs("line\n", file);
  fclose(file);
  IrLoc start;
  IrStr text;
  assert_int_equal(ir_source_read(ctx, path, &start, &text), IR_OK);
  unlink(path);
  assert_int_equal(text.len, 100000);
  assert_place(ctx, (IrLoc){start.id + 99999}, path, 20000, 5);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(lines_and_columns, set_up, tear_down),
      cmocka_unit_test_setup_teardown(composed_locations, set_up, tear_down),
      cmocka_unit_test_setup_teardown(many_locations_stay_unique, set_up, tear_down),
      cmocka_unit_test_setup_teardown(handlers_see_diagnostics, set_up, tear_down),
      cmocka_unit_test_setup_teardown(prints_line_and_caret, set_up, tear_down),
      cmocka_unit_test_setup_teardown(unreadable_files, set_up, tear_down),
      cmocka_unit_test_setup_teardown(reads_files, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
