// wgmma: inline PTX, because LLVM has no intrinsic for the product.
//
// Registers in flight are the LLVM values they were.  What keeps LLVM from moving other uses of
// them across is that every text here that touches them takes them in and gives them out again,
// tied to one register: such a text costs no instruction.
#include "dialects/mem/mem.h"
#include "dialects/tc/tc.h"
#include "dialects/tc/wgmma_descriptor.h"
#include "dialects/tile/target.h"
#include "ir/edit/rewriter.h"
#include "targets/nvptx/emit_asm.h"

// "{$0, $1}"
static void asm_list(IrStream *text, size_t first, size_t n) {
  ir_write_char(text, '{');
  for (size_t i = 0; i < n; i++) ir_print(text, "{}${}", i ? ", " : "", first + i);
  ir_write_char(text, '}');
}

// ---- Registers: floats as they are, all else as i32. ----

static bool is_f32(IrType type) {
  IrType element = ir_type_element(type);
  return ir_type_is_float(element) && ir_type_float_kind(element) == IR_F32;
}

static IrType registers_of(const IrValue *value) {
  IrType inside = tc_inflight_registers(ir_value_type(value));
  return inside ? inside : ir_value_type(value);
}

static EmitUnits to_registers(Emit *e, const IrValue *value) {
  return is_f32(registers_of(value)) ? nvptx_units(e, value) : nvptx_words(e, value);
}

static EmitUnits from_registers(Emit *e, IrType type, EmitUnits r) {
  return is_f32(type) ? r : nvptx_from_words(e, type, r);
}

// Calls `text` with all operands tied to the results.
static void call_tied(Emit *e, IrOp *op, const char *text) {
  EmitAsm t = {0};
  IR_VEC(LLVMValueRef) registers = {0};
  ir_write_cstr(&t.text, text);
  for (size_t i = 0; i < ir_op_num_operands(op); i++) {
    EmitUnits r = to_registers(e, ir_op_operand(op, i));
    for (size_t j = 0; j < r.n; j++) ir_vec_push(&registers, r.at[j]);
  }
  for (size_t i = 0; i < registers.n; i++) nvptx_asm_output(e, &t, LLVMTypeOf(registers.at[i]));
  for (size_t i = 0; i < registers.n; i++) nvptx_asm_tied(&t, i, registers.at[i]);
  nvptx_asm_call(e, &t, registers.at);
  LLVMValueRef *next = registers.at;
  for (size_t i = 0; i < ir_op_num_operands(op); i++) {
    size_t n = to_registers(e, ir_op_operand(op, i)).n;
    EmitUnits r = nvptx_new_units(e, n);
    memcpy(r.at, next, n * sizeof *next);
    next += n;
    nvptx_define(e, ir_op_result(op, i), from_registers(e, registers_of(ir_op_operand(op, i)), r));
  }
  ir_vec_free(&registers);
}

// ---- Ops. ----

// Inline PTX passes LLVM on any architecture, so the target is asked here.
static IrStatus check_target(Emit *e, const IrOp *op) {
  const TileTarget *target = tile_target_find(ir_str(e->options->arch));
  if (!target || target->wgmma) return IR_OK;
  (void)ir_op_error(op, "is an instruction that {} does not have", target->name);
  ir_help(e->ctx, "compile for --arch=sm_90a");
  return IR_FAILED;
}

// An offset as a value and a number of elements that makes whole chunks of 16 bytes.
static IrValue *split_offset(IrValue *offset, int64_t bytes, int64_t *number) {
  enum { CHUNK = 16 };
  IrOp *op = ir_value_op(offset);
  *number = 0;
  if (ir_match_int(offset, number) && *number >= 0 && *number * bytes % CHUNK == 0) return NULL;
  if (op && ir_str_is(ir_op_name(op), "arith.addi") && ir_match_int(ir_op_operand(op, 1), number) &&
      *number >= 0 && *number * bytes % CHUNK == 0)
    return ir_op_operand(op, 0);
  *number = 0;
  return offset;
}

