// TMA of the asynchronous machine: boxes between tensors and shared memory; see tma.h.
//
// A store reads shared memory when its bulk group is waited for with `read`, and writes the tensor
// when it is waited for: as late as the wait allows, so that what overwrites its box too early is
// seen.
#include <math.h>

#include "ir/interp/element.h"
#include "targets/cpu/async_impl.h"
#include "targets/cpu/tma.h"
#include "targets/cpu/watch.h"

// ---- What every box has. ----

typedef struct Box {
  MemTensorMap map;
  CpuTmaBox shape;
  int64_t coords[MEM_TENSOR_MAP_MAX_RANK];
  CpuBlock *block;     // whose shared memory
  int64_t start;       // byte of it
  CpuRaceAgent *agent; // who moves it, as races are looked for
  uint32_t lane;       // that issued it
} Box;

IrStep cpu_async_tensor_map(void *machine, IrInterp *interp, IrOp *op, const MemTensorMap *map) {
  MemTmaTensor tensor = mem_tma_tensor(map->type, (uintptr_t)map->tensor.base, map->tensor.extents,
                                       map->tensor.strides);
  IrStream why = {0};
  IrStep step = IR_STEP_NEXT;
  (void)machine;
  if (mem_tma_refuses(&tensor, &why))
    step = ir_interp_fail(interp, op, "TMA cannot take the tensor: {}", ir_stream_str(&why));
  ir_stream_free(&why);
  return step;
}

// Neither is in NVIDIA's documents, but an H200 calls anything else an illegal instruction.
static IrStep check_coordinates(CpuWarp *warp, const IrOp *op, const Box *box, bool stores) {
  uint32_t d = box->shape.order[0], elements = CPU_TMA_CHUNK / box->shape.element_bytes;
  if (box->coords[d] % elements)
    return ir_interp_fail(warp->interp, op,
                          "moves a box at coordinate {} of the contiguous dimension: it has to be "
                          "a multiple of 16 bytes, {} elements",
                          box->coords[d], elements);
  for (uint32_t i = 0; stores && i < box->shape.rank; i++)
    if (box->coords[i] < 0)
      return ir_interp_fail(warp->interp, op,
                            "stores a box at coordinate {} of dimension {}: a store may leave the "
                            "tensor at its end only",
                            box->coords[i], i);
  return IR_STEP_NEXT;
}

static IrStep make_box(CpuWarp *warp, const IrOp *op, const MemBoxMove *move, uint64_t lane,
                       bool stores, Box *box) {
  unsigned align = mem_tensor_map_alignment(move->map->type);
  *box = (Box){.map = *move->map,
               .shape = cpu_tma_box(move->map->type),
               .block = cpu_async_block(warp, move->shared.view->object),
               .start = cpu_async_place(move->shared, lane),
               .lane = (uint32_t)lane};
  memcpy(box->coords, move->coords[lane], sizeof box->coords);
  IR_ASSERT(box->block, "a buffer in shared memory is a block's");
  if (box->start % align)
    return ir_interp_fail(warp->interp, op,
                          "moves a box at byte {} of shared memory, but {} needs a multiple of {}",
                          box->start, move->map->type, align);
  if (check_coordinates(warp, op, box, stores) == IR_STEP_FAIL) return IR_STEP_FAIL;
  return cpu_check_grid_wait(warp, op, box->map.tensor.object, UINT64_C(1) << lane);
}

static bool walk(const Box *box, bool (*each)(void *user, const CpuTmaChunk *chunk), void *user) {
  return cpu_tma_walk(&box->shape, box->coords, box->map.tensor.extents, box->map.tensor.strides,
                      box->start, each, user);
}

static char *shared_at(const Box *box, int64_t address) {
  return box->block->shared.data + address;
}

static char *global_at(const Box *box, int64_t bytes) {
  return (char *)box->map.tensor.base + bytes;
}

static CpuBytes global_bytes(const Box *box, const CpuTmaChunk *chunk, bool write) {
  return (CpuBytes){.storage = box->map.tensor.object,
                    .at = global_at(box, chunk->global),
                    .bytes = chunk->inside,
                    .write = write,
                    .agent = box->agent,
                    .queue = CPU_RACE_QUEUE_BULK,
                    .lane = box->lane,
                    .async = true};
}

