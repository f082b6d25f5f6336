// Puts the PTX of several modules, one a kernel, into one text; see join.h.
//
// LLVM writes a header, declarations, the kernel, and at the end the files that `.loc` refers to by
// number.  The joined text has the first header, each declaration once, the kernels as they are
// (labels are local to a body), and one list of files, to which every `.loc` is renumbered.
#include "targets/nvptx/join.h"

#include "ir/support/vec.h"

typedef IR_VEC(IrStr) Lines;
typedef IR_VEC(size_t) Numbers;

typedef struct Join {
  IrStream *out;
  Lines declarations, files; // written, and to be written; a file's number is its place plus one
  IrStr section;             // the empty section LLVM writes in front of files, if it did
} Join;

// Takes the next line, its end included, off `text`.
static IrStr next_line(IrStr *text) {
  size_t n = 0;
  while (n < text->len && text->ptr[n] != '\n') n++;
  if (n < text->len) n++;
  IrStr line = {text->ptr, n};
  *text = (IrStr){text->ptr + n, text->len - n};
  return line;
}

static bool starts_with(IrStr line, const char *start) {
  size_t n = strlen(start);
  return line.len >= n && memcmp(line.ptr, start, n) == 0;
}

// The number after `directive`, and what follows it.
static size_t number_after(IrStr line, const char *directive, IrStr *rest) {
  size_t at = strlen(directive), number = 0;
  for (; at < line.len && line.ptr[at] >= '0' && line.ptr[at] <= '9'; at++)
    number = number * 10 + (size_t)(line.ptr[at] - '0');
  *rest = (IrStr){line.ptr + at, line.len - at};
  return number;
}

// Place of `line` in the list, added if it is new.
static size_t place_of(Lines *lines, IrStr line, bool *is_new) {
  size_t i = 0;
  while (i < lines->n && !ir_str_equal(lines->at[i], line)) i++;
  *is_new = i == lines->n;
  if (*is_new) ir_vec_push(lines, line);
  return i;
}

static const char file_directive[] = "\t.file\t", loc_directive[] = "\t.loc\t";

// numbers->at[n]: what file n of this text is in the joined one.
static void number_files(Join *join, IrStr text, Numbers *numbers) {
  while (text.len) {
    IrStr line = next_line(&text), name;
    if (!starts_with(line, file_directive)) continue;
    size_t number = number_after(line, file_directive, &name);
    bool is_new;
    size_t place = place_of(&join->files, name, &is_new);
    while (numbers->n <= number) ir_vec_push(numbers, 0);
    numbers->at[number] = place + 1;
  }
}

static void write_line(Join *join, IrStr line, const Numbers *numbers) {
  IrStr rest;
  bool is_new = true;
  if (starts_with(line, file_directive)) return;
  if (starts_with(line, "\t.section\t.debug_macinfo")) {
    join->section = line;
    return;
  }
  if (starts_with(line, ".extern ")) (void)place_of(&join->declarations, line, &is_new);
  if (!is_new) return;
  if (starts_with(line, loc_directive)) {
    size_t number = number_after(line, loc_directive, &rest);
    if (number < numbers->n) number = numbers->at[number];
    ir_print(join->out, "{}{}", loc_directive, number);
    line = rest;
  }
  ir_write(join->out, line.ptr, line.len);
}

// A declaration of several lines, as those of functions are, is one.
static IrStr next_statement(IrStr *text) {
  IrStr line = next_line(text);
  while (starts_with(line, ".extern ") && text->len && !memchr(line.ptr, ';', line.len))
    line.len += next_line(text).len;
  return line;
}

static void add_text(Join *join, IrStr text, bool with_header) {
  Numbers numbers = {0};
  number_files(join, text, &numbers);
  while (!with_header && text.len && !starts_with(next_line(&text), ".address_size")) {
  }
  while (text.len) write_line(join, next_statement(&text), &numbers);
  ir_vec_free(&numbers);
}

void nvptx_join(const IrStream *texts, size_t n, IrStream *out) {
  Join join = {.out = out};
  for (size_t i = 0; i < n; i++) add_text(&join, ir_stream_str(&texts[i]), i == 0);
  ir_write(out, join.section.ptr, join.section.len);
  for (size_t i = 0; i < join.files.n; i++) {
    ir_print(out, "{}{}", file_directive, i + 1);
    ir_write(out, join.files.at[i].ptr, join.files.at[i].len);
  }
  ir_vec_free(&join.declarations);
  ir_vec_free(&join.files);
}
