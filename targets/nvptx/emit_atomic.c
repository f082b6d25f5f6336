// Atomic accesses: one `atom` of PTX each, under a predicate without a branch.  ptxas makes a `red`
// of one whose result is not used.  Vectors of floats are added in one instruction.
#include "dialects/mem/mem.h"
#include "dialects/tile/target.h"
#include "targets/nvptx/emit_asm.h"

static const char *const orders[] = {"relaxed", "acquire", "release", "acq_rel"};
static const char *const scopes[] = {"cta", "cluster", "gpu", "sys"};

// "add.noftz.f16" and the like: what is done, and on which type.
static void write_operation(IrStream *text, MemAtomic kind, IrType type) {
  static const char *const words[] = {
      [MEM_ADDF] = "add",   [MEM_ADDI] = "add.u", [MEM_ANDI] = "and.b", [MEM_ASSIGN] = "exch.b",
      [MEM_MAXS] = "max.s", [MEM_MAXU] = "max.u", [MEM_MINS] = "min.s", [MEM_MINU] = "min.u",
      [MEM_ORI] = "or.b",   [MEM_XORI] = "xor.b"};
  unsigned width = ir_type_width(type);
  ir_write_cstr(text, words[kind]);
  if (kind != MEM_ADDF)
    ir_print(text, "{}", width);
  else if (width > 16)
    ir_print(text, ".f{}", width);
  else
    ir_print(text, ".noftz.{}", ir_type_float_kind(type) == IR_BF16 ? "bf16" : "f16");
}

typedef struct Atomic {
  IrValue *base, *pred;
  IrValues indices;
  IrType type;
  IrAttr order, scope;
} Atomic;

// The register that holds a value: its bits, or the float itself where it is added.
static LLVMTypeRef register_type(Emit *e, IrType type, bool as_float) {
  unsigned width = ir_type_width(type);
  if (as_float && width > 16) return width == 32 ? e->f32 : e->f64;
  return width == 16 ? e->i16 : width == 32 ? e->i32 : e->i64;
}

// Calls `atom` with `values`; where the predicate is false the result is the last of them.
static IrStatus emit_atom(Emit *e, IrOp *op, const Atomic *a, const char *operation,
                          LLVMTypeRef type, LLVMValueRef *values, size_t n) {
  EmitAsm t = {0};
  LLVMValueRef pointer, result;
  unsigned space;
  size_t at[2];
  IR_TRY(nvptx_element_pointer(e, op, a->base, a->indices, a->type, &pointer, &space));
  for (size_t i = 0; i < n; i++) values[i] = LLVMBuildBitCast(e->b, values[i], type, "");
  nvptx_asm_output(e, &t, type);
  if (a->pred) nvptx_asm_tied(&t, 0, values[n - 1]);
  size_t address = nvptx_asm_input(e, &t, pointer);
  for (size_t i = 0; i < n; i++) at[i] = nvptx_asm_input(e, &t, values[i]);
  if (a->pred) ir_print(&t.text, "@${} ", nvptx_asm_input(e, &t, nvptx_scalar(e, a->pred)));
  ir_print(&t.text, "atom.{}.{}.{}.{} $0, [${}]", orders[mem_atomic_order(a->order)],
           scopes[mem_atomic_scope(a->scope)], nvptx_space_name(space), operation, address);
  for (size_t i = 0; i < n; i++) ir_print(&t.text, ", ${}", at[i]);
  ir_write_char(&t.text, ';');
  nvptx_asm_call(e, &t, &result);
  result = LLVMBuildBitCast(e->b, result, nvptx_element_type(e, a->type), "");
  nvptx_define_scalar(e, ir_op_result(op, 0), result);
  if (space == NVPTX_GLOBAL) e->seen_store = true;
  return IR_OK;
}

// Two f16 or bf16 are packed in a register, more of them and f32 are a list: "add.noftz.f16x2",
// "add.v4.f32".
static void write_vector_operation(IrStream *text, IrType vector) {
  IrType element = ir_type_element(vector);
  int64_t n = ir_type_shape(vector).at[0];
  bool is_short = ir_type_width(element) == 16;
  const char *word = !is_short ? "f32" : ir_type_float_kind(element) == IR_BF16 ? "bf16" : "f16";
  ir_print(text, "add{}", is_short ? ".noftz" : "");
  if (is_short && n == 2)
    ir_print(text, ".{}x2", word);
  else
    ir_print(text, ".v{}.{}", n, word);
}

static IrStatus check_vector(Emit *e, IrOp *op, IrType vector) {
  IrType element = ir_type_element(vector);
  const TileTarget *target = tile_target_find(ir_str(e->options->arch));
  bool is_pair = ir_type_width(element) == 16 && ir_type_float_kind(element) == IR_F16 &&
                 ir_type_shape(vector).at[0] == 2;
  if (is_pair || !target || target->arch >= 90) return IR_OK;
  (void)nvptx_unsupported(op, "adding vectors came with sm_90");
  ir_help(e->ctx, "the target is {}: add the elements one by one", e->options->arch);
  return IR_FAILED;
}

