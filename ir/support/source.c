// Source buffers, and lines and columns computed when someone asks.
#include "ir/support/source_impl.h"

#include "ir/support/arena.h"
#include "ir/support/diag.h"
#include "ir/support/vec.h"

#include <errno.h>
#include <stdio.h>

static IrLoc add_locked(IrSources *s, IrSourceBuffer *buffer) {
  uint32_t start = atomic_load_explicit(&s->next_start, memory_order_relaxed);
  if (start == 0) start = 1; // location 0 is `unknown`
  if (buffer->text.len >= IR_FIRST_COMPOSED_LOC - start) return IR_LOC_UNKNOWN;
  buffer->start = start;
  ir_stable_push(&s->buffers, buffer, sizeof *buffer);
  atomic_store_explicit(&s->next_start, start + (uint32_t)buffer->text.len + 1,
                        memory_order_release);
  return (IrLoc){start};
}

static IrLoc add_buffer(IrContext *ctx, IrStr name, IrStr text, char *owned) {
  IrSources *s = ir_context_sources(ctx);
  IrArena *arena = ir_context_arena(ctx);
  IrSourceBuffer buffer = {.name = {ir_arena_strdup(arena, name), name.len},
                           .text = text,
                           .lines = ir_arena_alloc(arena, sizeof *buffer.lines, 8),
                           .owned = owned};
  atomic_init(buffer.lines, NULL);
  bool shared = ir_context_is_shared(ctx);
  ir_lock(&s->lock, shared);
  IrLoc start = add_locked(s, &buffer);
  ir_unlock(&s->lock, shared);
  return start;
}

IrLoc ir_source_add(IrContext *ctx, IrStr name, IrStr text, bool copy) {
  if (copy) text.ptr = ir_arena_strdup(ir_context_arena(ctx), text);
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

static const IrSourceBuffer *buffer_at(const IrSources *s, uint32_t i) {
  return ir_stable_at(&s->buffers, i, sizeof(IrSourceBuffer));
}

const IrSourceBuffer *ir_source_buffer_of(IrSources *s, IrLoc loc) {
  if (loc.id == 0 || loc.id >= atomic_load_explicit(&s->next_start, memory_order_acquire))
    return NULL;
  // Another thread may have found a buffer that this one has not seen yet.
  const IrSourceBuffer *last = buffer_at(s, atomic_load_explicit(&s->last, memory_order_acquire));
  if (loc.id >= last->start && loc.id - last->start <= last->text.len) return last;
  uint32_t low = 0, high = ir_stable_count(&s->buffers);
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (buffer_at(s, middle)->start <= loc.id)
      low = middle;
    else
      high = middle;
  }
  atomic_store_explicit(&s->last, low, memory_order_release);
  return buffer_at(s, low);
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

static IrLineTable *make_lines(IrStr text) {
  IR_VEC(uint32_t) lines = {0};
  ir_vec_push(&lines, 0);
  const char *end = text.ptr + text.len;
  for (const char *p = text.ptr; p < end && (p = memchr(p, '\n', (size_t)(end - p))) != NULL;)
    ir_vec_push(&lines, (uint32_t)(++p - text.ptr));
  IrLineTable *table = ir_malloc(sizeof *table + lines.n * sizeof *lines.at);
  table->n = (uint32_t)lines.n;
  memcpy(table->at, lines.at, lines.n * sizeof *lines.at);
  ir_vec_free(&lines);
  return table;
}

// Whoever asks first makes the table; of two at a time one keeps its own.
static const IrLineTable *lines_of(const IrSourceBuffer *buffer) {
  IrLineTable *lines = atomic_load_explicit(buffer->lines, memory_order_acquire);
  if (lines) return lines;
  IrLineTable *made = make_lines(buffer->text);
  if (atomic_compare_exchange_strong(buffer->lines, &lines, made)) return made;
  ir_free(made);
  return lines;
}

static IrFileLineCol place_in(const IrSourceBuffer *buffer, uint32_t offset) {
  const IrLineTable *lines = lines_of(buffer);
  uint32_t low = 0, high = lines->n;
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (lines->at[middle] <= offset)
      low = middle;
    else
      high = middle;
  }
  return (IrFileLineCol){buffer->name, low + 1, offset - lines->at[low] + 1};
}

// Follows composed locations to the one place that stands for them: a buffer's or a FILE.
static IrLoc leaf_of(IrContext *ctx, IrLoc loc) {
  while (loc.id >= IR_FIRST_COMPOSED_LOC) {
    const IrComposedLoc *composed = ir_loc_composed(ctx, loc);
    if (composed->kind == IR_LOC_KIND_FILE) return loc;
    if (composed->kind == IR_LOC_KIND_FUSED)
      loc = composed->b ? composed->children[0] : IR_LOC_UNKNOWN;
    else
      loc = (IrLoc){composed->a};
  }
  return loc;
}

IrLoc ir_loc_source(IrContext *ctx, IrLoc loc) {
  IrLoc leaf = leaf_of(ctx, loc);
  return leaf.id < IR_FIRST_COMPOSED_LOC ? leaf : IR_LOC_UNKNOWN;
}

IrFileLineCol ir_loc_resolve(IrContext *ctx, IrLoc loc) {
  loc = leaf_of(ctx, loc);
  const IrComposedLoc *file = ir_loc_composed(ctx, loc);
  bool whole = file && file->a == 0 && file->b == 0; // the file as a whole, which begins at 1:1
  if (file) return (IrFileLineCol){file->text, file->a + whole, file->b + whole};
  const IrSourceBuffer *buffer = ir_source_buffer_of(ir_context_sources(ctx), loc);
  return buffer ? place_in(buffer, loc.id - buffer->start) : (IrFileLineCol){0};
}

void ir_sources_init(IrSources *s) {
  ir_intern_init(&s->index);
  ir_lock_init(&s->lock);
}

void ir_sources_free(IrSources *s) {
  for (uint32_t i = 0; i < ir_stable_count(&s->buffers); i++) {
    const IrSourceBuffer *buffer = buffer_at(s, i);
    ir_free(atomic_load_explicit(buffer->lines, memory_order_relaxed));
    ir_free(buffer->owned);
  }
  ir_stable_free(&s->buffers);
  ir_stable_free(&s->composed);
  ir_intern_destroy(&s->index);
  ir_lock_destroy(&s->lock);
}