// The lower half is where the operand begins, and the leading offset; only it changes from one step
// of K to the next, by a number that is added to it: no address of shared memory carries beyond its
// bits.  The upper half is constant.
static IrStatus emit_descriptor(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  IrValue *buffer = GET(op, tc_wgmma_descriptor, buffer);
  TcDescriptor d = {.leading = (uint32_t)ir_attr_int(GET(op, tc_wgmma_descriptor, leading)),
                    .stride = (uint32_t)ir_attr_int(GET(op, tc_wgmma_descriptor, stride)),
                    .swizzle = (uint32_t)ir_attr_int(GET(op, tc_wgmma_descriptor, swizzle))};
  IrType element = mem_buffer_element(ir_value_type(buffer));
  int64_t number, bytes = mem_element_bytes(element);
  IrValue *offset = split_offset(GET(op, tc_wgmma_descriptor, offset), bytes, &number);
  LLVMValueRef at = nvptx_scalar(e, buffer);
  if (offset) {
    LLVMValueRef index = nvptx_scalar(e, offset);
    at = LLVMBuildGEP2(e->b, nvptx_element_type(e, element), at, &index, 1, "");
  }
  at = LLVMBuildPtrToInt(e->b, at, e->i32, "");
  at = LLVMBuildLShr(e->b, LLVMBuildAnd(e->b, at, nvptx_i32(e, 0x3FFFF), ""), nvptx_i32(e, 4), "");
  uint64_t rest = tc_descriptor_encode(&d);
  at = LLVMBuildOr(e->b, at, nvptx_i32(e, (int64_t)(uint32_t)rest), "");
  if (number) at = LLVMBuildAdd(e->b, at, nvptx_i32(e, number * bytes / 16), "");
  LLVMValueRef high = LLVMConstInt(e->i64, rest >> 32 << 32, false);
  LLVMValueRef bits = LLVMBuildOr(e->b, LLVMBuildZExt(e->b, at, e->i64, ""), high, "");
  nvptx_define_scalar(e, ir_op_result(op, 0), bits);
  return IR_OK;
}

static void wgmma_opcode(IrStream *text, const IrOp *op, const TcWgmma *w) {
  ir_print(text, "wgmma.mma_async.sync.aligned.m64n{}k{}{}.{}.{}.{} ", w->n, w->k,
           GET(op, tc_wgmma, satfinite) ? ".satfinite" : "", nvptx_mma_type(w->d, false),
           nvptx_mma_type(w->a, GET(op, tc_wgmma, unsigned_a) != NULL),
           nvptx_mma_type(w->b, GET(op, tc_wgmma, unsigned_b) != NULL));
}

// Whether to add to d, and what floats have besides: signs of a and b, and what is MN-major.
static void wgmma_scales(Emit *e, EmitAsm *t, const IrOp *op, const TcWgmma *w) {
  IrValue *scale = GET(op, tc_wgmma, scale);
  if (scale)
    ir_print(&t->text, ", ${}", nvptx_asm_input(e, t, nvptx_scalar(e, scale)));
  else
    ir_print(&t->text, ", {}", GET(op, tc_wgmma, c) ? 1 : 0);
  if (ir_type_is_float(w->a)) ir_print(&t->text, ", 1, 1");
  if (ir_type_is_float(w->a) && ir_type_width(w->a) == 16) {
    if (!w->a_in_registers) ir_print(&t->text, ", {}", (int)w->trans_a);
    ir_print(&t->text, ", {}", (int)w->trans_b);
  }
  ir_write_char(&t->text, ';');
}

