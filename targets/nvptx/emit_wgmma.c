// wgmma: inline PTX, because LLVM has no intrinsic for the product.
//
// Registers in flight are the LLVM values they were.  What keeps LLVM from moving other uses of
// them across is that every text here that touches them takes them in and gives them out again,
// tied to one register: such a text costs no instruction.
//
// It does cost LLVM time, which grows with the square of the registers.  So a *run* of these ops,
// a fence, the products of a tile, their commit and perhaps the wait, is one text, which takes its
// registers in and gives them out once.  Ops between them that make scalars, such as descriptors,
// are emitted before the text; anything else, and any use of a register in flight that is not one
// of the run's, ends it.
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

// ---- Runs. ----

// A tuple of registers on its way through a run.
typedef struct Tuple {
  IrValue *before; // what it holds when the text begins, or NULL
  IrValue *now;    // what it has become
  size_t first, n; // which operands of the text
} Tuple;

typedef struct Run {
  EmitAsm text;
  IR_VEC(IrOp *) ops;
  IR_VEC(Tuple) tuples;
  IrPtrMap tuple_of; // a value made in the run -> the number of its tuple, from 1
} Run;

static bool is_member(const IrOp *op) {
  return IS(op, tc_wgmma) || IS(op, tc_wgmma_fence) || IS(op, tc_wgmma_commit) ||
         IS(op, tc_wgmma_wait);
}

// The operand that a member gives out again as result `i`, or NULL.
static IrValue *passed_on(const IrOp *op, size_t i) {
  return IS(op, tc_wgmma) ? GET(op, tc_wgmma, c) : ir_op_operand(op, i);
}

static bool is_in_run(const Run *run, const IrOp *op) {
  for (size_t i = 0; i < run->ops.n; i++)
    if (run->ops.at[i] == op) return true;
  return false;
}

static bool is_made_in_run(const Run *run, const IrValue *value) {
  const IrOp *op = ir_value_op(value);
  return op && is_in_run(run, op);
}

// Whether nothing but the ops of the run, and `op` once, uses `value`: then nobody sees what the
// registers held before `op`.
static bool is_last_use(const Run *run, const IrValue *value, const IrOp *op) {
  size_t here = 0;
  for (IrUse *u = ir_value_first_use(value); u; u = ir_use_next(u)) {
    here += ir_use_op(u) == op;
    if (ir_use_op(u) != op && !is_in_run(run, ir_use_op(u))) return false;
  }
  return here == 1;
}

static bool can_join(const Run *run, const IrOp *op) {
  if (!is_member(op)) return false;
  for (size_t i = 0; i < ir_op_num_results(op); i++) {
    const IrValue *value = passed_on(op, i);
    if (value && is_made_in_run(run, value) && !is_last_use(run, value, op)) return false;
  }
  return true;
}

// Whether `op`, which follows in the block, may come before the run: addresses and counters do, and
// not arithmetic on tiles, which is there to overlap with the products.
static bool may_go_first(const Run *run, const IrOp *op) {
  if (!ir_op_has_trait(op, IR_PURE) || ir_op_num_regions(op)) return false;
  for (size_t i = 0; i < ir_op_num_results(op); i++) {
    IrType type = ir_value_type(ir_op_result(op, i));
    if (ir_type_kind(type) == IR_TYPE_VECTOR || tc_inflight_registers(type)) return false;
  }
  for (size_t i = 0; i < ir_op_num_operands(op); i++)
    if (is_made_in_run(run, ir_op_operand(op, i))) return false;
  return true;
}

// `first` and the members that follow it.
static void find_members(Run *run, IrOp *first) {
  for (IrOp *op = first; op; op = ir_op_next(op)) {
    if (op == first || can_join(run, op))
      ir_vec_push(&run->ops, op);
    else if (!may_go_first(run, op))
      return;
  }
}

// ---- Registers of a run. ----

static size_t num_registers(Emit *e, const IrValue *value) {
  IrType type = registers_of(value);
  size_t n = nvptx_num_units(type);
  return is_f32(type) ? n : n * nvptx_bits_of(nvptx_unit_type(e, type, 0)) / 32;
}

// The tuple of a value made in the run, or NULL.
static Tuple *tuple_of(const Run *run, const IrValue *value) {
  uintptr_t number = (uintptr_t)ir_ptrmap_get(&run->tuple_of, value);
  return number ? &run->tuples.at[number - 1] : NULL;
}

static void new_tuple(Emit *e, Run *run, IrValue *before, IrValue *after) {
  Tuple tuple = {before, after, run->text.outputs.n, num_registers(e, after)};
  LLVMTypeRef type = is_f32(registers_of(after)) ? e->f32 : e->i32;
  for (size_t i = 0; i < tuple.n; i++) nvptx_asm_output(e, &run->text, type);
  ir_vec_push(&run->tuples, tuple);
}

// `before`, which may be NULL, becomes `after`.
static void pass_on(Emit *e, Run *run, IrValue *before, IrValue *after) {
  Tuple *tuple = before ? tuple_of(run, before) : NULL;
  if (tuple)
    tuple->now = after;
  else
    new_tuple(e, run, before, after);
  uintptr_t number = tuple ? (uintptr_t)(tuple - run->tuples.at) + 1 : run->tuples.n;
  ir_ptrmap_set(&run->tuple_of, after, (void *)number);
}

