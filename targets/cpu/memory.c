// Memory of the CPU machine; see memory.h.
//
// A box is moved row by row along its last dimension.  A row is cut by the view's bounds into a
// part before, a part inside, and a part after; only the inside touches memory.  Buffers are
// row-major whatever their layout says, and have a byte an element that tells whether anything
// wrote it.
#include "targets/cpu/memory.h"

#include "dialects/mem/channel_machine.h"
#include "ir/interp/move.h"
#include "ir/support/arena.h"

// ---- Buffers. ----

// Bytes that one block's fresh memory may take, and elements of one allocation.
enum { FRESH_LIMIT = 1 << 30, ELEMENTS_LIMIT = 1 << 28 };

CpuStorage *cpu_storage_create(int64_t elements, uint32_t bytes) {
  CpuStorage *storage = ir_calloc(1, sizeof *storage);
  *storage = (CpuStorage){.data = ir_malloc((size_t)elements * bytes + 1),
                          .written = ir_malloc((size_t)elements + 1),
                          .elements = elements,
                          .element_bytes = bytes};
  return storage;
}

static void storage_release(CpuStorage *storage) {
  ir_free(storage->data);
  ir_free(storage->written);
  storage->data = NULL, storage->written = NULL;
  storage->released = true;
}

void cpu_storage_destroy(CpuStorage *storage) {
  storage_release(storage);
  ir_free(storage);
}

static CpuStorage *buffer_of(CpuMemory *memory, const IrOp *op, int64_t elements, uint32_t bytes) {
  CpuStorage *buffer = ir_ptrmap_get(&memory->buffers, op);
  if (buffer) return buffer;
  buffer = cpu_storage_create(elements, bytes);
  ir_ptrmap_set(&memory->buffers, op, buffer);
  return buffer;
}

int64_t cpu_lay_out(IrInterp *interp, IrOp *op, MemView *view) {
  int64_t elements = 1;
  for (uint32_t d = view->rank; d-- > 0;) {
    view->strides[d] = elements;
    if (view->extents[d] < 0 || (elements && view->extents[d] > ELEMENTS_LIMIT / elements)) {
      IrStep step = ir_interp_fail(interp, op,
                                   "cannot be executed with extent {}: memory has 0 to {} elements",
                                   view->extents[d], (int)ELEMENTS_LIMIT);
      return step == IR_STEP_FAIL ? -1 : 0;
    }
    elements *= view->extents[d];
  }
  return elements;
}

static void start_storage(CpuStorage *storage, MemView *view) {
  memset(storage->written, 0, (size_t)storage->elements);
  view->base = storage->data;
  view->object = storage;
}

static IrStep allocate(void *machine, IrInterp *interp, IrOp *op, MemView *view) {
  int64_t elements = cpu_lay_out(interp, op, view);
  if (elements < 0) return IR_STEP_FAIL;
  start_storage(buffer_of(machine, op, elements, view->element_bytes), view);
  return IR_STEP_NEXT;
}

static IrStep allocate_fresh(void *machine, IrInterp *interp, IrOp *op, MemView *view) {
  CpuMemory *memory = machine;
  int64_t elements = cpu_lay_out(interp, op, view);
  if (elements < 0) return IR_STEP_FAIL;
  int64_t bytes = elements * view->element_bytes;
  if (memory->fresh_bytes > FRESH_LIMIT - bytes)
    return ir_interp_fail(interp, op, "leaves more than {} bytes allocated", (int)FRESH_LIMIT);
  memory->fresh_bytes += bytes;
  CpuStorage *storage = cpu_storage_create(elements, view->element_bytes);
  ir_vec_push(&memory->fresh, storage);
  start_storage(storage, view);
  return IR_STEP_NEXT;
}

static IrStep release(void *machine, IrInterp *interp, IrOp *op, const MemView *view) {
  CpuMemory *memory = machine;
  CpuStorage *storage = view->object;
  if (!storage || storage->global || storage->variable)
    return ir_interp_fail(interp, op, "releases memory that nothing here allocated");
  if (storage->released) return ir_interp_fail(interp, op, "releases memory a second time");
  memory->fresh_bytes -= storage->elements * storage->element_bytes;
  storage_release(storage);
  return IR_STEP_NEXT;
}

static void destroy_fresh(CpuMemory *memory) {
  for (size_t i = 0; i < memory->fresh.n; i++) cpu_storage_destroy(memory->fresh.at[i]);
  ir_vec_clear(&memory->fresh);
  memory->fresh_bytes = 0;
}

void cpu_memory_reset(CpuMemory *memory) {
  destroy_fresh(memory);
  for (uint32_t i = 0; i < memory->buffers.n; i++) {
    CpuStorage *buffer = memory->buffers.entries[i].value;
    if (memory->buffers.entries[i].key) memset(buffer->written, 0, (size_t)buffer->elements);
  }
}

