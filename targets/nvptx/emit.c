// From a module at thread level to an LLVM module: kernels, blocks and their arguments.  What a
// single op becomes is in the rule tables of the other emit_*.c files.
//
// Input: simt.kernel ops whose region is a CFG (cf), as scf-to-cf leaves it.  Anything else is a
// diagnostic.  Blocks are visited in reverse postorder, so every value is emitted before its uses;
// phis are created first and filled last.
#include <llvm-c/Target.h>

#include "dialects/simt/launch.h"
#include "dialects/tc/tc.h"
#include "dialects/tile/target.h"
#include "ir/interfaces/branch.h"
#include "targets/nvptx/emit_impl.h"

static const EmitRule *const rule_tables[] = {
    nvptx_arith_rules, nvptx_cast_rules,   nvptx_math_rules, nvptx_vector_rules, nvptx_mem_rules,
    nvptx_gpu_rules,   nvptx_warp_rules,   nvptx_tc_rules,   nvptx_wgmma_rules,  nvptx_atomic_rules,
    nvptx_async_rules, nvptx_report_rules, nvptx_call_rules, nvptx_ptx_rules};

IrStatus nvptx_unsupported(const IrOp *op, const char *what) {
  return ir_op_error(op, "is not supported by the LLVM target: {}", what);
}

IrStatus nvptx_needs(Emit *e, const IrOp *op, unsigned arch) {
  const TileTarget *target = tile_target_find(ir_str(e->options->arch));
  if (!target || target->arch >= arch) return IR_OK;
  (void)nvptx_unsupported(op, arch == 90 ? "it came with sm_90" : "it came with sm_80");
  ir_help(e->ctx, "the target is {}: choose another with --arch", e->options->arch);
  return IR_FAILED;
}

// ---- Rules. ----

static const EmitRule *find_rule(IrStr name) {
  for (size_t t = 0; t < sizeof rule_tables / sizeof *rule_tables; t++)
    for (const EmitRule *rule = rule_tables[t]; rule->op; rule++)
      if (ir_str_is(name, rule->op)) return rule;
  return NULL;
}

// The rule of an op, found by name once per kind of op.
static const EmitRule *rule_of(Emit *e, const IrOp *op) {
  const EmitRule *rule = ir_ptrmap_get(&e->rules, ir_op_info(op));
  if (rule) return rule;
  rule = find_rule(ir_op_name(op));
  if (rule) ir_ptrmap_set(&e->rules, ir_op_info(op), (void *)rule);
  return rule;
}

// Whether a value of that type can be held in registers.
static bool is_register_type(Emit *e, IrType type) {
  if (tc_descriptor_element(type) || tc_inflight_registers(type))
    return nvptx_element_type(e, type) != NULL;
  bool vector = ir_type_kind(type) == IR_TYPE_VECTOR;
  if (!vector && (ir_type_is_shaped(type) || ir_type_kind(type) == IR_TYPE_DIALECT)) return false;
  if (vector && ir_type_num_elements(type) < 0) return false;
  return !ir_type_has_scalable(type) && nvptx_element_type(e, type) != NULL;
}

static IrStatus check_results(Emit *e, IrOp *op) {
  for (size_t i = 0; i < ir_op_num_results(op); i++) {
    IrType type = ir_value_type(ir_op_result(op, i));
    if (ir_type_kind(type) == IR_TYPE_DIALECT || is_register_type(e, type)) continue;
    return ir_op_error(op, "has a result of type {}, which no register of the target can hold",
                       type);
  }
  return IR_OK;
}

// ---- Blocks. ----

static LLVMBasicBlockRef block_of(Emit *e, const IrBlock *block) {
  return ir_ptrmap_get(&e->blocks, block);
}

static EmitEdge edge_to(Emit *e, IrBlock *to, IrValues args) {
  return (EmitEdge){LLVMGetInsertBlock(e->b), to, args.at};
}

static IrValues operand_range(Emit *e, IrOp *op, size_t first, size_t n) {
  IrValue **values = IR_NEW_ARRAY(&e->arena, IrValue *, n);
  for (size_t i = 0; i < n; i++) values[i] = ir_op_operand(op, first + i);
  return (IrValues){values, n};
}

// cf.br ^bb(args)
static void emit_branch(Emit *e, IrOp *op) {
  IrBlock *to = ir_op_successor(op, 0);
  IrValues args = operand_range(e, op, 0, ir_op_num_operands(op));
  ir_vec_push(&e->edges, edge_to(e, to, args));
  LLVMBuildBr(e->b, block_of(e, to));
}

