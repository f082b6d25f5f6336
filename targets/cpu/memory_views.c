// Memory of the CPU machine: what views of one storage need, atomics, and variables of the module.
#include "ir/interp/move.h"
#include "targets/cpu/memory.h"

// Lowest and highest element of a view that is not empty, counted from its base; false when that
// leaves 64 bits.
static bool bounds_of(const MemView *view, int64_t *low, int64_t *high) {
  *low = *high = 0;
  for (uint32_t d = 0; d < view->rank; d++) {
    int64_t last;
    if (__builtin_mul_overflow(view->extents[d] - 1, view->strides[d], &last)) return false;
    if (__builtin_add_overflow(*(last < 0 ? low : high), last, last < 0 ? low : high)) return false;
  }
  return true;
}

static bool is_empty(const MemView *view) {
  for (uint32_t d = 0; d < view->rank; d++)
    if (view->extents[d] == 0) return true;
  return false;
}

IrStep cpu_memory_covers(void *machine, IrInterp *interp, IrOp *op, const MemView *view) {
  const CpuStorage *storage = view->object;
  int64_t low, high, bytes = view->element_bytes;
  (void)machine;
  for (uint32_t d = 0; d < view->rank; d++)
    if (view->extents[d] < 0)
      return ir_interp_fail(interp, op, "gives a view of extent {}", view->extents[d]);
  if (!storage || storage->global || storage->released || is_empty(view)) return IR_STEP_NEXT;
  int64_t all = storage->elements * storage->element_bytes;
  bool known = bounds_of(view, &low, &high) && low >= -(all / bytes) && high <= all / bytes;
  int64_t base = (char *)view->base - storage->data;
  if (known && base >= 0 && base + low * bytes >= 0 && base + (high + 1) * bytes <= all)
    return IR_STEP_NEXT;
  return ir_interp_fail(interp, op, "gives a view that leaves its memory of {} elements",
                        all / bytes);
}

// Elements from base to the one at `index`.
static int64_t linear(const MemView *view, const int64_t *index) {
  int64_t offset = 0;
  for (uint32_t d = 0; d < view->rank; d++) offset += index[d] * view->strides[d];
  return offset;
}

static bool next_index(const MemView *view, int64_t *index) {
  for (uint32_t d = view->rank; d-- > 0;) {
    if (++index[d] < view->extents[d]) return true;
    index[d] = 0;
  }
  return false;
}

static bool is_watched(const MemView *view) {
  const CpuStorage *storage = view->object;
  return storage && !storage->global;
}

static void copy_flags(const MemView *from, int64_t source, const MemView *to, int64_t target) {
  size_t n, k;
  const CpuStorage *storage = to->object;
  if (!storage || !storage->written) return;
  uint8_t *flags = cpu_written_at(to, target, &n);
  const uint8_t *given = is_watched(from) ? cpu_written_at(from, source, &k) : NULL;
  memset(flags, !given || !memchr(given, 0, k), n);
}

IrStep cpu_memory_copy(void *machine, IrInterp *interp, IrOp *op, const MemView *from,
                       const MemView *to) {
  const CpuStorage *source = from->object, *target = to->object;
  int64_t index[MEM_MAX_RANK] = {0};
  uint32_t bytes = from->element_bytes;
  (void)machine;
  if (source && source->released)
    return ir_interp_fail(interp, op, "reads memory that was released");
  if (target && target->released)
    return ir_interp_fail(interp, op, "writes memory that was released");
  if (is_empty(from)) return IR_STEP_NEXT;
  do {
    int64_t a = linear(from, index), b = linear(to, index);
    memmove((char *)to->base + b * bytes, (const char *)from->base + a * bytes, bytes);
    copy_flags(from, a, to, b);
  } while (next_index(from, index));
  return IR_STEP_NEXT;
}

// ---- Atomics. ----

#define SWAP(T) \
  { \
    T old, fresh; \
    memcpy(&old, expected, sizeof old); \
    memcpy(&fresh, desired, sizeof fresh); \
    bool done = __atomic_compare_exchange_n((T *)element, &old, fresh, false, __ATOMIC_SEQ_CST, \
                                            __ATOMIC_SEQ_CST); \
    memcpy(expected, &old, sizeof old); \
    return done; \
  }

static bool swap(void *element, void *expected, const void *desired, uint32_t bytes) {
  switch (bytes) {
  case 1:
    SWAP(uint8_t)
  case 2:
    SWAP(uint16_t)
  case 4:
    SWAP(uint32_t)
  case 8:
    SWAP(uint64_t)
  default:
    IR_UNREACHABLE("an element has 1, 2, 4 or 8 bytes");
  }
}

IrStep cpu_memory_swap(void *machine, IrInterp *interp, IrOp *op, const MemView *view,
                       const int64_t *at, void *expected, const void *desired, bool *swapped) {
  const CpuStorage *storage = view->object;
  size_t n;
  (void)machine;
  if (storage && storage->released)
    return ir_interp_fail(interp, op, "writes memory that was released");
  for (uint32_t d = 0; d < view->rank; d++)
    if (at[d] < 0 || at[d] >= view->extents[d])
      return ir_interp_fail(interp, op, "writes outside: index #{} is {}, and the extent {}", d,
                            at[d], view->extents[d]);
  int64_t offset = linear(view, at);
  if (is_watched(view)) {
    const uint8_t *flags = cpu_written_at(view, offset, &n);
    if (memchr(flags, 0, n)) return ir_interp_fail(interp, op, "reads what nothing wrote");
  }
  void *element = (char *)view->base + offset * view->element_bytes;
  *swapped = swap(element, expected, desired, view->element_bytes);
  return IR_STEP_NEXT;
}

// ---- Variables of the module. ----

static void fill(CpuStorage *storage, const void *initial, bool splat) {
  if (!initial) return;
  uint32_t bytes = storage->element_bytes;
  for (int64_t i = 0; i < storage->elements; i++)
    memcpy(storage->data + i * bytes, (const char *)initial + (splat ? 0 : i * bytes), bytes);
  memset(storage->written, 1, (size_t)storage->elements);
}

IrStep cpu_memory_global(void *machine, IrInterp *interp, IrOp *op, const IrOp *global,
                         MemView *view, const void *initial, bool splat) {
  CpuMemory *memory = machine;
  int64_t elements = cpu_lay_out(interp, op, view);
  if (elements < 0) return IR_STEP_FAIL;
  CpuStorage *storage = ir_ptrmap_get(&memory->globals, global);
  if (!storage) {
    storage = cpu_storage_create(elements, view->element_bytes);
    storage->variable = true;
    memset(storage->written, 0, (size_t)elements);
    fill(storage, initial, splat);
    ir_ptrmap_set(&memory->globals, global, storage);
  }
  view->base = storage->data;
  view->object = storage;
  return IR_STEP_NEXT;
}
