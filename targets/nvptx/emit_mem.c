// Memory: memref.dim, mem.alloc, mem.flatten, mem.load, mem.store.
//
// An access is a plain LLVM load or store, aligned to its size (the op promises it), or inline PTX
// (emit_run.c).
#include "dialects/mem/mem.h"
#include "targets/nvptx/emit_access.h"

// ---- What is stored, and when. ----

bool nvptx_is_global(const IrValue *base) {
  return ir_type_kind(ir_value_type(base)) == IR_TYPE_MEMREF;
}

// The memref that an op stores to, or NULL.
static IrValue *stored_memref(const IrOp *op) {
  const IrValue *map = NULL;
  IrValue *base = NULL;
  if (IS(op, mem_store)) base = GET(op, mem_store, base);
  if (IS(op, mem_atomic_rmw)) base = GET(op, mem_atomic_rmw, base);
  if (IS(op, mem_atomic_cas)) base = GET(op, mem_atomic_cas, base);
  if (base && nvptx_is_global(base)) return base;
  if (IS(op, mem_tma_store)) map = GET(op, mem_tma_store, map);
  if (IS(op, mem_tma_reduce)) map = GET(op, mem_tma_reduce, map);
  const IrOp *made = DEF(map, mem_tensor_map);
  return made ? GET(made, mem_tensor_map, tensor) : NULL;
}

// Marks all blocks that can run after `block` has.
static void flood(Emit *e, IrBlock *block) {
  IR_VEC(IrBlock *) work = {0};
  ir_vec_push(&work, block);
  while (work.n) {
    IrOp *last = ir_block_last(ir_vec_pop(&work));
    for (size_t i = 0; last && i < ir_op_num_successors(last); i++) {
      IrBlock *to = ir_op_successor(last, i);
      if (ir_ptrmap_has(&e->after_store, to)) continue;
      ir_ptrmap_set(&e->after_store, to, to);
      ir_vec_push(&work, to);
    }
  }
  ir_vec_free(&work);
}

void nvptx_find_stores(Emit *e, IrOp *kernel) {
  IR_FOR_BLOCKS(block, ir_op_region(kernel, 0)) {
    bool any = false;
    IR_FOR_OPS(op, block) {
      IrValue *base = stored_memref(op);
      if (!base) continue;
      ir_ptrmap_set(&e->stored, base, base);
      any = true;
    }
    if (any) flood(e, block);
  }
}

// ---- Plain accesses. ----

static LLVMTypeRef whole_type(const EmitAccess *a) {
  return a->words == 1 ? a->word : LLVMVectorType(a->word, (unsigned)a->words);
}

static void load_plain(Emit *e, const EmitAccess *a, const EmitPlace *from, EmitUnits words) {
  LLVMValueRef load = LLVMBuildLoad2(e->b, whole_type(a), nvptx_pointer_to(e, from), "");
  LLVMSetAlignment(load, (unsigned)a->words * a->word_bytes);
  nvptx_scatter(e, load, a->word, a->words, words.at);
}

static void store_plain(Emit *e, const EmitAccess *a, const EmitPlace *to, EmitUnits words) {
  LLVMValueRef whole = nvptx_gather(e, words.at, a->words, whole_type(a));
  LLVMSetAlignment(LLVMBuildStore(e->b, whole, nvptx_pointer_to(e, to)),
                   (unsigned)a->words * a->word_bytes);
}

// ---- Ops. ----

bool nvptx_is_read_only(const Emit *e, const IrValue *base) {
  return nvptx_is_global(base) && !e->seen_store && !ir_ptrmap_has(&e->stored, base);
}

static IrStatus emit_load(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  bool done;
  IR_TRY(nvptx_emit_run(e, op, &done));
  if (done) return IR_OK;
  IrValue *result = ir_op_result(op, 0);
  IrType type = ir_value_type(result);
  EmitAccess a = nvptx_access_of(e, type);
  EmitPlace from;
  IR_TRY(nvptx_find_place(e, op, &a, GET(op, mem_load, base), GET(op, mem_load, indices), &from));
  EmitUnits words = nvptx_new_units(e, a.words);
  load_plain(e, &a, &from, words);
  nvptx_define(e, result, nvptx_loaded_words(e, &a, type, words));
  return IR_OK;
}

