// The instructions of mma.sync: extents, what a lane holds, and which types they multiply.
//
// 16-bit floats, tf32 and 8-bit numbers are multiplied in steps of 16 or 32 bytes of K by 16 rows
// and 8 columns; f64 in smaller ones.
#include "dialects/tc/tc_impl.h"

#define INSTR(M, N, K, TILES, TAKES) \
  { \
    "mma.m" #M "n" #N "k" #K, M, N, K, (M) * (K) / 32, (K) * (N) / 32, (M) * (N) / 32, TILES, \
        TAKES \
  }
static const TcInstr instrs[] = {
    INSTR(16, 8, 16, true, "f16 and adds f16 or f32, bf16 (f32), i8 (i32), f64 (f64)"),
    INSTR(16, 8, 8, false, "f16 and adds f16 or f32, bf16 (f32), tf32 (f32), f64 (f64)"),
    INSTR(16, 8, 4, false, "tf32 and adds f32, f64 (f64)"),
    INSTR(16, 8, 32, false, "i8 and adds i32, f8E4M3FN and f8E5M2 (f32)"),
    INSTR(8, 8, 4, false, "f64 and adds f64"),
};
#undef INSTR
enum { NUM_INSTRS = sizeof instrs / sizeof *instrs };

const TcInstr *tc_instr(IrStr name) {
  for (size_t i = 0; i < NUM_INSTRS; i++)
    if (ir_str_is(name, instrs[i].name)) return &instrs[i];
  return NULL;
}

bool tc_is_float_of(IrType type, IrFloatKind kind) {
  return ir_type_is_float(type) && ir_type_float_kind(type) == kind;
}

bool tc_is_fp8(IrType type) {
  return tc_is_float_of(type, IR_F8E4M3FN) || tc_is_float_of(type, IR_F8E5M2);
}

// Bytes of K in a step of an instruction with 16 rows.
static bool is_step(const TcInstr *instr, unsigned bytes) {
  return instr->m == 16 && (instr->k * bytes == 16 || instr->k * bytes == 32);
}

bool tc_instr_takes(const TcInstr *instr, IrType a, IrType b, IrType c) {
  bool to_f32 = tc_is_float_of(c, IR_F32);
  if (tc_is_fp8(a) && tc_is_fp8(b)) return to_f32 && instr->k == 32;
  if (a != b) return false;
  if (tc_is_float_of(a, IR_F16)) return (to_f32 || tc_is_float_of(c, IR_F16)) && is_step(instr, 2);
  if (tc_is_float_of(a, IR_BF16)) return to_f32 && is_step(instr, 2);
  if (tc_is_float_of(a, IR_TF32)) return to_f32 && is_step(instr, 4);
  if (tc_is_float_of(a, IR_F64)) return c == a && instr->k <= 16;
  return ir_type_is_integer(a, 8) && ir_type_is_integer(c, 32) && is_step(instr, 1);
}

// What the tile level multiplies on tensor cores so far.
static bool tiles_take(const TcInstr *instr, IrType a, IrType b, IrType c) {
  bool is_16_bit = tc_is_float_of(a, IR_F16) || tc_is_float_of(a, IR_BF16);
  return instr->tiles && is_16_bit && a == b && tc_is_float_of(c, IR_F32);
}

const TcInstr *tc_instr_for(IrType ab, IrType c, int64_t m, int64_t n, int64_t k) {
  for (size_t i = 0; i < NUM_INSTRS; i++) {
    const TcInstr *t = &instrs[i];
    if (tiles_take(t, ab, ab, c) && m % t->m == 0 && n % t->n == 0 && k % t->k == 0) return t;
  }
  return NULL;
}

static const char *next_instr(void *user) {
  size_t *i = user;
  return *i < NUM_INSTRS ? instrs[(*i)++].name : NULL;
}

const TcInstr *tc_instr_of(IrOp *op, IrAttr name, bool tiles) {
  const TcInstr *instr = tc_instr(ir_attr_str(name));
  if (instr && (instr->tiles || !tiles)) return instr;
  (void)ir_op_error(op, "has an unknown instruction '{}'", ir_attr_str(name));
  size_t i = tiles ? NUM_INSTRS : 0;
  const char *near = ir_nearest(ir_attr_str(name), next_instr, &i);
  ir_help(ir_op_context(op), near ? "did you mean '{}'?" : "known is '{}'",
          near ? near : instrs[0].name);
  return NULL;
}

IrStatus tc_check_types(IrOp *op, const TcInstr *instr, IrType a, IrType b, IrType c) {
  IrType ea = ir_type_element(a), eb = ir_type_element(b), ec = ir_type_element(c);
  bool dot = IS(op, tc_dot);
  if (dot ? tiles_take(instr, ea, eb, ec) : tc_instr_takes(instr, ea, eb, ec)) return IR_OK;
  (void)ir_op_error(op, "'{}' cannot multiply {} by {} and add {}", instr->name, ea, eb, ec);
  ir_help(ir_op_context(op), "it multiplies {}", dot ? "f16 or bf16 and adds f32" : instr->takes);
  return IR_FAILED;
}
