// Atomic accesses: one `atom` of PTX each, under a predicate without a branch.  ptxas makes a `red`
// of one whose result is not used.
#include "dialects/mem/mem.h"
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

static IrStatus emit_rmw(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  Atomic a = {.base = GET(op, mem_atomic_rmw, base),
              .pred = GET(op, mem_atomic_rmw, pred),
              .indices = GET(op, mem_atomic_rmw, indices),
              .type = GET(op, mem_atomic_rmw, result_type),
              .order = GET(op, mem_atomic_rmw, order),
              .scope = GET(op, mem_atomic_rmw, scope)};
  MemAtomic kind = mem_atomic_kind(GET(op, mem_atomic_rmw, kind));
  LLVMValueRef value = nvptx_scalar(e, GET(op, mem_atomic_rmw, value));
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
  const char *operation = ir_type_width(a.type) == 32 ? "cas.b32" : "cas.b64";
  return emit_atom(e, op, &a, operation, register_type(e, a.type, false), values, 2);
}

// The same place in another block's shared memory.
static IrStatus emit_map_cluster(Emit *e, IrOp *op, const EmitRule *rule) {
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
