// Source buffers, and lines and columns computed when someone asks.
#include "ir/support/source_impl.h"

#include "ir/support/diag.h"

#include <errno.h>
#include <stdio.h>

static IrLoc add_buffer(IrContext *ctx, IrStr name, IrStr text, char *owned) {
  IrSources *s = ir_context_sources(ctx);
  if (s->next_start == 0) s->next_start = 1; // location 0 is `unknown`
  if (text.len >= IR_FIRST_COMPOSED_LOC - s->next_start) return IR_LOC_UNKNOWN;
  IrLoc start = {s->next_start};
  IrSourceBuffer buffer = {.name = {ir_arena_strdup(s->arena, name), name.len},
                           .text = text,
                           .start = start.id,
                           .owned = owned};
  ir_vec_push(&s->buffers, buffer);
  s->next_start += (uint32_t)text.len + 1;
  return start;
}

IrLoc ir_source_add(IrContext *ctx, IrStr name, IrStr text, bool copy) {
  if (copy) text.ptr = ir_arena_strdup(ir_context_sources(ctx)->arena, text);
  return add_buffer(ctx, name, text, NULL);
}

// Reads to the end.  NULL with errno set when reading fails.
static char *read_all(FILE *file, size_t *len) {
  size_t cap = 1 << 16, n = 0;
  if (fseek(file, 0, SEEK_END) == 0) {
    long size = ftell(file);
    if (size > 0 && size < IR_FIRST_COMPOSED_LOC) cap = (size_t)size + 1;
    rewind(file);
  }
  char *data = ir_malloc(cap);
  for (;;) {
    size_t got = fread(data + n, 1, cap - n, file);
    n += got;
    if (n < cap) break;
    cap *= 2;
    data = ir_realloc(data, cap);
  }
  if (ferror(file)) {
    ir_free(data);
    return NULL;
  }
  *len = n;
  return data;
}

static IrStatus cannot_read(IrContext *ctx, const char *path) {
  int error = errno;
  (void)ir_error(ctx, IR_LOC_UNKNOWN, "cannot read '{}': {}", path, strerror(error));
  if (error == EISDIR) ir_help(ctx, "name a file in it, or '-' for standard input");
  if (error == ENOENT) ir_help(ctx, "name a file that is there, or '-' for standard input");
  return IR_FAILED;
}

IrStatus ir_source_read(IrContext *ctx, const char *path, IrLoc *start, IrStr *text) {
  bool standard_input = strcmp(path, "-") == 0;
  FILE *file = standard_input ? stdin : fopen(path, "rb");
  if (!file) return cannot_read(ctx, path);
  size_t len = 0;
  char *data = read_all(file, &len);
  int error = errno;
  if (!standard_input) fclose(file);
  errno = error;
  if (!data) return cannot_read(ctx, path);
  *text = (IrStr){data, len};
  *start = add_buffer(ctx, ir_str(standard_input ? "<stdin>" : path), *text, data);
  if (start->id) return IR_OK;
  ir_free(data);
  return ir_error(ctx, IR_LOC_UNKNOWN, "cannot read '{}': all sources together exceed 2 GiB", path);
}

IrSourceBuffer *ir_source_buffer_of(IrSources *s, IrLoc loc) {
  if (loc.id == 0 || loc.id >= s->next_start) return NULL;
  IrSourceBuffer *last = &s->buffers.at[s->last];
  if (loc.id >= last->start && loc.id - last->start <= last->text.len) return last;
  size_t low = 0, high = s->buffers.n;
  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;
    if (s->buffers.at[middle].start <= loc.id)
      low = middle;
    else
      high = middle;
  }
  s->last = (uint32_t)low;
  return &s->buffers.at[low];
}

IrStr ir_source_text(IrContext *ctx, IrLoc loc) {
  const IrSourceBuffer *buffer = ir_source_buffer_of(ir_context_sources(ctx), loc);
  if (!buffer) return (IrStr){0};
  size_t offset = loc.id - buffer->start;
  return (IrStr){buffer->text.ptr + offset, buffer->text.len - offset};
}

IrStr ir_source_line(IrContext *ctx, IrLoc loc) {
  const IrSourceBuffer *buffer = ir_source_buffer_of(ir_context_sources(ctx), loc);
  if (!buffer) return (IrStr){0};
  const char *text = buffer->text.ptr;
  size_t from = loc.id - buffer->start, to = from;
  while (from > 0 && text[from - 1] != '\n') from--;
  while (to < buffer->text.len && text[to] != '\n') to++;
  if (to > from && text[to - 1] == '\r') to--;
  return (IrStr){text + from, to - from};
}

static void find_lines(IrSourceBuffer *buffer) {
  IR_VEC(uint32_t) lines = {0};
  ir_vec_push(&lines, 0);
  const char *text = buffer->text.ptr, *end = text + buffer->text.len;
  for (const char *p = text; p < end && (p = memchr(p, '\n', (size_t)(end - p))) != NULL;)
    ir_vec_push(&lines, (uint32_t)(++p - text));
  buffer->lines = lines.at;
  buffer->num_lines = (uint32_t)lines.n;
}

static IrFileLineCol place_in(IrSourceBuffer *buffer, uint32_t offset) {
  if (!buffer->lines) find_lines(buffer);
  uint32_t low = 0, high = buffer->num_lines;
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (buffer->lines[middle] <= offset)
      low = middle;
    else
      high = middle;
  }
  return (IrFileLineCol){buffer->name, low + 1, offset - buffer->lines[low] + 1};
}

// Follows composed locations to the one place that stands for them: a buffer's or a FILE.
static IrLoc leaf_of(const IrSources *s, IrLoc loc) {
  while (loc.id >= IR_FIRST_COMPOSED_LOC) {
    const IrComposedLoc *composed = &s->composed.at[loc.id - IR_FIRST_COMPOSED_LOC];
    if (composed->kind == IR_LOC_KIND_FILE) return loc;
    if (composed->kind == IR_LOC_KIND_FUSED)
      loc = composed->b ? composed->children[0] : IR_LOC_UNKNOWN;
    else
      loc = (IrLoc){composed->a};
  }
  return loc;
}

IrLoc ir_loc_source(IrContext *ctx, IrLoc loc) {
  IrLoc leaf = leaf_of(ir_context_sources(ctx), loc);
  return leaf.id < IR_FIRST_COMPOSED_LOC ? leaf : IR_LOC_UNKNOWN;
}

IrFileLineCol ir_loc_resolve(IrContext *ctx, IrLoc loc) {
  IrSources *s = ir_context_sources(ctx);
  loc = leaf_of(s, loc);
  if (loc.id >= IR_FIRST_COMPOSED_LOC) {
    const IrComposedLoc *file = &s->composed.at[loc.id - IR_FIRST_COMPOSED_LOC];
    return (IrFileLineCol){file->text, file->a, file->b};
  }
  IrSourceBuffer *buffer = ir_source_buffer_of(s, loc);
  return buffer ? place_in(buffer, loc.id - buffer->start) : (IrFileLineCol){0};
}

void ir_sources_free(IrSources *s) {
  for (size_t i = 0; i < s->buffers.n; i++) {
    ir_free(s->buffers.at[i].lines);
    ir_free(s->buffers.at[i].owned);
  }
  ir_vec_free(&s->buffers);
  ir_vec_free(&s->composed);
  ir_free(s->index);
}
