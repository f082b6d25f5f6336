// Memory: memref.dim, mem.alloc, mem.flatten, mem.load, mem.store.
//
// An access is one instruction; mem's verifier sees to it that it is 1, 2, 4, 8 or 16 bytes.  It
// moves its bits as *words*: i32, or i64 for elements of 64 bits, or one i16 or i8 for less.
// Registers do not care what the bits mean, so the casts between words and units cost nothing.
//
// Three forms of an access:
// - a plain LLVM load or store, aligned to its size (the op promises it);
// - under a predicate, inline PTX `@p ld...`, with no branch: the outputs are tied to the padding
//   value, which stays where the predicate is false, and the address is not touched there;
// - a load from global memory that no store of the kernel can come before is inline PTX
//   `ld.global.nc`, with or without a predicate.  That is right even when arguments overlap, since
//   nothing has been written yet; LLVM's own way to ask for it (noalias, !invariant.load) would
//   promise more, for the kernel's whole duration.
#include "dialects/mem/mem.h"
#include "targets/nvptx/emit_impl.h"

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

// ---- Words. ----

typedef struct Access {
  LLVMTypeRef element; // of the value, in registers
  LLVMTypeRef cell;    // of an element in memory: i1 takes a byte
  LLVMTypeRef word;    // what an instruction moves
  unsigned element_bytes, word_bytes;
  size_t elements, words;
} Access;

static Access access_of(Emit *e, IrType type) {
  Access a = {.element = nvptx_element_type(e, type), .elements = nvptx_num_elements(type)};
  a.cell = a.element == e->i1 ? e->i8 : a.element;
  a.element_bytes = nvptx_bits_of(a.cell) / 8;
  size_t bytes = a.elements * a.element_bytes;
  a.word = a.element_bytes == 8 ? e->i64 : bytes >= 4 ? e->i32 : bytes == 2 ? e->i16 : e->i8;
  a.word_bytes = nvptx_bits_of(a.word) / 8;
  a.words = bytes / a.word_bytes;
  return a;
}

// Units of one width each: widens i1 to bytes.
static EmitUnits to_cells(Emit *e, EmitUnits units) {
  if (LLVMTypeOf(units.at[0]) != e->i1) return units;
  EmitUnits cells = nvptx_new_units(e, units.n);
  for (size_t i = 0; i < units.n; i++) cells.at[i] = LLVMBuildZExt(e->b, units.at[i], e->i8, "");
  return cells;
}

// The words of a value, in memory order.
static EmitUnits to_words(Emit *e, const Access *a, EmitUnits value) {
  EmitUnits units = to_cells(e, value);
  unsigned unit_bytes = nvptx_bits_of(LLVMTypeOf(units.at[0])) / 8;
  EmitUnits words = nvptx_new_units(e, a->words);
  size_t per_word = a->word_bytes / unit_bytes;
  for (size_t i = 0; i < words.n; i++)
    words.at[i] = nvptx_gather(e, units.at + i * per_word, per_word, a->word);
  return words;
}

static EmitUnits from_words(Emit *e, const Access *a, IrType type, EmitUnits words) {
  EmitUnits units = nvptx_new_units(e, nvptx_num_units(type));
  LLVMTypeRef unit = a->element == e->i1 ? e->i8 : nvptx_unit_type(e, type, 0);
  size_t per_word = a->word_bytes / (nvptx_bits_of(unit) / 8);
  for (size_t i = 0; i < words.n; i++)
    nvptx_scatter(e, words.at[i], unit, per_word, units.at + i * per_word);
  if (a->element == e->i1)
    for (size_t i = 0; i < units.n; i++) units.at[i] = LLVMBuildTrunc(e->b, units.at[i], e->i1, "");
  return units;
}

// ---- Addresses. ----

// base + offset bytes, the constant part kept apart for the instruction's immediate.
typedef struct Address {
  LLVMValueRef pointer;
  int64_t immediate;
  unsigned space; // NVPTX_GLOBAL, NVPTX_SHARED or NVPTX_CLUSTER
} Address;

