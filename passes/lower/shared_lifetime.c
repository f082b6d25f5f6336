// When each shared buffer is in use.
//
// Ops are numbered in program order. A buffer is in use from its first access to its last. What a
// loop does to a buffer may be seen by its next iteration, so a buffer that is accessed in a loop
// is in use for all of the outermost loop around; not so the scratch of a conversion, of which all
// that is read has been written in the same execution. Branches need nothing: of two sides only one
// is executed; but where threads go apart, all that is accessed is in use from beginning to end,
// for no barrier can stand inside. Roles of warps run at the same time, so buffers of different
// ones are in use together. An asynchronous copy or store is over when somebody has waited for it;
// a wait in a loop or branch, which may not be executed, is for what has started in there.
// A buffer whose address goes anywhere else than through views into a load or store is in use all
// the time; so is a small one that other blocks of a cluster write into.
#include "dialects/scf/scf.h"
#include "dialects/tc/tc.h"
#include "ir/interfaces/loop.h"
#include "passes/lower/shared_plan.h"

// What a small scratch of a cluster would save by sharing its bytes is not worth its barriers.
enum { SMALL = 4096 };

// Under way, beside the threads.
enum {
  COPY = 1,    // fills the buffer
  STORE = 2,   // reads it
  PRODUCT = 4, // reads it
};

typedef struct Numbering {
  SharedPlan *plan;
  int64_t next;
  int64_t loop;  // number of the outermost loop around; -1: none
  uint32_t role; // a bit for the role around; 0: none
  IrLoc loop_loc;
} Numbering;

static const IrValue *root_of(const IrValue *value) {
  for (IrOp *op = ir_value_op(value); op; op = ir_value_op(value)) {
    if (IS(op, mem_index))
      value = GET(op, mem_index, buffer);
    else if (IS(op, mem_flatten))
      value = GET(op, mem_flatten, buffer);
    else if (IS(op, mem_map_cluster))
      value = GET(op, mem_map_cluster, buffer);
    else
      break;
  }
  return value;
}

SharedBuffer *shared_buffer_of(const SharedPlan *plan, const IrValue *value) {
  const IrOp *op = ir_value_op(root_of(value));
  uintptr_t number = op ? (uintptr_t)ir_ptrmap_get(&plan->numbers, op) : 0;
  return number ? &plan->buffers.at[number - 1] : NULL;
}

SharedBuffer *shared_access_of(const SharedPlan *plan, const IrOp *op, bool *writes) {
  *writes = IS(op, mem_store) || IS(op, mem_store_async) || IS(op, tc_stmatrix) ||
            IS(op, mem_cp_async) || IS(op, mem_tma_load);
  if (IS(op, mem_load)) return shared_buffer_of(plan, GET(op, mem_load, base));
  if (IS(op, mem_store)) return shared_buffer_of(plan, GET(op, mem_store, base));
  if (IS(op, mem_store_async)) return shared_buffer_of(plan, GET(op, mem_store_async, dest));
  if (IS(op, tc_ldmatrix)) return shared_buffer_of(plan, GET(op, tc_ldmatrix, buffer));
  if (IS(op, tc_stmatrix)) return shared_buffer_of(plan, GET(op, tc_stmatrix, buffer));
  if (IS(op, mem_cp_async)) return shared_buffer_of(plan, GET(op, mem_cp_async, dest));
  if (IS(op, mem_tma_load)) return shared_buffer_of(plan, GET(op, mem_tma_load, dest));
  if (IS(op, mem_tma_store)) return shared_buffer_of(plan, GET(op, mem_tma_store, source));
  if (IS(op, tc_wgmma_descriptor))
    return shared_buffer_of(plan, GET(op, tc_wgmma_descriptor, buffer));
  return NULL;
}

bool shared_in_use_together(const SharedBuffer *a, const SharedBuffer *b) {
  uint32_t roles = a->roles | b->roles;
  if (a->escapes || b->escapes) return true;
  if (roles & (roles - 1)) return true; // several roles, at any time
  return a->first <= b->last && b->first <= a->last && a->first <= a->last && b->first <= b->last;
}

static IrStatus add_buffer(SharedPlan *plan, IrOp *op, const IrPtrMap *scratch) {
  IrType type = ir_value_type(ir_op_result(op, 0));
  if (mem_buffer_space(type) != MEM_SHARED)
    return ir_op_error(op, "allocates {}, but a thread can only address shared buffers", type);
  int64_t bytes = mem_buffer_bytes(type), alignment = mem_buffer_alignment(type);
  if (bytes >= 128 && alignment < 128) alignment = 128; // whole lines of banks
  SharedBuffer buffer = {
      .alloc = op, .bytes = bytes, .alignment = alignment, .first = INT64_MAX, .last = -1};
  buffer.scratch = (ThreadScratch)(uintptr_t)ir_ptrmap_get(scratch, op);
  buffer.filled = (ThreadFilled)(uintptr_t)ir_ptrmap_get(plan->filled, op);
  buffer.escapes = buffer.scratch == THREAD_SCRATCH_SIGNALLED ||
                   (buffer.scratch == THREAD_SCRATCH_OF_CLUSTER && bytes <= SMALL);
  ir_vec_push(&plan->buffers, buffer);
  ir_ptrmap_set(&plan->numbers, op, (void *)(uintptr_t)plan->buffers.n);
  return IR_OK;
}

static void note_use(const Numbering *n, SharedBuffer *buffer, int64_t number, IrLoc loc) {
  buffer->roles |= n->role;
  if (number < buffer->first) buffer->first = number, buffer->from = loc;
  if (number > buffer->last) buffer->last = number, buffer->to = loc;
}

