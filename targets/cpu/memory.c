// Memory of the CPU machine; see memory.h.
//
// A box is moved row by row along its last dimension.  A row is cut by the view's bounds into a
// part before, a part inside, and a part after; only the inside touches memory.  Buffers are
// row-major whatever their layout says, and have a byte an element that tells whether anything
// wrote it.
#include "targets/cpu/memory.h"

#include "ir/interp/move.h"
#include "ir/support/arena.h"

// ---- Buffers. ----

static CpuStorage *buffer_of(CpuMemory *memory, const IrOp *op, int64_t elements, uint32_t bytes) {
  CpuStorage *buffer = ir_ptrmap_get(&memory->buffers, op);
  if (buffer) return buffer;
  buffer = ir_calloc(1, sizeof *buffer);
  *buffer = (CpuStorage){.data = ir_malloc((size_t)elements * bytes + 1),
                         .written = ir_malloc((size_t)elements + 1),
                         .elements = elements,
                         .element_bytes = bytes};
  ir_ptrmap_set(&memory->buffers, op, buffer);
  return buffer;
}

static IrStep allocate(void *machine, IrInterp *interp, IrOp *op, MemView *view) {
  enum { LIMIT = 1 << 28 };
  int64_t elements = 1;
  for (uint32_t d = view->rank; d-- > 0;) {
    view->strides[d] = elements;
    if (view->extents[d] > LIMIT / elements)
      return ir_interp_fail(interp, op, "has more than {} elements, which cannot be executed",
                            (int)LIMIT);
    elements *= view->extents[d];
    if (elements == 0) break;
  }
  CpuStorage *buffer = buffer_of(machine, op, elements, view->element_bytes);
  memset(buffer->written, 0, (size_t)buffer->elements);
  view->base = buffer->data;
  view->object = buffer;
  return IR_STEP_NEXT;
}

void cpu_memory_reset(CpuMemory *memory) {
  for (uint32_t i = 0; i < memory->buffers.n; i++) {
    CpuStorage *buffer = memory->buffers.entries[i].value;
    if (memory->buffers.entries[i].key) memset(buffer->written, 0, (size_t)buffer->elements);
  }
}

void cpu_memory_free(CpuMemory *memory) {
  for (uint32_t i = 0; i < memory->buffers.n; i++) {
    CpuStorage *buffer = memory->buffers.entries[i].value;
    if (!memory->buffers.entries[i].key) continue;
    ir_free(buffer->data);
    ir_free(buffer->written);
    ir_free(buffer);
  }
  ir_ptrmap_free(&memory->buffers);
}

// ---- Rows. ----

// One row of a box: `n` elements along the last dimension, `before` of them in front of the view's
// bounds, `inside` within.
typedef struct Row {
  int64_t n, before, inside;
  int64_t offset; // in elements from the view's base to the first one inside
  int64_t stride; // between elements in memory
} Row;

// Elements of [at, at + n) before 0 and in [0, extent).
static void clip(int64_t at, int64_t n, int64_t extent, Row *row) {
  row->before = at >= 0 ? 0 : at <= -n ? n : -at;
  int64_t first = at < 0 ? 0 : at, left = n - row->before;
  int64_t room = first < extent ? extent - first : 0;
  row->inside = left < room ? left : room;
}

// The row of the box at `index` (its last entry unused).
static Row row_at(const MemView *view, MemBox box, const int64_t *index) {
  Row row = {.n = 1, .inside = 1};
  if (view->rank == 0) return row;
  uint32_t last = view->rank - 1;
  row.n = box.shape[last];
  row.stride = view->strides[last];
  clip(box.at[last], row.n, view->extents[last], &row);
  row.offset = (box.at[last] < 0 ? 0 : box.at[last]) * row.stride;
  for (uint32_t d = 0; d < last; d++) {
    bool outside = box.at[d] > INT64_MAX - index[d] || box.at[d] + index[d] < 0 ||
                   box.at[d] + index[d] >= view->extents[d];
    if (outside) return (Row){.n = row.n, .before = row.n};
    row.offset += (box.at[d] + index[d]) * view->strides[d];
  }
  return row.inside ? row : (Row){.n = row.n, .before = row.n};
}

// Steps to the next row of the box; false after the last.
static bool next_row(const MemView *view, MemBox box, int64_t *index) {
  for (uint32_t d = view->rank > 0 ? view->rank - 1 : 0; d-- > 0;) {
    if (++index[d] < box.shape[d]) return true;
    index[d] = 0;
  }
  return false;
}

