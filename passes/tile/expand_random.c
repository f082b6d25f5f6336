// tile-expand-random: random numbers become integer arithmetic, element by element.
//
//   %r:4 = tile.philox %seed, %offset, %c : i64, i64, tensor<128xi32>    =>    ten rounds of
//
//   %l0, %h0 = arith.mului_extended %w0, %M0     %w0' = %h1 ^ %w1 ^ %k0     %w1' = %l1
//   %l1, %h1 = arith.mului_extended %w2, %M1     %w2' = %h0 ^ %w3 ^ %k1     %w3' = %l0
//
// Words that are the same for all elements (seed, offset, what the first rounds make of them) are
// single numbers, and spread where they meet others.
//
// requires: nothing   preserves: symbols, blocks, meaning (of tile.normal: but for last bits)
// breaks: nothing
#include "dialects/math/math.h"
#include "dialects/tile/random.h"
#include "dialects/tile/tile.h"
#include "dialects/vector/vector.h"
#include "ir/edit/rewriter.h"
#include "passes/arith/build.h"
#include "passes/tile/tile_passes.h"

// ---- Words of one number or of many. ----

// `value` in every element of `type`; shaped values are of that type.
static IrValue *spread(IrBuilder *b, IrValue *value, IrType type) {
  if (ir_value_type(value) == type) return value;
  if (ir_type_kind(type) == IR_TYPE_VECTOR)
    return BUILD1(b, vector_broadcast, .source = value, .vector_type = type);
  return BUILD1(b, tile_splat, .scalar = value, .result_type = type);
}

static IrValue *exclusive_or(IrBuilder *b, IrValue *x, IrValue *y) {
  IrType type = ir_type_is_shaped(ir_value_type(x)) ? ir_value_type(x) : ir_value_type(y);
  return build_binary(b, &arith_xori, spread(b, x, type), spread(b, y, type));
}

// The words of a number of 32 or 64 bits, of a scalar or of each element.
static void take_apart(IrBuilder *b, IrValue *number, IrValue **low, IrValue **high) {
  IrType type = ir_value_type(number), word = build_int_like(type, 32);
  if (build_width(type) == 32) {
    *low = number;
    *high = build_int(b, ir_type_i32(b->ctx), 0);
    return;
  }
  IrValue *shift = build_int(b, type, 32);
  *low = build_cast(b, &arith_trunci, number, word);
  *high = build_cast(b, &arith_trunci, build_binary(b, &arith_shrui, number, shift), word);
}

// ---- Philox. ----

static void multiply(IrBuilder *b, IrValue *word, uint32_t by, IrValue **low, IrValue **high) {
  IrType type = ir_value_type(word);
  IrOp *product = BUILD(b, arith_mului_extended, .lhs = word, .rhs = build_int(b, type, by),
                        .low_type = type, .high_type = type);
  *low = ir_op_result(product, 0);
  *high = ir_op_result(product, 1);
}

static void do_round(IrBuilder *b, IrValue *words[4], IrValue *const keys[2]) {
  IrValue *low[2], *high[2];
  multiply(b, words[0], TILE_PHILOX_M0, &low[0], &high[0]);
  multiply(b, words[2], TILE_PHILOX_M1, &low[1], &high[1]);
  words[0] = exclusive_or(b, high[1], exclusive_or(b, words[1], keys[0]));
  words[2] = exclusive_or(b, high[0], exclusive_or(b, words[3], keys[1]));
  words[1] = low[1];
  words[3] = low[0];
}

IR_PATTERN(expand_philox, tile_philox, 1, "philox -> rounds of products and exclusive ors") {
  static const uint32_t steps[2] = {TILE_PHILOX_W0, TILE_PHILOX_W1};
  IrBuilder *b = ir_rewriter_builder(rw);
  IrType i32 = ir_type_i32(b->ctx);
  IrValue *words[4], *keys[2];
  take_apart(b, GET(op, tile_philox, counter), &words[0], &words[1]);
  take_apart(b, GET(op, tile_philox, offset), &words[2], &words[3]);
  take_apart(b, GET(op, tile_philox, seed), &keys[0], &keys[1]);
  for (unsigned round = 0; round < TILE_PHILOX_ROUNDS; round++) {
    if (round)
      for (size_t i = 0; i < 2; i++)
        keys[i] = build_binary(b, &arith_addi, keys[i], build_int(b, i32, steps[i]));
    do_round(b, words, keys);
  }
  IrType type = ir_value_type(ir_op_result(op, 0));
  for (size_t i = 0; i < 4; i++) words[i] = spread(b, words[i], type);
  return ir_replace_values(rw, op, words, 4);
}

// ---- Distributions. ----

// The upper `digits` bits of each word, and `more` added, over 2^digits: exact in `floats`.
static IrValue *fraction(IrBuilder *b, IrValue *words, unsigned digits, int64_t more,
                         IrType floats) {
  IrType type = ir_value_type(words);
  if (digits < 32) words = build_binary(b, &arith_shrui, words, build_int(b, type, 32 - digits));
  if (more) words = build_binary(b, &arith_addi, words, build_int(b, type, more));
  IrValue *number = build_cast(b, &arith_uitofp, words, floats);
  double unit = 1.0 / (double)((uint64_t)1 << digits);
  return build_binary(b, &arith_mulf, number, build_float(b, floats, unit));
}

// Fractions of 16 bits are made in f32, which holds them all.
IR_PATTERN(expand_uniform, tile_uniform, 1, "uniform(w) -> (w >> s) * 2^(s - 32)") {
  IrBuilder *b = ir_rewriter_builder(rw);
  IrType type = GET(op, tile_uniform, result_type);
  bool narrow = build_width(type) < 32;
  IrValue *made =
      fraction(b, GET(op, tile_uniform, words), tile_uniform_digits(ir_type_element(type)), 0,
               narrow ? build_float_like(type, IR_F32) : type);
  return ir_replace(rw, op, narrow ? build_cast(b, &arith_truncf, made, type) : made);
}

IR_PATTERN(expand_normal, tile_normal, 1,
           "normal(w, v) -> sqrt(-2 log u) cos(2 pi v), sqrt(-2 log u) sin(2 pi v)") {
  IrBuilder *b = ir_rewriter_builder(rw);
  IrType type = ir_value_type(ir_op_result(op, 0));
  IrValue *u = fraction(b, GET(op, tile_normal, radius), 24, 1, type); // (0, 1]
  IrValue *v = fraction(b, GET(op, tile_normal, angle), 24, 0, type);
  IrValue *log = build_unary(b, &math_log, u);
  IrValue *twice = build_binary(b, &arith_mulf, log, build_float(b, type, -2.0));
  IrValue *r = build_unary(b, &math_sqrt, twice);
  IrValue *a = build_binary(b, &arith_mulf, v, build_float(b, type, TILE_TWO_PI));
  IrValue *values[2] = {build_binary(b, &arith_mulf, r, build_unary(b, &math_cos, a)),
                        build_binary(b, &arith_mulf, r, build_unary(b, &math_sin, a))};
  return ir_replace_values(rw, op, values, 2);
}

IrStatus tile_expand_random_run(IrPassRun *run, IrOp *root) {
  const struct tile_expand_random_decl *self = run->decl;
  static const IrPattern *const patterns[] = {&expand_philox, &expand_uniform, &expand_normal};
  IrGreedyOptions options = {.scope = IR_REWRITE_EXISTING, .rewrites = &self->stats->expanded};
  return ir_rewrite_greedily(root, patterns, sizeof patterns / sizeof *patterns, &options);
}