static CpuBytes shared_bytes(const Box *box, void *at, int64_t bytes, bool write) {
  return (CpuBytes){.storage = &box->block->shared,
                    .at = at,
                    .bytes = bytes,
                    .write = write,
                    .agent = box->agent,
                    .queue = CPU_RACE_QUEUE_BULK_READ,
                    .lane = box->lane,
                    .async = true};
}

// ---- Loads. ----

typedef struct Load {
  Box box;
  CpuMbarrier *barrier;
  uint64_t phase;                       // of it, when the load was started
  unsigned char outside[CPU_TMA_CHUNK]; // what is there outside the tensor
} Load;

// The NaN that the hardware fills with is this word again and again, whatever the type (measured
// on an H200 with f16, bf16, f32 and f64).
static void fill_outside(Load *load) {
  static const uint16_t word = 0x7FF7;
  if (!load->box.map.nan) return;
  for (unsigned i = 0; i < CPU_TMA_CHUNK; i += sizeof word)
    memcpy(load->outside + i, &word, sizeof word);
}

static bool load_chunk(void *user, const CpuTmaChunk *chunk) {
  CpuWork *work = user;
  const Load *load = (const Load *)work->data;
  char *to = shared_at(&load->box, chunk->shared);
  CpuBytes from = global_bytes(&load->box, chunk, false);
  CpuBytes dest = shared_bytes(&load->box, to, CPU_TMA_CHUNK, true);
  if (chunk->inside && cpu_check_bytes(work->warp, work->op, from) == IR_STEP_FAIL) return false;
  if (cpu_check_bytes(work->warp, work->op, dest) == IR_STEP_FAIL) return false;
  memcpy(to, load->outside, CPU_TMA_CHUNK);
  memcpy(to + chunk->before, from.at, (size_t)chunk->inside);
  return true;
}

static IrStep deliver_load(CpuWork *work) {
  const Load *load = (const Load *)work->data;
  bool expected = load->barrier->state.phase == load->phase;
  if (expected && cpu_async_has_ended(load->box.block))
    return ir_interp_fail(work->warp->interp, work->op,
                          "is still under way when its block ends: nothing waited for it");
  if (!walk(&load->box, load_chunk, work)) return IR_STEP_FAIL;
  IrStep step = cpu_mbarrier_bring_bytes(work->warp, work->op, load->barrier, load->phase,
                                         mem_tensor_map_bytes(load->box.map.type), load->box.agent,
                                         load->box.lane);
  cpu_watch_end(work->warp, load->box.agent);
  return step;
}

// The load into one block.
static IrStep post_load(CpuWarp *warp, const IrOp *op, const Box *box, CpuBlock *block,
                        int64_t barrier_place) {
  CpuMbarrier *barrier = cpu_mbarrier_find(warp, op, block, barrier_place);
  if (!barrier || cpu_mbarrier_check_fence(warp, op, barrier) == IR_STEP_FAIL) return IR_STEP_FAIL;
  CpuWork *work = cpu_work_post(warp, op, sizeof(Load));
  Load *load = (Load *)work->data;
  work->deliver = deliver_load;
  work->key = barrier;
  load->box = *box;
  load->box.block = block;
  load->box.agent = cpu_watch_issue(warp, UINT64_C(1) << box->lane, barrier->race);
  load->barrier = barrier;
  load->phase = barrier->state.phase;
  fill_outside(load);
  return IR_STEP_NEXT;
}

static IrStep post_multicast(CpuWarp *warp, const IrOp *op, const Box *box, uint64_t mask,
                             int64_t barrier_place) {
  CpuCluster *cluster = warp->block->cluster;
  if (mask >> cluster->num_blocks || !mask)
    return ir_interp_fail(warp->interp, op, "sends a box to blocks {} of a cluster of {}", mask,
                          cluster->num_blocks);
  IR_FOR_LANES(rank, mask) {
    if (post_load(warp, op, box, &cluster->blocks[rank], barrier_place) == IR_STEP_FAIL)
      return IR_STEP_FAIL;
  }
  return IR_STEP_NEXT;
}