static void wgmma_operands(Emit *e, EmitAsm *t, IrOp *op, const TcWgmma *w) {
  IrValue *a = GET(op, tc_wgmma, a);
  ir_write_cstr(&t->text, ", ");
  if (w->a_in_registers) {
    EmitUnits words = nvptx_words(e, a);
    size_t first = nvptx_asm_input(e, t, words.at[0]);
    for (size_t i = 1; i < words.n; i++) (void)nvptx_asm_input(e, t, words.at[i]);
    asm_list(&t->text, first, words.n);
  } else {
    ir_print(&t->text, "${}", nvptx_asm_input(e, t, nvptx_scalar(e, a)));
  }
  ir_print(&t->text, ", ${}", nvptx_asm_input(e, t, nvptx_scalar(e, GET(op, tc_wgmma, b))));
}

static IrStatus emit_wgmma(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  IR_TRY(check_target(e, op));
  TcWgmma w = tc_wgmma_of(op);
  IrType type = tc_inflight_registers(GET(op, tc_wgmma, result_type));
  bool f32 = is_f32(type);
  size_t n = f32 ? nvptx_num_units(type)
                 : nvptx_num_units(type) * nvptx_bits_of(nvptx_unit_type(e, type, 0)) / 32;
  EmitAsm t = {0};
  IrValue *c = GET(op, tc_wgmma, c);
  EmitUnits r = nvptx_new_units(e, n);
  wgmma_opcode(&t.text, op, &w);
  asm_list(&t.text, 0, n);
  for (size_t i = 0; i < n; i++) nvptx_asm_output(e, &t, f32 ? e->f32 : e->i32);
  if (c) {
    EmitUnits from = to_registers(e, c);
    for (size_t i = 0; i < n; i++) nvptx_asm_tied(&t, i, from.at[i]);
  }
  wgmma_operands(e, &t, op, &w);
  wgmma_scales(e, &t, op, &w);
  nvptx_asm_call(e, &t, r.at);
  nvptx_define(e, ir_op_result(op, 0), from_registers(e, type, r));
  return IR_OK;
}

static IrStatus emit_fence(Emit *e, IrOp *op, const EmitRule *rule) {
  IR_TRY(check_target(e, op));
  if (ir_op_num_operands(op))
    call_tied(e, op, "wgmma.fence.sync.aligned;");
  else
    (void)nvptx_intrinsic(e, rule->intrinsic, NULL, 0, NULL, 0);
  return IR_OK;
}

static IrStatus emit_commit(Emit *e, IrOp *op, const EmitRule *rule) {
  IR_TRY(check_target(e, op));
  (void)nvptx_intrinsic(e, rule->intrinsic, NULL, 0, NULL, 0);
  return IR_OK;
}

static IrStatus emit_wait(Emit *e, IrOp *op, const EmitRule *rule) {
  IR_TRY(check_target(e, op));
  int64_t pending = ir_attr_int(GET(op, tc_wgmma_wait, pending));
  LLVMValueRef count = nvptx_i64(e, pending);
  if (!ir_op_num_operands(op)) {
    (void)nvptx_intrinsic(e, rule->intrinsic, NULL, 0, &count, 1);
    return IR_OK;
  }
  IrStream text = {0};
  ir_print(&text, "wgmma.wait_group.sync.aligned {};", pending);
  call_tied(e, op, ir_stream_cstr(&text));
  ir_stream_free(&text);
  return IR_OK;
}

const EmitRule nvptx_wgmma_rules[] = {
    {.op = "tc.wgmma_descriptor", .emit = emit_descriptor},
    {.op = "tc.wgmma", .emit = emit_wgmma},
    {.op = "tc.wgmma_fence", .emit = emit_fence, .intrinsic = "llvm.nvvm.wgmma.fence.sync.aligned"},
    {.op = "tc.wgmma_commit",
     .emit = emit_commit,
     .intrinsic = "llvm.nvvm.wgmma.commit_group.sync.aligned"},
    {.op = "tc.wgmma_wait",
     .emit = emit_wait,
     .intrinsic = "llvm.nvvm.wgmma.wait_group.sync.aligned"},
    {0}};