// cf.cond_br %c, ^a(...), ^b(...).  When both are one block its phis need two different
// predecessors, so the false edge gets a block of its own.
static void emit_cond_branch(Emit *e, IrOp *op) {
  IrBlock *yes = ir_op_successor(op, 0), *no = ir_op_successor(op, 1);
  size_t n = ir_block_num_args(yes);
  IrValues yes_args = operand_range(e, op, 1, n);
  IrValues no_args = operand_range(e, op, 1 + n, ir_block_num_args(no));
  LLVMValueRef condition = nvptx_scalar(e, ir_op_operand(op, 0));
  ir_vec_push(&e->edges, edge_to(e, yes, yes_args));
  LLVMBasicBlockRef target = block_of(e, no);
  if (yes == no) target = LLVMAppendBasicBlockInContext(e->llvm, e->function, "");
  LLVMBuildCondBr(e->b, condition, block_of(e, yes), target);
  if (yes == no) {
    LLVMPositionBuilderAtEnd(e->b, target);
    LLVMBuildBr(e->b, block_of(e, no));
  }
  ir_vec_push(&e->edges, edge_to(e, no, no_args));
}

// cf.switch %f, [default: ^a(...), 4: ^b(...)].  Each way gets a block of its own, so that the phis
// of a block that several ways lead to have as many predecessors.
static void emit_switch(Emit *e, IrOp *op) {
  LLVMValueRef flag = nvptx_scalar(e, ir_op_operand(op, 0));
  size_t n = ir_op_num_successors(op);
  IrAttr values = ir_op_attr(op, "case_values");
  LLVMBasicBlockRef otherwise = LLVMAppendBasicBlockInContext(e->llvm, e->function, "");
  LLVMValueRef choice = LLVMBuildSwitch(e->b, flag, otherwise, (unsigned)n - 1);
  for (size_t i = 0; i < n; i++) {
    LLVMBasicBlockRef way = otherwise;
    IrBlock *to = ir_op_successor(op, i);
    IrValues args = ir_branch_operands(op, i);
    if (i > 0) {
      uint64_t number = (uint64_t)ir_attr_int(ir_attr_dense_at(values, (int64_t)i - 1));
      way = LLVMAppendBasicBlockInContext(e->llvm, e->function, "");
      LLVMAddCase(choice, LLVMConstInt(LLVMTypeOf(flag), number, 0), way);
    }
    LLVMPositionBuilderAtEnd(e->b, way);
    ir_vec_push(&e->edges, edge_to(e, to, args));
    LLVMBuildBr(e->b, block_of(e, to));
  }
}

static IrStatus emit_terminator(Emit *e, IrOp *op) {
  IrStr name = ir_op_name(op);
  if (ir_str_is(name, "cf.br"))
    emit_branch(e, op);
  else if (ir_str_is(name, "cf.cond_br"))
    emit_cond_branch(e, op);
  else if (ir_str_is(name, "cf.switch") && ir_type_width(ir_value_type(ir_op_operand(op, 0))) <= 64)
    emit_switch(e, op);
  else if (ir_str_is(name, "simt.return"))
    LLVMBuildRetVoid(e->b);
  else
    return nvptx_unsupported(op, "a block must end in cf.br, cf.cond_br, cf.switch or simt.return");
  return IR_OK;
}

IrStatus nvptx_emit_op(Emit *e, IrOp *op) {
  e->emitted = op;
  nvptx_debug_at(e, op);
  if (ir_op_num_successors(op) || ir_op_has_trait(op, IR_TERMINATOR)) return emit_terminator(e, op);
  if (ir_op_num_regions(op) && !IS(op, simt_inline_ptx)) {
    (void)nvptx_unsupported(op, "it has regions");
    ir_help(e->ctx, "run scf-to-cf first: the target takes kernels as a CFG");
    return IR_FAILED;
  }
  const EmitRule *rule = rule_of(e, op);
  if (!rule) return nvptx_unsupported(op, "it has no rule for this op");
  IR_TRY(check_results(e, op));
  return rule->emit(e, op, rule);
}

