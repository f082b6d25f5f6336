// Addresses of accesses.
//
// What an access adds to a memref's pointer is the sum of (index + constant) * stride.  Constants
// along a static stride go to the immediate.  Along a dynamic one (the rows of a tile) they are
// built up bit by bit from the addresses that are known already: row 13 is row 12 plus one stride,
// row 12 is row 8 plus four.  So an access costs one addition, not a multiplication, and no chain
// of them is longer than the constant has bits.
#include "dialects/mem/mem.h"
#include "targets/nvptx/emit_access.h"

// Pointers into shared memory have 32 bits.
static bool is_short(const EmitPlace *address) {
  return address->space != NVPTX_GLOBAL;
}

const char *nvptx_space_name(unsigned space) {
  return space == NVPTX_GLOBAL ? "global" : space == NVPTX_SHARED ? "shared" : "shared::cluster";
}

LLVMValueRef nvptx_peel_constant(LLVMValueRef index, int64_t *constant) {
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

static const EmitAddress *known_address(const EmitAddresses *known, const EmitAddress *want) {
  size_t rank = want->rank;
  for (size_t i = known->n; i-- > 0;) {
    const EmitAddress *have = &known->at[i];
    if (have->memref == want->memref && have->rank == rank &&
        !memcmp(have->indices, want->indices, rank * sizeof *want->indices) &&
        !memcmp(have->constants, want->constants, rank * sizeof *want->constants))
      return have;
  }
  return NULL;
}

bool nvptx_address_path(const EmitAddresses *known, const EmitAddress *want,
                        EmitAddressPath *path) {
  const EmitAddress *found;
  path->from = *want;
  path->n = 0;
  while (!(found = known_address(known, &path->from))) {
    size_t d = 0;
    while (d < want->rank && !path->from.constants[d]) d++;
    if (d == want->rank) return false;
    uint64_t rest = (uint64_t)path->from.constants[d];
    path->at[path->n].d = d;
    path->at[path->n++].bit = (int64_t)(rest & (0 - rest));
    path->from.constants[d] = (int64_t)(rest & (rest - 1));
  }
  path->from = *found;
  return true;
}

LLVMValueRef nvptx_first_address(Emit *e, const EmitAccess *a, const EmitAddress *want) {
  EmitAddress first = *want;
  memset(first.constants, 0, sizeof first.constants);
  const EmitAddress *known = known_address(&e->addresses, &first);
  if (known) return known->pointer;
  LLVMValueRef sum = NULL;
  for (size_t i = 0; i < want->rank; i++)
    sum = add_scaled(e, sum, want->indices[i], want->memref->strides[i]);
  first.pointer = want->memref->pointer;
  if (sum) first.pointer = LLVMBuildGEP2(e->b, a->cell, first.pointer, &sum, 1, "");
  ir_vec_push(&e->addresses, first);
  return first.pointer;
}

LLVMValueRef nvptx_stride_bytes(Emit *e, const EmitAccess *a, const EmitMemref *memref, size_t d,
                                int64_t n) {
  return LLVMBuildNSWMul(e->b, memref->strides[d], nvptx_i64(e, n * a->element_bytes), "");
}

static LLVMValueRef build_address(Emit *e, const EmitAccess *a, const EmitAddress *want) {
  EmitAddressPath path;
  bool known = nvptx_address_path(&e->addresses, want, &path);
  EmitAddress at = path.from;
  if (!known) at.pointer = nvptx_first_address(e, a, want);
  while (path.n-- > 0) {
    size_t d = path.at[path.n].d;
    int64_t bit = path.at[path.n].bit;
    LLVMValueRef bytes = nvptx_stride_bytes(e, a, at.memref, d, bit);
    at.pointer = LLVMBuildGEP2(e->b, e->i8, at.pointer, &bytes, 1, "");
    at.constants[d] |= bit;
    ir_vec_push(&e->addresses, at);
  }
  return at.pointer;
}

static EmitPlace global_place(Emit *e, const EmitAccess *a, const IrValue *base, IrValues indices) {
  const EmitMemref *memref = ir_ptrmap_get(&e->memrefs, base);
  EmitPlace place = {.space = NVPTX_GLOBAL, .rows = {.memref = memref, .rank = indices.n}};
  for (size_t i = 0; i < indices.n; i++) {
    LLVMValueRef index = nvptx_scalar(e, indices.at[i]), stride = memref->strides[i];
    int64_t constant;
    place.rows.indices[i] = nvptx_peel_constant(index, &constant);
    if (LLVMIsAConstantInt(stride))
      place.immediate += constant * LLVMConstIntGetSExtValue(stride) * a->element_bytes;
    else if (constant > 0)
      place.rows.constants[i] = constant;
    else
      place.rows.indices[i] = index;
  }
  return place;
}

static EmitPlace shared_place(Emit *e, const EmitAccess *a, const IrValue *base, IrValues indices) {
  EmitPlace address = {.pointer = nvptx_scalar(e, base), .space = NVPTX_SHARED};
  IrType type = ir_value_type(base);
  if (mem_buffer_space(type) == MEM_CLUSTER) address.space = NVPTX_CLUSTER;
  if (!indices.n) return address;
  int64_t constant;
  LLVMValueRef index = nvptx_peel_constant(nvptx_scalar(e, indices.at[0]), &constant);
  address.immediate = constant * a->element_bytes;
  if (LLVMTypeOf(index) != e->i32) index = LLVMBuildTrunc(e->b, index, e->i32, "");
  if (LLVMIsAConstantInt(index) && LLVMConstIntGetZExtValue(index) == 0) return address;
  EmitAddress want = {
      .rank = 2, .indices = {address.pointer, index}, .constants = {a->element_bytes}};
  const EmitAddress *known = known_address(&e->addresses, &want);
  if (!known) {
    want.pointer = LLVMBuildGEP2(e->b, a->cell, address.pointer, &index, 1, "");
    ir_vec_push(&e->addresses, want);
  }
  address.pointer = known ? known->pointer : want.pointer;
  return address;
}

IrStatus nvptx_split_place(Emit *e, const IrOp *op, const EmitAccess *a, const IrValue *base,
                           IrValues indices, EmitPlace *place) {
  if (nvptx_is_global(base)) {
    if (!ir_ptrmap_has(&e->memrefs, base))
      return ir_op_error(op, "accesses a memref that is not an argument of the kernel");
    *place = global_place(e, a, base, indices);
    return IR_OK;
  }
  if (indices.n > 1) {
    (void)ir_op_error(op, "indexes a buffer with {} indices", indices.n);
    ir_help(e->ctx, "flatten the buffer with mem.flatten; the target takes flat offsets only");
    return IR_FAILED;
  }
  *place = shared_place(e, a, base, indices);
  return IR_OK;
}

IrStatus nvptx_find_place(Emit *e, const IrOp *op, const EmitAccess *a, const IrValue *base,
                          IrValues indices, EmitPlace *place) {
  IR_TRY(nvptx_split_place(e, op, a, base, indices, place));
  if (!place->pointer) place->pointer = build_address(e, a, &place->rows);
  return IR_OK;
}

LLVMValueRef nvptx_pointer_to(Emit *e, const EmitPlace *address) {
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
  *pointer = nvptx_pointer_to(e, &address);
  *space = address.space;
  return IR_OK;
}

LLVMValueRef nvptx_shared_pointer(Emit *e, const IrValue *row, const IrValue *index) {
  IrType element = mem_buffer_element(ir_value_type(row));
  EmitAccess a = {.cell = e->i64, .element_bytes = MEM_MBARRIER_BYTES};
  if (!mem_is_mbarrier(element)) a = access_to(e, element);
  IrValue *indices[] = {(IrValue *)index};
  EmitPlace address = shared_place(e, &a, row, (IrValues){indices, 1});
  return nvptx_pointer_to(e, &address);
}

IrStatus nvptx_global_pointer(Emit *e, const IrOp *op, const IrValue *memref, IrValues indices,
                              LLVMValueRef *pointer) {
  EmitAccess a = access_to(e, ir_type_element(ir_value_type(memref)));
  EmitPlace address;
  IR_TRY(nvptx_find_place(e, op, &a, memref, indices, &address));
  *pointer = nvptx_pointer_to(e, &address);
  return IR_OK;
}