// What came later than atomic accesses themselves.
static IrStatus check_target(Emit *e, IrOp *op, const Atomic *a, bool adds_floats) {
  const TileTarget *target = tile_target_find(ir_str(e->options->arch));
  bool is_bf16 = adds_floats && ir_type_float_kind(ir_type_element(a->type)) == IR_BF16;
  bool is_cluster = !strcmp(scopes[mem_atomic_scope(a->scope)], "cluster");
  if ((!is_bf16 && !is_cluster) || !target || target->arch >= 90) return IR_OK;
  (void)nvptx_unsupported(op, is_bf16 ? "adding bf16 atomically came with sm_90"
                                      : "the scope of clusters came with sm_90");
  ir_help(e->ctx,
          is_bf16 ? "the target is {}: add in f32, or in f16"
                  : "the target is {}: the scope of a block is cta, that of all is gpu",
          e->options->arch);
  return IR_FAILED;
}

// `$0` or `{$0, $1}`: n operands from `first` on.
static void write_list(IrStream *text, size_t first, size_t n) {
  for (size_t i = 0; i < n; i++) ir_print(text, "{}${}", i ? ", " : n > 1 ? "{" : "", first + i);
  if (n > 1) ir_write_char(text, '}');
}

// The registers that a vector is in: words of 32 bits, of more than two 16-bit floats each alone.
static EmitUnits vector_registers(Emit *e, const IrValue *vector) {
  EmitUnits elements = nvptx_elements(e, vector), words = elements;
  LLVMTypeRef type = nvptx_bits_of(LLVMTypeOf(elements.at[0])) == 16 ? e->i16 : e->f32;
  if (type == e->i16 && elements.n == 2) {
    words = nvptx_new_units(e, 1);
    LLVMValueRef pair =
        nvptx_gather(e, elements.at, 2, LLVMVectorType(LLVMTypeOf(elements.at[0]), 2));
    words.at[0] = LLVMBuildBitCast(e->b, pair, e->i32, "");
    return words;
  }
  words = nvptx_new_units(e, elements.n);
  for (size_t i = 0; i < elements.n; i++)
    words.at[i] = LLVMBuildBitCast(e->b, elements.at[i], type, "");
  return words;
}

static void define_vector(Emit *e, IrOp *op, LLVMValueRef *words, size_t n) {
  IrValue *result = ir_op_result(op, 0);
  IrType vector = ir_value_type(result);
  LLVMTypeRef element = nvptx_element_type(e, ir_type_element(vector));
  EmitUnits elements = nvptx_new_units(e, (size_t)ir_type_shape(vector).at[0]);
  LLVMValueRef pair = NULL;
  if (n < elements.n) pair = LLVMBuildBitCast(e->b, words[0], LLVMVectorType(element, 2), "");
  for (size_t i = 0; i < elements.n; i++)
    elements.at[i] = pair ? LLVMBuildExtractElement(e->b, pair, nvptx_i32(e, (int64_t)i), "")
                          : LLVMBuildBitCast(e->b, words[i], element, "");
  nvptx_define(e, result, nvptx_pack(e, vector, elements));
}

// As emit_atom; one whose result is not used is a `red`, which takes no acquire, for ptxas makes
// none of it.
static IrStatus emit_vector(Emit *e, IrOp *op, const Atomic *a, const IrValue *value) {
  EmitAsm t = {0};
  LLVMValueRef pointer, results[8];
  unsigned space;
  IR_TRY(check_vector(e, op, a->type));
  IR_TRY(check_target(e, op, a, true));
  IR_TRY(nvptx_element_pointer(e, op, a->base, a->indices, ir_type_element(a->type), &pointer,
                               &space));
  unsigned order = mem_atomic_order(a->order);
  bool is_used = ir_value_has_uses(ir_op_result(op, 0)) || order == MEM_ORDER_ACQUIRE ||
                 order == MEM_ORDER_ACQ_REL;
  EmitUnits words = vector_registers(e, value);
  size_t first = 0;
  for (size_t i = 0; i < words.n && is_used; i++) nvptx_asm_output(e, &t, LLVMTypeOf(words.at[i]));
  for (size_t i = 0; i < words.n && is_used && a->pred; i++) nvptx_asm_tied(&t, i, words.at[i]);
  size_t address = nvptx_asm_input(e, &t, pointer);
  for (size_t i = 0; i < words.n; i++) {
    size_t at = nvptx_asm_input(e, &t, words.at[i]);
    if (i == 0) first = at;
  }
  if (a->pred) ir_print(&t.text, "@${} ", nvptx_asm_input(e, &t, nvptx_scalar(e, a->pred)));
  ir_print(&t.text, "{}.{}.{}.{}.", is_used ? "atom" : "red", orders[mem_atomic_order(a->order)],
           scopes[mem_atomic_scope(a->scope)], nvptx_space_name(space));
  write_vector_operation(&t.text, a->type);
  ir_write_char(&t.text, ' ');
  if (is_used) write_list(&t.text, 0, words.n);
  ir_print(&t.text, "{}[${}], ", is_used ? ", " : "", address);
  write_list(&t.text, first, words.n);
  ir_write_char(&t.text, ';');
  nvptx_asm_call(e, &t, results);
  if (is_used)
    define_vector(e, op, results, words.n);
  else
    nvptx_define(e, ir_op_result(op, 0), nvptx_pack(e, a->type, nvptx_elements(e, value)));
  if (space == NVPTX_GLOBAL) e->seen_store = true;
  return IR_OK;
}