IrStep cpu_async_load(void *machine, IrInterp *interp, IrOp *op, const MemBoxMove *move) {
  CpuWarp *warp = machine;
  (void)interp;
  IR_FOR_LANES(lane, move->lanes) {
    Box box;
    int64_t barrier = cpu_async_place(move->barrier, lane);
    IrStep step = make_box(warp, op, move, lane, false, &box);
    if (step == IR_STEP_FAIL) return IR_STEP_FAIL;
    if (move->multicast)
      step = post_multicast(warp, op, &box, (uint64_t)move->multicast[lane] & 0xFFFF, barrier);
    else
      step = post_load(warp, op, &box, box.block, barrier);
    if (step == IR_STEP_FAIL) return IR_STEP_FAIL;
  }
  return IR_STEP_NEXT;
}

// ---- Stores and reductions. ----

typedef struct Store {
  Box box;
  uint32_t lane;
  size_t issued; // bulk commits before
  bool reduces;
  MemReduceKind kind;
  bool has_read;
  unsigned char *next; // chunk of `bytes`, while walking
  unsigned char bytes[];
} Store;

static bool read_chunk(void *user, const CpuTmaChunk *chunk) {
  CpuWork *work = user;
  Store *store = (Store *)work->data;
  char *from = shared_at(&store->box, chunk->shared) + chunk->before;
  CpuBytes source = shared_bytes(&store->box, from, chunk->inside, false);
  if (chunk->inside && cpu_check_bytes(work->warp, work->op, source) == IR_STEP_FAIL) return false;
  memcpy(store->next + chunk->before, from, (size_t)chunk->inside);
  store->next += CPU_TMA_CHUNK;
  return true;
}

static IrStep read_box(CpuWork *work) {
  Store *store = (Store *)work->data;
  if (store->has_read) return IR_STEP_NEXT;
  if (cpu_async_has_ended(store->box.block))
    return ir_interp_fail(work->warp->interp, work->op,
                          "is still to read shared memory when its block ends: nothing waited for "
                          "it");
  store->has_read = true;
  store->next = store->bytes;
  return walk(&store->box, read_chunk, work) ? IR_STEP_NEXT : IR_STEP_FAIL;
}

static int64_t combine_signed(MemReduceKind kind, int64_t a, int64_t b) {
  switch (kind) {
  case MEM_REDUCE_MIN:
    return a < b ? a : b;
  case MEM_REDUCE_MAX:
    return a > b ? a : b;
  default:
    return (int64_t)((uint64_t)a + (uint64_t)b);
  }
}

// Of bits of the element's width; `a` is what the tensor holds.
static uint64_t combine_bits(MemReduceKind kind, uint64_t a, uint64_t b) {
  switch (kind) {
  case MEM_REDUCE_ADD:
    return a + b;
  case MEM_REDUCE_MIN:
    return a < b ? a : b;
  case MEM_REDUCE_MAX:
    return a > b ? a : b;
  case MEM_REDUCE_INC:
    return a >= b ? 0 : a + 1;
  case MEM_REDUCE_DEC:
    return a == 0 || a > b ? b : a - 1;
  case MEM_REDUCE_AND:
    return a & b;
  case MEM_REDUCE_OR:
    return a | b;
  case MEM_REDUCE_XOR:
    return a ^ b;
  }
  IR_UNREACHABLE("all kinds are above");
}

// The lesser one; a number rather than NaN, and -0 rather than 0.
static double least(double a, double b) {
  if (a != a || b != b) return a != a ? b : a;
  if (a == b) return signbit(a) ? a : b;
  return a < b ? a : b;
}

static double combine_floats(MemReduceKind kind, double a, double b) {
  switch (kind) {
  case MEM_REDUCE_MIN:
    return least(a, b);
  case MEM_REDUCE_MAX:
    return -least(-a, -b);
  default:
    return a + b;
  }
}

// The hardware's NaN has all bits but the sign.
static void store_nan(unsigned bytes, void *memory) {
  memset(memory, 0xFF, bytes);
  ((unsigned char *)memory)[bytes - 1] = 0x7F;
}