void cpu_memory_free(CpuMemory *memory) {
  destroy_fresh(memory);
  ir_vec_free(&memory->fresh);
  for (uint32_t i = 0; i < memory->buffers.n; i++)
    if (memory->buffers.entries[i].key) cpu_storage_destroy(memory->buffers.entries[i].value);
  ir_ptrmap_free(&memory->buffers);
  for (uint32_t i = 0; i < memory->globals.n; i++)
    if (memory->globals.entries[i].key) cpu_storage_destroy(memory->globals.entries[i].value);
  ir_ptrmap_free(&memory->globals);
  for (uint32_t i = 0; i < memory->channels.n; i++)
    if (memory->channels.entries[i].key) mem_channel_destroy(memory->channels.entries[i].value);
  ir_ptrmap_free(&memory->channels);
}

static MemChannel *channel_of(void *machine, const IrOp *op) {
  CpuMemory *memory = machine;
  MemChannel *channel = ir_ptrmap_get(&memory->channels, op);
  if (channel) return channel;
  channel = mem_channel_create();
  ir_ptrmap_set(&memory->channels, op, channel);
  return channel;
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

static bool is_released(const MemView *view) {
  const CpuStorage *storage = view->object;
  return storage && storage->released;
}

// ---- Moving. ----

static void fill(char *to, const void *pad, int64_t n, uint32_t bytes) {
  for (int64_t i = 0; i < n; i++) memcpy(to + i * bytes, pad, bytes);
}

uint8_t *cpu_written_at(const MemView *view, int64_t offset, size_t *n) {
  const CpuStorage *storage = view->object;
  int64_t byte = (char *)view->base - storage->data + offset * view->element_bytes;
  *n = view->element_bytes / storage->element_bytes;
  if (*n == 0) *n = 1;
  return storage->written + byte / storage->element_bytes;
}

static bool is_written(const MemView *view, int64_t offset) {
  size_t n;
  const uint8_t *written = cpu_written_at(view, offset, &n);
  return !memchr(written, 0, n);
}

// The first of the row's elements that nothing wrote, or -1.
static int64_t first_unwritten(const MemView *view, const Row *row) {
  const CpuStorage *storage = view->object;
  if (!storage || storage->global || row->inside == 0) return -1;
  if (storage->element_bytes != view->element_bytes) {
    for (int64_t i = 0; i < row->inside; i++)
      if (!is_written(view, row->offset + i * row->stride)) return row->before + i;
    return -1;
  }
  size_t n;
  const uint8_t *written = cpu_written_at(view, row->offset, &n);
  for (int64_t i = 0; i < row->inside; i++)
    if (!written[i * row->stride]) return row->before + i;
  return -1;
}

static void mark(const MemView *view, const Row *row, bool as) {
  const CpuStorage *storage = view->object;
  size_t n;
  if (!storage || !storage->written || row->inside == 0) return;
  uint8_t *written = cpu_written_at(view, row->offset, &n);
  if (storage->element_bytes != view->element_bytes) {
    for (int64_t i = 0; i < row->inside; i++) memset(written + i * row->stride * (int64_t)n, as, n);
    return;
  }
  for (int64_t i = 0; i < row->inside; i++) written[i * row->stride] = as;
}

static IrStep read_box(void *machine, IrInterp *interp, IrOp *op, const MemView *view, MemBox box,
                       const void *pad, void *to) {
  (void)machine;
  int64_t index[MEM_MAX_RANK] = {0};
  uint32_t bytes = view->element_bytes;
  char *out = to;
  if (is_released(view)) return ir_interp_fail(interp, op, "reads memory that was released");
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
  if (is_released(view)) return ir_interp_fail(interp, op, "writes memory that was released");
  if (is_empty(view, box)) return IR_STEP_NEXT;
  do {
    Row row = row_at(view, box, index);
    if (!drop && row.inside < row.n)
      return fail_at(interp, op, "writes outside: element", view, box, index,
                     row.before ? 0 : row.inside);
    char *at = (char *)view->base + row.offset * bytes;
    ir_move_row(in + row.before * bytes, 1, at, row.stride, row.inside, bytes);
    mark(view, &row, true);
    in += row.n * bytes;
  } while (next_row(view, box, index));
  return IR_STEP_NEXT;
}

static IrStep forget_box(void *machine, IrInterp *interp, IrOp *op, const MemView *view,
                         MemBox box) {
  (void)machine, (void)interp, (void)op;
  int64_t index[MEM_MAX_RANK] = {0};
  if (is_released(view) || is_empty(view, box)) return IR_STEP_NEXT;
  do {
    Row row = row_at(view, box, index);
    mark(view, &row, false);
  } while (next_row(view, box, index));
  return IR_STEP_NEXT;
}

const MemMachine cpu_memory_machine = {.size = sizeof(MemMachine),
                                       .alloc = allocate,
                                       .read = read_box,
                                       .write = write_box,
                                       .fresh = allocate_fresh,
                                       .release = release,
                                       .covers = cpu_memory_covers,
                                       .copy = cpu_memory_copy,
                                       .swap = cpu_memory_swap,
                                       .global = cpu_memory_global,
                                       .forget = forget_box,
                                       .channel = channel_of};
