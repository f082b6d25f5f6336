// Assertions on a GPU: a kernel says a line and stops, the driver prints the line when the host
// waits and reports a launch that failed.  What is printed meanwhile is kept, so that such lines
// become diagnostics with the source; everything else goes on to the standard output.
//
// targets/nvptx/emit_report.c makes the lines:
//   k.mlir:10:3: error: 'simt.assert' op does not hold in thread 5 of block 3: at [3, 5]: x > 0
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "dialects/simt/launch.h"
#include "driver/run.h"

static const char verdict[] = ": error: '", claim[] = " op does not hold in thread ";

// A line of an assertion, taken apart.
typedef struct Failure {
  IrStr file, op, message;
  uint32_t line, col;
  int64_t thread, block;
} Failure;

// ---- Lines. ----

static bool find(IrStr text, const char *what, size_t *at) {
  size_t n = strlen(what);
  for (size_t i = 0; i + n <= text.len; i++) {
    if (memcmp(text.ptr + i, what, n)) continue;
    *at = i;
    return true;
  }
  return false;
}

static IrStr behind(IrStr text, size_t n) {
  return (IrStr){text.ptr + n, text.len - n};
}

// A number in front, taken off; -1 when there is none.
static int64_t take_number(IrStr *text) {
  size_t n = 0;
  int64_t value = 0;
  for (; n < text->len && n < 18 && text->ptr[n] >= '0' && text->ptr[n] <= '9'; n++)
    value = value * 10 + (text->ptr[n] - '0');
  *text = behind(*text, n);
  return n ? value : -1;
}

static bool take_text(IrStr *text, const char *what) {
  size_t n = strlen(what);
  if (text->len < n || memcmp(text->ptr, what, n)) return false;
  *text = behind(*text, n);
  return true;
}

// ":12" at the end, taken off.
static uint32_t take_last_number(IrStr *text) {
  size_t colon = text->len;
  while (colon && text->ptr[colon - 1] != ':') colon--;
  IrStr digits = behind(*text, colon);
  int64_t value = take_number(&digits);
  if (colon) text->len = colon - 1;
  return value > 0 && !digits.len ? (uint32_t)value : 0;
}

static bool read_failure(IrStr line, Failure *f) {
  size_t at, says;
  if (!find(line, verdict, &at)) return false;
  f->file = (IrStr){line.ptr, at};
  IrStr rest = behind(line, at + sizeof verdict - 1);
  if (!find(rest, claim, &says) || says < 2) return false;
  f->op = (IrStr){rest.ptr, says - 1}; // without its quote
  rest = behind(rest, says + sizeof claim - 1);
  f->thread = take_number(&rest);
  if (f->thread < 0 || !take_text(&rest, " of block ")) return false;
  f->block = take_number(&rest);
  if (f->block < 0 || !take_text(&rest, ": ")) return false;
  f->message = rest;
  f->col = take_last_number(&f->file);
  f->line = take_last_number(&f->file);
  return f->line > 0;
}

// ---- Diagnostics. ----

static bool is_before(const Failure *a, const Failure *b) {
  if (a->block != b->block) return a->block < b->block;
  if (a->line != b->line) return a->line < b->line;
  return a->thread < b->thread;
}

// The block's indices: the first varies fastest.
static void write_block(const Run *run, int64_t block, IrStream *out) {
  size_t rank = tile_kernel_grid_rank(run->kernel);
  for (size_t d = 0; d < rank; d++) {
    int64_t extent = run->extents[d] > 0 ? run->extents[d] : 1;
    ir_print(out, "{}{}", d ? ", " : "(", block % extent);
    block /= extent;
  }
  ir_write_char(out, ')');
}

typedef struct Place {
  const Failure *failure;
  IrLoc loc;
} Place;

static IrStatus find_place(IrOp *op, void *user) {
  Place *place = user;
  const Failure *f = place->failure;
  if (!ir_str_equal(ir_op_name(op), f->op)) return IR_OK;
  IrFileLineCol at = ir_loc_resolve(ir_op_context(op), ir_op_loc(op));
  if (at.line != f->line || at.col != f->col || !ir_str_equal(at.file, f->file)) return IR_OK;
  place->loc = ir_op_loc(op);
  return IR_FAILED; // found
}

// The op's own place leads to the source; a place by name alone does not.
static IrLoc loc_of(const Run *run, const Failure *f) {
  Place place = {f, IR_LOC_UNKNOWN};
  bool found = ir_walk_pre(run->lowered, find_place, &place) != IR_OK;
  return found ? place.loc : ir_loc_file(run->ctx, f->file, f->line, f->col);
}

static void report(const Run *run, const Failure *f, size_t others) {
  IrLoc loc = loc_of(run, f);
  IrStream block = {0};
  (void)ir_error(run->ctx, loc, "'{}' op does not hold in thread {}: {}", f->op, f->thread,
                 f->message);
  write_block(run, f->block, &block);
  ir_note(run->ctx, ir_op_loc(run->kernel), "in block {} of kernel @{}", ir_stream_str(&block),
          run->name);
  ir_stream_free(&block);
  if (others) ir_note(run->ctx, IR_LOC_UNKNOWN, "{} more threads or elements say so", others);
}

// Of the assertions in the text the first one by block, place and thread; other lines are printed.
static bool explain(const Run *run, IrStr text, bool failed) {
  Failure first = {0}, f;
  size_t n = 0;
  while (text.len) {
    size_t end = 0;
    while (end < text.len && text.ptr[end] != '\n') end++;
    IrStr line = {text.ptr, end};
    text = behind(text, end < text.len ? end + 1 : end);
    if (failed && read_failure(line, &f)) {
      if (n++ == 0 || is_before(&f, &first)) first = f;
      continue;
    }
    fwrite(line.ptr, 1, line.len, stdout);
    fputc('\n', stdout);
  }
  if (n) report(run, &first, n - 1);
  return n > 0;
}

// ---- Keeping what is printed. ----

static IrStatus find_assert(IrOp *op, void *user) {
  (void)user;
  IrStr name = ir_op_name(op);
  return ir_str_is(name, "simt.assert") || ir_str_is(name, "cf.assert") ? IR_FAILED : IR_OK;
}

static IrStatus find_line(IrOp *op, void *user) {
  return ir_str_is(ir_op_name(op), "simt.print") ? IR_FAILED : find_assert(op, user);
}

bool run_says(const Run *run) {
  return ir_walk_pre(run->lowered, find_line, NULL) != IR_OK;
}

void run_capture_begin(Run *run) {
  run->capture = NULL;
  if (ir_walk_pre(run->lowered, find_assert, NULL) == IR_OK) return;
  FILE *file = tmpfile();
  int kept = file ? dup(STDOUT_FILENO) : -1;
  fflush(stdout);
  if (kept < 0 || dup2(fileno(file), STDOUT_FILENO) < 0) {
    if (kept >= 0) close(kept);
    if (file) fclose(file);
    return; // lines are printed as they are
  }
  run->capture = file;
  run->kept_output = kept;
}

bool run_capture_end(Run *run, bool failed) {
  FILE *file = run->capture;
  IrStream text = {0};
  char part[4096];
  if (!file) return false;
  run->capture = NULL;
  fflush(stdout);
  (void)dup2(run->kept_output, STDOUT_FILENO);
  close(run->kept_output);
  rewind(file);
  for (size_t n; (n = fread(part, 1, sizeof part, file)) > 0;) ir_write(&text, part, n);
  fclose(file);
  bool explained = explain(run, ir_stream_str(&text), failed);
  ir_stream_free(&text);
  return explained;
}