static IrStatus emit_block(Emit *e, IrBlock *block) {
  LLVMPositionBuilderAtEnd(e->b, block_of(e, block));
  e->seen_store = ir_ptrmap_has(&e->after_store, block);
  ir_vec_clear(&e->addresses);
  for (IrOp *op = ir_block_first(block); op; op = ir_op_next(e->emitted))
    IR_TRY(nvptx_emit_from(e, op));
  if (!ir_block_terminator(block))
    return ir_op_error(e->kernel, "has a block that does not end in a terminator");
  return IR_OK;
}

// Phis for the arguments of a block other than the entry.
static IrStatus create_phis(Emit *e, IrBlock *block) {
  LLVMPositionBuilderAtEnd(e->b, block_of(e, block));
  for (size_t i = 0; i < ir_block_num_args(block); i++) {
    IrValue *arg = ir_block_arg(block, i);
    IrType type = ir_value_type(arg);
    if (!is_register_type(e, type))
      return ir_op_error(e->kernel, "passes {} between blocks; only registers can be", type);
    EmitUnits units = nvptx_new_units(e, nvptx_num_units(type));
    for (size_t u = 0; u < units.n; u++)
      units.at[u] = LLVMBuildPhi(e->b, nvptx_unit_type(e, type, u), "");
    nvptx_define(e, arg, units);
  }
  return IR_OK;
}

// One behind the other, of all arguments of the edge's block.
static void fill_phis_of(Emit *e, const EmitEdge *edge, EmitHandedOn *on) {
  for (size_t a = 0; a < ir_block_num_args(edge->to); a++) {
    EmitUnits phis = nvptx_units(e, ir_block_arg(edge->to, a));
    EmitUnits values = nvptx_units(e, edge->args[a]);
    memcpy(on->phis + on->n, phis.at, phis.n * sizeof *phis.at);
    memcpy(on->values + on->n, values.at, phis.n * sizeof *values.at);
    on->n += phis.n;
  }
  nvptx_move_handed_on(e, on);
  for (size_t i = 0; i < on->n; i++) LLVMAddIncoming(on->phis[i], &on->values[i], &on->from, 1);
}

static size_t phis_of(Emit *e, IrBlock *block) {
  size_t n = 0;
  for (size_t a = 0; a < ir_block_num_args(block); a++)
    n += nvptx_units(e, ir_block_arg(block, a)).n;
  return n;
}

static void fill_phis(Emit *e) {
  for (size_t i = 0; i < e->edges.n; i++) {
    const EmitEdge *edge = &e->edges.at[i];
    size_t n = phis_of(e, edge->to);
    EmitHandedOn on = {.from = edge->from};
    on.phis = IR_NEW_ARRAY(&e->arena, LLVMValueRef, n);
    on.values = IR_NEW_ARRAY(&e->arena, LLVMValueRef, n);
    fill_phis_of(e, edge, &on);
  }
}

typedef IR_VEC(IrBlock *) BlockList;

// Reachable blocks, each after its dominators: a depth-first walk on an explicit stack.
static BlockList reverse_postorder(Emit *e, IrRegion *region) {
  typedef struct Visit {
    IrBlock *block;
    size_t next;
  } Visit;
  IR_VEC(Visit) stack = {0};
  BlockList order = {0};
  IrPtrMap seen = {0};
  IrBlock *entry = ir_region_first(region);
  ir_ptrmap_set(&seen, entry, entry);
  ir_vec_push(&stack, ((Visit){entry, 0}));
  while (stack.n) {
    Visit *top = &ir_vec_last(&stack);
    IrOp *last = ir_block_last(top->block);
    if (last && top->next < ir_op_num_successors(last)) {
      // Successors are taken last to first, so that the first one comes first in the result.
      IrBlock *to = ir_op_successor(last, ir_op_num_successors(last) - ++top->next);
      if (ir_ptrmap_has(&seen, to)) continue;
      ir_ptrmap_set(&seen, to, to);
      ir_vec_push(&stack, ((Visit){to, 0}));
    } else {
      ir_vec_push(&order, ir_vec_pop(&stack).block);
    }
  }
  for (size_t i = 0; i < order.n / 2; i++) {
    IrBlock *swap = order.at[i];
    order.at[i] = order.at[order.n - 1 - i];
    order.at[order.n - 1 - i] = swap;
  }
  ir_vec_free(&stack);
  ir_ptrmap_free(&seen);
  (void)e;
  return order;
}

// ---- Kernels. ----

// Arguments become the parameters that the launch metadata lists (dialects/simt/launch.h).

enum { MAX_PARAMS = 512 }; // PTX has room for 4 kB