static IrStatus emit_rmw(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  Atomic a = {.base = GET(op, mem_atomic_rmw, base),
              .pred = GET(op, mem_atomic_rmw, pred),
              .indices = GET(op, mem_atomic_rmw, indices),
              .type = GET(op, mem_atomic_rmw, result_type),
              .order = GET(op, mem_atomic_rmw, order),
              .scope = GET(op, mem_atomic_rmw, scope)};
  if (ir_type_kind(a.type) == IR_TYPE_VECTOR)
    return emit_vector(e, op, &a, GET(op, mem_atomic_rmw, value));
  MemAtomic kind = mem_atomic_kind(GET(op, mem_atomic_rmw, kind));
  LLVMValueRef value = nvptx_scalar(e, GET(op, mem_atomic_rmw, value));
  IR_TRY(check_target(e, op, &a, kind == MEM_ADDF));
  IrStream operation = {0};
  write_operation(&operation, kind, a.type);
  IrStatus status = emit_atom(e, op, &a, ir_stream_cstr(&operation),
                              register_type(e, a.type, kind == MEM_ADDF), &value, 1);
  ir_stream_free(&operation);
  return status;
}

static IrStatus emit_cas(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  Atomic a = {.base = GET(op, mem_atomic_cas, base),
              .pred = GET(op, mem_atomic_cas, pred),
              .indices = GET(op, mem_atomic_cas, indices),
              .type = GET(op, mem_atomic_cas, result_type),
              .order = GET(op, mem_atomic_cas, order),
              .scope = GET(op, mem_atomic_cas, scope)};
  LLVMValueRef values[] = {nvptx_scalar(e, GET(op, mem_atomic_cas, expected)),
                           nvptx_scalar(e, GET(op, mem_atomic_cas, desired))};
  IR_TRY(check_target(e, op, &a, false));
  const char *operation = ir_type_width(a.type) == 32 ? "cas.b32" : "cas.b64";
  return emit_atom(e, op, &a, operation, register_type(e, a.type, false), values, 2);
}

// The address of a whole buffer stands in the text: a register with it, here in front of all loops,
// would serve in them, too, and ptxas takes it for one that differs between threads.
static LLVMValueRef map_buffer(Emit *e, int64_t offset, LLVMValueRef rank) {
  LLVMValueRef mapped;
  EmitAsm t = {.pure = true};
  nvptx_asm_output(e, &t, LLVMPointerTypeInContext(e->llvm, NVPTX_CLUSTER));
  (void)nvptx_asm_input(e, &t, rank);
  ir_print(&t.text, "mapa.shared::cluster.u32 $0, tegula_shared+{}, $1;", offset);
  nvptx_asm_call(e, &t, &mapped);
  return mapped;
}

// The same place in another block's shared memory.
static IrStatus emit_map_cluster(Emit *e, IrOp *op, const EmitRule *rule) {
  const IrOp *made = ir_value_op(GET(op, mem_map_cluster, buffer));
  IrAttr offset = IS(made, mem_alloc) ? ir_op_attr(made, "offset") : NULL;
  if (offset) {
    nvptx_define_scalar(
        e, ir_op_result(op, 0),
        map_buffer(e, ir_attr_int(offset), nvptx_scalar(e, GET(op, mem_map_cluster, rank))));
    return IR_OK;
  }
  const LLVMValueRef args[] = {nvptx_scalar(e, GET(op, mem_map_cluster, buffer)),
                               nvptx_scalar(e, GET(op, mem_map_cluster, rank))};
  nvptx_define_scalar(e, ir_op_result(op, 0),
                      nvptx_intrinsic(e, rule->intrinsic, NULL, 0, args, 2));
  return IR_OK;
}

const EmitRule nvptx_atomic_rules[] = {{.op = "mem.atomic_rmw", .emit = emit_rmw},
                                       {.op = "mem.atomic_cas", .emit = emit_cas},
                                       {.op = "mem.map_cluster",
                                        .emit = emit_map_cluster,
                                        .intrinsic = "llvm.nvvm.mapa.shared.cluster"},
                                       {0}};