static bool is_view(const IrOp *op) {
  return IS(op, mem_index) || IS(op, mem_flatten) || IS(op, mem_map_cluster);
}

// Buffers that what is waited for may still have been writing or reading; `left`: what goes on.
static void note_wait(Numbering *n, const IrOp *op, uint8_t what, IrAttr left) {
  for (size_t i = 0; i < n->plan->buffers.n; i++) {
    SharedBuffer *buffer = &n->plan->buffers.at[i];
    if (!(buffer->under_way & what)) continue;
    note_use(n, buffer, n->next, ir_op_loc(op));
    if (ir_attr_int(left) == 0) buffer->under_way &= (uint8_t)~what;
  }
}

// Copies at positions of a channel are done when the channel's last turn is over.  What threads
// wrote to its bytes before, TMA would see behind a fence only, so it has them from the beginning.
static void note_copy(Numbering *n, const IrOp *op, SharedBuffer *buffer) {
  if (IS(op, mem_cp_async) && buffer->filled != THREAD_FILLED_BY_GROUPS) buffer->under_way |= COPY;
  if (!IS(op, mem_tma_load)) return;
  if (buffer->filled != THREAD_FILLED_BY_TMA) buffer->escapes = true;
  note_use(n, buffer, 0, ir_op_loc(op));
}

static void note_op(Numbering *n, IrOp *op) {
  bool writes;
  SharedBuffer *accessed = shared_access_of(n->plan, op, &writes);
  if (IS(op, mem_async_wait)) note_wait(n, op, COPY, GET(op, mem_async_wait, groups));
  if (IS(op, mem_bulk_wait)) note_wait(n, op, STORE, GET(op, mem_bulk_wait, groups));
  if (IS(op, tc_wgmma_wait)) note_wait(n, op, PRODUCT, GET(op, tc_wgmma_wait, pending));
  if (accessed) {
    note_copy(n, op, accessed);
    if (IS(op, tc_wgmma_descriptor)) accessed->under_way |= PRODUCT;
    if (IS(op, mem_tma_store)) accessed->under_way |= STORE;
    note_use(n, accessed, n->next, ir_op_loc(op));
    if (n->loop >= 0 && !accessed->scratch) note_use(n, accessed, n->loop, n->loop_loc);
  }
  if (accessed || is_view(op)) return;
  for (size_t i = 0; i < ir_op_num_operands(op); i++) {
    SharedBuffer *buffer = shared_buffer_of(n->plan, ir_op_operand(op, i));
    if (buffer) buffer->escapes = true;
  }
}

static void number_block(Numbering *n, IrBlock *block);

// Threads that go apart wait for what the same threads started in another such branch.
static void number_regions(Numbering *n, IrOp *op) {
  bool may_not_run = ir_op_num_regions(op) && !ir_ptrmap_get(n->plan->divergent, op);
  size_t num_buffers = n->plan->buffers.n;
  uint8_t *before = may_not_run ? ir_calloc(num_buffers + 1, sizeof *before) : NULL;
  for (size_t i = 0; before && i < num_buffers; i++) before[i] = n->plan->buffers.at[i].under_way;
  for (size_t r = 0; r < ir_op_num_regions(op); r++)
    if (!ir_region_is_empty(ir_op_region(op, r)))
      number_block(n, ir_region_first(ir_op_region(op, r)));
  for (size_t i = 0; before && i < num_buffers; i++) n->plan->buffers.at[i].under_way |= before[i];
  ir_free(before);
}

static void number_op(Numbering *n, IrOp *op) {
  bool is_whole = ir_op_is_loop(op) || ir_ptrmap_get(n->plan->divergent, op);
  bool outermost = is_whole && n->loop < 0;
  n->next++;
  if (outermost) n->loop = n->next, n->loop_loc = ir_op_loc(op);
  note_op(n, op);
  number_regions(n, op);
  if (!outermost) return;
  int64_t begin = n->loop, end = ++n->next;
  n->loop = -1;
  for (size_t i = 0; i < n->plan->buffers.n; i++) {
    SharedBuffer *buffer = &n->plan->buffers.at[i];
    if (!buffer->scratch && buffer->last >= begin) note_use(n, buffer, end, ir_op_loc(op));
  }
}

static void number_block(Numbering *n, IrBlock *block) {
  uint32_t around = n->role;
  for (size_t i = 0; i < n->plan->roles->n; i++)
    if (n->plan->roles->at[i].block == block) n->role = (uint32_t)1 << i;
  IR_FOR_OPS(op, block) number_op(n, op);
  n->role = around;
}

typedef struct Collect {
  SharedPlan *plan;
  const IrPtrMap *scratch;
} Collect;

static IrStatus collect(IrOp *op, void *user) {
  Collect *c = user;
  return IS(op, mem_alloc) ? add_buffer(c->plan, op, c->scratch) : IR_OK;
}

IrStatus shared_find_lifetimes(SharedPlan *plan, const IrPtrMap *scratch) {
  Collect c = {plan, scratch};
  IR_TRY(ir_walk_pre(plan->simt, collect, &c));
  if (!plan->buffers.n) return IR_OK;
  Numbering n = {.plan = plan, .loop = -1};
  number_block(&n, ir_region_first(ir_op_region(plan->simt, 0)));
  for (size_t i = 0; i < plan->buffers.n; i++) // nobody waits for it
    if (plan->buffers.at[i].under_way) plan->buffers.at[i].escapes = true;
  return IR_OK;
}
