// Memory: memref.dim, mem.alloc, mem.flatten, mem.load, mem.store.
//
// An access is a plain LLVM load or store, aligned to its size (the op promises it), or inline PTX
// (emit_run.c).
#include "dialects/mem/mem.h"
#include "targets/nvptx/emit_access.h"

// ---- What is stored, and when. ----

static bool is_global(const IrValue *base) {
  return ir_type_kind(ir_value_type(base)) == IR_TYPE_MEMREF;
}

// The memref that an op stores to, or NULL.
static IrValue *stored_memref(const IrOp *op) {
  const IrValue *map = NULL;
  IrValue *base = NULL;
  if (IS(op, mem_store)) base = GET(op, mem_store, base);
  if (IS(op, mem_atomic_rmw)) base = GET(op, mem_atomic_rmw, base);
  if (IS(op, mem_atomic_cas)) base = GET(op, mem_atomic_cas, base);
  if (base && is_global(base)) return base;
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

// ---- Addresses. ----

// Pointers into shared memory have 32 bits.
static bool is_short(const EmitPlace *address) {
  return address->space != NVPTX_GLOBAL;
}

const char *nvptx_space_name(unsigned space) {
  return space == NVPTX_GLOBAL ? "global" : space == NVPTX_SHARED ? "shared" : "shared::cluster";
}

// Takes the constant out of `x + constant`.  A 32-bit shared address wraps as the sum does, and a
// 64-bit index does not wrap in a kernel that means something.
static LLVMValueRef peel_constant(LLVMValueRef index, int64_t *constant) {
  *constant = 0;
  if (LLVMIsAConstantInt(index)) {
    *constant = LLVMConstIntGetSExtValue(index);
    return LLVMConstInt(LLVMTypeOf(index), 0, false);
  }
  if (!LLVMIsAInstruction(index) || LLVMGetInstructionOpcode(index) != LLVMAdd) return index;
  LLVMValueRef right = LLVMGetOperand(index, 1);
  if (!LLVMIsAConstantInt(right)) return index;
  *constant = LLVMConstIntGetSExtValue(right);
  return LLVMGetOperand(index, 0);
}

static LLVMValueRef add_scaled(Emit *e, LLVMValueRef sum, LLVMValueRef index, LLVMValueRef scale) {
  if (LLVMIsAConstantInt(index) && LLVMConstIntGetZExtValue(index) == 0) return sum;
  LLVMValueRef term = LLVMIsAConstantInt(scale) && LLVMConstIntGetZExtValue(scale) == 1
                          ? index
                          : LLVMBuildNSWMul(e->b, index, scale, "");
  return sum ? LLVMBuildNSWAdd(e->b, sum, term, "") : term;
}

// What an access adds to a memref's pointer: sum of (index + constant) * stride.  Constants along
// a static stride go to the immediate.  Along a dynamic one (the rows of a tile) they are built up
// bit by bit from the addresses the block already has: row 13 is row 12 plus one stride, row 12 is
// row 8 plus four.  So an access costs one addition, not a multiplication, and no chain of them is
// longer than the constant has bits.
static const EmitAddress *known_address(const Emit *e, const EmitAddress *want, size_t rank) {
  for (size_t i = e->addresses.n; i-- > 0;) {
    const EmitAddress *have = &e->addresses.at[i];
    if (have->memref == want->memref &&
        !memcmp(have->indices, want->indices, rank * sizeof *want->indices) &&
        !memcmp(have->constants, want->constants, rank * sizeof *want->constants))
      return have;
  }
  return NULL;
}

// The address with all constants zero.
static LLVMValueRef first_address(Emit *e, const EmitAccess *a, const EmitAddress *want,
                                  size_t rank) {
  LLVMValueRef sum = NULL;
  for (size_t i = 0; i < rank; i++)
    sum = add_scaled(e, sum, want->indices[i], want->memref->strides[i]);
  LLVMValueRef pointer = want->memref->pointer;
  return sum ? LLVMBuildGEP2(e->b, a->cell, pointer, &sum, 1, "") : pointer;
}

// `bit` strides of dimension `d` beyond `from`.
static LLVMValueRef step(Emit *e, const EmitAccess *a, const EmitAddress *from, size_t d,
                         int64_t bit) {
  LLVMValueRef bytes = nvptx_i64(e, bit * a->element_bytes);
  bytes = LLVMBuildNSWMul(e->b, from->memref->strides[d], bytes, "");
  return LLVMBuildGEP2(e->b, e->i8, from->pointer, &bytes, 1, "");
}

// Fills want->pointer.  First upwards to something known, then down again, a bit at a time.
static void build_address(Emit *e, const EmitAccess *a, EmitAddress *want, size_t rank) {
  EmitAddress at = *want;
  struct {
    size_t d;
    int64_t bit;
  } path[4 * 64];
  size_t n = 0;
  const EmitAddress *known;
  while (!(known = known_address(e, &at, rank))) {
    size_t d = 0;
    while (d < rank && !at.constants[d]) d++;
    if (d == rank) break;
    uint64_t rest = (uint64_t)at.constants[d];
    path[n].d = d;
    path[n++].bit = (int64_t)(rest & (0 - rest));
    at.constants[d] = (int64_t)(rest & (rest - 1));
  }
  at.pointer = known ? known->pointer : first_address(e, a, &at, rank);
  if (!known) ir_vec_push(&e->addresses, at);
  while (n-- > 0) {
    at.pointer = step(e, a, &at, path[n].d, path[n].bit);
    at.constants[path[n].d] |= path[n].bit;
    ir_vec_push(&e->addresses, at);
  }
  want->pointer = at.pointer;
}

static EmitPlace global_address(Emit *e, const EmitAccess *a, const IrValue *base,
                                IrValues indices) {
  const EmitMemref *memref = ir_ptrmap_get(&e->memrefs, base);
  EmitAddress want = {.memref = memref};
  EmitPlace address = {.space = NVPTX_GLOBAL};
  for (size_t i = 0; i < indices.n; i++) {
    LLVMValueRef index = nvptx_scalar(e, indices.at[i]), stride = memref->strides[i];
    int64_t constant;
    want.indices[i] = peel_constant(index, &constant);
    if (LLVMIsAConstantInt(stride))
      address.immediate += constant * LLVMConstIntGetSExtValue(stride) * a->element_bytes;
    else if (constant > 0)
      want.constants[i] = constant;
    else
      want.indices[i] = index;
  }
  build_address(e, a, &want, indices.n);
  address.pointer = want.pointer;
  return address;
}

static EmitPlace shared_address(Emit *e, const EmitAccess *a, const IrValue *base,
                                IrValues indices) {
  EmitPlace address = {.pointer = nvptx_scalar(e, base), .space = NVPTX_SHARED};
  IrType type = ir_value_type(base);
  if (mem_buffer_space(type) == MEM_CLUSTER) address.space = NVPTX_CLUSTER;
  if (!indices.n) return address;
  int64_t constant;
  LLVMValueRef index = peel_constant(nvptx_scalar(e, indices.at[0]), &constant);
  address.immediate = constant * a->element_bytes;
  if (LLVMTypeOf(index) != e->i32) index = LLVMBuildTrunc(e->b, index, e->i32, "");
  if (LLVMIsAConstantInt(index) && LLVMConstIntGetZExtValue(index) == 0) return address;
  EmitAddress want = {.indices = {address.pointer, index}, .constants = {a->element_bytes}};
  const EmitAddress *known = known_address(e, &want, 2);
  if (!known) {
    want.pointer = LLVMBuildGEP2(e->b, a->cell, address.pointer, &index, 1, "");
    ir_vec_push(&e->addresses, want);
  }
  address.pointer = known ? known->pointer : want.pointer;
  return address;
}

IrStatus nvptx_find_place(Emit *e, const IrOp *op, const EmitAccess *a, const IrValue *base,
                          IrValues indices, EmitPlace *address) {
  if (is_global(base)) {
    if (!ir_ptrmap_has(&e->memrefs, base))
      return ir_op_error(op, "accesses a memref that is not an argument of the kernel");
    *address = global_address(e, a, base, indices);
    return IR_OK;
  }
  if (indices.n > 1) {
    (void)ir_op_error(op, "indexes a buffer with {} indices", indices.n);
    ir_help(e->ctx, "flatten the buffer with mem.flatten; the target takes flat offsets only");
    return IR_FAILED;
  }
  *address = shared_address(e, a, base, indices);
  return IR_OK;
}

static LLVMValueRef pointer_to(Emit *e, const EmitPlace *address) {
  int64_t offset = address->immediate;
  if (!offset) return address->pointer;
  LLVMValueRef index = is_short(address) ? nvptx_i32(e, offset) : nvptx_i64(e, offset);
  return LLVMBuildGEP2(e->b, e->i8, address->pointer, &index, 1, "");
}

// For instructions that take an address alone.
static EmitAccess access_to(Emit *e, IrType element) {
  EmitAccess a = {.element = nvptx_element_type(e, element)};
  a.cell = a.element == e->i1 ? e->i8 : a.element;
  a.element_bytes = nvptx_bits_of(a.cell) / 8;
  return a;
}

IrStatus nvptx_element_pointer(Emit *e, const IrOp *op, const IrValue *base, IrValues indices,
                               IrType element, LLVMValueRef *pointer, unsigned *space) {
  EmitAccess a = access_to(e, element);
  EmitPlace address;
  IR_TRY(nvptx_find_place(e, op, &a, base, indices, &address));
  *pointer = pointer_to(e, &address);
  *space = address.space;
  return IR_OK;
}

LLVMValueRef nvptx_shared_pointer(Emit *e, const IrValue *row, const IrValue *index) {
  IrType element = mem_buffer_element(ir_value_type(row));
  EmitAccess a = {.cell = e->i64, .element_bytes = MEM_MBARRIER_BYTES};
  if (!mem_is_mbarrier(element)) a = access_to(e, element);
  IrValue *indices[] = {(IrValue *)index};
  EmitPlace address = shared_address(e, &a, row, (IrValues){indices, 1});
  return pointer_to(e, &address);
}

IrStatus nvptx_global_pointer(Emit *e, const IrOp *op, const IrValue *memref, IrValues indices,
                              LLVMValueRef *pointer) {
  EmitAccess a = access_to(e, ir_type_element(ir_value_type(memref)));
  EmitPlace address;
  IR_TRY(nvptx_find_place(e, op, &a, memref, indices, &address));
  *pointer = pointer_to(e, &address);
  return IR_OK;
}

// ---- Plain accesses. ----

static LLVMTypeRef whole_type(const EmitAccess *a) {
  return a->words == 1 ? a->word : LLVMVectorType(a->word, (unsigned)a->words);
}

static void load_plain(Emit *e, const EmitAccess *a, const EmitPlace *from, EmitUnits words) {
  LLVMValueRef load = LLVMBuildLoad2(e->b, whole_type(a), pointer_to(e, from), "");
  LLVMSetAlignment(load, (unsigned)a->words * a->word_bytes);
  nvptx_scatter(e, load, a->word, a->words, words.at);
}

static void store_plain(Emit *e, const EmitAccess *a, const EmitPlace *to, EmitUnits words) {
  LLVMValueRef whole = nvptx_gather(e, words.at, a->words, whole_type(a));
  LLVMSetAlignment(LLVMBuildStore(e->b, whole, pointer_to(e, to)),
                   (unsigned)a->words * a->word_bytes);
}

// ---- Ops. ----

bool nvptx_is_read_only(const Emit *e, const IrValue *base) {
  return is_global(base) && !e->seen_store && !ir_ptrmap_has(&e->stored, base);
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
