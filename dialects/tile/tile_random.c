// Random numbers: what tile.philox, tile.uniform and tile.normal take and give, and how they are
// executed before tile-expand-random makes arithmetic of them.
//
//   philox   counters of 32 or 64 bits give four words each, of the counters' shape; seed and
//            offset are single numbers of 32 or 64 bits
//   uniform  words become floats of one shape
//   normal   two words become two f32
#include <math.h>

#include "dialects/tile/random.h"
#include "dialects/tile/tile_impl.h"
#include "ir/interp/interp.h"

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/tile/tile_ops.def"
#include "ir/core/opdef_end.inc"

void tile_philox_words(uint32_t words[4], uint32_t key0, uint32_t key1) {
  for (unsigned round = 0; round < TILE_PHILOX_ROUNDS; round++) {
    uint64_t p0 = (uint64_t)TILE_PHILOX_M0 * words[0], p1 = (uint64_t)TILE_PHILOX_M1 * words[2];
    words[0] = (uint32_t)(p1 >> 32) ^ words[1] ^ key0;
    words[2] = (uint32_t)(p0 >> 32) ^ words[3] ^ key1;
    words[1] = (uint32_t)p1;
    words[3] = (uint32_t)p0;
    key0 += TILE_PHILOX_W0;
    key1 += TILE_PHILOX_W1;
  }
}

// ---- Rules. ----

static bool is_word(IrType type) {
  return ir_type_is_integer(type, 32) || ir_type_is_integer(type, 64);
}

static IrStatus verify_shape(IrOp *op, IrType type) {
  return ir_type_kind(type) == IR_TYPE_TENSOR ? tile_verify_tile(op, type) : IR_OK;
}

static IrType words_of(IrType counters) {
  return ir_type_with_element(counters, ir_type_i32(ir_type_context(counters)));
}

bool tile_philox_infer(IrOpState *state) {
  if (state->operands.n != 3) return false;
  IrType words = words_of(ir_value_type(state->operands.at[2]));
  for (size_t i = 0; i < 4; i++) ir_vec_push(&state->result_types, words);
  return true;
}

static IrStatus verify_number(IrOp *op, const char *what, IrType type) {
  if (is_word(type)) return IR_OK;
  return ir_op_error(op, "takes i32 or i64 as its {}, got {}", what, type);
}

IrStatus tile_philox_verify(IrOp *op) {
  IrType counter = ir_value_type(GET(op, tile_philox, counter));
  IR_TRY(verify_number(op, "seed", ir_value_type(GET(op, tile_philox, seed))));
  IR_TRY(verify_number(op, "offset", ir_value_type(GET(op, tile_philox, offset))));
  IR_TRY(verify_shape(op, counter));
  if (!is_word(ir_type_element(counter)))
    return ir_op_error(op, "has counters of type {}, expected i32 or i64", counter);
  for (size_t i = 0; i < 4; i++) {
    IrType type = ir_value_type(ir_op_result(op, i));
    if (type != words_of(counter))
      return ir_op_error(op, "gives {} as word {}, expected {}", type, i, words_of(counter));
  }
  return IR_OK;
}

// Words in, floats out, of one shape.
static IrStatus verify_floats(IrOp *op, IrType words, IrType floats) {
  IR_TRY(verify_shape(op, words));
  if (!ir_type_is_integer(ir_type_element(words), 32))
    return ir_op_error(op, "takes words of 32 bits, got {}", words);
  if (ir_type_with_element(words, ir_type_element(floats)) == floats) return IR_OK;
  return ir_op_error(op, "keeps the shape, got {} to {}", words, floats);
}

IrStatus tile_uniform_verify(IrOp *op) {
  IrType floats = GET(op, tile_uniform, result_type), element = ir_type_element(floats);
  IR_TRY(verify_floats(op, ir_value_type(GET(op, tile_uniform, words)), floats));
  if (tile_uniform_digits(element)) return IR_OK;
  return ir_op_error(op, "gives f16, bf16, f32 or f64, got {}", floats);
}