static IrStatus emit_store(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  bool done;
  IR_TRY(nvptx_emit_run(e, op, &done));
  if (done) return IR_OK;
  IrValue *value = GET(op, mem_store, value);
  EmitAccess a = nvptx_access_of(e, ir_value_type(value));
  EmitPlace to;
  IR_TRY(nvptx_find_place(e, op, &a, GET(op, mem_store, base), GET(op, mem_store, indices), &to));
  store_plain(e, &a, &to, nvptx_to_words(e, &a, nvptx_units(e, value)));
  if (to.space == NVPTX_GLOBAL) e->seen_store = true;
  return IR_OK;
}

static IrStatus emit_dim(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  const EmitMemref *memref = ir_ptrmap_get(&e->memrefs, ir_op_operand(op, 0));
  if (!memref) return nvptx_unsupported(op, "its memref is not an argument of the kernel");
  LLVMValueRef index = nvptx_scalar(e, ir_op_operand(op, 1));
  size_t rank = ir_type_shape(ir_value_type(ir_op_operand(op, 0))).rank;
  if (!LLVMIsAConstantInt(index) || LLVMConstIntGetZExtValue(index) >= rank)
    return nvptx_unsupported(op, "the dimension is not a constant within the memref's rank");
  nvptx_define_scalar(e, ir_op_result(op, 0), memref->sizes[LLVMConstIntGetZExtValue(index)]);
  return IR_OK;
}

// The block's shared memory, sized at launch; 1024 is what TMA and wgmma ask of a buffer.
static LLVMValueRef dynamic_shared(Emit *e) {
  if (e->dynamic_shared) return e->dynamic_shared;
  e->dynamic_shared = LLVMAddGlobalInAddressSpace(e->module, LLVMArrayType2(e->i8, 0),
                                                  "tegula_shared", NVPTX_SHARED);
  LLVMSetAlignment(e->dynamic_shared, 1024);
  LLVMSetLinkage(e->dynamic_shared, LLVMExternalLinkage);
  return e->dynamic_shared;
}

static IrStatus emit_alloc(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  IrAttr offset = ir_op_attr(op, "offset");
  if (!offset) {
    IrStatus failed = nvptx_unsupported(op, "the buffer has no offset in shared memory yet");
    ir_help(e->ctx, "write 'mem.alloc {{offset = 0 : i64}', in bytes, and count it in the kernel's "
                    "shared(bytes)");
    return failed;
  }
  LLVMValueRef index = nvptx_i32(e, ir_attr_int(offset));
  LLVMValueRef base = dynamic_shared(e);
  if (ir_attr_int(offset)) base = LLVMConstInBoundsGEP2(e->i8, base, &index, 1);
  nvptx_define_scalar(e, ir_op_result(op, 0), base);
  return IR_OK;
}

// One slot of the leading dimension: slots follow each other, with their padding.
static IrStatus emit_index(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  LLVMValueRef index = nvptx_scalar(e, GET(op, mem_index, index));
  IrType buffer = ir_value_type(GET(op, mem_index, buffer));
  int64_t bytes = mem_buffer_bytes(buffer) / mem_buffer_shape(buffer).at[0];
  index = LLVMBuildTrunc(e->b, index, e->i32, "");
  index = LLVMBuildNSWMul(e->b, index, nvptx_i32(e, bytes), "");
  LLVMValueRef base = nvptx_scalar(e, GET(op, mem_index, buffer));
  nvptx_define_scalar(e, ir_op_result(op, 0), LLVMBuildGEP2(e->b, e->i8, base, &index, 1, ""));
  return IR_OK;
}

// The same bytes under another type.
static IrStatus emit_flatten(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  nvptx_define_scalar(e, ir_op_result(op, 0), nvptx_scalar(e, ir_op_operand(op, 0)));
  return IR_OK;
}

const EmitRule nvptx_mem_rules[] = {{.op = "memref.dim", .emit = emit_dim},
                                    {.op = "mem.alloc", .emit = emit_alloc},
                                    {.op = "mem.index", .emit = emit_index},
                                    {.op = "mem.flatten", .emit = emit_flatten},
                                    {.op = "mem.load", .emit = emit_load},
                                    {.op = "mem.store", .emit = emit_store},
                                    {0}};
