// Numbers of ops and blocks, and sets of numbers.
#include "ir/analysis/tree.h"
#include "ir/analysis/dataflow/flow_impl.h"

static uint32_t take(IrDataflow *flow, uintptr_t owner, size_t n) {
  uint32_t first = (uint32_t)flow->at.n;
  ir_vec_push(&flow->at, owner);
  for (size_t i = 1; i < n; i++) ir_vec_push(&flow->at, (uintptr_t)0);
  return first;
}

static void number_blocks(IrDataflow *flow, IrOp *op) {
  for (size_t i = 0; i < op->num_regions; i++) {
    IR_FOR_BLOCKS(block, &ir_regions(op)[i]) {
      block->number = take(flow, (uintptr_t)block + 1, block->num_args);
      block->ordered = true;
    }
  }
}

// The root itself has no number: its `order` belongs to the block around it.
void flow_number(IrDataflow *flow) {
  take(flow, 0, 1);
  number_blocks(flow, flow->root);
  for (IrOp *op = ir_tree_first(flow->root, 0); op; op = ir_tree_next(op, flow->root)) {
    size_t n = op->num_results > op->num_successors ? op->num_results : op->num_successors;
    op->order = take(flow, (uintptr_t)op, n);
    if (op->num_regions) number_blocks(flow, op);
  }
}

static void index_numbers(IrDataflow *flow) {
  for (size_t i = 1; i < flow->at.n; i++)
    if (flow->at.at[i])
      ir_ptrmap_set(&flow->numbers, (const void *)flow->at.at[i], (void *)(uintptr_t)i);
}

uint32_t flow_number_of_other(const IrDataflow *flow, const void *owner, uintptr_t tag) {
  if (!flow->ran) return 0; // the numbers in the IR are ours: it stands outside
  if (!flow->numbers.n) index_numbers((IrDataflow *)flow);
  uintptr_t key = (uintptr_t)owner + tag;
  uint32_t number = (uint32_t)(uintptr_t)ir_ptrmap_get(&flow->numbers, (const void *)key);
  return number && flow->at.at[number] == key ? number : 0; // it may have been forgotten
}

// ---- Sets ----

void flow_set_init(FlowSet *set, uint32_t n) {
  size_t bits = n ? n : 1;
  for (set->levels = 0; set->levels < FLOW_LEVELS; set->levels++) {
    size_t words = (bits + 63) / 64;
    set->words[set->levels] = words;
    set->level[set->levels] = ir_calloc(words, sizeof(uint64_t));
    bits = words;
    if (words == 1) break;
  }
  set->levels++;
}

void flow_set_free(FlowSet *set) {
  for (unsigned k = 0; k < set->levels; k++) ir_free(set->level[k]);
  *set = (FlowSet){0};
}

void flow_set_add(FlowSet *set, uint32_t number) {
  for (unsigned k = 0; k < set->levels; k++) {
    uint64_t *word = &set->level[k][number / 64], before = *word;
    *word |= UINT64_C(1) << (number % 64);
    if (before) return; // levels above know
    number /= 64;
  }
}

bool flow_set_has(const FlowSet *set, uint32_t number) {
  return set->level[0][number / 64] >> (number % 64) & 1;
}

static void remove_number(FlowSet *set, uint32_t number) {
  for (unsigned k = 0; k < set->levels; k++) {
    uint64_t *word = &set->level[k][number / 64];
    *word &= ~(UINT64_C(1) << (number % 64));
    if (*word) return;
    number /= 64;
  }
}

static bool take_one(FlowSet *set, uint32_t *number, bool last) {
  uint32_t at = 0;
  if (!set->level[set->levels - 1][0]) return false;
  for (unsigned k = set->levels; k-- > 0;) {
    uint64_t word = set->level[k][at];
    unsigned bit = last ? 63 - (unsigned)__builtin_clzll(word) : (unsigned)__builtin_ctzll(word);
    at = at * 64 + bit;
  }
  remove_number(set, at);
  *number = at;
  return true;
}

bool flow_set_take_first(FlowSet *set, uint32_t *number) {
  return take_one(set, number, false);
}

bool flow_set_take_last(FlowSet *set, uint32_t *number) {
  return take_one(set, number, true);
}