static IrStatus check_argument(Emit *e, IrType type) {
  if (ir_type_kind(type) == IR_TYPE_MEMREF && nvptx_element_type(e, type)) return IR_OK;
  if (ir_type_kind(type) != IR_TYPE_VECTOR && is_register_type(e, type)) return IR_OK;
  return ir_op_error(e->kernel, "has an argument of type {}, which cannot be passed at launch",
                     type);
}

static LLVMTypeRef parameter_type(Emit *e, const SimtParam *param) {
  if (param->kind == SIMT_PARAM_TENSOR_MAP) return LLVMPointerTypeInContext(e->llvm, 0);
  if (param->kind == SIMT_PARAM_POINTER) return LLVMPointerTypeInContext(e->llvm, NVPTX_GLOBAL);
  if (param->kind != SIMT_PARAM_SCALAR) return e->i64;
  LLVMTypeRef type = nvptx_element_type(e, param->type);
  return type == e->i1 ? e->i8 : type;
}

// What a memref's type says about it.
static EmitMemref *new_memref(Emit *e, IrValue *arg) {
  IrType type = ir_value_type(arg);
  IrShape shape = ir_type_shape(type);
  int64_t strides[TILE_MAX_RANK], offset;
  ir_type_memref_strides(type, strides, &offset);
  EmitMemref *memref = IR_NEW(&e->arena, EmitMemref);
  memref->sizes = IR_NEW_ARRAY(&e->arena, LLVMValueRef, shape.rank);
  memref->strides = IR_NEW_ARRAY(&e->arena, LLVMValueRef, shape.rank);
  for (size_t i = 0; i < shape.rank; i++) {
    memref->sizes[i] = nvptx_i64(e, shape.at[i]);
    memref->strides[i] = nvptx_i64(e, strides[i]);
  }
  ir_ptrmap_set(&e->memrefs, arg, memref);
  return memref;
}

// Strides of a memref without a layout: the product of the extents behind.
static void row_major_strides(Emit *e, EmitMemref *memref, size_t rank) {
  for (size_t i = rank; i-- > 1;) {
    bool last = i + 1 == rank; // of stride 1
    LLVMValueRef size = memref->sizes[i];
    memref->strides[i - 1] = last ? size : LLVMBuildNSWMul(e->b, memref->strides[i], size, "");
  }
}

static void bind_parameter(Emit *e, IrBlock *entry, const SimtParam *param, LLVMValueRef value) {
  if (param->kind == SIMT_PARAM_TENSOR_MAP) {
    nvptx_define_scalar(e, ir_op_result(param->map, 0), value);
    return;
  }
  IrValue *arg = ir_block_arg(entry, param->arg);
  EmitMemref *memref = ir_ptrmap_get(&e->memrefs, arg);
  switch (param->kind) {
  case SIMT_PARAM_POINTER:
    memref->pointer = value;
    break;
  case SIMT_PARAM_DIM:
    memref->sizes[param->index] = value;
    break;
  case SIMT_PARAM_STRIDE:
    memref->strides[param->index] = value;
    break;
  case SIMT_PARAM_SCALAR:
    if (ir_type_is_integer(param->type, 1)) value = LLVMBuildTrunc(e->b, value, e->i1, "");
    nvptx_define_scalar(e, arg, value);
    break;
  case SIMT_PARAM_TENSOR_MAP:
    IR_UNREACHABLE("bound above");
  }
}

static void bind_arguments(Emit *e, IrBlock *entry) {
  for (size_t i = 0; i < ir_block_num_args(entry); i++) {
    IrValue *arg = ir_block_arg(entry, i);
    if (ir_type_kind(ir_value_type(arg)) == IR_TYPE_MEMREF) new_memref(e, arg);
  }
  SimtParam params[MAX_PARAMS];
  size_t n = simt_kernel_params(e->kernel, params, MAX_PARAMS);
  for (size_t i = 0; i < n; i++)
    bind_parameter(e, entry, &params[i], LLVMGetParam(e->function, (unsigned)i));
  for (size_t i = 0; i < ir_block_num_args(entry); i++) {
    IrValue *arg = ir_block_arg(entry, i);
    EmitMemref *memref = ir_ptrmap_get(&e->memrefs, arg);
    IrType type = ir_value_type(arg);
    if (memref && !ir_type_layout(type)) row_major_strides(e, memref, ir_type_shape(type).rank);
  }
}