// Pointers into shared memory have 32 bits.
static bool is_short(const Address *address) {
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
static LLVMValueRef first_address(Emit *e, const Access *a, const EmitAddress *want, size_t rank) {
  LLVMValueRef sum = NULL;
  for (size_t i = 0; i < rank; i++)
    sum = add_scaled(e, sum, want->indices[i], want->memref->strides[i]);
  LLVMValueRef pointer = want->memref->pointer;
  return sum ? LLVMBuildGEP2(e->b, a->cell, pointer, &sum, 1, "") : pointer;
}

// `bit` strides of dimension `d` beyond `from`.
static LLVMValueRef step(Emit *e, const Access *a, const EmitAddress *from, size_t d, int64_t bit) {
  LLVMValueRef bytes = nvptx_i64(e, bit * a->element_bytes);
  bytes = LLVMBuildNSWMul(e->b, from->memref->strides[d], bytes, "");
  return LLVMBuildGEP2(e->b, e->i8, from->pointer, &bytes, 1, "");
}

// Fills want->pointer.  First upwards to something known, then down again, a bit at a time.
static void build_address(Emit *e, const Access *a, EmitAddress *want, size_t rank) {
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

static Address global_address(Emit *e, const Access *a, const IrValue *base, IrValues indices) {
  const EmitMemref *memref = ir_ptrmap_get(&e->memrefs, base);
  EmitAddress want = {.memref = memref};
  Address address = {.space = NVPTX_GLOBAL};
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

static Address shared_address(Emit *e, const Access *a, const IrValue *base, IrValues indices) {
  Address address = {.pointer = nvptx_scalar(e, base), .space = NVPTX_SHARED};
  IrType type = ir_value_type(base);
  if (mem_buffer_space(type) == MEM_CLUSTER) address.space = NVPTX_CLUSTER;
  if (!indices.n) return address;
  int64_t constant;
  LLVMValueRef index = peel_constant(nvptx_scalar(e, indices.at[0]), &constant);
  address.immediate = constant * a->element_bytes;
  if (LLVMTypeOf(index) != e->i32) index = LLVMBuildTrunc(e->b, index, e->i32, "");
  if (LLVMIsAConstantInt(index) && LLVMConstIntGetZExtValue(index) == 0) return address;
  address.pointer = LLVMBuildGEP2(e->b, a->cell, address.pointer, &index, 1, "");
  return address;
}

static IrStatus find_address(Emit *e, const IrOp *op, const Access *a, const IrValue *base,
                             IrValues indices, Address *address) {
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

static LLVMValueRef pointer_to(Emit *e, const Address *address) {
  int64_t offset = address->immediate;
  if (!offset) return address->pointer;
  LLVMValueRef index = is_short(address) ? nvptx_i32(e, offset) : nvptx_i64(e, offset);
  return LLVMBuildGEP2(e->b, e->i8, address->pointer, &index, 1, "");
}

// For instructions that take an address alone.
static Access access_to(Emit *e, IrType element) {
  Access a = {.element = nvptx_element_type(e, element)};
  a.cell = a.element == e->i1 ? e->i8 : a.element;
  a.element_bytes = nvptx_bits_of(a.cell) / 8;
  return a;
}

IrStatus nvptx_element_pointer(Emit *e, const IrOp *op, const IrValue *base, IrValues indices,
                               IrType element, LLVMValueRef *pointer, unsigned *space) {
  Access a = access_to(e, element);
  Address address;
  IR_TRY(find_address(e, op, &a, base, indices, &address));
  *pointer = pointer_to(e, &address);
  *space = address.space;
  return IR_OK;
}

LLVMValueRef nvptx_shared_pointer(Emit *e, const IrValue *row, const IrValue *index) {
  IrType element = mem_buffer_element(ir_value_type(row));
  Access a = {.cell = e->i64, .element_bytes = MEM_MBARRIER_BYTES};
  if (!mem_is_mbarrier(element)) a = access_to(e, element);
  IrValue *indices[] = {(IrValue *)index};
  Address address = shared_address(e, &a, row, (IrValues){indices, 1});
  return pointer_to(e, &address);
}

IrStatus nvptx_global_pointer(Emit *e, const IrOp *op, const IrValue *memref, IrValues indices,
                              LLVMValueRef *pointer) {
  Access a = access_to(e, ir_type_element(ir_value_type(memref)));
  Address address;
  IR_TRY(find_address(e, op, &a, memref, indices, &address));
  *pointer = pointer_to(e, &address);
  return IR_OK;
}

// ---- Plain accesses. ----

static LLVMTypeRef whole_type(const Access *a) {
  return a->words == 1 ? a->word : LLVMVectorType(a->word, (unsigned)a->words);
}

static void load_plain(Emit *e, const Access *a, const Address *from, EmitUnits words) {
  LLVMValueRef load = LLVMBuildLoad2(e->b, whole_type(a), pointer_to(e, from), "");
  LLVMSetAlignment(load, (unsigned)a->words * a->word_bytes);
  nvptx_scatter(e, load, a->word, a->words, words.at);
}

static void store_plain(Emit *e, const Access *a, const Address *to, EmitUnits words) {
  LLVMValueRef whole = nvptx_gather(e, words.at, a->words, whole_type(a));
  LLVMSetAlignment(LLVMBuildStore(e->b, whole, pointer_to(e, to)),
                   (unsigned)a->words * a->word_bytes);
}

// ---- Inline PTX. ----

// PTX has no 8-bit registers: a byte travels in 16 bits.
static LLVMTypeRef asm_word(Emit *e, const Access *a) {
  return a->word == e->i8 ? e->i16 : a->word;
}

static char asm_register(Emit *e, const Access *a) {
  LLVMTypeRef word = asm_word(e, a);
  return word == e->i64 ? 'l' : word == e->i32 ? 'r' : 'h';
}

// "ld.global.nc.v4.b32" and the like
static void asm_opcode(IrStream *text, const Access *a, const char *what, unsigned space, bool nc) {
  ir_print(text, "{}.{}{}", what, nvptx_space_name(space), nc ? ".nc" : "");
  if (a->words > 1) ir_print(text, ".v{}", a->words);
  ir_print(text, ".b{} ", 8 * a->word_bytes);
}

// "{$0, $1}", from operand `first` on
static void asm_tuple(IrStream *text, size_t first, size_t n) {
  if (n > 1) ir_write_char(text, '{');
  for (size_t i = 0; i < n; i++) ir_print(text, "{}${}", i ? ", " : "", first + i);
  if (n > 1) ir_write_char(text, '}');
}

typedef struct AsmCall {
  IrStream text, constraints;
  LLVMValueRef args[8];
  LLVMTypeRef types[8];
  size_t n;
} AsmCall;

static void asm_argument(AsmCall *call, LLVMValueRef value, const char *constraint) {
  ir_print(&call->constraints, "{}{}", call->constraints.len ? "," : "", constraint);
  call->types[call->n] = LLVMTypeOf(value);
  call->args[call->n++] = value;
}

// The address and, if there is one, the predicate.
static void asm_address(Emit *e, AsmCall *call, const Address *address, LLVMValueRef predicate) {
  asm_argument(call, address->pointer, is_short(address) ? "r" : "l");
  asm_argument(call, nvptx_i64(e, address->immediate), "n");
  if (predicate) asm_argument(call, predicate, "b");
}

// Calls the text.  One that only reads memory may go when unused, and stays behind earlier stores;
// any other stays where it is.
static LLVMValueRef asm_finish(Emit *e, AsmCall *call, LLVMTypeRef result, bool reads_only) {
  LLVMTypeRef type = LLVMFunctionType(result, call->types, (unsigned)call->n, false);
  LLVMValueRef code =
      LLVMGetInlineAsm(type, call->text.data, call->text.len, call->constraints.data,
                       call->constraints.len, !reads_only, false, LLVMInlineAsmDialectATT, false);
  LLVMValueRef value = LLVMBuildCall2(e->b, type, code, call->args, (unsigned)call->n, "");
  static const char nounwind[] = "nounwind", memory[] = "memory", willreturn[] = "willreturn";
  unsigned kind = LLVMGetEnumAttributeKindForName(nounwind, sizeof nounwind - 1);
  LLVMAddCallSiteAttribute(value, LLVMAttributeFunctionIndex,
                           LLVMCreateEnumAttribute(e->llvm, kind, 0));
  if (reads_only) {
    kind = LLVMGetEnumAttributeKindForName(willreturn, sizeof willreturn - 1);
    LLVMAddCallSiteAttribute(value, LLVMAttributeFunctionIndex,
                             LLVMCreateEnumAttribute(e->llvm, kind, 0));
    // memory(read): two bits a kind of location, 1 is read.
    kind = LLVMGetEnumAttributeKindForName(memory, sizeof memory - 1);
    LLVMAddCallSiteAttribute(value, LLVMAttributeFunctionIndex,
                             LLVMCreateEnumAttribute(e->llvm, kind, 0x55555555u));
  }
  ir_stream_free(&call->text);
  ir_stream_free(&call->constraints);
  return value;
}

// Under a predicate the words hold the padding before, and after where it is false.
static void load_asm(Emit *e, const Access *a, const Address *from, LLVMValueRef predicate, bool nc,
                     const LLVMValueRef *pad, EmitUnits words) {
  AsmCall call = {0};
  size_t n = a->words, address = predicate ? 2 * n : n;
  LLVMTypeRef word = asm_word(e, a), outputs[4];
  char output[] = {'=', asm_register(e, a), 0};
  for (size_t i = 0; i < n; i++) {
    outputs[i] = word;
    ir_print(&call.constraints, "{}{}", i ? "," : "", output);
  }
  for (size_t i = 0; predicate && i < n; i++) {
    char tied[] = {(char)('0' + i), 0};
    LLVMValueRef value = word == a->word ? pad[i] : LLVMBuildZExt(e->b, pad[i], word, "");
    asm_argument(&call, value, tied);
  }
  asm_address(e, &call, from, predicate);
  if (predicate) ir_print(&call.text, "@${} ", address + 2);
  asm_opcode(&call.text, a, "ld", from->space, nc);
  asm_tuple(&call.text, 0, n);
  ir_print(&call.text, ", [${}+${}];", address, address + 1);
  LLVMTypeRef result =
      n == 1 ? word : LLVMStructTypeInContext(e->llvm, outputs, (unsigned)n, false);
  LLVMValueRef value = asm_finish(e, &call, result, true);
  for (size_t i = 0; i < n; i++) {
    LLVMValueRef part = n == 1 ? value : LLVMBuildExtractValue(e->b, value, (unsigned)i, "");
    words.at[i] = word == a->word ? part : LLVMBuildTrunc(e->b, part, a->word, "");
  }
}

static void store_asm(Emit *e, const Access *a, const Address *to, LLVMValueRef predicate,
                      EmitUnits words) {
  AsmCall call = {0};
  size_t n = a->words;
  LLVMTypeRef word = asm_word(e, a);
  char constraint[] = {asm_register(e, a), 0};
  for (size_t i = 0; i < n; i++) {
    LLVMValueRef value = words.at[i];
    if (word != a->word) value = LLVMBuildZExt(e->b, value, word, "");
    asm_argument(&call, value, constraint);
  }
  asm_address(e, &call, to, predicate);
  ir_print(&call.text, "@${} ", n + 2);
  asm_opcode(&call.text, a, "st", to->space, false);
  ir_print(&call.text, "[${}+${}], ", n, n + 1);
  asm_tuple(&call.text, 0, n);
  ir_write_char(&call.text, ';');
  (void)asm_finish(e, &call, LLVMVoidTypeInContext(e->llvm), false);
}

// ---- Ops. ----

// The padding's words; one scalar padding serves all elements.
static EmitUnits padding_words(Emit *e, const Access *a, IrType type, const IrValue *pad) {
  EmitUnits elements = nvptx_new_units(e, a->elements);
  if (pad && nvptx_num_elements(ir_value_type(pad)) == a->elements) {
    EmitUnits units = nvptx_units(e, pad);
    return to_words(e, a, a->elements == 1 ? units : nvptx_pack(e, type, nvptx_elements(e, pad)));
  }
  LLVMValueRef one = pad ? nvptx_scalar(e, pad) : LLVMConstNull(a->element);
  for (size_t i = 0; i < elements.n; i++) elements.at[i] = one;
  return to_words(e, a, nvptx_pack(e, type, elements));
}

static bool is_true(LLVMValueRef predicate) {
  return LLVMIsAConstantInt(predicate) && LLVMConstIntGetZExtValue(predicate) != 0;
}

static IrStatus emit_load(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  IrValue *result = ir_op_result(op, 0), *base = GET(op, mem_load, base);
  IrType type = ir_value_type(result);
  Access a = access_of(e, type);
  Address from;
  IR_TRY(find_address(e, op, &a, base, GET(op, mem_load, indices), &from));
  IrValue *guard = GET(op, mem_load, pred);
  LLVMValueRef predicate = guard ? nvptx_scalar(e, guard) : NULL;
  if (predicate && is_true(predicate)) predicate = NULL;
  bool nc = from.space == NVPTX_GLOBAL && !e->seen_store && !ir_ptrmap_has(&e->stored, base);
  EmitUnits words = nvptx_new_units(e, a.words), pad = {0};
  if (predicate) pad = padding_words(e, &a, type, GET(op, mem_load, pad));
  if (predicate || nc)
    load_asm(e, &a, &from, predicate, nc, pad.at, words);
  else
    load_plain(e, &a, &from, words);
  nvptx_define(e, result, from_words(e, &a, type, words));
  return IR_OK;
}

static IrStatus emit_store(Emit *e, IrOp *op, const EmitRule *rule) {
  (void)rule;
  IrValue *value = GET(op, mem_store, value), *base = GET(op, mem_store, base);
  Access a = access_of(e, ir_value_type(value));
  Address to;
  IR_TRY(find_address(e, op, &a, base, GET(op, mem_store, indices), &to));
  EmitUnits words = to_words(e, &a, nvptx_units(e, value));
  IrValue *guard = GET(op, mem_store, pred);
  LLVMValueRef predicate = guard ? nvptx_scalar(e, guard) : NULL;
  if (predicate && !is_true(predicate))
    store_asm(e, &a, &to, predicate, words);
  else
    store_plain(e, &a, &to, words);
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