IrStatus tile_normal_verify(IrOp *op) {
  IrType radius = ir_value_type(GET(op, tile_normal, radius));
  IrType angle = ir_value_type(GET(op, tile_normal, angle));
  if (radius != angle)
    return ir_op_error(op, "takes words of one type, got {} and {}", radius, angle);
  for (size_t i = 0; i < 2; i++) {
    IrType type = ir_value_type(ir_op_result(op, i));
    IR_TRY(verify_floats(op, radius, type));
    if (ir_type_float_kind(ir_type_element(type)) != IR_F32)
      return ir_op_error(op, "gives f32, got {}", type);
  }
  return IR_OK;
}

bool tile_normal_infer(IrOpState *state) {
  if (state->operands.n != 2) return false;
  IrType words = ir_value_type(state->operands.at[0]);
  IrType floats = ir_type_with_element(words, ir_type_float(state->ctx, IR_F32));
  for (size_t i = 0; i < 2; i++) ir_vec_push(&state->result_types, floats);
  return true;
}

unsigned tile_uniform_digits(IrType element) {
  if (!ir_type_is_float(element)) return 0;
  switch (ir_type_float_kind(element)) {
  case IR_F16:
    return 11;
  case IR_BF16:
    return 8;
  case IR_F32:
    return 24;
  case IR_F64:
    return 32; // all there are
  default:
    return 0;
  }
}

// ---- Execution. ----

// The i-th number of the cell, or its only one a lane where it is a scalar.
static uint64_t number_of(const IrCell *cell, const IrCell *shape, int64_t i) {
  uint64_t value = (uint64_t)ir_cell_int(cell, cell->count == 1 ? i / shape->count : i);
  return ir_type_width(cell->element) == 32 ? (uint32_t)value : value;
}

IrStep tile_philox_interp(IrInterp *interp, IrOp *op) {
  const IrCell *seed = ir_interp_operand(interp, op, 0), *offset = ir_interp_operand(interp, op, 1);
  const IrCell *counter = ir_interp_operand(interp, op, 2);
  IrCell *out[4];
  for (size_t i = 0; i < 4; i++) out[i] = ir_interp_result_cell(interp, op, i);
  for (int64_t i = 0; i < counter->count * counter->lanes; i++) {
    uint64_t low = number_of(counter, counter, i), high = number_of(offset, counter, i);
    uint64_t key = number_of(seed, counter, i);
    uint32_t words[4] = {(uint32_t)low, (uint32_t)(low >> 32), (uint32_t)high,
                         (uint32_t)(high >> 32)};
    tile_philox_words(words, (uint32_t)key, (uint32_t)(key >> 32));
    for (size_t k = 0; k < 4; k++) ir_cell_set_int(out[k], i, (int32_t)words[k]);
  }
  return IR_STEP_NEXT;
}

IrStep tile_uniform_interp(IrInterp *interp, IrOp *op) {
  const IrCell *in = ir_interp_operand(interp, op, 0);
  IrCell *out = ir_interp_result_cell(interp, op, 0);
  unsigned digits = tile_uniform_digits(out->element);
  for (int64_t i = 0; i < out->count * out->lanes; i++) {
    uint32_t word = (uint32_t)ir_cell_int(in, i) >> (32 - digits);
    ir_cell_set_double(out, i, ldexp(word, -(int)digits));
  }
  return IR_STEP_NEXT;
}

// As the expansion does, each step rounded to f32.
IrStep tile_normal_interp(IrInterp *interp, IrOp *op) {
  const IrCell *radius = ir_interp_operand(interp, op, 0);
  const IrCell *angle = ir_interp_operand(interp, op, 1);
  IrCell *cos_out = ir_interp_result_cell(interp, op, 0);
  IrCell *sin_out = ir_interp_result_cell(interp, op, 1);
  for (int64_t i = 0; i < radius->count * radius->lanes; i++) {
    float u = (float)(((uint32_t)ir_cell_int(radius, i) >> 8) + 1) * 0x1p-24f;
    float v = (float)((uint32_t)ir_cell_int(angle, i) >> 8) * 0x1p-24f;
    float r = sqrtf(logf(u) * -2.0f), a = v * TILE_TWO_PI;
    ir_cell_set_double(cos_out, i, r * cosf(a));
    ir_cell_set_double(sin_out, i, r * sinf(a));
  }
  return IR_STEP_NEXT;
}