static void set_attribute_text(Emit *e, const char *name, IrStream *text) {
  LLVMAttributeRef attr = LLVMCreateStringAttribute(e->llvm, name, (unsigned)strlen(name),
                                                    text->data, (unsigned)text->len);
  LLVMAddAttributeAtIndex(e->function, LLVMAttributeFunctionIndex, attr);
  ir_stream_free(text);
}

static void add_attribute(Emit *e, unsigned index, LLVMAttributeRef attr) {
  LLVMAddAttributeAtIndex(e->function, index, attr);
}

// A tensor map is passed by value, 128 bytes, and stays in the parameters: TMA takes its address.
static void mark_tensor_map(Emit *e, unsigned param) {
  static const char byval[] = "byval", align[] = "align", constant[] = "nvvm.grid_constant";
  unsigned index = 1 + param; // 0 is the result
  LLVMTypeRef bytes = LLVMArrayType2(e->i8, SIMT_TENSOR_MAP_BYTES);
  unsigned kind = LLVMGetEnumAttributeKindForName(byval, sizeof byval - 1);
  add_attribute(e, index, LLVMCreateTypeAttribute(e->llvm, kind, bytes));
  kind = LLVMGetEnumAttributeKindForName(align, sizeof align - 1);
  add_attribute(e, index, LLVMCreateEnumAttribute(e->llvm, kind, SIMT_TENSOR_MAP_ALIGNMENT));
  add_attribute(e, index, LLVMCreateStringAttribute(e->llvm, constant, sizeof constant - 1, "", 0));
}

// Extents are not negative, and what is assumed of them holds: divisions by tiles are shorter then.
static void mark_extent(Emit *e, const SimtParam *param, unsigned number) {
  static const char range[] = "range";
  IrStr name = tile_kernel_arg_dim(e->kernel, param->arg, param->index);
  int64_t least = 0, most = INT64_MAX;
  if (name.len) tile_kernel_bounds(e->kernel, name, &least, &most);
  if (least < 0 || most < least) return;
  uint64_t low = (uint64_t)least, end = (uint64_t)most + 1;
  unsigned kind = LLVMGetEnumAttributeKindForName(range, sizeof range - 1);
  add_attribute(e, 1 + number, LLVMCreateConstantRangeAttribute(e->llvm, kind, 64, &low, &end));
}

static void set_attribute(Emit *e, const char *name, int64_t value) {
  IrStream text = {0};
  ir_write_int(&text, value);
  set_attribute_text(e, name, &text);
}

static void set_cluster(Emit *e, int64_t blocks) {
  IrStream text = {0};
  ir_print(&text, "{},1,1", blocks);
  set_attribute_text(e, "nvvm.cluster_dim", &text);
}

static void set_launch_bounds(Emit *e) {
  static const struct {
    const char *ours, *llvm;
  } bounds[] = {{"threads", "nvvm.reqntid"},
                {"simt.min_blocks", "nvvm.minctasm"},
                {"simt.max_registers", "nvvm.maxnreg"}};
  int64_t cluster = simt_kernel_cluster(e->kernel);
  if (cluster > 1) set_cluster(e, cluster);
  for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
    IrAttr attr = ir_op_attr(e->kernel, bounds[i].ours);
    if (attr && ir_attr_kind(attr) == IR_ATTR_INTEGER)
      set_attribute(e, bounds[i].llvm, ir_attr_int(attr));
  }
}

// `define ptx_kernel void @name(...)`
static IrStatus declare_kernel(Emit *e, IrBlock *entry) {
  for (size_t i = 0; i < ir_block_num_args(entry); i++)
    IR_TRY(check_argument(e, ir_value_type(ir_block_arg(entry, i))));
  SimtParam params[MAX_PARAMS];
  LLVMTypeRef types[MAX_PARAMS];
  size_t n = simt_kernel_params(e->kernel, params, MAX_PARAMS);
  if (n == MAX_PARAMS)
    return ir_op_error(e->kernel, "has arguments of more than {} parameters", MAX_PARAMS - 1);
  for (size_t i = 0; i < n; i++) types[i] = parameter_type(e, &params[i]);
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(e->llvm), types, (unsigned)n, false);
  IrStream name = {0};
  ir_print(&name, "{}", ir_symbol_name(e->kernel));
  e->function = LLVMAddFunction(e->module, ir_stream_cstr(&name), type);
  ir_stream_free(&name);
  LLVMSetFunctionCallConv(e->function, 71); // ptx_kernel
  for (size_t i = 0; i < n; i++) {
    if (params[i].kind == SIMT_PARAM_TENSOR_MAP) mark_tensor_map(e, (unsigned)i);
    if (params[i].kind == SIMT_PARAM_DIM) mark_extent(e, &params[i], (unsigned)i);
  }
  set_launch_bounds(e);
  return IR_OK;
}

