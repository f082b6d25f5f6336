// Ops among the lanes of a warp: their words, and the rules of their operands.
//
//   shuffle  moves numbers or vectors of them; the width is a power of two up to 32
//   vote     `all` and `any` give i1, `ballot` i32
#include "dialects/simt/simt_impl.h"
#include "ir/core/op_state.h"

static const char *const shuffle_words[] = {"idx", "up", "down", "xor", NULL};
static const char *const vote_words[] = {"all", "any", "ballot", NULL};
static const char *const redux_words[] = {"addi", "andi", "maxs", "maxu", "mins",
                                          "minu", "ori",  "xori", NULL};

// Its place in the list, or -1.
static int find(const char *const *words, IrAttr attr) {
  if (ir_attr_kind(attr) != IR_ATTR_STRING) return -1;
  for (int i = 0; words[i]; i++)
    if (ir_str_is(ir_attr_str(attr), words[i])) return i;
  return -1;
}

static bool is_shuffle(IrAttr attr) {
  return find(shuffle_words, attr) >= 0;
}
static bool is_vote(IrAttr attr) {
  return find(vote_words, attr) >= 0;
}
static bool is_redux(IrAttr attr) {
  return find(redux_words, attr) >= 0;
}

const IrAttrConstraint simt_shuffle_attr = {
    .name = "idx, up, down or xor", .test = is_shuffle, .keywords = shuffle_words};
const IrAttrConstraint simt_vote_attr = {
    .name = "all, any or ballot", .test = is_vote, .keywords = vote_words};
const IrAttrConstraint simt_redux_attr = {.name = "addi, andi, maxs, maxu, mins, minu, ori or xori",
                                          .test = is_redux,
                                          .keywords = redux_words};

SimtShuffle simt_shuffle_kind(IrAttr kind) {
  return (SimtShuffle)find(shuffle_words, kind);
}
SimtVote simt_vote_kind(IrAttr kind) {
  return (SimtVote)find(vote_words, kind);
}
SimtRedux simt_redux_kind(IrAttr kind) {
  return (SimtRedux)find(redux_words, kind);
}

// ---- simt.shuffle ----

// What is kept in registers: a number of at most 64 bits, or a vector of them.
static bool is_register(IrType type) {
  if (ir_type_kind(type) == IR_TYPE_VECTOR) {
    if (ir_type_has_scalable(type)) return false;
    type = ir_type_element(type);
  }
  if (ir_type_is_index(type) || ir_type_is_float(type)) return true;
  return ir_type_is_any_integer(type) && ir_type_width(type) <= 64;
}

const IrTypeConstraint simt_register_type = {
    .name = "a number of at most 64 bits, or a vector of them", .test = is_register};

static bool infer_first(IrOpState *state) {
  if (state->operands.n < 1) return false;
  ir_vec_push(&state->result_types, ir_value_type(state->operands.at[0]));
  return true;
}

bool simt_shuffle_infer(IrOpState *state) {
  return infer_first(state);
}

IrStatus simt_shuffle_verify(IrOp *op) {
  IrType value = ir_value_type(GET(op, simt_shuffle, value));
  IrAttr width = GET(op, simt_shuffle, width);
  if (GET(op, simt_shuffle, result_type) != value)
    return ir_op_error(op, "moves {} and gives {}", value, GET(op, simt_shuffle, result_type));
  if (!width) return IR_OK;
  int64_t n = ir_attr_int(width);
  if (n < 1 || n > SIMT_WARP_LANES || (n & (n - 1)))
    return ir_op_error(op, "has a width that is a power of two up to 32, got {}", n);
  return IR_OK;
}

// `offset` counts modulo the warp.  In segments of `width`, a lane's number has the segment in its
// high bits and the place there in the low ones.
unsigned simt_shuffle_source(SimtShuffle kind, unsigned lane, uint32_t offset, unsigned width) {
  unsigned n = offset % SIMT_WARP_LANES, first = lane & ~(width - 1), last = first + width - 1;
  switch (kind) {
  case SIMT_IDX:
    return first + (n & (width - 1));
  case SIMT_UP:
    return lane >= first + n ? lane - n : lane;
  case SIMT_DOWN:
    return lane + n <= last ? lane + n : lane;
  case SIMT_XOR:
    return (lane ^ n) <= last ? lane ^ n : lane;
  }
  return lane;
}

// ---- simt.vote, simt.redux ----

IrStatus simt_vote_verify(IrOp *op) {
  IrType result = GET(op, simt_vote, result_type);
  unsigned width = simt_vote_kind(GET(op, simt_vote, kind)) == SIMT_BALLOT ? SIMT_WARP_LANES : 1;
  if (ir_type_is_integer(result, width)) return IR_OK;
  return ir_op_error(op, "'{}' gives i{}, got {}", ir_attr_str(GET(op, simt_vote, kind)), width,
                     result);
}

bool simt_redux_infer(IrOpState *state) {
  return infer_first(state);
}