static bool is_empty(const MemView *view, MemBox box) {
  for (uint32_t d = 0; d < view->rank; d++)
    if (box.shape[d] == 0) return true;
  return false;
}

// ---- Errors. ----

static void print_element(IrStream *out, const MemView *view, MemBox box, const int64_t *index,
                          int64_t in_row) {
  ir_write_cstr(out, "[");
  for (uint32_t d = 0; d < view->rank; d++)
    ir_print(out, "{}{}", d ? ", " : "", box.at[d] + (d + 1 < view->rank ? index[d] : in_row));
  ir_write_cstr(out, "]");
}

static IrStep fail_at(IrInterp *interp, IrOp *op, const char *what, const MemView *view, MemBox box,
                      const int64_t *index, int64_t in_row) {
  IrStream element = {0}, extents = {0};
  const CpuStorage *storage = view->object;
  bool global = !storage || storage->global;
  print_element(&element, view, box, index, in_row);
  for (uint32_t d = 0; d < view->rank; d++)
    ir_print(&extents, "{}{}", d ? "x" : "", view->extents[d]);
  IrStep step =
      ir_interp_fail(interp, op, "{} {} of {} of extents {}", what, ir_stream_str(&element),
                     global ? "a memref" : "a buffer", ir_stream_str(&extents));
  ir_stream_free(&element);
  ir_stream_free(&extents);
  return step;
}

// ---- Moving. ----

static void fill(char *to, const void *pad, int64_t n, uint32_t bytes) {
  for (int64_t i = 0; i < n; i++) memcpy(to + i * bytes, pad, bytes);
}

static uint8_t *written_at(const MemView *view, int64_t offset) {
  const CpuStorage *buffer = view->object;
  return buffer->written + ((char *)view->base - buffer->data) / view->element_bytes + offset;
}

// The first of the row's elements that nothing wrote, or -1.
static int64_t first_unwritten(const MemView *view, const Row *row) {
  const CpuStorage *storage = view->object;
  if (!storage || storage->global) return -1;
  const uint8_t *written = written_at(view, row->offset);
  for (int64_t i = 0; i < row->inside; i++)
    if (!written[i * row->stride]) return row->before + i;
  return -1;
}

static void mark_written(const MemView *view, const Row *row) {
  if (!view->object) return;
  uint8_t *written = written_at(view, row->offset);
  for (int64_t i = 0; i < row->inside; i++) written[i * row->stride] = 1;
}

static IrStep read_box(void *machine, IrInterp *interp, IrOp *op, const MemView *view, MemBox box,
                       const void *pad, void *to) {
  (void)machine;
  int64_t index[MEM_MAX_RANK] = {0};
  uint32_t bytes = view->element_bytes;
  char *out = to;
  if (is_empty(view, box)) return IR_STEP_NEXT;
  do {
    Row row = row_at(view, box, index);
    if (!pad && row.inside < row.n)
      return fail_at(interp, op, "reads outside: element", view, box, index,
                     row.before ? 0 : row.inside);
    int64_t unwritten = first_unwritten(view, &row);
    if (unwritten >= 0)
      return fail_at(interp, op, "reads what nothing wrote: element", view, box, index, unwritten);
    char *inside = out + row.before * bytes, *after = inside + row.inside * bytes;
    fill(out, pad, row.before, bytes);
    ir_move_row((char *)view->base + row.offset * bytes, row.stride, inside, 1, row.inside, bytes);
    fill(after, pad, row.n - row.before - row.inside, bytes);
    out += row.n * bytes;
  } while (next_row(view, box, index));
  return IR_STEP_NEXT;
}

static IrStep write_box(void *machine, IrInterp *interp, IrOp *op, const MemView *view, MemBox box,
                        bool drop, const void *from) {
  (void)machine;
  int64_t index[MEM_MAX_RANK] = {0};
  uint32_t bytes = view->element_bytes;
  const char *in = from;
  if (is_empty(view, box)) return IR_STEP_NEXT;
  do {
    Row row = row_at(view, box, index);
    if (!drop && row.inside < row.n)
      return fail_at(interp, op, "writes outside: element", view, box, index,
                     row.before ? 0 : row.inside);
    char *at = (char *)view->base + row.offset * bytes;
    ir_move_row(in + row.before * bytes, 1, at, row.stride, row.inside, bytes);
    mark_written(view, &row);
    in += row.n * bytes;
  } while (next_row(view, box, index));
  return IR_STEP_NEXT;
}

const MemMachine cpu_memory_machine = {
    .size = sizeof(MemMachine), .alloc = allocate, .read = read_box, .write = write_box};