// memory := memory combined with own
static void combine(MemReduceKind kind, IrType element, void *memory, const void *own) {
  if (ir_type_is_float(element)) {
    double a, b;
    ir_elements_to_double(element, memory, 1, &a);
    ir_elements_to_double(element, own, 1, &b);
    a = combine_floats(kind, a, b);
    if (a != a)
      store_nan(mem_element_bytes(element), memory);
    else
      ir_elements_from_double(element, &a, 1, memory);
    return;
  }
  int64_t a, b;
  unsigned width = ir_type_width(element);
  bool compares = kind == MEM_REDUCE_MIN || kind == MEM_REDUCE_MAX;
  ir_elements_to_int(element, memory, 1, &a);
  ir_elements_to_int(element, own, 1, &b);
  if (compares && ir_type_signedness(element) != IR_UNSIGNED)
    a = combine_signed(kind, a, b);
  else
    a = (int64_t)combine_bits(kind, ir_int_unsigned(a, width), ir_int_unsigned(b, width));
  ir_elements_from_int(element, &a, 1, memory);
}

static bool write_chunk(void *user, const CpuTmaChunk *chunk) {
  CpuWork *work = user;
  Store *store = (Store *)work->data;
  CpuBytes to = global_bytes(&store->box, chunk, true);
  to.atomic = store->reduces;
  const unsigned char *from = store->next + chunk->before;
  int64_t element = store->box.shape.element_bytes;
  store->next += CPU_TMA_CHUNK;
  if (!chunk->inside) return true;
  if (cpu_check_bytes(work->warp, work->op, to) == IR_STEP_FAIL) return false;
  if (!store->reduces) {
    memcpy(to.at, from, (size_t)chunk->inside);
    return true;
  }
  IrType type = mem_tensor_map_element(store->box.map.type);
  for (int64_t i = 0; i < chunk->inside; i += element)
    combine(store->kind, type, (char *)to.at + i, from + i);
  return true;
}

// Reductions of other blocks wait: each element is combined as one step.
static IrStep deliver_store(CpuWork *work) {
  Store *store = (Store *)work->data;
  CpuLaunch *launch = work->warp->block->cluster->launch;
  if (read_box(work) == IR_STEP_FAIL) return IR_STEP_FAIL;
  store->next = store->bytes;
  if (store->reduces) pthread_mutex_lock(&launch->atomics);
  bool ok = walk(&store->box, write_chunk, work);
  if (store->reduces) pthread_mutex_unlock(&launch->atomics);
  cpu_watch_end(work->warp, store->box.agent);
  return ok ? IR_STEP_NEXT : IR_STEP_FAIL;
}

IrStep cpu_async_store(void *machine, IrInterp *interp, IrOp *op, const MemBoxMove *move) {
  CpuWarp *warp = machine;
  (void)interp;
  IR_FOR_LANES(lane, move->lanes) {
    Box box;
    if (make_box(warp, op, move, lane, true, &box) == IR_STEP_FAIL) return IR_STEP_FAIL;
    CpuWork *work =
        cpu_work_post(warp, op, sizeof(Store) + (size_t)(box.shape.rows * box.shape.row_bytes));
    Store *store = (Store *)work->data;
    work->deliver = deliver_store;
    store->box = box;
    store->box.agent = cpu_watch_issue(warp, UINT64_C(1) << lane, NULL);
    store->lane = (uint32_t)lane;
    store->issued = cpu_async_warp(warp)->bulk.n;
    store->reduces = move->reduce != NULL;
    if (move->reduce) store->kind = *move->reduce;
  }
  return IR_STEP_NEXT;
}

IrStep cpu_async_bulk_wait(void *machine, IrInterp *interp, IrOp *op, int64_t groups, bool read) {
  CpuWarp *warp = machine;
  uint64_t lanes = ir_interp_active(interp);
  size_t due[SIMT_WARP_LANES];
  (void)op;
  cpu_async_due(&cpu_async_warp(warp)->bulk, lanes, groups, due);
  for (CpuWork *work = warp->block->cluster->first, *next; work; work = next) {
    const Store *store = (const Store *)work->data;
    next = work->next;
    if (work->warp != warp || work->deliver != deliver_store) continue;
    if (!(lanes >> store->lane & 1) || store->issued >= due[store->lane]) continue;
    IrStep step = read ? read_box(work) : cpu_work_deliver(work);
    if (step == IR_STEP_FAIL) return IR_STEP_FAIL;
  }
  const CpuCommits *commits = &cpu_async_warp(warp)->bulk;
  cpu_async_waited(warp, commits, due, lanes, CPU_RACE_QUEUE_BULK_READ);
  if (!read) cpu_async_waited(warp, commits, due, lanes, CPU_RACE_QUEUE_BULK);
  return IR_STEP_NEXT;
}
