// Vectors of bytes, four in a word of 32 bits.
//
// Conversions of integers to floats have a quarter of the rate of arithmetic.  A byte put into the
// last bits of a float whose last bit is 1 is that float plus the byte, so a subtraction of the
// float is the conversion, exactly.  A signed byte is first made unsigned, 128 higher.  f16:
//
//   0x64 b1 0x64 b0  =  (1024 + b1, 1024 + b0)          prmt, then add.f16x2 of -1024 or -1152
//
// Bits are taken apart by words, too: a shift of four bytes is one of the word and a mask.
#include "targets/nvptx/emit_impl.h"

#include "dialects/arith/arith.h"

enum { PER_WORD = 4 };

// A byte in all four places.
static LLVMValueRef repeated(Emit *e, unsigned byte) {
  return nvptx_i32(e, (int64_t)(byte & 0xff) * 0x01010101);
}

static LLVMValueRef permute(Emit *e, LLVMValueRef a, LLVMValueRef b, int64_t selector) {
  LLVMValueRef args[] = {a, b, nvptx_i32(e, selector)};
  return nvptx_intrinsic(e, "llvm.nvvm.prmt", NULL, 0, args, 3);
}

// Bytes `i` to `i` + 3 as a word; those that are not there repeat the last one.
static LLVMValueRef word_at(Emit *e, EmitUnits bytes, size_t i) {
  LLVMValueRef parts[PER_WORD];
  for (size_t k = 0; k < PER_WORD; k++) parts[k] = bytes.at[i + k < bytes.n ? i + k : bytes.n - 1];
  return nvptx_gather(e, parts, PER_WORD, e->i32);
}

// ---- To floats. ----

// 2^23 + x - 2^23
static LLVMValueRef byte_to_f32(Emit *e, LLVMValueRef word, unsigned i, double base) {
  LLVMValueRef bits = permute(e, word, nvptx_i32(e, 0x4b000000), 0x7540 + i);
  return LLVMBuildFSub(e->b, LLVMBuildBitCast(e->b, bits, e->f32, ""), nvptx_f32(e, base), "");
}

// 2^10 + x - 2^10, bytes `i` and `i` + 1.
static LLVMValueRef bytes_to_f16(Emit *e, LLVMValueRef word, unsigned i, double base) {
  LLVMTypeRef pair = LLVMVectorType(e->f16, 2);
  LLVMValueRef bits = permute(e, word, repeated(e, 0x64), i ? 0x4342 : 0x4140);
  LLVMValueRef number = LLVMConstReal(e->f16, base);
  LLVMValueRef numbers = LLVMConstVector((LLVMValueRef[]){number, number}, 2);
  return LLVMBuildFSub(e->b, LLVMBuildBitCast(e->b, bits, pair, ""), numbers, "");
}

// Eight bits are all that a bf16 has of an f32: its upper half.
static LLVMValueRef upper_half(Emit *e, LLVMValueRef x) {
  LLVMValueRef bits = LLVMBuildBitCast(e->b, x, e->i32, "");
  bits = LLVMBuildTrunc(e->b, LLVMBuildLShr(e->b, bits, nvptx_i32(e, 16), ""), e->i16, "");
  return LLVMBuildBitCast(e->b, bits, e->bf16, "");
}

// The floats of one word.
static void word_to_floats(Emit *e, LLVMTypeRef element, LLVMValueRef word, bool is_signed,
                           LLVMValueRef *out) {
  if (is_signed) word = LLVMBuildXor(e->b, word, repeated(e, 0x80), "");
  double more = is_signed ? 128 : 0;
  for (unsigned i = 0; i < PER_WORD; i++) {
    if (element == e->f16) {
      LLVMValueRef pair = bytes_to_f16(e, word, i, 1024 + more);
      out[i] = LLVMBuildExtractElement(e->b, pair, nvptx_i32(e, 0), "");
      out[++i] = LLVMBuildExtractElement(e->b, pair, nvptx_i32(e, 1), "");
      continue;
    }
    out[i] = byte_to_f32(e, word, i, 8388608 + more);
    if (element == e->bf16) out[i] = upper_half(e, out[i]);
  }
}

EmitUnits nvptx_bytes_to_floats(Emit *e, IrType type, EmitUnits x, bool is_signed) {
  EmitUnits r = nvptx_new_units(e, x.n);
  for (size_t i = 0; i < x.n; i += PER_WORD) {
    LLVMValueRef floats[PER_WORD];
    word_to_floats(e, nvptx_element_type(e, type), word_at(e, x, i), is_signed, floats);
    for (size_t k = 0; k < PER_WORD && i + k < x.n; k++) r.at[i + k] = floats[k];
  }
  return r;
}

// ---- Bits. ----

// Shifts of each byte by `n` from 1 to 7.  In the signed one the sign is brought back by
// (x ^ s) - s, where s is where it came to lie; the top bit, set meanwhile, keeps a byte from
// borrowing of the next.
static LLVMValueRef shifted(Emit *e, LLVMOpcode code, LLVMValueRef word, unsigned n) {
  LLVMValueRef by = nvptx_i32(e, n), top = repeated(e, 0x80), sign = repeated(e, 0x80u >> n);
  if (code == LLVMShl)
    return LLVMBuildAnd(e->b, LLVMBuildShl(e->b, word, by, ""), repeated(e, 0xffu << n), "");
  LLVMValueRef r = LLVMBuildLShr(e->b, word, by, "");
  r = LLVMBuildAnd(e->b, r, repeated(e, 0xffu >> n), "");
  if (code == LLVMLShr) return r;
  r = LLVMBuildXor(e->b, r, LLVMBuildOr(e->b, sign, top, ""), "");
  return LLVMBuildXor(e->b, LLVMBuildSub(e->b, r, sign, ""), top, "");
}

static bool is_bitwise(LLVMOpcode code) {
  return code == LLVMAnd || code == LLVMOr || code == LLVMXor;
}

static bool is_shift(LLVMOpcode code) {
  return code == LLVMShl || code == LLVMLShr || code == LLVMAShr;
}

// The number of bits in every element of `y`, if it is one that fits; 0 otherwise.
static unsigned shift_count(const IrValue *y) {
  int64_t n;
  return ir_match_int(y, &n) && n > 0 && n < 8 ? (unsigned)n : 0;
}

bool nvptx_emit_bytes(Emit *e, IrOp *op, unsigned opcode) {
  LLVMOpcode code = (LLVMOpcode)opcode;
  IrValue *result = ir_op_result(op, 0);
  IrType type = ir_value_type(result);
  size_t n = nvptx_num_elements(type);
  if (nvptx_element_type(e, type) != e->i8 || n % PER_WORD || n == 0) return false;
  unsigned count = is_shift(code) ? shift_count(ir_op_operand(op, 1)) : 0;
  if (!is_bitwise(code) && !count) return false;
  EmitUnits x = nvptx_units(e, ir_op_operand(op, 0)), y = nvptx_units(e, ir_op_operand(op, 1));
  EmitUnits r = nvptx_new_units(e, n);
  for (size_t i = 0; i < n; i += PER_WORD) {
    LLVMValueRef word = word_at(e, x, i);
    word = count ? shifted(e, code, word, count)
                 : LLVMBuildBinOp(e->b, code, word, word_at(e, y, i), "");
    nvptx_scatter(e, word, e->i8, PER_WORD, r.at + i);
  }
  nvptx_define(e, result, r);
  return true;
}
