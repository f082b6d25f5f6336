// Conversions by registers and shuffles: emits a TileConvertMoves.
//
//   take registers, choose by the thread's number, shuffle, choose, place registers
//
// Vectors stand for registers, so that a choice among all of them is one arith.select and a round
// of several words one simt.shuffle.
#include "dialects/arith/arith.h"
#include "dialects/simt/simt.h"
#include "dialects/vector/vector.h"
#include "passes/lower/thread_convert.h"

// Is the number of set bits among `when` of the thread's index odd?
static IrValue *condition(ThreadState *state, uint32_t when) {
  ThreadMap map = {.bits = state->thread_bits < 5 ? 5 : state->thread_bits};
  for (unsigned k = 0; k < map.bits; k++) map.bases[k] = when >> k & 1;
  IrBuilder *b = &state->entry;
  return BUILD1(b, arith_cmpi, .predicate = arith_predicate(b->ctx, ARITH_NE),
                .lhs = thread_map_value(state, &map), .rhs = thread_i32(state, 0));
}

static IrValue *choose(ThreadState *state, uint32_t when, IrValue *yes, IrValue *no) {
  return BUILD1(&state->b, arith_select, .condition = condition(state, when), .true_value = yes,
                .false_value = no);
}

static IrValue *flipped(ThreadState *state, IrValue *vector, uint32_t flip) {
  size_t n = thread_length(vector);
  int64_t *list = ir_malloc(n * sizeof *list);
  for (size_t i = 0; i < n; i++) list[i] = (int64_t)(i ^ flip);
  IrValue *result = thread_shuffle(&state->b, vector, list, n);
  ir_free(list);
  return result;
}

static bool takes_words_apart(const TileConvertStage *stages, unsigned n, unsigned pack) {
  for (unsigned i = 0; i < n; i++)
    if (stages[i].flip & ((1u << pack) - 1)) return true;
  return false;
}

// Halvings, then the stages, on a list whose low `pack` bits are no part of the vector's index.
static IrValue *run_stages(ThreadState *state, IrValue *list, const uint32_t *halving,
                           unsigned num_halvings, const TileConvertStage *stages, unsigned n,
                           unsigned pack) {
  for (unsigned h = 0; h < num_halvings; h++) {
    int64_t half = (int64_t)thread_length(list) / 2;
    IrValue *low = thread_slice(&state->b, list, 0, half);
    list = choose(state, halving[h], thread_slice(&state->b, list, half, half), low);
  }
  for (unsigned i = 0; i < n; i++)
    list = choose(state, stages[i].when, flipped(state, list, stages[i].flip >> pack), list);
  return list;
}

// ---- Words ----

static IrValue *as_elements_of(ThreadState *state, IrValue *vector, IrType element, int64_t n) {
  if (ir_type_element(ir_value_type(vector)) == element) return vector;
  return BUILD1(&state->b, vector_bitcast, .source = vector,
                .result_type = thread_vector_of(element, n));
}

static IrValue *pack_words(ThreadState *state, IrValue *list, unsigned pack) {
  if (!pack) return list;
  unsigned bits = ir_type_width(ir_type_element(ir_value_type(list))) << pack;
  IrType word = ir_type_integer(state->ctx, bits, IR_SIGNLESS);
  return as_elements_of(state, list, word, (int64_t)(thread_length(list) >> pack));
}

static IrValue *unpack_words(ThreadState *state, IrValue *list, IrType element, unsigned pack) {
  return as_elements_of(state, list, element, (int64_t)(thread_length(list) << pack));
}

// ---- Rounds ----

static IrValue *shuffle(ThreadState *state, const TileConvertMoves *plan, IrValue *words,
                        uint32_t lane) {
  IrBuilder *b = &state->b;
  const char *kind = plan->is_xor ? "xor" : "idx";
  IrValue *offset = thread_i32(state, lane);
  if (plan->is_xor && !lane) return words;
  if (!plan->is_xor) {
    ThreadMap map = {.bits = state->thread_bits < 5 ? 5 : state->thread_bits};
    for (unsigned k = 0; k < map.bits; k++) map.bases[k] = plan->lane_map[k];
    IrBuilder outer = state->b;
    state->b = state->entry; // it depends on the thread alone
    offset = thread_xor_constant(state, thread_map_value(state, &map), thread_map_mask(&map), lane);
    state->b = outer;
  }
  return BUILD1(b, simt_shuffle, .value = words, .offset = offset,
                .kind = ir_attr_string(state->ctx, ir_str(kind)));
}

// Words that are read from the same lane follow each other: the bits that say which are last.
static IrValue *run_rounds(ThreadState *state, const TileConvertMoves *plan, IrValue *words) {
  unsigned still = plan->pack;
  while (still < plan->bits && !plan->lanes[still]) still++;
  int64_t n = (int64_t)thread_length(words), step = (int64_t)1 << (still - plan->pack);
  IrValue *all = thread_zero(state, ir_value_type(words));
  for (int64_t j = 0; j < n; j += step) {
    uint32_t lane = 0;
    for (unsigned i = still; i < plan->bits; i++)
      if ((j << plan->pack) >> i & 1) lane ^= plan->lanes[i];
    IrValue *piece = shuffle(state, plan, thread_slice(&state->b, words, j, step), lane);
    all = thread_insert(&state->b, piece, all, j);
  }
  return all;
}

IrValue *thread_convert_moves(ThreadState *state, const TileConvertMoves *plan, IrValue *vector,
                              size_t num_results) {
  IrType element = ir_type_element(ir_value_type(vector));
  unsigned pack = plan->pack;
  IrValue *list = thread_gather(state, vector, plan->take, plan->bits + plan->num_halvings);
  unsigned before = takes_words_apart(plan->before, plan->num_before, pack) ? 0 : pack;
  list = pack_words(state, list, before);
  list = run_stages(state, list, plan->halving, plan->num_halvings, plan->before, plan->num_before,
                    before);
  if (plan->moves_lanes) list = run_rounds(state, plan, pack_words(state, list, pack - before));
  unsigned after = takes_words_apart(plan->after, plan->num_after, pack) ? 0 : pack;
  if (!after) list = unpack_words(state, list, element, pack);
  list = run_stages(state, list, NULL, 0, plan->after, plan->num_after, after);
  list = unpack_words(state, list, element, after);
  return thread_gather(state, list, plan->place, thread_log2((int64_t)num_results));
}