// All outputs are known before the first input: their numbers come first.
static void tie_registers(Emit *e, Run *run) {
  for (size_t t = 0; t < run->tuples.n; t++) {
    const Tuple *tuple = &run->tuples.at[t];
    if (!tuple->before) continue;
    EmitUnits from = to_registers(e, tuple->before);
    for (size_t i = 0; i < tuple->n; i++) nvptx_asm_tied(&run->text, tuple->first + i, from.at[i]);
  }
}

static void define_results(Emit *e, Run *run, const LLVMValueRef *out) {
  for (size_t t = 0; t < run->tuples.n; t++) {
    const Tuple *tuple = &run->tuples.at[t];
    EmitUnits r = nvptx_new_units(e, tuple->n);
    memcpy(r.at, out + tuple->first, tuple->n * sizeof *out);
    nvptx_define(e, tuple->now, from_registers(e, registers_of(tuple->now), r));
  }
}

// ---- The text of a run. ----

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

// Fragments of A: of the run's registers, or inputs.
static void wgmma_fragment(Emit *e, Run *run, const IrValue *a) {
  EmitAsm *t = &run->text;
  const Tuple *tuple = tuple_of(run, a);
  if (tuple) {
    asm_list(&t->text, tuple->first, tuple->n);
    return;
  }
  EmitUnits words = nvptx_words(e, a);
  size_t first = nvptx_asm_input(e, t, words.at[0]);
  for (size_t i = 1; i < words.n; i++) (void)nvptx_asm_input(e, t, words.at[i]);
  asm_list(&t->text, first, words.n);
}

static void write_wgmma(Emit *e, Run *run, IrOp *op) {
  EmitAsm *t = &run->text;
  TcWgmma w = tc_wgmma_of(op);
  IrValue *a = GET(op, tc_wgmma, a), *b = GET(op, tc_wgmma, b);
  const Tuple *tuple = tuple_of(run, ir_op_result(op, 0));
  wgmma_opcode(&t->text, op, &w);
  asm_list(&t->text, tuple->first, tuple->n);
  ir_write_cstr(&t->text, ", ");
  if (w.a_in_registers)
    wgmma_fragment(e, run, a);
  else
    ir_print(&t->text, "${}", nvptx_asm_input(e, t, nvptx_scalar(e, a)));
  ir_print(&t->text, ", ${}", nvptx_asm_input(e, t, nvptx_scalar(e, b)));
  wgmma_scales(e, t, op, &w);
}

static void write_member(Emit *e, Run *run, IrOp *op) {
  IrStream *text = &run->text.text;
  if (text->len) ir_write_cstr(text, "\n\t");
  if (IS(op, tc_wgmma))
    write_wgmma(e, run, op);
  else if (IS(op, tc_wgmma_fence))
    ir_write_cstr(text, "wgmma.fence.sync.aligned;");
  else if (IS(op, tc_wgmma_commit))
    ir_write_cstr(text, "wgmma.commit_group.sync.aligned;");
  else
    ir_print(text, "wgmma.wait_group.sync.aligned {};",
             ir_attr_int(GET(op, tc_wgmma_wait, pending)));
}

// Products read the fragments they are given until the wait, so no output may share a register with
// one, even where LLVM takes the input to end with the text.
static bool has_fragments(const Run *run) {
  for (size_t i = 0; i < run->ops.n; i++)
    if (IS(run->ops.at[i], tc_wgmma) && tc_wgmma_of(run->ops.at[i]).a_in_registers) return true;
  return false;
}

static void emit_text(Emit *e, Run *run) {
  run->text.early = has_fragments(run);
  for (size_t i = 0; i < run->ops.n; i++) {
    IrOp *op = run->ops.at[i];
    for (size_t r = 0; r < ir_op_num_results(op); r++)
      pass_on(e, run, passed_on(op, r), ir_op_result(op, r));
  }
  tie_registers(e, run);
  for (size_t i = 0; i < run->ops.n; i++) write_member(e, run, run->ops.at[i]);
  EmitUnits out = nvptx_new_units(e, run->text.outputs.n);
  nvptx_asm_call(e, &run->text, out.at);
  define_results(e, run, out.at);
}

// Emits what lies between the members, then the text.
static IrStatus emit_members(Emit *e, Run *run) {
  IrOp *last = ir_vec_last(&run->ops);
  for (size_t i = 0; i < run->ops.n; i++) IR_TRY(check_target(e, run->ops.at[i]));
  for (IrOp *op = run->ops.at[0]; op != last; op = ir_op_next(op))
    if (!is_in_run(run, op)) IR_TRY(nvptx_emit_op(e, op));
  nvptx_debug_at(e, run->ops.at[0]);
  emit_text(e, run);
  e->emitted = last;
  return IR_OK;
}

static IrStatus emit_run(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  Run run = {0};
  find_members(&run, op);
  IrStatus status = emit_members(e, &run);
  ir_vec_free(&run.ops);
  ir_vec_free(&run.tuples);
  ir_ptrmap_free(&run.tuple_of);
  return status;
}

const EmitRule nvptx_wgmma_rules[] = {{.op = "tc.wgmma_descriptor", .emit = emit_descriptor},
                                      {.op = "tc.wgmma", .emit = emit_run},
                                      {.op = "tc.wgmma_fence", .emit = emit_run},
                                      {.op = "tc.wgmma_commit", .emit = emit_run},
                                      {.op = "tc.wgmma_wait", .emit = emit_run},
                                      {0}};