static void forget_kernel(Emit *e) {
  ir_ptrmap_clear(&e->values);
  ir_ptrmap_clear(&e->memrefs);
  ir_ptrmap_clear(&e->blocks);
  ir_ptrmap_clear(&e->stored);
  ir_ptrmap_clear(&e->tied);
  ir_ptrmap_clear(&e->after_store);
  ir_ptrmap_clear(&e->di_lines);
  ir_vec_clear(&e->edges);
}

static IrStatus emit_body(Emit *e, const BlockList *order) {
  for (size_t i = 0; i < order->n; i++)
    ir_ptrmap_set(&e->blocks, order->at[i],
                  LLVMAppendBasicBlockInContext(e->llvm, e->function, ""));
  LLVMPositionBuilderAtEnd(e->b, block_of(e, order->at[0]));
  bind_arguments(e, order->at[0]);
  for (size_t i = 1; i < order->n; i++) IR_TRY(create_phis(e, order->at[i]));
  for (size_t i = 0; i < order->n; i++) IR_TRY(emit_block(e, order->at[i]));
  fill_phis(e);
  return IR_OK;
}

IrStatus nvptx_emit_kernel(Emit *e, IrOp *kernel) {
  forget_kernel(e);
  e->kernel = kernel;
  e->report_room = NULL;
  IrAttr threads = ir_op_attr(kernel, "threads");
  e->threads = threads ? (uint32_t)ir_attr_int(threads) : 1024;
  IrRegion *region = ir_op_region(kernel, 0);
  if (ir_region_is_empty(region)) return ir_op_error(kernel, "has no body");
  IR_TRY(declare_kernel(e, ir_region_first(region)));
  nvptx_debug_kernel(e, kernel, ir_symbol_name(kernel));
  nvptx_find_stores(e, kernel);
  e->waits_for_grids = simt_kernel_waits_for_grids(kernel);
  BlockList order = reverse_postorder(e, region);
  IrStatus status = emit_body(e, &order);
  ir_vec_free(&order);
  return status;
}

static void make_types(Emit *e) {
  e->i1 = LLVMInt1TypeInContext(e->llvm);
  e->i8 = LLVMInt8TypeInContext(e->llvm);
  e->i16 = LLVMInt16TypeInContext(e->llvm);
  e->i32 = LLVMInt32TypeInContext(e->llvm);
  e->i64 = LLVMInt64TypeInContext(e->llvm);
  e->f16 = LLVMHalfTypeInContext(e->llvm);
  e->bf16 = LLVMBFloatTypeInContext(e->llvm);
  e->f32 = LLVMFloatTypeInContext(e->llvm);
  e->f64 = LLVMDoubleTypeInContext(e->llvm);
}

void nvptx_emit_begin(Emit *e, IrContext *ctx, const char *data_layout) {
  e->ctx = ctx;
  make_types(e);
  e->module = LLVMModuleCreateWithNameInContext("tegula", e->llvm);
  LLVMSetTarget(e->module, "nvptx64-nvidia-cuda");
  LLVMSetDataLayout(e->module, data_layout);
  e->b = LLVMCreateBuilderInContext(e->llvm);
  nvptx_debug_begin(e);
}

void nvptx_emit_end(Emit *e) {
  nvptx_debug_end(e);
}

void nvptx_emit_free(Emit *e) {
  if (e->b) LLVMDisposeBuilder(e->b);
  ir_ptrmap_free(&e->rules);
  ir_ptrmap_free(&e->texts);
  ir_ptrmap_free(&e->values);
  ir_ptrmap_free(&e->memrefs);
  ir_ptrmap_free(&e->blocks);
  ir_ptrmap_free(&e->stored);
  ir_ptrmap_free(&e->tied);
  ir_ptrmap_free(&e->after_store);
  ir_ptrmap_free(&e->di_files);
  ir_ptrmap_free(&e->di_lines);
  ir_vec_free(&e->edges);
  ir_vec_free(&e->addresses);
  ir_arena_destroy(&e->arena);
}
